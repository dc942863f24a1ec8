"""What a game declares of its actions, deck and facts, so that others can build arrays of fixed size from it.

A game can be played, shown, saved and measured without it; environments (`cardtui.envs`) need it. Standard library
only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar, overload

from ..core import Action, Card, Game, Refusal, action_text

S = TypeVar("S")


class Actions:
    """All actions that can be legal in a game under its rules, each with its number: its place in this fixed order.

    Where many actions are one choice (which sixes of a hand make a pair), `form` returns the one that is listed for
    an action. In one position no two legal actions have the same number.

    >>> actions = Actions([Action("pass"), Action("play", (3,))])
    >>> len(actions), actions.index(Action("play", (3,))), actions[0].verb
    (2, 1, 'pass')
    """

    def __init__(self, listed: Iterable[Action], form: Callable[[Action], Action] = lambda action: action) -> None:
        self._listed = tuple(listed)
        self._form = form
        self._numbers = {action: number for number, action in enumerate(self._listed)}

    def __len__(self) -> int:
        return len(self._listed)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)

    @overload
    def __getitem__(self, number: int) -> Action: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, number: int | slice) -> Action | tuple[Action, ...]:
        return self._listed[number]

    def index(self, action: Action) -> int:
        """Return the number of an action. Raises ValueError if it is not listed."""
        number = self._numbers.get(self._form(action))
        if number is None:
            raise ValueError(f"{action} is not among the game's actions")
        return number

    def numbered(self, legal: Iterable[Action]) -> dict[int, Action]:
        """Return legal actions by their numbers."""
        return {self.index(action): action for action in legal}


class Fact(NamedTuple):
    """The type of one fact of an observation, or of the items of a list.

    A "choice" is one of `choices`; a "number" lies from `low` to `high`; a "seat" is a seat, or null for none. A list
    is described by `shape`, its largest length (and that of the lists in it); missing items are unknown.
    """

    kind: str
    choices: tuple[Any, ...] = ()
    low: float = 0.0
    high: float = 0.0
    """Infinite where the rules set no bound."""
    shape: tuple[int, ...] = ()

    def holds(self, value: Any, seats: int, depth: int = 0) -> bool:
        """Return whether a JSON value is of this type at a table of so many seats."""
        if depth < len(self.shape):
            return (
                isinstance(value, list)
                and len(value) <= self.shape[depth]
                and all(self.holds(item, seats, depth + 1) for item in value)
            )
        if self.kind == "seat":
            return value is None or (type(value) is int and 0 <= value < seats)
        if self.kind == "choice":
            return any(type(value) is type(choice) and value == choice for choice in self.choices)
        return type(value) in (int, float) and self.low <= value <= self.high


SEAT = Fact("seat")
"""A seat, or null for none."""
FLAG = Fact("choice", (False, True))


def choice(*choices: Any) -> Fact:
    """Return the type of a fact that is one of these values."""
    return Fact("choice", choices)


def number(low: float, high: float) -> Fact:
    """Return the type of a fact that is a number from `low` to `high`."""
    return Fact("number", low=low, high=high)


class Listed(Game[S], Protocol[S]):
    """A game that declares its actions, its deck and its facts."""

    @property
    def actions(self) -> Actions:
        """All actions that can be legal, in an order that never changes for a spec."""
        ...

    @property
    def deck(self) -> tuple[Card, ...]:
        """All cards, each once."""
        ...

    @property
    def facts(self) -> Mapping[str, Fact]:
        """The types of all facts of an observation except "rules", by name."""
        ...


def listed(game: Game[S]) -> Listed[S]:
    """Return the game as one that declares its actions, deck and facts. Raises Refusal if it does not."""
    missing = [name for name in ("actions", "deck", "facts") if not hasattr(game, name)]
    if missing:
        raise Refusal(
            f"{game.name} does not declare its {' and '.join(missing)}, so there are no environments for it; it can be"
            " played, studied and measured all the same (docs/add-a-game.md: Environments)"
        )
    return game  # type: ignore[return-value]  # its attributes were looked up above


def legal_action(game: Listed[Any], legal: Iterable[Action], number: int) -> Action:
    """Return the legal action with this number. Raises Refusal if it is not legal."""
    found = game.actions.numbered(legal).get(number)
    if found is None:
        told = action_text(game, game.actions[number]) if 0 <= number < len(game.actions) else "no action"
        raise Refusal(f"action {number} ({told}) is not legal now; the mask shows which are")
    return found
