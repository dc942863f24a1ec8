"""Declaration of Tricks and its bots."""

from __future__ import annotations

from ...entries import DICE, Bot, GameEntry, Strength
from .rulesets import OPTIONS, RULE_SETS

_PLAYERS = "cardtui.agents.tricks"
_TRAINING = "cardtui.agents.training.tricks"

_BOTS = (
    Bot("random", "tricks", f"{_PLAYERS}.heuristics:Uniform", "heuristic", "any legal card, all equally likely"),
    Bot("first", "tricks", f"{_PLAYERS}.heuristics:First", "heuristic", "the first legal card in the order dealt"),
    Bot(
        "revoking-random",
        "tricks",
        f"{_PLAYERS}.heuristics:RevokingRandom",
        "heuristic",
        "historical: the source document's random player, which revokes where the rules say revoke=yes",
    ),
    Bot(
        "exact",
        "tricks",
        f"{_PLAYERS}.exact:Exact",
        "search",
        "solves the game: the most tricks against best play; of equal cards, the best against random play",
        fixed=("revoke",),
    ),
    Bot(
        "mlp-untrained",
        "tricks",
        f"{_PLAYERS}.mlp:OfDocument",
        "network",
        "the source document's network before it has learned anything",
        learned=True,
        trainer=f"{_TRAINING}.train:train",
        preset="paper",
        fixed=("n", "colours"),
    ),
    Bot(
        "mlp-win",
        "tricks",
        f"{_PLAYERS}.mlp:OfDocument",
        "network",
        "the source document's network, trained on the matches that it won against first",
        learned=True,
        trainer=f"{_TRAINING}.train:train",
        preset="paper",
        fixed=("n", "colours"),
    ),
    Bot(
        "mlp-win-lose",
        "tricks",
        f"{_PLAYERS}.mlp:OfDocument",
        "network",
        "the source document's network, trained on the matches that it won and those it lost",
        learned=True,
        trainer=f"{_TRAINING}.train:train",
        preset="paper",
        fixed=("n", "colours"),
    ),
    Bot(
        "mlp-exact",
        "tricks",
        f"{_PLAYERS}.mlp:ByRank",
        "network",
        "a network that sees both hands by rank, taught by the solver",
        learned=True,
        trainer=f"{_TRAINING}.train:train",
        fixed=("n", "colours"),
    ),
    Bot(
        "mlp-play",
        "tricks",
        f"{_PLAYERS}.mlp:WithTricks",
        "network",
        "a network that sees both hands by rank, taught by self-play alone",
        learned=True,
        trainer=f"{_TRAINING}.train:train",
        fixed=("n", "colours"),
    ),
)

_POOL = (
    *(
        Bot(f"pool-{name}", "tricks", f"{_PLAYERS}.pool:{name.capitalize()}", "heuristic", summary)
        for name, summary in {
            "cheap": "leads low, takes cheaply",
            "high": "always its highest card",
            "low": "always its lowest card",
            "cash": "leads sure tricks first",
            "keeper": "keeps its sure cards to the end",
            "long": "leads the highest card of its longest colour",
            "short": "leads its shortest colour to be rid of it",
            "duck": "gives tricks away early, takes them late",
            "poke": "leads low where the other seat is long",
        }.items()
    ),
    Bot("pool-dice", "tricks", DICE, "search", "plays each card out at random"),
    Bot(
        "pool-network",
        "tricks",
        f"{_PLAYERS}.mlp:WithTricks",
        "network",
        "a network like mlp-play, trained with another seed",
        learned=True,
        fixed=("n", "colours"),
    ),
)

_STRENGTHS = (
    Strength("first", "mlp-win-lose", "tricks", 2, 3000, 0.213, 0.013),
    Strength("mlp-win-lose", "first", "tricks", 2, 3000, 0.787, 0.013),
    Strength("exact", "mlp-win-lose", "tricks", 2, 3000, 0.986, 0.003),
)

GAME = GameEntry(
    "tricks",
    "cardtui.games.tricks.rules:Tricks",
    RULE_SETS,
    seats=(2, 2),
    options=OPTIONS,
    match=("deals",),
    title="Tricks",
    summary="all cards dealt, follow colour; the same hands twice, exchanged",
    picture=("7♣", "9♦"),
    bots=_BOTS,
    pool=_POOL,
    screen="cardtui.ui.games.tricks.screen:TricksScreen",
    study="cardtui.agents.training.tricks.study:reproduce",
    study_spreads=True,
    rules="tricks",
    opponents=("mlp-play", "first"),
    setups="cardtui.games.tricks.positions:SETUPS",
    words="cardtui.games.tricks.words:WORDS",
    figures={name: f"cardtui.bench.tricks:{name}" for name in ("kernel", "solver")},
    first_deal="cardtui.games.tricks.first_deal:FIRST",
    vector="cardtui.games.tricks.vector:vector",
    checks="cardtui.games.tricks.checks:CHECKS",
    levels={"easy": ("first",), "medium": ("mlp-win-lose", "first"), "strong": ("exact", "mlp-play", "first")},
    strengths=_STRENGTHS,
    coach="exact",
    judging="cardtui.games.tricks.judging:JUDGING",
    claims="cardtui.games.tricks.habits:HABITS",
)
