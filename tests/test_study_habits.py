"""Claims about what bots learned, counted on their own play and by checkpoint."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardtui import registry
from cardtui.core import Action, Observation, Refusal
from cardtui.entries.claims import Claim, Claims
from cardtui.games.zsy.habits import HABITS as ZSY
from cardtui.study import checkpoints, frozen_positions, habits
from cardtui.study.frozen_positions import Answers
from cardtui.study.habits import Made

GAMES = ("yaniv", "schafkopf", "zsy", "tricks", "98")


@pytest.mark.parametrize("name", GAMES)
def test_whether_a_claim_is_about_a_decision_does_not_depend_on_the_action(name: str) -> None:
    """And each claim is about some of the frozen positions, with actions of both kinds; but drawing in 98 paper."""
    found = frozen_positions.load(name)
    assert found
    for claim in habits.of(name).claims:
        told = [[claim.does(found.game, one.seen, action) for action in one.seen.legal] for one in found.positions]
        assert all((None in row) is (set(row) == {None}) for row in told), claim.text
        assert {answer for row in told for answer in row} == {None, True, False} or "draws" in claim.text, claim.text


def _made(*chosen: tuple[int, bool]) -> list[Made]:
    """Return decisions of the given deals; the action's verb says whether the bot does what is claimed."""
    legal = (Action("yes"), Action("no"), Action("no", (1,)))
    seen = Observation(0, 0, (), {}, (), legal, (0.0,))
    return [Made(deal, seen, legal[not does]) for deal, does in chosen]


def _does(game: object, seen: Observation, action: Action) -> bool | None:
    return action.verb == "yes"


def test_a_claim_is_compared_with_legal_actions_at_random() -> None:
    game = registry.game("tricks")
    row = habits.tested(game, Claim("says yes", "all", _does), _made(*[(n, n % 10 > 0) for n in range(100)]))
    assert (row["figure"], row["against"], row["n"], row["deals"], row["holds"]) == (0.9, 0.3333, 100, 100, True)
    assert row["interval"] == pytest.approx([0.824, 0.945], abs=0.001)
    close = habits.tested(game, Claim("says yes", "all", _does), _made(*[(n, n % 5 < 2) for n in range(20)]))
    assert close["figure"] == 0.4 > close["against"] and close["holds"] is None
    seldom = habits.tested(game, Claim("says yes", "all", _does), _made(*[(n, n % 10 == 0) for n in range(100)]))
    assert seldom["holds"] is False and seldom["against_interval"] is None
    never = habits.tested(game, Claim("says yes", "none", lambda *_: None), _made((0, True)))
    assert (never["n"], never["interval"], never["holds"]) == (0, [0.0, 1.0], None)


def test_what_few_deals_leave_open_is_not_denied() -> None:
    """All of six decisions against most of many others: the interval of those counts, too, and is told."""
    game = registry.game("tricks")

    def early(game: object, seen: Observation, action: Action) -> bool | None:
        return action.verb == "yes" if seen.turn == 0 else None

    def late(game: object, seen: Observation, action: Action) -> bool | None:
        return action.verb == "yes" if seen.turn else None

    def made(first: int, then: int) -> list[Made]:
        rows = _made(*[(n, True) for n in range(first)], *[(n, n % 2 > 0) for n in range(then)])
        return [Made(deal, seen._replace(turn=n >= first), action) for n, (deal, seen, action) in enumerate(rows)]

    claim = Claim("says yes early", "early", early, late, "late ones")
    few, many = habits.tested(game, claim, made(6, 12)), habits.tested(game, claim, made(60, 120))
    assert few["interval"][0] > few["against"] == 0.5 and few["holds"] is None and many["holds"] is True
    told = habits.lines({"claims": [few], "grids": []})
    low, high = few["against_interval"]
    assert told[0] == "says yes early: open, these deals do not decide it"
    assert f"against 50.0% [{low:.1%}, {high:.1%}] · 6 decisions in 6 deals" in told[1]


def test_decisions_of_one_deal_are_not_independent() -> None:
    """Ten deals with ten equal decisions each tell as much as ten decisions."""
    game = registry.game("tricks")
    apart = habits.share(game, _does, _made(*[(n, n % 2 == 0) for n in range(10)]))
    together = habits.share(game, _does, _made(*[(n // 10, n // 10 % 2 == 0) for n in range(100)]))
    assert together.value == apart.value == 0.5 and (together.n, together.deals) == (100, 10)
    assert together.high - together.low == pytest.approx(apart.high - apart.low, rel=0.2)


def test_a_report_counts_a_bot_on_all_seats() -> None:
    steps: list[tuple[int, int]] = []
    found = habits.report("zsy", "paper", 2, "greedy:lead=lowest", 6, 3, lambda *step: steps.append(step))
    assert [claim["text"] for claim in found["claims"]] == [claim.text for claim in ZSY.claims]
    lowest = next(claim for claim in found["claims"] if claim["text"] == "leads its lowest cards")
    assert lowest["figure"] == 1.0 and lowest["holds"] and steps[-1] == (6, 6)
    assert max(claim["deals"] for claim in found["claims"]) == 6


def test_a_game_without_claims_has_nothing_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = registry.game_entry("tricks")._replace(claims=Claims())
    monkeypatch.setattr(registry, "game_entry", lambda name: entry)
    with pytest.raises(Refusal, match="tricks declares no claims"):
        habits.of("tricks")


def test_bids_are_counted_by_trumps_and_aces() -> None:
    found = habits.report("schafkopf", "paper", 4, "random-coward", 12)["grids"][0]
    cells = [cell for row in found["cells"] for cell in row]
    assert (len(found["rows"]), len(found["columns"])) == (9, 4) and 12 <= sum(cell["n"] for cell in cells) <= 48
    assert all(sum(cell["share"].values()) == pytest.approx(1, abs=1e-3) for cell in cells if cell["n"])
    assert sum(cell["share"]["Wenz"] + cell["share"]["Farbsolo"] for cell in cells) == 0  # it never plays alone
    assert any("P" in line and "(" in line for line in habits.lines({"claims": [], "grids": [found]}))


# --- by checkpoint -------------------------------------------------------------------------------


def test_what_harel_learned_by_checkpoint() -> None:
    found = checkpoints.report("yaniv", "harel")
    times, flips = found["times"], found["flips"]
    assert times[0]["games"] == 0 and times[-1] == times[-1] | {"games": 20_000_000, "agree": 1.0}
    assert times[0]["strength"] == {} and times[-1]["strength"]["semirandom"] == 0.85325
    for flip in flips:
        chosen = found["positions"][flip["position"]]["chosen"]
        last = [time["games"] for time in times].index(flip["settled"])
        assert len(set(chosen[last:])) == 1 and chosen[last - 1] != chosen[-1] and len(flip["moves"]) > 1
    assert [flip["settled"] for flip in flips] == sorted((flip["settled"] for flip in flips), reverse=True)
    came = {claim["text"]: claim["came"] for claim in found["claims"]}
    assert came["avoids high pile cards"] == 50_000  # a random table does not
    flip = next(line for line in checkpoints.lines(found) if line.startswith("  position   4  changed 25 times"))
    assert flip.endswith(": Q♥ ▸ a at first, Q♥ ▸ stack at the end")
    assert (
        sum(line.startswith("strength: the last figures of the learning curve") for line in checkpoints.lines(found))
        == 1
    )


def test_chunks_are_not_taken_for_games(tmp_path: Path) -> None:
    """Where a card counts the games that were played, but the answers were counted by chunks."""
    for path in registry.weights(registry.bot_entry("tricks", "mlp-exact")).iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    card = tmp_path / "card.toml"
    card.write_text(card.read_text().replace("games = 0\n", "games = 687567\n", 1))
    found = checkpoints.report("tricks", f"mlp-exact@{tmp_path}")
    assert found["counted"] == "chunks" and found["times"][-1]["games"] == 400
    assert checkpoints.report("yaniv", "harel")["counted"] == "games"


def test_a_habit_comes_when_its_share_is_nearer_to_the_end_for_good() -> None:
    found = frozen_positions.load("zsy")
    assert found
    few = found._replace(positions=found.positions[:30])
    does: Callable[..., Any] = lambda game, seen, action: action == seen.legal[0]  # noqa: E731
    chosen = np.array([[1, 0, 1, 0, 0]] * 28 + [[1, 1, 1, 0, 0], [0, 0, 0, 0, 0]], np.uint8)
    answers = Answers(np.arange(5) * 10, chosen, np.zeros((few.actions, 5), np.float16))
    row = checkpoints._claim(few, Claim("takes the first", "all", does), [0, 10, 20, 30, 40], answers)
    assert row["came"] == 30 and row["share"][-1] == 1.0 and row["n"] == 30


@pytest.mark.parametrize(("other", "came"), [(1, None), (10, 30)])
def test_a_habit_has_not_come_where_what_it_is_compared_with_is_hardly_known(other: int, came: int | None) -> None:
    """The last positions, one or ten, are those of the contrast, in which the bot never does so."""
    found = frozen_positions.load("zsy")
    assert found
    few = found._replace(positions=found.positions[: 30 + other])
    contrast = [one.seen for one in few.positions[30:]]

    def does(game: Any, seen: Observation, action: Action) -> bool | None:
        return None if seen in contrast else action == seen.legal[0]

    def against(game: Any, seen: Observation, action: Action) -> bool | None:
        return action == seen.legal[0] if seen in contrast else None

    chosen = np.array([[1, 1, 1, 0, 0]] * 27 + [[1, 1, 1, 1, 1]] * (3 + other), np.uint8)
    answers = Answers(np.arange(5) * 10, chosen, np.zeros((few.actions, 5), np.float16))
    row = checkpoints._claim(few, Claim("takes the first", "", does, against), [0, 10, 20, 30, 40], answers)
    assert (row["came"], row["against"], row["share"][-1]) == (came, 0.0, 0.9)


def test_positions_of_a_deal_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    found, made = frozen_positions.load("zsy"), list[Made]()
    assert found
    tested = habits.tested
    monkeypatch.setattr(habits, "tested", lambda game, claim, last: made.extend(last) or tested(game, claim, last))
    checkpoints.report("zsy", "dmc")
    assert [one.deal for one in made[:240]] == [one.deal for one in found.positions]


def test_what_has_no_checkpoints_is_refused() -> None:
    with pytest.raises(Refusal, match="greedy is not trained"):
        checkpoints.report("yaniv", "greedy")
    with pytest.raises(Refusal, match="not asked while it was trained"):
        checkpoints.report("yaniv", "harel-best")


@pytest.mark.parametrize("curve", ["", "games,greedy\nmany,0.5\n", "games,greedy\n1\n", "games,greedy\n1,often\n"])
def test_a_damaged_learning_curve_is_refused(tmp_path: Path, curve: str) -> None:
    for path in registry.weights(registry.bot_entry("yaniv", "harel")).iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "curve.csv").write_text(curve)
    with pytest.raises(Refusal, match=r"curve\.csv should have a line of names, then lines with as many numbers"):
        checkpoints.report("yaniv", f"harel@{tmp_path}")
