"""The command line: what it lists, its help, its settings, its completion, its tables of players."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cardtui import __version__, exported, registry, settings, vec
from cardtui.bench import figures
from cardtui.commands import lists
from cardtui.commands.common import print_table
from cardtui.core import Refusal
from cardtui.entries import HUMAN
from cardtui.executors import spread
from cardtui.executors.workers import PER_CORE
from cardtui.match import Match, seats_of
from cardtui.record import archive
from cardtui.registry import lineup
from cardtui.system.threads import ONE_EACH

from .common import Run, data, saved

# --- lists --------------------------------------------------------------------------------------


def test_a_command_keeps_to_one_thread(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The libraries under numpy read that when it is imported, here and in the arena's workers."""
    for name in ONE_EACH:
        monkeypatch.setenv(name, "8")
    run("games")
    assert {name: os.environ[name] for name in ONE_EACH} == dict.fromkeys(ONE_EACH, "1")


def test_a_worker_keeps_to_one_thread_however_the_program_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "8")
    assert [found for _, found in spread(os.getenv, ["OMP_NUM_THREADS"] * 2, 2)] == ["1", "1"]
    assert os.environ["OMP_NUM_THREADS"] == "8"


def test_version_and_help(run: Run) -> None:
    assert run("--version") == (0, f"cardtui {__version__}\n", "")
    code, out, _ = run("--help")
    assert code == 0
    names = {
        "menu",
        "yaniv",
        "inspect",
        "replay",
        "review",
        "history",
        "arena",
        "train",
        "reproduce",
        "bench",
        "games",
        "bots",
    }
    assert all(f"    {name} " in out for name in names | {"config", "completion", "resume"})


@pytest.mark.parametrize(
    "name", ["yaniv", "arena", "train", "reproduce", "inspect", "replay", "review", "drill", "config", "bench"]
)
def test_each_command_has_its_help(run: Run, name: str) -> None:
    code, out, _ = run(name, "--help")
    assert code == 0
    assert f"cardtui {name}" in out


def test_help_says_what_an_option_does(run: Run) -> None:
    said = {name: " ".join(run(name, "--help")[1].split()) for name in ("yaniv", "train", "reproduce", "bench")}
    assert "no undo; hints, coach and the bots' thoughts only after the end of a deal" in said["yaniv"]
    assert "learn from N games instead of the preset's" in said["train"]
    assert "the studies of zsy and 98 always use one" in said["reproduce"]
    assert "such as kernel, solver, contra or decisions" in said["bench"]
    assert f"processes, at most {PER_CORE} per core" in " ".join(run("arena", "--help")[1].split())
    assert {"kernel", "solver", "contra", "decisions"} <= set(figures())


def test_help_fits_the_seats_of_the_game(run: Run) -> None:
    alone, two, six = (" ".join(run(game, "--help")[1].split()) for game in ("98", "tricks", "yaniv"))
    assert "who plays in your place: a bot --seats" in alone and "1: you play (default); 0: watch a bot" in alone
    assert "--host" not in alone and "against you" not in alone
    assert "with --host: all people, you included: 2 --seed" in two and "seats at the table: always 2" in two
    assert "you included: 2 to 4 (default: 2)" in six and "2 to 6; the bots fill them in turn" in six
    assert "or their levels (easy, medium, strong)" in six and "your place" not in six


def test_games_explains_rule_sets_and_options(run: Run) -> None:
    code, out, _ = run("games")
    known, sets = registry.rule_sets("yaniv")
    assert code == 0
    assert all(setting.help in out and setting.values() in out for setting in known.values())
    found = data(run, "games", "yaniv")["games"][0]
    assert set(found["rule_sets"]) == set(sets)
    assert found["rule_sets"]["club"]["assaf"] == 30
    assert found["options"]["faces"] == {
        "default": "rank", "values": "rank, ten", "help": known["faces"].help,
    }  # fmt: skip
    assert found["seats"] == [2, 6]


def test_bots_lists_options_and_cards(run: Run) -> None:
    code, out, _ = run("bots")
    assert code == 0
    assert "probability of taking the pile's top card" in out
    found = data(run, "bots", "yaniv")
    assert (found["game"], found["rules"]["name"]) == ("yaniv", "paper")
    rows = {row["name"]: row for row in found["bots"]}
    assert set(rows) == set(registry.bots("yaniv"))
    assert all(set(row) >= {"name", "game", "kind", "options", "card"} for row in rows.values())
    assert rows["greedy"]["options"]["p"]["default"] == 0.5
    assert rows["greedy"]["card"] is None


def test_an_interval_stands_beside_what_it_is_of(run: Run) -> None:
    """Under the same names in every card, which says so in docs/training.md."""
    duplicate = {"win": 0.4074, "draw": 0.2634, "loss": 0.3292, "low": 0.06145, "high": 0.09495}
    assert lists._score({"against": "first", "n": 10000, **duplicate, "tricks_given_away": -0.0596}) == (
        "against first, n 10000, win 40.7%, draw 26.3%, loss 32.9%, win − loss +0.078 [+0.061, +0.095], "
        "takes 0.06 tricks a game more than half of them"
    )
    alone = {"cards": 93.9919, "low": 93.904, "high": 94.08, "win": 0.47925}
    assert lists._score(alone) == "cards 93.992 [93.904, 94.080], win 47.9%"
    guesses = {"games": 800, "log_loss": 1.0095, "low": 0.035, "high": 0.041, "uniform": 1.0494}
    assert "less than uniform by 3.8% [3.5%, 4.1%], uniform 1.049" in lists._score(guesses)
    shown = 0
    for bot in (bot for game in registry.games() for bot in registry.bots(game).values()):
        for score in (registry.card(bot) or {}).get("scores", ()):
            (found,) = re.findall(r" ([+-]?[\d.]+)%? \[([+-]?[\d.]+)%?, ([+-]?[\d.]+)%?\]", f" {lists._score(score)}")
            value, low, high = map(float, found)
            assert low <= value <= high, (bot.name, score)
            shown += 1
    assert shown > 50 and run("bots")[1].count("[") >= shown


def test_one_bot_is_shown_with_its_whole_card(run: Run, tmp_path: Path) -> None:
    folder, env = tmp_path / "mine", vec.make("tricks")
    layer = np.zeros((len(env.actions), env.width), np.float32), np.zeros(len(env.actions), np.float32)
    exported.save(folder, env, [layer], method="drawn", command="none", seed=1, games=5, seconds=0)
    code, out, _ = run("bots", "tricks", str(folder))
    assert code == 0
    assert [line.split() for line in out.splitlines()[1:3]] == [
        ["mine", "tricks", "network", "trained", "elsewhere"],
        ["game:", "tricks"],
    ]
    assert "method: drawn" in out and "games: 5" in out
    (row,) = data(run, "bots", "tricks", str(folder))["bots"]
    assert row["name"] == "mine" and row["card"] == registry.card(registry.bot_entry("tricks", str(folder)))
    (row,) = data(run, "bots", "yaniv", "yaniv-net")["bots"]
    assert row in data(run, "bots", "yaniv")["bots"]
    assert {"pool", "exploiter", "seed"} <= row["card"].keys()


def test_a_card_that_was_written_by_hand_is_shown(run: Run, tmp_path: Path) -> None:
    """TOML has dates and numbers that JSON lacks; a score may be by no trainer."""
    (tmp_path / "card.toml").write_text(
        'game = "tricks"\nmade = 2026-01-31\nloss = [nan, 0.5]\n'
        "[[scores]]\nlog_loss = 1.0\nlow = 0.1\nhigh = 0.2\nuniform = 0.0\n"
    )
    code, out, _ = run("bots", "tricks", str(tmp_path))
    assert code == 0 and "made: 2026-01-31" in out and "log_loss 1.0, low 0.1" in out
    (row,) = data(run, "bots", "tricks", str(tmp_path))["bots"]
    assert row["card"]["made"] == "2026-01-31" and row["card"]["loss"] == ["nan", 0.5]
    (tmp_path / "card.toml").write_text('game = "tricks"\nscores = 5\n')
    code, out, _ = run("bots", "tricks", str(tmp_path))
    assert code == 0 and "scores: 5" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["yaniv", "MINE"], "the card of {mine} is of 'tricks', not of 'yaniv'"),
        (["yaniv", "nobody"], "yaniv has no bot 'nobody'"),
        (["yaniv", "greedy:depth=1"], "bot greedy has no option 'depth'"),
        (["tricks", "./nowhere"], "there is no card.toml"),
    ],
)
def test_a_bot_that_cannot_be_shown_is_refused(words: list[str], says: str, run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "card.toml").write_text('game = "tricks"\nscores = [5]\n')
    assert run("bots", "tricks", str(mine))[0] == 0
    code, out, err = run("bots", *(str(mine) if word == "MINE" else word for word in words))
    assert (code, out) == (2, "")
    assert says.format(mine=mine) in err


def test_games_tell_where_strengths_were_measured_if_in_several_places(run: Run) -> None:
    """Two rows of one bot against another differed in their commands alone."""
    assert re.search(r"semirandom +paper, 2 seats +wins .* against harel", told := run("games", "yaniv")[1])
    assert re.search(r"semirandom +paper, 4 seats +wins .* against harel", told)
    assert re.search(r"pimc-solver +club +\+.* against pimc", run("games", "schafkopf")[1])
    assert re.search(r"dmc +wins .* against td-linear", run("games", "zsy")[1])


def test_config_shows_values_and_their_sources(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.save_value("pace", 1.5)
    monkeypatch.setenv("CARDTUI_SORT", "suit")
    found = data(run, "config", "show")["settings"]
    file = settings.config_file()
    assert found["pace"] == {"value": 1.5, "source": f"{file}, line 1"}
    assert found["sort"] == {"value": "suit", "source": "CARDTUI_SORT"}
    assert found["panel"] == {"value": "deal", "source": "default"}
    assert "pace" in run("config")[1]
    assert run("config", "locate")[1] == f"{file}\n"
    assert run("config", "validate") == (0, f"{file}: valid\n", "")
    assert data(run, "config", "locate")["records"].endswith("/records")


def test_config_validate_finds_what_only_the_registry_knows(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings.save_value("coach", "nobody:p=1")
    code, _, err = run("config", "validate")
    assert code == 2
    assert "line 1: coach: no game has a bot 'nobody'" in err
    settings.save_value("coach", "greedy:q=1")
    assert "bot greedy of yaniv has no option 'q'" in run("config", "validate")[2]
    settings.save_value("coach", "greedy:p=1")
    assert run("config", "validate")[0] == 0
    settings.save_value("coach", str(tmp_path))
    assert "no game has a bot" in run("config", "validate")[2]
    (tmp_path / "card.toml").write_text('game = "zsy"\n')
    for known in (str(tmp_path), f"exploiter@{tmp_path}"):
        settings.save_value("coach", known)
        assert run("config", "validate")[0] == 0
    monkeypatch.setenv("CARDTUI_EXECUTOR", "dask")
    assert run("config", "validate")[0] == 0
    monkeypatch.setenv("CARDTUI_PAEC", "1")
    assert "the variable CARDTUI_PAEC sets nothing" in run("config", "validate")[2]


def test_history_lists_matches_and_damage(run: Run) -> None:
    assert "no saved matches in" in run("history")[1]
    path = saved()
    bad = path.with_name("bad.jsonl")
    bad.write_text("{}\n")
    os.utime(bad, (0, 0))
    found = data(run, "history")["matches"]
    assert found[0]["seats"] == [HUMAN, "greedy"]
    assert found[0]["unfinished"] is True
    assert found[0]["scores"] == [0, 0]
    assert data(run, "history")["own"] == {}
    assert "no cardtui header" in found[1]["damaged"]
    code, out, _ = run("history")
    assert code == 0
    assert "human 0, greedy 0" in out
    assert len(data(run, "history", "--limit", "1")["matches"]) == 1


def test_history_tells_that_a_match_is_over_also_where_its_program_ended_without_saying_so(run: Run) -> None:
    """A table waits at the end of a match, since its last action can be taken back; there it may be killed."""
    match = Match.new("tricks", "tricks:n=2,colours=1,deals=1", (HUMAN, "first"), 7, settings.new_record("tricks"))
    while not match.over:
        if match.turn is None:
            match.next_deal()
        match.play(match.game.legal(match.state)[0])
    match.close()
    (row,) = (line for line in run("history")[1].splitlines() if "colours=1" in line)
    assert "finished" in row and "goes on" not in row
    assert data(run, "history")["own"]["tricks"]["deals"] == 1


def test_history_leaves_out_a_match_that_is_deleted_meanwhile(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved()
    monkeypatch.setattr(archive, "saved", lambda folder: iter([folder / "deleted.jsonl", path]))
    assert [match["file"] for match in data(run, "history")["matches"]] == [str(path)]


def test_history_tells_of_a_match_whose_game_is_not_installed(run: Run) -> None:
    path = saved()
    path.write_text(path.read_text().replace('"game":"yaniv"', '"game":"high"', 1))
    (found,) = data(run, "history")["matches"]
    assert found["game"] == "high" and found["absent"] and "damaged" not in found
    assert "high" in run("history")[1] and "the game is not installed" in run("history")[1]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_offers_commands_bots_and_rules(run: Run, shell: str, tmp_path: Path) -> None:
    code, out, _ = run("completion", shell)
    assert code == 0
    assert all(word in out for word in ("reproduce", "semirandom", "harel-best", "club", "four-colour", "fast"))
    if shell == "zsh":
        assert '"*:two or more' in out  # each of several bots, not only the first
    if shutil.which(shell):
        script = tmp_path / shell
        script.write_text(out)
        subprocess.run([shell, "-n", str(script)], check=True, timeout=120)


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("yaniv --bots greedy se", "semirandom"),
        ("arena zsy dmc d", "dmc deep-q deep-q-lstm dmc-search"),
        ("inspect zsy --agents td", "td-linear"),
        ("train zsy d", "deep-q deep-q-lstm dmc"),
        ("train yaniv ex", "exploiter"),
        ("arena tricks --rules ", "tricks"),
        ("reproduce re", "review"),
        ("replay ma", "match.jsonl"),
        ("inspect yaniv --record ma", "match.jsonl"),
        ("reproduce tricks --svg fo", "folder"),
    ],
)
def test_bash_completes_bots_studies_and_files(run: Run, words: str, completed: str, tmp_path: Path) -> None:
    (tmp_path / "match.jsonl").touch()
    (tmp_path / "folder").mkdir()
    script = tmp_path / "completion"
    script.write_text(run("completion", "bash")[1])
    last = len(words.split(" "))
    typed = f"COMP_WORDS=(cardtui {words}); COMP_WORDS[{last}]='{words.split(' ')[-1]}'; COMP_CWORD={last}"
    asks = f'source {script}; {typed}; _shtab_cardtui; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", asks], capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert sorted(done.stdout.split()) == sorted(completed.split())


def test_zsh_and_fish_complete_files_of_bots_and_each_bot_of_a_list(run: Run, tmp_path: Path) -> None:
    zsh, fish = run("completion", "zsh")[1], run("completion", "fish")[1]
    assert "_cardtui_bots() {\n  local word\n  _files\n" in zsh
    assert ":BOT:_cardtui_bots::BOT:_cardtui_bots:" in zsh
    assert "--game[add a game from a file; works with every command]:FILE.py:_files" in zsh.replace("\\;", ";")
    assert "'_cardtui_last --agents' -xka '(_cardtui_agents)'" in fish
    if shell := shutil.which("fish"):
        (tmp_path / "mine.py").touch()
        (tmp_path / "completion").write_text(fish)
        asked = ("yaniv --bots mi", "yaniv --bots greedy se", "arena zsy dmc mi", "check mi", "--game mi")
        asks = "; ".join(f"complete -C 'cardtui {words}'" for words in asked)
        done = subprocess.run(
            [shell, "-N", "-c", f"source completion; {asks}"],
            capture_output=True, text=True, timeout=120, cwd=tmp_path,
        )  # fmt: skip
        found = [line.split("\t")[0] for line in done.stdout.splitlines()]
        assert found == ["mine.py", "semirandom", "mine.py", "mine.py", "mine.py"], done.stderr


# --- tables -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "bots", "seats", "named", "expected"),
    [
        (1, ("a", "b", "c"), None, True, (HUMAN, "a", "b", "c")),
        (1, ("a",), 4, True, (HUMAN, "a", "a", "a")),
        (1, ("a", "b"), None, False, (HUMAN, "a", "b")),
        (1, ("a", "b"), 2, False, (HUMAN, "a")),
        (2, ("a",), None, False, (HUMAN, HUMAN)),
        (2, ("a",), 3, False, (HUMAN, HUMAN, "a")),
        (2, ("a",), None, True, (HUMAN, HUMAN, "a")),
        (0, ("a", "b"), None, True, ("a", "b")),
    ],
)
def test_people_sit_first_and_bots_fill_the_rest(
    people: int, bots: tuple[str, ...], seats: int | None, named: bool, expected: tuple[str, ...]
) -> None:
    entry = registry.game_entry("yaniv")
    assert seats_of(entry, people, bots, seats, named) == expected


def test_too_many_bots_are_refused() -> None:
    with pytest.raises(Refusal, match="1 person and 6 bots do not fit on 6 seats"):
        seats_of(registry.game_entry("yaniv"), 1, ("a",) * 6, None, True)


def test_default_bots_are_those_that_know_the_rules() -> None:
    assert lineup.default_bots("yaniv", "club") == ("greedy", "semirandom")


def test_a_plain_game_is_played_and_kept(tmp_path: Path) -> None:
    homes = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "DATA", "CACHE")}
    command = [sys.executable, "-m", "cardtui", "yaniv", "--bots", "greedy", "--seed", "3", "--plain", "--ascii"]
    done = subprocess.run(
        command, input="1 d\n", capture_output=True, text=True, env={**os.environ, **homes}, timeout=60
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.isascii()
    assert "seed 3" in done.stdout
    record = next((tmp_path / "DATA/cardtui/records").iterdir())
    assert len(record.read_text().splitlines()) >= 3
    again = subprocess.run(
        [sys.executable, "-m", "cardtui", "resume", "--plain"],
        input="",
        capture_output=True,
        text=True,
        env={**os.environ, **homes},
        timeout=60,
    )
    assert again.returncode == 0
    assert "goes on" in again.stdout


def test_tables_fold_what_is_long(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What is cut off can be neither read nor copied."""
    monkeypatch.setenv("COLUMNS", "40")
    name = "20261122-230247-an-evening-with-a-long-name.jsonl"
    print_table("", ("match", "deals"), [(name, "4")])
    told = capsys.readouterr().out
    assert "…" not in told and name in "".join(line[1:-8].strip() for line in told.splitlines())


def test_tables_leave_room_for_columns_that_fold(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Many short columns neither press a long one to a letter a line nor lose the ends of their cells."""
    monkeypatch.setenv("COLUMNS", "80")
    heads = ("deal", "move", "kind", "rule-based", "ppo-large", "right", "cents")
    text = "rules +53 ±38  solver +16.7 ±4.0  fast -130 ±86"
    print_table("", heads, [("12", "31", "discard", "say Schellen-Solo", "say auf die Bumpel", "rule-based", text)])
    told = capsys.readouterr().out
    assert {*heads, "discard", "rules", "-130"} <= set(told.split())
    assert len(told.splitlines()) <= 10 and all(len(line) <= 80 for line in told.splitlines())


def test_tables_fold_no_figure_that_has_room(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Columns that are narrower than what is left for a long one do not count as much."""
    monkeypatch.setenv("COLUMNS", "80")
    figures = ("123125935", "76401", "009", "66033189", "441437", "32", "8975", "36665", "610", "3032")
    print_table("", ("bot", *"0123456789"), [("a" * 28, *figures)])
    assert set(figures) <= set(capsys.readouterr().out.split())


def test_tables_with_too_many_columns_tell_rows_cell_below_cell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Columns of a letter each cannot be read, and at 20 columns of the terminal some were not there at all."""
    heads = ("a", "b", "games", "win a", "win b", "shared", "mean a", "95%")
    rows = [("greedy", "random", "20", "95.0%", "5.0%", "0.0%", "0.95", "0.85…1"), ("mum", "dad", *["3.0%"] * 6)]
    for width in (20, 30, 40):
        monkeypatch.setenv("COLUMNS", str(width))
        print_table("a title", heads, rows)
        told = capsys.readouterr().out.splitlines()
        assert [line.split() for line in told if line.strip()] == [
            ["a", "title"],
            *([*head.split(), value] for row in rows for head, value in zip(heads, row, strict=True)),
        ]
        assert max(map(len, told)) <= width and told.count(told[1]) == 3, "an empty line between rows"
