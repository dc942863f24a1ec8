"""A match in progress: turns, undo, scores, replacing, and its record."""

from __future__ import annotations

import gc
import json
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardtui import record, registry
from cardtui.core import Action, Refusal, decide
from cardtui.entries import HUMAN
from cardtui.match import Match
from cardtui.record import archive

SEATS = ("greedy", "semirandom", "random")


class Matches:
    """Opens matches and closes them when the test is over."""

    def __init__(self) -> None:
        self.opened: list[Match] = []

    def new(self, *args: Any) -> Match:
        self.opened.append(Match.new(*args))
        return self.opened[-1]

    def resume(self, path: Path) -> Match:
        self.opened.append(Match.resume(path))
        return self.opened[-1]


@pytest.fixture
def matches() -> Iterator[Matches]:
    kept = Matches()
    yield kept
    for match in kept.opened:
        match.close()


def killed(match: Match) -> None:
    """Leave the record as it is when the program is killed."""
    assert match.path
    path, written = match.path, match.path.read_bytes()
    match.close()
    path.write_bytes(written)


def step(match: Match) -> None:
    """The bot to act plays; between deals the next deal is dealt."""
    if match.turn is None:
        match.next_deal()
        return
    agent = registry.agent(match.game, match.header.seats[match.turn].replace("human", "random"))
    decision = decide(agent, match.observe(match.turn), Random(match.rng_seed(match.turn)))
    match.play(decision.action, decision)


def play_on(match: Match, steps: int = 100_000) -> Match:
    while steps and not match.over:
        step(match)
        steps -= 1
    return match


def test_a_match_to_its_end(tmp_path: Path, matches: Matches) -> None:
    match = play_on(matches.new("yaniv", "paper:deals=3", SEATS, 7, tmp_path / "match.jsonl"))
    assert match.standing.deals == 3
    assert len(match.results()) == 3
    assert match.results()[-1] == match.standing
    assert match.turn is None
    with pytest.raises(Refusal, match="the match is over"):
        match.next_deal()
    with pytest.raises(Refusal, match="the deal is over"):
        match.play(Action("yaniv"))


def test_the_same_seed_makes_the_same_match() -> None:
    first, second = (play_on(Match.new("yaniv", "club", SEATS, 5), 200) for _ in range(2))
    assert [frame.move for frame in first.frames] == [frame.move for frame in second.frames]
    other = play_on(Match.new("yaniv", "club", SEATS, 6), 200)
    assert [frame.move for frame in first.frames] != [frame.move for frame in other.frames]


def test_an_illegal_action_changes_nothing(tmp_path: Path, matches: Matches) -> None:
    match = play_on(matches.new("yaniv", "paper", SEATS, 7, tmp_path / "match.jsonl"), 3)
    ticket, size = match.ticket, (tmp_path / "match.jsonl").stat().st_size
    with pytest.raises(Refusal, match="§5"):
        match.play(Action("discard", match.observe(0).zone("hand").cards[:1], "c"))
    assert (match.ticket, len(match.frames)) == (ticket, 4)
    assert (tmp_path / "match.jsonl").stat().st_size == size


def test_a_deal_must_be_over_before_the_next() -> None:
    match = Match.new("yaniv", "paper", SEATS, 7)
    with pytest.raises(Refusal, match="this deal is not over"):
        match.next_deal()


def test_undo_goes_back_to_before_the_last_move_of_a_person() -> None:
    match = Match.new("yaniv", "paper", ("greedy", "human", "semirandom"), 7)
    assert match.undo_reason() == "there is no move of yours to take back"
    play_on(match, 5)
    before = [frame.move and frame.move.seat for frame in match.frames]
    assert before[1:] == [0, 1, 2, 0, 1]
    match.undo()
    assert match.turn == 1
    assert len(match.frames) == 5
    match.undo()
    assert (match.turn, len(match.frames)) == (1, 2)
    with pytest.raises(Refusal, match="no move of yours"):
        match.undo()


def test_undo_without_limit_across_deals_and_the_same_cards_again(tmp_path: Path, matches: Matches) -> None:
    path = tmp_path / "match.jsonl"
    match = matches.new("yaniv", "paper", ("human", "human"), 7, path)
    tickets = {match.ticket}
    while match.standing.deals < 2 or match.turn is None:
        step(match)
        tickets.add(match.ticket)
    deals = [frame.deal for frame in match.frames if frame.move is None]
    steps = len([frame for frame in match.frames if frame.move])
    for _ in range(steps):
        match.undo()
        assert match.ticket not in tickets
        tickets.add(match.ticket)
    assert len(match.frames) == 1
    while match.standing.deals < 2 or match.turn is None:
        step(match)
    assert [frame.deal for frame in match.frames if frame.move is None] == deals
    match.close()
    again = matches.resume(path)
    assert [frame.move for frame in again.frames] == [frame.move for frame in match.frames]


def test_bots_alone_are_taken_back_move_by_move() -> None:
    match = play_on(Match.new("yaniv", "paper", SEATS, 7), 4)
    match.undo()
    assert len(match.moves()) == 3


def test_dice_differ_by_moment_and_seat() -> None:
    match = Match.new("yaniv", "paper", SEATS, 7)
    keys = [match.rng_seed(seat) for seat in range(3)]
    step(match)
    keys += [match.rng_seed(seat) for seat in range(3)]
    assert len(set(keys)) == 6


def test_dice_differ_by_deal() -> None:
    """Two deals begin with the same number of moves, but not with the same dice."""
    match = Match.new("yaniv", "club", ("greedy", "random"), 3)
    first, rng = match.rng_seed(0), Random(5)
    while match.turn is not None:
        match.play(rng.choice(match.observe(match.turn).legal))
    match.next_deal()
    assert match.moves() == [] and match.rng_seed(0) != first


def test_hands_are_covered_only_where_somebody_cannot_see_a_card() -> None:
    assert Match.new("yaniv", "paper", ("greedy", "random"), 3).secret
    assert not Match.new("tricks", "tricks", ("first", "random"), 3).secret


def test_a_ranked_match_keeps_every_move() -> None:
    match = Match.new("yaniv", "paper", ("human", "greedy"), 7, ranked=True)
    step(match)
    assert "ranked" in match.undo_reason()
    with pytest.raises(Refusal, match="ranked"):
        match.undo()


def test_a_late_answer_can_be_told() -> None:
    match = Match.new("yaniv", "paper", ("human", "greedy"), 7)
    tickets = [match.ticket]
    for change in (lambda: step(match), match.undo, lambda: match.replace(1, "semirandom")):
        change()
        tickets.append(match.ticket)
    assert len(set(tickets)) == len(tickets)


@pytest.mark.parametrize("steps", [1, 2, 7, 40, 200])
def test_resumed_at_the_identical_state(tmp_path: Path, matches: Matches, steps: int) -> None:
    path = tmp_path / "match.jsonl"
    match = play_on(matches.new("yaniv", "club", SEATS, 11, path), steps)
    killed(match)
    again = matches.resume(path)
    assert again.frames[-1].standing == match.frames[-1].standing
    assert [again.observe(seat) for seat in range(3)] == [match.observe(seat) for seat in range(3)]
    assert [frame.move for frame in again.frames] == [frame.move for frame in match.frames]
    assert again.header == match.header
    assert again.turn is None or again.rng_seed(0) == match.rng_seed(0)
    play_on(again, 30)
    play_on(match, 30)
    assert [frame.move for frame in again.frames] == [frame.move for frame in match.frames]


def test_a_match_without_a_deal_is_dealt_on_resuming(tmp_path: Path, matches: Matches) -> None:
    path = tmp_path / "match.jsonl"
    killed(play_on(matches.new("yaniv", "paper", SEATS, 11, path), 1))
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    match = matches.resume(path)
    assert match.frames[0].deal == matches.new("yaniv", "paper", SEATS, 11).frames[0].deal


def test_replacing_a_bot_is_kept(tmp_path: Path, matches: Matches) -> None:
    path = tmp_path / "match.jsonl"
    match = play_on(matches.new("yaniv", "paper", SEATS, 11, path), 4)
    match.replace(2, "greedy:p=0.9")
    match.replace(0, "human")
    match.close()
    again = matches.resume(path)
    assert again.header == match.header
    assert again.header.seats == ("human", "semirandom", "greedy:p=0.9")
    assert again.is_human(0)
    assert not again.is_human(None)


@pytest.mark.parametrize(("seat", "spec"), [(3, "greedy"), (-1, "greedy"), (0, "gredy"), (0, "greedy:p=2")])
def test_a_replacement_that_cannot_be_is_refused_and_not_saved(
    tmp_path: Path, matches: Matches, seat: int, spec: str
) -> None:
    path = tmp_path / "match.jsonl"
    match = play_on(matches.new("yaniv", "paper", SEATS, 11, path), 1)
    before = path.read_bytes()
    with pytest.raises(Refusal):
        match.replace(seat, spec)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("rules", "seats", "says"),
    [
        ("paper", ("greedy",), "2 to 6"),
        ("paper", ("greedy",) * 7, "2 to 6"),
        ("paper", ("greedy", "gredy"), "nearest: greedy"),
        ("paper", ("greedy:p=2", "greedy"), "0 … 1"),
        ("peper", SEATS, "nearest: paper"),
    ],
)
def test_a_match_that_cannot_be_is_refused_and_leaves_no_file(
    tmp_path: Path, matches: Matches, rules: str, seats: tuple[str, ...], says: str
) -> None:
    with pytest.raises(Refusal, match=says):
        matches.new("yaniv", rules, seats, 1, tmp_path / "match.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_a_record_is_never_written_over(tmp_path: Path, matches: Matches) -> None:
    path = tmp_path / "match.jsonl"
    late = matches.new("yaniv", "paper", SEATS, 3, path)
    killed(play_on(matches.new("yaniv", "paper", SEATS, 1, path), 1))
    before = path.read_bytes()
    with pytest.raises(Refusal, match="there already"):
        matches.new("yaniv", "paper", SEATS, 2, path)
    play_on(late, 1)
    assert late.path == tmp_path / "match-2.jsonl" and record.read(late.path)[0].seed == 3
    assert path.read_bytes() == before


def test_two_programs_cannot_have_one_match_open(tmp_path: Path, matches: Matches) -> None:
    path = tmp_path / "match.jsonl"
    match = play_on(matches.new("yaniv", "paper", SEATS, 1, path), 1)
    with pytest.raises(Refusal, match="open in another"):
        matches.resume(path)
    killed(match)
    matches.resume(path).close()


def test_a_record_that_cannot_be_gone_on_with_is_let_go(
    tmp_path: Path, matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has no deal yet, and there is no room for one. Afterwards it was open in this program, for as long as the
    error was kept."""
    path = tmp_path / "match.jsonl"
    killed(play_on(matches.new("yaniv", "paper", SEATS, 1, path), 1))
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    with monkeypatch.context() as patch:
        patch.setattr(record.Writer, "append", lambda writer, *lines: no_room(writer))
        with pytest.raises(OSError, match="no room") as kept:
            matches.resume(path)
    assert kept and matches.resume(path).deal == 1


def test_a_match_being_written_elsewhere_is_not_cut(tmp_path: Path, matches: Matches) -> None:
    path = tmp_path / "match.jsonl"
    match = play_on(matches.new("yaniv", "paper", SEATS, 1, path), 1)
    with path.open("ab") as file:
        file.write(b'{"seat":0,"act')  # the other program is in the middle of a line
    size = path.stat().st_size
    with pytest.raises(Refusal, match="open in another"):
        matches.resume(path)
    assert path.stat().st_size == size
    match.close()


@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files")
def test_a_full_disk_costs_the_move_and_nothing_else(tmp_path: Path, matches: Matches) -> None:
    import resource

    path = tmp_path / "match.jsonl"
    match = play_on(matches.new("yaniv", "paper", ("human", "human"), 1, path), 2)
    before, frames, ticket = path.read_bytes(), len(match.frames), match.ticket
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, limits[1]))  # half a line fits
    try:
        with pytest.raises(OSError, match="too large"):
            step(match)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == before
    assert (len(match.frames), match.ticket) == (frames, ticket)
    play_on(match, 5)
    match.close()
    assert [frame.move for frame in matches.resume(path).frames] == [frame.move for frame in match.frames]


def test_a_full_disk_keeps_the_last_move_of_a_deal_and_its_result_or_neither(
    tmp_path: Path, matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the move was saved and played, its result was lost, and an error told that the move had failed."""
    path = tmp_path / "match.jsonl"
    match = matches.new("yaniv", "paper", SEATS, 1, path)
    append, before = record.Writer.append, 0

    def no_results(writer: record.Writer, *lines: dict[str, Any]) -> None:
        if any("result" in line for line in lines):
            no_room(writer)
        append(writer, *lines)

    with monkeypatch.context() as patch:
        patch.setattr(record.Writer, "append", no_results)
        with pytest.raises(OSError, match="no room"):
            while True:
                before = len(match.moves())
                step(match)
    assert match.turn is not None and len(match.moves()) == before
    assert record.load(path).frames == match.frames
    step(match)
    assert match.turn is None and "result" in json.loads(path.read_text().splitlines()[-1])


def test_a_match_that_is_over_is_closed_on_a_full_disk(
    tmp_path: Path, matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leaving its table raised an error, and the record stayed locked; now only the note that it is over is missing."""
    path = tmp_path / "match.jsonl"
    match = matches.new("yaniv", "paper:deals=1", SEATS, 1, path)
    while not match.over:
        step(match)
    with monkeypatch.context() as patch:
        patch.setattr(record.Writer, "append", no_room)
        match.close("finished")
    assert archive.unfinished(path) and not archive.is_open(path)
    again = matches.resume(path)
    assert again.over
    again.close("finished")
    assert not archive.unfinished(path)


def test_a_record_that_cannot_be_made_is_made_whole_later(
    tmp_path: Path, matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.jsonl"
    match = matches.new("yaniv", "paper", ("human", "human"), 1, path)

    def full(*_: object) -> None:
        raise OSError("full")

    with monkeypatch.context() as patch:
        patch.setattr(record.Writer, "append", full)
        with pytest.raises(OSError, match="full"):
            match.keep()
    assert not path.exists()
    match.keep()
    assert [sorted(line)[0] for line in map(json.loads, path.read_text().splitlines())][1:] == ["deal"]
    match.close()


@pytest.mark.parametrize("note", ["", "left"])
def test_a_record_made_before_anybody_moved_is_deleted_if_nobody_does(
    tmp_path: Path, matches: Matches, note: str
) -> None:
    """That of a table for people elsewhere: one to which nobody came was the newest match, with nothing to review."""
    for moved in (False, True):
        match = matches.new("yaniv", "paper", ("human", "human"), 1, path := tmp_path / "match.jsonl")
        match.keep()
        if moved:
            match.play(match.observe(0).legal[0])
        match.close(note)
        assert path.exists() == moved


def test_what_is_not_there_is_not_made(tmp_path: Path, matches: Matches) -> None:
    missing = tmp_path / "none.jsonl"
    with pytest.raises(OSError, match="No such file"):
        matches.resume(missing)
    with pytest.raises(OSError, match="No such file"):
        archive.forget(missing)
    assert archive.is_open(missing), "nobody may write it"
    assert list(tmp_path.iterdir()) == []


def test_a_finished_match_is_not_offered_again(tmp_path: Path, matches: Matches) -> None:
    path = tmp_path / "match.jsonl"
    match = matches.new("yaniv", "paper", SEATS, 1, path)
    match.play(match.observe(0).legal[0])
    assert archive.unfinished(path)
    match.close("left")
    match.close("left")
    assert not archive.unfinished(path)
    assert json.loads(path.read_bytes().splitlines()[-1]) == {"quit": "left"}


@pytest.mark.parametrize(("seats", "kept"), [(("greedy", HUMAN), False), ((HUMAN, "greedy"), True), (SEATS, True)])
def test_a_match_in_which_no_person_has_acted_is_not_kept(
    seats: tuple[str, ...], kept: bool, tmp_path: Path, matches: Matches
) -> None:
    """However the program ends; where only bots play every move counts. What was taken back is not offered."""
    path = tmp_path / "match.jsonl"
    match = matches.new("yaniv", "paper", seats, 1, path)
    assert not match.touched and not path.exists()
    match.play(match.observe(0).legal[-1])
    assert match.touched is match.kept is path.exists() is kept
    match.close()
    assert path.exists() is kept
    if kept:
        assert archive.unfinished(path)
        again = matches.resume(path)
        assert len(again.moves()) == 1
        again.undo()
        again.close()
        assert not archive.unfinished(path)


def test_the_first_move_that_counts_brings_the_lines_before_it(tmp_path: Path, matches: Matches) -> None:
    """The bots' moves and replacements before it are in the record; a disk that is full costs that move alone."""
    path = tmp_path / "match.jsonl"
    match = matches.new("yaniv", "paper", ("greedy", "random", HUMAN), 1, path)
    play_on(match, 1)
    match.replace(1, "semirandom")
    play_on(match, 1)
    append = record.Writer.append
    try:
        record.Writer.append = no_room  # type: ignore[method-assign]
        with pytest.raises(OSError, match="no room"):
            match.play(match.observe(2).legal[0])
    finally:
        record.Writer.append = append  # type: ignore[method-assign]
    assert list(tmp_path.iterdir()) == [] and len(match.moves()) == 2 and not match.kept
    match.play(match.observe(2).legal[0])
    assert record.load(path).frames == match.frames and len(match.moves()) == 3


def no_room(self: record.Writer, *lines: dict[str, Any]) -> None:
    raise OSError(28, "no room")


def test_a_long_match_stays_as_light_as_it_began() -> None:
    """What a move takes of memory once its deal is over, and what a redraw asks of the law."""
    match = play_on(Match.new("yaniv", "paper:deals=0", SEATS, 3), 200)
    moves, asked = 0, list[str]()
    tracemalloc.start()
    try:
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        while moves < 1500 or match.moves():
            moves += match.turn is not None
            step(match)
        gc.collect()
        kept = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert kept / moves < 1000

    class Law:
        def __getattr__(self, name: str) -> Any:
            asked.append(name)
            return getattr(game, name)

    game, match.game = match.game, Law()
    assert len(match.results()) == match.standing.deals == match.deal - 1 > 40
    assert match.undo_reason() == "" and match.moves() == [] and match.rng_seed(0)
    assert len(asked) < 10


def test_what_was_put_away_comes_back_move_by_move(tmp_path: Path, matches: Matches) -> None:
    """Over several deals, of several seats, also where somebody else sits by now."""
    path = tmp_path / "match.jsonl"
    match = play_on(matches.new("yaniv", "paper:deals=5", ("greedy", HUMAN, "semirandom"), 4, path))
    match.replace(2, HUMAN)
    match.replace(1, "random")
    frames = record.load(path).frames
    assert match.frames == frames
    theirs = [place for place, frame in enumerate(frames) if frame.move and frame.move.seat == 2]
    while theirs:
        match.undo()
        last = theirs.pop()
        assert match.frames == frames[:last] and match.deal == frames[last - 1].standing.deals + 1
        assert record.load(path).frames == frames[:last]
    assert match.undo_reason() == "there is no move of yours to take back"


def test_a_match_in_which_nothing_was_played_is_not_kept(tmp_path: Path, matches: Matches) -> None:
    """Its file goes; but not one with an action in it, taken back or not, nor one that was there before."""
    new, acted, made = (tmp_path / f"{name}.jsonl" for name in ("new", "acted", "made"))
    match = matches.new("yaniv", "paper", SEATS, 1, new)
    match.replace(1, "random")
    assert not match.kept
    match.close("left")
    match.close()
    assert not new.exists()
    match = matches.new("yaniv", "paper", SEATS, 1, acted)
    match.play(match.observe(0).legal[0])
    match.undo()
    match.close()
    assert acted.exists()
    header = record.header_line(match.header)
    made.write_text(f"{json.dumps(header)}\n{json.dumps({'deal': match.frames[0].deal})}\n")
    matches.resume(made).close()
    assert made.exists()
