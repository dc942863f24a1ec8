"""exact: plays perfectly, since both hands are known; a card's value is the tricks to come with best play.

Among cards of equal value it plays the one that is best on average against a random player. With up to two colours of
ten cards a table of all positions gives both values; otherwise a search gives the first, and random games the second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import numpy as np

from cardtui.core import Card, Decision, Observation, Option
from cardtui.games.tricks import lanes
from cardtui.games.tricks.kernel import LANE, mask, random_worth
from cardtui.games.tricks.rules import Tricks, first_and_second
from cardtui.games.tricks.solver import judge, pattern, row_of, solved
from cardtui.kernels import random_state

TABLE = 10
"""Maximum number of cards of a colour for which the table is made; it takes 0.12 s (docs/results/tricks.md)."""
GAMES = 300
"""Number of random games for each card if there is no table. Set by hand, not tuned."""


class Exact:
    """Never loses a duplicate match. Not for rules under which a seat may revoke."""

    def __init__(self, game: Tricks) -> None:
        self.game = game
        self.searches = game.colours > 2 or game.n > TABLE
        if self.searches:
            self.work = lanes.workspace()
        else:
            self.table = solved(TABLE)
        self.warm_up()

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield all legal cards with the tricks to come; before a search, with the results of random games."""
        mine = mask(observation.zone("hand").cards)
        theirs = mask(observation.zone(f"hand {1 - observation.seat}").cards)
        lies = observation.zone("trick").cards
        led = lies[0] if lies else -1
        cards = [action.cards[0] for action in observation.legal]
        if self.searches:
            dice = random_state(rng.getrandbits(63))
            against_random = {card: random_worth(mine, theirs, led, card, GAMES, dice) for card in cards}
            yield _decision(observation, against_random, against_random, "random games, before the search ends")
            best_play = self.searched(mine, theirs, led, cards)
        else:
            best_play, against_random = self.looked_up(mine, theirs, led, cards)
        yield _decision(observation, best_play, against_random, self.outlook(observation, max(best_play.values())))

    def warm_up(self) -> None:
        """Compile, so that the first answer is fast: lead 1♣ against 0♣, and play 1♣ on 0♣."""
        self.worth(1 << 1, 1 << 0)
        for theirs, led in ((1 << 0, -1), (0, 0)):
            if self.searches:
                random_worth(1 << 1, theirs, led, 1, 1, random_state(0))
                self.searched(1 << 1, theirs, led, [1])
            else:
                self.looked_up(1 << 1, theirs, led, [1])

    def looked_up(
        self, mine: int, theirs: int, led: int, cards: list[Card]
    ) -> tuple[dict[Card, int], dict[Card, float]]:
        """Look up each card's tricks to come: against best play, and on average against random play."""
        best_play, against_random = np.zeros(64, np.int64), np.zeros(64)
        judge(self.table, mine, theirs, led, best_play, against_random)
        return {card: int(best_play[card]) for card in cards}, {card: float(against_random[card]) for card in cards}

    def searched(self, mine: int, theirs: int, led: int, cards: list[Card]) -> dict[Card, int]:
        """Search each card's tricks to come against best play."""
        if led < 0:
            return {card: int(lanes.lead_worth(*self.work, mine, mine | theirs, card)) for card in cards}
        held = theirs | 1 << led
        return {card: int(lanes.answer_worth(*self.work, held, held | mine, led, card)) for card in cards}

    def outlook(self, seen: Observation, tricks: int) -> str:
        """Describe how the deal ends with best play, if the seat to act takes `tricks` more tricks."""
        half, first, taken = seen.facts["half"], seen.facts["first"], seen.facts["taken"]
        hands = first_and_second(seen.history)
        mine = taken[half][seen.seat] + tricks
        now = mine if first ^ half == seen.seat else len(hands[0]) - mine
        if self.game.halves == 1:
            return f"with the best play of both: {now} tricks for the first hand, {len(hands[0]) - now} for the other"
        one, other = (taken[0][first], now) if half == 1 else (now, self.worth(*map(mask, hands)))
        end = "a draw" if one == other else f"won by who held it {'first' if one > other else 'second'}"
        return f"with the best play of both: {one} and then {other} tricks with the first hand, {end}"

    def worth(self, first: int, second: int) -> int:
        """Return the tricks of the first hand with best play on both sides."""
        rest, tricks = first | second, first.bit_count()
        if self.searches:
            position = lanes.canonical(lanes.position_of(first, rest))
            return int(lanes.tricks_of(*self.work, position, tricks))
        row = row_of(self.table.start, tricks, (rest & LANE).bit_count(), pattern(first, rest))
        return int(self.table.tricks[row])


def _decision(
    seen: Observation, value: Mapping[Card, float], against_random: Mapping[Card, float], note: str
) -> Decision:
    """Choose the card with the highest value, and among equals the best one against random play."""
    best = max(seen.legal, key=lambda action: (value[action.cards[0]], against_random[action.cards[0]]))
    options = []
    for action in seen.legal:
        (card,) = action.cards
        why = f"{against_random[card]:.2f} against random"
        options.append(Option(action, float(action is best), float(value[card]), why=why))
    return Decision(best, tuple(options), "tricks to come", note)
