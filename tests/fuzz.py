"""Mutated input to everything that reads: a value or a Refusal, never another exception.

A target makes one input from a random source and reads it. Inputs begin as valid ones and are cut, doubled, shuffled
and sprinkled with what readers stumble over.
"""

from __future__ import annotations

import copy
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

from textual.content import Content

from cardtui import models, options, record, registry, settings, words
from cardtui.core import Decision, Refusal, action_text, decide, parse_action
from cardtui.entries.spaces import listed
from cardtui.json_forms import decision_from_json, decision_json, observation_json
from cardtui.match import Match
from cardtui.record import archive
from cardtui.review import positions
from cardtui.tableside import Second
from cardtui.testing import laws
from cardtui.ui.widgets.decisions import decision_lines
from cardtui.validation import check_decision

from . import samples

T = TypeVar("T")
# fmt: off
SCRAPS = (
    "", " ", "\t", "\n", "\r", "\0", "\x1b[2J", "\u2028", "\ufeff", "\ud800", "\U0001f0a1", "é", "ß", "İ", "٣", "²",
    "0", "1", "-1", "9" * 30, "9" * 5000, "1e999", "nan", "inf", "1_0", "0x1", ".", "1e-400",
    ">", ":", ",", "=", "@", "{", "}", "[", "]", '"', "'", "\\", "\\u", "#", "null", "true", "NaN", "-", "%", "{}",
    "♣", "♠", "★", "Kc", "X1", "x3", "10h", "1h", "Th", "AA", "stack", "a", "b", "y", "yaniv", "discard", "d", "pile",
    "EO", "h10", "GA", "ruf-eichel", "solo", "tout", "pass", "contra", "retour", "play", "bid", "won 1", "-",
    "club", "paper", "limit", "1979-13-41", "25:61:00", "[" * 2000, "[[a]]", "a.b", "human", "greedy", "pimc",
)
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**63, 10**400, 0.5, 1e308, float("nan"), float("inf"), "", "a", "Kc", "stack", "\0",
    [], {}, [[]], [None], {"a": 1}, ["Kc"], ["Kc", "Kc"], [0, 0], [0.0, 0.0, 0.0], "yaniv", "discard Kc > a", "\ud800",
    "EO", ["EO"], "ruf-gras", "pass", "sie", ["ruf-eichel", "pass", "", ""],
)
# fmt: on
NAMES = ("You", "Toni", "Sepp", "Vroni")
DEEP = json.loads("[" * 200 + "]" * 200)


def text(rng: Random, base: str) -> str:
    """`base` with a few mishaps."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 8))):
        at = rng.randrange(len(base) + 1)
        to = min(len(base), at + rng.choice((0, 1, 1, 2, 5, 40)))
        match rng.randrange(6):
            case 0:
                base = base[:at] + base[to:]
            case 1:
                base = base[:at] + rng.choice(SCRAPS) + base[at:]
            case 2:
                base = base[:at] + rng.choice(SCRAPS) + base[to:]
            case 3:
                base = base[:to] + base[at:to] + base[to:]
            case 4:
                base = base[:at] + chr(rng.choice((rng.randrange(128), rng.randrange(0x3000)))) + base[to:]
            case 5:
                base = base[:at] + base[at:to].swapcase()[::-1] + base[to:]
    return base


def tree(rng: Random, base: Any) -> Any:
    """A copy of plain JSON values with a few of them lost, doubled, exchanged or replaced."""
    base = copy.deepcopy(base)
    for _ in range(rng.choice((0, 1, 1, 2, 4))):
        base = _sting(rng, base)
    return base


def _sting(rng: Random, node: Any) -> Any:
    if rng.random() < 0.75 and node and isinstance(node, dict | list):
        keys: list[Any] = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = rng.choice(keys)
        match rng.randrange(8):
            case 0:
                del node[key]
            case 1 if isinstance(node, list):
                node.insert(key, copy.deepcopy(rng.choice(node)))
            case 1 if isinstance(node, dict):
                node[rng.choice(SCRAPS)] = node.pop(key)
            case 2:
                other = rng.choice(keys)
                node[key], node[other] = node[other], node[key]
            case _:
                node[key] = _sting(rng, node[key])
        return node
    if isinstance(node, str) and rng.random() < 0.7:
        return text(rng, node)
    if type(node) is int and rng.random() < 0.5:
        return node + rng.choice((-1, 1, 64, -1000))
    return copy.deepcopy(DEEP if rng.random() < 0.02 else rng.choice(ODD))


def odd_everywhere(base: Any) -> Iterator[Any]:
    """Copies of plain JSON values in which one is lost or odd; of a list the first stands for all."""
    keys = list(base) if isinstance(base, dict) else range(min(1, len(base))) if isinstance(base, list) else ()
    for key in keys:
        for value in (*ODD, *odd_everywhere(base[key])):
            changed = copy.copy(base)
            changed[key] = value
            yield changed
        lost = copy.copy(base)
        del lost[key]
        yield lost


class Bench:
    """The valid inputs of a game that are mutated, and the folder for those that are files."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder, self.sample = name, folder, samples.of(name)
        rng = Random(1)
        low, high = registry.game_entry(name).seats
        rules = [*laws.rule_sets(name), *(laws.random_rules(name, rng) for _ in range(3))]
        self.games: list[Any] = [
            registry.game(name, spec, seats) for spec in rules for seats in sorted({low, min(high, 4)})
        ]
        self.views, self.decisions = [], []
        for game, bot in product(self.games, ("random", self.sample.players[0])):
            state = game.start(game.deal(rng))
            agent = registry.agent(game, bot)
            for _ in range(60):
                self.views.append((game, game.observe(state, rng.randrange(game.seats))))
                seat = game.turn(state)
                if seat is None:
                    break
                seen = game.observe(state, seat)
                decision = decide(agent, seen, rng)
                self.views.append((game, seen))
                self.decisions.append((game, seen, decision_json(game, decision)))
                state = game.apply(state, decision.action)
        self.seen = [observation_json(game, seen) for game, seen in self.views if 4 < len(seen.history) < 30]
        self.positions = [positions.from_json(name, data) for data in self.seen[::4]]
        self.shorts = [json.loads(positions.setups_of(name).short), *map(positions.short_form, self.positions)]
        self.records = [_record(name, folder / f"base{seed}.jsonl", seed) for seed in range(4)]
        self.card = {key: kind() for key, kind in models.NEEDED.items()}
        self.card |= {"settings": {"alpha": 0.1}, "scores": [{"n": 3}]}
        models.write_card(folder, self.card)
        self.toml = (folder / models.CARD).read_text(encoding="utf-8")

    # --- the targets ----------------------------------------------------------------------------

    def action(self, rng: Random) -> None:
        """What `parse_action` reads, and why what it read is illegal."""
        game, seen, _ = rng.choice(self.decisions)
        action = parse_action(game, text(rng, action_text(game, rng.choice(seen.legal))))
        assert _sure(lambda: parse_action(game, action_text(game, action))) == action
        state = game.start(game.deal(rng))
        if action not in game.legal(state):
            _refused(lambda: game.apply(state, action))

    def typed(self, rng: Random) -> None:
        """What a person types at the table: always an answer."""
        game, seen = rng.choice(self.views)
        spoken = words.of(game.name)
        order = spoken.order(game, seen, rng.choice(settings.SORTS))
        line = text(rng, rng.choice(self.sample.typed))
        pending = rng.choice(("", "pile", "stack", "a"))
        typed = spoken.read(game, seen, order, line, pending)
        assert typed.action is None or typed.action in seen.legal
        assert typed.action is None or (typed.legal and not typed.refusal)
        assert typed.legal or typed.refusal

    def face(self, rng: Random) -> None:
        """A card's name."""
        game = rng.choice(self.games)
        card = game.card(text(rng, game.face(rng.choice(listed(game).deck))))
        assert _sure(lambda: game.card(game.face(card))) == card

    def spec(self, rng: Random) -> None:
        """Rule sets and bots as people type them."""
        spec = text(rng, rng.choice(self.sample.specs))
        options.split(spec)
        _refused(lambda: registry.game(self.name, spec, rng.choice((2, 3, 4, 7, -1))))
        registry.check(self.name, spec, rng.choice(laws.rule_sets(self.name)))

    def observation(self, rng: Random) -> None:
        """An observation given to inspect: what it believes can also be told."""
        position = positions.from_json(self.name, tree(rng, rng.choice(self.seen)))
        spoken, (game, seen) = words.of(self.name), position[:2]
        assert spoken.table(game, seen, spoken.order(game, seen, "number"), NAMES[: game.seats])

    def short(self, rng: Random) -> None:
        """A position given in the short form, or changed by a line: what it says is what is read again."""
        short = rng.choice(self.shorts)
        if rng.random() < 0.5:
            short = tree(rng, short)
        else:
            key = rng.choice(list(short))
            line = text(rng, f"{short[key]}".strip("[]") + rng.choice(("", " hand 7h 7d", " pile Kc", " actions pass")))
            short = positions.typed(short, f"{key} {line}")
        position = positions.from_json(self.name, short)
        again = positions.short_form(position)
        assert positions.short_form(_sure(lambda: positions.from_json(self.name, again))) == again

    def swap(self, rng: Random) -> None:
        """A card of a position exchanged for another, and back."""
        position = rng.choice(self.positions)
        game, seen = position.game, position.seen
        cards = [str(rng.randrange(10)), *map(game.face, [card for zone in seen.zones for card in zone.cards])]
        old, new = rng.choice(cards), game.face(rng.choice(listed(game).deck))
        old, new = rng.choice(((old, new), (text(rng, old), new), (old, text(rng, new))))
        changed = positions.swap(position, old, new)
        before, after = [{card for zone in view.zones for card in zone.cards} for view in (seen, changed.seen)]
        gone, come = positions._named(position, old.strip(), seen.zone("hand").cards), game.card(new)
        assert before ^ after in ({gone, come}, set())  # the same cards where all were known
        assert _sure(lambda: positions.swap(changed, game.face(come), game.face(gone))).seen == seen

    def decision(self, rng: Random) -> None:
        """A bot's answer, as the host reads it: what is let through can be shown."""
        game, seen, data = rng.choice(self.decisions)
        _shown(game, check_decision(game, seen.legal, decision_from_json(game, tree(rng, data))), rng)

    def deal(self, rng: Random) -> None:
        """A deal."""
        game = rng.choice(self.games)
        state = game.start(tree(rng, game.deal(rng)))
        game.apply(state, rng.choice(game.legal(state)))

    def lines(self, rng: Random) -> None:
        """A record whose values are wrong."""
        lines = tree(rng, rng.choice(self.records))
        self._resume("\n".join(map(json.dumps, lines if isinstance(lines, list) else [lines])) + "\n")

    def torn(self, rng: Random) -> None:
        """A record whose bytes are wrong."""
        lines = list(map(json.dumps, rng.choice(self.records)))
        at = rng.randrange(len(lines))
        lines[at] = text(rng, lines[at])
        self._resume("\n".join(lines) + "\n" * rng.randrange(2))

    def _resume(self, content: str) -> None:
        path = self.folder / "match.jsonl"
        _put(path, content)
        list(archive.resumable(self.folder))
        _, header, game, frames = record.load(path)
        match = Match(game, header, frames, None)
        for frame in frames:
            if frame.move and frame.move.decision:
                _shown(game, frame.move.decision, Random(content.encode("utf-8", "surrogatepass")))
        if frames:
            match.observe(len(header.seats) - 1)
            assert match.undo_reason() or frames
            if match.turn is not None:
                match.play(match.observe(match.turn).legal[0])
            if match.turn is None and not match.over:
                match.next_deal()

    def config(self, rng: Random) -> None:
        """The settings' file, a flag, a variable."""
        lines = [f"{key} = {json.dumps(setting.default)}" for key, setting in settings.SETTINGS.items()]
        lines = [rng.choice((line, text(rng, line))) for line in rng.sample(lines, rng.randrange(1, len(lines)))]
        _put(settings.config_file(), "\n".join(lines))
        key = rng.choice(list(settings.SETTINGS))
        _refused(lambda: settings.load({key: rng.choice((*ODD, text(rng, "0.8")))}))
        settings.load()

    def weights(self, rng: Random) -> None:
        """A card.toml."""
        _put(self.folder / models.CARD, text(rng, self.toml))
        for bot in registry.bots(self.name).values():
            with suppress(Refusal):
                registry.card(bot, str(self.folder))
        models.load_card(self.folder)

    def targets(self) -> dict[str, tuple[Callable[[Random], None], int]]:
        """All targets, and how often each has its turn."""
        return {
            "action": (self.action, 6),
            "typed": (self.typed, 6),
            "face": (self.face, 6),
            "spec": (self.spec, 3),
            "observation": (self.observation, 2),
            "short": (self.short, 2),
            "swap": (self.swap, 1),
            "decision": (self.decision, 3),
            "deal": (self.deal, 3),
            "lines": (self.lines, 2),
            "torn": (self.torn, 2),
            "config": (self.config, 1),
            "weights": (self.weights, 1),
        }


def run(game: str, dose: int, folder: Path, seed: int = 0, only: str = "") -> Counter[str]:
    """Read `dose` mutated inputs of a game: how often each target took and ("… refused") refused.

    `only`: this target alone. AssertionError names the seed.
    """
    counts: Counter[str] = Counter()
    with _home(folder):
        bench = Bench(game, folder)
        targets = [
            (name, target)
            for name, (target, often) in bench.targets().items()
            for _ in range(often)
            if only in ("", name)
        ]
        for number in range(dose):
            name, target = targets[number % len(targets)]
            try:
                target(Random(f"{seed}/{number}"))
            except Refusal as refusal:
                sentence = str(refusal)
                assert sentence, f"{name} {seed}/{number}: a refusal without a sentence"
                counts[f"{name} refused"] += 1
            except Exception as error:
                raise AssertionError(f"{name} {seed}/{number}: {error!r}") from error
            else:
                counts[name] += 1
    return counts


def _shown(game: Any, decision: Decision, rng: Random) -> None:
    """Tell a decision in words and draw it as a table does."""
    names, width = NAMES[: game.seats], rng.randrange(1, 100)
    words.thoughts(game, decision, names)
    lines = decision_lines(game, decision, width, rng.randrange(4), None, Second("random", decision), names)
    assert lines and Content("\n").join(lines).wrap(width)


@contextmanager
def _home(folder: Path) -> Iterator[None]:
    """Settings and records below `folder`."""
    home = {f"XDG_{kind}_HOME": str(folder) for kind in ("CONFIG", "DATA", "CACHE")}
    with patch.dict(os.environ, home):
        settings.config_file().parent.mkdir(parents=True, exist_ok=True)
        yield


def _sure(call: Callable[[], T]) -> T:
    """Its value; a Refusal is a failure here."""
    try:
        return call()
    except Refusal as refusal:
        raise AssertionError(f"what was read is refused: {refusal}") from refusal


def _refused(call: Callable[[], object]) -> None:
    """Do it; a Refusal is as good as a value."""
    with suppress(Refusal):
        call()


def _put(path: Path, content: str) -> None:
    """Write a file over the old one: to empty it first costs a millisecond on some disks."""
    path.touch()
    with path.open("r+b") as file:
        file.write(content.encode("utf-8", "surrogatepass"))
        file.truncate()


def _record(name: str, path: Path, seed: int) -> list[dict[str, Any]]:
    """The lines of a short match with an undo, a replaced bot, Decisions, and for some seeds a result."""
    (calm, eager), seats, rules = samples.of(name).players, registry.game_entry(name).seats[0], laws.rule_sets(name)
    match = Match.new(name, rules[seed // 2 % len(rules)], ("random", "human", "random", "random")[:seats], seed, path)
    agent = registry.agent(match.game, "random" if seed % 2 else calm)
    for number in range(9 if seed % 2 else 900):
        if match.turn is None:
            match.next_deal()
            break
        decision = decide(agent, match.observe(match.turn), Random(f"{seed}/{number}"))
        match.play(decision.action, decision if number < 3 else None)
        if number == 4:
            match.undo()
            match.replace(0, eager)
    match.close("left")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    path.unlink()
    return lines
