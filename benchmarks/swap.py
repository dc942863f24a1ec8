"""How long a swap's change of probability and Q takes: the shipped tables answer a changed position, old beside new.

    python benchmarks/swap.py [--swaps 200] [--json]

As the inspect screen does it: `positions.swap`, then each bot asked in the bots' own process, loaded and with one
answer given; the time runs until the last bot's options can be compared with those before. Goal: p90 <= 200 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time

from cardtui.core import Refusal
from cardtui.hosting.host import Host
from cardtui.review import positions
from cardtui.study import opinions

BOTS = ("harel", "harel-best", "yaniv-td")
POSITION = {"hand": "7h 7d 3c", "pile": "Kc", "opponents": [5, 3]}
LIMIT_MS = 200.0


async def measure(swaps: int) -> list[float]:
    """Milliseconds from the typed swap to the comparison, ascending."""
    position = positions.from_json("yaniv", POSITION)
    game, times = position.game, []
    host = Host()
    try:
        before = {bot: await host.decide(game, bot, position.seen, "0") for bot in BOTS}
        cards = [game.face(card) for card in range(52)]
        for number in range(swaps):
            began = time.perf_counter()
            try:
                changed = positions.swap(position, str(1 + number % 3), cards[number // 3 % 52])
            except Refusal:
                continue  # that card lies elsewhere
            for bot in BOTS:
                opinions.shifts(before[bot], await host.decide(changed.game, bot, changed.seen, "0"))
            times.append(1000 * (time.perf_counter() - began))
    finally:
        await host.close()
    return sorted(times)


def main() -> int:
    """Print the figures; 1 when the limit is not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--swaps", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    times = asyncio.run(measure(args.swaps))
    figures = {"swaps": len(times), "bots": len(BOTS), "limit_p90_ms": LIMIT_MS} | {
        f"p{percent}_ms": round(times[min(len(times) - 1, len(times) * percent // 100)], 1) for percent in (50, 90, 99)
    }
    print(json.dumps(figures) if args.json else "  ".join(f"{key} {value}" for key, value in figures.items()))
    return int(figures["p90_ms"] > LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
