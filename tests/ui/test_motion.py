"""Cards that move to their places: where they come from, what ends them, and when nothing moves."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from cardtui.games.tricks.words import halves
from cardtui.ui.look.canvas import Canvas
from cardtui.ui.look.cards import SMALL, card, face_of
from cardtui.ui.look.motion import Slide, arrivals, departures
from cardtui.ui.look.palette import DARK
from cardtui.ui.table.screen import TableScreen
from cardtui.ui.widgets.felt import Felt

from .common import Bots, table, until


@pytest.fixture(autouse=True)
def never_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a busy machine nor the console of Linux turns motion off."""
    monkeypatch.setattr("cardtui.ui.widgets.felt.LATE", 60.0)
    monkeypatch.setenv("TERM", "xterm-256color")


def picture(**places: tuple[int, int]) -> Canvas:
    """Return a canvas with cards at these places, and two seats above and below."""
    canvas = Canvas(40, 20, DARK, DARK.felt)
    canvas.seat_places = {0: (20, 18), 1: (20, 1)}
    for name, place in places.items():
        card(canvas, *place, face_of(name), SMALL, shadow=False)
    return canvas


def ways(slides: list[Slide]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return [(slide.start, slide.end) for slide in slides]


def test_a_played_card_comes_from_the_hand_where_it_lay_or_from_its_seat() -> None:
    old, new = picture(EO=(3, 14), G7=(10, 14)), picture(EO=(18, 8), G7=(3, 14))
    assert ways(arrivals(old, new, ["EO"], 0)) == [((3, 14), (18, 8))], "G7 only closed up"
    hidden = picture(G7=(3, 14))
    assert ways(arrivals(hidden, new, ["EO"], 1)) == [((18, 0), (18, 8))]
    assert arrivals(hidden, new, ["EO"], 2) == [], "a seat without a place"
    assert ways(arrivals(new, hidden, ["EO"], 1)) == [((18, 8), (18, 0))], "taken by a seat whose hand is hidden"


def test_a_swept_trick_goes_to_its_winner_and_the_hand_stays() -> None:
    old = picture(EO=(14, 8), SA=(20, 8), G7=(3, 14))
    new = picture(G7=(8, 14))
    assert ways(departures(old, new, 1)) == [((14, 8), (18, 0)), ((20, 8), (18, 0))]


def test_a_slide_begins_and_ends_at_its_corners() -> None:
    new = picture(EO=(18, 8))
    (slide,) = arrivals(picture(EO=(3, 14)), new, ["EO"], 0)
    for progress, (x, y) in ((0.0, (3, 14)), (1.0, (18, 8))):
        canvas = picture()
        slide.paint(canvas, progress)
        assert [row[x : x + 5] for row in canvas.rows[y : y + 3]] == list(slide.cells)
    between = picture()
    slide.paint(between, 0.3)
    assert between.text() != new.text()
    assert between.text().strip() != ""


def still(screen: TableScreen) -> Canvas:
    """Return the felt with everything at its place."""
    return screen.drawing.canvas(screen.query_one(Felt))


async def test_the_state_changes_first_and_any_key_ends_what_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui.ui.table.drawing.SLIDE", 60.0)
    bots = Bots()
    bots.gate.clear()
    async with table("human", "greedy", bots=bots, pace=0.3) as (screen, pilot):
        felt = screen.query_one(Felt)
        assert not felt.moving
        await pilot.press("1", "s", "enter")
        await until(pilot, lambda: felt.moving)
        assert screen.match.turn == 1, "the move has been made"
        assert felt.canvas is not None
        assert felt.canvas.hidden
        assert felt.canvas.rows != still(screen).rows
        screen.redraw()
        assert felt.moving, "drawing once more does not end it"
        await pilot.press("f3")
        assert not felt.moving
        assert felt.canvas.rows == still(screen).rows
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert not felt.moving


async def test_a_move_of_a_bot_takes_the_place_of_one_that_still_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui.ui.table.drawing.SLIDE", 60.0)
    async with table("human", "greedy", "greedy", pace=0.05) as (screen, pilot):
        felt = screen.query_one(Felt)
        await pilot.press("1", "s", "enter")
        await until(pilot, lambda: screen.match.turn == 0 or screen.match.turn is None)
        assert felt.moving
        felt.finish()
        assert felt.canvas is not None
        assert felt.canvas.rows == still(screen).rows


async def moved(pilot: Pilot[None], screen: TableScreen) -> bool:
    """Play a card, and return whether anything moved."""
    felt, frames = screen.query_one(Felt), []
    play = felt.play
    felt.play = lambda *args: (frames.append(1), play(*args))  # type: ignore[method-assign, assignment]
    await pilot.press("1", "s", "enter")
    await until(pilot, lambda: screen.match.turn == 1)
    return bool(frames)


@pytest.mark.parametrize(
    ("settings", "moves"),
    [({"pace": 0.3}, True), ({"pace": 0.0}, False), ({"pace": 0.3, "motion": False}, False),
     ({"pace": 0.3, "ascii": True}, False)],
)  # fmt: skip
async def test_what_turns_motion_off(settings: dict[str, Any], moves: bool) -> None:
    bots = Bots()
    bots.gate.clear()
    async with table("human", "greedy", bots=bots, **settings) as (screen, pilot):
        assert await moved(pilot, screen) is moves


async def test_nothing_moves_without_colour_over_a_slow_line_or_on_the_console_of_linux(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bots = Bots()
    bots.gate.clear()
    async with table("human", "greedy", bots=bots, pace=0.3) as (screen, pilot):
        felt = screen.query_one(Felt)
        monkeypatch.setattr("cardtui.ui.widgets.felt.LATE", -1.0)  # every frame is late
        felt.play(lambda progress: still(screen), 60.0)
        await until(pilot, lambda: not felt.moving)
        assert felt.slow
        assert not await moved(pilot, screen)
    for name, value in (("NO_COLOR", "1"), ("TERM", "linux")):
        with monkeypatch.context() as patch:
            patch.setattr("cardtui.ui.widgets.felt.LATE", 60.0)
            patch.setenv(name, value)
            async with table("human", "greedy", bots=bots, pace=0.3) as (screen, pilot):
                assert not await moved(pilot, screen), name


async def test_a_trick_is_swept_to_its_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    swept: list[tuple[Canvas, Canvas, int]] = []

    def noted(old: Canvas, new: Canvas, seat: int) -> list[Slide]:
        swept.append((old, new, seat))
        return departures(old, new, seat)

    monkeypatch.setattr("cardtui.ui.table.drawing.departures", noted)
    pauses: dict[str, Any] = {"pace": 0.01, "trick_pause": 0.05}
    async with table("human", "first", game="tricks", rules="tricks", **pauses) as (screen, pilot):
        await until(pilot, lambda: screen.match.turn == 0)
        screen.play(screen.seen.legal[0])
        await until(pilot, lambda: bool(swept))
        old, new, seat = swept[0]
        first = halves(screen.seen)[0][0]
        assert seat == first.taker
        names = {face.name for face in screen.table.faces(first.cards)}
        assert {laid.name for laid in old.laid} - {laid.name for laid in new.laid} == names
        assert len(departures(old, new, seat)) == 2
