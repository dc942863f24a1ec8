"""A training in a process of its own, which `trainings.begin` starts."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from . import main

if __name__ == "__main__":
    folder, held, resume = sys.argv[1:]
    os.set_inheritable(int(held), False)  # the lock is this process's alone
    sys.exit(main(Path(folder), bool(resume)))
