"""The table of planted defects."""

from __future__ import annotations

from .games import NINETYEIGHT, TRICKS, YANIV, ZSY
from .house import HOUSE
from .schafkopf import SCHAFKOPF

DEFECTS = (*NINETYEIGHT, *TRICKS, *YANIV, *ZSY, *SCHAFKOPF, *HOUSE)
EQUIVALENT = {
    "yaniv: who catches a caller is compared with the caller": "another hand is as low as that of a caller who is caught",
    "yaniv: a run of jokers alone": "a run has three cards, and there are two jokers",
    "tricks: an equal card takes the trick": "each card is there once",
}
