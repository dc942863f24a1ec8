"""Describes seats and decisions in plain text, the same way in every game; gives access to a game's own `Words`.

`beliefs` formats what a bot believes of hidden cards.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import hypot, inf
from typing import Any, NamedTuple

from .. import registry
from ..core import Action, Decision, Game, Observation, Option
from ..entries import HUMAN
from ..entries.wording import Words
from ..intervals import Z95
from ..loading import load
from ..options import bot_label
from ..registry import lineup
from ..settings import NAMES, Settings, names_in
from ..text import formatting
from ..text.formatting import difference, figure, is_scale, margin, unit_after, unit_name
from . import beliefs

_DEFAULTS = Settings()
OPTIONS = 6
"""Maximum number of options shown for a decision."""


def of(game: str, language: str = "") -> Words[Any]:
    """Return the words of a game; in English if it does not have them in that language."""
    entry = registry.game_entry(game)
    found: Words[Any] = load(entry.languages.get(language, entry.words))
    return found


def french(text: str) -> str:
    """Return the text with French suits, for any game."""
    for name in registry.games():
        text = of(name).french(text)
    return text


UNNAMED = ("You", *(f"Player {number}" for number in range(1, 7)))
"""What people without a name are called: who sits alone, or several in turn. A table says it in its language."""


def names(seats: Sequence[str], settings: Settings = _DEFAULTS) -> tuple[str, ...]:
    """Return the names of the seats.

    A person is "You" (of several "Player 1" …) and the bots are the opponents in turn from the first person on,
    unless the settings name them otherwise.
    """
    return _names(tuple(seats), settings.name, settings.opponents)


@lru_cache(maxsize=64)  # asked for with each picture of a table
def _names(seats: tuple[str, ...], own: str, opponents: str) -> tuple[str, ...]:
    people = [seat for seat, spec in enumerate(seats) if spec == HUMAN]
    called = dict(zip(people, names_in(own), strict=False))
    taken = {name.casefold() for name in called.values()}
    for number, seat in enumerate(people, 1):
        if seat not in called:
            numbered = (f"Player {free}" for free in itertools.count(number))
            called[seat] = next(name for name in numbered if name.casefold() not in taken) if people[1:] else "You"
            taken.add(called[seat].casefold())
    wanted = (*names_in(opponents), *NAMES)
    free = list(dict.fromkeys(name for name in wanted if name.casefold() not in taken)) or ["Bot"]
    first = people[0] if people else 0
    around = [*range(first, len(seats)), *range(first)]
    for place, seat in enumerate(seat for seat in around if seat not in called):
        again, which = divmod(place, len(free))
        called[seat] = f"{free[which]} {again + 1}" if again else free[which]
    return tuple(called[seat] for seat in range(len(seats)))


def bots(seats: Sequence[str]) -> tuple[str, ...]:
    """Return the bots of the seats in short form; "" for a person."""
    return tuple("" if seat == HUMAN else bot_label(seat) for seat in seats)


def introduced(seats: Sequence[str], settings: Settings = _DEFAULTS) -> tuple[str, ...]:
    """Return the names of the seats, each with its bot: `Ada (greedy)`."""
    return with_bots(names(seats, settings), seats)


def with_bots(called: Sequence[str], seats: Sequence[str]) -> tuple[str, ...]:
    """Return what the seats are called, each with its bot."""
    return tuple(f"{name} ({bot})" if bot else name for name, bot in zip(called, bots(seats), strict=True))


def strength(game: str, bot: str, rules: str, seats: int) -> str:
    """Return what is known of a bot's strength, such as `wins 85% ±0.5% against semirandom`, or "".

    The rules and the number of seats that it holds for are named where others are asked for.
    """
    known = lineup.strength(game, bot, rules, seats)
    if known is None:
        return ""
    odd = [f"rules {known.rules}"] * (known.rules != rules) + [f"{known.seats} seats"] * (known.seats != seats)
    return f"{known} ({', '.join(odd)})" if odd else str(known)


# --- a decision -----------------------------------------------------------------------------------


class Row(NamedTuple):
    """Options shown as one: `option` is the best of them, with the total probability of all `count`."""

    option: Option
    count: int = 1  # type: ignore[assignment]  # hides the method tuple.count, on purpose


def ranked_options(game: Game[Any], decision: Decision) -> list[Row]:
    """Return the options of a decision, the chosen one first, then by probability and value; those without one last.

    Actions that the game considers alike share a row if everything shown about them is equal, too.
    """
    alike = of(game.name).alike
    found: dict[Hashable, list[Option]] = {}
    for option in decision.options:
        shown = [option.value is not None and figure(option.value, decision.unit)]
        shown.append(within(option, decision.unit))
        found.setdefault((alike(option.action), *shown, option.visits, option.why), []).append(option)

    def rank(option: Option) -> tuple[bool, float, float]:
        return option.action != decision.action, -option.probability, inf if option.value is None else -option.value

    merged = []
    for options in found.values():
        together = sum(option.probability for option in options)
        merged.append(Row(min(options, key=rank)._replace(probability=together), len(options)))
    return sorted(merged, key=lambda row: rank(row.option))


ALIKE = "alike"
"""Stands in place of an error where all samples gave the same value: no interval can be told from that."""


def within(option: Option, unit: str, more: int = 0) -> str:
    """Return the 95% interval of an option's value, such as `±2%`, or `ALIKE`; "" if none is told."""
    if option.stderr is None:
        return ""
    return ALIKE if option.visits and not option.stderr else margin(option.stderr, unit, more, option.value or 0.0)


def extra_digits(decision: Decision, options: Sequence[Option]) -> int:
    """Return how many digits more than usual the values of these options get; see `formatting.extra_digits`."""
    values = [option.value for option in options if option.value is not None]
    errors = [Z95 * option.stderr for option in options if option.stderr is not None]
    return formatting.extra_digits(values, errors, decision.unit)


def why(game: Game[Any], seen: Observation, decision: Decision, language: str = "") -> str:
    """Describe a bot's choice: what it does, then its figures: `throws 18 points, leaves 7 · 43% to win`.

    What the bot itself says stays English (see `Language.told`).
    """
    told = of(game.name, language).reason(game, seen, decision.action)
    best = next((option for option in decision.options if option.action == decision.action), None)
    if best is None:
        return told
    # A bot mostly says the same in other words, except where it chooses against its figures.
    own = best.why if not told or overruled(decision, best) else ""
    return " · ".join(filter(None, (told, _figures(best, decision), own)))


def comparable(decision: Decision) -> list[Option]:
    """Return the options whose values rest on the same means as the chosen one's: played out, or only estimated.

    Where no option is chosen, as in a review without a proof, all that have a value.
    """
    chosen = next((option for option in decision.options if option.action == decision.action), None)
    valued = [option for option in decision.options if option.value is not None]
    return [option for option in valued if not chosen or bool(option.visits) == bool(chosen.visits)]


class Behind(NamedTuple):
    """How much less an action is worth than the best one that compares with it."""

    best: Option
    less: float
    margin: float
    """Half the width of its 95% interval; the errors of both are taken for independent, as for `star`."""
    told: str
    """The difference of both values as they are shown, without a sign."""
    digits: int
    """How many digits more than usual these are shown with, see `extra_digits`."""


def behind(decision: Decision, action: Action) -> Behind | None:
    """Return how far an action is behind the best one; None where their values are unknown or do not compare."""
    like = [option for option in comparable(decision) if option.value is not None]
    ours = next((option for option in like if option.action == action), None)
    if ours is None or ours.value is None or len(like) < 2:
        return None
    best = max(like, key=lambda option: option.value or 0.0)
    assert best.value is not None
    half = Z95 * hypot(best.stderr or 0.0, ours.stderr or 0.0)
    digits = extra_digits(decision, like)
    told = difference(best.value, ours.value, decision.unit, digits)
    return Behind(best, best.value - ours.value, half, told, digits)


def overruled(decision: Decision, chosen: Option) -> bool:
    """Return whether a comparable option has a higher value than the chosen one."""
    return chosen.value is not None and any(
        option.value is not None and option.value > chosen.value for option in comparable(decision)
    )


_CHANCES = {"win probability": "to win", "match win probability": "to win the match"}
"""How a chance is told in a sentence."""


def _figures(option: Option, decision: Decision) -> str:
    """Return the value of an option with its 95% interval and unit, or else its probability."""
    unit = decision.unit
    if option.value is None:
        return f"probability {option.probability:.0%}" if option.probability < 0.995 else ""
    more = extra_digits(decision, [option])
    spread, value = within(option, unit, max(0, more)), figure(option.value, unit, more)
    name = unit_after(value, unit_name(unit))
    before, after = (name, "") if is_scale(unit) else ("", _CHANCES.get(name, name))
    parts = (value, after, "in all samples") if spread == ALIKE else (value, spread, after)
    return " ".join(filter(None, (before, *parts)))


def thoughts(
    game: Game[Any],
    decision: Decision,
    names: Sequence[str],
    language: str = "",
    seen: Observation | None = None,
) -> list[str]:
    """Describe a decision: its best options, then its note and beliefs. The unit of the values is given once.

    What follows from `seen`, the bot's observation, is told apart from what is only believed.
    """
    lines, spoken = [], of(game.name, language)
    say = spoken.say
    if decision.unit and any(option.value is not None for option in decision.options):
        spreads = any(option.stderr is not None for option in decision.options)
        unit = say(
            "values in {unit}, each ± its 95% interval" if spreads else "values in {unit}", unit=say(decision.unit)
        )
        lines.append(unit)
    found = ranked_options(game, decision)
    more = extra_digits(decision, [row.option for row in found[:OPTIONS]])
    for option, count in found[:OPTIONS]:
        alike = say(", ×{count} alike", count=count) if count > 1 else ""
        likely = say("probability {share}", share=f"{option.probability:.0%}")
        parts = [spoken.does(game, option.action) + alike, likely]
        if option.value is not None:
            spread = within(option, decision.unit, max(0, more))
            spread = say("in all samples") if spread == ALIKE else spread
            value = f"{figure(option.value, decision.unit, more)} {spread}".rstrip()
            parts.append(say("value {value}", value=say.figure(value)))
        if option.visits is not None:
            parts.append(say("{count} visits", count=option.visits))
        lines.append(", ".join(parts) + (f": {say.told(option.why)}" if option.why else ""))
    if len(found) > OPTIONS:
        lines.append(say("and {count} more", count=len(found) - OPTIONS))
    if decision.note:
        lines.append(say.told(decision.note))
    proof = beliefs.proof(game, seen, decision.beliefs) if seen else {}
    for belief in decision.beliefs:
        if told := spoken.guessed(game, belief):
            lines.append(f"{names[belief.seat]}: {told}")
            continue
        figures = beliefs.told(game, belief, proof, spoken.believed, say)
        values = ", ".join(f"{say(key)} {value}" for key, value in figures.items())
        lines.append(
            say("of {name}, {about}: {values}", name=names[belief.seat], about=say(belief.about), values=values)
        )
    return ["  " + line for line in lines]
