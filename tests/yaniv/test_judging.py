"""The judges of Yaniv: their worlds fit what was seen, their kernels play by the rules, with the same dice for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from cardtui.agents.yaniv.judges import Learned, Simple, pack_all

from cardtui import registry
from cardtui.core import Action, Observation, decide
from cardtui.games.yaniv.judging import alike, learned, redrawn, worlds
from cardtui.games.yaniv.kernel import pack
from cardtui.games.yaniv.rules import State, Yaniv
from cardtui.games.yaniv.worlds import draw_world, plan, sample_world


def positions(game: Yaniv, seed: int, every: int) -> Iterator[State]:
    """Yield positions of a deal between a bot and random play that does not call, so that stacks run out."""
    rng, bot = Random(seed), registry.agent(game, "greedy")
    state = game.start(game.deal(rng))
    while (seat := game.turn(state)) is not None:
        if state.turn % every == 0:
            yield state
        seen = game.observe(state, seat)
        wild = [action for action in seen.legal if action.verb != "yaniv"]
        state = game.apply(state, decide(bot, seen, rng).action if rng.random() < 0.5 else rng.choice(wild))


@pytest.mark.parametrize(("rules", "seats"), [("paper", 4), ("club", 6)])
def test_worlds_fit_what_was_seen_and_lead_there(rules: str, seats: int) -> None:
    game, rng, shuffled = Yaniv(rules, seats), Random(1), 0
    for state in [state for seed in range(8) for state in positions(game, seed, 5)]:
        seen = game.observe(state, state.seat or 0)
        for world in worlds(game, seen, 2, rng).states:
            assert game.observe(world, seen.seat) == seen
            for seat in range(seats):  # each seat's own story must lead to its hand
                other = game.observe(world, seat)
                assert game.observe(game.determinize(other, rng), seat) == other
        shuffled += state.reshuffles > 0
    assert shuffled


def test_worlds_are_as_likely_as_those_of_determinize() -> None:
    game, rng = Yaniv("paper", 3), Random(2)
    seen = next(game.observe(s, s.seat or 0) for s in positions(game, 3, 1) if s.turn == 9)
    common, tries = plan(game.deck, 3, seen), 3000
    mine, theirs = Counter[int](), Counter[int]()
    for _ in range(tries):
        mine.update(draw_world(common, seen, rng).hands[(seen.seat + 1) % 3])
        theirs.update(sample_world(game.deck, 3, seen, rng).hands[(seen.seat + 1) % 3])
    assert set(mine) == set(theirs)
    assert all(abs(mine[card] - theirs[card]) < 5 * (2 * theirs[card]) ** 0.5 for card in theirs)


@pytest.mark.parametrize("rules", ["paper", "club"])
def test_the_kernel_plays_on_as_yaniv_td_does_by_the_rules(rules: str) -> None:
    game = Yaniv(rules, 3)
    bot = registry.agent(game, "yaniv-td:rollouts=0")
    judge, rng = Learned(game), Random(0)
    for state in positions(game, 4, 7):
        action = game.legal(state)[-1]
        after = game.apply(state, action)
        while (seat := game.turn(after)) is not None:
            after = game.apply(after, decide(bot, game.observe(after, seat), rng).action)
        assert judge.values([state], [action], [3]) == [[list(game.returns(after))]]


@pytest.mark.parametrize("judge", [Learned, Simple])
def test_the_dice_are_those_of_the_world_whatever_the_action(judge: type[Learned | Simple]) -> None:
    game, rng = Yaniv("paper", 4), Random(6)
    state = next(state for state in positions(game, 5, 1) if state.turn == 6)
    seen = game.observe(state, state.seat or 0)
    states, first = worlds(game, seen, 20, rng).states, seen.legal[0]
    assert (pack_all(game, states) == [pack(game, state) for state in states]).all()
    values = judge(game).values(states, [first, *seen.legal, None], range(20))
    alone = judge(game).values(states[3:4], [first], [3])
    for row in values:
        assert row[0] == row[1]
        assert all(abs(sum(seats) - 1) < 1e-9 for seats in row)
    assert alone[0][0] == values[3][0]
    after = game.apply(states[3], first)
    assert judge(game).values([after], [None], [3])[0][0] == alone[0][0]
    other = redrawn(game, states[3], rng)
    assert game.observe(other, seen.seat) == seen and other.stack != states[3].stack


def test_suits_count_where_a_run_could_use_them() -> None:
    game = Yaniv("paper")
    hand, pile = ["7c", "7d", "Kc", "Kd", "2s"], ["9h"]
    gone = [f"{row}{suit}" for row in (5, 6, 8, 9) for suit in "cd"]
    seen = _seen(game, hand, pile)
    lay = {text: Action("discard", (game.card(text),), "stack") for text in hand}
    assert len(set(alike(game, seen).values())) == len(seen.legal)
    seen = seen._replace(
        zones=tuple(z._replace(cards=tuple(map(game.card, gone))) if z.name == "buried" else z for z in seen.zones)
    )
    assert alike(game, seen)[lay["7d"]] == lay["7c"]
    assert alike(game, seen)[lay["Kd"]] == lay["Kd"]


def _seen(game: Yaniv, hand: list[str], pile: list[str]) -> Observation:
    rest = [game.face(card) for card in game.deck if game.face(card) not in hand + pile]
    deal = {"hands": [hand, rest[:5]], "pile": pile, "stack": rest[5:], "key": 1, "first": 0, "scores": [0, 0]}
    return game.observe(game.start(deal), 0)


def test_yaniv_td_judges_the_rules_it_has_learned() -> None:
    assert learned(Yaniv("paper")) and learned(Yaniv("club:limit=200", 4)) and not learned(Yaniv("paper:call=5"))
