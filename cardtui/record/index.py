"""An index of the saved matches: what the menu and the list of matches tell of each, without reading all of them.

The records remain the only truth. The index is a file beside their folder, `records-index.json`; an entry counts only
while the name, the time of the last change and the size of its record are the same. It may be deleted at any time, and
what is missing, malformed or out of date in it is read again from the records.
"""

from __future__ import annotations

import json
import os
import re
import stat
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from math import inf, isfinite
from pathlib import Path
from threading import TIMEOUT_MAX, Lock
from typing import Any, NamedTuple

from .. import record, registry, settings
from ..core import Refusal
from ..entries import HUMAN
from ..intervals import FEW, from_sums, wilson
from ..system import files
from ..text.formatting import unit_name

FORMAT = 1
_ACTION = re.compile(rb'\{"seat":([0-9]{1,4}),"action":"')
"""The beginning of a move's line as this program writes it. The bot's decision after it need not be parsed."""


class Saved(NamedTuple):
    """What is told of one saved match. Of an unreadable one only the first three fields and `damaged` are set."""

    name: str
    """The file's name in the folder of records."""
    changed: int
    """The time of its last change in nanoseconds since 1970."""
    size: int
    """Its size in bytes."""
    game: str = ""
    rules: str = ""
    seats: tuple[str, ...] = ()
    """Who sits there at the end: bot specs, or "human"."""
    deals: int = 0
    """Number of deals that were begun and not undone."""
    finished: int = 0
    """Number of these that are over."""
    moves: int = 0
    """Number of moves in the last deal."""
    acted: int = 0
    """Number of moves of people that were not undone."""
    quit: str = ""
    """How it ended: "finished", "left" or another text; "" if it can go on."""
    scores: tuple[float, ...] = ()
    """The scores after the last finished deal, by seat; () before."""
    played: int = 0
    """Number of finished deals in which one person played alone against bots, or alone."""
    total: float = 0.0
    """The sum of this person's returns in these deals, in `unit`."""
    squares: float = 0.0
    """The sum of the squares of these returns."""
    unit: str = ""
    """The unit of scores and returns; "" if the game is not installed."""
    damaged: str = ""
    """Why it cannot be read."""

    @property
    def own(self) -> int | None:
        """The seat of the only person, or None."""
        people = [seat for seat, spec in enumerate(self.seats) if spec == HUMAN]
        return people[0] if len(people) == 1 else None

    @property
    def goes_on(self) -> bool:
        """Whether the match can be resumed and a person, if there are any, has moved."""
        return not (self.damaged or self.quit) and bool(self.acted or HUMAN not in self.seats) and bool(self.unit)


WEEK = 7 * 86_400
"""In seconds."""


class Own(NamedTuple):
    """A person's own record in a game, over all deals counted in its most frequent unit."""

    deals: int
    unit: str
    mean: float
    """Mean return a deal: a share for the unit "wins"."""
    ends: Sequence[float] | None
    """Its 95% interval; None if it is unknown, or of fewer than `FEW` deals but for a share."""


class RecordIndex:
    """The saved matches of a folder. Screens share one, and each may update it from a thread of its own."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or settings.records_dir()
        self.file = self.folder.parent / f"{self.folder.name}-index.json"
        self._known = _stored(self.file)
        self._updating = Lock()
        self.saved: tuple[Saved, ...] = ()
        """What is known of the matches there, the newest first; complete once `update` has returned True."""

    def path(self, saved: Saved) -> Path:
        """Return the file of a match."""
        return self.folder / saved.name

    def update(self, seconds: float = inf) -> bool:
        """Read what has changed since the last time, the newest first, for at most about so many seconds.

        Returns whether all is read. Then the index is stored; if that is impossible, it is made again the next time.
        While another thread updates it, this one waits; if that takes longer than `seconds`, nothing is read.
        """
        if not self._updating.acquire(timeout=min(seconds, TIMEOUT_MAX)):
            return False
        try:
            return self._update(seconds)
        finally:
            self._updating.release()

    def _update(self, seconds: float) -> bool:
        known, found, fresh, whole = self._known, dict[str, Saved](), False, True
        listed, until = _listed(self.folder), time.monotonic() + seconds
        for name, changed, size in listed:
            entry = known.get(name)
            if entry is None or (entry.changed, entry.size) != (changed, size) or _unit_is_missing(entry):
                if time.monotonic() > until:
                    whole = False
                    continue
                entry, fresh = read(self.folder / name, changed, size), True
            found[name] = entry
        gone = known.keys() - found.keys()
        self._known, self.saved = found, tuple(found.values())
        if whole and (fresh or gone or not self.file.exists()):
            told = {"cardtui-index": FORMAT, "records": list(found.values())}
            with suppress(OSError):
                files.write_atomically(self.file, json.dumps(told, separators=(",", ":")))
        return whole


def _listed(folder: Path) -> list[tuple[str, int, int]]:
    """Return name, time of change and size of the records in a folder, the newest first."""
    found = []
    with suppress(OSError), os.scandir(folder) as files_there:
        for file in files_there:
            if file.name.endswith(".jsonl"):
                with suppress(OSError):  # deleted meanwhile, or a broken link
                    about = file.stat()
                    if stat.S_ISREG(about.st_mode):
                        found.append((about.st_mtime_ns, file.name, about.st_size))
    return [(name, changed, size) for changed, name, size in sorted(found, reverse=True)]


def _unit_is_missing(entry: Saved) -> bool:
    """Return whether the game of an entry has been installed since it was made."""
    return not (entry.unit or entry.damaged) and entry.game in registry.games()


def _stored(file: Path) -> dict[str, Saved]:
    """Return the stored entries by name, without malformed ones; none if the file is missing or no index."""
    try:
        told = json.loads(files.read_regular(file, record.MOST))
        rows = told["records"] if told["cardtui-index"] == FORMAT else []
        found = dict[str, Saved]()
        for row in rows:
            with suppress(ValueError, TypeError):
                found[row[0]] = _entry(row)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return {}
    return found


def _entry(row: Any) -> Saved:
    """Return the entry that a stored row means. Raises ValueError or TypeError if it is malformed."""
    values = [tuple(value) if isinstance(value, list) else value for value in row]
    entry = Saved._make(values)
    numbers = (*entry.scores, entry.total, entry.squares)
    if [*map(type, values)] != _TYPES or not all(type(v) is float and isfinite(v) for v in numbers):
        raise ValueError(f"malformed entry {entry.name}")
    if not all(isinstance(spec, str) for spec in entry.seats):
        raise ValueError(f"malformed entry {entry.name}")
    return entry


_TYPES = [*map(type, Saved("", 0, 0))]


# --- one record -----------------------------------------------------------------------------------


def read(path: Path, changed: int, size: int) -> Saved:
    """Return the entry of a record. A file that is none, or cannot be read, gives an entry that is `damaged`."""
    entry = Saved(path.name, changed, size)
    try:
        data = files.read_regular(path, record.MOST)
        lines = data[: data.rfind(b"\n") + 1].splitlines()
        header = record.header_of(_object(lines[0] if lines else b"{}"), path.name)
        return _read(entry, header, lines[1:])
    except Refusal as refusal:
        return entry._replace(damaged=str(refusal))
    except OSError as error:
        return entry._replace(damaged=error.strerror or str(error))
    except json.JSONDecodeError:
        return entry._replace(damaged="a line of it is no JSON")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        return entry._replace(damaged=f"malformed: {error}")


def _read(entry: Saved, header: record.Header, lines: Iterable[bytes]) -> Saved:
    steps, results, last = list[int](), list[tuple[int, tuple[float, ...], float | None]](), ""
    # of each deal and action that stands: -1 for a deal, otherwise whether a person acted; of each result how many
    # steps there were, the scores, and what the only person got
    for raw in lines:
        last = ""
        if (found := _ACTION.match(raw)) and raw.endswith(b"}"):
            steps.append(header.seats[int(found[1])] == HUMAN)
            continue
        line = _object(raw)
        if "undo" in line:
            del steps[-record.undone(line, steps) :]
            while results and results[-1][0] > len(steps):
                results.pop()
        elif "action" in line:
            steps.append(header.seats[line["seat"]] == HUMAN)
        elif "deal" in line:
            steps.append(-1)
        elif "result" in line:
            gained, scores = (_numbers(line[key], len(header.seats)) for key in ("result", "scores"))
            acted = 1 in steps[_last_deal(steps) :]
            alone = header.seats.count(HUMAN) == 1 and acted
            results.append((len(steps), scores, gained[header.seats.index(HUMAN)] if alone else None))
        elif "quit" in line:
            last = str(line["quit"]) or "left"
        else:
            header = record.replaced(header, [line])
    own = [gained for *_, gained in results if gained is not None]
    deals = steps.count(-1)
    over = bool(results) and results[-1][0] == len(steps)
    return entry._replace(
        game=header.game, rules=header.rules, seats=header.seats, deals=deals, finished=max(0, deals - 1 + over),
        moves=len(steps) - 1 - _last_deal(steps) if steps else 0, acted=steps.count(1), quit=last,
        scores=results[-1][1] if results else (), played=len(own), total=sum(own, 0.0),
        squares=sum((gained * gained for gained in own), 0.0), unit=_unit(header.game, header.rules, len(header.seats)),
    )  # fmt: skip


def _last_deal(steps: list[int]) -> int:
    """Return the index of the last deal; 0 if there is none."""
    return next((place for place in range(len(steps) - 1, -1, -1) if steps[place] == -1), 0)


def _object(raw: bytes) -> dict[str, Any]:
    line = json.loads(raw)
    if not isinstance(line, dict):
        raise ValueError("a line is no object")
    return line


def _numbers(values: Any, count: int) -> tuple[float, ...]:
    """Return a list of numbers. Raises ValueError if it is none of this length."""
    numbers = isinstance(values, list) and all(type(v) in (int, float) and isfinite(v) for v in values)
    if not numbers or len(values) != count:
        raise ValueError("the scores are no list of numbers, one for each seat")
    return tuple(map(float, values))


@lru_cache(256)
def _unit(game: str, rules: str, seats: int) -> str:
    """Return the unit of a game under these rules; "" if it is not installed or has no such rules."""
    try:
        return unit_name(registry.game(game, rules, seats).unit) or "points"
    except (Refusal, OSError, ImportError):
        return ""


# --- statistics -----------------------------------------------------------------------------------


def lately(saved: Iterable[Saved], now: float) -> tuple[int, int]:
    """Return how many matches a person has played on in the week before `now` (seconds), and their deals."""
    begin = (now - WEEK) * 1e9
    played = [entry for entry in saved if entry.changed >= begin and entry.acted]
    return len(played), sum(entry.finished for entry in played)


def own_records(saved: Iterable[Saved]) -> Mapping[str, Own]:
    """Return a person's own record in each game, over the deals in which one person played against bots or alone.

    Rules may count in different units, which cannot be added up: the one with the most deals is told.
    """
    sums = dict[tuple[str, str], tuple[int, float, float]]()
    for entry in saved:
        if entry.played and entry.unit:
            deals, total, squares = sums.get((entry.game, entry.unit), (0, 0.0, 0.0))
            sums[entry.game, entry.unit] = deals + entry.played, total + entry.total, squares + entry.squares
    found = dict[str, Own]()
    for (game, unit), (deals, total, squares) in sorted(sums.items(), key=lambda item: item[1][0]):
        known = from_sums(total, squares, deals)
        if unit == "wins":
            ends: Sequence[float] | None = wilson(min(1.0, max(0.0, known.mean)), deals)
        else:
            ends = known.interval if deals >= FEW else None
        found[game] = Own(deals, unit, known.mean, ends)
    return found
