"""What the laws in `cardtui.testing` must be told of tricks."""

from __future__ import annotations

from ...checks import Checks

CHECKS = Checks(
    cards=lambda state: [*(card for hand in state.hands for card in hand), *state.played],
    hidden=lambda state, seat: (),
    quick="first",
)
