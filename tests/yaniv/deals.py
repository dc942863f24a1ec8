"""Deals that serve the tests of Yaniv's rules, and how to play them."""

from __future__ import annotations

from typing import Any

from cardtui.core import parse_action
from cardtui.games.yaniv.rules import State, Yaniv


def position(game: Yaniv, *hands: str, pile: str = "9s", stack: str = "", **given: Any) -> State:
    """A deal with these hands, pile and first cards of the stack; the rest of the deck below, in card order."""
    named = [*" ".join(hands).split(), *pile.split(), *stack.split()]
    rest = [game.face(card) for card in game.deck if game.face(card) not in named]
    deal = {
        "hands": [hand.split() for hand in hands],
        "pile": pile.split(),
        "stack": stack.split() + rest,
        "key": 7,
        "first": 0,
        "scores": [0.0] * game.seats,
    }
    return game.start(deal | given)


def play(game: Yaniv, state: State, *actions: str) -> State:
    for text in actions:
        state = game.apply(state, parse_action(game, text))
    return state


def laid(game: Yaniv, state: State) -> set[str]:
    """The discards that are legal, as text, whatever is taken."""
    return {" ".join(map(game.face, action.cards)) for action in game.legal(state) if action.verb == "discard"}


def called(rules: str, *hands: str, first: int = 0) -> tuple[Yaniv, State]:
    """A deal in which the first seat calls at once."""
    game = Yaniv(rules, len(hands))
    return game, play(game, position(game, *hands, first=first), "yaniv")
