"""Beliefs over many decisions: log-loss and reliability of a bot's own, of the review's worlds and of equal chances.

`python -m cardtui.study.beliefs_study REQUEST` prints `report`, for screens that must not load a bot themselves;
REQUEST is a JSON object with its arguments.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .. import dice, registry
from ..core import Game, Refusal
from ..intervals import FEW, by_groups
from ..loading import load
from ..review.corpus import in_record, match_of, own_games
from ..system import module_runner
from .beliefs import COUNT, EVEN, OWN, REVIEW, Guess, guesses, own_belief

NONE = 0.005
"""Chances below this are shown as none."""

DEALS, MOVES = 20, 1000
"""The most deals, and moves in each, in which a hidden card is looked for before bots are asked."""


class Guessed(NamedTuple):
    """A guess, and where it was made."""

    deal: int
    phase: str
    guess: Guess


def report(
    name: str,
    rules: str,
    seats: int,
    bot: str,
    deals: int = COUNT,
    seed: int = 0,
    record: str = "",
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> dict[str, Any]:
    """Return {"agent", "deals", "decisions", "cards", "beliefs"}.

    The decisions are those with a choice in `deals` deals in which the bot plays on all seats, or in a record. "cards"
    counts the hidden cards whose place is open, once for each decision. "beliefs" has for each belief {"belief", "n",
    "loss", "se", "ci95", "gain", "gain_se", "gain_ci95", "calibration_error", "curve", "none", "phases"}: the mean of
    -log of the probability given to a card's true place, in nats; by how much it is lower than that of equal chances;
    both with their standard errors and 95% intervals over deals, None from fewer than `FEW`; the reliability curve of
    all open seats, {"n", "said", "true"}; "none", how many of them were given no chance and how often it was so, {"n",
    "true"}; and by phase {"phase", "n"} and the same from "loss" to "gain_ci95".

    A share of n deals is taken for (n * share + 1/2) / (n + places / 2), so that what came in none of them has a finite
    loss. Raises Refusal if no hand is hidden.
    """
    game = match_of(Path(record), name) if record else registry.game(name, rules, seats)
    if not _hides(game, seed):
        raise Refusal(f"no hand is hidden in {name}, so nobody has to guess where cards lie")
    phase = load(registry.judging(name).phase)
    source = in_record(Path(record), bot, seed) if record else own_games(game, bot, seed, deals)
    rows, deal = list[Guessed](), -1
    decisions = told = 0
    for one in source:
        if one.deal != deal:
            deal = one.deal
            progress(deal, max(deal, deals))
        if len(one.seen.legal) < 2:
            continue
        tells = own_belief(game, one.seen, one.decision) is not None
        if told and not tells:
            continue
        if tells and not told:  # it tells its beliefs, though not everywhere: only where it does
            rows, decisions = [], 0
        told += tells
        where = phase(game, one.seen)
        seed_parts = seed, "beliefs", one.deal, one.turn
        found = [Guessed(deal, where, guess) for guess in guesses(game, one.seen, one.state, one.decision, seed_parts)]
        rows += found
        decisions += bool(found)
    if not rows:
        raise Refusal("none of these decisions leaves open where a hidden card lies")
    return {
        "agent": bot,
        "deals": len({row.deal for row in rows}),
        "decisions": decisions,
        "cards": len(rows),
        "beliefs": [_row(belief, rows) for belief in (OWN, REVIEW, EVEN) if belief in rows[0].guess.losses],
    }


def _hides(game: Game[Any], seed: int) -> bool:
    """Return whether the place of a card is open to the seat that acts, anywhere in deals that are played at random."""
    rng = dice.rng(seed, "hides")
    for deal in range(DEALS):
        state = game.start(game.deal(dice.deal_rng(seed, deal)))
        for _ in range(MOVES):
            if (seat := game.turn(state)) is None:
                break
            seen = game.observe(state, seat)
            if any(guesses(game, seen, state, None, (seed, "hides", seen.turn), drawn=False)):
                return True
            state = game.apply(state, rng.choice(seen.legal))
    return False


def _row(belief: str, rows: Sequence[Guessed]) -> dict[str, Any]:
    """Return what is told of one belief."""
    cells = [(said[belief], true) for row in rows for said, true in row.guess.cells]
    from .. import calibration  # it brings numpy, which screens must not load

    bins = calibration.reliability(*zip(*cells, strict=True))
    none = [true for said, true in cells if said < NONE]
    phases = dict.fromkeys(row.phase for row in rows)
    return {
        "belief": belief,
        **_losses(belief, rows),
        "calibration_error": calibration.error(bins),
        "curve": [bin._asdict() for bin in bins],
        "none": {"n": len(none), "true": sum(none) / len(none) if none else 0.0},
        "phases": [
            {"phase": phase, **_losses(belief, [row for row in rows if row.phase == phase])} for phase in phases
        ],
    }


def _losses(belief: str, rows: Sequence[Guessed]) -> dict[str, Any]:
    loss = by_groups([(row.deal, row.guess.losses[belief]) for row in rows], FEW)
    gain = by_groups([(row.deal, row.guess.losses[EVEN] - row.guess.losses[belief]) for row in rows], FEW)
    return {
        "n": len(rows),
        "loss": loss.mean,
        "se": loss.se,
        "ci95": loss.interval,
        "gain": gain.mean,
        "gain_se": gain.se,
        "gain_ci95": gain.interval,
    }


if __name__ == "__main__":
    with module_runner.errors_in_one_line():
        print(json.dumps(report(**json.loads(sys.argv[1]))))
