"""One-player games: earlier results of people, and the results of each bot on the same deals.

`python -m cardtui.study.solo RECORD` prints them as JSON lines, for screens that must not load a bot themselves: first
the results of people in the other records of that folder, then a line for each deal, those of RECORD first.
"""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, suppress
from pathlib import Path
from random import Random
from typing import Any

from .. import record, registry
from ..core import Agent, Refusal, decide
from ..entries import HUMAN
from ..match import Match
from ..record import archive
from ..system import module_runner
from .opinions import STEPS

DEALS = 100
"""Number of deals that each bot plays."""


def finished(path: Path) -> list[float]:
    """Return the returns of the finished deals of a record to its first seat, leaving out deals that were undone."""
    _, _, game, frames = record.load(path)
    return [game.returns(frame.state)[0] for frame in frames if game.turn(frame.state) is None]


def before(path: Path) -> list[float]:
    """Return the results of people in the other records of that folder, under the same rules."""
    header, found = record.read(path)[0], list[float]()
    for other in archive.saved(path.parent):
        with suppress(Refusal, OSError):  # skip unreadable files
            theirs = record.read(other)[0]
            same = (theirs.game, theirs.rules, theirs.seats) == (header.game, header.rules, (HUMAN,))
            if other != path and same:
                found += finished(other)
    return found


def play(game: str, rules: str, bot: str, seed: int) -> Iterator[float]:
    """Yield the returns of a bot in the deals of a match with that seed. Raises Refusal if the bot cannot be loaded."""
    match = Match.new(game, rules, (bot,), seed)
    return _deals(match, registry.agent(match.game, bot))


def _deals(match: Match, agent: Agent) -> Iterator[float]:
    """Play a match to its end, yielding the return of each deal."""
    while True:
        while match.turn is not None:
            decision = decide(agent, match.observe(0), Random(match.rng_seed(0)), STEPS)
            match.play(decision.action)
        yield match.game.returns(match.state)[0]
        if match.over:
            return
        match.next_deal()


def tell(path: Path) -> Iterator[dict[str, Any]]:
    """Yield {"before": results of people}, then {bot: result} for each deal.

    Bots that cannot be loaded are left out, and from then on those that fail or whose match is over.
    """
    header = record.read(path)[0]
    yield {"before": before(path)}
    players = {}
    for bot in dict.fromkeys([*header.seats, *registry.bot_names(header.game)]):
        with suppress(Exception, SystemExit):  # third-party code may raise anything
            players[bot] = play(header.game, header.rules, bot, header.seed)
    for _ in range(DEALS):
        results = {}
        for bot, deals in players.items():
            with suppress(Exception, SystemExit):  # StopIteration too: its match is over
                results[bot] = next(deals)
        players = {bot: players[bot] for bot in results}
        if results:
            yield results


async def watch(path: Path) -> AsyncGenerator[dict[str, Any], None]:
    """Yield the objects of `tell`, computed in a child process that ends with the iteration; errors end it, too."""
    with suppress(Refusal):
        async with aclosing(module_runner.lines(__name__, str(path))) as lines:
            async for line in lines:
                yield line


if __name__ == "__main__":
    with module_runner.errors_in_one_line():
        for told in tell(Path(sys.argv[1])):
            print(json.dumps(told), flush=True)
