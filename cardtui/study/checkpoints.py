"""How a learned bot came to play as it does: its answers on frozen positions at some times of its training.

`python -m cardtui.study.checkpoints GAME BOT` prints `report`, for screens that must not load arrays themselves.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import registry, words
from ..core import Refusal, action_text, parse_action
from ..entries.claims import Claim, Claims
from ..loading import load
from ..system import module_runner
from ..text.formatting import counted
from . import frozen_positions, habits
from .frozen_positions import Answers, Frozen
from .habits import Made

NOT_STRENGTH = ("games", "deals", "rules", "exploration", "entropy", "chunk", "epoch")
"""Columns of learning curves that are not about how well the bot plays."""


def known(name: str) -> tuple[str, ...]:
    """Return the bots of a game that have answers. Raises Refusal if none has."""
    found = tuple(
        bot.name for bot in registry.bots(name).values() if bot.learned and "answers" in (registry.card(bot) or {})
    )
    if not found:
        raise Refusal(f"no bot of {name} was asked on frozen positions while it was trained")
    return found


def report(name: str, bot: str) -> dict[str, Any]:
    """Return {"agent", "game", "rules", "record", "unit", "counted", "times", "flips", "claims", "positions"}.

    "counted" says in what "games" and "settled" are counted: "games", or "chunks" where trainers count otherwise.

    "times" has for each time {"games" learned from, "agree": the share of positions with the choice of the end,
    "changed": on how many the choice differs from the time before, "strength": the last figures of the learning curve
    by name}. "positions" has {"frame" in the record, "kind", "actions", "values": of each action at each time, or null,
    "chosen": the place of the action at each time}. "flips" are the positions on which the choice changed, those that
    settled last first: {"position": its index, "settled": the games after which the choice stayed, "moves": [{"games",
    "action"}] from the first choice on}. Actions that the game calls equal are one choice. "claims" are the game's,
    counted on the positions: {"text", "n", "against", "share": at each time, "came": the games after which the share
    stayed nearer to that of the end than to `against`; null where that leaves open whether the bot does so at the end,
    as in `habits.report`}.

    Raises Refusal if the bot's trainer kept no answers, or they do not belong to its weights.
    """
    entry, found = registry.bot_entry(name, bot), frozen_positions.load(name)
    if not entry.learned:
        raise Refusal(f"{bot} is not trained, so it has no checkpoints")
    if found is None:
        raise Refusal(f"{name} has no frozen positions on which its bots were asked while they were trained")
    folder = registry.weights(entry, bot.partition("@")[2])
    card = registry.card(entry, bot.partition("@")[2]) or {}
    answers = frozen_positions.read(folder, card, found)
    games, chosen = answers.games.tolist(), _equal(found, answers)
    curve = _strength(folder, found, games)
    times = [
        {
            "games": count,
            "agree": round(sum(row[-1] == row[at] for row in chosen) / len(chosen), 4),
            "changed": sum(row[at] != row[at - 1] for row in chosen) if at else 0,
            "strength": curve[at],
        }
        for at, count in enumerate(games)
    ]
    flips = [
        {"position": number, "settled": _settled(games, row), "moves": _moves(found, number, games, row)}
        for number, row in enumerate(chosen)
        if len(set(row)) > 1
    ]
    declared: Claims = load(registry.game_entry(name).claims)
    return {
        "agent": bot,
        "game": name,
        "rules": found.game.spec,
        "record": str(found.path),
        "unit": answers.unit,
        "counted": "games" if games[-1] == card.get("games") else "chunks",
        "times": times,
        "flips": sorted(flips, key=lambda flip: -flip["settled"]),
        "claims": [_claim(found, claim, games, answers) for claim in declared.claims],
        "positions": _positions(found, answers, chosen),
    }


def _equal(found: Frozen, answers: Answers) -> list[list[int]]:
    """Return the chosen action of each position at each time; of equal actions the first one stands for all."""
    alike = load(registry.judging(found.game.name).alike)
    rows = []
    for (_, _, seen), places in zip(found.positions, answers.chosen.tolist(), strict=True):
        same = alike(found.game, seen)
        first = [seen.legal.index(same.get(action, action)) for action in seen.legal]
        rows.append([first[place] for place in places])
    return rows


def _settled(games: Sequence[int], row: Sequence[int]) -> int:
    """Return the games after which the choice stayed what it is at the end."""
    last = max(at for at, place in enumerate(row) if place != row[-1])
    return games[last + 1]


def _moves(found: Frozen, number: int, games: Sequence[int], row: Sequence[int]) -> list[dict[str, Any]]:
    """Return the first choice on a position and each that differs from the one before."""
    legal = found.positions[number].seen.legal
    return [
        {"games": count, "action": action_text(found.game, legal[place])}
        for at, (count, place) in enumerate(zip(games, row, strict=True))
        if not at or place != row[at - 1]
    ]


def _positions(found: Frozen, answers: Answers, chosen: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    """Return the positions with all answers on them."""
    kind, values, first, rows = load(registry.judging(found.game.name).kind), answers.values.tolist(), 0, []
    for (frame, _, seen), row in zip(found.positions, chosen, strict=True):
        told = values[first : first + len(seen.legal)]
        first += len(seen.legal)
        rows.append({
            "frame": frame,
            "kind": kind(found.game, seen),
            "actions": [action_text(found.game, action) for action in seen.legal],
            "values": [[None if value != value else round(value, 4) for value in one] for one in told],
            "chosen": list(row),
        })  # fmt: skip
    return rows


def _claim(found: Frozen, claim: Claim, games: Sequence[int], answers: Answers) -> dict[str, Any]:
    """Return a claim of the game, counted on the positions at each time."""
    chosen = answers.chosen.tolist()
    last = [Made(deal, seen, seen.legal[row[-1]]) for (_, deal, seen), row in zip(found.positions, chosen, strict=True)]
    end = habits.tested(found.game, claim, last)
    told = [[claim.does(found.game, seen, action) for action in seen.legal] for _, _, seen in found.positions]
    met = [(does, row) for does, row in zip(told, chosen, strict=True) if does[0] is not None]
    shares = [sum(bool(does[row[at]]) for does, row in met) / max(1, len(met)) for at in range(len(games))]
    came = None
    if end["holds"] is not None:
        middle = (shares[-1] + end["against"]) / 2
        far = [at for at, share in enumerate(shares) if (share > middle) is not (shares[-1] > middle)]
        came = games[max(far, default=-1) + 1]
    rounded = [round(share, 4) for share in shares]
    return {"text": claim.text, "n": end["n"], "against": end["against"], "share": rounded, "came": came}


def _strength(folder: Path, found: Frozen, games: Sequence[int]) -> list[dict[str, float]]:
    """Return the figures of the learning curve that were the last at each time; {} before the first.

    Rows about other rules than those of the positions are left out, and so is a curve that does not count games.
    Raises Refusal if the curve is not as a trainer writes it.
    """
    path, told = folder / "curve.csv", list[dict[str, float]]()
    try:
        with path.open(newline="") as file:
            head, *rows = csv.reader(file)
        if not rows or head[0] not in ("games", "deals"):
            return [{} for _ in games]
        name = found.game.spec.partition(":")[0]
        kept = [row for row in rows if "rules" not in head or row[head.index("rules")] == name]
        for count in games:
            before = [row for row in kept if int(row[0]) <= count]
            cells = zip(head, before[-1], strict=True) if before else ()
            told.append({key: float(value) for key, value in cells if key not in NOT_STRENGTH})
    except (ValueError, IndexError, csv.Error) as error:
        raise Refusal(
            f"{path} should have a line of names, then lines with as many numbers, as trainers write it"
        ) from error
    return told


def lines(told: dict[str, Any]) -> list[str]:
    """Return a report as text: strength by time, when each habit came, and the flips."""
    times, positions = told["times"], told["positions"]
    flips, game = told["flips"], registry.game(told["game"], told["rules"])
    measured = any(time["strength"] for time in times)
    out = [
        f"{told['agent']} on {len(positions)} frozen positions of {told['game']} {told['rules']}, "
        f"asked {len(times)} times while it was trained",
        "",
        f"{told['counted']:>12}  {'as at the end':>13}  {'changed':>7}{'  strength' * measured}",
    ]
    for time in times:
        strength = "  ".join(f"{name} {value:g}" for name, value in time["strength"].items())
        out.append(f"{time['games']:>12,}  {time['agree']:>13.1%}  {time['changed']:>7}  {strength}".rstrip())
    if measured:
        out += ["", "strength: the last figures of the learning curve (curve.csv) at that time; it has no intervals"]
    if told["claims"]:
        out += ["", "when each habit appeared, counted on these positions (first time, end, against):"]
    for claim in told["claims"]:
        if claim["n"]:
            came = "no clear difference" if claim["came"] is None else f"came after {claim['came']:,} {told['counted']}"
            shares = f"{claim['share'][0]:.0%} → {claim['share'][-1]:.0%}, against {claim['against']:.0%}"
            out.append(f"  {claim['text']}: {came} · {shares} · {counted(claim['n'], 'position')}")
    out += [
        "",
        f"flips: on {len(flips)} of {len(positions)} positions the choice changed; the last to settle come first",
    ]
    for flip in flips:
        moves = flip["moves"]
        first, end = (
            words.of(game.name).label(game, parse_action(game, move["action"])) for move in (moves[0], moves[-1])
        )
        text = f"changed {counted(len(moves) - 1, 'time')}, settled after {flip['settled']:,} {told['counted']}"
        out.append(f"  position {flip['position'] + 1:>3}  {text}: {first} at first, {end} at the end")
    return out


async def ask(game: str, bot: str) -> dict[str, Any]:
    """Return `report`, made in a child process. Raises Refusal if there is none."""
    return await module_runner.ask(__name__, game, bot)


if __name__ == "__main__":
    with module_runner.errors_in_one_line():
        print(json.dumps(report(sys.argv[1], sys.argv[2])))
