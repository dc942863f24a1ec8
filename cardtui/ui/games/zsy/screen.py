"""The screen of Zheng Shang You."""

from __future__ import annotations

from collections.abc import Iterable

from ...table.keys import KEYS
from ...table.screen import TableScreen
from ...widgets.lines import Lines
from ...widgets.section import Section
from .felt import ZsyTable
from .guide import HELP, TUTORIAL
from .known import ROOM, PassInference

_HIGH = 28
"""The least height of a screen with room for what passing tells beside the coach and the history."""


class ZsyScreen(TableScreen):
    """One match of Zheng Shang You."""

    TABLE = ZsyTable
    table: ZsyTable
    GUIDE = ("Zheng Shang You", HELP + KEYS.replace("F6 sort the hand", ""))
    TUTORIAL = TUTORIAL
    BEGIN_MOVES = frozenset("r")  # rj

    _passing: tuple[object, PassInference] | None = None
    """What passing tells, with what that depends on."""

    def side_sections(self) -> Iterable[Section]:
        yield Section("what passing tells", Lines("passing"), id="passed")

    def draw_beliefs(self) -> None:
        """Draw what the other seat's passes tell, while the deal is played."""
        seen, other = self.seen, 1 - self.seen.seat
        playing = seen.mover is not None and not self.tableside.covered
        expected = self.table.expected(other) if playing else ()
        known = self.match.ticket, len(seen.history), seen.seat, expected
        if playing and (self._passing is None or self._passing[0] != known):
            self._passing = known, PassInference(seen, expected)
        told = self._passing[1] if playing and self._passing else None
        roomy, alone = self.has_class("-roomy"), self.has_class("-closed") and not self.tableside.guide
        room = roomy or alone or self.size.height >= _HIGH
        self.set_class(bool(room and told and told.plays), "-passed")
        if told is None or not told.plays:
            return
        name = self.tableside.names[other]
        width = self.query_one("#passing", Lines).content_size.width
        if width >= ROOM:
            head = "what passing tells", f"can {name} beat it?", f"deals{'  coach' * bool(expected)}"
        else:
            head = "passed on", "", "can beat it"
        self.query_one("#passed", Section).set_heading(*head)
        self.query_one("#passing", Lines).draw(told.lines)

    def on_mount(self) -> None:
        """Say what the cards beside the table are."""
        self.query_one("#cards", Section).set_heading("cards by rank", unit="of 54")

    def disabled_reason(self, action: str) -> str:
        return "the hand always stands by rank" if action == "sort" else super().disabled_reason(action)
