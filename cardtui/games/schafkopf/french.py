"""Spelling German cards as French ones, for the setting `french`. Standard library only."""

from __future__ import annotations

import re
from functools import lru_cache

_FRENCH = {"E": "♣", "G": "♠", "H": "♥", "S": "♦", "O": "Q", "U": "J"}
_GERMAN = re.compile(r"(?<![\w-])([EGHS])(?:(10|[AKOU987])(?!\w)|(?=:))")
_COUNTED = re.compile(r"(?<=[♣♠♥♦]:)[AKOU0-9·]+")
_RANKS = str.maketrans("OU", "QJ")


@lru_cache(4096)
def french(text: str) -> str:
    """Return the text with German cards spelled as French ones, of the same width.

    >>> french("EO GU H10, E:AKO")
    'Q♣ J♠ 10♥, ♣:AKQ'
    """
    cards = _GERMAN.sub(lambda found: _FRENCH.get(found[2], found[2] or "") + _FRENCH[found[1]], text)
    return _COUNTED.sub(lambda found: found[0].translate(_RANKS), cards)
