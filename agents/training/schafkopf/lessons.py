"""Games as they were played, and the choices in them: what `imitation` learns from.

A game is kept as its deal and its actions, which is little, and played again in the kernel when it is looked at.
"""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

import numpy as np

from cardtui.games.schafkopf.cards import LONG
from cardtui.games.schafkopf.kernel import DEALT, IN_BID, IN_PLAY, ORDER, PHASE, PLAY, SEAT, SIZE, apply
from cardtui.games.schafkopf.rules import SEATS
from cardtui.kernels import njit

from ...schafkopf.deals import in_place
from ...schafkopf.features import action_of, choices
from .selfplay import LONGEST

END = -1
"""Fills the room behind a game's last action."""
HELD_OUT = 20
"""One deal of so many is never learned from."""
KINDS = ("bids", "contra", "cards")
"""What is chosen; contra stands for both doublings that are asked for."""


class Played(NamedTuple):
    """n games."""

    starts: Any
    """int64 (n, SIZE): the kernel's states before the first bid."""
    codes: Any
    """int8 (n, LONGEST): what was done, as `deals.CODES`, then END."""
    taught: Any
    """bool (n, LONGEST): whether it is to be learned."""

    def some(self, which: Any) -> Played:
        """Those games alone, by their numbers or by a mask."""
        return Played(*(array[which] for array in self))


class Choices(NamedTuple):
    """m turns with more than one action that the networks know, and what was done."""

    states: Any
    """int64 (m, SIZE)."""
    masks: Any
    """int64 (m,): what could be chosen from, as `features.choices`."""
    actions: Any
    """int64 (m,): what was."""
    laid: Any
    """int64 (m,): how many cards had been played …"""
    cards: Any
    """uint8 (m, 32): … the cards of the game in their order …"""
    players: Any
    """uint8 (m, 32): … and who played each."""
    groups: Any
    """int64 (m,): the game and the seat, as a number."""


def nothing(games: int) -> Played:
    """Room for so many games."""
    shape = games, LONGEST
    return Played(np.zeros((games, SIZE), np.int64), np.full(shape, END, np.int8), np.zeros(shape, bool))


def joined(parts: list[Played]) -> Played:
    """All games of the parts, of which there is at least one, in their order."""
    return Played(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def held_out(games: Played) -> Any:
    """bool (n,): the games that are never learned from. The cards decide, so that a deal is never on both sides."""
    hands = games.starts[:, DEALT : DEALT + SEATS]
    return np.array([zlib.crc32(row.tobytes()) % HELD_OUT == 0 for row in hands], bool)


def unfold(games: Played) -> Choices:
    """All choices to be learned, game by game in their order."""
    room = int(games.taught.sum())
    cards, players = np.zeros((2, room, len(LONG)), np.uint8)
    masks, actions, laid, groups = (np.zeros(room, np.int64) for _ in range(4))
    found = Choices(np.zeros((room, SIZE), np.int64), masks, actions, laid, cards, players, groups)
    filled = _unfold(*games, found)
    return Choices(*(array[:filled] for array in found))


def kinds(states: Any) -> Any:
    """int64 (m,): the place in KINDS of each state's choice."""
    phases = states[:, PHASE]
    return np.where(phases == IN_BID, 0, np.where(phases == IN_PLAY, 2, 1))


@njit
def _unfold(starts: Any, codes: Any, taught: Any, found: Choices) -> Any:
    """Fill `found`; how many."""
    state, filled = np.empty(SIZE, np.int64), 0
    cards, players = np.empty(len(LONG), np.uint8), np.empty(len(LONG), np.uint8)
    for g in range(len(starts)):
        state[:] = starts[g]
        first, laid = filled, 0
        for n in range(codes.shape[1]):
            if codes[g, n] == END:
                break
            code = in_place(state[ORDER], np.int64(codes[g, n]))
            some = choices(state)
            if taught[g, n] and some & (some - 1):
                found.states[filled], found.masks[filled] = state, some
                found.actions[filled], found.laid[filled] = action_of(state, code), laid
                found.groups[filled] = g * SEATS + state[SEAT]
                filled += 1
            if code >= PLAY:
                cards[laid], players[laid] = codes[g, n] - PLAY, state[SEAT]
                laid += 1
            apply(state, code)
        for row in range(first, filled):
            found.cards[row, :laid], found.players[row, :laid] = cards[:laid], players[:laid]
    return filled
