"""What is trained: the arguments of `cardtui train`, its command, and the training itself in this process."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from .. import executors, loading, registry, settings
from ..core import Refusal
from ..entries import train_command
from ..registry import catalogue

CHECKPOINT = "checkpoint.npz"
"""The file of a trainer from which an interrupted training goes on."""


class Plan(NamedTuple):
    """What is trained: the arguments of `cardtui train`."""

    game: str
    bot: str
    preset: str
    seed: int
    steps: int | None = None
    records: str | None = None
    against: str = ""
    rules: str = ""
    device: str = "cpu"
    jobs: int = 1
    executor: str = ""
    """Where those work, see `executors.choose`; "" for processes here."""

    @property
    def folder(self) -> Path:
        """Where it is trained unless another folder is named."""
        told = f"{self.against} {self.rules}" if self.against else ""
        against = "".join(c if c.isalnum() else " " for c in told).split()
        named = "-".join([self.bot, *against, self.preset, str(self.seed)])
        return settings.runs_dir() / self.game / named

    @property
    def purpose(self) -> str:
        """The preset, and the bot and the rules of a reply, in words."""
        return f"{self.preset} against {self.against}, {self.rules}" if self.against else f"preset {self.preset}"

    @property
    def command(self) -> str:
        """The command that trains it."""
        device, jobs = self.device if self.device != "cpu" else "", self.jobs if self.jobs > 1 else ""
        told = self._asdict() | {"device": device, "jobs": jobs}
        return train_command(program=catalogue.command_prefix(self.game), **told)

    def going_on(self, folder: Path) -> str:
        """Return in words which command resumes it in a folder, or starts it again if there is no checkpoint."""
        command = f"{self.command} --out {shlex.quote(str(folder))}"
        if (folder / CHECKPOINT).exists():
            return f"`{command} --resume` goes on"
        return f"there is no checkpoint yet, `{command}` starts again"

    def train(self, out: Path, resume: bool, progress: Any) -> None:
        """Train in this process. `progress` is called as in `agents/training/progress.py`.

        Raises Refusal if that is impossible, also without torch where it is needed, or if the disk is full.
        KeyboardInterrupt stops it.
        """
        if self.executor:
            executors.choose(self.executor)
        with needs_torch():
            trainer = loading.load(registry.bot_entry(self.game, self.bot).trainer)
            request = loading.load("cardtui.agents.training.runs:Request")
            told = self._asdict() | {"records": Path(self.records) if self.records else None}
            del told["executor"]
            try:
                trainer(request(**told, out=out, resume=resume, progress=progress))
            except OSError as error:
                if error.filename or isinstance(error, ConnectionError):  # no fault of the folder, or it is named
                    raise
                raise Refusal(f"{out} cannot be written: {error.strerror or error}; {self.going_on(out)}") from error


def refuse_device(name: str) -> None:
    """Raise Refusal if nothing can be trained on this device, "cpu" or "cuda", here."""
    if name != "cpu":
        with needs_torch():
            loading.load("cardtui.agents.training.torch_setup:device")(name)


@contextmanager
def needs_torch() -> Iterator[None]:
    """Raise Refusal if torch is needed but not installed. Playing does not need torch."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        needs = "training a network needs torch, which is not installed; `pip install 'cardtui[train]'` brings it"
        raise Refusal(needs) from error
