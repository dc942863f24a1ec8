"""A game as an environment of Gymnasium: one learner, all other seats are bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    """The deals of one game against bots. The learner's seat is drawn anew for each deal.

    game, rules: as everywhere. opponents: specs of bots, `"harel"` or `"./runs/mine"`, one for each other seat; fewer
    fill the seats of the smallest table in turn; by default the game's own. steps: how many answers a bot may give for
    a move, as in `cardtui arena`; the last one counts. Raises Refusal if anything is unknown or of the wrong kind. If
    a bot fails, `step` or `reset` raises a RuntimeError that names its seat.

    Observation: the features of `cardtui.vec`, (width,). Action: a number of `Game.actions`. Reward: the learner's
    result at the end of the deal, in the game's unit. `info["action_mask"]`, int8 (actions,), shows which actions are
    legal, as `action_masks()` does for sb3-contrib. An illegal action changes nothing, and `info["refused"]` says why;
    a deal with more steps than the game can have turns is truncated.
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
        named = None if opponents is None else _named(game, opponents)
        seats = None if named is None else max(registry.game_entry(game).seats[0], len(named) + 1)
        self.deals = Deals(game, rules, seats)
        table = self.deals.game
        others = named or (lineup.default_bots(table.name, table.spec) if table.seats > 1 else ())
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


def _named(game: str, opponents: object) -> list[str]:
    """Return the specs of a learner's opponents. Raises Refusal if they are not a list that fits the game's seats."""
    low, high = registry.game_entry(game).seats
    listed = list(opponents) if isinstance(opponents, Iterable) and not isinstance(opponents, str) else [None]
    named = [name for name in listed if isinstance(name, str)]
    if len(named) < len(listed) or not min(low - 1, 1) <= len(named) < high:
        bots = "one bot" if high == 2 else f"1 to {high - 1} bots"
        raise Refusal(
            f"opponents is a list of {bots}, such as ['random'], not {quoted(opponents)}"
            if high > 1
            else f"{game} is for one: leave out opponents"
        )
    return named
