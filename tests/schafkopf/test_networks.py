"""Networks see what a seat may know and no more, play as torch trained them, and resume to the bit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from cardtui.agents.schafkopf import features, networks

from cardtui.core import Refusal, decide
from cardtui.games.schafkopf.features import FLAT, flat
from cardtui.games.schafkopf.kernel import FIRST, ORDER, SEAT, encode, pack, rules_of
from cardtui.games.schafkopf.kernel_cards import PLACE, SUIT
from cardtui.games.schafkopf.kernel_worlds import view
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.kernels import random_state
from cardtui.models import digest, save_arrays

pytest.importorskip("torch")

import torch
from cardtui.agents.training import torch_setup
from cardtui.agents.training.runs import Request
from cardtui.agents.training.schafkopf import ppo, self_play

from ..trainers import resumes_to_the_bit
from .deals import turns

TINY = replace(
    ppo.PRESETS["ppo-linear"]["best"],
    hidden_size=8,
    deals=64,
    deals_per_update=32,
    batch_size=256,
    epochs=2,
    gae_lambda=0.9,
)


@pytest.mark.parametrize("rules", ["paper", "club", "paper:geier=yes,farbwenz=yes,upgrade=yes"])
def test_the_view_holds_what_the_seat_sees_and_nothing_else(rules: str) -> None:
    """The truth and the seat's view of it give the same numbers."""
    seen_more = 0
    for game, state in turns(rules, 12):
        truth, seat = pack(game, state), state.seat
        assert seat is not None
        seen = view(game, game.observe(state, seat))
        for fill, size in ((flat, FLAT), (features.info, features.INFO)):
            one, two = np.empty(size, np.float32), np.empty(size, np.float32)
            fill(truth, seat, one)
            fill(seen, seat, two)
            assert (one == two).all()
            seen_more += int(one.sum())
    assert seen_more > 1000


@pytest.mark.parametrize("rules", ["paper", "club"])
def test_actions_are_read_back_and_there_is_always_one(rules: str) -> None:
    for game, state in turns(rules, 12):
        packed = pack(game, state)
        codes = [encode(action, int(packed[ORDER])) for action in game.legal(state)]
        places = [int(features.action_of(packed, code)) for code in codes]
        known = {place for place in places if place >= 0}
        assert known and int(features.choices(packed)) == sum(1 << place for place in known)
        for code, place in zip(codes, places, strict=True):
            assert place < 0 or int(features.code_of(packed, place)) == code
        assert rules == "club" or min(places) >= 0


@pytest.mark.parametrize("bot", ["ppo-linear", "ppo-lstm"])
def test_a_network_plays_as_torch_trained_it(bot: str, tmp_path: Path) -> None:
    torch_setup.prepare(4)
    learner = ppo.Learner(bot, TINY)
    card = {
        "game": "schafkopf", "bot": bot, "rules": networks.RULES, "rules_hash": digest(networks.RULES),
        "features": digest(features.FEATURES), "command": "", "seed": 0, "games": 0, "seconds": 0, "method": "none",
    }  # fmt: skip
    save_arrays(tmp_path, card, torch_setup.arrays_of(learner.network), "model.safetensors")
    for rules in ("paper", "club"):
        player = networks.Network(Schafkopf(rules), tmp_path)
        for game, state in turns(rules, 2):
            assert state.seat is not None
            seen = game.observe(state, state.seat)
            laid = [(e.action.cards[0], e.seat) for e in seen.history if e.action.verb == "play"]
            cards, players = np.zeros((2, 1, 32), np.uint8)
            cards[0, : len(laid)], players[0, : len(laid)] = np.array(laid).reshape(-1, 2).T
            course = cards, players, np.array([len(laid)]), np.zeros(1, np.int64)
            views = learner.views(pack(game, state)[None], *course)
            with torch.no_grad():
                logits, value = (part.numpy()[0] for part in learner.network(*views))
            ours, worth = player.forward(view(game, seen), seen)
            np.testing.assert_allclose(ours, logits, atol=1e-5)
            assert worth == pytest.approx(networks.CENTS * value, abs=1e-2)
            decision = decide(player, seen, Random(0))
            assert decision.action in seen.legal
            assert decision.note.startswith("its network does not know") == state.contract.endswith("tout")
            assert sum(option.probability for option in decision.options) == pytest.approx(1)


def test_advantages_are_what_the_deal_brought_beyond_what_was_expected() -> None:
    """With λ = 1 the value that should have been expected is what the seat made of the deal."""
    learner, rules = ppo.Learner("ppo-linear", TINY), rules_of(Schafkopf("paper"))
    whole = replace(TINY, deals_per_update=self_play.DEALS_AT_ONCE, gae_lambda=1.0)
    batch = ppo.collect(learner, whole, rules, random_state(5))
    assert len(batch.actions) > 10 * self_play.DEALS_AT_ONCE
    cents = batch.returns * self_play.CENTS
    np.testing.assert_allclose(cents, np.round(cents / 10) * 10, atol=1e-2)
    assert np.abs(batch.advantages).max() > 0
    assert (batch.masks >> batch.actions & 1).all()
    assert batch.log_probs.max() <= 0


def test_a_critic_that_plays_the_deal_out_leaves_less_to_luck() -> None:
    learner, rules = ppo.Learner("ppo-linear", TINY), rules_of(Schafkopf("paper"))
    whole = replace(TINY, deals_per_update=self_play.DEALS_AT_ONCE, gae_lambda=0.8)
    spreads = []
    for rollouts in (0, 4):
        batch = ppo.collect(learner, replace(whole, critic_rollouts=rollouts), rules, random_state(5))
        spreads.append(batch.advantages.std())
    assert spreads[1] < 0.8 * spreads[0]


def test_guests_sit_in_pairs_in_their_share_of_the_deals_and_teach_nothing() -> None:
    """What they do is not kept; what they remember is the suits led in whole tricks."""
    learner, rules = ppo.Learner("ppo-linear", TINY), rules_of(Schafkopf("paper"))
    preset = replace(TINY, deals_per_update=self_play.DEALS_AT_ONCE, guest_share=0.25)
    some = ppo.collect(learner, preset, rules, random_state(5))
    every = ppo.collect(learner, replace(preset, guest_share=0.0), rules, random_state(5))
    assert 0.85 < len(some.actions) / len(every.actions) < 0.9
    games, rng = self_play.new_games(self_play.DEALS_AT_ONCE, rules, random_state(5)), random_state(6)
    self_play.seat_rule_based(games, 1.0, rng)
    met = {(guests, state[FIRST]) for guests, state in zip(games.guests.tolist(), games.states, strict=True)}
    assert len(met) == 6 * 4
    trajectories = self_play.empty_trajectories(self_play.DEALS_AT_ONCE)
    while len(at := np.flatnonzero(games.masks)):
        logits = np.zeros((len(at), features.ACTIONS), np.float32)
        self_play.sample_actions(games, at, logits, np.zeros(len(at), np.float32), trajectories, rng)
    for g, state in enumerate(games.states):
        guests = {seat for seat in range(4) if games.guests[g] >> seat & 1}
        assert len(guests) == 2 and not guests & set(trajectories.states[g, : games.recorded[g], SEAT].tolist())
        led = 0
        for card in games.cards[g, : games.laid[g] : 4]:
            led |= int(SUIT[state[ORDER], PLACE[state[ORDER], card]])
        assert games.led[g] == led


def test_fewer_deals_than_are_played_at_once_have_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "DEALS_AT_ONCE", 32)
    torch_setup.prepare(4)
    learner, rules = ppo.Learner("ppo-linear", TINY), rules_of(Schafkopf("paper"))
    few, whole = (ppo.collect(learner, replace(TINY, deals_per_update=n), rules, random_state(5)) for n in (1, 32))
    assert len(few.actions) == len(whole.actions)


@pytest.mark.parametrize("bot", ["ppo-linear", "ppo-lstm"])
def test_training_resumes_to_the_bit(bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ppo.PRESETS[bot], "tiny", replace(TINY, deals=3 * TINY.deals_per_update))
    monkeypatch.setattr(self_play, "DEALS_AT_ONCE", 32)
    monkeypatch.setattr(ppo, "CARD_DEALS", 40)
    monkeypatch.setattr(ppo, "TEST_DEALS", 20)

    request = Request("schafkopf", bot, "tiny", 3, tmp_path, False, lambda report: None)
    resumes_to_the_bit(ppo.train, request, 2 * TINY.deals_per_update)


def test_a_taught_policy_is_taken_over_and_stays_while_the_value_warms_up(tmp_path: Path) -> None:
    torch_setup.prepare(4)
    teacher, learner = ppo.Learner("ppo-lstm", TINY), ppo.Learner("ppo-lstm", TINY)
    arrays = torch_setup.arrays_of(teacher.network)
    policy = {name: array for name, array in arrays.items() if "value" not in name}
    card = {
        "game": "schafkopf", "bot": "imitation", "rules": networks.RULES, "rules_hash": digest(networks.RULES),
        "features": digest(features.FEATURES), "command": "", "seed": 0, "games": 0, "seconds": 0, "method": "none",
    }  # fmt: skip
    save_arrays(tmp_path, card, policy, "model.safetensors")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cardtui.registry.weights", lambda bot: tmp_path)
        learner.begin("imitation")
        with pytest.raises(Refusal, match="other layers"):
            ppo.Learner("ppo-lstm", replace(TINY, hidden_size=16)).begin("imitation")
    whole = replace(TINY, deals_per_update=self_play.DEALS_AT_ONCE)
    batch = ppo.collect(learner, whole, rules_of(Schafkopf("paper")), random_state(5))
    learner.learn(batch, TINY, 1.0, True)
    after = torch_setup.arrays_of(learner.network)
    assert all((after[name] == array).all() for name, array in policy.items())
    assert (after["heads.value2.weight"] != arrays["heads.value2.weight"]).any()
    learner.learn(batch, TINY, 1.0, False)
    assert (torch_setup.arrays_of(learner.network)["heads.policy2.weight"] != policy["heads.policy2.weight"]).any()
