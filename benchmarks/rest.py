"""First frame, start, idle CPU and memory of `cardtui yaniv` on a pseudo-terminal, beside another checkout.

    python benchmarks/rest.py [--beside CHECKOUT] [--runs 5] [--seconds 20] [--json]

CHECKOUT is a working tree with a `.venv` of its own, made by `make setup` there. Both play the same deal in turn, run
by run, and each figure is the median of its runs; the last column is this checkout's by the other's:
- frame: time until the table is drawn for the first time;
- start: CPU time until the table is still, of the screen's process;
- idle: CPU time of that process in a minute in which a person thinks;
- memory: its resident memory then; with bots: with that of the processes in which bots think.
The compiled bytecode of both is made by a first run that does not count.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.latency import cpu_seconds
from tests.ui.terminal import Terminal

SEATS = ("human", "greedy", "semirandom")
PAGE = os.sysconf("SC_PAGE_SIZE")
UNITS = {"frame": "ms", "start": "ms", "idle": "s/min", "memory": "MiB", "with bots": "MiB"}


def run(python: str, seconds: float) -> dict[str, float]:
    """Figures of one run with that interpreter: the table rests for so many seconds on a person's first turn."""
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, Terminal(Path(folder), *SEATS, python=python) as terminal:
        terminal.wait_for(b"turn ")
        frame = time.perf_counter() - begun
        terminal.quiet(1.0)
        start = cpu_seconds(terminal.pid)
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            terminal.read(left)
        spent = cpu_seconds(terminal.pid) - start
        own = resident(terminal.pid)
        return {
            "frame": 1000 * frame,
            "start": 1000 * start,
            "idle": 60 * spent / seconds,
            "memory": own,
            "with bots": own + sum(resident(pid) for pid in children(terminal.pid)),
        }


def resident(pid: int) -> float:
    """Resident memory of a process in MiB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 2**20


def children(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    own = [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [one for child in own for one in (child, *children(child))]


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="another working tree (default: none)")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long the table rests")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    pythons = {"now": sys.executable}
    if args.beside:
        pythons["beside"] = str(args.beside.resolve() / ".venv" / "bin" / "python")
        if not Path(pythons["beside"]).exists():
            parser.error(f"there is no {pythons['beside']}: `make setup` in {args.beside} makes it")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.chdir("/")  # else both would import the sources of the folder that this is started in
    found: dict[str, list[dict[str, float]]] = {name: [] for name in pythons}
    for number in range(args.runs + 1):
        for name, python in pythons.items():
            figures = run(python, args.seconds if number else 0.1)
            found[name] += [figures] * (number > 0)
    middle = {
        name: {key: round(statistics.median(one[key] for one in runs), 2) for key in UNITS}
        for name, runs in found.items()
    }
    if args.json:
        print(json.dumps({"runs": args.runs, "seconds": args.seconds, "medians": middle}))
        return 0
    for key, unit in UNITS.items():
        columns = [f"{name} {figures[key]:8.2f} {unit}" for name, figures in middle.items()]
        if args.beside:
            columns.append(f"ratio {middle['now'][key] / max(0.01, middle['beside'][key]):.2f}")
        print(f"{key:<10} {'   '.join(columns)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
