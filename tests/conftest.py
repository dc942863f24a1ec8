"""What all tests share: kernels with bounds checks, Ctrl+C that works, and nobody's own settings touched."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from cardtui.registry import catalogue
from cardtui.system.threads import ONE_EACH

pytest.register_assert_rewrite("tests.ui.common")  # so that its assertions tell what differs
settings.register_profile("untimed", deadline=None)  # a busy machine makes no test fail
settings.load_profile("untimed")
os.environ.update(ONE_EACH)
os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")  # before anything imports numba; children inherit it
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # begun in a shell's background; children would inherit that too
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Config, data and state below a folder of this test; the cache of compiled kernels stays where it is."""
    home: Path = tmp_path_factory.mktemp("home")
    for kind in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(home / kind.lower()))
    for name in [name for name in os.environ if name.startswith("CARDTUI_") and name.isupper()]:
        monkeypatch.delenv(name)


@pytest.fixture
def own_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The games and bots that a test adds, from files or packages, are gone after it."""
    monkeypatch.setenv(catalogue.FILES, "")
    catalogue.forget()
    yield
    monkeypatch.undo()
    catalogue.forget()
