"""A visitor's program: confined to the visitor's folder first, then the menu. Run by `program` as a module."""

from __future__ import annotations

import mimetypes
import os
import resource
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from ..core import Refusal
from ..registry import plugins
from ..system import confinement

FILE_BYTES = 64 << 20
"""The largest file that a visitor's program may write."""
_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime", "/proc/cpuinfo", "/proc/meminfo")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")


def code_folders() -> Iterator[Path]:
    """Yield where Python, this program and the installed games and bots lie."""
    yield from map(Path, (sys.prefix, sys.base_prefix, *(path for path in sys.path if path)))
    points = (point for group in (plugins.GAMES, plugins.BOTS) for point in entry_points(group=group))
    others = (point.module.partition(".")[0] for point in points)
    for module in ("cardtui", "cardtui.agents", "cardtui.weights", *others):
        if (spec := find_spec(module)) and (spec.submodule_search_locations or spec.origin):
            yield from map(Path, spec.submodule_search_locations or (spec.origin or "",))


def main() -> int:
    """Run the menu for a visitor: arguments are the folder, the folder of kernels, and the memory in bytes."""
    folder, kernels, memory = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    confinement.end_with_parent()
    most = 2 * memory  # the server watches the limit and tells it; a process that fails at its own would tell nothing
    for what, limit in ((resource.RLIMIT_DATA, most), (resource.RLIMIT_FSIZE, FILE_BYTES), (resource.RLIMIT_CORE, 0)):
        resource.setrlimit(what, (limit, limit))
    os.chdir(folder)
    mimetypes.knownfiles.clear()  # the system's lists cannot be read from here on, and Textual would try
    try:
        confinement.confine([*code_folders(), *map(Path, _SYSTEM)], [folder, kernels, *map(Path, _DEVICES)])
    except (Refusal, OSError) as error:
        print(f"not confined, so not started: {error}", file=sys.stderr)
        return 1
    from .. import settings
    from ..ui.app import run
    from ..ui.start import Menu

    return run(settings.load(), Menu())


if __name__ == "__main__":
    sys.exit(main())
