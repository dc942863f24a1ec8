"""Text from files, bots and plug-ins made fit to be shown: nothing in it can steer a terminal or reorder a line."""

from __future__ import annotations

import unicodedata


def printable(text: str) -> str:
    """The text on one line, without control, format and bidirectional characters, and as wide as before.

    >>> printable("a\\x1b[2Jb\\nc")
    'a[2Jb c'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else _stand_in(sign) for sign in text)


def _stand_in(sign: str) -> str:
    """What is shown in place of a character that is not printable."""
    category = unicodedata.category(sign)
    if category[0] == "Z" or sign in "\t\n\v\f\r\x85":
        return " "
    if sign == "\u00ad":  # a soft hyphen takes a cell
        return "-"
    return "" if category in ("Cc", "Cf") else "\ufffd"
