"""`determinize` is uniform over all worlds that give the observation: small decks, all worlds listed by brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from math import sqrt
from random import Random
from typing import Any

import pytest

from cardtui.core import Action
from cardtui.games.yaniv import rules
from cardtui.games.yaniv.rules import State, Yaniv

SAMPLES = 30
"""Samples for each world."""


class Shuffler:
    """Stands in for the reshuffle of the rules (§5.4), so that every order can be tried."""

    order: tuple[int, ...] = ()

    def __call__(self, cards: Any, key: int, nth: int) -> tuple[int, ...]:
        assert sorted(cards) == sorted(self.order)
        return self.order


def small_game(seats: int, cards: int, take: str) -> Yaniv:
    game = Yaniv(f"paper:take={take}", seats)
    game.deck = tuple(range(cards))
    return game


def small_deal(game: Yaniv, hands: list[tuple[int, ...]], pile: int, stack: tuple[int, ...]) -> Any:
    return {
        "hands": [[game.face(card) for card in hand] for hand in hands],
        "pile": [game.face(pile)],
        "stack": [game.face(card) for card in stack],
        "key": 0,
        "first": 0,
        "scores": [0.0] * game.seats,
    }


def reorders(state: State, action: Action) -> list[tuple[int, ...]]:
    """The orders that a reshuffle after this action may bring; one empty one where there is none."""
    if action.to == "stack" and len(state.stack) == 1:
        return list(permutations(sorted(state.buried + state.top)))
    return [()]


def play_at_random(
    game: Yaniv, state: State, turns: int, shuffler: Shuffler, rng: Random
) -> tuple[State, list[Action]]:
    played: list[Action] = []
    for _ in range(turns):
        action = rng.choice([action for action in game.legal(state) if action.verb == "discard"])
        if rng.random() < 0.7:
            action = action._replace(to="stack")
        shuffler.order = rng.choice(reorders(state, action))
        state = game.apply(state, action)
        played.append(action)
    return state, played


def hands_from(cards: tuple[int, ...], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to deal hands of these sizes from the cards."""
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        for rest in hands_from(tuple(card for card in cards if card not in hand), sizes[1:]):
            yield [hand, *rest]


def all_worlds(
    game: Yaniv,
    sizes: list[int],
    mine: tuple[int, ...],
    pile: int,
    real: State,
    played: list[Action],
    shuffler: Shuffler,
) -> Counter[Any]:
    """Every deal and every reshuffle that seat 0 cannot tell from the real one, by brute force."""
    found: Counter[Any] = Counter()

    def follow(state: State, step: int) -> None:
        if step == len(played):
            if game.observe(state, 0) == game.observe(real, 0):
                found[hidden(state)] += 1
            return
        action = played[step]
        if action not in game.legal(state):
            return
        for order in reorders(state, action):
            shuffler.order = order
            after = game.apply(state, action)
            if after.views[0] == real.views[0][: len(after.views[0])]:
                follow(after, step + 1)

    unseen = tuple(card for card in game.deck if card not in (*mine, pile))
    for hands in hands_from(unseen, sizes[1:]):
        rest = [card for card in unseen if all(card not in hand for hand in hands)]
        for stack in permutations(rest):
            follow(game.start(small_deal(game, [mine, *hands], pile, stack)), 0)
    return found


def hidden(state: State) -> Any:
    return state.hands, state.stack, state.buried, state.views


def moment(
    game: Yaniv, sizes: list[int], turns: int, reshuffles: int, shuffler: Shuffler, rng: Random
) -> tuple[State, Counter[Any]]:
    """A random state after so many turns and reshuffles, and all worlds that seat 0 cannot tell from it."""
    while True:
        order = rng.sample(game.deck, len(game.deck))
        hands = [tuple(sorted(order.pop() for _ in range(size))) for size in sizes]
        pile = order.pop()
        start = game.start(small_deal(game, hands, pile, tuple(order)))
        real, played = play_at_random(game, start, turns, shuffler, rng)
        if real.reshuffles == reshuffles:
            return real, all_worlds(game, sizes, hands[0], pile, real, played, shuffler)


def test_worlds_reshuffle_differently() -> None:
    """Nobody knows the key (§5.4), so that no two worlds share the stacks to come."""
    game, rng = Yaniv("paper", 2), Random(1)
    seen = game.observe(game.start(game.deal(rng)), 0)
    assert len({game.determinize(seen, rng).key for _ in range(50)}) == 50


@pytest.mark.parametrize("take", ["last", "ends"])
@pytest.mark.parametrize(
    ("sizes", "cards", "turns", "reshuffles"),
    [
        ([2, 2], 8, 0, 0),
        ([2, 2], 9, 4, 0),
        ([1, 3], 9, 5, 0),
        ([2, 1, 2], 9, 6, 0),
        ([2, 2], 8, 5, 1),
        ([2, 2], 8, 7, 1),
        ([1, 1, 2], 8, 6, 1),
        ([2, 2], 7, 9, 2),
    ],
)
def test_uniform(
    take: str, sizes: list[int], cards: int, turns: int, reshuffles: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shuffler, rng = Shuffler(), Random(f"{take}/{sizes}/{turns}")
    monkeypatch.setattr(rules, "reshuffled", shuffler)
    game = small_game(len(sizes), cards, take)
    moments = [moment(game, sizes, turns, reshuffles, shuffler, rng) for _ in range(8)]
    real, worlds = max((m for m in moments if len(m[1]) <= 600), key=lambda found: len(found[1]))
    assert len(worlds) >= 12, "too few worlds to tell anything"
    assert set(worlds.values()) == {1}
    seen = game.observe(real, 0)
    drawn = Counter(hidden(game.determinize(seen, rng)) for _ in range(SAMPLES * len(worlds)))
    assert drawn.keys() <= worlds.keys(), "a world that cannot be"
    square = sum((drawn[world] - SAMPLES) ** 2 / SAMPLES for world in worlds)
    freedom = len(worlds) - 1
    assert abs(square - freedom) < 5 * sqrt(2 * freedom), f"chi-square {square:.0f} with {freedom} degrees of freedom"
