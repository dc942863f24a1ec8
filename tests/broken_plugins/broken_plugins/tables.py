"""What cannot be a bot, and what can."""

from __future__ import annotations

from typing import Any

from cardtui.entries import Bot
from cardtui.options import Setting

print('"what is printed here is no answer"', flush=True)

UNIFORM = "cardtui.agents.uniform:Uniform"
GOOD = Bot("good", "yaniv", UNIFORM, "heuristic", "the one that works")
TAKEN = GOOD._replace(name="greedy")
WRONG: Any = {"depth": 4}
OPTIONS = Bot("options", "schafkopf", UNIFORM, "heuristic", "an option that is no Setting", WRONG)
NO_BOT = ["nobot", "tricks"]
CONTROLS = Bot("controls", "zsy", UNIFORM, "heuristic", "\x1b]52;c;aGVsbG8=\x07 writes to the clipboard")
GAME = Bot("rook", "chess", UNIFORM, "heuristic", "of a game that is not there", {"depth": Setting(4, "moves")})
