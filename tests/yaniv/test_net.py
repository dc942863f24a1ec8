"""yaniv-net: it sees what a seat may know, scores matches by the law, learns, and resumes to the bit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from cardtui.agents.training.net_learn import Network, new_samples
from cardtui.agents.training.runs import Request
from cardtui.agents.training.yaniv import net as trainer
from cardtui.agents.yaniv import net_inputs, net_values, td
from cardtui.agents.yaniv.net import MatchValues
from cardtui.agents.yaniv.standing import OPENER, STANDING, TOTALS, settle, standing_of
from safetensors.numpy import load_file

from cardtui import registry
from cardtui.core import Refusal, Standing, decide
from cardtui.games.yaniv.kernel import KNOWN, encode, pack, view
from cardtui.games.yaniv.kernel_players import policy_of
from cardtui.games.yaniv.rules import YANIV, Yaniv
from cardtui.kernels import njit, random_state

from ..trainers import resumes_to_the_bit

RULES = (
    "paper",
    "club",
    "club:limit=0",
    "club:scoring=wins,jokers=1",
    "paper:jokers=2,call=30",
    "club:take=last,assaf=0",
)


def moments(rules: str, seats: int, deals: int = 3) -> Any:
    """Yield game, state and the number of the deal at each turn of a few deals by random players."""
    game, rng = Yaniv(rules, seats), Random(seats)
    agent = registry.agent(game, "semirandom")
    for deal in range(deals):
        scores = tuple(float(rng.randrange(100)) for _ in range(seats))
        state = game.start(game.deal(rng, Standing(scores, 0, deal % seats)))
        while state.seat is not None:
            yield game, state
            seen = game.observe(state, state.seat)
            action = rng.choice(seen.legal) if rng.random() < 0.5 else decide(agent, seen, rng).action
            state = game.apply(state, action)


def inputs(game: Yaniv, packed: Any, seen: Any, code: int) -> list[int]:
    """The active inputs of an action in a state in kernel form."""
    memory, scratch = td.pack_memories(td.memories(game, seen.history)), scratch_of(4, 2)
    standing = standing_of(game)
    standing[TOTALS : TOTALS + game.seats] = seen.scores
    size = inputs_of(packed, memory, standing, code, scratch)
    return scratch.active[:size].tolist()


def scratch_of(first: int, second: int) -> net_values.Scratch:
    weights = Network(net_inputs.INPUTS, (first, second), np.random.default_rng(0)).weights
    return net_values.new_scratch(weights, weights)


inputs_of = njit(
    lambda state, memory, standing, code, scratch: net_values.inputs_of(state, memory, standing, code, scratch)
)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_inputs_hold_nothing_hidden_and_are_those_of_training(rules: str, seats: int) -> None:
    """From the true state as from a world that fits, from what the seat sees, and each once and in its place."""
    rng = Random(1)
    for game, state in moments(rules, seats):
        seen = game.observe(state, state.seat)
        world = pack(game, game.determinize(seen, rng))
        code = encode(rng.choice(seen.legal))
        found = inputs(game, view(game, seen), seen, code)
        assert found == inputs(game, pack(game, state), seen, code) == inputs(game, world, seen, code)
        assert len(found) < net_inputs.ACTIVE and min(found) >= 0 and max(found) < net_inputs.INPUTS
        assert all(place >= net_inputs.TABLE for place in found) == (code == encode(YANIV))


def test_a_view_knows_which_own_cards_the_others_saw() -> None:
    for game, state in moments("club", 3):
        assert view(game, game.observe(state, state.seat))[KNOWN + state.seat] == pack(game, state)[KNOWN + state.seat]


@pytest.mark.parametrize("rules", ["club", "club:limit=50,start=rotate", "club:halve=no,assaf=0"])
def test_a_match_stands_as_by_the_law(rules: str) -> None:
    game, rng = Yaniv(rules, 4), Random(3)
    settled = njit(lambda state, gained, standing, after: settle(state, gained, standing, after))
    halved = over = 0
    for _ in range(300):
        scores = tuple(float(rng.choice((20, 25, 45, 50, 60, 95, 100, 0))) for _ in range(4))
        before = Standing(scores, 3, rng.randrange(4))
        state = game.start(game.deal(rng, before))
        hands = tuple(tuple(sorted(rng.sample(game.deck, rng.randrange(1, 4)))) for _ in range(4))
        state = state._replace(hands=hands, seat=None, caller=rng.choice((None, 0, 1, 2, 3)))
        law = game.carry(before, state)
        standing, after = standing_of(game), np.zeros(STANDING)
        standing[OPENER], standing[TOTALS : TOTALS + 4] = before.first, scores
        done = settled(pack(game, state), np.array(game.returns(state)), standing, after)
        assert tuple(after[TOTALS : TOTALS + 4]) == law.scores
        assert (after[OPENER], done) == (law.first, bool(law.winners))
        halved += any(new < old for new, old in zip(law.scores, scores, strict=True))
        over += done
    assert over > 20 and (halved > 5 or "halve=no" in rules)


def test_gradients_are_those_of_the_formula() -> None:
    """Against differences of the loss, by Adam's first step: its size is the rate, its sign the gradient's."""
    rng = np.random.default_rng(2)
    network = Network(12, (8, 4), rng)
    network.flat += rng.standard_normal(network.flat.shape).astype(np.float32) * 0.3
    samples = new_samples(3, 5)
    samples.rows[:], samples.sizes[:], samples.targets[:] = rng.integers(0, 12, (3, 5)), (5, 2, 4), (0.2, 0.9, 0.4)
    before = network.flat.astype(np.float64)

    def loss(flat: Any) -> float:
        first, bias1, second, bias2, last, bias3 = network.views(flat)
        total = 0.0
        for row, size, target in zip(*samples, strict=True):
            inside = np.maximum(bias1 + first[row[:size]].sum(0), 0)
            said = np.maximum(inside @ second + bias2, 0) @ last + bias3
            chance = 1 / (1 + np.exp(-said[0]))
            total -= target * np.log(chance) + (1 - target) * np.log(1 - chance)
        return total

    network.learn(samples, np.arange(3), 3, 0.001, 9.0, True)
    for place in range(len(before)):
        more = before.copy()
        more[place] += 1e-5
        slope = (loss(more) - loss(before)) / 1e-5
        moved = network.flat[place] - before[place]
        assert moved == pytest.approx(-0.001 * np.sign(slope), abs=1e-5) or abs(slope) < 1e-3


def test_a_network_learns_a_rule_of_its_inputs() -> None:
    rng = np.random.default_rng(4)
    network, samples = Network(10, (16, 8), rng), new_samples(500, 3)
    samples.rows[:], samples.sizes[:] = rng.integers(0, 10, (500, 3)), 3
    samples.targets[:] = samples.rows.min(1) < 2
    errors = [network.learn(samples, rng.permutation(500), 20, 0.01, 2.0, False) for _ in range(20)]
    assert errors[-1] < 0.02 < 0.15 < errors[0]


def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    best = trainer.PRESETS["best"]
    small = replace(best, hidden_sizes=(32, 8), deals=8192, deals_per_update=1024, rules=("club", "club", "paper"))
    monkeypatch.setitem(trainer.PRESETS, "tiny", small)
    few = {
        name: trainer.TESTS[name]
        for name in ("greedy (club, 2)", "greedy (paper, 2)", "yaniv-td:rollouts=0 (club, 2, matches)")
    }
    for name, value in (("TEST_EVERY", 4), ("TEST_DEALS", 200), ("CARD_DEALS", 400), ("TESTS", few)):
        monkeypatch.setattr(trainer, name, value)


def test_training_makes_progress_and_resumes_to_the_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny(monkeypatch)

    request = Request("yaniv", "yaniv-net", "tiny", 3, tmp_path, False, lambda report: None)
    resumes_to_the_bit(trainer.train, request, 5 * 1024)

    untaught = trainer.Learner(trainer.PRESETS["tiny"], 3).tested(400, 3, 0)["greedy (club, 2)"].mean()
    taught = (tmp_path / "whole" / "curve.csv").read_text().splitlines()[-1].split(",")
    assert float(taught[1]) > untaught + 5

    for rules in RULES:  # one network for all rules and seats
        for seats in (2, 5):
            game = Yaniv(rules, seats)
            agent = MatchValues(game, tmp_path / "whole")
            assert play_out(game, agent) > 3


def test_a_reply_begins_with_the_shipped_weights_and_meets_one_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("TEST_EVERY", 1), ("TEST_DEALS", 400), ("REPLY_DEALS", 20)):
        monkeypatch.setattr(trainer, name, value)
    bot, found = registry.bot_entry("yaniv", "yaniv-net"), {}
    for rate in (0.0, 0.002):
        reply = replace(trainer.PRESETS["reply"], deals=2048, deals_per_update=1024, learning_rate=rate)
        monkeypatch.setitem(trainer.PRESETS, "reply", reply)
        out = tmp_path / str(rate)
        trainer.train(
            Request("yaniv", "yaniv-net", "reply", 3, out, False, lambda report: None, against="greedy", rules="club")
        )
        found[rate] = load_file(out / "model.safetensors")
    for name, array in load_file(registry.weights(bot) / "model.safetensors").items():
        assert (found[0.0][name] == array).all()
        # where it met itself, the network of matches would learn too
        assert (found[0.002][name] != array).any() == name.startswith("values")
    curve = [line.split(",") for line in (tmp_path / "0.0" / "curve.csv").read_text().splitlines()]
    assert curve[0] == ["deals", "greedy"] and float(curve[-1][1]) > 8
    card = registry.card(bot, str(tmp_path / "0.0"))
    assert card and card["settings"]["guests"] == ["greedy"] and card["settings"]["rules"] == ["club"]
    (score,) = card["scores"]
    assert score["against"] == "greedy" and score["mean"] > 4
    assert "yaniv-net@DIR greedy --table --rules club --deals 20 --seed 1000003" in score["command"]


def test_a_reply_is_not_gone_on_with_as_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reply = replace(trainer.PRESETS["reply"], deals=2048, deals_per_update=1024)
    monkeypatch.setitem(trainer.PRESETS, "reply", reply)
    monkeypatch.setattr(trainer, "REPLY_DEALS", 10)

    class StopError(Exception):
        pass

    def stop(report: Any) -> None:
        raise StopError

    asked: dict[str, Any] = {"against": "harel", "rules": "paper"}
    with pytest.raises(StopError):
        trainer.train(Request("yaniv", "yaniv-net", "reply", 3, tmp_path, False, stop, **asked))
    for other in ({"against": "harel-best"}, {"rules": "paper:call=5"}, {"steps": 4096}):
        with pytest.raises(Refusal, match="is of another run"):
            trainer.train(Request("yaniv", "yaniv-net", "reply", 3, tmp_path, True, stop, **asked | other))
    trainer.train(Request("yaniv", "yaniv-net", "reply", 3, tmp_path, True, lambda report: None, **asked))
    assert (tmp_path / "card.toml").exists()


def test_a_reply_to_a_bot_that_is_asked_resumes_to_the_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reply = replace(trainer.PRESETS["reply"], deals=96, deals_per_update=32)
    monkeypatch.setattr(trainer, "asked", lambda preset: replace(reply, rules=preset.rules, guests=preset.guests))
    monkeypatch.setattr(trainer, "REPLY_DEALS", 10)

    asked: dict[str, Any] = {"against": "pool-rush", "rules": "club"}
    request = Request("yaniv", "yaniv-net", "reply", 3, tmp_path, False, lambda report: None, **asked)
    resumes_to_the_bit(trainer.train, request, 64)
    heading, *points = (tmp_path / "whole" / "curve.csv").read_text().splitlines()
    assert heading == "deals,pool-rush" and len(points) == 3
    card = registry.card(registry.bot_entry("yaniv", "yaniv-net"), str(tmp_path / "whole"))
    assert card and card["settings"]["guests"] == ["pool-rush"] and card["scores"][0]["against"] == "pool-rush"


@pytest.mark.parametrize("rules", ["paper", "club", "club:limit=0"])
def test_a_bot_that_is_asked_plays_as_in_the_kernel(rules: str) -> None:
    """yaniv-net gains as much of greedy, and what is recorded are its own turns."""
    preset = replace(trainer.PRESETS["reply"], rules=(rules,), guests=("greedy",), deals_per_update=400, epsilon=0.0)
    found = []
    for name in ("greedy", "greedy:p=0.5"):  # the first one plays in the kernel
        learner = trainer.Learner(replace(preset, guests=("greedy",)), 0, name)
        learner.begin("yaniv-net")
        filled, stood = learner._play(0.0, random_state(3, 1))
        sizes, targets = learner.samples.sizes[:filled], learner.samples.targets[:filled]
        assert stood == 0 and sizes.min() > 20 and np.isfinite(targets).all() and targets.std() > 0.1
        found.append((filled, float(sizes.mean()), float(targets.mean()), learner))
    (kernel, kernel_size, kernel_target, learner), (count, size, target, other) = found
    assert other.asked and count == pytest.approx(kernel, rel=0.15) and size == pytest.approx(kernel_size, rel=0.05)
    assert target == pytest.approx(kernel_target, abs=0.15)
    (cents,) = learner.tested(2000, 3, 1).values()
    assert other.asked.gained == pytest.approx(cents.mean(), abs=4 * cents.std() * (2 / 400) ** 0.5)


@pytest.mark.parametrize("name", trainer.TABLES)
def test_a_reply_meets_the_table_of_its_bot_alone(name: str) -> None:
    preset = replace(trainer.PRESETS["reply"], rules=("paper",), guests=(name,))
    (alone,) = trainer.Learner(preset, 0, name).teachers.policies
    table = np.load(registry.weights(registry.bot_entry("yaniv", name)) / "table.npz")
    assert (alone == policy_of(table["q"])).all()


def play_out(game: Yaniv, agent: MatchValues) -> int:
    """Play a deal; return its number of turns. Values are chances where it says so."""
    rng, turns = Random(7), 0
    state = game.start(game.deal(rng))
    while state.seat is not None and turns < 30:
        (decision,) = agent.think(game.observe(state, state.seat), rng)
        worth = [option.value for option in decision.options if option.value is not None]
        assert len(worth) == len(game.legal(state))
        if "probability" in decision.unit:
            assert min(worth) >= 0 and max(worth) <= 1
        state, turns = game.apply(state, decision.action), turns + 1
    return turns


def test_it_shows_what_yaniv_td_believes_of_the_others() -> None:
    for game, state in moments("club", 3):
        seen = game.observe(state, state.seat)
        net, table = (registry.cached_agent("yaniv", "club", 3, bot) for bot in ("yaniv-net", "yaniv-td:rollouts=0"))
        told = decide(net, seen, Random(0), 1).beliefs
        assert len(told) == 2 and told == decide(table, seen, Random(0), 1).beliefs
