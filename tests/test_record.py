"""Records: the golden ones replay to their results; a torn line is dropped; damage is refused with file and line."""

from __future__ import annotations

import errno
import json
import os
import socket
from pathlib import Path
from typing import Any

import pytest

from cardtui import record, registry, system
from cardtui.core import Refusal, action_text, parse_action
from cardtui.entries import HUMAN
from cardtui.json_forms import decision_from_json, observation_json
from cardtui.match import Match
from cardtui.record import archive
from cardtui.study import inspect
from cardtui.system import files

GOLDEN = sorted((Path(__file__).parent / "records").glob("*.jsonl"))
YANIV = Path(__file__).parent / "records" / "yaniv-club-2.jsonl"
ENDS = json.loads((Path(__file__).parent / "records" / "ends.json").read_text())


def replayed(path: Path) -> tuple[Any, list[record.Frame]]:
    header, lines = record.read(path)
    game = registry.game(header.game, header.rules, len(header.seats))
    return game, record.replay(game, header, lines, str(path))


def edited(tmp_path: Path, change: Any) -> Path:
    """A golden record whose list of lines `change` has had in its hands."""
    lines = [json.loads(line) for line in YANIV.read_text().splitlines()]
    change(lines)
    path = tmp_path / "match.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_replay_to_their_ends(path: Path) -> None:
    game, frames = replayed(path)
    end = ENDS[path.stem]
    last = frames[-1]
    assert len(frames) == end["frames"]
    assert game.carry(last.standing, last.state)._asdict() == {
        key: tuple(value) if isinstance(value, list) else value for key, value in end["standing"].items()
    }
    assert observation_json(game, game.observe(last.state, 0)) == end["seat 0 sees"]


def test_there_are_golden_records_of_every_game_under_its_rule_sets() -> None:
    for name, entry in registry.games().items():
        for rules in registry.rule_sets(name)[1]:
            assert {f"{name}-{rules}-{seats}" for seats in {entry.seats[0], min(entry.seats[1], 4)}} <= {
                path.stem for path in GOLDEN
            }
    assert ENDS.keys() == {path.stem for path in GOLDEN}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_match_is_written_again_byte_for_byte(path: Path, tmp_path: Path) -> None:
    """The moves of a golden record, played by a new match, make the same file."""
    header, lines = record.read(path)
    match = Match.new(header.game, header.rules, header.seats, header.seed, tmp_path / "again.jsonl", header.ranked)
    for line in lines:
        if "deal" in line and len(match.frames) > 1:
            match.next_deal()
        elif "action" in line:
            move = record.replay(match.game, header, [{"deal": match.frames[-1].deal}], "again")[0]
            assert move.deal == match.frames[-1].deal
            action = parse_action(match.game, line["action"])
            decision = decision_from_json(match.game, line["decision"]) if "decision" in line else None
            match.play(action, decision)
    match.close("finished")
    old, new = path.read_text().splitlines(), (tmp_path / "again.jsonl").read_text().splitlines()
    assert old[1:] == new[1:]


def test_a_torn_last_line_is_dropped(tmp_path: Path) -> None:
    whole = YANIV.read_bytes()
    lines = whole.splitlines(keepends=True)
    path = tmp_path / "match.jsonl"
    for cut in range(1, len(lines[8])):
        path.write_bytes(b"".join(lines[:8]) + lines[8][:cut])
        assert record.read(path)[1] == [json.loads(line) for line in lines[1:8]]
        record.repair(path)
        assert path.read_bytes() == b"".join(lines[:8])
    path.write_bytes(b"".join(lines[:8]) + b"\0" * 40)
    match = Match.resume(path)
    match.close()
    assert path.read_bytes() == b"".join(lines[:8])


def test_a_line_is_on_the_disk_before_append_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is asked once the whole line is in the file, and not before."""
    path = tmp_path / "match.jsonl"
    writer = record.Writer.create(path)
    synced: list[bytes] = []

    def fsync(file: int) -> None:
        if os.path.samestat(os.fstat(file), path.stat()):  # its folder may be asked for too
            synced.append(path.read_bytes())

    monkeypatch.setattr(os, "fsync", fsync)
    for number in range(3):
        writer.append({"undo": number})
        assert synced[-1:] == [path.read_bytes()] and len(synced) == number + 1
    writer.close()


def test_what_the_disk_refuses_is_not_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.jsonl"
    writer = record.Writer.create(path)
    writer.append({"undo": 1})
    before = path.read_bytes()

    def fsync(file: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        with pytest.raises(OSError, match=r"Input/output error: .*match\.jsonl cannot be written"):
            writer.append({"undo": 2})
    assert path.read_bytes() == before
    writer.append({"undo": 3})
    writer.close()
    assert path.read_bytes() == before + b'{"undo":3}\n'


def test_a_piece_of_a_line_that_cannot_be_cut_off_is_cut_off_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk refuses to write and to cut off: what follows is never appended to half a line."""
    path = tmp_path / "match.jsonl"

    class Worn:
        """The file, of which the disk takes a few bytes and then nothing more."""

        def __init__(self, file: Any) -> None:
            self.file, self.left = file, 5

        def write(self, data: bytes) -> int:
            if not self.left:
                raise OSError(errno.ENOSPC, "No space left on device")
            written: int = self.file.write(data[: self.left])
            self.left -= written
            return written

        def truncate(self, size: int) -> int:
            raise OSError(errno.EIO, "Input/output error")

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

    for close in (False, True):
        writer = record.Writer.create(path)
        writer.append({"undo": 1})
        before, file = path.read_bytes(), writer._file
        monkeypatch.setattr(writer, "_file", Worn(file))
        with pytest.raises(OSError, match=r"No space left on device: .*match\.jsonl cannot be written"):
            writer.append({"undo": 2})
        assert path.read_bytes() == before + b'{"und'
        with pytest.raises(OSError, match=r"Input/output error: .*match\.jsonl cannot be written"):
            writer.append({"undo": 3})
        assert path.read_bytes() == before + b'{"und'
        monkeypatch.setattr(writer, "_file", file)
        if not close:
            writer.append({"undo": 4})
        writer.close()
        assert path.read_bytes() == before + b'{"undo":4}\n' * (not close)
        path.unlink()


def test_a_new_record_that_cannot_be_opened_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason was lost on the way: it began with None."""

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files, "open_regular", refused)
    with pytest.raises(OSError, match=r"^Permission denied: .*match\.jsonl cannot be written$"):
        record.Writer.create(tmp_path / "match.jsonl")


def test_a_new_record_that_cannot_be_locked_is_not_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty file stayed, and was listed as damaged."""

    def lockless(file: int) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(system, "lock", lockless)
    path = tmp_path / "match.jsonl"
    with pytest.raises(OSError, match=r"^No locks available: .*match\.jsonl cannot be locked$"):
        record.Writer.create(path)
    assert not path.exists()


def test_a_line_that_the_disk_takes_in_pieces_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    writer = record.Writer.create(path)
    file = writer._file

    class Slow:
        """Takes three bytes at a time."""

        def write(self, text: bytes) -> int:
            return file.write(text[:3])

        def __getattr__(self, name: str) -> Any:
            return getattr(file, name)

    writer._file = Slow()  # type: ignore[assignment]
    writer.append({"undo": 1})
    writer.close()
    assert path.read_bytes() == b'{"undo":1}\n'


def test_a_record_cut_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    whole = YANIV.read_bytes()[:6000]
    path = tmp_path / "match.jsonl"
    first = whole.index(b"\n") + 1
    for cut in range(0, len(whole), 23):
        path.write_bytes(whole[:cut])
        if cut < first:
            with pytest.raises(Refusal, match="no cardtui header"):
                record.read(path)
            assert not archive.unfinished(path)
        else:
            record.load(path)


def drop(number: int) -> Any:
    return lambda lines: lines.pop(number - 1)


def put(number: int, **change: Any) -> Any:
    return lambda lines: lines[number - 1].update(change)


def swap(number: int) -> Any:
    def change(lines: list[Any]) -> None:
        lines[number - 1], lines[number] = lines[number], lines[number - 1]

    return change


def result_line(key: str) -> Any:
    def change(lines: list[Any]) -> None:
        at = next(i for i, line in enumerate(lines) if "result" in line)
        lines[at][key][0] += 1

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (drop(2), "line 2: an action before the first deal"),
        (drop(4), "line 4: "),
        (swap(3), "line 3: seat 1 acts out of turn"),
        (put(3, seat=1), "line 3: seat 1 acts out of turn"),
        (put(3, seat=None), "line 3: seat None acts out of turn"),
        (put(3, action="yaniv"), r"line 3: §6\.1"),
        (put(3, action="discard > stack"), "line 3: §3"),
        (put(3, action=7), "line 3: malformed"),
        (put(3, action="discard 99h > stack"), "line 3: '99h' is no card"),
        (put(2, deal={}), "line 2: the deal is malformed"),
        (put(2, deal=None), "line 2: the deal is malformed"),
        (lambda lines: lines[1]["deal"].update(pile=["99h"]), "line 2: the deal is malformed: '99h' is no card"),
        (lambda lines: lines.insert(2, {"undo": 1}), "line 3: cannot undo 1 of 1"),
        (lambda lines: lines.insert(3, {"undo": 0}), "line 4: cannot undo 0"),
        (lambda lines: lines.insert(3, {"undo": True}), "line 4: cannot undo True"),
        (lambda lines: lines.insert(3, {"undo": "all"}), "line 4: cannot undo 'all'"),
        (lambda lines: lines.insert(3, {"fold": 1}), "line 4: a line of an unknown kind: 'fold'"),
        (lambda lines: lines.insert(3, {}), "line 4: "),
        (lambda lines: lines.insert(3, {"result": [1.0, 0.0], "scores": [1, 0]}), "line 4: a result before"),
        (lambda lines: lines.insert(3, lines[1]), "line 4: a new deal before the last one ended"),
        (result_line("result"), "the result is not what the rules say"),
        (result_line("scores"), "the result is not what the rules say"),
    ],
)
def test_damage_is_refused_with_file_and_line(tmp_path: Path, change: Any, says: str) -> None:
    path = edited(tmp_path, change)
    before = path.read_bytes()
    with pytest.raises(Refusal, match=rf"match\.jsonl, .*{says}"):
        Match.resume(path)
    assert path.read_bytes() == before


def thought(**fields: Any) -> Any:
    """Change the decision on line 3."""
    return lambda lines: lines[2]["decision"].update(fields)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (put(3, decision={"action": "yaniv"}), "decision: the field 'options' is missing"),
        (put(3, decision=7), "decision: "),
        (put(3, decision={}), "decision: the field 'action' is missing"),
        (thought(action="discard 99h > stack"), "decision: '99h' is no card"),
        (thought(options=[]), "is not among its options"),
        (thought(unit=""), "the unit says what values count"),
        (thought(beliefs=[{"seat": 99, "about": "holds", "values": {}}]), "a belief about seat 99"),
        (lambda lines: lines[2]["decision"]["options"][0].update(probability=-1e308), "not 0 … 1"),
        (lambda lines: lines[2]["decision"]["options"][0].update(probability=float("nan")), "nan is no number"),
    ],
)
def test_a_bad_decision_is_dropped_with_a_word_and_never_stops_its_match(tmp_path: Path, change: Any, why: str) -> None:
    path = edited(tmp_path, change)
    good = [frame.move for frame in record.load(YANIV).frames]
    match = Match.resume(path)
    moves = [frame.move for frame in match.frames]
    assert moves[1] and moves[1].decision is None and why in moves[1].dropped
    assert moves[2:] == good[2:] and [move.action for move in moves if move] == [move.action for move in good if move]
    match.close()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (put(1, cardtui=2), "format 2, this program reads format 1"),
        (put(1, seats="ab"), "header"),
        (put(1, seats=[]), "header"),
        (put(1, seats=["greedy", 7]), "header"),
        (put(1, seed="7"), "header"),
        (put(1, rules=None), "header"),
        (put(1, weights=3), "weights"),
        (put(1, game="chess"), r"match\.jsonl, line 1: no game 'chess'; .*; `--game FILE\.py` loads one"),
        (put(1, rules="club:limit=x"), r"match\.jsonl, line 1: .*limit takes[^`]*$"),
        (put(1, seats=["greedy"], weights=[]), r"match\.jsonl, line 1: yaniv is for 2 to 6"),
        (put(1, weights=[""]), "weights are no list of texts, one for each seat"),
        (lambda lines: lines[0].pop("game"), "header"),
        (lambda lines: lines.pop(0), "no cardtui header"),
        (lambda lines: lines.insert(3, {"replace": 2, "by": "greedy"}), "line 4: a replacement has a seat, 0 … 1"),
        (lambda lines: lines.insert(3, {"replace": 0}), "in 'by', not 0 and None"),
    ],
)
def test_a_wrong_header_is_refused(tmp_path: Path, change: Any, says: str) -> None:
    path = edited(tmp_path, change)
    with pytest.raises(Refusal, match=says):
        Match.resume(path)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"{", "line 4: no JSON"),
        (b"", "line 4: no JSON"),
        (b"[]", "line 4: not an object"),
        (b"\xff\xfe", "line 4: no JSON"),
        (b"[" * 100_000, "line 4: no JSON"),
    ],
)
def test_a_broken_line_inside_is_refused(tmp_path: Path, line: bytes, says: str) -> None:
    lines = YANIV.read_bytes().splitlines()
    lines.insert(3, line)
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(Refusal, match=rf"match\.jsonl, {says}"):
        record.read(path)
    assert not offered(tmp_path)


def test_saved_lists_the_newest_first(tmp_path: Path) -> None:
    for age, name in enumerate(("new", "older", "oldest")):
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(YANIV.read_bytes())
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    (tmp_path / "notes.txt").write_text("no record")
    assert [path.stem for path in archive.saved(tmp_path)] == ["new", "older", "oldest"]


def test_a_record_is_named_by_its_file_its_name_or_as_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder := tmp_path / "records").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refusal, match=r"holds no saved match$"):
        archive.named(folder, None)
    newest, older = broken_off(folder / "a.jsonl", 1), broken_off(folder / "b.jsonl", 2)
    newest.write_text(newest.read_text().replace('"98"', '"skat"'))
    os.utime(newest, (1e9, 1e9))
    assert archive.named(folder, None) == archive.named(folder, Path("last")) == newest
    assert archive.named(folder, Path("last"), "98") == archive.named(folder, Path("b.jsonl")) == older
    with pytest.raises(Refusal, match=r"holds no saved match of zsy$"):
        archive.named(folder, Path("last"), "zsy")
    for path in (Path("c.jsonl"), Path("records/c.jsonl"), older):
        assert archive.named(folder, path) == path
    Path("last").write_text("")
    Path("b.jsonl").write_text("")
    assert [archive.named(folder, Path(name)) for name in ("last", "b.jsonl")] == [Path("last"), Path("b.jsonl")]


def offered(folder: Path) -> list[Path]:
    return [path for path, _ in archive.resumable(folder)]


def test_the_last_of_ones_own_matches_is_one_in_which_a_person_has_moved(tmp_path: Path) -> None:
    for name, seat, moves in (("bots", "gap", 2), ("looked at", HUMAN, 0)):
        match = Match.new("98", "paper", (seat,), 1, tmp_path / f"{name}.jsonl")
        for _ in range(moves):
            match.play(match.observe(0).legal[0])
        match.close()
    with pytest.raises(Refusal, match=r"holds no saved match in which a person has moved$"):
        archive.named(tmp_path, None, own=True)
    own = broken_off(tmp_path / "own.jsonl", 2)
    assert archive.named(tmp_path, Path("last"), own=True) == own != archive.named(tmp_path, Path("last"))


def broken_off(path: Path, age: int, *more: dict[str, Any]) -> Path:
    """A match of 98 after two moves, so many seconds old, with more lines at its end."""
    match = Match.new("98", "paper", (HUMAN,), 1, path)
    for _ in range(2):
        match.play(match.observe(0).legal[0])
    match.close()
    path.write_text(path.read_text() + "".join(f"{json.dumps(line)}\n" for line in more))
    os.utime(path, (1e9 - age, 1e9 - age))
    return path


def test_what_can_go_on_is_offered_and_nothing_else(tmp_path: Path) -> None:
    """Files that are no record, damaged, of another format, gone, over, or open elsewhere are passed over.

    So are matches of a game that is not there, or in which no person has acted.
    """
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    for number, text in enumerate(('{"cardtui":2,"game":"98"}\n', '{"cardtui":1}\n', "[]\n", "{\n", "")):
        (tmp_path / f"{number}.jsonl").write_text(text)
    broken_off(tmp_path / "undo.jsonl", 1, {"undo": "1"})
    seat = broken_off(tmp_path / "seat.jsonl", 1)
    seat.write_text(seat.read_text().replace('"seat":0', '"seat":[0]'))
    broken_off(tmp_path / "left.jsonl", 2, {"quit": "left"})
    spaced = broken_off(tmp_path / "spaced.jsonl", 2)
    spaced.write_text(spaced.read_text() + '  { "quit": "left" }\n')
    skat = broken_off(tmp_path / "skat.jsonl", 2)
    skat.write_text(skat.read_text().replace('"98"', '"skat"'))
    broken_off(tmp_path / "replaced.jsonl", 2, {"replace": 0, "by": "gap"})
    broken_off(tmp_path / "back.jsonl", 2, {"undo": 2})
    other = broken_off(tmp_path / "open.jsonl", 3)
    good = broken_off(tmp_path / "good.jsonl", 4)
    held = record.Writer(other)
    assert offered(tmp_path) == [good]
    held.close()
    assert offered(tmp_path) == [other, good]


def test_looking_whether_a_match_is_open_keeps_nobody_from_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither another one that looks, nor, once the look is over, one that goes on with the match."""
    path = broken_off(tmp_path / "match.jsonl", 1)
    with path.open("rb") as looking:
        assert system.lock(looking.fileno(), shared=True)
        assert not archive.is_open(path) and offered(tmp_path) == [path]
        monkeypatch.setattr(record, "PATIENCE", 60.0)
        monkeypatch.setattr("cardtui.record.time.sleep", lambda seconds: looking.close())
        record.Writer(path).close()


def test_the_scores_of_a_match_that_is_over() -> None:
    """Only of one that is, and never what is no list of numbers."""
    end, over = {"result": [1, 0], "scores": [1, 0]}, {"quit": "finished"}
    assert record.final_scores([end, over], 2) == record.final_scores([end, over, over], 2) == [1, 0]
    others: tuple[list[dict[str, Any]], ...] = (
        [], [end], [end, {"quit": "left"}], [over], [end, {"undo": 1}, over], [{"scores": "10"}, over],
    )  # fmt: skip
    for lines in others:
        assert not record.final_scores(lines, 2)
    assert not record.final_scores([end, over], 3) and not record.final_scores([{"scores": [1, None]}, over], 2)


def test_nothing_is_dealt_after_the_match_was_won() -> None:
    match = Match.new("98", "paper:deals=1", ("random",), 1)
    deal = match.frames[0].deal
    actions = []
    while match.turn is not None:
        actions.append(match.observe(0).legal[0])
        match.play(actions[-1])
    lines = [{"deal": deal}, *({"seat": 0, "action": action_text(match.game, action)} for action in actions)]
    assert len(record.replay(match.game, match.header, lines)) == len(lines)
    with pytest.raises(Refusal, match="a new deal after the match was won"):
        record.replay(match.game, match.header, [*lines, {"deal": deal}])


HUGE = 10**400
"""A number that JSON can hold and no float can."""


@pytest.mark.parametrize("name", registry.games())
def test_a_number_that_is_too_large_is_a_sentence(name: str, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    match = Match.new(name, "", ("random",) * registry.game_entry(name).seats[0], 1, path)
    assert match.turn is not None
    match.play(match.observe(match.turn).legal[0])
    match.close()
    header, deal, move = (json.loads(line) for line in path.read_text().splitlines()[:3])
    scores = {"deal": deal["deal"] | {"scores": [HUGE] * len(header["seats"])}}
    first = {"deal": deal["deal"] | {"first": HUGE, "since": HUGE, "key": HUGE}}
    for lines in ((scores,), (first,), (deal, move | {"seat": HUGE}), (deal, {"undo": HUGE})):
        with pytest.raises(Refusal, match=r"m\.jsonl, line [23]: "):
            record.replay(match.game, match.header, lines, str(path))


@pytest.mark.parametrize(
    "error", [KeyError("x"), TypeError("x"), ValueError("x"), IndexError("x"), AttributeError("x"), OverflowError("x")]
)
def test_whatever_a_law_raises_at_a_wrong_line_is_a_sentence(error: Exception) -> None:
    game = registry.game("zsy")

    class Strict:
        def start(self, deal: Any) -> Any:
            raise error

        def __getattr__(self, name: str) -> Any:
            return getattr(game, name)

    header = record.Header("zsy", "paper", ("random", "random"), 1)
    with pytest.raises(Refusal, match=r"record, line 2: malformed \(\w+Error"):
        record.replay(Strict(), header, [{"deal": {}}])


def test_a_match_gone_on_with_is_offered_again(tmp_path: Path) -> None:
    """Left once, then broken off: the last line counts."""
    path = broken_off(tmp_path / "m.jsonl", 0, {"quit": "left"})
    assert not offered(tmp_path)
    match = Match.resume(path)
    match.play(match.observe(0).legal[0])
    assert match._writer
    match._writer.close()
    assert offered(tmp_path) == [path]


def test_what_cannot_be_replayed_can_be_forgotten(tmp_path: Path) -> None:
    path = broken_off(tmp_path / "m.jsonl", 0, {"seat": 0, "action": "yaniv"}, {"und": 1})
    path.write_text(path.read_text() + '{"torn')
    with pytest.raises(Refusal):
        Match.resume(path)
    assert offered(tmp_path) == [path]
    archive.forget(path)
    assert not offered(tmp_path) and path.read_text().endswith('{"und": 1}\n{"quit":"left"}\n')


def test_steps_taken_back_are_not_counted() -> None:
    lines: list[dict[str, Any]] = [{"deal": 1}, {"action": "a"}, {"result": []}, {"deal": 2}, {"action": "b"}]
    lines += [{"undo": 2}, {"action": "c"}]
    assert record.without_undone(lines) == [{"deal": 1}, {"action": "a"}, {"action": "c"}]
    for count in (0, 3, -1, True, "1", None):
        with pytest.raises(Refusal, match="cannot undo"):
            record.without_undone([*lines, {"undo": count}])


def test_who_comes_in_brings_own_weights() -> None:
    header = record.Header("zsy", "paper", ("dmc", "dmc", "dmc"), 1, weights=("a", "b", "c"))
    changed = header.seated(1, "greedy", "")
    assert changed == header._replace(seats=("dmc", "greedy", "dmc"), weights=("a", "", "c"))


def test_a_move_is_of_who_sat_there_then(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    match = Match.new("zsy", "paper", ("random", "dmc"), 1, path)
    for bot in ("random", "greedy"):
        match.replace(0, bot)
        for _ in range(2):
            assert match.turn is not None
            match.play(match.observe(match.turn).legal[0])
    match.close()
    found = record.load(path)
    assert found.frames == match.frames and found.seated == match.header
    assert found.header.seats == ("random", "dmc") and len(found.header.weights[1]) == 64
    assert [frame.header.seats[0] for frame in found.frames] == ["random"] * 3 + ["greedy"] * 2
    moves = inspect.replay(path)[1]["deals"][0]["moves"]
    assert [move["by"] for move in moves if move["seat"] == 0] == ["random", "greedy"]


def test_only_regular_files_are_records(tmp_path: Path) -> None:
    """A pipe would be waited for without end: not listed, not offered, not read, not written."""
    good = broken_off(tmp_path / "good.jsonl", 9)
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "pipe.jsonl")
    (tmp_path / "device.jsonl").symlink_to("/dev/zero")
    (tmp_path / "folder.jsonl").mkdir()
    with socket.socket(socket.AF_UNIX) as listens:
        listens.bind(str(tmp_path / "socket.jsonl"))
        assert list(archive.saved(tmp_path)) == [good] and offered(tmp_path) == [good]
        for name in ("pipe", "link", "device", "socket", "folder"):
            path = tmp_path / f"{name}.jsonl"
            assert not archive.unfinished(path)
            for wrong in (record.read, record.Writer, Match.resume, archive.forget, record.repair):
                with pytest.raises(OSError, match=r"no regular file|Is a directory|No such device") as told:
                    wrong(path)
                assert f"{name}.jsonl" in str(told.value)


def test_a_record_of_no_size_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MOST", 1 << 20)
    path = broken_off(tmp_path / "m.jsonl", 0)
    os.truncate(path, (1 << 20) + 1)
    with pytest.raises(OSError, match=r"m\.jsonl is no saved match: it is larger than 1 MiB"):
        record.read(path)
    assert not offered(tmp_path)


def test_a_new_record_is_found_after_the_power_went(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its folder is written too, once, before the match goes on."""
    synced = list[int]()
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_ino))
    path = tmp_path / "records" / "m.jsonl"
    match = Match.new("98", "paper", (HUMAN,), 1, path)
    match.play(match.observe(0).legal[0])
    match.close("finished")
    folder, file = path.parent.stat().st_ino, path.stat().st_ino
    assert synced == [folder, file, file]
    synced.clear()
    archive.forget(path)
    assert synced == [file]
