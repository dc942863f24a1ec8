"""The table of planted defects."""

from __future__ import annotations

from .games import NINETYEIGHT, TRICKS, YANIV, ZSY
from .schafkopf import SCHAFKOPF

DEFECTS = (*NINETYEIGHT, *TRICKS, *YANIV, *ZSY, *SCHAFKOPF)
EQUIVALENT = {}
