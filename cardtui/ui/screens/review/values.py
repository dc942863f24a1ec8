"""Paints what each action brings by the judges, how deals end after it, and the proof of a mistake."""

from __future__ import annotations

from textwrap import wrap

from rich.cells import cell_len

from ....review.report_parts import Json, won
from ....review.verdicts import MARKS
from ....text.formatting import unit_name
from ...look.canvas import Canvas
from ...look.panels import level, panel
from ...look.pieces import bar, fit
from ...review_state import Histogram, ReviewState, Value
from .list import NARROW

_COLUMN = 7
"""Width of a judge's values; one more where the panel is wide, for its name with a mark."""
_GAIN = 17


def paint_values(canvas: Canvas, box: tuple[int, int, int, int], review: ReviewState, graded: str) -> None:
    """Paint what each action brings by each judge, and below it the proof; `graded` is the answer of a retry."""
    x, y, width, height = box
    palette, match, row, values = canvas.palette, review.match, review.row, review.values()
    unit = unit_name(match.report["unit"]) if match else ""
    panel(canvas, x, y, width, height, "What each brings", graded, unit)
    if match is None or row is None or not values:
        for line, told in enumerate(wrap(_nothing(review), width - 2)[: height - 1], y + 1):
            canvas.put(x + 1, line, told, palette.mute)
        return
    judges = list(values[0].judges)
    marked = _signs(match.report)
    longest, column = max(cell_len(value.label) for value in values) + 3, _COLUMN + (width > NARROW)
    gain = width - longest - column * len(judges) >= _GAIN + 2
    while judges[1:] and width - column * len(judges) < 14:
        judges.pop()
    names = width - 2 - column * len(judges) - _GAIN * gain
    proofs, rest = proof_lines(review, width - 2), max(0, height - 2 - min(4 if height > 8 else 2, len(values)))
    if "proof" in row and len(proofs) > rest:
        short = f"{match.label(row['better'])} over {match.label(row['played'])}: {proofs[1]}"
        proofs = [short if cell_len(short) <= width - 2 else proofs[1], *proofs[2:]]
    proofs, does = proofs[:rest], _does(review, width - 2)
    if len(does) + len(proofs) + 2 * bool(values[0].ends) > rest:
        does = []  # values come first
    room = height - 2 - len(does) - len(proofs)
    for place, name in enumerate(judges):
        head = fit(name, column - 1 - len(marked[name])) + marked[name]
        canvas.right(x + 1 + names + column * (place + 1), y + 1, (head, palette.title))
    if gain:
        canvas.right(x + width - 1, y + 1, ("against played", palette.title))
    twice = 2 * bool(values[0].ends) if width > NARROW else 0  # the better one and the played one
    shown = values if len(values) + twice <= room else values[: max(min(room, 2), room - twice - 1)]
    twice = room - len(shown) - (len(shown) < len(values)) if twice else 0
    ends = values[0].ends
    wins = f"{ends.judge} wins" if ends and ends.judge != judges[0] else "wins"
    narrow = width <= NARROW and names - longest >= cell_len(wins)
    if narrow and ends:
        canvas.right(x + 1 + names, y + 1, (wins, palette.title))
    highest = max((share for value in shown if value.ends for share in value.ends.shares), default=1.0)
    line = y + 2
    for value in shown:
        below = bool(value.ends) and twice > 0
        _value_row(canvas, (x, line, width, 1 + below), review, value, judges, (names, column), gain)
        best = value.role == "better"
        if value.ends and below:
            by = f"{value.ends.judge}: " if value.ends.judge != judges[0] else ""
            paint_ends(canvas, (x + 3, line + 1, width - 4), value.ends, highest, best, by)
        elif value.ends and narrow:
            paint_ends(canvas, (x + 1 + longest, line, names - longest), value.ends, highest, best)
        line, twice = line + 1 + below, twice - below
    if len(shown) < min(room, len(values)):
        canvas.put(x + 3, line, f"and {len(values) - len(shown)} more", palette.mute)
    elif len(shown) < len(values):
        canvas.put(x + 1, y + 1, fit(f"{len(shown)} of {len(values)}", names), palette.mute)
    for line, text in enumerate([*does, *proofs], y + height - len(does) - len(proofs)):
        heading = line == y + height - len(proofs)
        canvas.put(x + 1, line, fit(text, width - 2), palette.mute if heading else palette.fg)


def _does(review: ReviewState, width: int) -> list[str]:
    """Return lines on what the better action of a mistake does, and what the played one does."""
    match, row = review.match, review.row
    assert match and row
    if row["mark"] not in MARKS:
        return []
    reasons = (("★", match.reason(review.seen, row["better"])), ("✗", match.reason(review.seen, row["played"])))
    return [
        line for sign, reason in reasons if reason
        for line in wrap(f"{sign} {reason}", width, subsequent_indent="  ")
    ]  # fmt: skip


def _nothing(review: ReviewState) -> str:
    """Return why there are no values here."""
    row, move = review.row, review.next_move
    if row is not None:
        return "no judge can judge this decision"
    if move is None:
        return "the deal is over here"
    if move.seat != review.seat:
        name = review.names[review.seat]
        whose = "your" if name == "You" else f"{name}'s"
        return f"{review.names[move.seat]} moves here; n and c lead to {whose} moves"
    return "not judged yet" if review.comparing else "there was no choice here"


def _value_row(
    canvas: Canvas, place: tuple[int, int, int, int], review: ReviewState, value: Value, judges: list[str],
    widths: tuple[int, int], gain: bool,
) -> None:  # fmt: skip
    palette, match, row, (x, y, width, height), (names, column) = (
        canvas.palette,
        review.match,
        review.row,
        place,
        widths,
    )
    assert match and row
    proved = row["mark"] in MARKS
    best, played = value.role == "better" and proved, value.role == "played"
    ground = palette.best if best and not palette.mono else palette.panel
    canvas.fill(x, y, width, height, ground)
    sign = "★" if best else "?" if value.role == "better" else ("✗" if proved else "●") if played else " "
    colour = palette.gold if best else palette.loss if played and proved else palette.fg
    canvas.put(x + 1, y, sign, colour, bold=True)
    canvas.put(x + 3, y, fit(value.label, names - 2), colour, bold=bool(value.role))
    for at, name in enumerate(judges):
        figure = match.figure(value.judges[name])
        canvas.right(x + 1 + names + column * (at + 1), y, (figure, palette.fg, best))
    if gain and value.gain:
        ends = dict.fromkeys(map(match.figure, value.gain))  # one where both are alike
        canvas.right(x + width - 1, y, (" … ".join(ends), palette.mute))
    elif gain and played:
        canvas.right(x + width - 1, y, ("played", palette.mute))


def paint_ends(
    canvas: Canvas, place: tuple[int, int, int], ends: Histogram, highest: float, best: bool, by: str = ""
) -> None:
    """Paint in one line how deals end after an action: as a histogram, or as a bar of those won.

    The bar is for games in which it tells as much, and for where there is little room.

    `highest` is the largest share of a bin of all actions that are shown, `by` names the judge. The first and the last
    bin are called by their lower ends, which are results that come up.
    """
    palette, (x, y, width) = canvas.palette, place
    wins, bins = f"{by}wins {won(ends.won)}", len(ends.shares)
    low, high = (f"{end:+.4g}" if abs(end) > 1e-9 else "0" for end in (ends.first, ends.first + ends.step * (bins - 1)))
    wide = (width - len(wins) - 3 - len(low) - len(high)) // bins
    if bins <= 2 or wide < 1:
        _bar_of_wins(canvas, place, ends, best)
        return
    canvas.right(x + width, y, (wins, palette.fg, best))
    x = canvas.put(x, y, f"{low} ", palette.mute)
    for number, share in enumerate(ends.shares):
        lost = ends.first + ends.step * (number + 1) <= 0
        colour = palette.loss if lost else palette.gain if ends.first < 0 else palette.heat[3]
        x = canvas.put(x, y, level(share / highest) * min(wide, 3), colour)
    canvas.put(x, y, f" {high}", palette.mute)


def _bar_of_wins(canvas: Canvas, place: tuple[int, int, int], ends: Histogram, best: bool) -> None:
    """Paint the share of deals won, and a bar of it where there is room."""
    palette, (x, y, width) = canvas.palette, place
    share = won(ends.won)
    told = f"wins {share}" if width > 20 else share
    if width > len(told):
        canvas.right(x + width, y, (told, palette.fg, best))
    room = width - len("wins 100%" if width > 20 else "100%") - 1
    if room >= 4:
        bar(canvas, x, y, room, ends.won, palette.gold if best else palette.bar)


def _signs(report: Json) -> dict[str, str]:
    """Return what stands beside each judge's name: * if it sees all hands."""
    return {judge["name"]: "*" * judge["sees_all_hands"] for judge in report["judges"]}


def proof_lines(review: ReviewState, width: int) -> list[str]:
    """Return the proof, or why there is none, and what to be careful of."""
    match, row = review.match, review.row
    assert match and row
    marked = _signs(match.report)
    own = [judge["name"] for judge in match.report["judges"] if judge["name"] in row["judges"] and match.own(judge)]
    careful = wrap(f"! {', '.join(own)}: plays as the reviewed player does", width) if own else []
    if "proof" not in row:
        if row["mark"] == "not proved":
            return ["not proved yet", *careful]
        waits = "verdict once all choices are compared"
        return [waits if review.comparing else "no action is suspected to be better", *careful]
    lines = [f"{row['mark']}: {match.label(row['better'])} over {match.label(row['played'])}, 95%"]
    for name, by in sorted(row["proof"].items(), key=lambda judge: judge[1]["low"]):  # the lowest decides the mark
        open_ = "  * sees all hands" * (marked[name] == "*")
        worlds = f"{by['worlds']} worlds" if by["worlds"] > 1 else "exact"
        worth = f", worth {round(by['n_eff'])}" * (round(by["n_eff"]) < by["worlds"])
        loss, interval = match.figure(by["loss"]), match.between(by["low"], by["high"])
        figures = f"{loss} ({interval})" if "…" in interval else loss
        ways = [f"{name:<8} {figures}  {worlds}{more}{open_}" for more in (worth, "")]
        lines.append(next((way for way in ways if cell_len(way) <= width), f"{name} {figures}{marked[name]}"))
    return [*lines, *careful]
