"""Key to repaint on a real pseudo-terminal while bots play, rollouts stream in and other processes burn cores.

    python benchmarks/latency.py [SCENE…] [--keys 200] [--busy 1] [--json]

Scenes, each with a key pressed again and again whose echo is nowhere else on the screen; the time runs from the write
of the key to the read of its echo:
- table-5, table-20: three bots play that many moves a second with a person who moves at once, each move redrawing the
  table; a letter is typed;
- replay: a saved match of 40 deals plays at 20 moves a second; the view goes round the seats;
- inspect: rollouts of yaniv-td stream in beside two other bots; a letter is typed.

With each: the screen's own CPU share; at the table also the moves that came, and, in some seconds without keys, the
screen's CPU time for each.
Goal: p90 <= 50 ms.
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
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cardtui import registry, settings, words
from cardtui.core import decide
from cardtui.entries import HUMAN
from cardtui.match import Match
from tests.ui.terminal import Terminal

LIMIT_MS = 50.0
GAP = 0.05
"""Seconds between keys, in which what the bots draw is read."""
WATCH = 8.0
"""Seconds in which bots move and nobody types, for the CPU time of a move."""
BOTS = ("greedy", "semirandom", "random")
TO_MOVE, OVER = b" hint ", b"deal over"
"""What a table of Yaniv draws when it is a person's turn, and when the deal is over."""
MOVE, NEXT = "\x151 s\r", "\x15\r"
"""On an empty line, a move that is always allowed, and what opens the next deal."""
TICKS = os.sysconf("SC_CLK_TCK")


def table(folder: Path, keys: int, rate: int) -> dict[str, Any]:
    """Typing at a table of a person and bots."""
    with Terminal(folder, HUMAN, *BOTS, flags=f"pace={1 / rate}") as terminal:
        terminal.wait_for(TO_MOVE)
        terminal.press(MOVE)
        terminal.wait_for(b"turn 2")
        read = len(terminal.output)

        def between(erase: str = "\x7f") -> None:
            nonlocal read
            terminal.press(erase)
            listen(terminal)
            new = terminal.output[read:]
            if OVER in new or TO_MOVE in new:
                read = len(terminal.output)
                terminal.press(NEXT if OVER in new else MOVE)

        (record,) = (folder / "data" / "cardtui" / "records").glob("*.jsonl")

        def now() -> tuple[float, int, float]:
            return time.perf_counter(), record.read_bytes().count(b'{"seat"'), cpu_seconds(terminal.pid)

        start = now()
        found = press(terminal, keys, lambda: ("z", b"z"), between)
        typed = now()
        while time.perf_counter() < typed[0] + WATCH:
            between("")
        watched = now()
        moves = max(1, watched[1] - typed[1])
        return found | {
            "moves_per_second": round((typed[1] - start[1]) / (typed[0] - start[0]), 1),
            "cpu_ms_per_move": round(1000 * (watched[2] - typed[2]) / moves, 1),
        }


def replay(folder: Path, keys: int) -> dict[str, Any]:
    """Going round the seats while a match of 40 deals plays at 8 times a pace of 0.4 s."""
    path = folder / "match.jsonl"
    match = Match.new("yaniv", "paper:deals=40", BOTS, 7, path)
    while not match.over:
        if match.turn is None:
            match.next_deal()
            continue
        agent = registry.agent(match.game, BOTS[match.turn])
        decision = decide(agent, match.observe(match.turn), Random(match.rng_seed(match.turn)))
        match.play(decision.action, decision)
    match.close("finished")
    called = words.names(BOTS)
    names = cycle((*called[1:], called[0]))
    with Terminal(folder, words=("replay", str(path), "--pace", "0.4")) as terminal:
        terminal.wait_for(b"seen by")
        terminal.press("+++ ")
        terminal.wait_for("playing 8×".encode())
        return press(terminal, keys, lambda: ("v", f"seen by {next(names)}".encode()), lambda: listen(terminal))


def inspect(folder: Path, keys: int) -> dict[str, Any]:
    """Typing while rollouts stream in, on another position every second."""
    command = ("inspect", "yaniv", "--agents", "yaniv-td:rollouts=100000", "harel", "greedy", "--seconds", "600")
    cache = str(settings.cache_dir().parent)  # the user's own, or all kernels would be compiled first
    with Terminal(folder, words=command, size=(140, 40), XDG_CACHE_HOME=cache) as terminal:
        terminal.wait_for(b" worlds", 120.0)
        count = 0

        def between() -> None:
            nonlocal count
            count += 1
            terminal.press("\x7f")
            if count % 10 == 0:
                terminal.press("\x1bOR")  # F3
            listen(terminal)

        return press(terminal, keys, lambda: ("z", b"z"), between)


SCENES: dict[str, Callable[[Path, int], dict[str, Any]]] = {
    "table-5": lambda folder, keys: table(folder, keys, 5),
    "table-20": lambda folder, keys: table(folder, keys, 20),
    "replay": replay,
    "inspect": inspect,
}


def press(
    terminal: Terminal, keys: int, key: Callable[[], tuple[str, bytes]], between: Callable[[], None]
) -> dict[str, Any]:
    """Press `key()`, wait for its echo, let things go on `between`; so many times. The figures of it all."""
    times = []
    began, cpu = time.perf_counter(), cpu_seconds(terminal.pid)
    for _ in range(keys):
        sign, echo = key()
        terminal.press(sign)
        times.append(1000 * terminal.wait_for(echo))
        between()
    seconds = time.perf_counter() - began
    share = (cpu_seconds(terminal.pid) - cpu) / seconds
    times.sort()
    return {f"p{part}_ms": round(times[min(keys - 1, keys * part // 100)], 1) for part in (50, 90, 99)} | {
        "seconds": round(seconds, 1),
        "cpu_share": round(share, 3),
    }


def listen(terminal: Terminal) -> None:
    """Read what is drawn within the gap."""
    until = time.perf_counter() + GAP
    while (left := until - time.perf_counter()) > 0:
        terminal.read(left)


def cpu_seconds(pid: int) -> float:
    """CPU time of a process so far, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def main() -> int:
    """Print the figures; 1 when the limit is not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=f"{', '.join(SCENES)} (default: all)")
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--busy", type=int, default=1, help="processes that burn a core each")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if unknown := set(args.scenes) - set(SCENES):
        parser.error(f"no scene {', '.join(unknown)}; there are {', '.join(SCENES)}")
    found = {}
    for name in args.scenes or SCENES:
        burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(args.busy)]
        try:
            with tempfile.TemporaryDirectory() as folder:
                found[name] = SCENES[name](Path(folder), args.keys)
        finally:
            for burner in burners:
                burner.kill()
                burner.wait()
        if not args.json:
            print(f"{name:<9} {'  '.join(f'{key} {value}' for key, value in found[name].items())}", flush=True)
    if args.json:
        print(json.dumps({"keys": args.keys, "busy": args.busy, "limit_p90_ms": LIMIT_MS, "scenes": found}))
    return int(any(figures["p90_ms"] > LIMIT_MS for figures in found.values()))


if __name__ == "__main__":
    sys.exit(main())
