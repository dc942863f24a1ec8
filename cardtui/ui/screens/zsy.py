"""The table of Zheng Shang You."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from ...core import Card, Event, Observation
from ...games.zsy.cards import RANK, RANKS, counts, pattern
from ...games.zsy.parsing import kind, listed, name, spelled, unseen
from ...games.zsy.rules import PASS
from ...games.zsy.words import declined, laid_by
from ..guide import KEYS
from ..table import TableScreen
from ..tableview import View
from ..widgets.board import Board
from ..widgets.cards import Hand, Picture, Spot
from ..widgets.line import InputLine
from ..widgets.records import room_for, short
from .zsy_guide import HELP, TUTORIAL
from .zsy_hand import LABEL, Column, RankHand, columns, fan

_FAN = 3
_CHANCE = 3
"""Width of a number such as `1.2`."""
_PASS = "[p pass]"
_MOVE = len(" 1 ▸ 777 88 99 1010 ")
"""Width of a history line without the name."""


class ZsyScreen(TableScreen):
    """One match of Zheng Shang You."""

    GUIDE = ("Zheng Shang You", HELP + KEYS.replace("F6 sort the hand", ""))
    TUTORIAL = TUTORIAL
    HAND = RankHand
    CSS = """
    ZsyScreen #left { width: 48; }
    ZsyScreen.-roomy #left { width: 77; }
    ZsyScreen.-roomy #seen { width: 22; }
    """

    # --- typing ---------------------------------------------------------------------------------------

    def changed(self, saved: bool = False) -> None:
        for line in self.query(InputLine):  # no line while the screen is being removed
            line.shortcuts = self.SHORTCUTS if self.match.over else self.SHORTCUTS - {"r"}  # "r" begins `rj`
        super().changed(saved)

    def on_hand_picked(self, event: Hand.Picked) -> None:
        """Type the clicked card with the cards of its rank below it; a second click removes them."""
        event.prevent_default()  # here ranks are typed, not numbers
        card = self.order[event.number - 1]
        alike = [other for other in self.order if RANK[other] == RANK[card]]
        chosen = alike[: alike.index(card) + 1]
        marked = [other for other in self.typed().cards if RANK[other] != RANK[card]]
        self._type(spelled(marked if len(marked) + len(chosen) == len(self.typed().cards) else [*marked, *chosen]))

    def on_picture_chosen(self, event: Picture.Chosen) -> None:
        """Type the clicked move."""
        event.prevent_default()
        self._type(event.word)

    def _type(self, text: str) -> None:
        line = self.query_one(InputLine)
        line.value = text
        line.action_end()
        line.focus()

    def reason(self, action: str) -> str:
        return "the hand always stands by rank" if action == "sort" else super().reason(action)

    # --- the table ------------------------------------------------------------------------------------

    def redraw(self) -> None:
        super().redraw()
        if self.query("#seen") and not self.going:
            self.query_one("#seen").border_title = "passed over"

    def draw_thoughts(self) -> None:
        super().draw_thoughts()
        coached = self.tableside.panel == "coach"
        if coached and not self.going and self.query(Picture):  # the coach's beliefs are shown in the table
            self.query_one(Picture).show(*self.picture(self.view))

    def status(self, seen: Observation) -> str:
        plays = [action for action in seen.legal if action != PASS]
        if not plays:
            return "nothing goes over it" if seen.legal else ""
        if seen.legal[0] == PASS:
            return f"over it: {listed([name(action) for action in plays])}"
        chains = sum(len(made.sizes) > 1 for action in plays if (made := pattern(action.cards)))
        return f"{len(plays)} moves: {len(plays) - chains} of one rank, {chains} chain{'s' * (chains != 1)}"

    def me(self, view: View) -> Content:
        seen = view.seen
        turn = "● to move" if self.match.turn == seen.seat else "★" if seen.facts["winner"] == seen.seat else ""
        who = f"{view.names[seen.seat].upper()} {turn}".rstrip()
        count = seen.zone("hand").count
        what = "hand covered" if view.covered else f"{count} card{'s' * (count != 1)}"
        return Content.assemble((f" {who}", "bold"), f"  {what} · {self._won(seen.seat)}")

    def picture(self, view: View) -> tuple[Sequence[Content], Sequence[Spot]]:
        seen, other = view.seen, 1 - view.seen.seat
        board = Board(view.height)
        self._opponent(view, board, other)
        grid = self._grid(view, other)
        top = max(1 + _FAN, view.height - len(grid))
        board.put(0, top, *grid)
        fan_top = 1 if top <= 2 + _FAN else 2
        spots = self._table(view, board, fan_top)
        if seen.legal and not view.covered and top - fan_top > _FAN + 2:
            spots += self._choices(view, board, fan_top + _FAN + 1, top - 1)
        return board.lines(), spots

    def _opponent(self, view: View, board: Board, seat: int) -> None:
        """Draw the opponent and how many cards it holds."""
        count = view.seen.zone(f"hand {seat}").count
        mark = "●" if seat == self.match.turn else "★" if seat == view.seen.facts["winner"] else " "
        head = Content.styled(f"{mark}{short(view.names[seat], LABEL - 2):<{LABEL - 1}}", "bold" if mark != " " else "")
        board.put(0, 0, head + Content(f"{count:>3} ") + Content.styled("░" * count, "dim"))
        board.right(view.width, 0, f"{self._won(seat)} ")

    def _won(self, seat: int) -> str:
        return f"{self.match.standing.scores[seat]:g} won"

    def _table(self, view: View, board: Board, top: int) -> list[Spot]:
        """Draw the play to beat and who made it, or who leads."""
        seen = view.seen
        lying, over = seen.zone("table").cards, self.match.turn is None
        if not lying:
            leader = short(view.names[seen.facts["to_move"]], 20)
            board.put(1, top + 1, f"{leader} {'lead' if leader == 'You' else 'leads'}: any pattern")
            return []
        made = pattern(lying)
        whose = [" LAST PLAY" if over else " TO BEAT", f" {kind(made)}" if made else "", ""]
        whose[2] = f" of {short(view.names[seen.history[-1].seat], LABEL - 5)}"
        board.put(0, top, Content.styled(whose[0], "bold"), *whose[1:])
        shown = fan(lying, view.width - LABEL)
        board.put(LABEL, top, *shown)
        x = view.width - len(_PASS) - 1
        if PASS not in seen.legal or view.covered or LABEL + len(shown[-1]) >= x:
            return []
        board.put(x, top + 2, Content.styled(_PASS, "reverse"))
        return [Spot(x, top + 2, len(_PASS), 1, "pass")]

    def _choices(self, view: View, board: Board, top: int, end: int) -> list[Spot]:
        """Draw the possible plays, as many as fit above line `end`."""
        plays = [name(action) for action in view.seen.legal if action != PASS]
        spots, x, y = [], LABEL, top
        board.put(1, y, Content.styled("can lay" if plays else "nothing goes over it", "dim"))
        for place, text in enumerate(plays):
            if x + len(text) > view.width - 1:
                x, y = LABEL, y + 1
            if y >= end - 1 and x + len(text) > view.width - 12 and place < len(plays) - 1:
                board.put(x, y, Content.styled(f"… {len(plays) - place} more", "dim"))
                break
            board.put(x, y, text)
            spots.append(Spot(x, y, len(text), 1, text))
            x += len(text) + 2
        return spots

    def _grid(self, view: View, other: int) -> list[Content]:
        """Return counts by rank: cards played by both, unseen, and in the opponent's hand as known or believed."""
        seen, places = view.seen, columns(view.width)
        rows = [(view.names[seat], _sizes(laid_by(seen, seat))) for seat in (other, seen.seat)]
        if known := seen.zone(f"hand {other}").cards or view.hands.get(other, ()):
            rows.append(("still held", _sizes(known)))
        else:
            rows.append(("rest" if self.match.turn is None else "unseen", [f"{size or '·'}" for size in unseen(seen)]))
        if (thought := self._thought(other)) and places[1].x - places[0].x > _CHANCE:
            rows.append(("may hold", thought))
        lines = [self._row("played by", RANKS, places, "dim")]
        return lines + [self._row(short(label, LABEL - 2), texts, places) for label, texts in rows]

    def _row(self, label: str, texts: Sequence[str], places: Sequence[Column], style: str = "") -> Content:
        line = Content.styled(f" {label}", style)
        for text, place in zip(texts, places, strict=True):
            line = line.pad_right(place.x + 1 + place.width - len(text) - line.cell_length)
            line += Content.styled(text, "dim" if text == "·" else style)
        return line

    def _thought(self, seat: int) -> list[str]:
        """Return how many cards of each rank the coach expects in a seat's hand; empty if it gives no beliefs."""
        advice = self.tableside.advised
        if advice is None:
            return []
        held = [0.0] * len(RANKS)
        for belief in advice.beliefs:
            if belief.seat == seat and belief.about == "holds":
                for face, chance in belief.values.items():
                    held[RANK[self.game.card(face)]] += chance
        return [f"{size:.1f}".removeprefix("0") if size >= 0.05 else "·" for size in held] if any(held) else []

    # --- beside the table -------------------------------------------------------------------------------

    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        lines: list[Content] = []
        for seat in (1 - seen.seat, seen.seat):
            if passed := declined(seen, seat):
                text = f"{short(self.tableside.names[seat], 10)}: {', '.join(map(spelled, passed))}"
                lines += Content(text).wrap(max(10, width))
        return lines or [Content.styled("nothing yet", "dim")]

    def history_lines(self, view: View, width: int) -> list[Content]:
        lines, lying = [], False
        for turn, event in enumerate(view.seen.history, 1):
            lines.append(self._event(view, event, turn, not lying, room_for(view.names, 10, width - _MOVE)))
            lying = event.action != PASS
        return lines

    def _event(self, view: View, event: Event, turn: int, lead: bool, size: int) -> Content:
        """Return one line of history; `size` is the width of the name."""
        head = f"{turn:>2} {'▸' if lead else ' '}{short(view.names[event.seat], size):<{size}} "
        return Content.assemble(head, (name(event.action), "dim" if event.action == PASS else ""))

    def result(self) -> str:
        names, winner = self.tableside.names, self.match.state.winner
        left = len(self.match.state.hands[1 - winner])
        who, had = names[winner], f"{names[1 - winner]} had {left} card{'s' * (left != 1)} left"
        told = f"{who} {'win' if who == 'You' else 'wins'} the deal · {had}"
        if not self.match.over:
            return told
        return f"{told} · match to {' and '.join(names[seat] for seat in self.match.standing.winners)}"


def _sizes(cards: Sequence[Card]) -> list[str]:
    """Return the number of cards of each rank."""
    return [f"{size or '·'}" for size in counts(cards)]
