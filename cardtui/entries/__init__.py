"""The declarations of games and bots, which can be listed without importing the games and bots themselves.

A game's package declares a `GameEntry`, which contains its `Bot`s. A field that refers to an object holds either the
object itself or its name, "module:name", which is imported only when needed.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..core import Agent
from ..options import Setting, Value
from .checks import Checks
from .claims import Claims
from .first_deal import FirstDeal
from .judging import Judging
from .setups import Setups
from .wording import Words

HUMAN = "human"
"""The spec of a human player; no bot can have this name."""
RANDOM = "random"
"""The bot that every game has, see `random_bot`."""
DICE = "cardtui.agents.styles:Dice"
"""A player for any game with `determinize`: random playouts of each action."""
LEVELS = ("easy", "medium", "strong")
"""The levels of difficulty that a game may offer; no bot of such a game can have one of these names."""
KINDS = ("heuristic", "table", "network", "search", "exact")


class Bot(NamedTuple):
    """One bot. `target` is a class with `think(observation, rng)`, or its name "module:name".

    It is called with those of these keyword arguments that it has parameters for: `game` (the rules of its table),
    `folder` (of its weights, if it is `learned` or borrows them), and its options by name.
    """

    name: str
    game: str
    target: str | Callable[..., Agent]
    kind: str = "heuristic"
    """One of `KINDS`."""
    summary: str = ""
    options: Mapping[str, Setting] = {}
    learned: bool = False
    """Whether it needs weights: a folder with card.toml and arrays."""
    folder: str = ""
    """The folder of its weights, for example in its own package; "" for the one in `cardtui.weights`."""
    borrows: str = ""
    """The learned bot of the same game whose weights it uses, if it has none of its own; it is given their folder."""
    trainer: str = ""
    """ "module:function" that trains it, called with a `Request` of `agents/training/runs.py`."""
    preset: str = "best"
    """The default preset of the trainer, which also made the shipped weights."""
    steps: bool = False
    """Whether the trainer takes `steps`, the number of games to learn from."""
    records: bool = False
    """Whether the trainer takes `records`, a folder of saved matches to learn from."""
    replies: tuple[str, ...] = ()
    """The presets with which the trainer learns a reply to one bot, `against`, under `rules`."""
    device: bool = False
    """Whether the trainer takes a `device`, "cpu" or "cuda", since its network is most of the work."""
    jobs: bool = False
    """Whether the trainer takes `jobs`, the number of workers that play the games to learn from."""
    policies: str = ""
    """ "module:function" that returns its whole policy: folder of the weights -> {"grids": […], "claims": […]}."""
    fixed: tuple[str, ...] = ()
    """The options of the rules whose values must be those of the game's first rule set."""


def random_bot(game: str) -> Bot:
    """Return the bot `RANDOM` of a game. A game that does not declare it lists it after its other bots."""
    return Bot(RANDOM, game, "cardtui.agents.uniform:Uniform", "heuristic", "any legal action, all equally likely")


def train_command(game: str, bot: str, program: Sequence[str] = ("cardtui",), **options: Any) -> str:
    """Return the command that trains a bot, for a shell. Options that are None or "" are left out.

    `program` are the words it begins with, see `catalogue.command_prefix`.

    >>> train_command("schafkopf", "imitation", preset="best", seed=0, records="my games", rules="")
    "cardtui train schafkopf imitation --preset best --seed 0 --records 'my games'"
    """
    told = [text for key, value in options.items() if value not in (None, "") for text in (f"--{key}", str(value))]
    return shlex.join([*program, "train", game, bot, *told])


class Strength(NamedTuple):
    """How well a bot plays, as the arena measured it; `command` measures it again."""

    bot: str
    opponent: str
    rules: str
    seats: int
    deals: int
    mean: float
    """The mean of a deal in `unit`: the share of wins, draws counting half, or in any other unit what the bot gains."""
    error: float
    """Half the width of the 95% interval."""
    unit: str = "wins"
    seed: int = 7

    def command(self, game: str, program: Sequence[str] = ("cardtui",)) -> str:
        """Return the command that measures it. `program` is how it begins, see `catalogue.command_prefix`."""
        pairing = f"{game} {self.bot} {self.opponent} --rules {self.rules} --seats {self.seats}"
        return f"{shlex.join(program)} arena {pairing} --deals {self.deals} --seed {self.seed}"

    def __str__(self) -> str:
        if self.unit == "wins":
            return f"wins {self.mean:.1%} ±{self.error:.1%} against {self.opponent}"
        return f"{self.mean:+.1f} ±{self.error:.1f} {self.unit} a deal against {self.opponent}"


class GameEntry(NamedTuple):
    """One game. Only the first four fields are required; they suffice to play, watch, save, study and measure it."""

    name: str
    """One lower-case word, used on the command line and in records."""
    law: str | Callable[..., Any]
    """Makes the rules, a `core.Game`, from a rule set's spec and a number of seats: `law("club:limit=200", 4)`."""
    rule_sets: Mapping[str, Mapping[str, Value]]
    """The named rule sets, each as changes to the defaults of `options`; the first is the main one."""
    seats: tuple[int, int]
    """Minimum and maximum number of seats."""
    options: Mapping[str, Setting] = {}
    """The options of the rules."""
    match: tuple[str, ...] = ()
    """Those options that matter only between deals: how a deal is played does not depend on them."""
    rules: str = ""
    """The default rule set for people; "" for the first one."""
    title: str = ""
    """The name to display; "" for `name`."""
    summary: str = ""
    picture: tuple[str, ...] = ()
    """The faces of a few cards that stand for the game in the menu: "10♠", "EO", "47", "7" if only the rank matters."""
    bots: tuple[Bot, ...] = ()
    pool: tuple[Bot, ...] = ()
    """Players that no bot of this game was trained against, for `cardtui arena --pool`; not listed among the bots."""
    opponents: tuple[str, ...] = ()
    """The bots that fill empty seats by default; () for the first of `bots`, or `random` if there are none.

    If none of them can play by the rules, another bot of the game takes the seats.
    """
    levels: Mapping[str, tuple[str, ...]] = {}
    """The bots for each of `LEVELS`, in order of preference: the first one that can play by the rules sits down."""
    strengths: tuple[Strength, ...] = ()
    """What is known of the strength of these bots."""
    coach: str = ""
    """The default bot for opinions, if it is not the first of `opponents`."""
    best: Mapping[str, str] = {}
    """By rule set, with changes or without: its coach and strong bot, where that is stronger than the usual one."""
    second: str = ""
    """A second bot whose values are shown beside the coach's when it would play differently."""
    words: str | Words[Any] = Words()
    """The words for the game in plain text and lists."""
    languages: Mapping[str, str | Words[Any]] = {}
    """The words in other languages, by `Settings.spoken`: "de", and "de-ascii" for German in ASCII."""
    first_deal: str | FirstDeal[Any] = ""
    """Its guided first deal; "" for none."""
    setups: str | Setups[Any] = Setups()
    """How positions are entered by hand."""
    judging: str | Judging = Judging()
    """What the review must know to judge decisions."""
    claims: str | Claims = Claims()
    """What can be counted in its bots' play."""
    screen: str | Callable[..., Any] = "cardtui.ui.games.anygame:AnyGameScreen"
    """The table screen, a `ui.table.screen.TableScreen`."""
    study: str = ""
    """ "module:function" that reproduces the tables of a source document, or ""."""
    study_spreads: bool = False
    """Whether the study can run on a cluster: it plays by `executors.spread`."""
    figures: Mapping[str, str] = {}
    """What `cardtui bench` measures of it: name -> "module:function", which returns rows of `bench.common.figure`."""
    vector: str = ""
    """ "module:function" that returns its vector environment (`batches.Vector`) for a game's rules; "" for none."""
    checks: str | Checks = Checks()
    """Access to states for the checks in `testing`."""
    seatings: tuple[str, ...] = ()
    """How two bots share the seats in the arena ("AABB", "BBAA"); by default every arrangement of half each."""
    goal: float = 0
    """The minimum return that counts as a win, for games with one player."""
