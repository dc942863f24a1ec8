"""What the review must know of Yaniv: who judges, worlds drawn quickly, and equal cards. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ...core import Action, Card, Game, Observation
from ...entries.judging import JudgeEntry, Judging, Worlds
from .cards import NUMBER
from .rules import YANIV, State, Yaniv
from .rulesets import OPTIONS, RULE_SETS
from .worlds import chances, draw_world, plan

LEARNED = ("jokers", "faces", "take", "call", "scoring", "assaf")
"""The options that change a deal: yaniv-td judges only where they are as in one of the named rule sets."""
POINTS = 25.0
"""How many points count as much as a lost deal does where only deals count; set by hand."""

FAIR = {2: -5.6, 3: -6.9, 4: -7.6, 5: -8.9, 6: -9.5}
"""The mean points of a seat under `club`, by the number of seats: 6,000 deals of the reference judge, ± 0.13."""


def worlds(game: Yaniv, seen: Observation, number: int, rng: Random) -> Worlds:
    """Return worlds drawn uniformly."""
    common, facts = plan(game.deck, game.seats, seen), seen.facts
    pile, buried = seen.zone("pile").cards, seen.zone("buried").cards
    states = []
    for _ in range(number):
        hands, known, stack, reshuffles, views = draw_world(common, seen, rng)
        key, first = rng.getrandbits(64), facts["first"]
        states.append(
            State(hands, known, stack, pile, buried, seen.seat, seen.turn, reshuffles, views, key, first, seen.scores)
        )
    return Worlds(tuple(states), (1.0,) * number)


def kind(game: Yaniv, seen: Observation) -> str:
    """Return "call" if Yaniv may be called, "take" if only the take is to be chosen, else "discard"."""
    if YANIV in seen.legal:
        return "call"
    return "discard" if len({action.cards for action in seen.legal}) > 1 else "take"


def phase(game: Yaniv, seen: Observation) -> str:
    """Return the round in which a decision falls."""
    rounds = seen.turn // game.seats
    return "rounds 1-2" if rounds < 2 else "rounds 3-5" if rounds < 5 else "later rounds"


def alike(game: Yaniv, seen: Observation) -> Mapping[Action, Action]:
    """Return, for each action, the first one that differs from it only in suits that no run can use any more.

    A card's suit counts only if at least one run with this card has none of its cards buried. With jokers, which fill
    gaps, every suit counts.
    """
    buried, first = set(seen.zone("buried").cards), dict[tuple[object, ...], Action]()

    def name(card: Card) -> tuple[int, int]:
        return (NUMBER[card], -1 if not game.options["jokers"] and not _runs(card, buried) else card)

    return {
        action: first.setdefault((*map(name, action.cards), action.verb, action.to), action) for action in seen.legal
    }


def _runs(card: Card, gone: set[Card]) -> bool:
    """Return whether a run of three with this card is still possible: none of its cards is in `gone`."""
    suit, row = card % 4, card // 4
    return any(
        not {4 * place + suit for place in range(low, low + 3)} & gone
        for low in range(max(row - 2, 0), min(row, 10) + 1)
    )


def stake(game: Yaniv, seen: Observation) -> float:
    """Return 1 if deals are counted, or POINTS if points are."""
    return POINTS if game.points else 1.0


def redrawn(game: Yaniv, state: State, rng: Random) -> State:
    """Return the state with its stack, and all later ones, in another random order."""
    rolled = rng.random
    return state._replace(stack=tuple(sorted(state.stack, key=lambda card: rolled())), key=rng.getrandbits(64))


def fair(game: Yaniv, seat: int) -> float:
    """Return a seat's mean result before the deal: its share of the win, or its points, 0 if they are not known."""
    if not game.points:
        return 1.0 / game.seats
    return FAIR[game.seats] if learned(game) else 0.0


def learned(game: Game[Any]) -> bool:
    """Return whether yaniv-td has learned these rules."""
    options = getattr(game, "options", {})
    named = ({key: rules.get(key, OPTIONS[key].default) for key in LEARNED} for rules in RULE_SETS.values())
    return {key: options[key] for key in LEARNED} in named


JUDGING = Judging(
    judges=(
        JudgeEntry(
            "td",
            "cardtui.agents.yaniv.judges:Learned",
            "yaniv-td's values on all seats, each sees its own hand",
            screens=100,
            proves=3200,
            rules=learned,
            bot="yaniv-td",
        ),
        JudgeEntry(
            "greedy",
            "cardtui.agents.yaniv.judges:Simple",
            "greedy on most seats and semirandom on some, each sees its own hand",
            screens=100,
            proves=3200,
            bot="greedy",
        ),
    ),
    marks=(0.02, 0.05, 0.10),
    worlds=worlds,
    chances=chances,
    kind=kind,
    kinds={"call": "to call or not", "take": "pile or stack"},
    phase=phase,
    alike=alike,
    stake=stake,
    tested=("greedy", "random", "semirandom", "harel", "harel-best", "yaniv-td:rollouts=0"),
    fair=fair,
    redrawn=redrawn,
    adjusts="greedy",
    trials={"order": 80, "planted": 100, "coverage": 50, "innocent": 1380, "true": 80},
)
