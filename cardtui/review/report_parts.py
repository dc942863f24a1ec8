"""What a written report is made of: sections with tables, bars and lines; and a report in its game's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import floor
from typing import Any, NamedTuple

from .. import loading, registry
from ..core import Game, Observation, Refusal, parse_action
from ..entries import HUMAN
from ..entries.judging import Judging
from ..entries.wording import Words
from ..text.formatting import figure

Json = Mapping[str, Any]
"""A report as plain JSON, or a part of it, such as a decision or a judge: `docs/review.md` describes them."""
Named = Callable[[Sequence[str]], Sequence[str]]
"""Returns the names of the seats, given who sits there."""


class Table(NamedTuple):
    """A table; all rows are as long as the head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Bars(NamedTuple):
    """Figures that add up, each with half the width of its 95% interval or None."""

    rows: tuple[tuple[str, float, float | None], ...]
    unit: str


class Lines(NamedTuple):
    """Figures that grow deal by deal, by name."""

    series: Mapping[str, tuple[float, ...]]
    unit: str


class Section(NamedTuple):
    """A part of what is told."""

    title: str
    lines: tuple[str, ...] = ()
    table: Table | None = None
    graph: Bars | Lines | None = None
    notes: tuple[str, ...] = ()
    """What follows the table."""
    within: bool = False
    """Whether it is a part of the section before."""


def signed(value: float, unit: str) -> str:
    """Return a figure with its sign; what rounds to zero has none."""
    told = figure(round(value, 9), unit)  # a half is rounded the same way, whatever the last bits are
    return told if any(digit in told for digit in "123456789") else told.lstrip("+-")


def size(value: float, unit: str) -> str:
    """Return a figure without a plus; what rounds to zero has no sign."""
    return signed(value, unit).removeprefix("+")


def between(low: float, high: float, unit: str) -> str:
    """Return a range; one figure if both ends look alike.

    >>> between(-0.001, 0.2, "wins"), between(10.02, 10.04, "cents")
    ('0.00 … 0.20', '10.0')
    """
    return " … ".join(dict.fromkeys(size(end, unit) for end in (low, high)))


def won(share: float) -> str:
    """Return a share of deals won in per cent, rounded as `signed` rounds the same mean of wins.

    >>> [(won(share / 40), signed(share / 40, "wins")) for share in (13, 17, 23)]
    [('33%', '+0.33'), ('42%', '+0.42'), ('57%', '+0.57')]
    """
    return f"{round(share, 2):.0%}"


def at_least(value: float, unit: str) -> str:
    """Return what was lost at least, rounded down: a mark's own figure stands beside no loss that is below it.

    >>> at_least(0.0998, "wins"), at_least(0.29, "wins"), at_least(9.996, "cents"), at_least(84.47, "cents")
    ('0.09', '0.29', '9.99', '84.4')
    """
    plain, percent, _ = size(value, unit).partition("%")
    digits = len(plain.partition(".")[2])
    down = floor(value * (100 if percent else 1) * 10**digits + 1e-6) / 10**digits
    return f"{down:.{digits}f}{percent}"


def as_played(row: Json, action: str) -> str:
    """Return an action of a decision as it is told: by the played one's name if it is equal to that."""
    return str(row["played"]) if action in row["alike"] else action


def plays_as(game: str, judge: Json, spec: str) -> bool:
    """Return whether a judge plays on as this bot, or with its weights: then it is likely to agree with it."""
    with suppress(Refusal):
        bot = registry.bot_entry(game, spec)
        return judge["bot"] in {bot.name, bot.borrows} - {""} and registry.version(game, spec) == judge["weights"]
    return False


class Match(NamedTuple):
    """A report, and what is needed to tell of it."""

    report: Json
    game: Game[Any]
    words: Words[Any]
    judging: Judging
    names: tuple[str, ...]

    @property
    def me(self) -> str:
        """The name of the player under review."""
        return self.names[self.report["seat"]]

    @property
    def decisions(self) -> Iterator[Json]:
        """The decisions that were judged, in the order of the match."""
        return (row for deal in self.report["deals"] for row in deal["decisions"])

    @property
    def finished(self) -> list[Json]:
        """The deals that are over."""
        return [deal for deal in self.report["deals"] if deal["result"] is not None]

    def label(self, action: str) -> str:
        """Return an action in the words of the game; as it is if the game cannot read it."""
        try:
            return self.words.label(self.game, parse_action(self.game, action))
        except (Refusal, ValueError):
            return action

    def reason(self, seen: Observation, action: str) -> str:
        """Return what an action does in a position; "" where the game has no words for that."""
        return self.words.reason(self.game, seen, parse_action(self.game, action))

    def kind(self, name: str) -> str:
        """Return the name of a kind of decisions."""
        return self.judging.kind_name(name)

    def figure(self, value: float) -> str:
        """Return a figure with its sign; what rounds to zero has none."""
        return signed(value, self.report["unit"])

    def own(self, judge: Json) -> bool:
        """Return whether a judge plays on as the player under review."""
        spec = self.report["players"][self.report["seat"]]
        return spec != HUMAN and plays_as(self.report["game"], judge, spec)

    def size(self, value: float) -> str:
        """Return a figure, without a plus."""
        return size(value, self.report["unit"])

    def at_least(self, value: float) -> str:
        """Return what was lost at least."""
        return at_least(value, self.report["unit"])

    def margin(self, half: float | None) -> str:
        """Return ± half the width of an interval; "" if it is unknown or has no width."""
        return f"±{self.size(half)}" if half else ""

    def between(self, low: float, high: float) -> str:
        """Return a range; one figure if both ends look alike."""
        return between(low, high, self.report["unit"])


def match(report: Json, named: Named) -> Match:
    """Return what is needed to tell of a report."""
    entry = registry.game_entry(report["game"])
    game = registry.game(report["game"], report["rules"], len(report["players"]))
    return Match(report, game, loading.load(entry.words), registry.judging(game.name), tuple(named(report["players"])))


def stake(told: Iterable[Match]) -> tuple[float, str]:
    """Return the stake at which losses are told, and the words for it: that of all decisions, else one."""
    stakes = {float(row["stake"]) for one in told for row in one.decisions}
    return (stakes.pop(), "") if len(stakes) == 1 else (1.0, " at a stake of one")
