"""Paints cards of which only the rank matters: a hand in stacks of equal ranks, and plays in a row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from ....games.zsy.cards import RANKS, Pattern, fewest
from ....games.zsy.parsing import NUMBERS, alike
from ....text.formatting import bare
from ...look.canvas import Canvas, Spot
from ...look.cards import RANKED, RANKED_LARGE, Face, Frame, Size, badge, card, surround
from ...look.hand import HandView
from ...look.palette import mix
from ...look.pieces import fit

STACK = 4
"""Maximum number of cards of a rank."""


class Shape(NamedTuple):
    """How stacks are painted: the size of the lowest card, and the free rows below the badges."""

    size: Size
    air: int

    @property
    def rows(self) -> int:
        """The rows of a hand: badges, the highest stack, numbers, and what belongs together."""
        return 1 + self.air + STACK - 1 + self.size.height + 2


LARGE, FULL, SLIM = Shape(RANKED_LARGE, 1), Shape(RANKED, 1), Shape(Size(3, 2), 0)


def shape_for(canvas: Canvas, stacks: int) -> Shape:
    """Return how a hand of so many stacks is painted: as large as there is room for."""
    for shape, height in ((LARGE, 42), (FULL, 22)):
        if canvas.height >= height and stacks * shape.size.width <= canvas.width - 4:
            return shape
    return SLIM


def groups(held: Sequence[int]) -> list[Pattern]:
    """Return what belongs together in a hand with these counts by rank: its longest chains, and triples and bombs.

    >>> [(made.low, made.sizes) for made in groups([3, 1, 2, 3, 1, 4])]
    [(0, (3,)), (2, (2, 3)), (5, (4,))]
    """
    return [made for made in fewest(held) if sum(made.sizes) > 2]


def places(ranks: Sequence[int], width: int, size: Size) -> list[int]:
    """Return the column of each stack, centred; there is a gap between ranks that do not follow each other."""
    count = len(ranks)
    apart = [at > 0 and (rank != ranks[at - 1] + 1 or rank >= len(RANKS) - 2) for at, rank in enumerate(ranks)]
    step = size.width + max(0, min(3, (width - count * size.width) // max(1, count - 1)))
    gap = min(3, max(0, width - size.width - (count - 1) * step) // max(1, sum(apart)))
    wide = size.width + (count - 1) * step + gap * sum(apart)
    x, found = (width - wide) // 2, []
    for at in range(count):
        x += gap * apart[at] + step * (at > 0)
        found.append(x)
    return found


def hand(
    canvas: Canvas, top: int, held: HandView, ranks: Sequence[int], shape: Shape, margin: int, active: bool
) -> None:
    """Paint a hand below the row `top` and make its cards clickable.

    `ranks` are those of its cards, ascending; `active`: they can be laid now.
    """
    stacks = [[at for at, _ in run] for _, run in groupby(enumerate(ranks), lambda placed: placed[1])]
    if not stacks:
        return
    size = shape.size
    names = [ranks[stack[0]] for stack in stacks]
    columns = [margin + x for x in places(names, canvas.width - 2 * margin, size)]
    step = min((right - left for left, right in pairwise(columns)), default=size.width + 3)
    y = top + 1 + shape.air + STACK - 1
    for x, stack in zip(columns, stacks, strict=True):
        _stack(canvas, x, y, held, stack, shape, step == size.width, active)
    for x, stack in zip(columns, stacks, strict=True):  # frames reach over the next stack
        if shape is not SLIM:
            picked = len([at for at in stack if at in held.picked])
            _frame(canvas, x, y, picked, len(stack), size, step == size.width)
        if text := held.badges.get(stack[0]):
            best = stack[0] in held.best
            wide = min(step, size.width + 1 if shape is SLIM else len(text) + 2)
            left = x + (size.width - wide) // 2 if shape is not SLIM else x
            badge(canvas, left, y - len(stack) - shape.air, wide, shortened(text, wide), best)
    counted = [names.count(rank) for rank in range(len(RANKS))]
    for stack in stacks:
        counted[ranks[stack[0]]] = len(stack)
    at = dict(zip(names, columns, strict=True))
    for made in groups(counted):
        _group(canvas, made, at[made.low], at[made.low + len(made.sizes) - 1] + size.width, y + size.height + 1)


def _stack(
    canvas: Canvas, x: int, y: int, held: HandView, stack: Sequence[int], shape: Shape, tight: bool, active: bool
) -> None:
    """Paint a stack, its lowest card with its upper edge in the row y: of each card above it one row shows."""
    palette, (width, height) = canvas.palette, shape.size
    plain, hollow = palette.mono or palette.lines, palette.lines and not palette.chips
    for above, at in enumerate(stack):
        face, row = held.faces[at], y - above
        dim, picked = at in held.barred, at in held.picked
        paper = mix(palette.cream2, palette.cream, 0.5 * ((len(stack) - above) % 2)) if above else palette.cream
        paper = palette.creamdim if dim else palette.mark if picked and shape is SLIM else paper
        ink = palette.on_card("♥" if face.suit == "★" else "")
        if shape is not SLIM and not above:
            frame = Frame.SIDES if picked and palette.lines else Frame.NONE
            card(canvas, x, row, face, shape.size, dim, frame, not tight)
        else:
            rows = 1 if above else height
            canvas.fill(x, row, width, rows, palette.felt if hollow or (palette.mono and dim) else paper)
            colour = palette.fg if hollow or (palette.mono and dim) else ink
            canvas.put(x + 1, row, face.rank, colour, bold=not dim)
        if tight or plain:
            _edge(canvas, x, row, 1 if above else height)
        if at == held.cursor:
            canvas.put(x, row, "▸", palette.ink, palette.mark, True)
        elif picked and plain and not (palette.lines and shape is not SLIM and not above):
            canvas.put(x, row, "▴", palette.gold if hollow else ink, bold=True)
        canvas.spots.append(Spot(x, row, width, 1 if above else height + 1, f"{Canvas.HAND}{at + 1}"))
    dim = not (active and held.typed) or all(at in held.barred for at in stack)
    colour = palette.feltmute if dim else palette.gold
    canvas.put(x + width // 2 - 1, y + height, f"#{NUMBERS[stack[0]]}", colour, bold=not dim)  # bare, it read as a rank


def _edge(canvas: Canvas, x: int, y: int, rows: int) -> None:
    """Paint the left edge of a card that touches another one, where nothing else is."""
    for row in range(y, y + rows):
        if canvas.rows[row][x].char == " ":
            canvas.put(x, row, "▏", canvas.palette.bar2)


def _frame(canvas: Canvas, x: int, y: int, picked: int, count: int, size: Size, tight: bool) -> None:
    """Frame the lowest cards of a stack; colour them where stacks touch."""
    if not picked or canvas.palette.lines:
        return
    if tight:
        for row in canvas.rows[y - picked + 1 : y + size.height]:
            row[x : x + size.width] = [
                cell._replace(background=canvas.palette.mark) for cell in row[x : x + size.width]
            ]
        return
    below, mark = x + size.width // 2 - 1, canvas.palette.mark
    number = canvas.rows[y + size.height][below : below + 2]
    top = y - picked + 1
    surround(canvas, x, top, Size(size.width, size.height + picked - 1), Frame.SIDES)
    canvas.put(x - 1, y + size.height, f"▝{'▀' * size.width}▘", mark)
    canvas.put(below, y + size.height, "".join(cell.char for cell in number), number[0].colour, bold=True)
    if picked == count:
        canvas.put(x - 1, top - 1, f"▗{'▄' * size.width}▖", mark)


def shortened(text: str, width: int) -> str:
    """Return a coach's value in at most `width` characters, rounded where necessary.

    >>> shortened("+.44★", 5), shortened("+.46★", 3), shortened("43%★", 3), shortened("-12.6", 4)
    ('+.44★', '+.5', '43', '-13')
    >>> shortened("40.7%", 3), shortened("40.7%", 5)
    ('41', '40.7')
    """
    text = text if len(text) <= width else text.removesuffix("★")
    if text.endswith("%") and (width < 4 or len(text) >= width):  # side by side they need a space between them
        text = text.removesuffix("%")
    if len(text) <= width:
        return text
    value, sign = float(text), "+" if text[0] in "+-" else ""  # shares and counts have none
    rounded = (bare(f"{value:{sign}.1f}"), f"{value:{sign}.0f}", "…")
    return next(one for one in rounded if len(one) <= width)


def _group(canvas: Canvas, made: Pattern, x: int, end: int, y: int) -> None:
    """Mark what belongs together below the stacks from the column x to the one before `end`."""
    palette, width = canvas.palette, end - x
    text = " ".join(alike(rank, size) for rank, size in enumerate(made.sizes, made.low))
    chain = len(made.sizes) > 1
    said = f" chain {text} ", f" {text} ", text, "chain" if chain else str(made.sizes[0]), ""
    label = next(one for one in said if len(one) <= width - 2)
    canvas.put(x, y, f"└{label.center(width - 2, '─')}┘", palette.other if chain else palette.feltmute)


# --- plays ----------------------------------------------------------------------------------------


def spread(ranks: Sequence[int], room: int, width: int) -> list[int]:
    """Return the columns of the cards of a play, as far apart as the room allows; empty if there is too little."""
    for equal, other in ((width + 1, width + 1), (3, width + 1), (3, width), (2, width), (2, 3), (2, 2)):
        found, x = [0], 0
        for left, right in pairwise(ranks):
            x += max(equal if left == right else other, 1 + len(RANKS[left]))
            found.append(x)
        if x + width <= room:
            return found
    return []


def play(
    canvas: Canvas, x: int, y: int, ranks: Sequence[int], faces: Sequence[Face], room: int, size: Size, frame: Frame
) -> int:
    """Paint the cards of a play, as a text if there is little room; return the column after them."""
    palette, columns = canvas.palette, spread(ranks, room, size.width)
    if not columns:
        text = " ".join(alike(rank, len(list(run))) for rank, run in groupby(ranks))
        told = fit(f" {text} ", room)
        paper = palette.cream if frame is Frame.NONE else palette.mark
        return canvas.put(x, y + size.height // 2, told, palette.ink, paper, True)
    if not palette.lines:
        surround(canvas, x, y, Size(columns[-1] + size.width, size.height), frame)
    for at, (column, face) in enumerate(zip(columns, faces, strict=True)):
        card(canvas, x + column, y, face, size, False, frame if palette.lines else Frame.NONE, False)
        if at and column - columns[at - 1] <= size.width:
            _edge(canvas, x + column, y, size.height)
    return x + columns[-1] + size.width
