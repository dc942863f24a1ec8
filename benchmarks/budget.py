"""How well searching bots keep their time: the wall time of a decision beside the seconds that it was given.

    python benchmarks/budget.py [--decisions 40] [--json]

Each bot is given so many deals or worlds that it never ends by itself; positions with a choice from whole random deals,
asked in the bots' own process. The time runs from the bot's being ready to the last answer's arrival, so that it holds
what the table waits. Goal: never more than 10% over.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from random import Random
from typing import Any

from cardtui import registry
from cardtui.core import Game, Observation
from cardtui.hosting.host import Host

BOTS = {
    "pimc:deals=100000": "schafkopf",
    "pimc-solver:deals=100000": "schafkopf",
    "yaniv-td:rollouts=100000": "yaniv",
}
SECONDS = (0.2, 1.0)
LIMIT = 1.1


def positions(game: Game[Any], count: int) -> list[Observation]:
    """Turns with a choice, drawn evenly from random deals."""
    rng, found = Random(7), list[Observation]()
    while len(found) < count:
        state, turns = game.start(game.deal(rng)), list[Observation]()
        while (seat := game.turn(state)) is not None:
            turns += [game.observe(state, seat)] * (len(game.legal(state)) > 1)
            state = game.apply(state, rng.choice(game.legal(state)))
        found += rng.sample(turns, min(3, len(turns)))
    return found[:count]


async def measure(bot: str, game: Game[Any], decisions: int, seconds: float) -> list[float]:
    """Wall seconds of each decision over the seconds given, ascending."""
    host, ratios = Host(), []
    try:
        first, *rest = positions(game, decisions + 1)
        await host.decide(game, bot, first, "0", seconds=5.0)  # built and compiled
        for number, seen in enumerate(rest):
            began = time.perf_counter()
            await host.decide(game, bot, seen, str(number), seconds=seconds)
            ratios.append((time.perf_counter() - began) / seconds)
    finally:
        await host.close()
    return sorted(ratios)


def main() -> int:
    """Print the figures; 1 when the limit is not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=40)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = []
    for bot, name in BOTS.items():
        for seconds in SECONDS:
            ratios = asyncio.run(measure(bot, registry.game(name), args.decisions, seconds))
            row = {"bot": bot, "game": name, "seconds": seconds, "decisions": args.decisions}
            rows.append(row | {"median": round(ratios[len(ratios) // 2], 3), "worst": round(ratios[-1], 3)})
            if not args.json:
                print("  ".join(f"{key} {value}" for key, value in rows[-1].items()), flush=True)
    if args.json:
        print(json.dumps({"limit": LIMIT, "figures": rows}))
    return int(any(row["worst"] > LIMIT for row in rows))


if __name__ == "__main__":
    sys.exit(main())
