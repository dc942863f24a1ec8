"""Whether every text that real screens show can be read, in all themes: measured on what is drawn, cell by cell."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.app import App
from textual.pilot import Pilot

from cardtui import arena, registry, settings, trainings
from cardtui.review import cache, match_review
from cardtui.trainings.plans import Plan
from cardtui.ui.app import CardApp
from cardtui.ui.commands import global_commands
from cardtui.ui.look.palette import ANSI, ANSI_LIGHT, FELT, FEW, FEW_LIGHT, LEAST, SIXTEEN, Palette, contrast, mix
from cardtui.ui.screens import arena as arena_screen
from cardtui.ui.screens.review.screen import ReviewScreen
from cardtui.ui.screens.saved import SavedScreen
from cardtui.ui.screens.seats import SeatsScreen
from cardtui.ui.start import Arena, Inspect, Menu, Replay, Review, Training

from ..test_review_report import OPINIONATED, TRICKS, judged_by
from .common import app, inspecting, saved_match, table, text, type_in, until
from .test_endings import MATCHES, canvas_of, played
from .test_palette import PALETTES, THEMES
from .test_replay import record

__all__ = ["judged_by"]

DIM = 0.5
"""How far programs of terminals mix dim text with its ground, at most."""


TERMINALS = {"all": ("truecolor", "xterm-256color"), "256": ("", "xterm-256color"), "16": ("", "xterm-16color")}
"""COLORTERM and TERM of terminals by their number of colours."""
FEWER = {"256": tuple(FELT), "16": ("felt", "felt-light", "ansi-dark", "ansi-light")}
"""The themes that differ on terminals with fewer colours."""
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
    for window in one.screen.query(".window, CommandList"):
        left, top, width, height = window.region
        strips = [strip.crop(left, left + width) for strip in strips[top : top + height]]
    for strip in strips:
        for told, style, _ in strip:
            if style and any(char.isalnum() or char in "♠♥♦♣" for char in told):
                yield told.strip(), *seen(style, one.console._color_system, one.ansi_theme)


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
        assert sum(1 for _ in drawn(one)) > 10
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
    kinds: dict[str, Any] = {"rules": rules, "game": game, "panel": "coach", "coach": COACHES[game]}
    async with table("human", *others, size=(140, 40), **kinds) as (screen, pilot):
        assert isinstance(pilot.app, CardApp)
        for _ in range(4):
            await until(pilot, lambda: screen.match.turn == 0)
            screen.play(screen.seen.legal[-1])
        await until(pilot, lambda: screen.match.turn == 0)
        await until(pilot, lambda: "thinking" not in pilot.app.export_screenshot())
        await pilot.press("1")
        wrong = await in_all_themes(pilot.app, pilot, FEWER.get(colours, tuple(THEMES)))
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("made", [*MATCHES, TAVERN], ids=lambda made: f"{made[0]}-{len(made[2])}")
def test_ends_of_deals(made: tuple) -> None:  # type: ignore[type-arg]
    """In all palettes, and in those of terminals with few colours as these show them."""
    match, wrong = played(*made), []
    shown: list[tuple[Palette, ColorSystem | None]] = []
    shown += [(palette, None) for palette in PALETTES.values() if not palette.few]
    shown += [(palette, ColorSystem.EIGHT_BIT) for palette in (FEW, FEW_LIGHT)]
    shown += [(palette, ColorSystem.STANDARD) for palette in (ANSI, ANSI_LIGHT)]
    for palette, system in shown:
        canvas = canvas_of(match, (88, 31), palette)
        for told, style, _ in (segment for y in range(canvas.height) for segment in canvas.strip(y)):
            if style and any(char.isalnum() for char in told):
                colour, ground = seen(style, system, SIXTEEN[not palette.light])
                if contrast(colour, ground) < LEAST:
                    wrong.append(f"{system} {palette.night}: {told!r} {colour} on {ground}")
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


# --- the other screens ------------------------------------------------------------------------------


@asynccontextmanager
async def _replay(folder: Path) -> AsyncIterator[Pilot[None]]:
    """In the middle of a deal, with the coach's opinion."""
    record(folder / "m.jsonl", 1)
    one = app(Replay(folder / "m.jsonl"))
    async with one.run_test(size=(140, 40)) as pilot:
        await pilot.press(*["right"] * 6)
        await until(pilot, lambda: "thinking" not in text(pilot))
        yield pilot


@asynccontextmanager
async def _inspect(_: Path) -> AsyncIterator[Pilot[None]]:
    """A position with three bots' answers."""
    position = '{"hand": "7h 7d 3c", "pile": "Kc", "opponents": [5, 3]}'
    async with inspecting(Inspect("yaniv", ("greedy", "semirandom", "random"), observation=position), (140, 40)) as (
        _screen,
        pilot,
    ):
        yield pilot


@asynccontextmanager
async def _review(_: Path) -> AsyncIterator[Pilot[None]]:
    """The list of mistakes, what was lost, and the costliest one's position."""
    one = app(Review(TRICKS, asked=cache.Request(str(TRICKS), 1, jobs=2)))
    async with one.run_test(size=(140, 40)) as pilot:
        screen = one.screen
        assert isinstance(screen, ReviewScreen)
        await until(pilot, lambda: screen.review.match and not screen.review.stage)
        yield pilot


@asynccontextmanager
async def _arena(_: Path) -> AsyncIterator[Pilot[None]]:
    bots = ("harel", "greedy", "random")
    series = tuple(arena.pairings(registry.game("yaniv", "paper", 2), bots))
    one = app(Arena("yaniv", "paper", bots, series, 200, 7, 1, 1000, {}))
    async with one.run_test(size=(140, 40)) as pilot:
        await until(pilot, lambda: "done" in text(pilot))
        yield pilot


@asynccontextmanager
async def _training(folder: Path) -> AsyncIterator[Pilot[None]]:
    one = app(Training(_trained(folder / "out")))
    async with one.run_test(size=(140, 40)) as pilot:
        await until(pilot, lambda: "stopped" in text(pilot))
        yield pilot


@asynccontextmanager
async def _trainings(_: Path) -> AsyncIterator[Pilot[None]]:
    _trained(settings.runs_dir() / "zsy" / "td-linear-best-3")
    one = app(Training())
    async with one.run_test(size=(140, 40)) as pilot:
        await until(pilot, lambda: "td-linear" in text(pilot))
        yield pilot


@asynccontextmanager
async def _menu(_: Path) -> AsyncIterator[Pilot[None]]:
    """With a match to go on with, and the person's own figures."""
    saved_match("yaniv", "human", "greedy")
    record(settings.new_record("yaniv"), 1)
    one = app(Menu())
    async with one.run_test(size=(140, 40)) as pilot:
        await until(pilot, lambda: "GO ON" in text(pilot) and "1 deal" in text(pilot))
        yield pilot


@asynccontextmanager
async def _saved(folder: Path) -> AsyncIterator[Pilot[None]]:
    async with _menu(folder) as pilot:
        await pilot.press("h")
        await until(pilot, lambda: isinstance(pilot.app.screen, SavedScreen))
        yield pilot
        await pilot.press("slash")


@asynccontextmanager
async def _filter(folder: Path) -> AsyncIterator[Pilot[None]]:
    async with _saved(folder) as pilot:
        await pilot.press("slash")
        yield pilot


@asynccontextmanager
async def _choice(folder: Path) -> AsyncIterator[Pilot[None]]:
    """A window with a list of games."""
    async with _menu(folder) as pilot:
        await pilot.press("t")
        yield pilot


@asynccontextmanager
async def _seats(folder: Path) -> AsyncIterator[Pilot[None]]:
    async with _menu(folder) as pilot:
        pilot.app.push_screen(SeatsScreen("yaniv"))
        yield pilot


@asynccontextmanager
async def _retry(folder: Path) -> AsyncIterator[Pilot[None]]:
    async with _review(folder) as pilot:
        await pilot.press("q")
        yield pilot


@asynccontextmanager
async def _policy(_: Path) -> AsyncIterator[Pilot[None]]:
    async with inspecting(Inspect("yaniv", ("harel", "greedy")), (140, 40)) as (_screen, pilot):
        await pilot.press("f6")
        await until(pilot, lambda: "harel" in text(pilot))
        yield pilot


@asynccontextmanager
async def _settings(_: Path) -> AsyncIterator[Pilot[None]]:
    one = app(Menu())
    async with one.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        next(command for command in global_commands(one) if command.title == "Settings").callback()
        await until(pilot, lambda: "a line for each" in text(pilot))
        yield pilot


def _trained(folder: Path) -> Path:
    """Return the folder, in which there is a training now that was stopped."""
    folder.mkdir(parents=True)
    plan = Plan("zsy", "td-linear", "best", 3)
    (folder / trainings.PLAN).write_text(json.dumps(plan._asdict()))
    told: list[dict[str, Any]] = [{"began": 100.0}]
    for at in range(1, 6):
        figures = {"greedy": 0.1 * at, "random": 0.5 + 0.05 * at, "loss": 1 / at}
        told.append({"time": 100.0 + at, "done": at * 1000, "total": 20000, "figures": figures, "plays": True})
    told.append({"ended": "stopped"})
    (folder / trainings.PROGRESS).write_text("".join(f"{json.dumps(line)}\n" for line in told))
    return folder


async def _standings(*_: object, **__: object) -> AsyncIterator[dict[str, Any]]:
    """Two standings of a tournament, the last one whole."""
    row = {"deals": 100, "games": 200, "unit": "wins", "draw": 0.0, "detail": {"spread": [[(0, 0, 40), (1, 1, 60)]]}}
    means = (("harel", "greedy", 0.6, 0.05), ("harel", "random", 0.9, 0.02), ("greedy", "random", 0.51, 0.04))
    for over in (False, True):
        results = [
            row | {"a": a, "b": b, "win_a": mean, "win_b": 1 - mean, "mean_a": mean, "ci95": [mean - wide, mean + wide]}
            for a, b, mean, wide in means
        ]
        speed = {"games": 600, "seconds": 1.0 + over}
        yield {"results": results, "throughput": speed, "over": over}


OTHERS: dict[str, Any] = {
    "replay": _replay, "inspect": _inspect, "review": _review, "arena": _arena, "training": _training,
    "trainings": _trainings, "menu": _menu, "saved": _saved, "settings": _settings,
    "filter": _filter, "choice": _choice, "seats": _seats, "retry": _retry, "policy": _policy,
}  # fmt: skip
"""The screens beside the tables, each in a state in which it has as much to say as it can."""
HARDEST = ("solarized-light", "solarized-dark", "atom-one-dark")
"""Those of Textual's themes in which the least could be read before; `test_palette.py` computes all of them."""


@pytest.mark.parametrize("colours", TERMINALS, indirect=True)
@pytest.mark.parametrize("name", OTHERS)
async def test_other_screens(
    name: str, colours: str, tmp_path: Path, judged_by: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged_by(OPINIONATED)

    async def watch(asked: cache.Request) -> AsyncIterator[dict[str, Any]]:
        for report in list(match_review.review(TRICKS, seat=1, seed=3))[-1:]:
            yield report

    monkeypatch.setattr(cache, "watch", watch)
    monkeypatch.setattr(arena_screen, "lines", _standings)
    shown: AbstractAsyncContextManager[Pilot[None]] = OTHERS[name](tmp_path)
    async with shown as pilot:
        assert isinstance(pilot.app, CardApp)
        wrong = await in_all_themes(pilot.app, pilot, FEWER.get(colours, (*FELT, *HARDEST)))
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("colours", TERMINALS, indirect=True)
async def test_the_list_of_commands(colours: str) -> None:
    """Opened anew in each theme: as it lies open, its lines keep the colours that they have."""
    one = app(Menu())
    async with one.run_test(size=(140, 40)) as pilot:
        for theme in FEWER.get(colours, (*FELT, *HARDEST)):
            await pilot.pause()
            one.theme = theme
            await pilot.press("ctrl+p")
            await until(pilot, lambda: "Four-colour" in text(pilot))
            assert not faint(one)
            await pilot.press("escape")


def test_faint_text_is_found() -> None:
    """So that the tests above can fail."""
    dim = Segment("dim", Style(color="#d8dee7", bgcolor="#1e2732", dim=True))
    assert dim.style and contrast(*seen(dim.style)) < LEAST
    assert contrast("#8f9baa", "#151b23") >= LEAST > contrast("#5a6470", "#151b23")
