"""The kernel of `ppo-search`: actions played on in sampled deals by a policy that sees one hand.

Deals are drawn by how likely the other seats' bids were. Each action is followed by the policy of ppo-large in all
seats, each of which sees only its own cards. So no value rests on what a player cannot know.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.kernel import IS_OVER, PHASE, SEAT, SIZE, apply, legal
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.kernel_worlds import Worlds
from cardtui.games.schafkopf.rules import SEATS
from cardtui.kernels import RandomState, lowest, njit

from ..net_kernel import Weights
from .deals import draw_deals
from .pimc_kernel import add_result, close_deal, count_holders
from .rules_net import CODES, Scratch, chances_of, note_lacking, policy, sample
from .rules_policy import shown


@njit
def play_out(
    world: NDArray[np.int64],
    lacks: NDArray[np.int64],
    weights: Weights,
    scratch: Scratch,
    chances: NDArray[np.float32],
    rng: RandomState,
) -> None:
    """Play a deal to its end, each seat drawing from the policy. lacks: see `rules_inputs.see`; changed in place."""
    while world[PHASE] != IS_OVER:
        codes = legal(world)
        code = lowest(codes)
        if codes & (codes - 1):
            policy(world, lacks, weights, scratch)
            chances_of(world, codes, scratch.out, chances)
            code = sample(world, codes, chances, rng)
        note_lacking(world, lacks, code)
        apply(world, code)


@njit
def play_actions(
    worlds: Worlds,
    history: NDArray[np.int64],
    actions: NDArray[np.int64],
    weights: Weights,
    scratch: Scratch,
    gained: NDArray[np.float64],
    counts: NDArray[np.float64],
    held: NDArray[np.float64],
    rng: RandomState,
) -> None:
    """Play each action, codes of the kernel, int64 (actions,), in more deals.

    history: the actions so far, see `deals.codes_of`. What the seat to act gains in cents is written to `gained`,
    float64 (deals, actions), whose length is the number of deals, and added to `counts`, float64 (ACTIONS, COUNTS);
    holders are counted in `held`, float64 (HELD, 32). All actions are played in the same deals, and begin with the same
    random numbers.
    """
    me, before = worlds.seen[SEAT], counts.copy()
    deals, world = np.empty((len(gained), SIZE), np.int64), np.empty(SIZE, np.int64)
    lacks, known, ended = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64), np.empty(SEATS)
    chances = np.zeros(CODES, np.float32)
    shown(worlds.seen, history, known)
    draw_deals(worlds, history, me, deals, rng)
    for number, deal in enumerate(deals):
        count_holders(deal, me, held)
        seed = rng[0]
        for place, code in enumerate(actions):
            rng[0] = seed
            world[:] = deal
            lacks[:] = known
            note_lacking(world, lacks, code)
            apply(world, code)
            play_out(world, lacks, weights, scratch, chances, rng)
            returns(world, ended)
            gained[number, place] = ended[me]
            add_result(world, me, ended, counts[code])
        close_deal(counts, before)
