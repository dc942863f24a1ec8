"""Why an action is illegal, in the players' terms. Section numbers (§) refer to RULES.md. Standard library only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core import Action, Card, quoted
from ...options import nearest
from .bidding import biddable, highest
from .cards import CONTRACTS, LONG, NAMES, SIE, SUITS, TRUMP

if TYPE_CHECKING:
    from .rules import Schafkopf, State

VERBS = ("play", "bid", "pass", "contra", "retour", "knock")


def refusal(game: Schafkopf, state: State, action: Action) -> str:
    """Return why the action is illegal, in one sentence that names the rule, or "" if it is legal."""
    seat, phase = state.seat, state.phase
    if seat is None:
        return "§2.4: the deal is over"
    if action in game.legal(state):
        return ""
    verb, cards, to = action
    if verb not in VERBS:
        return f"§2.4: {quoted(verb)} is no move; the moves are {', '.join(VERBS)}"
    if verb == "play" and (len(cards) != 1 or to):
        return "§7: a turn is one card: 'play HA'"
    if verb == "bid" and (cards or not to):
        return "§5: a bid names a game: 'bid > ruf-eichel'"
    if verb not in ("play", "bid") and (cards or to):
        return f"§2.4: {quoted(verb)} stands alone, without cards"
    if verb == "contra":
        return _contra(game, state, seat)
    if verb == "retour":
        why = "after contra" if phase != "retour" else "by the declarer's side"
        return f"§6.3: retour is said only {why}"
    if phase == "knock":
        return "§3: now each seat may knock, or pass"
    if phase == "bid":
        if verb == "pass":
            return "§9.4: all have passed, so the holder of the Eichel-Ober must play"
        return _bid(game, state, seat, to) if verb == "bid" else "§5: now a game is bid, or passed"
    if phase in ("contra", "retour"):
        return f"§6: now {phase} is asked: say it, or pass"
    return _card(state, seat, cards[0]) if verb == "play" else f"§7: now a card is played; {verb} has had its time"


def _contra(game: Schafkopf, state: State, seat: int) -> str:
    if state.declarer is None:
        return "§6.1: there is no declarer to say contra to"
    if state.doublers:
        return "§6.1: contra has been said already"
    if seat in state.side:
        return "§6.1: only the other side says contra; the holder of the called ace is on the declarer's side"
    return "§6.1: contra is said before the lead" if game.at_lead else "§6.2: contra is said before one's first card"


def _bid(game: Schafkopf, state: State, seat: int, name: str) -> str:
    """Return why a contract cannot be bid."""
    if name == "ruf-herz":
        return "§4.1: Herz is never called, it is trump"
    if name not in CONTRACTS or name == "ramsch":
        return f"§4: there is no game {quoted(name)}{nearest(name, CONTRACTS)}"
    contract = CONTRACTS[name]
    if contract not in game.contracts:
        return f"§12: {name} is not played under these rules ({game.spec})"
    hand = state.hands[seat]
    if name not in biddable((contract,), hand, game.deck):
        if contract.kind == SIE:
            return f"§4.6: a Sie needs the {len(hand)} highest cards"
        assert contract.called is not None
        suit, ace = SUITS[contract.suit[contract.called]].capitalize(), NAMES[contract.called]
        if contract.called in hand:
            return f"§4.1: {ace} is in this hand, so it cannot be called"
        return f"§4.1: to call {ace}, a plain {suit} card is needed; Ober and Unter are trumps"
    best = highest(state.bids, state.first)
    return f"§5.5: {name} is not more than {state.bids[best] if best is not None else 'nothing'}"


def _card(state: State, seat: int, card: Card) -> str:
    hand, trick, contract = state.hands[seat], state.trick, CONTRACTS[state.contract]
    if card not in hand:
        return f"§7: {NAMES[card] if card in LONG else card} is not in this hand"
    called, suit = contract.called, contract.suit
    held = called is not None and called in hand
    home = suit[called] if called is not None else None
    if trick:
        led = suit[trick[0]]
        if held and led == home:
            return f"§7.4: {suit_name(led)} was led, so the called ace {NAMES[called or 0]} must be played"
        if any(suit[other] == led for other in hand):
            having = " ".join(NAMES[other] for other in hand if suit[other] == led)
            return f"§7.2: {suit_name(led)} was led and must be followed: {having}"
        return f"§7.5: the called ace {NAMES[card]} is not thrown off before the last trick"
    return (
        f"§7.6: to lead {NAMES[card]} from under the called ace, its holder needs four cards of that suit, the ace"
        " among them; the ace itself may be led"
    )


def suit_name(suit: int) -> str:
    """Return the name of a suit: `trump`, `Gras`."""
    return "trump" if suit == TRUMP else SUITS[suit].capitalize()
