"""What a seat can count, compared with all deals that it can be in."""

from __future__ import annotations

from random import Random

from cardtui.core import Action
from cardtui.games.zsy.cards import counts, fewest
from cardtui.games.zsy.kernel import losers, packed
from cardtui.games.zsy.known import Known
from cardtui.games.zsy.parsing import name
from cardtui.games.zsy.rules import PASS, State, ZhengShangYou

GAME = ZhengShangYou()


def wins(state: State, seat: int) -> bool:
    """Whether a seat wins against any play, with open hands."""
    if state.seat is None:
        return state.winner == seat
    after = (wins(GAME.apply(state, action), seat) for action in GAME.legal(state))
    return any(after) if state.seat == seat else all(after)


def test_the_fewest_turns_are_those_of_the_kernel() -> None:
    """It counts those that can be beaten: all of them, by a hand that may hold anything higher."""
    rng = Random(5)
    for _ in range(200):
        cards = rng.sample(GAME.deck[:36], 12)  # 3 to J
        plays = fewest(counts(cards))
        laid = [(made.low + link, size) for made in plays for link, size in enumerate(made.sizes)]
        assert laid == [(rank, size) for rank, size in enumerate(counts(cards)) if size]
        assert losers(packed(cards), packed(GAME.deck[36:52] * 2), 18) == len(plays)


def test_a_move_that_wins_for_sure_wins_in_every_deal() -> None:
    """Leading and following, with four cards against three."""
    rng, sure = Random(3), []
    for _ in range(600):
        high = rng.sample(GAME.deck[36:], 3)
        mine = [*high, rng.choice(GAME.deck[:36])]
        other = rng.sample([card for card in GAME.deck if card not in mine], 3)
        rest = [card for card in GAME.deck if card not in (*mine, *other)]
        hands = [[GAME.face(card) for card in hand] for hand in (mine, other)]
        first = rng.randrange(2)
        faces = [GAME.face(card) for card in rest]
        state = GAME.start({"hands": hands, "rest": faces, "first": first, "scores": [0, 0]})
        if first == 1:
            state = GAME.apply(state, GAME.legal(state)[0])
        if state.seat == 0 and (move := Known(GAME.observe(state, 0)).winning()):
            sure.append((first, move))
            for number in range(20):
                deal = GAME.determinize(GAME.observe(state, 0), Random(number))
                assert wins(GAME.apply(deal, move), 0), (name(move), deal.hands)
    assert sum(first for first, _ in sure) > 5 < sum(1 - first for first, _ in sure)
    assert all(isinstance(move, Action) and move != PASS for _, move in sure)
