"""Calibration of a bot's values: what they predict for moves, and how the deals then end.

Half of the moves are the bot's own choices, half are drawn from the others that it gave values: a bot may be right
about the first and wrong about the second, which it never learned to play.

`python -m cardtui.study.outcomes REQUEST` prints `report`, for screens that must not load a bot themselves; REQUEST is
a JSON object with its arguments.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from .. import dice, registry
from ..core import Game, Observation, Refusal
from ..intervals import estimate
from ..loading import load
from ..system import module_runner
from ..text.formatting import error, figure, in_columns, unit_name
from . import opinions

TURNS = 40
"""The move is made at a decision drawn from the first 40 of a deal in which the bot plays all seats."""
COUNT = 200
"""Default number of moves."""
GROUPS = 10
DEALS = 10_000
"""Maximum number of deals in which a decision is looked for."""


class Move(NamedTuple):
    """The value that the bot gave a move, and the return of the deal after it."""

    promised: float
    came: float
    unit: str = ""
    """The unit of the bot's values, which may differ from that of the game's returns."""
    own: bool = True
    """Whether the bot would have played it."""
    sort: str = ""
    """The verb of its action and, where that is another word, the kind of the decision: "pass (contra)"."""


KINDS = {"own": True, "other": False}


def report(name: str, rules: str, seats: int, bot: str, count: int = COUNT, seed: int = 0) -> dict[str, Any]:
    """Compare the values of moves with the returns of the deals, which the bot plays to the end.

    Returns {"agent", "n", "unit", "promised_unit", "promised", "came", "se", "ci95", "groups", "own", "other"}; `unit`
    is that of `came`. The groups are tenths of the moves in order of their values: {"low", "high", "n", "promised",
    "came", "se", "ci95"}, the last two None of a single move. So are "own", the moves that the bot would have played,
    and "other", and both of each sort in "sorts". Raises Refusal if the bot gives its moves no values.
    """
    game, kind, rng = registry.game(name, rules, seats), load(registry.judging(name).kind), Random(f"{seed}/outcomes")
    moves = sorted([_move(game, bot, kind, rng) for _ in range(count)], key=lambda move: move.promised)
    cuts = [count * part // GROUPS for part in range(GROUPS + 1)]
    groups = [moves[low:high] for low, high in pairwise(cuts) if low < high]
    return {
        "agent": bot,
        "unit": game.unit,
        "promised_unit": moves[0].unit if moves else "",
        **_summary(moves),
        "groups": [_group(group) for group in groups],
        **_kinds(moves),
        "sorts": {
            sort: _kinds([move for move in moves if move.sort == sort])
            for sort in sorted({move.sort for move in moves})
        },
    }


def _move(game: Game[Any], bot: str, kind: Callable[[Any, Observation], str], rng: Random) -> Move:
    """Make a move at a random decision of a deal, and return its value and how the deal ends.

    Raises Refusal if the bot gives its moves no values, or if nothing is ever decided.
    """
    for _ in range(DEALS):
        state = game.start(game.deal(rng))
        wanted, choices, chosen = rng.randrange(TURNS), 0, None
        while (seat := game.turn(state)) is not None:
            seen = game.observe(state, seat)
            decision = opinions.opinion(game, bot, seen, dice.seed(rng.random()))
            action = decision.action
            valued = [(option.action, option.value) for option in decision.options if option.value is not None]
            if valued or len(seen.legal) > 1:  # a search gives no value to a forced move
                if choices == wanted:
                    if not valued:
                        raise Refusal(f"{bot} gives its moves no values to compare with results")
                    ours = [pair for pair in valued if pair[0] == decision.action]
                    rest = [pair for pair in valued if pair[0] != decision.action]
                    own = bool(ours) and (not rest or rng.random() < 0.5)
                    action, promised = rng.choice(ours if own else rest)
                    chosen, unit, about = seat, unit_name(decision.unit), kind(game, seen)
                    sort = action.verb if action.verb == about else f"{action.verb} ({about})"
                choices += 1
            state = game.apply(state, action)
        if chosen is not None:
            return Move(promised, game.returns(state)[chosen], unit, own, sort)
    raise Refusal(f"no decision was found in {DEALS} deals of {game.name}")


def _kinds(moves: Sequence[Move]) -> dict[str, Any]:
    """Return the `_group` of each kind of moves that there is among them."""
    return {kind: _group(part) for kind, own in KINDS.items() if (part := [move for move in moves if move.own is own])}


def _group(moves: Sequence[Move]) -> dict[str, Any]:
    """Return the bounds of the values of some moves in order of their values, and their `_summary`."""
    return {"low": moves[0].promised, "high": moves[-1].promised, **_summary(moves)}


def _summary(moves: Sequence[Move]) -> dict[str, Any]:
    """Return the means, and the standard error and 95% interval of the returns."""
    size = len(moves)
    came = estimate([move.came for move in moves])
    return {
        "n": size,
        "promised": sum(move.promised for move in moves) / size,
        "came": came.mean,
        "se": came.se,
        "ci95": came.interval,
    }


async def ask(game: Game[Any], bot: str, count: int, seed: int) -> str:
    """Return the `report` as a table in text, computed in a child process. Raises Refusal if that fails."""
    asked = {"name": game.name, "rules": game.spec, "seats": game.seats, "bot": bot, "count": count, "seed": seed}
    found = await module_runner.ask(__name__, json.dumps(asked))
    unit = found["promised_unit"]  # the returns are shown in the same format beside it
    cells = [["values", "moves", "promised", "came", "± 95%"]]
    parts = [(kind, found[kind]) for kind in KINDS if kind in found]
    parts += [(f"{kind}: {sort}", group) for sort, both in found["sorts"].items() for kind, group in both.items()]
    for name, group in [*(("", group) for group in found["groups"]), *parts, ("all", found)]:
        ends = {name} if name else dict.fromkeys(figure(group[end], unit) for end in ("low", "high"))
        spread = (
            error(group["ci95"][1] - group["came"], unit, value=group["came"])
            if group["se"]
            else "–"
            if group["n"] == 1
            else "all alike"
        )
        means = [figure(group[mean], unit) for mean in ("promised", "came")]
        cells.append([" … ".join(ends), f"{group['n']}", *means, spread])
    rows = [
        *in_columns(cells),
        "",
        f"In each deal one move is chosen, half the time {bot}'s own, else another; then it plays all seats.",
        f"Promised: {found['promised_unit'] or found['unit']}. Came: {found['unit']}.",
    ]
    return "\n".join(rows)


if __name__ == "__main__":
    with module_runner.errors_in_one_line():
        print(json.dumps(report(**json.loads(sys.argv[1]))))
