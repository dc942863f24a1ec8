"""The guided first deals: played by their coach, and by anybody."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Any, NamedTuple

import pytest

from cardtui import plain, registry, words
from cardtui.cli import main
from cardtui.core import Refusal, Zone, decide
from cardtui.match import Match
from cardtui.settings import Settings
from cardtui.tableside import Guide, is_first_deal
from cardtui.ui.start import guided

GAMES = [entry.name for entry in registry.games().values() if entry.first_deal]
WIDTH, HEIGHT = 25, 16
"""The room for the words at 80×24, in cells."""


class Turn(NamedTuple):
    lesson: str
    rows: int
    action: Any


@cache
def bot(game: str, spec: str) -> Any:
    return registry.agent(Match.new(game, guided(game).rules, guided(game).seats, 1).game, spec)


def played(game: str, rng: Random | None = None) -> tuple[list[Turn], Match, str]:
    """The turns of the person, who follows the coach, or plays at random; the match; and the last words."""
    first, start = registry.first_deal(game), guided(game)
    match = Match.new(game, start.rules, start.seats, start.seed)
    guide, spoken, turns = Guide(match.game, first), words.of(game), list[Turn]()
    while (seat := match.turn) is not None:
        seen = match.observe(seat)
        if seat:
            decision = decide(bot(game, start.seats[seat]), seen, Random(match.rng_seed(seat)))
            match.play(decision.action)
            continue
        told = guide.told(seen)
        assert guide.told(seen) == told, "the same position gets other words"
        action = decide(bot(game, first.coach), seen, Random(match.rng_seed(seat))).action
        typed = spoken.to_type(match.game, spoken.order(match.game, seen, "number"), action)
        would = spoken.does(match.game, action)
        coach = f"Coach: {would} (type {typed}): {spoken.reason(match.game, seen, action)}."
        paragraphs = [wrap(text, WIDTH) for text in (told.lesson, f"You may {told.allowed}", coach) if text]
        turns.append(Turn(told.lesson, sum(map(len, paragraphs)) + len(paragraphs) - 1, action))
        match.play(rng.choice(seen.legal) if rng else action)
    return turns, match, guide.told(match.observe(0)).lesson


@pytest.mark.parametrize("game", GAMES)
def test_who_follows_the_coach_sees_most_lessons_and_wins(game: str) -> None:
    turns, match, last = played(game)
    lessons = [turn.lesson for turn in turns if turn.lesson]
    assert turns[0].lesson and len(lessons) >= 7 and len(set(lessons)) == len(lessons)
    assert max(turn.rows for turn in turns) <= HEIGHT, "the words do not fit beside the table at 80×24"
    assert match.game.returns(match.state)[0] > 0 and last
    if game == "98":
        assert match.game.returns(match.state) == (98.0,)
    assert played(game)[0] == turns, "the deal is not fixed"


def test_what_happens_in_the_deals() -> None:
    """They were chosen for it: a change of rules or bots that spoils them is to be noticed."""
    laid = [turn.action for turn in played("yaniv")[0]]
    assert {1, 2, 3} <= {len(action.cards) for action in laid}, "no single card, pair and run"
    assert any(action.to == "a" for action in laid) and laid[-1].verb == "yaniv"
    assert any("jump back" in turn.lesson for turn in played("98")[0][:12])
    verbs = {turn.action.verb for turn in played("zsy")[0]}
    assert verbs == {"play", "pass"} and {2, 4} & {len(turn.action.cards) for turn in played("zsy")[0]}
    told = " ".join(turn.lesson for turn in played("schafkopf")[0])
    assert "You play and have called" in told and "Trump was led" in told and "has been played" in told
    assert "exchanged" in " ".join(turn.lesson for turn in played("tricks")[0])


@pytest.mark.parametrize("game", GAMES)
def test_words_fit_whatever_is_played(game: str) -> None:
    for number in range(6):
        turns, _, last = played(game, Random(number))
        assert last and len(wrap(last, WIDTH)) <= HEIGHT
        given = [turn.lesson for turn in turns if turn.lesson]
        assert len(set(given)) == len(given)
        assert max(turn.rows for turn in turns) <= HEIGHT + 3  # more than that scrolls


@pytest.mark.parametrize(
    "bid, trumps, followed",
    [
        ("solo-gras", "Trumps are now Ober, Unter and Gras", "SU, then Gras: ace"),
        ("wenz", "Only the four Unter", "In a Wenz Ober count"),
    ],
)
def test_schafkopf_tells_the_trumps_of_who_plays_alone(bid: str, trumps: str, followed: str) -> None:
    def alone(number: int) -> str:
        """What is told in such a deal, of which the rest is played at random."""
        first, start, rng = registry.first_deal("schafkopf"), guided("schafkopf"), Random(number)
        match = Match.new("schafkopf", start.rules, start.seats, start.seed)
        guide, told = Guide(match.game, first), list[str]()
        while (seat := match.turn) is not None:
            seen = match.observe(seat)
            if seat:
                match.play(decide(bot("schafkopf", start.seats[seat]), seen, Random(match.rng_seed(seat))).action)
                continue
            told.append(guide.told(seen).lesson)
            bids = [action for action in seen.legal if action.to == bid]
            match.play(bids[0] if bids else rng.choice(seen.legal))
        return " ".join(told)

    told = "\n".join(map(alone, range(8)))
    assert told.count("You play alone") == told.count(trumps) == 8
    assert followed in told and ("then Herz" in told, "Ober and Unter do not" in told) == (False, bid != "wenz")


def test_words_agree_with_how_many_there_are() -> None:
    match = Match.new("tricks", "tricks", ("human", "first"), 1)
    seen = match.observe(0)
    seen = seen._replace(facts={**seen.facts, "taken": ((1, 9), (5, 5))})
    told = registry.first_deal("tricks").ended(match.game, seen)
    assert told.startswith("You took 1 trick, the other 5")
    match = Match.new("yaniv", "paper", ("human", "greedy"), 1)
    seen = match.observe(0)
    hands = tuple(Zone(zone.name, 2, cards) for zone, cards in zip(seen.hands, ((1, 2), (0, 3)), strict=True))
    seen = seen._replace(zones=hands, facts={**seen.facts, "caller": 1})
    taken = next(lesson for lesson in registry.first_deal("yaniv").lessons if lesson.__name__ == "taken")
    assert "were taken from the pile, so all know who holds them" in taken(match.game, seen)
    told = registry.first_deal("yaniv").ended(match.game, seen)
    assert "of equal hands the caller's loses, so this deal is yours" in told


def test_an_undone_turn_gets_its_words_again() -> None:
    start = guided("98")
    match = Match.new("98", start.rules, start.seats, start.seed)
    guide = Guide(match.game, registry.first_deal("98"))
    one = guide.told(match.observe(0))
    match.play(match.observe(0).legal[0])
    two = guide.told(match.observe(0))
    match.undo()
    assert guide.told(match.observe(0)) == one != two


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_known_as_one_by_its_seed_seats_and_rules(game: str) -> None:
    start = guided(game)
    assert is_first_deal(Match.new(game, start.rules, start.seats, start.seed))
    assert not is_first_deal(Match.new(game, start.rules, start.seats, start.seed + 1))
    assert not is_first_deal(Match.new(game, start.rules, start.seats, start.seed, ranked=True))


def test_on_plain_lines_it_is_gone_on_with_its_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start, path, found = guided("98"), tmp_path / "match.jsonl", list[bool]()

    def play(match: Match, chosen: Settings, guided: bool) -> int:
        found.append(guided)
        match.close()
        return 0

    for seed in (start.seed, start.seed + 1):
        match = Match.new("98", start.rules, start.seats, seed, path)
        match.play(match.observe(0).legal[0])
        match.close()
        monkeypatch.setattr(plain, "play", play)
        assert main(["resume", str(path), "--plain"]) == 0
        path.unlink()
    assert found == [True, False]


def test_every_game_of_the_program_has_one_and_others_need_none() -> None:
    assert set(GAMES) >= {"98", "schafkopf", "tricks", "yaniv", "zsy"}
    with pytest.raises(Refusal, match="chess"):
        registry.first_deal("chess")


def test_the_command_takes_nothing_that_would_change_the_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["yaniv", "--first", "--rules", "club", "--seed", "3", "--plain"]) == 2
    told = capsys.readouterr().err
    assert "--first has its own deal, rules and bots; leave out --rules and --seed" in told


def test_on_plain_lines() -> None:
    said, typed = list[str](), iter(["help", "alone", "help", "alone", "quit", "yes"])
    start = guided("yaniv")
    match = Match.new("yaniv", start.rules, start.seats, start.seed)
    code = plain.play(match, Settings(pace=0), guided=True, ask=lambda question: next(typed), say=said.append)
    assert code == 0
    text = "\n".join(said)
    assert "Your five cards count" in text and "\nYou may lay any card" in text
    assert "yaniv-td:rollouts=0 would lay " in text and "\nThrows " in text and "win probability" not in text
    assert sum(line.startswith("alone: ") for line in said) == 1  # while there is a guide
    assert "The guide is off; the match goes on." in said and "There is no guide now; `--first` starts one." in said
