"""The other end: what a joined program believes, what it sends, and how it comes back by itself."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest

from cardtui.core import Refusal, parse_action
from cardtui.hosting.host import Host
from cardtui.remote import Address, Ended, Link, Referee, Seat, address, greet, link, messages

from ..ui.common import Bots
from .common import LAID, SETTINGS, Round, new, opened


def told(game: str, seat: int = 0, moves: int = 0) -> dict[str, Any]:
    """What a seat is told, as it comes over the line."""
    match, door = new(game)
    for _ in range(moves):
        match.play(match.game.legal(match.state)[0])
    referee = Referee(match, door, cast(Host, Bots()), lambda: SETTINGS)
    door.close()
    found: dict[str, Any] = json.loads(messages.line(messages.table_json(referee.table(seat))))
    return found


def believed(message: Any) -> messages.Table:
    table = messages.table_of(message)
    messages.likeness(table)
    return table


@pytest.mark.parametrize("game", LAID)
def test_a_table_is_read_as_it_was_written(game: str) -> None:
    for moves in (0, 3):
        message = told(game, moves=moves)
        assert json.loads(messages.line(messages.table_json(believed(message)))) == message


WRONG: list[Callable[[dict[str, Any]], Any]] = [
    lambda t: t.clear(),
    lambda t: t.pop("seen"),
    lambda t: t.update(more=1),
    lambda t: t.update(game=None),
    lambda t: t.update(rules="club:limit=no"),
    lambda t: t.update(seat=1),
    lambda t: t.update(seat=9),
    lambda t: t.update(seat=True),
    lambda t: t.update(ticket=-1),
    lambda t: t.update(seats=t["seats"] * 9),
    lambda t: t.update(seats="human"),
    lambda t: t.update(names=["A"]),
    lambda t: t.update(names=[1, 2, 3]),
    lambda t: t.update(away=[7]),
    lambda t: t.update(stuck=None),
    lambda t: t.update(results=[{}]),
    lambda t: t.update(results=[{"scores": [0, 0], "deals": 1, "first": 0, "winners": []}]),
    lambda t: t.update(results=[{"scores": [0, 0, 1e999], "deals": 1, "first": 0, "winners": []}]),
    lambda t: t.update(results=[{"scores": [0, 0, 0], "deals": 1, "first": 5, "winners": []}]),
    lambda t: t.update(seen=[]),
    lambda t: t["seen"].update(facts=[]),
    lambda t: t["seen"].update(facts={}),
    lambda t: t["seen"].update(turn="5"),
    lambda t: t["seen"].update(legal=[]),
    lambda t: t["seen"].update(zones=[]),
    lambda t: t["seen"]["zones"][0].update(cards=["Ac"] * 5),
    lambda t: t["seen"]["zones"][0].update(count=10**30),
    lambda t: t["seen"].update(scores=["x"]),
    lambda t: t["seen"].update(history=[{"seat": 0, "action": "fly", "gain": []}]),
    lambda t: t["seen"].update(legal=["fly me"]),
]


@pytest.mark.parametrize("place", range(len(WRONG)))
def test_what_cannot_be_is_not_believed(place: int) -> None:
    message = told("yaniv")
    believed(message)
    changed = copy.deepcopy(message)
    WRONG[place](changed["table"])
    with pytest.raises(Refusal, match="something impossible") as refused:
        believed(changed)
    assert len(str(refused.value)) < 300 and "\n" not in str(refused.value)


def test_a_game_that_is_not_here_is_told_as_that() -> None:
    """It was called something impossible of the table's, though who joins has only to name the game's file."""
    message = told("yaniv")
    message["table"].update(game="chess")
    with pytest.raises(
        Refusal, match=r"^the table plays 'chess', which is not installed here; `--game FILE\.py` loads a game"
    ):
        believed(message)


@pytest.mark.parametrize("message", [{"table": None}, {"table": []}, {"table": {}, "more": 1}, {"move": "x"}])
def test_what_is_no_table_is_not_believed(message: Any) -> None:
    with pytest.raises(Refusal):
        believed(message)


async def until(true: Callable[[], Any]) -> None:
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.005)


@asynccontextmanager
async def seated(one: Round, token: str = "") -> AsyncIterator[Seat]:
    """A seat at a table, connected."""
    token, table = await greet(one.door.address, "" if token else one.door.code, token)
    seat = Seat(Link(one.door.address, token), table)
    running = asyncio.create_task(seat.run(lambda: None))
    try:
        await until(lambda: seat.link._writer)
        yield seat
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_a_seat_plays_by_sending_and_shows_what_it_is_told() -> None:
    async with opened("yaniv") as one, seated(one, one.door.tokens[0]) as host, seated(one) as guest:
        await until(lambda: not one.referee.table(0).away)
        why: list[str] = []
        host.refused = why.append
        with pytest.raises(Refusal, match="not your turn"):
            guest.play(guest.game.legal(guest.state)[0])
        with pytest.raises(Refusal, match="the host deals"):
            guest.next_deal()
        with pytest.raises(Refusal, match="§6"):
            host.play(parse_action(host.game, "yaniv"))
        ticket = host.ticket
        host.play(host.observe(0).legal[0])
        with pytest.raises(Refusal, match="on its way"):
            host.play(host.observe(0).legal[0])
        await until(lambda: host.ticket > ticket and guest.turn == 1)
        assert host.sent == -1 and host.turn == 1 and len(host.moves()) == len(one.match.moves()) == 1
        host.next_deal()
        await until(lambda: why)
        assert why == ["this deal is not over"] and host.sent == -1
        with pytest.raises(AssertionError):
            host.observe(1)
        assert guest.observe(1) == one.match.observe(1) and guest.undo_reason()


async def test_a_cut_seat_says_so_and_comes_back_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "WAIT", 0.01)
    async with opened("yaniv") as one, seated(one, one.door.tokens[0]) as host:
        for _ in range(3):
            one.referee._guests[0].writer.transport.abort()
            await until(lambda: host.link.cut)
            assert "lost" in host.link.cut
            with pytest.raises(Refusal, match="connection to the table lost"):
                host.play(host.observe(0).legal[0])
            await until(lambda: not host.link.cut)
        host.play(host.observe(0).legal[0])
        await until(lambda: len(host.moves()) == 1)


async def test_a_table_that_lies_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "WAIT", 0.01)
    async with opened("yaniv") as one, seated(one, one.door.tokens[0]) as host:
        before, table = host.table, one.referee.table

        def lie(seat: int) -> messages.Table:
            found = table(seat)
            return found._replace(seen=found.seen._replace(legal=()), ticket=found.ticket + 1)

        monkeypatch.setattr(one.referee, "table", lie)
        one.referee._tell()
        await until(lambda: "something impossible" in host.link.cut)
        assert host.table == before


async def test_greetings_that_fail_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui.remote.referee.SLOWLY", 0.01)
    async with opened("yaniv") as one:
        at = one.door.address
        with pytest.raises(Ended, match="code"):
            await greet(at, "no")
        with pytest.raises(Ended, match="key"):
            await greet(at, token="0" * 32)
    with pytest.raises(Refusal, match="nobody answers at"):
        await greet(at, "no")

    async def http(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(http, "127.0.0.1", 0)
    with pytest.raises(Refusal, match="what answers there is not a cardtui table"):
        await greet(Address(*server.sockets[0].getsockname()[:2]), "no")
    server.close()
    await server.wait_closed()


NO_ADDRESSES = ["", ":", "host:", "host:x", "host:-1", ":5", "host:٣"]
NO_ADDRESSES += ["::1", "[::1", "[::1:5", "::1]:5", "[]:5", "[::1]x:5", "a[b]:5"]


@pytest.mark.parametrize("text", NO_ADDRESSES)
def test_what_is_no_address_is_refused(text: str) -> None:
    for port in (None, 0):
        with pytest.raises(Refusal, match=r"it should read like 127.0.0.1:4711 or \[::1\]:4711$"):
            address(text, port)


@pytest.mark.parametrize("text", ["host:65536", "host:99999", f"host:{'9' * 5000}"])
def test_a_port_that_is_too_large_is_refused(text: str) -> None:
    assert address("host:65535").port == 65535
    with pytest.raises(Refusal, match="ports go to 65535"):
        address(text)
