"""The table of Zheng Shang You, played with the keyboard and the mouse."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtui import registry
from cardtui.core import Belief, Decision, Observation, Option, Refusal, action_text
from cardtui.entries import HUMAN
from cardtui.entries.spaces import listed
from cardtui.games.zsy.cards import RANK, RANKS, Pattern, counts, pattern
from cardtui.games.zsy.parsing import name, ranked, spelled
from cardtui.games.zsy.passing import OtherHand
from cardtui.games.zsy.rules import PASS
from cardtui.match import Match
from cardtui.record import archive
from cardtui.settings import Settings
from cardtui.study import outcomes
from cardtui.ui.app import Inspect, Menu, Replay
from cardtui.ui.dialogs import TextWindow
from cardtui.ui.games.zsy.guide import HELP, TUTORIAL
from cardtui.ui.games.zsy.known import paint_fewest
from cardtui.ui.games.zsy.screen import ZsyScreen
from cardtui.ui.games.zsy.stacks import FULL, LARGE, SLIM, _group, groups, places, spread
from cardtui.ui.look.canvas import Canvas
from cardtui.ui.look.palette import DARK
from cardtui.ui.scene import Scene
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.screens.seats import SeatsScreen
from cardtui.ui.widgets.felt import Felt

from . import common
from .common import (
    Bots,
    app,
    click,
    compare_golden,
    ending,
    enter,
    held,
    line,
    mine,
    options,
    painted,
    shown,
    text,
    type_in,
    until,
)

SEATS = (HUMAN, "greedy")
SEED = 2
"""You lead from 4 555 777 88 99 J Q KK A 2 BJ."""


@asynccontextmanager
async def table(*seats: str, rules: str = "paper", **more: Any) -> AsyncIterator[tuple[ZsyScreen, Pilot[None]]]:
    """A table of Zheng Shang You and the fingers to play."""
    async with common.table(*(seats or SEATS), rules=rules, game="zsy", **{"seed": SEED} | more) as (screen, pilot):
        assert isinstance(screen, ZsyScreen)
        yield screen, pilot


def leading(*hands: list[str]) -> Observation:
    """What the first of two hands sees before its lead."""
    game = listed(registry.game("zsy"))
    rest = [face for card in game.deck if (face := game.face(card)) not in (*hands[0], *hands[1])]
    return game.observe(game.start({"hands": hands, "rest": rest, "first": 0, "scores": [0, 0]}), 0)


def words(screen: ZsyScreen) -> list[str]:
    """What clicks on the felt type."""
    return [spot.word for spot in screen.query_one(Felt).spots]


# --- playing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "keys", [("7", "7", "7", "8", "8"), ("7", "space", "7", "7", "8", "8"), ("#", "5", "6", "7", "8", "9")]
)
async def test_ranks_and_numbers_play(keys: tuple[str, ...]) -> None:
    """The preview says what it does before Enter."""
    async with table() as (screen, pilot):
        await pilot.press(*["number_sign" if key == "#" else key for key in keys])
        assert shown(screen, "preview").startswith("✓ chain 777 88: 13 cards left in 9 turns · unseen over it: 10")
        assert (
            held(screen).picked == {screen.order.index(card) for card in screen.typed().cards}
            and len(screen.typed().cards) == 5
        )
        await pilot.press("enter")
        await mine(screen, pilot, 2)
        assert name(screen.match.moves()[0].action) == "777 88" and line(screen).value == ""
        assert "▸You        777 88" in text(pilot)


async def test_a_beginning_is_kept_and_completed() -> None:
    """`777 8` Enter plays nothing and says what it may become."""
    async with table() as (screen, pilot):
        await enter(pilot, "777 8")
        assert screen.match.moves() == [] and line(screen).value == "777 8 "
        assert "no move yet: 777 8 may become 777 88" in shown(screen, "message")
        await enter(pilot, "8")
        await mine(screen, pilot, 2)
        assert name(screen.match.moves()[0].action) == "777 88"


@pytest.mark.parametrize(
    ("typed", "rule"),
    [("p", "§3.2"), ("44", "§1.3"), ("j q", "§3.1"), ("x", "no rank"), ("#z", "no card z")],
)
async def test_illegal_input_keeps_the_text_and_names_the_rule(typed: str, rule: str) -> None:
    """And changes nothing."""
    async with table() as (screen, pilot):
        await enter(pilot, typed)
        assert rule in shown(screen, "preview") and "✗" in shown(screen, "preview") and not shown(screen, "message")
        assert line(screen).value == typed and screen.match.moves() == []


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_clicks_on_the_hand_take_the_cards_of_a_rank(size: tuple[int, int]) -> None:
    """The k-th card takes k of them, once more gives them back; the number below takes the first."""
    async with table(size=size) as (screen, pilot):

        def numbered(rank: str, height: int) -> str:
            own = [at for at, card in enumerate(screen.order, 1) if RANKS[RANK[card]] == rank]
            return f"#{own[height]}"

        await click(screen, pilot, numbered("7", 2))
        assert line(screen).value == "777" and held(screen).picked == {4, 5, 6}
        await click(screen, pilot, numbered("8", 1))
        assert line(screen).value == "777 88"
        await click(screen, pilot, numbered("7", 1))
        assert line(screen).value == "77 88"
        await click(screen, pilot, numbered("7", 1))
        assert line(screen).value == "88"
        felt = screen.query_one(Felt)
        five = next(spot for spot in felt.spots if spot.word == numbered("5", 0))
        assert felt.canvas and felt.canvas.rows[five.y + five.height - 1][five.x + five.width // 2].char == "2"
        await pilot.click(felt, offset=(five.x, five.y + five.height - 1))
        assert line(screen).value == "5 88"
        await pilot.click(felt, offset=(five.x, five.y + five.height))
        assert line(screen).value == "5 88"


async def test_arrows_and_space_mark() -> None:
    """The cursor walks over the hand, up within a rank; space takes the card under it and those below."""
    async with table() as (screen, pilot):
        await pilot.press("right", "right", "up", "space")
        assert line(screen).value == "55" and "▸5" in painted(screen)
        await pilot.press("down", "space")
        assert line(screen).value == "5"
        await pilot.press("space")
        assert line(screen).value == ""


async def test_clicks_on_the_table_type() -> None:
    """A pass on the small screen; on the large one all that can be laid."""
    async with table() as (screen, pilot):
        await enter(pilot, "4")
        await mine(screen, pilot, 2)
        assert [word for word in words(screen) if not word.startswith("#")] == ["pass"] and "p pass" in painted(screen)
        await click(screen, pilot, "pass")
        assert line(screen).value == "pass" and shown(screen, "preview") == "✓ pass: the other leads anew"
        assert "▐p pass▌" in painted(screen)
    async with table(size=(140, 40)) as (screen, pilot):
        await enter(pilot, "4")
        await mine(screen, pilot, 2)
        rows = painted(screen).splitlines()
        y = next(y for y, row in enumerate(rows) if "p pass" in row)
        x = rows[y].index("p pass")
        for below in (0, 1, 2):
            await pilot.press("escape")
            await pilot.click(Felt, offset=(x + 5, y + below))
            await pilot.pause()
            assert line(screen).value == "pass" and "▐p pass▌" in painted(screen), "also what stands below it"
    async with table(size=(140, 40)) as (screen, pilot):
        places = [word for word in words(screen) if not word.startswith("#")]
        plays = list(map(name, screen.seen.legal))
        assert places == [*plays, *["4", "555", "777 88 99", "J", "Q", "KK", "A", "2", "BJ"]]
        await click(screen, pilot, "77 88 99")
        assert line(screen).value == "77 88 99" and "✓ chain" in shown(screen, "preview")


async def test_a_whole_match_to_its_end_and_a_rematch() -> None:
    """§6.1: deals follow each other until the match is over; then r begins another."""
    async with table(rules="paper:deals=2") as (screen, pilot):
        for _ in range(200):
            if screen.match.over:
                break
            if screen.match.turn == 0:
                await enter(pilot, name(screen.seen.legal[-1]))
            elif screen.match.turn is None:
                assert shown(screen, "preview") == "" and "AS DEALT" in painted(screen)
                await pilot.press("enter")
            await pilot.pause()
        assert screen.match.over and "match to" in shown(screen, "preview")
        path = screen.match.path
        await pilot.press("r")
        await until(pilot, lambda: pilot.app.screen is not screen)
        assert path and not archive.unfinished(path)


async def test_r_is_a_letter_until_the_match_is_over() -> None:
    """`rj` begins with it."""
    async with table() as (screen, pilot):
        await pilot.press("r", "j")
        assert line(screen).value == "rj" and "§1.3" in shown(screen, "preview")


async def test_undo_hint_and_next_deal() -> None:
    """The shared keys do here what they do elsewhere."""
    async with table(coach="greedy:lead=pattern") as (screen, pilot):
        await pilot.press("question_mark")
        await until(pilot, lambda: "hint (greedy:lead=pattern): 4 " in shown(screen, "message"))
        await enter(pilot, "4")
        await mine(screen, pilot, 2)
        await pilot.press("u")
        assert screen.match.moves() == [] and "taken back" in shown(screen, "message")
        while screen.match.turn is not None:
            turn = len(screen.match.moves())
            screen.play(screen.seen.legal[-1])
            await mine(screen, pilot, turn + 1)
        await pilot.press("n")
        assert len(screen.match.results()) == 1 and "last deal: " in shown(screen, "message")


# --- what is shown ------------------------------------------------------------------------------------------


def row_of(pilot: Pilot[None], label: str) -> str:
    """The counts behind a label in the column beside the table."""
    (row,) = (row for row in text(pilot).splitlines() if f" {label:<8}" in row[52:] and len(row) == 79)
    return row[62:]


async def test_counts_of_what_was_played_and_is_unseen() -> None:
    """Rank by rank; with a block for each card where there is room."""
    async with table() as (screen, pilot):
        await enter(pilot, "777 88")
        await mine(screen, pilot, 2)
        assert row_of(pilot, "laid by") == "34567 89TJQ KA2BR" and row_of(pilot, "You") == "····3 2···· ·····"
        assert row_of(pilot, "unseen").startswith("43141 22")
    async with table(size=(140, 40)) as (screen, pilot):
        await enter(pilot, "777 88")
        await mine(screen, pilot, 2)
        head = next(row for row in text(pilot).splitlines() if " 9 10  J  Q  K  A  2 BJ RJ" in row)
        at = text(pilot).splitlines().index(head)
        lowest, below = text(pilot).splitlines()[at + 4 : at + 6]
        seven = head.index(" 7") + 1
        assert lowest[seven - 1 : seven + 1] == "──" and below[seven] == "1"
        assert "▃▃ unseen" in text(pilot) and "── laid by you" in text(pilot)


async def test_what_can_be_laid_is_never_cut_off() -> None:
    """At each turn of a deal, whether much, little or nothing goes; a name is as long as one may be."""
    for told, names in (("nothing over it", ""), ("pass only", "Annemarie")):
        async with table(name=names) as (screen, pilot):
            rows = []
            while screen.match.turn is not None:
                rows += [row for row in painted(screen).splitlines() if re.search(r"card.* turn", row)]
                screen.play(screen.seen.legal[-1])
                await until(pilot, lambda: screen.match.turn in (0, None))
            assert not [row for row in rows if "…" in row]
            assert any(told in row for row in rows)


async def test_what_was_passed_over_stands_on_the_plate() -> None:
    """Of both seats; an answer that was not given is no proof, and the help says so."""
    for size in ((80, 24), (100, 30), (140, 40)):
        async with table(size=size) as (screen, pilot):
            large = size[1] == 40
            assert ("nothing" if large else "nobody has passed yet") in painted(screen)
            await enter(pilot, "777 88 99")
            await mine(screen, pilot, 2)
            assert screen.match.moves()[1].action == PASS
            assert "passed on" in painted(screen)
            assert "by Ada 777 88 99" in " ".join(painted(screen).split())


async def test_what_the_coach_believes_stands_on_the_plate() -> None:
    """Of the other hand, summed by rank; in the mode coach, where there is room."""
    async with table(size=(140, 40)) as (screen, pilot):
        chances = {"3c": 0.5, "3d": 0.75, "4h": 0.25, "RJ": 0.01}
        told = Belief(1, "holds", chances), Belief(0, "holds", chances)
        thought = Decision(PASS, (Option(PASS, 1.0),), beliefs=told)
        await pilot.press("f7")
        await until(pilot, lambda: screen.tableside.coach.advice is not None)
        assert "expected" not in painted(screen)
        screen.tableside.coach.advice = (screen.match.ticket, thought)
        screen.drawing.thoughts()
        row = next(row for row in painted(screen).splitlines() if "expected" in row)
        assert row.split("expected")[1].split()[:6] == ["1.2", ".25", "<.01", "<.01", "<.01", "<.01"]
    async with table() as (screen, pilot):
        screen.tableside.panel = "coach"
        screen.tableside.coach.advice = (screen.match.ticket, thought)
        screen.redraw()
        assert "expected" not in painted(screen)


async def test_the_fewest_turns_stand_below_the_hand() -> None:
    """As they are, what nothing unseen beats, what a typed move leaves, and a deal that is sure to be won."""
    async with table(size=(140, 40)) as (screen, pilot):
        assert "FEWEST TURNS  9 to empty the hand" in painted(screen) and "18 cards in 9 turns" in painted(screen)
        await type_in(pilot, "777 88 99")
        assert "after 777 88 99: 8 left" in painted(screen) and "more than need be" not in painted(screen)
        await pilot.press("escape")
        await type_in(pilot, "88")
        assert "after 88: 10 left, 2 more than need be" in painted(screen)
        await pilot.press("escape")
        assert "✓ nothing unseen" not in painted(screen)  # bombs are unseen
    for hand, told in ((["3c", "3d", "RJ"], "RJ wins for sure"), (["3c", "4d", "RJ"], "✓ nothing unseen beats it")):
        canvas = Canvas(88, 3, DARK, DARK.felt)
        paint_fewest(canvas, leading(hand, ["5c", "6c", "7c"]), None, 0, 0)
        assert " RJ ✓" in canvas.text() and told in canvas.text()


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_what_passing_tells_stands_beside_the_table(size: tuple[int, int]) -> None:
    """From the first pass of the other seat on: whether it can beat that, by the deals that fit and by the coach."""
    async with table(size=size) as (screen, pilot):
        assert "WHAT PASSING TELLS" not in text(pilot) and "can beat it" not in text(pilot)
        await enter(pilot, "777 88 99")
        await mine(screen, pilot, 2)
        assert screen.match.moves()[1].action == PASS
        head = next(at for at, row in enumerate(text(pilot).splitlines()) if "can beat it" in row or "PASSING" in row)
        row = text(pilot).splitlines()[head + 1]
        led = pattern(ranked("777 88 99"))
        assert led
        chance = OtherHand(screen.seen).beats(led)
        assert row.split()[-4:] == ["777", "88", "99", f"{max(1, round(100 * chance))}%"]
        thought = Decision(PASS, (Option(PASS, 1.0),), beliefs=(Belief(1, "holds", {"10c": 1.0}),))
        screen.tableside.panel = "coach"
        screen.tableside.coach.advice = (screen.match.ticket, thought)
        screen.drawing.thoughts()
        await pilot.pause()
        assert ("coach" in text(pilot).splitlines()[head]) == (size[0] == 140)
        while screen.match.turn is not None:
            if screen.match.turn == 0:
                screen.play(screen.seen.legal[-1])
            await pilot.pause()
        assert "AS DEALT" in painted(screen) and "can beat it" not in text(pilot) and "PASSING" not in text(pilot)


async def test_the_coach_marks_stacks_and_the_pass() -> None:
    """Its share or value above each stack, the best one filled; that of passing beside it."""
    async with table(size=(140, 40), panel="coach") as (screen, pilot):
        await until(pilot, lambda: screen.tableside.coach.opinion is not None)
        options = tuple(Option(action, 0.0, 0.1 * at) for at, action in enumerate(screen.seen.legal))
        best = screen.seen.legal[-1]
        screen.tableside.coach.advice = (screen.match.ticket, Decision(best, options, "points"))
        screen.drawing.thoughts()
        canvas = screen.query_one(Felt).canvas
        assert canvas and "+2.20★" in painted(screen)
        y, row = next((y, row) for y, row in enumerate(painted(screen).splitlines()) if "★" in row)
        assert canvas.rows[y][row.index("★")].background == canvas.palette.mark
        await enter(pilot, "4")
        await mine(screen, pilot, 2)
        await until(pilot, lambda: screen.tableside.coach.opinion is not None)
        options = tuple(Option(action, 0.25) for action in screen.seen.legal)
        screen.tableside.coach.advice = (screen.match.ticket, Decision(PASS, options))
        screen.drawing.thoughts()
        assert "25%★" in painted(screen) and "p pass" in painted(screen)
        options = tuple(Option(action, 0.0, 0.023 + 0.001 * at) for at, action in enumerate(screen.seen.legal))
        decision = Decision(screen.seen.legal[1], options, "win probability")
        screen.tableside.coach.advice = (screen.match.ticket, decision)
        screen.drawing.thoughts()
        assert screen.seen.legal[0] == PASS and "2.3%" in painted(screen)  # as fine as the values of the cards


def test_what_a_bot_lays_is_told_by_its_name() -> None:
    """Where a match is looked at from its seat: `YOU LAY` stood there, beside a person who is called You."""
    match = Match.new("zsy", "paper", ("human", "greedy"), 1, None)
    for seat, told in ((0, "YOU LAY"), (1, "Ada lays")):
        scene = Scene(match.game, match.frames, seat, Settings)
        view = scene.view({}, picked=scene.seen.zone("hand").cards[:1])
        assert scene.table._laying(view)[0] == told  # type: ignore[attr-defined]


async def test_typed_cards_lie_in_the_middle() -> None:
    """With the pattern that they form, legal or not, beside the play to beat."""
    for size in ((80, 24), (140, 40)):
        async with table(size=size) as (screen, pilot):
            assert "YOU LEAD" in painted(screen) and "YOU LAY" not in painted(screen)
            await type_in(pilot, "777 88 99")
            assert "YOU LAY" in painted(screen) and "chain" in painted(screen)
            await pilot.press("escape")
            await enter(pilot, "4")
            await mine(screen, pilot, 2)
            await type_in(pilot, "k")
            assert "TO BEAT" in painted(screen) and "YOU LAY" in painted(screen) and "single" in painted(screen)
            await type_in(pilot, "k")
            assert "YOU LAY double" in " ".join(painted(screen).split()) or "not legal" in painted(screen)
            await type_in(pilot, " a")
            assert "mixed" in painted(screen)


async def test_open_hands_and_the_end() -> None:
    """What the other still holds lies open and is counted by rank where it is known."""
    async with table(panel="open") as (screen, pilot):
        cards = screen.match.state.hands[1]
        assert row_of(pilot, "holds").replace(" ", "") == "".join(f"{size or '·'}" for size in counts(cards))
        assert spelled(cards) in painted(screen) and set(screen.tableside.open_hands()) == {1}
        await pilot.press("f2", "h")
        assert " holds " not in text(pilot) and " unseen " in text(pilot)
        assert spelled(cards) not in text(pilot)


async def test_hands_are_covered_between_people() -> None:
    """And nobody's cards are counted as seen."""
    async with table(HUMAN, HUMAN) as (screen, pilot):
        assert "hand covered" in painted(screen) and not words(screen)
        assert row_of(pilot, "unseen") == "44444 44444 44411"
        await pilot.press("enter")
        assert row_of(pilot, "unseen").startswith("43141 22") and len(words(screen)) == 18
        await enter(pilot, "4")
        assert screen.tableside.covered and "Player 2: Enter" in text(pilot)


async def test_bots_alone() -> None:
    """Watched from the first seat, their hands covered."""
    async with table("random", "greedy", pace=0.01) as (screen, pilot):
        await until(pilot, lambda: screen.match.turn is None)
        assert "wins the deal" in painted(screen)


def test_a_chain_of_all_cards_has_room() -> None:
    """Cards move together, each index in sight; what still has no room becomes a text."""
    assert spread([0, 0, 1, 1], 40, 5) == [0, 6, 12, 18] and spread([0, 0, 1, 1], 17, 5) == [0, 3, 9, 12]
    wide = ranked("33 44 55 66 77 88 99 10 10 JJ")
    assert pattern(wide) and spread([RANK[card] for card in wide], 36, 5) == []
    assert spread([RANK[card] for card in wide], 41, 5)[-1] + 5 <= 41
    for width, shape in ((50, SLIM), (82, FULL), (135, LARGE)):
        columns = places(range(len(RANKS)), width, shape.size)
        assert columns[0] >= 0 and columns[-1] + shape.size.width <= width


def test_a_chain_below_narrow_stacks_is_called_one() -> None:
    """On the smallest screen two stacks have no room for its ranks."""
    canvas = Canvas(20, 3, DARK, DARK.felt)
    _group(canvas, Pattern(6, (2, 2)), 2, 10, 1)
    assert canvas.text().split("\n")[1].strip() == "└chain─┘"


def test_groups_are_what_the_law_calls_patterns() -> None:
    """The longest chains, triples and bombs; single jokers join nothing."""
    assert groups(counts(ranked("4 555 777 88 99 J Q KK A 2 BJ"))) == [(2, (3,)), (4, (3, 2, 2))]
    assert groups(counts(ranked("3333 5 6 AA 22 BJ RJ"))) == [(0, (4,)), (11, (2, 2))]
    assert groups(counts(ranked("3 4 5 66 8"))) == []


@pytest.mark.parametrize("width", [80, 91, 100, 119, 120, 140, 160, 200])
async def test_at_every_size_all_cards_have_their_place(width: int) -> None:
    """Nothing lies outside the felt or over a card of another stack, from 80 × 24 to 200 × 60."""
    async with table(size=(80, 24), panel="open", seed=11) as (screen, pilot):
        for height in (24, 27, 30, 33, 36, 44, 60):
            await pilot.resize_terminal(width, height)
            await pilot.pause(0.05)
            for typed in ("", "3", "33 44"):
                line(screen).value = typed
                await pilot.pause()
                felt = screen.query_one(Felt)
                canvas = felt.canvas
                assert canvas and (canvas.width, canvas.height) == felt.size
                cells = [
                    (x, y, spot.word)
                    for spot in felt.spots
                    for x in range(spot.x, spot.x + spot.width)
                    for y in range(spot.y, spot.y + spot.height)
                ]
                assert len({(x, y) for x, y, _ in cells}) == len(cells), (width, height)
                assert all(0 <= x < canvas.width and 0 < y < canvas.height for x, y, _ in cells)
                assert {f"#{number}" for number in range(1, 19)} <= set(words(screen))
                rows = canvas.text().splitlines()
                for spot in felt.spots:
                    if spot.word.startswith("#"):
                        rank = RANKS[RANK[screen.order[int(spot.word[1:]) - 1]]]
                        assert rows[spot.y][spot.x + 1 : spot.x + 1 + len(rank)] == rank


async def test_resume_is_identical() -> None:
    """What was on the screen is there again."""
    async with table() as (screen, pilot):
        await enter(pilot, "4")
        await mine(screen, pilot, 2)
        seen, path = screen.seen, screen.match.path
        assert path and archive.unfinished(path)
    match = Match.resume(path)
    assert match.observe(0) == seen
    match.close()


async def test_inspect_a_position_from_the_table() -> None:
    """F4 takes the position apart; a position of one's own, and one card exchanged."""
    async with table() as (screen, pilot):
        await enter(pilot, "4")
        await mine(screen, pilot, 2)
        await pilot.press("f4")
        await until(pilot, lambda: isinstance(pilot.app.screen, InspectScreen))
        await until(pilot, lambda: "greedy" in text(pilot) and "pass" in text(pilot))


async def test_inspect_what_if() -> None:
    """Options of two bots side by side; before and after a change of a card."""
    one = app(Inspect("zsy", ("greedy", "greedy:lead=pattern", "random"), "", None, '{"hand": "4c 4d 9c Kc"}'))
    async with one.run_test(size=(80, 24)) as pilot:
        screen = one.screen
        assert isinstance(screen, InspectScreen)
        await until(pilot, lambda: len(screen.answers.now) == 3)
        assert "44  " in options(pilot)
        await enter(pilot, "swap 4d 5d")
        assert "typed, 4d → 5d" in text(pilot)
        await until(pilot, lambda: len(screen.answers.now) == 3)
        await enter(pilot, "hand 7 7 8 8 actions 55 66")
        await until(pilot, lambda: "77 88 " in options(pilot))
        assert action_text(screen.position.game, screen.position.seen.legal[0]) == "pass"


async def test_inspect_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    """`outcomes 30`: what values promise and what comes of it, as a table; or why there is none."""
    one = app(Inspect("zsy", ("greedy", "random"), "", None, '{"hand": "4c 4d 9c Kc"}'))
    asked: list[tuple[str, int]] = []

    async def ask(game: Any, bot: str, count: int, seed: int) -> str:
        asked.append((bot, count))
        if count == 30:
            raise Refusal("greedy gives its moves no values to compare with results")
        return "values  moves  promised  came"

    monkeypatch.setattr(outcomes, "ask", ask)
    async with one.run_test(size=(80, 24)) as pilot:
        screen = one.screen
        assert isinstance(screen, InspectScreen)
        await until(pilot, lambda: len(screen.answers.now) == 2)
        await enter(pilot, "outcomes 30")
        await until(pilot, lambda: "no values to compare with results" in text(pilot))
        await enter(pilot, "outcomes")
        await until(pilot, lambda: isinstance(one.screen, TextWindow))
        assert "promised  came" in text(pilot) and asked == [("greedy", 30), ("greedy", 200)]
        await pilot.press("escape")
        await enter(pilot, "outcomes few")
        assert "a number of moves is a whole number from 1 to " in text(pilot)


async def test_a_replay_tells_the_end(tmp_path: Any) -> None:
    """Move by move, and what was left at the end."""
    path = tmp_path / "m.jsonl"
    match = Match.new("zsy", "paper:deals=1", ("greedy", "random"), 3, path)
    while match.turn is not None:
        match.play(match.observe(match.turn).legal[-1])
    match.close("finished")
    one = app(Replay(path))
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("right", "right", "end")
        assert "laid the last card." in ending(pilot) and "Nobody held: " in ending(pilot)


async def test_menu_tutorial_and_seats() -> None:
    """From the menu to this game: its tutorial, two seats."""
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, MenuScreen)
        one.screen.at = "play zsy"
        await pilot.press("t")
        assert isinstance(one.screen, TextWindow) and "FOLLOW" in text(pilot)
        await pilot.press("escape", "s")
        await pilot.pause()
        assert isinstance(one.screen, SeatsScreen) and one.screen.values[0] == "paper"


# --- looks --------------------------------------------------------------------------------------------------


async def test_the_hand_is_not_sorted_otherwise() -> None:
    """F6 says why."""
    async with table() as (screen, pilot):
        await pilot.press("f6")
        assert "the hand always stands by rank" in shown(screen, "message")


async def test_help_tutorial_and_ascii() -> None:
    """F1, F9; `--ascii` emits no byte above 127."""
    async with table(ascii=True, panel="open", size=(140, 40)) as (_, pilot):
        assert text(pilot).isascii()
        await pilot.press("f1")
        assert text(pilot).isascii() and "TYPING" in text(pilot) and "sort the hand" not in text(pilot)
        await pilot.press("escape", "f9")
        assert "Suits do not matter" in text(pilot)
    assert max(len(row) for row in f"{HELP}{TUTORIAL}".splitlines()) <= 70  # what the window has room for


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)])
async def test_the_screen_looks_as_it_did(size: tuple[int, int]) -> None:
    async with table(size=size, panel="move", bots=Bots()) as (screen, pilot):
        for words in ("777 88 99", "4", "J"):
            turn = len(screen.match.moves())
            await enter(pilot, words)
            await mine(screen, pilot, turn + 2)
        await type_in(pilot, "k")
        await compare_golden(pilot, "zsy", "history")


async def test_what_a_panel_cuts_off_is_said_and_scrolled_to() -> None:
    """`▾ PgDn` stands where the coach's list is longer than its panel, and nowhere else."""
    async with table(coach="random", panel="coach") as (screen, pilot):
        await until(pilot, lambda: "PgDn" in text(pilot))
        heading = next(row for row in text(pilot).splitlines() if " COACH " in row)
        assert heading.endswith("▾ PgDn")
        top = screen.query_one("#bots").scroll_y
        await pilot.press("pagedown")
        await until(pilot, lambda: screen.query_one("#bots").scroll_y > top)
        while not screen.query_one("#bots").is_vertical_scroll_end:
            await pilot.press("pagedown")
        await pilot.pause()
        assert "▾ PgDn" not in text(pilot) and "▴ PgUp" in text(pilot)
        for up in (True, False):
            before = screen.query_one("#bots").scroll_y
            await pilot.click("#bots Heading", offset=(2, 0))
            await pilot.pause()
            assert (screen.query_one("#bots").scroll_y < before) is up, "a click there is the key"
    async with table(coach="greedy", panel="coach") as (screen, pilot):
        await until(pilot, lambda: screen.tableside.advised)
        assert " COACH  greedy" in text(pilot) and "PgDn" not in text(pilot)


async def test_twelve_ranks_are_whole_cards_beside_each_other_at_100_columns() -> None:
    """They were chips; values of the coach that fill their cells go without the sign of per cent."""
    async with common.table(HUMAN, "random", game="zsy", seed=1, size=(100, 30), panel="coach") as (screen, pilot):
        assert len({RANK[card] for card in screen.seen.zone("hand").cards}) == 12
        await until(pilot, lambda: screen.tableside.advised)
        screen.changed()
        spots = [spot for spot in screen.query_one(Felt).spots if spot.word.startswith("#") and spot.height > 1]
        assert len(spots) == 12 and {spot.width for spot in spots} == {5}
        assert not re.search(r"%\S", "".join(row for row in painted(screen).splitlines() if "%" in row))
