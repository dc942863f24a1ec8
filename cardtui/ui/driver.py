"""The terminal: taken, given back and taken again when the program is stopped and goes on."""

from __future__ import annotations

import os
import signal
from typing import Any

from textual.drivers.linux_driver import LinuxDriver


class TerminalDriver(LinuxDriver):
    """Textual's driver with its handling of SIGTSTP and SIGCONT put right.

    Textual 8.2.8 takes each SIGCONT for the end of a suspension. After SIGSTOP, which nobody can catch, it so starts a
    second thread that reads keys, remembers the raw mode as the one to restore, and at the end may wait for ever for
    the first thread. Its handlers also write to the terminal in the middle of whatever the main thread does, which may
    hold the lock of the same queue. To be reported: resume only what was suspended, and act in the event loop.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._loop.add_signal_handler(signal.SIGTSTP, self._stop)
        self._loop.add_signal_handler(signal.SIGCONT, self._go_on)

    @property
    def _taken(self) -> bool:
        """Whether the terminal is the program's: not while it is suspended, and not once it ends."""
        return self._key_thread is not None and self._key_thread.is_alive()

    def _disable_mouse_support(self) -> None:
        """Textual leaves the report of pixels switched on. To be reported."""
        super()._disable_mouse_support()
        if self._mouse_pixels:
            self.write("\x1b[?1016l")

    def _give_back(self) -> None:
        self.suspend_application_mode()
        self._must_signal_resume = True

    def _stop(self) -> None:
        """SIGTSTP: the shell gets its terminal as it was."""
        if self._auto_restart and self._taken:
            self._give_back()
        os.kill(os.getpid(), signal.SIGSTOP)

    def _go_on(self) -> None:
        """SIGCONT: take the terminal again, where it was given back as where SIGSTOP left no time for that."""
        if not self._auto_restart:
            return  # `App.suspend` takes it again
        found = self.attrs_before
        stopped = self._taken
        if stopped:
            self._give_back()
        if self._must_signal_resume:
            self.resume_application_mode()
        if stopped:
            self.attrs_before = found  # the shell may have set its own mode, or have left ours
