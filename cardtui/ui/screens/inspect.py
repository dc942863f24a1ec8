"""Inspects a position, typed in, random or from a record: bots side by side, card swaps, whole policies."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from ... import registry, words
from ...core import Card, Refusal
from ...registry import lineup
from ...review import positions
from ...review.positions import Position
from ...study import solved
from ...system.files import sentence
from ...text.formatting import counted
from ..answers import Answers
from ..base import AppScreen, title_row
from ..dialogs import TextWindow
from ..names import in_phrase
from ..start import Checkpoints, Inspect
from ..table.bots import bot_status
from ..widgets.compare import CompareView
from ..widgets.decisions import DecisionPanel
from ..widgets.felt import Felt
from ..widgets.history import History
from ..widgets.line import InputLine, KeyLine
from ..widgets.lines import Lines
from ..widgets.policy import PolicyView
from ..widgets.section import Section
from .inspect_commands import TypedCommands
from .inspect_drawing import InspectDrawing

PAGES = ("options", "grid", "claims")
"""What F2 shows in turn."""
COMMANDS = "goto 5:17 · random 12 · agents A B · worst 200 · outcomes 200 · beliefs 20 · record FILE · back"
HELP = """\
  random 12       the position of seed 12, some turns into a deal
  agents A B      ask these bots
  record FILE     the turns of a saved match; ← → step through them
  goto 5:17       in a record: move 17 of deal 5; 17 in this deal; 50%
  worst 200       what the first bot gives away in 200 decisions of its own
                  games, or of the record; ← → from the worst on
  outcomes 200    what the first bot's values promise for 200 moves, and
                  how the deals then end, by groups of values
  claims 200      what the first bot has learned: the game's claims, counted
                  in 200 deals of its own play
  beliefs 20      how well the first bot guesses hidden cards, in 20 deals
                  of its own games, or in the record
  back            the position before

F2  options, policy grid, claims     F3  a random position
F4  the position before              F5  the next bot's values
F6  another grid                     F7  all hands, of a record
F8  on small screens: the table, or its zones and the options
F9  checkpoints of the bot whose values are shown: what it would have done
    at several times of its training
Esc empties the line, then leaves

↑ ↓ or a click selects an option: its cards rise from the hand, and below
you read why each bot rates it as it does. ★ is a bot's choice, ● what was
played in the record. Enter shows one bot in full: its values, each with ±,
its 95% interval (not that of a difference), and its beliefs: ✓ and × are
proved; <.3 means none of the few deals sampled had it; ◆ is the truth, in
a record. ×2 behind an option: two that are worth the same. F5 puts another
bot's values on the cards. A click on a card begins to swap it. In the grid
the arrow keys choose a cell and Enter opens it: the states behind it and
what the bot learned there.

Bots see what the seat sees and nothing else. A row shows probability,
value in the bot's unit, ± (95%), and visits. A cell of the grid shows
the type of move that is best most often, its share and the visits, or
the visits alone; cells with fewer than 30 are grey.
"""


class InspectScreen(AppScreen):
    """One position and the bots' opinions on it. Raises Refusal if the position is invalid."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "page", "grid, claims", tooltip="page: options, policy grid, claims"),
        Binding("f8", "table", "table", tooltip="table: the position on felt, or its zones and the options"),
        Binding("f3", "random", "random", tooltip="random position"),
        Binding("f4", "back", "back", tooltip="back to the previous position"),
        Binding("f5", "bots", "bots", tooltip="bots: the values of the next one, or the next bot with a table"),
        Binding("f6", "grid", "grid", tooltip="grid: another way to group the states"),
        Binding("f7", "hands", "all hands", tooltip="all hands, and how well the bots guess them (of a record)"),
        Binding("f9", "checkpoints", "checkpoints", tooltip="checkpoints: the bot at times of its training"),
        Binding("up", "move(-1, 0)", "up", priority=True, show=False),
        Binding("down", "move(1, 0)", "down", priority=True, show=False),
        Binding("left", "move(0, -1)", "left", priority=True, show=False),
        Binding("right", "move(0, 1)", "right", priority=True, show=False),
        Binding("escape", "clear", "clear, leave", key_display="Esc", tooltip="clear the line, or leave"),
        Binding("f10", "leave", "leave", show=False),
    ]

    def __init__(self, start: Inspect) -> None:
        super().__init__()
        self.name_of_game = start.game
        self.seed = -1
        self.past: list[Position] = []
        self.turns: list[Position] = []
        if start.observation:
            self.position = positions.from_text(start.game, start.observation)._replace(seats=start.seats)
        elif start.listed:
            self.turns = [
                positions.from_text(start.game, text)._replace(origin=origin) for text, origin in start.listed
            ]
            self.position = self.turns[start.place]
        elif start.record:
            self.turns = positions.all_turns(start.game, start.record)
            at = (turn for turn in self.turns if turn.moment == (start.record, start.place))
            self.position = next(at, self.turns[0])
        else:
            self.position = self.random_position(registry.game(start.game, start.rules), start.seed)
        bots = start.agents or lineup.asked(self.position.game, self.card_app.settings.coach)
        self.answers = Answers(start.game, bots)
        self.bot = bots[0]
        """The bot whose values stand on the cards."""
        self.drawing = InspectDrawing(self)
        self.typed = TypedCommands(self)
        self.page = "options"
        """One of `PAGES`, or "table"."""
        self.table_bot = 0
        self.open = False
        """Whether all hands are shown."""
        self.solved: dict[tuple[Path, int], str] = {}
        """The solver's result for each solved moment of a record."""
        self.known = f"{positions.setups_of(start.game).examples} · {COMMANDS}"
        """The commands that can be typed."""
        self.message = self.known

    def compose(self) -> ComposeResult:
        yield title_row()
        with Horizontal():
            with Vertical(id="left"):
                yield Felt()
                yield Lines("guesses")
                yield CompareView()
                yield PolicyView(self.name_of_game)
                with Vertical(id="typing", classes="box"):
                    yield InputLine()
                yield Lines("message")
            with Vertical(id="side"):
                yield Section("one bot in full", DecisionPanel(self.position.game), id="whole")
                yield Section("cards so far", Lines("seen"), id="cards")
                yield Section("the deal so far", History(), id="course")
        yield KeyLine()

    def on_mount(self) -> None:
        """Draw the screen and ask the bots."""
        self.query_one(InputLine).focus()
        self.set_interval(1.0, self._tell_compiling)
        self.redraw()
        self.ask()

    def _tell_compiling(self) -> None:
        """Show what the thinking bot has to compile first."""
        bot, compiling = self.answers.thinking, self.card_app.study.compiling
        if bot and compiling and not self.message.startswith("✗"):
            self.say(f"{bot}: {bot_status(compiling)}")

    def on_resize(self) -> None:
        """Redraw for the new size."""
        self.call_after_refresh(self.redraw)

    def on_felt_resized(self) -> None:
        """Paint for the felt's final size, which a change of CSS classes delays."""
        self.drawing.felt()

    def on_felt_card_clicked(self, event: Felt.CardClicked) -> None:
        """Begin to type that the clicked card is swapped."""
        line = self.query_one(InputLine)
        line.value = f"swap {event.number} "
        line.action_end()

    def on_screen_resume(self) -> None:
        """Focus the input line."""
        self.query_one(InputLine).focus()

    def intercept_key(self, key: str) -> bool:
        """Remove why the key before did nothing, or a command; what is still typed keeps its refusal."""
        if self.message.startswith("✗") and not self.query_one(InputLine).value:
            self.say(self.position.origin)
        return False

    def help_text(self) -> tuple[str, str]:
        return "Inspect", f"Type a line, then Enter:\n{positions.setups_of(self.name_of_game).guide}{HELP}"

    def redraw(self) -> None:
        """Redraw the screen."""
        self.drawing.everything()

    def say(self, sentence: str, wrong: bool = False) -> None:
        """Show a message below the input line."""
        self.message = f"{'✗ ' if wrong else ''}{sentence}"
        if self.is_drawable:
            self.drawing.message()

    # --- positions ----------------------------------------------------------------------------------

    def show(self, position: Position, compare: bool = False) -> None:
        """Show another position; `compare` keeps the bots' previous opinions beside the new ones."""
        self.past.append(self.position)
        self.enter(position, compare)

    def enter(self, position: Position, compare: bool) -> None:
        """Switch to a position and ask the bots about it, without adding to the list of past positions."""
        self.answers.begin(compare)
        self.position = position
        self.query_one(CompareView).row = 0
        self.redraw()
        self.ask()

    def random_position(self, game: Any, seed: int) -> Position:
        """Return the random position for a seed, which becomes the current seed."""
        self.seed = seed
        return positions.at_random(game, seed)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand in the order shown and numbered, as at the table."""
        game, seen = self.position.game, self.position.seen
        return words.of(game.name).order(game, seen, self.card_app.settings.sort)

    @property
    def turn(self) -> int | None:
        """The index of this position among the record's turns, or None."""
        return next((place for place, position in enumerate(self.turns) if position is self.position), None)

    def _nobody(self) -> str:
        """Return why no bot is asked when the seat is not to act, and what to type instead."""
        position, mover = self.position, self.position.seen.mover
        if mover is None and "to_move" not in position.seen.facts:
            return f"seat {position.seen.seat + 1} is not to act here"
        if mover is None:
            return "the deal is over here, so there is nothing to decide"
        if position.seats:
            names = words.names(position.seats, self.card_app.settings)
            return f"{names[mover]} is to act here, not {in_phrase(names[position.seen.seat])}"
        told = f"seat {mover + 1} is to act here, not seat {position.seen.seat + 1}"
        return f"{told}: type seat {mover + 1}" if "seat" in positions.short_form(position) else told

    def ask(self) -> None:
        """Ask all bots for their opinions on the position."""
        self.run_worker(self._ask(), group="opinions", exclusive=True)

    async def _ask(self) -> None:
        position, began, answers = self.position, perf_counter(), self.answers
        if not position.seen.legal:
            self.say(self._nobody())
            return
        before = ""
        async for bot in answers.ask(self.card_app.study, position, self.card_app.settings.seconds):
            if bot != before:
                self.say(f"{bot} is thinking …")
            before = bot
            self.drawing.answers()
        if self.message.startswith("✗"):
            return  # keep the message about the user's input
        took = perf_counter() - began
        told = f"{took:.1f} s" if took >= 1 else f"{1000 * took:.0f} ms"
        self.say(f"{position.origin} · {counted(len(answers.bots), 'answer')} in {told}")

    async def solve(self, moment: tuple[Path, int]) -> None:
        """Solve a moment of a record in a separate process. If cancelled, it can be asked for again."""
        self.solved[moment] = "solver: …"
        try:
            self.solved[moment] = await solved.ask(*moment)
        except asyncio.CancelledError:
            del self.solved[moment]
            raise
        self.redraw()

    # --- typing -------------------------------------------------------------------------------------

    def on_input_submitted(self) -> None:
        """Handle Enter: run the typed command; with an empty line, open the cell of the grid."""
        line = self.query_one(InputLine)
        text = line.value.strip()
        if not text:
            policy = self.query_one(PolicyView)
            if self.page == "grid" and policy.cell():
                self.app.push_screen(TextWindow(policy.bot, policy.cell()))
            elif self.page not in ("grid", "claims"):
                self.app.push_screen(TextWindow(f"{self.bot}, {self.position.origin}", self.drawing.in_full))
            return
        self.say("")  # remove the message about the previous command
        try:
            self.typed.run(text)
        except (Refusal, OSError) as error:
            self.say(sentence(error), True)
            return
        line.clear()

    # --- actions ------------------------------------------------------------------------------------

    def disabled_reason(self, action: str) -> str:
        """Return why `action` is impossible now; "" if it is possible."""
        if action == "back" and not self.past:
            return "this is the first position"
        if action == "page" and not self.answers.tables:
            able = next((name for name, bot in registry.own_bots(self.name_of_game).items() if bot.policies), "")
            return f"none of these bots has a table to show{f': type agents {able}' if able else ''}"
        if action == "checkpoints":
            return self._unasked()
        if action == "hands" and not self.position.hands:
            return "only a position of a record knows all hands"
        if action == "grid" and self.page != "grid":
            return "this is for the policy grid: F2"
        if action == "table" and self.has_class("-roomy"):
            return "the table stands above the options"
        if action == "bots" and self.page not in ("grid", "claims") and len(self.answers.bots) < 2:
            return "no other bot is asked: type agents and their names"
        return ""

    def _unasked(self) -> str:
        """Return why there are no checkpoints of the bot whose values are shown; "" if there are."""
        try:
            card = registry.card(registry.bot_entry(self.name_of_game, self.bot), self.bot.partition("@")[2])
        except Refusal as error:
            return str(error)
        return "" if card and "answers" in card else f"{self.bot} was not asked while it was trained, or never trained"

    def action_page(self) -> None:
        """Switch between options, grid and claims."""
        self.page = PAGES[(PAGES.index(self.page) + 1) % len(PAGES)] if self.page in PAGES else PAGES[1]
        self.redraw()

    def action_table(self) -> None:
        """Show the table instead of zones and options, or these again."""
        self.page = "options" if self.page == "table" else "table"
        self.redraw()

    def action_hands(self) -> None:
        """Show all hands, or only what the seat sees."""
        self.open = not self.open
        self.redraw()
        moment = self.position.moment
        if self.open and moment and moment not in self.solved and positions.setups_of(self.name_of_game).solver:
            self.run_worker(self.solve(moment), group="solver", exclusive=True)

    def action_checkpoints(self) -> None:
        """Show what the bot would have done at times of its training."""
        self.card_app.screens.open_above(Checkpoints(self.name_of_game, self.bot))

    def action_random(self) -> None:
        """Show another random position."""
        try:
            self.show(self.random_position(self.position.game, self.seed + 1))
        except Refusal as error:  # where bots hardly ever have a choice
            self.say(str(error), True)

    def action_back(self) -> None:
        """Return to the previous position."""
        self.enter(self.past.pop(), compare=False)

    def action_bots(self) -> None:
        """Show the values of the next bot, or the policy of the next one."""
        bots = self.answers.bots
        if self.page not in ("grid", "claims"):
            self.bot = bots[(bots.index(self.bot) + 1) % len(bots)]
        else:
            self.table_bot = (self.table_bot + 1) % len(self.answers.tables)
        self.redraw()

    def action_grid(self) -> None:
        """Show the next grid."""
        self.query_one(PolicyView).next_grid()

    def on_compare_view_moved(self) -> None:
        """Show the selected option on the table."""
        self.drawing.felt()

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor over options or cells; sideways, step through a record's turns, or along the typed line."""
        line = self.query_one(InputLine)
        if right and line.value:
            (line.action_cursor_right if right > 0 else line.action_cursor_left)()
        elif self.page in ("grid", "claims"):
            self.query_one(PolicyView).move(down, right)
        elif down:
            self.query_one(CompareView).move(down)
        elif self.turn is not None and 0 <= self.turn + right < len(self.turns):
            self.show(self.turns[self.turn + right])

    def action_clear(self) -> None:
        """Clear the line; if it is empty, leave."""
        line = self.query_one(InputLine)
        if line.value:
            line.clear()
        else:
            self.action_leave()
