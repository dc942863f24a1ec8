"""The history of a deal: lines that scroll back from the last one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.widget import Widget


class History(Widget):
    """Lines of which the last ones are visible; the wheel and `move` scroll back. New lines cause no layout."""

    DEFAULT_CSS = "History { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self._draw: Callable[[int], Sequence[Content]] = lambda width: ()
        self._back = 0

    def show(self, draw: Callable[[int], Sequence[Content]]) -> None:
        """Show the lines that `draw` returns for a width, scrolled to the end."""
        self._draw, self._back = draw, 0
        self.refresh()

    def move(self, lines: int) -> None:
        """Scroll down by some lines, or up if negative."""
        self._back -= lines
        self.refresh()

    def on_mouse_scroll_up(self) -> None:
        """Scroll back."""
        self.move(-3)

    def on_mouse_scroll_down(self) -> None:
        """Scroll towards the end."""
        self.move(3)

    def render(self) -> Content:
        width, height = self.content_size
        lines = self._draw(width) if width else ()
        rows = [row for line in lines for row in ([line] if line.cell_length <= width else line.wrap(width))]
        self._back = max(0, min(self._back, len(rows) - height))
        end = len(rows) - self._back
        return Content("\n").join(rows[max(0, end - height) : end])
