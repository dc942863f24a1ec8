"""What people type and read at any table. Standard library only.

A game's reader is `read(game, seen, order, text, pending) -> Typed` and `prompt(game, seen, pending) -> str`, both pure
and total: they give an answer for any text. `order` is the hand as it is shown; card number 1 is its first card.
"""

from __future__ import annotations

from typing import NamedTuple

from .core import Action, Card

_SIGN = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_RANKS = frozenset("AJQKT") | frozenset(map(str, range(13)))


class Typed(NamedTuple):
    """What a typed line means at this moment, before Enter."""

    preview: str
    """One sentence: what it is and what it does; "" for an empty line."""
    legal: bool
    """Whether the rules allow it, as far as it goes."""
    action: Action | None = None
    """What Enter plays; None while something is missing or illegal."""
    pending: str = ""
    """The step that Enter leads to; "" for the first one. Give it back as `pending`."""
    refusal: str = ""
    """Why Enter does nothing: the rule, or what is missing. The text is kept."""
    cards: tuple[Card, ...] = ()
    """The cards that the line names so far."""


def signs(face: str) -> str:
    """The card as people read it: `10h` → `10♥`, a joker `X1` → `★1`; other faces as they are."""
    if face[:-1] in _RANKS and face[-1] in _SIGN:
        return face[:-1] + _SIGN[face[-1]]
    return face.replace("X", "★") if face in ("X1", "X2") else face


def unit_name(unit: str) -> str:
    """The unit in short, without what explains it: `Q: ±1 at the end, discount 1` → `Q`."""
    return unit.partition(":")[0].partition(" (")[0]


def figure(value: float, unit: str) -> str:
    """A value in its unit, in at most six cells: `43%` for a probability, else +1.23, -12.3, +1234."""
    if "probability" in unit_name(unit).split():
        return f"{value:.0%}"
    return f"{value:+.2f}" if abs(value) < 10 else f"{value:+.1f}" if abs(value) < 100 else f"{value:+.0f}"


def error(stderr: float, unit: str) -> str:
    """A standard error in its unit, in at most five cells: `±2%`, `±0.3%`, ±1.23, ±12.3, ±1234."""
    told = figure(stderr, unit)
    if told.endswith("%"):
        return f"±{told}" if stderr >= 0.0095 else f"±{stderr:.1%}"
    return f"±{told[1:]}"
