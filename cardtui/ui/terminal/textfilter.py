"""Filters that replace characters everywhere on the screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rich.cells import get_character_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter, NoColor

from ... import words
from ...settings import Settings
from ...text.ascii import SAME_WIDTH
from ...text.printable import printable


@lru_cache(4096)
def plain(text: str) -> str:
    """Return the text in ASCII, keeping its width."""
    if text.isascii():
        return text
    text = text.replace(" ±", "+-").translate(SAME_WIDTH)
    return "".join(sign if sign.isascii() else "?" * get_character_cell_size(sign) for sign in text)


_BLOCKS = {sign: like for sign, like in SAME_WIDTH.items() if 0x2580 <= sign <= 0x259F}


def without_blocks(text: str) -> str:
    """Return the text with ASCII characters in place of Unicode's block elements.

    >>> without_blocks("▄▄ 7♠")
    '-- 7♠'
    """
    return text.translate(_BLOCKS)


class TextFilter(LineFilter):
    """Applies `change` to all text drawn. It must keep the width."""

    def __init__(self, change: Callable[[str], str]) -> None:
        super().__init__()
        self.change = change

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with their text changed."""
        return [Segment(self.change(text), style, control) for text, style, control in segments]


def line_filters(settings: Settings, no_color: bool) -> list[LineFilter]:
    """Return the filters for all lines: first remove control characters, then apply the settings."""
    chosen = [
        (settings.french, TextFilter(words.french)),
        (settings.cards == "plain", TextFilter(without_blocks)),
        (settings.ascii, TextFilter(plain)),
    ]
    respelled = [TextFilter(printable), *(one for is_set, one in chosen if is_set)]
    return [*respelled, *([NoColor()] if no_color else [])]
