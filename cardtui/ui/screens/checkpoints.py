"""How a bot came to play as it does: its answers on frozen positions, stepped through the times of its training."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from ... import record, registry, words
from ...core import Decision, Game, Option, Refusal, parse_action
from ...record import Frame
from ...study import checkpoints
from ...system.files import sentence
from ..base import AppScreen
from ..scene import Scene
from ..sizes import is_roomy
from ..start import Checkpoints, Inspect
from ..table.game import View
from ..widgets.felt import Felt
from ..widgets.line import KeyLine
from ..widgets.lines import Lines
from .checkpoints_felt import ROW, paint

HELP = """\
← →        an earlier, a later time of the training    Home End  first, last
n N        the next time at which the choice here changes, the one before
↑ ↓        the positions: those on which the choice changed come first,
           and of them those that settled last
h          on small screens: habits instead of the positions
F8         on small screens: the position alone
i          inspect this position
Esc        back

During its training the bot was asked some 35 times what it would do in the
same positions of a saved match. Each row of the list shows these times from
left to right; a cell is filled if the choice was already the final one.
Values are the bot's own at that time; ★ is its choice then, ○ the final
one.

"As at the end" is the share of positions with the final choice. A habit is
a claim of the game, counted on these positions. It came when its share got,
and stayed, nearer to the final share than to the one it is compared with.
"""


class Study(NamedTuple):
    """The report of `study.checkpoints`, with the saved match that the positions are of."""

    report: Mapping[str, Any]
    game: Game[Any]
    frames: Sequence[Frame]
    starts: Sequence[int]
    """The indices of the frames with which the deals begin."""
    order: Sequence[int]
    """The positions as listed."""
    places: Sequence[str]
    """Deal and move of each position, as `3:12`."""


class CheckpointsScreen(AppScreen):
    """Steps through the times at which a bot was asked."""

    AUTO_FOCUS = ""
    GUIDE = ("Checkpoints", HELP)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "time(1)", "time", key_display="←→", tooltip="time: one step later"),
        Binding("left", "time(-1)", "time back", tooltip="time: one step earlier", show=False),
        Binding("home", "time(-1000)", "first", tooltip="first time", show=False),
        Binding("end", "time(1000)", "last", tooltip="last time", show=False),
        Binding("down", "position(1)", "position", key_display="↑ ↓", tooltip="position: the next one"),
        Binding("up", "position(-1)", "previous position", tooltip="previous position", show=False),
        Binding("n", "change(1)", "change", tooltip="change: the next time at which the choice here changes"),
        Binding("N", "change(-1)", "previous change", tooltip="previous change", show=False),
        Binding("h", "habits", "habits", tooltip="habits: when each came, or the positions"),
        Binding("f8", "table", "table", tooltip="table: the position alone, or the lists, too"),
        Binding("i", "inspect", "inspect", tooltip="inspect this position"),
        Binding("escape,f10", "leave", "back", key_display="Esc"),
    ]

    def __init__(self, start: Checkpoints) -> None:
        super().__init__()
        self.start = start
        self.study: Study | None = None
        self.fault = ""
        self.at = 0
        """The time, an index."""
        self.row = 0
        """The position, an index into the list."""
        self.first = 0
        """The first row of the list that is shown."""
        self.habits = False
        self.alone = False
        self._scene: tuple[int, Scene] | None = None

    def compose(self) -> ComposeResult:
        yield Horizontal(Lines("title"), Static("^p commands ", id="modes"), id="bar")
        yield Felt()
        yield KeyLine()

    def on_mount(self) -> None:
        """Read the answers in a process of their own."""
        self.set_focus(None)
        self.run_worker(self._read(), group="checkpoints")
        self.redraw()

    async def _read(self) -> None:
        try:
            report = await checkpoints.ask(self.start.game, self.start.bot)
            _, _, game, frames = record.load(Path(report["record"]))
        except (Refusal, OSError) as error:
            self.fault = sentence(error)
        else:
            flips = [flip["position"] for flip in report["flips"]]
            others = [number for number in range(len(report["positions"])) if number not in set(flips)]
            starts = record.starts(frames)
            places = [_place(starts, position["frame"]) for position in report["positions"]]
            self.study = Study(report, game, frames, starts, [*flips, *others], places)
            self.at = len(report["times"]) - 1
        self.redraw()

    @property
    def position(self) -> Mapping[str, Any]:
        """The position that is shown."""
        assert self.study
        found: Mapping[str, Any] = self.study.report["positions"][self.study.order[self.row]]
        return found

    @property
    def decision(self) -> Decision:
        """What the bot would have done here at this time."""
        assert self.study
        game, told = self.study.game, self.position
        values = [one[self.at] for one in told["values"]]
        actions = [parse_action(game, text) for text in told["actions"]]
        chosen, unit = told["chosen"][self.at], self.study.report["unit"]
        options = tuple(
            Option(action, float(place == chosen), value)
            for place, (action, value) in enumerate(zip(actions, values, strict=True))
            if value is not None or place == chosen
        )
        if unit == "probability":
            options = tuple(option._replace(probability=option.value or 0.0, value=None) for option in options)
        return Decision(actions[chosen], options, unit)

    # --- drawing ------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Paint everything."""
        if not self.is_drawable:
            return
        title = registry.game_entry(self.start.game).title
        rules = f" · {self.study.game.spec.partition(':')[0]}" if self.study else ""
        bar = Content.assemble(
            *self.title_prefix, ("checkpoints", "bold"), (f"   {self.start.bot} · {title}{rules}", "$text-muted")
        )
        self.query_one("#title", Lines).draw(lambda width: [bar])
        self.query_one(Felt).paint(self.card_app.palette, lambda canvas: paint(canvas, self))
        self.refresh_bindings()

    def on_felt_resized(self) -> None:
        """Paint for the new size."""
        self.redraw()

    def scene(self) -> tuple[Scene, View]:
        """Return the position as its mover saw it, with the values of this time."""
        assert self.study
        place = self.position["frame"]
        if self._scene is None or self._scene[0] != place:
            frames = self.study.frames
            start = self.study.starts[bisect_right(self.study.starts, place) - 1]
            seat = self.study.game.turn(frames[place].state) or 0
            made = Scene(
                self.study.game, frames[start : place + 1], seat, lambda: self.card_app.settings, numbered=True
            )
            self._scene = place, made
        scene, decision = self._scene[1], self.decision
        scene.advise(self.start.bot, decision)
        return scene, scene.view({}, move=decision.action)

    def label(self, text: str) -> str:
        """Return an action in the words of the game."""
        assert self.study
        game = self.study.game
        return words.of(game.name).label(game, parse_action(game, text))

    # --- actions ------------------------------------------------------------------------------------

    def disabled_reason(self, action: str) -> str:
        """Return why `action` is impossible now; "" if it is possible."""
        if self.study is None and action not in ("leave", "help"):
            return self.fault or "the answers are being read"
        if action in ("habits", "table") and is_roomy(*self.query_one(Felt).size):
            return "table, positions and habits stand beside each other here"
        return ""

    def _go(self, at: int, row: int) -> None:
        assert self.study
        self.at = max(0, min(len(self.study.report["times"]) - 1, at))
        self.row = max(0, min(len(self.study.order) - 1, row))
        self.redraw()

    def on_felt_place_clicked(self, event: Felt.PlaceClicked) -> None:
        """Go to the clicked row of the list."""
        if event.word.startswith(ROW):
            self._go(self.at, int(event.word.removeprefix(ROW)))

    def action_time(self, step: int) -> None:
        """Go to another time."""
        self._go(self.at + step, self.row)

    def action_position(self, step: int) -> None:
        """Go to another position of the list."""
        self._go(self.at, self.row + step)

    def action_change(self, step: int) -> None:
        """Go to the next time at which the choice here changes, or to the one before."""
        chosen = self.position["chosen"]
        changes = [at for at in range(1, len(chosen)) if chosen[at] != chosen[at - 1]]
        found = [at for at in changes[::step] if (at - self.at) * step > 0]
        if found:
            self._go(found[0], self.row)
        else:
            self.say(f"the choice here does not change {'after' if step > 0 else 'before'} this time", True)

    def action_habits(self) -> None:
        """Show the habits in place of the list, or the list again."""
        self.habits = not self.habits
        self.redraw()

    def action_table(self) -> None:
        """Show the position alone on a small screen, or all parts again."""
        self.alone = not self.alone
        self.redraw()

    def action_inspect(self) -> None:
        """Inspect this position."""
        assert self.study
        path = Path(self.study.report["record"])
        self.card_app.screens.open_above(
            Inspect(self.start.game, (self.start.bot,), "", path, "", 0, self.position["frame"])
        )


def _place(starts: Sequence[int], frame: int) -> str:
    """Return the deal, and the move that follows on a frame, as a review names it."""
    deal = bisect_right(starts, frame)
    return f"{deal}:{frame - starts[deal - 1] + 1}"
