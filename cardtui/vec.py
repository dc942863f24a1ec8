"""Many deals of a game stepped at once by compiled rules, for training with your own tools.

    env = vec.make("schafkopf", rules="club", num_envs=1024, seed=7)
    now = env.reset()
    while True:
        now = env.step(policy(now.observations, now.masks))

A deal that ends is followed by the next one in the same step. A place's deals depend on the seed and the place alone,
not on `num_envs` nor on what is played elsewhere.
"""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import dice, registry
from .batches import Buffers, Deals, Feature, Vector, first_illegal
from .core import Observation, Refusal, action_text, failure, quoted, with_article
from .entries.spaces import Listed, listed
from .loading import load
from .registry import catalogue


def make(
    name: str, rules: str = "", *, num_envs: int = 1, seed: int | None = None, seats: int | None = None
) -> VectorEnv:
    """Return a vector environment of a game; call its `reset` first.

    rules: a rule set's spec, as everywhere; seed: the seed of all deals, random if None. Raises Refusal if there
    is no such game, if it has no vector environment, or if that cannot play by these rules.
    """
    for what, given in (("the game's name", name), ("rules", rules or "")):
        if not isinstance(given, str):
            raise Refusal(f"{what} must be a text, not {quoted(given)}")
    game = listed(registry.game(name, rules, None if seats is None else whole("seats", seats, 1)))
    declared = registry.game_entry(name).vector
    if not declared:
        able = ", ".join(entry.name for entry in registry.games().values() if entry.vector)
        raise Refusal(
            f"{name} has no vector environment, which its GameEntry.vector would name (docs/add-a-game.md:"
            f" Environments); there are those of {able}"
        )
    size = whole("num_envs", num_envs, 1)
    return VectorEnv(game, _made(game, declared), size, dice.fresh_seed() if seed is None else whole("seed", seed, 0))


def _made(game: Listed[Any], declared: str) -> Vector:
    """Return what a game declares. Raises Refusal if the code of another package fails, or returns something else."""
    where = f"the vector environment of {game.name}, {declared},"
    try:
        made = load(declared)(game)
    except Exception as error:
        if game.name in catalogue.shipped() or isinstance(error, Refusal):
            raise
        raise Refusal(f"{where} cannot be made: {failure(error)}") from error
    if not isinstance(made, Vector):
        raise Refusal(f"{where} is {with_article(type(made).__name__)}, not a cardtui.batches.Vector")
    if lacking := [name for name in ("step", "pack", "look", "deal") if not callable(getattr(made, name))]:
        raise Refusal(f"{where} has no function as its {lacking[0]}")
    return made


class VectorEnv:
    """A batch of deals of one game. `reset` and `step` return the same buffers, overwritten."""

    def __init__(self, game: Listed[Any], vector: Vector, num_envs: int, seed: int) -> None:
        """Use `make`, which checks its arguments."""
        self.game = game
        self.num_envs, self.seats = num_envs, game.seats
        self.actions = game.actions
        """What the numbers of actions mean, `actions[number]`."""
        self.features: tuple[Feature, ...] = vector.features
        """What the columns of observations mean."""
        self.width = self.features[-1].columns.stop
        """Number of columns."""
        self.dtype = vector.dtype
        """The type of the observations."""
        self.limit = vector.limit
        """The largest absolute value of a float32 feature; inf if the game does not declare it."""
        self._vector = vector
        self._deals = self._begun(_seeds(seed, num_envs))
        self._buffers = self._empty(num_envs)

    def reset(self) -> Buffers:
        """Begin the first deal everywhere."""
        self._deals.episodes[:] = -1
        self._vector.step(self._deals, np.full(self.num_envs, -1, np.int64), self._buffers)
        return self._buffers

    def step(self, actions: ArrayLike) -> Buffers:
        """Play an action in each deal: their numbers, of any integer type, (num_envs,); an array, list or tensor.

        Raises Refusal, and plays nothing, if one of them is not legal.
        """
        try:
            given = np.asarray(actions)
        except (TypeError, ValueError, RuntimeError) as error:  # a list of lists, or a tensor on a GPU
            raise Refusal(f"actions must be {self.num_envs} whole numbers, not {quoted(actions)}") from error
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise Refusal(
                f"actions must be {self.num_envs} whole numbers, not {given.dtype} of the shape {given.shape}"
            )
        chosen = np.ascontiguousarray(given, np.int64)
        wrong = first_illegal(self._buffers.masks, chosen)
        if wrong >= 0:
            raise Refusal(self._why(wrong, int(chosen[wrong])))
        self._vector.step(self._deals, chosen, self._buffers)
        return self._buffers

    def deal(self, place: int) -> Any:
        """Return the deal that is being played at this place of the batch, as `game.start` takes it."""
        begun = self._begun(self._deals.seeds[place : place + 1])
        begun.episodes[0] = self._deals.episodes[place] - 1
        self._vector.step(begun, np.array([-1]), self._empty(1))
        return self._vector.deal(begun.states[0])

    def encode(self, seen: Observation) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Return an observation of the game as the features, (width,), and the mask of its legal actions.

        This lets a player trained here play at the table. Raises Refusal if the observer is not to act.
        """
        if seen.mover != seen.seat:
            raise Refusal(f"features exist only for the seat to act, which seat {seen.seat} is not")
        found = self._empty(1)
        self._vector.look(self._vector.pack(seen), found)
        return found.observations[0], found.masks[0]

    def _begun(self, seeds: NDArray[np.uint64]) -> Deals:
        return Deals(np.zeros((len(seeds), self._vector.fields), np.int64), seeds, np.full(len(seeds), -1, np.int64))

    def _empty(self, size: int) -> Buffers:
        return Buffers(
            np.zeros((size, self.width), self._vector.dtype),
            np.zeros((size, len(self.actions)), np.bool_),
            np.zeros(size, np.int64),
            np.zeros((size, self.seats), np.float32),
            np.zeros(size, np.bool_),
        )

    def _why(self, place: int, action: int) -> str:
        if self._deals.episodes[place] < 0:
            return "call reset before the first step"
        known = 0 <= action < len(self.actions)
        told = action_text(self.game, self.actions[action]) if known else f"there are 0 … {len(self.actions) - 1}"
        return f"action {action} ({told}) is not legal at place {place} of the batch; its mask shows which are"


def whole(name: str, value: Any, low: int) -> int:
    """Return a whole number of any type as an int. Raises Refusal, naming it, if it is not one or below `low`."""
    try:
        found = index(value)
    except TypeError:
        found = low - 1
    if found < low:
        raise Refusal(f"{name} must be a whole number from {low} on, not {quoted(value)}")
    return found


def _seeds(seed: int, num_envs: int) -> NDArray[np.uint64]:
    """Return the seed of each place, uint64 (num_envs,); the first ones are the same for any `num_envs`."""
    return np.random.SeedSequence(seed).generate_state(num_envs, np.uint64).astype(np.uint64)
