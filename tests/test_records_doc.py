"""docs/records.md says what the program does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cardtui import record, registry
from cardtui.cli import main
from cardtui.core import Refusal, parse_action
from cardtui.json_forms import decision_from_json
from cardtui.match import Match
from cardtui.record import archive

DOC = Path(__file__).parents[1] / "docs" / "records.md"
BLOCKS = re.findall(r"```jsonl\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The first example of the document, a match of Yaniv, as a file."""
    path = tmp_path / "example.jsonl"
    path.write_text(BLOCKS[0], encoding="utf-8")
    return path


@pytest.fixture
def schafkopf(tmp_path: Path) -> Path:
    """The second one: a game of Schafkopf from given hands, bids and cards."""
    path = tmp_path / "schafkopf.jsonl"
    path.write_text(BLOCKS[1], encoding="utf-8")
    return path


def test_the_example_is_a_record(example: Path) -> None:
    header, lines = record.read(example)
    game = registry.game(header.game, header.rules, len(header.seats))
    frames = record.replay(game, header, lines)
    assert [frame.move.seat for frame in frames if frame.move] == [0, 1, 0]
    assert game.returns(frames[-1].state) == (1.0, 0.0)
    assert not archive.unfinished(example)


def test_the_program_writes_the_example(example: Path, tmp_path: Path) -> None:
    """The same steps on the same seed give the same bytes, but for the version."""
    header, lines = record.read(example)
    match = Match.new(header.game, header.rules, header.seats, header.seed, tmp_path / "again.jsonl")
    for line in lines:
        if "undo" in line:
            match.undo()
        elif "action" in line:
            decision = decision_from_json(match.game, line["decision"]) if "decision" in line else None
            match.play(parse_action(match.game, line["action"]), decision)
    match.close("finished")
    ours, theirs = (path.read_text().splitlines() for path in (tmp_path / "again.jsonl", example))
    assert ours[1:] == theirs[1:]
    assert json.loads(ours[0]) | {"version": ""} == json.loads(theirs[0]) | {"version": ""}


def _changed(example: Path, number: int, line: dict[str, object]) -> Path:
    """The example with one line changed."""
    lines = example.read_text().splitlines()
    lines[number - 1] = json.dumps(json.loads(lines[number - 1]) | line)
    example.write_text("\n".join(lines) + "\n")
    return example


@pytest.mark.parametrize(
    ("number", "line", "reason"),
    [
        (1, {"cardtui": 2}, "record format 2, this program reads format 1"),
        (1, {"seats": []}, "the header needs"),
        (3, {"seat": 1}, "line 3: seat 1 acts out of turn: it is the turn of seat 0"),
        (2, {"deal": {}}, "line 2: the deal is malformed: it has no 'hands'"),
        (3, {"action": "discard Kc > b"}, "line 3: §5"),
        (4, {"undo": 2}, "line 4: cannot undo 2 of 2 steps"),
        (8, {"result": [0.0, 1.0]}, "the result is not what the rules say: [1.0, 0.0], and the scores [1.0, 0.0]"),
    ],
)
def test_what_does_not_fit_is_refused(example: Path, number: int, line: dict[str, object], reason: str) -> None:
    with pytest.raises(Refusal, match=re.escape(reason)):
        Match.resume(_changed(example, number, line))


def test_unknown_fields_are_ignored_and_unknown_lines_refused(example: Path) -> None:
    for number in range(1, 10):
        _changed(example, number, {"clock": 17})
    assert example.read_text().count("clock") == 9
    found = Match.resume(example)
    assert found.over and len(found.moves()) == 3
    found.close()
    example.write_text(example.read_text() + '{"weather": "fine"}\n')
    with pytest.raises(Refusal, match="line 10: a line of an unknown kind: 'weather'"):
        Match.resume(example)


def test_a_header_alone_is_a_match_before_its_first_deal(example: Path) -> None:
    header = example.read_text().splitlines()[0]
    example.write_text(header + "\n")
    assert archive.unfinished(example)
    match = Match.resume(example)
    assert match.turn == 0 and not match.moves()
    match.close()


def test_a_replaced_bot_stays_replaced(example: Path) -> None:
    match = Match.resume(example)
    match.replace(1, "random")
    match.close()
    with example.open("a") as file:
        file.write('{"replace": 0, "by": "harel", "weights": "5ac1"}\n')
    header, seated, _, _ = record.load(example)
    assert (seated.seats, seated.weights) == (("harel", "random"), ("5ac1", ""))
    assert header.seats == ("human", "greedy:p=0.5")


def test_no_deal_follows_the_end_of_a_match(example: Path) -> None:
    deal = example.read_text().splitlines()[1]
    example.write_text(f"{example.read_text()}{deal}\n")
    with pytest.raises(Refusal, match="line 10: a new deal after the match was won"):
        Match.resume(example)


# --- given hands, bids and cards ----------------------------------------------------------------------


def test_check_prints_the_payment_of_all_four_seats(schafkopf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(BLOCKS) == 3
    assert main(["replay", "--check", str(schafkopf)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == ["Seats: Player 1, Player 2, Player 3, Player 4.", "Deal 1, 36 moves."]
    assert "  Sauspiel auf die Bumpel: Player 1 and Player 3 win with 74 points in 5 tricks." in out
    assert "  In cents: Player 1 +50, Player 2 -50, Player 3 +50, Player 4 -50." in out
    assert out[-1].endswith("schafkopf club; every action is legal.")
    text = DOC.read_text(encoding="utf-8")
    assert "`+50, -50, +50, -50`" in text


def test_check_refuses_an_illegal_card_with_the_line_and_the_rule(
    schafkopf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _changed(schafkopf, 12, {"action": "play EU"})
    assert main(["replay", "--check", str(schafkopf)]) == 2
    said = capsys.readouterr().err
    refusal = "line 12: §7.4: Schellen was led, so the called ace SA must be played"
    assert refusal in said and refusal in DOC.read_text(encoding="utf-8")


def test_check_says_where_a_record_stops(schafkopf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = schafkopf.read_text().splitlines()
    schafkopf.write_text("\n".join(lines[:9]) + "\n")
    assert main(["replay", "--check", str(schafkopf)]) == 0
    assert "Deal 1 is not over after 7 moves." in capsys.readouterr().out
    schafkopf.write_text("\n".join(lines))
    assert main(["replay", "--check", str(schafkopf)]) == 2
    assert "the last line has no line end" in capsys.readouterr().err


def test_check_is_for_every_game(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--check", str(example)]) == 0
    assert "  In wins: You +1, Ada +0." in capsys.readouterr().out


def test_the_bidding_of_the_document() -> None:
    """`club`: who is overbid is asked again."""
    game = registry.game("schafkopf", "club")
    hands = [["GO", "HK", "E8", "SU", "S10", "G9", "EK", "HO"], ["H10", "H9", "H8", "S7", "S8", "GU", "G8", "GK"]]
    hands += [["G7", "EU", "EO", "EA", "G10", "HU", "H7", "SA"], ["E9", "SO", "S9", "GA", "HA", "E7", "E10", "SK"]]
    state = game.start({"hands": hands, "first": 0, "scores": [0, 0, 0, 0]})
    for text in ("pass", "bid > ruf-gras", "bid > wenz", "pass"):
        state = game.apply(state, parse_action(game, text))
    assert (state.phase, game.turn(state)) == ("bid", 1)
    state = game.apply(state, parse_action(game, "pass"))
    assert (state.contract, state.declarer) == ("wenz", 2)
