"""Constructing positions of Schafkopf: the short form, and exchanging one card for another. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ...core import Action, Card, Observation, Refusal, quoted
from ...entries.setups import Setups, cards_of, follow, reads_like
from .cards import CONTRACTS, EICHEL_OBER, NAMES
from .rules import SEATS, Schafkopf, State

SHORT = '{"hand": "EO GO HU HA H9 GA S10 S8", "first": 2, "actions": "pass, ruf-eichel, pass, pass, S7, SK"}'
"""An example of the short form; only the hand, as dealt, is required. `actions` lists all calls and cards in order.

Seats count from 0, as in all JSON.
"""
SOLVER = "cardtui.games.schafkopf.solver:analyse"
"""The solver, called with the game, a state and `points=True`. Loads kernels."""
EXAMPLES = "swap 3 EO · hand EO GO HU … · actions pass, ruf-eichel, … S7 · first 3"
GUIDE = """\
  swap 3 EO       put the Eichel-Ober in place of card 3 of the hand, and
                  compare; a card's name works too, also in the trick
  hand EO GO …    enter a position: the whole hand as dealt, and actions
                  pass, ruf-eichel, pass, pass, S7, SK. Optional: first 3
                  (forehand), seat 2 (whose hand it is, 1 to 4), rules paper
"""
_KEYS = ("hand", "actions", "seat", "first", "rules", "scores")
_VERBS = {
    "knock": ("pass", "knock"),
    "bid": ("pass", "bid"),
    "contra": ("pass", "contra"),
    "retour": ("pass", "retour"),
    "play": ("play", "contra"),
}
_PLAIN = ("pass", "knock", "contra", "retour")


def from_short(data: Mapping[str, Any]) -> tuple[Schafkopf, Observation]:
    """Return the observation of `seat` (default 0) after these actions.

    `hand` is the seat's whole hand (its first packet during knocking), `first` the forehand (default 0). Raises Refusal
    if `data` does not follow `SHORT`, or if the position is impossible.
    """
    reads_like(SHORT, _KEYS, data)
    if not isinstance(data.get("hand"), str) or not isinstance(data.get("actions", ""), str):
        raise Refusal(f"the position's hand and actions are texts; it reads like {SHORT}")
    game = Schafkopf(str(data.get("rules", "club")))
    seat, first = (_seat(data.get(key, 0), key) for key in ("seat", "first"))
    hand = cards_of(game, data["hand"])
    actions = [_action(game, text) for text in data.get("actions", "").replace(",", " ").split()]
    draft = _after(game, seat, hand, first, actions, data.get("scores", [0.0] * SEATS))
    seen = game.observe(game.determinize(draft, Random(0)), seat)
    check(game, seen)
    return game, seen


def short_form(game: Schafkopf, seen: Observation) -> dict[str, Any]:
    """Return the short form of a position; it leaves out the scores."""
    actions = [event.action for event in seen.history if event.seat >= 0]
    return {
        "hand": " ".join(map(game.face, sorted(_dealt(seen), reverse=True))),
        "actions": ", ".join(_text(action) for action in actions),
        "seat": seen.seat,
        "first": seen.facts["first"],
        "rules": game.spec,
    }


def check(game: Schafkopf, seen: Observation) -> None:
    """Check that some deal, played by the rules, leads to this observation. Raises Refusal if none does."""
    world = game.determinize(seen, Random(0))
    hands = [[*hand, *sorted({*all_} - {*hand})] for hand, all_ in zip(world.hands, world.dealt, strict=True)]
    if world.phase != "knock":
        hands = [list(hand) for hand in world.dealt]
    faces = [[game.face(card) for card in hand] for hand in hands]
    state = game.start({"hands": faces, "first": seen.facts["first"], "scores": list(seen.scores)})
    follow(game, state, seen)


def swap(game: Schafkopf, seen: Observation, old: Card, new: Card) -> Observation:
    """Return the observation as if a card of the hand, or another's card in the trick, had been another one.

    The legal actions are those of the new hand. Raises Refusal if that contradicts what was seen.
    """
    for zone in seen.zones:
        if new in zone.cards:
            raise Refusal(f"{game.face(new)} cannot come in: it is in {_place(zone.name)}")
    mine = old in seen.zone("hand").cards
    if not mine and (old not in seen.zone("trick").cards or old in _dealt(seen)):
        raise Refusal(f"{game.face(old)} is neither in the hand nor played to this trick by another seat")
    hand = tuple(new if card == old else card for card in _dealt(seen))
    actions = [event.action for event in seen.history if event.seat >= 0]
    actions = [a._replace(cards=tuple(new if card == old else card for card in a.cards)) for a in actions]
    movers = [event.seat for event in seen.history if event.seat >= 0]
    draft = _after(game, seen.seat, hand, seen.facts["first"], actions, seen.scores, movers)
    changed = game.observe(game.determinize(draft, Random(0)), seen.seat)
    check(game, changed)
    return changed


def _seat(value: Any, key: str) -> int:
    if str(value) not in tuple(map(str, range(SEATS))):
        raise Refusal(f"{key} is a seat, 0 to {SEATS - 1}, not {quoted(value)}")
    return int(value)


def _action(game: Schafkopf, text: str) -> Action:
    """Parse `pass`, `ruf-eichel` or `GO`. Raises Refusal for anything else."""
    word = text.lower()
    if word in _PLAIN:
        return Action(word)
    try:
        return Action("bid", (), word) if word in CONTRACTS else Action("play", (game.card(word),))
    except Refusal:
        raise Refusal(f"{quoted(text)} is no action: they read pass, ruf-eichel, solo-gras, contra, S7") from None


def _text(action: Action) -> str:
    return NAMES[action.cards[0]] if action.cards else action.to or action.verb


def _dealt(seen: Observation) -> tuple[Card, ...]:
    """Return the seat's own hand as it was dealt."""
    played = [event.action.cards for event in seen.history if event.seat == seen.seat and event.action.verb == "play"]
    return tuple(sorted([*seen.zone("hand").cards, *(card for cards in played for card in cards)]))


def _place(zone: str) -> str:
    return "the hand" if zone == "hand" else "the trick" if zone == "trick" else "a trick that is over"


# --- a course of play without the others' hands ----------------------------------------------------


class _Anything(tuple[Action, ...]):
    """A tuple of actions that contains every action with one of their verbs."""

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and action.verb in [fits.verb for fits in self]


class _Trusting(Schafkopf):
    """Rules that accept any action of the phase, for seats whose hands are not known yet."""

    def legal(self, state: State) -> tuple[Action, ...]:
        return _Anything(map(Action, _VERBS[state.phase]))


def _after(
    game: Schafkopf,
    seat: int,
    hand: Sequence[Card],
    first: int,
    actions: Sequence[Action],
    scores: Sequence[float],
    movers: Sequence[int] = (),
) -> Observation:
    """Return what the seat would see after these actions. Whether they are possible is not checked here.

    How the others' cards were dealt shows only in what they play, in who is known to hold the called ace, and in who is
    forced to play (§9.4). `movers` are the seats of the actions, if known.
    """
    size = len(game.deck) // SEATS
    for card in hand:
        if hand.count(card) > 1:
            raise Refusal(f"{game.face(card)} appears twice")
    trusting, holders = _Trusting(game.spec), dict.fromkeys(hand, seat)
    known = -1
    while known != len(holders):  # each round learns more about who holds which cards
        known = len(holders)
        state = trusting.start(_deal(game, holders, size, first, scores))
        for number, action in enumerate(actions):
            if state.seat is None:
                raise Refusal(f"the deal is over before action {number + 1}")
            if movers and state.seat != movers[number]:
                if holders.setdefault(EICHEL_OBER, movers[number]) != movers[number]:
                    raise Refusal("EO is in the hand of another seat, which had to play")
                break
            for card in action.cards:
                if state.seat == seat and card not in hand:
                    raise Refusal(f"action {number + 1}: {game.face(card)} is not in the hand given")
                if holders.setdefault(card, state.seat) != state.seat:
                    raise Refusal(
                        f"action {number + 1}: {game.face(card)} is not in the hand of the seat that is to act"
                    )
            state = trusting.apply(state, action)
        holder = _proved_partner(state)
        if holder is not None and state.called is not None:
            holders.setdefault(state.called, holder)
    seen = game.observe(state, seat)
    if len(hand) != (game.packet if state.phase == "knock" else size):
        raise Refusal(f"the hand has {game.packet if state.phase == 'knock' else size} cards, not {len(hand)}")
    return seen


def _deal(
    game: Schafkopf, holders: Mapping[Card, int], size: int, first: int, scores: Sequence[float]
) -> dict[str, Any]:
    """Return a deal in which these seats hold these cards. Raises Refusal if a seat would hold too many."""
    hands = [[card for card, holder in holders.items() if holder == seat] for seat in range(SEATS)]
    rest = [card for card in game.deck if card not in holders]
    for held in hands:
        if len(held) > size:
            raise Refusal(f"each seat has {size} cards, not {len(held)}")
    for held in hands:
        held += [rest.pop() for _ in range(size - len(held))]
    return {"hands": [[game.face(card) for card in held] for held in hands], "first": first, "scores": list(scores)}


def _proved_partner(state: State) -> int | None:
    """Return the seat known to hold the unplayed called ace, since it said retour or ran away; None if unknown."""
    if state.called is None:
        return None
    for seat in state.doublers[1:]:
        if seat != state.declarer:
            return seat
    suit = CONTRACTS[state.contract].suit
    leader = None
    for event in state.history:
        if event.action.verb == "trick":
            leader = None
        elif event.action.verb == "play" and leader is None:
            leader = event.seat
            if suit[event.action.cards[0]] == suit[state.called] and leader != state.declarer and state.runaway:
                return leader
    return None


SETUPS: Setups[Schafkopf] = Setups(SHORT, EXAMPLES, GUIDE, from_short, short_form, check, swap, SOLVER)
