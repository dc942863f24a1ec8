"""Paints a training: how far it is, the curves of what its trainer measures, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import NamedTuple

from ... import registry
from ...text.formatting import significant
from ...trainings import Progress
from ...trainings.plans import Plan
from ..look.canvas import Canvas, Run
from ..look.panels import STRIP, clock, facts, facts_height, panel, rate, rates, short, speed, strip, thousands
from ..look.pieces import bar, fit, heat
from ..look.plot import MARKS, Axes, Line, plot

WIDE = 110
"""Columns from which panels stand side by side."""
_NO_SHARES = ("loss", "entropy", "error", "uniform", "rate", "given away", "alike")
"""Words in the names of figures that are no shares of games, though they lie between 0 and 1."""


class TrainingView(NamedTuple):
    """What the screen shows of a training."""

    plan: Plan
    progress: Progress
    state: str
    """One word or sentence: runs, stopped …"""
    facts: Sequence[tuple[str, str]]
    """Names and values for the panel about the run."""
    keys: Sequence[tuple[str, str]]
    """The keys that do something now, and what they do."""
    runs: bool
    seconds: float
    """How long it has taken so far."""


class Group(NamedTuple):
    """Curves that share an axis."""

    title: str
    note: str
    names: tuple[str, ...]


def groups(plan: Plan, progress: Progress) -> list[Group]:
    """Return the curves by axis: shares of games together, and first if there are several; all others on their own."""
    curves, shares = progress.curves, _shares(progress)
    found = [Group(name, "", (name,)) for name in curves if name not in shares]
    if shares:
        bots = registry.own_bots(plan.game)
        against = all(name.split(":")[0] in bots for name in shares)
        note = "share of games won against these bots" if against else ""
        several = len(shares) > 1
        group = Group("learning curve" if several else shares[0], note, tuple(shares))
        found.insert(0 if several else len(found), group)
    return found


def _shares(progress: Progress) -> list[str]:
    """Return the names of the figures that are shares of games."""
    return [
        name
        for name, points in progress.curves.items()
        if all(0 <= value <= 1 for _, value in points) and not any(word in name for word in _NO_SHARES)
    ]


def paint_training(canvas: Canvas, view: TrainingView) -> None:
    """Paint the whole screen."""
    _strip(canvas, view)
    gap = int(canvas.height >= 24)
    top = STRIP + gap
    width, height = canvas.width, canvas.height - top
    side = max(40, width * 51 // 140) if width >= WIDE else 0
    left = width - side - bool(side)
    if side:
        _beside(canvas, (left + 1, top, side, height), view, gap)
    else:
        share = 2 if view.progress.ended == "failed" else 4  # why it failed is what one wants to know
        rows = min(facts_height(view.facts, width), max(3, height // share))
        facts(canvas, (0, top + height - rows, width, rows), view.state, view.facts, view.keys)
        height -= rows
    _curves(canvas, (0, top, left, height), view, gap)


def _beside(canvas: Canvas, place: tuple[int, int, int, int], view: TrainingView, gap: int) -> None:
    """Paint the panels of the right side: what was measured last, what before, and the run itself."""
    x, y, width, height = place
    count = max(1, len(view.progress.curves))
    latest, run = min(height - 8, 3 + 2 * count), len(view.facts) + len(view.keys) + 6
    _latest(canvas, (x, y, width, latest), view)
    y, height = y + latest + gap, height - latest - gap
    if view.progress.curves and (free := height - run - gap) >= 5:
        _before(canvas, (x, y, width, free), view)
        y, height = y + free + gap, run
    facts(canvas, (x, y, width, height), view.state, view.facts, view.keys)


def _strip(canvas: Canvas, view: TrainingView) -> None:
    palette, (plan, progress) = canvas.palette, (view.plan, view.progress)
    share = progress.done / progress.total if progress.total else 0.0
    left: tuple[Run, ...] = ((thousands(progress.done), palette.gold, True), f" of {thousands(progress.total)}")
    pace = rate(progress.reports)
    waiting = f"{clock((progress.total - progress.done) / pace)} left" if pace else "starting …"
    if not progress.total:
        left, waiting = ("starting …" if view.runs else "not begun",), ""
    if plan.against and 0 < progress.total == progress.done:
        waiting = "measuring …"  # what the reply gets
    state = (waiting, "", False) if view.runs else (view.state, palette.loss * (progress.ended == "failed"), False)
    right: tuple[Run, ...] = ((f"{floor(100 * share)}%", "", True), "   ", state)
    gone = f"{clock(view.seconds)} gone"
    under = f"{gone} · {speed(pace)}/s" if pace and view.runs else gone
    about = f"{plan.bot} · {plan.purpose} · seed {plan.seed}"
    strip(canvas, share, left, about, right, under, rates(progress.reports) if view.runs else [])


# --- curves -----------------------------------------------------------------------------------------


def _colours(canvas: Canvas) -> tuple[str, ...]:
    palette = canvas.palette
    return palette.gain, palette.gold, palette.other, palette.loss, palette.title, palette.fg


def _curves(canvas: Canvas, place: tuple[int, int, int, int], view: TrainingView, gap: int) -> None:
    """Paint the first group of curves large, and as many others as fit below it."""
    x, y, width, height = place
    found = groups(view.plan, view.progress)
    if not found:
        panel(canvas, x, y, width, height, "learning curve")
        text = "the trainer has not measured anything yet" if view.runs else "nothing was measured"
        canvas.put(x + 1, y + 2, text, canvas.palette.mute)
        return
    others = found[1 : 1 + max(1, width // 40)] if height >= 17 else []
    below = max(8, height * 2 // 5) if others else 0
    _group(canvas, (x, y, width, height - below - (gap if below else 0)), view, found[0])
    each = (width + 1) // len(others) if others else 0
    for at, group in enumerate(others):
        wide = each - 1 if at < len(others) - 1 else width - each * at
        _group(canvas, (x + each * at, y + height - below, wide, below), view, group)


def _group(canvas: Canvas, place: tuple[int, int, int, int], view: TrainingView, group: Group) -> None:
    palette, (x, y, width, height) = canvas.palette, place
    panel(canvas, x, y, width, height, group.title, group.note)
    curves, colours, shares = view.progress.curves, _colours(canvas), _shares(view.progress)
    lines, at = [], x + 1
    newest = [_newest(curves[name], name in shares) if curves[name] else "" for name in group.names]
    brief = [f"{curves[name][-1][1]:.3g}" if curves[name] else "" for name in group.names]
    names = sum(len(name) + 3 for name in group.names) if len(group.names) > 1 else len("now ")
    fitting = (one for one, gap in ((newest, 3), (brief, 2)) if names + sum(len(value) + gap for value in one) <= width)
    values = next(fitting, None)
    for number, name in enumerate(group.names):
        colour, mark = colours[number % len(colours)], MARKS[number % len(MARKS)] if len(group.names) > 1 else ""
        points = curves[name]
        lines.append(Line(points, colour, mark))
        short = name if values else fit(name, (width - 2) // len(group.names) - 4)
        at = canvas.run(at, y + 1, (f"{mark} " if mark else "", colour, True), (short if mark else "now", palette.mute))
        if values:
            at = canvas.put(at + 1, y + 1, values[number], bold=True)
        at += 3 if values is newest else 2
    found = [value for name in group.names for _, value in curves[name]]
    low, high = (min(found), max(found)) if found else (0.0, 1.0)
    if high <= low:
        low, high = (0.0, 1.0) if 0 <= low <= 1 else (low - 0.5, high + 0.5)
    axes = Axes((0, max(view.progress.total, 1)), (low, high), thousands)
    plot(canvas, x + 1, y + 2, width - 2, height - 2, axes, lines)


def _newest(points: Sequence[tuple[float, float]], share: bool) -> str:
    """Return the newest value, to four digits of the largest one, so that its length stays; shares as in the table."""
    if share:
        return f"{points[-1][1]:.3f}"
    largest = max(abs(value) for _, value in points)
    return f"{points[-1][1]:.{max(0, 3 - floor(log10(largest)))}f}" if largest else "0"


def _latest(canvas: Canvas, place: tuple[int, int, int, int], view: TrainingView) -> None:
    """Paint the newest value of each figure, and how it differs from the one before."""
    palette, (x, y, width, height) = canvas.palette, place
    curves = view.progress.curves
    shares = _shares(view.progress)
    measured = max((points[-1][0] for points in curves.values() if points), default=0)
    panel(canvas, x, y, width, height, "last measured", f"at {thousands(measured)}" if curves else "")
    if not curves:
        canvas.put(x + 1, y + 1, "nothing yet" if view.runs else "nothing", palette.mute)
    pitch = 2 if 2 * len(curves) < height else 1
    first = min(max((len(name) for name in curves), default=8) + 2, width // 2)
    for row, (name, points) in enumerate(curves.items()):
        line = y + 1 + row * pitch
        if line >= y + height or not points:
            continue
        canvas.put(x + 1, line, fit(name, first))
        end = canvas.put(x + 2 + first, line, _newest(points, name in shares), bold=True)
        if name in shares and pitch > 1 and x + width - end > 8:
            bar(canvas, end + 2, line, x + width - end - 3, points[-1][1])
        change = points[-1][1] - points[-2][1] if len(points) > 1 else 0.0
        if change:
            arrow, colour = ("▲", palette.gain) if change > 0 else ("▼", palette.loss)
            moved, since = f"{arrow} {significant(change, 2, '+')}", " since the last"
            better = colour if name in shares else palette.mute  # less of a loss is no loss
            at, line = (x + 2 + first, line + 1) if pitch > 1 else (end + 2, line)
            if pitch > 1:  # all of it, if need be from further left
                at = max(x + 1, min(at, x + width - 1 - len(moved + since)))
            at = canvas.put(at, line, moved, better)
            canvas.put(at, line, fit(since, x + width - 1 - at), palette.mute)


def _before(canvas: Canvas, place: tuple[int, int, int, int], view: TrainingView) -> None:
    """Paint the figures, as many as there is room for, from the first measurement to the last; shares as a heat map."""
    palette, (x, y, width, height) = canvas.palette, place
    curves, shares = view.progress.curves, _shares(view.progress)
    panel(canvas, x, y, width, height, "measured so far", "by games or steps")
    times = sorted({done for points in curves.values() for done, _ in points})
    count = min(len(times), height - 2)
    times = [times[round(at * (len(times) - 1) / max(1, count - 1))] for at in range(count)]
    for row, done in enumerate(times, y + 2):
        canvas.right(x + 7, row, (short(done), palette.mute))
    shown = list(curves)[: (width - 8) // 9]
    each = min(24, (width - 8) // len(shown))
    for column, name in enumerate(shown):
        left, known = x + 8 + column * each, dict(curves[name])
        canvas.put(left, y + 1, fit(name, each - 1), palette.mute)
        for row, done in enumerate(times, y + 2):
            if (value := known.get(done)) is None:
                continue
            if name in shares:
                heat(canvas, left, row, each - 1, value, f"{value:.3f}".lstrip("0"))
            else:
                canvas.middle(left, each - 1, row, fit(f"{value:.4g}", each - 1))
