"""Frozen positions, and what trainers keep of their bots' answers on them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cardtui.agents.training.answers import Notes
from cardtui.agents.training.runs import Request
from cardtui.agents.training.zsy import common, td

from cardtui import record, registry
from cardtui.core import Refusal
from cardtui.study import frozen_positions

GAMES = ("yaniv", "schafkopf", "zsy", "tricks", "98")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short training of td-linear, with the folders "with" and "without" answers."""
    folder = tmp_path_factory.mktemp("trained")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(td, "CHUNK", 100)
        patch.setattr(common, "TEST_DEALS", 100)
        patch.setattr(common, "CARD_DEALS", 200)
        patch.setitem(td.PRESETS, "tiny", replace(td.PRESETS["best"], games=400))
        td.train(Request("zsy", "td-linear", "tiny", 3, folder / "with", False, lambda report: None))
        patch.setattr(frozen_positions, "load", lambda game: None)
        td.train(Request("zsy", "td-linear", "tiny", 3, folder / "without", False, lambda report: None))
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_frozen_positions_are_choices_of_several_deals(game: str) -> None:
    found = frozen_positions.load(game)
    assert found and len(found.positions) == frozen_positions.COUNT
    assert all(len(position.seen.legal) > 1 for position in found.positions)
    assert found.positions == tuple(sorted(found.positions, key=lambda position: position.frame))
    deals = [position.deal for position in found.positions]
    assert deals == sorted(deals) and deals[0] == 1 and deals[-1] > 5
    for position in found.positions[:: frozen_positions.COUNT // 5]:
        starts = [frame.move is None for frame in record.load(found.path).frames[: position.frame + 1]]
        assert sum(starts) == position.deal


def test_asking_does_not_change_what_is_learned(trained: Path) -> None:
    for file in ("table.npz", "curve.csv"):
        assert (trained / "with" / file).read_bytes() == (trained / "without" / file).read_bytes()
    assert not (trained / "without" / frozen_positions.ANSWERS).exists()


def test_the_last_answers_are_those_of_the_finished_bot(trained: Path) -> None:
    seen = frozen_positions.load("zsy")
    assert seen
    bot = registry.bot_entry("zsy", "td-linear")
    folder = trained / "with"
    found = frozen_positions.read(folder, registry.card(bot, str(folder)) or {}, seen)
    assert found.games.tolist() == [0, 100, 200, 300, 400] and found.unit == "win probability"
    now = frozen_positions.ask(seen, registry.agent(seen.game, f"td-linear@{folder}"), 400)
    assert np.array_equal(found.chosen[:, -1:], now.chosen) and np.array_equal(found.values[:, -1:], now.values)


def test_answers_that_do_not_belong_to_the_card_are_refused(trained: Path, tmp_path: Path) -> None:
    seen = frozen_positions.load("zsy")
    assert seen
    card: dict[str, Any] = registry.card(registry.bot_entry("zsy", "td-linear"), str(trained / "with")) or {}
    data = (trained / "with" / frozen_positions.ANSWERS).read_bytes()
    (tmp_path / frozen_positions.ANSWERS).write_bytes(data[:-1] + b"x")
    with pytest.raises(Refusal, match="not asked"):
        frozen_positions.read(tmp_path, {}, seen)
    with pytest.raises(Refusal, match="other positions"):
        frozen_positions.read(tmp_path, card, seen._replace(sha256="0"))
    with pytest.raises(Refusal, match="sha256 differs"):
        frozen_positions.read(tmp_path, card, seen)
    short = frozen_positions.Answers(np.array([0]), np.zeros((3, 1), np.uint8), np.zeros((9, 1), np.float16))
    with pytest.raises(Refusal, match="chosen is missing or not as written"):
        frozen_positions.read(tmp_path, {"answers": frozen_positions.write(tmp_path, short, seen)}, seen)


def test_answers_are_kept_at_times_evenly_spaced_in_logarithms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some weights are kept, too; and a checkpoint's arrays lead on from where it was."""
    asked: list[int] = []

    def ask(seen: Any, agent: Any, games: int) -> frozen_positions.Answers:
        asked.append(games)
        return frozen_positions.Answers(
            np.array([games]), np.zeros((2, 1), np.uint8), np.zeros((5, 1), np.float16), "points"
        )

    monkeypatch.setattr(frozen_positions, "ask", ask)
    monkeypatch.setattr(registry, "agent", lambda game, spec: None)
    notes = Notes("zsy", "dmc", tmp_path)
    kept: list[Path] = []
    for games in range(0, 100_001, 50):
        notes.take(games, 100_000, kept.append)
        if games == 20_000:
            again = Notes("zsy", "dmc", tmp_path)
            assert again.restore({**notes.arrays(), "weights": np.ones(1)}).keys() == {"weights"}
            notes = again
    assert asked[:4] == [0, 100, 150, 200] and asked[-1] == 100_000 and 30 < len(asked) <= 37
    assert notes.answers and notes.answers.games.tolist() == asked and notes.answers.unit == "points"
    assert [path for path in kept if path.parent.name == "earlier"] == [
        tmp_path / "earlier" / "1100",
        tmp_path / "earlier" / "11450",
    ]
