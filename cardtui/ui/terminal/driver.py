"""The terminal driver: handles suspending and resuming the program by signals, and the end of the terminal."""

from __future__ import annotations

import os
import select
import signal
from codecs import getincrementaldecoder
from contextlib import suppress
from functools import partial
from typing import IO, Any, cast

from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver

# A typed byte that is not UTF-8 ends Textual 8.2.8; here it becomes a replacement character. To be reported upstream.
linux_driver.getincrementaldecoder = lambda encoding: partial(  # type: ignore[attr-defined]
    getincrementaldecoder(encoding), "replace"
)


class LastingFile:
    """A terminal's file to which one can write even when the terminal has gone.

    The thread in which Textual writes would end with an error. Its queue would then fill up, and the program wait for
    ever to draw, without a chance to handle SIGHUP and leave.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write text, or drop it."""
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        """Flush what was written, if there is somebody to read it."""
        with suppress(OSError):
            self._file.flush()

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._file.fileno()


class TerminalDriver(LinuxDriver):
    """Textual's driver with corrected handling of SIGTSTP and SIGCONT.

    Textual 8.2.8 treats every SIGCONT as the end of a suspension. After SIGSTOP, which cannot be caught, it therefore
    starts a second key reader thread, remembers raw mode as the mode to restore, and may wait forever for the first
    thread on exit. Also, its signal handlers write to the terminal while the main thread may hold the lock of the same
    queue. To be reported upstream. This class resumes only what was suspended, and runs the handlers in the event loop.

    When a terminal goes away, the kernel sends SIGHUP to the first process in it alone. `make` and many scripts do not
    pass it on, and wait for the program instead. It therefore looks at the terminal itself, where the system has epoll.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._file = cast(Any, LastingFile(cast(IO[str], self._file)))
        self._loop.add_signal_handler(signal.SIGTSTP, self._stop)
        self._loop.add_signal_handler(signal.SIGCONT, self._go_on)
        if hasattr(select, "epoll"):
            self._gone = select.epoll()
            with suppress(OSError):  # input from something that cannot go away
                self._gone.register(self.fileno, 0)  # without any event: a hangup is always reported
                self._loop.add_reader(self._gone, self._hang_up)

    def _hang_up(self) -> None:
        """Handle the end of the terminal as SIGHUP."""
        self._loop.remove_reader(self._gone)
        signal.raise_signal(signal.SIGHUP)

    @property
    def _taken(self) -> bool:
        """Whether the program controls the terminal, which it does not while suspended or on exit."""
        return self._key_thread is not None and self._key_thread.is_alive()

    def _disable_mouse_support(self) -> None:
        """Also switch off mouse reports in pixels, which Textual leaves on. To be reported upstream."""
        super()._disable_mouse_support()
        if self._mouse_pixels:
            self.write("\x1b[?1016l")

    def _give_back(self) -> None:
        self.suspend_application_mode()
        self._must_signal_resume = True

    def _stop(self) -> None:
        """Handle SIGTSTP: restore the terminal for the shell, then stop."""
        if self._auto_restart and self._taken:
            self._give_back()
        os.kill(os.getpid(), signal.SIGSTOP)

    def _go_on(self) -> None:
        """Handle SIGCONT: take over the terminal again, even after a SIGSTOP that left no time to restore it."""
        if not self._auto_restart:
            return  # `App.suspend` takes over the terminal itself
        found = self.attrs_before
        stopped = self._taken
        if stopped:
            self._give_back()
        if self._must_signal_resume:
            self.resume_application_mode()
        if stopped:
            self.attrs_before = found  # the shell may have set its own mode or kept ours
