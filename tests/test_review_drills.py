"""Drills: which mistakes are asked, what counts as right, when they come again, what is kept."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from random import Random
from threading import Thread
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cardtui import registry, settings, words
from cardtui.cli import main
from cardtui.commands.drill import Drill
from cardtui.core import Observation, Refusal, action_text, parse_action
from cardtui.games.tricks.judging import alike
from cardtui.games.tricks.rules import Tricks
from cardtui.json_forms import observation_json
from cardtui.registry import lineup
from cardtui.review import cache, drills, regret
from cardtui.review.drills import DAYS, Deck, Mistake
from cardtui.review.retry import Answer, grade
from cardtui.review.verdicts import MARKS
from cardtui.settings import Settings
from cardtui.system import files

RULES = "tricks:n=5"
TODAY = date(2026, 11, 23)
GAME = Tricks(RULES)


def leads() -> Iterator[Observation]:
    """First leads with at least three cards that are not equal, and some that are."""
    for seed in range(1000):
        state = GAME.start(GAME.deal(Random(seed)))
        seen = GAME.observe(state, GAME.turn(state) or 0)
        if 3 <= len(set(alike(GAME, seen).values())) < len(seen.legal):
            yield seen


LEADS = list(islice(leads(), 4))


def mistake(number: int = 0, bound: float = 1.0) -> Mistake:
    """A mistake at the first lead of a deal: the first card was played, the last is better, the others lie between."""
    seen = LEADS[number]
    first = {action_text(GAME, action): action_text(GAME, same) for action, same in alike(GAME, seen).items()}
    texts = list(dict.fromkeys(first.values()))
    played, better = texts[0], texts[-1]
    equal = [text for text in first if first[text] == played]
    gains = {text: 3.0 * place / (len(texts) - 1) for place, text in enumerate(texts)}
    row = {
        "deal": 1, "move": number + 1, "kind": "lead", "stake": 1.0, "played": played, "alike": equal, "better": better,
        "mark": "?", "bound": bound, "p": 0.0,
        "judges": {"exact": {"values": gains, "gains": {text: [gain - 1, gain + 1] for text, gain in gains.items()}}},
        "proof": {"exact": {"loss": 3.0, "low": 2.0, "high": 4.0}},
        "observation": observation_json(GAME, seen),
    }  # fmt: skip
    return Mistake("tricks", ("human", "first"), "", f"deal 1, move {number + 1} of x.jsonl", GAME.unit, row)


def first_of(position: Any) -> dict[str, str]:
    """The legal actions, each with the one that stands for it."""
    found = alike(GAME, position.seen)
    return {action_text(GAME, action): action_text(GAME, same) for action, same in found.items()}


def report(*mistakes: Mistake, seat: int = 0, match: str = "a", left_out: int = 0) -> dict[str, Any]:
    """A kept review of a match with these mistakes, as far as drills read it."""
    return {
        "review": 1, "stage": "whole", "game": "tricks", "players": ["human", "first"], "seat": seat, "unit": GAME.unit,
        "sha256": match, "not_asked": [{"knows_rules": True}] * left_out + [{"knows_rules": False}], "file": "x.jsonl",
        "marks": dict(zip(MARKS, registry.judging("tricks").marks, strict=True)),
        "deals": [{"decisions": [one.row for one in mistakes] + [{"mark": "fine"}]}],
    }  # fmt: skip


def keep(name: str, found: Any) -> Path:
    file = settings.reviews_dir() / f"{name}.json"
    file.write_text(found if isinstance(found, str) else json.dumps(found))
    return file


def test_own_mistakes_are_found_once_the_dearest_first() -> None:
    first, second = mistake(0), mistake(1, 2.0)
    keep("a", report(first))
    keep("b", report(first, second, match="b"))
    keep("bots", report(mistake(2), seat=1))
    keep("marks", report(mistake(3), match="marks") | {"marks": {"?!": 0.1, "?": 0.2, "??": 0.3}})
    keep("gone", report(mistake(3), match="gone") | {"game": "chess"})
    keep("torn", '{"review": 1')
    keep("odd", report(first, match="odd") | {"deals": [{"decisions": [{}]}]})
    assert drills.own() == drills.own("tricks") == [second, first]
    assert drills.own("yaniv") == []


def test_the_newest_review_by_all_judges_counts() -> None:
    """However many there were when an older one was made: a judge of then may be gone."""
    first, second = mistake(0), mistake(1, 2.0)
    for age, (name, found) in enumerate(
        {
            "newest": report(first, second, left_out=1),
            "newer": report(second),
            "older": report(first) | {"judges": [{}] * 9},
        }.items()
    ):
        os.utime(keep(name, found), (10 - age, 10 - age))
    assert drills.own() == [second]
    again = second._replace(row={**second.row, "bound": 7.0})
    os.utime(keep("went on", report(again, match="b")), (20, 20))  # the same position, in the match as it went on
    assert [one.row["bound"] for one in drills.own()] == [7.0]


@pytest.fixture
def asked() -> Iterator[tuple[Mistake, Any]]:
    one = mistake()
    found = Deck([one], TODAY).next()
    assert found
    yield found


def test_the_interval_grades(asked: tuple[Mistake, Any]) -> None:
    one, position = asked

    def graded(text: str) -> Answer:
        return drills.graded(one, position, parse_action(GAME, text))

    best = graded(one.row["better"])
    assert best.right and not best.worse
    then = graded(one.row["played"])
    assert not then.right and then.worse == {"exact": (2.0, 4.0)} and then.proved == "exact"
    values = one.row["judges"]["exact"]["values"]
    assert any(text not in values for text in first_of(position)), "some cards are equal"
    for text, same in first_of(position).items():
        answer, gain = graded(text), values[same]
        assert answer == graded(same)
        if answer.worse and text not in one.row["alike"]:  # 1 of the proof and 1 of the screening, independent
            assert answer.worse["exact"] == pytest.approx((3 - gain - 2**0.5, 3 - gain + 2**0.5))
            assert answer.right == (3 - gain - 2**0.5 < answer.least)
    told = [drills.told(one, position, parse_action(GAME, text), graded(text), drills.Known(1, TODAY, 1, 1),
                        words.of("tricks")) for text in values]  # fmt: skip
    for line, text in zip(drills.reasons(one, position, words.of("tricks")), ("better", "played"), strict=True):
        reason = words.of("tricks").reason(GAME, position.seen, parse_action(GAME, one.row[text]))
        assert line.lower().startswith(text) and line.endswith(f": {reason}.")
    assert {lines[0][0] for lines in told} == {"✓", "✗"} and all("once" in lines[1] for lines in told)


def test_a_loss_is_rounded_down_and_zero_has_no_sign(asked: tuple[Mistake, Any]) -> None:
    one, position = asked
    worse = {"exact": (0.0996, 0.5), "other": (-0.001, 0.5)}
    answer = Answer(False, one.row["better"], 0.09, worse, "exact")
    played = parse_action(GAME, one.row["played"])
    first, _, brings, *_ = drills.told(one, position, played, answer, drills.Known(0, TODAY, 1, 0), words.of("tricks"))
    assert "exact proves a loss of 0.09 " in first and ": exact 0.10 … 0.50, other 0.00 … 0.50 " in brings


def test_a_card_that_is_equal_to_what_was_played_is_told_as_such(asked: tuple[Mistake, Any]) -> None:
    seen, first = asked[1].seen, first_of(asked[1])
    alike = next(same for text in first if len(same := [one for one in first if first[one] == first[text]]) > 1)
    better = next(text for text in first if text not in alike)
    row = {**asked[0].row, "played": alike[0], "alike": alike, "better": better}
    judging = registry.judging("tricks")
    about = {"marks": {"?": 1.0}, "unit": GAME.unit}
    one = SimpleNamespace(judging=judging, game=GAME, report=about, label=str, at_least="{:.2f}".format)
    for text in row["alike"]:
        found = grade(cast(Any, one), row, seen, parse_action(GAME, text))
        equal = f"equal to {row['played']}, which was played"
        assert found and not found.right
        assert found.why == (
            f"{text} is {'what was played' if text == row['played'] else equal}: a mistake, by at least 1.00 points."
        )
    unproved = {key: value for key, value in row.items() if key != "proof"} | {"mark": "not proved"}
    later = grade(cast(Any, one), unproved, seen, parse_action(GAME, row["played"]))
    assert later and later.right and later.why == f"{row['played']} is what was played: no proved mistake."


def test_a_judge_that_sees_all_hands_proves_nothing_alone(
    asked: tuple[Mistake, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, position = asked
    judging = registry.judging("tricks")
    seer = judging.judges[0]._replace(sees_all_hands=True)
    monkeypatch.setattr(registry, "game_entry", lambda name, real=registry.game_entry: real(name)._replace(
        judging=type(judging)((seer,), judging.marks)))  # fmt: skip
    assert drills.graded(one, position, parse_action(GAME, one.row["played"])).right


def test_a_position_comes_again_the_later_the_better_it_is_known() -> None:
    one, day = mistake(), TODAY
    for box in (1, 2, 3, 4, 5, 6, 6):
        deck = Deck([one], day)
        assert deck.next() and deck.next() is None
        known = deck.answer(one, True)
        assert (known.box, known.due) == (box, day + timedelta(days=DAYS[box]))
        assert not Deck([one], known.due - timedelta(days=1)).due
        day = known.due
    assert Deck([one], day).answer(one, False) == drills.Known(0, day + timedelta(days=1), 8, 7)
    other = mistake(1)
    assert Deck([other, one], day + timedelta(days=1)).due == [one, other]
    deck = Deck([one, other], TODAY)
    deck.drop(other)
    assert deck.mistakes and Deck([other, one], day).mistakes == [one]
    deck.drop(other, False)
    assert Deck([other], day).due == [other]


def test_an_answer_that_cannot_be_kept_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device", "there")

    deck = Deck([mistake()], TODAY)
    monkeypatch.setattr(files, "write_atomically", full)
    deck.answer(mistake(), True)
    assert deck.fault == "This is not kept: there cannot be used: No space left on device"


def test_an_answer_waits_for_another_program_and_loses_nothing_of_it() -> None:
    deck, file = Deck([mistake(), mistake(1)], TODAY), settings.drills_file()
    with files.locked(file.parent):
        thread = Thread(target=deck.answer, args=(mistake(), True))
        thread.start()
        thread.join(0.2)
        assert thread.is_alive() and not file.exists()
        row = {"box": 1, "due": "2026-11-24", "seen": 1, "right": 1}
        files.write_atomically(file, json.dumps({"drills": 1, "positions": {mistake(1).key: row}}))
    thread.join(10)
    assert drills.progress().keys() == {mistake().key, mistake(1).key} and not deck.fault


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"drills": 2, "positions": {}}', '{"drills": 1, "positions": []}',
     '{"drills": 1, "positions": {"x": {"box": 9, "due": "2026-11-23", "seen": 1, "right": 1}}}',
     '{"drills": 1, "positions": {"x": {"box": 1, "due": "soon", "seen": 1, "right": 1}}}'],
)  # fmt: skip
def test_a_damaged_file_is_refused_and_left_alone(text: str) -> None:
    file = settings.drills_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    deck = Deck([mistake()], TODAY)
    file.write_text(text)
    with pytest.raises(Refusal, match=r"damaged .*nothing was changed"):
        Deck([mistake()])
    deck.answer(mistake(), True)
    assert "damaged" in deck.fault and file.read_text() == text


def test_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["drill"]) == 2 and "`cardtui review last`" in capsys.readouterr().err
    keep("a", report(mistake(), mistake(1), mistake(2)))
    bad = mistake(3)
    bad.row["observation"]["zones"] = []
    deck = Deck([*drills.own(), bad], TODAY)
    lines, typed = list[str](), iter(["help", "history", "table", "nonsense", "1", "drop", "quit"])
    assert Drill(deck, Settings(), lambda question: next(typed), lines.append).run() == 0
    text = "\n".join(lines)
    assert "4 positions of 4 due." in text and "drop: never ask this position again" in text
    assert "Comes again in" in text and "This position is not asked again." in text
    assert "1 answer right" in text and "2 still due" in text
    assert [one.dropped for one in drills.progress().values()] == [False, True]


@pytest.mark.parametrize(("leaves", "code"), [(EOFError, 0), (KeyboardInterrupt, 130)])
def test_plain_lines_end_at_control_keys(leaves: type[BaseException], code: int) -> None:
    """Ctrl+D and Ctrl+C leave as `quit` does, and the first lines say so."""
    keep("a", report(mistake(), mistake(1)))
    lines = list[str]()

    def typed(_: str) -> str:
        raise leaves

    assert Drill(Deck(drills.own(), TODAY), Settings(), typed, lines.append).run() == code
    assert "quit, Ctrl+D and Ctrl+C leave" in lines[1] and "2 still due" in lines[-1]


def test_a_new_network_of_the_bot_that_judges_where_no_judge_can_makes_results_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, calls = registry.judging("tricks"), list[object]()
    ignorant = replace(real, judges=(real.judges[0]._replace(rules=lambda game: False),))
    stands_in = lineup.default_bots("tricks", RULES)[0]
    versions = {stands_in: "old"}

    def report(*args: Any, **more: Any) -> dict[str, Any]:
        calls.append(args)
        return {"positions": []}

    monkeypatch.setattr(registry, "judging", lambda game: ignorant)
    monkeypatch.setattr(registry, "version", lambda game, bot: versions.get(bot, ""))
    monkeypatch.setattr(regret, "report", report)
    for version in ("old", "old", "new"):
        versions[stands_in] = version
        cache.regret_of("tricks", RULES, "random")
    assert stands_in != "random" and len(calls) == 2


def test_mistakes_of_a_bot_are_kept(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    rows, calls = [mistake(0).row, {**mistake(2).row, "mark": "unclear"}], list[object]()

    def report(*args: Any, **more: Any) -> dict[str, Any]:
        calls.append(args)
        return {"unit": "points", "positions": [{"decision": row} for row in rows]}

    monkeypatch.setattr(regret, "report", report)
    found = [cache.regret_of("tricks", RULES, "first") for _ in range(2)]
    assert found[0] == found[1] and len(calls) == 1
    (made,) = drills.of_bot("tricks", "first", found[0])
    position = Deck([made], TODAY).next()
    assert position and made.bot == "first" and made.players[position[1].seen.seat] == "human"
    assert drills.own() == []
    assert main(["drill", "--bot", "first"]) == 2 and "--bot needs a game" in capsys.readouterr().err
