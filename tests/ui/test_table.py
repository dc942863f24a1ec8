"""The table, played with the keyboard and the mouse."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cardtui import settings
from cardtui.core import Belief, Decision, Option, action_text
from cardtui.entries import HUMAN
from cardtui.games.yaniv.rules import YANIV
from cardtui.record import archive
from cardtui.settings import load
from cardtui.ui.dialogs import Question, TextWindow
from cardtui.ui.games.yaniv.felt import YanivTable
from cardtui.ui.table.screen import TableScreen
from cardtui.ui.widgets.felt import Felt

from .common import Bots, app, click, held, line, painted, play, shown, table, text, type_in, until


async def test_one_line_plays() -> None:
    """`1 2 s` Enter lays a pair and takes from the stack; the preview says what it does first."""
    async with table() as (screen, pilot):
        await pilot.press("1", "space", "2")
        assert "pair A♣ A♥: sum 31 → 29 + draw · take s=stack or a" in shown(screen, "preview")
        assert held(screen).picked == {0, 1} and painted(screen).count("▐ A   ▌") == 2
        assert "sum 31 → 29 + draw" in painted(screen)
        await pilot.press("space", "a")
        told = shown(screen, "preview").partition("sum ")[2]
        assert "draw" not in told and f"sum {told} · " in painted(screen)  # what is taken from the pile is known
        await pilot.press("backspace", "s")
        assert shown(screen, "preview").startswith("✓ pair A♣ A♥ ▸ stack")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        moves = screen.match.moves()
        assert action_text(screen.game, moves[0].action) == "discard Ac Ah > stack"
        assert [move.seat for move in moves] == [0, 1, 2]
        assert line(screen).value == ""


async def test_two_steps_play() -> None:
    """The document's dialogue: m, Enter, 3 STACK, Enter, cards, Enter."""
    async with table() as (screen, pilot):
        await pilot.press("m", "enter")
        assert "MOVE: 1=YANIV | 2=PILE | 3=STACK" in text(pilot)
        await pilot.press("3", "enter")
        assert "STACK: card numbers to lay" in text(pilot)
        await type_in(pilot, "1 2")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        assert action_text(screen.game, screen.match.moves()[0].action) == "discard Ac Ah > stack"
        await pilot.press("m", "enter", "2", "enter")
        assert "PILE:" in text(pilot)
        await pilot.press("escape", "escape")
        assert "PILE:" not in text(pilot)


async def test_cards_without_a_take_are_kept_and_asked_for() -> None:
    """`1 2` Enter plays nothing and asks what to take; the text stays, and `d` completes it."""
    async with table() as (screen, pilot):
        await type_in(pilot, "1 2")
        await pilot.press("enter")
        assert screen.match.moves() == []
        assert line(screen).value == "1 2 " and "take what?" in shown(screen, "message")
        await type_in(pilot, "d")
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.match.moves()) == 3)


@pytest.mark.parametrize(
    ("typed", "rule"),
    [("1 4 d", "§4.1"), ("y", "§6.1"), ("9 d", "§4.1"), ("1 d a", "§5.1"), ("1 b", "§5.2"), ("ten", "means nothing")],
)
async def test_illegal_input_keeps_the_text_and_names_the_rule(typed: str, rule: str) -> None:
    """And changes nothing."""
    async with table() as (screen, pilot):
        await type_in(pilot, typed)
        assert "✗" in shown(screen, "preview") and rule in shown(screen, "preview")
        await pilot.press("enter")
        assert line(screen).value == typed
        assert rule in shown(screen, "preview") and shown(screen, "message") == ""
        assert screen.match.moves() == []


async def test_clicks_type() -> None:
    """Cards, stack and pile write into the line; a second click takes a card out again."""
    async with table() as (screen, pilot):
        for word, typed in (("#1", "1"), ("#2", "1 2"), ("s", "1 2 s"), ("a", "1 2 a"), ("#1", "2 a")):
            await click(screen, pilot, word)
            assert line(screen).value == typed


@pytest.mark.parametrize("first", [(), ("m", "enter")])
async def test_a_click_on_a_card_never_calls(first: tuple[str, ...]) -> None:
    """It raises the card, also after m; Enter then asks what to take. Yaniv has a place of its own to click."""
    async with table(rules="paper:call=30", seed=3) as (screen, pilot):
        for card in (0, 1, 2):
            await pilot.press(*first)
            await click(screen, pilot, f"#{card + 1}")
            assert held(screen).picked == {card}
            await pilot.press("enter")
            assert screen.match.moves() == [] and "take what?" in shown(screen, "message")
            await pilot.press("escape")
        await click(screen, pilot, "#1")
        assert "YANIV" in painted(screen)
        await click(screen, pilot, "y")
        assert line(screen).value == "y" and screen.match.moves() == []
        assert shown(screen, "preview").startswith("✓ Yaniv with ")
        await pilot.press("enter")
        assert [move.action for move in screen.match.moves()] == [YANIV]
    async with table() as (screen, pilot):
        assert "YANIV" not in text(pilot) and all(spot.word != "y" for spot in screen.query_one(Felt).spots)


def walked(screen: TableScreen) -> list[int]:
    """The places of the hand whose number is on the colour of marks."""
    felt = screen.query_one(Felt)
    assert felt.canvas
    found = []
    for spot in felt.spots:
        if spot.word.startswith("#"):
            row = felt.canvas.rows[spot.y + spot.height - 1][spot.x : spot.x + spot.width]
            if any(cell.background == felt.canvas.palette.mark for cell in row):
                found.append(int(spot.word[1:]) - 1)
    return found


async def test_arrows_and_space_mark() -> None:
    """The cursor walks over the hand, space marks the card below it."""
    async with table() as (screen, pilot):
        await pilot.press("right", "space", "right", "space")
        assert line(screen).value == "1 2"
        assert held(screen).cursor == 1 and walked(screen) == [1]
        await pilot.press("left", "left", "space")
        assert line(screen).value == "1 2 5"
        assert held(screen).cursor == 4 and walked(screen) == [4]
        await pilot.press("space", "d", "enter")
        await until(pilot, lambda: len(screen.match.moves()) == 3)


async def test_a_whole_match_to_its_end_and_a_rematch() -> None:
    """Deals follow each other until the match is over; then r begins another."""
    async with table(rules="paper:deals=2") as (screen, pilot):
        for _ in range(400):
            if screen.match.over:
                break
            if screen.match.turn is None:
                await pilot.press("enter")
            elif screen.match.turn == 0:
                legal = screen.match.observe(0).legal
                await type_in(pilot, "y" if legal[0].verb == "yaniv" else "5 d" if len(screen.order) == 5 else "1 1")
                if line(screen).value == "1 1":
                    line(screen).value = f"{len(screen.order)} d"
                await pilot.press("enter")
            await pilot.pause()
        assert screen.match.over and "match to" in shown(screen, "preview")
        assert len(screen.match.results()) == 2
        path = screen.match.path
        await pilot.press("r")
        await until(pilot, lambda: pilot.app.screen is not screen)
        assert path
        await until(pilot, lambda: not archive.unfinished(path))


async def test_a_table_that_another_match_cannot_replace_still_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its record was closed before, so that what was played on was lost."""
    async with table() as (screen, pilot):
        await type_in(pilot, "1 2 s")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)

        def full(*_: object) -> None:
            raise OSError("no space left on the disk")

        monkeypatch.setattr(screen.card_app.screens, "deal", full)
        screen.action_first_deal()
        assert pilot.app.screen is screen and screen.match.kept
        monkeypatch.setattr(type(screen), "disabled_reason", lambda self, action: "")
        screen.action_rematch()
        assert pilot.app.screen is screen and screen.match.kept


async def test_undo_drops_the_answer_that_comes_late() -> None:
    """A bot that was thinking when the move was taken back plays nothing."""
    bots = Bots()
    async with table(bots=bots) as (screen, pilot):
        bots.gate.clear()
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: bots.asked == ["greedy"])
        assert len(screen.match.moves()) == 1
        await pilot.press("u")
        assert screen.match.moves() == []
        bots.gate.set()
        await pilot.pause(0.05)
        assert screen.match.moves() == [] and screen.match.turn == 0


async def test_a_late_answer_is_dropped_even_when_nobody_cancels() -> None:
    """The conductor itself looks whether the match has gone on."""
    bots = Bots()
    async with table(bots=bots) as (screen, pilot):
        bots.gate.clear()
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: bots.asked == ["greedy"])
        screen.match.undo()
        bots.gate.set()
        await pilot.pause(0.05)
        assert screen.match.moves() == []


async def test_undo_goes_back_move_by_move_and_not_in_a_ranked_match() -> None:
    """Without limit; ranked, the key says why not."""
    async with table() as (screen, pilot):
        for _ in range(3):
            await type_in(pilot, f"{len(screen.order)} d")
            await pilot.press("enter")
            await until(pilot, lambda: screen.match.turn in (0, None))
        before = len(screen.match.moves())
        await pilot.press("u", "ctrl+z", "u")
        assert before >= 7 and screen.match.moves() == []
        await pilot.press("u")
        assert "no move of yours" in shown(screen, "message")
    async with table(ranked=True, seed=8) as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        await pilot.press("u")
        assert "a ranked match keeps every move" in shown(screen, "message")
        assert len(screen.match.moves()) == 3
        await pilot.press("question_mark")
        assert "a ranked match gives no help" in shown(screen, "message")
        await pilot.press("f4")
        assert "a ranked match gives no help" in shown(screen, "message")
        for key in "mcohd":
            await pilot.press("f2", key, "escape")
            assert screen.tableside.panel in ("hidden", "deal")


async def test_panel_modes() -> None:
    """Hidden, after the deal, each move, open, coach: each shows what it may and no more."""
    async with table(panel="hidden") as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        assert screen.tableside.thoughts()[0] == []
        await pilot.press("f2", "d")
        assert screen.tableside.panel == "deal" and screen.tableside.thoughts()[0] == []
        await pilot.press("f2", "m")
        entries = screen.tableside.thoughts()[0]
        assert screen.tableside.panel == "move" and [e.decision for e in entries if e.decision]
        assert "turn 3 · Rex semirandom" in text(pilot) and "P" in text(pilot)
        assert screen.tableside.open_hands() == {}
        await pilot.press("f2", "o")
        assert screen.tableside.panel == "open" and set(screen.tableside.open_hands()) == {1, 2}
        assert not any("▚" in row for row in painted(screen).splitlines()[:6])  # nor backs, but for the stack
        await pilot.press("f2", "c")
        await until(pilot, lambda: screen.tableside.coach.advice)
        assert "COACH  greedy" in text(pilot)
        await pilot.press("f5")
        assert isinstance(pilot.app.screen, TextWindow)
        await pilot.press("escape", "f2", "h")
        assert screen.tableside.panel == "hidden"


async def test_the_coach_has_a_key_and_nothing_lies_open_on_the_way() -> None:
    """F7 to it and back; F2 asks, and whatever else is pressed there changes nothing."""
    modes = set()
    async with table(panel="move") as (screen, pilot):
        for key in ("f7", "f7", "f2", "f2", "x", "escape"):
            await pilot.press(key)
            modes.add(screen.tableside.panel)
        assert modes == {"move", "coach"} and screen.tableside.panel == "move"
        await pilot.press("f7")
        await until(pilot, lambda: screen.tableside.coach.advice)
    async with table(ranked=True) as (screen, pilot):
        await pilot.press("f7")
        assert screen.tableside.panel == "deal" and "gives no help" in shown(screen, "message")
        await pilot.press("f2")
        assert "after the deal" in text(pilot) and "opinion" not in text(pilot) and "their cards" not in text(pilot)


async def test_a_panels_mode_is_kept_for_its_game_alone() -> None:
    """Never the one with open hands, nor where nobody plays; a wish for this time goes before it."""
    async with table() as (screen, pilot):
        await pilot.press("f2", "m", "f2", "o")
        assert screen.tableside.panel == "open" and load().panels == {"yaniv": "move"} and load().panel == "deal"
    async with table(panels=load().panels) as (screen, _):
        assert screen.tableside.panel == "move"
    async with table(HUMAN, "greedy", game="zsy", panels=load().panels) as (screen, pilot):
        assert screen.tableside.panel == "deal"
        await pilot.press("f7")
        assert load().panels == {"yaniv": "move", "zsy": "coach"}
    assert load({"panel": "hidden"}).panels == {}
    async with table("greedy", "semirandom") as (screen, pilot):
        await pilot.press("f2", "h")
        assert screen.tableside.panel == "hidden" and load().panels["yaniv"] == "move"


async def test_watching_begins_with_open_hands() -> None:
    """There is nobody to hide them from; a ranked match hides them all the same."""
    for ranked in (False, True):
        bots = Bots()
        bots.gate.clear()
        async with table("greedy", "semirandom", panel="hidden", bots=bots, ranked=ranked) as (screen, _):
            assert screen.tableside.covered is ranked and held(screen).covered is ranked
            rows = painted(screen).splitlines()
            assert all(any("▚" in row for row in part) is ranked for part in (rows[:6], rows[13:]))
    async with table("greedy", "semirandom", panel="hidden", panel_asked=True) as (screen, _):
        assert screen.tableside.panel == "hidden"  # as the command line said


async def test_quitting_tells_where_the_match_goes_on() -> None:
    """The next start offers only matches in which a person has moved."""
    for seats, where in ((("greedy", "semirandom"), "list of saved matches"), (("human", "greedy"), "next start")):
        async with table(*seats) as (screen, pilot):
            if "human" in seats:
                await type_in(pilot, "1 s")
                await pilot.press("enter")
            await until(pilot, lambda: screen.match.touched)
            await pilot.press("ctrl+q")
            assert where in " ".join(text(pilot).replace("│", " ").split())
            await pilot.press("escape")


async def test_quitting_a_match_that_is_over_asks_nothing() -> None:
    """The next start does not offer it."""
    async with table("greedy", "semirandom", rules="paper:deals=1") as (screen, pilot):
        await until(pilot, lambda: screen.match.over)
        await pilot.press("ctrl+q")
    assert pilot.app.return_code == 0


async def test_thoughts_after_the_deal() -> None:
    """In the mode `deal` nothing before the end, every move after it."""
    async with table("greedy", "semirandom", panel="deal") as (screen, pilot):
        await until(pilot, lambda: screen.match.turn is None)
        entries, _ = screen.tableside.thoughts()
        assert len(entries) == len(screen.match.moves())


def ranks_in_hand(screen: TableScreen) -> list[str]:
    """The ranks in the first row of the viewer's cards."""
    spot = next(spot for spot in screen.query_one(Felt).spots if spot.word == "#1")
    return re.findall(r"\w+", painted(screen).splitlines()[spot.y])


async def test_hands_are_covered_between_people() -> None:
    """Nothing of a hand is on the screen until its owner says so."""
    async with table(HUMAN, HUMAN, "greedy") as (screen, pilot):
        assert screen.tableside.covered and held(screen).covered and not ranks_in_hand(screen)
        assert "sum" not in painted(screen) and "1 of 52 seen" in text(pilot)
        await type_in(pilot, "1")
        assert shown(screen, "preview") == "" and not ranks_in_hand(screen)
        await pilot.press("backspace", "enter")
        assert not screen.tableside.covered and ranks_in_hand(screen) == ["A", "A", "5", "J", "K"]
        assert "sum 31" in painted(screen) and "6 of 52 seen" in text(pilot)
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        assert screen.tableside.covered and screen.tableside.viewer == 1
        mine = screen.match.observe(1).zone("hand").cards
        assert screen.seen.zone("hand").cards == () and screen.seen.legal == () and not ranks_in_hand(screen)
        assert all(card not in mine for event in screen.seen.history for card in event.gain)
        await pilot.press("enter")
        assert not screen.tableside.covered


async def test_hands_are_covered_again_when_cards_are_dealt() -> None:
    """Even when the one who looked last is the first to move."""
    async with table(HUMAN, HUMAN, rules="paper:call=30,start=winner", seed=5) as (screen, pilot):
        for _ in range(60):
            if screen.match.turn is None:
                break
            if screen.tableside.covered:
                await pilot.press("enter")
            calls = screen.match.observe(screen.match.turn).legal[0].verb == "yaniv"
            await type_in(pilot, "y" if calls else f"{len(screen.order)} d")
            await pilot.press("enter")
        assert screen.match.turn is None and not screen.tableside.covered
        await pilot.press("space")
        assert "the deal is over: Enter alone goes on" in shown(screen, "message")
        await pilot.press("x", "backspace")
        assert "the deal is over" not in shown(screen, "message")
        await type_in(pilot, "2 d")  # for a move that the deal's end has overtaken
        await pilot.press("enter")
        assert screen.match.turn is None and "the deal is over: Enter alone goes on" in shown(screen, "message")
        assert line(screen).value == ""  # the numbers were those of the old hand
        await pilot.press("enter")
        assert screen.match.turn is not None and screen.tableside.covered
        assert "last deal: " in shown(screen, "message")


async def test_a_narrow_table_opens_with_its_coach_above_the_history() -> None:
    async with table(HUMAN, "greedy", panel="coach", coach="greedy") as (screen, pilot):
        await until(pilot, lambda: screen.tableside.advised)
        await pilot.pause()
        assert screen.page == "history" and headings(pilot) == ["COACH", "HISTORY", "CARDS"]
        assert "COACH  greedy" in text(pilot) and "    open " in text(pilot)
        for page, below in (("scores", ["SCORES"]), ("bots", [])):
            await pilot.press("f3")
            assert screen.page == page and headings(pilot) == ["COACH", *below] and "COACH  greedy" in text(pilot)
    async with table(HUMAN, "greedy") as (screen, pilot):
        assert screen.page == "history" and headings(pilot) == ["HISTORY", "CARDS"]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40), (200, 60)])
async def test_the_coachs_opinion_is_in_sight_and_on_the_cards(size: tuple[int, int]) -> None:
    """Beside the table, and as a badge above each card that it would play; not while the hand is covered."""
    async with table(panel="coach", coach="greedy", size=size) as (screen, pilot):
        await until(pilot, lambda: screen.tableside.advised)
        await pilot.pause()
        assert re.search(r"▶A♣ A♥ ▸ pile +50% ━", text(pilot)) and "highest set: A; pile" in text(pilot)
        assert held(screen).best == {0, 1} and painted(screen).count("100%") == 2
    async with table(HUMAN, HUMAN, panel="coach", coach="greedy", size=size) as (screen, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: screen.tableside.advised)
        await pilot.pause()
        assert held(screen).badges and painted(screen).count("100%") == len(held(screen).best)
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        assert screen.tableside.covered and held(screen).badges == {} and "100%" not in painted(screen)


async def test_a_click_on_the_preview_is_enter_and_the_bar_can_be_clicked() -> None:
    """A mouse is enough to play."""
    async with table() as (screen, pilot):
        await pilot.click("#preview")
        assert screen.match.moves() == []
        await click(screen, pilot, "#1")
        await click(screen, pilot, "s")
        await pilot.click("#preview", offset=(5, 0))
        assert screen.match.moves()[0].seat == 0
        await until(pilot, lambda: screen.match.turn == 0)
        await pilot.click("#modes", offset=(3, 0))
        assert "bots' panel" in text(pilot)
        await pilot.click("#choice-2")
        assert screen.tableside.panel == "move"
        await pilot.click("#modes", offset=(len(f" F2 bots:{screen.tableside.panel}  ^p commands  "), 0))
        await pilot.pause()
        assert isinstance(pilot.app.screen, Question)


async def test_sorting_the_hand() -> None:
    """By number, by suit, as dealt; what was typed means places and is taken out."""
    async with table() as (screen, pilot):
        orders = []
        for _ in range(3):
            orders.append(screen.order)
            await type_in(pilot, "1")
            await pilot.press("f6")
            assert line(screen).value == ""
        assert len(set(map(frozenset, orders))) == 1 and screen.order == orders[0]
        assert orders[0] != orders[1]


async def test_the_side_pages_scroll() -> None:
    """F3 turns the pages; PgUp looks back in the history, PgDn returns to its end."""
    async with table("greedy", "random", "random", seed=11) as (screen, pilot):
        await until(pilot, lambda: screen.match.turn is None or len(screen.match.moves()) > 30)
        screen.bots.step()  # hold
        screen.page = "history"
        screen.redraw()
        await pilot.pause()
        assert "    open " not in text(pilot)
        await pilot.press(*["pageup"] * 8)
        assert "    open " in text(pilot)
        await pilot.press(*["pagedown"] * 8)
        assert "    open " not in text(pilot)
        await pilot.press("f3")
        cut = "BOTS  thoughts    ▾ PgDn"
        assert screen.page == "scores" and headings(pilot) == [cut, "SCORES"]
        for page in ("scores", "bots"):  # where there is no history, the keys scroll what the bots thought
            before = text(pilot)
            await pilot.press("pagedown")
            await pilot.pause()
            assert text(pilot) != before
            await pilot.press("pageup")
            await pilot.pause()
            assert screen.page == page and text(pilot) == before
            await pilot.press("f3")
            assert page == "bots" or headings(pilot) == [cut]
        assert screen.page == "history" and headings(pilot) == ["BOTS  what they thought", "HISTORY", "CARDS"]


def headings(pilot: Pilot[None]) -> list[str]:
    """The headings of the column beside the table at 80×24, from top to bottom."""
    column = [row[53:].strip() for row in text(pilot).splitlines()[1:18]]
    titles = ("COACH", "HISTORY", "CARDS", "SCORES")
    heads = [row if row.startswith("BOTS") else row.partition("  ")[0] for row in column]
    return [row for row in heads if row in titles or row.startswith("BOTS")]


@pytest.mark.parametrize(("mode", "told"), [("hidden", "F2 opens them"), ("deal", "shown after the deal")])
async def test_the_bots_page_is_never_empty(mode: str, told: str) -> None:
    """Where their panel is closed, its page says how it opens; the other pages have the column to themselves."""
    async with table(panel=mode) as (_, pilot):
        assert headings(pilot) == ["HISTORY", "CARDS"] and told not in text(pilot)
        await pilot.press("f3")
        assert headings(pilot) == ["SCORES"]
        await pilot.press("f3")
        assert headings(pilot) == [f"BOTS  {mode}"] and told in text(pilot)


async def test_a_move_takes_one_line_of_the_history() -> None:
    """Also in the narrow column at 80×24, where names are shortened visibly."""
    async with table() as (screen, pilot):
        for _ in range(2):
            await type_in(pilot, f"{len(screen.order)} s")
            await pilot.press("enter")
            await until(pilot, lambda: screen.match.turn == 0)
        rows = [row[53:].strip() for row in text(pilot).splitlines()]
        for row in ("1 You    K♠ ▸ stack A♦", "1 Ada    J♣ ▸ stack", "2 Rex    Q♥ ▸ 10♣"):
            assert row in rows


async def test_beliefs_are_told_by_the_names_at_the_table() -> None:
    """Nobody sits at "seat 2"."""
    held = {f"{rank}h": 0.25 for rank in range(2, 6)}
    thought = Decision(YANIV, (Option(YANIV, 1.0),), beliefs=(Belief(1, "holds", held), Belief(2, "holds", held)))
    async with table(panel="coach") as (screen, pilot):
        await until(pilot, lambda: screen.tableside.coach.advice)
        screen.tableside.coach.advice = (screen.match.ticket, thought)
        screen.page = "bots"
        screen.redraw()
        await pilot.pause()
        for _ in range(2):
            now = " ".join(text(pilot).split())
            assert re.search(r"Rex (<.01 )*.25 ", now) and "seat 2" not in now
            await pilot.press("f5")
            await pilot.pause()


async def test_the_first_frame_does_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, done = [], []
    paint = YanivTable.paint
    monkeypatch.setattr(YanivTable, "paint", lambda self, *told: (drawn.append(1), paint(self, *told))[1])
    monkeypatch.setattr("textual.css.stylesheet.Stylesheet.reparse", lambda self: done.append("styles parsed again"))
    monkeypatch.setattr("cardtui.registry.plugins.installed", lambda: done.append("plug-ins listed"))
    one = app(play("human", "greedy"), coach="greedy")
    async with one.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: drawn)
        await pilot.pause()
        assert not done and len(drawn) <= 2


async def test_why_a_key_does_nothing_is_told_until_the_next_key() -> None:
    async with table() as (screen, pilot):
        await pilot.press("f8")
        assert "there are no tricks" in shown(screen, "message")
        await pilot.press("f3")
        assert not shown(screen, "message")


async def test_plates_leave_the_unit_out_where_names_would_be_cut() -> None:
    """Of all of them; it stands on the viewer's own plate."""
    for named, told in (("Maximilian, Rex", ["Maximilian", "0", "Rex", "0"]), ("Rex, Ada", ["Rex 0 won", "Ada 0 won"])):
        async with table(HUMAN, "greedy", "greedy", "random", opponents=f"{named}, Mo") as (screen, _):
            plates = " ".join(painted(screen).splitlines()[1].replace("▌", " ").split())
            assert plates.startswith(" ".join(told)) and "0 won" in painted(screen)


async def test_a_setting_that_cannot_be_saved_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of what it is now; it holds all the same."""

    def full(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(settings, "save_value", full)
    monkeypatch.setattr(settings, "keep_panel", full)
    async with table(pace=1.0) as (screen, pilot):
        for keys in (["f6"], ["plus"], ["f2", "m"]):
            screen.say("")
            await pilot.press(*keys)
            await pilot.pause()
            assert "No space left on device" in shown(screen, "message"), keys
        assert screen.card_app.settings.pace == 0.5 and screen.tableside.panel == "move"
