"""The weights that ship play as their cards say, and the commands on the cards begin as they did."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from cardtui.agents.training.progress import TrainProgress
from cardtui.agents.training.runs import Request

from cardtui import arena, loading, registry
from cardtui.core import Refusal
from cardtui.entries import Bot
from cardtui.registry import catalogue

from . import samples


def promises() -> Iterator[Any]:
    """(game, bot, row) of each score that a match at the table repeats, under the rules that come first."""
    for name, entry in registry.games().items():
        for bot in registry.bots(name).values():
            spec = samples.learned(bot).promised or bot.name
            for row in (registry.card(bot) or {}).get("scores", ()):
                first = row.get("rules", "paper") == "paper"
                if first and "win" in row and (entry.seats[1] == 1 or met(name, row)):
                    yield pytest.param(name, spec, row, id=f"{bot.name} {row['against']}")


def met(game: str, row: dict[str, Any]) -> bool:
    """Whether a bot was the opponent."""
    try:
        return bool(registry.bot_entry(game, row["against"]))
    except Refusal:
        return False


@pytest.mark.parametrize(("game", "bot", "row"), [*promises()])
def test_a_card_promises_what_its_bot_does(game: str, bot: str, row: dict[str, Any]) -> None:
    """Within four standard errors, and a little for rare events."""
    rules, deals = next(iter(registry.rule_sets(game)[1])), samples.of(game).deals
    if registry.game_entry(game).seats[1] == 1:
        found = arena.run(game, rules, [arena.alone(bot)], deals=deals, seed=11, jobs=1)["results"][0]
        assert found["mean"] == pytest.approx(row["cards"], abs=4 * found["se"])
        return
    series = [arena.pairing(bot, row["against"])]
    found = arena.run(game, rules, series, deals=deals, seed=11, jobs=1)["results"][0]
    share = row["win"] + row.get("draw", 0) / 2
    error = sqrt(share * (1 - share) / deals)  # as if both seatings of a deal went alike
    assert found["win_a"] == pytest.approx(share, abs=4 * error + 0.01)


@pytest.mark.parametrize(
    "bot",
    [
        pytest.param(bot, id=bot.name)
        for game in registry.games()
        for bot in registry.bots(game).values()
        if bot.trainer
    ],
)
def test_training_without_options_is_how_the_weights_were_trained(bot: Bot) -> None:
    card = registry.card(bot)
    assert card
    assert card["command"].startswith(f"cardtui train {bot.game} {bot.name} --preset {bot.preset} --seed ")


class Enough(Exception):  # noqa: N818 - all went well
    """The first row of the curve is there."""


@pytest.mark.parametrize(
    ("game", "bot"),
    [(name, bot) for name, sample in samples.all().items() for bot, known in sample.learned.items() if known.soon],
)
def test_the_command_on_a_card_begins_as_its_curve_did(game: str, bot: str, tmp_path: Path) -> None:
    """The cheap ones; within what another processor may make of it."""
    entry = registry.bot_entry(game, bot)
    if entry.kind == "network":
        pytest.importorskip("torch")
    card = registry.card(entry)
    assert card
    command = card["command"].split()
    preset, seed = command[command.index("--preset") + 1], int(command[command.index("--seed") + 1])
    assert command[:4] == ["cardtui", "train", game, bot]
    rows = list(csv.reader((registry.weights(entry) / "curve.csv").read_text().splitlines()))
    first = [float(value) for value in rows[1]]

    def look(now: TrainProgress) -> None:
        if now.figures:
            assert [*now.figures.values()] == pytest.approx(first[-len(now.figures) :], abs=0.02, rel=0.02)
            raise Enough

    with pytest.raises(Enough):
        loading.load(entry.trainer)(Request(game, bot, preset, seed, tmp_path, False, look))


MEASURED = sorted(path for path in (Path(__file__).parents[1] / "weights").glob("*/*/*-*.json"))


@pytest.mark.parametrize("path", MEASURED, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_what_was_measured_of_a_bot_is_of_its_weights_and_names_its_command(path: Path) -> None:
    told, (game, name) = json.loads(path.read_text()), path.parts[-3:-1]
    kind, _, rules = path.stem.partition("-")
    bot = registry.bot_entry(game, name)
    assert told in registry.measured(bot)[kind]
    assert told["rules"]["name"] == rules and f"--seed {told['seed']}" in told["command"]
    if kind == "pool":
        assert (
            f"arena {game} {name} --pool" in told["command"] and f"--deals {told['pool']['deals']}" in told["command"]
        )
        low, high = told["pool"]["worst"]["ci95"]
        assert low <= told["pool"]["worst"]["mean"] <= high
        assert (
            told["pool"]["worst"]["against"] in registry.pool(game) and len(told["results"]) == told["pool"]["players"]
        )
    else:
        (score,) = told["card"]["scores"]
        assert f"--against {name}" in told["command"] and told["card"]["games"] > 0 and told["card"]["seconds"] > 0
        assert score["low"] <= score.get("win", score.get("mean")) <= score["high"] and score["n"] > 0


def test_there_is_something_to_check() -> None:
    """Cards and files whose fields had other names would be passed over without a word."""
    games = set(catalogue.shipped())
    assert {row.values[0] for row in promises()} == games - {"schafkopf"}  # its cards tell cents, not wins
    assert {path.parts[-3] for path in MEASURED} == games - {"98"}  # nobody plays against its bots
