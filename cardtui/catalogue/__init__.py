"""Which games and bots there are: a module for each game, with its entry and those of its bots.

A sixth game is one module more, named in `_GAMES`; `registry` looks entries up.
"""

from __future__ import annotations

from . import ninetyeight, schafkopf, tricks, yaniv, zsy
from .entries import HUMAN, KINDS, Bot, GameEntry

__all__ = ["BOTS", "GAMES", "HUMAN", "KINDS", "Bot", "GameEntry"]

_GAMES = (yaniv, schafkopf, ninetyeight, tricks, zsy)
GAMES = tuple(module.GAME for module in _GAMES)
BOTS: tuple[Bot, ...] = tuple(bot for module in _GAMES for bot in module.BOTS)
