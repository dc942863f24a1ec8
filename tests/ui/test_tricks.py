"""The table of tricks, played with the keyboard and the mouse."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtui.core import Action, Decision, Option
from cardtui.entries import HUMAN
from cardtui.match import Match
from cardtui.record import archive
from cardtui.review import regret
from cardtui.review.positions import Position, from_json
from cardtui.ui.app import Inspect, Menu, Replay
from cardtui.ui.dialogs import TextWindow
from cardtui.ui.games.tricks.screen import HELP, TUTORIAL, TricksScreen
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.widgets.felt import Felt
from cardtui.ui.widgets.history import History

from . import common
from .common import app, click, compare_golden, ending, held, line, options, painted, shown, text, type_in, until


@asynccontextmanager
async def table(*seats: str, **more: Any) -> AsyncIterator[tuple[TricksScreen, Pilot[None]]]:
    """A table of tricks and the fingers to play; you hold 1♣ 2♣ 5♣ 7♣ 8♣ 3♦ 4♦ 5♦ 7♦ 8♦, `first` the others."""
    kept: dict[str, Any] = {"seed": 3, "coach": "first", "rules": "tricks"} | more
    async with common.table(*(seats or (HUMAN, "first")), game="tricks", **kept) as (screen, pilot):
        assert isinstance(screen, TricksScreen)
        yield screen, pilot


async def enter(screen: TricksScreen, pilot: Pilot[None], words: str) -> None:
    """Type a line and Enter, and wait until a person is to move again."""
    await type_in(pilot, words)
    await pilot.press("enter")
    await until(pilot, lambda: screen.match.turn is None or screen.match.is_human(screen.match.turn))


async def play(screen: TricksScreen, pilot: Pilot[None], cards: str) -> None:
    """These cards, one after the other."""
    for card in cards.split():
        await enter(screen, pilot, card)


async def through(screen: TricksScreen, pilot: Pilot[None], turns: int = 1000) -> None:
    """Play the last legal card by colour until so many cards have been played, or the deal is over."""
    while screen.match.turn is not None and screen.seen.turn < turns:
        await enter(screen, pilot, str(max(screen.order.index(a.cards[0]) for a in screen.seen.legal) + 1))


# --- playing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["8", "5d", "5♦", "play 5D"])
async def test_a_card_by_number_or_face(words: str) -> None:
    """And the preview of what it does; the trick stands there, with who took it."""
    async with table() as (screen, pilot):
        await type_in(pilot, words)
        assert shown(screen, "preview") == "✓ 5♦ leads ♦"
        assert held(screen).picked == {screen.order.index(card) for card in screen.typed().cards}
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        now = text(pilot)
        assert "TRICK 1 of 10" in now and "You took it ▸" in now and "◂ Ada" in now and "lead any card" in now
        assert "Tricks with the first hand: You 1" in now and "1st half, 9 tricks left" in now
        assert "1 ▸5♦*      0♦" in now


async def test_an_illegal_card_is_refused_with_its_rule_and_the_text_kept() -> None:
    """§3.2; cards that are not allowed are dim, and it is said which are."""
    async with table() as (screen, pilot):
        await play(screen, pilot, "5d 1c")
        assert "follow ♦: 5 6 7 8" in text(pilot) and len(held(screen).barred) == 4
        await enter(screen, pilot, "3")
        assert "§3.2: 7♣ does not follow colour; play 3♦ or 4♦ or 7♦ or 8♦" in shown(screen, "preview")
        assert line(screen).value == "3" and len(screen.match.moves()) == 5


async def test_clicks_arrows_and_space_choose_a_card() -> None:
    """One card: another one takes its place, the same one takes it back; also the tenth."""
    async with table() as (screen, pilot):
        await click(screen, pilot, "#1")
        await click(screen, pilot, "#10")
        assert line(screen).value == "10" and shown(screen, "preview") == "✓ 8♦ leads ♦"
        assert held(screen).picked == {9}
        await click(screen, pilot, "#10")
        assert line(screen).value == ""
        await pilot.press("left", "space")
        assert line(screen).value == "10" and held(screen).cursor == 9


async def test_a_hand_that_is_too_long_stands_in_rows() -> None:
    """26 cards at 80x24, all with their numbers, clicked and walked as others are."""
    async with table(rules="tricks:n=13,colours=4") as (screen, pilot):
        hand = screen.order
        assert len(hand) == 26
        for number, face in enumerate(held(screen).faces, 1):
            assert f"{number:>2} {face.name}" in painted(screen)
        await click(screen, pilot, "#9")
        assert line(screen).value == "9" and shown(screen, "preview").startswith("✓")
        await pilot.press("escape", "right", "right", "space")
        assert line(screen).value == "2" and held(screen).cursor == 1
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        assert screen.match.moves()[0].action.cards == (hand[1],)


async def test_enter_plays_the_only_card_that_is_allowed() -> None:
    async with table(rules="tricks:n=2") as (screen, pilot):
        await enter(screen, pilot, "1")
        while len(screen.seen.legal) > 1:
            await enter(screen, pilot, "1")
        before = len(screen.match.moves())
        assert "nothing else is allowed" in text(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.match.moves()) > before)


async def test_the_other_hand_is_known_and_can_be_hidden() -> None:
    """§7; hidden, the count of the cards takes its place."""
    async with table() as (screen, pilot):
        hand = "0♣ 3♣ 4♣ 6♣ 9♣ 0♦ 1♦ 2♦ 6♦ 9♦"
        assert hand in " ".join(painted(screen).split()) and "CARDS" not in text(pilot)
        await pilot.press("o")
        assert "3♣" not in painted(screen) and "▏▚▚▚" in painted(screen) and "CARDS  20 of 20" in text(pilot)
        assert "♣ 0 1 2 3 4 5 6 7 8 9" in text(pilot) and "hidden" in shown(screen, "message")
        await play(screen, pilot, "5d")
        assert "♦ · 1 2 3 4 · 6 7 8 9" in text(pilot)
        await pilot.press("f3")
        assert "CARDS" not in text(pilot)
        await pilot.press("o")
        assert "3♣" in painted(screen)


# --- both halves ------------------------------------------------------------------------------------------


async def test_the_hands_are_exchanged_for_the_second_half() -> None:
    """§4.1: the other seat holds and leads the first hand; what it needs to win is told."""
    async with table(pace=30.0, trick_pause=0.0) as (screen, pilot):
        while screen.match.standing.deals == 0 and screen.seen.facts["half"] == 0:
            screen.match.play(screen.match.observe(screen.match.turn or 0).legal[0])
            screen.changed()
        await pilot.pause()
        now = text(pilot)
        assert "the hands are exchanged: Ada leads" in now and "2nd half, 10 tricks left: Ada needs" in now
        assert "Ada first  first hand, 0 tricks" in now and "TRICK 1 of 10" in now
        assert "You  Ada" in now


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_halves_stand_side_by_side_and_where_they_part(size: tuple[int, int]) -> None:
    """From the first trick that differs on; at the end in words, with the result (§5.1)."""
    async with table(size=size) as (screen, pilot):
        await through(screen, pilot)
        now, state = text(pilot), screen.match.state
        assert screen.page == "history" and "The deal is over" in now
        beside = [row[screen.query_one(Felt).size.width :] for row in now.splitlines()]
        rows = [row for row in beside if row.count("*") == 2]
        assert len(rows) == 10 and sum("!" in row for row in rows) == 1
        assert "Parted in trick " in now and "    You  " in now and "    1st  " in now
        mine, other = state.taken[0][0], state.taken[1][1]
        assert "█" in "".join(painted(screen).splitlines()[:6])  # the result in large digits
        assert f"Tricks with the first hand: You {mine}  ·  Ada {other}" in painted(screen)
        assert "o other hand" not in now and "both hands are shown" in screen.disabled_reason("other")
        await pilot.press("enter")
        assert screen.match.state.first == 1 and "last deal: Tricks with the first hand" in shown(screen, "message")


async def test_a_screen_of_35_rows_shows_all_parts_and_won_tricks_under_initials() -> None:
    """A name that is cut to two letters looks like a word."""
    async with table(size=(120, 35)) as (screen, pilot):
        while not any(screen.match.state.taken[0]):
            screen.match.play(screen.match.observe(screen.match.turn or 0).legal[0])
            screen.changed()
        await pilot.pause()
        assert re.search(r"1st half [YA]  2  3 ", text(pilot))
        assert all(part in text(pilot) for part in ("HISTORY", "CARDS", "SCORES"))


async def test_one_half_alone() -> None:
    """`duplicate=no` (§4.2): one half, and who took more tricks wins."""
    async with table(rules="tricks:duplicate=no,deals=1") as (screen, pilot):
        assert "10 tricks left" in text(pilot) and "half" not in text(pilot)
        await through(screen, pilot)
        one, two = screen.match.state.taken[0]
        assert shown(screen, "preview").startswith(f"Tricks: You {one}, Ada {two} · ")
        assert ("the match is a draw" if one == two else "match to") in shown(screen, "preview") and screen.match.over


async def test_a_whole_match_and_a_rematch() -> None:
    """Deal after deal by what is allowed."""
    async with table(rules="tricks:n=3,deals=3") as (screen, pilot):
        while not screen.match.over:
            if screen.match.turn is None:
                await pilot.press("enter")
                await until(pilot, lambda: screen.match.turn == 0)
            await through(screen, pilot)
        assert len(screen.match.results()) == 3 and "the match is a draw" in shown(screen, "preview")
        await pilot.press("enter")
        assert "The match is a draw" in painted(screen)
        path = screen.match.path
        await pilot.press("r")
        await until(pilot, lambda: pilot.app.screen is not screen)
        assert path and not archive.unfinished(path)


# --- what all tables share --------------------------------------------------------------------------------


async def test_two_people_need_not_cover_their_hands() -> None:
    """Both know all cards, so the one to move is simply shown."""
    async with table(HUMAN, HUMAN) as (screen, pilot):
        assert not screen.tableside.covered and held(screen).faces[0].name == "1♣"
        await type_in(pilot, "8")
        await pilot.press("enter")
        assert screen.tableside.viewer == 1 and not screen.tableside.covered
        assert "Player 2" in text(pilot) and "follow ♦" in text(pilot)


async def test_bots_alone() -> None:
    """Nothing is hidden from who looks on."""
    async with table("first", "random", pace=0.01) as (screen, pilot):
        assert not screen.tableside.covered
        await until(pilot, lambda: screen.match.turn is None)
        assert len(screen.match.moves()) == 40


async def test_hint_undo_and_panels() -> None:
    """The shared parts hold here; undo also crosses the exchange of the hands."""
    async with table(rules="tricks:n=3") as (screen, pilot):
        await pilot.press("question_mark")
        await until(pilot, lambda: "hint (first): " in shown(screen, "message"))
        await through(screen, pilot, 7)
        moves = len(screen.match.moves())
        assert screen.seen.facts["half"] == 1
        for _ in range(moves):
            await pilot.press("u")
        assert screen.match.moves() == [] and screen.seen.facts["half"] == 0
        await through(screen, pilot, 2)
        for panel in ("move", "open", "coach", "hidden"):
            await pilot.press("f2", panel[0])
            assert screen.tableside.panel == panel


async def test_the_coach_writes_values_above_the_cards() -> None:
    """What it thinks each card is worth, in its mode and for this position alone."""
    async with table(panel="coach") as (screen, pilot):
        await until(pilot, lambda: screen.tableside.coach.advice)
        options = tuple(
            Option(Action("play", (card,)), 0.1, value=2 - place / 4) for place, card in enumerate(screen.order)
        )
        screen.tableside.coach.advice = (screen.match.ticket, Decision(options[0].action, options, "tricks"))
        screen.drawing.thoughts()
        await pilot.pause()
        badges = held(screen).badges
        assert [badges[place] for place in range(4)] == ["2★", "1.8", "1.5", "1.2"] and held(screen).best == {0}
        assert " 2★  1.8  1.5  1.2 " in painted(screen)
        assert "tricks" in next(row for row in painted(screen).splitlines() if "YOU" in row)[30:]
        same = (options[0], options[1]._replace(value=2.0), *options[2:])
        screen.tableside.coach.advice = (screen.match.ticket, Decision(options[0].action, same, "tricks"))
        screen.drawing.thoughts()
        await pilot.pause()
        assert [held(screen).badges[place] for place in range(3)] == ["2", "2", "1.5"], (
            "no star where another is as good"
        )
        await pilot.press("f7")
        assert not held(screen).badges and "1.5" not in painted(screen)


async def test_a_hand_in_rows_has_no_badges_and_does_not_tell_what_they_are() -> None:
    """Points stand there, as without the coach."""
    async with table(rules="tricks:n=13,colours=4", panel="coach") as (screen, pilot):
        await until(pilot, lambda: screen.tableside.coach.advice)
        options = tuple(Option(Action("play", (card,)), 0.1, value=1.0) for card in screen.order)
        screen.tableside.coach.advice = (screen.match.ticket, Decision(options[0].action, options, "tricks to come"))
        screen.drawing.thoughts()
        await pilot.pause()
        assert held(screen).badges and "badge" not in painted(screen)
        assert next(row for row in painted(screen).splitlines() if "YOU" in row).endswith("0 pts")


async def test_groups_of_equal_value_are_marked_below_the_hand() -> None:
    """Neighbours of which none is better, with what they lose; the unit is said."""
    async with table(size=(140, 40), panel="coach", coach="exact") as (screen, pilot):
        await until(pilot, lambda: screen.tableside.advised and not screen.tableside.coach.thinking)
        decision = screen.tableside.advised
        assert decision
        values = {option.action.cards[0]: option.value or 0 for option in decision.options}
        told = [values[card] for card in screen.order]
        groups = sum(len(list(same)) > 1 for _, same in groupby(told))
        rows = painted(screen).splitlines()
        assert rows[-2].count("└") == groups > 0 and "badge: tricks to come (exact)" in painted(screen)
        assert held(screen).badges[0] == f"{told[0]:g}{'★' * (0 in held(screen).best)}"
        assert ("less" in rows[-2]) == any(a == b < max(told) for a, b in pairwise(told))
        await pilot.press("f7")
        assert "└" not in painted(screen)


async def test_the_solver_is_the_coach_where_it_can_be() -> None:
    """Not where a seat may revoke (§3.4); a bot that is wanted goes before it."""
    for coach, rules, found in (
        ("", "tricks", "exact"),
        ("", "tricks:revoke=yes", "mlp-play"),
        ("random", "tricks", "random"),
    ):
        async with table(coach=coach, rules=rules) as (screen, _):
            assert screen.tableside.coach.spec == found


async def test_resume_is_identical() -> None:
    """What was on the screen is there again."""
    async with table() as (screen, pilot):
        await play(screen, pilot, "5d 1c")
        seen, path = screen.seen, screen.match.path
        assert path and archive.unfinished(path)
    match = Match.resume(path)
    assert match.observe(0) == seen
    match.close()


async def test_replay_and_inspect_of_a_record(tmp_path: Path) -> None:
    """Step by step; a position taken apart, a card exchanged, one typed."""
    path = tmp_path / "m.jsonl"
    match = Match.new("tricks", "tricks:n=3,deals=1", ("first", "random"), 3, path)
    while match.turn is not None:
        match.play(match.observe(match.turn).legal[0])
    match.close("finished")
    one = app(Replay(path))
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("right", "right", "right")
        assert "1st half, 2 tricks left" in text(pilot)
        await pilot.press("end")
        assert re.search(r"Tricks with the first hand: Ada \d, \S+ \d", ending(pilot))
    one = app(Inspect("tricks", ("first", "random"), "", path))
    async with one.run_test(size=(80, 24)) as pilot:
        screen = one.screen
        assert isinstance(screen, InspectScreen)
        await until(pilot, lambda: len(screen.answers.now) == 2)
        hand, other = (screen.position.seen.zone(name).cards for name in ("hand", "hand 1"))
        old, new = map(screen.position.game.face, (hand[0], other[0]))
        await type_in(pilot, f"swap {old} {new}")
        await pilot.press("enter")
        assert screen.position.seen.zone("hand").cards[0] == other[0]
        await type_in(pilot, "hand 2c 0c other 1c 1d actions 2c 1c 0c")
        await pilot.press("enter")
        await until(pilot, lambda: "1♦ " in options(pilot) and len(screen.answers.now) == 2)
        await pilot.pause()
        assert re.search(r"seat 1\s+0♣", text(pilot)) and re.search(r"played\s+2♣\s+1♣\s+0♣\s+3\s", text(pilot))


async def test_inspect_steps_through_the_worst_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """`worst 30`: what the first bot gives away in its own games; ← → from the worst to the least."""
    shorts = [{"hand": "7c 3c 0d", "other": "9c 1d 5d"}, {"hand": "1c 2c", "other": "3c 4c"}]
    asked: list[tuple[object, ...]] = []

    async def ask(game: object, *rest: object) -> tuple[str, list[Position]]:
        asked.append(rest)
        found = [from_json("tricks", short)._replace(origin=f"first loses {2 - at}") for at, short in enumerate(shorts)]
        return "first gives away 0.100", found

    monkeypatch.setattr(regret, "ask", ask)
    one = app(Inspect("tricks", ("first", "random"), seed=4))
    async with one.run_test(size=(100, 30)) as pilot:
        screen = one.screen
        assert isinstance(screen, InspectScreen)
        await type_in(pilot, "worst 30")
        await pilot.press("enter")
        await until(pilot, lambda: "first loses 2" in text(pilot) and "turn 1/2" in text(pilot))
        assert [rest[:4] for rest in asked] == [("first", 30, 4, "")]
        assert any("gives away 0.100" in note.message for note in one._notifications)
        await pilot.press("right")
        assert "first loses 1" in text(pilot) and screen.position.seen.zone("hand").cards == (1, 2)
        shorts.clear()
        await type_in(pilot, "worst")
        await pilot.press("enter")
        await until(pilot, lambda: screen.message == "first gives away 0.100")
        assert [rest[:4] for rest in asked[1:]] == [("first", regret.COUNT, 4, "")]
        await type_in(pilot, "worst few")
        await pilot.press("enter")
        assert "a number of decisions is a whole number" in screen.message


async def test_inspect_menu_tutorial_and_palette() -> None:
    """F1, F4, F9, F10; every action is in the palette; nothing is wider than its window."""
    async with table() as (screen, pilot):
        await pilot.press("f1")
        assert "TYPING" in text(pilot) and "HISTORY" in text(pilot)
        await pilot.press("escape", "f9")
        assert isinstance(pilot.app.screen, TextWindow) and "exchange the hands" in text(pilot)
        await pilot.press("escape")
        titles = [command.title for command in pilot.app.get_system_commands(screen)]
        assert "Other hand: hide it, or show it again" in titles and len(titles) >= len(TricksScreen.BINDINGS) + 4
        await pilot.press("f4")
        await until(pilot, lambda: isinstance(pilot.app.screen, InspectScreen))
        await until(pilot, lambda: "▸5♦ " in options(pilot))
    assert max(len(row) for row in f"{HELP}{TUTORIAL}".splitlines()) <= 70  # what the window has room for


async def test_sorting_the_hand() -> None:
    """By colour up or down, or as dealt; the other's hand with it."""
    async with table() as (screen, pilot):
        orders = []
        for said in ("the highest first", "hand as dealt", "the lowest first"):
            orders.append(screen.order)
            await pilot.press("f6")
            assert said in shown(screen, "message")
        assert len(set(orders)) == 3 and screen.order == orders[0]


# --- looks ------------------------------------------------------------------------------------------------


async def test_ascii_and_four_colours() -> None:
    """`--ascii` emits no byte above 127."""
    async with table(ascii=True, four_colour=True, size=(140, 40), panel="open") as (screen, pilot):
        assert "|1c   |" in text(pilot)
        await play(screen, pilot, "5d 1c")
        assert text(pilot).isascii() and ">5d*" in text(pilot)


SIZES = [(80, 24), (88, 27), (100, 30), (112, 33), (120, 36), (140, 40), (170, 46), (200, 60)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", ["tricks", "tricks:n=4", "tricks:n=13", "tricks:n=13,colours=4"])
async def test_everything_has_its_place_at_every_size(size: tuple[int, int], rules: str) -> None:
    """No text is cut, nothing painted outside, all cards have their spot; first, in a trick, and at the end."""
    async with table(HUMAN, "random", size=size, rules=rules, panel="coach") as (screen, pilot):
        for turns in (0, 1, 7, 1000):
            while screen.match.turn is not None and screen.seen.turn < turns:
                screen.match.play(screen.match.observe(screen.match.turn).legal[-1])
                screen.changed()
            await pilot.pause()
            felt = screen.query_one(Felt)
            words = [spot.word for spot in felt.spots]
            assert words == [f"#{number}" for number in range(1, len(screen.order) + 1)]
            for spot in felt.spots:
                assert spot.x >= 0 and spot.x + min(spot.width, 3) <= felt.size.width and spot.y < felt.size.height
            now = painted(screen)
            for wanted in ("Tricks with the first hand: ", "Ada"):
                assert wanted in now
            assert "…" not in now and max(map(len, now.splitlines())) <= felt.size.width
            other = screen.seen.zone("hand 1").cards
            if other and felt.size.height < 20:
                assert all(screen.table.face(card).name in now for card in other)


@pytest.mark.parametrize(("size", "lower"), [((100, 30), 0), ((140, 40), 1)])
async def test_large_cards_that_cannot_be_played_lie_a_row_lower(size: tuple[int, int], lower: int) -> None:
    """Their numbers stand in the same row, and they can be clicked as the others."""
    async with table(size=size, panel="move") as (screen, pilot):
        await through(screen, pilot, 26)
        felt, hand = screen.query_one(Felt), held(screen)
        assert felt.canvas and 0 < len(hand.barred) < len(hand.faces)
        rows = felt.canvas.text().splitlines()
        spots = [next(spot for spot in felt.spots if spot.word == f"#{place + 1}") for place in range(len(hand.faces))]
        assert len({(spot.y, spot.height) for spot in spots}) == 1
        for place, (face, spot) in enumerate(zip(hand.faces, spots, strict=True)):
            drop = lower * (place in hand.barred)
            found = [row[spot.x + 1 : spot.x + 2] == face.rank for row in rows[spot.y : spot.y + 2]]
            assert found == [not drop, bool(drop)]
            assert str(place + 1) in rows[spot.y + spot.height - 1][spot.x : spot.x + 7]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)])
async def test_the_screen_looks_as_it_did(size: tuple[int, int]) -> None:
    async with table(size=size, panel="move") as (screen, pilot):
        await through(screen, pilot, 26)
        await type_in(pilot, "3")
        await compare_golden(pilot, "tricks", "history")


async def test_the_menu_leads_here() -> None:
    """Its tutorial, and a table of two."""
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, MenuScreen)
        one.screen.at = "play tricks"
        await pilot.press("t")
        assert "Tricks in 30 seconds" in text(pilot)
        await pilot.press("escape", "enter")
        await until(pilot, lambda: isinstance(one.screen, TricksScreen))


@pytest.mark.parametrize(("size", "name"), [((80, 24), "semi-rand"), ((140, 40), "minimum-of-all")])
async def test_names_in_the_history_get_the_room_there_is(size: tuple[int, int], name: str) -> None:
    """A seat that goes on from the first half to the second is named once, over both columns."""
    async with table("first", "first", size=size, panel="hidden") as (screen, pilot):
        await until(pilot, lambda: screen.match.turn is None)
        await pilot.pause()
        view = screen.drawing.view._replace(names=("You", name))
        head = screen.table.history_lines(view, screen.query_one(History).content_size.width)[0].plain
        assert name in head and head.count("You") == 2 and head.count("…") == 0


async def test_the_last_scores_are_those_that_stay_where_there_is_little_room() -> None:
    """At 80×24 beside what the bots thought: the last deals and the totals now, not the first deals."""
    async with table(rules="tricks:n=2,duplicate=no,deals=9") as (screen, pilot):
        while True:
            await through(screen, pilot)
            if screen.match.over:
                break
            await pilot.press("n")
        while screen.page != "scores":
            await pilot.press("f3")
        assert not screen.has_class("-closed")
        await until(pilot, lambda: "now" in text(pilot))
        told = text(pilot).partition("SCORES")[2]
        assert re.search(r" 9 +4 +-4$", told, re.MULTILINE) and not re.search(r" 1 +\S+ +\S+$", told, re.MULTILINE)
