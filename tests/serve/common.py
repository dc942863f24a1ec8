"""A server in this process, and visitors that talk to it as its page does, without a browser."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("aiohttp", reason="the extra serve is not installed")
pytest.importorskip("psutil", reason="the extra serve is not installed")

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType

from cardtui.serve.server import Place, Server
from cardtui.serve.visits import Limits
from cardtui.system import confinement

CONFINED = pytest.mark.skipif(confinement.version() < confinement.LEAST, reason="this system has no Landlock for it")
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?$<>= ]*[A-Za-z@]|[()][A-Z0-9]|[=>78])")


def free_port() -> int:
    """Return a port at which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@asynccontextmanager
async def serving(folder: Path, limits: Limits | None = None, token: str = "") -> AsyncIterator[Server]:
    """Run a server that keeps its visitors' folders in `folder`; what it tells its operator is in `told`."""
    told: list[str] = []
    server = Server(Place("127.0.0.1", free_port(), token), folder, limits or Limits(), told.append)
    server.told = told  # type: ignore[attr-defined]
    runner = server.runner()
    await runner.setup()
    listening = await server.listen(runner)
    try:
        yield server
    finally:
        listening.close()
        await runner.cleanup()


class Visitor:
    """A browser without a screen: cookies, and the line of the page."""

    def __init__(self, session: ClientSession, port: int) -> None:
        self.session = session
        self.address = f"http://127.0.0.1:{port}"
        self.seen = ""
        """All that was drawn on the newest line, without escape sequences."""
        self.drawn = b""
        """The same as it came."""
        self.files: dict[str, str] = {}
        self.end = ""
        """The sentence with which the line was closed."""
        self.lines: list[ClientWebSocketResponse] = []
        """All that were opened, the newest last."""

    async def connect(self, size: tuple[int, int] = (100, 30), **options: Any) -> ClientWebSocketResponse:
        """Open the page, and its line."""
        async with self.session.get(f"{self.address}/") as page:
            assert page.status == 200
        options = {"origin": self.address, "max_msg_size": 0, **options}
        self.line = await self.session.ws_connect(f"{self.address}/play", **options)
        self.lines.append(self.line)
        self.seen, self.end, self.drawn = "", "", b""
        await self.send(size=list(size))
        return self.line

    async def send(self, **message: Any) -> None:
        """Send one message."""
        await self.line.send_json(message)

    async def until(self, text: str, seconds: float = 60) -> str:
        """Read until a text was drawn, or the line ended with a sentence that has it; return that sentence."""
        try:
            async with asyncio.timeout(seconds):
                while text not in self.seen and text not in self.end:
                    await self.read()
        except TimeoutError:
            raise AssertionError(f"{text!r} was not drawn; there is {self.seen[-3000:]}") from None
        return self.end

    async def read(self) -> None:
        """Read one message of the server."""
        message = await self.line.receive()
        if message.type is WSMsgType.BINARY:
            self.drawn += message.data
            self.seen += _ESCAPES.sub("", message.data.decode())
        elif message.type is WSMsgType.TEXT:
            told = json.loads(message.data)
            self.end = told.get("end", self.end)
            if "file" in told:
                self.files[told["file"]["name"]] = told["file"]["text"]
        else:
            raise AssertionError(f"the line ended ({self.line.close_code}); {self.end!r}\n{self.seen[-3000:]}")


@asynccontextmanager
async def visitor(server: Server) -> AsyncIterator[Visitor]:
    """Run a visitor with cookies of their own."""
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        guest = Visitor(session, server.place.port)
        try:
            yield guest
        finally:
            for line in guest.lines:
                await line.close()
