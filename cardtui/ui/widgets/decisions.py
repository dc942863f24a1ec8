"""Draws a bot's decision: its options with value, probability bar, visits, unit and reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from textual.content import Content
from textual.message import Message

from ... import words
from ...core import Action, Decision, Game, Observation, Option
from ...entries.wording import shortened
from ...intervals import Z95
from ...tableside import Second, Thought
from ...text.formatting import brief, difference, figure, is_scale, percent, unit_name
from ...text.language import ENGLISH, Language
from ...words import extra_digits
from ..look.pieces import first_fitting, scale, thin_bar
from .beliefs import Truth, belief_lines, dim_lines
from .cards import coloured
from .lines import Lines

Label = Callable[[Action], str]
_LEADING = re.compile(r"(?<!\d)0\.(?=\d\d)")
"""The zero before the decimal point."""
NARROW = 34
"""The width from which a reason or a note may take as many lines as it needs beside a table."""
REASON = 2
"""The lines that each has in a narrower panel."""
_BAR = 8
"""Width of a bar with a reason beside it."""
_LABEL = 6
"""The least width of a label; figures are cut off beside a longer one."""
_SCALE = 5
"""The least width of a scale: on a shorter one, values cannot be told apart."""


class _Column(NamedTuple):
    head: str
    width: int
    cell: Callable[[Option], str]


def bar(share: float, width: int) -> str:
    """Return a thin bar for a share of 0 … 1, filled up to `width` cells."""
    return thin_bar(share, width).ljust(width)


def _interval(option: Option, ends: tuple[float, float], width: int, best: bool) -> Content:
    """Return an option's value with its 95% interval on a scale between `ends`."""
    if option.value is None:
        return Content(" " * width)
    size = Z95 * (option.stderr or 0.0)
    styles = {
        "·": "$text-muted 50%",
        "│": "$text-muted",
        "━": "$text-success" if best else "$text-muted",
        "●": "$text-warning" if best else "$foreground",
    }
    cells = scale(option.value - size, option.value, option.value + size, ends, width)
    return Content.assemble(*((cell, styles[cell]) for cell in cells))


def scale_ends(options: Sequence[Option]) -> tuple[float, float] | None:
    """Return the ends of the scale on which the options' values and intervals lie; None without values."""
    found = [(option.value, Z95 * (option.stderr or 0.0)) for option in options if option.value is not None]
    return (min(v - r for v, r in found), max(v + r for v, r in found)) if found else None


def share(probability: float) -> str:
    """Format how likely a bot takes an action, in at most four characters.

    >>> share(1.0), share(0.614), share(0.001), share(0.999), share(0.0)
    ('100%', '61%', '<1%', '>99%', '0%')
    """
    return percent(probability) if 1e-9 < probability < 1 - 1e-9 else f"{probability:.0%}"


def decision_lines(
    game: Game[Any],
    decision: Decision,
    width: int,
    rows: int = 0,
    label: Label | None = None,
    second: Second | None = None,
    names: Sequence[str] = (),
    truth: Truth = MappingProxyType({}),
    say: Language = ENGLISH,
    seen: Observation | None = None,
) -> list[Content]:
    """Return a decision in lines of at most `width` cells; the first one tells what the columns are.

    `rows` limits the options (0: all), `names` are the names of the seats, `truth` is marked in beliefs, and
    what follows from `seen`, the bot's observation. If there is room, columns are added for the gap of each value to
    the best one and for the values of a `second` opinion.
    """
    options = tuple([option._replace(why=say.told(option.why)) for option in decision.options])
    decision = decision._replace(options=options, note=say.told(decision.note))
    spoken = words.of(game.name)
    name = label or partial(spoken.label, game)
    found = words.ranked_options(game, decision)
    shown = [row.option for row in found[: rows or None]]
    labels = [(name(option.action), f" ×{count}" * (count > 1)) for option, count in found[: rows or None]]
    columns = _columns(decision, shown, width, say)
    bars = _BAR
    free = width - 1 - sum(column.width for column in columns)
    widest = max((len(text + times) for text, times in labels), default=0)
    size = min(widest, max(12, width // 2, free - 1 - bars), max(_LABEL, free))
    for column in _more_columns(decision, shown, second):
        if size + 1 + column.width <= free:
            columns.append(column)
            free -= column.width
    ends = scale_ends(shown)
    if ends and free - size - 1 < _SCALE:
        size = max(size, min(widest, free))  # no scale takes this room
    used = width - free + size + 1
    whys = max((len(option.why) for option in shown), default=0)
    beside = 0 < whys < width - used - bars
    length = min(bars if beside else 3 * bars, width - used)
    heads = " · ".join(say(column.head) for column in columns)
    lines = [Content.styled(_heads(heads, width) or shortened(heads, width), "$text-muted")]
    for option, (text, times) in zip(shown, labels, strict=True):
        chosen = option.action == decision.action
        told = (spoken.shortened(text, size - len(times)) + times).ljust(size)
        cells = "".join(say.figure(column.cell(option)).rjust(column.width) for column in columns)
        row = Content.styled("▶", "$text-warning") if chosen else Content(" ")
        row = (row + coloured(told, four=False) + cells).stylize("bold" if chosen else "")
        drawn = Content(" " * beside)
        if ends:
            drawn = Content(" ") + _interval(option, ends, length, chosen) if length >= _SCALE else drawn
        elif length > 0:
            drawn = Content.styled(f" {bar(option.probability, length)}", "$text-success" if chosen else "$text-muted")
        why = (f" {option.why}" if beside else "", "$text-muted")
        lines.append(Content.assemble(row, drawn, why))
        if chosen and not beside:
            visits = any(column.head == "visits" for column in columns)
            visited = f"n {brief(option.visits, 4)}" if option.visits is not None and not visits else ""
            told = " · ".join(filter(None, (visited, option.why)))
            few = width < NARROW and len(found) > 1
            lines += _reason(told, option.why or told, width) if few else dim_lines(told, width, "  ")
        if chosen and second:
            lines += dim_lines(say.told(_otherwise(second, option.action, name, say)), width, "  ")
    if len(shown) < len(found):
        lines.append(Content.styled(say("  … {count} more", count=len(found) - len(shown)), "$text-muted"))
    if any(option.value is not None for option in shown) and is_scale(decision.unit):
        lines += dim_lines(decision.unit, width, "  ")
    if width < NARROW:
        lines += _reason(decision.note, decision.note, width)
    else:
        lines += dim_lines(decision.note, width, "  ")
    return [*lines, *belief_lines(game, decision.beliefs, width, names, truth, say, seen)]


def _reason(told: str, shorter: str, width: int) -> list[Content]:
    """Return a reason in few lines: in its shorter form and without its last clauses if need be."""
    lines = dim_lines(told, width, "  ")
    if len(lines) > REASON:
        lines = dim_lines(shorter, width, "  ")
    while len(lines) > REASON and (cut := max(map(shorter.rfind, (", ", "; ", " · ")))) > 0:
        shorter = shorter[:cut]
        lines = dim_lines(shorter, width, "  ")
    return lines


def thought_lines(
    game: Game[Any],
    entries: Sequence[Thought],
    width: int,
    label: Label | None,
    names: Sequence[str],
    say: Language = ENGLISH,
) -> list[Content]:
    """Return all decisions in full, each below its title."""
    lines: list[Content] = []
    for title, decision, _rows, second, seen in entries:
        lines.append(Content.styled(say.told(title), "bold $text-primary"))
        if decision:
            lines += decision_lines(game, decision, width, 0, label, second, names, say=say, seen=seen)
            lines.append(Content(""))
    return lines


def _columns(decision: Decision, shown: Sequence[Option], width: int, say: Language) -> list[_Column]:
    """Return the columns after the labels. Probabilities of only 0 and 1 are left out; a mark shows the choice."""
    unit, more = decision.unit, extra_digits(decision, shown)

    def value(option: Option) -> str:
        return figure(option.value, unit, more) if option.value is not None else "–"

    def spread(option: Option) -> str:
        return say(words.within(option, unit, max(0, more)))

    values = [option.value for option in decision.options if option.value is not None]
    sure = all(option.probability in (0.0, 1.0) for option in decision.options)
    columns = [] if values and sure else [_Column("share", 5, lambda option: share(option.probability))]
    if values:
        columns.append(_Column(unit_name(unit) or "value", 1 + max(map(len, map(value, shown))), value))
    if any(option.stderr is not None for option in shown):
        columns.append(_Column("±95%", 1 + max(map(len, map(spread, shown))), spread))
    if any(option.visits is not None for option in shown) and width >= 40:
        columns.append(_Column("visits", 6, lambda o: brief(o.visits, 4) if o.visits is not None else "–"))
    return columns


def _more_columns(decision: Decision, shown: Sequence[Option], second: Second | None) -> list[_Column]:
    """Return the columns added if there is room: another bot's values, and the gap of each value to the best one."""
    columns = []
    if second:
        found = _estimates(second)
        columns.append(_Column(second.bot, 1 + max(map(len, found.values())), lambda o: found.get(o.action, "")))
    like, more = words.comparable(decision), extra_digits(decision, shown)
    best = max((option.value for option in like if option.value is not None), default=0.0)

    def gap(option: Option) -> str:
        if option.value is None or option not in like:
            return ""
        told = difference(option.value, best, decision.unit, more)
        return told if told.startswith("-") and told.strip("-0.%") else ""

    if len(like) > 1:
        columns.append(_Column("gap", 1 + max(map(len, map(gap, shown))), gap))
    return columns


def _otherwise(second: Second, action: Action, name: Label, say: Language) -> str:
    """Describe the second opinion's choice and its assessment of `action`."""
    found = {option: say.figure(told) for option, told in _estimates(second).items()}
    theirs = second.decision.action
    return f"{second.bot} would: {name(theirs)} {found[theirs]}, not {name(action)} {found.get(action, '')}".rstrip()


def _estimates(second: Second) -> dict[Action, str]:
    """Return each action's value with its 95% interval, as short as possible: `.54±.02`, `54%±2%`.

    Without a value it is the probability.
    """
    unit, found = second.decision.unit, {}
    more = extra_digits(second.decision, second.decision.options)
    for option in second.decision.options:
        if option.value is None:
            found[option.action] = share(option.probability)
            continue
        told = figure(option.value, unit, more).removeprefix("+")
        told += words.within(option, unit, max(0, more)).replace(words.ALIKE, "")
        found[option.action] = _LEADING.sub(".", told)
    return found


def briefly(unit: str) -> str:
    """Return a unit, or the heads of several columns, as short as they can still be understood."""
    return unit.replace("win probability", "win")


def _heads(columns: str, room: int) -> str:
    """Return the heads of the columns in at most `room` cells; "" if they do not fit.

    >>> _heads("win probability · ±95%", 22), _heads("win probability · ±95%", 8), _heads("steps back · gap", 8)
    ('win probability · ±95%', 'win ±95%', '')
    """
    short = briefly(columns)
    return first_fitting((columns, short, short.replace(" · ±", " ±")), room)


class DecisionPanel(Lines):
    """Decisions one below the other. Its height is that of its content, so place it in a scrolling container."""

    DEFAULT_CSS = "DecisionPanel { min-height: 100%; }"

    class HeadsChanged(Message):
        """The heads of the columns have changed; see `heads`."""

    def __init__(self, game: Game[Any], label: Label | None = None, say: Language = ENGLISH) -> None:
        super().__init__()
        self.game = game
        self.label = label
        self.say = say
        self.heads = ""
        """The heads of the columns of a decision without a title, if the heading above the panel has room for them."""
        self._shown: tuple[list[Thought], str, Sequence[str], Truth, str] = ([], "", (), {}, "")

    def show(
        self,
        entries: Sequence[Thought],
        empty: str = "",
        names: Sequence[str] = (),
        truth: Truth = MappingProxyType({}),
        above: str = "",
    ) -> None:
        """Show these decisions, or the sentence `empty` if there are none.

        `names` are the names of the seats, `truth` is marked in their beliefs, and `above` is what the heading above
        the panel has to say besides the columns.
        """
        if (list(entries), empty, names, truth, above) != self._shown:
            self._shown = list(entries), empty, names, truth, above
            self.draw(self._entry_lines)

    def _entry_lines(self, width: int) -> list[Content]:
        entries, empty, names, truth, above = self._shown
        lines: list[Content] = []
        heads, say = "", self.say
        for title, decision, rows, second, seen in entries:
            title = say.told(title)
            head = Content.styled(shortened(title, width), "bold $text-primary")
            if decision is None:
                lines += [Content.styled(row.plain, "bold $text-primary") for row in Content(title).wrap(max(1, width))]
                continue
            columns, *rest = decision_lines(
                self.game, decision, width, rows, self.label, second, names, truth, say, seen
            )
            room = width - head.cell_length - columns.cell_length
            if title:
                lines += [head.pad_right(room) + columns] if room > 0 else [head, columns]
            else:
                heads = _heads(columns.plain, width - len(above) - 1)
                lines += [columns] * (not heads)
            lines += rest
        if heads != self.heads:
            self.heads = heads
            self.post_message(self.HeadsChanged())
        return lines or dim_lines(say.told(empty), max(1, width), "")
