"""Takes away from a process what Windows lacks. Python imports this at its start, if it is on the path."""

import builtins
import os
import signal
from typing import Any

for module, names in ((os, ("nice", "killpg", "fork", "setsid", "getpgid")), (signal, ("pthread_sigmask", "SIGHUP"))):
    for name in names:
        delattr(module, name)

ABSENT = {"fcntl", "resource", "termios", "pty", "pwd", "grp"}
_import = builtins.__import__


def _no_posix(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
    """Refuse these modules to cardtui; Python's own library needs them here."""
    if name in ABSENT and str((globals or {}).get("__name__")).startswith(("cardtui", "agents", "__main__")):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _import(name, globals, locals, fromlist, level)


builtins.__import__ = _no_posix
