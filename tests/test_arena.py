"""The arena: every deal in every seating, intervals over deals, the same results from any number of processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from math import inf, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cardtui import arena, dice, registry
from cardtui.arena import figures
from cardtui.core import Refusal, decide
from cardtui.intervals import Estimate, by_groups, estimate, share_by_groups, student, wilson


def play(series: arena.Series, **how: Any) -> dict[str, Any]:
    rules = how.pop("rules", "paper")
    found = arena.run("yaniv", rules, [series], **{"deals": 40, "seed": 7} | how)
    row: dict[str, Any] = found["results"][0]
    return row


@pytest.mark.parametrize(("seats", "games"), [(2, 2), (4, 6), (6, 20)])
def test_a_pairing_is_every_arrangement_of_half_and_half(seats: int, games: int) -> None:
    seatings = arena.pairing("a", "b", seats).seatings
    assert len(seatings) == len(set(seatings)) == games
    assert all(sum(seating) == seats // 2 for seating in seatings)


def test_a_pairing_needs_an_even_number_of_seats() -> None:
    with pytest.raises(Refusal, match="even number of seats, not 3"):
        arena.pairing("a", "b", 3)


def test_a_table_seats_each_bot_on_each_seat() -> None:
    seatings = arena.table("wxyz").seatings
    assert len(seatings) == 4
    assert all(Counter(seating[seat] for seating in seatings) == Counter(range(4)) for seat in range(4))


def test_greedy_beats_semirandom() -> None:
    row = play(arena.pairing("greedy", "semirandom"), deals=200)
    assert row["ci95"][0] > 0.65
    assert row["games"] == 400
    assert row["unit"] == "wins"
    assert row["win_a"] + row["win_b"] == pytest.approx(1)


def test_a_deterministic_bot_is_exactly_even_with_itself() -> None:
    row = play(arena.pairing("greedy:p=0", "greedy:p=0"))
    assert (row["mean_a"], row["se"], row["ci95"]) == (0.5, 0.0, [0.5, 0.5])
    four = play(arena.pairing("greedy:p=1", "greedy:p=1", 4), deals=20)
    assert four["mean_a"] == pytest.approx(0.5)
    assert four["se"] == pytest.approx(0, abs=1e-12)


def test_a_deterministic_table_of_equals_is_even() -> None:
    row = play(arena.table(["greedy:p=0"] * 3))
    assert row["mean"] == pytest.approx([1 / 3] * 3)
    assert row["se"] == pytest.approx([0] * 3, abs=1e-12)


def test_an_interval_of_shares_ends_where_shares_end() -> None:
    def row(gained: list[float], total: float | None, luck: list[float] | None = None) -> dict[str, Any]:
        game, two = SimpleNamespace(total=total, unit="wins"), arena.pairing("a", "b", 2)
        outcomes = [arena.Outcome((mine, 1 - mine), (mine, 1 - mine), 0.0) for mine in gained]
        if luck:
            outcomes = [one._replace(luck=(more, -more)) for one, more in zip(outcomes, luck, strict=True)]
        return figures.row(cast(Any, game), two, outcomes)

    values = [1.0, 1.0, 1.0, 0.5]
    plain = estimate(values).interval
    assert plain and plain[1] > 1
    assert row(values, 1)["ci95"] == [plain[0], 1.0]
    assert row(values, 1, [0.2, -0.2, 0.1, -0.1])["adjusted"]["ci95"][1] == 1.0
    luck = [-0.2, 0.1, -0.2, 0.0]
    assert figures.adjusted(values, luck)["mean"] > 1 == row(values, 1, luck)["adjusted"]["mean"]
    assert row(values, 2)["ci95"] == plain, "a share of 2 may lie above 1"
    debts = [-5.0, -6.0, -4.0]
    assert row(debts, 1)["ci95"] == estimate(debts).interval


@pytest.mark.parametrize(
    ("game", "rules", "seats", "best", "limits"),
    [
        ("tricks", "tricks", 2, (1.0, -1.0), (-1, 1)),
        ("zsy", "paper", 2, (1.0, 0.0), (0, 1)),
        ("yaniv", "paper", 4, (1.0, 0.0), (0, 1)),
        ("yaniv", "club", 2, (0.0, -50.0), (-50, 50)),
        ("yaniv", "club", 4, (0.0, -100.0), (-50, 50)),
        ("schafkopf", "club", 4, (180.0, -180.0), None),
    ],
)
def test_an_interval_goes_no_further_than_results_can(
    game: str, rules: str, seats: int, best: tuple[float, float], limits: tuple[float, float] | None
) -> None:
    """The bot gets the most that it can in all deals, or in all but one."""
    law, two = registry.game(game, rules, seats), arena.pairing("a", "b", seats)
    most = arena.Outcome(best, (1.0, 0.0), 0.0)
    less = most._replace(gained=(best[0] - 0.1, best[1] + 0.1))
    every, nearly = (figures.row(law, two, [most] * 30 + [last]) for last in (most, less))
    normal = estimate(figures.values_of(law, two, [best] * 30 + [less.gained])[0]).interval
    assert normal
    if limits is None:
        assert every["ci95"] == [90.0, 90.0] and nearly["ci95"] == normal
    else:
        low, high = wilson(1.0, 31)
        assert every["ci95"] == pytest.approx([limits[0] + (limits[1] - limits[0]) * end for end in (low, high)])
        assert normal[1] > limits[1] and nearly["ci95"] == [normal[0], limits[1]]


@pytest.mark.parametrize(("won", "ends"), [(1.0, wilson(1, 60)), (0.0, wilson(0, 60)), (0.5, (0.5, 0.5))])
def test_deals_that_are_all_won_or_all_lost_leave_room_for_others(won: float, ends: tuple[float, float]) -> None:
    game, two = cast(Any, SimpleNamespace(total=1, unit="wins")), arena.pairing("a", "b", 2)
    outcomes = [arena.Outcome((won, 1 - won), (won, 1 - won), 0.0)] * 60
    assert figures.row(game, two, outcomes)["ci95"] == pytest.approx(ends)
    told = figures.pool(game, [two, two], [outcomes, outcomes])
    assert told["mean"]["ci95"] == pytest.approx(ends)
    low, high = told["worst"]["ci95"]
    assert low <= ends[0] and ends[1] <= high and (won == 0.5 or high - low > ends[1] - ends[0])


def test_the_worst_of_a_pool_over_few_deals_is_as_uncertain_as_its_error() -> None:
    """Two players: 97.5% each, by Student's t with two degrees of freedom."""
    game, two = registry.game("yaniv", "club", 2), arena.pairing("greedy", "semirandom")
    results = [[figures.Outcome((gained, 0.0), (0.5, 0.5), 0.0) for gained in row] for row in ([1, 2, 6], [9, 9, 8])]
    worst = figures.pool(game, [two, two], results)["worst"]
    assert (worst["mean"], worst["against"]) == (3.0, "semirandom")
    assert worst["ci95"] == pytest.approx([3 - 6.205 * (7 / 3) ** 0.5, (26 + 6.205) / 3], abs=0.002), (
        "the lowest of both ends"
    )


def test_values_of_one_group_count_together() -> None:
    """Of groups alone it is the error of their means; what a group says twice does not make it surer."""
    once = by_groups([("a", 1.0), ("b", 2.0), ("c", 6.0)])
    plain = estimate([1.0, 2.0, 6.0])
    assert (once.mean, once.se) == pytest.approx((plain.mean, plain.se))
    twice = by_groups([("a", 1.0), ("b", 2.0), ("c", 6.0)] * 2)
    assert (twice.mean, twice.se) == pytest.approx((plain.mean, plain.se))


def test_what_lies_far_out_does_not_widen_the_steps_of_a_spread() -> None:
    values = [float(value) for value in range(100)]
    found = figures.spread([*values[:-1], 1e6])
    assert len(found) <= figures.BINS + 1 and found[-1][1] <= 120 and sum(count for _, _, count in found) == 100


def test_estimate_and_interval_are_the_textbook_ones() -> None:
    values = [0.0, 0.5, 0.5, 1.0, 1.0]
    mean, se, _ = found = estimate(values)
    assert mean == pytest.approx(fmean(values))
    assert se == pytest.approx(stdev(values) / sqrt(5))
    assert se is not None
    assert found.interval == pytest.approx([mean - 2.776445 * se, mean + 2.776445 * se])
    assert estimate([0.3])[:2] == (0.3, None)
    assert estimate([0.3]).interval is None


@pytest.mark.parametrize(
    ("freedom", "level", "errors"),
    [
        (1, 0.95, 12.706), (2, 0.95, 4.303), (3, 0.95, 3.182), (9, 0.95, 2.262), (30, 0.95, 2.042), (120, 0.95, 1.980),
        (1, 0.99, 63.657), (2, 0.99, 9.925), (5, 0.99, 4.032), (10, 0.999, 4.587), (60, 0.99, 2.660),
        (10_000, 0.95, 1.960), (inf, 0.99, 2.576),
    ],
)  # fmt: skip
def test_quantiles_are_those_of_the_table(freedom: float, level: float, errors: float) -> None:
    assert student(freedom, level) == pytest.approx(errors, abs=0.0006)


def test_intervals_of_few_values_hold_the_truth_as_often_as_they_say() -> None:
    """Of the normal interval of five values only 88% would."""
    rng = Random(5)
    held = [abs((one := estimate([rng.gauss() for _ in range(5)])).mean) <= one.margin for _ in range(4000)]
    assert sum(held) / len(held) == pytest.approx(0.95, abs=0.015)


def test_a_difference_of_unlike_errors_rests_on_the_fewer_values() -> None:
    few, many = Estimate(3.0, 2.0, 4), Estimate(1.0, 0.01, 999)
    more = few.minus(many)
    assert (more.mean, more.freedom) == (2.0, 4) and more.se == pytest.approx(2.0, 1e-4)
    alike = Estimate(1.0, 2.0, 9).minus(Estimate(1.0, 2.0, 9))
    assert alike.freedom == 18 and alike.se == pytest.approx(8**0.5)
    assert few.minus(Estimate(1.0, None)).interval is None


def test_a_share_of_values_that_depend_on_each_other_is_as_certain_as_their_groups_are_many() -> None:
    groups = [(place, place % 4 == 0) for place in range(40)]
    assert share_by_groups(groups * 50) == pytest.approx((0.25, *wilson(0.25, 39, student(39))))
    assert share_by_groups(groups * 50) == pytest.approx(share_by_groups(groups))
    assert share_by_groups([(0, True), (1, True)] * 5) == (1.0, *wilson(1.0, 10))
    even = [(place, so) for place in range(1001) for so in (True, place > 0, False)]
    assert share_by_groups(even)[1:] == pytest.approx(wilson(2001 / 3003, 3003)), "no more values than there are"


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    """Against itself the truth is 0.5: of 40 intervals, 95% are 38; fewer than 33 has a chance of 0.003."""
    series = arena.pairing("semirandom", "semirandom")
    rows = [play(series, seed=seed, deals=25) for seed in range(40)]
    assert sum(row["ci95"][0] <= 0.5 <= row["ci95"][1] for row in rows) >= 33


def test_the_figures_are_those_of_games_played_by_hand() -> None:
    game = registry.game("yaniv")
    agents = {"greedy": registry.agent(game, "greedy"), "random": registry.agent(game, "random")}
    ours = []
    for number in range(5):
        won = []
        deal = game.deal(Random(f"3/{number}"))
        for turn, order in enumerate((("greedy", "random"), ("random", "greedy"))):
            state, rngs = game.start(deal), [dice.rng(3, number, turn, seat) for seat in range(2)]
            while (seat := game.turn(state)) is not None:
                state = game.apply(state, decide(agents[order[seat]], game.observe(state, seat), rngs[seat]).action)
            won.append(game.returns(state)[order.index("greedy")])
        ours.append(fmean(won))
    row = play(arena.pairing("greedy", "random"), deals=5, seed=3)
    assert row["mean_a"] == pytest.approx(fmean(ours))
    assert row["se"] == pytest.approx(stdev(ours) / sqrt(5))


class Over:
    """A deal that is over at once, with these returns by seat."""

    def __init__(self, *returns: float) -> None:
        self.ends = returns

    def deal(self, rng: Random, standing: Any = None) -> Any:
        return {}

    def start(self, deal: Any) -> Any:
        return deal

    def turn(self, state: Any) -> None:
        return None

    def returns(self, state: Any) -> tuple[float, ...]:
        return self.ends


def test_bots_at_a_table_are_compared_deal_by_deal() -> None:
    """Their differences vary less than their means tell, since they play the same deals; each deal has its value."""
    outcomes = [figures.Outcome((a, a - 1.0, -2 * a + 1), (1.0, 0.0, 0.0), 0.0) for a in (0.0, 4.0, 8.0)]
    found = figures.detail(registry.game("schafkopf", "paper", 4), arena.table("abc"), outcomes)
    assert found["apart"][0] == (1.0, [1.0, 1.0]) and [mean for mean, _ in found["apart"]] == [1.0, 11.0, 10.0]
    assert found["spread"][0] == [(0.0, 0.0, 1), (4.0, 4.0, 1), (8.0, 8.0, 1)]


@pytest.mark.parametrize(
    ("ends", "gained", "won", "drawn"),
    [
        ((3.0, 1.0, 0.0, -4.0), (0.0, 0.0), (0.5, 0.5), 0.0),  # each is on every seat as often
        ((2.0, 2.0, 0.0, 0.0), (2.0, 2.0), (0.5, 0.5), 4 / 6),  # a tie of one bot's seats is no draw
        ((1.0, 1.0, 1.0, 1.0), (2.0, 2.0), (0.5, 0.5), 1.0),
    ],
)
def test_ties_are_shared_by_bot(
    ends: tuple[float, ...],
    gained: tuple[float, ...],
    won: tuple[float, ...],
    drawn: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "game", lambda *table: Over(*ends))
    monkeypatch.setattr(registry, "cached_agent", lambda *bot: None)
    series = arena.pairing("a", "b", 4)
    (outcome,), _ = arena.play(arena.Job("yaniv", "club", series, 1, range(1), 9))
    assert (outcome.gained, outcome.won) == (pytest.approx(gained), pytest.approx(won))
    assert outcome.drawn == pytest.approx(drawn)
    (outcome,), _ = arena.play(arena.Job("yaniv", "club", series._replace(seatings=((0, 0, 1, 1),)), 1, range(1), 9))
    assert outcome.gained == (sum(ends[:2]), sum(ends[2:])) and sum(outcome.won) == pytest.approx(1)


@pytest.mark.parametrize(
    ("game", "mean", "unit"), [("yaniv", 4.0, "points, a less b"), ("schafkopf", 2.0, "cents a game and seat")]
)
def test_points_are_those_of_a_seat(game: str, mean: float, unit: str) -> None:
    """Of two seats of each bot; where returns sum to nothing, b's are a's."""
    series = arena.pairing("a", "b", 4)
    row = figures.row(registry.game(game, "club", 4), series, [arena.Outcome((4.0, -4.0), (1.0, 0.0), 0.0)])
    assert (row["mean_a"], row["unit"]) == (mean, unit)


def test_points_are_compared_between_the_two() -> None:
    row = play(arena.pairing("greedy", "random"), rules="club")
    back = play(arena.pairing("random", "greedy"), rules="club")
    assert row["unit"] == "points, a less b"
    assert row["mean_a"] > 5
    assert back["mean_a"] < -5


def test_whole_matches_are_counted_by_who_wins_them() -> None:
    """Over several deals the better player wins more often than in one of them."""
    row = play(arena.pairing("greedy", "semirandom"), rules="club", deals=20, whole=True)
    assert (row["unit"], row["games"]) == ("matches", 40)
    assert row["mean_a"] == row["win_a"] > play(arena.pairing("greedy", "semirandom"), rules="club", deals=20)["win_a"]


def test_a_deterministic_bot_is_even_with_itself_in_whole_matches_too() -> None:
    row = play(arena.pairing("greedy:p=0", "greedy:p=0"), rules="club", deals=10, whole=True)
    assert (row["win_a"], row["se"]) == (0.5, 0.0)


def test_a_match_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "LONGEST", 3)
    with pytest.raises(Refusal, match=r"club:limit=0 has no winner after 3 deals; leave out --matches"):
        play(arena.pairing("greedy", "semirandom"), rules="club:limit=0", deals=1, whole=True)


def test_the_number_of_processes_changes_nothing() -> None:
    series = [arena.pairing("greedy", "semirandom"), arena.table(["greedy", "semirandom", "random"])]
    one, two = (arena.run("yaniv", "paper", series, deals=33, seed=5, jobs=jobs) for jobs in (1, 2))
    assert one["results"] == two["results"]
    assert two["throughput"]["games"] == 33 * 5


def test_progress_ends_at_the_total() -> None:
    seen: list[tuple[int, int]] = []
    arena.run(
        "yaniv", "paper", [arena.pairing("greedy", "random")], deals=48, seed=1, progress=lambda *now: seen.append(now)
    )
    assert seen[-1] == (96, 96)
    assert seen == sorted(seen)
    assert len(seen) > 10


def test_a_failing_bot_is_named_with_its_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtui.agents.yaniv import heuristics

    def broken(self: Any, observation: Any, rng: Any) -> Any:
        raise ZeroDivisionError("oh")
        yield

    monkeypatch.setattr(heuristics.SemiRandom, "think", broken)
    found = r"semirandom, in deal 1 of seed 7: the bot failed: ZeroDivisionError\('oh'\) .*line \d+"
    with pytest.raises(Refusal, match=found):
        play(arena.pairing("greedy", "semirandom"))


@pytest.mark.parametrize("method", ["deal", "observe", "apply", "returns"])
def test_a_failing_game_is_named_and_no_bot(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtui.games.yaniv import rules

    def broken(self: Any, *about: Any) -> Any:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(rules.Yaniv, method, broken)
    with pytest.raises(Refusal, match=r"^yaniv, in deal 1 of seed 7: ZeroDivisionError\('oh'\) .*line \d+"):
        play(arena.pairing("greedy", "greedy"))


def test_a_bot_that_cannot_be_had_is_refused_before_anything_is_played() -> None:
    with pytest.raises(Refusal, match="nearest: greedy"):
        play(arena.pairing("greedy", "gredy"), jobs=2)


def test_a_bot_that_cannot_be_built_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtui.agents.yaniv import heuristics

    def broken(self: Any, game: Any, **options: Any) -> None:
        raise ImportError("nothing to play with")

    monkeypatch.setattr(heuristics.Greedy, "__init__", broken)
    with pytest.raises(Refusal, match=r"greedy cannot be loaded: ImportError\('nothing to play with'\)"):
        play(arena.pairing("greedy", "random"))


def children(pid: int) -> list[int]:
    """The processes that `pid` started, from /proc."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has just ended
            continue
        if parent == pid:
            found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the processes in /proc")
@pytest.mark.parametrize("name, code", [("SIGINT", 130), ("SIGHUP", 129), ("SIGTERM", 143)])
def test_what_ends_the_program_ends_its_processes(name: str, code: int) -> None:
    command = [
        sys.executable,
        "-m",
        "cardtui",
        "arena",
        "yaniv",
        "greedy",
        "random",
        "--deals",
        "500000",
        "--jobs",
        "2",
    ]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 120
    while len(children(running.pid)) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(0.5)
    send = os.kill if name == "SIGTERM" else os.killpg  # a terminal sends the other two to all of them
    send(running.pid, getattr(signal, name))
    _, said = running.communicate(timeout=120)
    assert running.returncode == code
    assert "interrupted" in said
    assert "Traceback" not in said
