"""Lines that are made for the width there is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from textual.content import Content
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

Draw = Callable[[int], list[Content]]


def folded(content: Content, width: int, rows: int, indent: int = 3) -> Content:
    """A sentence in at most `rows` lines of `width` cells, all but the first indented, … where more would follow."""
    width = max(2 + indent, width)
    if content.cell_length <= width:
        return content
    first, *rest = content.wrap(width)
    if not rest or rows < 2:
        return content.truncate(width, ellipsis=True)
    below = content[len(first.plain) :].plain.lstrip()
    kept = content[len(content.plain) - len(below) :]
    return Content("\n").join([first, folded(Content(" " * indent) + kept, width, rows - 1, indent)])


class Lines(Widget):
    """As high as its lines, which are made anew for every width."""

    DEFAULT_CSS = "Lines { height: auto; }"

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._draw: Draw = lambda width: []
        self._drawn: tuple[int, list[Content]] | None = None

    def draw(self, draw: Draw) -> None:
        """Show what `draw` makes of a width. Only lines that differ are drawn again.

        Costs a layout of the whole screen when the height changes; not while a `min-height` leaves room to spare.
        """
        drawn, size = self._drawn, self.content_size
        self._draw, self._drawn = draw, None
        if drawn is None:
            self.refresh(layout=True)
            return
        width, old = drawn  # perhaps a width that a layout only tried
        new = self._lines(width)
        spare = len(old) < size.height and len(new) <= size.height
        if len(new) != len(old) and not spare:
            self.refresh(layout=True)
            return
        pairs = enumerate(zip_longest(old, new, fillvalue=Content("")))
        if changed := [Region(0, y, size.width, 1) for y, (was, now) in pairs if not was.is_same(now)]:
            self.refresh(*changed)

    def _lines(self, width: int) -> list[Content]:
        if self._drawn is None or self._drawn[0] != width:
            self._drawn = width, self._draw(width)
        return self._drawn[1]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def render_line(self, y: int) -> Strip:
        if self.text_selection is not None:  # marked with the mouse, which counts from the first line
            return super().render_line(y)
        width, style = self.content_size.width, self.visual_style
        lines = self._lines(width)
        if y >= len(lines):
            return Strip.blank(width, style.rich_style)
        return Visual.to_strips(self, lines[y].truncate(width, ellipsis=True), width, 1, style)[0]

    def render(self) -> Content:
        return Content("\n").join(self._lines(self.content_size.width))
