"""Paints a position zone by zone, for any game, where there is no room for its table: chips in rows."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import Observation, Zone
from ..look.canvas import Canvas
from ..look.cards import SMALL, Face, backs
from ..look.hand import hand, rows
from ..look.pieces import fit
from ..names import column_width, short
from ..table.game import GameTable, View

NAME = 11
"""The least width of a zone's name."""
_COUNT = 4
"""Width of the number of cards at the end of a row."""
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
    shown = zones_of_strip(view.seen)
    half = -(-len(shown) // 2)
    used = paint_columns(canvas, table, view, (shown[:half], shown[half:]))
    top = max(used, 1 + (most + 1) // 2)
    hand(canvas, top, table.hand_view(view), SMALL)
    return top + rows(SMALL)


def paint_zones(canvas: Canvas, table: GameTable, view: View) -> int:
    """Paint the hands in a column below the first row, and all other zones in a second one.

    Return the number of rows used. The seat to act is gold, and the own cards have their numbers before them. Of a
    long pile the last cards are shown.
    """
    seen = view.seen
    return paint_columns(canvas, table, view, (seen.hands, [zone for zone in seen.zones if zone not in seen.hands]))


def paint_columns(canvas: Canvas, table: GameTable, view: View, columns: tuple[Sequence[Zone], Sequence[Zone]]) -> int:
    """Paint two columns of zones; return the number of rows used, with the first one."""
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
            room = width - size - 1 - _COUNT
            taken = _cards(canvas, table.faces(known), zone.count - len(known), (x + size + 1, y), room, held, own)
            canvas.right(x + width, y + taken - 1, (str(zone.count), palette.feltmute))
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


def _cards(
    canvas: Canvas, faces: Sequence[Face], hidden: int, at: tuple[int, int], room: int, whole: bool, numbered: bool
) -> int:
    """Paint known cards, then backs; return the number of rows, one unless all cards of a `whole` hand are shown."""
    palette, (left, y) = canvas.palette, at
    x, lines, size = left, 1, max((len(face.name) for face in faces), default=1) + 1
    numbers = numbered and sum(len(face.name) + 4 + (place > 8) for place, face in enumerate(faces)) <= room
    padded = numbers or (size + 2) * len(faces) <= room
    shown = list(enumerate(faces, 1))
    most = max(1, (room - 2) // size)
    if not whole and not padded and len(faces) > most:
        x = canvas.put(x, y, "… ", palette.feltmute)
        shown = shown[len(faces) - most :]
    for place, face in shown:
        text = f" {face.name} " if padded else face.name.ljust(size)
        if not padded and x + size > left + room:
            x, lines = left, lines + 1
        if numbers:
            x = canvas.put(x, y + lines - 1, str(place), palette.gold)
        paper = palette.cream2 if not padded and place % 2 else palette.cream
        x = canvas.put(x, y + lines - 1, text, palette.on_card(face.suit, paper=paper), paper, True) + padded
    if hidden:
        step = 3 if 3 * min(hidden, _MOST) <= room else 2
        backs(canvas, x, y + lines - 1, min(hidden, _MOST, max(1, (left + room - x) // step)), step, step)
    elif not faces:
        canvas.put(x, y, fit("–", room), palette.feltmute)
    return lines
