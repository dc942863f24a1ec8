"""The cards of Yaniv, their shuffle and the legal discards (§1, §4, §5.4 of RULES.md). Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations

from ...core import Card, Refusal, quoted

SUITS = "cdhs"
FACES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKERS = (52, 53)
NAMES = (*(face + suit for face in FACES for suit in SUITS), "X1", "X2")
NUMBER = (*(card // 4 + 1 for card in range(52)), 0, 0)  # §1.1, §1.2
COUNTS = {"rank": NUMBER, "ten": tuple(min(number, 10) for number in NUMBER)}  # §1.3
KEYS = 1 << 64  # §5.4: number of shuffle keys
GOLDEN = 0x9E3779B97F4A7C15
STACK = 64  # §5.4: distance between the keys of consecutive reshuffles

_CARDS = {name.lower(): card for card, name in enumerate(NAMES)}
_CARDS |= {"t" + suit: _CARDS["10" + suit] for suit in SUITS}
_SIGNS = str.maketrans("♣♦♥♠★", "cdhsx")


def read_card(text: str, deck: int = len(NAMES)) -> Card:
    """Return the card named `text` in a deck of `deck` cards. Raises Refusal if there is none.

    >>> [NAMES[read_card(text)] for text in ("Kc", "k♣", "10h", "Th", "X1")]
    ['Kc', 'Kc', '10h', '10h', 'X1']
    """
    found = _CARDS[text] if text in _CARDS else _CARDS.get(text.strip().lower().translate(_SIGNS))
    if found is None or found >= deck:
        raise Refusal(f"{quoted(text)} is no card of this deck; cards read like 7h, 10♠, Kc{', X1' * (deck > 52)}")
    return found


def mix(value: int) -> int:
    """Return the splitmix64 finalizer of a 64-bit value (§5.4)."""
    value %= KEYS
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) % KEYS
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) % KEYS
    return value ^ (value >> 31)


def reshuffled(cards: Iterable[Card], key: int, nth: int) -> tuple[Card, ...]:
    """Return the n-th new stack, top first (§5.4)."""
    return tuple(sorted(cards, key=lambda card: mix(key + GOLDEN * (STACK * nth + card + 1))))


def discards(hand: tuple[Card, ...], ends: bool) -> tuple[tuple[Card, ...], ...]:
    """Return every legal discard of `hand` (ascending) once, in canonical order (§4).

    >>> hand = tuple(map(read_card, ("7c", "7d", "8c", "9c")))
    >>> [" ".join(NAMES[card] for card in cards) for cards in discards(hand, ends=True)]
    ['7c', '7d', '8c', '9c', '7c 7d', '7c 8c 9c']
    """
    found: list[tuple[Card, ...]] = [(card,) for card in hand]
    group: tuple[Card, ...] = ()
    for card in hand:  # cards of one number are adjacent
        if group and NUMBER[card] == NUMBER[group[0]]:
            group = (*group, card)
            continue
        if len(group) > 1:
            found += _sets(group, ends)
        group = (card,)
    if len(group) > 1:
        found += _sets(group, ends)
    if hand[-1] in JOKERS:
        return tuple(dict.fromkeys([*found, *_runs(hand, ends)]))  # jokers can fill one run in two ways
    for card in hand:
        if card + 4 in hand and card + 8 in hand:  # + 4: the next of the suit
            return (*found, *_runs(hand, ends))
    return tuple(found)


def all_discards(deck: tuple[Card, ...], most: int, ends: bool) -> tuple[tuple[Card, ...], ...]:
    """Return every discard of at most `most` cards that a hand from this deck can lay: single cards, sets, runs.

    >>> len(all_discards(tuple(range(52)), 5, ends=False))
    656
    """
    numbers = sorted({NUMBER[card] for card in deck})
    groups = [tuple(card for card in deck if NUMBER[card] == number) for number in numbers]
    found: list[tuple[Card, ...]] = [(card,) for card in deck]
    found += [laid for group in groups if len(group) > 1 for laid in _sets(group, ends)]
    found += [laid for laid in _runs(deck, ends) if len(laid) <= most]
    return tuple(dict.fromkeys(found))


@cache
def _sets(group: tuple[Card, ...], ends: bool) -> tuple[tuple[Card, ...], ...]:
    """Return all discards of two cards or more of `group`, which has one number, in canonical order (§4.1, §4.3)."""
    found: list[tuple[Card, ...]] = []
    for size in range(2, len(group) + 1):
        for chosen in combinations(group, size):
            if ends:
                for low, high in combinations(chosen, 2):
                    found.append((low, *(card for card in chosen if card not in (low, high)), high))
            else:
                found += [(*(card for card in chosen if card != last), last) for last in chosen]
    return tuple(found)


def _runs(hand: tuple[Card, ...], ends: bool) -> Iterable[tuple[Card, ...]]:
    """Yield all runs in `hand` (§4.1 to §4.3). With two jokers one run may be filled in two ways and come twice."""
    jokers = [card for card in hand if card in JOKERS]
    suits = [card % 4 for card in hand if card not in JOKERS]
    for suit in range(4):
        if suits.count(suit) + len(jokers) < 3:
            continue
        held = {NUMBER[card]: card for card in hand if card not in JOKERS and card % 4 == suit}
        for low in range(1, 12):
            if (low in held) + (low + 1 in held) + (low + 2 in held) + len(jokers) < 3:
                continue
            for high in range(low + 2, min(low + len(hand), 14)):
                yield from _fillings(range(low, high + 1), held, jokers, ends)


def _fillings(numbers: range, held: Mapping[int, Card], jokers: list[Card], ends: bool) -> Iterable[tuple[Card, ...]]:
    """Yield the ways to fill one run: at least one plain card, and a joker in each place without one."""
    have = [number for number in numbers if number in held]
    for size in range(max(1, len(numbers) - len(jokers)), len(have) + 1):
        for plain in combinations(have, size):
            for used in combinations(jokers, len(numbers) - size):
                for way in (numbers,) if ends else (numbers, numbers[::-1]):
                    spare = iter(used)
                    yield tuple([held[number] if number in plain else next(spare) for number in way])
