"""Checks for your own games and bots, the same that the built-in ones pass.

>>> from cardtui import registry
>>> from cardtui.testing import check_bot, check_game
>>> check_game(registry.game("yaniv"), deals=2)
>>> check_bot("greedy", registry.game("yaniv"), deals=2)
"""

from .examine import Finding, Moment, check_bot, check_game, examine_bot, examine_game, joined

__all__ = ["Finding", "Moment", "check_bot", "check_game", "examine_bot", "examine_game", "joined"]
