"""The tables in a real browser: keys without a click, nothing from elsewhere, reloads, phones. Deals: `playing`."""

from __future__ import annotations

from pathlib import Path

import pytest

from .common import CONFINED

from .chromium import PROGRAM  # isort: skip
from .playing import opened, seated  # isort: skip

pytestmark = [CONFINED, pytest.mark.skipif(not PROGRAM, reason="there is no Chromium here")]
SIZE = "(() => { const t = document.getElementById('table').terminal; return [t.cols, t.rows]; })()"
FIRST_KEY = """[...document.querySelectorAll('#keys button')].find(b => b.textContent === 'F1').dispatchEvent(
    new PointerEvent('pointerdown', {bubbles: true, cancelable: true}))"""


async def test_keys_need_no_click_and_a_reload_resumes(tmp_path: Path) -> None:
    async with opened(tmp_path) as (address, browser):
        page = await seated(browser, address, "3")
        await page.press("1 a", "\r")
        await page.until("89 of 98")
        await page.reload()
        assert "Zheng Shang You" not in await page.until("89 of 98")
        fonts = "[...document.fonts].filter(font => font.status === 'loaded').map(font => font.family)"
        assert await page.run(fonts) == ["Table", "Table"]
        second = await browser.page(page.context)
        await second.open(address)
        await second.until("89 of 98")
        await page.until("This table went on in another tab or window.")


async def test_a_phone_shows_the_table_or_a_sentence(tmp_path: Path) -> None:
    async with opened(tmp_path, scale=2) as (address, browser):
        page = await browser.visitor(390, 700, phone=True)
        await page.open(address)
        await page.until("Schafkopf")
        assert (await page.run(SIZE))[0] >= 80
        assert await page.run("document.documentElement.scrollWidth <= innerWidth")
        await page.size(720, 330, phone=True)  # turned
        await page.until("Schafkopf")
        columns, rows = await page.run(SIZE)
        assert columns >= 80 and rows >= 24
        await page.run(FIRST_KEY)
        await page.until("Choose with the arrow keys and Enter")
        await page.size(250, 300, phone=True)
        await page.until("A table needs 80 columns and 24 lines")
