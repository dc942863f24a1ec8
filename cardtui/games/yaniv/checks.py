"""How `cardtui.testing` looks into the states of Yaniv."""

from __future__ import annotations

from ...entries.checks import Checks

CHECKS = Checks(
    cards=lambda state: [
        *(card for hand in state.hands for card in hand),
        *state.stack,
        *state.top,
        *state.buried,
    ],
    hidden=lambda state, seat: {
        *state.stack,
        *(card for i, hand in enumerate(state.hands) if i != seat for card in hand if card not in state.known[i]),
    },
    tastes=(("yaniv",),),
)
