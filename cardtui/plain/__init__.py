"""Plays a match in plain text, for pipes and screen readers: lines of questions and answers, no cursor, no colour."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

from ..core import Decision, Observation, Refusal
from ..hosting.host import Host
from ..match import Match
from ..registry.plugins import blamed
from ..settings import Settings
from ..text.ascii import shows_signs
from .table import Leave, Table


def ask(question: str) -> str:
    """Read a line from standard input. If that is a pipe, echo the line so that the output reads as a dialogue."""
    if sys.stdin.isatty():
        return input(question)
    sys.stdout.flush()  # the program at the other end may wait for the question
    raw = sys.stdin.buffer.readline()
    if not raw:
        raise EOFError
    text = raw.decode("utf-8", "replace").strip()
    print(question + "".join(sign if sign.isascii() and sign.isprintable() else "?" for sign in text), flush=True)
    return text


def play(
    match: Match,
    settings: Settings,
    *,
    guided: bool = False,
    ask: Callable[[str], str] = ask,
    say: Callable[[str], object] = print,
) -> int:
    """Play `match` until it ends or somebody leaves; return the exit code: 0, or 130 after Ctrl+C.

    If `guided`, the words of the game's first deal are told at each turn.

    `ask` must raise EOFError at the end of input. The match is saved after each action and closed when this returns.

    Raises Refusal if the code of somebody else's game fails.
    """
    note = ""
    settings = settings if shows_signs(sys.stdout) else settings._replace(ascii=True)
    with asyncio.Runner() as runner:
        host = Host()

        async def tell_compiling(spec: str) -> None:
            """Tell the user once when a bot starts compiling."""
            while not host.compiling:
                await asyncio.sleep(0.5)
            table.say(f"{spec} is being compiled, once on this machine; that takes a minute or so.")

        async def decision(spec: str, seen: Observation, seed: str) -> Decision:
            telling = asyncio.create_task(tell_compiling(spec))
            try:
                return await host.decide(match.game, spec, seen, seed, seconds=settings.seconds)
            finally:
                telling.cancel()

        def decide(spec: str, seen: Observation, seed: str) -> Decision:
            return runner.run(decision(spec, seen, seed))

        table = Table(match, settings, ask, say, decide)
        if guided:
            table.tableside.start_guide()
        try:
            code = _to_the_end(table)
            note = "finished" if match.over else ""
        except (Exception, SystemExit) as error:
            if not (said := blamed(match.game, error)):
                raise
            raise Refusal(f"{said}; the match is saved as {match.path}" if match.kept else said) from error
        finally:
            match.close(note)
            runner.run(host.close())
    return code


def _to_the_end(table: Table) -> int:
    """Play until the match ends or somebody leaves; return the exit code."""
    try:
        table.run()
    except (Leave, EOFError):
        table.farewell()
    except KeyboardInterrupt:
        table.farewell()
        return 130
    return 0
