"""Bots at the table: their pace, their faults, their hints."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtui.entries import HUMAN
from cardtui.settings import SETTINGS
from cardtui.ui.dialogs import Question
from cardtui.ui.widgets.history import History
from cardtui.ui.widgets.line import KeyLine
from cardtui.ui.widgets.lines import Lines

from .common import Bots, line, painted, shown, table, text, type_in, until


async def test_hint_names_an_action_and_its_reason() -> None:
    """The coach is asked once."""
    async with table() as (screen, pilot):
        await pilot.press("question_mark")
        await until(pilot, lambda: "hint (greedy)" in shown(screen, "message"))
        assert "A♣ A♥" in shown(screen, "message") and "leaves 31 · probability 50%" in shown(screen, "message")
        assert line(screen).value == ""


async def test_a_hint_takes_the_line_of_the_preview_until_that_changes() -> None:
    """Beside what is typed already, its reason and figures would be cut."""
    async with table() as (screen, pilot):
        await type_in(pilot, "1")
        await pilot.press("question_mark")
        await until(pilot, lambda: "hint (greedy)" in text(pilot))
        assert "leaves\n 31 · probability 50%" in text(pilot)
        await type_in(pilot, " s")
        assert "✓" in shown(screen, "preview") and "hint (greedy)" in shown(screen, "message")


async def test_a_hint_loses_whole_clauses_where_it_is_too_long() -> None:
    """What it says of the move stays; of what has no room nothing is begun."""
    does, figures = "throws 11 points to a partner who is winning: 11 lie there already", "+116 ±3 cents"
    async with table() as (screen, pilot):
        screen.say(f"hint (greedy): HA · {does} · {figures} · {'counts as more, ' * 5}", stays=True)
        assert shown(screen, "message") == f"hint (greedy): HA · {does} · {figures}"
        screen.say(f"hint (greedy): HA · {'x ' * 80}· {figures}", stays=True)
        await pilot.pause()
        assert shown(screen, "message").endswith("x x …")


async def test_bots_alone_are_paused_by_a_key_that_says_so_and_refusals_stay() -> None:
    """The next move of a bot took away why a key did nothing; another key does."""
    async with table("greedy", "semirandom", pace=0.5) as (screen, pilot):
        keys = screen.query_one(KeyLine)
        assert "Space pause" in str(keys.render())
        await pilot.press("space")
        assert screen.bots.paused and "Space go on" in str(keys.render())
        await pilot.press("question_mark")
        turn = len(screen.match.moves())
        screen.bots.step()
        await until(pilot, lambda: len(screen.match.moves()) > turn)
        assert shown(screen, "message") == "✗ a hint is for your own turn"
        await pilot.press("minus")
        assert shown(screen, "message").startswith("bots wait")


async def test_bots_alone_pause_and_step() -> None:
    """Space holds them, a full stop lets one move, space again lets them go on. Typed letters are dropped."""
    async with table("greedy", "semirandom", "random", pace=0.05) as (screen, pilot):
        await pilot.press("space")
        await pilot.pause(0.1)
        held = len(screen.match.moves())
        await pilot.pause(0.15)
        assert screen.bots.paused and len(screen.match.moves()) == held
        await pilot.press("x", "5")
        await until(pilot, lambda: not screen.line.value)
        await pilot.press("full_stop")
        await until(pilot, lambda: len(screen.match.moves()) == held + 1)
        await pilot.pause(0.1)
        assert len(screen.match.moves()) == held + 1
        await pilot.press("space")
        await until(pilot, lambda: len(screen.match.moves()) > held + 1)


async def test_a_move_that_comes_while_the_screen_is_removed_draws_nothing() -> None:
    """Parts of the screen may be gone already: the program ended in a traceback."""
    async with table("greedy", "semirandom", pace=30.0) as (screen, pilot):
        pilot.app.exit()
        await screen.query_one(History).remove()
        screen.changed(saved=True)


async def test_where_bots_play_alone_the_line_says_what_space_does() -> None:
    async with table("greedy", "semirandom", "random", pace=30.0) as (_, pilot):
        for told in ("watching: Space pauses · . takes", "watching · paused: Space goes on · . takes") * 2:
            await until(pilot, lambda told=told: told in text(pilot))
            await pilot.press("space")


async def test_where_bots_play_alone_the_last_deal_is_forgotten_when_the_next_one_ends() -> None:
    """Its result would stand below the new one."""
    async with table("greedy", "semirandom", rules="paper:call=30") as (screen, pilot):
        await until(pilot, lambda: screen.match.turn is None)
        await pilot.press("n")
        await until(pilot, lambda: screen.match.deal == 2 and screen.match.turn is None)
        assert shown(screen, "message") == "" and "wins the deal" in painted(screen)


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
            assert screen.bots.paused
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
    monkeypatch.setattr("cardtui.ui.table.bots.LONG", 0.01)
    bots = Bots()
    async with table(HUMAN, "greedy", bots=bots) as (screen, pilot):
        await kept_waiting(pilot, bots)
        await pilot.press("space")
        assert isinstance(pilot.app.screen, Question) and "greedy has been thinking for" in text(pilot)
        await pilot.press("escape")
        assert pilot.app.screen is screen and not screen.bots.paused and bots.asked == ["greedy"]
        await pilot.press("space", "x")
        bots.gate.set()
        await until(pilot, lambda: screen.match.turn == 0)
        assert screen.match.header.seats == (HUMAN, "random") and bots.asked == ["greedy", "random"]


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
    monkeypatch.setattr("cardtui.ui.table.bots.LONG", 0.01)
    bots = Bots()
    async with table(HUMAN, "greedy", bots=bots) as (screen, pilot):
        await kept_waiting(pilot, bots)
        await pilot.press("space")
        assert isinstance(pilot.app.screen, Question)
        bots.gate.set()
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.match.turn == 0 and not screen.bots.paused and screen.match.header.seats == (HUMAN, "greedy")


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
        settings = screen.card_app.settings
        await pilot.press("plus")
        assert screen.card_app.settings.pace < pace
        screen.card_app.settings = settings
        await pilot.press("minus")
        assert screen.card_app.settings.pace > pace or pace == SETTINGS["pace"].high
        for way, end in ((-1, SETTINGS["pace"].low), (1, SETTINGS["pace"].high), (-1, SETTINGS["pace"].low)):
            for _ in range(12):
                before = screen.card_app.settings.pace
                screen.action_pace(way)
                after = screen.card_app.settings.pace
                assert (after - before) * way > 0 or before == after == end
            assert after == end and screen.bots._conductor and screen.bots._conductor.pace == after


async def test_a_table_without_bots_says_which_mode_follows_the_coach() -> None:
    """It said "after the deal", which is of bots; the panel was hidden."""
    async with table(HUMAN, HUMAN, panel="coach") as (screen, pilot):
        assert screen.tableside.panel == "coach"
        await pilot.press("f7")
        assert screen.tableside.panel == "hidden" and screen.message == "bots' panel: hidden"


async def test_the_coach_says_that_it_thinks() -> None:
    """Its first start may compile it for a minute."""
    async with table(panel="coach") as (screen, _):
        screen.tableside.coach.advice = None
        assert screen.tableside.thoughts()[1] == "thinking …"
        screen.match.play(screen.match.observe(0).legal[-1])
        assert screen.tableside.thoughts()[1] == "the coach speaks before your move"


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_what_the_coach_makes_of_the_deal_stands_beside_its_end(size: tuple[int, int]) -> None:
    """Of those moves before which it had spoken; on a small screen on the page of the bots."""
    async with table(panel="coach", size=size) as (screen, pilot):
        while screen.match.turn is not None:
            await until(pilot, lambda: screen.tableside.advised or screen.match.turn is None)
            if screen.match.turn is not None:
                assert "WORTH A LOOK" not in text(pilot)
                screen.play(screen.seen.legal[-1])
            await until(pilot, lambda: screen.match.turn in (0, None))
        while screen.page != "bots" and size == (80, 24):
            await pilot.press("f3")
        await until(pilot, lambda: "WORTH A LOOK" in text(pilot))
        costly = " ".join(screen.query_one("#costly", Lines).render().plain.split())
        heading = "BOTS  thoughts" if size == (80, 24) else "BOTS  what they thought"
        assert "than the margin of error" in costly and heading in text(pilot)


async def test_a_move_taken_back_at_the_end_brings_back_the_history() -> None:
    """The scores are shown at the end of a deal alone, unless a person asks for them."""
    async with table(panel="hidden", size=(80, 24)) as (screen, pilot):
        while screen.match.turn is not None:
            assert screen.page == "history"
            screen.play(screen.seen.legal[-1])
            await until(pilot, lambda: screen.match.turn in (0, None))
        assert screen.page == "scores"
        await pilot.press("u")
        assert screen.match.turn == 0 and screen.page == "history"
        await pilot.press("f3", "f6")
        assert screen.page == "scores"


async def test_a_hanging_bot_is_replaced_only_by_one_that_knows_the_rules() -> None:
    """The others could not sit down."""
    async with table(HUMAN, "first", game="tricks", rules="tricks:n=6") as (screen, pilot):
        screen.bots.ask_about("first", "first cannot go on", "why")
        question = pilot.app.screen
        assert isinstance(question, Question)
        offered = {choice.answer for choice in question.choices}
        assert "exact" in offered and not any(bot.startswith("mlp") for bot in offered)
