"""Key to repaint on a real pseudo-terminal while bots play and other processes burn the remaining cores.

    python benchmarks/latency.py [--keys 200] [--busy 1] [--json]

Three bots play five moves a second (four times the default pace), each move redrawing the table, while a letter that is
nowhere else on the screen is typed again and again; the time runs from the write of the key to the read of its echo.
Goal: p90 <= 50 ms.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.ui.terminal import Terminal

GOAL_MS = 50.0


def measure(keys: int, busy: int) -> list[float]:
    """Milliseconds from key to repaint, ascending."""
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy)]
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            Terminal(Path(folder), "greedy", "semirandom", "random", flags="pace=0.2") as terminal,
        ):
            terminal.wait_for(b"turn 2")
            times = []
            for key in range(keys):
                terminal.press("z")
                times.append(1000 * terminal.wait_for(b"z"))
                terminal.press("\x7f")
                until = time.perf_counter() + 0.05
                while (left := until - time.perf_counter()) > 0:
                    terminal.read(left)
                if key % 10 == 9:
                    terminal.press("\r")  # the next deal, if this one is over
            return sorted(times)
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def main() -> int:
    """Print the figures; 1 when the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--busy", type=int, default=1, help="processes that burn a core each")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    times = measure(args.keys, args.busy)
    figures = {"keys": len(times), "busy": args.busy, "goal_p90_ms": GOAL_MS} | {
        f"p{percent}_ms": round(times[min(len(times) - 1, len(times) * percent // 100)], 1) for percent in (50, 90, 99)
    }
    print(json.dumps(figures) if args.json else "  ".join(f"{key} {value}" for key, value in figures.items()))
    return int(figures["p90_ms"] > GOAL_MS)


if __name__ == "__main__":
    sys.exit(main())
