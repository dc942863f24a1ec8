"""Where chance comes from. Deals and the dice of bots have keys of their own, and a bot's key leads back to no deal.

A generator that was seeded with a text gives that text away, and all that it has dealt, to who winds its state back. So
nobody but the law gets `deal`'s generator, and a bot's is seeded with a hash. What no key can help against is a seed
that can be guessed: who tries 0, 1, 2 … finds the deal that holds his own hand. `fresh` gives seeds that nobody finds.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from secrets import randbits


def fresh() -> int:
    """A seed that nobody chose, too large to be found by trying; every reader of JSON keeps all its digits."""
    return randbits(53)


def deal(seed: int, number: int) -> Random:
    """What shuffles deal `number` of a match or an arena. For the law alone."""
    return Random(f"{seed}/{number}")


def key(*words: object) -> str:
    """The seed of a bot's dice where these words say: the same whenever they are, and one-way."""
    return blake2b("/".join(map(str, words)).encode(), digest_size=16, person=b"a bot's dice").hexdigest()


def bot(*words: object) -> Random:
    """A bot's dice where these words say."""
    return Random(int(key(*words), 16))  # a number seeds in half the time of a text
