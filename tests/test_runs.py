"""What all trainers share: the request, and a run that is interrupted and resumed."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cardtui.agents.training import checkpoints
from cardtui.agents.training.progress import TrainProgress
from cardtui.agents.training.runs import Request, Run

from cardtui.core import Refusal


def request(out: Path, reports: list[TrainProgress]) -> Request:
    return Request("zsy", "dmc", "best", 3, out, False, reports.append)


def test_a_request_has_a_preset_and_a_command(tmp_path: Path) -> None:
    asked = request(tmp_path, [])
    assert asked.choose({"paper": 1, "best": 2}) == 2
    with pytest.raises(Refusal, match="dmc has no preset 'best'; its presets: paper, small"):
        asked.choose({"paper": 1, "small": 2})
    assert asked.command == "cardtui train zsy dmc --preset best --seed 3"
    assert replace(asked, steps=9).command == f"{asked.command} --steps 9"
    assert replace(asked, records=Path("games")).command == f"{asked.command} --records games"


def test_a_run_is_resumed_where_it_was(tmp_path: Path) -> None:
    reports: list[TrainProgress] = []
    asked, seconds = request(tmp_path, reports), iter([1.0, 3.5])
    run = Run(asked, 4, scale=10, identity={"size": 2}, clock=lambda: next(seconds))
    fresh = {"weights": np.zeros(2)}
    assert run.restore(fresh) == fresh
    with run.timed():
        run.done += 1
    run.curve.append([10, 0.5])
    run.save({"weights": np.array([1.0, 2.0])}, rate=0.1)
    run.report({"won": 0.5})
    assert reports == [(10, 40, {"won": 0.5}, None)]
    with pytest.raises(Refusal, match="another run: size 2, not 3"):
        Run(replace(asked, resume=True), 4, identity={"size": 3}).restore(fresh)
    again = Run(replace(asked, resume=True), 4, identity={"size": 2})
    assert again.restore(fresh)["weights"].tolist() == [1.0, 2.0]
    assert (again.done, again.seconds, again.curve, again.state) == (1, 2.5, [[10, 0.5]], {"rate": 0.1})


def test_a_finished_run_leaves_a_card_and_no_checkpoint(tmp_path: Path) -> None:
    run = Run(request(tmp_path, []), 1)
    run.save({})
    heading: dict[str, Any] = {"method": "m", "rules": "r", "features": "f"}
    run.finish(["games", "won"], [[10, 0.5]], heading, 10, {"settings": {"size": 2}}, {"weights": np.zeros(2)})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["card.toml", "curve.csv", "model.safetensors"]
    assert (tmp_path / "curve.csv").read_text() == "games,won\n10,0.5\n"
    card = tomllib.loads((tmp_path / "card.toml").read_text())
    common = ["game", "bot", "method", "rules", "features", "command", "seed", "games", "seconds"]
    assert list(card)[: len(common)] == common and card["settings"] == {"size": 2}


def test_a_checkpoint_of_an_older_version_is_refused(tmp_path: Path) -> None:
    asked = replace(request(tmp_path, []), resume=True)
    checkpoints.save(tmp_path, {"preset": "best", "seed": 3}, {"interval": 2, "seconds": 1.0, "curve": []}, {})
    with pytest.raises(Refusal, match="does not say its 'done': start again"):
        Run(asked, 4).restore({})
