"""Encodes batches of kernel states as inputs of the torch networks."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from cardtui.games.schafkopf.features import FLAT, flat
from cardtui.games.schafkopf.kernel import SEAT
from cardtui.games.schafkopf.rules import SEATS
from cardtui.kernels import njit

from ...schafkopf.features import INFO, STEP, info, steps


def flats(states: NDArray[np.int64]) -> tuple[torch.Tensor]:
    """Encode what the seats to act see in states, int64 (n, SIZE), as the input of `Flat`: float32 (n, FLAT)."""
    rows = np.empty((len(states), FLAT), np.float32)
    _flats(states, rows)
    return (torch.from_numpy(rows),)


def body_inputs(
    states: NDArray[np.int64],
    cards: NDArray[np.uint8],
    players: NDArray[np.uint8],
    laid: NDArray[np.int64],
    groups: NDArray[np.int64],
    width: int = INFO,
) -> tuple[torch.Tensor, ...]:
    """Encode what the seats to act see as the inputs of `SequenceBody.body`.

    cards, players: uint8 (n, 32), the cards in the order played and who played them, at least so far; laid: int64 (n,),
    the number of cards played; groups: int64 (n,), equal for views of the same seat in the same deal, which share a
    sequence; width: the length of `info`'s rows.

    Returns rows, float32 (n, width); m sequences of finished tricks, (m, steps, STEP); the sequence of each state,
    int64 (n,), and how much of it counts, int64 (n,); the current trick, float32 (n, 3, STEP), and its number of cards,
    int64 (n,).
    """
    rows, trick = np.empty((len(states), width), np.float32), np.empty((len(states), SEATS - 1, STEP), np.float32)
    lying, seats = laid % SEATS, states[:, SEAT]
    whole = laid - lying
    _infos(states, cards, players, whole, laid, rows, trick)
    _, first, of = np.unique(groups, return_index=True, return_inverse=True)
    play_sequences = np.zeros((len(first), max(1, int(whole.max())), STEP), np.float32)
    _sequences(cards[first], players[first], seats[first], play_sequences)
    return tuple(map(torch.from_numpy, (rows, play_sequences, of, whole, trick, lying)))


@njit
def _flats(states: NDArray[np.int64], rows: NDArray[np.float32]) -> None:
    for g in range(len(rows)):
        flat(states[g], states[g, SEAT], rows[g])


@njit
def _infos(
    states: NDArray[np.int64],
    cards: NDArray[np.uint8],
    players: NDArray[np.uint8],
    whole: NDArray[np.int64],
    laid: NDArray[np.int64],
    rows: NDArray[np.float32],
    trick: NDArray[np.float32],
) -> None:
    trick[:] = 0
    for g in range(len(rows)):
        info(states[g], states[g, SEAT], rows[g])
        steps(cards[g, whole[g] : laid[g]], players[g, whole[g] : laid[g]], states[g, SEAT], trick[g])


@njit
def _sequences(
    cards: NDArray[np.uint8], players: NDArray[np.uint8], seats: NDArray[np.int64], play_sequences: NDArray[np.float32]
) -> None:
    for g in range(len(play_sequences)):
        size = len(play_sequences[g])
        steps(cards[g, :size], players[g, :size], seats[g], play_sequences[g])
