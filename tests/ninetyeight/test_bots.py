"""The bots of 98 cards: networks as torch computes them, what search looks at, and what cannot be loaded."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from cardtui.agents.ninetyeight import features, inputs, values
from cardtui.agents.ninetyeight.reinforce import drawn, preferred
from cardtui.agents.ninetyeight.search_kernel import CANDIDATES

from cardtui import registry
from cardtui.core import Decision, Observation, Refusal, decide, parse_action
from cardtui.games.ninetyeight import kernel
from cardtui.games.ninetyeight.rules import DRAW, HAND, NinetyEight
from cardtui.kernels import njit
from cardtui.models import arrays

from .test_rules import at, deal_of, ended, lay

RULES = ("paper", "app", "official")
WEIGHTS = Path(__file__).parents[2] / "weights" / "98"


def positions(rules: str, count: int, bot: str = "gap") -> list[tuple[NinetyEight, Observation]]:
    """What gap saw at some turns of some games."""
    game, found = NinetyEight(rules), []
    player = registry.agent(game, bot)
    for number in range(count):
        rng = Random(number)
        state = game.start(game.deal(rng))
        stop = rng.randrange(80)
        while state.seat is not None and state.turn < stop:
            state = game.apply(state, decide(player, game.observe(state, 0), rng).action)
        if state.seat is not None:
            found.append((game, game.observe(state, 0)))
    return found


# --- heuristics ---------------------------------------------------------------------------------


def test_gap_jumps_back_first_and_then_takes_the_smallest_gap() -> None:
    game, state = at("paper", "30 42 55 66 77 88 89 90", ("40", "", "", ""))
    decision = decide(registry.agent(game, "gap"), game.observe(state, 0), Random(1))
    assert decision.action == parse_action(game, "place 30 > up1")
    assert {option.why for option in decision.options} >= {"jump back", "gap of 2"}
    state = lay(game, state, "place 30 > up1", "place 42 > up1")
    best = decide(registry.agent(game, "gap"), game.observe(state, 0), Random(1))
    assert max(option.value or 0.0 for option in best.options) == next(o.value for o in best.options if o.probability)


# --- the networks -------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["reinforce", "reinforce-best"])
def test_reinforce_plays_what_torch_computes(bot: str) -> None:
    torch = pytest.importorskip("torch")
    from cardtui.agents.training import torch_setup
    from cardtui.agents.training.ninetyeight.reinforce import PRESETS, Learner

    learner = Learner(PRESETS[bot]["best"], 1)
    player: Any = registry.agent(NinetyEight(), bot)
    torch_setup.load(learner.net, player.arrays)
    for game, seen in positions("paper", 20):
        state = kernel.pack(game, game.determinize(seen, Random(1)))
        hand = drawn(seen) if features.DRAWN[player.kind] else seen.zone("hand").cards
        slots = np.array([*hand, *[0] * (HAND - len(hand))])
        seen_by = np.zeros((1, features.ROWS[player.kind] * features.COLUMNS[player.kind]), np.float32)
        features.encode_inputs(state, slots, player.kind, seen_by[0])
        with torch.no_grad():
            raw = learner.net(torch.from_numpy(seen_by).reshape(-1, features.COLUMNS[player.kind])).reshape(-1)
            outputs = torch.tanh(raw) if player.notebook else raw
        places = [place for place in range(features.OUTPUTS) if features.allowed(state, slots, place)]
        shares = torch.softmax(outputs[places].double(), 0).tolist()
        decision = decide(player, seen, Random(1))
        told = {option.action: option.probability for option in decision.options}
        assert all(option.value is None for option in decision.options)  # a share of a softmax is no value
        assert len(told) == len(places)
        if (
            player.notebook
        ):  # its softmax of 10¹¹ times the outputs leaves all to one action, of equal ones to the first
            mask = np.isin(np.arange(features.OUTPUTS), places)
            chosen = preferred(outputs.numpy(), mask)
            assert told[kernel.decode(int(features.code_of(slots, chosen)))] == 1
            continue
        for place, share in zip(places, shares, strict=True):
            assert told[kernel.decode(int(features.code_of(slots, place)))] == pytest.approx(share, abs=1e-4)


@njit
def nearest(state: Any, codes: Any, scratch: Any) -> Any:
    return values.nearest(state, codes, scratch.gaps)


@njit
def logistic(total: Any) -> Any:
    return values.logistic(total)


@njit
def value(state: Any, code: int, network: Any, scratch: Any) -> Any:
    return values.evaluate(state, code, network, scratch)


def test_the_networks_are_what_torch_computes() -> None:
    torch = pytest.importorskip("torch")
    codes = np.zeros(kernel.MAX_LEGAL, np.int64)
    for rules in RULES:
        player: Any = registry.agent(NinetyEight(rules), "search:samples=0")
        for network in player.networks:
            scratch = values.new_scratch(network)
            first, bias, second, bias2, last, bias3 = (torch.from_numpy(array) for array in network)
            for game, observation in positions(rules, 10):
                state = kernel.pack(game, game.determinize(observation, Random(1)))
                for code in codes[: kernel.legal(state, codes)]:
                    total = value(state, code, network, scratch)
                    hidden = torch.relu(torch.from_numpy(scratch.inputs) @ first + bias)
                    assert total == pytest.approx(float(torch.relu(hidden @ second + bias2) @ last + bias3), abs=1e-3)


def test_scratch_memory_holds_a_first_layer_wider_than_the_inputs() -> None:
    shapes = [(inputs.INPUTS, 256), (256,), (256, 8), (8,), (8, 1), (1,)]
    network = tuple(np.ones(shape, np.float32) for shape in shapes)
    scratch = values.new_scratch.py_func(network)
    assert len(scratch.active) == 256
    scratch.inputs[0] = 1.0
    assert values.logit(network, scratch) == 1 + 8 * (1 + 256 * 2)


def test_the_inputs_show_the_cards_near_each_stack() -> None:
    """Held and hidden cards, one by one, as the rules' state has them; no input is negative."""
    for rules in RULES:
        player: Any = registry.agent(NinetyEight(rules), "search:samples=0")
        network = player.networks.value
        scratch = values.new_scratch(network)
        for game, observation in positions(rules, 10):
            state = game.determinize(observation, Random(1))
            packed = kernel.pack(game, state)
            for action in observation.legal:
                value(packed, kernel.encode(action), network, scratch)
                assert (scratch.inputs >= 0).all()
                sets = [set(state.hands[0]) - set(action.cards), set(state.draw)]
                mirrored = [{101 - card for card in cards} for cards in sets]
                up, down = sorted(scratch.after[:2]), sorted(scratch.after[2:4])
                shown = [near(top, *sets) for top in up] + [near(top, *mirrored) for top in down]
                found = scratch.inputs[: 4 * inputs.STACK].reshape(4, inputs.STACK)[:, 13:].tolist()
                assert found in (shown, shown[2:] + shown[:2])


def near(top: int, held: set[int], hidden: set[int]) -> list[int]:
    """Return the inputs of single cards of a stack."""
    after = range(top + 1, top + 1 + inputs.SEEN)
    single = [top - 20 in held, top - 20 in hidden]
    return [int(seen) for seen in single + [card in cards for cards in (held, hidden) for card in after]]


def test_the_notebook_sees_twelve_sorted_numbers_and_how_many_are_left() -> None:
    game, state = at("paper", "30 42 55 66 77 88 89 90", ("40", "", "95", ""))
    seen = np.zeros(13, np.float32)
    slots = np.array([90, 30, 42, 55, 66, 77, 88, 89])
    features.encode_inputs(kernel.pack(game, state), slots, features.SORTED, seen)
    assert seen.tolist() == [97, 1, 30, 40, 42, 55, 66, 77, 88, 89, 90, 95, 100]


def test_the_notebook_keeps_cards_in_the_order_drawn() -> None:
    game, state = at("paper", "2 13 24 35 46 57 68 79", draw=[50, 3])
    state = lay(game, state, "place 13 > up1", "place 24 > up1")
    assert drawn(game.observe(state, 0)) == [79, 57, 35, 68, 46, 2, 50, 3]


@pytest.mark.parametrize(
    ("outputs", "legal", "plays"),
    [([0.9, 0.5, 0.2], [0, 1, 1], 1), ([0.9, -0.5, -0.2], [0, 1, 1], 1), ([0.9, -0.5, 0.2], [0, 1, 1], 2)],
)
def test_the_notebook_plays_its_highest_output_or_the_lowest_of_negative_ones(
    outputs: list[float], legal: list[int], plays: int
) -> None:
    assert preferred(np.array(outputs), np.array(legal, bool)) == plays


def test_reinforce_knows_paper_alone() -> None:
    with pytest.raises(Refusal, match="knows the rules paper and cannot play with refill=two"):
        registry.agent(NinetyEight("app"), "reinforce")


# --- search -------------------------------------------------------------------------------------


def answers(rules: str, spec: str, seen: Observation) -> list[Decision]:
    return list(registry.agent(NinetyEight(rules), spec).think(seen, Random(1)))


@pytest.mark.parametrize("rules", RULES)
def test_search_answers_at_once_and_then_after_each_batch(rules: str) -> None:
    for _, seen in positions(rules, 3):
        found = answers(rules, "search:samples=40,depth=2", seen)
        assert 2 <= len(found) <= 5  # it ends early where one action is clearly ahead
        assert {option.action for option in found[0].options} == set(seen.legal)
        assert all(option.visits == 0 and option.stderr is None for option in found[0].options)
        chosen = next(option for option in found[-1].options if option.probability)
        assert chosen.visits == 10 * (len(found) - 1) == max(option.visits or 0 for option in found[-1].options)
        assert chosen.stderr is not None
        assert all(0 <= (option.value or 0.0) <= 1 for option in found[-1].options)


@pytest.mark.parametrize("rules", RULES)
def test_the_first_answer_is_the_policys_choice_with_the_value_networks_values(rules: str) -> None:
    codes, differs = np.zeros(kernel.MAX_LEGAL, np.int64), 0
    for game, seen in positions(rules, 10):
        player: Any = registry.agent(game, "search:samples=0")
        policy, worth = player.networks
        scratch = values.new_scratch(policy, CANDIDATES)
        state = kernel.pack(game, game.determinize(seen, Random(1)))
        near = [int(code) for code in codes[: nearest(state, codes, scratch)]]
        outputs = [value(state, code, policy, scratch) for code in near]
        told = {kernel.decode(code): logistic(value(state, code, worth, scratch)) for code in near}
        decision = answers(rules, "search:samples=0", seen)[0]
        assert decision.action == kernel.decode(near[outputs.index(max(outputs))])
        shown = {option.action: option.value for option in decision.options}
        assert all(shown[action] == pytest.approx(known) for action, known in told.items())
        differs += told[decision.action] < max(told.values())
    assert differs  # or both networks could be one


def test_equal_stacks_are_worth_the_same() -> None:
    game, state = at("paper", "2 13 24 35 46 57 68 79")
    told = {
        option.action: option.value for option in answers("paper", "search:samples=20", game.observe(state, 0))[-1][1]
    }
    for action, value in told.items():
        assert value == told[action._replace(to=action.to[:-1] + {"1": "2", "2": "1"}[action.to[-1]])]


def test_search_finds_the_only_order_that_lays_all() -> None:
    game, state = ended("paper", "50 52 61", ("60", "99", "2", "3"))
    player = registry.agent(game, "search")
    while state.seat is not None:
        state = game.apply(state, decide(player, game.observe(state, 0), Random(1)).action)
    assert game.returns(state) == (98.0,)


def test_search_draws_where_it_may() -> None:
    game, state = at("official", "40 41 42 43 44 45 95 99", ("90", "97", "3", "4"), draw=[98])
    state = lay(game, state, "place 95 > up1", "place 99 > up1")
    assert answers("official", "search", game.observe(state, 0))[-1].action == DRAW


def test_weights_of_something_else_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "search"
    shutil.copytree(WEIGHTS / "search", folder)
    card = folder / "card.toml"
    card.write_text(card.read_text().replace('bot = "search"', 'bot = "other"').replace("98 paper", "97 paper"))
    assert registry.agent(NinetyEight(), f"search@{folder}")
    card.write_text(card.read_text().replace('rules_hash = "', 'rules_hash = "0'))
    with pytest.raises(Refusal, match="rules_hash"):
        registry.agent(NinetyEight(), f"search@{folder}")


@pytest.mark.parametrize(
    ("bot", "name"), [("search", "one.policy.first.weight"), ("reinforce", "0.weight"), ("reinforce-best", "2.weight")]
)
def test_networks_of_another_size_are_refused(bot: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = arrays.read
    monkeypatch.setattr(arrays, "read", lambda *file: {**(found := read(*file)), name: found[name][1:]})
    with pytest.raises(Refusal, match="must"):
        registry.agent(NinetyEight(), bot)


def test_a_deal_to_the_last_card() -> None:
    """With nothing to choose search says so at once."""
    game = NinetyEight()
    state = game.start(
        {**deal_of("50", (" ".join(str(card) for card in range(2, 100) if card != 50), "", "", "")), "draw": []}
    )
    while state.seat is not None:
        found = answers("paper", "search", game.observe(state, 0))
        state = game.apply(state, found[-1].action)
    assert game.returns(state) == (98.0,)
