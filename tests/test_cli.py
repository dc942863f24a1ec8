"""The command line: what each command prints, its JSON, its exit code, and one line for what is wrong."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardtui import __version__, cli, options, registry, settings
from cardtui.bench import FIGURES, program
from cardtui.commands import common, play
from cardtui.core import Refusal
from cardtui.match import HUMAN, Match
from cardtui.threads import ONE_EACH

from .bad_table import installed

Run = Callable[..., tuple[int, str, str]]
SHORT = '{"hand": "7h 7d 3c Kc", "pile": "2s"}'


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in this process: (exit code, stdout, stderr)."""
    for name in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    for name in [name for name in os.environ if name.startswith("CARDTUI_")]:
        monkeypatch.delenv(name)

    def go(*words: str) -> tuple[int, str, str]:
        try:
            code = cli.main(words)
        except SystemExit as end:
            code = int(end.code or 0)
        said = capsys.readouterr()
        return code, said.out, said.err

    return go


def data(run: Run, *words: str) -> dict[str, Any]:
    """The one object that a command prints."""
    code, out, _ = run(*words, "--json")
    assert code == 0
    assert out.count("\n") == 1
    found: dict[str, Any] = json.loads(out)
    assert set(found) >= {"game", "rules", "seed", "commit", "version"}
    assert found["version"] == __version__
    return found


def saved(seats: tuple[str, ...] = (HUMAN, "greedy")) -> Path:
    """A match with one move of each seat."""
    path = settings.new_record("yaniv")
    match = Match.new("yaniv", "paper", seats, 5, path)
    for _ in seats:
        match.play(match.game.legal(match.state)[-1])
    match.close()
    return path


# --- what is wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nonsense"], "invalid choice: 'nonsense' (choose from"),
        (["yaniv", "--seats", "7"], "takes a whole number from 2 to 6, not '7'"),
        (["schafkopf", "--seats", "3"], "takes 4 alone, not '3'"),
        (["yaniv", "--seed", "x"], "takes a whole number from 0, not 'x'"),
        (["yaniv", "--bots", "gredy"], "yaniv has no bot 'gredy' (nearest: greedy); there are random, greedy"),
        (["yaniv", "--bots", "greedy:q=1"], "no option 'q'"),
        (["yaniv", "--bots", "greedy:p=2"], "takes 0 … 1, not '2'"),
        (["yaniv", "--bots", "greedy@here"], "has no weights"),
        (["yaniv", "--bots", "harel@/nowhere"], "no weights of harel in /nowhere; `cardtui train yaniv harel --out"),
        (["yaniv", "--bots", "harel", "--rules", "club"], "cannot play with jokers=2, faces=ten, take=ends"),
        (["yaniv", "--rules", "club:limt=3"], "no option 'limt' (nearest: limit)"),
        (["yaniv", "--rules", "clb"], "no rule set 'clb' (nearest: club)"),
        (["yaniv", "--people", "3", "--bots", "greedy", "--seats", "3"], "3 people and 1 bot do not fit on 3 seats"),
        (["yaniv", "--bots", *["greedy"] * 7], "1 person and 7 bots do not fit on 6 seats"),
        (["yaniv", "--panel", "opne"], "invalid choice: 'opne'"),
        (["yaniv", "--pace", "99"], "--pace takes 0 … 60, not '99'"),
        (["games", "yanif"], "no game 'yanif' (nearest: yaniv)"),
        (["arena", "yaniv", "greedy"], "two bots or more"),
        (["arena", "yaniv", "greedy", "random", "--deals", "0"], "takes a whole number from 1, not '0'"),
        (["arena", "yaniv", "greedy", "random", "--seats", "3"], "even number of seats, not 3"),
        (["arena", "yaniv", "greedy", "random", "random", "--table", "--seats", "4"], "has no 4 seats"),
        (["train", "yaniv", "greedy"], "greedy is not trained; these are: harel"),
        (["arena", "98", "gap", "--seats", "4"], "in 98 each bot plays alone; leave out --seats and --table"),
        (["arena", "98", "gap", "--table"], "in 98 each bot plays alone"),
        (["arena", "schafkopf", "random", "random", "--table"], "schafkopf is for 4 seats, not 2"),
        (["train", "yaniv", "harel:x=1"], "by its bare name, harel, and not as 'harel:x=1'; --out names the folder"),
        (["train", "yaniv", "harel@/x"], "by its bare name, harel, and not as 'harel@/x'"),
        (["train", "yaniv", "harel", "--records", "here"], "harel does not learn from records; leave out --records"),
        (["bench", "kernl"], "no figure 'kernl' (nearest: kernel)"),
        (
            ["replay", "/nowhere.jsonl"],
            "/nowhere.jsonl is no saved match: No such file or directory; `cardtui history`",
        ),
        (["replay", "/"], "/ is no saved match: Is a directory; `cardtui history` lists"),
        (["replay", __file__], "test_cli.py, line 1: no JSON"),
        (["resume", "/nowhere.jsonl"], "/nowhere.jsonl is no saved match: No such file"),
        (["resume", "/nowhere.jsonl", "--plain"], "/nowhere.jsonl is no saved match: No such file"),
        (["inspect", "yaniv", "--json", "--record", "/"], "/ is no saved match: Is a directory"),
        (["train", "yaniv", "harel", "--out", f"{__file__}/here"], "/here cannot be used: Not a directory"),
        (["replay"], "no saved match in"),
        (["resume"], "no unfinished match in"),
        (["inspect", "yaniv", "--json", "--observation", "{"], "is no JSON"),
        (["inspect", "yaniv", "--observation", "{"], "is no JSON"),
        (["inspect", "yaniv", "--observation", " "], "the observation is empty"),
        (["inspect", "yaniv", "--observation", '{"hand": "7h"}'], "the position's pile is missing"),
        (["inspect", "yaniv", "--record", "/nowhere.jsonl"], "/nowhere.jsonl is no saved match"),
        (["inspect", "yaniv", "--rules", "nosuch"], "no rule set 'nosuch'"),
        (["inspect", "nosuch"], "no game 'nosuch'"),
        (["inspect", "yaniv", "--agents", "nobody"], "no bot 'nobody'"),
        (["inspect", "yaniv", "--agents", "greedy:q=1"], "no option 'q'"),
        (["inspect", "yaniv", "--agents", "harel", "--rules", "club"], "cannot play with jokers=2"),
        (["inspect", "yaniv", "--observation", SHORT, "--record", "x"], "each give a position; leave one of them out"),
        (["inspect", "yaniv", "--observation", SHORT, "--rules", "club"], "--observation says which rules it is under"),
        (["inspect", "yaniv", "--record", "x", "--rules", "club", "--json"], "--record says which rules it is under"),
        (["inspect", "yaniv", "--record", "x", "--worst", "2", "--json"], "of their own; leave out --record"),
        (["inspect", "yaniv", "--observation", SHORT, "--outcomes", "2"], "of their own; leave out --observation"),
        (["completion", "csh"], "invalid choice: 'csh'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_had_is_one_line_and_exit_2(run: Run, words: list[str], said: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert said in err
    assert err.startswith("cardtui")


def test_a_record_that_cannot_be_is_refused_before_a_screen_opens(run: Run) -> None:
    path = saved()
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines, lines[-1]]) + "\n")
    for words in (["replay", str(path)], ["replay"], ["inspect", "yaniv", "--record", str(path)]):
        code, out, err = run(*words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert f"{path}, line {len(lines) + 1}: seat 1 acts out of turn" in err
    path.write_text(lines[0] + "\n")
    assert "holds no deal" in run("replay", str(path))[2]
    assert run("inspect", "tricks", "--record", str(path))[2].endswith("is a match of yaniv, not of tricks\n")


def test_too_many_seats_are_refused_before_they_are_arranged(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui.arena.pairing", lambda *_: pytest.fail("half of 30 seats: 155 million seatings"))
    code, _, err = run("arena", "yaniv", "greedy", "random", "--seats", "30")
    assert (code, err) == (2, "cardtui: yaniv is for 2 to 6 seats, not 30\n")


@pytest.mark.parametrize("bad", ["raises", "silent", "refuses", "random"])
def test_a_bot_that_fails_is_a_sentence(run: Run, bad: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtui.agents.uniform import Uniform

    monkeypatch.setattr(Uniform, "think", lambda self, seen, rng: iter([seen.legal[0]]))  # which is no Decision
    with installed():
        for words in (["inspect", "yaniv", "--agents", bad], ["arena", "yaniv", bad, "greedy", "--deals", "1"]):
            code, out, err = run(*words, "--json")
            assert (code, out, err.count("\n")) == (2, "", 1)
            assert err.startswith(f"cardtui: {bad} ")


def test_a_missing_torch_is_a_sentence() -> None:
    """Of every command that learns with it; the others do without."""
    code = """
import sys
from cardtui import registry
from cardtui.cli import main
sys.modules["torch"] = None
for name in ("yaniv", "schafkopf"):
    registry.load(registry.game_entry(name).study)
for name in ("harel", "yaniv-td"):
    registry.load(registry.bot_entry("yaniv", name).trainer)
sys.exit(sum(main(words.split()) for words in sys.argv[1:]))
"""
    words = ["reproduce zsy", "reproduce 98", "reproduce tricks", "train schafkopf ppo-lstm", "train zsy dmc"]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (2 * len(words), "")
    needs = "training a network needs torch, which is not installed; `pip install 'cardtui[train]'` brings it"
    assert done.stderr == f"cardtui: {needs}\n" * len(words)


@pytest.mark.parametrize(
    "words", [[], ["yaniv", "--bots", "greedy"], ["yaniv", "--people", "2"], ["inspect", "yaniv"]], ids=" ".join
)
def test_without_a_terminal_one_line_says_what_to_do(words: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cardtui", *words]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "terminal" in done.stderr
    assert ("--json" if words[:1] == ["inspect"] else "--plain") in done.stderr


def test_a_dumb_terminal_is_told_of_plain(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "cardtui", "yaniv", "--bots", "greedy"],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TERM": "dumb"},
        timeout=20,
    )
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 2
    assert done.stderr == "cardtui: TERM=dumb cannot show a screen; `--plain` plays on plain lines\n"


def test_a_bad_setting_names_file_line_and_nearest_key(run: Run) -> None:
    path = settings.config_file()
    path.parent.mkdir(parents=True)
    path.write_text("pace = 1\nthem = 'nord'\n")
    for words in (["config", "validate"], ["config"], ["yaniv", "--plain"], []):
        code, _, err = run(*words)
        assert code == 2
        assert f"{path}, line 2: no setting 'them' (nearest: theme)" in err


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m cardtui games --json | head -c 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=20)
    assert done.stderr == ""
    assert done.returncode in (0, 141)


@pytest.mark.parametrize("words", [["games"], ["bots", "yaniv"], ["yaniv", "--help"]], ids=" ".join)
def test_an_encoding_without_the_signs_is_no_error(words: list[str]) -> None:
    command = [sys.executable, "-m", "cardtui", *words]
    said = {}
    for encoding in ("ascii", "utf-8"):
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        done = subprocess.run(command, capture_output=True, timeout=20, env=environment)
        assert (done.returncode, done.stderr) == (0, b"")
        said[encoding] = done.stdout.decode(encoding)
    assert not said["utf-8"].isascii()
    if "--help" not in words:  # laid out in other lines
        assert said["ascii"] == "".join(sign if sign.isascii() else "?" for sign in said["utf-8"])


def test_json_is_ascii_and_loses_nothing(run: Run) -> None:
    bots = data(run, "bots", "yaniv")["bots"]
    assert run("bots", "yaniv", "--json")[1].isascii()
    assert [bot["summary"] for bot in bots] == [bot.summary for bot in registry.bots("yaniv").values()]
    assert any("…" in option["values"] for bot in bots for option in bot["options"].values())


# --- lists --------------------------------------------------------------------------------------


def test_a_command_keeps_to_one_thread(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The libraries under numpy read that when it is imported, here and in the arena's workers."""
    for name in ONE_EACH:
        monkeypatch.setenv(name, "8")
    run("games")
    assert {name: os.environ[name] for name in ONE_EACH} == dict.fromkeys(ONE_EACH, "1")


def test_version_and_help(run: Run) -> None:
    assert run("--version") == (0, f"cardtui {__version__}\n", "")
    code, out, _ = run("--help")
    assert code == 0
    names = {"menu", "yaniv", "inspect", "replay", "history", "arena", "train", "reproduce", "bench", "games", "bots"}
    assert all(f"    {name} " in out for name in names | {"config", "completion", "resume"})


@pytest.mark.parametrize("name", ["yaniv", "arena", "train", "reproduce", "inspect", "replay", "config", "bench"])
def test_each_command_has_its_help(run: Run, name: str) -> None:
    code, out, _ = run(name, "--help")
    assert code == 0
    assert f"cardtui {name}" in out


def test_help_says_what_an_option_does(run: Run) -> None:
    said = {name: " ".join(run(name, "--help")[1].split()) for name in ("yaniv", "train", "reproduce", "bench")}
    assert "no undo; no hints, coach or thoughts of bots before a deal is over" in said["yaniv"]
    assert "learn from N games instead of the preset's" in said["train"]
    assert "the studies of zsy and 98 run on one" in said["reproduce"]
    assert "What the bots do: contra, beliefs, decisions" in said["bench"]
    assert sorted((*cli.SPEED, *cli.BEHAVIOUR)) == sorted(FIGURES)


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
    assert "probability to take the pile's top" in out
    found = data(run, "bots", "yaniv")
    assert (found["game"], found["rules"]["name"]) == ("yaniv", "paper")
    rows = {row["name"]: row for row in found["bots"]}
    assert set(rows) == set(registry.bots("yaniv"))
    assert all(set(row) >= {"name", "game", "kind", "options", "card"} for row in rows.values())
    assert rows["greedy"]["options"]["p"]["default"] == 0.5
    assert rows["greedy"]["card"] is None


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


def test_config_validate_finds_what_only_the_registry_knows(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.save_value("coach", "nobody:p=1")
    code, _, err = run("config", "validate")
    assert code == 2
    assert "line 1: coach: no game has a bot 'nobody'" in err
    settings.save_value("coach", "greedy:q=1")
    assert "bot greedy of zsy has no option 'q'" in run("config", "validate")[2]
    settings.save_value("coach", "greedy:p=1")
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
    assert "no cardtui header" in found[1]["damaged"]
    code, out, _ = run("history")
    assert code == 0
    assert "human 0, greedy 0" in out
    assert len(data(run, "history", "--limit", "1")["matches"]) == 1


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_offers_commands_bots_and_rules(run: Run, shell: str, tmp_path: Path) -> None:
    import shutil

    code, out, _ = run("completion", shell)
    assert code == 0
    assert all(word in out for word in ("reproduce", "semirandom", "harel-best", "club", "four-colour"))
    if shell == "zsh":
        assert '"*:two or more' in out  # each of several bots, not only the first
    if shutil.which(shell):
        script = tmp_path / shell
        script.write_text(out)
        subprocess.run([shell, "-n", str(script)], check=True, timeout=20)


def test_bash_completes_bots(run: Run, tmp_path: Path) -> None:
    script = tmp_path / "completion"
    script.write_text(run("completion", "bash")[1])
    words = "COMP_WORDS=(cardtui yaniv --bots greedy se); COMP_CWORD=4"
    asks = f'source {script}; {words}; _shtab_cardtui; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", asks], capture_output=True, text=True, timeout=20)
    assert done.stdout == "semirandom\n"


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
    assert play.seats_of(entry, people, bots, seats, named) == expected


def test_too_many_bots_are_refused() -> None:
    with pytest.raises(Refusal, match="1 person and 6 bots do not fit on 6 seats"):
        play.seats_of(registry.game_entry("yaniv"), 1, ("a",) * 6, None, True)


def test_default_bots_are_those_that_know_the_rules() -> None:
    assert registry.default_bots("yaniv", "club") == ("greedy", "semirandom")


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


# --- JSON of what is played and measured ----------------------------------------------------------

PAIR = {"a", "b", "seating", "deals", "games", "win_a", "draw", "win_b", "mean_a", "se", "ci95", "unit"}


def test_arena_json(run: Run) -> None:
    found = data(run, "arena", "yaniv", "greedy", "semirandom", "random", "--deals", "10", "--seed", "7", "--jobs", "1")
    assert found["game"] == "yaniv"
    assert found["seed"] == 7
    assert found["rules"]["name"] == "paper"
    assert found["rules"]["options"]["call"] == 7
    assert [(row["a"], row["b"]) for row in found["results"]] == [
        ("greedy", "semirandom"), ("greedy", "random"), ("semirandom", "random"),
    ]  # fmt: skip
    assert all(set(row) == PAIR for row in found["results"])
    assert all(row["ci95"][0] <= row["mean_a"] <= row["ci95"][1] for row in found["results"])
    assert set(found["throughput"]) == {"games", "seconds", "jobs", "games_per_second", "games_per_second_core"}


def test_arena_json_of_a_table(run: Run) -> None:
    words = ("arena", "yaniv", "greedy", "semirandom", "random", "--seats", "3", "--deals", "8", "--jobs", "1")
    row = data(run, *words, "--rules", "club:limit=200")["results"][0]
    assert row["seats"] == ["greedy", "semirandom", "random"]
    assert {"win", "mean", "se"} <= set(row)
    assert row["games"] == 24
    assert sum(row["win"]) == pytest.approx(1)


def test_one_deal_is_enough(run: Run) -> None:
    row = data(run, "arena", "yaniv", "greedy", "random", "--deals", "1")["results"][0]
    assert (row["games"], row["se"], row["ci95"]) == (2, None, None)


def test_arena_for_people(run: Run) -> None:
    code, out, _ = run("arena", "yaniv", "greedy", "semirandom", "random", "--deals", "5", "--jobs", "1")
    assert code == 0
    assert "share of wins" in out
    assert "AB BA" in out


def test_inspect_json(run: Run) -> None:
    words = ("inspect", "yaniv", "--agents", "greedy", "semirandom", "--observation", SHORT)
    found = data(run, *words)
    assert [row["agent"] for row in found["decisions"]] == ["greedy", "semirandom"]
    for row in found["decisions"]:
        assert set(row) >= {"agent", "seat", "observation", "options", "action", "unit", "note", "beliefs"}
        assert sum(option["probability"] for option in row["options"]) == pytest.approx(1)
        assert set(row["options"][0]) == {"action", "probability", "value", "stderr", "visits", "why"}
    assert data(run, *words) == found
    assert data(run, *words, "--swap", "4", "Kd") != found


def test_replay_json(run: Run) -> None:
    found = data(run, "replay", str(saved()))
    assert found["seed"] == 5
    assert [move["seat"] for move in found["deals"][0]["moves"]] == [0, 1]


def test_a_torn_last_line_is_told_of_in_both_forms(run: Run) -> None:
    path = saved()
    with path.open("a") as file:
        file.write('{"seat": 0, "act')
    for form in ([], ["--json"]):
        code, out, err = run("replay", "--check", str(path), *form)
        assert (code, out) == (2, "")
        assert "the last line has no line end" in err
    assert data(run, "replay", str(path))["deals"][0]["moves"][1:], "without --check what is whole is shown"


def test_bench_json(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui.bench.yaniv.ARENA_DEALS", 40)
    found = data(run, "bench", "arena")
    keys = {"name", "game", "value", "unit", "against", "ratio", "conditions"}
    assert [set(row) for row in found["figures"]] == [keys]
    assert found["figures"][0]["value"] > 0
    assert "decisions_hash" not in found


def test_the_hash_of_decisions_tells_one_from_another(monkeypatch: pytest.MonkeyPatch) -> None:
    heuristics = {name: bot for name, bot in registry.bots("yaniv").items() if not bot.learned}
    monkeypatch.setattr(registry, "bots", lambda game: heuristics if game == "yaniv" else {})
    monkeypatch.setattr(program, "DECISION_DEALS", 1)
    first = program.decisions_hash()
    assert first == program.decisions_hash()
    assert len(first) == 64
    from cardtui.agents.yaniv import heuristics as module

    monkeypatch.setattr(module, "CALL", module.CALL._replace(note="changed"))
    assert program.decisions_hash() != first


def test_commit_is_that_of_the_checkout() -> None:
    root = Path(common.__file__).parents[2]
    expected = subprocess.run(["git", "-C", root, "rev-parse", "HEAD"], capture_output=True, text=True)
    if expected.returncode or not (root / ".git").exists():
        assert common.commit() == ""
    else:
        assert common.commit().removesuffix("-dirty") == expected.stdout.strip()


# --- long runs: a trainer and a study that stand in for the real ones -------------------------------


def test_train_reports_and_says_how_to_go_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Any, ...]] = []

    def trainer(bot: str, preset: str, seed: int, out: Path, resume: bool, progress: Any) -> None:
        calls.append((bot, preset, seed, out, resume))
        progress((1, 2, {"win": 0.5}))
        if not resume:
            raise KeyboardInterrupt
        out.mkdir()
        (out / "card.toml").write_text('sha256 = "0"\n')

    load = registry.load
    monkeypatch.setattr(
        registry, "load", lambda target: trainer if target.endswith(":train") and "agents" in target else load(target)
    )
    out = tmp_path / "run"
    code, _, err = run("train", "yaniv", "harel", "--seed", "4", "--out", str(out))  # its preset is paper
    assert code == 130
    assert f"`cardtui train yaniv harel --preset paper --seed 4 --out {out} --resume` goes on" in err
    found = data(run, "train", "yaniv", "harel", "--preset", "paper", "--seed", "4", "--out", str(out), "--resume")
    assert found["card"] == {"sha256": "0"}
    assert calls == [("harel", "paper", 4, out, False), ("harel", "paper", 4, out, True)]


def test_reproduce_prints_tables_graphs_and_claims(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = {
        "title": "Final score",
        "x": [0, 1, 2],
        "series": {"round": [1, 2, 3]},
        "x_label": "games",
        "y_label": "score",
    }
    table = {
        "name": "final", "source": [[1, 2]], "ours": [[1.5, 2.5]], "rows": ["round"], "columns": ["0.1", "0.3"],
        "unit": "wins", "n": 1000, "interval": 0.03,
    }  # fmt: skip
    claim = {"text": "round is better than end", "holds": True, "figure": 0.6, "interval": [0.5, 0.7]}

    def study(jobs: int, progress: Any, table_name: str | None, scale: float) -> dict[str, Any]:
        progress((1, 1, {}))
        asked.append(scale)
        return {"tables": [table], "claims": [claim], "graphs": [graph]}

    asked: list[float] = []
    load = registry.load
    monkeypatch.setattr(
        registry, "load", lambda target: study if target.endswith(":reproduce") and "agents" in target else load(target)
    )
    code, out, err = run("reproduce", "yaniv", "--svg", str(tmp_path))
    assert code == 0
    assert "round is better than end" in out
    assert "Final score" in out
    assert (tmp_path / "final-score.svg").read_text().startswith("<svg")
    assert "final-score.svg" in err
    assert "quick pass" not in out
    found = data(run, "reproduce", "yaniv", "--scale", "0.1")
    assert (found["claims"], found["scale"]) == ([claim], 0.1)
    code, out, _ = run("reproduce", "yaniv", "--scale", "0.025")
    assert "a quick pass: 2.50% of the games" in out
    assert asked == [1.0, 0.1, 0.025]
    code, _, err = run("reproduce", "yaniv", "--scale", "2")
    assert code == 2 and "takes a number above 0 and up to 1, not '2'" in err


Study = Callable[[dict[str, Any]], list[float]]


@pytest.fixture
def studied(monkeypatch: pytest.MonkeyPatch) -> Study:
    """Put a study that finds this in place of every game's; the scales at which it is then asked for."""

    def put(found: dict[str, Any]) -> list[float]:
        asked: list[float] = []

        def study(jobs: int, progress: Any, table: str | None, scale: float) -> dict[str, Any]:
            asked.append(scale)
            return {"seed": 3, "tables": [], "claims": []} | found

        load, studies = registry.load, {entry.study for entry in registry.games().values()}
        monkeypatch.setattr(registry, "load", lambda target: study if target in studies else load(target))
        return asked

    return put


GRAPH = {"title": "Score", "x": [0, 1], "series": {"one": [1, 2]}, "x_label": "games", "y_label": "score"}


def test_a_folder_that_cannot_be_had_is_refused_before_the_study(
    run: Run, studied: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = studied({"graphs": [GRAPH]})
    (tmp_path / "file").write_text("")
    code, _, err = run("reproduce", "yaniv", "--svg", str(tmp_path / "file"))
    assert (code, err) == (2, f"cardtui: {tmp_path / 'file'} cannot be used: File exists\n")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    code, _, err = run("reproduce", "yaniv", "--svg", str(tmp_path))
    assert (code, err) == (2, f"cardtui: {tmp_path} cannot be written, so the graphs would be lost\n")
    assert asked == []


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_graphs_that_cannot_be_written_take_nothing_along(
    run: Run, studied: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: list[str]
) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    studied({"graphs": [GRAPH], "claims": [{"text": "it holds", "holds": True, "figure": 1, "interval": [0, 2]}]})
    monkeypatch.setattr(settings, "write_atomically", full)
    code, out, err = run("reproduce", "yaniv", "--svg", str(tmp_path), *form)
    assert code == 2
    assert "it holds" in out
    assert err == f"cardtui: {tmp_path / 'score.svg'} cannot be used: No space left on device\n"


def test_a_study_without_graphs_says_so(run: Run, studied: Study, tmp_path: Path) -> None:
    studied({})
    assert "these tables have no graphs" in run("reproduce", "schafkopf", "--svg", str(tmp_path))[2]


@pytest.mark.parametrize("game", registry.games())
def test_a_study_is_stamped_with_the_rules_that_it_plays(run: Run, studied: Study, game: str) -> None:
    """In Schafkopf not those that people get."""
    studied({})
    first = next(iter(registry.rule_sets(game)[1]))
    found = data(run, "reproduce", game)
    assert found["rules"] == {"name": first, "options": registry.rule_options(game, first)}
    assert found["seed"] == 3


def test_what_was_trained_is_stamped_with_its_rules(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def trainer(bot: str, preset: str, seed: int, out: Path, resume: bool, progress: Any) -> None:
        (out / "card.toml").write_text('rules = "Schafkopf, paper"\n')

    load, ours = registry.load, registry.bot_entry("schafkopf", "imitation").trainer
    monkeypatch.setattr(registry, "load", lambda target: trainer if target == ours else load(target))
    assert data(run, "train", "schafkopf", "imitation", "--out", str(tmp_path))["rules"]["name"] == "paper"


@pytest.mark.parametrize("game", registry.games())
def test_examples_of_rules_are_the_games_own(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What the help and the list of games show as a change of rules can be typed, and changes something."""
    with pytest.raises(SystemExit):
        cli.main([game, "--help"])
    shown = " ".join(capsys.readouterr().out.split()).partition("one with changes: ")[2].split()[0]
    assert registry.game(game, shown).spec == shown and ":" in shown
    assert cli.main(["games", game]) == 0
    assert f"`--rules {shown}`" in capsys.readouterr().out


@pytest.mark.parametrize("game", registry.games())
def test_examples_of_bots_can_be_typed(game: str) -> None:
    for bot in registry.bots(game).values():
        spec = options.example(bot.name, bot.options)
        values = options.read(bot.options, options.split(spec)[1], bot.name)
        changed = [key for key, setting in bot.options.items() if values[key] != setting.default]
        assert len(changed) == bool(bot.options) or all(isinstance(s.default, str) for s in bot.options.values())


def test_one_seat_is_no_seats(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games"]) == 0
    told = capsys.readouterr().out
    assert "98 cards, 1 seat: " in told and "Tricks, 2 seats: " in told and "Yaniv, 2 to 6 seats: " in told
