"""Saved matches: one JSON-lines file each, one line per thing that happened, on disk before anyone relies on it.

`docs/records.md` documents the lines. A torn last line (the power went) is dropped; any other damage is refused.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

try:
    import fcntl
except ImportError:  # Windows: no lock
    fcntl = None  # type: ignore[assignment]

from . import __version__, files, registry
from .core import (
    Action,
    Decision,
    Game,
    Refusal,
    Standing,
    action_text,
    decision_from_json,
    decision_json,
    parse_action,
    quoted,
)
from .entries import HUMAN
from .validation import check_decision

FORMAT = 1
MOST = 1 << 29
"""Bytes of the longest record that is read; ten thousand moves with a bot's reasons have some 30 million."""


class Move(NamedTuple):
    """An action taken at the table, with the bot's Decision if a bot made it."""

    seat: int
    action: Action
    decision: Decision | None = None
    dropped: str = ""
    """Why the Decision that was saved with it cannot be shown."""


class Header(NamedTuple):
    """Who plays what. `seats` are bot specs, or `HUMAN` for a person."""

    game: str
    rules: str
    seats: tuple[str, ...]
    seed: int
    ranked: bool = False
    weights: tuple[str, ...] = ()
    """sha256 of each seat's weights, "" where it has none."""

    def seated(self, seat: int, spec: str, weights: str) -> Header:
        """The header with somebody else on a seat."""
        return self._replace(
            seats=(*self.seats[:seat], spec, *self.seats[seat + 1 :]),
            weights=(*self.weights[:seat], weights, *self.weights[seat + 1 :]),
        )


class Frame(NamedTuple):
    """One moment of a match: the state that `move` led to (None at the start of a deal)."""

    header: Header
    """Who sat where then."""
    standing: Standing
    """Before this deal."""
    deal: Any
    state: Any
    move: Move | None = None


class Record(NamedTuple):
    """A match as saved."""

    header: Header
    """Who sat where at the beginning."""
    seated: Header
    """Who sits where at the end."""
    game: Game[Any]
    frames: list[Frame]


class Writer:
    """Appends to a record; each line is on disk when the call returns. OSError when the disk refuses.

    Holds a lock on the file while it is open: Refusal when another running cardtui has it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            made = not path.exists()
            self._file = files.open_regular(path, "ab")
        except OSError as error:
            raise OSError(f"{path} cannot be written: {error.strerror}") from error
        if fcntl:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                self._file.close()
                raise Refusal(f"{path} is open in another cardtui") from error
        if made:
            try:
                files.settle(path.parent)
            except OSError as error:
                self._file.close()
                raise OSError(f"{path.parent} cannot be written: {error.strerror}") from error

    def append(self, line: dict[str, Any]) -> None:
        """Write one line, durably, or nothing of it."""
        text = json.dumps(line, separators=(",", ":"), ensure_ascii=True).encode() + b"\n"
        before = self._file.seek(0, os.SEEK_END)
        try:
            while text:
                text = text[self._file.write(text) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(before)
            raise OSError(f"{self.path} cannot be written: {error.strerror}") from error

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def discard(self) -> None:
        """Remove the file, while nobody else can have it open, and close it."""
        with suppress(OSError):
            self.path.unlink()
        self._file.close()


def header_line(header: Header) -> dict[str, Any]:
    """The first line of a record."""
    return {"cardtui": FORMAT, "version": __version__, **header._asdict()}


def move_line(game: Game[Any], move: Move) -> dict[str, Any]:
    """The line of one move."""
    line: dict[str, Any] = {"seat": move.seat, "action": action_text(game, move.action)}
    return line | {"decision": decision_json(game, move.decision)} if move.decision else line


def read(path: Path) -> tuple[Header, list[dict[str, Any]]]:
    """The first line and the other whole ones. Refusal when the file is no record; OSError when it cannot be read."""
    lines, _ = _whole_lines(path)
    if not lines or "cardtui" not in lines[0]:
        raise Refusal(f"{path}: the first line is no cardtui header")
    first = lines[0]
    if first["cardtui"] != FORMAT:
        raise Refusal(f"{path}: record format {quoted(first['cardtui'])}, this program reads format {FORMAT}")
    game, rules, seed = first.get("game"), first.get("rules"), first.get("seed")
    seats, weights = first.get("seats"), first.get("weights", [])
    if not (isinstance(game, str) and isinstance(rules, str) and type(seed) is int and _words(seats) and seats):
        raise Refusal(f"{path}: the header needs game, rules, seats (texts) and seed (a whole number)")
    if not _words(weights) or len(weights) not in (0, len(seats)):
        raise Refusal(f"{path}: the header's weights are no list of texts, one for each seat")
    header = Header(game, rules, tuple(seats), seed, first.get("ranked") is True, tuple(weights or [""] * len(seats)))
    return header, lines[1:]


def load(path: Path) -> Record:
    """A whole record, played again. Refusal, naming file and line, when it cannot be; OSError as `read`."""
    header, lines = read(path)
    game = registry.game(header.game, header.rules, len(header.seats))
    frames = replay(game, header, lines, str(path))
    return Record(header, replaced(header, lines), game, frames)


def replaced(header: Header, lines: Sequence[Mapping[str, Any]]) -> Header:
    """Who sits where after these lines. Refusal for a malformed replacement."""
    for line in lines:
        if "replace" in line:
            seat, by, sha = line["replace"], line.get("by"), line.get("weights", "")
            if type(seat) is not int or not 0 <= seat < len(header.seats) or not _words([by, sha]):
                raise Refusal("malformed replacement")
            header = header.seated(seat, str(by), sha)
    return header


def _words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def mend(path: Path) -> None:
    """Cut off a torn last line, so that the file can be appended to."""
    _, size = _whole_lines(path)
    if size < path.stat().st_size:
        os.truncate(path, size)


def _whole_lines(path: Path) -> tuple[list[dict[str, Any]], int]:
    try:
        data = files.read_regular(path, MOST)
    except OSError as error:
        raise OSError(f"{path} is no saved match: {error.strerror}; `cardtui history` lists those there are") from error
    size = data.rfind(b"\n") + 1
    lines = []
    for number, raw in enumerate(data[:size].splitlines(), 1):
        try:
            line = json.loads(raw)
        except (ValueError, RecursionError) as error:
            raise Refusal(f"{path}, line {number}: no JSON ({error})") from error
        if not isinstance(line, dict):
            raise Refusal(f"{path}, line {number}: not an object")
        lines.append(line)
    return lines, size


def replay(game: Game[Any], header: Header, lines: Sequence[dict[str, Any]], where: str = "record") -> list[Frame]:
    """Play the lines again under the rules. Refusal, naming the line, at the first that cannot be."""
    frames: list[Frame] = []
    for number, line in enumerate(lines, 2):
        try:
            header = replaced(header, [line])
            _step(game, header, frames, line)
        except Refusal as error:
            raise Refusal(f"{where}, line {number}: {error}") from error
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
            raise Refusal(f"{where}, line {number}: malformed ({quoted(error)})") from error
    return frames


def _step(game: Game[Any], header: Header, frames: list[Frame], line: dict[str, Any]) -> None:
    if "deal" in line:
        standing = frames[-1].standing if frames else game.opening()
        if frames:
            if game.turn(frames[-1].state) is not None:
                raise Refusal("a new deal before the last one ended")
            standing = game.carry(standing, frames[-1].state)
            if standing.winners:
                raise Refusal("a new deal after the match was won")
        frames.append(Frame(header, standing, line["deal"], game.start(line["deal"])))
    elif "undo" in line:
        del frames[-_undone(line, frames) :]
    elif "action" in line:
        if not frames:
            raise Refusal("an action before the first deal")
        last = frames[-1]
        decision, dropped = _decision(game, last.state, line.get("decision"))
        move = Move(line["seat"], parse_action(game, line["action"]), decision, dropped)
        if type(move.seat) is not int or move.seat != game.turn(last.state):
            raise Refusal(f"seat {quoted(move.seat)} acts out of turn")
        frames.append(last._replace(header=header, state=game.apply(last.state, move.action), move=move))
    elif "result" in line:
        if not frames or game.turn(frames[-1].state) is not None:
            raise Refusal("a result before the deal ended")
        scores = game.carry(frames[-1].standing, frames[-1].state).scores
        if list(game.returns(frames[-1].state)) != line["result"] or list(scores) != line["scores"]:
            raise Refusal("the result is not what the rules say")
    elif "quit" not in line and "replace" not in line:
        raise Refusal(f"a line of an unknown kind: {quoted(', '.join(line))}")


def _decision(game: Game[Any], state: Any, data: Any) -> tuple[Decision | None, str]:
    """The Decision saved with a move, or why it is none: a bot's bad thoughts never stop its match."""
    if data is None:
        return None, ""
    try:
        return check_decision(game, game.legal(state), decision_from_json(game, data)), ""
    except Refusal as refusal:
        return None, str(refusal)


# --- a folder of them ---------------------------------------------------------------------------


def saved(folder: Path) -> Iterator[Path]:
    """The records in a folder, newest first."""
    found = []
    for path in folder.glob("*.jsonl"):
        with suppress(OSError):  # gone meanwhile, or a link to nowhere
            about = path.stat()
            if stat.S_ISREG(about.st_mode):
                found.append((about.st_mtime, path))
    yield from (path for _, path in sorted(found, reverse=True))


def unfinished(path: Path) -> bool:
    """Whether a match was broken off there: cheap, for there may be thousands. False also for what is no record."""
    try:
        with files.open_regular(path) as file:
            first = json.loads(file.readline(1 << 16))
            file.seek(max(0, path.stat().st_size - 256))  # more than a line that ends a match ever has
            last = file.read().rpartition(b"\n")[0].rpartition(b"\n")[2]
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(first, dict) and "cardtui" in first and not re.match(rb'\s*\{\s*"quit"', last)


def resumable(folder: Path) -> Iterator[tuple[Path, Header]]:
    """The matches that were broken off after a person had acted, newest first, and who sits where.

    Without those that cannot be read, whose game is not there, or that are open in another cardtui.
    """
    for path in filter(unfinished, saved(folder)):
        with suppress(Refusal, OSError):
            first, lines = read(path)
            header = replaced(first, lines)
            people = {seat for seat, spec in enumerate(header.seats) if spec == HUMAN}
            if header.game in registry.games() and any(step.get("seat") in people for step in kept(lines)):
                Writer(path).close()
                yield path, header


def final_scores(lines: Sequence[Mapping[str, Any]], seats: int) -> Sequence[float]:
    """The scores with which a match ended, as its lines have them; none while it is not over."""
    if not lines or lines[-1].get("quit") != "finished":
        return ()
    scores = next(line for line in reversed([{}, *lines]) if "quit" not in line).get("scores")
    numbers = isinstance(scores, list) and all(type(score) in (int, float) for score in scores)
    return scores if numbers and len(scores) == seats else ()


def forget(path: Path) -> None:
    """Do not offer a match again; it stays as a record. Refusal or OSError when nothing can be appended to it."""
    writer = Writer(path)
    try:
        mend(path)
        writer.append({"quit": "left"})
    finally:
        writer.close()


def kept(lines: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The deals and actions among the lines that were not taken back. Refusal for an undo that cannot be."""
    steps = list[Mapping[str, Any]]()
    for line in lines:
        if "undo" in line:
            del steps[-_undone(line, steps) :]
        elif "deal" in line or "action" in line:
            steps.append(line)
    return steps


def _undone(line: Mapping[str, Any], steps: Sequence[object]) -> int:
    """How many steps a line takes back."""
    count = line["undo"]
    if type(count) is not int or not 0 < count < len(steps):
        raise Refusal(f"cannot undo {quoted(count)} of {len(steps)} steps")
    return count
