"""Mau-Mau by its rules (§ of RULES.md), by the laws of every game, and its hidden cards counted one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest
from cardtui_mau_mau import positions
from cardtui_mau_mau.cards import DECK, NAMES, points, shuffled
from cardtui_mau_mau.rules import MAX_TURNS, MauMau, State

from cardtui import registry
from cardtui.core import Observation, Refusal, action_text, parse_action
from cardtui.testing import check_bot, check_game


def table(hands: str, top: str, rules: str = "common", stack: str = "") -> tuple[MauMau, State]:
    """A deal with these hands (one a seat, `|` between them); what is not in hands lies in the stack."""
    dealt = [hand.split() for hand in hands.split("|")]
    game = MauMau(rules, len(dealt))
    first = stack.split()
    gone = {top, *first, *(name for hand in dealt for name in hand)}
    rest = [name for name in NAMES if name not in gone]
    deal = {"hands": dealt, "pile": [top], "stack": first + rest, "key": 7, "first": 0, "scores": [0] * len(dealt)}
    return game, game.start(deal)


def legal(game: MauMau, state: State) -> list[str]:
    return [action_text(game, action) for action in game.legal(state)]


def play(game: MauMau, state: State, *moves: str) -> State:
    for move in moves:
        state = game.apply(state, parse_action(game, move))
    return state


def refused(game: MauMau, state: State, move: str, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        play(game, state, move)


# --- §2: the deal ---------------------------------------------------------------------------------


def test_five_cards_each_one_on_the_pile_and_the_rest_in_the_stack() -> None:
    """§2.1."""
    game = MauMau("common", 3)
    state = game.start(game.deal(Random(1)))
    assert [len(hand) for hand in state.hands] == [5, 5, 5]
    assert (len(state.pile), len(state.stack)) == (1, 16)


def test_the_first_card_has_no_effect() -> None:
    """§2.2."""
    game, state = table("9c Kd | 8h Ah", "7c")
    assert legal(game, state) == ["play 9c", "draw"]
    game, state = table("9c Jd | 8h Ah", "Jc")
    assert legal(game, state) == ["play 9c", "draw"]


@pytest.mark.parametrize(
    "spoilt",
    [
        None,
        {},
        {"hands": [["7c"]]},
        {"hands": [["7c"], []]},
        {"stack": ["7c"]},
        {"key": -1},
        {"first": 2},
        {"scores": [0.0, float("nan")]},
    ],
)
def test_a_deal_that_is_none_is_refused(spoilt: dict[str, object] | None) -> None:
    game = MauMau()
    deal = game.deal(Random(0))
    with pytest.raises(Refusal):
        game.start(deal | spoilt if spoilt else spoilt)


# --- §3: a turn -----------------------------------------------------------------------------------


def test_suit_or_rank_fits_and_one_may_always_draw() -> None:
    """§3.1, §3.2."""
    game, state = table("9c 9d Kc Kd | 8h Ah", "9h")
    assert legal(game, state) == ["play 9c", "play 9d", "draw"]
    refused(game, state, "play Kc", "§3.1: Kc does not fit on 9h")
    refused(game, state, "play 8h", "§3.1: 8h is not in this hand")
    refused(game, state, "pass", "§3: 'pass' cannot be done now; there is draw")


def test_the_card_just_drawn_may_be_laid_or_one_passes() -> None:
    """§3.2."""
    game, state = table("9c 9d | 8h Ah", "9h", stack="Th Kc".replace("T", "10"))
    state = play(game, state, "draw")
    assert game.turn(state) == 0
    assert legal(game, state) == ["play 10h", "pass"]
    refused(game, state, "play 9c", "§3.2: only the card just drawn can be laid now, 10h")
    assert game.turn(play(game, state, "pass")) == 1
    assert play(game, state, "play 10h").pile[-1] == game.card("10h")


def test_the_pile_but_its_top_goes_under_the_stack() -> None:
    """§3.3, §3.5."""
    everything = [name for name in NAMES if name not in ("7h", "9h", "Kc", "10s")]
    game, state = table(" ".join(["7h", *everything]) + " | Kc", "9h")
    assert len(state.stack) == 1
    state = play(game, state, "play 7h", "draw2")
    assert [*map(game.face, state.hands[1])] == ["9h", "10s", "Kc"]
    assert [*map(game.face, state.pile)] == ["7h"]
    assert state.history[-2].action.verb == "shuffle"


def test_fewer_are_drawn_where_there_are_fewer_and_none_where_there_is_none() -> None:
    """§3.4."""
    everything = [name for name in NAMES if name not in ("7h", "9h", "Kc")]
    game, state = table(" ".join(["7h", *everything]) + " | Kc", "9h")
    state = play(game, state, "play 7h")
    assert legal(game, state) == ["draw"]
    state = play(game, state, "draw")
    assert (game.turn(state), state.owed) == (0, 0)
    assert not state.stack and len(state.pile) == 1
    assert legal(game, state)[-1] == "pass"
    assert game.turn(play(game, state, "pass")) == 1


def test_the_shuffle_is_fixed_by_the_key() -> None:
    """§3.5."""
    assert shuffled(range(10), 5, 0) == shuffled(reversed(range(10)), 5, 0)
    assert len({shuffled(range(10), key, nth) for key in range(5) for nth in range(5)}) == 25


# --- §4: effects ----------------------------------------------------------------------------------


def test_a_seven_makes_the_next_draw_two_or_pass_it_on() -> None:
    """§4.1."""
    game, state = table("7c 9d Kd | 7d Ah | 9h 10h", "9c")
    state = play(game, state, "play 7c")
    assert legal(game, state) == ["play 7d", "draw2"]
    refused(game, state, "play Ah", "§4.1: draw 2 cards for the seven or lay a seven")
    assert game.turn(play(game, state, "draw2")) == 2
    state = play(game, state, "play 7d")
    assert legal(game, state) == ["draw4"]
    state = play(game, state, "draw4")
    assert (len(state.hands[2]), game.turn(state), state.owed) == (6, 0, 0)
    assert legal(game, state) == ["play 9d", "play Kd", "draw"]


def test_a_seven_passes_nothing_on_where_the_rules_say_so() -> None:
    """§4.1, `sevens=take`."""
    game, state = table("7c 9d Kd | 7d Ah", "9c", "plain")
    assert legal(game, play(game, state, "play 7c")) == ["draw2"]


def test_an_eight_skips_the_next_seat() -> None:
    """§4.2."""
    game, state = table("8c 9d | 7d Ah | 9h 10h", "9c")
    assert game.turn(play(game, state, "play 8c")) == 2
    game, state = table("8c 9d | 7d Ah", "9c")
    assert game.turn(play(game, state, "play 8c")) == 0


def test_a_jack_goes_on_all_but_a_jack_and_wishes() -> None:
    """§4.3."""
    game, state = table("Jc 9d | Jd Ah Ks 8c", "9h")
    refused(game, state, "play Jc", "§4.3: with a jack wish a suit")
    refused(game, state, "play 9d > h", "§4.3: 9d wishes no suit")
    state = play(game, state, "play Jc > s")
    assert legal(game, state) == ["play Ks", "draw"]
    refused(game, state, "play 8c", "§3.1: 8c does not fit of spades, which is wished")
    game, state = table("Jc 9d | Jd Ah Ks 8c", "9h", "common:jacks=yes")
    assert legal(game, play(game, state, "play Jc > s"))[0] == "play Jd > c"


def test_an_ace_lets_one_come_again_where_the_rules_say_so() -> None:
    """§4.4."""
    for rules, mover in (("common", 1), ("points", 0)):
        game, state = table("Ac 9d 8d | 7d Ah", "9c", rules)
        assert game.turn(play(game, state, "play Ac")) == mover


# --- §5, §6: the end ------------------------------------------------------------------------------


def test_the_last_card_wins_and_has_no_more_effect() -> None:
    """§5.1, §5.4, §6.1."""
    game, state = table("Jc | 7d Ah", "9c")
    assert legal(game, state) == ["play Jc", "draw"]
    state = play(game, state, "play Jc")
    assert game.turn(state) is None and game.legal(state) == ()
    assert game.returns(state) == (1.0, 0.0)
    assert game.observe(state, 0).zone("hand 1").cards == state.hands[1]
    refused(game, state, "draw", "§5: the deal is over")


def test_a_long_deal_ends() -> None:
    """§5.2."""
    game, state = table("9c 9d | 8h Ah | 8d Ad Kd", "9h")
    while game.turn(state) is not None:
        state = play(game, state, legal(game, state)[-1])
    assert state.turn == MAX_TURNS
    fewest = min(map(len, state.hands))
    winners = [len(hand) == fewest for hand in state.hands]
    assert game.returns(state) == tuple(won / sum(winners) for won in winners)


def test_points_are_what_is_left() -> None:
    """§1.3, §6.2."""
    game, state = table("Kc | 7d Ah Jc 9s 10h", "9c", "points")
    assert game.returns(play(game, state, "play Kc")) == (0.0, -47.0)
    assert points(DECK) == 4 * (7 + 8 + 9 + 40 + 11)


def test_a_match_ends_by_deals_or_by_points() -> None:
    """§2.3, §6.3."""
    game, state = table("Kc | 7d Ah Jc 9s 10h", "9c", "points")
    state = play(game, state, "play Kc")
    standing = game.carry(game.opening(), state)
    assert (standing.scores, standing.first, standing.winners) == ((0.0, -47.0), 1, ())
    standing = game.carry(game.carry(standing, state), state)
    assert (standing.scores, standing.winners) == ((0.0, -141.0), (0,))
    game, state = table("Kc | 7d", "9c", "common:deals=1")
    assert game.carry(game.opening(), play(game, state, "play Kc")).winners == (0,)


# --- §8: what a seat knows ------------------------------------------------------------------------


def few_hidden(rng: Random) -> tuple[MauMau, State]:
    """Some moves into a deal of which seat 0 holds all but a few cards, so that what is hidden can be counted out."""
    game = MauMau("common")
    order = list(NAMES)
    rng.shuffle(order)
    deal = {"hands": [order[4:-1], order[:2]], "pile": order[-1:], "stack": order[2:4], "key": rng.getrandbits(64)}
    state = game.start(deal | {"first": 0, "scores": [0.0, 0.0]})
    for _ in range(rng.randint(2, 9)):
        if game.turn(state) is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
    return game, state


def worlds(game: MauMau, seen: Observation) -> Iterator[tuple[object, ...]]:
    """What may be hidden from seat 0: every order of what it has not seen, and every order of each shuffle, tried."""
    hand = set(seen.zone("hand").cards)
    for happened in reversed(seen.history):
        if happened.seat == 0:
            hand = (hand - set(happened.gain)) | set(happened.action.cards)
    opened = seen.history[0].action.cards
    hidden = [card for card in DECK if card not in hand and card not in opened]
    moves = [happened for happened in seen.history if happened.seat >= 0]

    def go_on(state: State, left: list[object]) -> Iterator[State]:
        if not left:
            yield state
            return
        if left[0].seat != game.turn(state):
            return
        asked: list[tuple[int, ...]] = []
        try:
            game.after(state, left[0].action, lambda cards: asked.append(cards) or cards)
        except Refusal:
            return
        for order in permutations(asked[0]) if asked else [()]:
            yield from go_on(game.after(state, left[0].action, lambda cards, order=order: order), left[1:])

    for order in permutations(hidden):
        if order[0] < order[1]:  # a hand has no order
            state = game.begin([tuple(hand), order[:2]], opened, order[2:], 0, 0, seen.scores)
            for after in go_on(state, moves):
                if game.observe(after, 0) == seen:
                    yield after.hands, after.stack, after.history


def test_hidden_cards_are_dealt_again_uniformly() -> None:
    """`determinize` against all worlds, counted out: each of them comes as often, within what chance allows."""
    told = 0
    for seed in range(30):
        game, state = few_hidden(Random(seed))
        seen = game.observe(state, 0)
        if sum(happened.action.verb == "shuffle" for happened in seen.history) > 1:
            continue
        expected = list(worlds(game, seen))
        assert len(set(expected)) == len(expected)
        if not 1 < len(expected) <= 60:
            continue
        rng, each = Random(seed), 60
        found: Counter[object] = Counter()
        for _ in range(each * len(expected)):
            world = game.determinize(seen, rng)
            found[world.hands, world.stack, world.history] += 1
        assert set(found) == set(expected)
        squares = sum((found[world] - each) ** 2 / each for world in expected)
        freedom = len(expected) - 1
        assert squares < freedom + 5 * (2 * freedom) ** 0.5 + 8, f"seed {seed}: {found}"
        told += 1
    assert told >= 8


def test_what_no_deal_can_look_like_is_refused() -> None:
    game, state = table("9c 9d Kd | 8h Ah 9s", "9h")
    state = play(game, state, "play 9c", "play 9s", "draw", "pass")
    seen = game.observe(state, 0)
    zones, history = seen.zones, seen.history
    for spoilt in (
        seen._replace(turn=9),
        seen._replace(history=history[:-1]),
        seen._replace(history=(history[0], *history[2:])),
        seen._replace(history=()),
        seen._replace(zones=(zones[0]._replace(cards=zones[0].cards[::-1]), *zones[1:])),
        seen._replace(zones=(zones[0], zones[1]._replace(count=4), *zones[2:])),
        seen._replace(facts=dict(seen.facts) | {"owed": 2}),
        seen._replace(facts={}),
        seen._replace(history=(*history[:2], history[2]._replace(gain=(3,)), *history[3:])),
    ):
        with pytest.raises(Refusal):
            game.determinize(spoilt, Random(0))
    game.determinize(seen, Random(0))


def test_the_short_form() -> None:
    game, seen = positions.from_short({"hand": "7h 8h Jc", "top": "Kh", "opponents": [5, 3]})
    assert positions.short_form(game, seen) == {
        "hand": "7h 8h Jc",
        "top": "Kh",
        "opponents": [5, 3],
        "rules": "common",
    }
    for wrong in ({}, {"hand": "7h", "top": "7h"}, {"hand": "7h", "top": "8h", "opponents": [40]}, {"wand": "7h"}):
        with pytest.raises(Refusal):
            positions.from_short(wrong)


# --- the laws of every game and bot ---------------------------------------------------------------


@pytest.mark.parametrize("rules", registry.rule_sets("mau-mau")[1])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_laws(rules: str, seats: int) -> None:
    game = registry.game("mau-mau", rules, seats)
    check_game(game, deals=2, seed=seats)
    check_bot("greedy", game, deals=5)
