"""The painted part of a table, with its clickable places."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.selection import Selection
from textual.strip import Strip
from textual.widget import Widget

from ..look.canvas import Canvas, Spot

Paint = Callable[[Canvas], None]


class Felt(Widget):
    """What a function paints on a canvas of this size. Only rows that change are drawn again."""

    DEFAULT_CSS = "Felt { height: 1fr; }"

    class Chosen(Message):
        """A clickable place was clicked; clicking it types `word`."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    class Picked(Message):
        """A card of the hand was clicked; `number` counts from 1."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Resized(Message):
        """The size has changed; everything has to be painted anew."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.canvas: Canvas | None = None

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
        return self.canvas.strip(y).adjust_cell_length(self.size.width, self.visual_style.rich_style)

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
                card = spot.word.removeprefix(Canvas.HAND)
                self.post_message(self.Picked(int(card)) if card != spot.word else self.Chosen(spot.word))
                return
