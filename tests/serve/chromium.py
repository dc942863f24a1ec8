"""A headless Chromium, driven over its DevTools protocol: pages of several visitors, with keys, clicks and pictures."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NAMED = {
    "\r": ("Enter", 13),
    "\t": ("Tab", 9),
    "\x1b": ("Escape", 27),
    "<F1>": ("F1", 112),
    "<F7>": ("F7", 118),
    "<Down>": ("ArrowDown", 40),
    "<Up>": ("ArrowUp", 38),
}
TEXT = """(() => { const b = document.getElementById("table").terminal.buffer.active, lines = [];
  for (let y = 0; y < b.length; y++) lines.push(b.getLine(y).translateToString(true));
  return lines.join("\\n"); })()"""
CELL = """(() => { const s = document.querySelector(".xterm-screen").getBoundingClientRect(),
  t = document.getElementById("table").terminal; return [s.x, s.y, s.width / t.cols, s.height / t.rows]; })()"""


class Browser:
    """A running Chromium."""

    def __init__(self, line: ClientWebSocketResponse) -> None:
        self.line = line
        self._number = 0
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self.requests: list[str] = []
        """The addresses that pages have asked for."""
        self.faults: list[str] = []
        """What pages have complained of."""
        self._reader = asyncio.create_task(self._read())

    async def call(self, method: str, session: str = "", **about: Any) -> Any:
        """Return the answer to a method of the protocol."""
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        extra = {"sessionId": session} if session else {}
        await self.line.send_json({"id": self._number, "method": method, "params": about} | extra)
        return await asyncio.wait_for(answer, 30)

    async def _read(self) -> None:
        async for message in self.line:
            told = json.loads(message.data)
            if "id" in told:
                answer = self._answers.pop(told["id"])
                if not answer.done():
                    answer.set_exception(AssertionError(told["error"])) if "error" in told else answer.set_result(
                        told["result"]
                    )
            elif told["method"] == "Network.requestWillBeSent":
                self.requests.append(told["params"]["request"]["url"])
            elif told["method"] == "Network.webSocketCreated":
                self.requests.append(told["params"]["url"])
            elif told["method"] == "Runtime.exceptionThrown":
                self.faults.append(json.dumps(told["params"])[:500])
            elif told["method"] == "Log.entryAdded" and told["params"]["entry"]["level"] == "error":
                self.faults.append(told["params"]["entry"]["text"])

    async def visitor(self, width: int = 1280, height: int = 800, phone: bool = False) -> Page:
        """Return an empty page of a visitor with cookies of their own."""
        context = (await self.call("Target.createBrowserContext"))["browserContextId"]
        return await self.page(context, width, height, phone)

    async def page(self, context: str, width: int = 1280, height: int = 800, phone: bool = False) -> Page:
        """Return one more empty page of a visitor."""
        target = await self.call("Target.createTarget", url="about:blank", browserContextId=context)
        attached = await self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        page = Page(self, attached["sessionId"], target["targetId"], context)
        for domain in ("Page", "Runtime", "Network", "Log"):
            await page.call(f"{domain}.enable")
        await page.size(width, height, phone)
        return page


class Page:
    """One page."""

    def __init__(self, browser: Browser, session: str, target: str, context: str) -> None:
        self.browser, self.session, self.target, self.context = browser, session, target, context

    async def call(self, method: str, **about: Any) -> Any:
        """Return the answer to a method of the protocol."""
        return await self.browser.call(method, self.session, **about)

    async def size(self, width: int, height: int, phone: bool = False) -> None:
        """Change the size of the window, in pixels."""
        metrics = {"width": width, "height": height, "mobile": phone, "deviceScaleFactor": 0}  # 0: the browser's own
        await self.call("Emulation.setDeviceMetricsOverride", **metrics)
        await self.call("Emulation.setTouchEmulationEnabled", enabled=phone)

    async def open(self, address: str) -> None:
        """Go to an address."""
        await self.call("Page.navigate", url=address)

    async def reload(self) -> None:
        """Load the page again."""
        await self.call("Page.reload")

    async def close(self) -> None:
        """Close the page."""
        await self.browser.call("Target.closeTarget", targetId=self.target)

    async def run(self, script: str) -> Any:
        """Return the value of an expression in the page."""
        found = await self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        return found["result"].get("value")

    async def text(self) -> str:
        """Return what stands on the terminal in the page, and what the page says over it."""
        said = await self.run(
            "(() => { const w = document.getElementById('word'); return w && !w.hidden ? w.innerText : ''; })()"
        )
        return f"{said or ''}\n{await self.run(TEXT) or ''}"

    async def until(self, text: str, seconds: float = 120) -> str:
        """Wait until a text stands there; return all that does."""
        shown = ""
        try:
            async with asyncio.timeout(seconds):
                while text not in (shown := await self.text()):
                    await asyncio.sleep(0.1)
        except TimeoutError:
            raise AssertionError(f"{text!r} did not come; there is:\n{shown}\n{self.browser.faults}") from None
        return shown

    async def press(self, *keys: str) -> None:
        """Press keys, one event each; texts of several letters are typed, names in angle brackets are keys."""
        for key in keys:
            for one in [key] if key in NAMED else key:
                name, code = NAMED.get(one, (one, ord(one.upper()[0])))
                text = {"text": one} if len(one) == 1 and one not in "\x1b\t" else {}
                about = {"key": name, "windowsVirtualKeyCode": code, **text}
                await self.call("Input.dispatchKeyEvent", type="keyDown", **about)
                await self.call("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code)

    async def click(self, text: str, nth: int = 0) -> None:
        """Click on the first letter of a text on the terminal; on its nth place from the top."""
        lines = (await self.run(TEXT)).split("\n")
        places = [(at, y) for y, row in enumerate(lines) if (at := row.find(text)) >= 0]
        await self.click_at(*places[nth])

    async def click_at(self, column: int, row: int) -> None:
        """Click on a cell of the terminal."""
        left, top, wide, high = await self.run(CELL)
        at = {"x": left + (column + 0.5) * wide, "y": top + (row + 0.5) * high}
        await self.call("Input.dispatchMouseEvent", type="mouseMoved", **at)
        for kind in ("mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **at)

    async def picture(self, path: Path) -> None:
        """Take a picture of the page."""
        found = await self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(found["data"]))


@asynccontextmanager
async def chromium(profile: Path, scale: int = 1) -> AsyncIterator[Browser]:
    """Run a Chromium with an empty profile; `scale` is the number of its pixels for one of a page."""
    assert PROGRAM, "there is no chromium, chromium-browser or google-chrome on the PATH"
    flags = ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--remote-debugging-port=0", "--no-first-run")
    quiet = ("--disable-background-networking", "--disable-component-update", "--enable-unsafe-swiftshader")
    process = await asyncio.create_subprocess_exec(
        PROGRAM,
        *flags,
        *quiet,
        f"--force-device-scale-factor={scale}",
        f"--user-data-dir={profile}",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        told = profile / "DevToolsActivePort"
        async with asyncio.timeout(60):
            while not told.exists() or len(told.read_text().split()) < 2:
                await asyncio.sleep(0.1)
        port, path = told.read_text().split()
        async with (
            ClientSession() as session,
            session.ws_connect(f"ws://127.0.0.1:{port}{path}", max_msg_size=0) as line,
        ):
            browser = Browser(line)
            yield browser
            await line.send_json({"id": 0, "method": "Browser.close"})
            browser._reader.cancel()
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
