"""The table for games without a screen of their own, drawn only from zones, history and words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from ...core import Card, Observation
from ...entries.wording import outcome
from ...text.formatting import counted, trimmed, who_does
from ..look.canvas import Canvas
from ..look.cards import backs, chip
from ..names import name_and_bot, short
from ..table.game import GameTable, View
from ..table.keys import KEYS
from ..table.screen import TableScreen
from ..widgets.zones import paint_columns
from .endings import Ending, Seat, paint_ending
from .hands import Hand

_CARDS = 20
"""The column at which the cards of a zone begin."""
_BACKS = 12
"""The most backs that are painted."""
HELP = """\
TYPING   The line below the table says what you can type: an action,
         or words that only one action has, such as the number or the
         name of a card.
         Enter alone plays the only action that is allowed.
Clicking a card types for you; so do the arrow keys with space.

"""


class AnyGameTable(GameTable):
    """A table drawn only from zones, history and words."""

    def paint(self, canvas: Canvas, view: View) -> None:
        seen = view.seen
        phase = self.words.phase(self.game, seen, view.names)
        self.paint_edge(canvas, phase or self.match.header.game, f"rules {self.match.header.rules}")
        if self.match.turn is None:
            paint_ending(canvas, self._ending(view))
            return
        held = "hand covered" if view.covered else counted(seen.zone("hand").count, "card")
        points = f"{trimmed(self.match.standing.scores[seen.seat], '+')} {short(self.game.unit, 12)}"
        count = len(seen.legal)
        bottom = self.paint_mine(canvas, view, f"{held} · {points}", counted(count, "action") if count else "")
        self._paint_zones(canvas, view, bottom)

    def _paint_zones(self, canvas: Canvas, view: View, bottom: int) -> None:
        """Paint all zones but the viewer's hand between the edge and the row `bottom`.

        They stand apart where there is room, else without gaps, with the last rows of the longest ones; in two columns
        if there are more zones than rows.
        """
        seen, palette = view.seen, canvas.palette
        zones = [zone for zone in seen.zones if zone.name != "hand"]
        if len(zones) >= bottom:
            half = -(-len(zones) // 2)
            paint_columns(canvas, self, view, (zones[:half], zones[half:]))
            return
        seats = {id(zone): seat for seat, zone in enumerate(seen.hands)}
        parts = []
        for zone in zones:
            seat = seats.get(id(zone))
            known = view.hands.get(seat, zone.cards) if seat is not None else zone.cards
            tail = max(0, min(zone.count - len(known), _BACKS)) * 2
            names = [face.name for face in self.faces(known)]
            parts.append((zone, seat, tail, _lines(names, tail + 4 * bool(tail), canvas.width - _CARDS - 4)))
        apart = sum(len(lines) + 1 for *_, lines in parts) <= bottom
        while (rows := sum(len(lines) + apart for *_, lines in parts) - apart) >= bottom:
            longest = max((lines for *_, lines in parts), key=len)
            longest[:2] = [["…", *longest[1]]]  # without its first line
        y = 1 + (rows < bottom - 1)
        for zone, seat, tail, lines in parts:
            turn = seat is not None and seat == self.match.turn
            name = zone.name if seat is None else view.names[seat]
            name, bot = name_and_bot(name, view.bot(seat) if seat is not None else "", _CARDS - 3)
            end = canvas.put(2, y, name, palette.gold if turn else palette.fg, bold=True)
            canvas.put(end + 1, y, bot, palette.feltmute)
            x = _CARDS
            for row, line in enumerate(lines, y):
                x = _CARDS
                for text in line:
                    put = canvas.put(x, row, text, palette.feltmute) if text == "…" else chip(canvas, x, row, text)
                    x = put + 1
            y += len(lines)
            x = backs(canvas, x, y - 1, tail // 2, 2, 2) + 1
            canvas.put(x, y - 1, str(zone.count) if tail else "" if any(lines) else "–", palette.feltmute)
            y += apart

    def _ending(self, view: View) -> Ending:
        """Return what the end of the deal tells: the game's own words, and the hands that are known to the viewer."""
        seen, names, scores = view.seen, view.names, self.match.standing.scores
        gained = self.game.returns(self.match.state)
        best = [names[seat] for seat, value in enumerate(gained) if value == max(gained)]
        verdict = f"{who_does(best, 'win')} the deal"
        if len(best) == len(names):
            verdict = "A draw" if len(names) > 1 else "The deal is over"
        order = sorted(range(len(names)), key=lambda seat: seat != seen.seat)
        told = self.words.outcome(self.game, seen, names) if self.words.outcome is not outcome else []  # nothing new
        return Ending(
            figure="",
            unit="",
            verdict=verdict,
            by="",
            how=" ".join(told),
            steps=[],
            seats=[
                Seat(
                    names[seat],
                    "",
                    trimmed(gained[seat], "+"),
                    gained[seat],
                    f"total {trimmed(scores[seat])}",
                )
                for seat in order
            ],
            heading=("HANDS", "as they lie open"),
            hands=[self._hand(names[seat], seen.hands[seat].cards) for seat in order if seen.hands[seat].cards]
            if len(seen.hands) == len(names)
            else [],
            course=self.course(view),
        )

    def _hand(self, name: str, cards: Sequence[Card]) -> Hand:
        return Hand(name, self.faces(cards), "", counted(len(cards), "card"))

    def history_lines(self, view: View, width: int) -> Sequence[Content]:
        return [Content(self.words.event(self.game, happened, view.names)) for happened in view.seen.history]

    def result(self, seen: Observation) -> str:
        names = self.tableside.names
        result = " ".join(self.words.outcome(self.game, seen, names))
        gained = zip(names, self.game.returns(self.match.state), strict=True)
        result += " " + ", ".join(f"{name} {trimmed(value, '+')}" for name, value in gained) + f" {self.game.unit}"
        return self.with_match_result(result)


class AnyGameScreen(TableScreen):
    """One match of a game without a screen of its own."""

    TABLE = AnyGameTable
    GUIDE = ("The table", HELP + KEYS)
    TUTORIAL = "This game brings no tutorial. F1 tells how to type; `?` asks the coach.\n"
    ENDS_ON = "history"
    CSS = "AnyGameScreen #cards { display: none; }"


def _lines(names: Sequence[str], last: int, room: int) -> list[list[str]]:
    """Return the cards of a zone in lines of at most `room` cells, the last one with `last` of them free."""
    found: list[list[str]] = [[]]
    used = 0
    for name in names:
        wide = cell_len(name) + 3
        if used + wide > room and found[-1]:
            found, used = [*found, []], 0
        found[-1].append(name)
        used += wide
    return [*found, []] if last and used + last > room and found[-1] else found
