"""Replies: networks that learn against one bot alone; and what one gains in one seat, with the bot in all others."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from numpy.typing import NDArray

from cardtui import arena, registry
from cardtui.core import STEPS, Action, Agent, Game, Observation, Refusal, decide
from cardtui.models import digest, load_arrays
from cardtui.models.arrays import Array
from cardtui.validation import check_decision

from .runs import Run

TEST_SEED = 1_000_000
"""Added to the seed of the run; the sum is the seed of the deals on which its result is measured."""


def shipped(
    game: str, bot: str, features: str, rules: str, needs: Mapping[str, Array]
) -> tuple[dict[str, NDArray[Any]], str]:
    """Return a bot's shipped arrays and their sha256. The arguments and errors are those of `models.load_arrays`."""
    folder = registry.weights(registry.bot_entry(game, bot))
    arrays, card = load_arrays(folder, game, digest(features), digest(rules), needs)
    return arrays, str(card["sha256"])


def ask(game: Game[Any], name: str, bot: Agent, seen: Observation, rng: Random) -> Action:
    """Return what a bot does when it is asked as in the arena. Raises Refusal, with its name, if it fails."""
    try:
        return check_decision(game, seen.legal, decide(bot, seen, rng, STEPS)).action
    except Refusal as error:
        raise Refusal(f"{name}: {error}") from error


def measure(run: Run, deals: int, jobs: int = 1) -> dict[str, Any]:
    """Return the row of the card's [[scores]] for the weights that were offered, as they are now.

    It is measured in `deals` deals that were not learned from, each played once from each seat, by `jobs` processes.
    """
    with TemporaryDirectory() as folder:
        run.write(Path(folder))
        return _result(run, folder, deals, jobs)


def _result(run: Run, folder: str, deals: int, jobs: int) -> dict[str, Any]:
    request = run.request
    game = registry.game(request.game, request.rules)
    bots = [f"{request.bot}@{folder}", *[request.against] * (game.seats - 1)]
    seed = TEST_SEED + request.seed
    found = arena.run(
        request.game,
        game.spec,
        [arena.table(bots)],
        deals=deals,
        seed=seed,
        jobs=jobs,
        progress=lambda done, total: run.report({}),  # reports, so that it can be stopped
    )
    row = found["results"][0]
    mean, (low, high) = (row["mean_a"], row["ci95"]) if game.seats == 2 else (row["mean"][0], row["ci95"][0])
    seats = shlex.join([f"{request.bot}@DIR", *bots[1:]])
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
