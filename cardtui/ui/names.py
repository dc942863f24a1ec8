"""Names of seats and bots, shortened visibly for the room they have."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

_LEAST = 6
"""The fewest cells that a bot beside a name is shown in."""
_WORD = 7
"""From so many cells on, the beginning of a numbered name says more than its initial."""
_FEW = 4
"""Up to so many cells the first letters of a name tell more than fewer letters and a mark."""
_VALUE = re.compile(r"(?<==)[^,=]*$")
"""The last value of a truncated spec, which may be incomplete."""


def in_phrase(name: str) -> str:
    """Return a seat's name as it stands within a phrase: `by you`."""
    return "you" if name == "You" else name


def short(name: str, width: int) -> str:
    """Truncate a name to `width` cells with "…", since a shorter name could be another bot's.

    The number of a seat is kept: `greedy 2` → `gre…2`. Values are kept whole or dropped: `pimc:deals=100 2` →
    `pimc:deals=… 2`. People without a name of their own are told apart at sight: `Player 2` → `P2`.
    """
    if len(name) <= width:
        return name
    bot, _, number = name.rpartition(" ")
    if not bot or not number.isdigit():
        bot, number = name, ""
    if number and bot[0].isupper() and len(number) < width < _WORD:
        return f"{bot[0]}{number}"
    if number and ":" in bot:
        number = f" {number}"
    if len(number) >= width:
        number = ""
    kept = bot[: width - 1 - len(number)]
    return f"{_VALUE.sub('', kept)}…{number}"


def short_apart(names: Sequence[str], width: int) -> list[str]:
    """Truncate names as `short` does; where two of them become equal, keep the ends of those."""
    found = [short(name, width) for name in names]
    half = (width - 1) // 2
    return [
        f"{name[: width - 1 - half]}…{name[-half:]}" if half and found.count(told) > 1 and told != name else told
        for name, told in zip(names, found, strict=True)
    ]


def initials(names: Sequence[str]) -> list[str]:
    """Return a letter for each name: the first one, or the last character where names share the first one."""
    letters = [name[:1].upper() for name in names]
    return [letter if letters.count(letter) == 1 else name[-1:] for name, letter in zip(names, letters, strict=True)]


def few_letters(names: Sequence[str], width: int) -> list[str]:
    """Return the first letters of each name, at most `width`; `initials` where these are equal or would be cut to two.

    Two letters of a name look like a word of their own.
    """
    found = [set_cell_size(name, min(width, cell_len(name))).strip() for name in names]
    whole = width > 2 or found == list(names)
    return found if whole and len(set(found)) == len(found) else initials(names)


def above_columns(names: Sequence[str], width: int) -> list[str]:
    """Truncate names above columns as `short` does; in narrow columns return their first letters, unless two are equal.

    These tell more than a mark of what is cut.
    """
    first = [name[:width] for name in names]
    plain = width <= _FEW and len(set(first)) == len(first)
    return first if plain else [short(name, width) for name in names]


def short_bot(bot: str, width: int) -> str:
    """Truncate a bot beside its seat's name to `width` cells; "" if too little of it would be left."""
    return short(bot, width) if bot and width >= min(_LEAST, len(bot)) else ""


def name_and_bot(name: str, bot: str, width: int) -> tuple[str, str]:
    """Return a seat's name and its bot, truncated to fit on a line of `width` cells with a space between them."""
    name = short(name, width)
    return name, short_bot(bot, width - len(name) - 1)


def column_width(names: Sequence[str], least: int, most: int) -> int:
    """Return the width of a column of names: that of the longest name, within the limits."""
    return max(least, min(most, max(map(len, names), default=0)))
