"""Lines on which pieces are put at places."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content


class Board:
    """So many lines; what is put outside them is dropped, what is put over another piece cuts it off."""

    def __init__(self, height: int) -> None:
        self._rows: list[dict[int, Content]] = [{} for _ in range(height)]

    def put(self, x: int, y: int, *pieces: Content | str) -> None:
        """Pieces below each other, their left edge at `x`."""
        for row, piece in enumerate(pieces, y):
            if 0 <= row < len(self._rows):
                self._rows[row][max(0, x)] = Content(piece) if isinstance(piece, str) else piece

    def right(self, x: int, y: int, *pieces: str) -> None:
        """The same, their right edge before `x`."""
        for row, piece in enumerate(pieces, y):
            self.put(x - Content(piece).cell_length, row, piece)

    def lines(self) -> Sequence[Content]:
        """All of it."""
        drawn = []
        for row in self._rows:
            line = Content("")
            for x, piece in sorted(row.items(), key=lambda item: item[0]):
                line = line.truncate(x) if line.cell_length > x else line.pad_right(x - line.cell_length)
                line += piece
            drawn.append(line)
        return drawn
