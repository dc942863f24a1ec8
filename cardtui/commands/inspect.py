"""Commands that show played or possible positions, on the screen or as JSON: replay and inspect."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import record, registry, settings, words
from ..core import Game, Refusal
from ..record import archive
from ..registry import lineup
from ..system import memory
from ..system.files import read_regular
from ..text.formatting import counted
from .common import emit, game_of, need_terminal, on_screen, print_table, progress, settings_of, show, stamp, tell


def replay(args: Namespace) -> int:
    """Run `cardtui replay [FILE]`."""
    chosen = settings_of(args)
    path = archive.named(settings.records_dir(), args.file)
    if args.check:
        record.read(path)  # refuses a file that is no record
        if not read_regular(path, record.MOST).endswith(b"\n"):
            raise Refusal(f"{path}: the last line has no line end, so it does not count: end it, or take it out")
    if args.json:
        from ..study import inspect as study

        game, found = study.replay(path)
        emit(stamp(game, found["seed"]) | {"file": str(path)} | found)
        return 0
    if args.check:
        _check(path, chosen)
        return 0
    if not record.load(path).frames:  # report errors here, before a screen opens
        raise Refusal(f"{path} holds no deal")
    need_terminal("`--json` prints the match")
    from ..ui.app import run
    from ..ui.start import Replay

    return run(chosen, Replay(path))


def _check(path: Path, chosen: settings.Settings) -> None:
    """Replay a record under its rules and print who sat there and the result of each deal.

    Raises Refusal, naming line and rule, at the first illegal action.
    """
    _, header, game, frames = record.load(path)
    told, names = words.of(header.game), words.names(header.seats, chosen)
    show(f"Seats: {', '.join(words.introduced(header.seats, chosen))}.")
    deal, moves, over = 0, 0, False
    for deal, moves, frame in record.numbered(frames):
        if over := game.turn(frame.state) is None:
            show(f"Deal {deal}, {counted(moves, 'move')}.")
            show(*(f"  {line}" for line in told.outcome(game, game.observe(frame.state, 0), names)))
            gained = zip(names, game.returns(frame.state), strict=True)
            show(f"  In {game.unit}: {', '.join(f'{name} {value:+g}' for name, value in gained)}.")
    if not over:
        show(f"Deal {deal} is not over after {counted(moves, 'move')}." if deal else "No deal.")
    show(f"{path}: {game.name} {game.spec}; every action is legal.")


def inspect(args: Namespace) -> int:
    """Run `cardtui inspect GAME`."""
    chosen = settings_of(args)
    _one_position(args)
    args.record = archive.named(settings.records_dir(), args.record, args.game) if args.record else None
    observation = sys.stdin.read() if args.observation == "-" else args.observation or ""
    if args.observation and not observation.strip():
        raise Refusal("the observation is empty")
    if args.force or args.lock:
        from . import lock

        return lock.position(args, observation)
    agents: Sequence[str] = args.agents or ()
    if args.json:
        from ..study import inspect as study

        memory.limit(2)  # the bots run in this process
        game, found = study.report(
            args.game,
            agents,
            rules=args.rules or "",
            record=args.record,
            at=args.at,
            observation=observation,
            swap=tuple(args.swap) if args.swap else None,
            worst=args.worst,
            outcomes=args.outcomes,
            claims=args.claims,
            checkpoints=args.checkpoints,
            beliefs=args.beliefs,
            seed=args.seed,
        )
        emit(stamp(game, args.seed) | found)
        return 0
    game = _game(args, observation)  # report errors here, before a screen opens
    for agent in agents or lineup.asked(game):
        registry.check(args.game, agent, game.spec)
    if args.swap or args.worst or args.outcomes:
        raise Refusal("--swap, --worst and --outcomes go with --json; on the screen, type `swap 3 Kc`, `worst 200` …")
    if args.claims:
        _claims(args, game, agents or lineup.asked(game))
    if args.beliefs:
        _beliefs(args, game, agents or lineup.asked(game))
    if args.checkpoints:
        return _checkpoints(args, chosen, agents)
    if args.claims or args.beliefs:
        return 0
    place = -1
    if args.at:
        from ..review import positions

        moment = positions.turn(args.game, args.record, args.at).moment
        place = moment[1] if moment else -1
    need_terminal("`--json` prints what the bots make of the position")
    from ..ui.app import run
    from ..ui.start import Inspect

    return run(chosen, Inspect(args.game, tuple(agents), args.rules or "", args.record, observation, args.seed, place))


def _claims(args: Namespace, game: Game[Any], agents: Sequence[str]) -> None:
    """Print what the game's claims come to in deals of each bot's own play."""
    from ..study import habits

    memory.limit(2)  # the bots run in this process
    tell(habits.READING, "")
    for agent in agents:
        with progress(f"inspect {agent}") as step:
            found = habits.report(
                game.name,
                game.spec,
                game.seats,
                agent,
                args.claims,
                args.seed,
                lambda done, total: step(done, total, {}),
            )
        deals = counted(args.claims, "deal")
        tell(f"{agent} on all seats, {game.name} {game.spec}, {deals} of seed {args.seed}", "")
        tell(*habits.lines(found), "")


def _checkpoints(args: Namespace, chosen: settings.Settings, agents: Sequence[str]) -> int:
    """Show how bots came to play as they do: the first one on a screen, or all as text."""
    from ..study import checkpoints

    agents = agents or checkpoints.known(args.game)
    if on_screen(args):
        from ..ui.app import run
        from ..ui.start import Checkpoints

        return run(chosen, Checkpoints(args.game, agents[0]))
    for agent in agents:
        show(*checkpoints.lines(checkpoints.report(args.game, agent)), "")
    return 0


def _beliefs(args: Namespace, game: Game[Any], agents: Sequence[str]) -> None:
    """Print how well hidden cards are guessed."""
    from ..study import beliefs, beliefs_study

    memory.limit(2)  # the bots run in this process
    for agent in agents:
        source = str(args.record or "")
        with progress(f"deals of {agent}") as step:
            found = beliefs_study.report(
                game.name, game.spec, game.seats, agent, args.beliefs, args.seed, source, progress=step
            )
        for title, head, rows in beliefs.tables(found):
            print_table(title, head, rows)
    tell(beliefs.NOTE)


def _one_position(args: Namespace) -> None:
    """Raise Refusal for options that exclude each other."""
    given = [f"--{name}" for name in ("observation", "record") if getattr(args, name)]
    if len(given) > 1:
        raise Refusal("--observation and --record both give a position; leave one of them out")
    if args.at and not args.record:
        raise Refusal("--at chooses a turn of a record; name its file with --record")
    if given and args.rules:
        raise Refusal(f"{given[0]} already says which rules apply; leave out --rules")
    own = [name for name in ("outcomes", "claims", "checkpoints") if getattr(args, name)]  # not from a record
    of_games = [name for name in ("worst", "beliefs") if getattr(args, name)]
    if (given and own) or (args.observation and of_games):
        raise Refusal(f"--{(own or of_games)[0]} plays its own positions; leave out {given[0]}")


def _game(args: Namespace, observation: str) -> Game[Any]:
    """Return the game of the requested position. Raises Refusal if there is no such position."""
    from ..review import positions

    if observation:
        return positions.from_text(args.game, observation).game
    return positions.all_turns(args.game, args.record)[0].game if args.record else game_of(args)
