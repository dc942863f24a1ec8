"""The inspect screen: positions by typing, record and chance; bots side by side; swaps; grid and claims; every key."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from textual import events

from cardtui import registry, visitors, words
from cardtui.core import Refusal, action_text
from cardtui.games.yaniv.q_table import SLOTS, STATES
from cardtui.json_forms import observation_json
from cardtui.registry import lineup
from cardtui.review import positions
from cardtui.study import opinions
from cardtui.system import module_runner
from cardtui.ui.app import Inspect, Replay
from cardtui.ui.dialogs import TextWindow
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.widgets.compare import CompareView
from cardtui.ui.widgets.felt import Felt
from cardtui.ui.widgets.line import InputLine
from cardtui.ui.widgets.policy import PolicyView, claim_lines, grid_lines

from ..yaniv.test_review import shipped
from .common import Bots, app, command, inspecting, line, text, type_in, until
from .test_replay import record

SHORT = '{"hand": "7h 7d 3c", "pile": "Kc", "opponents": [5, 3]}'
BOTS = ("greedy", "semirandom", "random")


async def test_bots_side_by_side_at_both_sizes() -> None:
    for size, columns in (((80, 24), 2), ((140, 40), 3)):
        async with inspecting(Inspect("yaniv", BOTS, observation=SHORT), size) as (screen, pilot):
            shown = text(pilot)
            assert all(bot in shown for bot in BOTS[:columns])
            assert len(screen.query_one(CompareView).visible_columns) == columns
            assert "7♦ 7♥ ▸ stack" in shown
            assert all(part in shown for part in ("1 3♣  2 7♦  3 7♥", "K♣")) == (size[0] == 80)
            for bot in BOTS:
                expected = opinions.opinion(screen.position.game, bot, screen.position.seen, opinions.SEED)
                assert screen.answers.now[bot] == expected  # what --json prints


async def test_a_bot_that_has_answered_is_not_told_as_thinking() -> None:
    async with inspecting(Inspect("yaniv", ("greedy",), observation=SHORT)) as (screen, _):
        asked = screen.answers.ask(screen.card_app.study, screen.position, 1.0)
        assert [screen.answers.thinking async for _ in asked][-1] == ""


async def test_swap_shows_before_and_after_and_back_undoes_it() -> None:
    async with inspecting(Inspect("yaniv", BOTS, observation=SHORT)) as (screen, pilot):
        first = screen.position
        await command(pilot, "swap 3 2s")
        assert screen.position.seen.zone("hand").cards == tuple(map(screen.position.game.card, ("2s", "3c", "7d")))
        assert set(screen.answers.before) == set(screen.answers.now) == set(BOTS)
        await until(pilot, lambda: "3 answers in" in screen.message)
        shown = text(pilot)
        assert "50%→–" in shown and "–→50%" in shown and "before → after" in shown
        assert not line(screen).value  # type: ignore[arg-type]
        await pilot.press("f4")
        assert screen.position == first and not screen.answers.before
        await pilot.press("f4")  # disabled, and says why
        assert screen.position == first and screen.disabled_reason("back")


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("swap 9 Kd", "1 to 3"),
        ("swap 1 Kc", "in the pile"),
        ("swap 1", "no command"),
        ("hand 7h 7h", "twice"),
        ("pile", "pile needs"),
        ("opponents x", "numbers"),
        ("agents gredy", "no bot"),
        ("record nowhere.jsonl", "nowhere"),
        ("random x", "whole number"),
        ("back", "first position"),
        ("wibble", "no command"),
    ],
)
async def test_refusals_keep_the_text(typed: str, word: str) -> None:
    async with inspecting(Inspect("yaniv", ("greedy",), observation=SHORT)) as (screen, pilot):
        before = screen.position
        await command(pilot, typed)
        assert screen.message.startswith("✗") and word in screen.message
        assert screen.query_one(InputLine).value == typed and screen.position == before


@pytest.mark.parametrize("typed", ["record /etc/passwd", "record nowhere", "agents ./bot.py:Bot", "agents harel@/etc"])
async def test_a_visitor_of_a_server_names_no_path(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(visitors.VISITOR, "1")
    async with inspecting(Inspect("yaniv", ("greedy",), observation=SHORT)) as (screen, pilot):
        await command(pilot, typed)
        assert "cannot be named in the browser" in screen.message


async def test_long_sentences_are_folded() -> None:
    """What is wrong, and why a bot rates an option as it does, can be read at 80 columns to the end."""
    async with inspecting(Inspect("tricks", ("exact",), seed=3)) as (screen, pilot):
        await command(pilot, "agents foo")
        told = " ".join(text(pilot).partition("✗ ")[2].split())
        assert told.startswith("tricks has no bot 'foo'; there are random, first, ")
        assert "mlp-play, and at a table the levels easy, medium, strong F8 table" in told
        await until(pilot, lambda: screen.answers.now)
        await pilot.pause()
        assert "a draw" in text(pilot)
        assert "…" not in "".join(row for row in text(pilot).splitlines() if "against random" in row)


async def test_builds_a_position_by_typing() -> None:
    async with inspecting(Inspect("yaniv", ("greedy",))) as (screen, pilot):
        await command(pilot, "hand 9c 9d 2s pile 4h opponents 5 3 1")
        assert positions.short_form(screen.position) == {
            "hand": "2s 9c 9d", "pile": "4h", "opponents": [5, 3, 1], "rules": "paper",
        }  # fmt: skip
        await command(pilot, "pile 4h 4s")
        assert positions.short_form(screen.position)["pile"] == "4h 4s"
        await command(pilot, "rules club")
        assert screen.position.game.spec == "club" and "b" in {action.to for action in screen.position.seen.legal}
        await command(pilot, "agents random greedy:p=1")
        assert set(screen.answers.now) == {"random", "greedy:p=1"}


def test_a_typed_position_changes_what_is_typed() -> None:
    short = {"hand": "7h", "pile": "Kc", "opponents": [5], "rules": "paper"}
    assert positions.typed(short, "Hand 2c 3c opponents 1 2") == short | {"hand": "2c 3c", "opponents": [1, 2]}
    with pytest.raises(Refusal, match="numbers"):
        positions.typed(short, "opponents two")


async def test_why_a_key_does_nothing_is_told_until_the_next_key() -> None:
    async with inspecting(Inspect("yaniv", ("greedy", "random"), observation=SHORT)) as (screen, pilot):
        await pilot.press("f2")
        assert screen.message.startswith("✗ none of these bots has a table")
        await pilot.press("f8")
        assert screen.message == screen.position.origin
        await command(pilot, "wibble")
        await pilot.press("f8")
        assert screen.message.startswith("✗ 'wibble' is no command"), "it is still typed"


async def test_random_positions_by_key_and_seed() -> None:
    async with inspecting(Inspect("yaniv", ("greedy",))) as (screen, pilot):
        first = screen.position
        await pilot.press("f3")
        assert screen.position != first and screen.seed == 1
        await command(pilot, "random 0")
        assert screen.position.seen == first.seen


async def test_steps_through_a_record(tmp_path: Path) -> None:
    match = record(tmp_path / "m.jsonl", deals=1)
    async with inspecting(Inspect("yaniv", ("greedy",), record=tmp_path / "m.jsonl")) as (screen, pilot):
        await pilot.press("right", "right")
        assert screen.position.seen == match.game.observe(match.frames[2].state, 2)
        assert f"turn 3/{len(screen.turns)}" in text(pilot)
        names = words.names(match.header.seats)  # as in replay and review, and after a swap, too
        assert f"as {names[2]}, seat 3" in text(pilot) and all(name in text(pilot) for name in names)
        await command(pilot, "swap 1 Kd")
        assert f"as {names[2]}, seat 3" in text(pilot)
        await pilot.press("f4")
        await pilot.press("left")
        assert screen.position.seen == match.game.observe(match.frames[1].state, 1)
        await type_in(pilot, "swap")
        await pilot.press("left")  # along the line now
        assert screen.position == screen.turns[1] and screen.query_one(InputLine).cursor_position == 3
    async with inspecting(Inspect("yaniv", ("greedy",))) as (screen, pilot):
        await command(pilot, f"record {tmp_path / 'm.jsonl'}")
        assert screen.position == screen.turns[0]


async def test_options_have_a_cursor_and_reasons() -> None:
    async with inspecting(Inspect("yaniv", ("greedy", "random"), observation=SHORT)) as (screen, pilot):
        assert "highest set: 7" in text(pilot)
        await pilot.press("down", "down", "down")
        assert screen.query_one(CompareView).row == 3 and "not considered" in text(pilot)
        await pilot.press("up")
        assert screen.query_one(CompareView).row == 2


async def test_rows_without_an_option_tell_the_reasons_for_the_others() -> None:
    """On a large screen the column beside the options has them."""
    for size, told in (((100, 30), True), ((140, 40), False)):
        async with inspecting(Inspect("zsy", ("pimc-zsy",)), size) as (_, pilot):
            await command(pilot, "hand 3 3 4 5 A")
            await until(pilot, lambda: "turns" in text(pilot))
            assert ("pimc-zsy on A: 3 turns" in text(pilot)) is told and "pimc-zsy on 33" not in text(pilot)
            await pilot.press("down")
            await until(pilot, lambda: ("pimc-zsy on 33: 3 turns" in text(pilot)) is told)  # noqa: B023


async def test_more_bots_than_fit_and_faults() -> None:
    bots = Bots(["semirandom"])
    async with inspecting(Inspect("yaniv", BOTS, observation=SHORT), bots=bots) as (screen, pilot):
        assert "1 more bot: F5" in text(pilot) and "no answer" in text(pilot) and "no cards" in text(pilot)
        await pilot.press("f5")
        assert screen.bot == "semirandom" and len(screen.query_one(CompareView).visible_columns) == 2
        await pilot.press("f5")
        assert [column.bot for column in screen.query_one(CompareView).visible_columns] == ["random"]
        await pilot.press("f5")
        assert [column.bot for column in screen.query_one(CompareView).visible_columns] == ["greedy", "semirandom"]


async def test_a_seat_that_is_not_to_act_is_said() -> None:
    game = positions.from_json("yaniv", json.loads(SHORT)).game
    seen = game.observe(game.determinize(positions.from_json("yaniv", json.loads(SHORT)).seen, Random(1)), 1)
    one = app(Inspect("yaniv", ("greedy",), observation=json.dumps(observation_json(game, seen))))
    async with one.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "seat 1 is to act here, not seat 2" in text(pilot))
        await pilot.press("f10")
    assert one.return_code == 0


HAND = "EO GO HU HA H9 GA S10 S8"


async def test_seats_are_typed_as_they_are_shown() -> None:
    """From 1; and where another seat is to act, it is said what to type."""
    async with inspecting(Inspect("schafkopf", ("rule-based",), observation=f'{{"hand": "{HAND}"}}')) as (
        screen,
        pilot,
    ):
        assert "as seat 1" in text(pilot)
        await type_in(pilot, "actions pass pass")
        await pilot.press("enter")
        await until(pilot, lambda: "seat 3 is to act here, not seat 1: type seat 3" in text(pilot))
        assert "●seat 3" in text(pilot) and "✗" not in text(pilot)
        await command(pilot, "seat 3")
        assert "as seat 3" in text(pilot) and screen.position.seen.seat == 2 and screen.answers.now
        await type_in(pilot, "first 0")
        await pilot.press("enter")
        assert "✗ first takes a seat, 1 to 4, not '0'" in text(pilot)


async def test_a_deal_that_is_over_is_said() -> None:
    short = {"hand": "0c", "other": "1c", "actions": "0c, 1c", "rules": "tricks:duplicate=no"}
    async with app(Inspect("tricks", ("first",), observation=json.dumps(short))).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "the deal is over here, so there is nothing to decide" in text(pilot))
        assert "first (…)" not in text(pilot), "no bot is asked, so that none is waited for"


async def test_options_are_chosen_with_the_mouse() -> None:
    """By a click or the wheel; the cards of the chosen one rise from the hand. The heads of the columns are none."""
    async with inspecting(Inspect("yaniv", ("greedy", "random"), observation=SHORT), (140, 40)) as (screen, pilot):
        options = screen.query_one(CompareView)
        first, before = options.action, screen.query_one(Felt).canvas
        await pilot.click("CompareView #rows", offset=(3, 3))
        await pilot.pause()
        assert options.row == 2 and options.action != first and "▸" in text(pilot)
        assert screen.query_one(Felt).canvas is not before
        await pilot.click("CompareView #rows", offset=(3, 0))
        assert options.row == 2
        for wheel, row in ((events.MouseScrollDown, 3), (events.MouseScrollUp, 2)):
            await pilot._post_mouse_events([wheel], "CompareView #rows")
            assert options.row == row


async def test_the_hand_is_numbered_as_at_the_table() -> None:
    """And `swap 7` counts there; a click on a card begins to type it."""
    async with inspecting(Inspect("schafkopf", ("rule-based",), observation=f'{{"hand": "{HAND}"}}'), (140, 40)) as (
        screen,
        pilot,
    ):
        assert [face.name for face in screen.drawing.scene.table.faces(screen.hand)] == HAND.split()
        spot = next(spot for spot in screen.query_one(Felt).spots if spot.word == "#7")
        await pilot.click(Felt, offset=(spot.x + 1, spot.y + 1))
        assert screen.query_one(InputLine).value == "swap 7 "
        await command(pilot, "SA")
        assert screen.position.origin.endswith("S10 → SA")
        assert [face.name for face in screen.drawing.scene.table.faces(screen.hand)][6] == "SA"


async def test_a_message_is_about_the_last_line_and_who_thinks_is_told() -> None:
    bots = Bots()
    async with inspecting(Inspect("yaniv", ("greedy", "random"), observation=SHORT), bots=bots) as (screen, pilot):
        await type_in(pilot, "swap 1 Kc")
        await pilot.press("enter")
        assert "✗ Kc cannot come in" in text(pilot)
        bots.gate.clear()
        line(screen).clear()  # type: ignore[arg-type]
        await type_in(pilot, "swap 1 2s")
        await pilot.press("enter")
        await until(pilot, lambda: "greedy is thinking …" in text(pilot))
        bots.compiling = "compiling its part 3"
        screen._tell_compiling()
        await until(pilot, lambda: "greedy: compiling its part 3, once on this machine" in text(pilot))
        bots.compiling = ""
        assert "✗" not in text(pilot)
        bots.gate.set()
        await until(pilot, lambda: "2 answers in" in text(pilot))
        await type_in(pilot, "gibberish")
        await pilot.press("enter")
        assert "✗ 'gibberish' is no command" in text(pilot)
        line(screen).clear()  # type: ignore[arg-type]
        await type_in(pilot, "agents greedy")
        await pilot.press("enter")
        await until(pilot, lambda: "1 answer in" in text(pilot))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("random 99999999999999999999", "a seed is a whole number from 0 to 999999999999999999, not '9999"),
        ("outcomes -1", "a number of moves is a whole number from 1 to 9"),
        ("worst 0", "a number of decisions is a whole number from 1 to 9"),
    ],
)
async def test_numbers_that_are_none_are_refused_with_their_bounds(typed: str, told: str) -> None:
    async with inspecting(Inspect("yaniv", ("greedy", "random"), observation=SHORT)) as (_, pilot):
        await type_in(pilot, typed)
        await pilot.press("enter")
        assert told in " ".join(text(pilot).split())


async def test_a_long_message_says_that_it_goes_on() -> None:
    async with inspecting(Inspect("yaniv", ("greedy",), observation=SHORT)) as (screen, pilot):
        screen.say("word " * 60)
        await pilot.pause()
        assert "word …" in text(pilot)


async def test_worst_and_outcomes_are_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves in the game's words; no error is told of a group of one move."""
    game = registry.game("tricks")
    seen = positions.at_random(game, 0).seen
    plays, best = (action_text(game, action) for action in seen.legal[:2])
    row = {"deal": 1, "move": 3, "lost": 0.5, "low": 0.25, "high": 0.75, "mark": "?", "plays": plays, "best": best}
    row |= {"own": 0.5, "observation": observation_json(game, seen)}
    group = {"low": 0.0, "high": 0.0, "n": 1, "promised": 0.0, "came": 1.0, "se": None, "ci95": None}
    losses = [{"judge": "exact", "own": True, "mean": 0.5, "se": 0.1, "ci95": [0.3, 0.7], "n": 10}]
    both: dict[str, Any] = {"losses": losses, "unit": "tricks", "positions": [row], "promised_unit": "", **group}
    both |= {"n": 3, "se": 0.25, "ci95": [-0.08, 2.08], "expected_false": 0.0}

    async def ask(*words: str) -> dict[str, Any]:
        return both | {"groups": [group], "sorts": {"play": {"own": group}}}

    monkeypatch.setattr(module_runner, "ask", ask)
    async with inspecting(Inspect("tricks", ("first", "random")), (140, 40)) as (screen, pilot):
        await command(pilot, "worst 10")
        one, two = (words.of(game.name).does(game, action) for action in seen.legal[:2])
        told = f"?: first would {one}, which loses 0.50 tricks (95%: 0.25…0.75); better: {two}"
        await until(pilot, lambda: told in text(pilot))
        screen.typed.run("outcomes 3")
        assert screen.message == "first is studied: 3 moves of its own games …"
        await until(pilot, lambda: "+1.00      – " in text(pilot))  # of the group
        assert isinstance(pilot.app.screen, TextWindow) and "±1.08" in text(pilot)  # of all
        assert "own: play" in text(pilot)
        assert "+0.00 … +0.00" not in text(pilot)


async def test_grid_and_claims_of_a_table(tmp_path: Path) -> None:
    visits = np.full((STATES, SLOTS), 3, np.uint32)
    spec = f"harel@{shipped(tmp_path, np.zeros((STATES, SLOTS), np.float32), visits)}"
    async with inspecting(Inspect("yaniv", ("greedy", spec), observation=SHORT)) as (screen, pilot):
        await pilot.press("f2")
        view = screen.query_one(PolicyView)
        await until(pilot, lambda: view.looks[spec])
        assert "Y yaniv P pile S stack" in text(pilot)  # what the letters mean, in 80 columns, too
        assert view.grid and view.grid["name"] == "highest multiple"
        await pilot.press("down", "right", "right", "up", "down", "left")
        assert "A A, pile 2: " in text(pilot)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, TextWindow) and "take stack" in text(pilot)
        await pilot.press("escape", "f6")
        assert view.grid and view.grid["name"] == "score"
        await pilot.press("f5")  # the only one with a table
        await pilot.press("f2")
        assert "gets rid of high cards" in text(pilot) and view.scroll_y == 0
        await pilot.press("down")
        assert view.scroll_y == 1
        await pilot.press("f2")
        assert screen.page == "options" and "▸" in text(pilot)


def test_claims_show_every_figure() -> None:
    claim = {
        "text": "drops pairs", "holds": False, "figure": 0.25, "interval": [0.2, 0.3], "against": 0.5, "visits": 1200,
        "states": 7, "definition": "how", "counted": "what", "note": "but", "by_number": {"A": [0.1, 5], "2": [0.0, 0]},
    }  # fmt: skip
    whole = "\n".join(line.plain for line in claim_lines([claim], 60))
    for part in (
        "what:",
        "drops pairs",
        "does not hold",
        "25.0% [20.0%, 30.0%] against 50.0%",
        "1,200 visits of 7 states",
    ):
        assert part in whole
    assert "  how\n  but\n  by number: A 10%\n" in whole and "2 0%" not in whole


def test_grid_greys_thin_cells_and_shows_visits() -> None:
    cell = {"n": 29, "states": 1, "share": {"yaniv": 0.0, "pile": 1.0, "stack": 0.0}, "prefers": "pile", "often": []}
    full, none = cell | {"n": 123_456}, cell | {"n": 0, "prefers": ""}
    grid = {"name": "g", "across": "pile", "rows": ["r"], "columns": ["A", "2", "3"], "thin": 30}
    lines = grid_lines(grid | {"cells": [[cell, full, none]]}, 40, (0, 2))
    assert lines[1].plain.split() == ["r", "P100%", "29", "P100%", ".1M", "·"]
    styles = {lines[1].plain[span.start : span.end].strip(): str(span.style) for span in lines[1].spans}
    assert styles["P100%  29"] == "$text-muted" and styles["P100% .1M"] != "$text-muted"
    lines = grid_lines(grid | {"cells": [[cell, full | {"rests_on": 29}, none]]}, 40, (0, 2))
    styles = {lines[1].plain[span.start : span.end].strip(): str(span.style) for span in lines[1].spans}
    assert styles["P100% .1M"] == "$text-muted"  # its values rest on the last 29 of those visits


async def test_a_table_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    spec = f"harel@{tmp_path}"
    async with inspecting(Inspect("yaniv", (spec,), observation=SHORT), bots=Bots([spec])) as (screen, pilot):
        assert "no cards" in screen.answers.faults[spec]
        await pilot.press("f2")
        view = screen.query_one(PolicyView)
        await until(pilot, lambda: view.looks[spec])
        assert "no weights of harel" in view.looks[spec]["fault"] and "no weights of harel" in text(pilot)


async def test_keys_that_do_nothing_now_say_why() -> None:
    async with inspecting(Inspect("yaniv", ("greedy",), observation=SHORT)) as (screen, pilot):
        for key, action in (("f2", "page"), ("f6", "grid"), ("f5", "bots"), ("f4", "back")):
            screen.message = ""
            await pilot.press(key)
            assert screen.message == f"✗ {screen.disabled_reason(action)}" and screen.disabled_reason(action)
        await type_in(pilot, "swap")
        await pilot.press("escape")
        assert not screen.query_one(InputLine).value and pilot.app.screen is screen
        await pilot.press("escape")
    assert pilot.app.return_code == 0


@pytest.mark.parametrize("start", [Inspect("yaniv", observation="{"), Inspect("yaniv", rules="pub"), Inspect("chess")])
async def test_what_cannot_be_had_leads_to_the_menu(start: Inspect) -> None:
    one = app(start)
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, MenuScreen)


@pytest.mark.parametrize("game", registry.games())
async def test_the_position_stands_on_the_games_own_table(game: str) -> None:
    """At every size; where there is little room, on a key. The selected option's cards rise from the hand."""
    bots = lineup.default_bots(game, registry.game(game).spec)[:1]
    async with inspecting(Inspect(game, bots, seed=1), (140, 40), Bots([*bots])) as (screen, pilot):
        for size in ((140, 40), (200, 60), (100, 30), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            roomy = screen.has_class("-roomy")
            assert roomy == (size[0] >= 120) and bool(screen.disabled_reason("table")) == roomy
            if not roomy:
                assert "options" in text(pilot).lower()
                await pilot.press("f8")
            await pilot.pause(0.05)
            felt = screen.query_one(Felt)
            clickable = {spot.word for spot in felt.spots}
            assert felt.size.height >= 17 and {"#1", f"#{len(screen.hand)}"} <= clickable
            if not roomy:
                assert not screen.query_one(CompareView).display
                await pilot.press("f8")


@pytest.mark.parametrize("game", registry.games())
async def test_a_screen_of_middle_size_shows_the_hand_as_cards_and_does_not_move_about(game: str) -> None:
    """The bot's values stand above the cards, which can be clicked; each position of a game takes the same rows."""
    bots = lineup.default_bots(game, registry.game(game).spec)[:1]
    seeds = (1, 7, 20)
    async with inspecting(Inspect(game, bots, seed=1), (100, 30), Bots([*bots])) as (screen, pilot):
        rows = set()
        for seed in seeds:
            screen.enter(screen.random_position(screen.position.game, seed), False)
            await pilot.pause(0.05)
            felt = screen.query_one(Felt)
            rows.add(felt.size.height)
            assert {f"#{number}" for number in range(1, len(screen.hand) + 1)} <= {spot.word for spot in felt.spots}
            assert "options" in text(pilot).lower() and screen.query_one(CompareView).size.height >= 13
        assert len(rows) == 1


async def test_where_nothing_is_to_be_decided_the_column_tells_cards_and_history() -> None:
    """Of a turn with one legal action it says so; the history has the rows that the bot's answer does not need."""
    path = Path(__file__).parents[1] / "records" / "zsy-paper-2.jsonl"
    for place, single in ((11, True), (10, False)):
        async with inspecting(Inspect("zsy", ("greedy",), record=path, place=place), (140, 40)) as (screen, pilot):
            shown = text(pilot)
            assert (len(screen.position.seen.legal) == 1) == single
            assert ("ONLY ONE LEGAL ACTION" in shown) == ("CARDS SO FAR" in shown) == single
            assert ("OPTIONS" in shown) != single
            assert all(f" {number} " in shown.partition("THE DEAL SO FAR")[2] for number in range(1, place + 2))


@pytest.mark.parametrize("replayed", [False, True])
async def test_where_a_match_is_studied_all_is_english(replayed: bool) -> None:
    """The setting `language` is for the table: a screen in two languages would be worse than one in English."""
    path = Path(__file__).parents[1] / "records" / "schafkopf-club-4.jsonl"
    begin = Replay(path) if replayed else Inspect("schafkopf", ("rule-based",), record=path, place=22)
    one = app(begin, language="de")
    async with one.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        await pilot.press(*["right"] * 6)
        await until(pilot, lambda: " pts" in text(pilot))
        shown = text(pilot).lower()
        assert ("ada" if replayed else "you") in shown and not any(word in shown for word in (" du ", "stich", "aug."))


async def test_the_columns_of_the_history_have_the_seats_at_their_heads() -> None:
    path = Path(__file__).parents[1] / "records" / "schafkopf-club-4.jsonl"
    async with inspecting(Inspect("schafkopf", ("rule-based",), record=path, place=22), (140, 40)) as (_, pilot):
        head, first = text(pilot).partition("TRICK  Ada")[2].split("\n")[:2]
        assert head.split() == ["Rex", "Mo", "Kathi"]
        assert "Blaue" in first and "if all deals that fit are equally likely" in text(pilot)
