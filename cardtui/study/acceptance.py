"""Whether the judges may grade people: each check plays deals in which the truth is known, or can be had.

One `Trial` is one deal of one check; `try_out` plays it. The study that runs all of them is in `judges_study`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from .. import dice, registry
from ..core import Action, Agent, Observation
from ..review import verdicts
from ..review.corpus import act
from ..review.judges import LoadedJudge, Panel, panel_of
from ..review.verdicts import MARKS, Choice, Verdict

PLANTED = 0.1
"""The share of decisions in which a mistake is planted, where there is a costly one."""
MANY = 8
"""How many times as many worlds as a screening has stand for the truth where worlds cannot be listed."""
SURE = 2
"""How many times as many as a proof has, so that whether something was lost is known better than a proof could tell."""
COVERED = 6
"""Maximum number of decisions of a deal in which intervals are checked."""
ROLLS = 16
"""How often a deal is played on after the played and the better card, to see whether a loss comes true."""
FEW = 8
"""Number of worlds of a decision where luck is counted: its mean is the same with any number, and deals tell more."""


class Trial(NamedTuple):
    """One deal of one check: "order", "planted", "coverage", "innocent", "true" or "luck"."""

    check: str
    game: str
    rules: str
    seats: int
    bot: str
    """The bot that is judged, on one seat."""
    others: str
    """The bot on all other seats."""
    seed: int
    number: int


class Turn(NamedTuple):
    """A decision of the judged seat."""

    state: Any
    seen: Observation
    kind: str
    phase: str
    played: Action
    able: list[LoadedJudge]


def try_out(trial: Trial) -> list[dict[str, Any]]:
    """Return what one deal of a check shows, a row for each decision or for the deal."""
    return list(CHECKS[trial.check](panel_of(trial.game, trial.rules, trial.seats), trial))


def _turns(
    panel: Panel, trial: Trial, player: Callable[[Panel, Turn], Action] | None = None
) -> Iterator[Turn | Sequence[float]]:
    """Yield the decisions of the judged seat that some judge can judge, and at last the returns of all seats.

    `player` may choose otherwise than the bot.
    """
    game, me = panel.game, trial.number % panel.game.seats
    mine, others = _bots(game.name, game.spec, game.seats, trial.bot, trial.others)
    state = game.start(game.deal(dice.deal_rng(trial.seed, trial.number)))
    while (seat := game.turn(state)) is not None:
        seen = game.observe(state, seat)
        action = act(game, mine if seat == me else others, seen, trial.seed, trial.number)
        if seat == me and len(set(panel.choices(seen).values())) > 1:
            kind = panel.kind(game, seen)
            able = panel.able(kind)
            if able:
                turn = Turn(state, seen, kind, panel.phase(game, seen), action, able)
                if player:
                    turn = turn._replace(played=player(panel, turn))
                yield turn
                action = turn.played
        state = game.apply(state, action)
    yield game.returns(state)


def _order(panel: Panel, trial: Trial) -> Iterator[dict[str, Any]]:
    """The loss of a deal by each judge, beside its result."""
    me, losses = trial.number % panel.game.seats, {one.entry.name: 0.0 for one in panel.judges}
    for choices, turn in enumerate(_turns(panel, trial)):
        if not isinstance(turn, Turn):
            yield {"result": turn[me], "choices": choices, "losses": losses}
            return
        for name, found in verdicts.screen(panel, _choice(trial, turn), turn.able).items():
            losses[name] += found.loss.mean


def _planted(panel: Panel, trial: Trial) -> Iterator[dict[str, Any]]:
    """Whether costly mistakes are found that were put in on purpose."""
    planted: dict[int, float] = {}

    def player(panel: Panel, turn: Turn) -> Action:
        rng = dice.rng(trial.seed, trial.number, turn.seen.turn, "planted")
        if rng.random() >= PLANTED:
            return turn.played
        values = _truth(panel, turn, turn.able[0], rng)
        worst = min(values, key=values.__getitem__)
        lost = max(values.values()) - values[worst]
        if lost < verdicts.mark_thresholds(panel, turn.seen)[1]:
            return turn.played
        planted[turn.seen.turn] = lost
        return worst

    for turn in _turns(panel, trial, player):
        if isinstance(turn, Turn) and turn.seen.turn in planted:
            _, (mark, *_) = _verdict(panel, _choice(trial, turn), turn.able)
            yield {"phase": turn.phase, "found": mark in MARKS, "mark": mark, "lost": planted[turn.seen.turn]}


def _coverage(panel: Panel, trial: Trial) -> Iterator[dict[str, Any]]:
    """Whether intervals hold the truth: of all worlds where they can be listed, else of very many."""
    for turn in islice(_turns(panel, trial), COVERED):
        if not isinstance(turn, Turn):
            return
        rng = dice.rng(trial.seed, trial.number, turn.seen.turn, "coverage")
        actions = sorted(set(panel.choices(turn.seen).values()))
        first, second = rng.sample(actions, 2)
        for one in turn.able:
            truth = _truth(panel, turn, one, rng, (first, second))
            sampled = one._replace(entry=one.entry._replace(exact=False))  # draws worlds even where it could list them
            choice = Choice(turn.seen, second, dice.seed(trial.seed, trial.number, turn.seen.turn, one.entry.name))
            found = verdicts.prove(panel, choice, first, [sampled], most=one.entry.screens)[one.entry.name]
            gap = truth[first] - truth[second]
            yield {
                "judge": one.entry.name,
                "phase": turn.phase,
                "covers": found.low <= gap <= found.high,
                "width": found.high - found.low,
            }


def _innocent(panel: Panel, trial: Trial) -> Iterator[dict[str, Any]]:
    """Whether a player is accused who takes what is best by many worlds of the reference judge, and lost nothing by it.

    Only for accused decisions does it matter whether something was lost: a fresh proof with more worlds than that of a
    review tells it. Then the player was guilty, and the decision tells nothing of false accusations.
    """

    def player(panel: Panel, turn: Turn) -> Action:
        rng, one = dice.rng(trial.seed, trial.number, turn.seen.turn, "innocent"), turn.able[0]
        least, near = verdicts.mark_thresholds(panel, turn.seen)[-1], list[Action]()
        for number in (one.entry.screens, MANY * one.entry.screens):
            values = _truth(panel, turn, one, rng, near, number)
            best = max(values, key=values.__getitem__)
            near = [action for action, value in values.items() if value >= values[best] - least]
            if len(near) == 1 or one.entry.exact:
                break
        return best

    for turn in _turns(panel, trial, player):
        if isinstance(turn, Turn):
            choice, one = _choice(trial, turn), turn.able[0]
            better, found = _verdict(panel, choice, turn.able)
            accused, guilty = found.mark in MARKS, False
            if better and accused:
                fresh = choice._replace(seed=dice.seed(choice.seed, "guilty"))
                guilty = verdicts.prove(panel, fresh, better, [one], SURE * one.entry.proves)[one.entry.name].low > 0
            yield {"phase": turn.phase, "accused": accused, "guilty": guilty, "p": found.p}


def _true(panel: Panel, trial: Trial) -> Iterator[dict[str, Any]]:
    """Whether a loss comes true when the deal is played on as it lies, after the played and the better action."""
    reference = panel.judges[0]
    for turn in _turns(panel, trial):
        if not isinstance(turn, Turn) or reference not in turn.able:
            continue
        choice = _choice(trial, turn)
        better = verdicts.suspect(panel, choice, verdicts.screen(panel, choice, turn.able))
        if better is None:
            continue
        said = verdicts.prove(panel, choice, better, [reference])[reference.entry.name]
        rng = dice.rng(trial.seed, trial.number, turn.seen.turn, "true")
        rolls = 1 if reference.entry.exact else ROLLS
        seeds = [rng.getrandbits(63) for _ in range(rolls)]
        pair, me = [better, panel.choices(turn.seen)[turn.played]], turn.seen.seat
        values = reference.judge.values([turn.state] * rolls, pair, seeds)
        came = sum(good[me] - bad[me] for good, bad in values) / rolls
        stake = panel.stake(panel.game, turn.seen)
        yield {"phase": turn.phase, "said": said.mean / stake, "came": came / stake}


def _luck(panel: Panel, trial: Trial) -> Iterator[dict[str, Any]]:
    """What a deal's result leaves to luck: the result less what everybody's choices did to it."""
    game, first = panel.game, panel.judges[0]
    reference = first._replace(entry=first.entry._replace(screens=min(FEW, first.entry.screens)))
    me, luck = trial.number % game.seats, -panel.fair(game, trial.number % game.seats)
    bots = _bots(game.name, game.spec, game.seats, trial.bot, trial.others)
    state = game.start(game.deal(dice.deal_rng(trial.seed, trial.number)))
    while (seat := game.turn(state)) is not None:
        seen = game.observe(state, seat)
        action = act(game, bots[seat != me], seen, trial.seed, trial.number)
        if len(set(panel.choices(seen).values())) > 1 and first in panel.able(panel.kind(game, seen)):
            choice = Choice(seen, action, dice.seed(trial.seed, trial.number, seen.turn, "luck"))
            luck -= verdicts.screen(panel, choice, [reference])[reference.entry.name].effects[me]
        state = game.apply(state, action)
    result = game.returns(state)[me]
    yield {"result": result, "luck": luck + result}


CHECKS: dict[str, Callable[[Panel, Trial], Iterator[dict[str, Any]]]] = {
    "order": _order,
    "planted": _planted,
    "coverage": _coverage,
    "innocent": _innocent,
    "true": _true,
    "luck": _luck,
}


def _choice(trial: Trial, turn: Turn) -> Choice:
    return Choice(turn.seen, turn.played, dice.seed(trial.seed, trial.number, turn.seen.turn, trial.check))


def _verdict(panel: Panel, choice: Choice, able: Sequence[LoadedJudge]) -> tuple[Action | None, Verdict]:
    """Return the suspected action, if any, and the verdict of a review, before false discoveries are cut."""
    better = verdicts.suspect(panel, choice, verdicts.screen(panel, choice, able))
    if better is None:
        return None, Verdict(verdicts.FINE, 0.0, 0.0, 0.0, 1.0)
    return better, verdicts.verdict(panel, choice, verdicts.prove(panel, choice, better, able))


def _truth(
    panel: Panel, turn: Turn, one: LoadedJudge, rng: Random, actions: Sequence[Action] = (), number: int = 0
) -> dict[Action, float]:
    """Return what actions are worth by a judge: on all worlds, or on `number`, by default `MANY` times a screening's.

    By default all actions that are not equal.
    """
    game, seen = panel.game, turn.seen
    actions = list(actions or dict.fromkeys(panel.choices(seen).values()))
    number = number or MANY * one.entry.screens
    worlds = verdicts.fitting(panel.worlds(game, seen, number, rng), one, number, rng)
    seeds = [rng.getrandbits(63) for _ in worlds.states]
    values = one.judge.values(worlds.states, actions, seeds)
    total = sum(worlds.weights)
    return {
        action: sum(w * row[place][seen.seat] for w, row in zip(worlds.weights, values, strict=True)) / total
        for place, action in enumerate(actions)
    }


def _bots(name: str, rules: str, seats: int, bot: str, others: str) -> tuple[Agent, Agent]:
    return registry.cached_agent(name, rules, seats, bot), registry.cached_agent(name, rules, seats, others, copy=1)
