"""Bots in their own process: whatever they do, the game goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from textual.app import App

from cardtui import core, record, registry
from cardtui.core import Decision, Game, Observation
from cardtui.hosting.host import BotFault, Host
from cardtui.registry import catalogue

from . import samples
from .bad_table import FAULTS, installed, survive
from .processes import await_end


@pytest.fixture
async def host() -> AsyncIterator[Host]:
    """A host that has the bad bots at hand, and whose child has gone afterwards."""
    with installed():
        made = Host(load_seconds=60)
        yield made
        child = made._child
        await made.close()
        assert child is None or child.returncode is not None
        assert len(asyncio.all_tasks()) == 1


def seen(seats: int = 2, seed: int = 0) -> tuple[Game[object], Observation]:
    """A table and what its first seat sees."""
    game = registry.game("yaniv", "club", seats)
    return game, game.observe(game.start(game.deal(Random(seed))), 0)


async def test_it_decides_as_in_this_process(host: Host) -> None:
    game, what = seen(4)
    for spec in ("greedy:p=0.3", "semirandom", "random"):
        there = await host.decide(game, spec, what, "17/3")
        assert there == core.decide(registry.agent(game, spec), what, Random("17/3"))


@pytest.mark.parametrize("name", catalogue.shipped())
@pytest.mark.parametrize("bad", FAULTS)
async def test_a_match_survives(host: Host, bad: str, name: str, tmp_path: Path) -> None:
    faults = await survive(host, name, f"{bad}:odds=0.7", seed=len(bad), path=tmp_path / "m.jsonl")
    assert [(fault.kind, fault.spec) for fault in faults] == [(FAULTS[bad], f"{bad}:odds=0.7")]
    assert str(faults[0]).startswith(bad) and "\n" not in str(faults[0])
    header, seated, _, frames = record.load(tmp_path / "m.jsonl")
    assert header.seats[:2][-1].startswith(bad) and seated.seats[:2][-1] == samples.of(name).seats[0]
    assert len(frames) > 3


@pytest.mark.parametrize(
    ("bad", "kind", "text"),
    [
        ("raises", "raised", "raises raised ValueError: a bad day (bad_agents.py, line "),
        ("hangs", "hung", "hangs gave no answer within 0.5 seconds"),
        ("loads:seconds=60", "hung", "loads:seconds=60 was not built within 2 seconds"),
        ("shouts", "flooded", "shouts gave an answer of more than 1048576 bytes"),
        ("cheats", "illegal", "cheats gave a wrong decision: 'discard > stack' is illegal here"),
        ("mumbles", "illegal", "mumbles gave an Action, not a Decision"),
        ("misplaces", "illegal", "misplaces gave a wrong decision: a belief about seat 99; seats are 0 … 1"),
        ("overflows", "illegal", "overflows gave a wrong decision: the probability of"),
        ("scribbles", "illegal", "scribbles wrote something that is not an answer on the line for its answers"),
        ("concludes", "illegal", "concludes ended its answer without a decision"),
        ("silent", "illegal", "silent gave no decision"),
        ("exits", "raised", "exits raised SystemExit: a bad day (bad_agents.py, line "),
        ("exitsearly", "refused", "exitsearly cannot be loaded: SystemExit('a bad start') ("),
        ("exitsasked", "raised", "exitsasked raised SystemExit: a bad question"),
        ("hoards", "memory", "hoards ran out of memory: it may take"),
        ("dies", "died", "dies died (exit code 7)"),
        ("refuses", "refused", "refuses cannot be loaded: ImportError('nothing to play with') ("),
        ("nobody", "refused", "nobody cannot play: yaniv has no bot 'nobody'"),
        ("greedy:p=2", "refused", "greedy:p=2 cannot play: bot greedy: p takes 0 … 1, not '2'"),
    ],
)
async def test_each_fault_has_its_sentence(host: Host, bad: str, kind: str, text: str) -> None:
    game, what = seen()
    if "loads" in bad:
        host.load_seconds = 2
    with pytest.raises(BotFault) as fault:
        await host.decide(game, bad, what, "1", seconds=0.5 if bad == "hangs" else 60)
    host.load_seconds = 60
    assert fault.value.kind == kind
    assert fault.value.message.startswith(text)
    assert (await host.decide(game, "greedy", what, "1")).action in what.legal


async def test_a_flood_of_decisions_is_stopped(host: Host) -> None:
    """Long before its time is over."""
    game, what = seen()
    with pytest.raises(BotFault, match="floods gave more than 10000 decisions in a second"):
        await host.decide(game, "floods", what, "1", seconds=30)


async def test_prints_go_nowhere(host: Host) -> None:
    game, what = seen()
    for seed in "abc":
        assert (await host.decide(game, "prints", what, seed)).action in what.legal


async def test_a_bot_that_hangs_at_its_very_first_answer_has_no_more_time_than_others() -> None:
    """Building may take long, thinking may not."""
    game, what = seen()
    with installed():
        host = Host(load_seconds=3600)
        try:
            async with asyncio.timeout(60):  # else this test would take an hour
                with pytest.raises(BotFault, match=r"hangs gave no answer within 0\.3 seconds"):
                    await host.decide(game, "hangs", what, "1", seconds=0.3)
        finally:
            await host.close()


async def test_a_bot_may_take_longer_to_be_built_than_to_think(host: Host) -> None:
    game, what = seen()
    assert (await host.decide(game, "loads:seconds=3", what, "1", seconds=2)).action in what.legal


async def test_a_search_streams_until_its_time_or_steps(host: Host) -> None:
    game, what = seen()
    notes = [int(decision.note) async for decision in host.think(game, "searches", what, "1", seconds=3)]
    assert notes == sorted(notes) and len(notes) > 20
    assert notes[-1] > len(notes)  # some were left out
    last = await host.decide(game, "searches", what, "1", steps=100, seconds=60)
    assert last.note == "99"


async def test_leaving_stops_the_bot(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui.hosting.host.GRACE", 60.0)  # however busy the machine is
    game, what = seen()
    child = None
    async for decision in host.think(game, "searches", what, "1", seconds=None):
        child = host._child
        if decision.note == "3":
            break
    task = asyncio.create_task(host.decide(game, "searches", what, "2", seconds=None))
    await asyncio.sleep(0.2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await host.decide(game, "greedy", what, "1")
    assert host._child is child  # it listened, nobody had to be killed


async def test_a_deaf_bot_is_killed_after_leaving(host: Host) -> None:
    game, what = seen()
    await host.decide(game, "hangs:odds=0.5", what, "3")
    task = asyncio.create_task(host.decide(game, "hangs:odds=0.5", what, "1", seconds=None))
    deaf = host._child
    assert deaf
    while True not in deaf.open.values():  # until it is asked
        await asyncio.sleep(0.01)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    async with asyncio.timeout(host.load_seconds / 2):
        await asyncio.shield(deaf.gone)
    assert (await host.decide(game, "greedy", what, "1")).action in what.legal
    assert deaf.returncode == -9 and host._child is not deaf


async def test_a_newer_thought_replaces_an_older_one(host: Host) -> None:
    game, what = seen()
    other, elsewhere = seen(3, 5)
    old = asyncio.create_task(host.decide(game, "searches", what, "1", seconds=None))
    await asyncio.sleep(0.3)
    decisions: list[Decision] = [decision async for decision in host.think(other, "greedy", elsewhere, "1")]
    assert [decision.action in elsewhere.legal for decision in decisions] == [True]
    with pytest.raises(asyncio.CancelledError):
        await old


async def test_many_at_once_leave_only_the_newest(host: Host) -> None:
    game, what = seen()
    tasks = [asyncio.create_task(host.decide(game, "semirandom", what, str(i))) for i in range(20)]
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert [isinstance(end, asyncio.CancelledError) for end in ends] == [True] * 19 + [False]


async def test_what_came_before_a_newer_thought_is_dropped(host: Host) -> None:
    game, what = seen()
    old = host.think(game, "searches", what, "1", seconds=None)
    await anext(old)
    await asyncio.sleep(0.2)  # more of its decisions wait to be fetched
    await host.decide(game, "greedy", what, "1")
    with pytest.raises(asyncio.CancelledError):
        await anext(old)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can fork here")
async def test_closing_does_not_wait_for_what_a_bot_left_behind() -> None:
    game, what = seen()
    with installed():
        host = Host()
        left = int((await host.decide(game, "forks", what, "1")).note)
        try:
            await host.close()
            os.kill(left, 0)  # it is still there, with the line in its hands
        finally:
            os.kill(left, signal.SIGKILL)


@pytest.mark.skipif(sys.platform == "win32", reason="no groups of processes")
async def test_what_a_bot_started_goes_with_its_process() -> None:
    game, what = seen()
    with installed():
        host = Host()
        async for decision in host.think(game, "helped", what, "1", seconds=None):
            helper = int(decision.note)
            break
        try:
            await host.close()
            await_end(helper)
        finally:
            with suppress(ProcessLookupError):
                os.kill(helper, signal.SIGKILL)


async def test_a_bot_that_exits_takes_nobody_with_it(host: Host) -> None:
    """The process is the program's: other bots are built in it already."""
    game, what = seen()
    await host.decide(game, "greedy", what, "1")
    child = host._child
    for bad in ("exits", "exitsearly", "exitsasked"):
        with pytest.raises(BotFault, match="SystemExit"):
            await host.decide(game, bad, what, "1")
    await host.decide(game, "greedy", what, "1")
    assert host._child is child


async def test_a_bot_is_told_all_that_its_seat_sees_and_its_dice(host: Host) -> None:
    game, what = seen(4, 3)
    state = game.start(game.deal(Random(3)))
    for seat in range(3):
        assert game.turn(state) == seat
        what = game.observe(state, seat)
        for seed in ("1", "2"):
            there = await host.decide(game, "random", what, seed)
            assert there == core.decide(registry.agent(game, "random"), what, Random(seed))
        state = game.apply(state, there.action)


async def test_a_bot_is_prepared_without_holding_up_a_thought(host: Host) -> None:
    game, what = seen()
    searching = asyncio.create_task(host.decide(game, "searches", what, "1", steps=50, seconds=None))
    await asyncio.sleep(0)
    await host.prepare(game, "greedy")
    assert (await searching).note == "49"
    await host.prepare(game, "refuses")  # its fault is told when it is asked
    host.load_seconds = 2
    await host.prepare(game, "loads:seconds=60")  # nor is it waited for without end
    host.load_seconds = 60
    assert (await host.decide(game, "greedy", what, "1")).action in what.legal


async def test_compiling_takes_none_of_a_bots_time(host: Host) -> None:
    """Each function compiled is news: neither the limit on building nor that on thinking runs meanwhile."""
    game, what = seen()
    await host.decide(game, "greedy", what, "1")  # the process is there
    host.load_seconds = 2
    told = []
    thought = asyncio.create_task(host.decide(game, "compiles:seconds=3", what, "1", seconds=2))
    while not thought.done():
        told.append(host.compiling)
        await asyncio.sleep(0.01)
    assert (await thought).action in what.legal
    assert {"compiling its part 1", "compiling its part 2"} <= set(told) and not host.compiling


async def test_a_bot_moves_while_another_is_built(host: Host) -> None:
    game, what = seen()
    building = asyncio.create_task(host.prepare(game, "compiles:seconds=6"))
    while not host.compiling:
        await asyncio.sleep(0.01)
    assert (await host.decide(game, "greedy", what, "1", seconds=None)).action in what.legal
    assert not building.done() and host.compiling
    thought = asyncio.create_task(host.decide(game, "compiles:seconds=6", what, "1", seconds=None))
    told = []
    while not thought.done():
        told.append(host.compiling)
        await asyncio.sleep(0.01)
    assert building.done() and (await thought).action in what.legal
    assert max(told) == "compiling its part 6"  # it is built once, with three parts, and compiles three when asked


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="no list of open files")
async def test_restarts_leave_no_open_files(host: Host) -> None:
    game, what = seen()
    await host.decide(game, "greedy", what, "1")
    before = len(list(Path("/dev/fd").iterdir()))
    for _ in range(10):
        with pytest.raises(BotFault):
            await host.decide(game, "dies", what, "1")
        await host.decide(game, "greedy", what, "1")
    assert len(list(Path("/dev/fd").iterdir())) <= before + 1


async def test_inside_a_running_textual_app_and_at_lower_priority(host: Host) -> None:
    game, what = seen()

    class Screen(App[None]):
        decision: Decision | None = None

        async def on_mount(self) -> None:
            self.decision = await host.decide(game, "greedy", what, "1")

    app = Screen()
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.decision and app.decision.action in what.legal
        assert host._child
        ours, theirs = (os.getpriority(os.PRIO_PROCESS, pid) for pid in (0, host._child.pid))
        assert theirs == min(19, ours + 5)


async def test_a_child_killed_from_outside_is_replaced(host: Host) -> None:
    game, what = seen()
    await host.decide(game, "greedy", what, "1")
    assert host._child
    host._child.kill()
    assert (await host.decide(game, "greedy", what, "1")).action in what.legal


async def test_a_process_that_cannot_be_started_is_the_bots_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    async def start() -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("cardtui.hosting.host.start", start)
    game, what = seen()
    host = Host()
    await host.prepare(game, "greedy")  # tells nothing
    with pytest.raises(BotFault, match="greedy could not be started: Resource temporarily unavailable"):
        await host.decide(game, "greedy", what, "1")
    await host.close()


async def test_closing_twice_and_unused() -> None:
    game, what = seen()
    host = Host()
    await host.close()
    await host.close()
    with pytest.raises(asyncio.CancelledError):  # nothing is started any more
        await host.decide(game, "greedy", what, "1")
    assert host._child is None


async def test_closing_ends_what_is_under_way() -> None:
    game, what = seen()
    with installed():
        host = Host()
        thought = asyncio.create_task(host.decide(game, "searches", what, "1", seconds=None))
        while not ((child := host._child) and True in child.open.values()):  # until it is asked
            await asyncio.sleep(0.01)
        await host.close()
        with pytest.raises(asyncio.CancelledError):
            await thought
    assert host._child is None and child.returncode is not None


ORPHAN = """
import asyncio, os
from random import Random
from cardtui import registry
from cardtui.hosting.host import Host
async def main():
    host = Host()
    game = registry.game("yaniv")
    seen = game.observe(game.start(game.deal(Random(1))), 0)
    await host.decide(game, "greedy", seen, "1")
    print(host._child.pid, flush=True)
    asyncio.create_task(host.decide(game, "hangs", seen, "1"))
    await asyncio.sleep(0.3)
    os.kill(os.getpid(), 9)
asyncio.run(main())
"""


def test_the_child_goes_when_the_screen_is_killed() -> None:
    with installed():
        run = subprocess.run([sys.executable, "-c", ORPHAN], capture_output=True, text=True, timeout=60)
    await_end(int(run.stdout))


def test_the_child_goes_when_nobody_closes_the_host() -> None:
    """Python itself complains of that from 3.12 on."""
    code = ORPHAN.replace('asyncio.create_task(host.decide(game, "hangs", seen, "1"))', "return")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0
    await_end(int(run.stdout))
