"""Lines about all cards by rank: where each of them is, as far as a seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content

from ....core import Card, Observation
from ....games.zsy.cards import BLACK, RANKS, counts
from ....games.zsy.known import unseen
from ....games.zsy.words import laid_by
from ....text.formatting import who_does
from ...names import in_phrase, short

_SHORT = "3456789TJQKA2BR"
"""One letter for each rank, which can be typed as well."""
_LABEL = 8


class _Columns(NamedTuple):
    names: Sequence[str]
    ends: Sequence[int]
    """The column after each rank."""
    block: int
    """Width of a card; 0 if there is no room for the picture."""
    label: int
    """Width of the labels."""


def rank_lines(seen: Observation, names: Sequence[str], known: Sequence[Card], over: bool, width: int) -> list[Content]:
    """Return the cards by rank in lines of at most `width` cells.

    `known` are the cards of the other seat, if they are shown; `over`: the deal is over. If there is room, each card is
    a block, otherwise there are only counts: laid by either seat, and unseen or still held by the other.
    """
    other = 1 - seen.seat
    theirs, mine = counts(known), counts(seen.zone("hand").cards)
    laid = [counts(laid_by(seen, seat)) for seat in (other, seen.seat)]
    hidden = [size - held for size, held in zip(unseen(seen), theirs, strict=True)]
    if over:
        hidden = counts(seen.zone("rest").cards)
    columns = _columns(width)
    rest = "aside" if over or known else "unseen"
    rows = [(short(names[other], _LABEL - 1), laid[0], ""), (short(names[seen.seat], _LABEL - 1), laid[1], "")]
    rows += [("holds", theirs, "bold")] * any(theirs) + [(rest, hidden, "" if any(theirs) else "bold")]
    if not columns.block:
        head = _row("laid by", columns.names, columns, "$text-muted")
        return [head, *(_row(label, _told(sizes), columns, style) for label, sizes, style in rows)]
    kinds = (
        (who_does([names[seen.seat]], "hold"), mine, "▆", "$own"),
        (f"{names[other]} holds", theirs, "▓", "$error"),
        (rest, hidden, "▃", "$heat"),
        (f"laid by {in_phrase(names[seen.seat])}", laid[1], "─", "$text-muted"),
        (f"by {in_phrase(names[other])}", laid[0], "·", "$text-muted"),
    )
    lines = [_row("", columns.names, columns, "$text-muted")]
    for height in reversed(range(4)):
        line = Content("")
        for rank, end in enumerate(columns.ends):
            pile = [(sign, style) for _, sizes, sign, style in reversed(kinds) for _ in range(sizes[rank])]
            sign, style = pile[height] if height < len(pile) else (" ", "")
            line = line.pad_right(end - columns.block - line.cell_length)
            line += Content.styled(sign * columns.block, style)
        lines.append(line)
    for label, sizes, style in rows[2:]:
        key = Content.styled("▓▓", "$error") if label == "holds" else Content.styled("▃▃", "$heat")
        told = Content(label) if len(label) <= columns.label else key
        lines.append(told + _row("", _told(sizes), columns, style)[told.cell_length :])
    legend: list[Content] = []
    for label, sizes, sign, style in kinds:
        if any(sizes):
            part = Content.assemble((sign * 2, style), (f" {label}", "$text-muted"))
            if legend and legend[-1].cell_length + 2 + part.cell_length <= width:
                legend[-1] = legend[-1] + Content("  ") + part
            else:
                legend.append(part)
    return lines + legend


def _told(sizes: Sequence[int]) -> list[str]:
    return [f"{size or '·'}" for size in sizes]


def _columns(width: int) -> _Columns:
    """Return the columns for a width."""
    if width >= 3 * len(RANKS) + 4:
        label = min(12, width - 3 * len(RANKS) + 1)
        return _Columns(RANKS, [label + 3 * rank + 2 for rank in range(len(RANKS))], 2, label)
    wide = [1 + len(name) for name in RANKS]
    if width >= _LABEL - 1 + sum(wide):
        return _Columns(RANKS, [_LABEL - 1 + sum(wide[: rank + 1]) for rank in range(len(RANKS))], 1, _LABEL)
    apart = width >= _LABEL + len(RANKS) + 2
    ends = [_LABEL + rank + (rank // 5) * apart + 1 for rank in range(BLACK + 2)]
    return _Columns(_SHORT, ends, 0, _LABEL)


def _row(label: str, texts: Sequence[str], columns: _Columns, style: str = "") -> Content:
    """Return a label and a text that ends in each column; points are muted."""
    line = Content.styled(label, "$text-muted")
    for text, end in zip(texts, columns.ends, strict=True):
        line = line.pad_right(end - len(text) - line.cell_length)
        line += Content.styled(text, "$text-muted" if text == "·" else style)
    return line
