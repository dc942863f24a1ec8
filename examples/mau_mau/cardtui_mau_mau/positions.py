"""Positions of Mau-Mau made by hand: the short form. That a position is possible, `MauMau.determinize` proves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtui.core import Card, Observation, Refusal
from cardtui.entries.setups import Setups, reads_like

from .cards import DECK
from .rules import MauMau

SHORT = '{"hand": "7h 8h Jc", "top": "Kh", "opponents": [5, 3], "rules": "common"}'
"""The short form; only hand and top are needed."""
EXAMPLES = "swap 3 Kc · hand 7h 8h Jc · top Kh · opponents 5 3"
GUIDE = """\
  swap 3 Kc       card 3 of the hand becomes the king of clubs; so with
                  a card's name: before → after
  hand 7h 8h Jc   a position of your own; so top Kh, rules points, and
                  opponents 5 3 (how many cards each of them holds)
"""


def from_short(data: Mapping[str, Any]) -> tuple[MauMau, Observation]:
    """The first turn of seat 0 with this hand on this card. Refusal when it does not read like `SHORT`.

    opponents: how many cards each of the other seats holds (one seat with five, if left out).
    """
    reads_like(SHORT, ("hand", "top", "opponents", "rules"), data)
    for key in ("hand", "top"):
        if not isinstance(data.get(key), str) or not data[key].split():
            raise Refusal(f"the position's {key} is missing; it reads like {SHORT}")
    others = data.get("opponents", [5])
    if not isinstance(others, list) or not all(type(count) is int and count >= 1 for count in others):
        raise Refusal("opponents is a list of how many cards each holds, such as [5, 3]")
    game = MauMau(str(data.get("rules", "common")), 1 + len(others))
    hand, top = _cards(game, data["hand"]), _cards(game, data["top"])
    given = [*hand, *top]
    if len(set(given)) < len(given) or len(top) != 1:
        raise Refusal("hand and top hold each card once, and the top is one card")
    rest = [card for card in DECK if card not in given]
    if sum(others) > len(rest):
        raise Refusal(f"{len(rest)} cards are left for the opponents, not {sum(others)}")
    hands, left = [hand], rest
    for count in others:
        hands.append(tuple(left[:count]))
        left = left[count:]
    state = game.begin(hands, top, tuple(left), 0, 0, (0.0,) * game.seats)
    return game, game.observe(state, 0)


def short_form(game: MauMau, seen: Observation) -> dict[str, Any]:
    """What the short form can say of a position: no wish, nothing owed, no history."""
    return {
        "hand": " ".join(map(game.face, seen.zone("hand").cards)),
        "top": game.face(seen.zone("pile").cards[-1]),
        "opponents": [zone.count for zone in seen.hands if zone.name != "hand"],
        "rules": game.spec,
    }


def _cards(game: MauMau, text: str) -> tuple[Card, ...]:
    return tuple(game.card(word) for word in text.split())


SETUPS: Setups[MauMau] = Setups(
    short=SHORT, examples=EXAMPLES, guide=GUIDE, from_short=from_short, short_form=short_form
)
