"""The app: signals, themes, display settings, global actions, quitting. Its entry point is `run`."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from operator import attrgetter
from time import monotonic
from typing import Any, ClassVar

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.events import Resize
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import Input

from .. import loading
from .. import settings as config
from ..core import Refusal
from ..hosting.host import Host
from ..registry import catalogue, plugins
from ..settings import Settings
from ..system.files import sentence
from ..text.ascii import shows_signs
from .base import AppScreen
from .commands import MarkedThemes, OrderedCommands, global_commands
from .dialogs import Question, TextWindow, TooSmall, confirm
from .look import palette as colours
from .navigation import Screens
from .start import Inspect, Menu, Play, Replay, Resume, Start
from .terminal.textfilter import line_filters
from .terminal.textual_faults import PatchedApp, PatchedCommandPalette, TopScreen

__all__ = ["CardApp", "Inspect", "Menu", "Play", "Replay", "Resume", "Start", "run"]

TWICE = 3.0
"""Maximum seconds between two Ctrl+C to quit."""
HASTE = 0.4
"""Seconds after a key that closes a window in which Escape does not leave the screen below."""
CLOSING = frozenset({"escape", "q"})
"""The keys that close a window."""


class CardApp(PatchedApp):
    """The app, with a bot host for `moves`, one for the coach's `opinions`, and one to `study` positions in inspect."""

    TITLE = "cardtui"
    CSS_PATH = "cardtui.tcss"
    COMMANDS: ClassVar = {OrderedCommands}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help"),
        Binding("ctrl+q", "quit", "Quit", priority=True, show=False),
        Binding("ctrl+c", "interrupt", "Quit when pressed twice", priority=True, show=False),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False),
    ]

    def __init__(
        self,
        settings: Settings,
        start: Start,
        moves: Host | None = None,
        opinions: Host | None = None,
        study: Host | None = None,
    ) -> None:
        self.settings = settings  # first: Textual asks for the colours of cards at once
        super().__init__()
        self.start_with = start
        self.moves = moves or Host()
        self.opinions = opinions or Host()
        self.study = study or Host()
        self.screens = Screens(self)
        for theme in colours.themes(self.console.color_system):
            self.register_theme(theme)
        self.ansi_theme_dark, self.ansi_theme_light = colours.SIXTEEN[True], colours.SIXTEEN[False]
        self.theme = settings.theme
        self._styled = self.get_css_variables()
        self.stylesheet.set_variables(self._styled)
        self._filter = line_filters(self.settings, self.no_color)
        self._interrupted = -TWICE
        self._window_left = -HASTE
        """When a key that closes windows last came to one, if no other key has come since then."""
        self._quitting: Question | None = None
        """The question whether to quit, once it has been asked."""

    # --- beginning and end ---------------------------------------------------------------------

    def get_driver_class(self) -> type[Driver]:
        """Return Textual's driver class; for terminals of Linux and macOS our corrected one."""
        chosen = super().get_driver_class()
        if chosen.__name__ != "LinuxDriver":
            return chosen
        corrected: type[Driver] = loading.load("cardtui.ui.terminal.driver:TerminalDriver")
        return corrected

    def on_mount(self) -> None:
        """Install signal handlers, apply the theme and show the first screen."""
        loop = asyncio.get_running_loop()
        for name, code in (("SIGTERM", 143), ("SIGHUP", 129)):
            with suppress(NotImplementedError, AttributeError, ValueError, RuntimeError):
                loop.add_signal_handler(getattr(signal, name), partial(self.leave, code))
        with suppress(NotImplementedError, ValueError, RuntimeError):
            loop.add_signal_handler(signal.SIGINT, self.action_interrupt)
        self.theme_changed_signal.subscribe(self, self._recoloured)
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        self.screens.open(self.start_with)

    async def on_unmount(self) -> None:
        """Stop all bot processes."""
        await asyncio.gather(self.moves.close(), self.opinions.close(), self.study.close())

    @property
    def palette(self) -> colours.Palette:
        """The colours in which tables are painted, for the chosen theme, terminal and settings."""
        found = colours.of(self.current_theme, self.console.color_system, self.no_color)
        found = colours.four_coloured(found) if self.settings.four_colour else found
        if self.settings.ascii:
            return replace(found, lines=True)
        return colours.without_blocks(found) if self.settings.cards == "plain" else found

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the colours of heat maps and cards, which themes need not define."""
        return colours.card_variables(self.current_theme, self.console.color_system, self.settings.french)

    def get_css_variables(self) -> dict[str, str]:
        """Return Textual's CSS variables, with text colours changed so that they can be read under any theme."""
        found = super().get_css_variables()
        found.update(colours.readable_styles(self.current_theme, found))
        return found

    def refresh_css(self, animate: bool = True) -> None:
        """Parse all styles again, unless no colour has changed. Textual asks for it once at each start."""
        if self._styled != (styled := self.get_css_variables()):
            self._styled = styled
            super().refresh_css(animate)

    def leave(self, code: int = 0) -> None:
        """Exit with this status. Matches are saved after every move, so nothing is lost."""
        self.exit(return_code=code)

    def error_message(self, error: BaseException) -> str:
        """Return a sentence that names the plug-in game from which an error comes; "" if it comes from none.

        What such a game returned may fail later, in our own code. At its table the game is named all the same.
        """
        tables = [match for screen in self.screen_stack if (match := getattr(screen, "match", None))]
        told = catalogue.blamed(error) or "".join(plugins.blamed(match.game, error) for match in tables[-1:])
        return told and f"cardtui: {told}; matches are saved at each move"

    def intercept_key(self, key: str) -> bool:
        """Clear messages, which may cover what is typed; return whether the key is consumed here or by the screen."""
        self.clear_notifications()
        return self._hasty(key) or (isinstance(self.screen, AppScreen) and self.screen.intercept_key(key))

    def _hasty(self, key: str) -> bool:
        """Return whether Escape was meant for the window that the key before it has just closed."""
        if not isinstance(self.screen, AppScreen):
            if key in CLOSING:
                self._window_left = monotonic()
            return False
        if key != "escape":
            self._window_left = -HASTE
            return False
        typed = isinstance(self.focused, Input) and self.focused.value  # then it empties the line
        return not typed and monotonic() - self._window_left < HASTE

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters followed by ours."""
        return [*super().get_line_filters(), *self._filter]

    def get_key_display(self, binding: Binding) -> str:
        """Return the name of a key in the language of the screen, with function keys in upper case."""
        shown = super().get_key_display(binding)
        return shown.upper() if shown[:1] == "f" and shown[1:].isdigit() else self.translate(shown)

    # --- for the screens -----------------------------------------------------------------------

    def on_resize(self, event: Resize) -> None:
        """Show only a notice while the terminal is too small."""
        if isinstance(self.screen, TooSmall):
            self.screen.show(event.size)
        else:
            self.screens.cover(event.size)

    def say(self, sentence: str, wrong: bool = False) -> None:
        """Show a message, as a warning if it is `wrong`: where the screen shows its own; over a window as a toast."""
        if isinstance(self.screen, AppScreen):
            self.screen.say(sentence, wrong)
        else:
            self.notify(sentence, severity="warning" if wrong else "information", markup=False)

    def translate(self, text: str) -> str:
        """Return an English text in the language of the topmost `AppScreen`."""
        screen = self._app_screen()
        return screen.translate(text) if screen else text

    def _app_screen(self) -> AppScreen | None:
        return next((screen for screen in reversed(self.screen_stack) if isinstance(screen, AppScreen)), None)

    def set_setting(self, key: str, value: Any) -> None:
        """Change a setting and save it."""
        if getattr(self.settings, key) != value:
            self.settings = self.settings._replace(**{key: value})
            try:
                config.save_value(key, value)
            except (Refusal, OSError) as error:
                self.say(sentence(error), True)

    def _recoloured(self, theme: Theme) -> None:
        """Save the theme, and redraw the screen in its colours."""
        self.set_setting("theme", theme.name)
        if screen := self._app_screen():
            screen.redraw()

    def set_display_setting(self, setting: str, value: Any) -> None:
        """Change a setting that decides how cards or characters are drawn, and redraw everything."""
        self.set_setting(setting, value)
        self._filter = line_filters(self.settings, self.no_color)
        self.refresh_css()
        self.screen.refresh(repaint=True, layout=True)
        if isinstance(self.screen, AppScreen):
            self.screen.show_title()
            self.screen.redraw()

    def keep_panel(self, game: str, mode: str) -> None:
        """Save in which mode the bots' panel of a game is opened."""
        self.settings = self.settings._replace(panels={**self.settings.panels, game: mode})
        try:
            config.keep_panel(game, mode)
        except OSError as error:
            self.say(sentence(error), True)

    # --- actions -------------------------------------------------------------------------------

    async def run_action(self, action: Any, default_namespace: Any = None, namespaces: Any = None) -> bool:
        """Run an action, or show why it is disabled."""
        if isinstance(default_namespace, TopScreen) and not default_namespace.is_active:
            return False  # that screen is no longer on top
        name = (action if isinstance(action, str) else action[1]).partition("(")[0].rpartition(".")[2]
        if isinstance(self.screen, AppScreen) and (reason := self.screen.disabled_reason(name)):
            self.screen.say(reason, True)
            return True
        return await super().run_action(action, default_namespace, namespaces)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield the actions of the screen and the global ones, sorted by name; last those that are impossible now."""
        own = screen if isinstance(screen, AppScreen) else None
        name = attrgetter("title")
        yield from sorted([*(own.commands(True) if own else ()), *global_commands(self)], key=name)
        yield from sorted(own.commands(False) if own else (), key=name)

    def action_command_palette(self) -> None:
        """Open the command palette (Ctrl+P)."""
        if not isinstance(self.screen, PatchedCommandPalette):
            self.push_screen(PatchedCommandPalette(placeholder=self.translate("Search for commands…")))

    def search_themes(self) -> None:
        """List the themes; action of the command Theme."""
        self.push_screen(
            PatchedCommandPalette(providers=[MarkedThemes], placeholder=self.translate("Search for themes…"))
        )

    def action_help(self) -> None:
        """Show the help (F1)."""
        if isinstance(self.screen, AppScreen):
            self.push_screen(TextWindow(*self.screen.help_text()))

    async def action_quit(self) -> None:
        """Quit, after a confirmation if something would be lost."""
        if self.screen is self._quitting:
            return
        screens = dict.fromkeys(screen for screen in (self._app_screen(), self.screens.behind) if screen)
        if not (leaving := " ".join(screen.leave_warning for screen in screens if screen.leave_warning)):
            self.leave()
            return
        say = self.translate
        self._quitting = confirm(self, say("Quit?"), say(leaving), say("quit"), say("stay"), self.leave)

    def action_interrupt(self) -> None:
        """Handle Ctrl+C: copy the text selected with the mouse, if any; the second one in quick succession quits."""
        if monotonic() - self._interrupted < TWICE:
            self.leave(130)
            return
        self._interrupted = monotonic()
        if selected := self.screen.get_selected_text():
            self.copy_to_clipboard(selected)
            self.say("the selected text is copied; Ctrl+C once more quits")
        else:
            self.say("Ctrl+C once more quits; each move is saved when it is made")


def run(settings: Settings, start: Start) -> int:
    """Run the app and return its exit status. The caller has checked that there is a terminal."""
    drawn = sys.__stderr__  # what Textual writes to
    if drawn and not shows_signs(drawn):
        settings = settings._replace(ascii=True)
    app = CardApp(settings, start)
    app.run()
    return app.return_code or 0
