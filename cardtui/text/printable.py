"""Makes text from files, bots and plug-ins safe to print: it can neither control the terminal nor reorder a line."""

from __future__ import annotations

import unicodedata


def printable(text: str) -> str:
    """Return the text on one line, without control, format and bidirectional characters, keeping its width.

    >>> printable("a\\x1b[2Jb\\nc")
    'a[2Jb c'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else _stand_in(sign) for sign in text)


def _stand_in(sign: str) -> str:
    """Return the replacement of a character that is not printable."""
    category = unicodedata.category(sign)
    if category[0] == "Z" or sign in "\t\n\v\f\r\x85":
        return " "
    if sign == "\u00ad":  # a soft hyphen is one cell wide
        return "-"
    return "" if category in ("Cc", "Cf") else "\ufffd"
