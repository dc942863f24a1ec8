"""A map of the deck: what an observer knows of each card, in lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.content import Content

from ...core import Card, Game, Observation
from ...text.formatting import signs
from ..names import initials
from .cards import CARD, suit_colour


def cards_seen(seen: Observation) -> set[Card]:
    """Return all cards that the observer sees, or has seen in this deal."""
    found: set[Card] = set()
    for zone in seen.zones:
        found.update(zone.cards)
    for event in seen.history:
        found.update(event.action.cards, event.gain)
    return found


MAP_CELL, MAP_SLIM = 3, 2
"""Width of a card in a map of the deck, and in one with little room."""


def seen_map(
    game: Game[Any],
    suits: Sequence[Sequence[Card | None]],
    seen: Observation,
    names: Sequence[str],
    width: int,
    four: bool = False,
) -> list[Content]:
    """Return the deck as a map, a row per suit and a column per rank, with what the observer knows of each card.

    Own cards are squares, unseen ones the suit's sign in its colour (`four`: each suit has its own), those that lie in
    another hand the first letter of its seat's name (the last sign, where names begin alike), and all others, which
    were seen, dots. Cells are `MAP_SLIM` wide and there is no key where the width does not suffice for `MAP_CELL`.
    Each row begins with its suit if there is room, since cards that have been seen do not show it.
    """
    slim = width < MAP_CELL * len(suits[0]) - 1
    wide = MAP_SLIM if slim else MAP_CELL
    titled = width > MAP_CELL * len(suits[0])
    known, mine = cards_seen(seen), set(seen.zone("hand").cards)
    owner = {
        card: names[int(zone.name.partition(" ")[2])]
        for zone in seen.hands
        if zone.name != "hand"
        for card in zone.cards
    }
    marks = dict(zip(names, initials(names), strict=True))

    def cell(card: Card | None) -> Content:
        if card is None:
            return Content(" " * wide)
        if card in mine:
            return Content.styled(" ■ "[-wide:], CARD)
        if card in owner:
            return Content.styled(f" {marks[owner[card]]} "[-wide:], "bold on $heat 80%")
        if card in known:
            return Content.styled(" · "[-wide:], "$text-muted")
        sign = signs(game.face(card))
        return Content.styled(f" {sign[0] if sign[0] == '★' else sign[-1]} "[-wide:], suit_colour(sign, four))

    def title(row: Sequence[Card | None]) -> Content:
        sign = next(signs(game.face(card)) for card in row if card is not None)
        return Content.styled(" " if sign[0] == "★" else sign[-1], suit_colour(sign, four)) + " "

    ranks = [next(row[at] for row in suits if row[at] is not None) for at in range(len(suits[0]))]
    heads = [signs(game.face(card)) for card in ranks if card is not None]
    names_of = ["★" if face[0] == "★" else "T" if slim and len(face) > 2 else face[:-1] for face in heads]
    head = "  " * titled + "".join(name.ljust(wide) if slim else f"{name:>2} " for name in names_of)
    key = [((" ■ ", CARD), " yours"), ((" ♠ ", ""), " unseen"), ((" · ", "$text-muted"), "seen")]
    whole = [Content.styled(head, "$text-muted"), *(Content("").join(map(cell, row)) for row in suits)]
    if titled:
        whole[1:] = [title(row) + line for row, line in zip(suits, whole[1:], strict=True)]
    lines = [line.truncate(width) for line in whole]  # the space behind the last column
    if slim:
        return lines
    key += [((f" {marks[name]} ", "bold on $heat 80%"), f" {name}") for name in dict.fromkeys(owner.values())]
    rows = [Content("")]
    for chip, text in key:
        part = Content.assemble(chip, (text, "$text-muted"))
        if rows[-1] and rows[-1].cell_length + 2 + part.cell_length > width:
            rows.append(Content(""))
        rows[-1] += Content("  " * bool(rows[-1])) + part
    return [*lines, *rows]
