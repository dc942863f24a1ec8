"""Whether a long match of bots alone stays as light as it began: memory and CPU time, after 1,000 moves and 12,000.

    python benchmarks/watching.py [SCENE…] [--moves 12000] [--json]

Scenes: `plain` (plain lines) and `screen` (the table on a pseudo-terminal, the bots without pause). With each: the
program's memory after 1,000 moves and at the end, the bytes that each move between took, and the CPU time of a move in
the first 1,000 of these and in the last, as a ratio too. The bots' own process is beside it, not in it.
Goals: at most 1,000 bytes a move, and 1.2 times the CPU time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.latency import cpu_seconds
from tests.ui.terminal import Terminal

LIMIT_BYTES, LIMIT_RATIO = 1000, 1.2
PART = 1000
"""Moves before the first look, and in each of the two parts whose CPU time is compared."""
MATCH = ("yaniv", "--people", "0", "--bots", "greedy", "semirandom", "random", "--rules", "paper:deals=0")
FLAGS = ("--seed", "7", "--pace", "0")


class Look(NamedTuple):
    """The program after so many moves."""

    moves: int
    bytes: int
    cpu: float


def plain(folder: Path, moves: int) -> list[Look]:
    """On plain lines that nobody reads."""
    home = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("DATA", "CONFIG")}
    words = (sys.executable, "-m", "cardtui", *MATCH, *FLAGS, "--plain")
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=os.environ | home) as program:
        try:
            return looks(folder, program.pid, moves, lambda: time.sleep(0.02))
        finally:
            program.kill()


def screen(folder: Path, moves: int) -> list[Look]:
    """At the table, where `n` deals again."""
    with Terminal(folder, words=(*MATCH, *FLAGS)) as terminal:

        def go_on() -> None:
            terminal.output = b""
            terminal.read(0.05)
            if b"deal over" in terminal.output:
                terminal.press("n")

        terminal.wait_for(b"turn 2")
        return looks(folder, terminal.pid, moves, go_on)


SCENES: dict[str, Callable[[Path, int], list[Look]]] = {"plain": plain, "screen": screen}


def looks(folder: Path, pid: int, moves: int, wait: Callable[[], None]) -> list[Look]:
    """At the program after PART moves, twice that, and before and after the last PART of all."""
    found: list[Look] = []
    done, read = 0, 0
    for stop in (PART, 2 * PART, moves - PART, moves):
        while done < stop:
            wait()
            for path in (folder / "data" / "cardtui" / "records").glob("*.jsonl"):
                with path.open("rb") as file:
                    file.seek(read)
                    new = file.read()
                done, read = done + new.count(b'{"seat":'), read + len(new)
        found.append(Look(done, memory(pid), cpu_seconds(pid)))
    return found


def memory(pid: int) -> int:
    """Bytes that a process holds in memory, without what it shares."""
    _, resident, shared, *_ = map(int, Path(f"/proc/{pid}/statm").read_text().split())
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE")


def figures(found: list[Look]) -> dict[str, Any]:
    """What the looks come to."""
    first, second, before, last = found
    early = (second.cpu - first.cpu) / (second.moves - first.moves)
    late = (last.cpu - before.cpu) / (last.moves - before.moves)
    return {
        "moves": last.moves,
        "mib_first": round(first.bytes / 2**20, 1),
        "mib_last": round(last.bytes / 2**20, 1),
        "bytes_per_move": round((last.bytes - first.bytes) / (last.moves - first.moves)),
        "cpu_ms_first": round(1000 * early, 2),
        "cpu_ms_last": round(1000 * late, 2),
        "cpu_ratio": round(late / early, 2),
    }


def main() -> int:
    """Print the figures; 1 when a limit is not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=f"{', '.join(SCENES)} (default: all)")
    parser.add_argument("--moves", type=int, default=12_000)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if unknown := set(args.scenes) - set(SCENES):
        parser.error(f"no scene {', '.join(unknown)}; there are {', '.join(SCENES)}")
    if args.moves < 3 * PART:
        parser.error(f"--moves takes {3 * PART} or more: a part before the first look, and two that are compared")
    result = {}
    for name in args.scenes or SCENES:
        with tempfile.TemporaryDirectory() as folder:
            result[name] = figures(SCENES[name](Path(folder), args.moves))
        if not args.json:
            print(f"{name:<7} {'  '.join(f'{key} {value}' for key, value in result[name].items())}", flush=True)
    if args.json:
        print(json.dumps({"limit_bytes": LIMIT_BYTES, "limit_ratio": LIMIT_RATIO, "scenes": result}))
    missed = [row["bytes_per_move"] > LIMIT_BYTES or row["cpu_ratio"] > LIMIT_RATIO for row in result.values()]
    return int(any(missed))


if __name__ == "__main__":
    sys.exit(main())
