"""The index of saved matches: it says what the records say, and is made again when it is missing or wrong."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event

import pytest

from cardtui import record, registry
from cardtui.core import decide
from cardtui.entries import HUMAN
from cardtui.intervals import wilson
from cardtui.match import Match
from cardtui.record.index import RecordIndex, Saved, lately, own_records, read


def play(
    path: Path, seats: tuple[str, ...], rules: str = "paper:deals=2", steps: int = 10_000, quit: str = ""
) -> Match:
    """A match of Yaniv in which the people play as `greedy` does."""
    match = Match.new("yaniv", rules, seats, 5, path)
    while steps and not match.over:
        steps -= 1
        if match.turn is None:
            match.next_deal()
            continue
        spec = match.header.seats[match.turn].replace(HUMAN, "greedy")
        decision = decide(registry.agent(match.game, spec), match.observe(match.turn), Random(match.rng_seed(0)))
        match.play(decision.action, None if match.is_human(match.turn) else decision)
    match.close(quit)
    return match


def entry(path: Path) -> Saved:
    about = path.stat()
    return read(path, about.st_mtime_ns, about.st_size)


def test_it_says_what_the_record_says(tmp_path: Path) -> None:
    """After any number of moves; what was taken back is not counted, nor who sat there only before."""
    path = tmp_path / "a.jsonl"
    match = play(path, (HUMAN, "greedy"), quit="finished")
    results = [match.game.returns(frame.state)[0] for frame in match.frames if match.game.turn(frame.state) is None]
    found = entry(path)
    assert (found.deals, found.finished, found.quit, found.own) == (2, 2, "finished", 0)
    assert (found.played, found.total, found.unit) == (2, sum(results), "wins")
    assert found.scores == match.standing.scores and not found.goes_on
    assert found.acted == sum(frame.move is not None and frame.move.seat == 0 for frame in match.frames)
    whole = path.read_bytes().splitlines(keepends=True)
    for count in range(1, len(whole)):
        path.write_bytes(b"".join(whole[:count]) + b'{"sea')
        found, (_, lines) = entry(path), record.read(path)
        steps = record.without_undone(lines)
        assert found.deals == sum("deal" in step for step in steps) and not found.quit
        assert found.acted == sum(step.get("seat") == 0 for step in steps)
    again = Match.resume(path)
    again.undo()
    again.replace(1, "random")
    again.close()
    found = entry(path)
    assert (found.deals, found.finished, found.seats) == (2, 1, (HUMAN, "random"))
    assert (found.played, found.total, found.goes_on) == (1, results[0], True)


@pytest.mark.parametrize("seats", [("greedy", "random"), (HUMAN, HUMAN)])
def test_only_one_persons_deals_against_bots_count(seats: tuple[str, ...], tmp_path: Path) -> None:
    play(tmp_path / "a.jsonl", seats)
    assert entry(tmp_path / "a.jsonl").played == 0


@pytest.mark.parametrize(
    "text",
    ["", "{", "no record\n", "[]\n", '{"cardtui":2}\n', '{"cardtui":1,"game":3}\n'],
)
def test_a_file_that_is_no_record_is_damaged(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(text)
    assert entry(tmp_path / "a.jsonl").damaged


def test_lines_that_make_no_sense_are_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    play(path, (HUMAN, "greedy"), steps=4)
    data = path.read_text()
    for line in (
        '{"undo":99}',
        '{"seat":9,"action":"x"}',
        '{"result":1}',
        '{"result":[1],"scores":[1]}',
        f'{{"result":[{10**400},0],"scores":[1,0]}}',
        "[]",
        "x",
        "{}",
    ):
        path.write_text(f"{data}{line}\n")
        assert bool(entry(path).damaged) is (line != "{}")


def test_only_what_has_changed_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stored entries are used while name, time and size are the same; the newest come first."""
    folder, asked = tmp_path / "records", list[str]()
    for age, name in enumerate("abc"):
        play(folder / f"{name}.jsonl", (HUMAN, "greedy"), steps=4 + age)
        os.utime(folder / f"{name}.jsonl", (1e9 - age, 1e9 - age))
    (folder / "d.jsonl").mkdir()
    first = RecordIndex(folder)
    assert first.update() and [saved.name for saved in first.saved] == ["a.jsonl", "b.jsonl", "c.jsonl"]

    def reading(path: Path, changed: int, size: int) -> Saved:
        asked.append(path.name)
        return read(path, changed, size)

    monkeypatch.setattr("cardtui.record.index.read", reading)
    again = RecordIndex(folder)
    assert again.update() and again.saved == first.saved and not asked
    match = Match.resume(folder / "b.jsonl")
    match.close("left")
    (folder / "c.jsonl").unlink()
    assert again.update() and asked == ["b.jsonl"]
    assert [(saved.name, saved.quit) for saved in again.saved] == [("b.jsonl", "left"), ("a.jsonl", "")]
    again.file.unlink()
    asked.clear()
    slow = RecordIndex(folder)
    assert not slow.update(-1) and slow.saved == () and not slow.file.exists()
    assert slow.update() and slow.saved == again.saved and len(asked) == 2 and slow.file.exists()


def test_one_thread_at_a_time_updates_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The menu and the list share an index, and what one began to read before a deletion must not come after it."""
    folder, begun, go_on = tmp_path / "records", Event(), Event()
    play(folder / "a.jsonl", (HUMAN, "greedy"), steps=4)

    def reading(path: Path, changed: int, size: int) -> Saved:
        begun.set()
        assert go_on.wait(30)
        return read(path, changed, size)

    monkeypatch.setattr("cardtui.record.index.read", reading)
    index = RecordIndex(folder)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(index.update)
        assert begun.wait(30)
        (folder / "a.jsonl").rename(tmp_path / "a.jsonl")
        assert not index.update(0.01) and index.saved == ()
        second = threads.submit(index.update)
        go_on.set()
        assert first.result(30) and second.result(30)
    assert index.saved == () and json.loads(index.file.read_text())["records"] == []


def test_an_index_that_is_wrong_is_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    play(folder / "a.jsonl", (HUMAN, "greedy"), steps=6)
    first = RecordIndex(folder)
    first.update()
    good = json.loads(first.file.read_text())
    row = good["records"][0]
    rows = [[], row[:-1], [*row[:-1], 3], [None, *row[1:]], [*row[:5], [1], *row[6:]], "text", 7, {}]
    broken = ["", "{", "[]", "null", '{"cardtui-index":99,"records":[]}', '{"cardtui-index":1}']
    other = good | {"cardtui-index": 2, "records": [[*row[:6], 99, *row[7:]]]}
    for text in (
        json.dumps(other),
        *broken,
        *(json.dumps(good | {"records": [wrong]}) for wrong in rows),
        "[" * 100_000,
    ):
        first.file.write_text(text)
        again = RecordIndex(folder)
        assert again.update() and again.saved == first.saved
        assert json.loads(again.file.read_text()) == good
    first.file.unlink()
    first.file.mkdir()  # it cannot be stored, which stops nothing
    assert RecordIndex(folder).update()


def test_own_records_add_up_in_one_unit() -> None:
    wins = Saved("a", 1, 1, "yaniv", played=3, total=2.0, squares=2.0, unit="wins")
    points = Saved("b", 1, 1, "yaniv", played=1, total=-9.0, squares=81.0, unit="points")
    cents = Saved("c", 1, 1, "schafkopf", played=2, total=30.0, squares=500.0, unit="cents")
    found = own_records([wins, points, cents, Saved("d", 1, 1, "zsy"), wins])
    assert set(found) == {"yaniv", "schafkopf"}
    assert found["yaniv"][:2] == (6, "wins") and found["yaniv"].mean == pytest.approx(2 / 3)
    assert found["yaniv"].ends == wilson(2 / 3, 6)
    assert found["schafkopf"].mean == 15 and found["schafkopf"].ends is None  # two deals do not say how far off it is
    enough = cents._replace(played=10, total=150.0, squares=2750.0)  # twice 5, 10, 15, 20, 25
    assert own_records([enough])["schafkopf"].ends == pytest.approx((9.67, 20.33), abs=0.01)
    assert own_records([enough._replace(played=9)])["schafkopf"].ends is None
    assert own_records([points])["yaniv"].ends is None


def test_what_was_played_lately() -> None:
    """Matches in which a person moved in the last seven days, and their finished deals."""
    day = 86_400
    new = Saved("a", 99 * day * 10**9, 1, "yaniv", finished=3, acted=5)
    old = Saved("b", 90 * day * 10**9, 1, "yaniv", finished=4, acted=5)
    watched = Saved("c", 99 * day * 10**9, 1, "98", finished=1)
    assert lately([new, old, watched, new], 100.0 * day) == (2, 6)
