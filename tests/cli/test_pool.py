"""The pools of players never met: who is in them, what they amount to, what `arena --pool` prints."""

from __future__ import annotations

import shlex
from pathlib import Path
from random import Random
from statistics import stdev
from typing import Any

import pytest

from cardtui import arena, registry
from cardtui.arena import Outcome, figures
from cardtui.intervals import student

from .common import Run, data

GAMES = [name for name, entry in registry.games().items() if entry.pool]


@pytest.mark.parametrize("game", GAMES)
def test_a_pool_has_eight_players_or_more_who_are_no_bots(game: str) -> None:
    pool = registry.pool(game)
    assert len(pool) >= 8 and all(name.startswith("pool-") for name in pool)
    assert not set(pool) & set(registry.bot_names(game))
    assert all(registry.bot_entry(game, name) is bot for name, bot in pool.items())
    assert not any(bot.trainer or bot.borrows for bot in pool.values())


def test_the_dice_of_tricks_claim_no_figures_where_there_is_no_choice() -> None:
    table, rng = registry.game("tricks"), Random(2)
    state = table.start(table.deal(rng))
    while len(table.legal(state)) > 1:
        state = table.apply(state, table.legal(state)[0])
    seat = table.turn(state)
    assert seat is not None
    (decision,) = registry.agent(table, "pool-dice").think(table.observe(state, seat), rng)
    (option,) = decision.options
    assert (option.probability, option.value, option.visits, decision.unit) == (1.0, None, None, "probability")


@pytest.mark.parametrize("game", GAMES)
def test_players_of_a_pool_play_differently(game: str) -> None:
    """No two of them answer alike in all of some positions."""
    table, answers = registry.game(game), dict[str, list[str]]()
    states, rng = list[Any](), Random(4)
    while len(states) < 150:
        state = table.start(table.deal(rng))
        while table.turn(state) is not None:
            states.append(state)
            state = table.apply(state, rng.choice(table.legal(state)))
    quick = [name for name, bot in registry.pool(game).items() if bot.kind == "heuristic"]
    for name in quick:
        agent, seats = registry.agent(table, name), [table.turn(state) for state in states]
        seen = [table.observe(state, seat) for state, seat in zip(states, seats, strict=True) if seat is not None]
        answers[name] = [str(next(iter(agent.think(each, Random(1)))).action) for each in seen]
    assert len({tuple(said) for said in answers.values()}) == len(quick)


def test_what_a_pool_amounts_to() -> None:
    game = registry.game("yaniv")
    series = [arena.pairing("bot", name) for name in ("weak", "strong", "even")]
    shares = [(1.0, 0.5, 1.0, 0.5) * 10, (0.0, 0.5, 0.0, 0.0) * 10, (0.5, 0.5, 0.5, 0.5) * 10]
    found = figures.pool(game, series, [[Outcome((x, 1 - x), (x, 1 - x), 0.0) for x in each] for each in shares])
    assert (found["players"], found["deals"], found["worst"]["against"]) == (3, 40, "strong")
    assert found["mean"]["mean"] == pytest.approx((0.75 + 0.125 + 0.5) / 3)
    assert found["worst"]["mean"] == pytest.approx(0.125)
    margin = student(39, 1 - 0.05 / 3) * stdev(shares[1]) / 40**0.5
    assert found["worst"]["ci95"] == pytest.approx([0.125 - margin, 0.125 + margin])


def test_the_worst_of_equals_is_not_worse_than_they_are() -> None:
    """The plain minimum of twenty equal players lies well below their mean; the figure does not, and is covered."""
    game, rng, off, lowest, held = registry.game("yaniv"), Random(3), list[float](), list[float](), 0
    series = [arena.pairing("bot", str(name)) for name in range(20)]
    for _ in range(150):
        shares = [[rng.random() for _ in range(40)] for _ in series]
        found = figures.pool(game, series, [[Outcome((x, 1 - x), (x, 1 - x), 0.0) for x in each] for each in shares])
        off.append(found["worst"]["mean"] - 0.5)
        lowest.append(min(map(sum, shares)) / 40 - 0.5)
        held += found["worst"]["ci95"][0] <= 0.5 <= found["worst"]["ci95"][1]
    assert sum(lowest) / 150 < -0.06
    assert abs(sum(off) / 150) < 0.012
    assert held >= 138


def test_the_worst_of_few_deals_lies_in_its_interval() -> None:
    game, rng, above = registry.game("yaniv"), Random(4), 0
    series = [arena.pairing("bot", str(name)) for name in range(20)]
    for _ in range(50):
        shares = [[rng.choice([0.0, 0.5, 1.0]) for _ in range(5)] for _ in series]
        found = figures.pool(game, series, [[Outcome((x, 1 - x), (x, 1 - x), 0.0) for x in each] for each in shares])
        low, high = found["worst"]["ci95"]
        assert 0 <= low <= found["worst"]["mean"] <= high <= 1
        above += found["worst"]["mean"] == high < 1
    assert above  # otherwise nothing was widened


def test_the_arena_prints_each_player_mean_and_worst(run: Run) -> None:
    asked = ("arena", "yaniv", "greedy", "--pool", "--deals", "4", "--seed", "5", "--jobs", "1")
    found = data(run, *asked)
    assert [row["b"] for row in found["results"]] == list(registry.pool("yaniv"))
    assert all(row["a"] == "greedy" and len(row["ci95"]) == 2 for row in found["results"])
    means = [row["mean_a"] for row in found["results"]]
    assert found["command"] == f"cardtui {' '.join(asked)} --json" and found["weights"] == ""
    assert found["pool"]["mean"]["mean"] == pytest.approx(sum(means) / len(means))
    code, out, _ = run(*asked)
    assert code == 0
    assert all(name in out for name in registry.pool("yaniv")) and f"mean of {len(means)}" in out and "worst: " in out


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("98", "search", "--pool"), "98 has no pool of players to meet; there is one for yaniv"),
        (("yaniv", "greedy", "harel", "--pool"), "one bot meets the pool, not 2"),
        (("yaniv", "greedy", "--pool", "--table"), "leave out --table and --lock"),
        (("yaniv", "greedy", "pool-hoarde"), "pool-hoarder"),
    ],
)
def test_what_does_not_fit_a_pool_is_refused(run: Run, asked: tuple[str, ...], told: str) -> None:
    code, _, said = run("arena", *asked)
    assert code == 2
    assert told in said


def test_the_command_of_a_pool_names_the_file_of_its_game(run: Run, tmp_path: Path, own_games: None) -> None:
    """It was left out, so that the command did not measure anything again."""
    toy = Path(__file__).parents[1] / "toy_game" / "toy.py"
    file = tmp_path / "pooled.py"
    file.write_text(
        f"""
from cardtui.entries import Bot
from cardtui.loading import load
TOY = load({f"{toy}:GAME"!r})
GAME = TOY._replace(pool=(Bot("pool-any", "toy", "cardtui.agents.uniform:Uniform"),))
"""
    )
    words = ("--game", str(file), "arena", "toy", "random", "--pool", "--deals", "2", "--jobs", "1")
    assert data(run, *words)["command"] == shlex.join(["cardtui", *words, "--json"])
