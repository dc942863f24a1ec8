"""The frozen positions of a game, and the answers that a learned bot gave on them while it was trained.

The positions are decisions of a saved match, `weights/GAME/positions.jsonl`. A trainer asks its bot for them some 35
times and writes `answers.npz` beside the weights; the card's table [answers] has its hash. numpy is imported only when
answers are read or made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from math import nan
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import dice, record
from ..core import Agent, Decision, Game, Observation, Refusal, decide, quoted
from ..models import arrays
from ..system.files import read_regular
from ..validation import check_decision

if TYPE_CHECKING:
    from numpy.typing import NDArray

POSITIONS, ANSWERS = "positions.jsonl", "answers.npz"
COUNT = 240
"""Number of frozen positions of a game."""


class Position(NamedTuple):
    """A decision with a choice in the saved match."""

    frame: int
    """Index of its frame in the match."""
    deal: int
    """The number of its deal there, from 1."""
    seen: Observation


class Frozen(NamedTuple):
    """The frozen positions of one game."""

    path: Path
    sha256: str
    """Of the file, as the cards name it."""
    game: Game[Any]
    positions: tuple[Position, ...]

    @property
    def actions(self) -> int:
        """The number of legal actions in all positions together."""
        return sum(len(position.seen.legal) for position in self.positions)


class Answers(NamedTuple):
    """A bot's answers on n frozen positions with m legal actions in all, at k times of its training."""

    games: NDArray[Any]
    """The games learned from at each time, int64 (k,), ascending."""
    chosen: NDArray[Any]
    """The place of the most probable action among the legal ones, uint8 (n, k)."""
    values: NDArray[Any]
    """The value of each legal action, position after position, float16 (m, k); NaN where the bot tells none."""
    unit: str = ""
    """The unit of the values; "probability" if the bot tells no values."""


def place(game: str) -> Path:
    """Return where the frozen positions of a game lie; only the games that ship with learned bots have them."""
    return Path(str(files("cardtui.weights"))) / game / POSITIONS


@lru_cache(2)
def load(game: str) -> Frozen | None:
    """Return the frozen positions of a game, or None if it has none. Raises Refusal or OSError if they are damaged."""
    path = place(game)
    if not path.is_file():
        return None
    found = record.load(path)
    turns = [
        Position(index, deal, found.game.observe(frame.state, seat))
        for index, (deal, _, frame) in enumerate(record.numbered(found.frames))
        if (seat := found.game.turn(frame.state)) is not None and len(found.game.legal(frame.state)) > 1
    ]
    count = min(COUNT, len(turns))
    chosen = tuple(turns[number * len(turns) // count] for number in range(count))
    return Frozen(path, hashlib.sha256(path.read_bytes()).hexdigest(), found.game, chosen)


def ask(frozen: Frozen, agent: Agent, games: int) -> Answers:
    """Return a bot's answers now, k = 1: of a bot that searches the first ones, which tell what it has learned.

    Raises Refusal if an answer is invalid.
    """
    import numpy as np

    chosen, values = [], []
    unit = ""
    for number, (_, _, seen) in enumerate(frozen.positions):
        rng = Random(dice.seed("frozen", number))
        decision = check_decision(frozen.game, seen.legal, decide(agent, seen, rng, limit=1))
        told = _told(decision)
        unit = unit or (
            decision.unit if any(option.value is not None for option in decision.options) else "probability"
        )
        chosen.append(seen.legal.index(max(decision.options, key=lambda option: option.probability).action))
        values += [told.get(action, nan) for action in seen.legal]
    return Answers(
        np.array([games], np.int64),
        np.array(chosen, np.uint8)[:, None],
        np.array(values, np.float16)[:, None],
        unit,
    )


def _told(decision: Decision) -> dict[Any, float]:
    """Return the values by action; the probabilities if there are no values."""
    if any(option.value is not None for option in decision.options):
        return {option.action: option.value for option in decision.options if option.value is not None}
    return {option.action: option.probability for option in decision.options}


def joined(before: Answers | None, now: Answers) -> Answers:
    """Return the answers of both, those at the same number of games once."""
    import numpy as np

    if before is None:
        return now
    earlier = before.games < now.games[0]
    return Answers(
        np.concatenate([before.games[earlier], now.games]),
        np.concatenate([before.chosen[:, earlier], now.chosen], 1),
        np.concatenate([before.values[:, earlier], now.values], 1),
        now.unit,
    )


def read(folder: Path, card: Mapping[str, Any], frozen: Frozen) -> Answers:
    """Return the answers beside a bot's weights.

    Raises Refusal, saying what is wrong, if there are none, or they are not those that the card was written for.
    """
    import numpy as np

    told = card.get("answers")
    path = folder / ANSWERS
    if not isinstance(told, Mapping):
        raise Refusal(f"{folder} has no answers on frozen positions: the bot was not asked while it was trained")
    if told.get("positions") != frozen.sha256:
        raise Refusal(f"{path} has answers on other positions than those in {frozen.path}: train the bot again")
    try:
        data = read_regular(path, arrays.MOST)
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {error.strerror}") from error
    if hashlib.sha256(data).hexdigest() != told.get("sha256"):
        raise Refusal(f"{path} is not the file that its card was written for (sha256 differs)")
    found = arrays.read(path, data)
    forms = {"games": ("int64", 1), "chosen": ("uint8", len(frozen.positions)), "values": ("float16", frozen.actions)}
    times = found["games"].size if "games" in found else 0
    for name, (kind, rows) in forms.items():
        shape = (times,) if name == "games" else (rows, times)
        if name not in found or found[name].dtype != np.dtype(kind) or found[name].shape != shape or not times:
            raise Refusal(f"{path}: {name} is missing or not as written by a trainer: {kind} {shape}")
    choices = np.array([len(position.seen.legal) for position in frozen.positions])[:, None]
    if (found["chosen"] >= choices).any() or (np.diff(found["games"]) <= 0).any():
        raise Refusal(f"{path}: its choices or times are invalid: {quoted(found['games'].tolist())}")
    return Answers(found["games"], found["chosen"], found["values"], str(told.get("unit", "")))


def write(folder: Path, answers: Answers, frozen: Frozen) -> dict[str, str]:
    """Write the answers to a weights folder; return the card's table [answers]."""
    import numpy as np

    path = folder / ANSWERS
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        np.savez_compressed(file, games=answers.games, chosen=answers.chosen, values=answers.values)
    fresh.replace(path)
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    return {"file": ANSWERS, "sha256": sha256, "positions": frozen.sha256, "unit": answers.unit}
