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

import numpy as np

from cardtui import executors, registry
from cardtui.core import decide
from cardtui.games.schafkopf.kernel import pack
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.models import code

from ...schafkopf.deals import CODES
from ..progress import TrainProgress
from .lessons import Played, empty_records, joined

SPEC = "pimc-solver:deals=3,lean=20"
"""The teacher. Its two settings are set by hand; docs/results/schafkopf.md measures it against pimc and imitation."""
CHUNK = 250
"""Games per file: the most that an interruption loses."""


def games(
    number: int, seed: int, folder: Path, progress: Callable[[TrainProgress], None], jobs: int = 1
) -> tuple[Played, float]:
    """Return `number` games under `paper`, which `jobs` workers play, and the seconds that these took in total.

    They are cached in `folder`, and played again only if the code of the game or the bots has changed. They are the
    same whichever worker plays which.
    """
    folder.mkdir(parents=True, exist_ok=True)
    firsts, about = range(0, number, CHUNK), f"{SPEC}, code {code('schafkopf')}, paper, seed {seed}"
    paths = {first: folder / f"{first // CHUNK:05}.npz" for first in firsts}
    found = {first: chunk for first, path in paths.items() if (chunk := _load(path, about))}

    def tell() -> None:
        progress(TrainProgress(min(len(found) * CHUNK, number), number, {}))

    if found:
        tell()
    missing = [first for first in firsts if first not in found]
    for at, chunk in executors.spread(play_chunk, [(SPEC, f"{seed}/{first}", CHUNK) for first in missing], jobs):
        found[missing[at]] = chunk
        _save(paths[missing[at]], about, *chunk)
        tell()
    parts = [found[first] for first in firsts]
    return joined([games for games, _ in parts]).select(slice(number)), sum(seconds for _, seconds in parts)


def _save(path: Path, about: str, games: Played, seconds: float) -> None:
    """Write a chunk atomically; `about` says how it was made."""
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        np.savez_compressed(file, about=np.array(about), seconds=np.array(seconds), **games._asdict())
    fresh.replace(path)


def _load(path: Path, about: str) -> tuple[Played, float] | None:
    """Return a chunk written by `_save`; None if there is no such file, or it was made in another way."""
    if not path.is_file():
        return None
    with np.load(path, allow_pickle=False) as file:
        arrays = dict(file)
    if str(arrays.pop("about")) != about:
        return None
    seconds = float(arrays.pop("seconds"))
    return Played(**arrays), seconds


def play_chunk(task: tuple[str, str, int]) -> tuple[Played, float]:
    """Play games with a bot on all seats: (bot, seed, number). Return them and the seconds they took."""
    spec, seed, count = task
    agent = registry.cached_agent("schafkopf", "paper", SEATS, spec)
    game, rng, began = Schafkopf("paper"), Random(seed), time.perf_counter()
    games = empty_records(count)
    for row in range(count):
        state = game.start(game.deal(rng))
        games.starts[row] = pack(game, state)
        place = 0
        while (seat := game.turn(state)) is not None:
            legal = game.legal(state)
            action = legal[0] if len(legal) == 1 else decide(agent, game.observe(state, seat), rng).action
            games.codes[row, place], games.taught[row, place] = CODES[action], True
            state = game.apply(state, action)
            place += 1
    return games, time.perf_counter() - began
