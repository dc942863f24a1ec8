"""Waits for processes that something else started, and for what they do."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest


def await_end(pid: int) -> None:
    """Return once a process has ended; the test fails if it is still there after a minute."""
    for _ in range(1200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        if _zombie(pid):
            return
        time.sleep(0.05)
    pytest.fail(f"the process {pid} lives on")


def until(what: Callable[[], object], seconds: float = 60.0) -> None:
    """Return once something is so; the test fails if it never is."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


def _zombie(pid: int) -> bool:
    """Return whether it has ended and only waits to be reaped by whoever inherited it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False
