"""hp-pimc's network: played as trained, learned with exact slopes, and calibration measured right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from cardtui.agents.schafkopf import hp_pimc
from cardtui.agents.schafkopf.features import info

from cardtui import executors, registry
from cardtui.bench import schafkopf as bench
from cardtui.calibration import Bin, error, reliability
from cardtui.core import decide
from cardtui.games.schafkopf.cards import LONG, NAMES, SUITS
from cardtui.games.schafkopf.kernel_worlds import holders, view, worlds
from cardtui.games.schafkopf.positions import from_short
from cardtui.games.schafkopf.rules import Schafkopf

pytest.importorskip("torch")

import torch
from cardtui.agents.training import torch_setup
from cardtui.agents.training.runs import Request
from cardtui.agents.training.schafkopf import hands, predict, suits

from ..trainers import resumes_to_the_bit

TINY = replace(
    predict.PRESETS["best"],
    hidden_size=8, iterations=3, games=3, window=2, batch_size=64, learning_rate=0.01,
    uniform_share=0.4, deals=1, simulations=2,
)  # fmt: skip


@pytest.fixture(scope="module")
def learner() -> predict.Learner:
    torch_setup.prepare(5)
    return predict.Learner(TINY)


@pytest.fixture(scope="module")
def played(learner: predict.Learner) -> hands.Hands:
    """Choices of six deals, and by whom they are answered does not matter."""
    return hands.play_share(learner.share(1.0, 6, "test"))


def test_deals_are_the_same_whoever_plays_them(learner: predict.Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "SHARE", 2)
    share = learner.share(1.0, 3, "shared")
    with executors.pool(hands.play_share, 2) as workers:
        together = hands.play_all(share, workers)
    for one, other in zip(hands.play_share(share), together, strict=True):
        assert one.dtype == other.dtype and (one == other).all()


def test_the_player_draws_from_what_torch_expects(learner: predict.Learner) -> None:
    """At every choice of a deal, by the observation alone; and its beliefs are these chances."""
    share, game, rng = learner.share(1.0, 1, "again"), Schafkopf("paper"), Random("again/0")
    player = hands.player(share)
    told = hands.play_share(share)
    expected = iter(learner.chances(told))
    state = game.start(game.deal(rng) | {"first": 0})
    compared = 0
    while (seat := state.seat) is not None:
        seen = game.observe(state, seat)
        decision = decide(player, seen, rng)
        if len(seen.legal) > 1:
            chances = next(expected)
            np.testing.assert_allclose(holders(player.worlds(seen)), chances, atol=1e-5)
            believed = {belief.seat: belief.values for belief in decision.beliefs if belief.about == "holds"}
            for other, shares in believed.items():
                np.testing.assert_allclose([shares.get(name, 0) for name in NAMES], chances[:, other], atol=1e-4)
            compared += not np.allclose(chances, holders(worlds(game, seen)))
        state = game.apply(state, decision.action)
    assert compared > 10 and next(expected, None) is None


def test_the_slope_is_that_of_the_likelihood(played: hands.Hands) -> None:
    """What `learn` takes as the slope by a logit, against the likelihood at two points beside it."""
    rng = np.random.default_rng(1)
    for at in rng.choice(len(played.laid), 12, replace=False):
        one = hands.Hands(*(column[at : at + 1] for column in played))
        logits = rng.normal(size=(1, 32, 4))
        slope = (hands.expected(one, logits) - one.held)[0]
        card, seat = rng.choice(np.flatnonzero(one.held[0].any(1))), rng.integers(4)

        def loss(step: float, one: hands.Hands = one, logits: Any = logits, place: Any = (0, card, seat)) -> float:
            moved = logits.copy()
            moved[place] += step
            return log_sum(one, moved) - float(moved[one.held].sum())

        assert (loss(1e-4) - loss(-1e-4)) / 2e-4 == pytest.approx(slope[card, seat], abs=1e-6)


def log_sum(one: hands.Hands, logits: Any) -> float:
    """The logarithm of the sum over all deals that fit, by fixing a card at a time: chances multiply along one deal."""
    may, log = one.may.copy(), 0.0
    for card, seat in np.argwhere(one.held[0]):
        log -= float(np.log(hands.expected(one._replace(may=may), logits)[0, card, seat]))
        may &= ~(np.int64(1) << card)
        may[0, seat] |= np.int64(1) << card
    return log + float(logits[one.held].sum())


def test_suits_exchanged_are_another_deal_seen_rightly() -> None:
    """The vector of a deal with its suits exchanged is the exchanged vector: the hand, the game and the bids."""
    game, solos, calls = Schafkopf("paper"), 0, 0
    for number, (table, fields) in enumerate(zip(suits.CARDS, suits.FIELDS, strict=True)):
        names = {NAMES[card]: NAMES[table[card]] for card in LONG}
        renamed = {
            SUITS["SGEH".index(face[0])]: SUITS["SGEH".index(names[face][0])] for face in ("SA", "GA", "EA", "HA")
        }
        rng = Random(number)
        deal = game.deal(rng)
        one = game.start(deal)
        other = game.start(deal | {"hands": [[names[face] for face in hand] for hand in deal["hands"]]})
        while one.seat is not None and one.phase != "play":
            rows = np.empty((2, len(fields)), np.float32)
            for row, state in zip(rows, (one, other), strict=True):
                assert state.seat is not None
                info(view(game, game.observe(state, state.seat)), state.seat, row)
            assert (rows[0][fields] == rows[1]).all()
            action = rng.choice([action for action in game.legal(one) if action.to != "wenz"])
            kind, _, suit = action.to.partition("-")
            one = game.apply(one, action)
            other = game.apply(other, action._replace(to=f"{kind}-{renamed[suit]}" if suit else kind))
        solos, calls = solos + one.contract.startswith("solo"), calls + one.contract.startswith("ruf")
    assert (suits.FIELDS[0] == np.arange(len(fields))).all() and solos + calls > 3


def test_what_is_learned_of_exchanged_suits_is_said_of_the_cards_as_they_are(learner: predict.Learner) -> None:
    """What the network makes of a position in one of the ways is what it makes of that position in the other deal."""
    game = Schafkopf("paper")
    for way, table in enumerate(suits.CARDS.tolist()):
        rng, to = Random(way), dict(zip(NAMES, (NAMES[card] for card in table), strict=True))
        names = {SUITS["SGEH".index(face[0])]: SUITS["SGEH".index(to[face][0])] for face in ("SA", "GA", "EA")}
        deal = game.deal(rng)
        one = game.start(deal)
        other = game.start(deal | {"hands": [[to[face] for face in hand] for hand in deal["hands"]]})
        seen: list[list[Any]] = [[], []]
        courses = np.zeros((2, 2, len(LONG)), np.uint8)
        laid = 0
        while (seat := one.seat) is not None:
            for rows, state in zip(seen, (one, other), strict=True):
                rows.append((view(game, game.observe(state, seat)), laid, seat))
            action = rng.choice([action for action in game.legal(one) if action.to != "wenz"])
            kind, dash, suit = action.to.partition("-")
            word = kind + dash + names.get(suit, suit)
            cards = tuple(table[card] for card in action.cards)
            if cards:
                courses[:, :, laid] = (action.cards[0], seat), (cards[0], seat)
                laid += 1
            one, other = game.apply(one, action), game.apply(other, action._replace(to=word, cards=cards))
        found = []
        for rows, course, turned in zip(seen, courses, (way, 0), strict=True):
            states, played, groups = (np.array(column) for column in zip(*rows, strict=True))
            n = len(rows)
            told = hands.Hands(states, played, groups, *(np.tile(part, (n, 1)) for part in course), *(None,) * 6)
            with torch.no_grad():
                found.append(learner.logits(told, np.full(n, turned)).numpy())
        np.testing.assert_allclose(found[0], found[1][:, table], atol=1e-5)
        assert laid == 32 and (way == 0 or not np.allclose(found[0], found[1]))


@pytest.mark.parametrize("rules", ["club:geier=yes", "club:deck=short", "paper:klopfen=yes"])
def test_where_the_network_knows_nothing_all_deals_are_equally_likely(rules: str, learner: predict.Learner) -> None:
    game, told = Schafkopf(rules), 0
    player = hp_pimc.HpPimc(game, 2, 2, torch_setup.arrays_of(learner.network), "it knows")
    for number in range(6):
        state, rng = game.start(game.deal(Random(number))), Random(number)
        while state.seat is not None:
            seen = game.observe(state, state.seat)
            decision = decide(player, seen, rng)
            even = np.allclose(holders(player.worlds(seen)), holders(worlds(game, seen)))
            if len(seen.legal) > 1:
                unknown = not player.knows(seen)
                assert ("does not know" in decision.note) == unknown and (even or not unknown)
                told += unknown
            bids = [a for a in game.legal(state) if "geier" in a.to] or game.legal(state)
            state = game.apply(state, rng.choice(bids))
    assert told > 10


def test_calibration() -> None:
    said, true = np.array([0.05, 0.05, 0.95, 0.95, 1.0, 0.5]), np.array([False, False, True, True, True, True])
    bins = reliability(said, true)
    assert bins == (Bin(2, 0.05, 0.0), Bin(1, 0.5, 1.0), Bin(3, pytest.approx(2.9 / 3), 1.0))  # type: ignore[arg-type]
    assert error(bins) == pytest.approx((2 * 0.05 + 0.5 + 3 * (0.1 / 3)) / 6)


def test_bench_of_beliefs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has drawn so many deals, all equally likely, believes what is proved, nearly; who has drawn two does not."""
    monkeypatch.setattr(bench, "BELIEF_DEALS", 1)
    monkeypatch.setattr(bench, "BELIEVERS", ("pimc:deals=1000,simulations=1", "pimc:deals=2,simulations=1"))
    many, few = bench.beliefs()
    assert many["ratio"] == pytest.approx(1, abs=0.01) and few["ratio"] > 1.5
    assert "calibration error 0.0" in many["conditions"] and "error 0.0" not in few["conditions"]


def test_scores(played: hands.Hands) -> None:
    """Who believes all deals equally likely gains nothing; who knows the truth loses nothing."""
    even, bins = hands.score(played, hands.expected(played))
    assert even.log_loss == even.uniform <= even.possible and even.low == even.high == 0
    assert sum(bin["n"] for bin in bins) > even.n
    knows, _ = hands.score(played, played.held.astype(float))
    assert knows.log_loss == knows.error == 0 and knows.low == 1


def test_another_player_plays_the_games_of_a_preset_that_names_one() -> None:
    learner = predict.Learner(replace(TINY, player="rule-based"))
    played, own = (hands.play_share(learner.share(0.9, 3, "1")) for learner in (learner, predict.Learner(TINY)))
    assert not np.array_equal(played.cards, own.cards)
    again = hands.play(registry.agent(Schafkopf("paper"), "rule-based"), range(3), "1")
    for ours, theirs in zip(played, again, strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_training_resumes_to_the_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(predict.PRESETS, "tiny", TINY)
    monkeypatch.setattr(predict, "CARD_GAMES", 2)

    request = Request("schafkopf", "hp-pimc", "tiny", 3, tmp_path, False, lambda report: None)
    resumes_to_the_bit(predict.train, request, 6)
    player = registry.agent(Schafkopf("club"), f"hp-pimc:deals=2,simulations=2@{tmp_path / 'whole'}")
    _, seen = from_short({"hand": "EO GO HO SO EU GU HU SU", "rules": "club"})
    assert "log-loss" in decide(player, seen, Random(1)).note
