"""Actions as text; decisions taken from a bot's stream, and its failures."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from cardtui.core import (
    Action,
    Decision,
    Observation,
    Option,
    Refusal,
    action_text,
    decide,
    failure,
    parse_action,
)
from cardtui.loading import exits_raised

from .test_json_forms import DECISION, GAME, SEEN, SEVENS


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Action("yaniv"), "yaniv"),
        (Action("discard", SEVENS, "stack"), "discard 7h 7d > stack"),
        (Action("discard", (), "a"), "discard > a"),
        (Action("discard", SEVENS), "discard 7h 7d"),
    ],
)
def test_an_action_as_text(action: Action, text: str) -> None:
    assert action_text(GAME, action) == text
    assert parse_action(GAME, text) == action


def test_an_action_is_read_in_any_spelling() -> None:
    assert parse_action(GAME, "  DISCARD  7♥ 7D>Stack ") == Action("discard", SEVENS, "stack")


@pytest.mark.parametrize("text", ["", "   ", ">", "> stack", "yaniv >", "discard 7h > stack a", "discard 7h > a > b"])
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="is no action: it should read like"):
        parse_action(GAME, text)


def test_an_unknown_card_in_an_action_is_refused() -> None:
    with pytest.raises(Refusal, match="'99h' is no card"):
        parse_action(GAME, "discard 99h > stack")


def test_zones_by_name() -> None:
    assert SEEN.zone("stack").count == 40
    with pytest.raises(KeyError):
        SEEN.zone("kitty")


class Counting:
    """Answers better and better, and says how often it was asked."""

    asked = 0

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        while True:
            self.asked += 1
            yield DECISION._replace(note=str(self.asked))


class Silent:
    """Has nothing to say."""

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        yield from ()


def test_decide_takes_the_last_answer_within_the_limit() -> None:
    agent = Counting()
    assert decide(agent, SEEN, Random(1), 5).note == "5"
    assert agent.asked == 5


def test_decide_without_an_answer() -> None:
    with pytest.raises(Refusal, match="no decision"):
        decide(Silent(), SEEN, Random(1))


def test_a_decision_that_is_returned_is_not_taken_for_a_stream() -> None:
    class Returns:
        def think(self, observation: Observation, rng: Random) -> Any:
            return Decision(SEEN.legal[0], (Option(SEEN.legal[0], 1.0),), "probability")

    with pytest.raises(Refusal, match="think returned a Decision; a bot yields its decisions instead"):
        decide(Returns(), SEEN, Random(1))


def test_a_failure_is_told_where_the_bot_caused_it() -> None:
    class Parses:
        def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
            yield json.loads("x")

    line = Parses.think.__code__.co_firstlineno + 1
    with pytest.raises(Refusal, match=rf"the bot failed: JSONDecodeError.*test_core\.py, line {line}\)"):
        decide(Parses(), SEEN, Random(1))


def test_a_bot_that_ends_the_process_is_told_like_one_that_raises() -> None:
    class Ends:
        def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
            os._exit(0)
            yield

    line, end = Ends.think.__code__.co_firstlineno + 1, os._exit
    with (
        pytest.raises(
            Refusal, match=rf"the bot failed: SystemExit\('os._exit\(0\)'\) \(.*test_core\.py, line {line}\)"
        ),
        exits_raised(),
    ):
        decide(Ends(), SEEN, Random(1))
    assert os._exit is end


@pytest.mark.parametrize("error", [GeneratorExit, asyncio.CancelledError, type("Odd", (BaseException,), {})])
def test_a_bot_may_raise_whatever_there_is(error: type[BaseException]) -> None:
    """What is no Exception ended the program with a traceback."""

    class Raises:
        def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
            raise error

    with pytest.raises(Refusal, match=rf"the bot failed: {error.__name__}\(\) \(.*test_core\.py"):
        decide(Raises(), SEEN, Random(1))


def test_ctrl_c_while_a_bot_thinks_is_no_fault_of_the_bot() -> None:
    class Interrupted:
        def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        decide(Interrupted(), SEEN, Random(1))


def test_a_copy_of_the_program_that_a_bot_lets_go_on_is_ended() -> None:
    """The program went on twice: it printed and wrote everything again."""

    class Copies:
        def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
            self.copy = os.fork()
            action = observation.legal[0]
            yield Decision(action, (Option(action, 1.0),), "probability")

    class CopiesEarly:
        def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
            self.copy = os.fork()
            raise Refusal("no answer")

    bots = Copies(), CopiesEarly()
    here = os.getpid()
    for bot in bots:
        with suppress(Refusal):
            decide(bot, SEEN, Random(1))
        if os.getpid() != here:
            os._exit(7)  # else the copy would go on with the tests
        assert os.waitstatus_to_exitcode(os.waitpid(bot.copy, 0)[1]) == 1
    with exits_raised():
        copy = os.fork()
    assert os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]) == 1


def test_threads_of_the_program_still_end_it_while_a_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = list[int]()
    monkeypatch.setattr(os, "_exit", ended.append)
    with exits_raised():
        thread = threading.Thread(target=lambda: os._exit(3))
        thread.start()
        thread.join()
    assert ended == [3]


def test_the_library_that_calls_a_screen_is_not_named_as_the_place_of_a_failure() -> None:
    """At a table, Textual stands first in every traceback: it was told in place of the code that went wrong."""
    library: dict[str, Any] = {}
    exec(compile("def call(screen): screen()", "/usr/lib/site-packages/textual/message_pump.py", "exec"), library)
    with pytest.raises(ZeroDivisionError) as raised:
        library["call"](lambda: 1 // 0)
    raised.value.__traceback__ = raised.tb.tb_next  # as where the library itself is asked by Python
    assert "test_core.py, line " in failure(raised.value) and "textual" not in failure(raised.value)


def test_a_file_of_python_itself_is_not_named_as_the_place_of_a_failure() -> None:
    with pytest.raises(ValueError, match="Expecting value") as raised:
        json.loads("x")
    error = raised.value
    assert "test_core.py, line " in failure(error)
    assert error.__traceback__ is not None
    error.__traceback__ = error.__traceback__.tb_next  # as where Python calls: only its own files are left
    assert failure(error).startswith("JSONDecodeError(") and ".py" not in failure(error)
