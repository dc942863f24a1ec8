"""How people join a table: its address, the code to join, and the secret token of each seat, kept beside the record.

A `Door` belongs to the host, a `Key` to a person who has joined. Both are files that nobody else may read.
"""

from __future__ import annotations

import hmac
import json
import os
import re
import secrets
import socket
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from .. import settings, system
from ..core import Refusal, quoted
from ..record import door_of
from ..system import files

LOOPBACK = "127.0.0.1"
HOST = 0
"""The host's seat."""
_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters and digits of codes, without those that look alike: five bits each."""
_MOST = 1 << 16
_LAST = 65535
"""The last port."""


class Address(NamedTuple):
    """Where a table is found."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def address(text: str, port: int | None = None) -> Address:
    """Return the address that `text` names; `port` is used if it names none. Raises Refusal if it is none.

    >>> address("10.0.0.7:4711"), address("[::1]", 0)
    (Address(host='10.0.0.7', port=4711), Address(host='::1', port=0))
    """
    found = re.fullmatch(r"(?:\[([^][]+)\]|([^][:]+))(?::([0-9]+))?", text.strip())
    number = found[3] or ("" if port is None else str(port)) if found else ""
    if not found or not number:
        raise Refusal(f"{quoted(text)} is no address: it should read like {LOOPBACK}:4711 or [::1]:4711")
    if len(number) > 5 or int(number) > _LAST:
        raise Refusal(f"{quoted(text)} is no address: ports go to {_LAST}")
    return Address(found[1] or found[2], int(number))


class Door:
    """The way to one table: a listening socket, its code, and a token for each seat of a person.

    `tokens` has those seats, that of the host among them.
    """

    def __init__(self, listening: socket.socket, code: str, tokens: dict[int, str], taken: Sequence[int]) -> None:
        self.listening = listening
        self.address = Address(*listening.getsockname()[:2])
        self.code = code
        self.tokens = tokens
        self.taken = set(taken)
        """The seats whose person has come once."""

    @property
    def near(self) -> Address:
        """The address for the host's own seat: where all addresses of a machine listen, one that leads there."""
        nowhere = {"0.0.0.0": LOOPBACK, "::": "::1"}
        return self.address._replace(host=nowhere.get(self.address.host, self.address.host))

    @property
    def local(self) -> bool:
        """Whether only this machine comes to it."""
        return self.address.host in (LOOPBACK, "::1")

    @classmethod
    def new(cls, at: Address, seats: Sequence[int]) -> Door:
        """Open a door; with port 0 at a free one. Raises Refusal if nothing can listen there."""
        code = "".join(secrets.choice(_SIGNS) for _ in range(8))
        return cls(_listen(at), f"{code[:4]}-{code[4:]}", {seat: secrets.token_hex(16) for seat in seats}, [seats[0]])

    @classmethod
    def again(cls, path: Path, seats: int) -> Door:
        """Open the door of the match saved at `path` again, which has so many seats.

        Raises Refusal if it is damaged, or its port is taken.
        """
        try:
            found: Any = json.loads(files.read_regular(door_of(path), _MOST))
            at = Address(str(found["host"]), int(found["port"]))
            tokens = {int(seat): str(token) for seat, token in found["tokens"].items()}
            taken = [int(seat) for seat in found["taken"]]
            if not {HOST} <= set(taken) <= set(tokens) <= set(range(seats)):
                raise ValueError("these are not its seats")
            code = str(found["code"])  # before a port is opened, which would stay open
            return cls(_listen(at), code, tokens, taken)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
            if isinstance(error, Refusal):
                raise
            raise Refusal(f"{door_of(path)} does not say how people join that table ({error})") from error

    def keep(self, path: Path) -> None:
        """Save it beside the record of the match. Raises OSError."""
        kept = self.address._asdict() | {"code": self.code, "tokens": self.tokens, "taken": sorted(self.taken)}
        files.write_atomically(door_of(path), json.dumps(kept), private=True)

    def take(self, seat: int, path: Path | None) -> None:
        """Note that the person of a seat has come, beside the record of the match, if it has one.

        Raises OSError if that cannot be saved; then the seat is as free as before. Who comes again is noted already.
        """
        if seat in self.taken:
            return
        self.taken.add(seat)
        if path:
            try:
                self.keep(path)
            except OSError:
                self.taken.remove(seat)
                raise

    def renew(self, seat: int) -> None:
        """Free a seat for another person: the old token no longer works."""
        self.tokens[seat] = secrets.token_hex(16)
        self.taken.remove(seat)

    def close(self) -> None:
        """Listen no more."""
        self.listening.close()

    def fits(self, code: str) -> bool:
        """Return whether that is the code, in constant time; hyphens, spaces and case do not count."""
        return _same(_bare(code), _bare(self.code))

    def seat_of(self, token: str) -> int | None:
        """Return the seat of a token, comparing with each in constant time; None if there is none."""
        found = [seat for seat, known in self.tokens.items() if _same(token, known)]
        return found[0] if found else None


def _bare(code: str) -> str:
    return "".join(sign for sign in code.upper() if sign not in "- ")


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(errors="replace"), other.encode())


def _listen(at: Address) -> socket.socket:
    try:
        return socket.create_server(at, family=socket.AF_INET6 if ":" in at.host else socket.AF_INET)
    except (OSError, UnicodeError) as error:
        said, _, _ = str(getattr(error, "strerror", None) or error).partition(" (while ")  # then comes the address
        raise Refusal(f"no table can be opened at {at}: {said}; --host ADDRESS:PORT names another place") from error


class Key:
    """The token of a seat at a table elsewhere, in a file that is locked while the person plays.

    So whoever comes back, even after a crash, sits where they sat; a second person at the same machine sits elsewhere.
    """

    def __init__(self, at: Address) -> None:
        folder = settings.seats_dir()
        name = "".join(sign if sign.isalnum() or sign in ".-" else "_" for sign in str(at))
        for number in range(1, 9):
            path = folder / f"{name}-{number}.token"
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
            self._file: BinaryIO = files.open_regular(path, "r+b", _MOST)
            try:
                locked = system.lock(self._file.fileno())
            except OSError as error:  # such as a network disk without locks
                self._file.close()
                raise OSError(f"{error.strerror}: {path} cannot be locked") from error
            if locked:
                return
            self._file.close()
        raise Refusal(f"too many programs here already play at {at}")

    @property
    def token(self) -> str:
        """The token that is kept; "" if there is none."""
        self._file.seek(0)
        return self._file.read(64).decode(errors="replace").strip()

    def keep(self, token: str) -> None:
        """Keep a token, "" for none."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(token.encode())
        self._file.flush()
        with suppress(OSError):
            os.fsync(self._file.fileno())

    def __enter__(self) -> Key:
        return self

    def __exit__(self, *about: object) -> None:
        """Let others use the file."""
        self._file.close()
