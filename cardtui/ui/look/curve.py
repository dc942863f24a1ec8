"""Paints values over time: curves with a label at their right end, and small ones of a single row of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from ...text.formatting import trimmed
from .canvas import Canvas
from .palette import Palette
from .pieces import fit

_SIGNS = "ox+*#@"
"""What curves are drawn with where there is no colour."""
_LEVELS = "▁▂▃▄▅▆▇█"
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


class Line(NamedTuple):
    """A curve: its name, and its values at equal distances in time."""

    name: str
    values: Sequence[float]


class Course(NamedTuple):
    """How something went over several deals: curves of the same length, the first of which stands out."""

    lines: Sequence[Line]
    """Empty if there is nothing to compare yet."""
    unit: str
    first: int = 0
    """The number of the first value."""
    title: str = "after each deal"

    @property
    def changes(self) -> bool:
        """Whether some value differs from the first one of its curve."""
        return any(value != line.values[0] for line in self.lines for value in line.values)


def colours(palette: Palette) -> tuple[str, ...]:
    """Return the colours of the curves, in order; the first one stands out."""
    return palette.fg, palette.other, *map(palette.suit, "EG♥"), palette.feltmute


def least_height(course: Course) -> int:
    """Return the least number of rows for a course with its heading; 0 if no value changes."""
    return max(4, len(course.lines)) + 2 if course.changes else 0


def curves(canvas: Canvas, x: int, y: int, width: int, height: int, course: Course) -> None:
    """Paint curves below a heading, on one scale that includes 0, and the numbers of the deals in the last row.

    Each curve's name and last value stand at its right end. Curves are dotted lines in braille, each in a colour;
    without colours they are drawn with a sign each, which then stands before the name.
    """
    palette, plain, lines = canvas.palette, canvas.palette.mono or canvas.palette.lines, course.lines
    title = course.title.upper()
    unit = course.unit if len(title) + 3 + len(course.unit) <= width else course.unit.partition(";")[0]
    canvas.run(x, y, (title, palette.title, True), (fit(f"   {unit}", width - len(title)), palette.feltmute))
    y, height = y + 1, height - 1
    low = min(0.0, *(min(line.values) for line in lines))
    high = max(0.0, *(max(line.values) for line in lines))
    high = high if high > low else low + 1
    ticks = {tick: trimmed(tick) for tick in (high, low, 0.0)}
    left = x + max(map(len, ticks.values())) + 1
    labels = [f"{f'{sign} ' * plain}{line.name}" for sign, line in zip(_SIGNS * len(lines), lines, strict=False)]
    ends = [trimmed(line.values[-1]) for line in lines]
    size = min(max(map(cell_len, labels)) + 1 + max(map(len, ends)), width // 3)
    across, rows = x + width - size - 1 - left, height - 1
    if across < 4 or rows < 2:
        return

    def row(value: float) -> int:
        return round((high - value) / (high - low) * (rows - 1))

    canvas.put(left, y + row(0.0), "·" * across, palette.feltmute)
    taken = set[int]()
    for tick, text in ticks.items():
        if row(tick) not in taken:
            taken.add(row(tick))
            canvas.right(left - 1, y + row(tick), (text, palette.feltmute))
    _numbers(canvas, left, y + rows, across, course.first, len(lines[0].values))
    hues = colours(palette)
    for at in reversed(range(len(lines))):  # the first one last, on top of the others
        share = [(high - value) / (high - low) for value in lines[at].values]
        if plain:
            _signs(canvas, left, y, across, rows, share, _SIGNS[at % len(_SIGNS)])
        else:
            canvas.braille(left, y, _dots(share, 2 * across, 4 * rows), hues[at % len(hues)], bold=True)
    for at, below in _apart([(high - line.values[-1]) / (high - low) * (rows - 1) for line in lines], rows):
        name = fit(labels[at], size - len(ends[at]) - 1)
        canvas.put(left + across + 1, y + below, name, hues[at % len(hues)], bold=at == 0)
        canvas.right(x + width, y + below, (ends[at], palette.fg, True))


def spark(values: Sequence[float], low: float, high: float, width: int) -> str:
    """Return values between `low` and `high` as one row of bars, at most `width`; of more values some are left out.

    >>> spark([0, 5, 10], 0, 10, 8), spark([0, 1, 2, 3, 4], 0, 4, 3)
    ('▁▅█', '▁▅█')
    """
    span, last = high - low or 1, len(values) - 1
    if len(values) > width:
        values = [values[round(at * last / max(1, width - 1))] for at in range(max(0, width))]
    return "".join(_LEVELS[round((value - low) / span * (len(_LEVELS) - 1))] for value in values)


# --- inside -----------------------------------------------------------------------------------------


def _numbers(canvas: Canvas, x: int, y: int, width: int, first: int, count: int) -> None:
    """Write the numbers of the values below them, as many as have room."""
    pitch = (width - 1) / max(1, count - 1)
    step = next((step for step in _STEPS if step * pitch >= len(str(first + count)) + 2), _STEPS[-1])
    for at in range(count):
        if (first + at) % step == 0:
            text = str(first + at)
            canvas.put(min(x + round(at * pitch), x + width - len(text)), y, text, canvas.palette.feltmute)


def _points(share: Sequence[float], columns: int, rows: int) -> Iterator[tuple[int, int, bool]]:
    """Yield the column and row of each point of a curve, and whether it is one of the values."""
    for column in range(columns):
        place = column / max(1, columns - 1) * (len(share) - 1)
        before = min(int(place), max(0, len(share) - 2))
        after = min(before + 1, len(share) - 1)
        value = share[before] + (share[after] - share[before]) * (place - before)
        near = round(round(place) * (columns - 1) / max(1, len(share) - 1)) == column
        yield column, round(value * (rows - 1)), near


def _dots(share: Sequence[float], width: int, height: int) -> Iterator[tuple[int, int]]:
    """Yield the dots of a curve, joined where it is steep."""
    last = None
    for column, row, _ in _points(share, width, height):
        between = range(min(last, row), max(last, row) + 1) if last is not None and last != row else (row,)
        yield from ((column, at) for at in between if at != last or last == row)
        last = row


def _signs(canvas: Canvas, x: int, y: int, width: int, height: int, share: Sequence[float], sign: str) -> None:
    """Paint a curve with a sign for each value and dots between them; with signs alone where values are many."""
    dense = len(share) * 2 > width
    for column, row, value in _points(share, width, height):
        if dense or value or canvas.rows[y + row][x + column].char == " ":
            canvas.put(x + column, y + row, sign if dense or value else "·", canvas.palette.fg)


def _apart(wanted: Sequence[float], rows: int) -> list[tuple[int, int]]:
    """Return the index and row of each label, a row apart, near to what is wanted; those without room are left out."""
    order = sorted(range(len(wanted)), key=lambda at: (wanted[at], at))[:rows]
    placed: list[int] = []
    for at in order:
        placed.append(max(round(wanted[at]), placed[-1] + 1 if placed else 0))
    limit = rows - 1
    for place in reversed(range(len(placed))):
        placed[place] = min(placed[place], limit)
        limit = placed[place] - 1
    return list(zip(order, placed, strict=True))
