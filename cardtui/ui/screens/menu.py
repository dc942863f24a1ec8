"""The menu, and the list of saved matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Resize
from textual.widgets import OptionList, Static

from ... import dice, loading, record, registry, settings
from ...core import Refusal
from ...match import seats_of
from ..app import summary
from ..base import HouseScreen
from ..dialogs import Reading, Window
from ..look.art import logo
from ..look.canvas import Canvas
from ..look.cards import LARGE, SMALL, card, face_of
from ..look.palette import mix
from ..start import Inspect, Play, Replay, Resume
from ..widgets.felt import Felt
from ..widgets.line import KeyLine
from ..widgets.rows import RowList, row
from .seats import SeatsScreen

OFFERED = 3
"""Maximum number of unfinished matches offered in the menu."""
NEWEST = 100
"""Maximum number of saved matches listed."""
HELP = """\
↑↓ and Enter choose; a game's name begins it at once against its usual bots.
The keys 1 to 9 do that from any line.
"Seats and rules" fills the seats with people and bots of your choice. It,
"Tutorial" and "Inspect" ask which game; on a game's own line s, t and i
do these for it at once.
Every match is saved as it is played. Those that were broken off are offered
here again, the newest first; x on such a line takes it away for good, and
"Saved matches" still has it.

Esc back · ^p every command by name · ^z suspend · ^q quit
"""


class MenuScreen(HouseScreen):
    """The menu."""

    GUIDE = ("cardtui", HELP)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "seats", "seats", tooltip="seats and rules of your choice"),
        Binding("t", "tutorial", "tutorial", tooltip="tutorial: the game in 30 seconds"),
        Binding("h", "replay", "saved matches"),
        Binding("i", "inspect", "inspect", tooltip="inspect a position or a bot"),
        Binding("x", "forget", "forget", tooltip="forget: do not offer this unfinished match again"),
        Binding("q", "app.quit", "quit"),
        *(Binding(str(n), f"play({n})", f"play game {n}", show=False) for n in range(1, 10)),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.unfinished: tuple[Path, ...] = ()

    def compose(self) -> ComposeResult:
        yield Felt("banner")
        yield RowList(id="choices")
        yield KeyLine("keys")

    def on_resize(self, event: Resize) -> None:
        """Give the banner more room on a large screen."""
        self.set_class(event.size.width >= 120 and event.size.height >= 34, "-roomy")

    def on_felt_resized(self) -> None:
        """Paint the banner for the new size."""
        self.redraw()

    def redraw(self) -> None:
        """Paint the banner and fill the list."""
        felt, palette = self.query_one(Felt), self.house.palette
        if felt.size.area:
            canvas = Canvas(*felt.size, palette, palette.felt)
            paint_banner(canvas, [face for entry in registry.games().values() for face in entry.picture])
            felt.show(canvas)

    def on_mount(self) -> None:
        """Fill the menu."""
        self._look()
        self.query_one(RowList).focus()

    def _look(self) -> None:
        """Fill the menu, with the current unfinished matches first."""
        found = record.resumable(settings.records_dir())
        self.unfinished = tuple(path for path, _ in islice(found, OFFERED))
        rows = [
            (f"resume {n}", "Resume?", " ".join(_told(path, self.house.settings)))
            for n, path in enumerate(self.unfinished)
        ]
        rows += [(f"play {e.name}", f"{n} {e.title}", e.summary) for n, e in enumerate(registry.games().values(), 1)]
        rows += [
            ("seats", "Seats and rules", "a game with people, bots and rules of your choice"),
            ("tutorial", "Tutorial", "a game in 30 seconds"),
            ("replay", "Saved matches", "step through them, with what the bots thought"),
            ("inspect", "Inspect", "take a position of a game or a bot apart"),
            ("quit", "Quit", ""),
        ]
        self.query_one(RowList).fill(rows)

    def on_option_list_option_highlighted(self) -> None:
        """Update the key line: only unfinished matches can be forgotten."""
        self.refresh_bindings()

    @property
    def _chosen(self) -> tuple[str, str]:
        """What the highlighted line does, and its argument."""
        option = self.query_one(RowList).highlighted_option
        what, _, name = (option.id or "" if option else "").partition(" ")
        return what, name

    async def on_option_list_option_selected(self) -> None:
        """Do what the selected line says."""
        what, name = self._chosen
        if what == "play":
            self._play(name)
        elif what == "resume":
            self.house.open(Resume(self.unfinished[int(name)]))
        else:
            await self.app.run_action(f"{'app.' * (what == 'quit')}{what}", self)

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
            seats = seats_of(entry, 1, registry.default_bots(game, entry.rules), None, False)
        except Refusal as error:
            self.say(str(error), True)
        else:
            self.house.open(Play(game, entry.rules, seats, dice.fresh()))

    def reason(self, action: str) -> str:
        if action != "forget" or (self.is_mounted and self._chosen[0] == "resume"):
            return ""
        return "only an unfinished match can be forgotten" if self.unfinished else "there is no unfinished match"

    def _with_game(self, title: str, do: Callable[[str], object]) -> None:
        """Call `do` with the highlighted game, or else with a game that the user then chooses."""
        what, name = self._chosen
        if what == "play":
            do(name)
            return

        def answered(game: str | None) -> None:
            if game:
                do(game)

        self.app.push_screen(GameChoice(title), answered)

    def action_seats(self) -> None:
        """Choose seats and rules."""
        self._with_game("Seats and rules", lambda game: self.app.push_screen(SeatsScreen(game)))

    def action_tutorial(self) -> None:
        """Show a game's tutorial."""
        self._with_game("Tutorial", self._teach)

    def _teach(self, game: str) -> None:
        entry = registry.game_entry(game)
        self.app.push_screen(Reading(f"{entry.title} in 30 seconds", loading.load(entry.screen).TUTORIAL))

    def action_replay(self) -> None:
        """Show the saved matches."""
        if next(record.saved(settings.records_dir()), None):
            self.app.push_screen(SavedScreen())
        else:
            self.say("there is no saved match yet", True)

    def action_inspect(self) -> None:
        """Inspect a position."""
        self._with_game("Inspect", lambda game: self.house.open(Inspect(game, registry.game_entry(game).opponents[:2])))

    def action_forget(self) -> None:
        """Keep the unfinished match as a record, but do not offer it again."""
        try:
            record.forget(self.unfinished[int(self._chosen[1])])
        except (Refusal, OSError) as error:
            self.say(str(error), True)
        self._look()


def paint_banner(canvas: Canvas, faces: Sequence[str]) -> None:
    """Paint the program's name, and beside it cards, as many as there is room for."""
    palette, (width, height) = canvas.palette, (canvas.width, canvas.height)
    scale, size = (2, LARGE) if height > 8 and width >= 120 else (1, SMALL)
    rows = logo(scale)
    light = "#5a3a00" if palette.light else "#fff4d0"
    shades = {
        letter: mix(palette.gold, light, share)
        for letter, share in zip("ABCDEF", (0.55, 0.4, 0.25, 0.1, 0, 0), strict=True)
    }
    left = 3 * scale
    canvas.pixels(left, scale, rows, shades)
    canvas.put(left, scale + len(rows) // 2, "card games, and what their bots learned", palette.feltmute)
    x = left + len(rows[0]) + 4 * scale
    step = size.width + 1
    for place, face in enumerate(faces[: max(0, (width - x - 2) // step)]):
        card(canvas, x + place * step, scale + (place % 2) * (scale > 1), face_of(face), size)
    canvas.put(0, height - 1, "▄" * width, palette.rail)


class GameChoice(Window[str]):
    """A choice of game, initially the last one played. Returns "" if cancelled."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title

    def compose(self) -> ComposeResult:
        with Vertical(classes="window") as window:
            window.border_title, window.border_subtitle = f"{self.title}: which game?", "Enter · Esc back"
            entries = registry.games().values()
            yield OptionList(*[row(e.name, e.title, e.summary, 70) for e in entries], compact=True)

    def on_mount(self) -> None:
        """Highlight the last game played."""
        choices = self.query_one(OptionList)
        choices.highlighted = list(registry.games()).index(last_game())
        choices.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose this game."""
        self.dismiss(event.option.id or "")

    def action_leave(self) -> None:
        """Cancel."""
        self.dismiss("")


def last_game() -> str:
    """Return the game of the newest saved match, or the first game if there is no readable one."""
    with suppress(Refusal, OSError, StopIteration):
        return registry.game_entry(record.read(next(record.saved(settings.records_dir())))[0].game).name
    return next(iter(registry.games()))


class SavedScreen(HouseScreen):
    """The newest saved matches, to step through or to resume."""

    GUIDE = (
        "Saved matches",
        "The newest first. Enter steps through one, g goes on with one that is not over.\n"
        "Esc goes back. `cardtui history --limit 500` lists more of them.\n",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "go_on", "go on", tooltip="go on with this match"),
        Binding("escape", "back", "menu", key_display="Esc"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.paths = tuple(islice(record.saved(settings.records_dir()), NEWEST))

    def compose(self) -> ComposeResult:
        yield Static(" cardtui ▸ saved matches", id="title")
        yield RowList(id="choices")
        yield KeyLine("keys")

    def on_mount(self) -> None:
        """Fill the list and highlight the newest match."""
        choices = self.query_one(RowList)
        choices.fill([(str(n), *_told(path, self.house.settings)) for n, path in enumerate(self.paths)])
        choices.focus()

    @property
    def path(self) -> Path:
        """The highlighted match."""
        return self.paths[self.query_one(OptionList).highlighted or 0]

    def on_option_list_option_highlighted(self) -> None:
        """Update the key line: only unfinished matches can be resumed."""
        self.refresh_bindings()

    def on_option_list_option_selected(self) -> None:
        """Step through the match, in a screen above the list."""
        try:
            self.app.push_screen(loading.load("cardtui.ui.screens.replay:ReplayScreen")(Replay(self.path)))
        except (Refusal, OSError) as error:
            self.say(str(error), True)

    def reason(self, action: str) -> str:
        if action == "go_on" and not record.unfinished(self.path):
            return "this match is over: Enter steps through it"
        return ""

    def action_go_on(self) -> None:
        """Resume the match."""
        self.house.open(Resume(self.path))

    def action_back(self) -> None:
        """Return to the menu."""
        self.dismiss()


def _told(path: Path, chosen: settings.Settings) -> tuple[str, str]:
    """Describe a saved match: the title of its game, and the rest."""
    try:
        game, _, rest = summary(path, chosen).partition(" ")
    except (Refusal, OSError) as error:
        return "damaged", str(error)
    if entry := registry.games().get(game):
        return entry.title, rest
    return game, f"{rest}; this game is not installed"
