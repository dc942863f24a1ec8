"""Paints a review: where the result came from, the list, the judges' values, the curve, and the position itself."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from ....review.verdicts import MARKS
from ....text.formatting import unit_name
from ...look.canvas import Canvas, Run, Spot
from ...look.panels import panel
from ...look.pieces import bar, fit, runs_width
from ...look.plot import Axes, Line, plot
from ...review_state import ReviewState
from ...sizes import is_roomy
from ...table.game import View
from .list import ROW, mark_colour
from .values import proof_lines

FELT = 17
"""The least height of a game's table."""
_COUNTS = 2
"""Height of the counts below the list on a large screen."""
_LOW_CURVE = 4
"""Height of the curve on a small screen."""


@dataclass(frozen=True)
class Boxes:
    """Where the parts stand, as (x, y, width, height); a height of 0 leaves a part out."""

    curve: tuple[int, int, int, int]
    table: tuple[int, int, int, int]
    listed: tuple[int, int, int, int]
    counts: tuple[int, int, int, int]
    values: tuple[int, int, int, int]
    parts: tuple[int, int, int, int]


def boxes(width: int, height: int, review: ReviewState, hidden: bool, alone: bool, strip: int) -> Boxes:
    """Return where the parts stand on a canvas of this size.

    `hidden` leaves out all that gives an answer away; `alone` shows only the position on a small screen, where it has
    `strip` rows if there is no room for the game's table.
    """
    none = (0, 0, 0, 0)
    if is_roomy(width, height + 5 * hidden):
        side = width * 51 // 140
        left, right = width - side - 1, width - side
        if hidden:
            return Boxes(none, (0, 0, left, height), none, none, none, (right, 0, side, height))
        curve = max(9, height // 4)
        found = review.parts()
        parts = 2 + len(found) if found else 3
        proofs = len(proof_lines(review, side - 2)) if review.match and review.row else 0
        brings = review.values()
        wanted = 3 + (1 + any(value.ends for value in brings)) * len(brings) + proofs
        values = max(9, min((height - parts - 2) * 3 // 5, wanted))
        listed = height - values - parts - 2
        return Boxes(
            (0, 0, left, curve),
            (0, curve + 1, left, height - curve - 1),
            (right, 0, side, listed - _COUNTS),
            (right, listed - _COUNTS, side, _COUNTS),
            (right, listed + 1, side, values),
            (right, listed + values + 2, side, parts),
        )
    if hidden or alone:
        return Boxes(none, (0, 0, width, height), none, none, none, none)
    lists = height - 2 - FELT if height - 2 - FELT >= 7 else max(7, height - 2 - strip)
    curve = _LOW_CURVE + (lists > 11) if lists >= _LOW_CURVE + 6 and review.match else 0
    lists, top, left = lists - curve, curve + 2, width * 38 // 80
    return Boxes(
        (0, 2, width, curve),
        (0, top + lists, width, height - lists - top),
        (0, top, left, lists),
        (0, 1, width, 1),
        (left + 1, top, width - left - 1, lists),
        (0, 0, width, 1),
    )


# --- where the result came from ---------------------------------------------------------------------


def paint_counts(canvas: Canvas, box: tuple[int, int, int, int], review: ReviewState) -> None:
    """Paint how many mistakes there are, and how many of the marks are expected to be false."""
    x, y, width, height = box
    canvas.fill(x, y, width, height, canvas.palette.panel)
    found = [text for text in (review.counted, review.expected_false) if text] if review.match else []
    if height < len(found):
        line = " · ".join(found)
        found = [line if cell_len(line) <= width - 2 else line.removesuffix(" expected")]
    for row, text in enumerate(found, y):
        canvas.put(x + 1, row, fit(text, width - 2), canvas.palette.mute)


def paint_parts(canvas: Canvas, box: tuple[int, int, int, int], review: ReviewState, hiding: bool) -> None:
    """Paint where the result came from: with bars, or in one line."""
    x, y, width, height = box
    palette, parts, match = canvas.palette, review.parts(), review.match
    unit = unit_name(match.report["unit"]) if match else ""
    if height > 1:
        panel(canvas, x, y, width, height, "Where the result came from", "", f"{unit}, 95%" if unit else "")
    else:
        canvas.fill(x, y, width, height, palette.panel)
    if hiding:
        canvas.put(x + 1, y + (height > 1), fit("hidden until you have answered", width - 2), palette.mute)
        return
    if match is None or not parts:
        whole = bool(match) and not review.stage
        text = "no deal is over: there is no result to split" if whole else "where the result came from is told last"
        canvas.put(x + 1, y + (height > 1), fit(text, width - 2), palette.mute)
        return
    if height == 1:
        _parts_in_line(canvas, box, review)
        return
    most = max(abs(part.value) for part in parts) or 1.0
    names = min(18, max(cell_len(part.name) for part in parts) + 1)
    room = width - names - 22
    for row, part in enumerate(parts[: height - 2], y + 1):
        total = part.name == "result"
        colour = palette.gold if total else palette.gain if part.value > 0 else palette.loss
        canvas.put(x + 1, row, fit(part.name, names), palette.fg, bold=total)
        if room > 5:
            bar(canvas, x + 2 + names, row, room, abs(part.value) / most, colour)
        canvas.right(x + width - 10, row, (match.figure(part.value), palette.fg, True))
        reach = f"±{match.size(part.margin)}" if part.margin else ""
        canvas.right(x + width - 1, row, (reach, palette.mute))
    judge = match.report["judges"][0]["name"]
    canvas.put(x + 1, y + height - 1, fit(f"adds up · by {judge}, over all finished deals", width - 2), palette.mute)


def _parts_in_line(canvas: Canvas, box: tuple[int, int, int, int], review: ReviewState) -> None:
    """Paint the sum in one line."""
    x, y, width, _ = box
    palette, match, (*parts, result) = canvas.palette, review.match, review.parts()
    assert match
    named = [part for part in parts if part.name in ("before the deal", "cards", "hidden cards", "play")]
    others = sum(part.value for part in parts if part not in named)
    short = {"before the deal": "before", "hidden cards": "hidden"}

    def told_with(reaches: bool, joined: bool) -> list[Run]:
        runs: list[Run] = [
            (f"{match.figure(result.value)} {unit_name(match.report['unit'])}", palette.gold, True),
            " =",
        ]
        for place, part in enumerate(named):
            reach = f"±{match.size(part.margin)}" if part.margin and reaches else ""
            name = short.get(part.name, part.name)
            runs += [(f"{' +' * (bool(place) and joined)} {name} ", palette.mute)]
            runs += [(f"{match.figure(part.value)}", palette.fg, True), (reach, palette.mute)]
        if len(parts) > len(named):
            runs += [(f"{' +' * joined} others ", palette.mute), (match.figure(others), palette.fg, True)]
        return runs

    ways = [told_with(True, True), told_with(False, True), told_with(False, False)]
    canvas.run(x + 1, y, *next((runs for runs in ways if runs_width(runs) <= width - 2), ways[-1]))


# --- the curve ------------------------------------------------------------------------------------------


def paint_curve(canvas: Canvas, box: tuple[int, int, int, int], review: ReviewState) -> None:
    """Paint what the player could expect after each own choice of the deal, with the marks; a click goes there."""
    x, y, width, height = box
    palette, match, points = canvas.palette, review.match, review.expected()
    unit = unit_name(match.report["unit"]) if match else ""
    by = f"{unit} · by {match.report['judges'][0]['name']}" if match else ""
    chapters, word = _chapters(review, width - 10)
    title = "What you could expect" if _mine(review) else "What could be expected"
    panel(canvas, x, y, width, height, title, f"{word} by {word}" if word else "", by)
    if match is None or len(points) < 2:
        told = "not judged yet" if review.stage and not review.fault else "too few decisions are judged in this deal"
        canvas.put(x + 1, y + 1, told, palette.mute)
        return
    low, high = min(v for _, v in points), max(v for _, v in points)
    if min(abs(low), abs(high)) < 2 * (high - low) or low == high:  # otherwise 0 is too far away to be shown
        low, high = min(0.0, low), max(0.0, high)
    margin = (high - low or 1.0) * 0.08
    move = review.place - review.start
    ends = (0.0, float(review.moves)), (low - margin, high + margin)
    axes = Axes(*ends, lambda v: f"move {v:g}" if v else "start", lambda v: f"{v:+g}" if v else "0", chapters)
    here = float(min(move + 1, review.moves))
    lines = [Line([(here, low - margin), (here, high + margin)], palette.gold)]
    lines.append(Line(points, palette.other))
    deal = match.report["deals"][review.deal]
    values = dict(points)
    for row in deal["decisions"]:
        if row["mark"] in MARKS and row["move"] in values:
            at = float(row["move"])
            lines.append(Line([(at, values[at])], mark_colour(palette, row["mark"]), row["mark"]))
    columns = plot(canvas, x + 1, y + 1, width - 2, height - 1, axes, lines)
    for at, column in enumerate(columns):
        clicked = review.start + max(0, round(at / (len(columns) - 1) * review.moves) - 1)
        canvas.spots.append(Spot(column, y + 1, 1, height - 1, f"{ROW}{clicked}"))


def _chapters(review: ReviewState, room: int) -> tuple[list[tuple[float, str]], str]:
    """Return the names of the chapters, and "" if there is room for them; else their numbers, and what they count."""
    chapters = [(float(move), name) for move, name in review.chapters()]
    if sum(len(name) + 2 for _, name in chapters) <= room:
        return chapters, ""
    return [(move, name.split()[-1]) for move, name in chapters], chapters[-1][1].split()[0]


def _mine(review: ReviewState) -> bool:
    return review.names[review.seat] == "You"


# --- the position ---------------------------------------------------------------------------------------


def paint_marks(canvas: Canvas, view: View, review: ReviewState) -> None:
    """Write below the cards of the hand which ones were played, and which are better."""
    row, palette = review.row, canvas.palette
    if row is None:
        return
    proved = row["mark"] in MARKS
    roles = [("better", row.get("better"), "★", palette.gold)] if proved else []
    roles.append(("played", row["played"], "✗" if proved else "●", palette.loss if proved else palette.fg))
    found = [review.action_of(text or "") for _, text, _, _ in roles]
    shared = set.intersection(*(set(action.cards if action else ()) for action in found)) if len(found) > 1 else set()
    # on a screen that is just getting larger the last rows of the hand can lie below the canvas
    seen = [spot for spot in canvas.spots if spot.y + spot.height <= canvas.height]
    in_hand = [spot for spot in seen if spot.word.startswith(Canvas.HAND)]
    for (role, _, sign, colour), action in zip(roles, found, strict=True):
        for card in action.cards if action else ():
            if card not in view.order or card in shared:
                continue
            word = f"{Canvas.HAND}{view.order.index(card) + 1}"
            spot = next((spot for spot in in_hand if spot.word == word), None)
            if spot and not any(lower.x == spot.x and lower.y > spot.y for lower in in_hand):  # the lowest of a stack
                _label(canvas, spot, sign, role, colour)


def _label(canvas: Canvas, spot: Spot, sign: str, role: str, colour: str) -> None:
    """Write a mark below a card: in place of its number, or of the whole lower edge of its frame."""
    x, y, room, ground = spot.x, spot.y + spot.height - 1, min(spot.width, 9), ""
    row = [cell.char for cell in canvas.rows[y]]
    if row[x - 1] == "▝":
        end = next((at for at in range(x, len(row)) if row[at] in "▝▘"), len(row) - 1)
        x, room = x - 1, end - x + 1 + (row[end] == "▘")  # a "▝" begins the frame of the next card
        colour, ground = canvas.palette.ink, canvas.palette.mark
    whole = f"{sign} {role}"
    told = whole if cell_len(whole) <= room else sign
    canvas.put(x, y, told.center(room) if ground else told.ljust(room), colour, ground, True)
