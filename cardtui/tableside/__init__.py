"""A table without a screen: who sits there, what each person may see and do, the bots' moves and the coach's opinions.

Views (`ui`, `plain`) draw it. Each has a `Tableside` of its own for the people in front of it.
"""

from .coach import Coach
from .conductor import Conductor, Thinker
from .opinions import SIGNS, Second, Thought
from .tableside import MODES, Tableside

__all__ = ["MODES", "SIGNS", "Coach", "Conductor", "Second", "Tableside", "Thinker", "Thought"]
