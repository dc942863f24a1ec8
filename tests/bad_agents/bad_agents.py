"""Bots that misbehave, as a package of its own: with this folder on PYTHONPATH they are plug-ins like any other."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, ClassVar

from cardtui import compilation
from cardtui.core import Action, Belief, Decision, Observation, Option
from cardtui.entries import Bot
from cardtui.options import Setting
from cardtui.registry import games


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
        else:
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


class Scribbles(Bad):
    """Writes on the line on which its answers go to the program."""

    def misbehave(self, good: Decision) -> Iterator[Any]:
        for descriptor in range(3, 20):
            with suppress(OSError):
                os.write(descriptor, b'{"id": 1}\n{"id": 1, "fault": "unheard of"}\n[]\n')
        yield good


class Concludes(Bad):
    """Ends its answer itself, on the line for its answers, and goes on thinking."""

    def misbehave(self, good: Decision) -> Iterator[Any]:
        for descriptor in range(3, 20):
            with suppress(OSError):
                if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
                    os.write(descriptor, b"".join(b'{"id": %d, "end": true}\n' % number for number in range(1, 1000)))
        time.sleep(60)
        yield good


class Exits(Bad):
    """Ends the process as a program does."""

    def misbehave(self, good: Decision) -> Iterator[Any]:
        sys.exit("a bad day")
        yield good


class ExitsEarly(Bad):
    """Ends the process while it is built."""

    def __init__(self, game: Any, odds: float) -> None:
        sys.exit("a bad start")


class ExitsAsked(Bad):
    """Ends the process when it is asked, before there is an answer to wait for."""

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        sys.exit("a bad question")


class Hoards(Bad):
    """Takes all memory that it can get."""

    def misbehave(self, good: Decision) -> Iterator[Any]:
        held = []
        while True:
            held.append(bytes(256 << 20))  # never touched, so that only the limit is used up
        yield good


class Forks(Bad):
    """Leaves a process behind that has a session of its own and holds the program's line open; its note says which."""

    def misbehave(self, good: Decision) -> Iterator[Any]:
        if not (left := os.fork()):
            os.setsid()
            time.sleep(60)
            os._exit(0)
        yield good._replace(note=str(left))


class Misplaces(Bad):
    """Believes something of a seat that is not there."""

    def misbehave(self, good: Decision) -> Iterator[Any]:
        yield good._replace(beliefs=(Belief(99, "holds", {}),))


class Overflows(Bad):
    """A probability that is none."""

    def misbehave(self, good: Decision) -> Iterator[Any]:
        yield good._replace(options=(Option(good.action, -1e308),))


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


class Compiles(Loads):
    """Compiles for so many seconds while it is built, a third of them each time, and again when it is asked."""

    def __init__(self, game: Any, seconds: float) -> None:
        self.seconds = seconds
        self.compile()

    def compile(self) -> None:
        for _ in range(3):
            compilation.begin()
            time.sleep(self.seconds / 3)
            compilation.end()

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        self.compile()
        yield fair(observation, rng)


class Refuses(Bad):
    def __init__(self, game: Any, odds: float) -> None:
        raise ImportError("nothing to play with")


class Helped(Bad):
    """Starts a process of its own, names it in a note, and hangs."""

    def misbehave(self, good: Decision) -> Iterator[Any]:
        helper = subprocess.Popen(["sleep", "600"])
        yield good._replace(note=str(helper.pid))
        while True:
            pass
