"""Random generators and their seeds, separate for deals and for bots.

The state of a generator that was seeded with a text can be wound back to reveal that text and everything it has dealt.
So only the rules get the generator of a deal, and a bot's generator is seeded with a one-way hash. This cannot protect
a guessable seed: trying 0, 1, 2 … would find the deal that contains one's own hand. `fresh` returns seeds that cannot
be guessed.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from secrets import randbits


def fresh() -> int:
    """Return a random 53-bit seed: too large to find by trying, and exact in every JSON reader."""
    return randbits(53)


def deal(seed: int, number: int) -> Random:
    """Return the generator that shuffles deal `number` of a match or tournament. Only for the rules of the game."""
    return Random(f"{seed}/{number}")


def key(*words: object) -> str:
    """Return the seed of a bot's generator: a one-way hash of `words`, as 32 hexadecimal digits."""
    return blake2b("/".join(map(str, words)).encode(), digest_size=16, person=b"a bot's dice").hexdigest()


def bot(*words: object) -> Random:
    """Return a bot's generator, seeded with `key(*words)`."""
    return Random(int(key(*words), 16))  # seeding with a number takes half the time of a text
