"""What has happened: history of moves, cards seen, scores over the deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ...core import Card, Game, Observation, Standing
from ...typed import signs


def cards_seen(seen: Observation) -> set[Card]:
    """All cards whose place or past the observer knows."""
    found: set[Card] = set()
    for zone in seen.zones:
        found.update(zone.cards)
    for event in seen.history:
        found.update(event.action.cards, event.gain)
    return found


def seen_grid(
    game: Game[Any], rows: Sequence[tuple[str, Sequence[Card]]], seen: Observation, width: int
) -> list[Content]:
    """The deck row by row (`("10", (10♣ … 10♠))`): own cards reversed, seen ones by their suit, unseen ones as dots."""
    known, mine = cards_seen(seen), set(seen.zone("hand").cards)
    cells = []
    for name, cards in rows:
        parts: list[Content | tuple[str, str] | str] = [(f"{name:>2} ", "dim")]
        for card in cards:
            text = signs(game.face(card))
            sign = text[0] if text[0] == "★" else text[-1]
            parts.append((sign, "reverse") if card in mine else sign if card in known else ("·", "dim"))
        cells.append(Content.assemble(*parts))
    size = max(cell.cell_length for cell in cells) + 1
    across = max(1, (width + 1) // size)
    down = -(-len(cells) // across)
    return [
        Content("").join(cell.pad_right(size - cell.cell_length) for cell in cells[row::down]) for row in range(down)
    ]


def score_lines(
    names: Sequence[str], results: Sequence[Standing], now: Standing, width: int, rows: int = 8
) -> list[Content]:
    """Totals after the last `rows` deals, the leaders of the match marked when it is over."""
    size = max(6, min(12, (width - 5) // max(1, len(names))))
    lines = [Content.styled("deal " + "".join(name[: size - 1].rjust(size) for name in names), "dim")]
    lines += [
        Content(f"{standing.deals:>4} " + "".join(_number(total).rjust(size) for total in standing.scores))
        for standing in results[-rows:]
    ]
    total = "".join((_number(total) + "*" * (seat in now.winners)).rjust(size) for seat, total in enumerate(now.scores))
    lines.append(Content.styled(" now " + total, "bold"))
    return lines


def _number(total: float) -> str:
    return f"{total:g}" if total == int(total) or abs(total) >= 100 else f"{total:.2f}".rstrip("0")


class History(VerticalScroll, can_focus=False):
    """Lines that stay at their end."""

    DEFAULT_CSS = "History { height: 1fr; } History Static { height: auto; }"

    def compose(self) -> ComposeResult:
        yield Static()

    def show(self, lines: Iterable[Content]) -> None:
        """Show these lines, the last one in sight."""
        self.query_one(Static).update(Content("\n").join(lines))
        self.scroll_end(animate=False)
