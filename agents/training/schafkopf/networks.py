"""The source's actor-critics, a policy over 43 actions and a value, and its predictor of where each card lies.

The names of the layers are those under which `agents/schafkopf/networks.py` plays them.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from cardtui.games.schafkopf.cards import LONG
from cardtui.games.schafkopf.rules import SEATS

from ...schafkopf.features import ACTIONS, FLAT, INFO, STEP, WORDS
from ...schafkopf.hp_pimc import BOUND


class Head(nn.Module):
    """A policy on top of what a body makes of the view."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.policy1, self.policy2 = nn.Linear(size, size), nn.Linear(size, ACTIONS)

    def forward(self, body: Any) -> Any:
        """Logits (n, ACTIONS)."""
        return self.policy2(torch.relu(self.policy1(body)))


class Heads(Head):
    """Policy and value."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.value1, self.value2 = nn.Linear(size, size), nn.Linear(size, 1)

    def forward(self, body: Any) -> tuple[Any, Any]:
        """(logits (n, ACTIONS), values (n,))."""
        return super().forward(body), self.value2(torch.relu(self.value1(body)))[:, 0]


class Flat(nn.Module):
    """The source's linear network: two layers under the heads."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.body1, self.body2 = nn.Linear(FLAT, size), nn.Linear(size, size)
        self.heads = Heads(size)

    def forward(self, rows: Any) -> tuple[Any, Any]:
        """rows: float32 (n, FLAT)."""
        return self.heads(torch.relu(self.body2(torch.relu(self.body1(rows)))))  # type: ignore[no-any-return]  # a module gives Any


class Course(nn.Module):
    """The source's LSTM body: an LSTM over the finished tricks and one over the trick that lies, beside a vector."""

    def __init__(self, size: int, width: int = INFO) -> None:
        super().__init__()
        self.course = nn.LSTM(STEP, size, batch_first=True)
        self.trick = nn.LSTM(STEP, size, batch_first=True)
        self.body1, self.body2 = nn.Linear(width, size), nn.Linear(3 * size, size)

    def body(self, rows: Any, course: Any, of: Any, whole: Any, trick: Any, lying: Any) -> Any:
        """float32 (n, size) of n views, as `views.courses` lays them out."""
        each = torch.arange(len(rows))
        parts = (
            torch.relu(self.body1(rows)),
            after(self.course, course, of, whole),
            after(self.trick, trick, each, lying),
        )
        return torch.relu(self.body2(torch.cat(parts, 1)))


class Policy(Course):
    """The same body with a policy alone."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.heads = Head(size)

    def forward(self, *views: Any) -> Any:
        """As `Head`, of what `views.courses` gives."""
        return self.heads(self.body(*views))


class Recurrent(Course):
    """The source's LSTM network: policy and value on top."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.heads = Heads(size)

    def forward(self, *views: Any) -> tuple[Any, Any]:
        """As `Heads`, of what `views.courses` gives."""
        return self.heads(self.body(*views))  # type: ignore[no-any-return]  # a module gives Any


class Predictor(Course):
    """hp-pimc's network: how far each card leans to each seat, on top of the same body."""

    def __init__(self, size: int) -> None:
        super().__init__(size, INFO + WORDS)
        self.lean1, self.lean2 = nn.Linear(size, size), nn.Linear(size, len(LONG) * SEATS)

    def forward(self, *views: Any) -> Any:
        """float32 (n, 32, 4), by card and by seat from the one that looks on, of what `views.courses` gives."""
        lean = self.lean2(torch.relu(self.lean1(self.body(*views))))
        return BOUND * torch.tanh(lean / BOUND).reshape(-1, len(LONG), SEATS)


def after(network: nn.LSTM, sequences: Any, of: Any, steps: Any) -> Any:
    """The hidden state after the first `steps`, int64 (n,), of the sequences `of`, int64 (n,); zeros after none.

    Several views of one deal share its sequence, which is fed once: what comes later never tells on what is before.
    """
    hidden = nn.functional.pad(network(sequences)[0], (0, 0, 1, 0))
    return hidden[of, steps]
