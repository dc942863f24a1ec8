"""The source's tournament of Schafkopf players: every pair plays the same deals in both seatings.

The published figures are those of SchafkopfRL's README (2020; 2 × 1,000 games per pair, without errors), in cents per
game and seat. Its PPO (linear) has an empty row there. The result of each pair is cached in the user's cache folder,
keyed by everything it depends on, so an interrupted tournament continues and a finished one is not played again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import platformdirs

from cardtui import arena, registry
from cardtui.intervals import Z95
from cardtui.models import code, digest
from cardtui.system import files

from ..progress import Progress, TrainProgress, tables_asked

RULES = "paper"
SEED = 2026
DEALS = 1000
SEATINGS = ("AABB", "BBAA")
PLAYERS = (
    "calibrated-solver",
    "hp-pimc:deals=10,simulations=40",
    "imitation",
    "pimc:deals=10,simulations=40",
    "ppo-lstm",
    "ppo-linear",
    "rule-based",
    "random-coward",
    "random",
)
"""The players from strongest to weakest, according to the source; the first is ours."""
PUBLISHED = {
    "hp-pimc": {"imitation": 2.39, "pimc": 1.23, "ppo-lstm": 6.7, "rule-based": 23.925, "random-coward": 24.105,
                "random": 198.3},
    "imitation": {"pimc": 0.52, "ppo-lstm": 2.145, "rule-based": 5.59, "random-coward": 8.71, "random": 140.34},
    "pimc": {"ppo-lstm": 4.625, "rule-based": 18.055, "random-coward": 25.04, "random": 205.545},
    "ppo-lstm": {"rule-based": 8.05, "random-coward": 10.0, "random": 137.985},
}  # fmt: skip
"""The source's figures, by row and column."""
TABLES = ("tournament", "rating")
"""The tables that can be asked for by name."""


class Meeting(NamedTuple):
    """The mean gain of the first player of a pair, in cents per game and seat, and its standard error."""

    mean: float
    error: float


Meetings = Mapping[tuple[str, str], Meeting]


def reproduce(jobs: int, progress: Progress, table: str | None = None, scale: float = 1.0) -> dict[str, Any]:
    """Return {"seed", "tables", "claims"}, or only the given `table`. Raises Refusal for an unknown table.

    `scale` is the share of the deals to play, at least two.
    """
    names = tables_asked(table, TABLES)
    pairs, deals = list(combinations(PLAYERS, 2)), max(2, round(scale * DEALS))
    total = len(pairs) * deals * len(SEATINGS)
    meetings, games = dict[tuple[str, str], Meeting](), 0
    for pair in pairs:
        before = games

        def report(done: int, _: int, before: int = before) -> None:
            progress(TrainProgress(before + done, total, {}))

        meetings[pair] = meet(*pair, deals, jobs, report)
        games += deals * len(SEATINGS)
        report(games - before, 0)
    tables = [make(meetings, deals) for name, make in (("tournament", tournament), ("rating", rating)) if name in names]
    checked = list(claims(meetings, deals)) if "tournament" in names else []
    return {"seed": SEED, "tables": tables, "claims": checked}


def meet(a: str, b: str, deals: int, jobs: int, report: Callable[[int, int], None]) -> Meeting:
    """Play a pair, or load its cached result; `report` gets the games done and in total."""
    players = [(registry.version("schafkopf", bot), _options(bot)) for bot in (a, b)]
    key = digest(json.dumps([a, b, players, RULES, SEED, code("schafkopf")]))
    path = Path(platformdirs.user_cache_dir("cardtui"), "study", "schafkopf", str(deals), f"{key}.json")
    with suppress(FileNotFoundError, ValueError):
        return Meeting(*json.loads(path.read_bytes()))
    series = [arena.pairing(a, b, 4, SEATINGS)]
    row = arena.run("schafkopf", RULES, series, deals=deals, seed=SEED, jobs=jobs, progress=report)["results"][0]
    meeting = Meeting(row["mean_a"], row["se"])
    files.write_atomically(path, json.dumps(meeting))
    return meeting


def _options(bot: str) -> dict[str, Any]:
    """Return all options of a bot, including defaults."""
    return {name: value for name, value in registry.check("schafkopf", bot, RULES)[1].items() if name != "folder"}


# --- tables and claims ------------------------------------------------------------------------
def _name(spec: str) -> str:
    """Return a player's name without its options."""
    return spec.partition(":")[0]


def tournament(meetings: Meetings, deals: int) -> dict[str, Any]:
    """Return the table of gains of the row's player over the column's, for `deals` deals per pair."""
    published = {(a, b): value for a, row in PUBLISHED.items() for b, value in row.items()}
    ours, source = [], []
    for a in PLAYERS:
        ours.append([_gain(meetings, a, b) for b in PLAYERS])
        one = _name(a)
        cells = [(published.get((one, two)), published.get((two, one))) for two in map(_name, PLAYERS)]
        source.append([gain if gain is not None else None if loss is None else -loss for gain, loss in cells])
    return {
        "name": "tournament",
        "source": source,
        "ours": ours,
        "rows": list(PLAYERS),
        "columns": [_name(player) for player in PLAYERS],
        "unit": "cents a game and seat, of the row over the column",
        "n": deals * len(SEATINGS),
        "interval": round(Z95 * max(meeting.error for meeting in meetings.values()), 2),
    }


def _gain(meetings: Meetings, a: str, b: str) -> float | None:
    """Return the gain of a over b, or None if they are the same player."""
    if (a, b) in meetings:
        return round(meetings[a, b].mean, 2)
    return round(-meetings[b, a].mean, 2) if (b, a) in meetings else None


def rating(meetings: Meetings, deals: int) -> dict[str, Any]:
    """Return the table of ratings: the gain over a player of rating 0, in cents, fitted to all pairs by least squares.

    Pairs are weighted by their errors, and the ratings sum to 0. The intervals treat the pairs as independent, although
    all play the same deals.
    """
    places = {player: place for place, player in enumerate(PLAYERS)}
    rows, gains = [np.ones(len(PLAYERS))], [0.0]
    for (a, b), meeting in meetings.items():
        row = np.zeros(len(PLAYERS))
        row[places[a]], row[places[b]] = 1, -1
        error = max(meeting.error, 1e-6)
        rows.append(row / error)
        gains.append(meeting.mean / error)
    inverse = np.linalg.inv(np.array(rows).T @ np.array(rows))
    ratings = inverse @ np.array(rows).T @ np.array(gains)
    spread = Z95 * np.sqrt(np.diag(inverse - np.full_like(inverse, 1 / len(PLAYERS) ** 2)))
    return {
        "name": "rating",
        "source": [],
        "ours": [[round(float(mean), 2), round(float(half), 2)] for mean, half in zip(ratings, spread, strict=True)],
        "rows": list(PLAYERS),
        "columns": ["rating", "± 95%"],
        "unit": "cents a game and seat",
        "n": deals * len(SEATINGS) * (len(PLAYERS) - 1),
        "interval": round(float(spread.max()), 2),
    }


def claims(meetings: Meetings, deals: int) -> Iterator[dict[str, Any]]:
    """Yield the claims: the source's order, pair by pair, and whether one of its figures agrees with ours.

    A claim about the order holds if our whole 95% interval supports it. The source's figure has no error; it is given
    the one that ours would have with its 1,000 deals.
    """
    order = [name for name in map(_name, PLAYERS) if name != "calibrated-solver"]
    by_name = {(_name(a), _name(b)): meeting for (a, b), meeting in meetings.items()}
    for a, b in pairwise(order):
        meeting = by_name[a, b]
        yield _claim(f"{a} beats {b}", meeting, meeting.mean - Z95 * meeting.error > 0)
    meeting, value = by_name["pimc", "rule-based"], PUBLISHED["pimc"]["rule-based"]
    near = abs(meeting.mean - value) <= Z95 * meeting.error * (1 + deals / DEALS) ** 0.5
    yield _claim(f"pimc beats rule-based by {value} cents, as far as two such tournaments agree", meeting, near)


def _claim(text: str, meeting: Meeting, holds: bool) -> dict[str, Any]:
    """Return a claim as a row of the report, with our figure and its 95% interval."""
    half = Z95 * meeting.error
    return {
        "text": text,
        "holds": bool(holds),
        "figure": round(meeting.mean, 2),
        "interval": [round(meeting.mean - half, 2), round(meeting.mean + half, 2)],
    }
