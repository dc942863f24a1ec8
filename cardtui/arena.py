"""Tournaments between bots: every deal is played in every seating, and intervals are computed over deals.

Playing each deal in all seatings cancels the luck of the cards.

A *pairing* puts two bots on an even number of seats, half each, in every arrangement (2 games per deal at two seats, 6
at four, 20 at six) or only in the arrangements that the game names. A *table* puts one bot on each seat and rotates
them, so there are as many games per deal as seats. In a one-player game every bot plays every deal *alone*.

The deal is the statistical unit of all intervals: games of one deal share their cards and are averaged first.

Bots are limited by steps, never by the clock. Deal `i` depends only on the seed and `i`; each seat's random numbers
also depend on the seating. Results therefore do not depend on the number of processes. No two seats share a random
generator, and no seat gets the one that shuffled the deal.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import fsum
from traceback import extract_tb
from typing import Any, NamedTuple

from . import children, dice, loading, memory, registry
from .core import Action, Agent, Game, Refusal, decide
from .intervals import estimate, wilson
from .validation import check_decision
from .workers import spread

STEPS = 1000
OFTEN = 0.25
"""The fewest seconds between two standings of a tournament that runs."""
LETTERS = "ABCDEF"


class Series(NamedTuple):
    """The games to play with each deal. `seatings[i][seat]` is an index into `bots`."""

    bots: tuple[str, ...]
    seatings: tuple[tuple[int, ...], ...]

    @property
    def seats(self) -> int:
        """Number of seats at the table."""
        return len(self.seatings[0])


class Outcome(NamedTuple):
    """The result of one deal, averaged over its seatings.

    `gained[bot]` is the total return of all the bot's seats, `won[bot]` its share of the wins.
    """

    gained: tuple[float, ...]
    won: tuple[float, ...]
    drawn: float
    """Share of games whose win was shared by different bots."""
    luck: tuple[float, ...] = ()
    """The luck of all the bot's seats, if a control variate was asked for."""


class Job(NamedTuple):
    """A range of deals of one series: the unit of work sent to a process."""

    game: str
    rules: str
    series: Series
    seed: int
    deals: range
    steps: int
    control: str = ""


def pairing(a: str, b: str, seats: int = 2, seatings: Sequence[str] = ()) -> Series:
    """Seat two bots on half the seats each, in every arrangement or only in the given `seatings`.

    A seating is a text such as "AABB". Raises Refusal for an odd number of seats.

    >>> pairing("x", "y", 2)
    Series(bots=('x', 'y'), seatings=((0, 1), (1, 0)))
    >>> pairing("x", "y", 4, ["AABB"]).seatings
    ((0, 0, 1, 1),)
    """
    if seats % 2 or seats < 2:
        raise Refusal(f"two bots share an even number of seats, not {seats}")
    if seatings:
        return Series((a, b), tuple(tuple(map(LETTERS.index, seating)) for seating in seatings))
    ours = combinations(range(seats), seats // 2)
    return Series((a, b), tuple(tuple(0 if seat in mine else 1 for seat in range(seats)) for mine in ours))


def table(bots: Sequence[str]) -> Series:
    """Seat one bot on each seat, in every rotation.

    >>> table(["x", "y", "z"]).seatings
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    count = len(bots)
    return Series(tuple(bots), tuple(tuple((seat + turn) % count for seat in range(count)) for turn in range(count)))


def alone(bot: str) -> Series:
    """Seat one bot in a one-player game."""
    return Series((bot,), ((0,),))


def pairings(game: Game[Any], bots: Sequence[str]) -> list[Series]:
    """Seat each two of the bots against each other; in a one-player game each bot alone."""
    if game.seats == 1:
        return [alone(bot) for bot in bots]
    seatings = registry.game_entry(game.name).seatings
    return [pairing(a, b, game.seats, seatings) for a, b in combinations(bots, 2)]


def run(
    game: str,
    rules: str,
    series: Sequence[Series],
    *,
    deals: int,
    seed: int,
    jobs: int = 1,
    steps: int = STEPS,
    control: str = "",
    progress: Callable[[int, int], None] = lambda done, total: None,
    live: Callable[[dict[str, Any]], None] | None = None,
) -> dict[str, Any]:
    """Play all series and return {"results", "throughput"} as printed by `cardtui arena --json`.

    `progress` is called with the number of games done and the total. `live` is called now and then with the result of
    the deals played so far, in which a series that has not begun is None; all series then go on side by side.

    `win_a`, `draw`, `win_b` are shares of all games; a shared win counts fractionally, so win_a + win_b = 1.

    `mean_a` is a's share of a deal if returns sum to one; the mean return per seat of a if returns sum to zero;
    otherwise the mean return per seat of a minus that of b.

    `control` names a control variate, "module:function", called as `review.luck.of_game` is: each result then has
    "adjusted", the same mean with luck taken off, see `adjusted`.

    Raises Refusal if a bot cannot be loaded or fails. KeyboardInterrupt stops the worker processes.
    """
    chunk = max(1, min(100, deals // (16 * jobs)))
    work = [
        Job(game, rules, one, seed, range(start, min(start + chunk, deals)), steps, control)
        for one in series
        for start in range(0, deals, chunk)
    ]
    if live:
        work.sort(key=lambda job: job.deals.start)
    _loaded.cache_clear()  # weights may have changed since the last run
    registry.loaded.cache_clear()
    for one in series:
        _loaded(game, rules, one.seats, one.bots)  # raise before any process is started
    began = told = time.perf_counter()
    took = 0.0
    total = sum(len(job.deals) * len(job.series.seatings) for job in work)
    parts: list[list[Outcome]] = [[] for _ in work]
    done, cpu = 0, 0.0
    for number, (outcomes, seconds) in spread(play, work, jobs):
        parts[number] = outcomes
        cpu += seconds
        done += len(outcomes) * len(work[number].series.seatings)
        progress(done, total)
        if live and time.perf_counter() - told >= max(OFTEN, 10 * took):
            before = time.perf_counter()
            live(_found(series, work, parts, done, cpu, before - began, jobs))
            told = time.perf_counter()
            took = told - before
    return _found(series, work, parts, total, cpu, time.perf_counter() - began, jobs)


def _found(
    series: Sequence[Series],
    work: list[Job],
    parts: list[list[Outcome]],
    games: int,
    cpu: float,
    wall: float,
    jobs: int,
) -> dict[str, Any]:
    """Return the results of the parts played so far; None for a series without any."""
    results: list[dict[str, Any] | None] = []
    for one in series:
        outcomes = list(chain.from_iterable(part for part, job in zip(parts, work, strict=True) if job.series is one))
        job = work[0]
        results.append(_row(registry.game(job.game, job.rules, one.seats), one, outcomes) if outcomes else None)
    throughput = {
        "games": games,
        "seconds": round(wall, 3),
        "jobs": jobs,
        "games_per_second": round(games / wall, 1),
        "games_per_second_core": round(games / cpu, 1) if cpu else None,
    }
    return {"results": results, "throughput": throughput}


# --- playing ------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _loaded(game: str, rules: str, seats: int, bots: tuple[str, ...]) -> tuple[Game[Any], list[Agent]]:
    table = registry.game(game, rules, seats)
    return table, [registry.loaded(game, rules, seats, bot, bots[:place].count(bot)) for place, bot in enumerate(bots)]


def play(job: Job) -> tuple[list[Outcome], float]:
    """Play a job and return the outcomes of its deals and the CPU seconds used."""
    series = job.series
    game, agents = _loaded(job.game, job.rules, series.seats, series.bots)
    goal = registry.game_entry(job.game).goal
    began = time.process_time()
    control = loading.load(job.control) if job.control else None
    outcomes = [_deal(game, agents, job, number, goal, control) for number in job.deals]
    return outcomes, time.process_time() - began


Control = Callable[..., Sequence[float]]


def _deal(game: Game[Any], agents: list[Agent], job: Job, number: int, goal: float, control: Control | None) -> Outcome:
    bots = range(len(agents))
    opened = game.start(game.deal(dice.deal(job.seed, number)))
    gained, won, luck, drawn = [0.0 for _ in bots], [0.0 for _ in bots], [0.0 for _ in bots], 0
    for turn, seating in enumerate(job.series.seatings):
        seated = [(agents[bot], dice.bot(job.seed, number, turn, place)) for place, bot in enumerate(seating)]
        state, seat = opened, game.turn(opened)
        moves = list[tuple[Any, Action]]()
        try:
            while seat is not None:
                agent, rng = seated[seat]
                seen = game.observe(state, seat)
                decision = check_decision(game, seen.legal, decide(agent, seen, rng, job.steps))
                if control:
                    moves.append((state, decision.action))
                state = game.apply(state, decision.action)
                seat = game.turn(state)
        except (Exception, SystemExit) as error:
            spec, place = job.series.bots[seating[seat or 0]], extract_tb(error.__traceback__)[-1]
            where = f"{place.filename}, line {place.lineno}"
            raise Refusal(
                f"{spec} failed in deal {number} of seed {job.seed}: {memory.fault(error)} ({where})"
            ) from error
        if control:
            found = control(game, moves, job.seed, number, turn, "luck")
            for bot, value in zip(seating, found, strict=True):
                luck[bot] += value
        returns = game.returns(state)
        best = max(returns) if len(returns) > 1 else goal
        winners = [bot for bot, value in zip(seating, returns, strict=True) if value >= best]
        for bot, value in zip(seating, returns, strict=True):
            gained[bot] += value
        for bot in winners:
            won[bot] += 1 / len(winners)
        drawn += len(set(winners)) > 1
    games = len(job.series.seatings)
    chance = tuple(x / games for x in luck) if control else ()
    return Outcome(tuple(x / games for x in gained), tuple(x / games for x in won), drawn / games, chance)


# --- figures ------------------------------------------------------------------------------------


def _row(game: Game[Any], series: Series, outcomes: list[Outcome]) -> dict[str, Any]:
    counts = {"deals": len(outcomes), "games": len(outcomes) * len(series.seatings)}
    won = [estimate([outcome.won[bot] for outcome in outcomes]).mean for bot in range(len(series.bots))]
    values = _values(game, series, [outcome.gained for outcome in outcomes])
    figures = [estimate(each) for each in values]
    gained, more = figures[0], dict[str, Any]()
    if outcomes[0].luck:
        luck = _values(game, series, [outcome.luck for outcome in outcomes])
        without = [adjusted(each, by) for each, by in zip(values, luck, strict=True)]
        more = {"adjusted": without if len(series.bots) > 2 else without[0]}
    if series.seats == 1:
        return {
            "agent": series.bots[0],
            **counts,
            "mean": gained.mean,
            "se": gained.se,
            "ci95": gained.interval,
            "win": won[0],
            "win_ci95": list(wilson(won[0], len(outcomes))),
            "unit": game.unit,
            **more,
        }
    if len(series.bots) > 2:
        return {
            "seats": list(series.bots),
            **counts,
            "win": won,
            "mean": [figure.mean for figure in figures],
            "se": [figure.se for figure in figures],
            "ci95": [figure.interval for figure in figures],
            "unit": game.unit,
            **more,
        }
    unit = game.unit
    if not game.total:
        unit = f"{unit}, a less b" if game.total is None else f"{unit} a game and seat"
    return {
        "a": series.bots[0],
        "b": series.bots[1],
        "seating": " ".join("".join(LETTERS[bot] for bot in seating) for seating in series.seatings),
        **counts,
        "win_a": won[0],
        "draw": estimate([outcome.drawn for outcome in outcomes]).mean,
        "win_b": won[1],
        "mean_a": gained.mean,
        "se": gained.se,
        "ci95": gained.interval,
        "unit": unit,
        **more,
    }


def _values(game: Game[Any], series: Series, sums: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the figures of a result, deal by deal: one, or at a table one of each bot. `sums` are [deal][bot]."""
    if len(series.bots) > 2:
        return [[each[bot] for each in sums] for bot in range(len(series.bots))]
    if len(series.bots) == 1 or game.total:
        return [[each[0] for each in sums]]
    half = series.seats // 2
    if game.total is not None:
        return [[each[0] / half for each in sums]]
    return [[(each[0] - each[1]) / half for each in sums]]


def adjusted(values: Sequence[float], luck: Sequence[float]) -> dict[str, Any]:
    """Return the mean of deals with their luck taken off, which is as right as the plain mean and varies less.

    Both have a value for each deal; the mean of `luck` is 0 in truth. How much of it is taken off minimises the
    variance, and is found for either half of the deals in the other half, so that the mean stays right.

    Returns "mean", "se" and "ci95", "taken" (the share of the luck taken off), "variance" (of the adjusted mean, as a
    share of the plain one's), "luck" and "luck_se" (its mean, a check: 0 in truth).
    """
    taken = [_slope(values[1 - half :: 2], luck[1 - half :: 2]) for half in (0, 1)]
    found = estimate(
        [value - taken[deal % 2] * more for deal, (value, more) in enumerate(zip(values, luck, strict=True))]
    )
    plain, chance = estimate(values), estimate(luck)
    return {
        "mean": found.mean,
        "se": found.se,
        "ci95": found.interval,
        "taken": sum(taken) / 2,
        "variance": (found.se / plain.se) ** 2 if found.se is not None and plain.se else 1.0,
        "luck": chance.mean,
        "luck_se": chance.se,
    }


def _slope(values: Sequence[float], luck: Sequence[float]) -> float:
    """Return the slope of the regression of values on luck; 0 if it is unknown."""
    if len(values) < 2:
        return 0.0
    middle, centre = fsum(values) / len(values), fsum(luck) / len(luck)
    square = fsum([(more - centre) ** 2 for more in luck])
    product = fsum([(value - middle) * (more - centre) for value, more in zip(values, luck, strict=True)])
    return product / square if square else 0.0


# --- as a program -----------------------------------------------------------------------------------


def main(request: str) -> None:
    """Run a tournament and print its standings as lines of JSON, the last of them with "over": true.

    `request` is a JSON object with the arguments of `run`: game, rules, series, deals, seed, jobs and steps. Raises
    Refusal as `run` does.
    """
    asked = json.loads(request)
    series = [Series(tuple(bots), tuple(map(tuple, seatings))) for bots, seatings in asked.pop("series")]
    memory.limit(2)  # bots also play in this process
    line = children.take_output()

    def tell(found: dict[str, Any], over: bool = False) -> None:
        with open(line, "w", encoding="utf-8", closefd=False) as out:
            print(json.dumps(found | {"over": over}), file=out)

    tell(run(asked.pop("game"), asked.pop("rules"), series, **asked, live=tell), True)


if __name__ == "__main__":
    from cardtui import arena  # the processes that it starts must find its classes by this name

    try:
        arena.main(sys.argv[1])
    except Refusal as _refusal:
        sys.exit(str(_refusal))
