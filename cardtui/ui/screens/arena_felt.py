"""Paints a tournament: how far it is, the standing on one axis, and where its other panels stand."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

from rich.cells import cell_len

from ... import executors
from ...text.formatting import counted
from ..look.canvas import Canvas, Run, Spot
from ..look.panels import STRIP, clock, facts, panel, rate, rates, speed, strip, thousands
from ..look.pieces import fit
from ..look.plot import ticks
from ..tournament import Row, Tournament
from .arena_panels import crosstable, differences, digits, error_of, figures, name, narrowing, verdict

WIDE = 110
"""Columns from which panels stand side by side."""
ROW = "row "
"""What the word of a clickable row of the standing begins with; its place in the standing follows."""


class ArenaView(NamedTuple):
    """What the screen shows besides the tournament itself."""

    chosen: int
    """The row that is looked at more closely."""
    state: str
    """What is said in place of the time left; "" while deals are played."""
    facts: Sequence[tuple[str, str]] = ()
    """Names and values for the panel about the run."""
    keys: Sequence[tuple[str, str]] = ()
    """The keys that do something now, and what they do."""


def paint_arena(canvas: Canvas, tournament: Tournament, shown: ArenaView) -> None:
    """Paint the whole screen."""
    _strip(canvas, tournament, shown.state)
    gap = int(canvas.height - STRIP >= 24)
    top = STRIP + gap
    width, height = canvas.width, canvas.height - top
    side = max(44, width * 51 // 140) if width >= WIDE else 0
    left = width - side - bool(side)
    rows, bots = len(tournament.names), len(tournament.start.bots)
    crossed = rows > 1 and tournament.law.seats > 1
    table = bots + 4 if crossed else 0
    below = min(height - 6, max(9, height // 3, 0 if side else table)) if height - (rows + 3) >= 8 else 0
    if below and (more := height - below - gap - 4 * rows - 3) > 0:  # the curve takes what few rows leave
        below += more
    standing = height - below - gap * bool(below)
    paint_standing(canvas, (0, top, left, standing), tournament, shown.chosen)
    y = top + standing + gap
    if side:
        _beside(canvas, (left + 1, top, side, height), tournament, shown, table, gap)
    elif below >= table > 0:
        crosstable(canvas, (0, y, width // 2, below), tournament)
        narrowing(canvas, (width // 2 + 1, y, width - width // 2 - 1, below), tournament, shown.chosen)
        return
    if below:
        narrowing(canvas, (0, y, left, below), tournament, shown.chosen)


def _beside(
    canvas: Canvas, place: tuple[int, int, int, int], tournament: Tournament, shown: ArenaView, table: int, gap: int
) -> None:
    """Paint the panels of the right side: each against each, how the deals of a row differ, and the run itself."""
    x, y, width, height = place
    least = len(tournament.spread(shown.chosen)) + 2
    run = len(shown.facts) + len(shown.keys) + 5
    if table and height - table < least + gap:
        crosstable(canvas, place, tournament)
        return
    if table:
        free = height - least - run - 2 * gap
        pitch = next((rows for rows in (3, 2) if rows * (table - 4) + 4 <= free), 1)
        table = pitch * (table - 4) + 4
        crosstable(canvas, (x, y, width, table), tournament, pitch)
        y, height = y + table + gap, height - table - gap
    if height - least - gap < 6:
        run = -gap
    deals = height - min(run, height - least - gap) - gap
    differences(canvas, (x, y, width, deals), tournament, shown.chosen)
    if run > 0:
        facts(canvas, (x, y + deals + gap, width, height - deals - gap), shown.state, shown.facts, shown.keys)


def _strip(canvas: Canvas, tournament: Tournament, state: str) -> None:
    palette, now, start = canvas.palette, tournament.now, tournament.start
    games = now.games if now else 0
    share = games / tournament.total
    left: tuple[Run, ...] = ((thousands(games), palette.gold, True), f" of {thousands(tournament.total)} games")
    seatings = len(start.series[0].seatings)
    if canvas.width >= 100 and seatings > 1:
        left += ((f"   {seatings} seatings of each deal", palette.feltmute),)
    pace = rate(tournament.reports)
    more = "at least " * (tournament.now is not None and None in tournament.now.rows)  # who has not begun may be slower
    waiting = f"{more}{clock((tournament.total - games) / pace)} left" if pace else ""
    right: tuple[Run, ...] = ((f"{floor(100 * share)}%", "", True), f"   {state or waiting}")
    if now and state:
        right += ((f"   in {clock(now.seconds)}", palette.feltmute),)
    bots = counted(len(start.bots), "bot")
    under = f"{speed(pace)} games/s" if pace else ""
    strip(
        canvas,
        share,
        left,
        f"{bots} · {executors.where(tournament.nodes, start.jobs)} · seed {start.seed}",
        right,
        under,
        rates(tournament.reports),
    )


# --- standing ---------------------------------------------------------------------------------------


def _axis(tournament: Tournament) -> tuple[float, float]:
    """Return the ends of the axis of all intervals: round values, so that it seldom changes."""
    rows = [row for row in (tournament.now.rows if tournament.now else ()) if row]
    values = [value for row in rows for value in (row.ends or (row.mean, row.mean))]
    values += [tournament.neutral] if tournament.neutral is not None else []
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if high <= low:
        low, high = low - 1, high + 1
    marks = ticks(low, high, 4)
    step = marks[1] - marks[0] if len(marks) > 1 else high - low
    return floor(low / step) * step, ceil(high / step) * step


def paint_standing(canvas: Canvas, place: tuple[int, int, int, int], tournament: Tournament, chosen: int) -> None:
    """Paint a row for each pairing or bot, as many as there is room for, the chosen one among them."""
    palette, (x, y, width, height) = canvas.palette, place
    earlier = tournament.earlier()
    deals = max((row.deals for row in earlier.rows if row), default=0) if earlier else 0
    note = f"{'mean of the first bot' if tournament.paired else 'mean'} and its 95% interval"
    whole = f"{note}; ── after {thousands(deals)} deal{'s' * (deals != 1)}" if deals else note
    fits = len("standing") + cell_len(whole) + cell_len(tournament.unit) + 6 <= width
    panel(canvas, x, y, width, height, "standing", whole if fits else note, tournament.unit)
    if not tournament.now:
        canvas.put(x + 1, y + 2, "the bots are loaded and the first deals played …", palette.mute)
        return
    rows = tournament.now.rows
    order = list(range(len(rows)))
    if not tournament.paired:
        order.sort(key=lambda at: -(found.mean if (found := rows[at]) else 0.0))
    room = height - 2
    pitch = next(size for size in (4, 3, 2, 1) if size * len(rows) <= room or size == 1)
    shown = max(1, room // pitch)
    first = min(max(0, order.index(min(chosen, len(order) - 1)) - shown + 1), max(0, len(order) - shown))
    names = min(max(*(len(name(one, 99)) for one in tournament.names), 26) + 4, width * 2 // 5)
    figures = 16
    scale = x + names, max(8, width - names - figures - 1)
    ends = _axis(tournament)
    for value in ticks(*ends, max(3, scale[1] // 8)):
        text = f"{value:+g}" if ends[0] < 0 and value else f"{value:g}"
        at = scale[0] + _at(value, ends, scale[1])
        canvas.put(min(max(at - len(text) // 2, scale[0]), scale[0] + scale[1] - len(text)), y + 1, text, palette.mute)
    for place_, at in enumerate(order[first : first + shown]):
        top = y + 2 + place_ * pitch
        before = earlier.rows[at] if earlier else None
        label = tournament.names[at] if tournament.paired else (f"{place_ + first + 1} {tournament.names[at][0]}", "")
        _row(canvas, (x, top, width, pitch), label, tournament, at, before, at == chosen, scale, ends)
        canvas.spots.append(Spot(x, top, width, min(pitch, 3), f"{ROW}{at}"))


def _row(
    canvas: Canvas,
    place: tuple[int, int, int, int],
    label: tuple[str, str],
    tournament: Tournament,
    at: int,
    before: Row | None,
    chosen: bool,
    scale: tuple[int, int],
    ends: tuple[float, float],
) -> None:
    palette, (x, y, width, pitch) = canvas.palette, place
    row = tournament.now.rows[at] if tournament.now else None
    middle = y + (pitch > 3)
    if chosen:
        canvas.fill(x, y, width, min(pitch, 3), palette.best)
    canvas.put(x + 1, middle, "▸" if chosen else " ", palette.gold)
    left, wide = scale
    canvas.put(x + 3, middle, name(label, left - x - 4), bold=True)
    if row is None:
        canvas.put(left, middle, "not yet begun", palette.mute)
        return
    if pitch > 1:
        canvas.put(
            x + 3, middle + 1, fit(f"wins {row.win:.1%} of {thousands(row.games)} games", left - x - 4), palette.mute
        )
    canvas.put(left, middle, "·" * wide, palette.line)
    if before and before.ends:
        low, high = (_at(value, ends, wide) for value in before.ends)
        canvas.put(left + low, middle, "─" * (high - low + 1), palette.mute)
    neutral = tournament.neutral
    if neutral is not None and ends[0] <= neutral <= ends[1]:
        for down in range(min(pitch, 3)):
            canvas.put(left + _at(neutral, ends, wide), y + down, "│", palette.mute)
    colour = palette.mark if chosen or palette.mono else palette.heat[3]
    if row.ends:
        low, high = (_at(value, ends, wide) for value in row.ends)
        canvas.put(left + low, middle, "█" * (high - low + 1), colour)
    mark = "┃" if row.ends else "●"
    ground = colour if row.ends and not palette.mono else ""
    canvas.put(
        left + _at(row.mean, ends, wide),
        middle,
        mark,
        palette.fg if palette.mono else palette.ink if chosen or palette.light else "#ffffff",
        ground,
        True,
    )
    mean, reach = figures(row, tournament)
    canvas.right(x + width - 1, middle, (mean, "", True), reach)
    if pitch > 1 and row.ends and neutral is not None:
        canvas.right(x + width - 1, middle + 1, (verdict(row, neutral), palette.mute), *_moved(canvas, tournament, at))


def _moved(canvas: Canvas, tournament: Tournament, at: int) -> tuple[Run, ...]:
    """Return how far the mean of a row has moved of late."""
    found, palette = tournament.recent_change(at), canvas.palette
    if not found:
        return ()
    deals, change = found
    row = tournament.now.rows[at] if tournament.now else None
    text = f"{change:+.{digits(error_of(row) if row else 0.0)}f}"
    if not float(text):
        return ()
    colour = palette.gain if change > 0 else palette.loss
    moved = f"{'▲' if change > 0 else '▼'} {text}"
    return (" · ", palette.mute), (moved, colour), (f" in the last {thousands(deals)} deals", palette.mute)


def _at(value: float, ends: tuple[float, float], width: int) -> int:
    """Return the column of a value on an axis, from 0."""
    return round(min(1.0, max(0.0, (value - ends[0]) / (ends[1] - ends[0]))) * (width - 1))
