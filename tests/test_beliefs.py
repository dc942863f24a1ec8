"""What is proved of hidden hands, how beliefs are told, and how they are measured against the truth."""

from __future__ import annotations

from collections import Counter
from math import exp, log, sqrt
from random import Random

import pytest

from cardtui import registry
from cardtui.core import Action, Belief, Decision, Option, Refusal
from cardtui.loading import load
from cardtui.review import positions
from cardtui.study import beliefs, beliefs_study
from cardtui.text.language import Language
from cardtui.words import beliefs as shown

DRAWS = 1500


@pytest.mark.parametrize(("name", "turns"), [("yaniv", 60), ("zsy", 30), ("schafkopf", 30)])
def test_chances_are_those_of_all_deals_that_fit(name: str, turns: int) -> None:
    """Within the error of drawn deals; and what is impossible or proved is so in each of them."""
    game, measured = registry.game(name), 0
    chances = load(registry.judging(name).chances)
    for seed in range(3):
        seen = positions.at_random(game, seed, turns).seen
        counts = Counter[tuple[int, int]]()
        for number in range(DRAWS):
            state = game.determinize(seen, Random(number))
            for seat in set(range(game.seats)) - {seen.seat}:
                counts.update((seat, card) for card in game.observe(state, seat).zone("hand").cards)
        found = {(seat, card): x for seat, held in chances(game, seen).items() for card, x in held.items()}
        assert set(counts) <= set(found)
        for key, chance in found.items():
            assert abs(counts[key] / DRAWS - chance) <= 5 * sqrt(chance * (1 - chance) / DRAWS), (seed, key)
            measured += 0 < chance < 1
    assert measured > 20


def test_figures_claim_no_more_than_they_rest_on() -> None:
    told = [shown.chance(*given) for given in ((0.0,), (1.0,), (0.004,), (0.0, 10), (1.0, 10), (0.34, 10), (0.34, 60))]
    assert told == ["<.01", ">.99", "<.01", "<.3", ">.7", ".3", ".34"]
    row = shown.cells(
        Belief(1, "holds", {"a": 0.4, "b": 0.2}, 10), {"a": 0.0, "b": 0.3, "c": 1.0}, lambda one: one.values
    )
    assert {key: cell.text for key, cell in row.items()} == {"a": "×", "b": ".2", "c": "✓"}


def test_in_other_languages_chances_are_in_per_cent_and_other_figures_are_not() -> None:
    """A figure of the same form, such as the value of an action without its zero, is no chance."""
    game, german = registry.game("schafkopf"), Language({}, point=",")
    assert german.figure(".35") == ",35"
    belief = Belief(1, "holds", {"a": 0.35, "b": 0.0, "c": 1.0}, 10)
    told = shown.told(game, belief, {1: dict.fromkeys("ab", 0.5)}, lambda game, one: one.values, german)
    assert told == {"a": "40%", "b": "<30%", "c": ">70%"}
    row = shown.cells(
        Belief(1, "holds", {"a": 0.4, "b": 1.4}), {}, lambda one: {"all": sum(one.values.values())}, german
    )
    assert row["all"].text == "1,8"
    assert shown.told(game, Belief(1, "score", {"mean": 7.25}), {}, lambda game, one: one.values, german) == {
        "mean": "7,25"
    }


def test_losses_against_the_truth() -> None:
    """Equal chances have no gain over themselves; what none of ten deals had costs much, but not all."""
    game = registry.game("yaniv")
    seen = positions.at_random(game, 1, 20).seen
    state, (other,) = game.determinize(seen, Random(7)), {0, 1} - {seen.seat}
    even = beliefs.even_belief(game, seen, ())
    assert even.samples == 0

    def decision(held: dict[str, float], samples: int) -> Decision:
        act = Action("yaniv")
        return Decision(act, (Option(act, 1.0),), "probability", beliefs=(Belief(other, "holds", held, samples),))

    same = {game.face(card): chance for card, chance in even.chances[other].items()}
    for guess in beliefs.guesses(game, seen, state, decision(same, 0), (1,)):
        assert guess.losses["own"] == pytest.approx(guess.losses["equal"], abs=2e-3)
        assert abs(guess.losses["worlds"] - guess.losses["equal"]) < 1.2
    found = list(beliefs.guesses(game, seen, state, decision({}, 10), (1,)))
    held = [guess.losses["own"] for guess in found if guess.cells[0][1]]
    assert held and set(held) == {-log(0.5 / 11)}
    assert all(exp(-guess.losses["own"]) == pytest.approx(10.5 / 11) for guess in found if not guess.cells[0][1])
    assert "hidden cards" in beliefs.here(game, seen, state, decision(same, 0))


def test_a_study_of_beliefs() -> None:
    """Of a bot without beliefs: the review's worlds beside equal chances, which are right on average."""
    found = beliefs_study.report("yaniv", "paper", 2, "greedy", deals=2, seed=1)
    worlds, even = found["beliefs"]
    assert [worlds["belief"], even["belief"]] == ["worlds", "equal"] and found["deals"] == 2
    assert even["gain"] == 0 and even["calibration_error"] < 0.05 and abs(worlds["gain"]) < 0.05
    assert even["n"] == found["cards"] == sum(phase["n"] for phase in even["phases"])
    title, *_ = beliefs.tables(found)[0]
    assert title.startswith(f"greedy: {found['cards']:,} hidden cards")
    one = beliefs_study.report("yaniv", "paper", 2, "greedy", deals=1, seed=1)
    assert beliefs.tables(one)[0][0].endswith(" decisions of 1 deal")


@pytest.mark.parametrize(("name", "seats", "bot"), [("tricks", 2, "first"), ("98", 1, "gap")])
def test_where_no_hand_is_hidden_no_bot_plays(name: str, seats: int, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beliefs_study, "own_games", lambda *asked: pytest.fail("deals are played in vain"))
    with pytest.raises(Refusal, match=f"no hand is hidden in {name}"):
        beliefs_study.report(name, "", seats, bot, deals=1)
