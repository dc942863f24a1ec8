"""Sheets in `docs/` that show several things of the look beside each other, by the program's own painting."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from rich.segment import Segment
from rich.style import Style
from steps import moves, taken, until  # beside this file
from svg import resolved
from textual.geometry import Region
from textual.pilot import Pilot
from textual.strip import Strip

from cardtui.ui.look import cards as painted
from cardtui.ui.look.canvas import Canvas
from cardtui.ui.look.cards import HUGE, LARGE, NUMBER, RANKED, SMALL, TOP, Face, Frame, card, face_of
from cardtui.ui.look.motion import SLIDE, SWEEP, TICK
from cardtui.ui.look.palette import DARK, SIXTEEN, Palette
from cardtui.ui.start import Resume
from cardtui.ui.widgets import felt
from cardtui.ui.widgets.felt import Felt

GERMAN, FRENCH = (("A", "10", "K", "O", "U", "9"), ("A", "10", "K", "Q", "J"))
"""The ranks of the decks: all that look different."""


# --- all cards --------------------------------------------------------------------------------------


def cards(palette: Palette = DARK) -> list[Strip]:
    """All cards in their sizes, as they lie, are picked, or cannot be played; backs, chips and badges."""
    canvas = Canvas(140, 40, palette, palette.felt)
    for row, suit in enumerate("EGHS"):
        for column, rank in enumerate(GERMAN):
            picked = Frame.WHOLE if (suit, rank) == ("S", "U") else Frame.NONE
            x, y = 3 + 9 * column, 2 + 7 * row
            card(canvas, x, y, Face(rank, suit), LARGE, rank == "9", picked)
            canvas.middle(x, LARGE.width, y + LARGE.height, str(column + 1), palette.gold, bold=True)
    for row, suit in enumerate("♠♥♦♣"):
        for column, rank in enumerate(FRENCH):
            card(canvas, 61 + 9 * column, 2 + 7 * row, Face(rank, suit))
    for column, face in enumerate((Face("O", "E"), Face("A", "♥"))):
        card(canvas, 110 + 14 * column, 2, face, HUGE)
    for column, rank in enumerate(("3", "10", "Q", "A", "RJ")):
        card(canvas, 110 + 6 * column, 13, Face(rank, "★" * (rank == "RJ")), RANKED)
    for column, value in enumerate((2, 35, 68, 99)):
        painted.number(
            canvas, 110 + 10 * (column % 3), 20 + 7 * (column // 3), value, 99, NUMBER if column < 3 else TOP
        )
    for column, name in enumerate(("EO", "G10", "HA", "S7", "SK", "10♠", "A♥", "7♦", "Q♣")):
        card(canvas, 3 + 7 * column, 32, face_of(name), SMALL, column == 4, Frame.SIDES if column == 2 else Frame.NONE)
        painted.chip(canvas, 3 + 7 * column, 38, name, dim=column == 4)
    painted.backs(canvas, 70, 32, 8, height=2)
    painted.backs(canvas, 70, 36, 6, step=2, width=2)
    painted.back(canvas, 98, 32, LARGE)
    painted.badge(canvas, 110, 35, 7, "+11.4★", best=True)
    painted.badge(canvas, 120, 35, 7, "+11.3")
    return _rows(canvas)


# --- one table on all kinds of terminals --------------------------------------------------------------

TERMINALS: tuple[tuple[tuple[str, str], dict[str, str], dict[str, Any]], ...] = (
    (("24 bits", ""), {}, {}),
    (("256", "colours"), {"COLORTERM": ""}, {}),
    (("16", "colours"), {"COLORTERM": "", "TERM": "xterm-16color"}, {}),
    (("NO_COLOR", ""), {"NO_COLOR": "1"}, {}),
    (("--cards", "plain"), {}, {"cards": "plain"}),
    (("--ascii", ""), {}, {"ascii": True}),
)
"""What stands beside the picture, the terminal's environment, and settings."""
HAND, MARGIN = 11, 12
"""The rows of a hand with its plate, and the width of what stands beside a picture."""


async def terminals(state: Resume, size: tuple[int, int], **settings: Any) -> list[Strip]:
    """The same table on terminals with all colours, few and none: the hand, and the panel of the coach."""
    found: list[Strip] = []
    for told, variables, special in TERMINALS:
        place: list[Region] = []

        async def note(pilot: Pilot[None], place: list[Region] = place) -> None:
            place[:] = [pilot.app.screen.query_one(name).region for name in ("Felt", "#bots")]

        with patch.dict(os.environ, variables):
            strips = await taken(state, size, "1", note, **settings, **special)
        table, panel = place
        for row in range(HAND):
            hand = strips[table.bottom - HAND + row].crop(table.x, table.right)
            study = strips[panel.y + row].crop(panel.x, panel.right)
            label = told[row - 1] if 1 <= row <= 2 else ""
            found.append(beside(text(label.ljust(MARGIN), DARK.gold), hand, study))
        found.append(text(" "))
    return found[:-1]


# --- motion -------------------------------------------------------------------------------------------

MOMENTS = (0.0, 0.4, 1.0)
"""The parts of its time at which what moves is shown."""
MOVING = {SLIDE: "a card slides to the trick", SWEEP: "a trick is swept to its winner",
          TICK: "money ticks to its sum"}  # fmt: skip


async def motion(state: Resume, size: tuple[int, int], bot: str) -> list[Strip]:
    """What moves as a deal is played to its end: of each kind the first, at three moments."""
    found: dict[float, list[Canvas]] = {}
    play, late = Felt.play, felt.LATE

    def noted(self: Felt, frame: Callable[[float], Canvas], seconds: float) -> None:
        if seconds not in found:
            found[seconds] = [frame(moment) for moment in MOMENTS]
        play(self, frame, seconds)

    Felt.play, felt.LATE = noted, 60.0  # type: ignore[method-assign]
    try:
        await taken(state, size, moves(bot, 1), until(lambda screen: SWEEP in found), moves(bot), pace=0.3)
    finally:
        Felt.play, felt.LATE = play, late  # type: ignore[method-assign]
    rows: list[Strip] = []
    for seconds, what in MOVING.items():
        pictures = [_rows(canvas) for canvas in found[seconds]]
        width = pictures[0][0].cell_length
        rows += [beside(*strips) for strips in zip(*pictures, strict=True)]
        captions = [f" {round(1000 * seconds * moment)} ms  {what * (not moment)}" for moment in MOMENTS]
        rows.append(beside(*(text(caption.ljust(width), DARK.gold) for caption in captions)))
    return rows


def beside(*strips: Strip) -> Strip:
    """Rows of pictures beside each other, a column apart."""
    return Strip.join([piece for strip in strips for piece in (strip, text(" "))])


def text(words: str, colour: str = DARK.fg) -> Strip:
    """Words on the ground of a sheet."""
    return Strip([Segment(words, Style(color=colour, bgcolor=DARK.night, bold=True))])


def _rows(canvas: Canvas) -> list[Strip]:
    night = Style(bgcolor=canvas.palette.night).bgcolor
    assert night
    return [resolved(canvas.strip(y), SIXTEEN[True], None, night) for y in range(canvas.height)]
