"""Paints the times of a bot's training: its strength, the positions, what each action was worth, and its habits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.cells import cell_len

from ... import registry, words
from ...text.formatting import figure, significant, unit_name
from ..checkpoint_state import CheckpointState
from ..look.canvas import Canvas, Spot
from ..look.panels import panel, thousands
from ..look.pieces import bar, fit, rail
from ..look.plot import MARKS, Axes, Line, plot
from ..sizes import is_roomy
from ..widgets.zones import paint_zones

ROW = "row "
"""What the word of a clickable row of the list begins with; its number follows."""
FELT = 17
"""The least height of a game's table."""
_NAMES = 27
"""The largest width of a position's place and kind in the list."""
Box = tuple[int, int, int, int]
"""x, y, width and height of a part."""


def paint(canvas: Canvas, study: CheckpointState) -> None:
    """Paint all parts that have room."""
    width, height = canvas.width, canvas.height
    roomy = is_roomy(width, height)
    if study.alone and not roomy:
        _table(canvas, (0, 0, width, height), study)
        return
    if roomy:
        side = width * 51 // 140
        left, right = width - side - 1, width - side
        curve = max(10, height * 3 // 10)
        habits = 2 + len(study.report["claims"])
        values = min(max(8, (height - habits) // 2), 3 + len(_valued(study)))
        _times(canvas, (0, 0, left, curve), study)
        _table(canvas, (0, curve + 1, left, height - curve - 1), study)
        _list(canvas, (right, 0, side, height - values - habits - 2), study)
        _values(canvas, (right, height - values - habits - 1, side, values), study)
        _habits(canvas, (right, height - habits, side, habits), study)
        return
    _time_in_lines(canvas, (0, 0, width, 2), study)
    scene, view = study.scene()
    rows = paint_zones(scene.table.felt(width, height, canvas.palette), scene.table, view)
    below = FELT if height - 3 - FELT >= 8 else min(rows, height - 3 - 6)
    left, lists = width // 2, height - 3 - below
    if study.habits:
        _habits(canvas, (0, 2, width, lists), study)
    else:
        _list(canvas, (0, 2, left, lists), study)
        _values(canvas, (left + 1, 2, width - left - 1, lists), study)
    _table(canvas, (0, height - below, width, below), study)


# --- times ------------------------------------------------------------------------------------------


def _strength(study: CheckpointState) -> list[str]:
    """Return the names of the figures of strength: shares of games, or else the last one."""
    times = study.report["times"]
    names = list(times[-1]["strength"])
    shares = [name for name in names if all(0 <= time["strength"].get(name, 0) <= 1 for time in times)]
    return shares or names[-1:]


def _now(study: CheckpointState) -> str:
    """Describe the time that is shown."""
    time, last = study.report["times"][study.at], study.report["times"][-1]["games"]
    return f"after {thousands(time['games'])} of {thousands(last)} {study.report['counted']}"


def _times(canvas: Canvas, box: Box, study: CheckpointState) -> None:
    """Paint the strength over the times, which stand at equal distances, and the time that is shown."""
    (x, y, width, height), palette = box, canvas.palette
    times, now = study.report["times"], study.report["times"][study.at]
    panel(canvas, x, y, width, height, _now(study), "", "time by time, spaced evenly")
    names, colours = _strength(study), (palette.gain, palette.other, palette.loss, palette.title)
    told = {name: significant(now["strength"][name], 3) if name in now["strength"] else "–" for name in names}
    at = x + 1
    at = canvas.put(at, y + 1, "as at the end ", palette.mute)
    at = canvas.put(at, y + 1, f"{now['agree']:.0%}  ", bold=True)
    at = canvas.put(at, y + 1, "changed ", palette.mute)
    at = canvas.put(at, y + 1, f"{now['changed']:<4}", bold=True)
    row = y + 1
    if at + sum(cell_len(name) + len(value) + 5 for name, value in told.items()) >= x + width:
        row, at = y + 2, x - 1  # a row of their own, below the rest
    lines = []
    for number, (name, value) in enumerate(told.items()):
        mark, colour = MARKS[number % len(MARKS)], colours[number % len(colours)]
        points = [(place, time["strength"][name]) for place, time in enumerate(times) if name in time["strength"]]
        lines.append(Line(points, colour, mark))
        if at + cell_len(name) + len(value) + 5 < x + width:
            at = canvas.run(
                at, row, (f"  {mark} ", colour, True), (f"{name} ", palette.mute), (value, palette.fg, True)
            )
    values = [value for line in lines for _, value in line.points]
    if not values:
        canvas.put(x + 1, row + 2, "its trainer measured no strength by games", palette.mute)
        return
    low, high = min(values), max(values)
    if high <= low:
        low, high = low - 0.5, high + 0.5
    here = Line([(study.at, low), (study.at, high)], palette.gold)

    def games(place: float) -> str:
        return thousands(times[max(0, min(len(times) - 1, round(place)))]["games"])

    axes = Axes((0, len(times) - 1), (low, high), games)
    plot(canvas, x + 1, row + 1, width - 2, y + height - row - 1, axes, [*lines, here])


def _time_in_lines(canvas: Canvas, box: Box, study: CheckpointState) -> None:
    """Paint the time that is shown, and how strong the bot was, in two lines."""
    (x, y, width, height), palette = box, canvas.palette
    canvas.fill(x, y, width, height, palette.panel)
    time = study.report["times"][study.at]
    end = canvas.put(x + 1, y, _now(study), palette.gold, bold=True)
    text = f"as at the end {time['agree']:.0%} · changed {time['changed']}"
    canvas.put(end + 2, y, fit(text, x + width - end - 3), palette.fg)
    told = " · ".join(
        f"{name} {significant(time['strength'][name], 3)}" for name in _strength(study) if name in time["strength"]
    )
    canvas.put(x + 1, y + 1, fit(told or "strength: not measured yet", width - 2), palette.mute)


# --- positions --------------------------------------------------------------------------------------


def _list(canvas: Canvas, box: Box, study: CheckpointState) -> None:
    """Paint the positions with their choices over the times; the rows are clickable."""
    (x, y, width, height), palette = box, canvas.palette
    flips = len(study.report["flips"])
    panel(
        canvas, x, y, width, height, "Positions", f"{flips} of {len(study.order)} changed", "last first" * (width > 45)
    )
    named = [
        f"{place} {position['kind']}" for place, position in zip(study.places, study.report["positions"], strict=True)
    ]
    room, names = height - 1, min(_NAMES, 1 + max(map(cell_len, named)))
    study.first = max(0, min(max(min(study.first, study.row), study.row - room + 1), len(study.order) - room))
    rows = list(enumerate(study.order))[study.first : study.first + room]
    for line, (row, number) in enumerate(rows, y + 1):
        position = study.report["positions"][number]
        hot = row == study.row
        ground = (palette.mark if palette.mono else palette.selected) if hot else palette.panel
        canvas.fill(x, line, width, 1, ground)
        canvas.put(x, line, ("▌" if not palette.lines else ">") if hot else " ", palette.gold)
        at = canvas.put(x + 1, line, f"{study.places[number]} ", palette.mute)
        canvas.put(at, line, fit(position["kind"], x + names - at), palette.fg)
        _choices(canvas, (x + names + 1, line, width - names - 2), position["chosen"], study.at)
        canvas.spots.append(Spot(x, line, width, 1, f"{ROW}{row}"))


def _choices(canvas: Canvas, place: tuple[int, int, int], chosen: list[int], at: int) -> None:
    """Paint at which times the choice was that of the end; of more times than columns some are left out."""
    (x, y, width), palette = place, canvas.palette
    columns = min(width, len(chosen))
    filled, empty = ("#", "-") if palette.lines else ("█", "░")
    for column in range(columns):
        shown = round(column * (len(chosen) - 1) / max(1, columns - 1))
        here = round(at * (columns - 1) / max(1, len(chosen) - 1)) == column
        shown = at if here else shown
        colour = palette.gold if here else palette.bar if chosen[shown] == chosen[-1] else palette.mute
        canvas.put(x + column, y, filled if chosen[shown] == chosen[-1] else empty, colour)


def _valued(study: CheckpointState) -> list[int]:
    """Return the places of the actions with a value, the best of the end first."""
    values = study.position["values"]
    found = [place for place, row in enumerate(values) if row[-1] is not None]
    return sorted(found, key=lambda place: -values[place][-1])


def _values(canvas: Canvas, box: Box, study: CheckpointState) -> None:
    """Paint what each action was worth at this time, in the order of the end."""
    (x, y, width, height), palette, position = box, canvas.palette, study.position
    unit, chosen = study.report["unit"], position["chosen"]
    kind = f"{study.places[study.order[study.row]]} {position['kind']}"
    panel(canvas, x, y, width, height, "Worth at this time", kind, unit_name(unit))
    places = _valued(study)
    ends = _ends(position, places)
    shown = places if len(places) < height else places[: height - 2]
    for wanted in (chosen[study.at], chosen[-1]):  # both choices are always shown
        if wanted in places and wanted not in shown:
            shown = [*shown[:-1], wanted]
    names = min(max((cell_len(study.label(position["actions"][place])) for place in shown), default=0), width // 2)
    for line, place in enumerate(shown, y + 1):
        now = place == chosen[study.at]
        canvas.fill(x, line, width, 1, palette.best if now and not palette.mono else palette.panel)
        canvas.put(x + 1, line, "★" if now else "○" if place == chosen[-1] else " ", palette.gold, bold=True)
        canvas.put(x + 3, line, fit(study.label(position["actions"][place]), names), bold=now)
        value = position["values"][place][study.at]
        text = figure(value, unit, 1) if value is not None else "–"
        room = width - names - 14
        if room > 3 and value is not None:
            share = (value - ends[0]) / (ends[1] - ends[0])
            bar(canvas, x + 4 + names, line, room, share, palette.gold if now else palette.bar2)
        canvas.right(x + width - 1, line, (text, palette.fg, now))
    if len(shown) < len(places) and len(shown) + 1 < height:
        canvas.put(x + 3, y + 1 + len(shown), f"and {len(places) - len(shown)} more", palette.mute)


def _ends(position: Mapping[str, Any], places: list[int]) -> tuple[float, float]:
    """Return the lowest and the highest value at any time, so that bars can be compared over time."""
    values = [value for place in places for value in position["values"][place] if value is not None]
    low, high = min(values, default=0.0), max(values, default=1.0)
    return (min(low, 0.0) if low < high else low - 1.0), high


# --- habits and the table -----------------------------------------------------------------------------


def _habits(canvas: Canvas, box: Box, study: CheckpointState) -> None:
    """Paint the claims of the game at this time, and when they came."""
    (x, y, width, height), palette = box, canvas.palette
    panel(canvas, x, y, width, height, "Habits", "", "now · end · came after")
    for line, claim in enumerate(study.report["claims"][: height - 1], y + 1):
        if not claim["n"]:
            figures = "never met"
        else:
            came = "–" if claim["came"] is None else thousands(claim["came"])
            figures = f"{claim['share'][study.at]:>4.0%} {claim['share'][-1]:>4.0%} {came:>10}"
        end = canvas.right(x + width - 1, line, (figures, palette.fg))
        canvas.put(x + 1, line, fit(claim["text"], end - x - 2), palette.fg)


def _table(canvas: Canvas, box: Box, study: CheckpointState) -> None:
    """Paint the position: at the game's table if there is room for it, else by its zones."""
    (x, y, width, height), game = box, study.game
    scene, view = study.scene()
    part = scene.table.felt(width, height, canvas.palette)
    if height >= FELT:
        scene.paint(part, view)
    else:
        title = registry.game_entry(game.name).title
        rail(part, words.of(game.name).phase(game, view.seen, view.names) or title, f"rules {game.spec}")
        paint_zones(part, scene.table, view)
    canvas.paste(x, y, part.rows)
