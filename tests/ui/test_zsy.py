"""The table of Zheng Shang You, played with the keyboard and the mouse."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import OptionList

from cardtui import record
from cardtui.core import Belief, Decision, Option, Refusal, action_text
from cardtui.games.zsy.cards import RANKS, pattern
from cardtui.games.zsy.parsing import name, ranked, spelled
from cardtui.games.zsy.rules import PASS
from cardtui.match import HUMAN, Match
from cardtui.review import outcomes
from cardtui.ui.app import CardApp, Inspect, Menu, Replay
from cardtui.ui.dialogs import Reading
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.screens.seats import SeatsScreen
from cardtui.ui.screens.zsy import ZsyScreen
from cardtui.ui.screens.zsy_guide import HELP, TUTORIAL
from cardtui.ui.screens.zsy_hand import columns, fan
from cardtui.ui.widgets.cards import Hand, Picture

from . import common
from .common import GOLDEN, KEYS, Bots, app, line, shown, text, type_in, until

SEATS = (HUMAN, "greedy")
SEED = 2
"""You lead from 4 555 777 88 99 J Q KK A 2 BJ."""


@asynccontextmanager
async def table(*seats: str, rules: str = "paper", **more: Any) -> AsyncIterator[tuple[ZsyScreen, Pilot[None]]]:
    """A table of Zheng Shang You and the fingers to play."""
    async with common.table(*(seats or SEATS), rules=rules, game="zsy", **{"seed": SEED} | more) as (screen, pilot):
        assert isinstance(screen, ZsyScreen)
        yield screen, pilot


async def enter(pilot: Pilot[None], words: str) -> None:
    """Type a line and Enter."""
    await type_in(pilot, words)
    await pilot.press("enter")


async def mine(screen: ZsyScreen, pilot: Pilot[None], turn: int) -> None:
    """Wait until the person is to move again, or the deal is over, after at least so many moves."""
    await until(pilot, lambda: len(screen.match.moves()) >= turn and screen.match.turn in (0, None))


# --- playing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "keys", [("7", "7", "7", "8", "8"), ("7", "space", "7", "7", "8", "8"), ("#", "5", "6", "7", "8", "9")]
)
async def test_ranks_and_numbers_play(keys: tuple[str, ...]) -> None:
    """The preview says what it does before Enter."""
    async with table() as (screen, pilot):
        await pilot.press(*["number_sign" if key == "#" else key for key in keys])
        assert shown(screen, "preview").startswith("✓ chain 777 88: 13 cards left · unseen cards go over it: 10")
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


async def test_clicks_on_the_hand_take_the_cards_of_a_rank() -> None:
    """The k-th card takes k of them, once more gives them back; the number below takes the first."""
    async with table() as (screen, pilot):
        hand = screen.query_one(Hand)
        places = columns(hand.content_size.width + 2)

        async def click(rank: str, height: int) -> None:
            await pilot.click(hand, offset=(places[RANKS.index(rank)].x + 1, 3 - height))

        await click("7", 2)
        assert line(screen).value == "777" and "▴7" in text(pilot)
        await click("8", 1)
        assert line(screen).value == "777 88"
        await click("7", 1)
        assert line(screen).value == "77 88"
        await click("7", 1)
        assert line(screen).value == "88"
        await click("5", -1)
        assert line(screen).value == "5 88"
        await click("6", 0)
        await click("4", 1)
        assert line(screen).value == "5 88"


async def test_arrows_and_space_mark() -> None:
    """The cursor walks over the hand, up within a rank; space takes the card under it and those below."""
    async with table() as (screen, pilot):
        await pilot.press("right", "right", "up", "space")
        assert line(screen).value == "55" and "▸5" in text(pilot)
        await pilot.press("down", "space")
        assert line(screen).value == "5"
        await pilot.press("space")
        assert line(screen).value == ""


async def test_clicks_on_the_table_type() -> None:
    """A pass on the small screen; on the large one all that can be laid."""
    async with table() as (screen, pilot):
        await enter(pilot, "4")
        await mine(screen, pilot, 2)
        picture = screen.query_one(Picture)
        (spot,) = picture._spots
        assert spot.word == "pass" and "[p pass]" in text(pilot)
        await pilot.click(picture, offset=(spot.x + 1, spot.y))
        assert line(screen).value == "pass" and shown(screen, "preview") == "✓ pass: the other leads anew"
    async with table(size=(140, 40)) as (screen, pilot):
        picture = screen.query_one(Picture)
        assert [spot.word for spot in picture._spots] == [name(action) for action in screen.seen.legal]
        spot = next(spot for spot in picture._spots if spot.word == "77 88 99")
        await pilot.click(picture, offset=(spot.x, spot.y))
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
                assert "the deal · " in shown(screen, "preview") and "LAST PLAY" in text(pilot)
                await pilot.press("enter")
            await pilot.pause()
        assert screen.match.over and "match to" in shown(screen, "preview")
        path = screen.match.path
        await pilot.press("r")
        await until(pilot, lambda: pilot.app.screen is not screen)
        assert path and not record.unfinished(path)


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


async def test_counts_of_what_was_played_and_is_unseen() -> None:
    """Rank by rank, in the columns of the hand."""
    async with table() as (screen, pilot):
        await enter(pilot, "777 88")
        await mine(screen, pilot, 2)
        laid, unseen = (row for row in text(pilot).splitlines() if row.startswith(("│ You  ", "│ unseen")))
        assert "· · · · 3 2 ·  · · · · · ·  ·  ·" in laid
        assert "4 3 1 4 1 2 2  4 3 " in unseen


async def test_what_was_passed_over_stands_beside_the_table() -> None:
    """Of both seats; an answer that was not given is no proof, and the help says so."""
    async with table() as (screen, pilot):
        await enter(pilot, "777 88 99")
        await mine(screen, pilot, 2)
        assert screen.match.moves()[1].action == PASS and "greedy: 777 88 99" in text(pilot)
        assert "─ passed over ─" in text(pilot)


async def test_what_the_coach_believes_stands_in_the_columns() -> None:
    """Of the other hand, summed by rank; in the mode coach, where there is room."""
    async with table(size=(140, 40)) as (screen, pilot):
        held = {"3c": 0.5, "3d": 0.75, "4h": 0.25, "RJ": 0.01}
        thought = Decision(PASS, (Option(PASS, 1.0),), beliefs=(Belief(1, "holds", held), Belief(0, "holds", held)))
        await pilot.press("f7")
        await until(pilot, lambda: screen.tableside.coach.advice is not None)
        assert "may hold" not in text(pilot)
        screen.tableside.coach.advice = (screen.match.ticket, thought)
        screen.drawing.thoughts()
        await pilot.pause()
        row = next(row for row in text(pilot).splitlines() if "may hold" in row)
        assert row.startswith("│ may hold  1.2  .2   ·   ·")
    async with table() as (screen, pilot):
        screen.tableside.panel = "coach"
        screen.tableside.coach.advice = (screen.match.ticket, thought)
        screen.redraw()
        assert "may hold" not in text(pilot)


async def test_open_hands_and_the_end() -> None:
    """What the other still holds is counted by rank where it is known."""
    async with table(panel="open") as (screen, pilot):
        held = screen.match.state.hands[1]
        assert "still held" in text(pilot) and set(screen.tableside.open_hands()) == {1}
        await pilot.press("f2", "h")
        assert "still held" not in text(pilot) and "unseen" in text(pilot)
        assert spelled(held) not in text(pilot)


async def test_hands_are_covered_between_people() -> None:
    """And nobody's cards are counted as seen."""
    async with table(HUMAN, HUMAN) as (screen, pilot):
        assert "░░ ░░ ░░" in text(pilot) and "hand covered" in text(pilot)
        assert "4 4 4 4 4 4 4  4 4 4 4 4 4  1  1" in text(pilot)
        await pilot.press("enter")
        assert "4 3 1 4 1 2 2" in text(pilot)
        await enter(pilot, "4")
        assert screen.tableside.covered and "Player 2: Enter" in text(pilot)


async def test_bots_alone() -> None:
    """Watched from the first seat, their hands covered."""
    async with table("random", "greedy", pace=0.01) as (screen, pilot):
        await until(pilot, lambda: screen.match.turn is None)
        assert "wins the deal" in shown(screen, "preview")


def test_a_chain_of_all_cards_has_room() -> None:
    """No line of the table is wider than the table."""
    assert fan(ranked("33 44"), 40) == ["╭──╭──╭──╭──╮", "│3 │3 │4 │4 │", "╰──╰──╰──╰──╯"]
    wide = ranked("33 44 55 66 77 88 99 1010 JJ")
    assert fan(wide, 36) == ["", "33 44 55 66 77 88 99 1010 JJ", ""] and pattern(wide)
    for width in (46, 68):
        assert columns(width)[-1].x + 3 <= width


async def test_resume_is_identical() -> None:
    """What was on the screen is there again."""
    async with table() as (screen, pilot):
        await enter(pilot, "4")
        await mine(screen, pilot, 2)
        seen, path = screen.seen, screen.match.path
        assert path and record.unfinished(path)
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
        await until(pilot, lambda: len(screen.now) == 3)
        assert "│ 44  " in text(pilot)
        await enter(pilot, "swap 4d 5d")
        assert "typed, 4d → 5d" in text(pilot)
        await until(pilot, lambda: len(screen.now) == 3)
        await enter(pilot, "hand 7 7 8 8 actions 55 66")
        await until(pilot, lambda: "│ 77 88 " in text(pilot))
        assert action_text(screen.position.game, screen.position.seen.legal[0]) == "pass"


async def test_inspect_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    """`outcomes 30`: what values promise and what comes of it, as a table; or why there is none."""
    one = app(Inspect("zsy", ("greedy", "random"), "", None, '{"hand": "4c 4d 9c Kc"}'))
    asked: list[tuple[str, int]] = []

    async def ask(game: Any, bot: str, count: int, seed: int) -> str:
        asked.append((bot, count))
        if count == 30:
            raise Refusal("greedy gives its moves no values that could come true")
        return "values  moves  promised  came"

    monkeypatch.setattr(outcomes, "ask", ask)
    async with one.run_test(size=(80, 24)) as pilot:
        screen = one.screen
        assert isinstance(screen, InspectScreen)
        await until(pilot, lambda: len(screen.now) == 2)
        await enter(pilot, "outcomes 30")
        await until(pilot, lambda: "no values that could come true" in text(pilot))
        await enter(pilot, "outcomes")
        await until(pilot, lambda: isinstance(one.screen, Reading))
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
        assert "laid the last card." in text(pilot) and "Nobody held: " in text(pilot)


async def test_menu_tutorial_and_seats() -> None:
    """From the menu to this game: its tutorial, two seats."""
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        choices = one.screen.query_one(OptionList)
        choices.highlighted = choices.get_option_index("play zsy")
        await pilot.press("t")
        assert isinstance(one.screen, Reading) and "FOLLOW" in text(pilot)
        await pilot.press("escape", "s")
        await pilot.pause()
        assert isinstance(one.screen, SeatsScreen) and one.screen.values[0] == "paper"


# --- looks --------------------------------------------------------------------------------------------------


def test_every_binding_is_known_to_the_tests() -> None:
    """The keys are those of every table."""
    bindings = [*Binding.make_bindings(CardApp.BINDINGS), *Binding.make_bindings(ZsyScreen.BINDINGS)]
    assert {b.key: b.action.partition("(")[0] for b in bindings} == KEYS


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
    """Compared with tests/ui/golden; delete a file there to have it written anew."""
    async with table(size=size, panel="move", bots=Bots()) as (screen, pilot):
        for words in ("777 88 99", "4", "J"):
            turn = len(screen.match.moves())
            await enter(pilot, words)
            await mine(screen, pilot, turn + 2)
        screen.saved = "12:00:00"
        screen.page = "history"
        screen.redraw()
        await type_in(pilot, "k")
        await pilot.pause(0.05)
        now = text(pilot) + "\n"
    path = GOLDEN / f"zsy_{size[0]}x{size[1]}.txt"
    if not path.exists():
        path.write_text(now, encoding="utf-8")
        pytest.fail(f"{path.name} was missing and has been written: look at it")
    assert now == path.read_text(encoding="utf-8")
    assert len(now.splitlines()) == size[1] and max(map(len, now.splitlines())) <= size[0]
