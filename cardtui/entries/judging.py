"""What a game declares for the review: its judges, the worlds that fit an observation, kinds of decisions, marks.

Every part has a default that works for any game. Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from random import Random
from typing import Any, NamedTuple, Protocol

from ..core import Action, Card, Game, Observation, bounds


class Worlds(NamedTuple):
    """States that fit an observation, and how likely each is.

    They are in no order, unless they are all: a review takes the first ones, or every other one, for a sample of them.
    """

    states: tuple[Any, ...]
    weights: tuple[float, ...]
    """Relative weights, none of them negative, some positive."""
    whole: bool = False
    """Whether these are all states that fit, so that no luck of the draw is left."""


class Judge(Protocol):
    """Says what actions lead to in given worlds, for example by playing on."""

    def values(
        self, states: Sequence[Any], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> Sequence[Sequence[Sequence[float]]]:
        """Return the returns of each seat after each action in each state: [state][action][seat].

        `seeds` has one seed for each state, so that all actions meet the same dice there. None as an action stands for
        the state as it is, played on by the judge itself.
        """
        ...


class JudgeEntry(NamedTuple):
    """One judge. `target` is a class called with the game, or its name "module:name"; its instances are `Judge`s."""

    name: str
    target: str | Callable[..., Judge]
    summary: str
    """Who plays on and what they see, as people read it: "ppo-lstm on all seats, each sees its own hand"."""
    screens: int = 100
    """Number of worlds in which all actions are compared."""
    proves: int = 800
    """Maximum number of worlds in which a mistake is proved."""
    sees_all_hands: bool = False
    """Whether it knows in each world what no player could know. Such a judge never proves a mistake alone."""
    exact: bool = False
    """Whether its values do not depend on the dice."""
    kinds: tuple[str, ...] = ()
    """The kinds of decisions that it can judge; () for all."""
    rules: Callable[[Game[Any]], bool] = lambda game: True
    """Whether it can judge under these rules."""
    bot: str = ""
    """The bot that it plays as, or whose weights it uses, and with which it is likely to agree; "" for none."""
    estimates: bool = False
    """Whether its values are estimates instead of results: means over what may still come. They do not show how often a
    deal ends in which way, and hide no rare result."""


def worlds(game: Game[Any], seen: Observation, number: int, rng: Random) -> Worlds:
    """Return worlds drawn uniformly from those that fit the observation."""
    return Worlds(tuple(game.determinize(seen, rng) for _ in range(number)), (1.0,) * number)


def chances(game: Game[Any], seen: Observation) -> Mapping[int, Mapping[Card, float]]:
    """Return, for each other seat, the chances that it holds cards, if all deals that fit are equally likely.

    Only what is known exactly: 0 is impossible, 1 is proved. This default knows the cards that were seen in a hand.
    """
    hands = {int(zone.name.removeprefix("hand ")): zone.cards for zone in seen.hands if zone.name != "hand"}
    return {seat: dict.fromkeys(cards, 1.0) for seat, cards in hands.items()}


def kind(game: Game[Any], seen: Observation) -> str:
    """Return the kind of a decision: the first word of its first action."""
    return seen.legal[0].verb


def phase(game: Game[Any], seen: Observation) -> str:
    """Return the phase of the deal in which a decision falls."""
    return "early" if seen.turn < 10 else "late"


def alike(game: Game[Any], seen: Observation) -> Mapping[Action, Action]:
    """Return for each legal action the first one that it is equal to: their results cannot differ."""
    return {action: action for action in seen.legal}


def stake(game: Game[Any], seen: Observation) -> float:
    """Return the factor by which the results of this deal are multiplied."""
    return 1.0


def swing(game: Game[Any], seen: Observation) -> float:
    """Return the most that one action can bring more than another; 0 if that is not known."""
    low, high = bounds(game)
    return high - low if isfinite(high - low) else 0.0


def redrawn(game: Game[Any], state: Any, rng: Random) -> Any:
    """Return the state with the cards that are yet to be drawn in another order, all orders equally likely.

    Only cards that nobody has seen change places. By default the state itself: no card is drawn after the deal.
    """
    return state


def fair(game: Game[Any], seat: int) -> float:
    """Return what a deal is worth to a seat before it is dealt."""
    return (game.total or 0.0) / game.seats


@dataclass(frozen=True)
class Judging:
    """What a game declares for the review. The functions may be given as "module:name", to be imported when needed."""

    judges: tuple[JudgeEntry, ...] = ()
    """The judges, the reference first: the one whose values split a result into luck and play. If there are none
    for the rules, the first of the game's bots plays on for all seats."""
    marks: tuple[float, float, float] = (0.05, 0.1, 0.25)
    """The smallest losses, in the game's unit at a stake of one, that are marked "?!", "?" and "??"."""
    swing: str | Callable[[Any, Observation], float] = swing
    """The most that one action can bring more than another, in the game's unit; by default the distance between the
    game's `bounds`. No interval goes beyond it, and it limits how far a difference may be off that was the same in all
    worlds drawn; 0 if it is unknown, which sets no limit."""
    worlds: str | Callable[[Any, Observation, int, Random], Worlds] = worlds
    how_worlds: str = "all that fit, equally likely"
    """How the worlds are drawn, as people read it."""
    chances: str | Callable[[Any, Observation], Mapping[int, Mapping[Card, float]]] = chances
    kind: str | Callable[[Any, Observation], str] = kind
    kinds: Mapping[str, str] = field(default_factory=dict)
    """The names of the kinds as people read them, where they differ."""
    phase: str | Callable[[Any, Observation], str] = phase
    alike: str | Callable[[Any, Observation], Mapping[Action, Action]] = alike
    stake: str | Callable[[Any, Observation], float] = stake
    fair: str | Callable[[Any, int], float] = fair
    """What a deal is worth to a seat before it is dealt: the mean of the reference judge's values of new deals."""
    redrawn: str | Callable[[Any, Any, Random], Any] = redrawn
    adjusts: str = ""
    """The judge by which the arena takes luck off its results, where the reference is slow; "" for the reference."""
    tested: tuple[str, ...] = ()
    """Fast bots of different strength, which test the judges in `cardtui reproduce review`. The first also sits on all
    other seats."""
    trials: Mapping[str, int] = field(default_factory=dict)
    """By check of `cardtui reproduce review`: the number of deals, where it is not the usual one."""

    def kind_name(self, kind: str) -> str:
        """Return the name of a kind of decisions as people read it."""
        return self.kinds.get(kind, kind)
