"""Recorded games and the choices in them, the training data of `imitation`.

A game is stored compactly as its deal and actions, and replayed in the kernel when it is needed.
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
"""Fills the unused entries after a game's last action."""
HELD_OUT = 20
"""One of this many deals is held out for testing."""
KINDS = ("bids", "contra", "cards")
"""The kinds of choices; contra includes retour."""


class Played(NamedTuple):
    """n recorded games."""

    starts: Any
    """The kernel states before the first bid, int64 (n, SIZE)."""
    codes: Any
    """The actions, as in `deals.CODES`, followed by END, int8 (n, LONGEST)."""
    taught: Any
    """Whether each action is to be learned, bool (n, LONGEST)."""

    def some(self, which: Any) -> Played:
        """Return a selection of games, by indices or by a mask."""
        return Played(*(array[which] for array in self))


class Choices(NamedTuple):
    """m choices: turns with more than one action that the networks know, and the action taken."""

    states: Any
    """The kernel states, int64 (m, SIZE)."""
    masks: Any
    """The possible actions, as in `features.choices`, int64 (m,)."""
    actions: Any
    """The action taken, int64 (m,)."""
    laid: Any
    """How many cards had been played, int64 (m,)."""
    cards: Any
    """The cards of the game in the order played, uint8 (m, 32)."""
    players: Any
    """The seats that played them, uint8 (m, 32)."""
    groups: Any
    """A number that identifies the game and the seat, int64 (m,)."""


def nothing(games: int) -> Played:
    """Return empty records for this many games."""
    shape = games, LONGEST
    return Played(np.zeros((games, SIZE), np.int64), np.full(shape, END, np.int8), np.zeros(shape, bool))


def joined(parts: list[Played]) -> Played:
    """Concatenate at least one set of games."""
    return Played(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def held_out(games: Played) -> Any:
    """Return which games are held out for testing, bool (n,). It depends on the cards, so copies of a deal agree."""
    hands = games.starts[:, DEALT : DEALT + SEATS]
    return np.array([zlib.crc32(row.tobytes()) % HELD_OUT == 0 for row in hands], bool)


def unfold(games: Played) -> Choices:
    """Return all choices to be learned, game by game."""
    room = int(games.taught.sum())
    cards, players = np.zeros((2, room, len(LONG)), np.uint8)
    masks, actions, laid, groups = (np.zeros(room, np.int64) for _ in range(4))
    found = Choices(np.zeros((room, SIZE), np.int64), masks, actions, laid, cards, players, groups)
    filled = _unfold(*games, found)
    return Choices(*(array[:filled] for array in found))


def kinds(states: Any) -> Any:
    """Return the index in KINDS of each state's choice, int64 (m,)."""
    phases = states[:, PHASE]
    return np.where(phases == IN_BID, 0, np.where(phases == IN_PLAY, 2, 1))


@njit
def _unfold(starts: Any, codes: Any, taught: Any, found: Choices) -> Any:
    """Fill `found`; return the number of choices."""
    state, filled = np.empty(SIZE, np.int64), 0
    cards, players = np.empty(len(LONG), np.uint8), np.empty(len(LONG), np.uint8)
    for g in range(len(starts)):
        state[:] = starts[g]
        first, laid = filled, 0
        for n in range(codes.shape[1]):
            if codes[g, n] == END:
                break
            code = in_place(state[ORDER], int(np.int64(codes[g, n])))
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
