"""Decisions in the bots' panel: values, their gap to the best, a second opinion beside them, beliefs."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from cardtui import registry, words
from cardtui.core import Action, Belief, Decision, Option, parse_action
from cardtui.entries import HUMAN
from cardtui.entries.wording import shortened
from cardtui.games.yaniv.cards import read_card
from cardtui.games.zsy.parsing import name, ranked
from cardtui.games.zsy.rules import PASS
from cardtui.loading import load
from cardtui.review import positions
from cardtui.tableside import Advised, Second
from cardtui.text.formatting import error, figure, unit_name
from cardtui.text.language import ENGLISH
from cardtui.ui.dialogs import TextWindow
from cardtui.ui.table.game import cost, star
from cardtui.ui.widgets.beliefs import belief_lines
from cardtui.ui.widgets.cards import coloured
from cardtui.ui.widgets.compare import Column, compare_lines, rows_of
from cardtui.ui.widgets.costly import costly_lines
from cardtui.ui.widgets.decisions import _estimates, decision_lines

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
    assert wide == [
        "wins · pimc · gap",
        "▶4  +0.75 .54±.04       ·······················●",
        "  pimc would: 3 .61±.04, not 4 .54±.04",
        " 55 +0.62 .25±.04 -0.13 ············●···········",
        " 3  +0.50 .61±.04 -0.25 ●·······················",
    ]
    narrow = [str(row) for row in decision_lines(game, learned, 19, 0, name, second)]
    assert narrow[0] == "wins · pimc" and all(len(row) <= 19 for row in narrow)
    assert not any("●" in row for row in narrow), "there is no room for a scale"
    narrower = [str(row) for row in decision_lines(game, learned, 17, 0, name, second)]
    assert narrower[0] == "wins · gap" and "  pimc would: 3" in narrower
    mixed = learned._replace(options=tuple(option._replace(probability=1 / 3) for option in learned.options))
    assert str(decision_lines(game, mixed, 60, 0, name)[0]) == "share · wins · gap"


def test_a_gap_is_the_difference_of_the_values_that_are_shown() -> None:
    """In their digits, and so is what a typed action costs."""
    game = registry.game("zsy")
    cents = valued(42.66, 42.83, 9.876)._replace(unit="cents")
    chances = valued(0.724, 0.746, 0.7459, stderr=0.02)._replace(unit="win probability")
    for decision, gaps, costs in (
        (cents, ("-32.9", "-0.1"), "0.1 cents worse than 4"),
        (chances, ("-3%",), "3% worse than 4, within"),
    ):
        drawn = "\n".join(str(row) for row in decision_lines(game, decision, 60, 0, name))
        assert sorted(re.findall(r" (-[\d.]+%?) ", drawn)) == sorted(gaps)
        assert cost(decision, decision.options[0].action, name, ENGLISH).startswith(costs)


def test_a_win_probability_is_told_as_a_probability() -> None:
    """Its error and gap too, in the panel, in a second opinion, on plain lines and in inspect; other values are not."""
    game, thought = registry.game("zsy"), valued(0.43, 0.754, 0.7538, stderr=0.02)._replace(unit="win probability")
    drawn = [str(row).rstrip() for row in decision_lines(game, thought, 60, 0, name, Second("dmc", thought))]
    assert drawn[0] == "win probability · ±95% · dmc · gap"
    assert drawn[1] == "▶4  75% ±4% 75%±4%      ···················━━●━━"
    assert " 55 75% ±4% 75%±4%      ···················━━●━━" in drawn
    assert " 3  43% ±4% 43%±4% -32% ━━●━━···················" in drawn
    assert any("value 43% ±4%" in line for line in words.thoughts(game, thought, ("You", "x")))
    compared = compare_lines(game, [Column("dmc", thought)], [option.action for option in thought.options], 0, 9, 0, 70)
    assert " 43% " in compared[1].plain and "+0.43" not in compared[1].plain
    assert (figure(0.43, "win probability"), figure(0.43, "Q: discounted win probability")) == ("43%", "+0.43")
    assert (error(0.004, "win probability"), error(0.02, "probability")) == ("±0.4%", "±2%")
    assert _estimates(Second("a", valued(10.5, -0.5)._replace(unit="cents"))) == {
        option.action: told for option, told in zip(valued(10.5, -0.5).options, ("10.5", "-.50"), strict=True)
    }


@pytest.mark.parametrize("unit", ["win probability", "expected points", "Q: ±1 a round for leading, ±1 at the end"])
async def test_units_are_in_sight_at_80_by_24(unit: str) -> None:
    """Of a hand with twelve ways to lay, above the figures, and beside the whole name of the bot."""
    async with table(HUMAN, "greedy", rules="paper", coach="greedy") as (screen, pilot):
        await pilot.press("f7")
        legal = screen.match.observe(0).legal
        options = tuple(Option(a, float(a == legal[0]), 0.5 - n / 100, 0.01, 9) for n, a in enumerate(legal))
        screen.tableside.coach.advice = (screen.match.ticket, Decision(legal[0], options, unit))
        screen.drawing.thoughts()
        told = {"win probability": "win probability · ±95%"}.get(unit, unit_name(unit))
        await until(pilot, lambda: told in text(pilot) and "COACH  greedy" in text(pilot))


def test_values_stand_on_one_scale_with_their_intervals_and_zero() -> None:
    """Without errors there are no intervals; without values there are bars of the probabilities."""
    game, thought = registry.game("zsy"), valued(-1.0, 1.0, 0.5, -0.25, stderr=0.1)
    drawn = [str(row) for row in decision_lines(game, thought, 40, 0, name)]
    assert drawn == [
        "wins · ±95% · gap",
        "▶4    +1.00 ±0.20       ········│····━●━",
        " 55   +0.50 ±0.20 -0.50 ········│━━●━···",
        " pass -0.25 ±0.20 -1.25 ·····━●━│·······",
        " 3    -1.00 ±0.20 -2.00 ━●━·····│·······",
    ]
    alike = [str(row) for row in decision_lines(game, valued(0.5, 0.5), 40, 0, name)]
    assert [row.index("●") for row in alike[1:]] == [alike[1].index("●")] * 2
    shares = (0.25, 0.5, 0.1875, 0.0625)
    options = tuple(Option(option.action, p) for option, p in zip(thought.options, shares, strict=True))
    rows = [str(row).split() for row in decision_lines(game, thought._replace(options=options), 40, 0, name)[1:]]
    assert [row[-1] for row in rows] == ["━" * 12, "━" * 6, "━" * 4 + "╸", "━╸"]


def aces(*figures: float, chosen: int = 0) -> Decision:
    """Orders of three aces and what they are worth."""
    cards = [tuple(map(read_card, order.split())) for order in ("Ac Ad Ah", "Ad Ac Ah", "Ah Ad Ac", "Ac Ah Ad")]
    actions = [Action("discard", laid, "stack") for laid in cards]
    options = [Option(a, float(n == chosen), v) for n, (a, v) in enumerate(zip(actions, figures, strict=True))]
    return Decision(actions[chosen], tuple(options), "win probability")


def test_orders_of_equal_cards_are_one_row_where_their_figures_are_alike() -> None:
    """With how many there are, in the panel and on plain lines; the chosen one stands for them."""
    game = registry.game("yaniv")
    drawn = [str(row).rstrip() for row in decision_lines(game, aces(0.431, 0.432, 0.433, 0.2, chosen=2), 40)]
    assert drawn[1:3] == ["▶A♥ A♦ A♣ ▸ stack ×3 43%      ·········●", " A♣ A♥ A♦ ▸ stack    20% -23% ●·········"]
    told = words.thoughts(game, aces(0.431, 0.432, 0.433, 0.2), ("You", "x"))
    assert told[1].startswith("  lay three A♣ A♦ A♥ and take from the stack, ×3 alike, probability 100%, value 43%")
    rows = words.ranked_options(game, aces(0.5, 0.5, 0.5, 0.5)._replace(options=tuple(
        option._replace(probability=0.25, value=None) for option in aces(0.5, 0.5, 0.5, 0.5).options
    )))  # fmt: skip
    assert [(row.count, row.option.probability) for row in rows] == [(4, 1.0)]


@pytest.mark.parametrize(
    ("one", "other"),
    [("3c 4c 5c > stack", "5c 4c 3c > stack"), ("Ac Ad > stack", "Ac Ad > a"), ("Ac > stack", "Ac Ad > stack")],
)
def test_what_is_not_the_same_stays_apart_though_it_is_worth_the_same(one: str, other: str) -> None:
    """The end of a run lies on top; where the card comes from is another move; so is another reason or count."""
    game = registry.game("yaniv")
    actions = [parse_action(game, f"discard {text}") for text in (one, other)]
    options = tuple(Option(action, 0.5, 0.5) for action in actions)
    assert len(words.ranked_options(game, Decision(actions[0], options, "win probability"))) == 2
    same = aces(0.5, 0.5, 0.5, 0.5)
    first, second, third, fourth = same.options
    apart = (first, second._replace(why="so"), third._replace(visits=3), fourth._replace(stderr=0.1))
    assert len(words.ranked_options(game, same._replace(options=apart))) == 4


def test_what_has_no_value_comes_after_what_has_even_a_bad_one() -> None:
    decision = aces(-1.0, -9.0, -2.0, 0.0)._replace(unit="cents")
    *valued, other = decision.options
    decision = decision._replace(options=(other._replace(value=None), *valued))
    best, good, bad, unknown = [*valued[::2], valued[1], other]
    rows = words.ranked_options(registry.game("yaniv"), decision)
    assert [row.option.action for row in rows] == [each.action for each in (best, good, bad, unknown)]
    sure = decision._replace(options=tuple([one._replace(value=None) for one in decision.options]))
    columns = [Column("a", decision), Column("b", sure)]
    assert rows_of(columns, ()) == [each.action for each in (best, good, bad, unknown)]


def test_a_label_that_has_no_room_keeps_where_it_goes() -> None:
    label = "A♣ A♥ A♠ A♦ ▸ stack"
    assert [shortened(label, size) for size in (19, 14, 12, 7)] == [label, "A♣A♥A♠A♦▸stack", "A♣A♥A…▸stack", "A♣ A♥ …"]
    assert shortened("solo-eichel", 5) == "solo…"


def test_a_label_takes_the_room_that_is_too_small_for_a_scale() -> None:
    """Rows of the same rank cannot be told apart without their suits."""
    game = registry.game("yaniv", "paper", 2)
    moves = ["10h 10d 10s > stack", "10h 10d 10c > stack", "10h 10s 10c > stack", "Qd > stack"]
    options = [
        Option(parse_action(game, f"discard {move}"), 0.0, value, 0.005)
        for move, value in zip(moves, (0.43, 0.41, 0.38, 0.59), strict=True)
    ]
    decision = Decision(options[-1].action, tuple(options), "win probability")
    rows = [str(row) for row in decision_lines(game, decision, 26)]
    assert max(map(len, rows)) <= 26
    assert [row.split("▸")[0].strip() for row in rows[-3:]] == ["10♥10♦10♠", "10♥10♦10♣", "10♥10♠10♣"]


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("keeps 4 cards counting 26 and draws, leaves 5", ["keeps 4 cards counting", "26 and draws, leaves 5"]),
        ("lays 5♠", ["n 200 · lays 5♠"]),
        (
            "no Kontra: gains in 51% with it, 54% without; said from 60% on · gains in 54%; Schwarz 2%",
            ["no Kontra: gains in 51%", "with it, 54% without"],
        ),
        ("lays what nobody else can have laid so far", ["lays what nobody else", "can have laid so far"]),
        ("lays what the seat after it cannot have any more", ["lays what the seat after", "it cannot have any more"]),
    ],
)
def test_a_reason_ends_whole_in_a_narrow_panel(why: str, told: list[str]) -> None:
    """In two lines: without the visits and the last clauses where there is no room for them."""
    game, thought = registry.game("yaniv"), aces(0.5, 0.4, 0.3, 0.2)
    options = tuple(option._replace(why=why, visits=200) for option in thought.options)
    below = [line.plain for line in decision_lines(game, thought._replace(options=options), 26)[2:]]
    assert [line.strip() for line in below[: len(told)]] == told
    assert not below[len(told)].startswith("  ")


def test_beliefs_are_listed_once_for_each_number() -> None:
    """As long as they are the same for neighbours; Zheng Shang You counts the cards of a rank."""
    held = dict.fromkeys(("3c", "3d"), 0.25) | {"4c": 0.5}
    thought = valued(0.5, 0.75)._replace(beliefs=(Belief(1, "holds", held),))
    assert "  seat 2 holds: 3 4 .50" in map(str, decision_lines(registry.game("zsy"), thought, 60))
    told = map(str, decision_lines(registry.game("zsy"), thought, 60, names=("greedy", "You")))
    assert "  You hold: 3 4 .50" in told


def test_a_heat_map_marks_the_truth_and_what_is_proved() -> None:
    """Of a group of equal cards, how many the seat holds; what none of ten deals had is no proof."""
    position = positions.at_random(registry.game("zsy"), 3)
    game, seen, other = position.game, position.seen, 1 - position.seen.seat
    even = load(registry.judging("zsy").chances)(game, seen)[other]
    held = {game.face(card): chance for card, chance in even.items()}
    truth = {other: frozenset(game.observe(game.determinize(seen, Random(1)), other).zone("hand").cards)}
    faces = {seat: frozenset(map(game.face, cards)) for seat, cards in truth.items()}
    lines = [str(line) for line in belief_lines(game, [Belief(other, "holds", held)], 130, (), faces, seen=seen)]
    assert lines[0].split()[:3] == ["holds", "3", "4"] and "really holds so many" in lines[-1]
    assert sum(map(int, lines[2].split()[1:])) == len(truth[other])

    turns = positions.all_turns("schafkopf", Path("tests/records/schafkopf-paper-4.jsonl"))
    game, seen, *_ = next(position for position in turns if position.place == (2, 26))
    told = [Belief(seat, "holds", {"GO": 1.0 * (seat == 2)}, samples=10) for seat in (1, 2, 3)]
    rows = [str(line) for line in belief_lines(game, told, 130, (), {}, seen=seen)]
    assert "×" in rows[1] and "<.3" in rows[1] and ">.7" in rows[2] and rows[-1].endswith("× impossible")
    spoken = words.thoughts(game, valued(0.5)._replace(beliefs=(told[0],)), "abcd", seen=seen)[-1]
    assert "GO <.3" in spoken and "EK" not in spoken


async def test_the_second_opinion_stands_beside_the_coach_where_it_differs() -> None:
    """And only there; asked after the coach has spoken. F5, named as soon as there are thoughts, shows them in full."""
    async with table(HUMAN, "greedy", game="zsy", seed=2, coach="greedy", size=(140, 40)) as (screen, pilot):
        screen.tableside.coach.other = "greedy:lead=pattern"
        assert "F5 thoughts" not in text(pilot)
        await pilot.press("f7")
        assert screen.tableside.panel == "coach"
        await until(pilot, lambda: "greedy:lead=pattern would: 4 100%, not 5" in text(pilot))
        assert "F5 thoughts" in text(pilot)
        await type_in(pilot, "4")
        await pilot.press("enter")
        await until(pilot, lambda: screen.tableside.coach.second is not None)
        assert "would:" not in text(pilot)
        await pilot.press("f5")
        assert isinstance(pilot.app.screen, TextWindow)
        await pilot.press("f5")
        assert pilot.app.screen is screen


def test_the_choice_has_a_star_only_where_nothing_else_is_as_good() -> None:
    """Within the 95% error of the difference another option is as good; exact values differ at once."""
    one, two = Action("play", (1,)), Action("play", (2,))

    def decision(gap: float, stderr: float | None) -> Decision:
        return Decision(one, (Option(one, 0.5, gap, stderr=stderr), Option(two, 0.5, 0.0, stderr=stderr)))

    assert [star(decision(gap, 1.0)) for gap in (2.7, 2.9)] == ["", "★"]
    assert [star(decision(gap, None)) for gap in (0.0, 0.1)] == ["", "★"]
    assert star(Decision(one, (Option(one, 1.0),))) == "★"


def test_what_a_typed_action_costs_is_told_with_its_unit_and_whether_it_is_sure() -> None:
    """Nothing is told of what is not known or does not compare."""
    sure, doubtful = valued(0.5, 0.75, 0.625), valued(0.61, 0.54, 0.25, stderr=0.04)
    three, four, fives = (option.action for option in sure.options)
    assert cost(sure, three, name, ENGLISH) == "0.25 wins worse than 4"
    assert cost(sure, four, name, ENGLISH) == "nothing is worth more"
    assert cost(doubtful, four, name, ENGLISH) == "0.07 wins worse than 3, within the margin of error"
    assert cost(doubtful, fives, name, ENGLISH) == "0.36 wins worse than 3"
    for scale in ("worth (1: all laid)", "Q: ±1 at the end"):
        assert cost(sure._replace(unit=scale), three, name, ENGLISH) == "0.25 worse than 4", "it counts nothing"
    assert cost(sure._replace(unit="win probability"), three, name, ENGLISH) == "25% worse than 4"
    whole = sure._replace(
        unit="tricks to come",
        options=tuple(
            option._replace(value=value and 8 * value)
            for option, value in ((option, option.value) for option in sure.options)
        ),
    )
    assert cost(whole, fives, name, ENGLISH) == "1 trick worse than 4"
    assert cost(whole, three, name, ENGLISH) == "2 tricks worse than 4"
    assert cost(sure, PASS, name, ENGLISH) == "", "its value is unknown"
    tried = [sure.options[0]._replace(visits=9), *sure.options[1:]]
    assert cost(sure._replace(options=tuple(tried)), three, name, ENGLISH) == "", "it was played out, the others not"


def test_only_values_that_rest_on_the_same_means_are_compared() -> None:
    """One option played out 200 times, one only estimated: the estimate takes no ★ away and is no gap."""
    played, guessed, other = valued(0.6, 0.9, 0.5).options[:3]
    options = (played._replace(visits=200, stderr=0.005), guessed, other._replace(visits=200, stderr=0.004))
    decision = Decision(played.action, options, "worth")
    assert [option.value for option in words.comparable(decision)] == [0.6, 0.5] and star(decision) == "★"
    undecided = decision._replace(action=Action("", ()))
    assert len(words.comparable(undecided)) == 3, "nothing is chosen: all compare"
    drawn = [str(row) for row in decision_lines(registry.game("zsy"), decision, 60, 0, name)]
    assert [gap in row for gap in (" -0.10 ", " -0.30 ") for row in drawn[1:]] == [False, False, True, *[False] * 3]


def test_cards_that_stand_close_together_have_their_own_colours() -> None:
    """A label that is shortened has no room for spaces."""
    drawn = coloured(" J♣J♥▸8♦*", four=False)
    assert {drawn.plain[span.start : span.end]: span.style for span in drawn.spans} == {
        "J♣": "$suit-clubs",
        "J♥": "$suit-hearts",
        "8♦": "$suit-diamonds",
    }


def test_errors_never_look_like_zero_and_whole_numbers_have_no_point() -> None:
    """Digits are those of the smallest error that is shown."""
    assert [error(size, "worth") for size in (0.2, 0.004, 0.0)] == ["±0.20", "±0.004", "±0"]
    assert [error(size, "win probability") for size in (0.00002, 0.3)] == ["±0.1%", "±30%"]
    rows = [str(row) for row in decision_lines(registry.game("zsy"), valued(-3.0, 12.0), 40, 0, name)]
    assert rows[1].split()[1] == "+12" and rows[2].split()[1:3] == ["-3", "-15"]


@pytest.mark.parametrize(
    ("width", "told"),
    [
        (25, ["  60 deals drawn by how", "  likely their bids were"]),
        (34, ["  60 deals drawn by how likely", "  their bids were; cards solved, 5", "  times as often"]),
    ],
)
def test_what_figures_rest_on_takes_two_lines_in_a_narrow_panel(width: int, told: list[str]) -> None:
    """Its first clauses; all of it in a wider one, and where all thoughts are read."""
    noted = valued(0.5, 0.75)._replace(
        note="60 deals drawn by how likely their bids were; cards solved, 5 times as often"
    )
    drawn = [str(row) for row in decision_lines(registry.game("zsy"), noted, width, 0, name)]
    assert drawn[3:] == told


def test_moves_that_cost_more_than_the_error_are_told_the_costliest_first() -> None:
    """With the better move and the error; the others are counted, and the bars tell what was expected of each."""
    sure, doubtful = valued(0.5, 0.75, 0.625, stderr=0.01), valued(0.61, 0.54, 0.25, stderr=0.04)
    _, four, fives = (option.action for option in sure.options)
    moves = [
        Advised(1, four, sure),
        Advised(4, fives, sure),
        Advised(7, four, doubtful),
        Advised(9, fives, doubtful),
        Advised(12, PASS, doubtful._replace(options=(*doubtful.options, Option(PASS, 0.0, 0.6)))),
    ]
    lines = [str(line) for line in costly_lines(moves, name, 48)]
    assert lines == [
        "turn 9  55, better 3                 -0.36 ±0.11",
        "turn 4  55, better 4                 -0.13 ±0.03",
        "2 of 5 moves cost more than the margin of error",
        "expected  +0.75 █▆▅▁▆ +0.60",
    ]
    narrow = [str(line) for line in costly_lines(moves, name, 25)]
    assert narrow[0] == "turn 9  55    -0.36 ±0.11" and max(map(len, narrow)) <= 25, "whole actions, without the better"
    lines = [str(line) for line in costly_lines(moves[:1], name, 48)]
    assert " ".join(lines) == "the only judged move cost no more than the margin of error"
    lines = [str(line) for line in costly_lines(moves[1:2], name, 60)]
    assert lines[1:] == ["the only judged move cost more than the margin of error"]
    cents = valued(80.0, 64.3, 12.0, stderr=1.2)._replace(unit="cents")
    lines = [str(line) for line in costly_lines([Advised(1, fives, cents)], name, 48)]
    assert lines[0].endswith(" -68.0 ±3.3"), "the error is as fine as the loss"
    past = [moved._replace(opinion=moved.opinion._replace(unit="tricks to come")) for moved in moves]
    assert not any("expected" in str(line) for line in costly_lines(past, name, 44)), "what was won is missing"
