"""Harel: its table, its training and its study."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import numpy as np
import pytest
from cardtui.agents.training import checkpoints
from cardtui.agents.training.progress import TrainProgress
from cardtui.agents.training.runs import Request
from cardtui.agents.training.yaniv import harel as training
from cardtui.agents.training.yaniv import study
from cardtui.agents.training.yaniv.q_learning import afterstate_index, initial_values, playable
from cardtui.agents.yaniv.harel import Harel

from cardtui import models, registry
from cardtui.core import Refusal
from cardtui.games.yaniv import kernel, policy
from cardtui.games.yaniv.kernel_players import TABLE, choose, policy_of
from cardtui.games.yaniv.q_table import ARRAYS, HANDS, SLOTS, STATES, TOPS, state_index
from cardtui.games.yaniv.rules import Yaniv
from cardtui.intervals import wilson
from cardtui.kernels import random_state
from cardtui.models.arrays import Array

from ..trainers import decides, plays

SHIPPED = ("harel", "harel-best")
TINY = replace(
    training.PRESETS["best"],
    learning_rate=0.01,
    afterstate_intervals=2,
    intervals=4,
    games=3_000,
    initial_epsilon=0.3,
    final_epsilon=0.05,
    earlier_versions=2,
)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(training.PRESETS, "best", TINY)
    monkeypatch.setattr(training, "REPORT_EVERY", 1_000)
    monkeypatch.setattr(training, "CARD_GAMES", 1_000)


def weights(bot: str) -> Path:
    return registry.weights(registry.bot_entry("yaniv", bot))


# --- the table --------------------------------------------------------------------------------
def test_every_sorted_hand_and_top_has_its_own_state() -> None:
    seen = [
        state_index(hand, top) for hand in combinations_with_replacement(range(14), 5) for top in range(1, TOPS + 1)
    ]
    assert sorted(seen) == list(range(HANDS * TOPS))


def test_missing_cards_may_be_left_out_of_the_state() -> None:
    assert state_index((3, 3, 9), 4) == state_index((0, 0, 3, 3, 9), 4)


def test_slots_share_an_afterstate_exactly_when_they_leave_the_same() -> None:
    index = afterstate_index()
    assert ((index > 0) == playable()).all()
    assert index.max() < len(initial_values(index))
    here = state_index((2, 3, 5, 8, 13), 4)
    assert index[here, 9] == index[state_index((2, 3, 5, 8, 13), 7), 9]  # the king away, a blind draw
    assert index[here, 9] != index[here, 7]
    same = state_index((2, 4, 5, 8, 13), 3)
    assert index[here, 10] == index[same, 10]  # the king away and 3 or 4 taken: the same hand


@pytest.mark.parametrize("bot", SHIPPED)
def test_shipped_tables_hold_no_pickle_and_match_their_cards(bot: str) -> None:
    folder = weights(bot)
    card = models.load_card(folder)
    with zipfile.ZipFile(folder / card["file"]) as file:
        heads = [file.open(name).read(128) for name in file.namelist()]
    assert all(head.startswith(b"\x93NUMPY") and b"|O" not in head for head in heads)
    arrays, _ = models.load_arrays(folder, "yaniv", card["features"], card["rules_hash"], ARRAYS)
    assert arrays["q"].shape == arrays["visits"].shape == (STATES, SLOTS)
    assert np.isneginf(arrays["q"][~playable()]).all()


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("bot", SHIPPED)
def test_the_player_does_what_the_kernel_does(bot: str, seats: int) -> None:
    game, rng, numbers = Yaniv("paper", seats), Random(1), random_state(1)
    player = registry.agent(game, bot)
    with np.load(weights(bot) / "table.npz") as arrays:
        policies = policy_of(arrays["q"])[None]
    for _ in range(40):
        state = game.start(game.deal(rng))
        while state.seat is not None:
            (decision,) = player.think(game.observe(state, state.seat), rng)
            code = choose(kernel.pack(game, state), TABLE, 0.0, policies, numbers)
            assert kernel.decode(code) == decision.action
            assert {option.action for option in decision.options} <= set(game.legal(state))
            state = game.apply(state, decision.action)


@pytest.mark.parametrize("rules", ["club", "paper:jokers=1", "paper:take=ends", "paper:call=5"])
def test_harel_refuses_rules_that_its_table_was_not_made_for(rules: str) -> None:
    with pytest.raises(Refusal, match="paper game"):
        Harel(Yaniv(rules), weights("harel"))


def test_a_changed_table_or_another_card_is_refused(tmp_path: Path) -> None:
    card = {key: kind() for key, kind in models.NEEDED.items()} | dict.fromkeys(("game", "features", "rules_hash"), "x")
    models.save_arrays(tmp_path, card, {"q": np.zeros(3)})
    needs = {"q": Array((3,), "float64")}
    arrays, _ = models.load_arrays(tmp_path, "x", "x", "x", needs)
    assert arrays["q"].tolist() == [0, 0, 0]
    with pytest.raises(Refusal, match="features is 'x', but this bot at this table needs 'y'"):
        models.load_arrays(tmp_path, "x", "y", "x", needs)
    (tmp_path / "table.npz").write_bytes(b"other")
    with pytest.raises(Refusal, match="sha256"):
        models.load_arrays(tmp_path, "x", "x", "x", needs)
    (tmp_path / models.CARD).write_text("game = 'x'\n")
    with pytest.raises(Refusal, match="does not say bot"):
        models.load_card(tmp_path)
    (tmp_path / models.CARD).write_text("game = \n")
    with pytest.raises(Refusal, match="is no card"):
        models.load_card(tmp_path)


# --- training ---------------------------------------------------------------------------------
def run(out: Path, resume: bool = False, stop_at: int | None = None) -> list[TrainProgress]:
    told: list[TrainProgress] = []

    def tell(now: TrainProgress) -> None:
        told.append(now)
        if now.done == stop_at:
            plays("yaniv", "harel-best", now, out / "taken")
            raise KeyboardInterrupt

    training.train(Request("yaniv", "harel-best", "best", 3, out, resume, tell))
    return told


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("stop_at", [4_000, 6_000, 9_000, 11_000])
def test_training_resumed_after_an_interruption_ends_the_same(tmp_path: Path, stop_at: int) -> None:
    told = run(tmp_path / "whole")
    assert (told[0].done, told[-1].done, told[-1].total) == (1_000, 12_000, 12_000)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "parts", stop_at=stop_at)
    run(tmp_path / "parts", resume=True)
    for name in ("table.npz", "curve.csv"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes()
    cards = [models.load_card(tmp_path / part) for part in ("whole", "parts")]
    assert [card | {"seconds": 0} for card in cards] == [cards[0] | {"seconds": 0}] * 2
    assert not (tmp_path / "parts" / checkpoints.NAME).exists()


@pytest.mark.usefixtures("tiny")
def test_a_finished_table_can_be_played_with_and_shown(tmp_path: Path) -> None:
    run(tmp_path)
    decides("yaniv", "harel-best", tmp_path)
    made = policy.load(tmp_path)
    assert 0 < made.rests.max() < made.visits.max()


@pytest.mark.usefixtures("tiny")
def test_resume_refuses_what_is_not_its_own(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="no interrupted training"):
        run(tmp_path, resume=True)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, stop_at=4_000)
    with pytest.raises(Refusal, match="preset best, not paper"):
        training.train(Request("yaniv", "harel", "paper", 3, tmp_path, True, lambda now: None))
    (tmp_path / checkpoints.NAME).write_bytes(b"nothing")
    with pytest.raises(Refusal, match="is no checkpoint"):
        run(tmp_path, resume=True)
    with pytest.raises(Refusal, match="has no preset 'worst'; its presets: paper, best"):
        training.train(Request("yaniv", "harel", "worst", 3, tmp_path, False, lambda now: None))


def test_wilson_covers_what_it_should() -> None:
    low, high = wilson(0.5, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(1.0, 10)[1] == pytest.approx(1.0)


# --- the study --------------------------------------------------------------------------------
def test_a_small_study_has_all_tables_claims_and_graphs(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"INTERVALS": 2, "GAMES": 500, "TESTS": 50}.items():
        monkeypatch.setattr(study, name, value)
    told: list[TrainProgress] = []
    found = study.reproduce(1, told.append)
    assert told[-1][:2] == (12_000, 12_000)
    assert [table["name"] for table in found["tables"]] == list(study.TABLES)
    for table in found["tables"]:
        assert [len(row) for row in table["ours"]] == [2] * 6
        assert len(table["rows"]) == 6 and table["n"] == 500
    assert len(found["claims"]) == 7
    for claim in found["claims"]:
        low, high = claim["interval"]
        assert low <= claim["figure"] <= high
    assert len(found["graphs"]) == 8
    assert json.loads(json.dumps(found, allow_nan=False)) == json.loads(json.dumps(study.reproduce(2, told.append)))
    quick = study.reproduce(1, told.append, "wins-end", 0.1)
    assert told[-1][:2] == (600, 600), "a quick pass"
    assert quick["graphs"][0]["x"][-1] == 600 // len(study.PAIRS)
    part = study.reproduce(1, told.append, "wins-end")
    assert part["tables"] == [found["tables"][1]]
    with pytest.raises(Refusal, match="no table 'x'"):
        study.reproduce(1, told.append, "x")
