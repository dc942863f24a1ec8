"""Bots that were trained elsewhere play by the path of their folder, or are refused with a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cardtui import arena, entries, exported, options, registry, vec
from cardtui.core import Refusal, decide
from cardtui.registry import catalogue, plugin_child
from cardtui.validation import check_decision

MADE: dict[str, Any] = {"method": "drawn", "command": "pytest", "seed": 1, "games": 0, "seconds": 0.0}


def saved(folder: Path, name: str = "schafkopf", hidden: tuple[int, ...] = (8,)) -> Path:
    """A bot with random layers."""
    env, rng = vec.make(name), np.random.default_rng(1)
    sizes = [env.width, *hidden, len(env.actions)]
    layers = [
        (np.float32(rng.normal(size=(out, into))), np.float32(rng.normal(size=out))) for into, out in pairwise(sizes)
    ]
    exported.save(folder, env, layers, **MADE)
    return folder


def test_weights_of_a_bot_of_the_program_are_named_behind_it() -> None:
    """Not as a bot of their own, as a folder that was written by `exported.save` is."""
    folder = registry.weights(registry.bot_entry("yaniv", "harel"))
    with pytest.raises(Refusal, match=re.escape(f"{folder} holds weights of the bot harel: name it harel@{folder}")):
        registry.check("yaniv", str(folder), "paper")


@pytest.mark.parametrize("name", [name for name, entry in catalogue.shipped().items() if entry.vector])
def test_a_folder_is_a_bot_in_each_game(name: str, tmp_path: Path) -> None:
    game = registry.game(name)
    bot = registry.agent(game, str(saved(tmp_path / "mine", name)))
    state = game.start(game.deal(Random(1)))
    for _ in range(20):
        if (seat := game.turn(state)) is None:
            break
        seen = game.observe(state, seat)
        decision = check_decision(game, seen.legal, decide(bot, seen, Random(1)))
        assert {option.action for option in decision.options} == set(seen.legal)
        assert max(decision.options, key=lambda option: option.probability).action == decision.action
        state = game.apply(state, decision.action)


def test_it_plays_what_its_layers_say(tmp_path: Path) -> None:
    """All weights are 0 but one bias: the action it favours is played whenever it is legal."""
    env = vec.make("tricks")
    bias = np.zeros(len(env.actions), np.float32)
    now = env.reset()
    wanted = int(np.flatnonzero(now.masks[0])[-1])
    bias[wanted] = 5
    exported.save(tmp_path / "flat", env, [(np.zeros((len(bias), env.width), np.float32), bias)], **MADE)
    game = env.game
    bot = registry.agent(game, str(tmp_path / "flat"))
    state = game.start(env.deal(0))
    seat = game.turn(state)
    assert seat is not None
    assert game.actions.index(decide(bot, game.observe(state, seat), Random(1)).action) == wanted


def test_the_arena_plays_it_under_its_name_and_its_version_is_that_of_the_weights(tmp_path: Path) -> None:
    spec, game = str(saved(tmp_path / "mine")), registry.game("schafkopf")
    found = arena.run("schafkopf", game.spec, arena.pairings(game, [spec, "random"]), deals=2, seed=1)
    assert found["results"][0]["games"]
    assert registry.version("schafkopf", spec) == registry.card(registry.bot_entry("schafkopf", spec))["sha256"]  # type: ignore[index]
    assert registry.bot_entry("schafkopf", spec).name == "mine"
    assert registry.absolute(f"{spec}/../mine") == spec


def test_it_plays_by_rules_that_differ_between_deals_alone(tmp_path: Path) -> None:
    """The length of a match, and in Schafkopf the Stock, change nothing in a deal."""
    spec = str(saved(tmp_path / "mine"))
    for rules in ("club:deals=3", "club:deals=8,stock=10"):
        game = registry.game("schafkopf", rules)
        state = game.start(game.deal(Random(1)))
        decide(registry.agent(game, spec), game.observe(state, state.seat), Random(1))
    with pytest.raises(Refusal, match="cannot play with 'club:solo=100'"):
        registry.agent(registry.game("schafkopf", "club:solo=100"), spec)


def test_what_paths_a_spec_names_is_made_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert registry.absolute("./har") == f"{tmp_path}/har"
    assert registry.absolute("harel@har") == f"harel@{tmp_path}/har"
    assert registry.absolute("./my.py:Mine:x=1@har") == f"{tmp_path}/my.py:Mine:x=1@{tmp_path}/har"
    assert registry.absolute("pimc:deals=3") == "pimc:deals=3" and registry.absolute("pack.age:Mine") == "pack.age:Mine"


@pytest.mark.parametrize("sign", ["@", ",", "=", ":"])
def test_a_bot_lies_in_a_folder_with_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sign: str) -> None:
    """Its absolute path was read as something else: of `./my.py:Mine` in the folder a@b as the weights of a bot `a`."""
    folder = tmp_path / f"a{sign}b"
    folder.mkdir()
    (folder / "my.py").write_text("class Mine:\n    def think(self, observation, rng):\n        yield None\n")
    monkeypatch.chdir(folder)
    for spec in ("./my.py:Mine", "my.py:Mine:x=1", "./har", "./har:x=1"):
        made, given = options.bot_spec(registry.absolute(spec)), options.bot_spec(spec)
        assert (Path(made.path).resolve(), made.pairs) == (Path(given.path).resolve(), given.pairs)
    assert registry.check("yaniv", registry.absolute("./my.py:Mine"), "paper")[0].name == "Mine"
    assert registry.absolute("harel@har") == f"harel@{folder}/har", "all that follows @ is a path"


def test_a_bot_of_another_package_has_its_weights_there(tmp_path: Path) -> None:
    folder = saved(tmp_path / "package" / "weights")
    (tmp_path / "package" / "bots.py").write_text(
        "from pathlib import Path\nfrom cardtui.entries import Bot\n"
        "FOLDER = str(Path(__file__).parent / 'weights')\n"
        "BOT = Bot('own', 'schafkopf', 'cardtui.exported:Exported', 'network', learned=True, folder=FOLDER)\n"
    )
    told = plugin_child.told("schafkopf.own", f"{tmp_path / 'package' / 'bots.py'}:BOT")
    assert isinstance(told, dict) and told["folder"] == str(folder)
    assert registry.weights(entries.Bot(**told)) == folder
    wrong = entries.Bot(**told)._replace(folder=3)  # type: ignore[arg-type]
    assert "folder" in (plugin_child.fault(wrong, "schafkopf", "own") or "")


def card(**changed: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        lines = (folder / "card.toml").read_text().splitlines()
        told = [next((f"{k} = {v}" for k, v in changed.items() if line.startswith(f"{k} =")), line) for line in lines]
        (folder / "card.toml").write_text("\n".join(told))

    return change


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda folder: (folder / "card.toml").unlink(), "there is no card.toml"),
        (card(game='"yaniv"'), "is of 'yaniv', not of 'schafkopf'"),
        (card(rules='"paper"'), "rules is 'paper'.*cannot play with 'club'"),
        (card(rules='"home"'), "rules is 'home'.*cannot play with 'club'"),
        (card(seats="3"), "seats is 3"),
        (card(hidden="[9]"), r"layers.0.weight"),
        (card(hidden="[0]"), "hidden is up to 16 sizes"),
        (card(hidden='"8"'), "hidden is a list"),
        (card(features='"old"'), "features is 'old'"),
        (card(file='"../model.safetensors"'), "model.safetensors"),
        (lambda folder: (folder / "model.safetensors").write_bytes(b"\x80\x04."), "sha256 differs"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(spoil: Callable[[Path], None], said: str, tmp_path: Path) -> None:
    folder = saved(tmp_path / "mine")
    spoil(folder)
    with pytest.raises(Refusal, match=said):
        registry.agent(registry.game("schafkopf"), str(folder))


class Linear:
    """A layer of a framework."""


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda layers: [], "layers lead from"),
        (lambda layers: [(np.zeros((3, 3)), np.zeros(3))], "layers lead from"),
        (lambda layers: [(layers[0][0], None), layers[1]], r"layers\[0\] is a pair of arrays"),
        (lambda layers: [(layers[0][0] * 1j, layers[0][1]), layers[1]], r"layers\[0\] is a pair of arrays"),
        (lambda layers: [layers[0], (layers[1][0] * np.nan, layers[1][1])], r"layers\[1\] holds numbers"),
        (lambda layers: [layers[0], (layers[1][0], layers[1][1] + np.inf)], r"layers\[1\] holds numbers"),
        (lambda layers: [Linear()], r"layers\[0\] is a pair of arrays.*Linear"),
        (lambda layers: {"0.weight": layers[0][0]}, r"layers\[0\] is a pair of arrays.*'0.weight'"),
    ],
)
def test_layers_that_do_not_fit_are_not_saved(spoil: Callable[[Any], Any], said: str, tmp_path: Path) -> None:
    env = vec.make("tricks")
    layers = [(np.zeros((8, env.width)), np.zeros(8)), (np.zeros((len(env.actions), 8)), np.zeros(len(env.actions)))]
    with pytest.raises(Refusal, match=said):
        exported.save(tmp_path / "mine", env, spoil(layers), **MADE)
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"method": 3}, "method is a text, not 3"),
        ({"seed": "x"}, "seed is a whole number, not 'x'"),
        ({"games": 1.5}, "games is a whole number, not 1.5"),
        ({"seconds": np.nan}, "seconds is a number, not nan"),
        ({"games": -1}, "games is 0 or more, not -1"),
        ({"seconds": -0.5}, "seconds is 0 or more, not -0.5"),
    ],
)
def test_a_card_that_would_not_be_read_is_not_saved(wrong: dict[str, Any], said: str, tmp_path: Path) -> None:
    env = vec.make("tricks")
    layers = [(np.zeros((len(env.actions), env.width)), np.zeros(len(env.actions)))]
    with pytest.raises(Refusal, match=said):
        exported.save(tmp_path / "mine", env, layers, **MADE | wrong)
    for told in ({"method": "none"}, MADE | {"game": "yaniv"}):
        with pytest.raises(TypeError, match="game"):
            exported.save(tmp_path / "mine", env, layers, **told)
    assert not (tmp_path / "mine").exists()


def test_layers_too_large_to_be_read_are_not_saved(tmp_path: Path) -> None:
    env, size = vec.make("tricks"), exported.MOST + 1
    layers = [
        (np.zeros((size, env.width)), np.zeros(size)),
        (np.zeros((len(env.actions), size)), np.zeros(len(env.actions))),
    ]
    with pytest.raises(Refusal, match="hidden is up to 16 sizes"):
        exported.save(tmp_path / "mine", env, layers, **MADE)
    assert not (tmp_path / "mine").exists()


def test_tensors_with_gradients_and_numbers_of_numpy_are_saved(tmp_path: Path) -> None:
    nn = pytest.importorskip("torch").nn
    env, games = vec.make("tricks"), np.zeros(3, np.bool_).sum()
    linear = [nn.Linear(env.width, 8), nn.Linear(8, len(env.actions))]
    made = MADE | {"games": games, "seconds": np.float32(1.5)}
    exported.save(tmp_path / "mine", env, [(part.weight, part.bias) for part in linear], **made)
    bot = registry.agent(env.game, str(tmp_path / "mine"))
    assert (bot.weights["layers.1.weight"] == linear[1].weight.detach().numpy()).all()  # type: ignore[attr-defined]
