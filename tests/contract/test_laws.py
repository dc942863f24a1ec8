"""Each law raises at a game or a bot that breaks it: one that lets everything pass is worth nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random
from typing import Any

import pytest

from cardtui import registry
from cardtui.core import Action, Decision, Observation, Option, Refusal
from cardtui.testing import laws

from .leaks import Around

STRANGE = Action("fold")


class Wrong(Around):
    """The game that it was given, but some of its methods are others; they get the true game first."""

    def __init__(self, game: Any, **instead: Callable[..., Any]) -> None:
        super().__init__(game)
        for name, method in instead.items():
            setattr(self, name, partial(method, game) if callable(method) else method)


def at_end(game: Any, state: Any, then: Any, otherwise: Any) -> Any:
    return then if game.turn(state) is None else otherwise


def doubled(game: Any, deal: Any) -> Any:
    state = game.start(deal)
    return state._replace(stack=(*state.stack, state.stack[0]))


@pytest.mark.parametrize(
    ("says", "instead"),
    [
        ("dealt twice", {"start": doubled}),
        ("seat 3 of 3", {"turn": lambda game, state: 3}),
        ("no legal action", {"legal": lambda game, state: ()}),
        ("stands there twice", {"legal": lambda game, state: game.legal(state) * 2}),
        ("more than 2 turns", {"max_turns": 2}),
        (
            "a finished deal has legal",
            {"legal": lambda game, state: at_end(game, state, (STRANGE,), game.legal(state))},
        ),
        ("one return for each", {"returns": lambda game, state: game.returns(state)[:2]}),
        ("returns sum to", {"returns": lambda game, state: (1.0, 1.0, 0.0)}),
        ("carried into", {"carry": lambda game, standing, state: standing}),
        ("seat 3 of 3 opens", {"carry": lambda game, standing, state: game.carry(standing, state)._replace(first=3)}),
    ],
)
def test_a_whole_game_that_goes_wrong_is_caught(says: str, instead: dict[str, Any]) -> None:
    game = Wrong(registry.game("yaniv", "paper", 3), **instead)
    with pytest.raises(AssertionError, match=says):
        for seed in range(5):
            laws.whole_game(game, Random(seed))


def lax(game: Any, state: Any, action: Action) -> Any:
    try:
        return game.apply(state, action)
    except Refusal:
        return state


def mute(game: Any, state: Any, action: Action) -> Any:
    try:
        return game.apply(state, action)
    except Refusal:
        raise Refusal("no") from None


class Marking(Around):
    """Takes note of every action that it is given, in what it shows."""

    marks = 0

    def apply(self, state: Any, action: Action) -> Any:
        self.marks += 1
        return self.game.apply(state, action)

    def observe(self, state: Any, seat: int) -> Observation:
        seen: Observation = self.game.observe(state, seat)
        return seen._replace(turn=self.marks)


@pytest.mark.parametrize("name", registry.games())
@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("is illegal and was played", partial(Wrong, apply=lax)),
        ("refused without a sentence", partial(Wrong, apply=mute)),
        ("a refused action changed the state", Marking),
    ],
)
def test_a_law_that_takes_illegal_actions_is_caught(name: str, says: str, wrong: Any) -> None:
    game = wrong(registry.game(name))
    with pytest.raises(AssertionError, match=says):
        laws.refusal_law(game, game.start(game.deal(Random(1))), Random(1), 20)


def legal_to_all(game: Any, state: Any, seat: int) -> Observation:
    seen: Observation = game.observe(state, seat)
    return seen._replace(legal=game.legal(state))


def of_another(game: Any, state: Any, seat: int) -> Observation:
    seen: Observation = game.observe(state, (seat + 1) % game.seats)
    return seen


def rolling() -> Callable[..., Any]:
    """Every second time that an action is applied it is another seat's turn afterwards."""
    times = count()
    return lambda game, state, action: game.apply(state, action)._replace(seat=next(times) % 2)


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("is shown what seat", partial(Wrong, observe=of_another)),
        ("shown the wrong legal", partial(Wrong, observe=legal_to_all)),
        ("the same action led to two states", partial(Wrong, apply=rolling())),
        ("playing on changed the state before", Marking),
    ],
)
def test_a_state_that_is_no_value_is_caught(says: str, wrong: Any) -> None:
    game = wrong(registry.game("yaniv", "paper", 3))
    with pytest.raises(AssertionError, match=says):
        laws.value_law(game, game.start(game.deal(Random(1))), Random(1))


@pytest.mark.parametrize(
    ("says", "instead"),
    [
        ("is not ASCII", {"face": lambda game, card: game.face(card)[:-1] + "♣♦♥♠"[card % 4]}),
        ("' is not read back", {"card": lambda game, text: (game.card(text) + 1) % 52}),
        ("in capitals", {"card": lambda game, text: game.card(text) if text[-1].islower() else 0}),
    ],
)
def test_text_that_does_not_come_back_is_caught(says: str, instead: dict[str, Any]) -> None:
    game = Wrong(registry.game("yaniv"), **instead)
    with pytest.raises(AssertionError, match=says):
        laws.text_law(game, game.start(game.deal(Random(1))))


def test_facts_that_json_changes_are_caught() -> None:
    def told(game: Any, state: Any, seat: int) -> Observation:
        seen: Observation = game.observe(state, seat)
        return seen._replace(facts={**seen.facts, "pair": (1, 2)})

    game = Wrong(registry.game("yaniv"), observe=told)
    with pytest.raises(AssertionError, match="another one after JSON"):
        laws.json_law(game, game.start(game.deal(Random(1))), 0)


@pytest.mark.parametrize(
    ("says", "change"),
    [
        ("lost or doubled", lambda world: world._replace(stack=world.stack[1:])),
        ("can tell the re-dealt world", lambda world: world._replace(turn=world.turn + 1)),
    ],
)
def test_a_wrong_world_is_caught(says: str, change: Any) -> None:
    game = Wrong(registry.game("yaniv"), determinize=lambda game, seen, rng: change(game.determinize(seen, rng)))
    with pytest.raises(AssertionError, match=says):
        laws.redeal_law(game, game.start(game.deal(Random(1))), Random(1))


class Scripted:
    """Answers as the function says."""

    def __init__(self, answer: Callable[[Observation, Random], Decision]) -> None:
        self.answer = answer

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        yield self.answer(observation, rng)


def even(seen: Observation) -> Decision:
    """Every legal action as likely."""
    share = 1 / len(seen.legal)
    return Decision(seen.legal[0], tuple(Option(action, share) for action in seen.legal), "probability")


def shares(seen: Observation, *values: float) -> Decision:
    """These probabilities for the first actions."""
    return even(seen)._replace(
        options=tuple(Option(action, value) for action, value in zip(seen.legal, values, strict=False))
    )


DICE = count()


@pytest.mark.parametrize(
    ("says", "answer"),
    [
        ("is illegal here", lambda seen, rng: even(seen)._replace(action=STRANGE)),
        (
            "the option .* is illegal",
            lambda seen, rng: even(seen)._replace(options=(*even(seen).options, Option(STRANGE, 0.0))),
        ),
        ("stands there twice", lambda seen, rng: even(seen)._replace(options=even(seen).options * 2)),
        ("not among its options", lambda seen, rng: even(seen)._replace(options=even(seen).options[1:])),
        ("not 0 … 1", lambda seen, rng: shares(seen, 1.5, -0.5)),
        ("sum to", lambda seen, rng: shares(seen, 0.5, 0.4)),
        ("has probability 0", lambda seen, rng: shares(seen, 0.0, 1.0)),
        ("the unit says", lambda seen, rng: even(seen)._replace(unit="")),
        ("the note is a text", lambda seen, rng: even(seen)._replace(note=("a",))),
        ("gave another decision", lambda seen, rng: even(seen)._replace(note=str(next(DICE)))),
    ],
)
def test_a_decision_that_breaks_the_law_is_caught(says: str, answer: Any) -> None:
    game = registry.game("yaniv")
    seen = game.observe(game.start(game.deal(Random(1), None)), 0)
    assert laws.decision_law(game, Scripted(lambda seen, rng: even(seen)), seen, "1") == even(seen)
    with pytest.raises((AssertionError, Refusal), match=says):
        laws.decision_law(game, Scripted(answer), seen, "1")


def test_a_bot_that_remembers_is_caught() -> None:
    game = registry.game("yaniv")
    seen = game.observe(game.start(game.deal(Random(1), None)), 0)
    laws.stateless_law(game, "greedy", registry.agent(game, "greedy"), seen, "1")
    with pytest.raises(AssertionError, match="keeps state"):
        laws.stateless_law(game, "greedy", Scripted(lambda seen, rng: even(seen)), seen, "1")
