"""Whole deals in a browser, by keys and by mouse, of several visitors at once: `make deep DEEP=browser`."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import pytest

from .common import serving

from cardtui.serve import program  # isort: skip
from .chromium import Browser, Page, chromium  # isort: skip

OVER = "deal over"
"""What stands over the line for input when a deal is over."""
FAST = {"CARDTUI_PACE": "0", "CARDTUI_TRICK_PAUSE": "0", "CARDTUI_SECONDS": "0.2"}
"""Settings of visitors whose bots do not think for long."""
_MOVES = 300
_CHOICE = re.compile(r"(?:^| ) +(1)[▐ ] ?(?!trick)[^\W\d]")
"""The first of numbered choices, in rows or beside the trick."""
_NUMBER = re.compile(r"▀▀\d▀")


@asynccontextmanager
async def opened(folder: Path, scale: int = 1) -> AsyncIterator[tuple[str, Browser]]:
    """Run a server with fast bots and a browser; after it no page has asked for anything elsewhere, or complained."""
    variables = program._variables
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(program, "_variables", lambda *given: variables(*given) | FAST)
        async with serving(folder / "visitors") as server, chromium(folder / "profile", scale) as browser:
            yield f"http://127.0.0.1:{server.place.port}/", browser
            asked = {urlsplit(one).netloc for one in browser.requests if not one.startswith(("data:", "blob:"))}
            assert asked == {f"127.0.0.1:{server.place.port}"}
            assert not browser.faults and not server.told  # type: ignore[attr-defined]


async def seated(browser: Browser, address: str, game: str) -> Page:
    """Return the page of a new visitor at a table: a key was pressed, and nothing clicked before."""
    page = await browser.visitor()
    await page.open(address)
    await page.until("Schafkopf")
    await page.press(game)
    await page.until("SCORES")
    return page


async def by_keys(page: Page) -> None:
    """Play a deal of Yaniv or Schafkopf by keys alone, the first card that may be laid."""
    for move in range(_MOVES):
        if OVER in (text := await page.text()):
            return
        if legal := _legal(text):
            await page.press("\r")
            await _other_than(page, legal)
            continue
        await page.press("\x1b")
        await asyncio.sleep(0.3)  # with a key right behind it, Escape would be Alt
        await page.press(f"{move % 8 + 1}", *([" s"] if "STACK" in text else []))
        await _other_than(page, "")
    raise AssertionError(await page.text())


async def by_mouse(page: Page) -> None:
    """Play a deal of Yaniv or Schafkopf by clicks alone: a choice or a card, then the line that says it is legal."""
    for move in range(_MOVES):
        if OVER in (text := await page.text()):
            return
        lines = text.split("\n")[1:]
        if legal := _legal(text):
            await page.click_at(2, next(y for y, line in enumerate(lines) if line == legal))
            await _other_than(page, legal)
            continue
        stack = next(((at, y + 2) for y, line in enumerate(lines) if (at := line.find("STACK")) >= 0), None)
        choices = [(found.start(1) + 3, y) for y, line in enumerate(lines) if (found := _CHOICE.search(line))]
        cards = [(found.start() + 2, y - 2) for y, line in enumerate(lines) for found in _NUMBER.finditer(line)]
        if cards and stack:  # Yaniv, whose history has numbers like choices
            await page.click_at(*cards[0])
            await page.click_at(*stack)
        elif choices:
            await page.click_at(*choices[0])
        elif cards:
            await page.click_at(*cards[move % len(cards)])
        await _other_than(page, "")
    raise AssertionError(await page.text())


def _legal(text: str) -> str:
    """Return the line that says that what was typed is a whole move; "" if it is none."""
    told = [line for line in text.split("\n")[1:] if line.startswith(" ✓") and "?" not in line]
    return told[0] if told else ""


async def _other_than(page: Page, before: str) -> None:
    """Wait until another line, or none, says that there is a move; for a second or so, since there may be none."""
    for _ in range(100 if before else 5):
        if _legal(await page.text()) != before:
            return
        await asyncio.sleep(0.1)


async def _whole_deals(folder: Path) -> None:
    """Two visitors play a deal each at once, by keys and by mouse, then the other way; a third leaves and returns."""
    async with opened(folder) as (address, browser):
        yaniv, schafkopf, leaver = [await seated(browser, address, game) for game in "121"]

        async def leave() -> None:
            """Close the page half-way, and come back to the same table, not to the menu, before a minute is over."""
            await leaver.press("1 s")
            await leaver.press("\r")
            await leaver.close()
            again = await browser.page(leaver.context)
            await again.open(address)
            assert "98 cards" not in await again.until("SCORES")
            await again.close()

        await asyncio.gather(by_keys(yaniv), by_mouse(schafkopf), leave())
        await yaniv.reload()
        assert "98 cards" not in await yaniv.until(OVER)
        for page in (yaniv, schafkopf):
            await page.press("\r")
            await page.until("deal 2")
        await asyncio.gather(by_mouse(yaniv), by_keys(schafkopf))


def rounds(count: int, seed: int) -> Counter[str]:
    """Play so many rounds of four whole deals."""
    for _ in range(count):
        with TemporaryDirectory() as folder:
            asyncio.run(_whole_deals(Path(folder)))
    return Counter({"deals": 4 * count})
