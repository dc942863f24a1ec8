"""What both kinds of environments share: deals by the readable rules, seen as the vector's features."""

from __future__ import annotations

from operator import index
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from .. import dice, vec
from ..core import Action, Refusal, action_text, quoted
from ..entries.spaces import legal_action


class Deals:
    """A deal in progress. All that follows depends on `seed` alone; the seat that begins rotates."""

    def __init__(self, game: str, rules: str, seats: int | None) -> None:
        """Raises Refusal if there is no such game, rule set or number of seats, or no vector environment of it."""
        self.vector = vec.make(game, rules, seats=seats)
        self.game = self.vector.game
        self.seed, self.number = dice.fresh_seed(), -1
        self.state: Any = None

    def next(self, seed: int | None) -> None:
        """Start the next deal, or the first one of a seed. Raises Refusal if that is not a whole number from 0 on."""
        self.seed, self.number = (self.seed, self.number + 1) if seed is None else (vec.whole("seed", seed, 0), 0)
        standing = self.game.opening()._replace(first=(self.seed + self.number) % self.game.seats)
        self.state = self.game.start(self.game.deal(dice.deal_rng(self.seed, self.number), standing))

    def rng(self, *seed_parts: object) -> Random:
        """Return dice for this deal that reveal nothing about its cards."""
        return dice.rng(self.seed, self.number, *seed_parts)

    @property
    def turn(self) -> int | None:
        """The seat to act, or None at the end."""
        return None if self.state is None else self.game.turn(self.state)

    def play(self, action: Action) -> None:
        """Play an action."""
        self.state = self.game.apply(self.state, action)

    def whole(self, action: Any) -> int:
        """Return a whole number of any type, a tensor too, as an int. Raises Refusal if it is none."""
        try:
            return index(action)
        except TypeError as error:
            last = len(self.vector.actions) - 1
            raise Refusal(f"an action is a whole number, 0 … {last}, not {quoted(action)}") from error

    def numbered(self, number: int) -> Action:
        """Return the legal action with this number. Raises Refusal if it is not legal."""
        return legal_action(self.game, self.game.legal(self.state), number)

    def returns(self) -> tuple[float, ...]:
        """Return the results by seat, in the game's unit: zeros before the end."""
        return self.game.returns(self.state) if self.turn is None else (0.0,) * self.game.seats

    def seen(self, seat: int) -> tuple[NDArray[Any], NDArray[np.int8]]:
        """Return the features, (width,), and the mask of actions, int8 (actions,).

        Both are zeros for a seat that is not to act: the features are those of a decision.
        """
        if self.turn == seat:
            row, mask = self.vector.encode(self.game.observe(self.state, seat))
            return row, mask.astype(np.int8)
        return np.zeros(self.vector.width, self.vector.dtype), np.zeros(len(self.vector.actions), np.int8)

    def box(self) -> Box:
        """Return the space of the features."""
        limit = self.vector.limit if self.vector.dtype is np.float32 else 127
        return Box(-limit, limit, (self.vector.width,), self.vector.dtype)

    def told(self, seat: int) -> str:
        """Return what a seat may know as text: its facts and zones, and what was done."""
        seen = self.game.observe(self.state, seat)
        zones = (
            f"{zone.name}: {' '.join(map(self.game.face, zone.cards)) or '-'} ({zone.count})" for zone in seen.zones
        )
        moves = (f"seat {event.seat}: {action_text(self.game, event.action)}" for event in seen.history)
        return "\n".join((f"{self.game.name} {self.game.spec}, seen from seat {seat}", *zones, *moves))
