"""Cards on the screen: coloured faces, a hand to pick from, and a picture of the table with clickable spots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from textual import events
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from ...core import Card, Game
from ...formatting import signs

_TWO = {"♥": "$text-error", "♦": "$text-error", "H": "$text-error", "S": "$text-error"}
_FOUR = {"♥": "$text-error", "♦": "$text-primary", "♣": "$text-success", "♠": "bold"}
_FOUR |= {"H": "$text-error", "S": "$text-warning", "G": "$text-success", "E": "bold"}
BACK = "░░░"
PACKED = 7
"""Width of a card with its number before it: `26·12♠ `."""


def face(game: Game[Any], card: Card, four: bool = False, style: str = "") -> Content:
    """Return a card's face in the colour of its suit; with `four`, each suit has its own colour."""
    text = signs(game.face(card))
    return Content.styled(text, f"{suit_colour(text, four)} {style}".strip())


def suit_colour(face: str, four: bool) -> str:
    """Return the style of a face's suit, its last character, or the first in German faces; "" for none."""
    colours = _FOUR if four else _TWO
    return colours.get(face[-1]) or colours.get(face[0], "")


def faces(game: Game[Any], cards: Iterable[Card], four: bool = False, between: str = " ") -> Content:
    """Return faces in a row."""
    return Content(between).join(face(game, card, four) for card in cards)


def box(
    inside: Content | str, foot: str = "", heavy: bool = False, style: str = ""
) -> tuple[Content, Content, Content]:
    """Return the three lines of a card, five cells wide: `inside` takes three cells, `foot` two in the lower edge."""
    inside = Content(inside) if isinstance(inside, str) else inside
    line, side, corners = ("═", "║", "╔╗╚╝") if heavy else ("─", "│", "╭╮╰╯")
    inside = inside.pad_right(3 - inside.cell_length) if inside.cell_length < 3 else inside
    low = f"{line}{foot}".ljust(3, line)
    edge = Content.styled(side, style)
    return (
        Content.styled(corners[0] + line * 3 + corners[1], style),
        Content.assemble(edge, inside, edge),
        Content.styled(corners[2] + low + corners[3], style),
    )


class Spot(NamedTuple):
    """A clickable place in a picture; clicking it types `word`."""

    x: int
    y: int
    width: int
    height: int
    word: str


class Picture(Widget):
    """The lines of a table and their clickable spots. Lines that are too wide are cut off, not wrapped."""

    DEFAULT_CSS = "Picture { height: 1fr; }"

    class Chosen(Message):
        """A spot was clicked."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    class Resized(Message):
        """The size has changed; the picture has to be drawn anew."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: Sequence[Content] = ()
        self._spots: Sequence[Spot] = ()

    def show(self, lines: Sequence[Content], spots: Sequence[Spot] = ()) -> None:
        """Show these lines with these clickable spots."""
        old, self._lines, self._spots = self._lines, lines, spots
        for y, line in enumerate(lines):
            if y >= len(old) or not line.is_same(old[y]):
                self.refresh(Region(0, y, self.size.width, 1))
        if len(lines) < len(old):
            self.refresh()

    def render_line(self, y: int) -> Strip:
        if self.text_selection is not None:  # text selected with the mouse, counted from the first line
            return super().render_line(y)
        width, style = self.size.width, self.visual_style
        if y >= len(self._lines):
            return Strip.blank(width, style.rich_style)
        return Visual.to_strips(self, self._lines[y].truncate(width), width, 1, style)[0]

    def render(self) -> Content:
        return Content("\n").join(line.truncate(self.size.width) for line in self._lines)

    def on_resize(self) -> None:
        """Ask for a new picture."""
        self.post_message(self.Resized())

    def on_click(self, event: events.Click) -> None:
        """Report the clicked spot."""
        for spot in self._spots:
            if 0 <= event.x - spot.x < spot.width and 0 <= event.y - spot.y < spot.height:
                self.post_message(self.Chosen(spot.word))


def step_of(cards: int, width: int) -> int:
    """Return the distance between the cards of a hand, given its width."""
    return 6 if 6 * cards <= width + 1 else 5


class Hand(Widget):
    """A hand of numbered cards, marked ones raised, the one under the cursor with a double frame. Click to pick."""

    DEFAULT_CSS = "Hand { height: 4; }"

    class Picked(Message):
        """A card was clicked; `number` counts from 1."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, game: Game[Any], id: str | None = None) -> None:
        super().__init__(id=id)
        self.game = game
        self.cards: tuple[Card, ...] = ()
        self.marked: tuple[Card, ...] = ()
        self.cursor: int | None = None
        self.covered = False
        self.four = False
        self.barred: tuple[Card, ...] = ()
        self.notes: Mapping[Card, str] = {}

    def note(self, notes: Mapping[Card, str]) -> None:
        """Show these notes above their cards, in five cells each (not when the cards are packed in rows)."""
        if notes != self.notes:
            self.notes = notes
            self.refresh()

    def show(
        self,
        cards: tuple[Card, ...],
        marked: tuple[Card, ...] = (),
        cursor: int | None = None,
        covered: bool = False,
        four: bool = False,
        barred: tuple[Card, ...] = (),
    ) -> None:
        """Show these cards. `cursor` is an index, `covered` shows backs, `barred` cards cannot be played."""
        now = (cards, marked, cursor, covered, four, barred)
        if now != (self.cards, self.marked, self.cursor, self.covered, self.four, self.barred):
            self.cards, self.marked, self.cursor, self.covered, self.four, self.barred = now
            self.refresh()

    @property
    def step(self) -> int:
        """The distance from one card to the next."""
        return step_of(len(self.cards), self.content_size.width)

    @property
    def packed(self) -> bool:
        """Whether the cards are too many for boxes, and are shown in rows, preceded by their numbers."""
        return self.step * len(self.cards) > self.content_size.width + self.step - 5

    def render(self) -> Content:
        if self.packed:
            return self._rows()
        rows: list[list[Content]] = [[], [], [], []]
        gap = Content(" " * (self.step - 5))
        for index, card in enumerate(self.cards):
            inside = BACK if self.covered else face(self.game, card, self.four)
            style = "bold" if card in self.marked else "dim" if card in self.barred else ""
            three = box(inside, str(index + 1), index == self.cursor, style)
            blank = Content.styled(f"{self.notes.get(card, ''):^5}", "$text-accent")
            column = (*three, blank) if card in self.marked else (blank, *three)
            for row, part in zip(rows, column, strict=True):
                row += [part, gap]
        return Content("\n").join(Content("").join(row) for row in rows)

    def _rows(self) -> Content:
        """Draw all cards in rows; marked ones reversed, with an arrow at the cursor."""
        across = self.content_size.width // PACKED
        cells = []
        for index, card in enumerate(self.cards):
            style = "reverse" if card in self.marked else "dim" if card in self.barred else ""
            inside = Content(BACK) if self.covered else face(self.game, card, self.four, style)
            cell = Content.styled(f"{index + 1:>2}{'▸' if index == self.cursor else '·'}", style or "dim") + inside
            cells.append(cell.pad_right(PACKED - cell.cell_length))
        return Content("\n").join(Content("").join(cells[at : at + across]) for at in range(0, len(cells), across))

    def on_click(self, event: events.Click) -> None:
        """Report the clicked card."""
        size, x, y = (PACKED if self.packed else self.step), event.x - self.gutter.left, event.y - self.gutter.top
        index, within = divmod(x, size)
        index += y * (self.content_size.width // PACKED) if self.packed else 0
        if index < len(self.cards) and within < size - 1 + (size == 5):
            self.post_message(self.Picked(index + 1))
