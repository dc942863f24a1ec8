"""Cards arranged by rank: the hand at the table of Zheng Shang You, and fans of cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.content import Content

from ...core import Card
from ...games.zsy.cards import RANK, RANKS
from ...games.zsy.parsing import NUMBERS, spelled
from ..widgets.cards import BACK, Hand

LABEL = 12
"""Width of the labels before the first column."""
STACK = 4
"""Maximum number of cards of a rank."""
_ROW = 10
"""Number of card backs in a row."""


class Column(NamedTuple):
    """The column of a rank: its left edge, which is the place of the mark, and the width of its name."""

    x: int
    width: int


def columns(width: int) -> tuple[Column, ...]:
    """Return the columns of all ranks in a table of this width."""
    names = [len(rank) for rank in RANKS]
    gap = max(0, min(2, (width - LABEL - sum(names) - len(names)) // len(names)))
    found, x = [], LABEL
    for size in names:
        found.append(Column(x, size))
        x += 1 + size + gap
    return tuple(found)


def fan(cards: Sequence[Card], room: int) -> list[str]:
    """Draw cards side by side in three lines, by rank; without frames in one line if the room is too small."""
    names = [RANKS[RANK[card]] for card in cards]
    if 3 * len(names) + 1 > room:
        return ["", spelled(cards), ""]
    inside = "".join(f"│{name:<2}" for name in names)
    return ["╭──" * len(names) + "╮", inside + "│", "╰──" * len(names) + "╯"]


class RankHand(Hand):
    """A hand by rank, equal ranks stacked, with the number of the lowest card below each stack.

    Marked cards are reversed and preceded by ▴, the card under the cursor by ▸. Click to pick.
    """

    DEFAULT_CSS = "RankHand { height: 5; }"

    def _columns(self) -> tuple[Column, ...]:
        """Return the columns, aligned with the picture of the table above, which has no padding."""
        left = self.gutter.left
        return tuple(column._replace(x=column.x - left) for column in columns(self.content_size.width + 2 * left))

    def _stacks(self) -> dict[int, list[int]]:
        """Return for each rank in the hand the indices of its cards."""
        stacks: dict[int, list[int]] = {}
        for place, card in enumerate(self.cards):
            stacks.setdefault(RANK[card], []).append(place)
        return stacks

    def render(self) -> Content:
        if self.covered:
            count = len(self.cards)
            rows = [min(_ROW, count - start) for start in range(0, count, _ROW)]
            return Content.styled("\n".join(" ".join([BACK[:2]] * size) for size in rows), "dim")
        lines = [Content("")] * (STACK + 1)
        stacks = self._stacks()
        for rank, column in enumerate(self._columns()):
            places = stacks.get(rank, [])
            for height in range(STACK):
                y = STACK - 1 - height
                lines[y] = lines[y].pad_right(column.x - lines[y].cell_length)
                lines[y] += self._cell(places[height]) if height < len(places) else Content(" " * (1 + column.width))
            number = NUMBERS[places[0]] if places else " "
            foot = lines[STACK].pad_right(column.x - lines[STACK].cell_length)
            lines[STACK] = foot + Content.styled(f" {number:<{column.width}}", "dim")
        lines[STACK] = Content.styled(f"{'#':>{LABEL - 2}}", "dim") + lines[STACK][LABEL - 2 :]
        return Content("\n").join(lines)

    def _cell(self, place: int) -> Content:
        card = self.cards[place]
        text, marked = RANKS[RANK[card]], card in self.marked
        mark = "▸" if place == self.cursor else "▴" if marked else " "
        style = "bold reverse" if marked else "dim" if card in self.barred else "bold"
        return Content.assemble(mark, (text, style))

    def on_click(self, event: events.Click) -> None:
        """Pick the clicked card; a click on the number below a stack picks its lowest card."""
        event.prevent_default()  # replaces the handling of a hand in a row
        x, height = event.x - self.gutter.left, max(0, STACK - 1 - event.y)
        for rank, column in enumerate(self._columns()):
            places = self._stacks().get(rank, [])
            if 0 <= x - column.x <= column.width and height < len(places):
                self.post_message(self.Picked(places[height] + 1))
