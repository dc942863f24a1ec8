"""Reading untrusted files: regular files only, with a limit on their size. Standard library only.

A pipe could block for ever, and a device could return bytes without end.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from ..core import Refusal, quoted

TEXT = 1 << 20
"""Maximum size in bytes of a file written by hand, such as a card or the settings."""
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


def expanded(path: str) -> Path:
    """Return a path with a home folder in place of `~`. Raises Refusal if there is no such user."""
    try:
        return Path(path).expanduser()
    except (RuntimeError, ValueError) as error:  # ValueError: no name of a user can be so
        raise Refusal(f"{path} names the home folder of an unknown user") from error


def newest(folder: Path, pattern: str) -> list[Path]:
    """Return the regular files in a folder whose names match a pattern, the newest first."""
    found = []
    for path in folder.glob(pattern):
        with suppress(OSError):  # deleted meanwhile, or a broken link
            about = path.stat()
            if stat.S_ISREG(about.st_mode):
                found.append((about.st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def open_regular(path: Path, mode: str = "rb", most: int | None = None) -> BinaryIO:
    """Open a file as `path.open(mode)` does, unbuffered where it is written to.

    Raises OSError if it is not a regular file or is larger than `most` bytes.
    """

    def opener(name: str, flags: int) -> int:
        return os.open(name, flags | _AT_ONCE, 0o666)

    try:
        # the mode is a variable, so the type checker cannot tell that it is binary; the caller closes the file
        file: BinaryIO = open(path, mode, -1 if mode == "rb" else 0, opener=opener)  # type: ignore[assignment] # noqa: SIM115
    except OSError as error:
        if error.errno == errno.ENXIO:  # a pipe without a reader, or a socket
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
    """Return the contents of a file.

    Raises OSError if it is not a regular file or is larger than `most` bytes.
    """
    with open_regular(path, most=most) as file:
        return file.read(most)  # the file may be growing


def within(folder: Path, name: str) -> Path:
    """Return the path of the file `name` in `folder`.

    Raises Refusal if it would lie outside the folder: `name` is a path, or a link that leads out.
    """
    path = folder / name
    try:
        stays = path.name == name and path.resolve().parent == folder.resolve()
    except (OSError, RuntimeError, ValueError):  # a cycle of links, or a zero byte
        stays = False
    if not stays:
        raise Refusal(f"{folder}: {quoted(name)} is not the name of a file that lies there")
    return path


def read_toml(folder: Path, name: str) -> dict[str, Any]:
    """Parse the TOML file `name` in `folder`. Raises Refusal, naming the file, if it cannot be read."""
    import tomllib

    path = within(folder, name)
    try:
        return tomllib.loads(read_regular(path, TEXT).decode())
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:  # of the text, or of a number or date in it
        raise Refusal(f"{path} is no card: {error}") from error


def absolute_path(path: Path) -> Path:
    """Return a path without links; unlike with `Path.resolve`, links that lead in a circle are no error here."""
    return Path(os.path.realpath(path))


def sentence(error: Exception) -> str:
    """Return the text of an error; for a file that cannot be used, which one and why.

    >>> sentence(PermissionError(13, "Permission denied", "/etc/x")), sentence(OSError(28, "No space left on device"))
    ('/etc/x cannot be used: Permission denied', 'No space left on device')
    """
    if not isinstance(error, OSError):
        return str(error)
    return f"{error.filename} cannot be used: {error.strerror}" if error.filename else error.strerror or str(error)


def fsync_folder(folder: Path) -> None:
    """Flush the directory entry of a new file in `folder`, so that it survives a power failure.

    Raises OSError if the disk fails.
    """
    if os.name != "posix":  # other systems cannot open a folder
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # not supported by this file system
            raise
    finally:
        os.close(handle)


def _no_file(path: Path) -> OSError:
    return OSError(errno.EINVAL, "it is no regular file", str(path))
