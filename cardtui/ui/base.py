"""The base classes of all screens: they explain disabled keys, show help and list their actions in the palette."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.content import Content
from textual.css.query import NoMatches
from textual.events import Click
from textual.geometry import Offset
from textual.message import Message
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from .start import Menu

if TYPE_CHECKING:
    from .app import CardApp

_SIGNS = (" ♠", "bold"), ("♥", "bold $text-error"), (" cardtui ▸ ", "bold")
_DONE = (Click, Input.Submitted, OptionList.OptionSelected)
"""User input that may arrive after the screen has been replaced."""


class TopScreen(Screen[ScreenResultType]):
    """A screen that reacts to input and can be dismissed only while it is on top."""

    @property
    def house(self) -> CardApp:
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


class Heading(Static):
    """The bar at the top of a screen that stays as it is, but for the signs that it begins with."""

    def __init__(self, name: str, about: str = "") -> None:
        super().__init__(id="title")
        self.told = (name, "bold"), (about, "$text-muted")

    def on_mount(self) -> None:
        """Show it."""
        self.spell()

    def spell(self) -> None:
        """Show it in the characters that are chosen now."""
        self.update(Content.assemble(*cast(HouseScreen, self.screen).signs, *self.told))


class HouseScreen(TopScreen[None]):
    """A full screen. Subclasses list their keys in BINDINGS, each with a description."""

    GUIDE: ClassVar[tuple[str, str]] = ("Help", "")
    """Title and text of the help (F1), in lines of at most 76 cells."""

    @property
    def leaving(self) -> str:
        """What to tell the user before leaving; "" if leaving loses nothing."""
        return ""

    @property
    def signs(self) -> Sequence[tuple[str, str]]:
        """What the bar at the top begins with; in ASCII suits would be letters."""
        return _SIGNS[2 * self.house.settings.ascii :]

    def reason(self, action: str) -> str:
        """Return why `action` is impossible now; "" if it is possible."""
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return None for an impossible action: it is not in the key line, and pressing its key tells the reason."""
        return None if self.reason(action) else True

    def worded(self, text: str) -> str:
        """Return an English text, such as the name of a key, in the language of the screen."""
        return text

    def pressed(self, key: str) -> bool:
        """Called when a key arrives, before it does anything; return whether it is used up by that."""
        return False

    def leave(self, code: int = 0) -> None:
        """Return to the screen below or to the menu; end the program with this status if it began with this screen."""
        if self.app.screen_stack.index(self) > 1:
            self.dismiss()
        elif isinstance(self.house.start_with, Menu):
            self.house.open(Menu())
        else:
            self.house.leave(code)

    def say(self, sentence: str, wrong: bool = False) -> None:
        """Show a message; "" removes those that are shown."""
        if not sentence:
            self.app.clear_notifications()
            return
        self.notify(sentence, severity="warning" if wrong else "information", timeout=5, markup=False)

    def redraw(self) -> None:
        """Redraw the screen, for example after a change of the settings."""
        self.refresh(repaint=True, layout=True)

    def help_text(self) -> tuple[str, str]:
        """Return title and text of the help."""
        return self.GUIDE

    def commands(self, possible: bool) -> Iterable[SystemCommand]:
        """Yield the actions of this screen for the palette: the possible ones with their keys, or else the others.

        Those have the reason why they are impossible now.
        """
        for binding in self._own_bindings():
            if binding.description:
                name = binding.action.rpartition(".")[2]
                key = self.app.get_key_display(binding)
                note = self.reason(name)
                if possible is bool(note):
                    continue
                text = self.worded(binding.tooltip or binding.description)
                about = self.worded(f"not now: {note}" if note else f"key {key}")
                yield SystemCommand(f"{text[0].upper()}{text[1:]}", about, self._doing(binding))

    def _own_bindings(self) -> list[Binding]:
        found: dict[str, Binding] = {}
        for binding in Binding.make_bindings(self.BINDINGS):
            found.setdefault(binding.action, binding)
        return list(found.values())

    def _doing(self, binding: Binding) -> Callable[[], Awaitable[None]]:
        async def do() -> None:
            await self.app.run_action(binding.action, self)

        return do
