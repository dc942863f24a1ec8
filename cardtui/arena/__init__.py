"""Tournaments between bots: every deal is played in every seating, and intervals are computed over deals.

Playing each deal in all seatings cancels the luck of the cards. Whole matches can be played in the place of deals.

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
import time
from collections.abc import Callable, Sequence
from itertools import chain, combinations
from random import Random
from typing import Any, NamedTuple

from .. import dice, loading, registry
from ..core import STEPS, Action, Agent, Game, Observation, Refusal, decide, failure, with_article
from ..executors import nodes, spread, thinks
from ..system import children, memory
from ..validation import check_decision
from . import figures
from .figures import Outcome as Outcome
from .figures import Series as Series

LONGEST = 1000
"""The most deals of a match."""
OFTEN = 0.25
"""The fewest seconds between two standings of a tournament that runs."""


class Job(NamedTuple):
    """A range of deals of one series: the unit of work sent to a process."""

    game: str
    rules: str
    series: Series
    seed: int
    deals: range
    steps: int
    control: str = ""
    whole: bool = False


def pairing(a: str, b: str, seats: int = 2, seatings: Sequence[str] = ()) -> Series:
    """Seat two bots on half the seats each, in every arrangement or only in the given `seatings`.

    A seating is a text such as "AABB". Raises Refusal for an odd number of seats.

    >>> pairing("x", "y", 2)
    Series(bots=('x', 'y'), seatings=((0, 1), (1, 0)))
    >>> pairing("x", "y", 4, ["AABB"]).seatings
    ((0, 0, 1, 1),)
    """
    if seats % 2 or seats < 2:
        raise Refusal(f"two bots need an even number of seats, not {seats}; with --table one bot sits on each")
    if seatings:
        return Series((a, b), tuple(tuple(map(figures.LETTERS.index, seating)) for seating in seatings))
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
    pool: bool = False,
    whole: bool = False,
    progress: Callable[[int, int], None] = lambda done, total: None,
    live: Callable[[dict[str, Any]], None] | None = None,
) -> dict[str, Any]:
    """Play all series and return {"results", "throughput"} as printed by `cardtui arena --json`.

    `progress` is called with the number of games done and the total. `live` is called now and then with the result of
    the deals played so far, in which a series that has not begun is None; all series then go on side by side, and each
    result, also of what is returned, has "detail", see `figures.detail`.

    `win_a`, `draw`, `win_b` are shares of all games; a shared win counts fractionally, so win_a + win_b = 1.

    `mean_a` is a's share of a deal if returns sum to one; the mean return per seat of a if returns sum to zero;
    otherwise the mean return per seat of a minus that of b.

    `pool` says that all series are pairings of one bot with the players of a pool: then there is "pool" as well, what
    they amount to together, see `figures.pool`.

    `control` names a control variate, "module:function", called as `review.luck.of_game` is: each result then has
    "adjusted", the same mean with luck taken off, see `figures.adjusted`.

    `whole` plays a whole match in place of each deal; what counts is then the share of the match won.

    Raises Refusal if a bot cannot be loaded or fails, or if a match does not end. KeyboardInterrupt stops the worker
    processes.
    """
    chunk = max(1, min(100, deals // (16 * jobs)))
    work = [
        Job(game, rules, one, seed, range(start, min(start + chunk, deals)), steps, control, whole)
        for one in series
        for start in range(0, deals, chunk)
    ]
    if live:
        work.sort(key=lambda job: job.deals.start)
    registry.cached_agent.cache_clear()  # weights may have changed since the last run
    for one in series:
        _agents(game, rules, one)  # raise before any process is started
    began = told = time.perf_counter()
    took = 0.0
    total = sum(len(job.deals) * len(job.series.seatings) for job in work)
    parts: list[list[Outcome]] = [[] for _ in work]
    done, cpu = 0, 0.0

    def standing(games: int) -> dict[str, Any]:
        seconds = time.perf_counter() - began
        return _results(series, work, parts, games, cpu, seconds, jobs, detailed=live is not None)

    for number, (outcomes, seconds) in spread(play, work, jobs, [bot for one in series for bot in one.bots]):
        parts[number] = outcomes
        cpu += seconds
        done += len(outcomes) * len(work[number].series.seatings)
        progress(done, total)
        if live and time.perf_counter() - told >= max(OFTEN, 10 * took):
            before = time.perf_counter()
            live(standing(done))
            told = time.perf_counter()
            took = told - before
    found = standing(total)
    if pool:
        played = registry.game(game, rules, series[0].seats)
        found["pool"] = figures.pool(played, series, [_outcomes(one, work, parts) for one in series])
    return found


def _results(
    series: Sequence[Series],
    work: list[Job],
    parts: list[list[Outcome]],
    games: int,
    cpu: float,
    wall: float,
    jobs: int,
    detailed: bool,
) -> dict[str, Any]:
    """Return the results of the parts played so far; None for a series without any."""
    results: list[dict[str, Any] | None] = []
    for one in series:
        outcomes = _outcomes(one, work, parts)
        job = work[0]
        counted = figures.MATCHES if job.whole else registry.game(job.game, job.rules, one.seats)
        row = figures.row(counted, one, outcomes) if outcomes else None
        if row and detailed:
            row["detail"] = figures.detail(counted, one, outcomes)
        results.append(row)
    throughput = {
        "games": games,
        "seconds": round(wall, 3),
        "jobs": jobs,
        "games_per_second": round(games / wall, 1),
        "games_per_second_core": round(games / cpu, 1) if cpu else None,
        **({"nodes": done} if (done := nodes()) else {}),
    }
    return {"results": results, "throughput": throughput}


def _outcomes(one: Series, work: list[Job], parts: list[list[Outcome]]) -> list[Outcome]:
    """Return the outcomes of a series, deal by deal."""
    return list(chain.from_iterable(part for part, job in zip(parts, work, strict=True) if job.series is one))


# --- playing ------------------------------------------------------------------------------------


def _agents(game: str, rules: str, series: Series) -> list[Agent]:
    seats, bots = series.seats, series.bots
    return [registry.cached_agent(game, rules, seats, bot, bots[:place].count(bot)) for place, bot in enumerate(bots)]


def play(job: Job) -> tuple[list[Outcome], float]:
    """Play a job and return the outcomes of its deals and the CPU seconds used."""
    game, agents = registry.game(job.game, job.rules, job.series.seats), _agents(job.game, job.rules, job.series)
    goal = registry.game_entry(job.game).goal
    began = time.process_time()
    control = loading.load(job.control) if job.control else None
    outcomes = []
    for number in job.deals:
        try:
            outcomes.append(_deal(game, agents, job, number, goal, control))
        except Refusal:
            raise
        except (Exception, SystemExit) as error:  # the rules may be those of others
            raise Refusal(f"{job.game}, in deal {number + 1} of seed {job.seed}: {failure(error)}") from error
    return outcomes, time.process_time() - began


Control = Callable[..., Sequence[float]]


def _deal(game: Game[Any], agents: list[Agent], job: Job, number: int, goal: float, control: Control | None) -> Outcome:
    """Play a deal, or a whole match, in every seating: matches have the same cards in their first, second … deal."""
    bots = range(len(agents))
    gained, won, luck, drawn = [0.0 for _ in bots], [0.0 for _ in bots], [0.0 for _ in bots], 0
    for turn, seating in enumerate(job.series.seatings):
        seated = [(agents[bot], dice.rng(job.seed, number, turn, place)) for place, bot in enumerate(seating)]
        cards, moves = dice.deal_rng(job.seed, number), list[tuple[Any, Action]]()
        if job.whole:
            returns = _match(game, seated, cards, job, number, seating)
        else:
            state = _played(game, seated, game.start(game.deal(cards)), job, number, seating, moves)
            returns = game.returns(state)
        if control:
            found = control(game, moves, job.seed, number, turn, "luck")
            for bot, value in zip(seating, found, strict=True):
                luck[bot] += value
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


Seated = Sequence[tuple[Agent, Random]]
"""The bot on each seat, with its random generator."""


def _played(
    game: Game[Any],
    seated: Seated,
    state: Any,
    job: Job,
    number: int,
    seating: Sequence[int],
    moves: list[tuple[Any, Action]],
) -> Any:
    """Return the state after a deal. Each state before is appended to `moves` with the action taken, for a control."""
    acts = job.game
    try:
        while (seat := game.turn(state)) is not None:
            agent, rng = seated[seat]
            seen = game.observe(state, seat)
            if not isinstance(seen, Observation):
                raise Refusal(f"observe gave {with_article(type(seen).__name__)}, not an Observation")
            acts = job.series.bots[seating[seat]]
            thinks(acts)
            decision = check_decision(game, seen.legal, decide(agent, seen, rng, job.steps))
            thinks("")
            acts = job.game
            if job.control:
                moves.append((state, decision.action))
            state = game.apply(state, decision.action)
    except (Exception, SystemExit) as error:
        raise Refusal(f"{acts}, in deal {number + 1} of seed {job.seed}: {failure(error)}") from error
    return state


def _match(
    game: Game[Any], seated: Seated, cards: Random, job: Job, number: int, seating: Sequence[int]
) -> tuple[float, ...]:
    """Play a match; return each seat's share of it. Raises Refusal if it does not end within LONGEST deals."""
    standing = game.opening()
    while not standing.winners:
        if standing.deals == LONGEST:
            raise Refusal(
                f"a match of {game.name} {game.spec} has no winner after {LONGEST} deals; leave out --matches"
            )
        state = _played(game, seated, game.start(game.deal(cards, standing)), job, number, seating, [])
        standing = game.carry(standing, state)
    return tuple((seat in standing.winners) / len(standing.winners) for seat in range(game.seats))


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
