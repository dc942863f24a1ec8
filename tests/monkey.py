"""A monkey at the keyboard: bursts of keys, clicks, pasted words and sizes, none waiting for the one before.

Whatever comes in, the app goes on or ends in the ways in which a person ends it. `play` is one round on one screen;
the same seed sends the same bursts, though not always to the same moments.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, cast
from unittest.mock import patch

from textual import events
from textual.app import App
from textual.geometry import Size
from textual.keys import key_to_character

from cardtui import registry, settings, trainings
from cardtui.core import Action, Decision, Game, Observation, Option, Refusal
from cardtui.entries import HUMAN
from cardtui.hosting.host import BotFault, Host
from cardtui.match import Match
from cardtui.settings import Settings
from cardtui.ui.app import CardApp, Inspect, Menu, Play, Replay, Start
from cardtui.ui.screens.saved import SavedScreen
from cardtui.ui.screens.seats import SeatsScreen

from .ui.common import Bots

GAMES = tuple(registry.games())
BURSTS, BURST = 12, 12
"""Bursts of a round, and the most events of one."""
SIZES = ((80, 24), (140, 40), (80, 24), (60, 20), (20, 18), (7, 1))
OFTEN = ["enter", "enter", "escape", "up", "down", "left", "right", "pageup", "pagedown", "home", "end", "tab", "space"]
OFTEN += ["backspace", "f1", "f2", "f4", "f10", "ctrl+p", "g", "n", "y", "x", "s", "e", "q", "1", "2", "3", "d"]
QUIT = ("ctrl+q", "ctrl+c")
WORDS = ("3", "1:2", "50%", "agents random", "back", "random 3", "stack", "theme", "[b]", "seat 2", "\u202e", "5 d\n")
ENDED = (0, 130)
"""Exit statuses after Ctrl+Q and after Ctrl+C twice."""


class Moody(Bots):
    """Bots that think for a moment or for long, say one thing or several, or fail."""

    compiling = ""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self.rng = rng

    async def prepare(self, game: Game[Any], spec: str) -> None:
        """Nothing need be built."""

    async def think(
        self, game: Game[Any], spec: str, seen: Observation, seed: str, **limits: Any
    ) -> AsyncIterator[Decision]:
        """As `Host.think`."""
        if self.rng.random() < 0.1:
            raise BotFault(spec, "raised", f"{spec} raised ValueError: [no] cards")
        for _ in range(self.rng.randint(1, 3)):
            await asyncio.sleep(self.rng.choice((0, 0, 0.01, 0.1)))
            action: Action = self.rng.choice(seen.legal)
            yield Decision(action, (Option(action, 1.0, why="by chance"),), "points")


def record(name: str, rng: Random, over: bool = False) -> Path:
    """A saved match of that game in which a few moves were made at random."""
    entry = registry.game_entry(name)
    seats = (HUMAN, *["random"] * (entry.seats[0] - 1))
    path = settings.new_record(name)
    match = Match.new(name, entry.rules, seats, rng.randrange(1000), path)
    for _ in range(400 if over else 7):
        if match.over:
            break
        if match.turn is None:
            match.next_deal()
        else:
            match.play(rng.choice(match.observe(match.turn).legal))
    match.close("finished" if match.over else "")
    return path


def start(place: str, rng: Random) -> tuple[Start, Callable[[CardApp], None]]:
    """What the app begins with, and what is done then to come to that place."""
    what, _, name = place.partition(" ")

    def stay(one: CardApp) -> None:
        """This is the place."""

    if what == "table":
        entry = registry.game_entry(name)
        people = rng.randint(0, min(2, entry.seats[0]))
        seats = (*[HUMAN] * people, *["random"] * (entry.seats[0] - people)) if entry.seats[0] > 1 else (HUMAN,)
        return Play(name, entry.rules, seats, rng.randrange(1000)), stay
    if what == "replay":
        return Replay(record(name, rng, rng.random() < 0.5)), stay
    if what == "inspect":
        found = record(name, rng) if rng.random() < 0.5 else None
        return Inspect(name, ("random",), registry.game_entry(name).rules, found), stay
    if what == "saved":
        record(rng.choice(GAMES), rng)
        return Menu(), lambda one: one.push_screen(SavedScreen()) and None
    if what == "seats":
        return Menu(), lambda one: one.push_screen(SeatsScreen(name)) and None
    return Menu(), stay


PLACES = ("menu", "saved", *(f"{what} {name}" for what in ("table", "replay", "inspect", "seats") for name in GAMES))


def burst(one: CardApp, rng: Random) -> list[Any]:
    """Keys and words, and functions that make a click or a size of them."""
    own = [key for _, bindings in one.screen._binding_chain for key in bindings.key_to_bindings]
    own = [key for key in own if key not in QUIT]
    sent: list[Any] = []
    for _ in range(rng.randint(1, BURST)):
        kind = rng.random()
        if kind < 0.75:
            keys = QUIT if kind < 0.005 else own if own and kind < 0.35 else OFTEN
            key = rng.choice(keys)
            sent += [("key", key)] * rng.choice((1, 1, 1, 1, 2, 3, 6))
        elif kind < 0.95:
            sent += [("click", rng.randrange(80), rng.randrange(24))] * rng.choice((1, 1, 2, 3))
        elif kind < 0.99:
            sent.append(("paste", rng.choice(WORDS)))
        else:
            sent.append(("size", *rng.choice(SIZES)))
    return sent


def send(one: CardApp, what: tuple[Any, ...]) -> None:
    """As the terminal's driver does, without waiting."""
    driver = one._driver
    assert driver
    kind, *how = what
    if kind == "key":
        driver.process_message(events.Key(how[0], key_to_character(how[0])))
    elif kind == "paste":
        driver.process_message(events.Paste(how[0]))
    elif kind == "click":
        for event in (events.MouseMove, events.MouseDown, events.MouseUp):
            button = 0 if event is events.MouseMove else 1
            x, y = how
            driver.process_message(event(None, x, y, 0, 0, button, False, False, False, x, y))
    else:
        driver._size = tuple(how)
        size = Size(*how)
        driver.process_message(events.Resize(size, size))


async def play(place: str, seed: int, bursts: int = BURSTS) -> list[Any]:
    """A round at that place; what was sent. Raises what the app ended by."""
    rng = Random(f"monkey/{place}/{seed}")
    begin, go = start(place, rng)
    chosen = Settings(pace=rng.choice((0.0, 0.05)), coach="random", panel=rng.choice(("deal", "coach", "open")))
    hosts = [cast(Host, Moody(rng)) for _ in range(3)]
    one = CardApp(chosen, begin, *hosts)
    sent: list[Any] = []

    def untrained(*_: object) -> None:
        raise Refusal("a monkey trains nothing: a training would outlive it")

    with patch.object(App, "save_screenshot", lambda self, path: path), patch.object(trainings, "begin", untrained):
        try:
            async with asyncio.timeout(120), one.run_test(size=rng.choice(SIZES[:2]), notifications=True) as pilot:
                await pilot.pause()
                go(one)
                for _ in range(bursts):
                    if one._exit:
                        break
                    sent.append(now := burst(one, rng))
                    for what in now:
                        send(one, what)
                        for _ in range(rng.choice((0, 0, 0, 1, 3))):
                            await asyncio.sleep(0)
                    await (pilot.pause() if rng.random() < 0.7 else asyncio.sleep(0))
                await pilot.pause()
        except Exception as error:
            told = "\n".join(map(str, sent))
            raise AssertionError(f"at {place}, seed {seed}, the app ended by {error!r} after\n{told}") from error
    assert one.return_code in (None, *ENDED), one.return_code
    return sent


def rounds(count: int, seed: int) -> Counter[str]:
    """So many rounds, all places in turn, with records and settings in a folder of their own."""
    seen: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        names = {f"XDG_{name}_HOME": f"{folder}/{name.lower()}" for name in ("DATA", "CONFIG", "CACHE", "STATE")}
        with patch.dict(os.environ, names):
            for number in range(seed * count, (seed + 1) * count):
                sent = asyncio.run(play(PLACES[number % len(PLACES)], number))
                seen["events"] += sum(map(len, sent))
    return seen
