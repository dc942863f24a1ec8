"""The input language of Schafkopf. Pure and total: every text gets an answer.

A card is typed as its number or its name (`3`, `EO`, `h10`, or as a French card `qc`, `10h`). Any other choice is typed
as its number in the list, as it is said at the table (`weiter`, `auf die Alte`, `Gras-Solo`, `Kontra`), or by the name
in the rules (`ruf-eichel`, `solo g`, `p`). `spielen` lists only the games. An empty line plays the only legal action.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence

from ...core import Action, Card, Observation, Refusal, quoted
from ...entries.wording import Typed, refused
from ...text.language import ENGLISH, Language
from .cards import CONTRACTS, NAMES, POINTS, RUF, RUNAWAY, SIE, Contract, spoken, suit_name, winner
from .refusals import refusal, said
from .rules import CONTRA, PASS, Schafkopf, State
from .settlement import least, runners

_SAID = {
    **dict.fromkeys(("p", "pass", "passe", "weiter"), "pass"),
    **dict.fromkeys(("k", "knock", "klopfen", "klopf"), "knock"),
    **dict.fromkeys(("c", "contra", "kontra", "spritze", "stoss", "stoß"), "contra"),
    **dict.fromkeys(("r", "re", "retour"), "retour"),
}
_ACES = {"ruf-eichel": "alte", "ruf-gras": "blaue", "ruf-schellen": "bumpel"}
_PLAY = ("spielen", "spiele", "spiel")
"""How people say that they want to play; which game it is follows."""
_FILLED = ("ich", "i", "auf", "die", "das", "ein", "einen", "aufs")
"""Words said at the table that choose nothing."""
_SYNONYMS = {
    "sauspiel": "ruf",
    "rufspiel": "ruf",
    "laub": "gras",
    "farbwenz": "wenz",
    "du": "tout",
    "hundsgfickte": "bumpel",
}
_PLACES = {"ruf": 0, "wenz": 0, "geier": 0, "solo": 0, "tout": 2}
_FRENCH = {"♣": "e", "♠": "g", "♥": "h", "♦": "s", "c": "e", "s": "g", "h": "h", "d": "s"}
_FRENCH_RANK = {"q": "o", "j": "u", "t": "10"}


def read(
    game: Schafkopf,
    seen: Observation,
    order: tuple[Card, ...],
    text: str,
    pending: str = "",
    say: Language = ENGLISH,
) -> Typed:
    """Interpret `text`, typed with the hand shown as `order`. `pending` is "spielen" once a person wants to play."""
    heard = " ".join(text.split())
    typed = heard.lower().replace(" ", "-")
    if not typed:
        return _nothing(game, seen, pending, say)
    if seen.facts["phase"] == "bid":
        typed, plays = _spoken(typed)
        if plays and not typed and seen.legal:
            return Typed(say("which game?"), True, None, _PLAY[0], say("which game?"))
    typed = _ordered(typed)
    verb = _SAID.get(typed, "")
    if seen.facts["phase"] == "play" and verb not in ("contra", "retour", "knock", "pass"):
        return _card(game, seen, order, typed.removeprefix("play-") or typed, heard, say)
    return _choice(game, seen, typed, heard, verb, pending, say)


def prompt(game: Schafkopf, seen: Observation, pending: str = "", say: Language = ENGLISH) -> str:
    """Return what can be typed now, in one line."""
    if len(seen.legal) == 1:
        return say("Enter {does}, nothing else is allowed", does=_does(seen.legal[0], say))
    if seen.facts["phase"] == "play":
        such = next((NAMES[action.cards[0]] for action in seen.legal if action.cards), NAMES[0])
        if CONTRA in seen.legal:
            return say("a card, such as {card}, or c for Kontra", card=such)
        return say("a card by its number or face, such as {card}", card=such)
    if seen.facts["phase"] != "bid":
        return _listed(seen.legal)
    if pending or PASS not in seen.legal:
        return _games(seen)
    return say("{weiter}, or spielen: {games}", weiter=_listed(seen.legal[:1]), games=_games(seen))


def _games(seen: Observation) -> str:
    """Return the games that can be bid, with their numbers among all choices."""
    return _listed(seen.legal, PASS in seen.legal)


def _listed(legal: Sequence[Action], start: int = 0) -> str:
    return " · ".join(f"{number} {name(action)}" for number, action in enumerate(legal[start:], start + 1))


def _wanted(game: Schafkopf, seen: Observation, pending: str, say: Language) -> str:
    """Return the prompt for a refusal; it does not repeat a long list that the table already shows."""
    told = prompt(game, seen, pending, say)
    if len(seen.legal) == 1:
        asked = {"contra": say("Kontra is asked, "), "retour": say("Re is asked, ")}
        return asked.get(seen.facts["phase"], "") + told
    if len(seen.legal) < 5 or seen.facts["phase"] == "play":
        return say("type {choices}", choices=told)
    return say("type 1 to {count} or a name, such as {name}", count=len(seen.legal), name=name(seen.legal[1]))


def name(action: Action) -> str:
    """Return how a choice is said at the table, and may be typed: `weiter`, `auf die Alte`, `EO`."""
    return NAMES[action.cards[0]] if action.cards else said(action)


def shortened(choice: str, room: int) -> str:
    """Shorten a choice so that it can still be typed: `Gras-Solo Tout` → `Gras-Tout`, `G-Tout`, `G-S-T`.

    In fewer than five cells the result may not be typable, but a Tout still differs from the game without it: `G-T`, in
    a Farbwenz `GWT`.
    """
    brief = choice.removeprefix("auf die ")
    first, *rest = brief.replace(" ", "-").split("-")
    letter = re.sub(r"^(\w)\w+-", r"\1-", brief)
    tout = (brief.replace("Solo ", ""), letter.replace("Solo ", ""))
    initials: tuple[str, ...] = (brief,)
    if rest:
        letters = [first[0], *(part[0] for part in rest)]
        initials = ("-".join(letters), "".join(letters) if letters[1:] == ["W", "T"] else f"{first[0]}-{rest[-1][0]}")
    tries = (choice, brief, letter, *tout, *initials)
    return next((text for text in tries if len(text) <= room), tries[-1][: max(1, room)])


def alike(action: Action) -> Hashable:
    """Return a key shared by actions that mostly do the same: nine, eight and seven of a colour; all Touts."""
    if action.verb == "bid":
        return "tout" if CONTRACTS[action.to].tout else action
    shown = NAMES[action.cards[0]] if action.verb == "play" else ""
    return (action.verb, shown[0]) if shown[1:] in ("9", "8", "7") else action


def to_type(game: Schafkopf, order: tuple[Card, ...], action: Action) -> str:
    """Return the text that plays the action: its name, whatever the hand."""
    return name(action)


def wins(contract: Contract, trick: tuple[Card, ...]) -> Card:
    """Return the card that wins the trick so far."""
    return trick[winner(contract, trick)]


def points(cards: Iterable[Card]) -> int:
    """Return the card points of the cards."""
    return sum(POINTS[card] for card in cards)


def _nothing(game: Schafkopf, seen: Observation, pending: str, say: Language) -> Typed:
    """Interpret the empty line."""
    if len(seen.legal) == 1:
        action, phase = seen.legal[0], seen.facts["phase"]
        if phase == "contra":
            told = say("Enter passes: only the other side says Kontra")
        elif phase == "retour":
            told = say("Enter passes: only the declarer's side says Re")
        else:
            told = say("Enter {does}: nothing else is allowed", does=_does(action, say))
        return Typed(told, True, action, "", "", action.cards)
    return Typed(
        "", False, None, pending, _wanted(game, seen, pending, say) if seen.legal else say("it is not your turn")
    )


def _does(action: Action, say: Language) -> str:
    if action.cards:
        return say("plays {card}", card=name(action))
    return say("passes") if action == PASS else say("says {said}", said=name(action))


def _number(said: str) -> int | None:
    """Return the number that `said` is, or None. A number too long for any list counts as 0."""
    return (int(said) if len(said) < 9 else 0) if said.isascii() and said.isdigit() else None


# --- bids and doublings ---------------------------------------------------------------------------


def _choice(
    game: Schafkopf, seen: Observation, typed: str, heard: str, verb: str, pending: str, say: Language
) -> Typed:
    """Interpret a choice from the numbered list. heard: what was typed, before its words were put in order."""
    if not seen.legal:
        return refused(say("it is not your turn"))
    wanted_now = _wanted(game, seen, pending, say)
    if (number := _number(typed)) is not None:
        if not 1 <= number <= len(seen.legal):
            return refused(
                say("there is no {number} to choose: {wanted}", number=typed[:9], wanted=wanted_now), (), pending
            )
        return _chosen(game, seen, seen.legal[number - 1], say)
    wanted = [action for action in seen.legal if (action.to or action.verb) == (verb or typed)]
    wanted = wanted or [action for action in seen.legal if not action.cards and _means(typed, action)]
    whole = [action for action in wanted if action.to.count("-") == typed.count("-")]
    wanted = whole if len(whole) == 1 else wanted
    if len(wanted) == 1:
        return _chosen(game, seen, wanted[0], say)
    if wanted:
        return _may_be(typed, map(name, wanted), pending, say)
    if verb in ("pass", "contra", "retour", "knock"):
        return refused(_why(game, seen, Action(verb), say), pending=pending)
    contracts = (Action("bid", (), known) for known in (*CONTRACTS, "ruf-herz"))
    if known := next((bid for bid in contracts if _means(typed, bid)), None):
        return refused(_why(game, seen, known, say), pending=pending)
    return _beginning(seen, heard, _nonsense(heard, wanted_now, say), pending, say)


def _beginning(seen: Observation, heard: str, reason: str, pending: str, say: Language) -> Typed:
    """List the choices that begin with the typed text, as they are said at the table; refuse it if there are none."""
    found = [name(action) for action in seen.legal if name(action).lower().startswith(heard.lower())]
    if not found:
        return refused(reason, pending=pending)
    return _may_be(heard, found, pending, say)


def _may_be(typed: str, names: Iterable[str], pending: str, say: Language) -> Typed:
    """List the choices that the typed text leaves open: nothing is wrong with it yet."""
    told = say("{typed} may be {choices}", typed=typed, choices=", ".join(names))
    return Typed(told, True, None, pending, told)


def _nonsense(heard: str, wanted: str, say: Language) -> str:
    return say("{typed} means nothing here: {wanted}", typed=quoted(heard), wanted=wanted)


def _spoken(typed: str) -> tuple[str, bool]:
    """Return what is left of a bid without the words that choose nothing, and whether it says that one wants to play.

    >>> _spoken("ich-spiele-auf-die-alte"), _spoken("spielen")
    (('alte', True), ('', True))
    """
    parts = typed.split("-")
    left = [part for part in parts if part not in (*_PLAY, *_FILLED)]
    plays = any(part in _PLAY for part in parts)
    return ("-".join(left) if left or plays else typed), plays


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


def _means(typed: str, action: Action) -> bool:
    """Return whether `typed` abbreviates a choice, by its name in the rules or at the table.

    >>> _means("so-g", Action("bid", (), "solo-gras")), _means("bl", Action("bid", (), "ruf-gras"))
    (True, True)
    >>> _means("tout", Action("bid", (), "wenz-tout")), _means("tout", Action("bid", (), "solo-gras-tout"))
    (True, True)
    """
    first, *rest = (action.to or action.verb).split("-")
    if "tout".startswith(typed):
        return "tout" in rest
    turned = "-".join([*rest[:1], first, *rest[1:]])  # the suit first, as it is said
    brief = "-".join(rest) if first == "solo" and len(rest) > 1 else ""  # gras-tout
    names = ("-".join([first, *rest]), turned, brief, _ACES.get(action.to, ""))
    return any(_begins(typed, name) for name in names if name)


def _chosen(game: Schafkopf, seen: Observation, action: Action, say: Language) -> Typed:
    return Typed(_outlook(game, seen, action, say), True, action)


def _outlook(game: Schafkopf, seen: Observation, action: Action, say: Language) -> str:
    """Describe what a choice would mean."""
    if action.verb == "bid":
        contract = CONTRACTS[action.to]
        hand = frozenset(seen.zone("hand").cards)
        trumps = [card for card in contract.trumps if card in game.deck]
        count, held = runners(contract, hand, game.deck)
        sure = count >= least(contract) and (held or contract.kind != RUF)  # a partner may hold what this hand lacks
        tariff = int(game.options["sauspiel" if contract.kind == RUF else "solo"])
        tariff += int(game.options["laufende"]) * count * sure
        tariff *= (4 if contract.kind == SIE else 2 if contract.tout else 1) << len(seen.facts["knocks"])
        mine = say("{count} of {all} trumps", count=len(hand.intersection(trumps)), all=len(trumps))
        if held:
            mine += say(", with {count}", count=count)
        elif contract.kind != RUF:
            mine += say(", without {count}", count=count)
        if contract.kind == RUF:
            pays = say("{cents} cents from an opponent", cents=tariff)
        else:
            pays = say("{cents} cents from each of three", cents=tariff)
        ace = f" ({NAMES[contract.called]})" if contract.called is not None else ""
        return f"{spoken(action.to)}{ace}: {mine} · {pays}"
    if action == PASS:
        return name(action)
    times = 2 ** (len(seen.facts["knocks"]) + seen.facts["doubled"] + 1)
    return say("{said}: the deal then pays {times} times its price", said=name(action), times=times)


# --- cards ----------------------------------------------------------------------------------------


def _card(game: Schafkopf, seen: Observation, order: tuple[Card, ...], typed: str, heard: str, say: Language) -> Typed:
    """Interpret a card typed as its number or name."""
    if (number := _number(typed)) is not None:
        if not 1 <= number <= len(order):
            return refused(
                say("§7: there is no card {number}: yours are 1 to {count}", number=typed[:9], count=len(order))
            )
        card = order[number - 1]
    else:
        try:
            card = game.card(_german(typed))
        except Refusal:
            return _beginning(seen, heard, _nonsense(heard, _wanted(game, seen, "", say), say), "", say)
    action = Action("play", (card,))
    if not seen.legal:
        return refused(say("it is not your turn"), (card,) if card in order else ())
    if action in seen.legal:
        return Typed(_effect(game, seen, card, say), True, action, "", "", (card,))
    return refused(_why(game, seen, action, say), (card,) if card in order else ())


def _german(said: str) -> str:
    """Return a French card as a German one; other texts are unchanged.

    >>> _german("q♣"), _german("10h")
    ('eo', 'h10')
    """
    rank, suit = said[:-1], said[-1]
    if suit in _FRENCH and rank in ("a", "k", "q", "j", "t", "10", "9", "8", "7"):
        return _FRENCH[suit] + _FRENCH_RANK.get(rank, rank)
    return said


def _effect(game: Schafkopf, seen: Observation, card: Card, say: Language) -> str:
    """Describe what a card does to the trick."""
    contract = CONTRACTS[seen.facts["contract"]]
    before, face = seen.zone("trick").cards, NAMES[card]
    lying, mine = points(before), POINTS[card]
    if not before:
        suit = suit_name(contract.suit[card], say)
        leads = say("{card} leads {suit}: {points} points", card=face, suit=suit, points=mine)
        return leads + _called(seen, contract, card, say)
    now = (*before, card)
    best = wins(contract, now)
    total = say("{lying} + {more} = {sum} points", lying=lying, more=mine, sum=lying + mine)
    if len(now) == game.seats:
        if best == card:
            return say("{card} takes the trick: {points}", card=face, points=total)
        return say("{card}: {best} takes the trick: {points}", card=face, best=NAMES[best], points=total)
    if best == card:
        return say("{card} wins the trick so far: {points}", card=face, points=total)
    return say("{card}: {best} stays ahead: {points}", card=face, best=NAMES[best], points=total)


def _called(seen: Observation, contract: Contract, card: Card, say: Language) -> str:
    """Describe what leading this card reveals about the called ace."""
    ace = contract.called
    if ace is None or contract.suit[card] != contract.suit[ace] or seen.facts["runaway"]:
        return ""
    if card == ace:
        return say(" · shows the called ace")
    hand = seen.zone("hand").cards
    if ace in hand:
        return say(" · runs away (Davonlaufen: {count} of the suit)", count=RUNAWAY)
    return say(" · searches for {ace}", ace=NAMES[ace])


def _why(game: Schafkopf, seen: Observation, action: Action, say: Language) -> str:
    """Return why an action is illegal, in the words of the rules, from what the seat sees."""
    facts = seen.facts
    hands = tuple(zone.cards for zone in seen.hands)
    state = State(
        hands, hands, facts["phase"], seen.seat, seen.turn, facts["first"], tuple(facts["knocks"]),
        tuple(facts["bids"]), facts["contract"], facts["declarer"], None, facts["partner"], tuple(facts["doublers"]),
        facts["leader"], seen.zone("trick").cards, runaway=facts["runaway"],
    )  # fmt: skip
    return refusal(game, state, action, say)
