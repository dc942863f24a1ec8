"""The contents of the inspect screen as plain JSON: decisions on a position, effects of a swap, a bot's whole policy.

`python -m cardtui.study.inspect GAME BOT` prints `policies`, for screens that must not load a table themselves.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import dice, loading, registry, words
from .. import record as records
from ..core import Decision, Game, Option, Refusal, action_text
from ..json_forms import decision_json, observation_json
from ..registry import lineup
from ..review import positions, regret
from ..review.positions import Position
from ..system import module_runner
from ..words import beliefs as known_hands
from . import beliefs_study, habits, opinions, solved
from . import checkpoints as trained
from . import outcomes as promises


def report(
    name: str,
    agents: Sequence[str] = (),
    *,
    rules: str = "",
    record: Path | None = None,
    at: str = "",
    observation: str = "",
    swap: tuple[str, str] | None = None,
    worst: int = 0,
    outcomes: int = 0,
    claims: int = 0,
    checkpoints: bool = False,
    beliefs: int = 0,
    seed: int = 0,
) -> tuple[Game[Any], dict[str, Any]]:
    """Return the game and {"decisions", "grids", "claims"} of the agents (by default `lineup.asked`).

    The decisions are those on `observation` (JSON) if given, else on every turn of `record`, or on the one `at` a
    moment such as "3:12", else on a random position under `rules`. On a record each decision also has the "truth", the
    probability that the bot gives to where the cards really are, and, if the game has a solver, what each card is worth
    to one who "sees_all_hands": the least and most points of the declarer's side.

    `swap` (old card, new card) adds what changes in the first decisions. `worst` adds what each agent gives away in
    that number of decisions of its own games, or in those of `record`, by the game's judges. `outcomes` adds, for that
    number of moves, the values that each agent gave them and how the deals ended. `beliefs` adds how well hidden cards
    are guessed in that number of deals of each agent's own games, or in `record`. `claims` adds to grids and claims
    what is counted in that number of deals of each agent's own play (`habits.report`), `checkpoints` how each came to
    play as it does (`checkpoints.report`; by default of all bots that were asked while they were trained).

    Raises Refusal if anything requested is unavailable or invalid.
    """
    found = _positions(name, rules, record, at, observation, seed)
    game = found[0].game
    specs = tuple(agents) or lineup.asked(game)
    for spec in specs:
        registry.check(name, spec, game.spec)
    out: dict[str, Any] = {"decisions": [row for position in found for row in _decisions(position, specs, seed)]}
    if swap:
        out["swap"] = _swap(found[0], specs, swap, seed)
    if worst:
        source = str(record or "")
        out["worst"] = [regret.report(name, game.spec, game.seats, spec, worst, seed, source) for spec in specs]
    if outcomes:
        out["outcomes"] = [promises.report(name, game.spec, game.seats, spec, outcomes, seed) for spec in specs]
    if beliefs:
        out["beliefs"] = [
            beliefs_study.report(name, game.spec, game.seats, spec, beliefs, seed, str(record or "")) for spec in specs
        ]
    looks = [(spec, policies(name, spec)) for spec in specs if registry.bot_entry(name, spec).policies]
    if checkpoints:
        out["checkpoints"] = [trained.report(name, spec) for spec in agents or trained.known(name)]
    if claims:
        looks += [(spec, habits.report(name, game.spec, game.seats, spec, claims, seed)) for spec in specs]
    for part in ("grids", "claims"):
        out[part] = [{"agent": spec, **row} for spec, look in looks for row in look[part]]
    return game, out


def policies(name: str, spec: str) -> dict[str, Any]:
    """Return {"grids", "claims"} of a bot that can show its whole policy. Raises Refusal for a bot that cannot."""
    bot = registry.bot_entry(name, spec)
    if not bot.policies:
        raise Refusal(f"bot {bot.name} has no table to show as a whole")
    shown: dict[str, Any] = loading.load(bot.policies)(registry.weights(bot, spec.partition("@")[2]))
    return shown


def replay(path: Path) -> tuple[Game[Any], dict[str, Any]]:
    """Return the game, and {"seed", "seats", "weights", "deals"} of a record: each deal with its moves and result."""
    header, _, game, frames = records.load(path)
    deals: list[dict[str, Any]] = []
    for frame in frames:
        if frame.move is None:
            deals.append({"deal": frame.deal, "scores": list(frame.standing.scores), "moves": [], "result": None})
        else:
            decision = decision_json(game, frame.move.decision) if frame.move.decision else None
            seat, action = frame.move.seat, action_text(game, frame.move.action)
            move = {"seat": seat, "by": frame.header.seats[seat], "action": action, "decision": decision}
            deals[-1]["moves"].append(move)
        if game.turn(frame.state) is None:
            deals[-1]["result"] = list(game.returns(frame.state))
    return game, {"seed": header.seed, "seats": list(header.seats), "weights": list(header.weights), "deals": deals}


def _positions(name: str, rules: str, record: Path | None, at: str, observation: str, seed: int) -> list[Position]:
    """Return the positions that `report` is asked about: given, of a record, or a random one."""
    if observation:
        return [positions.from_text(name, observation)]
    if record:
        return [positions.turn(name, record, at)] if at else positions.all_turns(name, record)
    game = registry.game(name, rules)
    return [positions.at_random(game, seed)]


def _decisions(position: Position, specs: Sequence[str], seed: int) -> list[dict[str, Any]]:
    """Return each bot's Decision; for a position of a record also the belief in the truth and the solver's values."""
    game, seen = position.game, position.seen
    known = {"sees_all_hands": solved.worth(game, position.state)} if position.state is not None else {}
    rows = []
    for spec in specs:
        decision = opinions.opinion(game, spec, seen, dice.seed(seed))
        row = {
            "agent": spec,
            "weights": registry.version(game.name, spec),
            "position": position.origin,
            "seat": seen.seat,
            "observation": observation_json(game, seen),
            **decision_json(game, words.of(game.name).explained(game, seen, decision)),
        }
        if proof := known_hands.proof(game, seen, decision.beliefs):
            row["proved"] = [
                {
                    "seat": other,
                    "holds": [c for c, x in held.items() if x >= 1],
                    "lacks": [c for c, x in held.items() if x <= 0],
                }
                for other, held in proof.items()
            ]
        if true := positions.in_truth(position, decision):
            row["truth"] = {"probability": true[0], "cards": true[1]}
        rows.append(row | known)
    return rows


def _swap(position: Position, specs: Sequence[str], swap: tuple[str, str], seed: int) -> dict[str, Any]:
    """Return {"position", "observation", "changes": [{"agent", "options": [{"action", "before", "after"}]}]}."""
    game = position.game
    changed = positions.swap(position, *swap)
    changes = []
    for spec in specs:
        before: Decision = opinions.opinion(game, spec, position.seen, dice.seed(seed))
        after: Decision = opinions.opinion(game, spec, changed.seen, dice.seed(seed))
        rows = [
            {"action": action_text(game, row.action), "before": _figures(row.before), "after": _figures(row.after)}
            for row in opinions.shifts(before, after)
        ]
        changes.append({"agent": spec, "options": rows})
    return {"position": changed.origin, "observation": observation_json(game, changed.seen), "changes": changes}


def _figures(option: Option | None) -> dict[str, float | None] | None:
    return {"probability": option.probability, "value": option.value} if option else None


if __name__ == "__main__":
    with module_runner.errors_in_one_line():
        print(json.dumps(policies(sys.argv[1], sys.argv[2])))
