"""Bots of other packages: the broken ones are told of and hurt nobody, and none is imported before it is asked for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardtui import registry
from cardtui.core import Refusal
from cardtui.entries import Bot
from cardtui.options import Setting
from cardtui.registry import catalogue, lineup, plugins
from cardtui.registry.plugin_child import fault

from .processes import await_end

FOLDER = Path(__file__).parent / "broken_plugins"
WRONG = {
    "yaniv.absent": "cannot be imported: ImportError: no such thing as [2J]0;a title",
    "yaniv.leaves": "cannot be imported: SystemExit: goodbye",
    "yaniv.falls": "cannot be imported: its process died (exit code 3)",
    "yaniv.greedy": "has a name that is taken: yaniv already has a greedy",
    "schafkopf.options": "has an option 'depth' that is of type int, not an options.Setting",
    "tricks.nobot": "refers to a list, neither to a bot's class nor to an entries.Bot",
    "zsy.controls": r"has a summary that is not plain text: '\x1b]52;c;aGVsbG8=\x07 writes to the clipboard'",
    "98.nothing": "cannot be imported: ImportError",
    "chess.rook": "is for the game chess, which does not exist; there are yaniv",
    "nameless": "should be named after its game and bot, such as yaniv.mybot",
}
"""What is said of each plug-in of `broken_plugins`; the eleventh works."""

pytestmark = pytest.mark.usefixtures("own_games")
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run() -> Run:
    """`cardtui …` beside the broken plug-ins."""

    def cardtui(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "cardtui", *words],
            env=os.environ | {"PYTHONPATH": str(FOLDER)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    return cardtui


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The broken plug-ins in this process."""
    monkeypatch.syspath_prepend(FOLDER)
    catalogue.forget()


def package(folder: Path, points: str, source: str = "") -> None:
    """An installed package with these entry points, and a module `elsewhere`."""
    info = folder / "elsewhere-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[cardtui.bots]\n{points}\n")
    (folder / "elsewhere.py").write_text(source)


def told_of(lines: list[str]) -> None:
    """One line on each of the broken ones."""
    assert len(lines) == len(WRONG)
    for name, what in WRONG.items():
        (line,) = [line for line in lines if line.startswith(f"the plug-in {name} (broken_plugins.")]
        assert f") {what}" in line
        assert line.isprintable()


@pytest.mark.parametrize("command", ["bots", "games"])
def test_the_lists_go_on_with_a_warning_each(command: str, run: Run) -> None:
    done = run(command)
    assert done.returncode == 0
    told_of([line.removeprefix("cardtui: ") for line in done.stderr.splitlines()])
    assert "good" in done.stdout and "calibrated-solver" in done.stdout
    assert "controls" not in done.stdout and "\x1b" not in done.stdout
    done = run(command, "--json")
    assert done.returncode == 0
    told_of(json.loads(done.stdout)["warnings"])


def test_nothing_is_said_where_nothing_is_wrong() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cardtui", "bots", "--json"], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert json.loads(done.stdout)["warnings"] == []


@pytest.mark.parametrize("game", registry.games())
def test_every_game_is_played_beside_broken_plugins(game: str, run: Run) -> None:
    first = next(iter(registry.own_bots(game)))
    rules = f"{next(iter(registry.rule_sets(game)[1]))}:deals=1"
    done = run(game, "--plain", "--people", "0", "--bots", "good" if game == "yaniv" else first, "--rules", rules)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_arena_plays_beside_broken_plugins(run: Run) -> None:
    done = run("arena", "yaniv", "good", "random", "--deals", "4", "--jobs", "2", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["results"][0]["a"] == "good"


@pytest.mark.parametrize("name", [name for name in WRONG if name.startswith("yaniv.") and name != "yaniv.greedy"])
def test_a_broken_bot_that_is_asked_for_is_refused(name: str, run: Run) -> None:
    done = run("yaniv", "--plain", "--bots", name.partition(".")[2])
    assert done.returncode != 0
    assert done.stderr.startswith(f"cardtui: the plug-in {name} ")
    assert len(done.stderr.splitlines()) == 1
    assert WRONG[name] in done.stderr


def test_the_package_can_be_installed_and_be_put_on_the_path() -> None:
    said = tomllib.loads((FOLDER / "pyproject.toml").read_text())["project"]["entry-points"]["cardtui.bots"]
    lines = (FOLDER / "cardtui_broken_plugins-1.dist-info" / "entry_points.txt").read_text().splitlines()
    assert [f"{name} = {target}" for name, target in said.items()] == lines[1:]
    assert set(said) == {*WRONG, "yaniv.good"}


def test_a_table_of_the_games_own_bots_opens_without_a_list_of_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """To list all installed packages would take a tenth of the time until the first frame."""

    def listed() -> plugins.Installed:
        raise AssertionError("plug-ins were listed")

    monkeypatch.setattr(plugins, "installed", listed)
    catalogue.found.cache_clear()
    game = registry.game("yaniv")
    assert lineup.coach(game, "") == "yaniv-td" == lineup.coach(game, "yaniv-td")
    assert registry.bot_entry("yaniv", "greedy") and lineup.default_bots("yaniv", "paper")


@pytest.mark.usefixtures("broken")
def test_only_what_is_asked_for_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    ask = plugins._ask

    def noted(wanted: list[plugins.Plugin]) -> Any:
        asked.extend(plugin.name for plugin in wanted)
        return ask(wanted)

    monkeypatch.setattr(plugins, "_ask", noted)
    assert "good" in registry.bot_names("yaniv") and "absent" in registry.bot_names("yaniv")
    lineup.default_bots("yaniv", "paper")
    lineup.coach(registry.game("yaniv"), "")
    registry.bot_entry("yaniv", "greedy")
    with pytest.raises(Refusal, match="no bot 'god' \\(nearest: good\\)"):
        registry.bot_entry("yaniv", "god")
    assert asked == []
    for _ in range(2):
        assert registry.bot_entry("yaniv", "good").summary == "the one that works"
    assert asked == ["yaniv.good"]
    assert "good" in registry.bots("yaniv") and "absent" not in registry.bots("yaniv")
    assert {name.partition(".")[0] for name in asked} == {"yaniv"}
    assert sorted(asked) == sorted(set(asked))


@pytest.mark.usefixtures("broken")
def test_nothing_of_a_plugin_is_imported_here() -> None:
    """`sys.modules` of the screen's process: it lists, looks and seats."""
    for game in registry.games():
        registry.bots(game)
    registry.check("yaniv", "good", "paper")
    assert not [name for name in sys.modules if name.startswith("broken_plugins")]
    assert type(registry.agent(registry.game("yaniv"), "good")).__name__ == "Uniform"


def test_a_plugin_that_hangs_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(
        tmp_path,
        "yaniv.one = elsewhere:ONE\nyaniv.hangs = elsewhere:hangs\nyaniv.two = elsewhere:TWO",
        "from cardtui.registry import Bot\n"
        "ONE = Bot('one', 'yaniv', 'cardtui.agents.uniform:Uniform', 'heuristic', 'from elsewhere')\n"
        "TWO = ONE._replace(name='two')\n"
        "def __getattr__(name):\n"
        "    while name == 'hangs': pass\n"
        "    raise AttributeError(name)\n",
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(plugins, "SECONDS", 5.0)
    catalogue.forget()
    assert {"one", "two"} <= set(registry.bots("yaniv"))
    assert registry.warnings(["yaniv"]) == [
        "the plug-in yaniv.hangs (elsewhere:hangs) cannot be imported: it took more than 5 seconds"
    ]


@pytest.mark.parametrize("wait", ["", "while True: pass"])
def test_what_a_plugin_started_ends_with_it(wait: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the plug-in could be read or was given up."""
    noted = tmp_path / "pid"
    package(
        tmp_path,
        "yaniv.starts = elsewhere:BOT",
        "import subprocess, sys\n"
        "from pathlib import Path\n"
        "from cardtui.registry import Bot\n"
        "BOT = Bot('starts', 'yaniv', 'cardtui.agents.uniform:Uniform', 'heuristic', 'leaves a process behind')\n"
        "process = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"Path({str(noted)!r}).write_text(str(process.pid))\n"
        f"{wait}\n",
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(plugins, "SECONDS", 5.0)
    catalogue.forget()
    assert ("starts" in registry.bots("yaniv")) == (wait == "")
    await_end(int(noted.read_text()))


@pytest.mark.parametrize("points", ["no entry point", "yaniv.x = no object at all", "yaniv.x ="])
def test_a_package_with_damaged_entry_points(points: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, points)
    monkeypatch.syspath_prepend(tmp_path)
    catalogue.forget()
    assert list(registry.bots("yaniv")) == list(registry.own_bots("yaniv"))
    (said,) = registry.warnings(["yaniv"])
    assert "cannot be" in said


GOOD = Bot("good", "yaniv", "cardtui.agents.uniform:Uniform", "heuristic", "well")


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({}, ""),
        ({"options": {"p": Setting(0.5, "chance", low=0, high=1), "how": Setting("a", "", ("a", "b"))}}, ""),
        ({"fixed": ("jokers",)}, ""),
        ({"name": 5}, "has a name that is not plain text: 5"),
        ({"name": "other"}, "refers to the bot yaniv.other"),
        ({"game": "zsy"}, "refers to the bot zsy.good"),
        ({"target": "cardtui.agents.uniform.Uniform"}, "should read module:name"),
        ({"target": dict}, "has the target <class 'dict'>; a package's Bot names its class"),
        ({"target": ""}, "should read module:name"),
        ({"trainer": "x"}, "should read module:name"),
        ({"kind": "wizard"}, "has the kind 'wizard'; there are heuristic"),
        ({"summary": "two\nlines"}, "has a summary that is not plain text"),
        ({"summary": "\u202eturned"}, "has a summary that is not plain text"),
        ({"learned": "yes"}, "which should be True or False"),
        ({"device": "cuda"}, "which should be True or False"),
        ({"jobs": None}, "which should be True or False"),
        ({"replies": ("reply",)}, ""),
        ({"replies": 5}, "replies = 5, which should be a tuple of texts"),
        ({"options": None}, "options that are a NoneType, not a mapping"),
        ({"options": 5}, "options that are an int, not a mapping"),
        ({"options": {"a b": Setting(1, "")}}, "'a b' whose name is not one word"),
        ({"options": {"p": 0.5}}, "that is of type float, not an options.Setting"),
        ({"options": {"p": Setting(None, "")}}, "whose default None is not one of its own values"),  # type: ignore[arg-type]
        ({"options": {"p": Setting(True, "")}}, "whose default True"),
        ({"options": {"p": Setting(3, "", low=0, high=1)}}, "whose default 3"),
        ({"options": {"p": Setting(float("nan"), "")}}, "whose default nan"),
        ({"options": {"p": Setting("c", "", ("a", "b"))}}, "whose default 'c'"),
        ({"options": {"p": Setting(1, "", ("1", "2"))}}, "whose default 1"),
        ({"options": {"p": Setting(1, 5)}}, "whose help is not plain text"),  # type: ignore[arg-type]
        ({"options": {"p": Setting("a", "", ["a"])}}, "choices are not a tuple"),  # type: ignore[arg-type]
        ({"options": {"p": Setting(1, "", (), "0", 2)}}, "whose default 1"),  # type: ignore[arg-type]
        ({"fixed": ("hats",)}, "some of the rules' options: "),
        ({"fixed": "jokers"}, "some of the rules' options: "),
    ],
)
def test_what_a_bot_must_say_of_itself(changed: dict[str, Any], says: str) -> None:
    said = fault(GOOD._replace(**changed), "yaniv", "good")
    assert says in said
    assert bool(says) == bool(said)
