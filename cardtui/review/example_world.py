"""One world in which a played action loses and a better one wins, played out by bots: why it was a mistake.

`python -m cardtui.review.example_world PATH PLACE BETTER` prints it as a line of JSON, for screens.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .. import dice, loading, record, registry
from ..core import Action, Game, Refusal, action_text, decide, parse_action
from ..registry import lineup
from ..system import module_runner
from ..text.formatting import signs, unit_name
from .judges import STEPS, panel_of
from .report_parts import Match

WORLDS = 100
"""Number of worlds that are looked through."""
TRIED = 12
"""Maximum number of worlds that the bots of the table play out, or the strongest one after them."""


class Line(NamedTuple):
    """How a deal goes on after an action: the moves by seat, as people read them, and the results of the seats."""

    moves: list[tuple[int, str]]
    results: tuple[float, ...]


async def ask(path: Path, place: int, better: str) -> dict[str, Any]:
    """Return what `find` does, found in a child process. Raises Refusal like that."""
    return await module_runner.ask(__name__, str(path), str(place), better)


def find(path: Path, place: int, better: str) -> dict[str, Any]:
    """Return one world of the decision after `frames[place]` of a record, and how it goes on after either action.

    The world is drawn as the judges draw theirs, from what the mover could know. The first judge counts in how many of
    `worlds` the better action brings `more` or `less`. `bots` play on, on the same dice after either action: those of
    the table as far as they can, and if they make nothing of the better action, the strongest one on all seats. A world
    is preferred in which the mover then gets less than a deal is worth after the played action, and more after the
    better one. Raises Refusal if there is none in which it gets more.
    """
    header, _, game, frames = record.load(path)
    frame, move = frames[place], frames[place + 1].move
    if move is None:
        raise Refusal(f"{path} has no move there")
    me, seen = move.seat, game.observe(frame.state, move.seat)
    pair = [move.action, parse_action(game, better)]
    panel = panel_of(header.game, header.rules, len(header.seats))
    judge = panel.able(panel.kind(game, seen))[0]
    rng = dice.rng(header.seed, "world", place)
    worlds = panel.worlds(game, seen, WORLDS, rng)
    states = rng.choices(worlds.states, worlds.weights, k=min(WORLDS, len(worlds.states)))
    seeds = [rng.getrandbits(63) for _ in states]
    gains = [good[me] - bad[me] for bad, good in judge.judge.values(states, pair, seeds)]
    fair = panel.fair(game, me)
    useful = [number for number, gain in enumerate(gains) if gain > 0]
    found = None
    for bots in dict.fromkeys((players(game, frame.header.seats), (lineup.coach(game, ""),) * game.seats)):
        agents = [registry.agent(game, bot) for bot in bots]
        for number in useful[:TRIED]:
            lines = [_play(game, agents, states[number], action, seeds[number]) for action in pair]
            lost, won = (line.results[me] for line in lines)
            rank = lost < fair < won, won - lost
            if won > lost and (found is None or rank > found[0]):
                found = rank, number, lines, bots
            if rank[0]:
                break
        if found:
            break
    if found is None:
        where = f"any of the {len(states)} worlds drawn here" if len(states) > 1 else "the one possible world"
        raise Refusal(f"when bots play on, the better action brings no more in {where}")
    _, number, lines, bots = found
    words = loading.load(registry.game_entry(game.name).words)
    held = {seat: words.order(game, game.observe(states[number], seat), "number") for seat in range(game.seats)}
    return {
        "worlds": len(states),
        "more": len(useful),
        "less": sum(gain < 0 for gain in gains),
        "judge": judge.entry.name,
        "bots": list(bots),
        "hands": {str(seat): [game.face(card) for card in cards] for seat, cards in held.items()},
        "actions": [action_text(game, action) for action in pair],
        "moves": [line.moves for line in lines],
        "results": [line.results for line in lines],
    }


def players(game: Game[Any], seats: Sequence[str]) -> tuple[str, ...]:
    """Return the bots that play on: those of the table, and the first of the game's usual ones for everybody else."""
    usual = lineup.default_bots(game.name, game.spec)[0]
    found = []
    for spec in seats:
        try:
            registry.check(game.name, spec, game.spec)
            found.append(spec)
        except Refusal:  # a person is no bot, either
            found.append(usual)
    return tuple(found)


def _play(game: Game[Any], agents: Sequence[Any], state: Any, action: Action, seed: int) -> Line:
    """Return how a deal goes on after an action."""
    words, rngs = loading.load(registry.game_entry(game.name).words), [dice.rng(seed, s) for s in range(game.seats)]
    moves = list[tuple[int, str]]()
    turn = game.turn(state)
    while turn is not None:
        moves.append((turn, words.label(game, action)))
        state = game.apply(state, action)
        turn = game.turn(state)
        if turn is not None:
            action = decide(agents[turn], game.observe(state, turn), rngs[turn], STEPS).action
    return Line(moves, tuple(game.returns(state)))


def told(one: Match, found: dict[str, Any], names: tuple[str, ...], seat: int) -> list[str]:
    """Return a world of `find` in lines."""
    played, better = (one.label(action) for action in found["actions"])
    if found["worlds"] == 1:
        lines = [
            f"All hands were known, and with them {better} brings more than {played} (judge {found['judge']}).",
            "The hands before the decision",
        ]
    else:
        lines = [
            f"In {found['more']} of {found['worlds']} worlds {better} brings more than {played}, in {found['less']} "
            f"less (judge {found['judge']}).",
            "One of them, not the true one: the hands before the decision",
        ]
    lines += [f"  {names[int(s)]}: {' '.join(map(signs, hand))}" for s, hand in found["hands"].items()]
    lines += ["", f"Played on by {', '.join(dict.fromkeys(found['bots']))}:", ""]
    columns = [[f"{names[s]}: {label}" for s, label in moves] for moves in found["moves"]]
    heads = [
        f"{label}: {one.figure(result[seat])} {unit_name(one.report['unit'])}"
        for label, result in zip((played, better), found["results"], strict=True)
    ]
    size = max(map(len, [heads[0], *columns[0]])) + 3
    lines.append(f"{heads[0]:<{size}}{heads[1]}")
    for number in range(max(map(len, columns))):
        left, right = (column[number] if number < len(column) else "" for column in columns)
        differs = " " if left == right else "|"
        lines.append(f"{left:<{size - 2}}{differs} {right}")
    return lines


def main(path: str, place: str, better: str) -> None:
    """Print the world. Exits with a sentence if there is none."""
    with module_runner.errors_in_one_line():
        print(json.dumps(find(Path(path), int(place), better)))


if __name__ == "__main__":
    main(*sys.argv[1:])
