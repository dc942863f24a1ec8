"""Schafkopf: compiled games beside the readable rules, the exact solver by cards left, PIMC's time for a decision, and
what bots do: how often they say contra in vain, how well they know where the cards lie."""

from __future__ import annotations

import time
from random import Random
from statistics import median
from typing import Any

from .. import registry
from ..core import Action, decide
from ..games.schafkopf.cards import ACES, EICHEL_OBER, RANK, RUF, SOLO, TRUMP, WENZ, Contract
from ..games.schafkopf.rules import Schafkopf, State
from ..intervals import estimate
from .common import RUNS, SEED, Figure, figure, turns

GAME = "schafkopf"
KERNEL_GAMES, READABLE_GAMES = 200_000, 300
SOLVER_DEALS = 100
LEFT = (8, 7, 6, 5, 4)
"""Cards in hand at which the solver is asked."""
BUDGET = 1 << 40
PIMC = "pimc:deals=10,simulations=40"
THINKING_DEALS = 25
THINKERS = ("rule-based", "ppo-linear", "ppo-lstm", PIMC, PIMC.replace("pimc", "hp-pimc"), "calibrated-solver")
DOUBLERS = {"rule-based": 4000, PIMC: 1000, "pimc-solver": 1000, "calibrated-solver:deals=20": 2000}
"""So many deals of each; what is counted is rare."""
BELIEF_DEALS = 100
BELIEVERS = (PIMC, "pimc-solver", PIMC.replace("pimc", "hp-pimc"))
DOUBT = 0.01
"""How much of a belief counts as no opinion: who deals ten times believes a tenth at least, or nothing."""
KINDS = {"solo": SOLO, "wenz": WENZ, "sauspiel": RUF}


def kernel() -> list[Figure]:
    """Random full games, with bids, doubling and settlement, beside the readable rules."""
    from ..games.schafkopf.kernel import rules_of
    from ..games.schafkopf.kernel_play import random_games
    from ..kernels import random_state

    figures = []
    for rules in registry.rule_sets(GAME)[1]:
        game = Schafkopf(rules)
        options, rng = rules_of(game), random_state(SEED)
        random_games(10, options, rng)  # compiles
        times = []
        for _ in range(RUNS):
            began = time.process_time()
            random_games(KERNEL_GAMES, options, rng)
            times.append(time.process_time() - began)
        fast, slow = KERNEL_GAMES / min(times), _readable(game)
        conditions = f"random full games under {rules}, one core, best of {RUNS} runs of {KERNEL_GAMES} games"
        against = f"the readable rules: {slow:.0f} games/s"
        figures.append(figure("kernel", fast, "games/s", against, fast / slow, conditions, GAME))
    return figures


def solver() -> list[Figure]:
    """The payout class of positions from hands that someone would play, by contract and cards left."""
    import numpy as np

    from ..games.schafkopf import solver as exact

    work, memory = exact.workspace()
    answers = np.empty((32, exact.ANSWER), np.int64)
    figures = []
    for name, kind in KINDS.items():
        rng = Random(f"{SEED}/{name}")
        for left in LEFT:
            times = []
            for _ in range(SOLVER_DEALS + 1):  # the first compiles
                position = exact.position_of(played_down(*start(kind, rng), left, rng))
                began = time.process_time()
                exact.evaluate(work, memory, position, exact.CLASS_OF, BUDGET, answers)
                times.append(1000 * (time.process_time() - began))
            typical, worst = median(times[1:]), sorted(times[1:])[SOLVER_DEALS * 95 // 100]
            conditions = f"payout class, median of {SOLVER_DEALS} {name} positions, {left} cards in hand"
            against = f"95th percentile: {worst:.3f} ms"
            figures.append(
                figure(f"solver {name} {left}", typical, "CPU ms", against, typical / worst, conditions, GAME)
            )
    return figures


def thinking() -> list[Figure]:
    """CPU time of a decision in the mean over whole games, each bot among its like; choices of one left out."""
    game = registry.game(GAME, "paper")
    spent = {bot: _thinking(game, bot) for bot in THINKERS}
    floor = sum(spent["rule-based"]) / len(spent["rule-based"])
    figures = []
    for bot, times in spent.items():
        value = sum(times) / len(times)
        conditions = f"{len(times)} decisions of {THINKING_DEALS} deals; the longest took {max(times):.1f} ms"
        against = f"rule-based: {floor:.3f} ms"
        figures.append(figure(f"thinking {bot}", value, "CPU ms", against, value / floor, conditions, GAME))
    return figures


def contra() -> list[Figure]:
    """How often who may say contra, and will lose the deal, says it, and what it brings: each bot among its like."""
    game = registry.game(GAME, "paper")
    found = {bot: _contras(game, bot, deals) for bot, deals in DOUBLERS.items()}
    rates = {bot: sum(cents < 0 for cents in said) / max(1, losing) for bot, (losing, said) in found.items()}
    base = rates["rule-based"]
    figures = []
    for bot, (losing, said) in found.items():
        wrong = sum(cents < 0 for cents in said)
        conditions = (
            f"{wrong} of {losing} chances in deals that were lost, in {DOUBLERS[bot]} deals; "
            f"{len(said) - wrong} said and won; who said it got {_mean(said)} cents"
        )
        ratio = rates[bot] / base if base else 0.0
        figures.append(figure(f"contra {bot}", rates[bot], "said", f"rule-based: {base:.4f}", ratio, conditions, GAME))
    return figures


def beliefs() -> list[Figure]:
    """How well each bot among its like knows where cards lie, beside what the rules prove; and its reliability curve.

    The mean of -log of the chance that it gave the true seat of a card, over the cards whose seat is open.
    """
    import numpy as np

    from ..calibration import error, reliability

    game = registry.game(GAME, "paper")
    figures = []
    for bot in BELIEVERS:
        said, even, true = (np.array(column) for column in zip(*_believed(game, bot), strict=True))
        loss, proved = (-np.log((1 - DOUBT) * given[true] + DOUBT * even[true]).mean() for given in (said, even))
        bins = reliability(said, true)
        curve = ", ".join(f"{bin.said:.2f}→{bin.true:.2f}" for bin in bins)
        conditions = f"{true.sum()} cards in {BELIEF_DEALS} deals; calibration error {error(bins):.3f}: {curve}"
        against = f"all deals equally likely: {proved:.4f}"
        figures.append(figure(f"beliefs {bot}", float(loss), "nats", against, float(loss / proved), conditions, GAME))
    return figures


# --- how they are measured ----------------------------------------------------------------------


def playable(contract: Contract, hand: tuple[int, ...]) -> bool:
    """Whether someone would play this contract with this hand."""
    trumps = [card for card in hand if contract.suit[card] == TRUMP]
    obers = sum(RANK[card] == RANK[EICHEL_OBER] for card in hand)
    if contract.kind == SOLO:
        return len(trumps) >= 6 and obers >= 2
    if contract.kind == WENZ:
        return len(trumps) >= 2 and sum(card in ACES for card in hand) >= 2
    return len(trumps) >= 4 and obers >= 1


def start(kind: int, rng: Random) -> tuple[Schafkopf, State]:
    """A deal in which a hand that someone would play is played in a contract of this kind, before the first card."""
    game = Schafkopf("paper")
    contracts = [contract for contract in game.contracts if contract.kind == kind]
    while True:
        state = game.start(game.deal(rng) | {"first": rng.randrange(4)})
        seat = rng.randrange(4)
        names = [contract.name for contract in contracts if playable(contract, state.dealt[seat])]
        while names and state.phase == "bid":
            bids = [action for action in game.legal(state) if action.to in names]
            state = game.apply(state, rng.choice(bids) if state.seat == seat and bids else Action("pass"))
        while state.phase in ("contra", "retour"):
            state = game.apply(state, Action("pass"))
        if state.phase == "play":
            return game, state


def played_down(game: Schafkopf, state: State, left: int, rng: Random) -> State:
    """The deal after random play, at the start of the trick at which each seat holds `left` cards."""
    while sum(map(len, state.hands)) > 4 * left:
        state = game.apply(state, rng.choice(game.legal(state)))
    return state


def _readable(game: Schafkopf) -> float:
    """Random games a second under the readable rules."""
    rng, began = Random(SEED), time.process_time()
    for _ in range(READABLE_GAMES):
        state = game.start(game.deal(rng))
        while game.turn(state) is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
    return READABLE_GAMES / (time.process_time() - began)


def _contras(game: Any, bot: str, deals: int) -> tuple[int, list[float]]:
    """Chances to say contra of seats that lost the deal, and the cents of each seat that said it."""
    agent = registry.agent(game, bot)
    losing, cents = 0, list[float]()
    for number in range(deals):
        state, dice = game.start(game.deal(Random(f"{SEED}/{number}"))), Random(f"{SEED}/{number}/dice")
        chances: list[tuple[int, bool]] = []
        while (seat := game.turn(state)) is not None:
            seen = game.observe(state, seat)
            action = decide(agent, seen, dice).action
            if any(choice.verb == "contra" for choice in seen.legal):
                chances.append((seat, action.verb == "contra"))
            state = game.apply(state, action)
        gained = game.returns(state)
        losing += sum(gained[seat] < 0 for seat, _ in chances)
        cents += [gained[seat] for seat, said in chances if said]
    return losing, cents


def _mean(values: list[float]) -> str:
    """The mean and its standard error, as text."""
    if len(values) < 2:
        return " and ".join(f"{value:+.0f}" for value in values) or "no"
    mean, se = estimate(values)
    return f"{mean:+.0f} ± {se:.0f}"


def _believed(game: Any, bot: str) -> list[tuple[float, float, bool]]:
    """For each card whose seat is open, at each choice, and each seat that may hold it: the chance that the bot gives,
    that of all deals equally likely, and whether it does."""
    from ..games.schafkopf.kernel_worlds import holders, worlds

    agent = registry.agent(game, bot)
    found = []
    for number in range(BELIEF_DEALS):
        state, dice = game.start(game.deal(Random(f"{SEED}/{number}"))), Random(f"{SEED}/{number}/dice")
        while (seat := game.turn(state)) is not None:
            seen = game.observe(state, seat)
            decision = decide(agent, seen, dice)
            held = {belief.seat: belief.values for belief in decision.beliefs if belief.about == "holds"}
            chances = holders(worlds(game, seen)).tolist() if held else []
            for card, row in enumerate(chances):
                found += [
                    (held[other].get(game.face(card), 0.0), even, card in state.hands[other])
                    for other, even in enumerate(row)
                    if 0 < even < 1
                ]
            state = game.apply(state, decision.action)
    return found


def _thinking(game: Any, bot: str) -> list[float]:
    """CPU milliseconds of each of this bot's whole decisions among more than one action."""
    agent = registry.agent(game, bot)
    times = list[float]()
    for _ in turns(game, [agent], 1):
        pass  # compiles
    for seen in turns(game, [agent], THINKING_DEALS):
        if len(seen.legal) > 1:
            began = time.process_time()
            for _ in agent.think(seen, Random(len(times))):
                pass
            times.append(1000 * (time.process_time() - began))
    return times
