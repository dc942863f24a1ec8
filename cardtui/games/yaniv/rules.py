"""The rules of Yaniv. Section numbers (§) refer to RULES.md beside this file. Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import repeat
from math import isfinite
from random import Random
from typing import Any, NamedTuple, TypeVar

from ...core import Action, Card, Event, Observation, Refusal, Standing, Zone, quoted
from ...entries.setups import each_once, malformed
from ...entries.spaces import SEAT, Actions, Fact
from ...options import Value, rule_set
from .cards import COUNTS, KEYS, NAMES, all_discards, discards, read_card, reshuffled
from .rulesets import OPTIONS, RULE_SETS
from .worlds import sample_world

T = TypeVar("T")
new = tuple.__new__
"""Construct a named tuple from an iterable of all its fields, in half the time of its own constructor."""

HAND = 5  # §2.1
MAX_TURNS = 500  # §6.2

YANIV = Action("yaniv")
RESHUFFLE = Event(-1, Action("reshuffle"))
TAKES = ("stack", "a", "b")


class State(NamedTuple):
    """The state of a deal."""

    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat, ascending."""
    known: tuple[tuple[Card, ...], ...]
    """The cards of each hand that were taken from the pile, and so are known to all."""
    stack: tuple[Card, ...]
    """The stack, top first."""
    top: tuple[Card, ...]
    """The last discard, in the order laid."""
    buried: tuple[Card, ...]
    """The cards of the pile below the last discard."""
    seat: int | None
    """The seat to act; None if the deal is over."""
    turn: int
    reshuffles: int
    views: tuple[tuple[Event, ...], ...]
    """The history as each seat saw it."""
    key: int
    first: int
    scores: tuple[float, ...]
    caller: int | None = None


class Yaniv:
    """Yaniv under one rule set, given as typed, for 2–6 seats. Raises Refusal for invalid rules or seats."""

    name = "yaniv"
    max_turns = MAX_TURNS
    facts: Mapping[str, Fact] = {"first": SEAT, "caller": SEAT, "to_move": SEAT}

    def __init__(self, rules: str = "paper", seats: int = 2) -> None:
        if not 2 <= seats <= 6:
            raise Refusal(f"yaniv is for 2 to 6 seats, not {seats}")
        options, self.spec = rule_set(self.name, OPTIONS, RULE_SETS, rules)
        self.seats = seats
        self.options: Mapping[str, Value] = options
        self.deck = tuple(range(52 + int(options["jokers"])))
        self.counts = COUNTS[str(options["faces"])]
        self.ends = options["take"] == "ends"
        self.call = int(options["call"])
        self.points = options["scoring"] == "points"
        self.unit = "points" if self.points else "wins"
        self.total = None if self.points else 1.0
        # §7: a whole hand is added, or the most with which a seat may call, and the penalty if that fails
        most = max(HAND * max(self.counts), self.call + int(options["assaf"]))
        self.bounds = (-float(most), 0.0) if self.points else (0.0, 1.0)
        self.places = [
            [*(f"hand {i}" if i != seat else "hand" for i in range(seats)), "pile", "buried", "stack"]
            for seat in range(seats)
        ]
        self._legal = lru_cache(maxsize=1 << 8)(self._actions)

    @cached_property
    def actions(self) -> Actions:
        """All actions: Yaniv, then every discard of up to five cards with each take."""
        every = all_discards(self.deck, HAND, self.ends)
        return Actions([YANIV, *(action for laid in every for action in laying(laid, self.ends))])

    # --- the deal ---------------------------------------------------------------------------

    def deal(self, rng: Random, standing: Standing | None = None) -> dict[str, Any]:
        """Shuffle the cards (§2). Returns {"hands", "pile", "stack": names of cards, "key", "first", "scores"}."""
        standing = standing or self.opening()
        order = [NAMES[card] for card in self.deck]
        rng.shuffle(order)
        cut = HAND * self.seats
        return {
            "hands": [order[HAND * seat : HAND * seat + HAND] for seat in range(self.seats)],
            "pile": order[cut : cut + 1],
            "stack": order[cut + 1 :],
            "key": rng.getrandbits(64),
            "first": standing.first,
            "scores": list(standing.scores),
        }

    def start(self, deal: Any) -> State:
        """Return the state before the first action. Raises Refusal if the deal is malformed.

        Hands may hold one to five cards, so that any position can be set up.
        """
        try:
            hands = tuple(tuple(sorted(map(self.card, hand))) for hand in deal["hands"])
            pile = tuple(map(self.card, deal["pile"]))
            stack = tuple(map(self.card, deal["stack"]))
            key, first = deal["key"], deal["first"]
            scores = tuple(map(float, deal["scores"]))
        except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
            raise malformed(error) from error
        if len(hands) != self.seats or not all(1 <= len(hand) <= HAND for hand in hands) or not pile or not stack:
            raise Refusal(f"the deal needs {self.seats} hands of 1 to {HAND} cards, a pile and a stack")
        each_once(self, sum(hands, pile + stack), self.deck)
        if type(key) is not int or not 0 <= key < KEYS or type(first) is not int or not 0 <= first < self.seats:
            raise Refusal("the deal's key must be a 64-bit number, and first must be a seat")
        if len(scores) != self.seats or not all(map(isfinite, scores)):
            raise Refusal(f"the deal needs {self.seats} scores")
        opened = (Event(-1, Action("open", pile)),)
        nobody = ((),) * self.seats
        return State(hands, nobody, stack, pile, (), first, 0, 0, (opened,) * self.seats, key, first, scores)

    # --- the turn ---------------------------------------------------------------------------

    def turn(self, state: State) -> int | None:
        """Return the seat to act, or None if the deal is over."""
        return state.seat

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return the legal actions (§3–§6): Yaniv first, then discards."""
        if state.seat is None:
            return ()
        return self._legal(state.hands[state.seat], self.ends and len(state.top) > 1)

    def _actions(self, hand: tuple[Card, ...], two: bool) -> tuple[Action, ...]:
        """Return the legal actions of a hand. If `two`, the pile has an end b. Cached as `_legal`."""
        actions = [YANIV] if self.score(hand) <= self.call else []
        for laid in discards(hand, self.ends):
            actions += laying(laid, two)
        return tuple(actions)

    def apply(self, state: State, action: Action) -> State:
        """Return the next state. Raises Refusal, naming the rule, if `action` is illegal."""
        hands, known, stack, top, buried, seat, turn, reshuffles, views, key, first, scores, _ = state
        if seat is None or action not in self._legal(hands[seat], self.ends and len(top) > 1):
            raise Refusal(self.refusal(state, action))
        _, laid, to = action
        turn += 1
        if not to:  # Yaniv
            views = tuple([(*view, Event(seat, action)) for view in views])
            return State(hands, known, stack, top, buried, None, turn, reshuffles, views, key, first, scores, seat)
        if to == "stack":
            card, stack = stack[0], stack[1:]
            buried += top
        else:
            card = top[0] if to == "a" and self.ends else top[-1]
            if len(top) > 1:
                buried += tuple([other for other in top if other != card])
        full = (new(Event, (seat, action, (card,))),)
        blind = (new(Event, (seat, action, ())),) if to == "stack" else full
        hand = list(hands[seat])
        for other in laid:
            hand.remove(other)
        hand.append(card)
        hand.sort()
        hands = put(hands, seat, tuple(hand))
        if known[seat] or to != "stack":
            seen = tuple([other for other in known[seat] if other not in laid])
            known = put(known, seat, seen if to == "stack" else (*seen, card))
        views = put([view + blind for view in views], seat, views[seat] + full)
        if not stack:  # §5.3
            stack, buried = reshuffled(buried, key, reshuffles), ()
            reshuffles += 1
            views = tuple([(*view, RESHUFFLE) for view in views])
        mover = (seat + 1) % self.seats if turn < MAX_TURNS else None
        return new(State, (hands, known, stack, laid, buried, mover, turn, reshuffles, views, key, first, scores, None))

    def refusal(self, state: State, action: Action) -> str:
        """Return why `action` is illegal, in one sentence that names the rule, or "" if it is legal."""
        if state.seat is None:
            return "§6: the deal is over"
        if action in self.legal(state):
            return ""
        hand = state.hands[state.seat]
        if action.verb == "yaniv":
            if action.cards or action.to:
                return "§6.1: Yaniv is called without laying or taking a card"
            return f"§6.1: Yaniv needs a score of at most {self.call}, this hand counts {self.score(hand)}"
        if action.verb != "discard":
            return f"§3: {quoted(action.verb)} is no move; there are 'yaniv' and 'discard … > …'"
        try:
            right = self.arrange(hand, action.cards)
        except Refusal as refusal:
            return str(refusal)
        if action.cards != right:
            return f"§4.3: that discard is written {' '.join(NAMES[card] for card in right)}"
        ends = "stack, a or b" if self.ends and len(state.top) > 1 else "stack or a"
        return f"§5: after the discard take {ends}, not {action.to or 'nothing'}"

    def arrange(self, hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the discard (§4.3) that lays exactly `cards` of `hand`, if possible with the ends in the given order.

        Raises Refusal, naming the rule, if these cards are no discard.
        """
        if not cards:
            raise Refusal("§3: lay at least one card, or call Yaniv")
        for card in cards:
            if card not in hand:
                raise Refusal(f"§4.1: {NAMES[card] if card in self.deck else card} is not in this hand")
        if len(set(cards)) < len(cards):
            raise Refusal("§4.1: each card can be laid once")
        wanted = sorted(cards)
        ways = [laid for laid in discards(hand, self.ends) if sorted(laid) == wanted]
        if not ways:
            names = " ".join(NAMES[card] for card in cards)
            raise Refusal(f"§4.1: {names} is neither a set (one number) nor a run (3 or more of a suit)")
        ends = {cards[0], cards[-1]}
        return max(
            ways, key=lambda laid: (laid == cards, self.ends and {laid[0], laid[-1]} == ends, laid[-1] == cards[-1])
        )

    # --- the result -------------------------------------------------------------------------

    def score(self, hand: Iterable[Card]) -> int:
        """Return the score of a hand (§1.4)."""
        counts = self.counts
        return sum([counts[card] for card in hand])

    def returns(self, state: State) -> tuple[float, ...]:
        """Return the share of the win, or minus the points added (§7)."""
        scores = [self.score(hand) for hand in state.hands]
        low, caller = min(scores), state.caller
        if self.points:
            alone = caller is None or not self.options["assaf"] or (scores[caller] == low and scores.count(low) == 1)
            if alone:
                return tuple(0.0 if score == low else float(-score) for score in scores)
            rest = min(score for seat, score in enumerate(scores) if seat != caller)
            penalty = int(self.options["assaf"])
            return tuple(
                float(-score - penalty) if seat == caller else 0.0 if score == rest else float(-score)
                for seat, score in enumerate(scores)
            )
        lowest = [seat for seat, score in enumerate(scores) if score == low]
        if self.seats == 2 and len(lowest) == 2 and caller is not None:
            lowest = [1 - caller]
        share = 1.0 / len(lowest)
        return tuple(share if seat in lowest else 0.0 for seat in range(self.seats))

    def opening(self) -> Standing:
        """Return the standing before the first deal."""
        return Standing((0.0,) * self.seats)

    def carry(self, standing: Standing, state: State) -> Standing:
        """Return the standing after a finished deal: totals, the next opener, the winners (§2.2, §7)."""
        returns = self.returns(state)
        limit, last = int(self.options["limit"]), int(self.options["deals"])
        deals = standing.deals + 1
        sign = -1.0 if self.points else 1.0
        totals = [before + sign * gained for before, gained in zip(standing.scores, returns, strict=True)]
        if self.options["halve"] == "yes" and self.points:
            totals = [
                total / 2 if gained and total in (limit / 2, limit) else total
                for total, gained in zip(totals, returns, strict=True)
            ]
        over = (limit and max(totals) > limit and self.points) or (last and deals >= last)
        best = min(totals) if self.points else max(totals)
        winners = tuple(seat for seat, total in enumerate(totals) if abs(total - best) < 1e-9) if over else ()
        first = (state.first + 1) % self.seats
        if self.options["start"] == "winner":
            after = state.caller if state.caller is not None else state.first
            top = max(returns)
            first = next(
                seat % self.seats for seat in range(after, after + self.seats) if returns[seat % self.seats] == top
            )
        return Standing(tuple(totals), deals, first, winners)

    # --- what a seat knows --------------------------------------------------------------------

    def observe(self, state: State, seat: int) -> Observation:
        """Return the observation of a seat (§9). All hands are open after the end of the deal."""
        hands, known, stack, top, buried, mover, turn, _, views, _, first, scores, caller = state
        shown = hands if mover is None else (*known[:seat], hands[seat], *known[seat + 1 :])
        fields = zip(self.places[seat], map(len, (*hands, top, buried, stack)), (*shown, top, buried, ()), strict=True)
        zones = tuple(map(new, repeat(Zone), fields))
        facts = {"rules": self.spec, "first": first, "caller": caller, "to_move": mover}
        legal = self._legal(hands[seat], self.ends and len(top) > 1) if mover == seat else ()
        return new(Observation, (seat, turn, zones, facts, views[seat], legal, scores))

    def determinize(self, observation: Observation, rng: Random) -> State:
        """Return a random state that fits the observation, drawn uniformly. Raises Refusal if there is none."""
        world = sample_world(self.deck, self.seats, observation, rng)
        facts = observation.facts
        return State(
            world.hands,
            world.known,
            world.stack,
            observation.zone("pile").cards,
            observation.zone("buried").cards,
            facts["to_move"],
            observation.turn,
            world.reshuffles,
            world.views,
            rng.getrandbits(64),
            facts["first"],
            observation.scores,
            facts["caller"],
        )

    # --- cards --------------------------------------------------------------------------------

    def face(self, card: Card) -> str:
        """Return the name of a card: `Kc`, `10h`, jokers `X1` and `X2`."""
        return NAMES[card]

    def card(self, text: str) -> Card:
        """Return the card named `Kc`, `k♣`, `10h`, `Th`, `X1`. Raises Refusal if there is none."""
        return read_card(text, len(self.deck))


def put(row: Sequence[T], seat: int, item: T) -> tuple[T, ...]:
    """Return `row` with another item at index `seat`.

    >>> put((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    changed = list(row)
    changed[seat] = item
    return tuple(changed)


@cache
def laying(laid: tuple[Card, ...], two: bool = False) -> tuple[Action, ...]:
    """Return the actions of one discard, with each take, from the stack first. If `two`, the pile has an end b."""
    return tuple([Action("discard", laid, to) for to in (TAKES if two else TAKES[:2])])
