"""Hyperparameters of the trainer of ppo-rules and ppo-large."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .rules_play import FAST, RULE_BASED, SELF, SHIPPED, TEACHER

BOTS = {"ppo-rules": SHIPPED, "ppo-large": SHIPPED, "rule-based": RULE_BASED}
"""The bots that play in the kernel while a reply to them is learned; others are asked."""
GUESTS = {"itself": SELF, "the fast player": FAST, "rule-based": RULE_BASED, "the teacher": TEACHER}


@dataclass(frozen=True, kw_only=True)
class Stage:
    """A part of a run. Each later stage begins with a fresh optimiser (warm restarts: Loshchilov and Hutter, 2017)."""

    deals: int
    """Deals of this stage; the teacher's are among the first stage's."""
    learning_rate: float
    """Adam's learning rate at the beginning of the stage's self-play; it decays to `FINAL_RATE` of it."""
    guests: tuple[str, ...]
    """Who sits in two of four seats, each equally likely: keys of GUESTS.

    For a reply, the one bot, which sits in all other seats.
    """


@dataclass(frozen=True, kw_only=True)
class Preset:
    """Hyperparameters of a run."""

    hidden_sizes: tuple[int, int]
    """The hidden layers of the policy."""
    critic_sizes: tuple[int, int]
    """The hidden layers of the critic."""
    stages: tuple[Stage, ...]
    deals_per_update: int
    parts: int = 1
    """The deals of an update are played in this many parts, each with random numbers of its own, by as many threads as
    there are cores; against a bot that is asked, by as many processes."""
    ahead: bool = False
    """Whether an update's deals are played during the update before, with the networks from before that update."""
    teacher: str
    """The bot whose shipped network plays the first deals, ppo-lstm or ppo-rules, or to which a reply is learned."""
    taught: int
    """The deals that the teacher plays."""
    taught_batch_size: int
    taught_learning_rate: float
    """Adam's learning rate at the beginning of the teacher's deals; it decays to zero."""
    batch_size: int
    """Choices per step of Adam."""
    trace: float
    """λ of the λ-returns, for advantages and critic."""
    clip_range: float
    """ε of the clipped objective."""
    entropy_coefficient: float
    """The weight of the entropy bonus at the beginning of a stage's self-play; it decays to a fifth."""
    strays: float = 0.0
    """The share of deals with one action drawn from all legal ones, so that the critic learns what comes of such
    actions."""
    rules: tuple[str, ...]
    """The rule sets of self-play, each equally likely."""


_OFTEN = ("paper",) * 4 + ("club",) * 5
_CLUBS = ("club:geier=yes,farbwenz=yes", "club:klopfen=yes,allpass=ramsch", "club:deck=short,geier=yes")
_PAPERS = ("paper:deck=short", "paper:allpass=forced", "paper:allpass=ramsch,tout=yes,solo=100,laufende=20")
RULES_BEST = Preset(
    hidden_sizes=(256, 128),
    critic_sizes=(256, 128),
    stages=(
        Stage(
            deals=1_228_800,
            learning_rate=0.0005,
            guests=("itself", "itself", "the fast player", "rule-based", "rule-based"),
        ),
    ),
    deals_per_update=4096,
    teacher="ppo-lstm",
    taught=204_800,
    taught_batch_size=1024,
    taught_learning_rate=0.002,
    batch_size=4096,
    trace=0.9,
    clip_range=0.2,
    entropy_coefficient=0.005,
    rules=_OFTEN + _CLUBS + _PAPERS,
)
LARGE_BEST = replace(
    RULES_BEST,
    hidden_sizes=(512, 256),
    critic_sizes=(1024, 256),
    stages=(
        Stage(
            deals=6_758_400,
            learning_rate=0.0005,
            guests=("itself",) * 4 + ("the teacher", "the fast player") + ("rule-based",) * 2,
        ),
        Stage(
            deals=12_083_200,
            learning_rate=0.0002,
            guests=("itself",) * 4 + ("the fast player",) + ("rule-based",) * 3,
        ),
    ),
    deals_per_update=8192,
    parts=16,
    ahead=True,
    strays=0.5,
    teacher="ppo-rules",
    taught=204_800,
    taught_batch_size=2048,
    batch_size=8192,
)


def _reply(best: Preset, deals: int) -> Preset:
    """Return a preset that starts from the bot's shipped weights; guest, rules and teacher come from the request."""
    stage = Stage(deals=deals, learning_rate=0.0003, guests=())
    begun = replace(best, stages=(stage,), strays=0.5, taught=0, rules=())
    return replace(begun, deals_per_update=4096, batch_size=4096, parts=2, ahead=False)


def asked(reply: Preset) -> Preset:
    """Return the preset for a reply to a bot that has to be asked: fewer deals, but in more parts."""
    (stage,) = reply.stages
    return replace(reply, stages=(replace(stage, deals=32_768),), deals_per_update=2048, parts=8, batch_size=2048)


PRESETS = {
    "ppo-rules": {"best": RULES_BEST, "reply": _reply(RULES_BEST, 1_228_800)},
    "ppo-large": {"best": LARGE_BEST, "reply": _reply(LARGE_BEST, 614_400)},
}
