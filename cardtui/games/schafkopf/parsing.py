"""The input language of Schafkopf. Pure and total: every text gets an answer.

A card is typed as its number or its name (`3`, `EO`, `h10`, or as a French card `qc`, `10h`); any other choice as its
number in the list or its name (`1`, `ruf-eichel`, `solo g`, `p`). An empty line plays the only legal action.
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
    """Interpret `text`, typed with the hand shown as `order`. There are no steps: `pending` is ""."""
    said = _ordered("-".join(text.lower().split()))
    if not said:
        return _nothing(game, seen)
    verb = _SAID.get(said, "")
    if seen.facts["phase"] == "play" and verb not in ("contra", "retour", "knock", "pass"):
        return _card(game, seen, order, said.removeprefix("play-") or said)
    return _choice(game, seen, said, verb)


def prompt(game: Schafkopf, seen: Observation, pending: str = "") -> str:
    """Return what can be typed now, in one line."""
    if len(seen.legal) == 1:
        return f"Enter {_does(seen.legal[0])}, nothing else is allowed"
    if seen.facts["phase"] == "play":
        contra = ", or c for contra" if CONTRA in seen.legal else ""
        return f"a card by its number or face, such as 3 or EO{contra}"
    return " · ".join(f"{number} {name(action)}" for number, action in enumerate(seen.legal, 1))


def _wanted(game: Schafkopf, seen: Observation) -> str:
    """Return the prompt for a refusal, which does not repeat a long list that the table shows already."""
    if len(seen.legal) == 1:
        asked = "" if seen.facts["phase"] in ("play", "bid") else f"{seen.facts['phase']} is asked, "
        return asked + prompt(game, seen)
    if len(seen.legal) < 5 or seen.facts["phase"] == "play":
        return f"type {prompt(game, seen)}"
    return f"type 1 to {len(seen.legal)} or a name, such as {name(seen.legal[1])}"


def name(action: Action) -> str:
    """Return the text that names a choice: `pass`, `ruf-eichel`, `EO`."""
    return NAMES[action.cards[0]] if action.cards else action.to or action.verb


def to_type(order: tuple[Card, ...], action: Action) -> str:
    """Return the text that plays the action: its name, whatever the hand."""
    return name(action)


def title(contract: str) -> str:
    """Return the spoken name of a contract.

    >>> title("ruf-eichel"), title("solo-gras-tout"), title("wenz-gras")
    ('Sauspiel on EA', 'Gras-Solo Tout', 'Gras-Wenz')
    """
    if contract.startswith("ruf-"):
        ace = CONTRACTS[contract].called
        return f"Sauspiel on {NAMES[ace or 0]}"
    kind, *rest = [part.capitalize() for part in contract.split("-")]
    suit = [part for part in rest if part != "Tout"]
    return " ".join(["-".join([*suit, kind]), *rest[len(suit) :]])


def wins(contract: Contract, trick: tuple[Card, ...]) -> Card:
    """Return the card that wins the trick so far."""
    return trick[winner(contract, trick)]


def points(cards: Iterable[Card]) -> int:
    """Return the card points of the cards."""
    return sum(POINTS[card] for card in cards)


def _nothing(game: Schafkopf, seen: Observation) -> Typed:
    """Interpret the empty line."""
    if len(seen.legal) == 1:
        action = seen.legal[0]
        return Typed(f"Enter {_does(action)}: nothing else is allowed", True, action, "", "", action.cards)
    return Typed("", False, None, "", _wanted(game, seen) if seen.legal else "it is not your turn")


def _does(action: Action) -> str:
    return f"plays {name(action)}" if action.cards else "passes" if action == PASS else f"says {name(action)}"


def _number(said: str) -> int | None:
    """Return the number that `said` is, or None. A number too long for any list counts as 0."""
    return (int(said) if len(said) < 9 else 0) if said.isascii() and said.isdigit() else None


def _no(reason: str, cards: tuple[Card, ...] = ()) -> Typed:
    return Typed(reason, False, None, "", reason, cards)


# --- bids and doublings ---------------------------------------------------------------------------


def _choice(game: Schafkopf, seen: Observation, said: str, verb: str) -> Typed:
    """Interpret a choice from the numbered list."""
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
    """Return a contract in its listed form, with synonyms replaced; other texts are unchanged.

    >>> _ordered("gras-solo"), _ordered("sauspiel-eichel")
    ('solo-gras', 'ruf-eichel')
    """
    parts = [_SYNONYMS.get(part, part) for part in said.split("-")]
    return "-".join(sorted(parts, key=lambda part: _PLACES.get(part, 1)))


def _begins(said: str, full: str) -> bool:
    """Return whether `said` abbreviates `full`, part by part.

    >>> _begins("so-g", "solo-gras")
    True
    """
    parts, whole = said.split("-"), full.split("-")
    return len(parts) <= len(whole) and all(b.startswith(a) and a for a, b in zip(parts, whole, strict=False))


def _chosen(game: Schafkopf, seen: Observation, action: Action) -> Typed:
    return Typed(_outlook(game, seen, action), True, action)


def _outlook(game: Schafkopf, seen: Observation, action: Action) -> str:
    """Describe what a choice would mean."""
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
    """Interpret a card typed as its number or name."""
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
    """Return a French card as a German one; other texts are unchanged.

    >>> _german("q♣"), _german("10h")
    ('eo', 'h10')
    """
    rank, suit = said[:-1], said[-1]
    if suit in _FRENCH and rank in ("a", "k", "q", "j", "t", "10", "9", "8", "7"):
        return _FRENCH[suit] + _FRENCH_RANK.get(rank, rank)
    return said


def _effect(game: Schafkopf, seen: Observation, card: Card) -> str:
    """Describe what a card does to the trick."""
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
    """Describe what leading this card tells about the called ace."""
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
    """Return why an action is illegal, as the rules put it, from what the seat sees."""
    facts = seen.facts
    hands = tuple(zone.cards for zone in seen.hands)
    state = State(
        hands, hands, facts["phase"], seen.seat, seen.turn, facts["first"], tuple(facts["knocks"]),
        tuple(facts["bids"]), facts["contract"], facts["declarer"], None, facts["partner"], tuple(facts["doublers"]),
        facts["leader"], seen.zone("trick").cards, runaway=facts["runaway"],
    )  # fmt: skip
    return refusal(game, state, action)
