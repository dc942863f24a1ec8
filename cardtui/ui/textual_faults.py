"""Faults of Textual 8.2.8 that end the app, worked around until Textual has mended them. Each is to be reported.

More are worked around where keys come in (`app`) and where a screen goes (`base.TopScreen`): a key is acted on by a
screen that is not put together yet; a key that no widget of a screen wanted is acted on by the bindings of the screen
that is on top by then, and lost to its widgets; `Screen.dismiss` takes down whatever is on top.
"""

from __future__ import annotations

from contextlib import suppress
from inspect import CORO_CREATED, getcoroutinestate, iscoroutine
from typing import Any

from textual import events, work
from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.widgets import OptionList
from textual.worker import Worker

from .base import TopScreen

_click, _page, _cancel = OptionList._on_click, OptionList._move_page, Worker.cancel
_gather: Any = CommandPalette._gather_commands


class Palette(CommandPalette, TopScreen[None]):
    """The command palette, without the id that Textual gives each: DuplicateIds while the last is being taken down."""

    @work(exclusive=True, group=CommandPalette._GATHER_COMMANDS_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        """NoMatches where the palette is taken down before the search begins."""
        with suppress(NoMatches):
            await _gather.__wrapped__(self, search_value)


async def _on_click(self: OptionList, event: events.Click) -> None:
    """The option under the pointer when it was drawn may have gone since: IndexError in `OptionList._on_click`."""
    if event.style.meta.get("option", 0) < self.option_count:
        await _click(self, event)


def _move_page(self: OptionList, direction: int) -> None:
    """Lines are counted when there is room for them: before, KeyError in `OptionList._move_page`."""
    if self.scrollable_content_region:
        self._update_lines()
        _page(self, direction)  # type: ignore[arg-type]


def _cancel_worker(self: Worker[Any]) -> None:
    """One that has not begun leaves its coroutine behind: a warning, after the end on the person's terminal."""
    _cancel(self)
    if iscoroutine(self._work) and getcoroutinestate(self._work) == CORO_CREATED:
        self._work.close()


def work_around() -> None:
    """Do so for the whole process: the command palette makes lists and workers of its own."""
    OptionList._on_click = _on_click  # type: ignore[method-assign]
    OptionList._move_page = _move_page  # type: ignore[method-assign]
    Worker.cancel = _cancel_worker  # type: ignore[method-assign]
