"""The law of 98 cards, by the sections of its RULES.md."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from cardtui.core import Action, Refusal, action_text, parse_action
from cardtui.games.ninetyeight.rules import DECK, DRAW, HAND, STACKS, NinetyEight, State, tops, unseen

CARDS = "2 13 24 35 46 57 68 79"


def deal_of(
    hand: str, stacks: Sequence[str] = ("", "", "", ""), draw: Sequence[int] | None = None, since: int = 0
) -> Any:
    """A deal with this hand and these stacks; the draw pile: these cards on top, then the others ascending."""
    used = [int(card) for card in " ".join((hand, *stacks)).split()]
    order = [card for card in (draw or ()) if card not in used]
    order += [card for card in DECK if card not in used and card not in order]
    return {
        "hand": hand.split(),
        "stacks": [stack.split() for stack in stacks],
        "draw": [str(card) for card in order],
        "since": since,
        "scores": [0.0],
    }


def at(
    rules: str, hand: str, stacks: Sequence[str] = ("", "", "", ""), draw: Sequence[int] | None = None, since: int = 0
) -> tuple[NinetyEight, State]:
    game = NinetyEight(rules)
    return game, game.start(deal_of(hand, stacks, draw, since))


def ended(rules: str, hand: str, stacks: Sequence[str]) -> tuple[NinetyEight, State]:
    """A position with an empty draw pile: all other cards lie at the bottom of up1."""
    used = [int(card) for card in " ".join((hand, *stacks)).split()]
    rest = " ".join(str(card) for card in DECK if card not in used)
    game = NinetyEight(rules)
    return game, game.start({**deal_of(hand, (f"{rest} {stacks[0]}", *stacks[1:])), "draw": []})


def lay(game: NinetyEight, state: State, *texts: str) -> State:
    for text in texts:
        state = game.apply(state, parse_action(game, text))
    return state


def texts(game: NinetyEight, state: State) -> list[str]:
    return [action_text(game, action) for action in game.legal(state)]


# --- §1, §2 -------------------------------------------------------------------------------------


def test_1_a_deal_is_eight_cards_and_ninety_in_the_pile() -> None:
    game = NinetyEight()
    state = game.start(game.deal(Random(1)))
    assert (len(state.hands[0]), len(state.draw)) == (HAND, 90)
    assert sorted(state.hands[0] + state.draw) == list(range(2, 100))
    assert tops(state.stacks) == (1, 1, 100, 100)


def test_2_2_higher_on_ascending_and_lower_on_descending_stacks() -> None:
    game, state = at("paper", "30 41 52 63 74 85 90 95", ("40", "60", "50", "70"))
    assert texts(game, state) == [
        "place 30 > up1", "place 30 > down1", "place 30 > down2",
        "place 41 > up1", "place 41 > down1", "place 41 > down2",
        "place 52 > up1", "place 52 > down2",
        "place 63 > up1", "place 63 > up2", "place 63 > down2",
        "place 74 > up1", "place 74 > up2", "place 85 > up1", "place 85 > up2",
        "place 90 > up1", "place 90 > up2", "place 95 > up1", "place 95 > up2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("card", "stack", "fits"),
    [
        (30, "up1", True),
        (29, "up1", False),
        (31, "up1", False),
        (20, "up1", False),
        (60, "down1", True),
        (59, "down1", False),
        (61, "down1", False),
        (70, "down1", False),
    ],
)
def test_2_3_the_jump_back_is_exactly_ten(card: int, stack: str, fits: bool) -> None:
    game, state = at("paper", f"{card} 3 4 5 6 7 8 9", ("40", "", "50", ""))
    assert (Action("place", (card,), stack) in game.legal(state)) is fits


def test_2_4_only_the_last_card_counts() -> None:
    game, state = at("paper", "21 30 90 91 92 93 94 95", ("10 20 40", "", "", ""))
    assert "place 30 > up1" in texts(game, state)
    assert "place 21 > up1" not in texts(game, state)
    state = lay(game, state, "place 30 > up1")
    assert state.stacks[0] == (10, 20, 40, 30)


# --- §3 -----------------------------------------------------------------------------------------


def test_3_2_paper_draws_after_each_card() -> None:
    game, state = at("paper", CARDS, draw=[3, 4])
    state = lay(game, state, "place 2 > up1")
    assert state.hands[0] == (3, 13, 24, 35, 46, 57, 68, 79)
    assert state.history[-1].gain == (3,)
    assert state.since == 0


def test_3_3_app_draws_two_after_every_second_card() -> None:
    game, state = at("app", CARDS, draw=[3, 4, 5])
    state = lay(game, state, "place 2 > up1")
    assert (len(state.hands[0]), state.since, state.history[-1].gain) == (7, 1, ())
    state = lay(game, state, "place 13 > up2")
    assert (state.hands[0], state.since) == ((3, 4, 24, 35, 46, 57, 68, 79), 0)
    assert state.history[-1].gain == (3, 4)


def test_3_4_official_draws_when_told_to_after_two_or_more() -> None:
    game, state = at("official", CARDS, draw=[3, 4, 5])
    state = lay(game, state, "place 2 > up1")
    with pytest.raises(Refusal, match=r"§3.4: lay 2 cards before you draw, not 1"):
        game.apply(state, DRAW)
    state = lay(game, state, "place 13 > up1", "place 24 > up1")
    assert (len(state.hands[0]), game.legal(state)[-1]) == (5, DRAW)
    state = game.apply(state, DRAW)
    assert (state.hands[0], state.since) == ((3, 4, 5, 35, 46, 57, 68, 79), 0)
    assert DRAW not in game.legal(state)


def test_3_4_nobody_draws_from_an_empty_pile() -> None:
    game, state = ended("official", "90 91 92 93", ("80", "", "", ""))
    state = lay(game, state, "place 90 > up1", "place 91 > up1")
    assert DRAW not in game.legal(state)
    with pytest.raises(Refusal, match="the draw pile is empty"):
        game.apply(state, DRAW)


# --- §4, §5 -------------------------------------------------------------------------------------


def test_4_1_the_game_ends_when_no_card_can_be_laid() -> None:
    stacks = ("98", "97", "3", "4")
    game, state = at("paper", "40 41 42 43 44 45 46 99", stacks, draw=[50])
    after = lay(game, state, "place 99 > up1")
    assert (game.turn(after), game.legal(after), game.returns(after)) == (None, (), (5.0,))
    with pytest.raises(Refusal, match="§4: the game is over"):
        lay(game, after, "place 40 > up1")


def test_4_1_a_draw_may_save_the_game() -> None:
    game, state = at("official", "40 41 42 43 44 45 95 99", ("90", "97", "3", "4"), draw=[98])
    state = lay(game, state, "place 95 > up1", "place 99 > up1")
    assert game.legal(state) == (DRAW,)
    assert "place 98 > up2" in texts(game, lay(game, state, "draw"))


@pytest.mark.parametrize("rules", ["app", "official"])
def test_4_2_who_cannot_lay_a_second_card_has_lost(rules: str) -> None:
    game, state = at(rules, "40 41 42 43 44 45 46 99", ("98", "97", "3", "4"))
    assert game.turn(lay(game, state, "place 99 > up1")) is None


def test_5_1_98_cards_are_a_win() -> None:
    game, state = ended("paper", "90 91", ("80", "", "", ""))
    state = lay(game, state, "place 90 > up1", "place 91 > up1")
    assert game.turn(state) is None
    assert game.returns(state) == (98.0,)


def test_5_2_results_are_added_up_and_a_match_may_have_an_end() -> None:
    for rules, winners in (("paper", ()), ("paper:deals=2", (0,))):
        game, state = ended(rules, "90", ("80", "", "", ""))
        state = lay(game, state, "place 90 > up1")
        standing = game.carry(game.carry(game.opening(), state), state)
        assert (standing.scores, standing.deals, standing.winners) == ((196.0,), 2, winners)


# --- §7 and what is refused ---------------------------------------------------------------------


def test_7_all_is_seen_but_the_order_of_the_draw_pile() -> None:
    game, state = at("paper", CARDS, draw=[9, 5])
    seen = game.observe(lay(game, state, "place 2 > up1"), 0)
    assert seen.zone("draw") == ("draw", 89, ())
    assert unseen(seen) == tuple(card for card in DECK if card not in (2, 9, *map(int, CARDS.split())))
    assert [zone.name for zone in seen.zones] == ["hand", *STACKS, "draw"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("place 3 > up1", "§3.1: 3 is not in the hand"),
        ("place 2 13 > up1", "§3.1: lay one card, not 2"),
        ("place 2", "§2.1: lay it on up1, up2, down1, down2, not on nothing"),
        ("place 2 > up3", "not on up3"),
        ("place 13 > up1", "§2.2: up1 takes cards above 40, or the 30, not 13"),
        ("place 57 > down1", "§2.2: down1 takes cards below 50, or the 60, not 57"),
        ("draw", "cards are drawn by themselves here"),
        ("draw 2", "name neither card nor stack"),
        ("fold", "§3: 'fold' is no move"),
    ],
)
def test_refusals_name_the_rule(text: str, why: str) -> None:
    game, state = at("paper", CARDS, ("40", "", "50", ""))
    with pytest.raises(Refusal, match=why):
        lay(game, state, text)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"hand": []}, r"cards once \(missing: "),
        ({"stacks": [[], [], []]}, "4 stacks"),
        ({"since": 1}, "here 0 … 0, not 1"),
        ({"since": True}, "not True"),
        ({"scores": []}, "one score"),
        ({"scores": [float("nan")]}, "one score"),
        ({"draw": 7}, "malformed"),
        ({"hand": ["1"]}, "no card"),
    ],
)
def test_malformed_deals_are_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        NinetyEight().start({**deal_of(CARDS), **change})


def test_with_cards_to_draw_the_hand_is_full() -> None:
    with pytest.raises(Refusal, match="a hand has 8 cards here"):
        NinetyEight().start(deal_of("2 3 4"))
    with pytest.raises(Refusal, match="a hand has 7 cards here"):
        NinetyEight("app").start(deal_of(CARDS, since=1))


def test_one_seat_and_known_rules() -> None:
    with pytest.raises(Refusal, match="98 is for one seat, not 2"):
        NinetyEight("paper", 2)
    with pytest.raises(Refusal, match="no rule set 'box'"):
        NinetyEight("box")


def test_determinize_refuses_what_cannot_be() -> None:
    game, state = at("paper", CARDS)
    seen = game.observe(state, 0)
    with pytest.raises(Refusal, match="each card once"):
        game.determinize(seen._replace(zones=(*seen.zones[:-1], seen.zones[-1]._replace(count=3))), Random(1))


def test_determinize_draws_each_order_equally_often() -> None:
    """The first card of the pile, chi-square with 89 degrees of freedom."""
    game, state = at("paper", CARDS)
    seen, rng, counts = game.observe(state, 0), Random(2), dict.fromkeys(state.draw, 0)
    for _ in range(9_000):
        counts[game.determinize(seen, rng).draw[0]] += 1
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 150  # p < 1e-4
