"""Benchmarks of Schafkopf: the speed of the compiled rules, of the exact solver and of the bots, and what the bots do.

That is how often they say contra in vain, and how well they know where the cards lie.
"""

from __future__ import annotations

import time
from functools import partial
from random import Random
from statistics import median

from .. import registry
from ..core import Action, decide
from ..games.schafkopf.cards import ACES, EICHEL_OBER, RANK, RUF, SOLO, TRUMP, WENZ, Contract
from ..games.schafkopf.rules import Schafkopf, State
from ..intervals import estimate
from .common import RUNS, SEED, Figure, fastest, figure, random_play, turns

GAME = "schafkopf"
KERNEL_GAMES, READABLE_GAMES = 200_000, 300
SOLVER_DEALS = 100
LEFT = (8, 7, 6, 5, 4)
"""Cards in hand at which the solver is asked."""
BUDGET = 1 << 40
PIMC = "pimc:deals=10,simulations=40"
THINKING_DEALS = 25
THINKERS = (
    "rule-based",
    "ppo-linear",
    "ppo-lstm",
    "ppo-rules",
    "ppo-large",
    PIMC,
    PIMC.replace("pimc", "hp-pimc"),
    "calibrated-solver",
    "ppo-search",
)
DOUBLERS = {"rule-based": 4000, PIMC: 1000, "pimc-solver": 1000, "calibrated-solver:deals=20": 2000}
"""Number of deals by bot; a contra in a deal that is then lost is rare."""
BELIEF_DEALS = 100
BELIEVERS = (PIMC, "pimc-solver", PIMC.replace("pimc", "hp-pimc"))
DOUBT = 0.01
"""Weight of the belief that all deals are equally likely, mixed into each bot's. A bot that samples few deals gives
some cards the chance 0, which would make the loss infinite."""
KINDS = {"solo": SOLO, "wenz": WENZ, "sauspiel": RUF}


def kernel() -> list[Figure]:
    """Measure random full games, with bids, doubling and settlement, against the readable rules."""
    from ..games.schafkopf.kernel import rules_of
    from ..games.schafkopf.kernel_play import random_games
    from ..kernels import random_state

    figures = []
    for rules in registry.rule_sets(GAME)[1]:
        game = Schafkopf(rules)
        options, rng = rules_of(game), random_state(SEED)
        random_games(10, options, rng)  # compiles
        fast = KERNEL_GAMES / fastest(partial(random_games, KERNEL_GAMES, options, rng))
        slow = READABLE_GAMES / fastest(partial(random_play, game, READABLE_GAMES))
        conditions = f"random full games under {rules}, one core, best of {RUNS} runs of {KERNEL_GAMES} games"
        against = f"the readable rules: {slow:.0f} games/s"
        figures.append(figure("kernel", fast, "games/s", against, fast / slow, conditions, GAME))
    return figures


def solver() -> list[Figure]:
    """Measure the solver on the class of payment, by contract and cards left, in deals that someone would play."""
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
    """Measure the mean CPU time of a decision, without forced moves, over games in which one bot plays all seats."""
    game = Schafkopf("paper")
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
    """Measure how often a seat that may say contra and loses the deal says it, and what contra earns.

    One bot plays all seats.
    """
    game = Schafkopf("paper")
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
    """Measure how well a bot that plays all seats knows where cards lie, against what the rules prove.

    The figure is the mean of -log of the probability given to a card's true seat, over the cards whose seat is open.
    The reliability curve is among the conditions.
    """
    import numpy as np

    from ..calibration import error, reliability

    game = Schafkopf("paper")
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
    """Return whether someone would play this contract with this hand."""
    trumps = [card for card in hand if contract.suit[card] == TRUMP]
    obers = sum(RANK[card] == RANK[EICHEL_OBER] for card in hand)
    if contract.kind == SOLO:
        return len(trumps) >= 6 and obers >= 2
    if contract.kind == WENZ:
        return len(trumps) >= 2 and sum(card in ACES for card in hand) >= 2
    return len(trumps) >= 4 and obers >= 1


def start(kind: int, rng: Random) -> tuple[Schafkopf, State]:
    """Return a game and its state before the first card of a contract of this kind that someone would play."""
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
    """Return the deal after random play, at the start of the trick at which each seat holds `left` cards."""
    while sum(map(len, state.hands)) > 4 * left:
        state = game.apply(state, rng.choice(game.legal(state)))
    return state


def _contras(game: Schafkopf, bot: str, deals: int) -> tuple[int, list[float]]:
    """Return how often a seat that lost the deal could say contra, and the cents of each seat that said it."""
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
    """Return the mean and its standard error as text."""
    if len(values) < 2:
        return " and ".join(f"{value:+.0f}" for value in values) or "no"
    found = estimate(values)
    return f"{found.mean:+.0f} ± {found.se:.0f}"


def _believed(game: Schafkopf, bot: str) -> list[tuple[float, float, bool]]:
    """Return (given, even, true) for each card whose seat is open, at each choice, and each seat that may hold it.

    given: the probability by the bot; even: the probability if all deals are equally likely; true: whether it holds it.
    """
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


def _thinking(game: Schafkopf, bot: str) -> list[float]:
    """Return the CPU milliseconds of each decision of this bot among more than one action, to its last answer."""
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
