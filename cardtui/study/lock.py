"""What changes if one action is forced, or if another bot decides on a seat: in a position, and over many deals.

`python -m cardtui.study.lock REQUEST` prints `in_record` as a line of JSON, for screens.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from math import fsum
from pathlib import Path
from typing import Any, NamedTuple

from .. import dice, loading, record, registry, words
from ..core import STEPS, Action, Game, Observation, Refusal, action_text, parse_action, quoted
from ..entries.judging import Worlds
from ..executors import spread
from ..intervals import estimate
from ..registry import lineup
from ..review import example_world, positions, proof
from ..review.positions import Position
from ..system import module_runner
from . import paired_deals
from .paired_deals import Cast, Lock, Pair, Start

WORLDS = 100
"""Default number of worlds in which a position is played out."""
QUICK = 1
"""Number of answers taken from a bot in a world: its first one, since thousands are asked for."""
SHARE = 10
"""Number of worlds or deals that a process plays at a time."""
Progress = Callable[[int, int], None]


def parse(typed: Sequence[str]) -> Lock:
    """Return the lock that `SEAT=BOT` or `SEAT=BOT where KIND` means; seats are typed from 1.

    Raises Refusal if the words `typed` mean none.

    >>> parse(["2=greedy", "where", "call"])
    Lock(seat=1, bot='greedy', kind='call')
    """
    text = " ".join(typed)
    seat, _, bot = typed[0].partition("=")
    if not (seat.isascii() and seat.isdigit() and len(seat) < 4 and int(seat) and bot):
        raise Refusal(f"a lock reads like 2=BOT or 2=BOT where KIND, with seats from 1, not {quoted(text)}")
    if len(typed) not in (1, 3) or (len(typed) == 3 and typed[1] != "where"):
        raise Refusal(f"after {typed[0]} a lock takes nothing more, or `where` and one kind, not as in {quoted(text)}")
    return Lock(int(seat) - 1, registry.absolute(bot), typed[2] if len(typed) == 3 else "")


def action_of(game: Game[Any], seen: Observation, text: str) -> Action:
    """Return the legal action of this text, either as in a record or as typed at the table.

    Raises Refusal if there is none.
    """
    legal = {action_text(game, action): action for action in seen.legal}
    try:
        found = legal.get(action_text(game, parse_action(game, text)))
    except (Refusal, ValueError):
        found = None
    if found is not None:
        return found
    spoken = words.of(game.name)
    typed = spoken.read(game, seen, spoken.order(game, seen, ""), text, "")
    if typed.action is None:
        why = typed.refusal or typed.preview or "no action"
        named = "" if quoted(text) in why else f"{quoted(text)}: "
        raise Refusal(f"{named}{why}; legal are {_listed(legal)}")
    return typed.action


def _listed(legal: Sequence[str] | dict[str, Action], most: int = 8) -> str:
    names = list(legal)
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def in_position(
    position: Position,
    *,
    force: str = "",
    locks: Sequence[Lock] = (),
    players: Sequence[str] = (),
    worlds: int = WORLDS,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress = lambda done, total: None,
) -> dict[str, Any]:
    """Return what a forced action and locks change in a position, in worlds that are possible for the mover.

    `players` are the bots that play on, one for each seat or one for all; by default those of the record, and the
    game's first usual one for people and where nobody is known. Without the change the mover takes the action played
    in the record, if it is known, else what its bot takes.

    The answer is {"position", "seat", "force", "instead_of", "locks", "players", "worlds", "n_eff", "how_worlds",
    "known", "diced", "unit", "parted", "locked", "results"}: "known" is whether the mover knows all hands, so that
    there is one world, "diced" whether a bot used random numbers. One known world is played on as often as others, with
    other random numbers each time; without any, once. "parted" is the share of worlds in which the change leads to
    another move, "locked" the mean number of decisions of each world that other bots took over, "results" has for each
    seat {"seat", "without", "with", "change", "se", "low", "high"}, with a 95% interval of the change in the same
    worlds.

    Raises Refusal if there is nothing to change or something named is not there.
    """
    game, seen = position.game, position.seen
    played_on = _players(position, players)
    action = action_of(game, seen, force) if force else None
    cast = _cast(game, played_on, locks, QUICK)
    if action is None and not locks:
        raise Refusal("say what is to change: an action to force, or a bot to lock on a seat")
    judging = registry.judging(game.name)
    rng = dice.rng(seed, "lock", seen.seat, seen.turn)
    drawn: Worlds = loading.load(judging.worlds)(game, seen, worlds, rng)
    states, weights = drawn.states, drawn.weights
    if drawn.whole:  # a list of all worlds: drawn from, since the bots have dice
        states, weights = tuple(rng.choices(states, weights, k=worlds)), (1.0,) * worlds
    starts = [Start(state, (seed, "lock", number), position.played, action) for number, state in enumerate(states)]
    known = drawn.whole and len(drawn.states) == 1
    pairs = _play([(cast, starts[:1])], 1, lambda done, total: None) if known else []
    certain = bool(pairs) and not pairs[0].diced
    if certain:  # it would go like this every time
        weights = (1.0,)
    else:
        pairs = _play([(cast, starts)], jobs, progress)
    _check_kinds(cast, pairs)
    total, same = fsum(weights), certain or (not locks and action == position.played)
    swing, rows = loading.load(judging.swing), []
    for seat in range(game.seats):
        without, changed = [pair.without[seat] for pair in pairs], [pair.changed[seat] for pair in pairs]
        gains = [after - before for before, after in zip(without, changed, strict=True)]
        most = max(swing(game, game.observe(state, seat)) for state in states)
        found = proof.measure(gains, weights, max(map(abs, gains)), same, 1, most)
        rows.append(
            {
                "seat": seat,
                "without": _mean(without, weights, total),
                "with": _mean(changed, weights, total),
                "change": found.mean,
                **{part: getattr(found, part) for part in ("se", "low", "high")},
            }
        )
    return {
        "position": position.origin,
        "seat": seen.seat,
        "force": action_text(game, action) if action else None,
        "instead_of": action_text(game, position.played) if position.played else None,
        "locks": [lock._asdict() for lock in locks],
        "players": list(played_on),
        "worlds": len(pairs),
        "n_eff": found.effective,
        "how_worlds": judging.how_worlds,
        "known": known,
        "diced": any(pair.diced for pair in pairs),
        "unit": game.unit,
        "parted": _mean([float(pair.parted) for pair in pairs], weights, total),
        "locked": _mean([float(pair.locked) for pair in pairs], weights, total),
        "results": rows,
    }


def where(found: Mapping[str, Any]) -> str:
    """Return in which worlds the answer of `in_position` was found, as people read it."""
    if not found["known"]:
        return f"{found['worlds']} possible worlds"
    if found["diced"]:
        return f"all hands are known: this deal, {found['worlds']} times, with other random numbers each time"
    return "all hands are known, and no bot uses random numbers: this deal, once"


def otherwise(found: Mapping[str, Any]) -> str:
    """Return how often the change leads to other moves, as people read it."""
    same = all(row["without"] == row["with"] and row["low"] == row["high"] for row in found["results"])
    if not found["parted"]:
        return "the change leads to no other moves"
    share = "the moves differ" if found["worlds"] == 1 else f"the moves differ in {found['parted']:.0%} of them"
    return f"{share}, the results are the same" if same else share


def over_deals(
    game: Game[Any],
    bots: Sequence[str],
    locks: Sequence[Lock],
    *,
    deals: int,
    seed: int = 0,
    jobs: int = 1,
    steps: int = STEPS,
    progress: Progress = lambda done, total: None,
) -> dict[str, Any]:
    """Return what locks change at a table of these bots, one on each seat, over deals in which they rotate.

    A lock names a bot by its place in `bots`, and goes round with it. The answer is {"bots", "locks", "deals", "games",
    "unit", "parted", "locked", "results"}, as `in_position` has it, but by game, and by place in `bots` as "seat"; the
    intervals are over deals. Raises Refusal if a bot or kind is not there.
    """
    count = len(bots)
    cast = _cast(game, bots, locks, steps)
    opened = [game.start(game.deal(dice.deal_rng(seed, number))) for number in range(deals)]
    work = []
    for turn in range(count):  # the bot of place p sits on seat p - turn
        seated = tuple(bots[(seat + turn) % count] for seat in range(count))
        moved = tuple(lock._replace(seat=(lock.seat - turn) % count) for lock in cast.locks)
        starts = [Start(state, (seed, number, turn)) for number, state in enumerate(opened)]
        work.append((cast._replace(players=seated, locks=moved), starts))
    played = _play(work, jobs, progress)
    pairs = [_by_place(pair, number // deals) for number, pair in enumerate(played)]
    _check_kinds(cast, pairs)
    judging, rows = registry.judging(game.name), []
    for place in range(count):
        games = [pairs[deal::deals] for deal in range(deals)]
        without = [fsum([pair.without[place] for pair in one]) / count for one in games]
        changed = [fsum([pair.changed[place] for pair in one]) / count for one in games]
        change = estimate([after - before for before, after in zip(without, changed, strict=True)])
        low, high = change.interval or (None, None)
        if change.se == 0:  # no deal shows how far others may be off
            most = loading.load(judging.swing)(game, game.observe(opened[0], place))
            found = proof.measure([change.mean] * deals, [1.0] * deals, 0.0, False, 1, most)
            low, high = found.low, found.high
        rows.append(
            {
                "seat": place,
                "without": fsum(without) / deals,
                "with": fsum(changed) / deals,
                "change": change.mean,
                "se": change.se,
                "low": low,
                "high": high,
            }
        )
    return {
        "bots": list(bots),
        "locks": [lock._asdict() for lock in locks],
        "deals": deals,
        "games": len(pairs),
        "unit": game.unit,
        "parted": fsum([float(pair.parted) for pair in pairs]) / len(pairs),
        "locked": fsum([float(pair.locked) for pair in pairs]) / len(pairs),
        "results": rows,
    }


def _by_place(pair: Pair, turn: int) -> Pair:
    """Return a deal of a table that has rotated by `turn` seats, with the places of the bots instead of seats."""
    count = len(pair.without)
    without, changed = (tuple(part[(place - turn) % count] for place in range(count)) for part in pair[:2])
    kinds = Counter({((seat + turn) % count, kind): number for (seat, kind), number in pair.kinds.items()})
    return pair._replace(without=without, changed=changed, kinds=kinds)


def _mean(values: Sequence[float], weights: Sequence[float], total: float) -> float:
    return fsum([weight * value for weight, value in zip(weights, values, strict=True)]) / total


def _players(position: Position, given: Sequence[str]) -> tuple[str, ...]:
    """Return the bots that play on. Raises Refusal if there are neither one nor as many as seats."""
    game = position.game
    if len(given) == 1 or len(given) == game.seats:
        return tuple(given) * (game.seats if len(given) == 1 else 1)
    if given:
        raise Refusal(f"name one bot for all seats, or one for each of the {game.seats}, not {len(given)}")
    if position.moment:
        path, place = position.moment
        return example_world.players(game, record.load(path).frames[place].header.seats)
    return (lineup.default_bots(game.name, game.spec)[0],) * game.seats


def _cast(game: Game[Any], players: Sequence[str], locks: Sequence[Lock], steps: int) -> Cast:
    """Return who plays. Raises Refusal if a bot, or a seat of a lock, is not there."""
    for lock in locks:
        if not 0 <= lock.seat < game.seats:
            raise Refusal(f"a lock is for one of the seats 1 to {game.seats}, not {lock.seat + 1}")
    named = [(lock.seat, lock.kind) for lock in locks]
    if len(set(named)) < len(named):
        raise Refusal("two locks take over the same decisions of one seat; leave out one of them")
    for bot in (*players, *(lock.bot for lock in locks)):
        registry.check(game.name, bot, game.spec)
    return Cast(game.name, game.spec, tuple(players), tuple(sorted(locks, key=lambda lock: not lock.kind)), steps)


def _check_kinds(cast: Cast, pairs: Sequence[Pair]) -> None:
    """Raise Refusal if a lock is for a kind of decisions that never came up."""
    met = Counter[tuple[int, str]]()
    for pair in pairs:
        met.update(pair.kinds)
    for lock in cast.locks:
        kinds = sorted({kind for seat, kind in met if seat == lock.seat})
        if lock.kind and lock.kind not in kinds:
            there = f"those that do are: {', '.join(kinds)}" if kinds else "none does"
            raise Refusal(f"no decision of kind {quoted(lock.kind)} comes up on seat {lock.seat + 1}; {there}")


def _play(work: Iterable[tuple[Cast, Sequence[Start]]], jobs: int, progress: Progress) -> list[Pair]:
    """Play all starts twice, in several processes."""
    shares = [(cast, tuple(starts[at : at + SHARE])) for cast, starts in work for at in range(0, len(starts), SHARE)]
    found, done, total = [list[Pair]() for _ in shares], 0, sum(len(starts) for _, starts in shares)
    bots = {bot for cast, _ in shares for bot in (*cast.players, *(lock.bot for lock in cast.locks))}
    for number, pairs in spread(paired_deals.play, shares, jobs, sorted(bots)):
        found[number] = pairs
        done += len(pairs)
        progress(done, total)
    return [pair for pairs in found for pair in pairs]


# --- for screens --------------------------------------------------------------------------------


class Request(NamedTuple):
    """What `in_record` is asked, as plain values."""

    path: str
    place: int
    """The index of the frame in which the seat to act decides."""
    force: str = ""
    locks: tuple[tuple[str, ...], ...] = ()
    """The words of each lock, as `parse` takes them."""
    worlds: int = WORLDS
    jobs: int = 1


def watch(asked: Request) -> AsyncGenerator[dict[str, Any], None]:
    """Yield {"progress": [worlds done, of how many]} now and then and at last what `in_record` returns.

    It is found in a child process that ends with the iteration. Raises Refusal like that.
    """
    return module_runner.lines(__name__, json.dumps(asked._asdict()))


def in_record(asked: Request, progress: Progress = lambda done, total: None) -> dict[str, Any]:
    """Return `in_position` for a decision of a record. Raises what that raises."""
    path = Path(asked.path)
    _, _, game, frames = record.load(path)
    position = positions.of_frame(game, frames, asked.place, path.name)._replace(moment=(path, asked.place))
    locks = [parse(typed) for typed in asked.locks]
    return in_position(
        position, force=asked.force, locks=locks, worlds=asked.worlds, jobs=asked.jobs, progress=progress
    )


def main(request: str) -> None:
    """Print how far it is, and at last what changes. Exits with a sentence if nothing can."""

    def step(done: int, total: int) -> None:
        print(json.dumps({"progress": [done, total]}), flush=True)

    with module_runner.errors_in_one_line():
        print(json.dumps(in_record(Request(**json.loads(request)), step)))


if __name__ == "__main__":
    main(sys.argv[1])
