"""The headline figures of speed, each measured beside what it is compared with, and one hash of all bots' decisions.

`cardtui bench NAME` measures one of them. Figures of the screen on a real terminal are in `benchmarks/`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import ninetyeight, program, schafkopf, tricks, yaniv, zsy
from .common import SEED, Figure

__all__ = ["FIGURES", "SEED", "run"]

FIGURES: dict[str, tuple[Callable[[], list[Figure]], ...]] = {
    "help": (program.help_time,),
    "answers": (program.first_answers,),
    "arena": (yaniv.arena_games,),
    "kernel": (yaniv.kernel, schafkopf.kernel, tricks.kernel, ninetyeight.kernel, zsy.kernel),
    "study": (yaniv.study,),
    "solver": (schafkopf.solver, tricks.solver, zsy.solver),
    "thinking": (schafkopf.thinking,),
    "contra": (schafkopf.contra,),
    "beliefs": (schafkopf.beliefs,),
    "search": (ninetyeight.search,),
    "decisions": (),
}
"""What `cardtui bench` measures, by name; "decisions" is the hash."""


def run(names: Sequence[str], progress: Callable[[int, int], None] = lambda done, total: None) -> dict[str, Any]:
    """{"figures"}, and "decisions_hash" if "decisions" is among the names, which are keys of `FIGURES`."""
    found: dict[str, Any] = {"figures": []}
    for done, name in enumerate(names):
        progress(done, len(names))
        if name == "decisions":
            found["decisions_hash"] = program.decisions_hash()
        for measure in FIGURES[name]:
            found["figures"] += measure()
    progress(len(names), len(names))
    return found
