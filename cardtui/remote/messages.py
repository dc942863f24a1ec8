"""The lines of JSON between a seat and the referee: written, and read as strictly as records.

A line holds one object of one kind; what each kind holds stands with its class. `beat` says that one is still there.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from math import isfinite
from random import Random
from typing import Any, NamedTuple

from .. import __version__, registry
from ..core import Game, Observation, Refusal, Standing, quoted
from ..json_forms import observation_from_json, observation_json
from ..settings import names_in

FORMAT = 1
"""The version of these lines. Both sides must have the same."""
MAX_REQUEST_BYTES, MAX_TABLE_BYTES = 1 << 12, 1 << 20
"""Maximum length in bytes of a line to the referee, and of one from it. The longest table seen has some 20,000."""
MOST = 1000
"""Maximum number of cards in one place, so that a made-up one takes no time."""
HEARTBEAT_SECONDS, TIMEOUT_SECONDS = 5.0, 20.0
"""Seconds between two signs of life, and of silence after which the other side is taken for gone."""
HEARTBEAT = {"beat": True}
WRONG_CODE = "that is not the table's code"
"""What the referee says to who has another code."""


class Hello(NamedTuple):
    """The first line of a seat: the code for a new seat, or the token of one's own."""

    code: str
    token: str
    name: str
    """What the person wants to be called; "" for nothing special."""


class Request(NamedTuple):
    """What a seat asks for: to `move` (an action as text), the next `deal`, to `replace` who is away by bots."""

    kind: str
    ticket: int = -1
    """The ticket of the table that was seen; a request that comes too late is refused."""
    action: str = ""


class Table(NamedTuple):
    """All that a seat is told: what it may know of the deal, the scores, and who sits where."""

    game: Game[Any]
    seat: int
    ticket: int
    """Changes with every change of the match."""
    seats: tuple[str, ...]
    """The bot of each seat in short form, or "human"."""
    names: tuple[str, ...]
    away: tuple[int, ...]
    """The people who are not connected now."""
    stuck: str
    """Why a bot cannot go on; "" if all is well."""
    results: tuple[Standing, ...]
    """The standing after each finished deal."""
    seen: Observation


# --- writing ----------------------------------------------------------------------------------------


def line(message: Mapping[str, Any]) -> bytes:
    """Return a message as a line."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def hello(code: str = "", token: str = "", name: str = "") -> dict[str, Any]:
    """Return the first message of a seat."""
    return {"cardtui": FORMAT, "version": __version__, "code": code, "token": token, "name": name}


def table_json(table: Table) -> dict[str, Any]:
    """Return a table as plain JSON values; `table_of` is the inverse."""
    game = table.game
    return {
        "table": {
            **table._asdict(),
            "game": game.name,
            "rules": game.spec,
            "results": [standing._asdict() for standing in table.results],
            "seen": observation_json(game, table.seen),
        }
    }


# --- reading ----------------------------------------------------------------------------------------


async def read_message(reader: asyncio.StreamReader, seconds: float = TIMEOUT_SECONDS) -> dict[str, Any]:
    """Return the next message. Raises Refusal if it is none, or longer than the reader's limit.

    Raises EOFError at the end, and TimeoutError after so many seconds of silence.
    """
    async with asyncio.timeout(seconds):
        try:
            data = await reader.readuntil(b"\n")
        except asyncio.LimitOverrunError as error:
            raise Refusal("a line is too long") from error
        except asyncio.IncompleteReadError as error:
            raise EOFError from error
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Refusal("a line is not JSON") from error
    if not isinstance(found, dict) or not found:
        raise Refusal("a line is not a JSON object with fields")
    return found


def hello_of(message: Mapping[str, Any]) -> Hello:
    """Return the first message of a seat. Raises Refusal if it is none."""
    if message.get("cardtui") != FORMAT or type(message["cardtui"]) is not int:
        theirs = quoted(message.get("version", "?"))
        raise Refusal(f"the two programs do not fit together: this one is cardtui {__version__}, the other {theirs}")
    _only(message, "cardtui", "version", "code", "token", "name")
    found = Hello(*(_text(message, key) for key in Hello._fields))
    if len(names_in(found.name)) > 1:
        raise Refusal("a name must be a single name")
    return found


def request_of(message: Mapping[str, Any]) -> Request | None:
    """Return what a seat asks for; None if it only says that it is there. Raises Refusal for anything else."""
    if message == HEARTBEAT and message["beat"] is True:
        return None
    if "move" in message:
        _only(message, "move", "ticket")
        return Request("move", _whole(message, "ticket"), _text(message, "move"))
    if "deal" in message:
        _only(message, "deal")
        return Request("deal", _whole(message, "deal"))
    _only(message, "replace")
    return Request("replace", _whole(message, "replace"))


def table_of(message: Mapping[str, Any]) -> Table:
    """Return the table that a message holds. Raises Refusal if it is malformed; `likeness` finds more."""
    found: Any = message.get("table")
    name = found.get("game") if isinstance(found, Mapping) else None
    if isinstance(name, str) and name not in registry.games():  # the only thing here that the person can mend
        raise Refusal(
            f"the table plays {quoted(name)}, which is not installed here; `--game FILE.py` loads a game from a file"
        )
    try:
        _only(message, "table")
        _only(found, *Table._fields, "rules")
        seats, names = tuple(_texts(found, "seats")), tuple(_texts(found, "names"))
        game = registry.game(_text(found, "game"), _text(found, "rules"), len(seats))
        table = Table(
            game, _whole(found, "seat"), _whole(found, "ticket"), seats, names,
            tuple(_seat(at, game) for at in _list(found, "away")), _text(found, "stuck"),
            tuple(_standing(one, game) for one in _list(found, "results")),
            observation_from_json(game, found["seen"]),
        )  # fmt: skip
        if len(names) != game.seats or table.seen.seat != _seat(table.seat, game):
            raise Refusal("names or seats do not fit the game")
        if any(not len(zone.cards) <= zone.count <= MOST for zone in table.seen.zones):
            raise Refusal("a zone shows more cards than it holds, or holds too many")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        raise _impossible(error) from error
    return table


def likeness(table: Table) -> Any:
    """Return a state in which the seat sees what the table tells it. Raises Refusal if there is none."""
    game = table.game
    try:
        state = game.determinize(table.seen, Random(0))
        if game.observe(state, table.seat) != table.seen:
            raise Refusal("no deal looks like this")
        if game.turn(state) is None and not table.results:
            raise Refusal("the result is missing")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        raise _impossible(error) from error
    return state


def _impossible(error: Exception) -> Refusal:
    return Refusal(f"the table sent something impossible: {quoted(error)}")


def _standing(data: Any, game: Game[Any]) -> Standing:
    _only(data, *Standing._fields)
    scores = [float(score) for score in _list(data, "scores") if type(score) in (int, float) and isfinite(score)]
    if len(scores) != game.seats:
        raise Refusal("there must be one score for each seat")
    winners = tuple(_seat(at, game) for at in _list(data, "winners"))
    return Standing(tuple(scores), _whole(data, "deals"), _seat(data["first"], game), winners)


def _only(message: Mapping[str, Any], *keys: str) -> None:
    if not isinstance(message, dict) or set(message) != set(keys):
        raise Refusal(f"a line should have {', '.join(keys)} and nothing else")


def _text(message: Mapping[str, Any], key: str) -> str:
    value = message[key]
    if not isinstance(value, str):
        raise Refusal(f"{key} is not text")
    return value


def _texts(message: Mapping[str, Any], key: str) -> list[str]:
    found = _list(message, key)
    if not all(isinstance(word, str) for word in found):
        raise Refusal(f"{key} are not texts")
    return found


def _list(message: Mapping[str, Any], key: str) -> list[Any]:
    value = message[key]
    if not isinstance(value, list):
        raise Refusal(f"{key} is not a list")
    return value


def _whole(message: Mapping[str, Any], key: str) -> int:
    value = message[key]
    if type(value) is not int or value < 0:
        raise Refusal(f"{key} is not a whole number from 0")
    return value


def _seat(value: Any, game: Game[Any]) -> int:
    if type(value) is not int or not 0 <= value < game.seats:
        raise Refusal(f"{quoted(value)} is not a seat")
    return value
