"""`cardtui warm`: what bots need is compiled before anybody waits for it."""

from __future__ import annotations

import time
from argparse import Namespace
from typing import Any

from .. import registry
from ..core import Refusal
from ..executors.workers import Workers
from .common import emit, progress, say, show, stamp


def warm(args: Namespace) -> int:
    """Run `cardtui warm [GAME…]`. Returns 0 if all usual bots and coaches are compiled, 1 if one cannot be built."""
    games = args.games or list(registry.games())
    for game in games:
        registry.game_entry(game)
    found: dict[str, dict[str, Any]] = {}
    with progress("warm") as step, Workers(build, args.jobs) as workers:
        step(0, len(games))
        for done, (number, row) in enumerate(workers.each(games), 1):
            found[games[number]] = row
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
