"""The painted table of tricks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import cast

from textual.content import Content

from ....core import Card, Observation
from ....games.tricks.parsing import colour
from ....games.tricks.rules import COLOUR, Tricks
from ....games.tricks.words import Trick, arranged, halves, last_trick, parted, phase, role, tally, verdict
from ....text.formatting import counted, figure
from ...look.canvas import Canvas
from ...look.cards import LARGE, SMALL, Frame, Size, back, card
from ...look.hand import columns, crowded, pitch, size_for
from ...look.pieces import first_fitting, fit, plate
from ...names import column_width, few_letters, short, short_bot
from ...table.game import GameTable, View, star
from ...widgets.cards import CARD, face
from ...widgets.line import alone
from ..endings import paint_ending
from .end import ending, trick_by_trick

_CHIP = Size(4, 1)
"""A card of the other hand where there is little room."""
_THEIRS = "on $heat 60%"
"""The style of a card of the other hand in the count."""
_BLOCK = 4
"""Rows of text around the cards of a trick: a heading, what is to be done, the tally, and one between them."""


class TricksTable(GameTable):
    """A table of tricks: the other hand above, the trick in the middle."""

    open = True
    """Whether the opponent's hand is shown."""

    @property
    def law(self) -> Tricks:
        """The game, with its own type."""
        return cast(Tricks, self.game)

    def picked(self, view: View, text: str, number: int) -> str:
        return alone(text, str(number))

    # --- the felt --------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, view: View) -> None:
        seen = view.seen
        told = phase(self.law, seen, self._short(8))
        self.paint_edge(canvas, fit(told, canvas.width - 4), f"rules {self.match.header.rules}")
        if self.tableside.over and not self.looking_back:
            gained, after = self.law.returns(self.match.state), self.match.standing.scores
            end = ending(self.law, seen, view.names, gained, after, self.face, self.course(view))
            paint_ending(canvas, end, trick_by_trick(canvas, self.law, seen, view.names))
            return
        size = size_for(canvas, self._held_first(seen))
        width = canvas.width - 2 * (3 if canvas.width > 60 else 1)
        gaps = () if view.covered else self._gaps(view.order, width, size)
        mine = self.paint_mine(canvas, view, *self._mine(canvas, view, size), gaps, size=size, below=1, sinks=True)
        self._equals(canvas, view, size)
        self._trick(canvas, view, self._other(canvas, view, size), mine)

    def _held_first(self, seen: Observation) -> int:
        """Return how many cards a hand of this half had at its beginning."""
        return (sum(zone.count for zone in seen.hands) + seen.zone("played").count) // 2

    def _gaps(self, cards: Sequence[Card], width: int, size: Size) -> frozenset[int]:
        """Return the places of a hand where another colour begins, if it is sorted and has room for gaps."""
        places = [place for place, (one, two) in enumerate(pairwise(cards), 1) if one // COLOUR != two // COLOUR]
        step = pitch(len(cards), width, size.width)
        room = pitch(len(cards), width, size.width, len(places)) >= min(step, size.width + 1)
        return frozenset(places) if room and self.settings().sort != "dealt" else frozenset()

    def _mine(self, canvas: Canvas, view: View, size: Size) -> tuple[str, str]:
        """Return what the viewer's plate says: the hand played and its tricks; the badges' unit, or the points."""
        seat = view.seen.seat
        facts, points = role(view.seen, seat), self._points(seat)
        unit = self.badge_unit(view)
        if not unit or crowded(len(view.order), canvas.width - 2, size.width):
            return facts, points
        said = f"{unit} ({self.tableside.coach.spec})"
        room = self.room_beside(canvas, view, facts)
        choices = (f"{points} · badge: {said}", f"badge: {said}", f"badge: {unit}", said)
        return facts, first_fitting(choices, room) or unit

    def _points(self, seat: int) -> str:
        points = self.tableside.standing.scores[seat]
        return f"{points:{'+' if points else ''}g} pts"

    def _short(self, width: int) -> list[str]:
        return [short(name, width) for name in self.tableside.names]

    # --- the other hand --------------------------------------------------------------------------

    def _other(self, canvas: Canvas, view: View, mine: Size) -> int:
        """Paint the opponent's plate and hand above; return the row below them."""
        seen, palette, seat = view.seen, canvas.palette, 1 - view.seen.seat
        y, margin = 1 + (canvas.height >= 26), 2 if canvas.width > 60 else 0
        turn = seat == self.match.turn
        canvas.seat_places[seat] = (canvas.width // 2, y)
        plate(canvas, margin, y, canvas.width - 2 * margin, 1, turn)
        name = fit(view.names[seat], 16)
        end = canvas.put(margin + 1 + bool(margin), y, name, palette.gold if turn else palette.fg, bold=True)
        facts = role(seen, seat)
        bot = short_bot(view.bot(seat), canvas.width - 2 * margin - end - len(facts) - len(self._points(seat)) - 6)
        end = canvas.put(end + 1, y, bot, palette.feltmute) if bot else end
        end = canvas.put(end + 2, y, facts)
        key = "o covers them" if self.open else "o shows them"
        right = [f"{self._points(seat)} · {key}"] * self.keys + [self._points(seat)]
        room = canvas.width - margin - end - 3
        right_text = first_fitting(right, room)
        canvas.right(canvas.width - margin - 1, y, (right_text, palette.feltmute))
        cards = arranged(seen.zone(f"hand {seat}").cards, self.settings().sort)
        most, width = self._held_first(seen), canvas.width - 2 * margin - 2
        size = mine if canvas.height >= 31 else SMALL if canvas.height >= 21 else _CHIP
        if crowded(most, width, size.width):
            size = _CHIP
        self._row(canvas, y + 1 + (canvas.height >= 30), cards, size, margin + 1)
        rows = 1 if size != _CHIP else -(-most // (width // (5 if 5 * most <= width + 1 else 4)))
        return y + 1 + (canvas.height >= 30) + rows * size.height + (size == LARGE)

    def _row(self, canvas: Canvas, y: int, cards: Sequence[Card], size: Size, margin: int) -> None:
        """Paint the opponent's cards in a row, or in rows of their names; face down if they are covered."""
        width, palette = canvas.width - 2 * margin, canvas.palette
        if size == _CHIP:
            self._chips(canvas, y, cards, margin)
            return
        gaps = self._gaps(cards, width, size)
        for place, x in enumerate(columns(len(cards), width, size.width, gaps)):
            if self.open:
                card(canvas, margin + x, y, self.face(cards[place]), size, shadow=size == LARGE)
            else:
                back(canvas, margin + x, y, size)
            if (
                place
                and pitch(len(cards), width, size.width, len(gaps)) <= size.width
                and self.open
                and not palette.lines
            ):
                for row in range(size.height):
                    canvas.put(margin + x, y + row, "▏", palette.back)

    def _chips(self, canvas: Canvas, y: int, cards: Sequence[Card], margin: int) -> None:
        """Paint cards by their names, in as many rows as they need."""
        palette, width = canvas.palette, canvas.width - 2 * margin
        size, step = (4, 5) if 5 * len(cards) <= width + 1 else (3, 4)
        across = max(1, min(len(cards), (width + 1) // step))
        left = margin + (width - across * step + 1) // 2
        for place, one in enumerate(self.faces(cards)):
            x, row = left + place % across * step, y + place // across
            if self.open:
                paper = palette.cream2 if place // across % 2 else palette.cream
                ink = palette.on_card(one.suit, paper=paper)
                canvas.put(x, row, f"{' ' * (size > 3)}{one.name:<3}", ink, paper, True)
            else:
                back(canvas, x, row, Size(size, 1))

    def trick_taker(self, seen: Observation) -> int | None:
        last = last_trick(seen, whole=True)
        return last[1].taker if last else None

    # --- the trick -------------------------------------------------------------------------------

    def _trick(self, canvas: Canvas, view: View, top: int, bottom: int) -> None:
        """Paint the trick, or else the last one, between two rows: who led and took it, and what is to be done."""
        seen, palette, width = view.seen, canvas.palette, canvas.width
        back, tricks, over = self.looking_back, halves(seen)[-1], self.match.turn is None
        last = last_trick(seen, back) if tricks or back or self.tableside.trick.lies else None
        number = last[0] if last else 1
        if last and last[1].taker is not None and self.tableside.trick.gone and not (back or over):
            number, last = number + 1, None
        room = bottom - top
        size = LARGE if room >= LARGE.height + _BLOCK + 1 and width >= 60 else SMALL
        framed = room >= size.height + _BLOCK + 1
        head, tail = room >= size.height + 3, room >= size.height + 2
        used = size.height + head + framed * 2 + 1 + tail
        y = top + max(0, room - used + 1) // 2
        if head:
            title = f"{'LAST ' * back}TRICK {number}", f" of {self._held_first(seen)}"
            x = (width - sum(map(len, title))) // 2
            canvas.run(x, y, (title[0], palette.fg, True), (title[1], palette.feltmute))
        y += head + framed
        between = 4 if size == SMALL else 9
        x = (width - 2 * size.width - between) // 2
        places = (x, x + size.width + between)
        trick = last[1] if last else Trick(self.match.turn or 0, ())
        for place, at in enumerate(places):
            if place < len(trick.cards):
                frame = Frame.WHOLE if framed else Frame.SIDES
                shown = frame if trick.taker == trick.leader ^ place else Frame.NONE
                card(canvas, at, y, self.face(trick.cards[place]), size, frame=shown, shadow=size == LARGE)
            else:
                canvas.fill(at, y, size.width, size.height, palette.plate)
        if last or not over:
            self._whose(canvas, view, trick, places, y + size.height // 2, size)
        self._told(canvas, view, y + size.height + framed, tail)

    def _whose(
        self, canvas: Canvas, view: View, trick: Trick, places: tuple[int, int], y: int, size: Size
    ) -> None:  # fmt: skip
        """Write beside each card of a trick whose it is, and who took it."""
        palette, (left, right) = canvas.palette, places
        for place, seat in enumerate((trick.leader, 1 - trick.leader)):
            took = trick.taker == seat
            room = left - 5 if place == 0 else canvas.width - right - size.width - 5
            name, did = short(view.names[seat], room), " took it" * took
            below = took and len(name + did) > room
            told, style = name if below else name + did, (palette.gold, True) if took else (palette.feltmute, False)
            if place == 0:
                canvas.right(left - 2, y, (f"{told} ▸", *style))
                canvas.right(left - 4, y + 1, ("took it" * below, *style))
            else:
                canvas.run(right + size.width + 2, y, (f"◂ {told}", *style))
                canvas.run(right + size.width + 4, y + 1, ("took it" * below, *style))

    def _told(self, canvas: Canvas, view: View, y: int, tail: bool) -> None:
        """Write below the trick what is to be done, and the tricks that count."""
        palette, seen, width = canvas.palette, view.seen, canvas.width
        told, mine = self.status(view), bool(seen.legal)
        canvas.middle(0, width, y, fit(told, width - 2), palette.gold if mine else palette.fg, bold=mine)
        if tail:
            canvas.middle(0, width, y + 1, fit(tally(self.law, seen, self._short(12)), width - 2), palette.feltmute)

    def status(self, view: View) -> str:
        """Return what is to be done now."""
        seen, mover = view.seen, self.match.turn
        if mover is None:
            return "the last trick of the deal"
        lies = seen.zone("trick").cards
        exchanged = "the hands are exchanged: " * (not halves(seen)[-1] and seen.facts["half"])
        if not seen.legal:
            name = self._short(16)[mover]
            return f"{exchanged}{name} follows {colour(lies[0])}" if lies else f"{exchanged}{name} leads"
        if not lies:
            return f"{exchanged}lead any card"
        numbers = sorted(view.order.index(action.cards[0]) + 1 for action in seen.legal)
        if len(numbers) < len(view.order):
            told = f": {' '.join(map(str, numbers))}" * self.typed
            return f"follow {colour(lies[0])}{told}"
        follows = any(colour(card) == colour(lies[0]) for card in view.order) and not self.law.revoke
        return f"follow {colour(lies[0])} with any card" if follows else "play any card"

    # --- the coach -------------------------------------------------------------------------------

    def badges(self, view: View) -> tuple[dict[Card, str], frozenset[Card]]:
        told, best = super().badges(view)
        for one, value in self._values(view).items():
            told[one] = f"{round(value, 1):g}{self._star() if one in best else ''}"
        return told, best

    def _star(self) -> str:
        return star(self.tableside.advised) if self.tableside.advised else ""

    def _values(self, view: View) -> dict[Card, float]:
        """Return the coach's value of each card, as far as it gives values."""
        decision = self.tableside.advised
        if decision is None or view.covered or self.match.turn != view.seen.seat:
            return {}
        return {option.action.cards[0]: option.value for option in decision.options if option.value is not None}

    def _equals(self, canvas: Canvas, view: View, size: Size) -> None:
        """Mark below the hand the neighbours that are of equal value to the coach."""
        values, palette = self._values(view), canvas.palette
        if not values or crowded(len(view.order), canvas.width - 2, size.width):
            return
        best, y = max(values.values()), canvas.height - 1 - (canvas.height > 24)
        unit = self.tableside.advised.unit if self.tableside.advised else ""
        starts = [spot.x for spot in canvas.spots if spot.word.startswith(Canvas.HAND)]
        places = groupby(range(len(view.order)), key=lambda place: values.get(view.order[place]))
        for value, group in places:
            first, *rest = group
            if value is None or not rest:
                continue
            left, room = starts[first], starts[rest[-1]] + size.width - starts[first]
            words = _less(value - best, unit)
            told = next((f" {word} " for word in words if len(word) + 4 <= room), "")
            canvas.put(left, y, f"└{told.center(room - 2, '─')}┘", palette.fg if value == best else palette.feltmute)

    # --- beside it -------------------------------------------------------------------------------

    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        mine, gone = seen.zone("hand").cards, {*seen.zone("played").cards}
        size = 4 if 4 * self.law.n + 2 <= width else 3 if 3 * self.law.n + 2 <= width else 2
        across = max(1, (width - 2) // size)
        lines = []
        for suit in range(self.law.colours):
            cards = [one for one in self.law.deck if one // COLOUR == suit]
            parts = [_cell(f"{one % COLOUR}", size, one in mine, one in gone) for one in cards]
            for start in range(0, len(parts), across):
                head = Content.styled(f"{colour(cards[0]) if start == 0 else ' '} ", "$text-muted")
                lines.append(head + Content("").join(parts[start : start + across]))
        if size == 4:
            key = Content.assemble("  ", (" 1 ", CARD), (" yours   ", "$text-muted"), (" 2 ", _THEIRS))
            key += Content.assemble((f" {short(self.tableside.names[1 - seen.seat], 16)}   ", "$text-muted"))
            lines += [Content(""), key + Content.styled("·  played in this half", "$text-muted")]
        return lines

    def left(self, seen: Observation) -> str:
        """Return how many cards of this half are still to be played."""
        return f"{sum(zone.count for zone in seen.hands)} of {2 * self._held_first(seen)} to play"

    def history_lines(self, view: View, width: int) -> list[Content]:
        seen, both = view.seen, halves(view.seen)
        place = parted(seen)
        size = max(5, min(column_width(view.names, 8, width) + 1, (width - 3) // (2 * len(both))))
        holders = [seen.facts["first"] ^ half ^ hand for half in range(len(both)) for hand in (0, 1)]
        cells = [(seat, size) for seat in holders]
        if max(map(len, view.names)) >= size:  # who goes on in the second half is named once
            cells = [(seat, size * len(list(same))) for seat, same in groupby(holders)]
        lines = self._strips(view, both, width) if self.match.turn is not None else []  # then the felt has them
        lines += [
            Content.styled(
                "   " + "".join(f" {short(view.names[seat], room - 1):<{room - 1}}" for seat, room in cells),
                "$text-muted",
            ),
            Content.styled(
                "   " + "".join(f" {hand:<{size - 1}}" for _ in both for hand in ("1st", "2nd")), "$text-muted"
            ),
        ]
        for row in range(max(map(len, both))):
            mark = "!" if place is not None and row == place // 2 else " "
            line = Content.assemble((f"{row + 1:>2}", "$text-muted"), (mark, "bold $text-warning"))
            for half, tricks in enumerate(both):
                line += self._entry(view, tricks[row] if row < len(tricks) else None, half, size)
            lines.append(line)
        return lines

    def _strips(self, view: View, both: Sequence[Sequence[Trick]], width: int) -> list[Content]:
        """Return a line for each half: who took which trick, and which are to come; none where there is no room."""
        count = self._held_first(view.seen)
        size = next((size for size in (4, 3) if 10 + size * count <= width + 1), 0)
        names, lines = few_letters(view.names, size - 1), []
        for half, head in enumerate(("1st half", "2nd half")[: self.law.halves] if size else ()):
            line = Content.styled(f" {head} ", "$text-muted")
            tricks = both[half] if half < len(both) else ()
            for place in range(count):
                taker = tricks[place].taker if place < len(tricks) else None
                text = f"{place + 1}" if taker is None else names[taker]
                style = "$text-muted on $panel"
                if taker is not None:
                    style = f"bold $signal-ink on {'$success' if taker == view.seen.seat else '$error'}"
                line += Content.styled(text.center(size - 1), style) + Content(" ")
            lines.append(line)
        return [*lines, Content("")] if lines else []

    def _entry(self, view: View, trick: Trick | None, half: int, size: int) -> Content:
        """Return one trick of one half: the first hand's card, then the second's."""
        cells = [Content(" " * size)] * 2
        for place, one in enumerate(trick.cards if trick else ()):
            assert trick
            seat = trick.leader ^ place
            style, star = ("bold", "*") if seat == trick.taker else ("", "")
            cell = Content.assemble(" " if place else "▸", face(self.game, one, view.four, style), star)
            cells[seat ^ view.seen.facts["first"] ^ half] = cell.pad_right(size - cell.cell_length)
        return cells[0] + cells[1]

    def result(self, seen: Observation) -> str:
        names = self.tableside.names
        return self.with_match_result(f"{tally(self.law, seen, names)} · {verdict(self.law, seen, names)}")


def _less(lead: float, unit: str) -> tuple[str, ...]:
    """Return how much less than the best a value is, from the longest wording to the shortest."""
    if lead == 0:
        return "all the same, the best", "the best", "best"
    if unit.startswith("tricks") and lead == round(lead):
        count = round(-lead)
        return f"{counted(count, 'trick')} less", f"{count} less", f"-{count}"
    return (figure(lead, unit),)


def _cell(value: str, size: int, mine: bool, gone: bool) -> Content:
    """Return a card of the count in `size` cells: own ones as cards, the opponent's on a blue, played ones as dots."""
    text = "·" if gone else value
    inside = text.center(size - 1) if size > 3 else f"{text:>{size - 1}}"
    return Content.styled(inside, "$text-muted" if gone else CARD if mine else _THEIRS) + Content(" ")
