"""`cardtui warm`: what bots need is compiled before anybody waits for it."""

from __future__ import annotations

import time
from argparse import Namespace
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any

from .. import registry
from ..core import Refusal
from .common import emit, progress, say, show, stamp


def warm(args: Namespace) -> int:
    """`cardtui warm [GAME…]`: 0 when all usual bots and coaches are compiled, 1 when one of them cannot be had."""
    games = args.games or list(registry.games())
    for game in games:
        registry.game_entry(game)
    found: dict[str, dict[str, Any]] = {}
    with progress("warm") as step, ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
        step(0, len(games))
        waiting = {pool.submit(build, game): game for game in games}
        for done, future in enumerate(as_completed(waiting), 1):
            found[waiting[future]] = future.result()
            step(done, len(games))
    if args.json:
        emit(stamp() | {"games": [{"game": game, **found[game]} for game in games]})
    else:
        for game in games:
            show(f"{game}: {', '.join(found[game]['bots'])} in {found[game]['seconds']:.1f} s")
            say(*found[game]["refused"])
    return int(any(row["refused"] for row in found.values()))


def build(game: str) -> dict[str, Any]:
    """Build the bots that sit down and coach if nobody names others, one after the other."""
    entry, began = registry.game_entry(game), time.monotonic()
    law, built, refused = registry.game(game), list[str](), list[str]()
    for bot in dict.fromkeys([*entry.opponents, *filter(None, (entry.coach, *entry.best.values(), entry.second))]):
        try:
            registry.agent(law, bot)
        except Refusal as refusal:
            refused.append(str(refusal))
        else:
            built.append(bot)
    return {"bots": built, "refused": refused, "seconds": round(time.monotonic() - began, 2)}
