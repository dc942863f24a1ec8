"""Either side is killed at every kind of moment, comes back, and finds the same state."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from cardtui import system
from cardtui.core import Refusal
from cardtui.match import Match
from cardtui.record import door_of
from cardtui.record.archive import is_open, resumable
from cardtui.remote import Door, Key, address

from ..ui.common import Bots
from .common import Person, Round, new, until_turn

MOMENTS = (
    "before the first move",
    "own turn",
    "another's turn",
    "a bot thinks",
    "deal over",
    "next deal",
    "match over",
)


def state(person: Person) -> dict[str, Any]:
    """What a person sees, but for the ticket and who is away."""
    return {key: value for key, value in person.table.items() if key not in ("ticket", "away", "names")}


@asynccontextmanager
async def brought_to(moment: str, path: Path) -> AsyncIterator[tuple[Round, Person, Person]]:
    """A table at that moment, with the host and a guest (seat 1)."""
    bots = Bots()
    one = Round(*new("yaniv", path, rules="paper:deals=2"), bots)
    host, guest = await one.host(), await one.guest()
    ends = {"deal over": 1, "next deal": 1, "match over": 2}.get(moment, 0)

    async def play(until: Person | None, ticket: int = -1) -> None:
        """Play until it is this person's turn, or the deal is over."""
        while (turn := await until_turn(host, guest, ticket=ticket)) and turn is not until:
            ticket = one.match.ticket
            calls = [action for action in turn.seen["legal"] if action == "yaniv"]
            turn.move(*calls)

    try:
        if moment in ("own turn", "another's turn"):
            await play(guest)
            if moment == "another's turn":
                ticket = one.match.ticket
                guest.move()
                await until_turn(host, guest, ticket=ticket + 1)
        if moment == "a bot thinks":
            await play(guest)
            bots.gate.clear()
            ticket = one.match.ticket
            guest.move()
            while min(host.table["ticket"], guest.table["ticket"]) == ticket:
                await (host if host.table["ticket"] == ticket else guest).see()
            assert one.match.turn == 2
        for deal in range(ends):
            await play(None, one.match.ticket - 1)
            if deal + 1 < ends or moment == "next deal":
                ticket = one.match.ticket
                host.say({"deal": ticket})
                await until_turn(host, guest, ticket=ticket)
        yield one, host, guest
    finally:
        bots.gate.set()
        await one.end()


@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_guest_is_killed_and_comes_back(moment: str, tmp_path: Path) -> None:
    async with brought_to(moment, tmp_path / "a.jsonl") as (one, _host, guest):
        before, ticket = state(guest), one.match.ticket
        guest.cut()
        while 1 in one.referee._guests:
            await asyncio.sleep(0.005)
        back = await one.back(guest)
        assert state(back) == before and one.match.ticket == ticket
        assert back.table["seat"] == 1 and 1 not in back.table["away"]
        if back.seen["legal"]:  # and plays on
            back.move()
            while (await back.see())["ticket"] == ticket:
                pass
        else:
            assert moment in (
                "before the first move",
                "another's turn",
                "a bot thinks",
                "deal over",
                "match over",
                "next deal",
            )


@pytest.mark.parametrize("moment", MOMENTS[:-1])
async def test_the_host_is_killed_and_all_come_back(moment: str, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    async with brought_to(moment, path) as (one, host, guest):
        before = {0: state(host), 1: state(guest)}
        address, code = one.door.address, one.door.code
        await one.kill()
        assert [found for found, _ in resumable(tmp_path)] == [path]
        match = Match.resume(path)
        again = Round(match, Door.again(path, match.game.seats))
        try:
            assert (again.door.address, again.door.code) == (address, code)
            again.bots.gate.clear()
            assert await (await again.come(code)).answer() == "all seats are taken"
            people = [await again.back(host), await again.back(guest)]
            for seat, person in enumerate(people):
                assert person.table["seat"] == seat and state(person) == before[seat]
            again.bots.gate.set()
            if moment != "deal over":
                turn = await until_turn(*people)
                assert turn
                turn.move()
                ticket = turn.table["ticket"]
                await until_turn(*people, ticket=ticket)
        finally:
            await again.end()


async def test_a_match_that_is_over_has_no_way_back(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    async with brought_to("match over", path) as (one, _host, guest):
        assert one.match.over and door_of(path).exists()
        assert door_of(path).stat().st_mode & 0o077 == 0 or os.name == "nt"
        one.task.cancel()
        assert "left" in await guest.answer()
    assert not door_of(path).exists() and not list(resumable(tmp_path))


async def test_a_match_is_closed_though_its_door_cannot_be_deleted(tmp_path: Path) -> None:
    """The record stayed locked until the program ended."""
    path = tmp_path / "a.jsonl"
    async with brought_to("match over", path) as (one, _host, guest):
        door_of(path).unlink()
        door_of(path).mkdir()
        one.task.cancel()
        assert "left" in await guest.answer()
    assert not is_open(path)


async def test_a_second_connection_of_a_seat_ends_the_first(tmp_path: Path) -> None:
    async with brought_to("own turn", tmp_path / "a.jsonl") as (one, _host, guest):
        back = await one.back(guest)
        while await guest.hear():
            pass
        assert state(back) == state(guest) and one.referee._guests[1].seat == 1
        assert 1 not in one.referee.table(0).away


def test_keys_are_kept_for_each_person_at_a_machine() -> None:
    at = address("127.0.0.1:4711")
    with Key(at) as first:
        with Key(at) as second:
            assert first.token == second.token == ""
            first.keep("a" * 32)
            second.keep("b" * 32)
        with Key(at) as again, Key(address("127.0.0.1:4712")) as elsewhere:
            assert again.token == "b" * 32 and elsewhere.token == ""
    with Key(at) as again:
        assert again.token == "a" * 32


def test_a_key_that_cannot_be_locked_is_not_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(file: int) -> bool:
        opened.append(file)
        raise OSError(37, "No locks available")

    opened: list[int] = []
    monkeypatch.setattr(system, "lock", no_locks)
    with pytest.raises(OSError, match=r"No locks available: .*127\.0\.0\.1_4711-1\.token cannot be locked") as kept:
        Key(address("127.0.0.1:4711"))
    assert kept
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(opened[0])


def test_a_door_for_other_seats_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for taken, tokens, seats in (([0, 1], (0, 1, 5), 3), ([0, 2], (0, 1), 3), ([], (0, 1), 3), ([0], (0, 1), 1)):
        door = Door.new(address("127.0.0.1:0"), tokens)
        door.taken = set(taken)
        door.keep(path)
        door.close()
        with pytest.raises(Refusal, match=r"does not say how people join that table .these are not its seats"):
            Door.again(path, seats)


def test_a_door_whose_file_is_damaged_does_not_listen(tmp_path: Path) -> None:
    """Where the code was missing, its port was opened first and left to the garbage collector, which warns."""
    path = tmp_path / "a.jsonl"
    door = Door.new(address("127.0.0.1:0"), (0, 1))
    door.keep(path)
    door.close()
    kept = json.loads(door_of(path).read_text())
    door_of(path).write_text(json.dumps({key: value for key, value in kept.items() if key != "code"}))
    with pytest.raises(Refusal, match=r"does not say how people join that table .'code'."):
        Door.again(path, 2)


async def test_a_seat_that_cannot_be_saved_stays_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    one = Round(*new("tricks", path))
    try:
        await one.host()
        with monkeypatch.context() as patch:
            patch.setattr(Door, "keep", lambda self, path: full())
            guest = await one.come(one.door.code)
            assert await guest.answer() == "the host's match cannot be saved: No space left on device"
        assert one.door.taken == {0}
        assert (await one.guest()).table["seat"] == 1
    finally:
        await one.end()


async def test_a_seat_whose_key_was_lost_on_the_way_is_given_again(tmp_path: Path) -> None:
    """Whoever is cut off before the key is kept had no way back, and nobody else got the seat."""
    path = tmp_path / "a.jsonl"
    one = Round(*new("tricks", path))
    try:
        host = await one.host()
        lost = await one.guest()
        lost.cut()
        while not (await host.see())["away"]:
            pass
        assert one.referee.awaits
        again = await one.guest()
        assert again.table["seat"] == 1 and again.token != lost.token and not one.referee.awaits
        assert "key" in await (await one.come(token=lost.token)).answer()
        assert (await one.back(again)).table["seat"] == 1
        assert await (await one.come(one.door.code)).answer() == "all seats are taken"
        kept = json.loads(door_of(path).read_text())
        assert kept["tokens"]["1"] == again.token and kept["taken"] == [0, 1]
    finally:
        await one.end()


async def test_who_comes_again_needs_no_room_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat is kept already. Of the host's own one a refusal closed the whole table."""
    one = Round(*new("tricks", tmp_path / "a.jsonl"))
    try:
        await one.host()
        guest = await one.guest()
        guest.cut()
        monkeypatch.setattr(Door, "keep", lambda self, path: full())
        assert (await one.back(guest)).table["seat"] == 1
    finally:
        await one.end()


async def test_a_seat_that_cannot_be_given_back_stays_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who never came before would have no token to come back with."""
    path = tmp_path / "a.jsonl"
    one = Round(*new("tricks", path))
    try:
        await one.host()
        one.match.replace(1, "first")
        with monkeypatch.context() as patch:
            patch.setattr(Match, "replace", lambda self, seat, spec: said())
            assert "cannot be saved: the disk is gone" in await (await one.come(one.door.code)).answer()
        assert one.door.taken == {0} and (await one.guest()).table["seat"] == 1
    finally:
        await one.end()


def said() -> None:
    raise OSError("the disk is gone")


def full() -> None:
    raise OSError(28, "No space left on device")


HOSTING = """
import asyncio, sys
from pathlib import Path
from tests.remote.common import Round, new
from cardtui.match import Match
from cardtui.remote import Door
async def main(path):
    one = Round(Match.resume(path), Door.again(path, 2)) if path.exists() else Round(*new("tricks", path))
    print(one.door.address.port, one.door.code, one.door.tokens[0], flush=True)
    await one.task
asyncio.run(main(Path(sys.argv[1])))
"""


async def test_a_host_whose_process_is_killed_opens_the_same_table(tmp_path: Path) -> None:
    """With kill -9, twice, right after a move was sent: it was played, or it was not, for everybody."""
    path, port, played = tmp_path / "a.jsonl", 0, 0
    tokens: list[str] = []
    for _ in range(3):
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", HOSTING, str(path), stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2]
        )
        assert child.stdout
        try:
            told = (await child.stdout.readline()).split()
            assert not port or port == int(told[0])
            port = int(told[0])
            people = []
            for token in tokens or [told[2].decode(), ""]:
                person = await Person.come(address(f"127.0.0.1:{port}"), "" if token else told[1].decode(), token)
                person.token = (await person.hear())["welcome"]
                await person.see()
                people.append(person)
            tokens = [person.token for person in people]
            turn = await until_turn(*people)
            assert turn
            seen = len(turn.seen["history"])
            assert seen in (played, played + 1)  # the move that was on its way
            assert [len(person.seen["history"]) for person in people] == [seen, seen]
            played = seen
            turn.move()
            await turn.writer.drain()
            await asyncio.sleep(0.02 * (_ == 1))
        finally:
            child.send_signal(signal.SIGKILL)
            await child.wait()
            for person in people:
                person.writer.close()
