"""Declaration of 98 cards and its bots."""

from __future__ import annotations

from ...entries import Bot, GameEntry, random_bot
from ...options import Setting
from .rulesets import OPTIONS, RULE_SETS

_PLAYERS = "cardtui.agents.ninetyeight"
_TRAINING = "cardtui.agents.training.ninetyeight"

_BOTS = (
    random_bot("98"),
    Bot("gap", "98", f"{_PLAYERS}.heuristics:Gap", "heuristic", "jumps back first, else the smallest gap"),
    Bot(
        "reinforce",
        "98",
        f"{_PLAYERS}.reinforce:Reinforce",
        "network",
        "REINFORCE as in the notebook's program, faults included",
        learned=True,
        trainer=f"{_TRAINING}.reinforce:train",
        fixed=("refill",),
    ),
    Bot(
        "reinforce-best",
        "98",
        f"{_PLAYERS}.reinforce:Reinforce",
        "network",
        "REINFORCE with inputs, baseline and masking done right",
        learned=True,
        trainer=f"{_TRAINING}.reinforce:train",
        fixed=("refill",),
    ),
    Bot(
        "search",
        "98",
        f"{_PLAYERS}.search:Search",
        "search",
        "rolls out likely placements in sampled draws by a learned policy, then asks a value network",
        {
            "samples": Setting(100, "orders of the draw pile to sample, at most", low=0, high=100_000),
            "depth": Setting(8, "placements to look ahead in each of them", low=1, high=200),
        },
        learned=True,
        trainer=f"{_TRAINING}.search:train",
    ),
)

GAME = GameEntry(
    "98",
    "cardtui.games.ninetyeight.rules:NinetyEight",
    RULE_SETS,
    seats=(1, 1),
    options=OPTIONS,
    match=("deals",),
    title="98 cards",
    summary="lay all cards by yourself on four stacks, two up, two down",
    picture=("34", "24"),
    bots=_BOTS,
    screen="cardtui.ui.games.ninetyeight.screen:NinetyEightScreen",
    study="cardtui.agents.training.ninetyeight.study:reproduce",
    rules="paper",
    opponents=("search", "gap"),
    setups="cardtui.games.ninetyeight.positions:SETUPS",
    words="cardtui.games.ninetyeight.words:WORDS",
    figures={name: f"cardtui.bench.ninetyeight:{name}" for name in ("kernel", "search")},
    first_deal="cardtui.games.ninetyeight.first_deal:FIRST",
    vector="cardtui.games.ninetyeight.vector:vector",
    checks="cardtui.games.ninetyeight.checks:CHECKS",
    judging="cardtui.games.ninetyeight.judging:JUDGING",
    claims="cardtui.games.ninetyeight.habits:HABITS",
    goal=98,
)
