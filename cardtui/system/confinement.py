"""Keeps a process, and all that it will ever start, from the files it has no business with: Linux's Landlock.

The kernel enforces it, so code that forgets to ask, or that is not Python, is held too; it cannot be undone. Whatever
the kernel knows to forbid is forbidden: all files but those named, all connections, signals to processes outside.
See https://docs.kernel.org/userspace-api/landlock.html, whose numbers stand below.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Iterable
from pathlib import Path

from ..core import Refusal

LEAST = 4
"""The version of Landlock without which a process counts as not confined: the first that forbids connections."""
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION_ONLY = 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_TRUNCATE = 1 << 14
_KNOWN_FILES = {4: 1 << 15, 5: 1 << 16}
"""The first bit beyond the rights on files that a version knows; later versions know what the last one does."""
_TCP, _OUTSIDE = 3, 3
"""Binding and connecting; abstract sockets of processes outside, and signals to them (from version 6)."""
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
"""The rights that mean something for a single file."""
_NO_NEW_PRIVILEGES, _DEATH_SIGNAL, _ADOPT_ORPHANS = 38, 1, 36


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """Return the version of Landlock that this system has; 0 if it has none."""
    if sys.platform != "linux":
        return 0
    return max(0, int(_libc().syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_ONLY))))


def refuse_unsupported() -> None:
    """Raise Refusal if this system cannot confine a process."""
    if (found := version()) < LEAST:
        have = f"version {found}" if found else "none"
        raise Refusal(
            f"this needs Linux 6.7 or newer with Landlock, to keep visitors from the machine's files ({have})"
        )


def confine(reading: Iterable[Path], writing: Iterable[Path]) -> None:
    """Allow this process only to read and run what lies at or below some paths, and to write below others.

    Paths that do not exist are left out. Raises Refusal if the system cannot do it, OSError if it fails; then the
    process must end, since it is not confined.
    """
    refuse_unsupported()
    known = version()
    every = _KNOWN_FILES.get(known, _KNOWN_FILES[max(_KNOWN_FILES)]) - 1
    size = ctypes.sizeof(_Ruleset) if known >= 6 else _Ruleset.scoped.offset
    rules = _call(_CREATE, ctypes.byref(_Ruleset(every, _TCP, _OUTSIDE)), ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        for path in reading:
            _allow(rules, path, _EXECUTE | _READ_FILE | _READ_DIR)
        for path in writing:
            _allow(rules, path, every & ~_EXECUTE)
        if _libc().prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
            raise _failure()
        _call(_RESTRICT, ctypes.c_int(rules), ctypes.c_uint32(0))
    finally:
        os.close(rules)


def end_with_parent() -> None:
    """Let this process be killed when its parent ends, however that ends, and adopt what its children leave behind."""
    libc = _libc()
    if libc.prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0) or libc.prctl(_ADOPT_ORPHANS, 1, 0, 0, 0):
        raise _failure()


def _allow(rules: int, path: Path, rights: int) -> None:
    try:
        found = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        rights = rights if path.is_dir() else rights & _ON_FILES
        _call(_ADD, ctypes.c_int(rules), ctypes.c_int(1), ctypes.byref(_Beneath(rights, found)), ctypes.c_uint32(0))
    finally:
        os.close(found)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(number: int, *arguments: object) -> int:
    """Return the result of a system call. Raises OSError."""
    result = int(_libc().syscall(ctypes.c_long(number), *arguments))
    if result < 0:
        raise _failure()
    return result


def _failure() -> OSError:
    code = ctypes.get_errno()
    return OSError(code, os.strerror(code))
