"""The types shared by all games, bots, screens and tools. Standard library only.

A *game* is one deal. A *match* is a sequence of deals whose scores are carried on by a `Standing`. Bots receive an
`Observation`, never a state, and answer with a stream of `Decision`s.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from math import inf
from random import Random
from reprlib import Repr
from traceback import FrameSummary, extract_tb
from typing import Any, NamedTuple, Protocol, TypeVar

Card = int
"""A card, as a number that has a meaning only within its game. `Game.face` and `Game.card` convert it to and from text.
"""


class Refusal(ValueError):  # noqa: N818 - a refused request, not a program error
    """An invalid request by a person, bot or file. The message says in one sentence what is wrong and what is valid."""


_SHORT = Repr()
_SHORT.maxstring, _SHORT.maxother, _SHORT.fillvalue = 60, 200, "…"


def quoted(value: object) -> str:
    """Return the `repr` of user input for use in a message; long ones are abbreviated. A Refusal speaks for itself.

    >>> quoted("x"), quoted(Refusal("'x' is no card"))
    ("'x'", "'x' is no card")
    """
    return str(value) if isinstance(value, Refusal) else _SHORT.repr(value)


def with_article(name: str) -> str:
    """Return a name with its article.

    >>> with_article("Option"), with_article("Decision")
    ('an Option', 'a Decision')
    """
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"


_HERE = __file__.removesuffix("core.py")
_PYTHON = os.__file__.removesuffix("os.py")
_SCREENS = tuple(f"{os.sep}site-packages{os.sep}{name}{os.sep}" for name in ("textual", "rich"))


def failure(error: BaseException) -> str:
    """Describe what third-party code raised, and where in it; a Refusal speaks for itself.

    >>> failure(Refusal("'x' is no card")), failure(KeyError("q"))
    ("'x' is no card", "KeyError('q')")
    """
    if isinstance(error, Refusal):
        return str(error)
    told = "it ran out of memory" if isinstance(error, MemoryError) else quoted(error)
    place = raised_at(error) or next(reversed(_places(error)), None)
    return f"{told} ({place.filename}, line {place.lineno})" if place else told


def raised_at(error: BaseException) -> FrameSummary | None:
    """Return where third-party code raised an error, skipping the libraries that it uses; None if that is unknown."""
    theirs = [place for place in _places(error) if not place.filename.startswith(_HERE)]
    return [place for place in theirs if place.filename == theirs[0].filename][-1] if theirs else None


def _places(error: BaseException) -> list[FrameSummary]:
    return [place for place in extract_tb(error.__traceback__) if not _of_library(place.filename)]


def _of_library(file: str) -> bool:
    """Return whether a file belongs to Python or draws screens: an error raised there is the fault of who called it."""
    python = file.startswith("<frozen ") or (file.startswith(_PYTHON) and "site-packages" not in file)
    return python or any(library in file for library in _SCREENS)


class Action(NamedTuple):
    """One move. Text form: `verb card card > to` (see `action_text`)."""

    verb: str
    cards: tuple[Card, ...] = ()
    to: str = ""


class Event(NamedTuple):
    """One event of the history, as one seat saw it. Seat -1 is the game itself, for example for a reshuffle."""

    seat: int
    action: Action
    gain: tuple[Card, ...] = ()
    """The cards that the acting seat gained, as far as the observer saw them; cards hidden from it are left out."""


class Zone(NamedTuple):
    """A place where cards lie. It has `count` cards, of which the observer knows `cards`; the others are face down."""

    name: str
    """One word, followed by a space and the seat number if it belongs to a seat. "hand" alone is the observer's own
    hand."""
    count: int  # type: ignore[assignment]  # hides the method tuple.count, on purpose
    cards: tuple[Card, ...] = ()


class Observation(NamedTuple):
    """All that `seat` may know at `turn`. Two states with equal observations are indistinguishable for the seat."""

    seat: int
    turn: int
    zones: tuple[Zone, ...]
    facts: Mapping[str, Any]
    """Facts about the game as plain JSON values, without cards. Two are there in all games: "rules" (`Game.spec`) and
    "to_move" (the seat to act, or null)."""
    history: tuple[Event, ...]
    legal: tuple[Action, ...]
    """The legal actions of this seat; empty if it is not its turn."""
    scores: tuple[float, ...]

    def zone(self, name: str) -> Zone:
        """Return the zone of that name. Raises KeyError if there is none."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(name)

    @property
    def hands(self) -> tuple[Zone, ...]:
        """The zones that are hands, in order: "hand" is the observer's own, "hand 2" that of seat 2."""
        return tuple([zone for zone in self.zones if zone.name.partition(" ")[0] == "hand"])

    @property
    def mover(self) -> int | None:
        """The seat to act; None if nobody is, or if typed `facts` do not say which other seat it is."""
        mover: int | None = self.facts.get("to_move", self.seat if self.legal else None)
        return mover


class Standing(NamedTuple):
    """What a match carries over from deal to deal."""

    scores: tuple[float, ...]
    deals: int = 0
    first: int = 0
    """The seat that starts the next deal."""
    winners: tuple[int, ...] = ()
    """The seats that won the match; empty while it goes on."""


class Option(NamedTuple):
    """A bot's assessment of one action: `value` ± `stderr` in the decision's unit, `visits` if the bot counts them."""

    action: Action
    probability: float
    value: float | None = None
    stderr: float | None = None
    visits: int | None = None
    why: str = ""


class Belief(NamedTuple):
    """A bot's belief about a seat: `about` names the subject ("score", "holds"), `values` are named numbers."""

    seat: int
    about: str
    values: Mapping[str, float]
    samples: int = 0
    """The number of equally likely deals in which the values were counted; 0 if they are exact or learned."""


class Decision(NamedTuple):
    """A bot's answer with its reasoning. The probabilities of all options sum to 1."""

    action: Action
    options: tuple[Option, ...]
    unit: str = ""
    note: str = ""
    beliefs: tuple[Belief, ...] = ()


S = TypeVar("S")


class Game(Protocol[S]):
    """The rules of one game for one rule set and number of seats. States are immutable and opaque.

    A game that also declares its actions, deck and facts (`spaces.Listed`) can be used through `cardtui.envs`. If it
    declares `bounds`, the least and the most that a seat can get in a deal, no confidence interval goes beyond them.
    """

    name: str
    seats: int
    unit: str
    """The unit of `returns` ("wins", "points")."""
    total: float | None
    """The sum of `returns` over all seats, or None if it is not constant."""
    max_turns: int
    """Maximum number of turns in a deal."""

    @property
    def spec(self) -> str:
        """The rule set as a user types it: `club:limit=200`."""
        ...

    def deal(self, rng: Random, standing: Standing | None = None) -> Any:
        """Return a random deal as plain JSON values, always the same one for the same state of `rng`.

        It contains all chance of the game, so a replay needs no seed.
        """
        ...

    def start(self, deal: Any) -> S:
        """Return the state before the first action. Raises Refusal if `deal` is malformed."""
        ...

    def turn(self, state: S) -> int | None:
        """Return the seat to act, or None if the deal is over."""
        ...

    def legal(self, state: S) -> tuple[Action, ...]:
        """Return the legal actions of the seat to act, without duplicates, in a fixed order; empty at the end."""
        ...

    def apply(self, state: S, action: Action) -> S:
        """Return the next state. Raises Refusal, naming the broken rule, if `action` is illegal."""
        ...

    def returns(self, state: S) -> tuple[float, ...]:
        """Return the result of a finished deal for each seat, in `unit`; higher is better."""
        ...

    def observe(self, state: S, seat: int) -> Observation:
        """Return everything that `seat` may know."""
        ...

    def determinize(self, observation: Observation, rng: Random) -> S:
        """Return a state drawn uniformly from those consistent with the observation. Raises Refusal if there is none.

        All chance comes from `rng`. `observation.legal` follows from the other fields and is not checked.
        """
        ...

    def opening(self) -> Standing:
        """Return the standing before the first deal."""
        ...

    def carry(self, standing: Standing, state: S) -> Standing:
        """Return the standing after a finished deal."""
        ...

    def face(self, card: Card) -> str:
        """Return the card as ASCII text, such as `10h`."""
        ...

    def card(self, text: str) -> Card:
        """Return the card that `text` names, ignoring case and accepting suit symbols. Raises Refusal if none."""
        ...


def bounds(game: Any) -> tuple[float, float]:
    """Return the least and the most that a seat can get in a deal; infinite where that is unknown.

    If a game declares no `bounds` but a `total` above 0, a seat gets from 0 to that total.
    """
    shared = (0.0, float(game.total)) if game.total and game.total > 0 else (-inf, inf)
    low, high = getattr(game, "bounds", shared)
    return float(low), float(high)


class Agent(Protocol):
    """A bot. It keeps no state between calls: the observation contains the history."""

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield decisions of increasing quality, the last of which counts. The caller limits or stops the iteration."""
        ...


STEPS = 1000
"""The most decisions taken from a bot's stream where it is limited by steps and not by time."""


def answers(agent: Agent, observation: Observation, rng: Random) -> Iterator[Decision]:
    """Return what the bot yields, unchecked. Raises Refusal if `think` returns anything but a stream.

    If the bot copies this process by `os.fork`, the copy ends where it would return from the bot.
    """
    here = os.getpid()
    try:
        stream: Any = agent.think(observation, rng)
    finally:
        _end_copy(here)
    if isinstance(stream, Decision | Action | str) or not isinstance(stream, Iterable):
        raise Refusal(f"think returned {with_article(type(stream).__name__)}; a bot yields its decisions instead")
    return _in_one_process(stream, here)


def _in_one_process(stream: Iterable[Decision], process: int) -> Iterator[Decision]:
    try:
        for decision in stream:
            _end_copy(process)
            yield decision
    finally:
        _end_copy(process)


def _end_copy(process: int) -> None:
    """End this process if it is a copy of `process`, in which the program would go on twice."""
    if os.getpid() != process:
        os.write(2, b"cardtui: a bot has copied the program by os.fork; the copy is ended\n")
        os._exit(1)


def decide(agent: Agent, observation: Observation, rng: Random, limit: int = 1_000_000) -> Decision:
    """Return the bot's last decision within `limit` steps. Raises Refusal if it fails or gives none."""
    decision = None
    try:
        for decision in islice(answers(agent, observation, rng), limit):  # noqa: B007 - the last one counts
            pass
    except (Refusal, KeyboardInterrupt):
        raise
    except BaseException as error:  # third-party code may raise anything
        raise Refusal(f"the bot failed: {failure(error)}") from error
    if decision is None:
        raise Refusal("the bot gave no decision")
    return decision


def action_text(game: Game[Any], action: Action) -> str:
    """Return the text of an action, such as `discard 7h 7d > stack`. `parse_action` is the inverse."""
    words = [action.verb, *map(game.face, action.cards)]
    return " ".join([*words, ">", action.to] if action.to else words)


def parse_action(game: Game[Any], text: str) -> Action:
    """Parse an action, whether legal or not. Raises Refusal if the text is malformed."""
    left, arrow, to = text.partition(">")
    words = left.split()
    to = to.strip()
    if not words or (arrow and not to) or len(to.split()) > 1:
        raise Refusal(f"{quoted(text)} is no action: it should read like 'discard 7h 7d > stack'")
    return Action(words[0].lower(), tuple(game.card(word) for word in words[1:]), to.lower())
