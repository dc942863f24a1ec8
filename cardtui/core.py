"""The shared words of every game, bot, screen and tool. Standard library only.

A *game* is one deal. A *match* is a run of deals whose scores a `Standing` carries.
Bots get an `Observation`, never a state, and answer with a stream of `Decision`s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from math import isfinite
from random import Random
from reprlib import Repr
from typing import Any, NamedTuple, Protocol, TypeVar

Card = int
"""A card of one game; `Game.face` names it and `Game.card` reads it back."""


class Refusal(ValueError):  # noqa: N818 - it refuses, it does not fail
    """What a person, a bot or a file asked for cannot be had: one sentence: what, where, and what would be right."""


_SHORT = Repr()
_SHORT.maxstring, _SHORT.maxother = 60, 200


def quoted(value: object) -> str:
    """What somebody typed or wrote, as a refusal repeats it: as `repr`, with its middle left out where it is long."""
    return _SHORT.repr(value)


class Action(NamedTuple):
    """One move. Text form: `verb card card > to` (see `action_text`)."""

    verb: str
    cards: tuple[Card, ...] = ()
    to: str = ""


class Event(NamedTuple):
    """One line of history as one seat saw it. Seat -1 is the game itself (a reshuffle, say)."""

    seat: int
    action: Action
    gain: tuple[Card, ...] = ()
    """The cards that the acting seat gained, as far as the observer saw them."""


class Zone(NamedTuple):
    """A place where cards lie: `count` of them, of which the observer knows `cards` (the rest is face down)."""

    name: str
    """One word, and after a space the seat whose it is, if it is one's; "hand" alone is the observer's own hand."""
    count: int  # type: ignore[assignment]  # a field may be called as a method of tuple
    cards: tuple[Card, ...] = ()


class Observation(NamedTuple):
    """All that `seat` may know at `turn`. Equal observations mean: the seat cannot tell the worlds apart."""

    seat: int
    turn: int
    zones: tuple[Zone, ...]
    facts: Mapping[str, Any]
    """Game facts in plain JSON values (no cards). Two mean the same in all games, and may be left out: "rules", the
    rule set as typed, and "to_move", the seat to act (null: none)."""
    history: tuple[Event, ...]
    legal: tuple[Action, ...]
    """Legal actions of this seat; empty when it is another's turn."""
    scores: tuple[float, ...]

    def zone(self, name: str) -> Zone:
        """The zone of that name; KeyError if there is none."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(name)

    @property
    def hands(self) -> tuple[Zone, ...]:
        """The zones that are hands: "hand" and, of seat 2, "hand 2"; in the order of the zones."""
        return tuple([zone for zone in self.zones if zone.name.partition(" ")[0] == "hand"])

    @property
    def mover(self) -> int | None:
        """The seat to act, as far as this seat knows; None: nobody, or another one where `facts` do not say which."""
        mover: int | None = self.facts.get("to_move", self.seat if self.legal else None)
        return mover


class Standing(NamedTuple):
    """What a match carries from deal to deal."""

    scores: tuple[float, ...]
    deals: int = 0
    first: int = 0
    """The seat that opens the next deal."""
    winners: tuple[int, ...] = ()
    """Seats that won the match; empty while it goes on."""


class Option(NamedTuple):
    """One action as a bot sees it. `value` ± `stderr` in the decision's unit, `visits` where it counts something."""

    action: Action
    probability: float
    value: float | None = None
    stderr: float | None = None
    visits: int | None = None
    why: str = ""


class Belief(NamedTuple):
    """What a bot thinks of a seat: `about` says of what ("score", "holds"), `values` gives named numbers."""

    seat: int
    about: str
    values: Mapping[str, float]


class Decision(NamedTuple):
    """A bot's answer and its reasons. Probabilities of all options sum to 1."""

    action: Action
    options: tuple[Option, ...]
    unit: str = ""
    note: str = ""
    beliefs: tuple[Belief, ...] = ()


S = TypeVar("S")


class Game(Protocol[S]):
    """The law of one game under one rule set at one number of seats. States are immutable and opaque."""

    name: str
    seats: int
    unit: str
    """What `returns` counts ("wins", "points")."""
    total: float | None
    """What `returns` sums to over all seats; None where it is not constant."""
    max_turns: int
    """No deal lasts longer."""

    @property
    def spec(self) -> str:
        """The rule set as one types it: `club:limit=200`."""
        ...

    def deal(self, rng: Random, standing: Standing | None = None) -> Any:
        """A shuffled deal: plain JSON values all through, enough to play it again without a seed."""
        ...

    def start(self, deal: Any) -> S:
        """The state before the first action. Refusal when `deal` is malformed."""
        ...

    def turn(self, state: S) -> int | None:
        """The seat to act; None when the deal is over."""
        ...

    def legal(self, state: S) -> tuple[Action, ...]:
        """Legal actions of the seat to act, each once, in a fixed order; empty at the end."""
        ...

    def apply(self, state: S, action: Action) -> S:
        """The next state. Refusal, naming the rule, when `action` is illegal."""
        ...

    def returns(self, state: S) -> tuple[float, ...]:
        """What each seat made of a finished deal, in `unit`; more is better."""
        ...

    def observe(self, state: S, seat: int) -> Observation:
        """All that `seat` may know."""
        ...

    def determinize(self, observation: Observation, rng: Random) -> S:
        """A state drawn uniformly from those that give this observation. Refusal when there is none.

        What stands in `legal` follows from the rest and need not fit.
        """
        ...

    def opening(self) -> Standing:
        """The standing before the first deal."""
        ...

    def carry(self, standing: Standing, state: S) -> Standing:
        """The standing after a finished deal."""
        ...

    def face(self, card: Card) -> str:
        """The card in ASCII: `10h`."""
        ...

    def card(self, text: str) -> Card:
        """The card that `text` names (case and suit signs do not matter). Refusal if none."""
        ...


class Agent(Protocol):
    """A bot. Keeps nothing between calls: the observation holds the history."""

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Ever better answers; the last one counts. The caller limits and cancels."""
        ...


def decide(agent: Agent, observation: Observation, rng: Random, limit: int = 1_000_000) -> Decision:
    """The bot's answer after at most `limit` steps. RuntimeError if it has none."""
    decision = None
    for decision in islice(agent.think(observation, rng), limit):  # noqa: B007 - the last one counts
        pass
    if decision is None:
        raise RuntimeError("the bot gave no decision")
    return decision


# --- text ---------------------------------------------------------------------------------------


def action_text(game: Game[Any], action: Action) -> str:
    """`discard 7h 7d > stack`; `parse_action` reads it back."""
    words = [action.verb, *map(game.face, action.cards)]
    return " ".join([*words, ">", action.to] if action.to else words)


def parse_action(game: Game[Any], text: str) -> Action:
    """The action that `text` spells, legal or not. Refusal when it spells none."""
    left, arrow, to = text.partition(">")
    words = left.split()
    to = to.strip()
    if not words or (arrow and not to) or len(to.split()) > 1:
        raise Refusal(f"{quoted(text)} is no action: it should read like 'discard 7h 7d > stack'")
    return Action(words[0].lower(), tuple(game.card(word) for word in words[1:]), to.lower())


# --- JSON ---------------------------------------------------------------------------------------


def observation_json(game: Game[Any], seen: Observation) -> dict[str, Any]:
    """The observation in plain JSON values, cards by their faces."""
    return {
        "seat": seen.seat,
        "turn": seen.turn,
        "zones": [{"name": z.name, "count": z.count, "cards": [game.face(c) for c in z.cards]} for z in seen.zones],
        "facts": dict(seen.facts),
        "history": [
            {"seat": e.seat, "action": action_text(game, e.action), "gain": [game.face(c) for c in e.gain]}
            for e in seen.history
        ],
        "legal": [action_text(game, a) for a in seen.legal],
        "scores": list(seen.scores),
    }


def observation_from_json(game: Game[Any], data: Any) -> Observation:
    """Inverse of `observation_json`. Refusal when a field is missing or malformed."""
    try:
        return Observation(
            _int(data["seat"]),
            _int(data["turn"]),
            tuple(Zone(str(z["name"]), _int(z["count"]), _cards(game, z["cards"])) for z in _list(data["zones"])),
            _whole(_object(data["facts"])),
            tuple(
                Event(_int(e["seat"]), parse_action(game, e["action"]), _cards(game, e["gain"]))
                for e in _list(data["history"])
            ),
            tuple(parse_action(game, a) for a in _list(data["legal"])),
            tuple(map(_number, _list(data["scores"]))),
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise _malformed("observation", error) from error


def decision_json(game: Game[Any], decision: Decision) -> dict[str, Any]:
    """The decision in plain JSON values."""
    return {
        "action": action_text(game, decision.action),
        "options": [{**option._asdict(), "action": action_text(game, option.action)} for option in decision.options],
        "unit": decision.unit,
        "note": decision.note,
        "beliefs": [{**belief._asdict(), "values": dict(belief.values)} for belief in decision.beliefs],
    }


def decision_from_json(game: Game[Any], data: Any) -> Decision:
    """Inverse of `decision_json`. Refusal when a field is missing or malformed."""
    try:
        return Decision(
            parse_action(game, data["action"]),
            tuple(
                Option(
                    parse_action(game, o["action"]),
                    _number(o["probability"]),
                    None if o["value"] is None else _number(o["value"]),
                    None if o["stderr"] is None else _number(o["stderr"]),
                    None if o["visits"] is None else _int(o["visits"]),
                    str(o["why"]),
                )
                for o in _list(data["options"])
            ),
            str(data["unit"]),
            str(data["note"]),
            tuple(
                Belief(_int(b["seat"]), str(b["about"]), {str(k): _number(v) for k, v in b["values"].items()})
                for b in _list(data["beliefs"])
            ),
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise _malformed("decision", error) from error


def _cards(game: Game[Any], faces: Any) -> tuple[Card, ...]:
    return tuple(game.card(face) for face in _list(faces))


def _int(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{quoted(value)} is no whole number")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not isfinite(value):
        raise TypeError(f"{quoted(value)} is no number")
    return float(value)


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{quoted(value)} is no list")
    return value


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(f"{quoted(value)} is no object")
    return dict(value)


def _whole(value: Any) -> Any:
    """JSON values with whole numbers as such: `0.0`, which is equal to 0, could be no index."""
    if isinstance(value, dict):
        return {key: _whole(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_whole(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _malformed(what: str, error: Exception) -> Refusal:
    if isinstance(error, Refusal):
        return Refusal(f"{what}: {error}")
    if isinstance(error, KeyError):
        return Refusal(f"{what}: the field {error} is missing")
    return Refusal(f"{what}: {error}")
