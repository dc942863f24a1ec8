"""Reviews a saved match: its mistakes, what they cost, where the result came from, and the decisions to try again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import aclosing, suppress
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input
from textual.worker import WorkerError

from .... import settings, visitors, words
from ....core import Refusal
from ....entries import HUMAN
from ....record import archive
from ....registry import lineup
from ....review import cache, export, report_text
from ....review.report_parts import stake
from ....text.formatting import unit_name
from ...base import AppScreen, title_row
from ...exporting import ask_file
from ...review_state import ReviewState
from ...sizes import ROOMY
from ...start import Inspect, Review
from ...widgets.felt import Felt
from ...widgets.line import InputLine, KeyLine
from ...widgets.typing_area import TypingArea
from . import beliefs
from .drawing import ReviewDrawing
from .list import ROW
from .retry import Retry
from .whatif import WhatIf, practice_match

HELP = """\
↑ ↓        the list, worst first   n N       next mistake, the one before
c C        next choice, before     ← →       one move back, on
PgUp PgDn  one deal back, on       u         what is unclear, or mistakes
+ -        only larger mistakes, or smaller ones, too
q          hide and retry: values, marks, list and sum are hidden; type as
           at the table, then see; n leads to the next one. Esc ends it
t          truth: all hands open   w         a world in which it mattered
b          the coach's beliefs     p         play on from here
f          force another action    l         lock a bot on a seat
e          export to a file        i         inspect this position
F8         on small screens: the table alone
Esc        back                    a click on curve or list goes there

"At least" is what a mistake cost according to every judge, at the 95%
level; the guess beside it goes from the lowest to the highest mean of the
judges. The marks ?! ? and ?? go by "at least". What the judges disagree on,
or cannot prove, is "unclear". The list also tells how many false marks to
expect.

The result is split into what the deals were worth before the cards were
dealt, what your cards added, what hidden cards brought (how they lay and
which were drawn), your play, and the play of the others. Play is measured
against what the first judge would have played, so yours is above 0 if it
was better.

Values are what the deal would bring after each action, by each judge, from
what the player could know: a first look, at all actions in the same worlds.
The lines below them are the proof, of two actions in other, fresh worlds;
so the two differ. Worlds that are not equally likely are "worth" the number
of equally likely ones that would tell as much. A judge with * sees all
hands and never proves a mistake alone; one with ! failed a test, which is
named. ★ is the better action, ? one that may be better, ✗ the mistake, ●
what was played.

A retry is right if no judge proves that it loses as much as the smallest
mistake that is marked. w shows a world that was possible for the player: in
it bots play on, and it ends worse after the action that was played than
after the better one. A review is kept, and opens at once the next time.
"""


class ReviewScreen(AppScreen):
    """A review that grows while it is read. Raises Refusal or OSError if the record cannot be reviewed."""

    AUTO_FOCUS = ""
    GUIDE = ("Review", HELP)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "mistake(1)", "mistake", tooltip="next mistake"),
        Binding("N", "mistake(-1)", "previous mistake", tooltip="previous mistake", show=False),
        Binding("c", "choice(1)", "choice", tooltip="next choice"),
        Binding("C", "choice(-1)", "previous choice", tooltip="previous choice", show=False),
        Binding("pagedown", "deal(1)", "deal", key_display="PgDn", tooltip="next deal", show=False),
        Binding("pageup", "deal(-1)", "previous deal", show=False),
        Binding("u", "unclear", "unclear", tooltip="unclear: what is not proved, or the mistakes again"),
        Binding("plus", "threshold(1)", "larger", key_display="+", tooltip="only larger mistakes", show=False),
        Binding("minus", "threshold(-1)", "smaller", key_display="-", tooltip="smaller mistakes, too", show=False),
        Binding("q", "retry", "retry", tooltip="hide the answer and retry, or show it again"),
        Binding("t", "truth", "truth", tooltip="truth: all hands open, or not"),
        Binding("b", "beliefs", "beliefs", tooltip="beliefs: what the coach believes of the hands, and the truth"),
        Binding("w", "world", "world", tooltip="a world in which the mistake mattered, played out"),
        Binding("p", "play_on", "play on", tooltip="play on from here, against the bots of the table"),
        Binding("f", "force", "force", tooltip="force another action: what it changes"),
        Binding("l", "lock", "lock", tooltip="lock a bot on a seat: what it changes"),
        Binding("e", "export", "export", tooltip="export to a file: HTML, Markdown or JSON"),
        Binding("i", "inspect", "inspect", tooltip="inspect this position"),
        Binding("f8", "table", "table", tooltip="table: the position alone, or the lists, too"),
        Binding("right", "step(1)", "move", key_display="←→", tooltip="one move forward"),
        Binding("left", "step(-1)", "move back", tooltip="one move back", show=False),
        Binding("down", "list(1)", "list", key_display="↑ ↓", tooltip="down the list"),
        Binding("up", "list(-1)", "up the list", show=False),
        Binding("escape,f10", "back", "back", key_display="Esc", tooltip="back: end the retry, or leave the review"),
    ]
    CSS = """
    ReviewScreen TypingArea { display: none; }
    ReviewScreen.-hiding TypingArea { display: block; height: 5; }
    """

    def __init__(self, start: Review) -> None:
        super().__init__()
        path = start.path or archive.named(settings.records_dir(), None, own=True)
        self.asked = start.asked or cache.Request(str(path), jobs=visitors.jobs())
        self.review = ReviewState(path, self._named, self.asked.seat)
        self.retry = Retry(self)
        self.whatif = WhatIf(self)
        self.drawing = ReviewDrawing(self)
        self.truth = False
        """Whether all hands are open."""
        self.alone = False
        """Whether a small screen shows the position alone."""
        self.moved = start.place is not None
        """Whether the user has gone somewhere; before that the screen goes to the costliest mistake."""
        if start.place is not None:
            self.review.go(start.place)

    def _named(self, players: Sequence[str]) -> Sequence[str]:
        return words.names(players, self.card_app.settings)

    def compose(self) -> ComposeResult:
        yield title_row()
        yield Felt()
        yield TypingArea(frozenset())
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin the review in its own process."""
        self.worker = self.run_worker(self._follow(), group="review")
        self.set_focus(None)
        self.redraw()

    async def on_unmount(self) -> None:
        """Wait until the review's process has ended, while there is a loop that can."""
        self.worker.cancel()
        with suppress(WorkerError):
            await self.worker.wait()

    async def _follow(self) -> None:
        """Take the reports as they come."""
        try:
            async with aclosing(cache.watch(self.asked)) as reports:
                async for report in reports:
                    self.review.update(report)
                    if not self.moved and self.review.listed and not self.retry.on:
                        self.review.go(self.review.place_of(self.review.listed[0]))
                    self.redraw()
        except Refusal as fault:
            self.review.fault = str(fault)
            self.say(self.review.fault, True)
            self.redraw()

    def on_felt_resized(self) -> None:
        """Paint for the new size."""
        self.redraw()

    def redraw(self) -> None:
        """Paint the review."""
        self.drawing.everything()

    # --- going about --------------------------------------------------------------------------------

    def go(self, place: int | None, missing: str = "") -> None:
        """Go to a place; say that there is none."""
        if place is None:
            self.say(missing, True)
            return
        self.moved = True
        self.review.go(place)
        self.retry.begin()

    async def on_felt_place_clicked(self, event: Felt.PlaceClicked) -> None:
        """Go to the clicked row of the list or place of the curve; while a decision is tried, type the clicked word."""
        if event.word.startswith(ROW):
            self.go(int(event.word.removeprefix(ROW)))
        elif self.retry.hidden:
            table = self.drawing.position()[0].table
            await self.retry.click(table.clicked(self.retry.area.line.value, event.word), event.double)

    async def on_felt_card_clicked(self, event: Felt.CardClicked) -> None:
        """Type the clicked card, or remove it, while a decision is tried."""
        if self.retry.hidden:
            await self.retry.click(self._picked(event.number), event.double)

    def _picked(self, number: int) -> str:
        """Return the typed text after a card of the hand was chosen, or chosen again."""
        scene, view = self.drawing.position()
        return scene.table.picked(view, self.retry.area.line.value, number)

    def on_input_line_cursor_moved(self, event: InputLine.CursorMoved) -> None:
        """Move the cursor over the hand, or type the card under it, as at the table."""
        line = self.retry.area.line
        place = line.walk(event.step, len(self.retry.order))
        if place is not None:
            line.put(self._picked(place + 1))
        self.redraw()

    def action_mistake(self, step: int) -> None:
        """Go to the next of the listed decisions in the match, or the one before."""
        what = "unclear decision" if self.review.unclear else "mistake"
        so_far = " so far" * bool(self.review.stage)
        self.go(self.review.next_listed(step), f"no {what} {'after' if step > 0 else 'before'} this{so_far}")

    def action_choice(self, step: int) -> None:
        """Go to the next decision with a choice, or the one before."""
        so_far = " so far" * self.review.comparing
        self.go(self.review.next_choice(step), f"no choice {'after' if step > 0 else 'before'} this{so_far}")

    def action_step(self, step: int) -> None:
        """Go on or back by a move."""
        there = self.review.place + step
        self.go(there if 0 <= there < len(self.review.frames) else None, self._edge(step))

    @staticmethod
    def _edge(step: int) -> str:
        return "there is nothing after this" if step > 0 else "the match begins here"

    def action_deal(self, step: int) -> None:
        """Go to the next deal; backwards first to the start of this one."""
        review = self.review
        if step < 0 and review.place > review.start:
            step = 0
        there = review.deal + step
        self.go(review.starts[there] if 0 <= there < len(review.starts) else None, self._edge(step))

    def action_list(self, step: int) -> None:
        """Go to the next row of the list."""
        rows, here = self.review.listed, self.review.listed_here
        if not rows:
            self.say(f"the list is empty{' so far' * bool(self.review.stage)}", True)
            return
        at = 0 if here is None else max(0, min(len(rows) - 1, here + step))
        self.go(self.review.place_of(rows[at]))

    def action_unclear(self) -> None:
        """List what is unclear, or the mistakes again."""
        self.review.unclear = not self.review.unclear
        self.redraw()

    def action_threshold(self, step: int) -> None:
        """List only larger mistakes, or smaller ones, too."""
        self.review.change_threshold(step)
        self.redraw()
        match = self.review.match
        if match:
            unit = unit_name(match.report["unit"])
            factor, at = stake([match])
            self.say(f"mistakes of at least {match.size(factor * self.review.threshold)} {unit}{at}")

    # --- hide and retry -------------------------------------------------------------------------------

    def action_retry(self) -> None:
        """Hide what gives the answer away and ask for it, or end that."""
        self.retry.on = not self.retry.on
        self.retry.begin()
        if self.retry.on and not self.retry.hidden:
            self.say("n and c lead to a decision to try")

    def on_input_changed(self) -> None:
        """Show what Enter would do, and lift the typed cards."""
        if self.retry.hidden:
            self.retry.edited()
            self.redraw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Grade the answer, then show what was hidden."""
        if self.retry.hidden:
            self.retry.submitted(event.value)

    # --- actions ----------------------------------------------------------------------------------------

    def disabled_reason(self, action: str) -> str:
        """Return why `action` is impossible now; "" if it is possible."""
        review, row = self.review, self.review.row
        hidden = ("truth", "world", "beliefs", "inspect", "unclear", "threshold", "list", "force", "lock", "play_on")
        if action in hidden and self.retry.hidden:
            return "hidden until you have answered: Esc ends the retry"
        if action == "step" and self.retry.hidden:
            return "the arrow keys walk over the hand: Esc ends the retry"
        if action == "retry" and review.match is None:
            return "the judges have not judged anything yet"
        if action == "beliefs" and review.game.turn(review.frame.state) != review.seat:
            return "only where the player under review is to move"
        if action in ("beliefs", "truth") and review.game.seats == 1:
            return "nobody else holds cards in this game"
        if action in ("beliefs", "truth") and all(len(zone.cards) == zone.count for zone in review.seen.hands):
            return "no hand is hidden here"
        if action in ("world", "force", "lock") and self.whatif.status:
            return "worlds are being played out: Esc stops that"
        if action == "world" and (row is None or "better" not in row):
            return "only for a decision in which another action may be better"
        if action in ("inspect", "force", "lock", "play_on") and review.over:
            return "the deal is over here: nobody is to move"
        if action == "export" and (review.match is None or review.stage):
            return "the review is not whole yet"
        if action == "table" and self.size.width >= ROOMY.width:
            return "the table stands beside the lists"
        if action == "table" and self.retry.hidden:
            return "the table stands alone until you have answered"
        return ""

    def action_truth(self) -> None:
        """Open all hands, or close them."""
        self.truth = not self.truth
        self.redraw()

    def action_table(self) -> None:
        """Show the position alone, or with the lists."""
        self.alone = not self.alone
        self.redraw()

    def action_beliefs(self) -> None:
        """Show what the coach believes of the other hands, against the truth."""
        self.moved = True  # the answer belongs to this place
        self.run_worker(beliefs.show(self), group=beliefs.GROUP, exclusive=True)

    def action_world(self) -> None:
        """Look for a world in which the better action wins, and show how it is played out."""
        self.whatif.show_world()

    def action_force(self) -> None:
        """Ask for another action, and show what it changes."""
        self.moved = True
        self.whatif.ask_force()

    def action_lock(self) -> None:
        """Ask for a bot on a seat, and show what it changes."""
        self.moved = True
        self.whatif.ask_lock()

    def action_play_on(self) -> None:
        """Open a table at this position, against the bots; after a retry with the answer as the first move."""
        try:
            self.card_app.screens.try_out(practice_match(self, self.retry.answer))
        except Refusal as refusal:
            self.say(str(refusal), True)

    def action_export(self) -> None:
        """Ask for a file, and write the review to it."""
        review = self.review

        def written(form: Callable[[Any], str]) -> Callable[[], str]:
            return lambda: (
                form(report_text.sections([review.match.report], review.named, whole=True)) if review.match else ""
            )

        forms = {".html": written(export.html), ".md": written(export.markdown), ".json": self._json}
        ask_file(self, forms, f"review-{review.path.stem}.html, or .md for Markdown, .json for the figures")

    def _json(self) -> str:
        """Return the report as `cardtui review --json` gives it."""
        match = self.review.match
        return json.dumps({"game": match.report["game"], "reviews": [match.report]}, indent=2) + "\n" if match else ""

    def action_inspect(self) -> None:
        """Inspect this position."""
        review = self.review
        seats = review.frame.header.seats
        coach = lineup.coach(review.game, self.card_app.settings.coach)
        bots = tuple(dict.fromkeys([coach, *(spec for spec in seats if spec != HUMAN)]))
        self.card_app.screens.open_above(
            Inspect(review.game.name, bots, review.game.spec, review.path, place=review.place)
        )

    def action_back(self) -> None:
        """Stop what is played out or asked, end the retry, show all parts of a small screen again, or leave."""
        if self.whatif.status:
            self.whatif.stop()
        elif beliefs.stop(self):
            self.say("")
        elif self.retry.on:
            self.action_retry()
        elif self.alone and not self.disabled_reason("table"):
            self.action_table()
        else:
            self.leave()
