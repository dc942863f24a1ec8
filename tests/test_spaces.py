"""The fixed lists of actions, and the types of facts, that games tell."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardtui import registry
from cardtui.core import Refusal, parse_action
from cardtui.entries.spaces import Fact, choice, listed, number
from cardtui.testing import laws


@pytest.mark.parametrize(
    ("name", "rules", "size"),
    [
        ("schafkopf", "paper", 61),
        ("schafkopf", "club", 61),
        ("yaniv", "paper", 1313),
        ("yaniv", "club", 6490),
        ("tricks", "tricks", 20),
        ("zsy", "paper", 9076),
        ("98", "paper", 393),
    ],
)
def test_each_action_is_listed_once_in_a_fixed_order(name: str, rules: str, size: int) -> None:
    actions = listed(registry.game(name, rules)).actions
    assert len(actions) == len(set(actions)) == size
    assert tuple(actions) == tuple(listed(registry.game(name, rules)).actions)
    assert [actions.index(action) for action in actions] == list(range(size))


def test_suits_do_not_matter_in_zsy() -> None:
    game = listed(registry.game("zsy"))
    assert len({game.actions.index(parse_action(game, text)) for text in ("play 3h 3c", "play 3d 3s")}) == 1
    assert game.actions.index(parse_action(game, "play 3h 3c")) != game.actions.index(parse_action(game, "play 3h"))


class Spoilt:
    """A game that tells one thing wrongly."""

    def __init__(self, game: Any, **wrong: Any) -> None:
        self.__dict__ |= {"game": game, **wrong}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"actions": listed(registry.game("tricks", "tricks:n=3")).actions}, "not among"),
        ({"deck": tuple(range(3))}, "not in the deck"),
        ({"facts": {"first": Fact("seat")}}, "not those that the game declares"),
    ],
)
def test_what_is_told_wrongly_is_caught(wrong: dict[str, Any], message: str) -> None:
    game = registry.game("tricks")
    state = game.start(game.deal(Random(1)))
    laws.listed_law(game, state)
    with pytest.raises((AssertionError, ValueError), match=message):
        laws.listed_law(Spoilt(game, **wrong), state)


def test_a_fact_holds_what_its_type_says() -> None:
    assert Fact("seat").holds(None, 2) and Fact("seat").holds(1, 2) and not Fact("seat").holds(2, 2)
    assert choice("a", True).holds(True, 2) and not choice(1).holds(True, 2)
    assert number(0, 2).holds(2, 2) and not number(0, 2).holds(3, 2)
    rows = number(0, 2)._replace(shape=(2, 2))
    assert rows.holds([[1, 2]], 2) and not rows.holds([[1, 2, 0]], 2) and not rows.holds([1], 2)


def test_a_game_without_a_list_is_refused_with_a_sentence() -> None:
    class Bare:
        name = "bare"

    with pytest.raises(Refusal, match="bare does not declare its actions and deck and facts, so there are no"):
        listed(Bare())  # type: ignore[arg-type]
