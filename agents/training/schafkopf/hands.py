"""Training data of hp-pimc: the choices in self-played games, what was proved at each, and who held the cards."""

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
"""Maximum number of needs (cards that seats are proved to hold); more than any position of `paper` has."""


class Hands(NamedTuple):
    """n choices, one per row of each field."""

    states: Any
    """The kernel's view, int64 (n, SIZE)."""
    laid: Any
    """How many cards have been played, int64 (n,)."""
    groups: Any
    """A number that identifies the deal and the seat, int64 (n,)."""
    cards: Any
    """The course of the whole deal, uint8 (n, 32)."""
    players: Any
    """The seats that played those cards, uint8 (n, 32)."""
    unseen: Any
    """This field (int64 (n,)) and the following ones are as in `kernel_worlds.Facts`; unused needs come first."""
    room: Any
    may: Any
    needs: Any
    ace: Any
    held: Any
    """Who actually holds each unseen card, bool (n, 32, 4)."""


def checked(arrays: Mapping[str, Any], part: str, path: Path) -> Hands:
    """Return the choices stored in arrays named `part` + field. Raises Refusal, naming the file, if invalid."""
    n, cards = "n", len(LONG)
    forms = Hands(
        Array((n, SIZE), "int64"), Array((n,), "int64"), Array((n,), "int64"), Array((n, cards), "uint8"),
        Array((n, cards), "uint8"), Array((n,), "int64"), Array((n, SEATS), "int64"), Array((n, SEATS), "int64"),
        Array((n, NEEDS, 3), "int64"), Array((n,), "int64"), Array((n, cards, SEATS), "bool"),
    )  # fmt: skip
    return Hands(*check(arrays, {f"{part}{name}": form for name, form in forms._asdict().items()}, path).values())


def play(agent: Agent, deals: int, seed: str) -> Hands:
    """Return all choices in deals that a player plays against itself with rotating forehand."""
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
    """Concatenate several sets of choices; their groups stay distinct."""
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    steps = np.repeat(np.arange(len(parts)), [len(part.laid) for part in parts])
    whole = Hands(*columns)
    return whole._replace(groups=whole.groups + steps * SEATS * (1 + int(whole.groups.max()) // SEATS))


def expected(hands: Hands, leans: Any = None) -> Any:
    """Return the probability of each card to lie with each seat: float64 (n, 32, 4).

    leans: the network's log-odds, float32 (n, 32, 4); without them all consistent deals are equally likely.
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
    """The quality of predictions, over the cards whose holder is not certain."""

    n: int
    """Number of cards."""
    log_loss: float
    """Mean of -log of the probability of the actual holder."""
    low: float
    """95% interval, over deals, of the relative reduction of the log loss against `uniform`: its lower end."""
    high: float
    uniform: float
    """The log loss if all consistent deals are equally likely."""
    possible: float
    """The log loss if all seats that can hold the card are equally likely."""
    error: float
    """The expected calibration error, over the seats that may hold the card."""


def score(hands: Hands, chances: Any) -> tuple[Score, list[dict[str, float]]]:
    """Score predictions, float64 (n, 32, 4); return also their reliability curve, rows of n, said, true by bin."""
    even = expected(hands)
    unsure = (even > 0) & (even < 1)
    open_cards = unsure.any(2)
    losses = [
        -np.log(np.where(hands.held, given, 1).min(2)[open_cards])
        for given in (chances, even, unsure / np.maximum(1, unsure.sum(2, keepdims=True)))
    ]
    log_loss, uniform, possible = (float(loss.mean()) for loss in losses)
    deals = np.repeat(hands.groups // SEATS, open_cards.sum(1))
    # standard error of a ratio by the delta method; cards of the same deal are not independent
    gaps = np.bincount(deals, losses[0] - log_loss / uniform * losses[1])
    spread = Z95 * float(np.sqrt((gaps**2).sum())) / float(losses[1].sum())
    share = 1 - log_loss / uniform
    bins = reliability(chances[unsure], hands.held[unsure])
    found = Score(len(losses[0]), log_loss, share - spread, share + spread, uniform, possible, error(bins))
    return found, [bin._asdict() for bin in bins]
