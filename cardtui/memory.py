"""How much memory a process that runs bots may take."""

from __future__ import annotations

import os

from .core import quoted

LEAST = 2 << 30
"""Bytes that such a process may always take."""


def fault(error: BaseException) -> str:
    """What a bot's error is, in words."""
    return "it ran out of memory" if isinstance(error, MemoryError) else quoted(error)


def limit(shares: int = 4) -> str:
    """Let this process take one of so many equal shares of the machine's memory; how much that is, in words.

    Private memory counts, not what a library only reserves. Whoever asks for more gets a MemoryError.
    """
    try:
        import resource

        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        wanted, (_, hard) = max(LEAST, total // shares), resource.getrlimit(resource.RLIMIT_DATA)
        if hard != resource.RLIM_INFINITY:
            wanted = min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))
    except (ImportError, ValueError, OSError):  # a system without such limits
        return "all there is"
    return f"{wanted / (1 << 30):.1f} GiB"
