"""What is installed is all that there is."""

from __future__ import annotations

import tomllib
from pathlib import Path

from cardtui.games import ORDER

ROOT = Path(__file__).parents[1]


def test_every_package_is_named_in_pyproject() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    found = {
        ".".join((name, *path.parent.relative_to(ROOT / folder).parts))
        for name, folder in told["package-dir"].items()
        for path in (ROOT / folder).rglob("__init__.py")
    }
    assert found == set(told["packages"])


def test_every_game_is_in_the_menu_and_every_folder_of_bots_in_the_contracts() -> None:
    """The lists that are kept by hand: the order of the games, and who may not train."""
    games = {path.parent.name for path in (ROOT / "cardtui" / "games").glob("*/entry.py")}
    assert set(ORDER) == games
    players = {f"agents.{path.name}" for path in (ROOT / "agents").iterdir() if path.name in games}
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    contracts = {contract["name"]: set(contract.get("source_modules", ())) for contract in told}
    assert contracts["Players know nothing of training"] == players
    assert contracts["Only agents.training imports torch"] == {"cardtui", *players}
