"""Paints the end of a deal of Schafkopf: who won, what is paid for, the four payments, and all hands as dealt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ....core import Card, Observation
from ....games.schafkopf.cards import CONTRACTS, NAMES, RAMSCH, SIE, TRUMP, kind
from ....games.schafkopf.parsing import points
from ....games.schafkopf.rules import Schafkopf
from ....games.schafkopf.settled import bill, dealt, factors, pot, runners_named, unplayed, verdict
from ....games.schafkopf.settlement import ALL_POINTS, SCHNEIDER, WIN, Bill
from ....games.schafkopf.words import roles, sorting, trumps_first
from ....text.formatting import trimmed
from ....text.language import Language
from ...look import art
from ...look.canvas import Canvas
from ...look.cards import LARGE, SMALL, Face, Frame, Size, card
from ...look.pieces import bar, first_fitting, fit, plate, runs_width
from ...names import short
from ..endings import Step, lines, plates, wrapped

_TAKEN = 14
"""The width of what stands beside a hand of whole cards: its tricks and points."""


class Share(NamedTuple):
    """What a seat had and got."""

    name: str
    role: str
    paid: float
    total: float
    """Its total over all deals."""
    hand: tuple[Card, ...]
    tricks: int
    points: int
    good: bool
    """Whether it is on the side that won."""


class Ending(NamedTuple):
    """What the end of a deal tells."""

    verdict: str
    by: str
    """With how many points."""
    short: str
    """The same in short."""
    how: str
    """What else was decided."""
    figure: int | None
    """Points of the declarer's side, in a Tout its tricks, for the bar; None without a bar."""
    whole: int
    """How many there are in all."""
    won: bool
    marks: bool
    """Whether 61 and 91 points matter."""
    steps: Sequence[Step]
    """What is paid for."""
    shares: Sequence[Share]
    plain: Sequence[int]
    """The index of the first plain card in each hand."""
    called: Card | None
    say: Language

    @property
    def played(self) -> bool:
        """Whether any trick was: none is in a Sie, and where all pass."""
        return any(share.tricks for share in self.shares)


def ending(
    law: Schafkopf,
    seen: Observation,
    names: Sequence[str],
    paid: Sequence[float],
    totals: Sequence[float],
    say: Language,
) -> Ending:
    """Return what the end of a deal tells. `paid` are the payments, `totals` the sums over all deals."""
    paper, contract = bill(law, seen), sorting(seen)
    hands = [trumps_first(hand, contract) for hand in dealt(law, seen)]
    shares = []
    for seat, hand in enumerate(hands):
        won = seen.zone(f"won {seat}").cards
        good = paper is not None and (seat in paper.side) == paper.won
        part = [role for role in roles(seen, seat, say) if role != say("forehand")]
        shares.append(
            Share(
                names[seat],
                " · ".join(part),
                paid[seat],
                totals[seat],
                hand,
                len(won) // 4,
                points(won),
                good,
            )
        )
    first = [next((at for at, card in enumerate(hand) if contract.suit[card] != TRUMP), len(hand)) for hand in hands]
    if paper is None:
        told = unplayed(law, seen, say)
        return Ending(say("All passed"), "", "", told, None, 0, False, False, (), shares, first, None, say)
    plain = not contract.tout and contract.kind not in (SIE, RAMSCH)
    figure, whole = (paper.tricks, len(law.deck) // 4) if contract.tout else (paper.points, ALL_POINTS)
    if contract.kind == SIE:
        by = brief = ""
    elif contract.tout:
        brief = say("{count} of {all} tricks", count=paper.tricks, all=whole)
        by = say("with {what}", what=brief)
    elif plain:
        brief = f"{paper.points} : {ALL_POINTS - paper.points}"
        by = say("with {points} against {others}", points=paper.points, others=ALL_POINTS - paper.points)
    else:
        brief = say("{count} points", count=paper.points)
        by = say("with {what}", what=brief)
    taken = None if contract.kind == SIE else figure
    how, steps = _how(seen, names, paper, say), _steps(law, seen, names, paper, say)
    result = verdict(names, paper, say)
    return Ending(result, by, brief, how, taken, whole, paper.won, plain, steps, shares, first, contract.called, say)


def _how(seen: Observation, names: Sequence[str], paper: Bill, say: Language) -> str:
    """Return what made the partner known, or what decided a Ramsch."""
    parts, trick = [], 1
    called = CONTRACTS[seen.facts["contract"]].called
    for event in seen.history:
        trick += event.action.verb == "trick"
        if called is not None and called in event.action.cards and event.action.verb == "play":
            told = {"name": names[event.seat], "ace": NAMES[called], "trick": trick}
            if names[event.seat] == say("You"):
                parts.append(say("You had {ace}, which fell in trick {trick}", **told))
            else:
                parts.append(say("{name} had {ace}, which fell in trick {trick}", **told))
    if seen.facts["declarer"] is None:
        parts.append(say("all tricks") if paper.won else say("the most points"))
    return " · ".join(parts)


def _steps(law: Schafkopf, seen: Observation, names: Sequence[str], paper: Bill, say: Language) -> list[Step]:
    """Return what is paid for, item by item."""
    contract = CONTRACTS[seen.facts["contract"]]
    items = [(kind(contract), paper.base, "")]
    extra = ("Schneider", paper.schneider), ("Schwarz", paper.schwarz)
    items += [(label, cents, "") for label, cents in extra if cents]
    if paper.laufende:
        runners = runners_named(law, contract, paper, say)
        items.append((f"{paper.runners} Laufende", paper.laufende, f" {runners}"))
    steps: list[Step] = []
    for label, cents, more in items:
        steps.append(Step(f"{'  +  ' * bool(steps)}{label} "))
        steps += [Step(str(cents), "fg", True), *[Step(more)] * bool(more)]
    if paper.factor > 1:
        steps += [Step(f"  ×{paper.factor}", "fg", True), Step(f" ({factors(seen, paper)})")]
    steps.append(Step(f"  =  {say('{cents} ct each', cents=abs(paper.each))}", "gold", True))
    if seen.facts["pot"]:
        steps.append(Step(f"  ·  {pot(seen, names, paper, say)}"))
    return steps


# --- painting ---------------------------------------------------------------------------------------


def paint_end(canvas: Canvas, ending: Ending, face: Callable[[Card], Face]) -> None:
    """Paint the end of a deal."""
    width, free = canvas.width, canvas.height - 1 - (canvas.height > 24)
    margin = 2 if width > 60 else 0
    inner = width - 2 * margin
    steps = wrapped(ending.steps, inner - 4)
    verdict, pay = 3 + max(1, len(steps)), 4
    whole = width >= 74 and free >= verdict + pay + 4 * len(ending.shares)
    size = LARGE if width >= 112 and free >= verdict + pay + 7 + 6 * len(ending.shares) else SMALL
    pitch = size.height + 1 if whole else 2 if free >= verdict + pay + 2 * len(ending.shares) + 2 else 1
    spare = free - verdict - pay - pitch * len(ending.shares)
    pad, spare = (1, spare - 2) if spare >= 5 else (0, spare)
    y = 1 + min(1, max(0, spare))
    gap = int(spare >= 2)
    _verdict(canvas, (margin, y, inner, verdict + 2 * pad), pad, ending, steps)
    y += verdict + 2 * pad + gap
    _payments(canvas, margin, y, inner, ending)
    y += pay + (spare >= 3)
    if spare >= 5:
        note = f"   {ending.say('tricks and points on the right')}" * ending.played
        palette = canvas.palette
        canvas.run(margin, y, (ending.say("AS DEALT"), palette.title, True), (note, palette.feltmute))
        y += 2
    if whole:
        pitch += max(0, min(2, (free + 1 - y) // len(ending.shares) - pitch))
    for at, share in enumerate(ending.shares):
        _hand(
            canvas, (margin or 1, y + pitch * at, inner), ending, share, ending.plain[at], face, size if whole else None
        )


def _verdict(
    canvas: Canvas, place: tuple[int, int, int, int], pad: int, ending: Ending, steps: Sequence[Sequence[Step]]
) -> None:
    """Paint who won, with a bar for the points of both sides, and what is paid for."""
    palette, (x, y, width, height) = canvas.palette, place
    plate(canvas, x, y, width, height, True)
    y += pad
    at = x + 3
    if ending.figure is not None:
        rows = art.word(str(ending.figure))
        canvas.pixels(at, y, rows, {"#": palette.gold})
        at += max(11, len(rows[0])) + (3 if width > 60 else 1)
    room = x + width - 1 - at
    end = canvas.put(at, y, fit(ending.verdict, room), palette.gold, bold=True)
    free = x + width - 3 - end
    canvas.put(end + 2, y, first_fitting((ending.by, ending.short), free))
    if ending.how and ending.figure is None:
        for row, line in enumerate(lines(ending.how, room), y + 1):
            canvas.put(at, row, line, palette.feltmute)
    if ending.figure is not None:
        _both_sides(canvas, at, y + 1, room, ending)
    for row, parts in enumerate(steps, y + 3):
        canvas.run(x + 3, row, *((part.text, getattr(palette, part.colour), part.bold) for part in parts))
    if ending.how and steps and ending.figure is not None and runs_width(steps[-1]) + len(ending.how) + 8 <= width:
        canvas.right(x + width - 1, y + 2 + len(steps), (ending.how, palette.feltmute))


def _both_sides(canvas: Canvas, x: int, y: int, width: int, ending: Ending) -> None:
    """Paint both sides' points or tricks as a bar, and below it the marks that matter."""
    palette, figure = canvas.palette, ending.figure or 0
    good, bad = (palette.gain, palette.loss) if ending.won else (palette.loss, palette.gain)

    def at(value: int) -> int:
        return round(width * value / ending.whole)

    sign = "█"
    if palette.mono:
        good, sign = palette.mark, "░"
    canvas.put(x, y, "█" * at(figure), good)
    canvas.put(x + at(figure), y, sign * (width - at(figure)), bad if ending.marks else palette.line)
    canvas.put(x, y + 1, "0", palette.feltmute)
    canvas.right(x + width, y + 1, (str(ending.whole), palette.feltmute))
    for mark in (WIN, SCHNEIDER) if ending.marks else ():
        if palette.mono:
            canvas.put(x + at(mark) - 1, y, "│")
        else:
            canvas.put(x + at(mark) - 1, y, "▐", palette.plate, good if figure >= mark else bad)
        label = "91 Schneider" if mark == SCHNEIDER and width - at(mark) > 17 else str(mark)
        canvas.put(x + at(mark) - 1, y + 1, label, palette.fg if mark == WIN else palette.feltmute)


def _payments(canvas: Canvas, x: int, y: int, width: int, ending: Ending) -> None:
    """Paint what each seat got, in pixel digits where they fit, and its total."""
    palette, shares = canvas.palette, ending.shares
    bounds = plates(width, len(shares))
    each = min(after - before for before, after in pairwise(bounds))
    amounts = [trimmed(share.paid, "+") for share in shares]
    painted = [art.word(text) if set(text) <= set(art.DIGITS) else () for text in amounts]
    digits = all(rows and len(rows[0]) <= each - 2 for rows in painted)
    totals = [trimmed(share.total, "+") for share in shares]
    longer = [f"{ending.say('total')} {total}" for total in totals]
    wordy = all(len(total) + 3 <= each for total in longer)
    beside = digits and all(
        each - len(rows[0]) - 3 >= max(7, len(total) + 2) for rows, total in zip(painted, totals, strict=True)
    )
    for seat, share in enumerate(shares):
        left, wide = x + bounds[seat], bounds[seat + 1] - bounds[seat] - 1
        canvas.fill(left, y, wide, 4, palette.plate)
        amount, rows = amounts[seat], painted[seat]
        total = totals[seat]
        colour = palette.gain if share.paid > 0 else palette.loss if share.paid < 0 else palette.fg
        long = longer[seat] if wordy else f"▸ {total}"
        brief = "" if beside or not digits else f"▸ {total}"
        room = wide - 2
        wanted = [f"{part} {brief}".strip() for part in (share.role, *share.role.split(" · "))]
        role = next((part for part in wanted if len(part) + 6 <= room), brief)
        canvas.put(left + 1, y, short(share.name, room - len(role) - bool(role)), palette.fg, bold=True)
        canvas.right(left + wide - 1, y, (role, palette.feltmute))
        if digits and canvas.progress < 1:  # the money ticks
            now = art.word(f"{round(share.paid * canvas.progress):+d}")
            canvas.pixels(left + (len(rows[0]) < wide), y + 1, now, {"#": palette.feltmute})
        elif digits:
            canvas.pixels(left + (len(rows[0]) < wide), y + 1, rows, {"#": palette.mark if palette.mono else colour})
        else:
            canvas.put(left + 1, y + 1, f"{amount} ct", colour, bold=True)
            canvas.put(left + 1, y + 3, long, palette.feltmute)
        if beside:
            arrow = "▲ " if share.total > 0 else "▼ " if share.total < 0 else ""
            canvas.right(left + wide - 1, y + 2, (ending.say("total"), palette.feltmute))
            canvas.right(left + wide - 1, y + 3, (f"{arrow}{total}", palette.fg, True))


def _hand(
    canvas: Canvas,
    place: tuple[int, int, int],
    ending: Ending,
    share: Share,
    plain: int,
    face: Callable[[Card], Face],
    size: Size | None,
) -> None:
    """Paint a hand as it was dealt, in cards of a size or as chips, and what it took."""
    palette, (x, y, width) = canvas.palette, place
    faces = [face(card) for card in share.hand]
    gain = palette.gain if share.good else palette.loss
    tricks = ending.say.counted(share.tricks, "{count} trick", "{count} tricks")
    got = ending.say("{count} pts", count=share.points)
    if size:
        step = size.width + 2 if width >= 82 else 6
        least = max(len(one.name) for one in ending.shares) + 2
        spare = width - _TAKEN - 8 * step - 2
        at = x + max(2 * spare // 3, min(least, spare + 2))
        canvas.put(x, y + 1, short(share.name, at - x - 1), palette.fg, bold=True)
        for index, (card_, shown) in enumerate(zip(share.hand, faces, strict=True)):
            left = at + step * index + 2 * (0 < plain <= index)
            frame = Frame.SIDES if card_ == ending.called else Frame.NONE
            card(canvas, left, y, shown, size, False, frame, step > 6 and frame is Frame.NONE)
        if not ending.played:
            return
        end = max(at + step * 8 + 2, x + width - _TAKEN)
        canvas.put(end, y, fit(tricks, x + width - end), palette.feltmute)
        canvas.put(end, y + 1, got, palette.fg, bold=True)
        bar(canvas, end, y + 2, x + width - end, share.points / 60, gain)
        return
    step = 5 if width >= 62 else 4
    tail = f"{ending.say('{count} tr', count=share.tricks)} "
    figures = got.rjust(len(ending.say("{count} pts", count=120))) if width >= 60 else f"{share.points:>3}"
    room = width - step * 8 - 4 - len(tail) - len(figures)
    canvas.put(x, y, short(share.name, min(14, room)), palette.fg, bold=True)
    at = x + min(15, room) + (room > 0)
    for index, (card_, shown) in enumerate(zip(share.hand, faces, strict=True)):
        left, mark = at + step * index + (0 < plain <= index), card_ == ending.called
        paper = palette.cream2 if y % 2 else palette.cream  # rows that touch are told apart
        paper, ink = (palette.mark, palette.ink) if mark else (paper, palette.on_card(shown.suit, paper=paper))
        canvas.put(left, y, f"{shown.name:<3}" if step == 4 else f" {shown.name:<3}", ink, paper, True)
    if ending.played:
        canvas.right(x + width - 2 + (x > 1), y, (tail, palette.feltmute), (figures, palette.fg, True))
