"""What is installed is all that there is."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_package_is_named_in_pyproject() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    found = {
        ".".join((name, *path.parent.relative_to(ROOT / folder).parts))
        for name, folder in told["package-dir"].items()
        for path in (ROOT / folder).rglob("__init__.py")
    }
    assert found == set(told["packages"])
