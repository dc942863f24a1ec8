"""ASCII mode: replaces every non-ASCII character on the screen by ASCII of the same width."""

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
    """Return the text in ASCII, keeping its width."""
    if text.isascii():
        return text
    text = text.translate(_TABLE)
    return "".join(sign if sign.isascii() else "?" * get_character_cell_size(sign) for sign in text)


class Respelled(LineFilter):
    """Replaces characters everywhere on the screen: applies `spell` to all text drawn. It must keep the width."""

    def __init__(self, spell: Callable[[str], str]) -> None:
        super().__init__()
        self.spell = spell

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with their characters replaced."""
        return [Segment(self.spell(text), style, control) for text, style, control in segments]
