"""A game as an environment of PettingZoo (AEC): an agent in each seat, who act in turn."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .deals import Deals


def env(game: str, rules: str = "", seats: int | None = None, render_mode: str | None = None) -> AECEnv:
    """Return the environment of a game, with PettingZoo's own checks of use around it.

    Raises Refusal if there is no such game, rule set or number of seats, or no vector environment of the game.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(game, rules, seats, render_mode))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - untyped; PettingZoo's name for it
    """The deals of one game. Agents are "seat_0", "seat_1" …

    Observation: {"observation": the features of `cardtui.vec`, "action_mask": int8 (actions,)}, zeros for a seat that
    is not to act. Action: a number of `Game.actions`. Rewards: the results, all at the end, in the game's unit. An
    illegal action, or one that is not a whole number, raises Refusal and changes nothing.
    """

    metadata = {"render_modes": ["ansi"], "name": "cardtui", "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(self, game: str, rules: str, seats: int | None, render_mode: str | None) -> None:
        super().__init__()
        self.deals = Deals(game, rules, seats)
        self.metadata = self.metadata | {"name": f"cardtui_{game}"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.deals.game.seats)]
        actions = len(self.deals.vector.actions)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._actions = {agent: Discrete(actions) for agent in self.possible_agents}
        self._observations = {
            agent: Dict({"observation": self.deals.box(), "action_mask": Box(0, 1, (actions,), np.int8)})
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of what an agent sees: the same object each time."""
        return self._observations[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's actions: the same object each time."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new deal; `seed` determines all deals that follow."""
        self.deals.next(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees."""
        row, mask = self.deals.seen(self._seats[agent])
        return {"observation": row, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play an action of the agent to act."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.deals.play(self.deals.numbered(self.deals.whole(action)))
        self._cumulative_rewards[agent] = 0.0
        over = self.deals.turn is None
        self.rewards = dict(zip(self.possible_agents, map(float, self.deals.returns()), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self._accumulate_rewards()
        self._select()

    def render(self) -> str | None:
        """Return what the seat to act may know, as text; at the end, what seat 0 may know."""
        return self.deals.told(self.deals.turn or 0) if self.render_mode == "ansi" else None

    def _select(self) -> None:
        turn = self.deals.turn
        self.agent_selection = self.possible_agents[turn or 0]
