"""Mau-Mau: the law. Sections (§) are those of RULES.md beside this file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from random import Random
from typing import Any, NamedTuple

from cardtui.core import Action, Card, Event, Observation, Refusal, Standing, Zone, quoted
from cardtui.entries.setups import IMPOSSIBLE
from cardtui.entries.spaces import FLAG, SEAT, Actions, choice, number
from cardtui.options import Value, rule_set

from .cards import (
    ACE,
    DECK,
    EIGHT,
    JACK,
    KEYS,
    NAMES,
    SEVEN,
    SUIT_NAMES,
    SUITS,
    points,
    rank,
    read_card,
    shuffled,
    suit,
)
from .rulesets import OPTIONS, RULE_SETS
from .worlds import sample_world

MAX_TURNS = 200
"""§5.2."""
PASS = Action("pass")
SHUFFLE = Event(-1, Action("shuffle"))
"""§3.3: the pile but its top has gone under the stack."""

Cards = tuple[Card, ...]
Shuffle = Callable[[Cards], Cards]


class State(NamedTuple):
    """One moment of a deal."""

    hands: tuple[Cards, ...]
    """Each ascending."""
    stack: Cards
    """The next to be drawn first."""
    pile: Cards
    """In the order laid: the top is last."""
    seat: int | None
    """To act; None: over."""
    turn: int
    """Actions so far."""
    owed: int
    """How many cards the seat to act must draw for sevens; 0: none."""
    wish: str
    """The suit that is wished; "": none."""
    drawn: Card | None
    """What the seat to act has just drawn and may lay now."""
    shuffles: int
    history: tuple[Event, ...]
    """With all that was drawn."""
    key: int
    first: int
    scores: tuple[float, ...]


class MauMau:
    """Mau-Mau under one rule set. `rules` as typed, 2 to 4 seats; Refusal for anything else."""

    name = "mau-mau"
    max_turns = MAX_TURNS

    def __init__(self, rules: str = "common", seats: int = 2) -> None:
        if not 2 <= seats <= 4:
            raise Refusal(f"mau-mau is for 2 to 4 seats, not {seats}")
        options, self.spec = rule_set(self.name, OPTIONS, RULE_SETS, rules)
        self.seats = seats
        self.options: Mapping[str, Value] = options
        self.points = options["scoring"] == "points"
        self.unit = "points" if self.points else "wins"
        self.total = None if self.points else 1.0
        self.deck = DECK
        ways = [action for card in DECK for last in (False, True) for action in laying(card, last)]
        self.actions = Actions(dict.fromkeys([*ways, *map(drawing, range(2 * len(SUITS) + 1))]))
        self.facts = {
            "first": SEAT,
            "to_move": SEAT,
            "owed": number(0, 2 * len(SUITS)),
            "wish": choice("", *SUITS),
            "drawn": FLAG,
        }

    # --- the deal ---------------------------------------------------------------------------

    def deal(self, rng: Random, standing: Standing | None = None) -> dict[str, Any]:
        """§2: {"hands", "pile", "stack": faces, "key", "first", "scores"}."""
        standing = standing or self.opening()
        order, size = list(NAMES), int(self.options["hand"])
        rng.shuffle(order)
        cut = size * self.seats
        return {
            "hands": [order[size * seat : size * (seat + 1)] for seat in range(self.seats)],
            "pile": order[cut : cut + 1],
            "stack": order[cut + 1 :],
            "key": rng.getrandbits(64),
            "first": standing.first,
            "scores": list(standing.scores),
        }

    def start(self, deal: Any) -> State:
        """The state before the first action. Hands may be of any size, so that positions can be made by hand."""
        try:
            hands = [tuple(map(self.card, hand)) for hand in deal["hands"]]
            pile, stack = tuple(map(self.card, deal["pile"])), tuple(map(self.card, deal["stack"]))
            key, first, scores = deal["key"], deal["first"], tuple(map(float, deal["scores"]))
        except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
            raise Refusal(f"the deal is malformed: {quoted(error)}") from error
        return self.begin(hands, pile, stack, key, first, scores)

    def begin(
        self, hands: Sequence[Cards], pile: Cards, stack: Cards, key: int, first: int, scores: tuple[float, ...]
    ) -> State:
        """The state before the first action, of cards. Refusal where they are no deal."""
        if len(hands) != self.seats or not all(hands) or len(pile) != 1:
            raise Refusal(f"the deal needs {self.seats} hands of at least one card, and a pile of one")
        if sorted([*sum(hands, ()), *pile, *stack]) != list(DECK):
            raise Refusal(f"the deal must hold each of the {len(DECK)} cards once")
        if type(key) is not int or not 0 <= key < KEYS or type(first) is not int or not 0 <= first < self.seats:
            raise Refusal("the deal's key must be a 64-bit number and first a seat")
        if len(scores) != self.seats or not all(map(isfinite, scores)):
            raise Refusal(f"the deal needs {self.seats} scores")
        opened = (Event(-1, Action("open", pile)),)
        dealt = tuple(tuple(sorted(hand)) for hand in hands)
        return State(dealt, stack, pile, first, 0, 0, "", None, 0, opened, key, first, scores)

    # --- the turn ---------------------------------------------------------------------------

    def turn(self, state: State) -> int | None:
        """The seat to act."""
        return state.seat

    def legal(self, state: State) -> tuple[Action, ...]:
        """§3: cards to lay, in card order, then drawing or passing."""
        if state.seat is None:
            return ()
        hand = state.hands[state.seat]
        laid = hand if state.drawn is None else (state.drawn,)
        actions = [action for card in laid if self.fits(state, card) for action in laying(card, last=len(hand) == 1)]
        return (*actions, PASS if state.drawn is not None else drawing(self.to_draw(state)))

    def fits(self, state: State, card: Card) -> bool:
        """Whether a card may be laid now (§3.1, §4)."""
        top = state.pile[-1]
        if state.owed:
            return rank(card) == SEVEN and self.options["sevens"] == "pass"
        if rank(card) == JACK:
            return rank(top) != JACK or self.options["jacks"] == "yes"
        return suit(card) == state.wish if state.wish else suit(card) == suit(top) or rank(card) == rank(top)

    def to_draw(self, state: State) -> int:
        """How many cards drawing takes now (§3.2, §3.4, §4.1)."""
        return min(max(1, state.owed), len(state.stack) + len(state.pile) - 1)

    def apply(self, state: State, action: Action) -> State:
        """The next state."""
        return self.after(state, action, lambda cards: shuffled(cards, state.key, state.shuffles))

    def after(self, state: State, action: Action, shuffle: Shuffle) -> State:
        """The next state; `shuffle` orders the cards that go under the stack."""
        seat = state.seat
        if seat is None or action not in self.legal(state):
            raise Refusal(self.refusal(state, action))
        if action.verb == "play":
            state = self._lay(state, seat, action)
        elif action == PASS:
            state = self._next(state._replace(owed=0, drawn=None, history=(*state.history, Event(seat, action))))
        else:
            state = self._draw(state, seat, action, shuffle)
        state = state._replace(turn=state.turn + 1)
        return state._replace(seat=None, drawn=None) if state.turn == MAX_TURNS else state  # §5.2

    def _lay(self, state: State, seat: int, action: Action) -> State:
        (card,) = action.cards
        hand = tuple([held for held in state.hands[seat] if held != card])
        state = state._replace(
            hands=put(state.hands, seat, hand),
            pile=(*state.pile, card),
            owed=state.owed + 2 if rank(card) == SEVEN else 0,
            wish=action.to,
            drawn=None,
            history=(*state.history, Event(seat, action)),
        )
        if not hand:  # §5.1
            return state._replace(seat=None, owed=0)
        if rank(card) == ACE and self.options["aces"] == "again":
            return state
        return self._next(state, 2 if rank(card) == EIGHT else 1)

    def _draw(self, state: State, seat: int, action: Action, shuffle: Shuffle) -> State:
        count, stack = self.to_draw(state), state.stack
        if count > len(stack):  # §3.3
            stack += shuffle(state.pile[:-1])
            shuffles, history = state.shuffles + 1, (*state.history, SHUFFLE)
            state = state._replace(pile=state.pile[-1:], shuffles=shuffles, history=history)
        gained = stack[:count]
        drawn = state._replace(
            hands=put(state.hands, seat, tuple(sorted(state.hands[seat] + gained))),
            stack=stack[count:],
            history=(*state.history, Event(seat, action, gained)),
        )
        return self._next(drawn._replace(owed=0)) if state.owed else drawn._replace(drawn=gained[0])

    def _next(self, state: State, step: int = 1) -> State:
        return state._replace(seat=((state.seat or 0) + step) % self.seats)

    def refusal(self, state: State, action: Action) -> str:
        """Why `action` is illegal: one sentence that names the rule; "" when it is legal."""
        legal, seat = self.legal(state), state.seat
        if seat is None:
            return "§5: the deal is over"
        if action in legal:
            return ""
        if action.verb != "play":
            others = " or ".join(other.verb for other in legal if other.verb != "play")
            return f"§3: {quoted(action.verb)} cannot be done now; there is {others}, or 'play' with a card that fits"
        if len(action.cards) != 1:
            return "§3.1: lay one card, such as 'play 7h'"
        (card,) = action.cards
        if card not in state.hands[seat]:
            return f"§3.1: {NAMES[card] if card in DECK else card} is not in this hand"
        if state.drawn not in (None, card):
            return f"§3.2: only the card just drawn can be laid now, {NAMES[state.drawn or 0]}"
        if state.owed and not self.fits(state, card):
            instead = " or lay a seven" if self.options["sevens"] == "pass" else ""
            return f"§4.1: draw {state.owed} cards for the seven{instead}"
        if not self.fits(state, card):
            right = f"of {SUIT_NAMES[state.wish]}, which is wished" if state.wish else f"on {NAMES[state.pile[-1]]}"
            return f"§3.1: {NAMES[card]} does not fit {right}"
        if rank(card) == JACK and len(state.hands[seat]) > 1:
            return "§4.3: with a jack wish a suit: 'play Jc > h', where c d h s are the suits"
        return f"§4.3: {NAMES[card]} wishes no suit"

    # --- the result -------------------------------------------------------------------------

    def returns(self, state: State) -> tuple[float, ...]:
        """§6.1, §6.2: the share of the win, or the points lost."""
        if self.points:
            return tuple(-float(points(hand)) for hand in state.hands)
        fewest = min(map(len, state.hands))
        winners = [len(hand) == fewest for hand in state.hands]
        return tuple(float(won) / sum(winners) for won in winners)

    def opening(self) -> Standing:
        """A match of nothing to nothing."""
        return Standing((0.0,) * self.seats)

    def carry(self, standing: Standing, state: State) -> Standing:
        """§2.3, §6.3: totals, the next opener, and who won the match."""
        totals = tuple(before + now for before, now in zip(standing.scores, self.returns(state), strict=True))
        deals, last, limit = standing.deals + 1, int(self.options["deals"]), int(self.options["limit"])
        over = (last and deals >= last) or (self.points and limit and -min(totals) >= limit)
        best = max(totals)
        winners = tuple(seat for seat, total in enumerate(totals) if over and abs(total - best) < 1e-9)
        return Standing(totals, deals, (state.first + 1) % self.seats, winners)

    # --- what a seat knows --------------------------------------------------------------------

    def observe(self, state: State, seat: int) -> Observation:
        """§8. After the end all hands lie open."""
        zones = [
            Zone("hand", len(hand), hand)
            if other == seat
            else Zone(f"hand {other}", len(hand), hand if state.seat is None else ())
            for other, hand in enumerate(state.hands)
        ]
        zones += [Zone("pile", len(state.pile), state.pile), Zone("stack", len(state.stack))]
        facts = {
            "rules": self.spec,
            "first": state.first,
            "to_move": state.seat,
            "owed": state.owed,
            "wish": state.wish,
            "drawn": state.drawn is not None,
        }
        history = tuple([e._replace(gain=()) if e.gain and e.seat != seat else e for e in state.history])
        legal = self.legal(state) if state.seat == seat else ()
        return Observation(seat, state.turn, tuple(zones), facts, history, legal, state.scores)

    def determinize(self, observation: Observation, rng: Random) -> State:
        """A state drawn uniformly from those that give this observation. Refusal when there is none.

        The hidden cards are drawn (see `worlds`), and what happened is played again among them.
        """
        try:
            world = sample_world(observation, rng)
            first, key = observation.facts["first"], rng.getrandbits(64)
            state = self.begin(world.hands, world.pile, world.stack, key, first, observation.scores)
            orders = iter(world.shuffles)
            for event in observation.history:
                if event.seat >= 0:
                    if event.seat != state.seat:
                        raise Refusal(f"{IMPOSSIBLE}: in its history seat {event.seat} acts out of turn")
                    state = self.after(state, event.action, lambda cards: next(orders, ()))
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise error if isinstance(error, Refusal) else Refusal(f"{IMPOSSIBLE}: {quoted(error)}") from error
        if self.observe(state, observation.seat)._replace(legal=()) != observation._replace(legal=()):
            raise Refusal(f"{IMPOSSIBLE}: its history leads to another position")
        return state

    # --- cards --------------------------------------------------------------------------------

    def face(self, card: Card) -> str:
        """`Jc`, `10h`."""
        return NAMES[card]

    def card(self, text: str) -> Card:
        """The card named `Jc`, `j♣`, `10h`, `Th`."""
        return read_card(text)


def laying(card: Card, last: bool) -> tuple[Action, ...]:
    """The ways to lay a card: a jack with each wish, unless it is the hand's last one (§4.3, §5.1)."""
    if rank(card) == JACK and not last:
        return tuple([Action("play", (card,), wish) for wish in SUITS])
    return (Action("play", (card,)),)


def drawing(count: int) -> Action:
    """The action that draws so many cards: `draw`, `draw2`, …; passing where there is none (§3.4)."""
    return Action("draw" if count == 1 else f"draw{count}") if count else PASS


def put(hands: tuple[Cards, ...], seat: int, hand: Cards) -> tuple[Cards, ...]:
    """The hands with another one at a seat."""
    return (*hands[:seat], hand, *hands[seat + 1 :])
