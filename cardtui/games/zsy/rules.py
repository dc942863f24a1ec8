"""The rules of Zheng Shang You. Section numbers (§) refer to RULES.md beside this file. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from math import isfinite
from random import Random
from typing import Any, NamedTuple

from ...core import Action, Card, Event, Observation, Refusal, Standing, Zone, quoted
from ...entries.setups import each_once, malformed
from ...entries.spaces import SEAT, Actions, Fact
from ...options import Value, rule_set
from .cards import BOMB, NAMES, RANK, RANKS, Pattern, by_rank, counts, follows, lay, leads, pattern, read_card
from .rulesets import OPTIONS, RULE_SETS
from .worlds import sample_hand

HAND = 18  # §2.1
MAX_TURNS = 69  # §5.2
DECK = tuple(range(len(NAMES)))
PASS = Action("pass")


class State(NamedTuple):
    """The state of a deal."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    """The cards of each seat, in the order dealt."""
    played: tuple[tuple[Card, ...], tuple[Card, ...]]
    """The cards that each seat laid before the play on the table."""
    table: tuple[Card, ...]
    """The play to beat, or the winner's last one; empty if the seat to act leads."""
    rest: tuple[Card, ...]
    """The cards that were not dealt, ascending."""
    seat: int | None
    """The seat to act; None if the deal is over."""
    turn: int
    history: tuple[Event, ...]
    first: int
    scores: tuple[float, ...]
    winner: int | None = None


class ZhengShangYou:
    """Zheng Shang You under one rule set, given as typed, for 2 seats. Raises Refusal for invalid rules or seats."""

    name = "zsy"
    seats = 2
    unit = "wins"
    total: float | None = 1.0
    max_turns = MAX_TURNS
    deck = DECK
    facts: Mapping[str, Fact] = {"first": SEAT, "to_move": SEAT, "winner": SEAT}

    def __init__(self, rules: str = "paper", seats: int = 2) -> None:
        if seats != 2:
            raise Refusal(f"zsy is for 2 seats, not {seats}")
        options, self.spec = rule_set(self.name, OPTIONS, RULE_SETS, rules)
        self.options: Mapping[str, Value] = options
        self._legal = lru_cache(maxsize=1 << 8)(_actions)

    @cached_property
    def actions(self) -> Actions:
        """All actions: pass, then every pattern of up to 18 cards, whatever their suits."""
        return Actions([PASS, *(_lowest(chosen) for chosen in leads(counts(DECK), HAND))], _listed_form)

    # --- the deal ---------------------------------------------------------------------------

    def deal(self, rng: Random, standing: Standing | None = None) -> dict[str, Any]:
        """Shuffle the cards (§2). Returns {"hands", "rest": names of cards, "first", "scores"}."""
        standing = standing or self.opening()
        order = list(NAMES)
        rng.shuffle(order)
        return {
            "hands": [order[:HAND], order[HAND : 2 * HAND]],
            "rest": order[2 * HAND :],
            "first": rng.randrange(2),
            "scores": list(standing.scores),
        }

    def start(self, deal: Any) -> State:
        """Return the state before the first action. Raises Refusal if the deal is malformed.

        Hands may hold 1 to 18 cards, so that any position can be set up.
        """
        try:
            hands = tuple(tuple(map(self.card, hand)) for hand in deal["hands"])
            rest = tuple(sorted(map(self.card, deal["rest"])))
            first = deal["first"]
            scores = tuple(map(float, deal["scores"]))
        except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
            raise malformed(error) from error
        if len(hands) != 2 or not all(1 <= len(hand) <= HAND for hand in hands):
            raise Refusal(f"the deal needs 2 hands of 1 to {HAND} cards")
        each_once(self, sum(hands, rest), DECK)
        if type(first) is not int or first not in (0, 1):
            raise Refusal("the deal's first must be a seat, 0 or 1")
        if len(scores) != 2 or not all(map(isfinite, scores)):
            raise Refusal("the deal needs 2 scores")
        return State((hands[0], hands[1]), ((), ()), (), rest, first, 0, (), first, scores)

    # --- the turn ---------------------------------------------------------------------------

    def turn(self, state: State) -> int | None:
        """Return the seat to act, or None if the deal is over."""
        return state.seat

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return the legal actions (§3, §4): pass first if allowed, then plays from the lowest rank up.

        When following, bombs come last.
        """
        return () if state.seat is None else self._legal(state.hands[state.seat], state.table)

    def apply(self, state: State, action: Action) -> State:
        """Return the next state. Raises Refusal, naming the rule, if `action` is illegal."""
        seat = state.seat
        if seat is None or action not in self._legal(state.hands[seat], state.table):
            raise Refusal(self.refusal(state, action))
        other, laid = 1 - seat, action.cards
        hands, played = list(state.hands), list(state.played)
        played[other] += state.table
        hands[seat] = tuple([card for card in hands[seat] if card not in laid])
        over = not hands[seat]
        return State(
            (hands[0], hands[1]),
            (played[0], played[1]),
            laid,
            state.rest,
            None if over else other,
            state.turn + 1,
            (*state.history, Event(seat, action)),
            state.first,
            state.scores,
            seat if over else None,
        )

    def refusal(self, state: State, action: Action) -> str:
        """Return why `action` is illegal, in one sentence that names the rule, or "" if it is legal."""
        if state.seat is None:
            return "§5.1: the deal is over"
        if action in self.legal(state):
            return ""
        if action.verb == "pass":
            return "§4.3: who passes lays no card" if action.cards or action.to else "§3.2: who leads cannot pass"
        if action.verb != "play":
            return f"§3: {quoted(action.verb)} is no move; there are 'play …' and 'pass'"
        if action.to:
            return f"§3: cards are laid on the table, not on {quoted(action.to)}"
        hand = state.hands[state.seat]
        try:
            right = self.arrange(hand, action.cards)
        except Refusal as refusal:
            return str(refusal)
        if state.table and Action("play", right) not in self.legal(state):
            over = pattern(state.table)
            higher = "a higher bomb" if over and over.sizes == BOMB else "the same pattern higher, or a bomb"
            return f"§4: over {_ranks(state.table)} goes {higher}, not {_ranks(right)}"
        return f"§1.3: that play is written {' '.join(map(self.face, right))}"

    def arrange(self, hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards of `hand` that lay as many of each rank as `cards` has, whatever their suits (§1.3).

        Raises Refusal, naming the rule, if the hand does not hold them or they form no pattern.
        """
        if not cards:
            raise Refusal("§3.1: lay at least one card")
        for rank, (held, wanted) in enumerate(zip(counts(hand), counts(cards), strict=True)):
            if wanted > held:
                have = f"no {RANKS[rank]}" if not held else f"only {held} of rank {RANKS[rank]}"
                raise Refusal(f"§1.3: this hand has {have}")
        chosen = pattern(cards)
        if chosen is None:
            raise Refusal(
                f"§3.1: {_ranks(cards)} is no pattern: one to four cards of one rank,"
                " or a chain of consecutive ranks with two to four cards of each"
            )
        return lay(by_rank(hand), chosen)

    # --- the result -------------------------------------------------------------------------

    def returns(self, state: State) -> tuple[float, ...]:
        """Return 1 for the winner and 0 for the loser (§5.1)."""
        return tuple(1.0 if seat == state.winner else 0.0 for seat in (0, 1))

    def opening(self) -> Standing:
        """Return the standing before the first deal."""
        return Standing((0.0, 0.0))

    def carry(self, standing: Standing, state: State) -> Standing:
        """Return the standing after a finished deal (§6). `first` has no meaning: a coin decides who leads (§2.2)."""
        totals = tuple(before + won for before, won in zip(standing.scores, self.returns(state), strict=True))
        deals, last = standing.deals + 1, int(self.options["deals"])
        over = last and deals >= last
        return Standing(totals, deals, 0, tuple(s for s in (0, 1) if totals[s] == max(totals)) if over else ())

    # --- what a seat knows --------------------------------------------------------------------

    def observe(self, state: State, seat: int) -> Observation:
        """Return the observation of a seat (§7).

        Its zones are both hands by seat, the cards laid by seat, the play on the table, and the rest.
        """
        over, other = state.seat is None, 1 - seat
        hands = [Zone(f"hand {other}", len(hand), hand if over else ()) for hand in state.hands]
        played = [Zone(f"played {other}", len(cards), cards) for cards in state.played]
        hands[seat] = Zone("hand", len(state.hands[seat]), state.hands[seat])
        played[seat] = played[seat]._replace(name="played")
        table = Zone("table", len(state.table), state.table)
        rest = Zone("rest", len(state.rest), state.rest if over else ())
        facts = {"rules": self.spec, "first": state.first, "to_move": state.seat, "winner": state.winner}
        legal = self.legal(state) if state.seat == seat else ()
        zones = (*hands, *played, table, rest)
        return Observation(seat, state.turn, zones, facts, state.history, legal, state.scores)

    def determinize(self, observation: Observation, rng: Random) -> State:
        """Return a random state that fits the observation, drawn uniformly over the deals that lead to it.

        Raises Refusal if there is none.
        """
        me, facts = observation.seat, observation.facts
        try:
            mine, theirs = observation.zones[me], observation.zones[1 - me]
            played, table, rest = observation.zones[2:4], observation.zones[4], observation.zones[5]
            first, mover, winner = facts["first"], facts["to_move"], facts["winner"]
        except (IndexError, KeyError) as error:
            raise Refusal(f"the observation is not complete: {quoted(error)}") from error
        known = mine.cards + played[0].cards + played[1].cards + table.cards
        hidden = [card for card in DECK if card not in known]
        if len(set(known)) < len(known) or len(hidden) != theirs.count + rest.count:
            raise Refusal("the observation does not hold each card once")
        if theirs.cards or mover is None:
            drawn = theirs.cards
            if len(drawn) != theirs.count or not set(drawn) <= set(hidden):
                raise Refusal("the observation shows cards that the other hand cannot hold")
        else:
            laid = played[1 - me].cards + (table.cards if mover == me else ())
            drawn = sample_hand(hidden, theirs.count, laid, rng)
        hands = (mine.cards, drawn) if me == 0 else (drawn, mine.cards)
        left = tuple([card for card in hidden if card not in drawn])
        before, turn, scores = (played[0].cards, played[1].cards), observation.turn, observation.scores
        return State(hands, before, table.cards, left, mover, turn, observation.history, first, scores, winner)

    # --- cards --------------------------------------------------------------------------------

    def face(self, card: Card) -> str:
        """Return the name of a card: `3c`, `10h`, `2s`, jokers `BJ` and `RJ`."""
        return NAMES[card]

    def card(self, text: str) -> Card:
        """Return the card named `3c`, `10♥`, `Th`, `bj`. Raises Refusal if there is none."""
        return read_card(text)


def _actions(hand: tuple[Card, ...], table: tuple[Card, ...]) -> tuple[Action, ...]:
    """Return the legal actions of a hand over the play `table`, or those of the leader if it is empty."""
    piles, over = by_rank(hand), pattern(table)
    held = [len(pile) for pile in piles]
    if over is None:
        return tuple([Action("play", lay(piles, chosen)) for chosen in leads(held)])
    return (PASS, *[Action("play", lay(piles, chosen)) for chosen in follows(held, over)])


def _lowest(chosen: Pattern) -> Action:
    """Return the action that lays a pattern with the first cards of each rank."""
    return Action("play", lay(by_rank(DECK), chosen))


@lru_cache(maxsize=1 << 15)
def _listed_form(action: Action) -> Action:
    """Return the listed action that lays the same pattern (§1.3: suits do not matter)."""
    chosen = pattern(action.cards)
    return action if chosen is None else _lowest(chosen)


def _ranks(cards: tuple[Card, ...]) -> str:
    return " ".join(RANKS[RANK[card]] for card in cards)
