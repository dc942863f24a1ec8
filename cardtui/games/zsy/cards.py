"""The cards of Zheng Shang You and what is made of them (§1, §3, §4 of RULES.md). Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...core import Card, Refusal, quoted

SUITS = "cdhs"
RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "BJ", "RJ")  # §1.2
BLACK, RED = 13, 14
NAMES = (*(rank + suit for rank in RANKS[:BLACK] for suit in SUITS), "BJ", "RJ")
RANK = (*(card // 4 for card in range(52)), BLACK, RED)
"""Of each card: its place in `RANKS`."""
BOMB = (4,)

_CARDS = {name.lower(): card for card, name in enumerate(NAMES)}
_CARDS |= {"t" + suit: _CARDS["10" + suit] for suit in SUITS}
_SIGNS = str.maketrans("♣♦♥♠", "cdhs")


class Pattern(NamedTuple):
    """`sizes` cards of consecutive ranks from `low` on: one link (single, double, triple, bomb) or a chain."""

    low: int
    sizes: tuple[int, ...]


def read_card(text: str) -> Card:
    """The card that `text` names: `3c`, `10♥`, `Th`, `BJ`, `RJ`. Refusal if none."""
    found = _CARDS.get(text.strip().lower().translate(_SIGNS))
    if found is None:
        raise Refusal(f"{quoted(text)} is no card of this deck; cards read like 3c, 10h, 2♠, BJ, RJ")
    return found


def counts(cards: Iterable[Card]) -> list[int]:
    """How many cards of each rank, by place in `RANKS`."""
    found = [0] * len(RANKS)
    for card in cards:
        found[RANK[card]] += 1
    return found


def by_rank(cards: Iterable[Card]) -> list[list[Card]]:
    """The cards of each rank in their order, by place in `RANKS`."""
    found: list[list[Card]] = [[] for _ in RANKS]
    for card in cards:
        found[RANK[card]].append(card)
    return found


def pattern(cards: Iterable[Card]) -> Pattern | None:
    """The pattern that these cards are, all of them; None if they are none (§3.1)."""
    held = counts(cards)
    ranks = [rank for rank, size in enumerate(held) if size]
    if not ranks:
        return None
    low, links = ranks[0], len(ranks)
    sizes = tuple(held[low : low + links])
    return Pattern(low, sizes) if links == 1 or min(sizes) >= 2 else None


def leads(held: Sequence[int]) -> Iterator[Pattern]:
    """§3.1: every pattern within these counts by rank: from the lowest rank up, each with all chains from there."""
    for low, most in enumerate(held):
        for size in range(1, most + 1):
            yield Pattern(low, (size,))
        yield from _chains(held, low, ())


def _chains(held: Sequence[int], low: int, sizes: tuple[int, ...]) -> Iterator[Pattern]:
    """The chains from `low` that begin with links of these sizes; jokers make none, there is one of each."""
    top = low + len(sizes)
    for size in range(2, held[top] + 1) if top < len(held) else ():
        longer = (*sizes, size)
        if sizes:
            yield Pattern(low, longer)
        yield from _chains(held, low, longer)


def follows(held: Sequence[int], table: Pattern) -> Iterator[Pattern]:
    """§4: every pattern within these counts that goes over `table`: the same one higher, then bombs."""
    sizes = table.sizes
    for low in range(table.low + 1, len(held) - len(sizes) + 1):
        if all(held[low + link] >= size for link, size in enumerate(sizes)):
            yield Pattern(low, sizes)
    if sizes != BOMB:
        for rank, most in enumerate(held):
            if most == 4:
                yield Pattern(rank, BOMB)


def lay(piles: Sequence[Sequence[Card]], chosen: Pattern) -> tuple[Card, ...]:
    """The cards of a hand, `by_rank`, that lay this pattern, as they are written (§1.3)."""
    laid: list[Card] = []
    for rank, size in enumerate(chosen.sizes, chosen.low):
        laid += piles[rank][:size]
    return tuple(laid)
