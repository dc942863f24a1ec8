"""The table without a screen: what each person may see and do, whoever draws it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from cardtui import registry
from cardtui.core import Decision, Game, Observation, Option
from cardtui.entries import HUMAN
from cardtui.hosting.host import BotFault
from cardtui.match import Match
from cardtui.settings import Settings
from cardtui.tableside import MODES, Coach, Tableside


def sitting(*seats: str, game: str = "yaniv", ranked: bool = False, seed: int = 7) -> Tableside:
    match = Match.new(game, registry.game_entry(game).rules, seats, seed, ranked=ranked)
    return Tableside(match, lambda: Settings(coach="greedy"))


def decided(seen: Observation) -> Decision:
    return Decision(seen.legal[0], (Option(seen.legal[0], 1.0),), "probability")


def play(table: Tableside, moves: int) -> None:
    """So many first legal actions, those of bots with their decisions."""
    for _ in range(moves):
        seat = table.match.turn
        assert seat is not None
        seen = table.match.observe(seat)
        table.match.play(
            seen.legal[-1],
            None
            if table.match.is_human(seat)
            else decided(seen)._replace(action=seen.legal[-1], options=(Option(seen.legal[-1], 1.0),)),
        )
        table.look()


def test_the_hand_of_each_of_two_people_is_covered_until_they_are_there() -> None:
    table = sitting(HUMAN, HUMAN)
    assert table.covered
    table.uncover()
    first = table.viewer
    assert table.observe().zone("hand").cards
    play(table, 1)
    assert table.viewer != first and table.covered
    assert table.observe().zone("hand").cards == () and table.observe().legal == ()
    table.uncover()
    assert table.observe() == table.match.observe(table.viewer)


def test_while_covered_only_what_all_have_seen_is_told() -> None:
    table = sitting(HUMAN, HUMAN)
    mover = table.match.turn
    assert mover is not None
    table.match.play(next(action for action in table.match.observe(mover).legal if action.to == "stack"))
    own, others = (table.match.observe(seat).history[-1] for seat in (mover, 1 - mover))
    assert own.gain and not others.gain, "a card from the stack is seen by who drew it alone"
    table.viewer, table.covered = mover, True
    assert table.observe().history[-1] == others
    assert table.observe().history == table.public_history()


def test_one_person_is_never_covered_and_watchers_see_all_that_is_open() -> None:
    assert not sitting(HUMAN, "greedy").covered
    watched = sitting("greedy", "greedy")
    watched.look()
    assert watched.covered
    watched.set_panel("open")
    watched.look()
    assert not watched.covered and set(watched.open_hands()) == {1}


@pytest.mark.parametrize(
    ("seats", "ranked", "modes"),
    [
        ((HUMAN, "greedy"), False, tuple(MODES)),
        ((HUMAN, "greedy"), True, ("hidden", "deal")),
        ((HUMAN, HUMAN), False, ("hidden", "coach")),
        (("greedy", "greedy"), False, ("hidden", "deal", "move", "open")),
    ],
)
def test_the_modes_of_a_match(seats: tuple[str, ...], ranked: bool, modes: tuple[str, ...]) -> None:
    table = sitting(*seats, ranked=ranked)
    assert table.modes() == modes
    for wanted in MODES:
        table.set_panel(wanted)
        assert table.panel == (wanted if wanted in modes else "deal" if "deal" in modes else "hidden")


def test_the_coach_is_turned_on_and_back() -> None:
    table = sitting(HUMAN, "greedy")
    table.set_panel("move")
    table.set_panel(table.toggled)
    assert table.panel == "coach" and table.wants_advice == table.match.is_human(table.match.turn)
    table.set_panel(table.toggled)
    assert table.panel == "move"


@pytest.mark.parametrize(("mode", "shown"), [("hidden", 0), ("deal", 0), ("move", 1), ("open", 1)])
def test_thoughts_are_shown_when_the_mode_says(mode: str, shown: int) -> None:
    table = sitting(HUMAN, "greedy")
    table.set_panel(mode)
    play(table, 4)
    thoughts, empty = table.thoughts()
    assert len(thoughts) == shown and (shown or empty)
    while table.match.turn is not None:
        play(table, 1)
    assert bool(table.thoughts()[0]) == (mode != "hidden")


def test_a_ranked_match_gives_no_help_before_the_deal_is_over() -> None:
    table = sitting(HUMAN, "greedy", ranked=True)
    assert "no help" in table.reason("hint") and "no help" in table.reason("inspect") and table.reason("undo")
    while table.match.turn is not None:
        play(table, 1)
    assert "^o reviews it" in table.reason("inspect") and "your own turn" in table.reason("hint")


def test_whose_turn_it_is_where_no_bot_can_be_waited_for() -> None:
    """The viewer's, or that of somebody who has still to sit down before the screen."""
    alone, several = sitting(HUMAN, "greedy"), sitting(HUMAN, HUMAN)
    while not alone.match.is_human(alone.match.turn):
        play(alone, 1)
    for table, whose in ((alone, "your"), (several, "a person's")):
        table.look()
        table.cover()
        assert table.reason("skip") == f"it is {whose} turn: there is no bot to wait for"
    several.uncover()
    assert several.reason("skip").startswith("it is your turn")


class Thinker:
    """Answers at once, or fails, and plays on in between where it is told to."""

    def __init__(self, meanwhile: Any = None, fault: bool = False) -> None:
        self.meanwhile, self.fault = meanwhile, fault

    async def think(
        self, game: Game[Any], spec: str, seen: Observation, seed: str, *, seconds: float | None = 10.0
    ) -> AsyncIterator[Decision]:
        """As `Host.think`."""
        if self.fault:
            raise BotFault(spec, "raised", f"{spec} raised something")
        yield decided(seen)._replace(note=spec)
        if self.meanwhile:
            self.meanwhile()
        yield decided(seen)._replace(note=f"{spec}, again")


def advised(table: Tableside, thinker: Thinker, both: bool = False) -> list[str]:
    """Ask the coach; the notes of its last words."""
    told: list[str] = []
    asyncio.run(table.coach.advise(thinker, both=both, told=lambda decision: told.append(decision.note)))
    return told


def test_the_coach_gives_its_last_word_and_forgets_it_after_a_move() -> None:
    table = sitting(HUMAN, "greedy")
    table.set_panel("coach")
    assert advised(table, Thinker()) == ["greedy, again"]
    assert table.advised == table.coach.opinion is not None
    play(table, 1)
    assert table.advised is None


def test_what_the_coach_said_of_each_move_is_known_once_the_deal_is_over() -> None:
    """Of the viewer's moves that stand, not of one that was taken back before another was played."""
    table = sitting(HUMAN, "greedy")
    table.set_panel("coach")
    assert advised(table, Thinker())
    first = table.match.observe(0).legal[0]
    play(table, 2)
    assert advised(table, Thinker()) and not table.heard
    table.match.undo()
    play(table, 2)
    while table.match.turn is not None:
        play(table, 1)
    (heard,) = table.heard
    assert (heard.turn, heard.action, heard.opinion.action) == (1, table.match.moves()[0].action, first)
    table.set_panel("deal")
    assert not table.heard
    table.set_panel("coach")
    if not table.match.over:
        table.match.next_deal()
        while table.match.turn is not None:
            play(table, 1)
        assert not table.heard


def test_an_opinion_on_an_earlier_position_is_dropped() -> None:
    table = sitting(HUMAN, "greedy")
    assert advised(table, Thinker(meanwhile=lambda: play(table, 1))) == []
    assert table.coach.opinion is None and not table.coach.thinking


def test_the_other_coach_is_asked_where_there_is_one() -> None:
    table = sitting(HUMAN, "greedy")
    table.coach.other = "random"
    advised(table, Thinker(), both=True)
    assert table.coach.second is not None and table.coach.second[1].bot == "random"


def test_a_coach_that_fails_says_why() -> None:
    table = sitting(HUMAN, "greedy")
    table.set_panel("coach")
    with pytest.raises(BotFault):
        advised(table, Thinker(fault=True))
    assert table.thoughts() == ([], "greedy raised something")


def test_a_coach_that_is_broken_off_says_so() -> None:
    match = Match.new("yaniv", "paper", (HUMAN, "greedy"), 7)
    coach = Coach(match, lambda: Settings(coach="greedy"), lambda: None)

    class Endless(Thinker):
        async def think(self, *words: Any, **named: Any) -> AsyncIterator[Decision]:
            await asyncio.sleep(60)
            yield decided(match.observe(0))

    async def ask() -> None:
        asking = asyncio.create_task(coach.advise(Endless(), both=False))
        await asyncio.sleep(0.01)
        assert coach.thinking and not coach.broken_off
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    asyncio.run(ask())
    assert coach.broken_off and not coach.thinking


def test_people_without_a_name_are_called_in_the_language_of_the_table() -> None:
    """A name that somebody chose stays as it is, also where it is a word of the table."""
    match = Match.new("schafkopf", "club", ("human", "human", "pimc", "pimc"), 7)
    german = Settings(language="de")
    assert Tableside(match, lambda: german).names[:2] == ("Spieler 1", "Spieler 2")
    assert Tableside(match, lambda: german._replace(name="partner")).names[:2] == ("partner", "Spieler 2")
