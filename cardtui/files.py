"""Reading files that others may have put there: only regular ones, and never more than is sensible.

A pipe would be waited for without end, and a device may give bytes for ever. Standard library only.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any, BinaryIO

from .core import Refusal, quoted

TEXT = 1 << 20
"""Bytes of the longest text that people write by hand: a card, the settings."""
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


def open_regular(path: Path, mode: str = "rb", most: int | None = None) -> BinaryIO:
    """`path.open(mode)`, unbuffered where it writes. OSError where that is no regular file or has over `most` bytes."""

    def opener(name: str, flags: int) -> int:
        return os.open(name, flags | _AT_ONCE, 0o666)

    try:
        file: BinaryIO = open(path, mode, 0 if "a" in mode else -1, opener=opener)  # type: ignore[assignment] # noqa: SIM115
    except OSError as error:
        if error.errno == errno.ENXIO:  # a pipe that nobody reads, or a socket
            raise _no_file(path) from error
        raise
    about = os.fstat(file.fileno())
    if not stat.S_ISREG(about.st_mode):
        file.close()
        raise _no_file(path)
    if most is not None and about.st_size > most:
        file.close()
        raise OSError(errno.EFBIG, f"it is larger than {most >> 20} MiB", str(path))
    return file


def read_regular(path: Path, most: int) -> bytes:
    """What is in a file. OSError where that is no regular file or has over `most` bytes."""
    with open_regular(path, most=most) as file:
        return file.read(most)  # it may be growing


def within(folder: Path, name: str) -> Path:
    """The file of that name in `folder`. Refusal where it is none of that folder: a path, or a link that leads out."""
    path = folder / name
    try:
        stays = path.name == name and path.resolve().parent == folder.resolve()
    except (OSError, RuntimeError, ValueError):  # links in a ring, a zero byte
        stays = False
    if not stays:
        raise Refusal(f"{folder}: {quoted(name)} is not the name of a file that lies there")
    return path


def read_toml(folder: Path, name: str) -> dict[str, Any]:
    """The tables of a TOML file in `folder`. Refusal, naming it, where it cannot be read."""
    import tomllib

    path = within(folder, name)
    try:
        return tomllib.loads(read_regular(path, TEXT).decode())
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:  # of the text, or of a number or date in it
        raise Refusal(f"{path} is no card: {error}") from error


def settle(folder: Path) -> None:
    """Make sure that a file made in `folder` is found there after the power went. OSError when the disk refuses."""
    if os.name != "posix":  # only there a folder can be opened
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a file system that has no such thing
            raise
    finally:
        os.close(handle)


def _no_file(path: Path) -> OSError:
    return OSError(errno.EINVAL, "it is no regular file", str(path))
