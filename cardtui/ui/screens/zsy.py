"""The screen of Zheng Shang You."""

from __future__ import annotations

from ...games.zsy.cards import RANK
from ...games.zsy.parsing import spelled
from ..keys import KEYS
from ..table import TableScreen
from ..widgets.felt import Felt
from ..widgets.line import InputLine
from ..widgets.section import Section
from .zsy_felt import ZsyTable
from .zsy_guide import HELP, TUTORIAL


class ZsyScreen(TableScreen):
    """One match of Zheng Shang You."""

    TABLE = ZsyTable
    GUIDE = ("Zheng Shang You", HELP + KEYS.replace("F6 sort the hand", ""))
    TUTORIAL = TUTORIAL

    def on_mount(self) -> None:
        """Say what the cards beside the table are."""
        self.query_one("#cards", Section).entitle("cards by rank", unit="of 54")

    def changed(self, saved: bool = False) -> None:
        for line in self.query(InputLine):  # no line while the screen is being removed
            line.shortcuts = self.SHORTCUTS if self.match.over else self.SHORTCUTS - {"r"}  # "r" begins `rj`
        super().changed(saved)

    def on_felt_picked(self, event: Felt.Picked) -> None:
        """Type the clicked card with the cards of its rank below it; a second click removes them."""
        event.prevent_default()  # here ranks are typed, not numbers
        card = self.order[event.number - 1]
        alike = [other for other in self.order if RANK[other] == RANK[card]]
        chosen = alike[: alike.index(card) + 1]
        typed = self.typed().cards
        others = [other for other in typed if RANK[other] != RANK[card]]
        self.type(spelled(others if len(others) + len(chosen) == len(typed) else [*others, *chosen]))

    def on_felt_chosen(self, event: Felt.Chosen) -> None:
        """Type the clicked move."""
        event.prevent_default()
        self.type(event.word)

    def reason(self, action: str) -> str:
        return "the hand always stands by rank" if action == "sort" else super().reason(action)
