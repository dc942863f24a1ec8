"""Whether every text that real screens show can be read, in all themes: measured on what is drawn, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.app import App
from textual.pilot import Pilot

from cardtui.ui.app import CardApp
from cardtui.ui.look.palette import ANSI, ANSI_LIGHT, FELT, FEW, FEW_LIGHT, LEAST, SIXTEEN, contrast, mix
from cardtui.ui.screens.seats import SeatsScreen
from cardtui.ui.start import Menu

from .common import app, table, type_in, until
from .test_endings import MATCHES, canvas_of, played
from .test_palette import PALETTES, THEMES

DIM = 0.5
"""How far programs of terminals mix dim text with its ground, at most."""


TERMINALS = {"all": ("truecolor", "xterm-256color"), "256": ("", "xterm-256color"), "16": ("", "xterm-16color")}
"""COLORTERM and TERM of terminals by their number of colours."""
SEATS = {
    "yaniv": ("paper", ("greedy", "semirandom")),
    "schafkopf": ("club", ("rule-based",) * 3),
    "zsy": ("paper", ("greedy",)),
    "tricks": ("tricks", ("first",)),
    "98": ("paper", ()),
}
"""The rules and the other seats of each game's table."""
TAVERN = ("schafkopf", "club", ("human", "random", "random", "random"), 3, "random")
COACHES = {"yaniv": "greedy", "schafkopf": "rule-based", "zsy": "greedy", "tricks": "first", "98": "gap"}


@pytest.fixture(autouse=True)
def colours(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A terminal with all colours, or with as many as the test is called with."""
    count: str = getattr(request, "param", "all")
    for name, value in zip(("COLORTERM", "TERM"), TERMINALS[count], strict=True):
        monkeypatch.setenv(name, value)
    return count


def drawn(one: App[None]) -> Iterator[tuple[str, str, str]]:
    """Yield the texts of the screen, or of its window, with their colours and grounds; no blocks, lines or dots."""
    strips = one.screen._compositor.render_strips()
    for window in one.screen.query(".window"):
        left, top, width, height = window.region
        strips = [strip.crop(left, left + width) for strip in strips[top : top + height]]
    for strip in strips:
        for text, style, _ in strip:
            if style and any(char.isalnum() or char in "♠♥♦♣" for char in text):
                yield text.strip(), *seen(style, one.console._color_system, one.ansi_theme)


def seen(style: Style, system: ColorSystem | None = None, theme: TerminalTheme = SIXTEEN[True]) -> tuple[str, str]:
    """Return the colour of a text and its ground as a terminal with these colours shows them."""
    assert style.color and style.bgcolor, "nothing is left to the terminal"
    few = [one.downgrade(system) if system else one for one in (style.color, style.bgcolor)]
    colour, ground = (one.get_truecolor(theme, front).hex for one, front in zip(few, (True, False), strict=True))
    if style.reverse:
        colour, ground = ground, colour
    return mix(colour, ground, DIM) if style.dim else colour, ground


def faint(one: CardApp) -> list[str]:
    """Return the texts that cannot be read."""
    return [
        f"{one.theme}: {text!r} {colour} on {ground} {now:.2f}"
        for text, colour, ground in drawn(one)
        if (now := contrast(colour, ground)) < LEAST
    ]


async def in_all_themes(one: CardApp, pilot: Pilot[None], names: tuple[str, ...]) -> list[str]:
    """Return what cannot be read in some theme."""
    wrong = []
    for name in names:
        one.theme = name
        await pilot.pause()
        assert sum(1 for _ in drawn(one)) > 20
        wrong += faint(one)
    return wrong


async def test_yanivs_table_and_its_map_of_cards() -> None:
    """The map has suits in their colours, own cards, cards that somebody took, and cards that are gone."""
    async with table(size=(140, 40), panel="coach", four_colour=True) as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        await until(pilot, lambda: "thinking" not in pilot.app.export_screenshot())
        seen = "".join(line.plain for line in screen.table.seen_lines(screen.seen, 50))
        assert all(sign in seen for sign in "♠♥♦♣■·")
        assert isinstance(pilot.app, CardApp)
        wrong = await in_all_themes(pilot.app, pilot, tuple(THEMES))
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("colours", TERMINALS, indirect=True)
@pytest.mark.parametrize("game", SEATS)
async def test_tables(game: str, colours: str) -> None:
    """Of all games in the middle of a deal: with the coach, what is typed, and what cannot be played."""
    rules, others = SEATS[game]
    themes = {"all": tuple(THEMES), "256": tuple(FELT), "16": ("felt", "felt-light", "ansi-dark", "ansi-light")}[
        colours
    ]
    kinds = {"rules": rules, "game": game, "panel": "coach", "coach": COACHES[game]}
    async with table("human", *others, size=(140, 40), **kinds) as (screen, pilot):
        assert isinstance(pilot.app, CardApp)
        for _ in range(4):
            await until(pilot, lambda: screen.match.turn == 0)
            screen.play(screen.seen.legal[-1])
        await until(pilot, lambda: screen.match.turn == 0)
        await until(pilot, lambda: "thinking" not in pilot.app.export_screenshot())
        await pilot.press("1")
        wrong = await in_all_themes(pilot.app, pilot, themes)
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("made", [*MATCHES, TAVERN], ids=lambda made: f"{made[0]}-{len(made[2])}")
def test_ends_of_deals(made: tuple) -> None:  # type: ignore[type-arg]
    """In all palettes, and in those of terminals with few colours as these show them."""
    match, wrong = played(*made), []
    shown = [(palette, None) for palette in PALETTES.values() if not palette.few]
    shown += [(palette, ColorSystem.EIGHT_BIT) for palette in (FEW, FEW_LIGHT)]
    shown += [(palette, ColorSystem.STANDARD) for palette in (ANSI, ANSI_LIGHT)]
    for palette, system in shown:
        canvas = canvas_of(match, (88, 31), palette)
        for text, style, _ in (segment for y in range(canvas.height) for segment in canvas.strip(y)):
            if style and any(char.isalnum() for char in text):
                colour, ground = seen(style, system, SIXTEEN[not palette.light])
                if contrast(colour, ground) < LEAST:
                    wrong.append(f"{system} {palette.night}: {text!r} {colour} on {ground}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_the_menu_and_its_lists(size: tuple[int, int]) -> None:
    one = app(Menu())
    async with one.run_test(size=size) as pilot:
        await pilot.pause()
        assert not await in_all_themes(one, pilot, tuple(FELT))
        one.push_screen(SeatsScreen("yaniv"))
        await pilot.pause()
        assert not await in_all_themes(one, pilot, tuple(FELT))
        await pilot.press("b")
        await pilot.pause()
        assert not await in_all_themes(one, pilot, tuple(FELT))


def test_faint_text_is_found() -> None:
    """So that the tests above can fail."""
    dim = Segment("dim", Style(color="#d8dee7", bgcolor="#1e2732", dim=True))
    assert dim.style and contrast(*seen(dim.style)) < LEAST
    assert contrast("#8f9baa", "#151b23") >= LEAST > contrast("#5a6470", "#151b23")
