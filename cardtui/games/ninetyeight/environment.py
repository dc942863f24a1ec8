"""98 cards as a Gymnasium environment (extra `gym`).

`gymnasium.make("cardtui.games.ninetyeight.environment:cardtui/98-v0", rules="app")`

Actions are numbers: `4 * slot + stack` plays the card in a slot of the hand (ascending, 0 … 7) on a stack (up1, up2,
down1, down2); the last number draws, if the rules leave that to the player. `info["legal"]` is the mask of legal
actions.
"""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from ...core import Action
from .rules import DECK, DRAW, HAND, PLACE, STACKS, NinetyEight, tops

DRAWS = 4 * HAND
"""The action that draws."""


class NinetyEightEnv(gymnasium.Env[Any, Any]):
    """98 cards under one rule set. Raises Refusal if the rule set is unknown.

    Observation, int8 (110,): the top cards of the four stacks, the hand in ascending order (0: no card), and for each
    card 2 … 99 whether it has been played (0), is in the hand (1) or is unseen (2). Reward: 1 for each card played. An
    illegal action ends the game.
    """

    metadata = {"render_modes": []}  # noqa: RUF012 - required by gymnasium

    def __init__(self, rules: str = "paper") -> None:
        self.game = NinetyEight(rules)
        self.action_space = Discrete(DRAWS + 1)
        self.observation_space = Box(0, 100, (len(STACKS) + HAND + len(DECK),), np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a new game; `seed` determines all following games."""
        super().reset(seed=seed)
        self.state = self.game.start(self.game.deal(Random(int(self.np_random.integers(1 << 62)))))
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action."""
        wanted = self._action(int(action))
        if wanted not in self.game.legal(self.state):
            return self._seen(), 0.0, True, False, self._info()
        self.state = self.game.apply(self.state, wanted)
        return self._seen(), float(bool(wanted.cards)), self.game.turn(self.state) is None, False, self._info()

    def _action(self, number: int) -> Action | None:
        hand = self.state.hands[0]
        slot, stack = divmod(number, len(STACKS))
        if number == DRAWS:
            return DRAW
        return PLACE[hand[slot]][stack] if slot < len(hand) else None

    def _seen(self) -> Any:
        hand, unseen = self.state.hands[0], set(self.state.draw)
        held = [*hand, *[0] * (HAND - len(hand))]
        where = [1 if card in hand else 2 if card in unseen else 0 for card in DECK]
        return np.array([*tops(self.state.stacks), *held, *where], np.int8)

    def _info(self) -> dict[str, Any]:
        legal = set(self.game.legal(self.state))
        return {"legal": np.array([self._action(number) in legal for number in range(DRAWS + 1)])}


gymnasium.register("cardtui/98-v0", entry_point="cardtui.games.ninetyeight.environment:NinetyEightEnv")
