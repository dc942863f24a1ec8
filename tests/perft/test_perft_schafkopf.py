"""Perft of Schafkopf: the number of action sequences of a given length, and what the deals that end then pay.

Law, kernel and oracle must count the same, for ever.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from cardtui.core import parse_action
from cardtui.games.schafkopf import kernel
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.rules import Schafkopf

from ..oracle import schafkopf as oracle
from .counting import ORACLE, kernel_witness, law_witness, walk


class Position(NamedTuple):
    """A deal, what was said and played so far, and what can follow."""

    name: str
    rules: str
    hands: tuple[str, str, str, str]
    said: str
    """From forehand, seat 0: `pass`, a game (a bid), a card (played) …"""
    counts: tuple[int, ...]
    """Sequences of length 1, 2, 3 …"""
    paid: tuple[int, int, int, int]
    """What the seats get in all deals that end with the last of these lengths, summed, in cents."""


POSITIONS = [
    Position(
        "a Sauspiel, the called ace still out, its holder to lead",
        "paper",
        (
            "G8 H10 SU HA E7 S10 SK S9",
            "GK HK E9 EK GO S8 SA EA",
            "HO G7 E8 S7 H8 EU HU E10",
            "G9 SO GA H7 H9 G10 EO GU",
        ),
        "pass ruf-gras pass pass pass contra pass pass retour "
        "H10 HK EU SO EO HA GO HU H7 SU GK H8 S9 SA S7 G9 E9 E8 GU E7",
        (2, 4, 12, 12, 24, 30, 54, 84, 84, 84, 84, 84),
        (-8760, 8760, -8760, 8760),
    ),
    Position(
        "a Sauspiel, another seat to lead",
        "paper",
        (
            "SK H10 GO GK SU E10 E9 EU",
            "E7 HA G10 HO S8 G9 H8 EA",
            "H9 S9 E8 GU HU H7 G8 G7",
            "EO S7 EK SA S10 SO HK GA",
        ),
        "ruf-eichel pass pass pass pass pass pass GK G9 G7 GA SO SU HA H7 HK EU H8 H9 GO HO HU EO",
        (4, 5, 5, 5, 15, 30, 62, 126, 252, 368, 556, 784, 784, 784, 784, 784),
        (-11660, -11660, 11660, 11660),
    ),
    Position(
        "bids must be the highest",
        "club:klopfen=yes",
        (
            "GU EA GA G10 SO S8 SA S10",
            "G8 E10 GK H8 GO E8 H10 S7",
            "HK HO G7 E7 H9 HA E9 EK",
            "SK EO S9 SU HU EU H7 G9",
        ),
        "pass knock pass pass",
        (11, 57, 205),
        (0, 0, 0, 0),
    ),
    Position(
        "each is asked once",
        "paper:geier=yes,farbwenz=yes",
        (
            "GU EA GA G10 SO S8 SA S10",
            "G8 E10 GK H8 GO E8 H10 S7",
            "HK HO G7 E7 H9 HA E9 EK",
            "SK EO S9 SU HU EU H7 G9",
        ),
        "pass",
        (14, 182),
        (0, 0, 0, 0),
    ),
    Position(
        "the Eichel-Ober is forced",
        "club:allpass=forced",
        (
            "GU EA GA G10 SO S8 SA S10",
            "G8 E10 GK H8 GO E8 H10 S7",
            "HK HO G7 E7 H9 HA E9 EK",
            "SK EO S9 SU HU EU H7 G9",
        ),
        "pass pass pass",
        (13, 115, 400),
        (0, 0, 0, 0),
    ),
    Position(
        "contra at the first card",
        "club",
        (
            "GU EA GA G10 SO S8 SA S10",
            "G8 E10 GK H8 GO E8 H10 S7",
            "HK HO G7 E7 H9 HA E9 EK",
            "SK EO S9 SU HU EU H7 G9",
        ),
        "pass wenz pass pass",
        (9, 22, 137, 417),
        (0, 0, 0, 0),
    ),
    Position(
        "contra is asked before the lead",
        "paper",
        (
            "GU EA GA G10 SO S8 SA S10",
            "G8 E10 GK H8 GO E8 H10 S7",
            "HK HO G7 E7 H9 HA E9 EK",
            "SK EO S9 SU HU EU H7 G9",
        ),
        "pass ruf-schellen pass pass",
        (1, 2, 4, 16, 41),
        (0, 0, 0, 0),
    ),
    Position(
        "a Sauspiel, the holder of the ace may run away",
        "club",
        (
            "EU H9 H7 E7 E8 G7 S8 GK",
            "SA S10 SK S9 EO GO HO SO",
            "GU HA H8 EA E9 G8 S7 G10",
            "HU SU H10 HK EK E10 GA G9",
        ),
        "ruf-schellen pass pass pass H7 SO H8 HK HO HA H10 H9 GO GU SU EU EO E9 HU G7",
        (4, 4, 16, 16, 48, 144),
        (0, 0, 0, 0),
    ),
    Position(
        "a Sauspiel, the holder has run away",
        "club",
        (
            "EU H9 H7 E7 E8 G7 S8 GK",
            "SA S10 SK S9 EO GO HO SO",
            "GU HA H8 EA E9 G8 S7 G10",
            "HU SU H10 HK EK E10 GA G9",
        ),
        "ruf-schellen pass pass pass H7 SO H8 HK HO HA H10 H9 GO GU SU EU EO E9 HU G7 S10 S7 EK S8 SK G8 G9 E7",
        (2, 4, 8, 16, 16, 16, 16, 16),
        (1440, 1440, -1440, -1440),
    ),
    Position(
        "a Ramsch, equal in points, tricks and trumps",
        "paper:allpass=ramsch",
        (
            "H7 H10 GU SA EA GA S8 E8",
            "H8 HK HU S7 E10 G7 S10 G10",
            "EO H9 SU SO E7 G8 SK EK",
            "HA GO HO EU E9 G9 S9 GK",
        ),
        "pass pass pass pass H7 H8 EO HA H9 GO H10 HK HO GU HU SU EU SA S7 SO E7 E9 EA E10",
        (3, 6, 6, 14, 28, 38, 40, 56, 56, 56, 56, 56),
        (160, 1600, -3360, 1600),
    ),
    Position(
        "a Wenz",
        "paper",
        (
            "EO E7 S9 HU HO E9 EA GK",
            "G8 SK H10 H9 SO H7 EK H8",
            "EU S10 E8 HK GO S8 G10 GU",
            "G7 HA GA E10 G9 SU S7 SA",
        ),
        "pass pass wenz pass pass pass pass E7 EK E8 E10 SA S9 SO S8 G9 GK G8 G10 S10 S7 EA SK HK HA HO H8",
        (3, 7, 21, 24, 48, 78, 144, 288, 288, 288, 288, 288),
        (5600, 5600, -16800, 5600),
    ),
    Position(
        "a Geier-Tout",
        "club:geier=yes,contra=lead",
        (
            "GA E9 HO HU SK G9 E8 GK",
            "H8 S9 G8 HK SU H9 S10 GO",
            "HA E7 E10 S8 H10 SO EA SA",
            "EK EU S7 GU H7 EO G10 G7",
        ),
        "pass pass geier-tout pass contra pass retour GA G8 H10 G7 G9 GO SO GU H8 HA H7 HU S8 S7 SK S9 HO HK E7 EO",
        (3, 5, 15, 33, 66, 108, 192, 272, 272, 272, 272, 272),
        (174080, 174080, -522240, 174080),
    ),
    Position(
        "a Farbwenz in the Kurze Karte",
        "paper:deck=short,farbwenz=yes",
        ("SK G9 S9 H9 SO H10", "E9 GU GO GA EA G10", "E10 S10 HU HA SU HK", "HO EO GK EK SA EU"),
        "pass pass wenz-schellen pass contra pass pass pass SO GU S10 EU SA S9 GA SU HA HO H10 EA",
        (3, 8, 12, 24, 48, 84, 116, 192, 192, 192, 192, 192),
        (-29920, -29920, 89760, -29920),
    ),
    Position(
        "a Solo, contra and retour",
        "club",
        (
            "GA E9 HO HU SK G9 E8 GK",
            "H8 S9 G8 HK SU H9 S10 GO",
            "HA E7 E10 S8 H10 SO EA SA",
            "EK EU S7 GU H7 EO G10 G7",
        ),
        "pass pass solo-gras pass contra pass retour GA G8 SO G7 EA EK E9 GO HK HA H7 HO HU SU S8 GU EU G9 S10 H10",
        (3, 3, 7, 19, 38, 58, 100, 184, 184, 184, 184, 184),
        (66240, 66240, -198720, 66240),
    ),
]


def spelled(word: str) -> str:
    """The action: a game's name is a bid, a card is played."""
    if word in ("pass", "knock", "contra", "retour"):
        return word
    return f"bid > {word}" if word.islower() else f"play {word}"


def kernel_moves(state: Any) -> list[int]:
    mask = int(kernel.legal(state)) % (1 << 64)
    return [code for code in range(64) if mask >> code & 1]


def kernel_paid(state: Any) -> Any:
    paid = np.zeros(4)
    returns(state, paid)
    return paid


BY_KERNEL = kernel_witness(
    kernel_moves, kernel.apply, lambda state: bool(state[kernel.PHASE] == kernel.IS_OVER), kernel_paid
)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_perft(position: Position) -> None:
    game = Schafkopf(position.rules)
    hands = [hand.split() for hand in position.hands]
    state = game.start({"hands": hands, "first": 0, "scores": [0.0] * 4})
    table = oracle.Table(dict(game.options), hands, 0)
    for action in map(spelled, position.said.split()):
        state = game.apply(state, parse_action(game, action))
        table.play(action)
    for witness, begin in ((law_witness(game), state), (BY_KERNEL, kernel.pack(game, state)), (ORACLE, table)):
        found = walk(witness, begin, len(position.counts), 4)
        assert tuple(found[1:, 0].tolist()) == position.counts
        assert tuple(found[-1, 1:].tolist()) == position.paid
