"""What a bot has learned: its game's claims (`cardtui/entries/claims.py`), counted on its own play.

`python -m cardtui.study.habits REQUEST` prints `report`, for screens that must not load a bot themselves; REQUEST is a
JSON object with its arguments.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from .. import registry
from ..core import Action, Game, Observation, Refusal
from ..entries.claims import Claim, Claims, Does, Grid
from ..intervals import share_by_groups
from ..loading import load
from ..review.corpus import own_games
from ..system import module_runner
from ..text.formatting import counted, in_columns

DEALS = 200
"""Default number of deals."""
THIN = 30
"""Cells of a grid with fewer decisions are shown in grey."""
READING = (
    "A claim holds if the bot does so more often than what it is compared with, and does not hold if it does so less "
    "often. If the 95% intervals leave that undecided, the claim is open."
)
"""How the lines of claims are to be read."""
_VERDICTS = {True: "holds", False: "does not hold", None: "open, these deals do not decide it"}


class Made(NamedTuple):
    """A decision that was made in a deal."""

    deal: int
    seen: Observation
    action: Action


class Share(NamedTuple):
    """How often a bot did something in `n` decisions of `deals` deals, with the 95% interval."""

    value: float
    low: float
    high: float
    n: int
    deals: int


def of(game: str) -> Claims:
    """Return what can be counted of a game's bots. Raises Refusal if it is nothing."""
    found: Claims = load(registry.game_entry(game).claims)
    if not found.claims and not found.grids:
        raise Refusal(f"{game} declares no claims about what its bots learn")
    return found


def report(
    name: str,
    rules: str,
    seats: int,
    bot: str,
    deals: int = DEALS,
    seed: int = 0,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> dict[str, Any]:
    """Return {"claims", "grids"} of a bot that plays on all seats for that number of deals.

    A claim has {"text", "definition", "holds", "figure", "interval", "against", "against_interval", "contrast", "n",
    "deals"}: how often the bot does so in n decisions, with the 95% interval over deals, and what that is compared
    with, with its interval if that was counted, too. It holds if the bot does so more often, and does not if it does so
    less often, the whole intervals considered; "holds" is None where they leave it open. A grid has the form of those
    of `Bot.policies`. `progress` is told the number of deals played, and of how many. Raises Refusal if the game
    declares nothing to count.
    """
    declared, game = of(name), registry.game(name, rules, seats)
    made = list[Made]()
    for reached in own_games(game, bot, seed, deals):
        if not made or reached.deal != made[-1].deal:
            progress(reached.deal, deals)
        made.append(Made(reached.deal, reached.seen, reached.action))
    progress(deals, deals)
    choices = [one for one in made if len(one.seen.legal) > 1]
    return {
        "claims": [tested(game, claim, choices) for claim in declared.claims],
        "grids": [grid(game, one, choices) for one in declared.grids],
    }


def tested(game: Game[Any], claim: Claim, made: Iterable[Made]) -> dict[str, Any]:
    """Return a claim with its figures, as in `report`."""
    made = list(made)
    found = share(game, claim.does, made)
    contrast = share(game, claim.against, made) if claim.against else None
    against = contrast.value if contrast else chance(game, claim.does, made)
    low, high = (contrast.low, contrast.high) if contrast else (against, against)
    more, less = found.low > high, found.high < low
    return {
        "text": claim.text,
        "definition": claim.definition,
        "holds": more if found.n and (more or less) else None,
        "figure": round(found.value, 4),
        "interval": [round(found.low, 4), round(found.high, 4)],
        "against": round(against, 4),
        "against_interval": [round(low, 4), round(high, 4)] if contrast else None,
        "contrast": claim.contrast,
        "n": found.n,
        "deals": found.deals,
    }


def share(game: Game[Any], does: Does, made: Iterable[Made]) -> Share:
    """Return in what share of the decisions that count the bot does so; those of one deal are not independent."""
    met = [(deal, so) for deal, seen, action in made if (so := does(game, seen, action)) is not None]
    if not met:
        return Share(0.0, 0.0, 1.0, 0, 0)
    return Share(*share_by_groups(met), len(met), len({deal for deal, _ in met}))


def chance(game: Game[Any], does: Does, made: Iterable[Made]) -> float:
    """Return in what share of the decisions that count a legal action drawn at random does so."""
    shares = []
    for _, seen, _ in made:
        found = [does(game, seen, action) for action in seen.legal]
        if found[0] is not None:
            shares.append(sum(map(bool, found)) / len(found))
    return sum(shares) / len(shares) if shares else 0.0


def grid(game: Game[Any], one: Grid, made: Iterable[Made]) -> dict[str, Any]:
    """Return a grid: in each cell the number `n` of decisions, the `share` of each kind, and the one it `prefers`."""
    cells = [[[0] * len(one.kinds) for _ in one.columns] for _ in one.rows]
    for _, seen, action in made:
        if place := one.cell(game, seen):
            cells[place[0]][place[1]][one.kind(game, seen, action)] += 1

    def cell(counts: list[int]) -> dict[str, Any]:
        n = sum(counts)
        shares = {kind: round(count / max(n, 1), 4) for kind, count in zip(one.kinds, counts, strict=True)}
        return {"n": n, "share": shares, "prefers": one.kinds[counts.index(max(counts))] if n else ""}

    return {
        "name": one.name,
        "across": one.across,
        "rows": list(one.rows),
        "columns": list(one.columns),
        "thin": THIN,
        "cells": [[cell(counts) for counts in row] for row in cells],
    }


def lines(found: dict[str, Any]) -> list[str]:
    """Return the claims and grids of a report as text."""
    told = []
    for claim in found["claims"]:
        figure = f"{_measured(claim['figure'], claim['interval'])} against "
        figure += _measured(claim["against"], claim["against_interval"])
        verdict = _VERDICTS[claim["holds"]] if claim["n"] else "never met"
        told += [
            f"{claim['text']}: {verdict}",
            *(
                [f"  {figure} · {counted(claim['n'], 'decision')} in {counted(claim['deals'], 'deal')}"]
                if claim["n"]
                else []
            ),
            f"  {claim['definition']}",
            f"  against: {claim['contrast']}",
        ]
    for one in found["grids"]:
        kinds = list(one["cells"][0][0]["share"])
        told += ["", f"{one['name']} (down) and {one['across']} (across): shares of {', '.join(kinds)}; decisions"]
        rows = [
            ["", *one["columns"]],
            *([row, *map(_cell, cells)] for row, cells in zip(one["rows"], one["cells"], strict=True)),
        ]
        told += [f"  {line}" for line in in_columns(rows)]
    return told


def _measured(share: float, interval: list[float] | None) -> str:
    return f"{share:.1%}" + (f" [{interval[0]:.1%}, {interval[1]:.1%}]" if interval else "")


def _cell(cell: dict[str, Any]) -> str:
    """Return a cell as `P70 S20 W0 F10 (312)`."""
    if not cell["n"]:
        return "·"
    return (
        " ".join(f"{kind[0].upper()}{share:.0%}".rstrip("%") for kind, share in cell["share"].items())
        + f" ({cell['n']})"
    )


async def ask(game: Game[Any], bot: str, deals: int, seed: int) -> str:
    """Return READING and `lines` of a bot, counted in a child process. Raises Refusal if they cannot be counted."""
    asked = {"name": game.name, "rules": game.spec, "seats": game.seats, "bot": bot, "deals": deals, "seed": seed}
    found = await module_runner.ask(__name__, json.dumps(asked))
    return "\n".join([READING, "", *lines(found)])


if __name__ == "__main__":
    with module_runner.errors_in_one_line():
        print(json.dumps(report(**json.loads(sys.argv[1]))))
