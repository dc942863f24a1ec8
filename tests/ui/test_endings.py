"""The end of a deal and of a match, painted without an app: what is told, at every size and without colours."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from cardtui import registry
from cardtui.core import decide
from cardtui.entries import HUMAN
from cardtui.games.zsy.parsing import spelled
from cardtui.games.zsy.rules import PASS
from cardtui.loading import load
from cardtui.match import Match
from cardtui.settings import Settings
from cardtui.tableside import Tableside, places, standings
from cardtui.ui.app import Resume
from cardtui.ui.games.anygame import AnyGameTable
from cardtui.ui.games.endings import Seat, paint_seats
from cardtui.ui.games.hands import Hand, layout, paint_hands
from cardtui.ui.games.ninetyeight.felt import NinetyEightTable
from cardtui.ui.games.schafkopf.table import SchafkopfTable
from cardtui.ui.games.tricks.felt import TricksTable
from cardtui.ui.games.yaniv.felt import YanivTable
from cardtui.ui.games.zsy.felt import ZsyTable
from cardtui.ui.look.canvas import Canvas
from cardtui.ui.look.cards import Face
from cardtui.ui.look.palette import DARK, LIGHT, MONO, Palette
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.table.game import GameTable, View
from cardtui.ui.widgets.felt import Felt

from .common import Bots, app, painted, text, until

SIZES = (52, 17), (65, 22), (88, 31), (126, 51)
PALETTES = DARK, LIGHT, MONO, replace(MONO, lines=True)
TABLES: dict[str, type[GameTable]] = {
    "yaniv": YanivTable,
    "tricks": TricksTable,
    "zsy": ZsyTable,
    "98": NinetyEightTable,
    "schafkopf": SchafkopfTable,
}


@cache
def played(game: str, rules: str, seats: tuple[str, ...], deals: int, auto: str = "random", seed: int = 7) -> Match:
    """A match after so many deals; 0 for its end."""
    match = Match.new(game, rules, seats, seed)
    agents = {spec: registry.agent(match.game, auto if spec == HUMAN else spec) for spec in seats}
    moves = 0
    while True:
        while (seat := match.turn) is not None:
            moves += 1
            match.play(decide(agents[seats[seat]], match.observe(seat), Random(moves)).action)
        if match.over or match.standing.deals == deals:
            return match
        match.next_deal()


def paint(match: Match, size: tuple[int, int], palette: Palette = DARK, end: bool = False, plain: bool = False) -> str:
    """What the table paints, of the deal or of the match."""
    return canvas_of(match, size, palette, end, plain).text()


def canvas_of(match: Match, size: tuple[int, int], palette: Palette, end: bool = False, plain: bool = False) -> Canvas:
    """The canvas of it."""
    settings = Settings(trick_pause=0.0)
    tableside = Tableside(match, lambda: settings)
    kind = AnyGameTable if plain else TABLES[match.header.game]
    table = kind(match, tableside, lambda: settings)
    seen = tableside.observe()
    view = View(seen, tableside.names, {}, seen.zone("hand").cards, (), None, False, False)
    canvas = Canvas(*size, palette, palette.felt)
    (table.paint_match if end else table.paint)(canvas, view)
    return canvas


CLUB = ("yaniv", "club:limit=200", (HUMAN, "greedy", "semirandom"))
MATCHES = (
    (*CLUB, 4, "greedy"),
    ("yaniv", "paper:deals=3", (HUMAN, "greedy", "greedy", "semirandom", "random", "greedy"), 3, "greedy"),
    ("tricks", "tricks", (HUMAN, "random"), 2),
    ("zsy", "paper", (HUMAN, "greedy"), 3, "greedy"),
    ("98", "paper", (HUMAN,), 3, "gap"),
)


@pytest.mark.parametrize("made", MATCHES, ids=lambda made: f"{made[0]}-{len(made[2])}")
def test_a_deal_ends_with_hands_totals_and_course_at_every_size(made: tuple) -> None:  # type: ignore[type-arg]
    """Everybody's result and cards are there with and without colours, and the course wherever it has room."""
    match = played(*made)
    names = Tableside(match, Settings).names
    for size in SIZES:
        for palette in PALETTES:
            now = paint(match, size, palette)
            assert len(now.splitlines()) <= size[1] and max(map(len, now.splitlines())) <= size[0]
            if size[0] > 60:
                assert all(name in now for name in names) or match.header.game == "98"
            assert ("AFTER EACH DEAL" in now) or size[1] < 30, now
        for zone in match.observe(0).hands if match.header.game == "yaniv" else ():
            sums = f"sum {match.game.score(zone.cards)}"  # type: ignore[attr-defined]
            assert sums in paint(match, size), (size, sums)


def test_where_nothing_is_paid_for_it_there_is_no_assaf() -> None:
    match = played("yaniv", "paper:scoring=points", (HUMAN, "greedy", "greedy"), 1, "greedy", 36)
    side = Tableside(match, Settings)
    assert match.game.returns(match.state)[match.state.caller] < 0
    told = paint(match, (88, 31)), TABLES["yaniv"](match, side, Settings).result(side.observe())
    assert "Ada calls Yaniv, Rex wins" in told[0] and "Ada called with 7" in told[1]
    assert not any("Assaf" in text for text in told)


def test_assaf_and_halving_are_told_step_by_step() -> None:
    """§7: the penalty is added to the hand, and a total of exactly half the limit is halved."""
    told = ""
    for seed in range(1, 60):
        match = played(*CLUB[:2], (HUMAN, "semirandom", "semirandom"), 1, "semirandom", seed)
        caller = match.state.caller
        if caller is not None and match.game.returns(match.state)[caller] < 0:
            hand = match.game.score(match.state.hands[caller])  # type: ignore[attr-defined]
            told = paint(match, (88, 31))
            assert "Assaf!" in told and f"{hand}  +  Assaf 30  =  {hand + 30} points" in told
            lowest = min(map(match.game.score, match.state.hands))  # type: ignore[attr-defined]
            assert re.search(rf"called with {hand} points?; lowest: \w+ with {lowest}", told)
            break
    assert told
    for seed in range(1, 40):
        match = played("yaniv", "club:limit=40", (HUMAN, "greedy", "greedy"), 2, "greedy", seed)
        totals, gained = match.totals(), match.game.returns(match.state)
        if len(totals) != 3:
            continue
        for seat, gain in enumerate(gained):
            if totals[1][seat] - gain != totals[2][seat]:
                full = totals[1][seat] - gain
                assert f"= {full:g}, halved {full / 2:g}" in " ".join(paint(match, (88, 31)).split())
                side = Tableside(match, Settings)
                said = TABLES["yaniv"](match, side, Settings).result(side.observe())
                assert f"{side.names[seat]} {-gain:+g}, halved to {full / 2:g}" in said
                assert re.search(r" 0( ·|$)", said) and "+0" not in said  # as on the plate of who had the lowest hand
                return
    raise AssertionError("no total was halved")


def test_who_shares_the_deal_is_not_the_next_behind_the_caller() -> None:
    for seed in range(1, 200):
        match = played("yaniv", "paper:deals=1", (HUMAN, "greedy", "greedy", "greedy"), 0, "greedy", seed)
        gained, caller = match.game.returns(match.state), match.state.caller
        if caller is not None and 0 < gained[caller] < 1:
            sums = [match.game.score(hand) for hand in match.state.hands]  # type: ignore[attr-defined]
            behind = min(total for total in sums if total > sums[caller])
            assert re.search(rf"with {sums[caller]} points?; next: \w+ with {behind}\b", paint(match, (88, 31)))
            return
    raise AssertionError("no deal was shared")


def test_places_know_that_the_fewest_points_win() -> None:
    """Also after a deal in which a total was halved, which changes it against the result."""
    match = played(*CLUB, 0, "greedy")
    table, totals = places(match), match.totals()
    assert match.fewest_win and [row.total for row in table] == sorted(match.standing.scores)
    assert {row.seat for row in table if row.place == 1} == set(match.standing.winners)
    for row in table:
        changes = [after[row.seat] - before[row.seat] for before, after in pairwise(totals)]
        assert (row.best.change, row.worst.change) == (min(changes), max(changes))
        assert changes[row.best.number - 1] == row.best.change
        assert row.behind == row.total - min(match.standing.scores)
    money = played("schafkopf", "club:deals=3", (HUMAN, "random", "random", "random"), 0)
    assert not money.fewest_win and places(money)[0].total == max(money.standing.scores)
    tied = played("yaniv", "paper:scoring=points,deals=3", (HUMAN, "greedy"), 0, "greedy", 41)
    assert set(tied.game.returns(tied.state)) == {0} and tied.fewest_win, "whose last deal changed no score"
    assert {row.seat for row in places(tied) if row.place == 1} == set(tied.standing.winners)


def test_tricks_tell_what_each_made_of_the_same_hand() -> None:
    """The tricks with either hand of both seats, and who took which trick in which half."""
    match = played("tricks", "tricks", (HUMAN, "random"), 1)
    now, ((a, b), (c, d)) = paint(match, (88, 31)), match.state.taken
    assert f"You {a}, then Ada {d}" in now and f"Ada {b}, then You {c}" in now
    first, second = (row for row in now.splitlines() if row.strip().startswith(("1st half", "2nd half")))
    assert first.count("You") == a and first.count("Ada") == b and first.endswith(f"{a} : {b}")
    assert second.count("You") == c and second.endswith(f"{c} : {d}")


@pytest.mark.parametrize("size", SIZES)
def test_scores_that_never_changed_have_no_curve(size: tuple[int, int]) -> None:
    """The end of the match says so in a sentence; what happened in the deal keeps its curve."""
    level, other = (played("tricks", "tricks:deals=2", ("human", bot), 0, "first", 4) for bot in ("first", "random"))
    assert set(level.standing.scores) == {0.0} != set(other.standing.scores)
    shown, usual = paint(level, size, end=True), paint(other, size, end=True)
    assert "AFTER EACH DEAL" not in shown and "No deal changed the scores." in shown
    assert "AFTER EACH DEAL" in usual and "changed" not in usual
    assert "AFTER EACH DEAL" not in paint(level, size)
    assert "WITH THE FIRST HAND" in paint(level, (126, 51))


def test_one_point_is_told_as_one_and_on_plain_lines_as_on_the_screen() -> None:
    match = played("tricks", "tricks:deals=1", (HUMAN, "random"), 0)
    assert sorted(match.standing.scores) == [-1, 1]
    first, last = standings(match, ("You", "Ada"))
    assert first.endswith(": 1 point.") and last.endswith(": -1 point, 2 behind."), "of one deal none is the best"
    assert "1 point · 1 deal" in paint(match, (88, 31), end=True)
    level = played("tricks", "tricks:deals=2", (HUMAN, "first"), 0, "first", 4)
    assert standings(level, ("You", "Ada")) == [f"1. {name}: 0 points. 0 in each deal." for name in ("You", "Ada")]


def test_a_free_row_parts_the_plates_of_the_end_first() -> None:
    """They have one colour; at 140x40, tricks with its curve has two rows, of which the heading takes one."""
    canvas = canvas_of(played("tricks", "tricks", (HUMAN, "random"), 2), (88, 33), DARK)
    rows = canvas.text().splitlines()
    assert any("AFTER EACH DEAL" in row for row in rows) and any("AS DEALT" in row for row in rows)
    y = next(y for y, row in enumerate(rows) if row.split() == ["You", "Ada"])
    grounds = [canvas.rows[at][4].background for at in range(1, y + 1)]
    assert grounds == [DARK.plate] * (y - 2) + [DARK.felt, DARK.plate]


def test_zsy_shows_what_was_dealt_left_and_set_aside() -> None:
    """All 54 cards are on the felt; the loser's last ones are named as cards, since `55` alone reads as a number."""
    match = played("zsy", "paper", (HUMAN, "greedy"), 1, "greedy")
    winner = match.state.winner
    left, whose = match.state.hands[1 - winner], "your" if winner else "Ada's"
    now = paint(match, (88, 31), MONO)
    assert f"{len(left)} left" in now and "0 left" in now and "18 cards dealt" in now and "set aside" in now
    assert f"{whose} hand: {spelled(left)}" in now


def test_zsy_counts_one_play_and_one_pass_as_one() -> None:
    """Also for a seat that laid one card in the whole deal."""
    match = Match.new("zsy", "paper", (HUMAN, "greedy"), 7)
    once = match.turn
    agent, laid = registry.agent(match.game, "greedy"), 0
    while (seat := match.turn) is not None:
        seen = match.observe(seat)
        waits = seat == once and laid and PASS in seen.legal
        match.play(PASS if waits else decide(agent, seen, Random(1)).action)
        laid += seat == once and not waits
    assert laid == 1, "the one who led got the lead again"
    assert "1 play, passed" in paint(match, (88, 31), MONO)


def test_yaniv_tells_why_the_match_is_over() -> None:
    """§7.4: a total over the limit, or the number of deals; before that, who opens the next deal."""
    match = played("yaniv", "club:limit=40", (HUMAN, "greedy", "greedy"), 0, "greedy")
    names = Tableside(match, Settings).names
    over = [name for name, total in zip(names, match.totals()[-1], strict=True) if total > 40]
    verb = "is" if over != ["You"] else "are"
    assert len(over) == 1 and f"{over[0]} {verb} over 40: the match ends" in paint(match, (88, 31))
    match = played("yaniv", "club:limit=10", (HUMAN, *["greedy"] * 3), 0, "greedy", 11)
    count = sum(total > 10 for total in match.totals()[-1])
    assert count > 1
    for size in SIZES:
        assert f"{count} players are over 10: the match ends" in " ".join(paint(match, size).split()), size
    assert "all 2 deals of the match are played" in paint(
        played("yaniv", "paper:deals=2", (HUMAN, "greedy"), 0, "greedy"), (88, 31)
    )
    assert "the only deal of the match is played" in paint(
        played("yaniv", "paper:deals=1", (HUMAN, "greedy"), 0, "greedy"), (88, 31)
    )
    assert "the next deal" in paint(played(*CLUB, 1, "greedy"), (88, 31))


def test_98_is_celebrated_in_every_palette() -> None:
    """All cards laid: large digits and fireworks; otherwise what was left."""
    match = played("98", "paper", (HUMAN,), 1, "gap", 47)
    assert match.standing.scores == (98.0,)
    for size in SIZES:
        for palette in PALETTES:
            now = paint(match, size, palette)
            assert "ALL 98 CARDS LAID: A WIN" in now
            assert ("- * -" in now) if palette.lines else ("▀" in now)
    rest = paint(played("98", "paper", (HUMAN,), 1, "gap"), (88, 31))
    assert "in the hand" in rest and "STACKS" in rest and "A WIN" not in rest


def test_a_game_without_a_table_of_its_own_has_the_same_end() -> None:
    """Standing, hands and course come from the rules alone."""
    now = paint(played("yaniv", "paper", (HUMAN, "greedy"), 3, "greedy"), (88, 31), plain=True)
    assert "the deal" in now and "HANDS" in now and "AFTER EACH DEAL   wins" in now


@pytest.mark.parametrize("size", SIZES)
def test_a_match_ends_with_its_places(size: tuple[int, int]) -> None:
    """The winner, the distance to the second, and the course of the money."""
    match = played("schafkopf", "club:deals=3", (HUMAN, "random", "random", "random"), 0)
    table = places(match)
    for palette in PALETTES:
        now = paint(match, size, palette, end=True)
        assert " win" in now and "· 3 deals" in now and "STANDINGS" in now and "AFTER EACH DEAL" in now
        assert all(f" {row.total:g}" in now for row in table)
        lines = [line.rstrip() for line in now.splitlines()]
        top = next(at for at, line in enumerate(lines) if "STANDINGS" in line)
        assert len(set(map(len, lines[top : top + 1 + len(table)]))) == 1, "the heads end where their columns do"


async def test_enter_leads_through_the_last_deal_to_the_end_of_the_match(tmp_path: Path) -> None:
    """Enter shows it, Esc goes back, ^r opens the replay, from which Esc goes back to the table."""
    path = tmp_path / "match.jsonl"
    match = Match.new("tricks", "tricks:n=3,deals=1", (HUMAN, "random"), 7, path)
    while match.turn is not None:
        match.play(match.observe(match.turn).legal[0])
    match.close()
    async with app(Resume(path), Bots()).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        await until(pilot, lambda: screen.query(Felt) and screen.query_one(Felt).canvas)
        assert "TRICK BY TRICK" in painted(screen) and "Enter shows how it ended" in text(pilot)  # type: ignore[arg-type]
        await pilot.press("n")
        assert "the match is over: r plays another" in text(pilot)
        await pilot.press("enter")
        assert "the match is over: r plays another" not in text(pilot), "what was refused before is told no longer"
        assert "STANDINGS" in painted(screen) and "Enter another" in text(pilot)  # type: ignore[arg-type]
        await pilot.press("escape")
        assert "TRICK BY TRICK" in painted(screen)  # type: ignore[arg-type]
        await pilot.press("ctrl+r")
        replay = load("cardtui.ui.screens.replay:ReplayScreen")
        await until(pilot, lambda: isinstance(pilot.app.screen, replay))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("f10")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        assert "GO ON" not in text(pilot)


@pytest.mark.parametrize(
    ("game", "seats", "auto", "title"),
    [
        ("yaniv", (HUMAN, "greedy", "random"), "greedy", "HOW THE HANDS SHRANK"),
        ("zsy", (HUMAN, "greedy"), "greedy", "CARDS IN HAND"),
        ("tricks", (HUMAN, "random"), "random", "WITH THE FIRST HAND"),
        ("98", (HUMAN,), "gap", "HOW THE STACKS WENT"),
    ],
)
def test_a_deal_is_told_as_curves(game: str, seats: tuple[str, ...], auto: str, title: str) -> None:
    """Where cards leave room; beside the curves of the match where there are both."""
    rules = "tricks" if game == "tricks" else "paper"
    now = paint(played(game, rules, seats, 1, auto), (126, 51))
    assert title in now and "AFTER EACH DEAL" not in now
    both = next(line for line in paint(played(game, rules, seats, 2, auto), (126, 51)).splitlines() if title in line)
    assert "AFTER EACH DEAL" in both


def test_the_sums_of_a_deal_of_yaniv_begin_with_the_hands_dealt_and_end_with_those_shown() -> None:
    match = played("yaniv", "paper", (HUMAN, "greedy", "random"), 1, "greedy")
    table = YanivTable(match, Tableside(match, Settings), Settings)
    view = View(match.observe(0), table.tableside.names, {}, (), (), None, False, False)
    first = match.before()[0].state.hands
    score = match.game.score  # type: ignore[attr-defined]
    for line, dealt, shown in zip(table._ending(view).deal.lines, first, match.state.hands, strict=True):
        assert (line.values[0], line.values[-1]) == (score(dealt), score(shown))


@pytest.mark.parametrize("size", SIZES)
def test_equal_ranks_of_two_figures_are_told_apart(size: tuple[int, int]) -> None:
    """Two of the four tens are in one of the three hands: `10 10`, where lower cards are `99`."""
    told = paint(played("zsy", "paper", (HUMAN, "greedy"), 1, "greedy"), size)
    assert re.search("10 +10", told) and "1010" not in told


@pytest.mark.parametrize("rules", ["paper", "club"])
def test_what_is_told_of_a_hand_of_yaniv_is_never_cut(rules: str) -> None:
    """At 80×24 and 100×30: who called, as long as there is room for it."""
    for others in (1, 2, 3):
        match = played("yaniv", rules, (HUMAN, *["greedy"] * others), 1, "greedy", 8)
        assert all("…" not in paint(match, size) for size in SIZES[:2])
    assert "called, " in paint(match, SIZES[1])


def test_of_a_long_hand_in_one_row_it_is_told_who_called_rather_than_how_many_cards() -> None:
    """Five cards in the 52 columns that hands have at 80×24; beside four there is room for both."""
    five = [Face(rank, suit) for rank, suit in ("A♣", "A♥", "2♦", "2♠", "A♦")]
    hands = [Hand("Kathi", five, "called, 5 cards", "sum 7"), Hand("Mo", five[1:], "called, 4 cards", "sum 6")]
    canvas = Canvas(52, 2, DARK, DARK.felt)
    shown = layout(hands, 50, None)
    assert shown and shown.height == 2
    paint_hands(canvas, 1, 0, 50, hands, shown, 0)
    first, second = canvas.text().splitlines()
    assert re.search("called +sum 7", first) and "called, 4 cards  sum 6" in second


@pytest.mark.parametrize(("width", "form"), [(58, "▸"), (70, "total")])
def test_totals_have_one_form_at_all_seats(width: int, form: str) -> None:
    """Also where one plate is a column narrower than the others."""
    canvas = Canvas(width, 3, DARK, DARK.felt)
    totals = (130, 12, 24, 0, 130)
    paint_seats(canvas, 0, 0, width, [Seat("A", "", "+12", 0.0, f"total {total}") for total in totals], 3)
    told = canvas.text()
    assert told.count(form) == told.count("total") + told.count("▸") == 5


@pytest.mark.parametrize(("width", "form"), [(76, "▸"), (100, "total")])
def test_totals_have_one_form_beside_pixel_digits(width: int, form: str) -> None:
    """Also where one seat's result is narrower than those of the others, which leave no room for the word."""
    canvas = Canvas(width, 4, DARK, DARK.felt)
    gains = (("0", "called"), ("+11", ""), ("+20", ""), ("+28", ""))
    paint_seats(canvas, 0, 0, width, [Seat("You", role, gain, 0.0, f"total {gain}") for gain, role in gains], 4)
    told = canvas.text()
    assert told.count(form) == told.count("total") + told.count("▸") == 4 and "called" in told


@pytest.mark.parametrize("gain", ["0", "+37"])
@pytest.mark.parametrize("height", [3, 4])
def test_a_narrow_plate_tells_who_called_below_a_longer_name(gain: str, height: int) -> None:
    """At 80 columns four plates have 12 each; beside wide pixel digits there is no room for the word."""
    canvas = Canvas(52, height, DARK, DARK.felt)
    told = (("Kathi", "called", gain), ("Ada", "", "+14"), ("Rex", "", "+5"), ("Mo", "", "+20"))
    paint_seats(canvas, 0, 0, 52, [Seat(name, role, got, 0.0, "total 138") for name, role, got in told], height)
    assert "called" in canvas.text() and canvas.text().count("138") == 4
