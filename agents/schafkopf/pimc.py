"""Perfect information Monte Carlo (PIMC): the source project's search, and one with an exact solver.

Both sample determinizations of the unseen cards and take the action that is best on average; the solver's deals are
weighted by how well they fit the bids. Within a sampled deal all hands are known, so both overestimate what a player
can know (strategy fusion); `Decision.note` says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Action, Belief, Decision, Observation, Option
from cardtui.games.schafkopf.cards import NAMES
from cardtui.games.schafkopf.kernel import ORDER
from cardtui.games.schafkopf.kernel_worlds import Worlds, worlds
from cardtui.games.schafkopf.refusals import said
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.games.schafkopf.settlement import ALL_POINTS
from cardtui.games.schafkopf.solver import workspace
from cardtui.kernels import RandomState

from .deals import CODES, codes_of, in_place
from .exact_kernel import ROLLS, evaluate_deals
from .pimc_kernel import (
    ACTIONS,
    BLACKS,
    COUNTS,
    DEALS,
    FIRST_POINTS,
    HELD,
    MEANS,
    SCHNEIDERS,
    SPREADS,
    VISITS,
    WON,
    search_deals,
)
from .policy import usual_action

SURE = {"knock": {"": 0.6}, "retour": {"Sauspiel": 0.8, "alone": 0.4}}
CONTRA = {"sure": {"Sauspiel": 0.85, "alone": 0.97}, "expected": {"Sauspiel": 0.6, "alone": 0.94}}
"""The share of sampled deals that must be won to double: SURE before the bids and for retour, CONTRA for contra.

The thresholds are for a Sauspiel, or for a declarer who plays alone. "sure" is a contra that hardly ever loses,
"expected" one that gains on average. When it plays alone, the fast player wins far fewer deals than real declarers do.

Set by hand, using the table of how often such deals were won: docs/schafkopf-search.md, "What its estimates are worth".
"""
SOLO_BONUS = 0.8
"""Bonus for playing alone, in units of the solo's price: this bot plays better than the fast player of its rollouts.

Tuned on deals of seed 5; docs/schafkopf-search.md says what playing alone more often did.
"""


class Pimc:
    """SchafkopfRL's PIMC: a tree search with random rollouts in each sampled deal. Plays the most visited action."""

    batch = 10
    """Number of deals between answers."""

    def __init__(self, game: Schafkopf, deals: int, simulations: int) -> None:
        self.game = game
        self.deals = deals
        self.simulations = simulations
        self.prepare()

    def prepare(self) -> None:
        """Compile the kernels, or load them, before the first decision."""
        state = self.game.start(self.game.deal(Random(0)))
        seen = self.game.observe(state, state.first)
        next(self.searched(seen, self.worlds(seen), Random(0)))

    def worlds(self, seen: Observation) -> Worlds:
        """Return the distribution from which deals are sampled."""
        return worlds(self.game, seen)

    def counters(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the zeroed counters of a search: by action, float64 (ACTIONS, COUNTS), and by holder, (HELD, 32)."""
        return np.zeros((ACTIONS, COUNTS)), np.zeros((HELD, len(NAMES)))

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield a decision after each batch of deals; a single one if there is only one legal action."""
        legal = observation.legal
        if len(legal) == 1:
            yield Decision(legal[0], (Option(legal[0], 1.0, why="the only legal action"),), "cents")
            return
        deals = self.worlds(observation)
        order = int(deals.seen[ORDER])
        codes = [int(in_place(order, CODES[action])) for action in legal]
        for counts, held, done in self.searched(observation, deals, rng):
            yield self.decision(observation, counts[codes], held, done)

    def searched(
        self, seen: Observation, deals: Worlds, rng: Random
    ) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64], int]]:
        """Yield `counters` with all results so far, and the number of deals, after each batch of deals."""
        counts, held = self.counters()
        random = np.array([rng.getrandbits(64)], np.uint64)
        for done in range(0, self.deals, self.batch):
            more = min(self.batch, self.deals - done)
            self.search(seen, deals, more, counts, held, random)
            yield counts, held, done + more

    def search(
        self,
        seen: Observation,
        deals: Worlds,
        number: int,
        counts: NDArray[np.float64],
        held: NDArray[np.float64],
        rng: RandomState,
    ) -> None:
        """Search `number` more deals, adding the results to `counts` and `held`, in the shapes of `counters`."""
        search_deals(deals, number, self.simulations, counts, held, rng)

    def choose(self, seen: Observation, rows: NDArray[np.float64], values: list[float]) -> tuple[int, list[str]]:
        """Return the index of the action to play, and for each legal one what decides besides its value, or "".

        rows: the counts of the legal actions, float64 (legal, COUNTS).
        """
        best = max(range(len(seen.legal)), key=lambda place: (rows[place, VISITS], values[place]))
        remarks = [""] * len(seen.legal)
        if values[best] < max(value for value, row in zip(values, rows, strict=True) if row[VISITS]):
            remarks[best] = "tried most, which decides"
        return best, remarks

    def comment(self, seen: Observation, deals: int) -> str:
        """Return a sentence on what the figures are based on."""
        return (
            f"{deals} deals with {self.simulations} simulations each; plays the action tried most; sees all hands in"
            " each sampled deal"
        )

    def decision(self, seen: Observation, rows: NDArray[np.float64], held: NDArray[np.float64], done: int) -> Decision:
        """Return the decision after `done` deals, given the counts of the legal actions, float64 (legal, COUNTS)."""
        legal = seen.legal
        values, options = list[float](), list[Option]()
        errors = list[float | None]()
        for row in rows.tolist():
            deals = max(1.0, row[DEALS])
            mean = row[MEANS] / deals
            values.append(mean)
            spread = max(0.0, row[SPREADS] / deals - mean * mean)
            errors.append(sqrt(spread / (deals - 1.0)) if deals > 1.0 else None)
        best, remarks = self.choose(seen, rows, values)
        for place, (action, row) in enumerate(zip(legal, rows.tolist(), strict=True)):
            visits = row[VISITS]
            why = "never tried"
            if visits:
                shares = [row[kind] / row[DEALS] for kind in (WON, SCHNEIDERS, BLACKS)]
                why = "gains in {:.0%} of samples; either side Schneider {:.0%}, Schwarz {:.0%}".format(*shares)
            why = " · ".join(filter(None, (remarks[place], why)))
            value, error = (values[place], errors[place]) if visits else (None, None)
            options.append(Option(action, float(place == best), value, error, int(visits), why))
        told = (*beliefs(seen, held), *points_of(seen, legal[best], rows[best]))
        return Decision(legal[best], tuple(options), "cents", self.comment(seen, done), told)


class PimcSolver(Pimc):
    """PIMC with the exact solver in each sampled deal; deals are sampled by the likelihood of their bids."""

    def __init__(
        self,
        game: Schafkopf,
        deals: int,
        lean: float = 0.0,
        contra: str = "sure",
        bids: str = "yes",
        blind: float = 0.1,
    ) -> None:
        """Set the search parameters.

        `lean` is the margin in cents by which an action must beat the one that the fast player would take; `contra` is
        a key of `CONTRA`; `bids` says whether deals are sampled by the likelihood of their bids; `blind` is the weight,
        in a card's value, of the fast player's rollouts, which do not see all hands.
        """
        self.tools = workspace()
        self.lean = lean
        self.sure = SURE | {"contra": CONTRA[contra]}
        self.bids = bids == "yes"
        self.rollout_weight = blind
        super().__init__(game, deals, 0)

    def search(
        self,
        seen: Observation,
        deals: Worlds,
        number: int,
        counts: NDArray[np.float64],
        held: NDArray[np.float64],
        rng: RandomState,
    ) -> None:
        """Search `number` more deals, adding the results to `counts` and `held`, in the shapes of `counters`."""
        codes = codes_of(self.game, seen)[: None if self.bids else 0]
        evaluate_deals(deals, codes, number, self.rollout_weight, *self.tools, counts, held, rng)

    def margins(self, seen: Observation) -> list[float]:
        """Return the bonus in cents of each legal action."""
        if not self.lean:
            return [0.0] * len(seen.legal)
        deals = self.worlds(seen)
        usual, order = usual_action(deals), int(deals.seen[ORDER])
        return [self.lean * (in_place(order, CODES[action]) == usual) for action in seen.legal]

    def choose(self, seen: Observation, rows: NDArray[np.float64], values: list[float]) -> tuple[int, list[str]]:
        """Return the index of the action with the highest value; of a doubling if and only if it wins often enough.

        With it come the rules that can overrule the values, in words, for each legal action that they concern.
        """
        legal, margins = seen.legal, self.margins(seen)
        alone = SOLO_BONUS * float(self.game.options["solo"])
        bonuses = [alone if action.verb == "bid" and "ruf" not in action.to else 0.0 for action in legal]
        worth = {
            place: values[place] + margins[place] + bonuses[place]
            for place, action in enumerate(legal)
            if action.verb not in self.sure
        }
        best = max(worth, key=lambda place: worth[place])
        remarks = [
            counted(worth[place], margins[place], bonuses[place]) if place in worth else ""
            for place in range(len(legal))
        ]
        if values[best] < values[highest := max(worth, key=lambda place: values[place])]:
            remarks[best] = f"{remarks[best]}, so ahead of {said(legal[highest])}"
        for place, action in enumerate(legal):
            if place in worth:
                continue
            least = self.needed(seen, action)
            won, without = (rows[one, WON] / max(1.0, rows[one, DEALS]) for one in (place, best))
            if rows[place, WON] >= least * rows[place, DEALS] > 0:
                remarks[place] = f"said where it gains in {least:.0%} of samples or more, whatever its value"
                return place, remarks
            remarks[place] = f"said only where it gains in {least:.0%} of samples or more"
            remarks[best] = (
                f"no {said(action)}: gains in {won:.0%} with it, {without:.0%} without; said from {least:.0%} on"
            )
        return best, remarks

    def needed(self, seen: Observation, doubling: Action) -> float:
        """Return the share of the sampled deals that must be won to double."""
        contract = seen.facts["contract"]
        kind = "Sauspiel" if contract.startswith("ruf") else "alone" if contract else ""
        return self.sure[doubling.verb][kind]

    def comment(self, seen: Observation, deals: int) -> str:
        """Return a sentence on what the figures are based on, that is, on what `evaluate_deals` does here."""
        if seen.facts["phase"] != "play" or seen.facts["contract"] == "ramsch":
            deals, rest = ROLLS * deals, "played out by a fast player"
        elif any(action.verb == "contra" for action in seen.legal):
            rest = (
                f"cards solved, doublings played out by a fast player, {ROLLS} times as often; the solver sees all"
                " hands in each sampled deal"
            )
        else:
            rest = "cards solved; the solver sees all hands in each sampled deal"
        if self.bids:
            return f"{deals} deals drawn by how likely their bids were; {rest}"
        return f"{deals} deals, all equally likely; {rest}"


def counted(worth: float, margin: float, bonus: float) -> str:
    """Describe what is added to the value of an action before actions are compared; "" if nothing is."""
    added = [f"{bonus:.0f} more for playing alone"] * (bonus != 0)
    added += [f"{margin:.0f} more for what the fast player would do"] * (margin != 0)
    return f"counts as {worth:+.0f}: {' and '.join(added)}" if added else ""


def points_of(seen: Observation, action: Action, row: NDArray[np.float64]) -> tuple[Belief, ...]:
    """Return how many points a bid brought the seat's side in the sampled deals, in tens: `61-70`.

    row: the counts of the bid, float64 (COUNTS,).
    """
    if action.verb != "bid" or row[DEALS] < 2 or not row[FIRST_POINTS:].any():
        return ()
    shares = (row[FIRST_POINTS:] / row[DEALS]).tolist()
    names = ("0", *(f"{ten - 9}-{ten}" for ten in range(10, ALL_POINTS + 1, 10)))
    values = {name: round(share, 4) for name, share in zip(names, shares, strict=True)}
    return (Belief(seen.seat, "points", values, int(row[DEALS])),)


def beliefs(seen: Observation, held: NDArray[np.float64]) -> tuple[Belief, ...]:
    """Return where the unseen cards lay in the sampled deals, and who was the declarer's partner."""
    result, deals = [], int(held[SEATS, SEATS])
    for seat, row in enumerate(held[:SEATS].tolist()):
        if seat == seen.seat:
            continue
        shares = {NAMES[card]: round(number / deals, 4) for card, number in enumerate(row) if number}
        result.append(Belief(seat, "holds", shares, deals))
        if seen.facts["called"] and seat != seen.facts["declarer"]:
            chance = round(float(held[SEATS, seat]) / deals, 4)
            known = seen.facts["partner"] is not None
            result.append(Belief(seat, "partner", {"probability": chance}, 0 if known else deals))
    return tuple(result)
