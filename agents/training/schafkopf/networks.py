"""The source's actor-critics, with a policy over 43 actions and a value, and its predictor of where each card lies.

`agents/schafkopf/networks.py`, which plays them, uses the same layer names.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from cardtui.games.schafkopf.cards import LONG
from cardtui.games.schafkopf.features import FLAT
from cardtui.games.schafkopf.rules import SEATS

from ...schafkopf.features import ACTIONS, BIDDING, INFO, STEP
from ...schafkopf.hp_pimc import BOUND


class Head(nn.Module):
    """A policy head."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.policy1, self.policy2 = nn.Linear(size, size), nn.Linear(size, ACTIONS)

    def policy(self, body: Tensor) -> Tensor:
        """Return logits, float32 (n, ACTIONS)."""
        logits: Tensor = self.policy2(torch.relu(self.policy1(body)))
        return logits


class Heads(Head):
    """A policy head and a value head."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.value1, self.value2 = nn.Linear(size, size), nn.Linear(size, 1)

    def policy_and_value(self, body: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits, float32 (n, ACTIONS), and values, float32 (n,)."""
        return self.policy(body), self.value2(torch.relu(self.value1(body)))[:, 0]


class Flat(nn.Module):
    """The source's linear network: two hidden layers below the heads."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.body1, self.body2 = nn.Linear(FLAT, size), nn.Linear(size, size)
        self.heads = Heads(size)

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Return the outputs of `Heads` for rows, float32 (n, FLAT)."""
        return self.heads.policy_and_value(torch.relu(self.body2(torch.relu(self.body1(rows)))))


class SequenceBody(nn.Module):
    """The source's LSTM body: one LSTM over the finished tricks, one over the current trick, and a vector."""

    def __init__(self, size: int, width: int = INFO) -> None:
        super().__init__()
        self.course = nn.LSTM(STEP, size, batch_first=True)
        self.trick = nn.LSTM(STEP, size, batch_first=True)
        self.body1, self.body2 = nn.Linear(width, size), nn.Linear(3 * size, size)

    def body(
        self, rows: Tensor, play_sequence: Tensor, of: Tensor, whole: Tensor, trick: Tensor, lying: Tensor
    ) -> Tensor:
        """Return the body's output, float32 (n, size), for the n views laid out by `views.body_inputs`."""
        each = torch.arange(len(rows), device=rows.device)
        parts = (
            torch.relu(self.body1(rows)),
            after(self.course, play_sequence, of, whole),
            after(self.trick, trick, each, lying),
        )
        return torch.relu(self.body2(torch.cat(parts, 1)))


class Policy(SequenceBody):
    """The LSTM body with a policy head only."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.heads = Head(size)

    def forward(self, *views: Tensor) -> Tensor:
        """Return the logits of `Head` for the inputs of `views.body_inputs`."""
        return self.heads.policy(self.body(*views))


class Recurrent(SequenceBody):
    """The source's LSTM network: the LSTM body with policy and value heads."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.heads = Heads(size)

    def forward(self, *views: Tensor) -> tuple[Tensor, Tensor]:
        """Return the outputs of `Heads` for the inputs of `views.body_inputs`."""
        return self.heads.policy_and_value(self.body(*views))


class Predictor(SequenceBody):
    """The network of hp-pimc: the LSTM body with a logit for each card and seat."""

    def __init__(self, size: int) -> None:
        super().__init__(size, INFO + BIDDING)
        self.lean1, self.lean2 = nn.Linear(size, size), nn.Linear(size, len(LONG) * SEATS)

    def forward(self, *views: Tensor) -> Tensor:
        """Return the logits for the inputs of `views.body_inputs`: float32 (n, 32, 4), by card and relative seat."""
        logits: Tensor = self.lean2(torch.relu(self.lean1(self.body(*views))))
        return BOUND * torch.tanh(logits / BOUND).reshape(-1, len(LONG), SEATS)


def after(network: nn.LSTM, sequences: Tensor, of: Tensor, steps: Tensor) -> Tensor:
    """Return hidden states, float32 (n, size): of sequence `of[i]` after `steps[i]` steps; zeros for no steps.

    sequences: float32 (m, length, STEP); of, steps: int64 (n,). Views of one deal share its sequence, which is
    processed only once, since a hidden state does not depend on later steps.
    """
    hidden: Tensor = nn.functional.pad(network(sequences)[0], (0, 0, 1, 0))
    return hidden[of, steps]
