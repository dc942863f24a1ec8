"""imitation learns what the record says and nothing else, plays as torch trained it, and resumes to the bit."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from cardtui.agents.schafkopf import features, networks
from cardtui.agents.schafkopf.policy import usual_action

from cardtui import executors, record, registry
from cardtui.core import Refusal, decide
from cardtui.entries import HUMAN
from cardtui.games.schafkopf.kernel import DEALT, ORDER, SEAT, decode
from cardtui.games.schafkopf.kernel_worlds import view, worlds
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.models import digest, save_arrays

pytest.importorskip("torch")

import torch
from cardtui.agents.training import torch_setup
from cardtui.agents.training.progress import TrainProgress
from cardtui.agents.training.runs import Request
from cardtui.agents.training.schafkopf import imitation, lessons, recorded, teacher

from ..trainers import plays

TINY = imitation.Preset(hidden_size=8, games=60, epochs=3, batch_size=5, learning_rate=0.01)
HEAD = {"cardtui": 1, "game": "schafkopf", "rules": "club", "seats": ["human"] * 4, "seed": 0}
DOC = Path(__file__).parents[2] / "docs" / "records.md"
BLOCKS = re.findall(r"```jsonl\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
GAME = BLOCKS[1].splitlines()[1:]
"""A whole game from the document, without its header."""


def quiet(report: TrainProgress) -> None:
    """Nobody looks."""


def write(folder: Path, name: str, lines: list[str], **head: Any) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text("\n".join([json.dumps(HEAD | head), *lines, ""]))
    return path


def by_bot(line: str) -> str:
    """The same action, but a bot's."""
    action = json.loads(line)["action"]
    option = {"action": action, "probability": 1, "value": None, "stderr": None, "visits": None, "why": ""}
    decision = {"action": action, "options": [option], "unit": "probability", "note": "", "beliefs": []}
    return json.dumps(json.loads(line) | {"decision": decision})


def told(folder: Path) -> list[tuple[int, Any, tuple[int, ...], tuple[int, ...]]]:
    """(seat, action, its hand, who laid what) of each choice that is learned, in order."""
    found = lessons.unfold(recorded.read(folder, quiet)[0])
    rows = []
    for state, action, laid, cards, players in zip(*found[:1], *found[2:6], strict=True):
        order, seat = int(state[ORDER]), int(state[SEAT])
        hand = tuple(
            card for card in range(32) if features.CARD[order].tolist().index(card) in places(int(state[25 + seat]))
        )
        course = tuple(int(player) * 32 + int(card) for card, player in zip(cards[:laid], players[:laid], strict=True))
        rows.append((seat, decode(int(features.code_of(state, int(action))), order), hand, course))
    return rows


def places(some: int) -> set[int]:
    return {place for place in range(32) if some >> place & 1}


def chosen(lines: list[str], people: Any = lambda move: True) -> list[Any]:
    """The same by the rules."""
    game, rows, header = Schafkopf("club"), [], record.Header("schafkopf", "club", (HUMAN,) * 4, 0)
    state: Any = None
    course: list[int] = []
    for frame in record.replay(game, header, [json.loads(line) for line in lines]):
        if frame.move:
            known = [a for a in game.legal(state) if a.verb != "bid" or a.to in features.GAMES]
            if len(known) > 1 and people(frame.move):
                rows.append((frame.move.seat, frame.move.action, tuple(sorted(state.hands[state.seat])), tuple(course)))
            if frame.move.action.verb == "play":
                course.append(frame.move.seat * 32 + frame.move.action.cards[0])
        state = frame.state
    return rows


def test_learned_are_the_choices_of_the_record(tmp_path: Path) -> None:
    write(tmp_path, "one.jsonl", GAME)
    assert told(tmp_path) == chosen(GAME)
    assert len(chosen(GAME)) > 15


def test_the_beginning_in_the_document_can_be_learned_from(tmp_path: Path) -> None:
    (tmp_path / "converted.jsonl").write_text(BLOCKS[2])
    actions = [action.verb for _, action, _, _ in told(tmp_path)]
    assert actions == ["bid", "pass", "pass", "pass", "pass", "pass", "play"], (
        "seat 2 cannot say contra, having the ace"
    )


def test_a_bot_is_not_learned_from_and_what_was_undone_is_not_either(tmp_path: Path) -> None:
    lines = [*GAME[:1], *(by_bot(line) if '"seat":1' in line else line for line in GAME[1:])]
    other = '{"seat":0,"action":"pass"}'
    write(tmp_path, "one.jsonl", [lines[0], other, '{"undo":1}', *lines[1:]])
    assert told(tmp_path) == chosen(GAME, lambda move: move.seat != 1)


def test_a_bot_is_not_learned_from_where_its_decision_is_damaged_either(tmp_path: Path) -> None:
    damaged = [by_bot(line).replace('"unit": "probability"', '"unit": ""') for line in GAME[1:]]
    write(tmp_path, "bots.jsonl", [GAME[0], *damaged])
    with pytest.raises(Refusal, match="1 deals in which no person had a choice"):
        recorded.read(tmp_path, quiet)


def test_what_the_network_does_not_know_is_left_out_and_counted(tmp_path: Path) -> None:
    write(tmp_path, "good.jsonl", [*GAME, *GAME[:8]])
    write(tmp_path, "tout.jsonl", [GAME[0], '{"seat":0,"action":"bid > solo-eichel-tout"}'])
    write(tmp_path, "knock.jsonl", GAME[:1], rules="club:klopfen=yes")
    write(tmp_path, "bots.jsonl", [GAME[0], *map(by_bot, GAME[1:])])
    write(tmp_path, "other.jsonl", [], game="yaniv", rules="paper", seats=["human", "greedy"])
    games, said = recorded.read(tmp_path, quiet)
    assert len(games.starts) == 2
    assert said == (
        f"2 games out of 5 records in {tmp_path}; left out: 1 deals in which no person had a choice, "
        "1 deals with a short deck or Klopfen, 1 records of another game, 1 deals whose game it does not know"
    )


def test_passes_are_learned_too(tmp_path: Path) -> None:
    """Where nobody plays, and where the deal was broken off before anybody did."""
    deal = json.loads(GAME[0])["deal"]
    passes = [json.dumps({"seat": (deal["first"] + step) % 4, "action": "pass"}) for step in range(4)]
    write(tmp_path, "a.jsonl", [GAME[0], *passes], rules="paper")
    write(tmp_path, "b.jsonl", [GAME[0], *passes[:2]], rules="paper")
    assert [action.verb for _, action, _, _ in told(tmp_path)] == ["pass"] * 6


@pytest.mark.parametrize(
    ("name", "lines", "head", "reason"),
    [
        ("a.jsonl", [*GAME[:5], '{"seat":0,"action":"play GU"}'], {}, "a.jsonl, line 7: "),
        ("a.jsonl", ["{"], {}, "a.jsonl, line 2: no JSON"),
        ("a.jsonl", [], {"rules": "skat"}, "a.jsonl, line 1: .*skat"),
        ("a.txt", GAME, {}, "nothing to learn from: 0 games out of 0 records in "),
        ("a.jsonl", GAME, {}, "1 games are too few: one in 20 is held out to test with"),
    ],
)
def test_refusals_name_what_is_wrong(
    name: str, lines: list[str], head: dict[str, str], reason: str, tmp_path: Path
) -> None:
    write(tmp_path / "games", name, lines, **head)
    with pytest.raises(Refusal, match=reason):
        imitation.train(
            Request("schafkopf", "imitation", "best", 1, tmp_path / "out", False, quiet, records=tmp_path / "games")
        )


def test_steps_and_records_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="with --records none are: leave them out"):
        imitation.train(Request("schafkopf", "imitation", "best", 1, tmp_path, False, quiet, 10, tmp_path))
    with pytest.raises(Refusal, match="no preset 'big'; its presets: paper, best"):
        imitation.train(Request("schafkopf", "imitation", "big", 1, tmp_path, False, quiet))


# --- training -----------------------------------------------------------------------------------


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quick teacher and a small network."""
    monkeypatch.setattr(teacher, "SPEC", "rule-based")
    monkeypatch.setattr(teacher, "CHUNK", 20)
    monkeypatch.setattr(imitation, "CHECKPOINT_EVERY", 4)
    monkeypatch.setattr(imitation, "CARD_DEALS", 20)
    monkeypatch.setitem(imitation.PRESETS, "best", TINY)


def test_held_out_games_are_never_learned_from(
    tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    learned, tested = set[bytes](), set[bytes]()
    learn, test = imitation.Learner.learn, imitation.Learner.test

    def first_hands(states: Any) -> set[bytes]:
        """Hands by Eichel, Gras … as before a contract stood."""
        return {row[DEALT : DEALT + SEATS].tobytes() for row in states if row[ORDER] == 0}

    def learns(self: Any, choices: lessons.Choices, learning_rate: float) -> float:
        learned.update(first_hands(choices.states))
        return learn(self, choices, learning_rate)

    def tests(self: Any, games: lessons.Played) -> Any:
        tested.update(first_hands(games.starts))
        return test(self, games)

    monkeypatch.setattr(imitation.Learner, "learn", learns)
    monkeypatch.setattr(imitation.Learner, "test", tests)
    imitation.train(Request("schafkopf", "imitation", "best", 1, tmp_path, False, quiet))
    assert len(tested) >= 2 and len(learned) + len(tested) == TINY.games
    assert not learned & tested


def test_training_resumes_to_the_bit(tiny: None, tmp_path: Path) -> None:
    class StopError(Exception):
        pass

    def stop_at(place: int) -> Any:
        seen = 0

        def look(report: TrainProgress) -> None:
            nonlocal seen
            seen += 1
            if seen == place:
                plays("schafkopf", "imitation", report, tmp_path / "taken")
                raise StopError

        return look

    imitation.train(Request("schafkopf", "imitation", "best", 3, tmp_path / "whole", False, quiet))
    with pytest.raises(StopError):  # among the teacher's games
        imitation.train(Request("schafkopf", "imitation", "best", 3, tmp_path / "broken", False, stop_at(2)))
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "broken" / "games").iterdir()}
    with pytest.raises(StopError):  # within an epoch
        imitation.train(Request("schafkopf", "imitation", "best", 3, tmp_path / "broken", True, stop_at(5)))
    assert all(path.stat().st_mtime_ns == at for path, at in kept.items()) and len(kept) == 2
    with pytest.raises(Refusal, match="another run: seed 3, not 4"):
        imitation.train(Request("schafkopf", "imitation", "best", 4, tmp_path / "broken", True, quiet))
    imitation.train(Request("schafkopf", "imitation", "best", 3, tmp_path / "broken", True, quiet))
    for name in ("model.safetensors", "curve.csv"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "broken" / name).read_bytes()
    curve = np.loadtxt(tmp_path / "whole" / "curve.csv", delimiter=",", skiprows=1)
    assert curve[-1, 1] < curve[0, 1], "cross-entropy falls"


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize("executor", ["", "dask"])
def test_the_teachers_games_are_the_same_whoever_plays_them(
    executor: str, tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if executor:
        pytest.importorskip("distributed")
    monkeypatch.setattr(teacher, "CHUNK", 3)
    alone, _ = teacher.games(8, 3, tmp_path / "alone", quiet)
    monkeypatch.setenv(executors.VARIABLE, executor)
    reports: list[int] = []
    together, _ = teacher.games(8, 3, tmp_path / "together", lambda report: reports.append(report.done), jobs=2)
    assert all((one == other).all() for one, other in zip(alone, together, strict=True))
    assert reports == [3, 6, 8]


def test_games_of_another_seed_are_played_anew(tiny: None, tmp_path: Path) -> None:
    one, again, other = (teacher.games(20, seed, tmp_path, quiet)[0] for seed in (1, 1, 2))
    assert all((a == b).all() for a, b in zip(one, again, strict=True))
    assert (one.starts != other.starts).any()
    assert (teacher.games(5, 2, tmp_path, quiet)[0].starts == other.starts[:5]).all()


# --- playing ------------------------------------------------------------------------------------


def test_a_network_without_values_plays_as_torch_trained_it(tiny: None, tmp_path: Path) -> None:
    torch_setup.prepare(4)
    learner = imitation.Learner(TINY)
    card = {
        "game": "schafkopf", "bot": "imitation", "rules": networks.RULES, "rules_hash": digest(networks.RULES),
        "features": digest(features.FEATURES), "command": "", "seed": 0, "games": 7, "seconds": 0, "method": "none",
    }  # fmt: skip
    save_arrays(tmp_path, card, torch_setup.arrays_of(learner.network), "model.safetensors")
    player, game = networks.Network(Schafkopf("paper"), tmp_path), Schafkopf("paper")
    games = teacher.games(4, 1, tmp_path / "games", quiet)[0]
    found = lessons.unfold(games)
    with torch.no_grad():
        shares = iter(learner.log_probs(found).exp().numpy())
    state, rng, compared = game.start(game.deal(Random("1/0"))), Random(0), 0
    for code in games.codes[0]:
        if code == lessons.END:
            break
        assert state.seat is not None
        seen = game.observe(state, state.seat)
        if len(seen.legal) > 1:
            decision, packed = decide(player, seen, rng), view(game, seen)
            row = next(shares)
            for option in decision.options:
                place = features.action_of(packed, networks.encode(option.action, int(packed[ORDER])))
                assert option.probability == pytest.approx(row[place], abs=1e-5)
            assert decision.note == "none, 7 games", "no cents without a value"
            compared += 1
        action = next(action for action in seen.legal if teacher.CODES[action] == code)
        state = game.apply(state, action)
    assert compared >= 4


def test_a_solver_that_leans_far_does_what_the_fast_player_does() -> None:
    """And one that does not lean is not moved by it."""
    game, rng, differ = Schafkopf("paper"), Random(2), 0
    far, none = (registry.agent(game, f"pimc-solver:deals=1,lean={cents}") for cents in (10_000, 0))
    state = game.start(game.deal(rng))
    while (seat := state.seat) is not None:
        seen = game.observe(state, seat)
        action = decide(far, seen, rng).action
        if state.phase == "play" and len(seen.legal) > 1:
            found = worlds(game, seen)
            assert action == decode(int(usual_action(found)), int(found.seen[ORDER]))
            differ += action != decide(none, seen, rng).action
        state = game.apply(state, action)
    assert differ
