"""The command `serve`: the tables in a browser page."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
from argparse import Namespace
from contextlib import suppress
from typing import TYPE_CHECKING

from .. import settings
from ..core import Refusal
from ..system import confinement
from .common import say

if TYPE_CHECKING:
    from ..serve.server import Server


def serve(args: Namespace) -> int:
    """Run `cardtui serve` until it is interrupted."""
    try:
        from ..serve.server import LOOPBACK, Place, Server
        from ..serve.tickets import token
        from ..serve.visits import Limits
    except ImportError as error:
        raise Refusal(f"serving needs another package ({error.name}): pip install 'cardtui[serve]'") from error
    if args.address not in LOOPBACK and args.token is None:
        raise Refusal(f"{args.address} can be reached by others: --token lets in only those who know it")
    place = Place(args.address, args.port, "" if args.token is None else token(args.token))
    confinement.refuse_unsupported()
    limits = Limits(args.visitors, args.processes, args.memory << 20, args.minutes, disk=args.disk << 20)
    asyncio.run(_run(Server(place, settings.visitors_dir(), limits, _tell)))
    return 0


def _tell(line: str) -> None:
    """Tell the operator. The server goes on without a terminal that has been closed."""
    with suppress(OSError):
        say(line)


async def _run(server: Server) -> None:
    from ..remote import Address

    place = server.place
    runner = server.runner()
    await runner.setup()
    listening = None
    try:
        try:
            listening = await server.listen(runner)
        except OSError as error:
            said = str(error.strerror).rpartition("): ")[2]  # before that comes the address once more
            other = "; --port names another" if error.errno == errno.EADDRINUSE else ""
            raise Refusal(f"nothing can listen at {place.address}:{place.port}: {said}{other}") from error
        host = place.address.strip("[]")
        named = socket.gethostname() if host in ("0.0.0.0", "::") else host  # those two are all of its addresses
        way = f"http://{Address(named, place.port)}/"
        say(f"Tables for browsers:  {way}{f'?token={place.token}' * bool(place.token)}", "Ctrl+C ends them.")
        if place.token:
            say("What is sent there is not encrypted: where others could listen, let ssh or a proxy with TLS carry it.")
        await _interrupted()
    finally:
        if listening:
            listening.close()
        await runner.cleanup()


async def _interrupted() -> None:
    """Return at Ctrl+C or SIGTERM."""
    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            loop.add_signal_handler(name, ended.set)
    await ended.wait()
