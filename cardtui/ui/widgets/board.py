"""A canvas of text lines on which pieces are placed."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content


class Board:
    """A canvas with a fixed number of lines. Pieces outside are dropped; a piece placed over another cuts it off."""

    def __init__(self, height: int) -> None:
        self._rows: list[dict[int, Content]] = [{} for _ in range(height)]

    def put(self, x: int, y: int, *pieces: Content | str) -> None:
        """Place pieces below each other, with their left edges at `x`."""
        for row, piece in enumerate(pieces, y):
            if 0 <= row < len(self._rows):
                self._rows[row][max(0, x)] = Content(piece) if isinstance(piece, str) else piece

    def right(self, x: int, y: int, *pieces: str) -> None:
        """Place pieces below each other, with their right edges just before `x`."""
        for row, piece in enumerate(pieces, y):
            self.put(x - Content(piece).cell_length, row, piece)

    def lines(self) -> Sequence[Content]:
        """Return all lines."""
        drawn = []
        for row in self._rows:
            line = Content("")
            for x, piece in sorted(row.items(), key=lambda item: item[0]):
                line = line.truncate(x) if line.cell_length > x else line.pad_right(x - line.cell_length)
                line += piece
            drawn.append(line)
        return drawn
