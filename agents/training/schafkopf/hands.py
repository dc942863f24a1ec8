"""What hp-pimc learns from: each choice in games of its own, what was proved then, and where the cards lay."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from cardtui.arrays import Array
from cardtui.arrays import checked as check
from cardtui.calibration import error, reliability
from cardtui.core import Agent, decide
from cardtui.games.schafkopf.cards import LONG
from cardtui.games.schafkopf.kernel import SIZE
from cardtui.games.schafkopf.kernel_worlds import EVEN, facts, graph, shares, view
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.intervals import Z95
from cardtui.kernels import njit

NEEDS = 8
"""Room for what seats are proved to hold; no position of `paper` needs as much."""


class Hands(NamedTuple):
    """n choices: a field a row each."""

    states: Any
    """int64 (n, SIZE): the kernel's view."""
    laid: Any
    """int64 (n,): cards played so far."""
    groups: Any
    """int64 (n,): the deal and the seat, as a number."""
    cards: Any
    """uint8 (n, 32): the course of the deal, to its end …"""
    players: Any
    """uint8 (n, 32): … and who played it."""
    unseen: Any
    """int64 (n,): this and what follows as in `kernel_worlds.Facts`; needs that are none come first."""
    room: Any
    may: Any
    needs: Any
    ace: Any
    held: Any
    """bool (n, 32, 4): who really holds each unseen card."""


def checked(arrays: Mapping[str, Any], part: str, path: Path) -> Hands:
    """The choices whose fields are kept as `part` and their names. Refusal, naming the file, when they are none."""
    n, cards = "n", len(LONG)
    forms = Hands(
        Array((n, SIZE), "int64"), Array((n,), "int64"), Array((n,), "int64"), Array((n, cards), "uint8"),
        Array((n, cards), "uint8"), Array((n,), "int64"), Array((n, SEATS), "int64"), Array((n, SEATS), "int64"),
        Array((n, NEEDS, 3), "int64"), Array((n,), "int64"), Array((n, cards, SEATS), "bool"),
    )  # fmt: skip
    return Hands(*check(arrays, {f"{part}{name}": form for name, form in forms._asdict().items()}, path).values())


def play(agent: Agent, deals: int, seed: str) -> Hands:
    """All choices in so many deals that one player plays against itself; forehand in turn."""
    game, rows = Schafkopf("paper"), []
    for number in range(deals):
        rng = Random(f"{seed}/{number}")
        state, found = game.start(game.deal(rng) | {"first": number % SEATS}), []
        while (seat := state.seat) is not None:
            seen = game.observe(state, seat)
            if len(seen.legal) > 1:
                known = facts(game, seen)
                needs = np.zeros((NEEDS, 3), np.int64)
                needs[NEEDS - len(known.needs) :] = known.needs
                held = np.array([[card in hand for hand in state.hands] for card in LONG])
                held &= (known.unseen >> np.arange(len(LONG)) & 1).astype(bool)[:, None]
                laid = sum(event.action.verb == "play" for event in seen.history)
                found.append((view(game, seen), laid, number * SEATS + seat, known._replace(needs=needs), held))
            state = game.apply(state, decide(agent, seen, rng).action)
        course = np.zeros((2, len(LONG)), np.uint8)
        plays = [(event.action.cards[0], event.seat) for event in state.history if event.action.verb == "play"]
        course[:, : len(plays)] = np.array(plays, np.uint8).reshape(-1, 2).T
        rows += [(packed, laid, group, *course, *known, held) for packed, laid, group, known, held in found]
    return Hands(*(np.array(column) for column in zip(*rows, strict=True)))


def join(parts: list[Hands]) -> Hands:
    """Several of them as one; groups stay apart."""
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    steps = np.repeat(np.arange(len(parts)), [len(part.laid) for part in parts])
    whole = Hands(*columns)
    return whole._replace(groups=whole.groups + steps * SEATS * (1 + int(whole.groups.max()) // SEATS))


def expected(hands: Hands, leans: Any = None) -> Any:
    """How likely each card lies with each seat: float64 (n, 32, 4).

    leans: float32 (n, 32, 4), by seat, as the network says; without them all deals are equally likely.
    """
    found = np.empty(hands.held.shape)
    odds = np.broadcast_to(EVEN, (len(found), *EVEN.shape)) if leans is None else np.exp(leans.astype(np.float64))
    _expected(hands.unseen, hands.room, hands.may, hands.needs, hands.ace, odds.copy(), found)
    return found


@njit
def _expected(unseen: Any, room: Any, may: Any, needs: Any, ace: Any, odds: Any, found: Any) -> None:
    for n in range(len(found)):
        found[n] = shares(*graph(unseen[n], room[n], may[n], needs[n], ace[n], odds[n]))


class Score(NamedTuple):
    """How well chances fit the truth, over cards of which it is open who holds them."""

    n: int
    """Cards."""
    log_loss: float
    """The mean of -log of the chance of the seat that holds the card."""
    low: float
    """The 95% interval of the share by which that is under `uniform`, over deals …"""
    high: float
    uniform: float
    """The same where all deals that fit are equally likely."""
    possible: float
    """The same where all seats are equally likely that can hold the card."""
    error: float
    """The calibration error, over seats that are open."""


def score(hands: Hands, chances: Any) -> tuple[Score, list[dict[str, float]]]:
    """What chances, float64 (n, 32, 4), are worth; and their reliability curve, a row of n, said, true for each bin."""
    even = expected(hands)
    unsure = (even > 0) & (even < 1)
    open_cards = unsure.any(2)
    losses = [
        -np.log(np.where(hands.held, given, 1).min(2)[open_cards])
        for given in (chances, even, unsure / np.maximum(1, unsure.sum(2, keepdims=True)))
    ]
    log_loss, uniform, possible = (float(loss.mean()) for loss in losses)
    deals = np.repeat(hands.groups // SEATS, open_cards.sum(1))
    # the share's standard error by the delta method: deals are independent, cards of a deal are not
    gaps = np.bincount(deals, losses[0] - log_loss / uniform * losses[1])
    spread = Z95 * float(np.sqrt((gaps**2).sum())) / float(losses[1].sum())
    share = 1 - log_loss / uniform
    bins = reliability(chances[unsure], hands.held[unsure])
    found = Score(len(losses[0]), log_loss, share - spread, share + spread, uniform, possible, error(bins))
    return found, [bin._asdict() for bin in bins]
