"""The exact solver of Schafkopf: milliseconds by cards left, nodes a second, and beside the same search in C.

    python benchmarks/schafkopf_solver.py [--deals 200] [--seed 1] [--json]

Hands that someone would play: a Solo with six trumps, two Obers among them; a Wenz with two Unters and two aces; a
Sauspiel with four trumps, an Ober among them; any seat leads. `value` is the payout class of the position, `cards` the
class of each card that may be played; all in CPU time of one process. The C (schafkopf_solver.c, gcc -O3 -march=native)
classifies the same deals, turn by turn with the compiled Python, and must search as many nodes. The ratio is time to
time, its interval 95% over resampled deals. Later positions come from random play.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import numpy as np

from cardtui.bench.schafkopf import KINDS, LEFT, played_down, start
from cardtui.games.schafkopf import solver
from cardtui.games.schafkopf.solver_search import LAYOUTS

UNLIMITED = 1 << 40
RESAMPLES = 2_000


def cpu(work: Callable[..., int], *given: Any) -> tuple[float, int]:
    """Milliseconds of CPU, and what came of it."""
    begun = time.process_time()
    found = work(*given)
    return 1000 * (time.process_time() - begun), found


def compiled() -> Callable[[Any, Any], int]:
    """The C: (position, nodes out) -> class."""
    source = Path(__file__).with_suffix(".c")
    folder = tempfile.mkdtemp()
    library = Path(folder, "solver.so")
    command = ["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)]
    subprocess.run(command, check=True)
    classify = ctypes.CDLL(str(library)).classify

    def run(position: Any, nodes: Any) -> int:
        row = LAYOUTS[position[solver.CONTRACT], 0]
        seats = int(position[solver.LEADER]), int(position[solver.SIDE])
        return int(classify(row.ctypes.data, position.ctypes.data, *map(ctypes.c_int, seats), nodes.ctypes.data))

    classify.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_void_p]
    return run


def summary(times: list[float], nodes: list[int]) -> dict[str, float]:
    """Median, 95th percentile and mean."""
    ordered = sorted(times)
    return {
        "n": len(times),
        "median_ms": round(median(ordered), 3),
        "p95_ms": round(ordered[len(ordered) * 95 // 100], 3),
        "mean_ms": round(sum(times) / len(times), 3),
        "median_nodes": int(median(nodes)),
        "million_nodes_per_s": round(sum(nodes) / sum(times) / 1000, 1),
    }


def measure(name: str, deals: int, seed: int) -> list[dict[str, Any]]:
    """The rows of one kind of contract."""
    work, memory = solver.workspace()
    paired = solver.workspace()  # asked what C is asked and nothing else, so that both memories hold the same
    answers, found = np.empty((32, solver.ANSWER), np.int64), np.zeros(1, np.int64)
    in_c, rng = compiled(), Random(f"{name}/{seed}")
    position = solver.position_of(start(KINDS[name], rng)[1])
    solver.evaluate(work, memory, position, solver.CLASS_OF, UNLIMITED, answers)  # compiles
    solver.solve(work, memory, position, solver.CLASS_OF, UNLIMITED, answers)
    rows, ours, theirs = [], [], []
    for left in LEFT:
        value_ms, value_nodes, cards_ms, cards_nodes = [], [], [], []
        for _ in range(deals):
            position = solver.position_of(played_down(*start(KINDS[name], rng), left, rng))
            spent, nodes = cpu(solver.evaluate, *paired, position, solver.CLASS_OF, UNLIMITED, answers)
            value_ms.append(spent)
            value_nodes.append(nodes)
            if left == LEFT[0]:
                ours.append(spent)
                spent, level = cpu(in_c, position, found)
                theirs.append(spent)
                assert (level, found[0]) == (answers[0, solver.LOW], nodes)
            spent, nodes = cpu(solver.solve, work, memory, position, solver.CLASS_OF, UNLIMITED, answers)
            cards_ms.append(spent)
            cards_nodes.append(nodes)
        for what, times, each in (("value", value_ms, value_nodes), ("cards", cards_ms, cards_nodes)):
            rows.append({"kind": name, "cards_left": left, "question": what, **summary(times, each)})
        if left == LEFT[0]:
            rows[0] |= {"c": summary(theirs, value_nodes), "time_by_c": ratio(ours, theirs, rng)}
    return rows


def ratio(ours: list[float], theirs: list[float], rng: Random) -> list[float]:
    """[time by C's time, low, high]."""
    pairs = list(zip(ours, theirs, strict=True))
    drawn = sorted(
        sum(a for a, _ in some) / sum(b for _, b in some)
        for some in (rng.choices(pairs, k=len(pairs)) for _ in range(RESAMPLES))
    )
    middle = sum(ours) / sum(theirs)
    return [round(value, 3) for value in (middle, drawn[RESAMPLES // 40], drawn[-RESAMPLES // 40])]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = [row for name in KINDS for row in measure(name, args.deals, args.seed)]
    figures = {"seed": args.seed, "deals": args.deals, "figures": rows}
    print(json.dumps(figures) if args.json else "\n".join(str(row) for row in rows))


if __name__ == "__main__":
    main()
