"""Schafkopf's bots in set positions: each rule of the hand-written ones, and what search must find."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from cardtui.agents.schafkopf import pimc_kernel

from cardtui import registry
from cardtui import words as table_words
from cardtui.core import Decision, Observation, decide
from cardtui.games.schafkopf.kernel_worlds import worlds
from cardtui.games.schafkopf.positions import from_short
from cardtui.games.schafkopf.rules import Schafkopf, State
from cardtui.games.schafkopf.solver import WINS, analyse
from cardtui.kernels import njit

from .deals import HANDS, at_play, play

TOP = "EO GO HO SO EU GU HU SU"
WEAK = "S7 S8 S9 G7 G8 G9 E7 E8"


@njit
def closed(counts, before):  # type: ignore[no-untyped-def]
    pimc_kernel.close_deal(counts, before)


def answer(spec: str, game: Schafkopf, seen: Observation, seed: int = 1) -> Decision:
    return decide(registry.agent(game, spec), seen, Random(seed))


def at(hand: str, actions: str = "", **given: Any) -> tuple[Schafkopf, Observation]:
    return from_short({"hand": hand, "actions": actions, "rules": "paper", **given})


def words(game: Schafkopf, decision: Decision) -> set[str]:
    """The options in a word each: the bid, the word said, the card's face."""
    return {" ".join(map(game.face, o.action.cards)) or o.action.to or o.action.verb for o in decision.options}


# --- rule-based -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "bids"),
    [
        ("EO GO HO SO EU HA H10 SA", "solo-herz"),  # seven trumps
        ("EO GO HO SU E10 EK E9 GA", "solo-eichel"),
        ("EU GU SA GA EA E10 HA H10", "wenz"),  # two Unters, no loser beside the aces
        ("EU GU SA GA E10 E9 HA H10", "ruf-eichel"),  # two losers, but four trumps and an ace to call
        ("EO GO H7 H8 E7 G7 S7 S8", "ruf-eichel ruf-gras ruf-schellen"),
        ("EO GO H7 H8 EA GA S7 S8", "ruf-schellen"),
        ("EO GO H7 E8 E7 G7 S7 S8", "pass"),  # three trumps
    ],
)
def test_rule_based_bids(hand: str, bids: str) -> None:
    game, seen = at(hand)
    decision = answer("rule-based", game, seen)
    assert words(game, decision) == set(bids.split())
    assert {option.probability for option in decision.options} == {1 / len(decision.options)}


@pytest.mark.parametrize(("hand", "says"), [("EO HO EU GU HA H7 G7 G8", "contra"), ("EO HO EU GU H7 G9 G7 G8", "pass")])
def test_rule_based_doubles_with_three_trumps_of_four_cards(hand: str, says: str) -> None:
    game, seen = at(hand, "ruf-eichel, pass, pass, pass", seat=1)
    assert words(game, answer("rule-based", game, seen)) == {says}


@pytest.mark.parametrize(
    ("hand", "seat", "actions", "plays"),
    [
        # a declarer leads its lowest or its highest trump
        ("EO GO H7 H8 E7 G7 S7 S8", 0, "ruf-eichel, pass, pass, pass, pass, pass, pass", "EO H7"),
        # the others search the called suit, else lead an ace, else no trump
        ("EO E8 E9 H8 H9 GA S7 S8", 0, "pass, ruf-eichel, pass, pass, pass, pass, pass", "E8 E9"),
        ("EO G8 G9 H8 H9 GA S7 S8", 0, "pass, ruf-eichel, pass, pass, pass, pass, pass", "GA"),
        ("EO G8 G9 H8 H9 GK S7 S8", 0, "pass, ruf-eichel, pass, pass, pass, pass, pass", "G8 G9 GK S7 S8"),
        # the ace when its suit is led for the first time
        ("EO G8 G9 H8 H9 GA S7 S8", 1, "ruf-eichel, pass, pass, pass, pass, pass, pass, G7", "GA"),
        # out of a suit that is led for the first time: a trump that counts
        ("EO HA H8 E8 E9 EK S7 S8", 1, "ruf-schellen, pass, pass, pass, pass, pass, pass, G7", "HA"),
        ("EO GU H8 E8 E9 EK S7 S8", 1, "ruf-schellen, pass, pass, pass, pass, pass, pass, G7", "EO"),
        # on trump, anything
        ("EO GU H8 E8 E9 EK S7 S8", 1, "ruf-schellen, pass, pass, pass, pass, pass, pass, H7", "EO GU H8"),
    ],
)
def test_rule_based_plays(hand: str, seat: int, actions: str, plays: str) -> None:
    game, seen = at(hand, actions, seat=seat)
    assert words(game, answer("rule-based", game, seen)) == set(plays.split())


def test_rule_based_takes_a_suit_led_before_with_its_lowest_trump() -> None:
    hands = (
        "G7 G9 E7 E8 S7 S8 S9 H8",
        "GA G8 EK E10 EA SK H9 SU",
        "G10 H7 HK HU EO S10 SA E9",
        "GK H10 HA GU EU SO HO GO",
    )
    game, state = at_play("paper", "solo-herz", hands, declarer=3)
    state = play(game, state, "G7", "GA", "G10", "GK", "G8")
    assert words(game, answer("rule-based", game, game.observe(state, 2))) == {"H7"}


def test_one_bot_plays_each_seat_by_that_seats_role() -> None:
    game, state = at_play("paper", "ruf-eichel", HANDS)
    agent = registry.agent(game, "rule-based")
    roles = [game.observe(state, seat).facts["side"] for seat in range(4)]
    assert roles == ["declarer", "declarer", "other", "other"]
    leads = words(game, decide(agent, game.observe(state, 0), Random(1)))
    assert leads == {"EO", "H7"}, "as the declarer"
    again = at_play("paper", "ruf-eichel", (HANDS[2], HANDS[1], HANDS[0], HANDS[3]), declarer=2)[1]
    assert words(game, decide(agent, game.observe(again, 0), Random(1))) == {"E8", "E9"}, "as one of the others"


def test_random_coward_is_never_alone_and_never_doubles() -> None:
    game, seen = at("EO GO HO SO EU HA E7 S7")
    assert words(game, answer("random-coward", game, seen)) == {"pass", "ruf-eichel", "ruf-schellen"}
    game, seen = at(TOP, "ruf-eichel, pass, pass, pass", seat=1)
    assert words(game, answer("random-coward", game, seen)) == {"pass"}


# --- search ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["pimc", "pimc-solver"])
def test_search_bids_a_solo_that_cannot_be_lost(spec: str) -> None:
    game, seen = at(TOP)
    decision = answer(spec, game, seen)
    assert decision.action.to.startswith("solo")
    chosen = next(option for option in decision.options if option.action == decision.action)
    assert chosen.value is not None and chosen.value > 150
    assert "gains in 100% of samples" in chosen.why


def test_pimc_solver_says_which_rule_overrules_its_values() -> None:
    """Playing alone counts for more, and how often it wins decides on contra. A hint says so where values do not."""
    game, seen = at("EO GU EU HA H10 H8 SK E7")
    decision = answer("pimc-solver:deals=20", game, seen)
    for option in decision.options:
        alone = option.action.verb == "bid" and "ruf" not in option.action.to
        counts = f"counts as {(option.value or 0) + 40:+.0f}: 40 more for playing alone · gains in "
        assert option.why.startswith(counts if alone else "gains in ")
    game, seen = at("EO GO GU HK H9 H8 E10 EK")
    decision = answer("pimc-solver:deals=20,lean=30", game, seen)
    chosen = next(option for option in decision.options if option.action == decision.action)
    passing = next(option for option in decision.options if option.action.verb == "pass")
    assert chosen.value and passing.value and chosen.value < passing.value
    counts = (
        f"counts as {chosen.value + 30:+.0f}: 30 more for what the fast player would do, so ahead of weiter · gains "
    )
    assert chosen.why.startswith(counts)
    game, seen = at("EO SO HU SU HA E7 E9 E8", "ruf-schellen, pass, pass, pass", seat=1)
    for spec, says in (("calibrated-solver", "contra"), ("pimc-solver", "pass")):
        decision = answer(spec, game, seen)
        least = {"contra": "60%", "pass": "85%"}[says]
        why = {option.action.verb: option.why for option in decision.options}
        assert decision.action.verb == says and f"where it gains in {least} of samples or more" in why["contra"]
        assert why["pass"].startswith("no Kontra: gains in ") == (says == "pass")
        assert (says == "pass") == ("; said from 85% on" in why["pass"])
        if says == "pass":  # the share of passing is told beside that of contra
            refused, gains = why["pass"].split(" · ")
            assert refused.partition(" with it, ")[2].partition(" without")[0] == gains.split()[2]
        values = {option.action: option.value or 0.0 for option in decision.options}
        against = values[decision.action] < max(values.values())
        assert ("samples" in table_words.why(game, seen, decision)) == against
    assert against  # of pimc-solver, which is not sure enough


def test_pimc_solver_says_what_its_figures_rest_on_here() -> None:
    """At bids no card is solved, and five times as many deals are drawn (see the points of a bid); Kontra is rolled."""
    solved, sees = "cards solved", "the solver sees all hands in each sampled deal"
    for first, rest in (
        (0, f"{solved}; {sees}"),
        (2, f"{solved}, doublings played out by a fast player, 5 times as often; {sees}"),
    ):
        game, state = at_play("paper:contra=eight", "ruf-eichel", HANDS, first=first)
        seen = game.observe(state, first)
        assert ("contra" in {action.verb for action in seen.legal}) == bool(first)
        told = answer("pimc-solver:deals=20", game, seen).note
        assert told == f"20 deals drawn by how likely their bids were; {rest}"


def test_pimc_solver_doubles_with_the_highest_trumps_and_not_without_any() -> None:
    for hand, says in ((TOP, "contra"), (WEAK, "pass")):
        game, seen = at(
            hand, "ruf-schellen, pass, pass, pass" if hand == TOP else "solo-herz, pass, pass, pass", seat=1
        )
        assert answer("pimc-solver", game, seen).action.verb == says


def test_calibrated_solver_says_contra_where_that_gains_in_the_mean() -> None:
    """Of such a hand pimc-solver is not sure enough."""
    game, seen = at("EO SO HU SU HA E7 E9 E8", "ruf-schellen, pass, pass, pass", seat=1)
    said = {}
    for spec in ("calibrated-solver", "calibrated-solver:contra=sure", "pimc-solver"):
        decision = answer(spec, game, seen)
        values = {option.action.verb: option.value or 0.0 for option in decision.options}
        assert 0 < values["pass"] < values["contra"]
        said[spec] = decision.action.verb
    assert list(said.values()) == ["contra", "pass", "pass"]


def test_each_layer_of_calibrated_solver_can_be_switched() -> None:
    """With all of them as in pimc-solver it is pimc-solver; `blind` decides how cards are valued."""
    game, state = at_play("paper", "ruf-eichel", HANDS)
    seen = game.observe(state, 0)
    same = [
        answer(spec, game, seen).options
        for spec in ("calibrated-solver:deals=10,contra=sure,blind=0.1", "pimc-solver:deals=10")
    ]
    assert same[0] == same[1]
    solved, played, mixed = (
        [option.value or 0.0 for option in answer(f"calibrated-solver:deals=10,blind={share}", game, seen).options]
        for share in (0, 1, 0.5)
    )
    assert solved != played
    assert mixed == pytest.approx([(one + two) / 2 for one, two in zip(solved, played, strict=True)])


def open_positions(game: Schafkopf, count: int) -> list[tuple[State, set[int]]]:
    """Ends of deals that the seat to act sees through, where some of its cards win and others do not: these win."""
    rng, found = Random(4), list[tuple[State, set[int]]]()
    player = registry.agent(game, "rule-based")
    while len(found) < count:
        state = game.start(game.deal(rng))
        while state.seat is not None:
            seen = game.observe(state, state.seat)
            if state.phase == "play" and len(state.hands[state.seat]) in (2, 3) and len(seen.legal) > 1:
                wins = {card: worth.guess >= WINS for card, worth in analyse(game, state).items()}
                if len(set(wins.values())) == 2 and worlds(game, seen).weight[0] == 1:
                    found.append((state, {card for card in wins if wins[card] == (state.seat in state.side)}))
            state = game.apply(state, decide(player, seen, rng).action)
    return found[:count]


def test_search_finds_the_card_that_wins_where_all_cards_are_known() -> None:
    game = Schafkopf("club")
    for state, best in open_positions(game, 5):
        assert state.seat is not None
        seen = game.observe(state, state.seat)
        for spec in ("pimc", "pimc-solver"):
            assert answer(spec, game, seen).action.cards[0] in best


@pytest.mark.parametrize("spec", ["pimc:deals=20", "pimc-solver:deals=20"])
def test_search_streams_and_shows_where_cards_may_be(spec: str) -> None:
    game, state = at_play("paper", "ruf-eichel", HANDS)
    seen = game.observe(state, 0)
    decisions = list(registry.agent(game, spec).think(seen, Random(3)))
    assert len(decisions) == 2, "one for each batch"
    first, last = ([option.visits or 0 for option in decision.options] for decision in decisions)
    assert sum(last) == 2 * sum(first)
    assert "sees all hands in each sampled deal" in decisions[-1].note
    holds = {belief.seat: belief.values for belief in decisions[-1].beliefs if belief.about == "holds"}
    partner = {
        belief.seat: belief.values["probability"] for belief in decisions[-1].beliefs if belief.about == "partner"
    }
    assert set(holds) == set(partner) == {1, 2, 3}
    for seat in holds:
        assert sum(holds[seat].values()) == pytest.approx(8, abs=0.01)
        assert holds[seat].get("EA", 0) == pytest.approx(partner[seat]), "who holds the called ace is the partner"
    assert sum(partner.values()) == pytest.approx(1)


def test_ppo_search_ends_once_all_but_one_action_are_clearly_behind() -> None:
    game, state = at_play("paper", "ruf-eichel", HANDS)
    bot = registry.agent(game, "ppo-search:deals=400")
    ends = list[int]()
    while state.seat is not None and len(ends) < 16:
        seen = game.observe(state, state.seat)
        decisions = list(bot.think(seen, Random(3)))
        if len(seen.legal) > 1:
            tried = {option.action: option for option in decisions[-1].options if option.visits}
            chosen = tried[decisions[-1].action]
            compared = [option for option in tried.values() if option.visits == chosen.visits]
            assert chosen.visits == 50 * len(decisions) == max(option.visits or 0 for option in tried.values())
            assert chosen.value == max(option.value or 0.0 for option in compared)
            ends.append(len(decisions) if len(tried) > 1 else 0)
            assert len(tried) > 1 or len(decisions) == 1, "what is alone needs no comparison"
        state = game.apply(state, decisions[-1].action)
    assert any(0 < end < 8 for end in ends) and 8 in ends and 0 in ends


def test_the_points_of_a_bid_agree_with_how_often_it_gains() -> None:
    """A Solo that nobody can overbid gains with 61 points and more; of a pass nothing is told."""
    game, seen = at("EO GO SO EU HA H10 EA S7", "pass, pass, pass", seat=3)
    decision = answer("pimc-solver:deals=40", game, seen)
    (told,) = (belief for belief in decision.beliefs if belief.about == "points")
    chosen = next(option for option in decision.options if option.action == decision.action)
    assert decision.action.to == "solo-herz" and told.seat == 3 and told.samples == chosen.visits == 200
    wins = sum(list(told.values.values())[7:])
    assert sum(told.values.values()) == pytest.approx(1, abs=0.01) and 0 < wins < 1
    assert f"gains in {wins:.0%} of samples" in chosen.why
    assert decision.note == "200 deals drawn by how likely their bids were; played out by a fast player"
    game, seen = at(WEAK, "pass, pass, pass", seat=3)
    assert all(belief.about != "points" for belief in answer("pimc-solver:deals=40", game, seen).beliefs)


def test_bids_tell_pimc_solver_where_the_trumps_are() -> None:
    game, seen = at(WEAK, "pass, pass, solo-herz, pass, pass, pass, pass", seat=0)
    shares = {}
    for spec in ("pimc:deals=400,simulations=1", "pimc-solver:deals=100", "calibrated-solver:deals=200,bids=no"):
        beliefs = answer(spec, game, seen).beliefs
        shares[spec] = next(belief.values for belief in beliefs if (belief.seat, belief.about) == (2, "holds")).get(
            "EO", 0
        )
    uniform, weighed, switched = shares.values()
    assert uniform == pytest.approx(1 / 3, abs=0.1) == switched
    assert weighed > 0.5


def test_what_is_said_of_an_option_weighs_each_deal_alike_as_its_value_does() -> None:
    """Three visits that won in one deal and one that lost in another are a half, whatever their number."""
    counts = np.zeros((pimc_kernel.ACTIONS, pimc_kernel.COUNTS))
    before = counts.copy()
    for visits, gained, won in ((3, 60, 3), (1, -20, 0)):
        counts[7, [pimc_kernel.VISITS, pimc_kernel.SUM, pimc_kernel.WON]] += visits, gained, won
        closed(counts, before)
    row = counts[7]
    assert row[pimc_kernel.DEALS] == 2 and row[pimc_kernel.MEANS] == 20 - 20 and row[pimc_kernel.WON] == 1
    assert row[pimc_kernel.VISITS] == 4 and not counts[:7].any()


def test_the_share_of_samples_that_gain_counts_the_samples_of_that_action() -> None:
    """With few simulations each action is tried in a number of deals of its own."""
    game, seen = at(TOP)
    tried = [option for option in answer("pimc:deals=7,simulations=2", game, seen).options if option.visits]
    assert len({option.visits for option in tried}) > 1
    gains = {option.action.to: option.why.partition(" of samples")[0] for option in tried}
    assert gains["solo-eichel"] == gains["solo-herz"] == "gains in 100%"
    assert all(int(said.removeprefix("gains in ").rstrip("%")) <= 100 for said in gains.values())


def test_players_of_the_pool_say_why_they_play_a_card() -> None:
    """In words of their own about cards: not about their bids, and with Sauspiel in capitals."""
    game, rng = Schafkopf("paper"), Random(1)
    state = game.start(game.deal(rng))
    while state.contract == "" or game.legal(state)[-1].verb != "play":
        state = game.apply(state, answer("rule-based", game, game.observe(state, game.turn(state) or 0)).action)
    seen = game.observe(state, game.turn(state) or 0)
    styles = [name for name, bot in registry.pool("schafkopf").items() if bot.kind == "heuristic"]
    said = {name: answer(name, game, seen).options[0].why for name in styles}
    assert all(said.values()) and "bids" not in " ".join(said.values())
    assert said["pool-bold"] == said["pool-doubler"] != said["pool-miser"] != said["pool-hawk"]
