"""The folder of saved matches: which there are, which one is meant, which can go on; deleting and leaving one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from .. import registry, system
from ..core import Refusal
from ..entries import HUMAN
from ..system import files
from . import Header, Writer, door_of, read, repair, replaced, without_undone


def saved(folder: Path) -> Iterator[Path]:
    """Yield the records in a folder, newest first."""
    yield from files.newest(folder, "*.jsonl")


def named(folder: Path, given: Path | None, game: str = "", own: bool = False) -> Path:
    """Return the record that is meant: a file, else the one of this name in `folder`.

    `last`, or None, is the newest in `folder`: of that game if one is named, and with `own` one in which a person has
    moved. Raises Refusal if there is none.
    """
    if given and (given.exists() or len(given.parts) > 1):
        return given
    if given and given.name != "last":
        return folder / given if (folder / given).exists() else given
    for path in saved(folder):
        with suppress(Refusal, OSError):
            if not (game or own):
                return path
            header, lines = read(path)
            if game in ("", header.game) and (not own or _person_moved(replaced(header, lines), lines)):
                return path
    of_game, moved = f" of {game}" if game else "", " in which a person has moved" if own else ""
    raise Refusal(f"{folder} holds no saved match{of_game}{moved}")


def unfinished(path: Path) -> bool:
    """Return whether a match was interrupted, reading only the ends of its file. False for a file that is no record."""
    try:
        with files.open_regular(path) as file:
            first = json.loads(file.readline(1 << 16))
            file.seek(max(0, path.stat().st_size - 256))  # longer than any "quit" line
            last = file.read().rpartition(b"\n")[0].rpartition(b"\n")[2]
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(first, dict) and "cardtui" in first and not re.match(rb'\s*\{\s*"quit"', last)


def resumable(folder: Path) -> Iterator[tuple[Path, Header]]:
    """Yield the interrupted matches in which a person has acted, newest first, with their current headers.

    One with people elsewhere counts from its first deal on, since they hold keys to it.

    Leaves out records that are unreadable, of an unknown game, or open in another cardtui.
    """
    for path in filter(unfinished, saved(folder)):
        with suppress(Refusal, OSError):
            first, lines = read(path)
            header = replaced(first, lines)
            begun = door_of(path).exists() or _person_moved(header, lines)
            if header.game in registry.games() and begun and not is_open(path):
                yield path, header


def _person_moved(header: Header, lines: Sequence[Mapping[str, Any]]) -> bool:
    people = [seat for seat, spec in enumerate(header.seats) if spec == HUMAN]
    return any(step.get("seat") in people for step in without_undone(lines))


def is_open(path: Path) -> bool:
    """Return whether a running cardtui has this match open, or nobody may write it.

    Several can look at the same time: the lock is a shared one.
    """
    try:
        with files.open_regular(path, "r+b") as file:
            return not system.lock(file.fileno(), shared=True)
    except OSError:
        return True


def delete(path: Path) -> None:
    """Delete a record. Raises Refusal if it is open in another cardtui, OSError if it cannot be deleted."""
    writer = Writer(path)
    try:
        path.unlink()
        door_of(path).unlink(missing_ok=True)
    finally:
        writer.close()


def forget(path: Path) -> None:
    """Mark a match as left, so that it is not offered for resuming. The record is kept.

    Raises Refusal or OSError if nothing can be appended to it.
    """
    writer = Writer(path)
    try:
        repair(path)
        writer.append({"quit": "left"})
    finally:
        writer.close()
