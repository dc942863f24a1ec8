"""Paints the list of a review: mistakes, or what is unclear, with the cards as chips where there is room."""

from __future__ import annotations

from math import fsum
from textwrap import wrap
from typing import NamedTuple

from rich.cells import cell_len

from ....core import parse_action
from ....review.report_parts import Json, Match
from ....review.verdicts import MARKS, UNCLEAR
from ....text.formatting import signs
from ...look.canvas import Canvas, Spot
from ...look.cards import chip
from ...look.palette import Palette, mix
from ...look.panels import panel
from ...look.pieces import bar, fit
from ...review_state import ReviewState

ROW = "row "
"""What the word of a clickable row of the list begins with; its number follows."""
_PLACE = 10
"""Where the actions of a row begin, after mark, deal and move."""
NARROW = 49
"""Up to this width each mistake has one line, without its kind."""
_ARROW = " → "


class _Action(NamedTuple):
    """An action as a row tells it: its cards, if the game's words begin with them, and the other words."""

    cards: tuple[str, ...]
    words: str

    def width(self, chips: bool) -> int:
        """Return how many columns it takes."""
        return cell_len(" ".join(self.cards) + self.words) + chips * (len(self.cards) + bool(self.cards))

    def paint(self, canvas: Canvas, x: int, y: int, chips: bool, dim: bool) -> int:
        """Paint it; return the column after it."""
        if not chips:
            return canvas.put(x, y, " ".join(self.cards) + self.words, canvas.palette.fg)
        palette = canvas.palette
        for place, face in enumerate(self.cards):
            paper = palette.creamdim if dim else palette.cream
            if place % 2:
                paper = mix(paper, palette.ink, 0.12)  # chips that touch are told apart
            elif palette.light and not dim and palette.cream2[0] == "#":
                paper = palette.cream2  # cream is hardly seen on a light panel
            x = chip(canvas, x, y, face, dim=dim, background=paper)
        return canvas.put(x, y, self.words, palette.fg)


def paint_list(canvas: Canvas, box: tuple[int, int, int, int], review: ReviewState, first: int) -> None:
    """Paint the mistakes, or what is unclear, from the row `first` on, and make the rows clickable."""
    x, y, width, height = box
    palette, match, rows = canvas.palette, review.match, review.listed
    title = "Unclear" if review.unclear else "Mistakes"
    note = "worst first" * (width > NARROW)
    if match and review.level and not review.unclear:
        note = f"≥ {match.size(review.threshold)}"
    shown = list(enumerate(rows))[first : first + rows_of_list(box, len(rows))]
    lines = _lines(box, len(rows))
    guesses = width > NARROW and all(_roomy(match, row, width) for _, row in shown if match)
    unit = "best guess" if review.unclear else "at least · guess" if guesses else "at least"
    panel(canvas, x, y, width, height, title, note, unit)
    if match is None:
        for line, text in enumerate(wrap(review.fault or "the judges begin …", width - 2)[: height - 1], y + 1):
            canvas.put(x + 1, line, text, palette.mute)
        return
    if not rows:
        canvas.put(x + 1, y + 1, fit(_none(review), width - 2), palette.mute)
    for place, (_, row) in enumerate(shown):
        line = y + 1 + lines * place
        _row(canvas, (x, line, width, lines), review, row, guesses)
        if lines > 1:
            _below(canvas, (x, line + 1, width), review, row)
        canvas.spots.append(Spot(x, line, width, lines, f"{ROW}{review.place_of(row)}"))


def rows_of_list(box: tuple[int, int, int, int], count: int) -> int:
    """Return how many of the `count` rows of the list have room in its box."""
    return (box[3] - 1) // _lines(box, count)


def _lines(box: tuple[int, int, int, int], count: int) -> int:
    """Return how many lines a row has: a second one with its kind and a bar, where all have room for it."""
    return 2 if box[2] > NARROW and 2 * count < box[3] else 1


def _none(review: ReviewState) -> str:
    if review.unclear:
        return "nothing is unclear" if not review.stage else "nothing so far"
    if review.level:
        return "no mistake as large as that"
    unclear = " · u lists the unclear" * bool(review.match and review.match.report["summary"]["marks"][UNCLEAR])
    return f"none is proved{' so far' * bool(review.stage)}{unclear}"


def _actions(match: Match, row: Json) -> tuple[_Action, _Action]:
    """Return the played and the better action."""

    def told(text: str) -> _Action:
        label, cards = match.label(text), parse_action(match.game, text).cards
        faces = tuple(signs(match.game.face(card)) for card in cards)
        named = " ".join(faces)
        return _Action(faces, label.removeprefix(named)) if label.startswith(named) else _Action((), label)

    return told(row["played"]), told(row["better"])


def _ways(match: Match, row: Json) -> list[tuple[_Action, _Action, bool]]:
    """Return how both actions may be told, from the widest way on: with chips or not, and without words they share."""
    played, better = _actions(match, row)
    ways = [(played, better, True), (played, better, False)]
    if played.cards and better.cards and played.words == better.words:
        short = played._replace(words=""), better._replace(words="")
        ways[1:] = [(*short, True), (*ways[1][:2], False), (*short, False)]
    return ways


def _wide(played: _Action, better: _Action, chips: bool) -> int:
    return played.width(chips) + len(_ARROW) + better.width(chips)


def _figures(match: Match, row: Json, guesses: bool) -> str:
    guess = match.between(*row["guess"])
    if row["mark"] == UNCLEAR:
        return guess
    return f"{match.at_least(row['bound'])}{f' · {guess}' * guesses}"


def _roomy(match: Match, row: Json, width: int) -> bool:
    """Return whether the best guess has room in a row, too."""
    least = min(_wide(*way) for way in _ways(match, row))
    return _PLACE + 1 + least + 1 + cell_len(_figures(match, row, True)) + 1 <= width


def _row(canvas: Canvas, place: tuple[int, int, int, int], review: ReviewState, row: Json, guesses: bool) -> None:
    palette, match, (x, y, width, lines) = canvas.palette, review.match, place
    assert match
    hot = review.place_of(row) == review.place
    ground = (palette.mark if palette.mono else palette.selected) if hot else palette.panel
    canvas.fill(x, y, width, lines, ground)
    for line in range(lines if hot else 0):
        canvas.put(x, y + line, "▌" if not palette.lines else ">", palette.gold)
    mark = "·" if row["mark"] == UNCLEAR else row["mark"]
    canvas.put(x + 1, y, mark, mark_colour(palette, row["mark"]), bold=True)
    end = canvas.right(x + width - 1, y, (_figures(match, row, guesses), palette.fg, hot)) - 1
    at = canvas.put(x + 4, y, f"{row['deal']}:{row['move']}", palette.mute) + 1
    at, ways = max(at, x + _PLACE), _ways(match, row)
    fitting = next((way for way in ways if _wide(*way) <= end - at), None)
    if fitting is None:
        played, better, _ = ways[-1]
        text = _ARROW.join(" ".join(action.cards) + action.words for action in (played, better))
        canvas.put(at, y, fit(text, end - at), palette.fg)
        return
    played, better, chips = fitting
    at = canvas.put(played.paint(canvas, at, y, chips, True), y, _ARROW, palette.mute)
    at, kind = better.paint(canvas, at, y, chips, False) + 2, match.kind(row["kind"])
    if lines == 1 and width > NARROW and end - at >= min(cell_len(kind), 10):
        canvas.put(at, y, fit(kind, end - at), palette.mute)


def _below(canvas: Canvas, place: tuple[int, int, int], review: ReviewState, row: Json) -> None:
    """Paint the second line of a row: the kind of the decision, and how much it is of the costliest one listed."""
    palette, match, (x, y, width) = canvas.palette, review.match, place
    assert match
    room = width // 3
    most = max(map(_size, review.listed))
    bar(
        canvas, x + width - 1 - room, y, room, _size(row) / most if most > 0 else 0.0, mark_colour(palette, row["mark"])
    )
    canvas.put(x + _PLACE, y, fit(match.kind(row["kind"]), width - room - _PLACE - 3), palette.mute)


def _size(row: Json) -> float:
    """Return how costly a row is, as the list is sorted."""
    return float(fsum(row["guess"]) / 2 if row["mark"] == UNCLEAR else row["bound"])


def mark_colour(palette: Palette, mark: str) -> str:
    """Return the colour of a mark."""
    return palette.loss if mark in MARKS[1:] else palette.gold if mark in MARKS else palette.mute
