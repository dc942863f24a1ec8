"""The rule options of Zheng Shang You and its named rule sets. Standard library only."""

from __future__ import annotations

from ...options import Setting, Value

OPTIONS: dict[str, Setting] = {
    "deals": Setting(10, "deals after which a match ends (0: never)", low=0, high=1000),
}
RULE_SETS: dict[str, dict[str, Value]] = {"paper": {}}
