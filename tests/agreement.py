"""Rules and kernel, side by side: random games under random options, compared move for move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

from cardtui import registry
from cardtui.core import Action, Game
from cardtui.loading import load
from cardtui.options import Setting

from . import samples


class Begun(NamedTuple):
    """A random game, and how its actions are chosen."""

    game: Game[Any]
    state: Any
    choose: Callable[[Any, tuple[Action, ...]], Action]
    """Of a state and its legal actions."""


class Pair(NamedTuple):
    """What a game brings to the comparison."""

    begin: Callable[[int, Random], Begun]
    """The game of that number."""
    pack: Callable[[Any, Any], Any]
    apply: Callable[[Any, int], None]
    returns: Callable[[Any, Any], None]
    legal: Callable[[Any], Any]
    """The codes of a packed state's legal actions, in the form that `gather` brings codes into."""
    encode: Callable[[Action, Any], int]
    """An action's code in a packed state; `decode` reads it back."""
    decode: Callable[[int, Any], Action]
    comparable: Callable[[Any], Any]
    """What must be equal in two packed states."""
    seen: Callable[[Any], dict[str, int]]
    """What a finished game went through."""
    gather: Callable[[list[int]], Any] = sorted
    """A list of codes in a form of which there is one."""
    games: int = 1_000_000
    """How many games the deep run compares."""


def compare(name: str, games: int, seed: int) -> Counter[str]:
    """Play this many random games in both. AssertionError at the first difference, naming game and move.

    Returns what they went through: "moves", and what the game itself counts.
    """
    pair, rng, seen = pair_of(name), Random(seed), Counter[str]()
    for number in range(games):
        game, state, choose = pair.begin(number, rng)
        gained = np.zeros(game.seats)
        packed = pair.pack(game, state)
        closely = number % 16 == 0

        def where() -> str:
            return f"seed {seed}, game {number}, turn {state.turn}, {game.spec}, {game.seats} seats"  # noqa: B023

        while state.seat is not None:
            legal = game.legal(state)
            codes = [pair.encode(action, packed) for action in legal]
            assert pair.gather(codes) == pair.legal(packed), f"{where()}: legal actions differ"
            action = choose(state, legal)
            code = codes[legal.index(action)]
            assert pair.decode(code, packed) == action, f"{where()}: {action} is not read back"
            state = game.apply(state, action)
            pair.apply(packed, code)
            if closely or state.seat is None:
                same = pair.comparable(packed) == pair.comparable(pair.pack(game, state))
                assert same, f"{where()}: states differ"
        pair.returns(packed, gained)
        assert tuple(gained) == game.returns(state), f"{where()}: returns differ"
        seen.update(pair.seen(state), moves=state.turn)
    return seen


def pair_of(name: str) -> Pair:
    """Return what a game with a kernel brings to the comparison."""
    found: Pair = load(samples.of(name).pair)
    return found


@lru_cache(maxsize=1 << 12)
def rules_of(name: str, spec: str, seats: int) -> Any:
    """Return the rules of a game, made once for all deals under them."""
    return registry.game(name, spec, seats)


def random_spec(
    name: str, options: Mapping[str, Setting], rng: Random, match: Sequence[str], **likely: Sequence[int]
) -> str:
    """A rule set with all options drawn, but for those of the match: whoever adds one to the law adds it to the kernel.

    likely: the values of an option among which to draw, where not all that it takes are as good.
    """
    pairs = {
        key: rng.choice(likely.get(key) or option.choices or range(int(option.low), int(option.high) + 1))
        for key, option in options.items()
        if key not in match
    }
    return f"{name}:" + ",".join(f"{key}={value}" for key, value in pairs.items())
