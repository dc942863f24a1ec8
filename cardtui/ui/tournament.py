"""A tournament that runs, without its screen: the rows of the standing, their history, and the speed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from .. import registry
from ..options import bot_label
from ..review.report_parts import Section, Table
from .look.panels import Reports
from .start import Arena

KEPT = 400
"""The most standings kept of one tournament; when there are more, every other one is dropped."""


class Row(NamedTuple):
    """One line of the standing: a pairing, or a bot at a table or alone."""

    games: int
    deals: int
    mean: float
    ends: tuple[float, float] | None
    """The 95% interval of the mean; None while one deal tells nothing of it."""
    win: float
    """The share of games won."""


class Snapshot(NamedTuple):
    """The standing after some games; a row that has not begun is None."""

    games: int
    seconds: float
    rows: tuple[Row | None, ...]


class Tournament:
    """The standings of a tournament so far, and what follows from them."""

    def __init__(self, start: Arena) -> None:
        self.start = start
        self.past: list[Snapshot] = []
        self.over = False
        self.idle = 0.0
        """Seconds for which it was paused, which do not count."""
        entry = registry.game_entry(start.game)
        first = start.series[0]
        self.law = registry.game(start.game, start.rules, first.seats)
        self.title = entry.title
        self.total = sum(start.deals * len(one.seatings) for one in start.series)
        self.paired = len(first.bots) == 2
        tables = [[bot_label(bot) for bot in one.bots] for one in start.series]
        self.names = [(a, b) for a, b in tables] if self.paired else [(bot, "") for table in tables for bot in table]
        """The bots of each row: two of a pairing, else one and ""."""
        self.unit = ""
        self.nodes: Mapping[str, int] = {}
        """How many tasks each node of a cluster has done."""
        self.details: list[Mapping[str, Any]] = [{} for _ in start.series]
        """What the newest standing tells of each series besides its rows, see `figures.detail`."""

    @property
    def neutral(self) -> float | None:
        """The mean of bots of equal strength; None if there is none."""
        if self.paired:
            return 0.5 if self.law.total else 0.0
        return None if self.law.total is None or self.law.seats == 1 else self.law.total / self.law.seats

    @property
    def now(self) -> Snapshot | None:
        """The newest standing."""
        return self.past[-1] if self.past else None

    def update(self, found: Mapping[str, Any]) -> None:
        """Take over the next standing from `arena.run`, and store it in `start.kept` for the caller of the app."""
        self.over = bool(found["over"])
        for at, result in enumerate(found["results"]):  # taken out: what is kept and exported has the results alone
            if result and (detail := result.pop("detail", None)):
                self.details[at] = detail
        seconds = max(0.001, found["throughput"]["seconds"] - self.idle)
        games = found["throughput"]["games"]
        speed = found["throughput"] | {"seconds": round(seconds, 3), "games_per_second": round(games / seconds, 1)}
        self.start.kept["over"], self.start.kept["found"] = (
            self.over,
            {"results": found["results"], "throughput": speed},
        )
        self.nodes = speed.get("nodes", {})
        rows = rows_of(found["results"])
        self.unit = next((row["unit"] for row in found["results"] if row), "")
        self.past.append(Snapshot(speed["games"], speed["seconds"], rows))
        if len(self.past) > KEPT:
            del self.past[1:-1:2]

    def sections(self) -> list[Section]:
        """Return the standing as a title and a table, for export."""
        start, unit = self.start, self.unit
        bots = ("a", "b") if self.paired else ("bot",)
        head = (*bots, "games", "wins", f"mean{' of a' * self.paired}, {unit}", "95% interval")
        rows = []
        for names, row in zip(self.names, self.now.rows if self.now else (), strict=False):
            if row:
                ends = "–" if row.ends is None else " to ".join(f"{end:.4g}" for end in row.ends)
                told = (f"{row.games}", f"{row.win:.1%}", f"{row.mean:.4g}", ends)
                rows.append((*names[: len(bots)], *told))
        share = "" if self.over else f"; {self.now.games if self.now else 0} of {self.total} games so far"
        about = f"Rules {start.rules}, {start.deals} deals of seed {start.seed}{share}."
        return [Section(f"Arena: {self.title}", (about,)), Section("Standing", table=Table(head, tuple(rows)))]

    def exported(self) -> str:
        """Return the standing as JSON: what was asked, and what `cardtui arena --json` gives as results."""
        start = self.start
        asked = {"game": start.game, "rules": start.rules, "deals": start.deals, "seed": start.seed, "over": self.over}
        return json.dumps(asked | start.kept.get("found", {}), indent=2) + "\n"

    def earlier(self) -> Snapshot | None:
        """Return the standing when about a tenth of the present games were played."""
        now = self.now
        found = (one for one in self.past if now and one.games >= now.games / 10)
        first = next(found, None)
        return first if first is not now else None

    def recent_change(self, at: int) -> tuple[int, float] | None:
        """Return how far the mean of a row has moved over about the last quarter of its deals: (deals, difference)."""
        if not (self.now and (now := self.now.rows[at])):
            return None
        before = [row for one in self.past if (row := one.rows[at]) and row.deals <= now.deals * 3 / 4]
        return (now.deals - before[-1].deals, now.mean - before[-1].mean) if before else None

    def certain_since(self, at: int) -> int | None:
        """Return since which deal a row's interval has been on one side of equal bots in every standing.

        None if the newest interval is not, or if nobody can say where equal bots stand.
        """
        since, side, neutral = None, 0, self.neutral
        for one in self.past:
            row = one.rows[at]
            if not row or not row.ends or neutral is None:
                continue
            now = 1 if row.ends[0] > neutral else -1 if row.ends[1] < neutral else 0
            since = (since if now == side else row.deals) if now else None
            side = now
        return since

    def spread(self, at: int) -> list[tuple[float, float, int]]:
        """Return how often the deals of a row had which value, see `figures.spread`."""
        several = not self.paired and self.law.seats > 1
        detail = self.details[0] if several else self.details[at]
        found: list[tuple[float, float, int]] = detail.get("spread", [[]])[at if several else 0]
        return found

    def mean_differences(self) -> list[list[tuple[float, tuple[float, float] | None] | None]]:
        """Return the mean difference of each two bots at a table, row less column, and its 95% interval."""
        count = len(self.names)
        table: list[list[tuple[float, tuple[float, float] | None] | None]] = [[None] * count for _ in range(count)]
        for (mean, ends), (i, j) in zip(self.details[0].get("apart", []), combinations(range(count), 2), strict=False):
            table[i][j] = mean, _ends(ends)
            table[j][i] = -mean, (-ends[1], -ends[0]) if ends else None
        return table

    @property
    def reports(self) -> Reports:
        """How many games had been played after how many seconds, from the beginning on."""
        return [(0.0, 0), *((one.seconds, one.games) for one in self.past)]

    def win_shares(self) -> list[list[float | None]]:
        """Return the share of wins of each bot against each other one; None where it is not known."""
        count = len(self.start.bots)
        table: list[list[float | None]] = [[None] * count for _ in range(count)]
        results = self.start.kept.get("found", {}).get("results", [])
        for row, (i, j) in zip(results, combinations(range(count), 2), strict=False):
            if row:
                table[i][j], table[j][i] = row["win_a"], row["win_b"]
        return table


def rows_of(results: Sequence[Mapping[str, Any] | None]) -> tuple[Row | None, ...]:
    """Return the rows of the results of `arena.run`: one for each pairing or bot."""
    found: list[Row | None] = []
    for row in results:
        if row is None:
            found.append(None)
        elif "seats" in row:
            found += [
                Row(row["games"], row["deals"], row["mean"][at], _ends(row["ci95"][at]), row["win"][at])
                for at in range(len(row["seats"]))
            ]
        else:
            mean, win = (row[key] if key in row else row[f"{key}_a"] for key in ("mean", "win"))
            found.append(Row(row["games"], row["deals"], mean, _ends(row["ci95"]), win))
    return tuple(found)


def _ends(interval: Sequence[float] | None) -> tuple[float, float] | None:
    return (interval[0], interval[1]) if interval else None
