"""Zheng Shang You's bots: inputs, networks and beliefs, the same in player, kernel and torch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from cardtui.agents import net_kernel
from cardtui.agents.zsy import belief, deepq_kernel, dmc_kernel, features, td
from cardtui.agents.zsy.deepq import DeepQ, DeepQLstm
from cardtui.agents.zsy.dmc import Dmc
from cardtui.agents.zsy.heuristics import LEADS
from cardtui.agents.zsy.pimc import Pimc, Search
from cardtui.agents.zsy.search import DmcSearch

from cardtui import registry
from cardtui.core import Decision, Refusal, decide
from cardtui.games.zsy import features as views
from cardtui.games.zsy import kernel, kernel_players
from cardtui.games.zsy.cards import RANK
from cardtui.games.zsy.parsing import name
from cardtui.games.zsy.rules import MAX_TURNS, State, ZhengShangYou
from cardtui.kernels import random_state
from cardtui.registry import lineup

GAME = ZhengShangYou()
KINDS = {"paper": 1, "lowest": 2, "group": 3, "pattern": 4}


def moments(deals: int, seed: int) -> Iterator[tuple[State, Any, Any]]:
    """States of random play between two moves or more, in the kernel's form too, with what both seats declined."""
    rng = Random(seed)
    for _ in range(deals):
        state = GAME.start(GAME.deal(rng))
        packed, memory = kernel.pack(state), np.array(views.forget())
        while state.seat is not None:
            legal = GAME.legal(state)
            if len(legal) > 1:
                yield state, packed, memory
            action = rng.choice(legal)
            views.record_declined(packed, memory, kernel.encode(action))
            kernel.apply(packed, kernel.encode(action))
            state = GAME.apply(state, action)


def dealt(mine: str, theirs: str) -> State:
    """Seat 0 leads with these hands."""
    hands = [mine.split(), theirs.split()]
    rest = [GAME.face(card) for card in GAME.deck if GAME.face(card) not in hands[0] + hands[1]]
    return GAME.start({"hands": hands, "rest": rest, "first": 0, "scores": [0, 0]})


def moves_of(packed: Any) -> Any:
    out = np.empty(kernel.MAX_LEGAL, np.int64)
    return out[: kernel.legal(packed, out)].copy()


def folder(bot: str) -> Any:
    return registry.weights(registry.bot_entry("zsy", bot))


def test_player_and_trainer_have_the_same_view() -> None:
    view, declined = np.zeros(features.VIEW, np.int64), 0
    for state, packed, memory in moments(60, 1):
        features.encode_view(packed, memory, view)
        assert features.view_of(GAME.observe(state, packed[kernel.SEAT])) == view.tolist()
        declined += (view[features.DECLINED :] < views.NEVER).sum()
    assert declined > 100


def test_the_inputs_say_what_they_are_called() -> None:
    state = dealt("5c 5d 6c 6d RJ 9c", "3c 3d 3h")
    view = np.array(features.view_of(GAME.observe(state, 0)))
    moves = np.array([kernel.packed(map(GAME.card, line.split())) for line in ("5c 5d 6c 6d", "RJ", "9c")])
    rows = np.zeros((3, features.INPUTS), np.float32)
    features.inputs(view, moves, rows)
    assert rows[:, features.LED].all() and not rows[:, features.PASSED].any()
    assert rows[:, features.UNBEATEN].tolist() == [1, 1, 0]  # three cards go over no chain of four, and hold no bomb
    assert rows[:, features.PLAYS : features.PLAYS + 15].argmax(1).tolist() == [2, 2, 2]
    assert rows[:, features.LOSERS : features.LOSERS + 15].argmax(1).tolist() == [1, 1, 0]
    assert rows[:, features.WON].tolist() == [1, 1, 0]
    assert rows[0, features.MY_MOVE : features.MY_MOVE + features.STACK].sum() == 4
    assert rows[0, features.THEIR_LEFT + 3] == 1 and rows[0, features.MY_LEFT + 2] == 1


@pytest.mark.parametrize("lead", LEADS)
def test_greedy_bots_are_those_of_the_kernel(lead: str) -> None:
    agent, differ, seen = registry.agent(GAME, f"greedy:lead={lead}"), 0, 0
    for state, packed, _ in moments(40, 2):
        action = decide(agent, GAME.observe(state, packed[kernel.SEAT]), Random(0)).action
        move = kernel_players.greedy_move(packed[kernel.HANDS + packed[kernel.SEAT]], packed[kernel.TABLE], KINDS[lead])
        differ += kernel.encode(action) != move
        seen += 1
    assert (differ, seen > 1000) == (0, True)


def test_dmc_is_the_same_in_player_kernel_and_torch() -> None:
    torch = pytest.importorskip("torch")
    from cardtui.agents.training import torch_setup
    from cardtui.agents.training.zsy import dmc as dmc_trainer

    agent, scratch = Dmc(GAME, folder("dmc")), dmc_kernel.new_scratch()
    weights, net = net_kernel.transposed(agent.weights, dmc_kernel.LAYERS), dmc_trainer.Net()
    torch_setup.load(net, agent.weights)
    view, values = np.zeros(features.VIEW, np.int64), np.empty(kernel.MAX_LEGAL, np.float32)
    for state, packed, memory in moments(6, 3):
        features.encode_view(packed, memory, view)
        moves = moves_of(packed)
        best = dmc_kernel.evaluate_moves(view, moves, len(moves), weights, scratch, values)
        rows = np.zeros((len(moves), features.INPUTS), np.float32)
        features.inputs(view, moves, rows)
        with torch.no_grad():
            logits = net(torch.from_numpy(rows))[:, 0].numpy()
        assert np.allclose(values[: len(moves)], logits, atol=1e-4)
        decision = decide(agent, GAME.observe(state, packed[kernel.SEAT]), Random(0))
        ours = [option.value or 0.0 for option in decision.options]
        assert np.allclose(ours, agent.calibrated(1 / (1 + np.exp(-logits))), atol=1e-5)
        assert abs(ours[best] - max(ours)) < 1e-5


@pytest.mark.parametrize(("bot", "made"), [("deep-q", DeepQ), ("deep-q-lstm", DeepQLstm)])
def test_deep_q_is_the_same_in_player_kernel_and_torch(bot: str, made: type[DeepQ]) -> None:
    torch = pytest.importorskip("torch")
    from cardtui.agents.training import torch_setup
    from cardtui.agents.training.zsy import deepq as deepq_trainer
    from cardtui.agents.training.zsy import deepq_play

    agent, scratch = made(GAME, folder(bot)), deepq_kernel.new_scratch()
    weights, lstm = deepq_trainer.compiled(agent.weights)
    net = deepq_trainer.Net(bot == "deep-q-lstm", 0.5).eval()
    torch_setup.load(net, agent.weights)
    lstm_states, gates = np.zeros((2, 2, deepq_kernel.LSTM_HIDDEN), np.float32), np.empty(256, np.float32)
    values, seen = np.empty(kernel.MAX_LEGAL, np.float32), 0
    for state, packed, _ in moments(5, 4):
        history = [(event.seat, kernel.encode(event.action)) for event in state.history]
        if len(history) < seen:
            lstm_states[:], seen = 0, 0
        for seat, move in history[seen:]:
            deepq_play.remember(seat, move, lstm, lstm_states, gates, scratch)
        seen = len(history)
        moves, seat = moves_of(packed), int(packed[kernel.SEAT])
        deepq_play.evaluate(packed, moves, len(moves), weights, lstm, lstm_states, scratch, values)
        player = [option.value or 0.0 for option in decide(agent, GAME.observe(state, seat), Random(0)).options]
        laid = packed[kernel.PLAYED + seat], packed[kernel.PLAYED + 1 - seat]
        decisions = [[0, state.turn, seat, packed[kernel.HANDS + seat], *laid, move] for move in moves]
        turns = np.full((1, MAX_TURNS), -1)
        turns[0, :seen] = [move for _, move in history]
        with torch.no_grad():
            theirs = torch.sigmoid(net(torch.tensor(decisions), torch.from_numpy(turns))).numpy()
        assert np.allclose(player, theirs, atol=1e-5)
        assert np.allclose(values[: len(moves)], theirs, atol=1e-5)


def test_td_linear_plays_the_move_of_highest_value() -> None:
    agent = td.Linear(GAME, folder("td-linear"))
    for state, packed, _ in moments(3, 5):
        decision = decide(agent, GAME.observe(state, packed[kernel.SEAT]), Random(0))
        best = max(decision.options, key=lambda option: option.value or 0.0)
        assert decision.action == best.action and best.why


# --- belief and search ------------------------------------------------------------------------


def test_the_belief_is_better_than_counting_the_unseen_cards() -> None:
    agent, rng, ours, plain, number = Dmc(GAME, folder("dmc")), Random(9), 0.0, 0.0, 0
    for _ in range(20):
        state = GAME.start(GAME.deal(rng))
        while state.seat is not None:
            seen = GAME.observe(state, state.seat)
            decision = decide(agent, seen, rng)
            held = decision.beliefs[0].values
            unseen = sum(zone.count for zone in seen.zones if not zone.cards)
            share = seen.zones[1 - state.seat].count / unseen
            for card in (*state.hands[1 - state.seat], *state.rest):
                truth = card in state.hands[1 - state.seat]
                ours += (held[GAME.face(card)] - truth) ** 2
                plain += (share - truth) ** 2
                number += 1
            state = GAME.apply(state, decision.action)
    assert ours / number < 0.95 * plain / number


def test_beliefs_allow_no_more_cards_than_there_are() -> None:
    allowed = belief.possible(np.array([0, 1, 4]), 2)
    assert allowed.sum(1).tolist() == [1, 2, 3]


def test_sampled_hands_are_as_likely_as_the_belief_has_them() -> None:
    """Beside all hands of that size counted one by one: whole hands, and the share of each rank that is shown."""
    unseen, left, rng = np.array([3, 2, 4, 0, *[0] * 9, 1, 1]), 4, random_state(1)
    chances = np.random.default_rng(2).random((belief.RANKS, belief.COUNTS)) * belief.possible(unseen, left)
    chances /= chances.sum(1, keepdims=True)
    hands = {}
    for held in product(*(range(belief.COUNTS) for _ in unseen.nonzero()[0])):
        if sum(held) == left:
            hands[held] = float(np.prod([chances[rank, h] for rank, h in zip(unseen.nonzero()[0], held, strict=True)]))
    total = sum(hands.values())
    assert belief.total_probabilities(chances, left)[0, left] == pytest.approx(total)
    share = belief.held_of(chances, left) / np.maximum(unseen, 1)
    for place, rank in enumerate(unseen.nonzero()[0]):
        mean = sum(held[place] * chance for held, chance in hands.items()) / total
        assert share[rank] == pytest.approx(mean / unseen[rank])
    together, n, seen = belief.total_probabilities(chances, left), 20_000, Counter[tuple[int, ...]]()
    for _ in range(n):
        hand = kernel.unpacked(int(belief.sample(chances, together, left, rng)))
        seen[tuple(hand[rank] for rank in unseen.nonzero()[0])] += 1
        assert sum(hand) == left
    expected = {held: n * chance / total for held, chance in hands.items() if chance}
    assert set(seen) <= set(expected)
    surplus = sum((seen[held] - mean) ** 2 / mean for held, mean in expected.items())
    assert surplus < len(expected) + 4 * (2 * len(expected)) ** 0.5  # chi squared, four of its deviations


def finish(agent: Any, state: State) -> Decision:
    answers = list(agent.think(GAME.observe(state, state.seat or 0), Random(1)))
    assert len(answers) == 1 + 20 // 10
    decision: Decision = answers[-1]
    return decision


def test_every_hand_that_fits_is_listed_with_its_chance() -> None:
    unseen, rng = np.array([3, 2, 0, 1, 4, *[0] * 9, 1]), np.random.default_rng(4)
    chances = rng.random((belief.RANKS, belief.COUNTS)) * belief.possible(unseen, 3)
    chances /= chances.sum(1, keepdims=True)
    found = dict(belief.every(chances, 3))
    fitting = [held for held in product(*(range(min(3, size) + 1) for size in unseen)) if sum(held) == 3]
    assert sorted(kernel.unpacked(hand) for hand in found) == sorted(map(list, fitting))
    assert sum(found.values()) == pytest.approx(1)
    share = sum(chance * kernel.unpacked(hand)[4] for hand, chance in found.items())
    assert share == pytest.approx(belief.held_of(chances, 3)[4])


def test_dmc_shows_what_comes_true_in_its_own_games_and_plays_by_its_network() -> None:
    """The map in its card is checked there: within a point for either kind of move, where the network is six off."""
    card = registry.card(registry.bot_entry("zsy", "dmc")) or {}
    own, other = card["promises"]
    assert own["network"] - own["came"] > 0.05 and -0.01 < own["low"] < own["high"] < 0.01
    assert -0.01 < other["low"] < other["high"] < 0.01
    player: Any = registry.agent(GAME, "dmc")
    state = GAME.start(GAME.deal(Random(3)))
    while (seat := GAME.turn(state)) is not None:
        seen = GAME.observe(state, seat)
        decision, network = decide(player, seen, Random(1)), player.valued(seen, features.view_of(seen))[1].tolist()
        shown = [option.value or 0.0 for option in decision.options]
        assert sorted(range(len(shown)), key=shown.__getitem__) == sorted(range(len(shown)), key=network.__getitem__)
        assert all(value <= before for value, before in zip(shown, network, strict=True))
        state = GAME.apply(state, decision.action)


def test_pimc_samples_where_the_other_can_hold_many_hands() -> None:
    """The red joker and a 3 against three cards: the joker first wins whatever they are."""
    decision = finish(Pimc(GAME, registry.weights(registry.bot_entry("zsy", "dmc")), 20), dealt("3c RJ", "Kd Qd 7d"))
    assert name(decision.action) == "RJ" and (decision.options[1].value or 0) > 0.99
    assert decision.options[0].visits == 20 and "20 sampled hands, 100%" in decision.note


def test_the_error_of_pimc_is_that_of_the_mean_it_shows() -> None:
    """Six of ten hands won, and dmc's own value as ten more hands, which do not vary."""
    search = Search([1] + [0] * (features.VIEW - 1), [1], [0.5])
    search.sums[:], search.hands = 6.0, 10
    means, errors = search.values()
    assert means == [pytest.approx((6 + 10 * 0.5) / 20)]
    assert errors == [pytest.approx(np.std([1] * 6 + [0] * 4, ddof=1) * 10**0.5 / 20)]
    search.sums[:], search.hands = 1.0, 1
    assert search.values()[1] == [None]


def test_search_plays_on_as_dmc_does_by_the_rules() -> None:
    """One hidden card: all hands are listed, and a value is the share of those in which dmc goes on to win."""
    dmc, mine = Dmc(GAME, folder("dmc")), "Kd Jh 9s 9h 4s 4d"
    seen = GAME.observe(dealt(mine, "Ac"), 0)
    decision = decide(DmcSearch(GAME, folder("dmc"), 200), seen, Random(0))
    shares = dict(belief.every(dmc.answer(seen, features.view_of(seen))[1], 1))
    assert len(shares) == 15 and decision.note.startswith("all 15 hands")
    played = [option for option in decision.options if option.visits]
    assert len(played) > 1
    for option in played:
        won = 0.0
        for card in GAME.deck:
            face = GAME.face(card)
            if face in mine.split() or 1 << 4 * RANK[card] not in shares:
                continue
            state = GAME.apply(dealt(mine, face), option.action)
            while (seat := GAME.turn(state)) is not None:
                state = GAME.apply(state, decide(dmc, GAME.observe(state, seat), Random(0)).action)
            won += shares.pop(1 << 4 * RANK[card]) * (state.winner == 0)
        assert option.value == pytest.approx(won) and not shares
        shares = dict(belief.every(dmc.answer(seen, features.view_of(seen))[1], 1))
    assert decision.action == max(played, key=lambda option: option.value or 0.0).action


def test_search_samples_where_the_other_can_hold_many_hands() -> None:
    """The red joker and a 3 against three cards: the joker first wins whatever they are."""
    seen = GAME.observe(dealt("3c RJ", "Kd Qd 7d"), 0)
    answers = list(DmcSearch(GAME, folder("dmc"), 60).think(seen, Random(1)))
    assert name(answers[-1].action) == "RJ" and answers[1].note == "25 sampled hands, played on by dmc"
    best = next(option for option in answers[-1].options if option.action == answers[-1].action)
    assert best.value == 1.0


def brute(state: State, seat: int, known: dict[Any, bool]) -> bool:
    """Whether a seat wins with both hands seen, by the rules alone."""
    if state.seat is None:
        return state.winner == seat
    key = state.hands, state.table, state.seat
    if key not in known:
        ways = (brute(GAME.apply(state, action), seat, known) for action in GAME.legal(state))
        known[key] = any(ways) if state.seat == seat else all(ways)
    return known[key]


@pytest.mark.parametrize(
    ("mine", "best"),
    [
        ("Ac 4c 4d", "44"),
        ("Kd Jh 4s 4d", "44"),
        ("Kd 10c 10d Qd 4s", "10 10"),
        ("7c 7d 4h 8c 3s", "77"),
        ("5c 6c Kh Kc 10d Js", "KK"),
    ],
)
def test_the_coach_puts_no_move_first_that_another_one_is_better_than(mine: str, best: str) -> None:
    """The other has one card: a move that loses to more cards than another one has a lower value, whatever the odds.

    A pair that one card cannot beat comes before a single that it may beat, also where both lose to the same cards.
    """
    bot = lineup.coach(GAME, "")
    one = next(name for name in ("RJ", "3d") if name not in mine)
    seen = GAME.observe(dealt(mine, one), 0)
    beaten: dict[Any, set[int]] = {action: set() for action in seen.legal}
    for card in (card for card in GAME.deck if GAME.face(card) not in mine.split()):
        state, known = dealt(mine, GAME.face(card)), dict[Any, bool]()
        for action in seen.legal:
            if not brute(GAME.apply(state, action), 0, known):
                beaten[action].add(RANK[card])
    decision = decide(registry.agent(GAME, bot), seen, Random(0))
    values = {option.action: option.value or 0.0 for option in decision.options}
    worse = [(one, other) for one, other in product(values, values) if beaten[one] > beaten[other]]
    assert worse and all(values[one] < values[other] for one, other in worse)
    assert name(decision.action) == best


def test_weights_of_something_else_are_refused(tmp_path: Any) -> None:
    with pytest.raises(Refusal, match="features"):
        Dmc(GAME, folder("deep-q"))
    with pytest.raises(Refusal):
        DeepQ(GAME, tmp_path)


def test_a_player_of_the_pool_promises_nothing_of_a_forced_move() -> None:
    """It said that the move never wins, after 30 hands in which it was not tried."""
    state = GAME.apply(dealt("3c 3d 5c", "4c 4d"), GAME.legal(dealt("3c 3d 5c", "4c 4d"))[0])
    bot = registry.agent(GAME, "pool-pimc")
    (free,) = bot.think(GAME.observe(state, 1), Random(0))
    assert [option.visits for option in free.options] == [30] * len(GAME.legal(state))
    forced = GAME.observe(state, 1)._replace(legal=GAME.legal(state)[:1])
    (decision,) = bot.think(forced, Random(0))
    assert [(option.value, option.visits) for option in decision.options] == [(None, None)]
