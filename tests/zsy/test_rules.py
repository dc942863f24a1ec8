"""Zheng Shang You's law, section by section of its RULES.md."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cardtui.core import Action, Refusal, Standing, action_text, parse_action
from cardtui.games.zsy.cards import NAMES, Pattern, counts, follows, leads, pattern
from cardtui.games.zsy.rules import PASS, State, ZhengShangYou

GAME = ZhengShangYou()


def cards(text: str) -> tuple[int, ...]:
    return tuple(GAME.card(word) for word in text.split())


def dealt(mine: str, theirs: str) -> State:
    """Seat 0 leads with these hands."""
    hands = [mine.split(), theirs.split()]
    rest = [name for name in NAMES if name not in hands[0] + hands[1]]
    return GAME.start({"hands": hands, "rest": rest, "first": 0, "scores": [0, 0]})


def play(state: State, *lines: str) -> State:
    for line in lines:
        state = GAME.apply(state, parse_action(GAME, line))
    return state


def texts(state: State) -> list[str]:
    return [action_text(GAME, action) for action in GAME.legal(state)]


def refused(state: State, line: str) -> str:
    with pytest.raises(Refusal) as caught:
        GAME.apply(state, parse_action(GAME, line))
    return str(caught.value)


# --- §1 cards ---------------------------------------------------------------------------------


def test_1_the_deck_and_its_faces() -> None:
    assert len(set(NAMES)) == 54
    assert [GAME.face(card) for card in (0, 51, 52, 53)] == ["3c", "2s", "BJ", "RJ"]
    assert GAME.card("10♥") == GAME.card("Th") == GAME.card(" 10H ")
    with pytest.raises(Refusal, match="3c"):
        GAME.card("1c")


def test_1_2_ranks_ascend_from_3_to_2_and_the_jokers() -> None:
    state = play(dealt("2c 3c", "BJ RJ Ac 3d"), "play 2c")
    assert texts(state) == ["pass", "play BJ", "play RJ"]
    assert pattern(cards("BJ RJ")) is None


def test_1_3_of_equal_ranks_the_card_dealt_first_is_laid_first() -> None:
    state = dealt("5s 9d 5c 5h 4c", "3c")
    assert [text for text in texts(state) if "5" in text] == ["play 5s", "play 5s 5c", "play 5s 5c 5h"]
    assert refused(state, "play 5c") == "§1.3: that play is written 5s"
    assert GAME.arrange(state.hands[0], cards("5h 5d")) == cards("5s 5c")


# --- §2 deal ----------------------------------------------------------------------------------


def test_2_eighteen_cards_each_and_a_coin() -> None:
    deals = [GAME.deal(Random(seed)) for seed in range(200)]
    assert {(len(deal["hands"][0]), len(deal["hands"][1]), len(deal["rest"])) for deal in deals} == {(18, 18, 18)}
    assert 70 < sum(deal["first"] for deal in deals) < 130


@pytest.mark.parametrize(
    "change",
    [
        {"hands": [["3c"], []]},
        {"hands": [["3c"], ["3c"]]},
        {"hands": [list(NAMES[:19]), list(NAMES[19:37])], "rest": list(NAMES[37:])},
        {"first": 2},
        {"first": True},
        {"scores": [0]},
        {"scores": [0, float("nan")]},
        {"rest": None},
    ],
)
def test_2_a_malformed_deal_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(Refusal, match="deal"):
        GAME.start({**GAME.deal(Random(1)), **change})


# --- §3 lead ----------------------------------------------------------------------------------


def test_3_1_singles_to_bombs_and_chains() -> None:
    found = {tuple(chosen) for chosen in leads(counts(cards("4c 4d 5c 5d 5h 6c 7c 7d 8c 8d 8h 8s BJ RJ")))}
    assert {(1, (1,)), (1, (2,)), (2, (3,)), (5, (4,)), (13, (1,)), (14, (1,))} <= found
    assert {(1, (2, 2)), (1, (2, 3)), (4, (2, 2)), (4, (2, 3)), (4, (2, 4))} <= found
    assert len(found) == 14 + 2 + 3  # as many patterns of one rank as cards


@pytest.mark.parametrize("line", ["3c 3d 4c 4d 4h", "Jc Jd Qc Qd Kc Kd", "Ac Ad 2c 2d", "3c 3d 3h 3s 4c 4d 4h 4s"])
def test_3_1_these_are_chains(line: str) -> None:
    chosen = pattern(cards(line))
    assert chosen is not None and len(chosen.sizes) > 1


@pytest.mark.parametrize("line", ["4c 4d 5c 6c 6d", "Ac Ad 2c 2d 3c 3d", "3c 4c 5c", "3c 3d 5c 5d", "2c 2d BJ RJ"])
def test_3_1_these_are_no_pattern(line: str) -> None:
    assert pattern(cards(line)) is None
    state = dealt(line, "3h")
    assert "§3.1" in refused(state, f"play {line}")


def test_3_2_who_leads_cannot_pass() -> None:
    assert refused(dealt("3c 4c", "5c"), "pass") == "§3.2: who leads cannot pass"


# --- §4 follow --------------------------------------------------------------------------------


def test_4_1_the_same_pattern_higher_with_the_same_sizes() -> None:
    held = counts(cards("6c 6d 7c 7d 7h 8c 8d 8h Jc Jd Jh Qc Qd Qh"))
    over = pattern(cards("5c 5d 6c 6d 6h"))
    assert over == Pattern(2, (2, 3))
    assert [chosen.low for chosen in follows(held, over)] == [3, 4, 8]
    assert [*follows(counts(cards("5h 5s 6s 7c 7d 8c 8d")), over)] == []
    assert texts(play(dealt("5c 3c", "5d 6c"), "play 5c")) == ["pass", "play 6c"]
    assert pattern(cards("Jc Jd Jh Qc Qd")) == Pattern(8, (3, 2))
    state = play(dealt("5c 5d 6c 6d 6h 3c", "Jc Jd Jh Qc Qd 3d"), "play 5c 5d 6c 6d 6h")
    assert "the same pattern higher" in refused(state, "play Jc Jd Jh Qc Qd")


def test_4_2_bombs_go_over_all_but_higher_bombs() -> None:
    bomb = "3c 3d 3h 3s"
    assert texts(play(dealt("2c 4c", f"{bomb} 5c"), "play 2c")) == ["pass", f"play {bomb}"]
    four = "9c 9d 9h 9s"
    state = play(dealt(f"{bomb} 4c", f"{four} Kc Kd Kh Ks Ac Ad"), f"play {bomb}")
    assert texts(state) == ["pass", f"play {four}", "play Kc Kd Kh Ks"]
    assert "a higher bomb" in refused(state, "play Ac Ad")
    fours = "4c 4d 4h 4s 5c 5d 5h 5s"
    assert texts(play(dealt(f"{fours} 7c", f"{bomb} 6c"), f"play {fours}")) == ["pass", f"play {bomb}"]


def test_4_3_who_passes_lays_nothing_and_the_other_leads_anew() -> None:
    state = play(dealt("9c 9d 3c", "Kc Kd 4c"), "play 9c 9d")
    assert refused(state, "pass 4c") == "§4.3: who passes lays no card"
    state = play(state, "pass")
    assert (state.seat, state.table, state.played[0]) == (0, (), cards("9c 9d"))
    assert texts(state) == ["play 3c"]


# --- §5 result, §6 match ----------------------------------------------------------------------


def test_5_the_last_card_wins_at_once() -> None:
    state = play(dealt("5c 9c", "7c 3c"), "play 5c", "play 7c", "play 9c")
    assert (state.seat, state.winner, GAME.returns(state), GAME.legal(state)) == (None, 0, (1.0, 0.0), ())
    assert refused(state, "play 3c") == "§5.1: the deal is over"


def test_6_the_match_ends_after_its_deals() -> None:
    game, standing = ZhengShangYou("paper:deals=2"), GAME.opening()
    over = play(dealt("5c", "7c 3c"), "play 5c")
    standing = game.carry(standing, over)
    assert (standing.scores, standing.winners) == ((1.0, 0.0), ())
    assert game.carry(standing, over) == Standing((2.0, 0.0), 2, 0, (0,))
    lost = play(dealt("5c 9c", "7c"), "play 5c", "play 7c")
    assert game.carry(standing, lost) == Standing((1.0, 1.0), 2, 0, (0, 1))
    assert ZhengShangYou("paper:deals=0").carry(standing, over).winners == ()
    with pytest.raises(Refusal, match="2 seats"):
        ZhengShangYou("paper", 3)


# --- §7 what a seat knows ---------------------------------------------------------------------


def test_7_a_seat_sees_its_hand_and_all_that_was_laid() -> None:
    state = play(dealt("9c 9d 3c", "Kc Kd 4c 5c"), "play 9c 9d", "play Kc Kd", "pass")
    seen = GAME.observe(state, 0)
    assert [(zone.name, zone.count, zone.cards) for zone in seen.zones] == [
        ("hand", 1, cards("3c")), ("hand 1", 2, ()), ("played", 2, cards("9c 9d")), ("played 1", 2, cards("Kc Kd")),
        ("table", 0, ()), ("rest", 47, ()),
    ]  # fmt: skip
    over = play(state, "play 4c", "pass", "play 5c")
    assert all(len(zone.cards) == zone.count for zone in GAME.observe(over, 0).zones)


def test_7_worlds_are_uniform_and_the_suits_laid_tell_nothing() -> None:
    """Of all deals in which seat 1 lays one 5 of what it holds, the hand's other 5s are as in a fresh sample."""
    rng, truth, drawn = Random(3), Counter[int](), Counter[int]()
    five = NAMES.index("5h")
    for _ in range(20_000):
        state = GAME.start({**GAME.deal(rng), "first": 1})
        fives = [card for card in state.hands[1] if NAMES[card][0] == "5"]
        if not fives or fives[0] != five:
            continue
        state = GAME.apply(state, Action("play", (five,)))
        truth[len(fives) - 1] += 1
        world = GAME.determinize(GAME.observe(state, 0), rng)
        drawn[sum(NAMES[card][0] == "5" for card in world.hands[1])] += 1
    assert sum(truth.values()) > 3000
    for more in range(3):
        assert abs(truth[more] - drawn[more]) < 4 * (truth[more] + drawn[more]) ** 0.5


def test_7_worlds_deal_each_hidden_card_as_often() -> None:
    rng, held = Random(4), Counter[int]()
    seen = GAME.observe(GAME.start(GAME.deal(rng)), 0)
    for _ in range(2000):
        held.update(GAME.determinize(seen, rng).hands[1])
    assert len(held) == 36
    assert all(abs(count - 1000) < 5 * 500**0.5 for count in held.values())


def test_7_an_observation_that_cannot_be_is_refused() -> None:
    state = play(dealt("9c 9d 3c", "Kc Kd 4c 5c"), "play 9c 9d")
    seen = GAME.observe(state, 1)
    doubled = (*seen.zones[:4], seen.zones[4]._replace(cards=cards("Kc Kd")), seen.zones[5])
    for wrong in (seen._replace(zones=doubled), seen._replace(zones=seen.zones[:3]), seen._replace(facts={})):
        with pytest.raises(Refusal):
            GAME.determinize(wrong, Random(1))


def test_a_verb_or_a_place_that_is_not_there_is_refused() -> None:
    state = dealt("9c 9d 3c", "Kc Kd 4c 5c")
    assert "'fold' is no move" in refused(state, "fold")
    assert "not on 'pile'" in refused(state, "play 3c > pile")
    assert "§1.3: this hand has no K" in refused(state, "play Kc")
    assert refused(state, "play") == "§3.1: lay at least one card"
    assert GAME.refusal(state, Action("play", cards("3c"))) == ""
    assert PASS not in GAME.legal(state)
