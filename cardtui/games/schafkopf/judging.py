"""What the review must know of Schafkopf: judges, deals that fit, kinds of decisions, equal cards. Stdlib only."""

from __future__ import annotations

from collections.abc import Mapping

from ...core import Action, Observation
from ...entries.judging import JudgeEntry, Judging
from .cards import CONTRACTS, POINTS, RAMSCH, RUF, SIE, TRUMP, Contract
from .rules import CONTRA, SEATS, Schafkopf
from .rulesets import OPTIONS
from .settlement import runners
from .worlds import chances

_JUDGES = "cardtui.agents.schafkopf.judges"
PHASES = ("tricks 1-3", "tricks 4-6", "tricks 7-8")
BEFORE = {"knock": "knocking", "bid": "bids", "contra": "doublings", "retour": "doublings"}
"""What the review calls the phases in which no card is played."""
DOUBLINGS = {"contra": 2, "retour": 1, "over": 0}
"""How many doublings may still come, by phase; in the other phases two, Kontra and Re."""
ALL = 32
"""More than the highest number of Laufende."""
CARDS = ("lead", "trump", "follow", "ruff", "discard")
"""The kinds of decisions about a card, apart from those in a Ramsch."""
KINDS = {
    "bid": "bids",
    "knock": "knocking",
    "contra": "Kontra possible",
    "retour": "Re possible",
    "lead": "leads",
    "trump": "following trumps",
    "follow": "following a suit",
    "ruff": "void: trump, smear or discard",
    "discard": "smears and discards",
    "ramsch": "cards of a Ramsch",
}


def kind(game: Schafkopf, seen: Observation) -> str:
    """Return the kind of a decision: a key of KINDS."""
    phase = str(seen.facts["phase"])
    if phase != "play":
        return phase
    if CONTRA in seen.legal:
        return "contra"
    contract, trick = CONTRACTS[seen.facts["contract"]], seen.zone("trick").cards
    if contract.kind == RAMSCH:
        return "ramsch"
    if not trick:
        return "lead"
    suits = {contract.suit[action.cards[0]] for action in seen.legal}
    led = contract.suit[trick[0]]
    if led in suits:
        return "trump" if led == TRUMP else "follow"
    return "ruff" if TRUMP in suits else "discard"


def phase(game: Schafkopf, seen: Observation) -> str:
    """Return the phase of the deal: one of BEFORE, or of PHASES."""
    if before := BEFORE.get(seen.facts["phase"]):
        return before
    return PHASES[sum(seen.zone(f"won {seat}").count for seat in range(game.seats)) // game.seats // 3]


def alike(game: Schafkopf, seen: Observation) -> Mapping[Action, Action]:
    """Return for each legal action the first one that it is equal to.

    Two cards of the hand are equal if they are of one suit and worth the same, and all cards between them are in the
    hand or in finished tricks, so that no card of another seat tells them apart. In a Ramsch no cards are equal, since
    the highest card taken decides ties.
    """
    found = {action: action for action in seen.legal}
    contract = CONTRACTS.get(seen.facts["contract"])
    if seen.facts["phase"] != "play" or contract is None or contract.kind == RAMSCH:
        return found
    mine = set(seen.zone("hand").cards)
    settled = mine.union(*(seen.zone(f"won {seat}").cards for seat in range(game.seats)))
    suit, strength = contract.suit, contract.strength
    order = sorted(game.deck, key=lambda card: (suit[card], strength[card]))
    plays = {action.cards[0]: action for action in seen.legal if action.verb == "play"}
    group: list[int] = []  # cards of the hand without another's card between them
    for card in order:
        if card not in settled or (group and suit[group[-1]] != suit[card]):
            group = []
        if card in mine:
            group.append(card)
            if card in plays:
                same = [other for other in group if other in plays and POINTS[other] == POINTS[card]]
                found[plays[card]] = found[plays[same[0]]]
    first = dict[Action, Action]()
    for action in seen.legal:  # the first legal one of equal actions stands for all
        first.setdefault(found[action], action)
    return {action: first[found[action]] for action in seen.legal}


def stake(game: Schafkopf, seen: Observation) -> float:
    """Return the factor on the prices of rule set `paper`: the tariff, and all knocks and doublings so far."""
    tariff = max(1, int(game.options["solo"])) / int(OPTIONS["solo"].default)
    return float(tariff * 2 ** (len(seen.facts["knocks"]) + seen.facts["doubled"]))


def swing(game: Schafkopf, seen: Observation) -> float:
    """Return the cents between the dearest win and the dearest loss of the deal, as far as the seat can know.

    All doublings that may still come count, and as many Laufende as there are trumps; a seat that plays alone knows how
    many it has.
    """
    facts, named = seen.facts, str(seen.facts["contract"])
    knocks = SEATS if facts["phase"] == "knock" else len(facts["knocks"])
    doublings = DOUBLINGS.get(facts["phase"], 2)
    if facts["phase"] == "play":  # §6.2: Kontra may come until each seat has played a card
        late = game.at_lead or facts["doubled"] or any(seen.zone(f"won {seat}").count for seat in range(SEATS))
        doublings = 0 if late else 2
    factor = 2.0 ** (1 + knocks + int(facts["doubled"]) + doublings)  # won, and lost
    if not named:
        return factor * max(_dearest(game, one, SEATS - 1, ALL) for one in (*game.contracts, CONTRACTS["ramsch"]))
    contract, others, row = CONTRACTS[named], 1, ALL
    if facts["declarer"] == seen.seat and contract.kind != RUF:
        played = [card for event in seen.history if event.seat == seen.seat for card in event.action.cards]
        others, (row, _) = SEATS - 1, runners(contract, frozenset((*seen.zone("hand").cards, *played)), game.deck)
    return factor * _dearest(game, contract, others, row)


def _dearest(game: Schafkopf, contract: Contract, others: int, row: int) -> int:
    """Return the most cents that a contract brings or costs a seat that settles with this many others (§8-§10).

    row: the most Laufende. Knocks, Kontra and Re do not count.
    """
    sauspiel, solo = int(game.options["sauspiel"]), int(game.options["solo"])
    if contract.kind == RAMSCH:
        return (SEATS - 1) * max(solo, sauspiel << SEATS - 2)  # all tricks, or two seats without one
    more = 2 * int(game.options["schneider"]) + min(row, len(contract.trumps)) * int(game.options["laufende"])
    if contract.kind == RUF:
        return sauspiel + more
    factor = 4 if contract.kind == SIE else 2 if contract.tout else 1
    return others * (solo + more) * factor


JUDGING = Judging(
    judges=(
        JudgeEntry(
            "ppo",
            f"{_JUDGES}:Policy",
            "ppo-large on all seats, sampling from its policy; each sees its own hand",
            screens=60,
            proves=800,
            bot="ppo-large",
        ),
        JudgeEntry(
            "solver",
            f"{_JUDGES}:Solver",
            "the exact solver for all seats; all see all hands",
            screens=30,
            proves=400,
            sees_all_hands=True,
            exact=True,
            kinds=CARDS,
        ),
        JudgeEntry(
            "fast",
            f"{_JUDGES}:Fast",
            "the fast player of the searches plays the cards, rule-based bids; each sees its own hand",
            screens=200,
            proves=2000,
        ),
    ),
    marks=(5.0, 10.0, 25.0),
    swing=swing,
    worlds="cardtui.agents.schafkopf.likely_worlds:worlds",
    how_worlds="deals that fit, weighted by the others' bids and doublings, not by the cards they played",
    chances=chances,
    kind=kind,
    kinds=KINDS,
    phase=phase,
    alike=alike,
    stake=stake,
    tested=("rule-based", "random-coward", "random", "ppo-rules", "calibrated-solver"),
    trials={"order": 40, "planted": 240, "coverage": 40, "innocent": 1843, "true": 240, "luck": 1000},
)
