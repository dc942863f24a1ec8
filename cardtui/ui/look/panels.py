"""Paints screens that follow a long run: the strip of its progress, and panels with headings."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from textwrap import wrap

from rich.cells import cell_len

from .canvas import Canvas, Run, Spot
from .pieces import bar, fit, runs_width

STRIP = 4
"""Rows of the strip at the top: felt and its wooden edge."""
PARTS = 16
"""Into how many parts the time of a run is divided, whose speeds the strip shows."""
Reports = Sequence[tuple[float, float]]
"""How far a run was at which time: seconds, and what was done by then, in order."""
KEY = "key "
"""What the word of a place begins with that presses a key when it is clicked; its name follows."""
_BLOCKS = "▁▂▃▄▅▆▇█"


def panel(canvas: Canvas, x: int, y: int, width: int, height: int, title: str, note: str = "", unit: str = "") -> None:
    """Paint an empty panel with a heading: a title in capitals, what it shows, and the unit at the right end."""
    palette = canvas.palette
    canvas.fill(x, y, width, height, palette.panel)
    canvas.fill(x, y, width, 1, palette.raised)
    end = canvas.put(x + 1, y, title.upper(), palette.title, bold=True) + 2
    room = x + width - 1 - end - (cell_len(unit) + 2 if unit else 0)
    if note and room > 3:
        end = canvas.put(end, y, fit(note, room), palette.mute)
    if unit and x + width - 1 - cell_len(unit) > end:
        canvas.right(x + width - 1, y, (unit, palette.mute))


def strip(
    canvas: Canvas,
    share: float,
    left: tuple[Run, ...],
    below: str,
    right: tuple[Run, ...],
    under: str,
    rates: Sequence[float],
) -> None:
    """Paint how far a run is: a text, a bar, the time left, and below them what it is and its speed over time."""
    palette, width = canvas.palette, canvas.width
    canvas.fill(0, 0, width, STRIP - 1, palette.felt)
    canvas.put(0, STRIP - 1, "▀" * width, palette.felt, palette.rail)
    end = canvas.run(2, 1, *left)
    start = width - 2 - max(runs_width(right), 30, min(38, width // 3))
    canvas.run(start, 1, *right)
    if start - end > 10:
        bar(canvas, end + 3, 1, start - end - 6, share, palette.gold)
    at = max(start, min(cell_len(below) + 4, width - 1 - cell_len(under)))  # it makes room for a longer text
    canvas.put(2, 2, fit(below, at - 4), palette.feltmute)
    shown = rates[max(0, len(rates) - max(0, width - at - cell_len(under) - 4)) :]  # the text is whole
    if shown and max(shown) > 0:
        levels = (_BLOCKS[min(7, int(8 * pace / max(shown)))] for pace in shown)
        at = canvas.put(at, 2, "".join(levels), palette.other) + 2
    canvas.put(at, 2, fit(under, width - 1 - at), palette.feltmute)


def facts(
    canvas: Canvas,
    place: tuple[int, int, int, int],
    state: str,
    told: Sequence[tuple[str, str]],
    keys: Sequence[tuple[str, str]],
) -> None:
    """Paint the facts `told` on a run, (name, value) each, and below them, if there is room, the keys that work now."""
    palette, (x, y, width, height) = canvas.palette, place
    panel(canvas, x, y, width, height, "run", state)
    first = _names_width(told, width)
    room, folded = width - first - 2, _folded(told, width)
    cut = [
        (name, f"…{value[1 - room :]}" if value.startswith("/") and len(value) > room else value)
        for name, value in told
    ]
    lines = folded if len(folded) < height else cut[: height - 1]
    for row, (name, value) in enumerate(lines, y + 1):
        canvas.put(x + 1, row, fit(name, first - 1), palette.mute)
        canvas.put(x + 1 + first, row, fit(value, room))
    below = y + len(lines) + 2
    if below + len(keys) <= y + height:
        for row, (key, text) in enumerate(keys, below):
            colours = (palette.gold, palette.raised) if row > below else (palette.ink, palette.mark)
            canvas.put(x + 1, row, f" {key} ", *colours, True)
            canvas.put(x + 6, row, fit(text, width - 7))
            canvas.spots.append(Spot(x + 1, row, width - 2, 1, f"{KEY}{key}"))


def facts_height(told: Sequence[tuple[str, str]], width: int) -> int:
    """Return how many rows `facts` needs to show all that is told, with the heading and without keys."""
    return 1 + len(_folded(told, width))


def _names_width(told: Sequence[tuple[str, str]], width: int) -> int:
    return min(max((len(name) for name, _ in told), default=0) + 2, width // 2)


def _folded(told: Sequence[tuple[str, str]], width: int) -> list[tuple[str, str]]:
    """Return facts in lines: what does not fit beside a name goes on in the next line, without the name."""
    room = width - _names_width(told, width) - 2
    return [
        ("" if number else name, part)
        for name, value in told
        for number, part in enumerate(wrap(value, room, break_on_hyphens=False) or [""])
    ]


def level(share: float) -> str:
    """Return a column of a height from 0 … 1; what is not 0 shows.

    >>> level(0), level(0.01), level(1)
    (' ', '▁', '█')
    """
    return _BLOCKS[min(7, int(8 * share))] if share > 0 else " "


def clock(seconds: float) -> str:
    """Return a duration in words.

    >>> clock(7), clock(220), clock(5100)
    ('7 s', '3 min 40 s', '1 h 25 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def thousands(value: float) -> str:
    """Return a whole number in groups of three digits.

    >>> thousands(500), thousands(230000)
    ('500', '230,000')
    """
    return f"{value:,.0f}"


def short(value: float) -> str:
    """Return a whole number in at most five characters, to three digits.

    >>> short(500), short(20000), short(1250000), short(3e9)
    ('500', '20k', '1.25M', '3G')
    """
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.0f}"


def rate(reports: Reports) -> float:
    """Return what was done in a second over the later half of the time; 0 if it is unknown.

    >>> rate([(0, 0), (5, 10), (10, 60)]), rate([(0, 0)])
    (10.0, 0.0)
    """
    if not reports:
        return 0.0
    begin, (end, done) = reports[0][0], reports[-1]
    time, before = reports[bisect_right(reports, (begin + end) / 2, key=_time) - 1]
    return (done - before) / (end - time) if end > time else 0.0


def rates(reports: Reports) -> list[float]:
    """Return what was done in a second in `PARTS` equal parts of the time; between two reports in proportion."""
    if not reports or reports[0][0] >= reports[-1][0]:
        return []
    begin, part = reports[0][0], (reports[-1][0] - reports[0][0]) / PARTS
    done = [_done(reports, begin + part * number) for number in range(PARTS + 1)]
    return [(after - before) / part for before, after in pairwise(done)]


def _done(reports: Reports, time: float) -> float:
    later = bisect_left(reports, time, 1, len(reports) - 1, key=_time)
    (begin, before), (end, after) = reports[later - 1], reports[later]
    return before + (after - before) * (min(1.0, (time - begin) / (end - begin)) if end > begin else 1.0)


def _time(report: tuple[float, float]) -> float:
    return report[0]


def speed(pace: float) -> str:
    """Return a number of things a second with at least two digits.

    >>> speed(0.1234), speed(9.84), speed(12400)
    ('0.12', '9.8', '12,400')
    """
    return thousands(pace) if pace >= 10 else f"{pace:.2g}"
