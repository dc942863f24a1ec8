"""The review screen: it grows, leads from mistake to mistake, hides and grades, shows a world, exports."""

from __future__ import annotations

import asyncio
import copy
import json
import re
from collections.abc import AsyncIterator
from contextlib import chdir, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from cardtui import registry, words
from cardtui.core import Action, Decision, Refusal, action_text
from cardtui.entries import HUMAN
from cardtui.review import cache, example_world, match_review, report_text, retry
from cardtui.review.verdicts import MARKS
from cardtui.settings import Settings
from cardtui.study import lock
from cardtui.ui.dialogs import InputWindow, TextWindow
from cardtui.ui.look.canvas import Canvas, Spot
from cardtui.ui.look.cards import LARGE, Frame, badge, surround
from cardtui.ui.look.palette import DARK, FEW_LIGHT, LIGHT, contrast
from cardtui.ui.review_state import Histogram, ReviewState
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.screens.replay import ReplayScreen
from cardtui.ui.screens.review import beliefs
from cardtui.ui.screens.review.drawing import ReviewDrawing
from cardtui.ui.screens.review.felt import Boxes, _label, boxes, paint_marks
from cardtui.ui.screens.review.list import _Action
from cardtui.ui.screens.review.screen import HELP, ReviewScreen
from cardtui.ui.screens.review.values import paint_ends, paint_values, proof_lines
from cardtui.ui.screens.review.whatif import WhatIf
from cardtui.ui.start import Replay, Review
from cardtui.ui.table.screen import TableScreen
from cardtui.ui.widgets.felt import Felt
from cardtui.ui.widgets.line import KeyLine
from cardtui.ui.widgets.zones import paint_strip

from ..test_review_report import ANY, OPINIONATED, TRICKS, judged_by
from .common import app, text, until

__all__ = ["judged_by"]
FOUND = {
    "worlds": 100, "more": 43, "less": 12, "judge": "any", "bots": ["first", "random"],
    "hands": {"0": ["1c"], "1": ["0c", "2d"]}, "moves": [[(1, "0♣"), (0, "1♣")], [(1, "2♦")]],
    "results": [[1.0, -1.0], [-1.0, 1.0]],
}  # fmt: skip
CHANGED = {
    "seat": 1, "force": None, "players": ["first", "random"], "worlds": 100, "known": True, "diced": True,
    "unit": "points", "parted": 0.5,
    "locked": 2.0,
    "results": [
        {"seat": seat, "without": 0.0, "with": sign / 4, "change": sign / 4, "se": 0.1, "low": 0.05, "high": 0.45}
        for seat, sign in enumerate((-1, 1))
    ],
}  # fmt: skip


@pytest.fixture
def reports(judged_by: Any, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The reports of a match, the last one whole; screens get the first and the last one."""
    judged_by(OPINIONATED)
    found = list(match_review.review(TRICKS, seat=1, seed=3))

    async def watch(asked: cache.Request) -> AsyncIterator[dict[str, Any]]:
        for report in (found[0], found[-1]):
            yield report

    async def played_out(asked: lock.Request) -> AsyncIterator[dict[str, Any]]:
        if asked.force:
            raise Refusal("there is no card of that name")
        yield {"progress": [10, 100]}
        yield CHANGED | {"locks": [lock.parse(words)._asdict() for words in asked.locks]}

    async def ask(path: Path, place: int, better: str) -> dict[str, Any]:
        return FOUND | {"actions": ["play 0c", better]}

    monkeypatch.setattr(cache, "watch", watch)
    monkeypatch.setattr(example_world, "ask", ask)
    monkeypatch.setattr(lock, "watch", played_out)
    return found


async def answer(pilot: Pilot[None], screen: ReviewScreen, action: str) -> None:
    """Answer the hidden decision."""
    screen.retry.area.line.value = action.removeprefix("play ")
    await pilot.press("enter")
    await pilot.pause()


async def test_a_review(reports: list[dict[str, Any]], tmp_path: Path) -> None:
    """One screen serves all checks, since it takes a while to make."""
    one = app(Review(TRICKS, asked=cache.Request(str(TRICKS), 1, jobs=2)))
    async with one.run_test(size=(140, 40), notifications=True) as pilot:
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, ReviewScreen)
        await until(pilot, lambda: not screen.review.stage)
        await _list_and_keys(screen, pilot)
        await _retry(screen, pilot)
        await _world(pilot)
        await pilot.press("b")
        await until(pilot, lambda: "no hand is hidden here" in text(pilot))
        assert screen.disabled_reason("truth") == screen.disabled_reason("beliefs")
        await _export(screen, pilot, tmp_path)
        await _what_if(screen, pilot)
        await _play_on(screen, pilot)
        await pilot.press("i")
        assert isinstance(one.screen, InspectScreen) and one.screen.position.moment == (TRICKS, screen.review.place)
        await pilot.press("escape")
        for size in ((80, 24), (100, 30), (120, 35), (120, 36), (200, 60)):
            _fits(screen, *size)
        _counts_what_it_leaves_out(screen)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: screen.query_one(KeyLine).size.width == 80)
        shown = str(screen.query_one(KeyLine).render())
        assert "F1 Help" in shown and "q retry" in shown and "Esc back" in shown
        assert "b" not in shown.split()  # no hand is hidden


async def test_beliefs_against_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Esc ends the question, not the review; the answer opens a window with the cards where they lay."""
    answered = asyncio.Event()

    async def watch(asked: cache.Request) -> AsyncIterator[dict[str, Any]]:
        for report in list[dict[str, Any]]():
            yield report

    async def think(game: Any, bot: str, seen: Any, *rest: Any, **options: Any) -> AsyncIterator[Decision]:
        await answered.wait()
        yield Decision(seen.legal[0], (), "points")

    monkeypatch.setattr(cache, "watch", watch)
    path = TRICKS.with_name("yaniv-paper-2.jsonl")
    one = app(Review(path, asked=cache.Request(str(path), 1)))
    async with one.run_test(size=(140, 40), notifications=True) as pilot:
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, ReviewScreen)
        review = screen.review
        states = (frame.state for frame in review.frames)
        review.go(next(place for place, state in enumerate(states) if review.game.turn(state) == review.seat))
        monkeypatch.setattr(one.opinions, "think", think)
        await pilot.press("b")
        await until(pilot, lambda: "is asked what it believes" in text(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: "is asked what it believes" not in text(pilot))
        assert one.screen is screen and isinstance(screen, ReviewScreen) and not beliefs.stop(screen)
        answered.set()
        await pilot.press("b")
        await until(pilot, lambda: "where the cards lay" in text(pilot))
        assert "tells no beliefs here" in text(pilot) and "log-loss of" in text(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: one.screen is screen)


def test_a_mark_takes_the_whole_lower_edge_of_a_frame_in_the_row_of_the_numbers() -> None:
    """Where all cards lie in one row, numbers stand in their frames."""
    canvas = Canvas(20, 8, DARK, DARK.night)
    surround(canvas, 5, 1, LARGE, Frame.WHOLE)
    _label(canvas, Spot(5, 1, LARGE.width, LARGE.height + 1, "#1"), "★", "better", DARK.gold)
    edge = canvas.text().splitlines()[LARGE.height + 1]
    grounds = [cell.background == DARK.mark for cell in canvas.rows[LARGE.height + 1]]
    assert "▝" not in edge and grounds.count(True) == LARGE.width + 2 and grounds[edge.index("★")]


async def _list_and_keys(screen: ReviewScreen, pilot: Pilot[None]) -> None:
    review = screen.review
    marked = review.listed
    least = [row["bound"] / row["stake"] for row in marked]
    assert len(marked) > 2 and least == sorted(least, reverse=True)
    assert review.row is marked[0]  # the costliest mistake, before a key was pressed
    shown = text(pilot)
    assert "MISTAKES" in shown and "at most 0.0" in shown and "false marks expected" in shown and "★ better" in shown
    assert re.search(r" \d+ mistakes in \d+ choices · \d+ unclear", shown)
    canvas = screen.query_one(Felt).canvas
    assert canvas
    rows = canvas.text().splitlines()
    below = next(y for y, row in enumerate(rows) if "✗ played ★ better" in row)
    assert rows[below - 1][rows[below].index("★") :].startswith("▀▀▀▀▀▀▀▘"), "below the frame of the card"
    assert re.search(r"^ +0 +·", shown, re.MULTILINE)  # the curve's scale
    assert "WHERE THE RESULT CAME FROM" in shown and f"{review.match.figure(review.parts()[-1].value)}" in shown  # type: ignore[union-attr]
    await pilot.press("down")
    assert review.row is marked[1]
    deal, first = review.deal, review.starts[review.deal]
    x, y, width, height = boxes(*screen.query_one(Felt).size, review, False, False, 0).curve
    columns = sorted(spot.x for spot in screen.query_one(Felt).spots if spot.width == 1 and x <= spot.x < x + width)
    places = []
    for column in (columns[0], columns[len(columns) // 2], columns[-1]):
        await pilot.click(Felt, offset=(column, y + height // 2))
        places.append(review.place)
    assert review.deal == deal and first == places[0] < places[1] < places[2] == first + review.moves - 1
    in_order = sorted(review.place_of(row) for row in marked)
    await pilot.press("home", "pageup", "pageup", "pageup", "pageup")
    await until(pilot, lambda: "the match begins here" in text(pilot))
    await pilot.press("n")
    assert review.place == in_order[0]
    await pilot.press("n", "N", "c", "C", "right", "left")
    assert review.place == in_order[0]
    await pilot.press("u")
    assert all(row["mark"] == "unclear" for row in review.listed) and "UNCLEAR" in text(pilot)
    await pilot.press("u", "plus")
    assert len(review.listed) == sum(row["mark"] in MARKS[1:] for row in marked)
    await pilot.press("minus")
    assert review.listed == marked


async def _retry(screen: ReviewScreen, pilot: Pilot[None]) -> None:
    review = screen.review
    await pilot.press("q")
    hidden = text(pilot)
    assert screen.retry.hidden and "what do you play?" in hidden
    for word in ("MISTAKES", "WHAT EACH BRINGS", "COULD BE EXPECTED", "better", "played", "hidden cards", "★"):
        assert word not in hidden.partition("\n")[2], word
    row = review.row
    assert row
    for click in (Felt.CardClicked(1), Felt.CardClicked(2)):  # both numbers were typed, which no trick takes
        screen.post_message(click)
    await pilot.pause()
    assert screen.retry.area.line.value == "2"
    screen.post_message(Felt.PlaceClicked("c"))  # places of the table did nothing
    await pilot.pause()
    assert screen.retry.area.line.value == "2 c"
    screen.retry.area.line.value = ""
    keys = str(screen.query_one(KeyLine).render())
    assert "move" not in keys and "Esc back" in keys  # the arrow keys walk over the hand, as at the table
    await pilot.press("right", "right", "space")
    assert screen.retry.area.line.value == "2" and screen.retry.area.line.walked == 1
    await answer(pilot, screen, "play 99")
    assert screen.retry.hidden  # no card: nothing is graded
    await answer(pilot, screen, row["better"])
    assert not screen.retry.hidden and screen.retry.graded.startswith("✓") and "MISTAKES" in text(pilot)
    await pilot.press("n")
    assert screen.retry.hidden and review.row
    await answer(pilot, screen, review.row["played"])
    assert screen.retry.graded.startswith("✗")
    await pilot.press("escape")
    assert not screen.retry.on


async def _world(pilot: Pilot[None]) -> None:
    await pilot.press("w")
    await until(pilot, lambda: isinstance(pilot.app.screen, TextWindow))
    shown = text(pilot)
    assert "In 43 of 100 worlds" in shown and "0♣: -1.00 points" in shown and "Played on by first, random" in shown
    await pilot.press("escape")


async def _export(screen: ReviewScreen, pilot: Pilot[None], folder: Path) -> None:
    await pilot.press("e")
    pilot.app.screen.query_one(Input).value = "no/review.md"
    with chdir(folder):
        await pilot.press("enter")
        await pilot.pause()
    assert "no/review.md cannot be written: No such file or directory" in text(pilot)
    await pilot.press("escape")
    assert pilot.app.screen is screen  # whatever was refused
    for name in ("review.txt", "review.md", "review.json"):
        if not isinstance(pilot.app.screen, InputWindow):
            await pilot.press("e")
        assert isinstance(pilot.app.screen, InputWindow)
        pilot.app.screen.query_one(Input).value = str(folder / name)
        await pilot.press("enter")
        await pilot.pause()
    assert pilot.app.screen is screen and {file.name for file in folder.glob("review.*")} == {
        "review.md",
        "review.json",
    }
    assert screen.review.match
    assert json.loads((folder / "review.json").read_text())["reviews"] == [screen.review.match.report]
    assert "Mistakes, worst first" in (folder / "review.md").read_text()


async def _what_if(screen: ReviewScreen, pilot: Pilot[None]) -> None:
    """A lock is asked for as it is typed; a refusal leaves the review as it was."""
    for typed, key in (("2=exact where lead", "l"), ("nothing", "f")):
        await pilot.press(key)
        assert key == "f" or "bots: " in text(pilot)
        pilot.app.screen.query_one(Input).value = typed
        await pilot.press("enter")
        if key == "l":
            decides = f"exact decides for {screen.review.names[1]} in decisions of kind lead"
            await until(pilot, lambda: isinstance(pilot.app.screen, TextWindow) and decides in text(pilot))  # noqa: B023
            shown = text(pilot)
            assert "+0.25" in shown and "this deal, 100 times" in shown and "in 50% of them" in shown
            await pilot.press("escape")
    await until(pilot, lambda: isinstance(pilot.app.screen, InputWindow) and not screen.whatif.status)
    assert pilot.app.screen.query_one(Input).value == "nothing"  # refused, and asked again
    await pilot.press("escape")
    assert pilot.app.screen is screen
    await pilot.press("l")
    assert pilot.app.screen.query_one(Input).value == ""
    await pilot.press("escape")
    assert pilot.app.screen is screen and not screen.whatif.status


def test_what_is_played_once_has_no_interval() -> None:
    """Without dice a known deal goes as it goes."""
    told: Any = SimpleNamespace(game=registry.game("tricks", "tricks", 2), names=("Ada", "Rex"))
    screen: Any = SimpleNamespace(review=told)
    once = {"worlds": 1, "known": True, "diced": False, "parted": 1.0, "locks": [lock.parse(["2=exact"])._asdict()]}
    lines = WhatIf(screen)._change_lines(CHANGED | once)
    assert lines[0] == "exact decides for Rex, 2 times" and lines[-1].endswith("exact") and "…" not in lines[-1]
    assert "and no bot uses random numbers: this deal, once," in lines[1]


async def _play_on(screen: ReviewScreen, pilot: Pilot[None]) -> None:
    """After a retry the answer is the first move at a table that is not saved, and from which Escape leads back."""
    screen.review.go(screen.review.place_of(screen.review.listed[0]))
    row = screen.review.row
    assert row
    await pilot.press("q")
    await answer(pilot, screen, row["better"])
    await pilot.press("p")
    await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
    there = pilot.app.screen
    assert isinstance(there, TableScreen)
    await until(pilot, lambda: there.match.turn is None or there.match.is_human(there.match.turn))
    match = there.match
    moves = [action_text(match.game, move.action) for move in match.moves()]
    assert moves[row["move"] - 1] == row["better"] and not match.kept and match.header.seats == ("first", HUMAN)
    assert "not saved" in text(pilot)
    await pilot.press("n")
    assert pilot.app.screen is there and match.deal == row["deal"]
    await pilot.press("escape")
    assert pilot.app.screen is screen and not list(TRICKS.parent.glob("*-2.jsonl.new"))
    await pilot.press("escape")


def _fits(screen: ReviewScreen, width: int, height: int) -> None:
    """Nothing is painted on something else: each part stands in a box of its own, inside the screen, and once."""
    canvas = Canvas(width, height - 2, screen.card_app.palette, screen.card_app.palette.night)
    ReviewDrawing(screen)._paint(canvas)
    shown = canvas.text()
    large = width >= 120 and height >= 36
    assert all(word in shown for word in ("MISTAKES", "WHAT EACH BRINGS", "result" if large else " = "))
    review = screen.review
    assert shown.count(review.counted) == shown.count(review.expected_false) == 1, "told once at every size"


def _counts_what_it_leaves_out(screen: ReviewScreen) -> None:
    """Where not all actions have room, it is told how many there are, in a line of its own or above the two."""
    count = len(screen.review.values())
    for height, said in ((6, f"2 of {count}"), (7, f"and {count - 2} more")):
        canvas = Canvas(46, height, DARK, DARK.night)
        paint_values(canvas, (0, 0, 46, height), screen.review, "")
        assert said in canvas.text()


def test_a_mark_below_the_canvas_is_left_out() -> None:
    """When a retry ends, the screen is drawn once more with the height that it had beside the typed answer."""
    told: Any = SimpleNamespace(row={"mark": "", "played": "0c"}, action_of=lambda text: Action("play", (0,)))
    view: Any = SimpleNamespace(order=(0,))
    for height, marked in ((8, True), (7, False)):
        canvas = Canvas(20, height, DARK, DARK.felt)
        canvas.spots.append(Spot(2, 4, 5, 4, f"{Canvas.HAND}1"))
        paint_marks(canvas, view, told)
        assert ("●" in canvas.text()) == marked


def test_a_world_in_which_it_matters(judged_by: Any) -> None:
    """What is shown came out so: the same moves lead to the results again."""
    judged_by(ANY)
    told, found = ReviewState(TRICKS, lambda players: words.names(players, Settings()), 1), dict[str, Any]()
    for place in range(len(told.frames)):
        told.go(place)
        if told.next_move and told.next_move.seat == 1 and len(told.seen.legal) > 1 and not found:
            for action in told.seen.legal:
                with suppress(Refusal):
                    found = example_world.find(TRICKS, told.place, action_text(told.game, action))
                    break
    bad, good = (results[1] for results in found["results"])
    assert good > bad and found["worlds"] == 1 and found["bots"] in (["first", "random"], ["exact"] * 2)
    for moves, action in zip(found["moves"], found["actions"], strict=True):
        assert moves[0][0] == 1 and moves[0][1] in action.replace("c", "♣").replace("d", "♦")
    assert found["moves"][0] != found["moves"][1]
    one: Any = SimpleNamespace(label=str, figure=str, report={"unit": "points"})
    assert example_world.told(one, found, ("a", "b"), 1)[0].startswith("All hands were known")
    assert example_world.told(one, found | {"worlds": 2}, ("a", "b"), 1)[1].startswith("One of them, not the true one")


def test_every_mistake_of_an_open_deal_can_be_shown() -> None:
    """By the strongest bot where those of the table make nothing of the better card."""
    *_, report = match_review.review(TRICKS, seat=0)
    told, bots = ReviewState(TRICKS, lambda players: words.names(players, Settings()), 0), set[str]()
    told.update(report)
    for row in told.listed:
        found = example_world.find(TRICKS, told.place_of(row), row["better"])
        bad, good = (results[0] for results in found["results"])
        assert good > bad
        bots.update(found["bots"])
    assert bots == {"first", "random", "exact"}


def test_a_proof_tells_what_its_worlds_are_worth_where_there_is_room(reports: list[dict[str, Any]]) -> None:
    told = ReviewState(TRICKS, lambda players: words.names(players, Settings()), 1)
    told.update(reports[-1])
    told.go(told.place_of(told.listed[0]))
    assert told.row
    for by in told.row["proof"].values():
        by |= {"worlds": 90, "n_eff": 81.6}
    assert proof_lines(told, 60)[1].endswith("  90 worlds, worth 82")
    assert [len(proof_lines(told, 38)[1]) <= 38, "worth" in proof_lines(told, 38)[1]] == [True, False]
    for by in told.row["proof"].values():
        by |= {"loss": 1.5, "low": 1.5, "high": 1.5}
    assert proof_lines(told, 38)[1] == "opinionated +1.50  90 worlds, worth 82", "an interval without width is not told"
    for by in told.row["judges"].values():
        by["gains"] = {action: [1.0, 1.0] for action in by["gains"]}
    canvas = Canvas(70, 14, DARK, DARK.night)
    paint_values(canvas, (0, 0, 70, 14), told, "")
    assert "+1.00" in canvas.text() and "+1.00 …" not in canvas.text()


def test_the_proof_that_decides_the_mark_comes_first(reports: list[dict[str, Any]]) -> None:
    """With little room it was the one left out, so that a loss of at least 1 stood over a proof of at least 2."""
    told = ReviewState(TRICKS, lambda players: words.names(players, Settings()), 1)
    report = copy.deepcopy(reports[-1])
    report["judges"].append({**report["judges"][0], "name": "strict"})
    told.update(report)
    told.go(told.place_of(told.listed[0]))
    assert told.row
    (by,) = told.row["proof"].values()
    told.row["proof"]["strict"] = by | {"low": by["low"] - 1}
    assert [line.split()[0] for line in proof_lines(told, 60)[1:3]] == ["strict", "opinionated"]


def test_what_counts_as_right(reports: list[dict[str, Any]]) -> None:
    told = ReviewState(TRICKS, lambda players: words.names(players, Settings()), 1)
    told.update(reports[-1])
    assert told.match
    for row in told.match.decisions:
        told.go(told.place_of(row))
        for action in told.seen.legal:
            grade = retry.grade(told.match, row, told.seen, action)
            assert grade
            if action_text(told.game, action) in row["alike"]:
                assert grade.right != (
                    row["mark"] in MARKS
                )  # what is listed as a mistake is never right, and only that
            if action_text(told.game, action) == row.get("better"):
                assert grade.right


async def test_choices_that_are_not_known_yet_are_missed_only_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    async def watch(asked: cache.Request) -> AsyncIterator[dict[str, Any]]:
        await asyncio.Event().wait()
        yield {}

    monkeypatch.setattr(cache, "watch", watch)
    one = app(Review(TRICKS, asked=cache.Request(str(TRICKS), 1)))
    async with one.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.pause()
        await pilot.press("c")
        await until(pilot, lambda: "no choice after this so far" in text(pilot))
        await pilot.press("f8")
        assert isinstance(one.screen, ReviewScreen) and one.screen.alone
        await pilot.press("escape")
        assert isinstance(one.screen, ReviewScreen) and not one.screen.alone


def test_only_judged_choices_are_counted(reports: list[dict[str, Any]]) -> None:
    """While nothing was judged yet there were "0 mistakes in 20 choices"."""
    whole = reports[-1]
    total = whole["summary"]["decisions"]
    begun = whole | {
        "stage": "screening",
        "deals": [whole["deals"][0], *({**deal, "decisions": []} for deal in whole["deals"][1:])],
    }
    judged = len(whole["deals"][0]["decisions"])
    review = ReviewState(TRICKS, lambda players: players, 1)
    review.update(begun)
    assert (
        0 < judged < total and review.counted == f"{judged} of {total} choices compared" and not review.expected_false
    )
    review.update(whole)
    assert f" in {total} choices" in review.counted and review.expected_false


async def test_a_match_that_cannot_be_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def watch(asked: cache.Request) -> AsyncIterator[dict[str, Any]]:
        raise Refusal("tricks has no judge nobody")
        yield {}

    monkeypatch.setattr(cache, "watch", watch)
    one = app(Replay(TRICKS))
    async with one.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.pause()
        await pilot.press("r")
        await until(pilot, lambda: "no judge nobody" in text(pilot))
        assert isinstance(one.screen, ReviewScreen)
        await pilot.press("n", "q", "w", "e", "u", "t", "right", "escape")
        assert isinstance(one.screen, ReplayScreen)


async def test_the_curve_has_room_beside_the_position_in_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 80×24, and the layout of a deal does not move about."""

    async def watch(asked: cache.Request) -> AsyncIterator[dict[str, Any]]:
        for report in list[dict[str, Any]]():
            yield report

    monkeypatch.setattr(cache, "watch", watch)
    judged: Any = SimpleNamespace(match=True)
    for path in sorted(TRICKS.parent.glob("*.jsonl")):
        one = app(Review(path, asked=cache.Request(str(path), 0)))
        async with one.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            screen = one.screen
            assert isinstance(screen, ReviewScreen)
            review, drawing = screen.review, ReviewDrawing(screen)
            found = set[tuple[int, Boxes]]()
            for place in range(0, len(review.frames), 3):
                review.go(place)
                scene, view = drawing.position()
                canvas = Canvas(80, 22, screen.card_app.palette, "")
                strip = paint_strip(canvas, scene.table, view, drawing._most_zones())
                found.add((review.deal, boxes(80, 22, judged, False, False, strip)))
            assert all(box.curve[3] for _, box in found), path
            if "schafkopf" in path.name:  # elsewhere a long hand that is seen may take a second row
                assert len({deal for deal, _ in found}) == len(found), path


def test_a_histogram_names_results_that_come_up() -> None:
    """The last bin of Yaniv's results holds those of 1, whatever the width of a bin."""
    canvas = Canvas(50, 1, DARK, "")
    paint_ends(canvas, (0, 0, 50), Histogram("td", 0.0, 0.2, (0.5, 0.1, 0.0, 0.0, 0.0, 0.4), 0.4), 0.5, False)
    assert re.match(r"0 \S.* \+1 +wins 40%", canvas.text())


def test_cards_in_the_list_are_seen_on_light_panels() -> None:
    """Cream has nearly the same colour; all texts can be read, and cards that touch are told apart."""
    for palette in (LIGHT, FEW_LIGHT):
        for suit in "EGHS":
            canvas = Canvas(12, 1, palette, palette.panel)
            _Action((f"{suit}7", f"{suit}8"), "").paint(canvas, 0, 0, chips=True, dim=False)
            first, second = canvas.rows[0][1], canvas.rows[0][5]
            assert contrast(first.background, palette.panel) > 1.1 < contrast(second.background, palette.panel)
            assert contrast(first.colour, first.background) >= 4.5 <= contrast(second.colour, second.background)
            assert first.background != second.background


def test_a_badge_loses_what_can_be_spared_where_it_is_narrow() -> None:
    """Its zero before the point, its star and its sign; a figure is never cut. The panel has the zero, too."""
    canvas = Canvas(7, 1, DARK, "")
    for width, told in ((7, "+0.95★"), (5, "+.95★"), (4, "+.95"), (3, ".95")):
        badge(canvas, 0, 0, width, "+0.95★")
        assert canvas.text()[:width].strip() == told


def test_the_keys_stand_in_columns() -> None:
    keys = [row for row in HELP.split("\n\n")[0].splitlines() if len(re.split(r" {2,}", row)) == 4]
    assert len(keys) > 6 and all(row[33:35] == "  " and row[35] != " " for row in keys)


def test_what_a_review_does_has_room_for_its_count_at_80_columns() -> None:
    """Beside the name of the screen and the key of the palette."""
    room = 80 - len(" ♠♥ cardtui ▸ review   ") - len(" ^p commands ")
    for told in report_text.STAGES.values():
        assert len(f"{told} 1000 of 1000") <= room
