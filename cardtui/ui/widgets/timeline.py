"""A line that tells where in a match one is."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget


class Timeline(Widget):
    """Where in the match this is; a click asks to go there."""

    DEFAULT_CSS = "Timeline { height: 1; margin: 0 1; }"

    class Sought(Message):
        """Somebody wants to go to this place, from 0."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self) -> None:
        super().__init__()
        self.place, self.length = 0, 1

    def show(self, place: int, length: int) -> None:
        """The place-th of so many moments, from 0."""
        self.place, self.length = place, max(1, length - 1)
        self.refresh()

    def render(self) -> Content:
        room = max(1, self.size.width - 1)
        at = self.place * room // self.length
        return Content.assemble(("━" * at, "$text-accent"), "●", ("─" * (room - at), "dim"))

    def on_click(self, event: events.Click) -> None:
        """Ask for the moment under the pointer."""
        self.post_message(self.Sought(round(event.x * self.length / max(1, self.size.width - 1))))
