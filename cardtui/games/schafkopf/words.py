"""The texts of Schafkopf: what a seat sees, in words (see `cardtui.wording`). Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core import Action, Card, Event, Observation
from ...wording import Words
from .cards import COLOUR, CONTRACTS, NAMES, RAMSCH, RANK, RUF, SIE, SUITS, TRUMP, Contract
from .french import french
from .parsing import name as label
from .parsing import points, prompt, read, title, to_type, wins
from .reasons import reason
from .rules import Schafkopf
from .settlement import Bill, least, settle, settle_ramsch

_BY_SUIT = (0, 2, 3, 1, 4)
"""Sort keys of Schellen, Gras, Eichel, Herz and trump; higher keys are shown first."""


def order(game: Schafkopf, seen: Observation, sort: str) -> tuple[Card, ...]:
    """Return the hand in display order: trumps first ("number"), by colour ("suit"), or weakest first ("dealt")."""
    hand = seen.zone("hand").cards
    if sort == "suit":
        return tuple(sorted(hand, key=lambda card: (_BY_SUIT[COLOUR[card]], RANK[card]), reverse=True))
    if sort == "dealt":
        return hand
    return trumps_first(seen, hand)


def trumps_first(seen: Observation, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards by trumps, then suits, the strongest first; before a contract is known, as in a Sauspiel."""
    contract = CONTRACTS[seen.facts["contract"] or "ruf-eichel"]
    return tuple(sorted(cards, key=lambda card: (_BY_SUIT[contract.suit[card]], contract.strength[card]), reverse=True))


def table(game: Schafkopf, seen: Observation, order: tuple[Card, ...], names: Sequence[str]) -> list[str]:
    """Describe the contract, each seat, the trick and the proved voids, with the numbered hand last."""
    facts = seen.facts
    lines = [f"{phase(game, seen, names)}."]
    for step in range(1, game.seats):
        seat = (seen.seat + step) % game.seats
        lines.append(f"{names[seat]}: {', '.join([*roles(seen, seat), _cards(seen, seat), *_won(seen, seat)])}")
    trick = seen.zone("trick").cards
    if trick:
        best = wins(CONTRACTS[facts["contract"]], trick)
        played = ", ".join(
            f"{names[(facts['leader'] + place) % game.seats]} {NAMES[card]}" for place, card in enumerate(trick)
        )
        lines.append(f"Trick: {played}. {NAMES[best]} wins it so far, {points(trick)} points.")
    elif last := last_trick(seen):
        lines.append(f"Last trick: {_faces(last.action.cards)}, taken by {names[int(last.action.to)]}.")
    lines += [f"{names[seat]}: no {', no '.join(without)}." for seat, without in voids(seen).items() if without]
    own = ", ".join([*roles(seen, seen.seat), *_won(seen, seen.seat)])
    numbered = ", ".join(f"{number}: {NAMES[card]}" for number, card in enumerate(order, 1))
    lines.append(f"Your hand{f' ({own})' if own else ''}: {numbered}")
    return lines


def does(game: Schafkopf, action: Action) -> str:
    """Describe an action as it follows "would": `bid Gras-Solo`, `play EO`, `say contra`."""
    if action.verb == "bid":
        return f"bid {title(action.to)}"
    said = "say " * (action.verb in ("contra", "retour"))
    return f"play {_faces(action.cards)}" if action.cards else f"{said}{action.verb}"


def event(game: Schafkopf, happened: Event, names: Sequence[str]) -> str:
    """Describe an event in one sentence."""
    seat, (verb, cards, to) = happened.seat, happened.action
    if verb == "trick":
        return f"The trick, {points(cards)} points, goes to {names[int(to)]}."
    what = {"play": _faces(cards), "bid": f"bids {title(to)}", "pass": "passes", "knock": "knocks"}
    return f"{names[seat]}: {what.get(verb, verb)}."


def outcome(game: Schafkopf, seen: Observation, names: Sequence[str]) -> list[str]:
    """Describe the settlement of the deal, and all hands as dealt."""
    hands = [_faces(trumps_first(seen, hand)) for hand in dealt(game, seen)]
    return [*explained(game, seen, names), *(f"{who} had {hand}." for who, hand in zip(names, hands, strict=True))]


# --- what a seat knows ----------------------------------------------------------------------------


def phase(game: Schafkopf, seen: Observation, names: Sequence[str]) -> str:
    """Describe what is played and by whom, or how far the bidding is."""
    facts = seen.facts
    doubled = ("", ", contra", ", contra and retour")[facts["doubled"]]
    knocked = f", {len(facts['knocks'])} knocked" if facts["knocks"] else ""
    knocked += f", {facts['pot']:g} cents in the Stock" if facts["pot"] else ""
    if not facts["contract"]:
        calls = [f"{names[seat]} {title(bid)}" for seat, bid in enumerate(facts["bids"]) if bid not in ("", "pass")]
        return f"{'Klopfen' if facts['phase'] == 'knock' else 'Bidding'}{knocked}: {', '.join(calls) or 'no bid yet'}"
    if facts["declarer"] is None:
        return f"{title(facts['contract'])}{knocked}: each for himself"
    return f"{title(facts['contract'])}, played by {names[facts['declarer']]}{doubled}{knocked}"


def roles(seen: Observation, seat: int) -> list[str]:
    """Return what is known of a seat's part in the deal."""
    facts, found = seen.facts, []
    if seat == (facts["first"] - 1) % 4:
        found.append("dealer")
    if seat == facts["first"]:
        found.append("forehand")
    if not facts["contract"] and facts["bids"][seat]:
        found.append("passed" if facts["bids"][seat] == "pass" else f"bids {title(facts['bids'][seat])}")
    if seat == facts["declarer"]:
        found.append("declarer")
    elif side_of(seen, seat) == "declarer":
        found.append("partner")
    if seat in facts["doublers"]:
        found.append(("contra", "retour")[facts["doublers"].index(seat)])
    return found


def side_of(seen: Observation, seat: int) -> str:
    """Return which side a seat is known to be on: "declarer", "other" or ""."""
    facts = seen.facts
    if facts["declarer"] is None:
        return ""
    if seat in (facts["declarer"], facts["partner"]):
        return "declarer"
    known = facts["partner"] is not None or not facts["called"] or seat in facts["doublers"][:1]
    return "other" if known or (seat == seen.seat and facts["side"] == "other") else ""


def points_known(seen: Observation) -> tuple[int, int, int]:
    """Return the card points taken by the declarer's side, by the others, and by seats whose side is not known."""
    found = {"declarer": 0, "other": 0, "": 0}
    for seat in range(4):
        found[side_of(seen, seat)] += points(seen.zone(f"won {seat}").cards)
    return found["declarer"], found["other"], found[""]


def voids(seen: Observation) -> dict[int, list[str]]:
    """Return for each seat the suits that it has shown not to hold."""
    found: dict[int, list[str]] = {seat: [] for seat in range(4)}
    if not seen.facts["contract"]:
        return found
    suit = CONTRACTS[seen.facts["contract"]].suit
    led = None
    for seat, (verb, cards, _), _gain in seen.history:
        if verb == "trick":
            led = None
        elif verb == "play":
            led = suit[cards[0]] if led is None else led
            name = "trump" if led == TRUMP else SUITS[led].capitalize()
            if suit[cards[0]] != led and name not in found[seat]:
                found[seat].append(name)
    return found


def last_trick(seen: Observation) -> Event | None:
    """Return the last finished trick, or None."""
    return next((event for event in reversed(seen.history) if event.action.verb == "trick"), None)


def _cards(seen: Observation, seat: int) -> str:
    count = seen.zone(f"hand {seat}").count
    return f"{count} card{'s' * (count != 1)}"


def _won(seen: Observation, seat: int) -> list[str]:
    won = seen.zone(f"won {seat}").cards
    return [f"{len(won) // 4} trick{'s' * (len(won) != 4)} with {points(won)} points"] * bool(seen.facts["contract"])


def tariff(game: Schafkopf, seen: Observation) -> str:
    """Describe what the deal pays and what doubles it, as far as is known during the deal."""
    facts, cents = seen.facts, game.options
    contract = CONTRACTS[facts["contract"]] if facts["contract"] else None
    more = [f"Schneider {cents['schneider']}, Schwarz {cents['schneider']} more"]
    if contract is None:
        base = f"Sauspiel {cents['sauspiel']}, Wenz and Solo {cents['solo']}"
        laufende = "from 3, in a Wenz from 2"
    else:
        base = f"{kind(contract)} {cents['sauspiel' if contract.kind in (RUF, RAMSCH) else 'solo']}"
        laufende = f"from {least(contract)}"
        more = [] if contract.tout else more
    if contract and contract.kind == RAMSCH:
        more = ["doubled for each seat without a trick", f"all tricks win {cents['solo']}"]
    else:
        more.append(f"each of the Laufende {cents['laufende']}, {laufende}")
    times = 2 ** (len(facts["knocks"]) + facts["doubled"]) * (2 if contract and contract.tout else 1)
    return f"{'; '.join([base, *more])}{f'; all of it times {times}' if times > 1 else ''}."


# --- the end --------------------------------------------------------------------------------------


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


def explained(game: Schafkopf, seen: Observation, names: Sequence[str]) -> list[str]:
    """Describe the settlement of a finished deal: the result, what is paid for, and the four payments."""
    paper = bill(game, seen)
    if paper is None:
        again = " The same dealer deals again." if game.allpass == "redeal" else ""
        full = seen.facts["pot"] + game.seats * game.stock
        paid = f"each pays {game.stock} cents into the Stock, now {full:g}" if game.stock else "nothing is paid"
        return [f"All passed: {paid}.{again}"]
    contract, facts = CONTRACTS[seen.facts["contract"]], seen.facts
    who = " and ".join(names[seat] for seat in paper.side)
    s = "" if len(paper.side) > 1 or who == "You" else "s"
    verb = f"win{s}" if paper.won else f"lose{s}"
    if facts["declarer"] is None:
        verb += " by Durchmarsch" if paper.won else ""
    result = f"{title(contract.name)}: {who} {verb}"
    if contract.kind != SIE:
        result += f" with {paper.points} points in {paper.tricks} trick{'s' * (paper.tricks != 1)}"
    if facts["declarer"] is None and not paper.won:
        result += _tie(seen, paper.side[0], names)
    parts = [f"{kind(contract)} {paper.base}"]
    parts += [
        f"{label} {cents}" for label, cents in (("Schneider", paper.schneider), ("Schwarz", paper.schwarz)) if cents
    ]
    none = ""
    if paper.laufende:
        heads = trumps_named(game, contract.trumps, paper.runners)
        how = "with" if paper.held else "without"
        parts.append(f"{paper.runners} Laufende {paper.laufende} ({how} {heads})")
    elif paper.each and facts["declarer"] is not None:
        none = f", no Laufende (they count from {least(contract)})"
    sum_ = paper.base + paper.schneider + paper.schwarz + paper.laufende
    times = f", times {paper.factor} ({factors(seen, paper)})" if paper.factor > 1 else ""
    paid = ", ".join(f"{name} {cents:+d}" for name, cents in zip(names, paper.paid, strict=True))
    total = f" = {sum_}" if len(parts) > 1 else ""
    why = f"{' + '.join(parts)}{none}{total}{times}: {abs(paper.each)} cents each."
    share = f"{facts['pot'] / len(paper.side):g}{' each' * (len(paper.side) > 1)}"
    pot = f"Stock {facts['pot']:g}: {who} {f'take{s} {share} from' if paper.won else f'pay{s} {share} into'} it."
    return [f"{result}.", why, f"Paid: {paid}.", *([pot] if facts["pot"] else [])]


def _tie(seen: Observation, loser: int, names: Sequence[str]) -> str:
    """Describe why this seat loses a Ramsch in which others have as many points (§9.3)."""
    suit = CONTRACTS["ramsch"].suit

    def weights(seat: int) -> tuple[int, int, int]:
        cards = seen.zone(f"won {seat}").cards
        return points(cards), len(cards), sum(suit[card] == TRUMP for card in cards)

    most, told = weights(loser), ""
    for seat in (seat for seat in range(4) if seat != loser and weights(seat)[0] == most[0]):
        _, tricks, trumps = weights(seat)
        lacks = "fewer tricks" if tricks < most[1] else "fewer trumps" if trumps < most[2] else "lower cards"
        told += f"; {names[seat]} {'have' if names[seat] == 'You' else 'has'} as many, but {lacks}"
    return told


def factors(seen: Observation, paper: Bill) -> str:
    """Describe where the factor of a bill comes from."""
    facts, contract = seen.facts, CONTRACTS[seen.facts["contract"]]
    found = ["Sie 4"] if contract.kind == SIE else ["Tout 2"] if contract.tout else []
    found += [f"Klopfen {2 ** len(facts['knocks'])}"] if facts["knocks"] else []
    found += ["contra 2", "retour 2"][: facts["doubled"]]
    rest = paper.factor // (2 ** (len(facts["knocks"]) + facts["doubled"]) or 1)
    found += [f"Jungfrau {rest}"] if facts["declarer"] is None and rest > 1 else []
    return ", ".join(found)


def trumps_named(game: Schafkopf, trumps: Sequence[Card], count: int) -> str:
    """Name the highest trumps, singly if there are at most four: `EO GO HO`, `EO to EU`."""
    heads = [NAMES[card] for card in trumps if card in game.deck][:count]
    return " ".join(heads) if len(heads) <= 4 else f"{heads[0]} to {heads[-1]}"


def kind(contract: Contract) -> str:
    """Return the name by which a contract is paid: `Sauspiel`, `Wenz`, `Geier`, `Solo`, `Sie`, `Ramsch`."""
    return "Sauspiel" if contract.kind == RUF else contract.name.partition("-")[0].capitalize()


def _faces(cards: Iterable[Card]) -> str:
    return " ".join(NAMES[card] for card in cards)


WORDS: Words[Schafkopf] = Words(
    read=read,
    prompt=prompt,
    order=order,
    table=table,
    event=event,
    outcome=outcome,
    phase=phase,
    label=lambda game, action: label(action),
    does=does,
    reason=reason,
    french=french,
    to_type=lambda game, order, action: to_type(order, action),
)
