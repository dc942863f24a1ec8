"""The server of `cardtui serve`: one page, its files, and the websocket through which a program is drawn and played."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

from aiohttp import WSMessage, WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError

from ..core import Refusal, failure
from .program import Page, Size
from .strangers import Newcomer, Strangers
from .tickets import Tickets
from .visits import Limits, Visit, Visits

STATIC = Path(__file__).parent / "static"
LONGEST = 1 << 16
"""The longest message of a page, in bytes."""
SMALLEST, LARGEST = Size(10, 3), Size(400, 200)
"""The pages that a program is drawn for."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")
"""How an address or a request names this machine, where nobody else can reach it."""
WRONG_TOKEN = 1.0
"""Seconds that a wrong token costs."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "font-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "Cache-Control": "no-cache",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""With every answer. Nothing is loaded from elsewhere, whatever a page might ask for; the terminal styles its cells."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Place(NamedTuple):
    """Where a server listens; with a token, "" for none."""

    address: str
    port: int
    token: str = ""


class Asked(NamedTuple):
    """One message of a page: its size, or what was typed and clicked."""

    size: Size | None
    keys: str


def asked(text: str) -> Asked:
    """Return a message of a page, parsed strictly. Raises Refusal.

    >>> asked('{"keys": "1 s"}'), asked('{"size": [80, 24]}').size
    (Asked(size=None, keys='1 s'), Size(width=80, height=24))
    """
    try:
        message: Any = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    match message:
        case {"keys": str(keys)} if len(message) == 1:
            return Asked(None, keys)
        case {"size": [int(width), int(height)]} if len(message) == 1:
            size = Size(width, height)
            if all(low <= one <= high for low, one, high in zip(SMALLEST, size, LARGEST, strict=True)):
                return Asked(size, "")
    raise Refusal("the page sent something that is no message")


class _Faults(logging.Handler):
    """Tells the operator in a line that a request failed, unless its own bytes or a lost connection were the reason."""

    def __init__(self, said: Callable[[str], None]) -> None:
        super().__init__()
        self._said = said

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error and not isinstance(error, ConnectionError | HttpProcessingError):
            self._said(f"a request failed: {failure(error)}")


class Server:
    """The web server of one place, with its visitors' folders below `folder`."""

    def __init__(self, place: Place, folder: Path, limits: Limits, said: Callable[[str], None]) -> None:
        self.place = place
        self.tickets = Tickets(place.token)
        self.visits = Visits(folder, limits, said)
        self._strangers = Strangers()
        self.cookie = f"cardtui-{place.port}"
        self._logger = logging.Logger("cardtui.serve")
        self._logger.addHandler(_Faults(said))

    def runner(self) -> web.AppRunner:
        """Return what runs the application."""
        return web.AppRunner(self._app(), access_log=None, logger=self._logger)

    async def listen(self, runner: web.AppRunner) -> asyncio.Server:
        """Listen for connections at this server's place. Raises OSError if that is not possible."""
        assert runner.server is not None, "set up first"
        made = partial(Newcomer, self._strangers, runner.server)
        return await asyncio.get_running_loop().create_server(made, self.place.address.strip("[]"), self.place.port)

    def _app(self) -> web.Application:
        """Return the application, which watches its visits while it runs and ends them with itself."""

        async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
            return await self._guarded(request, handler)

        made = web.Application(middlewares=[web.middleware(guarded)], client_max_size=1 << 12)
        made.router.add_get("/", self._page)
        made.router.add_post("/", self._enter)
        made.router.add_get("/play", self._play)
        made.router.add_static("/static", STATIC)
        made.cleanup_ctx.append(self._watched)
        made.on_shutdown.append(self._close)  # before the pages' lines, which then are told why
        return made

    async def _watched(self, _: web.Application) -> AsyncIterator[None]:
        watch = asyncio.create_task(self.visits.watch())
        yield
        watch.cancel()

    async def _close(self, _: web.Application) -> None:
        await self.visits.close()

    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer with our headers. Without a token only names of this machine are answered to.

        Otherwise a page from elsewhere could give its own name this machine's address, and so reach the tables.
        """
        if not self.place.token and _split(f"//{request.host}").hostname not in LOOPBACK:
            raise web.HTTPForbidden(text="Without a token, this server is only for this machine.")
        try:
            answer = await handler(request)
        except web.HTTPException as problem:
            problem.headers.update(HEADERS)
            raise
        except OSError as error:
            if error.errno != errno.ENAMETOOLONG:
                raise
            raise web.HTTPNotFound(headers=HEADERS) from error
        if not answer.prepared:
            answer.headers.update(HEADERS)
        return answer

    def _visitor(self, request: web.Request) -> str | None:
        return self.tickets.visitor(request.cookies.get(self.cookie, ""))

    async def _page(self, request: web.Request) -> web.StreamResponse:
        """Show the table; to new visitors where a token is needed, a page that asks for it."""
        if "token" in request.query:  # a link with it: out of the address line
            return await self._let_in(request.query["token"])
        if self._visitor(request):
            return web.FileResponse(STATIC / "table.html")
        if self.place.token:
            return self._asks(401)
        return self._welcome(web.FileResponse(STATIC / "table.html"))

    async def _enter(self, request: web.Request) -> web.StreamResponse:
        """Take the token that somebody typed; a request without a readable form has none."""
        try:
            token = str((await request.post()).get("token", ""))
        except (ValueError, LookupError):  # LookupError: an unknown encoding
            token = ""
        return await self._let_in(token)

    async def _let_in(self, token: str) -> web.StreamResponse:
        if not self.tickets.fits(token):
            await asyncio.sleep(WRONG_TOKEN)
            return self._asks(403)
        return self._welcome(web.Response(status=303, headers={"Location": "/"}))

    @staticmethod
    def _asks(status: int) -> web.Response:
        """Return the page that asks for the token: with 403 it says that the last one was wrong."""
        page = (STATIC / "token.html").read_text(encoding="utf-8")
        text = page.replace("<p hidden>", "<p>") if status == 403 else page
        return web.Response(text=text, status=status, content_type="text/html")

    def _welcome(self, answer: web.StreamResponse) -> web.StreamResponse:
        """Return an answer that also brings a ticket."""
        answer.set_cookie(self.cookie, self.tickets.new(), max_age=90 * 86400, httponly=True, samesite="Lax")
        return answer

    async def _play(self, request: web.Request) -> web.StreamResponse:
        """Connect a page with its visitor's program, for as long as the page is open."""
        origin = _split(request.headers.get("Origin", ""))
        if origin.netloc != request.host or origin.scheme not in ("http", "https"):
            raise web.HTTPForbidden(text="Only this server's own page may open a table.")
        name = self._visitor(request)
        if name is None:
            raise web.HTTPUnauthorized(text="Open the page first.")
        line = web.WebSocketResponse(heartbeat=20, max_msg_size=LONGEST)
        await line.prepare(request)

        async def save(name: str, text: str) -> None:
            await line.send_json({"file": {"name": name, "text": text}})

        async def close(why: str) -> None:
            await _close(line, why)

        page = Page(line.send_bytes, save, close)
        visit: Visit | None = None
        try:
            async for message in line:
                said = _read(message)
                if visit is None and said.size:
                    visit = await self.visits.enter(name, said.size, page)
                    self._strangers.remove(request.transport)
                elif visit and said.size:
                    await visit.program.resize(said.size)
                elif visit:
                    visit.touched = self._now()
                    await visit.program.type(said.keys)
        except Refusal as refusal:
            await _close(line, str(refusal))
        finally:
            if visit:
                visit.hide(page, self._now())
        return line

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


def _split(address: str) -> SplitResult:
    """Return the parts of an address; empty ones if it is none."""
    with suppress(ValueError):
        return urlsplit(address)
    return urlsplit("")


def _read(message: WSMessage) -> Asked:
    if message.type is not WSMsgType.TEXT:
        raise Refusal("the page sent something that is no message")
    return asked(message.data)


async def _close(line: web.WebSocketResponse, why: str) -> None:
    """Close a page's line with a sentence that it shows."""
    with suppress(ConnectionError):
        await line.send_json({"end": why})
        await line.close()
