"""Bots that misbehave, as a package of its own: with this folder on PYTHONPATH they are plug-ins like any other."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from cardtui.core import Action, Decision, Observation, Option
from cardtui.options import Setting
from cardtui.registry import Bot, games


class Bad:
    """Plays at random, and with probability `odds` does what it is named for."""

    options: ClassVar = {"odds": Setting(1.0, "probability to misbehave", low=0, high=1)}

    def __init_subclass__(cls) -> None:
        name, target = cls.__name__.lower(), f"bad_agents:{cls.__name__}"
        for game in games():  # as the entry points name them
            setattr(cls, game, Bot(name, game, target, "heuristic", "misbehaves", cls.options))

    def __init__(self, game: Any, odds: float) -> None:
        self.odds = odds

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        good = fair(observation, rng)
        if rng.random() < self.odds:
            yield from self.misbehave(good)
        yield good

    def misbehave(self, good: Decision) -> Iterator[Any]:
        raise NotImplementedError


def fair(observation: Observation, rng: Random) -> Decision:
    """Any legal action."""
    action = rng.choice(observation.legal)
    return Decision(action, (Option(action, 1.0),), "probability")


class Raises(Bad):
    def misbehave(self, good: Decision) -> Iterator[Any]:
        raise ValueError("a bad\nday")


class Hangs(Bad):
    def misbehave(self, good: Decision) -> Iterator[Any]:
        while True:
            pass
        yield good


class Floods(Bad):
    def misbehave(self, good: Decision) -> Iterator[Any]:
        while True:
            yield good


class Shouts(Bad):
    """Too much in one answer."""

    def misbehave(self, good: Decision) -> Iterator[Any]:
        yield good._replace(note="a" * (8 << 20))


class Cheats(Bad):
    def misbehave(self, good: Decision) -> Iterator[Any]:
        yield good._replace(action=Action("discard", (), "stack"))


class Mumbles(Bad):
    """Something that is no Decision."""

    def misbehave(self, good: Decision) -> Iterator[Any]:
        yield good.action


class Silent(Bad):
    """No answer at all."""

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        return iter(())


class Dies(Bad):
    def misbehave(self, good: Decision) -> Iterator[Any]:
        os._exit(7)
        yield good


class Prints(Bad):
    """On every way out, and reads what is not its own; but it answers well."""

    def misbehave(self, good: Decision) -> Iterator[Any]:
        print('{"id": 1, "end": true}', flush=True)
        os.write(1, b'{"id": 1, "fault": "died", "text": "lies"}\n')
        os.write(2, b"noise\n")
        if sys.stdin.read():
            raise ValueError("there was something to read")
        yield good


class Searches(Bad):
    """Ever more decisions, each later than the last, without end, as a search gives them; it stops when told."""

    def misbehave(self, good: Decision) -> Iterator[Any]:
        for count in range(1_000_000):
            yield good._replace(note=str(count))
            time.sleep(0.001)


class Loads(Bad):
    """Takes so many seconds to be built; it answers well."""

    options: ClassVar = {"seconds": Setting(1.0, "how slow", low=0)}

    def __init__(self, game: Any, seconds: float) -> None:
        time.sleep(seconds)

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        yield fair(observation, rng)


class Refuses(Bad):
    def __init__(self, game: Any, odds: float) -> None:
        raise ImportError("nothing to play with")
