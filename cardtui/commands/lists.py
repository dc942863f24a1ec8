"""Commands that print lists: games, bots, saved matches, settings. No heavy imports."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any

from .. import __version__, options, record, registry, settings, words
from ..core import Refusal, quoted
from ..entries import Bot, GameEntry
from ..options import Setting
from ..record import archive
from ..registry import catalogue, lineup
from ..text.formatting import counted, rounded_to_error, significant, trimmed
from ..text.printable import printable
from .common import emit, figure_text, say, show, stamp, validate_coach

SHARES = ("win", "draw", "loss", "right")
"""The figures of cards that are shares."""


def version(args: argparse.Namespace) -> int:
    """Run `cardtui --version`."""
    show(f"cardtui {__version__}")
    return 0


def games(args: argparse.Namespace) -> int:
    """Run `cardtui games [GAME]`: list rule sets and options."""
    entries, wrong = _asked(args.game)
    if args.json:
        emit(stamp() | {"games": [_game_json(entry) for entry in entries], "warnings": wrong})
        return 0
    for entry in entries:
        known, sets = registry.rule_sets(entry.name)
        low, high = entry.seats
        seats = f"{low} to {high} seats" if low < high else counted(low, "seat")
        show(f"{entry.name}: {entry.title}, {seats}: {entry.summary}")
        changed = options.rules_example(known, sets)
        show(f"  rule sets: {', '.join(sets)}; `--rules {changed}` changes an option (commas separate several)")
        values = {name: registry.rule_options(entry.name, name) for name in sets}
        rows = [("option", *sets, "values", "")]
        for key, setting in known.items():
            rows.append((key, *(str(values[name][key]) for name in sets), setting.values(), setting.help))
        _columns(rows, "    ")
        show(f"  bots: {', '.join(registry.bots(entry.name))}")
        if entry.levels:
            show(f"  levels (also for `--bots`) under the rules {entry.rules}:")
            _columns([row[:1] + row[2:] for row in _level_rows(entry)], "    ")
        if entry.strengths:
            show("  strengths, and the command that measures each:")
            program = catalogue.command_prefix(entry.name)
            rules, tables = ({getattr(one, part) for one in entry.strengths} for part in ("rules", "seats"))
            rows = []
            for one in entry.strengths:
                under = [one.rules] * (len(rules) > 1) + [f"{one.seats} seats"] * (len(tables) > 1)
                rows.append(
                    (one.bot, *[", ".join(under)] * bool(under), str(one), f"`{one.command(entry.name, program)}`")
                )
            _columns(rows, "    ")
    return 0


def _level_rows(entry: GameEntry) -> list[tuple[str, str, str, str]]:
    """Return for each level its name, the game, its bot under the usual rules, and its strength."""
    return [
        (level, entry.name, bot, words.strength(entry.name, bot, entry.rules, entry.seats[0]))
        for level, bot in lineup.levels(entry.name, entry.rules).items()
    ]


def _asked(game: str | None) -> tuple[list[GameEntry], list[str]]:
    """Return the entry of the game, or of all games, and the warnings about bot plug-ins, which are also printed."""
    entries = [registry.game_entry(game)] if game else list(registry.games().values())
    wrong = registry.warnings([entry.name for entry in entries])
    say(*(f"cardtui: {text}" for text in wrong))
    return entries, wrong


def _game_json(entry: GameEntry) -> dict[str, Any]:
    known, sets = registry.rule_sets(entry.name)
    return {
        "name": entry.name,
        "title": entry.title,
        "summary": entry.summary,
        "seats": list(entry.seats),
        "rule_sets": {name: registry.rule_options(entry.name, name) for name in sets},
        "options": _options_json(known),
        "bots": list(registry.bots(entry.name)),
        "strengths": [
            known._asdict() | {"command": known.command(entry.name, catalogue.command_prefix(entry.name))}
            for known in entry.strengths
        ],
    }


def _options_json(known: Mapping[str, Setting]) -> dict[str, Any]:
    return {
        key: {"default": setting.default, "values": setting.values(), "help": setting.help}
        for key, setting in known.items()
    }


def bots(args: argparse.Namespace) -> int:
    """Run `cardtui bots [GAME [BOT]]`: list the bots, their options and the cards of their weights."""
    if args.bot:
        return _one_bot(args)
    entries, wrong = _asked(args.game)
    found = [(bot, _card(bot)) for entry in entries for bot in registry.bots(entry.name).values()]
    pool = [bot for entry in entries for bot in entry.pool]
    if args.json:
        about = stamp(registry.game(entries[0].name)) if args.game else stamp()
        emit(
            about
            | {
                "bots": [_bot_json(bot, card, registry.measured(bot)) for bot, card in found],
                "pool": [{key: getattr(bot, key) for key in ("name", "game", "kind", "summary")} for bot in pool],
                "warnings": wrong,
            }
        )
        return 0
    rows = [("bot", "game", "kind", "")]
    for entry in entries:
        rows += [
            (level, game, "level", f"{bot}: {told}" if told else bot) for level, game, bot, told in _level_rows(entry)
        ]
    for bot, card in found:
        rows += _bot_rows(bot, card)
    rows += [(bot.name, bot.game, "pool", bot.summary) for bot in pool]
    _columns(rows)
    return 0


def _one_bot(args: argparse.Namespace) -> int:
    """List one bot with its whole card.

    Raises Refusal if there is no such bot or option, or if its card cannot be read or is of another game.
    """
    bot, (_, pairs, folder) = registry.bot_entry(args.game, args.bot), options.bot_spec(args.bot)
    options.read(bot.options, pairs, f"bot {bot.name}")
    card = registry.card(bot, folder)
    if card and card.get("game") != args.game:
        raise Refusal(f"the card of {args.bot} is of {quoted(card.get('game'))}, not of {quoted(args.game)}")
    if args.json:
        ships = not folder and registry.own_bots(args.game).get(bot.name) == bot
        told = _bot_json(bot, card, registry.measured(bot) if ships else {})
        emit(stamp(registry.game(args.game)) | {"bots": [told], "pool": [], "warnings": []})
        return 0
    rows = [("bot", "game", "kind", ""), *_bot_rows(bot, card)]
    plain = {key: value for key, value in (card or {}).items() if not isinstance(value, list | dict)}
    _columns([*rows, *(("", "", "", f"  {key}: {value}") for key, value in plain.items())])
    return 0


def _bot_json(bot: Bot, card: Mapping[str, Any] | None, told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `--json` tells of a bot; `told`: what else was measured of it."""
    return {
        "name": bot.name,
        "game": bot.game,
        "kind": bot.kind,
        "summary": bot.summary,
        "options": _options_json(bot.options),
        "card": _json_values({**(card or {}), **told} if told else card),
    }


def _json_values(value: Any) -> Any:
    """Return a value of a card as JSON can hold it: dates, and numbers that are not finite, become text."""
    if isinstance(value, Mapping):
        return {key: _json_values(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_json_values(part) for part in value]
    whole = value is None or isinstance(value, str | int) or (isinstance(value, float) and isfinite(value))
    return value if whole else str(value)


def _bot_rows(bot: Bot, card: Mapping[str, Any] | None) -> list[tuple[str, str, str, str]]:
    rows = [(bot.name, bot.game, bot.kind, bot.summary + " (no weights)" * (bot.learned and card is None))]
    for key, setting in bot.options.items():
        rows.append((f"  :{key}={setting.default}", "", "", f"{setting.help} ({setting.values()})"))
    scores = (card or {}).get("scores")
    told = [score for score in scores if isinstance(score, Mapping)] if isinstance(scores, list) else []
    return rows + [("", "", "", f"  {_score(score)}") for score in told]


def _score(score: Mapping[str, Any]) -> str:
    """Return a row of a card's scores as text: the interval stands behind the figure that it is of."""
    try:
        told = {key: _figure(key, value) for key, value in score.items() if key not in ("low", "high")}
        if "low" in score:
            of = list(score)[list(score).index("low") - 1]
            told[of] = _bounded(score, of)
    except (KeyError, TypeError, ValueError, ArithmeticError):  # a card that no trainer here wrote
        told = {key: f"{key} {value}" for key, value in score.items()}
    return ", ".join(told.values())


def _figure(key: str, value: Any) -> str:
    if key in SHARES:
        return f"{key} {value:.1%}"
    if key == "tricks_given_away":
        return f"takes {significant(abs(value), 2)} tricks a game {'fewer' if value > 0 else 'more'} than half of them"
    return f"{key.replace('_', ' ')} {figure_text(value)}"


def _bounded(score: Mapping[str, Any], of: str) -> str:
    """Return the figure before an interval and what the interval is of, which "Cards" in docs/training.md tells."""
    low, high = score["low"], score["high"]
    if of in ("right", "win"):
        return f"{_figure(of, score[of])} [{low:.1%}, {high:.1%}]"
    if of == "log_loss":
        less = 1 - score["log_loss"] / score["uniform"]
        return f"{_figure(of, score[of])}, less than uniform by {less:.1%} [{low:.1%}, {high:.1%}]"
    name, value, sign = of.replace("_", " "), score[of], ""
    if of == "loss":
        name, value, sign = f"{_figure(of, value)}, win − loss", score["win"] - value, "+"
    mean, least, most = (rounded_to_error(each, (high - low) / 2, sign) for each in (value, low, high))
    return f"{name} {mean} [{least}, {most}]"


def _card(bot: Bot) -> dict[str, Any] | None:
    try:
        return registry.card(bot)
    except Refusal:  # not trained yet
        return None


def history(args: argparse.Namespace) -> int:
    """Run `cardtui history`: list saved matches, newest first."""
    folder = settings.records_dir()
    matches = list[dict[str, Any]]()
    for path in islice(archive.saved(folder), args.limit):
        with suppress(FileNotFoundError):  # deleted meanwhile
            matches.append(_match(path))
    if args.json:
        emit(stamp() | {"folder": str(folder), "matches": matches, "own": _own(folder)})
        return 0
    if not matches:
        show(f"no saved matches in {folder}")
        return 0
    rows = [("saved", "game", "rules", "deals", "scores", "", "file")]
    for match in matches:
        if "damaged" in match:
            rows.append((match["saved"], "damaged", "", "", match["damaged"], "", match["file"]))
            continue
        if "absent" in match:
            told = "the game is not installed"
            rows.append((match["saved"], match["game"], match["rules"], "", told, "", match["file"]))
            continue
        seats = zip(match["seats"], match["scores"], strict=True)
        scores = ", ".join(f"{seat} {trimmed(score)}" for seat, score in seats)
        stands = "finished" if match["winners"] else "goes on" if match["unfinished"] else "left"
        rows.append((match["saved"], match["game"], match["rules"], str(match["deals"]), scores, stands, match["file"]))
    _columns(rows)
    show("`cardtui replay FILE` steps through one, `cardtui resume FILE` goes on with one")
    return 0


def _own(folder: Path) -> dict[str, dict[str, Any]]:
    """Return what the menu tells of the deals that the person has played, of all matches in a folder, by game."""
    from ..record.index import RecordIndex, own_records  # no other list needs it

    kept = RecordIndex(folder)
    kept.update()
    return {
        game: {"deals": own.deals, "unit": own.unit, "mean": own.mean, "ci95": own.ends}
        for game, own in own_records(kept.saved).items()
    }


def _match(path: Path) -> dict[str, Any]:
    about: dict[str, Any] = {
        "file": str(path),
        "saved": datetime.fromtimestamp(path.stat().st_mtime).isoformat(" ", "minutes"),
    }
    try:
        header, _ = record.read(path)
        if header.game not in registry.games():
            return about | header._asdict() | {"absent": True}
        _, header, game, frames = record.load(path)
    except (Refusal, OSError) as error:
        return about | {"damaged": str(error)}
    standing = frames[-1].standing if frames else game.opening()
    if frames and game.turn(frames[-1].state) is None:
        standing = game.carry(standing, frames[-1].state)
    return about | {
        **header._asdict(),
        "deals": standing.deals,
        "scores": list(standing.scores),
        "winners": list(standing.winners),
        "unfinished": archive.unfinished(path),
    }


def config(args: argparse.Namespace) -> int:
    """Run `cardtui config show | validate | locate`."""
    path = settings.config_file()
    folders = {"records": settings.records_dir, "runs": settings.runs_dir, "cache": settings.cache_dir}
    if args.what == "locate":
        where = {"file": str(path)} | {name: str(folder()) for name, folder in folders.items()}
        if args.json:
            emit(stamp() | where)
        else:
            show(str(path))
        return 0
    if args.what == "validate":
        return _validate(args, path)
    found = settings.resolve()
    if args.json:
        emit(stamp() | {"file": str(path), "settings": {key: value._asdict() for key, value in found.items()}})
    else:
        rows = [(key, "=", settings.written(value), f"# {source}") for key, (value, source) in found.items()]
        _columns(rows)
    return 0


def _validate(args: argparse.Namespace, path: Path) -> int:
    """Tell all faults of the settings, also an unknown coach, or a variable that sets nothing; 2 if there are any."""
    from .. import executors

    found, faults = settings.examine()
    coach, source = found["coach"]
    try:
        if coach:
            validate_coach(coach, f"{source}: coach")
    except Refusal as refusal:
        faults.append(refusal)
    valid = [*(f"CARDTUI_{key.upper()}" for key in settings.SETTINGS), catalogue.FILES, executors.VARIABLE]
    for name in os.environ:
        if name.startswith("CARDTUI_") and name not in valid:
            faults.append(Refusal(f"the variable {name} sets nothing; there are {', '.join(valid)}"))
    if args.json:
        emit(stamp() | {"file": str(path), "valid": not faults, "faults": list(map(str, faults))})
    elif faults:
        say(*(f"cardtui: {fault}" for fault in faults))
    else:
        show(f"{path}: {'valid' if path.exists() else 'not there; all settings at their defaults'}")
    return 2 if faults else 0


def _columns(rows: Iterable[tuple[str, ...]], margin: str = "") -> None:
    """Print rows in columns as wide as their widest cell."""
    rows = [tuple(map(printable, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        show(f"{margin}{'  '.join(cells).rstrip()}")
