"""Who may sit down, what may be asked for, and what is refused: the rest of the table goes on."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from cardtui import match as matches
from cardtui.entries import HUMAN
from cardtui.remote import messages, referee

from ..ui.common import Bots
from .common import Person, opened, until_turn


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "SLOWLY", 0.01)


async def test_who_has_the_code_sits_down_and_the_next_one_does_not() -> None:
    async with opened("yaniv") as one:
        host = await one.host()
        assert host.table["seat"] == 0 and host.table["away"] == [1] and one.referee.awaits
        guest = await one.sit(one.door.code.lower().replace("-", " "), name="Zoe")
        assert guest.table["seat"] == 1 and guest.table["away"] == [] and not one.referee.awaits
        assert guest.table["names"] == ["Player 1", "Zoe", "Ada"]
        assert (await host.see())["names"][1] == "Zoe"
        third = await one.come(one.door.code)
        assert await third.answer() == "all seats are taken"


async def test_who_is_called_as_a_person_without_a_name_has_none() -> None:
    async with opened("yaniv") as one:
        host = await one.host()
        await one.sit(one.door.code, name="player 1")
        assert (await host.see())["names"] == ["Player 1", "Player 2", "Ada"]


@pytest.mark.parametrize(
    ("code", "token", "says"),
    [("", "", "code"), ("AAAA-AAAA", "", "code"), ("ä" * 9, "", "code"), ("", "0" * 32, "key"), ("", "ü", "key")],
)
async def test_a_wrong_code_or_key_is_refused_slowly(
    code: str, token: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee, "SLOWLY", 0.2)
    async with opened("yaniv") as one:
        began = asyncio.get_running_loop().time()
        stranger = await one.come(code, token)
        assert says in await stranger.answer() and await stranger.hear() == {}
        assert asyncio.get_running_loop().time() - began >= 0.2
        assert one.door.taken == {0} and b'"table"' not in stranger.heard


async def test_the_right_code_with_a_wrong_key_gives_no_seat() -> None:
    async with opened("yaniv") as one:
        stranger = await one.come(one.door.code, "0" * 32)
        assert "key" in await stranger.answer() and one.door.taken == {0}


FIRST: list[bytes] = [
    b"\n", b"hello\n", b"[]\n", b"{}\n", b"null\n", b"1\n", b"\xff\xfe\n", b'{"a":' * 2000 + b"\n",
    b'{"cardtui":2,"version":"9","code":"","token":"","name":""}\n',
    b'{"cardtui":true,"version":"9","code":"","token":"","name":""}\n',
    b'{"cardtui":1,"version":"9","code":7,"token":"","name":""}\n',
    b'{"cardtui":1,"version":"9","code":"","token":[],"name":""}\n',
    b'{"cardtui":1,"version":"9","code":"","token":""}\n',
    b'{"cardtui":1,"version":"9","code":"","token":"","name":"","more":1}\n',
    b'{"cardtui":1,"version":"9","code":"","token":"","name":"\\u001b[2J"}\n',
    b'{"cardtui":1,"version":"9","code":"","token":"","name":"A, B"}\n',
    b'{"cardtui":1,"version":"9","code":"","token":"","name":"you"}\n',
    b"x" * 5000 + b"\n", b"x" * 200_000,
]  # fmt: skip


async def test_what_is_no_hello_is_refused_and_ended() -> None:
    async with opened("yaniv") as one:
        host = await one.host()
        for sent in FIRST:
            reader, writer = await asyncio.open_connection(*one.door.address)
            stranger = Person(reader, writer)
            one.people.append(stranger)
            writer.write(sent)
            try:
                said = await stranger.answer()
                assert said and "{" not in said and len(said) < 200, sent
                assert await stranger.hear() == {}
            except ConnectionError:  # it sent more than anybody reads
                assert len(sent) > 4096
        assert one.door.taken == {0} and not one.referee._silent
        ticket = host.table["ticket"]
        host.move()
        while (await host.see())["ticket"] == ticket:
            pass
        assert one.match.moves()[0].seat == 0


LATER: list[bytes] = [
    b"\n", b"[]\n", b"{}\n", b'{"beat":1}\n', b'{"beat":true,"move":"x"}\n', b'{"move":"pass"}\n',
    b'{"move":7,"ticket":1}\n', b'{"move":"pass","ticket":true}\n', b'{"move":"pass","ticket":-1}\n',
    b'{"move":"pass","ticket":1.0}\n', b'{"move":"pass","ticket":1,"seat":0}\n', b'{"deal":null}\n',
    b'{"replace":"all"}\n', b'{"undo":1}\n', b'{"cardtui":1}\n', b"y" * 5000 + b"\n", b'{"move":NaN,"ticket":1}\n',
]  # fmt: skip


async def test_what_is_no_wish_ends_the_connection_and_the_seat_is_kept() -> None:
    async with opened("yaniv") as one:
        host, guest = await one.host(), await one.guest()
        for sent in LATER:
            guest.writer.write(sent)
            try:
                assert await guest.answer()
                async with asyncio.timeout(3):
                    while await guest.hear():
                        pass
            except ConnectionError:
                assert len(sent) > 4096
            guest = await one.back(guest)
            assert guest.table["seat"] == 1
        assert not one.match.moves() and one.match.turn == 0
        while host.table["away"]:
            await host.see()
        host.move()
        await host.see()


async def test_wishes_that_cannot_be_granted_are_refused_in_a_sentence() -> None:
    async with opened("yaniv") as one:
        host, guest = await one.host(), await one.guest()
        ticket = guest.table["ticket"]
        requests: list[tuple[Person, dict[str, Any], str]] = [
            (guest, {"move": "discard 7h > stack", "ticket": ticket}, "not your turn"),
            (host, {"move": "discard 7h > stack", "ticket": ticket + 1}, "moved on"),
            (host, {"move": "discard", "ticket": ticket}, "§3"),
            (host, {"move": "discard Zz > stack", "ticket": ticket}, "Zz"),
            (host, {"move": "", "ticket": ticket}, "action"),
            (host, {"move": "yaniv", "ticket": ticket}, "§"),
            (host, {"deal": ticket}, "this deal is not over"),
            (guest, {"deal": ticket}, "the host"),
            (guest, {"replace": ticket}, "the host"),
            (host, {"replace": ticket}, "nobody is away"),
        ]
        for person, request, says in requests:
            person.say(request)
            assert says in await person.answer(), request
        assert not one.match.moves() and one.match.header.seats.count(HUMAN) == 2


async def test_a_move_that_is_sent_twice_is_played_once() -> None:
    async with opened("tricks") as one:
        people = await one.host(), await one.guest()
        first = await until_turn(*people)
        assert first
        action = first.seen["legal"][0]
        for _ in range(2):
            first.move(action)
        assert "moved on" in await first.answer()
        assert len(one.match.moves()) == 1


async def test_who_stays_away_is_waited_for_or_replaced_and_gets_the_seat_back() -> None:
    async with opened("yaniv") as one:
        host, guest = await one.host(), await one.guest()
        host.move()
        await until_turn(host, guest, ticket=host.table["ticket"])
        guest.cut()
        names = host.table["names"]
        while host.table["away"] != [1]:
            await host.see()
        assert one.match.turn == 1  # it is waited for
        host.say({"replace": host.table["ticket"]})
        turn = await until_turn(host, ticket=host.table["ticket"])
        assert turn is host or one.match.turn is None
        assert one.match.header.seats[1] != HUMAN and host.table["away"] == []
        assert host.table["names"] == names
        back = await one.back(guest)
        assert back.table["seat"] == 1 and back.table["seats"][1] == HUMAN
        assert one.match.header.seats[1] == HUMAN


async def test_a_bot_that_cannot_go_on_is_told_and_replaced() -> None:
    async with opened("yaniv", bots=Bots(faults=["greedy"])) as one:
        host, guest = await one.host(), await one.guest()
        host.move()
        await until_turn(host, guest, ticket=host.table["ticket"])
        guest.move()
        while not host.table["stuck"]:
            await host.see()
        assert "greedy raised" in host.table["stuck"]
        host.say({"replace": host.table["ticket"]})
        await until_turn(host, ticket=host.table["ticket"])
        assert one.match.header.seats[2] == "random" and host.table["stuck"] == ""


async def test_the_fault_of_a_bot_goes_with_it_where_its_person_comes_back() -> None:
    bots = Bots(faults=["greedy:p=0.5"])
    async with opened("yaniv", bots=bots) as one:
        host, guest = await one.host(), await one.guest()
        host.move()
        await until_turn(host, guest, ticket=host.table["ticket"])
        guest.cut()
        one.match.replace(1, "greedy:p=0.5")  # a bot in the person's place, which fails
        one.referee._go.set()
        while not host.table["stuck"]:
            await host.see()
        back = await one.back(guest)
        assert back.table["stuck"] == "" and one.match.header.seats[1] == HUMAN


async def test_the_host_deals_the_next_deal_and_everybody_sees_the_result() -> None:
    async with opened("tricks") as one:
        people = await one.host(), await one.guest()
        ticket = -1
        while turn := await until_turn(*people, ticket=ticket):
            ticket = one.match.ticket
            turn.move()
        for person in people:
            assert person.table["results"] == [
                one.match.standing._asdict() | {"scores": [*one.match.standing.scores], "winners": []}
            ]
        people[0].say({"deal": ticket + 1})
        assert await until_turn(*people, ticket=ticket + 1)
        assert one.match.deal == 2


async def test_who_says_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "PATIENCE", 0.05)
    async with opened("yaniv") as one:
        reader, writer = await asyncio.open_connection(*one.door.address)
        stranger = Person(reader, writer)
        one.people.append(stranger)
        assert await stranger.hear() == {}
        assert not one.referee._silent


async def test_of_too_many_who_say_nothing_the_first_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "STRANGERS", 2)
    async with opened("yaniv") as one:
        for number in range(1, 4):
            one.people.append(Person(*await asyncio.open_connection(*one.door.address)))
            while len(one.referee._silent) < min(number, 2):
                await asyncio.sleep(0.01)
        with suppress(ConnectionResetError):
            assert await one.people[0].hear() == {}
        assert (await one.host()).table["seat"] == 0
        one.people[2].say(messages.hello(one.door.code))
        assert (await one.people[2].see())["seat"] == 1


async def test_while_many_codes_are_refused_others_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "STRANGERS", 2)
    monkeypatch.setattr(referee, "SLOWLY", 0.5)
    async with opened("yaniv") as one:
        wrong = [await Person.come(one.door.address, "wrong") for _ in range(2)]
        one.people += wrong
        while one.referee._refusing < 2:
            await asyncio.sleep(0.01)
        one.people.append(guest := await Person.come(one.door.address, one.door.code))
        assert await guest.answer() == "too many people are trying codes at this table: try again in a moment"
        assert (await one.host()).table["seat"] == 0  # who has a key is
        assert [await person.answer() for person in wrong] == [messages.WRONG_CODE] * 2
        assert (await one.guest()).table["seat"] == 1


async def test_who_does_not_take_what_is_sent_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened("yaniv") as one:
        host, guest = await one.host(), await one.guest()
        monkeypatch.setattr(referee, "PATIENCE", 0.1)  # now that both sit, however slowly they came
        sat = one.referee._guests[1]
        sat.writer.transport.set_write_buffer_limits(0)
        guest.writer.transport.pause_reading()  # type: ignore[attr-defined]
        async with asyncio.timeout(10):
            while 1 in one.referee._guests:
                sat.tell("x" * 1_000_000)
                await asyncio.sleep(0.01)
        host.move()
        await host.see()


async def test_the_match_is_saved_as_any_other(tmp_path: Any) -> None:
    async with opened("yaniv", path=tmp_path / "a.jsonl") as one:
        host = await one.host()
        host.move()
        await host.see()
    found = matches.Match.resume(tmp_path / "a.jsonl")
    assert len(found.moves()) == 1 and found.header.seats == (HUMAN, HUMAN, "greedy")
    found.close()
