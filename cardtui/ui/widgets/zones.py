"""What a seat sees, zone by zone, for any game: hands by the names of their seats, backs for cards that lie face down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual.content import Content

from ...core import Card, Game, Observation
from .cards import face

NAME = 11
BACK = "░░"


def zone_lines(
    game: Game[Any],
    seen: Observation,
    names: Sequence[str],
    mover: int | None,
    width: int,
    four: bool = False,
    hands: Mapping[int, tuple[Card, ...]] | None = None,
) -> list[Content]:
    """One line of at most `width` cells for each zone; `mover` is marked, the seat that sees is bold.

    `hands` lays some seats' cards open.
    """
    lines = []
    for zone in seen.zones:
        kind, _, number = zone.name.partition(" ")
        cards, style, mark, name = zone.cards, "", " ", zone.name
        if kind == "hand":
            seat = int(number) if number else seen.seat
            cards = (hands or {}).get(seat, cards)
            style, mark, name = "bold" * (seat == seen.seat), "●" if seat == mover else " ", names[seat]
        line = Content.assemble(mark, (f"{name[: NAME - 1]:<{NAME}}", style))
        backs = zone.count - len(cards)
        shown = [face(game, card, four) for card in cards] + [Content.styled(BACK, "dim")] * (
            backs if kind == "hand" else 0
        )
        count = f" {zone.count}"
        for place, part in enumerate(shown):
            if line.cell_length + part.cell_length + len(count) + 2 > width:
                line += Content.styled(f"… {len(shown) - place} more", "dim")
                break
            line += part + Content(" ")
        lines.append(line + Content.styled(count.rjust(max(0, width - line.cell_length)), "dim"))
    return lines
