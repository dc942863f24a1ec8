"""What is installed is all that there is."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path

from argparse_manpage.manpage import Manpage

from cardtui import __version__
from cardtui.commands.parser import parser
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
    assert contracts["Bots do not import their training"] == players
    assert contracts["Only agents.training imports torch"] == {"cardtui", *players}


def test_links_of_the_readme_lead_to_the_files_on_a_package_index() -> None:
    told = runpy.run_path(str(ROOT / "setup.py"))["long_description"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert told("") == readme
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", told("https://files.example/v1/"))
    assert pictures and all(
        (ROOT / picture.removeprefix("https://files.example/v1/")).is_file() for picture in pictures
    )
    targets = re.findall(r"\]\(([^)]+)\)", told("https://files.example/v1"))
    assert len(targets) == readme.count("](") and all(target.startswith("https://") for target in targets)


def test_the_manual_page_is_that_of_the_commands() -> None:
    """`make man` writes it anew; its first line has the day."""
    title, *kept = (ROOT / "docs" / "cardtui.1").read_text(encoding="utf-8").splitlines()
    told = {"version": __version__, "description": "card games in the terminal, against bots"}
    assert f'"cardtui {__version__}"' in title
    assert kept == str(Manpage(parser(every=False), told)).splitlines()[1:]
