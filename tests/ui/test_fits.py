"""What a screen shows fits its room: lines of the table, words below it, keys, names, windows, the input line."""

from __future__ import annotations

import pkgutil
import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import ClassVar, cast

import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from cardtui import registry
from cardtui.core import Action, Decision, Option, Standing, parse_action
from cardtui.entries import HUMAN
from cardtui.games.schafkopf.rules import CONTRA, Schafkopf
from cardtui.games.yaniv.cards import SUITS
from cardtui.games.yaniv.rules import Yaniv
from cardtui.games.zsy.words import sorted_by_rank
from cardtui.match import Match
from cardtui.settings import Settings
from cardtui.tableside import Tableside
from cardtui.text.formatting import error, margin
from cardtui.text.language import Language
from cardtui.ui import screens
from cardtui.ui.app import Menu
from cardtui.ui.base import AppScreen
from cardtui.ui.dialogs import TextWindow
from cardtui.ui.games.anygame import AnyGameTable
from cardtui.ui.games.schafkopf import count
from cardtui.ui.indexed import IndexedScreen
from cardtui.ui.look.canvas import Canvas
from cardtui.ui.look.palette import DARK, Palette
from cardtui.ui.names import column_width, short
from cardtui.ui.scene import Scene
from cardtui.ui.table.game import View
from cardtui.ui.table.screen import TableScreen
from cardtui.ui.widgets.compare import Column, compare_lines, reasons
from cardtui.ui.widgets.decisions import decision_lines
from cardtui.ui.widgets.deck_map import seen_map
from cardtui.ui.widgets.felt import Felt
from cardtui.ui.widgets.line import InputLine, KeyLine
from cardtui.ui.widgets.lines import folded
from cardtui.ui.widgets.scores import score_lines
from cardtui.ui.widgets.zones import paint_strip, paint_zones

from .. import samples
from .common import Bots, app, line, painted, shown, table, text, type_in, until

FELTS = ((52, 17), (56, 19), (65, 23), (75, 26), (88, 32), (105, 40), (126, 52))
"""Sizes of the felt on terminals of 80 × 24 to 200 × 60."""
ALIKE = ("rule-based", "rule-based", "rule-based")


class Strict(Canvas):
    """A canvas that notes what is written beyond its edges."""

    def __init__(self, width: int, height: int, palette: Palette, background: str) -> None:
        super().__init__(width, height, palette, background)
        self.cut: list[str] = []

    def put(self, x: int, y: int, text: str, colour: str = "", background: str = "", bold: bool = False) -> int:
        """Write text, and note it if a letter or a digit of it is lost."""
        lost = [char for at, char in enumerate(text, x) if not (0 <= at < self.width and 0 <= y < self.height)]
        if any(char.isalnum() for char in lost):
            self.cut.append(text)
        return super().put(x, y, text, colour, background, bold)


def whole(screen: TableScreen) -> None:
    """Paint the table at all sizes of felts: nothing is cut off, and clickable places lie on it."""
    for width, height in FELTS:
        canvas = Strict(width, height, screen.card_app.palette, screen.card_app.palette.felt)
        view = screen.drawing.view
        screen.table.paint(canvas, view)
        assert not canvas.cut, (width, height)
        for spot in canvas.spots:
            assert spot.x >= 0 and spot.y >= 0, (width, height, spot)
            assert spot.x + spot.width <= width and spot.y + spot.height <= height, (width, height, spot)


async def test_a_smaller_window_leaves_nothing_of_the_larger_one() -> None:
    """Every line is cut where the felt ends and drawn at its own place."""
    async with table(HUMAN, "greedy", "greedy", seed=3, size=(140, 40)) as (screen, pilot):
        felt = screen.query_one(Felt)
        large = felt.size.width
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: felt.size.width < large and felt.canvas and felt.canvas.width == felt.size.width)
        await pilot.pause(0.05)
        now = painted(screen).splitlines()
        assert sum("▌ Rex" in row for row in now) == 1 and "\n".join(now).count("0 won") == 3
        wide = Canvas(60, felt.size.height, screen.card_app.palette, "#000000")
        for row, words in enumerate(("x" * 60, "y" * 60, "below")):
            wide.put(0, row, words)
        felt.show(wide)
        await pilot.pause()
        width = felt.size.width
        assert [felt.render_line(row).text.rstrip() for row in range(3)] == ["x" * width, "y" * width, "below"]


@pytest.mark.parametrize("rules", ["paper", "club"])
@pytest.mark.parametrize("count", [2, 3, 4, 6])
async def test_a_table_of_yaniv_fits_at_every_size(rules: str, count: int) -> None:
    """At every moment of a deal, with long names and all hands open."""
    long = ("greedy:p=0.25", "semirandom", "random", "greedy", "greedy")
    async with table(HUMAN, *long[: count - 1], rules=rules, panel="open") as (screen, pilot):
        whole(screen)
        await type_in(pilot, "1")
        whole(screen)
    async with table(*long[: count - 1], "greedy", rules=rules, panel="open") as (screen, pilot):
        await until(pilot, lambda: screen.match.turn is None)
        frames = list(screen.match.frames)
        for last in range(1, len(frames) + 1, 3):
            screen.match._frames[:] = frames[:last]
            screen.redraw()
            whole(screen)
        screen.match._frames[:] = frames


async def test_an_open_hand_tells_its_sum_where_plates_are_small() -> None:
    async with table(HUMAN, "harel", "greedy", "semirandom", panel="open", size=(80, 24)) as (screen, pilot):
        await until(pilot, lambda: set(screen.tableside.open_hands()) == {1, 2, 3})
        law = cast(Yaniv, screen.match.game)
        for cards in screen.tableside.open_hands().values():
            assert f" sum {law.score(cards)}" in painted(screen)


async def test_a_table_of_schafkopf_fits_at_every_size() -> None:
    """With long names and long parts in the deal."""
    async with table(*ALIKE, "calibrated-solver", game="schafkopf", rules="club", bots=Bots()) as (screen, pilot):
        await until(pilot, lambda: screen.match.turn is None)
        frames = list(screen.match.frames)
        for last in range(1, len(frames) + 1):
            screen.match._frames[:] = frames[:last]
            screen.redraw()
            whole(screen)
        screen.match._frames[:] = frames


async def test_what_is_typed_beyond_the_edge_scrolls() -> None:
    """No scrollbar lies over the only row."""
    async with table() as (screen, pilot):
        await type_in(pilot, "1 2 3 4 5 " * 12 + "tail")
        await pilot.pause()
        assert "tail" in text(pilot) and line(screen).styles.scrollbar_size_horizontal == 0


async def test_one_refusal_at_a_time() -> None:
    """Enter does not say again what stands there; what was refused is gone when the text changes."""
    async with table() as (screen, pilot):
        await type_in(pilot, "9 d")
        await pilot.press("enter")
        assert "§4.1" in shown(screen, "preview") and shown(screen, "message") == ""
        screen.query_one(InputLine).value = "1 2"
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "take what?" in shown(screen, "message")
        await pilot.press("d")
        assert shown(screen, "message") == ""


def test_a_long_sentence_is_folded_with_an_indent_and_cut_with_a_sign() -> None:
    """Never in the middle of nowhere."""
    sentence = Content(" ✗ " + " ".join(["word"] * 12))
    rows = folded(sentence, 30, 2).plain.split("\n")
    assert len(rows) == 2 and max(map(len, rows)) <= 30
    assert rows[1].startswith("   word") and rows[1].endswith("…")
    assert folded(sentence, 30, 1).plain.endswith("…") and folded(sentence, 100, 2) is sentence


async def test_choices_stand_beside_the_card_that_was_led(tmp_path: Path) -> None:
    """`contra=eight`: contra comes after a card has been led."""
    match = Match.new("schafkopf", "club", (HUMAN, HUMAN, "rule-based", "rule-based"), 11, tmp_path / "r.jsonl")
    for words in ("bid > wenz", "pass", "pass", "pass"):
        match.play(parse_action(match.game, words))
    match.play(match.observe(0).legal[0])
    match.play(CONTRA)
    one = app(Menu(), coach="rule-based")
    async with one.run_test(size=(80, 24)) as pilot:
        one.screens.table(match)
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        now = text(pilot)
        assert match.state.trick and "weiter" in now and "Re" in now and "trick 1" in now.lower()
        screen = one.screen
        assert isinstance(screen, TableScreen)
        (led,) = screen.table.faces(match.state.trick[:1])
        felt = screen.query_one(Felt)
        assert felt.canvas
        hand = next(spot.y for spot in felt.spots if spot.word == "#1")
        paper = [
            "".join(cell.char if cell.background == felt.canvas.palette.cream else " " for cell in row)
            for row in felt.canvas.rows[:hand]
        ]
        assert led.rank in " ".join(paper).split()


def test_names_get_the_room_there_is() -> None:
    """Whole where they fit, else one short form with its number."""
    assert [short("rule-based 1", width) for width in (12, 9, 7, 5)] == [
        "rule-based 1",
        "rule-ba…1",
        "rule-…1",
        "rul…1",
    ]
    assert column_width(["You", "rule-based 1"], 4, 40) == 12 and column_width(["rule-based 1"], 4, 9) == 9
    names = ("You", "rule-based 1", "rule-based 2", "rule-based 3")
    assert "rule-based 1  rule-based 2" in score_lines(names, [], Standing((0.0,) * 4, 0), 76)[0].plain


def test_heads_of_scores_are_in_the_language_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """They were English whatever the words of the game."""
    match = Match.new("yaniv", "paper", (HUMAN, "greedy"), 1)
    frame = match.frames[0]
    one = Scene(match.game, [frame], 0, Settings)
    spoken = replace(one.table.words, say=Language({"deal": "Runde", "now": "neu"}))
    monkeypatch.setattr(type(one.table), "words", spoken)
    first, last = (line.plain for line in one.table.score_lines(one.seen, 40, 5))
    assert first.startswith("Runde") and last.split()[0] == "neu"


def test_names_above_narrow_columns_of_scores_are_their_first_letters() -> None:
    names = ["Benedikta", "Maximilian", "Rosalinde", "Mo"]
    head, _ = score_lines(names, [], Standing((0.0,) * 4, 0), 26)
    assert head.plain == "deal  Bene Maxi Rosa   Mo"
    head, _ = score_lines(["Benedikta", "Player 2", "Player 3", "Mo"], [], Standing((0.0,) * 4, 0), 26)
    assert head.plain == "deal  Ben…   P2   P3   Mo", "the first letters of two of them are the same"
    assert count.column_heads(names[:3], 26).split() == ["Bene", "Maxi", "Rosa"], "of who may hold what in Schafkopf"


def test_scores_of_many_seats_have_a_line_each() -> None:
    """Where a column for each of them has no room."""
    results = [
        Standing(scores, deals) for deals, scores in enumerate([(9.0, 0.0, 3, 4, 5, 6), (9.0, 24.0, 3, 4, 5, 6)])
    ]
    names = ("You", "Ada", "Rex", "Mo", "Kathi", "Sepp")
    lines = [line.plain for line in score_lines(names, results, results[-1]._replace(winners=(2,)), 27)]
    assert len(lines) == 1 + len(names) and all(len(line) <= 27 for line in lines)
    assert lines[2].split() == ["Ada", "0", "24"] and lines[3].split() == ["Rex", "3", "3*"]
    for width in (25, 27):  # as beside a table of six at 80 × 24: the end of each curve was cut off
        lines = [line.plain for line in score_lines((*names[:5], "Maximiliane"), results * 3, results[-1], width)]
        assert max(map(len, lines)) == width and len(lines[2].split()[-1]) == 4
    names = ("Annegret-Eli", "Maximilianus", "Ferdinandius", "Bartholomaus", "Schneewittch", "Rumpelstilzc")
    assert [str(line).split()[0] for line in score_lines(names, results, results[-1], 25)][1:] == list(names)
    lines = [line.plain for line in score_lines(names, results * 3, results[-1], 25)]
    assert lines[1].startswith("Annegre…  ") and max(map(len, lines)) == 25


@pytest.mark.parametrize(("value", "told"), [(0.123, "±0.12"), (12.34, "±12.3"), (113.6, "±114"), (1234.0, "±1234")])
def test_an_error_is_rounded_and_never_cut(value: float, told: str) -> None:
    """In five cells."""
    assert error(value, "cents") == told
    action = Action("knock")
    thought = Decision(action, (Option(action, 1.0, -525.0, value), Option(Action("pass"), 0.0, -530.0, value)))
    lines = decision_lines(Yaniv("paper"), thought, 60)
    assert any(f" {margin(value, 'cents', value=-525.0)} " in f"{row.plain} " for row in lines)


def test_bots_side_by_side_take_the_room_there_is() -> None:
    """Their units are whole where they can be, else short or cut."""
    action = Action("yaniv")
    thought = Decision(action, (Option(action, 1.0, 0.5),), "win probability")
    columns = [Column("td-linear", thought), Column("dmc", thought)]
    head = compare_lines(Yaniv("paper"), columns, [action], 0, 5, 0, 138)[0].plain
    assert "td-linear (win probability)" in head
    assert "td-linear (win) " in compare_lines(Yaniv("paper"), columns, [action], 0, 5, 0, 72)[0].plain
    columns[0] = Column("td-linear", thought._replace(unit="steps back of each round"))
    assert "td-linear (steps back of…)" in compare_lines(Yaniv("paper"), columns, [action], 0, 5, 0, 72)[0].plain


def test_a_bot_without_values_leaves_its_room_to_those_with_values() -> None:
    """The one that searches shows unit, ± and visits beside two that say shares alone."""
    action, other = Action("yaniv"), Action("pass")
    searched = Decision(
        action, (Option(action, 1.0, -38.7, 7.48, visits=60), Option(other, 0.0, -39.5, 7.22, 60)), "cents"
    )
    said = Decision(action, (Option(action, 0.75), Option(other, 0.25)))
    columns = [Column("calibrated-solver", searched), Column("ppo-lstm", said), Column("rule-based", said)]
    head, row, _ = (line.plain for line in compare_lines(Yaniv("paper"), columns, [action, other], 0, 5, 0, 86))
    assert "calibrated-solver (cents)" in head and "ppo-lstm" in head and "rule-based" in head
    assert "-38.7 ±14.7    60" in row and row.count("75%") == 2 and len(row.rstrip()) <= 86
    assert row.count("━" * 6) == 3, "the bars take what figures do not need"


async def test_the_keys_are_those_that_can_be_pressed_and_the_way_out_is_there() -> None:
    """What cannot be done now is not offered."""
    async with table(ranked=True) as (screen, pilot):

        def keys() -> str:
            return str(screen.query_one(KeyLine).render())

        assert not any(word in keys() for word in ("hint", "undo", "next deal", "rematch", "skip"))
        assert "F10 menu" in keys() and "F1 Help" in keys()
    async with table("greedy", "semirandom") as (screen, pilot):
        await until(pilot, lambda: screen.match.turn is None)
        await pilot.pause()
        assert "n next deal" in keys() and "F10 menu" in keys() and "rematch" not in keys()


class Crowded(App[None]):
    """A line of keys without room for all."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "panel", "bots"),
        Binding("f6", "sort", "sort"),
        Binding("f7", "coach", "coach"),
        Binding("f1", "help", "Help"),
    ]

    def compose(self) -> ComposeResult:
        yield KeyLine()


async def test_settings_give_way_to_the_coach_where_not_all_keys_fit() -> None:
    for width, keys in ((40, ["f2", "f6", "f7", "f1"]), (28, ["f2", "f7", "f1"]), (20, ["f7", "f1"]), (10, ["f1"])):
        one = Crowded()
        async with one.run_test(size=(width, 5)) as pilot:
            await pilot.pause()
            assert re.findall("f[0-9]", text(pilot)) == keys


@pytest.mark.parametrize("game", registry.games())
async def test_texts_wrapped_by_hand_are_not_wrapped_again(game: str) -> None:
    """The window of a text has room for 76 cells at the least width."""
    rules, seats = samples.of(game).table
    async with table(*seats, game=game, rules=rules) as (screen, pilot):
        for words in (screen.GUIDE[1], screen.TUTORIAL):
            assert max(map(len, words.splitlines())) <= 76
        screen.app.push_screen(TextWindow("x", "\n".join(["y" * 76] * 40)))
        await pilot.pause()
        assert "y" * 76 in text(pilot)


def test_help_of_every_screen_fits_and_reads_as_text() -> None:
    """The screens of games are tested above, with their changes."""
    for module in pkgutil.iter_modules(screens.__path__):
        import_module(f"{screens.__name__}.{module.name}")
    kinds = [*AppScreen.__subclasses__(), *IndexedScreen.__subclasses__()]
    told = {made.__name__: made.GUIDE[1] for made in kinds}
    wide = [(name, line) for name, text in told.items() for line in text.splitlines() if len(line) > 76]
    assert len(told) > 8 and not wide
    assert not any("self." in text or " = (" in text for text in told.values())


async def test_zones_are_called_by_whole_names_where_there_is_room() -> None:
    """Whose a pile is can be read."""
    async with table(HUMAN, "greedy", game="zsy") as (screen, _):
        palette, told = screen.card_app.palette, []
        view = screen.drawing.view._replace(names=("You", "Maximiliane 1"))
        for width in (160, 70):
            canvas = Canvas(width, 20, palette, palette.felt)
            assert 1 < paint_zones(canvas, screen.table, view) < 12
            told.append(canvas.text())
        assert "played Maximiliane 1 " in told[0] and "played Maxim…1 " in told[1]


async def test_an_open_hand_among_the_zones_is_sorted() -> None:
    """As the own one is, and not as it was dealt."""
    async with table(HUMAN, "greedy", game="zsy") as (screen, _):
        palette, view = screen.card_app.palette, screen.drawing.view
        dealt = screen.match.observe(1).zone("hand").cards
        canvas = Canvas(160, 20, palette, palette.felt)
        paint_zones(canvas, screen.table, view._replace(hands={1: dealt}))
        row = next(line for line in canvas.text().splitlines() if " Ada " in line).split()[1 : 1 + len(dealt)]
        shown = sorted_by_rank(dealt)
        assert row == [screen.table.faces((card,))[0].name for card in shown] and dealt != shown


def test_a_trick_among_the_zones_tells_who_laid_which_card() -> None:
    """The order of the cards alone does not; how many cards a zone has stands beside them."""
    match = Match.new("schafkopf", "club", (HUMAN, *ALIKE), 3)
    while match.turn is not None and match.observe(match.turn).zone("trick").count < 3:
        match.play(match.game.legal(match.state)[-1])
    assert match.turn is not None
    seen, side = match.observe(match.turn), Tableside(match, Settings)
    canvas = Canvas(80, 12, DARK, DARK.felt)
    view = View(seen, side.names, {}, seen.zone("hand").cards, (), None, False, False)
    paint_strip(canvas, AnyGameTable(match, side, Settings), view)
    laid = seen.zone("trick").cards
    leader = (match.turn - len(laid)) % 4
    told = [f"{side.names[(leader + place) % 4]}  {match.game.face(card)}" for place, card in enumerate(laid)]
    assert re.search(rf" trick +{'  '.join(told)}  3", canvas.text()) and "▚ 7\n" in canvas.text()


def test_suits_of_a_wenz_are_counted_in_french_ranks() -> None:
    """There the Ober are plain cards, and an O stands alone where the screen cannot tell it for one."""
    law = Schafkopf("paper")
    state = law.start(law.deal(Random(1)))
    for action in (Action("bid", (), "wenz"), *[Action("pass")] * 3):
        state = law.apply(state, action)
    told = [
        " ".join(line.plain for line in count.suits(law, law.observe(state, 0), 80, french)) for french in (False, True)
    ]
    assert "E:A10KO987" in told[0] and "E:A10KQ987" in told[1]


def test_each_bot_has_a_line_of_reasons() -> None:
    """It says so where the bot has not answered, did not consider the option, or gave no reason."""
    decision = Decision(Action("pass"), (Option(Action("pass"), 1.0, why="so"), Option(Action("bid"), 0.0)), "cents")
    columns = [Column("a", None, None), Column("b", decision, None)]
    told = {verb: [line.plain for line in reasons(columns, Action(verb))] for verb in ("pass", "bid", "contra")}
    assert told == {
        "pass": ["a: is thinking …", "b: so"],
        "bid": ["a: is thinking …", "b: no reason given"],
        "contra": ["a: is thinking …", "b: not considered"],
    }


@pytest.mark.parametrize("width", [26, 30, 38, 39, 60])
def test_a_map_of_the_deck_is_no_wider_than_its_room(width: int) -> None:
    """At 38 the last column lacks only the space behind it; an ellipsis would hide the kings."""
    law = Yaniv("paper", 2)
    suits = [[card for card in sorted(law.deck) if law.face(card).endswith(suit)] for suit in SUITS]
    lines = seen_map(law, suits, law.observe(law.start(law.deal(Random(3))), 0), ["Ada", "Rex"], width)
    assert max(line.cell_length for line in lines) <= width
    assert lines[0].plain.split()[-1] == "K" and len(lines[0].plain.split()) == len(suits[0]) == 13
    begins = [line.plain[:2] for line in lines[1:5]]
    assert (begins == [f"{sign} " for sign in "♣♦♥♠"]) is (width == 60), "the suit, where it has room"


async def test_the_other_hand_of_tricks_has_one_row_in_colours() -> None:
    """At 80 columns ten cards stand in one row beside the tricks, by colour and number."""
    async with table(HUMAN, "first", game="tricks", rules="tricks") as (screen, _):
        canvas = Canvas(79, 20, screen.card_app.palette, screen.card_app.palette.felt)
        paint_strip(canvas, screen.table, screen.drawing.view)
        row = next(line for line in canvas.text().splitlines() if " Ada " in line)
        cards = re.findall(r"\d[♣♦]", row)
        assert len(cards) == 10 and cards == sorted(cards, key=lambda card: (card[1] == "♦", card))
