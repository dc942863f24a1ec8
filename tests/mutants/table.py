"""The table of planted defects, and why those that no test catches cannot be caught."""

from __future__ import annotations

from .afar import AFAR
from .checks import CHECKS
from .door import DOOR
from .games import KERNELS, NINETYEIGHT, TRICKS, YANIV, ZHENG
from .readers import READERS
from .remote import REMOTE
from .schafkopf import SCHAFKOPF
from .serve import SERVE
from .shared import SHARED

DEFECTS = (
    *NINETYEIGHT,
    *TRICKS,
    *YANIV,
    *ZHENG,
    *KERNELS,
    *SCHAFKOPF,
    *SHARED,
    *READERS,
    *CHECKS,
    *DOOR,
    *REMOTE,
    *SERVE,
    *AFAR,
)
EQUIVALENT = {
    "tricks: an equal card takes the trick": "each card is there once",
    "yaniv: who catches a caller is compared with the caller": "of those caught one is as low as the caller",
    "match: undo does not go back to a packed deal": "a deal begins without a move, so never all goes",
    "yaniv: a run of jokers alone": "a run has three cards, and there are two jokers",
}
"""Defects that change nothing that anybody can see, and the reason."""
