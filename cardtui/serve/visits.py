"""Who is at the tables now: one program for each visitor, the page it is drawn into, and the limits of both."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ..core import Refusal
from ..system.files import sentence
from ..text.printable import printable
from .program import Page, Program, Size

GRACE = 60.0
"""Seconds that a program waits for its page to come back."""
IDLE = 15.0
"""Minutes without a key or a click after which a visit ends."""
WATCH = 1.0
"""Seconds between two looks at what the programs take."""
MEASURE = 10.0
"""Seconds between two looks at what all visitors have written."""
BLOCK = 4096
"""The fewest bytes that a file is taken to need."""
SAVED, STOPPED = "Matches are saved after every move.", "The server was stopped."


class Limits(NamedTuple):
    """What visitors may take of the machine."""

    visitors: int = 8
    processes: int = 32
    memory: int = 2 << 30
    """In bytes, for all processes of a visitor together."""
    minutes: float = 120
    """The length of a visit."""
    idle: float = IDLE
    disk: int = 2 << 30
    """In bytes, for the folders of all visitors together, those who were here before too."""


def sizes(folder: Path) -> dict[str, int]:
    """Return the bytes that the files in each folder of this one take, by its name; no link is followed."""
    found: dict[str, int] = {}
    for place, _, files in os.walk(folder):
        name = "".join(Path(place).relative_to(folder).parts[:1])
        for file in files:
            with suppress(OSError):  # it is just being replaced
                found[name] = found.get(name, 0) + max(BLOCK, os.lstat(Path(place, file)).st_size)
    return found


class Visit:
    """One visitor, and the program that runs for them."""

    def __init__(self, program: Program, now: float) -> None:
        self.program = program
        self.came = self.touched = self.left = now
        self.why = ""
        """Why it was ended, if it was."""
        self.over = asyncio.Event()
        """Set when its program has ended and its place is free."""

    async def show(self, page: Page) -> None:
        """Draw into this page from now on; another one that the visitor has open is closed."""
        before, self.program.page = self.program.page, page
        if before:
            await before.close("This table went on in another tab or window.")

    def hide(self, page: Page, now: float) -> None:
        """Note that a page is gone."""
        if self.program.page is page:
            self.program.page, self.left = None, now


class Visits:
    """All visits of a server. `watch` is to run beside them; `said` is told what the operator should know."""

    def __init__(self, folder: Path, limits: Limits, said: Callable[[str], None]) -> None:
        self.folder, self.limits, self.said = folder, limits, said
        self.by_name: dict[str, Visit] = {}
        self._tasks = set[asyncio.Task[None]]()
        self._door = asyncio.Lock()
        self._closed = False
        self._sizes: dict[str, int] = {}
        """The bytes in each visitor's folder when they were last measured."""

    async def enter(self, name: str, size: Size, page: Page) -> Visit:
        """Return the visit of a visitor, a running one or a new one, shown in this page.

        Raises Refusal if there is no place left.
        """
        while True:
            async with self._door:
                visit = self.by_name.get(name)
                if visit is None:
                    return await self._begin(name, size, page)
            if not visit.why:
                break
            await visit.over.wait()  # it is being ended, and another begins in its place
        await visit.show(page)
        await visit.program.draw_again()  # first: it sets the page's terminal up
        await visit.program.resize(size)
        return visit

    async def _begin(self, name: str, size: Size, page: Page) -> Visit:
        """Start a program and return its visit. Raises Refusal if there is no place left."""
        if self._closed:
            raise Refusal(STOPPED)
        if len(self.by_name) >= self.limits.visitors:
            raise Refusal(f"All {self.limits.visitors} places are taken. Try again when somebody has left.")
        if sum(self._sizes.values()) > self.limits.disk:
            raise Refusal("The visitors' folders are full. The person who runs this server can delete some of them.")
        try:
            program = await Program.start(self.folder / name, size, self.limits.memory)
        except OSError as error:
            self.said(f"a program could not be started: {sentence(error)}")
            raise Refusal("The server could not start another table.") from error
        program.page = page
        visit = self.by_name[name] = Visit(program, self._now())
        self._go(self._run(name, visit))
        return visit

    async def watch(self) -> None:
        """End visits that pass a limit, for as long as the server runs."""
        measured, problem = -MEASURE, ""
        while True:
            before, problem = problem, ""
            try:
                if self._now() - measured >= MEASURE:
                    await self._measure()
                    measured = self._now()
                self._end_those_over()
            except (OSError, RuntimeError) as error:  # too many open files, or no thread could be started
                problem = sentence(error)
                if problem != before:
                    self.said(f"the limits of visits could not be checked: {problem}; they are tried again")
            await asyncio.sleep(WATCH)

    def _end_those_over(self) -> None:
        """End visits that have passed a limit."""
        for visit in [one for one in self.by_name.values() if not one.why]:
            passed, at_once = self._passed(visit)
            if passed:
                self._end(visit, passed, at_once)

    async def _measure(self) -> None:
        """Look at what visitors have written, and end the visits that write more than there is room for."""
        before, self._sizes = self._sizes, await asyncio.to_thread(sizes, self.folder)
        room, was_room = (sum(one.values()) <= self.limits.disk for one in (self._sizes, before))
        if room:
            return
        kept = f"{self.limits.disk >> 20} MiB"
        if was_room:
            self.said(f"Visitors have written more than {kept}, so nobody new is let in: delete some of {self.folder}")
        for name, visit in list(self.by_name.items()):
            if self._sizes.get(name, 0) > before.get(name, 0) and not visit.why:
                self._end(visit, f"The table was closed: the {kept} that visitors may fill here are full. {SAVED}")

    async def close(self) -> None:
        """End all visits, and begin no more."""
        async with self._door:  # after whom is let in just now
            self._closed = True
        for visit in self.by_name.values():
            self._end(visit, f"{STOPPED} {SAVED}")
        await asyncio.gather(*self._tasks)

    def _passed(self, visit: Visit) -> tuple[str, bool]:
        """Return which limit a visit has passed, in a sentence, and whether it must end at once; "" for none."""
        now, limits, used = self._now(), self.limits, visit.program.used()
        if used.processes > limits.processes:
            return f"The table was closed: it had more than {limits.processes} processes. {SAVED}", True
        if used.memory > limits.memory:
            return f"The table was closed: it took more than {limits.memory >> 20} MiB of memory. {SAVED}", True
        if visit.program.floods:
            return f"The table was closed: its program wrote too much to standard error. {SAVED}", True
        if now - visit.came > 60 * limits.minutes:
            return f"The visit is over: it lasted {limits.minutes:g} minutes, the longest allowed here. {SAVED}", False
        if now - visit.touched > 60 * limits.idle:
            return f"The table was closed after {limits.idle:g} minutes without a key or the mouse. {SAVED}", False
        if visit.program.page is None and now - visit.left > GRACE:
            return "The page was closed.", False
        return "", False

    def _end(self, visit: Visit, why: str, at_once: bool = False) -> None:
        """Let a visit end, which takes a while; nobody waits for it."""
        visit.why = visit.why or why
        self._go(visit.program.end(*((0,) if at_once else ())))

    def _go(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, name: str, visit: Visit) -> None:
        """Let a visit's program run until it ends, and tell the page why it has."""
        try:
            wrong = await visit.program.run()
        finally:
            del self.by_name[name]
            visit.over.set()
        if wrong and not visit.why:
            self.said(f"a table ended: {printable(wrong)}")
            visit.why = f"The table ended because of a fault; the server's terminal shows it. {SAVED}"
        if page := visit.program.page:
            with suppress(ConnectionError):
                await page.close(visit.why or f"You have left. {SAVED}")

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
