"""What a game declares so that many of its deals can be stepped at once (`cardtui.vec`), and what is common to them.

A game's `vector.py` names its features and has one compiled function that steps all deals of a batch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, prod
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
    limit: float = inf
    """The largest absolute value of a float32 feature."""


@borrow
def next_episode(deals: Deals, place: int, seats: int, rng: RandomState) -> int:
    """Count the next deal of a place and seed the generator that deals it; return the seat that begins."""
    deals.episodes[place] += 1
    seed, episode = deals.seeds[place], np.uint64(deals.episodes[place])
    rng[0] = mix(seed + GOLDEN * episode)
    return int(np.int64((seed % np.uint64(seats) + episode) % np.uint64(seats)))


def numbered(codes: Sequence[int]) -> Ints:
    """Return a table in which `number_of` finds the place of each of these codes: int64 (2, size), codes and places."""
    size = 1 << (2 * len(codes)).bit_length()
    table = np.full((2, size), -1, np.int64)
    for place, code in enumerate(codes):
        at = _spot(code, size)
        while table[1, at] >= 0:
            at = at + 1 & size - 1
        table[0, at], table[1, at] = code, place
    return table


@borrow
def _spot(code: int, size: int) -> int:
    """Return where the search for a code begins in a table of this size, a power of two."""
    return int(np.int64(mix(np.uint64(code)) & np.uint64(size - 1)))


@borrow
def number_of(code: int, table: Ints) -> int:
    """Return the place of a code that is in the table."""
    size = table.shape[1]
    at = _spot(code, size)
    while table[0, at] != code:
        at = at + 1 & size - 1
    place: int = table[1, at]
    return place


@borrow
def mark_legal(codes: Ints, found: int, table: Ints, listed: Ints, mask: NDArray[np.bool_]) -> None:
    """Set the mask for the first `found` of `codes`, and clear what was set before.

    listed: int64 (1 + most legal actions,), how many are set in this mask and which; overwritten. Clearing these is
    quicker than clearing the whole of a long mask.
    """
    for place in range(1, 1 + listed[0]):
        mask[listed[place]] = False
    for place in range(found):
        number = number_of(codes[place], table)
        mask[number] = True
        listed[1 + place] = number
    listed[0] = found


@borrow
def finish(place: int, gained: NDArray[np.float64], out: Buffers) -> None:
    """Write the results of a finished deal, float64 (seats,)."""
    for seat in range(len(gained)):
        out.rewards[place, seat] = gained[seat]
    out.dones[place] = True


@borrow
def begin_step(place: int, out: Buffers) -> None:
    """Clear the results of the step before."""
    if out.dones[place]:
        out.rewards[place] = 0
        out.dones[place] = False


@njit
def first_illegal(masks: NDArray[np.bool_], actions: Ints) -> int:
    """Return the index of the first action that its mask forbids, or -1."""
    for place in range(len(actions)):
        action = actions[place]
        if action < 0 or action >= masks.shape[1] or not masks[place, action]:
            return place
    return -1
