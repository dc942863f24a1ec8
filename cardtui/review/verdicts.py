"""Judging one decision by what its player could know: first all actions, then, on fresh worlds, one suspicion.

The *screening* compares all actions in the same worlds. It chooses the better action, so that its worlds are not used
again: the *proof* measures the one difference on fresh ones. `docs/review.md` tells why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from random import Random
from typing import Any, NamedTuple

from .. import dice
from ..core import Action, Observation
from ..entries.judging import Worlds
from . import proof
from .ends import Ends, ends
from .judges import LoadedJudge, Panel
from .proof import Difference

MARKS = ("?!", "?", "??")
UNCLEAR, FINE = "unclear", "fine"
LISTED = 4000
"""An exact judge values every world if there are at most so many."""


class Choice(NamedTuple):
    """A decision with a choice."""

    seen: Observation
    played: Action
    seed: str
    """The seed of all random numbers by which it is judged."""


class Screening(NamedTuple):
    """What one judge says of all actions, on the same worlds."""

    values: dict[Action, float]
    """The mean return to the mover after each action, of those that are equal only the first."""
    loss: Difference
    """How much less the played action brings than the best. The best is chosen on one half of the worlds and measured
    on the other, and the other way round, so that it is not the luckiest one."""
    effects: tuple[float, ...]
    """How much more the played action brings each seat than the judge's own; () but for the reference."""
    effect_se: float
    """The standard error of what it brings the mover."""
    gains: dict[Action, tuple[float, float]]
    """How much more each action brings than the played one in the same worlds: the 95% interval of this one comparison,
    as if the action had been named before. To look for the highest of them is to look for luck, see `loss`."""
    ends: Ends[Action] | None = None
    """How the deal ends after each action that was played in all worlds; None from a judge that only estimates it."""


class Verdict(NamedTuple):
    """What all judges together say."""

    mark: str
    """One of MARKS, UNCLEAR or FINE."""
    bound: float
    """The lowest of the judges' lower bounds, in the game's unit: at least this was lost."""
    low: float
    high: float
    """The smallest and the largest of the judges' means."""
    p: float
    """The largest of the judges' p-values; 1 if none of them may prove a mistake."""


def screen(panel: Panel, choice: Choice, judges: Sequence[LoadedJudge]) -> dict[str, Screening]:
    """Return what each judge says of all actions, on worlds that they share."""
    most = max(loaded.entry.screens for loaded in judges)
    worlds = panel.worlds(panel.game, choice.seen, most, dice.rng(choice.seed, "worlds"))
    return {loaded.entry.name: _screen(panel, choice, loaded, _part(worlds, loaded.entry.screens)) for loaded in judges}


def _part(worlds: Worlds, number: int) -> Worlds:
    """Return at most that many of the worlds, which are in no order unless they are the whole."""
    if worlds.whole:
        return worlds
    return Worlds(worlds.states[:number], worlds.weights[:number])


def _screen(panel: Panel, choice: Choice, loaded: LoadedJudge, worlds: Worlds) -> Screening:
    seen, same = choice.seen, panel.choices(choice.seen)
    played, actions, me = same[choice.played], list(dict.fromkeys(same.values())), seen.seat
    worlds = fitting(worlds, loaded, loaded.entry.screens, dice.rng(choice.seed, "screen"))
    reference = loaded.entry.name == panel.judges[0].entry.name
    asked = [*actions, None] if reference else actions
    returns = _play(panel, choice, loaded, worlds, asked)
    weights, number = worlds.weights, len(worlds.states)
    halves = [range(half, number, 2) for half in (0, 1)] if number > 1 else [range(1)]
    certain, most = worlds.whole and loaded.entry.exact, panel.swing(panel.game, seen)
    left = [place for place in range(len(actions)) if len(returns[place]) == number]
    values = [[returns[place][world] for place in left] for world in range(number)]
    at, lost = left.index(actions.index(played)), [0.0] * number
    for half, other in zip(halves, reversed(halves), strict=True):
        best = _best(values, weights, me, range(number) if certain else half)
        for world in other:
            row = values[world]
            lost[world] = row[best][me] - row[at][me]
    base = returns[actions.index(played)]
    mean, means, gains = _mean([row[me] for row in base], weights), dict[Action, float](), {}
    results = [row[me] for rows in returns for row in rows]
    lowest, highest = min(results), max(results)
    for action, rows in zip(actions, returns, strict=False):
        more = [row[me] - other[me] for row, other in zip(rows, base, strict=False)]
        gain = proof.measure(more, weights[: len(more)], max(map(abs, more)), certain, 1, most)
        gains[action] = (0.0, 0.0) if action == played else (gain.low, gain.high)
        means[action] = min(max(mean + gain.mean, lowest), highest)  # if it was left early, the sum may lie beyond
    played_out = {actions[place]: returns[place] for place in left}
    effects = [
        proof.measure(
            [row[seat] - own[seat] for row, own in zip(base, returns[-1], strict=True)], weights, 0.0, certain, 1
        )
        for seat in range(panel.game.seats if reference else 0)
    ]
    return Screening(
        means,
        proof.measure(lost, weights, _swing(values, me), certain, 1, most),
        tuple(effect.mean for effect in effects),
        effects[me].se if reference else 0.0,
        gains,
        None if loaded.entry.estimates else ends(played_out, weights, me, panel.goal),
    )


def _play(
    panel: Panel, choice: Choice, loaded: LoadedJudge, worlds: Worlds, actions: Sequence[Action | None]
) -> list[list[Sequence[float]]]:
    """Return for each action the returns in each of the worlds that it was played in.

    Those are only the first ones if by then the action was proved worse than the best by the least mark. The played
    action, and None, are played in all. Estimates are means over what may still come, so worlds that were not seen hide
    no rare results.
    """
    number, least, seen = len(worlds.states), mark_thresholds(panel, choice.seen)[0], choice.seen
    most = panel.swing(panel.game, seen)
    rng, played, me = dice.rng(choice.seed, "screen"), panel.choices(seen)[choice.played], seen.seat
    seeds = [rng.getrandbits(63) for _ in range(number)]
    found: list[list[Sequence[float]]] = [[] for _ in actions]
    left, start = list(range(len(actions))), 0
    unseen = 0.0 if loaded.entry.estimates else proof.UNSEEN
    telling = [end for end in proof.looks(number) if end > unseen or end >= number]  # fewer worlds prove nothing
    for end in [number] if worlds.whole else telling:
        part = loaded.judge.values(worlds.states[start:end], [actions[place] for place in left], seeds[start:end])
        for row in part:
            for place, returns in zip(left, row, strict=True):
                found[place].append(returns)
        start = end
        if end < number:
            means = {place: _mean([row[me] for row in found[place]], worlds.weights) for place in left}
            best = max((place for place in left if actions[place] is not None), key=means.__getitem__)

            def hopeless(place: int, best: int = best, means: dict[int, float] = means) -> bool:
                if means[best] - means[place] < least or actions[place] in (None, played):
                    return False
                more = [good[me] - row[me] for good, row in zip(found[best], found[place], strict=True)]
                weights, swing = worlds.weights[: len(more)], max(map(abs, more)) if unseen else 0.0
                if means[best] - means[place] - unseen * swing / len(more) < least - 1e-9:
                    return False  # whatever the spread, `low` is no higher
                return proof.measure(more, weights, swing, False, proof.LOOKS, most).low >= least

            left = [place for place in left if not hopeless(place)]
    return found


def _mean(samples: Sequence[float], weights: Sequence[float]) -> float:
    """Return the mean of samples by the first of these weights."""
    parts = [weight * sample for weight, sample in zip(weights, samples, strict=False)]
    return fsum(parts) / fsum(weights[: len(parts)])


def _best(values: Sequence[Sequence[Sequence[float]]], weights: Sequence[float], me: int, worlds: range) -> int:
    """Return the index of the action with the highest mean for a seat in some of the worlds."""
    means = [fsum([weights[w] * values[w][place][me] for w in worlds]) for place in range(len(values[0]))]
    return max(range(len(means)), key=means.__getitem__)


def _swing(values: Sequence[Sequence[Sequence[float]]], me: int) -> float:
    """Return the largest difference between two actions in one world."""
    gains = ([returns[me] for returns in row] for row in values)
    return max(max(each) - min(each) for each in gains)


def fitting(worlds: Worlds, loaded: LoadedJudge, number: int, rng: Random) -> Worlds:
    """Return the worlds for a judge: the whole list only if it is exact and the list is short, else `number` draws."""
    if not worlds.whole or (loaded.entry.exact and len(worlds.states) <= LISTED):
        return worlds
    return Worlds(tuple(rng.choices(worlds.states, worlds.weights, k=number)), (1.0,) * number)


def suspect(panel: Panel, choice: Choice, found: Mapping[str, Screening]) -> Action | None:
    """Return the action that all judges together like best, if one of them says that it saves at least the least mark.

    None if there is no suspicion: then nothing needs to be proved.
    """
    played, least = panel.choices(choice.seen)[choice.played], mark_thresholds(panel, choice.seen)[0]
    gains = {
        action: [screening.values[action] - screening.values[played] for screening in found.values()]
        for action in next(iter(found.values())).values
        if action != played
    }
    best = max(gains, key=lambda action: (min(gains[action]), sum(gains[action])), default=None)
    return best if best is not None and max(gains[best]) >= least else None


def mark_thresholds(panel: Panel, seen: Observation) -> tuple[float, ...]:
    """Return the least losses that get each of the MARKS, in the game's unit: at this deal's stake."""
    stake = panel.stake(panel.game, seen)
    return tuple(mark * stake for mark in panel.judging.marks)


class _Shared:
    """The fresh worlds of a proof: every judge takes the same ones, so that they are drawn once."""

    def __init__(self, panel: Panel, choice: Choice) -> None:
        self.panel, self.seen, self.rng = panel, choice.seen, dice.rng(choice.seed, "proof")
        self.worlds = Worlds((), ())

    def take(self, start: int, number: int) -> Worlds:
        """Return up to `number` worlds, at least one, from the index `start` on; all of them if the list is whole."""
        missing = start + number - len(self.worlds.states)
        if missing > 0 and not self.worlds.whole:
            states, weights, whole = self.panel.worlds(self.panel.game, self.seen, missing, self.rng)
            self.worlds = Worlds((*self.worlds.states, *states), (*self.worlds.weights, *weights), whole)
        if self.worlds.whole:
            return self.worlds
        states, weights, _ = self.worlds
        return Worlds(states[start : start + number], weights[start : start + number])


def prove(
    panel: Panel, choice: Choice, better: Action, judges: Sequence[LoadedJudge], most: int | None = None
) -> dict[str, Difference]:
    """Return how much the better action brings more than the played one, by each judge, on fresh worlds.

    Each judge gets at most as many worlds as it declares, or `most`.
    """
    seen, me = choice.seen, choice.seen.seat
    pair, marks = [better, panel.choices(seen)[choice.played]], mark_thresholds(panel, seen)
    shared, found = _Shared(panel, choice), {}
    for loaded in judges:
        rng, taken = dice.rng(choice.seed, "proof", loaded.entry.name), [0]

        def draw(number: int, loaded: LoadedJudge = loaded, rng: Random = rng, taken: list[int] = taken) -> Any:
            worlds = fitting(shared.take(taken[0], number), loaded, number, rng)
            taken[0] += len(worlds.states)  # fewer than `number` where few deals are likely: a draw has each once
            seeds = [rng.getrandbits(63) for _ in worlds.states]
            values = loaded.judge.values(worlds.states, pair, seeds)
            return [good[me] - bad[me] for good, bad in values], worlds.weights, _swing(values, me), worlds.whole

        number = most or loaded.entry.proves
        found[loaded.entry.name] = proof.grow(draw, number, marks, marks[0] * 0.6, panel.swing(panel.game, seen))
    return found


def verdict(panel: Panel, choice: Choice, proved: Mapping[str, Difference]) -> Verdict:
    """Return the mark that every judge agrees to at least: none without a judge that may prove a mistake here."""
    convicting = panel.convicting & set(proved)
    marks, found = mark_thresholds(panel, choice.seen), list(proved.values())
    bound = min(one.low for one in found)
    low, high = min(one.mean for one in found), max(one.mean for one in found)
    p = max(one.p for one in found) if convicting else 1.0
    reached = [name for name, least in zip(MARKS, marks, strict=True) if bound >= least]
    if reached and convicting:
        return Verdict(reached[-1], bound, low, high, p)
    suspicious = any(one.high >= marks[0] for one in found)
    return Verdict(UNCLEAR if suspicious else FINE, bound, low, high, p)


def without_false_discoveries(found: Mapping[int, Verdict], decisions: int) -> dict[int, Verdict]:
    """Return the verdicts on some of so many decisions, after those marks are taken back that may be chance."""
    chances = [one.p for one in found.values()]
    kept = proof.false_discoveries(chances + [1.0] * (decisions - len(chances)))
    return {
        number: one._replace(mark=UNCLEAR) if one.mark in MARKS and not sure else one
        for (number, one), sure in zip(found.items(), kept, strict=False)
    }


def expected_false(found: Mapping[int, Verdict]) -> float:
    """Return how many marks are false on average, at most: as many proofs would end as well if nothing were lost."""
    return len(found) * max((one.p for one in found.values() if one.mark in MARKS), default=0.0)
