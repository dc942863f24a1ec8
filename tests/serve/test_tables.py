"""Visitors at their tables: seen, typed at, reloaded, limited, ended. Each runs the real program, confined."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from cardtui.system import children

from .common import CONFINED, Visitor, free_port, serving, visitor

import psutil  # isort: skip
from aiohttp import ClientSession, CookieJar  # isort: skip
from cardtui.serve import program, visits  # isort: skip
from cardtui.serve.program import FIRST_LINE  # isort: skip
from cardtui.serve.server import Server  # isort: skip
from cardtui.serve.visits import Limits  # isort: skip

pytestmark = CONFINED


async def test_a_table_is_played_left_and_found_again(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, visitor(server) as guest, visitor(server) as other:
        await guest.connect()
        await guest.until("Schafkopf")
        await guest.send(keys="3")  # 98 cards: no bot is waited for
        await guest.until("HISTORY")
        await guest.send(keys="1 a\r")
        await other.connect()
        await other.until("Schafkopf")  # the menu: each has a program
        assert len(server.visits.by_name) == 2
        folders = {path.name: len([*path.rglob("*-98.jsonl")]) for path in tmp_path.iterdir()}
        assert sorted(folders.values()) == [0, 1]  # and a folder
        await other.line.close()

        first = guest.line
        await guest.connect()  # another tab, or the page again: the same table
        await guest.until("HISTORY")
        assert "Schafkopf" not in guest.seen and b"\x1b[?1003h" in guest.drawn  # it reports the mouse, too
        assert "another tab" in str([message.data async for message in first][-1])
        assert len(server.visits.by_name) == 2  # the other one may come back, too

        await guest.send(keys="\x11")  # ^q
        await guest.until("Quit?")
        await guest.send(keys="y")
        assert await guest.until("You have left") == "You have left. Matches are saved after every move."
        await guest.connect()
        await guest.until("GO ON")  # a new program, which offers the match
        await guest.line.send_bytes(b"\x00")
        assert "no message" in await guest.until("no message")
    assert not server.told  # type: ignore[attr-defined]


async def test_a_table_lasts_longer_than_other_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui.serve.strangers.SECONDS", 5.0)
    async with serving(tmp_path) as server, visitor(server) as guest:
        await guest.connect()
        await guest.until("Schafkopf")
        await asyncio.sleep(6)
        await guest.send(keys="3")
        await guest.until("HISTORY")


async def test_a_picture_goes_to_the_browser_and_no_path_can_be_named(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, visitor(server) as guest:
        await guest.connect()
        await guest.until("Schafkopf")
        await guest.send(keys="n")
        await guest.until("nothing is trained from a browser")
        await guest.send(keys="\x10")
        await guest.until("Four-colour suits")
        await guest.send(keys="screenshot\r")
        async with asyncio.timeout(20):
            while not guest.files:
                await guest.read()
        ((name, text),) = guest.files.items()
        assert name.endswith(".svg") and "/" not in name and text.startswith("<svg")
        assert not [*tmp_path.rglob("*.svg")]


def test_types_of_files_are_told_where_the_system_has_a_list_that_cannot_be_read(tmp_path: Path) -> None:
    """Textual asks for them when a file goes to the browser."""
    listed, folder = tmp_path / "mime.types", tmp_path / "visitor"
    listed.touch()
    folder.mkdir()
    code = f"""
import mimetypes, sys
from cardtui.serve import visitor
from cardtui.ui import app
mimetypes.knownfiles.append({str(listed)!r})
app.run = lambda *start: print(mimetypes.guess_type("mine.json"))
sys.exit(visitor.main())"""
    command = [sys.executable, "-c", code, str(folder), str(folder), str(1 << 31)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("('application/json', None)\n", "")


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        (Limits(memory=30 << 20), "it took more than 30 MiB of memory"),
        (Limits(processes=0), "it had more than 0 processes"),
        (Limits(minutes=0), "it lasted 0 minutes, the longest allowed here"),
        (Limits(idle=0), "closed after 0 minutes without a key"),
        (Limits(disk=0), "the 0 MiB that visitors may fill here are full"),
    ],
)
async def test_limits_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limits: Limits, sentence: str) -> None:
    monkeypatch.setattr(visits, "WATCH", 0.05)
    monkeypatch.setattr(visits, "MEASURE", 0.05)
    async with (
        serving(tmp_path, limits._replace(memory=max(limits.memory, 30 << 20))) as server,
        visitor(server) as guest,
    ):
        await guest.connect()
        told = await guest.until(sentence)
        assert told.endswith("Matches are saved after every move.")
        async with asyncio.timeout(10):
            while server.visits.by_name:
                await asyncio.sleep(0.05)


async def test_nobody_new_comes_in_where_the_disk_is_full(tmp_path: Path) -> None:
    (tmp_path / "before" / "data").mkdir(parents=True)
    for number in range(3):
        (tmp_path / "before" / "data" / f"{number}.jsonl").write_bytes(b"x" * 5000)
    (tmp_path / "before" / "link").symlink_to(tmp_path / "before" / "data")
    assert visits.sizes(tmp_path) == {"before": 3 * 5000} and visits.sizes(tmp_path / "none") == {}
    async with serving(tmp_path, Limits(disk=14_000)) as server, visitor(server) as guest:
        async with asyncio.timeout(10):
            while not server.told:  # type: ignore[attr-defined]
                await asyncio.sleep(0.05)
        await guest.connect()
        assert "delete some of them" in await guest.until("The visitors' folders are full")
        assert "nobody new is let in: delete some of" in server.told.pop()  # type: ignore[attr-defined]
        assert not server.visits.by_name


async def test_who_comes_while_a_visit_is_ended_gets_the_next_one_and_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending = program.Program.end

    async def slowly(self: program.Program, patience: float = program.PATIENCE) -> None:
        await asyncio.sleep(0.5)
        await ending(self, patience)

    monkeypatch.setattr(program.Program, "end", slowly)
    monkeypatch.setattr(visits, "WATCH", 0.05)
    async with serving(tmp_path, Limits(visitors=1)) as server, visitor(server) as guest:
        await guest.connect()
        await guest.until("Schafkopf")
        ((_, first),) = server.visits.by_name.items()
        first.came -= 60 * 60 * 24
        async with asyncio.timeout(20):
            while not first.why:
                await asyncio.sleep(0.01)
        await guest.connect()
        await guest.until("Schafkopf")
        ((_, second),) = server.visits.by_name.items()
        assert second is not first and second.program.process.returncode is None and first.over.is_set()


async def hung(server: Server, guest: Visitor) -> visits.Visit:
    """Stop the only program, as if it hung, and fill the pipe to it."""
    (visit,) = server.visits.by_name.values()
    os.kill(visit.program.process.pid, signal.SIGSTOP)
    for _ in range(6):
        await guest.send(keys="x" * 60_000)
    await asyncio.sleep(0.5)
    return visit


async def test_one_table_that_hangs_holds_up_nobody_else(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, visitor(server) as guest, visitor(server) as other:
        await guest.connect()
        await guest.until("Schafkopf")
        visit = await hung(server, guest)
        await guest.connect()  # the page again, which waits for the program
        await asyncio.sleep(0.2)
        await other.connect()
        await other.until("Schafkopf")
        os.kill(visit.program.process.pid, signal.SIGCONT)


async def test_a_table_that_hangs_is_ended_at_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "WATCH", 0.05)
    monkeypatch.setattr(program.Program.end, "__defaults__", (0.5,))
    async with serving(tmp_path, Limits(visitors=1)) as server, visitor(server) as guest:
        await guest.connect()
        await guest.until("Schafkopf")
        visit = await hung(server, guest)
        visit.came -= 60 * 60 * 24
        async with asyncio.timeout(20):
            while server.visits.by_name:
                await asyncio.sleep(0.05)
        assert visit.program.process.returncode


async def test_a_program_that_floods_standard_error_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "WATCH", 0.05)
    monkeypatch.setattr(program, "ERRORS", 1000)
    code = f"import sys, time; print({FIRST_LINE.decode()!r}, flush=True)"
    code += "; print('x' * 2000, file=sys.stderr); time.sleep(60)"
    monkeypatch.setattr(children, "command", lambda module, *words: (sys.executable, "-P", "-c", code, *words))
    async with serving(tmp_path) as server, visitor(server) as guest:
        await guest.connect()
        await guest.until("its program wrote too much to standard error")
        async with asyncio.timeout(20):
            while server.visits.by_name:
                await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    ("first", "then"),
    [("x" * 100_000, b""), ("", b"M\0\0\0\2[]"), ("", b"M\0\0\0\1{"), ("", b'M\0\0\0\x0f{"type":"file"}')],
)
async def test_a_program_that_writes_nonsense_gives_up_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str, then: bytes
) -> None:
    code = f"import sys; print({first!r}); sys.stdout.write({FIRST_LINE.decode()!r}); sys.stdout.flush()"
    code += f"; sys.stdout.buffer.write({then!r}); sys.exit('that was it')"
    monkeypatch.setattr(children, "command", lambda module, *words: (sys.executable, "-P", "-c", code, *words))
    async with serving(tmp_path, Limits(visitors=1)) as server, visitor(server) as guest:
        await guest.connect()
        await guest.until("The table ended because of a fault")
        assert not server.visits.by_name and not guest.files
        assert server.told == ["a table ended: that was it"] or first  # type: ignore[attr-defined]


async def test_a_server_that_is_stopped_tells_its_pages(tmp_path: Path) -> None:
    async with contextlib.AsyncExitStack() as running:
        server = await running.enter_async_context(serving(tmp_path))
        async with visitor(server) as guest:
            await guest.connect()
            await guest.until("Schafkopf")
            stopping = asyncio.create_task(running.aclose())
            assert await guest.until("stopped") == "The server was stopped. Matches are saved after every move."
            await stopping
            assert not server.visits.by_name


async def test_there_is_a_place_for_so_many(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(visitors=1)) as server, visitor(server) as guest, visitor(server) as other:
        await guest.connect()
        await other.connect()
        assert await other.until("All 1 places") == "All 1 places are taken. Try again when somebody has left."
        assert len(server.visits.by_name) == 1


async def test_a_visitor_whose_folder_cannot_be_made_is_told_so(tmp_path: Path) -> None:
    """The line to the page broke without a word, and the operator got a traceback instead of a sentence."""
    visitors = tmp_path / "visitors"
    visitors.write_text("a file where the folder should be")
    async with serving(visitors) as server, visitor(server) as guest:
        await guest.connect()
        assert await guest.until("The server could") == "The server could not start another table."
        (told,) = server.told  # type: ignore[attr-defined]
        assert told.startswith(f"a program could not be started: {visitors}") and told.endswith(": Not a directory")


async def test_a_program_that_ends_at_once_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(pid: int) -> psutil.Process:
        os.kill(pid, signal.SIGKILL)
        raise psutil.NoSuchProcess(pid)

    monkeypatch.setattr(psutil, "Process", gone)
    async with serving(tmp_path) as server, visitor(server) as guest:
        await guest.connect()
        await guest.until("The table ended because of a fault")
        assert server.told == ["a table ended: exit status -9"]  # type: ignore[attr-defined]


async def test_who_leaves_by_ctrl_c_has_left(tmp_path: Path) -> None:
    """It is no fault of the table, and nothing that the server's terminal should tell."""
    async with serving(tmp_path) as server, visitor(server) as guest:
        await guest.connect()
        await guest.until("Schafkopf")
        await guest.send(keys="\x03\x03")
        assert await guest.until("Matches are") == "You have left. Matches are saved after every move."
        assert server.told == []  # type: ignore[attr-defined]


async def test_limits_hold_again_after_they_could_not_be_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watch ended with the first fault, without a word."""
    asked = count()

    def measured(folder: Path) -> dict[str, int]:
        if next(asked) < 2:
            raise OSError(errno.EMFILE, "Too many open files")
        return {}

    monkeypatch.setattr(visits, "WATCH", 0.05)
    monkeypatch.setattr(visits, "sizes", measured)
    async with serving(tmp_path, Limits(idle=0.001)) as server, visitor(server) as guest:
        await guest.connect()
        assert "minutes without a key" in await guest.until("minutes without")
        (told,) = server.told  # type: ignore[attr-defined]
        assert "Too many open files" in told


async def test_who_does_not_come_back_gives_up_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "WATCH", 0.05)
    monkeypatch.setattr(visits, "GRACE", 0.5)
    async with serving(tmp_path) as server, visitor(server) as guest:
        await guest.connect()
        await guest.until("Schafkopf")
        ((_, visit),) = server.visits.by_name.items()
        await guest.line.close()
        async with asyncio.timeout(20):
            while server.visits.by_name:
                await asyncio.sleep(0.05)
        assert visit.program.process.returncode is not None


@pytest.mark.parametrize(("name", "status"), [("SIGKILL", -9), ("SIGTERM", 0), ("SIGINT", 0)])
async def test_nothing_is_left_when_the_server_is_ended(tmp_path: Path, name: str, status: int) -> None:
    """A page is told, unless the server is killed."""
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        *children.command("cardtui", "serve", "--port", str(port)),
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stderr
        assert f"http://127.0.0.1:{port}/" in (await process.stderr.readline()).decode()
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            guest = Visitor(session, port)
            await guest.connect()
            await guest.until("Schafkopf")
            await guest.send(keys="1")
            await guest.until("HISTORY")
            async with asyncio.timeout(20):  # the program is there, and soon a process of bots
                while len(found := psutil.Process(process.pid).children(recursive=True)) < 2:
                    await asyncio.sleep(0.05)
            process.send_signal(getattr(signal, name))
            if name != "SIGKILL":
                assert await guest.until("stopped") == "The server was stopped. Matches are saved after every move."
            _, alive = await asyncio.to_thread(psutil.wait_procs, found, 20)
            assert not alive and await asyncio.wait_for(process.wait(), 20) == status
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.wait()


async def test_a_program_that_is_not_confined_does_not_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import sys; from cardtui.system import confinement; confinement.LEAST = 99"
    code += "; from cardtui.serve import visitor; sys.exit(visitor.main())"
    monkeypatch.setattr(children, "command", lambda module, *words: (sys.executable, "-P", "-c", code, *words))
    async with serving(tmp_path) as server, visitor(server) as guest:
        await guest.connect()
        await guest.until("The table ended because of a fault")
        (told,) = server.told  # type: ignore[attr-defined]
        assert "not confined, so not started" in told and guest.seen == ""
