"""Why an action is illegal, in the players' terms. Section numbers (§) refer to RULES.md. Standard library only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core import Action, Card, quoted
from ...options import nearest
from ...text.language import ENGLISH, Language
from .bidding import biddable, highest
from .cards import CONTRACTS, LONG, NAMES, SIE, faces, spoken, suit_name

if TYPE_CHECKING:
    from .rules import Schafkopf, State

VERBS = ("play", "bid", "pass", "contra", "retour", "knock")


def refusal(game: Schafkopf, state: State, action: Action, say: Language = ENGLISH) -> str:
    """Return why the action is illegal, in one sentence that names the rule, or "" if it is legal."""
    seat, phase = state.seat, state.phase
    if seat is None:
        return say("§2.4: the deal is over")
    if action in game.legal(state):
        return ""
    verb, cards, to = action
    if verb not in VERBS:
        return f"§2.4: {quoted(verb)} is no move; the moves are {', '.join(VERBS)}"
    if verb == "play" and (len(cards) != 1 or to):
        return "§7: play one card, like 'play HA'"
    if verb == "bid" and (cards or not to):
        return "§5: a bid names a game, like 'bid > ruf-eichel'"
    if verb not in ("play", "bid") and (cards or to):
        return f"§2.4: {quoted(verb)} stands alone, without cards"
    if verb == "contra":
        return _contra(game, state, seat, say)
    if verb == "retour":
        if phase == "retour":
            return say("§6.3: Re is said only by the declarer's side")
        if not state.doublers:
            return say("§6.3: Re is said only after Kontra")
    if phase == "knock":
        return say("§3: now knock, or pass")
    if phase == "bid":
        if verb == "pass":
            return say("§9.4: all have passed, so the holder of the Eichel-Ober must play")
        return _bid(game, state, seat, to, say) if verb == "bid" else say("§5: now bid a game, or pass")
    if phase == "contra":
        return say("§6: now say Kontra, or pass")
    if phase == "retour":
        return say("§6: now say Re, or pass")
    if verb == "play":
        return _card(state, seat, cards[0], say)
    return say("§7: now play a card; it is too late for {said}", said=said(action))


def said(action: Action) -> str:
    """Return a choice other than a card as it is said at the table.

    >>> said(Action("contra")), said(Action("bid", (), "solo-gras"))
    ('Kontra', 'Gras-Solo')
    """
    return {"contra": "Kontra", "retour": "Re", "knock": "klopfen"}.get(action.verb) or spoken(action.to or action.verb)


def _contra(game: Schafkopf, state: State, seat: int, say: Language) -> str:
    if state.declarer is None:
        return say("§6.1: there is no declarer to say Kontra to")
    if state.doublers:
        return say("§6.1: Kontra has been said already")
    if seat in state.side:
        return say("§6.1: only the other side says Kontra; the holder of the called ace is on the declarer's side")
    if game.at_lead:
        return say("§6.1: Kontra is said before the lead")
    return say("§6.2: say Kontra before playing your first card")


def _bid(game: Schafkopf, state: State, seat: int, name: str, say: Language) -> str:
    """Return why a contract cannot be bid."""
    if name == "ruf-herz":
        return say("§4.1: Herz is never called, it is trump")
    if name == "ramsch":
        return say("§9.3: a Ramsch is never bid, only played when all pass")
    if name not in CONTRACTS:
        return f"§4: there is no game {quoted(name)}{nearest(name, CONTRACTS)}"
    contract = CONTRACTS[name]
    if contract not in game.contracts:
        return say("§12: {name} is not played under these rules ({rules})", name=spoken(name), rules=game.spec)
    hand = state.hands[seat]
    if name not in biddable((contract,), hand, game.deck):
        if contract.kind == SIE:
            return say("§4.6: a Sie needs the {count} highest cards", count=len(hand))
        assert contract.called is not None
        suit, ace = suit_name(contract.suit[contract.called]), NAMES[contract.called]
        if contract.called in hand:
            return say("§4.1: {ace} is in this hand, so it cannot be called", ace=ace)
        return say("§4.1: to call {ace}, a plain {suit} card is needed; Ober and Unter are trumps", ace=ace, suit=suit)
    best = highest(state.bids, state.first)
    assert best is not None
    return say("§5.5: {name} is not more than {best}", name=spoken(name), best=spoken(state.bids[best]))


def _card(state: State, seat: int, card: Card, say: Language) -> str:
    hand, trick, contract = state.hands[seat], state.trick, CONTRACTS[state.contract]
    if card not in hand:
        return say("§7: {card} is not in this hand", card=NAMES[card] if card in LONG else card)
    called, suit = contract.called, contract.suit
    held = called is not None and called in hand
    home = suit[called] if called is not None else None
    if trick:
        led = suit[trick[0]]
        if held and led == home:
            ace = NAMES[called or 0]
            return say("§7.4: {suit} was led, so the called ace {ace} must be played", suit=suit_name(led), ace=ace)
        if any(suit[other] == led for other in hand):
            having = faces(other for other in hand if suit[other] == led)
            return say("§7.2: {suit} was led and must be followed: {cards}", suit=suit_name(led, say), cards=having)
        return say("§7.5: the called ace {ace} is not thrown off before the last trick", ace=NAMES[card])
    return say(
        "§7.6: to lead {card} from under the called ace, its holder needs four cards of that suit, the ace among them;"
        " the ace itself may be led",
        card=NAMES[card],
    )
