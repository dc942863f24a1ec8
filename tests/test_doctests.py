"""The examples in docstrings are right."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NAMES = {"agents": "cardtui.agents"}
"""Folders that are installed under another name."""


def modules() -> list[str]:
    """All modules with an example."""
    found = [
        path.relative_to(ROOT).with_suffix("")
        for folder in ("cardtui", "agents")
        for path in (ROOT / folder).rglob("*.py")
        if ">>> " in path.read_text(encoding="utf-8")
    ]
    return sorted(
        ".".join((NAMES.get(path.parts[0], path.parts[0]), *path.parts[1:])).removesuffix(".__init__") for path in found
    )


@pytest.mark.parametrize("name", modules())
def test_examples_are_right(name: str) -> None:
    tried = doctest.testmod(import_module(name))
    assert tried.attempted and not tried.failed
