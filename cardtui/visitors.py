"""What visitors of `cardtui serve` may not do on a screen: name a path of the disk, begin a training, take all cores.

Their processes carry a variable that says so. The kernel keeps them from the disk besides (`confinement`); this module
says it in one sentence before it comes to that, and does not tell which paths exist.
"""

from __future__ import annotations

import os

from .core import Refusal

VISITOR = "CARDTUI_VISITOR"
"""The variable that is set in the processes of a visitor."""


def visiting() -> bool:
    """Return whether this process belongs to a visitor of a server."""
    return VISITOR in os.environ


def jobs() -> int:
    """Return how many processes a study on a screen takes: one for each core; for a visitor two, since others come."""
    return 2 if visiting() else os.cpu_count() or 1


def refuse_path(what: str) -> None:
    """Raise Refusal if this process belongs to a visitor, who names `what` on the server's disk."""
    if visiting():
        raise Refusal(f"{what} cannot be named in the browser: the server's files are out of reach there")


def refuse_training() -> None:
    """Raise Refusal if this process belongs to a visitor, since a training would outlive the page."""
    if visiting():
        raise Refusal("nothing is trained from a browser, since a training would outlive the page")
