"""What a bid or a card of Schafkopf does, in plain words (`Words.reason`). Standard library only."""

from __future__ import annotations

from ...core import Action, Card, Observation
from .cards import CONTRACTS, NAMES, POINTS, RUF, SIE, TRUMP, Contract, suit_name
from .parsing import points, wins
from .rules import PASS, Schafkopf

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def reason(game: Schafkopf, seen: Observation, action: Action) -> str:
    """Describe what a bid or a card does: `trumps in with the lowest winner: 14 points in the trick`."""
    if action.verb == "play":
        return _card(game, seen, action.cards[0])
    if action.verb == "bid":
        return _bid(seen, CONTRACTS[action.to])
    if action == PASS:
        return _pass(seen)
    return "doubles what the deal pays, won or lost"


def _bid(seen: Observation, contract: Contract) -> str:
    hand = seen.zone("hand").cards
    held = [card for card in hand if contract.suit[card] == TRUMP]
    heads = {name: sum(NAMES[card][1:] == rank for card in held) for rank, name in (("O", "Ober"), ("U", "Unter"))}
    if contract.kind == SIE:
        return "holds the highest trumps and no other card"
    told = f"{_NUMBERS[len(held)]} trump{'s' * (len(held) != 1)}"
    high = " and ".join(f"{_NUMBERS[count]} {name}{'s' * (count != 1)}" for name, count in heads.items() if count)
    told += f" with {high}" if high and len(held) > sum(heads.values()) else f": {high}" if high else ""
    if contract.kind == RUF and contract.called is not None:
        return f"{told}; the holder of {NAMES[contract.called]} is the partner"
    return f"{told}; alone against three{', who may take no trick' if contract.tout else ''}"


def _pass(seen: Observation) -> str:
    phase = seen.facts["phase"]
    if phase in ("contra", "retour"):
        return "leaves what the deal pays as it is"
    if phase == "knock":
        return "does not double the deal"
    normal = CONTRACTS["ruf-eichel"]
    count = sum(normal.suit[card] == TRUMP for card in seen.zone("hand").cards)
    return f"offers no game; {_NUMBERS[count]} trump{'s' * (count != 1)} in a Sauspiel"


# --- cards ----------------------------------------------------------------------------------------


def _card(game: Schafkopf, seen: Observation, card: Card) -> str:
    contract, trick = CONTRACTS[seen.facts["contract"]], seen.zone("trick").cards
    if not trick:
        return _leads(game, seen, contract, card)
    suit, strength = contract.suit, contract.strength
    led, lying, last = suit[trick[0]], points(trick), len(trick) == game.seats - 1
    now = (*trick, card)
    if wins(contract, now) == card:
        allowed = [action.cards[0] for action in seen.legal if action.verb == "play"]
        winners = [other for other in allowed if wins(contract, (*trick, other)) == other]
        lowest = len(winners) > 1 and strength[card] == min(strength[other] for other in winners)
        how = "trumps in" if suit[card] == TRUMP != led else "takes the trick" if last else "goes ahead in the trick"
        which = " with the lowest winner" if lowest else ""
        return f"{how}{which}: {lying + POINTS[card]} points in it{' so far' * (not last)}"
    ahead = (seen.facts["leader"] + trick.index(wins(contract, trick))) % game.seats
    whose = friend(seen, ahead)
    thrown = f"{'throws ' if suit[card] != led else 'gives '}{_points(POINTS[card])}"
    whom = (
        "a partner who is winning" if whose else "an opponent who is winning" if whose is False else "another's trick"
    )
    return f"{thrown} to {whom}{f': {lying} lie there already' if lying else ''}"


def _leads(game: Schafkopf, seen: Observation, contract: Contract, card: Card) -> str:
    suit, ace, facts = contract.suit, contract.called, seen.facts
    hand = seen.zone("hand").cards
    if ace is not None and not facts["runaway"] and suit[card] == suit[ace]:
        if card == ace:
            return "shows the called ace: everybody knows the partner then"
        if ace in hand:
            return f"runs away: {NAMES[ace]} stays in the hand"
        return f"searches the called ace: whoever holds {NAMES[ace]} must play it"
    higher = [other for other in unseen(game, seen) if suit[other] == suit[card]]
    higher = [other for other in higher if contract.strength[other] > contract.strength[card]]
    name = suit_name(suit[card])
    told = f"leads {name}, {_points(POINTS[card])}: "
    if suit[card] == TRUMP:
        over = f"{len(higher)} higher trump{'s' * (len(higher) != 1)} unseen"
        return told + (over if higher else "no higher trump is left in other hands")
    return told + (f"{len(higher)} higher {name} unseen" if higher else f"only a trump beats {NAMES[card]}")


def unseen(game: Schafkopf, seen: Observation) -> list[Card]:
    """Return the cards in other hands: those that the seat neither holds nor has seen played."""
    known = {card for zone in seen.zones for card in zone.cards}
    return [card for card in game.deck if card not in known]


def friend(seen: Observation, seat: int) -> bool | None:
    """Return whether another seat is known to be on the observer's side; None if it is not known."""
    facts = seen.facts
    declarer, partner = facts["declarer"], facts["partner"]
    if declarer is None:
        return False
    if facts["side"] == "declarer":
        if seat in (declarer, partner):
            return True
        return None if facts["called"] and partner is None else False
    if seat in (declarer, partner):
        return False
    return True if not facts["called"] or partner is not None or seat in facts["doublers"][:1] else None


def _points(count: int) -> str:
    return f"{count} point{'s' * (count != 1)}" if count else "no points"
