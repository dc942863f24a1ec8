"""How `cardtui.testing` looks into the states of Schafkopf."""

from __future__ import annotations

from ...checks import Checks

CHECKS = Checks(
    cards=lambda state: [
        *(card for hand in (state.dealt if state.phase == "knock" else state.hands) for card in hand),
        *(card for cards in (state.trick, *state.taken) for card in cards),
    ],
    hidden=lambda state, seat: {
        *(card for i, hand in enumerate(state.hands) if i != seat for card in hand),
        *(card for hand in state.dealt for card in hand if state.phase == "knock" and card not in state.hands[seat]),
    },
    tastes=(  # otherwise nearly all deals are solos, since one random bid among four seats is enough
        ("pass",),
        ("ruf", "pass"),
        ("ruf", "pass"),
        ("ruf", "pass"),
        ("wenz",),
        ("geier", "wenz"),
        ("solo",),
    ),
    quick="rule-based",
    light={
        "pimc": "pimc:deals=2,simulations=8",
        "pimc-solver": "pimc-solver:deals=2",
        "calibrated-solver": "calibrated-solver:deals=2",
        "hp-pimc": "hp-pimc:deals=2,simulations=8",
    },
)
