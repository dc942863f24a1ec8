"""Paints a position zone by zone, for any game, where there is no room for its table: chips in rows."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from ...core import Card, Observation, Zone
from ..look.canvas import Canvas
from ..look.cards import SMALL, Face, backs
from ..look.hand import hand, rows
from ..names import column_width, few_letters, short
from ..table.game import GameTable, View

NAME = 11
"""The least width of a zone's name."""
_COUNT = 4
"""Width of the number of cards after them."""
_TRICK = "trick"
"""The zone whose cards have the names of those who laid them."""
_LAID = 6
"""The most letters of the name before a card of a trick."""
_CHIP = 3
"""Width of a card's name with the space after it; that of a ten is wider."""
_MOST = 10
"""The most backs that are painted."""


def zones_of_strip(seen: Observation) -> list[Zone]:
    """Return the zones that a strip shows above the viewer's hand: all other zones with cards."""
    own = "hand" if any(zone.name == "hand" for zone in seen.zones) else f"hand {seen.seat}"
    zones = [*seen.hands, *(zone for zone in seen.zones if zone not in seen.hands)]
    return [zone for zone in zones if zone.name != own and zone.count]


def paint_strip(canvas: Canvas, table: GameTable, view: View, most: int = 0) -> int:
    """Paint all zones with cards but the viewer's hand as `paint_zones` does, and below them that hand, with badges.

    Return the number of rows used: as many as for `most` zones at least, so that a deal does not move about.
    """
    seen, shown = view.seen, zones_of_strip(view.seen)
    trick = next((place for place, zone in enumerate(shown, 1) if zone.name == _TRICK), 0)
    half = max(-(-len(shown) // 2), trick)  # the trick below the other hands, where rows are longer
    used = paint_columns(canvas, table, view, (shown[:half], shown[half:]))
    left = len(seen.hands) * any(zone.name == _TRICK for zone in seen.zones)  # the trick in place of the own hand
    top = max(used, 1 + max(left, (most + 1) // 2))
    hand(canvas, top, table.hand_view(view), SMALL)
    return top + rows(SMALL)


def paint_zones(canvas: Canvas, table: GameTable, view: View) -> int:
    """Paint the hands and the trick in a column below the first row, and all other zones in a second one.

    Return the number of rows used. The seat to act is gold, and the own cards have their numbers before them. Of a
    long pile the last cards are shown.
    """
    seen = view.seen
    left = [*seen.hands, *(zone for zone in seen.zones if zone.name == _TRICK)]  # where rows are longer
    return paint_columns(canvas, table, view, (left, [zone for zone in seen.zones if zone not in left]))


def paint_columns(canvas: Canvas, table: GameTable, view: View, columns: tuple[Sequence[Zone], Sequence[Zone]]) -> int:
    """Paint two columns of zones; return the number of rows used, with the first one.

    Before the cards of a trick stands who laid them, where there is room.
    """
    seen, palette = view.seen, canvas.palette
    left = canvas.width * 4 // 7
    used = 1
    for zones, x, width in zip(columns, (1, left), (left - 2, canvas.width - left - 1), strict=True):
        y, parts = 1, split_names(zones)
        called = [_called(table, view, zone, part, width) for zone, part in zip(zones, parts, strict=True)]
        longest = max(
            (zone.count for zone, (kind, _, _) in zip(zones, parts, strict=True) if kind == "hand"), default=0
        )
        least = NAME - 1 if longest * _CHIP <= width - NAME - 1 - _COUNT else 0  # whole hands in one row
        size = column_width(called, least, width // 2) + 1
        for zone, (kind, _, number), name in zip(zones, parts, called, strict=True):
            held = kind == "hand"
            seat = (int(number) if number else seen.seat) if held else None
            own, turn = seat == seen.seat, seat is not None and seat == seen.mover
            colour = palette.gold if turn else palette.fg if own else palette.feltmute
            canvas.put(x, y, ("●" if turn else " ") + short(name, size - 1), colour, bold=own)
            cards = zone.cards if seat is None else tuple(sorted(view.hands.get(seat, zone.cards)))
            known = view.order if own else cards
            room, numbers = width - size - 1 - _COUNT, [f"{place}" for place in range(1, len(known) + 1)] if own else ()
            heads = [f"{name} " for name in _laid(view, cards)] if zone.name == _TRICK else numbers
            taken = _cards(canvas, table.faces(known), heads, zone.count, (x + size + 1, y), room, held)
            y += taken
        used = max(used, y)
    return used


def _called(table: GameTable, view: View, zone: Zone, part: tuple[str, str, str], width: int) -> str:
    """Return what a zone is called: by the seat it belongs to, if any."""
    kind, _, number = part
    if kind == "hand":
        return view.names[int(number) if number else view.seen.seat]
    return (
        f"{kind} {short(view.names[int(number)], width // 2 - len(kind) - 1)}" if number else table.zone_name(zone.name)
    )


def split_names(zones: Sequence[Zone]) -> list[tuple[str, str, str]]:
    """Return the kind and the seat number of each zone; the number is "" if it belongs to no seat."""
    found = [zone.name.partition(" ") for zone in zones]
    return [part if part[2].isdigit() else (part[0], "", "") for part in found]


def _laid(view: View, cards: Sequence[Card]) -> list[str]:
    """Return who laid each of the cards that lie there, in a few letters; "" if nothing tells."""
    names = few_letters(view.names, _LAID)
    moves = [(event.seat, event.action.cards) for event in reversed(view.seen.history)]
    seats = [next((seat for seat, laid in moves if card in laid), None) for card in cards]
    return ["" if seat is None else names[seat] for seat in seats]


def _cards(
    canvas: Canvas,
    faces: Sequence[Face],
    heads: Sequence[str],
    count: int,
    at: tuple[int, int],
    room: int,
    whole: bool,
) -> int:
    """Paint known cards, then backs up to `count`, and the count; return the number of rows.

    It is one unless all cards of a `whole` hand are shown. `heads` stand before the cards, where there is room.
    """
    palette, (left, y), hidden = canvas.palette, at, count - len(faces)
    x, lines, size = left, 1, max((len(face.name) for face in faces), default=1) + 1
    if not heads or sum(cell_len(face.name + head) + 3 for face, head in zip(faces, heads, strict=True)) > room:
        heads = [""] * len(faces)
    padded = any(heads) or (size + 2) * len(faces) <= room
    shown = list(zip(heads, faces, strict=True))
    most = max(1, (room - 2) // size)
    if not whole and not padded and len(faces) > most:
        x = canvas.put(x, y, "… ", palette.feltmute)
        shown = shown[len(faces) - most :]
    for place, (head, face) in enumerate(shown, len(faces) - len(shown) + 1):
        text = f" {face.name} " if padded else face.name.ljust(size)
        if not padded and x + size > left + room:
            x, lines = left, lines + 1
        x = canvas.put(x, y + lines - 1, head, palette.gold if head.isdigit() else palette.feltmute)
        paper = palette.cream2 if not padded and place % 2 else palette.cream
        x = canvas.put(x, y + lines - 1, text, palette.on_card(face.suit, paper=paper), paper, True) + padded
    if hidden:
        step = 3 if 3 * min(hidden, _MOST) <= room else 2
        x = backs(canvas, x, y + lines - 1, min(hidden, _MOST, max(1, (left + room - x) // step)), step, step) + 1
    x += not (padded or hidden)
    canvas.put(x, y + lines - 1, f"{count}" if count else "–", palette.feltmute)
    return lines
