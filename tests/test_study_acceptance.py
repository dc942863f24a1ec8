"""The checks of the judges: an honest judge passes them, and each of them fails for a judge that is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cardtui import registry
from cardtui.core import Action, Refusal
from cardtui.loading import load
from cardtui.review import judges
from cardtui.study import acceptance, judges_study

HONEST = registry.judging("tricks")
DEALS = {"order": 48, "planted": 12, "coverage": 3, "innocent": 3, "true": 6, "luck": 6}
BOTS = ("first", "random", "exact")


class Opposite:
    """Takes the best for the worst."""

    def __init__(self, game: Any) -> None:
        self.exact = load(HONEST.judges[0].target)(game)

    def values(
        self, states: Sequence[Any], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[list[float]]]:
        found = self.exact.values(states, actions, seeds)
        return [[[-value for value in returns] for returns in row] for row in found]


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    """The judge of tricks is the one asked for."""
    entry = HONEST.judges[0]._replace(target=request.param or HONEST.judges[0].target)
    ours = replace(HONEST, judges=(entry,), tested=BOTS)
    real = registry.judging
    monkeypatch.setattr(registry, "judging", lambda game: ours if game == "tricks" else real(game))
    monkeypatch.setattr(judges_study, "DEALS", DEALS)
    judges.panel_of.cache_clear()
    yield
    judges.panel_of.cache_clear()


def claims() -> dict[str, bool | None]:
    """Return whether the claims on tricks hold, by the words after the game's name."""
    found = judges_study.reproduce(1, lambda done: None, "tricks", 1.0)
    return {claim["text"].removeprefix("tricks: ").split()[0]: claim["holds"] for claim in found["claims"]}


@pytest.mark.parametrize("judging", [None], indirect=True)
@pytest.mark.usefixtures("judging")
def test_the_solver_passes() -> None:
    """Also: a deal of tricks is all play. Who plays as the solver does is not accused in the few decisions here."""
    held = claims()
    del held["most"]  # too few deals for a share of planted mistakes
    assert held == {"exact": True, "intervals": True, "whoever": None, "losses": True, "luck": True}
    rows = [row for number in range(12) for row in acceptance.try_out(_trial("planted", number))]
    assert rows and all(row["found"] for row in rows)


@pytest.mark.parametrize("judging", [Opposite], indirect=True)
@pytest.mark.usefixtures("judging")
def test_a_judge_that_is_wrong_fails() -> None:
    assert claims()["exact"] is False


@pytest.mark.parametrize(("found", "holds"), [(9, True), (5, None), (0, False)])
def test_a_claim_that_so_few_deals_leave_open_does_not_fail(found: int, holds: bool | None) -> None:
    rows = [(_trial("planted", number), {"found": number < found, "mark": "?"}) for number in range(10)]
    assert judges_study.SUMMARIES["planted"]("tricks", rows)[1][0]["holds"] is holds


def _trial(check: str, number: int) -> acceptance.Trial:
    return acceptance.Trial(check, "tricks", "tricks", 2, "first", "first", 5, number)


def test_luck_that_is_not_nothing_is_seen() -> None:
    rows = [(_trial("luck", number), {"result": 1.0, "luck": 0.5 + number / 100}) for number in range(20)]
    _, (claim,) = judges_study.SUMMARIES["luck"]("tricks", rows)
    assert not claim["holds"]


def test_losses_that_do_not_come_true_are_seen() -> None:
    rows = [(_trial("true", n), {"phase": "all", "said": 10.0 + n % 2, "came": 5.0 - n % 3}) for n in range(20)]
    _, (claim,) = judges_study.SUMMARIES["true"]("tricks", rows)
    assert not claim["holds"] and claim["figure"] == pytest.approx(-6.45, abs=0.1)


def test_the_decisions_of_one_deal_do_not_count_as_many() -> None:
    """What came of ten decisions of a deal rests on one lie of the cards: as wide as one decision of each deal."""
    rows = [(_trial("true", n), {"phase": "all", "said": 0.0, "came": 1.0 - 2 * (n % 3 == 0)}) for n in range(6)]
    _, (once,) = judges_study.SUMMARIES["true"]("tricks", rows)
    (single,), _ = judges_study.SUMMARIES["true"]("tricks", rows[:1])
    assert single["ours"][0] == [rows[0][1]["said"], None, rows[0][1]["came"], None, 1.0], "one deal has no interval"
    _, (often,) = judges_study.SUMMARIES["true"]("tricks", rows * 10)
    assert often["interval"] == pytest.approx(once["interval"])


def test_false_accusations_count_by_evening() -> None:
    def told(p: float, guilty: bool = False, decisions: int = 300) -> dict[str, Any]:
        first = {"phase": "all", "accused": True, "guilty": guilty, "p": p}
        rest = {"phase": "all", "accused": False, "guilty": False, "p": 1.0}
        rows = [(_trial("innocent", n), rest if n else first) for n in range(decisions)]
        return judges_study.SUMMARIES["innocent"]("tricks", rows)[1][0]

    claim = told(0.0001)
    assert claim["figure"] == pytest.approx(0.5) and claim["holds"] is False
    claim = told(0.01)  # among 150 decisions this may be chance, and is taken back
    assert claim["figure"] == 0 and claim["holds"] is None  # two evenings do not show that it is one of twenty at most
    assert told(0.01, decisions=12_000)["holds"] is True
    claim = told(0.0001, guilty=True)  # that was no false accusation
    assert (
        claim["figure"] == 0 and claim["holds"] is None and "; 1 decision left out that lost something" in claim["text"]
    )


@pytest.mark.parametrize("table", ["chess", "tricks-chess", "-luck"])
def test_an_unknown_table_is_refused(table: str) -> None:
    with pytest.raises(Refusal, match="there are order, planted"):
        judges_study.reproduce(1, lambda done: None, table, 1.0)


def test_one_check_of_one_game_under_the_rules_that_people_play(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[acceptance.Trial] = []
    monkeypatch.setattr(judges_study, "spread", lambda work, trials, jobs: asked.extend(trials) or ())
    judges_study.reproduce(1, lambda done: None, "schafkopf-innocent", 0.01)
    judges_study.reproduce(1, lambda done: None, "schafkopf-luck", 0.01)
    assert {(trial.game, trial.check, trial.rules) for trial in asked} == {
        ("schafkopf", "innocent", "club"),
        ("schafkopf", "luck", "club"),
    }
