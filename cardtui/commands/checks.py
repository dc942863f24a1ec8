"""`cardtui check`: check a game or a bot against the laws in `cardtui.testing`."""

from __future__ import annotations

import json
import shlex
from argparse import Namespace
from collections.abc import Sequence
from statistics import mean
from typing import TYPE_CHECKING, Any

from .. import registry
from ..core import Refusal, quoted
from ..system import memory
from ..text.formatting import counted
from .common import emit, progress, show, stamp

if TYPE_CHECKING:
    from ..testing import Finding


def check(args: Namespace) -> int:
    """Run `cardtui check BOT --game GAME` or `cardtui check GAME`. Returns 0 if all laws hold, else 1."""
    from ..testing import Finding, examine_bot, examine_game, joined
    from ..testing.examine import founded

    memory.limit(2)  # the bot thinks in this process
    whole = args.game in (None, args.what)
    if whole and args.what not in registry.games():
        bots = f"; `cardtui check {shlex.quote(args.what)} --game GAME` checks a bot" if args.what else ""
        raise Refusal(f"no game {quoted(args.what)}; there are {', '.join(registry.games())}{bots}")
    name: str = args.game or args.what
    low, high = registry.game_entry(name).seats
    counts = [args.seats] if args.seats else range(low, high + 1)
    tables = [registry.game(name, args.rules or "", seats) for seats in counts]
    if not whole:
        registry.check(name, args.what, tables[0].spec)
    seconds, found = list[float](), list[Finding]()
    for place, game in enumerate(tables):
        deals = args.deals // len(tables) + (place < args.deals % len(tables))
        with progress(f"check {args.what}, {counted(game.seats, 'seat')}") as step:
            if whole:
                more = examine_game(game, deals=deals, seed=args.seed, progress=step)
            else:
                more = examine_bot(args.what, game, deals=deals, seed=args.seed, progress=step, seconds=seconds)
        found = founded([joined(*pair) for pair in zip(found, more, strict=True)]) if found else more
    if args.json:
        emit(stamp(game, args.seed) | {"checked": args.what, "deals": args.deals, "findings": [*map(_json, found)]})
    else:
        low, high = tables[0].seats, tables[-1].seats
        seats = f"{low}…{high} seats" if low < high else counted(low, "seat")
        show(f"{args.what}: {counted(args.deals, 'deal')} of {game.name} {game.spec}, {seats}, seed {args.seed}")
        for finding in found:
            show(*_lines(finding))
        if whole and (untold := _untold(name)):
            show(untold)
        if seconds:
            show(f"first answers after {1000 * mean(seconds):.3g} ms on average, {1000 * max(seconds):.3g} ms at most")
    return int(any(finding.failure for finding in found))


def _untold(name: str) -> str:
    """Return in a sentence what was not looked at, since the game does not tell it; "" if there is nothing."""
    from ..testing.laws import checks_of

    checks = checks_of(name)
    fields = {"lost cards (`cards`)": checks.cards, "hidden cards outside of hands (`hidden`)": checks.hidden}
    untold = ", ".join(what for what, field in fields.items() if field is None)
    if not untold:
        return ""
    return f"Not checked, since the game's `checks` do not say how: {untold}; see docs/add-a-game.md."


def _json(finding: Finding) -> dict[str, Any]:
    moment = finding.moment._asdict() if finding.moment else None
    return {"law": finding.law, "held": finding.held, "failure": finding.failure or None, "position": moment}


def _lines(finding: Finding) -> Sequence[str]:
    """Return the lines about one law, with the smallest failing position if it failed."""
    if not finding.failure:
        return [f"  ok    {finding.law} ({finding.held})" if finding.held else f"  -     {finding.law}: not tried"]
    lines = [f"  FAILS {finding.law}: {finding.failure}"]
    if finding.moment:
        actions = finding.moment.actions
        lines.append(f"        deal: {json.dumps(finding.moment.deal)}")
        lines.append(f"        after {counted(len(actions), 'action')}: {', '.join(actions) or 'none'}")
    return lines
