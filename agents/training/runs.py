"""What all trainers share: the request that starts one, and its run with checkpoints, progress, curve and card.

A trainer is a function `train(request)` that trains in chunks:

    run = Run(request, total)
    weights = run.restore({"weights": fresh})["weights"]
    run.offer(heading, lambda: {"weights": weights})
    while run.done < run.total:
        with run.timed():
            learn(weights, random_state(request.seed, run.done))
            run.done += CHUNK
        run.save({"weights": weights})
        run.report(figures)
    run.finish(columns, run.curve, heading, games, results, {"weights": weights})

Each chunk draws from a random stream of its own, so that a run that was interrupted ends as one that was not.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any, TypeVar

from numpy.typing import NDArray

from cardtui.core import Refusal, quoted
from cardtui.entries import train_command
from cardtui.models import digest, save_arrays

from . import checkpoints
from .answers import Notes
from .progress import Progress, TrainProgress

Preset = TypeVar("Preset")


@dataclass(frozen=True)
class Request:
    """What to train: the arguments of `cardtui train`."""

    game: str
    bot: str
    preset: str
    seed: int
    out: Path
    """The folder of the results, and of the checkpoint while training runs."""
    resume: bool
    """Whether to continue from the checkpoint in `out`."""
    progress: Progress
    """Called with a report after each chunk."""
    steps: int | None = None
    """The number of games to learn from, instead of the preset's."""
    records: Path | None = None
    """A folder of saved matches to learn from."""
    against: str = ""
    """The bot to learn a reply to."""
    rules: str = ""
    """The rules to learn under, if the trainer takes any."""
    device: str = "cpu"
    """Where the network is trained: cpu or cuda, a GPU."""
    jobs: int = 1
    """The number of workers that play the games to learn from."""

    def choose(self, presets: Mapping[str, Preset]) -> Preset:
        """Return the preset by its name. Raises Refusal if there is none."""
        if self.preset not in presets:
            raise Refusal(f"{self.bot} has no preset {quoted(self.preset)}; its presets: {', '.join(presets)}")
        return presets[self.preset]

    @property
    def command(self) -> str:
        """The command that trains this, as it is on the card."""
        return train_command(
            self.game,
            self.bot,
            preset=self.preset,
            seed=self.seed,
            steps=self.steps,
            records=self.records,
            against=self.against,
            rules=self.rules,
            device=self.device if self.device != "cpu" else "",
        )


class Run:
    """A training run: how far it is, the seconds it took, and its learning curve.

    `total` is the number of chunks (or games) in the run, in the unit of `done`; `scale` is the number of games in one
    such unit, for the reports. `identity` is everything besides preset and seed on which the result depends, in a form
    that JSON can hold: a checkpoint with another identity is refused. Makes the folder of the results. `clock` measures
    the seconds: of one core's work by default.
    """

    def __init__(
        self,
        request: Request,
        total: int,
        scale: int = 1,
        identity: Mapping[str, Any] | None = None,
        clock: Callable[[], float] = process_time,
    ) -> None:
        request.out.mkdir(parents=True, exist_ok=True)  # before time is spent on what cannot be kept
        self.request, self.total, self.scale, self.clock = request, total, scale, clock
        self.identity = json.loads(json.dumps({"preset": request.preset, "seed": request.seed, **(identity or {})}))
        if request.device != "cpu":
            self.identity["device"] = request.device
        self.done = 0
        self.seconds = 0.0
        self.curve: list[Any] = []
        self.state: dict[str, Any] = {}
        """What `save` was given besides the arrays, from the checkpoint that was restored."""
        self._noting = 0.0
        """Seconds spent with `note`."""
        self.notes = Notes(request.game, request.bot, request.out)
        self._write: Callable[[Path], None] | None = None
        self._noted = True

    def restore(self, fresh: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        """Continue from the checkpoint if that was requested; return its arrays, or else `fresh`.

        `fresh` and the errors are those of `checkpoints.restore`.
        """
        if not self.request.resume:
            return dict(fresh)
        self.state, arrays = checkpoints.restore(self.request.out, self.identity, fresh)
        try:
            self.done, self.seconds, self.curve = (self.state.pop(name) for name in ("done", "seconds", "curve"))
        except KeyError as missing:
            raise Refusal(f"the checkpoint in {self.request.out} does not say its {missing}: start again") from missing
        return self.notes.restore(arrays)

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Add the time that the block takes, less that of `note`, to `seconds`, unless it is interrupted."""
        began, noting = self.clock(), self._noting
        yield
        self.seconds += self.clock() - began - (self._noting - noting)

    def save(self, arrays: Mapping[str, NDArray[Any]], **state: Any) -> None:
        """Write a checkpoint: how far the run is, the arrays, and `state` (plain JSON) for anything else.

        Before that, if it is time to, the bot is asked what it would do on the frozen positions.
        """
        self.note(self.done * self.scale)
        progress = {"done": self.done, "seconds": self.seconds, "curve": self.curve}
        checkpoints.save(self.request.out, self.identity, progress | state, {**arrays, **self.notes.arrays()})

    def note(self, games: int) -> None:
        """Ask the bot what it would do on the frozen positions, if it is time to after this many games."""
        if self._write and self._noted:
            began = self.clock()
            self.notes.take(games, self.total * self.scale, self._write)
            self._noting += self.clock() - began

    def offer(
        self,
        heading: Mapping[str, Any],
        arrays: Callable[[], Mapping[str, NDArray[Any]]],
        file: str = "model.safetensors",
        noted: bool = True,
    ) -> None:
        """Offer the weights with each report, so that one can play against them during training.

        `arrays` returns them as they are now, without drawing random numbers or changing what is trained. `heading` is
        as in `finish`, with all that the bot itself reads from its card. `noted`: whether the bot is asked on the
        frozen positions, which are those of the game's first rule set.
        """

        def write(folder: Path) -> None:
            card = self._card({"method": "training that goes on", **heading}, self.done * self.scale, {})
            save_arrays(folder, card, arrays(), file)

        self._write, self._noted = write, noted
        if self.done == 0:
            self.note(0)

    def write(self, folder: Path) -> None:
        """Write the weights that were offered, as they are now, to a folder for the bot to play with."""
        assert self._write, "offer comes first"
        self._write(folder)

    def report(self, figures: Mapping[str, float]) -> None:
        """Report the progress, with the latest metrics by name."""
        done, total = self.done * self.scale, self.total * self.scale
        self.request.progress(TrainProgress(done, total, figures, self._write))

    def finish(
        self,
        columns: Iterable[str],
        rows: Iterable[Iterable[Any]],
        heading: Mapping[str, Any],
        games: int,
        results: Mapping[str, Any],
        arrays: Mapping[str, NDArray[Any]],
        file: str = "model.safetensors",
    ) -> None:
        """Write curve.csv, the bot's answers, the arrays and card.toml, and delete the checkpoint.

        The card has, in this order: game and bot; `heading`, with at least the texts `rules` and `features`; command,
        seed, the number of games learned from, seconds, and the device; then `results`. In addition to the rules it has
        their hash, `rules_hash`; the text `features` is replaced by its hash.
        """
        folder = self.request.out
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "curve.csv").open("w", newline="") as text:
            table = csv.writer(text, lineterminator="\n")
            table.writerow(columns)
            table.writerows(rows)
        card = self._card(heading, games, {**results, **self.notes.write()})
        save_arrays(folder, card, arrays, file)
        checkpoints.discard(folder)

    def _card(self, heading: Mapping[str, Any], games: int, results: Mapping[str, Any]) -> dict[str, Any]:
        """Return the contents of the card."""
        request = self.request
        card = {"game": request.game, "bot": request.bot, **heading, "command": request.command, "seed": request.seed}
        card |= {"games": games, "seconds": round(self.seconds, 1), "device": _device(request.device), **results}
        return card | {"rules_hash": digest(card["rules"]), "features": digest(card["features"])}


def _device(name: str) -> str:
    """Return what the card says about the device; torch is asked only for the make of a GPU."""
    if name == "cpu":
        return name
    from .torch_setup import describe

    return describe(name)
