"""How `cardtui.testing` looks into the states of 98 cards."""

from __future__ import annotations

from ...entries.checks import Checks

CHECKS = Checks(
    cards=lambda state: [*state.hands[0], *(card for stack in state.stacks for card in stack), *state.draw],
    hidden=lambda state, seat: state.draw,
)
