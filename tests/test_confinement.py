"""The kernel keeps a confined process, and what it starts, from files, connections and processes outside."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cardtui import confinement
from cardtui.core import Refusal

TRIES = """
import os, pathlib, socket, subprocess, sys
from cardtui import confinement
own, other, port = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
code = [pathlib.Path(path) for path in (sys.prefix, sys.base_prefix, *sys.path, "/usr", "/lib", "/lib64") if path]
confinement.confine(code, [own, pathlib.Path("/nothing/here")])
attempts = {
    "read": lambda: (other / "secret").read_text(),
    "list": lambda: os.listdir(other),
    "write": lambda: (other / "new").write_text("x"),
    "remove": lambda: (other / "secret").unlink(),
    "move": lambda: (other / "secret").rename(own / "mine"),
    "truncate": lambda: os.truncate(other / "secret", 0),
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


@pytest.mark.skipif(confinement.version() < confinement.LEAST, reason="this system has no Landlock for it")
def test_nothing_outside_is_within_reach(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    own.mkdir()
    other.mkdir()
    (other / "secret").write_text("secret")
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        command = [sys.executable, "-c", TRIES, str(own), str(other), port]
        found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (found.stdout, found.stderr) == ("x 2\n", "")  # the file, and a link that leads nowhere
    assert (other / "secret").read_text() == "secret" and len([*other.iterdir()]) == 1


def test_where_it_cannot_be_done_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confinement.sys, "platform", "darwin")
    with pytest.raises(Refusal, match=r"this needs Linux 6.7 or newer with Landlock"):
        confinement.confine([], [])
