"""The fast player: what it may bid, what it knows when it is asked to knock, other stakes, and how it is measured."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from cardtui.agents.schafkopf import bidding, policy
from cardtui.agents.training.schafkopf import fast_player

from cardtui import registry
from cardtui.core import decide
from cardtui.games.schafkopf.bidding import outbidding
from cardtui.games.schafkopf.kernel import BID, DEALT, SEAT, pack
from cardtui.games.schafkopf.kernel_cards import NAMES
from cardtui.games.schafkopf.kernel_worlds import view
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.kernels import njit


@njit
def leading(state):  # type: ignore[no-untyped-def]
    return bidding.leading(state)


@njit
def likely(state, code):  # type: ignore[no-untyped-def]
    return bidding.bid_chance(state, code)


@njit
def chosen(state):  # type: ignore[no-untyped-def]
    return policy.choose(state, 0.0, policy.WEIGHTS, np.empty(8), np.zeros(1, np.uint64))


@pytest.mark.parametrize("rules", ["paper", "club"])
def test_bids_that_lead_are_those_that_would_be_the_highest(rules: str) -> None:
    """RULES.md §5.2, §5.5; under `club` the earlier seat holds what a later one bid."""
    game, rng = Schafkopf(rules), Random(4)
    held = 0
    for _ in range(400):
        state = game.start(game.deal(rng))
        while state.phase == "bid" and state.seat is not None:
            legal = [action for action in game.legal(state) if action.verb == "bid"]
            found = int(leading(pack(game, state)))
            names = tuple([action.to for action in legal])
            lead = outbidding(names, state.seat, state.bids, state.first)
            assert {name for place, name in enumerate(NAMES) if found >> place & 1} == set(lead)
            held += state.bids[state.seat] != "" and bool(lead)
            state = game.apply(state, rng.choice(legal or list(game.legal(state))))
    assert (held > 20) == (rules == "club")


def test_who_is_asked_to_knock_has_seen_half_of_its_cards() -> None:
    """RULES.md §3: whatever the other half is, the answer is the same."""
    game, rng, knocks = Schafkopf("paper:klopfen=yes"), Random(2), 0
    for _ in range(200):
        state = game.start(game.deal(rng))
        assert state.phase == "knock" and state.seat is not None
        whole = pack(game, state)
        seen = view(game, game.observe(state, state.seat))
        said = {int(chosen(whole)), int(chosen(seen))}
        whole[DEALT + whole[SEAT]] ^= 0xFFFFFFFF
        assert len(said | {int(chosen(whole))}) == 1
        knocks += len(said - {0})
    assert 0 < knocks < 200


@pytest.mark.parametrize("times", [10, 0.2])
def test_stakes_that_are_all_higher_change_no_bid(times: float) -> None:
    told = {"sauspiel": 20, "solo": 50, "schneider": 10, "laufende": 10}
    other = Schafkopf("paper:" + ",".join(f"{key}={round(times * cents)}" for key, cents in told.items()))
    paper, rng, alone = Schafkopf("paper"), Random(6), 0
    for number in range(15):
        deal = paper.deal(rng)
        said = []
        for game in (paper, other):
            state = game.start(deal)
            seen = game.observe(state, state.first)
            said.append(decide(registry.agent(game, "calibrated-solver:deals=20"), seen, Random(number)).action)
        assert said[0] == said[1]
        chances = [likely(pack(game, game.start(deal)), BID + NAMES.index("solo-herz")) for game in (paper, other)]
        assert chances[0] == pytest.approx(chances[1])
        alone += said[0].to.startswith(("solo", "wenz"))
    assert alone


def test_a_fit_finds_the_weights_behind_the_wins() -> None:
    rng, weights = np.random.default_rng(1), np.array([-1.0, 2.0, 0.5])
    terms = np.column_stack([np.ones(40_000), rng.normal(size=(40_000, 2))])
    wins = (rng.random(40_000) < 1 / (1 + np.exp(-terms @ weights))).astype(float)
    fitted, errors = fast_player.fit(terms, wins)
    assert (np.abs(fitted - weights) < 4 * errors).all() and errors.max() < 0.05
    assert fast_player.log_loss(fitted, terms, wins) <= fast_player.log_loss(weights, terms, wins)


def test_declared_contracts_are_won_as_often_as_their_terms_say() -> None:
    """Between hands that promise little and hands that promise much; the first term is 1."""
    terms, wins = fast_player.declared(bidding.RUFS, 1000, 1)
    odds = terms @ bidding.CHANCES[bidding.RUFS]
    assert (terms[:, 0] == 1).all()
    assert wins[odds > 0].mean() > 0.6 > 0.5 > wins[odds < -1].mean() > 0


def test_the_same_weights_gain_nothing_and_all_weights_much() -> None:
    other = policy.WEIGHTS.copy()
    assert fast_player.gain(other, 20, 1).mean == 0
    other[:] = 0
    assert fast_player.gain(other, 400, 1).mean > 1
    assert len(fast_player.NAMES) == policy.WEIGHTS.shape[1] and len(fast_player.ROLES) == len(policy.WEIGHTS)
    assert all(getattr(policy, name) == column for column, name in enumerate(fast_player.NAMES))
