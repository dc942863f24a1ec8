"""The rule options of 98 cards and its named rule sets. Standard library only."""

from __future__ import annotations

from ...options import Setting, Value

OPTIONS: dict[str, Setting] = {
    "refill": Setting("one", "draw after each card, after every two, or after two or more", ("one", "two", "turn")),
    "deals": Setting(0, "games after which a match ends (0: never)", low=0, high=1000),
}
RULE_SETS: dict[str, dict[str, Value]] = {"paper": {}, "app": {"refill": "two"}, "official": {"refill": "turn"}}
