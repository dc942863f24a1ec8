"""The cards of Zheng Shang You and their patterns (§1, §3, §4 of RULES.md). Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...core import Card, Refusal, quoted

SUITS = "cdhs"
RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "BJ", "RJ")  # §1.2
BLACK, RED = 13, 14
NAMES = (*(rank + suit for rank in RANKS[:BLACK] for suit in SUITS), "BJ", "RJ")
RANK = (*(card // 4 for card in range(52)), BLACK, RED)
"""The rank of each card, an index into `RANKS`."""
BOMB = (4,)

_CARDS = {name.lower(): card for card, name in enumerate(NAMES)}
_CARDS |= {"t" + suit: _CARDS["10" + suit] for suit in SUITS}
_SIGNS = str.maketrans("♣♦♥♠", "cdhs")


class Pattern(NamedTuple):
    """Cards of consecutive ranks from `low` on, `sizes` of each: one link (single, double, triple, bomb) or a chain."""

    low: int
    sizes: tuple[int, ...]


def read_card(text: str) -> Card:
    """Return the card named `text`: `3c`, `10♥`, `Th`, `BJ`, `RJ`. Raises Refusal if there is none.

    >>> [NAMES[read_card(text)] for text in ("10♥", "th", "bj")]
    ['10h', '10h', 'BJ']
    """
    found = _CARDS.get(text.strip().lower().translate(_SIGNS))
    if found is None:
        raise Refusal(f"{quoted(text)} is no card of this deck; cards read like 3c, 10h, 2♠, BJ, RJ")
    return found


def counts(cards: Iterable[Card]) -> list[int]:
    """Return the number of cards of each rank, in the order of `RANKS`."""
    found = [0] * len(RANKS)
    for card in cards:
        found[RANK[card]] += 1
    return found


def by_rank(cards: Iterable[Card]) -> list[list[Card]]:
    """Return the cards of each rank in the given order, in the order of `RANKS`."""
    found: list[list[Card]] = [[] for _ in RANKS]
    for card in cards:
        found[RANK[card]].append(card)
    return found


def pattern(cards: Iterable[Card]) -> Pattern | None:
    """Return the pattern formed by all of these cards, or None (§3.1).

    >>> pattern(map(read_card, ("3c", "3d", "4c", "4d", "4h")))
    Pattern(low=0, sizes=(2, 3))
    """
    held = counts(cards)
    ranks = [rank for rank, size in enumerate(held) if size]
    if not ranks:
        return None
    low, links = ranks[0], len(ranks)
    sizes = tuple(held[low : low + links])
    return Pattern(low, sizes) if links == 1 or min(sizes) >= 2 else None


def fewest(held: Sequence[int]) -> list[Pattern]:
    """Return the fewest patterns that lay all cards of a hand with these counts by rank, lowest first.

    Adjacent ranks with two cards or more make one chain, and every other rank is laid alone: no card ever fits better
    elsewhere.

    >>> [(made.low, made.sizes) for made in fewest([3, 1, 2, 3, 1, 4])]
    [(0, (3,)), (1, (1,)), (2, (2, 3)), (4, (1,)), (5, (4,))]
    """
    found: list[Pattern] = []
    for rank, size in enumerate(held):
        last = found[-1] if found else None
        if last and size >= 2 and last.sizes[-1] >= 2 and last.low + len(last.sizes) == rank:
            found[-1] = Pattern(last.low, (*last.sizes, size))
        elif size:
            found.append(Pattern(rank, (size,)))
    return found


def leads(held: Sequence[int], most: int = len(NAMES)) -> Iterator[Pattern]:
    """Yield every pattern of at most `most` cards within these counts by rank (§3.1).

    They go from the lowest rank up: for each rank the single links, then the chains that begin there.

    >>> [(made.low, made.sizes) for made in leads([2, 2])]
    [(0, (1,)), (0, (2,)), (0, (2, 2)), (1, (1,)), (1, (2,))]
    """
    for low, here in enumerate(held):
        for size in range(1, here + 1):
            yield Pattern(low, (size,))
        yield from _chains(held, low, (), most)


def _chains(held: Sequence[int], low: int, sizes: tuple[int, ...], most: int) -> Iterator[Pattern]:
    """Yield the chains from `low` that start with links of these sizes. Jokers are single and so form none."""
    top = low + len(sizes)
    for size in range(2, min(held[top], most) + 1) if top < len(held) else ():
        longer = (*sizes, size)
        if sizes:
            yield Pattern(low, longer)
        yield from _chains(held, low, longer, most - size)


def follows(held: Sequence[int], table: Pattern) -> Iterator[Pattern]:
    """Yield every pattern within these counts that beats `table`: the same pattern higher, then bombs (§4).

    >>> [(made.low, made.sizes) for made in follows([0, 2, 1, 4], Pattern(0, (2,)))]
    [(1, (2,)), (3, (2,)), (3, (4,))]
    """
    sizes = table.sizes
    for low in range(table.low + 1, len(held) - len(sizes) + 1):
        if all(held[low + link] >= size for link, size in enumerate(sizes)):
            yield Pattern(low, sizes)
    if sizes != BOMB:
        for rank, most in enumerate(held):
            if most == 4:
                yield Pattern(rank, BOMB)


def lay(piles: Sequence[Sequence[Card]], chosen: Pattern) -> tuple[Card, ...]:
    """Return the cards that lay this pattern, in written order (§1.3), from a hand grouped `by_rank`."""
    laid: list[Card] = []
    for rank, size in enumerate(chosen.sizes, chosen.low):
        laid += piles[rank][:size]
    return tuple(laid)
