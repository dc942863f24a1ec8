"""Replies: networks that learn against one bot alone. What one gets on one seat, with the bot on all others."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cardtui import arena, registry
from cardtui.core import Refusal, quoted

from .runs import Request, Run

TEST_SEED = 1_000_000
"""Added to the seed of the run: that of the deals on which its result is measured."""


def refuse_unknown(request: Request, known: Iterable[str]) -> None:
    """Raise Refusal unless the bot to learn a reply to is among those that play in the trainer's kernel."""
    bots = list(known)
    if request.against not in bots:
        raise Refusal(
            f"{request.bot} learns a reply to {', '.join(bots)}, which its trainer plays compiled, not to"
            f" {quoted(request.against)}; `cardtui train {request.game} exploiter` learns one to any bot"
        )


def measure(run: Run, deals: int) -> dict[str, Any]:
    """Return the row of the card's [[scores]] for the weights that were offered, as they are now.

    It is by `deals` deals that it did not learn from, each played once from each seat.
    """
    with TemporaryDirectory() as folder:
        run.write(Path(folder))
        return _result(run.request, folder, deals)


def _result(request: Request, folder: str, deals: int) -> dict[str, Any]:
    game = registry.game(request.game, request.rules)
    bots = [f"{request.bot}@{folder}", *[request.against] * (game.seats - 1)]
    seed = TEST_SEED + request.seed
    row = arena.run(request.game, game.spec, [arena.table(bots)], deals=deals, seed=seed)["results"][0]
    mean, (low, high) = (row["mean_a"], row["ci95"]) if game.seats == 2 else (row["mean"][0], row["ci95"][0])
    seats = " ".join([f"{request.bot}@DIR", *bots[1:]])
    command = f"cardtui arena {request.game} {seats} --table --rules {game.spec} --deals {deals} --seed {seed}"
    key = "win" if row["unit"] == "wins" else "mean"
    return {
        "against": request.against,
        "rules": game.spec,
        "n": deals,
        key: mean,
        "low": low,
        "high": high,
        "unit": row["unit"],
        "seed": seed,
        "command": command,
    }
