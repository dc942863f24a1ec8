"""What tests of screens share: bots without a process, a table ready to play, the screen as text."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from cardtui import registry
from cardtui.core import Decision, Game, Observation
from cardtui.entries import HUMAN
from cardtui.hosting.host import BotFault, Host
from cardtui.match import Match
from cardtui.settings import Settings, new_record
from cardtui.ui.app import CardApp, Inspect, Play, Start
from cardtui.ui.dialogs import Question
from cardtui.ui.look.hand import HandView
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.table.screen import TableScreen
from cardtui.ui.widgets.felt import Felt
from cardtui.ui.widgets.line import InputLine
from cardtui.ui.widgets.lines import Lines

ALONE = (HUMAN, "greedy", "semirandom")
GOLDEN = Path(__file__).parent / "golden"
"""Screens as they were when they were looked at."""
KEYS = {
    "question_mark": "hint", "u": "undo", "ctrl+z": "undo", "n": "next_deal", "r": "rematch", "space": "skip",
    "full_stop": "step", "f2": "panel", "f3": "side", "f4": "inspect", "f5": "thoughts", "f6": "sort",
    "f7": "coach", "plus": "pace", "minus": "pace", "f8": "hold", "ctrl+r": "replay", "ctrl+o": "review",
    "ctrl+g": "first_deal", "ctrl+b": "replace_away", "f9": "tutorial", "f10": "menu", "escape": "clear",
    "pageup": "scroll_side", "pagedown": "scroll_side", "f1": "help", "ctrl+q": "quit", "ctrl+c": "interrupt",
}  # fmt: skip
"""The keys of a table and what they do; a game may have more."""


class Bots:
    """Bots in this process. While `gate` is closed they think; a spec in `faults` goes wrong."""

    def __init__(self, faults: Iterable[str] = ()) -> None:
        self.gate = asyncio.Event()
        self.gate.set()
        self.faults = set(faults)
        self.asked: list[str] = []
        self.seeds: list[str] = []
        self.prepared: list[str] = []
        self.compiling = ""

    async def think(
        self,
        game: Game[Any],
        spec: str,
        seen: Observation,
        seed: str,
        *,
        steps: int | None = None,
        seconds: float | None = 10.0,
    ) -> AsyncIterator[Decision]:
        """As `Host.think`."""
        self.asked.append(spec)
        self.seeds.append(seed)
        await self.gate.wait()
        if spec in self.faults:
            raise BotFault(spec, "raised", f"{spec} raised ValueError: no cards")
        for decision in registry.agent(game, spec).think(seen, Random(seed)):
            yield decision

    async def prepare(self, game: Game[Any], spec: str) -> None:
        """As `Host.prepare`."""
        self.prepared.append(spec)

    async def close(self) -> None:
        """Nothing runs."""


def app(start: Start, bots: Bots | None = None, **settings: Any) -> CardApp:
    """The app with bots in this process, which do not wait between their moves."""
    host = cast(Host, bots or Bots())
    chosen = Settings(**{"pace": 0.0, "coach": "greedy", **settings})
    return CardApp(chosen, start, host, cast(Host, Bots()), cast(Host, Bots()))


def play(*seats: str, rules: str = "paper", seed: int = 7, ranked: bool = False, game: str = "yaniv") -> Play:
    """A new match."""
    return Play(game, rules, seats or ALONE, seed, ranked)


def saved_match(game: str, *seats: str, why: str = "", rules: str = "") -> Path:
    """A saved match of that game with one move, left at that."""
    path = new_record(game)
    match = Match.new(game, rules or registry.game_entry(game).rules, seats, 3, path)
    while HUMAN in seats and not match.is_human(match.turn):
        match.play(match.game.legal(match.state)[0])
    match.play(match.game.legal(match.state)[0])
    match.close(why)
    return path


@asynccontextmanager
async def table(
    *seats: str,
    rules: str = "paper",
    seed: int = 7,
    ranked: bool = False,
    game: str = "yaniv",
    size: tuple[int, int] = (80, 24),
    bots: Bots | None = None,
    **settings: Any,
) -> AsyncIterator[tuple[TableScreen, Pilot[None]]]:
    """A table on a screen of that size, and the fingers to play."""
    one = app(play(*seats, rules=rules, seed=seed, ranked=ranked, game=game), bots, **settings)
    async with one.run_test(size=size) as pilot:
        await pilot.pause()
        if isinstance(one.screen, Question):  # a match that the test broke off before
            await pilot.press("n")
        assert isinstance(one.screen, TableScreen)
        yield one.screen, pilot


def text(pilot: Pilot[None]) -> str:
    """The whole screen."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


def shown(screen: TableScreen, name: str) -> str:
    """The text of one of the lines below the table, unfolded. A long message begins on the lines of the preview."""

    def drawn(*names: str) -> str:
        return " ".join(" ".join(str(screen.query_one(f"#{part}", Static).content) for part in names).split())

    if name not in ("preview", "message"):
        return drawn(name)
    both, preview = drawn("preview", "message"), " ".join(screen.typing.preview.plain.split())
    if not both.startswith(preview):  # it was cut
        preview = both[: both.index("…") + 1]
    return preview if name == "preview" else both.removeprefix(preview).strip()


def held(screen: TableScreen) -> HandView:
    """The viewer's hand as it is painted now; places count from 0."""
    return screen.table.hand_view(screen.drawing.view)


def painted(screen: TableScreen) -> str:
    """The characters on the felt."""
    canvas = screen.query_one(Felt).canvas
    assert canvas
    return canvas.text()


async def click(screen: TableScreen, pilot: Pilot[None], word: str, times: int = 1) -> None:
    """Click the place on the felt that types `word`; "#2" is the second card of the hand."""
    spot = next(spot for spot in reversed(screen.query_one(Felt).spots) if spot.word == word)
    await pilot.click(Felt, offset=(spot.x + spot.width // 2, spot.y + spot.height // 2), times=times)


def line(screen: TableScreen) -> InputLine:
    """The input line."""
    return screen.query_one(InputLine)


def options(pilot: Pilot[None]) -> str:
    """What stands below the heading of the comparison, in inspect."""
    return re.split("OPTION|ONE LEGAL ACTION", text(pilot), maxsplit=1)[-1]


def ending(pilot: Pilot[None]) -> str:
    """What a replay tells of a finished deal."""
    return " ".join(pilot.app.screen.query_one("#result", Lines).render().plain.split())


async def type_in(pilot: Pilot[None], words: str) -> None:
    """Put words into the line, as pasting does."""
    pilot.app.screen.query_one(InputLine).insert_text_at_cursor(words)
    await pilot.pause()


async def enter(pilot: Pilot[None], words: str) -> None:
    """Type a line and Enter."""
    await type_in(pilot, words)
    await pilot.press("enter")


async def until(pilot: Pilot[None], what: Any, seconds: int = 40) -> None:
    """Let the app work until `what()` holds. Raises AssertionError if it does not within so many seconds or more."""
    for _ in range(100 * seconds):
        await pilot.pause(0.01)
        if what():
            return
    raise AssertionError("it never came to that")


async def mine(screen: TableScreen, pilot: Pilot[None], turn: int) -> None:
    """Wait until the first seat is to move again, or the deal is over, after at least so many moves."""
    await until(pilot, lambda: len(screen.match.moves()) >= turn and screen.match.turn in (0, None))


async def screened(pilot: Any, kind: type[Any]) -> Any:
    """Wait for a screen of this kind."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and pilot.app.screen.is_mounted)
    return pilot.app.screen


async def compare_golden(pilot: Pilot[None], game: str, page: str | None = None) -> None:
    """Wait until the table looks as in `GOLDEN`; delete a file there to have it written anew.

    page: what stands beside the table.
    """
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    screen.saved = "12:00:00"
    screen.page = page or screen.page
    screen.redraw()
    width, height = pilot.app.size
    path = GOLDEN / f"{game}_{width}x{height}.txt"
    if not path.exists():
        await pilot.pause(1)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text(pilot) + "\n", encoding="utf-8")
        pytest.fail(f"{path.name} was missing and has been written: look at it")
    kept = path.read_text(encoding="utf-8")
    with suppress(AssertionError):  # told below, with what differs
        await until(pilot, lambda: text(pilot) + "\n" == kept, seconds=10)
    assert text(pilot) + "\n" == kept
    assert len(kept.splitlines()) == height and max(map(len, kept.splitlines())) <= width


@asynccontextmanager
async def inspecting(
    start: Inspect, size: tuple[int, int] = (80, 24), bots: Bots | None = None
) -> AsyncIterator[tuple[InspectScreen, Pilot[None]]]:
    one = app(start)
    if bots:
        one.study = bots  # type: ignore[assignment]
    async with one.run_test(size=size) as pilot:
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, InspectScreen)
        await until(pilot, lambda: len(screen.answers.now) + len(screen.answers.faults) == len(screen.answers.bots))
        yield screen, pilot


async def command(pilot: Pilot[None], typed: str) -> None:
    """Type a command of inspect, and let the bots answer."""
    screen = pilot.app.screen
    assert isinstance(screen, InspectScreen)
    await enter(pilot, typed)
    await until(pilot, lambda: not screen.workers._workers or len(screen.answers.now) == len(screen.answers.bots))
