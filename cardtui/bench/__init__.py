"""Benchmarks: the headline speed figures, each with a baseline, and a hash of the decisions of all bots.

`cardtui bench NAME` measures one of them. Benchmarks of the screen on a real terminal are in `benchmarks/`.
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
"""The measuring functions by figure name. "decisions" is the hash, which `run` computes."""


def run(names: Sequence[str], progress: Callable[[int, int], None] = lambda done, total: None) -> dict[str, Any]:
    """Measure the named figures, which are keys of `FIGURES`.

    Returns {"figures"}, and "decisions_hash" if "decisions" is among the names.
    """
    found: dict[str, Any] = {"figures": []}
    for done, name in enumerate(names):
        progress(done, len(names))
        if name == "decisions":
            found["decisions_hash"] = program.decisions_hash()
        for measure in FIGURES[name]:
            found["figures"] += measure()
    progress(len(names), len(names))
    return found
