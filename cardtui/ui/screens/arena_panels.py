"""Paints what a tournament tells besides its standing: pairs of bots, intervals, how deals differ."""

from __future__ import annotations

from math import floor, log10, sqrt

from ...options import bot_label
from ...text.formatting import significant
from ..look.canvas import Canvas, Run
from ..look.palette import mix, readable
from ..look.panels import panel, thousands
from ..look.pieces import bar, fit, heat, runs_width
from ..look.plot import Axes, Line, plot
from ..tournament import Row, Tournament

_EQUAL = "may be equal"


def name(names: tuple[str, str], room: int) -> str:
    """Return the names of a row's bots in a width; both are cut if they are too long."""
    if not names[1]:
        return fit(names[0], room)
    first = min(len(names[0]), max((room - 3) // 2, room - 3 - len(names[1])))
    return f"{fit(names[0], first)} – {fit(names[1], max(1, room - 3 - first))}"


def verdict(row: Row, neutral: float) -> str:
    """Say whether a mean differs from that of equal bots by more than its interval."""
    low, high = row.ends or (neutral, neutral)
    if low == high:  # deals that all came out the same say nothing about the next one
        return _EQUAL
    return "better" if low > neutral else "worse" if high < neutral else _EQUAL


def error_of(row: Row) -> float:
    """Return how far the interval of a mean reaches to its longer side; 0 if that is not known."""
    return max(row.mean - row.ends[0], row.ends[1] - row.mean) if row.ends else 0.0


def digits(error: float) -> int:
    """Return how many digits a mean is given after the point: two of its error count."""
    return max(0, 1 - floor(log10(error))) if error else 3


def figures(row: Row, tournament: Tournament) -> tuple[str, str]:
    """Return a mean, with its sign where it can have one, and its error, to two digits of the error."""
    sign, error = "+" if tournament.neutral == 0 else "", error_of(row)
    if not error:
        return significant(row.mean, 3, sign), ""
    return f"{row.mean:{sign}.{digits(error)}f}", f" ±{error:.{digits(error)}f}"


# --- pairwise results -------------------------------------------------------------------------------


def crosstable(canvas: Canvas, place: tuple[int, int, int, int], tournament: Tournament, pitch: int = 1) -> None:
    """Paint what each bot does against each other one: the share of games it wins, or at a table what it gains more.

    Columns have the numbers of the rows where names would be cut.
    """
    palette, (x, y, width, height) = canvas.palette, place
    names = list(map(bot_label, tournament.start.bots))
    unit = "" if tournament.paired else tournament.unit
    panel(
        canvas,
        x,
        y,
        width,
        height,
        "pairwise results",
        "wins of the row" if tournament.paired else "row less column",
        unit,
    )
    first = min(max(map(len, names)) + 2, width // 2 - 2)
    each = max(5, min(12, (width - first - 2) // len(names)))
    fitting = min(len(names), (width - first - 2) // each)
    numbered = fitting < len(names) or max(map(len, names)) >= each
    for column, one in enumerate(names[:fitting]):
        head = f"{column + 1}" if numbered else one
        canvas.middle(x + first + 2 + column * each, each - 1, y + 1, head, palette.mute)
    for down, one in enumerate(names):
        row = y + 2 + down * pitch
        if row >= y + height:
            break
        canvas.put(x + 1, row, fit(f"{down + 1} {one}" if numbered else one, first))
        for column in range(fitting):
            at = x + first + 2 + column * each
            if tournament.paired:
                _share(canvas, at, row, each - 1, tournament.win_shares()[down][column])
            else:
                _difference(canvas, at, row, each - 1, tournament, down, column)
    row = y + 2 + len(names) * pitch
    if row < y + height:
        canvas.put(x + 1, row, fit(_told_apart(tournament), width - 2), palette.mute)


def _share(canvas: Canvas, x: int, y: int, width: int, share: float | None) -> None:
    if share is None:
        canvas.middle(x, width, y, "·", canvas.palette.mute)
    else:
        text = f"{share:.3f}".lstrip("0") if share < 1 else "1"
        heat(canvas, x, y, width, share, text if width > 3 else "")


def _difference(canvas: Canvas, x: int, y: int, width: int, tournament: Tournament, row: int, column: int) -> None:
    """Paint a difference on a ground of its colour; without one where it may be chance."""
    palette, found = canvas.palette, tournament.mean_differences()[row][column]
    if found is None:
        canvas.middle(x, width, y, "·", palette.mute)
        return
    mean, ends = found
    after = min(2, digits((ends[1] - ends[0]) / 2 if ends else 0.0))
    ground = canvas.background(x, y)
    if ends and not ends[0] <= 0 <= ends[1] and not palette.mono:
        ground = mix(ground, palette.gain if mean > 0 else palette.loss, 0.35)
        canvas.fill(x, y, width, 1, ground)
    text = f"{mean:+.{after}f}" if len(f"{mean:+.{after}f}") <= width else f"{mean:+.0f}"
    canvas.middle(x, width, y, text, readable(ground, palette.fg, palette.ink), bold=ground != palette.panel)


def _told_apart(tournament: Tournament) -> str:
    """Say how many pairs of bots may be equal, those included that have no interval yet, and how many wait."""
    if tournament.paired:
        rows = tournament.now.rows if tournament.now else ()
        unclear = [tournament.neutral is None or verdict(row, tournament.neutral) == _EQUAL for row in rows if row]
        waiting = len(rows) - len(unclear)
    else:
        table = tournament.mean_differences()
        pairs = [found[1] for at, cells in enumerate(table) for found in cells[at + 1 :] if found]
        unclear = [not ends or ends[0] == ends[1] or ends[0] <= 0 <= ends[1] for ends in pairs]
        waiting = 0  # at a table all begin together
    if not unclear:
        return ""
    if not any(unclear) and not waiting:
        return "all pairs differ significantly"
    return f"{sum(unclear)} of {len(unclear)} pairs may be equal" + f", {waiting} not begun" * bool(waiting)


# --- one row, looked at more closely ----------------------------------------------------------------


def narrowing(canvas: Canvas, place: tuple[int, int, int, int], tournament: Tournament, chosen: int) -> None:
    """Paint how the interval of the chosen row has narrowed over the deals, and what it will be at the end."""
    palette, (x, y, width, height) = canvas.palette, place
    points = [
        (row.deals, row.mean, row.ends)
        for one in tournament.past
        if len(one.rows) > chosen and (row := one.rows[chosen]) and row.ends
    ]
    titles = ("95% interval over deals", "95% interval")
    rooms = [width - len(title) - len(tournament.unit) - 6 for title in titles]
    short = len(name(tournament.names[chosen], width)) > rooms[0]  # then the names get more room
    panel(canvas, x, y, width, height, titles[short], name(tournament.names[chosen], rooms[short]), tournament.unit)
    if len(points) < 2:
        return
    top = y + 1 + _sure(canvas, x + 1, y + 1, width - 2, tournament, chosen)
    seen = points[len(points) // 8 :]  # the first intervals are so wide that they would flatten the rest
    values = [value for _, _, ends in seen for value in ends]
    values += [tournament.neutral] if tournament.neutral is not None else []
    axes = Axes((0, tournament.start.deals), (min(values), max(values)), thousands)
    edge = mix(palette.panel, palette.heat[4], 0.9)
    lines = [Line([(deals, ends[side]) for deals, _, ends in points], edge) for side in (0, 1)]
    lines.append(Line([(deals, mean) for deals, mean, _ in points], palette.gold))
    plot(canvas, x + 1, top, width - 2, y + height - top, axes, lines)


def _sure(canvas: Canvas, x: int, y: int, width: int, tournament: Tournament, chosen: int) -> int:
    """Write a row's mean, since when it is certain, and its error when all is played; return the rows it takes."""
    palette, row = canvas.palette, tournament.now.rows[chosen] if tournament.now else None
    if not (row and row.ends):
        return 0
    mean, error = figures(row, tournament)
    parts: list[tuple[Run, ...]] = [((mean, palette.gold, True), error)]
    if row.deals < tournament.start.deals:
        then = error_of(row) * sqrt(row.deals / tournament.start.deals)
        parts.append((("about ", palette.mute), f"±{then:.{digits(error_of(row))}f}", (" at the end", palette.mute)))
    if since := tournament.certain_since(chosen):
        where = "above" if tournament.neutral is not None and row.mean > tournament.neutral else "below"
        parts.append(((f"{where} {tournament.neutral:g} since deal ", palette.mute), (thousands(since), "", True)))
    at, line = x, y
    for part in parts:
        if at > x and at + runs_width(part) > x + width:
            at, line = x, line + 1
        at = canvas.run(at, line, *part) + 2
    return line - y + 1


def differences(canvas: Canvas, place: tuple[int, int, int, int], tournament: Tournament, chosen: int) -> None:
    """Paint in how many deals the chosen row had which value: how much is luck."""
    palette, (x, y, width, height) = canvas.palette, place
    title, room = "histogram of deals", width - 22
    pair = name(tournament.names[chosen], room)
    both = len(pair) + 2 + len(tournament.unit) <= room  # else the pair alone: the unit stands elsewhere, too
    panel(canvas, x, y, width, height, title, pair, tournament.unit * both)
    found = tournament.spread(chosen)
    deals = sum(count for _, _, count in found)
    if not deals:
        return
    sign = "+" if found[0][0] < 0 else ""
    texts = [_values(*step[:2], sign, at == 0, at == len(found) - 1) for at, step in enumerate(found)]
    first, most = max(map(len, texts)), max(count for _, _, count in found)
    room = width - first - 9
    pitch = min(3, max(1, (height - 3) // len(found)))
    for row, (text, (_, _, count)) in enumerate(zip(texts, found, strict=True)):
        down = y + 1 + (pitch > 2) + row * pitch
        if down < y + height:
            canvas.right(x + 1 + first, down, (text, palette.mute))
            bar(canvas, x + 2 + first, down, room, count / most, palette.heat[3])
            canvas.right(x + width - 1, down, (f"{count / deals:.1%}", ""))
    if len(found) * pitch + 1 < height - 1:
        seatings = len(tournament.start.series[0].seatings)
        note = f"of {thousands(deals)} deals" + "; each a mean of its seatings" * (seatings > 1)
        canvas.put(x + 1, y + height - 1, fit(note, width - 2), palette.mute)


def _values(low: float, high: float, sign: str, first: bool, last: bool) -> str:
    """Name the values of a step: one, or from one to another; the first and the last are open.

    >>> _values(-100, 0, "+", False, False), _values(100, 200, "+", False, True)
    ('-100 to 0', '+100 or more')
    """
    ends = [f"{end:{sign}.4g}" if end else "0" for end in (low, high)]
    return (
        ends[0] if low == high else f"under {ends[1]}" if first else f"{ends[0]} or more" if last else " to ".join(ends)
    )
