"""Each law raises at a game or a bot that breaks it: one that lets everything pass is worth nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random
from typing import Any

import pytest

from cardtui import registry, words
from cardtui.core import Action, Decision, Observation, Option, Refusal
from cardtui.entries.wording import Words
from cardtui.testing import Finding, bot_laws, check_bot, check_game, examine, examine_bot, examine_game, laws

from .leaks import HIDING, Around

STRANGE = Action("fold")
DICE = count()


class Wrong(Around):
    """The game that it was given, but some of its methods are others; they get the true game first."""

    def __init__(self, game: Any, **instead: Callable[..., Any]) -> None:
        super().__init__(game)
        for name, method in instead.items():
            setattr(self, name, partial(method, game) if callable(method) else method)


def at_end(game: Any, state: Any, then: Any, otherwise: Any) -> Any:
    return then if game.turn(state) is None else otherwise


def doubled(game: Any, deal: Any) -> Any:
    state = game.start(deal)
    return state._replace(stack=(*state.stack, state.stack[0]))


@pytest.mark.parametrize(
    ("says", "instead"),
    [
        ("dealt twice", {"start": doubled}),
        ("turn gave 3, where seats are 0 to 2", {"turn": lambda game, state: 3}),
        ("turn gave 'me', where seats are 0 to 2", {"turn": lambda game, state: "me"}),
        ("start gave None, not a state", {"start": lambda game, deal: None}),
        ("apply gave None, not the next state", {"apply": lambda game, state, action: None}),
        ("observe gave a NoneType, not an Observation", {"observe": lambda game, state, seat: None}),
        ("no legal action", {"legal": lambda game, state: ()}),
        ("appears twice", {"legal": lambda game, state: game.legal(state) * 2}),
        ("more than 2 turns", {"max_turns": 2}),
        (
            "a finished deal has legal",
            {"legal": lambda game, state: at_end(game, state, (STRANGE,), game.legal(state))},
        ),
        ("one return for each", {"returns": lambda game, state: game.returns(state)[:2]}),
        ("not a tuple of floats", {"returns": lambda game, state: list(game.returns(state))}),
        ("not a tuple of floats", {"returns": lambda game, state: tuple(map(bool, game.returns(state)))}),
        ("not a Standing", {"carry": lambda game, standing, state: None}),
        (r"ZeroDivisionError\('oh'\) \(.*test_laws.py, line \d+\)", {"deal": lambda game, rng, standing: fails()}),
        ("returns sum to", {"returns": lambda game, state: (1.0, 1.0, 0.0)}),
        ("carried into", {"carry": lambda game, standing, state: standing}),
        ("not one for each seat", {"carry": lambda game, before, state: cut(game.carry(before, state))}),
        ("opening gave the scores", {"opening": lambda game: cut(game.opening())}),
        ("not a tuple of numbers", {"carry": lambda game, before, state: scored(game.carry(before, state), None)}),
        (
            r"the winners \(3,\) of 3 seats",
            {"carry": lambda game, before, state: game.carry(before, state)._replace(winners=(3,))},
        ),
        ("seat 3 of 3 opens", {"carry": lambda game, standing, state: game.carry(standing, state)._replace(first=3)}),
    ],
)
def test_a_whole_game_that_goes_wrong_is_caught(says: str, instead: dict[str, Any]) -> None:
    game = Wrong(registry.game("yaniv", "paper", 3), **instead)
    with pytest.raises(AssertionError, match=says):
        for seed in range(5):
            laws.whole_game(game, Random(seed))


def cut(standing: Any) -> Any:
    return standing._replace(scores=standing.scores[:-1])


def scored(standing: Any, score: Any) -> Any:
    return standing._replace(scores=(score,) * len(standing.scores))


def fails() -> None:
    raise ZeroDivisionError("oh")


def lax(game: Any, state: Any, action: Action) -> Any:
    try:
        return game.apply(state, action)
    except Refusal:
        return state


def mute(game: Any, state: Any, action: Action) -> Any:
    try:
        return game.apply(state, action)
    except Refusal:
        raise Refusal("no") from None


class Marking(Around):
    """Takes note of every action that it is given, in what it shows."""

    marks = 0

    def apply(self, state: Any, action: Action) -> Any:
        self.marks += 1
        return self.game.apply(state, action)

    def observe(self, state: Any, seat: int) -> Observation:
        seen: Observation = self.game.observe(state, seat)
        return seen._replace(turn=self.marks)


@pytest.mark.parametrize("name", registry.games())
@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("is illegal and was played", partial(Wrong, apply=lax)),
        ("refused without a sentence", partial(Wrong, apply=mute)),
        ("a refused action changed the state", Marking),
    ],
)
def test_a_law_that_takes_illegal_actions_is_caught(name: str, says: str, wrong: Any) -> None:
    game = wrong(registry.game(name))
    with pytest.raises(AssertionError, match=says):
        laws.refusal_law(game, game.start(game.deal(Random(1))), Random(1), 20)


def legal_to_all(game: Any, state: Any, seat: int) -> Observation:
    seen: Observation = game.observe(state, seat)
    return seen._replace(legal=game.legal(state))


def of_another(game: Any, state: Any, seat: int) -> Observation:
    seen: Observation = game.observe(state, (seat + 1) % game.seats)
    return seen


def told(change: Callable[[dict[str, Any]], object]) -> Callable[..., Observation]:
    """`observe` with other facts."""

    def observe(game: Any, state: Any, seat: int) -> Observation:
        seen: Observation = game.observe(state, seat)
        facts = dict(seen.facts)
        change(facts)
        return seen._replace(facts=facts)

    return observe


@pytest.mark.parametrize(
    ("says", "change"),
    [
        ("seat 0 is not told the fact 'rules', which is 'paper", lambda facts: facts.pop("rules")),
        ("seat 0 is not told the fact 'to_move', which is 0", lambda facts: facts.pop("to_move")),
        ("the fact 'rules' is 'paper', not 'paper:", lambda facts: facts.update(rules="paper")),
        ("the fact 'to_move' is None, not 0", lambda facts: facts.update(to_move=None)),
    ],
)
def test_facts_that_are_missing_or_wrong_are_caught(says: str, change: Any) -> None:
    game = Wrong(registry.game("yaniv", "paper:call=5"), observe=told(change))
    with pytest.raises(AssertionError, match=says):
        laws.facts_law(game, game.start(game.deal(Random(1))), Random(1))


@pytest.mark.parametrize("name", registry.games())
@pytest.mark.parametrize(
    ("says", "instead"),
    [
        ("gave another deal", {"deal": lambda game, rng, standing: game.deal(Random(next(DICE)), standing)}),
        (
            "determinize gave a state",
            {"determinize": lambda game, seen, rng: game.determinize(seen, Random(next(DICE)))},
        ),
    ],
)
def test_chance_that_does_not_come_from_the_dice_is_caught(name: str, says: str, instead: Any) -> None:
    """In Tricks nothing is hidden, so that all worlds are the same."""
    game = Wrong(registry.game(name), **instead)
    state = game.start(registry.game(name).deal(Random(1), None))
    if name in HIDING or "deal" in instead:
        with pytest.raises(AssertionError, match=says):
            laws.dice_law(game, state, Random(1))
    else:
        laws.dice_law(game, state, Random(1))


@pytest.mark.parametrize("name", registry.games())
def test_one_world_for_all_dice_is_caught_where_there_are_others(name: str) -> None:
    game = registry.game(name)
    still = Wrong(game, determinize=lambda game, seen, rng: game.determinize(seen, Random(0)))
    found = {}
    for tested in (game, still):
        for finding in examine_game(tested, deals=3):
            if finding.law == examine.VARIED:
                found[tested] = finding
    assert (found[game].held > 0) == (name in HIDING) and not found[game].failure
    assert bool(found[still].failure) == (name in HIDING)


def test_a_match_that_does_not_go_on_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("yaniv")
    deal = type(game).deal

    def once(self: Any, rng: Random, standing: Any = None) -> Any:
        return fails() if standing and standing.deals else deal(self, rng, standing)

    def found() -> Finding:
        return next(one for one in examine_game(game, deals=1) if one.law == examine.MATCH)

    assert not found().failure
    monkeypatch.setattr(type(game), "deal", once)
    assert "ZeroDivisionError('oh')" in found().failure


def test_what_is_told_apart_is_shown_where_it_happens() -> None:
    """The first card that is drawn unseen is told to all: nothing is wrong in the actions before."""
    game = registry.game("yaniv")

    def observe(game: Any, state: Any, seat: int) -> Observation:
        seen: Observation = game.observe(state, seat)
        return seen._replace(facts={**seen.facts, "next": game.face(state.stack[0])} if seen.turn > 1 else seen.facts)

    found = next(one for one in examine_game(Wrong(game, observe=observe), deals=5) if one.law == examine.UNSEEN)
    assert "can tell deals apart" in found.failure and found.moment and len(found.moment.actions) == 2


def test_worlds_may_be_the_same_in_some_deals() -> None:
    game, rng = registry.game("yaniv"), Random(1)
    still = Wrong(game, determinize=lambda game, seen, rng: game.determinize(seen, Random(0)))
    played, found = laws.whole_game(game, rng), Finding(examine.VARIED, 0)
    for tested, held in ((still, -1), (game, 1), (still, 1), (game, 2)):
        found = examine._try_once(found, laws.worlds_law, tested, played, rng)
        assert (found.held, bool(found.failure)) == (held, held < 0)


@pytest.mark.parametrize(
    ("says", "instead"),
    [
        ("phase in its words gave None, not a text", {"phase": lambda *about: None}),
        ("label in its words gave 5, not a text", {"label": lambda *about: 5}),
        ("trick_over in its words gave None, not a bool", {"trick_over": lambda *about: None}),
        ("table in its words gave 'all', not a list of texts", {"table": lambda *about: "all"}),
    ],
)
def test_words_that_are_no_text_are_caught(says: str, instead: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "of", lambda name: Words(**instead))
    game = registry.game("yaniv")
    with pytest.raises(AssertionError, match=says):
        examine._words_law(game, game.start(game.deal(Random(1))), Random(1))


def rolling() -> Callable[..., Any]:
    """Every second time that an action is applied it is another seat's turn afterwards."""
    times = count()
    return lambda game, state, action: game.apply(state, action)._replace(seat=next(times) % 2)


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("is shown what seat", partial(Wrong, observe=of_another)),
        ("shown the wrong legal", partial(Wrong, observe=legal_to_all)),
        ("the same action led to two states", partial(Wrong, apply=rolling())),
        ("playing on changed the state before", Marking),
    ],
)
def test_a_state_that_is_no_value_is_caught(says: str, wrong: Any) -> None:
    game = wrong(registry.game("yaniv", "paper", 3))
    with pytest.raises(AssertionError, match=says):
        laws.value_law(game, game.start(game.deal(Random(1))), Random(1))


@pytest.mark.parametrize(
    ("says", "instead"),
    [
        ("is not ASCII", {"face": lambda game, card: game.face(card)[:-1] + "♣♦♥♠"[card % 4]}),
        ("' is not read back", {"card": lambda game, text: (game.card(text) + 1) % 52}),
        ("in capitals", {"card": lambda game, text: game.card(text) if text[-1].islower() else 0}),
    ],
)
def test_text_that_does_not_come_back_is_caught(says: str, instead: dict[str, Any]) -> None:
    game = Wrong(registry.game("yaniv"), **instead)
    with pytest.raises(AssertionError, match=says):
        laws.text_law(game, game.start(game.deal(Random(1))))


@pytest.mark.parametrize("wrong", [{"verb": "Discard"}, {"verb": "lay down"}, {"to": "Stack"}])
def test_an_action_that_is_not_of_small_words_is_named(wrong: dict[str, str]) -> None:
    """It was said only that `Discard 7h` is not read back, or that an observation is another one after JSON."""

    def legal(game: Any, state: Any) -> Any:
        return tuple(action._replace(**wrong) for action in game.legal(state))

    game = Wrong(registry.game("yaniv"), legal=legal)
    with pytest.raises(AssertionError, match=f"has '{next(iter(wrong.values()))}' as a verb or a `to`: both are one"):
        laws.text_law(game, game.start(game.deal(Random(1))))


def test_facts_that_json_changes_are_caught() -> None:
    def told(game: Any, state: Any, seat: int) -> Observation:
        seen: Observation = game.observe(state, seat)
        return seen._replace(facts={**seen.facts, "pair": (1, 2)})

    game = Wrong(registry.game("yaniv"), observe=told)
    with pytest.raises(AssertionError, match="changes when written to JSON"):
        laws.json_law(game, game.start(game.deal(Random(1))), 0)


@pytest.mark.parametrize(
    ("says", "instead"),
    [
        ("observe gave a NoneType, not an Observation", {"observe": lambda game, state, seat: None}),
        ("legal gave a list, not a tuple", {"legal": lambda game, state: [*game.legal(state)]}),
        ("face gave 3, not a text", {"face": lambda game, card: 3}),
        ("the zone 'the pile' should be named by one word", {"observe": lambda *asked: in_two_words(*asked)}),
        ("the deal contains what JSON cannot hold", {"deal": lambda game, rng, standing: {"key": {1}}}),
    ],
)
def test_what_is_of_a_wrong_type_is_named(says: str, instead: dict[str, Any]) -> None:
    with pytest.raises(AssertionError, match=says):
        laws.whole_game(Wrong(registry.game("yaniv"), **instead), Random(1))


def in_two_words(game: Any, state: Any, seat: int) -> Observation:
    seen: Observation = game.observe(state, seat)
    zones = [zone._replace(name="the pile") if zone.name == "pile" else zone for zone in seen.zones]
    return seen._replace(zones=tuple(zones))


@pytest.mark.parametrize(
    ("says", "change"),
    [
        ("lost or doubled", lambda world: world._replace(stack=world.stack[1:])),
        ("can tell the re-dealt world", lambda world: world._replace(turn=world.turn + 1)),
    ],
)
def test_a_wrong_world_is_caught(says: str, change: Any) -> None:
    game = Wrong(registry.game("yaniv"), determinize=lambda game, seen, rng: change(game.determinize(seen, rng)))
    with pytest.raises(AssertionError, match=says):
        laws.redeal_law(game, game.start(game.deal(Random(1))), Random(1))


class Scripted:
    """Answers as the function says."""

    def __init__(self, answer: Callable[[Observation, Random], Decision]) -> None:
        self.answer = answer

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        yield self.answer(observation, rng)


def even(seen: Observation) -> Decision:
    """Every legal action as likely."""
    share = 1 / len(seen.legal)
    return Decision(seen.legal[0], tuple(Option(action, share) for action in seen.legal), "probability")


def shares(seen: Observation, *values: float) -> Decision:
    """These probabilities for the first actions."""
    return even(seen)._replace(
        options=tuple(Option(action, value) for action, value in zip(seen.legal, values, strict=False))
    )


@pytest.mark.parametrize(
    ("says", "answer"),
    [
        ("is illegal here", lambda seen, rng: even(seen)._replace(action=STRANGE)),
        (
            "the option .* is illegal",
            lambda seen, rng: even(seen)._replace(options=(*even(seen).options, Option(STRANGE, 0.0))),
        ),
        ("appears twice", lambda seen, rng: even(seen)._replace(options=even(seen).options * 2)),
        ("not among its options", lambda seen, rng: even(seen)._replace(options=even(seen).options[1:])),
        ("not 0 … 1", lambda seen, rng: shares(seen, 1.5, -0.5)),
        ("sum to", lambda seen, rng: shares(seen, 0.5, 0.4)),
        ("its options are a list, not a tuple", lambda seen, rng: even(seen)._replace(options=[*even(seen).options])),  # type: ignore[arg-type]
        ("its beliefs are a list, not a tuple", lambda seen, rng: even(seen)._replace(beliefs=[])),  # type: ignore[arg-type]
        ("has probability 0", lambda seen, rng: shares(seen, 0.0, 1.0)),
        ("the unit says", lambda seen, rng: even(seen)._replace(unit="")),
        ("the note is a text", lambda seen, rng: even(seen)._replace(note=("a",))),  # type: ignore[arg-type]
        ("gave another decision", lambda seen, rng: even(seen)._replace(note=str(next(DICE)))),
        ("changed the observation", lambda seen, rng: (seen.facts.update(mine=1), even(seen))[1]),
    ],
)
def test_a_decision_that_breaks_the_law_is_caught(says: str, answer: Any) -> None:
    game = registry.game("yaniv")
    seen = game.observe(game.start(game.deal(Random(1), None)), 0)
    assert bot_laws.decision_law(game, Scripted(lambda seen, rng: even(seen)), seen, "1") == even(seen)
    with pytest.raises((AssertionError, Refusal), match=says):
        bot_laws.decision_law(game, Scripted(answer), seen, "1")


def test_a_bot_without_an_answer_is_told_so() -> None:
    class Silent:
        def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
            return iter(())

    found = examine_bot(Silent(), registry.game("yaniv"), deals=1)
    assert [finding.failure for finding in found if finding.failure] == ["the bot gave no decision"]


def test_an_answer_that_no_table_takes_is_caught() -> None:
    """It passed, and at the first table the bot was stopped."""
    game = registry.game("yaniv")
    found = examine_bot(Scripted(lambda seen, rng: even(seen)._replace(note="a" * (2 << 20))), game, deals=1)
    assert re.search(r"an answer takes 2\d{6} bytes as JSON; a table takes none of more than 1048576", found[0].failure)


def test_a_bot_that_remembers_is_caught() -> None:
    game = registry.game("yaniv")
    seen = game.observe(game.start(game.deal(Random(1), None)), 0)
    bot_laws.stateless_law(game, "greedy", registry.agent(game, "greedy"), seen, "1")
    with pytest.raises(AssertionError, match="keeps state"):
        bot_laws.stateless_law(game, "greedy", Scripted(lambda seen, rng: even(seen)), seen, "1")


def test_a_bot_with_dice_of_its_own_is_accused_of_nothing_else() -> None:
    """It would also seem to know hidden cards, and to remember."""
    game = registry.game("yaniv")
    found = examine_bot(Scripted(lambda seen, rng: even(seen)._replace(note=str(next(DICE)))), game, deals=3)
    assert [(bool(finding.failure), finding.held) for finding in found] == [(False, 3), (True, 0), (False, 0)]
    assert "use the rng that think is given" in found[1].failure
    same, blind, fresh = Finding(examine.SAME, 2), Finding(examine.BLIND, 0, "it knows"), Finding(examine.FRESH, 2)
    assert examine.founded([same, blind, fresh]) == [same, blind, fresh]
    same = Finding(examine.SAME, 0, "another decision")
    assert examine.founded([same, blind, fresh]) == [same, Finding(examine.BLIND, 0), Finding(examine.FRESH, 0)]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: check_game("yaniv"), r"such as registry\.game\('yaniv'\), not on 'yaniv'"),  # type: ignore[arg-type]
        (lambda: check_bot("random", "yaniv"), r"such as registry\.game\('yaniv'\), not on 'yaniv'"),  # type: ignore[arg-type]
        (lambda: check_bot(Scripted, registry.game("yaniv")), r"such as MyBot\(game\), not as <class '.*Scripted'>"),  # type: ignore[arg-type]
        (lambda: check_bot(5, registry.game("yaniv")), r"such as MyBot\(game\), not as 5"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_game_and_no_bot_is_a_sentence(call: Callable[[], None], says: str) -> None:
    with pytest.raises(TypeError, match=says):
        call()
