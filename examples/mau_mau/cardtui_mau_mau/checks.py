"""What the laws in `cardtui.testing` must be told of Mau-Mau to look into its states."""

from __future__ import annotations

from cardtui.entries.checks import Checks

from .rules import State


def cards(state: State) -> list[int]:
    """All 32 cards, wherever they lie."""
    return [*(card for hand in state.hands for card in hand), *state.stack, *state.pile]


def hidden(state: State, seat: int) -> set[int]:
    """What the rules hide from a seat: the stack and the other hands."""
    return {*state.stack, *(card for other, hand in enumerate(state.hands) if other != seat for card in hand)}


CHECKS = Checks(cards=cards, hidden=hidden, tastes=(("play",), ("draw",)))
