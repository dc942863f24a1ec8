"""Saved matches and a person's own results in a few words, for the menu and the list of matches."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .. import record, registry, words
from ..core import Game, Refusal
from ..entries import HUMAN
from ..options import bot_label
from ..record.index import Own, RecordIndex, Saved
from ..registry import plugins
from ..settings import Settings
from ..text.formatting import counted, signs, trimmed, unit_after
from .dialogs import Choice, Question


class Preview(NamedTuple):
    """What the only person of an unfinished match sees: the hand as texts, and a note on whose turn it is."""

    hand: tuple[str, ...]
    """The faces of this person's cards; none if several people share the table."""
    note: str
    """Whose turn it is, and what is played."""


def title(saved: Saved) -> str:
    """Return the name of the game."""
    entry = registry.games().get(saved.game)
    return entry.title if entry else saved.game


def title_and_rules(saved: Saved) -> str:
    """Return the name of the game and the rules, where they are not the game's usual ones."""
    entry = registry.games().get(saved.game)
    return title(saved) if entry and entry.rules == saved.rules else f"{title(saved)} {saved.rules}".strip()


def others(saved: Saved) -> str:
    """Return who plays besides the only person: bots, and how many people if there are several."""
    people = saved.seats.count(HUMAN)
    bots = Counter(bot_label(spec) for spec in saved.seats if spec != HUMAN)
    told = [f"{bot} ×{count}" if count > 1 else bot for bot, count in bots.items()]
    return ", ".join([f"{people} people", *told] if people > 1 else told)


def score(saved: Saved) -> tuple[str, float]:
    """Return the only person's score with its unit, and the score if it is a gain or a loss; "" if there is none."""
    if saved.own is None or not saved.scores:
        return "", 0.0
    value = saved.scores[saved.own]
    if len(saved.scores) > 1 and abs(sum(saved.scores)) < 1e-6:
        return _with_unit(trimmed(value, "+"), saved.unit), value
    return _with_unit(trimmed(value), saved.unit), 0.0


def standing(saved: Saved) -> str:
    """Return how a match stands or ended: all scores, the person's first and with its unit."""
    if not saved.scores:
        return ""
    played_by = [bot or name for bot, name in zip(words.bots(saved.seats), words.names(saved.seats), strict=True)]
    named = sorted(zip(saved.seats, played_by, saved.scores, strict=True), key=lambda seat: seat[0] != HUMAN)
    told = [f"{name}: {trimmed(value)}" for _, name, value in named]
    told[0] = f"{named[0][1]}: {_with_unit(trimmed(named[0][2]), saved.unit)}"
    return " · ".join(told)


def brief(saved: Saved) -> str:
    """Return how a match stands or ended in short: the only person's score and unit, then the others' scores."""
    if saved.own is None or not saved.scores:
        return standing(saved)
    own = _with_unit(trimmed(saved.scores[saved.own]), saved.unit)
    rest = " · ".join(trimmed(value) for seat, value in enumerate(saved.scores) if seat != saved.own)
    return " : ".join(filter(None, (own, rest)))


def _with_unit(told: str, unit: str) -> str:
    return f"{told} {unit_after(told, unit)}".rstrip()


def own_mean(own: Own, alone: bool) -> tuple[str, str]:
    """Return the mean of a person's deals with its 95% interval, and what it counts. `alone`: in a game for one."""
    if own.unit == "wins":
        ends = f" [{own.ends[0] * 100:.0f}, {own.ends[1] * 100:.0f}]" if own.ends else ""
        return f"{own.mean:.0%}{ends}", "won"
    reach = (own.ends[1] - own.ends[0]) / 2 if own.ends else 0.0
    digits = _digits(reach or own.mean)
    mean = round(own.mean, digits) + 0.0  # no -0.0
    told = f"{mean:{'+' * (bool(mean) and not alone)}.{digits}f}"
    return told + (f" ±{reach:.{_digits(reach)}f}" if reach else ""), f"{own.unit} a deal"


def _digits(value: float) -> int:
    return 0 if abs(value) >= 20 else 1 if abs(value) >= 1 else 2


def ago(changed: int, now: float) -> str:
    """Return how long ago a time in nanoseconds was, seen from `now` in seconds; after a week, the date."""
    seconds = now - changed / 1e9
    if seconds < 90:
        return "just now"
    for limit, unit, name in ((5400, 60, "minutes"), (129_600, 3600, "hours"), (604_800, 86_400, "days")):
        if seconds < limit:
            return f"{seconds / unit:.0f} {name} ago"
    return date(changed, now)


def date(changed: int, now: float) -> str:
    """Return a date in nanoseconds as text: with the time of day in this year, otherwise with the year."""
    then = time.localtime(changed / 1e9)
    return time.strftime("%d %b %H:%M" if then.tm_year == time.localtime(now).tm_year else "%d %b %Y", then)


def preview(index: RecordIndex, saved: Saved, chosen: Settings) -> Preview:
    """Play the last deal of a match again and return what its only person sees.

    Raises Refusal or OSError if the record cannot be read or replayed, or if the code of somebody else's game fails.
    """
    header, lines = record.read(index.path(saved))
    header = record.replaced(header, lines)
    game = registry.game(header.game, header.rules, len(header.seats))
    try:
        return _preview(game, header, lines, saved, chosen)
    except (Exception, SystemExit) as error:
        if said := plugins.blamed(game, error):
            raise Refusal(said) from error
        raise


def _preview(
    game: Game[Any], header: record.Header, lines: list[dict[str, Any]], saved: Saved, chosen: Settings
) -> Preview:
    steps = record.without_undone(lines)
    begin = max((place for place, step in enumerate(steps) if "deal" in step), default=None)
    if begin is None:
        raise Refusal("no deal")
    last = [{key: value for key, value in step.items() if key != "decision"} for step in steps[begin:]]
    state = record.replay(game, header, last)[-1].state
    turn = game.turn(state)
    if turn is None:
        return Preview((), f"deal {saved.deals} is over: deal {saved.deals + 1} comes next")
    names = words.names(header.seats, chosen)
    to_move = "you are to move" if turn == saved.own else f"{names[turn]} is to move"
    if saved.own is None:
        return Preview((), to_move)
    seen = game.observe(state, saved.own)
    told = words.of(header.game)
    hand = tuple(signs(game.face(card)) for card in told.order(game, seen, chosen.sort))
    return Preview(hand, ", ".join(filter(None, (to_move, told.phase(game, seen, names)))))


def summary(path: Path, settings: Settings) -> str:
    """Describe a saved match in one line, with its result if it is over. Raises Refusal or OSError if unreadable."""
    header, lines = record.read(path)
    seats = words.introduced(record.replaced(header, lines).seats, settings)
    when = time.strftime("%d %b %H:%M", time.localtime(path.stat().st_mtime))
    steps = record.without_undone(lines)
    deals = sum("deal" in step for step in steps)
    if scores := record.final_scores(lines, len(seats)):
        result = " · ".join(f"{seat} {trimmed(score)}" for seat, score in zip(seats, scores, strict=True))
        told = f"over after {counted(deals, 'deal')}: {result}"
    else:
        told = f"{' · '.join(seats)} · deal {deals} · {counted(len(steps) - deals, 'move')}"
    return f"{registry.titled(header.game, header.rules)} · {told} · saved {when}"


def offer(found: Sequence[Path], game: str, settings: Settings) -> Question:
    """Return the question whether to go on with the first of these matches of a game.

    Its answers are resume, forget (and begin a new one), new, and back. Raises Refusal or OSError as `summary` does.
    """
    say = words.of(game, settings.spoken).say.told
    choices = (
        Choice("enter", say("resume it where it stopped"), "resume"),
        Choice("x", say("a new match, and do not offer this one again"), "forget"),
        Choice("n", say("a new match; this one stays for later"), "new"),
        Choice("escape", say("back"), "back"),
    )
    older = f"\n\n{say('Older ones wait in the menu.')}" * (len(found) > 1)
    return Question(say("Resume?"), say(summary(found[0], settings)) + older, choices)
