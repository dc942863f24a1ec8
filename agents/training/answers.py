"""A trainer's record of what its bot would do: its answers on frozen positions, and a few of its weights.

The bot gives the answers as it plays, with the weights that the trainer offers, so that training does not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardtui import registry
from cardtui.study import frozen_positions
from cardtui.study.frozen_positions import Answers

TIMES = 36
"""Number of answers on each position, besides those of the untrained bot."""
FIRST = 1e-3
"""The share of the run after which the first answers are kept; the later times are evenly spaced in logarithms."""
KEPT = (0.01, 0.1)
"""The shares of the run after which the weights are kept, in the folder `EARLIER`/GAMES of the results."""
EARLIER = "earlier"
PREFIX = "answers/"
"""The prefix of the names of these arrays in a checkpoint."""


class Notes:
    """The answers of the bot that is trained, so far."""

    def __init__(self, game: str, bot: str, out: Path) -> None:
        self.game, self.bot, self.out = game, bot, out
        self.answers: Answers | None = None

    def take(self, games: int, total: int, write: Callable[[Path], None]) -> None:
        """Ask the bot if it is time to, after it has learned from `games` of `total` games.

        `write` writes its weights to a folder.
        """
        seen = frozen_positions.load(self.game)
        if seen is None:
            return
        last = int(self.answers.games[-1]) if self.answers else -1
        times = [0.0, *(total * FIRST ** (1 - number / (TIMES - 1)) for number in range(TIMES - 1)), float(total)]
        if not any(last < time <= games for time in times):
            return
        with TemporaryDirectory() as folder:
            write(Path(folder))
            agent = registry.agent(seen.game, f"{self.bot}@{folder}")
            self.answers = frozen_positions.joined(self.answers, frozen_positions.ask(seen, agent, games))
        if any(last < share * total <= games < total for share in KEPT):
            write(self.out / EARLIER / str(games))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the answers as arrays for a checkpoint."""
        if not self.answers:
            return {}
        named: dict[str, NDArray[Any]] = {**self.answers._asdict(), "unit": np.array(self.answers.unit)}
        return {PREFIX + name: array for name, array in named.items()}

    def restore(self, named: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        """Take over the answers from the arrays of a checkpoint; return the other arrays."""
        ours = {name.removeprefix(PREFIX): array for name, array in named.items() if name.startswith(PREFIX)}
        if ours:
            self.answers = Answers(ours["games"], ours["chosen"], ours["values"], str(ours["unit"]))
        return {name: array for name, array in named.items() if not name.startswith(PREFIX)}

    def write(self) -> dict[str, dict[str, str]]:
        """Write the answers beside the weights; return the part of the card that describes them."""
        seen = frozen_positions.load(self.game)
        if seen is None or self.answers is None:
            return {}
        return {"answers": frozen_positions.write(self.out, self.answers, seen)}
