"""Formats cards, values, paths and errors for people, the same way in every game. Standard library only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import floor, inf, log10
from pathlib import Path
from typing import Any

from ..intervals import Z95

_SIGN = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_RANKS = frozenset("AJQKT") | frozenset(map(str, range(13)))


def counted(number: int, thing: str) -> str:
    """Return a number of things.

    >>> counted(1, "deal"), counted(2000, "deal"), counted(2, "match")
    ('1 deal', '2,000 deals', '2 matches')
    """
    plural = "es" if thing.endswith(("s", "ch")) else "s"
    return f"{number:,} {thing}{plural * (number != 1)}"


def listed(things: Sequence[str]) -> str:
    """Return one thing or more as a list in a sentence.

    >>> listed(["Ada"]), listed(["You", "Ada"]), listed(["You", "Ada", "Rex"])
    ('Ada', 'You and Ada', 'You, Ada and Rex')
    """
    return " and ".join(filter(None, (", ".join(things[:-1]), things[-1])))


def who_does(names: Sequence[str], verb: str) -> str:
    """Return an English sentence's beginning: who does what.

    >>> who_does(["You"], "win"), who_does(["Ada"], "win"), who_does(["You", "Ada"], "win")
    ('You win', 'Ada wins', 'You and Ada win')
    """
    return f"{listed(names)} {verb}{'s' * (len(names) == 1 and names[0] != 'You')}"


def brief(count: int, width: int) -> str:
    """Format a count below 2^63, rounded, in at most `width` characters, 3 or more.

    >>> brief(812, 3), brief(14_894, 3), brief(99_700, 3), brief(3_819_946, 3)
    ('812', '15k', '.1M', '4M')
    >>> brief(9_999, 4), brief(14_894, 4), brief(999_700, 4), brief(3_819_946, 4)
    ('9999', '15k', '1.0M', '3.8M')
    """
    texts = [str(count)]
    for power, unit in enumerate("kMGTPE", 1):
        size = 1000.0**power
        texts += [bare(f"{count / size:.1f}{unit}"), f"{count / size:.0f}{unit}"]
    return next(text for text in texts if len(text) <= width)


def signs(face: str) -> str:
    """Return the card with suit symbols: `10h` → `10♥`, the joker `X1` → `★1`. Other text is returned unchanged."""
    if face[:-1] in _RANKS and face[-1] in _SIGN:
        return face[:-1] + _SIGN[face[-1]]
    return face.replace("X", "★") if face in ("X1", "X2") else face


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of as many cells each as lines, in columns set to the right.

    >>> in_columns([["", "n"], ["all", "12"]])
    ['      n', 'all  12']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


def short_path(path: Path) -> str:
    """Return a path as a person would type it: from the folder one is in or from home, else whole.

    >>> short_path(Path.cwd() / "runs" / "x"), short_path(Path("/runs"))
    ('runs/x', '/runs')
    """
    for start_of, prefix in ((Path.cwd, ""), (Path.home, "~/")):
        with suppress(OSError, RuntimeError):  # the folder may be gone, and a user may have no home
            if path != (start := start_of()) and path.is_relative_to(start):
                return f"{prefix}{path.relative_to(start).as_posix()}"
    return str(path)


def unit_name(unit: str) -> str:
    """Return the unit without its explanation: `Q: ±1 at the end, discount 1` → `Q`."""
    return unit.partition(":")[0].partition(" (")[0]


def unit_after(told: str, unit: str) -> str:
    """Return a unit as it stands after a figure: after 1 in the singular.

    >>> unit_after("1", "tricks to come"), unit_after("-1", "points"), unit_after("0.5", "wins")
    ('trick to come', 'point', 'wins')
    """
    return re.sub(r"s\b", "", unit, count=1) if told.lstrip("+-") == "1" else unit


def is_scale(unit: str) -> bool:
    """Return whether a unit is a scale of its own and counts nothing: it has an explanation, as in `unit_name`.

    Its name stands before a figure, not behind it.
    """
    return unit_name(unit) != unit


WHOLE = -2
"""The number of digits more for values that are whole numbers, as counts of cards."""
_MOST = 4
"""The most digits after the point of an error; one that is smaller still counts as zero."""


def figure(value: float, unit: str, more: int = 0) -> str:
    """Format a value in its unit, in at most six characters: `43%` for a probability, otherwise +1.23, -12.3, +1234.

    What is counted, such as tricks to come, has no sign.
    Probabilities and values below 10 get `more` digits; with `WHOLE` there are none after the point.
    """
    if _is_share(unit):
        return f"{value:.{max(0, more)}%}"
    sign = "" if unit_name(unit).endswith(" to come") else "+"
    return f"{value:{sign}.{_decimals(value, more)}f}"


def _decimals(value: float, more: int) -> int:
    """Return how many digits after the point `figure` gives a value that is no share."""
    return 0 if more == WHOLE or abs(value) >= 100 else 1 if abs(value) >= 10 else 2 + more


def difference(value: float, other: float, unit: str, more: int = 0) -> str:
    """Return `value` - `other` as it follows from their figures, as fine as the coarser one; without "+".

    >>> difference(0.724, 0.746, "win probability"), difference(42.66, 42.83, "cents"), difference(12.3, 9.87, "")
    ('-3%', '-0.1', '2.4')
    """
    shown = [figure(each, unit, more) for each in (value, other)]
    this, that = (text.removesuffix("%") for text in shown)
    places = min(len(text.partition(".")[2]) for text in (this, that))
    return f"{float(this) - float(that):.{places}f}{'%' * shown[0].endswith('%')}"


def _is_share(unit: str) -> bool:
    return "probability" in unit_name(unit).split()


def percent(chance: float) -> str:
    """Format a believed chance in at most four characters, never as 0% or 100%.

    >>> percent(0.35), percent(0.001), percent(0.999)
    ('35%', '<1%', '>99%')
    """
    return "<1%" if chance < 0.005 else ">99%" if chance > 0.995 else f"{chance:.0%}"


def bare(told: str) -> str:
    """Return a figure without a zero that stands alone before the point, unless it is of per cent; zero as `0`.

    >>> bare("+0.25"), bare("+10.5"), bare("0.9%"), bare("-0.00")
    ('+.25', '+10.5', '0.9%', '0')
    """
    if not told.strip("+-0."):
        return "0"
    return told if told.endswith("%") else re.sub(r"(?<![0-9])0\.", ".", told)


def significant(value: float, digits: int, sign: str = "") -> str:
    """Format a value with so many significant digits, never as a power of ten; sign: "+" for one on gains, too.

    >>> significant(157.3, 2), significant(999.6, 3, "+"), significant(-0.01234, 3), significant(0.0, 2, "+")
    ('160', '+1000', '-0.0123', '0')
    """
    return f"{float(f'{value:.{digits}g}'):{sign * (value != 0)}.15g}"


def trimmed(value: float, sign: str = "") -> str:
    """Format a score with at most two digits after the point, never as a power of ten; sign: "+" for one on gains, too.

    >>> trimmed(3.0), trimmed(1 / 3), trimmed(-0.0, "+"), trimmed(1234567.0, "+")
    ('3', '0.33', '0', '+1234567')
    """
    value = round(value, 2) + 0.0  # no -0.0
    return f"{value:{sign * (value > 0)}.15g}"


def rounded_to_error(value: float, error: float, sign: str = "") -> str:
    """Format a value with as many digits after the point as it takes to show two of its error's; sign: as above.

    Without an error, such as 0 but for rounding, it has three digits.

    >>> rounded_to_error(-4.084, 5.81, "+"), rounded_to_error(0.00729, 0.017)
    ('-4.1', '0.007')
    >>> rounded_to_error(1234.5, 160.2), rounded_to_error(0.5, 0.0)
    ('1234', '0.5')
    """
    if not 1e-9 * max(1.0, abs(value)) < error < inf:
        return significant(value, 3, sign)
    places = max(0, 1 - floor(log10(error)))
    return f"{round(value, places) + 0.0:{sign}.{places}f}"  # no -0.0


def with_interval(value: float, ends: Sequence[float] | None, sign: str = "") -> tuple[str, str]:
    """Format a value and its interval with the digits of `rounded_to_error`; "–" for an interval that is not known.

    Values that are all alike do not show how far others may be off: then that is said in place of an interval.

    >>> with_interval(-0.2, (-0.4073, 0.007297)), with_interval(0.51, None), with_interval(1.0, (1.0, 1.0))
    (('-0.20', '-0.41…0.01'), ('0.51', '–'), ('1', 'all alike'))
    """
    low, high = ends or (value, value)
    told, *both = (rounded_to_error(each, (high - low) / 2, sign) for each in (value, low, high))
    return told, "–" if not ends else "…".join(both) if high > low else "all alike"


def scored(row: Mapping[str, Any]) -> str:
    """Return a result on a card, a row of its [[scores]], with its interval and unit.

    >>> scored({"win": 0.5312, "low": 0.51, "high": 0.5524, "unit": "wins"})
    '0.531, 95% 0.510…0.552 (wins)'
    """
    mean, interval = with_interval(row.get("win", row.get("mean")), (row["low"], row["high"]))
    return f"{mean}, 95% {interval} ({row['unit']})"


def digits(values: Sequence[float], unit: str) -> int:
    """Return how many digits more, 0 to 2, `figure` needs to tell the best of these values from the others.

    Where two do not do either, there are none more, since they would tell nothing.

    >>> digits([0.512, 0.509, 0.2], ""), digits([0.5, 0.5, 0.25], ""), digits([0.51234567, 0.51234566], "")
    (1, 0, 0)
    """
    best = max(values, default=0.0)
    others = [value for value in values if value != best]
    apart = (
        more for more in (0, 1, 2) if all(figure(value, unit, more) != figure(best, unit, more) for value in others)
    )
    return next(apart, 0)


def extra_digits(values: Sequence[float], errors: Sequence[float], unit: str) -> int:
    """Return how many digits more than usual values need beside the sizes of their errors; `WHOLE` for whole numbers.

    Without errors that is as many as tell the best value from the others, see `digits`.

    >>> values = [0.734, 0.73]
    >>> extra_digits([3.0, 12.0], [], ""), extra_digits(values, [0.004, 0.02], ""), extra_digits([0.5], [0.1], "")
    (-2, 1, 0)
    """
    if not errors:
        whole = not _is_share(unit) and all(value == round(value) for value in values)
        return WHOLE if whole else digits(values, unit)
    if _is_share(unit):
        return 0
    return max([_places(size, 2) - 2 for size in errors if size], default=0)


def _places(size: float, least: int) -> int:
    """Return how many digits after the point, `least` or more, show that a size is not zero."""
    return next((places for places in range(least, _MOST) if round(size, places) > 0), _MOST)


def error(size: float, unit: str, more: int = 0, value: float = 0.0) -> str:
    """Format half the width of the interval of a value in its unit: `±0.3%`, ±1.23, ±0.004.

    It is as fine as `figure` makes the value with `more` digits, and finer only where it would look like zero without
    being it. Of shares, one below 0.1% is rounded up to it.

    >>> error(0.02, "win probability"), error(0.00004, "win probability"), error(0.004, "Q"), error(0.0, "Q")
    ('±2%', '±0.1%', '±0.004', '±0')
    >>> error(3.5, "cents"), error(3.5, "cents", value=15.7), error(12.6, "cents", value=-626), error(17.2, "cents")
    ('±3.50', '±3.5', '±13', '±17.2')
    """
    if not size:
        return "±0"
    if _is_share(unit):
        return f"±{max(size, 0.001):.{int(size < 0.0095)}%}"
    return f"±{size:.{_places(size, _decimals(max(abs(value), size + 0.005), more))}f}"


def margin(stderr: float, unit: str, more: int = 0, value: float = 0.0) -> str:
    """Format the 95% interval of a value with this standard error, see `error`: `±2%`."""
    return error(Z95 * stderr, unit, more, value)
