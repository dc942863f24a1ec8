"""A list to choose from; each line has a title and a text."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import Any, cast

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ..terminal.textual_faults import TopScreen

TITLE = 19
"""Width of a title; a long text is wrapped beside it."""
MARGIN = 6
"""Cells of the terminal's width that are not available to the lines."""


LISTS = 120
"""The most cells of a window with a list."""
IN_WINDOW = 8
"""Cells of a window's width that are not available to the lines."""


class RowList(OptionList):
    """A list of titles with texts, wrapped again for each width; `most` cells wide at most, if it is in a window."""

    def __init__(self, id: str | None = None, most: int | None = None) -> None:
        super().__init__(id=id, compact=most is not None)
        self._most = most
        self._rows: Sequence[tuple[str, str, str]] = ()
        self._folded = 0

    def fill(self, rows: Sequence[tuple[str, str, str]], at: int = 0) -> None:
        """Show these rows (name, title, text) and highlight one."""
        self._rows = rows
        self._fold(at)

    @property
    def _across(self) -> int:
        return cast("TopScreen[Any]", self.screen).room.width

    def on_resize(self) -> None:
        """Wrap the texts for the new width."""
        if self._across != self._folded:
            self._fold(self.highlighted)

    def _fold(self, at: int | None) -> None:
        self._folded = self._across
        self.clear_options()
        room = min(self._most, self._folded * 96 // 100) - IN_WINDOW if self._most else self._folded - MARGIN
        self.add_options([row(*line, room) for line in self._rows])
        self.highlighted = at


def row(name: str, title: str, text: str, width: int) -> Option:
    """Return one line of a list, as `row_text` writes it."""
    return Option(row_text(title, text, width), id=name)


def row_text(title: str, text: str, width: int) -> Content:
    """Return a title and its text; a text too wide for `width`, including the title, is wrapped below itself."""
    indent = " " * (TITLE + 1)
    folded = fill(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return Content.assemble((f"{title:<{TITLE}}", "bold"), (folded[TITLE:], "$text-muted"))
