"""Declaration of Yaniv and its bots."""

from __future__ import annotations

from ...entries import Bot, GameEntry, Strength, random_bot
from ...options import Setting
from .rulesets import NUMBERS, OPTIONS, RULE_SETS

_PLAYERS = "cardtui.agents.yaniv"
_TRAINING = "cardtui.agents.training.yaniv"

_BOTS = (
    random_bot("yaniv"),
    Bot(
        "greedy",
        "yaniv",
        f"{_PLAYERS}.heuristics:Greedy",
        "heuristic",
        "lays the highest set, else the highest card; calls whenever it can",
        {"p": Setting(0.5, "probability of taking the pile's top card instead of the stack's", low=0, high=1)},
    ),
    Bot(
        "semirandom",
        "yaniv",
        f"{_PLAYERS}.heuristics:SemiRandom",
        "heuristic",
        "lays a random number, takes the pile's top card if it is lower; calls whenever it can",
    ),
    Bot(
        "harel",
        "yaniv",
        f"{_PLAYERS}.harel:Harel",
        "table",
        "tabular Q-learning, rewarded each round, as in the source document",
        learned=True,
        trainer=f"{_TRAINING}.harel:train",
        preset="paper",
        policies="cardtui.games.yaniv.claims:report",
        fixed=NUMBERS,
    ),
    Bot(
        "harel-best",
        "yaniv",
        f"{_PLAYERS}.harel:Harel",
        "table",
        "the same state and actions as harel, trained as well as we can",
        learned=True,
        trainer=f"{_TRAINING}.harel:train",
        policies="cardtui.games.yaniv.claims:report",
        fixed=NUMBERS,
    ),
    Bot(
        "yaniv-td",
        "yaniv",
        f"{_PLAYERS}.td:AfterStateTD",
        "table",
        "temporal-difference values of after-states, with runs and opponents' seen cards; scored without rollouts",
        {
            "rollouts": Setting(
                200, "worlds in which to roll out the best actions before it answers", low=0, high=100_000
            )
        },
        learned=True,
        trainer=f"{_TRAINING}.td:train",
    ),
    Bot(
        "yaniv-net",
        "yaniv",
        f"{_PLAYERS}.net:MatchValues",
        "network",
        "a network's values of after-states, for all rules and seats; plays to win the match",
        learned=True,
        trainer=f"{_TRAINING}.net:train",
        steps=True,
        replies=("reply",),
    ),
)

_POOL = (
    *(
        Bot(f"pool-{name}", "yaniv", f"{_PLAYERS}.pool:{name.capitalize()}", "heuristic", summary)
        for name, summary in {
            "shedder": "keeps the fewest points; calls whenever it can",
            "late": "keeps the fewest points; calls at 3 only",
            "hoarder": "keeps sets and runs together, lays odd cards first",
            "rush": "lays as many cards as it can",
            "lowest": "plans its next discard; calls when it expects to be lowest",
            "starver": "never feeds the next seat",
            "planner": "thinks two discards ahead",
            "magpie": "takes low cards and pairs from the pile",
            "blind": "never takes from the pile; calls at 5",
        }.items()
    ),
    Bot(
        "pool-rollouts",
        "yaniv",
        f"{_PLAYERS}.pool_rollouts:Rollouts",
        "search",
        "plays each action out in sampled worlds, with semirandom in all seats",
    ),
    Bot(
        "pool-network",
        "yaniv",
        f"{_PLAYERS}.net:MatchValues",
        "network",
        "a network like yaniv-net with another seed, early in its training",
        learned=True,
    ),
)

_STRENGTHS = (
    Strength("semirandom", "harel", "paper", 2, 5000, 0.151, 0.007),
    Strength("harel", "semirandom", "paper", 2, 5000, 0.852, 0.007),
    Strength("yaniv-td", "harel", "paper", 2, 1000, 0.804, 0.017),
    Strength("semirandom", "harel", "paper", 4, 2000, 0.134, 0.006),
    Strength("harel", "semirandom", "paper", 4, 2000, 0.867, 0.006),
    Strength("yaniv-td", "harel", "paper", 4, 200, 0.809, 0.021),
    Strength("semirandom", "greedy", "club", 2, 5000, -15.39, 0.32, "points"),
    Strength("greedy", "semirandom", "club", 2, 5000, 15.43, 0.32, "points"),
    Strength("yaniv-td", "greedy", "club", 2, 500, 12.12, 0.79, "points"),
    Strength("yaniv-net", "greedy", "club", 2, 2000, 12.28, 0.39, "points", 23),
    Strength("yaniv-net", "greedy", "club", 4, 500, 8.94, 0.30, "points", 23),
    Strength("semirandom", "greedy", "club", 4, 2000, -11.14, 0.19, "points"),
    Strength("greedy", "semirandom", "club", 4, 2000, 11.01, 0.19, "points"),
)

GAME = GameEntry(
    "yaniv",
    "cardtui.games.yaniv.rules:Yaniv",
    RULE_SETS,
    seats=(2, 6),
    options=OPTIONS,
    match=("halve", "limit", "deals", "start"),
    title="Yaniv",
    summary="discard sets and runs, get low, call Yaniv before the others",
    picture=("A♥", "2♠", "3♦"),
    bots=_BOTS,
    pool=_POOL,
    screen="cardtui.ui.games.yaniv.screen:YanivScreen",
    study="cardtui.agents.training.yaniv.study:reproduce",
    rules="paper",
    opponents=("harel", "greedy", "semirandom"),
    setups="cardtui.games.yaniv.positions:SETUPS",
    words="cardtui.games.yaniv.words:WORDS",
    figures={
        "arena": "cardtui.bench.yaniv:arena_games",
        "kernel": "cardtui.bench.yaniv:kernel",
        "study": "cardtui.bench.yaniv:study",
    },
    first_deal="cardtui.games.yaniv.first_deal:FIRST",
    vector="cardtui.games.yaniv.vector:vector",
    checks="cardtui.games.yaniv.checks:CHECKS",
    levels={"easy": ("semirandom",), "medium": ("harel", "greedy"), "strong": ("yaniv-td",)},
    strengths=_STRENGTHS,
    coach="yaniv-td",
    best={"club": "yaniv-net"},
    judging="cardtui.games.yaniv.judging:JUDGING",
    claims="cardtui.games.yaniv.habits:HABITS",
)
