"""The painted part of a table, with its clickable places."""

from __future__ import annotations

import time
from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.selection import Selection
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from ..look.canvas import Canvas, Spot
from ..look.palette import Palette

FRAME, LATE = 1 / 30, 0.04
"""Seconds from one frame to the next, and how much more is late."""


class Felt(Widget):
    """Shows a canvas, or plays an animation of canvases. Only rows that change are drawn again."""

    DEFAULT_CSS = "Felt { height: 1fr; }"

    class PlaceClicked(Message):
        """A clickable place was clicked; clicking it types `word`. `double`: by the second click of a double click."""

        def __init__(self, word: str, double: bool = False) -> None:
            super().__init__()
            self.word, self.double = word, double

    class CardClicked(Message):
        """A card of the hand was clicked; `number` counts from 1. `double` as for `PlaceClicked`."""

        def __init__(self, number: int, double: bool = False) -> None:
            super().__init__()
            self.number, self.double = number, double

    class Resized(Message):
        """The size has changed; everything has to be painted again."""

    def __init__(self) -> None:
        super().__init__()
        self.canvas: Canvas | None = None
        self.slow = False
        """Whether frames came too late several times, as over a slow line: then nothing moves any more."""
        self._timer: Timer | None = None
        self._frame: Callable[[float], Canvas] | None = None
        self._began = self._last = self._lasts = 0.0
        self._late = 0

    @property
    def moving(self) -> bool:
        """Whether an animation is playing."""
        return self._frame is not None

    @property
    def fits(self) -> bool:
        """Whether the picture has the size of the widget."""
        return self.canvas is not None and (self.canvas.width, self.canvas.height) == self.size

    def play(self, frame: Callable[[float], Canvas], seconds: float) -> None:
        """Play an animation of `seconds`: show `frame(progress)`, from 0.0 to 1.0, at most 30 times a second."""
        self.stop()
        self._frame, self._lasts = frame, seconds
        self._began = self._last = time.monotonic()
        self.show(frame(0.0))
        self._timer = self.set_interval(FRAME, self._next)

    def finish(self) -> None:
        """End the animation and show its last frame."""
        if frame := self.stop():
            self.show(frame(1.0))

    def stop(self) -> Callable[[float], Canvas] | None:
        """End the animation as it stands; return its `frame` function, or None if none was playing."""
        frame, self._frame = self._frame, None
        if self._timer:
            self._timer.stop()
        return frame

    def _next(self) -> None:
        """Show the next frame."""
        now = time.monotonic()
        self._late = self._late + 1 if now - self._last > FRAME + LATE else 0
        self.slow, self._last = self.slow or self._late >= 3, now
        progress = (now - self._began) / self._lasts
        if progress >= 1 or self.slow or not self._frame:
            self.finish()
        else:
            self.show(self._frame(progress))

    def paint(self, palette: Palette, draw: Callable[[Canvas], object]) -> None:
        """Show what `draw` paints on a dark canvas of the widget's size; nothing before it has one."""
        if self.size.area:
            canvas = Canvas(*self.size, palette, palette.night)
            draw(canvas)
            self.show(canvas)

    def show(self, canvas: Canvas) -> None:
        """Show a canvas."""
        old, self.canvas = self.canvas, canvas
        if old is None or (old.width, old.height, old.palette) != (canvas.width, canvas.height, canvas.palette):
            self.refresh()
        elif changed := [Region(0, y, canvas.width, 1) for y, row in enumerate(canvas.rows) if row != old.rows[y]]:
            self.refresh(*changed)

    @property
    def spots(self) -> list[Spot]:
        """The clickable places."""
        return self.canvas.spots if self.canvas else []

    def render_line(self, y: int) -> Strip:
        if self.canvas is None or y >= self.canvas.height:
            return Strip.blank(self.size.width, self.visual_style.rich_style)
        strip = self.canvas.strip(y).adjust_cell_length(self.size.width, self.visual_style.rich_style)
        if self.text_selection and (span := self.text_selection.get_span(y)):
            start, end = span[0], span[1] if span[1] >= 0 else strip.cell_length
            chosen = [
                Segment(text, (style or Style()) + self.selection_style) for text, style, _ in strip.crop(start, end)
            ]
            strip = Strip.join([strip.crop(0, start), Strip(chosen), strip.crop(end)])
        return strip.apply_offsets(0, y)  # these tell where the mouse selects

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """Return the text selected with the mouse."""
        return (selection.extract(self.canvas.text()), "\n") if self.canvas else None

    def on_resize(self) -> None:
        """Ask for a new picture."""
        self.post_message(self.Resized())

    def on_click(self, event: events.Click) -> None:
        """Report the place that was clicked: the one painted last, where they overlap."""
        for spot in reversed(self.spots):
            if 0 <= event.x - spot.x < spot.width and 0 <= event.y - spot.y < spot.height:
                card, double = spot.word.removeprefix(Canvas.HAND), event.chain == 2
                is_card = card != spot.word
                self.post_message(
                    self.CardClicked(int(card), double) if is_card else self.PlaceClicked(spot.word, double)
                )
                return
