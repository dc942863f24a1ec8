"""Paints a review: where the result came from, the list, the judges' values, the curve, and the position itself."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from rich.cells import cell_len

from ...formatting import unit_name
from ...review.parts import Report
from ...review.verdicts import MARKS
from ..gametable import View
from ..look.canvas import Canvas, Run
from ..look.panels import panel
from ..look.pieces import bar, fit, length
from ..look.plot import Axes, Line, plot
from ..reviewing import Reviewing, Value
from .review_list import mark_colour

WIDE, HIGH = 120, 34
"""The size from which everything is shown at once."""
FELT = 17
"""The least height of a game's table."""
_LOW_CURVE = 5
"""Height of the curve on a small screen."""
_COLUMN = 7
"""Width of a judge's values."""
_GAIN = 17


@dataclass(frozen=True)
class Boxes:
    """Where the parts stand, as (x, y, width, height); a height of 0 leaves a part out."""

    curve: tuple[int, int, int, int]
    table: tuple[int, int, int, int]
    listed: tuple[int, int, int, int]
    values: tuple[int, int, int, int]
    parts: tuple[int, int, int, int]


def boxes(width: int, height: int, told: Reviewing, hidden: bool, alone: bool, strip: int) -> Boxes:
    """Return where the parts stand on a canvas of this size.

    `hidden` leaves out all that gives an answer away; `alone` shows only the position on a small screen, where it has
    `strip` rows if there is no room for the game's table.
    """
    none = (0, 0, 0, 0)
    if width >= WIDE and height >= HIGH - 5 * hidden:
        side = width * 51 // 140
        left, right = width - side - 1, width - side
        if hidden:
            return Boxes(none, (0, 0, left, height), none, none, (right, 0, side, height))
        curve = max(9, height // 4)
        found = told.parts()
        parts = 2 + len(found) if found else 3
        proofs = len(_proof_lines(told, side - 2)) if told.one and told.row else 0
        wanted = 3 + len(told.values()) + proofs
        values = max(9, min((height - parts - 2) * 3 // 5, wanted))
        listed = height - values - parts - 2
        return Boxes(
            (0, 0, left, curve),
            (0, curve + 1, left, height - curve - 1),
            (right, 0, side, listed),
            (right, listed + 1, side, values),
            (right, listed + values + 2, side, parts),
        )
    if hidden or alone:
        return Boxes(none, (0, 0, width, height), none, none, none)
    lists = height - 2 - FELT if height - 2 - FELT >= 7 else max(7, height - 2 - strip)
    curve = _LOW_CURVE if lists >= _LOW_CURVE + 6 and told.one else 0
    lists, top, left = lists - curve, curve + 2, width * 38 // 80
    return Boxes(
        (0, 2, width, curve),
        (0, top + lists, width, height - lists - top),
        (0, top, left, lists),
        (left + 1, top, width - left - 1, lists),
        (0, 0, width, 2),
    )


# --- where the result came from ---------------------------------------------------------------------


def paint_parts(canvas: Canvas, box: tuple[int, int, int, int], told: Reviewing, hiding: bool) -> None:
    """Paint where the result came from: with bars, or in two lines."""
    x, y, width, height = box
    palette, parts, one = canvas.palette, told.parts(), told.one
    unit = unit_name(one.report["unit"]) if one else ""
    if height > 2:
        panel(canvas, x, y, width, height, "Where the result came from", "", f"{unit}, 95%" if unit else "")
    else:
        canvas.fill(x, y, width, height, palette.panel)
    if hiding:
        canvas.put(x + 1, y + (height > 2), fit("hidden until you have answered", width - 2), palette.mute)
        return
    if one is None or not parts:
        whole = bool(one) and not told.stage
        text = "no deal is over: there is no result to split" if whole else "where the result came from is told last"
        canvas.put(x + 1, y + (height > 2), fit(text, width - 2), palette.mute)
        if height == 2 and one:
            _count_in_line(canvas, box, told)
        return
    if height <= 2:
        _parts_in_lines(canvas, box, told)
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
        canvas.right(x + width - 10, row, (one.figure(part.value), palette.fg, True))
        reach = f"±{one.size(part.reach)}" if part.reach else ""
        canvas.right(x + width - 1, row, (reach, palette.mute))
    judge = one.report["judges"][0]["name"]
    canvas.put(x + 1, y + height - 1, fit(f"adds up · by {judge}, over all finished deals", width - 2), palette.mute)


def _parts_in_lines(canvas: Canvas, box: tuple[int, int, int, int], told: Reviewing) -> None:
    """Paint the sum in one line, and below it how many mistakes there are."""
    x, y, width, _ = box
    palette, one, (*parts, result) = canvas.palette, told.one, told.parts()
    assert one
    named = [part for part in parts if part.name in ("before the deal", "cards", "how they lay", "own play")]
    others = sum(part.value for part in parts if part not in named)
    short = {"before the deal": "before", "how they lay": "lay"}

    def told_with(reaches: bool, joined: bool) -> list[Run]:
        runs: list[Run] = [(f"{one.figure(result.value)} {unit_name(one.report['unit'])}", palette.gold, True), " ="]
        for place, part in enumerate(named):
            reach = f"±{one.size(part.reach)}" if part.reach and reaches else ""
            name = short.get(part.name, part.name if reaches else part.name.removesuffix(" play"))
            runs += [(f"{' +' * (bool(place) and joined)} {name} ", palette.mute)]
            runs += [(f"{one.figure(part.value)}", palette.fg, True), (reach, palette.mute)]
        if len(parts) > len(named):
            runs += [(f"{' +' * joined} others ", palette.mute), (one.figure(others), palette.fg, True)]
        return runs

    ways = [told_with(True, True), told_with(False, True), told_with(False, False)]
    canvas.run(x + 1, y, *next((runs for runs in ways if length(runs) <= width - 2), ways[-1]))
    _count_in_line(canvas, box, told)


def _count_in_line(canvas: Canvas, box: tuple[int, int, int, int], told: Reviewing) -> None:
    x, y, width, _ = box
    canvas.put(x + 1, y + 1, fit(f"{told.counted} · {told.expected_false}", width - 2), canvas.palette.mute)


# --- what the actions bring ---------------------------------------------------------------------------


def paint_values(canvas: Canvas, box: tuple[int, int, int, int], told: Reviewing, graded: str) -> None:
    """Paint what each action brings by each judge, and below it the proof; `graded` is the answer of a retry."""
    x, y, width, height = box
    palette, one, row, values = canvas.palette, told.one, told.row, told.values()
    unit = unit_name(one.report["unit"]) if one else ""
    panel(canvas, x, y, width, height, "What each brings", graded, unit)
    if one is None or row is None or not values:
        canvas.put(x + 1, y + 1, fit(_nothing(told), width - 2), palette.mute)
        return
    judges = list(values[0].judges)
    marked = _signs(one.report, row)
    longest = max(cell_len(value.label) for value in values) + 3
    gain = width - longest - _COLUMN * len(judges) >= _GAIN + 2
    while judges[1:] and width - _COLUMN * len(judges) < 14:
        judges.pop()
    names = width - 2 - _COLUMN * len(judges) - _GAIN * gain
    proofs = _proof_lines(told, width - 2)[: max(0, height - 2 - min(4, len(values)))]
    room = height - 2 - len(proofs)
    for place, name in enumerate(judges):
        head = fit(name, _COLUMN - 1 - len(marked[name])) + marked[name]
        canvas.right(x + 1 + names + _COLUMN * (place + 1), y + 1, (head, palette.title))
    if gain:
        canvas.right(x + width - 1, y + 1, ("against played", palette.title))
    shown = values if len(values) <= room else values[: room - 1]
    for line, value in enumerate(shown, y + 2):
        _value_row(canvas, (x, line, width), told, value, judges, names, gain)
    if len(shown) < len(values):
        canvas.put(x + 3, y + 2 + len(shown), f"and {len(values) - len(shown)} more", palette.mute)
    for line, text in enumerate(proofs, y + height - len(proofs)):
        canvas.put(x + 1, line, fit(text, width - 2), palette.fg if line > y + height - len(proofs) else palette.mute)


def _nothing(told: Reviewing) -> str:
    """Return why there are no values here."""
    row, move = told.row, told.next_move
    if row is not None:
        return "no judge can judge this decision"
    if move is None:
        return "the deal is over here"
    if move.seat != told.seat:
        return f"{told.names[move.seat]} moves here; n c lead on"
    return "not judged yet" if told.stage and _waits(told) else "there was no choice here"


def _waits(told: Reviewing) -> bool:
    return told.one is None or told.one.report["stage"] in ("compiling", "screening")


def _value_row(
    canvas: Canvas, place: tuple[int, int, int], told: Reviewing, value: Value, judges: list[str], names: int,
    gain: bool,
) -> None:  # fmt: skip
    palette, one, row, (x, y, width) = canvas.palette, told.one, told.row, place
    assert one and row
    proved = row["mark"] in MARKS
    best, played = value.role == "better" and proved, value.role == "played"
    ground = palette.best if best and not palette.mono else palette.panel
    canvas.fill(x, y, width, 1, ground)
    sign = "★" if best else "?" if value.role == "better" else ("✗" if proved else "●") if played else " "
    colour = palette.gold if best else palette.loss if played and proved else palette.fg
    canvas.put(x + 1, y, sign, colour, bold=True)
    canvas.put(x + 3, y, fit(value.label, names - 2), colour, bold=bool(value.role))
    for at, name in enumerate(judges):
        figure = one.figure(value.judges[name])
        canvas.right(x + 1 + names + _COLUMN * (at + 1), y, (figure, palette.fg, best))
    if gain and value.gain:
        told_gain = f"{one.figure(value.gain[0])} … {one.figure(value.gain[1])}"
        canvas.right(x + width - 1, y, (told_gain, palette.mute))
    elif gain and played:
        canvas.right(x + width - 1, y, ("played", palette.mute))


def _signs(report: Report, row: Report) -> dict[str, str]:
    """Return what stands beside each judge's name: * if it sees all hands, ! if its caution holds for this decision."""

    def sign(judge: Report) -> str:
        if judge["sees_all_hands"]:
            return "*"
        return "!" if judge["caution"] and (not judge["unsure"] or row["kind"] in judge["unsure"]) else ""

    return {judge["name"]: sign(judge) for judge in report["judges"]}


def _proof_lines(told: Reviewing, width: int) -> list[str]:
    """Return the proof, or why there is none, and what to be careful of."""
    one, row = told.one, told.row
    assert one and row
    marked, cautions = _signs(one.report, row), dict[str, list[str]]()
    for judge in one.report["judges"]:
        if judge["name"] in row["judges"] and marked[judge["name"]] == "!":
            no_proof = "; no proof here" * bool(judge["unsure"])
            cautions.setdefault(f"{judge['caution']}{no_proof}", []).append(judge["name"])
    for judge in one.report["judges"]:
        if judge["name"] in row["judges"] and one.own(judge):
            cautions.setdefault("plays with the weights that are reviewed here", []).append(judge["name"])
    careful = [line for text, names in cautions.items() for line in wrap(f"! {', '.join(names)}: {text}", width)]
    if "proof" not in row:
        if row["mark"] == "not proved":
            return ["not proved yet", *careful]
        waits = "what is suspected is told once all are compared"
        return [waits if _waits(told) else "no action is suspected to be better", *careful]
    lines = [f"{row['mark']}: {one.label(row['better'])} over {one.label(row['played'])}, 95%"]
    for name, by in row["proof"].items():
        open_ = "  * sees all hands" * (marked[name] == "*")
        worlds = f"{by['worlds']} worlds" if by["worlds"] > 1 else "exact"
        figures = f"{one.figure(by['loss'])} ({one.between(by['low'], by['high'])})"
        line = f"{name:<8} {figures}  {worlds}{open_}"
        lines.append(line if cell_len(line) <= width else f"{name} {figures}{marked[name]}")
    return [*lines, *careful]


# --- the curve ------------------------------------------------------------------------------------------


def paint_curve(canvas: Canvas, box: tuple[int, int, int, int], told: Reviewing) -> None:
    """Paint what the player could expect after each own choice of the deal, with the marks."""
    x, y, width, height = box
    palette, one, points = canvas.palette, told.one, told.expected()
    unit = unit_name(one.report["unit"]) if one else ""
    by = f"{unit} · by {one.report['judges'][0]['name']}" if one else ""
    panel(canvas, x, y, width, height, "What you could expect" if _mine(told) else "What could be expected", "", by)
    if one is None or len(points) < 2:
        canvas.put(x + 1, y + 1, "too few decisions are judged in this deal", palette.mute)
        return
    low, high = min(v for _, v in points), max(v for _, v in points)
    if min(abs(low), abs(high)) < 2 * (high - low) or low == high:  # otherwise 0 is too far away to be shown
        low, high = min(0.0, low), max(0.0, high)
    margin = (high - low or 1.0) * 0.08
    move = told.place - told.starts[told.deal]
    axes = Axes((0.0, float(told.moves)), (low - margin, high + margin), lambda v: f"move {v:g}", "{:+g}".format)
    here = float(min(move + 1, told.moves))
    lines = [Line([(here, low - margin), (here, high + margin)], palette.gold)]
    lines.append(Line(points, palette.heat[4] if not palette.light else palette.heat[3]))
    deal = one.report["deals"][told.deal]
    values = dict(points)
    for row in deal["decisions"]:
        if row["mark"] in MARKS and row["move"] in values:
            at = float(row["move"])
            lines.append(Line([(at, values[at])], mark_colour(palette, row["mark"]), row["mark"]))
    plot(canvas, x + 1, y + 1, width - 2, height - 1, axes, lines)


def _mine(told: Reviewing) -> bool:
    return told.names[told.seat] == "You"


# --- the position ---------------------------------------------------------------------------------------


def paint_marks(canvas: Canvas, view: View, told: Reviewing) -> None:
    """Write below the cards of the hand which ones were played, and which are better."""
    row, palette = told.row, canvas.palette
    if row is None:
        return
    proved = row["mark"] in MARKS
    roles = [("better", row.get("better"), "★", palette.gold)] if proved else []
    roles.append(("played", row["played"], "✗" if proved else "●", palette.loss if proved else palette.fg))
    found = [told.action_of(text or "") for _, text, _, _ in roles]
    shared = set.intersection(*(set(action.cards if action else ()) for action in found)) if len(found) > 1 else set()
    in_hand = [spot for spot in canvas.spots if spot.word.startswith(Canvas.HAND)]
    for (role, _, sign, colour), action in zip(roles, found, strict=True):
        for card in action.cards if action else ():
            if card not in view.order or card in shared:
                continue
            word = f"{Canvas.HAND}{view.order.index(card) + 1}"
            spot = next((spot for spot in canvas.spots if spot.word == word), None)
            if spot and not any(lower.x == spot.x and lower.y > spot.y for lower in in_hand):  # the lowest of a stack
                whole = f"{sign} {role}"
                name = whole if cell_len(whole) <= spot.width else sign
                below = spot.y + spot.height - 1
                canvas.put(spot.x, below, " " * min(spot.width, 9))
                canvas.put(spot.x, below, name, colour, bold=True)
