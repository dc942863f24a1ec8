"""Declaration of Zheng Shang You and its bots."""

from __future__ import annotations

from ...entries import DICE, Bot, GameEntry, Strength, random_bot
from ...options import Setting
from .rulesets import OPTIONS, RULE_SETS

_PLAYERS = "cardtui.agents.zsy"
_TRAINING = "cardtui.agents.training.zsy"

_BOTS = (
    random_bot("zsy"),
    Bot(
        "greedy",
        "zsy",
        f"{_PLAYERS}.heuristics:Greedy",
        "heuristic",
        "gets rid of its lowest cards",
        {"lead": Setting("paper", "which cards it leads", ("paper", "lowest", "group", "pattern"))},
    ),
    Bot(
        "td-linear",
        "zsy",
        f"{_PLAYERS}.td:Linear",
        "table",
        "hand-picked features of the position after a move, weights learned by temporal differences",
        learned=True,
        trainer=f"{_TRAINING}.td:train",
    ),
    Bot(
        "deep-q",
        "zsy",
        f"{_PLAYERS}.deepq:DeepQ",
        "network",
        "the source paper's network: Q of a move from one-hot counts of played cards, hand and move",
        learned=True,
        trainer=f"{_TRAINING}.deepq:train",
        preset="paper",
        device=True,
    ),
    Bot(
        "deep-q-lstm",
        "zsy",
        f"{_PLAYERS}.deepq:DeepQLstm",
        "network",
        "deep-q with an LSTM over all moves instead of the sums of played cards",
        learned=True,
        trainer=f"{_TRAINING}.deepq:train",
        device=True,
    ),
    Bot(
        "dmc",
        "zsy",
        f"{_PLAYERS}.dmc:Dmc",
        "network",
        "deep Monte Carlo by self-play alone: estimates the chance to win, and what the other seat may hold",
        learned=True,
        trainer=f"{_TRAINING}.dmc:train",
        steps=True,
        replies=("reply",),
        device=True,
    ),
    Bot(
        "pimc-zsy",
        "zsy",
        f"{_PLAYERS}.pimc:Pimc",
        "search",
        "dmc, and near the end the exact solver in sampled hands",
        {"worlds": Setting(40, "hands to sample before its last answer", low=1, high=100_000)},
        borrows="dmc",
    ),
    Bot(
        "dmc-search",
        "zsy",
        f"{_PLAYERS}.search:DmcSearch",
        "search",
        "rolls out dmc's best moves in hands that the other seat may hold, with dmc in both seats",
        {"worlds": Setting(200, "hands to sample before its last answer", low=1, high=100_000)},
        borrows="dmc",
    ),
)

_POOL = (
    *(
        Bot(f"pool-{name}", "zsy", f"{_PLAYERS}.pool:{target}", "heuristic", summary)
        for name, target, summary in (
            ("planner", "Planner", "plays what leaves the fewest plays, and does not break its hand up"),
            ("rush", "Rush", "lays as many cards as it can"),
            ("hoarder", "Hoarder", "keeps queens and higher cards and bombs to the end"),
            ("bully", "Bully", "answers as high as it can"),
            ("bomber", "Bomber", "bombs at the first chance"),
            ("patient", "Patient", "answers nothing until the other seat has 9 cards or fewer"),
            ("singles", "Singles", "leads single cards only"),
            ("blocker", "Blocker", "plans, and stops a seat that is nearly out"),
            ("high-lead", "HighLead", "leads its highest cards first"),
        )
    ),
    Bot("pool-dice", "zsy", DICE, "search", "plays each move out at random in four sampled hands"),
    Bot(
        "pool-pimc", "zsy", f"{_PLAYERS}.pool_rollouts:Pimc", "search", "plays each move out greedily in sampled hands"
    ),
    Bot(
        "pool-network",
        "zsy",
        f"{_PLAYERS}.dmc:Dmc",
        "network",
        "a network like dmc with another seed, early in its training",
        learned=True,
    ),
)

_STRENGTHS = (
    Strength("greedy", "td-linear", "paper", 2, 5000, 0.224, 0.007),
    Strength("td-linear", "greedy", "paper", 2, 5000, 0.776, 0.007),
    Strength("dmc", "td-linear", "paper", 2, 2000, 0.690, 0.011),
    Strength("dmc-search", "dmc", "paper", 2, 1000, 0.536, 0.013, seed=31),
)

GAME = GameEntry(
    "zsy",
    "cardtui.games.zsy.rules:ZhengShangYou",
    RULE_SETS,
    seats=(2, 2),
    options=OPTIONS,
    match=("deals",),
    title="Zheng Shang You",
    summary="singles to chains and bombs, for two; be the first to lay all cards",
    picture=("7", "7", "8", "8"),
    bots=_BOTS,
    pool=_POOL,
    screen="cardtui.ui.games.zsy.screen:ZsyScreen",
    study="cardtui.agents.training.zsy.study:reproduce",
    rules="paper",
    opponents=("dmc",),
    setups="cardtui.games.zsy.positions:SETUPS",
    words="cardtui.games.zsy.words:WORDS",
    figures={name: f"cardtui.bench.zsy:{name}" for name in ("kernel", "solver", "search")},
    first_deal="cardtui.games.zsy.first_deal:FIRST",
    vector="cardtui.games.zsy.vector:vector",
    checks="cardtui.games.zsy.checks:CHECKS",
    levels={"easy": ("greedy",), "medium": ("td-linear",), "strong": ("dmc-search",)},
    strengths=_STRENGTHS,
    coach="pimc-zsy",
    judging="cardtui.games.zsy.judging:JUDGING",
    claims="cardtui.games.zsy.habits:HABITS",
    second="dmc",
)
