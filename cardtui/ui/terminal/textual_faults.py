"""Workarounds for faults of Textual 8.2.8, and all uses of its private parts but those of the drivers.

What is a fault is to be reported upstream.
"""

from __future__ import annotations

from contextlib import suppress
from inspect import CORO_CREATED, getcoroutinestate, iscoroutine
from typing import TYPE_CHECKING, Any, ClassVar, cast
from weakref import WeakKeyDictionary

from rich.console import RenderableType
from rich.text import Text
from textual import work
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.events import Click, Event, InputEvent, Key, MouseDown, MouseUp, Paste
from textual.geometry import Offset, Size
from textual.message import Message
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget
from textual.widgets import Input, OptionList
from textual.worker import Worker, WorkerFailed

from ..sizes import MINIMUM
from .typeahead import TypeAhead

if TYPE_CHECKING:
    from ..app import CardApp

_DONE = (Click, Input.Submitted, OptionList.OptionSelected)
"""User input that may arrive after the screen has been replaced."""
_LEFT = 1
"""The number of the mouse button that clicks."""
_STEADY = 1
"""The most cells by which the mouse may move between press and release of a click; more is a drag."""


class TopScreen(Screen[ScreenResultType]):
    """A screen that reacts to input and can be dismissed only while it is on top."""

    SMALLEST: ClassVar[Size] = MINIMUM
    """For what it is laid out in a smaller terminal, where a notice covers it: in less room nothing can be painted."""

    @property
    def card_app(self) -> CardApp:
        """The app, with its own type."""
        return cast("CardApp", self.app)

    @property
    def is_closing(self) -> bool:
        """Whether the screen or the app is being removed; its widgets are removed first."""
        return not self.display or not self.is_attached

    @property
    def is_drawable(self) -> bool:
        """Whether the screen can be drawn: it is mounted and not being removed."""
        return self.is_mounted and not self.is_closing

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Dismiss this screen. Textual would remove whatever is on top, and do so for every key of a burst."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    @property
    def room(self) -> Size:
        """The size for which it is laid out: that of the terminal, but `SMALLEST` at the least."""
        return self._enough(self.app.size)

    def _enough(self, size: Size) -> Size:
        return Size(max(size.width, self.SMALLEST.width), max(size.height, self.SMALLEST.height))

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """Lay out for this size, but for `SMALLEST` at the least."""
        size = self.outer_size if size is None else size
        super()._refresh_layout(self._enough(size) if size else size, scroll)

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """Ignore clicks on a toast that has just gone; Textual 8.2.8 asks for its parent. To be reported upstream."""
        widget, offset = super().get_widget_and_offset_at(x, y)
        return (None, None) if widget is None or widget.parent is None else (widget, offset)

    async def _on_message(self, message: Message) -> None:
        if isinstance(message, _DONE) and not self.is_active:
            return
        try:
            await super()._on_message(message)
        except NoMatches:
            if not self.is_closing:
                raise


class PatchedApp(App[None]):
    """Textual's app, with keys that find their screen, and errors that end it with a status and a sentence."""

    def __init__(self) -> None:
        _work_around()
        super().__init__()
        self._ahead = TypeAhead(self)
        self._sent = WeakKeyDictionary[Key, Screen[Any]]()
        """The screen that was on top when a key arrived."""
        self._pressed = 0.0, Offset(0, 0)
        """When and where a mouse button was pressed last."""
        self._clicked: Screen[Any] | None = None
        """The screen on which the first of several quick clicks at that place was made."""

    def error_message(self, error: BaseException) -> str:
        """Return a sentence that is shown in place of Textual's traceback when an error ends the app; "" for none."""
        return ""

    def intercept_key(self, key: str) -> bool:
        """Called when a key arrives, before it does anything; return whether it is used up by that."""
        return False

    def _handle_exception(self, error: Exception) -> None:
        """Exit with an error: a sentence if it comes from somebody else's code, else Textual's traceback."""
        super()._handle_exception(error)
        if told := self.error_message(error.error if isinstance(error, WorkerFailed) else error):
            self._return_code = 2  # as of plain lines
            self._exit_renderables[:] = [Text(told)]

    def panic(self, *renderables: RenderableType) -> None:
        """Exit with an error: Textual's own leaves the status at 0 if it was not an event that failed."""
        self._return_code = 1
        super().panic(*renderables)

    async def on_event(self, event: Event) -> None:
        """Delay input until the screen on top is mounted, and until the key before it has been handled.

        Textual lets a screen handle keys before it is mounted. And an Enter pressed before the program took the
        terminal was made a line feed there.
        """
        if isinstance(event, InputEvent | Paste) and not event.is_forwarded:
            if self._exit or not self.is_running:
                return  # ignore input after exit
            if isinstance(event, Key) and event.key == "ctrl+j":
                event = Key("enter", "\r")
            if self._ahead.holds(event):
                return
            while not self.screen.is_mounted:
                await self.screen._mounted_event.wait()
            if isinstance(event, MouseDown | MouseUp) and not self._clicks(event):
                self._mouse_down_widget = None  # without it Textual makes no click of the release
                if isinstance(event, MouseDown):
                    return
            if isinstance(event, Key):
                self._sent[event] = self.screen
                if self.intercept_key(event.key):
                    return
        await super().on_event(event)

    def _clicks(self, event: MouseDown | MouseUp) -> bool:
        """Return whether this may belong to a click: of the left button, without a drag, on one screen.

        In Textual any button clicks, and so does a drag that ends on the widget where it began: selecting the preview
        of a move would play it. And the second half of a double click in the menu would play the card that lies at
        that place of the table just opened.
        """
        before, place = self._pressed
        if isinstance(event, MouseDown):
            again = event.screen_offset == place and event.time - before <= self.CLICK_CHAIN_TIME_THRESHOLD
            self._pressed = event.time, event.screen_offset
            self._clicked = self._clicked if again else self.screen
        x, y = event.screen_offset - self._pressed[1]
        return event.button == _LEFT and abs(x) <= _STEADY and abs(y) <= _STEADY and self._clicked is self.screen

    async def on_key(self, event: Key) -> None:
        """If a key was not consumed and another screen is on top by now, send the key to that screen.

        Textual has it handled by the bindings of that screen alone, so that it is lost to its widgets.
        """
        if event in self._sent and self.screen_stack[-1:] != [self._sent[event]]:
            event.prevent_default()
            again = Key(event.key, event.character)
            self._ahead.let(again)
            await self.on_event(again)


_click, _page, _cancel = OptionList._on_click, OptionList._move_page, Worker.cancel
_gather: Any = CommandPalette._gather_commands


class PatchedCommandPalette(CommandPalette, TopScreen[None]):
    """The command palette without Textual's fixed id, which raises DuplicateIds while the previous one is removed."""

    @work(exclusive=True, group=CommandPalette._GATHER_COMMANDS_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        """Ignore NoMatches if the palette is removed before the search begins."""
        with suppress(NoMatches):
            await _gather.__wrapped__(self, search_value)


def lay_out(widget: Widget) -> None:
    """Request a layout for a new height of a widget.

    While a request is pending, Textual ignores others, though it may have cached the old height since then.
    """
    widget._layout_required = False
    widget.refresh(layout=True)


async def _on_click(self: OptionList, event: Click) -> None:
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


def _work_around() -> None:
    """Apply the workarounds to the whole process, because the command palette creates its own lists and workers."""
    OptionList._on_click = _on_click  # type: ignore[method-assign]
    OptionList._move_page = _move_page  # type: ignore[method-assign]
    Worker.cancel = _cancel_worker  # type: ignore[method-assign]
