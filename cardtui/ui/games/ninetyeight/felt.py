"""The painted table of 98."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from statistics import mean
from typing import NamedTuple, cast

from textual.content import Content

from ....core import Action, Card, Event, Observation
from ....entries import HUMAN
from ....games.ninetyeight.parsing import LETTERS, drawn, gap, heights
from ....games.ninetyeight.rules import DECK, DRAW, HAND, HIGH, JUMP, LOW, STACKS, STARTS, UP, NinetyEight, unseen
from ....games.ninetyeight.words import laid
from ....text.formatting import counted
from ...look.canvas import Canvas, Spot
from ...look.cards import FLAT, TOP, TOP_LARGE, Size, number
from ...look.curve import Course
from ...look.hand import size_for
from ...look.palette import mix
from ...look.pieces import fit
from ...names import short_apart
from ...table.game import GameTable, View
from ...widgets.cards import CARD
from .end import course, ending, paint_end

END = "e"
"""What a click on the button for drawing types."""
_TENS = "0123456789★"
_TO_COME = "on $heat 35%"
"""The style of a card that is to come and fits on a stack."""
_LEVELS = " ▁▂▃▄▅▆▇█"
_APART = 3
"""The most rows between two stacks."""
_LARGE = 90
"""The width of a felt from which stacks have large digits, if it is high enough."""
_WIDE = 48
"""The minimum width at which the scores have all their columns."""


class _Mark(NamedTuple):
    """A card of the hand on a track."""

    x: int
    place: int
    card: Card
    far: int
    """How far the card takes the stack; -`JUMP` for a jump back."""
    rank: int
    """0 for the smallest gap on this stack, 1 for the next one, and so on; jumps do not count."""


class NinetyEightTable(GameTable):
    """A table of 98: four tracks with the cards of the hand above them."""

    WORDS = frozenset(LETTERS.values())
    HIGHEST = DECK[-1]
    tall = False
    """Whether there is room for the count of the cards in ten rows."""
    before: Sequence[float] = ()
    """Results of people in other matches under these rules."""
    rivals: Sequence[dict[str, float]] = ()
    """The result of each bot in the deals of this match and of those that would follow."""

    def zone_name(self, name: str) -> str:
        """Put the letter of a stack, by which moves name it, before the name by which positions do."""
        return f"{LETTERS[name]} {name}" if name in LETTERS else name

    def clicked(self, text: str, word: str) -> str:
        whole = " " in word or word == END  # a card and its stack, or the end of a turn
        return word if whole else super().clicked(text, word)

    def picked(self, view: View, text: str, number: int) -> str:
        """The number takes the place of another one; a typed stack stays."""
        words = text.split()
        stack = [word for word in words if word in self.WORDS]
        return " ".join(stack if str(number) in words else [str(number), *stack])

    # --- the felt --------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, view: View) -> None:
        seen = view.seen
        told = f"{laid(seen)} of {len(DECK)} laid · {seen.zone('draw').count} to draw"
        self.paint_edge(canvas, fit(told, canvas.width - 4), f"rules {self.match.header.rules}")
        if self.match.turn is None:
            paint_end(canvas, seen, ending(seen, self._results(), self.before, self._deals))
            return
        size = size_for(canvas, HAND, True)
        mine = self.paint_mine(canvas, view, *self._mine(canvas, view), size=size)
        if DRAW in seen.legal:
            text = f" {END}  DRAW {drawn(seen)} "
            x = canvas.width - len(text) - (2 if canvas.width > 60 else 0)
            canvas.put(x, mine, text, canvas.palette.ink, canvas.palette.mark, True)
            canvas.spots.append(Spot(x, mine, len(text), 1, END))
        top = 1
        each = (mine - top) // len(STACKS)
        whole = TOP_LARGE if each > TOP_LARGE.height and canvas.width >= _LARGE else TOP
        each = min(whole.height + _APART, each)
        rows = min(whole.height, each - (each > FLAT.height))
        spare = mine - top - len(STACKS) * each
        y = top + (spare + each - rows) // 2
        for place in range(len(STACKS)):
            apart = spare > 0 and each == rows and place >= len(STACKS) // 2  # the two ways, where there is room
            self._stack(canvas, view, place, y + place * each + apart, rows)

    def _mine(self, canvas: Canvas, view: View) -> tuple[str, str]:
        """Return what the viewer's plate says: the ways to lay; the badges' unit."""
        seen, since, tops = view.seen, view.seen.facts["since"], heights(view.seen)
        if not seen.legal:
            return f"{laid(seen)} laid", ""
        places = [action for action in seen.legal if action != DRAW]
        steps = [gap(a.cards[0], tops[STACKS.index(a.to)], UP[STACKS.index(a.to)]) for a in places]
        jumps = steps.count(-JUMP)
        told = f"{counted(len(places), 'way')} to lay"
        told += f" · {counted(jumps, 'jump')}" if jumps else ""
        told += f" · {since} laid this turn" if since else ""
        unit = self.badge_unit(view)
        room = self.room_beside(canvas, view, told)
        return told, "" if DRAW in seen.legal or not unit else unit if len(unit) + 7 > room else f"badge: {unit}"

    def _stack(self, canvas: Canvas, view: View, place: int, y: int, rows: int) -> None:
        """Paint a stack in some rows: its letter, its top, and its track with the cards of the hand."""
        palette, name, up = canvas.palette, STACKS[place], UP[place]
        top, margin = heights(view.seen)[place], int(canvas.width > 60)
        width = canvas.width - 2 * margin
        if rows > 2 or place % 2 == 0:
            canvas.fill(margin, y, width, rows, palette.plate)
        canvas.spots.append(Spot(margin, y, width, rows, LETTERS[name]))
        way = "▲" if up else "▼"
        size = next((size for size in (TOP_LARGE, TOP) if rows >= size.height), FLAT)
        middle = y + (size == TOP_LARGE)
        if rows < FLAT.height:
            canvas.run(margin + 1, y, (LETTERS[name], palette.gold, True), f" {way}")
            empty = not view.seen.zone(name).count
            ink, paper = (palette.feltmute, "") if empty else (palette.ink, palette.cream)
            canvas.put(margin + 5, y, f"{top:^5}", ink, paper, True)
            left = margin + 11
        else:
            canvas.put(margin + 1, middle + 1, LETTERS[name], palette.gold, bold=True)
            canvas.put(margin + 1, middle + 2, way)
            self._top(canvas, view, name, top, margin + 4, y, size)
            left = margin + 7 + size.width
        at, marks = self._marks(view, place, top, margin + width - 2 - left)
        self._track(canvas, left, middle + (rows > 2), margin + width - 2 - left, at, up)
        for mark in marks:
            self._number(canvas, view, place, mark._replace(x=left + mark.x), middle, min(rows, 3))
        marks, below = [mark._replace(x=left + mark.x) for mark in marks], middle + min(rows, 3) - 1
        taken = self._steps(canvas, view, up, marks, below, left)
        if rows >= TOP.height:
            fit_here = sum(gap(card, top, up) is not None for card in unseen(view.seen))
            told = f"{fit_here} to come {'fits' if fit_here == 1 else 'fit'}"
            ends = left, margin + width - 2 - len(told)
            for x in ends[::-1] if up else ends:  # rather at the end that the stack moves to
                if taken.isdisjoint(range(x, x + len(told))):
                    canvas.put(x, below, told, palette.feltmute)
                    break
            room = margin + width - 2 - left
            for value in (LOW, 25, 50, 75, HIGH):
                x = left + _cell(value, room) - (len(str(value)) - 1 if value == HIGH else value > LOW)
                canvas.put(x, middle + TOP.height - 1, str(value), palette.feltmute)

    def _top(self, canvas: Canvas, view: View, name: str, top: int, x: int, y: int, size: Size) -> None:
        """Paint the last card of a stack, or where it begins."""
        if view.seen.zone(name).count:
            number(canvas, x, y, top, self.HIGHEST, size, shadow=False)
        else:
            palette = canvas.palette
            empty = palette.shadow if palette.shadow[0] == "#" else palette.plate
            canvas.fill(x, y, size.width, size.height, empty)
            canvas.middle(x, size.width, y + (size.height - 1) // 2, f"from {top}", palette.fg)

    def _marks(self, view: View, place: int, top: int, room: int) -> tuple[int, list[_Mark]]:
        """Return the position of the stack on its track, and the cards of the hand that fit."""
        up = UP[place]
        gaps = {card: far for card in view.order if (far := gap(card, top, up)) is not None and not view.covered}
        numbers = sorted([*gaps, top])
        starts = dict(zip(numbers, spread([_cell(n, room) for n in numbers], [1] * len(numbers), room), strict=True))
        near = sorted((card for card, far in gaps.items() if far > 0), key=gaps.__getitem__)
        rank = {card: at for at, card in enumerate(near)}
        marks = [
            _Mark(starts[card], view.order.index(card) + 1, card, gaps[card], rank.get(card, 0))
            for card in numbers
            if card in gaps
        ]
        return starts[top], marks

    def _track(self, canvas: Canvas, x: int, y: int, room: int, at: int, up: bool) -> None:
        """Paint a track: the part that is used up, where the stack is, and the rest."""
        palette, ground = canvas.palette, canvas.background(x, y)
        canvas.put(x, y, "━" * room, mix(ground, palette.fg, 0.22))
        used = "═" if palette.mono or palette.lines else "█"
        start, end = (0, at) if up else (at + 1, room)
        canvas.put(x + start, y, used * (end - start), palette.rail)
        canvas.put(x + at, y, "█", palette.cream)

    def _number(self, canvas: Canvas, view: View, place: int, mark: _Mark, y: int, rows: int) -> None:
        """Paint a card of the hand over a track, as its number, and make it clickable."""
        palette, advised = canvas.palette, self.tableside.advised
        chosen = mark.card in view.picked
        if advised and not view.picked and self.match.turn == view.seen.seat:
            chosen = advised.action == Action("place", (mark.card,), STACKS[place])
        text, ground = palette.gold if mark.rank == 0 else palette.feltmute, ""
        if chosen:
            text, ground = palette.ink, palette.mark
        elif mark.far == -JUMP:
            text, ground = palette.night, palette.gain
        canvas.put(mark.x, y, str(mark.place), text, ground, True)
        word = f"{mark.place} {LETTERS[STACKS[place]]}"
        canvas.spots.append(Spot(mark.x, y, 1, rows, word))

    def _steps(self, canvas: Canvas, view: View, up: bool, marks: Sequence[_Mark], y: int, left: int) -> set[int]:
        """Write below a track how far the typed card, jumps and the nearest two cards take the stack.

        Return the columns that this takes, with the ones beside it.
        """
        palette, taken = canvas.palette, set[int]()
        wanted = [mark for mark in marks if mark.card in view.picked or mark.far == -JUMP or mark.rank < 2]
        for mark in sorted(wanted, key=lambda mark: (mark.card not in view.picked, mark.far)):
            jump, sign = mark.far == -JUMP, "+" if up == (mark.far > 0) else "-"
            told = f"{'jump ' * jump}{sign}{abs(mark.far)}"
            x = max(left, min(mark.x - len(told) // 2, canvas.width - 2 - len(told)))
            cells = set(range(x - 1, x + len(told) + 1))
            if cells & taken:
                continue
            taken |= cells
            near = mark.rank == 0 or mark.card in view.picked
            canvas.put(x, y, told, palette.gain if jump else palette.gold if near else palette.feltmute, bold=near)
        return taken

    # --- beside it -------------------------------------------------------------------------------

    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        out, mine, tops = set(unseen(seen)), set(seen.zone("hand").cards), heights(seen)
        wide = self.tall and width >= 3 * 10
        size = 4 if wide and width >= 5 * 10 - 1 else 2 if wide else 1

        def told(card: Card) -> Content:
            """Return a card of the count: own ones as cards, gone ones as dots, those that fit nowhere dim."""
            text = str(card)[-min(2, size) :].rjust(min(2, size)).center(size)
            if card in mine:
                return Content.styled(text, CARD)
            if card in out:
                fits = any(gap(card, top, up) is not None for top, up in zip(tops, UP, strict=True))
                return Content.styled(text, _TO_COME if fits else "$text-muted")
            return Content.styled("·".rjust(min(2, size)).center(size) if card in DECK else " " * size, "$text-muted")

        rows = []
        for ten in range(10):
            cells = [told(card) for card in range(10 * ten, 10 * ten + 10)]
            rows.append(Content(" ").join(cells) if wide else Content.assemble((f"{ten} ", "$text-muted"), *cells))
        if not wide:
            between = Content("  " if width >= 26 else " ")
            return [between.join([low, high]) for low, high in zip(rows[:5], rows[5:], strict=True)]
        if size < 4:
            return rows
        key = Content.assemble(
            (" 14 ", CARD), (" yours   ", "$text-muted"), (" 14 ", _TO_COME), (" to come   ", "$text-muted")
        )
        return [*rows, Content(""), key + Content.styled(" 14  fits nowhere", "$text-muted")]

    def history_lines(self, view: View, width: int) -> list[Content]:
        above, lines = list(STARTS), []
        for turn, event in enumerate(view.seen.history, 1):
            lines.append(_line(turn, event, above))
            if event.action != DRAW:
                above[STACKS.index(event.action.to)] = event.action.cards[0]
        return lines

    def score_lines(self, seen: Observation, width: int, rows: int) -> list[Content]:
        mine, lines = self._results(), []
        if mine:
            here = self.rivals[len(mine) - 1] if len(mine) <= len(self.rivals) else {}
            told = [f"{self.tableside.names[0]} {mine[-1]:g}"]
            told += [f"{bot} {result:g}" for bot, result in here.items() if bot != self.match.header.seats[0]]
            lines = [*Content(f"deal {len(mine)}: {' · '.join(told)}").wrap(max(20, width)), Content("")]
        found = [(self.tableside.names[0], [*self.before, *mine])] * (self.match.header.seats == (HUMAN,))
        bots = self.rivals[0] if self.rivals else ()
        theirs = [(bot, [deal[bot] for deal in self.rivals if bot in deal]) for bot in bots]  # one that fails drops out
        found += sorted(theirs, key=lambda each: -mean(each[1]))  # where rows are cut off, they are those of the worst
        if not found:
            return lines
        wide = width >= _WIDE
        size = _name_width(width)
        head = f"{'tens laid' if size > 9 else 'tens':<{size}}{_TENS} mean{'  won games' * wide}"
        lines.append(Content.styled(head, "$text-muted"))
        names = short_apart([name for name, _ in found], size - 1)
        return lines + [_distribution(name, row, width) for name, (_, row) in zip(names, found, strict=True)]

    def course(self, view: View) -> Course:
        return course(self._results(), self._deals)

    @property
    def _deals(self) -> int:
        """The number of deals in a match; 0 for as many as one likes."""
        return int(cast(NinetyEight, self.game).options["deals"])

    def _results(self) -> list[float]:
        """Return the results of the finished deals of this match."""
        return [after[0] - before[0] for before, after in pairwise(self.match.totals())]

    def result(self, seen: Observation) -> str:
        who, count, hand = self.tableside.names[0], laid(seen), seen.zone("hand").count
        told = f"{who} laid {count} of {len(DECK)} · left: {hand} in the hand, {seen.zone('draw').count} to draw"
        if count == len(DECK):
            told = f"{who} laid all {count} cards: a win!"
        standing = self.match.standing
        deals = counted(standing.deals, "deal")
        return f"{told} · match: {standing.scores[0]:g} in {deals}" if self.match.over else told


def _cell(number: int, room: int) -> int:
    """Return the position of a number from 1 to 100 on a track."""
    return round((number - LOW) * (room - 1) / (HIGH - LOW))


def spread(starts: Sequence[int], sizes: Sequence[int], room: int) -> list[int]:
    """Place pieces in order with gaps of at least one cell, each as close to its desired start as possible."""
    before = [0, *accumulate(size + 1 for size in sizes)]
    groups: list[list[int]] = []  # adjacent pieces move together; entries are the offsets from a flush-left layout
    for start, taken in zip(starts, before, strict=False):
        groups.append([start - taken])
        while len(groups) > 1 and mean(groups[-2]) > mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    shifts = [round(mean(group)) for group in groups for _ in group]
    most = room - before[-1] + 1
    return [max(0, min(shift, most)) + taken for shift, taken in zip(shifts, before, strict=False)]


def _line(turn: int, event: Event, above: Sequence[int]) -> Content:
    """Return one line of history; `above` are the tops of the stacks before."""
    drawn = " ".join(map(str, event.gain))
    if event.action == DRAW:
        return Content(f"{turn:>2} draw {drawn}")
    card, place = event.action.cards[0], STACKS.index(event.action.to)
    far = gap(card, above[place], UP[place])
    told = ("jump", "bold $text-success") if far == -JUMP else (f"{far:>4}", "$text-muted")
    return Content.assemble(f"{turn:>2} {card:>2} ▸ {LETTERS[event.action.to]} ", told, f"  {drawn}")


def _name_width(width: int) -> int:
    """Return the width of the names before the columns of the tens and the mean."""
    return 16 if width >= _WIDE else max(2, width - len(_TENS) - 5)  # can be tiny while the terminal is being resized


def _distribution(who: str, results: Iterable[float], width: int) -> Content:
    """Return how often somebody ended in each ten (last column: all cards played), the mean and, if wide, more."""
    found = list(results)
    counts = [0] * len(_TENS)
    for result in found:
        counts[len(_TENS) - 1 if result == len(DECK) else int(result) // 10] += 1
    most = max(counts)
    bars = "".join(_LEVELS[-(-8 * count // most)] if count else " " for count in counts)
    size = _name_width(width)
    mean = f"{sum(found) / len(found):5.1f}" if found else "    –"
    more = f"{f'{100 * counts[-1] / len(found):.0f}%' if found else '–':>5}{len(found):>6}" * (width >= _WIDE)
    return Content.assemble(f"{who:<{size}}", (bars, "$text-accent"), mean, more)
