"""First frame of the table on a real pseudo-terminal, against the time `import textual` alone takes.

    python benchmarks/startup.py [--runs 7] [--json]

Both are medians of whole processes, alternating. The limit: first frame <= import textual + 400 ms.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.ui.terminal import Terminal

LIMIT_MS = 400.0


def import_textual() -> float:
    """Milliseconds of a process that imports Textual's app and ends."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import textual.app"], check=True)
    return 1000 * (time.perf_counter() - begun)


def first_frame() -> float:
    """Milliseconds until the table with its cards is drawn."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        with Terminal(Path(folder), "human", "greedy", "semirandom") as terminal:
            terminal.wait_for("▚▚▚".encode())  # the stack; the felt is drawn as a whole
            return 1000 * (time.perf_counter() - begun)


def main() -> int:
    """Print the figures; 1 when the limit is not kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    pairs = [(import_textual(), first_frame()) for _ in range(args.runs)]
    imported, frame = (statistics.median(column) for column in zip(*pairs, strict=True))
    figures = {
        "runs": args.runs,
        "import_textual_ms": round(imported),
        "first_frame_ms": round(frame),
        "difference_ms": round(frame - imported),
        "limit_difference_ms": LIMIT_MS,
    }
    print(json.dumps(figures) if args.json else "  ".join(f"{key} {value}" for key, value in figures.items()))
    return int(frame - imported > LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
