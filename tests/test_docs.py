"""The pages that tell how to add a bot or a game, or to train one: their code runs and obeys the laws, and their
commands are read. So are those of all other pages.
"""

from __future__ import annotations

import json
import re
import runpy
import shlex
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardtui import registry
from cardtui.cli import main
from cardtui.commands.parser import parser
from cardtui.entries import LEVELS
from cardtui.registry import catalogue, plugins

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = ("add-a-bot", "add-a-game")
OTHERS = ("README", *(f"docs/{page.stem}" for page in sorted(DOCS.glob("*.md")) if page.stem not in PAGES))
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str, kind: str, folder: Path = DOCS) -> list[tuple[str, str]]:
    """The page's blocks of that language, each with the name of the file that it goes into."""
    found = BLOCK.findall((folder / f"{page}.md").read_text(encoding="utf-8"))
    return [(name, text) for language, name, text in found if language == kind]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_games: None) -> Path:
    """A folder, the current one, with all files that the pages write."""
    for page in PAGES:
        for name, text in blocks(page, "python"):
            assert name, "a block of Python says which file it goes into"
            with (tmp_path / name).open("a") as file:
                file.write(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def commands(*pages: str, folder: Path = DOCS) -> list[str]:
    """All lines of the pages that call the program."""
    lines = [line for page in pages for _, text in blocks(page, "sh", folder) for line in text.splitlines()]
    return [line for line in lines if line.startswith("cardtui ")]


def named(args: Namespace) -> Iterator[tuple[str, str]]:
    """Each bot that a command names, and by which rules it is to play."""
    for bot in (*(getattr(args, "bots", None) or ()), *(getattr(args, "agents", None) or ())):
        yield bot, getattr(args, "rules", None) or registry.game_entry(args.game).rules


@pytest.mark.usefixtures("folder")
def test_the_bot_obeys_the_laws() -> None:
    assert main(["check", "mybot.py:MyBot", "--game", "yaniv", "--deals", "5"]) == 0


@pytest.mark.usefixtures("folder")
def test_a_program_of_its_own_obeys_the_laws() -> None:
    """In a process of its own: the program that it starts ends with it."""
    words = ["check", "program.py:Program", "--game", "yaniv", "--deals", "5"]
    done = subprocess.run([sys.executable, "-m", "cardtui", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_environments_are_played_and_what_is_exported_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in blocks("envs", "python"):
        Path(name).write_text(text)
        runpy.run_path(name)
    for _, text in blocks("envs", "sh"):
        for line in text.splitlines():
            args = parser().parse_args(shlex.split(line)[1:])
            for bot in args.bots:
                registry.agent(registry.game(args.game), bot)


@pytest.mark.usefixtures("folder")
def test_the_game_obeys_the_laws_and_its_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "high", "--game", "high.py", "--deals", "10"]) == 0
    assert main(["check", "top", "--game", "high", "--deals", "5"]) == 0
    assert main(["high", "--plain", "--people", "0", "--rules", "high:deals=1"]) == 0
    assert main(["--game", "high.py", "games", "high"]) == 0
    runpy.run_path("tests_of_high.py")["test_high_card"]()
    told = capsys.readouterr().out
    assert "FAILS" not in told
    assert "not tried" not in told and "Not checked" not in told
    assert " lays " not in told, "which would read: You lays"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("line", commands(*PAGES))
def test_commands_are_read(line: str) -> None:
    """Each names games, bots and rule sets that there are."""
    words = shlex.split(line, comments=True)[1:]
    if "--game" in words and (file := words[words.index("--game") + 1]).endswith(".py"):
        name = registry.add_game(file)
        place = words.index("--game")
        words[place : place + 2] = ["--game", name] if words[0] == "check" else []
    args = parser().parse_args(words)
    for bot, rules in named(args):
        registry.check(args.game, bot, rules)


@pytest.mark.parametrize("line", commands(*OTHERS, folder=ROOT))
def test_commands_of_other_pages_are_read(line: str) -> None:
    """What has a slash is a file or a folder of the reader's own."""
    words, _, _ = line.partition(" > ")
    args = parser().parse_args(shlex.split(words, comments=True)[1:])
    for bot, rules in named(args):
        if bot not in LEVELS and "/" not in bot:
            registry.check(args.game, bot, rules)


def test_the_first_bot_of_contributing_obeys_the_laws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ((_, text),) = blocks("CONTRIBUTING", "python", ROOT)
    (tmp_path / "mybot.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    assert main(["check", "./mybot.py:MostCards", "--game", "yaniv", "--deals", "5"]) == 0


def test_entry_points_are_named_as_they_are_looked_for() -> None:
    groups = {text.split('"')[1] for page in PAGES for _, text in blocks(page, "toml")}
    assert groups == {plugins.BOTS, plugins.GAMES}


def test_the_trainers_that_take_a_number_of_games_are_named() -> None:
    (told,) = re.findall(
        r"`--steps N`.*?preset's number\. (.*?) take it\.", (DOCS / "training.md").read_text(), re.DOTALL
    )
    takes = [bot.name for entry in catalogue.shipped().values() for bot in entry.bots if bot.steps]
    assert sorted(re.split(r",\s+|\s+and\s+", told)) == sorted([*takes, registry.EXPLOITER])


KEYED = ("options", "judges", "adjusted", "values", "sees_all_hands", "share", "strength", "sorts", "by_number")
ELSEWHERE = ("observation", "decision", "deal")
"""Parts of JSON whose keys are names of other things, and those that other pages tell."""


@pytest.mark.parametrize(
    "command",
    [
        "arena yaniv greedy semirandom --deals 4 --adjust",
        "arena yaniv greedy semirandom --lock 1=random where call --deals 2",
        "arena yaniv greedy semirandom random --table --deals 2",
        "arena 98 gap --deals 2",
        "compare tricks exact random --deals 2",
        "replay tests/records/zsy-paper-2.jsonl",
        "inspect schafkopf --agents rule-based pimc --record tests/records/schafkopf-club-4.jsonl --at 1:20",
        "inspect yaniv --agents harel --swap 1 Kc",
        "inspect zsy --agents td-linear --claims 2 --beliefs 2 --worst 2 --outcomes 4 --checkpoints",
        "inspect tricks --lock 2=random --worlds 2",
    ],
)
def test_the_page_on_json_names_every_field(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert main([*command.split(), "--json"]) == 0
    parts, names = [json.loads(capsys.readouterr().out)], set[str]()
    while parts:
        for key, value in parts.pop().items():
            names.add(key)
            if key not in KEYED + ELSEWHERE:
                parts += [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, dict)]
    page = (DOCS / "json.md").read_text()
    assert not {name for name in names if f"`{name}`" not in page}
