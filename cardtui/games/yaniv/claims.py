"""The source document's five claims about its Q-learner of Yaniv, each measured on a learned table, and one more.

Only states visited at least `THIN` times in training count. Each is weighted by its visits and taken with the action
that the bot plays there. `figure` is a share of those visits; `against` is the same share where the claim does not
apply, or the share by pure chance; `interval` is the 95% interval of the figure, as if the states were a random sample
(Kish's effective size). The last claim is about the values themselves: a Q value that rests on few visits can prefer an
action that was seldom tried.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...intervals import wilson
from .cards import FACES
from .policy import THIN, Table, grids, load
from .q_table import TOPS

SMALL, HIGH = 4, 8
"""Small numbers are at most 4, high ones at least 8."""

COUNTED = (
    f"states seen at least {THIN} times in training, each as often as it was seen; a claim holds if its interval lies "
    "on the claimed side of what it is compared with and of one half, or of 1% for what is done now and then"
)


class Share(NamedTuple):
    """A weighted share, with its 95% interval and the numbers of visits and states behind it."""

    value: float
    low: float
    high: float
    visits: int
    states: int


def report(folder: Path) -> dict[str, Any]:
    """Return {"grids", "claims"} of the table in a weights folder. Raises Refusal if it is missing or invalid."""
    table = load(folder)
    return {"grids": grids(table), "claims": claims(table)}


def claims(table: Table) -> list[dict[str, Any]]:
    """Return the five claims in the document's order, then whether the table plays what it tried most."""
    count = np.where(table.visited >= THIN, table.visited, 0)
    top = np.arange(1, TOPS + 1)[None, :]
    places = (table.different > 0).sum(1)[:, None]
    multiples = (table.held[:, 1:] > 1).sum(1)[:, None]
    lays = table.kind > 0
    one = lays & (multiples == 1)
    number = np.where(table.held[:, 1:] > 1, np.arange(1, TOPS + 1), 0).max(1)[:, None]
    in_hand = table.held[np.arange(len(table.held))[:, None], top]
    takes = table.kind == 1
    gathers = takes & (in_hand > 0) & (table.laid != top)

    highest = _share(count, lays & (multiples == 0) & (places > 1), table.laid == table.different.max(1)[:, None])
    chance = _mean(count, lays & (multiples == 0) & (places > 1), 1.0 / np.maximum(places, 1))
    drops = _share(count, lays & (multiples > 0) & (places > multiples), _lays_multiple(table))
    blind = _mean(count, lays & (multiples > 0) & (places > multiples), multiples / np.maximum(places, 1))
    keeps = table.laid != number
    small = _share(count, one & (places > 1) & (number <= SMALL), keeps)
    large = _share(count, one & (places > 1) & (number > SMALL), keeps)
    laid_large = 1 - large.value
    chance_large = _mean(count, one & (places > 1) & (number > SMALL), 1.0 / np.maximum(places, 1))
    takes_high = _share(count, lays & (top >= HIGH), takes)
    takes_small = _share(count, lays & (top <= SMALL), takes)
    pairs = _share(count, lays & (top >= HIGH) & (in_hand > 0) & (places > 1), gathers)
    plain = _share(count, lays & (top >= HIGH) & (in_hand == 0), takes)
    choices = np.isfinite(table.values).sum(-1)
    tried = np.take_along_axis(table.visits, table.best[..., None], 2)[..., 0] == table.visits.max(-1)
    stays = _share(count, choices > 1, tried)
    any_one = _mean(count, choices > 1, 1.0 / np.maximum(choices, 1))
    by_number = [_share(count, one & (places > 1) & (number == n), keeps) for n in range(1, TOPS + 1)]
    by_top = [_share(count, lays & (top == n), takes) for n in range(1, TOPS + 1)]
    return [
        _claim(
            "gets rid of high cards",
            "hands without a multiple: lays its highest number; against: any of its numbers at random",
            highest, chance, highest.low > max(chance, 0.5),
        ),
        _claim(
            "drops multiples",
            "hands with a multiple and another number: lays a multiple; against: any of its numbers at random",
            drops, blind, drops.low > max(blind, 0.5),
            note=f"one multiple above {SMALL}: laid {laid_large:.1%}, at random {chance_large:.1%}",
        ),
        _claim(
            "keeps multiples if they are small",
            f"hands with one multiple, of A to {SMALL}, and another number: keeps it; against: multiples above {SMALL}",
            small, large.value, small.low > max(large.value, 0.5), curve=by_number,
        ),
        _claim(
            "avoids high pile cards",
            f"pile {HIGH} to K: takes it (low is avoiding); against: pile A to {SMALL}",
            takes_high, takes_small.value, takes_high.high < min(takes_small.value, 0.5), curve=by_top,
        ),
        _claim(
            "now and then gathers pairs by taking a high card",
            f"pile {HIGH} to K, the same number in hand: takes it and keeps both; against: takes it without a match",
            pairs, plain.value, pairs.low > max(plain.value, 0.01),
        ),
        _claim(
            "plays what it tried most in training",
            "states with several moves: it plays one that no other was tried more often than; against: any at random",
            stays, any_one, stays.low > max(any_one, 0.5),
            note=f"a Q rests on its last {int(table.rests.max()):,} visits at most",
        ),
    ]  # fmt: skip


def _lays_multiple(table: Table) -> NDArray[np.bool_]:
    """Return whether the number laid is a multiple in the hand, by state."""
    return np.take_along_axis(table.held, np.maximum(table.laid, 0), 1) > 1


def _share(count: NDArray[np.int64], among: NDArray[np.bool_], does: NDArray[np.bool_]) -> Share:
    """Return the share of the visits of the states `among` in which the bot `does` it."""
    weight = np.where(among, count, 0).astype(float)
    total = weight.sum()
    if total == 0:
        return Share(0.0, 0.0, 1.0, 0, 0)
    value = float((weight * does).sum() / total)
    size = float(total**2 / (weight**2).sum())
    return Share(value, *wilson(value, size), int(total), int((weight > 0).sum()))


def _mean(count: NDArray[np.int64], among: NDArray[np.bool_], what: NDArray[np.float64]) -> float:
    """Return the mean of `what` over the visits of the states `among`."""
    weight = np.where(among, count, 0).astype(float)
    return float((weight * what).sum() / max(weight.sum(), 1.0))


def _claim(
    text: str,
    definition: str,
    share: Share,
    against: float,
    holds: bool,
    curve: list[Share] | None = None,
    note: str = "",
) -> dict[str, Any]:
    """Return one claim. `curve` gives the share and the visits by number, A to K."""
    claim: dict[str, Any] = {
        "text": text,
        "holds": bool(holds),
        "figure": round(share.value, 4),
        "interval": [round(share.low, 4), round(share.high, 4)],
        "against": round(against, 4),
        "visits": share.visits,
        "states": share.states,
        "definition": definition,
        "counted": COUNTED,
    }
    if note:
        claim["note"] = note
    if curve:
        claim["by_number"] = {
            face: [round(part.value, 4), part.visits] for face, part in zip(FACES, curve, strict=True)
        }
    return claim
