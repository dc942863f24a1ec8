"""The command line: one sentence and exit 2 for what cannot be had, and what it does without a terminal."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from cardtui import registry, settings
from cardtui.core import Refusal, parse_action
from cardtui.json_forms import observation_json
from cardtui.review import positions
from cardtui.text.ascii import SAME_WIDTH
from cardtui.words import of as words_of

from .. import samples
from ..bad_table import installed
from .common import Run, data, saved

RECORDS = Path(__file__).parent.parent / "records"
YANIV, ZSY = str(RECORDS / "yaniv-club-2.jsonl"), str(RECORDS / "zsy-paper-2.jsonl")
SHORT = '{"hand": "7h 7d 3c Kc", "pile": "2s"}'


# --- what is wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nonsense"], "invalid choice: 'nonsense' (choose from"),
        (["yanif"], "invalid choice: 'yanif' (nearest: yaniv) (choose from"),
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
        (["zsy", "--rules", "nope"], "zsy has no rule set 'nope'; its rule sets: paper\n"),
        (["yaniv", "--people", "3", "--bots", "greedy", "--seats", "3"], "3 people and 1 bot do not fit on 3 seats"),
        (["yaniv", "--bots", *["greedy"] * 7], "1 person and 7 bots do not fit on 6 seats"),
        (["yaniv", "--panel", "opne"], "invalid choice: 'opne' (nearest: open) (choose from"),
        (["yaniv", "--pace", "99"], "--pace takes 0 … 60, not '99'"),
        (["serve", "--port", "70000"], "takes a whole number from 1 to 65535, not '70000'"),
        (["serve", "--address", "0.0.0.0"], "0.0.0.0 can be reached by others: --token lets in only those who know it"),
        (["serve", "--token", "guess-me"], "a token has at least 12 letters, digits or"),
        (["games", "yanif"], "no game 'yanif' (nearest: yaniv)"),
        (["arena", "yaniv", "greedy"], "two bots or more"),
        (["arena", "yaniv", "greedy", "random", "--deals", "0"], "takes a whole number from 1 to 100000000, not '0'"),
        (
            ["arena", "yaniv", "greedy", "random", "--steps", "1" + 20 * "0"],
            "number from 1 to 100000000, not '1000000000",
        ),
        (["inspect", "yaniv", "--worst", "1" + 20 * "0", "--json"], "takes a whole number from 1 to 100000000, not"),
        (["arena", "yaniv", "greedy", "random", "--seats", "3"], "even number of seats, not 3"),
        (["arena", "yaniv", "greedy", "random", "random", "--table", "--seats", "4"], "has 3 seats, not 4"),
        (["train", "yaniv", "greedy"], "greedy is not trained; these are: harel"),
        (["arena", "98", "gap", "--seats", "4"], "each bot plays alone; leave out --seats, --table and --matches"),
        (["arena", "98", "gap", "--matches", "2"], "plays alone; leave out --seats, --table and --matches"),
        (["arena", "98", "gap", "--table"], "in 98 each bot plays alone"),
        (["arena", "schafkopf", "random", "random", "--table"], "schafkopf is for 4 seats, not 2"),
        (["train", "yaniv", "harel:x=1"], "without options or folder: harel, not 'harel:x=1'; --out names the folder"),
        (["train", "yaniv", "harel@/x"], "without options or folder: harel, not 'harel@/x'"),
        (["train", "yaniv", "harel", "--against", "greedy"], "harel is not trained against one particular bot"),
        (
            ["train", "yaniv", "yaniv-net", "--against", "greedy"],
            "yaniv-net learns a reply with --preset reply, not with best",
        ),
        (["train", "yaniv", "yaniv-net", "--preset", "reply"], "yaniv-net learns a reply to one bot: name it, --ag"),
        (["train", "yaniv", "yaniv-net", "--preset", "reply", "--against", "gredy"], "yaniv has no bot 'gredy' (near"),
        (
            ["train", "yaniv", "exploiter", "--preset", "reply", "--against", "greedy"],
            "exploiter learns a reply with --preset best or copy, not with reply",
        ),
        (["train", "yaniv", "exploiter"], "exploiter learns a reply to one bot: name it, --against BOT"),
        (["train", "yaniv", "exploiter", "--against", "gredy"], "yaniv has no bot 'gredy' (nearest: greedy)"),
        (
            ["train", "schafkopf", "hp-pimc", "--device", "cuda"],
            "hp-pimc would gain nothing from a GPU: it has no network",
        ),
        (["train", "zsy", "dmc", "--device", "tpu"], "argument --device: invalid choice: 'tpu' (nearest: cpu) (choose"),
        (
            ["train", "zsy", "td-linear", "--steps", "9"],
            "the preset says how long td-linear is trained: leave out --steps; dmc takes it",
        ),
        (
            ["train", "98", "search", "--steps", "9"],
            "the preset says how long search is trained: leave out --steps",
        ),
        (["train", "zsy", "dmc", "--jobs", "2"], "dmc learns from its games as it plays them: leave out --jobs"),
        (
            ["train", "schafkopf", "ppo-lstm", "--executor", "dask"],
            "--executor; hp-pimc and imitation can share",
        ),
        (["train", "yaniv", "harel", "--preset", "reply"], "harel has no preset 'reply'; its presets: paper, best"),
        (
            ["train", "schafkopf", "imitation", "--records", __file__],
            "test_refused.py is no folder; --records takes one",
        ),
        (["reproduce", "nosuch"], "no study of 'nosuch'; there are those of yaniv, schafkopf, 98, tricks, zsy, review"),
        (["games", "--nosuch"], "cardtui games: unrecognized arguments: --nosuch (`cardtui games --help` shows how)"),
        (["--nosuch", "games"], "cardtui: unrecognized arguments: --nosuch (`cardtui --help` shows how)"),
        (["train", "yaniv", "harel", "--records", "here"], "harel does not learn from records; leave out --records"),
        (["bench", "kernl"], "no figure 'kernl' (nearest: kernel)"),
        (
            ["replay", "/nowhere.jsonl"],
            "/nowhere.jsonl is no saved match: No such file or directory; `cardtui history`",
        ),
        (["replay", "/nowhere.jsonl", "--check"], "/nowhere.jsonl is no saved match: No such file or directory; `card"),
        (["replay", "/"], "/ is no saved match: Is a directory; `cardtui history` lists"),
        (["replay", __file__], "test_refused.py, line 1: no JSON"),
        (["resume", "/nowhere.jsonl"], "/nowhere.jsonl is no saved match: No such file"),
        (["resume", "/nowhere.jsonl", "--plain"], "/nowhere.jsonl is no saved match: No such file"),
        (["inspect", "yaniv", "--json", "--record", "/"], "/ is no saved match: Is a directory"),
        (["train", "yaniv", "harel", "--out", f"{__file__}/here"], "/here cannot be used: Not a directory"),
        (["replay"], "holds no saved match\n"),
        (["review"], "holds no saved match in which a person has moved\n"),
        (["review", "last", "--json"], "holds no saved match in which a person has moved\n"),
        (["review", "--all", "zsy"], "holds no saved match of zsy in which a person has moved\n"),
        (["review", "--all", "zsy", "--seat", "1", "last"], "leave out the files"),
        (["review", "/nowhere.jsonl"], "/nowhere.jsonl is no saved match: No such file"),
        (["review", YANIV, "--seat", "3"], "yaniv-club-2.jsonl has seats 1 to 2, not 3"),
        (["review", YANIV, "--judge", "nobody"], "yaniv has no judge nobody: there are"),
        (["review", YANIV, "--md", "/nowhere/x.md"], "/nowhere is no folder, so the review cannot be written there"),
        (["review", YANIV, "--html", "/"], "/ is a folder, so the review cannot be written there; name a file"),
        (["review", YANIV, "--against", "gredy"], "yaniv has no bot 'gredy' (nearest: greedy)"),
        (["review", "--against", "greedy", YANIV], "--against takes bots, not "),
        (["review", "--against", "greedy", "last"], "--against takes bots, not last: name the files before it, `card"),
        (
            ["review", "--judge", "td", YANIV],
            "yaniv-club-2.jsonl: name the files before it, `cardtui review FILE --judge",
        ),
        (["review", YANIV, ZSY], "which cannot be added up; review them one by one"),
        (["resume"], "no unfinished match of yours in"),
        (["inspect", "yaniv", "--json", "--observation", "{"], "is not valid JSON"),
        (["inspect", "yaniv", "--observation", "{"], "is not valid JSON"),
        (["inspect", "yaniv", "--observation", " "], "the observation is empty"),
        (["inspect", "yaniv", "--observation", '{"hand": "7h"}'], "the position's pile is missing"),
        (["inspect", "yaniv", "--record", "/nowhere.jsonl"], "/nowhere.jsonl is no saved match"),
        (["inspect", "zsy", "--record", ZSY, "--at", "x"], "'x' is no place in a record: type deal:move such as 3:12"),
        (["inspect", "yaniv", "--rules", "nosuch"], "no rule set 'nosuch'"),
        (["inspect", "nosuch"], "no game 'nosuch'"),
        (["inspect", "yaniv", "--agents", "nobody"], "no bot 'nobody'"),
        (["inspect", "yaniv", "--agents", "greedy:q=1"], "no option 'q'"),
        (
            ["inspect", "yaniv", "--agents", "easy"],
            "easy is a level of yaniv, not a bot: name the bot itself, such as ",
        ),
        (["check", "easy", "--game", "yaniv"], "easy is a level of yaniv, not a bot: name the bot itself, such as "),
        (["inspect", "yaniv", "--agents", "harel", "--rules", "club"], "cannot play with jokers=2"),
        (["inspect", "yaniv", "--observation", SHORT, "--record", "x"], "both give a position; leave one of them out"),
        (
            ["inspect", "yaniv", "--observation", SHORT, "--rules", "club"],
            "--observation already says which rules apply",
        ),
        (["inspect", "yaniv", "--record", "x", "--rules", "club", "--json"], "--record already says which rules apply"),
        (["inspect", "yaniv", "--record", "x", "--outcomes", "2", "--json"], "its own positions; leave out --record"),
        (["inspect", "yaniv", "--record", "x", "--claims"], "--claims plays its own positions; leave out --record"),
        (["inspect", "yaniv", "--agents", "greedy", "--checkpoints"], "greedy is not trained"),
        (["inspect", "yaniv", "--observation", SHORT, "--outcomes", "2"], "its own positions; leave out --observation"),
        (["yaniv", "--bots", "greedy:p"], "'greedy:p': 'p' should read key=value"),
        (["arena", "yaniv", "harel:", "greedy"], "'harel:': key=value must follow the colon"),
        (["replay", "last", "--json"], "holds no saved match\n"),
        (["inspect", "yaniv", "--record", "last", "--json"], "holds no saved match of yaniv\n"),
        (["completion", "csh"], "invalid choice: 'csh'"),
        (["--game", "mine", "games"], "--game takes the file of a game, such as mine.py, not 'mine'"),
        (["--game", "~nobody-here/mine.py", "games"], "~nobody-here/mine.py names the home folder of an unknown user"),
        (
            ["arena", "yaniv", "~nobody-here/mine", "greedy"],
            "~nobody-here/mine names the home folder of an unknown user",
        ),
        (["games", "--game=mine"], "--game takes the file of a game, such as mine.py, not 'mine'"),
        (["yaniv", "--coach", "gredy"], "--coach: no game has a bot 'gredy' (nearest: greedy); there are"),
        (["yaniv", "--coach", "greedy:p=2"], "--coach: bot greedy of yaniv: p takes 0 … 1, not '2'"),
        (["arena", "yaniv", "greedy", "random", "--matches", "2", "--deals", "3"], "as many deals as they need"),
        (["arena", "yaniv", "greedy", "random", "--lock", "1=random", "--adjust"], "leave out --adjust"),
        (["reproduce", "98", "--executor", "dask"], "the study of 98 runs on this machine; leave out --executor"),
        (["compare", "yaniv", "greedy", "random", "--records", __file__], "test_refused.py is no folder; --records"),
        (["review", "--all", "zsi"], "no game 'zsi' (nearest: zsy)"),
        (["replay", "/dev/null", "--check"], "/dev/null"),
        (["resume", ".", "--plain"], ". is no saved match: Is a directory"),
        (["arena", "yaniv", f"{__file__}", "greedy"], "test_refused.py:MyBot"),
        (["arena", "yaniv", f"{__file__}:MyBot:p", "greedy"], "'MyBot:p': 'p' should read key=value"),
        (["arena", "yaniv", f"{YANIV}:MyBot", "greedy"], "yaniv-club-2.jsonl is no .py file"),
        (["arena", "yaniv", f"{samples.__file__}:MyBot", "greedy"], "samples.py has no MyBot; its classes are "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_had_is_one_line_and_exit_2(run: Run, words: list[str], said: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert said in err
    assert err.startswith("cardtui")


LONG = ("z" * 5000, "9" * 5000, "q r " * 1250, '{"hand": "' + "z" * 5000 + '"}', '{"' + "z" * 5000 + '": 1}')


@pytest.mark.parametrize(
    "words",
    [
        *(["{}"], ["--{}"], ["--theme", "{}"], ["games", "{}"], ["config", "{}"], ["completion", "{}"]),
        *(["replay", "{}"], ["resume", "{}"], ["history", "--limit", "{}"], ["bench", "{}"], ["arena", "{}", "greedy"]),
        *(["yaniv", flag, "{}"] for flag in ("--seed", "--rules", "--bots", "--pace", "--panel", "--coach", "--plain")),
        *(["yaniv", "--rules", rules] for rules in ("club:limit={}", "club:{}=3", "club:{}")),
        *(["yaniv", "--bots", bot] for bot in ("greedy@{}", "harel@{}", "harel@~{}", "yaniv-td:rollouts={}")),
        *(["inspect", "yaniv", flag, "{}"] for flag in ("--agents", "--observation", "--record")),
        *(["inspect", "yaniv", "--observation", SHORT, "--swap", *cards] for cards in (("{}", "4c"), ("4c", "{}"))),
        *(["arena", "yaniv", "{}", "greedy"], ["train", "yaniv", "{}"], ["train", "yaniv", "harel", "--preset", "{}"]),
    ],
    ids=" ".join,
)
def test_a_refusal_does_not_repeat_all_that_was_typed(run: Run, words: list[str]) -> None:
    for text in LONG:
        code, _, err = run(*(word.replace("{}", text) if "{}" in word else word for word in words))
        assert code == 2
        assert err.count("\n") == 1 and len(err) < 1000


@pytest.mark.parametrize("game", registry.games())
def test_nor_does_a_position_given_by_hand(game: str) -> None:
    """Each field of it, and each of the typed lines of the position's editor."""
    position, refused = positions.at_random(registry.game(game), 1), 0
    for given in (positions.short_form(position), observation_json(position.game, position.seen)):
        for key in (*given, "z" * 5000):
            for text in LONG:
                for wrong in (text, [text], {text: 1}, [{key: text}]):
                    try:
                        positions.from_json(game, given | {key: wrong})
                    except Refusal as refusal:
                        assert len(str(refusal)) < 1000, key
                        refused += 1
    assert refused > 100


@pytest.mark.parametrize("game", registry.games())
def test_nor_does_a_typed_line(game: str) -> None:
    table = registry.game(game)
    state = table.start(table.deal(Random(1)))
    seat = table.turn(state)
    assert seat is not None
    told, seen = words_of(game), table.observe(state, seat)
    order = told.order(table, seen, "number")
    for text in (*LONG, *(f"{word} " * 1000 for word in ("1", "7h", "solo", "ruf-", "discard", ">", "33", "♥", "'"))):
        for pending in ("", "1", "2", "3"):
            typed = told.read(table, seen, order, text, pending)
            assert max(len(typed.preview), len(typed.refusal)) < 1000
        for reads in (table.card, lambda text: parse_action(table, text)):
            try:
                reads(text)
            except Refusal as refusal:
                assert len(str(refusal)) < 1000


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
    (path.parent / "empty.jsonl").write_text("")
    for more in ((), ("--check",)):
        assert "empty.jsonl: the first line is no cardtui header" in run("replay", "empty.jsonl", *more)[2]
    assert run("inspect", "tricks", "--record", str(path))[2].endswith("is a match of yaniv, not of tricks\n")


def test_a_pipe_among_the_files_is_not_waited_for(run: Run) -> None:
    """Nor a device read to its end."""
    path = saved()
    pipe = path.parent / "pipe.jsonl"
    os.mkfifo(pipe)
    (path.parent / "device.jsonl").symlink_to("/dev/zero")
    (path.parent / "folder.jsonl").mkdir()
    assert [match["file"] for match in data(run, "history")["matches"]] == [str(path)]
    assert data(run, "replay")["file"] == str(path)
    for words in (["replay"], ["replay", "--check"], ["replay", "--json"], ["resume", "--plain"]):
        code, out, err = run(*words[:1], str(pipe), *words[1:])
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "no regular file" in err and str(pipe) in err
    config = settings.config_file()
    config.parent.mkdir(parents=True)
    os.mkfifo(config)
    assert run("config")[2] == f"cardtui: {config} cannot be read: it is no regular file\n"


def test_too_many_seats_are_refused_before_they_are_arranged(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui.arena.pairing", lambda *_: pytest.fail("half of 30 seats: 155 million seatings"))
    code, _, err = run("arena", "yaniv", "greedy", "random", "--seats", "30")
    assert (code, err) == (2, "cardtui: yaniv is for 2 to 6 seats, not 30\n")


@pytest.mark.parametrize(
    "bad",
    [
        "raises",
        "silent",
        "refuses",
        "random",
        "exits",
        "exitsearly",
        "exitsasked",
        "dies",
        "misplaces",
        "overflows",
        "hoards",
    ],
)
def test_a_bot_that_fails_is_a_sentence(run: Run, bad: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtui.agents.uniform import Uniform

    monkeypatch.setattr(Uniform, "think", lambda self, seen, rng: iter([seen.legal[0]]))  # which is no Decision
    with installed():
        for words in (["inspect", "yaniv", "--agents", bad], ["arena", "yaniv", bad, "greedy", "--deals", "1"]):
            code, out, err = run(*words, "--json")
            assert (code, out, err.count("\n")) == (2, "", 1)
            assert err.startswith(f"cardtui: {bad}")


def test_a_missing_torch_is_a_sentence() -> None:
    """Of every command that learns with it; the others do without."""
    code = """
import sys
from cardtui import loading, registry
from cardtui.cli import main
sys.modules["torch"] = None
for name in ("yaniv", "schafkopf"):
    loading.load(registry.game_entry(name).study)
for name in ("harel", "yaniv-td"):
    loading.load(registry.bot_entry("yaniv", name).trainer)
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
def test_without_a_terminal_one_line_says_what_to_do(words: list[str]) -> None:
    command = [sys.executable, "-m", "cardtui", *words]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "terminal" in done.stderr
    assert ("--json" if words[:1] == ["inspect"] else "--plain") in done.stderr


def test_a_driver_that_needs_no_terminal_has_none() -> None:
    """As textual-serve and others run it: drawn in packets on stdout, until stdin says that it is enough."""
    quit_ = b'{"type": "quit"}'
    done = subprocess.run(
        [sys.executable, "-m", "cardtui"],
        input=b"M" + len(quit_).to_bytes(4, "big") + quit_,
        capture_output=True,
        env={**os.environ, "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver"},
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, b"") and done.stdout.startswith(b"__GANGLION__\nD")


def test_a_dumb_terminal_is_told_of_plain() -> None:
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "cardtui", "yaniv", "--bots", "greedy"],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TERM": "dumb"},
        timeout=120,
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


def test_config_validate_names_all_faults(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    path = settings.config_file()
    path.parent.mkdir(parents=True)
    path.write_text("pace = -1\nsort = 'suit'\nthem = 'nord'\nname = 'You'\n")
    monkeypatch.setenv("CARDTUI_MOTION", "maybe")
    monkeypatch.setenv("CARDTUI_PAEC", "1")
    code, out, err = run("config", "validate")
    assert code == 2 and not out
    lines = err.splitlines()
    starts = (
        f"{path}, line 1: pace takes", f"{path}, line 3: no setting 'them'", "the variable CARDTUI_MOTION takes",
        f"{path}, line 4: name: ", "the variable CARDTUI_PAEC sets nothing",
    )  # fmt: skip
    assert [line.startswith(f"cardtui: {start}") for line, start in zip(lines, starts, strict=True)] == [True] * 5
    code, out, _ = run("config", "validate", "--json")
    told = json.loads(out)
    assert code == 2 and not told["valid"] and [f"cardtui: {fault}" for fault in told["faults"]] == lines
    path.write_text("pace = 1\npace = 2\n")
    assert run("config", "validate")[2].startswith(f"cardtui: {path} is no TOML: ")


@pytest.mark.parametrize("words", [["games"], ["bots", "yaniv"], ["yaniv", "--help"]], ids=" ".join)
def test_an_encoding_without_the_signs_is_no_error(words: list[str]) -> None:
    command = [sys.executable, "-m", "cardtui", *words]
    said = {}
    for encoding in ("ascii", "utf-8"):
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        done = subprocess.run(command, capture_output=True, timeout=120, env=environment)
        assert (done.returncode, done.stderr) == (0, b"")
        said[encoding] = done.stdout.decode(encoding)
    assert not said["utf-8"].isascii()
    if "--help" not in words:  # laid out in other lines
        assert said["ascii"] == said["utf-8"].translate(SAME_WIDTH) and "?" not in said["ascii"]


@pytest.mark.parametrize("words", [["games"], ["arena", "tricks", "first", "random", "--deals", "2"], ["games", "…"]])
def test_the_setting_ascii_holds_for_what_is_printed(words: list[str]) -> None:
    command = [sys.executable, "-m", "cardtui"]
    plain = subprocess.run([*command, "--ascii", *words], capture_output=True, timeout=120)
    signs = subprocess.run([*command, *words], capture_output=True, timeout=120)
    assert (plain.stdout + plain.stderr).isascii() and not (signs.stdout + signs.stderr).isascii()
    assert plain.returncode == signs.returncode


def test_json_is_ascii_and_loses_nothing(run: Run) -> None:
    bots = data(run, "bots", "yaniv")["bots"]
    assert run("bots", "yaniv", "--json")[1].isascii()
    assert [bot["summary"] for bot in bots] == [bot.summary for bot in registry.bots("yaniv").values()]
    assert any("…" in option["values"] for bot in bots for option in bot["options"].values())


def test_what_a_bot_prints_is_no_part_of_the_data(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "loud.py"
    file.write_text(
        "from cardtui.core import Decision, Option\n\n\n"
        "class Loud:\n"
        "    def think(self, observation, rng):\n"
        "        print('hello')\n"
        "        action = observation.legal[0]\n"
        "        yield Decision(action, (Option(action, 1.0),), 'probability')\n"
    )
    for words in (["inspect", "tricks", "--agents", f"{file}:Loud"], ["check", f"{file}:Loud", "--game", "tricks"]):
        code, out, err = run(*words, "--json")
        assert code == 0 and json.loads(out) and "hello" in err
    arena = [sys.executable, "-m", "cardtui", "arena", "tricks", f"{file}:Loud", "first", "--deals", "4", "--json"]
    for jobs in ("1", "2"):
        done = subprocess.run([*arena, "--jobs", jobs], capture_output=True, text=True)
        assert done.returncode == 0 and json.loads(done.stdout) and "hello" in done.stderr
