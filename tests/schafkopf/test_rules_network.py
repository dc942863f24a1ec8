"""ppo-rules sees what a seat may know under any rules, plays as torch trained it, and resumes to the bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from cardtui.agents.schafkopf import rules_inputs, rules_net, rules_policy
from cardtui.agents.schafkopf.deals import codes_of
from cardtui.agents.schafkopf.features import ACTIONS
from numpy.typing import NDArray

from cardtui.core import decide
from cardtui.games.schafkopf.kernel import HANDS, ORDER, encode, pack, rules_of
from cardtui.games.schafkopf.kernel_worlds import view
from cardtui.games.schafkopf.rules import SEATS, Schafkopf, State
from cardtui.kernels import random_state
from cardtui.models import digest, save_arrays

RULES = ("paper", "club", "club:klopfen=yes,allpass=ramsch,geier=yes,farbwenz=yes", "paper:deck=short")


def turns(rules: str, deals: int) -> Iterator[tuple[Schafkopf, State]]:
    """Yield (game, state) at each turn of random deals; more is bid than by chance."""
    game, rng = Schafkopf(rules), Random(3)
    for _ in range(deals):
        state = game.start(game.deal(rng))
        while state.seat is not None:
            yield game, state
            state = game.apply(state, rng.choice(game.legal(state)[-3:] if state.phase == "bid" else game.legal(state)))


def active(state: NDArray[np.int64], lacks: NDArray[np.int64]) -> list[int]:
    found = np.zeros(rules_inputs.ACTIVE, np.int64)
    return found[: rules_inputs.see(state, lacks, found)].tolist()


@pytest.mark.parametrize("rules", RULES)
def test_the_policy_sees_what_the_seat_knows_and_nothing_else(rules: str) -> None:
    """The truth and the seat's view of it give the same inputs, each once, within bounds."""
    seen_more = 0
    for game, state in turns(rules, 12):
        truth, seen = pack(game, state), game.observe(state, state.seat)
        lacks = np.zeros(SEATS, np.int64)
        known = view(game, seen)
        rules_policy.shown(known, codes_of(game, seen), lacks)
        one, two = active(truth, lacks), active(known, lacks)
        assert one == two and len(set(one)) == len(one) and min(one) >= 0 and max(one) < rules_inputs.VIEW
        seen_more += len(one)
        whole = np.zeros(rules_inputs.ACTIVE, np.int64)
        size = rules_inputs.see_all(truth, whole)
        assert len(set(whole[:size])) == size and whole[:size].max() < rules_inputs.DEAL
    assert seen_more > 1000


def test_what_a_seat_has_shown_not_to_have_is_true_and_found() -> None:
    shown = 0
    for game, state in turns("club", 20):
        seen, truth = game.observe(state, state.seat), pack(game, state)
        lacks = np.zeros(SEATS, np.int64)
        rules_policy.shown(view(game, seen), codes_of(game, seen), lacks)
        for seat in range(SEATS):
            assert truth[HANDS + seat] & lacks[seat] == 0
            shown += lacks[seat] != 0
    assert shown > 300


def test_solos_in_two_suits_look_alike() -> None:
    """MOVED exchanges two suits, so it undoes itself."""
    for row in rules_inputs.MOVED:
        assert (row[row] == np.arange(32)).all()


def test_the_policy_is_torchs_and_its_probabilities_are_of_legal_actions(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    import torch
    from cardtui.agents.training import torch_setup
    from cardtui.agents.training.schafkopf import rules_ppo

    torch_setup.prepare(4)
    learner = rules_ppo.Learner(replace(rules_ppo.PRESETS["best"], hidden_sizes=(16, 8), deals_per_update=4))
    card = {
        "game": "schafkopf", "bot": "ppo-rules", "rules": rules_net.RULES, "rules_hash": digest(rules_net.RULES),
        "features": digest(rules_net.FEATURES), "command": "", "seed": 0, "games": 0, "seconds": 0, "method": "none",
    }  # fmt: skip
    save_arrays(tmp_path, card, torch_setup.arrays_of(learner.networks), "model.safetensors")
    policy, critic = learner.kernels()
    scratch = rules_net.new_scratch(policy)
    for rules in RULES:
        player = rules_policy.RulesPolicy(Schafkopf(rules), tmp_path)
        for game, state in turns(rules, 2):
            truth, seen, lacks = pack(game, state), game.observe(state, state.seat), np.zeros(SEATS, np.int64)
            rules_policy.shown(view(game, seen), codes_of(game, seen), lacks)
            rows, size = np.zeros((1, rules_inputs.ACTIVE), np.int16), np.zeros(1, np.int64)
            size[0] = rules_net.policy(truth, lacks, policy, scratch)
            rows[0] = scratch.active
            with torch.no_grad():
                logits = learner.policy(rows, size).numpy()[0]
            np.testing.assert_allclose(scratch.out, logits, atol=1e-5)
            size[0] = rules_net.evaluate(truth, critic, scratch)
            rows[0] = scratch.active
            with torch.no_grad():
                values = learner.critic(rows, size).numpy()[0]
            np.testing.assert_allclose(scratch.out[:SEATS], values, atol=1e-5)
            decision = decide(player, seen, Random(0))
            moved, order = rules_inputs.moves(truth), int(truth[ORDER])
            outputs = [rules_net.output(moved, encode(option.action, order)) for option in decision.options]
            expected = np.exp(logits[outputs] - logits[outputs].max())
            shares = [option.probability for option in decision.options]
            np.testing.assert_allclose(shares, expected / expected.sum(), atol=1e-5)


def test_what_lacks_by_the_course_of_cards_is_true() -> None:
    pytest.importorskip("torch")
    from cardtui.agents.training.schafkopf import rules_taught, selfplay

    games, rng = selfplay.new_games(32, rules_of(Schafkopf("club")), random_state(5)), random_state(6)
    found, shown, spare = np.zeros(SEATS, np.int64), 0, selfplay.empty_trajectories(32)
    while len(at := np.flatnonzero(games.masks)):
        for g in at:
            rules_taught.lacking(games, g, found)
            hands = games.states[g, HANDS : HANDS + SEATS]
            assert not (hands & found).any()
            shown += int((found != 0).sum())
        logits = np.zeros((len(at), ACTIONS), np.float32)
        selfplay.sample_actions(games, at, logits, np.zeros(len(at), np.float32), spare, rng)
    assert shown > 300


def test_training_resumes_to_the_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    from cardtui.agents.training.progress import TrainProgress
    from cardtui.agents.training.schafkopf import rules_ppo

    from ..taken import plays

    tiny = replace(
        rules_ppo.PRESETS["best"], hidden_sizes=(16, 8), deals=64, deals_per_update=16, taught=32, batch_size=128
    )
    monkeypatch.setitem(rules_ppo.PRESETS, "tiny", tiny)
    monkeypatch.setattr(rules_ppo, "CARD_DEALS", 40)
    monkeypatch.setattr(rules_ppo, "TEST_DEALS", 20)

    class StopError(Exception):
        pass

    def stop(report: TrainProgress) -> None:
        if report.done == 3 * tiny.deals_per_update:
            plays("schafkopf", "ppo-rules", report, tmp_path / "taken")
            raise StopError

    rules_ppo.train("ppo-rules", "tiny", 3, tmp_path / "whole", False, lambda report: None)
    with pytest.raises(StopError):
        rules_ppo.train("ppo-rules", "tiny", 3, tmp_path / "broken", False, stop)
    rules_ppo.train("ppo-rules", "tiny", 3, tmp_path / "broken", True, lambda report: None)
    for name in ("model.safetensors", "curve.csv"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "broken" / name).read_bytes()


def test_choices_have_probabilities_and_legal_actions_alone_have_advantages() -> None:
    pytest.importorskip("torch")
    from cardtui.agents.training import torch_setup
    from cardtui.agents.training.schafkopf import rules_play, rules_ppo

    torch_setup.prepare(4)
    preset = replace(rules_ppo.PRESETS["best"], hidden_sizes=(16, 8), deals_per_update=64)
    learner = rules_ppo.Learner(preset)
    filled = rules_play.play_deals(
        64, np.array([rules_of(Schafkopf(name)) for name in preset.rules]), np.array([rules_play.SELF]),
        *learner.kernels(), learner.scratch, 1.0, learner.record, random_state(5),
    )  # fmt: skip
    chances, advantages = learner.record.chances[:filled], learner.record.advantages[:filled]
    assert filled > 64 * 12
    np.testing.assert_allclose(chances.sum(1), 1, atol=1e-5)
    assert (advantages[chances == 0] == 0).all()
    means = (chances * advantages).sum(1)
    assert (np.abs(means) > 0.01).mean() > 0.5  # what came is not what the critic said
