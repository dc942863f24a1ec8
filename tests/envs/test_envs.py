"""Environments of Gymnasium and PettingZoo: their own tests, the readable rules beside them, and no hidden card."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import redirect_stdout
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pettingzoo.test
import pytest
from gymnasium.utils.env_checker import check_env

import cardtui.envs
from cardtui import dice, registry
from cardtui.core import Action, Decision, Observation, Option, Refusal
from cardtui.envs import aec
from cardtui.envs.deals import Deals
from cardtui.registry import catalogue

from ..contract.leaks import HIDING

GAMES = [name for name, entry in catalogue.shipped().items() if entry.vector]
TABLES = [(name, seats) for name in GAMES for seats in sorted(set(registry.game_entry(name).seats))]
FEW = 12
"""Deals of each game beside the rules; `tests.deep` plays 100,000."""


@pytest.fixture(autouse=True)
def _no_advice(recwarn: pytest.WarningsRecorder) -> None:
    """PettingZoo's checks advise against what is not wrong; what is wrong they raise."""
    warnings.simplefilter("ignore", UserWarning)


def quiet(check: Any, *arguments: Any, **named: Any) -> None:
    with redirect_stdout(io.StringIO()):
        check(*arguments, **named)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_api_test(name: str, seats: int) -> None:
    quiet(pettingzoo.test.api_test, aec.env(name, seats=seats), num_cycles=60)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_seed_test_and_render_test(name: str, seats: int) -> None:
    quiet(pettingzoo.test.seed_test, lambda: aec.env(name, seats=seats), num_cycles=20)
    quiet(pettingzoo.test.render_test, lambda render_mode: aec.env(name, seats=seats, render_mode=render_mode))


@pytest.mark.parametrize("name", GAMES)
def test_check_env(name: str) -> None:
    opponents: dict[str, Any] = {} if registry.game_entry(name).seats[1] == 1 else {"opponents": ["random"]}
    env = gymnasium.make(cardtui.envs.name_of(name), render_mode="ansi", **opponents)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # its advice, too
        check_env(env.unwrapped)


@pytest.mark.parametrize("name", GAMES)
def test_episodes_are_those_of_the_rules(name: str) -> None:
    from . import beside

    assert beside.agrees(name, FEW, 1)["deals"] == FEW


@pytest.mark.parametrize("name", HIDING)
def test_hidden_cards_dealt_again_change_no_observation(name: str) -> None:
    """Every state in which a seat sees the same gives the same arrays, to it and to those not to act."""
    deals, rng, differed = Deals(name, "", None), Random(7), 0
    for seed in range(4):
        deals.next(seed)
        for _ in range(rng.randint(0, 12)):
            if deals.turn is None:
                break
            deals.play(rng.choice(deals.game.legal(deals.state)))
        if (seat := deals.turn) is None:
            continue
        before = [deals.seen(seat) for seat in range(deals.game.seats)]
        text, kept = deals.told(seat), deals.state
        for _ in range(5):
            deals.state = deals.game.determinize(deals.game.observe(kept, seat), rng)
            differed += deals.state != kept
            for (row, mask), (was, masked) in zip(map(deals.seen, range(deals.game.seats)), before, strict=True):
                assert (row == was).all() and (mask == masked).all()
            assert deals.told(seat) == text
    assert differed


def test_a_step_after_the_end_is_refused() -> None:
    env: Any = gymnasium.make("cardtui/Tricks-v0").unwrapped
    _, told = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, told = env.step(int(told["action_mask"].argmax()))
    with pytest.raises(gymnasium.error.ResetNeeded, match="the deal is over"):
        env.step(0)


def test_the_learner_sits_everywhere_and_the_bots_take_the_other_seats() -> None:
    env: Any = gymnasium.make("cardtui/Schafkopf-v0", opponents=["rule-based", "random"]).unwrapped
    kinds = [type(bot).__name__ for bot in env.bots]
    assert len(kinds) == 3 and kinds[0] == kinds[2] != kinds[1]
    seats = set()
    for seed in range(30):
        env.reset(seed=seed)
        seats.add(env.seat)
        assert env.action_masks().any() and env.deals.turn == env.seat
    assert seats == {0, 1, 2, 3}


def test_an_illegal_action_changes_nothing_and_says_why() -> None:
    env: Any = gymnasium.make("cardtui/Yaniv-v0", opponents=["greedy"]).unwrapped
    seen, info = env.reset(seed=2)
    wrong = int(info["action_mask"].argmin())
    after, reward, over, cut, told = env.step(wrong)
    assert (after == seen).all() and (reward, over, cut) == (0.0, False, False)
    assert "is not legal now" in told["refused"]
    env._steps = env.deals.game.max_turns
    assert env.step(wrong)[3] and not env.step(int(told["action_mask"].argmax()))[3]
    seat = aec.env("yaniv")
    seat.reset(seed=2)
    before = seat.observe(seat.agent_selection)
    with pytest.raises(Refusal, match="is not legal now"):
        seat.step(int(before["action_mask"].argmin()))
    assert (seat.observe(seat.agent_selection)["observation"] == before["observation"]).all()


@pytest.mark.parametrize("wrong", [10.7, 10.0, "x", None, np.zeros(2, np.int64)])
def test_what_is_no_whole_number_is_refused_and_changes_nothing(wrong: Any) -> None:
    one: Any = gymnasium.make("cardtui/Yaniv-v0", opponents=["greedy"]).unwrapped
    for env in (one, aec.env("yaniv")):
        env.reset(seed=2)
        before = env.unwrapped.deals.state
        with pytest.raises(Refusal, match=r"an action is a whole number, 0 … \d+, not "):
            env.step(wrong)
        assert env.unwrapped.deals.state == before


def test_whole_numbers_of_any_type_are_actions() -> None:
    torch = pytest.importorskip("torch")
    for kind in (int, np.int8, np.array, torch.tensor):
        env: Any = gymnasium.make("cardtui/Tricks-v0", opponents=["first"]).unwrapped
        _, info = env.reset(seed=2)
        assert "refused" not in env.step(kind(info["action_mask"].argmax()))[4]


class Thinker:
    """Answers ever better: with each legal action in turn."""

    asked = 0

    def think(self, seen: Observation, rng: Random) -> Iterator[Decision]:
        self.asked += 1
        for action in seen.legal:
            yield Decision(action, (Option(action, 1.0),), "probability")


@pytest.mark.parametrize(("steps", "counts"), [({}, -1), ({"steps": 2}, 1), ({"steps": 1}, 0)])
def test_the_last_answer_of_a_bot_counts(steps: dict[str, Any], counts: int) -> None:
    env: Any = gymnasium.make("cardtui/Tricks-v0", opponents=["random"], **steps).unwrapped
    env.bots, played = [bot := Thinker()], []
    play = env.deals.play

    def watched(action: Action) -> None:
        deals = env.deals
        legal = deals.game.legal(deals.state)
        played.append(deals.turn == env.seat or len(legal) < 2 or action == legal[counts])
        play(action)

    env.deals.play = watched
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(info["action_mask"].argmax())
    assert bot.asked > 5 and all(played)
    with pytest.raises(Refusal, match="steps must be a whole number from 1 on, not 0"):
        gymnasium.make("cardtui/Tricks-v0", steps=0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"id": "cardtui/Yaniv-v0", "opponents": "greedy"}, "opponents is a list of 1 to"),
        ({"id": "cardtui/Yaniv-v0", "opponents": []}, "opponents is a list of 1 to"),
        ({"id": "cardtui/Yaniv-v0", "opponents": ["nobody"]}, "no bot 'nobody'"),
        ({"id": "cardtui/Yaniv-v0", "rules": "nowhere"}, "no rule set 'nowhere'"),
        ({"id": "cardtui/98-v0", "opponents": ["random"]}, "98 is for one"),
        ({"id": "cardtui/Tricks-v0", "opponents": ["first"] * 2}, "opponents is a list of one bot, such"),
        ({"id": "cardtui/Yaniv-v0", "opponents": 3}, "opponents is a list of 1 to 5 bots, such as .'random'., not 3"),
        ({"id": "cardtui/Yaniv-v0", "opponents": [3]}, "opponents is a list of 1 to 5 bots, .*, not .3."),
        ({"id": "cardtui/Yaniv-v0", "rules": 3}, "rules must be a text, not 3"),
    ],
)
def test_what_is_unknown_is_refused_with_a_sentence(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal, match=said):
        gymnasium.make(**arguments)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"game": 3}, "the game's name must be a text, not 3"),
        ({"rules": ["club"]}, "rules must be a text, not .'club'."),
        ({"seats": "2"}, "seats must be a whole number from 1 on, not '2'"),
        ({"seats": 2.0}, "seats must be a whole number from 1 on, not 2.0"),
        ({"seats": 0}, "seats must be a whole number from 1 on, not 0"),
        ({"seats": 7}, "yaniv is for 2 to 6 seats, not 7"),
    ],
)
def test_arguments_of_a_wrong_kind_are_refused_with_a_sentence(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal, match=f"^{said}$"):
        aec.env(**{"game": "yaniv"} | arguments)


def test_a_seed_is_a_whole_number_of_any_type() -> None:
    """Of one of numpy's the seat that begins was none; nor was that of a fraction."""
    hands = []
    for seed in (7, np.int64(7)):
        env = aec.env("tricks")
        env.reset(seed=seed)
        hands.append(env.unwrapped.deals.state)
    assert hands[0] == hands[1]
    for wrong in (1.5, "7", -1):
        with pytest.raises(Refusal, match="seed must be a whole number from 0 on, not"):
            env.reset(seed=wrong)
    assert env.unwrapped.deals.state == hands[1]


def test_deals_of_a_seed_are_the_same_and_dice_tell_nothing_of_them() -> None:
    one, two = Deals("yaniv", "", 2), Deals("yaniv", "", 2)
    for seed in (3, None, None):
        one.next(seed)
        two.next(seed)
        assert one.state == two.state
    assert one.rng(0).random() != dice.deal_rng(one.seed, one.number).random()
    assert np.array_equal(one.seen(one.turn or 0)[0], two.seen(two.turn or 0)[0])
