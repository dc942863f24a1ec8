"""Schafkopf's table, played with the keyboard and the mouse."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.binding import Binding
from textual.pilot import Pilot

from cardtui import record
from cardtui.core import Belief, action_text, parse_action
from cardtui.games import schafkopf
from cardtui.match import HUMAN, Match
from cardtui.review import solved
from cardtui.ui.app import CardApp, Inspect, Menu, Replay
from cardtui.ui.dialogs import Reading
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.screens.menu import SeatsScreen
from cardtui.ui.screens.schafkopf import SchafkopfScreen
from cardtui.ui.screens.schafkopf_guide import HELP, TUTORIAL
from cardtui.ui.table import TableScreen
from cardtui.ui.widgets.cards import Hand, Picture

from . import common
from .common import Bots, app, line, shown, text, type_in, until
from .test_app import GOLDEN, KEYS

SEATS = (HUMAN, "rule-based", "rule-based", "rule-based")
SEED = 11
"""You hold EO GO GU HK H9 H8 E10 EK; rule-based 3 holds EA."""


@asynccontextmanager
async def table(*seats: str, rules: str = "club", **more: Any) -> AsyncIterator[tuple[SchafkopfScreen, Pilot[None]]]:
    """A table of Schafkopf and the fingers to play."""
    kept = {"seed": SEED, "coach": "rule-based"} | more
    async with common.table(*(seats or SEATS), rules=rules, game="schafkopf", **kept) as (screen, pilot):
        assert isinstance(screen, SchafkopfScreen)
        yield screen, pilot


async def enter(pilot: Pilot[None], words: str) -> None:
    """Type a line and Enter."""
    await type_in(pilot, words)
    await pilot.press("enter")


async def mine(screen: TableScreen, pilot: Pilot[None], turn: int) -> None:
    """Wait until the person is to move again, or the deal is over, after at least so many moves."""
    await until(pilot, lambda: len(screen.match.moves()) >= turn and screen.match.turn in (0, None))


async def opened(screen: SchafkopfScreen, pilot: Pilot[None]) -> None:
    """The person plays a Sauspiel on EA and is to lead."""
    await enter(pilot, "ruf-eichel")
    await mine(screen, pilot, 4)


# --- bidding and doubling -------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["2", "ruf-eichel", "r-e", "alte"])
async def test_a_bid_by_number_or_name(words: str) -> None:
    """The choices stand in the picture; the preview says what a bid would mean."""
    async with table() as (screen, pilot):
        assert "2 ruf-eichel" in text(pilot) and "12 solo-s-tout" in text(pilot) and "12 choices" in text(pilot)
        await pilot.press(*["minus" if sign == "-" else sign for sign in words])
        assert shown(screen, "preview") == "✓ Sauspiel on EA: 6 of 14 trumps, with 2 · 20 cents from an opponent"
        await pilot.press("enter")
        await mine(screen, pilot, 4)
        assert action_text(screen.game, screen.match.moves()[0].action) == "bid > ruf-eichel"
        assert line(screen).value == "" and "Sauspiel on EA · You" in text(pilot)


async def test_p_passes_and_the_others_go_on() -> None:
    """And 1 does too."""
    async with table() as (screen, pilot):
        await enter(pilot, "p")
        await until(pilot, lambda: len(screen.match.moves()) > 1)
        assert screen.match.moves()[0].action.verb == "pass"


@pytest.mark.parametrize(
    ("typed", "why"),
    [("ruf-gras", "§4.1"), ("ruf-herz", "never called"), ("sie", "§4.6"), ("99", "1 to 12"), ("contra", "§6.1")],
)
async def test_bids_that_cannot_be_keep_the_text_and_name_the_rule(typed: str, why: str) -> None:
    """And change nothing."""
    async with table() as (screen, pilot):
        await enter(pilot, typed)
        assert why in shown(screen, "preview") and why in shown(screen, "message")
        assert line(screen).value == typed and screen.match.moves() == []


async def test_clicking_a_choice_types_its_number_and_cards_type_nothing_yet() -> None:
    """During the bidding numbers are bids."""
    async with table() as (screen, pilot):
        picture = screen.query_one(Picture)
        spot = next(spot for spot in picture._spots if spot.word == "3")
        await pilot.click(picture, offset=(spot.x + 3, spot.y))
        assert line(screen).value == "3" and "Wenz" in shown(screen, "preview")
        await pilot.click(screen.query_one(Hand), offset=(2, 2))
        assert line(screen).value == "3"


async def test_enter_passes_where_nothing_else_is_allowed() -> None:
    """`paper`: the holder of the called ace is asked for contra, too; asking only the others would betray it."""
    async with table("rule-based", HUMAN, "rule-based", "rule-based", rules="paper", seed=3) as (screen, pilot):
        match = screen.match
        while match.turn != 1 or match.state.phase == "bid":
            if match.turn == 1:
                await enter(pilot, "p")
            await until(pilot, lambda: match.turn in (1, None) or match.state.phase != "bid")
            await pilot.pause()
        if match.state.phase == "contra" and len(screen._seen.legal) == 1:
            assert "Enter passes, nothing else is allowed" in text(pilot)
            await pilot.press("enter")
            assert match.moves()[-1].seat == 1 or match.state.phase != "contra"


def doubled(rules: str, path: Path) -> Match:
    """A match in which seat 1 (a person) may say contra to the Wenz of seat 0."""
    match = Match.new("schafkopf", rules, (HUMAN, HUMAN, "rule-based", "rule-based"), SEED, path)
    for words in ("bid > wenz", "pass", "pass", "pass"):
        match.play(parse_action(match.game, words))
    return match


async def test_contra_before_the_lead_and_retour(tmp_path: Path) -> None:
    """`paper`: a question with numbered choices."""
    match = doubled("paper", tmp_path / "r.jsonl")
    one = app(Menu(), coach="rule-based")
    async with one.run_test(size=(80, 24)) as pilot:
        one.table(match)
        await pilot.pause()
        await pilot.press("enter")
        assert "1 pass" in text(pilot) and "2 contra" in text(pilot)
        await enter(pilot, "2")
        assert match.state.doublers == (1,)
        await pilot.press("enter")
        await until(pilot, lambda: match.turn == 0)
        assert "×2 contra" in text(pilot)
        await enter(pilot, "re")
        assert match.state.doublers == (1, 0) and "×4 retour" in text(pilot)


async def test_contra_before_the_first_card(tmp_path: Path) -> None:
    """`club`: c beside the cards, which keep their numbers."""
    match = doubled("club", tmp_path / "r.jsonl")
    one = app(Menu(), coach="rule-based")
    async with one.run_test(size=(80, 24)) as pilot:
        one.table(match)
        await pilot.pause()
        await pilot.press("enter")
        await enter(pilot, "1")
        await pilot.press("enter")
        screen = one.screen
        assert isinstance(screen, SchafkopfScreen) and "[c contra]" in text(pilot)
        picture = screen.query_one(Picture)
        spot = next(spot for spot in picture._spots if spot.word == "c")
        await pilot.click(picture, offset=(spot.x + 1, spot.y))
        assert shown(screen, "preview") == "✓ contra: the deal then pays 2 times"
        await pilot.press("enter")
        assert match.state.doublers == (1,)


# --- playing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["1", "EO", "eo", "q♣", "play EO"])
async def test_a_card_by_number_or_face(words: str) -> None:
    """And the preview of what it does."""
    async with table() as (screen, pilot):
        await opened(screen, pilot)
        await type_in(pilot, words)
        assert shown(screen, "preview") == "✓ EO leads trump: 3 points"
        assert screen.query_one(Hand).marked == screen.typed().cards
        await pilot.press("enter")
        await mine(screen, pilot, 8)
        assert "trick 1 · 16 pts · You took it" in text(pilot)
        assert "1 ▸EO*" in text(pilot)


async def test_an_illegal_card_is_refused_with_its_rule_and_the_text_kept() -> None:
    """Cards that are not allowed are dim, and the frame says which are."""
    async with table() as (screen, pilot):
        await opened(screen, pilot)
        for words in ("EO", "GO", "HK"):
            turn = len(screen.match.moves())
            await enter(pilot, words)
            await mine(screen, pilot, turn + 4)
        before = len(screen.match.moves())
        assert "allowed: 4 5" in text(pilot) and len(screen.query_one(Hand).barred) == 3
        await enter(pilot, "1")
        assert "§7.2: Eichel was led and must be followed: EK E10" in shown(screen, "message")
        assert line(screen).value == "1" and len(screen.match.moves()) == before
        await pilot.press("escape")
        await enter(pilot, "S7")
        assert "§7: S7 is not in this hand" in shown(screen, "message")


async def test_clicks_arrows_and_space_choose_a_card() -> None:
    """One card: another one takes its place, the same one takes it back."""
    async with table() as (screen, pilot):
        await opened(screen, pilot)
        hand = screen.query_one(Hand)
        await pilot.click(hand, offset=(2, 2))
        await pilot.click(hand, offset=(7, 2))
        assert line(screen).value == "2"
        await pilot.click(hand, offset=(7, 2))
        assert line(screen).value == ""
        await pilot.press("right", "right", "space")
        assert line(screen).value == "2" and "╔═══╗" in text(pilot)


async def test_the_last_trick_on_a_key() -> None:
    """l shows it in place of the one that lies, and back; after a move it is gone."""
    async with table() as (screen, pilot):
        await pilot.press("l")
        assert "no trick is over yet" in shown(screen, "message")
        await opened(screen, pilot)
        for words in ("EO", "GO", "HK"):
            turn = len(screen.match.moves())
            await enter(pilot, words)
            await mine(screen, pilot, turn + 4)
        assert "trick 4 · 11 pts · rule-based 3 holds it" in text(pilot)
        await pilot.press("l")
        assert "trick 3 · 16 pts · rule-based 1 took it" in text(pilot)
        await pilot.press("l")
        assert "trick 4 · 11 pts" in text(pilot)
        await pilot.press("l")
        await enter(pilot, "EK")
        assert not screen.looking_back


async def test_the_partner_is_hidden_until_shown() -> None:
    """Neither the seats nor the points tell; the mode coach counts all, and the ace shows it to all."""
    async with table() as (screen, pilot):
        await opened(screen, pilot)
        await enter(pilot, "EO")
        await mine(screen, pilot, 8)
        assert "partner" not in text(pilot) and "declarer 16 · others 0" in text(pilot)
        for words in ("GO", "HK"):
            turn = len(screen.match.moves())
            await enter(pilot, words)
            await mine(screen, pilot, turn + 4)
        assert "partner" in text(pilot)


async def test_points_of_unknown_sides_are_told_apart() -> None:
    """What an unknown seat took counts for nobody yet; in the bots' mode coach all is counted."""
    bots = Bots()
    bots.gate.clear()
    async with table(bots=bots) as (screen, pilot):
        for words in ("bid > ruf-eichel", "pass", "pass", "pass", "play HK", "play HU", "play H10", "play S7"):
            screen.match.play(parse_action(screen.game, words))
        screen.changed()
        await pilot.pause()
        assert "declarer 0 · others 0 · ?16" in text(pilot)
        screen.seats.panel = "coach"
        screen.redraw()
        await pilot.pause()
        assert "declarer 0 · others 16" in text(pilot)


async def test_who_may_hold_what_in_the_modes_that_help() -> None:
    """The exact shares over all deals that fit; nothing of it in a mode that does not help."""
    async with table(size=(140, 40)) as (screen, pilot):
        await opened(screen, pilot)
        assert "rule-b1" not in text(pilot)
        await pilot.press("f2")
        assert screen.seats.panel == "move"
        row = next(row for row in text(pilot).splitlines() if "│EA " in row)
        assert row.count(".33") == 3


async def test_a_whole_deal_and_its_settlement() -> None:
    """To the end by what is allowed; the bill, the money, the next deal."""
    async with table() as (screen, pilot):
        await opened(screen, pilot)
        while screen.match.turn is not None:
            turn = len(screen.match.moves())
            await enter(pilot, screen.game.face(screen._seen.legal[-1].cards[0]))
            await mine(screen, pilot, turn + 1)
        paid = screen.match.results()[0].scores
        assert sum(paid) == 0 and shown(screen, "preview").startswith("Sauspiel on EA: You and rule-based 3 ")
        whole = text(pilot)
        assert "Sauspiel 20" in whole and f"Paid: You {paid[0]:+g}," in whole and "─ scores ─" in whole
        first = screen.match.state.first
        await pilot.press("enter")
        assert screen.match.state.first == (first + 1) % 4 and "last deal: Sauspiel" in shown(screen, "message")
        await pilot.press("f3", "f3", "f3")
        screen.page = "scores"
        screen.redraw()
        await pilot.pause()
        assert f"{paid[0]:g}" in text(pilot)


# --- what all tables share ------------------------------------------------------------------------------


async def test_undo_hint_and_the_coach() -> None:
    """The shared parts hold here."""
    async with table() as (screen, pilot):
        await pilot.press("question_mark")
        await until(pilot, lambda: "hint (rule-based): " in shown(screen, "message"))
        await opened(screen, pilot)
        await enter(pilot, "EO")
        await mine(screen, pilot, 8)
        await pilot.press("u")
        assert len(screen.match.moves()) == 4
        await pilot.press("u")
        assert screen.match.moves() == []


async def test_the_coach_of_another_game_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The setting may name a bot that Schafkopf does not have."""
    monkeypatch.setattr("cardtui.registry.default_bots", lambda game, rules: ("random",))
    async with table(coach="greedy:p=0.8") as (screen, _):
        assert screen.seats.coach == "random"


async def test_hands_and_what_only_one_seat_knows_are_covered_between_people() -> None:
    """Also who is on whose side."""
    async with table(HUMAN, HUMAN, HUMAN, HUMAN) as (screen, pilot):
        assert "EO" not in text(pilot).split("─ trumps")[0] and "░░░" in text(pilot)
        await pilot.press("enter")
        await enter(pilot, "ruf-eichel")
        for _ in range(3):
            assert screen.seats.covered
            await pilot.press("enter")
            await enter(pilot, "p")
        await pilot.press("enter")
        await enter(pilot, "E10")
        assert screen.seats.covered and screen._seen.facts["side"] is None and screen._seen.facts["partner"] is None
        assert "partner" not in text(pilot)


async def test_open_hands_lie_at_their_seats() -> None:
    """The panel's mode open, and a table of bots alone."""
    async with table(size=(100, 30), panel="open") as (screen, pilot):
        await opened(screen, pilot)
        hands = screen.seats.open_hands()
        assert set(hands) == {1, 2, 3}
        for hand in hands.values():
            for card in hand:
                assert screen.game.face(card) in text(pilot)
    async with table(*["rule-based"] * 4, pace=0.05) as (screen, pilot):
        await until(pilot, lambda: screen.match.turn is None)
        assert len(screen.match.moves()) >= 36 or screen.match.state.contract == ""


async def test_resume_is_identical() -> None:
    """What was on the screen is there again."""
    async with table() as (screen, pilot):
        await opened(screen, pilot)
        await enter(pilot, "EO")
        await mine(screen, pilot, 8)
        seen, path = screen._seen, screen.match.path
        assert path and record.unfinished(path)
    match = Match.resume(path)
    assert match.observe(0) == seen
    match.close()


async def test_inspect_opens_from_here() -> None:
    """F4 takes the position apart."""
    async with table() as (screen, pilot):
        await opened(screen, pilot)
        await pilot.press("f4")
        await until(pilot, lambda: isinstance(pilot.app.screen, InspectScreen))
        await until(pilot, lambda: "rule-based" in text(pilot) and "play EO" in text(pilot))


async def test_menu_tutorial_and_seats_are_of_the_game_looked_at() -> None:
    """Two keys from the menu to Schafkopf; four seats, filled."""
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Yaniv in 30 seconds" in text(pilot)
        await pilot.press("down")
        assert "Schafkopf in 30 seconds" in text(pilot)
        await pilot.press("t")
        assert isinstance(one.screen, Reading) and "SAUSPIEL" in text(pilot)
        await pilot.press("escape", "s")
        await pilot.pause()
        assert isinstance(one.screen, SeatsScreen)
        assert one.screen.values[0] == "club" and len(one.screen.values) == 6 and "–" not in one.screen.values


async def test_sorting_the_hand() -> None:
    """Trumps first, by colour, the weakest first; each said in words."""
    async with table() as (screen, pilot):
        orders = []
        for said in ("by colour", "the weakest first", "trumps first"):
            orders.append(screen._order)
            await pilot.press("f6")
            assert said in shown(screen, "message")
        assert len(set(orders)) == 3 and screen._order == orders[0]


# --- looks ------------------------------------------------------------------------------------------------


SCHAFKOPF_KEYS = KEYS | {"l": "last"}


def test_every_binding_is_known_to_the_tests() -> None:
    """A new key needs a line above, and so a test that presses it."""
    bindings = [*Binding.make_bindings(SchafkopfScreen.BINDINGS), *Binding.make_bindings(CardApp.BINDINGS)]
    assert {b.key: b.action.partition("(")[0] for b in bindings} == SCHAFKOPF_KEYS


@pytest.mark.parametrize("key", [key for key in SCHAFKOPF_KEYS if key != "r"])
async def test_every_key_does_its_action_or_says_why_not(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pressed with an empty line: the action runs, or its reason is shown."""
    done: list[str] = []
    owner = CardApp if key in ("f1", "ctrl+q", "ctrl+c") else SchafkopfScreen
    name = SCHAFKOPF_KEYS[key]
    monkeypatch.setattr(owner, f"action_{name}", lambda self, *args: done.append(name))
    async with table() as (screen, pilot):
        reason = screen.reason(name)
        await pilot.press(key)
        assert (done == [] and reason in shown(screen, "message")) if reason else done == [name]
        assert line(screen).value == ""


async def test_r_is_a_letter_until_the_match_is_over() -> None:
    """`ruf-gras` begins with it."""
    async with table(rules="club:deals=1") as (screen, pilot):
        await pilot.press("r")
        assert line(screen).value == "r"
        await pilot.press("escape")
        while screen.match.turn is not None:
            turn = len(screen.match.moves())
            legal = screen._seen.legal
            screen.match.play(legal[-1] if screen._seen.facts["phase"] == "play" else legal[1])
            screen.changed()
            screen.seats.go()
            await mine(screen, pilot, turn + 1)
        assert screen.match.over
        await pilot.press("r")
        await until(pilot, lambda: pilot.app.screen is not screen)


async def test_help_tutorial_and_palette() -> None:
    """F1, F9; every action is in the palette."""
    async with table() as (screen, pilot):
        await pilot.press("f1")
        assert "TYPING" in text(pilot) and "CARDS" in text(pilot)
        await pilot.press("escape", "f9")
        assert "WENZ" in text(pilot)
        await pilot.press("escape")
        titles = [command.title for command in pilot.app.get_system_commands(screen)]
        assert "Last trick: look at it again" in titles and "French suits" in titles
        assert len(titles) >= len(SchafkopfScreen.BINDINGS) + 4
    assert max(len(row) for row in f"{HELP}{TUTORIAL}".splitlines()) <= 70  # what the window has room for


async def test_ascii_french_and_four_colours() -> None:
    """`--ascii` emits no byte above 127; French suits stand where German letters were."""
    async with table(ascii=True, french=True, panel="open", size=(140, 40)) as (screen, pilot):
        assert text(pilot).isascii() and "|Qc |" in text(pilot) and "EO" not in text(pilot)
        await opened(screen, pilot)
        await enter(pilot, "EO")
        await mine(screen, pilot, 8)
        assert text(pilot).isascii() and ">Qc*" in text(pilot)
        await pilot.press("f1")
        assert text(pilot).isascii() and "TYPING" in text(pilot)
    async with table(four_colour=True) as (screen, pilot):
        assert "│EO │" in text(pilot)
        await pilot.app.run_action("french")
        await pilot.pause()
        assert screen.house.settings.french and "│Q♣ │" in text(pilot)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)])
async def test_the_screen_looks_as_it_did(size: tuple[int, int]) -> None:
    """Compared with tests/ui/golden; delete a file there to have it written anew."""
    async with table(size=size, panel="move") as (screen, pilot):
        await opened(screen, pilot)
        for words in ("EO", "GO", "HK"):
            turn = len(screen.match.moves())
            await enter(pilot, words)
            await mine(screen, pilot, turn + 4)
        screen.saved = "12:00:00"
        screen.page = "history"
        screen.redraw()
        await type_in(pilot, "3")
        await pilot.pause(0.05)
        now = text(pilot) + "\n"
    path = GOLDEN / f"schafkopf_{size[0]}x{size[1]}.txt"
    if not path.exists():
        path.write_text(now, encoding="utf-8")
        pytest.fail(f"{path.name} was missing and has been written: look at it")
    assert now == path.read_text(encoding="utf-8")
    assert len(now.splitlines()) == size[1] and max(map(len, now.splitlines())) <= size[0]


def test_the_deal_of_the_tutorial_is_that_of_the_rules() -> None:
    """Card by card, and what it paid."""
    rules = (Path(schafkopf.__file__).parent / "RULES.md").read_text(encoding="utf-8")
    deal = rules.partition("## §14")[2].split("```")[1]
    seats = {"You": 0, "Toni": 1, "Sepp": 2, "Vroni": 3}
    told = re.findall(r"^ (\d)  (.*?)\s+(\d+)(?:  .*)?$", TUTORIAL, re.MULTILINE)
    assert len(told) == 8
    for number, plays, points in told:
        pairs = re.findall(r"(\w+) (\w+)(\*?)", plays)
        cards = "  ".join(f"{seats[who]} {card}" for who, card, _ in pairs)
        (taker,) = [seats[who] for who, _, star in pairs if star]
        assert f"trick {number}  {cards}  -> {taker}, {points}" in deal
    hand = re.search(r"You hold ([\w ]+) and call", TUTORIAL)
    assert hand and f"hand 0   {hand[1]}" in deal and "paid     +80 -80 +80 -80" in deal


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """The deal of docs/records.md as a record."""
    document = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
    path = tmp_path / "deal.jsonl"
    path.write_text(document.split("```jsonl\n")[2].split("```")[0], encoding="utf-8")
    return path


async def test_inspect_takes_a_record_apart(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From turn to turn, all hands open, a card exchanged, a position of one's own."""
    one = app(Inspect("schafkopf", ("rule-based", "random"), "", played))
    async with one.run_test(size=(100, 30)) as pilot:
        screen = one.screen
        assert isinstance(screen, InspectScreen)
        await until(pilot, lambda: len(screen.now) == 2)
        assert "░░" in text(pilot) and "EU" not in text(pilot).split(" options:")[0]
        asked: list[int] = []

        async def ask(path: Path, place: int) -> str:
            asked.append(place)
            return "sees all hands: HK 80"

        monkeypatch.setattr(solved, "ask", ask)
        await pilot.press("f7")
        await until(pilot, lambda: "sees all hands: HK 80" in text(pilot))
        assert asked == [0] and "EU" in text(pilot).split(" options:")[0]
        held = {f"H{rank}": 0.25 for rank in (7, 8, 9)}
        thought = screen.now["random"]._replace(beliefs=(Belief(2, "holds", held),))
        screen.now["random"] = thought
        screen.redraw()
        await pilot.pause()
        assert "random: P .25 on the truth, 1 cards" in text(pilot)
        await type_in(pilot, "swap HK HA")
        await pilot.press("enter")
        assert "HK → HA" in text(pilot)
        await type_in(pilot, "hand EO GO HU HA H9 GA S10 S8 actions pass, ruf-eichel, pass, pass, S7, SK first 2")
        await pilot.press("enter")
        await until(pilot, lambda: "play S8" in text(pilot))
        await pilot.press("f7")
        assert "only a position of a record" in text(pilot)
        await type_in(pilot, "hand EO GO HU HA H9 GA S10 S7 first 0")
        await pilot.press("enter")
        assert screen.position.seen.facts["phase"] == "bid"


async def test_a_replay_tells_the_settlement(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tricks by seat on the way, the bill at the end."""
    monkeypatch.setattr("cardtui.registry.default_bots", lambda game, rules: ("random",))
    one = app(Replay(played))
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(*["right"] * 9)
        assert "won Playe2" in text(pilot) and "HK GU H7 HA" in text(pilot)
        await pilot.press("end")
        assert "Sauspiel on SA: Player 1 and Player 3" in text(pilot) and "3 Laufende 30 (with EO" in text(pilot)
