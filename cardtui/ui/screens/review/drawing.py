"""Draws the contents of the review screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .... import registry, words
from ....core import Card
from ....review.verdicts import MARKS
from ...base import TitleBar
from ...look.canvas import Canvas, Spot
from ...look.pieces import rail
from ...scene import Scene
from ...table.game import View
from ...widgets.felt import Felt
from ...widgets.zones import paint_strip, zones_of_strip
from .felt import FELT, boxes, paint_counts, paint_curve, paint_marks, paint_parts  # fmt: skip
from .list import paint_list, rows_of_list
from .values import paint_values

if TYPE_CHECKING:
    from .screen import ReviewScreen


class ReviewDrawing:
    """The bar at the top, and everything below it on one canvas."""

    def __init__(self, screen: ReviewScreen) -> None:
        self.screen = screen
        self.first = 0
        """The first row of the list that is shown."""
        self._most: dict[int, int] = {}

    def everything(self) -> None:
        """Redraw the screen."""
        screen, review = self.screen, self.screen.review
        if not screen.is_drawable:
            return
        move = f"move {review.place - review.start + 1}" if review.next_move else "the end"  # as the list counts
        where = f"deal {review.deal + 1}/{len(review.starts)} · {move}"
        state = screen.whatif.status or ("no review" if review.fault else review.stage)
        about = " · ".join(filter(None, (state, where, registry.titled(review.game.name, review.header.rules))))
        screen.query_one(TitleBar).tell("review", about)
        screen.query_one(Felt).paint(screen.card_app.palette, self._paint)
        screen.refresh_bindings()

    def _paint(self, canvas: Canvas) -> None:
        screen, review, hidden = self.screen, self.screen.review, self.screen.retry.hidden
        width, height = canvas.width, canvas.height
        scene, view = self.position()
        strip = paint_strip(scene.table.felt(width, height, canvas.palette), scene.table, view, self._most_zones())
        place = boxes(width, height, review, hidden, screen.alone, strip)
        if place.curve[3]:
            paint_curve(canvas, place.curve, review)
        if place.listed[3]:
            self._keep_in_sight(rows_of_list(place.listed, len(review.listed)))
            paint_list(canvas, place.listed, review, self.first)
            paint_counts(canvas, place.counts, review)
        if place.values[3]:
            paint_values(canvas, place.values, review, screen.retry.graded)
        if place.parts[3]:
            paint_parts(canvas, place.parts, review, hidden)
        self._table(canvas, place.table, scene, view)

    def _keep_in_sight(self, room: int) -> None:
        """Scroll the list so that the decision here is among the rows shown."""
        at = self.screen.review.listed_here
        if at is not None:
            self.first = max(min(self.first, at), at - room + 1)
        self.first = max(0, min(self.first, len(self.screen.review.listed) - room))

    def position(self) -> tuple[Scene, View]:
        """Return the position as the player under review sees it, with the typed, better or played cards lifted."""
        screen, review = self.screen, self.screen.review
        scene = Scene(review.game, review.so_far, review.seat, lambda: screen.card_app.settings)
        picked, move, walked = tuple[Card, ...](), None, None
        hidden = screen.retry.hidden
        if hidden:
            picked, move = screen.retry.typed.cards, screen.retry.typed.action
            walked = screen.retry.area.line.walked
        elif advice := review.advice():
            scene.advise(*advice)
            move = advice[1].action
            if not move.cards and review.next_move:
                move = review.next_move.action
        shown = range(review.game.seats) if screen.truth and not hidden else ()
        hands = {seat: scene.match.observe(seat).zone("hand").cards for seat in shown}
        return scene, scene.view(hands, picked, move, walked)

    def _table(self, canvas: Canvas, box: tuple[int, int, int, int], scene: Scene, view: View) -> None:
        """Paint the position in its box: at the game's table if there is room for it, else as a strip."""
        (x, y, width, height), review = box, self.screen.review
        part = scene.table.felt(width, height, canvas.palette)
        if height >= FELT:
            scene.paint(part, view)
        else:
            rail(part, self._headed(view), f"seen by {review.names[review.seat]}" * (review.game.seats > 1))
            paint_strip(part, scene.table, view, self._most_zones())
        if not self.screen.retry.hidden:
            paint_marks(part, view, review)
        canvas.paste(x, y, part.rows)
        canvas.spots += [Spot(x + spot.x, y + spot.y, spot.width, spot.height, spot.word) for spot in part.spots]

    def _most_zones(self) -> int:
        """Return the most zones that a strip shows in this deal."""
        review = self.screen.review
        if review.deal not in self._most:
            frames = review.frames[review.start : review.start + review.moves + 1]
            self._most[review.deal] = max(
                len(zones_of_strip(review.game.observe(frame.state, review.seat))) for frame in frames
            )
        return self._most[review.deal]

    def _headed(self, view: View) -> str:
        """Return the heading of the strip: what was played here, else the game's phase or name."""
        review = self.screen.review
        if review.match and (row := review.row):
            mark = f"{row['mark']} " * (row["mark"] in MARKS)
            return f"{mark}{review.names[review.seat]} played {review.match.label(row['played'])}"
        return (
            words.of(review.game.name).phase(review.game, view.seen, view.names)
            or registry.game_entry(review.game.name).title
        )
