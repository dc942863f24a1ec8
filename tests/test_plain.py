"""The game on plain lines: the document's dialogue, hidden hands hidden, and a way back after the end of input."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cardtui import plain, record, words
from cardtui.core import Action
from cardtui.match import Match
from cardtui.plain import table
from cardtui.record import archive
from cardtui.settings import Settings
from cardtui.text.formatting import signs

from .bad_table import installed

QUICK = Settings(pace=0)
CARD = re.compile(r"(?<!\w)(?:10|[2-9AJQK])[♣♦♥♠]|★\d")


class Talk:
    """Lines typed one after another, then the end of input; and all that was said."""

    def __init__(self, *typed: str) -> None:
        self.typed = iter(typed)
        self.said: list[str] = []

    def ask(self, question: str) -> str:
        line = next(self.typed, None)
        if line is None:
            raise EOFError
        self.said.append(f"{question}{line}")
        return line

    def play(self, match: Match, settings: Settings = QUICK) -> list[str]:
        assert plain.play(match, settings, ask=self.ask, say=self.said.append) == 0
        return self.said


def new(path: Path | None, *seats: str, rules: str = "paper:deals=2", seed: int = 7, ranked: bool = False) -> Match:
    return Match.new("yaniv", rules, seats or ("human", "greedy", "semirandom"), seed, path, ranked)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return tmp_path / "a match.jsonl"


def test_both_ways_to_type_a_move(saved: Path) -> None:
    said = Talk("y", "m", "3", "5", "1 a", "m", "2", "1 2").play(new(saved))
    assert any(line.startswith("§6.1: Yaniv needs a score of at most 7") for line in said)
    mine = [line for line in said if line.startswith("You: ")]
    moved = said.index("You: K♠, then A♦ from the stack.")
    assert said[moved - 5 : moved] == [
        "> m", "MOVE: 1=YANIV | 2=PILE | 3=STACK · m back", "> 3", "STACK: card numbers to lay, such as 1", "> 5"
    ]  # fmt: skip
    assert mine[0] == "You: K♠, then A♦ from the stack."
    assert mine[1] == "You: A♣, then 8♠ from the pile."
    assert mine[2].startswith("You: pair A♦ A♥, then Q♥ from the pile")
    _header, lines = record.read(saved)
    assert next(line["action"] for line in lines if line.get("seat") == 0) == "discard Ks > stack"
    assert said[-1] == f"The match is saved; `cardtui resume '{saved}' --plain` goes on with it."
    assert archive.unfinished(saved)


def test_a_match_whose_file_was_deleted_meanwhile_is_not_called_saved(saved: Path) -> None:
    talk = Talk("5 d")
    ask = talk.ask

    def deleting(question: str) -> str:
        if saved.exists():
            saved.unlink()
        return ask(question)

    talk.ask = deleting  # type: ignore[method-assign]
    assert talk.play(new(saved))[-1] == "The match is not kept: its file was deleted meanwhile."


def test_illegal_input_names_the_rule_and_asks_again() -> None:
    match = new(None)
    said = Talk("4 5 d", "9 d", "gibberish!", "", "1 b").play(match)
    assert [line[:5] for line in said if line.startswith("§")] == ["§4.1:", "§4.1:", "§5.2:"]
    assert sum(line.startswith("card numbers to lay") for line in said) == 6
    assert said[-1] == "The match was not being saved."
    assert not match.moves()


def test_the_rules_are_told_by_the_paragraphs_that_refusals_name() -> None:
    said = Talk("9", "rules", "quit", "yes").play(new(None))
    assert any(line.startswith("§4.1: there is no card 9") for line in said)
    assert said[said.index("§4 Discard") + 1].startswith("1. One card; or a set: two or more cards of one number")


def test_leaving_is_answered_in_the_language_of_the_table() -> None:
    match = Match.new("schafkopf", "club", ("human", *["random"] * 3), 7)
    said = Talk("quit", "nein", "quit", "ja", "x").play(match, Settings(pace=0, language="de"))
    assert "> nein" in said and "> ja" in said and "> x" not in said


def test_it_goes_on_where_it_stopped(saved: Path) -> None:
    Talk("5 d", "1 a").play(new(saved))
    before = Match.resume(saved)
    state = before.observe(0)
    before.close()
    again = Match.resume(saved)
    assert again.observe(0) == state
    said = Talk("history").play(again)
    assert "The match goes on after 6 moves of this deal." in said
    assert said.count("You: A♣, then 8♠ from the pile.") == 1
    match = new(None)
    match.play(match.observe(0).legal[0])
    assert "The match goes on after 1 move of this deal." in Talk("history").play(match)


def test_commands() -> None:
    match = new(None)
    said = Talk("help", "undo", "5 d", "hint", "undo", "scores", "table", "bots", "quit", "no", "QUIT", "yes").play(
        match, Settings(coach="greedy:p=1")
    )
    listed = {name for name, text in table.COMMANDS.items() if f"{name}: {text}" in said}
    assert listed == set(table.COMMANDS) - {"alone"}  # there is no guide
    assert "Nothing is undone: there is no move of yours to take back." in said
    assert "Taken back." in said and not match.moves()
    assert any(line.startswith("greedy:p=1 would lay ") and "(type " in line for line in said)
    assert "Scores after 0 deals: You 0, Ada 0, Rex 0." in said
    assert "The setting panel=deal shows this only after the deal." in said
    assert said.count("Type yes to leave, anything else to stay.") == 2


def test_large_scores_are_told_whole() -> None:
    """They had four digits: `Scores after 12 deals: Ada 1.234e+04`."""
    rules = "paper:sauspiel=1000,solo=1000,laufende=1000,schneider=1000,deals=24"
    match = Match.new("schafkopf", rules, ("random-coward",) * 4, 3)
    said = Talk().play(match)
    assert max(map(abs, match.standing.scores)) >= 10_000
    told = next(line for line in reversed(said) if line.startswith("Scores after 24 deals"))
    assert [int(score) for score in re.findall(r" (-?\d+)(?=[,.])", told)] == list(match.standing.scores)
    assert not any("e+" in line for line in said)


def test_a_question_mark_is_a_hint_and_what_is_told_can_be_typed() -> None:
    """In the game's words, with what to type, and what the values count is told once."""
    said = Talk("?").play(new(None), Settings(coach="yaniv-td:rollouts=0"))
    told = next(line for line in said if line.startswith("yaniv-td:rollouts=0 would lay "))
    assert ">" not in told
    again = Talk(told.partition("(type ")[2].removesuffix(").")).play(new(None))
    laid = told.partition("would lay ")[2].partition(" and take from the ")[0]
    assert any(line.startswith(f"You: {laid}, then ") for line in again)
    assert "\n".join(said).count("win probability") == 1


def test_what_is_missing_may_follow_alone() -> None:
    """`5`, then `s`; a whole line in between is taken as it stands, and another card is no take."""
    assert "You: K♠, then A♦ from the stack." in Talk("5", "s").play(new(None))
    assert "You: K♠, then A♦ from the stack." in Talk("1", "zzz", "5", "d").play(new(None))
    assert "You: A♣, then A♦ from the stack." in Talk("5", "1 s").play(new(None))
    match = new(None, rules="paper:call=30", seed=3)
    said = Talk("1", "2", "3").play(match)
    assert not match.moves() and sum("take what?" in line for line in said) == 3
    assert any(line.startswith("You: J♦, then ") and "from the pile" in line for line in Talk("p", "4").play(new(None)))


@pytest.mark.parametrize("language", ["en", "de"])
def test_help_fits_into_80_columns(language: str) -> None:
    said = Talk("help").play(
        Match.new("schafkopf", "paper", ("human", *["random"] * 3), 7), QUICK._replace(language=language)
    )
    helped = [line for line in said if line.partition(": ")[0] in table.COMMANDS]
    assert len(helped) == len(table.COMMANDS) - 1 and max(map(len, helped)) <= 80


def test_ranked_keeps_every_move_and_gives_no_help() -> None:
    said = Talk("5 d", "u", "hint", "bots").play(new(None, ranked=True), Settings(panel="open"))
    assert "Nothing is undone: a ranked match keeps every move." in said
    assert "A ranked match gives no help." in said
    assert "The setting panel=deal shows this only after the deal." in said
    assert not any("holds" in line or "probability" in line for line in said)


@pytest.mark.parametrize("panel", ["hidden", "deal", "move", "open", "coach"])
def test_what_the_panel_shows(panel: str) -> None:
    said = Talk("5 d").play(new(None), Settings(panel=panel, coach="semirandom"))
    assert any("highest card: J" in line for line in said) == (panel in ("move", "open"))
    assert any(line.startswith("Ada holds") for line in said) == (panel == "open")
    assert any(line.startswith("semirandom would") for line in said) == (panel == "coach")


def test_a_whole_match_and_its_end(saved: Path) -> None:
    match = new(saved, "human", "greedy", rules="club:limit=20")
    said = Talk(*(["y", "1 d"] * 500)).play(match)
    assert match.over and any(line.startswith("The match is over. Winner") for line in said)
    assert not archive.unfinished(saved)
    assert record.load(saved).frames[-1].state == match.state


def test_a_match_that_nobody_won_is_a_draw(saved: Path) -> None:
    """As on the screen: not everybody is called a winner."""
    match = Match.new("tricks", "tricks:n=2,colours=1,deals=1", ("human", "first"), 7, saved)
    said = Talk(*["1"] * 9).play(match)
    assert match.over and match.standing.winners == (0, 1)
    assert "The match is a draw." in said and not any("Winner" in line for line in said)


def test_the_last_move_of_a_match_can_be_taken_back(saved: Path) -> None:
    match = new(saved, "human", "greedy", rules="paper:deals=1,call=30", seed=2)
    said = Talk("y", "bots", "undo").play(match)
    assert "Taken back." in said and not match.over
    again = Talk("y", "history", "quit", "yes").play(Match.resume(saved))
    assert "You: Yaniv!" in again and not archive.unfinished(saved)


def test_bots_alone_play_to_the_end_without_a_question() -> None:
    match = new(None, "greedy", "greedy:p=0.3", "random", "greedy")
    said = Talk().play(match)
    assert "Ctrl+C stops them" in said[1]
    assert match.over and said[0].endswith("Seats: Ada (greedy), Rex (greedy:p=0.3), Mo (random), Kathi (greedy).")
    assert sum(line.startswith("Deal ") for line in said) == 2


def hidden_faces(match: Match, seat: int) -> set[str]:
    """Cards that `seat` has never seen."""
    seen = match.observe(seat)
    known = {card for zone in seen.zones for card in zone.cards}
    for happened in seen.history:
        known |= {*happened.action.cards, *happened.gain}
    return {signs(match.game.face(card)) for card in range(52)} - known_faces(match, known)


def known_faces(match: Match, cards: set[int]) -> set[str]:
    return {signs(match.game.face(card)) for card in cards}


@pytest.mark.parametrize("seed", range(3))
def test_hidden_cards_are_never_told(seed: int) -> None:
    match = new(None, seed=seed)
    said: list[str] = []
    left = 12

    def ask(question: str) -> str:
        nonlocal left
        left -= 1
        told = {face for line in said for face in CARD.findall(line)}
        assert told and not told & hidden_faces(match, 0)
        if not left or match.turn is None:
            raise EOFError
        return ("history", "table", "1 d")[left % 3]

    plain.play(match, QUICK, ask=ask, say=said.append)


def test_people_in_turn_do_not_see_each_others_cards() -> None:
    match = new(None, "human", "greedy", "human")
    said: list[str] = []
    answers = iter(["", "1 d", "", "1 d", "", "history"])

    def ask(question: str) -> str:
        line = next(answers, None)
        if line is None:
            raise EOFError
        if line:  # a person looks: since the cover nothing may have been told that the person does not know
            cover = max(i for i, text in enumerate(said) if text.startswith("====="))
            assert said[cover - 20 : cover] == [""] * 20
            assert match.turn is not None
            told = {face for text in said[cover:] for face in CARD.findall(text)}
            assert told and not told & hidden_faces(match, match.turn)
        return line

    plain.play(match, QUICK, ask=ask, say=said.append)
    assert [line.split(":")[0] for line in said if "press Enter" in line] == ["Player 1", "Player 2", "Player 1"]


def test_what_means_nothing_at_the_cover_is_said_to() -> None:
    said = Talk("3 s").play(new(None, "human", "human"))
    assert "'3 s' means nothing here." in said


def test_undo_at_the_cover_gives_the_turn_back() -> None:
    """The hand shown next is of the person to move, behind a cover of its own."""
    match = new(None, "human", "human")
    said = Talk("", "2 s", "undo", "", "scores", "3 s").play(match)
    assert [line.split(":")[0] for line in said if "press Enter" in line] == [
        "Player 1",
        "Player 2",
        "Player 1",
        "Player 2",
    ]
    assert [line for line in said if line.endswith("to move.")] == ["Player 1 to move."] * 2
    assert [move.seat for move in match.moves()] == [0]


def test_a_bot_that_fails_is_replaced_or_tried_again(saved: Path) -> None:
    with installed():
        match = new(saved, "human", "raises", "refuses")
        said = Talk("5 d", "what", "retry", "replace nobody", "replace greedy", "replace human", "", "1 d").play(match)
        raised = "Ada: raises raised ValueError: a bad day (bad_agents.py, line "
        assert sum(line.startswith(raised) for line in said) == 2
        told = "Rex: refuses cannot be loaded: ImportError('nothing to play with') ("
        assert any(line.startswith(told) for line in said)
        assert any(line.startswith("yaniv has no bot 'nobody'") for line in said)
        assert match.header.seats == ("human", "greedy", "human")
        assert record.load(saved).seated.seats == match.header.seats


def test_ascii_only() -> None:
    said = Talk(*(["hint", "4 5 d", "1 d", "history", "bots", "help", ""] * 60)).play(
        new(None, "human", "greedy", "random", rules="club:limit=20"), Settings(pace=0, ascii=True, panel="open")
    )
    assert len(said) > 100
    for line in said:
        assert line.isascii() and "?" not in line
    assert any("rule 4.1: " in line for line in said)


def test_the_hand_is_numbered_as_sorted() -> None:
    match = new(None)
    orders = {sort: words.of("yaniv").order(match.game, match.observe(0), sort) for sort in ("number", "suit", "dealt")}
    assert [signs(match.game.face(card)) for card in orders["suit"]] == ["A♣", "J♦", "A♥", "5♠", "K♠"]
    assert orders["dealt"] == orders["number"] != orders["suit"]
    match.play(Action("discard", (match.game.card("Ks"),), "stack"))  # draws A♦
    assert match.game.face(words.of("yaniv").order(match.game, match.observe(0), "dealt")[-1]) == "Ad"
    said = Talk("2 d").play(new(None), Settings(sort="suit"))
    assert any(line.startswith("You: J♦, then") for line in said)


def test_interrupted() -> None:
    match = new(None)

    def ask(question: str) -> str:
        raise KeyboardInterrupt

    assert plain.play(match, QUICK, ask=ask, say=lambda line: None) == 130


def run(home: Path, typed: bytes, *words: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """`cardtui` with these words, its settings and records below `home`."""
    places = {f"XDG_{kind}_HOME": str(home / kind) for kind in ("CONFIG", "DATA", "CACHE")}
    command = [sys.executable, "-W", "error", "-X", "dev", "-m", "cardtui", *words]
    done = subprocess.run(command, input=typed, capture_output=True, env=os.environ | places | variables, timeout=60)
    lines = done.stderr.splitlines(keepends=True)
    done.stderr = b"".join(line for line in lines if b" took " not in line)  # asyncio, on a busy machine
    return done


def test_through_a_pipe(tmp_path: Path) -> None:
    first = run(tmp_path, b"5 d\n\xff\xfe\x1b[2J\n", "yaniv", "--bots", "greedy", "--seed", "7", "--plain")
    assert (first.returncode, first.stderr) == (0, b"")
    said = first.stdout.decode().splitlines()
    assert said[said.index("> 5 d") + 1].startswith("You: ") and b"\x1b" not in first.stdout
    again = re.search(r"`cardtui (resume \S+ --plain)`", said[-1])
    assert again
    second = run(tmp_path, b"quit\nyes\n", *again[1].split())
    assert (second.returncode, second.stderr) == (0, b"")
    assert "The match goes on after 2 moves of this deal." in second.stdout.decode()


def test_a_program_can_answer_line_by_line(tmp_path: Path) -> None:
    places = {f"XDG_{kind}_HOME": str(tmp_path) for kind in ("CONFIG", "DATA", "CACHE")}
    command = [sys.executable, "-m", "cardtui", "yaniv", "--seed", "7", "--bots", "greedy", "--plain"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=os.environ | places) as run:
        assert run.stdin and run.stdout
        for _ in range(3):
            while not run.stdout.readline().startswith("card numbers to lay"):
                assert run.poll() is None
            run.stdin.write("1 d\n")
            run.stdin.flush()
        run.stdin.close()
        assert "is saved" in run.stdout.read()
    assert run.returncode == 0


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signal")
@pytest.mark.parametrize(("moves", "name", "kept"), [(0, "SIGHUP", 0), (0, "SIGKILL", 0), (1, "SIGHUP", 1)])
def test_no_file_stays_of_a_match_in_which_nobody_moved(tmp_path: Path, moves: int, name: str, kept: int) -> None:
    """However the program ends; a match with a move in it is there."""
    places = {f"XDG_{kind}_HOME": str(tmp_path) for kind in ("CONFIG", "DATA", "CACHE")}
    command = [sys.executable, "-m", "cardtui", "yaniv", "--seed", "7", "--bots", "greedy", "--plain"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=os.environ | places) as run:
        assert run.stdin and run.stdout
        for asked in range(moves + 1):
            while not run.stdout.readline().startswith("card numbers to lay"):
                assert run.poll() is None
            if asked < moves:
                run.stdin.write("1 d\n")
                run.stdin.flush()
        run.send_signal(getattr(signal, name))
    assert len(list((tmp_path / "cardtui" / "records").glob("*"))) == kept


def test_where_only_ascii_can_be_shown(tmp_path: Path) -> None:
    for variables, flags in (({"PYTHONIOENCODING": "ascii"}, ()), ({}, ("--ascii",))):
        done = run(
            tmp_path, "5 d\n♣\nhint\n".encode(), "yaniv", "--seed", "7", "--bots", "greedy", "--plain",
            "--coach", "greedy", *flags, **variables,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.isascii() and re.search(rb"You: \w+, then \w+ from the stack\.", done.stdout)
        assert b"greedy would lay " in done.stdout


def test_nothing_heavy_is_imported() -> None:
    code = (
        "import sys, cardtui.plain, cardtui.words\n"
        "cardtui.words.of('yaniv')\n"
        "print([name for name in ('textual', 'numpy', 'numba', 'torch', 'rich') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
