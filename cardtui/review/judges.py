"""The judges of a game, loaded, and the one that works for any game: a bot that plays on for all seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from .. import dice, registry
from ..core import Action, Game, Observation, Refusal, action_text, decide
from ..entries.judging import Judge, JudgeEntry, Judging, Worlds
from ..loading import load
from ..registry import lineup

STEPS = 1
"""Number of answers that a bot gives when it plays on: its first one, since thousands are asked for."""


class PlayOn:
    """A judge: the bots of these specs play on, one for each seat, each from its own observation."""

    def __init__(self, game: Game[Any], specs: Sequence[str]) -> None:
        self.game = game
        self.agents = [registry.agent(game, spec) for spec in specs]

    def values(
        self, states: Sequence[Any], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[tuple[float, ...]]]:
        """Return the returns of each seat after each action in each state, as `judging.Judge` says."""
        return [
            [self._play(state, action, seed) for action in actions] for state, seed in zip(states, seeds, strict=True)
        ]

    def _play(self, state: Any, action: Action | None, seed: int) -> tuple[float, ...]:
        game = self.game
        rngs = [dice.rng(seed, seat) for seat in range(game.seats)]
        if action is not None:
            state = game.apply(state, action)
        while (seat := game.turn(state)) is not None:
            seen = game.observe(state, seat)
            state = game.apply(state, decide(self.agents[seat], seen, rngs[seat], STEPS).action)
        return game.returns(state)


class LoadedJudge(NamedTuple):
    """A judge that is ready, and what is declared of it."""

    entry: JudgeEntry
    judge: Judge
    weights: str
    """The sha256 of the weights it plays with, or ""."""


class Panel(NamedTuple):
    """The judges of a game under its rules, the reference first, and the game's other parts of `Judging`."""

    game: Game[Any]
    judging: Judging
    judges: tuple[LoadedJudge, ...]
    worlds: Callable[[Any, Observation, int, Random], Worlds]
    kind: Callable[[Any, Observation], str]
    phase: Callable[[Any, Observation], str]
    alike: Callable[[Any, Observation], Mapping[Action, Action]]
    stake: Callable[[Any, Observation], float]
    swing: Callable[[Any, Observation], float]
    fair: Callable[[Any, int], float]
    redrawn: Callable[[Any, Any, Random], Any]
    goal: float
    """The least result that counts as a win, in a game for one."""

    def able(self, kind: str) -> list[LoadedJudge]:
        """Return the judges that can judge decisions of this kind."""
        return [loaded for loaded in self.judges if not loaded.entry.kinds or kind in loaded.entry.kinds]

    @property
    def convicting(self) -> set[str]:
        """The names of the judges that may prove a mistake: they see no more than the player."""
        return {one.entry.name for one in self.judges if not one.entry.sees_all_hands}

    def choices(self, seen: Observation) -> dict[Action, Action]:
        """Return the legal actions, each with the one that stands for all that are equal to it."""
        return dict(self.alike(self.game, seen))

    def text(self, action: Action) -> str:
        """Return the text of an action."""
        return action_text(self.game, action)


@lru_cache(4)
def panel_of(name: str, rules: str, seats: int, chosen: tuple[str, ...] = (), marks: tuple[float, ...] = ()) -> Panel:
    """Return the judges of a game: those chosen by name, or all that can judge under these rules.

    `marks` are the least losses that are marked; () for the game's own.
    Raises Refusal if there is no such judge, or if one cannot judge under these rules.
    """
    game = registry.game(name, rules, seats)
    entry = registry.game_entry(name)
    judging = registry.judging(name)
    if marks:
        least, middle, most = marks
        judging = replace(judging, marks=(least, middle, most))
    able = {one.name: one for one in able_judges(game)}
    known = dict.fromkeys([*(one.name for one in judging.judges), *able])
    for one in chosen:
        if one not in known:
            raise Refusal(f"{name} has no judge {one}: there are {', '.join(known)}")
        if one not in able:
            raise Refusal(f"{one} cannot judge {name} under {game.spec}: it does not know these rules")
    entries = [able[one] for one in chosen or able]
    judges = tuple(
        LoadedJudge(one, load(one.target)(game), registry.version(name, one.bot) if one.bot else "") for one in entries
    )
    names = ("worlds", "kind", "phase", "alike", "stake", "swing", "fair", "redrawn")
    parts = {name: load(getattr(judging, name)) for name in names}
    return Panel(game, judging, judges, **parts, goal=entry.goal)


def able_judges(game: Game[Any]) -> list[JudgeEntry]:
    """Return the judges that can judge a game under its rules; at least one, which works for any game."""
    return [one for one in registry.judging(game.name).judges if one.rules(game)] or [_fallback_judge(game)]


def _fallback_judge(game: Game[Any]) -> JudgeEntry:
    """Return a judge for a game that declares none: the first of its usual bots on all seats."""
    bot = lineup.default_bots(game.name, game.spec)[0]
    how = f"{bot} on all seats, each sees its own hand"
    return JudgeEntry("bots", lambda game: PlayOn(game, [bot] * game.seats), how, 40, 200, bot=bot)
