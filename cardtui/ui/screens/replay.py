"""Replays a saved match step by step, from any seat, with the bots' saved decisions and new opinions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.timer import Timer
from textual.worker import Worker

from ... import dice, registry, settings, words
from ...core import Refusal
from ...entries import HUMAN
from ...hosting.host import BotFault
from ...record import archive
from ...registry import lineup
from ...review import positions
from ...tableside import SIGNS, Thought
from ..base import AppScreen, TitleBar, title_row
from ..dialogs import InputWindow
from ..names import column_width, short
from ..scene import Scene
from ..shown_match import ShownMatch
from ..start import Inspect, Replay, Review
from ..widgets.beliefs import Truth
from ..widgets.cards import coloured
from ..widgets.decisions import DecisionPanel
from ..widgets.felt import Felt
from ..widgets.line import KeyLine
from ..widgets.lines import Lines
from ..widgets.scores import score_lines
from ..widgets.section import Section
from ..widgets.timeline import Timeline

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Playback speeds; 1 is the bots' pace at the table."""
HELP = """\
← →        one move back, on       Home End  start, end of the match
PgUp PgDn  one deal back, on       g         go to deal:move or 50%
Space      play, pause             + -       faster, slower: 0.5× to 8×
v          see from the next seat  a         all hands open, or not
o          another bot's opinion   b         which bot is asked
↑ ↓        scroll the thoughts     F4        inspect this position
r          review: its mistakes    Esc       back

The table shows the position before the move marked ▶, and below it what
the player thought then, as it was saved. Another bot's opinion is given
for the same seat, from what that seat could see, and stands above the
saved one. Click a move, or the line at the bottom, to go there.
"""


class ReplayScreen(AppScreen):
    """Steps through a record. Raises Refusal or OSError if it cannot be read."""

    GUIDE = ("Replay", HELP)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "back", key_display="←", tooltip="one move back"),
        Binding("right", "step(1)", "on", key_display="→", tooltip="one move forward"),
        Binding("space", "play", "play", key_display="Space", tooltip="play or pause"),
        Binding("plus", "speed(1)", "faster", key_display="+", tooltip="play faster", show=False),
        Binding("minus", "speed(-1)", "slower", key_display="-", tooltip="play slower", show=False),
        Binding("o", "opinion", "opinion", tooltip="opinion of another bot on this position"),
        Binding("pageup", "deal(-1)", "deal back", tooltip="one deal back", show=False),
        Binding("pagedown", "deal(1)", "deal", key_display="PgDn", tooltip="one deal forward"),
        Binding("home", "seek(0)", "start of the match", show=False),
        Binding("end", "seek(-1)", "end of the match", show=False),
        Binding("up", "scroll(-1)", "scroll the thoughts up", show=False),
        Binding("down", "scroll(1)", "scroll the thoughts down", show=False),
        Binding("g", "goto", "go to", tooltip="go to a deal and move"),
        Binding("v", "view", "seat", tooltip="view from the next seat"),
        Binding("a", "hands", "all hands", tooltip="all hands open, or not"),
        Binding("b", "bot", "bot", tooltip="bot that is asked for its opinion"),
        Binding("r", "review", "review", tooltip="review: the mistakes of this match, from here"),
        Binding("f4", "inspect", "inspect", tooltip="inspect this position"),
        Binding("escape,f10", "leave", "leave", key_display="Esc", tooltip="leave the replay"),
    ]
    CSS = """
    ReplayScreen > Horizontal { width: 100%; }  /* 1fr would leave out the timeline's margin */
    ReplayScreen Felt { width: 1fr; }
    ReplayScreen #side { width: 37%; margin-left: 1; background: $surface; }
    ReplayScreen #side Section { height: 2fr; overflow-y: auto; }
    ReplayScreen #side #thoughts { height: 3fr; }
    ReplayScreen Heading { dock: top; }
    ReplayScreen #side DecisionPanel { min-height: 0; }
    """

    def __init__(self, start: Replay) -> None:
        super().__init__()
        path = start.path or next(archive.saved(settings.records_dir()), None)
        if path is None:
            raise Refusal("there is no saved match to replay yet")
        self.shown = ShownMatch(path, self._named)
        self.open = False
        self.speed = SPEEDS.index(1.0)
        self.bot = lineup.coach(self.shown.game, self.card_app.settings.coach)
        self.asked: dict[int, list[Thought]] = {}
        """The opinions asked for, by frame."""
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield title_row()
        with Horizontal():
            yield Felt()
            with Vertical(id="side"):
                yield Section("moves", Lines("list"), id="moves")
                yield Section("thoughts", Lines("result"), DecisionPanel(self.shown.game), id="thoughts")
        yield Timeline()
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the first frame."""
        self.redraw()

    def on_resize(self) -> None:
        """Redraw for the new size."""
        self.call_after_refresh(self.redraw)

    def on_felt_resized(self) -> None:
        """Paint for the felt's final size."""
        self._draw_felt()

    def go(self, place: int) -> None:
        """Go to a frame."""
        self.shown.go(place)
        if self.shown.place == len(self.shown.frames) - 1:
            self._pause()
        self.redraw()

    def _named(self, seats: Sequence[str]) -> Sequence[str]:
        """Return the names of the seats."""
        return words.names(seats, self.card_app.settings)

    def on_timeline_selected(self, event: Timeline.Selected) -> None:
        """Go to the clicked frame."""
        self.go(event.place)

    def on_click(self, event: Click) -> None:
        """Go to where the clicked move of the list is made next."""
        if event.widget and event.widget.id == "list":
            self.go(self.shown.start + event.y)

    # --- drawing ------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Redraw the screen."""
        if not self.is_drawable:
            return
        deal, start = self.shown.deal, self.shown.start
        playing = f" · playing {SPEEDS[self.speed]:g}×" if self._timer else ""
        move = "the end" if self.shown.over else f"move {self.shown.place - start + 1}"
        where = f"deal {deal + 1}/{len(self.shown.starts)} · {move}{playing}"
        self.query_one(TitleBar).tell("replay", f"{where}   {self.shown.path.stem}")
        self._draw_felt()
        self.query_one("#result", Lines).draw(self._result)
        self._draw_thoughts()
        self._draw_moves(start)
        self.query_one(Timeline).show(self.shown.place, len(self.shown.frames))
        self.refresh_bindings()

    def _draw_felt(self) -> None:
        """Paint the position; on the mover's own cards what it thought, and lifted those that it plays next."""
        felt = self.query_one(Felt)
        if not felt.size.area:
            return
        scene = Scene(self.shown.game, self.shown.so_far, self.shown.seat, lambda: self.card_app.settings)
        scene.table.typed = False
        hands = {
            seat: scene.match.observe(seat).zone("hand").cards for seat in range(scene.match.game.seats) if self.open
        }
        ahead = self.shown.next_move
        mine = ahead if ahead and ahead.seat == self.shown.seat else None
        if mine:
            scene.advise(self.shown.frame.header.seats[self.shown.seat], mine.decision)
        canvas = scene.table.felt(*felt.size, self.card_app.palette)
        scene.paint(canvas, scene.view(hands, move=mine.action if mine else None))
        felt.show(canvas)

    def _result(self, width: int) -> list[Content]:
        """Return how a finished deal ended, and the scores after it; nothing before its end."""
        frame = self.shown.frame
        if not self.shown.over:
            return []
        game, names = self.shown.game, self.shown.names
        seen, after = game.observe(frame.state, self.shown.seat), game.carry(frame.standing, frame.state)
        told = words.of(game.name).outcome(game, seen, names)
        four = self.card_app.settings.four_colour
        lines = [line for text in told for line in coloured(text, four).wrap(max(20, width))]
        return [*lines, *score_lines(names, [frame.standing, after], after, width, rows=0)]

    def _draw_thoughts(self) -> None:
        panel = self.query_one(DecisionPanel)
        asked = next((one.name for one in self.workers if one.group == "opinion" and not one.is_finished), "")
        self.query_one("#thoughts", Section).set_heading(
            "thoughts", f"asking {asked} …" if asked else f"o asks {self.bot}"
        )
        ahead = self.shown.next_move
        if ahead is None:
            panel.show([], "the deal is over" if self.shown.over else "the record ends here")
            return
        seat, decision, header = ahead.seat, ahead.decision, self.shown.frames[self.shown.place + 1].header
        game, name, bot = self.shown.game, self._named(header.seats)[seat], words.bots(header.seats)[seat]
        made = f"{name}: {words.of(game.name).label(game, ahead.action)}"
        title = f"{made} · {bot} {header.weights[seat][:SIGNS]}".rstrip() if bot else made
        missing = f"the decision saved here is dropped: {ahead.dropped}" if ahead.dropped else "no decision saved"
        seen = game.observe(self.shown.frame.state, seat)
        if decision:
            decision = words.of(game.name).explained(game, seen, decision)
        saved = Thought(title if decision else f"{title} ({missing})", decision, seen=seen)
        panel.show([*self.asked.get(self.shown.place, ()), saved], "", self.shown.names, self._truth())

    def _truth(self) -> Truth:
        """Return the hands that are laid open, to be marked in beliefs."""
        game, state = self.shown.game, self.shown.frame.state
        hands = [game.observe(state, seat).zone("hand").cards for seat in range(game.seats) if self.open]
        return {seat: frozenset(map(game.face, hand)) for seat, hand in enumerate(hands)}

    def _draw_moves(self, start: int) -> None:
        box = self.query_one("#moves", Section)
        name = self.shown.names[self.shown.seat]
        sees = f"{name}, all hands" if self.open else f"seen by {name}"
        box.set_heading(f"deal {self.shown.deal + 1}", sees)
        self.query_one("#list", Lines).draw(lambda width: self._move_lines(start, width))
        box.scroll_to(y=max(0, self.shown.place - start - box.size.height // 2), animate=False)

    def _move_lines(self, start: int, width: int) -> list[Content]:
        """Return the moves of the deal that starts at frame `start`. The names get the remaining width."""
        lines, moves = [], list[tuple[int, str, str]]()
        for place in range(start + 1, len(self.shown.frames)):
            header, *_, move = self.shown.frames[place]
            if move is None:
                break
            moves.append(
                (
                    place,
                    self._named(header.seats)[move.seat],
                    words.of(self.shown.game.name).label(self.shown.game, move.action),
                )
            )
        size = column_width(
            [name for _, name, _ in moves], 4, width - 6 - max((len(told) for *_, told in moves), default=0)
        )
        for place, name, told in moves:
            text = f"{place - start:>3} {short(name, size):<{size}} {told}"
            mark, style = (
                ("▶", "bold")
                if place == self.shown.place + 1
                else (" ", "$text-muted" if place > self.shown.place else "")
            )
            line = coloured(mark + text, self.card_app.settings.four_colour)
            lines.append(line.stylize(style) if style else line)
        return lines

    # --- actions ------------------------------------------------------------------------------------

    def disabled_reason(self, action: str) -> str:
        """Return why `action` is impossible now; "" if it is possible."""
        if action in ("opinion", "inspect") and self.shown.over:
            return "the deal is over here: nobody is to move"
        if action == "play" and self.shown.place == len(self.shown.frames) - 1:
            return "this is the end of the match"
        return ""

    def action_step(self, count: int) -> None:
        """Step forward by `count` moves."""
        self._pause()
        self.go(self.shown.place + count)

    def action_deal(self, count: int) -> None:
        """Go forward by `count` deals; backwards, first to the start of the current deal."""
        starts = self.shown.starts
        if count < 0 and self.shown.place > self.shown.start:
            self.go(self.shown.start)
        else:
            self.go(starts[max(0, min(len(starts) - 1, self.shown.deal + count))])

    def action_seek(self, place: int) -> None:
        """Go to the start, or to the end (-1)."""
        self.go(place if place >= 0 else len(self.shown.frames) - 1)

    def action_scroll(self, lines: int) -> None:
        """Scroll the thoughts."""
        self.query_one("#thoughts").scroll_relative(y=lines, animate=False)

    def _prompt(self, title: str, value: str, note: str, do: Callable[[str], None], refused: str = "") -> None:
        """Ask for a line of text, repeatedly if it is refused."""

        def typed(text: str | None) -> None:
            if not text or text == value:
                return
            try:
                do(text)
            except Refusal as refusal:
                self.say(str(refusal), True)
                self._prompt(title, value, note, do, text)

        self.app.push_screen(InputWindow(title, refused or value, note), typed)

    def action_goto(self) -> None:
        """Ask for the frame to go to."""
        note = f"3:12 is move 12 of deal 3 · 12 is move 12 of this deal · 50% · deals 1 to {len(self.shown.starts)}"
        self._prompt("go to", "", note, lambda text: self.go(self.read_place(text)))

    def read_place(self, text: str) -> int:
        """Return the frame that `3:12`, `12` or `50%` means. Raises Refusal if there is none."""
        deal, move, part = positions.moment_of(text)
        if part:
            return move * (len(self.shown.frames) - 1) // 100
        return positions.place_of(self.shown.frames, self.shown.deal + 1 if deal is None else deal, move)

    def action_play(self) -> None:
        """Play or pause."""
        if self._timer:
            self._pause()
        else:
            pace = max(0.05, self.card_app.settings.pace or settings.PACE)
            self._timer = self.set_interval(pace / SPEEDS[self.speed], self._tick)
        self.redraw()

    def action_speed(self, step: int) -> None:
        """Double or halve the playback speed."""
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed + step))
        if self._timer:
            self._pause()
            self.action_play()
        self.say(f"{SPEEDS[self.speed]:g}×")

    def _tick(self) -> None:
        self.go(self.shown.place + 1)

    def on_screen_suspend(self) -> None:
        """Pause while another screen or a window is on top, so that the position is still the same afterwards."""
        self._pause()
        self.redraw()

    def _pause(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None

    def action_view(self) -> None:
        """View from the next seat."""
        self.shown.seat = (self.shown.seat + 1) % len(self.shown.names)
        self.redraw()

    def action_hands(self) -> None:
        """Show all hands, or only what the seat sees."""
        self.open = not self.open
        self.redraw()

    def action_bot(self) -> None:
        """Ask which bot to ask for opinions."""

        def choose(bot: str) -> None:
            registry.check(self.shown.game.name, bot, self.shown.game.spec)
            self.bot = bot
            self.redraw()

        self._prompt("whose opinion", self.bot, ", ".join(registry.bot_names(self.shown.game.name)), choose)

    def action_opinion(self) -> None:
        """Ask the bot for its opinion on the current position."""
        self.run_worker(self._ask(self.shown.place, self.bot), self.bot, "opinion", exclusive=True)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say that a bot is being asked, as it may take long, and no longer when it is done."""
        if event.worker.group == "opinion":
            self._draw_thoughts()

    async def _ask(self, place: int, spec: str) -> None:
        """Ask a bot, giving it only what the seat to move could see."""
        position = positions.of_frame(self.shown.game, self.shown.frames, place, "")
        seed = dice.seed(self.shown.header.seed, place)
        limit = self.card_app.settings.seconds
        title = f"asked: {spec}"
        others = [entry for entry in self.asked.get(place, ()) if entry.title != title]
        try:
            thought = self.card_app.opinions.think(self.shown.game, spec, position.seen, seed, seconds=limit)
            async with aclosing(thought) as decisions:
                async for decision in decisions:
                    told = words.of(self.shown.game.name).explained(self.shown.game, position.seen, decision)
                    self.asked[place] = [Thought(title, told, seen=position.seen), *others]
                    if place == self.shown.place:
                        self._draw_thoughts()
        except BotFault as fault:
            self.say(fault.message, True)

    def action_inspect(self) -> None:
        """Inspect the current position."""
        game, seats = self.shown.game, self.shown.frame.header.seats
        bots = tuple(dict.fromkeys([self.bot, *(spec for spec in seats if spec != HUMAN)]))
        self.card_app.screens.open_above(Inspect(game.name, bots, game.spec, self.shown.path, place=self.shown.place))

    def action_review(self) -> None:
        """Review the match, beginning with the current position."""
        self.card_app.screens.open_above(Review(self.shown.path, self.shown.place or None))
