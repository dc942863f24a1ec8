"""What an executor costs: the time to start it, its own time for a chunk, and the speed with one and two workers.

    python benchmarks/executors.py [--deals 400] [--json]

The work is `cardtui arena schafkopf rule-based pimc`, whose result has to be the same everywhere. Executors not
installed are left out. The speed with two workers needs two idle cores.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from importlib.util import find_spec
from typing import Any

from cardtui import arena, executors, registry
from cardtui.executors import cluster

CALLS = 200


def nothing(task: int) -> int:
    """Do no work: what is measured is the way there and back."""
    return task


def overhead(spec: str) -> dict[str, float]:
    """Return the seconds to start one worker that has answered once, and the milliseconds of each call after that."""
    began = time.perf_counter()
    engine = cluster.connect(spec, 1)
    try:
        for number in range(CALLS + 1):
            call = engine.submit(cluster.program(), nothing, [number])
            engine.first([call])
            if number == 0:
                ready = time.perf_counter()
        each = (time.perf_counter() - ready) / CALLS
    finally:
        engine.close()
    return {"start_s": round(ready - began, 2), "call_ms": round(1000 * each, 2)}


def arena_seconds(spec: str, jobs: int, deals: int) -> tuple[float, Any]:
    """Return the seconds of the arena with that many workers, started anew, and its results."""
    os.environ[executors.VARIABLE] = spec
    series = arena.pairings(registry.game("schafkopf", "paper", 4), ["rule-based", "pimc"])
    began = time.perf_counter()
    found = arena.run("schafkopf", "paper", series, deals=deals, seed=5, jobs=jobs)
    return time.perf_counter() - began, found["results"]


def main() -> int:
    """Print a row for each executor; 1 if one of them has other results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows, expected, failed = [], None, 0
    arena_seconds("", 1, 2)  # kernels are compiled and cached
    for spec in ("", *(name for name, package in cluster.ENGINES.items() if find_spec(package))):
        one, found = arena_seconds(spec, 1, args.deals)
        two, again = arena_seconds(spec, 2, args.deals)
        expected = expected or found
        failed |= found != expected or again != expected
        row: dict[str, Any] = {"executor": spec or "processes", "one_s": round(one, 1), "two_s": round(two, 1)}
        rows.append(row | {"speed-up": round(one / two, 2)} | (overhead(spec) if spec else {}))
    if args.json:
        print(json.dumps({"deals": args.deals, "rows": rows}))
    else:
        for row in rows:
            print("  ".join(f"{key} {value}" for key, value in row.items()))
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
