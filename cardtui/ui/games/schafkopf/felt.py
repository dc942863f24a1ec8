"""Paints Schafkopf's table during a deal: the plates of the other seats, and the trick between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ....text.language import ENGLISH, Language
from ...look.canvas import Canvas, Run, Spot
from ...look.cards import HUGE, LARGE, SMALL, Face, Frame, Size, backs, card
from ...look.hand import size_for
from ...look.pieces import bar, first_fitting, fit, plate, runs_width
from ...names import short, short_bot

_WIDE, _NORTH = 26, 28
"""The most cells that a plate takes at the sides, and the one opposite the viewer."""
_ROWS = 5
"""The most rows of a plate."""
ASKS = 4
"""The least rows of a plate that tells how likely its seat is the partner."""
_WHOLE = 8
"""The cards of a hand with the long deck."""
_TALL = 40
"""The rows of a felt that has room for the largest cards."""


class Seat(NamedTuple):
    """What a seat's plate says."""

    name: str
    bot: str = ""
    turn: bool = False
    roles: Sequence[str] = ()
    """What is known of its part in the deal, the most important first."""
    said: str = ""
    """What it has called, while there is no contract."""
    waits: str = ""
    """What stands there instead, in muted text, while it has called nothing."""
    won: tuple[int, int] | None = None
    """Tricks and points."""
    proved: str = ""
    """What it has shown not to hold."""
    proved_brief: str = ""
    """The same in few letters."""
    chance: float | None = None
    """The probability that it is the partner, where that may be told."""
    backs: int = 0
    faces: Sequence[Face] = ()
    """Its cards, if they lie open."""
    say: Language = ENGLISH


class Trick(NamedTuple):
    """The cards on the table. Places count from the viewer: 0, the next seat 1 …"""

    places: Sequence[int]
    """The place of each card, in the order played."""
    faces: Sequence[Face]
    best: int
    """The index of the card that wins it."""
    taken: bool
    """Whether it lies with its winner, so that only its caption tells of it."""
    caption: tuple[str, str, str, str]
    """Which trick, its points, who has it, and the sentence about that: `{name} holds it`."""


class Around(NamedTuple):
    """Where the trick and the plates of three seats lie."""

    size: Size
    cards: tuple[tuple[int, int], ...]
    """The corner of each place's card: the viewer's, then the next seat's …"""
    plates: tuple[tuple[int, int, int, int], ...]
    """Column, row, width and largest height of the plates of the other places."""
    height: int
    """The least height of a plate."""
    caption: int
    """The row of the caption; 0 if it goes to the lower left in three rows."""
    tight: frozenset[int]
    """The places above or below which there is no row for a frame."""


def hand_size(canvas: Canvas, count: int) -> Size:
    """Return the size of the cards of a hand."""
    huge = canvas.height >= _TALL and count * (HUGE.width + 1) <= canvas.width - 2
    return HUGE if huge else size_for(canvas, count)


def around(canvas: Canvas, bottom: int) -> Around:
    """Return where seats and trick lie between the rail and the row `bottom`."""
    width, free = canvas.width, bottom - 1
    margin = 2 if width > 60 else 1
    size = HUGE if free >= 24 and width >= 100 else LARGE if free >= 15 and width >= 64 else SMALL
    lies = 2 * size.height + 1
    spare = free - lies
    height = _ROWS if spare >= _ROWS + 2 else 4 if spare >= 5 else 3
    spare -= height
    beside = size != SMALL or height < ASKS  # whether the caption has room at the lower left, below a plate
    above, below, apart = spare > (not beside), spare > beside, spare > 2  # above the trick, the caption, above that
    top = 1 + (spare - above - below - apart + 1) // 2
    y = top + height + above
    x = (width - size.width) // 2
    step = size.width + (1 if width < 76 else 3 + min(8, (width - 76) // 6))
    side = y + size.height // 2 + 1
    cards = ((x, y + size.height + 1), (x - step, side), (x, y), (x + step, side))
    wide = min(_WIDE + 8 * (size == HUGE), x - step - 1 - (width > 60) - margin)
    north = min(_NORTH + 8 * (size == HUGE), width - 2 * margin)
    away = max(margin, x - step - 6 - wide)  # not at the far edges of a wide felt
    row, tall = y + size.height // 4, height + 1
    plates = (
        (away, row, wide, tall),
        ((width - north) // 2, top, north, height),
        (width - away - wide, row, wide, tall),
    )
    tight = frozenset(place for place, free in ((0, apart), (2, above)) if not free)
    return Around(size, cards, plates, height, y + lies + apart if below else 0, tight)


def in_a_row(canvas: Canvas, y: int, height: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return the places of three plates in a row."""
    margin = 2 if canvas.width > 60 else 1
    wide = min(_NORTH + 6, (canvas.width - 2 * margin - 2) // 3)
    ends = margin, (canvas.width - wide) // 2, canvas.width - margin - wide
    return tuple([(x, y, wide, height) for x in ends])


def paint_seat(canvas: Canvas, seat: Seat, place: tuple[int, int, int, int], least: int) -> None:
    """Paint a plate, as high as what it says needs, within its place."""
    palette, (x, y, width, most) = canvas.palette, place
    inner = width - 3
    shown = _rows_of(seat.faces, inner)
    cards = max(1, len(shown))
    space = most - cards - 1  # rows between the name and the cards
    roles = _fitting(seat.roles, inner - len(seat.name) - 1)
    facts = [line for line in [_told(seat, inner + 1, palette.feltmute)] if line][:space]
    notes = list(filter(None, ["" if roles else _fitting(seat.roles, inner), seat.proved]))
    if len(notes) > space - len(facts):
        beside = 0 if len(facts) < space else runs_width(_told(seat, 0, palette.feltmute)) + 2
        notes = [" · ".join(notes)] if len(" · ".join(notes)) <= inner - beside else notes[-1:]

    def within(note: str, room: int) -> str:
        return fit(seat.proved_brief if note == seat.proved and len(note) > room else note, room)

    for note in notes:
        left = inner - runs_width(facts[0]) - 2 if facts else 0
        if len(facts) < space:
            facts.append([(within(note, inner), palette.feltmute)])
        elif left > 5:
            if seat.won and len(note) > left:
                facts[0] = _told(seat, 0, palette.feltmute)  # in its short form
                left = inner - runs_width(facts[0]) - 2
            facts[0] += [("  ", ""), (within(note, left), palette.feltmute)]
    name = short(seat.name, inner - len(roles) - bool(roles))
    bot = short_bot(seat.bot, inner - len(name) - 1 - len(roles) - bool(roles))
    if bot != seat.bot and len(facts) + (seat.chance is not None) < space:
        bot = ""
        facts.insert(0, [(fit(seat.bot, inner), palette.feltmute)])
    height = min(most, max(least, cards + 1 + len(facts)))
    plate(canvas, x, y, width, height, seat.turn)
    end = canvas.put(x + 2, y, name, palette.gold if seat.turn else palette.fg, bold=True)
    canvas.put(end + 1, y, bot, palette.feltmute)
    canvas.right(x + width - 1, y, (roles, palette.feltmute))
    for row, parts in enumerate(facts, y + 1):
        canvas.run(x + 2, row, *parts)
    row = y + 1 + len(facts)
    if seat.chance is not None and row < y + height - cards:
        told, asked = f" {seat.chance:.0%}", seat.say("partner?")
        room = inner + 1 - len(told)
        asked = first_fitting((asked, asked.rstrip("?"), fit(asked, room)), room)
        end = canvas.put(x + 2, row, asked, palette.feltmute)
        wide = min(7, inner - len(told) - len(asked) - 1)
        if wide > 2:
            bar(canvas, end + 1, row, wide, seat.chance, palette.heat[4])
            end += 1 + wide
        canvas.put(end, row, told)
    for row, faces in enumerate(shown, y + height - cards):
        _chips(canvas, x + 2, row, faces, inner)
    if not shown and seat.backs:
        _fan(canvas, x + 1, y + height - 1, seat.backs, inner + 2)


def _fan(canvas: Canvas, x: int, y: int, count: int, room: int) -> None:
    """Paint backs, with a column before them if there is room; in a narrow fan some show less than others.

    How far they lie apart depends on the room for a whole hand, so that it shrinks with each card that is played.
    """
    step = 3 if room + 1 >= 3 * _WHOLE else 2
    if step * count < room:
        backs(canvas, x + 1, y, count, step, step)
        return
    wide = min(room, step * count)
    ends = [x + wide * at // count for at in range(count + 1)]
    for at, end in pairwise(ends):
        backs(canvas, at, y, 1, 1, end - at)


def _told(seat: Seat, room: int, muted: str) -> list[Run]:
    """Return what a seat has said, or taken so far."""
    if seat.won is None and not seat.said:
        return [(fit(seat.waits, room), muted)] if seat.waits else []
    if seat.won is None:
        called = seat.say("says {said}")
        before, _, after = called.partition("{said}")
        whole = len(before) + len(seat.said) + len(after) <= room
        return [(before, muted), (seat.said, "", True), (after, muted)] if whole else [(fit(seat.said, room), "", True)]
    tricks, points = seat.won
    long = f"{seat.say.counted(tricks, '{count} trick', '{count} tricks')}  "
    brief = f"{seat.say('{count} tr', count=tricks)} "
    told = seat.say("{count} pts", count=points)
    return [long if len(long) + len(told) + 1 < room else brief, (told, "", True)]


def _fitting(roles: Sequence[str], room: int) -> str:
    """Return as many roles as there is room for, the last ones dropped first."""
    tries = (" · ".join(roles[:count]) for count in range(len(roles), 0, -1))
    return first_fitting(tries, room)


def _rows_of(faces: Sequence[Face], room: int) -> list[Sequence[Face]]:
    """Return open cards in one or two rows."""
    if not faces or 4 * len(faces) <= room + 1 or 3 * len(faces) <= room:
        return [faces] * bool(faces)
    half = -(-len(faces) // 2)
    return [faces[:half], faces[half:]]


def _chips(canvas: Canvas, x: int, y: int, faces: Iterable[Face], room: int) -> None:
    """Paint open cards, three cells each; where they touch, every other one is darker."""
    palette, faces = canvas.palette, list(faces)
    step = 4 if 4 * len(faces) <= room + 1 else 3
    for place, face in enumerate(faces):
        paper = palette.cream2 if step == 3 and place % 2 else palette.cream
        canvas.put(x + step * place, y, f"{face.name:<3}", palette.on_card(face.suit, paper=paper), paper, True)


def paint_trick(canvas: Canvas, laid: Around, trick: Trick | None, mine: str) -> None:
    """Paint the trick, with its winner framed, and an empty place called `mine` for the viewer's card."""
    palette, size = canvas.palette, laid.size
    if trick is None or trick.taken or 0 not in trick.places:
        x, y = laid.cards[0]
        canvas.fill(x, y, *size, palette.plate)
        canvas.middle(x, size.width, y + size.height // 2, short(mine, size.width), palette.feltmute)
    if trick is None:
        return
    order = sorted(range(len(trick.places)), key=lambda at: at == trick.best)  # the frame over the others' shadows
    for at in order if not trick.taken else ():
        x, y = laid.cards[trick.places[at]]
        whole = Frame.SIDES if trick.places[at] in laid.tight else Frame.WHOLE
        frame = whole if at == trick.best else Frame.NONE
        shadow = trick.places[at] != 0 or 0 not in laid.tight
        card(canvas, x, y, trick.faces[at], size, False, frame, shadow)
        if at == 0 and size != SMALL:
            canvas.put(x - 2, y + size.height // 2, "▸", palette.feltmute)
    _caption(canvas, laid, trick)


def _caption(canvas: Canvas, laid: Around, trick: Trick) -> None:
    """Tell the trick's points and who has it; of one that was taken, its cards too."""
    palette, (which, points, who, whose) = canvas.palette, trick.caption
    if laid.caption:
        cards = (4 * len(trick.faces) + 1) * trick.taken
        parts: list[Run] = [
            (f"{which} · ", palette.feltmute),
            (" " * cards, ""),
            (points, palette.fg, True),
            (f" · {whose.format(name=who)}", palette.feltmute),
        ]
        room = canvas.width - 4
        if runs_width(parts) > room:  # the bar at the top counts the tricks, too
            parts[0] = ("", "")
        if runs_width(parts) > room:
            parts[-1] = (fit(f" · {whose.format(name=who)}", room - runs_width(parts[:-1])), palette.feltmute)
        x = (canvas.width - runs_width(parts)) // 2
        canvas.run(x, laid.caption, *parts)
        if cards:
            _chips(canvas, x + runs_width(parts[:1]), laid.caption, trick.faces, cards)
        return
    x, bottom = laid.plates[0][0], laid.cards[0][1] + laid.size.height - 1
    room = laid.cards[0][0] - 1 - x
    if trick.taken:
        which, points = f"{which} · {points}", ""
        _chips(canvas, x, bottom - 1, trick.faces, room)
    canvas.put(x, bottom - 2, which, palette.feltmute)
    canvas.put(x, bottom - 1, points, palette.fg, bold=True)
    name = short(who, room - len(whose.format(name="")))
    canvas.put(x, bottom, whose.format(name=name), palette.feltmute)


def paint_partners(canvas: Canvas, laid: Around, chances: Sequence[tuple[str, float]], say: Language) -> None:
    """Tell at the lower right who is the likeliest partner, and who comes next, where plates have no row for it."""
    palette, end = canvas.palette, laid.plates[2][0] + laid.plates[2][2]
    x, bottom = laid.cards[3][0] + laid.size.width + 2, laid.cards[0][1] + laid.size.height
    if chances:
        canvas.put(x, bottom - 3, fit(say("partner?"), end - x), palette.feltmute)
    for y, (name, chance) in enumerate(sorted(chances, key=lambda row: -row[1])[:2], bottom - 2):
        canvas.put(x, y, short(name, end - x - 5), palette.fg)
        canvas.right(end, y, (f"{chance:.0%}", palette.fg, True))


def paint_buttons(canvas: Canvas, bottom: int, buttons: Sequence[tuple[str, str]]) -> None:
    """Paint buttons at the lower right, the last one above the row `bottom`: what a click types, and what it says."""
    wide = max((len(word) + len(told) + 4 for word, told in buttons), default=0)
    x = canvas.width - wide - 2
    for row, (word, told) in enumerate(buttons, bottom - len(buttons)):
        canvas.put(x, row, f" {word}  {told} ".ljust(wide), canvas.palette.ink, canvas.palette.mark, True)
        canvas.spots.append(Spot(x, row, wide, 1, word))
