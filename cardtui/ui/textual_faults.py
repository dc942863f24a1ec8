"""Workarounds for bugs of Textual 8.2.8 that crash the app. All are to be reported upstream.

More workarounds are in `app` (keys) and `base.TopScreen` (screens): a key is handled by a screen that is not mounted
yet; a key that no widget consumed is handled by the bindings of the screen that is on top by then, and lost to its
widgets; `Screen.dismiss` removes whatever screen is on top.
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
    """The command palette without Textual's fixed id, which raises DuplicateIds while the previous one is removed."""

    @work(exclusive=True, group=CommandPalette._GATHER_COMMANDS_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        """Ignore NoMatches if the palette is removed before the search begins."""
        with suppress(NoMatches):
            await _gather.__wrapped__(self, search_value)


async def _on_click(self: OptionList, event: events.Click) -> None:
    """Ignore clicks on an option that has just been removed: IndexError in `OptionList._on_click`."""
    if event.style.meta.get("option", 0) < self.option_count:
        await _click(self, event)


def _move_page(self: OptionList, direction: int) -> None:
    """Ignore paging before the list has a size: KeyError in `OptionList._move_page`."""
    if self.scrollable_content_region:
        self._update_lines()
        _page(self, direction)  # type: ignore[arg-type]


def _cancel_worker(self: Worker[Any]) -> None:
    """Close the coroutine of a worker that has not started; otherwise Python prints a warning when the app exits."""
    _cancel(self)
    if iscoroutine(self._work) and getcoroutinestate(self._work) == CORO_CREATED:
        self._work.close()


def work_around() -> None:
    """Apply the workarounds to the whole process, because the command palette creates its own lists and workers."""
    OptionList._on_click = _on_click  # type: ignore[method-assign]
    OptionList._move_page = _move_page  # type: ignore[method-assign]
    Worker.cancel = _cancel_worker  # type: ignore[method-assign]
