"""Schafkopf's table, played with the keyboard and the mouse."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from cardtui.core import Action, Event, action_text, parse_action
from cardtui.entries import HUMAN
from cardtui.games.schafkopf.cards import NAMES
from cardtui.games.schafkopf.parsing import points
from cardtui.games.schafkopf.words import sorting, trumps_first
from cardtui.match import Match
from cardtui.ui.app import Menu
from cardtui.ui.games.schafkopf.count import proved
from cardtui.ui.games.schafkopf.scores import score_lines
from cardtui.ui.games.schafkopf.screen import SchafkopfScreen
from cardtui.ui.table.screen import TableScreen
from cardtui.ui.widgets.felt import Felt
from cardtui.ui.widgets.history import History
from cardtui.words.beliefs import chance

from . import common
from .common import Bots, app, enter, held, line, mine, painted, shown, text, type_in, until

SEATS = (HUMAN, "rule-based", "rule-based", "rule-based")
EA = NAMES.index("EA")
SEED = 11
"""You hold EO GO GU HK H9 H8 E10 EK; Mo holds EA."""


@asynccontextmanager
async def table(*seats: str, rules: str = "club", **more: Any) -> AsyncIterator[tuple[SchafkopfScreen, Pilot[None]]]:
    """A table of Schafkopf and the fingers to play."""
    kept: dict[str, Any] = {"seed": SEED, "coach": "rule-based"} | more
    async with common.table(*(seats or SEATS), rules=rules, game="schafkopf", **kept) as (screen, pilot):
        assert isinstance(screen, SchafkopfScreen)
        yield screen, pilot


async def click(screen: TableScreen, pilot: Pilot[None], word: str, right: int = 2) -> None:
    """Click the place that types `word`, or a card by `#` and its number."""
    spot = next(spot for spot in screen.query_one(Felt).spots if spot.word == word)
    await pilot.click(Felt, offset=(spot.x + right, spot.y))


async def opened(screen: SchafkopfScreen, pilot: Pilot[None]) -> None:
    """The person plays a Sauspiel on EA and is to lead."""
    await enter(pilot, "ruf-eichel")
    await mine(screen, pilot, 4)


# --- bidding and doubling -------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["2", "ruf-eichel", "auf die Alte"])
async def test_a_bid_by_number_or_name(words: str) -> None:
    """The choices stand in the picture; the preview says what a bid would mean."""
    async with table() as (screen, pilot):
        told = painted(screen)
        assert "2▐auf die Alte" in told and "Tout 8 Wenz 9 Eichel 10 Gras 11 Herz 12 Schellen" in told
        await pilot.press(*[{"-": "minus", " ": "space"}.get(sign, sign) for sign in words])
        assert shown(screen, "preview") == "✓ auf die Alte (EA): 6 of 14 trumps, with 2 · 20 cents from an opponent"
        await pilot.press("enter")
        await mine(screen, pilot, 4)
        assert action_text(screen.game, screen.match.moves()[0].action) == "bid > ruf-eichel"
        assert line(screen).value == "" and "Sauspiel auf die Alte · You" in text(pilot)


async def test_the_bar_at_the_top_stays_as_it_is_for_a_deal() -> None:
    """At 80 columns the number of a trick has no room beside the program's name, so no bar has that name."""
    async with table(size=(80, 24)) as (screen, pilot):
        heads = []
        for words in ("1", "1"):
            heads.append(str(screen.query_one("#title", Static).content).split("   ")[0])
            turn = len(screen.match.moves())
            await enter(pilot, words)
            await mine(screen, pilot, turn + 1)
        assert screen.seen.facts["phase"] == "play"
        assert {*heads, str(screen.query_one("#title", Static).content).split("   ")[0]} == {" Schafkopf"}


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
        assert why in shown(screen, "preview") and shown(screen, "message") == ""
        assert line(screen).value == typed and screen.match.moves() == []


async def test_clicking_a_choice_types_its_number_and_cards_type_nothing_yet() -> None:
    """During the bidding numbers are bids."""
    async with table() as (screen, pilot):
        await click(screen, pilot, "3", 3)
        assert line(screen).value == "3" and "Wenz" in shown(screen, "preview")
        canvas = screen.query_one(Felt).canvas
        assert canvas and any(cell.background == canvas.palette.mark for row in canvas.rows[5:9] for cell in row[:3])
        await click(screen, pilot, "#1")
        assert line(screen).value == "3" and not held(screen).typed, "their numbers are not gold"
        await click(screen, pilot, "3", 3)
        assert line(screen).value == ""


async def test_enter_passes_where_nothing_else_is_allowed() -> None:
    """`paper`: the holder of the called ace is asked for contra, too; asking only the others would betray it."""
    async with table("rule-based", HUMAN, "rule-based", "rule-based", rules="paper", seed=1) as (screen, pilot):
        match = screen.match
        await until(pilot, lambda: match.turn == 1)
        await enter(pilot, "p")
        await until(pilot, lambda: match.turn == 1 and match.state.phase == "contra")
        await pilot.pause()
        assert len(screen.seen.legal) == 1 and "Enter passes, nothing else is allowed" in text(pilot)
        before = len(match.moves())
        await pilot.press("enter")
        await until(pilot, lambda: len(match.moves()) > before)
        move = match.moves()[before]
        assert (move.seat, move.action.verb) == (1, "pass")


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
        one.screens.table(match)
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: "KONTRA?" in text(pilot) and " 2  Kontra" in text(pilot))
        await enter(pilot, "2")
        assert match.state.doublers == (1,)
        await pilot.press("enter")
        await until(pilot, lambda: match.turn == 0)
        assert "×2 Kontra" in text(pilot)
        await enter(pilot, "re")
        assert match.state.doublers == (1, 0) and "×4 Re" in text(pilot)


async def test_contra_before_the_first_card(tmp_path: Path) -> None:
    """`club`: c beside the cards, which keep their numbers."""
    match = doubled("club", tmp_path / "r.jsonl")
    one = app(Menu(), coach="rule-based")
    async with one.run_test(size=(80, 24)) as pilot:
        one.screens.table(match)
        await pilot.pause()
        await pilot.press("enter")
        await enter(pilot, "1")
        await pilot.press("enter")
        screen = one.screen
        assert isinstance(screen, SchafkopfScreen) and " c  Kontra" in painted(screen)
        await click(screen, pilot, "c", 1)
        assert shown(screen, "preview") == "✓ Kontra: the deal then pays 2 times its price"
        await pilot.press("enter")
        assert match.state.doublers == (1,)


async def test_a_bid_is_told_whole_beside_its_seat() -> None:
    """The forehand is told below it."""
    async with table(*[HUMAN] * 4) as (screen, pilot):
        await pilot.press("enter")
        await enter(pilot, "ruf-eichel")
        await pilot.press("enter")
        assert screen.tableside.viewer == 1
        assert "▌ auf die Alte" in painted(screen) and "Player 1: auf die Alte" in painted(screen)


async def all_passed(screen: SchafkopfScreen, pilot: Pilot[None]) -> None:
    """Nobody wants to play; four people at one screen."""
    for _ in range(4):
        await pilot.press("enter")
        await enter(pilot, "p")


async def test_a_redeal_with_its_stock() -> None:
    """All pass: who pays, what lies there, and who deals; the next deal goes on with it."""
    async with table(*[HUMAN] * 4, rules="club:stock=10") as (screen, pilot):
        await all_passed(screen, pilot)
        assert " all passed " in text(pilot) and "All passed" in painted(screen) and "win" not in painted(screen)
        told = "All passed: each pays 10 cents into the Stock, now 40. The same dealer deals again."
        assert screen.table.result(screen.seen) == told
        assert len(re.findall(r"█▁ ▼ -10 ", text(pilot))) == 4
        first = screen.match.state.first
        await pilot.press("enter")
        assert screen.match.state.first == first and "Who plays? · Stock 40" in text(pilot)
        assert f"last deal: {told}".startswith(shown(screen, "message").removesuffix("…"))


async def test_a_ramsch_to_its_end() -> None:
    """What it pays is told before, who loses it after; nobody is on a side."""
    async with table(*[HUMAN] * 4, rules="club:allpass=ramsch") as (screen, pilot):
        await all_passed(screen, pilot)
        await pilot.press("f3")
        assert painted(screen).startswith(" Ramsch · most points lose ") and "Ramsch 20; doubled for" in text(pilot)
        while screen.match.observe(screen.match.turn or 0).zone("hand").count > 1:
            screen.match.play(screen.match.observe(screen.match.turn or 0).legal[0])
        screen.changed()
        for _ in range(4):
            await pilot.press("enter", "enter")
        bill = screen.table.law.bill(screen.match.state)
        assert bill and f"with {bill.points} points" in painted(screen)
        assert "★" not in text(pilot) and all(f" {cents:+d}" in text(pilot) for cents in bill.paid)


# --- playing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["1", "EO", "eo", "q♣", "play EO"])
async def test_a_card_by_number_or_face(words: str) -> None:
    """And the preview of what it does."""
    async with table() as (screen, pilot):
        await opened(screen, pilot)
        await type_in(pilot, words)
        assert shown(screen, "preview") == "✓ EO leads trump: 3 points"
        assert held(screen).picked == {screen.order.index(card) for card in screen.typed().cards} != set()
        await pilot.press("enter")
        await mine(screen, pilot, 8)
        assert all(part in painted(screen) for part in ("trick 1", "26 points", "You took it"))
        assert "1     ▸EO " in text(pilot)


async def test_an_illegal_card_is_refused_with_its_rule_and_the_text_kept() -> None:
    """Cards that are not allowed are dim, and the frame says which are."""
    async with table() as (screen, pilot):
        await opened(screen, pilot)
        for words in ("EO", "GO", "HK"):
            turn = len(screen.match.moves())
            await enter(pilot, words)
            await mine(screen, pilot, turn + 4)
        before = len(screen.match.moves())
        assert "Eichel led: 4 or 5" in painted(screen) and held(screen).barred == {0, 1, 2}
        await enter(pilot, "1")
        assert "§7.2: Eichel was led and must be followed: EK E10" in shown(screen, "preview")
        assert line(screen).value == "1" and len(screen.match.moves()) == before
        await pilot.press("escape")
        await enter(pilot, "S7")
        assert "§7: S7 is not in this hand" in shown(screen, "preview")


async def test_clicks_arrows_and_space_choose_a_card() -> None:
    """One card: another one takes its place, the same one takes it back."""
    async with table() as (screen, pilot):
        await opened(screen, pilot)
        await click(screen, pilot, "#1")
        await click(screen, pilot, "#2")
        assert line(screen).value == "2"
        await click(screen, pilot, "#2")
        assert line(screen).value == ""
        await pilot.press("right", "right", "space")
        assert line(screen).value == "2" and held(screen).cursor == 1


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
        assert all(part in painted(screen) for part in ("trick 4", "11 points", "Mo holds it"))
        await pilot.press("l")
        assert all(part in painted(screen) for part in ("last trick", "25 points", "Rex took it"))
        await pilot.press("l")
        assert "trick 4" in painted(screen) and "11 points" in painted(screen)
        await pilot.press("l")
        await enter(pilot, "EK")
        assert not screen.table.looking_back


async def test_the_partner_is_hidden_until_shown() -> None:
    """Neither the seats nor the points tell; the mode coach counts all, and the ace shows it to all."""
    async with table() as (screen, pilot):
        await opened(screen, pilot)
        await enter(pilot, "EO")
        await mine(screen, pilot, 8)
        assert "partner" not in text(pilot) and "★" not in text(pilot) and "declarer 26 others 0" in text(pilot)
        for words in ("GO", "HK"):
            turn = len(screen.match.moves())
            await enter(pilot, words)
            await mine(screen, pilot, turn + 4)
        assert "★ Mo" in painted(screen)


async def test_whose_trick_it_is_so_far() -> None:
    """In good English."""
    bots = Bots()
    bots.gate.clear()
    async with table(bots=bots) as (screen, pilot):
        for words in ("bid > ruf-eichel", "pass", "pass", "pass", "play EO"):
            screen.match.play(parse_action(screen.game, words))
        screen.changed()
        await pilot.pause()
        assert all(part in painted(screen) for part in ("trick 1", "3 points", "You hold it"))


async def test_points_of_unknown_sides_are_told_apart() -> None:
    """What an unknown seat took counts for nobody yet; with all hands open everything is counted."""
    bots = Bots()
    bots.gate.clear()
    async with table(bots=bots) as (screen, pilot):
        for words in ("bid > ruf-eichel", "pass", "pass", "pass", "play HK", "play HU", "play H10", "play S7"):
            screen.match.play(parse_action(screen.game, words))
        screen.changed()
        await pilot.pause()
        assert "declarer 0 others 0 ?16" in text(pilot)
        screen.tableside.panel = "open"
        screen.redraw()
        await pilot.pause()
        assert "declarer 0 others 16" in text(pilot)


@pytest.mark.parametrize(("french", "told"), [(False, "Ada no trump, G"), (True, "Ada no trump, ♠")])
async def test_who_is_without_what(french: bool, told: str) -> None:
    """By the letters or the signs of the suits."""
    bots = Bots()
    bots.gate.clear()
    async with table(bots=bots, french=french) as (screen, _):
        for words in ("bid > ruf-eichel", "pass", "pass", "pass"):
            screen.match.play(parse_action(screen.game, words))
        trick = Event(-1, Action("trick", (), "0"))
        led = [Event(0, Action("play", (screen.game.card(card),))) for card in ("EO", "G7")]
        gave = Event(1, Action("play", (screen.game.card("S7"),)))
        seen = screen.match.observe(0)._replace(history=(led[0], gave, trick, led[1], gave))
        assert told in map(str, screen.table.seen_lines(seen, 30))


UNEVEN = ("bid > ruf-eichel", "pass", "pass", "pass", "play EO", "play HU", "play H10", "play S7")
"""Mo is without trump, so that the unseen cards lie unevenly. You are to lead."""


def told(row: Sequence[float]) -> list[str]:
    """The chances of the others as they are written."""
    return [{0.0: "×", 1.0: "✓"}.get(value, chance(value)) for value in row[1:]]


async def test_who_may_hold_what_stands_by_the_scores_where_there_is_little_room() -> None:
    """In 80×24 the history keeps its lines; the page with the scores tells what the deal pays, too."""
    bots = Bots()
    bots.gate.clear()
    async with table(bots=bots, panel="move") as (screen, pilot):
        for words in UNEVEN[:4]:
            screen.match.play(parse_action(screen.game, words))
        screen.page = "scores"
        screen.redraw()
        await pilot.pause()
        assert "Nothing known yet" in text(pilot) and "Sauspiel 20; Schneider" in text(pilot)
        for words in UNEVEN[4:]:
            screen.match.play(parse_action(screen.game, words))
        screen.page = "history"
        screen.redraw()
        await pilot.pause()
        where = re.compile("EA +" + " +".join(map(re.escape, told(proved(screen.table.law, screen.seen)[EA]))))
        assert screen.query_one(History).size.height >= 4 and "TRICK  You Ada Rex Mo" in text(pilot)
        assert not where.search(text(pilot))
        await pilot.press("f3")
        assert where.search(text(pilot)) and "Sauspiel 20; Schneider" in text(pilot)
        screen.tableside.panel = "deal"
        screen.redraw()
        await pilot.pause()
        assert not where.search(text(pilot)) and "Sauspiel 20; Schneider" in text(pilot)


async def test_who_may_hold_what_in_the_modes_that_help() -> None:
    """The exact shares over all deals that fit; nothing of it in a mode that does not help."""
    bots = Bots()
    bots.gate.clear()
    async with table(bots=bots, size=(140, 40)) as (screen, pilot):
        for words in UNEVEN[:4]:
            screen.match.play(parse_action(screen.game, words))
        screen.redraw()
        await pilot.pause()
        assert "Nothing known" not in text(pilot)
        await pilot.press("f2", "m")
        assert screen.tableside.panel == "move" and "Nothing known yet" in text(pilot)
        assert painted(screen).count("partner? ━━╸━━━━ 33%") == 3
        for words in UNEVEN[4:]:
            screen.match.play(parse_action(screen.game, words))
        screen.redraw()
        await pilot.pause()
        rows = text(pilot).splitlines()
        head = next(row for row, line_ in enumerate(rows) if re.search(r" EA +HO ", line_))
        place = rows[head].index("EA")
        shown = [line_[place : place + 4].strip() for line_ in rows[head + 1 : head + 4]]
        assert shown == told(proved(screen.table.law, screen.seen)[EA])


async def test_a_whole_deal_and_its_settlement() -> None:
    """To the end by what is allowed; the bill, the money, the next deal."""
    async with table() as (screen, pilot):
        await opened(screen, pilot)
        while screen.match.turn is not None:
            turn = len(screen.match.moves())
            await enter(pilot, screen.game.face(screen.seen.legal[-1].cards[0]))
            await mine(screen, pilot, turn + 1)
        paid = screen.match.results()[0].scores
        assert sum(paid) == 0 and "You and Mo " in painted(screen) and shown(screen, "preview") == ""
        whole, bill = text(pilot), screen.table.law.bill(screen.match.state)
        assert bill
        verb, won = "win" if bill.won else "lose", bill.points
        hands = screen.match.state.dealt
        for seat, cards in enumerate(trumps_first(hand, sorting(screen.seen)) for hand in hands):
            faces = [screen.game.face(card) for card in cards]
            told = f"{points(screen.seen.zone(f'won {seat}').cards)}"
            assert any(
                " ".join(faces) in row and row.split("tr")[-1].split()[0] == told
                for row in (re.sub(" +", " ", row) for row in painted(screen).splitlines())
            )
        assert "Sauspiel 20" in whole and f" {paid[0]:+g} " in whole and " SCORES" in whole
        assert f"You and Mo {verb}" in painted(screen) and f"with {won} against {120 - won}" in painted(screen)
        assert "Sauspiel 20" in painted(screen) and f"=  {abs(bill.each)} ct each" in painted(screen)
        assert " 61 " in painted(screen) and " 91 " in painted(screen)
        assert all(
            f"{'▲' if cents > 0 else '▼'} {cents:+g} " in whole for cents in paid
        )  # also where there is little room
        first = screen.match.state.first
        await pilot.press("enter")
        assert screen.match.state.first == (first + 1) % 4 and "last deal: You " in shown(screen, "message")
        await pilot.press("f3", "f3", "f3")
        screen.page = "scores"
        screen.redraw()
        await pilot.pause()
        assert f"{paid[0]:g}" in text(pilot)


async def test_who_won_the_match_is_told() -> None:
    """At its end, before what the last deal paid."""
    async with table(rules="club:deals=1,allpass=end") as (screen, pilot):
        await enter(pilot, "p")
        await mine(screen, pilot, 4)
        while screen.match.turn is not None:
            turn = len(screen.match.moves())
            await enter(pilot, screen.game.face(screen.seen.legal[-1].cards[0]))
            await mine(screen, pilot, turn + 1)
        winners = " and ".join(screen.tableside.names[seat] for seat in screen.match.standing.winners)
        assert shown(screen, "preview").startswith(f"Match to {winners}.")


@pytest.mark.parametrize("width", [25, 26, 40, 60])
def test_a_long_evening_keeps_what_the_last_deal_paid(width: int) -> None:
    """The curve of the totals gets shorter before a figure is cut."""
    for deals in range(1, 40):
        totals = [[30.0 * deal, -30.0 * deal, 10.0 * deal, -10.0 * deal] for deal in range(deals + 1)]
        lines = score_lines(("You", "Ada", "Rex", "Mo"), totals, (0,), width)
        assert [line.plain.split()[-1] for line in lines] == ["+30", "-30", "+10", "-10"]
        assert max(line.cell_length for line in lines) <= width
