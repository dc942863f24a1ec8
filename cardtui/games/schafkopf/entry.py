"""Declaration of Schafkopf and its bots."""

from __future__ import annotations

from ...entries import DICE, Bot, GameEntry, Strength, random_bot
from ...options import Setting
from .rulesets import OPTIONS, RULE_SETS

_PLAYERS = "cardtui.agents.schafkopf"
_TRAINING = "cardtui.agents.training.schafkopf"

_DEALS = Setting(60, "sampled deals", low=1, high=100_000)
_PIMC = {
    "deals": _DEALS._replace(default=10),
    "simulations": Setting(40, "playouts in each of them", low=1, high=100_000),
}

_BOTS = (
    random_bot("schafkopf"),
    Bot(
        "random-coward",
        "schafkopf",
        f"{_PLAYERS}.heuristics:Coward",
        "heuristic",
        "at random, but never plays alone and never doubles",
    ),
    Bot(
        "rule-based",
        "schafkopf",
        f"{_PLAYERS}.heuristics:RuleBased",
        "heuristic",
        "the source project's hand-written player: solo with enough trumps, trumps as declarer, aces when safe",
    ),
    Bot(
        "pimc",
        "schafkopf",
        f"{_PLAYERS}.pimc:Pimc",
        "search",
        "the source project's tree search with random playouts in sampled deals",
        _PIMC,
    ),
    Bot(
        "pimc-solver",
        "schafkopf",
        f"{_PLAYERS}.pimc:PimcSolver",
        "search",
        "the exact solver in sampled deals that fit the bids; doubles where it wins enough of them",
        {
            "deals": _DEALS,
            "lean": Setting(0.0, "cents by which an action must beat the fast player's choice", low=0, high=10_000),
        },
    ),
    Bot(
        "calibrated-solver",
        "schafkopf",
        f"{_PLAYERS}.pimc:PimcSolver",
        "search",
        "pimc-solver, but says contra wherever that gains on average; options switch parts of its search",
        {
            "deals": _DEALS,
            "contra": Setting(
                "expected",
                "says contra where it gains on average, or only where it is hardly ever lost",
                ("expected", "sure"),
            ),
            "bids": Setting("yes", "whether deals are drawn by how likely their bids were", ("yes", "no")),
            "blind": Setting(0.0, "share of a card's value taken from playouts that see no hands", low=0, high=1),
        },
    ),
    Bot(
        "ppo-search",
        "schafkopf",
        f"{_PLAYERS}.ppo_search:PpoSearch",
        "search",
        "rolls out each action in deals that fit, with ppo-large in all seats, each seeing its own hand only",
        {"deals": _DEALS._replace(default=400)},
        borrows="ppo-large",
    ),
    Bot(
        "hp-pimc",
        "schafkopf",
        f"{_PLAYERS}.hp_pimc:load",
        "search",
        "pimc in deals drawn by a network that has learned where cards lie from what was said and played",
        _PIMC,
        learned=True,
        trainer=f"{_TRAINING}.predict:train",
        steps=True,
        jobs=True,
    ),
    Bot(
        "ppo-linear",
        "schafkopf",
        f"{_PLAYERS}.networks:Network",
        "network",
        "the source project's flat actor-critic, trained by PPO in self-play",
        learned=True,
        trainer=f"{_TRAINING}.ppo:train",
        steps=True,
        device=True,
    ),
    Bot(
        "ppo-lstm",
        "schafkopf",
        f"{_PLAYERS}.networks:Network",
        "network",
        "the source project's LSTM actor-critic: imitation first, then PPO in self-play and with rule-based guests",
        learned=True,
        trainer=f"{_TRAINING}.ppo:train",
        steps=True,
        device=True,
    ),
    Bot(
        "ppo-rules",
        "schafkopf",
        f"{_PLAYERS}.rules_policy:RulesPolicy",
        "network",
        "a small network for all rule sets: taught by ppo-lstm, then trained by PPO in self-play",
        learned=True,
        trainer=f"{_TRAINING}.rules_ppo:train",
        steps=True,
        replies=("reply",),
        device=True,
    ),
    Bot(
        "ppo-large",
        "schafkopf",
        f"{_PLAYERS}.rules_policy:RulesPolicy",
        "network",
        "ppo-rules with a larger network and fifteen times the deals: taught by ppo-rules, then by PPO in self-play",
        learned=True,
        trainer=f"{_TRAINING}.rules_ppo:train",
        steps=True,
        replies=("reply",),
        device=True,
    ),
    Bot(
        "imitation",
        "schafkopf",
        f"{_PLAYERS}.networks:Network",
        "network",
        "the source project's LSTM policy, trained to imitate another player in recorded games",
        learned=True,
        trainer=f"{_TRAINING}.imitation:train",
        steps=True,
        records=True,
        device=True,
        jobs=True,
    ),
)

_POOL = (
    *(
        Bot(f"pool-{name}", "schafkopf", f"{_PLAYERS}.pool:{name.capitalize()}", "heuristic", summary)
        for name, summary in {
            "smearer": "gives its points to friends' tricks, takes others cheaply",
            "timid": "never bids and never doubles",
            "bold": "bids with three trumps, plays alone with six",
            "soloist": "plays alone with five trumps, never calls an ace",
            "doubler": "doubles with half its hand trumps",
            "trumper": "leads trumps for as long as it has any",
            "miser": "gives no points to anybody's trick",
            "hawk": "takes each trick that it can",
            "ducker": "plays its weakest card at each turn",
            "searcher": "leads the called suit, or low trumps on the declarer's side",
        }.items()
    ),
    Bot("pool-dice", "schafkopf", DICE, "search", "plays each action out at random in four sampled worlds"),
    Bot(
        "pool-network",
        "schafkopf",
        f"{_PLAYERS}.rules_policy:RulesPolicy",
        "network",
        "a network like ppo-rules with another seed, early in its training",
        learned=True,
    ),
)

_STRENGTHS = (
    Strength("rule-based", "random-coward", "paper", 4, 3000, 5.1, 0.6, "cents", 5),
    Strength("pimc", "rule-based", "paper", 4, 500, 24.3, 5.3, "cents", 5),
    Strength("pimc-solver", "pimc", "paper", 4, 500, 15.5, 5.7, "cents", 6),
    Strength("pimc-solver", "pimc", "club", 4, 500, 32.7, 6.9, "cents", 6),
    Strength("calibrated-solver", "pimc", "paper", 4, 500, 14.9, 5.7, "cents", 6),
    Strength("calibrated-solver", "pimc", "club", 4, 500, 31.2, 6.9, "cents", 6),
)

GAME = GameEntry(
    "schafkopf",
    "cardtui.games.schafkopf.rules:Schafkopf",
    RULE_SETS,
    seats=(4, 4),
    options=OPTIONS,
    match=("stock", "deals"),
    title="Schafkopf",
    summary="call an ace and its holder is your partner, or play alone",
    picture=("EO", "GA", "SU"),
    bots=_BOTS,
    pool=_POOL,
    screen="cardtui.ui.games.schafkopf.screen:SchafkopfScreen",
    study=f"{_TRAINING}.study:reproduce",
    study_spreads=True,
    rules="club",
    opponents=("pimc",),
    setups="cardtui.games.schafkopf.positions:SETUPS",
    words="cardtui.games.schafkopf.words:WORDS",
    figures={name: f"cardtui.bench.schafkopf:{name}" for name in ("kernel", "solver", "thinking", "contra", "beliefs")},
    languages={"de": "cardtui.games.schafkopf.german:WORDS", "de-ascii": "cardtui.games.schafkopf.german:ASCII"},
    first_deal="cardtui.games.schafkopf.first_deal:FIRST",
    vector="cardtui.games.schafkopf.vector:vector",
    checks="cardtui.games.schafkopf.checks:CHECKS",
    judging="cardtui.games.schafkopf.judging:JUDGING",
    claims="cardtui.games.schafkopf.habits:HABITS",
    seatings=("AABB", "BBAA"),  # as the source project compares its players
    levels={"easy": ("rule-based",), "medium": ("pimc",), "strong": ("calibrated-solver",)},
    strengths=_STRENGTHS,
    coach="calibrated-solver",
)
