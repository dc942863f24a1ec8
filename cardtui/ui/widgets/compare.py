"""Decisions of several bots on one position side by side, before and after a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message

from ... import words
from ...core import Action, Decision, Game, Option
from ...entries.wording import shortened
from ...options import bot_label
from ...text.formatting import brief, counted, figure, unit_name
from ..names import short
from .cards import coloured
from .decisions import bar, briefly, share
from .lines import Lines
from .section import Heading

LABEL = 16
COLUMN = 23
"""The least width of a bot's column, with the mark of the chosen option; spare room widens it."""
_PLAIN = 16
"""The width that is enough for probabilities alone."""
_WIDE = 38
"""The width from which more room is of no use, unless the title needs it."""
_UNIT = 8
"""The cells that a unit has in any case, beside the name of its bot."""


class Column(NamedTuple):
    """One bot: its decision now (None if it is still thinking) and before a change, its fault, its weights' hash."""

    bot: str
    now: Decision | None = None
    before: Decision | None = None
    fault: str = ""
    weights: str = ""


class Look(NamedTuple):
    """How a comparison looks: the bot in the foreground, whether each suit has a colour of its own, marks."""

    bot: str = ""
    four: bool = False
    played: Action | None = None
    """What was played here in the record."""
    others: bool = False
    """Whether to tell, where there is room, why a bot assesses the options that are not selected as it does."""


LOOK = Look()


class CompareView(Vertical):
    """Options and bots as a table, with as many bots as fit, and each bot's reasons for the selected option."""

    DEFAULT_CSS = """
    CompareView { height: 1fr; }
    CompareView #rows { height: 1fr; }
    CompareView #why { height: auto; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    class Moved(Message):
        """Another option is selected."""

    def __init__(self) -> None:
        super().__init__()
        self.row = 0
        """The index of the selected option."""
        self._first = 0
        """The index of the uppermost option in sight."""
        self._shown: tuple[Game[Any], Sequence[Action], Sequence[Column], Look] | None = None

    def compose(self) -> ComposeResult:
        yield Heading("options, bot by bot")
        yield Lines("rows")
        yield Lines("why")

    @property
    def visible_columns(self) -> Sequence[Column]:
        """The columns that fit, among them that of the bot in the foreground."""
        if self._shown is None:
            return ()
        _, _, columns, look = self._shown
        fit = columns_that_fit(self.content_size.width)
        at = next((place for place, column in enumerate(columns) if column.bot == look.bot), 0)
        return columns[at // fit * fit : at // fit * fit + fit]

    @property
    def action(self) -> Action | None:
        """The selected option; None if there is none."""
        rows = rows_of(self._shown[2], self._shown[1]) if self._shown else []
        return rows[max(0, min(self.row, len(rows) - 1))] if rows else None

    def show(self, game: Game[Any], legal: Sequence[Action], columns: Sequence[Column], look: Look) -> None:
        """Show the opinions of these bots on a position with these legal actions."""
        self._shown = game, legal, columns, look
        self._draw()

    def on_resize(self) -> None:
        """Redraw for the new size."""
        self._draw()

    def move(self, down: int) -> None:
        """Move the cursor over the options."""
        self.row += down
        self._draw()
        self.post_message(self.Moved())

    def on_click(self, event: events.Click) -> None:
        """Select the clicked option."""
        if event.widget and event.widget.id == "rows" and event.y:
            self.move(self._first + event.y - 1 - self.row)

    def on_mouse_scroll_up(self) -> None:
        """Select the option above."""
        self.move(-1)

    def on_mouse_scroll_down(self) -> None:
        """Select the option below."""
        self.move(1)

    def _draw(self) -> None:
        if self._shown is None or not self.size:
            return  # the size is unknown until `on_resize`
        game, legal, columns, look = self._shown
        shown = self.visible_columns
        rows = rows_of(columns, legal)
        self.row = max(0, min(self.row, len(rows) - 1))
        why = self._folded(reasons(shown, rows[self.row]), len(rows)) if rows else []
        if look.others and rows and shown:
            column = next((column for column in shown if column.bot == look.bot), shown[0])
            others = [action for action in rows if action != rows[self.row]]
            room = self.size.height - 3 - len(rows) - len(why)
            why += other_reasons(game, column, others)[: max(0, room)]
        self.query_one("#why", Lines).draw(lambda width: why)
        height = max(1, self.size.height - 2 - len(why))
        self._first = first = max(0, min(self.row - height // 2, len(rows) - height))
        width = self.content_size.width
        lines = compare_lines(game, shown, rows, first, height, self.row, width, look) if rows else []
        self.query_one("#rows", Lines).draw(lambda width: lines)
        spreads = any(option.stderr is not None for column in shown for option in _options(column.now).values())
        changed = (
            "before → after"
            if any(column.before for column in columns)
            else "probability · value · ±95% · visits"
            if spreads
            else "probability · value · visits"
        )
        more = len(columns) - len(shown)
        below = len(rows) - first - height
        left = [f"{below} more: ↓"] * (below > 0) + [f"{counted(more, 'more bot')}: F5"] * (more > 0)
        if look.played is not None:
            left.insert(0, f"● played: {words.of(game.name).label(game, look.played)}")
        few = ("nothing to decide here", "only one legal action")
        title = few[len(legal)] if len(legal) < len(few) else f"{len(legal)} options"
        self.query_one(Heading).show(title, changed if legal else "", " · ".join(left))

    def _folded(self, why: list[Content], rows: int) -> list[Content]:
        """Return the reasons, wrapped if that leaves most of the view to the options."""
        folded = [row for line in why for row in line.wrap(max(10, self.content_size.width - 2))]
        return folded if len(folded) <= max(self.size.height - 2 - rows, self.size.height // 3) else why


def columns_that_fit(width: int) -> int:
    """Return how many bots fit side by side; at least one."""
    return max(1, (width - LABEL - 1) // COLUMN)


def rows_of(columns: Sequence[Column], legal: Sequence[Action]) -> list[Action]:
    """Return all actions, the most probable first, then those no bot considers, finally those no longer legal."""
    now: dict[Action, tuple[float, float]] = {}
    gone: dict[Action, None] = {}
    for column in columns:
        for option in column.now.options if column.now else ():
            p, value = now.get(option.action, (0.0, -inf))
            now[option.action] = max(p, option.probability), max(value, -inf if option.value is None else option.value)
        for option in column.before.options if column.before else ():
            gone[option.action] = None
    best = sorted(now, key=lambda action: now[action], reverse=True)
    return list(dict.fromkeys([*best, *legal, *gone]))


def compare_lines(
    game: Game[Any],
    columns: Sequence[Column],
    rows: Sequence[Action],
    first: int,
    height: int,
    cursor: int,
    width: int = 0,
    look: Look = LOOK,
) -> list[Content]:
    """Return a header, then the options from `first` on in `height` lines; the row at `cursor` is marked."""
    spoken = words.of(game.name)
    labels = [spoken.label(game, action) for action in rows]
    label_size = max(LABEL, min(max(map(len, labels), default=0) + 2, width - 2 - COLUMN * len(columns)))
    titles = [_title(column) for column in columns]
    plain = [_is_plain(column) for column in columns]
    sizes = _sizes(plain, titles, width - label_size - 2)
    head = Content(" " * (label_size + 2))
    for (bot, unit), size in zip(titles, sizes, strict=True):
        room = max(_UNIT, size - 4 - len(bot))
        unit = unit if len(unit) <= room else shortened(briefly(unit), room)
        title = f"{short(bot, size - 4 - len(unit))} ({unit})" if unit else short(bot, size - 1)
        style = "bold $text-warning" if bot == bot_label(look.bot) else "bold $text-primary"
        head += Content.assemble((title.ljust(size)[:size], style))
    lines = [head]
    indexed = [(_options(column.before), _options(column.now), column.before is not None) for column in columns]
    for place in range(first, min(len(rows), first + height)):
        action, here = rows[place], place == cursor
        name = coloured(spoken.shortened(labels[place], label_size - 1), look.four)
        mark = ("●" if action == look.played else " ", "bold $text-accent")
        line = Content.assemble(("▸" if here else " ", "bold $text-warning"), name.stylize("bold") if here else name)
        line = line.pad_right(label_size - line.cell_length) + Content.styled(*mark)
        line = line.pad_right(label_size + 1 - line.cell_length)
        for (before, now, changed), column, size, shares in zip(indexed, columns, sizes, plain, strict=True):
            chosen = column.now is not None and column.now.action == action
            unit, more = (
                (column.now.unit, words.extra_digits(column.now, column.now.options)) if column.now else ("", 0)
            )
            line += Content.styled("★" if chosen else " ", "$text-warning")
            line += _cell(before.get(action), now.get(action), changed, (unit, more), size - 1, chosen, shares)
        lines.append(line.stylize("on $boost") if here else line)
    return lines


def reasons(columns: Sequence[Column], action: Action) -> list[Content]:
    """Return each bot's reason for its assessment of this option, or its fault."""
    lines = []
    for column in columns:
        option = _options(column.now).get(action)
        note = (column.now.note, column.now.unit if ":" in column.now.unit else "") if column.now and option else ()
        unsaid = "not considered" if column.now else "is thinking …"
        why = column.fault or " · ".join(filter(None, (option.why if option else unsaid, *note))) or "no reason given"
        lines.append(
            Content.assemble(
                (f"{bot_label(column.bot)}{f' {column.weights}' if column.weights else ''}: ", "bold"),
                (why, "$text-error" if column.fault else ""),
            )
        )
    return lines


def other_reasons(game: Game[Any], column: Column, actions: Sequence[Action]) -> list[Content]:
    """Return a bot's reasons for its assessments of these options, of those for which it has one."""
    label, options = words.of(game.name).label, _options(column.now)
    return [
        Content.assemble((f"{bot_label(column.bot)} on {label(game, action)}: ", "$text-muted"), options[action].why)
        for action in actions
        if action in options and options[action].why
    ]


def _sizes(plain: Sequence[bool], titles: Sequence[tuple[str, str]], room: int) -> list[int]:
    """Return the width of each bot's column: what it needs, or an equal part of what the narrower ones leave."""
    needed = [
        max(_PLAIN if shares else _WIDE, len(bot) + len(unit) + 4)
        for shares, (bot, unit) in zip(plain, titles, strict=True)
    ]
    sizes = [0] * len(needed)
    for rank, place in enumerate(sorted(range(len(needed)), key=needed.__getitem__)):
        part = (room - sum(sizes)) // (len(needed) - rank)
        sizes[place] = min(needed[place], max(COLUMN, part))
    return sizes


def _is_plain(column: Column) -> bool:
    """Return whether a bot says probabilities alone, and nothing has changed them."""
    options = _options(column.now).values()
    return bool(options) and not column.before and all(o.value is o.visits is None for o in options)


def _options(decision: Decision | None) -> Mapping[Action, Option]:
    return {option.action: option for option in decision.options} if decision else {}


def _title(column: Column) -> tuple[str, str]:
    """Return the name of the bot and the unit of its values, if it has any."""
    if column.now is None:
        return bot_label(column.bot), "no answer" if column.fault else "…"
    valued = any(option.value is not None for option in column.now.options)
    return bot_label(column.bot), unit_name(column.now.unit) if valued else ""


def _cell(
    before: Option | None,
    now: Option | None,
    changed: bool,
    told: tuple[str, int],
    size: int,
    chosen: bool,
    plain: bool,
) -> Content:
    """Return probability, value, ± and visits in `size` cells; after a change, both probabilities and both values.

    `told` is the unit and the digits that the values need besides. The ± stands in place of visits if one has to go;
    a `plain` column has none of them, and all their room is the bar's.
    """
    unit, more = told
    if not changed:
        if now is None:
            return Content.styled(" –".ljust(size), "$text-muted")
        value = figure(now.value, unit, more).rjust(7) if now.value is not None else ""
        spread = f" {within:>5}" if (within := words.within(now, unit)) else ""
        visits = brief(now.visits, 4).rjust(6) if now.visits is not None else ""
        visits = visits if not spread or size > 27 else ""
        room = size - 1 - 5 - 1 - (0 if plain else 7 + 6 + (6 if spread and visits else 0))
        drawn, strong = bar(now.probability, room).rstrip(), "bold" if chosen else ""
        line = Content.assemble(
            " ", (drawn, "$text-warning" if chosen else "$text-muted"), " " * (room - len(drawn)),
            (share(now.probability).rjust(5), strong or "$text-muted"), (value, strong),
            (spread + visits, "$text-muted"),
        )  # fmt: skip
        return line.pad_right(size - line.cell_length)
    if before is None and now is None:
        return Content.styled(" –".ljust(size), "$text-muted")
    was, new = (share(o.probability) if o else "–" for o in (before, now))
    values = [figure(o.value, unit, more) if o and o.value is not None else "–" for o in (before, now)]
    text = f"{was:>4}→{new:<4}" + (f"{values[0]:>6}→{values[1]:<6}" if values != ["–", "–"] else "")
    moved = abs((now.probability if now else 0.0) - (before.probability if before else 0.0)) >= 0.005
    return Content.styled(text.ljust(size), "bold $text-warning" if moved else "$text-muted" if now is None else "")
