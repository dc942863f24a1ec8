"""Base classes of full screens: they explain disabled keys, show help and list their actions in the command palette."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import ClassVar, cast

from textual.app import SystemCommand
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from .start import Menu
from .terminal.textual_faults import TopScreen
from .widgets.lines import Lines

_SIGNS = (" ♠", "bold"), ("♥", "bold $text-error"), (" cardtui ▸ ", "bold")


class TitleBar(Lines):
    """The bar at the top of a screen: its `title_prefix`, which depends on the settings, a name and a note."""

    def __init__(self, name: str = "", about: str = "") -> None:
        super().__init__("title")
        self._told = name, about

    def on_mount(self) -> None:
        """Draw the bar."""
        self.show_title()

    def tell(self, name: str, about: str) -> None:
        """Change the name and the note."""
        self._told = name, about
        self.show_title()

    def show_title(self) -> None:
        """Draw the bar again, with the prefix that the settings ask for now."""
        name, about = self._told
        prefix = cast(AppScreen, self.screen).title_prefix
        shown = Content.assemble(*prefix, (name, "bold"), (f"   {about}", "$text-muted"))
        self.draw(lambda width: [shown])


def title_row() -> Horizontal:
    """Return a `TitleBar`, which the screen fills with `tell`, and at its end a link to the command palette."""
    return Horizontal(TitleBar(), Static("[@click=app.command_palette]^p commands[/] ", id="modes"), id="bar")


class AppScreen(TopScreen[None]):
    """A screen of the app; what lies over one, such as a question, is a `dialogs.Window`.

    Subclasses list their keys in BINDINGS, each with a description.
    """

    GUIDE: ClassVar[tuple[str, str]] = ("Help", "")
    """Title and text of the help (F1), in lines of at most 76 cells."""

    @property
    def leave_warning(self) -> str:
        """What the user is asked to confirm before leaving; "" if leaving loses nothing."""
        return ""

    @property
    def title_prefix(self) -> Sequence[tuple[str, str]]:
        """The styled texts with which the bar at the top begins; no suits in ASCII, where they would be letters."""
        return _SIGNS[2 * self.card_app.settings.ascii :]

    def disabled_reason(self, action: str) -> str:
        """Return why `action` is impossible now; "" if it is possible."""
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return None for an impossible action, which hides its key; pressing the key all the same shows the reason."""
        return None if self.disabled_reason(action) else True

    def translate(self, text: str) -> str:
        """Return an English text, such as the name of a key, in the language of the screen; by default unchanged."""
        return text

    def key_word(self, binding: Binding) -> str:
        """Return what the line of keys says of a key: by default its description."""
        return self.translate(binding.description)

    def intercept_key(self, key: str) -> bool:
        """Handle a key before anything else does; return whether it is consumed."""
        return False

    def leave(self, code: int = 0) -> None:
        """Return to the screen below or to the menu; exit with status `code` if the program began with this screen."""
        if self.app.screen_stack.index(self) > 1:
            self.dismiss()
        elif isinstance(self.card_app.start_with, Menu):
            self.card_app.screens.open(Menu())
        else:
            self.card_app.leave(code)

    def action_leave(self) -> None:
        """Leave."""
        self.leave()

    def say(self, sentence: str, wrong: bool = False) -> None:
        """Show a message for 5 seconds, as a warning if it is `wrong`; "" removes all messages."""
        if not sentence:
            self.app.clear_notifications()
            return
        self.notify(sentence, severity="warning" if wrong else "information", timeout=5, markup=False)

    def on_screen_resume(self) -> None:
        """Apply settings that were changed on another screen."""
        self.show_title()

    def show_title(self) -> None:
        """Draw the bar at the top again."""
        for bar in self.query(TitleBar):
            bar.show_title()

    def redraw(self) -> None:
        """Redraw the screen, for example after a change of the settings."""
        self.refresh(repaint=True, layout=True)

    def help_text(self) -> tuple[str, str]:
        """Return title and text of the help."""
        return self.GUIDE

    def commands(self, possible: bool) -> Iterable[SystemCommand]:
        """Yield this screen's actions for the command palette.

        If `possible`, those that can be done now, with their keys; otherwise those that cannot, with the reasons.
        """
        for binding in self._own_bindings():
            if binding.description:
                name = binding.action.rpartition(".")[2]
                key = self.app.get_key_display(binding)
                note = self.disabled_reason(name)
                if possible is bool(note):
                    continue
                text = self.translate(binding.tooltip or binding.description)
                about = self.translate(f"not now: {note}" if note else f"key {key}")
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
