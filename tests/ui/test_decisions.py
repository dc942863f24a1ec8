"""Decisions in the bots' panel: values, their gap to the best, a second opinion beside them, beliefs."""

from __future__ import annotations

from cardtui import registry
from cardtui.core import Action, Belief, Decision, Option
from cardtui.games.zsy.rules import PASS
from cardtui.games.zsy.typed import name, ranked
from cardtui.match import HUMAN
from cardtui.ui.dialogs import Reading
from cardtui.ui.widgets.decisions import Second, decision_lines

from .common import table, text, type_in, until


def valued(*values: float, stderr: float | None = None) -> Decision:
    """Playing 3, 4, 55 or passing, with these values; the best is chosen."""
    actions = [Action("play", ranked(text)) for text in ("3", "4", "55")] + [PASS]
    options = [Option(a, float(v == max(values)), v, stderr) for a, v in zip(actions, values, strict=False)]
    return Decision(max(options, key=lambda option: option.value or 0).action, tuple(options), "wins")


def test_values_stand_with_their_gap_to_the_best_and_a_second_opinion_where_there_is_room() -> None:
    """Without room the second opinion is a sentence alone, and no line is wider than the panel."""
    game, learned, sampled = registry.game("zsy"), valued(0.5, 0.75, 0.625), valued(0.61, 0.54, 0.25, stderr=0.02)
    second = Second("pimc", sampled)
    wide = [str(row) for row in decision_lines(game, learned, 60, 0, name, second)]
    assert wide[0] == "value · pimc · gap" and wide[1].rstrip() == "▶4   +0.75 .54±.02"
    assert wide[2] == "  pimc would: 3 .61±.02, not 4 .54±.02"
    assert [row.rstrip() for row in wide[3:5]] == [" 55  +0.62 .25±.02  -0.12", " 3   +0.50 .61±.02  -0.25"]
    narrow = [str(row) for row in decision_lines(game, learned, 20, 0, name, second)]
    assert narrow[0] == "value · pimc" and all(len(row) <= 20 for row in narrow)
    narrower = [str(row) for row in decision_lines(game, learned, 18, 0, name, second)]
    assert narrower[0] == "value · gap" and "  pimc would: 3" in narrower
    mixed = learned._replace(options=tuple(option._replace(probability=1 / 3) for option in learned.options))
    assert str(decision_lines(game, mixed, 60, 0, name)[0]) == "P · value · gap"


def test_beliefs_are_listed_once_for_each_number() -> None:
    """As long as they are the same for neighbours; Zheng Shang You counts the cards of a rank."""
    held = dict.fromkeys(("3c", "3d"), 0.25) | {"4c": 0.5}
    thought = valued(0.5, 0.75)._replace(beliefs=(Belief(1, "holds", held),))
    assert "  seat 2 holds: 3 4 0.50" in map(str, decision_lines(registry.game("zsy"), thought, 60))
    told = map(str, decision_lines(registry.game("zsy"), thought, 60, names=("greedy", "You")))
    assert "  You hold: 3 4 0.50" in told


async def test_the_second_opinion_stands_beside_the_coach_where_it_differs() -> None:
    """And only there; asked after the coach has spoken."""
    async with table(HUMAN, "greedy", game="zsy", seed=2, coach="greedy", size=(140, 40)) as (screen, pilot):
        screen.entry = screen.entry._replace(second="greedy:lead=pattern")
        await pilot.press("f7")
        assert screen.seats.panel == "coach"
        await until(pilot, lambda: "greedy:lead=pattern would: 4 1.0, not 5" in text(pilot))
        await type_in(pilot, "4")
        await pilot.press("enter")
        await until(pilot, lambda: screen.seats.coach.second is not None)
        assert "would:" not in text(pilot)
        await pilot.press("f5")
        assert isinstance(pilot.app.screen, Reading)
