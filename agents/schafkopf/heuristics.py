"""The hand-written players of the source project (SchafkopfRL by Tobias Emrich).

The role of a seat is derived from its own observation, so that one bot may sit in several seats.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from random import Random

from cardtui.core import Action, Card, Decision, Observation
from cardtui.games.schafkopf.cards import ACES, CONTRACTS, POINTS, TRUMP
from cardtui.games.schafkopf.rules import PASS, Schafkopf

from ..uniform import pick

SOLOS = tuple(name for name in CONTRACTS if name.startswith(("solo-", "wenz-")) and not name.endswith("tout"))
Choice = tuple[tuple[Action, ...], str]
"""Equally likely actions, and an explanation."""


class Ruled(ABC):
    """A player by rules that may leave several actions, of which it draws one."""

    def __init__(self, game: Schafkopf) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision."""
        yield pick(*self.choose(observation), rng)

    @abstractmethod
    def choose(self, seen: Observation) -> Choice:
        """Return the actions to choose from, and why."""


class Coward(Ruled):
    """Chooses at random, but never plays alone and never doubles."""

    def choose(self, seen: Observation) -> Choice:
        """Return the actions to choose from, and why."""
        tame = tuple([action for action in seen.legal if action.verb == "play" or _tame(action)])
        return tame or seen.legal, "any card" if seen.legal[-1].verb == "play" else "never alone, never doubles"


class RuleBased(Ruled):
    """Plays alone with enough trumps, else bids a random Sauspiel; leads trumps on the declarer's side only."""

    def choose(self, seen: Observation) -> Choice:
        """Return the actions to choose from, and why."""
        phase = seen.facts["phase"]
        if phase == "knock":
            return _knock(seen)
        if phase == "bid":
            return _bid(seen)
        doubling = [action for action in seen.legal if action.verb in ("contra", "retour")]
        if doubling and _held(seen, seen.facts["contract"]) * 4 >= len(_hand(seen)) * 3:
            return (doubling[0],), "doubles: three quarters of its hand are trumps"
        if seen.legal[-1].verb != "play":
            return (PASS,), "too few trumps to double"
        return _play(seen, tuple([action.cards[0] for action in seen.legal if action.verb == "play"]))


def _tame(action: Action) -> bool:
    return action == PASS or (action.verb == "bid" and action.to.startswith("ruf"))


# --- before the play ----------------------------------------------------------------------------


def _knock(seen: Observation) -> Choice:
    if _held(seen, "ruf-eichel") >= 3:
        return (Action("knock"),), "three of four cards are trumps"
    return (PASS,), "too few trumps to knock"


def _bid(seen: Observation) -> Choice:
    legal = {action.to: action for action in seen.legal if action.verb == "bid"}
    if "sie" in legal:
        return (legal["sie"],), "the highest trumps and no other card"
    hand = _hand(seen)
    best = max(SOLOS, key=lambda contract: _held(seen, contract))
    if best in legal and _held(seen, best) >= len(hand) - 1:
        return (legal[best],), f"{_held(seen, best)} trumps"
    for contract in ("wenz", "geier"):
        if contract in legal and _held(seen, contract) >= 2 and _losers(hand, contract) < 2:
            return (legal[contract],), f"{_held(seen, contract)} trumps and hardly a loser beside the aces"
    calls = tuple([action for contract, action in legal.items() if contract.startswith("ruf")])
    if calls and _held(seen, "ruf-eichel") * 2 >= len(hand):
        return calls, "half its hand are trumps; any ace will do"
    if PASS in seen.legal:
        return (PASS,), "too few trumps"
    return seen.legal, "must play"


def _losers(hand: tuple[Card, ...], contract: str) -> int:
    """Return the number of plain cards in suits of which the hand does not hold the ace."""
    suit = CONTRACTS[contract].suit
    held = {suit[card] for card in hand if card in ACES}
    return sum(suit[card] not in held | {TRUMP} for card in hand)


# --- the play -----------------------------------------------------------------------------------


def _play(seen: Observation, legal: tuple[Card, ...]) -> Choice:
    if len(legal) == 1:
        return _any(legal, "the only card")
    contract = CONTRACTS[seen.facts["contract"]]
    suit, strength = contract.suit, contract.strength
    if contract.name == "ramsch":
        return _any((min(legal, key=lambda card: strength[card]),), "the weakest card, in a Ramsch")
    strong = sorted([card for card in legal if suit[card] == TRUMP], key=lambda card: strength[card])
    plain = tuple([card for card in legal if suit[card] != TRUMP])
    led = {suit[event.action.cards[0]] for event in seen.history if event.action.verb == "trick"}
    safe = tuple([card for card in plain if card in ACES and suit[card] not in led and card != contract.called])
    trick = seen.zone("trick").cards
    if trick:
        first = suit[trick[0]]
        if first == TRUMP:
            return _any(legal, "any card on a trump")
        if strong and first in led:
            return _any((strong[0],), "takes a suit led before with its lowest trump")
        if strong:
            fat = [card for card in strong if POINTS[card] >= 10]
            return _any(((fat or strong)[-1],), "takes a suit led for the first time with a trump that counts")
        ace = tuple([card for card in safe if suit[card] == first])
        return _any(ace or legal, "the ace: its suit is led for the first time" if ace else "any card")
    if seen.facts["side"] == "declarer":
        if strong:
            return _any(tuple(dict.fromkeys((strong[0], strong[-1]))), "a declarer leads its lowest or highest trump")
        return _any(safe or legal, "an ace of a suit not led yet" if safe else "any card, as it has no trump")
    if contract.called is not None and suit[contract.called] not in led:
        search = tuple([card for card in plain if suit[card] == suit[contract.called]])
        if search:
            return _any(search, "searches the called ace")
    if safe:
        return _any(safe, "an ace of a suit not led yet")
    return _any(plain or legal, "no trump, as it is against the declarer" if plain else "only trumps left")


def _any(cards: tuple[Card, ...], why: str) -> Choice:
    return tuple([Action("play", (card,)) for card in cards]), why


def _hand(seen: Observation) -> tuple[Card, ...]:
    return seen.zone("hand").cards


def _held(seen: Observation, contract: str) -> int:
    """Return the number of trumps of a contract in the hand."""
    suit = CONTRACTS[contract].suit
    return sum([suit[card] == TRUMP for card in _hand(seen)])
