"""Loads objects by name: "package.module:name", or "folder/file.py:name" for a file that is not installed."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any


def load(target: Any) -> Any:
    """Import and return the object that a text names. Any other value is returned as it is.

    Raises whatever its module raises on import, and ImportError if there is no such object.
    """
    if not isinstance(target, str):
        return target
    module, _, name = target.rpartition(":")
    if not module:
        raise ImportError(f"{target!r} is not a name such as module:name or file.py:name")
    if "/" in module and not module.endswith(".py"):
        raise ModuleNotFoundError(f"{module} is no .py file")
    found: Any = from_file(module) if module.endswith(".py") else import_module(module)
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except AttributeError as error:
            raise ImportError(f"{module} has no {name}{_classes(found)}") from error
    return found


def _classes(module: Any) -> str:
    """Return in words which classes a module makes itself, as one of them may be meant; "" if none."""
    if not isinstance(module, ModuleType):
        return ""
    made = [
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__ and not name.startswith("_")
    ]
    return f"; its classes are {', '.join(made)}" if made else ""


def from_file(file: str) -> ModuleType:
    """Return the module of a file, imported once. Like a script, it may import modules from its own folder."""
    from hashlib import sha256  # takes 4 MiB in each process of bots, most of which load no file

    path = Path(os.path.realpath(Path(file).expanduser()))  # links in a circle are no error here
    name = f"cardtui_file_{path.stem}_{sha256(str(path).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ModuleNotFoundError(f"there is no file {path}")
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


@contextmanager
def exits_raised() -> Iterator[None]:
    """Let `os._exit`, called here by third-party code, raise SystemExit: else the program would end without a word.

    If such code copies this process by `os.fork`, the copy ends here: otherwise the program would go on twice.
    """
    end, here = os._exit, (os.getpid(), threading.get_ident())

    def refused(code: int) -> None:
        if (os.getpid(), threading.get_ident()) == here:  # else it is a child process, or a thread of the program
            raise SystemExit(f"os._exit({code})")
        end(code)

    os._exit = refused  # type: ignore[assignment]
    try:
        yield
    finally:
        os._exit = end
        if os.getpid() != here[0]:
            end(1)
