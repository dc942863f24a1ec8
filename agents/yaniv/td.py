"""yaniv-td: a linear value function of after-states, trained by temporal differences; uses only the seat's information.

The value of an action is the probability of winning the deal after it (or a function of the points it costs): the
logistic function of a sum of weights, looked up by what the seat keeps, leaves to the next seat and knows of the
others. Whether to call depends on beliefs about the others' scores, which are also sums of weights, trained on revealed
hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Action, Belief, Decision, Event, Observation, Option
from cardtui.games.yaniv.cards import FACES
from cardtui.games.yaniv.q_table import SLOTS, STATES
from cardtui.games.yaniv.rules import YANIV, Yaniv
from cardtui.models import digest, load_arrays
from cardtui.models.arrays import Array
from cardtui.text.formatting import counted

from . import td_features as td
from .move_memory import MEMORY, number_of, remember

FEATURES = f"{td.FEATURES_ID}: {td.WEIGHTS} values, {td.BELIEFS} x {td.COLUMNS} beliefs"
RULES = "yaniv paper and club"
SCALE = 1e6
"""Upper bound of the scale of the stored weights, so that sums of them stay finite."""
AGAINST = "values against players as in its training, most of them weaker"
"""Whom its values are about: against equals a deal is worth less, see the known limits in `docs/results/yaniv.md`."""
NEEDS = {"policies": Array((2, STATES), "int8", 0, SLOTS - 1)} | {
    name: need
    for scoring in ("wins", "points")
    for part, size in (("values", td.WEIGHTS), ("beliefs", td.BELIEFS * td.COLUMNS))
    for name, need in (
        (f"{scoring}_{part}", Array((size,), "int16")),
        (f"{scoring}_{part}_scale", Array((), low=-SCALE, high=SCALE)),
    )
}


class AfterStateTD:
    """Plays the after-state with the highest value. `folder` contains its weights, one set for each way of scoring.

    `rollouts` is the number of worlds in which the best few actions are played on before it answers; 0 needs no numba.
    """

    def __init__(self, game: Yaniv, folder: Path, rollouts: int = 0) -> None:
        arrays, _ = load_arrays(folder, "yaniv", digest(FEATURES), digest(RULES), NEEDS)
        name = "points" if game.points else "wins"
        self.values = _weights(arrays, f"{name}_values")
        self.beliefs = _weights(arrays, f"{name}_beliefs")
        self.game = game
        self.search = None
        if rollouts:
            from .search import Search  # the table alone does without numba

            self.search = Search(game, self.values, self.beliefs, arrays["policies"], rollouts, self.shown)

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield a decision by the table's values; then, with rollouts, improving estimates for the best actions."""
        game = self.game
        memory = memories(game, observation.history)
        inputs = encode_inputs(game, observation, memory)
        beliefs = believe(inputs, self.beliefs)
        td.fill_shared_features(inputs, beliefs)
        legal = observation.legal
        worth = [self.evaluate(inputs, beliefs, observation, action) for action in legal]
        best = max(range(len(legal)), key=lambda place: worth[place])
        options = tuple(
            [
                Option(action, 1.0 if place == best else 0.0, self.shown(value), why=self.why(observation, action))
                for place, (action, value) in enumerate(zip(legal, worth, strict=True))
            ]
        )
        unit = "expected points" if game.points else "win probability"
        first = Decision(legal[best], options, unit, AGAINST, believed(game, observation, beliefs))
        yield first
        if self.search:
            yield from self.search.refine(observation, first, worth, beliefs, pack_memories(memory), rng)

    def evaluate(self, inputs: list[int], beliefs: list[float], seen: Observation, action: Action) -> float:
        """Return the value of an action, from 0 to 1."""
        if action == YANIV:
            return td.call_value(inputs, beliefs, self.game.score(seen.zones[seen.seat].cards))
        kept, pending, end_a, end_b = after_state(self.game, seen, action)
        places = [0] * td.FEATURES
        td.after_state_features(inputs, kept, len(kept), pending, end_a, end_b, places)
        total = 0.0
        for place in places:
            total += self.values[place]
        return td.logistic(total)

    def shown(self, value: float) -> float:
        """Convert a value from 0 to 1 into the unit of the decision."""
        return td.WORTH * (value - 1.0) if self.game.points else value

    def why(self, seen: Observation, action: Action) -> str:
        """Return a short explanation of the action."""
        if action == YANIV:
            return f"calls with {self.game.score(seen.zones[seen.seat].cards)}"
        kept, pending, end_a, end_b = after_state(self.game, seen, action)
        ends = " or ".join(dict.fromkeys(_face(end) for end in (end_a, end_b) if end >= 0))
        draw = " and draws" if pending else ""
        cards = f"{counted(len(kept), 'card')} counting {self.game.score(kept)}" if kept else "nothing"
        return f"keeps {cards}{draw}; the next may take {ends}"


def believed(game: Yaniv, seen: Observation, beliefs: list[float]) -> tuple[Belief, ...]:
    """Return what is believed of each other seat's score, and whether it may call. beliefs: see `believe`."""
    return tuple(
        [
            Belief(
                (seen.seat + 1 + opponent) % game.seats,
                "score",
                {
                    "mean": max(0.0, beliefs[opponent * td.COLUMNS + td.THRESHOLDS]),
                    "p_call": td.at_most(beliefs, opponent, game.call),
                },
            )
            for opponent in range(game.seats - 1)
        ]
    )


def after_state(game: Yaniv, seen: Observation, action: Action) -> tuple[list[int], int, int, int]:
    """Return the after-state of a discard: cards kept, cards to come, and the ends a and b of the pile.

    The cards are ascending; one card is to come (1) if it is taken from the stack; b is -1 if there is only one end.
    """
    _, laid, to = action
    kept = [card for card in seen.zones[seen.seat].cards if card not in laid]
    if to != "stack":
        top = seen.zones[game.seats].cards
        kept.append(top[0] if to == "a" and game.ends else top[-1])
        kept.sort()
    if game.ends and len(laid) > 1:
        return kept, int(to == "stack"), laid[0], laid[-1]
    return kept, int(to == "stack"), laid[-1], -1


def encode_inputs(game: Yaniv, seen: Observation, memory: list[list[int]]) -> list[int]:
    """Return the inputs (see td_features) of the observing seat without the SHARED_FEATURES.

    `memory` is the result of `memories`.
    """
    seats, me = game.seats, seen.seat
    inputs = [0] * td.INPUTS
    inputs[: td.SIZE] = (
        seats, seen.turn, game.call, game.options["faces"] == "ten", game.points, int(game.options["assaf"])
    )  # fmt: skip
    hand = seen.zones[me].cards
    inputs[td.SIZE] = len(hand)
    inputs[td.CARDS : td.CARDS + len(hand)] = hand
    hidden = set(game.deck).difference(hand, seen.zones[seats].cards, seen.zones[seats + 1].cards)
    for opponent in range(seats - 1):
        seat = (me + 1 + opponent) % seats
        known = sorted(seen.zones[seat].cards)
        hidden.difference_update(known)
        at = td.OPPONENTS + opponent * td.ROW
        inputs[at + td.COUNT], inputs[at + td.KNOWN] = seen.zones[seat].count, len(known)
        inputs[at + td.KNOWN_CARDS : at + td.KNOWN_CARDS + len(known)] = known
        inputs[at + td.TRACK : at + td.TRACK + MEMORY] = memory[seat]
    for card in seen.zones[(me + 1) % seats].cards:
        inputs[td.NEXT_HOLDS + card] = 1
        inputs[td.NEXT_HOLDS_BY_NUMBER + number_of(card)] += 1
    for card in hidden:
        inputs[td.UNSEEN + card] = 1
        inputs[td.UNSEEN_BY_NUMBER + number_of(card)] += 1
    return inputs


def memories(game: Yaniv, history: Sequence[Event]) -> list[list[int]]:
    """Return what is remembered of each seat (see `move_memory.remember`), from a history as seen by any seat."""
    memory = [[0] * MEMORY for _ in range(game.seats)]
    known: list[list[int]] = [[] for _ in range(game.seats)]
    top: tuple[int, ...] = ()
    for seat, action, gain in history:
        if action.verb == "discard":
            laid, taken = action.cards, gain[0] if action.to != "stack" else -1
            end = top[0] if game.ends else top[-1]
            remember(memory[seat], 0, laid, len(laid), taken, end, known[seat], len(known[seat]))
            known[seat] = [card for card in known[seat] if card not in laid]
            if taken >= 0:
                known[seat].append(taken)
        if action.cards:
            top = action.cards
    return memory


def pack_memories(memory: list[list[int]]) -> NDArray[np.int64]:
    """Return what is remembered of each seat, as `memories` returns it, in kernel form: int64 (6 * MEMORY,)."""
    packed = np.zeros(6 * MEMORY, np.int64)
    packed[: len(memory) * MEMORY] = np.concatenate(memory)
    return packed


def believe(inputs: list[int], weights: memoryview) -> list[float]:
    """Return the log-odds and means of all opponents' scores, COLUMNS for each opponent."""
    beliefs = [0.0] * (5 * td.COLUMNS)
    rows = [0] * td.BELIEF_ROWS
    td.fill_unseen_stats(inputs)
    for opponent in range(inputs[td.SEATS] - 1):
        td.opponent_rows(inputs, opponent, rows)
        for column in range(td.COLUMNS):
            total = 0.0
            for row in rows:
                total += weights[row * td.COLUMNS + column]
            beliefs[opponent * td.COLUMNS + column] = total
    return beliefs


def _weights(arrays: Mapping[str, NDArray[Any]], name: str) -> memoryview:
    """Return float32 weights, which are stored as int16 with one scale."""
    return memoryview(arrays[name].astype("float32") * arrays[f"{name}_scale"])


def _face(card: int) -> str:
    return "joker" if card >= 52 else FACES[card // 4]
