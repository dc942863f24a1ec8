"""The tests in other environments: `nox --list`; `nox -s tests-3.13 -- tests/yaniv` runs a part of them.

Interpreters that a machine does not have are skipped and named. Without torch, the tests that train are skipped.
"""

from __future__ import annotations

import nox

nox.options.default_venv_backend = "uv"
nox.options.error_on_missing_interpreters = False
nox.options.sessions = ["tests", "minimum"]

PYTHONS = nox.project.python_versions(nox.project.load_toml("pyproject.toml"))
CONSTRAINTS = "--constraint=constraints-dev.txt"


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """All tests that need no torch, with the newest versions of what the program needs."""
    session.install(CONSTRAINTS, "--editable", ".[dev]")
    session.run("pytest", "-n", "2", *session.posargs)


@nox.session(python=PYTHONS)
def train(session: nox.Session) -> None:
    """All tests, those that train too."""
    session.install(CONSTRAINTS, "--editable", ".[dev,train,examples]")
    session.run("pytest", "-n", "2", *session.posargs)


@nox.session(python=PYTHONS[0])
def minimum(session: nox.Session) -> None:
    """The oldest versions that pyproject.toml allows, on the oldest Python."""
    session.install(CONSTRAINTS, "--resolution=lowest-direct", "--editable", ".[dev]")
    session.run("pytest", "-n", "2", *session.posargs)
