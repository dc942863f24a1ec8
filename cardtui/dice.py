"""Random generators and their seeds: those of deals, and those of bots and judges.

The state of a generator that was seeded with a text can be wound back to reveal that text and everything it has dealt.
So only the rules get the generator of a deal, and all others are seeded with a one-way hash. This cannot protect
a guessable seed: trying 0, 1, 2 … would find the deal that contains one's own hand. `fresh_seed` returns seeds that
cannot be guessed.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from secrets import randbits


def fresh_seed() -> int:
    """Return a random 53-bit seed: too large to find by trying, and exact in every JSON reader."""
    return randbits(53)


def deal_rng(seed: int, number: int) -> Random:
    """Return the generator that shuffles deal `number` of a match or tournament. Only for the rules of the game."""
    return Random(f"{seed}/{number}")


def seed(*parts: object) -> str:
    """Return a seed for what must not learn the deal's: a one-way hash of `parts`, as 32 hexadecimal digits."""
    return blake2b("/".join(map(str, parts)).encode(), digest_size=16, person=b"a bot's dice").hexdigest()


def rng(*parts: object) -> Random:
    """Return the generator of a bot or judge, seeded with `seed(*parts)`."""
    return Random(int(seed(*parts), 16))  # seeding with a number takes half the time of a text
