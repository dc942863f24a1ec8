"""Limits numerical libraries to one thread. Whole games run in parallel; threads in small matrix products only wait."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

LIBRARIES = ("OMP", "OPENBLAS", "MKL", "NUMBA", "VECLIB", "NUMEXPR")
ONE_EACH = {f"{library}_NUM_THREADS": "1" for library in LIBRARIES}
"""Environment variables, to be set before numpy is imported; child processes inherit them."""


@contextmanager
def one_each() -> Iterator[None]:
    """Let the processes started in it have one thread for each library, however the program itself was started."""
    before = {name: os.environ.get(name) for name in ONE_EACH}
    os.environ.update(ONE_EACH)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
