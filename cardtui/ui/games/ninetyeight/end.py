"""Paints the end of a deal of 98: how many cards were laid, where the stacks ended; and a feast when all are laid."""

from __future__ import annotations

from collections.abc import Sequence

from ....core import Observation
from ....games.ninetyeight.parsing import LETTERS, heights
from ....games.ninetyeight.rules import DECK, HIGH, LOW, STACKS, UP, unseen
from ....games.ninetyeight.words import laid
from ....text.formatting import counted, trimmed
from ...look import art
from ...look.canvas import Canvas
from ...look.cards import Face
from ...look.curve import Course, Line, curves, least_height
from ...look.palette import mix
from ...look.pieces import bar
from ..endings import Ending, Part, Seat, paint_digits, paint_ending, paint_seats
from ..hands import Hand

_BURST = (  # a firework in pixels
    "....a....",
    ".b..a..b.",
    "..b...b..",
    ".........",
    "aa..c..aa",
    ".........",
    "..b...b..",
    ".b..a..b.",
    "....a....",
)
_PLAIN_BURST = ("  |  ", "\\   /", "- * -", "/   \\", "  |  ")
_FEAST = 9
"""Rows of the fireworks with the large figure between them."""


def ending(seen: Observation, results: Sequence[float], earlier: Sequence[float], deals: int) -> Ending:
    """Return what the end of a deal tells.

    `results` are those of the deals of this match, `earlier` those of other matches as far as they are known; `deals`
    is the number of deals in a match, 0 for as many as one likes.
    """
    count, hand = laid(seen), seen.zone("hand").cards
    missing, to_draw = len(DECK) - count, seen.zone("draw").count
    return Ending(
        figure=str(count),
        unit="",
        verdict=f"{count} of {len(DECK)} laid",
        by=f"{missing} left: {len(hand)} in the hand, {to_draw} to draw",
        how="nothing fits any more",
        steps=[],
        seats=_figures(results, earlier),
        heading=("LEFT", "what was still to come, and the hand"),
        hands=[_hand("in the hand", hand), *[_hand("not drawn", unseen(seen))] * bool(0 < to_draw <= 16)],
        course=course(results, deals),
        deal=_climb(seen),
        whole=False,
    )


def _climb(seen: Observation) -> Course:
    """Return the top of each stack after each card."""
    curves: list[list[float]] = [[LOW if up else HIGH] for up in UP]
    for event in seen.history:
        if event.action.to in STACKS:
            for name, curve in zip(STACKS, curves, strict=True):
                curve.append(event.action.cards[0] if name == event.action.to else curve[-1])
    lines = [
        Line(f"{LETTERS[name]} {'▲' if up else '▼'}", curve) for name, curve, up in zip(STACKS, curves, UP, strict=True)
    ]
    return Course(lines, "their top cards; card by card", title="how the stacks went")


def course(results: Sequence[float], deals: int) -> Course:
    """Return the results of several deals as a curve."""
    lines = [Line("laid", results)] if len(results) > 1 else []
    return Course(lines, f"cards laid{f'; {deals} deals in all' if deals else ''}", 1)


def _hand(name: str, cards: Sequence[int]) -> Hand:
    return Hand(name, [Face(str(card), "") for card in sorted(cards)], "", counted(len(cards), "card"))


def _figures(results: Sequence[float], earlier: Sequence[float]) -> list[Seat]:
    """Return best and mean of this match, and the best of all games that are known, where there are several."""
    seats = []
    if len(results) > 1:
        best = results.index(max(results)) + 1
        mean = f"{sum(results) / len(results):.1f}"
        seats = [
            Seat("best", "of this match", trimmed(max(results)), 0, f"deal {best}"),
            Seat("mean", "of this match", mean, 0, f"deals {len(results)}"),
        ]
    if earlier:
        every = [*earlier, *results]
        wins = sum(result == len(DECK) for result in every)
        seats.append(Seat("best of all", "your games", trimmed(max(every)), 0, f"games {len(every)}"))
        seats.append(Seat("all laid", "your games", str(wins), 0, f"games {len(every)}"))
    return seats


def stacks(canvas: Canvas, seen: Observation) -> Part:
    """Return the part that tells how far each stack went, and with how many cards."""

    def paint(x: int, y: int, width: int) -> None:
        palette = canvas.palette
        canvas.run(x, y, ("STACKS", palette.title, True), ("   how far they went", palette.feltmute))
        for row, (name, top, up) in enumerate(zip(STACKS, heights(seen), UP, strict=True), y + 1):
            count = seen.zone(name).count
            end = canvas.run(
                x, row, (LETTERS[name], palette.gold, True), f" {'▲' if up else '▼'} ", (f"{top:>3}", "", True)
            )
            cards = counted(count, "card")
            share = (top - LOW if up else HIGH - top) / (HIGH - LOW)
            bar(canvas, end + 2, row, width - (end - x) - 12, share)
            canvas.right(x + width, row, (cards, palette.feltmute))

    return Part(1 + len(STACKS), paint)


def paint_end(canvas: Canvas, seen: Observation, ending: Ending) -> None:
    """Paint the end of a deal."""
    if laid(seen) < len(DECK):
        paint_ending(canvas, ending, stacks(canvas, seen))
        return
    free = canvas.height - 1 - (canvas.height > 24)
    margin = 2 if canvas.width > 60 else 0
    left, inner = margin or 1, canvas.width - 2 * margin
    width, palette, part = canvas.width - 2 * left, canvas.palette, stacks(canvas, seen)
    high = [_FEAST, 4, 4 * bool(ending.seats), part.rows, least_height(ending.course)]
    while sum(high) > free:
        high[max(at for at, rows in enumerate(high) if rows)] = 0
    gap = min(2, (free - sum(high)) // (1 + sum(rows > 0 for rows in high)))
    y = 1 + gap
    tops = [y := y + (gap + rows if rows else 0) for rows in high]
    feast, band, seats, piles, course = (top - gap - rows for top, rows in zip(tops, high, strict=True))
    _feast(canvas, feast)
    canvas.middle(0, canvas.width, band, "ALL 98 CARDS LAID: A WIN", palette.gold, bold=True)
    if high[1]:
        _rainbow(canvas, left, band + 2, width)
    if high[2]:
        paint_seats(canvas, margin, seats, inner, ending.seats, high[2])
    if high[3]:
        part.paint(left, piles, width)
    if high[4]:
        curves(canvas, left, course, width, high[4] + min(8, free + 1 - tops[-1]), ending.course)


def _feast(canvas: Canvas, y: int) -> None:
    """Paint 98 in large digits between fireworks."""
    palette, width = canvas.palette, canvas.width
    text = str(len(DECK))
    scale = 3 if width > 60 and not palette.lines else 2
    size = 1 if palette.lines else len(art.word(text, scale)[0])
    rows = 5 * scale // 2
    paint_digits(canvas, (width - size) // 2, y + (_FEAST - rows) // 2, text, palette.gold, scale)
    step = 15
    hues = (palette.gain, palette.other, palette.suit("♥"), palette.gold)
    if palette.mono:
        hues = (palette.mark,) * 4
    reach = (width - size) // 2 - 3
    for at in range(reach // step + (reach % step >= 9)):
        for side in (-1, 1):
            middle = width // 2 + side * (size // 2 + 7 + at * step)
            top = y + (at + (side > 0)) % 2 * (_FEAST - 5)
            one, other = hues[(2 * at + (side > 0)) % 4], hues[(2 * at + (side > 0) + 1) % 4]
            if palette.lines:
                for row, signs in enumerate(_PLAIN_BURST):
                    canvas.put(middle - 2, top + row, signs, one, bold=True)
            else:
                canvas.pixels(middle - 4, top, _BURST, {"a": one, "b": other, "c": palette.mark})


def _rainbow(canvas: Canvas, x: int, y: int, width: int) -> None:
    """Paint all cards as a band, from the lowest to the highest, in the colours of their edges."""
    palette = canvas.palette
    low, high = palette.heat[4], palette.suit("♥")
    for at in range(width):
        colour = palette.mark if palette.mono else mix(low, high, at / max(1, width - 1))
        canvas.put(x + at, y, "▀", colour)
    canvas.put(x, y + 1, str(DECK[0]), palette.feltmute)
    canvas.middle(x, width, y + 1, "every card from the lowest to the highest", palette.feltmute)
    canvas.right(x + width, y + 1, (str(DECK[-1]), palette.feltmute))
