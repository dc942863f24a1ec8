"""Commands that look at what was or could be played: replay and inspect, on the screen or as JSON."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import record, registry, settings
from ..core import Refusal, action_text, decision_json, observation_json
from ..review import opinions, positions
from ..review.positions import Position
from .common import emit, game_of, need_terminal, settings_of, stamp


def replay(args: Namespace) -> int:
    """`cardtui replay [FILE]`."""
    chosen = settings_of(args)
    path: Path | None = args.file or next(record.saved(settings.records_dir()), None)
    if path is None:
        raise Refusal(f"no saved match in {settings.records_dir()}")
    header, lines = record.read(path)
    if not args.json:
        need_terminal("`--json` prints the match")
        from ..ui.app import run
        from ..ui.start import Replay

        return run(chosen, Replay(path))
    game = registry.game(header.game, header.rules, len(header.seats))
    deals: list[dict[str, Any]] = []
    for frame in record.replay(game, lines, str(path)):
        if frame.move is None:
            deals.append({"scores": list(frame.standing.scores), "deal": frame.deal, "moves": [], "returns": None})
            continue
        seat, action, decision = frame.move
        made = decision_json(game, decision) if decision else None
        deals[-1]["moves"].append({"seat": seat, "action": action_text(game, action), "decision": made})
        if game.turn(frame.state) is None:
            deals[-1]["returns"] = list(game.returns(frame.state))
    about = {"file": str(path), "seats": header.seats, "weights": header.weights, "ranked": header.ranked}
    emit(stamp(game, header.seed) | about | {"unfinished": record.unfinished(path), "deals": deals})
    return 0


def inspect(args: Namespace) -> int:
    """`cardtui inspect GAME`."""
    chosen = settings_of(args)
    entry = registry.game_entry(args.game)
    position = _position(args)
    agents: Sequence[str] = args.agents or registry.default_bots(entry.name, position.game.spec)
    for agent in agents:
        registry.check(entry.name, agent, position.game.spec)
    if not args.json:
        need_terminal("`--json` prints what the bots make of the position")
        from ..ui.app import run
        from ..ui.start import Inspect

        return run(chosen, Inspect(entry.name, tuple(agents), args.rules or "", args.record, args.observation or ""))
    found: dict[str, Any] = {}
    if args.swap:
        found["before"] = _decisions(position, agents, args.seed)
        position = positions.swap(position, *args.swap)
    found |= {
        "position": {"origin": position.origin, "short": positions.short_form(position)},
        "decisions": _decisions(position, agents, args.seed),
        "policies": {agent: report for agent in agents if (report := _policy(entry.name, agent))},
    }
    emit(stamp(position.game, args.seed) | found)
    return 0


def _position(args: Namespace) -> Position:
    """What the arguments name; by default a random position of the seed."""
    if args.observation:
        text = sys.stdin.read() if args.observation == "-" else args.observation
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise Refusal(f"--observation is no JSON: {error}") from error
        return positions.from_json(args.game, data)
    if args.record:
        position = positions.from_record(args.record, args.deal, args.move)
        if position.game.name != args.game:
            raise Refusal(f"{args.record} is a match of {position.game.name}, not of {args.game}")
        return position
    return positions.at_random(game_of(args), args.seed)


def _decisions(position: Position, agents: Sequence[str], seed: int) -> list[dict[str, Any]]:
    game, seen = position.game, position.seen
    observation = observation_json(game, seen)
    return [
        {
            "agent": agent,
            "weights": opinions.weights(game.name, agent),
            "seat": seen.seat,
            "observation": observation,
            **decision_json(game, opinions.opinion(game, agent, seen, str(seed))),
        }
        for agent in agents
    ]


def _policy(game: str, agent: str) -> dict[str, Any] | None:
    """What its table does as a whole; None for a bot that has no such table."""
    bot = registry.bot_entry(game, agent)
    if not bot.policies:
        return None
    report: dict[str, Any] = registry.load(bot.policies)(registry.weights(bot, agent.partition("@")[2]))
    return report
