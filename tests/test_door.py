"""The door for other people's games and bots: a law alone in a file, plug-ins that are broken, bots by their class."""

from __future__ import annotations

import io
import json
import os
import re
import runpy
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from cardtui import registry, settings
from cardtui.cli import main
from cardtui.core import Refusal
from cardtui.match import Match
from cardtui.registry import catalogue, plugins
from cardtui.review import cache
from cardtui.testing import check_bot, check_game
from cardtui.words import of

TOY = Path(__file__).parent / "toy_game" / "toy.py"
STONES = TOY.with_name("stones.py")
HIGH = '''
from cardtui.core import Decision, Option
from cardtui.options import Setting


class High:
    """Plays its highest card, or its lowest."""

    OPTIONS = {"way": Setting("up", "which card is played", ("up", "down"))}

    def __init__(self, way):
        self.choose = max if way == "up" else min

    def think(self, observation, rng):
        best = self.choose(observation.legal)
        yield Decision(best, (Option(best, 1.0),), "probability")


class Thoughtless:
    pass


class Greedy(High):
    def __init__(self, way, depth):
        pass


class Deaf(High):
    def __init__(self):
        pass
'''

pytestmark = pytest.mark.usefixtures("own_games")
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """`cardtui …`: exit code, what it says, what it complains of."""

    def cardtui(*words: str | Path) -> tuple[int, str, str]:
        code = main([*map(str, words)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return cardtui


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """A file with classes of bots."""
    file = tmp_path / "bots.py"
    file.write_text(HIGH)
    return file


# --- a law alone ----------------------------------------------------------------------------------


def test_a_law_alone_plays_in_the_arena(run: Run, bots: Path) -> None:
    code, out, _ = run(
        "--game", TOY, "arena", "toy", f"{bots}:High", "random", "--deals", "20", "--jobs", "1", "--json"
    )
    assert code == 0
    (result,) = json.loads(out)["results"]
    assert result["games"] == 40


def test_a_law_alone_is_played_saved_and_replayed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, err = run("--game", TOY, "toy", "--plain", "--people", "0", "--seed", "5", "--rules", "toy:deals=2")
    assert (code, err) == (0, "")
    assert "Deal 2." in out and "Ada: play " in out
    code, out, _ = run("history", "--json")
    (match,) = json.loads(out)["matches"]
    assert (match["game"], match["deals"], match["rules"]) == ("toy", 2, "toy:deals=2")
    code, out, _ = run("replay", match["file"], "--check")
    assert code == 0 and "every action is legal" in out
    monkeypatch.setenv(catalogue.FILES, "")
    catalogue.forget()
    code, _, err = run("replay", match["file"], "--check")
    assert code == 2 and "no game 'toy'" in err


def test_a_law_alone_obeys_the_laws_at_three_seats() -> None:
    registry.add_game(str(TOY))
    check_game(registry.game("toy", "", 3), deals=3)
    check_bot("random", registry.game("toy", "", 3), deals=3)


def test_a_law_alone_is_listed_looked_into_and_swapped(run: Run) -> None:
    code, out, _ = run("--game", TOY, "inspect", "toy", "--seed", "3", "--json")
    assert code == 0
    seen = json.loads(out)["decisions"][0]["observation"]
    table = seen["zones"][-1]["cards"]
    (hand,) = [zone["cards"] for zone in seen["zones"] if zone["name"] == "hand"]
    new = next(name for name in ("2c", "3c", "4c", "5c") if name not in [*hand, *table])
    code, out, _ = run("inspect", "toy", "--seed", "3", "--swap", hand[-1], new, "--json")
    assert code == 0
    (after,) = [z["cards"] for z in json.loads(out)["swap"]["observation"]["zones"] if z["name"] == "hand"]
    assert set(after) == {*hand, new} - {hand[-1]}


def test_drills_say_that_reviews_of_games_from_files_are_not_kept(run: Run) -> None:
    code, _, err = run("--game", TOY, "drill", "toy")
    assert code == 2 and "reviews of toy are not kept, since it comes from a file" in err


def test_reviews_of_installed_games_are_kept_until_one_of_its_files_or_a_version_changes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in {
        "packed_toy/__init__.py": TOY.read_text(),
        "packed_toy/table.txt": "7",
        "packed_toy-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: packed-toy\nVersion: 1\n",
        "packed_toy-1.dist-info/entry_points.txt": "[cardtui.games]\ntoy = packed_toy:GAME\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    catalogue.forget()
    path = settings.new_record("toy")
    match = Match.new("toy", "toy:deals=1", ("random", "random"), 1, path)
    while match.turn is not None:
        match.play(match.game.legal(match.state)[0])
    match.close()
    asked = cache.Request(str(path))

    def file() -> Path:
        cache._package.cache_clear()
        found = cache._file(path, asked)
        assert found
        return found

    *_, made = cache.review(asked)
    assert list(cache.review(asked)) == [made] and file().exists()
    before = {file()}
    for changed in ("packed_toy/__init__.py", "packed_toy/table.txt", "packed_toy-1.dist-info/METADATA"):
        text = (tmp_path / changed).read_text()
        (tmp_path / changed).write_text(text.replace("Version: 1", "Version: 2") + "\n")
        assert file() not in before
        before.add(file())
    (tmp_path / "packed_toy/__pycache__").mkdir(exist_ok=True)
    (tmp_path / "packed_toy/__pycache__/more.pyc").write_text("")
    assert file() in before
    code, _, err = run("drill", "toy")
    assert code == 2 and "no mistake of yours in toy is kept yet" in err
    monkeypatch.delitem(sys.modules, "packed_toy")


def test_other_processes_know_the_states_of_a_game_from_a_file(run: Run) -> None:
    words = ("inspect", "toy", "--seed", "3", "--lock", "1=random", "--worlds", "20", "--json")
    alone, both = (run("--game", TOY, *words, "--jobs", jobs) for jobs in ("1", "2"))
    assert alone[0] == 0 and alone == both


def test_a_file_without_a_game_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("")
    code, _, err = run("--game", tmp_path / "empty.py", "games")
    assert code == 2 and "cannot be imported: ImportError" in err
    code, _, err = run("--game", tmp_path / "absent.py", "games")
    assert code == 2 and "there is no file" in err


FAULTY = {
    "a member is missing": (("def face(", "def fase("), "the rules of toy (Toy in {file}) have no face; "),
    "an instance": (
        ('GameEntry("toy", Toy,', 'GameEntry("toy", Toy(),'),
        "has a Toy as its law, which should be a class or its",
    ),
    "another name": (('"toy", "wins"', '"joy", "wins"'), "(Toy in {file}) have the name 'joy', which should be "),
    "no seats": (("seats=2):", "*, seats=2):"), "the rules of toy cannot be made: TypeError("),
    "no words there": (
        ("options=OPTIONS)", 'options=OPTIONS, words="random:WORDS")'),
        "the words of toy, 'random:WORDS', cannot be loaded: ImportError('random has no WORDS",
    ),
    "no name": (
        ("options=OPTIONS)", 'options=OPTIONS, judging="")'),
        "the judging of toy, '', cannot be loaded: ImportError(\"'' is not a name such as module:name",
    ),
    "another type": (
        ("options=OPTIONS)", 'options=OPTIONS, languages={"de": "random:Random"})'),
        "the words of toy, 'random:Random', should lead to a cardtui.entries.Words",
    ),
    "taken": (('GameEntry("toy"', 'GameEntry("yaniv"'), "has a name that is taken: there is already a game yaniv"),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_rules_that_cannot_be_played_are_refused_in_a_sentence(fault: str, run: Run, tmp_path: Path) -> None:
    (old, new), says = FAULTY[fault]
    assert TOY.read_text().count(old) == 1
    file = tmp_path / "toy.py"
    file.write_text(TOY.read_text().replace(old, new))
    for words in (("check", "toy", "--game", file), ("--game", file, "arena", "toy", "random", "random")):
        code, out, err = run(*words)
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        assert says.format(file=file) in err


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [("max(state.table)", "max(state.tabel)", True), ("rng.sample(", "rng.sampel(", False)],
)
def test_a_game_that_fails_at_the_table_is_a_sentence(old: str, new: str, kept: bool, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "toy.py"
    file.write_text(TOY.read_text().replace(old, new))
    line = 1 + next(number for number, text in enumerate(file.read_text().splitlines()) if new in text)
    code, _, err = run("--game", file, "toy", "--plain", "--people", "0")
    assert (code, len(err.splitlines())) == (2, 1)
    assert (
        err.startswith("cardtui: the rules or words of toy failed: AttributeError(") and f"{file}, line {line})" in err
    )
    saved = err.strip().partition("; the match is saved as ")[2]
    assert bool(saved) == kept == Path(saved).is_file()


LEGAL = 'tuple(Action("play", (card,)) for card in state.hands[seat])'
SEEN = "return Observation(seat, "


@pytest.mark.parametrize(
    ("old", "new", "words", "says"),
    [
        (
            LEGAL,
            '{}["oops"]',
            ("inspect", "toy", "--json"),
            "the rules or words of toy failed: KeyError('oops') ({file}, line 49)",
        ),
        (
            LEGAL,
            '{}["oops"]',
            ("arena", "toy", "random", "random", "--jobs", "1"),
            "toy, in deal 1 of seed 0: KeyError('oops') ({file}, line 49)",
        ),
        (
            SEEN,
            "return None and Observation(seat, ",
            ("arena", "toy", "random", "random", "--jobs", "1"),
            "toy, in deal 1 of seed 0: observe gave a NoneType, not an Observation",
        ),
    ],
)
def test_a_command_says_what_rules_of_others_did_wrong(
    old: str, new: str, words: tuple[str, ...], says: str, run: Run, tmp_path: Path
) -> None:
    assert TOY.read_text().count(old) == 1
    file = tmp_path / "toy.py"
    file.write_text(TOY.read_text().replace(old, new))
    code, out, err = run("--game", file, *words)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert err == f"cardtui: {says.format(file=file)}\n"


def test_a_refused_file_is_not_given_to_later_processes(tmp_path: Path) -> None:
    file = tmp_path / "toy.py"
    file.write_text(TOY.read_text().replace('GameEntry("toy"', 'GameEntry("yaniv"'))
    with pytest.raises(Refusal, match="has a name that is taken"):
        registry.add_game(str(file))
    assert not os.environ[catalogue.FILES] and not catalogue.found().wrong


def test_an_error_of_the_program_stays_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> None:
        raise KeyError("ours")

    registry.add_game(str(TOY))
    monkeypatch.setattr("cardtui.commands.lists.games", wrong)
    with pytest.raises(KeyError, match="ours"):
        run("games")


@pytest.mark.skipif(os.pathsep != ":", reason="no path there has the other separator in it")
def test_a_file_whose_path_separates_files_is_refused_for_that(run: Run, tmp_path: Path) -> None:
    """Its name was said to be taken."""
    folder = tmp_path / "a:b"
    folder.mkdir()
    file = folder / "toy.py"
    file.write_text(TOY.read_text())
    code, out, err = run("--game", str(file), "games")
    assert (code, out) == (2, "") and f"{file}: no game can be given by a path with ':' in it" in err


def test_errors_in_the_programs_own_games_are_its_own() -> None:
    registry.add_game(str(TOY))
    assert plugins.blamed(registry.game("yaniv"), KeyError("x")) == ""
    assert plugins.blamed(registry.game("toy"), Refusal("no")) == ""
    assert plugins.blamed(registry.game("toy"), KeyError("x")) == "the rules or words of toy failed: KeyError('x')"


def test_an_error_is_blamed_on_the_game_whose_rules_it_passed_through(tmp_path: Path) -> None:
    """Not on one that it did not, nor on any if it is a refusal; a game whose rules are missing does not matter."""
    file = tmp_path / "toy.py"
    file.write_text(TOY.read_text().replace("max(state.table)", "max(state.tabel)").replace('"toy"', '"foul"'))
    registry.add_game(str(TOY))
    name = registry.add_game(str(file))
    games = {name: registry.game(name), "toy": registry.game("toy")}
    told = {}
    for game in games.values():
        try:
            game.returns("no state")
        except AttributeError as error:
            told[game.name] = catalogue.blamed(error)
    assert told["foul"].startswith("the rules or words of foul failed: AttributeError(")
    assert told["toy"].startswith("the rules or words of toy failed: AttributeError(")
    (tmp_path / "foul_vector.py").write_text("def step():\n    raise IndexError('beside the rules')\n")
    with pytest.raises(IndexError) as beside:
        runpy.run_path(str(tmp_path / "foul_vector.py"))["step"]()
    assert catalogue.blamed(beside.value).startswith("the rules or words of foul failed: IndexError(")
    for ours in (KeyError("ours"), Refusal("no"), OSError(28, "full")):
        try:
            raise ours
        except Exception as raised:
            assert catalogue.blamed(raised) == ""


def test_the_command_that_goes_on_with_a_game_from_a_file_works(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1\n")))
    code, out, _ = run("--game", TOY, "toy", "--plain")
    assert code == 0
    command = shlex.split(out.splitlines()[-1].split("`")[1])
    assert command[:3] == ["cardtui", "--game", str(TOY)]
    monkeypatch.setenv(catalogue.FILES, "")
    catalogue.forget()
    assert "; `--game FILE.py` loads one" in run("resume", command[-2], "--plain")[2]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    code, out, err = run(*command[1:])
    assert (code, err) == (0, "") and "The match goes on after " in out


# --- plug-ins -------------------------------------------------------------------------------------

BROKEN = {
    "lost": ("nowhere.at_all:GAME", "cannot be imported: ModuleNotFoundError"),
    "number": ("broken_games:NUMBER", "refers to an int, not to a cardtui.entries.GameEntry"),
    "yaniv": ("broken_games:TAKEN", "has a name that is taken: there is already a game yaniv"),
    "other": ("broken_games:GOOD", "refers to the game toy, not to the one it is named after"),
    "empty": ("broken_games:EMPTY", "has no rule set"),
    "few": ("broken_games:FEW", "which should be the fewest and the most"),
    "person": ("broken_games:PERSON", "has a bot named 'human', which should be one word of letters and digits"),
    "twice": ("broken_games:TWICE", "has two bots named 'top'"),
    "seats": ("broken_games:SEATS", "has seats = 4, which should be the fewest and the most, such as (2, 4)"),
    "words": ("broken_games:WORDS", "has opponents = 'top', which should be a tuple"),
    "match": ("broken_games:MATCH", "lists 'deals' under match, but has no such option"),
    "far": ("broken_games:FAR", "has a wrong value in its rule set 'long': hand takes 1 … 6, not '60'"),
    "default": ("broken_games:DEFAULT", "has an option 'hand' whose default 9 is not one of its own values"),
    "deep": (
        "broken_games:DEEP",
        "has the bot 'top', which has an option 'depth' whose default 9 is not one of its own",
    ),
    "theirs": ("broken_games:THEIRS", "has the bot 'top' of the game 'yaniv', not of theirs"),
}


def test_broken_games_are_a_sentence_each_and_stop_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_games.py").write_text(
        f"{TOY.read_text()}\nNUMBER = 5\nGOOD = GAME\nTAKEN = GAME._replace(name='yaniv')\n"
        "EMPTY = GAME._replace(name='empty', rule_sets={})\nFEW = GAME._replace(name='few', seats=(0, 0))\n"
        "from cardtui.entries import Bot\nPERSON = GAME._replace(name='person', bots=(Bot('human', 'person', Toy),))\n"
        "TWICE = GAME._replace(name='twice', bots=(Bot('top', 'twice', Toy),), pool=(Bot('top', 'twice', Toy),))\n"
        "SEATS = GAME._replace(name='seats', seats=4)\nWORDS = GAME._replace(name='words', opponents='top')\n"
        "MATCH = GAME._replace(name='match', options={}, match=('deals',))\nfrom cardtui.options import Setting\n"
        "FAR = GAME._replace(name='far', options={'hand': Setting(5, 'cards', low=1, high=6)},"
        " rule_sets={'long': {'hand': 60}})\n"
        "DEFAULT = GAME._replace(name='default', options={'hand': Setting(9, 'cards', low=1, high=6)})\n"
        "DEEP = GAME._replace(name='deep', bots=(Bot('top', 'deep', Toy,"
        " options={'depth': Setting(9, 'moves', low=1, high=6)}),))\n"
        "THEIRS = GAME._replace(name='theirs', bots=(Bot('top', 'yaniv', Toy),))\n"
    )
    info = tmp_path / "elsewhere-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1\n")
    points = {name: target for name, (target, _) in BROKEN.items()} | {"toy": "broken_games:GOOD"}
    (info / "entry_points.txt").write_text(
        "[cardtui.games]\n" + "".join(f"{name} = {target}\n" for name, target in points.items())
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))  # of the bots' process
    catalogue.forget()
    code, out, err = run("games", "--json")
    told = json.loads(out)
    assert code == 0
    assert {"yaniv", "toy"} <= {game["name"] for game in told["games"]}
    said = [text for text in told["warnings"] if "elsewhere" in text or "broken_games" in text or "nowhere" in text]
    assert len(said) == len(BROKEN)
    for name, (target, what) in BROKEN.items():
        (line,) = [text for text in said if text.startswith(f"the plug-in {name} ({target}) ")]
        assert what in line and line.isprintable()
        assert f"cardtui: {line}" in err.splitlines()
    code, _, err = run("toy", "--plain", "--people", "0", "--rules", "toy:deals=1")
    assert (code, err) == (0, "")


# --- bots by their class --------------------------------------------------------------------------


def test_a_class_is_a_bot_with_its_options(run: Run, bots: Path) -> None:
    registry.add_game(str(TOY))
    up, down = (registry.agent(registry.game("toy"), f"{bots}:High{way}") for way in ("", ":way=down"))
    assert (up.choose, down.choose) == (max, min)  # type: ignore[attr-defined]
    assert registry.bot_entry("toy", f"{bots}:High").summary == "Plays its highest card, or its lowest."
    code, out, _ = run("--ascii", "--game", TOY, "check", "random", "--game", "toy", "--deals", "1")
    assert code == 0 and "random: 1 deal of toy" in out
    code, out, _ = run("check", f"{bots}:High:way=down", "--game", "toy", "--deals", "3")
    assert code == 0 and "FAILS" not in out
    code, out, _ = run("toy", "--plain", "--people", "0", "--bots", f"{bots}:High:way=down", "--rules", "toy:deals=1")
    assert code == 0 and "Seats: Ada (High:way=down), Rex" in out and "Rex: play " in out


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("absent.py:High", "cannot be imported: ModuleNotFoundError: there is no file"),
        ("bots.py:Low", "cannot be imported: ImportError"),
        ("bots.py:Thoughtless", "refers to the class Thoughtless, which has no think(observation, rng)"),
        ("bots.py:Greedy", "has a constructor that requires depth, which is neither game nor one of its OPTIONS"),
        ("bots.py:Deaf", "bot Deaf has the option way, which no parameter of its constructor takes"),
        ("bots.py:", "the bot's class must follow the file or module, as in "),
        ("bots.py:way=up", "the bot's class must follow the file or module, as in "),
        ("bots.py:High.way", "the bot's class must follow the file or module, as in "),
        ("bots.py:High.x", "bots.py:MyBot:key=value"),
        ("bots.py:High-way", "the bot's class must follow the file or module, as in "),
        ("bots.py:High:way=left", "way takes up, down, not 'left'"),
        ("bots.py:High:say=up", "has no option 'say'"),
        ("bots.py:High@folder", "has no weights"),
    ],
)
def test_a_class_that_is_no_bot_is_refused_in_a_sentence(spec: str, says: str, bots: Path) -> None:
    registry.add_game(str(TOY))
    with pytest.raises(Refusal) as refused:
        registry.agent(registry.game("toy"), f"{bots.parent}/{spec}")
    assert says in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


def test_a_bot_of_a_game_that_does_not_think_is_refused_in_a_sentence(tmp_path: Path, own_games: None) -> None:
    """The place told was one in the program: who wrote the bot could not see what was wrong with it."""
    entry = "GAME = GAME._replace(bots=(Bot('mute', 'toy', type('Mute', (), {})),))"
    (tmp_path / "toy.py").write_text(f"{TOY.read_text()}\nfrom cardtui.entries import Bot\n{entry}\n")
    registry.add_game(str(tmp_path / "toy.py"))
    with pytest.raises(Refusal, match=r"^bot mute has no think\(observation, rng\)$"):
        registry.agent(registry.game("toy"), "mute")


# --- what cardtui check finds ---------------------------------------------------------------------

FAULTS = {
    "observe tells a hidden card": (
        'facts = {"rules": self.spec,',
        'facts = {"high": max(map(max, filter(None, state.hands)), default=0), "rules": self.spec,',
        "hidden cards dealt again look the same to the seat",
    ),
    "determinize loses a card": (
        "for _ in range(zone.count)",
        "for _ in range(zone.count - 1)",
        "hidden cards dealt again look the same to the seat",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_check_shows_the_smallest_position_of_a_fault(fault: str, run: Run, tmp_path: Path) -> None:
    old, new, law = FAULTS[fault]
    source = TOY.read_text()
    assert source.count(old) == 1
    (tmp_path / "toy.py").write_text(source.replace(old, new))
    code, out, _ = run("check", "toy", "--game", tmp_path / "toy.py", "--deals", "30")
    assert code == 1
    lines = out.splitlines()
    (found,) = [number for number, line in enumerate(lines) if line.startswith(f"  FAILS {law}")]
    assert set(json.loads(lines[found + 1].removeprefix("        deal: "))) == {"hands", "rest", "scores"}
    assert lines[found + 2].startswith("        after ")
    code, out, _ = run("check", "toy", "--game", tmp_path / "toy.py", "--deals", "30", "--json")
    finding = next(one for one in json.loads(out)["findings"] if one["law"].startswith(law))
    assert code == 1 and finding["failure"]
    assert finding["position"]["actions"] == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("import os; os._exit(0)", "cannot be imported: SystemExit: os._exit(0)"),
        (None, "there is no file"),
    ],
)
def test_the_file_of_a_game_that_ends_the_program_or_links_to_itself_is_refused(
    text: str | None, says: str, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "odd.py"
    if text is None:
        file.symlink_to(file)
    else:
        file.write_text(text)
    code, out, err = run("--game", file, "games")
    assert (code, out) == (2, "") and says in err and err.count("\n") == 1


def test_a_game_without_cards_is_checked_and_its_facts_are_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = run("check", "stones", "--game", STONES, "--deals", "10")
    assert code == 0, out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"take1 > a\n")))
    code, out, _ = run("--game", STONES, "stones", "--plain", "--seed", "2")
    assert code == 0
    assert re.search(r"\nheaps: \d, \d, \d\nover: no\nYour hand: no cards\n", out)


def test_check_says_what_it_did_not_look_for(run: Run) -> None:
    """A game that leaks what others draw from a stack obeyed all laws, as far as one could see."""
    code, out, _ = run("check", "toy", "--game", TOY, "--deals", "3")
    assert code == 0
    assert out.splitlines()[-1] == (
        "Not checked, since the game's `checks` do not say how: lost cards (`cards`), hidden cards outside of "
        "hands (`hidden`); see docs/add-a-game.md."
    )
    _, out, _ = run("check", "tricks", "--deals", "3")
    assert "Not checked" not in out


def test_what_cannot_be_played_is_named_as_it_was_understood() -> None:
    """A card's number in the hand stands for it: `'2' is no legal action` did not say which card that is."""
    registry.add_game(str(TOY))
    game = registry.game("toy")
    seen = game.observe(game.start(game.deal(Random(1), game.opening())), 0)
    order = seen.zone("hand").cards
    typed = of("toy").read(game, seen, order, "play 1 2", "")
    assert typed.refusal.startswith(
        f"'play 1 2' (play {' '.join(game.face(card).lower() for card in order[:2])}) is no"
    )
    assert of("toy").read(game, seen, order, "yes", "").refusal.startswith("'yes' is not a legal action")
