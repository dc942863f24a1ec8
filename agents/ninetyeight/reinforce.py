"""The notebook's REINFORCE network, original and corrected: one forward pass per decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Card, Decision, Observation, Option, Refusal, quoted
from cardtui.games.ninetyeight.kernel import decode, pack
from cardtui.games.ninetyeight.rules import HAND, STACKS, NinetyEight, tops
from cardtui.models import CARD, digest, load_arrays, load_card
from cardtui.models.nets import mlp, mlp_arrays, relu, softmax

from .features import COLUMNS, DRAWN, FEATURES, KINDS, OUTPUTS, ROWS, code_of, encode_inputs
from .heuristics import why

RULES = "98 paper"
_NOTEBOOK = (48, 96, 192, 96, OUTPUTS)
WIDTHS = (_NOTEBOOK, _NOTEBOOK, (32, 32, 1))
"""The layer sizes, by kind of input."""
CARD_FIELDS = {"inputs": str, "tanh": bool}
"""The fields that its card must have besides those of every card."""
NONE = 1e-4
"""The notebook's epsilon: legal outputs up to this value are treated as missing."""


class Reinforce:
    """Plays the legal action with the highest output of its network (see `preferred` for the notebook's own choice).

    `folder` contains its weights. Raises Refusal if they are not for this bot.
    """

    def __init__(self, game: NinetyEight, folder: Path) -> None:
        card = load_card(folder, CARD_FIELDS, game.name)
        if card["inputs"] not in KINDS:
            raise Refusal(f"{folder / CARD}: inputs is one of {', '.join(KINDS)}, not {quoted(card['inputs'])}")
        self.kind = KINDS.index(card["inputs"])
        needs = mlp_arrays(layers(self.kind), (COLUMNS[self.kind], *WIDTHS[self.kind]))
        self.arrays, _ = load_arrays(folder, "98", digest(FEATURES), digest(RULES), needs)
        self.game = game
        self.notebook: bool = card["tanh"]
        state = game.start(game.deal(Random(0)))  # compile, or load the compiled kernels, before the first decision
        next(self.think(game.observe(state, 0), Random(0)))

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision with each option's probability in a softmax over the legal outputs.

        The notebook's softmax is over 10¹¹ times the outputs, so the played action gets the whole probability.
        """
        state = pack(self.game, self.game.determinize(observation, rng))
        hand = drawn(observation) if DRAWN[self.kind] else observation.zones[0].cards
        slots, seen = np.zeros(HAND, np.int64), np.zeros((1, ROWS[self.kind] * COLUMNS[self.kind]), np.float32)
        slots[: len(hand)] = hand
        encode_inputs(state, slots, self.kind, seen[0])
        raw = network(seen, self.arrays, self.kind)[0]
        outputs = {decode(code_of(slots, place)): place for place in range(OUTPUTS) if slots[place % HAND]}
        legal = np.zeros(OUTPUTS, bool)
        legal[[outputs[action] for action in observation.legal]] = True
        logits = np.tanh(raw) if self.notebook else raw
        best = preferred(logits, legal) if self.notebook else int(np.where(legal, logits, -np.inf).argmax())
        shares = np.eye(OUTPUTS)[best] if self.notebook else softmax(logits.astype(np.float64), legal)
        above = tops(tuple([zone.cards for zone in observation.zones[1 : 1 + len(STACKS)]]))
        options = [
            Option(action, float(shares[outputs[action]]), why=why(action, above)) for action in observation.legal
        ]
        yield Decision(decode(code_of(slots, best)), tuple(options), "probability")


def layers(kind: int) -> list[str]:
    """Return the names of the layers: their indices in the trainer's Sequential, which has a ReLU between them."""
    return [str(2 * layer) for layer in range(len(WIDTHS[kind]))]


def network(seen: NDArray[np.float32], arrays: Mapping[str, NDArray[np.float32]], kind: int) -> NDArray[np.float32]:
    """Return the outputs before tanh, float32 (positions, OUTPUTS), for inputs (positions, ROWS * COLUMNS)."""
    raw: NDArray[np.float32] = mlp(seen.reshape(-1, COLUMNS[kind]), arrays, layers(kind), relu)
    return raw.reshape(len(seen), OUTPUTS)


def drawn(observation: Observation) -> list[Card]:
    """Return the hand in the order drawn; other cards, dealt or set up by hand, in a fixed arbitrary order.

    The network was trained on hands in the order dealt and drawn, but an observation lists them ascending.
    """
    gained = [card for event in observation.history for card in event.gain]
    held = sorted(observation.zones[0].cards, key=lambda card: card * 41 % 101)
    return [card for card in held if card not in gained] + [card for card in gained if card in held]


def preferred(outputs: NDArray[np.float32], legal: NDArray[np.bool_]) -> int:
    """Return the output that the notebook's program plays.

    Its softmax over 10¹¹ times the outputs amounts to the highest legal one. If no legal output is above NONE, the
    program flips their signs, and so plays the lowest.
    """
    masked = np.where(legal, outputs, -np.inf)
    return int(masked.argmax() if masked.max() > NONE else np.where(legal, outputs, np.inf).argmin())
