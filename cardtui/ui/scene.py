"""A position painted by the table of its game while nobody plays on: for inspect, replay and review."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .. import loading, registry, words
from ..core import Action, Card, Decision, Game
from ..match import Match
from ..record import Frame
from ..settings import Settings
from ..tableside import Tableside
from .look.canvas import Canvas
from .table.game import GameTable, View


class _Numbered(Tableside):
    """Calls the other seats by their numbers, as they are typed."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(
            "You" if seat == self.viewer else f"seat {seat + 1}" for seat in range(len(self.match.header.seats))
        )


class Scene:
    """The last of the `frames` of a deal, as `seat` sees it. `settings` returns the user's settings.

    It is painted in English, as all that stands beside it is: only the table of a match has other languages.
    With `numbered`, the other seats are called by their numbers instead of by names.
    """

    def __init__(
        self,
        game: Game[Any],
        frames: Sequence[Frame],
        seat: int,
        settings: Callable[[], Settings],
        numbered: bool = False,
    ) -> None:
        self._settings = settings
        self.bot = ""
        """The bot whose opinion is painted."""
        self.match = Match(game, frames[-1].header, frames, None)
        self.tableside = (_Numbered if numbered else Tableside)(
            self.match, lambda: self.settings()._replace(coach=self.bot)
        )
        self.tableside.viewer, self.tableside.covered, self.tableside.panel = seat, False, "coach"
        self.seen = self.match.observe(seat)
        table: type[GameTable] = loading.load(registry.game_entry(game.name).screen).TABLE
        self.table = table(self.match, self.tableside, self.settings)
        self.table.keys = False

    def settings(self) -> Settings:
        """Return the user's settings, with the language of the scene."""
        return self._settings()._replace(language="en")

    def advise(self, bot: str, decision: Decision | None) -> None:
        """Show a bot's values on the cards, or none."""
        self.bot = bot
        self.tableside.coach.advice = (self.match.ticket, decision) if decision else None

    def view(
        self,
        hands: Mapping[int, Sequence[Card]],
        picked: Sequence[Card] = (),
        move: Action | None = None,
        cursor: int | None = None,
    ) -> View:
        """Return what is painted: the seat's view with `hands` of other seats laid open.

        Lifted are the cards of `move`, or those `picked` so far; the card at the place `cursor` is marked.
        """
        game, settings = self.match.game, self.settings()
        laid = {seat: tuple(hand) for seat, hand in hands.items() if seat != self.seen.seat}
        order = words.of(game.name).order(game, self.seen, settings.sort)
        return View(
            self.seen, self.tableside.names, laid, order, move.cards if move else tuple(picked), cursor,
            settings.four_colour, covered=False, typed=move if move and move.cards else None,
        )  # fmt: skip

    def paint(self, canvas: Canvas, view: View) -> None:
        """Paint the position."""
        self.table.paint(canvas, view)
