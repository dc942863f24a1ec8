"""Notifies listeners of kernel compilations. Does not import numba, so a process can listen before loading it."""

from __future__ import annotations

from collections.abc import Callable

listeners: list[Callable[[int], None]] = []
"""Called with the number of functions so far whenever one starts compiling, and with 0 when the outermost one is done.
"""
_depth = 0
_count = 0


def begin() -> None:
    """Report the start of a compilation, which may be nested in another one."""
    global _depth, _count
    _depth += 1
    _count += 1
    for listener in listeners:
        listener(_count)


def end() -> None:
    """Report the end of the innermost running compilation."""
    global _depth
    _depth -= 1
    if not _depth:
        for listener in listeners:
            listener(0)
