"""Files read and written with care. Standard library only.

Of untrusted files only regular ones are read, up to a limit: a pipe could block for ever, and a device could return
bytes without end. Files are written whole or not at all, and two programs that change one wait for each other.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from .. import system
from ..core import Refusal, quoted

TEXT = 1 << 20
"""Maximum size in bytes of a file written by hand, such as a card or the settings."""
PATIENCE = 2.0
"""Seconds to wait for another cardtui that changes a file; it takes milliseconds."""
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


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, which is made if it is missing, while a file in it is read, changed and written.

    Another cardtui waits meanwhile, so that neither loses what the other changes. Where folders cannot be locked, or
    another holds the lock for longer than PATIENCE, the block runs all the same. Raises OSError if the folder cannot be
    made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    held, until = -1, time.monotonic() + PATIENCE
    try:
        with suppress(OSError):  # Windows cannot open a folder, and some network disks have no locks
            held = os.open(folder, os.O_RDONLY)
            while not system.lock(held) and time.monotonic() < until:
                time.sleep(0.01)
        yield
    finally:
        if held >= 0:
            os.close(held)


def write_atomically(path: Path, text: str, private: bool = False) -> None:
    """Replace a file atomically: after a crash it has the old or the new content. Raises OSError if writing fails.

    A file that is replaced keeps its permissions. A new one that is `private` can be read by its owner alone.
    """
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with suppress(OSError):  # there is none yet, or the disk keeps no permissions
            fresh.chmod(path.stat().st_mode & 0o777)
        fresh.replace(path)
    except BaseException as error:
        fresh.unlink(missing_ok=True)
        # of a full disk the system does not say which file
        if isinstance(error, OSError) and error.errno and not error.filename:
            error.filename = str(path)
        raise


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
