"""What passes tell of the other hand, compared with hands that are drawn."""

from __future__ import annotations

from random import Random

import pytest

from cardtui.core import Action, Observation
from cardtui.games.zsy.cards import RANK, RANKS, Pattern, counts, follows, pattern
from cardtui.games.zsy.parsing import ranked, spelled
from cardtui.games.zsy.passing import OtherHand, passed_over
from cardtui.games.zsy.rules import PASS, ZhengShangYou

GAME = ZhengShangYou()


def played(hands: tuple[str, str], *moves: str) -> Observation:
    """Return what the first seat sees after these moves, the rest of the cards set aside."""
    free = [[card for card in GAME.deck if RANK[card] == rank] for rank in range(len(RANKS))]
    piles = [
        [GAME.face(free[rank].pop()) for rank, size in enumerate(counts(ranked(hand))) for _ in range(size)]
        for hand in hands
    ]
    rest = [GAME.face(card) for cards in free for card in cards]
    state = GAME.start({"hands": piles, "rest": rest, "first": 0, "scores": [0, 0]})
    for move in moves:
        action = PASS if move == "p" else Action("play", GAME.arrange(state.hands[state.seat or 0], ranked(move)))
        state = GAME.apply(state, action)
    return GAME.observe(state, 0)


@pytest.mark.parametrize("table", ["66", "K", "44 55", "3333", "A", "RJ"])
def test_chances_are_those_of_drawn_hands(table: str) -> None:
    """Singles, groups, chains and bombs; 600 hands, within four standard errors."""
    seen = played(("33445566778899TTJJ", "33445566778899TTQQ"), "33", "p", "4", "Q", "p", "5", "6", "p")
    over = pattern(ranked(table))
    assert over
    hands = [GAME.determinize(seen, Random(number)).hands[1] for number in range(600)]
    drawn = sum(next(follows(counts(hand), over), None) is not None for hand in hands) / len(hands)
    chance = OtherHand(seen).beats(over)
    assert abs(chance - drawn) <= 4 * (chance * (1 - chance) / len(hands)) ** 0.5 + 1e-9


def test_only_what_is_proved_is_none_or_all() -> None:
    """Three cards are no bomb; and where all that is unseen beats a play, any hand does."""
    seen = played(("3RJ", "456"), "3", "p")
    assert OtherHand(seen).beats(Pattern(14, (1,))) == 0.0
    assert 0 < OtherHand(seen).beats(Pattern(12, (1,))) < 1
    assert OtherHand(played(("3333RJ", "56"), "RJ", "p")).beats(Pattern(0, (1,))) == 1.0


def test_a_play_that_came_later_was_held_back() -> None:
    """It was in the hand at the pass; what was laid before says nothing."""
    seen = played(("33579JJ", "4468KK"), "JJ", "p", "3", "4", "5", "6", "7", "8", "9", "K", "p", "K")
    (one,) = passed_over(seen, 1)
    assert spelled(one.cards) == "JJ" and one.held_back == Pattern(RANKS.index("K"), (2,))
    seen = played(("5579", "44KKKA"), "5", "K", "p", "4", "7", "p")
    (one,) = passed_over(seen, 1)
    assert spelled(one.cards) == "7" and one.held_back is None
    assert [spelled(one.cards) for one in passed_over(seen, 0)] == ["K"]


def test_the_lowest_of_each_pattern_counts() -> None:
    """And of two equal ones the first. A play is passed over only by who could have answered it."""
    seen = played(("556677JQK", "3344"), "K", "p", "J", "p", "Q", "p", "66", "p", "55", "p")
    assert [spelled(one.cards) for one in passed_over(seen, 1)] == ["J", "55"]
    assert not passed_over(seen, 0)


def test_weights_agree_with_what_a_bot_expects() -> None:
    """Within 0.01 cards a rank; the size of the hand stays."""
    seen = played(("33445566778899TTJJ", "33445566778899TTQQ"), "33", "p", "4", "Q", "p", "5", "6", "p")
    even = OtherHand(seen)
    assert sum(even.means()) == pytest.approx(even.size)
    hands = [counts(GAME.determinize(seen, Random(number)).hands[1]) for number in range(600)]
    for rank, mean in enumerate(even.means()):
        assert mean == pytest.approx(sum(hand[rank] for hand in hands) / len(hands), abs=0.16)
    wanted = [mean * (0.5 if rank < 8 else 1.2) for rank, mean in enumerate(even.means())]
    wanted = [mean * even.size / sum(wanted) for mean in wanted]
    assert OtherHand(seen, wanted).means() == pytest.approx(wanted, abs=0.01)
    odd = OtherHand(seen, [4.0, *[0.0] * 14])  # a hand of four cards, where there are more
    assert sum(odd.means()) == pytest.approx(odd.size)
