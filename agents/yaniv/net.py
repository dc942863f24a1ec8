"""yaniv-net: a network's values of after-states, for all rules and any number of seats.

If a match has a limit, it plays for the match: the value of an action is the chance to win it. So it knows what a total
of 45 is worth when 50 is halved, and who must not win a deal. The beliefs about other hands that it shows are those of
yaniv-td; it does not use them to play.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from cardtui import registry
from cardtui.core import Action, Decision, Observation, Option
from cardtui.games.yaniv.kernel import SEAT, SEATS, encode, view
from cardtui.games.yaniv.rules import YANIV, Yaniv
from cardtui.kernels import njit
from cardtui.models import digest, load_arrays
from cardtui.text.formatting import counted

from ..net_kernel import Weights
from .net_values import FEATURES, GAIN, NEEDS, RULES, SPAN, Scratch, chance, decide, kernel_form, new_scratch
from .standing import LIMIT, OPENER, TOTALS, Doubles, Ints, standing_of
from .td import AfterStateTD, after_state, believe, believed, encode_inputs, memories, pack_memories

BELIEVER = "yaniv-td"
"""The bot whose beliefs about the other hands are shown."""


class MatchValues:
    """Plays the action with the highest value. `folder` contains its weights.

    Raises Refusal if the weights are not for this bot.
    """

    def __init__(self, game: Yaniv, folder: Path) -> None:
        arrays, card = load_arrays(folder, "yaniv", digest(FEATURES), digest(RULES), NEEDS)
        self.game = game
        self.values, self.match = kernel_form(arrays, "values"), kernel_form(arrays, "match")
        self.scratch = new_scratch(self.values, self.match)
        self.limited = game.points and int(game.options["limit"]) > 0
        self.note = f"{card['games']:,} deals · the others' scores as {BELIEVER} believes"
        self.beliefs = AfterStateTD(game, registry.weights(registry.bot_entry(game.name, BELIEVER))).beliefs
        state = game.start(game.deal(Random(0)))
        for _ in self.think(game.observe(state, state.first), Random(0)):
            pass  # compile the kernels

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision with the value of each action."""
        memory = memories(self.game, observation.history)
        found, before = self.valued(observation, memory)
        legal = observation.legal
        worth = [self.shown(found[encode(action)], before) for action in legal]
        best = max(range(len(legal)), key=lambda place: found[encode(legal[place])])
        options = tuple(
            [
                Option(action, float(place == best), value, why=self.why(observation, action))
                for place, (action, value) in enumerate(zip(legal, worth, strict=True))
            ]
        )
        others = believe(encode_inputs(self.game, observation, memory), self.beliefs)
        yield Decision(legal[best], options, self.unit, self.note, believed(self.game, observation, others))

    @property
    def unit(self) -> str:
        """What the values count."""
        if not self.game.points:
            return "win probability"
        return "match win probability" if self.limited else "expected points less the others'"

    def valued(self, seen: Observation, memory: list[list[int]]) -> tuple[dict[int, float], float]:
        """Return the network's value of each action by its code, and the chance to win the match before this deal.

        memory: as returned by `td.memories`.
        """
        game = self.game
        standing = standing_of(game)
        standing[OPENER], standing[TOTALS : TOTALS + game.seats] = seen.facts["first"], seen.scores
        remembered = pack_memories(memory)
        actions, before = ask(view(game, seen), remembered, standing, self.values, self.match, self.scratch)
        codes, values = self.scratch.codes[:actions].tolist(), self.scratch.values[:actions].tolist()
        return dict(zip(codes, values, strict=True)), before

    def shown(self, value: float, before: float) -> float:
        """Convert a value of the network into the unit of the decision."""
        if not self.game.points:
            return min(max(value + 1.0 / self.game.seats, 0.0), 1.0)
        return min(max(before + value / GAIN, 0.0), 1.0) if self.limited else value * SPAN / GAIN

    def why(self, seen: Observation, action: Action) -> str:
        """Return a short explanation of the action."""
        if action == YANIV:
            return f"calls with {self.game.score(seen.zones[seen.seat].cards)}"
        kept, pending, *_ = after_state(self.game, seen, action)
        return f"keeps {counted(self.game.score(kept), 'point')}{' and draws' if pending else ''}"


@njit
def ask(
    state: Ints, memory: Ints, standing: Doubles, values: Weights, match: Weights, scratch: Scratch
) -> tuple[int, float]:
    """Return the number of legal actions, which `decide` writes to `scratch`, and the chance before the deal."""
    before = 0.0
    if standing[LIMIT] > 0:
        before = chance(standing, state[SEATS], state[SEAT], match, scratch)
    return decide(state, memory, standing, values, scratch), before
