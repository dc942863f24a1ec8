"""ppo-rules sees what a seat may know under any rules, plays as torch trained it, and resumes to the bit."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from cardtui.agents.schafkopf import rules_inputs, rules_net, rules_policy
from cardtui.agents.schafkopf.deals import codes_of
from cardtui.agents.schafkopf.features import ACTIONS
from cardtui.agents.training.runs import Request
from cardtui.agents.training.schafkopf.rules_play import Record
from numpy.typing import NDArray

from cardtui import registry
from cardtui.core import Refusal, decide
from cardtui.games.schafkopf.kernel import CALLED, HANDS, ORDER, SEAT, encode, pack, rules_of
from cardtui.games.schafkopf.kernel_worlds import view
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.kernels import random_state
from cardtui.models import digest, save_arrays

from ..trainers import resumes_to_the_bit
from .deals import turns

if TYPE_CHECKING:
    from cardtui.agents.training.schafkopf.rules_presets import Preset

RULES = ("paper", "club", "club:klopfen=yes,allpass=ramsch,geier=yes,farbwenz=yes", "paper:deck=short")


def small(bot: str, **changes: Any) -> Preset:
    """The bot's preset with networks and updates for a test."""
    from cardtui.agents.training.schafkopf import rules_presets

    best = rules_presets.PRESETS[bot]["best"]
    sizes = {"hidden_sizes": (16, 8), "critic_sizes": (12, 6), "deals_per_update": 16, "taught": 16, "batch_size": 64}
    return replace(best, **(sizes | changes))


def active(state: NDArray[np.int64], lacks: NDArray[np.int64]) -> list[int]:
    found = np.zeros(rules_inputs.ACTIVE, np.int64)
    return found[: rules_inputs.see(state, lacks, found)].tolist()


@pytest.mark.parametrize("rules", RULES)
def test_the_policy_sees_what_the_seat_knows_and_nothing_else(rules: str) -> None:
    """The truth and the seat's view of it give the same inputs, each once, within bounds."""
    seen_more = partners = 0
    for game, state in turns(rules, 12):
        assert state.seat is not None
        truth, seen = pack(game, state), game.observe(state, state.seat)
        partners += seen.facts["partner"] is not None
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
    assert partners > 30


def test_what_a_seat_has_shown_not_to_have_is_true_and_found() -> None:
    shown = 0
    for game, state in turns("club", 20):
        assert state.seat is not None
        seen, truth = game.observe(state, state.seat), pack(game, state)
        lacks = np.zeros(SEATS, np.int64)
        rules_policy.shown(view(game, seen), codes_of(game, seen), lacks)
        for seat in range(SEATS):
            assert truth[HANDS + seat] & lacks[seat] == 0
            shown += lacks[seat] != 0
    assert shown > 300


def test_the_called_suit_lies_first_whichever_it_is() -> None:
    """MOVED exchanges it with the first suit, so it undoes itself."""
    for row in rules_inputs.MOVED:
        assert (row[row] == np.arange(32)).all()
    game, rng, called = Schafkopf("club"), Random(3), set()
    for _ in range(20):
        state = game.start(game.deal(rng))
        while state.seat is not None and state.phase == "bid":
            calls = [action for action in game.legal(state) if action.to.startswith("ruf-")]
            state = game.apply(state, rng.choice(calls) if calls else game.legal(state)[0])
        packed = pack(game, state)
        if ace := int(packed[CALLED]):
            row = rules_inputs.MOVED[rules_inputs.moves(packed)]
            first = (ace & -ace).bit_length() - 1
            assert row[first : first + 6].tolist() == list(range(6)), state.contract
            called.add(state.contract)
    assert called == {"ruf-eichel", "ruf-gras", "ruf-schellen"}


def test_the_policy_is_torchs_and_its_probabilities_are_of_legal_actions(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    import torch
    from cardtui.agents.training import torch_setup
    from cardtui.agents.training.schafkopf import rules_play, rules_ppo

    def outputs_of(network: torch.nn.Module, rows: NDArray[np.int16], sizes: NDArray[np.int64]) -> NDArray[np.float32]:
        """Both ways in which a first layer is summed: on the CPU, and as on a GPU."""
        given = torch.from_numpy(rows), torch.from_numpy(sizes)
        with torch.no_grad(), pytest.MonkeyPatch.context() as patch:
            sparse = torch_setup.to_array(network(*given))
            patch.setattr(torch_setup, "CPU", torch.device("meta"))
            np.testing.assert_allclose(torch_setup.to_array(network(*given)), sparse, atol=1e-5)
        return sparse

    torch_setup.prepare(4)
    learner = rules_ppo.Learner(small("ppo-rules", deals_per_update=4))
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
            assert state.seat is not None
            truth, seen, lacks = pack(game, state), game.observe(state, state.seat), np.zeros(SEATS, np.int64)
            rules_policy.shown(view(game, seen), codes_of(game, seen), lacks)
            rows, size = np.zeros((1, rules_inputs.ACTIVE), np.int16), np.zeros(1, np.int64)
            size[0] = rules_net.policy(truth, lacks, policy, scratch)
            rows[0] = scratch.active
            logits = outputs_of(learner.policy, rows, size)[0]
            np.testing.assert_allclose(scratch.out, logits, atol=1e-5)
            size[0] = rules_inputs.see_all(truth, scratch.active)
            rows[0], values = scratch.active, np.zeros((1, SEATS), np.float32)
            rules_play.judge(rows, size, critic, rules_net.new_scratch(critic), values)
            np.testing.assert_allclose(values, outputs_of(learner.critic, rows, size), atol=1e-5)
            decision = decide(player, seen, Random(0))
            moved, order = rules_inputs.moves(truth), int(truth[ORDER])
            outputs = [rules_net.output(moved, encode(option.action, order)) for option in decision.options]
            expected = np.exp(logits[outputs] - logits[outputs].max())
            shares = [option.probability for option in decision.options]
            np.testing.assert_allclose(shares, expected / expected.sum(), atol=1e-5)


def test_what_lacks_by_the_course_of_cards_is_true() -> None:
    pytest.importorskip("torch")
    from cardtui.agents.training.schafkopf import rules_taught, self_play

    games, rng = self_play.new_games(32, rules_of(Schafkopf("club")), random_state(5)), random_state(6)
    found, shown, spare = np.zeros(SEATS, np.int64), 0, self_play.empty_trajectories(32)
    while len(at := np.flatnonzero(games.masks)):
        for g in at:
            rules_taught.lacking(games, g, found)
            hands = games.states[g, HANDS : HANDS + SEATS]
            assert not (hands & found).any()
            shown += int((found != 0).sum())
        logits = np.zeros((len(at), ACTIONS), np.float32)
        self_play.sample_actions(games, at, logits, np.zeros(len(at), np.float32), spare, rng)
    assert shown > 300


@pytest.mark.parametrize("bot", ["ppo-rules", "ppo-large"])
def test_training_resumes_to_the_bit(bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    from cardtui.agents.training.schafkopf import rules_ppo

    tiny = small(bot, taught=32, batch_size=128, parts=4 if bot == "ppo-large" else 1)
    lengths = zip(tiny.stages, (64, 48), strict=False)
    tiny = replace(tiny, stages=tuple(replace(stage, deals=deals) for stage, deals in lengths))
    monkeypatch.setitem(rules_ppo.PRESETS[bot], "tiny", tiny)
    monkeypatch.setattr(rules_ppo, "CARD_DEALS", 40)
    monkeypatch.setattr(rules_ppo, "TEST_DEALS", 20)

    request = Request("schafkopf", bot, "tiny", 3, tmp_path, False, lambda report: None)
    resumes_to_the_bit(rules_ppo.train, request, 3 * tiny.deals_per_update)


def test_what_is_learned_does_not_depend_on_the_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    from cardtui.agents.training import torch_setup
    from cardtui.agents.training.schafkopf import rules_ppo

    found = []
    for cores in (1, 3):
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        device = torch_setup.prepare(4)
        learner = rules_ppo.Learner(small("ppo-large", parts=4), device, updates=4)
        teacher = rules_ppo.Teacher("ppo-rules", learner, device)
        learner.be_taught(teacher, 4, 0)
        for update in range(1, 4):
            learner.learn(teacher, 4, update)
        found.append(learner.state())
    for name, array in found[0].items():
        np.testing.assert_array_equal(array, found[1][name])


@pytest.mark.parametrize("bot", ["ppo-rules", "rule-based"])
def test_a_reply_begins_as_its_bot_ships_and_sits_alone(
    bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    from cardtui.agents.training import torch_setup
    from cardtui.agents.training.schafkopf import rules_ppo

    reply = rules_ppo.PRESETS["ppo-rules"]["reply"]
    still = replace(reply, stages=(replace(reply.stages[0], deals=64, learning_rate=0.0),), deals_per_update=64)
    monkeypatch.setitem(rules_ppo.PRESETS["ppo-rules"], "reply", still)
    for name, value in (("TEST_DEALS", 400), ("REPLY_DEALS", 8)):
        monkeypatch.setattr(rules_ppo, name, value)
    asked: dict[str, Any] = {"against": bot, "rules": "paper"}
    rules_ppo.train(Request("schafkopf", "ppo-rules", "reply", 3, tmp_path, False, lambda report: None, **asked))
    heading, last = (tmp_path / "curve.csv").read_text().splitlines()
    gained = float(last.split(",")[1])
    assert heading == f"deals,{bot}"
    if bot == "ppo-rules":
        assert gained == 0  # each deal from all four seats: what one wins as itself the others lose
    else:
        assert gained > 5
    card = registry.card(registry.bot_entry("schafkopf", "ppo-rules"), str(tmp_path))
    assert card and card["settings"]["stages"][0]["guests"] == [bot] and card["settings"]["rules"] == ["paper"]
    assert f"ppo-rules@DIR {bot} {bot} {bot} --table --rules paper --deals 8" in card["scores"][0]["command"]

    preset = replace(still, rules=("paper",), teacher="ppo-rules")
    learner = rules_ppo.Learner(preset, against=bot)
    for part in learner.play(learner.before, rules_ppo.Teacher("ppo-rules", learner, torch_setup.CPU), 5, 0):
        part.result()
    for record in learner.records[0]:
        count = int(np.flatnonzero(record.sizes[:, 0])[-1]) + 1
        seats = {(int(deal), int(seat)) for deal, seat in record.facts[:count, :2]}
        assert len(seats) == len({deal for deal, _ in seats}) > 20


def test_a_reply_to_a_bot_that_is_asked_resumes_to_the_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    from cardtui.agents.training.schafkopf import rules_ppo

    monkeypatch.setattr(rules_ppo, "ASKED_DEALS", 8)
    reply = rules_ppo.PRESETS["ppo-rules"]["reply"]
    small_reply = replace(reply, stages=(replace(reply.stages[0], deals=128),), deals_per_update=32, batch_size=128)
    monkeypatch.setattr(rules_ppo, "asked", lambda preset: small_reply)
    asked: dict[str, Any] = {"against": "pimc:deals=2,simulations=5", "rules": "club"}
    request = Request("schafkopf", "ppo-rules", "reply", 3, tmp_path, False, lambda report: None, **asked)
    told = resumes_to_the_bit(rules_ppo.train, request, 64, "of another run", against="random")
    heading, *points = (tmp_path / "whole" / "curve.csv").read_text().splitlines()
    assert heading == 'deals,"pimc:deals=2,simulations=5"' and len(points) == 4
    assert [float(point.split(",")[1]) for point in points] == [
        now.figures[asked["against"]] for now in told if asked["against"] in now.figures
    ]
    card = registry.card(registry.bot_entry("schafkopf", "ppo-rules"), str(tmp_path / "whole"))
    assert card and card["settings"]["stages"][0]["guests"] == [asked["against"]]
    assert "--table --rules club --deals 8" in card["scores"][0]["command"]
    with pytest.raises(Refusal, match="no bot 'nobody'"):
        rules_ppo.train(replace(request, out=tmp_path / "no", against="nobody", rules="paper"))


@pytest.mark.parametrize("rules", RULES)
def test_choices_against_a_bot_that_is_asked_are_recorded_as_in_the_kernel(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is made by the network from what its seat knows, with all of its options; one seat in each deal."""
    pytest.importorskip("torch")
    from cardtui.agents.training import replies
    from cardtui.agents.training.schafkopf import rules_asked, rules_play

    arrays, _ = replies.shipped("schafkopf", "ppo-large", rules_net.FEATURES, rules_net.RULES, rules_net.NEEDS)
    weights, deals, met = rules_net.kernel_form(arrays, "policy"), 40, []

    def choose(state: NDArray[np.int64], codes: int, lacks: NDArray[np.int64], *rest: Any) -> int:
        met.append((state.copy(), codes, lacks.copy()))
        return rules_play.choose(state, codes, lacks, *rest)

    monkeypatch.setattr(rules_asked, "choose", choose)
    record = rules_asked.play(rules_asked.Task(rules, "rule-based", deals, weights, 0.5, 5, 0))
    assert len(met) == len(record.sizes) > 4 * deals
    scratch, chances, ahead = rules_net.new_scratch(weights), np.zeros(rules_net.CODES, np.float32), 0
    for row, (state, codes, lacks) in enumerate(met):
        size = rules_net.policy(state, lacks, weights, scratch)
        assert size == record.sizes[row, 0] and (record.seen[row, :size] == scratch.active[:size]).all()
        rules_net.chances_of(state, codes, scratch.out, chances)
        np.testing.assert_array_equal(record.chances[row], chances)
        options = [code for code in range(64) if codes >> code & 1]
        outputs = [rules_net.output(rules_inputs.moves(state), code) for code in options]
        assert record.facts[row, 1] == state[SEAT] and record.facts[row, 2] in outputs
        assert record.facts[row, 3] == ahead and len(options) > 1
        assert record.after_facts[ahead : ahead + len(options), 0].tolist() == outputs
        ahead += len(options)
    assert ahead == len(record.worths)
    seats = {(int(deal), int(seat)) for deal, seat in record.facts[:, :2]}
    assert len(seats) == len({deal for deal, _ in seats})
    np.testing.assert_allclose(record.cents.sum(1), 0, atol=1e-9)
    assert record.facts[record.strays, 0].max() < deals / 2 and record.strays.sum() > 3
    kept = rules_asked.gained(record, 0.5)
    assert kept.tolist() == [record.cents[deal, seat] for deal, seat in sorted(seats) if deal >= deals / 2]


def test_a_failing_bot_that_is_asked_is_named(tmp_path: Path) -> None:
    """Also where it fails in another process."""
    pytest.importorskip("torch")
    from cardtui.agents.training.schafkopf import rules_ppo

    file = tmp_path / "bad.py"
    file.write_text("class Bad:\n    def think(self, observation, rng):\n        raise KeyError('x')\n")
    asked: dict[str, Any] = {"against": f"{file}:Bad", "rules": "paper"}
    with pytest.raises(Refusal, match=r"bad.py:Bad.*KeyError\('x'\).*line 3"):
        rules_ppo.train(
            Request("schafkopf", "ppo-rules", "reply", 3, tmp_path / "run", False, lambda report: None, **asked)
        )


def test_the_bot_of_a_reply_plays_its_most_likely_action_by_its_own_weights() -> None:
    pytest.importorskip("torch")
    from cardtui.agents.training import replies
    from cardtui.agents.training.schafkopf import rules_play

    weights = [
        rules_net.kernel_form(
            replies.shipped("schafkopf", bot, rules_net.FEATURES, rules_net.RULES, rules_net.NEEDS)[0], "policy"
        )
        for bot in ("ppo-rules", "ppo-large")
    ]

    def gained(one: int, other: int, seed: int = 3) -> float:
        scratch = [rules_net.new_scratch(weights[number]) for number in (one, other)]
        seats, rules = np.array(rules_play.ALONE), rules_of(Schafkopf("paper"))
        nets = weights[one], weights[other]
        cents = rules_play.against(600, rules_play.SHIPPED, seats, rules, *nets, *scratch, random_state(seed, 0))
        return float(cents.mean())

    assert gained(0, 0) == gained(1, 1) == 0  # a guest that draws its actions would make a difference
    assert gained(0, 1) < -1 < 1 < gained(1, 0) * 3


def played_alone(**changes: Any) -> Record:
    """Return the record of 64 deals of an untrained network in all seats, of all rules."""
    from cardtui.agents.training import torch_setup
    from cardtui.agents.training.schafkopf import rules_ppo

    torch_setup.prepare(4)
    preset = small("ppo-rules", deals_per_update=64, **changes)
    preset = replace(preset, stages=(replace(preset.stages[0], guests=("itself",)),))
    learner = rules_ppo.Learner(preset)
    (coming,) = learner.play(learner.before, rules_ppo.Teacher("ppo-rules", learner, torch_setup.CPU), 5, 0)
    count = len(coming.result().squares)
    return Record._make(array[:count] for array in learner.records[0][0])


def test_choices_have_probabilities_and_legal_actions_alone_have_advantages() -> None:
    pytest.importorskip("torch")
    record = played_alone(trace=1.0)
    assert len(record.chances) > 64 * 12
    np.testing.assert_allclose(record.chances.sum(1), 1, atol=1e-5)
    assert (record.advantages[record.chances == 0] == 0).all()
    means = (record.chances * record.advantages).sum(1)
    assert (np.abs(means) > 0.01).mean() > 0.5  # what came is not what the critic said


def test_what_came_of_a_stray_action_is_not_learned_by_the_choices_before() -> None:
    pytest.importorskip("torch")
    record = played_alone(trace=1.0, strays=1.0)
    strays = np.flatnonzero(record.strays)
    assert len(strays) > 50
    came = record.cents[record.facts[:, 0], record.facts[:, 1]] / 100 / record.stakes
    for row in strays:
        of_deal = np.flatnonzero(record.facts[:, 0] == record.facts[row, 0])
        after, before = of_deal[of_deal > row], of_deal[of_deal < row]
        np.testing.assert_allclose(record.goals[after, 0], came[after], rtol=1e-5)
        if len(before):  # the last one before learns what the critic says where the deal went astray
            nearest, seat = before[-1], record.facts[before[-1], 1]
            said = record.values[row, seat - record.facts[row, 1] & 3] * record.stakes[row] / record.stakes[nearest]
            np.testing.assert_allclose(record.goals[nearest, 0], said, rtol=1e-4, atol=1e-6)
        np.testing.assert_allclose(record.goals[row], record.values[row], rtol=1e-5)  # nothing is learned there
        options = record.advantages[row][record.chances[row] > 0]
        assert abs(record.propensities[row] - 1 / len(options)) < 1e-9
