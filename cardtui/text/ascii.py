"""ASCII in place of the symbols that the program prints: suits, lines, arrows, marks."""

from __future__ import annotations

import codecs
from typing import TextIO

_ALIKE = {
    "♣♦♥♠": "cdhs",
    "─━╌╍┄┅▔▁▂▃▀▄╴╶╸╺": "-",
    "═": "=",
    "│┃║┆┊▏▎▕▐": "|",
    "╭╮╰╯┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫╋": "+",
    "█■▉▊▇▆▅": "#",
    "▋▌▍": "=",
    "░▒▓▚▞": ":",
    "▖▗▘▝▙▛▜▟": "#",
    "▸▶►→❯": ">",
    "◂◀←❮": "<",
    "▲△▴↑⇧": "^",
    "▼▽▾↓": "v",
    "●•◉⬤○◌": "o",
    "·⋮": ".",
    "…": "_",
    "✓✔": "+",
    "✗✘×╳": "x",
    "★☆◆": "*",
    "≤": "<",
    "≥": ">",
    "±": "~",
    "–—−": "-",
    "‘’": "'",
    "”": '"',
    "⏎↵": "<",
    "§": "S",
    "∞": "8",
    "\u00a0": " ",
    "äöüÄÖÜß": "aouAOUs",
    "λ": "l",
    "„“": '""',
}
SAME_WIDTH = {ord(sign): like[i % len(like)] for signs, like in _ALIKE.items() for i, sign in enumerate(signs)}
"""A table for `str.translate`: each symbol becomes one character, so that what is aligned stays aligned."""
_READABLE = SAME_WIDTH | str.maketrans({"→": "->", "…": "...", "±": "+-", "§": "rule ", "≤": "<=", "≥": ">=", "·": "-"})
_READABLE |= str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "λ": "lambda"})


def readable(text: str) -> str:
    """Return a sentence in ASCII, where width does not matter; other characters become question marks.

    >>> readable("10♠ → stack: +0.4 ± 0.1")
    '10s -> stack: +0.4 +- 0.1'
    """
    return text if text.isascii() else text.translate(_READABLE).encode("ascii", "replace").decode()


def _alike(error: UnicodeError) -> tuple[str, int]:
    """Return what to print in place of signs that an encoding lacks, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(SAME_WIDTH.get(ord(sign), "?") for sign in error.object[error.start : error.end]), error.end


ALIKE = "cardtui-alike"
"""The error handler of streams that print ASCII of the same width in place of signs that their encoding lacks."""
codecs.register_error(ALIKE, _alike)


def shows_signs(output: TextIO) -> bool:
    """Return whether an output can encode the suits and other symbols beyond ASCII."""
    try:
        "♣♦♥♠★→§·─█".encode(output.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
