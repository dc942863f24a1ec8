"""What a person types at Schafkopf's table. Pure and total: every text gets an answer.

A card by its number or its face (`3`, `EO`, `h10`; as a French card `qc`, `10h`); what is asked otherwise by its number
in the list or by name (`1`, `ruf-eichel`, `solo g`, `p`). An empty line stands for the only thing that is allowed.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...core import Action, Card, Observation, Refusal, quoted
from ...wording import Typed
from .cards import CONTRACTS, NAMES, POINTS, RUF, RUNAWAY, SIE, Contract, winner
from .refusals import refusal, suit_name
from .rules import CONTRA, PASS, Schafkopf, State
from .settlement import runners

_SAID = {
    **dict.fromkeys(("p", "pass", "weiter"), "pass"),
    **dict.fromkeys(("k", "knock", "klopfen"), "knock"),
    **dict.fromkeys(("c", "contra", "kontra", "spritze", "stoss", "stoß"), "contra"),
    **dict.fromkeys(("r", "re", "retour"), "retour"),
    **dict.fromkeys(("alte", "auf-die-alte"), "ruf-eichel"),
    **dict.fromkeys(("blaue", "auf-die-blaue"), "ruf-gras"),
    **dict.fromkeys(("bumpel", "auf-die-bumpel"), "ruf-schellen"),
}
_SYNONYMS = {"sauspiel": "ruf", "rufspiel": "ruf", "laub": "gras", "farbwenz": "wenz", "du": "tout"}
_PLACES = {"ruf": 0, "wenz": 0, "geier": 0, "solo": 0, "tout": 2}
_FRENCH = {"♣": "e", "♠": "g", "♥": "h", "♦": "s", "c": "e", "s": "g", "h": "h", "d": "s"}
_FRENCH_RANK = {"q": "o", "j": "u", "t": "10"}


def read(game: Schafkopf, seen: Observation, order: tuple[Card, ...], text: str, pending: str = "") -> Typed:
    """What `text` means for the seat of `seen` with its hand shown as `order`. There are no steps: `pending` is ""."""
    said = _ordered("-".join(text.lower().split()))
    if not said:
        return _nothing(game, seen)
    verb = _SAID.get(said, "")
    if seen.facts["phase"] == "play" and verb not in ("contra", "retour", "knock", "pass"):
        return _card(game, seen, order, said.removeprefix("play-") or said)
    return _choice(game, seen, said, verb)


def prompt(game: Schafkopf, seen: Observation, pending: str = "") -> str:
    """What can be typed now, in one line."""
    if len(seen.legal) == 1:
        return f"Enter {_does(seen.legal[0])}, nothing else is allowed"
    if seen.facts["phase"] == "play":
        contra = ", or c for contra" if CONTRA in seen.legal else ""
        return f"a card by its number or face, such as 3 or EO{contra}"
    return " · ".join(f"{number} {name(action)}" for number, action in enumerate(seen.legal, 1))


def _wanted(game: Schafkopf, seen: Observation) -> str:
    """The prompt for a refusal: a long list stands on the table already."""
    if len(seen.legal) == 1:
        asked = "" if seen.facts["phase"] in ("play", "bid") else f"{seen.facts['phase']} is asked, "
        return asked + prompt(game, seen)
    if len(seen.legal) < 5 or seen.facts["phase"] == "play":
        return f"type {prompt(game, seen)}"
    return f"type 1 to {len(seen.legal)} or a name, such as {name(seen.legal[1])}"


def name(action: Action) -> str:
    """What a choice is typed as: `pass`, `ruf-eichel`, `EO`."""
    return NAMES[action.cards[0]] if action.cards else action.to or action.verb


def to_type(order: tuple[Card, ...], action: Action) -> str:
    """What one types to do this: its name, whatever the hand."""
    return name(action)


def title(contract: str) -> str:
    """A contract as it is said: `Sauspiel on EA`, `Gras-Solo Tout`, `Gras-Wenz`."""
    if contract.startswith("ruf-"):
        ace = CONTRACTS[contract].called
        return f"Sauspiel on {NAMES[ace or 0]}"
    kind, *rest = [part.capitalize() for part in contract.split("-")]
    suit = [part for part in rest if part != "Tout"]
    return " ".join(["-".join([*suit, kind]), *rest[len(suit) :]])


def wins(contract: Contract, trick: tuple[Card, ...]) -> Card:
    """The card that wins a trick so far."""
    return trick[winner(contract, trick)]


def points(cards: Iterable[Card]) -> int:
    """What cards count."""
    return sum(POINTS[card] for card in cards)


def _nothing(game: Schafkopf, seen: Observation) -> Typed:
    """The empty line."""
    if len(seen.legal) == 1:
        action = seen.legal[0]
        return Typed(f"Enter {_does(action)}: nothing else is allowed", True, action, "", "", action.cards)
    return Typed("", False, None, "", _wanted(game, seen) if seen.legal else "it is not your turn")


def _does(action: Action) -> str:
    return f"plays {name(action)}" if action.cards else "passes" if action == PASS else f"says {name(action)}"


def _number(said: str) -> int | None:
    """The number that this is, if it is one; one that is too long for any list is 0."""
    return (int(said) if len(said) < 9 else 0) if said.isascii() and said.isdigit() else None


def _no(reason: str, cards: tuple[Card, ...] = ()) -> Typed:
    return Typed(reason, False, None, "", reason, cards)


# --- bids and doublings ---------------------------------------------------------------------------


def _choice(game: Schafkopf, seen: Observation, said: str, verb: str) -> Typed:
    """One of a numbered list."""
    if not seen.legal:
        return _no("it is not your turn")
    if (number := _number(said)) is not None:
        if not 1 <= number <= len(seen.legal):
            return _no(f"there is no {said[:9]} to choose: {_wanted(game, seen)}")
        return _chosen(game, seen, seen.legal[number - 1])
    wanted = [action for action in seen.legal if name(action) == (verb or said)]
    wanted = wanted or [action for action in seen.legal if _begins(said, name(action))]
    whole = [action for action in wanted if name(action).count("-") == said.count("-")]
    wanted = whole if len(whole) == 1 else wanted
    if len(wanted) == 1:
        return _chosen(game, seen, wanted[0])
    if wanted:
        return _no(f"{said} may be {', '.join(map(name, wanted))}")
    if verb in ("pass", "contra", "retour", "knock"):
        return _no(_why(game, seen, Action(verb)))
    known = verb or next((known for known in (*CONTRACTS, "ruf-herz") if _begins(said, known)), "")
    if known:
        return _no(_why(game, seen, Action("bid", (), known)))
    return _no(f"{quoted(said.replace('-', ' '))} means nothing here: {_wanted(game, seen)}")


def _ordered(said: str) -> str:
    """A game as it is listed: `gras-solo` → `solo-gras`, `sauspiel-eichel` → `ruf-eichel`; anything else as it is."""
    parts = [_SYNONYMS.get(part, part) for part in said.split("-")]
    return "-".join(sorted(parts, key=lambda part: _PLACES.get(part, 1)))


def _begins(said: str, full: str) -> bool:
    """Whether `so-g` is short for `solo-gras`."""
    parts, whole = said.split("-"), full.split("-")
    return len(parts) <= len(whole) and all(b.startswith(a) and a for a, b in zip(parts, whole, strict=False))


def _chosen(game: Schafkopf, seen: Observation, action: Action) -> Typed:
    return Typed(_outlook(game, seen, action), True, action)


def _outlook(game: Schafkopf, seen: Observation, action: Action) -> str:
    """What a choice would mean."""
    if action.verb == "bid":
        contract = CONTRACTS[action.to]
        tariff = int(game.options["sauspiel" if contract.kind == RUF else "solo"])
        tariff *= 4 if contract.kind == SIE else 2 if contract.tout else 1
        hand = frozenset(seen.zone("hand").cards)
        trumps = [card for card in contract.trumps if card in game.deck]
        count, held = runners(contract, hand, game.deck)
        with_ = f", {'with' if held else 'without'} {count}" if contract.kind != RUF or held else ""
        whom = "an opponent" if contract.kind == RUF else "each of three"
        mine = len(hand.intersection(trumps))
        return f"{title(action.to)}: {mine} of {len(trumps)} trumps{with_} · {tariff} cents from {whom}"
    doubled = {"knock": "knock", "contra": "contra", "retour": "retour"}.get(action.verb)
    if doubled:
        times = 2 ** (len(seen.facts["knocks"]) + seen.facts["doubled"] + 1)
        return f"{doubled}: the deal then pays {times} times"
    return "pass"


# --- cards ----------------------------------------------------------------------------------------


def _card(game: Schafkopf, seen: Observation, order: tuple[Card, ...], said: str) -> Typed:
    """A card by its number or face."""
    if (number := _number(said)) is not None:
        if not 1 <= number <= len(order):
            return _no(f"§7: there is no card {said[:9]}: yours are 1 to {len(order)}")
        card = order[number - 1]
    else:
        try:
            card = game.card(_german(said))
        except Refusal:
            return _no(f"{quoted(said.replace('-', ' '))} means nothing here: {_wanted(game, seen)}")
    action = Action("play", (card,))
    if not seen.legal:
        return _no("it is not your turn", (card,) if card in order else ())
    if action in seen.legal:
        return Typed(_effect(game, seen, card), True, action, "", "", (card,))
    return _no(_why(game, seen, action), (card,) if card in order else ())


def _german(said: str) -> str:
    """A French card as a German one: `q♣`, `10h`; anything else as it is."""
    rank, suit = said[:-1], said[-1]
    if suit in _FRENCH and rank in ("a", "k", "q", "j", "t", "10", "9", "8", "7"):
        return _FRENCH[suit] + _FRENCH_RANK.get(rank, rank)
    return said


def _effect(game: Schafkopf, seen: Observation, card: Card) -> str:
    """What a card does to the trick."""
    contract = CONTRACTS[seen.facts["contract"]]
    before, face = seen.zone("trick").cards, NAMES[card]
    lying, mine = points(before), POINTS[card]
    if not before:
        return f"{face} leads {suit_name(contract.suit[card])}: {mine} points{_called(seen, contract, card)}"
    now = (*before, card)
    best = wins(contract, now)
    total = f"{lying} + {mine} = {lying + mine} points"
    if len(now) == game.seats:
        return f"{face} takes the trick: {total}" if best == card else f"{face}: {NAMES[best]} takes the trick: {total}"
    return f"{face} wins the trick so far: {total}" if best == card else f"{face}: {NAMES[best]} stays ahead: {total}"


def _called(seen: Observation, contract: Contract, card: Card) -> str:
    """What leading this card says about the called ace."""
    ace = contract.called
    if ace is None or contract.suit[card] != contract.suit[ace] or seen.facts["runaway"]:
        return ""
    if card == ace:
        return " · shows the called ace"
    hand = seen.zone("hand").cards
    if ace in hand:
        return f" · runs away (Davonlaufen: {RUNAWAY} of the suit)"
    return f" · searches for {NAMES[ace]}"


def _why(game: Schafkopf, seen: Observation, action: Action) -> str:
    """The rule that forbids an action: the law's own sentence, on what the seat sees."""
    facts = seen.facts
    hands = tuple(zone.cards for zone in seen.hands)
    state = State(
        hands, hands, facts["phase"], seen.seat, seen.turn, facts["first"], tuple(facts["knocks"]),
        tuple(facts["bids"]), facts["contract"], facts["declarer"], None, facts["partner"], tuple(facts["doublers"]),
        facts["leader"], seen.zone("trick").cards, runaway=facts["runaway"],
    )  # fmt: skip
    return refusal(game, state, action)
