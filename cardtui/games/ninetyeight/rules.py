"""The rules of 98 cards, a solo game. Section numbers (§) refer to RULES.md beside this file. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from ...core import Action, Card, Event, Observation, Refusal, Standing, Zone, quoted
from ...entries.setups import each_once, malformed
from ...entries.spaces import SEAT, Actions, Fact, number
from ...options import Value, rule_set
from .rulesets import OPTIONS, RULE_SETS

LOW, HIGH = 1, 100  # §2.1: the starting values of the stacks
DECK = tuple(range(LOW + 1, HIGH))  # §1.1
HAND = 8  # §1.2
JUMP = 10  # §2.3
TURN = 2  # §3.3, §3.4: cards to lay before drawing
STACKS = ("up1", "up2", "down1", "down2")
UP = (True, True, False, False)
STARTS = (LOW, LOW, HIGH, HIGH)

DRAW = Action("draw")
PLACE = {card: tuple(Action("place", (card,), stack) for stack in STACKS) for card in DECK}
"""The four actions that lay a card, indexed by card; in the order of `STACKS`."""
NAMES = {str(card): card for card in DECK}
ACTIONS = Actions([*(action for card in DECK for action in PLACE[card]), DRAW])
FACTS: Mapping[str, Fact] = {"since": number(0, HAND), "to_move": SEAT}


class State(NamedTuple):
    """The state of a game."""

    hands: tuple[tuple[Card, ...]]
    """The only hand, ascending."""
    stacks: tuple[tuple[Card, ...], ...]
    """The cards of each stack in the order laid."""
    draw: tuple[Card, ...]
    """The draw pile, top first."""
    since: int
    """Number of cards laid since the last draw; 0 where nothing depends on it."""
    seat: int | None
    """The seat to act, 0; None if the game is over."""
    turn: int
    history: tuple[Event, ...]
    scores: tuple[float, ...]


class NinetyEight:
    """98 cards under one rule set, given as typed. Raises Refusal for invalid rules or more than one seat."""

    name = "98"
    unit = "cards"
    total: float | None = None
    deck = DECK
    actions = ACTIONS
    facts = FACTS
    max_turns = len(DECK) + (len(DECK) - HAND) // TURN

    def __init__(self, rules: str = "paper", seats: int = 1) -> None:
        if seats != 1:
            raise Refusal(f"98 is for one seat, not {seats}")
        options, self.spec = rule_set(self.name, OPTIONS, RULE_SETS, rules)
        self.seats = seats
        self.options: Mapping[str, Value] = options
        self.refill = str(options["refill"])
        self._places = lru_cache(maxsize=1 << 8)(_places)

    # --- the deal ---------------------------------------------------------------------------

    def deal(self, rng: Random, standing: Standing | None = None) -> dict[str, Any]:
        """Shuffle the cards (§1.2). Returns {"hand", "stacks", "draw": names of cards, "since", "scores"}."""
        order = [str(card) for card in DECK]
        rng.shuffle(order)
        scores = (standing or self.opening()).scores
        return {
            "hand": order[:HAND],
            "stacks": [[] for _ in STACKS],
            "draw": order[HAND:],
            "since": 0,
            "scores": list(scores),
        }

    def start(self, deal: Any) -> State:
        """Return the state before the first action. Raises Refusal if the deal is malformed.

        Cards may lie on the stacks, so that any position can be set up.
        """
        try:
            hand = tuple(sorted(map(self.card, deal["hand"])))
            stacks = tuple(tuple(map(self.card, stack)) for stack in deal["stacks"])
            draw = tuple(map(self.card, deal["draw"]))
            since = deal["since"]
            scores = tuple(map(float, deal["scores"]))
        except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
            raise malformed(error) from error
        if len(stacks) != len(STACKS):
            raise Refusal(f"the deal needs {len(STACKS)} stacks, not {len(stacks)}")
        each_once(self, sum(stacks, hand + draw), DECK)
        most = {"one": 0, "two": 1, "turn": HAND}[self.refill] if draw else 0
        if type(since) is not int or not 0 <= since <= most:
            raise Refusal(f"since counts the cards laid since the last draw, here 0 … {most}, not {quoted(since)}")
        if len(hand) > HAND or (draw and len(hand) != HAND - since):
            raise Refusal(f"with cards to draw a hand has {HAND - since} cards here, else at most {HAND}")
        if len(scores) != 1 or not abs(scores[0]) < 1e9:
            raise Refusal("the deal needs one score")
        state = State((hand,), stacks, draw, since, 0, 0, (), scores)
        return state if self.legal(state) else state._replace(seat=None)

    # --- the turn ---------------------------------------------------------------------------

    def turn(self, state: State) -> int | None:
        """Return the seat to act, or None if the game is over."""
        return state.seat

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return the legal actions (§2, §3): cards ascending, each on its stacks in their order, then the draw."""
        if state.seat is None:
            return ()
        actions = self._places(state.hands[0], tops(state.stacks))
        return (*actions, DRAW) if self.may_draw(state) else actions

    def may_draw(self, state: State) -> bool:
        """Return whether the player may draw (§3.4)."""
        return self.refill == "turn" and state.since >= TURN and bool(state.draw)

    def apply(self, state: State, action: Action) -> State:
        """Return the next state. Raises Refusal, naming the rule, if `action` is illegal."""
        reason = self.refusal(state, action)
        if reason:
            raise Refusal(reason)
        hand, stacks, draw, since = state.hands[0], state.stacks, state.draw, state.since
        if action == DRAW:
            count = since
        else:
            (card,) = action.cards
            place = STACKS.index(action.to)
            hand = tuple([other for other in hand if other != card])
            stacks = (*stacks[:place], (*stacks[place], card), *stacks[place + 1 :])
            since += 1
            count = since if self.refill == "one" or (self.refill == "two" and since == TURN) else 0
        drawn, draw = draw[:count], draw[count:]
        if drawn:
            hand = tuple(sorted(hand + drawn))
        if count or not draw:
            since = 0
        event = Event(0, action, tuple(sorted(drawn)))
        after = State((hand,), stacks, draw, since, 0, state.turn + 1, (*state.history, event), state.scores)
        return after if self.legal(after) else after._replace(seat=None)

    def refusal(self, state: State, action: Action) -> str:
        """Return why `action` is illegal, in one sentence that names the rule, or "" if it is legal."""
        if state.seat is None:
            return "§4: the game is over"
        verb, cards, to = action
        if verb == "draw":
            if cards or to:
                return "§3.4: to draw, name neither card nor stack"
            if self.refill != "turn":
                return f"§3: cards are drawn by themselves here (refill={self.refill})"
            if not state.draw:
                return "§3.4: the draw pile is empty"
            return "" if self.may_draw(state) else f"§3.4: lay {TURN} cards before you draw, not {state.since}"
        if verb != "place":
            moves = "'place … > …' and 'draw'" if self.refill == "turn" else "'place … > …'"
            return f"§3: {quoted(verb)} is no move; there is {moves}"
        if len(cards) != 1:
            return f"§3.1: lay one card, not {len(cards)}"
        (card,) = cards
        if card not in state.hands[0]:
            return f"§3.1: {card} is not in the hand"
        if to not in STACKS:
            return f"§2.1: lay it on {', '.join(STACKS)}, not on {to or 'nothing'}"
        place = STACKS.index(to)
        top = tops(state.stacks)[place]
        if fits(card, top, UP[place]):
            return ""
        way, back = ("above", top - JUMP) if UP[place] else ("below", top + JUMP)
        jump = f", or the {back}" if back in DECK else ""
        return f"§2.2: {to} takes cards {way} {top}{jump}, not {card}"

    # --- the result -------------------------------------------------------------------------

    def returns(self, state: State) -> tuple[float, ...]:
        """Return the number of cards laid (§5.1)."""
        return (float(sum(map(len, state.stacks))),)

    def opening(self) -> Standing:
        """Return the standing before the first game."""
        return Standing((0.0,))

    def carry(self, standing: Standing, state: State) -> Standing:
        """Return the standing after a finished game; the score is the sum of all results (§5.2)."""
        deals, last = standing.deals + 1, int(self.options["deals"])
        return Standing(
            (standing.scores[0] + self.returns(state)[0],), deals, 0, (0,) if last and deals >= last else ()
        )

    # --- what one knows -----------------------------------------------------------------------

    def observe(self, state: State, seat: int) -> Observation:
        """Return the observation of the seat (§7)."""
        zones = (
            Zone("hand", len(state.hands[0]), state.hands[0]),
            *(Zone(name, len(cards), cards) for name, cards in zip(STACKS, state.stacks, strict=True)),
            Zone("draw", len(state.draw)),
        )
        facts = {"rules": self.spec, "since": state.since, "to_move": state.seat}
        return Observation(seat, state.turn, zones, facts, state.history, self.legal(state), state.scores)

    def determinize(self, observation: Observation, rng: Random) -> State:
        """Return a random state that fits the observation, drawn uniformly: the draw pile in any order.

        Raises Refusal if there is none.
        """
        hand, *stacks = (observation.zone(name).cards for name in ("hand", *STACKS))
        facts = observation.facts
        draw = list(unseen(observation))
        if len(draw) != observation.zone("draw").count or len(set(hand).union(*stacks)) + len(draw) != len(DECK):
            raise Refusal("the hand, the stacks and the draw pile do not hold each card once")
        rng.shuffle(draw)
        return State(
            (hand,),
            tuple(stacks),
            tuple(draw),
            facts["since"],
            facts["to_move"],
            observation.turn,
            observation.history,
            observation.scores,
        )

    # --- cards --------------------------------------------------------------------------------

    def face(self, card: Card) -> str:
        """Return the name of a card: `45`."""
        return str(card)

    def card(self, text: str) -> Card:
        """Return the card named `45`. Raises Refusal if there is none."""
        found = NAMES.get(text.strip())
        if found is None:
            raise Refusal(f"{quoted(text)} is no card; cards are {DECK[0]} … {DECK[-1]}")
        return found


def fits(card: Card, top: int, up: bool) -> bool:
    """Return whether a card can be laid on a stack with this top (§2.2, §2.3).

    >>> fits(45, top=40, up=True)
    True
    >>> fits(30, top=40, up=True)  # exactly 10 back
    True
    >>> fits(31, top=40, up=True)
    False
    """
    return card > top or card == top - JUMP if up else card < top or card == top + JUMP


ASCENDING, DESCENDING = (
    tuple([frozenset([card for card in DECK if fits(card, top, up)]) for top in range(HIGH + 1)])
    for up in (True, False)
)
"""The cards that fit on an ascending or descending stack, indexed by its top."""


def _places(hand: tuple[Card, ...], tops: tuple[int, ...]) -> tuple[Action, ...]:
    """Return all actions that lay a card of the hand on a stack, given the tops of the stacks."""
    low1, low2, high1, high2 = tops
    on1, on2, on3, on4 = ASCENDING[low1], ASCENDING[low2], DESCENDING[high1], DESCENDING[high2]
    actions = []
    for card in hand:
        up1, up2, down1, down2 = PLACE[card]
        if card in on1:
            actions.append(up1)
        if card in on2:
            actions.append(up2)
        if card in on3:
            actions.append(down1)
        if card in on4:
            actions.append(down2)
    return tuple(actions)


def tops(stacks: tuple[tuple[Card, ...], ...]) -> tuple[int, ...]:
    """Return the top of each stack, or its starting value if it is empty (§2.1, §2.4).

    >>> tops(((5, 9), (), (88,), ()))
    (9, 1, 88, 100)
    """
    return tuple([cards[-1] if cards else start for cards, start in zip(stacks, STARTS, strict=True)])


def unseen(observation: Observation) -> tuple[Card, ...]:
    """Return the cards of the draw pile, ascending: all that are neither in the hand nor on a stack."""
    seen = {card for zone in observation.zones for card in zone.cards}
    return tuple(card for card in DECK if card not in seen)
