"""Limits numerical libraries to one thread. Whole games run in parallel; threads in small matrix products only wait."""

from __future__ import annotations

LIBRARIES = ("OMP", "OPENBLAS", "MKL", "NUMBA", "VECLIB", "NUMEXPR")
ONE_EACH = {f"{library}_NUM_THREADS": "1" for library in LIBRARIES}
"""Environment variables, to be set before numpy is imported; child processes inherit them."""
