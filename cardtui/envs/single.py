"""A game as an environment of Gymnasium: one learner, all other seats are bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from .. import registry, vec
from ..core import STEPS, Refusal, decide, quoted
from ..registry import lineup
from ..validation import check_decision
from .deals import Deals

Info = dict[str, Any]


class SingleEnv(gymnasium.Env[Any, Any]):
    """The deals of one game against bots. The learner's seat is drawn for each deal.

    game, rules: as everywhere. opponents: specs of bots, `"harel"` or `"./runs/mine"`; one for each other seat, or
    fewer, which then take the seats in turn at the smallest table; by default the game's own. steps: how many answers
    a bot may give for a move, as in `cardtui arena`; the last one counts. Raises Refusal if anything is unknown, or
    steps is no whole number from 1 on. A bot that fails ends a step, or a reset, with a RuntimeError that names its
    seat.

    Observation: the features of `cardtui.vec`, (width,). Action: a number of `Game.actions`. Reward: the learner's
    result at the end of the deal, in the game's unit. `info["action_mask"]`, int8 (actions,), tells which actions are
    legal; for sb3-contrib `action_masks()` does. An illegal action changes nothing, and `info["refused"]` says why; a
    deal with more steps than the game has turns is broken off (truncated).
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium wants it so

    def __init__(
        self,
        game: str,
        rules: str = "",
        opponents: Sequence[str] | None = None,
        render_mode: str | None = None,
        steps: int = STEPS,
    ) -> None:
        answers = vec.whole("steps", steps, 1)
        low, high = registry.game_entry(game).seats
        wanted = None if opponents is None else len(opponents) + 1
        if isinstance(opponents, str) or (wanted is not None and (wanted > high or (wanted < 2 <= low))):
            raise Refusal(
                f"opponents is a list of 1 to {high - 1} bots, such as ['random'], not {quoted(opponents)}"
                if high > 1
                else f"{game} is for one: leave out opponents"
            )
        self.deals = Deals(game, rules, None if wanted is None else max(low, wanted))
        table = self.deals.game
        others = opponents or (lineup.default_bots(table.name, table.spec) if table.seats > 1 else ())
        self.bots = [registry.agent(table, others[at % len(others)]) for at in range(table.seats - 1)]
        self.render_mode, self._answers = render_mode, answers
        self.observation_space, self.action_space = self.deals.box(), Discrete(len(self.deals.vector.actions))
        self.seat, self._steps = 0, 0
        self._mask = np.zeros(len(self.deals.vector.actions), np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[Any], Info]:
        """Start a new deal; `seed` determines all deals that follow, the learner's seats and the bots' dice."""
        super().reset(seed=seed)
        self._steps = 0
        while True:
            self.deals.next(seed)
            seed = None
            self.seat = self.deals.rng("seat").randrange(self.deals.game.seats)
            self._bots_move()
            if self.deals.turn is not None:  # not over before the learner's first move
                return self._seen()

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, Info]:
        """Play an action, and the bots' moves up to the learner's next.

        Raises ResetNeeded after the deal's end, and Refusal, with nothing changed, if the action is no whole number.
        """
        if self.deals.turn is None:
            raise ResetNeeded("the deal is over: reset() begins the next one")
        number = self.deals.whole(action)
        self._steps += 1
        try:
            self.deals.play(self.deals.numbered(number))
        except Refusal as refusal:
            seen, info = self._seen()
            return seen, 0.0, False, self._steps > self.deals.game.max_turns, info | {"refused": str(refusal)}
        self._bots_move()
        seen, info = self._seen()
        return seen, float(self.deals.returns()[self.seat]), self.deals.turn is None, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, bool (actions,), as sb3-contrib asks for it."""
        return self._mask.astype(np.bool_)

    def render(self) -> str | None:
        """Return what the learner may know, as text."""
        return self.deals.told(self.seat) if self.render_mode == "ansi" else None

    def _seen(self) -> tuple[NDArray[Any], Info]:
        row, self._mask = self.deals.seen(self.seat)
        return row, {"action_mask": self._mask}

    def _bots_move(self) -> None:
        deals, game = self.deals, self.deals.game
        while (seat := deals.turn) not in (None, self.seat):
            assert seat is not None
            seen = game.observe(deals.state, seat)
            bot = self.bots[(seat - self.seat) % game.seats - 1]
            try:
                decision = decide(bot, seen, deals.rng(seat, seen.turn), self._answers)
                action = check_decision(game, seen.legal, decision).action
            except Refusal as refusal:
                raise RuntimeError(f"the bot on seat {seat}: {refusal}") from refusal
            deals.play(action)
