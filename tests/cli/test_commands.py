"""The command line: what each command prints, and its JSON."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardtui import cli, executors, loading, options, registry, settings
from cardtui.bench import program
from cardtui.commands import arena, common
from cardtui.entries import HUMAN
from cardtui.registry import catalogue, lineup
from cardtui.system import files
from cardtui.ui.start import Arena

from .common import Run, data, saved

SHORT = '{"hand": "7h 7d 3c Kc", "pile": "2s"}'


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


def test_one_is_not_several(run: Run) -> None:
    assert "98 paper, 1 deal of seed 0" in run("arena", "98", "gap", "gap", "--deals", "1", "--jobs", "1")[1]
    assert "yaniv paper, 1 match of seed 0" in run("arena", "yaniv", "greedy", "random", "--matches", "1")[1]
    assert "98: 1 deal of 98 paper, 1 seat, seed 0" in run("check", "98", "--deals", "1")[1]
    told = run("inspect", "tricks", "--agents", "first", "--claims", "1")[1]
    assert "1 deal of seed 0" in told and told.startswith("A claim holds if the bot does so more often than")


def test_tables_have_the_digits_that_their_errors_allow(run: Run) -> None:
    """Two of the error, on average and at the ends of its interval; shares are in percent."""
    words = ("arena", "98", "gap", "random", "--deals", "300", "--jobs", "1")
    row, out = data(run, *words)["results"][0], run(*words)[1]
    (low, high), (least, most) = row["ci95"], row["win_ci95"]
    assert 1 <= (high - low) / 2 < 10
    cells = [f"{row['mean']:.1f}", f"{row['se']:.1f}", f"{low:.1f}…{high:.1f}", f"{row['win']:.1%}"]
    line = next(line for line in out.splitlines() if line.startswith(" gap"))
    assert line.split() == ["gap", *cells, f"{least:.1%}…{most:.1%}"]
    told = run("compare", "yaniv", "greedy", "semirandom", "--deals", "10", "--jobs", "1")[1]
    gain = re.match(r"greedy gains [+-](\d+\.?\d*) ± (\d+\.?\d*) wins", told)
    assert gain and len(gain[1].partition(".")[2]) == len(gain[2].partition(".")[2])
    assert re.search(r"^ +deal +move +kind +greedy +semirandom +right +td +greedy *$", told, re.MULTILINE)


def test_sentences_break_between_words_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What `compare` tells of who is right broke within words."""
    monkeypatch.setenv("COLUMNS", "20")
    long = "open: neither is shown, or it may be chance"
    common.tell(long)
    assert capsys.readouterr().out == f"{long}\n"  # in a pipe each is a line
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    common.tell(long, "short")
    assert capsys.readouterr().out == "open: neither is\nshown, or it may be\nchance\nshort\n"


def test_arena_for_people(run: Run) -> None:
    code, out, _ = run("arena", "yaniv", "greedy", "semirandom", "random", "--deals", "5", "--jobs", "1")
    assert code == 0
    assert "share of wins" in out
    assert "AB BA" in out


@pytest.mark.parametrize("more", [(), ("--table",)])
def test_a_share_of_wins_has_the_same_form_wherever_it_stands(run: Run, more: tuple[str, ...]) -> None:
    """A mean in wins is such a share, too: not 65.0% beside 0.649."""
    words = ("arena", "yaniv", "greedy", "semirandom", *("random" for _ in more), "--deals", "9", "--jobs", "1", *more)
    row, out = data(run, *words)["results"][0], run(*words)[1]
    mean, ends = (row["mean"][0], row["ci95"][0]) if more else (row["mean_a"], row["ci95"])
    cells = next(line for line in out.splitlines() if line.startswith(" greedy")).split()
    assert cells.count(f"{mean:.1%}") == 2 and cells[-1] == "…".join(f"{end:.1%}" for end in ends)


def test_inspect_tells_what_bots_learned(run: Run) -> None:
    """Claims counted on a bot's own play, and its checkpoints, as JSON and as text."""
    words = ("inspect", "zsy", "--agents", "td-linear", "--claims", "3", "--checkpoints")
    found = data(run, *words)
    assert found["claims"][0].keys() >= {"agent", "text", "holds", "figure", "interval", "against", "n", "deals"}
    assert found["checkpoints"][0]["times"][-1]["games"] == 400_000
    told = run(*words)[1]
    assert "leads several cards at once: " in told and "settled after" in told


def test_inspect_counts_claims_and_beliefs_together(run: Run) -> None:
    code, told, _ = run("inspect", "zsy", "--agents", "random", "--claims", "2", "--beliefs", "2")
    assert code == 0 and "leads several cards at once: " in told and "Log-loss: " in told


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
    assert data(run, "replay", "last") == found
    assert [move["seat"] for move in found["deals"][0]["moves"]] == [0, 1]


def test_review_of_a_match(run: Run, tmp_path: Path) -> None:
    """As JSON, as text, as Markdown and as a page; the second time it is read from where it is kept."""
    path, written = str(saved()), (tmp_path / "r.md", tmp_path / "r.html")
    found = data(run, "review", path, "--jobs", "1", "--md", str(written[0]), "--html", str(written[1]))
    (report,) = found["reviews"]
    assert (found["game"], found["seed"], report["seat"], report["stage"]) == ("yaniv", 0, 0, "whole")
    assert [file.read_text()[:15] for file in written] == ["# Yaniv paper: ", "<!doctype html>"]
    assert data(run, "review", "last", "--jobs", "1") == found
    code, out, _ = run("review", path, "--jobs", "1")
    assert code == 0
    assert out.startswith("Yaniv paper: You, 0 deals")
    assert "Mistakes, worst first" in out
    assert "No deal is over, so there is no result to split." in out
    assert data(run, "review", path, path, "--seat", "2", "--jobs", "1")["reviews"][0]["seat"] == 1
    whole = data(run, "review", "--all", "yaniv", "--against", "greedy", "--jobs", "1")
    assert whole["reviews"] == found["reviews"] and whole["against"][0]["rows"][0]["n"] == 1
    os.utime(saved((HUMAN, "greedy", "greedy")), (0, 0))  # it was played before
    code, out, err = run("review", "--all", "--against", "greedy", "--jobs", "1", "--plain")
    assert "1 match left out; the newest has 2 seats and results in wins" in err
    assert code == 0 and out.index("greedy in the same decisions") < out.index("How this was judged")


def test_a_review_tells_lines_of_how_far_it_is_without_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved()
    for seed, every in (("3", 1e9), ("4", 0.0)):
        monkeypatch.setattr("cardtui.commands.review.EVERY", every)
        code, _, err = run("review", str(path), "--jobs", "1", "--seed", seed)
        told = err.splitlines()
        assert code == 0 and all(line.startswith(f"{path.name}: ") for line in told)
        assert told[-1:] == ([] if every else [f"{path.name}: done"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no full disk to try")
def test_a_review_that_cannot_be_written_is_told_with_its_file(run: Run) -> None:
    code, _, err = run("review", str(saved()), "--jobs", "1", "--md", "/dev/full")
    assert (code, err.splitlines()[-1]) == (2, "cardtui: /dev/full cannot be written: No space left on device")


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
    heuristics = tuple(bot for bot in registry.own_bots("yaniv").values() if not bot.learned)
    few = {"yaniv": registry.game_entry("yaniv")._replace(bots=heuristics)}
    monkeypatch.setattr(catalogue, "shipped", lambda: few)
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


@pytest.mark.parametrize(
    ("runs", "typed", "asked"),
    [
        ("arena.run", "arena zsy greedy random --deals 2", "--deals"),
        ("arena.run", "arena zsy greedy random --matches 2", "--matches"),
        ("study.lock.over_deals", "arena zsy greedy random --lock 1=random", "--deals"),
        ("study.lock.in_position", "inspect zsy --lock 1=random", "--worlds"),
        ("study.compare.compare", "compare zsy greedy random", "--deals"),
    ],
)
def test_an_interrupted_run_names_its_command_and_what_was_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch, runs: str, typed: str, asked: str
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"cardtui.{runs}", interrupted)
    code, _, err = run(*typed.split())
    command = typed.split()[0]
    assert code == 130 and err == f"cardtui {command}: interrupted; nothing is kept; fewer {asked} take less time\n"


def test_the_screen_of_a_tournament_names_the_bots_of_levels(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its standing named the bots that play, the table beside it the levels that were typed."""
    shown = list[Arena]()

    def screen(chosen: settings.Settings, start: Arena) -> int:
        shown.append(start)
        return 0

    monkeypatch.setattr("cardtui.commands.arena.on_screen", lambda args: True)
    monkeypatch.setattr("cardtui.ui.app.run", screen)
    assert run("arena", "yaniv", "easy", "medium", "--rules", "paper")[0] == 0
    levels = lineup.levels("yaniv", "paper")
    assert shown[0].bots == shown[0].series[0].bots == (levels["easy"], levels["medium"])


def test_a_unit_may_end_in_any_letter(capsys: pytest.CaptureFixture[str]) -> None:
    """One that ends in b was taken for "a less b", which a game for one has not: KeyError."""
    about = {"deals": 2, "games": 2, "mean": 1.0, "se": None, "ci95": None, "win": 1.0, "win_ci95": [0.3, 1.0]}
    speed = {"games": 2, "seconds": 1.0, "games_per_second": 2.0}
    arena._show_results({"results": [about | {"agent": "x", "unit": "crumb"}], "throughput": speed}, "", ["x"])
    assert "mean crumb" in capsys.readouterr().out


# --- long runs: a trainer and a study that stand in for the real ones -------------------------------


def test_train_reports_and_says_how_to_go_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls, kept = list[tuple[Any, ...]](), list[Path]()

    def trainer(request: Any) -> None:
        calls.append((request.bot, request.preset, request.seed, request.out, request.resume))
        request.progress((1, 2, {"win": 0.5}))
        for path in kept:
            path.unlink() if request.resume else path.touch()
        if not request.resume:
            raise KeyboardInterrupt
        (request.out / "card.toml").write_text('sha256 = "0"\n')

    load = loading.load
    monkeypatch.setattr(
        loading, "load", lambda target: trainer if target.endswith(":train") and "agents" in target else load(target)
    )
    out = tmp_path / "run"
    again = f"`cardtui train yaniv harel --preset paper --seed 4 --out {out}"
    words = ("train", "yaniv", "harel", "--seed", "4", "--out", str(out))  # its preset is paper
    code, _, err = run(*words)
    assert code == 130 and f"interrupted; there is no checkpoint yet, {again}` starts again" in err
    out.mkdir(exist_ok=True)
    kept.append(out / "checkpoint.npz")
    code, _, err = run(*words)
    assert code == 130 and f"interrupted; {again} --resume` goes on" in err
    code, _, err = run(*words)
    assert code == 2 and f"{out} has an interrupted training: --resume goes on" in err
    found = data(run, *words, "--preset", "paper", "--resume")
    assert found["card"] == {"sha256": "0"}
    code, _, err = run(*words)
    assert code == 2 and f"{out} has trained weights already" in err
    assert calls == [("harel", "paper", 4, out, resumed) for resumed in (False, False, True)]


def test_the_measurement_of_a_reply_is_told_once(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]

    def trainer(request: Any) -> None:
        for done in (512, 1024, 1024, 1024):
            clock[0] += 20
            request.progress((done, 1024, {}))
        raise KeyboardInterrupt

    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    load, ours = loading.load, registry.bot_entry("schafkopf", "ppo-rules").trainer
    monkeypatch.setattr(loading, "load", lambda target: trainer if target == ours else load(target))
    asked = ("train", "schafkopf", "ppo-rules", "--preset", "reply", "--against", "random", "--out", str(tmp_path))
    code, _, err = run(*asked)
    assert code == 130
    assert err.splitlines()[:-1] == [
        "train ppo-rules: 512 of 1024",
        "train ppo-rules: 1024 of 1024",
        "train ppo-rules: measuring what it gets against random",
    ]


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
    left = {"text": "end is worse than nothing", "holds": None, "figure": 0.5, "interval": [0.2, 0.8]}

    def study(jobs: int, progress: Any, table_name: str | None, scale: float) -> dict[str, Any]:
        progress((1, 1, {}))
        asked.append(scale)
        return {"tables": [table], "claims": [claim, left], "graphs": [graph]}

    asked: list[float] = []
    load = loading.load
    monkeypatch.setattr(
        loading, "load", lambda target: study if target.endswith(":reproduce") and "agents" in target else load(target)
    )
    code, out, err = run("reproduce", "yaniv", "--svg", str(tmp_path))
    assert code == 0
    assert re.search(r"yes +0.6 .*round is better than end", out) and re.search(r"open +0.5 .*end is worse", out)
    assert "Final score" in out
    assert (tmp_path / "final-score.svg").read_text().startswith("<svg")
    assert "final-score.svg" in err
    assert "quick pass" not in out and "n = 1000, 95% intervals of ±0.03 at most" in out
    found = data(run, "reproduce", "yaniv", "--scale", "0.1")
    assert (found["claims"], found["scale"]) == ([claim, left], 0.1)
    code, out, _ = run("reproduce", "yaniv", "--scale", "0.025")
    assert "a quick pass: 2.50% of the games" in out
    assert asked == [1.0, 0.1, 0.025]
    code, _, err = run("reproduce", "yaniv", "--scale", "2")
    assert code == 2 and "takes a number above 0 and up to 1, not '2'" in err


def test_a_study_that_spreads_runs_on_a_cluster(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    load = loading.load
    monkeypatch.setattr(executors, "choose", lambda name: None)
    monkeypatch.setattr(
        loading,
        "load",
        lambda target: (
            (lambda *_: {"tables": [], "claims": []}) if target.endswith("study:reproduce") else load(target)
        ),
    )
    spreading = {name: entry.study_spreads for name, entry in registry.games().items() if entry.study} | {
        "review": True
    }
    codes = {name: run("reproduce", name, "--executor", "dask")[0] for name in spreading}
    assert codes == {name: 0 if spreads else 2 for name, spreads in spreading.items()}
    assert spreading["tricks"] and not spreading["yaniv"]


Study = Callable[[dict[str, Any]], list[float]]


@pytest.fixture
def studied(monkeypatch: pytest.MonkeyPatch) -> Study:
    """Put a study that finds this in place of every game's; the scales at which it is then asked for."""

    def put(found: dict[str, Any]) -> list[float]:
        asked: list[float] = []

        def study(jobs: int, progress: Any, table: str | None, scale: float) -> dict[str, Any]:
            asked.append(scale)
            return {"seed": 3, "tables": [], "claims": []} | found

        load, studies = loading.load, {entry.study for entry in registry.games().values()}
        monkeypatch.setattr(loading, "load", lambda target: study if target in studies else load(target))
        return asked

    return put


GRAPH = {"title": "Score", "x": [0, 1], "series": {"one": [1, 2]}, "x_label": "games", "y_label": "score"}


def test_a_file_is_studied_where_no_folder_of_ones_own_can_be_made(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved().rename(tmp_path / "match.jsonl")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    for words in (("replay", path, "--check"), ("review", path), ("history",)):
        code, _, err = run(*map(str, words))
        refused = [line for line in err.splitlines() if not line.startswith("match.jsonl: ")]  # how far a review is
        assert (code, refused) == (0, [])
    code, _, err = run("yaniv", "--plain", "--people", "0")
    assert code == 2 and err.endswith("file/cardtui/records cannot be used: Not a directory\n")


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
    monkeypatch.setattr(files, "write_atomically", full)
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
    def trainer(request: Any) -> None:
        (request.out / "card.toml").write_text('rules = "Schafkopf, paper"\n')

    load, ours = loading.load, registry.bot_entry("schafkopf", "imitation").trainer
    monkeypatch.setattr(loading, "load", lambda target: trainer if target == ours else load(target))
    assert data(run, "train", "schafkopf", "imitation", "--out", str(tmp_path))["rules"]["name"] == "paper"


@pytest.mark.parametrize("game", registry.games())
def test_examples_of_rules_are_the_games_own(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What the help and the list of games show as a change of rules can be typed, and changes something."""
    assert cli.main([game, "--help"]) == 0
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


def test_the_time_left_does_not_count_what_was_done_before_a_resumption(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At the end there is none."""
    clock = iter([0.0, 30.0, 60.0, 90.0])
    monkeypatch.setattr("time.monotonic", lambda: next(clock, 60.0))
    step = common._lines("train")
    step(900, 1000)
    step(930, 1000)
    step(1000, 1000)
    assert capsys.readouterr().err.splitlines() == [
        "train: 900 of 1000",
        "train: 930 of 1000, about 70 s left",
        "train: 1000 of 1000",
    ]
