"""From an empty kernel cache: seconds until the bots of a table have answered once, and until its coach has.

    python benchmarks/cold.py [GAME …] [--json]

For each game, with the bots that sit down by default. Bots and coach are asked at once, each in their own process, as a
table does. Compared with the same from the cache that this has filled. CPU seconds are those of both processes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cardtui import registry
from cardtui.hosting.host import Host

GAMES = ("yaniv", "tricks", "zsy", "schafkopf", "98")


async def answers(name: str, bots: list[str], coach: str) -> dict[str, float]:
    """Seconds until the first bot and all bots have answered once, and until the coach has; CPU seconds of all."""
    game = registry.game(name)
    state = game.start(game.deal(Random("cold")))
    turn = game.turn(state)
    assert turn is not None
    seen = game.observe(state, turn)
    begun = time.perf_counter()

    async def asked(specs: list[str]) -> list[float]:
        host, times = Host(), []
        for spec in specs:
            await host.decide(game, spec, seen, "cold", seconds=None)
            times.append(round(time.perf_counter() - begun, 2))
        await host.close()
        return times

    told, advice = await asyncio.gather(asked(bots), asked([coach] if coach else []))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = {"first_bot_s": told[0], "all_bots_s": told[-1], "coach_s": (advice or [0.0])[-1]}
    return seconds | {"cpu_s": round(used.ru_utime + used.ru_stime, 2)}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(asyncio.run(answers(**json.loads(args.one)))))
        return
    for name in args.games:
        entry = registry.game_entry(name)
        asked = {"name": name, "bots": list(dict.fromkeys(entry.opponents or (entry.coach,))), "coach": entry.coach}
        with tempfile.TemporaryDirectory() as cache:
            command = [sys.executable, __file__, "--one", json.dumps(asked)]
            for start in ("empty", "filled"):
                done = subprocess.run(
                    command, env=os.environ | {"XDG_CACHE_HOME": cache}, capture_output=True, text=True, check=True
                )
                row = {"game": name, "cache": start, **json.loads(done.stdout)}
                print(json.dumps(row) if args.json else "  ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
