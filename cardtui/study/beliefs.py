"""How well hidden cards are guessed: beliefs at one decision against where the cards really lay, and over many.

Three beliefs stand side by side: the bot's own, if it tells one; that of the review's worlds; and that all deals that
fit are equally likely. The last is exact if the game counts it (`Judging.chances`), else a share of drawn deals.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from math import log
from typing import Any, NamedTuple

from .. import dice, registry
from ..core import Card, Decision, Game, Observation
from ..loading import load
from ..system import module_runner
from ..text.formatting import counted, in_columns
from ..validation import HOLDS

STUDY = "cardtui.study.beliefs_study"
COUNT = 20
"""Default number of deals of the study."""
WORLDS = 200
"""Number of worlds drawn for a belief that is not exact."""
LEARNED = 10_000
"""A learned belief is taken for one that rests on so many deals, so that a zero that comes true has a finite loss."""
OWN, REVIEW, EVEN = "own", "worlds", "equal"

Chances = Mapping[int, Mapping[Card, float]]
"""By seat and card: the probability that the seat holds it."""


class Believed(NamedTuple):
    """A belief about where all hidden cards lie."""

    chances: Chances
    samples: float
    """The number of equally likely deals it was counted in; 0 if it is exact."""


class Guess(NamedTuple):
    """One hidden card: its loss by belief, and the cells of the seats that may hold it."""

    losses: Mapping[str, float]
    cells: Sequence[tuple[Mapping[str, float], bool]]
    """For each such seat, the probability by belief, and whether it holds the card."""


def own_belief(game: Game[Any], seen: Observation, decision: Decision) -> Believed | None:
    """Return where the bot believes the cards to lie; None if it does not tell that of all other seats."""
    held = {belief.seat: belief for belief in decision.beliefs if belief.about == HOLDS}
    if not held or set(held) != set(range(game.seats)) - {seen.seat}:
        return None
    chances = {seat: {game.card(face): value for face, value in belief.values.items()} for seat, belief in held.items()}
    return Believed(chances, min(belief.samples for belief in held.values()))


def even_belief(game: Game[Any], seen: Observation, seed_parts: Sequence[object]) -> Believed:
    """Return where the cards lie if all deals that fit are equally likely: counted by the game, else drawn."""
    counted: Chances = load(registry.judging(game.name).chances)(game, seen)
    hands = {int(zone.name.removeprefix("hand ")): zone.count for zone in seen.hands if zone.name != "hand"}
    if all(abs(sum(counted.get(seat, {}).values()) - size) < 1e-6 for seat, size in hands.items()):
        return Believed(counted, 0)
    rng = dice.rng(*seed_parts, "even")
    return shares(game, seen, [game.determinize(seen, rng) for _ in range(WORLDS)], [1.0] * WORLDS, whole=False)


def shares(
    game: Game[Any], seen: Observation, states: Sequence[Any], weights: Sequence[float], whole: bool
) -> Believed:
    """Return where the cards lie in weighted states. `whole` tells that these are all that fit."""
    found: dict[int, dict[Card, float]] = {seat: {} for seat in range(game.seats) if seat != seen.seat}
    total = sum(weights)
    for state, weight in zip(states, weights, strict=True):
        for seat, held in found.items():
            for card in game.observe(state, seat).zone("hand").cards:
                held[card] = held.get(card, 0.0) + weight / total
    return Believed(found, 0 if whole else total**2 / sum(weight * weight for weight in weights))


def guesses(
    game: Game[Any],
    seen: Observation,
    state: Any,
    decision: Decision | None,
    seed_parts: Sequence[object],
    drawn: bool = True,
) -> Iterator[Guess]:
    """Yield the hidden cards whose place is open to a seat, in a state that is not told to anybody.

    `decision` is that of the bot whose beliefs are measured, if there is one. Dice depend on `seed_parts` alone.
    `drawn` tells whether the review's worlds are drawn, too, which may load kernels.
    """
    own = own_belief(game, seen, decision) if decision else None
    others = [seat for seat in range(game.seats) if seat != seen.seat]
    even = even_belief(game, seen, seed_parts)
    cards = {card for held in even.chances.values() for card in held}
    open_to = {card: [s for s in others if 0 < even.chances[s].get(card, 0.0) < 1] for card in sorted(cards)}
    if not any(open_to.values()):
        return
    believed = {EVEN: even}
    if drawn:
        worlds = load(registry.judging(game.name).worlds)(game, seen, WORLDS, dice.rng(*seed_parts, "review"))
        believed[REVIEW] = shares(game, seen, *worlds)
    if own:
        believed[OWN] = own
    truth = {card: seat for seat in others for card in game.observe(state, seat).zone("hand").cards}
    for card, places in open_to.items():
        if not places:
            continue
        given = {name: [belief.chances[seat].get(card, 0.0) for seat in places] for name, belief in believed.items()}
        elsewhere = 1 - sum(given[EVEN]) > 1e-9  # in no other hand
        holder = truth.get(card, -1)
        losses = {
            name: _loss(row, places.index(holder) if holder in places else -1, elsewhere, believed[name].samples)
            for name, row in given.items()
        }
        cells = [({name: row[at] for name, row in given.items()}, seat == holder) for at, seat in enumerate(places)]
        yield Guess(losses, cells)


def _loss(row: Sequence[float], true: int, elsewhere: bool, samples: float) -> float:
    """Return -log of the probability of the true place: an index into `row`, or -1 for elsewhere."""
    weight, places = samples or LEARNED, len(row) + elsewhere
    share = row[true] if true >= 0 else max(0.0, 1 - sum(row))
    return -log((weight * share + 0.5) / (weight + places / 2))


NOTE = (
    "own: the bot's belief; worlds: those of a review; equal: all deals that fit are equally likely. Where worlds are\n"
    "200 drawn deals, sampling alone costs some (places - 1) / 400 nats; a loss below that says nothing against them.\n"
    "Log-loss: the mean of -log of the chance given to a card's true place, in nats. Gain: how much lower it is than\n"
    "with equal. ± is over deals, from ten on. Error: the mean distance between the chances given and what came true,\n"
    "in ten groups. None: how many seats that could hold a card got no chance, and how often they held it."
)


def tables(found: Mapping[str, Any]) -> list[tuple[str, list[str], list[list[str]]]]:
    """Return a `report` as tables in text: a title, the heads of the columns and the rows of each."""
    rows = found["beliefs"]
    measured = [
        [
            row["belief"],
            *_figures(row),
            f"{row['calibration_error']:.3f}",
            f"{row['none']['n']}",
            f"{row['none']['true']:.1%}" if row["none"]["n"] else "–",
        ]
        for row in rows
    ]
    head = ["belief", "log-loss", "± 95%", "gain", "± 95%", "error", "none", "held it"]
    where = f"{counted(found['decisions'], 'decision')} of {counted(found['deals'], 'deal')}"
    title = f"{found['agent']}: {counted(found['cards'], 'hidden card')} at {where}"
    told = [(title, head, measured)]
    phases = [
        [phase["phase"], row["belief"], f"{phase['n']}", *_figures(phase)] for row in rows for phase in row["phases"]
    ]
    order = [phase["phase"] for phase in rows[0]["phases"]]
    phases.sort(key=lambda cells: order.index(cells[0]))
    told.append(("by phase", ["phase", "belief", "cards", "log-loss", "± 95%", "gain", "± 95%"], phases))
    curve = [
        [row["belief"], f"{bin['said']:.3f}", f"{bin['true']:.3f}", f"{bin['n']}"]
        for row in rows
        for bin in row["curve"]
    ]
    told.append(("how often the chances given came true", ["belief", "chance", "came true", "cells"], curve))
    return told


def _figures(row: Mapping[str, Any]) -> list[str]:
    """Return log-loss and gain with their 95% intervals."""
    loss, gain, about_loss, about_gain = (row[key] for key in ("loss", "gain", "ci95", "gain_ci95"))
    return [
        f"{loss:.4f}",
        f"{about_loss[1] - loss:.4f}" if about_loss else "–",
        f"{gain:+.4f}",
        f"{about_gain[1] - gain:.4f}" if about_gain else "–",
    ]


async def ask(game: Game[Any], bot: str, deals: int, seed: int, record: str = "") -> str:
    """Return the `report` as text, computed in a child process. Raises Refusal if that fails."""
    asked = {"name": game.name, "rules": game.spec, "seats": game.seats, "bot": bot, "deals": deals, "seed": seed}
    found = await module_runner.ask(STUDY, json.dumps(asked | {"record": record}))
    lines = list[str]()
    for title, head, rows in tables(found):
        lines += [title, *in_columns([head, *rows]), ""]
    return "\n".join([*lines, NOTE])


def here(game: Game[Any], seen: Observation, state: Any, decision: Decision | None) -> str:
    """Return how well a bot, and equal chances, guess the hidden cards of one position; "" if none is open."""
    found = list(guesses(game, seen, state, decision, ("here", seen.turn), drawn=False))
    if not found:
        return ""
    means = {name: sum(guess.losses[name] for guess in found) / len(found) for name in found[0].losses}
    names = {OWN: "the bot", EVEN: "all deals equally likely"}
    told = ", ".join(f"{names[name]} {mean:.3f}" for name, mean in sorted(means.items(), reverse=True))
    return f"log-loss of {len(found)} hidden cards, in nats a card: {told}"
