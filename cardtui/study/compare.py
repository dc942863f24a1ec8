"""Where two bots disagree, what each disagreement brings, and who is right by the game's judges.

In each deal bot A sits on one seat and bot B on all others. The result is taken apart exactly: before each decision in
which A plays something else than B would, B takes over the seat in thought and plays on. What such a disagreement
brings is the difference between that and the same after A's own action, so that all disagreements of a deal add up to
A's result less that of B on the same seat. In JSON they are called "partings".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import fsum
from pathlib import Path
from typing import Any, NamedTuple

from .. import dice, record, registry
from ..core import Action, Agent, Game, Observation, Refusal, action_text, failure
from ..executors import spread
from ..intervals import estimate
from ..json_forms import observation_json
from ..options import bot_label
from ..review import proof, verdicts
from ..review.corpus import act
from ..review.judges import LoadedJudge, Panel, panel_of
from ..review.proof import Difference
from ..review.report_parts import plays_as
from ..review.verdicts import Choice

SAME, OPEN = "same", "open"
"""Who is right where no bot is: the judges see no difference worth a mark, or they cannot tell."""
LISTED = 50
"""Maximum number of disagreements of each kind in the report, the costliest first."""


class Disagreement(NamedTuple):
    """A decision in which two bots disagree."""

    deal: int
    seat: int
    kind: str
    phase: str
    seen: Observation
    a: Action
    b: Action
    gain: float
    """What A's action brought the seat more than B's in this deal, B playing on; 0 in a record."""
    judged: dict[str, Difference]
    """By judge, how much more A's action brings, by what the seat could know."""
    record: str = ""
    """The name of the saved match that it is from, in which `deal` counts; "" if the deals were played for it."""


class Deal(NamedTuple):
    """One deal: A's result, B's on the same seat, the number of A's decisions by kind, and the disagreements.

    Of a record all decisions, and no results.
    """

    a: float | None
    b: float | None
    choices: dict[tuple[str, str], int]
    """The number of decisions with a choice, by kind and phase."""
    disagreements: tuple[Disagreement, ...]


class Work(NamedTuple):
    """One deal to play and take apart, or a record in which only to find the disagreements."""

    table: tuple[str, str, int, tuple[str, ...]]
    a: str
    b: str
    seed: int
    number: int
    record: Path | None = None


class Named(NamedTuple):
    """A bot, with the name by which a fault of it is told."""

    name: str
    agent: Agent


def compare(
    name: str,
    rules: str,
    seats: int,
    a: str,
    b: str,
    *,
    deals: int = 0,
    records: Sequence[Path] = (),
    seed: int = 0,
    jobs: int = 1,
    judges: Sequence[str] = (),
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Any]:
    """Return {"a", "b", "weights", "unit", "deals", "difference", "kinds", "phases", "right", "judges", "partings"}.

    "weights" are the versions (`registry.version`) of both bots, and by name of what the judges play with.
    "difference" is what A gains a deal more than B on the same seat among B's: {"mean", "se", "ci95"}, but for the mean
    None where all deals are alike. "kinds" and "phases" split it: {"kind" or "phase", "choices", "parted", "mean",
    "se", "ci95"}; the means of either add up to it. "right" counts the disagreements by who is right: "a", "b", "same",
    "open"; what may be chance among so many is open. "partings" lists the costliest of each kind by the judges:
    {"record", "deal", "seat", "kind", "phase", "a", "b", "gain", "right", "judges": {name: {"loss" of B's action,
    "low", "high", "worlds"}}, "observation"}.

    With `records` no deals are played: the disagreements are those of all seats' decisions there, and what they brought
    is not known ("difference" and the means are None). Their rules may differ from `rules` in `GameEntry.match`. Raises
    Refusal if a bot or a judge cannot be had, a bot fails, or a record is invalid.
    """
    table = (name, registry.game(name, rules, seats).spec, seats, tuple(judges))
    panel = panel_of(*table)
    _agents(name, table[1], seats, a, b)  # raise before any process is started
    asked = [Work(table, a, b, seed, number) for number in range(deals)]
    for number, path in enumerate(records):  # when a match ends differs, and some bots play for the match
        asked.append(Work((name, record.read(path)[0].rules, *table[2:]), a, b, seed, number, path))
    found: dict[int, Deal] = {}
    for number, deal in spread(work, asked, jobs, (a, b)):
        found[number] = deal
        progress(len(found), len(asked))
    played = [found[number] for number in range(len(asked))]
    disagreements = [disagreement for deal in played for disagreement in deal.disagreements]
    rights = _rights(panel, disagreements)
    order = sorted(range(len(disagreements)), key=lambda place: _weight(disagreements[place]), reverse=True)
    return {
        "a": a,
        "b": b,
        "weights": {
            "a": registry.version(name, a),
            "b": registry.version(name, b),
            "judges": {one.entry.name: one.weights for one in panel.judges},
        },
        "unit": panel.game.unit,
        "deals": deals,
        "records": [path.name for path in records],
        "difference": _figures([deal.a - deal.b for deal in played if deal.a is not None and deal.b is not None]),
        "kinds": _split(played, "kind"),
        "phases": _split(played, "phase"),
        "right": {side: rights.count(side) for side in ("a", "b", SAME, OPEN)},
        "judges": {one.entry.name: _who_judges(panel.game, one, (a, b)) for one in panel.judges},
        "partings": [_row(panel.game, disagreements[place], rights[place]) for place in _listed(disagreements, order)],
    }


def work(asked: Work) -> Deal:
    """Play one deal with A on one seat and B on the others, and take its result apart."""
    panel, (a, b) = panel_of(*asked.table), _agents(*asked.table[:3], asked.a, asked.b)
    if asked.record:
        return _of_record(panel, a, b, asked, asked.record)
    try:
        return _deal(panel, a, b, asked)
    except (Exception, SystemExit) as error:  # third-party code may raise anything
        raise Refusal(f"in deal {asked.number + 1} of seed {asked.seed}: {failure(error)}") from error


def _deal(panel: Panel, a: Named, b: Named, asked: Work) -> Deal:
    game, me, seed_parts = panel.game, asked.number % panel.game.seats, (asked.seed, asked.number)
    state = game.start(game.deal(dice.deal_rng(asked.seed, asked.number)))
    choices: dict[tuple[str, str], int] = {}
    parted: list[tuple[Disagreement, float]] = []
    while (seat := game.turn(state)) is not None:
        seen = game.observe(state, seat)
        action = _act(game, b, seen, *seed_parts)
        if seat == me and len(seen.legal) > 1:
            other, action = action, _act(game, a, seen, *seed_parts)
            where = panel.kind(game, seen), panel.phase(game, seen)
            choices[where] = choices.get(where, 0) + 1
            if action != other:
                worth = _play_on(game, b, state, seed_parts)[me]
                parted.append((_disagreement(panel, seen, action, other, asked, asked.number), worth))
        state = game.apply(state, action)
    result = game.returns(state)[me]
    ends = [*(worth for _, worth in parted), result][1:]
    return Deal(
        result,
        parted[0][1] if parted else result,
        choices,
        tuple(disagreement._replace(gain=end - worth) for (disagreement, worth), end in zip(parted, ends, strict=True)),
    )


def _play_on(game: Game[Any], bot: Named, state: Any, seed_parts: Sequence[object]) -> Sequence[float]:
    """Return the result if a bot plays on for all seats."""
    while (seat := game.turn(state)) is not None:
        state = game.apply(state, _act(game, bot, game.observe(state, seat), *seed_parts))
    return game.returns(state)


def _disagreement(panel: Panel, seen: Observation, a: Action, b: Action, asked: Work, deal: int) -> Disagreement:
    """Return a disagreement as the judges see it; of actions that are equal they are not asked."""
    game, same = panel.game, panel.choices(seen)
    kind, judged = panel.kind(game, seen), dict[str, Difference]()
    able, name = panel.able(kind), asked.record.name if asked.record else ""
    if able and same[a] != same[b]:
        choice = Choice(seen, b, dice.seed(asked.seed, "compare", name or None, deal, seen.turn))
        judged = verdicts.prove(panel, choice, same[a], able, most=max(one.entry.screens for one in able))
    return Disagreement(deal, seen.seat, kind, panel.phase(game, seen), seen, a, b, 0.0, judged, name)


def _of_record(panel: Panel, a: Named, b: Named, asked: Work, path: Path) -> Deal:
    """Find the disagreements among the decisions of all seats in a record."""
    _, _, game, frames = record.load(path)
    choices: dict[tuple[str, str], int] = {}
    disagreements = []
    for number, _, frame in record.numbered(frames):
        seat, deal = game.turn(frame.state), number - 1
        seen = game.observe(frame.state, seat) if seat is not None else None
        if seen is None or len(seen.legal) < 2:
            continue
        where = panel.kind(game, seen), panel.phase(game, seen)
        choices[where] = choices.get(where, 0) + 1
        ours, theirs = (_act(game, bot, seen, asked.seed, deal) for bot in (a, b))
        if ours != theirs:
            disagreements.append(_disagreement(panel, seen, ours, theirs, asked, deal))
    return Deal(None, None, choices, tuple(disagreements))


def _rights(panel: Panel, disagreements: Sequence[Disagreement]) -> list[str]:
    """Return who is right in each, after those are taken back that may be chance among so many."""
    rights = [_right(panel, disagreement) for disagreement in disagreements]
    kept = proof.false_discoveries([_chance(panel, disagreement) for disagreement in disagreements])
    return [OPEN if right in ("a", "b") and not sure else right for right, sure in zip(rights, kept, strict=True)]


def _chance(panel: Panel, disagreement: Disagreement) -> float:
    """Return the chance of such a difference, to either side, where there is none: by the judge that doubts it most."""
    found = [one for name, one in disagreement.judged.items() if name in panel.convicting]
    a, b = max((one.p for one in found), default=1.0), max((one.p_less for one in found), default=1.0)
    return min(1.0, 2 * min(a, b))


def _right(panel: Panel, disagreement: Disagreement) -> str:
    """Return who is right: every judge that may prove a mistake says so, and no other contradicts."""
    convicting, found = panel.convicting, disagreement.judged
    if not found:
        same = panel.choices(disagreement.seen)
        return SAME if same[disagreement.a] == same[disagreement.b] else OPEN
    least = verdicts.mark_thresholds(panel, disagreement.seen)[0]
    if all(abs(end) < least for one in found.values() for end in (one.low, one.high)):
        return SAME
    for side, sign in (("a", 1), ("b", -1)):
        ahead = all(min(sign * one.low, sign * one.high) > 0 for name, one in found.items() if name in convicting)
        if ahead and convicting & set(found) and all(sign * one.mean >= 0 for one in found.values()):
            return side
    return OPEN


def _weight(disagreement: Disagreement) -> tuple[float, float]:
    """Return how much is at stake by the judge that sees the least in it: what is proved, and then its estimate."""
    judged = disagreement.judged.values()
    proved = min((max(one.low, -one.high, 0.0) for one in judged), default=0.0)
    return proved, min((abs(one.mean) for one in judged), default=0.0)


def _listed(disagreements: Sequence[Disagreement], order: Sequence[int]) -> list[int]:
    """Return the first LISTED of each kind, in the same order."""
    of_kind = Counter[str]()
    listed = []
    for place in order:
        of_kind[disagreements[place].kind] += 1
        if of_kind[disagreements[place].kind] <= LISTED:
            listed.append(place)
    return listed


def _split(deals: Sequence[Deal], part: str) -> list[dict[str, Any]]:
    """Return a row for each kind or phase, the one that brings A most first."""
    place = ("kind", "phase").index(part)
    names = dict.fromkeys(where[place] for deal in deals for where in deal.choices)
    rows = []
    for name in names:
        sums = [fsum([one.gain for one in deal.disagreements if getattr(one, part) == name]) for deal in deals]
        rows.append(
            {
                part: name,
                "choices": sum(
                    count for deal in deals for where, count in deal.choices.items() if where[place] == name
                ),
                "parted": sum(getattr(one, part) == name for deal in deals for one in deal.disagreements),
                **_figures(sums if deals[0].a is not None else []),
            }
        )
    return sorted(rows, key=lambda row: -(row["mean"] or 0.0))


def _who_judges(game: Game[Any], loaded: LoadedJudge, bots: Sequence[str]) -> str:
    """Return who judges, and which of the bots it is likely to agree with."""
    judge = {"bot": loaded.entry.bot, "weights": loaded.weights}
    own = [bot_label(bot) for bot in dict.fromkeys(bots) if plays_as(game.name, judge, bot)]
    return loaded.entry.summary + f"; plays as {' and '.join(own)}, and is likely to agree" * bool(own)


def _figures(values: Sequence[float]) -> dict[str, Any]:
    """Return {"mean", "se", "ci95"}; values that are all alike do not show how far others may be off."""
    found = estimate(values) if values else None
    known = found if found and found.se else None
    return {"mean": found and found.mean, "se": known and known.se, "ci95": known and known.interval}


def _row(game: Game[Any], disagreement: Disagreement, right: str) -> dict[str, Any]:
    return {
        **{part: getattr(disagreement, part) for part in ("record", "deal", "seat", "kind", "phase", "gain")},
        "a": action_text(game, disagreement.a),
        "b": action_text(game, disagreement.b),
        "right": right,
        "judges": {
            name: {"loss": one.mean, "low": one.low, "high": one.high, "worlds": one.worlds}
            for name, one in disagreement.judged.items()
        },
        "observation": observation_json(game, disagreement.seen),
    }


def _agents(name: str, rules: str, seats: int, a: str, b: str) -> tuple[Named, Named]:
    return (
        Named(a, registry.cached_agent(name, rules, seats, a)),
        Named(b, registry.cached_agent(name, rules, seats, b, copy=1)),
    )


def _act(game: Game[Any], bot: Named, seen: Observation, *seed_parts: object) -> Action:
    """Return a bot's action. Raises Refusal, which names the bot, if its answer is invalid."""
    try:
        return act(game, bot.agent, seen, *seed_parts)
    except Refusal as error:
        raise Refusal(f"{bot.name}: {error}") from error
