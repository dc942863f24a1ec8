"""Inspects a position, typed in, random or from a record: bots side by side, card swaps, whole policies."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType

from ... import registry, words
from ...core import Refusal, quoted
from ...review import outcomes, positions, regret
from ..dialogs import Reading
from ..position import PAGES, PositionScreen
from ..start import Menu
from ..widgets.compare import CompareView
from ..widgets.line import InputLine
from ..widgets.policy import PolicyView

LARGEST = 10**18 - 1
"""The largest number that can be typed."""
HELP = """\
  random 12       a position some turns into a deal, by its seed
  agents A B      the bots that are asked
  record FILE     the turns of a saved match; ← → step through them
  worst 200       in so many positions, what the first bot gives away by
                  the last one's values; ← → from the worst to the least
  outcomes 200    of so many moves, what the first bot's values promise
                  and how the deals then end, by groups of values
  back            the position before

F2  options, policy grid, claims     F3  a random position
F4  the position before              F5  the next bots
F6  another grid                     F7  all hands, of a record
Esc empties the line, then leaves

↑ ↓ choose an option: below stands why each bot rates it as it does. In
the grid the arrows choose a cell and Enter opens it: the states behind
it and what the bot learned there.

Bots see what the seat sees and nothing else. A row shows probability,
value in the bot's unit, and visits. A cell of the grid shows the type of
move that is best most often, its share and the visits, or the visits
alone; cells with fewer than 30 are grey.
"""


class InspectScreen(PositionScreen):
    """One position and the bots' opinions on it, with keys and typed commands."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "page", "grid, claims", tooltip="page: options, policy grid, claims"),
        Binding("f3", "random", "random", tooltip="random position"),
        Binding("f4", "back", "back", tooltip="back to the position before"),
        Binding("f5", "bots", "bots", tooltip="bots: the next ones, or the next bot with a table"),
        Binding("f6", "grid", "grid", tooltip="grid: another way to group the states"),
        Binding("f7", "hands", "all hands", tooltip="all hands, and how well the bots guess them (of a record)"),
        Binding("up", "move(-1, 0)", "up", priority=True, show=False),
        Binding("down", "move(1, 0)", "down", priority=True, show=False),
        Binding("left", "move(0, -1)", "left", priority=True, show=False),
        Binding("right", "move(0, 1)", "right", priority=True, show=False),
        Binding("escape", "clear", "clear, leave", key_display="Esc", tooltip="clear the line, or leave"),
        Binding("f10", "leave", "leave", show=False),
    ]

    def help_text(self) -> tuple[str, str]:
        return "Inspect", f"Type a line, then Enter:\n{positions.guide(self.name_of_game)}{HELP}"

    # --- typing -------------------------------------------------------------------------------------

    def on_input_submitted(self) -> None:
        """Handle Enter: run the typed command; with an empty line, open the cell of the grid."""
        line = self.query_one(InputLine)
        text = line.value.strip()
        if not text:
            policy = self.query_one(PolicyView)
            if self.page == "grid" and policy.cell():
                self.app.push_screen(Reading(policy.bot, policy.cell()))
            return
        self.say("")  # remove the message about the previous command
        try:
            self.command(text)
        except (Refusal, OSError) as error:
            self.say(str(error), True)
            return
        line.clear()

    def command(self, text: str) -> None:
        """Run a typed command. Raises Refusal or OSError if that fails."""
        verb, *rest = text.split()
        verb = verb.lower()
        short = positions.short_form(self.position)
        if verb == "swap" and len(rest) == 2:
            self.show(positions.swap(self.position, rest[0], rest[1], self.hand), compare=True)
        elif verb in short:
            changed = positions.typed(short, text, self.position.game.seats)
            self.show(positions.from_json(self.name_of_game, changed))
        elif verb == "random" and len(rest) <= 1:
            self.show(self.random_position(self.position.game, whole("a seed", rest, self.seed + 1)))
        elif verb == "worst" and len(rest) <= 1:
            if len(self.agents) < 2:
                raise Refusal("one bot alone is judged by nobody: type agents, its name and the judge's")
            count = whole("a number of positions", rest, regret.COUNT, 1)
            self.run_worker(self._worst(count), group="worst", exclusive=True)
        elif verb == "outcomes" and len(rest) <= 1:
            count = whole("a number of moves", rest, outcomes.COUNT, 1)
            self.run_worker(self._outcomes(count), group="outcomes", exclusive=True)
        elif verb == "agents" and rest:
            for bot in rest:
                registry.check(self.name_of_game, bot, self.position.game.spec)
            self.agents, self.before = tuple(dict.fromkeys(rest)), {}
            self.now = {bot: decision for bot, decision in self.now.items() if bot in rest}
            if not self.tables:
                self.page = PAGES[0]
            self.ask()
        elif verb == "record" and rest:
            self.turns = positions.all_turns(self.name_of_game, Path(" ".join(rest)).expanduser())
            self.show(self.turns[0])
        elif verb == "back" and not rest:
            if not self.past:
                raise Refusal(self.reason("back"))
            self.action_back()
        else:
            raise Refusal(f"{quoted(text)} is no command, or not a whole one; F1 lists them")
        if verb != "agents":
            self.page = PAGES[0]
        self.redraw()

    async def _worst(self, count: int) -> None:
        """Find the positions in which the first bot loses most, judged by the last bot's values."""
        bot, judge = self.agents[0], self.agents[-1]
        self.say(f"{bot} by the values of {judge}: {count} positions …")
        try:
            game = self.position.game
            told, found = await regret.ask(
                game, bot, judge, count, max(0, self.seed), partial(words.of(game.name).does, game)
            )
        except Refusal as error:
            self.say(str(error), True)
            return
        if not found:
            self.say(told)
            return
        self.turns = found
        self.show(found[0])
        self.notify(told, markup=False)  # the line below describes the position

    async def _outcomes(self, count: int) -> None:
        """Compare the first bot's values with the actual outcomes."""
        bot = self.agents[0]
        self.say(f"{bot} plays {count} deals …")
        try:
            told = await outcomes.ask(self.position.game, bot, count, max(0, self.seed))
        except Refusal as error:
            self.say(str(error), True)
            return
        self.say(f"{bot} has played {count} deals")
        self.app.push_screen(Reading(f"{bot}: promised and come", told))

    # --- actions ------------------------------------------------------------------------------------

    def reason(self, action: str) -> str:
        """Return why `action` is impossible now; "" if it is possible."""
        if action == "back" and not self.past:
            return "this is the first position"
        if action == "page" and not self.tables:
            able = next((name for name, bot in registry.own(self.name_of_game).items() if bot.policies), "")
            return f"none of these bots has a table to show{f': type agents {able}' if able else ''}"
        if action == "hands" and not self.position.hands:
            return "only a position of a record knows all hands"
        if action == "grid" and self.page != "grid":
            return "this is for the policy grid: F2"
        if (
            action == "bots"
            and self.page == "options"
            and len(self.query_one(CompareView).in_sight) == len(self.agents)
        ):
            return "all bots are in sight"
        return ""

    def action_page(self) -> None:
        """Switch between options, grid and claims."""
        self.page = PAGES[(PAGES.index(self.page) + 1) % len(PAGES)]
        self.redraw()

    def action_hands(self) -> None:
        """Show all hands, or only what the seat sees."""
        self.open = not self.open
        self.redraw()
        moment = self.position.moment
        if self.open and moment and moment not in self.solved and positions.solver(self.name_of_game):
            self.run_worker(self.solve(moment), group="solver", exclusive=True)

    def action_random(self) -> None:
        """Show another random position."""
        self.show(self.random_position(self.position.game, self.seed + 1))

    def action_back(self) -> None:
        """Return to the previous position."""
        self.enter(self.past.pop(), compare=False)

    def action_bots(self) -> None:
        """Show the next bots, or the policy of the next bot."""
        if self.page == "options":
            self.query_one(CompareView).next_bots()
        else:
            self.table_bot = (self.table_bot + 1) % len(self.tables)
        self.redraw()

    def action_grid(self) -> None:
        """Show the next grid."""
        self.query_one(PolicyView).next_grid()

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor over options or cells; sideways, step through a record's turns, or along the typed line."""
        line = self.query_one(InputLine)
        if right and line.value:
            (line.action_cursor_right if right > 0 else line.action_cursor_left)()
        elif self.page != PAGES[0]:
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

    def action_leave(self) -> None:
        """Return to the previous screen."""
        if len(self.app.screen_stack) > 2:
            self.dismiss()
        else:
            self.house.open(Menu())


def whole(what: str, typed: list[str], usual: int, low: int = 0) -> int:
    """Return the number typed, or the default. Raises Refusal if it is invalid, below `low` or above `LARGEST`."""
    if not typed:
        return usual
    text = typed[0]
    if text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST)) and int(text) >= low:
        return int(text)
    raise Refusal(f"{what} is a whole number from {low} to {LARGEST}, not {quoted(text)}")
