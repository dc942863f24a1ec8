"""Constructing positions of 98: the short form, and exchanging one card for another. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ...core import Card, Observation, Refusal
from ...entries.setups import IMPOSSIBLE, Setups, cards_of, follow, reads_like, renamed
from .rules import DECK, HAND, STACKS, STARTS, UP, NinetyEight, State, fits, unseen

SHORT = '{"hand": "12 24 33 47 60 78 81 90", "up1": "9 34", "up2": "", "down1": "88", "down2": "57", "rules": "paper"}'
"""An example of the short form; only the hand is required. The cards of a stack are in the order laid."""
EXAMPLES = "swap 24 45 · hand 12 24 … · up1 9"
GUIDE = """\
  swap 24 45      put card 45 in place of card 24, in the hand or on a
                  stack, and compare; a number that is not in sight is a
                  place in the hand
  hand 12 24 …    enter a position: the hand. Optional: up1 9 34 (the
                  cards of stack a in the order laid), up2 for b, down1
                  for c, down2 for d, rules app
"""
_KEYS = ("hand", *STACKS, "rules", "scores")


def from_short(data: Mapping[str, Any]) -> tuple[NinetyEight, Observation]:
    """Return the position with this hand and these stacks.

    Raises Refusal if `data` does not follow `SHORT`, or if the position is impossible.
    """
    reads_like(SHORT, _KEYS, data)
    if not all(isinstance(data.get(key, ""), str) for key in ("hand", *STACKS)) or "hand" not in data:
        raise Refusal(f"the position's hand and stacks are texts; it reads like {SHORT}")
    game = NinetyEight(str(data.get("rules", "paper")))
    hand, *stacks = (cards_of(game, data.get(key, "")) for key in ("hand", *STACKS))
    given = sum(stacks, hand)
    for card in given:
        if given.count(card) > 1:
            raise Refusal(f"{card} appears twice")
    seen = game.observe(_begin(game, hand, tuple(stacks), (), data.get("scores", [0.0])), 0)
    check(game, seen)
    return game, seen


def short_form(game: NinetyEight, seen: Observation) -> dict[str, Any]:
    """Return the short form of a position; it leaves out the history and the scores."""
    zones = {key: " ".join(map(game.face, seen.zone(key).cards)) for key in ("hand", *STACKS)}
    return {**zones, "rules": game.spec}


def check(game: NinetyEight, seen: Observation) -> None:
    """Check that the history, played from a possible position, leads to this observation. Raises Refusal if not.

    At the start of the history cards may lie on the stacks, if the position was made by hand.
    """
    hand, drawn = set(seen.zone("hand").cards), tuple(card for event in seen.history for card in event.gain)
    played = [event.action.cards[0] for event in seen.history if event.action.cards]
    stacks = []
    for name, start, up in zip(STACKS, STARTS, UP, strict=True):
        cards, top = seen.zone(name).cards, start
        for card in cards:
            if not fits(card, top, up):
                raise Refusal(f"{IMPOSSIBLE}: §2.2: {card} does not fit on {top} of {name}")
            top = card
        stacks.append(tuple(card for card in cards if card not in played))
    first = hand.union(played).difference(drawn)
    follow(game, _begin(game, tuple(first), tuple(stacks), drawn, seen.scores), seen)


def swap(game: NinetyEight, seen: Observation, old: Card, new: Card) -> Observation:
    """Return the observation as if a card of the hand or on a stack had been another one from the start.

    Raises Refusal if the other card is not in the draw pile, or could not have been laid where the old one was.
    """
    if new not in unseen(seen):
        raise Refusal(f"{new} cannot come in: it is not in the draw pile")
    if old in unseen(seen):
        raise Refusal(f"{old} is neither in the hand nor on a stack")
    hand, *rest = (zone._replace(cards=renamed(zone.cards, old, new)) for zone in seen.zones)
    history = tuple(
        event._replace(
            action=event.action._replace(cards=renamed(event.action.cards, old, new)),
            gain=tuple(sorted(renamed(event.gain, old, new))),
        )
        for event in seen.history
    )
    zones = (hand._replace(cards=tuple(sorted(hand.cards))), *rest)
    draft = seen._replace(zones=zones, history=history, facts={**seen.facts, "to_move": seen.seat})
    state = game.determinize(draft, Random(0))
    return game.observe(state if game.legal(state) else state._replace(seat=None), seen.seat)


def _begin(
    game: NinetyEight,
    hand: tuple[Card, ...],
    stacks: tuple[tuple[Card, ...], ...],
    drawn: tuple[Card, ...],
    scores: Sequence[float],
) -> State:
    """Return the state with these cards, with `drawn` on top of the draw pile. Raises Refusal if it is impossible."""
    rest = [card for card in DECK if card not in {*hand, *drawn}.union(*stacks)]
    pile, laid = len(drawn) + len(rest), sum(map(len, stacks))
    least = HAND - {"one": 0, "two": 1, "turn": HAND}[game.refill] if pile else 0
    if not least <= len(hand) <= HAND:
        sizes = f"{least} to {HAND}" if least < HAND else HAND
        raise Refusal(f"with {pile} to draw the hand has {sizes} cards here, not {len(hand)}")
    since = HAND - len(hand) if pile else 0
    if since > laid or (game.refill == "two" and pile and (laid - since) % 2):
        raise Refusal(f"with {laid} laid the hand does not have {len(hand)} cards here")
    return game.start(
        {
            "hand": [*map(game.face, hand)],
            "stacks": [[*map(game.face, cards)] for cards in stacks],
            "draw": [*map(game.face, (*drawn, *rest))],
            "since": since,
            "scores": scores,
        }
    )


SETUPS: Setups[NinetyEight] = Setups(SHORT, EXAMPLES, GUIDE, from_short, short_form, check, swap)
