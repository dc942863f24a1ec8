"""The arena in a process of its own, for the screen: it runs what its argument says, as JSON."""

from __future__ import annotations

import sys

from ..system.module_runner import errors_in_one_line
from . import main

if __name__ == "__main__":
    with errors_in_one_line():
        main(sys.argv[1])
