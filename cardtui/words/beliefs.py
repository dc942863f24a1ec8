"""Formats beliefs: figures as precise as what they rest on, and what is proved apart from what is believed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from .. import registry
from ..core import Belief, Game, Observation
from ..loading import load
from ..text.language import ENGLISH, Language
from ..validation import HOLDS

FEW = 30
"""From at most so many deals, a chance is told to one digit."""
Proof = Mapping[int, Mapping[str, float]]
"""By seat and card: the chance that it holds the card if all deals that fit are equally likely. 0 and 1 are proved."""


class Cell(NamedTuple):
    """What is believed of one seat and one card, or one group of equal cards."""

    text: str
    """At most four characters, in the language: ".35"; "<.3" where none of the deals had it; "×", "✓": proved."""
    share: float
    """How strong the belief is, 0 … 1."""
    value: float
    proved: bool = False


IMPOSSIBLE = Cell("×", 0.0, 0.0, proved=True)


def proof(game: Game[Any], seen: Observation, told: Sequence[Belief]) -> Proof:
    """Return what follows from an observation about the other seats' cards, for beliefs from the same observation.

    Empty if nothing is known, or if none of the beliefs is about cards.
    """
    if all(belief.about != HOLDS for belief in told):
        return {}
    found = load(registry.judging(game.name).chances)(game, seen)
    return {seat: {game.face(card): chance for card, chance in row.items()} for seat, row in found.items()}


def chance(value: float, samples: int = 0, say: Language = ENGLISH) -> str:
    """Format a probability in three or four characters, never as 0 or 1.

    A share of `samples` deals that is none or all of them is told by the end of its 95% interval.

    >>> chance(0.35), chance(0.0), chance(0.997), chance(0.3, 10), chance(0.0, 10), chance(1.0, 60)
    ('.35', '<.01', '>.99', '.3', '<.3', '>.95')
    """
    digits = 1 if 0 < samples <= FEW else 2
    unit = 10**digits
    if samples and value * samples < 0.5:
        return f"<{say.chance(_most(samples, unit) / unit, digits)}"
    if samples and (1 - value) * samples < 0.5:
        return f">{say.chance(1 - _most(samples, unit) / unit, digits)}"
    rounded = round(value * unit)
    if rounded in (0, unit):
        return f"<{say.chance(1 / unit, digits)}" if rounded == 0 else f">{say.chance(1 - 1 / unit, digits)}"
    return say.chance(rounded / unit, digits)


def _most(samples: int, unit: int) -> int:
    """Return the upper end of the 95% interval of a share of which none came in so many samples, rounded up.

    The interval is one-sided: 1 - .05 ** (1 / n), as in the rule of three.
    """
    return max(1, ceil((1.0 - float(0.05 ** (1 / samples))) * unit))


def cells(
    belief: Belief,
    proved: Mapping[str, float],
    believed: Callable[[Belief], Mapping[str, float]],
    say: Language = ENGLISH,
) -> dict[str, Cell]:
    """Return what is shown of a belief about cards that a seat holds, by card or group of cards.

    `proved` is the seat's part of a `Proof`, `believed` the function of the game's `Words`, which adds up equal cards.
    """
    values = {**dict.fromkeys(proved, 0.0), **belief.values}
    least = believed(belief._replace(values={key: float(proved.get(key, 0.5) >= 1) for key in values}))
    most = believed(belief._replace(values={key: float(proved.get(key, 0.5) > 0) for key in values}))
    return {
        key: _cell(value, least[key], most[key], belief.samples, say)
        for key, value in believed(belief._replace(values=values)).items()
    }


def _cell(value: float, least: float, most: float, samples: int, say: Language) -> Cell:
    """Return a cell: the expected number of some equal cards, of which `least` … `most` can be there."""
    if most == 0:
        return IMPOSSIBLE
    if least == most:
        return Cell("✓" if most == 1 else f"✓{most:.0f}", 1.0, most, proved=True)
    expected = most > 1 and value >= 0.995
    text = say.figure(f"{value:.1f}") if expected else chance(value, samples if most == 1 else 0, say)
    return Cell(text, min(1.0, value / most), value)


def told(
    game: Game[Any],
    belief: Belief,
    proved: Proof,
    believed: Callable[[Any, Belief], Mapping[str, float]],
    say: Language,
) -> dict[str, str]:
    """Return the figures of a belief by name, as they are told in text: without what is impossible."""
    if belief.about == HOLDS:
        row = cells(belief, proved.get(belief.seat, {}), lambda one: believed(game, one), say)
        return {key: cell.text for key, cell in row.items() if cell.value or not cell.proved}
    values = believed(game, belief)
    if belief.samples:
        return {key: chance(value, belief.samples, say) for key, value in values.items()}
    return {key: say.figure(f"{value:.2f}") for key, value in values.items()}
