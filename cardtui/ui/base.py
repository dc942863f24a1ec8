"""What every screen of the house does: say why a key is disabled, give help, put its actions into the palette."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.css.query import NoMatches
from textual.events import Click
from textual.geometry import Offset
from textual.message import Message
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget
from textual.widgets import Input, OptionList

if TYPE_CHECKING:
    from .app import CardApp

_DONE = (Click, Input.Submitted, OptionList.OptionSelected)
"""What a person does to a screen, by the key or the mouse; it may still be on its way when the screen goes."""


class TopScreen(Screen[ScreenResultType]):
    """A screen that a person can only act on, and that only goes away, while it is on top."""

    @property
    def going(self) -> bool:
        """Whether it, or the app, is being taken down. Its widgets go first."""
        return not self.display or not self.is_attached

    @property
    def stands(self) -> bool:
        """Whether it can be drawn: it is put together, and not being taken down."""
        return self.is_mounted and not self.going

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Go away. Textual would take down whatever is on top, again at each of several keys in a burst."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """Textual 8.2.8 asks for the parent of what is clicked, also of a toast that has just gone. To be reported."""
        widget, offset = super().get_widget_and_offset_at(x, y)
        return (None, None) if widget is None or widget.parent is None else (widget, offset)

    async def _on_message(self, message: Message) -> None:
        if isinstance(message, _DONE) and not self.is_active:
            return
        try:
            await super()._on_message(message)
        except NoMatches:
            if not self.going:
                raise


class HouseScreen(TopScreen[None]):
    """A full screen. Subclasses list their keys in BINDINGS, each with a description."""

    GUIDE: ClassVar[tuple[str, str]] = ("Help", "")
    """Title and text, in lines of at most 76 cells, of F1."""

    @property
    def leaving(self) -> str:
        """What a person should know before leaving; "" when nothing would be missed."""
        return ""

    @property
    def house(self) -> CardApp:
        """The app, by its own type."""
        return cast("CardApp", self.app)

    def reason(self, action: str) -> str:
        """Why `action` cannot be done now; "" when it can."""
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """None for what cannot be done now: it is not on the line of keys, and pressing it tells the reason."""
        return None if self.reason(action) else True

    def say(self, sentence: str, wrong: bool = False) -> None:
        """Tell the person something."""
        self.notify(sentence, severity="warning" if wrong else "information", timeout=5, markup=False)

    def redraw(self) -> None:
        """Draw all again: the look has changed."""
        self.refresh(repaint=True, layout=True)

    def help_text(self) -> tuple[str, str]:
        """Title and text of F1."""
        return self.GUIDE

    def commands(self) -> Iterable[SystemCommand]:
        """Every action of this screen for the palette, with its key; the disabled ones with their reason."""
        for binding in self._own_bindings():
            if binding.description:
                name = binding.action.rpartition(".")[2]
                key = self.app.get_key_display(binding)
                note = self.reason(name)
                text = binding.tooltip or binding.description
                yield SystemCommand(
                    f"{text[0].upper()}{text[1:]}", f"not now: {note}" if note else f"key {key}", self._doing(binding)
                )

    def _own_bindings(self) -> list[Binding]:
        found: dict[str, Binding] = {}
        for binding in Binding.make_bindings(self.BINDINGS):
            found.setdefault(binding.action, binding)
        return list(found.values())

    def _doing(self, binding: Binding) -> Callable[[], Awaitable[None]]:
        async def do() -> None:
            await self.app.run_action(binding.action, self)

        return do
