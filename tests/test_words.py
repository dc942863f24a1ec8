"""What seats are called, and what is told of the strength of bots."""

from __future__ import annotations

from random import Random

import pytest

from cardtui import registry, words
from cardtui.core import Action, Belief, Decision, Option, Refusal
from cardtui.entries import HUMAN, LEVELS
from cardtui.entries.wording import facts
from cardtui.games.yaniv.rules import YANIV
from cardtui.registry import lineup
from cardtui.settings import NAMES, Settings


def test_names_go_round_from_the_first_person() -> None:
    assert words.names((HUMAN, "greedy", "greedy", "harel")) == ("You", "Ada", "Rex", "Mo")
    assert words.names(("greedy", "harel", HUMAN, "random")) == ("Rex", "Mo", "You", "Ada")
    assert words.names(("greedy", "greedy")) == ("Ada", "Rex")
    assert words.introduced((HUMAN, "pimc:deals=5", "my.py:Mine:p=1")) == (
        "You",
        "Ada (pimc:deals=5)",
        "Rex (Mine:p=1)",
    )


def test_names_of_the_settings() -> None:
    seats = (HUMAN, HUMAN, "greedy", "greedy")
    assert words.names(seats) == ("Player 1", "Player 2", "Ada", "Rex")
    assert words.names(seats, Settings(name="Anna", opponents="Bo")) == ("Anna", "Player 2", "Bo", "Ada")
    assert words.names(seats, Settings(name="ada, Rex", opponents="Rex, Ada, Bo")) == ("ada", "Rex", "Bo", "Mo")
    assert words.names((HUMAN, "random"), Settings(name="Anna, Bert")) == ("Anna", "Ada")
    assert words.names(seats, Settings(name="player 2")) == ("player 2", "Player 3", "Ada", "Rex")


def test_no_two_seats_have_one_name() -> None:
    most = max(entry.seats[1] for entry in registry.games().values())
    assert len(NAMES) >= most
    for people in range(10):
        seats = (HUMAN,) * people + ("random",) * (9 - people)
        found = words.names(seats, Settings(name=", ".join(NAMES), opponents="Ada"))
        assert len({name.casefold() for name in found}) == 9


@pytest.mark.parametrize("game", [name for name, entry in registry.games().items() if entry.levels])
def test_each_level_has_a_bot_that_can_play_and_a_known_strength(game: str) -> None:
    entry = registry.game_entry(game)
    assert tuple(entry.levels) == LEVELS
    for rules in entry.rule_sets:
        assert tuple(lineup.levels(game, rules)) == LEVELS
    for seats in range(entry.seats[0], entry.seats[1] + 1):
        assert all(words.strength(game, bot, entry.rules, seats) for bot in lineup.levels(game, entry.rules).values())
    for known in entry.strengths:
        assert all(registry.check(game, bot, known.rules) for bot in (known.bot, known.opponent))
        assert entry.seats[0] <= known.seats <= entry.seats[1] and known.error > 0


def test_a_level_takes_the_next_bot_that_can_play() -> None:
    assert lineup.seated("yaniv", "paper", "medium") == "harel"
    assert lineup.seated("yaniv", "club", "medium") == "greedy"
    assert lineup.seated("yaniv", "club", "yaniv-td:rollouts=0") == "yaniv-td:rollouts=0"
    assert lineup.levels("tricks", "tricks:revoke=yes,n=13") == dict.fromkeys(LEVELS, "first")
    assert lineup.levels("98", "paper") == {}


def test_the_best_bot_by_some_rules_is_strong_and_coaches_there() -> None:
    for rules, bot in (("paper", "yaniv-td"), ("club", "yaniv-net"), ("club:limit=200", "yaniv-net")):
        assert lineup.levels("yaniv", rules)["strong"] == bot
        assert lineup.coach(registry.game("yaniv", rules), "") == bot


def test_a_level_that_is_not_there_is_refused() -> None:
    with pytest.raises(Refusal, match="the level medium takes neither options nor weights; name its bot: greedy"):
        lineup.seated("yaniv", "club", "medium:p=1")
    with pytest.raises(
        Refusal, match=r"no bot 'stong' \(nearest: strong\).* at a table the levels easy, medium, strong"
    ):
        lineup.seated("yaniv", "paper", "stong")
    with pytest.raises(Refusal, match="cannot play with jokers=2"):
        lineup.seated("yaniv", "club", "harel")


def test_a_strength_says_what_it_holds_for() -> None:
    told = words.strength("schafkopf", "pimc-solver", "club", 4)
    assert told.endswith("cents a deal against pimc") and told.startswith("+")
    assert words.strength("schafkopf", "pimc-solver", "club:solo=60", 4) == f"{told} (rules club)"
    assert words.strength("zsy", "dmc", "paper", 2).startswith("wins ")
    assert words.strength("zsy", "random", "paper", 2) == ""
    known = lineup.strength("zsy", "dmc", "paper", 2)
    assert known and known.command("zsy") == (
        "cardtui arena zsy dmc td-linear --rules paper --seats 2 --deals 2000 --seed 7"
    )
    assert known.command("mine", ("cardtui", "--game", "my game.py")).startswith(
        "cardtui --game 'my game.py' arena mine dmc td-linear "
    )


def test_yaniv_tells_what_is_believed_of_a_hand_in_one_phrase() -> None:
    game, act = registry.game("yaniv", "paper", 2), YANIV
    told = [Belief(1, "score", {"mean": 25.35, "p_call": 0.001}), Belief(1, "other", {"a": 0.5})]
    decision = Decision(act, (Option(act, 1.0),), beliefs=tuple(told))
    lines = [line.strip() for line in words.thoughts(game, decision, ("You", "Ada"))]
    assert lines[-2:] == ["Ada: sum about 25, Yaniv next <1%", "of Ada, other: a 0.50"]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("", ["Ada: the partner", "Rex: not the partner", "of Ada, partner: probability 0.25"]),
        ("de", ["Ada: der Mitspieler", "Rex: nicht der Mitspieler", "von Ada, Mitspieler: Anteil 0,25"]),
    ],
)
def test_schafkopf_tells_a_partner_who_is_known_without_a_figure(language: str, told: list[str]) -> None:
    game, act = registry.game("schafkopf", "paper", 4), Action("play", (0,))
    chances = [Belief(seat, "partner", {"probability": chance}) for seat, chance in ((1, 1.0), (2, 0.0), (1, 0.25))]
    decision = Decision(act, (Option(act, 1.0),), beliefs=tuple(chances))
    lines = words.thoughts(game, decision, ("You", "Ada", "Rex", "Mo"), language)
    assert [line.strip() for line in lines[-3:]] == told


@pytest.mark.parametrize("game", registry.games())
def test_a_position_is_told_in_words_and_not_by_the_names_of_facts(game: str) -> None:
    """As `winner: none` in a review and in the menu, though its lines tell the same in words."""
    played = registry.game(game)
    state = played.start(played.deal(Random(1)))
    seen = played.observe(state, played.turn(state) or 0)
    spoken, names = words.of(game), ("You", "Ada", "Rex", "Mo")[: played.seats]
    for line in (spoken.phase(played, seen, names), *spoken.table(played, seen, seen.zone("hand").cards, names)):
        assert not any(fact in line for fact in facts(seen)), line
