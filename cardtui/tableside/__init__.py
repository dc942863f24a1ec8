"""The table behind every user interface, its view model: what each person may see and do, the bots' moves, the coach.

User interfaces (`ui`, `plain`) display it. Each has its own `Tableside` for the people in front of it.
"""

from .coach import Coach
from .conductor import Conductor, Thinker
from .guide import Guide, Told, is_first_deal
from .opinions import SIGNS, Advised, Second, Thought
from .standings import Deal, Place, places, standings
from .tableside import MODES, Tableside
from .trick import FullTrick

__all__ = [
    "MODES",
    "SIGNS",
    "Advised",
    "Coach",
    "Conductor",
    "Deal",
    "FullTrick",
    "Guide",
    "Place",
    "Second",
    "Tableside",
    "Thinker",
    "Thought",
    "Told",
    "is_first_deal",
    "places",
    "standings",
]
