"""The app: start, signals, themes, ASCII mode, small terminals, quitting. Its public entry point is `run`."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from operator import attrgetter
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, cast
from weakref import WeakKeyDictionary

from rich.console import RenderableType
from rich.text import Text
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.events import Event, InputEvent, Key, Paste, Resize
from textual.filter import LineFilter
from textual.geometry import Size
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import Input
from textual.worker import WorkerFailed

from .. import dice, loading, plugins, record, record_folder, registry
from .. import settings as config
from ..core import Refusal
from ..host import Host
from ..match import Match
from ..settings import Settings, own_name
from .base import Heading, HouseScreen, TopScreen
from .commands import InOrder, everywhere
from .dialogs import MINIMUM, Choice, Question, Reading, TooSmall
from .look import palette as colours
from .start import Arena, Checkpoints, Drill, Inspect, Join, Menu, Play, Replay, Resume, Review, Start, Training
from .start import Host as HostStart
from .textfilter import wanted
from .textual_faults import Palette, work_around
from .typeahead import TypeAhead

__all__ = ["CardApp", "Inspect", "Menu", "Play", "Replay", "Resume", "Start", "run"]

SCREENS = {
    Replay: "replay:ReplayScreen",
    Review: "review:ReviewScreen",
    Inspect: "inspect:InspectScreen",
    Checkpoints: "checkpoints:CheckpointsScreen",
    Drill: "drill:DrillScreen",
    Arena: "arena:ArenaScreen",
    Training: "training:opened",
}
"""Module and class of the screen that a start opens, of those that need no more than that."""
BEHIND = "behind"
"""The name of the screen that goes on behind the others."""
TWICE = 3.0
"""Maximum seconds between two Ctrl+C to quit."""
HASTE = 0.4
"""Seconds after a key that closes a window in which Escape does not leave the screen below."""
CLOSING = frozenset({"escape", "q"})
"""The keys that close a window."""


class CardApp(App[None]):
    """The app. It has one bot host for `moves`, one for `opinions` and one to `study` positions in inspect."""

    TITLE = "cardtui"
    CSS_PATH = "cardtui.tcss"
    COMMANDS: ClassVar = {InOrder}
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
        work_around()
        super().__init__()
        self.settings = settings
        self.start_with = start
        self.moves = moves or Host()
        self.opinions = opinions or Host()
        self.study = study or Host()
        for theme in colours.themes(self.console.color_system):
            self.register_theme(theme)
        self.ansi_theme_dark, self.ansi_theme_light = colours.SIXTEEN[True], colours.SIXTEEN[False]
        self.theme = settings.theme
        self._styled = self.get_css_variables()
        self.stylesheet.set_variables(self._styled)
        self._filter = wanted(self.settings, self.no_color)
        self._interrupted = -TWICE
        self._window_left = -HASTE
        """When a key that closes windows last came to one."""
        self._quitting: Question | None = None
        """The question whether to quit, once it has been asked."""
        self._ahead = TypeAhead(self)
        self._sent = WeakKeyDictionary[Key, Screen[Any]]()
        """The screen that was on top when a key arrived."""

    # --- beginning and end ---------------------------------------------------------------------

    def get_driver_class(self) -> type[Driver]:
        """Return Textual's driver class, replaced by a corrected one for Linux and macOS terminals."""
        chosen = super().get_driver_class()
        if chosen.__name__ != "LinuxDriver":
            return chosen
        mended: type[Driver] = loading.load("cardtui.ui.driver:TerminalDriver")
        return mended

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
        self.open(self.start_with)

    async def on_unmount(self) -> None:
        """Stop all bot processes."""
        await asyncio.gather(self.moves.close(), self.opinions.close(), self.study.close())

    @property
    def palette(self) -> colours.Palette:
        """The colours of tables under the chosen theme on this terminal."""
        found = colours.of(self.current_theme, self.console.color_system, self.no_color)
        found = colours.four_coloured(found) if self.settings.four_colour else found
        if self.settings.ascii:
            return replace(found, lines=True)
        return colours.without_blocks(found) if self.settings.cards == "plain" else found

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the colours of heat maps and cards, which themes need not define."""
        return colours.card_variables(self.current_theme, self.console.color_system)

    def get_css_variables(self) -> dict[str, str]:
        """Return Textual's variables, with colours of texts that can be read under any theme."""
        found = super().get_css_variables()
        found.update(colours.readable_styles(self.current_theme, found))
        return found

    def refresh_css(self, animate: bool = True) -> None:
        """Parse all styles again, unless the colours are the same. Textual asks for it once at each start."""
        if self._styled != (styled := self.get_css_variables()):
            self._styled = styled
            super().refresh_css(animate)

    def leave(self, code: int = 0) -> None:
        """Exit with this status. Matches are saved after every move, so nothing is lost."""
        self.exit(return_code=code)

    def _handle_exception(self, error: Exception) -> None:
        """Exit with an error: a sentence if it comes from somebody else's game, else Textual's traceback.

        What such a game returned may fail later, in our own code: at its table it is blamed all the same.
        """
        super()._handle_exception(error)
        cause = error.error if isinstance(error, WorkerFailed) else error
        tables = [match for screen in self.screen_stack if (match := getattr(screen, "match", None))]
        if told := registry.blamed(cause) or "".join(plugins.blamed(match.game, cause) for match in tables[-1:]):
            self._return_code = 2  # as of plain lines
            self._exit_renderables[:] = [Text(f"cardtui: {told}; matches are saved at each move")]

    def panic(self, *renderables: RenderableType) -> None:
        """Exit with an error: Textual's own leaves the status at 0 if it was not an event that failed."""
        self._return_code = 1
        super().panic(*renderables)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters followed by ours."""
        return [*super().get_line_filters(), *self._filter]

    def get_key_display(self, binding: Binding) -> str:
        """Return the name of a key in the table's language, with function keys in upper case."""
        shown = super().get_key_display(binding)
        return shown.upper() if shown[:1] == "f" and shown[1:].isdigit() else self.worded(shown)

    # --- keys in a burst -----------------------------------------------------------------------

    async def on_event(self, event: Event) -> None:
        """Delay input until the screen on top is mounted, and until the key before it has been handled."""
        if isinstance(event, InputEvent | Paste) and not event.is_forwarded:
            if self._exit or not self.is_running:
                return  # ignore input after exit
            if self._ahead.holds(event):
                return
            while not self.screen.is_mounted:
                await self.screen._mounted_event.wait()
            if isinstance(event, Key):
                if len(self._notifications):  # read by now, and they may cover what is typed
                    self.clear_notifications()
                self._sent[event] = self.screen
                if self._hasty(event):
                    return
                if isinstance(self.screen, HouseScreen) and self.screen.pressed(event.key):
                    return
        await super().on_event(event)

    def _hasty(self, event: Key) -> bool:
        """Return whether Escape was meant for the window that the key before it has just closed."""
        if not isinstance(self.screen, HouseScreen):
            if event.key in CLOSING:
                self._window_left = monotonic()
            return False
        typed = isinstance(self.focused, Input) and self.focused.value  # then it empties the line
        return event.key == "escape" and not typed and monotonic() - self._window_left < HASTE

    async def on_key(self, event: Key) -> None:
        """If a key was not consumed and another screen is on top by now, send the key to that screen."""
        if event in self._sent and self.screen_stack[-1:] != [self._sent[event]]:
            event.prevent_default()
            again = Key(event.key, event.character)
            self._ahead.let(again)
            await self.on_event(again)

    # --- screens -----------------------------------------------------------------------------

    def show(self, screen: Screen[Any]) -> None:
        """Replace all screens by this one."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)
        self.call_after_refresh(self._cover)

    @property
    def behind(self) -> HouseScreen | None:
        """The screen that goes on behind the others, if any: a tournament that was left running."""
        return cast(HouseScreen, self.get_screen(BEHIND)) if self.is_screen_installed(BEHIND) else None

    def keep_behind(self, screen: HouseScreen) -> None:
        """Let a screen go on behind the others once it is left."""
        if self.behind is not screen:
            self.install_screen(screen, BEHIND)

    def open(self, start: Start) -> None:
        """Show the screen for `start`. Errors are shown as a message, and in the menu if there is no screen yet."""
        try:
            if isinstance(start, Menu):
                self.start_with = start  # from now on, screens lead back to it
                self.show(loading.load("cardtui.ui.screens.menu:MenuScreen")())
            elif isinstance(start, Play) and start.guided:
                self.deal(start)
            elif isinstance(start, Play):
                self._offer(start)
            elif isinstance(start, Resume):
                self.resume(start.path)
            elif isinstance(start, HostStart):
                self.host(start)
            elif isinstance(start, Join):
                from ..remote import Seat  # here, since most tables do without people elsewhere

                self.table(Seat(start.link, start.table))
            else:
                self.show(loading.load(f"cardtui.ui.screens.{SCREENS[type(start)]}")(start))
        except (Refusal, OSError, ImportError) as error:
            if isinstance(start, Menu) and not self._has_screen():  # nothing is left to lead back to
                self.exit(return_code=2, message=f"cardtui: {error}")
                return
            self.say(str(error), True)
            self._back()

    def _back(self) -> None:
        """Stay on the current screen; open the menu if there is none."""
        if not self._has_screen():
            self.open(Menu())

    def _has_screen(self) -> bool:
        return any(isinstance(screen, HouseScreen) for screen in self.screen_stack)

    def table(self, match: Match, play: Play | None = None) -> None:
        """Open the table of a match: a new one as `play` asks for, with words at each turn or an offer of them.

        A guided first deal that is gone on with has its words again.
        """
        from ..tableside import is_first_deal  # here, since the menu does without

        entry = registry.game_entry(match.header.game)
        screen = loading.load(entry.screen)(match)
        if play.guided if play else is_first_deal(match):
            screen.tableside.lead()
        elif play and play.newcomer and entry.first_deal:
            screen.greeting = f"new to {entry.title}? ^g plays a guided first deal, F9 tells it in 30 seconds"
        self.show(screen)

    def resume(self, path: Path) -> None:
        """Continue a saved match; one with people elsewhere opens its door again. Raises Refusal or OSError."""
        if not record.door_of(path).exists():
            self.table(Match.resume(path))
            return
        from ..remote import Door

        match = Match.resume(path)
        try:
            door = Door.again(path, match.game.seats)
        except Refusal:
            match.close()
            raise
        self.host(HostStart(match, door))

    def host(self, start: HostStart) -> None:
        """Open a table with people elsewhere, and sit down at it. Its referee runs beside the table's screen."""
        from ..remote import Link, Referee, Seat

        match, door = start
        try:
            referee = Referee(match, door, self.moves, lambda: self.settings)
            link = Link(door.near, door.tokens[0], own_name(self.settings))
            self.table(Seat(link, referee.table(0), referee))
        except (Refusal, OSError, ImportError):  # no referee runs that would close them
            door.close()
            match.close()
            raise

    def try_out(self, match: Match) -> None:
        """Play on from a position of a saved match, above the current screen."""
        screen = loading.load(registry.game_entry(match.header.game).screen)(match)
        screen.tried_out = True
        screen.greeting = f"tried out from move {len(match.moves()) + 1}, not saved · Esc leads back"
        self.push_screen(screen)

    def deal(self, play: Play) -> None:
        """Start a new match. Raises Refusal if it is invalid, OSError if it cannot be saved."""
        path = config.new_record(play.game)
        self.table(Match.new(play.game, play.rules, play.seats, play.seed, path, play.ranked), play)

    def again(self, play: Play) -> None:
        """Start the same match again with another seed."""
        try:
            self.deal(play._replace(seed=dice.fresh()))
        except (Refusal, OSError) as error:
            self.say(str(error), True)

    def look_into(self, start: Inspect | Checkpoints | Review) -> None:
        """Inspect a position or a bot's checkpoints, or review a match, above the current screen."""
        try:
            self.push_screen(loading.load(f"cardtui.ui.screens.{SCREENS[type(start)]}")(start))
        except (Refusal, OSError, ImportError) as error:
            self.say(str(error), True)

    def _offer(self, play: Play) -> None:
        """Offer to resume the newest unfinished match that fits; without one, start the new match."""
        fitting = (path for path, header in record_folder.resumable(config.records_dir()) if play.fits(header))
        found = list(islice(fitting, 2))
        if not found:
            self.deal(play)
            return

        def answered(answer: str | None) -> None:
            try:
                if answer == "resume":
                    self.resume(found[0])
                elif answer == "back":
                    self._back()
                else:
                    self.deal(play)
                    if answer == "forget":
                        record_folder.forget(found[0])
            except (Refusal, OSError) as error:
                self.say(str(error), True)
                self._back()

        # not in place of the asking screen, since a removed screen gets no answer
        self.push_screen(loading.load("cardtui.ui.past:offer")(found, play.game, self.settings), answered)

    def on_resize(self, event: Resize) -> None:
        """Cover everything while the terminal is too small."""
        if isinstance(self.screen, TooSmall):
            self.screen.show(event.size)
        else:
            self._cover(event.size)

    def _cover(self, size: Size | None = None) -> None:
        width, height = size or self.size
        small = width < MINIMUM.width or height < MINIMUM.height
        if small and not any(isinstance(screen, TooSmall) for screen in self.screen_stack):
            self.push_screen(TooSmall())

    # --- for the screens -----------------------------------------------------------------------

    def worded(self, text: str) -> str:
        """Return an English text in the language of the uppermost screen, below windows."""
        screen = self._house_screen()
        return screen.worded(text) if screen else text

    def _house_screen(self) -> HouseScreen | None:
        return next((screen for screen in reversed(self.screen_stack) if isinstance(screen, HouseScreen)), None)

    def say(self, sentence: str, wrong: bool = False) -> None:
        """Show a message."""
        if isinstance(self.screen, HouseScreen):
            self.screen.say(sentence, wrong)
        else:
            self.notify(sentence, severity="warning" if wrong else "information", markup=False)

    def set_setting(self, key: str, value: Any) -> None:
        """Change a setting and save it."""
        if getattr(self.settings, key) != value:
            self.settings = self.settings._replace(**{key: value})
            try:
                config.save_value(key, value)
            except (Refusal, OSError) as error:
                self.say(str(error), True)

    def _recoloured(self, theme: Theme) -> None:
        """Save the theme, and paint the table in its colours."""
        self.set_setting("theme", theme.name)
        if screen := self._house_screen():
            screen.redraw()

    def respell(self, setting: str, value: Any) -> None:
        """Change a setting that decides how cards or characters are drawn."""
        self.set_setting(setting, value)
        self._filter = wanted(self.settings, self.no_color)
        self.refresh_css()
        self.screen.refresh(repaint=True, layout=True)
        for heading in self.screen.query(Heading):
            heading.spell()
        if isinstance(self.screen, HouseScreen):
            self.screen.redraw()

    def keep_panel(self, game: str, mode: str) -> None:
        """Remember the mode of the bots' panel for a game."""
        self.settings = self.settings._replace(panels={**self.settings.panels, game: mode})
        try:
            config.keep_panel(game, mode)
        except OSError as error:
            self.say(str(error), True)

    # --- actions -------------------------------------------------------------------------------

    async def run_action(self, action: Any, default_namespace: Any = None, namespaces: Any = None) -> bool:
        """Run an action, or show why it is disabled."""
        if isinstance(default_namespace, TopScreen) and not default_namespace.is_active:
            return False  # that screen is no longer on top
        name = (action if isinstance(action, str) else action[1]).partition("(")[0].rpartition(".")[2]
        if isinstance(self.screen, HouseScreen) and (reason := self.screen.reason(name)):
            self.screen.say(reason, True)
            return True
        return await super().run_action(action, default_namespace, namespaces)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield all actions of the screen and the global ones by name; last those that are impossible now."""
        house = screen if isinstance(screen, HouseScreen) else None
        name = attrgetter("title")
        yield from sorted([*(house.commands(True) if house else ()), *everywhere(self)], key=name)
        yield from sorted(house.commands(False) if house else (), key=name)

    def action_command_palette(self) -> None:
        """Open the command palette (Ctrl+P)."""
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(placeholder=self.worded("Search for commands…")))

    def action_help(self) -> None:
        """Show the help (F1)."""
        if isinstance(self.screen, HouseScreen):
            self.push_screen(Reading(*self.screen.help_text()))

    async def action_quit(self) -> None:
        """Quit, after a confirmation if something would be lost."""
        if self.screen is self._quitting:
            return
        screens = dict.fromkeys(screen for screen in (self._house_screen(), self.behind) if screen)
        if not (leaving := " ".join(screen.leaving for screen in screens if screen.leaving)):
            self.leave()
            return

        def answered(answer: str | None) -> None:
            if answer == "quit":
                self.leave()

        say = self.worded
        choices = (Choice("y", say("quit"), "quit"), Choice("escape", say("stay"), "stay"))
        self._quitting = Question(say("Quit?"), say(leaving), choices)
        self.push_screen(self._quitting, answered)

    def action_interrupt(self) -> None:
        """Handle Ctrl+C: the second one quits."""
        if monotonic() - self._interrupted < TWICE:
            self.leave(130)
        else:
            self._interrupted = monotonic()
            self.say("Ctrl+C once more quits; each move is saved when it is made")


def run(settings: Settings, start: Start) -> int:
    """Run the app and return its exit status. The caller has checked that there is a terminal."""
    app = CardApp(settings, start)
    app.run()
    return app.return_code or 0
