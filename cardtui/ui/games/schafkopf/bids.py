"""Paints the numbered choices of Schafkopf's bidding, with the coach's value beside each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from textwrap import wrap
from typing import NamedTuple

from ....core import Action, Decision, Option
from ....games.schafkopf.cards import CONTRACTS, NAMES
from ....games.schafkopf.parsing import name, shortened
from ....intervals import Z95
from ....text.formatting import figure, unit_name
from ....text.language import ENGLISH, Language
from ....words import within
from ...look.canvas import Canvas, Run, Spot
from ...look.pieces import fit, interval
from ...widgets.decisions import scale_ends, share

_SCALE = 12
"""The least width of the scale on which the values lie."""
_TOUT = "Tout"
_NAME = 6
"""The least width of a name: `G-Solo`, `S-Tout`."""


class BiddingQuestion(NamedTuple):
    """A question of the bidding with its numbered answers, as `paint_choices` paints it."""

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


def paint_choices(canvas: Canvas, question: BiddingQuestion, top: int, bottom: int) -> None:
    """Paint a question between two rows; a click on a choice types its number."""
    palette = canvas.palette
    margin = 2 if canvas.width > 60 else 0
    width = canvas.width - 2 * margin
    apart = _apart(question, width)
    legal = [action for action in question.legal if action not in apart]
    rows = max(1, bottom - top - 1 - bool(apart))
    across = -(-len(legal) // rows)
    rows = -(-len(legal) // across)
    reason = _reason(question, width - 6, bottom - top - 2 - rows - bool(apart)) if across == 1 else []
    taken = rows + bool(apart) + len(reason)
    top += min(6, (bottom - top - 1 - taken) // 2)
    wide = width // across
    found = {option.action: option for option in question.advice.options} if question.advice else {}
    told = _told(question, found)
    shown = {action: told[action] for action in legal}
    room = wide - (across > 1) - bool(found and not margin)  # a cell between columns, and one from figures to the edge
    last = question.legal.index(legal[-1]) + 1
    columns = _columns(room, last, shown, bool(question.advice and _valued(question.advice)))
    canvas.fill(margin, top, width, 1 + taken, palette.plate)
    end = canvas.put(margin + 1, top, question.head, palette.gold, bold=True)
    unit = _units(question.advice, columns, question.say) if question.advice else ""
    canvas.right(margin + width - 1, top, (unit, palette.feltmute))
    canvas.put(end + 2, top, fit(question.note, margin + width - end - len(unit) - 5), palette.feltmute)
    ends = scale_ends([option for action, option in found.items() if action in shown])
    for at, action in enumerate(legal):
        x, y = margin + at // rows * wide, top + 1 + at % rows
        number = question.legal.index(action) + 1
        _row(canvas, (x, y, wide), columns, number, question, told[action])
        if columns.scale and question.advice and ends and (option := found.get(action)):
            _scale(canvas, x, y, columns, question.advice, option, ends)
        canvas.spots.append(Spot(x, y, wide, 1, str(number)))
    if apart:
        _together(canvas, margin, top + 1 + rows, width, question, apart)
    for at, line in enumerate(reason, top + 1 + taken - len(reason)):
        canvas.put(margin + 4, at, line, palette.feltmute)


def _apart(question: BiddingQuestion, width: int) -> list[Action]:
    """Return the choices that share a row, so that all others can be compared: the Touts, unless one is advised."""
    touts = [action for action in question.legal if action.verb == "bid" and CONTRACTS[action.to].tout]
    advised = question.advice and question.advice.action in touts
    return touts if len(touts) > 1 and not advised and _shared(question, touts, width) else []


def _shared(question: BiddingQuestion, apart: Sequence[Action], width: int) -> tuple[list[str], int, str] | None:
    """Return how Touts share a row of a width: their games with their numbers, the gap, the best of their values.

    The games are shortened alike: a Solo is told by its suit, then suits by two letters, but Wenz and Geier never.
    The best is left out where there is no room for it; None if the names do not fit either.
    """
    games = [name(action).removesuffix(f" {_TOUT}") for action in apart]
    suits = [game.removesuffix("-Solo") for game in games]
    letters = [re.sub(r"^(\w\w)\w+-", r"\1-", game).removesuffix("-Solo") for game in games]  # typed, G is Geier
    for best, names, gap in product(dict.fromkeys((_best(question, apart), "")), (games, suits, letters), (2, 1)):
        told = [f"{question.legal.index(action) + 1} {text}" for action, text in zip(apart, names, strict=True)]
        if len(_TOUT) + gap + sum(map(len, told)) + gap * len(told) + len(best) <= width - 2 - bool(best):
            return told, gap, best
    return None


def _together(canvas: Canvas, x: int, y: int, width: int, question: BiddingQuestion, apart: Sequence[Action]) -> None:
    """Paint choices that share a row, and the best of their values."""
    palette, end = canvas.palette, x + width
    names, gap, best = _shared(question, apart, width) or ([], 0, "")
    at = canvas.put(x + 1, y, _TOUT, palette.feltmute) + gap
    for action, text in zip(apart, names, strict=True):
        number, _, called = text.partition(" ")
        ink, ground = (palette.ink, palette.mark) if action == question.typed else (palette.gold, "")
        canvas.spots.append(Spot(at, y, len(text) + 1, 1, number))
        at = canvas.put(at, y, number, ink, ground, True)
        suit = suit_of(action, question.french)
        at = canvas.put(at + 1, y, called, palette.suit(suit) if suit and not palette.light else palette.fg) + gap
    canvas.right(end - 1, y, (best, palette.feltmute))


def _best(question: BiddingQuestion, apart: Sequence[Action]) -> str:
    """Return the highest of the coach's values of some choices; "" if it has none."""
    options = question.advice.options if question.advice else ()
    valued = [option for option in options if option.action in apart and option.value is not None]
    if not question.advice or not valued:
        return ""
    best = max(valued, key=lambda option: option.value or 0.0)
    told = (
        f"{figure(best.value or 0.0, question.advice.unit)} {question.say(within(best, question.advice.unit))}".rstrip()
    )
    return question.say("at best {value}", value=question.say.figure(told))


def _reason(question: BiddingQuestion, width: int, rows: int) -> list[str]:
    """Return what the coach says of a typed choice in at most so many lines; of its own one the panel tells it."""
    advice = question.advice
    if not advice or question.typed in (None, advice.action):
        return []
    option = next((option for option in advice.options if option.action == question.typed), None)
    if not option or not option.why or rows < 1:
        return []
    lines = wrap(f"{name(option.action)}: {question.say.told(option.why)}", width)
    return lines if len(lines) <= rows else [*lines[: rows - 1], fit(" ".join(lines[rows - 1 :]), width)]


def _row(
    canvas: Canvas,
    place: tuple[int, int, int],
    columns: _Columns,
    at: int,
    question: BiddingQuestion,
    told: tuple[str, str, str],
) -> None:
    """Paint the choice with the number `at`, without its scale."""
    palette, (x, y, width), action = canvas.palette, place, question.legal[at - 1]
    typed, best = action == question.typed, bool(question.advice and action == question.advice.action)
    ground = palette.selected if typed else palette.best if best else palette.plate
    canvas.fill(x, y, width, 1, ground)
    number = str(at).rjust(columns.number)
    if typed:
        canvas.put(x, y, number, palette.ink, palette.mark, True)
    else:
        canvas.put(x, y, f"▶{number[1:]}" if best and number[0] == " " else number, palette.gold, bold=True)
    x += columns.number
    if suit := suit_of(action, question.french):
        canvas.put(x, y, "▐", palette.suit(suit))
    x += columns.gap
    end = canvas.put(x, y, shortened(name(action), columns.name), palette.fg, bold=best or typed)
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


def _scale(
    canvas: Canvas, x: int, y: int, columns: _Columns, advice: Decision, option: Option, ends: tuple[float, float]
) -> None:
    """Paint a value on the scale of all values."""
    if option.value is None:
        return
    half = Z95 * (option.stderr or 0.0)
    x += columns.number + columns.gap + columns.name + columns.value + columns.spread + 1
    low, high = option.value - half, option.value + half
    interval(canvas, x, y, columns.scale - 2, low, option.value, high, ends, option.action == advice.action)


def _columns(width: int, last: int, told: Mapping[Action, tuple[str, str, str]], valued: bool) -> _Columns:
    """Return the widths of columns that fit: names first, then values, their errors, shares, titles, the scale.

    last: the highest number.
    """
    number = len(str(last)) + (2 if width >= 40 else 1)
    gap = 2 if width >= 40 else 1
    room = width - number - gap
    names = {action: len(name(action)) + 3 * ("ruf-" in action.to) for action in told}
    least = min(_NAME, max(names.values()))
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


def _told(question: BiddingQuestion, found: Mapping[Action, Option]) -> dict[Action, tuple[str, str, str]]:
    """Return value, error and share of each choice, as far as the coach tells them."""
    advice, told = question.advice, {}
    sure = not advice or (_valued(advice) and all(option.probability in (0.0, 1.0) for option in advice.options))
    for action in question.legal:
        option = found.get(action)
        if advice is None or option is None:
            told[action] = ("", "", "")
            continue
        value = figure(option.value, advice.unit) if option.value is not None else ""
        spread = question.say(within(option, advice.unit))
        likely = "" if sure else share(option.probability)
        told[action] = (question.say.figure(value), question.say.figure(spread), likely)
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
