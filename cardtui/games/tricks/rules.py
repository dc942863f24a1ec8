"""The rules of Tricks. Section numbers (§) refer to RULES.md beside this file. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from random import Random
from typing import Any, NamedTuple

from ...core import Action, Card, Event, Observation, Refusal, Standing, Zone, quoted
from ...entries.setups import IMPOSSIBLE, malformed
from ...entries.spaces import SEAT, Actions, Fact, number
from ...options import Value, rule_set
from .rulesets import OPTIONS, RULE_SETS

SUITS = "cdhs"
COLOUR = 16
"""A card is a number: its colour × COLOUR + its value, whatever the size of the deck."""
EXCHANGE = Event(-1, Action("exchange"))
"""The event that the seats exchange hands (§4.1)."""

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]


class State(NamedTuple):
    """The state of a deal."""

    hands: Hands
    """The cards of each seat, in the order dealt (§2.2)."""
    led: Card | None
    """The card led to the current trick; None if a trick begins."""
    seat: int | None
    """The seat to act; None if the deal is over."""
    turn: int
    """Number of cards played, in both halves."""
    taken: tuple[tuple[int, int], ...]
    """Tricks taken, by half and seat; only for halves that have begun."""
    played: tuple[Card, ...]
    """The cards played in this half, in order."""
    history: tuple[Event, ...]
    """The events. The first is "deal" with all cards, beginning with the first hand."""
    first: int
    """The seat that holds the first hand in the first half."""
    scores: tuple[float, ...]


class Tricks:
    """Tricks under one rule set, given as typed. Raises Refusal for invalid rules or other than two seats."""

    name = "tricks"
    unit = "points"
    total: float | None = 0.0
    bounds = (-1.0, 1.0)

    def __init__(self, rules: str = "tricks", seats: int = 2) -> None:
        if seats != 2:
            raise Refusal(f"tricks is for 2 seats, not {seats}")
        options, self.spec = rule_set(self.name, OPTIONS, RULE_SETS, rules)
        self.seats = seats
        self.options: Mapping[str, Value] = options
        self.n, self.colours = int(options["n"]), int(options["colours"])
        odd = self.n * self.colours % 2  # §1.2
        self.deck = tuple([c * COLOUR + value for c in range(self.colours) for value in range(self.n)][odd:])
        self.halves = 2 if options["duplicate"] == "yes" else 1
        self.revoke = options["revoke"] == "yes"
        self.max_turns = self.halves * len(self.deck)
        self.actions = Actions([PLAYS[card] for card in self.deck])
        self.facts: Mapping[str, Fact] = {
            "first": SEAT,
            "half": number(0, self.halves - 1),
            "taken": number(0, len(self.deck) // 2)._replace(shape=(self.halves, seats)),
            "to_move": SEAT,
        }

    # --- the deal ---------------------------------------------------------------------------

    def deal(self, rng: Random, standing: Standing | None = None) -> dict[str, Any]:
        """Shuffle the cards (§2). Returns {"hands": names of the first and the second hand, "first", "scores"}."""
        standing = standing or self.opening()
        order = [NAMES[card] for card in self.deck]
        rng.shuffle(order)
        half = len(order) // 2
        return {"hands": [order[:half], order[half:]], "first": standing.first, "scores": list(standing.scores)}

    def start(self, deal: Any) -> State:
        """Return the state before the first card. Raises Refusal if the deal is malformed.

        The hands may be any two of equal size, so that any position can be set up.
        """
        try:
            one, two = (tuple(map(self.card, hand)) for hand in deal["hands"])
            first, scores = deal["first"], tuple(map(float, deal["scores"]))
        except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
            raise malformed(error) from error
        if len(one) != len(two) or not one:
            raise Refusal("the deal needs two hands of one size, of at least one card each")
        cards = one + two
        if twice := [NAMES[card] for card in sorted(set(cards)) if cards.count(card) > 1]:
            raise Refusal(f"the deal must hold each card once, not {', '.join(twice)} twice")
        if type(first) is not int or first not in (0, 1):
            raise Refusal("the deal's first must be a seat, 0 or 1")
        if len(scores) != 2 or not all(map(isfinite, scores)):
            raise Refusal("the deal needs 2 scores")
        history = (Event(-1, Action("deal", cards)),)
        return State(seated((one, two), first), None, first, 0, ((0, 0),), (), history, first, scores)

    # --- the turn ---------------------------------------------------------------------------

    def turn(self, state: State) -> int | None:
        """Return the seat to act, or None if the deal is over."""
        return state.seat

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return the legal actions, in the order dealt (§3.2)."""
        if state.seat is None:
            return ()
        return tuple([PLAYS[card] for card in self.allowed(state.hands[state.seat], state.led)])

    def allowed(self, hand: tuple[Card, ...], led: Card | None) -> tuple[Card, ...]:
        """Return the cards of a hand that may be played on `led`, or led if it is None."""
        if led is None or self.revoke:
            return hand
        return following(hand, led) or hand

    def apply(self, state: State, action: Action) -> State:
        """Return the next state. Raises Refusal, naming the rule, if `action` is illegal."""
        hands, led, seat, turn, taken, played, history, first, scores = state
        if seat is None or action not in self.legal(state):
            raise Refusal(self.refusal(state, action))
        card = action.cards[0]
        other = 1 - seat
        kept = tuple([held for held in hands[seat] if held != card])
        hands = (kept, hands[1]) if seat == 0 else (hands[0], kept)
        turn, played, history = turn + 1, (*played, card), (*history, Event(seat, action))
        if led is None:
            return State(hands, card, other, turn, taken, played, history, first, scores)
        winner = seat if beats(card, led) else other
        now = taken[-1]
        taken = (*taken[:-1], (now[0] + 1, now[1]) if winner == 0 else (now[0], now[1] + 1))
        mover: int | None = winner
        if not kept and len(taken) < self.halves:  # §4.1
            mover = 1 - first
            hands, taken, played = seated(first_and_second(history), mover), (*taken, (0, 0)), ()
            history = (*history, EXCHANGE)
        elif not kept:
            mover = None
        return State(hands, None, mover, turn, taken, played, history, first, scores)

    def refusal(self, state: State, action: Action) -> str:
        """Return why `action` is illegal, in one sentence that names the rule, or "" if it is legal."""
        if state.seat is None:
            return "§3.3: the deal is over, all cards are played"
        if action in self.legal(state):
            return ""
        if action.verb != "play":
            return f"§3: {quoted(action.verb)} is no move; there is 'play' with a card"
        if len(action.cards) != 1 or action.to:
            return "§3: play one card, like 'play 7c'"
        (card,) = action.cards
        if card not in state.hands[state.seat]:
            return f"§3: {NAMES[card] if card in self.deck else card} is not in this hand"
        right = " or ".join(NAMES[held] for held in sorted(self.allowed(state.hands[state.seat], state.led)))
        return f"§3.2: {NAMES[card]} does not follow colour; play {right}"

    # --- the result -------------------------------------------------------------------------

    def returns(self, state: State) -> tuple[float, ...]:
        """Return 1 for the winner and -1 for the loser, or 0 in a draw (§5)."""
        first = state.first
        lead = state.taken[0][first] - state.taken[-1][1 - first]
        won = float((lead > 0) - (lead < 0))
        return (won, 0.0 - won) if first == 0 else (0.0 - won, won)

    def opening(self) -> Standing:
        """Return the standing before the first deal."""
        return Standing((0.0, 0.0))

    def carry(self, standing: Standing, state: State) -> Standing:
        """Return the standing after a finished deal: totals, the next first seat, the winners (§2.3, §5.3)."""
        totals = tuple(before + won for before, won in zip(standing.scores, self.returns(state), strict=True))
        deals, last = standing.deals + 1, int(self.options["deals"])
        best = max(totals)
        winners = tuple(seat for seat in (0, 1) if totals[seat] == best) if last and deals >= last else ()
        return Standing(totals, deals, 1 - state.first, winners)

    # --- what a seat knows --------------------------------------------------------------------

    def observe(self, state: State, seat: int) -> Observation:
        """Return the observation of a seat (§7): both hands, the card led, the cards played in this half."""
        zones = [
            Zone("hand" if other == seat else f"hand {other}", len(hand), hand)
            for other, hand in enumerate(state.hands)
        ]
        lies = () if state.led is None else (state.led,)
        zones += [Zone("trick", len(lies), lies), Zone("played", len(state.played), state.played)]
        facts = {
            "rules": self.spec,
            "first": state.first,
            "half": len(state.taken) - 1,
            "taken": [list(row) for row in state.taken],
            "to_move": state.seat,
        }
        legal = self.legal(state) if state.seat == seat else ()
        return Observation(seat, state.turn, tuple(zones), facts, state.history, legal, state.scores)

    def determinize(self, observation: Observation, rng: Random) -> State:
        """Return the only state that fits the observation, by replaying its history. Raises Refusal if none fits."""
        history = observation.history
        if not history or history[0] != Event(-1, Action("deal", history[0].action.cards)):
            raise Refusal(f"{IMPOSSIBLE}: its history must begin with the deal")
        hands = [[self.face(card) for card in hand] for hand in first_and_second(history)]
        state = self.start({"hands": hands, "first": observation.facts["first"], "scores": observation.scores})
        for event in history:
            if event.seat >= 0:
                state = self.apply(state, event.action)
        if self.observe(state, observation.seat)._replace(legal=()) != observation._replace(legal=()):
            raise Refusal(f"{IMPOSSIBLE}: its history leads to another position")
        return state

    # --- cards --------------------------------------------------------------------------------

    def face(self, card: Card) -> str:
        """Return the name of a card: `7c`, `0d`, `12s`."""
        return NAMES[card]

    def card(self, text: str) -> Card:
        """Return the card named `7c`, `7C`, `7♣`. Raises Refusal if it is not in this deck."""
        found = _CARDS.get(text.strip().lower().translate(_SIGNS))
        if found is None or found not in self.deck:
            last = NAMES[self.deck[-1]]
            raise Refusal(f"{quoted(text)} is no card of this deck; cards read like {NAMES[self.deck[0]]}, …, {last}")
        return found


def seated(hands: Hands, owner: int) -> Hands:
    """Return the hands by seat, if `owner` holds the first of them; or the hands by owner, given those by seat."""
    return hands if owner == 0 else (hands[1], hands[0])


def following(hand: tuple[Card, ...], led: Card) -> tuple[Card, ...]:
    """Return the cards of the led colour."""
    return tuple([card for card in hand if card // COLOUR == led // COLOUR])


def beats(card: Card, led: Card) -> bool:
    """Return whether the second card takes the trick (§3.3).

    >>> beats(9, led=7)  # 9♣ on 7♣
    True
    >>> beats(COLOUR + 9, led=7)  # 9♦ on 7♣
    False
    """
    return card > led and card // COLOUR == led // COLOUR


def first_and_second(history: tuple[Event, ...]) -> Hands:
    """Return the two hands as dealt."""
    cards = history[0].action.cards
    return cards[: len(cards) // 2], cards[len(cards) // 2 :]


NAMES = {c * COLOUR + value: f"{value}{suit}" for c, suit in enumerate(SUITS) for value in range(13)}
_CARDS = {name: card for card, name in NAMES.items()}
_SIGNS = str.maketrans("♣♦♥♠", SUITS)


PLAYS = {card: Action("play", (card,)) for card in NAMES}
"""The action that plays each card."""
