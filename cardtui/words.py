"""Telling a table in words, line by line: what all games share, and what a game's own module of words offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from . import registry
from .core import Action, Belief, Card, Decision, Event, Game, Observation, Option, action_text
from .match import HUMAN
from .typed import Typed, error, figure, signs

OPTIONS = 6
"""So many rows of a decision are told."""
_ASCII = {
    **dict(zip("♣♦♥♠★", "cdhsX", strict=True)),
    "·": "-",
    "–": "-",
    "−": "-",
    "→": "->",
    "▸": ">",
    "…": "...",
    "±": "+-",
    "×": "x",
    "§": "rule ",
    "≤": "<=",
    "≥": ">=",
}
_TABLE = str.maketrans(_ASCII)


class Words(Protocol):
    """What a game's module of words offers (`GameEntry.words`): reading and telling, pure, for any text.

    It may also have `label(action)`: an action in a few cells, for lists; `does(game, action)`: what it does, after
    "would" (`bid Wenz`); `to_type(order, action)`: what one types to do it; `alike(action)`: a key that actions share
    which differ in the order of equal cards or in suits alone; `phase(game, seen, names)` and `believed(game, belief)`:
    see below.
    """

    def read(self, game: Game[Any], seen: Observation, order: tuple[Card, ...], text: str, pending: str = "") -> Typed:
        """What a typed line means; see `typed`."""
        ...

    def prompt(self, game: Game[Any], seen: Observation, pending: str = "") -> str:
        """What can be typed now."""
        ...

    def order(self, game: Game[Any], seen: Observation, sort: str) -> tuple[Card, ...]:
        """The hand in the order in which it is numbered, sorted as the setting says."""
        ...

    def table(self, game: Game[Any], seen: Observation, order: tuple[Card, ...], names: Sequence[str]) -> list[str]:
        """What the seat sees before it moves."""
        ...

    def event(self, game: Game[Any], happened: Event, names: Sequence[str]) -> str:
        """One thing that happened."""
        ...

    def outcome(self, game: Game[Any], seen: Observation, names: Sequence[str]) -> list[str]:
        """What lies open at the end of a deal."""
        ...


def of(game: str) -> Words:
    """The words of a game."""
    return cast(Words, import_module(registry.game_entry(game).words))


def phase(game: Game[Any], seen: Observation, names: Sequence[str]) -> str:
    """Where the deal stands, in half a line: what is played, by whom; "" for a game without such words."""
    told = getattr(of(game.name), "phase", None)
    return str(told(game, seen, names)) if told else ""


def believed(game: Game[Any], belief: Belief) -> Mapping[str, float]:
    """A belief as the game speaks of it; as it is for a game without such words."""
    told = getattr(of(game.name), "believed", None)
    return told(game, belief) if told else belief.values


def ascii_only(text: str) -> str:
    """The text without a character above 127."""
    return text if text.isascii() else text.translate(_TABLE).encode("ascii", "replace").decode()


def names(seats: Sequence[str]) -> tuple[str, ...]:
    """How the seats are called: You (several people: Player 1 …), bots by their specs, numbered where two are equal."""
    people = seats.count(HUMAN)
    called = ["Player" if seat == HUMAN and people > 1 else "You" if seat == HUMAN else seat for seat in seats]
    counts, given = Counter(called), Counter[str]()
    for place, name in enumerate(called):
        given[name] += 1
        if counts[name] > 1:
            called[place] = f"{name} {given[name]}"
    return tuple(called)


# --- a decision -----------------------------------------------------------------------------------


class Row(NamedTuple):
    """Options that are told as one: `option` is the best of them, its probability that of all `count`."""

    option: Option
    count: int = 1  # type: ignore[assignment]  # a field may be called as a method of tuple


def rows(game: Game[Any], decision: Decision) -> list[Row]:
    """Its options, the chosen one first, then by probability and value.

    Actions that the game calls alike stand in one row where all that is told of them is the same, too.
    """
    alike = getattr(of(game.name), "alike", None)
    found: dict[Hashable, list[Option]] = {}
    for option in decision.options:
        told = [option.value is not None and figure(option.value, decision.unit)]
        told.append(option.stderr is not None and error(option.stderr, decision.unit))
        key = (alike(option.action), *told, option.visits, option.why) if alike else option.action
        found.setdefault(key, []).append(option)

    def rank(option: Option) -> tuple[bool, float, float]:
        return option.action != decision.action, -option.probability, -(option.value or 0.0)

    merged = []
    for options in found.values():
        together = sum(option.probability for option in options)
        merged.append(Row(min(options, key=rank)._replace(probability=together), len(options)))
    return sorted(merged, key=lambda row: rank(row.option))


def thoughts(game: Game[Any], decision: Decision, names: Sequence[str]) -> list[str]:
    """A decision in words: its best options first, then its note and beliefs. What values count is told once."""
    lines = []
    if decision.unit and any(option.value is not None for option in decision.options):
        lines.append(f"values in {decision.unit}")
    found = rows(game, decision)
    for option, count in found[:OPTIONS]:
        alike = f", ×{count} alike" if count > 1 else ""
        parts = [act(game, option.action) + alike, f"probability {option.probability:.2f}"]
        if option.value is not None:
            spread = f" {error(option.stderr, decision.unit)}" if option.stderr is not None else ""
            parts.append(f"value {figure(option.value, decision.unit)}{spread}")
        if option.visits is not None:
            parts.append(f"{option.visits} visits")
        lines.append(", ".join(parts) + (f": {option.why}" if option.why else ""))
    if len(found) > OPTIONS:
        lines.append(f"and {len(found) - OPTIONS} more")
    if decision.note:
        lines.append(decision.note)
    for belief in decision.beliefs:
        values = ", ".join(f"{key} {value:.2f}" for key, value in believed(game, belief).items())
        lines.append(f"of {names[belief.seat]}, {belief.about}: {values}")
    return ["  " + line for line in lines]


def to_type(game: Game[Any], order: tuple[Card, ...], action: Action) -> str:
    """What one types for an action with the hand shown as `order`; "" for a game that does not say."""
    told = getattr(of(game.name), "to_type", None)
    return str(told(order, action)) if told else ""


def act(game: Game[Any], action: Action) -> str:
    """An action after "would", in the game's words: `lay pair 10♣ 10♦ and take from the stack`."""
    if told := getattr(of(game.name), "does", None):
        return str(told(game, action))
    return " ".join(signs(word) for word in action_text(game, action).split())
