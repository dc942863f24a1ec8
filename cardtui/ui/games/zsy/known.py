"""What a player of Zheng Shang You can count: what can be laid, the fewest turns, what the other seat's passes tell."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from ....core import Action, Card, Observation
from ....games.zsy.cards import counts, fewest, pattern
from ....games.zsy.known import Known
from ....games.zsy.parsing import name, patterned, spelled
from ....games.zsy.passing import OtherHand, Passed, passed_over
from ....games.zsy.rules import PASS
from ...look.canvas import Canvas, Spot
from ...look.pieces import fit

PLANNED = 2
"""Rows of the fewest turns."""


def paint_choices(canvas: Canvas, seen: Observation, picked: Sequence[Card], x: int, y: int, rows: int) -> None:
    """Paint all plays that can be laid, in at most so many rows from y on."""
    palette, sizes = canvas.palette, counts(picked)
    plays = [action for action in seen.legal if action != PASS]
    width = canvas.width - 2 * x
    canvas.fill(x, y, width, 1, palette.plate)
    canvas.put(x + 2, y, "CAN LAY" if plays else "NOTHING GOES OVER IT", palette.title, bold=True)
    start, right = x + 12, x + width - 1
    at, row = start, y
    for place, action in enumerate(plays):
        text = f" {name(action)} "
        if at + len(text) > right:
            at, row = start, row + 1
            canvas.fill(x, row, width, 1, palette.plate)
        last = row == y + rows - 1
        if last and at + len(text) > right - 9 and place < len(plays) - 1:
            canvas.put(at, row, f"{len(plays) - place} more", palette.feltmute)
            return
        paper = palette.mark if counts(action.cards) == sizes else palette.cream
        canvas.spots.append(Spot(at, row, len(text), 1, text.strip()))
        at = canvas.put(at, row, text, palette.ink, paper, True) + 1


def paint_fewest(canvas: Canvas, seen: Observation, typed: Action | None, x: int, y: int) -> None:
    """Paint in how many turns the hand can be laid while nobody answers, and how many a typed move leaves."""
    palette, width = canvas.palette, canvas.width - 2 * x
    canvas.fill(x, y, width, PLANNED, palette.plate)
    known = Known(seen)
    plays = fewest(known.left())
    sure = [not known.over(made) for made in plays]
    end = canvas.put(x + 2, y, "FEWEST TURNS", palette.title, bold=True)
    end = canvas.put(end + 2, y, str(len(plays)), palette.fg, bold=True)
    note, important = _note(known, len(plays), any(sure), typed)
    note = fit(note, width - end - 2)
    canvas.right(x + width - 1, y, (note, palette.fg if important else palette.feltmute, important))
    alone = "to empty the hand, if nobody answers"
    if end + len(alone) + len(note) + 4 < x + width:
        canvas.put(end + 1, y, alone, palette.feltmute)
    at, end, legal = x + 2, x + width - 1, {name(action) for action in seen.legal}
    texts = [f" {patterned(made)} {'✓ ' * certain}" for made, certain in zip(plays, sure, strict=True)]
    for place, text in enumerate(texts):
        if at + len(text) > end - 9 * (place < len(texts) - 1):
            canvas.put(at, y + 1, f"{len(texts) - place} more", palette.feltmute)
            return
        if patterned(plays[place]) in legal:
            canvas.spots.append(Spot(at, y + 1, len(text), 1, patterned(plays[place])))
        at = canvas.put(at, y + 1, text, palette.ink, palette.cream, True) + 1


def _note(known: Known, turns: int, sure: bool, typed: Action | None) -> tuple[str, bool]:
    """Return a note on the fewest turns, and whether it is important; `sure`: nothing unseen beats one of them."""
    if typed and typed.cards:
        after = len(fewest(known.left(typed.cards)))
        more = after + 1 - turns
        return f"after {name(typed)}: {after or 'none'} left{f', {more} more than need be' * (more > 0)}", True
    if wins := known.winning():
        return f"{name(wins)} wins for sure", True
    return "✓ nothing unseen beats it" if sure else "", False


# --- what passing tells ---------------------------------------------------------------------------


class PassInference:
    """What the other seat's passes tell one seat: what it held back, and the chance that it can beat a play now.

    `expected`: how many cards of each rank the coach expects there; empty if it tells nothing.
    """

    def __init__(self, seen: Observation, expected: Sequence[float]) -> None:
        self._seen = seen
        self.plays = passed_over(seen, 1 - seen.seat)
        hands = [OtherHand(seen), *([OtherHand(seen, expected)] if expected else [])] if self.plays else []
        patterns = [made for one in self.plays if (made := pattern(one.cards))]
        self._chances = [[hand.beats(made) for made in patterns] for hand in hands]

    def lines(self, width: int) -> list[Content]:
        """Return a line for each play passed over, with the coach's chances where there is room."""
        found = []
        for place, one in enumerate(self.plays):
            told = [chances[place] for chances in self._chances[: 2 if width >= ROOM else 1]]
            end = "".join(f"{_percent(chance):>7}" for chance in told)
            room = width - len(end)
            line = Content.styled(fit(spelled(one.cards), room - 1), "bold")
            why = _why(self._seen, one)
            if why and line.cell_length + len(why) + 1 <= room:
                line = line.pad_right(max(0, min(11, room - len(why) - 1) - line.cell_length))
                line += Content.styled(f" {why}", "$text-muted")
            found.append(line.pad_right(room - line.cell_length) + Content(end))
        return found


ROOM = 40
"""The least width of lines on passing in which the coach has its column."""


def _why(seen: Observation, one: Passed) -> str:
    """Return what a pass proves, in words; "" if nothing."""
    if one.held_back:
        return f"held back {patterned(one.held_back)}"
    made = pattern(one.cards)
    return "" if made is None or Known(seen).over(made) else "nothing over it is left"


def _percent(chance: float) -> str:
    """Return a chance in whole per cent; only what is proved is told as none or all."""
    if chance in (0.0, 1.0):
        return "no" if not chance else "yes"
    return f"{min(99, max(1, round(100 * chance)))}%"
