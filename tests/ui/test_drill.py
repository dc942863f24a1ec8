"""The drill's screen: a position is asked, an answer typed and judged; the next, drop, inspect, the end."""

from __future__ import annotations

from random import Random

import pytest

from cardtui import registry, words
from cardtui.core import action_text, parse_action
from cardtui.json_forms import observation_json
from cardtui.review import drills
from cardtui.review.drills import Deck, Mistake
from cardtui.ui.screens.drill import DrillScreen
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.start import Drill, Menu
from cardtui.ui.widgets.felt import Felt

from ..test_review_drills import GAME, TODAY, keep, mistake, report
from .common import app, text, type_in, until


async def test_a_drill_at_both_sizes() -> None:
    deck = Deck([mistake(0), mistake(1), mistake(2)], TODAY)
    one = app(Drill(deck))
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, DrillScreen) and screen.mistake
        assert "what do you play?" in text(pilot) and "1 of 3" in text(pilot)
        assert screen.disabled_reason("inspect") and screen.disabled_reason("next")
        first = screen.mistake
        face = first.row["played"].split()[1]
        await type_in(pilot, f"{face}")
        assert "✓" in text(pilot) and "Better" not in text(pilot)
        await pilot.press("enter")
        await pilot.pause()
        shown = text(pilot)
        assert "✗" in shown and "Better:" in shown and "Comes again in 1 day; asked once, never right." in shown
        assert "You played" in shown and drills.progress()[first.key].seen == 1
        await pilot.press("f8")
        assert "not asked again" in text(pilot) and drills.progress()[first.key].dropped
        await pilot.press("f8")
        assert not drills.progress()[first.key].dropped
        await pilot.press("f4")
        assert isinstance(one.screen, InspectScreen)
        await pilot.press("escape")
        assert one.screen is screen

        await pilot.resize_terminal(140, 40)
        await pilot.pause()
        assert screen.focused is None, screen.focused
        await pilot.press("enter")
        await pilot.pause()
        assert screen.asking and "2 of 3" in text(pilot) and "after your answer" in text(pilot)
        await type_in(pilot, screen.mistake.row["better"].split()[1])
        for _ in range(3):  # Enters that were all on their way
            screen.on_input_submitted()
        await pilot.pause()
        assert drills.progress()[screen.mistake.key].seen == 1
        assert "the judges rate nothing better" in text(pilot) and "★" in text(pilot)
        await pilot.press("enter")
        await pilot.press("f8")
        await pilot.pause()
        assert screen.asking and "F8 again" in text(pilot)
        await pilot.press("x", "backspace", "f8")  # what is typed in between takes it back
        await pilot.pause()
        assert screen.asking
        await pilot.press("f8")  # not asked at all
        await pilot.pause()
        assert screen.mistake is None and "1 of 2 answers right." in text(pilot)
        await until(pilot, lambda: "Enter leave" in text(pilot).splitlines()[-1])
        screen.post_message(Felt.PlaceClicked("0"))  # a click on what is still painted
        await pilot.pause()
        assert one.screen is screen
        await pilot.press("escape")


async def test_of_what_is_told_of_an_answer_whole_sentences_stand_below_a_small_felt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The last one, when the position comes again, was cut off."""
    told = ["✗ Better: 7.", "Comes again in 1 day.", f"{'three rows ' * 20}end.", "You played 8.", "Once more."]
    monkeypatch.setattr(drills, "told", lambda *_: told[:4])
    monkeypatch.setattr(drills, "reasons", lambda *_: told[4:])
    one = app(Drill(Deck([mistake()], TODAY)))
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await type_in(pilot, mistake().row["played"].split()[1])
        await pilot.press("enter")
        await until(pilot, lambda: "Comes again" in text(pilot))
        shown = " ".join(text(pilot).split())
        assert [sentence.strip() in shown for sentence in told] == [True, True, True, False, False]
        await pilot.resize_terminal(140, 40)
        await until(pilot, lambda: "Once more." in text(pilot))
        shown = " ".join(text(pilot).replace("│", " ").split())
        assert "You played 8." in shown


async def test_what_was_played_has_its_own_name_where_another_card_is_equal_to_it() -> None:
    found = next(one for one in map(mistake, range(4)) if len(one.row["alike"]) > 1)
    played = found.row["alike"][-1]
    one = app(Drill(Deck([found._replace(row={**found.row, "played": played})], TODAY)))
    async with one.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        await type_in(pilot, played.split()[1])
        await pilot.press("enter")
        await pilot.pause()
        face = words.of("tricks").label(GAME, parse_action(GAME, played))
        assert f"● {face} " in text(pilot)


async def test_the_title_tells_which_match_a_mistake_is_from() -> None:
    one = app(Drill(Deck([mistake()._replace(origin="deal 12, move 31 of 20261130-155100-schafkopf.jsonl")], TODAY)))
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "1 of 1 · deal 12, move 31 of 20261130-155100" in text(pilot).splitlines()[0]


async def test_the_menu_leads_there() -> None:
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, MenuScreen)
        await pilot.press("d")
        assert isinstance(one.screen, MenuScreen)
        keep("a", report(mistake()))
        await pilot.press("d")
        await until(pilot, lambda: isinstance(one.screen, DrillScreen))


async def test_a_click_types_what_it_types_at_the_table() -> None:
    """The number of the card was typed in each game: in Zheng Shang You that is a rank, while bids are asked a bid."""

    def asked(name: str, rules: str, seed: int) -> Mistake:
        game = registry.game(name, rules)
        state = game.start(game.deal(Random(seed)))
        seen = game.observe(state, game.turn(state) or 0)
        played, better = (action_text(game, action) for action in (seen.legal[0], seen.legal[-1]))
        values = {"values": {played: 0.0, better: 1.0}, "gains": {}}
        row = {**mistake().row, "played": played, "better": better, "alike": [played], "judges": {"one": values}}
        row |= {"observation": observation_json(game, seen)}
        return Mistake(name, ("human", *["random"] * (game.seats - 1)), "", "x", game.unit, row)

    cards, bids, stacks = asked("zsy", "paper", 1), asked("schafkopf", "club", 1), asked("98", "paper", 1)
    one = app(Drill(Deck([cards, bids, stacks], TODAY)))
    async with one.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, DrillScreen)
        for found in (cards, bids, stacks):
            assert screen.mistake == found and screen.scene
            last = len(screen.order)
            if found is cards:  # the arrow keys did nothing
                await pilot.press("right", "right", "left", "space")
                assert screen.typed().cards == screen.order[:1] and screen.line.walked == 0
                await pilot.press("escape")
                assert not screen.line.value and screen.line.walked is None
            screen.post_message(Felt.CardClicked(last))
            await pilot.pause()
            if found is cards:
                assert screen.typed().cards == screen.order[-1:], screen.line.value
            elif found is bids:
                assert screen.line.value == ""
            else:
                screen.post_message(Felt.PlaceClicked("b"))
                screen.post_message(Felt.CardClicked(1))
                await pilot.pause()
                assert screen.line.value == "1 b"
            await pilot.press("f8", "f8")
            await pilot.pause()
            assert screen.mistake != found and "F8 again" not in text(pilot)
