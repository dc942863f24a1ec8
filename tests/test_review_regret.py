"""What a bot gives away by another's values: summed up, the worst positions first."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from cardtui import registry
from cardtui.cli import main
from cardtui.core import Action, Decision, Game, Observation, Option, Refusal, observation_from_json
from cardtui.review import opinions, regret
from cardtui.review.positions import prove

ONE, TWO, THREE = (Action("play", (card,)) for card in (1, 2, 3))


def judged(best: Action, **values: float) -> Decision:
    """A judge's decision with values for ONE, TWO and THREE."""
    options = [
        Option(act, float(act is best), values.get(name)) for name, act in zip("abc", (ONE, TWO, THREE), strict=True)
    ]
    return Decision(best, tuple(options), "tricks to come")


def test_a_loss_is_the_distance_to_the_best_value() -> None:
    """The judge's own choice is the best, whatever it thinks of others; it must know the value of what was played."""
    played = Decision(ONE, (Option(ONE, 1.0),))
    assert regret.loss(played, judged(THREE, a=1, b=5, c=3)) == (2, ONE, THREE)
    assert regret.loss(played, judged(TWO, a=3, b=3, c=1)) == (0, ONE, TWO)
    assert regret.loss(played, judged(ONE, a=3, b=7)) == regret.loss(played, judged(TWO, a=4, b=3))._replace(best=ONE)
    with pytest.raises(Refusal, match="does not give each action a value"):
        regret.loss(played, judged(TWO, b=3))


@pytest.fixture
def highest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot `random` values each card by its number, and plays the highest; `first` is itself."""
    real = opinions.opinion

    def opinion(game: Game[Any], spec: str, seen: Observation, seed: str) -> Decision:
        if spec != "random":
            return real(game, spec, seen, seed)
        best = max(seen.legal)
        return Decision(best, tuple(Option(a, float(a == best), float(a.cards[0])) for a in seen.legal), "pips")

    monkeypatch.setattr(opinions, "opinion", opinion)


@pytest.mark.usefixtures("highest")
def test_the_report_counts_all_positions_and_lists_those_that_cost_something() -> None:
    game = registry.game("tricks", "tricks:n=5")
    found = regret.report(game, "first", "random", 40, seed=3)
    losses = [row["lost"] for row in found["positions"]]
    assert found["n"] == 40 and found["unit"] == "pips" and losses == sorted(losses, reverse=True)
    assert 0 < len(losses) < 40 and min(losses) > 0
    assert found["mean"] == pytest.approx(sum(losses) / 40) and found["se"] > 0
    for row in found["positions"]:
        seen = observation_from_json(game, row["observation"])
        prove(game, seen)
        best, plays = (game.card(row[key].split()[1]) for key in ("best", "plays"))
        assert best - plays == row["lost"] and Action("play", (plays,)) == seen.legal[0]
    assert regret.report(game, "first", "random", 40, seed=3) == found


@pytest.mark.usefixtures("highest")
def test_inspect_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Every agent but the last is judged by the last."""
    main(["inspect", "tricks", "--agents", "first", "first", "random", "--worst", "5", "--json"])
    rows = json.loads(capsys.readouterr().out)["worst"]
    assert [(row["agent"], row["judge"], row["n"]) for row in rows] == [("first", "random", 5)] * 2
    assert main(["inspect", "tricks", "--agents", "first", "--worst", "5", "--json"]) == 2
    assert "one bot alone is judged by nobody" in capsys.readouterr().err


def test_from_a_process_of_its_own_what_is_wrong_is_a_sentence() -> None:
    """`random` gives no values, so it cannot judge."""
    game = registry.game("tricks", "tricks:n=5")
    with pytest.raises(Refusal, match="does not give each action a value"):
        asyncio.run(regret.ask(game, "first", "random", 3, 0))
