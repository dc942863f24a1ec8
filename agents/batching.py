"""Groups of states that a judge gives to its kernel at once, and the code for no action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

State = TypeVar("State")
AS_IT_IS = -1
"""The code of no action: the state is valued as it is."""


def runs(states: Sequence[State], alike: Callable[[State, State], bool]) -> Iterator[slice]:
    """Yield the runs of neighbours that are alike to the first state of their run, by `alike(state, first)`."""
    start = 0
    while start < len(states):
        end = start + 1
        while end < len(states) and alike(states[end], states[start]):
            end += 1
        yield slice(start, end)
        start = end
