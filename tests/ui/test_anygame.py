"""The table of a game without a screen of its own: each zone is shown, however many there are, and how a deal ended."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardtui import registry
from cardtui.core import Zone
from cardtui.entries import HUMAN
from cardtui.match import Match
from cardtui.settings import Settings
from cardtui.tableside import Tableside
from cardtui.text.formatting import signs
from cardtui.ui.games.anygame import AnyGameTable
from cardtui.ui.look.canvas import Canvas
from cardtui.ui.look.palette import DARK
from cardtui.ui.table.game import View


def painted(zones: tuple[Zone, ...], seats: int, size: tuple[int, int]) -> str:
    """What the table paints when these zones and the hands of so many seats lie on it."""
    match = Match.new("yaniv", "club", (HUMAN, *["random"] * (seats - 1)), 3)
    side = Tableside(match, Settings)
    seen = match.observe(0)
    seen = seen._replace(zones=(*seen.hands, *zones))
    canvas = Canvas(*size, DARK, DARK.felt)
    view = View(seen, side.names, {}, seen.zone("hand").cards, (), None, False, False)
    AnyGameTable(match, side, Settings).paint(canvas, view)
    return canvas.text()


@pytest.mark.parametrize("seats", (2, 4, 6))
@pytest.mark.parametrize("size", ((52, 17), (65, 22), (88, 31)))
def test_every_zone_is_shown_however_many_cards_it_has(seats: int, size: tuple[int, int]) -> None:
    """Public zones come last, and the piles among them grow: of a long one, the cards on top are shown."""
    game = Match.new("yaniv", "club", (HUMAN, "random"), 3).game
    top, last = (f" {signs(game.face(card))} " for card in (39, 40))
    few = painted((Zone("pile", 1, (40,)), Zone("stack", 20)), seats, size)
    mixed = Zone("mixed", 20, tuple(range(14)))
    many = painted((Zone("pile", 40, tuple(range(40))), mixed, Zone("trick", 1, (40,))), seats, size)
    assert re.search(rf"pile +{last.strip()}\n.*stack .* 20\n", few, re.DOTALL), few
    assert top.rstrip() in many and re.search(rf"mixed .* 20\n.*trick +{last.strip()}\n", many, re.DOTALL), many
    for told in (few, many):
        assert all(name in told for name in ("YOU", "Ada", "Rex", "Mo", "Kathi", "Sepp")[:seats]), told
        assert len(re.findall(r"▚ 5\n", told)) == seats - 1, told


def test_more_zones_than_rows_stand_in_two_columns() -> None:
    heaps = [Zone(f"heap-{letter}", 2) for letter in "abcdefghij"]
    told = painted(tuple(heaps), 6, (52, 17))
    assert all(zone.name in told for zone in heaps) and "YOU" in told, told


def test_the_end_of_a_deal_is_told_once(own_games: None) -> None:
    """The default words have nothing to add to who won."""
    match = Match.new(
        registry.add_game(str(Path(__file__).parents[1] / "toy_game" / "toy.py")), "toy", (HUMAN, "random"), 3
    )
    while match.turn is not None:
        match.play(match.game.legal(match.state)[0])
    side = Tableside(match, Settings)
    canvas = Canvas(52, 17, DARK, DARK.felt)
    view = View(match.observe(0), side.names, {}, (), (), None, False, False)
    AnyGameTable(match, side, Settings).paint(canvas, view)
    assert re.search(r"(You win|Ada wins) the deal\n", canvas.text()) and "is over" not in canvas.text()
