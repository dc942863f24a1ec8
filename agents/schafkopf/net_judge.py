"""A judge of the review: ppo-lstm on all seats, drawing from its policy, in batches over worlds and actions.

All deals are played on to the next choice of their seats, the network answers for those in the same trick at once, and
so on. What its LSTM makes of the finished tricks is kept: for each deal and seat, since each sees them from its chair.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui import registry
from cardtui.core import Action
from cardtui.games.schafkopf.cards import LONG
from cardtui.games.schafkopf.kernel import IS_OVER, ORDER, PHASE, PLAY, SEAT, apply
from cardtui.games.schafkopf.kernel_cards import CARD
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.rules import SEATS, Schafkopf, State
from cardtui.kernels import borrow, lowest, njit
from cardtui.models import digest, load_arrays
from cardtui.models.nets import Singles, Weights, relu

from ..batching import AS_IT_IS
from .features import ACTIONS, FEATURES, INFO, STEP, choices, code_of, info, steps
from .judges import codes_of_actions, dice_of, pack_all
from .networks import NEEDS, RULES

BOT = "ppo-lstm"
AT_ONCE = 512
"""Maximum number of deals in a batch, for which the LSTM's memory fits in the processor's caches."""


class Deals(NamedTuple):
    """n deals in progress."""

    states: NDArray[np.int64]
    """The kernel states, int64 (n, SIZE)."""
    cards: NDArray[np.int64]
    """The cards in the order played, int64 (n, 32)."""
    players: NDArray[np.int64]
    """The seats that played them, int64 (n, 32)."""
    laid: NDArray[np.int64]
    """How many cards have been played, int64 (n,)."""
    seeds: NDArray[np.uint64]
    """The seeds of the dice, uint64 (n,)."""
    masks: NDArray[np.int64]
    """The actions to choose from as by `features.choices`, int64 (n,); 0 in a finished deal."""


class Memory(NamedTuple):
    """What the LSTM knows of the finished tricks of n deals, as each seat sees them."""

    hidden: Singles
    """The hidden states, float32 (n, SEATS, size)."""
    cell: Singles
    """The cell states, float32 (n, SEATS, size)."""
    known: NDArray[np.int64]
    """How many cards they include, int64 (n,)."""


class CardLstm:
    """One of the network's LSTMs. A step is a card and a seat: one of 128 inputs, whose products are kept."""

    def __init__(self, weights: Weights, name: str) -> None:
        recurrent = weights[f"{name}.weight_hh_l0"]
        self.size = recurrent.shape[1]
        inputs = np.empty((len(LONG), SEATS, STEP), np.float32)
        for card in LONG:
            steps(np.full(SEATS, card), np.arange(SEATS), 0, inputs[card])
        bias = weights[f"{name}.bias_ih_l0"] + weights[f"{name}.bias_hh_l0"]
        fed = inputs.reshape(-1, STEP) @ weights[f"{name}.weight_ih_l0"].T + bias
        # sigmoid(x) = (1 + tanh(x / 2)) / 2: with three of the gates halved, one function serves for all four
        half = np.full(4 * self.size, 0.5, np.float32)
        half[2 * self.size : 3 * self.size] = 1.0
        self.fed: Singles = fed * half
        self.recurrent: Singles = np.ascontiguousarray(recurrent.T * half)

    def advance(self, codes: NDArray[np.int64], hidden: Singles, cell: Singles, *, first: bool = False) -> None:
        """Take one step in place: codes, card × SEATS + seat, int64 (n,); states, float32 (n, size), zeros at first."""
        gates = np.zeros((len(codes), 4 * self.size), np.float32) if first else hidden @ self.recurrent
        step_lstm(gates, self.fed, codes, hidden, cell)

    def zeros(self, number: int) -> Singles:
        """Return states before the first step, float32 (number, size)."""
        return np.zeros((number, self.size), np.float32)


class Nets:
    """The judge."""

    def __init__(self, game: Schafkopf) -> None:
        self.game = game
        folder = registry.weights(registry.bot_entry(game.name, BOT))
        weights, _ = load_arrays(folder, game.name, digest(FEATURES), digest(RULES), NEEDS[BOT])
        self.course, self.trick = CardLstm(weights, "course"), CardLstm(weights, "trick")
        size = self.course.size
        into = weights["body2.weight"].T
        self.joined = [np.ascontiguousarray(into[part * size : part * size + size]) for part in range(3)]
        self.layers = {
            name: (np.ascontiguousarray(weights[f"{name}.weight"].T), weights[f"{name}.bias"])
            for name in ("body1", "body2", "heads.policy1", "heads.policy2")
        }

    def values(
        self, states: Sequence[State], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[list[float]]]:
        """Return the returns of each seat after each action in each state, as `judging.Judge` says."""
        number = max(1, AT_ONCE // len(actions))
        found = list[list[list[float]]]()
        for start in range(0, len(states), number):
            part = slice(start, start + number)
            found += self._values(states[part], actions, seeds[part])
        return found

    def _values(
        self, states: Sequence[State], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[list[float]]]:
        deals, memory = self.begin(states, actions, seeds)
        play_forced(deals)
        while len(live := np.flatnonzero(deals.masks)):
            tricks = deals.laid[live] // SEATS
            live = live[tricks == tricks.min()]  # together through the tricks: larger products are faster
            choose(deals, live, self.logits(deals, memory, live))
        out = np.empty((len(deals.states), SEATS))
        settle(deals, out)
        result: list[list[list[float]]] = out.reshape(len(states), len(actions), SEATS).tolist()
        return result

    def begin(
        self, states: Sequence[State], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> tuple[Deals, Memory]:
        """Return a deal for each action in each state, in this order, after the action."""
        packed = pack_all(self.game, states)
        codes = codes_of_actions(packed, actions).reshape(-1)
        size = self.course.size
        cards, players = np.zeros((2, len(states), len(LONG)), np.int64)
        laid = np.zeros(len(states), np.int64)
        hidden, cell = np.zeros((2, len(states), SEATS, size), np.float32)
        known: tuple[object, list[tuple[int, int]], Singles, Singles] | None = None
        for row, state in enumerate(states):
            if known is None or known[0] is not state.history:
                plays = [(e.action.cards[0], e.seat) for e in state.history if e.action.verb == "play"]
                known = (state.history, plays, *self._course(plays))
            _, plays, hidden[row], cell[row] = known
            laid[row] = len(plays)
            if plays:
                cards[row, : len(plays)], players[row, : len(plays)] = zip(*plays, strict=True)
        times = len(actions)
        deals = Deals(
            packed.repeat(times, 0),
            cards.repeat(times, 0),
            players.repeat(times, 0),
            laid.repeat(times),
            np.array(seeds, np.uint64).repeat(times),
            np.zeros(len(codes), np.int64),
        )
        start_all(deals, codes)
        whole = (laid // SEATS * SEATS).repeat(times)
        memory = Memory(hidden.repeat(times, 0), cell.repeat(times, 0), whole)
        return deals, memory

    def _course(self, plays: Sequence[tuple[int, int]]) -> tuple[Singles, Singles]:
        """Return the LSTM's states after the finished tricks, as each seat sees them: float32 (SEATS, size) each."""
        hidden, cell = self.course.zeros(SEATS), self.course.zeros(SEATS)
        for card, player in plays[: len(plays) // SEATS * SEATS]:
            self.course.advance(card * SEATS + (player - np.arange(SEATS) & 3), hidden, cell)
        return hidden, cell

    def logits(self, deals: Deals, memory: Memory, live: NDArray[np.int64]) -> Singles:
        """Return the network's logits for the seats to act in the deals `live`, int64 (k,): float32 (k, ACTIONS)."""
        seats = deals.states[live, SEAT]
        laid = deals.laid[live]
        self._catch_up(deals, memory, live)
        rows = np.empty((len(live), INFO), np.float32)
        describe(deals, live, rows)
        trick = self._trick(deals, live, seats, laid % SEATS)
        inside = self._dense("body1", rows) @ self.joined[0]
        inside += memory.hidden[live, seats] @ self.joined[1]
        inside += trick @ self.joined[2]
        inside += self.layers["body2"][1]
        np.maximum(inside, 0, out=inside)
        weight, bias = self.layers["heads.policy2"]
        found: Singles = self._dense("heads.policy1", inside) @ weight + bias
        return found

    def _dense(self, name: str, rows: Singles) -> Singles:
        weight, bias = self.layers[name]
        return relu(rows @ weight + bias)

    def _catch_up(self, deals: Deals, memory: Memory, live: NDArray[np.int64]) -> None:
        """Let all seats take in the finished tricks of the deals `live`."""
        behind = live
        while len(behind := behind[memory.known[behind] < deals.laid[behind] // SEATS * SEATS]):
            place = memory.known[behind]
            seen_by = deals.players[behind, place][:, None] - np.arange(SEATS) & 3
            codes = deals.cards[behind, place][:, None] * SEATS + seen_by
            hidden, cell = (states[behind].reshape(-1, self.course.size) for states in (memory.hidden, memory.cell))
            self.course.advance(codes.reshape(-1), hidden, cell)
            memory.hidden[behind] = hidden.reshape(len(behind), SEATS, -1)
            memory.cell[behind] = cell.reshape(len(behind), SEATS, -1)
            memory.known[behind] += 1

    def _trick(
        self, deals: Deals, live: NDArray[np.int64], seats: NDArray[np.int64], lie: NDArray[np.int64]
    ) -> Singles:
        """Return what the LSTM makes of the current trick, float32 (k, size): zeros before a lead."""
        found = self.trick.zeros(len(live))
        cells = self.trick.zeros(len(live))
        for step in range(int(lie.max())):
            some = np.flatnonzero(lie > step)
            at, seat = live[some], seats[some]
            place = deals.laid[at] - lie[some] + step
            codes = deals.cards[at, place] * SEATS + (deals.players[at, place] - seat & 3)
            hidden, cell = found[some], cells[some]
            self.trick.advance(codes, hidden, cell, first=step == 0)
            found[some], cells[some] = hidden, cell
        return found


@borrow
def squash(x: np.float32) -> np.float32:
    """Return tanh(x), by the rational function of the Eigen library: within 1e-6.

    Written so that the compiler can handle eight numbers at once; a plain division would be checked for zero.
    """
    x = np.float32(7.9) if x > np.float32(7.9) else x
    x = np.float32(-7.9) if x < np.float32(-7.9) else x
    y = x * x
    top = np.float32(-2.76076847742355e-16) * y + np.float32(2.00018790482477e-13)
    top = top * y + np.float32(-8.60467152213735e-11)
    top = top * y + np.float32(5.12229709037114e-08)
    top = top * y + np.float32(1.48572235717979e-05)
    top = top * y + np.float32(6.37261928875436e-04)
    top = top * y + np.float32(4.89352455891786e-03)
    low = np.float32(1.19825839466702e-06) * y + np.float32(1.18534705686654e-04)
    low = low * y + np.float32(2.26843463243900e-03)
    low = low * y + np.float32(4.89352518554385e-03)
    found: np.float32 = np.true_divide(x * top, low)
    return found


@borrow
def step_lstm(gates: Singles, fed: Singles, codes: NDArray[np.int64], hidden: Singles, cell: Singles) -> None:
    """Take one step of an LSTM in place, from the products of its hidden states, (n, 4 × size), and the inputs'."""
    size = hidden.shape[1]
    one, half = np.float32(1), np.float32(0.5)
    for row in range(len(codes)):
        gate, more, kept, shown = gates[row], fed[codes[row]], cell[row], hidden[row]
        for place in range(len(gate)):
            gate[place] = squash(gate[place] + more[place])
        take, forget, new, out = gate[:size], gate[size : 2 * size], gate[2 * size : 3 * size], gate[3 * size :]
        for place in range(size):
            kept[place] = half * ((one + forget[place]) * kept[place] + (one + take[place]) * new[place])
            shown[place] = half * (one + out[place]) * squash(kept[place])


@borrow
def act(deals: Deals, row: int, code: int) -> None:
    """Play the action of a kernel's code in a deal, and note it if it is a card."""
    state = deals.states[row]
    if code >= PLAY:
        deals.cards[row, deals.laid[row]] = CARD[state[ORDER], code - PLAY]
        deals.players[row, deals.laid[row]] = state[SEAT]
        deals.laid[row] += 1
    apply(state, code)


@borrow
def to_choice(deals: Deals, row: int) -> None:
    """Play on in a deal as long as there is nothing to choose."""
    state = deals.states[row]
    while state[PHASE] != IS_OVER:
        actions = choices(state)
        if actions & (actions - 1):
            deals.masks[row] = actions
            return
        act(deals, row, code_of(state, lowest(actions)))
    deals.masks[row] = 0


@njit
def start_all(deals: Deals, codes: NDArray[np.int64]) -> None:
    """Play an action in each deal: the kernel's codes or AS_IT_IS, int64 (n,)."""
    for row in range(len(codes)):
        if codes[row] != AS_IT_IS:
            act(deals, row, codes[row])


@njit
def play_forced(deals: Deals) -> None:
    """Play on in all deals to their first choices."""
    for row in range(len(deals.states)):
        to_choice(deals, row)


@njit
def describe(deals: Deals, live: NDArray[np.int64], rows: Singles) -> None:
    """Write the network's inputs apart from the sequences to `rows`, float32 (k, INFO)."""
    for place in range(len(live)):
        state = deals.states[live[place]]
        info(state, state[SEAT], rows[place])


@njit
def choose(deals: Deals, live: NDArray[np.int64], logits: Singles) -> None:
    """Draw an action in each live deal by softmax of its logits, float32 (k, ACTIONS), and go on to the next choice."""
    shares = np.empty(ACTIONS)
    for place in range(len(live)):
        row, actions = live[place], deals.masks[live[place]]
        most, total = -np.inf, 0.0
        while actions:
            most = max(most, np.float64(logits[place, lowest(actions)]))
            actions &= actions - 1
        actions = deals.masks[row]
        while actions:
            action = lowest(actions)
            shares[action] = np.exp(logits[place, action] - most)
            total += shares[action]
            actions &= actions - 1
        state = deals.states[row]
        left = np.float64(dice_of(state, deals.seeds[row]) >> np.uint64(11)) * 2.0**-53 * total
        actions = deals.masks[row]
        action = lowest(actions)
        while actions:
            action = lowest(actions)
            left -= shares[action]
            if left < 0:
                break
            actions &= actions - 1
        act(deals, row, code_of(state, action))
        to_choice(deals, row)


@njit
def settle(deals: Deals, out: NDArray[np.float64]) -> None:
    """Write the returns of the finished deals to `out`, float64 (n, SEATS)."""
    for row in range(len(deals.states)):
        returns(deals.states[row], out[row])
