"""Pixel pictures of suits, court cards and digits. A letter is a colour of `COLOURS`; "." and " " are see-through."""

from __future__ import annotations

from collections.abc import Sequence

COLOURS = {
    # acorn, leaf, heart, bell, spade and club
    "c": "#5a3312", "n": "#b57a38", "N": "#d29a55", "s": "#4c6b2f",
    "L": "#5cb85f", "l": "#35963f", "d": "#1d6630",
    "R": "#e4606a", "r": "#c22634",
    "Y": "#f6cf6c", "y": "#e3a72b", "o": "#a8740f", "k": "#3a2606",
    "B": "#5b636c", "b": "#22262b",
    # heads: face, hair, beard or collar
    "f": "#e2b48c", "h": "#6b4a2b", "w": "#8b8f94",
    # garments by suit
    "Ei": "#8a5a2b", "Gr": "#2f8f3f", "He": "#c22634", "Sc": "#d39a1f", "Bl": "#3a4654",
}  # fmt: skip
GARMENTS = {"E": "Ei", "G": "Gr", "H": "He", "S": "Sc", "♥": "He", "♦": "He", "♠": "Bl", "♣": "Bl"}

ICONS = {  # two pixel rows a cell, for cards of 7 × 5
    "E": ("..s..", ".ccc.", "ccccc", "nNnnn", ".nnn.", "..n.."),
    "G": ("..L..", ".Ldl.", "LLdll", "LLdll", ".ldl.", "..d.."),
    "S": ("..o..", ".Yyy.", "Yyyyy", "ooooo", "yykyy", ".yky."),
    "★": ("..r..", "..r..", "rrrrr", ".rrr.", "rr.rr", "....."),
}
STAR = (  # for a joker of 9 × 7
    "....r....", "....r....", "...rrr...", "rrrrrrrrr", ".rrrrrrr.", "..rrrrr..", "..rrrrr..", ".rrr.rrr.", ".rr...rr.",
)  # fmt: skip
QUADRANTS = {  # two columns and two rows a cell
    "H": (".RRR..rrr.", "RRRRrrrrrr", "rrrrrrrrrr", ".rrrrrrrr.", "...rrrr...", "....rr...."),
    "♦": ("....RR....", "..RRRRrr..", "RRrrrrrrrr", "rrrrrrrrrr", "..rrrrrr..", "....rr...."),
    "♠": ("....BB....", "..BBBBbb..", ".bbbbbbbb.", "bbbbbbbbbb", "....bb....", "..bbbbbb.."),
    "♣": ("...bbbb...", "...bbbb...", "bbb.bb.bbb", "bbbbbbbbbb", "....bb....", "...bbbb..."),
}
QUADRANTS["♥"] = QUADRANTS["H"]
SMALL = {  # quadrants as well, for cards of 5 × 3 and the corner of a court card
    "E": (".cccc.", "cccccc", ".nnnn.", "..nn.."),
    "G": (".lddl.", "llddll", ".lddl.", "..dd.."),
    "H": ("rr..rr", "rrrrrr", ".rrrr.", "..rr.."),
    "S": (".yyyy.", "yyyyyy", "oooooo", "..kk.."),
}
CORNER = {
    "E": (".cccc.", "cccccc", ".nnnn.", "......"),
    "G": (".lddl.", "llddll", "..dd..", "......"),
    "H": ("rr..rr", "rrrrrr", "..rr..", "......"),
    "S": (".yyyy.", "yyyyyy", "..kk..", "......"),
}
HEADS = {  # t is the garment
    "K": ("y.y.y", "yyyyy", ".fff.", ".www.", "ttwtt", "ttttt"),
    "O": ("tttt.", "ttttt", ".fff.", ".hfh.", "ttYtt", "ttttt"),
    "U": (".hhh.", "hfffh", ".fff.", "..f..", ".ttt.", "ttttt"),
    "Q": (".yyy.", "hhhhh", "hfffh", "hfffh", ".tft.", "ttttt"),
    "J": (".tttY", "ttttt", "hfff.", "hfff.", ".ttt.", "ttttt"),
}

DIGITS = {  # 3 × 5 pixels
    "0": ("###", "#.#", "#.#", "#.#", "###"), "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("###", "..#", "###", "#..", "###"), "3": ("###", "..#", "###", "..#", "###"),
    "4": ("#.#", "#.#", "###", "..#", "..#"), "5": ("###", "#..", "###", "..#", "###"),
    "6": ("###", "#..", "###", "#.#", "###"), "7": ("###", "..#", "..#", ".#.", ".#."),
    "8": ("###", "#.#", "###", "#.#", "###"), "9": ("###", "#.#", "###", "..#", "###"),
    "+": ("...", ".#.", "###", ".#.", "..."), "-": ("...", "...", "###", "...", "..."),
    "J": ("..#", "..#", "..#", "#.#", ".#."), "Q": (".#.", "#.#", "#.#", "###", ".##"),
    "K": ("#.#", "#.#", "##.", "#.#", "#.#"), "A": (".#.", "#.#", "###", "#.#", "#.#"),
    "X": ("#.#", "#.#", ".#.", "#.#", "#.#"), ".": ("...", "...", "...", "...", ".#."),
    "%": ("#.#", "..#", ".#.", "#..", "#.#"), "x": ("...", "#.#", ".#.", "#.#", "..."),
    ",": ("...", "...", "...", ".#.", "#.."), ":": ("...", ".#.", "...", ".#.", "..."),
}  # fmt: skip

TEN = (".##.#####.", *(".##.##.##.",) * 3, ".##.#####.", "..........")
"""A ten for a card of 5 × 4, in quadrants, since in whole cells it would fill the width."""
TEN_LARGE = (*("..###..#########..",) * 2, *("..###..###...###..",) * 6, *("..###..#########..",) * 2)
"""The same for a card of 9 × 7."""


def word(text: str, scale: int = 1) -> tuple[str, ...]:
    """Return a text of `DIGITS` as rows of pixels, a column apart, each pixel `scale` wide and high.

    >>> word("-1")
    ('.....#.', '....##.', '###..#.', '.....#.', '....###')
    """
    rows = [".".join(DIGITS[sign][row] for sign in text) for row in range(5)]
    return enlarged(rows, scale)


def enlarged(rows: Sequence[str], scale: int) -> tuple[str, ...]:
    """Return rows of pixels with each pixel `scale` wide and high.

    >>> enlarged(("a.", ".b"), 2)
    ('aa..', 'aa..', '..bb', '..bb')
    """
    return tuple("".join(pixel * scale for pixel in row) for row in rows for _ in range(scale))


LETTERS = {  # of the program's name, six rows high
    "c": (".....", ".###.", "#....", "#....", "#....", ".###."),
    "a": (".....", ".###.", "....#", ".####", "#...#", ".####"),
    "r": ("....", "#.##", "##..", "#...", "#...", "#..."),
    "d": ("....#", "....#", ".####", "#...#", "#...#", ".####"),
    "t": (".#..", "####", ".#..", ".#..", ".#..", "..##"),
    "u": (".....", "#...#", "#...#", "#...#", "#...#", ".####"),
    "i": ("#", ".", "#", "#", "#", "#"),
}


def logo(scale: int) -> tuple[str, ...]:
    """Return the program's name as rows of pixels; each row is a letter from "A" (the top) to "F", its shade."""
    rows = (".".join(LETTERS[letter][row] for letter in "cardtui") for row in range(6))
    return enlarged([row.replace("#", shade) for row, shade in zip(rows, "ABCDEF", strict=True)], scale)
