"""States that go to a kernel together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

State = TypeVar("State")


def runs(states: Sequence[State], alike: Callable[[State, State], bool]) -> Iterator[slice]:
    """Yield the runs of neighbours that are alike to the first one of their run, as `alike(state, first)` tells."""
    start = 0
    while start < len(states):
        end = start + 1
        while end < len(states) and alike(states[end], states[start]):
            end += 1
        yield slice(start, end)
        start = end
