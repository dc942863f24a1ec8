"""Drills: proved mistakes as a deck of positions, each of which comes again the later the better it is known.

The mistakes are those of the kept reviews, or those that a bot made in its own games. How well each position is known
is kept in one small file, `settings.drills_file`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from .. import registry, settings
from ..core import Action, Refusal, parse_action
from ..entries import HUMAN
from ..entries.wording import Words
from ..registry import catalogue
from ..system import files
from ..text.formatting import counted, unit_name
from . import cache, positions, retry
from .positions import Position
from .report_parts import at_least, between, size
from .retry import Answer
from .verdicts import MARKS

FORMAT = 1
MOST = 10_000_000
"""Maximum size of the file, in bytes."""
DAYS = (1, 2, 4, 8, 16, 32, 64)
"""Days until a position comes again, by the number of right answers in a row: Leitner's boxes with intervals that
double (Settles and Meeder, 2016, "A trainable spaced repetition model for language learning", section 2)."""


class Mistake(NamedTuple):
    """A proved mistake."""

    game: str
    players: tuple[str, ...]
    """Who sat where; the person, or the bot whose mistake it is, is HUMAN, so that the seat is called "You"."""
    bot: str
    """Whose mistake it is; "" for the person's own."""
    origin: str
    """Where it comes from, as shown to people."""
    unit: str
    row: Mapping[str, Any]
    """The decision, as `docs/review.md` describes it."""

    @property
    def key(self) -> str:
        """The name of the position in the file: the same wherever it comes from."""
        rests = json.dumps([self.game, self.row["observation"]], sort_keys=True)
        return sha256(rests.encode()).hexdigest()[:20]


class Known(NamedTuple):
    """How well a position is known."""

    box: int
    """The number of right answers in a row, up to the number of boxes less one."""
    due: date
    """The day from which on it is asked again."""
    seen: int
    right: int
    dropped: bool = False
    """Whether it is never asked again."""


# --- the mistakes ---------------------------------------------------------------------------------


def own(game: str = "") -> list[Mistake]:
    """Return the person's proved mistakes in the kept reviews, each once, the costliest first; of one game, or of all.

    Of each match and seat the newest review counts that left out the fewest of the game's judges at its time; none with
    other marks than the game's own, by which answers are graded.
    """
    best = dict[tuple[str, int], tuple[int, dict[str, Any]]]()
    for report in filter(None, map(cache.read, files.newest(settings.reviews_dir(), "*.json"))):
        with suppress(KeyError, TypeError, AttributeError, Refusal):  # malformed, or a game that is gone
            of = report["sha256"], report["seat"]
            usual = list(report["marks"].values()) == [*registry.judging(report["game"]).marks]
            left_out = sum(judge["knows_rules"] for judge in report["not_asked"])
            if cache.whole(report) and usual and (of not in best or left_out < best[of][0]):
                best[of] = left_out, report
    found = dict[str, Mistake]()
    for _, report in best.values():
        with suppress(KeyError, TypeError, IndexError, AttributeError, Refusal):  # malformed, or a game that is gone
            for one in _reviewed(report):
                if game in ("", one.game):
                    found.setdefault(one.key, one)  # the newest come first
    return sorted(found.values(), key=_costliest)


def _reviewed(report: Mapping[str, Any]) -> list[Mistake]:
    registry.game_entry(report["game"])
    players = tuple(report["players"])
    if players[report["seat"]] != HUMAN:
        return []
    rows = [row for deal in report["deals"] for row in deal["decisions"]]
    return [
        Mistake(
            report["game"],
            players,
            "",
            f"deal {row['deal']}, move {row['move']} of {report['file']}",
            report["unit"],
            row,
        )
        for row in rows
        if row["mark"] in MARKS and "observation" in row
    ]


def of_bot(game: str, bot: str, report: Mapping[str, Any]) -> list[Mistake]:
    """Return the proved mistakes of a bot in the report of `regret.report`, the costliest first."""
    found = []
    for row in (one["decision"] for one in report["positions"]):
        if row["mark"] in MARKS:
            seat, seats = row["observation"]["seat"], len(row["observation"]["scores"])
            players = tuple(HUMAN if place == seat else bot for place in range(seats))
            found.append(Mistake(game, players, bot, f"a game of {bot}", report["unit"], row))
    return sorted(found, key=_costliest)


def _costliest(mistake: Mistake) -> float:
    return -float(mistake.row["bound"] / mistake.row["stake"])


# --- an answer ------------------------------------------------------------------------------------


def graded(mistake: Mistake, position: Position, action: Action) -> Answer:
    """Return what the judges say of an answer."""
    judging = registry.judging(mistake.game)
    return retry.graded(mistake.row, judging, position.game, position.seen, action, judging.marks[0])


def told(
    mistake: Mistake, position: Position, action: Action, answer: Answer, known: Known, words: Words[Any]
) -> list[str]:
    """Return sentences about an answer, the most important first.

    They say whether it is right, when the position comes again, what the judges say, and what was played.
    """
    game, unit, row = position.game, unit_name(mistake.unit), mistake.row

    def label(text: str) -> str:
        return words.label(game, parse_action(game, text))

    best, given = label(answer.best), words.label(game, action)
    if answer.is_best:
        lines = [f"✓ {given}: the judges rate nothing better."]
    elif answer.right:
        least = f"{size(answer.least, mistake.unit)} {unit} or more"
        lines = [f"✓ {given} counts as right: it is not proved to lose {least} against {best}."]
    else:
        lost = at_least(answer.worse[answer.proved][0], mistake.unit)
        lines = [f"✗ {given}: {answer.proved} proves a loss of {lost} {unit} or more. Better: {best}."]
    right = f"right {_times(known.right)}" if known.right else "never right"
    lines.append(f"Comes again in {counted(DAYS[known.box], 'day')}; asked {_times(known.seen)}, {right}.")
    if answer.worse:
        brings = ", ".join(f"{name} {between(low, high, mistake.unit)}" for name, (low, high) in answer.worse.items())
        lines.append(f"{best} against {given}, 95%: {brings} {unit}.")
    lost = f"every judge proves a loss of at least {at_least(row['bound'], mistake.unit)} {unit}"
    lines.append(f"{mistake.bot or 'You'} played {label(row['played'])}: {lost} ({row['mark']}).")
    return lines


def reasons(mistake: Mistake, position: Position, words: Words[Any]) -> list[str]:
    """Return what the better action does, and what the played one does, where the game has words for that."""
    game, row, told = position.game, mistake.row, list[str]()
    for name, text in (("Better", row["better"]), ("Played", row["played"])):
        action = parse_action(game, text)
        if reason := words.reason(game, position.seen, action):
            told.append(f"{name} {words.label(game, action)}: {reason}.")
    return told


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


# --- what is known ----------------------------------------------------------------------------------


def progress() -> dict[str, Known]:
    """Return how well each position is known. Raises Refusal if the file cannot be read or is damaged."""
    path = settings.drills_file()
    try:
        found = json.loads(files.read_regular(path, MOST))
        if found["drills"] != FORMAT:
            raise ValueError(f"its format is {found['drills']!r}, not {FORMAT}")
        return {key: _known(row) for key, row in found["positions"].items()}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refusal(
            f"{path}, which says how well you know the positions, is damaged ({error}); nothing was changed: repair it "
            "or move it away to start again"
        ) from error


def _known(row: Mapping[str, Any]) -> Known:
    """Read a row of the file. Raises ValueError, KeyError, TypeError or AttributeError if it is malformed."""
    known = Known(row["box"], date.fromisoformat(row["due"]), row["seen"], row["right"], row.get("dropped", False))
    if not all(type(value) is int for value in (known.box, known.seen, known.right)):
        raise ValueError("box, seen and right are whole numbers")
    if not (0 <= known.box < len(DAYS) and 0 <= known.right <= known.seen and type(known.dropped) is bool):
        raise ValueError(f"box {known.box}, seen {known.seen}, right {known.right}, dropped {known.dropped}")
    return known


def _keep(key: str, known: Known) -> None:
    """Change one position in the file. Raises Refusal as `progress` does, OSError if writing fails."""
    path = settings.drills_file()
    with files.locked(path.parent):
        found = progress() | {key: known}
        rows = {
            name: one._asdict() | {"due": one.due.isoformat(), "dropped": one.dropped} for name, one in found.items()
        }
        text = json.dumps({"drills": FORMAT, "positions": rows}, indent=0)
        files.write_atomically(path, text + "\n")


# --- the deck ---------------------------------------------------------------------------------------


class Deck:
    """The mistakes that are asked today, one after another. Raises Refusal as `progress` does."""

    def __init__(self, mistakes: Iterable[Mistake], today: date | None = None) -> None:
        self.today = today or date.today()
        self.known = progress()
        self.mistakes = [one for one in mistakes if not self._of(one).dropped]
        due = (one for one in self.mistakes if self._of(one).due <= self.today)
        self.due = sorted(due, key=lambda one: (self._of(one).seen == 0, self._of(one).due))
        """Those that are due: first those that were asked before, the longest due first, then new ones."""
        self.number = 0
        """The number of the one that is asked, from 1."""
        self.right = 0
        self.answered = 0
        self.impossible = 0
        """How many were left out since the game does not allow their positions (any more)."""
        self.fault = ""
        """Why the last answer is not kept; "" if it is."""

    def _of(self, mistake: Mistake) -> Known:
        return self.known.get(mistake.key, Known(0, self.today, 0, 0))

    def next(self) -> tuple[Mistake, Position] | None:
        """Return the next position that is due; None after the last."""
        while self.number < len(self.due):
            mistake = self.due[self.number]
            self.number += 1
            with suppress(Refusal, KeyError, TypeError, ValueError):
                return mistake, positions.from_json(mistake.game, mistake.row["observation"])
            self.impossible += 1
        return None

    def answer(self, mistake: Mistake, right: bool) -> Known:
        """Note an answer, and return how well the position is known now."""
        known = self._of(mistake)
        box = min(known.box + 1, len(DAYS) - 1) if right else 0
        due = self.today + timedelta(days=DAYS[box])
        self.right, self.answered = self.right + right, self.answered + 1
        return self._keep(mistake, Known(box, due, known.seen + 1, known.right + right))

    def drop(self, mistake: Mistake, dropped: bool = True) -> Known:
        """Stop asking a position, or ask it again."""
        return self._keep(mistake, self._of(mistake)._replace(dropped=dropped))

    def _keep(self, mistake: Mistake, known: Known) -> Known:
        self.known[mistake.key] = known
        self.fault = ""
        try:
            _keep(mistake.key, known)
        except (Refusal, OSError) as error:
            self.fault = f"This is not kept: {files.sentence(error)}"
        return known

    # --- in words ---------------------------------------------------------------------------------

    def begun(self) -> str:
        """Return how much is due."""
        return f"{counted(len(self.due), 'position')} of {len(self.mistakes)} due."

    def nothing(self) -> str:
        """Return when the next position is due, if none is today."""
        day = min((self._of(one).due for one in self.mistakes), default=None)
        if day is None:
            return "No position is left: all were dropped."
        return f"No position is due today; the next of {len(self.mistakes)} on {day:%d %b %Y}."

    def ended(self) -> str:
        """Return what was answered, and what is still due."""
        left = sum(self._of(one).due <= self.today and not self._of(one).dropped for one in self.due) - self.impossible
        lines = [f"{self.right} of {counted(self.answered, 'answer')} right." if self.answered else "Nothing answered."]
        lines += [f"{left} still due."] if left else []
        if self.impossible:
            lines.append(f"{counted(self.impossible, 'position')} left out: the game does not allow them any more.")
        return " ".join(lines)


def none_kept(game: str) -> str:
    """Return a sentence for a person without a kept mistake, in a game or, for "", in any."""
    where = f" in {game}" if game else ""
    if game and catalogue.file_of(game):
        return f"reviews of {game} are not kept, since it comes from a file: there is nothing to ask again"
    return f"no mistake of yours{where} is kept yet: a review keeps those that it proves"
