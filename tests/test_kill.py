"""A match outlives the process that plays it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardtui import record, registry
from cardtui.core import Refusal
from cardtui.match import Match

from . import kill


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    acknowledged = kill.run(20, tmp_path)
    assert set(acknowledged) == set(registry.games()) and min(acknowledged.values()) > 10


@pytest.mark.parametrize("name", kill.SEATS)
def test_a_record_cut_anywhere_resumes_at_its_last_whole_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "whole.jsonl"
    match = Match.new(name, kill.RULES[name], kill.SEATS[name], 5, path)
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
        assert record.unfinished(cut) == (whole > 0)
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
    with pytest.raises(Refusal, match="open in another cardtui"):
        Match.resume(path)
    match.play(match.game.legal(match.state)[0])  # else nothing is kept
    match.close()
    Match.resume(path).close()
