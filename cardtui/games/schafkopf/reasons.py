"""What a bid or a card of Schafkopf does, in plain words (`Words.reason`). Standard library only."""

from __future__ import annotations

from ...core import Action, Card, Observation
from ...text.language import ENGLISH, Language
from .cards import CONTRACTS, NAMES, POINTS, RUF, SIE, TRUMP, Contract, suit_name
from .parsing import points, wins
from .rules import PASS, Schafkopf

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def reason(game: Schafkopf, seen: Observation, action: Action, say: Language = ENGLISH) -> str:
    """Describe what a bid or a card does: `trumps in with the lowest winner: 14 points in the trick`."""
    if action.verb == "play":
        return _card(game, seen, action.cards[0], say)
    if action.verb == "bid":
        return _bid(seen, CONTRACTS[action.to], say)
    if action == PASS:
        return _pass(seen, say)
    return say("doubles what the deal pays, won or lost")


def _bid(seen: Observation, contract: Contract, say: Language) -> str:
    hand = seen.zone("hand").cards
    held = [card for card in hand if contract.suit[card] == TRUMP]
    obers, unters = (sum(NAMES[card][1:] == rank for card in held) for rank in "OU")
    if contract.kind == SIE:
        return say("holds the highest trumps and no other card")
    named = [_number(obers, "{number} Ober", "{number} Obers", say)] * bool(obers)
    named += [_number(unters, "{number} Unter", "{number} Unters", say)] * bool(unters)
    high = say("{one} and {two}", one=named[0], two=named[1]) if len(named) > 1 else "".join(named)
    told = _trumps(len(held), say)
    if high:
        told = say("{trumps} with {high}" if len(held) > obers + unters else "{trumps}: {high}", trumps=told, high=high)
    if contract.kind == RUF and contract.called is not None:
        return say("{trumps}; the holder of {ace} is the partner", trumps=told, ace=NAMES[contract.called])
    if contract.tout:
        return say("{trumps}; alone, and the others may take no trick", trumps=told)
    return say("{trumps}; alone", trumps=told)


def _pass(seen: Observation, say: Language) -> str:
    phase = seen.facts["phase"]
    if phase in ("contra", "retour"):
        return say("leaves what the deal pays as it is")
    if phase == "knock":
        return say("does not double the deal")
    normal = CONTRACTS["ruf-eichel"]
    count = sum(normal.suit[card] == TRUMP for card in seen.zone("hand").cards)
    return say("offers no game; {trumps} in a Sauspiel", trumps=_trumps(count, say))


def _trumps(count: int, say: Language) -> str:
    return _number(count, "{number} trump", "{number} trumps", say) if count else say("no trumps")


def _number(count: int, one: str, many: str, say: Language) -> str:
    """Return a small number in words: `three trumps`."""
    return say(one if count == 1 else many, number=say(_NUMBERS[count]))


# --- cards ----------------------------------------------------------------------------------------


def _card(game: Schafkopf, seen: Observation, card: Card, say: Language) -> str:
    contract, trick = CONTRACTS[seen.facts["contract"]], seen.zone("trick").cards
    if not trick:
        return _leads(game, seen, contract, card, say)
    suit, strength = contract.suit, contract.strength
    led, lying, last = suit[trick[0]], points(trick), len(trick) == game.seats - 1
    now = (*trick, card)
    if wins(contract, now) == card:
        allowed = [action.cards[0] for action in seen.legal if action.verb == "play"]
        winners = [other for other in allowed if wins(contract, (*trick, other)) == other]
        lowest = len(winners) > 1 and strength[card] == min(strength[other] for other in winners)
        trumped = suit[card] == TRUMP != led
        how = say("trumps in") if trumped else say("takes the trick") if last else say("goes ahead in the trick")
        if lowest:
            how = say("{how} with the lowest winner", how=how)
        sum_ = lying + POINTS[card]
        if last:
            return say("{how}: {count} points in it", how=how, count=sum_)
        return say("{how}: {count} points in it so far", how=how, count=sum_)
    ahead = (seen.facts["leader"] + trick.index(wins(contract, trick))) % game.seats
    whose = friend(seen, ahead)
    if whose:
        whom = say("a partner who is winning")
    else:
        whom = say("an opponent who is winning") if whose is False else say("another's trick")
    given = say("gives {points} to {whom}") if suit[card] == led else say("throws {points} to {whom}")
    told = given.format(points=_points(POINTS[card], say), whom=whom)
    return say("{thrown}: {count} lie there already", thrown=told, count=lying) if lying else told


def _leads(game: Schafkopf, seen: Observation, contract: Contract, card: Card, say: Language) -> str:
    suit, ace, facts = contract.suit, contract.called, seen.facts
    hand = seen.zone("hand").cards
    if ace is not None and not facts["runaway"] and suit[card] == suit[ace]:
        if card == ace:
            return say("shows the called ace: everybody knows the partner then")
        if ace in hand:
            return say("runs away: {ace} stays in the hand", ace=NAMES[ace])
        return say("searches the called ace: whoever holds {ace} must play it", ace=NAMES[ace])
    hidden = unseen(game, seen)
    higher = [other for other in hidden if suit[other] == suit[card]]
    higher = [other for other in higher if contract.strength[other] > contract.strength[card]]
    name = suit_name(suit[card], say)
    if suit[card] == TRUMP:
        over = say.counted(len(higher), "{count} higher trump unseen", "{count} higher trumps unseen")
        over = over if higher else say("no higher trump is left in other hands")
    elif higher:
        over = say("{count} higher {suit} unseen", count=len(higher), suit=name)
    elif any(suit[other] == TRUMP for other in hidden):
        over = say("only a trump beats {card}", card=NAMES[card])
    else:
        over = say("no card in other hands beats {card}", card=NAMES[card])
    return say("leads {suit}, {points}: {over}", suit=name, points=_points(POINTS[card], say), over=over)


def unseen(game: Schafkopf, seen: Observation) -> list[Card]:
    """Return the cards in other hands: those that the seat neither holds nor has seen played."""
    known = {card for zone in seen.zones for card in zone.cards}
    return [card for card in game.deck if card not in known]


def side_of(seen: Observation, seat: int) -> str:
    """Return which side a seat is known to be on: "declarer", "other" or ""."""
    facts = seen.facts
    if facts["declarer"] is None:
        return ""
    if seat in (facts["declarer"], facts["partner"]):
        return "declarer"
    known = facts["partner"] is not None or not facts["called"] or seat in facts["doublers"][:1]
    return "other" if known or (seat == seen.seat and facts["side"] == "other") else ""


def friend(seen: Observation, seat: int) -> bool | None:
    """Return whether another seat is known to be on the observer's side; None if that is not known."""
    if seen.facts["declarer"] is None:
        return False
    side = side_of(seen, seat)
    return side == seen.facts["side"] if side else None


def _points(count: int, say: Language) -> str:
    return say.counted(count, "{count} point", "{count} points") if count else say("no points")
