"""Makes the frozen positions afresh: `python -m tests.records.frozen GAME`.

Bots that were trained before have then no answers on them, until they are trained again.
"""

from __future__ import annotations

import sys
from random import Random

from cardtui import registry
from cardtui.core import decide
from cardtui.match import Match
from cardtui.study import frozen_positions

MATCHES = {
    "yaniv": ("paper:deals=40", ("harel-best", "yaniv-td"), 61),
    "schafkopf": ("paper:deals=32", ("ppo-lstm", "calibrated-solver", "imitation", "rule-based"), 62),
    "zsy": ("paper:deals=40", ("dmc", "td-linear"), 63),
    "tricks": ("tricks:deals=30", ("mlp-play", "first"), 64),
    "98": ("paper:deals=6", ("search",), 65),
}
"""By game: rules, bots, seed."""


def main(name: str) -> None:
    """Play one match to its end, without the bots' decisions."""
    rules, seats, seed = MATCHES[name]
    path = frozen_positions.place(name)
    path.unlink(missing_ok=True)
    match = Match.new(name, rules, seats, seed, path)
    agents = [registry.agent(match.game, seat) for seat in seats]
    while not match.over:
        seat = match.turn
        if seat is None:
            match.next_deal()
        else:
            match.play(decide(agents[seat], match.observe(seat), Random(match.rng_seed(seat)), 1).action)
    match.close("finished")


if __name__ == "__main__":
    main(sys.argv[1])
