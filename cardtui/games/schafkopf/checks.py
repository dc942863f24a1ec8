"""How `cardtui.testing` looks into the states of Schafkopf."""

from __future__ import annotations

from ...core import Card
from ...entries.checks import Checks
from .bidding import PASSED
from .cards import EICHEL_OBER
from .rules import SEATS, State


def hidden(state: State, seat: int) -> set[Card]:
    """Return the cards that the rules hide from a seat (§13).

    A seat that is forced to play is known to hold the Eichel-Ober (§9.4). This function says so only when that seat
    bids, since the laws count a card as hidden only as long as it was hidden at every turn.
    """
    cards = {card for other, hand in enumerate(state.hands) if other != seat for card in hand}
    if state.phase == "knock":
        cards.update(card for hand in state.dealt for card in hand if card not in state.hands[seat])
    if state.phase == "bid" and state.bids == (PASSED,) * SEATS:
        cards.discard(EICHEL_OBER)
    return cards


CHECKS = Checks(
    cards=lambda state: [
        *(card for hand in (state.dealt if state.phase == "knock" else state.hands) for card in hand),
        *(card for cards in (state.trick, *state.taken) for card in cards),
    ],
    hidden=hidden,
    tastes=(  # otherwise nearly all deals are solos, since one random bid among four seats is enough
        ("pass",),
        ("ruf", "pass"),
        ("ruf", "pass"),
        ("ruf", "pass"),
        ("wenz",),
        ("geier", "wenz"),
        ("solo",),
    ),
)
