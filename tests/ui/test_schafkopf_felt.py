"""What is painted on Schafkopf's felt, at every size of a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from cardtui import registry
from cardtui.core import Belief, Decision, Option, decide, parse_action
from cardtui.entries import HUMAN
from cardtui.games.schafkopf.german import WORDS as GERMAN
from cardtui.games.schafkopf.parsing import name, read, shortened
from cardtui.games.schafkopf.rules import Schafkopf, State
from cardtui.games.schafkopf.settlement import Bill
from cardtui.match import Match
from cardtui.settings import Settings
from cardtui.tableside import Tableside
from cardtui.tableside.coach import Coach
from cardtui.text.language import ENGLISH, Language
from cardtui.ui.games.schafkopf import count
from cardtui.ui.games.schafkopf.bids import BiddingQuestion, paint_choices
from cardtui.ui.games.schafkopf.end import ending, paint_end
from cardtui.ui.games.schafkopf.felt import Seat, around, paint_seat
from cardtui.ui.games.schafkopf.history import columns, history
from cardtui.ui.games.schafkopf.points import bars
from cardtui.ui.games.schafkopf.screen import SchafkopfScreen
from cardtui.ui.games.schafkopf.table import SchafkopfTable
from cardtui.ui.look.canvas import Canvas
from cardtui.ui.look.cards import SMALL, face_of
from cardtui.ui.look.palette import DARK
from cardtui.ui.table.game import View
from cardtui.ui.widgets.cards import suit_colour
from cardtui.ui.widgets.felt import Felt

from ..schafkopf.deals import at_play, finished, play, position
from . import common
from .common import painted, text, until
from .test_schafkopf import table

ALONE = (HUMAN, "rule-based", "rule-based", "rule-based")
SIZES = [(52, 17), (59, 19), (62, 23), (65, 23), (72, 31), (76, 29), (82, 31), (88, 33), (107, 42), (126, 53)]
"""The felt on terminals of 80×24, 90×26, 96×30, 100×30, 110×38, 120×36, 130×38, 140×40, 170×49 and 200×60."""


class Strict(Canvas):
    """A canvas on which nothing may be painted outside, and no text over another one."""

    def put(self, x: int, y: int, text: str, colour: str = "", background: str = "", bold: bool = False) -> int:
        if text:
            assert x >= 0 and x + cell_len(text) <= self.width and 0 <= y < self.height, (text, x, y)
            for cell, char in zip(self.rows[y][x:], text, strict=False):
                assert not cell.char.isalnum() or cell.char == char, (text, self.text())
        return super().put(x, y, text, colour, background, bold)

    def fill(self, x: int, y: int, width: int, height: int, background: str) -> None:
        assert x >= 0 and x + width <= self.width and y >= 0 and y + height <= self.height
        for row in self.rows[y : y + height]:
            assert not any(cell.char.isalnum() for cell in row[x : x + width]), self.text()
        super().fill(x, y, width, height, background)


def played(path: Path, rules: str, seats: tuple[str, ...], opening: Sequence[str], bot: str) -> Iterator[Match]:
    """A match after each move of its first deal."""
    match = Match.new("schafkopf", rules, seats, 11, path / "record.jsonl")
    agent = registry.agent(match.game, bot)
    try:
        yield match
        while match.turn is not None:
            done = len(match.moves())
            if done < len(opening):
                match.play(parse_action(match.game, opening[done]))
            else:
                match.play(decide(agent, match.observe(match.turn), Random(done)).action)
            yield match
    finally:
        match.close("finished")


@pytest.mark.parametrize(
    ("rules", "seats", "opening", "bot"),
    [
        ("club", ALONE, (), "rule-based"),
        ("club", ("rule-based",) * 4, (), "random"),
        ("club:allpass=ramsch", (HUMAN, *["pimc:deals=100"] * 3), ("pass",) * 4, "random"),
        ("club:stock=10", (HUMAN,) * 4, ("pass",) * 4, "random"),
        ("club:geier=yes,farbwenz=yes,klopfen=yes", ALONE, (), "random"),
        ("paper", ALONE, ("bid > solo-herz", "pass", "pass", "pass", "contra"), "random"),
    ],
)
def test_nothing_lies_outside_or_over_another(
    tmp_path: Path, rules: str, seats: tuple[str, ...], opening: Sequence[str], bot: str
) -> None:
    """Hands open or not, covered or not, with the last trick or the current one; all cards can be clicked."""
    for match in played(tmp_path, rules, seats, opening, bot):
        if len(match.moves()) % 3 and match.turn is not None and len(match.moves()) > 6:
            continue
        for panel, covered, back in product(("deal", "open", "move"), (False, True), (False, True)):
            side = Tableside(match, Settings)
            side.panel = panel
            side.look()
            if covered and len(side.people) == 1:
                continue
            side.covered = covered
            painted = SchafkopfTable(match, side, Settings)
            painted.looking_back = back
            seen = side.observe()
            order = painted.words.order(painted.game, seen, "number")
            order = tuple(range(seen.zone("hand").count)) if covered else order
            view = View(seen, side.names, side.open_hands(), order, (), None, False, covered)
            for width, height in SIZES:
                canvas = Strict(width, height, DARK, DARK.felt)
                painted.paint(canvas, view)
                cards = [spot for spot in canvas.spots if spot.word.startswith(Canvas.HAND)]
                assert len(cards) == len(order) or match.turn is None
                assert " ct" in canvas.text().splitlines()[0], "what the deal pays"
                for spot in canvas.spots:
                    assert spot.x >= 0 and spot.x + spot.width <= width and spot.y + spot.height <= height


def test_a_taken_trick_is_told_whole_on_a_narrow_felt(tmp_path: Path) -> None:
    """Its cards, its points and who took it; its number goes first."""
    told = set()
    for match in played(tmp_path, "club", ALONE, (), "rule-based"):
        side = Tableside(match, Settings)
        side.look()
        side.trick.sweep()
        if match.turn is None or side.observe().zone("trick").cards:
            continue
        seen, canvas = side.observe(), Canvas(52, 33, DARK, DARK.felt)
        table = SchafkopfTable(match, side, Settings)
        table.paint(canvas, View(seen, side.names, side.open_hands(), seen.zone("hand").cards, (), None, False, False))
        told |= {row.strip() for row in canvas.text().splitlines() if "points ·" in row}
    assert len(told) == 7 and all(row.endswith("took it") for row in told)
    assert all(re.fullmatch(r"(\w{2,3} +){4}\d+ points · \w+ took it", row) for row in told), told


def test_each_row_of_the_history_says_what_was_called(tmp_path: Path) -> None:
    opening = ("knock", "pass", "pass", "pass", "bid > solo-herz", "pass", "pass", "pass", "contra", "retour")
    *_, match = played(tmp_path, "paper:klopfen=yes", ALONE, opening, "rule-based")
    seen = match.observe(0)
    assert isinstance(match.game, Schafkopf)
    told = [line.plain.rstrip() for line in history(match.game, seen, 49, ENGLISH)]
    assert [line[:6].rstrip() for line in told] == ["knock", "bid", "Kontra", "Re", *map(str, range(1, 9))]
    assert told[0][6:9] == " ×2" and "×2" in told[2] and "×4" in told[3]
    assert history(match.game, seen, 49, GERMAN.say)[0].plain.startswith("Klopf.")


@pytest.mark.parametrize(
    ("proved", "brief", "told"),
    [
        ("ohne Trumpf", "ohne Trumpf", "1 St 26 Aug.  ohne Trumpf"),
        ("ohne Gras, Schelln", "ohne GS", "1 St 26 Aug.  ohne GS"),
        ("", "", "1 Stich  26 Aug."),
    ],
)
def test_what_a_seat_has_shown_is_whole_on_a_low_plate(proved: str, brief: str, told: str) -> None:
    """What it took is told in its short form, where that helps, and suits in letters."""
    canvas, say = Canvas(28, 3, DARK, DARK.felt), GERMAN.say
    seat = Seat("Rex", won=(1, 26), proved=proved, proved_brief=brief, backs=1, say=say)
    paint_seat(canvas, seat, (0, 0, 28, 3), 3)
    assert canvas.text().split("\n")[1].removeprefix("▌").strip() == told


def test_what_a_seat_has_shown_goes_before_its_role_where_not_both_have_room() -> None:
    """Beside its tricks there is less room than in a row of its own."""
    canvas = Canvas(28, 3, DARK, DARK.felt)
    seat = Seat("Annemarie Longname", roles=("partner",), won=(1, 26), proved="no Schellen", proved_brief="no S")
    paint_seat(canvas, seat._replace(backs=1), (0, 0, 28, 3), 3)
    assert canvas.text().split("\n")[1].removeprefix("▌").strip() == "1 tr 26 pts  no Schellen"


@pytest.mark.parametrize(("say", "told"), [(ENGLISH, "partner 100%"), (GERMAN.say, "Mitspi… 100%")])
def test_who_is_surely_the_partner_is_told_within_the_narrowest_plate(say: Language, told: str) -> None:
    """On the felt of a replay at 80x24."""
    canvas = Strict(50, 20, DARK, DARK.felt)
    place = around(canvas, 14).plates[0]
    paint_seat(canvas, Seat("Ada", won=(1, 11), chance=1.0, backs=7, say=say), place, 4)
    assert told in canvas.text() and not any(row[sum(place[::2]) :].strip() for row in canvas.text().splitlines())


@pytest.mark.parametrize("bottom", range(12, 30))
@pytest.mark.parametrize("width", [50, 65, 88])
def test_the_row_above_the_trick_is_the_first_that_is_free(width: int, bottom: int) -> None:
    """The plate opposite and the card below it touch only where there is no other, or the caption has to have it."""
    laid = around(Canvas(width, 40, DARK, DARK.felt), bottom)
    (_, plate, _, height), (_, card), (_, mine) = laid.plates[1], laid.cards[2], laid.cards[0]
    assert card >= plate + height and mine + laid.size.height <= (laid.caption or bottom) < bottom + (not laid.caption)
    free = bottom - 1 - height - (mine + laid.size.height - card)
    assert (card > plate + height) + bool(laid.caption) == min(free, 2)
    assert card > plate + height or free < 1 or (laid.size == SMALL and height > 3)


@pytest.mark.parametrize("width", [24, 28])
def test_a_hand_of_backs_does_not_grow_as_cards_are_played(width: int) -> None:
    """On the plates of a large table."""
    wide = []
    for backs in range(1, 9):
        canvas = Canvas(width, 3, DARK, DARK.felt)
        paint_seat(canvas, Seat("Rex", backs=backs), (0, 0, width, 3), 3)
        row = canvas.text().splitlines()[2]
        assert row.count("▏") == backs
        wide.append(len(row) - row.index("▏"))
    assert wide == sorted(wide)


def test_the_points_of_all_seats_stand_out(tmp_path: Path) -> None:
    """On the own plate as on those of the others."""
    match = next(match for match in played(tmp_path, "club", ALONE, (), "rule-based") if len(match.moves()) > 10)
    side = Tableside(match, Settings)
    seen = side.observe()
    view = View(seen, side.names, {}, seen.zone("hand").cards, (), None, False, False)
    canvas = Canvas(88, 33, DARK, DARK.felt)
    SchafkopfTable(match, side, Settings).paint(canvas, view)
    bold = "".join(cell.char for row in canvas.rows for cell in row if cell.bold)
    assert len(re.findall(r"\d+ pts", bold)) == 4


def ended(game: Schafkopf, state: State, width: int, height: int) -> str:
    """The picture of a deal's end."""
    paid = game.returns(state)
    told = ending(game, game.observe(state, 0), ("You", "Ada", "Rex", "Mo"), paid, paid, ENGLISH)
    canvas = Strict(width, height, DARK, DARK.felt)
    paint_end(canvas, told, lambda card: face_of(game.face(card)))
    return canvas.text()


@pytest.mark.parametrize(("width", "height"), [(52, 17), (88, 33), (126, 53)])
def test_the_end_tells_only_what_counted(width: int, height: int) -> None:
    """A Sie has no tricks, a Tout is decided by them, and who the partner was has the room beside what is paid."""
    game = Schafkopf("club")
    hands = (
        "EO GO HO SO EU GU HU SU",
        "EA E10 EK E9 E8 E7 GA G10",
        "GK G9 G8 G7 HA H10 HK H9",
        "H8 H7 SA S10 SK S9 S8 S7",
    )
    over = ended(game, play(game, position(game, hands), "bid > sie"), width, height)
    assert "520 ct each" in over and not re.search("pts|tricks|[0-9] tr", over)
    over = ended(*finished("club", "solo-herz-tout", 0, False), width, height)
    assert re.search("[0-7] of 8 tricks", over) and re.search(r" 0 +8$", over, re.MULTILINE)
    rng = Random(0)
    paper: Bill | None = None
    while not (paper and paper.schneider and paper.factor == 1):
        game, state = at_play("club", "ruf-eichel")
        while state.seat is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
        paper = game.bill(state)
    over = ended(game, state, width, height)
    assert ("Ada had EA, which fell in trick " in over) == (width > 60) and "Schneider 10" in over


def test_the_coach_does_not_betray_the_partner(tmp_path: Path) -> None:
    """The points of seats whose side is open stay apart, however much the panel tells; not where all cards lie open."""
    hidden = 0
    for match in played(tmp_path, "club", ALONE, ("bid > ruf-eichel",), "rule-based"):
        side = Tableside(match, Settings)
        side.look()
        seen, told = side.observe(), dict[str, str]()
        for panel in ("deal", "coach", "open"):
            side.panel = panel
            lines = SchafkopfTable(match, side, Settings).seen_lines(seen, 60)
            told[panel] = next((line.plain for line in lines if "declarer" in line.plain), "")
        if match.turn is not None:
            assert told["coach"] == told["deal"]
        hidden += "?" in told["deal"] and "?" not in told["open"]
    assert hidden


@pytest.mark.parametrize("rules", ["club", "paper", "club:geier=yes,farbwenz=yes", "club:deck=short"])
def test_all_choices_stand_in_the_list(rules: str) -> None:
    """Numbered from 1 down the columns, whole or abridged so that they can be typed, each with its own place."""
    game = Schafkopf(rules)
    state = game.start(game.deal(Random(1)))
    legal, seen = game.legal(state), game.observe(state, 0)
    for width, rows in product((52, 60, 65, 76, 88, 126), (6, 9, 14, 30)):
        canvas = Canvas(width, rows + 2, DARK, DARK.felt)
        paint_choices(canvas, BiddingQuestion("YOUR BID", "nobody has bid yet", legal, None, None, False), 1, rows + 2)
        assert [spot.word for spot in canvas.spots] == [str(number) for number in range(1, len(legal) + 1)]
        lines = canvas.text().split("\n")
        for spot, action in zip(canvas.spots, legal, strict=True):
            first, *words = lines[spot.y][spot.x : spot.x + spot.width].replace("▐", " ").split()
            assert 1 < spot.y < canvas.height and spot.x + spot.width <= width and first == spot.word
            said = " ".join(words[: -1 if words[-1] in ("EA", "GA", "SA") else None])
            if lines[spot.y].split()[0] == "Tout":  # said once for all in the row
                said = f"{said} Tout"
            else:
                assert said == shortened(name(action), len(said))
            assert read(game, seen, (), said).action == action


async def test_the_coach_tells_the_value_of_each_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Value, error, and the best one marked; a share where its probabilities say something."""
    values = (("weiter", 4.25, 0.1, 0.2), ("auf die Alte", 31.5, 6.8, 0.7), ("Wenz", -18.0, 7.4, 0.1))
    async with table(size=(140, 40)) as (screen, pilot):
        legal = {name(action): action for action in screen.seen.legal}
        options = tuple(Option(legal[word], share, value, error) for word, value, error, share in values)
        screen.tableside.panel = "coach"
        monkeypatch.setattr(Coach, "opinion", Decision(legal["auf die Alte"], options, "cents"))
        screen.redraw()
        await pilot.pause()
        rows = [row for row in painted(screen).splitlines() if "auf die Alte" in row or "Wenz  " in row]
        assert "+31.5" in rows[0] and "±13.3" in rows[0] and "70%" in rows[0] and "●" in rows[0]
        assert "-18.0" in rows[1] and "±14.5" in rows[1] and "10%" in rows[1]
        assert rows[0].startswith("  ▶ 2▐ auf die Alte")
    canvas = Canvas(52, 12, DARK, DARK.felt)
    advice = Decision(legal["auf die Alte"], options, "cents")
    paint_choices(canvas, BiddingQuestion("WEITER?", "", tuple(legal.values()), None, advice, False), 1, 8)
    assert "+31.5" in canvas.text() and "±13.3" in canvas.text() and " 11 H" in canvas.text()


def test_no_value_touches_the_edge_of_a_narrow_felt() -> None:
    """The last column ends before it, as the unit above does; names keep their room."""
    game = Schafkopf("club")
    legal = game.legal(game.start(game.deal(Random(1))))
    options = tuple(Option(action, float(action == legal[4]), -23.4, 8.8, 60) for action in legal)
    canvas = Canvas(52, 12, DARK, DARK.felt)
    paint_choices(canvas, BiddingQuestion("", "", legal, None, Decision(legal[4], options, "cents"), False), 0, 6)
    rows = [row.rstrip() for row in canvas.text().splitlines()]
    assert "▶5▐Herz-Solo  -23.4 ±17.2" in canvas.text() and max(map(len, rows)) == 51


def test_what_is_hopeless_shares_a_row_and_what_is_typed_is_explained() -> None:
    """Touts share a row, with the best of their values; of samples that are all alike no interval is told."""
    game = Schafkopf("club")
    legal = game.legal(game.start(game.deal(Random(1))))
    touts = [action for action in legal if action.to.endswith("tout")]
    options = tuple(
        Option(action, float(action == legal[1]), -300.0 if action in touts else 4.0, 0.0, 60, "some reason")
        for action in legal
    )
    canvas = Canvas(88, 24, DARK, DARK.felt)
    paint_choices(canvas, BiddingQuestion("", "", legal, None, Decision(legal[1], options, "cents"), False), 0, 20)
    lines = [line.strip() for line in canvas.text().splitlines()]
    row = next(line for line in lines if "at best" in line)
    assert row.endswith("at best -300 alike") and all(str(legal.index(action) + 1) in row for action in touts)
    assert sum("+4.00 alike" in line for line in lines) == len(legal) - len(touts)
    assert not any("some reason" in line for line in lines)  # of the coach's own choice the panel tells it
    canvas = Canvas(88, 24, DARK, DARK.felt)
    paint_choices(canvas, BiddingQuestion("", "", legal, legal[2], Decision(legal[1], options, "cents"), False), 0, 20)
    assert f"{name(legal[2])}: some reason" in [line.strip() for line in canvas.text().splitlines()]
    canvas = Canvas(88, 24, DARK, DARK.felt)
    paint_choices(canvas, BiddingQuestion("", "", legal, None, Decision(touts[0], options, "cents"), False), 0, 20)
    assert "at best" not in canvas.text()


async def test_what_a_bid_brings_stands_beside_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """As bars for tens of points, 61 and more apart; only while the coach tells it, and where there is room."""
    shares = {"0": 0.0, **{f"{ten - 9}-{ten}": 0.5 * (ten in (60, 70)) for ten in range(10, 121, 10)}}
    told = bars(Belief(0, "points", shares, 60), 49, ENGLISH)
    assert [line.plain.rstrip() for line in told[:2]] == [" " * 20 + "│ 61 wins", " " * 18 + "██ ██"]
    assert told[-1].plain.split() == ["0", "20", "40", "60", "80", "100", "120"]
    async with table(size=(140, 40)) as (screen, pilot):
        bid = screen.seen.legal[1]
        assert not screen.has_class("-points")
        screen.tableside.panel = "coach"
        opinion = Decision(bid, (Option(bid, 1.0, 4.0),), "cents", beliefs=(Belief(0, "points", shares, 60),))
        monkeypatch.setattr(Coach, "opinion", opinion)
        screen.redraw()
        await pilot.pause()
        assert "60 deals · your points" in text(pilot) and "61 wins" in text(pilot)
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert "61 wins" in text(pilot) and "TRUMPS" not in text(pilot)


async def test_the_hand_is_sorted_by_the_game_that_is_typed() -> None:
    """Its trumps come first, and a bracket below them says so; a Sauspiel's before anything is typed."""
    async with table(size=(140, 40)) as (screen, pilot):
        assert "─ Sauspiel: 6 trumps ─" in painted(screen) and "├ 2 plain cards ┤" in painted(screen)
        await pilot.press("3")
        told = painted(screen)
        assert name(screen.seen.legal[2]) == "Wenz" and "Wenz: 1 trump" not in told  # too narrow for its name
        assert "├─────┤" in told and "7 plain cards" in told


@pytest.mark.parametrize(
    ("width", "shared"),
    [
        (88, "Tout 8 Wenz 9 Geier 10 Eichel-Solo 11 Gras-Solo 12 Herz-Solo 13 Schellen-Solo"),
        (66, "Tout 8 Wenz 9 Geier 10 Eichel 11 Gras 12 Herz 13 Schellen"),
        (52, "Tout 8 Wenz 9 Geier 10 Ei 11 Gr 12 He 13 Sc"),
    ],
)
def test_touts_in_a_row_are_shortened_alike(width: int, shared: str) -> None:
    """And told apart: Geier is no Gras."""
    game = Schafkopf("club:geier=yes")
    legal = game.legal(game.start(game.deal(Random(1))))
    canvas = Canvas(width, 16, DARK, DARK.felt)
    paint_choices(canvas, BiddingQuestion("", "", legal, None, None, False), 0, 14)
    assert shared in canvas.text()


def test_bids_are_abridged_so_that_they_can_be_typed() -> None:
    """To so many cells, and no shorter than needed."""
    long = ("auf die Alte", "Wenz Tout", "Eichel-Solo", "Schellen-Solo Tout")
    assert [shortened(name, 6) for name in long] == ["Alte", "W-T", "E-Solo", "S-Tout"]
    assert [shortened(name, 3) for name in (*long[1:], "Schellen-Solo")] == ["W-T", "E-S", "S-T", "S-S"]
    both = ("Herz-Solo Tout", "Herz-Wenz", "Herz-Wenz Tout")
    assert [shortened(name, 3) for name in both] == ["H-T", "H-W", "HWT"], "a Farbwenz's Tout is not a Solo's"
    assert shortened("Eichel-Solo Tout", 11) == "E-Solo Tout" and shortened("weiter", 6) == "weiter"


async def test_each_suit_has_its_colour_without_the_setting() -> None:
    """On the felt also with French suits, and in lines of text."""
    async with table(french=True) as (screen, _):
        canvas = screen.query_one(Felt).canvas
        assert not screen.card_app.settings.four_colour and canvas and canvas.palette.four
        assert len({canvas.palette.on_card(suit) for suit in "♣♠♥♦"}) == 4
    assert len({suit_colour(f"{suit}7", False) for suit in "EGHS"}) == 4


async def test_where_the_cards_lie() -> None:
    """The called ace first; what is proved has a sign, for a void and for what a single seat can hold."""
    opening = ("bid > ruf-eichel", "pass", "pass", "pass", "play EO", "play HU", "play H10", "play S7")
    async with common.table(*ALONE, game="schafkopf", rules="club", seed=11, size=(140, 40), coach="rule-based") as (
        screen,
        pilot,
    ):
        assert isinstance(screen, SchafkopfScreen)
        for words in opening:
            screen.match.play(parse_action(screen.game, words))
        screen.bots.set_panel("coach")
        await until(pilot, lambda: bool(screen.tableside.advised))
        await pilot.pause()
        shown = text(pilot)
        assert "WHERE THE CARDS LIE  counted" in shown and "✓× proved" in shown and "deal 1 · trick 2 of 8" in shown
        head = next(row for row in shown.split("\n") if row[89:].startswith(" COACH"))
        assert "rule-based" in head and head.rstrip().endswith(" share")  # the unit stands in the heading
        sure = count.proved(screen.table.law, screen.seen)
        lines = [str(line) for line in screen.table.holder_lines(screen.seen, 51, 40)]
        assert lines[0].split()[0] == "EA" and len(lines) % 4 == 0
        signs = [share for held in sure.values() for seat, share in enumerate(held) if seat and share in (0, 1)]
        assert signs and "".join(lines).count("×") == signs.count(0) and "".join(lines).count("✓") == signs.count(1)
        screen.bots.set_panel("hidden")
        await pilot.pause()
        assert "WHERE THE CARDS LIE" not in text(pilot)


async def test_the_coach_takes_the_rows_that_no_trick_needs_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that it tells of seven cards stands there in the second trick; tricks push it back as they come."""
    async with table(size=(140, 40)) as (screen, pilot):
        screen.bots.set_panel("coach")
        for words in ("bid > ruf-eichel", "pass", "pass", "pass", "play EO", "play HU", "play H10", "play S7"):
            screen.match.play(parse_action(screen.game, words))
        legal = screen.match.observe(0).legal
        options = tuple(Option(action, float(at == 0), 1.0 - at, 3.0) for at, action in enumerate(legal))
        monkeypatch.setattr(Coach, "opinion", Decision(legal[0], options, "cents", "60 deals"))
        screen.changed()
        await until(pilot, lambda: "60 deals" in text(pilot))
        assert len(legal) == 7 and "PgDn" not in text(pilot)
        assert sum(row[89:].startswith(" Mo  ") for row in text(pilot).splitlines()) == 2
        more = (*options, Option(parse_action(screen.game, "pass"), 0.0, -9.0, 3.0))
        monkeypatch.setattr(Coach, "opinion", Decision(legal[0], more, "cents", "60 deals"))
        screen.changed()
        await until(pilot, lambda: "weiter" in text(pilot) and "60 deals" in text(pilot))
        assert sum(row[89:].startswith(" Mo  ") for row in text(pilot).splitlines()) == 1, "a block gives its rows"
        tall = screen.query_one("#bots").size.height
        while len(screen.seen.history) < 28:
            screen.match.play(screen.match.observe(screen.match.turn or 0).legal[0])
            screen.changed()
        await pilot.pause()
        assert screen.query_one("#bots").size.height < tall
        rows = [row[89:].split() for row in text(pilot).splitlines()]
        assert [row[0] for row in rows if len(row) > 4 and row[0].isdecimal()] == list("12345")


@pytest.mark.parametrize(
    ("language", "head", "shares"),
    [
        ("en", "WHO HOLDS   Ada  Rex   Mo", [".50", ".30", ".20"]),
        ("de", "WER HAT     Ada  Rex   Mo", ["50%", "30%", "20%"]),
    ],
)
async def test_on_a_low_screen_who_holds_what_stands_in_the_rows_that_tricks_leave(
    language: str, head: str, shares: list[str]
) -> None:
    """The called ace first, and on the felt who is the partner; later tricks take the rows, and F3 shows all cards."""
    opening = ("bid > ruf-eichel", "pass", "pass", "pass", "play EO", "play HU", "play H10", "play S7")
    async with table(language=language, panel="coach") as (screen, pilot):
        for words in opening:
            screen.match.play(parse_action(screen.game, words))
        screen.changed()
        screen.bots.advise()
        await until(pilot, lambda: screen.tableside.advised)
        thought = screen.tableside.advised
        assert thought
        held = [Belief(seat, "holds", {"EA": share, "GA": 0.25}, 60) for seat, share in ((1, 0.5), (2, 0.3), (3, 0.2))]
        screen.tableside.coach.advice = (screen.match.ticket, thought._replace(beliefs=tuple(held)))
        screen.changed()
        await until(pilot, lambda: head in text(pilot))
        beside = [row[53:].split() for row in text(pilot).splitlines()]
        assert beside[[row[:1] for row in beside].index([head.split()[0]]) + 1] == ["EA", *shares]
        told = [row[35:].split() for row in painted(screen).splitlines()]
        at = told.index(["partner?" if language == "en" else "Mitspieler?"])
        assert told[at + 1 : at + 3] == [["Ada", "50%"], ["Rex", "30%"]]
        screen.tableside.coach.forget()  # while others move, what is counted takes its place
        where = screen.query_one("#where").size
        screen.changed()
        await pilot.pause()
        assert screen.query_one("#where").size == where
        await pilot.press("f3")
        await pilot.pause()
        assert screen.page == "scores" and text(pilot).count("EA ") and not screen.query_one("#where").display
        screen.page = "history"
        while len(screen.seen.history) < 29:
            screen.match.play(screen.match.observe(screen.match.turn or 0).legal[0])
            screen.changed()
        await pilot.pause()
        assert not screen.query_one("#where").display


def test_names_above_narrow_columns_are_their_first_letters() -> None:
    """A column of four has no room for four letters and a gap."""
    assert columns(("You", "Emil", "Mona", "Paul"), 26) == "You Emi Mon Pau"
    assert columns(("You", "Emil", "Mona", "Paul"), 29) == "You  Emil Mona Paul"
    assert columns(("You", "Emil", "Mona", "Friedrich"), 40) == "You    Emil   Mona   Fried…"
