"""What the outcomes of a tournament amount to: means with 95% intervals over deals. Standard library only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import floor, fsum, inf, isfinite
from string import ascii_uppercase
from typing import Any, NamedTuple, Protocol

from ..core import bounds
from ..intervals import estimate, round_step, student, wilson

LETTERS = ascii_uppercase
"""What bots are called in a seating."""
FOLDS = 10
BINS = 9
"""The most groups into which `spread` sorts deals."""


class Series(NamedTuple):
    """The games to play with each deal. `seatings[i][seat]` is an index into `bots`."""

    bots: tuple[str, ...]
    seatings: tuple[tuple[int, ...], ...]

    @property
    def seats(self) -> int:
        """Number of seats at the table."""
        return len(self.seatings[0])


class Scored(Protocol):
    """What is counted: a game's returns, see `core.Game`, or matches."""

    @property
    def unit(self) -> str:
        """What returns count."""

    @property
    def total(self) -> float | None:
        """What all returns sum to; None if that differs."""


class _Matches(NamedTuple):
    unit: str = "matches"
    total: float | None = 1.0


MATCHES: Scored = _Matches()
"""Shares of matches won."""


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


def row(game: Scored, series: Series, outcomes: list[Outcome]) -> dict[str, Any]:
    """Return the result of a series as `cardtui arena --json` has it: "deals", "games", "unit" and, by its kind,

    - of two bots: "a", "b", "seating"; "win_a", "draw", "win_b", shares of the games; "mean_a" in the unit, with "se"
      and "ci95", the standard error over deals and the 95% interval;
    - of a bot alone: "agent", "mean", "se", "ci95"; "win" and "win_ci95", the share of games won;
    - of a table: "seats", the bots; "win", "mean", "se", "ci95", lists of one figure for each.

    Where luck was counted, "adjusted" has the means again with it taken off, which go no further than results can.
    """
    counts = {"deals": len(outcomes), "games": len(outcomes) * len(series.seatings)}
    won = [estimate([outcome.won[bot] for outcome in outcomes]).mean for bot in range(len(series.bots))]
    values = values_of(game, series, [outcome.gained for outcome in outcomes])
    limits = _limits(game, series)
    figures = [estimate(each) for each in values]
    gained, more = figures[0], dict[str, Any]()
    if outcomes[0].luck:
        luck = values_of(game, series, [outcome.luck for outcome in outcomes])
        without = [adjusted(each, by) for each, by in zip(values, luck, strict=True)]
        for told, each in zip(without, values, strict=True):
            (told["mean"],) = _within(limits, [told["mean"]], each)
            told["ci95"] = told["ci95"] and _within(limits, told["ci95"], each)
        more = {"adjusted": without if len(series.bots) > 2 else without[0]}
    if series.seats == 1:
        return {
            "agent": series.bots[0],
            **counts,
            "mean": gained.mean,
            "se": gained.se,
            "ci95": _interval(limits, values[0]),
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
            "ci95": [_interval(limits, each) for each in values],
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
        "ci95": _interval(limits, values[0]),
        "unit": unit,
        **more,
    }


def _limits(game: Scored, series: Series) -> tuple[float, float]:
    """Return the least and the most that a figure of `values_of` can be."""
    low, high = bounds(game)
    if len(series.bots) != 2 or game.total == 0:
        return low, high
    if game.total is None:
        return low - high, high - low
    half = series.seats // 2  # their sum, which leaves the rest to the other half
    return max(half * low, game.total - half * high), min(half * high, game.total - half * low)


def _interval(limits: tuple[float, float], values: Sequence[float], level: float = 0.95) -> list[float] | None:
    """Return the interval of this level of the mean of values; None if it is unknown.

    Deals that all bring the least that can be, or the most, do not show how far others may be off: then it is Wilson's.
    """
    found, (low, high) = estimate(values), limits
    if found.se is None:
        return None
    if min(values) == max(values) and values[0] in limits and isfinite(high - low):
        share, errors = (values[0] - low) / (high - low), student(inf, level)
        return [low + (high - low) * end for end in wilson(share, len(values), errors)]
    margin = student(found.freedom, level) * found.se
    return _within(limits, [found.mean - margin, found.mean + margin], values)


def _within(limits: tuple[float, float], figures: list[float], values: Sequence[float]) -> list[float]:
    """Return a mean or the ends of an interval no further than the values can go, unless some do all the same."""
    low, high = limits
    return [min(max(one, low), high) for one in figures] if low <= min(values) <= max(values) <= high else figures


def values_of(game: Scored, series: Series, sums: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the figures of a result, deal by deal: one, or at a table one of each bot. `sums` are [deal][bot]."""
    if len(series.bots) > 2:
        return [[each[bot] for each in sums] for bot in range(len(series.bots))]
    if len(series.bots) == 1 or game.total:
        return [[each[0] for each in sums]]
    half = series.seats // 2
    if game.total is not None:
        return [[each[0] / half for each in sums]]
    return [[(each[0] - each[1]) / half for each in sums]]


def detail(game: Scored, series: Series, outcomes: list[Outcome]) -> dict[str, Any]:
    """Return what a screen tells of a result besides its row: "spread", and at a table "apart".

    "spread" says for each figure of the result how its deals differ, see `spread`. "apart" has the mean difference of
    each two bots, deal by deal, and its 95% interval: those of bots 0 and 1, then 0 and 2 …
    """
    values = values_of(game, series, [outcome.gained for outcome in outcomes])
    found: dict[str, Any] = {"spread": [spread(each) for each in values]}
    if len(values) > 1:
        differences = ([a - b for a, b in zip(*two, strict=True)] for two in combinations(values, 2))
        found["apart"] = [(one.mean, one.interval) for one in map(estimate, differences)]
    return found


def spread(values: Sequence[float]) -> list[tuple[float, float, int]]:
    """Return how often values occur: (lowest, highest, count) of each, or of equal steps if they are many.

    The first and the last step also hold what lies beyond: one value in fifty at either end at most.

    >>> spread([0.5, 1, 1, 0])
    [(0, 0, 1), (0.5, 0.5, 1), (1, 1, 2)]
    >>> spread(range(-20, 21))
    [(-20.0, -10.0, 10), (-10.0, 0.0, 10), (0.0, 10.0, 10), (10.0, 20.0, 11)]
    """
    counted = Counter(round(value, 9) for value in values)
    if len(counted) <= BINS:
        return [(value, value, counted[value]) for value in sorted(counted)]
    ordered = sorted(values)
    beyond = len(ordered) // 50
    low, high = ordered[beyond], ordered[-1 - beyond]
    step = round_step((high - low or ordered[-1] - ordered[0]) / (BINS - 2))
    first, last = floor(low / step), floor(high / step)
    if last * step == high > low:  # the highest value belongs to the step below it
        last -= 1
    places = Counter(min(max(floor(value / step), first), last) for value in ordered)
    return [(round(at * step, 9), round((at + 1) * step, 9), places[at]) for at in range(first, last + 1)]


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


def pool(game: Scored, series: Sequence[Series], outcomes: Sequence[Sequence[Outcome]]) -> dict[str, Any]:
    """Return what the pairings of one bot with the players of a pool, on the same deals, amount to together.

    "mean" is over all players alike, its interval over deals. "worst" is the result against the player whom it meets
    worst. Whoever looks worst of many has also had luck, so the lowest mean is too low: the worst player of nine tenths
    of the deals is met on the last tenth, for each tenth in turn. "ci95" of it holds the lowest of the true means
    with 95%: all players' intervals, widened so that they hold together (Bonferroni), and of them the lowest bounds; of
    few deals it is widened to the mean, which then lies above. "against" is the player with the lowest mean over all
    deals.
    """
    limits = _limits(game, series[0])
    values = [
        values_of(game, one, [each.gained for each in played])[0] for one, played in zip(series, outcomes, strict=True)
    ]
    deals, players = len(values[0]), range(len(values))
    means = [fsum([each[deal] for each in values]) / len(values) for deal in range(deals)]
    mean, each = estimate(means), [estimate(one).mean for one in values]
    lowest = min(players, key=each.__getitem__)
    worst = _chosen_elsewhere(values) if deals > 1 else each[lowest]
    level = 1 - 0.05 / len(values)
    intervals = [interval for one in values if (interval := _interval(limits, one, level))]
    ends = [min(side) for side in zip(*intervals, strict=True)]
    return {
        "players": len(values),
        "deals": deals,
        "mean": {"mean": mean.mean, "se": mean.se, "ci95": _interval(limits, means)},
        "worst": {
            "mean": worst,
            "ci95": [min(ends[0], worst), max(ends[1], worst)] if ends else None,
            "against": series[lowest].bots[1],
        },
    }


def _chosen_elsewhere(values: Sequence[Sequence[float]]) -> float:
    """Return the mean, over all tenths of the deals, against the player who is the worst in the other nine tenths."""
    deals, total = len(values[0]), 0.0
    parts = min(FOLDS, deals)
    sums = [fsum(one) for one in values]
    for part in range(parts):
        here = [fsum(one[part::parts]) for one in values]
        total += here[min(range(len(values)), key=lambda player: sums[player] - here[player])]
    return total / deals
