"""What every screen of the house does: say why a key is disabled, give help, put its actions into the palette."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import SystemCommand
from textual.binding import Binding
from textual.screen import Screen

if TYPE_CHECKING:
    from .app import CardApp


class HouseScreen(Screen[None]):
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
