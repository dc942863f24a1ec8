"""German cards spelled as French ones, which the setting `french` asks for. Standard library only."""

from __future__ import annotations

import re
from functools import lru_cache

_FRENCH = {"E": "♣", "G": "♠", "H": "♥", "S": "♦", "O": "Q", "U": "J"}
_GERMAN = re.compile(r"(?<![\w-])([EGHS])(?:(10|[AKOU987])(?!\w)|(?=:))")
_COUNTED = re.compile(r"(?<=[♣♠♥♦]:)[AKOU0-9·]+")
_RANKS = str.maketrans("OU", "QJ")


@lru_cache(4096)
def french(text: str) -> str:
    """The text with German cards as French ones, as wide as before: `EO` → `Q♣`, `H10` → `10♥`, `E:AKO` → `♣:AKQ`."""
    cards = _GERMAN.sub(lambda found: _FRENCH.get(found[2], found[2] or "") + _FRENCH[found[1]], text)
    return _COUNTED.sub(lambda found: found[0].translate(_RANKS), cards)
