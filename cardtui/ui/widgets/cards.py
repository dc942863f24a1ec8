"""Faces of cards in lines of text, in the colours of their suits."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from textual.content import Content

from ...core import Card, Game
from ...text.formatting import signs
from ..look.palette import SUIT_NAMES, SUITS

CARD = "$own on $own-ink reverse"
"""The style of a card as a filled area; reversed, so that it is one without colours, too."""
WON = "bold $mark on $mark-ink reverse"
"""The same of one that took its trick."""
_TWO = {sign: f"$suit-{name}" for sign, name in zip(SUITS, SUIT_NAMES, strict=True)}
"""The suits of a German pack have four colours anyway."""
_FOUR = _TWO | {"♦": "$suit-diamonds-four", "♣": "$suit-clubs-four"}
_CARD = re.compile(r"[^\s♣♦♥♠▸]*[♣♦♥♠]|\b[EGHS](?:10|[AKOU987])\b")


def face(game: Game[Any], card: Card, four: bool = False, style: str = "") -> Content:
    """Return a card's face in the colour of its suit; with `four`, French suits have four colours, too."""
    text = signs(game.face(card))
    return Content.styled(text, f"{suit_colour(text, four)} {style}".strip())


def suit_colour(face: str, four: bool) -> str:
    """Return the style of a face's suit, its last character, or the first in German faces; "" for none."""
    colours = _FOUR if four else _TWO
    return colours.get(face[-1]) or colours.get(face[0], "")


def faces(game: Game[Any], cards: Iterable[Card], four: bool = False) -> Content:
    """Return faces in a row."""
    return Content(" ").join(face(game, card, four) for card in cards)


def coloured(text: str, four: bool) -> Content:
    """Return the text with its cards in the colours of their suits."""
    drawn = Content(text)
    for card in _CARD.finditer(text):
        drawn = drawn.stylize(suit_colour(card[0], four), *card.span())
    return drawn
