"""The review's worlds and judges of Schafkopf: that they are what they say, and that they are fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from agents.schafkopf import likely_worlds
from agents.schafkopf.deals import codes_of, likelihood
from agents.schafkopf.judges import BOT, Fast, Policy, Solver
from cardtui import registry
from cardtui.core import Observation, decide
from cardtui.games.schafkopf import judging
from cardtui.games.schafkopf.kernel import SIZE, pack
from cardtui.games.schafkopf.kernel_worlds import worlds as all_that_fit
from cardtui.games.schafkopf.rules import Schafkopf, State
from cardtui.games.schafkopf.settlement import ALL_POINTS
from cardtui.games.schafkopf.solver import analyse
from cardtui.games.schafkopf.words import chapter

from .deals import at_play, play, position

Decision = tuple[Schafkopf, State, Observation]


def decisions(rules: str, deals: int, player: str = "rule-based") -> Iterator[Decision]:
    """Decisions with a choice in deals of such players."""
    game = Schafkopf(rules)
    bot = registry.agent(game, player)
    for seed in range(deals):
        rng = Random(seed)
        state = game.start(game.deal(rng))
        while (seat := game.turn(state)) is not None:
            seen = game.observe(state, seat)
            if len(seen.legal) > 1:
                yield game, state, seen
            state = game.apply(state, decide(bot, seen, rng).action)


@pytest.fixture(scope="module")
def some() -> list[Decision]:
    return [*decisions("paper", 3), *decisions("club:klopfen=yes", 1)]


def test_worlds_fit_what_the_player_saw(some: list[Decision]) -> None:
    whole = 0
    for game, state, seen in some:
        found = likely_worlds.worlds(game, seen, 12, Random(1))
        assert len(found.states) == len(found.weights) == len(set(found.states))
        for world in found.states[:40]:
            assert game.observe(world, seen.seat) == seen
        if found.whole:
            assert state in found.states
            whole += 1
    assert 0 < whole < len(some)


def test_listed_deals_are_all_deals_with_the_weight_of_their_bids(
    some: list[Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = [(game, seen, likely_worlds.worlds(game, seen, 1, Random(1))) for game, _, seen in some]
    game, seen, found = max(listed, key=lambda one: one[2].whole * len(one[2].states))
    assert found.whole
    assert len(seen.zone("hand").cards) == 4
    assert len(found.states) == all_that_fit(game, seen).weight[0]
    again = np.empty(SIZE, np.int64)
    codes = codes_of(game, seen)
    assert found.weights == pytest.approx(
        [likelihood(pack(game, world), codes, seen.seat, again) for world in found.states]
    )
    monkeypatch.setattr(likely_worlds, "LISTED", 0)
    drawn = Counter[State]()
    for seed in range(10):
        sample = likely_worlds.worlds(game, seen, 2000, Random(seed))
        assert not sample.whole
        drawn.update({world: int(weight) for world, weight in zip(sample.states, sample.weights, strict=True)})
    total, number = sum(found.weights), drawn.total()
    holders: dict[tuple[Any, ...], list[float]] = {}
    for world, weight in zip(found.states, found.weights, strict=True):
        row = holders.setdefault((world.partner, world.hands[(seen.seat + 1) % 4][:2]), [0.0, 0.0])
        row[0] += weight / total
        row[1] += drawn[world] / number
    assert drawn.keys() <= set(found.states)
    assert len(holders) > 5
    for expected, seen_share in holders.values():
        assert seen_share == pytest.approx(expected, abs=0.02)


def test_the_solver_judges_as_the_solver_counts() -> None:
    for rules, bid in (("paper", "ruf-eichel"), ("club", "ruf-eichel")):
        game, state = at_play(rules, bid)
        for _ in range(3):
            worths = analyse(game, state)
            actions = [action for action in game.legal(state) if action.verb == "play"]
            found = Solver(game).values([state], [*actions, None], [0])[0]
            declares = [1 if seat in state.side else -1 for seat in range(4)]
            for action, values in zip(actions, found, strict=False):
                level = worths[action.cards[0]].guess
                # 20 for the Sauspiel, 10 for Schneider and for Schwarz; this deal has no Laufende
                cents = (20 + 10 * (level in (0, 1, 4, 5)) + 10 * (level in (0, 5))) * (1 if level >= 3 else -1)
                assert values == [cents * sign for sign in declares]
            mine = [values[state.seat or 0] for values in found]
            assert mine[-1] == max(mine[:-1])
            state = play(game, state, f"play {game.face(actions[0].cards[0])}")


def test_the_policy_plays_as_its_bot_does_from_what_a_seat_sees(some: list[Decision]) -> None:
    """Of two actions it plays each as often as the bot's policy, in any deal that fits what the seat sees."""
    compared, number = 0, 1000
    for game, _, seen in some:
        if len(seen.zone("hand").cards) > 4 or len(seen.legal) != 2:
            continue
        world = likely_worlds.worlds(game, seen, 1, Random(2)).states[0]
        found = Policy(game).values([world] * number, [None, *seen.legal], range(number))
        # after either action all dice are the same, so the judge's own is told by what comes of it
        drawn = [as_it_is == first for as_it_is, first, second in found if first != second]
        assert all(as_it_is in (first, second) for as_it_is, first, second in found)
        if len(drawn) < 100:
            continue
        options = decide(registry.agent(game, BOT), seen, Random(0)).options
        expected = next(option.probability or 0.0 for option in options if option.action == seen.legal[0])
        spread = (expected * (1 - expected) / len(drawn)) ** 0.5
        assert sum(drawn) / len(drawn) == pytest.approx(expected, abs=5 * spread + 0.002)
        compared += 1
    assert compared > 5


def test_judges_play_on_to_the_end_with_the_same_dice_for_all_actions(some: list[Decision]) -> None:
    made: dict[tuple[str, str], Any] = {}
    for game, _, seen in some[::5]:
        kind = judging.kind(game, seen)
        for entry in judging.JUDGING.judges:
            if entry.kinds and kind not in entry.kinds:
                continue
            if (entry.name, game.spec) not in made:
                make: Any = {"ppo": Policy, "solver": Solver, "fast": Fast}[entry.name]
                made[entry.name, game.spec] = make(game)
            judge, worlds = made[entry.name, game.spec], likely_worlds.worlds(game, seen, 4, Random(3)).states[:4]
            seeds = list(range(len(worlds)))
            first, *_, last = seen.legal
            both, one = judge.values(worlds, [first, last, first], seeds), judge.values(worlds, [last], seeds)
            for row, alone in zip(both, one, strict=True):
                assert row[0] == row[2]
                assert row[1] == alone[0]
                for returns in row:
                    assert sum(returns) == 0
                    assert max(map(abs, returns)) < ALL_POINTS * 100


def test_the_reference_plays_whole_deals() -> None:
    for rules in ("paper", "club:klopfen=yes"):
        game = Schafkopf(rules)
        state = game.start(game.deal(Random(4)))
        values = [row[0] for row in Policy(game).values([state] * 16, [None], list(range(16)))]
        assert len(set(map(tuple, values))) > 1
        assert all(sum(row) == 0 for row in values)


def test_equal_cards_are_worth_the_same_to_the_solver(some: list[Decision]) -> None:
    merged = 0
    for game, _, seen in some:
        same = judging.alike(game, seen)
        assert all(same[first] == first for first in same.values())
        pairs = [(action, first) for action, first in same.items() if action != first]
        if not pairs or len(seen.zone("hand").cards) == 8:
            continue  # with whole hands the solver may exceed its budget
        merged += 1
        solver = Solver(game)
        worlds = likely_worlds.worlds(game, seen, 20, Random(5)).states[:20]
        for row in solver.values(worlds, [action for pair in pairs for action in pair], [0] * len(worlds)):
            for place in range(0, len(row), 2):
                assert row[place] == row[place + 1]
    assert merged > 3


def test_cards_are_equal_if_no_other_card_can_come_between() -> None:
    hands = (
        "S7 S8 S9 SK S10 SA G7 G9",
        "EA E9 E8 E7 EK E10 SU HU",
        "G8 GK G10 EO H10 HK GU EU",
        "GA H8 HA H7 H9 SO HO GO",
    )
    game, state = at_play("paper", "solo-herz", hands, declarer=2)
    seen = game.observe(state, 0)
    equal = {game.face(a.cards[0]): game.face(f.cards[0]) for a, f in judging.alike(game, seen).items() if a != f}
    # all Schellen are in the hand, but do not count the same; between G7 and G9 lies another's G8
    assert equal == {"S8": "S7", "S9": "S7"}


def test_doublings_are_no_bids() -> None:
    """The phase of a decision tells knocks, bids, and Kontra and Re apart; under club Re may come within a trick."""
    found = {
        (str(seen.facts["phase"]), judging.phase(game, seen))
        for rules in ("paper", "club:klopfen=yes")
        for game, _, seen in decisions(rules, 12, "random")
    }
    before = {(asked, phase) for asked, phase in found if asked != "play"}
    assert before == {("knock", "knocking"), ("bid", "bids"), ("contra", "doublings"), ("retour", "doublings")}
    assert {phase for asked, phase in found if asked == "play"} == {"tricks 1-3", "tricks 4-6", "tricks 7-8"}


def test_doublings_at_a_card_belong_to_its_trick() -> None:
    """Below a curve stood `bids 1 bids 1 2` where Kontra was said at the first card."""
    game, state = at_play("club", "solo-gras", declarer=2)
    state = play(game, state, "E7", "contra")
    assert state.phase == "retour" and chapter(game, game.observe(state, 0)) == "trick 1"
    game = Schafkopf("paper")
    state = play(game, position(game), "bid > ruf-eichel", "pass", "pass", "pass")
    assert state.phase == "contra" and chapter(game, game.observe(state, 0)) == "bids"
