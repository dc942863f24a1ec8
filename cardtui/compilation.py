"""Notifies listeners of kernel compilations. Does not import numba, so a process can listen before loading it."""

from __future__ import annotations

from collections.abc import Callable

listeners: list[Callable[[bool], None]] = []
"""Called with True whenever a function starts compiling, and with False when the outermost compilation ends."""
_depth = 0


def begin() -> None:
    """Report the start of a compilation, which may be nested in another one."""
    global _depth
    _depth += 1
    for listener in listeners:
        listener(True)


def end() -> None:
    """Report the end of the innermost running compilation."""
    global _depth
    _depth -= 1
    if not _depth:
        for listener in listeners:
            listener(False)
