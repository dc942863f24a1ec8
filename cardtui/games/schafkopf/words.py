"""The texts of Schafkopf: what a seat sees, in words (see `cardtui.entries.wording`). Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from ...core import Action, Belief, Card, Event, Observation
from ...entries.wording import Words
from ...text.language import ENGLISH, Language
from .cards import COLOUR, CONTRACTS, NAMES, RAMSCH, RANK, RUF, Contract, faces, kind, spoken, suit_name, title
from .french import french
from .parsing import alike, points, prompt, read, shortened, to_type, wins
from .parsing import name as label
from .reasons import reason, side_of
from .refusals import said
from .rules import Schafkopf
from .settled import dealt, explained
from .settlement import least

_BY_SUIT = (0, 2, 3, 1, 4)
"""Sort keys of Schellen, Gras, Eichel, Herz and trump; higher keys are shown first."""


def order(game: Schafkopf, seen: Observation, sort: str) -> tuple[Card, ...]:
    """Return the hand in display order: trumps first ("number"), by colour ("suit"), or weakest first ("dealt")."""
    hand = seen.zone("hand").cards
    if sort == "suit":
        return tuple(sorted(hand, key=lambda card: (_BY_SUIT[COLOUR[card]], RANK[card]), reverse=True))
    if sort == "dealt":
        return hand
    return trumps_first(hand, sorting(seen))


def sorting(seen: Observation) -> Contract:
    """Return the contract by which cards are sorted; before one is known, a Sauspiel."""
    return CONTRACTS[seen.facts["contract"] or "ruf-eichel"]


def trumps_first(cards: Iterable[Card], contract: Contract) -> tuple[Card, ...]:
    """Sort cards by a contract's trumps, then suits, the strongest first."""
    return tuple(sorted(cards, key=lambda card: (_BY_SUIT[contract.suit[card]], contract.strength[card]), reverse=True))


def table(
    game: Schafkopf, seen: Observation, order: tuple[Card, ...], names: Sequence[str], say: Language = ENGLISH
) -> list[str]:
    """Describe the contract, each seat, the trick and the proved voids, with the numbered hand last."""
    facts = seen.facts
    lines = [f"{phase(game, seen, names, say)}."]
    for step in range(1, game.seats):
        seat = (seen.seat + step) % game.seats
        facts_of = [*bid_of(seen, seat), *roles(seen, seat, say), _cards(seen, seat, say), *_won(seen, seat, say)]
        lines.append(f"{names[seat]}: {', '.join(facts_of)}")
    trick = seen.zone("trick").cards
    if trick:
        best = wins(CONTRACTS[facts["contract"]], trick)
        played = ", ".join(
            f"{names[(facts['leader'] + place) % game.seats]} {NAMES[card]}" for place, card in enumerate(trick)
        )
        lines.append(
            say(
                "Trick: {cards}. {best} wins it so far, {points} points.",
                cards=played, best=NAMES[best], points=points(trick),
            )
        )  # fmt: skip
    elif last := last_trick(seen):
        taker = names[int(last.action.to)]
        lines.append(say("Last trick: {cards}, taken by {name}.", cards=faces(last.action.cards), name=taker))
    lines += [f"{names[seat]}: {lacks(without, say)}." for seat, without in voids(seen, say).items() if without]
    own = ", ".join([*bid_of(seen, seen.seat), *roles(seen, seen.seat, say), *_won(seen, seen.seat, say)])
    numbered = ", ".join(f"{number}: {NAMES[card]}" for number, card in enumerate(order, 1))
    lines.append(f"{say('Your hand')}{f' ({own})' if own else ''}: {numbered}")
    return lines


def does(game: Schafkopf, action: Action, say: Language = ENGLISH) -> str:
    """Describe an action as it follows "would": `say Gras-Solo`, `play EO`."""
    if action.cards:
        return say("play {card}", card=faces(action.cards))
    return say("say {said}", said=said(action))


def event(game: Schafkopf, happened: Event, names: Sequence[str], say: Language = ENGLISH) -> str:
    """Describe an event in one sentence."""
    seat, action = happened.seat, happened.action
    if action.verb == "trick":
        name = names[int(action.to)]
        return say("The trick, {points} points, goes to {name}.", points=points(action.cards), name=name)
    return f"{names[seat]}: {faces(action.cards) if action.cards else said(action)}."


def outcome(game: Schafkopf, seen: Observation, names: Sequence[str], say: Language = ENGLISH) -> list[str]:
    """Describe the settlement of the deal, and all hands as dealt."""
    hands = [faces(trumps_first(hand, sorting(seen))) for hand in dealt(game, seen)]
    held = [say("{name} had {cards}.", name=who, cards=hand) for who, hand in zip(names, hands, strict=True)]
    return [*explained(game, seen, names, say), *held]


# --- what a seat knows ----------------------------------------------------------------------------


def phase(game: Schafkopf, seen: Observation, names: Sequence[str], say: Language = ENGLISH) -> str:
    """Describe what is played and by whom, or how far the bidding is."""
    facts = seen.facts
    doubled = ("", ", Kontra", ", Kontra, Re")[facts["doubled"]]
    knocked = say(", {count} knocked", count=len(facts["knocks"])) if facts["knocks"] else ""
    knocked += say(", {cents} cents in the Stock", cents=f"{facts['pot']:g}") if facts["pot"] else ""
    if not facts["contract"]:
        calls = [f"{names[seat]} {spoken(bid)}" for seat, bid in enumerate(facts["bids"]) if bid not in ("", "pass")]
        head = say("Klopfen") if facts["phase"] == "knock" else say("Bidding")
        return f"{head}{knocked}: {', '.join(calls) or say('no bid yet')}"
    what = title(facts["contract"])
    if facts["declarer"] is None:
        return say("{contract}{more}: each for himself", contract=what, more=knocked)
    return say("{contract}, played by {name}", contract=what, name=names[facts["declarer"]]) + doubled + knocked


def chapter(game: Schafkopf, seen: Observation) -> str:
    """Return the trick that a position lies in: `trick 3`, or `bids`; doublings at a card belong to its trick."""
    if seen.facts["phase"] in ("knock", "bid", *("contra", "retour") * game.at_lead):
        return "bids"
    return f"trick {min(8, 1 + sum(seen.zone(f'won {seat}').count for seat in range(game.seats)) // game.seats)}"


def bid_of(seen: Observation, seat: int) -> list[str]:
    """Return the last bid of a seat, as long as there is no contract."""
    bid = seen.facts["bids"][seat]
    return [spoken(bid)] if bid and not seen.facts["contract"] else []


def roles(seen: Observation, seat: int, say: Language) -> list[str]:
    """Return what is known of a seat's part in the deal, the most important first."""
    facts, found = seen.facts, []
    if seat == facts["declarer"]:
        found.append(say("declarer"))
    elif side_of(seen, seat) == "declarer":
        found.append(say("partner"))
    if seat in facts["doublers"]:
        found.append(("Kontra", "Re")[facts["doublers"].index(seat)])
    if seat == (facts["first"] - 1) % 4:
        found.append(say("dealer"))
    if seat == facts["first"]:
        found.append(say("forehand"))
    return found


def guessed(game: Schafkopf, belief: Belief, say: Language = ENGLISH) -> str:
    """Describe a belief about the partner that is certain; "" for all other beliefs."""
    chance = belief.values.get("probability")
    if belief.about != "partner" or belief.samples or chance not in (0.0, 1.0):
        return ""
    return say("the partner") if chance else say("not the partner")


def points_known(seen: Observation) -> tuple[int, int, int]:
    """Return the card points taken by the declarer's side, by the others, and by seats whose side is not known."""
    found = {"declarer": 0, "other": 0, "": 0}
    for seat in range(4):
        found[side_of(seen, seat)] += points(seen.zone(f"won {seat}").cards)
    return found["declarer"], found["other"], found[""]


def voids(seen: Observation, say: Language = ENGLISH) -> dict[int, list[str]]:
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
            name = suit_name(led, say)
            if suit[cards[0]] != led and name not in found[seat]:
                found[seat].append(name)
    return found


def lacks(suits: Sequence[str], say: Language) -> str:
    """Describe the suits that a seat does not hold: `no trump, no Gras`."""
    return ", ".join(say("no {suit}", suit=suit) for suit in suits)


def last_trick(seen: Observation) -> Event | None:
    """Return the last finished trick, or None."""
    return next((event for event in reversed(seen.history) if event.action.verb == "trick"), None)


def trick_over(seen: Observation) -> bool:
    """Return whether the last card completed a trick."""
    return bool(seen.history) and seen.history[-1].action.verb == "trick"


def _cards(seen: Observation, seat: int, say: Language) -> str:
    return say.counted(seen.zone(f"hand {seat}").count, "{count} card", "{count} cards")


def _won(seen: Observation, seat: int, say: Language) -> list[str]:
    if not seen.facts["contract"]:
        return []
    won = seen.zone(f"won {seat}").cards
    tricks = say.counted(len(won) // 4, "{count} trick", "{count} tricks")
    return [say("{tricks} with {points} points", tricks=tricks, points=points(won))]


def tariff(game: Schafkopf, seen: Observation, say: Language = ENGLISH) -> str:
    """Describe what the deal pays and what doubles it, as far as is known during the deal."""
    facts, cents = seen.facts, game.options
    contract = CONTRACTS[facts["contract"]] if facts["contract"] else None
    more = [say("Schneider {cents}, Schwarz {cents} more", cents=cents["schneider"])]
    if contract is None:
        base = say("Sauspiel {cheap}, Wenz and Solo {dear}", cheap=cents["sauspiel"], dear=cents["solo"])
        laufende = say("from 3, in a Wenz from 2")
    else:
        base = f"{kind(contract)} {cents['sauspiel' if contract.kind in (RUF, RAMSCH) else 'solo']}"
        laufende = say("from {count}", count=least(contract))
        more = [] if contract.tout else more
    if contract and contract.kind == RAMSCH:
        more = [say("doubled for each seat without a trick"), say("all tricks win {cents}", cents=cents["solo"])]
    else:
        more.append(say("each of the Laufende {cents}, {counted}", cents=cents["laufende"], counted=laufende))
    times = 2 ** (len(facts["knocks"]) + facts["doubled"]) * (2 if contract and contract.tout else 1)
    if times > 1:
        more.append(say("all of it times {times}", times=times))
    return f"{'; '.join([base, *more])}."


def words_in(say: Language) -> Words[Schafkopf]:
    """Return the words of Schafkopf in a language. What is called out at the table is German in every language."""
    return Words(
        read=partial(read, say=say),
        prompt=partial(prompt, say=say),
        order=order,
        table=partial(table, say=say),
        event=partial(event, say=say),
        outcome=partial(outcome, say=say),
        phase=partial(phase, say=say),
        chapter=chapter,
        label=lambda game, action: label(action),
        shortened=shortened,
        does=partial(does, say=say),
        reason=partial(reason, say=say),
        french=french,
        to_type=to_type,
        alike=alike,
        guessed=partial(guessed, say=say),
        trick_over=trick_over,
        say=say,
    )


WORDS = words_in(ENGLISH)
