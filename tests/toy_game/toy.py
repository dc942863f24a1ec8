"""Toy: each seat lays its three cards in turn, and whoever laid the highest card wins. A law alone, in one file."""

from typing import NamedTuple

from cardtui.core import Action, Event, Observation, Refusal, Standing, Zone
from cardtui.entries import GameEntry
from cardtui.options import Setting, rule_set

OPTIONS = {"deals": Setting(3, "deals after which a match ends (0: never)", low=0, high=100)}
RULE_SETS: dict[str, dict[str, float]] = {"toy": {}}
NAMES = [f"{number}{suit}" for number in range(2, 10) for suit in "cdhs"]
SIGNS = str.maketrans("♣♦♥♠", "cdhs")


class State(NamedTuple):
    hands: tuple
    rest: tuple
    table: tuple
    history: tuple
    scores: tuple


class Toy:
    name, unit, total = "toy", "wins", 1.0

    def __init__(self, rules="toy", seats=2):
        self.options, self.spec = rule_set("toy", OPTIONS, RULE_SETS, rules)
        self.seats, self.max_turns = seats, 3 * seats

    def deal(self, rng, standing=None):
        cards = rng.sample(NAMES, len(NAMES))
        hands = [cards[3 * seat : 3 * seat + 3] for seat in range(self.seats)]
        scores = list((standing or self.opening()).scores)
        return {"hands": hands, "rest": cards[3 * self.seats :], "scores": scores}

    def start(self, deal):
        try:
            hands = tuple(tuple(sorted(map(self.card, hand))) for hand in deal["hands"])
            rest = tuple(sorted(map(self.card, deal["rest"])))
            return State(hands, rest, (), (), tuple(deal["scores"]))
        except (KeyError, TypeError, AttributeError) as error:
            raise Refusal(f"the deal is malformed: {error}") from error

    def turn(self, state):
        return len(state.table) % self.seats if len(state.table) < self.max_turns else None

    def legal(self, state):
        seat = self.turn(state)
        return () if seat is None else tuple(Action("play", (card,)) for card in state.hands[seat])

    def apply(self, state, action):
        if action not in self.legal(state):
            raise Refusal("play a card of your hand, such as 'play 7h'")
        seat = self.turn(state)
        hand = tuple(card for card in state.hands[seat] if (card,) != action.cards)
        hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
        history = (*state.history, Event(seat, action))
        return State(hands, state.rest, state.table + action.cards, history, state.scores)

    def returns(self, state):
        best = state.table.index(max(state.table)) % self.seats
        return tuple(float(seat == best) for seat in range(self.seats))

    def observe(self, state, seat):
        zones = [
            Zone("hand", len(hand), hand) if other == seat else Zone(f"hand {other}", len(hand))
            for other, hand in enumerate(state.hands)
        ]
        zones += [Zone("rest", len(state.rest)), Zone("table", len(state.table), state.table)]
        facts = {"rules": self.spec, "to_move": self.turn(state)}
        legal = self.legal(state) if self.turn(state) == seat else ()
        return Observation(seat, len(state.table), tuple(zones), facts, state.history, legal, state.scores)

    def determinize(self, seen, rng):
        known = {card for zone in seen.zones for card in zone.cards}
        unseen = [card for card in range(len(NAMES)) if card not in known]
        rng.shuffle(unseen)
        hands = [
            zone.cards if zone.name == "hand" else tuple(sorted(unseen.pop() for _ in range(zone.count)))
            for zone in seen.hands
        ]
        rest = tuple(sorted(unseen))
        return State(tuple(hands), rest, seen.zone("table").cards, seen.history, seen.scores)

    def opening(self):
        return Standing((0.0,) * self.seats)

    def carry(self, standing, state):
        totals = tuple(map(sum, zip(standing.scores, self.returns(state), strict=True)))
        deals, last = standing.deals + 1, self.options["deals"]
        over = last and deals >= last
        return Standing(
            totals, deals, 0, tuple(seat for seat in range(self.seats) if over and totals[seat] == max(totals))
        )

    def face(self, card):
        return NAMES[card]

    def card(self, text):
        name = text.strip().lower().translate(SIGNS)
        if name not in NAMES:
            raise Refusal(f"{text!r} is no card; cards read like 2c, 9♠")
        return NAMES.index(name)


GAME = GameEntry("toy", Toy, RULE_SETS, seats=(2, 4), options=OPTIONS)
