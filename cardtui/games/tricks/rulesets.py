"""The rule options of Tricks and its named rule sets. Standard library only."""

from __future__ import annotations

from ...options import Setting, Value

OPTIONS: dict[str, Setting] = {
    "n": Setting(10, "cards of each colour", low=2, high=13),
    "colours": Setting(2, "how many colours", low=1, high=4),
    "duplicate": Setting("yes", "play each deal twice, with the hands exchanged", ("yes", "no")),
    "revoke": Setting("no", "whether the second card of a trick may be of any colour", ("no", "yes")),
    "deals": Setting(10, "deals after which a match ends (0: never)", low=0, high=1000),
}
RULE_SETS: dict[str, dict[str, Value]] = {"tricks": {}}
