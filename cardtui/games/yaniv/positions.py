"""Constructing positions of Yaniv: the short form, and exchanging one card for another. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ...core import Action, Card, Event, Observation, Refusal, quoted
from ...entries.setups import IMPOSSIBLE, Setups, cards_of, reads_like, renamed
from .cards import discards
from .rules import HAND, RESHUFFLE, YANIV, Yaniv
from .worlds import first_hand

SHORT = '{"hand": "7h 7d 3c", "pile": "Kc", "opponents": [5, 3], "rules": "paper"}'
"""An example of the short form; only hand and pile are required."""
EXAMPLES = "swap 3 Kc · hand 7h 7d 3c · pile Kc · opponents 5 3"
GUIDE = """\
  swap 3 Kc       put the king of clubs in place of card 3 of the hand, and
                  compare; a card's name works too, also on the pile
  hand 7h 7d 3c   enter a position. Optional: pile Kc, rules club, and
                  opponents 5 3 (how many cards each of them holds)
"""
_KEYS = ("hand", "pile", "opponents", "rules", "scores")


def from_short(data: Mapping[str, Any]) -> tuple[Yaniv, Observation]:
    """Return the first turn of seat 0 with this hand and this pile. Raises Refusal if `data` does not follow `SHORT`.

    `opponents` lists the number of cards of each other seat, by default one seat with five. Nothing is known of them.
    """
    reads_like(SHORT, _KEYS, data)
    for key in ("hand", "pile"):
        if not isinstance(data.get(key), str):
            wrong = f"is no text: {quoted(data[key])}" if key in data else "is missing"
            raise Refusal(f"the position's {key} {wrong}; it reads like {SHORT}")
    others = data.get("opponents", [HAND])
    if not isinstance(others, list) or not all(type(count) is int and 1 <= count <= HAND for count in others):
        raise Refusal(f"opponents is a list of how many cards each holds, 1 to {HAND}, like [5, 3]")
    game = Yaniv(str(data.get("rules", "paper")), 1 + len(others))
    hand, pile = cards_of(game, data["hand"]), cards_of(game, data["pile"])
    if not 1 <= len(hand) <= HAND:
        raise Refusal(f"the hand has 1 to {HAND} cards, not {len(hand)}")
    if not pile:
        raise Refusal("the pile needs at least one card: what can be taken from it")
    given = [*hand, *pile]
    for card in given:
        if given.count(card) > 1:
            raise Refusal(f"{game.face(card)} appears twice")
    if len(pile) > 1 and game.arrange(tuple(sorted(pile)), pile) != pile:
        raise Refusal(f"{data['pile']} cannot be one discard in that order")
    rest = [game.face(card) for card in game.deck if card not in given]
    hands, at = [[game.face(card) for card in hand]], 0
    for count in others:
        hands.append(rest[at : at + count])
        at += count
    scores = data.get("scores", [0] * game.seats)
    deal = {"hands": hands, "pile": [*map(game.face, pile)], "stack": rest[at:], "key": 0, "first": 0, "scores": scores}
    return game, game.observe(game.start(deal), 0)


def short_form(game: Yaniv, seen: Observation) -> dict[str, Any]:
    """Return the short form of a position; it leaves out the history."""
    return {
        "hand": " ".join(map(game.face, seen.zone("hand").cards)),
        "pile": " ".join(map(game.face, seen.zone("pile").cards)),
        "opponents": [zone.count for zone in seen.zones if zone.name.startswith("hand ")],
        "rules": game.spec,
    }


def check(game: Yaniv, seen: Observation) -> None:
    """Check that the history is a legal course of play that leads to this pile and turn. Raises Refusal if not.

    What it implies about hidden cards is not checked here but by `Yaniv.determinize`.
    """
    hand = first_hand(seen)
    top: tuple[Card, ...] = ()
    buried: tuple[Card, ...] = ()
    turn, seat, caller = 0, seen.facts["first"], None
    stack = len(game.deck) - sum(zone.count for zone in seen.hands) - _drawn(seen)
    for number, event in enumerate(seen.history):
        (verb, cards, to), gain = event.action, event.gain
        if number == 0:
            fits = event == Event(-1, Action("open", cards)) and len(cards) > 0
            top, stack = cards, stack - len(cards)
        elif stack == 0:
            fits = event == RESHUFFLE
            stack, buried = len(buried), ()
        elif verb == "yaniv":
            fits = event == Event(seat, YANIV) and (seat != seen.seat or game.score(hand) <= game.call)
            turn, seat, caller = turn + 1, None, seat
        else:
            ends = {"a": top[0 if game.ends else -1]} | ({"b": top[-1]} if game.ends and len(top) > 1 else {})
            mine = seat == seen.seat
            taken = (ends[to],) if to in ends else gain if mine else ()
            fits = verb == "discard" and event.seat == seat is not None and to in ("stack", *ends) and gain == taken
            fits = fits and len(gain) == (mine or to != "stack") and (not mine or hand >= set(cards))
            fits = fits and cards in discards(tuple(sorted(cards)), game.ends)
            fits = fits and (to != "stack" or not {*gain} & {*hand, *top, *buried})
            buried += tuple(card for card in top if to == "stack" or card not in gain)
            hand = (hand - {*cards}) | {*gain} if mine else hand
            top, stack, turn = cards, stack - (to == "stack"), turn + 1
            seat = None if seat is None else (seat + 1) % game.seats if turn < game.max_turns else None
        if not fits:
            raise Refusal(f"{IMPOSSIBLE}: event {number + 1} of its history cannot have happened")
    facts = (seen.zone("pile").cards, seen.zone("buried").cards, seen.turn, seen.facts["to_move"], seen.facts["caller"])
    if facts != (top, buried, turn, seat, caller) or stack == 0 or seen.facts["first"] not in range(game.seats):
        raise Refusal(f"{IMPOSSIBLE}: its history leads to another pile or turn")


def swap(game: Yaniv, seen: Observation, old: Card, new: Card) -> Observation:
    """Return the observation as if a card of the hand, or of the last discard, had been another one.

    The legal actions are those of the new hand. Raises Refusal if that contradicts what was seen.
    """
    for zone in seen.zones:
        if new in zone.cards:
            raise Refusal(f"{game.face(new)} cannot come in: it is in {_place(zone.name)}")
    epoch = _epochs(seen)
    if epoch.get(old, 0) != epoch.get(new, 0):
        raise Refusal(
            f"{game.face(new)} cannot replace {game.face(old)}: the pile was reshuffled between the times at which they"
            " entered the stack"
        )
    mentions = [i for i, event in enumerate(seen.history) if old in event.action.cards + event.gain]
    if old in seen.zone("hand").cards:
        if mentions and seen.history[mentions[-1]].action.to != "stack":
            raise Refusal(f"{game.face(old)} was openly taken from the pile, so it cannot be another card")
    elif old in seen.zone("pile").cards:
        event = seen.history[mentions[-1]]
        if (len(mentions) > 1 and old in seen.history[mentions[-2]].gain) or event.seat == seen.seat:
            raise Refusal(f"{game.face(old)} was seen before it was laid, so it cannot be another card")
        pile = tuple(new if card == old else card for card in event.action.cards)
        if game.arrange(tuple(sorted(pile)), pile) != pile:
            raise Refusal(f"{' '.join(map(game.face, pile))} cannot be laid in that order")
    else:
        raise Refusal(f"{game.face(old)} is neither in the hand nor in the last discard")
    draft = _renamed(seen, old, new, mentions[-1:])
    return game.observe(game.determinize(draft, Random(0)), seen.seat)


def _drawn(seen: Observation) -> int:
    """Return how many more cards the hands held at the start: each discard lays some cards and takes one."""
    return sum(len(event.action.cards) - 1 for event in seen.history if event.action.verb == "discard")


def _place(zone: str) -> str:
    return "the hand of another seat" if " " in zone else "the pile" if zone == "buried" else f"the {zone}"


def _renamed(seen: Observation, old: Card, new: Card, places: list[int]) -> Observation:
    """Replace `old` by `new` in the zones and at these places of the history."""
    zones = [zone._replace(cards=renamed(zone.cards, old, new)) for zone in seen.zones]
    zones[seen.seat] = zones[seen.seat]._replace(cards=tuple(sorted(zones[seen.seat].cards)))
    history = list(seen.history)
    for place in places:
        event = history[place]
        action = event.action._replace(cards=renamed(event.action.cards, old, new))
        history[place] = event._replace(action=action, gain=renamed(event.gain, old, new))
    return seen._replace(zones=tuple(zones), history=tuple(history), legal=())


def _epochs(seen: Observation) -> dict[Card, int]:
    """Return for each card that was ever shuffled back the number (from 1) of its last reshuffle."""
    epochs: dict[Card, int] = {}
    buried: set[Card] = set()
    top: set[Card] = set()
    reshuffles = 0
    for event in seen.history:
        if event.action.verb == "reshuffle":
            reshuffles += 1
            epochs |= dict.fromkeys(buried, reshuffles)
            buried = set()
        elif event.action.cards:
            buried |= top if event.action.to == "stack" else top - set(event.gain)
            top = set(event.action.cards)
    return epochs


SETUPS: Setups[Yaniv] = Setups(SHORT, EXAMPLES, GUIDE, from_short, short_form, check, swap)
