"""A match outlives the process that plays it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardtui import record, registry
from cardtui.core import Refusal
from cardtui.match import Match
from cardtui.record import archive

from . import kill


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    acknowledged = kill.run(20, tmp_path)
    assert set(acknowledged) == set(registry.games()) and min(acknowledged.values()) > 10


def saved(path: Path, steps: int) -> None:
    """A match of 98 of so many steps."""
    match = kill.new("98", 5, path)
    for number in range(steps):
        kill.step(match, number)
    match.close()


def without(lines: list[str], key: str) -> list[str]:
    """The lines without the last one that has this key."""
    gone = max(number for number, line in enumerate(lines) if key in json.loads(line))
    return [*lines[:gone], *lines[gone + 1 :]]


@pytest.mark.parametrize(
    ("says", "damage", "acknowledged"),
    [
        ("", lambda lines: lines, 30),
        ("", lambda lines: lines, 29),
        ("", lambda lines: lines, -1),
        ("", lambda lines: [*lines[:-1], lines[-1][:7]], 29),
        ("an acknowledged match is gone", lambda lines: [], 30),
        ("an acknowledged match is gone", lambda lines: [lines[0].strip()], 30),
        ("of 30 acknowledged steps 29 are there", lambda lines: lines[:-1], 30),
        ("30 steps, of which 28 were", lambda lines: lines, 28),
        ("another state was saved", lambda lines: without(lines, "undo"), 28),
        ("another state was saved|others sit there", lambda lines: without(lines, "replace"), 28),
    ],
)
def test_the_check_finds_what_is_lost(says: str, damage: Any, acknowledged: int, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    saved(path, 30)
    path.write_text("".join(damage(path.read_text().splitlines(keepends=True))))
    if says:
        with pytest.raises(AssertionError, match=says):
            kill.check("98", path, 5, acknowledged)
    else:
        assert kill.check("98", path, 5, acknowledged)


def test_the_check_finds_that_others_sit_there(tmp_path: Path) -> None:
    """Also where nothing has been played since."""
    for steps in range(1, 60):
        path = tmp_path / f"{steps}.jsonl"
        saved(path, steps)
        *lines, last = path.read_text().splitlines()
        if '"replace"' in last:
            path.write_text("\n".join([*lines, json.dumps(json.loads(last) | {"by": "gap:p=1"}), ""]))
            break
    else:
        pytest.fail("nobody was replaced")
    with pytest.raises(AssertionError, match="others sit there"):
        kill.check("98", path, 5, steps)


def test_the_check_finds_another_match_and_a_torn_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.jsonl"
    saved(path, 30)
    with pytest.raises(AssertionError, match="another state was saved"):
        kill.check("98", path, 6, 30)
    kill.tear(path, Random(1))
    monkeypatch.setattr(record, "repair", lambda path: None)
    with pytest.raises(AssertionError, match="a torn line is still there"):
        kill.check("98", path, 5, 30)


@pytest.mark.parametrize("name", registry.games())
def test_a_record_cut_anywhere_resumes_at_its_last_whole_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "whole.jsonl"
    match = kill.new(name, 5, path)
    states = [kill.state_of(match)]
    for number in range(6):
        kill.step(match, number)
        states.append(kill.state_of(match))
    match.close()
    data = path.read_bytes()
    header, deal, *moves = data.splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    for size in range(0, len(data) + 1, 37):
        cut.write_bytes(data[:size])
        whole = data[:size].count(b"\n")
        assert archive.unfinished(cut) == (whole > 0)
        if not whole:
            with pytest.raises(Refusal, match="no cardtui header"):
                Match.resume(cut)
            continue
        resumed = Match.resume(cut)
        assert kill.state_of(resumed) == states[max(0, whole - 2)]
        for number in range(max(0, whole - 2), 6):
            kill.step(resumed, number)
        assert kill.state_of(resumed) == states[6]
        resumed.close()
        assert cut.read_bytes() == data
    assert json.loads(header)["cardtui"] == record.FORMAT and b"deal" in deal and len(moves) == 6


def test_two_processes_cannot_write_one_record(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = Match.new("yaniv", "paper", ("greedy", "random"), 5, path)
    match.play(match.game.legal(match.state)[0])
    with pytest.raises(Refusal, match="open in another cardtui"):
        Match.resume(path)
    match.close()
    Match.resume(path).close()
