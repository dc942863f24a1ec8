"""A position taken apart: built by typing, from a record or at random; bots side by side; swaps; whole policies."""

from __future__ import annotations

import json
from contextlib import aclosing
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from ... import registry
from ...core import Decision, Refusal
from ...host import BotFault
from ...review import opinions, positions, solved
from ...review.positions import Position
from ..base import HouseScreen
from ..dialogs import Reading
from ..start import Inspect, Menu
from ..widgets.compare import Column, CompareView
from ..widgets.decisions import share
from ..widgets.line import InputLine, KeyLine
from ..widgets.lines import Lines
from ..widgets.policy import PolicyView
from ..widgets.titles import retitle
from ..widgets.zones import zone_lines

COMMANDS = "random 12 · agents A B · record FILE · back"
HELP = """\
  random 12       a position some turns into a deal, by its seed
  agents A B      the bots that are asked
  record FILE     the turns of a saved match; ← → step through them
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
PAGES = ("options", "grid", "claims")


class InspectScreen(HouseScreen):
    """One position and what bots make of it. Refusal when it cannot be had."""

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
    CSS = """
    InspectScreen #position { height: auto; }
    InspectScreen #seats { width: 4fr; height: auto; }
    InspectScreen #others { width: 3fr; height: auto; }
    InspectScreen PolicyView, InspectScreen.-policy #position, InspectScreen.-policy CompareView { display: none; }
    InspectScreen.-policy PolicyView { display: block; }
    """

    def __init__(self, start: Inspect) -> None:
        super().__init__()
        self.name_of_game = start.game
        self.seed = -1
        self.past: list[Position] = []
        self.turns: list[Position] = []
        if start.observation:
            try:
                data = json.loads(start.observation)
            except (ValueError, RecursionError) as error:
                raise Refusal(f"the observation is no JSON: {error}") from error
            self.position = positions.from_json(start.game, data)
        elif start.record:
            self.turns = positions.all_turns(start.game, start.record)
            self.position = self.turns[0]
        else:
            self.position = self._random(registry.game(start.game, start.rules), start.seed)
        self.agents = start.agents or registry.default_bots(start.game, self.position.game.spec)
        self.now: dict[str, Decision] = {}
        self.before: dict[str, Decision] = {}
        self.faults: dict[str, str] = {}
        self.versions: dict[str, str] = {}
        self.page = PAGES[0]
        self.table_bot = 0
        self.open = False
        """Whether all hands are shown."""
        self.solved: dict[tuple[Path, int], str] = {}
        """What the solver says of moments of records."""
        self.known = f"{positions.examples(start.game)} · {COMMANDS}"
        """What can be typed."""
        self.message = self.known

    def compose(self) -> ComposeResult:
        yield Horizontal(Lines("title"), Static("F1 help  ^p commands ", id="modes"), id="bar")
        with Horizontal(id="position", classes="box"):
            yield Lines("seats")
            yield Lines("others")
        yield CompareView().add_class("box")
        yield PolicyView(self.name_of_game, "policy").add_class("box")
        with Vertical(id="typing", classes="box"):
            yield InputLine(id="line")
        yield Lines("message")
        yield KeyLine("keys")

    def on_mount(self) -> None:
        """Draw, and ask the bots."""
        self.query_one(InputLine).focus()
        self.redraw()
        self.ask()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.call_after_refresh(self.redraw)

    def on_screen_resume(self) -> None:
        """Type on."""
        self.query_one(InputLine).focus()

    def help_text(self) -> tuple[str, str]:
        return "Inspect", f"Type a line, then Enter:\n{positions.guide(self.name_of_game)}{HELP}"

    # --- positions ----------------------------------------------------------------------------------

    def show(self, position: Position, compare: bool = False) -> None:
        """Look at another position; `compare` keeps what the bots thought of the one before beside it."""
        self.past.append(self.position)
        self._enter(position, compare)

    def _enter(self, position: Position, compare: bool) -> None:
        self.before = dict(self.now) if compare else {}
        self.now, self.faults = {}, {}
        self.position = position
        self.query_one(CompareView).row = 0
        self.redraw()
        self.ask()

    def _random(self, game: Any, seed: int) -> Position:
        self.seed = seed
        return positions.at_random(game, seed)

    def ask(self) -> None:
        """Ask all bots what they think of the position."""
        self.run_worker(self._ask(), group="opinions", exclusive=True)

    async def _ask(self) -> None:
        position, began = self.position, perf_counter()
        if not position.seen.legal:
            self.say("this seat is not to act here", True)
            return
        steps, seconds = opinions.STEPS, self.house.settings.seconds
        for bot in self.agents:
            try:
                thought = self.house.opinions.think(
                    position.game, bot, position.seen, "0", steps=steps, seconds=seconds
                )
                async with aclosing(thought) as decisions:
                    async for decision in decisions:
                        self.now[bot] = decision
                        self._draw_answers()
            except BotFault as fault:
                self.faults[bot] = fault.message
                self.redraw()
        self.say(f"{position.origin} · {len(self.agents)} answers in {1000 * (perf_counter() - began):.0f} ms")

    # --- drawing ------------------------------------------------------------------------------------

    @property
    def columns(self) -> list[Column]:
        """What each bot makes of the position."""
        return [
            Column(bot, self.now.get(bot), self.before.get(bot), self.faults.get(bot, ""), self._version(bot))
            for bot in self.agents
        ]

    def _version(self, bot: str) -> str:
        if bot not in self.versions:
            try:
                self.versions[bot] = opinions.weights(self.name_of_game, bot)[:8]
            except Refusal:
                self.versions[bot] = ""  # the bot itself says what is wrong
        return self.versions[bot]

    @property
    def turn(self) -> int | None:
        """Which turn of the record this is, from 0; None when it is none."""
        return next((place for place, position in enumerate(self.turns) if position is self.position), None)

    @property
    def tables(self) -> list[str]:
        """The bots whose whole policy can be shown."""
        return [bot for bot in self.agents if registry.bot_entry(self.name_of_game, bot).policies]

    def redraw(self) -> None:
        """All, as it stands now."""
        if not self.is_mounted:
            return
        game, seen = self.position.game, self.position.seen
        turn = f" · turn {self.turn + 1}/{len(self.turns)}" if self.turn is not None else ""
        title = f" cardtui ▸ inspect {game.name} · {self.page}   {game.spec}{turn}"
        self.query_one("#title", Lines).draw(lambda width: [Content(title)])
        self.set_class(self.page != PAGES[0], "-policy")
        names, four = self._names(), self.house.settings.four_colour
        mover = seen.seat if seen.legal else None
        retitle(self.query_one("#position"), self.position.origin)
        hands = self.position.hands if self.open else {}
        self.query_one("#seats", Lines).draw(
            lambda width: zone_lines(game, seen, names, mover, width, four, hands, True)[: game.seats]
        )
        retitle(self.query_one("#typing"), self.known)
        self._draw_message()
        self._draw_answers()
        if self.page != PAGES[0]:
            self.query_one(PolicyView).show(self.tables[self.table_bot % len(self.tables)], self.page == "claims")
        self.refresh_bindings()

    def _draw_answers(self) -> None:
        """What the bots say, and how near the truth they are."""
        if not self.is_mounted:
            return
        game, seen, four = self.position.game, self.position.seen, self.house.settings.four_colour
        names, guesses = self._names(), self._guesses() if self.open else []
        self.query_one("#others", Lines).draw(
            lambda width: zone_lines(game, seen, names, None, width, four)[game.seats :] + guesses
        )
        self.query_one(CompareView).show(game, seen.legal, self.columns)

    def _names(self) -> list[str]:
        seen = self.position.seen
        return [f"{'you ' if seat == seen.seat else ''}seat {seat + 1}" for seat in range(self.position.game.seats)]

    def _guesses(self) -> list[Content]:
        """How much each bot believes in what is so."""
        found = [(bot, positions.in_truth(self.position, decision)) for bot, decision in self.now.items()]
        lines = [f"{bot}: P {share(true[0])} on the truth, {true[1]} cards" for bot, true in found if true is not None]
        moment = self.position.moment
        return [Content(f" {line}") for line in [*lines, self.solved.get(moment, "") if moment else ""] if line]

    async def _solve(self, moment: tuple[Path, int]) -> None:
        """Ask the solver in a process of its own."""
        self.solved[moment] = "solver: …"
        self.solved[moment] = await solved.ask(*moment)
        self.redraw()

    # --- typing -------------------------------------------------------------------------------------

    def on_input_submitted(self) -> None:
        """Enter: do what the line says; in the grid an empty line opens the cell."""
        line = self.query_one(InputLine)
        text = line.value.strip()
        if not text:
            policy = self.query_one(PolicyView)
            if self.page == "grid" and policy.cell():
                self.app.push_screen(Reading(policy.bot, policy.cell()))
            return
        try:
            self.command(text)
        except (Refusal, OSError) as error:
            self.say(str(error), True)
            return
        line.clear()

    def command(self, text: str) -> None:
        """Do what a typed line says. Refusal or OSError when it cannot be done."""
        verb, *rest = text.split()
        verb = verb.lower()
        short = positions.short_form(self.position)
        if verb == "swap" and len(rest) == 2:
            self.show(positions.swap(self.position, *rest), compare=True)
        elif verb in short:
            self.show(positions.from_json(self.name_of_game, positions.typed(short, text)))
        elif verb == "random" and len(rest) <= 1:
            if rest and not (rest[0].isascii() and rest[0].isdigit() and len(rest[0]) < 19):
                raise Refusal(f"a seed is a whole number, not {rest[0]!r}")
            self.show(self._random(self.position.game, int(rest[0]) if rest else self.seed + 1))
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
            raise Refusal(f"{text!r} is no command; there are {self.known}")
        if verb != "agents":
            self.page = PAGES[0]
        self.redraw()

    def say(self, sentence: str, wrong: bool = False) -> None:
        """On the line below."""
        self.message = f"{'✗ ' if wrong else ''}{sentence}"
        if self.is_mounted:
            self._draw_message()

    def _draw_message(self) -> None:
        line = Content(f" {self.message}")
        self.query_one("#message", Lines).draw(lambda width: [line])

    # --- actions ------------------------------------------------------------------------------------

    def reason(self, action: str) -> str:
        """Why not now."""
        if action == "back" and not self.past:
            return "this is the first position"
        if action == "page" and not self.tables:
            return "none of these bots has a table to show: type agents harel"
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
        """Options, grid, claims."""
        self.page = PAGES[(PAGES.index(self.page) + 1) % len(PAGES)]
        self.redraw()

    def action_hands(self) -> None:
        """All hands, or what the seat sees."""
        self.open = not self.open
        self.redraw()
        moment = self.position.moment
        if self.open and moment and moment not in self.solved and positions.solver(self.name_of_game):
            self.run_worker(self._solve(moment), group="solver", exclusive=True)

    def action_random(self) -> None:
        """Another random position."""
        self.show(self._random(self.position.game, self.seed + 1))

    def action_back(self) -> None:
        """The position before."""
        self._enter(self.past.pop(), compare=False)

    def action_bots(self) -> None:
        """The next bots, or the next table."""
        if self.page == "options":
            self.query_one(CompareView).next_bots()
        else:
            self.table_bot = (self.table_bot + 1) % len(self.tables)
        self.redraw()

    def action_grid(self) -> None:
        """The next grid."""
        self.query_one(PolicyView).next_grid()

    def action_move(self, down: int, right: int) -> None:
        """The cursor over options or cells; sideways through the turns of a record, or along a typed line."""
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
        """Empty the line, or leave."""
        line = self.query_one(InputLine)
        if line.value:
            line.clear()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """To where it was opened from."""
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.house.open(Menu())
