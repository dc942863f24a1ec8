"""Schafkopf with what all tables share: coach, resume, inspect, replay, people at one screen, looks, every key."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cardtui.core import Belief
from cardtui.entries import HUMAN
from cardtui.games import schafkopf
from cardtui.match import Match
from cardtui.record import archive
from cardtui.study import solved
from cardtui.ui.app import CardApp, Inspect, Menu, Replay
from cardtui.ui.dialogs import TextWindow
from cardtui.ui.games.schafkopf.guide import HELP, TUTORIAL
from cardtui.ui.games.schafkopf.screen import SchafkopfScreen
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.screens.seats import SeatsScreen
from cardtui.ui.table.keys import KEYS as KEYS_TEXT

from .common import (
    KEYS,
    app,
    compare_golden,
    ending,
    enter,
    held,
    line,
    mine,
    options,
    painted,
    shown,
    text,
    type_in,
    until,
)
from .common import table as common_table
from .test_schafkopf import opened, table


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


async def test_the_coach_of_another_game_gives_way() -> None:
    """The setting may name a bot that Schafkopf does not have."""
    async with table(coach="greedy:p=0.8") as (screen, _):
        assert screen.tableside.coach.spec == "calibrated-solver"


async def test_hands_and_what_only_one_seat_knows_are_covered_between_people() -> None:
    """Also who is on whose side."""
    async with table(HUMAN, HUMAN, HUMAN, HUMAN) as (screen, pilot):
        assert not any(face.name for face in held(screen).faces) and "▏▚▚▚▚" in painted(screen)
        await pilot.press("enter")
        await enter(pilot, "ruf-eichel")
        for _ in range(3):
            assert screen.tableside.covered
            await pilot.press("enter")
            await enter(pilot, "p")
        await pilot.press("enter")
        await enter(pilot, "E10")
        assert screen.tableside.covered and screen.seen.facts["side"] is None and screen.seen.facts["partner"] is None
        assert "partner" not in text(pilot) and "★ Player 2" not in text(pilot)


async def test_open_hands_lie_at_their_seats() -> None:
    """The panel's mode open, and a table of bots alone."""
    async with table(size=(100, 30), panel="open") as (screen, pilot):
        await opened(screen, pilot)
        hands = screen.tableside.open_hands()
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
        seen, path = screen.seen, screen.match.path
        assert path and archive.unfinished(path)
    match = Match.resume(path)
    assert match.observe(0) == seen
    match.close()


async def test_inspect_opens_from_here() -> None:
    """F4 takes the position apart."""
    async with table() as (screen, pilot):
        await opened(screen, pilot)
        await pilot.press("f4")
        await until(pilot, lambda: isinstance(pilot.app.screen, InspectScreen))
        await until(pilot, lambda: "rule-based" in text(pilot) and "\n EO " in options(pilot))


async def test_menu_tutorial_and_seats_are_of_the_game_looked_at() -> None:
    """Two keys from the menu to Schafkopf; four seats, filled."""
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("down", "t")
        assert isinstance(one.screen, TextWindow) and "SAUSPIEL" in text(pilot)
        await pilot.press("escape", "s")
        await pilot.pause()
        assert isinstance(one.screen, SeatsScreen)
        assert one.screen.values[0] == "club" and len(one.screen.values) == 6 and "–" not in one.screen.values


async def test_sorting_the_hand() -> None:
    """Trumps first, by colour, the weakest first; each said in words."""
    async with table() as (screen, pilot):
        orders = []
        for said in ("by colour", "the weakest first", "trumps first"):
            orders.append(screen.order)
            await pilot.press("f6")
            assert said in shown(screen, "message")
        assert len(set(orders)) == 3 and screen.order == orders[0]


# --- looks ------------------------------------------------------------------------------------------------


SCHAFKOPF_KEYS = KEYS | {"l": "last"}


@pytest.mark.parametrize("key", [key for key in SCHAFKOPF_KEYS if key != "r"])
async def test_every_key_does_its_action_or_says_why_not(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pressed with an empty line: the action runs, or its reason is shown."""
    done: list[str] = []
    owner = CardApp if key in ("f1", "ctrl+q", "ctrl+c") else SchafkopfScreen
    name = SCHAFKOPF_KEYS[key]
    monkeypatch.setattr(owner, f"action_{name}", lambda self, *args: done.append(name))
    async with table() as (screen, pilot):
        reason = screen.disabled_reason(name)
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
            legal = screen.seen.legal
            screen.match.play(legal[-1] if screen.seen.facts["phase"] == "play" else legal[1])
            screen.changed()
            screen.bots.go()
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
    assert max(len(row) for row in f"{HELP}{TUTORIAL}{KEYS_TEXT}".splitlines()) <= 70  # what the window has room for


async def test_ascii_french_and_four_colours() -> None:
    """`--ascii` emits no byte above 127; French suits stand where German letters were."""
    async with table(ascii=True, french=True, panel="open", size=(140, 40)) as (screen, pilot):
        assert text(pilot).isascii() and "Qc" in text(pilot) and "EO" not in text(pilot)
        await opened(screen, pilot)
        await enter(pilot, "EO")
        await mine(screen, pilot, 8)
        assert text(pilot).isascii() and ">Qc " in text(pilot)
        await pilot.press("f1")
        assert text(pilot).isascii() and "TYPING" in text(pilot)
    async with table(four_colour=True) as (screen, pilot):
        assert held(screen).faces[0] == ("O", "E")
        screen.card_app.set_display_setting("french", True)
        await pilot.pause()
        assert screen.card_app.settings.french and held(screen).faces[0] == ("Q", "♣")


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)])
async def test_the_screen_looks_as_it_did(size: tuple[int, int]) -> None:
    async with table(size=size, panel="move") as (screen, pilot):
        await opened(screen, pilot)
        for words in ("EO", "GO", "HK"):
            turn = len(screen.match.moves())
            await enter(pilot, words)
            await mine(screen, pilot, turn + 4)
        await type_in(pilot, "3")
        await compare_golden(pilot, "schafkopf", "history")


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
        await until(pilot, lambda: len(screen.answers.now) == 2)
        assert "▚▚" in text(pilot) and "EU" not in text(pilot).split(" OPTIONS")[0]
        asked: list[int] = []

        async def ask(path: Path, place: int) -> str:
            asked.append(place)
            return "all hands open, points of the declarer's side: HK 80"

        monkeypatch.setattr(solved, "ask", ask)
        await pilot.press("f7")
        await until(pilot, lambda: "all hands open, points of the declarer's side: HK 80" in text(pilot))
        assert asked == [0] and "EU" in text(pilot).split(" OPTIONS")[0]
        held = {f"H{rank}": 0.25 for rank in (7, 8, 9)}
        thought = screen.answers.now["random"]._replace(beliefs=(Belief(2, "holds", held),))
        screen.answers.now["random"] = thought
        screen.redraw()
        await pilot.pause()
        assert "random gives a card's true holder 25%, the mean of 1 card" in text(pilot)
        await type_in(pilot, "swap HK HA")
        await pilot.press("enter")
        assert "HK → HA" in text(pilot)
        await type_in(pilot, "hand EO GO HU HA H9 GA S10 S8 actions pass, ruf-eichel, pass, pass, S7, SK first 3")
        await pilot.press("enter")
        await until(pilot, lambda: "S8 " in options(pilot))
        assert "Sauspiel auf die Alte, played by seat 4" in text(pilot)
        await pilot.press("f7")
        assert "only a position of a record" in text(pilot)
        await type_in(pilot, "hand EO GO HU HA H9 GA S10 S7 first 1")
        await pilot.press("enter")
        assert screen.position.seen.facts["phase"] == "bid"


async def test_a_replay_tells_the_settlement(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tricks by seat on the way, the bill at the end."""
    monkeypatch.setattr("cardtui.registry.lineup.default_bots", lambda game, rules: ("random",))
    one = app(Replay(played))
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(*["right"] * 9)
        assert "1 tr" in text(pilot) and "auf die Bumpel · Player 1" in text(pilot)
        assert "seen by Player 1" in text(pilot)
        await pilot.press("end")
        assert "Sauspiel auf die Bumpel: Player 1 and Player 3" in ending(pilot)
        assert "3 Laufende 30 (with EO" in ending(pilot)


async def test_the_names_stand_above_the_columns_of_a_history_that_was_hidden() -> None:
    """Its width is known only once it is shown."""
    async with table(size=(100, 30), panel="move") as (screen, pilot):
        await opened(screen, pilot)
        await pilot.press("f3")
        assert screen.page == "scores" and "TRICK" not in text(pilot)
        while screen.page != "history":
            await pilot.press("f3")
        await until(pilot, lambda: "TRICK  You  Ada  Rex  Mo" in text(pilot))


@pytest.mark.parametrize(
    ("language", "head"), [("en", "WHERE THE CARDS LIE  coach"), ("de", "WER HAT WAS  laut Trainer")]
)
async def test_the_heading_above_who_holds_what_is_whole_in_a_narrow_column(language: str, head: str) -> None:
    kinds: dict[str, Any] = {"rules": "club", "game": "schafkopf", "language": language}
    kinds |= {"panel": "coach", "coach": "rule-based"}
    async with common_table(*["human", *["rule-based"] * 3], size=(100, 30), **kinds) as (screen, pilot):
        await until(pilot, lambda: screen.tableside.advised)
        believed = Belief(1, "holds", {"EO": 0.5}, 40)
        advice = screen.tableside.advised
        assert advice
        screen.tableside.coach.advice = (screen.match.ticket, advice._replace(beliefs=(believed,)))
        screen.redraw()
        await until(pilot, lambda: any(row.endswith(head) for row in text(pilot).split("\n")))


async def test_what_the_last_deal_paid_stands_beside_the_scores_of_the_next_one() -> None:
    """At the end of each line, below a heading that says so."""
    async with table(*["human"] * 4, rules="club:stock=10", size=(140, 40)) as (screen, pilot):
        for _ in range(4):
            await pilot.press("enter")
            await enter(pilot, "p")
        await pilot.press("enter")
        await pilot.pause()
        rows = [row[89:].rstrip() for row in text(pilot).splitlines()]
        at = next(at for at, row in enumerate(rows) if row.startswith(" SCORES"))
        assert screen.match.deal == 2 and rows[at].endswith("last deal")
        assert all(row.endswith("-10") and len(row) == len(rows[at]) for row in rows[at + 1 : at + 5])
