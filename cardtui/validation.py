"""Checks that a bot's answer is a valid Decision for the position. Done once, wherever decisions enter the program."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from math import fsum, inf
from sys import float_info
from typing import Any, cast

from .core import Action, Belief, Decision, Game, Option, Refusal, action_text, quoted, with_article

TOLERANCE = 1e-6
"""Tolerance for the sum of all probabilities."""
MOST_VISITS = 1 << 63
HOLDS = "holds"
"""The subject of beliefs whose values are probabilities that a seat holds each card, keyed by the card's text."""


def check_decision(game: Game[Any], legal: Iterable[Action], decision: Any) -> Decision:
    """Return the decision if it is valid. Raises Refusal, naming the first fault, otherwise.

    Options and beliefs must be tuples; the action legal and one of the options; each option legal and listed once;
    probabilities 0 … 1 with sum 1; values finite and with a unit; beliefs about seats and cards of the game.
    """
    if not isinstance(decision, Decision):
        raise Refusal(f"the bot gave {with_article(type(decision).__name__)}, not a Decision")
    for name, given in (("options", decision.options), ("beliefs", decision.beliefs)):
        if not isinstance(given, tuple):
            raise Refusal(f"its {name} are {with_article(type(given).__name__)}, not a tuple")
    try:
        _check_options(game, frozenset(legal), decision)
        for belief in decision.beliefs:
            _check_belief(game, belief)
    except (TypeError, AttributeError, ValueError) as error:  # fields may have any type, be unhashable or malformed
        if isinstance(error, Refusal):
            raise
        raise Refusal(f"its fields have the wrong types ({error})") from error
    return decision


def _check_options(game: Game[Any], legal: frozenset[Action], decision: Decision) -> None:
    if not isinstance(decision.action, Action):
        raise Refusal(f"its action is {_quoted(decision.action)}, not an Action")
    actions = [option.action for option in decision.options]
    known = set(actions)
    if decision.action not in legal:
        raise Refusal(f"{_named(game, decision.action)} is illegal here")
    if decision.action not in known:
        raise Refusal(f"{_named(game, decision.action)} is not among its options")
    if not known <= legal:
        raise Refusal(
            f"the option {_named(game, next(action for action in actions if action not in legal))} is illegal"
        )
    if len(known) < len(actions):
        raise Refusal("an option appears twice")
    for option in decision.options:
        if not _is_plain(option):
            _check_option(game, option)
    total = fsum(option.probability for option in decision.options)
    if abs(total - 1) > TOLERANCE:
        raise Refusal(f"the probabilities of its options sum to {total:.6g}, not 1")
    if not isinstance(decision.note, str):
        raise Refusal("the note is a text")
    if not isinstance(decision.unit, str) or not decision.unit:
        raise Refusal("the unit says what values count, such as 'points'; it is 'probability' where there are none")


def _is_plain(option: Option) -> bool:
    """Return whether an option is obviously valid: a fast path, since the arena checks millions of options."""
    _, probability, value, stderr, visits, why = option
    return (
        type(option) is Option
        and type(probability) is float
        and 0.0 <= probability <= 1.0
        and (value is None or (type(value) is float and -inf < value < inf))
        and (stderr is None or (type(stderr) is float and 0.0 <= stderr < inf))
        and (visits is None or (type(visits) is int and 0 <= visits < MOST_VISITS))
        and type(why) is str
    )


def _check_option(game: Game[Any], option: Option) -> None:
    if not isinstance(option, Option):
        raise Refusal(f"the options have {with_article(type(option).__name__)} among them, not an Option")
    action, probability, value, stderr, visits, why = option
    if not (_is_number(probability) and 0 <= probability <= 1 + TOLERANCE):
        raise Refusal(f"the probability of {_named(game, action)} is {_quoted(probability)}, not 0 … 1")
    if not (value is None or _is_number(value)):
        raise Refusal(f"the value of {_named(game, action)} is {_quoted(value)}, not a finite number")
    if not (stderr is None or (_is_number(stderr) and stderr >= 0)):
        raise Refusal(f"the standard error of {_named(game, action)} is {_quoted(stderr)}, not a number from 0")
    if not (visits is None or (type(visits) is int and 0 <= visits < MOST_VISITS)):
        raise Refusal(f"the visits of {_named(game, action)} are {_quoted(visits)}, not a whole number from 0")
    if not isinstance(why, str):
        raise Refusal(f"the reason for {_named(game, action)} is no text")


def _check_belief(game: Game[Any], belief: Any) -> None:
    if not isinstance(belief, Belief) or not isinstance(belief.about, str) or not isinstance(belief.values, Mapping):
        raise Refusal(
            f"{with_article(type(belief).__name__)} is no Belief of a seat, about something, with values by name"
        )
    if not (type(belief.seat) is int and 0 <= belief.seat < game.seats):
        raise Refusal(f"a belief about seat {_quoted(belief.seat)}; seats are 0 … {game.seats - 1}")
    if not (type(belief.samples) is int and belief.samples >= 0):
        raise Refusal(f"a belief about seat {belief.seat} rests on {_quoted(belief.samples)} deals, not on a number")
    for name, value in belief.values.items():
        if not isinstance(name, str) or not _is_number(value):
            raise Refusal(f"a belief about seat {belief.seat} has {_quoted(value)} for {_quoted(name)}, not a number")
        if belief.about == HOLDS and not _is_face(cast(Hashable, game), name):
            raise Refusal(
                f"seat {belief.seat} is believed to hold {_quoted(name)}, which is no card as game.face names it"
            )
        if belief.about == HOLDS and not 0 <= value <= 1 + TOLERANCE:
            raise Refusal(f"seat {belief.seat} is believed to hold {name} with chance {_quoted(value)}, not 0 … 1")


def _is_number(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and -float_info.max <= value <= float_info.max  # false for nan, inf, and a whole number beyond


@lru_cache(4096)
def _is_face(game: Any, text: str) -> bool:
    try:
        return bool(game.face(game.card(text)) == text)
    except Refusal:
        return False


def _named(game: Game[Any], action: Any) -> str:
    try:
        return _quoted(action_text(game, action))
    except Exception:  # the action may be any object
        return _quoted(action)


def _quoted(value: Any) -> str:
    told = " ".join(quoted(value).split())  # arrays are told in several lines
    return f"{told} (take float() or int() of numpy's numbers)" if type(value).__module__ == "numpy" else told
