"""Measures what the numbers of the fast player rest on: `bidding.CHANCES` and `policy.WEIGHTS`.

    python -m cardtui.agents.training.schafkopf.fast_player chances [--deals 150000] [--seed 1]
    python -m cardtui.agents.training.schafkopf.fast_player weights [--deals 20000] [--seed 1]

`chances` fits the chance to win a contract again, and prints it beside the numbers in use. `weights` lets the player
meet itself with all weights, and with one, at 0, and prints what they gain in cents per game and seat. Neither changes
anything.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.cards import CONTRACTS, SIE
from cardtui.games.schafkopf.kernel import (
    BID,
    DEALT,
    IS_OVER,
    PHASE,
    SEAT,
    SIZE,
    apply,
    bids,
    deal,
    play_on,
    rules_of,
    settle_on,
)
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.intervals import Estimate, estimate
from cardtui.kernels import below, random_state

from ...schafkopf.bidding import CHANCES, MODEL, log_odds
from ...schafkopf.policy import WEIGHTS, choose, play_out
from .match import NETWORK_SEATS

FAMILIES = ("Sauspiel", "Wenz, Geier", "Farbwenz", "Solo")
"""By row of CHANCES."""
ROLES = tuple(f"{kind}, {side}" for kind in ("Sauspiel", "Solo", "Wenz") for side in ("declarer", "opponent"))
"""By row of WEIGHTS."""
NAMES = (
    *("EXPECTED", "LEAD_TRUMP", "SEARCH", "FRIEND", "RISK", "SHORT"),
    *("KEEP_TRUMP", "KEEP_HIGH", "KEEP_ACE", "KEEP_TEN"),
)
"""By column of WEIGHTS."""


def declared(family: int, deals: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Play contracts declared on random hands: return the terms of `log_odds`, float64 (deals, 7), and wins, (deals,).

    A random seat declares a random contract of the family, without Touts, that its hand allows; the fast player plays
    all seats.
    """
    rules, rng = rules_of(Schafkopf("paper:geier=yes,farbwenz=yes")), random_state(seed, family)
    plain = [contract for contract, c in enumerate(CONTRACTS.values()) if not c.tout and c.kind != SIE]
    contracts = [contract for contract in plain if MODEL[contract] == family]
    state, cents, terms, wins = np.empty(SIZE, np.int64), np.empty(SEATS), list[list[float]](), list[bool]()
    while len(wins) < deals:
        deal(state, rules, len(wins) % SEATS, rng)
        state[SEAT] = seat = below(rng, SEATS)
        hand, possible = state[DEALT + seat], int(bids(state)) >> BID
        allowed = [contract for contract in contracts if possible >> contract & 1]
        if allowed:
            contract = allowed[below(rng, len(allowed))]
            terms.append([log_odds(hand, contract, unit) for unit in np.eye(CHANCES.shape[1])])
            settle_on(state, seat, contract)
            play_on(state)
            play_out(state, 0.0, WEIGHTS, rng)
            returns(state, cents)
            wins.append(cents[seat] > 0)
    return np.array(terms), np.array(wins, float)


def fit(terms: NDArray[np.float64], wins: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the most likely weights of a logistic regression and their standard errors, by Newton's method."""
    weights = np.zeros(terms.shape[1])
    for _ in range(30):
        chances = 1 / (1 + np.exp(-terms @ weights))
        curvature = (terms.T * (chances * (1 - chances))) @ terms
        weights = weights + np.linalg.solve(curvature, terms.T @ (wins - chances))
    return weights, np.sqrt(np.diag(np.linalg.inv(curvature)))


def log_loss(weights: NDArray[np.float64], terms: NDArray[np.float64], wins: NDArray[np.float64]) -> float:
    """Return the mean of -log of the probability of what happened."""
    return float(np.logaddexp(0, np.where(wins > 0, -1, 1) * (terms @ weights)).mean())


def gain(other: NDArray[np.float64], deals: int, seed: int) -> Estimate:
    """Return what the fast player gains over itself with other weights, like WEIGHTS, in cents per game and seat."""
    rules, rng, scratch, cents = rules_of(Schafkopf("paper")), random_state(seed), np.empty(8), np.empty(SEATS)
    dealt, gained = np.empty(SIZE, np.int64), np.zeros(deals)
    for number in range(deals):
        deal(dealt, rules, number % SEATS, rng)
        for ours in NETWORK_SEATS:
            state = dealt.copy()
            while state[PHASE] != IS_OVER:
                weights = WEIGHTS if ours >> state[SEAT] & 1 else other
                apply(state, choose(state, 0.0, weights, scratch, rng))
            returns(state, cents)
            gained[number] += sum(cents[seat] for seat in range(SEATS) if ours >> seat & 1) / SEATS
    return estimate(gained.tolist())


def show_chances(deals: int, seed: int) -> None:
    """Print each family's weights in use, as fitted again with standard errors, and the log-loss of both."""
    for family, name in enumerate(FAMILIES):
        terms, wins = declared(family, deals, seed)
        weights, errors = fit(terms, wins)
        print(f"{name}: {wins.mean():.1%} of {deals:,} won")
        for title, row in (("in use", CHANCES[family]), ("fitted", weights)):
            loss = log_loss(row, *declared(family, deals, seed + 1))
            print(f"  {title}", *(f"{weight:7.2f}" for weight in row), f"  log-loss {loss:.4f} on as many other deals")
        print("  ±     ", *(f"{error:7.2f}" for error in errors))


def show_weights(deals: int, seed: int) -> None:
    """Print the gain of all weights together and of each that is not 0, with 95% intervals."""
    result = gain(np.zeros_like(WEIGHTS), deals, seed)
    print(f"all of them {result.mean:+.3f} ± {result.margin:.3f}")
    for role, column in np.argwhere(WEIGHTS):
        without = WEIGHTS.copy()
        without[role, column] = 0.0
        result = gain(without, deals, seed)
        told = f"{result.mean:+.3f} ± {result.margin:.3f}"
        print(f"{ROLES[role]:20} {NAMES[column]:11} {WEIGHTS[role, column]:5.1f}  {told}")


def main() -> None:
    """Run a subcommand."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    table: dict[str, tuple[Callable[[int, int], None], int]] = {
        "chances": (show_chances, 150_000),
        "weights": (show_weights, 20_000),
    }
    for name, (show, deals) in table.items():
        command = commands.add_parser(name)
        command.add_argument("--deals", type=int, default=deals)
        command.add_argument("--seed", type=int, default=1)
        command.set_defaults(show=show)
    args = parser.parse_args()
    args.show(args.deals, args.seed)


if __name__ == "__main__":
    main()
