"""Who is told when kernels are compiled. Imports no compiler, so that a process can listen before it has one."""

from __future__ import annotations

from collections.abc import Callable

listeners: list[Callable[[bool], None]] = []
"""Called with True whenever the compilation of a function begins, and with False when the outermost one has ended."""
_depth = 0


def begin() -> None:
    """A function's compilation begins, perhaps within another's."""
    global _depth
    _depth += 1
    for listener in listeners:
        listener(True)


def end() -> None:
    """The compilation that began last has ended."""
    global _depth
    _depth -= 1
    if not _depth:
        for listener in listeners:
            listener(False)
