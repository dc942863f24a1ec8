"""A list of lines to choose from, each a title and a text beside it."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

TITLE = 16
"""Cells of a title; the text beside it goes on below itself."""
MARGIN = 6
"""Cells of the terminal that lines do not have."""


class RowList(OptionList):
    """Lines of a title and a text, folded anew for every width."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._told: Sequence[tuple[str, str, str]] = ()
        self._folded = 0

    def fill(self, rows: Sequence[tuple[str, str, str]], at: int = 0) -> None:
        """Show these, each a name, a title and a text, and highlight one."""
        self._told = rows
        self._fold(at)

    def on_resize(self) -> None:
        """Fold them for the width there is."""
        if self.app.size.width != self._folded:
            self._fold(self.highlighted)

    def _fold(self, at: int | None) -> None:
        self._folded = self.app.size.width
        self.clear_options()
        self.add_options([row(*line, self._folded - MARGIN) for line in self._told])
        self.highlighted = at


def row(name: str, title: str, text: str, width: int) -> Option:
    """One line of a list; a text that is wider than so many cells, the title's included, goes on below itself."""
    indent = " " * (TITLE + 1)
    folded = fill(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return Option(Content.assemble((f"{title:<{TITLE}}", "bold"), (folded[TITLE:], "dim")), id=name)
