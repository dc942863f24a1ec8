"""The arena in a game for one: each bot alone on the same deals."""

from __future__ import annotations

import json
from random import Random

import pytest

from cardtui import arena, registry
from cardtui.cli import main
from cardtui.core import Refusal, decide
from cardtui.intervals import estimate, wilson


def run(*bots: str, deals: int = 40, jobs: int = 1) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = arena.run(
        "98", "paper", [arena.alone(bot) for bot in bots], deals=deals, seed=7, jobs=jobs
    )["results"]
    return rows


def test_a_row_for_each_bot_as_played_by_hand() -> None:
    game = registry.game("98")
    agent, laid = registry.agent(game, "gap"), []
    for number in range(40):
        rng = Random(f"7/{number}")
        state = game.start(game.deal(rng))
        while game.turn(state) is not None:
            state = game.apply(state, decide(agent, game.observe(state, 0), rng).action)
        laid.append(game.returns(state)[0])
    gap, random = run("gap", "random")
    found = estimate(laid)
    wins = laid.count(98) / 40
    assert gap == {
        "agent": "gap", "deals": 40, "games": 40, "mean": found.mean, "se": found.se, "ci95": found.interval,
        "win": wins, "win_ci95": list(wilson(wins, 40)), "unit": "cards",
    }  # fmt: skip
    assert random["agent"] == "random"
    assert random["win"] == 0


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    assert run("gap", jobs=2) == run("gap", jobs=1)


@pytest.mark.parametrize(
    ("share", "count", "low", "high"), [(0.0, 100, 0.0, 0.037), (1.0, 10, 0.7225, 1.0), (0.5, 100, 0.4038, 0.5962)]
)
def test_wilson(share: float, count: int, low: float, high: float) -> None:
    assert [*wilson(share, count)] == pytest.approx([low, high], abs=1e-4)


def test_one_bot_is_enough_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "98", "gap", "--deals", "5", "--jobs", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["results"][0]["agent"] == "gap"
    assert main(["arena", "98", "gap", "random", "--deals", "5", "--jobs", "1"]) == 0
    assert "mean cards" in capsys.readouterr().out


def test_elsewhere_the_arena_needs_two() -> None:
    assert main(["arena", "yaniv", "greedy"]) == 2
    with pytest.raises(Refusal, match="even number of seats, not 1"):
        arena.pairing("gap", "gap", 1)
