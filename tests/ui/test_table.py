"""The table, played with the keyboard and the mouse."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest
from textual.pilot import Pilot

from cardtui import record
from cardtui.core import Belief, Decision, Option, action_text
from cardtui.games.yaniv.rules import YANIV
from cardtui.match import HUMAN, Match
from cardtui.settings import SETTINGS, records_dir
from cardtui.ui.dialogs import Question, Reading
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.widgets.cards import Hand, Picture

from .common import ALONE, Bots, app, line, play, shown, table, text, type_in, until


async def test_one_line_plays() -> None:
    """`1 2 s` Enter lays a pair and takes from the stack; the preview says what it does first."""
    async with table() as (screen, pilot):
        await pilot.press("1", "space", "2")
        assert "pair A♣ A♥: sum 31 → 29 + draw · take s stack or a" in shown(screen, "preview")
        assert screen.query_one(Hand).marked == screen.typed().cards and len(screen.typed().cards) == 2
        await pilot.press("space", "s")
        assert shown(screen, "preview").startswith("✓ pair A♣ A♥ ▸ stack")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        moves = screen.match.moves()
        assert action_text(screen.game, moves[0].action) == "discard Ac Ah > stack"
        assert [move.seat for move in moves] == [0, 1, 2]
        assert line(screen).value == ""


async def test_two_steps_play() -> None:
    """The document's dialogue: 3 STACK, Enter, cards, Enter."""
    async with table() as (screen, pilot):
        await type_in(pilot, "3")
        await pilot.press("enter")
        assert "STACK" in text(pilot)
        await type_in(pilot, "1 2")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        assert action_text(screen.game, screen.match.moves()[0].action) == "discard Ac Ah > stack"
        await type_in(pilot, "2")
        await pilot.press("enter", "escape", "escape")
        assert "PILE:" not in text(pilot)


async def test_cards_without_a_take_are_kept_and_asked_for() -> None:
    """`1 2` Enter plays nothing and asks what to take; the text stays, and `d` completes it."""
    async with table() as (screen, pilot):
        await type_in(pilot, "1 2")
        await pilot.press("enter")
        assert screen.match.moves() == []
        assert line(screen).value == "1 2 " and "take what?" in shown(screen, "message")
        await type_in(pilot, "d")
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.match.moves()) == 3)


@pytest.mark.parametrize(
    ("typed", "rule"),
    [("1 4 d", "§4.1"), ("y", "§6.1"), ("9 d", "§4.1"), ("1 d a", "§5.1"), ("1 b", "§5.2"), ("ten", "means nothing")],
)
async def test_illegal_input_keeps_the_text_and_names_the_rule(typed: str, rule: str) -> None:
    """And changes nothing."""
    async with table() as (screen, pilot):
        await type_in(pilot, typed)
        assert "✗" in shown(screen, "preview") and rule in shown(screen, "preview")
        await pilot.press("enter")
        assert line(screen).value == typed
        assert rule in shown(screen, "preview") and shown(screen, "message") == ""
        assert screen.match.moves() == []


async def test_clicks_type() -> None:
    """Cards, stack and pile write into the line; a second click takes a card out again."""
    async with table() as (screen, pilot):
        hand, picture = screen.query_one(Hand), screen.query_one(Picture)
        await pilot.click(hand, offset=(2, 2))
        await pilot.click(hand, offset=(8, 2))
        assert line(screen).value == "1 2"
        spot = next(spot for spot in picture._spots if spot.word == "s")
        await pilot.click(picture, offset=(spot.x + 1, spot.y + 1))
        assert line(screen).value == "1 2 s"
        spot = next(spot for spot in picture._spots if spot.word == "a")
        await pilot.click(picture, offset=(spot.x + 1, spot.y + 1))
        assert line(screen).value == "1 2 a"
        await pilot.click(hand, offset=(2, 1))
        assert line(screen).value == "2 a"


async def test_arrows_and_space_mark() -> None:
    """The cursor walks over the hand, space marks the card below it."""
    async with table() as (screen, pilot):
        await pilot.press("right", "space", "right", "space")
        assert line(screen).value == "1 2"
        assert "╔═══╗" in text(pilot)
        await pilot.press("left", "left", "space")
        assert line(screen).value == "1 2 5"
        await pilot.press("space", "d", "enter")
        await until(pilot, lambda: len(screen.match.moves()) == 3)


async def test_a_whole_match_to_its_end_and_a_rematch() -> None:
    """Deals follow each other until the match is over; then r begins another."""
    async with table(rules="paper:deals=2") as (screen, pilot):
        for _ in range(400):
            if screen.match.over:
                break
            if screen.match.turn is None:
                await pilot.press("enter")
            elif screen.match.turn == 0:
                legal = screen.match.observe(0).legal
                await type_in(pilot, "y" if legal[0].verb == "yaniv" else "5 d" if len(screen._order) == 5 else "1 1")
                if line(screen).value == "1 1":
                    line(screen).value = f"{len(screen._order)} d"
                await pilot.press("enter")
            await pilot.pause()
        assert screen.match.over and "match to" in shown(screen, "preview")
        assert len(screen.match.results()) == 2
        path = screen.match.path
        await pilot.press("r")
        await until(pilot, lambda: pilot.app.screen is not screen)
        assert path and not record.unfinished(path)


async def test_undo_drops_the_answer_that_comes_late() -> None:
    """A bot that was thinking when the move was taken back plays nothing."""
    bots = Bots()
    async with table(bots=bots) as (screen, pilot):
        bots.gate.clear()
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: bots.asked == ["greedy"])
        assert len(screen.match.moves()) == 1
        await pilot.press("u")
        assert screen.match.moves() == []
        bots.gate.set()
        await pilot.pause(0.05)
        assert screen.match.moves() == [] and screen.match.turn == 0


async def test_a_late_answer_is_dropped_even_when_nobody_cancels() -> None:
    """The conductor itself looks whether the match has gone on."""
    bots = Bots()
    async with table(bots=bots) as (screen, pilot):
        bots.gate.clear()
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: bots.asked == ["greedy"])
        screen.match.undo()
        bots.gate.set()
        await pilot.pause(0.05)
        assert screen.match.moves() == []


async def test_undo_goes_back_move_by_move_and_not_in_a_ranked_match() -> None:
    """Without limit; ranked, the key says why not."""
    async with table() as (screen, pilot):
        for _ in range(3):
            await type_in(pilot, f"{len(screen._order)} d")
            await pilot.press("enter")
            await until(pilot, lambda: screen.match.turn in (0, None))
        before = len(screen.match.moves())
        await pilot.press("u", "ctrl+z", "u")
        assert before >= 7 and screen.match.moves() == []
        await pilot.press("u")
        assert "no move of yours" in shown(screen, "message")
    async with table(ranked=True, seed=8) as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        await pilot.press("u")
        assert "a ranked match keeps every move" in shown(screen, "message")
        assert len(screen.match.moves()) == 3
        await pilot.press("question_mark")
        assert "a ranked match gives no help" in shown(screen, "message")
        await pilot.press("f4")
        assert "a ranked match gives no help" in shown(screen, "message")
        for _ in range(5):
            await pilot.press("f2")
            assert screen.seats.panel in ("hidden", "deal")


async def test_panel_modes() -> None:
    """Hidden, after the deal, each move, open, coach: each shows what it may and no more."""
    async with table(panel="hidden") as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        assert screen.seats.entries()[0] == []
        await pilot.press("f2")
        assert screen.seats.panel == "deal" and screen.seats.entries()[0] == []
        await pilot.press("f2")
        entries = screen.seats.entries()[0]
        assert screen.seats.panel == "move" and [e.decision for e in entries if e.decision]
        assert "turn 3 · semirandom" in text(pilot) and "P" in text(pilot)
        assert screen.seats.open_hands() == {}
        await pilot.press("f2")
        assert screen.seats.panel == "open" and set(screen.seats.open_hands()) == {1, 2}
        assert "░░  ░░" not in text(pilot)
        await pilot.press("f2")
        await until(pilot, lambda: screen.seats.coach.advice)
        assert "coach greedy" in text(pilot)
        await pilot.press("f5")
        assert isinstance(pilot.app.screen, Reading)
        await pilot.press("escape", "f2")
        assert screen.seats.panel == "hidden"


async def test_thoughts_after_the_deal() -> None:
    """In the mode `deal` nothing before the end, every move after it."""
    async with table("greedy", "semirandom", panel="deal") as (screen, pilot):
        await until(pilot, lambda: screen.match.turn is None)
        entries, _ = screen.seats.entries()
        assert len(entries) == len(screen.match.moves())


async def test_hint_names_an_action_and_its_reason() -> None:
    """The coach is asked once."""
    async with table() as (screen, pilot):
        await pilot.press("question_mark")
        await until(pilot, lambda: "hint (greedy)" in shown(screen, "message"))
        assert "A♣ A♥" in shown(screen, "message") and "highest set" in shown(screen, "message")
        assert line(screen).value == ""


async def test_hands_are_covered_between_people() -> None:
    """Nothing of a hand is on the screen until its owner says so."""
    async with table(HUMAN, HUMAN, "greedy") as (screen, pilot):
        assert screen.seats.covered and "░░░" in text(pilot) and "K♠" not in text(pilot)
        await type_in(pilot, "1")
        assert shown(screen, "preview") == ""
        await pilot.press("backspace", "enter")
        assert not screen.seats.covered and "K♠" in text(pilot)
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        assert screen.seats.covered and screen.seats.viewer == 1
        mine = screen.match.observe(1).zone("hand").cards
        assert screen._seen.zone("hand").cards == () and screen._seen.legal == ()
        assert all(card not in mine for event in screen._seen.history for card in event.gain)
        await pilot.press("enter")
        assert not screen.seats.covered


async def test_hands_are_covered_again_when_cards_are_dealt() -> None:
    """Even when the one who looked last is the first to move."""
    async with table(HUMAN, HUMAN, rules="paper:call=30,start=winner", seed=5) as (screen, pilot):
        for _ in range(60):
            if screen.match.turn is None:
                break
            if screen.seats.covered:
                await pilot.press("enter")
            calls = screen.match.observe(screen.match.turn).legal[0].verb == "yaniv"
            await type_in(pilot, "y" if calls else f"{len(screen._order)} d")
            await pilot.press("enter")
        assert screen.match.turn is None and not screen.seats.covered
        await pilot.press("enter")
        assert screen.match.turn is not None and screen.seats.covered
        assert "last deal: " in shown(screen, "message")


async def test_bots_alone_pause_and_step() -> None:
    """Space holds them, a full stop lets one move, space again lets them go on."""
    async with table("greedy", "semirandom", "random", pace=0.05) as (screen, pilot):
        await pilot.press("space")
        await pilot.pause(0.1)
        held = len(screen.match.moves())
        await pilot.pause(0.15)
        assert screen.seats.paused and len(screen.match.moves()) == held
        await pilot.press("full_stop")
        await until(pilot, lambda: len(screen.match.moves()) == held + 1)
        await pilot.pause(0.1)
        assert len(screen.match.moves()) == held + 1
        await pilot.press("space")
        await until(pilot, lambda: len(screen.match.moves()) > held + 1)


async def test_a_key_skips_the_wait() -> None:
    """However slow the pace."""
    async with table(pace=30.0) as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await pilot.pause(0.05)
        assert len(screen.match.moves()) == 1
        await pilot.press("space")
        await until(pilot, lambda: screen.match.turn == 0)
        await pilot.press("minus")
        assert "bots wait" in shown(screen, "message")
        await pilot.press("plus")


@pytest.mark.parametrize(("key", "seat"), [("r", "greedy"), ("x", "random"), ("1", "semirandom"), ("escape", "greedy")])
async def test_a_bot_that_goes_wrong_costs_one_choice(key: str, seat: str) -> None:
    """Retry, replace, resign, wait: the match goes on in every case."""
    bots = Bots(faults=["greedy"])
    async with table(HUMAN, "greedy", bots=bots) as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        assert "greedy raised ValueError: no cards" in text(pilot)
        bots.faults.clear()
        if key == "1":
            index = next(c.key for c in pilot.app.screen.choices if c.answer == seat)  # type: ignore[attr-defined]
            await pilot.press(index)
        else:
            await pilot.press(key)
        if key == "escape":
            await pilot.pause(0.05)
            assert screen.seats.paused
            await pilot.press("space")
        await until(pilot, lambda: screen.match.turn == 0)
        assert screen.match.header.seats == (HUMAN, seat)


async def kept_waiting(pilot: Pilot[None], bots: Bots) -> None:
    """Move, and let the next bot think until its gate is opened."""
    bots.gate.clear()
    await type_in(pilot, "5 d")
    await pilot.press("enter")
    await until(pilot, lambda: bots.asked)


async def test_a_bot_that_thinks_for_long_can_be_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Space asks; waiting changes nothing, another bot goes on at once."""
    monkeypatch.setattr("cardtui.ui.play.LONG", 0.01)
    bots = Bots()
    async with table(HUMAN, "greedy", bots=bots) as (screen, pilot):
        await kept_waiting(pilot, bots)
        await pilot.press("space")
        assert isinstance(pilot.app.screen, Question) and "greedy has been thinking for" in text(pilot)
        await pilot.press("escape")
        assert pilot.app.screen is screen and not screen.seats.paused and bots.asked == ["greedy"]
        await pilot.press("space", "x")
        bots.gate.set()
        await until(pilot, lambda: screen.match.turn == 0)
        assert screen.match.header.seats == (HUMAN, "random") and bots.asked == ["greedy", "random"]


async def test_a_narrow_table_opens_on_the_page_that_its_panel_asks_for() -> None:
    async with table(HUMAN, "greedy", panel="coach", coach="greedy") as (screen, pilot):
        await until(pilot, lambda: screen.seats.advised)
        assert "coach greedy" in text(pilot)
    async with table(HUMAN, "greedy") as (screen, pilot):
        assert screen.page == "history"


async def test_what_could_not_be_done_is_forgotten_when_the_bot_has_moved() -> None:
    """By then it can be done."""
    bots = Bots()
    async with table(HUMAN, "greedy", bots=bots) as (screen, pilot):
        await kept_waiting(pilot, bots)
        await pilot.press("question_mark")
        assert "✗ a hint is for your own turn" in text(pilot)
        bots.gate.set()
        await until(pilot, lambda: screen.match.turn == 0)
        assert "✗" not in text(pilot)


async def test_the_question_goes_away_when_the_bot_has_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be about a turn that is over; the match goes on."""
    monkeypatch.setattr("cardtui.ui.play.LONG", 0.01)
    bots = Bots()
    async with table(HUMAN, "greedy", bots=bots) as (screen, pilot):
        await kept_waiting(pilot, bots)
        await pilot.press("space")
        assert isinstance(pilot.app.screen, Question)
        bots.gate.set()
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.match.turn == 0 and not screen.seats.paused and screen.match.header.seats == (HUMAN, "greedy")


async def test_resume_is_identical(folders: Path) -> None:
    """What was on the screen when the program stopped is there again."""
    async with table() as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        seen, order, path = screen._seen, screen._order, screen.match.path
        assert path and record.unfinished(path)
    one = app(play())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, Question) and "You · greedy · semirandom, deal 1, 3 moves" in text(pilot)
        await pilot.press("enter")
        await pilot.pause()
        again = one.screen
        assert (again._seen, again._order) == (seen, order)  # type: ignore[attr-defined]
        assert list(records_dir().glob("*.jsonl")) == [path]


@pytest.mark.parametrize(("key", "kept"), [("n", True), ("x", False)])
async def test_a_new_match_instead(key: str, kept: bool) -> None:
    """The old one stays for later, or is not offered again."""
    async with table() as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        path = screen.match.path
    one = app(play())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(key)
        await pilot.pause()
        assert one.screen.match.path != path  # type: ignore[attr-defined]
        assert path and record.unfinished(path) is kept
        old = Match.resume(path)
        assert old.moves()
        old.close()


async def test_a_match_in_which_no_person_has_acted_is_not_offered() -> None:
    """There is nothing to lose: neither leaving asks, nor the next start."""
    async with table() as (screen, pilot):
        await pilot.press("f10")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen) and "Resume?" not in text(pilot)
    async with table() as (screen, pilot):
        assert screen.leaving == ""
        await pilot.press("ctrl+q")
    assert pilot.app.return_code == 0
    assert not any(map(record.unfinished, record.saved(records_dir())))


async def test_a_click_on_the_preview_is_enter_and_the_bar_can_be_clicked() -> None:
    """A mouse is enough to play."""
    async with table() as (screen, pilot):
        await pilot.click("#preview")
        assert screen.match.moves() == []
        await pilot.click(screen.query_one(Hand), offset=(2, 2))
        stack = next(spot for spot in screen.query_one(Picture)._spots if spot.word == "s")
        await pilot.click(Picture, offset=(stack.x + 1, stack.y + 1))
        await pilot.click("#preview", offset=(5, 0))
        assert screen.match.moves()[0].seat == 0
        await until(pilot, lambda: screen.match.turn == 0)
        panel = screen.seats.panel
        await pilot.click("#modes", offset=(2, 0))
        assert screen.seats.panel != panel
        await pilot.click("#modes", offset=(len(f"F2 bots:{screen.seats.panel}  ^p commands  "), 0))
        await pilot.pause()
        assert isinstance(pilot.app.screen, Question)


async def test_menu_key_leaves_the_table_and_the_match_can_be_resumed() -> None:
    """F10, and the menu offers the match first."""
    async with table() as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        await pilot.press("u")
        await type_in(pilot, "1 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        await pilot.press("f10")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen) and "Resume?" in text(pilot)
        assert re.search(r"deal 1, +3 +moves", text(pilot).replace("\n", " "))  # those taken back are none
        await pilot.press("enter")
        await pilot.pause()
        assert pilot.app.screen.match.header.seats == ALONE  # type: ignore[attr-defined]


async def test_sorting_the_hand() -> None:
    """By number, by suit, as dealt; what was typed means places and is taken out."""
    async with table() as (screen, pilot):
        orders = []
        for _ in range(3):
            orders.append(screen._order)
            await type_in(pilot, "1")
            await pilot.press("f6")
            assert line(screen).value == ""
        assert len(set(map(frozenset, orders))) == 1 and screen._order == orders[0]
        assert orders[0] != orders[1]


async def test_a_disk_that_refuses_stops_the_match_but_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that cannot be saved is not played; when the disk is well again, the match goes on."""
    async with table(HUMAN, "greedy") as (screen, pilot):
        writer = screen.match._writer
        assert writer
        append, full = writer.append, True

        def refuse(record_line: dict[str, object]) -> None:
            if full:
                raise OSError(28, "No space left on device")
            append(record_line)

        monkeypatch.setattr(writer, "append", refuse)
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        assert "No space left" in shown(screen, "message") and line(screen).value == "5 d"
        assert screen.match.moves() == []
        full = False
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.match.moves()) == 2)
        bots = screen.house.moves
        bots.gate.clear()  # type: ignore[attr-defined]
        await type_in(pilot, "1 d")
        await pilot.press("enter")
        full = True
        bots.gate.set()  # type: ignore[attr-defined]
        await until(pilot, lambda: "stands still" in shown(screen, "message"))
        assert len(screen.match.moves()) == 3
        full = False
        await pilot.press("space")
        await until(pilot, lambda: len(screen.match.moves()) == 4)


async def test_the_side_pages_scroll() -> None:
    """F3 turns the pages; PgUp looks back in the history, PgDn returns to its end."""
    async with table("greedy", "random", "random", seed=11) as (screen, pilot):
        await until(pilot, lambda: screen.match.turn is None or len(screen.match.moves()) > 30)
        screen.seats.step()  # hold
        screen.page = "history"
        screen.redraw()
        await pilot.pause()
        assert "open 7" not in text(pilot)
        await pilot.press(*["pageup"] * 8)
        assert "    open " in text(pilot)
        await pilot.press(*["pagedown"] * 8)
        assert "    open " not in text(pilot)
        await pilot.press("f3")
        assert screen.page == "scores" and "scores" in text(pilot)
        await pilot.press("f3")
        assert screen.page == "bots" and "bots · deal" in text(pilot)
        await pilot.press("pagedown", "pageup", "f3")
        assert screen.page == "history"


async def test_what_is_typed_early_waits() -> None:
    """While bots move one can type; Enter says whose turn it is and keeps the text."""
    bots = Bots()
    async with table(bots=bots) as (screen, pilot):
        bots.gate.clear()
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await type_in(pilot, "4 d")
        await pilot.press("enter")
        assert "not your turn" in shown(screen, "preview") and line(screen).value == "4 d"
        bots.gate.set()
        await until(pilot, lambda: screen.match.turn == 0)
        assert line(screen).value == "4 d" and len(screen.match.moves()) == 3


@pytest.mark.parametrize("pace", [0.01, 0.19, 8.0, 60.0])
async def test_faster_and_slower_keep_to_their_direction(pace: float) -> None:
    """From each pace that can be set, to the ends of what can be set and back."""
    async with table(pace=pace) as (screen, pilot):
        settings = screen.house.settings
        await pilot.press("plus")
        assert screen.house.settings.pace < pace
        screen.house.settings = settings
        await pilot.press("minus")
        assert screen.house.settings.pace > pace or pace == SETTINGS["pace"].high
        for way, end in ((-1, SETTINGS["pace"].low), (1, SETTINGS["pace"].high), (-1, SETTINGS["pace"].low)):
            for _ in range(12):
                before = screen.house.settings.pace
                screen.action_pace(way)
                after = screen.house.settings.pace
                assert (after - before) * way > 0 or before == after == end
            assert after == end and screen.seats._conductor and screen.seats._conductor.pace == after


async def test_beliefs_are_told_by_the_names_at_the_table() -> None:
    """Nobody sits at "seat 2"."""
    held = {f"{rank}h": 0.25 for rank in range(2, 6)}
    thought = Decision(YANIV, (Option(YANIV, 1.0),), beliefs=(Belief(1, "holds", held), Belief(2, "holds", held)))
    async with table(panel="coach") as (screen, pilot):
        await until(pilot, lambda: screen.seats.coach.advice)
        screen.seats.coach.advice = (screen.match.ticket, thought)
        screen.page = "bots"
        screen.redraw()
        await pilot.pause()
        assert "│holds  greedy semira" in text(pilot)
        await pilot.press("f5")
        await pilot.pause()
        assert "│ holds  greedy semira" in text(pilot) and "seat 2" not in text(pilot)


async def test_a_hint_that_takes_long_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until it comes."""
    monkeypatch.setattr("cardtui.ui.coach.LONG", 0.01)
    async with table() as (screen, pilot):
        opinions = cast(Bots, screen.house.opinions)
        opinions.gate.clear()
        await pilot.press("question_mark")
        await until(pilot, lambda: "asking greedy …: its first start compiles it" in shown(screen, "message"))
        opinions.gate.set()
        await until(pilot, lambda: "hint (greedy): " in shown(screen, "message"))


async def test_the_coach_says_that_it_thinks() -> None:
    """Its first start may compile it for a minute."""
    async with table(panel="coach") as (screen, _):
        screen.seats.coach.advice = None
        assert screen.seats.entries()[1] == "coach greedy: thinking …"
        screen.match.play(screen.match.observe(0).legal[-1])
        assert screen.seats.entries()[1] == "coach greedy: before your move"
