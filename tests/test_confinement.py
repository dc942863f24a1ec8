"""The kernel keeps a confined process, and what it starts, from files, connections and processes outside."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from cardtui.core import Refusal
from cardtui.system import confinement

CONFINED = pytest.mark.skipif(confinement.version() < confinement.LEAST, reason="this system has no Landlock for it")
OUTSIDE = ("secret", "gone", "moved", "short")
TRIES = """
import os, pathlib, socket, subprocess, sys
from cardtui.system import confinement
own, other, port, confined = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3]), len(sys.argv) == 4
code = [pathlib.Path(path) for path in (sys.prefix, sys.base_prefix, *sys.path, "/usr", "/lib", "/lib64") if path]
if confined:
    confinement.confine(code, [own, pathlib.Path("/nothing/here")])
attempts = {
    "read": lambda: (other / "secret").read_text(),
    "list": lambda: os.listdir(other),
    "write": lambda: (other / "new").write_text("x"),
    "remove": lambda: (other / "gone").unlink(),
    "move": lambda: (other / "moved").rename(own / "mine"),
    "truncate": lambda: os.truncate(other / "short", 0),
    "follow": lambda: [(own / "link").symlink_to(other / "secret"), (own / "link").read_text()],
    "connect": lambda: socket.create_connection(("127.0.0.1", port), 5),
    "listen": lambda: socket.create_server(("127.0.0.1", 0)),
    "environment": lambda: open(f"/proc/{os.getppid()}/environ").read(),
    "child": lambda: subprocess.run(
        [sys.executable, "-c", f"open({str(other / 'secret')!r}).read()"], check=True, capture_output=True),
}
for name, attempt in attempts.items():
    try:
        attempt()
        print(name)
    except (OSError, subprocess.CalledProcessError):
        pass
(own / "kept").write_text("x")
print((own / "kept").read_text(), len(os.listdir(own)))
"""


@CONFINED
def test_nothing_outside_is_within_reach(tmp_path: Path) -> None:
    assert tried(tmp_path) == "x 2\n"  # the file, and a link that leads nowhere
    assert {path.name: path.read_text() for path in (tmp_path / "other").iterdir()} == dict.fromkeys(OUTSIDE, "secret")


@CONFINED
def test_whatever_is_tried_can_be_done_by_a_process_that_is_free(tmp_path: Path) -> None:
    """Else the other test would show nothing."""
    names = re.findall(r'^    "(\w+)": ', TRIES, re.MULTILINE)
    assert len(names) > 10 and tried(tmp_path, "free").split() == [*names, "x", "3"]


def tried(folder: Path, *free: str) -> str:
    """What a process could do outside its own folder, and then in it."""
    own, other = folder / "own", folder / "other"
    own.mkdir()
    other.mkdir()
    for name in OUTSIDE:
        (other / name).write_text("secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        command = [sys.executable, "-c", TRIES, str(own), str(other), str(server.getsockname()[1]), *free]
        found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert not found.stderr
    return found.stdout


def test_where_it_cannot_be_done_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(Refusal, match=r"this needs Linux 6.7 or newer with Landlock"):
        confinement.confine([], [])
