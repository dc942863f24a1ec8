"""Paints the end of a match, for all games: who won and by how much, the places, the course of the scores."""

from __future__ import annotations

from collections.abc import Sequence

from ...match import Match
from ...tableside import Deal, Place, places
from ...text.formatting import trimmed, unit_after
from ...text.language import ENGLISH, Language
from ..look import art
from ..look.canvas import Canvas
from ..look.curve import Course, curves, least_height
from ..look.pieces import fit, plate
from ..names import short

_WIDE = 60
"""The width from which the table has all its columns."""


def paint_match(
    canvas: Canvas, match: Match, names: Sequence[str], course: Course, viewer: int, say: Language = ENGLISH
) -> None:
    """Paint the end of a match. `course` are the scores after each deal."""
    width = canvas.width
    table, free = places(match), canvas.height - 1 - (canvas.height > 24)
    unit, least = say(match.game.unit), least_height(course)
    margin = 2 if width > 60 else 0
    inner = width - 2 * margin
    tall = free >= 5 + len(table) + 2 + least
    need = (5 if tall else 3) + len(table) + 2
    pad = int(free - need - least >= 3)
    high = min(26, free - need - 3 * pad) if least else 0
    high = high if high >= least else 0
    y = 1 + pad
    _winner(canvas, (margin, y, inner, 5 if tall else 3), match, names, table, unit, say)
    y += (5 if tall else 3) + pad
    _standings(canvas, (margin, y, inner), names, table, unit, viewer, say)
    y += len(table) + 2 + pad
    if high:
        left = margin or 1
        curves(canvas, left, y, inner - 2 * (not margin), high, course)
    elif course.lines and not course.changes:
        canvas.put(margin + 1, y, say("No deal changed the scores."), canvas.palette.feltmute)


def _winner(
    canvas: Canvas, place: tuple[int, int, int, int], match: Match, names: Sequence[str], table: Sequence[Place],
    unit: str, say: Language,
) -> None:  # fmt: skip
    """Paint who won the match, with what, and how far ahead."""
    palette, (x, y, width, height) = canvas.palette, place
    plate(canvas, x, y, width, height, True)
    y += (height - 3) // 2
    winners, deals = match.standing.winners, match.standing.deals
    first = next(row for row in table if row.seat in winners)
    figure, at = trimmed(first.total), x + 3
    unit = unit_after(figure, unit)
    rows = art.word(figure) if set(figure) <= set(art.DIGITS) else ("",)
    if palette.lines or not rows[0]:
        at = canvas.put(at, y + 1, figure, palette.gold, bold=True) + 3
    else:
        canvas.pixels(at, y, rows, {"#": palette.mark if palette.mono else palette.gold})
        at += len(rows[0]) + 3
    room = x + width - 1 - at
    played = say.counted(deals, "{count} deal", "{count} deals")
    if len(names) == 1:
        canvas.put(at, y, fit(say("The match is over"), room), palette.gold, bold=True)
        canvas.put(at, y + 1, fit(f"{figure} {unit} · {played}", room))
        canvas.put(at, y + 2, fit(say("{points} a deal", points=f"{first.total / deals:.1f}"), room), palette.feltmute)
        return
    who = say(" and ").join(names[seat] for seat in winners)
    if len(winners) == len(names):
        verdict = say("The match is a draw")
    elif who == say("You"):
        verdict = say("You win the match")
    else:
        verdict = say("{name} wins the match" if len(winners) == 1 else "{name} win the match", name=who)
    canvas.put(at, y, fit(verdict, room), palette.gold, bold=True)
    canvas.put(at, y + 1, fit(f"{figure} {unit} · {played}", room))
    second = next((row for row in table if row.seat not in winners), None)
    if len(winners) > 1:
        lead = say("{count} seats share the first place", count=len(winners))
    else:
        name = names[second.seat] if second else ""
        ahead = "{points} ahead of you" if name == say("You") else "{points} ahead of {name}"
        lead = say(ahead, points=trimmed(second.behind), name=name) if second else ""
    canvas.put(at, y + 2, fit(lead, room), palette.feltmute)


def _standings(
    canvas: Canvas, place: tuple[int, int, int], names: Sequence[str], table: Sequence[Place], unit: str, viewer: int,
    say: Language,
) -> None:  # fmt: skip
    """Paint the places, with the best and the worst deal of each."""
    palette, (x, y, width) = canvas.palette, place
    wide = width >= _WIDE
    sizes = (9, 8, 15, 15) if wide else (7, 7, 10, 10)  # total, behind, best deal, worst deal
    ends = [x + width - 1 - sum(sizes[at + 1 :]) for at in range(len(sizes))]
    heads = (
        short(unit, 8) if wide else say("total"),
        say("behind"),
        say("best deal" if wide else "best"),
        say("worst deal" if wide else "worst"),
    )
    digits = max(len(str(deal.number)) for one in table for deal in (one.best, one.worst))
    canvas.run(x + 1, y, (say("STANDINGS"), palette.title, True))
    for end, head in zip(ends, heads, strict=True):
        canvas.right(end, y, (head, palette.feltmute))
    for row, one in enumerate(table, y + 1):
        canvas.fill(x, row, width, 1, palette.plate)
        won, mine = one.place == 1 and len(table) > 1, one.seat == viewer
        canvas.put(x + 1, row, f"{one.place}", palette.gold if won else palette.feltmute, bold=won)
        name = short(names[one.seat], ends[0] - sizes[0] - x - 4)
        end = canvas.put(x + 4, row, name, palette.fg, bold=won or mine)
        canvas.put(end + 1, row, "★" * won, palette.gold)
        canvas.right(ends[0], row, (trimmed(one.total), palette.fg, True))
        canvas.right(ends[1], row, (trimmed(one.behind) if one.behind else "–", palette.feltmute))
        for end, deal in zip(ends[2:], (one.best, one.worst), strict=True):
            number = f" {say('deal')} {deal.number:<{digits}}" if wide else f" #{deal.number:<{digits}}"
            canvas.right(end, row, (_change(deal, len(table) > 1), palette.fg), (number, palette.feltmute))


def _change(deal: Deal, signed: bool) -> str:
    """Return what a deal changed. In a game for one it brought as much, which has no sign."""
    return trimmed(deal.change, "+" * signed)
