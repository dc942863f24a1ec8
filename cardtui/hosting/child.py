"""The bot process: `python -m cardtui.hosting.child`, started by `cardtui.hosting.host`.

It imports only the standard library and the bots. Messages are JSON objects, one per line. Input, on the original
standard input:
- `{"id", "game", "rules", "seats", "spec", "seen", "seed", "steps"}`: let this bot think; without `seen`, build
  it only. That is done in a second thread, so that bots with nothing to compile can move while others are compiled
- `{"cancel": id}`

Output, on the original standard output, for each id: `began`; `ready` once the bot has been built; any number of
`decision`; finally `end`, or `fault` (a kind) with `text`. `compiling` is the number of functions compiled so far when
one more starts compiling in either thread, and 0 when that is done. The bot's own output is redirected to standard
error, and its standard input is empty.
"""

from __future__ import annotations

import json
import os
import queue
import threading
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, BinaryIO, NamedTuple

from .. import compilation, registry, system
from ..core import Agent, Decision, Game, Refusal, answers, raised_at, with_article
from ..json_forms import decision_json, observation_from_json
from ..system import children, memory

SHOWN = 12
"""Maximum number of decisions per second that are passed on; the others are dropped, except for the last one."""
FLOOD = 10_000
"""Maximum number of decisions per second before a bot is considered to be flooding."""


class Fault(Exception):  # noqa: N818 - the fault of a bot, not an error of the program
    """What a bot did wrong: its `bot_process.Kind`, and the rest of a sentence that begins with the bot's name."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


Requests = queue.SimpleQueue[dict[str, Any]]


class Line(NamedTuple):
    """The connection to the parent process, with the requests and cancellations received so far."""

    into: BinaryIO
    out: BinaryIO
    thoughts: Requests
    builds: Requests
    cancelled: set[int]
    running: set[int]
    """The requests that are being answered."""

    def send(self, **message: Any) -> None:
        """Send one message to the parent."""
        self.write(json.dumps(message))

    def write(self, text: str) -> None:
        """Send one line of JSON to the parent."""
        self.out.write(text.encode() + b"\n")
        self.out.flush()

    def compiling(self, count: int) -> None:
        """Tell about a compilation. It concerns all requests, since only one thread can compile at a time."""
        for number in tuple(self.running):
            self.send(id=number, compiling=count)

    def listen(self) -> None:
        """Receive requests until the parent closes the connection or dies; then exit at once."""
        try:
            for raw in self.into:
                message = json.loads(raw)
                if "cancel" in message:
                    self.cancelled.add(message["cancel"])
                else:
                    (self.thoughts if "seen" in message else self.builds).put(message)
        finally:
            os._exit(0)


@lru_cache(16)
def table(game: str, rules: str, seats: int) -> Game[Any]:
    """Return the rules for a table."""
    return registry.game(game, rules, seats)


@lru_cache(64)
def building(*_bot: object) -> threading.Lock:
    """Return the lock to hold while a bot is built, so that it is built only once."""
    return threading.Lock()


def load(game: str, rules: str, seats: int, spec: str) -> Agent:
    """Return a bot for a table. Raises Fault `refused` if it cannot be built."""
    try:
        return registry.cached_agent(game, rules, seats, spec)
    except Refusal as error:
        told = str(error).removeprefix(f"{spec} ")  # a bot whose code fails is named there, too
        raise Fault("refused", told if told != str(error) else f"cannot play: {error}") from error
    except BaseException as error:  # whatever a constructor or an import of other people does
        raise Fault("refused", f"cannot be loaded: {name(error)}") from error


def name(error: BaseException) -> str:
    """Return the type and text of an error on one line, and where a bot's code raised it."""
    text = " ".join(str(error).split())
    place = raised_at(error)
    at = f" ({Path(place.filename).name}, line {place.lineno})" if place else ""
    return (f"{type(error).__name__}: {text[:300]}" if text else type(error).__name__) + at


def steps_of(stream: Iterator[Decision]) -> Iterator[Decision]:
    """Yield the bot's decisions, and turn whatever it raises into a Fault."""
    while True:
        try:
            decision = next(stream)
        except StopIteration:
            return
        except Refusal as error:
            raise Fault("refused", f"cannot play: {error}") from error
        except BaseException as error:  # also SystemExit: the process is ours
            raise Fault("raised", f"raised {name(error)}") from error
        yield decision


def think(line: Line, request: dict[str, Any]) -> None:
    """Answer one request. Raises Fault if the bot does anything wrong."""
    number = request["id"]
    key = request["game"], request["rules"], request["seats"]
    with building(*key, request["spec"]):
        game, bot = table(*key), load(*key, request["spec"])
    line.send(id=number, ready=True)
    if "seen" not in request:
        return
    seen, steps = observation_from_json(game, request["seen"]), request["steps"]
    try:
        stream = answers(bot, seen, Random(request["seed"]))
    except Refusal as error:
        raise Fault("illegal", f"gave no answer: {error}") from error
    except BaseException as error:
        raise Fault("raised", f"raised {name(error)}") from error
    tokens, before, pending = float(SHOWN), time.monotonic(), None
    second, count, step = before, 0, 0
    for step, decision in enumerate(steps_of(stream), 1):
        if number in line.cancelled:
            break
        now = time.monotonic()
        if now - second >= 1.0:
            second, count = now, 0
        count += 1
        if count > FLOOD:
            raise Fault("flooded", f"gave more than {FLOOD} decisions in a second")
        tokens, before = min(tokens + (now - before) * SHOWN, SHOWN), now
        pending = decision
        if tokens >= 1.0:
            tokens -= 1.0
            tell(line, game, number, pending)
            pending = None
        if step == steps:
            break
    if pending is not None:
        tell(line, game, number, pending)
    if not step:
        raise Fault("illegal", "gave no decision")


def tell(line: Line, game: Game[Any], number: int, decision: Decision) -> None:
    """Send a decision. Raises Fault `illegal` if the value is not a Decision."""
    if not isinstance(decision, Decision):  # a bot may yield any object
        raise Fault("illegal", f"gave {with_article(type(decision).__name__)}, not a Decision")
    try:
        text = json.dumps({"id": number, "decision": decision_json(game, decision)})
    except Exception as error:  # its fields may be any objects
        raise Fault("illegal", f"gave a Decision that cannot be read: {name(error)}") from error
    line.write(text)


def serve(line: Line, requests: Requests, allowed: str) -> None:
    """Answer requests one after the other. `allowed` is the memory limit as text."""
    while True:
        request = requests.get()
        number = request["id"]
        line.running.add(number)
        try:
            line.send(id=number, began=True)
            if number not in line.cancelled:
                think(line, request)
        except Exception as error:
            if isinstance(error, MemoryError) or isinstance(error.__cause__, MemoryError):
                line.send(id=number, fault="memory", text=f"ran out of memory: it may take {allowed}")
            elif isinstance(error, Fault):
                line.send(id=number, fault=error.kind, text=str(error))
            else:
                line.send(id=number, fault="raised", text=f"raised {name(error)}")
        else:
            line.send(id=number, end=True)
        line.running.discard(number)
        line.cancelled.discard(number)


def main() -> None:
    """Serve requests until the parent closes the connection."""
    system.yield_priority(5)  # the screen first
    allowed = memory.limit()
    into, out = os.fdopen(children.take_input(), "rb"), os.fdopen(children.take_output(), "wb")
    line = Line(into, out, Requests(), Requests(), set(), set())
    compilation.listeners.append(line.compiling)
    threading.Thread(target=line.listen, daemon=True).start()
    threading.Thread(target=serve, args=(line, line.builds, allowed), daemon=True).start()
    serve(line, line.thoughts, allowed)


if __name__ == "__main__":
    main()
