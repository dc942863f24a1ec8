"""Who comes in: addresses, origins, tokens, cookies; what a page may send; where its files come from."""

from __future__ import annotations

import asyncio
import re
import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest

from cardtui.cli import main
from cardtui.core import Refusal

from .common import serving, visitor

from aiohttp import ClientSession, WSServerHandshakeError  # isort: skip
from yarl import URL  # isort: skip
from cardtui.serve.server import LONGEST, STATIC, Asked, asked  # isort: skip
from cardtui.serve.program import Size  # isort: skip
from cardtui.serve.tickets import Tickets, token  # isort: skip

TOKEN = "a-token-that-nobody-guesses"


def test_a_ticket_is_known_again_and_cannot_be_made_up() -> None:
    tickets = Tickets(TOKEN)
    ticket = tickets.new()
    name = tickets.visitor(ticket)
    assert name and name == tickets.visitor(ticket) and name not in ticket
    assert tickets.visitor(tickets.new()) != name
    assert Tickets("another-token").visitor(ticket) is None
    for wrong in (
        "",
        ticket[:-1],
        f"{ticket[:-1]}g",
        ticket.replace(".", "/"),
        f"../{ticket}",
        f"{'0' * 32}.{ticket[33:]}",
    ):
        assert tickets.visitor(wrong) is None, wrong


def test_a_token_cannot_be_guessed_and_fits_into_a_link() -> None:
    assert len(token("")) >= 20 and token("") != token("")
    assert token(TOKEN) == TOKEN
    for wrong in ("short", "with a space in it", "käsekuchen-am-montag"):
        with pytest.raises(Refusal, match="a token has at least 12"):
            token(wrong)
    assert Tickets(TOKEN).fits(TOKEN) and not Tickets(TOKEN).fits("") and not Tickets("").fits("")


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", "1", '"keys"', '{"keys": 1}', '{"keys": "a", "more": 1}', '{"size": [80]}',
        '{"size": ["80", 24]}',
        '{"size": [80, 24, 1]}', '{"size": [100000, 24]}', '{"size": [80, 0]}', '{"size": [true, 24]}', "[" * 50_000,
        '{"size": [80.0, 24]}', '{"meta": {"type": "quit"}}',
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="no message"):
        asked(text)


def test_messages_are_a_size_or_keys() -> None:
    assert asked('{"size": [120, 40]}') == Asked(Size(120, 40), "")
    assert asked('{"keys": "\\u001b[A"}') == Asked(None, "\x1b[A")


async def test_connections_that_ask_for_nothing_keep_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were kept for ever, until the server could open no more files."""
    monkeypatch.setattr("cardtui.serve.strangers.MOST", 8)
    monkeypatch.setattr("cardtui.serve.strangers.SECONDS", 2.0)

    async def ends(line: asyncio.StreamReader) -> bytes:
        with suppress(ConnectionResetError):
            return await line.read()
        return b""

    async with serving(tmp_path) as server, visitor(server) as guest:
        silent = [await asyncio.open_connection("127.0.0.1", server.place.port) for _ in range(20)]
        silent[-1][1].write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
        async with asyncio.timeout(1):  # too many, though none is too old
            assert [await ends(line) for line, _ in silent[:12]] == [b""] * 12
        async with asyncio.timeout(60):
            async with guest.session.get(f"{guest.address}/") as page:
                assert page.status == 200
            assert [await ends(line) for line, _ in silent[12:]] == [b""] * 8
        for _, writer in silent:
            writer.close()


async def test_without_a_token_only_this_machine_is_answered(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, visitor(server) as guest:
        for host, status in (
            ("evil.example", 403),
            ("evil.example:80", 403),
            ("[", 403),
            ("localhost:9", 200),
            ("[::1]:9", 200),
        ):
            async with guest.session.get(guest.address, headers={"Host": host}) as answer:
                assert answer.status == status, host


async def test_a_page_from_elsewhere_opens_no_table(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, visitor(server) as guest:
        async with guest.session.get(guest.address) as answer:
            assert answer.status == 200
        for origin in (
            "http://evil.example",
            "null",
            "",
            f"http://evil.example#{guest.address}",
            "file://",
            "http://[",
        ):
            with pytest.raises(WSServerHandshakeError) as refused:
                await guest.session.ws_connect(f"{guest.address}/play", origin=origin)
            assert refused.value.status == 403, origin
        guest.session.cookie_jar.clear()
        with pytest.raises(WSServerHandshakeError) as refused:
            await guest.session.ws_connect(f"{guest.address}/play", origin=guest.address)
        assert refused.value.status == 401
        assert not server.visits.by_name and not list(tmp_path.iterdir())


async def test_a_token_is_asked_for(tmp_path: Path) -> None:
    async with serving(tmp_path, token=TOKEN) as server, visitor(server) as guest:
        async with guest.session.get(guest.address) as answer:
            assert answer.status == 401 and "<p hidden>That is not the token" in await answer.text()
        with pytest.raises(WSServerHandshakeError):
            await guest.session.ws_connect(f"{guest.address}/play", origin=guest.address)
        begun = time.monotonic()
        async with guest.session.post(guest.address, data={"token": "wrong"}) as answer:
            assert answer.status == 403 and "<p>That is not the token" in await answer.text()
        assert time.monotonic() - begun > 0.9  # a second, so that tokens are not tried out
        async with guest.session.get(guest.address, headers={"Host": "table.example"}) as answer:
            assert answer.status == 401  # with a token, any name leads here
        async with guest.session.post(guest.address, data={"token": TOKEN}, allow_redirects=False) as answer:
            assert answer.status == 303 and answer.headers["Location"] == "/"
            cookie = answer.headers["Set-Cookie"]
            assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and TOKEN not in cookie
            assert f"Max-Age={90 * 24 * 60 * 60}" in cookie
        async with guest.session.get(guest.address) as answer:
            assert answer.status == 200
        async with visitor(server) as other, other.session.get(f"{other.address}/?token={TOKEN}") as answer:
            assert answer.status == 200 and "token" not in answer.url.query  # out of the address line


async def test_every_answer_forbids_what_is_elsewhere(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, visitor(server) as guest:
        for path, status in (("/", 200), ("/static/page.mjs", 200), ("/nothing", 404), ("/static/", 403)):
            async with guest.session.get(guest.address + path) as answer:
                assert answer.status == status, path
                policy = answer.headers["Content-Security-Policy"]
                assert (
                    policy.startswith("default-src 'none'")
                    and "http" not in policy
                    and "frame-ancestors 'none'" in policy
                )
        for path in (
            "/static/../server.py",
            "/static/%2e%2e/server.py",
            "/static//etc/passwd",
            "/static/..%2fserver.py",
        ):
            async with guest.session.get(URL(guest.address + path, encoded=True)) as answer:  # sent as it stands
                assert answer.status in (403, 404), path


def test_our_page_names_no_other_server() -> None:
    for file in STATIC.glob("*"):
        if file.suffix in (".html", ".css", ".mjs"):
            loading = re.findall(r"""(?:src=|href=|url\(|from )\s*["']?(\w+:)?//""", file.read_text(encoding="utf-8"))
            assert not loading, file.name
    fonts = re.findall(r'url\("(.+?)"\)', (STATIC / "page.css").read_text(encoding="utf-8"))
    assert len(fonts) == 2 and all((STATIC / font).read_bytes()[:4] == b"wOF2" for font in fonts)


FORM = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "


@pytest.mark.parametrize(
    "sent",
    [
        "\x00\r\n\r\n",
        f"{FORM}multipart/form-data\r\nContent-Length: 1\r\n\r\n-",
        f"{FORM}multipart/form-data; boundary=x\r\nContent-Length: 1\r\n\r\n-",
        f"{FORM}application/x-www-form-urlencoded; charset=none\r\nContent-Length: 1\r\n\r\n-",
        f"{FORM}application/x-www-form-urlencoded\r\nContent-Length: 1\r\n\r\n\xff",
        f"{FORM}application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
async def test_a_request_that_is_none_is_refused_without_a_traceback(
    sent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("cardtui.serve.server.WRONG_TOKEN", 0.0)
    async with serving(tmp_path, token="correct horse") as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.place.port)
        writer.write(sent.encode("latin-1"))
        assert b" 40" in await reader.readline()
        writer.close()
        assert server.told == [] and caplog.text == ""  # type: ignore[attr-defined]


async def test_what_fails_in_a_request_is_told_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path, token="correct horse") as server, ClientSession() as session:
        monkeypatch.setattr("cardtui.serve.server.STATIC", tmp_path)
        async with session.get(f"http://127.0.0.1:{server.place.port}/") as answer:
            assert answer.status == 500
        (told,) = server.told  # type: ignore[attr-defined]
        assert told.startswith("a request failed: FileNotFoundError(2") and "\n" not in told


async def test_a_file_whose_name_is_too_long_is_not_found(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{server.place.port}/static/{'a' * 4000}") as answer:
            assert answer.status == 404 and answer.headers["X-Content-Type-Options"] == "nosniff"
        assert server.told == []  # type: ignore[attr-defined]


async def test_messages_are_bounded(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, visitor(server) as guest:
        await guest.connect()
        await guest.line.send_str("x" * (LONGEST + 1))
        with pytest.raises(AssertionError, match="ended"):
            await guest.until("never drawn")
        assert guest.line.close_code == 1009


def test_a_port_that_is_taken_is_told_with_the_way_out(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 2
    said = f"cardtui: nothing can listen at 127.0.0.1:{port}: address already in use; --port names another\n"
    assert capsys.readouterr().err.lower() == said
