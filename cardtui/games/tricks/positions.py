"""Constructing positions of Tricks: the short form, and exchanging one card for another. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ...core import Card, Observation, Refusal, quoted
from ...entries.setups import Setups, cards_of, reads_like
from .rules import PLAYS, State, Tricks, first_and_second

SHORT = '{"hand": "7c 3c 0d", "other": "9c 1d 5d", "actions": "7c, 9c"}'
"""An example of the short form: the first hand, the second one as `other`, and the cards played, in order.

The hands are as dealt. Seats count from 0, as in all JSON.
"""
EXAMPLES = "swap 3 7c · hand 7c 3c 0d other 9c 1d 5d · actions 7c, 9c"
GUIDE = """\
  swap 3 7c       exchange card 3 of the hand and 7c, wherever that is; a
                  card's name works too, also for the card on the table
  hand 7c 3c 0d   enter a position: the first hand. Optional: other 9c 1d
                  5d (the second hand; else all other cards), actions 7c,
                  9c, … (all cards played in both halves, in order),
                  first 2 (the seat that begins), rules …
"""
_KEYS = ("hand", "other", "actions", "first", "rules", "scores")


def from_short(data: Mapping[str, Any]) -> tuple[Tricks, Observation]:
    """Return the observation of the seat to act after these cards.

    By default, `other` is all cards that are not in `hand`, and `first`, the seat that starts with the first hand, is
    seat 0. Raises Refusal if `data` does not follow `SHORT`, or if the position is impossible.
    """
    reads_like(SHORT, _KEYS, data)
    for key in ("hand", "other", "actions"):
        if not isinstance(data.get(key, "" if key != "hand" else None), str):
            raise Refusal(f"the position's {key} is a text; it reads like {SHORT}")
    game = Tricks(str(data.get("rules", "tricks")))
    hand, other = cards_of(game, data["hand"]), cards_of(game, data.get("other", ""))
    other = other or tuple(card for card in game.deck if card not in hand)
    if len(hand) != len(other):
        raise Refusal(
            f"both hands must have the same number of cards, not {len(hand)} and {len(other)};"
            " other names the second hand"
        )
    first = data.get("first", 0)
    if str(first) not in ("0", "1"):
        raise Refusal(f"first is a seat, 0 or 1, not {quoted(first)}")
    deal = {"hands": [[*map(game.face, cards)] for cards in (hand, other)], "first": int(first)}
    state = game.start(deal | {"scores": data.get("scores", [0.0, 0.0])})
    state = _played(game, state, cards_of(game, data.get("actions", "")))
    return game, game.observe(state, state.seat or 0)


def short_form(game: Tricks, seen: Observation) -> dict[str, Any]:
    """Return the short form of a position; it leaves out the scores and whose view it is."""
    hand, other = first_and_second(seen.history)
    return {
        "hand": " ".join(map(game.face, hand)),
        "other": " ".join(map(game.face, other)),
        "actions": ", ".join(game.face(event.action.cards[0]) for event in seen.history if event.seat >= 0),
        "first": seen.facts["first"],
        "rules": game.spec,
    }


def check(game: Tricks, seen: Observation) -> None:
    """Check that the course of play leads to this observation. Raises Refusal if it does not."""
    game.determinize(seen, Random(0))


def swap(game: Tricks, seen: Observation, old: Card, new: Card) -> Observation:
    """Return the observation as if a card of the hand, or the card led, had changed places with another one.

    In the second half this applies to the first half, too. Raises Refusal if the play could then not have been the
    same.
    """
    if new in seen.zone("played").cards:
        raise Refusal(f"{game.face(new)} cannot come in: it has been played")
    if old in seen.zone("hand").cards and new in seen.zone("hand").cards:
        raise Refusal(f"{game.face(new)} cannot come in: it is in the hand")
    if old not in (*seen.zone("hand").cards, *seen.zone("trick").cards):
        raise Refusal(f"{game.face(old)} is neither in the hand nor on the table")
    exchanged = {old: new, new: old}
    one, two = ([exchanged.get(card, card) for card in hand] for hand in first_and_second(seen.history))
    deal = {"hands": [[*map(game.face, hand)] for hand in (one, two)], "first": seen.facts["first"]}
    cards = [exchanged.get(card, card) for event in seen.history if event.seat >= 0 for card in event.action.cards]
    instead = f"with {game.face(new)} for {game.face(old)}"
    try:
        changed = game.observe(_played(game, game.start(deal | {"scores": seen.scores}), tuple(cards)), seen.seat)
    except Refusal as error:
        raise Refusal(f"{instead} the play could not have been the same: {error}") from error
    if (changed.facts, [e.seat for e in changed.history]) != (seen.facts, [e.seat for e in seen.history]):
        raise Refusal(f"{instead} a trick would have gone to the other seat")
    return changed


def _played(game: Tricks, state: State, cards: tuple[Card, ...]) -> State:
    """Return the state after these cards. Raises Refusal, saying where, if one of them cannot be played."""
    for number, card in enumerate(cards, 1):
        try:
            state = game.apply(state, PLAYS[card])
        except Refusal as error:
            raise Refusal(f"card {number} played, {game.face(card)}: {error}") from error
    return state


SETUPS: Setups[Tricks] = Setups(SHORT, EXAMPLES, GUIDE, from_short, short_form, check, swap)
