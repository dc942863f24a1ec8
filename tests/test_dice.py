"""Bots that peek: what a bot is handed leads to no hidden card, in the arena and at the table.

Each of these bots looks for the deal with all that it gets: its dice, its law, its observation. A deal is found when
the bot can name one that looks just as what it sees, which nobody does by chance.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, ClassVar

import pytest

from cardtui import arena, dice, registry
from cardtui.core import Decision, Observation, Option, Refusal, decide
from cardtui.entries import Bot
from cardtui.hosting.child import table
from cardtui.match import Match
from cardtui.registry import catalogue, plugins
from cardtui.review import positions
from cardtui.study import outcomes

from . import samples

NAMES = [name for name, entry in registry.games().items() if entry.seats[1] > 1]
SEEDS = 200
"""Seeds that the peeking bots try."""


class Peek:
    """Plays the first legal action, and at each turn looks for the deal; `found` are the deals, `asked` how often."""

    found: ClassVar[list[Any]] = []
    asked: ClassVar[int] = 0

    def __init__(self, game: Any) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        Peek.asked += 1
        if not any(event.seat >= 0 for event in observation.history):  # else it was dealt long ago
            for again in self.streams(rng):
                if self.fits(again, observation):
                    Peek.found.append(observation)
        action = observation.legal[0]
        yield Decision(action, (Option(action, 1.0),), "probability")

    def fits(self, again: Random, seen: Observation) -> bool:
        """Whether that stream deals what is seen."""
        game = self.game
        deal = game.deal(again)
        with suppress(Exception):
            return bool(game.observe(game.start(deal), seen.seat).zones == seen.zones)
        return False

    def streams(self, rng: Random) -> Iterable[Random]:
        raise NotImplementedError


class Winds(Peek):
    """Winds the state of its dice back to the beginning of their block of 624 words, where a short stream began."""

    def streams(self, rng: Random) -> Iterable[Random]:
        version, words, _ = rng.getstate()
        again = Random()
        again.setstate((version, (*words[:-1], 0), None))
        yield again


@cache
def seeded() -> dict[Any, int]:
    """The seed behind each state of dice as they are seeded, or as they were once."""
    forms = ("{}/0/0/0", "{}/0/0/1", "{}", "{}/position", "{}/0")
    return {Random(form.format(seed)).getstate(): seed for seed in range(SEEDS) for form in forms}


class Tries(Peek):
    """Tries seeds until one gives its dice; with it the deal can be dealt again, and any position found."""

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        Peek.found += [seed for seed in (seeded().get(rng.getstate()),) if seed is not None]
        yield from super().think(observation, rng)

    def streams(self, rng: Random) -> Iterable[Random]:
        return ()


class Remembers(Peek):
    """Reads what its law remembers of hands: of those, the ones of another seat."""

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        caches = [value for value in vars(self.game).values() if hasattr(value, "cache_info")]
        for part in gc.get_referents(*caches):
            if isinstance(part, dict):
                Peek.found += [key for key in part if isinstance(key, tuple)]
        yield from super().think(observation, rng)

    def streams(self, rng: Random) -> Iterable[Random]:
        return ()


@pytest.fixture
def peek(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """`peek(name, kind)`: a peeking bot as a plug-in of that game, with nothing found yet; its name."""
    Peek.found.clear()
    Peek.asked = 0
    clear()

    def planted(name: str, kind: type[Peek]) -> str:
        plugin = plugins.Plugin(f"{name}.peek", "tests:PEEK")
        monkeypatch.setattr(plugins, "installed", lambda: plugins.Installed((), (plugin,)))
        catalogue.found.cache_clear()
        bot = Bot("peek", name, f"{__name__}:{kind.__name__}", "heuristic", "looks for the deal")
        monkeypatch.setitem(plugins._known, plugin, bot)
        return bot.name

    yield planted
    clear()


def clear() -> None:
    """Forget who was loaded."""
    for cached in (registry.cached_agent, table, catalogue.found):
        cached.cache_clear()


def played(name: str, bot: str, deals: int = 30) -> list[Any]:
    """What a bot finds in the arena at a table of its like."""
    entry = registry.game_entry(name)
    arena.run(name, "", [arena.table([bot] * entry.seats[0])], deals=deals, seed=7)
    assert Peek.asked > deals
    return Peek.found


@pytest.mark.parametrize("kind", [Winds, Tries, Remembers])
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_in_the_arena_finds_no_deal(name: str, kind: type[Peek], peek: Any) -> None:
    assert played(name, peek(name, kind)) == []


@pytest.mark.parametrize("kind", [Winds, Tries])
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_at_the_table_finds_no_deal(name: str, kind: type[Peek], peek: Any) -> None:
    bot = peek(name, kind)
    entry = registry.game_entry(name)
    for seed in range(10):
        match = Match.new(name, "", (bot,) * entry.seats[0], seed)
        agent = registry.agent(match.game, bot)
        while match.turn is not None and len(match.moves()) < 2:
            decision = decide(agent, match.observe(match.turn), Random(match.rng_seed(match.turn)))
            match.play(decision.action)
    assert Peek.asked == 20
    assert Peek.found == []


@pytest.mark.parametrize("kind", [Winds, Tries])
def test_a_bot_that_is_asked_about_a_position_finds_no_deal(kind: type[Peek], peek: Any) -> None:
    from cardtui.study.inspect import report

    bot = peek("yaniv", kind)
    for seed in range(20):
        report("yaniv", (bot,), seed=seed)
    with suppress(Refusal):  # it gives no values
        outcomes.report("yaniv", "paper", 2, bot, 1)
    assert Peek.asked > 20
    assert Peek.found == []


@pytest.mark.parametrize("name", NAMES)
def test_bots_have_a_law_that_nobody_else_has(name: str, peek: Any) -> None:
    bot, seats = peek(name, Winds), registry.game_entry(name).seats[0]
    law = registry.game(name, "", seats)
    agents = [registry.cached_agent(name, law.spec, seats, bot, copy) for copy in range(seats)]
    laws = [law, table(name, law.spec, seats), *(agent.game for agent in agents if isinstance(agent, Peek))]
    assert len({id(one) for one in laws}) == len(laws) == 2 + seats


def test_the_peeking_bots_find_what_is_there_to_find(peek: Any) -> None:
    """With dice that lead to the deal, as they once did, each finds it."""
    for name in NAMES:
        game = registry.game(name, "", registry.game_entry(name).seats[0])
        rng = Random("7/0")
        state = game.start(game.deal(rng))
        seen = game.observe(state, game.turn(state) or 0)
        for kind, handed in ((Winds, rng), (Tries, Random("7/0/0/0"))):
            Peek.found.clear()
            decide(kind(game), seen, handed)
            assert Peek.found, (name, kind)
        Peek.found.clear()
        if any(hasattr(value, "cache_info") for value in vars(game).values()):
            decide(Remembers(game), seen, rng)
            assert Peek.found or samples.of(name).forgetful, name


def test_no_seats_share_their_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does one seat go on with those of another game."""
    from cardtui.agents.yaniv import heuristics

    handed: dict[int, set[int]] = {}
    kept = []

    def think(self: Any, observation: Observation, rng: Random) -> Iterator[Decision]:
        if observation.turn < 4:
            kept.append(rng)  # so that no other gets its place in memory
            handed.setdefault(id(rng), set()).add(observation.seat)
        yield Decision(observation.legal[0], (Option(observation.legal[0], 1.0),), "probability")

    monkeypatch.setattr(heuristics.Greedy, "think", think)
    arena.run("yaniv", "paper", [arena.pairing("greedy", "greedy", 4)], deals=3, seed=1)
    assert len(handed) == 3 * 6 * 4
    assert all(len(seats) == 1 for seats in handed.values())
    assert len({rng.getstate() for rng in {id(rng): rng for rng in kept}.values()}) == 3 * 6 * 4


def test_dice_come_again_and_differ_by_every_word() -> None:
    assert dice.seed(5, 0, 3, 1) == dice.seed(5, 0, 3, 1)
    assert dice.rng(5, 0, 3, 1).random() == dice.rng(5, 0, 3, 1).random()
    keys = {dice.seed(*words) for words in [(5, 0, 3, 1), (5, 0, 3, 2), (5, 0, 4, 1), (5, 1, 3, 1), (6, 0, 3, 1)]}
    assert len(keys) == 5


def test_seeds_that_nobody_chose_cannot_be_tried_out() -> None:
    seeds = [dice.fresh_seed() for _ in range(64)]
    assert len(set(seeds)) == 64
    assert 1 << 50 < max(seeds) < 1 << 53  # below 2 to the 50th all are with a chance of 1 in 2 to the 192th


def test_deals_are_those_of_old_records() -> None:
    assert registry.game("yaniv").deal(dice.deal_rng(42, 3)) == registry.game("yaniv").deal(Random("42/3"))


def test_a_random_position_is_played_by_the_house_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its players get the dice that dealt."""

    def never(*_: Any) -> Any:
        raise AssertionError("a plug-in was looked for")

    monkeypatch.setattr(plugins, "read", never)
    assert positions.at_random(registry.game("yaniv"), 3).seen == positions.at_random(registry.game("yaniv"), 3).seen
