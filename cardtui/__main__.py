"""Entry point of `cardtui` and of `python -m cardtui`."""

import os
import signal
import sys
import threading
import time
from types import FrameType

PATIENCE = 2.0
"""Seconds to wait at the end for threads that a bot has started and left running."""


def main() -> int:
    """Run the command line, after importing it: Ctrl+C before that ends the program without a traceback.

    SIGTERM and SIGHUP, unless they are ignored, do what Ctrl+C does, so that results are kept and processes ended, but
    the exit code is 143 or 129. If the same signal comes again it ends the program at once.
    """
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # else it is ignored, as in a background job
    if usual:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main as run

    if usual:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    asked = list[int]()

    def stop(number: int, _: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        asked.append(number)
        raise KeyboardInterrupt

    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_DFL:
            signal.signal(getattr(signal, name), stop)
    code = run()
    if asked and code:
        code = 128 + asked[0]
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        threading.Thread(target=_end, args=(code,), daemon=True).start()
    return code


def _end(code: int) -> None:
    """End the process even if threads are still running: Python would wait for them, perhaps forever."""
    time.sleep(PATIENCE)
    os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
