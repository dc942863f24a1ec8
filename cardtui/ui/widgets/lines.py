"""Lines that are made for the width there is."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

Draw = Callable[[int], list[Content]]


class Lines(Widget):
    """As high as its lines, which are made anew for every width."""

    DEFAULT_CSS = "Lines { height: auto; }"

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._draw: Draw = lambda width: []
        self._drawn: tuple[int, list[Content]] | None = None

    def draw(self, draw: Draw) -> None:
        """Show what `draw` makes of a width; costs a layout of the screen only when the height changes."""
        old = self._drawn
        self._draw, self._drawn = draw, None
        if old is None:
            self.refresh(layout=True)
            return
        new = self._lines(old[0])
        if len(new) != len(old[1]):
            self.refresh(layout=True)
        elif not all(a.is_same(b) for a, b in zip(old[1], new, strict=True)):
            self.refresh()

    def _lines(self, width: int) -> list[Content]:
        if self._drawn is None or self._drawn[0] != width:
            self._drawn = width, self._draw(width)
        return self._drawn[1]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def render(self) -> Content:
        return Content("\n").join(self._lines(self.content_size.width))
