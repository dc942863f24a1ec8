"""What has happened: history of moves, cards seen, scores over the deals."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from textual.content import Content
from textual.widget import Widget

from ...core import Card, Game, Observation, Standing
from ...formatting import signs

_VALUE = re.compile(r"(?<==)[^,=]*$")
"""The last value of a spec that was cut, which may be but its beginning."""


def short(name: str, width: int) -> str:
    """The name in at most `width` cells. It shows that it was cut: a shorter name may be another bot's.

    The number of a seat stays behind the cut: `greedy 2` → `gre…2`; a value is there whole or not at all, apart from
    that number: `pimc:deals=100 2` → `pimc:deals=… 2`.
    """
    if len(name) <= width:
        return name
    bot, _, number = name.rpartition(" ")
    if not bot or not number.isdigit():
        bot, number = name, ""
    if number and ":" in bot:
        number = f" {number}"
    if len(number) >= width:
        number = ""
    kept = bot[: width - 1 - len(number)]
    return f"{_VALUE.sub('', kept)}…{number}"


def room_for(names: Sequence[str], least: int, most: int) -> int:
    """The cells that names get in a column: what the longest needs, within what there is."""
    return max(least, min(most, max(map(len, names), default=0)))


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
    names: Sequence[str],
    results: Sequence[Standing],
    now: Standing,
    width: int,
    rows: int = 8,
    paid: Sequence[float] = (),
) -> list[Content]:
    """Totals after the last `rows` deals, what the last one paid, the leaders of the match marked when it is over."""
    size = max(6, min(room_for(names, 10, width) + 2, (width - 5) // max(1, len(names))))
    lines = [Content.styled("deal " + "".join(short(name, size - 1).rjust(size) for name in names), "dim")]
    lines += [
        Content(f"{standing.deals:>4} " + "".join(_number(total).rjust(size) for total in standing.scores))
        for standing in results[max(0, len(results) - rows) :]
    ]
    lines += [Content("paid " + "".join(f"{cents:+g}".rjust(size) for cents in paid))] * bool(paid)
    total = "".join((_number(total) + "*" * (seat in now.winners)).rjust(size) for seat, total in enumerate(now.scores))
    lines.append(Content.styled(" now " + total, "bold"))
    return lines


def _number(total: float) -> str:
    return f"{total:g}" if total == int(total) or abs(total) >= 100 else f"{total:.2f}".rstrip("0")


class History(Widget):
    """Lines of which the last ones are in sight; the wheel and `move` look further back. Costs no layout."""

    DEFAULT_CSS = "History { height: 1fr; }"

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw: Callable[[int], Sequence[Content]] = lambda width: ()
        self._back = 0

    def show(self, draw: Callable[[int], Sequence[Content]]) -> None:
        """Show what `draw` makes of a width, the last line in sight."""
        self._draw, self._back = draw, 0
        self.refresh()

    def move(self, lines: int) -> None:
        """Look so many lines further down; up if negative."""
        self._back -= lines
        self.refresh()

    def on_mouse_scroll_up(self) -> None:
        """Further back."""
        self.move(-3)

    def on_mouse_scroll_down(self) -> None:
        """Towards the end."""
        self.move(3)

    def render(self) -> Content:
        width, height = self.content_size
        lines = self._draw(width) if width else ()
        rows = [row for line in lines for row in ([line] if line.cell_length <= width else line.wrap(width))]
        self._back = max(0, min(self._back, len(rows) - height))
        end = len(rows) - self._back
        return Content("\n").join(rows[max(0, end - height) : end])
