"""The guided first deal of Schafkopf. Standard library only."""

from __future__ import annotations

from ...core import Observation
from ...entries.first_deal import FirstDeal
from .cards import COLOUR, CONTRACTS, NAMES, TRUMP, WENZ, Contract, faces, suit_name
from .parsing import points, wins
from .reasons import friend
from .rules import Schafkopf


def trumps(game: Schafkopf, seen: Observation) -> str:
    """The first question for a bid."""
    held = sum(CONTRACTS["ruf-eichel"].suit[card] == TRUMP for card in seen.zone("hand").cards)
    return (
        "Suits: Eichel, Gras, Herz, Schellen. All Ober (O), all Unter (U) and all Herz are trumps, which beat the"
        f" rest. You hold {held} of the 14."
    )


def contra(game: Schafkopf, seen: Observation) -> str:
    """Contra is asked."""
    if seen.facts["phase"] != "contra":
        return ""
    return "Another seat plays. If you think that it will lose, say Kontra: the game then pays double, won or lost."


def retour(game: Schafkopf, seen: Observation) -> str:
    """Contra was said, and retour is asked."""
    if seen.facts["phase"] != "retour":
        return ""
    return (
        "Kontra was said: the game pays double. If you think that your side wins all the same, say Re: it then pays"
        " four times as much."
    )


def alone(game: Schafkopf, seen: Observation) -> str:
    """The person plays alone."""
    contract = _contract(seen)
    if not contract or contract.called is not None or seen.facts["declarer"] != seen.seat:
        return ""
    plain = _trump_suit(contract)
    trumps = f"Trumps are now Ober, Unter and {plain}." if plain else "Only the four Unter are trumps now."
    return f"You play alone against the three others, and need 61 of the 120 points. {trumps}"


def partner(game: Schafkopf, seen: Observation) -> str:
    """The person plays a Sauspiel."""
    called = seen.facts["called"]
    if not called or seen.facts["declarer"] != seen.seat:
        return ""
    return (
        f"You play and have called {called}. Whoever holds it is your partner, but nobody else knows who. You two need"
        " 61 of the 120 points."
    )


def aces(game: Schafkopf, seen: Observation) -> str:
    """The person holds the called ace."""
    if not _playing(seen) or seen.facts["partner"] != seen.seat or seen.facts["runaway"]:
        return ""
    return (
        f"You hold the called {seen.facts['called']}: so you secretly play with the declarer. You two need 61 points."
    )


def against(game: Schafkopf, seen: Observation) -> str:
    """The person plays against the declarer."""
    if not _playing(seen) or seen.facts["side"] != "other":
        return ""
    return "You play against the declarer, with all who are not its partner. 60 of the 120 points are enough for you."


def lead(game: Schafkopf, seen: Observation) -> str:
    """The person leads."""
    if not _playing(seen) or seen.zone("trick").cards:
        return ""
    return "You lead this trick. The others must follow: a trump with a trump, a suit with that suit."


def search(game: Schafkopf, seen: Observation) -> str:
    """The suit of the called ace is led by another."""
    contract, trick = _contract(seen), seen.zone("trick").cards
    if not contract or not trick or contract.called is None or contract.called in trick or seen.facts["runaway"]:
        return ""
    if contract.suit[trick[0]] != contract.suit[contract.called]:
        return ""
    return f"{suit_name(contract.suit[trick[0]])} was led: whoever holds {NAMES[contract.called]} must lay it now."


def found(game: Schafkopf, seen: Observation) -> str:
    """The called ace has been played."""
    facts = seen.facts
    if not _playing(seen) or facts["partner"] is None or seen.seat == facts["partner"] or not facts["runaway"]:
        return ""
    if facts["declarer"] == seen.seat:
        return f"The called {facts['called']} has been played, so all know now who is your partner."
    return f"The called {facts['called']} has been played, so all know now who is the declarer's partner."


def trumped(game: Schafkopf, seen: Observation) -> str:
    """Trump was led."""
    contract, trick = _contract(seen), seen.zone("trick").cards
    if not contract or not trick or contract.suit[trick[0]] != TRUMP or not _has(seen, contract, TRUMP):
        return ""
    plain = _trump_suit(contract)
    if not plain:
        return "Trump was led, so you must lay a trump. From the top: EU GU HU SU."
    return (
        f"Trump was led, so you must lay a trump. From the top: EO GO HO SO, EU GU HU SU, then {plain}: ace, ten, king."
    )


def void(game: Schafkopf, seen: Observation) -> str:
    """The suit led is missing."""
    contract, trick = _contract(seen), seen.zone("trick").cards
    if not contract or not trick or _has(seen, contract, contract.suit[trick[0]]):
        return ""
    name = suit_name(contract.suit[trick[0]])
    if contract.suit[trick[0]] == TRUMP:
        return "You have no trump to follow with, so any card goes. It cannot win this trick."
    return f"You have no {name}: lay what you like. A trump may take the trick; another suit never does."


def suit(game: Schafkopf, seen: Observation) -> str:
    """A plain suit was led."""
    contract, trick = _contract(seen), seen.zone("trick").cards
    if (
        not contract
        or not trick
        or contract.suit[trick[0]] == TRUMP
        or not _has(seen, contract, contract.suit[trick[0]])
    ):
        return ""
    led = suit_name(contract.suit[trick[0]])
    if not _trump_suit(contract):
        return (
            f"{led} was led and you have it, so you must follow. In a Wenz Ober count as their suits; Unter do not:"
            " they are trumps."
        )
    return (
        f"{led} was led and you have it, so you must follow. Ober and Unter do not count as that suit: they are trumps."
    )


def rich(game: Schafkopf, seen: Observation) -> str:
    """Many points lie in the trick."""
    trick = seen.zone("trick").cards
    if points(trick) < 10:
        return ""
    return (
        f"{points(trick)} points lie here. An ace counts 11, a ten 10, a king 4, an Ober 3, an Unter 2, others nothing."
    )


def friendly(game: Schafkopf, seen: Observation) -> str:
    """A partner is winning the trick."""
    contract, trick = _contract(seen), seen.zone("trick").cards
    if not contract or not trick:
        return ""
    ahead = (seen.facts["leader"] + trick.index(wins(contract, trick))) % game.seats
    if not friend(seen, ahead):
        return ""
    return "The trick belongs to your side so far. What you add to it counts for you two."


def allowed(game: Schafkopf, seen: Observation) -> str:
    """Return what may be said or played, and why."""
    contract, trick = _contract(seen), seen.zone("trick").cards
    if not _playing(seen) or not contract:
        if seen.facts["phase"] != "bid":
            return "say it (its number) or pass."
        calls = [NAMES[CONTRACTS[action.to].called or 0] for action in seen.legal if action.to.startswith("ruf-")]
        if calls:
            return f"pass, call an ace you lack ({' / '.join(calls)}), or play alone: Wenz or Solo."
        return "pass, or play alone: Wenz or Solo."
    cards = [action.cards[0] for action in seen.legal if action.verb == "play"]
    if not trick:
        if len(cards) < seen.zone("hand").count:
            return f"lead {faces(cards)} (not from under the called ace)."
        return "lead any card."
    led = contract.suit[trick[0]]
    if contract.called in cards and len(cards) == 1 and led == contract.suit[cards[0]]:
        return f"only play {faces(cards)}: its suit was led and it was called."
    if all(contract.suit[card] == led for card in cards):
        return f"play {faces(cards)}: {suit_name(led)} was led."
    return f"play any card: you have no {suit_name(led)}."


def ended(game: Schafkopf, seen: Observation) -> str:
    """Return the points of both sides, and who won."""
    facts = seen.facts
    if facts["declarer"] is None:
        return "All passed, so nothing is played or paid. Enter deals again, now without the guide."
    side = {facts["declarer"], facts["partner"]}
    took = sum(points(seen.zone(f"won {seat}").cards) for seat in range(game.seats) if seat in side)
    mine = seen.seat in side
    contract = CONTRACTS[facts["contract"]]
    if contract.tout:
        return "The deal is over: a Tout needs all tricks. Enter deals again, now without the guide."
    whose = "Your side" if mine else "The declarer's side"
    if mine == (took > 60):
        return (
            f"{whose} took {took} of 120 points; a declarer needs 61. So you win this deal. Enter deals again, now"
            " without the guide."
        )
    return (
        f"{whose} took {took} of 120 points; a declarer needs 61. So you lose this deal. Enter deals again, now"
        " without the guide."
    )


def _playing(seen: Observation) -> bool:
    return bool(seen.facts["phase"] == "play")


def _contract(seen: Observation) -> Contract | None:
    return CONTRACTS[seen.facts["contract"]] if _playing(seen) else None


def _trump_suit(contract: Contract) -> str:
    """Return the suit that is trump in addition to Ober and Unter; "" in a Wenz, whose only trumps are the Unter."""
    return "" if contract.kind == WENZ else suit_name(COLOUR[contract.trumps[-1]])


def _has(seen: Observation, contract: Contract, suit: int) -> bool:
    return any(contract.suit[card] == suit for card in seen.zone("hand").cards)


FIRST: FirstDeal[Schafkopf] = FirstDeal(
    seed=57,
    bots=("rule-based", "rule-based", "rule-based"),
    coach="rule-based",
    lessons=(
        trumps,
        contra,
        retour,
        alone,
        partner,
        aces,
        against,
        search,
        found,
        void,
        trumped,
        suit,
        lead,
        friendly,
        rich,
    ),
    allowed=allowed,
    ended=ended,
    rules="paper",
)
