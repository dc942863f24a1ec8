"""Which games and bots there are: an entry each, "module:name" in place of the thing itself.

A sixth game is one entry in `GAMES`, a bot is one in `BOTS`; `registry` looks them up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .options import Setting


class GameEntry(NamedTuple):
    """One game: `target` is its law, `screen` its table, `study` the source document's tables (all "module:name")."""

    name: str
    title: str
    summary: str
    target: str
    screen: str
    study: str
    """ "" where there are no such tables to reproduce."""
    rules: str
    """The rule set that people get who name none."""
    seats: tuple[int, int]
    bots: tuple[str, ...]
    """The bots that fill the empty seats when none are named."""
    positions: str
    """The module of positions made by hand: `SHORT` and how to type it, `from_short`, `short_form`, `check`, `swap`."""
    words: str
    """The module of what people read and type on plain lines; see `cardtui.words`."""
    seatings: tuple[str, ...] = ()
    """How two bots share the seats in the arena ("AABB", "BBAA"), where not in every arrangement of half each."""
    goal: float = 0
    """What a game for one must return to be won."""
    second: str = ""
    """The bot whose values the coach shows beside another coach's where the two would play otherwise."""
    coach: str = ""
    """The bot that gives opinions when none is wanted, where that is not the first of `bots`."""


class Bot(NamedTuple):
    """One bot: `target` is called with the game, its options and, if it `learned`, `folder=` of its weights."""

    name: str
    game: str
    target: str
    kind: str
    summary: str
    options: Mapping[str, Setting] = {}
    learned: bool = False
    trainer: str = ""
    """ "module:function" that trains it; see `agents/training/progress.py`."""
    preset: str = "best"
    """The trainer's preset when none is asked for: that of the weights that ship."""
    steps: bool = False
    """Whether the trainer can be told how long, by `steps=` …"""
    records: bool = False
    """… and what to learn from, a folder of saved matches, by `records=`."""
    policies: str = ""
    """ "module:function" that shows its whole policy: folder of the weights -> {"grids": […], "claims": […]}."""
    fixed: tuple[str, ...] = ()
    """The rules' options that it can only play with as in the game's first rule set."""


GAMES = (
    GameEntry(
        "yaniv",
        "Yaniv",
        "discard sets and runs, get low, call Yaniv before the others",
        "cardtui.games.yaniv.rules:Yaniv",
        "cardtui.ui.screens.yaniv:YanivScreen",
        "cardtui.agents.training.yaniv.study:reproduce",
        "paper",
        (2, 6),
        ("harel", "greedy", "semirandom"),
        "cardtui.games.yaniv.positions",
        "cardtui.games.yaniv.words",
        coach="yaniv-td",
    ),
    GameEntry(
        "schafkopf",
        "Schafkopf",
        "call an ace and its holder is your partner, or play alone",
        "cardtui.games.schafkopf.rules:Schafkopf",
        "cardtui.ui.screens.schafkopf:SchafkopfScreen",
        "cardtui.tournament:reproduce",
        "club",
        (4, 4),
        ("pimc",),
        "cardtui.games.schafkopf.positions",
        "cardtui.games.schafkopf.words",
        ("AABB", "BBAA"),  # as the source project compares its players
        coach="pimc-solver",
    ),
    GameEntry(
        "98",
        "98 cards",
        "alone: lay all cards on four stacks, two up, two down",
        "cardtui.games.ninetyeight.rules:NinetyEight",
        "cardtui.ui.screens.ninetyeight:NinetyEightScreen",
        "cardtui.agents.training.ninetyeight.study:reproduce",
        "paper",
        (1, 1),
        ("search", "gap"),
        "cardtui.games.ninetyeight.positions",
        "cardtui.games.ninetyeight.words",
        goal=98,
    ),
    GameEntry(
        "tricks",
        "Tricks",
        "two seats, all cards dealt, follow colour; the same hands twice, exchanged",
        "cardtui.games.tricks.rules:Tricks",
        "cardtui.ui.screens.tricks:TricksScreen",
        "cardtui.agents.training.tricks.study:reproduce",
        "tricks",
        (2, 2),
        ("mlp-play", "first"),
        "cardtui.games.tricks.positions",
        "cardtui.games.tricks.words",
        coach="exact",
    ),
    GameEntry(
        "zsy",
        "Zheng Shang You",
        "for two: singles, doubles, triples, chains and bombs; lay your last card first",
        "cardtui.games.zsy.rules:ZhengShangYou",
        "cardtui.ui.screens.zsy:ZsyScreen",
        "cardtui.agents.training.zsy.study:reproduce",
        "paper",
        (2, 2),
        ("dmc",),
        "cardtui.games.zsy.positions",
        "cardtui.games.zsy.words",
        second="pimc-zsy",
    ),
)

_UNIFORM = "cardtui.agents.uniform:Uniform"
_YANIV = "cardtui.agents.yaniv"
_TRAIN_YANIV = "cardtui.agents.training.yaniv"
_SCHAFKOPF = "cardtui.agents.schafkopf"
_TRAIN_SCHAFKOPF = "cardtui.agents.training.schafkopf"
_TRICKS = "cardtui.agents.tricks"
_TRAIN_TRICKS = "cardtui.agents.training.tricks"
_98 = "cardtui.agents.ninetyeight"
_TRAIN_98 = "cardtui.agents.training.ninetyeight"
_ZSY = "cardtui.agents.zsy"
_TRAIN_ZSY = "cardtui.agents.training.zsy"
BOTS = (
    Bot("random", "yaniv", _UNIFORM, "heuristic", "any legal action, all equally likely"),
    Bot(
        "greedy",
        "yaniv",
        f"{_YANIV}.heuristics:Greedy",
        "heuristic",
        "lays the highest set, else the highest card; calls whenever it can",
        {"p": Setting(0.5, "probability to take the pile's top instead of the stack", low=0, high=1)},
    ),
    Bot(
        "semirandom",
        "yaniv",
        f"{_YANIV}.heuristics:SemiRandom",
        "heuristic",
        "lays a random number, takes the pile's top when it is lower; calls whenever it can",
    ),
    Bot(
        "harel",
        "yaniv",
        f"{_YANIV}.harel:Harel",
        "table",
        "tabular Q-learning, rewarded each round, as in the source document",
        learned=True,
        trainer=f"{_TRAIN_YANIV}.harel:train",
        preset="paper",
        policies="cardtui.review.yaniv_claims:report",
        fixed=("jokers", "faces", "take", "call"),
    ),
    Bot(
        "harel-best",
        "yaniv",
        f"{_YANIV}.harel:Harel",
        "table",
        "the same state and actions as harel, trained as well as we can",
        learned=True,
        trainer=f"{_TRAIN_YANIV}.harel:train",
        policies="cardtui.review.yaniv_claims:report",
        fixed=("jokers", "faces", "take", "call"),
    ),
    Bot(
        "yaniv-td",
        "yaniv",
        f"{_YANIV}.td:AfterStateTD",
        "table",
        "temporal-difference values of after-states, runs and opponents' cards seen",
        {"rollouts": Setting(200, "worlds to play the best actions on in, before it answers", low=0, high=100_000)},
        learned=True,
        trainer=f"{_TRAIN_YANIV}.td:train",
    ),
    Bot("random", "schafkopf", f"{_SCHAFKOPF}.heuristics:Uniform", "heuristic", "any legal action, all equally likely"),
    Bot(
        "random-coward",
        "schafkopf",
        f"{_SCHAFKOPF}.heuristics:Coward",
        "heuristic",
        "at random, but never plays alone and never doubles",
    ),
    Bot(
        "rule-based",
        "schafkopf",
        f"{_SCHAFKOPF}.heuristics:RuleBased",
        "heuristic",
        "the source project's hand-written player: solo with enough trumps, trumps for the declarer, aces when safe",
    ),
    Bot(
        "pimc",
        "schafkopf",
        f"{_SCHAFKOPF}.pimc:Pimc",
        "search",
        "the source project's tree search with random playouts in sampled deals",
        {
            "deals": Setting(10, "sampled deals", low=1, high=100_000),
            "simulations": Setting(40, "playouts in each of them", low=1, high=100_000),
        },
    ),
    Bot(
        "pimc-solver",
        "schafkopf",
        f"{_SCHAFKOPF}.pimc:PimcSolver",
        "search",
        "the exact solver in sampled deals that fit the bids; doubles only what it wins",
        {
            "deals": Setting(60, "sampled deals", low=1, high=100_000),
            "lean": Setting(0.0, "cents that an action must promise more than the fast player's", low=0, high=10_000),
        },
    ),
    Bot(
        "calibrated-solver",
        "schafkopf",
        f"{_SCHAFKOPF}.pimc:PimcSolver",
        "search",
        "pimc-solver with more deals, which doubles wherever that gains in the mean",
        {
            "deals": Setting(200, "sampled deals", low=1, high=100_000),
            "contra": Setting("expected", "says contra where it gains in the mean, or is sure", ("expected", "sure")),
            "bids": Setting("yes", "whether deals are drawn by how likely their bids were", ("yes", "no")),
            "blind": Setting(0.1, "share of a card's value from playouts that see no hands", low=0, high=1),
        },
    ),
    Bot(
        "hp-pimc",
        "schafkopf",
        f"{_SCHAFKOPF}.hp_pimc:load",
        "search",
        "pimc in deals that a network expects: it has learned where cards lie after what was said and played",
        {
            "deals": Setting(10, "sampled deals", low=1, high=100_000),
            "simulations": Setting(40, "playouts in each of them", low=1, high=100_000),
        },
        learned=True,
        trainer=f"{_TRAIN_SCHAFKOPF}.predict:train",
        steps=True,
    ),
    Bot(
        "ppo-linear",
        "schafkopf",
        f"{_SCHAFKOPF}.networks:Network",
        "network",
        "the source project's flat actor-critic, trained by PPO in self-play",
        learned=True,
        trainer=f"{_TRAIN_SCHAFKOPF}.ppo:train",
        steps=True,
    ),
    Bot(
        "ppo-lstm",
        "schafkopf",
        f"{_SCHAFKOPF}.networks:Network",
        "network",
        "the source project's LSTM actor-critic, trained by PPO in self-play after imitation",
        learned=True,
        trainer=f"{_TRAIN_SCHAFKOPF}.ppo:train",
        steps=True,
    ),
    Bot(
        "imitation",
        "schafkopf",
        f"{_SCHAFKOPF}.networks:Network",
        "network",
        "the source project's LSTM policy, which learned what another player did in recorded games",
        learned=True,
        trainer=f"{_TRAIN_SCHAFKOPF}.imitation:train",
        steps=True,
        records=True,
    ),
    Bot("random", "98", _UNIFORM, "heuristic", "any legal action, all equally likely"),
    Bot("gap", "98", f"{_98}.heuristics:Gap", "heuristic", "the smallest gap, jumps back first"),
    Bot(
        "reinforce",
        "98",
        f"{_98}.reinforce:Reinforce",
        "network",
        "REINFORCE as the notebook's program does it, its faults included",
        learned=True,
        trainer=f"{_TRAIN_98}.reinforce:train",
        fixed=("refill",),
    ),
    Bot(
        "reinforce-best",
        "98",
        f"{_98}.reinforce:Reinforce",
        "network",
        "the same method with inputs, baseline and masking done right",
        learned=True,
        trainer=f"{_TRAIN_98}.reinforce:train",
        fixed=("refill",),
    ),
    Bot(
        "search",
        "98",
        f"{_98}.search:Search",
        "search",
        "plays the likely best placements on in sampled draws, and asks a learned value what is left",
        {
            "samples": Setting(60, "orders of the draw pile to look at", low=0, high=100_000),
            "depth": Setting(4, "placements to play on in each of them", low=1, high=200),
        },
        learned=True,
        trainer=f"{_TRAIN_98}.search:train",
    ),
    Bot("random", "tricks", f"{_TRICKS}.heuristics:Uniform", "heuristic", "any legal card, all equally likely"),
    Bot("first", "tricks", f"{_TRICKS}.heuristics:First", "heuristic", "the first legal card in the order dealt"),
    Bot(
        "revoking-random",
        "tricks",
        f"{_TRICKS}.heuristics:RevokingRandom",
        "heuristic",
        "historical: the source document's random, which does not follow colour where the rules say revoke=yes",
    ),
    Bot(
        "exact",
        "tricks",
        f"{_TRICKS}.exact:Exact",
        "search",
        "solves the game: the most tricks against the best play, of equal cards the best against random",
        fixed=("revoke",),
    ),
    Bot(
        "mlp-untrained",
        "tricks",
        f"{_TRICKS}.mlp:OfDocument",
        "network",
        "the source document's network before it has learned anything",
        learned=True,
        trainer=f"{_TRAIN_TRICKS}.train:train",
        preset="paper",
        fixed=("n", "colours"),
    ),
    Bot(
        "mlp-win",
        "tricks",
        f"{_TRICKS}.mlp:OfDocument",
        "network",
        "the source document's network, which learned from the matches it won against first",
        learned=True,
        trainer=f"{_TRAIN_TRICKS}.train:train",
        preset="paper",
        fixed=("n", "colours"),
    ),
    Bot(
        "mlp-win-lose",
        "tricks",
        f"{_TRICKS}.mlp:OfDocument",
        "network",
        "the source document's network, which learned from the matches it won and those it lost",
        learned=True,
        trainer=f"{_TRAIN_TRICKS}.train:train",
        preset="paper",
        fixed=("n", "colours"),
    ),
    Bot(
        "mlp-exact",
        "tricks",
        f"{_TRICKS}.mlp:ByRank",
        "network",
        "both hands by rank, taught by the solver",
        learned=True,
        trainer=f"{_TRAIN_TRICKS}.train:train",
        fixed=("n", "colours"),
    ),
    Bot(
        "mlp-play",
        "tricks",
        f"{_TRICKS}.mlp:WithTricks",
        "network",
        "both hands by rank, taught by nobody but itself",
        learned=True,
        trainer=f"{_TRAIN_TRICKS}.train:train",
        fixed=("n", "colours"),
    ),
    Bot("random", "zsy", _UNIFORM, "heuristic", "any legal action, all equally likely"),
    Bot(
        "greedy",
        "zsy",
        f"{_ZSY}.heuristics:Greedy",
        "heuristic",
        "gets rid of its lowest cards",
        {"lead": Setting("paper", "what it leads", ("paper", "lowest", "group", "pattern"))},
    ),
    Bot(
        "td-linear",
        "zsy",
        f"{_ZSY}.td:Linear",
        "table",
        "hand-picked features of the position after a move, weighed by temporal differences",
        learned=True,
        trainer=f"{_TRAIN_ZSY}.td:train",
    ),
    Bot(
        "deep-q",
        "zsy",
        f"{_ZSY}.deepq:DeepQ",
        "network",
        "the source paper's network: Q of a move from one-hot counts of what was played, hand and move",
        learned=True,
        trainer=f"{_TRAIN_ZSY}.deepq:train",
        preset="paper",
    ),
    Bot(
        "deep-q-lstm",
        "zsy",
        f"{_ZSY}.deepq:DeepQLstm",
        "network",
        "the same with an LSTM over all moves in place of the sums of what was played",
        learned=True,
        trainer=f"{_TRAIN_ZSY}.deepq:train",
    ),
    Bot(
        "dmc",
        "zsy",
        f"{_ZSY}.dmc:Dmc",
        "network",
        "deep Monte Carlo by self-play alone: the chance to win after each move, and what the other seat may hold",
        learned=True,
        trainer=f"{_TRAIN_ZSY}.dmc:train",
    ),
    Bot(
        "pimc-zsy",
        "zsy",
        f"{_ZSY}.pimc:Pimc",
        "search",
        "dmc, and towards the end the exact solver in sampled hands",
        {"worlds": Setting(40, "sampled hands before its last answer", low=1, high=100_000)},
    ),
)
