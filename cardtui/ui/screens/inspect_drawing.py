"""Draws the contents of the inspect screen: the position, the bots side by side, one bot in full."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from textual.content import Content

from ... import registry, words
from ...core import Card, Game, Observation, Standing
from ...entries import HUMAN
from ...record import Frame, Header
from ...review import positions
from ...review.positions import Position
from ...tableside import Thought
from ...text.formatting import counted
from ..base import TitleBar
from ..look.canvas import Canvas
from ..look.pieces import rail
from ..scene import Scene
from ..sizes import is_roomy
from ..table.game import View
from ..widgets.beliefs import Truth, against_truth
from ..widgets.compare import CompareView, Look
from ..widgets.decisions import DecisionPanel, decision_lines, share
from ..widgets.felt import Felt
from ..widgets.history import History
from ..widgets.lines import Lines
from ..widgets.policy import PolicyView
from ..widgets.section import Section
from ..widgets.titles import retitle
from ..widgets.zones import paint_strip, paint_zones

if TYPE_CHECKING:
    from .inspect import InspectScreen

_CARDS = 30
"""The height from which a smaller screen has room for the hand as cards, with the values of a bot."""
_FELT = 17
"""The least height of a game's table."""
_SHARE = 0.62
"""The part of the height that the table takes on a large screen."""
MESSAGE = 3
"""Maximum number of lines of a message."""


class InspectDrawing:
    """Draws the inspect screen, all at once or part by part."""

    def __init__(self, screen: InspectScreen) -> None:
        self.screen = screen
        self._scene: tuple[Position, Scene] | None = None
        self._painted: tuple[object, ...] = ()
        """All that the painted felt depends on."""
        self._told: Observation | None = None
        """The position whose history is shown."""

    def everything(self) -> None:
        """Redraw the screen."""
        screen = self.screen
        if not screen.is_drawable:
            return
        size = screen.size
        screen.set_class(is_roomy(*size), "-roomy")
        screen.set_class(screen.page in ("grid", "claims"), "-policy")
        screen.set_class(screen.page == "table" and not screen.has_class("-roomy"), "-table")
        position = screen.position
        screen.set_class(len(position.seen.legal) < 2, "-decided")
        turn = f"turn {screen.turn + 1}/{len(screen.turns)} · " if screen.turn is not None else ""
        called = f"{self.scene.tableside.names[position.seen.seat]}, " * bool(position.seats)
        seat = f"as {called}seat {position.seen.seat + 1} · " * (position.game.seats > 1)
        screen.query_one(TitleBar).tell(f"inspect {position.game.name}", f"{seat}{turn}{position.origin}")
        retitle(screen.query_one("#typing"), screen.known)
        self.message()
        self.answers()
        if screen.page in ("grid", "claims"):
            tables = screen.answers.tables
            screen.query_one(PolicyView).show(tables[screen.table_bot % len(tables)], screen.page == "claims")
        screen.refresh_bindings()

    def answers(self) -> None:
        """Draw the bots' opinions."""
        screen = self.screen
        if not screen.is_drawable:
            return
        position, bot, answers = screen.position, screen.bot, screen.answers
        guesses = self._guesses() if screen.open else []
        screen.query_one("#guesses", Lines).draw(lambda width: guesses)
        others = not screen.has_class("-roomy")  # there "one bot in full" tells them
        look = Look(bot, screen.card_app.settings.four_colour, position.played, others)
        screen.query_one(CompareView).show(position.game, position.seen.legal, answers.columns, look)
        panel, decision = screen.query_one(DecisionPanel), answers.now.get(bot)
        panel.game = position.game
        label = f"{bot}{' …' * (answers.thinking == bot)}"
        truth = _faces(position.game, self._hands())
        empty = answers.faults.get(bot, "no answer yet")
        thought = Thought(label, decision, seen=position.seen)
        panel.show([thought] if decision else [], empty, self.scene.tableside.names, truth)
        if screen.has_class("-decided"):
            screen.query_one("#seen", Lines).draw(self._known)
        told = "F5 next bot · ⏎ in full" if len(answers.bots) > 1 else "⏎ in full"
        screen.query_one("#whole", Section).set_heading("one bot in full", unit=told)
        self.felt()

    def _known(self, width: int) -> list[Content]:
        """Return the cards seen so far, and what can be known of the others without a bot."""
        scene, game = self.scene, self.screen.position.game
        truth = _faces(game, self._hands())
        even = against_truth(game, scene.seen, None, None, width, scene.tableside.names, truth)
        return [*scene.table.seen_lines(scene.seen, width), *even]

    def _entitle_history(self) -> None:
        """Write the heading above the history."""
        for past in self.screen.query(History):
            self.screen.query_one("#course", Section).set_heading(
                *self.scene.table.history_title(past.content_size.width)
            )

    def in_full(self, width: int) -> list[Content]:
        """Return the selected bot's decision and the deal so far, in lines of this width."""
        screen, game = self.screen, self.screen.position.game
        decision, view = screen.answers.now.get(screen.bot), self.scene.view(self._hands())
        names, seen = self.scene.tableside.names, screen.position.seen
        truth = _faces(game, screen.position.hands)
        thought = decision._replace(beliefs=()) if decision else None
        lines = [*decision_lines(game, thought, width, names=names), Content("")] if thought else []
        lines += against_truth(game, seen, screen.position.state, decision, width, names, truth)
        told = [row for line in self.scene.table.history_lines(view, width) for row in line.wrap(max(1, width))]
        return [*lines, Content(""), Content.styled("the deal so far", "bold $text-primary"), *told]

    def felt(self) -> None:
        """Paint the position: by the game's table if there is room for it, else by its zones."""
        if not self.screen.is_drawable:
            return
        screen, scene, seen = self.screen, self.scene, self.screen.position.seen
        felt, palette = screen.query_one(Felt), screen.card_app.palette
        small = not (screen.has_class("-roomy") or screen.page == "table")
        lifted = screen.query_one(CompareView).action
        view = scene.view(self._hands(), move=lifted if lifted in seen.legal else None)
        if self._told is not seen:
            self._told = seen
            screen.query_one(History).show(lambda width: scene.table.history_lines(view, width))
        self._entitle_history()  # at each redraw, since at first the column has no width
        decision = screen.answers.now.get(screen.bot)
        width, look = felt.size.width or screen.size.width, screen.card_app.settings
        left = screen.query_one("#left").size
        shows = (
            screen.size,
            left,
            felt.size,
            small,
            palette,
            look,
            seen,
            view.hands,
            view.picked,
            screen.bot,
            decision,
        )
        if shows == self._painted:
            return
        self._painted = shows
        scene.advise(screen.bot, decision)
        if small:
            rows = self._zones(scene.table.felt(width, screen.size.height, palette), view)
            canvas = scene.table.felt(width, rows, palette)
            game = screen.position.game
            title = registry.game_entry(game.name).title
            rail(canvas, words.of(game.name).phase(game, seen, view.names) or title, f"rules {game.spec}")
            self._zones(canvas, view)
            felt.styles.height = rows
            felt.show(canvas)
            return
        room = left.height
        high = "1fr" if screen.page == "table" and not screen.has_class("-roomy") else max(_FELT, round(room * _SHARE))
        felt.styles.height = high
        if felt.size.area and felt.size.height >= _FELT:
            canvas = scene.table.felt(*felt.size, palette)
            scene.paint(canvas, view)
            felt.show(canvas)

    def _zones(self, canvas: Canvas, view: View) -> int:
        """Paint the zones; on a higher screen with the hand as cards, in as many rows at every position of a game."""
        table = self.scene.table
        if self.screen.size.height < _CARDS:
            return paint_zones(canvas, table, view)
        return paint_strip(canvas, table, view, len(view.seen.zones) - 1)

    @property
    def scene(self) -> Scene:
        """The position at its game's table. Without a state, any deal that looks the same to the seat stands for it."""
        position, app = self.screen.position, self.screen.card_app
        if self._scene is None or self._scene[0] is not position:
            game, seen = position.game, position.seen
            state = position.state if position.state is not None else game.determinize(seen, Random(0))
            numbered = tuple(HUMAN if seat == seen.seat else f"seat {seat + 1}" for seat in range(game.seats))
            header = Header(game.name, game.spec, position.seats or numbered, 0)
            frame = Frame(header, Standing(seen.scores), None, state)
            self._scene = position, Scene(game, [frame], seen.seat, lambda: app.settings, not position.seats)
        return self._scene[1]

    def _hands(self) -> Mapping[int, tuple[Card, ...]]:
        """Return the hands that are laid open."""
        return self.screen.position.hands if self.screen.open else {}

    def _guesses(self) -> list[Content]:
        """Return the probability that each bot assigns to the actual cards, and the solver's result."""
        screen = self.screen
        found = [(bot, positions.in_truth(screen.position, decision)) for bot, decision in screen.answers.now.items()]
        lines = [
            f"{bot} gives a card's true holder {share(true[0])}, the mean of {counted(true[1], 'card')}"
            for bot, true in found
            if true is not None
        ]
        moment = screen.position.moment
        return [Content(f" {line}") for line in [*lines, screen.solved.get(moment, "") if moment else ""] if line]

    def message(self) -> None:
        """Draw the message below the input line."""

        def draw(width: int) -> list[Content]:
            text = self.screen.message
            rows = [Content(" ") + row for row in Content(text).wrap(max(10, width - 4))] or [Content("")]
            return rows if len(rows) <= MESSAGE else [*rows[: MESSAGE - 1], rows[MESSAGE - 1] + Content(" …")]

        self.screen.query_one("#message", Lines).draw(draw)


def _faces(game: Game[Any], hands: Mapping[int, tuple[Card, ...]]) -> Truth:
    return {seat: frozenset(map(game.face, hand)) for seat, hand in hands.items()}
