"""Limits the memory of processes that run bots."""

from __future__ import annotations

import os

LEAST = 2 << 30
"""Minimum limit in bytes."""


def limit(shares: int = 4) -> str:
    """Limit this process to 1/`shares` of the machine's memory; return the limit as text.

    Only private memory counts, not address space that a library merely reserves. Allocations beyond the limit raise
    MemoryError.
    """
    try:
        import resource

        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        wanted, (_, hard) = max(LEAST, total // shares), resource.getrlimit(resource.RLIMIT_DATA)
        if hard != resource.RLIM_INFINITY:
            wanted = min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))
    except (ImportError, ValueError, OSError):  # the system has no such limits
        return "all there is"
    return f"{wanted / (1 << 30):.1f} GiB"
