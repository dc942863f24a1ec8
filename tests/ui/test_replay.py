"""The replay screen: every key, the same states as the match, opinions from the mover's own view."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import Input

from cardtui import dice, registry, settings, words
from cardtui.core import Refusal, decide
from cardtui.entries import HUMAN
from cardtui.match import Match
from cardtui.ui.app import Replay
from cardtui.ui.dialogs import InputWindow
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.screens.replay import SPEEDS, ReplayScreen
from cardtui.ui.widgets.cards import suit_colour
from cardtui.ui.widgets.felt import Felt
from cardtui.ui.widgets.line import KeyLine

from .common import Bots, app, screened, text, type_in, until

SEATS = (HUMAN, "greedy", "semirandom")


def record(path: Path, deals: int = 2, rules: str = "paper") -> Match:
    """A match of some deals; the person plays as greedy does, without a Decision. Closed, its frames still there."""
    match = Match.new("yaniv", rules, SEATS, 11, path)
    for deal in range(deals):
        if deal:
            match.next_deal()
        while match.turn is not None:
            seat = match.turn
            bot = registry.agent(match.game, "greedy" if seat == 0 else SEATS[seat])
            decision = decide(bot, match.observe(seat), Random(match.rng_seed(seat)))
            match.play(decision.action, decision if seat else None)
    match.close("finished")
    return match


@asynccontextmanager
async def replay(
    path: Path, size: tuple[int, int] = (80, 24), bots: Bots | None = None, pace: float = 0.05
) -> AsyncIterator[tuple[ReplayScreen, Pilot[None]]]:
    one = app(Replay(path), pace=pace)
    if bots:
        one.opinions = bots  # type: ignore[assignment]
    async with one.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, ReplayScreen)
        yield one.screen, pilot


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)])
async def test_the_panels_reach_to_the_edge(tmp_path: Path, size: tuple[int, int]) -> None:
    """The margin of the timeline below took two columns from them."""
    record(tmp_path / "m.jsonl", 1)
    async with replay(tmp_path / "m.jsonl", size) as (screen, _):
        side = screen.query_one("#side").region
        assert side.right == size[0] and screen.query_one(Felt).region.right == side.x - 1


async def test_the_title_names_the_match_where_it_cannot_name_it_whole(tmp_path: Path) -> None:
    record(tmp_path / "20261130-155100-schafkopf-club.jsonl", deals=1)
    async with replay(tmp_path / "20261130-155100-schafkopf-club.jsonl") as (_, pilot):
        assert "20261130-155100" in text(pilot).splitlines()[0] and ".jso" not in text(pilot)


async def test_suits_of_schafkopf_have_their_own_colours_as_at_its_table() -> None:
    path = Path(__file__).parents[1] / "records" / "schafkopf-club-4.jsonl"
    async with replay(path) as (screen, _):
        shown = screen.query_one(Felt).canvas
        assert shown and shown.palette.four and not screen.card_app.palette.four


@pytest.mark.parametrize("four", [False, True])
async def test_cards_in_the_list_have_the_colours_of_the_setting(saved: Path, four: bool) -> None:
    async with replay(saved, (140, 40)) as (screen, pilot):
        screen.card_app.settings = screen.card_app.settings._replace(four_colour=four)
        screen.redraw()
        await pilot.press("end")
        lines = screen._move_lines(screen.shown.starts[-1], 60)
        found = {
            line.plain[span.start : span.end][-1]: span.style
            for line in lines
            for span in line.spans
            if span.style != "$text-muted"
        }
        assert set(found) == set("♣♦♥♠")
        assert {sign: suit_colour(f"7{sign}", four) for sign in found} == found
        colours = screen.card_app.theme_variables
        assert len({colours[str(style)[1:]] for style in found.values()}) == (4 if four else 2)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    record(tmp_path / "m.jsonl")
    return tmp_path / "m.jsonl"


async def test_steps_give_the_states_of_the_match(tmp_path: Path) -> None:
    match = record(tmp_path / "m.jsonl")
    async with replay(tmp_path / "m.jsonl") as (screen, pilot):
        places = list(range(len(match.frames)))
        for place in [*places[::7], *places[::-11]]:
            screen.go(place)
            ours, theirs = screen.shown.frames[place].state, match.frames[place].state
            assert (ours.hands, ours.stack, ours.top, ours.buried) == (
                theirs.hands,
                theirs.stack,
                theirs.top,
                theirs.buried,
            )
            assert match.game.observe(ours, 1) == match.game.observe(theirs, 1)
        screen.go(0)
        await pilot.press("right", "right", "left")
        assert screen.shown.place == 1


async def test_every_key(saved: Path) -> None:
    async with replay(saved) as (screen, pilot):
        first = screen.shown.starts[1]
        await pilot.press("right", "right")
        assert screen.shown.place == 2
        await pilot.press("left")
        assert screen.shown.place == 1
        await pilot.press("pagedown")
        assert screen.shown.place == first and "deal 2/2 · move 1" in text(pilot)
        await pilot.press("pageup")
        assert screen.shown.place == 0
        await pilot.press("end")
        assert screen.shown.place == len(screen.shown.frames) - 1 and "the deal is over" in text(pilot)
        await pilot.press("pageup")  # first to the start of this deal
        assert screen.shown.place == first
        await pilot.press("home")
        assert screen.shown.place == 0
        await pilot.press("v")
        assert screen.shown.seat == 1 and "seen by Ada" in text(pilot)
        await pilot.press("a")
        assert screen.open and "all hands" in text(pilot)
        await pilot.press("plus")
        assert SPEEDS[screen.speed] == 2
        await pilot.press("minus", "minus", "minus")
        assert SPEEDS[screen.speed] == 0.5
        await pilot.press("f10")
    assert pilot.app.return_code == 0


async def test_the_end_of_a_later_deal_adds_up_from_the_scores_before_it(tmp_path: Path) -> None:
    """Only the frames of one deal are painted: what was told of the totals began at 0, as if they had been halved."""
    path = tmp_path / "club.jsonl"
    match = record(path, 3, "club")
    before, after = match.totals()[-2:]
    gained = match.game.returns(match.state)
    assert any(before) and [was - gain for was, gain in zip(before, gained, strict=True)] == list(after)
    async with replay(path) as (screen, pilot):
        await pilot.press("end")
        await until(pilot, lambda: "the end" in text(pilot))
        assert screen.shown.deal == 2 and "halved" not in text(pilot)
        told = "\n".join(line.plain for line in screen._result(19))
        assert "–" not in told and all(
            re.search(rf"{name} +{old:g} +{new:g}\b", told)
            for name, old, new in zip(screen.shown.names, before, after, strict=True)
        )


async def test_plays_by_itself_and_stops_at_the_end(saved: Path) -> None:
    async with replay(saved, pace=0.8) as (screen, pilot):
        await pilot.press("plus", "plus", "plus", "space")
        assert "playing 8×" in text(pilot)
        await until(pilot, lambda: screen.shown.place > 2)
        await pilot.press("space")
        place = screen.shown.place
        await pilot.pause(0.1)
        assert screen.shown.place == place
        screen.go(len(screen.shown.frames) - 3)
        await pilot.press("space")
        await until(pilot, lambda: screen.shown.place == len(screen.shown.frames) - 1)
        await until(pilot, lambda: "playing" not in text(pilot))
        await pilot.press("home", "space", "g")  # a window stops it
        assert "playing" not in text(pilot)
        await pilot.press("escape", "end")
        await pilot.press("space")  # disabled, and says why
        assert screen.shown.place == len(screen.shown.frames) - 1 and screen.disabled_reason("play")


async def test_goes_to_a_typed_moment(saved: Path) -> None:
    async with replay(saved) as (screen, pilot):
        for typed, place in (("2:3", screen.shown.starts[1] + 2), ("4", screen.shown.starts[1] + 3), ("50%", None)):
            await pilot.press("g")
            assert isinstance(pilot.app.screen, InputWindow)
            pilot.app.screen.query_one(Input).value = typed
            await pilot.press("enter")
            assert screen.shown.place == (place if place is not None else (len(screen.shown.frames) - 1) // 2)
        before = screen.shown.place
        for typed, why in (("9:1", "has deals 1 to 2"), ("2:999", "from 2:1 to 2:"), ("2:0", "not to 2:0")):
            with pytest.raises(Refusal, match=why):
                screen.read_place(typed)
        for typed in ("x", "-1", "1:", "٣", "101%"):
            with pytest.raises(Refusal):
                screen.read_place(typed)
        await pilot.press("g")
        pilot.app.screen.query_one(Input).value = "9:1"
        for _ in range(2):  # what was refused is kept, and refused again
            await pilot.press("enter")
            asking = pilot.app.screen
            assert isinstance(asking, InputWindow) and asking.query_one(Input).value == "9:1"
        assert screen.shown.place == before
        await pilot.press("escape")
        assert screen.shown.place == before


async def test_the_timeline_can_be_clicked(saved: Path) -> None:
    async with replay(saved) as (screen, pilot):
        await pilot.click("Timeline", offset=(77, 0))
        assert screen.shown.place == len(screen.shown.frames) - 1
        await pilot.click("Timeline", offset=(0, 0))
        assert screen.shown.place == 0
        await pilot.press("escape")
    assert pilot.app.return_code == 0


async def test_the_name_of_the_commands_can_be_clicked(saved: Path) -> None:
    """As at a table."""
    async with replay(saved) as (_, pilot):
        await pilot.click("#modes", offset=(3, 0))
        await screened(pilot, CommandPalette)


async def test_a_move_of_the_list_can_be_clicked(saved: Path) -> None:
    """It is marked then: the next one to be made. So it is in a list that was scrolled, and in the second deal."""
    async with replay(saved, (80, 24)) as (screen, pilot):
        for deal in range(2):
            await pilot.press("pagedown" * deal or "home")
            await pilot.pause()
            for number in (3, 1):
                await pilot.click("#list", offset=(5, number - 1))
                await pilot.pause()
                assert screen.shown.place == screen.shown.starts[deal] + number - 1
                assert f"▶{number:>3} " in text(pilot)


async def test_shows_saved_decisions(saved: Path) -> None:
    async with replay(saved) as (screen, pilot):
        assert "decision saved)" in text(pilot)  # that there is none for the person
        await pilot.press("right")
        move = screen.shown.frames[2].move
        assert move and move.decision and move.seat == 1 and screen.shown.next_move == move
        shown = text(pilot)
        assert f"Ada: {words.of('yaniv').label(screen.shown.game, move.action)} · greedy" in shown
        chosen = next(option for option in move.decision.options if option.action == move.action)
        assert chosen.why[:14] in shown


async def test_an_opinion_is_asked_from_the_movers_own_view(saved: Path) -> None:
    bots = Bots()
    async with replay(saved, bots=bots) as (screen, pilot):
        await pilot.press("right", "b")
        pilot.app.screen.query_one(Input).value = "random"
        await pilot.press("enter", "o")
        await until(pilot, lambda: 1 in screen.asked)
        entry = screen.asked[1][0]
        seen = screen.shown.game.observe(screen.shown.frames[1].state, 1)
        assert bots.seeds == [dice.seed(screen.shown.header.seed, 1)]  # which leads back to no deal
        assert bots.asked == ["random"] and entry.title == "asked: random" and entry.decision
        assert {option.action for option in entry.decision.options} == set(seen.legal)
        assert "asked: random" in text(pilot)
        await pilot.press("right")
        assert "asked: random" not in text(pilot)
        await pilot.press("left")
        assert "asked: random" in text(pilot)  # kept
        keys = str(screen.query_one(KeyLine).render())
        assert "o opinion" in keys and "THOUGHTS  o asks random" in text(pilot)


async def test_a_bot_that_takes_long_is_said_to_be_asked(saved: Path) -> None:
    bots = Bots()
    bots.gate.clear()
    async with replay(saved, bots=bots) as (screen, pilot):
        screen.bot = "greedy"
        await pilot.press("o")
        await until(pilot, lambda: "THOUGHTS  asking greedy …" in text(pilot))
        await pilot.press("right")
        assert "THOUGHTS  asking greedy …" in text(pilot)
        bots.gate.set()
        await until(pilot, lambda: "THOUGHTS  o asks greedy" in text(pilot))
        assert 0 in screen.asked


async def test_a_bot_that_fails_or_is_not_there_costs_a_sentence(saved: Path) -> None:
    async with replay(saved, bots=Bots(["greedy"])) as (screen, pilot):
        screen.bot = "greedy"
        await pilot.press("o")
        await until(pilot, lambda: "no cards" in text(pilot))
        await pilot.press("b")
        pilot.app.screen.query_one(Input).value = "gredy"
        await pilot.press("enter")
        assert screen.bot == "greedy"
        await until(pilot, lambda: "gredy" in text(pilot))


async def test_inspects_the_position(saved: Path) -> None:
    async with replay(saved) as (screen, pilot):
        await pilot.press("right", "right", "f4")
        await until(pilot, lambda: isinstance(pilot.app.screen, InspectScreen))
        looking = pilot.app.screen
        assert isinstance(looking, InspectScreen)
        assert looking.position.seen == screen.shown.game.observe(screen.shown.frames[2].state, 2)
        following = screen.shown.frames[3].move
        assert following and looking.position.played == following.action  # deal, move and truth come along
        assert looking.position.moment == (saved, 2) and looking.position.place == (1, 3) and looking.position.hands
        assert looking.answers.bots[0] == screen.bot and "● played" in text(pilot)
        await type_in(pilot, "goto 1:1")
        await pilot.press("enter")
        assert looking.position.moment == (saved, 0)
        await type_in(pilot, "goto 9:1")
        await pilot.press("enter")
        assert "the record has deals 1 to" in text(pilot)
        await pilot.press("escape")
        await pilot.press("escape")
        assert pilot.app.screen is screen
        await pilot.press("end", "f4")  # nobody is to move there
        assert pilot.app.screen is screen


async def test_the_newest_match_is_replayed_and_none_is_said() -> None:
    one = app(Replay())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, MenuScreen)
    record(settings.records_dir() / "a.jsonl", deals=1)
    one = app(Replay())
    async with one.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, ReplayScreen) and one.screen.shown.path.name == "a.jsonl"


async def test_thoughts_scroll(saved: Path) -> None:
    async with replay(saved) as (screen, pilot):
        screen.bot = "random"
        screen.go(2)
        await pilot.press("o")
        await until(pilot, lambda: 2 in screen.asked)
        box = screen.query_one("#thoughts")
        await pilot.press("down", "down", "down")
        assert box.scroll_y == 3
        await pilot.press("up")
        assert box.scroll_y == 2


async def test_a_broken_record_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text("{}\n")
    one = app(Replay(tmp_path / "x.jsonl"))
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, MenuScreen)
