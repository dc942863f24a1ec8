"""Paints the menu: banner, matches to go on with, games with the person's own record, and what else there is to do."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import NamedTuple

from rich.cells import cell_len

from ...entries import GameEntry
from ...record.index import Own, Saved
from ...text.formatting import counted
from .. import saved_summary
from ..look.art import logo
from ..look.canvas import Canvas, Spot
from ..look.cards import LARGE, NUMBER, RANKED, SMALL, Size, card, chip, face_of, number
from ..look.palette import Palette, mix
from ..look.pieces import first_parts, fit

OFFERED = 9
"""Maximum number of unfinished matches shown."""
FORGET = "forget"
"""What the word of the place begins with where a click forgets an unfinished match; its name follows."""
_AGE = 14
"""Width of how long ago a match was played on."""
TILE = 24
"""Minimum width of a game's tile."""
TALL = 35
"""Minimum number of rows for tiles."""


class Activity(NamedTuple):
    """Something to do besides playing, with its key."""

    name: str
    key: str
    title: str
    short: str
    about: tuple[str, str]


ACTIVITIES = (
    Activity("seats", "s", "Seats and rules", "seats, rules", ("people and bots,", "rules you choose")),
    Activity("tutorial", "t", "Tutorial", "learn", ("a game", "in 30 seconds")),
    Activity("inspect", "i", "Inspect", "inspect", ("take a position or", "a bot apart")),
    Activity("arena", "a", "Arena", "arena", ("bots against bots", "on the same deals")),
    Activity("train", "n", "Train", "training", ("teach a bot, watch", "its curve")),
    Activity("replay", "h", "Saved matches", "saved", ("none yet", "to replay, to go on")),
)


class Page(NamedTuple):
    """What the menu shows."""

    at: str
    """The highlighted item: "resume FILE", "play GAME" or the name of an activity."""
    offers: Sequence[Saved]
    """The matches to go on with, the newest first."""
    previews: Mapping[str, saved_summary.Preview]
    """What their person sees, by file, as far as it is known yet."""
    games: Sequence[GameEntry]
    bots: Mapping[str, int]
    """The number of bots of each game."""
    own: Mapping[str, Own]
    """The person's own record in each game."""
    matches: int
    """The number of saved matches."""
    whole: bool
    """Whether all saved matches have been read."""
    lately: tuple[int, int] = (0, 0)
    """The matches that the person has played on in the last seven days, and their finished deals."""
    tournament: bool = False
    """Whether a tournament was left running."""
    trained: Sequence[str] = ()
    """The bots that are trained now."""


class Plan(NamedTuple):
    """What stands where: it depends on the room and on how much there is."""

    tiles: bool
    banner: int
    """Height of the banner."""
    offers: int
    """Number of matches to go on with that are shown."""
    first: int
    """The first game that is shown, where there is no room for all."""
    games: int
    """Number of games shown."""
    step: int
    """Rows from one game to the next in a list; height of the tiles."""


def plan(page: Page, width: int, height: int) -> Plan:
    """Lay the menu out for a size in cells."""
    count = len(page.games)
    if height >= TALL and width >= 120 and (width - 3) // count > TILE:
        offers = min(len(page.offers), OFFERED, max(0, height - 34))
        left = height - 11 - _below(page) - (max(3, offers) + 2 if offers else 0)
        return Plan(True, 11, offers, 0, count, max(14, min(18, left)))
    left = height - 6 - 2  # the banner; the line of activities and the one above it
    most = next((room for rows in (3, 2) if (room := left - rows * count - 2) >= 3), 1)
    offers = min(len(page.offers), OFFERED, most)
    left -= offers + 2 if offers else 1
    step = next(rows for rows in (5, 4, 3, 2, 1) if rows == 1 or rows * count <= left)
    shown = min(count, max(1, left))
    games = [f"play {entry.name}" for entry in page.games]
    at = games.index(page.at) if page.at in games else 0
    return Plan(False, 6, offers, max(0, min(at - shown + 1, count - shown)), shown, step)


def _below(page: Page) -> int:
    """Return the rows that are left for all below the tiles, and for the air around them."""
    return 6 + bool(page.lately[1])


def rows(page: Page, width: int, height: int) -> list[list[str]]:
    """Return the names of the items in the rows and columns in which the arrow keys reach them."""
    laid = plan(page, width, height)
    offers = [[f"resume {saved.name}"] for saved in page.offers[: laid.offers]]
    games = [f"play {entry.name}" for entry in page.games]
    return [*offers, *([games] if laid.tiles else [[name] for name in games]), [one.name for one in ACTIVITIES]]


def paint(canvas: Canvas, page: Page) -> None:
    """Paint the menu on the whole canvas."""
    laid, palette = plan(page, canvas.width, canvas.height), canvas.palette
    canvas.fill(0, laid.banner, canvas.width, canvas.height, palette.night)
    _banner(canvas, laid.banner, [face for entry in page.games for face in entry.picture])
    if laid.tiles:
        spare = canvas.height - laid.banner - laid.step - _below(page) - (max(3, laid.offers) + 2 if laid.offers else 0)
        air = 1 + max(0, min(8, spare // (3 + bool(laid.offers))))
        y = laid.banner + air
        y = _offers(canvas, page, laid, y) + air if laid.offers else y
        _tiles(canvas, page, y, laid.step)
        _activity_boxes(canvas, page, y + laid.step + air)
        _lately(canvas, page, y + laid.step + air + 4)
        return
    y = (_offers(canvas, page, laid, laid.banner) if laid.offers else laid.banner) + 1
    deals = min([_figure(canvas, 0, page, entry, False) - 2 for entry in page.games])
    for place in range(laid.first, laid.first + laid.games):
        _game(canvas, page, page.games[place], place + 1, y + (place - laid.first) * laid.step, laid.step, deals)
    y = min(canvas.height - 1, y + laid.games * laid.step + (laid.step < 3))
    _activities(canvas, page, y)
    _lately(canvas, page, y + 1)


# --- the banner -------------------------------------------------------------------------------------


def _banner(canvas: Canvas, height: int, faces: Sequence[str]) -> None:
    """Paint the program's name, and beside it a fan of cards, as many as there is room for."""
    palette, width = canvas.palette, canvas.width
    scale, size = (2, LARGE) if height > 8 and width >= 120 else (1, SMALL)
    canvas.fill(0, 0, width, height, palette.felt)
    if palette.lines:
        canvas.put(3, 2, " ".join("cardtui"), palette.gold, bold=True)
    letters = logo(scale)
    light = "#5a3a00" if palette.light else "#fff4d0"
    shades = {
        letter: mix(palette.gold, light, share)
        for letter, share in zip("ABCDEF", (0.55, 0.4, 0.25, 0.1, 0, 0), strict=True)
    }
    if palette.mono:
        shades = dict.fromkeys(shades, palette.mark)
    left, top = 3 * scale, scale
    canvas.pixels(left, top, () if palette.lines else letters, shades)
    canvas.put(left, top + len(letters) // 2 + (scale > 1), "card games, and what their bots learned", palette.feltmute)
    faces = [face for face in faces if len(face) > 1 and not face.isdigit()]
    room, step = width - left - len(letters[0]) - 7 * scale, size.width + 1
    count = max(0, min(len(faces), 7, room // step))
    for place, face in enumerate(faces[:count]):
        x = width - 2 * scale - 1 - (count - place) * step
        drop = abs(2 * place - count + 1) // 3 if scale > 1 else 0
        _card(canvas, x, top + min(2, drop) + (scale > 1), face, size)
    canvas.put(0, height - 1, "▄" * width, palette.rail)


def _card(canvas: Canvas, x: int, y: int, face: str, size: Size, shadow: bool = True) -> int:
    """Paint a card, or one with a number alone; return the column after it."""
    if len(face) > 1 and face.isdigit():
        number(canvas, x, y, int(face), 99, size, shadow=shadow)
        return x + size.width
    card(canvas, x, y, face_of(face), size, shadow=shadow)
    return x + size.width


# --- matches to go on with ----------------------------------------------------------------------------


def _ground(palette: Palette, hot: bool) -> str:
    """Return the background of an item; without colours the highlighted one is in reverse video."""
    return palette.mark if hot and palette.mono else palette.selected if hot else palette.panel


def _offers(canvas: Canvas, page: Page, laid: Plan, y: int) -> int:
    """Paint the matches to go on with, and below them what the person sees in the highlighted one."""
    palette, width, now = canvas.palette, canvas.width, time.time()
    shown = page.offers[: laid.offers]
    detail = next((saved for saved in shown if f"resume {saved.name}" == page.at), shown[0])
    left, end = 1 + laid.tiles, width - 1 - laid.tiles
    height = max(3, laid.offers) + 1 if laid.tiles else laid.offers + 1
    canvas.fill(left, y, end - left, height, palette.panel)
    split = left + (end - left) * 5 // 8 if laid.tiles else end
    below = (split, y, end - split, height) if laid.tiles else (left, y + height - 1, end - left, 1)
    canvas.fill(*below, palette.felt)
    x, abouts, scores = left + 9, [_about(saved) for saved in shown], [saved_summary.score(saved) for saved in shown]
    deals = [f"  deal {saved.deals}" for saved in shown]
    room = split - x - _AGE - 5 - max(cell_len(told) + 2 * bool(gained) for told, gained in scores)
    titles = min(max(map(cell_len, abouts)), room - max(map(len, deals)))
    for place, saved in enumerate(shown):
        name, row = f"resume {saved.name}", y + place
        hot = name == page.at
        if hot:
            canvas.fill(left, row, split - left, 1, _ground(palette, hot))
        canvas.put(left, row, "▌" if hot else " ", palette.gold)
        canvas.put(left + 2, row, "GO ON" * (not place), palette.gold, bold=True)
        told, gained = scores[place]
        colour = palette.gain if gained > 0 else palette.loss if gained < 0 else palette.fg
        sign = "▲ " if gained > 0 else "▼ " if gained < 0 else ""
        age = f"  {saved_summary.ago(saved.changed, now):>{_AGE}}"
        canvas.right(split - 1, row, (f"{sign}{told}", colour, True), (age, palette.mute))
        canvas.put(x, row, fit(abouts[place], titles), palette.fg, bold=True)
        canvas.put(x + titles, row, deals[place], palette.mute)
        canvas.spots.append(Spot(left, row, split - left, 1, name))
    if laid.tiles:
        _preview(canvas, page, detail, split + 2, y, end - split - 3, True)
    else:
        _preview(canvas, page, detail, left + 2, y + laid.offers, end - left - 3, False)
    canvas.spots.append(Spot(*below, f"resume {detail.name}"))
    bottom, forgets = y + height - 1, (("x", palette.gold, True), (" forgets", palette.feltmute))
    x = canvas.right(end - 1, bottom, *forgets)
    canvas.spots.append(Spot(x, bottom, end - 1 - x, 1, f"{FORGET} {detail.name}"))
    canvas.right(x, bottom, ("Enter", palette.gold, True), (" goes on  ", palette.feltmute))
    return y + height


def _about(saved: Saved) -> str:
    against = saved_summary.others(saved)
    return saved_summary.title_and_rules(saved) + f" with {against}" * bool(against)


def _preview(canvas: Canvas, page: Page, saved: Saved, x: int, y: int, width: int, tall: bool) -> None:
    """Paint the hand and whose turn it is: below each other, or in one line that leaves room for the keys."""
    found = page.previews.get(saved.name)
    if found is None:
        return
    palette, end = canvas.palette, x + width - 26 * (not tall)
    if tall:
        canvas.put(x, y, first_parts(found.note, width), palette.feltmute)
        y += 1
    for place, face in enumerate(found.hand):
        after = len(found.hand) - place - 1
        if x + len(face) + 2 + 4 * bool(after) > end:
            canvas.put(x, y, f"+{after + 1}", palette.feltmute)
            return
        x = chip(canvas, x, y, face) + 1
    if not tall and end - x > 20:
        canvas.put(x + bool(found.hand), y, first_parts(found.note, end - x - 1), palette.feltmute)


# --- games ----------------------------------------------------------------------------------------------


def _tiles(canvas: Canvas, page: Page, y: int, height: int) -> None:
    palette = canvas.palette
    for place, ((x, width), entry) in enumerate(zip(_columns(canvas.width, len(page.games)), page.games, strict=True)):
        name = f"play {entry.name}"
        canvas.fill(x, y, width, height, palette.panel)
        canvas.fill(x, y, width, 7, palette.felt)
        _picture(canvas, entry, x, y, width)
        if name == page.at:
            for row in range(y, y + height):
                canvas.put(x - 1, row, "▐", palette.gold)
                canvas.put(x + width, row, "▌", palette.gold)
            canvas.put(x - 1, y - 1, f"▗{'▄' * width}▖", palette.gold)
            canvas.put(x - 1, y + height, f"▝{'▀' * width}▘", palette.gold)
        air, below = height > 14, height > 16  # around what is written
        row, key = y + 7 + air, f"{place + 1}" if place < 9 else " "
        canvas.run(x + 1, row, (key, palette.gold, True), (f"  {entry.title}", palette.fg, True))
        about = wrap(entry.summary, width - 2)
        room = height - 11 - air
        for line in about[: room - 1] + ([fit(" ".join(about[room - 1 :]), width - 2)] if about[room - 1 :] else []):
            row += 1
            canvas.put(x + 1, row, line)
        row = y + height - below - (3 if page.own else 1)
        low, high = entry.seats
        seats = f"{low} to {high} seats" if low < high else counted(low, "seat")
        bots = page.bots[entry.name]
        canvas.put(x + 1, row, fit(f"{seats} · {counted(bots, 'bot')}", width - 2), palette.mute)
        if own := page.own.get(entry.name):
            figure, unit = saved_summary.own_mean(own, entry.seats[1] == 1)
            canvas.put(x + 1, row + 1, counted(own.deals, "deal"), palette.mute)
            end = canvas.put(x + 1, row + 2, figure, palette.fg, bold=True)
            room = x + width - end - 1
            canvas.put(end + 1, row + 2, unit if len(unit) <= room else fit(unit.split()[0], room), palette.mute)
        canvas.spots.append(Spot(x, y, width, height, name))


def _columns(width: int, count: int) -> list[tuple[int, int]]:
    """Return place and width of columns side by side, a cell apart, two from either edge."""
    ends = [2 + place * (width - 3) // count for place in range(count + 1)]
    return [(left, right - left - 1) for left, right in pairwise(ends)]


def _picture(canvas: Canvas, entry: GameEntry, x: int, y: int, width: int) -> None:
    ranks, numbers = (all(test(face) for face in entry.picture) for test in (_is_rank, str.isdigit))
    size = RANKED if ranks else NUMBER if numbers else LARGE
    step = size.width + 1 + 2 * (size is NUMBER)
    faces = entry.picture[: max(0, (width + step - size.width - 1) // step)]
    at = x + (width - len(faces) * step + step - size.width) // 2
    for place, face in enumerate(faces):
        if place and size is NUMBER:  # one card goes on the other
            canvas.put(at + place * step - 2, y + 3, "▸", canvas.palette.gold)
        _card(canvas, at + place * step, y + 1 - (place % 2) * (size is LARGE), face, size)


def _is_rank(face: str) -> bool:
    return len(face) == 1


def _game(canvas: Canvas, page: Page, entry: GameEntry, number: int, y: int, step: int, deals: int) -> None:
    """Paint a game as one to four rows of a list, `step` rows before the next one.

    The number of deals in the person's record ends before the column `deals`.
    """
    palette, width, name = canvas.palette, canvas.width, f"play {entry.name}"
    hot, height = name == page.at, step - (step > 2)
    canvas.fill(1, y, width - 2, height, _ground(palette, hot))
    if hot:
        for row in range(height):
            canvas.put(1, y + row, "▌", palette.gold)
    if number <= 9:
        canvas.put(3, y + (height > 3), str(number), palette.gold, bold=True)
    canvas.fill(5, y, 13 if height > 2 else 11, height, palette.felt)
    x = 6
    for face in list(dict.fromkeys(entry.picture))[:2]:
        told = face * (1 + _is_rank(face))
        x = (_card(canvas, x, y, face, SMALL, shadow=False) if height > 2 else chip(canvas, x, y, told)) + 1
    row, x = y + (height > 3), 19
    end = _figure(canvas, row, page, entry, True)
    if own := page.own.get(entry.name):
        end = canvas.right(deals, row, (counted(own.deals, "deal"), palette.mute))
    canvas.put(x, row, fit(entry.title, end - x - 1), palette.fg, bold=True)
    if height > 1:
        canvas.put(x, row + 1, _clauses(entry.summary, width - x - 2), palette.mute)
    canvas.spots.append(Spot(1, y, width - 2, height, name))


def _clauses(text: str, room: int) -> str:
    """Return as many clauses of a text as there is room for.

    >>> _clauses("two seats, all cards dealt; twice", 30)
    'two seats, all cards dealt'
    """
    while len(text) > room and (cut := max(text.rfind(", "), text.rfind("; "))) > 0:
        text = text[:cut]
    return fit(text, room)


def _figure(canvas: Canvas, row: int, page: Page, entry: GameEntry, shown: bool) -> int:
    """Paint the mean of the person's own record at the right edge, if `shown`; return the column where it begins."""
    own, palette, end = page.own.get(entry.name), canvas.palette, canvas.width - 2
    if own is None:
        return end
    figure, unit = saved_summary.own_mean(own, entry.seats[1] == 1)
    if shown:
        canvas.right(end, row, (figure, palette.fg, True), (f" {unit}", palette.mute))
    return end - cell_len(figure) - cell_len(unit) - 1


# --- what else there is to do ------------------------------------------------------------------------------


def _activity_boxes(canvas: Canvas, page: Page, y: int) -> None:
    palette = canvas.palette
    for (x, width), one in zip(_columns(canvas.width, len(ACTIVITIES)), ACTIVITIES, strict=True):
        hot = one.name == page.at
        canvas.fill(x, y, width, 3, _ground(palette, hot))
        if hot:
            for row in range(3):
                canvas.put(x, y + row, "▌", palette.gold)
        canvas.run(x + 1, y, (f" {one.key}", palette.gold, True), (f"  {one.title}", palette.fg, True))
        told = one.about
        if one.name == "replay" and page.matches:
            told = (_counted(page), one.about[1])
        elif one.name == "arena" and page.tournament:
            told = ("the tournament that", "was left running")
        elif one.name == "train" and page.trained:
            count = len(page.trained)
            told = (f"{count} training{'s run' if count > 1 else ' runs'}:", ", ".join(page.trained))
        for row, line in enumerate(told, 1):
            canvas.put(x + 2, y + row, fit(line, width - 2), palette.mute)
        canvas.spots.append(Spot(x, y, width, 3, one.name))


def _counted(page: Page) -> str:
    return counted(page.matches, "match") + " so far" * (not page.whole)


def _activities(canvas: Canvas, page: Page, y: int) -> None:
    palette, x = canvas.palette, 1
    running = {"arena": page.tournament, "train": bool(page.trained)}
    told = {one.name: f"{one.short} runs" if running.get(one.name) else one.short for one in ACTIVITIES}
    gap = 3 if sum(cell_len(short) + 6 for short in told.values()) < canvas.width else 1
    for one in ACTIVITIES:
        hot, begin = one.name == page.at, x
        ground = _ground(palette, hot) if hot else ""
        x = canvas.put(x, y, "▌" if hot else " ", palette.gold, ground)
        x = canvas.put(x, y, one.key, palette.gold, ground, True)
        x = canvas.put(x, y, f" {told[one.name]} ", palette.fg, ground)
        canvas.spots.append(Spot(begin, y, x - begin, 1, one.name))
        x += gap - 2


def _lately(canvas: Canvas, page: Page, y: int) -> None:
    """Paint how much was played lately, once a deal is finished."""
    matches, deals = page.lately
    if deals:
        played = f"{counted(deals, 'deal')} in {counted(matches, 'match')}"
        canvas.right(canvas.width - 2, y, (f"in the last seven days: {played}", canvas.palette.mute))
