"""`cardtui check`: check a game or a bot against the laws in `cardtui.testing`."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from statistics import mean
from typing import TYPE_CHECKING, Any

from .. import memory, registry
from ..core import Game, Refusal, quoted
from .common import emit, progress, show, stamp

if TYPE_CHECKING:
    from ..testing import Finding

DEAL = 300
"""Number of characters of a deal that are shown; `--json` prints all of it."""


def check(args: Namespace) -> int:
    """Run `cardtui check BOT --game GAME` or `cardtui check GAME`. Returns 0 if all laws hold, else 1."""
    from ..testing import examine_bot, examine_game

    memory.limit(2)  # the bot thinks in this process
    whole = args.game in (None, args.what)
    if whole and args.what not in registry.games():
        bots = f"; `cardtui check {args.what} --game GAME` checks a bot" if args.what else ""
        raise Refusal(f"no game {quoted(args.what)}; there is {', '.join(registry.games())}{bots}")
    game = registry.game(args.game or args.what, args.rules or "")
    seconds = list[float]()
    with progress(f"check {args.what}") as step:
        if whole:
            found = examine_game(game, deals=args.games, seed=args.seed, progress=step)
        else:
            registry.check(game.name, args.what, game.spec)
            found = examine_bot(args.what, game, deals=args.games, seed=args.seed, progress=step, seconds=seconds)
    if args.json:
        emit(stamp(game, args.seed) | {"checked": args.what, "deals": args.games, "findings": [*map(_json, found)]})
    else:
        show(f"{args.what}: {args.games} deals of {game.name} {game.spec}, {game.seats} seats, seed {args.seed}")
        for finding in found:
            show(*_lines(game, finding))
        if seconds:
            show(f"{1000 * mean(seconds):.3g} ms a decision, {1000 * max(seconds):.3g} at most, at its first answers")
    return int(any(finding.failure for finding in found))


def _json(finding: Finding) -> dict[str, Any]:
    moment = finding.moment._asdict() if finding.moment else None
    return {"law": finding.law, "held": finding.held, "failure": finding.failure or None, "position": moment}


def _lines(game: Game[Any], finding: Finding) -> Sequence[str]:
    """Return the lines about one law, with the smallest failing position if it failed."""
    if not finding.failure:
        return [f"  ok    {finding.law} ({finding.held})" if finding.held else f"  -     {finding.law}: not tried"]
    lines = [f"  FAILS {finding.law}: {finding.failure}"]
    if finding.moment:
        deal = json.dumps(finding.moment.deal)
        lines.append(f"        deal: {deal[:DEAL]}{'…' * (len(deal) > DEAL)}")
        lines.append(
            f"        after {len(finding.moment.actions)} actions: {', '.join(finding.moment.actions) or 'none'}"
        )
    return lines
