"""Keys, clicks and pastes act in the order in which they came."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from weakref import WeakSet

from textual.app import App
from textual.dom import DOMNode
from textual.events import Event, Key, MouseMove
from textual.widget import Widget

PATIENCE = 0.3
"""Seconds after which a key no longer waits for what the one before it does."""
AT_ONCE = "ctrl+c"
"""The key that never waits: pressed twice it quits, whatever else is still to be done."""


class TypeAhead:
    """Passes input to an app one by one: each when everything that the key before it set off has been done.

    In Textual 8.2.8 a letter is typed into a line at once, but Enter, Backspace and other bindings act only after their
    key has gone from widget to widget up to the app. So of keys that arrive together the letters would come first.
    """

    def __init__(self, app: App[Any]) -> None:
        self.app = app
        self._waiting = deque[Event]()
        self._passed = WeakSet[Event]()
        self._task: asyncio.Task[None] | None = None

    def holds(self, event: Event) -> bool:
        """Return whether an event of input has to wait; it comes to the app once more when it is its turn."""
        if event in self._passed or isinstance(event, MouseMove) or (isinstance(event, Key) and event.key == AT_ONCE):
            return False
        if self._task is None or self._task.done():
            if isinstance(event, Key):  # a click or paste that need not wait sets nothing off that keys would overtake
                self._passed.add(event)
                self._task = asyncio.create_task(self._pass_on())
            return False
        self._waiting.append(event)
        return True

    def let(self, event: Event) -> None:
        """Let an event pass without waiting."""
        self._passed.add(event)

    async def _pass_on(self) -> None:
        await self._done()
        while self._waiting:
            event = self._waiting.popleft()
            self._passed.add(event)
            self.app.post_message(event)
            await self._done()

    async def _done(self) -> None:
        """Wait until what a key set off has gone up to the app, and what that set off in turn."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await _idle([self.app])
                for _ in range(2):
                    await _idle(_path(self.app))


def _path(app: App[Any]) -> list[DOMNode]:
    """Return the way of a key: from the widget with the focus, or the screen, up to the app."""
    if not app.screen_stack:
        return [app]
    start: Widget = app.focused or app.screen
    return list(start.ancestors_with_self)


async def _idle(nodes: Sequence[DOMNode]) -> None:
    """Wait until each node, one after the other, has handled the messages that it has."""
    for node in nodes:
        done = asyncio.Event()
        if node.call_later(done.set):
            await done.wait()
