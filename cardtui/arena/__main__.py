"""The arena in a process of its own, for the screen: it runs what its argument says, as JSON."""

from __future__ import annotations

import sys

from ..core import Refusal
from . import main

if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except Refusal as refusal:
        sys.exit(str(refusal))
