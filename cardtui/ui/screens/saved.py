"""The list of saved matches, to filter and sort, to step through and to go on with."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Input, Static

from ...core import Refusal, quoted
from ...record import archive
from ...record.index import RecordIndex, Saved
from ...system.files import sentence
from ...text.formatting import counted
from .. import saved_summary
from ..base import TitleBar
from ..dialogs import confirm
from ..indexed import IndexedScreen
from ..look.pieces import fit
from ..start import Replay, Resume, Review
from ..widgets.line import KeyLine
from ..widgets.rows import MARGIN

HELP = """\
↑ ↓        choose                    Enter      step through the match
g          resume, if unfinished     d          delete, after a question
r          review: its mistakes, and what was luck
1 to 5     sort by this column; the same key again reverses the order
/          filter: show the lines that contain the words you type, in any
           order. Enter leads back to the list, Esc shows all again
Esc        back

`cardtui history` lists the same matches in the shell.
"""


class Column(NamedTuple):
    """A column of the list: its title, the order it sorts by, and whether the first key press sorts it downwards."""

    title: str
    order: Callable[[Saved], Any]
    down: bool = False


COLUMNS = (
    Column("game", lambda saved: (saved_summary.title(saved).lower(), saved.rules)),
    Column("opponents", lambda saved: saved_summary.others(saved).lower()),
    Column("date", lambda saved: saved.changed, True),
    Column("deals", lambda saved: saved.finished, True),
    Column("result", lambda saved: (result(saved)[0], saved_summary.standing(saved))),
)
DATE = 12
DEALS = 9
"""Widths of these two columns."""
GAME = 15
RESULT = 20
"""Widths up to which these two are not cut: `Zheng Shang You`, `goes on · -100 cents`."""
LISTED = 200
"""Maximum number of matches in the list; thousands would make each key slow."""


def result(saved: Saved, standing: Callable[[Saved], str] = saved_summary.standing) -> tuple[int, str]:
    """Return how a match ended or stands in words, after a number that puts those that can go on first.

    `standing` tells the scores.
    """
    if saved.damaged:
        return 3, f"cannot be read: {saved.damaged}"
    told = standing(saved)
    if saved.quit:
        how = "" if saved.quit == "finished" else "left"
        return (1, told) if told and not how else (2, " · ".join(filter(None, (told, how or "over"))))
    if not saved.unit:
        return 2, "this game is not installed"
    return 0, f"goes on · {told or counted(saved.moves, 'move')}"


def cells(saved: Saved, now: float) -> tuple[str, str, str, str, str]:
    """Return the texts of a match in the list."""
    return (
        saved_summary.title_and_rules(saved) or saved.name,
        saved_summary.others(saved),
        saved_summary.date(saved.changed, now),
        f"{saved.finished}",
        result(saved)[1],
    )


def _has(told: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether all words occur in a line."""
    line = " ".join(told).lower()
    return all(word in line for word in words)


class SavedScreen(IndexedScreen):
    """The saved matches, the newest first."""

    GUIDE = ("Saved matches", HELP)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "replay", "replay", key_display="Enter", tooltip="step through this match"),
        Binding("enter", "list", "to the list", key_display="Enter", tooltip="list: choose among the matches found"),
        Binding("r", "review", "review", tooltip="review: the mistakes of this match, and its luck"),
        Binding("g", "go_on", "go on", tooltip="go on with this match"),
        Binding("d,delete", "delete", "delete", key_display="d", tooltip="delete this match"),
        Binding("slash", "filter", "filter", key_display="/", tooltip="filter the matches by words"),
        *(
            Binding(str(n), f"sort({n})", "sort", key_display="1-5", tooltip=f"sort by {column.title}", show=n == 1)
            for n, column in enumerate(COLUMNS, 1)
        ),
        Binding("escape", "back", "back", key_display="Esc", tooltip="back: all matches again, then the menu"),
    ]
    CSS = """
    SavedScreen #filter { height: 1; border: none; padding: 0 1; background: $panel; display: none; }
    SavedScreen DataTable { height: 1fr; background: $background; }
    SavedScreen #whole { height: auto; max-height: 3; padding: 0 1; background: $panel; }
    SavedScreen.-none #whole { display: none; }
    SavedScreen #none { display: none; padding: 1 2; color: $text-muted; height: auto; }
    SavedScreen.-none #none { display: block; }
    SavedScreen.-none DataTable { display: none; }
    """

    def __init__(self, index: RecordIndex | None = None) -> None:
        super().__init__(index)
        self.sorted_by = 2
        self.down = True
        self.shown: list[Saved] = []
        """The matches in the list, in its order."""

    def compose(self) -> ComposeResult:
        yield TitleBar("saved matches")
        yield Input(placeholder="words to look for; Enter goes to the list", id="filter", compact=True)
        table: DataTable[Text] = DataTable(cursor_type="row", zebra_stripes=True, cell_padding=1)
        yield table
        yield Static(id="whole", markup=False)
        yield Static(id="none", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Fill the list."""
        self.query_one(DataTable).focus()
        self.show_index()
        self.read_rest()

    def show_index(self) -> None:
        self.redraw()

    def on_resize(self) -> None:
        """Use the new width."""
        self.redraw()

    # --- the list ------------------------------------------------------------------------------------

    @property
    def chosen(self) -> Saved | None:
        """The highlighted match."""
        at = self.query_one(DataTable).cursor_row
        return self.shown[at] if at < len(self.shown) else None

    def redraw(self) -> None:
        """Fill the list again: filtered, sorted, as wide as the screen; the highlighted match stays highlighted."""
        if not self.is_drawable:
            return
        table, now, width = self.query_one(DataTable), time.time(), self.room.width
        before, at = self.chosen, table.cursor_row
        wanted = self.query_one("#filter", Input).value.lower().split()
        found = [saved for saved in self.index.saved if not wanted or _has(cells(saved, now), wanted)]
        self.shown = sorted(found, key=COLUMNS[self.sorted_by].order, reverse=self.down)[:LISTED]
        rows = [(*cells(saved, now)[:4], result(saved, saved_summary.brief)[1]) for saved in self.shown]
        widths = self._widths(rows, width)
        table.clear(columns=True)
        for number, (column, size) in enumerate(zip(COLUMNS, widths, strict=True)):
            arrow = (" ↓" if self.down else " ↑") if number == self.sorted_by else ""
            table.add_column(Text.assemble((f"{number + 1}", "bold"), f" {column.title}{arrow}"), width=size)
        for row in rows:
            aligned = (*row[:3], row[3].rjust(len("4 deals") - 1), row[4])
            table.add_row(*(Text(fit(text, size)) for text, size in zip(aligned, widths, strict=True)))
        names = [saved.name for saved in self.shown]
        place = names.index(before.name) if before and before.name in names else min(at, len(names) - 1)
        table.move_cursor(row=max(0, place), animate=False)
        self._tell(len(found), bool(wanted))
        self.on_data_table_row_highlighted()

    def _tell(self, found: int, filtered: bool) -> None:
        """Tell how many matches are shown, and why there are none."""
        count = len(self.index.saved)
        told = f"{found} of {count}" if filtered else f"{count}"
        told += f", the first {LISTED} are listed: / finds the others" * (found > LISTED)
        reading = "" if self.whole else " · reading …"
        self.query_one(TitleBar).tell("saved matches", f"{told}{reading}")
        typed = self.query_one("#filter", Input).value
        none = (
            f"No saved match has {quoted(typed.strip())} in its line; Esc shows all."
            if filtered
            else "No saved matches."
        )
        self.query_one("#none", Static).update(none)
        self.set_class(not found, "-none")

    def _widths(self, rows: list[tuple[str, str, str, str, str]], width: int) -> list[int]:
        """Return the widths of the columns: as wide as needed, the results the rest; rather opponents are cut."""
        room = width - 2 * len(COLUMNS) - MARGIN // 3 - DATE - DEALS
        game = min(max([9, *(cell_len(row[0]) for row in rows)]), max(GAME, room * 3 // 10))
        results = min(max([0, *(cell_len(row[4]) for row in rows)]), RESULT)
        rest = max(12, min((room - game) // 2, room - game - results))
        others = min(max([12, *(cell_len(row[1]) for row in rows)]), rest)
        return [game, others, DATE, DEALS, room - game - others]

    def on_data_table_header_selected(self, event: DataTable.HeaderSelected) -> None:
        """Sort by the clicked column."""
        self.action_sort(event.column_index + 1)

    def on_data_table_row_highlighted(self) -> None:
        """Tell the match in full below the list, and update the key line: only unfinished matches can be resumed."""
        game, others, _, _, told = cells(self.chosen, time.time()) if self.chosen else [""] * 5
        self.query_one("#whole", Static).update(" · ".join(filter(None, (game, others, told))))
        self.refresh_bindings()

    def on_data_table_row_selected(self) -> None:
        """Step through the match."""
        self.action_replay()

    # --- the filter ------------------------------------------------------------------------------------

    def intercept_key(self, key: str) -> bool:
        """Open the filter as soon as its key arrives, so that what is typed with it in one go gets there."""
        if key != "slash" or not self.query_one(DataTable).has_focus:
            return False
        self.action_filter()
        return True

    def action_filter(self) -> None:
        """Type words to look for."""
        typed = self.query_one("#filter", Input)
        typed.display = True
        self.set_focus(typed)

    def on_input_changed(self) -> None:
        """Filter at once."""
        self.redraw()

    def on_input_submitted(self) -> None:
        """Back to the list."""
        self.action_list()

    def action_list(self) -> None:
        """Go from the filter to the list."""
        self.query_one(DataTable).focus()

    # --- what can be done --------------------------------------------------------------------------------

    def disabled_reason(self, action: str) -> str:
        if action not in ("replay", "list", "review", "go_on", "delete", "filter") or not self.is_mounted:
            return ""
        typing = self.query_one("#filter", Input).has_focus
        if action == "list":
            return "" if typing else "you are in the list already"
        if typing:
            return "you are typing in the line: Enter goes to the list"
        if action == "filter":
            return ""
        saved = self.chosen
        if saved is None:
            return "no match is shown"
        if action == "go_on" and not saved.goes_on:
            return "this match cannot go on" if saved.damaged else "this match is over: Enter steps through it"
        return ""

    def action_sort(self, number: int) -> None:
        """Sort by a column; by the same one again the other way round."""
        place = number - 1
        self.down = not self.down if place == self.sorted_by else COLUMNS[place].down
        self.sorted_by = place
        self.redraw()

    def _chosen_record(self) -> Path | None:
        """Return the file of the highlighted match, if it is still there."""
        return self.record_of(self.chosen.name) if self.chosen else None

    def action_replay(self) -> None:
        """Step through the match, in a screen above the list."""
        if path := self._chosen_record():
            self.card_app.screens.open_above(Replay(path))

    def action_review(self) -> None:
        """Review the match, in a screen above the list."""
        if path := self._chosen_record():
            self.card_app.screens.open_above(Review(path))

    def action_go_on(self) -> None:
        """Resume the match."""
        if path := self._chosen_record():
            self.card_app.screens.open(Resume(path))

    def action_delete(self) -> None:
        """Delete the match, after a question."""
        saved = self.chosen
        if saved is None:
            return

        def delete() -> None:
            try:
                archive.delete(self.index.path(saved))
            except (Refusal, OSError) as error:
                self.say(sentence(error), True)
            self.update_index()

        told = ", ".join(filter(None, cells(saved, time.time())[:3]))
        confirm(self.app, "Delete?", f"{told}\n{saved.name}", "delete it for good", "keep it", delete)

    def action_back(self) -> None:
        """Show all matches again if some are filtered out, otherwise return to the menu."""
        typed = self.query_one("#filter", Input)
        if typed.display:
            typed.value = ""
            typed.display = False
            self.query_one(DataTable).focus()
            self.redraw()
        else:
            self.dismiss()
