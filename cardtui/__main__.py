"""Entry point of `cardtui` and of `python -m cardtui`."""

import os
import signal
import sys
import threading
import time

PATIENCE = 2.0
"""Seconds to wait at the end for threads that a bot has started and left running."""


def main() -> int:
    """Run the command line, after importing it: Ctrl+C before that ends the program without a traceback."""
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # else it is ignored, as in a background job
    if usual:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main as run

    if usual:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    code = run()
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        threading.Thread(target=_end, args=(code,), daemon=True).start()
    return code


def _end(code: int) -> None:
    """End the process even if threads are still running: Python would wait for them, perhaps forever."""
    time.sleep(PATIENCE)
    os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
