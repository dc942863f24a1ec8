"""The answers that a bot gave during its training, and which of them are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .. import record, words
from ..core import Decision, Option, parse_action
from ..settings import Settings
from .scene import Scene
from .table.game import View


class CheckpointState:
    """A report of `study.checkpoints`, the saved match that its positions are of, and what of it is shown.

    Raises Refusal or OSError if the match cannot be read.
    """

    def __init__(self, bot: str, report: Mapping[str, Any], settings: Callable[[], Settings]) -> None:
        self.bot = bot
        self.report = report
        self.settings = settings
        _, _, self.game, self.frames = record.load(Path(report["record"]))
        self._numbered = list(record.numbered(self.frames))
        flips = [flip["position"] for flip in report["flips"]]
        self.order = [*flips, *(number for number in range(len(report["positions"])) if number not in set(flips))]
        """The positions as listed."""
        at = (self._numbered[position["frame"]] for position in report["positions"])
        self.places = [f"{deal}:{made + 1}" for deal, made, _ in at]
        """Deal and move of each position, as a review names them: `3:12`."""
        self.at = len(report["times"]) - 1
        """The time, an index."""
        self.row = 0
        """The position, an index into the list."""
        self.first = 0
        """The first row of the list that is shown."""
        self.habits = False
        """Whether a small screen shows the habits in place of the positions."""
        self.alone = False
        """Whether a small screen shows the position alone."""
        self._scene: tuple[int, Scene] | None = None

    @property
    def position(self) -> Mapping[str, Any]:
        """The position that is shown."""
        found: Mapping[str, Any] = self.report["positions"][self.order[self.row]]
        return found

    @property
    def decision(self) -> Decision:
        """What the bot would have done here at this time."""
        told, unit = self.position, self.report["unit"]
        values = [one[self.at] for one in told["values"]]
        actions = [parse_action(self.game, text) for text in told["actions"]]
        chosen = told["chosen"][self.at]
        options = tuple(
            Option(action, float(place == chosen), value)
            for place, (action, value) in enumerate(zip(actions, values, strict=True))
            if value is not None or place == chosen
        )
        if unit == "probability":
            options = tuple(option._replace(probability=option.value or 0.0, value=None) for option in options)
        return Decision(actions[chosen], options, unit)

    def move(self, times: int, positions: int) -> None:
        """Go on by some times and positions, as far as there are any."""
        self.at = max(0, min(len(self.report["times"]) - 1, self.at + times))
        self.row = max(0, min(len(self.order) - 1, self.row + positions))

    def scene(self) -> tuple[Scene, View]:
        """Return the position as its mover saw it, with the values of this time."""
        place = self.position["frame"]
        if self._scene is None or self._scene[0] != place:
            start = place - self._numbered[place][1]
            seat = self.game.turn(self.frames[place].state) or 0
            made = Scene(self.game, self.frames[start : place + 1], seat, self.settings, numbered=True)
            self._scene = place, made
        scene, decision = self._scene[1], self.decision
        scene.advise(self.bot, decision)
        return scene, scene.view({}, move=decision.action)

    def label(self, text: str) -> str:
        """Return an action in the words of the game."""
        return words.of(self.game.name).label(self.game, parse_action(self.game, text))
