"""What a seat sees, zone by zone, for any game: hands by the names of their seats, backs for hidden cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual.content import Content

from ...core import Card, Game, Observation
from .cards import face
from .records import short

NAME = 11
BACK = "░░"
ROOM = len("… 99 more")


def zone_lines(
    game: Game[Any],
    seen: Observation,
    names: Sequence[str],
    mover: int | None,
    width: int,
    four: bool = False,
    hands: Mapping[int, tuple[Card, ...]] | None = None,
    numbered: bool = False,
) -> list[Content]:
    """One line of at most `width` cells for each zone; `mover` is marked, the seat that sees is bold.

    `hands` lays some seats' cards open; `numbered` puts their numbers before the cards of the seat that sees.
    """
    lines = []
    for zone in seen.zones:
        kind, _, number = zone.name.partition(" ")
        cards, style, mark, name = zone.cards, "", " ", zone.name
        if kind == "hand":
            seat = int(number) if number else seen.seat
            cards = (hands or {}).get(seat, cards)
            style, mark, name = "bold" * (seat == seen.seat), "●" if seat == mover else " ", names[seat]
        elif number.isdigit():
            name = f"{kind} {short(names[int(number)], NAME - len(kind) - 2)}"
        line = Content.assemble(mark, (f"{short(name, NAME - 1):<{NAME}}", style))
        shown = [face(game, card, four) for card in cards]
        if numbered and zone.name == "hand":
            counted = [Content.assemble((f"{place}·", "dim"), part) for place, part in enumerate(shown, 1)]
            if sum(part.cell_length + 1 for part in counted) + NAME + ROOM < width:
                shown = counted
        if kind == "hand":
            shown += [Content.styled(BACK, "dim")] * (zone.count - len(cards))
        count = f" {zone.count}"
        fits = line.cell_length + sum(part.cell_length + 1 for part in shown) + len(count) <= width + 1
        for place, part in enumerate(shown):
            rest = 0 if fits or place == len(shown) - 1 else ROOM
            if line.cell_length + part.cell_length + rest + len(count) > width:
                line += Content.styled(f"… {len(shown) - place} more", "dim")
                break
            line += part + Content(" ")
        lines.append(line + Content.styled(count.rjust(max(0, width - line.cell_length)), "dim"))
    return lines
