"""Opens screens: the one for each start, tables, a tournament that runs on behind, the notice of a small terminal."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from textual.geometry import Size
from textual.screen import Screen

from .. import dice, loading, record, registry
from .. import settings as config
from ..core import Refusal
from ..match import Match
from ..record import archive
from ..settings import own_name
from ..system.files import sentence
from .base import AppScreen
from .dialogs import TooSmall
from .sizes import MINIMUM
from .start import Arena, Checkpoints, Drill, Inspect, Join, Menu, Play, Replay, Resume, Review, Start, Training
from .start import Host as HostStart

if TYPE_CHECKING:
    from .app import CardApp

SCREENS = {
    Replay: "replay:ReplayScreen",
    Review: "review.screen:ReviewScreen",
    Inspect: "inspect:InspectScreen",
    Checkpoints: "checkpoints:CheckpointsScreen",
    Drill: "drill:DrillScreen",
    Arena: "arena:ArenaScreen",
    Training: "training:training_screen",
}
"""Module and class of the screen for each start that needs nothing but its screen."""
BEHIND = "behind"
"""The name under which the screen that runs on behind the others is installed."""


class Screens:
    """Opens the app's screens, and holds the one that runs on behind them."""

    def __init__(self, app: CardApp) -> None:
        self.app = app

    def show(self, screen: Screen[Any]) -> None:
        """Replace all screens by this one; if there was another one, it leads back to the menu."""
        if self._has_screen():
            self.app.start_with = Menu()
        while len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        if len(self.app.screen_stack) > 1:
            self.app.switch_screen(screen)
        else:
            self.app.push_screen(screen)
        self.app.call_after_refresh(self.cover)

    @property
    def behind(self) -> AppScreen | None:
        """The screen that runs on behind the others: a tournament that was left running; None if there is none."""
        return cast(AppScreen, self.app.get_screen(BEHIND)) if self.app.is_screen_installed(BEHIND) else None

    def keep_behind(self, screen: AppScreen) -> None:
        """Keep a screen running when it is left."""
        if self.behind is not screen:
            self.app.install_screen(screen, BEHIND)

    def open(self, start: Start) -> None:
        """Show the screen for `start`. Errors are shown as a message, and in the menu if there is no screen yet."""
        try:
            if isinstance(start, Menu):
                self.app.start_with = start  # from now on, screens lead back to it
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
                self.app.exit(return_code=2, message=f"cardtui: {sentence(error)}")
                return
            self.app.say(sentence(error), True)
            self._back()

    def _back(self) -> None:
        """Stay on the current screen; open the menu if there is none."""
        if not self._has_screen():
            self.open(Menu())

    def _has_screen(self) -> bool:
        return any(isinstance(screen, AppScreen) for screen in self.app.screen_stack)

    def table(self, match: Match, play: Play | None = None) -> None:
        """Open the table of a match; `play` is what was asked for if the match is new.

        A guided first deal, new or resumed, is explained at each turn; a newcomer is offered one.
        """
        from ..tableside import is_first_deal  # here, since the menu does without

        entry = registry.game_entry(match.header.game)
        screen = loading.load(entry.screen)(match)
        if play.guided if play else is_first_deal(match):
            screen.tableside.start_guide()
        elif play and play.newcomer and entry.first_deal:
            screen.greeting = f"new to {entry.title}? ^g plays a guided first deal, F9 explains it in brief"
        self.show(screen)

    def resume(self, path: Path) -> None:
        """Continue a saved match; one with people elsewhere is opened to them again. Raises Refusal or OSError."""
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
        """Run the referee of a match with people elsewhere, and open its table for this person.

        Raises Refusal, OSError or ImportError.
        """
        from ..remote import Link, Referee, Seat

        match, door = start
        try:
            referee = Referee(match, door, self.app.moves, lambda: self.app.settings)
            link = Link(door.near, door.tokens[0], own_name(self.app.settings))
            self.table(Seat(link, referee.table(0), referee))
        except (Refusal, OSError, ImportError):  # no referee runs that would close them
            door.close()
            match.close()
            raise

    def try_out(self, match: Match) -> None:
        """Open a table above the current screen, to play on from a position of a saved match; nothing is saved."""
        screen = loading.load(registry.game_entry(match.header.game).screen)(match)
        screen.tried_out = True
        screen.greeting = f"tried out from move {len(match.moves()) + 1}, not saved · Esc leads back"
        self.app.push_screen(screen)

    def deal(self, play: Play) -> None:
        """Start a new match. Raises Refusal if it is invalid, OSError if it cannot be saved."""
        path = config.new_record(play.game)
        self.table(Match.new(play.game, play.rules, play.seats, play.seed, path, play.ranked), play)

    def play_again(self, play: Play) -> None:
        """Start the same match again with another seed; show a message if that fails."""
        try:
            self.deal(play._replace(seed=dice.fresh_seed()))
        except (Refusal, OSError) as error:
            self.app.say(sentence(error), True)

    def open_above(self, start: Inspect | Checkpoints | Review | Replay) -> None:
        """Open the screen for `start` above the current one; show a message if that fails."""
        try:
            self.app.push_screen(loading.load(f"cardtui.ui.screens.{SCREENS[type(start)]}")(start))
        except (Refusal, OSError, ImportError) as error:
            self.app.say(sentence(error), True)

    def _offer(self, play: Play) -> None:
        """Offer to resume the newest unfinished match that fits; without one, start the new match."""
        fitting = (path for path, header in archive.resumable(config.records_dir()) if play.fits(header))
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
                        archive.forget(found[0])
            except (Refusal, OSError, ImportError) as error:
                self.app.say(sentence(error), True)
                self._back()

        # not in place of the asking screen, since a removed screen gets no answer
        self.app.push_screen(
            loading.load("cardtui.ui.saved_summary:offer")(found, play.game, self.app.settings), answered
        )

    def cover(self, size: Size | None = None) -> None:
        """Show only a notice if the terminal, now or at this size, is too small."""
        width, height = size or self.app.size
        small = width < MINIMUM.width or height < MINIMUM.height
        if small and not any(isinstance(screen, TooSmall) for screen in self.app.screen_stack):
            self.app.push_screen(TooSmall())
