"""The games that `imitation` learns from without records: self-play of pimc-solver at a fast setting.

A search over a few deals makes random errors between nearly equal cards, which cannot be learned: even the most
probable choice matches plain `pimc-solver:deals=5` in only 77 of 100 decisions. So the teacher plays like the fast
player unless the search finds something clearly better.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from cardtui import registry
from cardtui.core import decide
from cardtui.games.schafkopf.kernel import pack
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.models import code

from ...schafkopf.deals import CODES
from ..progress import TrainProgress
from .lessons import Played, joined, nothing

SPEC = "pimc-solver:deals=3,lean=20"
CHUNK = 250
"""Games per file, and so the most that an interruption loses."""


def games(number: int, seed: int, folder: Path, progress: Callable[[TrainProgress], None]) -> tuple[Played, float]:
    """Return `number` games under `paper`, and the seconds they took.

    They are cached in `folder`, and played again only if the code of the game or the bots has changed.
    """
    game = Schafkopf("paper")
    agent: Any = None
    parts, seconds = [], 0.0
    folder.mkdir(parents=True, exist_ok=True)
    for first in range(0, number, CHUNK):
        path, about = folder / f"{first // CHUNK:05}.npz", f"{SPEC}, code {code('schafkopf')}, paper, seed {seed}"
        kept = _kept(path, about)
        if kept is None:
            agent = agent or registry.agent(game, SPEC)
            began = time.perf_counter()
            part = _played(game, agent, Random(f"{seed}/{first}"))
            kept = part, time.perf_counter() - began
            _keep(path, about, *kept)
        parts.append(kept[0])
        seconds += kept[1]
        progress(TrainProgress(min(first + CHUNK, number), number, {}))
    return joined(parts).some(slice(number)), seconds


def _keep(path: Path, about: str, games: Played, seconds: float) -> None:
    """Write a chunk atomically."""
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        np.savez_compressed(file, about=np.array(about), seconds=np.array(seconds), **games._asdict())
    fresh.replace(path)


def _kept(path: Path, about: str) -> tuple[Played, float] | None:
    """Read a chunk written by `_keep`; None if there is no such file, or it is of another teacher or seed."""
    if not path.is_file():
        return None
    with np.load(path, allow_pickle=False) as file:
        arrays = dict(file)
    if str(arrays.pop("about")) != about:
        return None
    seconds = float(arrays.pop("seconds"))
    return Played(**arrays), seconds


def _played(game: Schafkopf, agent: Any, rng: Random) -> Played:
    """Play a chunk of games with the agent on all seats."""
    found = nothing(CHUNK)
    for row in range(CHUNK):
        state = game.start(game.deal(rng))
        found.starts[row] = pack(game, state)
        place = 0
        while (seat := game.turn(state)) is not None:
            legal = game.legal(state)
            action = legal[0] if len(legal) == 1 else decide(agent, game.observe(state, seat), rng).action
            found.codes[row, place], found.taught[row, place] = CODES[action], True
            state = game.apply(state, action)
            place += 1
    return found
