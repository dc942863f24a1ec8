"""A finished deal of Schafkopf in words: who won, what is paid for, and what each seat pays. Standard library only."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import Card, Observation
from ...text.language import ENGLISH, Language
from .cards import CONTRACTS, NAMES, SIE, TRUMP, Contract, kind, title
from .parsing import points
from .rules import Schafkopf
from .settlement import Bill, least, settle, settle_ramsch


def dealt(game: Schafkopf, seen: Observation) -> tuple[frozenset[Card], ...]:
    """Return the hands as dealt, for a finished deal."""
    hands = [{*zone.cards} for zone in seen.hands]
    for happened in seen.history:
        if happened.action.verb == "play":
            hands[happened.seat].update(happened.action.cards)
    return tuple(map(frozenset, hands))


def bill(game: Schafkopf, seen: Observation) -> Bill | None:
    """Return the settlement of a finished deal, or None if all passed."""
    facts = seen.facts
    taken = [seen.zone(f"won {seat}").cards for seat in range(game.seats)]
    doublings = len(facts["knocks"]) + facts["doubled"]
    if not facts["contract"]:
        return None
    if facts["declarer"] is None:
        return settle_ramsch(game.options, taken, doublings)
    side = tuple(seat for seat in (facts["declarer"], facts["partner"]) if seat is not None)
    held = frozenset[Card]().union(*(dealt(game, seen)[seat] for seat in side))
    return settle(game.options, facts["contract"], side, taken, held, game.deck, doublings)


def explained(game: Schafkopf, seen: Observation, names: Sequence[str], say: Language = ENGLISH) -> list[str]:
    """Describe the settlement of a finished deal: the result, what is paid for, and the four payments."""
    paper = bill(game, seen)
    if paper is None:
        return [f"{say('All passed')}: {unplayed(game, seen, say)}"]
    contract, facts = CONTRACTS[seen.facts["contract"]], seen.facts
    result = f"{title(contract.name)}: {verdict(names, paper, say)}"
    if facts["declarer"] is None and paper.won:
        result += say(" by Durchmarsch")
    if contract.kind != SIE:
        tricks = say.counted(paper.tricks, "{count} trick", "{count} tricks")
        result += say(" with {points} points in {tricks}", points=paper.points, tricks=tricks)
    if facts["declarer"] is None and not paper.won:
        result += _tie(seen, paper.side[0], names, say)
    parts = [f"{kind(contract)} {paper.base}"]
    parts += [
        f"{label} {cents}" for label, cents in (("Schneider", paper.schneider), ("Schwarz", paper.schwarz)) if cents
    ]
    none = ""
    if paper.laufende:
        parts.append(f"{paper.runners} Laufende {paper.laufende} ({runners_named(game, contract, paper, say)})")
    elif paper.each and facts["declarer"] is not None:
        none = say(", no Laufende (they count from {count})", count=least(contract))
    sum_ = paper.base + paper.schneider + paper.schwarz + paper.laufende
    times = ""
    if paper.factor > 1:
        times = say(", times {factor} ({factors})", factor=paper.factor, factors=factors(seen, paper))
    total = f" = {sum_}" if len(parts) > 1 else ""
    each = say("{cents} cents each", cents=abs(paper.each))
    lines = [
        f"{result}.",
        f"{' + '.join(parts)}{none}{total}{times}: {each}.",
        say("Paid: {paid}.", paid=payments(names, paper)),
    ]
    return [*lines, pot(seen, names, paper, say)] if facts["pot"] else lines


def payments(names: Sequence[str], paper: Bill) -> str:
    """Describe what each seat got or paid: `You +20, Ada -20, Rex +20, Mo -20`."""
    return ", ".join(f"{name} {cents:+d}" for name, cents in zip(names, paper.paid, strict=True))


def unplayed(game: Schafkopf, seen: Observation, say: Language) -> str:
    """Describe what follows when all have passed."""
    again = say(" The same dealer deals again.") if game.allpass == "redeal" else ""
    if not game.stock:
        return say("nothing is paid.") + again
    full = f"{seen.facts['pot'] + game.seats * game.stock:g}"
    return say("each pays {cents} cents into the Stock, now {full}.", cents=game.stock, full=full) + again


def verdict(names: Sequence[str], paper: Bill, say: Language = ENGLISH) -> str:
    """Describe who won or lost: `You and Kathi win`."""
    you, others = _side(names, paper, say)
    if you and others:
        return say("You and {name} win", name=others[0]) if paper.won else say("You and {name} lose", name=others[0])
    if you:
        return say("You win") if paper.won else say("You lose")
    if len(others) > 1:
        one, two = others
        return (
            say("{one} and {two} win", one=one, two=two) if paper.won else say("{one} and {two} lose", one=one, two=two)
        )
    return say("{name} wins", name=others[0]) if paper.won else say("{name} loses", name=others[0])


def pot(seen: Observation, names: Sequence[str], paper: Bill, say: Language = ENGLISH) -> str:
    """Describe what becomes of the Stock: `Stock 40: You take 40 from it.`"""
    you, others = _side(names, paper, say)
    share = f"{seen.facts['pot'] / len(paper.side):g}"
    part = say("{share} each", share=share) if len(paper.side) > 1 else share
    if you and others:
        told = say("You and {name} take {share} from it") if paper.won else say("You and {name} pay {share} into it")
    elif you:
        told = say("You take {share} from it") if paper.won else say("You pay {share} into it")
    elif len(others) > 1:
        told = say("{name} take {share} from it") if paper.won else say("{name} pay {share} into it")
    else:
        told = say("{name} takes {share} from it") if paper.won else say("{name} pays {share} into it")
    who = say("{one} and {two}", one=others[0], two=others[1]) if len(others) > 1 else "".join(others)
    return f"Stock {seen.facts['pot']:g}: {told.format(name=who, share=part)}."


def _side(names: Sequence[str], paper: Bill, say: Language) -> tuple[bool, list[str]]:
    """Return whether "You" are on the side that is paid or pays, and the names of that side's other seats."""
    who = [names[seat] for seat in paper.side]
    return say("You") in who, [name for name in who if name != say("You")]


def runners_named(game: Schafkopf, contract: Contract, paper: Bill, say: Language) -> str:
    """Name the Laufende and say whether the side had them: `with EO GO HO`."""
    cards = trumps_named(game, contract.trumps, paper.runners, say)
    return say("with {cards}", cards=cards) if paper.held else say("without {cards}", cards=cards)


def _tie(seen: Observation, loser: int, names: Sequence[str], say: Language) -> str:
    """Describe why this seat loses a Ramsch in which others have as many points (§9.3)."""
    suit = CONTRACTS["ramsch"].suit

    def weights(seat: int) -> tuple[int, int, int]:
        cards = seen.zone(f"won {seat}").cards
        return points(cards), len(cards), sum(suit[card] == TRUMP for card in cards)

    most, told = weights(loser), ""
    for seat in (seat for seat in range(4) if seat != loser and weights(seat)[0] == most[0]):
        _, tricks, trumps = weights(seat)
        if tricks < most[1]:
            less = say("fewer tricks")
        else:
            less = say("fewer trumps") if trumps < most[2] else say("lower cards")
        if names[seat] == say("You"):
            told += say("; You have as many, but {less}", less=less)
        else:
            told += say("; {name} has as many, but {less}", name=names[seat], less=less)
    return told


def factors(seen: Observation, paper: Bill) -> str:
    """Describe where the factor of a bill comes from, in the words of the table."""
    facts, contract = seen.facts, CONTRACTS[seen.facts["contract"]]
    found = ["Sie 4"] if contract.kind == SIE else ["Tout 2"] if contract.tout else []
    found += [f"Klopfen {2 ** len(facts['knocks'])}"] if facts["knocks"] else []
    found += ["Kontra 2", "Re 2"][: facts["doubled"]]
    rest = paper.factor // (2 ** (len(facts["knocks"]) + facts["doubled"]) or 1)
    found += [f"Jungfrau {rest}"] if facts["declarer"] is None and rest > 1 else []
    return ", ".join(found)


def trumps_named(game: Schafkopf, trumps: Sequence[Card], count: int, say: Language) -> str:
    """Name the highest trumps, singly if there are at most four: `EO GO HO`, `EO to EU`."""
    heads = [NAMES[card] for card in trumps if card in game.deck][:count]
    return " ".join(heads) if len(heads) <= 4 else say("{first} to {last}", first=heads[0], last=heads[-1])
