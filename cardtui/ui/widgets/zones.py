"""Displays an observation zone by zone, for any game: hands with the names of their seats, backs for hidden cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual.content import Content

from ...core import Card, Game, Observation, Zone
from .cards import face
from .records import room_for, short

NAME = 11
"""Minimum width of a zone's name."""
BACK = "░░"
ROOM = len("… 99 more")
CARD = len("10♠ ")
"""Maximum width of a card."""


def zone_lines(
    game: Game[Any],
    seen: Observation,
    zones: Sequence[Zone],
    names: Sequence[str],
    mover: int | None,
    width: int,
    four: bool = False,
    hands: Mapping[int, tuple[Card, ...]] | None = None,
    numbered: bool = False,
) -> list[Content]:
    """Draw these zones in lines of at most `width` cells; `mover` is marked, the observing seat is bold.

    If a line is too short, a known hand continues below, a hidden one shows its first cards, and any other zone the
    last cards played. `hands` reveals the cards of some seats; `numbered` numbers the cards of the observing seat.
    """
    lines = []
    called = [f"{kind} {names[int(number)]}" for kind, _, number in parted(zones) if number and kind != "hand"]
    cells = max((CARD * max(zone.count, len(zone.cards)) for zone in zones), default=0)
    size = room_for([*names, *called], NAME - 1, max(width // 4, width - cells - CARD)) + 1
    for zone, (kind, _, number) in zip(zones, parted(zones), strict=True):
        cards, style, mark, name = zone.cards, "", " ", zone.name
        if kind == "hand":
            seat = int(number) if number else seen.seat
            cards = (hands or {}).get(seat, cards)
            style, mark, name = "bold" * (seat == seen.seat), "●" if seat == mover else " ", names[seat]
        elif number:
            name = f"{kind} {short(names[int(number)], size - len(kind) - 2)}"
        line = Content.assemble(mark, (f"{short(name, size - 1):<{size}}", style))
        shown = [face(game, card, four) for card in cards]
        if numbered and zone.name == "hand":
            counted = [Content.assemble((f"{place}·", "dim"), part) for place, part in enumerate(shown, 1)]
            if sum(part.cell_length + 1 for part in counted) + size + ROOM < width:
                shown = counted
        if kind == "hand":
            shown += [Content.styled(BACK, "dim")] * (zone.count - len(cards))
        count = f" {zone.count}"
        room = width - line.cell_length - len(count)
        rows = _folded(shown, room) if kind == "hand" and cards else [_shortened(shown, room, first=kind == "hand")]
        for row in rows[:-1]:
            lines.append(line + Content(" ").join(row))
            line = Content(" " * (size + 1))
        line += Content(" ").join(rows[-1])
        lines.append(line + Content.styled(count.rjust(max(0, width - line.cell_length)), "dim"))
    return lines


def parted(zones: Sequence[Zone]) -> list[tuple[str, str, str]]:
    """Return the kind and the seat number of each zone; the number is "" if it belongs to no seat."""
    found = [zone.name.partition(" ") for zone in zones]
    return [part if part[2].isdigit() else (part[0], "", "") for part in found]


def _folded(cards: Sequence[Content], room: int) -> list[list[Content]]:
    """Return all cards, in rows of `room` cells."""
    rows: list[list[Content]] = [[]]
    for card in cards:
        if sum(there.cell_length + 1 for there in rows[-1]) + card.cell_length > room and rows[-1]:
            rows.append([])
        rows[-1].append(card)
    return rows


def _shortened(cards: Sequence[Content], room: int, first: bool) -> Sequence[Content]:
    """Return as many of the first or last cards as fit, and how many more there are."""
    kept = len(cards)
    while kept and sum(card.cell_length + 1 for card in (cards[:kept] if first else cards[-kept:])) - 1 > room:
        kept -= 1
        room -= ROOM * (kept == len(cards) - 1)
    if kept == len(cards):
        return cards
    more = Content.styled(f"… {len(cards) - kept} more", "dim")
    return [*cards[:kept], more] if first else [more, *cards[len(cards) - kept :]]
