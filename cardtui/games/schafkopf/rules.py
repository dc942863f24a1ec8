"""The rules of Schafkopf. Section numbers (§) refer to RULES.md beside this file. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import inf, isfinite
from random import Random
from typing import Any, NamedTuple

from ...core import Action, Card, Event, Observation, Refusal, Standing, Zone
from ...entries.setups import each_once, malformed
from ...entries.spaces import FLAG, SEAT, Actions, Fact, choice, number
from ...options import Value, rule_set
from .bidding import PASSED, allowed, asked_next, biddable, highest, outbidding
from .cards import ACES, CONTRACTS, EICHEL_OBER, LONG, NAMES, SHORT, SIE, playable, read_card, winner
from .refusals import refusal
from .rulesets import OPTIONS, RULE_SETS
from .settlement import Bill, settle, settle_ramsch
from .worlds import knowledge, sample

SEATS = 4
MAX_TURNS = 80
"""An upper bound; at most 70 turns occur.

They are 4 knocks, 28 bids (each seat passes once and bids each of six kinds at most once), 6 doublings and 32 cards.
"""

PASS, KNOCK, CONTRA, RETOUR = Action("pass"), Action("knock"), Action("contra"), Action("retour")
PLAY = tuple(Action("play", (card,)) for card in LONG)
BID = {name: Action("bid", (), name) for name in CONTRACTS}
ACTIONS = Actions([PASS, KNOCK, CONTRA, RETOUR, *BID.values(), *PLAY])
"""All actions. They are the same for all rule sets, so that what is learned under one can play under another."""
FACTS: Mapping[str, Fact] = {
    "phase": choice("knock", "bid", "contra", "retour", "play", "over"),
    "first": SEAT,
    "to_move": SEAT,
    "knocks": SEAT._replace(shape=(SEATS,)),
    "bids": choice("", PASSED, *CONTRACTS)._replace(shape=(SEATS,)),
    "contract": choice("", *CONTRACTS),
    "declarer": SEAT,
    "called": choice("", *[NAMES[card] for card in ACES]),
    "partner": SEAT,
    "side": choice("", "declarer", "other"),
    "doubled": number(0, 2),
    "doublers": SEAT._replace(shape=(2,)),
    "leader": SEAT,
    "runaway": FLAG,
    "pot": number(-inf, inf),
}


class State(NamedTuple):
    """The state of a deal."""

    dealt: tuple[tuple[Card, ...], ...]
    """The whole hands as dealt, each ascending, even while the seats have only their first packets (§3)."""
    hands: tuple[tuple[Card, ...], ...]
    """The cards that each seat holds now, ascending."""
    phase: str
    """The phase: knock, bid, contra, retour, play or over."""
    seat: int | None
    """The seat to act; None if the deal is over."""
    turn: int
    first: int
    """Forehand: the seat that bids first and leads to the first trick."""
    knocks: tuple[int, ...] = ()
    """The seats that knocked."""
    bids: tuple[str, ...] = ("",) * SEATS
    """The last bid of each seat: a contract, "pass", or "" before it was asked."""
    contract: str = ""
    declarer: int | None = None
    called: Card | None = None
    partner: int | None = None
    """The seat that was dealt the called ace."""
    doublers: tuple[int, ...] = ()
    """The seats that said contra and retour, in this order."""
    leader: int = 0
    """The seat that led, or leads, to the current trick."""
    trick: tuple[Card, ...] = ()
    taken: tuple[tuple[Card, ...], ...] = ((),) * SEATS
    """The cards of the tricks that each seat has taken."""
    runaway: bool = False
    """Whether the called ace has been played, or its holder has run away in a finished trick.

    Then it may be played freely (§7.8), and its holder is known.
    """
    history: tuple[Event, ...] = ()
    scores: tuple[float, ...] = (0.0,) * SEATS

    @property
    def tricks(self) -> tuple[int, ...]:
        """The number of tricks taken by each seat."""
        return tuple(len(cards) // SEATS for cards in self.taken)

    @property
    def doubled(self) -> int:
        """The number of doublings: 1 after contra, 2 after retour."""
        return len(self.doublers)

    @property
    def side(self) -> tuple[int, ...]:
        """The declarer, and in a Sauspiel the partner."""
        return tuple(seat for seat in (self.declarer, self.partner) if seat is not None)


class Schafkopf:
    """Schafkopf under one rule set, given as typed. Raises Refusal for invalid rules or other than four seats."""

    name = "schafkopf"
    max_turns = MAX_TURNS
    unit = "cents"
    total: float | None = 0.0
    actions = ACTIONS
    facts = FACTS

    def __init__(self, rules: str = "paper", seats: int = SEATS) -> None:
        if seats != SEATS:
            raise Refusal(f"schafkopf is for {SEATS} seats, not {seats}")
        options, self.spec = rule_set(self.name, OPTIONS, RULE_SETS, rules)
        self.seats = seats
        self.options: Mapping[str, Value] = options
        self.deck = SHORT if options["deck"] == "short" else LONG
        self.contracts = allowed(options)
        self.upgrade = options["upgrade"] == "yes"
        self.knocking = options["klopfen"] == "yes"
        self.at_lead = options["contra"] == "lead"
        self.allpass = str(options["allpass"])
        self.stock = int(options["stock"]) if self.allpass == "redeal" else 0
        self.places = [[f"hand {i}" if i != seat else "hand" for i in range(seats)] for seat in range(seats)]
        self._plays = lru_cache(maxsize=1 << 8)(_plays)

    @property
    def packet(self) -> int:
        """Number of cards of the first packet (§2.2)."""
        return (len(self.deck) // SEATS + 1) // 2

    # --- the deal ---------------------------------------------------------------------------

    def deal(self, rng: Random, standing: Standing | None = None) -> dict[str, Any]:
        """Shuffle the cards (§2). Returns {"hands": four lists of names in the order dealt, "first", "scores"}."""
        standing = standing or self.opening()
        order = [NAMES[card] for card in self.deck]
        rng.shuffle(order)
        size = len(order) // SEATS
        return {
            "hands": [order[size * seat : size * seat + size] for seat in range(SEATS)],
            "first": standing.first,
            "scores": list(standing.scores),
        }

    def start(self, deal: Any) -> State:
        """Return the state before the first action. Raises Refusal if the deal is malformed."""
        try:
            order = [[self.card(face) for face in hand] for hand in deal["hands"]]
            first = deal["first"]
            scores = tuple(map(float, deal["scores"]))
        except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
            raise malformed(error) from error
        size = len(self.deck) // SEATS
        if len(order) != SEATS or any(len(hand) != size for hand in order):
            raise Refusal(f"§2.2: the deal needs {SEATS} hands of {size} cards")
        each_once(self, (card for hand in order for card in hand), self.deck, "§2.2: ")
        if type(first) is not int or not 0 <= first < SEATS:
            raise Refusal("§2.3: the deal's first must be a seat")
        if len(scores) != SEATS or not all(map(isfinite, scores)):
            raise Refusal(f"the deal needs {SEATS} scores")
        dealt = tuple(tuple(sorted(hand)) for hand in order)
        if self.knocking:
            packets = tuple(tuple(sorted(hand[: self.packet])) for hand in order)
            return State(dealt, packets, "knock", first, 0, first, leader=first, scores=scores)
        return State(dealt, dealt, "bid", first, 0, first, leader=first, scores=scores)

    # --- the turn ---------------------------------------------------------------------------

    def turn(self, state: State) -> int | None:
        """Return the seat to act, or None if the deal is over."""
        return state.seat

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return the legal actions, in this order: pass; bids by kind; contra or retour; cards, ascending."""
        seat = state.seat
        if seat is None:
            return ()
        if state.phase == "play":
            contract, trick = state.contract, state.trick
            led = CONTRACTS[contract].suit[trick[0]] if trick else None
            plays = self._plays(contract, state.hands[seat], led, state.runaway)
            return (CONTRA, *plays) if self._first_card(state, seat) else plays
        if state.phase == "bid":
            return self.bids(state, seat)
        if state.phase == "knock":
            return PASS, KNOCK
        if (seat in state.side) == (state.phase == "contra"):
            return (PASS,)
        return PASS, CONTRA if state.phase == "contra" else RETOUR

    def bids(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return what the seat may say when it is asked for a bid (§5, §9.4)."""
        names = biddable(self.contracts, state.hands[seat], self.deck)
        if PASSED in state.bids and highest(state.bids, state.first) is None and "" not in state.bids:
            return tuple(BID[name] for name in names)
        if self.upgrade:
            names = outbidding(names, seat, state.bids, state.first)
        return (PASS, *(BID[name] for name in names))

    def _first_card(self, state: State, seat: int) -> bool:
        """Return whether the seat may say contra before playing its first card (§6.2)."""
        return (
            not self.at_lead
            and not state.doublers
            and state.declarer is not None
            and seat not in (state.declarer, state.partner)
            and len(state.hands[seat]) * SEATS == len(self.deck)
        )

    def apply(self, state: State, action: Action) -> State:
        """Return the next state. Raises Refusal, naming the rule, if `action` is illegal."""
        if action not in self.legal(state):
            raise Refusal(refusal(self, state, action))
        seat = state.seat
        assert seat is not None
        state = state._replace(turn=state.turn + 1, history=(*state.history, Event(seat, action)))
        if action.verb == "play":
            return self._played(state, seat, action.cards[0])
        if action.verb in ("contra", "retour"):
            state = state._replace(doublers=(*state.doublers, seat))
            return self._ask(state, "retour", 0, seat) if action.verb == "contra" else self._play_on(state)
        if state.phase == "knock":
            return self._knocked(state, seat, action)
        if state.phase == "bid":
            return self._bid(state, seat, action)
        asked = (seat - state.first) % SEATS + 1
        return self._ask(state, state.phase, asked, state.declarer if state.phase == "contra" else state.doublers[0])

    def _knocked(self, state: State, seat: int, action: Action) -> State:
        knocks = (*state.knocks, seat) if action == KNOCK else state.knocks
        after = (seat + 1) % SEATS
        if after == state.first:
            return state._replace(knocks=knocks, hands=state.dealt, phase="bid", seat=after)
        return state._replace(knocks=knocks, seat=after)

    def _bid(self, state: State, seat: int, action: Action) -> State:
        bids = (*state.bids[:seat], action.to or PASSED, *state.bids[seat + 1 :])
        state = state._replace(bids=bids)
        after = asked_next(bids, seat, state.first, self.upgrade)
        if after is not None:
            return state._replace(seat=after)
        best = highest(bids, state.first)
        if best is None:
            return self._all_passed(state)
        contract = CONTRACTS[bids[best]]
        called = contract.called
        partner = next(i for i, hand in enumerate(state.dealt) if called in hand) if called is not None else None
        state = state._replace(contract=contract.name, declarer=best, called=called, partner=partner)
        if contract.kind == SIE:
            return state._replace(phase="over", seat=None)
        return self._ask(state, "contra", 0, best) if self.at_lead else self._play_on(state)

    def _all_passed(self, state: State) -> State:
        """Return the state after all seats have passed (§9)."""
        if self.allpass == "ramsch":
            return self._play_on(state._replace(contract="ramsch"))
        if self.allpass == "forced":
            return state._replace(seat=next(i for i, hand in enumerate(state.dealt) if EICHEL_OBER in hand))
        return state._replace(phase="over", seat=None)

    def _ask(self, state: State, phase: str, asked: int, but: int | None) -> State:
        """Return the state that asks the next seat for contra or retour, or starts the play (§6.1, §6.3).

        `asked` seats from forehand on have had their turn; the seat `but` is skipped.
        """
        for step in range(asked, SEATS):
            other = (state.first + step) % SEATS
            if other != but:
                return state._replace(phase=phase, seat=other)
        return self._play_on(state)

    def _play_on(self, state: State) -> State:
        return state._replace(phase="play", seat=(state.leader + len(state.trick)) % SEATS)

    def _played(self, state: State, seat: int, card: Card) -> State:
        hands, trick = state.hands, (*state.trick, card)
        hands = (*hands[:seat], tuple([other for other in hands[seat] if other != card]), *hands[seat + 1 :])
        if len(trick) < SEATS:
            runaway = state.runaway or card == state.called
            return state._replace(hands=hands, trick=trick, seat=(seat + 1) % SEATS, runaway=runaway)
        contract = CONTRACTS[state.contract]
        taker = (state.leader + winner(contract, trick)) % SEATS
        taken = (*state.taken[:taker], state.taken[taker] + trick, *state.taken[taker + 1 :])
        called = state.called
        runaway = called is not None and (state.runaway or contract.suit[trick[0]] == contract.suit[called])  # §7.7
        return state._replace(
            hands=hands,
            trick=(),
            taken=taken,
            leader=taker,
            runaway=runaway or card == called,
            history=(*state.history, Event(-1, Action("trick", trick, str(taker)))),
            seat=taker if hands[taker] else None,
            phase="play" if hands[taker] else "over",
        )

    # --- the result -------------------------------------------------------------------------

    def bill(self, state: State) -> Bill | None:
        """Return the settlement of a finished deal (§8–§10), or None if all passed and nothing was played."""
        doublings = len(state.knocks) + len(state.doublers)
        if state.contract == "ramsch":
            return settle_ramsch(self.options, state.taken, doublings)
        if state.declarer is None:
            return None
        held = frozenset(card for seat in state.side for card in state.dealt[seat])
        return settle(self.options, state.contract, state.side, state.taken, held, self.deck, doublings)

    def returns(self, state: State) -> tuple[float, ...]:
        """Return the four payments of the deal, without the pot (§10)."""
        bill = self.bill(state)
        return tuple(map(float, bill.paid)) if bill else (0.0,) * SEATS

    def opening(self) -> Standing:
        """Return the standing before the first deal."""
        return Standing((0.0,) * SEATS)

    def pot(self, scores: tuple[float, ...]) -> float:
        """Return the amount in the pot: what the seats have paid in and nobody has won (§11.2)."""
        return 0.0 - sum(scores) if self.stock else 0.0

    def carry(self, standing: Standing, state: State) -> Standing:
        """Return the standing after a finished deal: totals with the pot, next forehand, winners (§2.3, §11)."""
        bill = self.bill(state)
        totals = [before + gained for before, gained in zip(standing.scores, self.returns(state), strict=True)]
        first, deals, last = (state.first + 1) % SEATS, standing.deals + 1, int(self.options["deals"])
        if bill is None and self.allpass == "redeal":
            first = state.first
            totals = [total - self.stock for total in totals]
        elif bill is not None:
            share = self.pot(standing.scores) / len(bill.side)
            for seat in bill.side:
                totals[seat] += share if bill.won else -share
        best = max(totals)
        winners = tuple(seat for seat, total in enumerate(totals) if total == best) if last and deals >= last else ()
        return Standing(tuple(totals), deals, first, winners)

    # --- what a seat knows --------------------------------------------------------------------

    def observe(self, state: State, seat: int) -> Observation:
        """Return the observation of a seat (§13). All hands are open after the end of the deal."""
        hands, mover, taken = state.hands, state.seat, state.taken
        shown = hands if mover is None else tuple([hand if i == seat else () for i, hand in enumerate(hands)])
        zones = (
            *map(Zone, self.places[seat], map(len, hands), shown),
            Zone("trick", len(state.trick), state.trick),
            *[Zone(f"won {i}", len(cards), cards) for i, cards in enumerate(taken)],
            Zone("undealt", sum(map(len, state.dealt)) - sum(map(len, hands)) if state.phase == "knock" else 0),
        )
        partner = state.partner
        public = state.runaway or partner in state.doublers[1:]
        facts = {
            "rules": self.spec,
            "phase": state.phase,
            "first": state.first,
            "to_move": mover,
            "knocks": list(state.knocks),
            "bids": list(state.bids),
            "contract": state.contract,
            "declarer": state.declarer,
            "called": "" if state.called is None else NAMES[state.called],
            "partner": partner if public or partner == seat else None,
            "side": "" if state.declarer is None else "declarer" if seat in state.side else "other",
            "doubled": len(state.doublers),
            "doublers": list(state.doublers),
            "leader": state.leader,
            "runaway": state.runaway,
            "pot": self.pot(state.scores),
        }
        legal = self.legal(state) if mover == seat else ()
        return Observation(seat, state.turn, zones, facts, state.history, legal, state.scores)

    def determinize(self, observation: Observation, rng: Random) -> State:
        """Return a random state that fits the observation, drawn uniformly. Raises Refusal if there is none."""
        facts, me = observation.facts, observation.seat
        drawn = sample(knowledge(self, observation), rng)
        zones = [observation.zone(place) for place in self.places[me]]
        dealt = [[*zone.cards, *cards] for zone, cards in zip(zones, drawn, strict=True)]
        hands = tuple(
            tuple(sorted(zone.cards if len(zone.cards) == zone.count else rng.sample(hand, zone.count)))
            for zone, hand in zip(zones, dealt, strict=True)
        )
        for event in observation.history:
            if event.action.verb == "play":
                dealt[event.seat] += event.action.cards
        called = self.card(facts["called"]) if facts["called"] else None
        return State(
            tuple(tuple(sorted(hand)) for hand in dealt),
            hands,
            facts["phase"],
            facts["to_move"],
            observation.turn,
            facts["first"],
            tuple(facts["knocks"]),
            tuple(facts["bids"]),
            facts["contract"],
            facts["declarer"],
            called,
            next((seat for seat, hand in enumerate(dealt) if called in hand), None),
            tuple(facts["doublers"]),
            facts["leader"],
            observation.zone("trick").cards,
            tuple(observation.zone(f"won {seat}").cards for seat in range(SEATS)),
            facts["runaway"],
            observation.history,
            observation.scores,
        )

    # --- cards --------------------------------------------------------------------------------

    def face(self, card: Card) -> str:
        """Return the name of a card: `EO`, `GU`, `HA`, `S10`."""
        return NAMES[card]

    def card(self, text: str) -> Card:
        """Return the card named `EO`, `ha`, `S10`, `ST`. Raises Refusal if there is none."""
        return read_card(text, self.deck)


def _plays(contract: str, hand: tuple[Card, ...], led: int | None, free: bool) -> tuple[Action, ...]:
    return tuple([PLAY[card] for card in playable(CONTRACTS[contract], hand, led, free)])
