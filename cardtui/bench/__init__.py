"""Benchmarks: the headline speed figures, each with a baseline, and a hash of the decisions of all bots.

`cardtui bench NAME` measures one of them. Each game declares its own (`GameEntry.figures`). Benchmarks of the screen on
a real terminal are in `benchmarks/`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import loading, registry
from . import program, review
from .common import SEED, Figure, tell

__all__ = ["SEED", "figures", "run"]


Measure = str | Callable[[], list[Figure]]
"""What measures: a function, or its name "module:function"."""


def figures() -> dict[str, list[Measure]]:
    """Return what measures each figure, by figure name. "decisions" is the hash, which `run` computes."""
    found: dict[str, list[Measure]] = {"help": [program.help_time], "answers": [program.first_answers]}
    for entry in registry.games().values():
        for name, target in entry.figures.items():
            found.setdefault(name, []).append(target)
    return found | {"vec": ["cardtui.bench.vectors:vectors"], "review": [review.review], "decisions": []}


def run(names: Sequence[str]) -> dict[str, Any]:
    """Measure the named figures, or all if there are none, and say on stderr which. Names are keys of `figures()`.

    Returns {"figures"}, and "decisions_hash" if "decisions" is among the names.
    """
    known = figures()
    found: dict[str, Any] = {"figures": []}
    names = names or list(known)
    for number, name in enumerate(names, 1):
        tell(f"bench: {name}, {number} of {len(names)}")
        if name == "decisions":
            found["decisions_hash"] = program.decisions_hash()
        for measure in known[name]:
            found["figures"] += loading.load(measure)()
    return found
