"""Starts child processes for code that may hang, crash or read and print what it likes: bots, studies, trainings.

A child runs a module as a program: with one thread per numerical library, in a process group of its own, so that Ctrl+C
reaches only the parent and stopping it also stops what it started. `hosting` (bots that think), `registry.plugins`
(bots that are listed), `module_runner` (studies of a screen) and `trainings` differ only in what they exchange with
theirs. Visitors' programs (`serve.program`) have the same command, and an environment of their own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TypedDict

from .. import system
from .threads import ONE_EACH

# --- in the parent --------------------------------------------------------------------------------


class SpawnOptions(TypedDict):
    """Keyword arguments for `subprocess` and `asyncio`."""

    env: Mapping[str, str]
    start_new_session: bool
    creationflags: int


def command(module: str, *words: str) -> tuple[str, ...]:
    """Return the command that runs a module, without the current folder on its path."""
    return sys.executable, "-P", "-m", module, *words


def spawn_options(**variables: str) -> SpawnOptions:
    """Return how to start a child, with additional environment variables."""
    env = os.environ | ONE_EACH | variables
    return {"env": env, "start_new_session": True, "creationflags": system.NEW_GROUP}


# --- in the child ---------------------------------------------------------------------------------


def take_input() -> int:
    """Return the file descriptor of standard input; from now on, other readers of it find it empty."""
    taken, nothing = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return taken


def take_output() -> int:
    """Return the file descriptor of standard output; from now on, what others print goes to standard error."""
    taken = os.dup(1)
    os.dup2(2, 1)
    return taken
