"""One thread to a process. The cores go to whole games: a second thread in a product of small matrices only waits."""

from __future__ import annotations

LIBRARIES = ("OMP", "OPENBLAS", "MKL", "NUMBA", "VECLIB", "NUMEXPR")
ONE_EACH = {f"{library}_NUM_THREADS": "1" for library in LIBRARIES}
"""For the environment, before numpy is imported; children inherit it."""
