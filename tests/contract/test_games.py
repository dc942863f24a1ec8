"""Every registered game, under every named rule set and random ones, at every number of seats."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from cardtui import registry
from cardtui.testing import bot_laws, laws
from cardtui.testing.examine import STATE_LAWS

from .. import samples
from .leaks import HIDING, Forgetful, HonouredGame, OpenGame, Peeker, TellingGame
from .replay import digest

CASES = [
    (name, rules, seats)
    for name, entry in registry.games().items()
    for rules in (*laws.rule_sets(name), "random")
    for seats in range(entry.seats[0], entry.seats[1] + 1)
]


@pytest.mark.parametrize(("name", "rules", "seats"), CASES)
def test_whole_games_and_all_laws_at_one_turn_of_each(name: str, rules: str, seats: int) -> None:
    rng = Random(f"{name}/{rules}/{seats}")
    for number in range(12):
        game = registry.game(name, laws.random_rules(name, rng) if rules == "random" else rules, seats)
        played = laws.whole_game(game, rng, follow_probability=(number % 4) / 3)
        for holds in STATE_LAWS.values():
            holds(game, played.sample, rng)
        laws.hidden_cards_law(game, played, rng)
    for holds in STATE_LAWS.values():
        holds(game, played.last, rng)


@pytest.mark.parametrize(
    ("name", "rules"), [(name, rules) for name in HIDING for rules in (*laws.rule_sets(name), "random")]
)
def test_cards_never_seen_are_not_told_where_a_bot_plays(name: str, rules: str) -> None:
    rng = Random(f"{name}/{rules}")
    for _ in range(12):
        game = registry.game(name, laws.random_rules(name, rng) if rules == "random" else rules)
        agent = registry.agent(game, samples.of(name).seats[0])
        laws.hidden_cards_law(game, laws.whole_game(game, rng, agent=agent), rng)


@pytest.mark.parametrize("name", registry.games())
def test_the_spec_of_a_game_makes_the_same_game(name: str) -> None:
    rng = Random(name)
    for _ in range(50):
        game = registry.game(name, laws.random_rules(name, rng))
        again = registry.game(name, game.spec)
        assert again.spec == game.spec
        state = game.start(game.deal(Random(1)))
        assert again.legal(again.start(again.deal(Random(1)))) == game.legal(state)


@pytest.mark.parametrize("name", HIDING)
def test_a_leaking_observation_is_caught(name: str) -> None:
    game, rng = TellingGame(registry.game(name)), Random(1)
    with pytest.raises(AssertionError, match="can tell the re-dealt world"):
        laws.redeal_law(game, game.start(game.deal(rng)), rng, trials=10)


@pytest.mark.parametrize("name", HIDING)
def test_a_leak_that_determinize_honours_is_caught(name: str) -> None:
    game, rng = HonouredGame(registry.game(name)), Random(1)
    laws.redeal_law(game, game.start(game.deal(rng)), rng, trials=10)
    with pytest.raises(AssertionError, match="can tell deals apart"):
        laws.hidden_cards_law(game, laws.whole_game(game, rng), rng)


@pytest.mark.parametrize("name", HIDING)
def test_a_peeking_bot_is_caught_and_an_honest_one_is_not(name: str) -> None:
    game, rng = OpenGame(registry.game(name)), Random(2)
    state = game.start(game.deal(rng))
    bot_laws.blind_law(game, registry.agent(game, "random"), state, rng, trials=20)
    with pytest.raises(AssertionError, match="knows more than it was shown"):
        bot_laws.blind_law(game, Peeker(game), state, rng, trials=20)


@pytest.mark.parametrize("name", registry.games())
def test_a_lost_card_is_caught(name: str) -> None:
    with pytest.raises(AssertionError, match="lost or doubled"):
        laws.whole_game(Forgetful(registry.game(name)), Random(3))


def test_the_same_in_another_process_under_another_hash_seed() -> None:
    """Observations, decisions, re-dealt worlds and results, in one hash."""
    root = Path(__file__).parents[2]
    hashes = {digest()}
    for hash_seed in ("0", "4242"):
        run = subprocess.run(
            [sys.executable, "-m", "tests.contract.replay"],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        hashes.add(run.stdout.strip())
    assert len(hashes) == 1
