"""How a bot came to play as it does: its answers on frozen positions, stepped through the times of its training."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from ... import registry
from ...core import Refusal
from ...study import checkpoints
from ...system.files import sentence
from ..base import AppScreen, TitleBar, title_row
from ..checkpoint_state import CheckpointState
from ..look.canvas import Canvas
from ..sizes import is_roomy
from ..start import Checkpoints, Inspect
from ..widgets.felt import Felt
from ..widgets.line import KeyLine
from .checkpoints_felt import ROW, paint

HELP = """\
← →        an earlier, a later time of the training    Home End  first, last
n N        the next time at which the choice here changes, the one before
↑ ↓        the positions: those on which the choice changed come first,
           and of them those that settled last
h          on small screens: habits instead of the positions
F8         on small screens: the position alone
i          inspect this position
Esc        back: all parts again on small screens, or leave

During its training the bot was asked some 35 times what it would do in the
same positions of a saved match. Each row of the list shows these times from
left to right; a cell is filled if the choice was already the final one.
Values are the bot's own at that time; ★ is its choice then, ○ the final
one.

"As at the end" is the share of positions with the final choice. A habit is
a claim of the game, counted on these positions. It came when its share got,
and stayed, nearer to the final share than to the one it is compared with.
"""


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
        Binding("escape", "back", "back", key_display="Esc", tooltip="back: all parts again, or leave"),
        Binding("f10", "leave", "leave", show=False),
    ]

    def __init__(self, start: Checkpoints) -> None:
        super().__init__()
        self.start = start
        self.study: CheckpointState | None = None
        self.fault = ""

    def compose(self) -> ComposeResult:
        yield title_row()
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
            self.study = CheckpointState(self.start.bot, report, lambda: self.card_app.settings)
        except (Refusal, OSError) as error:
            self.fault = sentence(error)
        self.redraw()

    # --- drawing ------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Paint everything."""
        if not self.is_drawable:
            return
        title = registry.game_entry(self.start.game).title
        rules = f" · {self.study.game.spec.partition(':')[0]}" if self.study else ""
        self.query_one(TitleBar).tell("checkpoints", f"{self.start.bot} · {title}{rules}")
        self.query_one(Felt).paint(self.card_app.palette, self._paint)
        self.refresh_bindings()

    def _paint(self, canvas: Canvas) -> None:
        if self.study:
            paint(canvas, self.study)
            return
        told = self.fault or "reading what the bot answered while it was trained …"
        for line, row in enumerate(wrap(told, max(1, canvas.width - 4)), 1):
            canvas.put(2, line, row)

    def on_felt_resized(self) -> None:
        """Paint for the new size."""
        self.redraw()

    # --- actions ------------------------------------------------------------------------------------

    def disabled_reason(self, action: str) -> str:
        """Return why `action` is impossible now; "" if it is possible."""
        if self.study is None and action not in ("back", "leave", "help"):
            return self.fault or "the answers are being read"
        if action in ("habits", "table") and is_roomy(*self.query_one(Felt).size):
            return "table, positions and habits stand beside each other here"
        return ""

    def _move(self, times: int = 0, positions: int = 0) -> None:
        assert self.study
        self.study.move(times, positions)
        self.redraw()

    def on_felt_place_clicked(self, event: Felt.PlaceClicked) -> None:
        """Go to the clicked row of the list."""
        if self.study and event.word.startswith(ROW):
            self._move(positions=int(event.word.removeprefix(ROW)) - self.study.row)

    def action_time(self, step: int) -> None:
        """Go to another time."""
        self._move(times=step)

    def action_position(self, step: int) -> None:
        """Go to another position of the list."""
        self._move(positions=step)

    def action_change(self, step: int) -> None:
        """Go to the next time at which the choice here changes, or to the one before."""
        assert self.study
        chosen, now = self.study.position["chosen"], self.study.at
        changes = [at for at in range(1, len(chosen)) if chosen[at] != chosen[at - 1]]
        found = [at for at in changes[::step] if (at - now) * step > 0]
        if found:
            self._move(times=found[0] - now)
        else:
            self.say(f"the choice here does not change {'after' if step > 0 else 'before'} this time", True)

    def action_habits(self) -> None:
        """Show the habits in place of the list, or the list again."""
        assert self.study
        self.study.habits = not self.study.habits
        self.redraw()

    def action_table(self) -> None:
        """Show the position alone on a small screen, or all parts again."""
        assert self.study
        self.study.alone = not self.study.alone
        self.redraw()

    def action_back(self) -> None:
        """Show all parts again on a small screen, then the list in place of the habits; or else leave."""
        small = None if is_roomy(*self.query_one(Felt).size) else self.study
        if small and small.alone:
            self.action_table()
        elif small and small.habits:
            self.action_habits()
        else:
            self.leave()

    def action_inspect(self) -> None:
        """Inspect this position."""
        assert self.study
        path = Path(self.study.report["record"])
        self.card_app.screens.open_above(
            Inspect(self.start.game, (self.start.bot,), "", path, "", 0, self.study.position["frame"])
        )
