"""The options of the rules of Mau-Mau and its named rule sets (§7 of RULES.md)."""

from __future__ import annotations

from cardtui.options import Setting, Value

OPTIONS: dict[str, Setting] = {
    "hand": Setting(5, "cards dealt to each seat", low=3, high=7),
    "sevens": Setting("pass", "whether a seven passes the drawing on", ("pass", "take")),
    "jacks": Setting("no", "whether a jack may be laid on a jack", ("no", "yes")),
    "aces": Setting("plain", "whether whoever laid an ace comes again", ("plain", "again")),
    "scoring": Setting("wins", "deals won, or points lost", ("wins", "points")),
    "limit": Setting(100, "points lost with which the match ends (0: never)", low=0, high=1000),
    "deals": Setting(10, "deals after which a match ends (0: never)", low=0, high=1000),
}
RULE_SETS: dict[str, dict[str, Value]] = {
    "common": {},
    "plain": {"sevens": "take"},
    "points": {"hand": 6, "jacks": "yes", "aces": "again", "scoring": "points", "deals": 0},
}
