"""Widgets and lines about the past: history of moves, cards seen, scores over the deals."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.widget import Widget

from ...core import Card, Game, Observation, Standing
from ...text.formatting import signs, trimmed
from ...text.language import ENGLISH, Language
from ..look.curve import spark
from .cards import CARD, suit_colour

_LEAST = 6
"""The fewest cells that a bot beside a name is shown in."""
_WORD = 7
"""From so many cells on, the beginning of a numbered name says more than its initial."""
_VALUE = re.compile(r"(?<==)[^,=]*$")
"""The last value of a truncated spec, which may be incomplete."""


def inside(name: str) -> str:
    """Return a seat's name as it stands within a phrase: `by you`."""
    return "you" if name == "You" else name


def short(name: str, width: int) -> str:
    """Truncate a name to `width` cells, visibly, since a shorter name could be another bot's.

    The number of a seat is kept: `greedy 2` → `gre…2`. Values are kept whole or dropped: `pimc:deals=100 2` →
    `pimc:deals=… 2`. People without a name of their own are told apart at sight: `Player 2` → `P2`.
    """
    if len(name) <= width:
        return name
    bot, _, number = name.rpartition(" ")
    if not bot or not number.isdigit():
        bot, number = name, ""
    if number and bot[0].isupper() and len(number) < width < _WORD:
        return f"{bot[0]}{number}"
    if number and ":" in bot:
        number = f" {number}"
    if len(number) >= width:
        number = ""
    kept = bot[: width - 1 - len(number)]
    return f"{_VALUE.sub('', kept)}…{number}"


def short_apart(names: Sequence[str], width: int) -> list[str]:
    """Truncate names as `short` does; where two of them become equal, keep the ends of those."""
    found = [short(name, width) for name in names]
    half = (width - 1) // 2
    return [
        f"{name[: width - 1 - half]}…{name[-half:]}" if half and found.count(told) > 1 and told != name else told
        for name, told in zip(names, found, strict=True)
    ]


def initials(names: Sequence[str]) -> list[str]:
    """Return a letter for each name: the first one, or the last sign of the name where that is another's, too."""
    letters = [name[:1].upper() for name in names]
    return [letter if letters.count(letter) == 1 else name[-1:] for name, letter in zip(names, letters, strict=True)]


def few_letters(names: Sequence[str], width: int) -> list[str]:
    """Return the first letters of each name, for `width` cells in a map of many; one letter where these are equal.

    So it is where there would be two, which look like a word of their own.
    """
    found = [set_cell_size(name, min(width, cell_len(name))).strip() for name in names]
    whole = width > 2 or found == list(names)
    return found if whole and len(set(found)) == len(found) else initials(names)


def short_bot(bot: str, width: int) -> str:
    """Truncate a bot beside its seat's name to `width` cells; "" if too little of it would be left."""
    return short(bot, width) if bot and width >= min(_LEAST, len(bot)) else ""


def beside(name: str, bot: str, width: int) -> tuple[str, str]:
    """Return a seat's name and its bot as they fit on a line of `width` cells, a space between them."""
    name = short(name, width)
    return name, short_bot(bot, width - len(name) - 1)


def room_for(names: Sequence[str], least: int, most: int) -> int:
    """Return the width of a column of names: that of the longest name, within the limits."""
    return max(least, min(most, max(map(len, names), default=0)))


def cards_seen(seen: Observation) -> set[Card]:
    """Return all cards whose place or history the observer knows."""
    found: set[Card] = set()
    for zone in seen.zones:
        found.update(zone.cards)
    for event in seen.history:
        found.update(event.action.cards, event.gain)
    return found


MAP_CELL, MAP_SLIM = 3, 2
"""Width of a card in a map of the deck, and in one with little room."""


def seen_map(
    game: Game[Any],
    suits: Sequence[Sequence[Card | None]],
    seen: Observation,
    names: Sequence[str],
    width: int,
    four: bool = False,
) -> list[Content]:
    """Return the deck as a map, a row per suit and a column per rank, with what the observer knows of each card.

    Own cards are squares, unseen ones the suit's sign in its colour (`four`: each suit has its own), those that lie in
    another hand the first letter of its seat's name (the last sign, where names begin alike), and all others, which
    were seen, dots. Cells are `MAP_SLIM` wide and there is no key where the width does not suffice for `MAP_CELL`.
    """
    slim = width < MAP_CELL * len(suits[0]) - 1
    wide = MAP_SLIM if slim else MAP_CELL
    known, mine = cards_seen(seen), set(seen.zone("hand").cards)
    owner = {
        card: names[int(zone.name.partition(" ")[2])]
        for zone in seen.hands
        if zone.name != "hand"
        for card in zone.cards
    }
    marks = dict(zip(names, initials(names), strict=True))

    def cell(card: Card | None) -> Content:
        if card is None:
            return Content(" " * wide)
        if card in mine:
            return Content.styled(" ■ "[-wide:], CARD)
        if card in owner:
            return Content.styled(f" {marks[owner[card]]} "[-wide:], "bold on $heat 80%")
        if card in known:
            return Content.styled(" · "[-wide:], "$text-muted")
        sign = signs(game.face(card))
        return Content.styled(f" {sign[0] if sign[0] == '★' else sign[-1]} "[-wide:], suit_colour(sign, four))

    ranks = [next(row[at] for row in suits if row[at] is not None) for at in range(len(suits[0]))]
    heads = [signs(game.face(card)) for card in ranks if card is not None]
    names_of = ["★" if face[0] == "★" else "T" if slim and len(face) > 2 else face[:-1] for face in heads]
    head = "".join(name.ljust(wide) if slim else f"{name:>2} " for name in names_of)
    key = [((" ■ ", CARD), " yours"), ((" ♠ ", ""), " unseen"), ((" · ", "$text-muted"), "seen")]
    whole = [Content.styled(head, "$text-muted"), *(Content("").join(map(cell, row)) for row in suits)]
    lines = [line.truncate(width) for line in whole]  # the space behind the last column
    if slim:
        return lines
    key += [((f" {marks[name]} ", "bold on $heat 80%"), f" {name}") for name in dict.fromkeys(owner.values())]
    rows = [Content("")]
    for chip, text in key:
        part = Content.assemble(chip, (text, "$text-muted"))
        if rows[-1] and rows[-1].cell_length + 2 + part.cell_length > width:
            rows.append(Content(""))
        rows[-1] += Content("  " * bool(rows[-1])) + part
    return [*lines, *rows]


def score_lines(
    names: Sequence[str],
    results: Sequence[Standing],
    now: Standing,
    width: int,
    rows: int = 8,
    bots: Sequence[str] = (),
    say: Language = ENGLISH,
) -> list[Content]:
    """Return the totals after the last `rows` deals, and the current totals with winners marked.

    The bots are told beside the names if there is room for all of them. After three deals, a row of small curves shows
    how each total came about. Where there is no room for a column per seat, there is a line per seat.
    """
    if width < 5 + 5 * len(names):
        return _score_by_seat(names, results, now, width, say)
    wanted = [f"{name} {bot}" for name, bot in zip(names, bots, strict=True)] if bots else names
    size = max(5, min(room_for(wanted, 10, width) + 2, (width - 5) // max(1, len(names))))
    heads = [beside(name, bot, size - 2) for name, bot in zip(names, bots or [""] * len(names), strict=True)]
    if not bots or any(bot and not shown for bot, (_, shown) in zip(bots, heads, strict=True)):
        heads = [(short(name, size - 1), "") for name in names]
    line = Content.styled(f"{say('deal'):<5}", "$text-muted")
    for name, bot in heads:
        told = Content.assemble(name, *[(f" {bot}", "$text-muted")] * bool(bot))
        line += told.pad_left(max(0, size - told.cell_length))
    lines = [line]
    lines += [
        Content(f"{standing.deals:>4} " + "".join(trimmed(total).rjust(size) for total in standing.scores))
        for standing in results[max(0, len(results) - rows) :]
    ]
    if len(results) > 2:
        every = [total for standing in results for total in standing.scores]
        seats = zip(*(standing.scores for standing in results), strict=True)
        small = [spark(totals, min(every), max(every), min(size - 2, 12)) for totals in seats]
        lines.append(Content("     " + "".join(curve.rjust(size) for curve in small)))
    total = "".join((trimmed(total) + "*" * (seat in now.winners)).rjust(size) for seat, total in enumerate(now.scores))
    lines.append(Content.styled(f"{say('now'):>4} {total}", "bold"))
    return lines


def _score_by_seat(
    names: Sequence[str], results: Sequence[Standing], now: Standing, width: int, say: Language
) -> list[Content]:
    """Return a line for each seat: the total after the last deal but one, the total now, and how it came about."""
    before = results[-2].scores if len(results) > 1 else [0.0] * len(names)
    size = room_for(names, 5, max(5, width - 20))
    lines = [Content.styled(f"{'':<{size}}{say('before'):>8}{say('now'):>7}", "$text-muted")]
    room = max(0, min(5, width - size - 16))  # of a curve, behind the figures
    every = [total for standing in results for total in standing.scores]
    for seat, (name, total) in enumerate(zip(names, now.scores, strict=True)):
        old = trimmed(before[seat]) if results else "–"
        curve = spark([one.scores[seat] for one in results], min(every), max(every), room) if len(results) > 2 else ""
        figure = trimmed(total) + ("*" if seat in now.winners else " ")
        lines.append(Content.assemble(f"{short(name, size):<{size}}{old:>8}", (f"{figure:>8}", "bold"), curve))
    return lines


class History(Widget):
    """Lines of which the last ones are visible; the wheel and `move` scroll back. Changing it needs no layout."""

    DEFAULT_CSS = "History { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self._draw: Callable[[int], Sequence[Content]] = lambda width: ()
        self._back = 0

    def show(self, draw: Callable[[int], Sequence[Content]]) -> None:
        """Show the lines that `draw` returns for a width, scrolled to the end."""
        self._draw, self._back = draw, 0
        self.refresh()

    def move(self, lines: int) -> None:
        """Scroll down by some lines, or up if negative."""
        self._back -= lines
        self.refresh()

    def on_mouse_scroll_up(self) -> None:
        """Scroll back."""
        self.move(-3)

    def on_mouse_scroll_down(self) -> None:
        """Scroll towards the end."""
        self.move(3)

    def render(self) -> Content:
        width, height = self.content_size
        lines = self._draw(width) if width else ()
        rows = [row for line in lines for row in ([line] if line.cell_length <= width else line.wrap(width))]
        self._back = max(0, min(self._back, len(rows) - height))
        end = len(rows) - self._back
        return Content("\n").join(rows[max(0, end - height) : end])
