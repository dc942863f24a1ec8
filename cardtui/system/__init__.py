"""What operating systems do differently: locks on files, priorities, the end of processes. Standard library only.

`children` starts child processes, and `module_runner` a module in one; `files` reads and writes files with care;
`memory`, `threads` and `confinement` limit what a process may take.

What a system lacks is left out where nothing depends on it. Tried on Linux; on Windows by tests that take away what
Windows lacks, not on the system itself.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

LOCKS_ARE_INHERITED = fcntl is not None
"""Whether a child process can go on holding a lock of its parent."""
NEW_GROUP = 0x200 if os.name == "nt" else 0
"""`creationflags` of a child that Ctrl+C does not reach on Windows. Elsewhere `start_new_session` does that."""
_FAR = 1 << 40
"""The byte that is locked on Windows, where locked bytes cannot be read: far behind the end of every file."""


def lock(file: int, shared: bool = False) -> bool:
    """Lock an open file until it is closed; return False if another process holds a lock that excludes this one.

    Windows has no shared locks, so that one that is asked for is exclusive. Raises OSError if locks fail otherwise.
    """
    try:
        if fcntl:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        else:
            _lock_byte(file)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _lock_byte(file: int) -> None:
    """Lock a file on Windows. Does nothing where there are no locks at all."""
    try:
        from msvcrt import LK_NBLCK, locking  # type: ignore[attr-defined]
    except ImportError:
        return
    place = os.lseek(file, 0, os.SEEK_CUR)
    os.lseek(file, _FAR, os.SEEK_SET)
    try:
        locking(file, LK_NBLCK, 1)
    finally:
        os.lseek(file, place, os.SEEK_SET)


def yield_priority(steps: int) -> None:
    """Let other processes go first, by so many steps of POSIX niceness."""
    if hasattr(os, "nice"):
        os.nice(steps)


def ending(code: int) -> str:
    """Return in words how a process ended; its exit code is negative if a signal killed it.

    >>> ending(3), ending(-9)
    ('exit code 3', 'killed by SIGKILL')
    """
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def kill(pid: int) -> None:
    """Kill a process that leads its group, and everything it started."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(pid, signal.SIGKILL)
        else:
            _kill_tree(pid)


PAUSES = hasattr(os, "killpg")
"""Whether processes can be paused."""


def pause(pid: int, on: bool) -> None:
    """Pause a process that leads its group with everything it started, or let it go on. Only where `PAUSES`."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGSTOP if on else signal.SIGCONT)


def _kill_tree(pid: int) -> None:
    """Kill a process and its children on Windows; without its `taskkill`, the process alone."""
    import subprocess  # not at the start of every command

    try:
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(pid)], capture_output=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        os.kill(pid, signal.SIGTERM)  # on Windows this ends it at once, too


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Hold back Ctrl+C, SIGHUP and SIGTERM in this thread. Does nothing on Windows.

    Processes started meanwhile never get the first two, and SIGTERM only once they call `take_sigterm`.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # starting multiprocessing's tracker later would undo the mask
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def take_sigterm() -> None:
    """Let SIGTERM end this process, which was started under `interrupts_held_back`."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
