"""The rule options of Yaniv and its named rule sets. Standard library only."""

from __future__ import annotations

from ...options import Setting, Value

OPTIONS: dict[str, Setting] = {
    "jokers": Setting(0, "jokers in the deck, wild in runs", low=0, high=2),
    "faces": Setting("rank", "jack, queen, king count their rank or ten", ("rank", "ten")),
    "take": Setting("last", "what of the last discard can be taken", ("last", "ends")),
    "scoring": Setting("wins", "deals won, or points against you", ("wins", "points")),
    "call": Setting(7, "highest score with which Yaniv may be called", low=1, high=30),
    "assaf": Setting(0, "penalty of a caller who is not strictly lowest", low=0, high=100),
    "halve": Setting("no", "halve a total on half the limit or on the limit", ("no", "yes")),
    "limit": Setting(0, "total above which the match ends (0: never)", low=0, high=1000),
    "deals": Setting(10, "deals after which a match ends (0: never)", low=0, high=1000),
    "start": Setting("rotate", "who opens the next deal", ("rotate", "winner")),
}
RULE_SETS: dict[str, dict[str, Value]] = {
    "paper": {},
    "club": {
        "jokers": 2,
        "faces": "ten",
        "take": "ends",
        "scoring": "points",
        "assaf": 30,
        "halve": "yes",
        "limit": 100,
        "deals": 0,
        "start": "winner",
    },
}
NUMBERS = ("jokers", "faces", "take", "call")
"""The options that affect a table over numbers, such as Harel's; how deals are scored does not."""
