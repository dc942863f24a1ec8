"""How many points the coach's bid would bring, as bars beside Schafkopf's table."""

from __future__ import annotations

from textual.content import Content

from ....core import Belief, Decision
from ....games.schafkopf.settlement import WIN
from ....text.language import Language

_HIGH = 4
"""Rows of the bars."""
POINTS_ROWS = _HIGH + 2
"""Rows of the bars with what is written above and below them."""
_LEVELS = " ▁▂▃▄▅▆▇█"
_NUMBERED = 20
"""The distance of points that are numbered below the bars."""


def points_of(advice: Decision | None) -> Belief | None:
    """Return what the coach tells of the points that its bid brings, if it does."""
    told = (belief for belief in advice.beliefs if belief.about == "points") if advice else iter(())
    return next(told, None)


def bars(told: Belief, width: int, say: Language) -> list[Content]:
    """Return bars for the shares of deals with so many points, in the colour of who wins them, and their numbers.

    Each bar stands for ten points, up to the number below it; the first one for none.
    """
    shares = list(told.values.values())
    most, wide = max(shares) or 1.0, 3 if width >= 3 * len(shares) else 2
    wins = WIN // 10 + 1  # the first bar that wins
    eighths = [0 if not share else max(1, round(share / most * 8 * _HIGH)) for share in shares]
    mark = Content.styled(" " * (wins * wide - 1) + "│ " + say("{count} wins", count=WIN), "$text-muted")
    lines = [mark.truncate(width)]
    for row in reversed(range(_HIGH)):
        line = Content("")
        for at, eighth in enumerate(eighths):
            sign = _LEVELS[max(0, min(8, eighth - 8 * row))]
            line += Content.styled(sign * (wide - 1), "$text-success" if at >= wins else "$text-error") + Content(" ")
        lines.append(line.rstrip())
    numbers = [f"{10 * at:<{2 * wide}}" for at in range(0, len(shares), _NUMBERED // 10)]
    if sum(map(len, numbers[:-1])) + len(numbers[-1].rstrip()) > width:
        numbers.pop()
    return [*lines, Content.styled("".join(numbers).rstrip(), "$text-muted")]
