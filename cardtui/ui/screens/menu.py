"""The menu: matches to go on with, the games, and the program's other screens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.worker import get_current_worker

from ... import arena, dice, loading, record, registry, settings, trainings, visitors, words
from ...core import STEPS, Refusal
from ...entries import HUMAN, RANDOM
from ...match import seats_of
from ...record import archive
from ...record.index import Saved, lately, own_records
from ...registry import lineup
from ...system.files import sentence
from ..dialogs import ListChoice, TextWindow
from ..indexed import IndexedScreen
from ..saved_summary import Preview, preview
from ..start import Arena, Drill, Inspect, Play, Resume, Review, Training, guided, new_to
from ..widgets.felt import Felt
from ..widgets.line import KeyLine
from .menu_page import FORGET, OFFERED, Page, paint, rows
from .saved import SavedScreen
from .seats import SeatsScreen

HELP = """\
Choose with the arrow keys and Enter; a game starts at once against its
usual bots. The keys 1 to 9 do the same from anywhere.
s opens a table with people and bots of your choice, t explains a game in
half a minute, i inspects a position or a bot, a starts an arena of bots.
Each of these keys asks which game. If a game is chosen in the list, that
game is taken at once, and the arena compares its usual bots.
f plays a game's guided first deal: a fixed deal, explained turn by turn
for those who are new to the game. n trains a bot in the background.
Every match in which you have moved is saved as it is played; h lists them.
Unfinished matches are offered here again, the newest first; x on one
removes it from this menu for good, but not from the list of h.
r reviews the newest match in which you have moved: your mistakes, and what
was luck. To review another one, choose it in the list of h.
d asks you again in positions in which a review proved a mistake of yours.
Beside a game stands your own record: the mean of all deals that you have
finished against bots, with its 95% interval.

Esc back · ^p every command by name · ^z suspend · ^q quit
"""
LOOKED = 5.0
"""Seconds from one look at the trainings that run to the next."""
COMPARED, DEALS = 4, 1000
"""How many bots the menu's arena compares at most, on how many deals."""


_ALL = "1-9"
"""The keys of all games; in its place stand the keys of those that there are."""


class MenuScreen(IndexedScreen):
    """The menu."""

    GUIDE = ("cardtui", HELP)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "choose", key_display="Enter", tooltip="do what is highlighted"),
        *(
            Binding(str(n), f"play({n})", "play at once", key_display=_ALL, tooltip=f"play game {n}", show=n == 1)
            for n in range(1, 10)
        ),
        Binding("s", "seats", "seats", tooltip="seats and rules of your choice", show=False),
        Binding("f", "first_deal", "first deal", tooltip="first deal: a fixed deal, explained at each turn"),
        Binding("t", "tutorial", "tutorial", tooltip="tutorial: the game in 30 seconds", show=False),
        Binding("i", "inspect", "inspect", tooltip="inspect a position or a bot", show=False),
        Binding("a", "arena", "arena", tooltip="arena: bots against bots", show=False),
        Binding("n", "train", "train", tooltip="train a bot", show=False),
        Binding("h", "replay", "saved matches", show=False),
        Binding("r", "review", "review", tooltip="review: the mistakes of the newest match"),
        Binding("d", "drill", "drill", tooltip="drill: answer your proved mistakes again"),
        Binding("x", "forget", "forget", tooltip="forget: do not offer this unfinished match again", show=False),
        Binding("q", "app.quit", "quit"),
        Binding("up", "move(-1, 0)", "up", show=False),
        Binding("down", "move(1, 0)", "down", show=False),
        Binding("left", "move(0, -1)", "left", show=False),
        Binding("right", "move(0, 1)", "right", show=False),
        Binding("home", "end(0)", "first", show=False),
        Binding("end", "end(-1)", "last", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.previews = dict[str, Preview]()
        self.offers = self._offers()
        self.at = f"resume {self.offers[0].name}" if self.offers else f"play {next(iter(registry.games()))}"
        """The highlighted item, as in `Page.at`."""
        self.trained = _trained()
        self._column = 0
        """Where the arrows up and down lead to in rows of several items."""

    def compose(self) -> ComposeResult:
        yield Felt()
        yield KeyLine()

    def on_mount(self) -> None:
        """Read what is left of the saved matches."""
        self._load_previews()
        self.read_rest()
        self.set_interval(LOOKED, self._update_trainings)

    def _update_trainings(self) -> None:
        """Redraw if other trainings run than before."""
        if self.is_active and (now := _trained()) != self.trained:
            self.trained = now
            self.redraw()

    def on_screen_resume(self) -> None:
        """Look which trainings run now, before the base class redraws."""
        self.trained = _trained()

    # --- saved matches ---------------------------------------------------------------------------

    def _offers(self) -> tuple[Saved, ...]:
        """Return the matches to go on with, the newest first."""
        found = list[Saved]()
        for saved in self.index.saved:
            if saved.goes_on and HUMAN in saved.seats and not archive.is_open(self.index.path(saved)):
                found.append(saved)
                if len(found) == OFFERED:
                    break
        return tuple(found)

    def show_index(self) -> None:
        self.offers = self._offers()
        known = [name for line in self._names() for name in line]
        if self.at not in known:
            self.at = known[0]
        self.previews = {saved.name: self.previews[saved.name] for saved in self.offers if saved.name in self.previews}
        self._load_previews()
        self.redraw()

    @work(thread=True, group="previews", exclusive=True)
    def _load_previews(self) -> None:
        """Load, in a thread, what the person sees in the matches to go on with."""
        reader = get_current_worker()
        for saved in self.offers:
            if reader.is_cancelled:
                return
            if saved.name not in self.previews:
                with suppress(Refusal, OSError, ImportError):  # resuming it says why
                    self.previews[saved.name] = preview(self.index, saved, self.card_app.settings)
                    self.app.call_from_thread(self.redraw)

    # --- drawing -----------------------------------------------------------------------------------

    @property
    def page(self) -> Page:
        """What the menu shows now."""
        games = tuple(registry.games().values())
        bots = {entry.name: len(registry.bot_names(entry.name)) for entry in games}
        own = own_records(self.index.saved)
        played = lately(self.index.saved, time.time())
        saved, left = len(self.index.saved), self.card_app.screens.behind is not None
        return Page(
            self.at, self.offers, self.previews, games, bots, own, saved, self.whole, played, left, self.trained
        )

    def _names(self) -> list[list[str]]:
        """Return the names of the items as the arrows reach them."""
        games = tuple(registry.games().values())
        size = self.room
        return rows(Page("", self.offers, {}, games, {}, {}, 0, True), size.width, size.height - 1)

    def on_felt_resized(self) -> None:
        """Paint the menu for the new size."""
        if self.at not in [name for line in self._names() for name in line]:
            self.at = self._names()[0][0]
        self.redraw()

    def redraw(self) -> None:
        """Paint the menu."""
        if self.is_drawable:
            self.query_one(Felt).paint(self.card_app.palette, lambda canvas: paint(canvas, self.page))

    # --- the highlighted item ------------------------------------------------------------------------

    def _go(self, name: str) -> None:
        """Highlight an item."""
        self.at = name
        self.refresh_bindings()
        self.redraw()

    def action_move(self, down: int, across: int) -> None:
        """Highlight the item below or above, or the one beside; the last one is followed by the first."""
        names = self._names()
        line = next(number for number, line in enumerate(names) if self.at in line)
        place = names[line].index(self.at)
        if across and len(names[line]) > 1:
            place = self._column = (place + across) % len(names[line])
        else:
            line = (line + (down or across)) % len(names)
            place = min(self._column, len(names[line]) - 1)
        self._go(names[line][place])

    def action_end(self, place: int) -> None:
        """Highlight the first item, or the last one."""
        self._go(self._names()[place][place])

    async def on_felt_place_clicked(self, event: Felt.PlaceClicked) -> None:
        """Do what was clicked."""
        what, _, name = event.word.partition(" ")
        if what == FORGET:
            self._go(f"resume {name}")
            self.action_forget()
        else:
            self._go(event.word)
            await self.action_choose()

    async def action_choose(self) -> None:
        """Do what is highlighted."""
        what, _, name = self.at.partition(" ")
        if what == "play":
            self._play(name)
        elif what == "resume":
            if path := self.record_of(name):
                self.card_app.screens.open(Resume(path))
        else:
            await self.app.run_action(what, self)

    def action_play(self, number: int) -> None:
        """Start the game with this number in the menu."""
        games = list(registry.games())
        if number <= len(games):
            self._play(games[number - 1])
        else:
            self.say(f"there are {len(games)} games: 1 to {len(games)}", True)

    def _play(self, game: str) -> None:
        """Start this game against its default bots."""
        entry = registry.game_entry(game)
        try:
            seats = seats_of(entry, 1, lineup.default_bots(game, entry.rules), None, False)
        except Refusal as error:
            self.say(str(error), True)
        else:
            self.card_app.screens.open(Play(game, entry.rules, seats, dice.fresh_seed(), newcomer=new_to(game)))

    def translate(self, text: str) -> str:
        return f"1-{min(9, len(registry.games()))}" if text == _ALL else text

    def disabled_reason(self, action: str) -> str:
        if action != "forget" or self.at.startswith("resume "):
            return ""
        return "only an unfinished match can be forgotten" if self.offers else "there is no unfinished match"

    def _with_game(self, title: str, do: Callable[[str], object]) -> None:
        """Call `do` with the highlighted game, or else with a game that the user then chooses."""
        what, _, name = self.at.partition(" ")
        if what == "play":
            do(name)
            return

        def answered(game: str | None) -> None:
            if game:
                do(game)

        rows = [(entry.name, entry.title, entry.summary) for entry in registry.games().values()]
        self.app.push_screen(ListChoice(f"{title}: which game?", rows, last_game()), answered)

    def action_seats(self) -> None:
        """Choose seats and rules."""
        self._with_game("Seats and rules", lambda game: self.app.push_screen(SeatsScreen(game)))

    def action_tutorial(self) -> None:
        """Show a game's tutorial."""
        self._with_game("Tutorial", self._teach)

    def _teach(self, game: str) -> None:
        entry, chosen = registry.game_entry(game), self.card_app.settings
        title = words.of(game, chosen.spoken).say("{game} in 30 seconds", game=entry.title)
        try:
            self.app.push_screen(TextWindow(title, loading.load(entry.screen).tutorial(chosen)))
        except ImportError as error:
            self.say(str(error), True)

    def action_first_deal(self) -> None:
        """Play a game's guided first deal."""
        self._with_game("First deal", self._guide)

    def _guide(self, game: str) -> None:
        try:
            self.card_app.screens.open(guided(game))
        except Refusal as error:
            self.say(str(error), True)

    def action_replay(self) -> None:
        """Show the saved matches."""
        if self.index.saved or not self.whole:
            self.app.push_screen(SavedScreen(self.index))
        else:
            self.say("there is no saved match yet", True)

    def action_review(self) -> None:
        """Review the newest match in which a person has moved."""
        self.card_app.screens.open_above(Review())

    def action_arena(self) -> None:
        """Show the tournament that was left running, or compare a game's usual bots."""
        if behind := self.card_app.screens.behind:
            self.card_app.screens.show(behind)
        else:
            self._with_game("Arena", self._compare)

    def _compare(self, name: str) -> None:
        game = registry.game(name)
        try:
            usual = (*lineup.default_bots(name, game.spec), *lineup.levels(name, game.spec).values(), RANDOM)
            bots = tuple(dict.fromkeys(usual))[:COMPARED]
            series = tuple(arena.pairings(game, bots))
        except Refusal as error:
            self.say(str(error), True)
        else:
            jobs = visitors.jobs()
            start = Arena(name, game.spec, bots, series, DEALS, dice.fresh_seed(), jobs, STEPS, {})
            self.card_app.screens.open(start)

    def action_train(self) -> None:
        """Show the trainings, from where another one is begun."""
        try:
            visitors.refuse_training()
        except Refusal as refusal:
            self.say(str(refusal), True)
            return
        self.card_app.screens.open(Training())

    async def action_drill(self) -> None:
        """Ask the person's proved mistakes again."""
        from ...review import drills

        try:
            deck = await asyncio.to_thread(lambda: drills.Deck(drills.own()))  # there may be hundreds of reviews
        except Refusal as refusal:
            self.say(str(refusal), True)
            return
        if deck.due:
            self.card_app.screens.open(Drill(deck))
        else:
            self.say(deck.nothing() if deck.mistakes else f"{drills.none_kept('')}; r reviews the newest match")

    def action_inspect(self) -> None:
        """Inspect a position."""
        self._with_game(
            "Inspect", lambda game: self.card_app.screens.open(Inspect(game, registry.game_entry(game).opponents[:2]))
        )

    def action_forget(self) -> None:
        """Keep the unfinished match as a record, but do not offer it again."""
        if not (path := self.record_of(self.at.partition(" ")[2])):
            return
        try:
            archive.forget(path)
        except (Refusal, OSError) as error:
            self.say(sentence(error), True)
        self.update_index()


def _trained() -> tuple[str, ...]:
    """Return the bots that are trained now."""
    found = []
    for folder in trainings.running():
        with suppress(Refusal):  # the list of trainings says what is wrong
            found.append(trainings.plan_of(folder).bot)
    return tuple(found)


def last_game() -> str:
    """Return the game of the newest saved match, or the first game if there is no readable one."""
    with suppress(Refusal, OSError, StopIteration):
        return registry.game_entry(record.read(next(archive.saved(settings.records_dir())))[0].game).name
    return next(iter(registry.games()))
