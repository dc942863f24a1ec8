"""The exchange of two cards that any game has: they change places from the start of the deal."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cardtui import registry
from cardtui.review.positions import Position, swap

TOY = Path(__file__).parent / "toy_game" / "toy.py"


@pytest.fixture(autouse=True)
def _toy(own_games: None) -> None:
    """The game of a file, for this test."""
    registry.add_game(str(TOY))


def test_a_card_that_was_played_is_exchanged_in_the_history_too() -> None:
    game = registry.game("toy")
    state = game.start(game.deal(Random(3)))
    played = game.legal(state)[0]
    state = game.apply(state, played)
    seat = game.turn(state)
    assert seat is not None
    seen = game.observe(state, seat)
    held = seen.zone("hand").cards[0]
    changed = swap(Position(game, seen, "here"), game.face(held), game.face(played.cards[0])).seen
    assert changed.history[0].action.cards == (held,)
    assert played.cards[0] in changed.zone("hand").cards and held not in changed.zone("hand").cards
    assert [action.cards for action in changed.legal if action.cards == played.cards]
