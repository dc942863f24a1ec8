"""Saved matches: JSON-lines files with one line per event, synced to disk before the program continues.

`archive` is the folder of saved matches, `index` what lists tell of each.

The lines are documented in `docs/records.md`. An incomplete last line (after a power failure) is dropped; any other
damage is refused.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple

from .. import __version__, registry, system
from ..core import Action, Decision, Game, Refusal, Standing, action_text, parse_action, quoted
from ..json_forms import decision_from_json, decision_json
from ..system import files
from ..validation import check_decision

FORMAT = 1
MOST = 1 << 29
"""Maximum size in bytes of a record. Ten thousand moves with a bot's explanations take about 30 million."""
PATIENCE = 0.1
"""Longest time in seconds to wait for a record's lock: one that only looks whether it is open has it for a moment."""


class Move(NamedTuple):
    """An action played in a match, with the bot's Decision if a bot made it."""

    seat: int
    action: Action
    decision: Decision | None = None
    dropped: str = ""
    """Why the saved Decision is invalid and cannot be shown."""


class Header(NamedTuple):
    """The first line of a record. `seats` are bot specs, or `HUMAN` for a person."""

    game: str
    rules: str
    seats: tuple[str, ...]
    seed: int
    ranked: bool = False
    weights: tuple[str, ...] = ()
    """The version of each seat's bot (`registry.version`): mostly the sha256 of its weights; "" for one without."""

    def seated(self, seat: int, spec: str, weights: str) -> Header:
        """Return the header with another player on a seat."""
        return self._replace(
            seats=(*self.seats[:seat], spec, *self.seats[seat + 1 :]),
            weights=(*self.weights[:seat], weights, *self.weights[seat + 1 :]),
        )


class Frame(NamedTuple):
    """One position of a match: the state after `move` (None at the start of a deal)."""

    header: Header
    """The header at that time, which tells who sat where."""
    standing: Standing
    """The standing before this deal."""
    deal: Any
    state: Any
    move: Move | None = None


class Record(NamedTuple):
    """A saved match."""

    header: Header
    """The header as written, with the players at the beginning."""
    seated: Header
    """The header with the players at the end."""
    game: Game[Any]
    frames: list[Frame]


class Writer:
    """Appends lines to a record and syncs each to disk before returning.

    The file is locked while it is open: raises Refusal if another running cardtui has it open, OSError if writing
    fails.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._torn: int | None = None
        """Where what is left of an append that failed begins, if the disk refused to cut it off; else None."""
        try:
            self._file = files.open_regular(path, "r+b")  # a record that was deleted meanwhile is not made again
        except OSError as error:
            raise OSError(f"{error.strerror}: {path} cannot be written") from error
        try:
            until = time.monotonic() + PATIENCE
            while not (locked := system.lock(self._file.fileno())) and time.monotonic() < until:
                time.sleep(0.005)
        except OSError as error:  # such as a network disk without locks
            self._file.close()
            raise OSError(f"{error.strerror}: {path} cannot be locked") from error
        if not locked:
            self._file.close()
            raise Refusal(f"{path} is open in another cardtui")

    @classmethod
    def create(cls, path: Path) -> Writer:
        """Make a new record. If another process has taken the name, the next free one is used (`a.jsonl`, `a-2.jsonl`).

        Raises OSError if the file cannot be made.
        """
        names = chain([path], (path.with_stem(f"{path.stem}-{number}") for number in count(2)))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            for name in names:
                with suppress(FileExistsError):
                    name.touch(exist_ok=False)
                    break
            files.fsync_folder(path.parent)
        except OSError as error:
            raise OSError(f"{error.strerror}: {path} cannot be written") from error
        try:
            return cls(name)
        except OSError:
            with suppress(OSError):
                name.unlink()
            raise

    def append(self, *lines: dict[str, Any]) -> None:
        """Append lines durably. If that fails, nothing of them is kept; what cannot be cut off yet is cut off later."""
        dumped = (json.dumps(line, separators=(",", ":"), ensure_ascii=True) for line in lines)
        text = "".join(f"{line}\n" for line in dumped).encode()
        try:
            self._cut_off()
            self._torn = self._file.seek(0, os.SEEK_END)
            while text:
                text = text[self._file.write(text) :]
            os.fsync(self._file.fileno())
            self._torn = None
        except OSError as error:
            with suppress(OSError):
                self._cut_off()
            raise OSError(f"{error.strerror}: {self.path} cannot be written") from error

    def _cut_off(self) -> None:
        """Cut off what is left of an append that failed. Raises OSError."""
        if self._torn is not None:
            self._file.truncate(self._torn)
            self._torn = None

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self._cut_off()
        self._file.close()

    def discard(self) -> None:
        """Delete and close the file. It is deleted first, while the lock still keeps others from opening it."""
        with suppress(OSError):
            self.path.unlink()
        self._file.close()


def header_line(header: Header) -> dict[str, Any]:
    """Return the first line of a record."""
    return {"cardtui": FORMAT, "version": __version__, **header._asdict()}


def move_line(game: Game[Any], move: Move) -> dict[str, Any]:
    """Return the line of a move."""
    line: dict[str, Any] = {"seat": move.seat, "action": action_text(game, move.action)}
    return line | {"decision": decision_json(game, move.decision)} if move.decision else line


def read(path: Path) -> tuple[Header, list[dict[str, Any]]]:
    """Return the header and all other complete lines.

    Raises Refusal if the file is not a record, OSError if it cannot be read.
    """
    lines, _ = _whole_lines(path)
    return header_of(lines[0] if lines else {}, str(path)), lines[1:]


def header_of(first: Mapping[str, Any], where: str) -> Header:
    """Return the header that the first line of a record holds. Raises Refusal, naming `where`, if it is none."""
    if "cardtui" not in first:
        raise Refusal(f"{where}: the first line is no cardtui header")
    if first["cardtui"] != FORMAT:
        raise Refusal(f"{where}: record format {quoted(first['cardtui'])}, this program reads format {FORMAT}")
    game, rules, seed = first.get("game"), first.get("rules"), first.get("seed")
    seats, weights = first.get("seats"), first.get("weights", [])
    if not (isinstance(game, str) and isinstance(rules, str) and type(seed) is int and _words(seats) and seats):
        raise Refusal(f"{where}: the header needs game, rules, seats (texts) and seed (a whole number)")
    if not _words(weights) or len(weights) not in (0, len(seats)):
        raise Refusal(f"{where}: the header's weights are no list of texts, one for each seat")
    return Header(game, rules, tuple(seats), seed, first.get("ranked") is True, tuple(weights or [""] * len(seats)))


def load(path: Path) -> Record:
    """Load and replay a record. Raises Refusal, naming file and line, if it is invalid, and OSError like `read`."""
    header, lines = read(path)
    try:
        game = registry.game(header.game, header.rules, len(header.seats))
    except Refusal as refusal:
        hint = "" if header.game in registry.games() else "; `--game FILE.py` loads one that is not installed"
        raise Refusal(f"{path}, line 1: {refusal}{hint}") from refusal
    frames = replay(game, header, lines, str(path))
    return Record(header, replaced(header, lines), game, frames)


def replaced(header: Header, lines: Sequence[Mapping[str, Any]]) -> Header:
    """Return the header after the replacements among these lines. Raises Refusal if one is malformed."""
    for line in lines:
        if "replace" in line:
            seat, by, sha = line["replace"], line.get("by"), line.get("weights", "")
            if type(seat) is not int or not 0 <= seat < len(header.seats) or not _words([by, sha]):
                raise Refusal(
                    f"a replacement has a seat, 0 … {len(header.seats) - 1}, and the spec of a bot in 'by', "
                    f"not {quoted(seat)} and {quoted(by)}"
                )
            header = header.seated(seat, str(by), sha)
    return header


def _words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def door_of(path: Path) -> Path:
    """Return the file beside a record that tells how people elsewhere come to its table (`remote.Door`)."""
    return path.with_suffix(".door")


def repair(path: Path) -> None:
    """Cut off an incomplete last line, so that lines can be appended."""
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
    """Replay the lines under the rules of the game. Raises Refusal, naming the line, at the first invalid one."""
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
        del frames[-undone(line, frames) :]
    elif "action" in line:
        if not frames:
            raise Refusal("an action before the first deal")
        last = frames[-1]
        decision, dropped = _decision(game, last.state, line.get("decision"))
        seat, turn = line.get("seat"), game.turn(last.state)
        if type(seat) is not int or seat != turn:
            right = "the deal is over" if turn is None else f"it is the turn of seat {turn}"
            raise Refusal(f"seat {quoted(seat)} acts out of turn: {right}")
        move = Move(seat, parse_action(game, line["action"]), decision, dropped)
        frames.append(last._replace(header=header, state=game.apply(last.state, move.action), move=move))
    elif "result" in line:
        if not frames or game.turn(frames[-1].state) is not None:
            raise Refusal("a result before the deal ended")
        scores = list(game.carry(frames[-1].standing, frames[-1].state).scores)
        result = list(game.returns(frames[-1].state))
        if result != line["result"] or scores != line.get("scores"):
            raise Refusal(f"the result is not what the rules say: {result}, and the scores {scores}")
    elif "quit" not in line and "replace" not in line:
        raise Refusal(f"a line of an unknown kind: {quoted(', '.join(line))}")


def _decision(game: Game[Any], state: Any, data: Any) -> tuple[Decision | None, str]:
    """Return the saved Decision of a move, or the reason why it is invalid.

    An invalid Decision never makes the match unreadable.
    """
    if data is None:
        return None, ""
    try:
        return check_decision(game, game.legal(state), decision_from_json(game, data)), ""
    except Refusal as refusal:
        return None, str(refusal)


def numbered(frames: Iterable[Frame]) -> Iterator[tuple[int, int, Frame]]:
    """Yield each frame with the number of its deal, from 1, and of the moves made in this deal so far."""
    deal = made = 0
    for frame in frames:
        deal, made = (deal + 1, 0) if frame.move is None else (deal, made + 1)
        yield deal, made, frame


def starts(frames: Sequence[Frame]) -> list[int]:
    """Return the indices of the frames with which the deals begin."""
    return [place for place, frame in enumerate(frames) if frame.move is None]


def final_scores(lines: Sequence[Mapping[str, Any]], seats: int) -> Sequence[float]:
    """Return the final scores according to the lines of a record, or () if the match is not finished."""
    if not lines or lines[-1].get("quit") != "finished":
        return ()
    scores = next(line for line in reversed([{}, *lines]) if "quit" not in line).get("scores")
    numbers = isinstance(scores, list) and all(type(score) in (int, float) for score in scores)
    return scores if numbers and len(scores) == seats else ()


def without_undone(lines: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the deals and actions that were not undone. Raises Refusal for an invalid undo.

    >>> without_undone([{"deal": 1}, {"action": "a"}, {"action": "b"}, {"undo": 1}])
    [{'deal': 1}, {'action': 'a'}]
    """
    steps = list[Mapping[str, Any]]()
    for line in lines:
        if "undo" in line:
            del steps[-undone(line, steps) :]
        elif "deal" in line or "action" in line:
            steps.append(line)
    return steps


def undone(line: Mapping[str, Any], steps: Sequence[object]) -> int:
    """Return the number of steps that an undo line takes back. Raises Refusal if it is invalid."""
    count = line["undo"]
    if type(count) is not int or not 0 < count < len(steps):
        raise Refusal(f"cannot undo {quoted(count)} of {len(steps)} steps")
    return count
