"""Filters that replace characters everywhere on the screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rich.cells import get_character_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from ..ascii import SAME_WIDTH


@lru_cache(4096)
def plain(text: str) -> str:
    """Return the text in ASCII, keeping its width."""
    if text.isascii():
        return text
    text = text.translate(SAME_WIDTH)
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
