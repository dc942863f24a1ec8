"""The table of planted defects."""

from __future__ import annotations

from .games import NINETYEIGHT, TRICKS, YANIV, ZSY
from .house import HOUSE
from .schafkopf import SCHAFKOPF

DEFECTS = (*NINETYEIGHT, *TRICKS, *YANIV, *ZSY, *SCHAFKOPF, *HOUSE)
EQUIVALENT = {
    "tricks: an equal card takes the trick": "each card is there once",
}
