"""What commands print, and matches for them to read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardtui import __version__, settings
from cardtui.entries import HUMAN
from cardtui.match import Match

Run = Callable[..., tuple[int, str, str]]


def data(run: Run, *words: str) -> dict[str, Any]:
    """The one object that a command prints."""
    code, out, _ = run(*words, "--json")
    assert code == 0
    assert out.count("\n") == 1
    found: dict[str, Any] = json.loads(out)
    assert set(found) >= {"game", "rules", "seed", "commit", "version"}
    assert found["version"] == __version__
    return found


def saved(seats: tuple[str, ...] = (HUMAN, "greedy")) -> Path:
    """A match with one move of each seat."""
    path = settings.new_record("yaniv")
    match = Match.new("yaniv", "paper", seats, 5, path)
    for _ in seats:
        match.play(match.game.legal(match.state)[-1])
    match.close()
    return path
