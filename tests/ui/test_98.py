"""The table of 98, played with the keyboard and the mouse."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from textual.pilot import Pilot

from cardtui import registry
from cardtui.core import Action, action_text
from cardtui.entries import HUMAN
from cardtui.games.ninetyeight import positions
from cardtui.games.ninetyeight.parsing import LETTERS, gap, heights
from cardtui.games.ninetyeight.rules import DECK, DRAW, STACKS, UP
from cardtui.hosting.host import Host
from cardtui.match import Match, seats_of
from cardtui.registry import lineup
from cardtui.study import solo
from cardtui.ui.app import Inspect, Menu, Replay
from cardtui.ui.games.ninetyeight.felt import spread
from cardtui.ui.games.ninetyeight.screen import HELP, TUTORIAL, NinetyEightScreen
from cardtui.ui.look.canvas import Canvas, Spot
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.screens.seats import SeatsScreen
from cardtui.ui.start import guided
from cardtui.ui.widgets.felt import Felt
from cardtui.ui.widgets.zones import paint_zones

from . import common
from .common import app, click, compare_golden, enter, held, line, painted, shown, text, type_in, until

SEED = 3
"""You hold 3 10 30 35 58 66 81 98."""


@asynccontextmanager
async def table(*seats: str, rules: str = "paper", **more: Any) -> AsyncIterator[tuple[NinetyEightScreen, Pilot[None]]]:
    """A table of 98 and the fingers to play. No bots play beside it."""
    kept: dict[str, Any] = {"seed": SEED, "coach": "gap"} | more
    async with common.table(*(seats or (HUMAN,)), rules=rules, game="98", **kept) as (screen, pilot):
        assert isinstance(screen, NinetyEightScreen)
        yield screen, pilot


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that play the same deals are a process of their own; tests that want it ask for it."""
    monkeypatch.setattr(solo, "DEALS", 2)

    async def watch(path: Path) -> AsyncIterator[dict[str, Any]]:
        yield {"before": [61.0, 98.0]}
        yield {"random": 12.0, "gap": 84.0}
        yield {"random": 14.0, "gap": 98.0}

    monkeypatch.setattr(solo, "watch", watch)


def nearest(screen: NinetyEightScreen) -> tuple[int, Action]:
    """The smallest gap there is, and the action; a jump is less than any."""
    seen = screen.match.observe(0)
    places = [action for action in seen.legal if action != DRAW]
    gaps = [gap(a.cards[0], heights(seen)[STACKS.index(a.to)], UP[STACKS.index(a.to)]) or 0 for a in places]
    return min(zip(gaps, places, strict=True))


def finish(screen: NinetyEightScreen) -> None:
    """Lay what is nearest until nothing fits, without the screen."""
    while screen.match.turn is not None:
        screen.match.play(nearest(screen)[1])
    screen.changed()


# --- playing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["1 a", "1a", "a 1"])
async def test_a_card_and_a_stack(words: str) -> None:
    """The preview says what it would do; Enter does it, and a card is drawn."""
    async with table() as (screen, pilot):
        await pilot.press(*[{" ": "space"}.get(sign, sign) for sign in words])
        assert shown(screen, "preview") == "✓ 3 on a: 2 up from 1, skips 1 card still to come"
        assert held(screen).picked == {0}
        await pilot.press("enter")
        assert action_text(screen.game, screen.match.moves()[0].action) == "place 3 > up1"
        assert line(screen).value == "" and "a ▲   3" in painted(screen) and " 1  3 ▸ a    2  43" in text(pilot)
        assert "1 of 98 laid · 89 to draw" in painted(screen) and "STILL TO COME  89 of 98" in text(pilot)


async def test_a_card_alone_is_kept_and_asked_for() -> None:
    """`1` Enter lays nothing and asks where; the text stays, and `b` completes it."""
    async with table() as (screen, pilot):
        await enter(pilot, "1")
        assert screen.match.moves() == [] and line(screen).value == "1 "
        assert shown(screen, "message") == "✗ on which stack? type a, b, c or d too"
        await enter(pilot, "b")
        assert action_text(screen.game, screen.match.moves()[0].action) == "place 3 > up2"


@pytest.mark.parametrize(("typed", "why"), [("9 a", "§3.1"), ("1 2 a", "§3.1"), ("e", "§3"), ("q", "means nothing")])
async def test_what_cannot_be_keeps_the_text_and_names_the_rule(typed: str, why: str) -> None:
    """And changes nothing."""
    async with table() as (screen, pilot):
        await enter(pilot, typed)
        assert why in shown(screen, "preview") and shown(screen, "message") == ""
        assert line(screen).value == typed and screen.match.moves() == []


async def test_a_number_that_is_a_card_too_means_its_place() -> None:
    """So the hint says what to type, and a refusal where that card stands."""
    async with table() as (screen, pilot):
        await pilot.press("question_mark")
        await until(pilot, lambda: "hint (gap): 3 ▸ a (type 1 a) · " in shown(screen, "message"))
        await enter(pilot, "3 c")
        assert action_text(screen.game, screen.match.moves()[0].action) == "place 30 > down1"
        await enter(pilot, "3 c")
        assert shown(screen, "preview").endswith("(the 3 is card 1)") and line(screen).value == "3 c"


async def test_clicks_type_card_and_stack() -> None:
    """One card at a time; a number over a track stands for both; the same card once more takes it out."""
    async with table() as (screen, pilot):
        await click(screen, pilot, "#1")
        await click(screen, pilot, "#2")
        assert line(screen).value == "2"
        track = next(spot for spot in screen.query_one(Felt).spots if spot.word == "c")
        await pilot.click(Felt, offset=(track.x + 1, track.y))
        assert line(screen).value == "2 c"
        await click(screen, pilot, "#1")
        assert line(screen).value == "1 c"
        await click(screen, pilot, "#1")
        assert line(screen).value == "c"
        line(screen).value = "30"
        await pilot.click(Felt, offset=(track.x + 1, track.y))
        assert line(screen).value == "30 c" and "30 on c" in shown(screen, "preview")
        await click(screen, pilot, "8 d")
        assert line(screen).value == "8 d" and "98 on d: 2 down" in shown(screen, "preview")


async def test_arrows_and_space_choose_a_card() -> None:
    async with table() as (screen, pilot):
        await pilot.press("right", "right", "space", "a", "enter")
        assert action_text(screen.game, screen.match.moves()[0].action) == "place 10 > up1"


async def test_each_stack_tells_how_many_cards_to_come_fit() -> None:
    """Of those that are neither laid nor in the hand."""
    async with table(size=(140, 40)) as (screen, pilot):
        for _ in range(30):
            screen.match.play(nearest(screen)[1])
        screen.changed()
        await pilot.pause()
        gone = {*screen.seen.zone("hand").cards, *(event.action.cards[0] for event in screen.seen.history)}
        out, tops = set(DECK) - gone, heights(screen.seen)
        fits = [sum(gap(card, top, up) is not None for card in out) for top, up in zip(tops, UP, strict=True)]
        assert [int(told) for told in re.findall(r"(\d+) to come fits?", painted(screen))] == fits
        assert len(set(fits)) > 1


async def test_jumps_are_marked() -> None:
    """§2.3: on the plate, below the track, in the preview, in the history."""
    async with table() as (screen, pilot):
        while nearest(screen)[0] > 0:
            screen.match.play(nearest(screen)[1])
        screen.changed()
        await pilot.pause()
        action = nearest(screen)[1]
        place = screen.order.index(action.cards[0]) + 1
        canvas = screen.query_one(Felt).canvas
        assert canvas and "to lay · 1 jump" in painted(screen)
        assert f"jump {'-' if UP[STACKS.index(action.to)] else '+'}10" in painted(screen)
        spot = next(spot for spot in canvas.spots if spot.word == f"{place} {LETTERS[action.to]}")
        assert canvas.rows[spot.y][spot.x][:3] == (str(place), canvas.palette.night, canvas.palette.gain)
        await type_in(pilot, f"{place} {LETTERS[action.to]}")
        assert f"{action.cards[0]} on {LETTERS[action.to]}: jump back from " in shown(screen, "preview")
        await pilot.press("enter")
        assert f"{action.cards[0]} ▸ {LETTERS[action.to]} jump" in text(pilot)


async def test_the_boxs_own_game_draws_on_a_key() -> None:
    """§3.4: `e` in the line and in the picture, once two cards lie."""
    async with table(rules="official") as (screen, pilot):
        await enter(pilot, "1 a")
        assert "DRAW" not in painted(screen) and "1 laid this turn" in painted(screen)
        await enter(pilot, "1 a")
        assert " e  DRAW 2" in painted(screen) and "· e draws 2" in text(pilot)
        await type_in(pilot, "1 b")
        await click(screen, pilot, "e")
        assert line(screen).value == "e"
        await pilot.press("enter")
        assert screen.match.moves()[-1].action == DRAW and " 3 draw 43 63" in text(pilot)


# --- the end and the scores ---------------------------------------------------------------------------------


async def test_the_end_tells_the_score_and_who_made_more_of_the_same_cards() -> None:
    """The scores: this deal by you and each bot; how often each ended where, all saved games of yours counted."""
    async with table(size=(140, 40)) as (screen, pilot):
        finish(screen)
        await until(pilot, lambda: len(screen.table.rivals) == 2)
        count = int(screen.match.results()[0].scores[0])
        await pilot.pause()
        whole = text(pilot)
        assert f"{98 - count} left: 8 in the hand, {90 - count} to draw" in whole
        assert f"deal 1: You {count} · random 12 · gap 84" in whole
        rows = {row.split()[0]: row for row in _scores(whole)}
        assert list(rows) == ["You", "gap", "random"]  # the best first
        mean = (61 + 98 + count) / 3
        assert f"{mean:.1f}" in rows["You"] and "33%" in rows["You"] and rows["You"].endswith(" 3")
        assert "91.0" in rows["gap"] and "50%" in rows["gap"] and rows["gap"].endswith(" 2")
        assert "█" in rows["gap"] and "13.0" in rows["random"]
        await pilot.press("enter")
        assert "deal 2 · turn 1" in text(pilot) and f"last deal: You laid {count}" in shown(screen, "message")


async def test_a_match_of_so_many_deals_and_a_rematch() -> None:
    """§5.2: results are added up; then r begins another match."""
    async with table(rules="paper:deals=2") as (screen, pilot):
        finish(screen)
        await pilot.press("enter")
        finish(screen)
        await pilot.pause()
        total = screen.match.standing.scores[0]
        assert screen.match.over and shown(screen, "preview").endswith(f"· match: {total:g} in 2 deals")
        await pilot.press("enter")
        assert screen.finale and shown(screen, "preview") == "", "the felt tells it"
        await pilot.press("r")
        await until(pilot, lambda: pilot.app.screen is not screen)


def _scores(whole: str) -> list[str]:
    rows = [row[89:].strip() for row in whole.splitlines()]
    return [row for row in rows if re.match(r"(You|gap|random) .*\d$", row)]


async def test_scores_at_80_columns_and_before_the_end() -> None:
    """F3 to the scores: the same columns in the room there is; nothing is told of a deal that is not over."""
    async with table(name="Anna") as (screen, pilot):
        await enter(pilot, "1 a")
        await pilot.press("f3")
        await until(pilot, lambda: len(screen.table.rivals) == 2)
        await pilot.pause()
        whole = text(pilot)
        assert re.search(r"tens +0123456789★ mean$", whole, re.MULTILINE)
        assert "SCORES  by tens, ★ all" in whole and "deal 1:" not in whole
        assert next(row for row in whole.splitlines() if " gap  " in row).rstrip().endswith("91.0")
        assert next(row for row in whole.splitlines() if " Anna  " in row).rstrip().endswith("79.5")


async def test_after_the_guided_first_deal_the_bots_play_it_too_where_all_pages_stand_beside_the_table() -> None:
    """No key leads to the page of the scores there, and the words of the guide keep their own."""
    one = app(guided("98"))
    one.opinions = cast(Host, common.Bots())
    async with one.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        screen = cast(NinetyEightScreen, one.screen)
        assert screen.tableside.guide and not screen.table.rivals
        finish(screen)
        await until(pilot, lambda: len(screen.table.rivals) == 2)


# --- what all tables share ----------------------------------------------------------------------------------


async def test_hint_coach_and_undo() -> None:
    """The panel has two modes where no bot sits: hidden, and the coach, with the value of every placement."""
    async with table() as (screen, pilot):
        await pilot.press("question_mark")
        await until(pilot, lambda: "hint (gap): 3 ▸ a" in shown(screen, "message"))
        assert screen.tableside.panel == "hidden"
        await pilot.press("f2", "c")
        await until(pilot, lambda: "▶3 ▸ a" in text(pilot) and "gap of 2" in text(pilot))
        assert screen.tableside.panel == "coach"
        await pilot.press("f2", "f2")
        assert pilot.app.screen is screen, "the key that opened the question leaves it"
        await pilot.press("f7")
        assert screen.tableside.panel == "hidden"
        await enter(pilot, "1 a")
        await pilot.press("u")
        assert screen.match.moves() == [] and "taken back" in shown(screen, "message")


async def test_a_ranked_match_has_no_panel_that_helps() -> None:
    async with table(ranked=True) as (screen, pilot):
        await pilot.press("f7")
        assert screen.tableside.panel == "hidden"
        await pilot.press("question_mark")
        assert "ranked" in shown(screen, "message")


async def test_a_bot_alone_is_watched() -> None:
    """Its hand lies open, since there is nobody to hide it from; the panel shows what it thinks."""
    async with table("gap", panel="move", pace=0.2, motion=False) as (screen, pilot):
        await until(pilot, lambda: len(screen.match.moves()) > 1)
        assert not screen.tableside.covered and "▚" not in painted(screen) and "▌Ada gap " in painted(screen)
        assert screen.table.score_lines(screen.seen, 40, 8) == []  # no heads of columns without a row
        await pilot.press("space")
        assert screen.bots.paused
        count = len(screen.match.moves())
        await pilot.press("full_stop")
        await until(pilot, lambda: len(screen.match.moves()) == count + 1)
        for key, mode in (("h", "hidden"), ("c", "hidden"), ("d", "deal"), ("m", "move"), ("o", "open")):
            await pilot.press("f2", key, "escape")
            assert screen.tableside.panel == mode


async def test_seats_rules_menu_and_the_command_line() -> None:
    """One seat: you, or a bot in your place."""
    entry = registry.game_entry("98")
    assert seats_of(entry, 1, ("gap",), None, False) == (HUMAN,)
    assert seats_of(entry, 0, ("gap",), None, True) == ("gap",)
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "down")
        assert "98 cards" in text(pilot)
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(one.screen, SeatsScreen)
        assert one.screen.values == ["paper", "no", HUMAN]
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(one.screen, NinetyEightScreen))


async def test_resume_at_the_identical_state() -> None:
    async with table() as (screen, pilot):
        await enter(pilot, "1 a")
        path, state = screen.match.path, screen.match.state
    assert path
    match = Match.resume(path)
    assert match.state == state
    match.close()


async def test_replay_steps_through_it() -> None:
    """The stacks with their last cards, the bot's opinion."""
    async with table() as (screen, pilot):
        finish(screen)
        path = screen.match.path
        await pilot.press("f10")
    one = app(Replay(path))
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.press("end")
        await pilot.pause()
        count = 98 - sum(screen.match.observe(0).zone(zone).count for zone in ("hand", "draw"))
        assert f"{count} of 98 laid" in text(pilot)
        await pilot.press("left", "o")
        await until(pilot, lambda: "gap of" in text(pilot) or "jump back" in text(pilot))


async def test_inspect_a_position_and_exchange_a_card() -> None:
    """Typed, and what changes when a card is another one."""
    one = app(Inspect("98", ("gap", "random"), observation=positions.SHORT))
    async with one.run_test(size=(80, 24)) as pilot:
        screen = one.screen
        assert isinstance(screen, InspectScreen)
        await until(pilot, lambda: len(screen.answers.now) == 2)
        await pilot.pause()
        assert "24 ▸ a" in text(pilot) and "jump back" in text(pilot)
        await enter(pilot, "swap 2 25")
        await until(pilot, lambda: len(screen.answers.now) == 2 and screen.answers.before)
        assert 24 not in screen.position.seen.zone("hand").cards
        await enter(pilot, "hand 12 24 33 47 60 78 81 90 up1 9 up2 down1 down2")
        await until(pilot, lambda: len(screen.answers.now) == 2)
        assert screen.position.seen.zone("up1").cards == (9,)


async def test_inspect_from_the_table_asks_the_usual_bots() -> None:
    """F4, where no bot sits."""
    async with table() as (_, pilot):
        await pilot.press("f4")
        await until(pilot, lambda: isinstance(pilot.app.screen, InspectScreen))
        screen = pilot.app.screen
        assert isinstance(screen, InspectScreen)
        assert screen.answers.bots == lineup.asked(screen.position.game, pilot.app.settings.coach)[:2]  # type: ignore[attr-defined]
        assert json.loads(json.dumps(screen.position.seen.facts))["to_move"] == 0


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)])
@pytest.mark.parametrize(
    ("hand", "up1", "up2"),
    [
        ("2 3 4 5 6 7 8 9", "", "90"),
        ("92 93 94 95 96 97 98 99", "12", "34"),
        ("41 42 43 44 45 46 47 48", "40", "57"),
        ("12 24 33 47 60 78 81 90", "9", "34"),
    ],
)
async def test_tracks_show_every_card_that_fits_by_its_number(
    size: tuple[int, int], hand: str, up1: str, up2: str
) -> None:
    """In order, apart from each other, and the stack among them; a jump is behind it."""
    _, seen = positions.from_short({"hand": hand, "up1": up1, "up2": up2})
    async with table(size=size) as (screen, _):
        felt = screen.query_one(Felt).size
        view = screen.drawing.view._replace(seen=seen, order=seen.zone("hand").cards)
        canvas = Canvas(felt.width, felt.height, screen.card_app.palette, screen.card_app.palette.felt)
        screen.table.paint(canvas, view)
        for name, top in zip(STACKS, heights(seen), strict=True):
            cards = sorted(action.cards[0] for action in seen.legal if action.to == name)
            spots = {spot.word: spot for spot in canvas.spots}
            numbers = [spots[f"{view.order.index(card) + 1} {LETTERS[name]}"] for card in cards]
            marker = _marker(canvas, spots[LETTERS[name]])
            places = sorted([*(spot.x for spot in numbers), marker])
            assert all(after - before > 1 for before, after in pairwise(places)) and places[-1] < felt.width
            assert [spot.x for spot in numbers] == sorted(spot.x for spot in numbers)
            assert places.index(marker) == sorted([*cards, top]).index(top)
            for spot, card in zip(numbers, cards, strict=True):
                assert canvas.rows[spot.y][spot.x].char == str(view.order.index(card) + 1)


def _marker(canvas: Canvas, stack: Spot) -> int:
    """The column where a stack is on its track."""
    rows = canvas.rows[stack.y : stack.y + stack.height]
    cells = [(x, cell) for row in rows for x, cell in enumerate(row) if cell.char == "█"]
    (found,) = [x for x, cell in cells if cell.colour == canvas.palette.cream]
    return found


SIZES = [(80, 24), (88, 27), (100, 30), (112, 33), (120, 36), (140, 40), (170, 46), (200, 60)]


@pytest.mark.parametrize("size", SIZES)
async def test_everything_has_its_place_at_every_size(size: tuple[int, int]) -> None:
    """Nothing is painted outside, all cards have their spot, no text is cut: first, in a game, and at the end."""
    async with table(size=size, rules="official", panel="coach") as (screen, pilot):
        for laid in (0, 2, 31, 98):
            while screen.match.turn is not None and len(screen.match.moves()) < laid:
                screen.match.play(nearest(screen)[1] if DRAW not in screen.seen.legal else DRAW)
                screen.changed()
            await pilot.pause()
            felt, spots = screen.query_one(Felt).size, screen.query_one(Felt).spots
            words = [spot.word for spot in spots]
            assert [word for word in words if word[0] == "#"] == [f"#{n + 1}" for n in range(len(screen.order))]
            assert [word for word in words if word in LETTERS.values()] == list(LETTERS.values())
            places = {f"{screen.order.index(a.cards[0]) + 1} {LETTERS[a.to]}" for a in screen.seen.legal if a.cards}
            assert places <= set(words) and (("e" in words) == (DRAW in screen.seen.legal))
            for spot in spots:
                assert spot.x >= 0 and spot.y > 0 and spot.x + min(9, spot.width) <= felt.width
                assert spot.y + spot.height <= felt.height
            stacks = [spot for spot in spots if spot.word in LETTERS.values()]
            hand = min(spot.y for spot in spots if spot.word[0] == "#")
            assert all(one.y + one.height <= two.y for one, two in pairwise(stacks))
            assert stacks[-1].y + stacks[-1].height < hand and "…" not in painted(screen)


async def test_the_typed_card_shows_how_far_it_goes_on_every_stack() -> None:
    """Also where another one is nearer; the coach's choice stands out while nothing is typed."""
    async with table(size=(140, 40), panel="coach") as (screen, pilot):
        await until(pilot, lambda: screen.tableside.advised is not None)
        felt = screen.query_one(Felt)
        assert felt.canvas and screen.tableside.advised
        action = screen.tableside.advised.action
        word = f"{screen.order.index(action.cards[0]) + 1} {LETTERS[action.to]}"
        spot = next(spot for spot in felt.spots if spot.word == word)
        assert felt.canvas.rows[spot.y][spot.x].background == felt.canvas.palette.mark
        await type_in(pilot, "5")
        tracks = "".join(painted(screen).splitlines()[: spot.y + 20])
        assert tracks.count("+57") == 2 and tracks.count("-42") == 2
        assert felt.canvas.rows[spot.y][spot.x].background != felt.canvas.palette.mark
        await pilot.press("escape")
        assert "badge: steps back" in painted(screen)
        assert held(screen).badges[0] == "-2", "four ways are as good: no star"


def test_pieces_that_would_touch_are_moved_apart_as_little_as_can_be() -> None:
    assert spread([3, 20], [2, 2], 40) == [3, 20]
    assert spread([10, 10, 11], [2, 2, 2], 40) == [7, 10, 13]
    assert spread([0, 0], [2, 2], 40) == [0, 3] and spread([39, 39], [2, 2], 40) == [35, 38]


# --- looks ---------------------------------------------------------------------------------------------------


async def test_sorting_the_hand() -> None:
    """Ascending, the nearest first, as dealt; each said in words."""
    async with table() as (screen, pilot):
        for said in ("nearest to a stack", "new cards last", "ascending"):
            await pilot.press("f6")
            assert said in shown(screen, "message")
        assert screen.order == (3, 10, 30, 35, 58, 66, 81, 98)


async def test_help_and_tutorial_fit_their_window() -> None:
    async with table() as (_screen, pilot):
        await pilot.press("f1")
        assert "TYPING" in text(pilot) and "STILL TO COME" in HELP
        await pilot.press("escape", "f9")
        assert "Alone against the cards 2 to 99" in text(pilot)
    assert max(len(row) for row in f"{HELP}{TUTORIAL}".splitlines()) <= 70  # what the window has room for


async def test_ascii() -> None:
    """`--ascii` emits no byte above 127, on any page."""
    async with table(ascii=True) as (screen, pilot):
        await enter(pilot, "1 a")
        assert text(pilot).isascii() and "a ^   3" in text(pilot)
        finish(screen)
        await until(pilot, lambda: len(screen.table.rivals) == 2)
        await pilot.pause()
        assert text(pilot).isascii() and "0123456789*" in text(pilot)


@pytest.mark.parametrize(
    ("size", "step", "high"), [((140, 40), 5, 4), ((140, 50), 7, 4), ((160, 50), 8, 7), ((200, 70), 10, 7)]
)
async def test_stacks_stand_in_the_middle_of_a_high_felt(size: tuple[int, int], step: int, high: int) -> None:
    """As far from the rail as from the plate below them, and not far apart; on a large one with large digits."""
    async with table(size=size) as (screen, _):
        spots = screen.query_one(Felt).spots
        stacks = [next(spot for spot in spots if spot.word == word) for word in "abcd"]
        tops = [spot.y for spot in stacks]
        assert [spot.height for spot in stacks] == [high] * 4
        assert [low - high for high, low in pairwise(tops)] == [step] * 3
        plate = painted(screen).splitlines().index(next(row for row in painted(screen).splitlines() if "YOU" in row))
        assert abs((tops[0] - 1) - (plate - tops[-1] - high)) <= 1


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)])
async def test_the_screen_looks_as_it_did(size: tuple[int, int]) -> None:
    async with table(size=size, rules="app", panel="coach") as (screen, pilot):
        for words in ("1 a", "1 a", "30 b", "98 c", "81 c", "66 d"):
            await enter(pilot, words)
        await until(pilot, lambda: screen.tableside.advised is not None)
        await type_in(pilot, "2")
        await compare_golden(pilot, "98", "history")


async def test_stacks_among_the_zones_have_the_letters_by_which_moves_name_them() -> None:
    """A review at 80x24 told of `6 ▸ d` beside a stack called down2."""
    async with table() as (screen, _):
        canvas = Canvas(80, 20, screen.card_app.palette, screen.card_app.palette.felt)
        paint_zones(canvas, screen.table, screen.drawing.view)
        told = canvas.text()
        assert all(name in told for name in ("a up1 ", "b up2 ", "c down1 ", "d down2 "))
