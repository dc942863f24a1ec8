"""Lines of text that are laid out for the available width."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from textual.content import Content
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from ..terminal.textual_faults import lay_out

Draw = Callable[[int], list[Content]]


def folded(content: Content, width: int, rows: int, indent: int = 3) -> Content:
    """Wrap a sentence into at most `rows` lines, all but the first indented; … marks a cut, after a word."""
    width = max(2 + indent, width)
    if content.cell_length <= width:
        return content
    first, *rest = content.wrap(width)
    if not rest or rows < 2:
        whole = content.wrap(width - 2)[0].rstrip(" ·,")
        return whole + Content(" …").stylize("$text-muted") if rest else content.truncate(width, ellipsis=True)
    below = content[len(first.plain) :].plain.lstrip()
    kept = content[len(content.plain) - len(below) :]
    return Content("\n").join([first, folded(Content(" " * indent) + kept, width, rows - 1, indent)])


class Lines(Widget):
    """A widget as high as its lines, which a function returns for each width."""

    DEFAULT_CSS = "Lines { height: auto; }"

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw: Draw = lambda width: []
        self._drawn: dict[int, list[Content]] = {}
        """The lines by width: a layout tries out the widths with and without a scrollbar."""

    def draw(self, draw: Draw) -> None:
        """Show the lines that `draw` returns for a width. Only changed lines are repainted.

        A change of height causes a layout of the whole screen, unless `min-height` leaves room to spare.
        """
        size = self.content_size
        old = self._drawn.get(size.width)
        self._draw, self._drawn = draw, {}
        if old is None:
            lay_out(self)
            return
        new = self._lines(size.width)
        spare = len(old) < size.height and len(new) <= size.height
        if len(new) != len(old) and not spare:
            lay_out(self)
            return
        pairs = enumerate(zip_longest(old, new, fillvalue=Content("")))
        if changed := [Region(0, y, size.width, 1) for y, (was, now) in pairs if not was.is_same(now)]:
            self.refresh(*changed)

    def _lines(self, width: int) -> list[Content]:
        if width not in self._drawn:
            self._drawn[width] = self._draw(width)
        return self._drawn[width]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def render_line(self, y: int) -> Strip:
        if self.text_selection is not None:  # text selected with the mouse, counted from the first line
            return super().render_line(y)
        width, style = self.content_size.width, self.visual_style
        lines = self._lines(width)
        if y >= len(lines):
            return Strip.blank(width, style.rich_style)
        return Visual.to_strips(self, lines[y].truncate(width, ellipsis=True), width, 1, style)[0]

    def render(self) -> Content:
        return Content("\n").join(self._lines(self.content_size.width))
