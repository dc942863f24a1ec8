"""yaniv-td: one feature function for player and trainer, weights as stored, training that resumes to the bit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from cardtui.agents.training.runs import Request
from cardtui.agents.training.yaniv import td as trainer
from cardtui.agents.yaniv import search, td_kernel
from cardtui.agents.yaniv import td as player
from cardtui.agents.yaniv import td_features as td
from cardtui.agents.yaniv.move_memory import MEMORY
from cardtui.agents.yaniv.td import AGAINST, AfterStateTD

from cardtui import registry
from cardtui.core import Refusal, decide
from cardtui.games.yaniv.kernel import AT, DECK, END, HANDS, KEY, KNOWN, MAX_LEGAL, SCORES, SIZE, encode, mask, pack
from cardtui.games.yaniv.kernel_players import GREEDY, SEMIRANDOM, TABLE
from cardtui.games.yaniv.q_table import STATES
from cardtui.games.yaniv.rules import YANIV, Yaniv
from cardtui.kernels import random_state

from ..trainers import resumes_to_the_bit


@pytest.fixture(scope="module")
def folder() -> Path:
    return registry.weights(registry.bot_entry("yaniv", "yaniv-td"))


def compiled_view(game: Yaniv, state: Any, memory: Any, agent: AfterStateTD) -> tuple[Any, Any, int, float]:
    """The trainer's inputs, beliefs, choice and its value."""
    packed = pack(game, state)
    inputs = np.zeros(td.INPUTS, np.int64)
    rows, beliefs = np.zeros(5 * td.BELIEF_ROWS, np.int64), np.zeros(5 * td.COLUMNS)
    td_kernel.encode_turn(packed, memory, np.asarray(agent.beliefs), inputs, rows, beliefs)
    codes, out = np.empty(MAX_LEGAL, np.int64), np.empty((2, td.FEATURES), np.int32)
    code, value = td_kernel.decide(packed, inputs, beliefs, np.asarray(agent.values), codes, out)
    return inputs, beliefs, code, value


@pytest.mark.parametrize(("rules", "seats"), [("paper", 2), ("paper", 4), ("club", 2), ("club", 5)])
def test_player_and_trainer_see_the_same(rules: str, seats: int, folder: Path) -> None:
    game = Yaniv(rules, seats)
    agent = AfterStateTD(game, folder)
    others = [registry.agent(game, name) for name in ("greedy", "semirandom", "random")]
    rng = Random(5)
    seen_turns = 0
    for deal in range(6):
        state = game.start(game.deal(rng, game.opening()._replace(first=deal % seats)))
        memory = np.zeros(6 * MEMORY, np.int64)
        while state.seat is not None:
            observation = game.observe(state, state.seat)
            inputs, beliefs, code, value = compiled_view(game, state, memory, agent)
            plain = player.encode_inputs(game, observation, player.memories(game, observation.history))
            plain_beliefs = player.believe(plain, agent.beliefs)
            td.fill_shared_features(plain, plain_beliefs)
            known = [name for name in range(td.INPUTS) if not _stale(name, plain)]
            assert [plain[i] for i in known] == [inputs[i] for i in known]
            assert plain_beliefs == beliefs.tolist()
            decision = decide(agent, observation, rng)
            best = max(option.value for option in decision.options if option.value is not None)
            shown = 50 * (value - 1) if game.points else value
            assert best == pytest.approx(shown, abs=1e-9)
            chosen = next(option for option in decision.options if encode(option.action) == code)
            assert chosen.value == pytest.approx(best, abs=1e-9)
            seen_turns += 1
            action = decision.action if rng.random() < 0.4 else decide(rng.choice(others), observation, rng).action
            td_kernel.record_move(pack(game, state), memory, encode(action))
            state = game.apply(state, action)
    assert seen_turns > 60


def _stale(place: int, inputs: list[int]) -> bool:
    """Places beyond a list's length, which neither side reads."""
    if td.CARDS <= place < td.UNSEEN:
        return place - td.CARDS >= inputs[td.SIZE]
    if not td.OPPONENTS <= place < td.SHARED_FEATURES:
        return False
    opponent, field = divmod(place - td.OPPONENTS, td.ROW)
    if opponent >= inputs[td.SEATS] - 1:
        return True
    start = td.OPPONENTS + opponent * td.ROW
    return td.KNOWN_CARDS <= field < td.TRACK and field - td.KNOWN_CARDS >= inputs[start + td.KNOWN]


@pytest.mark.parametrize("rules", ["paper", "club", "club:assaf=0,call=20", "paper:call=30,jokers=2"])
def test_decisions_are_whole(rules: str, folder: Path) -> None:
    for seats in range(2, 7):
        game = Yaniv(rules, seats)
        agent = AfterStateTD(game, folder)
        rng = Random(seats)
        state = game.start(game.deal(rng))
        while state.seat is not None:
            observation = game.observe(state, state.seat)
            decision = decide(agent, observation, rng)
            assert [option.action for option in decision.options] == list(observation.legal)
            assert sum(option.probability for option in decision.options) == 1
            assert decision.action in observation.legal
            assert decision == decide(agent, observation, Random(0))
            assert sorted(belief.seat for belief in decision.beliefs) == [s for s in range(seats) if s != state.seat]
            for belief in decision.beliefs:
                assert belief.values["mean"] >= 0 and 0 <= belief.values["p_call"] <= 1
            state = game.apply(state, decision.action)


def test_hand_places_are_a_perfect_index() -> None:
    places = set()
    hands = _hands(5)
    for hand in hands:
        cards = [52 if code == 0 else 4 * (code - 1) for code in hand]
        cards = [card for card in cards if card < 52] + [card for card in cards if card >= 52]
        for pending in (0, 1):
            if len(hand) + pending <= 5:
                places.add(td.hand_place(cards, len(cards), pending))
    assert places == set(range(td.HANDS))


def _hands(size: int) -> list[tuple[int, ...]]:
    """All ascending hands of at most `size` numbers 0 (joker) … 13."""
    hands: list[tuple[int, ...]] = [()]
    longest: list[tuple[int, ...]] = [()]
    for _ in range(size):
        longest = [(*hand, number) for hand in longest for number in range(hand[-1] if hand else 0, 14)]
        hands += longest
    return hands


def test_calls_when_it_must_win_and_waits_when_it_must_lose(folder: Path) -> None:
    game = Yaniv("paper", 2)
    agent = AfterStateTD(game, folder)
    deal = game.deal(Random(1))
    cards = [card for hand in deal["hands"] for card in hand] + deal["pile"] + deal["stack"]

    def with_hands(*hands: list[str]) -> Any:
        rest = [card for card in cards if not any(card in hand for hand in hands)]
        return game.start({**deal, "hands": list(hands), "pile": rest[:1], "stack": rest[1:], "first": 0})

    sure = decide(agent, game.observe(with_hands(["Ac"], ["Kd", "Kh", "Qd", "Qh", "Jc"]), 0), Random(0))
    assert sure.action == YANIV
    risky = decide(agent, game.observe(with_hands(["4c", "3h"], ["Ad"]), 0), Random(0))
    called = next(option for option in risky.options if option.action == YANIV)
    assert called.value is not None and called.value < 0.5


def test_what_was_not_rolled_out_says_so() -> None:
    """Its value is the table's, and does not compare with those that were."""
    game = Yaniv("paper", 3)
    player, marked = registry.agent(game, "yaniv-td:rollouts=20"), 0
    for seed in range(6):
        first, *_, last = player.think(game.observe(game.start(game.deal(Random(seed))), 0), Random(seed))
        for before, option in zip(first.options, last.options, strict=True):
            said = option.why.startswith("table value, not rolled out; ")
            assert said == (option.visits is None) and option.why.endswith(before.why)
            marked += said
        chosen = next(option for option in last.options if option.action == last.action)
        assert chosen.visits == 20
    assert marked


def test_chances_are_those_against_the_players_of_the_training_and_told_as_such() -> None:
    """Among its likes it wins half of the deals at two seats; against those it learned with, by its card, 73%."""
    game, told = Yaniv("paper", 2), list[float]()
    player = registry.agent(game, "yaniv-td:rollouts=20")
    for seed in range(30):
        first, *_, last = player.think(game.observe(game.start(game.deal(Random(seed))), 0), Random(seed))
        assert first.note == AGAINST and last.note.startswith(f"{AGAINST}; 20 worlds played on")
        told.append(max(option.value for option in first.options if option.value is not None))
    assert 0.65 < sum(told) / len(told) < 0.8


def test_a_single_world_has_no_standard_error() -> None:
    game, rng = Yaniv("paper", 2), Random(2)
    player, searched = registry.agent(game, "yaniv-td:rollouts=1"), list[float | None]()
    state = game.start(game.deal(rng))
    while state.seat is not None and not searched:
        decision = decide(player, game.observe(state, state.seat), rng)
        searched = [option.stderr for option in decision.options if option.visits]
        state = game.apply(state, decision.action)
    assert searched and set(searched) == {None}


def test_rollouts_answer_ever_better_and_alike(folder: Path) -> None:
    for rules, seats in (("paper", 2), ("club", 4)):
        game = Yaniv(rules, seats)
        agent = AfterStateTD(game, folder, rollouts=50)
        plain = AfterStateTD(game, folder)
        rng = Random(seats)
        state = game.start(game.deal(rng))
        searches = 0
        while state.seat is not None:
            observation = game.observe(state, state.seat)
            answers = list(agent.think(observation, Random(9)))
            assert answers == list(agent.think(observation, Random(9)))
            assert answers[0] == decide(plain, observation, rng)
            last = answers[-1]
            searched = [option for option in last.options if option.visits]
            assert len(answers) == (4 if searched else 1)  # the table's, then after 20, 40 and 50 worlds
            if searched:
                searches += 1
                assert len(searched) > 1
                assert {option.visits for option in searched} == {50}
                chosen = next(option for option in last.options if option.probability == 1)
                assert chosen.action == last.action
                assert chosen.value == max(option.value for option in searched if option.value is not None)
            state = game.apply(state, last.action)
        assert searches


def test_imagined_worlds_keep_what_is_known(folder: Path) -> None:
    game = Yaniv("paper", 3)
    agent = AfterStateTD(game, folder)
    rng = Random(4)
    state = game.start(game.deal(rng))
    for _ in range(14):
        state = game.apply(state, rng.choice([action for action in game.legal(state) if action != YANIV]))
    assert state.seat is not None
    observation = game.observe(state, state.seat)
    inputs = player.encode_inputs(game, observation, player.memories(game, observation.history))
    beliefs = np.array(player.believe(inputs, agent.beliefs))
    packed, world, dice = pack(game, state), np.zeros(SIZE, np.int64), random_state(1)
    moves, sizes = search.last_moves(game, observation)
    kinds, players = np.full(6, td_kernel.TD), np.zeros((6, 2))
    policies = np.zeros((1, STATES), np.int8)
    lows, keys = 0, set[int]()
    for _ in range(400):
        search.imagine(packed, kinds, moves, sizes, beliefs, policies, players, world, dice)
        keys.add(int(world[KEY]))
        hands = [int(world[HANDS + seat]) for seat in range(3)]
        stack = [int(card) for card in world[DECK + world[AT] : DECK + world[END]]]
        assert hands[state.seat] == packed[HANDS + state.seat]
        cards = [card for hand in hands for card in range(52) if hand >> card & 1] + stack
        assert sorted([*cards, *state.top, *state.buried]) == list(range(52))
        for seat in range(3):
            assert hands[seat].bit_count() == len(state.hands[seat])
            assert int(packed[KNOWN + seat]) & ~hands[seat] == 0
            assert world[SCORES + seat] == sum(card // 4 + 1 for card in range(52) if hands[seat] >> card & 1)
        lows += world[SCORES + (state.seat + 1) % 3] <= 7
    assert len(keys) == 400  # what will be reshuffled comes in another order in each
    assert lows / 400 == pytest.approx(td.at_most(beliefs, 0, 7), abs=0.1)


def test_hands_explain_the_moves_they_made(folder: Path) -> None:
    game = Yaniv("paper", 4)
    seats = [registry.agent(game, name) for name in ("yaniv-td:rollouts=0", "harel-best", "greedy", "semirandom")]
    models = {1: (TABLE, 1.0), 2: (GREEDY, 0.5), 3: (SEMIRANDOM, 0.5)}
    with np.load(folder / "table.npz") as arrays:
        policies = arrays["policies"]
    rng, dice = Random(2), random_state(2)
    world = np.zeros(SIZE, np.int64)
    shares: dict[str, list[float]] = {"true": [], "drawn": []}
    for deal in range(8):
        state = game.start(game.deal(rng, game.opening()._replace(first=deal % 4)))
        while state.seat is not None:
            if state.turn > 8:
                observation = game.observe(state, state.seat)
                moves, sizes = search.last_moves(game, observation)
                world[:] = pack(game, state)
                drawn = game.determinize(observation, rng)
                for seat, (kind, parameter) in models.items():
                    if seat == state.seat:
                        continue
                    assert sizes[seat] >= 2
                    for name, hand in (("true", state.hands[seat]), ("drawn", drawn.hands[seat])):
                        most = 0
                        for _ in range(3000):  # which card came when is drawn at random
                            made = search.explained(
                                world, seat, mask(hand), moves[seat, : sizes[seat]], kind, parameter, policies, dice
                            )
                            most = max(most, int(made))
                        shares[name].append(most == sizes[seat])
            state = game.apply(state, decide(seats[state.seat], game.observe(state, state.seat), rng).action)
    assert len(shares["true"]) > 100
    assert np.mean(shares["true"]) > 0.98
    assert np.mean(shares["drawn"]) < 0.7


def test_training_learns_and_resumes_to_the_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = replace(trainer.PRESETS["best"][0], games=6000, seat_shares=(0.7, 0.3, 0.0, 0.0, 0.0))
    club = replace(trainer.PRESETS["best"][1], games=4000)
    monkeypatch.setitem(trainer.PRESETS, "tiny", (stage, club))
    for name, value in (
        ("CHUNK", 1000),
        ("TEST_EVERY", 4),
        ("TEST_DEALS", 200),
        ("CARD_DEALS", 400),
    ):
        monkeypatch.setattr(trainer, name, value)
    whole = tmp_path / "whole"
    request = Request("yaniv", "yaniv-td", "tiny", 3, tmp_path, False, lambda report: None)
    reports = resumes_to_the_bit(trainer.train, request, 7000)
    assert [report.done for report in reports] == list(range(1000, 10001, 1000))
    with pytest.raises(Refusal, match="no interrupted training"):
        trainer.train(replace(request, out=tmp_path / "nowhere", resume=True))
    curve = (whole / "curve.csv").read_text()
    assert [line.split(",")[:2] for line in curve.splitlines()[1:]] == [["4000", "paper"], ["8000", "club"]]
    game = Yaniv("paper", 2)
    assert decide(AfterStateTD(game, whole), game.observe(game.start(game.deal(Random(1))), 0), Random(0)).options


def test_refuses_a_preset_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="best"):
        trainer.train(Request("yaniv", "yaniv-td", "huge", 1, tmp_path, False, lambda report: None))
