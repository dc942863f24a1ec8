"""Lines about the moves of a finished deal that were costly by the coach's values."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from ... import words
from ...tableside import Advised
from ...text.formatting import error, figure
from ...text.language import ENGLISH, Language
from ..look.curve import spark
from ..names import short
from .beliefs import dim_lines
from .decisions import Label

ROWS = 4
"""The most moves that are shown."""
_PROSPECTS = 3
"""The least moves whose values say how prospects changed."""


def costly_lines(moves: Sequence[Advised], label: Label, width: int, say: Language = ENGLISH) -> list[Content]:
    """Return the moves that cost more than the margin of error, the costliest first, and below them how many.

    Where the room is small, the better action is left out.
    """
    found = []
    for turn, action, opinion in moves:
        behind = words.behind(opinion, action)
        if action != opinion.action and behind and behind.less > behind.margin:
            found.append((turn, action, opinion.unit, behind))
    found.sort(key=lambda row: -row[3].less)
    lines = []
    for turn, action, unit, (best, less, reach, told_less, digits) in found[:ROWS]:
        cost = Content.assemble((f"-{say.figure(told_less)}", "bold $text-error"))
        cost += Content.styled(f" {say.figure(error(reach, unit, digits, less))}" * (reach > 0), "$text-muted")
        head = Content.styled(f"{say('turn {turn}', turn=turn):<7} ", "$text-muted")
        told = say("{played}, better {best}", played=label(action), best=label(best.action))
        room = max(0, width - head.cell_length - cost.cell_length - 1)
        told = told if len(told) <= room else short(label(action), room)
        lines.append(head + Content(told).pad_right(max(0, room + 1 - len(told))) + cost)
    if len(moves) == 1:
        some = say("the only judged move cost more than the margin of error")
        none = say("the only judged move cost no more than the margin of error")
    else:
        some = say("{count} of {all} moves cost more than the margin of error", count=len(found), all=len(moves))
        none = say("none of {count} moves cost more than the margin of error", count=len(moves))
    return [*lines, *dim_lines(some if found else none, width, ""), *_prospects(moves, width, say)]


def _prospects(moves: Sequence[Advised], width: int, say: Language) -> list[Content]:
    """Return a line with what the coach expected of each move, as bars between the first and the last figure.

    None where values of different moves do not compare: their units differ, or they leave out what has been won.
    """
    units = {opinion.unit for _, _, opinion in moves}
    played = [next((o.value for o in opinion.options if o.action == action), None) for _, action, opinion in moves]
    values = [value for value in played if value is not None]
    if len(played) < _PROSPECTS or len(values) < len(played) or len(units) > 1 or max(units).endswith(" to come"):
        return []
    first, last = (say.figure(figure(value, moves[0].opinion.unit)) for value in (values[0], values[-1]))
    head, end = f"{say('expected')}  {first} ", f" {last}"
    bars = spark(values, min(values), max(values), width - len(head) - len(end))
    return [Content.assemble((head, "$text-muted"), (bars, "$text-success"), (end, "$text-muted"))]
