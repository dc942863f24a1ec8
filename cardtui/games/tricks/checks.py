"""How `cardtui.testing` looks into the states of Tricks."""

from __future__ import annotations

from ...entries.checks import Checks

CHECKS = Checks(
    cards=lambda state: [*(card for hand in state.hands for card in hand), *state.played],
    hidden=lambda state, seat: (),
)
