"""The command line. Starts quickly: the module of a command is imported only when that command runs."""

from __future__ import annotations

import _thread
import faulthandler
import gc
import io
import os
import shlex
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from threading import Timer

from . import loading, registry, settings
from .commands.parser import parser
from .core import Refusal, quoted
from .registry import catalogue
from .system.files import sentence
from .system.threads import ONE_EACH
from .text.ascii import ALIKE
from .text.printable import printable

_COMMANDS = "cardtui.commands"
_OBJECTS = 10_000
"""How many new objects start a garbage collection: modules and screens make many that stay, and few cycles."""
_SOON = 0.05
"""Seconds until a lost interrupt comes again."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; return 0, 2 for a refused request, 130 if interrupted, or 141 if the output pipe was closed.

    Characters that the encoding of stdout lacks are printed in ASCII; stderr escapes them by itself.
    """
    gc.set_threshold(_OBJECTS)
    _open_all()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=ALIKE)
    code = 130
    try:
        with _interruptible() as lost:
            code = _run(argv, lost)
        if not sys.stdout.closed:
            sys.stdout.flush()
    except KeyboardInterrupt:
        _tell_interrupted()
        code = 130
    except BrokenPipeError:  # exit like a program killed by SIGPIPE
        code = 141
    except OSError as error:
        with suppress(OSError):
            print(f"cardtui: {printable(sentence(error))}", file=sys.stderr)
        code = 2
    for stream in (sys.stdout, sys.stderr):
        try:
            if not stream.closed:
                stream.flush()
        except OSError:  # otherwise Python complains on exit, when it flushes again
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return code


def _run(argv: Sequence[str] | None, lost: Sequence[object] = ()) -> int:
    """Return the exit code of a command line. Raises OSError if output cannot be written or a file cannot be used.

    After `lost` interrupts (see `_interruptible`) an error is raised again: half compiled kernels are nobody's fault.
    """
    typed = sys.argv[1:] if argv is None else argv
    try:
        wanted = _with_games(typed)
        args = parser(every=wanted[:1] not in ([name] for name in catalogue.shipped())).parse_args(wanted)
    except Refusal as refusal:
        print(f"cardtui: {printable(str(refusal))}", file=sys.stderr)
        return 2
    except SystemExit as end:  # argparse has already printed the help or the error
        return int(end.code or 0)
    os.environ.update(ONE_EACH)
    if not faulthandler.is_enabled():
        faulthandler.enable(2)  # a bot may bring compiled code that crashes: then it is told where
    args.typed = shlex.join(["cardtui", *typed])
    _keep_to_ascii(args)
    try:
        if getattr(args, "executor", None):
            from . import executors

            executors.choose(args.executor)
        run = loading.load(f"{_COMMANDS}.{args.run}")
        only_data = loading.load(f"{_COMMANDS}.common:only_data")() if getattr(args, "json", False) else nullcontext()
        with only_data, loading.exits_raised():
            code: int = run(args)
    except Refusal as refusal:
        if lost:
            raise
        print(f"cardtui: {printable(str(refusal))}", file=sys.stderr)
        return 2
    except OSError:
        raise  # `main` says which file
    except (Exception, SystemExit) as error:
        gone = "a bot or game closed the program's output, so nothing can be printed"
        if lost or not (said := gone if sys.stdout.closed else catalogue.blamed(error)):
            raise
        print(f"cardtui: {printable(said)}", file=sys.stderr)
        return 2
    return code


def _tell_interrupted() -> None:
    with suppress(OSError):  # the terminal may be gone
        print("cardtui: interrupted", file=sys.stderr)


@contextmanager
def _interruptible() -> Iterator[Sequence[object]]:
    """Interrupt again where Ctrl+C came in a callback of the kernels' compiler, which drops what it cannot pass on.

    Yields a list that gets an entry for each such interrupt.

    What fails before that, such as a half compiled kernel, counts as interrupted too.
    """
    usual, again = sys.unraisablehook, list[Timer]()

    def hook(about: sys.UnraisableHookArgs) -> None:
        if issubclass(about.exc_type, KeyboardInterrupt):
            again.append(Timer(_SOON, _thread.interrupt_main))  # in this hook it would be dropped as well
            again[-1].daemon = True
            again[-1].start()
        else:
            usual(about)

    sys.unraisablehook = hook
    try:
        yield again
    except Exception:
        if not again:
            raise
        _tell_interrupted()
    finally:
        for timer in again:
            timer.cancel()
        sys.unraisablehook = usual


def _with_games(argv: Sequence[str]) -> list[str]:
    """Register the games given by `--game FILE.py`, which adds their commands, and return the other arguments.

    Raises Refusal for a file without a valid game, and for what is no such file.
    """
    left = [part for word in argv for part in (word.split("=", 1) if word.startswith("--game=") else [word])]
    check = left.index("check") if "check" in left else len(left)
    for place in range(len(left) - 2, -1, -1):
        if left[place] == "--game" and left[place + 1].endswith(".py"):
            name = registry.add_game(left[place + 1])
            left[place : place + 2] = ["--game", name] if place > check else []
        elif left[place] == "--game" and place < check:
            raise Refusal(f"--game takes the file of a game, such as mine.py, not {quoted(left[place + 1])}")
        elif place == check and left[place + 1].endswith(".py"):
            left[place + 1] = registry.add_game(left[place + 1])
    return left


def _keep_to_ascii(args: Namespace) -> None:
    """Print ASCII alone where the setting `ascii` asks for it.

    Screens, which can change that setting, write to the streams that Python opened.
    """
    try:
        wanted = settings.load({"ascii": getattr(args, "ascii", None)}).ascii
    except Refusal:  # commands that use settings refuse them
        return
    if wanted and sys.stdout is sys.__stdout__:
        sys.stdout = open(1, "w", encoding="ascii", errors=ALIKE, closefd=False)  # noqa: SIM115 - as long as it runs
    if wanted and sys.stderr is sys.__stderr__:
        sys.stderr = open(2, "w", 1, encoding="ascii", errors=ALIKE, closefd=False)  # noqa: SIM115


def _open_all() -> None:
    """Open /dev/null in place of closed standard streams, so that no other file gets their numbers and their output."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)
    sys.stdin = sys.stdin or open(0, encoding="utf-8")  # noqa: SIM115 - stays open while the program runs
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115
