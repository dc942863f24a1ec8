"""A screen without a byte above 127: every other character is drawn with one that fits in its place."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rich.cells import get_character_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_ALIKE = {
    "♣♦♥♠": "cdhs",
    "─━╌╍┄┅▔▁▂▃▀▄╴╶": "-",
    "═": "=",
    "│┃║┆┊▏▎▕": "|",
    "╭╮╰╯┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫╋": "+",
    "█▉▊▇▆▅": "#",
    "▋▌▍": "=",
    "░▒▓": ":",
    "▸▶►→❯": ">",
    "◂◀←❮": "<",
    "▲△▴↑⇧": "^",
    "▼▽▾↓": "v",
    "●•◉⬤": "*",
    "○◌": "o",
    "·…⋮": ".",
    "✓✔": "+",
    "✗✘×╳": "x",
    "★☆": "X",
    "≤": "<",
    "≥": ">",
    "±": "~",
    "–—−": "-",
    "‘’": "'",
    "“”": '"',
    "⏎↵": "<",
    "␣": "_",
    "§": "S",
    "∞": "8",
    "\u00a0": " ",
}
_TABLE = {ord(sign): like[i % len(like)] for signs, like in _ALIKE.items() for i, sign in enumerate(signs)}


@lru_cache(4096)
def plain(text: str) -> str:
    """The text in ASCII, as wide as before."""
    if text.isascii():
        return text
    text = text.translate(_TABLE)
    return "".join(sign if sign.isascii() else "?" * get_character_cell_size(sign) for sign in text)


class Respelled(LineFilter):
    """Draws every line of every widget as `spell` writes it, which must be as wide."""

    def __init__(self, spell: Callable[[str], str]) -> None:
        super().__init__()
        self.spell = spell

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, their text in other signs."""
        return [Segment(self.spell(text), style, control) for text, style, control in segments]
