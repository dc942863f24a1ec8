"""Which games and bots there are, without importing any of them.

A sixth game is one line in `_GAMES`; a bot is one line in `_BOTS`, or, from another package, an entry point in the
group `cardtui.bots` that names a `Bot` (`mybot = "mypackage.cardtui:BOT"`).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from . import options
from .core import Agent, Game, Refusal
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
    steps: bool = False
    """Whether the trainer can be told how long, by `steps=`."""
    policies: str = ""
    """ "module:function" that shows its whole policy: folder of the weights -> {"grids": […], "claims": […]}."""
    fixed: tuple[str, ...] = ()
    """The rules' options that it can only play with as in the game's first rule set."""


_GAMES = (
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
    ),
    GameEntry(
        "schafkopf",
        "Schafkopf",
        "call an ace and its holder is your partner, or play alone",
        "cardtui.games.schafkopf.rules:Schafkopf",
        "cardtui.ui.screens.schafkopf:SchafkopfScreen",
        "",
        "club",
        (4, 4),
        ("pimc",),
        "cardtui.games.schafkopf.positions",
        "cardtui.games.schafkopf.words",
        ("AABB", "BBAA"),  # as the source project compares its players
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
_BOTS = (
    Bot("random", "yaniv", f"{_YANIV}.heuristics:Uniform", "heuristic", "any legal action, all equally likely"),
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
        {"deals": Setting(60, "sampled deals", low=1, high=100_000)},
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
    Bot("random", "98", f"{_98}.heuristics:Uniform", "heuristic", "any legal action, all equally likely"),
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
    Bot("random", "zsy", f"{_ZSY}.heuristics:Uniform", "heuristic", "any legal action, all equally likely"),
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


def games() -> dict[str, GameEntry]:
    """All games by name."""
    return {entry.name: entry for entry in _GAMES}


@cache
def bots(game: str) -> dict[str, Bot]:
    """All bots of a game by name, those of other packages last. Refusal for an unknown game or a broken plug-in."""
    game_entry(game)
    from importlib.metadata import entry_points

    own = {bot.name: bot for bot in _BOTS if bot.game == game}
    for point in entry_points(group="cardtui.bots"):
        try:
            bot = point.load()
        except Exception as error:  # whatever an import of other people does
            raise Refusal(f"the plug-in {point.name} ({point.value}) cannot be loaded: {error!r}") from error
        if not isinstance(bot, Bot):
            raise Refusal(f"the plug-in {point.name} ({point.value}) is no registry.Bot but {bot!r}")
        if bot.game == game and bot.name not in own:
            own[bot.name] = bot
    return own


def game_entry(name: str) -> GameEntry:
    """The game's entry. Refusal, with the nearest name, if there is none."""
    found = games().get(name)
    if found is None:
        raise Refusal(f"no game {name!r}{options.nearest(name, games())}; there is {', '.join(games())}")
    return found


def bot_entry(game: str, spec: str) -> Bot:
    """The entry of the bot that `spec` names. Refusal, with the nearest name, if there is none."""
    name = options.split(spec.partition("@")[0])[0]
    found = bots(game).get(name)
    if found is None:
        near = options.nearest(name, bots(game))
        raise Refusal(f"{game} has no bot {name!r}{near}; there are {', '.join(bots(game))}")
    return found


def load(target: str) -> Any:
    """The object that "module:name" names, imported now."""
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)


def game(name: str, rules: str = "", seats: int | None = None) -> Game[Any]:
    """The law of a game, under the rules that people get if none are named.

    Refusal for an unknown rule set, option, value or number of seats.
    """
    entry = game_entry(name)
    made: Game[Any] = load(entry.target)(rules or entry.rules, seats or entry.seats[0])
    return made


def rule_sets(game: str) -> tuple[Mapping[str, Setting], Mapping[str, Mapping[str, options.Value]]]:
    """The options of a game's rules, and its named rule sets as changes of them (`OPTIONS`, `RULE_SETS` of its law)."""
    law = import_module(game_entry(game).target.partition(":")[0])
    return law.OPTIONS, law.RULE_SETS


def rule_options(game: str, rules: str) -> dict[str, options.Value]:
    """All options of a rule set as typed. Refusal for an unknown rule set, option or value."""
    return options.rule_set(game, *rule_sets(game), rules)[0]


def check(game: str, spec: str, rules: str) -> tuple[Bot, dict[str, Any]]:
    """The bot that `name:key=value@folder` spells, not imported, and its arguments. Refusal if it cannot be had."""
    bot = bot_entry(game, spec)
    chosen, at, folder = spec.partition("@")
    values: dict[str, Any] = options.read(bot.options, options.split(chosen)[1], f"bot {bot.name}")
    if at and not bot.learned:
        raise Refusal(f"bot {bot.name} has no weights, so nothing can follow @")
    first = next(iter(rule_sets(game)[1]))
    learned, asked = rule_options(game, first), rule_options(game, rules)
    odd = [f"{key}={asked[key]}" for key in bot.fixed if asked[key] != learned[key]]
    if odd:
        raise Refusal(f"bot {bot.name} knows the rules {first} and cannot play with {', '.join(odd)}")
    if bot.learned:
        values["folder"] = weights(bot, folder)
    return bot, values


def default_bots(game: str, rules: str) -> tuple[str, ...]:
    """The bots that fill empty seats under these rules. Refusal when none can."""
    able = []
    for bot in game_entry(game).bots:
        try:
            able.append(check(game, bot, rules)[0].name)
        except Refusal as refusal:
            last = refusal
    if not able:
        raise last
    return tuple(able)


def coach(table: Game[Any], wanted: str) -> str:
    """The bot that gives opinions at `table`: the wanted one if the game has it, else the game's own coach."""
    name = options.split(wanted.partition("@")[0])[0]
    if name in bots(table.name):
        return wanted
    with suppress(Refusal):  # it cannot play by these rules
        if own := game_entry(table.name).coach:
            return check(table.name, own, table.spec)[0].name
    return default_bots(table.name, table.spec)[0]


def agent(table: Game[Any], spec: str) -> Agent:
    """The bot that `spec` spells, ready to play at `table`. Refusal if it cannot be had."""
    bot, values = check(table.name, spec, table.spec)
    made: Agent = load(bot.target)(table, **values)
    return made


def weights(bot: Bot, folder: str = "") -> Path:
    """Where the weights of a learned bot lie. Refusal when they are not there."""
    from importlib.resources import files

    try:
        path = Path(folder).expanduser() if folder else Path(str(files("cardtui.weights"))) / bot.game / bot.name
        found = (path / "card.toml").is_file()
    except (OSError, RuntimeError) as error:  # a name too long, a home that is nobody's
        raise Refusal(f"no weights of {bot.name} in {folder[:80]!r}: {error}") from error
    if not found:
        train = f"cardtui train {bot.game} {bot.name} --out {path}"
        raise Refusal(f"no weights of {bot.name} in {path}; `{train}` makes them")
    return path


def card(bot: Bot, folder: str = "") -> dict[str, Any] | None:
    """What card.toml says of a learned bot; None for the others. Refusal when it is missing or no TOML."""
    if not bot.learned:
        return None
    import tomllib

    path = weights(bot, folder) / "card.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # of the text, or of a number or date in it
        raise Refusal(f"{path} is no card: {error}") from error
