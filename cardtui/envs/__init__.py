"""The games as environments of Gymnasium and PettingZoo (extra `env`), which many learners already support.

    import gymnasium, cardtui.envs
    env = gymnasium.make("cardtui/Yaniv-v0", opponents=["greedy"])      # one learner against bots

    from cardtui.envs import aec
    env = aec.env("schafkopf", rules="club")                            # an agent in each seat, PettingZoo's AEC

Observations are the features of the vector environment (`cardtui.vec`), actions the numbers of `Game.actions`: what is
learned in one of the three can play in the others, and at the table (`cardtui.exported`). Importing this registers each
game that has a vector environment with Gymnasium.
"""

from __future__ import annotations

import gymnasium

from .. import registry


def name_of(game: str) -> str:
    """Return the name of a game's environment in Gymnasium: "cardtui/Yaniv-v0"."""
    return f"cardtui/{game.title()}-v0"


for _name, _entry in registry.games().items():
    if _entry.vector:
        gymnasium.register(name_of(_name), entry_point="cardtui.envs.single:SingleEnv", kwargs={"game": _name})
