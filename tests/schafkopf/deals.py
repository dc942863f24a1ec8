"""Deals that serve the tests of Schafkopf's rules, and how to play them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cardtui.core import Refusal, parse_action
from cardtui.games.schafkopf.cards import NAMES, read_card
from cardtui.games.schafkopf.rules import Schafkopf, State

# --- hands that serve many tests: seat 1 holds EA with the ten and the king, seat 0 may call it ------------------

HANDS = (
    "E7 G7 G8 S7 H7 H8 SU EO",
    "EA E10 EK G9 S8 S9 H9 HU",
    "E8 E9 GK G10 SK H10 HK GU",
    "GA S10 SA HA EU SO HO GO",
)
RUNNER = (
    "E7 G7 G8 S7 H7 H8 SU EO",
    "EA E10 EK E9 S8 S9 H9 HU",
    "E8 G9 GK G10 SK H10 HK GU",
    "GA S10 SA HA EU SO HO GO",
)
"""Seat 1 holds four Eichel."""


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(read_card, text.split()))


def position(game: Schafkopf, hands: tuple[str, ...] = HANDS, first: int = 0, **given: Any) -> State:
    """A deal of these hands, in the order in which they are written."""
    return game.start({"hands": [hand.split() for hand in hands], "first": first, "scores": [0.0] * 4} | given)


def play(game: Schafkopf, state: State, *actions: str) -> State:
    """Actions as text; a card's face alone is that card played."""
    for text in actions:
        words = f"play {text}" if text in NAMES else text
        state = game.apply(state, parse_action(game, words))
    return state


def at_play(rules: str, bid: str, hands: tuple[str, ...] = HANDS, declarer: int = 0, first: int = 0) -> Any:
    """The game and the first lead of a deal in which `declarer` alone bids."""
    game = Schafkopf(rules)
    state = position(game, hands, first)
    while state.phase != "play":
        state = play(game, state, f"bid > {bid}" if state.phase == "bid" and state.seat == declarer else "pass")
    return game, state


def legal(game: Schafkopf, state: State) -> set[str]:
    """The cards that may be played."""
    return {NAMES[action.cards[0]] for action in game.legal(state) if action.verb == "play"}


def bids(game: Schafkopf, state: State) -> list[str]:
    return [action.to or action.verb for action in game.legal(state)]


def refused(game: Schafkopf, state: State, action: str, section: str) -> None:
    with pytest.raises(Refusal, match=f"^{section}: "):
        play(game, state, action)


def finished(rules: str, bid: str, declarer: int, won: bool) -> tuple[Schafkopf, State]:
    """A deal played at random that the declarer won, or lost."""
    rng = Random(0)
    while True:
        game, state = at_play(rules, bid, declarer=declarer)
        while state.seat is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
        bill = game.bill(state)
        assert bill is not None
        if bill.won == won:
            return game, state


def turns(rules: str, deals: int) -> Iterator[tuple[Schafkopf, State]]:
    """Game and state at each turn of random deals; bids are high in one deal, and of a Sauspiel at most in the next."""
    game, rng = Schafkopf(rules), Random(3)
    for deal in range(deals):
        state = game.start(game.deal(rng))
        while state.seat is not None:
            yield game, state
            choices = game.legal(state)
            if state.phase == "bid" and deal % 2:
                choices = choices[-3:]
            elif state.phase == "bid":
                choices = tuple(action for action in choices if "ruf" in action.to) or choices[:1]
            state = game.apply(state, rng.choice(choices))
