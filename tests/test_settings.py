"""Settings: precedence, errors that name file, line and the nearest key, and writing that keeps comments."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from textual.theme import BUILTIN_THEMES

from cardtui import settings, system
from cardtui.core import Refusal
from cardtui.settings import SETTINGS, Settings
from cardtui.system import files
from cardtui.ui.look import palette

BESIDE = {"panels": {}, "panel_asked": False}
"""What `Settings` has besides the settings."""


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    for key in SETTINGS:
        monkeypatch.delenv(f"CARDTUI_{key.upper()}", raising=False)
    return settings.config_file()


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_defaults_without_a_file(file: Path) -> None:
    assert not file.exists()
    assert settings.load() == Settings()
    assert {key: setting.default for key, setting in SETTINGS.items()} | BESIDE == Settings()._asdict()


def test_flag_beats_environment_beats_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(file, 'pace = 1.5\npanel = "open"\nascii = true\n')
    assert settings.load() == Settings(pace=1.5, panel="open", ascii=True)
    monkeypatch.setenv("CARDTUI_PACE", "2")
    monkeypatch.setenv("CARDTUI_ASCII", "no")
    assert settings.load() == Settings(pace=2.0, panel="open", ascii=False)
    found = settings.resolve({"pace": 0.0, "panel": None, "ascii": True})
    assert (found["pace"].value, found["panel"].value, found["ascii"].value) == (0.0, "open", True)
    assert [found[key].source for key in ("pace", "panel", "sort")] == ["--pace", f"{file}, line 2", "default"]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("# mine\n\npaec = 1\n", 3, "nearest: pace"),
        ("pace = 1\n[panel]\nx = 1\n", 2, "hidden, deal, move, coach, open"),
        ("[table]\npace = 1\n", 1, "no setting 'table'"),
        ('pace = "1"\n', 1, "0 … 60"),
        ("pace = -1\n", 1, "0 … 60"),
        ("pace = nan\n", 1, "0 … 60"),
        ("pace = true\n", 1, "0 … 60"),
        ('\nascii = "yes"\n', 2, "true or false"),
        ("ascii = 2\n", 1, "true or false"),
        (
            'pace = 1\ntheme = "nope"\n',
            2,
            "theme takes felt, felt-light, felt-contrast, textual-dark, textual-light, nord",
        ),
        ('panel = "opne"\n', 1, "hidden, deal, move, coach, open"),
        ("pace = 1\npanel = 3\n", 2, "not 3"),
        ("pace = [1]\n", 1, "0 … 60"),
        ("pace = 1\npace = 2\n", 2, "is no TOML"),
        ("pace 1\n", 1, "is no TOML"),
        ('name = "Al\\u001b[2J"\n', 1, "not a plain letter"),
        ('name = "[b]Al"\n', 1, "not a plain letter"),
        ('name = "you"\n', 1, "'you' is what a person without a name is called"),
        ('opponents = "Ada,, Bo"\n', 1, "a name has 1 to 12 characters; '' does not"),
        ('opponents = "Bartholomew XV"\n', 1, "1 to 12 characters; 'Bartholomew XV' does not"),
        ('opponents = "Ada, 李"\n', 1, "'李' has a character that is not a plain letter"),
        ('pace = 1\nopponents = ["Ada", "ada"]\n', 2, "'ada' appears twice"),
        ('opponents = ["Ada", 1]\n', 1, "opponents takes text"),
        ('\ncoach = "harel:foo"\n', 2, "'foo' should read key=value"),
    ],
)
def test_what_is_wrong_in_the_file_is_named_with_its_line(file: Path, text: str, line: int, said: str) -> None:
    write(file, text)
    with pytest.raises(Refusal) as error:
        settings.load()
    assert str(file) in str(error.value)
    assert f"line {line}" in str(error.value)
    assert said in str(error.value)


def test_names_are_texts_or_lists(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(file, 'name = "Zoë"\nopponents = ["Mary Ann", "Bo"]\n')
    assert settings.load() == Settings(name="Zoë", opponents="Mary Ann, Bo")
    monkeypatch.setenv("CARDTUI_NAME", "a" * 13)
    with pytest.raises(Refusal, match="CARDTUI_NAME: name: a name has 1 to 12 characters"):
        settings.load()


def test_bytes_that_are_no_text(file: Path) -> None:
    write(file, "")
    file.write_bytes(b"pace = \xff")
    with pytest.raises(Refusal, match="cannot be read"):
        settings.load()


def test_the_themes_are_ours_and_those_of_textual() -> None:
    ours = [theme.name for theme in palette.themes() if theme.name not in BUILTIN_THEMES]
    assert list(settings.THEMES[: len(ours)]) == ours and settings.Settings().theme == ours[0]
    assert set(settings.THEMES[len(ours) :]) == set(BUILTIN_THEMES)


def test_a_bad_variable_or_flag_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refusal, match=r"--four-colour takes true or false, not 'maybe'"):
        settings.load({"four_colour": "maybe"})
    monkeypatch.setenv("CARDTUI_SORT", "colour")
    with pytest.raises(Refusal, match=r"the variable CARDTUI_SORT takes number, suit, dealt, not 'colour'"):
        settings.load()


def test_saving_keeps_comments_and_the_other_keys(file: Path) -> None:
    write(file, '# how I like it\npace = 1.5  # slow\n\npanel = "open"\n')
    settings.save_value("pace", 0.2)
    settings.save_value("coach", 'a"quoted#one')
    settings.save_value("coach", "")
    settings.save_value("theme", "nord")
    settings.save_value("ascii", True)
    text = '# how I like it\npace = 0.2  # slow\n\npanel = "open"\ncoach = ""\ntheme = "nord"\nascii = true\n'
    assert file.read_text() == text
    assert settings.load() == Settings(pace=0.2, panel="open", theme="nord", ascii=True)
    assert [path.name for path in file.parent.iterdir()] == ["config.toml"]


def test_saving_makes_the_file_and_keeps_a_link(file: Path, tmp_path: Path) -> None:
    settings.save_value("sort", "suit")
    assert file.read_text() == 'sort = "suit"\n'
    real = tmp_path / "dotfiles.toml"
    file.rename(real)
    file.symlink_to(real)
    settings.save_value("sort", "dealt")
    assert file.is_symlink()
    assert real.read_text() == 'sort = "dealt"\n'


def test_saving_refuses_what_it_cannot_do_and_finds_its_line(file: Path) -> None:
    with pytest.raises(Refusal, match="nearest: pace"):
        settings.save_value("pase", 1)
    with pytest.raises(Refusal, match="0 … 60"):
        settings.save_value("pace", 61)
    spread = 'coach = """\npace = 1\n"""\npace = 2\n'
    write(file, spread)
    settings.save_value("pace", 3)
    assert file.read_text() == spread.replace("pace = 2", "pace = 3.0")


def test_a_write_that_fails_leaves_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(file, "pace = 1\n")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(Refusal, match=r"config\.toml cannot be written: No space left on device$"):
        settings.save_value("pace", 2)
    assert file.read_text() == "pace = 1\n"
    assert [path.name for path in file.parent.iterdir()] == ["config.toml"]


@pytest.mark.skipif(os.name == "nt", reason="has no such permissions")
def test_a_file_that_is_written_anew_keeps_its_permissions(file: Path, tmp_path: Path) -> None:
    """Whatever was written became readable by its owner alone: the settings, and graphs that are for others."""
    write(file, "pace = 1\n")
    file.chmod(0o640)
    settings.save_value("pace", 2)
    graph, plain, secret = tmp_path / "graph.svg", tmp_path / "plain", tmp_path / "secret"
    files.write_atomically(graph, "<svg/>")
    plain.touch()
    files.write_atomically(secret, "token", private=True)
    modes = [path.stat().st_mode & 0o777 for path in (file, graph, secret)]
    assert modes == [0o640, plain.stat().st_mode & 0o777, 0o600]


def test_folders_lie_under_xdg(tmp_path: Path) -> None:
    assert settings.records_dir() == tmp_path / "data/cardtui/records"
    assert settings.runs_dir() == tmp_path / "data/cardtui/runs"
    assert settings.cache_dir() == tmp_path / "cache/cardtui"
    assert settings.config_file() == tmp_path / "config/cardtui/config.toml"
    assert all(folder.is_dir() for folder in (settings.records_dir(), settings.runs_dir()))
    assert not settings.cache_dir().exists(), "its name alone can be asked for on a disk that is read-only"


def test_the_panels_mode_is_remembered_by_game(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the settings, not in them; a flag or variable goes before it, and a file that is none of it is no harm."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    settings.keep_panel("yaniv", "move")
    settings.keep_panel("98", "coach")
    assert settings.load().panels == {"yaniv": "move", "98": "coach"} and settings.load().panel == "deal"
    assert not file.exists()
    asked = settings.load({"panel": "open"})
    assert asked.panels == {} and asked.panel_asked and not settings.load().panel_asked
    monkeypatch.setenv("CARDTUI_PANEL", "hidden")
    assert settings.load().panels == {}
    monkeypatch.delenv("CARDTUI_PANEL")
    kept = tmp_path / "data" / "cardtui" / "panels.json"
    for odd in ("", "[]", '{"yaniv": "wide", "98": []}', "[" * 9999):
        kept.write_text(odd)
        assert settings.load().panels == {}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
def test_a_pipe_in_place_of_the_panels_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "cardtui").mkdir()
    os.mkfifo(tmp_path / "cardtui" / "panels.json")
    assert settings.load().panels == {}


SAVES = """
import sys
from cardtui import settings
key, value = sys.argv[1:]
print("ready", flush=True)
sys.stdin.readline()
settings.save_value(key, value)
settings.keep_panel(key, "open")
"""


def test_what_two_programs_change_at_once_is_all_kept(file: Path) -> None:
    """All wait for a change that is being made, and then for each other."""
    changes = {"pace": "3", "sort": "suit", "theme": "nord", "ascii": "true", "language": "de", "seconds": "7"}
    with ExitStack() as ended:
        programs = [
            ended.enter_context(
                subprocess.Popen([sys.executable, "-c", SAVES, *pair], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            )
            for pair in changes.items()
        ]
        with files.locked(file.parent):
            for program in programs:
                assert program.stdin and program.stdout and program.stdout.readline() == b"ready\n"
                program.stdin.write(b"go\n")
                program.stdin.flush()
            with pytest.raises(subprocess.TimeoutExpired):
                programs[0].wait(0.5)
            assert not file.exists()
    assert [program.returncode for program in programs] == [0] * len(programs)
    found = settings.load()
    assert {key: getattr(found, key) for key in changes} == {
        "pace": 3.0, "sort": "suit", "theme": "nord", "ascii": True, "language": "de", "seconds": 7.0
    }  # fmt: skip
    assert found.panels == dict.fromkeys(changes, "open")


def test_a_lock_that_is_never_given_up_or_cannot_be_had_stops_nobody(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(file: int) -> bool:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(files, "PATIENCE", 0.05)
    with files.locked(file.parent):
        settings.save_value("pace", 2)
    monkeypatch.setattr(system, "lock", no_locks)
    settings.save_value("seconds", 5)
    assert (settings.load().pace, settings.load().seconds) == (2.0, 5.0)
