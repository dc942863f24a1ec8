"""The table of 98."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import aclosing
from itertools import accumulate, pairwise
from statistics import mean
from typing import ClassVar

from textual.content import Content

from ...core import Action, Card, Event, Observation
from ...entries import HUMAN
from ...games.ninetyeight.parsing import LETTERS, gap, heights
from ...games.ninetyeight.rules import DECK, DRAW, HAND, HIGH, JUMP, STACKS, STARTS, UP, unseen
from ...games.ninetyeight.words import laid
from ...review import solo
from ..guide import KEYS
from ..table import TableScreen
from ..tableview import View
from ..widgets.board import Board
from ..widgets.cards import Hand, Picture, Spot, step_of
from ..widgets.line import InputLine
from ..widgets.lines import Lines
from ..widgets.records import short

TUTORIAL = """\
Alone against the cards 2 to 99. Lay all 98 on four stacks.

  ▲ a and b go up from 1: each card higher than the one before.
  ▼ c and d go down from 100: each card lower than the one before.

You hold eight cards. Lay one; another is drawn. So lay what is near:
each gap passes cards that then no longer fit there.

THE JUMP  A card that is exactly 10 away may go the other way: on 34
          going up you may lay 24, on 57 going down 67. That gives the
          stack ten steps back. The table shows it as jump.

It ends when none of your cards fits anywhere. 98 laid is a win, and
rare; 80 is good.

Type what you see under the cards:
  3 b   lay card 3 on stack b
  3     … on the only stack it fits, else you are told which fit
The line below tells what it would do before you press Enter.
"""

HELP = """\
TYPING   3 b   b 3   3b   card 3 of the hand on stack b
         45 b             card 45 on stack b (numbers beyond the hand)
         3                card 3, where it fits on one stack only
         b                what fits on stack b
         e                draw (rules official, after two cards)
Clicking a card and a track types for you; a click on a gap above the
hand types card and stack at once. So do the arrows with space.

TABLE    On a track ● is where the stack is, the double line is used
         up, the numbers are your cards that fit; one on the double
         line jumps back. The rows below tell for each card, above
         its place in the hand, how far it takes each stack.
COUNT    the cards still to come; yours are reversed, dots are gone.
SCORES   how often you, and each bot alone, ended in which ten (★ all
         98), and the mean. You: all saved games under these rules.
         Bots: the deals of this match and those that would come
         after it, up to 100, played while you look.
BOTS     gap above a column: how far a value is below the best one's.
         gap of 3 beside it: the card takes its stack three steps on.

THE GAME Cards 2 to 99, eight in the hand. a and b go up from 1, c and
d down from 100. A card exactly 10 back also fits. Rules paper: a card
is drawn after each card laid; app: two after every second; official:
after two or more you may draw with e, back up to eight. It ends when
no card fits and nothing can be drawn. The score is what was laid.

"""
_TENS = "0123456789★"
_LEVELS = " ▁▂▃▄▅▆▇█"
_WIDE = 48
"""The minimum width at which the scores have all their columns."""
_ROWS = 9
"""Minimum number of lines of the picture: four tracks, a separator, four rows of gaps."""


class NinetyEightScreen(TableScreen):
    """One match of 98."""

    GUIDE = ("98 cards", HELP + KEYS)
    TUTORIAL = TUTORIAL
    WORDS = frozenset(LETTERS.values())
    SORTED: ClassVar[dict[str, str]] = {
        "number": "hand in ascending order",
        "suit": "the card that is nearest to a stack first",
        "dealt": "hand as dealt, new cards last",
    }
    CSS = """
    NinetyEightScreen #left { width: 50; }
    NinetyEightScreen.-roomy #left { width: 70; }
    NinetyEightScreen.-roomy #seen { width: 33; }
    """

    before: Sequence[float] = ()
    """Results of people in other matches under these rules."""
    rivals: Sequence[dict[str, float]] = ()
    """The result of each bot in the deals of this match and of those that would follow."""
    _watching = False

    def label(self, action: Action) -> str:
        return "draw" if action == DRAW else f"{action.cards[0]} ▸ {LETTERS[action.to]}"

    def hinted(self, action: Action) -> str:
        """Return the label with what to type, if the card's value is also the number of another card."""
        if action == DRAW or action.cards[0] > len(self.order):
            return self.label(action)
        place = self.order.index(action.cards[0]) + 1
        return f"{self.label(action)} (type {place} {LETTERS[action.to]})"

    # --- typing ---------------------------------------------------------------------------------------

    def on_hand_picked(self, event: Hand.Picked) -> None:
        """Type the number of the clicked card in place of another one, or remove it; a typed stack stays."""
        event.prevent_default()
        line = self.query_one(InputLine)
        words = line.value.split()
        stack = [word for word in words if word in self.WORDS]
        self._type(" ".join(stack if str(event.number) in words else [str(event.number), *stack]))

    def on_picture_chosen(self, event: Picture.Chosen) -> None:
        """A click on a gap types card and stack; other clicks are handled by `TableScreen`."""
        if " " in event.word:
            event.prevent_default()
            self._type(event.word)

    def _type(self, text: str) -> None:
        line = self.query_one(InputLine)
        line.value = text
        line.action_end()
        line.focus()

    # --- the table ------------------------------------------------------------------------------------

    def redraw(self) -> None:
        super().redraw()
        if self.query(Picture) and not self.going:
            self.query_one("#seen").border_title = f"still to come: {len(unseen(self.seen))}"

    def status(self, seen: Observation) -> str:
        places = [action for action in seen.legal if action != DRAW]
        tops = heights(seen)
        steps = [gap(a.cards[0], tops[STACKS.index(a.to)], UP[STACKS.index(a.to)]) for a in places]
        jumps = steps.count(-JUMP)
        jump = f" · {jumps} jump{'s' * (jumps != 1)}" if jumps else ""
        return f"{len(places)} way{'s' * (len(places) != 1)} to lay{jump}" if seen.legal else ""

    def me(self, view: View) -> Content:
        seen, since = view.seen, view.seen.facts["since"]
        mark = " ●" if self.match.turn is not None else ""
        told = [f"{laid(seen)} laid", f"{seen.zone('draw').count} to draw", f"{since} this turn" * bool(since)]
        return Content.assemble((f" {view.names[0].upper()}{mark}", "bold"), f"  {' · '.join(filter(None, told))}")

    def picture(self, view: View) -> tuple[Sequence[Content], Sequence[Spot]]:
        seen, height = view.seen, max(_ROWS, view.height)
        board, spots = Board(height), list[Spot]()
        lines = 2 if height >= _ROWS + len(STACKS) else 1
        tops = heights(seen)
        for place, name in enumerate(STACKS):
            y = place * lines
            board.put(0, y, self._track(view, place, tops[place]))
            if lines == 2:
                board.put(9, y + 1, Content.styled(_tail(seen.zone(name).cards, view.width - 10), "dim"))
            spots.append(Spot(0, y, view.width, lines, LETTERS[name]))
        step, first = step_of(len(self.order), view.width - 2), height - len(STACKS)
        board.put(1, first - 1, Content.styled("how far each card would take a stack", "dim"))
        if DRAW in seen.legal:
            text = f"[e draws {seen.facts['since']}]"
            board.put(view.width - len(text) - 1, first - 1, Content.styled(text, "reverse"))
            spots.append(Spot(view.width - len(text) - 1, first - 1, len(text), 1, "e"))
        for place, name in enumerate(STACKS):
            gaps = [gap(card, tops[place], UP[place]) for card in self.order]
            least = min((step for step in gaps if step is not None), default=None)
            for index, far in enumerate(gaps):
                x = 1 + step * index
                board.put(x, first + place, _gap(far, far == least))
                if far is not None:
                    spots.append(Spot(x, first + place, 5, 1, f"{index + 1} {LETTERS[name]}"))
            mark = f"{LETTERS[name]} {'▲' if UP[place] else '▼'}{tops[place]:>3}"
            board.put(min(view.width - 6, 2 + step * HAND), first + place, Content.styled(mark, "dim"))
        return board.lines(), spots

    def _track(self, view: View, place: int, top: int) -> Content:
        """Draw a stack as a track from 1 to 100: the part used up, its top, and the cards of the hand that fit."""
        up, room = UP[place], view.width - len(" a ▲ 100  ") - 1
        gaps = {card: far for card in self.order if (far := gap(card, top, up)) is not None}
        marks = sorted([*gaps, top])
        starts = spread([_cell(number, room) for number in marks], [_size(number, top) for number in marks], room)
        at = starts[marks.index(top)]
        line = Content.styled(f" {LETTERS[STACKS[place]]} {'▲' if up else '▼'} {top:>3}  ", "bold")
        x = 0
        for number, start in [*zip(marks, starts, strict=True), (HIGH, room)]:
            used = (x < at) is up
            line += Content.styled(("═" if used else "─") * (start - x), "" if used else "dim")
            if start < room:
                jump = gaps.get(number) == -JUMP
                style = "bold" if number == top else "bold reverse $text-success" if jump else "bold $text-accent"
                line += Content.styled("●" if number == top else str(number), style)
            x = start + _size(number, top)
        return line

    # --- beside the table -------------------------------------------------------------------------------

    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        out, mine = set(unseen(seen)), set(seen.zone("hand").cards)
        wide = width >= 3 * 10 and self.size.height >= 30
        rows = []
        for ten in range(10):
            cards = range(10 * ten, 10 * ten + 10)
            cells = [_told(card, out, mine, 2 if wide else 1) for card in cards]
            rows.append(Content(" ").join(cells) if wide else Content.assemble((f"{ten} ", "dim"), *cells))
        if wide:
            return rows
        return [Content("  ").join([low, high]) for low, high in zip(rows[:5], rows[5:], strict=True)]

    def history_lines(self, view: View, width: int) -> list[Content]:
        above, lines = list(STARTS), []
        for turn, event in enumerate(view.seen.history, 1):
            lines.append(_line(turn, event, above))
            if event.action != DRAW:
                above[STACKS.index(event.action.to)] = event.action.cards[0]
        return lines

    def score_lines(self, width: int, rows: int) -> list[Content]:
        totals = [0.0, *(standing.scores[0] for standing in self.match.results())]
        mine = [after - before for before, after in pairwise(totals)]
        lines = []
        if mine:
            here = self.rivals[len(mine) - 1] if len(mine) <= len(self.rivals) else {}
            told = [f"{self.tableside.names[0]} {mine[-1]:g}"]
            told += [f"{bot} {result:g}" for bot, result in here.items() if bot != self.match.header.seats[0]]
            lines = [*Content(f"deal {len(mine)}: {' · '.join(told)}").wrap(max(20, width)), Content("")]
        wide = width >= _WIDE
        head = f"{'cards laid':<{_name_width(width)}}{_TENS} mean{'  won games' * wide}"
        lines.append(Content.styled(head, "dim"))
        found = {"You": [*self.before, *mine]} if self.match.header.seats == (HUMAN,) else {}
        for bot in self.rivals[0] if self.rivals else ():
            found[bot] = [deal[bot] for deal in self.rivals]
        return lines + [_distribution(who, results, width) for who, results in found.items()]

    def changed(self, saved: bool = False) -> None:
        super().changed(saved)
        self._watch()

    def action_side(self) -> None:
        super().action_side()
        self._watch()

    def _watch(self) -> None:
        """Let the bots play, once the scores are visible."""
        if self.page == "scores" and not self._watching and self.match.path:
            self._watching = True
            self.run_worker(self._follow(), group="rivals")

    async def _follow(self) -> None:
        assert self.match.path
        async with aclosing(solo.watch(self.match.path)) as stream:
            async for told in stream:
                if "before" in told:
                    self.before = told["before"]
                else:
                    self.rivals = [*self.rivals, told]
                if self.stands:
                    self.query_one("#scores", Lines).draw(lambda width: self.score_lines(width, 0))

    def result(self) -> str:
        seen, who = self.seen, self.tableside.names[0]
        count, hand = laid(seen), seen.zone("hand").count
        told = f"{who} laid {count} of {len(DECK)} · left: {hand} in the hand, {seen.zone('draw').count} to draw"
        if count == len(DECK):
            told = f"{who} laid all {count} cards: a win!"
        standing = self.match.standing
        deals = f"{standing.deals} deal{'s' * (standing.deals != 1)}"
        return f"{told} · match: {standing.scores[0]:g} in {deals}" if self.match.over else told


def _cell(number: int, room: int) -> int:
    """Return the position of a number from 1 to 100 on a track."""
    return round((number - 1) * (room - 1) / (HIGH - 1))


def _size(number: int, top: int) -> int:
    """Return the width of a number on a track; the stack's own is a single sign."""
    return 1 if number == top else len(str(number))


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


def _tail(cards: Sequence[Card], room: int) -> str:
    """Return the last cards of a stack, as many as fit."""
    text = " ".join(map(str, cards))
    return text if len(text) <= room else f"… {text[2 - room :].partition(' ')[2]}"


def _gap(far: int | None, least: bool) -> Content:
    """Return how far a card advances a stack, in the five cells above the card."""
    if far is None:
        return Content.styled("  ·  ", "dim")
    if far == -JUMP:
        return Content.styled("jump ", "bold $text-success")
    return Content.styled(f"{far:>3}  ", "bold" if least else "dim")


def _told(card: int, out: set[Card], mine: set[Card], width: int) -> Content:
    """Return a card of the count, as its last digit or in full."""
    text = str(card)[-width:].rjust(width)
    if card in mine:
        return Content.styled(text, "reverse")
    gone = Content.styled("·".rjust(width), "dim")
    return Content(text) if card in out else gone if card in DECK else Content(" " * width)


def _line(turn: int, event: Event, above: Sequence[int]) -> Content:
    """Return one line of history; `above` are the tops of the stacks before."""
    drawn = " ".join(map(str, event.gain))
    if event.action == DRAW:
        return Content(f"{turn:>2} draw {drawn}")
    card, place = event.action.cards[0], STACKS.index(event.action.to)
    far = gap(card, above[place], UP[place])
    told = ("jump", "bold $text-success") if far == -JUMP else (f"{far:>4}", "dim")
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
    return Content.assemble(f"{short(who, size - 1):<{size}}", (bars, "$text-accent"), mean, more)
