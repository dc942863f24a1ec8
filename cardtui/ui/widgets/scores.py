"""Scores over the deals, in lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from ...core import Standing
from ...text.formatting import trimmed
from ...text.language import ENGLISH, Language
from ..look.curve import spark
from ..names import above_columns, column_width, name_and_bot, short

_CURVE = 4
"""The least width of a seat's curve beside its figures."""


def score_lines(
    names: Sequence[str],
    results: Sequence[Standing],
    now: Standing,
    width: int,
    rows: int = 8,
    bots: Sequence[str] = (),
    say: Language = ENGLISH,
) -> list[Content]:
    """Return the totals after the last `rows` deals, and the current totals with winners marked.

    The bots are told beside the names if there is room for all of them. After three deals, a row of small curves shows
    how each total came about. Where there is no room for a column per seat, there is a line per seat.
    """
    if width < 5 + 5 * len(names):
        return _score_by_seat(names, results, now, width, say)
    wanted = [f"{name} {bot}" for name, bot in zip(names, bots, strict=True)] if bots else names
    size = max(5, min(column_width(wanted, 10, width) + 2, (width - 5) // max(1, len(names))))
    heads = [name_and_bot(name, bot, size - 2) for name, bot in zip(names, bots or [""] * len(names), strict=True)]
    if not bots or any(bot and not shown for bot, (_, shown) in zip(bots, heads, strict=True)):
        heads = [(name, "") for name in above_columns(names, size - 1)]
    line = Content.styled(f"{say('deal'):<5}", "$text-muted")
    for name, bot in heads:
        told = Content.assemble(name, *[(f" {bot}", "$text-muted")] * bool(bot))
        line += told.pad_left(max(0, size - told.cell_length))
    lines = [line]
    lines += [
        Content(f"{standing.deals:>4} " + "".join(trimmed(total).rjust(size) for total in standing.scores))
        for standing in results[max(0, len(results) - rows) :]
    ]
    if len(results) > 2:
        every = [total for standing in results for total in standing.scores]
        seats = zip(*(standing.scores for standing in results), strict=True)
        small = [spark(totals, min(every), max(every), min(size - 2, 12)) for totals in seats]
        lines.append(Content("     " + "".join(curve.rjust(size) for curve in small)))
    total = "".join((trimmed(total) + "*" * (seat in now.winners)).rjust(size) for seat, total in enumerate(now.scores))
    lines.append(Content.styled(f"{say('now'):>4} {total}", "bold"))
    return lines


def _score_by_seat(
    names: Sequence[str], results: Sequence[Standing], now: Standing, width: int, say: Language
) -> list[Content]:
    """Return a line for each seat: the total after the last deal but one, the total now, and how it came about."""
    before = results[-2].scores if len(results) > 1 else [0.0] * len(names)
    olds = [say("before"), *(trimmed(total) if results else "–" for total in before)]
    news = [
        say("now") + " ",
        *(f"{trimmed(total)}{'*' if at in now.winners else ' '}" for at, total in enumerate(now.scores)),
    ]
    old, new = max(map(len, olds)) + 1, max(map(len, news)) + 2
    curved = len(results) > 2
    size = column_width(names, 5, max(5, width - old - new - _CURVE * curved))
    room = max(0, min(_CURVE + 1, width - size - old - new)) * curved
    every = [total for standing in results for total in standing.scores]
    lines = [Content.styled(f"{'':<{size}}{olds[0]:>{old}}{news[0]:>{new}}", "$text-muted")]
    for seat, name in enumerate(names):
        curve = spark([one.scores[seat] for one in results], min(every), max(every), room) if room else ""
        head, figure = f"{short(name, size):<{size}}{olds[seat + 1]:>{old}}", f"{news[seat + 1]:>{new}}"
        lines.append(Content.assemble(head, (figure, "bold"), curve))
    return lines
