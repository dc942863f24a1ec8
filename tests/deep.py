"""The deep runs: `make deep`, or `python -m tests.deep [--jobs 2] [--scale 1] [--from 0] [part …]`.

One line for each part: how much of what, in how many seconds, ok or failed. A part that failed prints where, and the
run goes on with the next one. A run that is broken off (Ctrl+C) says how far its part was done; named again with
`--from` that number it goes on there, with the seeds of a run that never stopped.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cardtui import registry
from cardtui.core import Agent, Refusal, parse_action
from cardtui.games.schafkopf.kernel import pack as schafkopf_pack
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.games.yaniv.kernel import pack
from cardtui.games.yaniv.rules import Yaniv
from cardtui.hosting.host import Host
from cardtui.registry import catalogue
from cardtui.system.threads import ONE_EACH
from cardtui.testing import bot_laws, laws
from cardtui.testing.examine import STATE_LAWS

from . import agreement, bad_table, fuzz, kill, monkey, samples, vectors
from .contract.leaks import HIDING, OpenGame, Peeker, TellingGame
from .mutants import planting
from .mutants.table import DEFECTS, EQUIVALENT
from .oracle import ninetyeight_agreement, schafkopf_agreement, tricks_agreement, zsy_agreement
from .oracle.agreement import oracle_agrees
from .perft import test_perft_98, test_perft_tricks, test_perft_zsy
from .perft.counting import law_witness, walk
from .perft.test_perft import POSITIONS as YANIVS
from .perft.test_perft import by_kernel, by_law
from .perft.test_perft_schafkopf import BY_KERNEL, spelled
from .perft.test_perft_schafkopf import POSITIONS as SCHAFKOPFS
from .schafkopf.test_solver import prunings_agree, solver_agrees
from .yaniv.deals import position


class Part(NamedTuple):
    """`work(dose, seed)` does a chunk of the whole `dose` and says what it saw."""

    name: str
    dose: int
    chunk: int
    unit: str
    work: Callable[[int, int], Counter[str]]
    verdict: Callable[[Counter[str]], tuple[bool, str]] | None = None
    """Whether all that was seen is as it should be, and a few words on it."""

    def called(self, name: str) -> bool:
        """Whether that is its name, or what it does in every game: "yaniv-fuzz" is also called "fuzz"."""
        return name in (self.name, self.name.rpartition("-")[2])


def under_all_laws(name: str, games: int, seed: int) -> Counter[str]:
    """Whole games at random; in each one turn, drawn evenly, under all state laws and before one of the bots."""
    seen: Counter[str] = Counter()
    low, high = registry.game_entry(name).seats
    named = laws.rule_sets(name)
    for number in range(games):
        rng = Random(f"laws/{seed}/{number}")
        rules = rng.choice((*named, "random"))
        chance = rules == "random"
        game = registry.game(name, laws.random_rules(name, rng) if chance else rules, rng.randint(low, high))
        try:
            sober = registry.agent(game, samples.of(name).seats[0]) if rng.random() < 0.25 else None
            played = laws.whole_game(game, rng, rng.choice((0.5, 1.0, 1.0)), sober)
            for holds in STATE_LAWS.values():
                holds(game, played.sample, rng)
            laws.hidden_cards_law(game, played, rng)
            seen += Counter(turns=played.turns)
            moment = laws.turn_of(game, played.sample)
            if moment is None:
                continue
            bot = rng.choice(list(registry.bots(name)))
            spec = samples.of(name).light(bot)
            learned = registry.bot_entry(name, spec).learned
            agent = (_fresh if chance else _agent)(name, spec, game.spec, game.seats)
            if agent is None:
                spec, learned, agent = "random", False, registry.agent(game, "random")
            bot_laws.decision_law(game, agent, moment, str(number))
            bot_laws.blind_law(game, agent, played.sample, rng)
            if not learned or number % 100 == 0:
                bot_laws.stateless_law(game, spec, agent, moment, str(number))
            seen[spec] += 1
        except Exception as error:
            raise AssertionError(f"seed laws/{seed}/{number}, {game.spec}, {game.seats} seats: {error!r}") from error
    return seen


@cache
def _agent(name: str, spec: str, rules: str, seats: int) -> Agent | None:
    """The bot, used again and again; None where it does not play these rules."""
    return _fresh(name, spec, rules, seats)


def _fresh(name: str, spec: str, rules: str, seats: int) -> Agent | None:
    try:
        registry.check(name, spec, rules)
    except Refusal:
        return None
    if registry.bot_entry(name, spec).learned and rules not in laws.rule_sets(name):
        return None  # its weights would be read from the disk for every game
    return registry.agent(registry.game(name, rules, seats), spec)


def redealt(name: str, deals: int, seed: int) -> Counter[str]:
    """Hidden cards re-dealt ten times at a turn of a random game, and once more from another seat's view."""
    seen: Counter[str] = Counter()
    low, high = registry.game_entry(name).seats
    done = 0
    while done < deals:
        rng = Random(f"redeal/{seed}/{done}")
        game = registry.game(name, laws.random_rules(name, rng), rng.randint(low, high))
        played = laws.whole_game(game, rng, rng.choice((0.5, 1.0, 1.0)))
        dose = min(10, deals - done)
        laws.redeal_law(game, played.sample, rng, dose)
        done += dose
        seen["positions"] += 1
    return seen


def environments(name: str, deals: int, seed: int) -> Counter[str]:
    """Environments of PettingZoo and Gymnasium beside the rules; imported when asked, since they are an extra."""
    from .envs import beside

    return beside.agrees(name, deals, seed)


def leaks_caught(tries: int, seed: int) -> Counter[str]:
    """Both planted leaks in every game, each in another position; AssertionError when one passes."""
    seen: Counter[str] = Counter()
    for number in range(tries):
        rng = Random(f"leak/{seed}/{number}")
        for name in HIDING:
            seats = registry.game_entry(name).seats
            game = registry.game(name, rng.choice(laws.rule_sets(name)), rng.randint(*seats))
            telling, opened = TellingGame(game), OpenGame(game)
            try:
                laws.redeal_law(telling, game.start(game.deal(rng)), rng, 20)
            except AssertionError:
                seen[f"{name} observation"] += 1
            try:
                bot_laws.blind_law(opened, Peeker(opened), game.start(game.deal(rng)), rng, 20)
            except AssertionError:
                seen[f"{name} bot"] += 1
    assert [*seen.values()] == [tries] * 2 * len(HIDING), f"a leak passed: {seen} of {tries}"
    return seen


def yaniv_perft(positions: int, seed: int) -> Counter[str]:
    """Law and kernel count two steps deeper than the oracle did in `make test`."""
    rules, hands, pile, counts = YANIVS[seed]
    game = Yaniv(rules, len(hands))
    state = position(game, *hands, pile=pile)
    leaves = by_law(game, state, len(counts) + 1)
    assert by_kernel(pack(game, state), len(counts) + 1) == leaves, f"perft of {YANIVS[seed]}"
    return Counter(leaves=leaves)


def schafkopf_perft(positions: int, seed: int) -> Counter[str]:
    """Law and kernel count, and pay, from five steps before the oracle did in `make test`."""
    name, rules, hands, said, counts, _ = SCHAFKOPFS[seed]
    game, before = Schafkopf(rules), said.split()
    state = game.start({"hands": [hand.split() for hand in hands], "first": 0, "scores": [0.0] * 4})
    for word in before[:-5]:
        state = game.apply(state, parse_action(game, spelled(word)))
    depth = len(counts) + len(before[-5:])
    found = walk(law_witness(game), state, depth, 4)
    assert (walk(BY_KERNEL, schafkopf_pack(game, state), depth, 4) == found).all(), f"perft of {name}"
    return Counter(leaves=int(found[:, 0].max()))


def solver_right(endings: int, seed: int) -> Counter[str]:
    """The exact solver beside plain minimax on endings of up to five cards; a tenth of them without its prunings."""
    return solver_agrees(endings, seed, most=5) + prunings_agree(max(1, endings // 10), seed)


def killed(kills: int, seed: int) -> Counter[str]:
    """A playing process killed at random moments."""
    with TemporaryDirectory() as folder:
        acknowledged = kill.run(kills, Path(folder), seed)
    return Counter({f"{name} acknowledged steps": count for name, count in acknowledged.items()})


def bad_agents(matches: int, seed: int) -> Counter[str]:
    """A match for each way to misbehave at each table; each ends, with the fault named."""

    async def one(name: str, bad: str) -> None:
        host = Host(load_seconds=60)
        try:
            faults = await bad_table.survive(host, name, bad, seed)
        finally:
            await host.close()
        assert bad_table.FAULTS[bad] in {fault.kind for fault in faults}, f"{name}, {bad}: {faults}"

    ways = [(name, bad) for bad in bad_table.FAULTS for name in catalogue.shipped()]
    chosen = [ways[(seed * matches + number) % len(ways)] for number in range(matches)]
    with bad_table.installed():
        for name, bad in chosen:
            asyncio.run(one(name, bad))
    return Counter(f"{name} {bad}" for name, bad in chosen)


def planted(count: int, seed: int) -> Counter[str]:
    """Planted defects: "caught", "explained" or "escaped", the last two by their names."""
    seen: Counter[str] = Counter()
    for defect in DEFECTS[count * seed : count * seed + count]:
        if planting.caught(defect):
            seen["caught"] += 1
        else:
            why = EQUIVALENT.get(defect.name)
            seen[f"explained: {defect.name} ({why})" if why else f"escaped: {defect.name}"] += 1
    return seen


def share_caught(seen: Counter[str]) -> tuple[bool, str]:
    """At least 95 of 100 defects must be caught, and for each of the others the table must say why."""
    share = seen["caught"] / max(1, seen.total())
    return share >= 0.95 and not any(name.startswith("escaped") for name in seen), f"{share:.1%} caught"


def mutated(name: str, inputs: int, seed: int) -> Counter[str]:
    """Mutated input to every reader."""
    with TemporaryDirectory() as folder:
        return fuzz.run(name, inputs, Path(folder), seed)


def in_a_browser(rounds: int, seed: int) -> Counter[str]:
    """Whole deals of visitors of `cardtui serve`. Raises AssertionError where there is no Chromium."""
    from .serve import playing  # needs the extra serve

    return playing.rounds(rounds, seed)


def in_every_game() -> Iterator[Part]:
    """Yield the parts that there are of every game; the kernel is compared where there is one."""
    for name, sample in samples.all().items():
        yield Part(f"{name}-fuzz", 1_000_000, 5_000, "mutated inputs, a value or a sentence", partial(mutated, name))
        if sample.pair:
            compare, dose = partial(agreement.compare, name), agreement.pair_of(name).games
            yield Part(f"{name}-kernel", dose, 5_000, "deals, rules and kernel agree", compare)
        if registry.game_entry(name).vector:
            agrees = partial(vectors.agrees, name, looks=0.01)
            yield Part(f"{name}-vec", 100_000, 2_000, "deals, vector and rules agree", agrees)
            yield Part(f"{name}-envs", 100_000, 1_000, "deals, environments agree", partial(environments, name))
        yield Part(f"{name}-redeal", 1_000_000, 5_000, "re-deals, the observation unchanged", partial(redealt, name))
        yield Part(f"{name}-laws", 1_000_000, 2_000, "full games under all laws", partial(under_all_laws, name))


PARTS = (
    Part("leaks", 1_000, 250, "planted leaks of each kind in each game, caught", leaks_caught),
    Part("bad-agents", 50, 10, "matches with a bad agent survived", bad_agents),
    Part("monkey", 1_000, 20, "rounds of a monkey at keys and mouse, the app goes on", monkey.rounds),
    Part("mutants", len(DEFECTS), 1, "planted defects", planted, share_caught),
    Part("kill", 1_000, 50, "kill -9, nothing acknowledged lost", killed),
    Part("browser", 5, 1, "rounds of whole deals by keys and mouse in Chromium", in_a_browser),
    *in_every_game(),
    Part("yaniv-perft", len(YANIVS), 1, "positions counted deeper", yaniv_perft),
    Part("yaniv-oracle", 1_000, 50, "matches, law and oracle agree", oracle_agrees),
    Part("schafkopf-perft", len(SCHAFKOPFS), 1, "positions counted deeper", schafkopf_perft),
    Part("schafkopf-solver", 3_000, 50, "endings, solver and plain minimax agree", solver_right),
    Part("schafkopf-oracle", 20_000, 500, "deals, law and oracle agree", schafkopf_agreement.oracle_agrees),
    Part("tricks-perft", len(test_perft_tricks.POSITIONS), 1, "positions counted deeper", test_perft_tricks.deeper),
    Part("tricks-oracle", 20_000, 500, "deals, law and oracle agree", tricks_agreement.oracle_agrees),
    Part("zsy-perft", len(test_perft_zsy.POSITIONS), 1, "positions counted deeper", test_perft_zsy.deeper),
    Part("zsy-oracle", 20_000, 500, "deals, law and oracle agree", zsy_agreement.oracle_agrees),
    Part("98-perft", len(test_perft_98.POSITIONS), 1, "positions counted deeper", test_perft_98.deeper),
    Part("98-oracle", 20_000, 500, "games, law and oracle agree", ninetyeight_agreement.oracle_agrees),
)


def run(part: Part, scale: float, jobs: int, start: int = 0) -> bool:
    """Do a part from `start` on, and print its line. Whether it held."""
    dose = part.dose if part.name.endswith("perft") else max(part.chunk if scale >= 1 else 1, round(part.dose * scale))
    chunk = max(1, min(part.chunk, dose // jobs))
    todo = {seed: min(chunk, dose - at) for seed, at in enumerate(range(0, dose, chunk)) if at >= start}
    total, done = sum(todo.values()), 0
    began, seen, failures = time.monotonic(), Counter[str](), 0
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        waiting = {pool.submit(part.work, size, seed): seed for seed, size in todo.items()}
        open_ = set(todo)
        try:
            for future in as_completed(waiting):
                open_.discard(waiting[future])
                try:
                    seen += future.result()
                    done += todo[waiting[future]]
                except Exception:
                    failures += 1
                    traceback.print_exc()
                spent = time.monotonic() - began
                left = spent / done * (total - done) if done else 0
                print(f"\r{part.name}: {done:,} of {total:,}, {left:.0f} s left ", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            held = f"{failures} of its chunks failed" if failures else "all of it held"
            print(f"\n{part.name}: broken off after {min(open_) * chunk:,}, {held}", flush=True)
            raise
    spent = time.monotonic() - began
    print("\r" + " " * 60 + "\r", end="", file=sys.stderr)
    figures = ", ".join(f"{name} {count:,}" for name, count in sorted(seen.items()))
    good, said = part.verdict(seen) if part.verdict else (True, "")
    verdict = f"FAILED in {failures} of {len(todo)} chunks" if failures else "ok" if good else "FAILED"
    verdict = f"{said} · {verdict}" if said else verdict
    print(f"{part.name:<17}{done:>10,} {part.unit} · {spent:.0f} s · {done / spent:,.0f}/s · {verdict}", flush=True)
    if figures:
        print(f"{'':<12}{figures}", flush=True)
    return good and not failures


def main() -> int:
    """Exit status 0 when every part held."""
    parser = argparse.ArgumentParser(prog="python -m tests.deep", description="The deep runs.")
    names = [part.name for part in PARTS]
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(names)}; all when none is named")
    parser.add_argument("--scale", type=float, default=1.0, help="this share of every dose")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--from", type=int, default=0, dest="start", help="go on after so many of the one part named")
    asked = parser.parse_args()
    unknown = [name for name in asked.parts if not any(part.called(name) for part in PARTS)]
    if unknown:
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(names)}; fuzz, say, is that of every game")
    chosen = [part for part in PARTS if not asked.parts or any(part.called(name) for name in asked.parts)]
    if asked.start and len(chosen) != 1:
        parser.error("--from needs the one part that goes on")
    os.environ.update(ONE_EACH)
    try:
        results = [run(part, asked.scale, asked.jobs, asked.start) for part in chosen]
    except KeyboardInterrupt:
        return 130
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
