"""The table on the screen of the host, and on that of a person who joined."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtui import record, settings
from cardtui.cli import main
from cardtui.core import Refusal
from cardtui.entries import HUMAN
from cardtui.record import archive
from cardtui.remote import Door, Link, Seat, greet, link
from cardtui.ui import app as apps
from cardtui.ui.dialogs import Question
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.start import Host as HostStart
from cardtui.ui.start import Join, Menu, Resume
from cardtui.ui.table.screen import TableScreen

from ..ui.common import Bots, app, shown, text, type_in, until
from .common import Person, Round, new, opened

NO_HELP = "with people elsewhere there is no help and no undo"


@asynccontextmanager
async def hosting(
    start: Any, bots: Bots | None = None, **chosen: Any
) -> AsyncIterator[tuple[TableScreen, Pilot[None], Door]]:
    """The host's screen."""
    one = app(start, bots, **chosen)
    async with one.run_test(size=(80, 24)) as pilot:
        assert isinstance(one.screen, TableScreen) and isinstance(one.screen.match, Seat)
        seat, screen = one.screen.match, one.screen
        await until(pilot, lambda: seat.link._writer)
        assert seat.referee
        yield screen, pilot, seat.referee.door


@asynccontextmanager
async def joined(one: Round) -> AsyncIterator[tuple[TableScreen, Pilot[None], Seat]]:
    """The screen of a guest."""
    token, told = await greet(one.door.address, one.door.code)
    screen_app = app(Join(Link(one.door.address, token), told))
    async with screen_app.run_test(size=(80, 24)) as pilot:
        screen = screen_app.screen
        assert isinstance(screen, TableScreen) and isinstance(screen.match, Seat)
        seat = screen.match
        await until(pilot, lambda: seat.link._writer)
        yield screen, pilot, seat


async def sit(door: Door, code: str) -> Person:
    person = await Person.come(door.address, code)
    person.token = (await person.hear())["welcome"]
    await person.see()
    return person


async def test_the_host_sits_down_plays_and_replaces_who_is_away(tmp_path: Path) -> None:
    match, door = new("yaniv", tmp_path / "a.jsonl")
    async with hosting(HostStart(match, door), name="Anna") as (screen, pilot, door):
        assert f"cardtui join {door.address} · code {door.code} · paper" in text(pilot) and "seed" not in text(pilot)
        assert "F2 bots" not in text(pilot), "nobody has that panel here"
        guest = await sit(door, door.code)
        await until(pilot, lambda: "code" not in text(pilot))
        assert guest.table["names"] == ["Anna", "Player 2", "Ada"] and "Anna" in text(pilot)
        await type_in(pilot, "1 s")
        await pilot.press("enter")
        await until(pilot, lambda: "Player 2 is to move" in text(pilot))
        assert len(match.moves()) == 1 and screen.line.value == ""
        while guest.table["ticket"] != match.ticket:
            await guest.see()
        guest.cut()
        await until(pilot, lambda: "Player 2 is away: ^b puts a bot there" in text(pilot))
        await pilot.press("ctrl+b")
        await until(pilot, lambda: screen.match.turn in (0, None))
        assert HUMAN not in match.header.seats[1:] and len(match.moves()) > 2
        await pilot.press("ctrl+b")
        assert "nobody is away" in shown(screen, "message")
        guest.writer.close()


async def test_the_host_sees_that_a_bot_compiles(tmp_path: Path) -> None:
    bots = Bots()
    bots.gate.clear()
    bots.compiling = "compiling its part 3"
    match, door = new("yaniv", tmp_path / "a.jsonl")
    async with hosting(HostStart(match, door), bots) as (screen, pilot, door):
        guest = await sit(door, door.code)
        await type_in(pilot, "1 s")
        await pilot.press("enter")
        await until(pilot, lambda: "Player 2 is to move" in text(pilot))
        screen.bots.tick()
        assert "compiling" not in text(pilot), "a person is to move"
        guest.cut()
        await until(pilot, lambda: "Player 2 is away" in text(pilot))
        await pilot.press("ctrl+b")
        await until(pilot, lambda: "is to move: compiling its part 3, once on this machine" in text(pilot))
        bots.gate.set()
        guest.writer.close()


KEYS = {
    "question_mark": NO_HELP, "u": NO_HELP, "f2": NO_HELP, "f4": NO_HELP, "f5": NO_HELP, "f7": NO_HELP,
    "ctrl+o": NO_HELP, "ctrl+r": NO_HELP, "space": "the host's pace", "full_stop": "the host's pace",
    "plus": "the host's pace", "r": "F10 leaves it", "ctrl+g": "F10 leaves it", "n": "not over",
}  # fmt: skip


async def test_nobody_gets_help_not_even_the_host(tmp_path: Path) -> None:
    bots = Bots()
    match, door = new("yaniv", tmp_path / "a.jsonl")
    async with hosting(HostStart(match, door), bots, panel="open", coach="greedy") as (screen, pilot, _):
        before = text(pilot).splitlines()[:18]
        for key, says in KEYS.items():
            await pilot.press(key)
            assert says in shown(screen, "message"), key
        assert text(pilot).splitlines()[:18] == before and screen.tableside.panel == "hidden"
        assert screen.tableside.open_hands() == {} and screen.tableside.advised is None and not bots.asked
        assert match.ticket == 1


async def test_the_host_leaves_and_the_saved_match_opens_the_same_door() -> None:
    match, door = new("yaniv", settings.new_record("yaniv"))
    async with hosting(HostStart(match, door)) as (screen, pilot, _):
        guest = await sit(door, door.code)
        await type_in(pilot, "1 s")
        await pilot.press("enter")
        await until(pilot, lambda: match.moves())
        await pilot.press("ctrl+q")
        assert isinstance(pilot.app.screen, Question) and "resume" in text(pilot)
        await pilot.press("escape", "f10")
        assert isinstance(pilot.app.screen, Question) and "closes for everybody" in text(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press("f10", "y")
        await until(pilot, lambda: "GO ON" in text(pilot))
        assert "Yaniv with 2 people" in text(pilot), "the menu offers what was left just now"
        assert await guest.answer() == "the host has left the table"
        guest.writer.close()
    [(path, header)] = archive.resumable(settings.records_dir())
    assert header.seats.count(HUMAN) == 2
    async with hosting(Resume(path)) as (screen, pilot, again):
        assert (again.address, again.code, again.tokens) == (door.address, door.code, door.tokens)
        assert "Player 2 is away" in text(pilot)
        back = await Person.come(again.address, token=guest.token)
        assert "welcome" in await back.hear()
        await until(pilot, lambda: "Player 2 is to move" in text(pilot))
        back.writer.close()
        assert screen.match.turn == 1


async def test_a_door_that_cannot_be_opened_again_is_told(tmp_path: Path) -> None:
    """The match is not marked as left by that, though nobody has moved: the next time the door may open."""
    match, door = new("yaniv", tmp_path / "a.jsonl")
    match.keep()
    door.keep(tmp_path / "a.jsonl")
    match.close()
    for text_of, says in ((None, "127.0.0.1"), ("{}", "does not say how people join")):
        if text_of:
            record.door_of(tmp_path / "a.jsonl").write_text(text_of)
        one = app(Menu())
        async with one.run_test(size=(80, 24)) as pilot:
            one.screens.open(Resume(tmp_path / "a.jsonl"))
            await pilot.pause()
            assert not isinstance(one.screen, TableScreen)
            assert says in " ".join(toast.message for toast in one._notifications)
    assert archive.unfinished(tmp_path / "a.jsonl")
    door.close()


async def test_a_guest_plays_waits_and_is_told_what_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "WAIT", 0.01)
    async with opened("tricks") as one:
        host = await one.host()
        async with joined(one) as (screen, pilot, seat):
            assert f"table at {one.door.address}" in text(pilot) and one.door.code not in text(pilot)
            ticket = -1
            while one.match.turn is not None:
                await until(
                    pilot, lambda before=ticket: seat.table.ticket > before and one.match.ticket == seat.table.ticket
                )
                ticket = one.match.ticket
                if one.match.turn == 0:
                    assert "Player 1 is to move" in text(pilot)
                    while host.table["ticket"] != ticket:
                        await host.see()
                    host.move()
                else:
                    screen.play(seat.observe(1).legal[0])
                    assert "your move is on its way …" in text(pilot) or seat.sent == -1
                await until(pilot, lambda before=ticket: one.match.ticket > before)
            await until(pilot, lambda: seat.turn is None)
            await pilot.press("space")
            await until(pilot, lambda: "deal over: the host deals the next one" in text(pilot))
            await pilot.press("enter")
            assert "the host deals the next one" in shown(screen, "message") and one.match.deal == 1
            while host.table["ticket"] != one.match.ticket:
                await host.see()
            host.say({"deal": one.match.ticket})
            await until(pilot, lambda: seat.deal == 2)
            one.referee._guests[1].writer.transport.abort()
            await until(pilot, lambda: seat.link.cut)
            await until(pilot, lambda: not seat.link.cut)
            await pilot.press("ctrl+q")
            assert f"cardtui join {one.door.address}" in " ".join(text(pilot).split())
            await pilot.press("escape")
            await until(pilot, lambda: pilot.app.screen is screen)
            one.referee.close()
            await until(pilot, lambda: "the host has left the table" in text(pilot))
            await pilot.press("f10")
            await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))


@contextmanager
def table_beside(path: Path) -> Iterator[Round]:
    """A table in another thread, for commands that run a loop of their own."""
    found: list[Round] = []
    ready, loop = threading.Event(), asyncio.new_event_loop()

    async def serve() -> None:
        one = Round(*new("yaniv", path))
        found.append(one)
        await asyncio.sleep(0.05)
        ready.set()
        await asyncio.gather(one.task, return_exceptions=True)

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    ready.wait(10)
    try:
        yield found[0]
    finally:
        loop.call_soon_threadsafe(found[0].task.cancel)
        thread.join(10)
        loop.close()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the commands would show, if there were a terminal."""
    found: list[Any] = []
    monkeypatch.setattr("cardtui.commands.play.need_terminal", lambda instead: None)
    monkeypatch.setattr(apps, "run", lambda chosen, start: bool(found.append(start)))
    return found


def test_join_sits_down_by_the_code_and_comes_back_by_the_key(
    started: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cardtui.remote.referee.SLOWLY", 0.01)
    with table_beside(tmp_path / "a.jsonl") as one:
        at = str(one.door.address)
        assert main(["join", at, "nonsense"]) == 2
        assert capsys.readouterr().err == "cardtui: that is not the table's code\n"
        typed = ["nonsense", "", "ABCD-EFGH", "nonsense", "nonsense", one.door.code.lower()]
        monkeypatch.setattr("builtins.input", lambda prompt: typed.pop(0))
        assert main(["join", at]) == 2
        again = "that is not the table's code; the host's terminal shows it\n"
        assert capsys.readouterr().err == again * 2 + "cardtui: that is not the table's code\n"
        assert main(["join", at]) == 0
        assert capsys.readouterr().err == again * 2 and not typed
        monkeypatch.setattr("builtins.input", lambda prompt: pytest.fail("the key is kept"))
        assert main(["join", at]) == 0
        assert [start.table.seat for start in started] == [1, 1]
        assert started[0].link.token == started[1].link.token == one.door.tokens[1]


def test_host_prints_an_address_and_a_code(started: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["yaniv", "--host", "--people", "2", "--bots", "greedy"]) == 0
    start = started[0]
    said = capsys.readouterr().err
    assert str(start.door.address) in said and start.door.code in said and "encrypt" not in said
    assert start.match.header.seats == (HUMAN, HUMAN, "greedy") and start.door.address.host == "127.0.0.1"
    start.door.close()
    assert main(["schafkopf", "--host", "0.0.0.0:0", "--people", "3"]) == 0
    assert "let ssh or a tunnel carry it" in capsys.readouterr().err
    assert started[1].match.header.seats.count(HUMAN) == 3 and started[1].door.near.host == "127.0.0.1"
    started[1].door.close()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("yaniv --host --seed 0", "who knows the seed knows the cards"),
        ("yaniv --host --plain", "--plain does not go with --host"),
        ("yaniv --host --ranked", "--ranked does not go with --host"),
        ("yaniv --host --people 1", "for 2 to 4 people"),
        ("yaniv --host --people 5", "for 2 to 4 people"),
        ("tricks --host --people 2 --bots exact", "do not fit"),
        ("yaniv --host nowhere:x", "it should read like 127.0.0.1:4711"),
        ("yaniv --host 192.0.2.1:4711", "no table can be opened at 192.0.2.1:4711"),
        ("join nowhere", "it should read like 127.0.0.1:4711"),
        ("join 127.0.0.1:1", "nobody answers at 127.0.0.1:1"),
        ("yaniv --host 192.0.2.1:99999", "'192.0.2.1:99999' is no address: ports go to 65535"),
        ("join 127.0.0.1:4711471147114711", "is no address: ports go to 65535"),
        ("yaniv --host --first", "leave out --host"),
        ("98 --host", "cardtui 98: unrecognized arguments: --host (`cardtui 98 --help` shows how)"),
    ],
)
def test_what_cannot_be_is_refused_before_the_screen(
    line: str, says: str, started: list[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: pytest.fail("a code was asked for in vain"))
    assert main(line.split()) == 2
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1 and not started
    assert "while attempting" not in said


def test_an_address_is_read_before_a_terminal_is_missed(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever types it wrong where there is no terminal hears of that, too."""
    assert main(["join", "nowhere"]) == 2
    assert "it should read like 127.0.0.1:4711" in capsys.readouterr().err


async def test_a_table_that_cannot_be_shown_leaves_no_port_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*about: object) -> None:
        raise Refusal("that table cannot be")

    match, door = new("yaniv", tmp_path / "a.jsonl")
    monkeypatch.setattr(Seat, "__init__", refused)
    async with app(HostStart(match, door)).run_test(size=(80, 24)):
        assert door.listening.fileno() == -1 and match.path is None


def test_a_match_with_people_elsewhere_is_not_resumed_on_plain_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match, door = new("yaniv", tmp_path / "a.jsonl")
    match.keep()
    door.keep(tmp_path / "a.jsonl")
    match.close()
    door.close()
    assert main(["resume", "--plain", str(tmp_path / "a.jsonl")]) == 2
    assert "played with people elsewhere" in capsys.readouterr().err
    archive.delete(tmp_path / "a.jsonl")
    assert not list(tmp_path.iterdir())
