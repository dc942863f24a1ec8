"""The rule options of Schafkopf and its named rule sets (§12 of RULES.md). Standard library only."""

from __future__ import annotations

from ...options import Setting, Value

OPTIONS: dict[str, Setting] = {
    "deck": Setting("long", "32 cards, or 24 without sevens and eights", ("long", "short")),
    "allpass": Setting("end", "what follows when all pass", ("end", "redeal", "ramsch", "forced")),
    "upgrade": Setting("no", "whether a player who is overbid may bid again, higher", ("no", "yes")),
    "tout": Setting("no", "Tout: all tricks, for twice as much", ("no", "yes")),
    "sie": Setting("no", "Sie: the highest cards, shown, for four times as much", ("no", "yes")),
    "geier": Setting("no", "Geier: only the Obers are trumps", ("no", "yes")),
    "farbwenz": Setting("no", "Farbwenz: the Unters and one suit are trumps", ("no", "yes")),
    "klopfen": Setting("no", "knock after half of the cards: all pay double", ("no", "yes")),
    "contra": Setting("lead", "contra before the lead, or while holding all one's cards", ("lead", "eight")),
    "schwarz": Setting("points", "Schwarz is no points, or no tricks", ("points", "tricks")),
    "sauspiel": Setting(20, "cents for a Sauspiel", low=0, high=1000),
    "solo": Setting(50, "cents for a Wenz or Solo", low=0, high=1000),
    "schneider": Setting(10, "cents for Schneider, and again for Schwarz", low=0, high=1000),
    "laufende": Setting(10, "cents for each of the Laufende", low=0, high=1000),
    "stock": Setting(0, "cents that each seat pays into the pot when all pass (with allpass=redeal)", low=0, high=1000),
    "deals": Setting(32, "deals after which a match ends (0: never)", low=0, high=1000),
}
RULE_SETS: dict[str, dict[str, Value]] = {
    "paper": {},
    "club": {
        "allpass": "redeal",
        "upgrade": "yes",
        "tout": "yes",
        "sie": "yes",
        "contra": "eight",
        "schwarz": "tricks",
        "deals": 0,
    },
}
