"""A line that shows the current place in a match."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget


class Timeline(Widget):
    """The current place in a match; a click asks to go elsewhere."""

    DEFAULT_CSS = "Timeline { height: 1; margin: 0 1; }"

    class Selected(Message):
        """A place was clicked; `place` counts from 0."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self) -> None:
        super().__init__()
        self.place, self.length = 0, 1

    def show(self, place: int, length: int) -> None:
        """Show place `place` (from 0) of `length` places."""
        self.place, self.length = place, max(1, length - 1)
        self.refresh()

    def render(self) -> Content:
        room = max(1, self.size.width - 1)
        at = self.place * room // self.length
        return Content.assemble(("━" * at, "$text-accent"), "●", ("─" * (room - at), "dim"))

    def on_click(self, event: events.Click) -> None:
        """Ask to go to the clicked place."""
        self.post_message(self.Selected(round(event.x * self.length / max(1, self.size.width - 1))))
