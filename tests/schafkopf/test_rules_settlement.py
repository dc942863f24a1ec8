"""Schafkopf's rules, section by section of RULES.md: result, payment, match, options."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardtui.core import Action, Refusal, Standing
from cardtui.games.schafkopf.cards import CONTRACTS, EICHEL_OBER, POINTS, SHORT
from cardtui.games.schafkopf.checks import hidden
from cardtui.games.schafkopf.rules import PASS, Schafkopf, State
from cardtui.games.schafkopf.rulesets import RULE_SETS
from cardtui.games.schafkopf.settlement import runners, settle, settle_ramsch
from cardtui.testing import laws

from .deals import HANDS, at_play, bids, cards, finished, legal, play, position, refused

# --- §8 result, §10 payment ---------------------------------------------------------------------------


def result(points: int, tricks: int = 4, name: str = "ruf-eichel", rules: str = "paper", doublings: int = 0) -> Any:
    """The bill of seats 0 and 1 (or of seat 0 alone) with so many points and tricks, without Laufende."""
    game = Schafkopf(rules)
    side = (0, 1) if name.startswith("ruf") else (0,)
    pile = sorted([card for card in range(32) if POINTS[card]], key=lambda card: -POINTS[card])
    chosen: list[int] = []
    while sum(POINTS[card] for card in chosen) != points:  # the dearest that fit, of ever fewer
        chosen = []
        for card in pile:
            if sum(POINTS[c] for c in chosen) + POINTS[card] <= points:
                chosen.append(card)
        pile = pile[1:]
    blanks = [card for card in range(32) if not POINTS[card]]
    mine = tuple(chosen + blanks)[: 4 * tricks]
    assert sum(POINTS[c] for c in mine) == points
    held = frozenset({CONTRACTS[name].trumps[0]})
    return settle(game.options, name, side, [mine, (), (), ()], held, game.deck, doublings)


@pytest.mark.parametrize(
    ("points", "each"),
    [(61, 20), (60, -20), (90, 20), (91, 30), (31, -20), (30, -30)],
)
def test_61_wins_and_60_loses_and_schneider_8_1_and_8_2(points: int, each: int) -> None:
    """Checklist 7."""
    bill = result(points)
    assert bill.each == each
    assert bill.paid == (each, each, -each, -each)


@pytest.mark.parametrize(
    ("points", "tricks", "rules", "each"),
    [
        (0, 0, "paper", -40),
        (0, 1, "paper", -40),
        (0, 1, "club", -30),
        (0, 0, "club", -40),
        (120, 8, "paper", 40),
        (120, 8, "club", 40),
        (120, 7, "paper", 40),
        (120, 7, "club", 30),
    ],
)
def test_schwarz_8_3(points: int, tricks: int, rules: str, each: int) -> None:
    assert result(points, tricks, rules=rules).each == each


def test_a_soloist_settles_with_each_of_three_10_1() -> None:
    assert result(61, name="solo-gras").paid == (150, -50, -50, -50)
    assert result(60, name="wenz").paid == (-150, 50, 50, 50)


@pytest.mark.parametrize(("tricks", "each"), [(8, 100), (7, -100)])
def test_tout_needs_every_trick_and_counts_twice_8_4_and_10_3(tricks: int, each: int) -> None:
    assert result(120, tricks, name="solo-gras-tout", rules="club").each == each


@pytest.mark.parametrize(("doublings", "each"), [(0, 20), (1, 40), (2, 80), (3, 160)])
def test_doublings_10_4(doublings: int, each: int) -> None:
    assert result(61, doublings=doublings).each == each


@pytest.mark.parametrize(
    ("name", "held", "count", "having"),
    [
        ("ruf-eichel", "EO GO HO H7", 3, True),
        ("ruf-eichel", "GO HO SO EU", 1, False),
        ("ruf-eichel", "SO EU", 3, False),
        ("ruf-eichel", "E7 S8", 14, False),
        ("solo-gras", "EO GO HO SO EU GU HU SU GA", 9, True),
        ("wenz", "EU GU", 2, True),
        ("wenz", "EA SA", 4, False),
        ("geier", "GO", 1, False),
    ],
)
def test_laufende_are_counted_8_5(name: str, held: str, count: int, having: bool) -> None:
    assert runners(CONTRACTS[name], frozenset(cards(held)), Schafkopf().deck) == (count, having)


@pytest.mark.parametrize(
    ("name", "held", "laufende"),
    [
        ("ruf-eichel", "EO GO SO", 0),
        ("ruf-eichel", "EO GO HO", 30),
        ("ruf-eichel", "SO", 30),
        ("solo-herz", "EO GO HO SO EU GU HU SU HA", 90),
        ("wenz", "EU HU", 0),
        ("wenz", "EU GU SU", 20),
        ("wenz", "HU", 20),
        ("geier", "EO GO", 20),
        ("wenz-tout", "EU GU", 20),
        ("solo-gras-tout", "EO GO", 0),
        ("wenz-gras", "EU GU", 20),
    ],
)
def test_laufende_pay_from_three_or_from_two_in_a_wenz_8_5(name: str, held: str, laufende: int) -> None:
    game = Schafkopf("club:geier=yes,farbwenz=yes,tout=yes")
    bill = settle(game.options, name, (0,), [()] * 4, frozenset(cards(held)), game.deck, 0)
    assert bill.laufende == laufende


def test_the_short_deck_has_fewer_laufende_1_3_and_8_5() -> None:
    all_trumps = frozenset(cards("EO GO HO SO EU GU HU SU HA H10 HK H9"))
    assert runners(CONTRACTS["ruf-eichel"], all_trumps, SHORT) == (12, True)
    assert runners(CONTRACTS["ruf-eichel"], frozenset(), SHORT) == (12, False)


def test_all_parts_of_the_price_are_doubled_10_4() -> None:
    game = Schafkopf("paper")
    for doublings, times in ((0, 1), (1, 2), (2, 4)):
        held = frozenset(cards("EO GO HO"))
        bill = settle(game.options, "ruf-eichel", (0, 1), [()] * 4, held, game.deck, doublings)
        assert (bill.base, bill.schneider, bill.schwarz, bill.laufende) == (20, 10, 10, 30)
        assert bill.each == -70 * times


def test_laufende_of_both_partners_count_8_5() -> None:
    """Checklist 8: seat 0 holds the first and the third, its partner the second; then "without" likewise."""
    with_three = ("E7 G7 G8 S7 H7 H8 HO EO", "EA E10 EK G9 S8 S9 H9 GO", "E8 E9 GK G10 SK H10 HK GU",
                  "GA S10 SA HA EU SO HU SU")  # fmt: skip
    without = ("E7 G7 G8 S7 H7 H8 HU SU", "EA E10 EK G9 S8 S9 H9 H10", "E8 E9 GK G10 SK EO HK GU",
               "GA S10 SA HA EU SO HO GO")  # fmt: skip
    for hands, count, held in ((with_three, 3, True), (without, 6, False)):
        game, state = at_play("paper", "ruf-eichel", hands)
        rng = Random(1)
        while state.seat is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
        bill = game.bill(state)
        assert bill is not None
        assert (bill.runners, bill.held, bill.laufende, bill.side) == (count, held, 10 * count, (0, 1))


@pytest.mark.parametrize(
    "rules",
    [
        "paper",
        "club",
        "club:geier=yes,farbwenz=yes,klopfen=yes,allpass=ramsch",
        "paper:allpass=forced,schwarz=tricks",
        "paper:deck=short,contra=eight,allpass=ramsch",
        "club:deck=short,allpass=forced,sauspiel=7,solo=33,schneider=3,laufende=1",
    ],
)
def test_the_four_payments_sum_to_zero_10_1(rules: str) -> None:
    """Checklist 11."""
    game, rng = Schafkopf(rules), Random(rules)
    for _ in range(300):
        state = game.start(game.deal(rng))
        while state.seat is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
        assert sum(game.returns(state)) == 0


def test_tariffs_are_options_10_2() -> None:
    game = Schafkopf("paper:sauspiel=1,solo=2,schneider=4,laufende=8")
    held = frozenset(cards("EO GO HO"))
    assert settle(game.options, "ruf-gras", (0, 1), [()] * 4, held, game.deck, 0).each == -(1 + 4 + 4 + 24)
    assert settle(game.options, "solo-gras", (0,), [()] * 4, held, game.deck, 0).each == -(2 + 4 + 4 + 24)


# --- §9 all pass --------------------------------------------------------------------------------------


def passed(rules: str, hands: tuple[str, ...] = HANDS) -> tuple[Schafkopf, State]:
    game = Schafkopf(rules)
    return game, play(game, position(game, hands), "pass", "pass", "pass", "pass")


def test_all_pass_ends_at_zero_9_1() -> None:
    game, state = passed("paper")
    assert game.turn(state) is None
    assert game.returns(state) == (0.0,) * 4
    assert game.carry(game.opening(), state) == Standing((0.0,) * 4, 1, 1)


def test_all_pass_and_the_same_dealer_deals_again_9_2() -> None:
    game, state = passed("club:stock=10")
    assert game.returns(state) == (0.0,) * 4
    assert game.carry(game.opening(), state) == Standing((-10.0,) * 4, 1, 0)


def test_a_ramsch_is_played_9_3() -> None:
    game, state = passed("paper:allpass=ramsch")
    assert (state.phase, state.contract, state.declarer, game.turn(state)) == ("play", "ramsch", None, 0)
    state = play(game, state, "E7")
    assert legal(game, state) == {"EA", "E10", "EK"}  # no ace is called


@pytest.mark.parametrize(
    ("taken", "paid"),
    [
        (("EA GA SA HA", "EK", "GK", "SK"), (-60, 20, 20, 20)),
        (("EA GA SA HA", "EK", "GK", ""), (-120, 40, 40, 40)),
        (("EA GA SA HA", "EK", "", ""), (-240, 80, 80, 80)),
        (("EA GA SA HA", "", "", ""), (150, -50, -50, -50)),
        (("EA E7 E8 E9", "GA G7 G8 G9 S7 S8 S9 H7", "EO", "GO"), (20, -60, 20, 20)),  # more tricks
        (("EA E7 H7 H8", "GA G7 G8 G9 S7 S8 S9 E8", "EO", "GO"), (20, -60, 20, 20)),  # though fewer trumps
        (("EA E7 E8 SO", "GA G7 SU EU E9", "EK", "GK"), (20, -60, 20, 20)),
        (("EA E7 H7 G8", "GA G7 G9 S9", "EK", "GK"), (-60, 20, 20, 20)),  # more trumps
        (("EA E7 E8 H7", "GA G7 G8 H8", "EK", "GK"), (20, -60, 20, 20)),  # the higher trump
    ],
)
def test_who_loses_a_ramsch_9_3(taken: tuple[str, ...], paid: tuple[int, ...]) -> None:
    assert settle_ramsch(Schafkopf().options, [cards(text) for text in taken], 0).paid == paid


def test_the_eichel_ober_is_forced_to_play_9_4() -> None:
    game, state = passed("paper:allpass=forced", HANDS[1:] + HANDS[:1])
    assert (state.phase, game.turn(state)) == ("bid", 3)
    assert "pass" not in bids(game, state)
    refused(game, state, "pass", "§9.4")
    state = play(game, state, "bid > ruf-eichel")
    assert (state.declarer, state.partner, state.phase) == (3, 0, "contra")


@pytest.mark.parametrize("rules", ["paper:allpass=forced", "paper:allpass=forced,klopfen=yes"])
def test_a_seat_that_is_forced_to_play_tells_the_eichel_ober_and_no_more_13(rules: str) -> None:
    game, rng = Schafkopf(rules), Random(1)
    for _ in range(10):
        deal = game.deal(rng)
        state, actions = game.start(deal), list[Action]()
        while state.seat is not None:
            legal = game.legal(state)
            actions.append(PASS if PASS in legal else rng.choice(legal))
            before, state = state, game.apply(state, actions[-1])
            if PASS in legal and PASS not in game.legal(state) and state.phase == "bid":
                holder = state.seat
                assert holder is not None
                assert EICHEL_OBER in state.hands[holder] and EICHEL_OBER not in hidden(state, (holder + 1) % 4)
                assert EICHEL_OBER in hidden(before, (holder + 1) % 4)
        assert laws.hidden_cards_law(game, laws.Played(deal, actions, state, state), rng, trials=4)


# --- §11 match ----------------------------------------------------------------------------------------


def test_a_match_ends_after_its_deals_11_1() -> None:
    game, state = passed("paper:deals=3")
    assert game.carry(Standing((5.0, -10.0, 5.0, 0.0), 1), state).winners == ()
    assert game.carry(Standing((5.0, -10.0, 5.0, 0.0), 2), state).winners == (0, 2)


@pytest.mark.parametrize(("won", "left"), [(True, 0.0), (False, 80.0)])
def test_the_pot_goes_to_the_next_side_that_wins_11_2(won: bool, left: float) -> None:
    game, state = finished("club:stock=10", "ruf-eichel", 0, won)
    before = Standing((-10.0,) * 4, 1, 0)
    assert game.pot(before.scores) == 40
    assert game.observe(state._replace(scores=before.scores), 2).facts["pot"] == 40
    after = game.carry(before, state)
    assert game.pot(after.scores) == left
    share = 20 if won else -20
    paid = game.returns(state)
    assert after.scores == (-10 + paid[0] + share, -10 + paid[1] + share, -10 + paid[2], -10 + paid[3])


# --- §12 options --------------------------------------------------------------------------------------


def test_the_rule_sets_12() -> None:
    assert set(RULE_SETS) == {"paper", "club"}
    assert Schafkopf("club:geier=yes,contra=eight").spec == "club:geier=yes"


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("clob", "nearest: club"),
        ("club:gier=yes", "nearest: geier"),
        ("club:stock=-1", "0 … 1000"),
        ("paper:deck=x", "long, short"),
    ],
)
def test_options_that_are_not_there_12(rules: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        Schafkopf(rules)
