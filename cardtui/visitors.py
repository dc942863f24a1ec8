"""What holds where the screen is shown to visitors of `cardtui serve`: no path of the server's disk can be named.

A visitor's processes carry a variable that says so. The kernel keeps them from the disk besides (`confinement`); this
module says it in one sentence before it comes to that, and does not tell which paths exist.
"""

from __future__ import annotations

import os

from .core import Refusal

VISITOR = "CARDTUI_VISITOR"
"""The variable that is set in the processes of a visitor."""


def visiting() -> bool:
    """Return whether this process belongs to a visitor of a server."""
    return VISITOR in os.environ


def refuse_path(what: str) -> None:
    """Raise Refusal if this process belongs to a visitor, who names `what`: a file, a folder or a module."""
    if visiting():
        raise Refusal(f"in the browser {what} cannot be named: files of the server are not within reach")
