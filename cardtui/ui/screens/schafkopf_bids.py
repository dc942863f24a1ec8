"""Paints the numbered choices of Schafkopf's bidding, with the coach's value beside each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...core import Action, Decision, Option
from ...formatting import figure, reach, unit_name
from ...games.schafkopf.cards import CONTRACTS, NAMES
from ...games.schafkopf.parsing import name
from ...intervals import Z95
from ...language import ENGLISH, Language
from ..look.canvas import Canvas, Run, Spot
from ..look.pieces import fit, interval
from ..widgets.decisions import share

_SCALE = 12
"""The least width of the scale on which the values lie."""


class Asked(NamedTuple):
    """A question with numbered answers."""

    head: str
    note: str
    legal: Sequence[Action]
    typed: Action | None
    """The answer that is typed."""
    advice: Decision | None
    """The coach's opinion."""
    french: bool
    say: Language = ENGLISH


class _Columns(NamedTuple):
    """Widths of what is told of a choice."""

    number: int
    gap: int
    """Between a number, with the suit's sign, and the name."""
    name: int
    value: int
    spread: int
    share: int
    scale: int


def paint_choices(canvas: Canvas, asked: Asked, top: int, bottom: int) -> None:
    """Paint a question between two rows; a click on a choice types its number."""
    palette, legal = canvas.palette, asked.legal
    margin = 2 if canvas.width > 60 else 0
    width = canvas.width - 2 * margin
    rows = max(1, bottom - top - 1)
    across = -(-len(legal) // rows)
    rows = -(-len(legal) // across)
    spare = bottom - top - 1 - rows
    top += min(2, spare // 2)
    wide = width // across
    found = {option.action: option for option in asked.advice.options} if asked.advice else {}
    told = _told(asked, found)
    columns = _columns(wide - (across > 1), len(legal), told, bool(asked.advice and _valued(asked.advice)))
    canvas.fill(margin, top, width, rows + 1, palette.plate)
    end = canvas.put(margin + 1, top, asked.head, palette.gold, bold=True)
    unit = _units(asked.advice, columns, asked.say) if asked.advice else ""
    canvas.right(margin + width - 1, top, (unit, palette.feltmute))
    canvas.put(end + 2, top, fit(asked.note, margin + width - end - len(unit) - 5), palette.feltmute)
    for at, action in enumerate(legal):
        x, y = margin + at // rows * wide, top + 1 + at % rows
        _row(canvas, (x, y, wide), columns, at, asked, told[action])
        if columns.scale and asked.advice and (option := found.get(action)):
            _scale(canvas, x, y, columns, asked.advice, option)
        canvas.spots.append(Spot(x, y, wide, 1, str(at + 1)))


def _row(
    canvas: Canvas, place: tuple[int, int, int], columns: _Columns, at: int, asked: Asked, told: tuple[str, str, str]
) -> None:
    """Paint a choice without its scale."""
    palette, (x, y, width), action = canvas.palette, place, asked.legal[at]
    typed, best = action == asked.typed, bool(asked.advice and action == asked.advice.action)
    ground = palette.selected if typed else palette.best if best else palette.plate
    canvas.fill(x, y, width, 1, ground)
    number = str(at + 1).rjust(columns.number)
    if typed:
        canvas.put(x, y, number, palette.ink, palette.mark, True)
    else:
        canvas.put(x, y, f"▶{number[1:]}" if best and number[0] == " " else number, palette.gold, bold=True)
    x += columns.number
    if suit := suit_of(action, asked.french):
        canvas.put(x, y, "▐", palette.suit(suit))
    x += columns.gap
    end = canvas.put(x, y, abridged(name(action), columns.name), palette.fg, bold=best or typed)
    called = CONTRACTS[action.to].called if action.verb == "bid" else None
    if called is not None and end + 4 <= x + columns.name:
        canvas.put(end + 1, y, NAMES[called], palette.feltmute)
    x += columns.name
    value, spread, likely = told
    colour = palette.loss if value.startswith("-") else palette.gain if value.startswith("+") else palette.fg
    if palette.light and value:
        colour = palette.fg  # too little contrast on a plate
    parts: list[Run] = [
        (value.rjust(columns.value) if columns.value else "", colour, True),
        (f" {spread:<{columns.spread - 1}}" if columns.spread else "", palette.feltmute),
    ]
    end = canvas.run(x, y, *parts)
    if columns.share:
        canvas.right(end + columns.scale + columns.share, y, (likely, palette.fg if best else palette.feltmute))


def _scale(canvas: Canvas, x: int, y: int, columns: _Columns, advice: Decision, option: Option) -> None:
    """Paint a value on the scale of all values."""
    reaches = [(o.value, Z95 * (o.stderr or 0.0)) for o in advice.options if o.value is not None]
    if option.value is None:
        return
    ends = min(value - half for value, half in reaches), max(value + half for value, half in reaches)
    half = Z95 * (option.stderr or 0.0)
    x += columns.number + columns.gap + columns.name + columns.value + columns.spread + 1
    low, high = option.value - half, option.value + half
    interval(canvas, x, y, columns.scale - 2, low, option.value, high, ends, option.action == advice.action)


def _columns(width: int, count: int, told: Mapping[Action, tuple[str, str, str]], valued: bool) -> _Columns:
    """Return the widths of columns that fit: names first, then values, their errors, shares, titles, the scale."""
    number = len(str(count)) + 1
    gap = 2 if width >= 40 else 1
    room = width - number - gap
    names = {action: len(name(action)) for action in told}
    least = min(9, max(names.values()))
    want = [max(len(parts[at]) for parts in told.values()) for at in range(3)]
    value, spread, likely = (size + (size > 0) for size in want)
    if room < least + value:
        value = 0
    spread = spread if value and room >= least + value + spread else 0
    likely = likely if room >= least + value + spread + likely else 0
    rest, longest = room - value - spread - likely, max(names.values()) + 1
    if not valued or rest < longest + _SCALE:
        return _Columns(number, gap, min(rest + 1, longest) if value or likely else rest + 1, value, spread, likely, 0)
    return _Columns(number, gap, longest + 1, value, spread, likely + (likely > 0), rest - longest - 2)


def _told(asked: Asked, found: Mapping[Action, Option]) -> dict[Action, tuple[str, str, str]]:
    """Return value, error and share of each choice, as far as the coach tells them."""
    advice, told = asked.advice, {}
    sure = not advice or (_valued(advice) and all(option.probability in (0.0, 1.0) for option in advice.options))
    for action in asked.legal:
        option = found.get(action)
        if advice is None or option is None:
            told[action] = ("", "", "")
            continue
        value = figure(option.value, advice.unit) if option.value is not None else ""
        spread = reach(option.stderr, advice.unit) if option.stderr is not None else ""
        told[action] = (value, spread, "" if sure else share(option.probability))
    return told


def _units(advice: Decision, columns: _Columns, say: Language) -> str:
    """Return what the figures mean."""
    unit = (say(unit_name(advice.unit)) or say("value")) if columns.value else ""
    return " · ".join(filter(None, (unit, say("share") if columns.share else "")))


def _valued(advice: Decision) -> bool:
    return any(option.value is not None for option in advice.options)


def suit_of(action: Action, french: bool) -> str:
    """Return the sign of the suit that a bid names; "" for none."""
    suits = {"eichel": "E♣", "gras": "G♠", "herz": "H♥", "schellen": "S♦"}
    return next((signs[french] for suit, signs in suits.items() if suit in action.to), "")


def abridged(choice: str, room: int) -> str:
    """Abridge a choice so that it can still be typed: `Gras-Solo Tout` → `Gras-Tout`, `G-Tout`; `Alte`."""
    brief = choice.removeprefix("auf die ")
    first, *rest = brief.replace(" ", "-").split("-")
    letter = re.sub(r"^(\w)\w+-", r"\1-", brief)
    tout = (brief.replace("Solo ", ""), letter.replace("Solo ", ""))
    tries = (choice, brief, letter, *tout, "-".join([first[0], *(part[0] for part in rest)]) if rest else brief)
    return next((text for text in tries if len(text) <= room), tries[-1][: max(1, room)])
