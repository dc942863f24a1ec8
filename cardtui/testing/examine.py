"""Tests all laws on a game or a bot, deal by deal, and keeps the shortest counterexample of each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from .. import record, registry, words
from ..core import Action, Agent, Decision, Game, Observation, Refusal, action_text, answers, quoted
from ..hosting.bot_process import LINE
from ..json_forms import decision_json
from ..loading import exits_raised
from ..match import Match
from ..review import positions
from ..validation import check_decision
from . import bot_laws, laws
from .forms import check_standing
from .laws import Broken, Played

FAILURES = 3
"""A law that has failed in this many deals is not tested any more."""
READ = 12
"""Maximum number of legal actions per turn whose text form is tested."""
ODD = ("", " ", "1 1 1", "999", "?", "> x", "\x00", "ü♥★", "pass " * 50)
"""Input texts that the game's parser must handle."""


class Moment(NamedTuple):
    """A position, given by the deal and the actions played from its start."""

    deal: Any
    actions: Sequence[str]


class Finding(NamedTuple):
    """The result of testing one law."""

    law: str
    held: int
    """Number of deals in which it held."""
    failure: str = ""
    """What went wrong, or ""."""
    moment: Moment | None = None
    """The failing position with the fewest actions; None where there is none."""


def joined(one: Finding, other: Finding) -> Finding:
    """Combine the findings on one law at two tables, keeping the failure with fewer actions."""
    failed = [found for found in (one, other) if found.failure]
    shown = min(failed, key=lambda found: len(found.moment.actions) if found.moment else 0, default=one)
    return shown._replace(held=one.held + other.held)


def check_game(game: Game[Any], *, deals: int = 20, seed: int = 0) -> None:
    """Play random deals; raise AssertionError, naming law and position, unless the game obeys all laws in them."""
    _raise(examine_game(game, deals=deals, seed=seed))


def check_bot(bot: str | Agent, game: Game[Any], *, deals: int = 20, seed: int = 0) -> None:
    """Play random deals; raise AssertionError, naming law and position, unless the bot obeys all laws in them."""
    _raise(examine_bot(bot, game, deals=deals, seed=seed))


def _raise(findings: Sequence[Finding]) -> None:
    failed = [
        f"{found.law}: {found.failure}{f', at {found.moment}' if found.moment else ''}"
        for found in findings
        if found.failure
    ]
    assert not failed, "\n".join(failed)


# --- games ----------------------------------------------------------------------------------------

StateLaw = Callable[[Game[Any], Any, Random], None]


def examine_game(
    game: Game[Any], *, deals: int = 100, seed: int = 0, progress: Callable[[int, int], None] = lambda done, total: None
) -> list[Finding]:
    """Play random deals and test all laws in them. The game must be registered."""
    _refuse_no_rules(game)
    found = {law: Finding(law, 0) for law in (WHOLE, *STATE_LAWS, UNSEEN, VARIED, MATCH)}
    for number in range(deals):
        progress(number, deals)
        rng = Random(f"{seed}/{number}")
        try:
            played = laws.whole_game(game, rng)
        except Broken as broken:
            found[WHOLE] = _failed(found[WHOLE], broken, _moment(game, broken.deal, broken.actions))
            if found[WHOLE].held <= -FAILURES:
                break
            continue
        found[WHOLE] = _held(found[WHOLE])
        for law, holds in STATE_LAWS.items():
            found[law] = _try_state(game, found[law], holds, played, rng)
        found[UNSEEN] = _try(found[UNSEEN], laws.hidden_cards_law, game, played, rng)
        found[VARIED] = _try_once(found[VARIED], laws.worlds_law, game, played, rng)
        if number < 5:
            found[MATCH] = _try(found[MATCH], _match_law, game, played, rng)
    if registry.game_entry(game.name).vector:
        found[STEPPED] = _stepped(game, deals, seed) if deals else Finding(STEPPED, 0)
    return [finding._replace(held=max(0, finding.held)) for finding in found.values()]


def _refuse_no_rules(game: object) -> None:
    if isinstance(game, type) or not hasattr(game, "observe"):
        raise TypeError(
            f"the laws are tried on the rules of a game, such as registry.game('yaniv'), not on {quoted(game)}"
        )


def _try(found: Finding, law: Callable[..., bool | None], game: Game[Any], played: Played, rng: Random) -> Finding:
    """Test a law on a whole deal."""
    if found.held <= -FAILURES:
        return found
    try:
        tried = law(game, played, rng)
    except Exception as error:
        return _failed(found, error, _where(game, played, error))
    return found if tried is False else _held(found)


def _try_once(found: Finding, law: Callable[..., bool], game: Game[Any], played: Played, rng: Random) -> Finding:
    """Test a law on a whole deal that must hold in some deals, not in all."""
    try:
        tried = law(game, played, rng)
    except Exception as error:
        return found if found.held > 0 else _failed(found, error, _where(game, played, error))
    return Finding(found.law, max(0, found.held) + 1) if tried else found


def _try_state(game: Game[Any], found: Finding, law: StateLaw, played: Played, rng: Random) -> Finding:
    """Test a law on one state of a deal and, if it fails, on the earlier ones to find the shortest counterexample."""
    if found.held <= -FAILURES:
        return found
    seed = rng.random()
    try:
        law(game, played.sample, Random(seed))
    except Exception as error:
        failure, actions = error, played.actions
        with suppress(Exception):  # a game that breaks laws may not play the same deal again
            state = game.start(played.deal)
            for done, action in enumerate(played.actions):
                try:
                    law(game, state, Random(seed))
                except Exception as earlier:
                    failure, actions = earlier, played.actions[:done]
                    break
                state = game.apply(state, action)
        return _failed(found, failure, _moment(game, played.deal, actions))
    return _held(found)


def _held(found: Finding) -> Finding:
    return found if found.failure else found._replace(held=found.held + 1)


def _failed(found: Finding, error: Exception, moment: Moment) -> Finding:
    """Return the finding with this failure if it is the first or shorter. Negative values of `held` count failures."""
    count = min(0, found.held) - 1
    if found.moment and len(found.moment.actions) <= len(moment.actions):
        return found._replace(held=count)
    return Finding(found.law, count, laws.said(error), moment)


def _where(game: Game[Any], played: Played, error: Exception) -> Moment:
    """Return the position at which a law was broken; the end of the deal if the error does not say."""
    at = error if isinstance(error, Broken) else played
    return _moment(game, at.deal, at.actions)


def _moment(game: Game[Any], deal: Any, actions: Sequence[Action]) -> Moment:
    return Moment(deal, [_text(game, action) for action in actions])


def _text(game: Game[Any], action: Action) -> str:
    try:
        return action_text(game, action)
    except Exception:  # what failed may be the name of its card
        return quoted(tuple(action))


def _json_law(game: Game[Any], state: Any, rng: Random) -> None:
    for seat in range(game.seats):
        laws.json_law(game, state, seat)


def _words_law(game: Game[Any], state: Any, rng: Random) -> None:
    """Check that every text gets an answer, that every legal action can be typed, and that words are texts."""
    told = words.of(game.name)
    names = [f"seat {seat}" for seat in range(game.seats)]
    for seat in range(game.seats):
        seen = game.observe(state, seat)
        _is_text("phase", told.phase(game, seen, names))
        _is_text("chapter", told.chapter(game, seen))
        assert isinstance(over := told.trick_over(seen), bool), (
            f"trick_over in its words gave {quoted(over)}, not a bool"
        )
        for happened in seen.history:
            _is_text("event", told.event(game, happened, names))
    turn = laws.turn_of(game, state)
    if turn is None:
        _are_lines("outcome", told.outcome(game, game.observe(state, 0), names))
        return
    order = told.order(game, turn, "number")
    assert sorted(order) == sorted(turn.zone("hand").cards), "the hand as shown has other cards"
    _are_lines("table", told.table(game, turn, order, names))
    _is_text("prompt", prompt := told.prompt(game, turn, ""))
    assert prompt, "nothing says what can be typed"
    for text in ODD:
        typed = told.read(game, turn, order, text, "")
        assert typed.action is None or typed.action in turn.legal, f"{text!r} would play what is illegal"
    for action in rng.sample(turn.legal, min(READ, len(turn.legal))):
        text = told.to_type(game, order, action)
        _is_text("to_type", text)
        assert told.read(game, turn, order, text, "").legal, f"{text!r} should do {action_text(game, action)}"
        _is_text("label", label := told.label(game, action))
        _is_text("does", does := told.does(game, action))
        _is_text("reason", told.reason(game, turn, action))
        assert label, "a legal action has no label"
        assert does, "a legal action has no words"


def _is_text(word: str, given: object) -> None:
    assert isinstance(given, str), f"{word} in its words gave {quoted(given)}, not a text"


def _are_lines(word: str, given: object) -> None:
    assert isinstance(given, list | tuple), f"{word} in its words gave {quoted(given)}, not a list of texts"
    for line in given:
        _is_text(word, line)


def _setup_law(game: Game[Any], state: Any, rng: Random) -> None:
    """Check that the position is proved possible, and that exchanging a card works or is refused."""
    seen = laws.turn_of(game, state)
    if seen is None:
        return
    positions.prove(game, seen)
    cards = laws.cards_of(game, state)
    if hand := seen.zone("hand").cards:
        old, new = rng.choice(hand), rng.choice(cards)
        try:
            positions.swap(positions.Position(game, seen, "here"), game.face(old), game.face(new))
        except Refusal as refusal:
            assert len(str(refusal)) > 10, "an exchange is refused without a sentence"


def _match_law(game: Game[Any], played: Played, rng: Random) -> None:
    """Check that a match goes on after its first deal, if that does not end it, and is the same after loading."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.jsonl"
        match = Match.new(game.name, game.spec, ("random",) * game.seats, rng.randrange(1 << 30), path)
        try:
            for _ in range(2):
                while match.turn is not None:
                    match.play(rng.choice(game.legal(match.state)))
                check_standing("carry", match.standing, game.seats)
                if match.over:
                    break
                match.next_deal()
        except Exception as error:
            raise Broken(laws.said(error), match.frames[-1].deal, [move.action for move in match.moves()]) from error
        finally:
            match.close("left")
        loaded = record.load(path).frames
        assert [frame.state for frame in loaded] == [frame.state for frame in match.frames], (
            "a match changes when saved and loaded"
        )


def _stepped(game: Game[Any], deals: int, seed: int) -> Finding:
    """Compare the game's vector environment with its rules in random deals."""
    from .. import vec  # compiled code, which most games of other packages do without
    from . import vectors

    try:
        env = vec.make(game.name, game.spec, num_envs=min(deals, vectors.PLACES), seed=seed, seats=game.seats)
        held = vectors.play_beside(env, deals, Random(f"vector/{seed}"), vectors.look_at_observation)["deals"]
    except Broken as broken:
        moment = None if broken.deal is None else _moment(game, broken.deal, broken.actions)
        return Finding(STEPPED, 0, str(broken), moment)
    except Exception as error:
        return Finding(STEPPED, 0, laws.said(error))
    return Finding(STEPPED, held)


WHOLE = "deals end: legal actions at each turn, each once, no card lost, returns as declared"
STATE_LAWS: dict[str, StateLaw] = {
    "actions are read back from their text": lambda game, state, rng: laws.text_law(game, state),
    "observations are read back from JSON": _json_law,
    "actions have numbers and facts have types, where the game declares them": lambda game, state, rng: laws.listed_law(
        game, state
    ),
    "illegal actions are refused with a sentence": laws.refusal_law,
    "states are values, and only the seat to act has legal actions": laws.value_law,
    "the facts tell the rules and the seat to act": laws.facts_law,
    "the same dice give the same deal and the same world": laws.dice_law,
    "hidden cards dealt again look the same to the seat": laws.redeal_law,
    "every turn is told and every legal action can be typed": _words_law,
    "positions are proved, and cards in them exchanged": _setup_law,
}
UNSEEN = "deals that differ in cards a seat has not seen look the same to it"
VARIED = "cards that a seat has not seen lie elsewhere when they are dealt again"
MATCH = "a match goes on after its first deal, and is loaded as it was saved"
STEPPED = "the vector environment plays each deal as the rules do"


# --- bots -----------------------------------------------------------------------------------------


class Timed:
    """Wraps a bot to check and time its decisions, limited to `bot_laws.STEPS` answers each."""

    def __init__(self, game: Game[Any], bot: Agent) -> None:
        self.game, self.bot = game, bot
        self.seconds: list[float] = []

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield the last of the bot's first `bot_laws.STEPS` answers, if it gives any."""
        began = perf_counter()
        given = list(islice(answers(self.bot, observation, rng), bot_laws.STEPS))
        self.seconds.append(perf_counter() - began)
        for answer in given:
            check_decision(self.game, observation.legal, answer)
        for answer in given[-1:]:
            size = len(json.dumps(decision_json(self.game, answer)))
            if size > LINE:
                raise Refusal(f"an answer takes {size} bytes as JSON; a table takes none of more than {LINE}")
            yield answer


@exits_raised()
def examine_bot(
    bot: str | Agent,
    game: Game[Any],
    *,
    deals: int = 100,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
    seconds: list[float] | None = None,
) -> list[Finding]:
    """Let a bot play deals on all seats and test the laws. A bot given by name is compared with a fresh instance.

    If it decides otherwise when it is asked again, the laws that compare its decisions are not tried.

    `seconds` receives the duration of each decision. Raises Refusal if there is no such bot.
    """
    _refuse_no_rules(game)
    if isinstance(bot, type) or not (isinstance(bot, str) or hasattr(bot, "think")):
        raise TypeError(f"a bot is given by its name or as an instance, such as MyBot(game), not as {quoted(bot)}")
    agent = registry.agent(game, bot) if isinstance(bot, str) else bot
    timed = Timed(game, agent)
    found = {law: Finding(law, 0) for law in (PLAYS, *BOT_LAWS)}
    if not isinstance(bot, str):
        del found[FRESH]
    for number in range(deals):
        progress(number, deals)
        rng = Random(f"{seed}/{number}")
        try:
            played = laws.whole_game(game, rng, agent=timed)
        except Broken as broken:
            found[PLAYS] = _failed(found[PLAYS], broken, _moment(game, broken.deal, broken.actions))
            if found[PLAYS].held <= -FAILURES:
                break
            continue
        found[PLAYS] = _held(found[PLAYS])
        for law, holds in BOT_LAWS.items():
            if law not in found or (found[SAME].failure and law != SAME):
                continue

            def of_bot(game: Game[Any], state: Any, rng: Random, holds: BotLaw = holds) -> None:
                if seen := laws.turn_of(game, state):
                    holds(game, agent, bot, seen, state, rng)

            found[law] = _try_state(game, found[law], of_bot, played, rng)
    if seconds is not None:
        seconds += timed.seconds
    return founded([finding._replace(held=max(0, finding.held)) for finding in found.values()])


def founded(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings on a bot; where `SAME` failed, the laws that compare its decisions count as not tried."""
    failed = any(finding.law == SAME and finding.failure for finding in findings)
    return [Finding(finding.law, 0) if failed and finding.law in (BLIND, FRESH) else finding for finding in findings]


BotLaw = Callable[[Game[Any], Agent, str | Agent, Observation, Any, Random], None]


def _fresh_law(game: Game[Any], agent: Agent, bot: str | Agent, seen: Observation, state: Any, rng: Random) -> None:
    if isinstance(bot, str):
        bot_laws.stateless_law(game, bot, agent, seen, str(rng.random()))


def _decision_law(game: Game[Any], agent: Agent, bot: str | Agent, seen: Observation, state: Any, rng: Random) -> None:
    bot_laws.decision_law(game, agent, seen, str(rng.random()))


def _blind_law(game: Game[Any], agent: Agent, bot: str | Agent, seen: Observation, state: Any, rng: Random) -> None:
    bot_laws.blind_law(game, agent, state, rng)


PLAYS = "it plays deals to their end, and each decision is legal and explains itself"
SAME = "the same observation and dice give the same decision"
BLIND = "it decides the same when hidden cards are dealt again"
FRESH = "it keeps nothing from one turn to the next"
BOT_LAWS: dict[str, BotLaw] = {
    SAME: _decision_law,
    BLIND: _blind_law,
    FRESH: _fresh_law,
}
