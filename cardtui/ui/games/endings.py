"""Paints the end of a deal, for all games: who won and how, what each seat got, the hands, the course of the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from rich.cells import cell_len

from ..look import art
from ..look.canvas import Canvas
from ..look.cards import SMALL, Size
from ..look.curve import Course, curves, least_height
from ..look.pieces import first_fitting, fit, plate, runs_width
from ..names import short
from .hands import SIZES, Hand, layout, paint_hands

_BESIDE = 80
"""Width from which two charts stand side by side."""
_BETWEEN = 4
"""Columns between them."""
_TALLER = 24
"""The most rows that charts get beyond what they need."""


class Step(NamedTuple):
    """A piece of what is counted. A figure is bold, the sum gold, all else muted."""

    text: str
    colour: str = "feltmute"
    bold: bool = False


class Seat(NamedTuple):
    """What a seat gained, and its total."""

    name: str
    role: str
    gained: str
    good: float
    """Positive if that is good for the seat, negative if it is bad."""
    total: str


class Part(NamedTuple):
    """A part of the felt that only one game has: its height in rows, and what paints it at (x, y, width)."""

    rows: int
    paint: Callable[[int, int, int], None]


class Ending(NamedTuple):
    """The contents of the picture at the end of a deal."""

    figure: str
    """The figure that decided, in the signs of `art.DIGITS`; "" for none."""
    unit: str
    """What the figure counts."""
    verdict: str
    by: str
    """How close it was."""
    how: str
    """What else was decided."""
    steps: Sequence[Step]
    """What is counted, item by item."""
    seats: Sequence[Seat]
    heading: tuple[str, str]
    """What the hands are, and a note on them."""
    hands: Sequence[Hand]
    course: Course
    """The scores after each deal."""
    deal: Course = Course((), "")
    """How this deal went."""
    whole: bool = True
    """Whether the hands may be shown as whole cards."""


class _Plan(NamedTuple):
    """How high the parts are, and whether there are gaps between them."""

    pad: int
    gap: int
    seats: int
    size: Size | None
    charts: _Charts


class _Charts(NamedTuple):
    """The curves that are shown: `rows` is the least that they take together."""

    courses: tuple[Course, ...]
    beside: bool
    rows: int


def paint_ending(canvas: Canvas, ending: Ending, extra: Part | None = None) -> None:
    """Paint the end of a deal; `extra` follows the hands, where there is room."""
    width, free = canvas.width, canvas.height - 1 - (canvas.height > 24)
    margin = 2 if width > 60 else 0
    inner, left = width - 2 * margin, margin or 1
    room = width - 2 * left
    steps = wrapped(ending.steps, inner - 4)
    verdict = 3 + len(steps) + bool(steps) * (free > 24)
    layouts = {size: layout(ending.hands, room, size) for size in SIZES if ending.whole or not size}

    def shadow(plan: _Plan) -> int:
        """Return the row that the shadows of the lowest cards need, where no gap leaves it free."""
        hands, below = layouts[plan.size], bool(extra) or plan.charts.rows > 0
        return int(hands is not None and hands.size is not None and not (plan.gap and below))

    def need(plan: _Plan) -> int:
        blocks = 1 + bool(ending.seats) + bool(ending.hands) + bool(extra) + bool(plan.charts.rows)
        hands = layouts[plan.size]
        parts = (plan.pad, plan.seats, hands.height if hands else free, extra.rows if extra else 0, plan.charts.rows)
        return verdict + sum(parts) + blocks * plan.gap + shadow(plan)

    tall = 4 if _digits(canvas, inner, ending.seats) else 3
    tall, low = (tall, 2) if ending.seats else (0, 0)
    plans = [
        _Plan(pad, gap, seats, size, charts)
        for charts in _charts(ending, room)
        for size in layouts
        for pad, gap, seats in ((2, 1, tall), (0, 1, tall), (0, 0, tall), (0, 0, low))
        if gap or size in (SMALL, None)  # smaller cards rather than none between them and what is above
        if ending.deal not in charts.courses or (gap and (size or not ending.whole))  # it never displaces cards
    ]
    plan = next((plan for plan in plans if need(plan) <= free), plans[-1])
    if need(plan) > free:
        extra = None
    spare = max(0, free - need(plan))
    heading = int(spare > 0 and bool(ending.hands))
    spare -= heading
    apart = plan.gap or int(spare > 0 and bool(ending.seats))  # the plates, whose colour is the same
    spare -= apart - plan.gap
    hands = layouts[plan.size]
    airy = int(not plan.size and spare >= len(ending.hands) > 1)
    spare -= airy * (len(ending.hands) - 1)
    y = 1 + plan.gap
    _verdict(canvas, (margin, y, inner, verdict + plan.pad), ending, steps, plan.pad // 2)
    y += verdict + plan.pad + apart
    if ending.seats:
        paint_seats(canvas, margin, y, inner, ending.seats, plan.seats)
        y += plan.seats + plan.gap
    if hands and ending.hands:
        if heading:
            head, note = ending.heading
            canvas.put(left, y, head, canvas.palette.title, bold=True)
            canvas.put(left + len(head) + 3, y, note * (len(head) + len(note) + 3 <= room), canvas.palette.feltmute)
        y += heading
        paint_hands(canvas, left, y, room, ending.hands, hands, airy)
        y += hands.height + airy * (len(ending.hands) - 1) + plan.gap + shadow(plan)
    if extra:
        extra.paint(left, y, room)
        y += extra.rows + plan.gap
    _paint_charts(canvas, (left, y, room), plan.charts, min(spare, _TALLER))


def _charts(ending: Ending, width: int) -> list[_Charts]:
    """Return the curves that can be shown, the most first: those of deal and match, of one of them, none."""
    found = [course for course in (ending.deal, ending.course) if course.changes]
    beside = len(found) > 1 and width >= _BESIDE
    least = [least_height(course) for course in found]
    both = [_Charts(tuple(found), beside, max(least) if beside else sum(least) + 1)] * (len(found) > 1)
    return [*both, *(_Charts((course,), False, least_height(course)) for course in found[-1:]), _Charts((), False, 0)]


def _paint_charts(canvas: Canvas, place: tuple[int, int, int], shown: _Charts, more: int) -> None:
    """Paint curves, side by side or one below the other, with so many rows more than they need."""
    x, y, width = place
    if shown.beside:
        each = (width - _BETWEEN) // 2
        for at, course in enumerate(shown.courses):
            curves(canvas, x + at * (each + _BETWEEN), y, each, shown.rows + more, course)
        return
    for course in shown.courses:
        rows = least_height(course) + more // len(shown.courses)
        curves(canvas, x, y, width, rows, course)
        y += rows + 1


def _verdict(
    canvas: Canvas, place: tuple[int, int, int, int], ending: Ending, steps: Sequence[Sequence[Step]], pad: int
) -> None:
    """Paint who won and how, and what is counted."""
    palette, (x, y, width, height) = canvas.palette, place
    plate(canvas, x, y, width, height, True)
    at = x + 3
    y += pad
    if ending.figure:
        rows = art.word(ending.figure)
        paint_digits(canvas, at, y, ending.figure, palette.gold)
        at += max(len(rows[0]) + 3, 11 if width > 60 else 0)
    room = x + width - 1 - at
    verdict = fit(ending.verdict, room)
    end = canvas.put(at, y, verdict, palette.gold, bold=True)
    below = cell_len(ending.by) > x + width - 3 - end
    if not below:
        canvas.put(end + 2, y, ending.by)
    texts = [text for text in ((ending.by if below else ""), ending.how) if text]
    left = f"{ending.unit} · " * (bool(ending.unit) and bool(ending.figure))
    said = left + " · ".join(texts) if texts else ending.unit
    apart = not left and len(texts) == 2 and cell_len(said) > room >= max(map(cell_len, texts))
    first, *rest = texts if apart else lines(said, room)
    for row, line in enumerate((first, " ".join(rest)), y + 1):
        canvas.put(at, row, fit(line, room), palette.feltmute)
    top = y + height - 2 * pad - len(steps)
    for row, parts in enumerate(steps, top):
        canvas.run(x + 3, row, *((part.text, getattr(palette, part.colour), part.bold) for part in parts))


def paint_digits(canvas: Canvas, x: int, y: int, text: str, colour: str, scale: int = 1) -> None:
    """Paint a figure in pixels; as text where there are none."""
    palette = canvas.palette
    if palette.lines:
        canvas.put(x, y + 1, text, colour, bold=True)
        return
    canvas.pixels(x, y, art.word(text, scale), {"#": palette.mark if palette.mono else colour})


def paint_seats(canvas: Canvas, x: int, y: int, width: int, seats: Sequence[Seat], height: int) -> None:
    """Paint what each seat got, in pixel digits where they fit, its role and its total."""
    palette, bounds = canvas.palette, plates(width, len(seats))
    digits = height > 3 and _digits(canvas, width, seats)
    below = height > 2
    whole = all(
        (0 if below else cell_len(seat.gained) + 1) + cell_len(seat.total) <= after - before - 3
        for seat, (before, after) in zip(seats, pairwise(bounds), strict=True)
    )
    beside = digits and _totals_beside(bounds, seats)
    alike = len({seat.total.rpartition(" ")[0] for seat in seats}) == 1
    for at, seat in enumerate(seats):
        left, wide = x + bounds[at], bounds[at + 1] - bounds[at] - 1
        canvas.fill(left, y, wide, height, palette.plate)
        right = left + wide - 1
        colour = palette.gain if seat.good > 0 else palette.loss if seat.good < 0 else palette.fg
        free, free_below = _rooms(seat, wide, digits)
        head, _, tail = seat.total.rpartition(" ")
        brief = f"▸ {tail}" if digits and alike and not beside else ""
        first = first_fitting((f"{seat.role} {brief}".strip(), brief), free)
        canvas.put(left + 1, y, short(seat.name, wide - 2), palette.fg, bold=True)
        canvas.right(right, y, (first, palette.feltmute))
        if below and not first.startswith(seat.role) and len(seat.role) <= free_below:
            canvas.right(right, y + 1, (seat.role, palette.feltmute))
        if not digits:
            end = canvas.put(left + 1, y + 1, seat.gained, colour, bold=True)
            used = left + 1 if below else end + 1
            total = seat.total if whole else f"▸ {tail}"
            if used + cell_len(total) <= right:
                canvas.right(right, y + 1 + below, (total, palette.feltmute))
            continue
        paint_digits(canvas, left + 1, y + 1, seat.gained, colour)
        if beside:
            canvas.right(right, y + 2, (head, palette.feltmute))
            canvas.right(right, y + 3, (tail, palette.fg, True))


def _rooms(seat: Seat, width: int, digits: bool) -> tuple[int, int]:
    """Return how many cells of a plate of this width are free beside the name, and beside what the seat got."""
    gained = len(art.word(seat.gained)[0] if digits else seat.gained)
    return max(0, width - 3 - len(seat.name)), max(0, width - 3 - gained)


def _totals_beside(bounds: Sequence[int], seats: Sequence[Seat]) -> bool:
    """Return whether all totals have room beside what the seats got in pixel digits."""
    return all(
        max(map(len, seat.total.split())) <= _rooms(seat, after - before - 1, True)[1]
        for seat, (before, after) in zip(seats, pairwise(bounds), strict=False)  # without seats there is one plate
    )


def plates(width: int, count: int) -> list[int]:
    """Return where the plates of so many seats begin, and where the last one ends, a column after it."""
    return [(width + 1) * at // count for at in range(count + 1)]


def _digits(canvas: Canvas, width: int, seats: Sequence[Seat]) -> bool:
    """Return whether the plates have room for what all seats got in pixel digits, and for their roles and totals."""
    if canvas.palette.lines or not all(set(seat.gained) <= set(art.DIGITS) for seat in seats):
        return False
    bounds = plates(width, len(seats) or 1)
    beside = _totals_beside(bounds, seats)
    for seat, (before, after) in zip(seats, pairwise(bounds), strict=False):
        free, free_below = _rooms(seat, after - before - 1, True)
        total = "" if beside else f"▸ {seat.total.rpartition(' ')[2]}"
        has_room = (
            len(art.word(seat.gained)[0]) < after - before - 1
            and len(total) <= free
            and (len(f"{seat.role} {total}".strip()) <= free or len(seat.role) <= free_below)
        )
        if not has_room:
            return False
    return True


# --- text -------------------------------------------------------------------------------------------


def wrapped(parts: Sequence[Step], width: int) -> list[list[Step]]:
    """Return pieces of text in lines; a line breaks before a piece that begins with two spaces."""
    found: list[list[Step]] = [[]] if parts else []
    for at, part in enumerate(parts):
        rest = [part]  # what must stay on one line with it
        for after in parts[at + 1 :]:
            if after.text.startswith("  "):
                break
            rest.append(after)
        if found[-1] and part.text.startswith("  ") and runs_width([*found[-1], *rest]) > width:
            found.append([])
            part = part._replace(text=part.text.lstrip(" ·"))
        found[-1].append(part._replace(text=fit(part.text, width - runs_width(found[-1]))))
    return found


def lines(text: str, width: int) -> list[str]:
    """Return a sentence in lines."""
    found = [""]
    for word in text.split():
        if found[-1] and len(found[-1]) + len(word) + 1 > width:
            found.append("")
        found[-1] = f"{found[-1]} {word}".strip()
    return found
