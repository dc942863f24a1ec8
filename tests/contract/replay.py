"""What a program with these seeds does, in one hash: `python -m tests.contract.replay` must print the same everywhere.

Every game under every named rule set at its fewest and most seats, every bot that can play there, the searching ones in
a small dose.
"""

from __future__ import annotations

import hashlib
import json
from random import Random

from cardtui import registry
from cardtui.core import Refusal, action_text, decide
from cardtui.json_forms import decision_json, observation_json
from cardtui.testing.bot_laws import STEPS
from cardtui.testing.laws import rule_sets

from .. import samples


def digest(deals: int = 3) -> str:
    """sha256 over every observation, decision and result."""
    sha = hashlib.sha256()
    for name, entry in registry.games().items():
        for rules in rule_sets(name):
            for seats in sorted({*entry.seats}):
                game = registry.game(name, rules, seats)
                bots = []
                for spec in registry.bots(name):
                    try:
                        bots.append(registry.agent(game, samples.of(name).light(spec)))
                    except Refusal:
                        continue
                for number in range(deals):
                    state = game.start(game.deal(Random(f"{name}/{number}"), game.opening()))
                    while (seat := game.turn(state)) is not None:
                        seen = game.observe(state, seat)
                        agent = bots[(seat + number) % len(bots)]
                        decision = decide(agent, seen, Random(f"{number}/{seen.turn}"), STEPS)
                        world = game.determinize(seen, Random(number))
                        sha.update(json.dumps(observation_json(game, seen), sort_keys=True).encode())
                        sha.update(json.dumps(decision_json(game, decision), sort_keys=True).encode())
                        sha.update(str([game.legal(world)]).encode())
                        state = game.apply(state, decision.action)
                        sha.update(action_text(game, decision.action).encode())
                    sha.update(str(game.returns(state)).encode())
    return sha.hexdigest()


if __name__ == "__main__":
    print(digest())
