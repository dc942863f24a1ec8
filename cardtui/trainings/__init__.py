"""Trainings as processes of their own, which go on when the screen or the terminal that began them has gone.

Beside what the trainer writes, the folder of such a training has

- `training.json`: what is trained, a `Plan`;
- `progress.jsonl`: how far it is, a line of JSON for each report and each beginning and end;
- `training.log`: what trainer and system had to say;
- `now`: the weights as they were when somebody asked for them, in a folder named by how far the training was then.

While it runs, the process holds a lock on a file in `settings.trainings_dir()`, which has its folder and process id.
The system takes the lock back however the process ends, so that a number that has been given to another process since
is never mistaken for a training.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from traceback import print_exc
from types import FrameType
from typing import Any

from .. import executors, settings, system, visitors
from ..core import Refusal, quoted
from ..system import children
from ..system.files import absolute_path, write_atomically
from .plans import CHECKPOINT, Plan

PLAN, PROGRESS, LOG, NOW, WANTED = "training.json", "progress.jsonl", "training.log", "now", "weights.wanted"
CARD = "card.toml"
"""What a trainer itself writes at its end."""
OFTEN = 0.5
"""The fewest seconds between two reports that measure nothing new."""
_children: list[subprocess.Popen[bytes]] = []
"""The trainings that this process has begun: Python wants to know how they end."""


# --- from outside -----------------------------------------------------------------------------------


def begin(folder: Path, plan: Plan, resume: bool) -> None:
    """Start a training in a process of its own; `resume` goes on from the checkpoint in the folder.

    Raises Refusal if one runs in this folder already or would be written over, on Windows, or for a visitor of a
    server, OSError if the folder cannot be written.
    """
    visitors.refuse_training()
    if not system.LOCKS_ARE_INHERITED:
        raise Refusal(
            f"trainings in the background need Linux or macOS; `{plan.command} --plain` trains in this window"
        )
    folder = absolute_path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    held = _claim(folder)
    try:
        _refuse_full(folder, resume)
        write_atomically(folder / PLAN, json.dumps(plan._asdict()))
        (folder / WANTED).unlink(missing_ok=True)
        if not resume:
            (folder / PROGRESS).unlink(missing_ok=True)
            shutil.rmtree(folder / NOW, ignore_errors=True)
        with (folder / LOG).open("ab" if resume else "wb") as log:
            process = subprocess.Popen(
                children.command(__name__, str(folder), str(held), "resume" * resume),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(held,),
                **children.spawn_options(),
            )
        _children[:] = [one for one in _children if one.poll() is None] + [process]
        os.write(held, json.dumps({"folder": str(folder), "pid": process.pid}).encode())
    finally:
        os.close(held)  # the training has it too, and keeps the lock


@contextmanager
def claimed(folder: Path, resume: bool) -> Iterator[None]:
    """Keep a folder for a training in this process. Raises Refusal as `begin` does.

    It is not listed, since no screen can show it. Where there are no trainings of their own, none can be in the way.
    """
    if not system.LOCKS_ARE_INHERITED:
        _refuse_full(folder, resume)
        yield
        return
    held = _claim(absolute_path(folder))
    try:
        _refuse_full(folder, resume)
        yield
    finally:
        _registered(folder).unlink(missing_ok=True)
        os.close(held)


def _refuse_full(folder: Path, resume: bool) -> None:
    """Raise Refusal if a new training in this folder would overwrite an earlier one."""
    if resume:
        return
    if (folder / CHECKPOINT).exists():
        raise Refusal(f"{folder} has an interrupted training: --resume goes on with it, --out DIR begins elsewhere")
    if (folder / CARD).exists():
        raise Refusal(f"{folder} has trained weights already: name another folder with --out DIR, or remove this one")


def running() -> list[Path]:
    """Return the folders of the trainings that run, the oldest first; what others left behind is removed."""
    entries = map(_entry, sorted(settings.trainings_dir().glob("*.json"), key=_age))
    return [Path(entry["folder"]) for entry in entries if entry]


def runs(folder: Path) -> bool:
    """Return whether a training runs in this folder."""
    return _entry(_registered(folder)) is not None


def plan_of(folder: Path) -> Plan:
    """Return what is trained in a folder. Raises Refusal if there is none."""
    try:
        plan = Plan(**json.loads((folder / PLAN).read_text(encoding="utf-8")))
        if not isinstance(plan.game, str) or not isinstance(plan.bot, str):
            raise ValueError("game and bot should be texts")
    except FileNotFoundError as error:
        raise Refusal(f"{folder} has no training that was begun on a screen") from error
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise Refusal(f"{folder / PLAN} cannot be read: {quoted(error)}") from error
    return plan


def attach_command(folder: Path) -> str:
    """Return the command that shows the training in a folder."""
    return shlex.join(["cardtui", "train", "--attach", str(folder)])


def known() -> list[Path]:
    """Return the folders of all trainings: those that run, then those in the usual folder, the newest first."""
    others = sorted(settings.runs_dir().glob(f"*/*/{PLAN}"), key=_age, reverse=True)
    return list(dict.fromkeys([*running(), *(path.parent.resolve() for path in others)]))


def stop(folder: Path, at_once: bool = False) -> None:
    """Ask a training to stop after its next report, or end it at once: then what came after its checkpoint is lost."""
    if entry := _entry(_registered(folder)):
        if at_once:
            system.kill(entry["pid"])  # with its workers
            return
        with suppress(ProcessLookupError):
            os.kill(entry["pid"], signal.SIGTERM)


def ask_weights(folder: Path) -> None:
    """Ask a training that runs to write its weights at its next report; `wanted` holds until then."""
    (folder / WANTED).touch()


def wanted(folder: Path) -> bool:
    """Return whether weights have been asked for and not yet written."""
    return (folder / WANTED).exists()


def weights(folder: Path) -> Path | None:
    """Return the folder of the newest weights of a training; None if it has none yet."""
    if (folder / CARD).is_file() and not (folder / CHECKPOINT).exists():
        return folder
    found = [card.parent for card in folder.glob(f"{NOW}/*/{CARD}") if card.parent.name.isdecimal()]
    return max(found, key=lambda one: int(one.name), default=None)


def _age(path: Path) -> float:
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0


def _registered(folder: Path) -> Path:
    name = sha256(str(absolute_path(folder)).encode()).hexdigest()[:16]
    return settings.trainings_dir() / f"{name}.json"


def _claim(folder: Path) -> int:
    """Return the descriptor of a training's file, locked and empty. Raises Refusal if another process holds it."""
    path = _registered(folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    for _ in range(20):
        held = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        with suppress(FileNotFoundError):
            if system.lock(held) and path.stat().st_ino == os.fstat(held).st_ino:  # nobody has removed it meanwhile
                os.ftruncate(held, 0)  # the entry of one that was killed may still stand there
                return held
        os.close(held)
        time.sleep(0.05)  # somebody may just be looking whether it runs
    shown = f"; `{attach_command(folder)}` shows it" if runs(folder) else ""
    raise Refusal(f"a training runs in {folder} already{shown}")


def _entry(path: Path) -> dict[str, Any] | None:
    """Return folder and process id of a training that runs; None, and remove its file, if it does not."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return None
    try:
        if system.lock(file, shared=True):
            path.unlink(missing_ok=True)
            return None
        with suppress(ValueError, OSError):
            found = json.loads(os.read(file, 1 << 16))
            if isinstance(found, dict) and isinstance(found.get("pid"), int) and isinstance(found.get("folder"), str):
                return found
        return None
    finally:
        os.close(file)


# --- how far it is ----------------------------------------------------------------------------------


class Progress:
    """What the file of a training's progress says; `read` takes what has come since."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._forget()

    def _forget(self) -> None:
        self._read = 0
        self.done = self.total = 0
        self.curves: dict[str, list[tuple[float, float]]] = {}
        """The points (done, value) of each figure that the trainer measures."""
        self.began = 0.0
        """When it was begun or resumed, in seconds since 1970; 0 if nothing tells."""
        self.reports: list[tuple[float, int]] = []
        """Time and `done` of the reports since then, as far as they count the same things."""
        self.before = 0.0
        """Seconds that earlier parts of the training took."""
        self.ended = ""
        """"finished", "stopped" or "failed"; "" while it runs, or if it was killed."""
        self.end = 0.0
        """When it ended; 0 if nothing tells."""
        self.why = ""
        """Why it failed."""
        self.plays = False
        """Whether the trainer can write weights to play against."""
        self.nodes: dict[str, int] = {}
        """How many tasks each node of a cluster has done since the last beginning."""

    def read(self) -> bool:
        """Take the lines written since the last time; return whether there were any."""
        try:
            with (self.folder / PROGRESS).open("rb") as file:
                if os.fstat(file.fileno()).st_size < self._read:  # it has been started again
                    self._forget()
                file.seek(self._read)
                new = file.read().rpartition(b"\n")[0]
        except FileNotFoundError:
            return False
        self._read += len(new) + bool(new)
        for line in new.splitlines():
            with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
                self._take(json.loads(line))
        return bool(new)

    def _take(self, line: Mapping[str, Any]) -> None:
        if "began" in line:
            self.before += self.seconds
            self.began, self.reports, self.end = float(line["began"]), [], 0.0
            self.ended, self.why, self.nodes = "", "", {}
        elif "ended" in line:
            self.ended, self.why, self.end = line["ended"], line.get("why", ""), float(line.get("time", 0.0))
        else:
            if line["total"] != self.total:  # another part of the training, counted in other things
                self.reports.clear()
            self.done, self.total, self.plays = line["done"], line["total"], line["plays"]
            self.reports.append((line["time"], self.done))
            self.nodes = line.get("nodes", {})
            for points in self.curves.values():  # a resumed run repeats what came after its checkpoint
                while points and points[-1][0] > self.done:
                    points.pop()
            for name, value in line["figures"].items():
                points = self.curves.setdefault(name, [])
                if points and points[-1][0] == self.done:
                    points.pop()
                points.append((self.done, float(value)))

    @property
    def seconds(self) -> float:
        """Seconds from the last beginning to the end, or to the last report."""
        last = self.reports[-1][0] if self.reports else self.began
        return max(self.end, last) - self.began if self.began else 0.0


# --- the process itself -----------------------------------------------------------------------------


def main(folder: Path, resume: bool) -> int:
    """Train what a folder's plan says and write down how far it is; return the exit status.

    SIGTERM stops it at the next report, after the trainer has written its checkpoint.
    """
    asked: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: asked.append(number))
    signal.signal(signal.SIGINT, _interrupt)
    with (folder / PROGRESS).open("a", encoding="utf-8", buffering=1) as file:

        def tell(**line: Any) -> None:
            print(json.dumps(line), file=file)

        def end(how: str, **line: str) -> None:
            tell(ended=how, time=time.time(), **line)

        last: tuple[float, Mapping[str, float], int] = 0.0, {}, -1

        def progress(now: Any) -> None:
            nonlocal last
            done, total, figures, *more = now
            write = more[0] if more else None  # trainers of others may not know of it
            moment, new = time.time(), dict(figures) if figures != last[1] else {}
            if new or moment - last[0] >= OFTEN or last[2] < done == total:
                nodes = {"nodes": tasks} if (tasks := executors.nodes()) else {}
                tell(time=moment, done=done, total=total, figures=new, plays=write is not None, **nodes)
                last = moment, dict(figures), done
            if write and (asked or wanted(folder)):
                write(folder / NOW / str(done))
                (folder / WANTED).unlink(missing_ok=True)
            if asked:
                raise KeyboardInterrupt

        tell(began=time.time(), resumed=resume)
        try:
            plan_of(folder).train(folder, resume, progress)
        except KeyboardInterrupt:
            end("stopped")
            return 130
        except Refusal as refusal:
            end("failed", why=str(refusal))
            return 2
        except BaseException as error:
            print_exc()
            end("failed", why=f"{quoted(error)}; {folder / LOG} has more")
            return 1
        end("finished")
    return 0


def _interrupt(_: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
