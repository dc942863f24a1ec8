"""Paints a tournament: the standing on one axis, each against each, and how an interval narrows."""

from __future__ import annotations

from math import ceil, floor, log10

from ... import executors
from ...options import bot_label
from ..look.canvas import Canvas, Run
from ..look.palette import mix
from ..look.panels import STRIP, clock, panel, speed, strip, thousands
from ..look.pieces import fit, heat
from ..look.plot import Axes, Line, plot, ticks
from ..tournament import Row, Tournament

WIDE = 110
"""Columns from which panels stand side by side."""
_EQUAL = "may be equal"


def paint_arena(canvas: Canvas, told: Tournament, chosen: int, state: str) -> None:
    """Paint the whole screen.

    `chosen` is the row whose interval is drawn over time; `state` is said in place of the time left, if it is not "".
    """
    _strip(canvas, told, state)
    width, top, height = canvas.width, STRIP, canvas.height - STRIP
    count = len(told.names)
    crossed = told.paired and len(told.start.bots) > 2
    side = max(38, width * 51 // 140) if width >= WIDE and crossed else 0
    left = width - side - bool(side)
    roomy = height >= 24
    gap = int(roomy)
    top, height = top + gap, height - gap
    below = min(height - 6, max(9, height // 3)) if height - (count + 3) >= 8 else 0
    table = len(told.start.bots) + 3 if crossed and not side else 0
    if table and below and height - below - table - gap < count + 3:
        below = 0
    if table > height - 4:
        table = 0
    standing = height - below - table - gap * (bool(below) + bool(table))
    if below and standing > 4 * count + 3:  # the curve takes what few rows leave
        below += standing - 4 * count - 3
        standing = 4 * count + 3
    _standing(canvas, (0, top, left, standing), told, chosen)
    y = top + standing + gap
    if table:
        _crosstable(canvas, (0, y, left, table), told)
        y += table + gap
    if below:
        _narrowing(canvas, (0, y, left, below), told, chosen)
    if side:
        pitch = next((rows for rows in (3, 2) if rows * len(told.start.bots) + 5 <= height), 1)
        _crosstable(canvas, (left + 1, top, side, height), told, pitch)


def _strip(canvas: Canvas, told: Tournament, state: str) -> None:
    palette, now, start = canvas.palette, told.now, told.start
    games = now.games if now else 0
    share = games / told.total
    left: tuple[Run, ...] = ((thousands(games), palette.gold, True), f" of {thousands(told.total)} games")
    seatings = len(start.series[0].seatings)
    if canvas.width >= 100 and seatings > 1:
        left += ((f"   {seatings} seatings of each deal", palette.feltmute),)
    rate = told.rate
    waiting = f"{clock((told.total - games) / rate)} left" if rate else ""
    right: tuple[Run, ...] = ((f"{floor(100 * share)}%", "", True), f"   {state or waiting}")
    if now and state:
        right += ((f"   in {clock(now.seconds)}", palette.feltmute),)
    bots = f"{len(start.bots)} bot{'s' * (len(start.bots) > 1)}"
    under = f"{speed(rate)} games/s" if rate else ""
    strip(
        canvas,
        share,
        left,
        f"{bots} · {executors.where(told.nodes, start.jobs)} · seed {start.seed}",
        right,
        under,
        told.rates(),
    )


# --- standing ---------------------------------------------------------------------------------------


def _axis(told: Tournament) -> tuple[float, float]:
    """Return the ends of the axis of all intervals: round values, so that it seldom changes."""
    rows = [row for row in (told.now.rows if told.now else ()) if row]
    values = [value for row in rows for value in (row.ends or (row.mean, row.mean))]
    values += [told.neutral] if told.neutral is not None else []
    if told.law.total == 1:  # shares of a win
        values = [min(1.0, max(0.0, value)) for value in values]
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if high <= low:
        low, high = low - 1, high + 1
    marks = ticks(low, high, 4)
    step = marks[1] - marks[0] if len(marks) > 1 else high - low
    return floor(low / step) * step, ceil(high / step) * step


def _standing(canvas: Canvas, place: tuple[int, int, int, int], told: Tournament, chosen: int) -> None:
    """Paint a row for each pairing or bot, as many as there is room for, the chosen one among them."""
    palette, (x, y, width, height) = canvas.palette, place
    earlier = told.earlier()
    deals = max((row.deals for row in earlier.rows if row), default=0) if earlier else 0
    note = f"{'mean of the first bot' if told.paired else 'mean'} and its 95% interval"
    note += f"; ── after {thousands(deals)} deals" if deals else ""
    panel(canvas, x, y, width, height, "standing", note, told.unit)
    if not told.now:
        canvas.put(x + 1, y + 2, "the bots are loaded and the first deals played …", palette.mute)
        return
    rows = told.now.rows
    order = list(range(len(rows)))
    if not told.paired:
        order.sort(key=lambda at: -(found.mean if (found := rows[at]) else 0.0))
    room = height - 2
    pitch = next(size for size in (4, 3, 2, 1) if size * len(rows) <= room or size == 1)
    shown = max(1, room // pitch)
    first = min(max(0, order.index(min(chosen, len(order) - 1)) - shown + 1), max(0, len(order) - shown))
    names = min(max(*(len(_name(name, 99)) for name in told.names), 26) + 4, width * 2 // 5)
    figures = 16
    scale = x + names, max(8, width - names - figures - 1)
    ends = _axis(told)
    for value in ticks(*ends, max(3, scale[1] // 8)):
        text = f"{value:+g}" if ends[0] < 0 and value else f"{value:g}"
        at = scale[0] + _at(value, ends, scale[1])
        canvas.put(min(max(at - len(text) // 2, scale[0]), scale[0] + scale[1] - len(text)), y + 1, text, palette.mute)
    for place_, at in enumerate(order[first : first + shown]):
        top = y + 2 + place_ * pitch
        row = rows[at]
        before = earlier.rows[at] if earlier else None
        name = told.names[at] if told.paired else (f"{place_ + first + 1} {told.names[at][0]}", "")
        _row(canvas, (x, top, width, pitch), name, row, before, at == chosen, scale, ends, told)


def _row(
    canvas: Canvas,
    place: tuple[int, int, int, int],
    name: tuple[str, str],
    row: Row | None,
    before: Row | None,
    chosen: bool,
    scale: tuple[int, int],
    ends: tuple[float, float],
    told: Tournament,
) -> None:
    palette, (x, y, width, pitch) = canvas.palette, place
    middle = y + (pitch > 3)
    if chosen:
        canvas.fill(x, y, width, min(pitch, 3), palette.best)
    canvas.put(x + 1, middle, "▸" if chosen else " ", palette.gold)
    left, wide = scale
    canvas.put(x + 3, middle, _name(name, left - x - 4), bold=True)
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
    neutral = told.neutral
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
    mean, reach = _figures(row, told)
    canvas.right(x + width - 1, middle, (mean, "", True), reach)
    if pitch > 1 and row.ends and neutral is not None:
        canvas.right(x + width - 1, middle + 1, (_verdict(row, neutral), palette.mute))


def _name(names: tuple[str, str], room: int) -> str:
    """Return the names of a row's bots in a width; both are cut if they are too long."""
    if not names[1]:
        return fit(names[0], room)
    first = min(len(names[0]), max((room - 3) // 2, room - 3 - len(names[1])))
    return f"{fit(names[0], first)} – {fit(names[1], max(1, room - 3 - first))}"


def _verdict(row: Row, neutral: float) -> str:
    """Say whether a mean differs from that of equal bots by more than its interval."""
    low, high = row.ends or (neutral, neutral)
    return "better" if low > neutral else "worse" if high < neutral else _EQUAL


def _figures(row: Row, told: Tournament) -> tuple[str, str]:
    """Return a mean, with its sign where it can have one, and its error, to two digits of the error."""
    sign = "+" if told.neutral == 0 else ""
    error = (row.ends[1] - row.ends[0]) / 2 if row.ends else 0.0
    if not error:
        return f"{row.mean:{sign}.3g}", " ±0" if row.ends else ""
    digits = max(0, 1 - floor(log10(error)))
    return f"{row.mean:{sign}.{digits}f}", f" ±{error:.{digits}f}"


def _at(value: float, ends: tuple[float, float], width: int) -> int:
    """Return the column of a value on an axis, from 0."""
    return round(min(1.0, max(0.0, (value - ends[0]) / (ends[1] - ends[0]))) * (width - 1))


# --- panels -----------------------------------------------------------------------------------------


def _crosstable(canvas: Canvas, place: tuple[int, int, int, int], told: Tournament, pitch: int = 1) -> None:
    """Paint the share of games that each bot wins against each other one."""
    palette, (x, y, width, height) = canvas.palette, place
    names, shares = list(map(bot_label, told.start.bots)), told.shares()
    panel(canvas, x, y, width, height, "each against each", "wins, row against column")
    first = min(max(map(len, names)), width // 3)
    each = max(4, min(12, (width - first - 2) // len(names)))
    fitting = (width - first - 2) // each
    for column, name in enumerate(names[:fitting]):
        canvas.middle(x + first + 2 + column * each, each, y + 1, fit(name, each - 1), palette.mute)
    for down, (name, cells) in enumerate(zip(names, shares, strict=True)):
        row = y + 2 + down * pitch
        if row >= y + height:
            break
        canvas.put(x + 1, row, fit(name, first))
        for column, share in enumerate(cells[:fitting]):
            left = x + first + 2 + column * each
            if down == column or share is None:
                canvas.middle(left, each, row, "·", palette.mute)
            else:
                heat(canvas, left, row, each - 1, share, f"{share:.3f}".lstrip("0") if each > 5 else "")
    row = y + 2 + len(names) * pitch
    if row < y + height:
        canvas.put(x + 1, row, fit(_told_apart(told), width - 2), palette.mute)


def _told_apart(told: Tournament) -> str:
    """Say how many pairings tell their bots apart."""
    rows = [row for row in (told.now.rows if told.now else ()) if row and row.ends]
    neutral = told.neutral
    if not rows or neutral is None:
        return ""
    equal = sum(_verdict(row, neutral) == _EQUAL for row in rows)
    return f"{equal} of {len(rows)} pairs may be equal" if equal else "all pairs differ by more than their interval"


def _narrowing(canvas: Canvas, place: tuple[int, int, int, int], told: Tournament, chosen: int) -> None:
    """Paint how the interval of the chosen row has narrowed over the deals."""
    palette, (x, y, width, height) = canvas.palette, place
    points = [
        (row.deals, row.mean, row.ends)
        for one in told.past
        if len(one.rows) > chosen and (row := one.rows[chosen]) and row.ends
    ]
    panel(canvas, x, y, width, height, "how sure it grows", _name(told.names[chosen], width - 30), told.unit)
    if len(points) < 2:
        return
    seen = points[len(points) // 8 :]  # the first intervals are so wide that they would flatten the rest
    values = [value for _, _, ends in seen for value in ends]
    values += [told.neutral] if told.neutral is not None else []
    axes = Axes((0, told.start.deals), (min(values), max(values)), thousands)
    edge = mix(palette.panel, palette.heat[4], 0.9)
    lines = [Line([(deals, ends[side]) for deals, _, ends in points], edge) for side in (0, 1)]
    lines.append(Line([(deals, mean) for deals, mean, _ in points], palette.gold))
    plot(canvas, x + 1, y + 1, width - 2, height - 1, axes, lines)
