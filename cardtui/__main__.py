"""Entry point of `cardtui` and of `python -m cardtui`."""

import signal
import sys


def main() -> int:
    """Run the command line, after importing it: Ctrl+C before that ends the program without a traceback."""
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # else it is ignored, as in a background job
    if usual:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main as run

    if usual:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return run()


if __name__ == "__main__":
    sys.exit(main())
