"""The scores beside Schafkopf's table: what each seat has won since the match began, and how that came about."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from ....text.formatting import trimmed
from ...look.curve import spark
from ...names import column_width, short
from ...widgets.decisions import bar

_CURVE = 12
"""The most deals that a seat's curve shows, each in a cell."""
_BAR = 24
"""The most cells of a bar."""


def score_lines(
    names: Sequence[str], totals: Sequence[Sequence[float]], winners: Sequence[int], width: int
) -> list[Content]:
    """Return a line for each seat: the course of its total, the total, a bar for its size, and what it was paid last.

    `totals` are those of all seats before the first deal and after each one. The curves have one scale.
    """
    left = column_width(names, 4, max(4, width // 4)) + 1
    every, now = [total for scores in totals for total in scores], totals[-1]
    figures = [trimmed(total, "+") for total in now]
    told = [trimmed(after - before, "+") for before, after in zip(*totals[-2:], strict=True)]
    wide, last = max(map(len, figures)), max(map(len, told)) + 2
    free = width - left - 3 - wide - 2
    curve = max(0, min(_CURVE, len(totals), free - last))  # rather a shorter curve than a figure that is cut
    free -= curve
    room = max(0, min(_BAR, free - last))
    most = max(map(abs, now)) or 1
    lines = []
    for seat, name in enumerate(names):
        style = "$text-success" if now[seat] > 0 else "$text-error" if now[seat] < 0 else "$text-muted"
        course = spark([scores[seat] for scores in totals], min(every), max(every), curve)
        line = Content.assemble(
            f"{short(name, left - 1):<{left}}",
            (course.ljust(curve), style),
            (f" {'▲' if now[seat] > 0 else '▼' if now[seat] < 0 else ' '} ", style),
            (figures[seat].rjust(wide), "bold"),
            ("*" if seat in winners else " ") + " ",
            (bar(abs(now[seat]) / most, room), style),
            (told[seat].rjust(max(last, free - room)), "$text-muted"),
        )
        lines.append(line)
    return lines
