"""Mau-Mau's cards and their shuffle (§1, §3.5 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterable

from cardtui.core import Action, Card, Refusal, quoted

SUITS = "cdhs"
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
SEVEN, EIGHT, JACK, ACE = (RANKS.index(rank) for rank in "78JA")
NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
DECK = tuple(range(len(NAMES)))
POINTS = (7, 8, 9, 10, 10, 10, 10, 11)
"""By rank, §1.3."""
KEYS = 1 << 64
"""So many shuffle keys there are."""
_GOLDEN = 0x9E3779B97F4A7C15
_SHUFFLE = 64
"""The distance between the keys of two shuffles."""

_CARDS = {name.lower(): card for card, name in enumerate(NAMES)}
_CARDS |= {"t" + suit: _CARDS["10" + suit] for suit in SUITS}
_SIGNS = str.maketrans("♣♦♥♠", SUITS)


def drawn_by(action: Action) -> int:
    """How many cards an action draws: `draw` one, `draw4` four, others none."""
    return int(action.verb.removeprefix("draw") or 1) if action.verb.startswith("draw") else 0


def rank(card: Card) -> int:
    """The place of a card's rank in `RANKS`."""
    return card // 4


def suit(card: Card) -> str:
    """A card's suit, one letter of `SUITS`."""
    return SUITS[card % 4]


def points(cards: Iterable[Card]) -> int:
    """What cards left in a hand count (§1.3)."""
    return sum(POINTS[card // 4] for card in cards)


def read_card(text: str) -> Card:
    """The card that `text` names: `Jc`, `j♣`, `10h`, `Th`. Refusal if none."""
    found = _CARDS.get(text.strip().lower().translate(_SIGNS))
    if found is None:
        raise Refusal(f"{quoted(text)} is no card of this deck; cards read like 7h, 10♠, Jc")
    return found


def shuffled(cards: Iterable[Card], key: int, nth: int) -> tuple[Card, ...]:
    """The cards of the n-th shuffle, the first to be drawn first (§3.5)."""
    return tuple(sorted(cards, key=lambda card: _mix(key + _GOLDEN * (_SHUFFLE * nth + card + 1))))


def _mix(value: int) -> int:
    """The finalizer of splitmix64."""
    value %= KEYS
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) % KEYS
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) % KEYS
    return value ^ (value >> 31)
