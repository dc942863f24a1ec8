"""What a game declares so that many of its deals can be stepped at once (`cardtui.vec`), and what is common to them.

A game's `vector.py` names its features and has one compiled function that steps all deals of a batch.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .core import Observation
from .kernels import GOLDEN, RandomState, borrow, mix, njit

Ints: TypeAlias = NDArray[np.int64]


class Feature(NamedTuple):
    """A part of an observation, named."""

    name: str
    at: int
    """Its first column."""
    shape: tuple[int, ...]
    """Its columns as an array: `observations[:, feature.columns].reshape(-1, *feature.shape)`."""
    meaning: str

    @property
    def columns(self) -> slice:
        """Its columns."""
        return slice(self.at, self.at + prod(self.shape))


def laid_out(*parts: tuple[str, tuple[int, ...], str]) -> tuple[Feature, ...]:
    """Return features with these names, shapes and meanings, one behind the other."""
    found, at = list[Feature](), 0
    for name, shape, meaning in parts:
        found.append(Feature(name, at, shape, meaning))
        at += prod(shape)
    return tuple(found)


class Buffers(NamedTuple):
    """What the steps of n deals write, in place. The next step overwrites it: copy what must last."""

    observations: NDArray[Any]
    """What the seat to act may know, float32 or int8 (n, width); `VectorEnv.features` names the columns."""
    masks: NDArray[np.bool_]
    """The legal actions of the seat to act, bool (n, actions)."""
    seats: Ints
    """The seat to act, int64 (n,)."""
    rewards: NDArray[np.float32]
    """The results of the deals that this step finished, by seat, float32 (n, seats), in the game's unit; 0 in others.
    """
    dones: NDArray[np.bool_]
    """Whether this step finished a deal, bool (n,). The other arrays are already those of the next one."""


class Deals(NamedTuple):
    """The deals in progress."""

    states: Ints
    """Kernel states, perhaps with fields of the vector environment behind them, int64 (n, fields)."""
    seeds: NDArray[np.uint64]
    """A seed for each place in the batch, uint64 (n,): it determines all its deals."""
    episodes: Ints
    """The number of the deal in each place, int64 (n,), -1 before the first."""


class Vector(NamedTuple):
    """What a game declares for one rule set and number of seats."""

    features: tuple[Feature, ...]
    dtype: type[np.float32] | type[np.int8]
    """Of the observations."""
    fields: int
    """Length of a row of `Deals.states`."""
    step: Callable[[Deals, Ints, Buffers], None]
    """Play an action, its number in `Game.actions`, int64 (n,), in each deal, or begin the next deal where it is -1,
    and write all buffers. A deal that ends is followed by the next one at once. Legality is not checked."""
    pack: Callable[[Observation], Ints]
    """Return a row of `Deals.states` in which the seat to act sees this. What it does not see may be anything."""
    look: Callable[[Ints, Buffers], None]
    """Write observation, mask and seat of such a row to empty buffers for one deal."""
    deal: Callable[[Ints], Any]
    """Return the deal from which the rules start, given the row before the first action."""


@borrow
def next_episode(deals: Deals, place: int, seats: int, rng: RandomState) -> int:
    """Count the next deal of a place and seed the generator that deals it; return the seat that begins."""
    deals.episodes[place] += 1
    seed, episode = deals.seeds[place], np.uint64(deals.episodes[place])
    rng[0] = mix(seed + GOLDEN * episode)
    return int(np.int64((seed % np.uint64(seats) + episode) % np.uint64(seats)))


@njit
def first_illegal(masks: NDArray[np.bool_], actions: Ints) -> int:
    """Return the index of the first action that its mask forbids, or -1."""
    for place in range(len(actions)):
        action = actions[place]
        if action < 0 or action >= masks.shape[1] or not masks[place, action]:
            return place
    return -1
