"""The pool of Schafkopf: players of various styles that no bot was trained against.

They bid and double like the hand-written player unless their style lies there, and play cards by simple rules of their
own. Another seat is a friend where that is public: the partner of an open Sauspiel, the other opponents of a Solo.
"""

from __future__ import annotations

from cardtui.core import Action, Card, Observation
from cardtui.games.schafkopf.cards import ACES, CONTRACTS, POINTS, TRUMP, Contract, winner
from cardtui.games.schafkopf.rules import PASS, Schafkopf

from ..styles import Choice, Style, hand
from .heuristics import SOLOS, RuleBased


class Smearer(Style):
    """Gives its points to a friend's trick, takes others as cheaply as it can, and otherwise throws away the least."""

    game: Schafkopf
    RUF, SOLO = 4, 7
    """The fewest trumps in eight cards with which it bids a Sauspiel, and a Solo."""
    likes = "points for a friend's trick, others as cheaply as it can"
    """What it says about a card."""

    def choose(self, seen: Observation) -> Choice:
        """Return a bid, a doubling or a card."""
        if seen.legal[-1].verb == "play":
            cards = tuple([action.cards[0] for action in seen.legal if action.verb == "play"])
            doubling = [action for action in seen.legal if action.verb != "play"]
            if doubling and self.doubles(seen):
                return doubling[0], "doubles"
            card = self.card(seen, cards, CONTRACTS[seen.facts["contract"]])
            return Action("play", (card,)), self.likes
        if seen.facts["phase"] == "bid":
            return self.bid(seen), "by its trumps"
        spoken = [action for action in seen.legal if action != PASS]
        return (spoken[0], "doubles") if spoken and self.doubles(seen) else (PASS, "does not double")

    def bid(self, seen: Observation) -> Action:
        """Return the Solo or the Sauspiel that its trumps suffice for, or a pass where one is allowed."""
        legal = {action.to: action for action in seen.legal if action.verb == "bid"}
        solo = max(SOLOS, key=lambda name: _trumps(seen, name))
        if solo in legal and _trumps(seen, solo) >= self.SOLO:
            return legal[solo]
        calls = [action for name, action in legal.items() if name.startswith("ruf")]
        if calls and _trumps(seen, "ruf-eichel") >= self.RUF:
            return calls[0]
        return PASS if PASS in seen.legal else seen.legal[0]

    def doubles(self, seen: Observation) -> bool:
        """Return whether three quarters of the hand are trumps."""
        return _trumps(seen, seen.facts["contract"] or "ruf-eichel") * 4 >= 3 * len(hand(seen))

    def card(self, seen: Observation, cards: tuple[Card, ...], contract: Contract) -> Card:
        """Return the card to play."""
        trick = seen.zone("trick").cards
        if not trick:
            return self.lead(seen, cards, contract)
        if self.held_by_friend(seen, trick, contract):
            return max(cards, key=lambda card: (POINTS[card], -contract.strength[card]))
        taking = _taking(cards, trick, contract)
        return min(taking, key=lambda card: contract.strength[card]) if taking else _least(cards, contract)

    def lead(self, seen: Observation, cards: tuple[Card, ...], contract: Contract) -> Card:
        """Return an ace, or the strongest trump of the declarer's side, or the cheapest card."""
        aces = [card for card in cards if card in ACES and contract.suit[card] != TRUMP]
        trumps = [card for card in cards if contract.suit[card] == TRUMP]
        if trumps and seen.facts["side"] == "declarer":
            return max(trumps, key=lambda card: contract.strength[card])
        return aces[0] if aces else _least(cards, contract)

    def held_by_friend(self, seen: Observation, trick: tuple[Card, ...], contract: Contract) -> bool:
        """Return whether a seat that is known to be on its own side holds the trick."""
        facts, me = seen.facts, seen.seat
        holder = (me - len(trick) + winner(contract, trick)) % 4
        declarers = {facts["declarer"], facts["partner"]} - {None}
        if facts["side"] == "declarer":
            return holder in declarers
        return bool(declarers) and holder not in declarers and (contract.called is None or len(declarers) == 2)


class Timid(RuleBased):
    """Never bids and never doubles; its cards are those of the hand-written player."""

    def choose(self, seen: Observation) -> tuple[tuple[Action, ...], str]:
        """Return a pass wherever it may."""
        if PASS in seen.legal:
            return (PASS,), "never bids"
        plays = tuple([action for action in seen.legal if action.verb == "play"])
        return super().choose(seen._replace(legal=plays or seen.legal))


class Bold(Smearer):
    """Bids everything reasonable: a Sauspiel with three trumps, a Solo with six."""

    RUF, SOLO = 3, 6


class Soloist(Smearer):
    """Plays alone with five trumps, and never calls an ace."""

    RUF, SOLO = 9, 5


class Doubler(Smearer):
    """Doubles if half of its hand are trumps."""

    def doubles(self, seen: Observation) -> bool:
        """Return whether half of the hand are trumps."""
        return _trumps(seen, seen.facts["contract"] or "ruf-eichel") * 2 >= len(hand(seen))


class Trumper(Smearer):
    """Leads trumps for as long as it has any, the strongest first, whatever its side."""

    likes = "leads its strongest trump, and takes as cheaply as it can"

    def lead(self, seen: Observation, cards: tuple[Card, ...], contract: Contract) -> Card:
        """Return the strongest card; trumps are the strongest."""
        return max(cards, key=lambda card: contract.strength[card])


class Miser(Smearer):
    """Never gives points to a trick that it does not take itself, friends or not."""

    likes = "no points for anybody else's trick"

    def held_by_friend(self, seen: Observation, trick: tuple[Card, ...], contract: Contract) -> bool:
        """Return False: it has no friends."""
        return False


class Hawk(Smearer):
    """Takes each trick that it can, with its strongest card, and leads its strongest."""

    likes = "its strongest card, where it takes"

    def card(self, seen: Observation, cards: tuple[Card, ...], contract: Contract) -> Card:
        """Return the strongest card if it takes, else the cheapest."""
        trick = seen.zone("trick").cards
        taking = _taking(cards, trick, contract) if trick else cards
        return max(taking, key=lambda card: contract.strength[card]) if taking else _least(cards, contract)


class Ducker(Smearer):
    """Plays its weakest card at each turn, and so keeps its trumps to the end."""

    likes = "its weakest card"

    def card(self, seen: Observation, cards: tuple[Card, ...], contract: Contract) -> Card:
        """Return the weakest card."""
        return min(cards, key=lambda card: contract.strength[card])


class Searcher(Smearer):
    """Against a Sauspiel it leads the called suit whenever it can; on the declarer's side it leads low trumps."""

    likes = "leads the called suit, or low trumps with the declarer"

    def lead(self, seen: Observation, cards: tuple[Card, ...], contract: Contract) -> Card:
        """Return a card of the called suit, or the weakest trump, or else what the base style leads."""
        trumps = [card for card in cards if contract.suit[card] == TRUMP]
        if seen.facts["side"] == "declarer":
            return min(trumps or cards, key=lambda card: contract.strength[card])
        home = contract.suit[contract.called] if contract.called is not None else None
        asked = [card for card in cards if contract.suit[card] == home]
        return max(asked, key=lambda card: contract.strength[card]) if asked else super().lead(seen, cards, contract)


def _taking(cards: tuple[Card, ...], trick: tuple[Card, ...], contract: Contract) -> list[Card]:
    return [card for card in cards if winner(contract, (*trick, card)) == len(trick)]


def _least(cards: tuple[Card, ...], contract: Contract) -> Card:
    return min(cards, key=lambda card: (POINTS[card], contract.strength[card]))


def _trumps(seen: Observation, contract: str) -> int:
    return sum(CONTRACTS[contract].suit[card] == TRUMP for card in hand(seen))
