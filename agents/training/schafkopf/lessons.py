"""Recorded games and the choices in them: the training data of `imitation`.

A game is stored compactly as its deal and actions, and replayed in the kernel when it is needed.
"""

from __future__ import annotations

import zlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.cards import LONG
from cardtui.games.schafkopf.kernel import DEALT, IN_BID, IN_PLAY, ORDER, PHASE, PLAY, SEAT, SIZE, apply
from cardtui.games.schafkopf.rules import SEATS
from cardtui.kernels import njit

from ...schafkopf.deals import in_place
from ...schafkopf.features import action_of, choices
from .self_play import MAX_CHOICES

END = -1
"""Fills the unused entries after a game's last action."""
HELD_OUT = 20
"""One of this many deals is held out for testing."""
KINDS = ("bids", "contra", "cards")
"""The kinds of choices; contra includes retour."""


class Played(NamedTuple):
    """n recorded games."""

    starts: NDArray[np.int64]
    """The kernel states before the first bid, int64 (n, SIZE)."""
    codes: NDArray[np.int8]
    """The actions, as in `deals.CODES`, followed by END, int8 (n, MAX_CHOICES)."""
    taught: NDArray[np.bool]
    """Whether each action is to be learned, bool (n, MAX_CHOICES)."""

    def select(self, which: slice | NDArray[np.int64] | NDArray[np.bool]) -> Played:
        """Return a selection of games, by a slice, indices or a mask."""
        return Played._make(array[which] for array in self)


class Choices(NamedTuple):
    """m choices: turns with more than one action that the networks know, and the action taken."""

    states: NDArray[np.int64]
    """The kernel states, int64 (m, SIZE)."""
    masks: NDArray[np.int64]
    """The possible actions, as in `features.choices`, int64 (m,)."""
    actions: NDArray[np.int64]
    """The action taken, int64 (m,)."""
    laid: NDArray[np.int64]
    """How many cards had been played, int64 (m,)."""
    cards: NDArray[np.uint8]
    """The cards of the game in the order played, uint8 (m, 32)."""
    players: NDArray[np.uint8]
    """The seats that played them, uint8 (m, 32)."""
    groups: NDArray[np.int64]
    """A number that identifies the game and the seat, int64 (m,)."""


def empty_records(games: int) -> Played:
    """Return empty records for this many games."""
    shape = games, MAX_CHOICES
    return Played(np.zeros((games, SIZE), np.int64), np.full(shape, END, np.int8), np.zeros(shape, bool))


def joined(parts: list[Played]) -> Played:
    """Concatenate at least one set of games."""
    return Played._make(np.concatenate(arrays) for arrays in zip(*parts, strict=True))


def held_out(games: Played) -> NDArray[np.bool]:
    """Return which games are held out for testing, bool (n,). The cards decide it, so copies of a deal agree."""
    hands = games.starts[:, DEALT : DEALT + SEATS]
    return np.array([zlib.crc32(row.tobytes()) % HELD_OUT == 0 for row in hands], bool)


def unfold(games: Played) -> Choices:
    """Return all choices to be learned, game by game."""
    most = int(games.taught.sum())
    cards, players = np.zeros((2, most, len(LONG)), np.uint8)
    masks, actions, laid, groups = (np.zeros(most, np.int64) for _ in range(4))
    out = Choices(np.zeros((most, SIZE), np.int64), masks, actions, laid, cards, players, groups)
    filled = _unfold(*games, out)
    return Choices._make(array[:filled] for array in out)


def kinds(states: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the index in KINDS of each state's choice, int64 (m,)."""
    phases = states[:, PHASE]
    return np.where(phases == IN_BID, 0, np.where(phases == IN_PLAY, 2, 1))


@njit
def _unfold(starts: NDArray[np.int64], codes: NDArray[np.int8], taught: NDArray[np.bool], out: Choices) -> int:
    """Write all choices to be learned to `out`; return their number."""
    state, filled = np.empty(SIZE, np.int64), 0
    cards, players = np.empty(len(LONG), np.uint8), np.empty(len(LONG), np.uint8)
    for g in range(len(starts)):
        state[:] = starts[g]
        first, laid = filled, 0
        for n in range(codes.shape[1]):
            if codes[g, n] == END:
                break
            code = in_place(state[ORDER], int(np.int64(codes[g, n])))
            mask = choices(state)
            if taught[g, n] and mask & (mask - 1):
                out.states[filled], out.masks[filled] = state, mask
                out.actions[filled], out.laid[filled] = action_of(state, code), laid
                out.groups[filled] = g * SEATS + state[SEAT]
                filled += 1
            if code >= PLAY:
                cards[laid], players[laid] = codes[g, n] - PLAY, state[SEAT]
                laid += 1
            apply(state, code)
        for row in range(first, filled):
            out.cards[row, :laid], out.players[row, :laid] = cards[:laid], players[:laid]
    return filled
