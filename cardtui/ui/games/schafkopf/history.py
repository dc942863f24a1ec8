"""The history beside Schafkopf's table: a row for each round of calls and for each trick, a column for each seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textual.content import Content

from ....core import Event, Observation
from ....games.schafkopf.bidding import PASSED, asked_next, highest
from ....games.schafkopf.parsing import name, points, shortened
from ....games.schafkopf.rules import SEATS, Schafkopf
from ....text.language import Language
from ...names import few_letters, short
from ...widgets.cards import WON, face

_SPOKEN = {"pass": "–", "knock": "×2", "contra": "×2", "retour": "×4"}
_HEAD, _POINTS = 6, 3
"""Widths before and after the columns of the seats."""
_NARROW = 5
"""The width of a column in which a name of five letters would be cut."""


def history(law: Schafkopf, seen: Observation, width: int, say: Language) -> list[Content]:
    """Return the rows of a deal's history. Kontra may be said during a trick; its row stands above that trick."""
    size, lines, number, calling = _column(width), list[Content](), 1, ""
    called: dict[int, Content] = {}
    played: dict[int, Content] = {}
    for event, head in zip(seen.history, _heads(law, seen), strict=True):
        verb, seat = event.action.verb, event.seat
        over = verb == "trick" or (verb == "play" and not played) or (head and (seat in called or head != calling))
        if called and over:
            lines.append(_row(called, size, say(calling)))
            called = {}
        calling = head or calling
        if verb == "trick":
            lines.append(_row(played, size, f"{number}", event))
            number, played = number + 1, {}
        elif verb == "play":
            played[seat] = Content(" " if played else "▸") + face(law, event.action.cards[0], four=True)
        else:
            told = shortened(name(event.action), size - 1) if verb == "bid" else _SPOKEN[verb]
            called[seat] = Content(f" {told}" if len(told) < size else told)
    lines += [_row(called, size, say(calling))] * bool(called)
    return lines + [_row(played, size, f"{number}")] * bool(played)


def columns(names: Sequence[str], width: int) -> str:
    """Return the names above the columns of a history of this width, from the column of the first seat on.

    In narrow columns they are their first letters alone, which tell more than a mark of what is cut.
    """
    size = _column(width)
    told = few_letters(names, size - 1) if size <= _NARROW else [short(who, size - 1) for who in names]
    return "".join(f" {who:<{size - 1}}" for who in told).strip()


def _heads(law: Schafkopf, seen: Observation) -> Iterator[str]:
    """Return for each event the heading of its row: knock, bid, Kontra or Re; "" for cards and tricks."""
    bids, knocks = ("",) * SEATS, SEATS if law.options["klopfen"] == "yes" else 0
    bidding, head = True, "Kontra"
    for at, event in enumerate(seen.history):
        seat, action = event.seat, event.action
        if action.cards:
            yield ""
        elif at < knocks:
            yield "knock"
        elif bidding:
            yield "bid"
            bids = (*bids[:seat], action.to or PASSED, *bids[seat + 1 :])
            first = seen.facts["first"]
            bidding = highest(bids, first) is None or asked_next(bids, seat, first, law.upgrade) is not None
        else:
            yield head
            head = "Re" if action.verb == "contra" else head


def _row(cells: Mapping[int, Content], size: int, head: str, over: Event | None = None) -> Content:
    """Return a row; of a trick that is `over` its taker is marked, and its points stand at the end."""
    line = Content.styled(f"{head:<{_HEAD}}", "$text-muted")
    for seat in range(SEATS):
        cell = cells.get(seat, Content(""))
        if over and seat == int(over.action.to):
            cell = cell[:1] + Content.styled(cell[1:].plain.ljust(3), WON)
        line += cell.truncate(size, pad=True, ellipsis=cell.cell_length > size)
    return line + Content.styled(f"{points(over.action.cards):>{_POINTS}}", "bold") if over else line


def _column(width: int) -> int:
    """Return the width of each seat's column in a history of this width."""
    return max(4, min(14, (width - _HEAD - _POINTS) // SEATS))
