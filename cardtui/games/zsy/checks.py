"""How `cardtui.testing` looks into the states of Zheng Shang You."""

from __future__ import annotations

from ...entries.checks import Checks

CHECKS = Checks(
    cards=lambda state: [
        *(card for cards in (*state.hands, *state.played) for card in cards),
        *state.table,
        *state.rest,
    ],
    hidden=lambda state, seat: {*state.hands[1 - seat], *state.rest},
)
