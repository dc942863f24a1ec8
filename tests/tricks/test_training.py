"""The trainers of tricks: the same bytes after an interruption, batches that play by the law, the study."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from cardtui.agents.tricks.features import CARDS, by_rank, of_document, place_of

from cardtui import registry
from cardtui.core import Refusal, decide
from cardtui.games.tricks.rules import PLAYS, SUITS, State, Tricks

pytest.importorskip("torch")

from cardtui.agents.training.runs import Request
from cardtui.agents.training.tricks import (
    filtered_cloning,
    players,
    self_play,
    solver_labels,
    study,
    supervised,
    table,
)
from cardtui.agents.training.tricks.algorithm import Algorithm
from cardtui.agents.training.tricks.train import PRESETS, train

from ..trainers import resumes_to_the_bit

SMALL_WIN = replace(filtered_cloning.WIN, rounds=3, matches=20, epochs=2)
SMALL_WIN_LOSE = replace(SMALL_WIN, lost_matches=True)
SMALL: dict[str, Callable[[], Algorithm]] = {
    "mlp-win": partial(filtered_cloning.FilteredCloning, SMALL_WIN),
    "mlp-win-lose": partial(filtered_cloning.FilteredCloning, SMALL_WIN_LOSE),
    "mlp-exact": partial(supervised.Supervised, replace(supervised.BEST, chunks=3, batches=2, batch_size=32)),
    "mlp-play": partial(self_play.SelfPlay, replace(self_play.BEST, chunks=3, positions=80, batch_size=32)),
}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Training runs of three chunks, cards of few matches."""
    for bot, algorithm in SMALL.items():
        monkeypatch.setitem(PRESETS[bot], next(iter(PRESETS[bot])), algorithm)
    for module in (filtered_cloning, supervised, self_play):
        monkeypatch.setattr(module, "TEST_MATCHES", 10)
    for module in (supervised, self_play):
        monkeypatch.setattr(module, "TEST_EVERY", 2)
    monkeypatch.setattr("cardtui.agents.training.tricks.train.CARD_MATCHES", 20)
    monkeypatch.setitem(study.NETWORKS, "win-lose", SMALL_WIN_LOSE)


@pytest.mark.parametrize("bot", SMALL)
@pytest.mark.usefixtures("small")
def test_an_interrupted_training_goes_on_to_the_same_bytes(bot: str, tmp_path: Path) -> None:
    preset = "paper" if "win" in bot else "best"
    resumes_to_the_bit(train, Request("tricks", bot, preset, 3, tmp_path, False, lambda now: None), 2)
    broken = tmp_path / "broken"
    files = {path.name for path in broken.iterdir()}
    assert files - {"earlier"} == {"answers.npz", "card.toml", "curve.csv", "model.safetensors"}
    card = registry.card(registry.bot_entry("tricks", bot), str(broken))
    assert card and card["command"] == f"cardtui train tricks {bot} --preset {preset} --seed 3"
    registry.agent(registry.game("tricks"), f"{bot}@{broken}")


def test_a_preset_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="has no preset 'paper'; its presets: best"):
        train(Request("tricks", "mlp-play", "paper", 1, tmp_path, False, lambda now: None))
    with pytest.raises(Refusal, match="no interrupted training"):
        train(Request("tricks", "mlp-play", "best", 1, tmp_path, True, lambda now: None))


# --- batches --------------------------------------------------------------------------------------


def opened(deals: Any, row: int) -> State:
    """The state of the law for a row of deals."""
    names = [f"{card % 10}{SUITS[card // 10]}" for card in deals[row]]
    hands = [names[: CARDS // 2], names[CARDS // 2 :]]
    return Tricks("tricks:duplicate=no").start({"hands": hands, "first": 0, "scores": [0.0, 0.0]})


def test_batches_play_by_the_law() -> None:
    """Legal cards, whose turn it is, tricks taken: as the law has them, card by card."""
    rng, game = np.random.default_rng(1), Tricks("tricks:duplicate=no")
    deals = rng.permuted(np.tile(np.arange(CARDS), (20, 1)), axis=1)
    at, states = table.opened(deals, CARDS // 2), [opened(deals, row) for row in range(20)]
    taken = np.zeros(20, int)
    for _ in range(CARDS):
        for row, state in enumerate(states):
            legal = [place_of(action.cards[0]) for action in game.legal(state)]
            assert at.mover[row] == state.seat and np.flatnonzero(at.legal[row]).tolist() == sorted(legal)
            assert table.first(at, rng)[row] == legal[0]
        cards = table.random(at, rng)
        at, won = table.after(at, cards)
        taken += won
        states = [
            game.apply(state, PLAYS[card // 10 * 16 + card % 10]) for state, card in zip(states, cards, strict=True)
        ]
    assert taken.tolist() == [state.taken[0][0] for state in states]


def test_batch_players_are_the_bots() -> None:
    """At every turn of random games the batch's card is the bot's."""
    rng, game = np.random.default_rng(2), Tricks("tricks:duplicate=no")
    deals = rng.permuted(np.tile(np.arange(CARDS), (8, 1)), axis=1)
    at, states = table.opened(deals, CARDS // 2), [opened(deals, row) for row in range(8)]
    some = {
        "exact": players.exact,
        "mlp-win": players.document_player(study._shipped("mlp-win")),
        "mlp-exact": players.rank_player(study._shipped("mlp-exact")),
    }
    bots = {name: registry.agent(game, name) for name in some}
    for _ in range(CARDS):
        for name, player in some.items():
            for card, state in zip(player(at, rng), states, strict=True):
                decision = decide(bots[name], game.observe(state, state.seat or 0), Random(1))
                chosen = place_of(decision.action.cards[0])
                values = {place_of(option.action.cards[0]): option.value or 0.0 for option in decision.options}
                assert values[card] == pytest.approx(values[chosen], abs=1e-6), name
        cards = table.random(at, rng)
        at, _ = table.after(at, cards)
        states = [
            game.apply(state, PLAYS[card // 10 * 16 + card % 10]) for state, card in zip(states, cards, strict=True)
        ]


def test_revoking_random_plays_a_place_below_the_number_of_legal_cards() -> None:
    rng = np.random.default_rng(3)
    deals = rng.permuted(np.tile(np.arange(CARDS), (400, 1)), axis=1)
    at, _ = table.after(table.opened(deals, CARDS // 2), deals[:, 0])
    cards = table.revoking(at, rng)
    places = at.place[np.arange(400), cards] - CARDS // 2
    assert (places >= 0).all() and (places < at.legal.sum(1)).all()
    assert not at.legal[np.arange(400), cards].all()


def test_labels_are_what_the_solver_says() -> None:
    from cardtui.games.tricks.kernel import rules_of
    from cardtui.games.tricks.solver import solved
    from cardtui.kernels import random_state

    rows, epsilons = 200, np.array([0.0, 1.0])
    hands, others = np.empty((rows, CARDS), bool), np.empty((rows, CARDS), bool)
    leds, regrets = np.empty(rows, np.int64), np.empty((rows, CARDS), np.int8)
    deck = rules_of(Tricks("tricks:duplicate=no"))
    solver_labels.labelled_positions(solved(10), deck, epsilons, hands, others, leds, regrets, random_state(5))
    best_play, against_random = np.empty((rows, CARDS)), np.empty((rows, CARDS))
    solver_labels.card_values(solved(10), hands, others, leds, best_play, against_random)
    for row in range(rows):
        legal = regrets[row] != solver_labels.ILLEGAL
        assert (best_play[row] >= 0).tolist() == legal.tolist() and hands[row][legal].all()
        assert (best_play[row].max() - best_play[row][legal]).tolist() == regrets[row][legal].tolist()
        assert regrets[row].max() > 0 and regrets[row][legal].min() == 0
        assert others[row].sum() + (leds[row] >= 0) == hands[row].sum()


def test_what_the_networks_see() -> None:
    hand, other = np.zeros((1, CARDS), bool), np.zeros((1, CARDS), bool)
    hand[0, [3, 9, 12]], other[0, [5, 11]] = True, True
    inputs, outputs = by_rank(hand, other, np.array([7]))
    assert outputs[0, [9, 7, 5, 3, 12, 11]].tolist() == [0, 1, 2, 3, 10, 11]
    assert [np.flatnonzero(part).tolist() for part in inputs.reshape(3, CARDS)] == [[0, 3, 10], [2, 11], [1]]
    seen = of_document(other, hand, np.array([7])).reshape(3, CARDS)
    assert [np.flatnonzero(part).tolist() for part in seen] == [[5, 11], [3, 9, 12], [7]]


# --- the study ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("small")
def test_the_study_sets_our_figures_beside_the_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "MATCHES", 50)
    found = study.reproduce(1, lambda now: None, "players")
    (rows,) = found["tables"]
    assert rows["source"][:2] == [[0, 0, 100], [42, 43, 15]] and rows["ours"][0] == [0.0, 0.0, 100.0]
    assert len(rows["ours"]) == len(rows["rows"]) and found["claims"] == [] and found["graphs"] == []
    run = study.follow(("win-lose", 1, 100))
    assert len(run.rounds) == 3 and sum(run.final[:3]) == pytest.approx(1)
    with pytest.raises(Refusal, match="no table 'x'"):
        study.reproduce(1, lambda now: None, "x")
