"""Training data of hp-pimc: the choices in games of self-play, what was proved at each, and who held the cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui import executors, registry
from cardtui.calibration import error, reliability
from cardtui.core import Agent, decide
from cardtui.games.schafkopf.cards import LONG
from cardtui.games.schafkopf.kernel import SIZE
from cardtui.games.schafkopf.kernel_worlds import EVEN, facts, graph, shares, view
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.intervals import Z95
from cardtui.kernels import njit
from cardtui.models.arrays import Array
from cardtui.models.arrays import checked as check

from ...schafkopf.hp_pimc import HpPimc
from ...schafkopf.pimc import Pimc

SHARE = 20
"""Deals that a worker plays at once: some seconds."""
NEEDS = 8
"""Maximum number of needs (cards that seats are proved to hold); more than any position of `paper` has."""


class Hands(NamedTuple):
    """n choices, one per row of each field."""

    states: NDArray[np.int64]
    """The kernel's view, int64 (n, SIZE)."""
    laid: NDArray[np.int64]
    """How many cards have been played, int64 (n,)."""
    groups: NDArray[np.int64]
    """A number that identifies the deal and the seat, int64 (n,)."""
    cards: NDArray[np.uint8]
    """The course of the whole deal, uint8 (n, 32)."""
    players: NDArray[np.uint8]
    """The seats that played those cards, uint8 (n, 32)."""
    unseen: NDArray[np.int64]
    """The unseen cards, masks, int64 (n,). This and the next four fields are those of `kernel_worlds.Facts`."""
    room: NDArray[np.int64]
    """Number of unseen cards of each seat, int64 (n, 4)."""
    may: NDArray[np.int64]
    """The cards that each seat may hold, masks, int64 (n, 4)."""
    needs: NDArray[np.int64]
    """Rows (seat, cards, minimum), int64 (n, NEEDS, 3); unused ones are 0 and come first."""
    ace: NDArray[np.int64]
    """The called ace as a mask, or 0, int64 (n,)."""
    held: NDArray[np.bool]
    """Who actually holds each unseen card, bool (n, 32, 4)."""


def checked(arrays: Mapping[str, Any], part: str, path: Path) -> Hands:
    """Return the choices stored in arrays named `part` + field. Raises Refusal, naming the file, if invalid."""
    n, cards = "n", len(LONG)
    forms = {
        "states": Array((n, SIZE), "int64"),
        "laid": Array((n,), "int64"),
        "groups": Array((n,), "int64"),
        "cards": Array((n, cards), "uint8"),
        "players": Array((n, cards), "uint8"),
        "unseen": Array((n,), "int64"),
        "room": Array((n, SEATS), "int64"),
        "may": Array((n, SEATS), "int64"),
        "needs": Array((n, NEEDS, 3), "int64"),
        "ace": Array((n,), "int64"),
        "held": Array((n, cards, SEATS), "bool"),
    }
    columns = check(arrays, {part + name: form for name, form in forms.items()}, path)
    return Hands(**{name: columns[part + name] for name in forms})


class Share(NamedTuple):
    """Deals that a process plays: the arguments of `play`, except the player, which cannot be sent to a process."""

    bot: str
    """The player, by its label; empty for the search below."""
    search: tuple[int, int]
    """The deals that the player samples, and its rollouts in each."""
    weights: Mapping[str, NDArray[np.float32]] | None
    """The weights of its network; None for PIMC without one."""
    numbers: range
    seed: str


def player(share: Share) -> Agent:
    """Return the player of a share: another bot, or hp-pimc with this network, or PIMC."""
    game = Schafkopf("paper")
    if share.bot:
        return registry.agent(game, share.bot)
    return HpPimc(game, *share.search, share.weights, "") if share.weights else Pimc(game, *share.search)


def play_share(share: Share) -> Hands:
    """Return the choices in the deals of a share."""
    return play(player(share), share.numbers, share.seed)


def play_all(share: Share, workers: executors.Pool[Share, Hands]) -> Hands:
    """Return what `play_share` returns, by workers that call it: the same, whichever worker plays which deals."""
    numbers = share.numbers
    parts = [share._replace(numbers=numbers[at : at + SHARE]) for at in range(0, len(numbers), SHARE)]
    found = dict(workers.each(parts))
    return Hands._make(np.concatenate(column) for column in zip(*(found[at] for at in range(len(parts))), strict=True))


def play(agent: Agent, numbers: Iterable[int], seed: str) -> Hands:
    """Return all choices in the deals of these numbers, which a player plays against itself with rotating forehand."""
    game, rows = Schafkopf("paper"), list[tuple[Any, ...]]()
    for number in numbers:
        rng = Random(f"{seed}/{number}")
        state, choices = game.start(game.deal(rng) | {"first": number % SEATS}), list[tuple[Any, ...]]()
        while (seat := state.seat) is not None:
            seen = game.observe(state, seat)
            if len(seen.legal) > 1:
                known = facts(game, seen)
                needs = np.zeros((NEEDS, 3), np.int64)
                needs[NEEDS - len(known.needs) :] = known.needs
                held = np.array([[card in hand for hand in state.hands] for card in LONG])
                held &= (known.unseen >> np.arange(len(LONG)) & 1).astype(bool)[:, None]
                laid = sum(event.action.verb == "play" for event in seen.history)
                choices.append((view(game, seen), laid, number * SEATS + seat, known._replace(needs=needs), held))
            state = game.apply(state, decide(agent, seen, rng).action)
        played = np.zeros((2, len(LONG)), np.uint8)
        plays = [(event.action.cards[0], event.seat) for event in state.history if event.action.verb == "play"]
        played[:, : len(plays)] = np.array(plays, np.uint8).reshape(-1, 2).T
        rows += [(packed, laid, group, *played, *known, held) for packed, laid, group, known, held in choices]
    return Hands._make(np.array(column) for column in zip(*rows, strict=True))


def join(parts: list[Hands]) -> Hands:
    """Concatenate several sets of choices; their groups stay distinct."""
    whole = Hands._make(np.concatenate(column) for column in zip(*parts, strict=True))
    part_of = np.repeat(np.arange(len(parts)), [len(part.laid) for part in parts])
    return whole._replace(groups=whole.groups + part_of * SEATS * (1 + int(whole.groups.max()) // SEATS))


def expected(hands: Hands, logits: NDArray[np.float32] | None = None) -> NDArray[np.float64]:
    """Return the probability that each card lies with each seat: float64 (n, 32, 4).

    logits: the network's log-odds, float32 (n, 32, 4); without them all consistent deals are equally likely.
    """
    chances = np.empty(hands.held.shape)
    odds = np.broadcast_to(EVEN, (len(chances), *EVEN.shape)) if logits is None else np.exp(logits.astype(np.float64))
    _expected(hands.unseen, hands.room, hands.may, hands.needs, hands.ace, odds.copy(), chances)
    return chances


@njit
def _expected(
    unseen: NDArray[np.int64],
    room: NDArray[np.int64],
    may: NDArray[np.int64],
    needs: NDArray[np.int64],
    ace: NDArray[np.int64],
    odds: NDArray[np.float64],
    chances: NDArray[np.float64],
) -> None:
    for n in range(len(chances)):
        chances[n] = shares(*graph(unseen[n], room[n], may[n], needs[n], ace[n], odds[n]))


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


def score(hands: Hands, chances: NDArray[np.float64]) -> tuple[Score, list[dict[str, float]]]:
    """Return the score of predictions, float64 (n, 32, 4), and the rows (n, said, true) of their reliability curve."""
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
    result = Score(len(losses[0]), log_loss, share - spread, share + spread, uniform, possible, error(bins))
    return result, [bin._asdict() for bin in bins]
