"""The table for games without a screen of their own, drawn only from zones, history and words."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from ...core import Observation
from ..table import KEYS, TableScreen
from ..tableview import View
from ..widgets.board import Board
from ..widgets.cards import Spot
from ..widgets.records import short
from ..widgets.zones import zone_lines

HELP = """\
TYPING   What can be typed stands below the table: an action, or a part
         of it that only one has, such as a card by its number or name.
         Enter alone plays the only action that is allowed.
Clicking a card types for you; so do arrows with space.

"""


class AnyGameScreen(TableScreen):
    """One match of a game without a screen of its own."""

    GUIDE = ("The table", HELP + KEYS)
    TUTORIAL = "This game brings no tutorial. F1 tells how to type; `?` asks the coach.\n"
    ENDS_ON = "history"
    CSS = """
    AnyGameScreen #left { width: 56; }
    AnyGameScreen #seen { display: none; }
    AnyGameScreen.-roomy #left { width: 1fr; }
    AnyGameScreen.-roomy #side { width: 60; }
    """

    def status(self, seen: Observation) -> str:
        count = len(seen.legal)
        return f"{count} action{'s' * (count != 1)}" if count else ""

    def me(self, view: View) -> Content:
        seat = view.seen.seat
        line = Content.assemble(("●" if seat == self.match.turn else " ", "bold"), (view.names[seat].upper(), "bold"))
        told = "hand covered" if view.covered else f"{view.seen.zone('hand').count} cards"
        points = f"{self.match.standing.scores[seat]:+g} {short(self.game.unit, 12)} "
        line += Content(f"  {told}")
        return line + Content(points.rjust(max(1, view.width - line.cell_length)))

    def picture(self, view: View) -> tuple[Sequence[Content], Sequence[Spot]]:
        board = Board(view.height)
        phase = self.words.phase(self.game, view.seen, view.names)
        top = int(bool(phase))
        board.put(1, 0, *[Content.styled(phase, "bold")][:top])
        zones = [zone for zone in view.seen.zones if zone.name != "hand"]
        lines = zone_lines(
            self.game, view.seen, zones, view.names, self.match.turn, view.width, view.four, dict(view.hands)
        )
        board.put(0, top, *lines[: view.height - top])
        return board.lines(), ()

    def history_lines(self, view: View, width: int) -> Sequence[Content]:
        return [Content(self.words.event(self.game, happened, view.names)) for happened in view.seen.history]

    def result(self) -> str:
        names = self.tableside.names
        told = " ".join(self.words.outcome(self.game, self.seen, names))
        gained = zip(names, self.game.returns(self.match.state), strict=True)
        told += " " + ", ".join(f"{name} {value:+g}" for name, value in gained) + f" {self.game.unit}"
        if not self.match.over:
            return told
        return f"{told} · match to {' and '.join(names[seat] for seat in self.match.standing.winners)}"

    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        return []
