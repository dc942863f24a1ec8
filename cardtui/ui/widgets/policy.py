"""A learned bot's whole policy: a grid of preferred moves, the states behind a cell, and claims about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from ...core import Refusal
from ...system import module_runner
from ...text.formatting import brief
from .lines import Lines
from .section import Heading

_COLOURS = ("$text-success", "$text-warning", "$text-primary", "$text-accent")
WIDE = 10
NARROW = 5


class PolicyView(VerticalScroll, can_focus=False):
    """The grids and claims of one bot at a time, computed in a child process so that this one need not load numpy."""

    DEFAULT_CSS = """
    PolicyView { height: 1fr; background: $surface; }
    PolicyView Heading { dock: top; }
    """

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = game
        self.bot = ""
        self.claims = False
        """Whether the claims are shown instead of a grid."""
        self.looks: dict[str, dict[str, Any]] = {}
        """By bot: {"grids", "claims"}, or {"fault": reason}; empty while they are being fetched."""
        self._which = 0
        self._cursor = (0, 0)

    def compose(self) -> ComposeResult:
        yield Heading("policy")
        yield Lines()

    @property
    def grid(self) -> Mapping[str, Any] | None:
        """The grid shown, if any."""
        grids = self.looks.get(self.bot, {}).get("grids", ())
        return None if self.claims or not grids else grids[self._which % len(grids)]

    def show(self, bot: str, claims: bool) -> None:
        """Show the claims or a grid of this bot."""
        if claims != self.claims:
            self.scroll_home(animate=False)
        self.bot, self.claims = bot, claims
        if bot not in self.looks:
            self.looks[bot] = {}
            self.run_worker(self._fetch(bot))
        self._draw()

    def move(self, down: int, right: int) -> None:
        """Move the cursor in the grid, or scroll the claims."""
        if self.claims:
            self.scroll_relative(y=down, animate=False)
        else:
            self._cursor = (self._cursor[0] + down, self._cursor[1] + right)
            self._draw()

    def next_grid(self) -> None:
        """Show the next grid, which groups the states differently."""
        self._which += 1
        self._draw()

    def cell(self) -> str:
        """Return the states behind the selected cell; "" if there is no grid."""
        return cell_text(self.grid, self._cursor) if self.grid else ""

    def _draw(self) -> None:
        look, grid = self.looks[self.bot], self.grid
        heading = self.query_one(Heading)
        if grid:
            self._cursor = self._cursor[0] % len(grid["rows"]), self._cursor[1] % len(grid["columns"])
            kinds = " ".join(f"{kind[0].upper()} {kind}" for kind in grid["cells"][0][0]["share"])
            note = f"{self.bot}: {grid['name']} by {grid['across']} · {kinds}"
            heading.show("policy grid", note, "visits · Enter opens", brief=f"{kinds} · {self.bot}")
        elif "claims" in look:
            heading.show("claims of the document", f"{self.bot}, measured on its table", "↑ ↓ scroll")
        else:
            heading.show("policy", self.bot)
        self.query_one(Lines).draw(self._lines)

    def _lines(self, width: int) -> list[Content]:
        look, grid = self.looks[self.bot], self.grid
        if grid:
            told = Content(cell_line(grid, self._cursor)).wrap(max(1, width))
            return [*grid_lines(grid, width, self._cursor), *told]
        if "claims" in look:
            return claim_lines(look["claims"], width)
        return Content(look.get("fault", f"reading the table of {self.bot} …")).wrap(max(1, width))

    async def _fetch(self, bot: str) -> None:
        try:
            self.looks[bot] = await module_runner.ask("cardtui.study.inspect", self.game, bot)
        except Refusal as error:
            self.looks[bot] = {"fault": str(error)}
        if self.bot == bot:
            self._draw()


def grid_lines(grid: Mapping[str, Any], width: int, cursor: tuple[int, int]) -> list[Content]:
    """Draw the grid: each cell has the preferred type of move and the visits, and its share if there is room.

    Cells that rest on few visits are grey, empty ones a dot; the cell at `cursor` (row, column) is reversed.
    """
    label = max(map(len, grid["rows"])) + 1
    size = WIDE if label + WIDE * len(grid["columns"]) <= width else NARROW
    head = Content.styled(" " * label + "".join(f"{name:>{size - 1}} " for name in grid["columns"]), "$text-muted")
    lines = [head]
    for row, (name, cells) in enumerate(zip(grid["rows"], grid["cells"], strict=True)):
        line = Content.styled(name.rjust(label - 1) + " ", "$text-muted")
        for column, cell in enumerate(cells):
            line += _cell(cell, size, grid["thin"], (row, column) == cursor) + Content(" ")
        lines.append(line)
    return lines


def cell_line(grid: Mapping[str, Any], cursor: tuple[int, int]) -> str:
    """Describe the cell at `cursor` in one line."""
    row, column = cursor
    cell = grid["cells"][row][column]
    where = f"{grid['rows'][row]}, {grid['across']} {grid['columns'][column]}"
    if not cell["n"]:
        return f"{where}: never seen in training"
    shares = " ".join(f"{name} {part:.0%}" for name, part in cell["share"].items() if part)
    thin = " (thin)" if _rests(cell) < grid["thin"] else ""
    rests = f", Q on the last {_rests(cell):,}" if _rests(cell) < cell["n"] else ""
    return f"{where}: {shares} · n {cell['n']:,}{rests}{thin} in {cell['states']:,} states"


def cell_text(grid: Mapping[str, Any], cursor: tuple[int, int]) -> str:
    """List the most frequent states of the cell, each with all its options."""
    cell = grid["cells"][cursor[0]][cursor[1]]
    lines = [cell_line(grid, cursor), ""]
    for state in cell["often"]:
        lines.append(f"{state['hand']} under {state['pile']}   n {state['n']:,}")
        for option in sorted(state["options"], key=lambda option: -option["value"]):
            mark = "▶" if option["action"] == state["plays"] else " "
            rests = f"rests on its last {option['rests_on']:,} visits of {option['visits']:,}"
            lines.append(f" {mark}{option['action']:<24} Q {option['value']:+.3f}   {rests}")
        lines.append("")
    return "\n".join(lines)


def claim_lines(claims: Sequence[Mapping[str, Any]], width: int) -> list[Content]:
    """Return each claim with its verdict, its number, the comparison, and how it is counted."""
    lines = [Content.styled(line.plain, "$text-muted") for line in Content(f"{claims[0]['counted']}:").wrap(width)]
    for claim in claims:
        mark, style = ("✓ holds", "$text-success") if claim["holds"] else ("✗ does not hold", "$text-error")
        lines.append(Content.assemble((f"“{claim['text']}”  ", "bold"), (mark, style)))
        low, high = claim["interval"]
        figure = f"{claim['figure']:.1%} [{low:.1%}, {high:.1%}] against {claim['against']:.1%}"
        lines.append(Content(f"  {figure} · {claim['visits']:,} visits of {claim['states']:,} states"))
        curve = "  ".join(f"{name} {value:.0%}" for name, (value, n) in claim.get("by_number", {}).items() if n)
        for text in (claim["definition"], claim.get("note", ""), f"by number: {curve}" if curve else ""):
            if text:
                lines += [Content.styled(f"  {part.plain}", "$text-muted") for part in Content(text).wrap(width - 2)]
        lines.append(Content(""))
    return lines


def _cell(cell: Mapping[str, Any], size: int, thin: int, here: bool) -> Content:
    """Return a cell as `S 87% 432k`, or short `S.4M`."""
    if not cell["n"]:
        return Content.styled("·".rjust(size - 1), "reverse" if here else "$text-muted")
    kinds = list(cell["share"])
    letter = cell["prefers"][0].upper()
    if size == WIDE:
        text = f"{letter}{round(100 * cell['share'][cell['prefers']]):>3}%{brief(cell['n'], 3):>4}"
    else:
        text = letter + brief(cell["n"], 3).rjust(3)
    style = "$text-muted" if _rests(cell) < thin else _COLOURS[kinds.index(cell["prefers"]) % len(_COLOURS)]
    return Content.styled(text[: size - 1].rjust(size - 1), f"{style} {'reverse' if here else ''}".strip())


def _rests(cell: Mapping[str, Any]) -> int:
    """Return how many visits the values in a cell rest on; all where the game says nothing of it."""
    rests: int = cell.get("rests_on", cell["n"])
    return rests
