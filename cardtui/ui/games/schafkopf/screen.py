"""The screen of a match of Schafkopf."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from ....games.schafkopf.german import spelled
from ....games.schafkopf.words import last_trick
from ....settings import Settings
from ....words import ranked_options
from ...sizes import ROOMY, is_roomy
from ...table.keys import KEYS, TRICKS
from ...table.screen import TableScreen
from ...widgets.decisions import DecisionPanel
from ...widgets.felt import Felt
from ...widgets.history import History
from ...widgets.lines import Lines
from ...widgets.section import Section
from . import count
from . import guide_german as german
from .guide import HELP, TUTORIAL
from .history import history
from .points import POINTS_ROWS, bars, points_of
from .table import SchafkopfTable

_LEAST, _TRUMPS = 4, 3
"""The least rows of the coach's panel, and those of all trumps with their heading."""
_AROUND = 4
"""The rows around the options in the coach's panel: the heading, what the columns are, and a reason."""
_BLOCK = 4
"""The rows of a block of cards that somebody may hold: their names, and the other seats."""
_HOLDERS = 5
"""The most rows about who may hold what where little stands beside the table."""
_TOLD = 5
"""The rows that the coach keeps for its choice and the next ones before they tell who may hold what."""


class SchafkopfScreen(TableScreen):
    """One match of Schafkopf."""

    TABLE = SchafkopfTable
    table: SchafkopfTable
    _told = 0
    """The rows that the coach's last opinion needs."""
    _crowded = False
    """Whether the coach's last list needed rows of those who may hold what; kept so that nothing jumps meanwhile."""
    _holders = 0
    """The rows about who may hold what that stand beside the table."""
    GUIDE = ("Schafkopf", HELP + KEYS.replace("F9 tutorial", TRICKS))
    TUTORIAL = TUTORIAL
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "last", "last trick", tooltip="last trick: look at it again"),
        *TableScreen.BINDINGS,
    ]
    SHORTCUTS = TableScreen.SHORTCUTS | {"l"}
    BEGIN_MOVES = frozenset("r")  # ruf-gras
    SORT_LABELS: ClassVar[dict[str, str]] = {
        "number": "trumps first, the strongest first",
        "suit": "by colour, Ober and Unter in their colours",
        "dealt": "the weakest first",
    }
    CSS = """
    SchafkopfScreen.-scores #side #bots { max-height: 28%; }
    SchafkopfScreen.-over #cards, SchafkopfScreen.-points.-roomy #cards { display: none; }
    SchafkopfScreen #where, SchafkopfScreen #points { display: none; }
    SchafkopfScreen.-points.-history #points, SchafkopfScreen.-points.-roomy #points { display: block; }
    SchafkopfScreen.-points.-history #history { display: none; }  /* the plates tell what was said */
    SchafkopfScreen.-points.-history #cards { display: none; }
    SchafkopfScreen.-points.-roomy #history { display: block; }
    SchafkopfScreen.-where.-history #where, SchafkopfScreen.-where.-roomy #where { display: block; }
    SchafkopfScreen.-guided #where { display: none; }
    """

    def side_sections(self) -> Iterable[Section]:
        yield Section("points", Lines("brought"), id="points")
        yield Section(self.words.say("where the cards lie"), Lines("holders"), id="where")

    def redraw(self) -> None:
        width, height = self.room  # the class "-roomy" comes after the first layout
        roomy = is_roomy(width, height)
        tricks = sum(event.action.verb == "trick" for event in self.seen.history)
        few = 8 if tricks < 4 else 4  # the more tricks there are to be seen, the fewer cards are open
        self.table.beside = (few if height < 44 else 16) if roomy else _HOLDERS if height >= 28 else 0
        self.set_class(self.seen.facts["phase"] != "play", "-bidding")
        super().redraw()
        if self.query(Felt) and not self.is_closing:
            self.query_one("#cards", Section).set_heading(
                self.words.say("trumps"), count.title(self.table.law, self.seen, self.words.say)
            )
            deals = self.match.deal - 1 + self.tableside.over
            note = self.words.say.counted(deals, "cents after {count} deal", "cents after {count} deals")
            self.query_one("#scores", Section).set_heading(
                self.words.say("scores"),
                note if deals else "",
                self.words.say("last deal") if deals else "",
                self.words.say("cents"),
            )
            self._name_columns()
            self.call_after_refresh(self._name_columns)  # a page that was hidden gets its width only then

    def _divide(self) -> None:
        """Give the tricks their rows, then the coach, and on smaller screens the cards the rest.

        The coach keeps its rows until it tells something else, so that nothing jumps while others move.
        """
        bots, cards = self.query_one("#bots").styles, self.query_one("#cards").styles
        side = self.query_one("#side").size
        if self.has_class("-roomy"):
            share = 0.25 if self.has_class("-over") else 0.28 if self.has_class("-bidding") else 0.22
            least = _LEAST if self.has_class("-look") else round(side.height * share)
            width, holders = self.query_one(DecisionPanel).content_size.width, self.query_one("#holders", Lines)
            taken = 2 + holders.get_content_height(side, side, width)
            free = self._free() - (taken if self.has_class("-where") else 0)
            bots.max_height, bots.min_height = max(least, free), None
            cards.max_height = None
            return
        if not self.has_class("-history"):
            bots.min_height = bots.max_height = cards.max_height = None
            return
        wanted, trumps = self._wanted(), _TRUMPS
        if self.has_class("-points"):  # in place of tricks and trumps
            free, trumps = side.height - 1 - POINTS_ROWS, 0
        else:
            free = self._below_tricks()
        free -= self._holders + 1 if self.has_class("-where") else 0
        wanted = min(wanted, max(_LEAST, free - trumps))
        bots.max_height, bots.min_height = wanted, wanted if self._coached else None
        cards.max_height = max(_TRUMPS, free - wanted * (not self.has_class("-closed")))

    def _wanted(self) -> int:
        """Return how many rows the bots' panel is to have on smaller screens, if there are as many."""
        panel = self.query_one(DecisionPanel)
        if self.tableside.advised and panel.content_size.width:
            self._told = 1 + panel.get_content_height(self.size, self.size, panel.content_size.width)
        usual = round(self.size.height * (0.3 if self.has_class("-bidding") else 0.2))
        return (self._coached and self._told) or usual

    @property
    def _coached(self) -> bool:
        """Whether the bots' panel has the coach's opinions of a deal that goes on."""
        return self.tableside.panel == "coach" and not self.tableside.over

    def _below_tricks(self) -> int:
        """Return how many rows the tricks leave on smaller screens."""
        width = self.query_one(History).size.width
        return self.query_one("#side").size.height - 1 - len(history(self.table.law, self.seen, width, self.words.say))

    def _rows(self) -> int:
        """Return how many rows tell who may hold what: fewer where the coach's list would be cut otherwise."""
        if not self.table.beside:
            return self._spared()
        rows, advice = self.table.beside, self.tableside.advised
        if advice and self.has_class("-roomy") and not self.has_class("-bidding"):
            self._crowded = self._free() - rows - 2 < len(ranked_options(self.game, advice)) + _AROUND
        return max(_BLOCK, rows - _BLOCK) if self._crowded and self.has_class("-roomy") else rows

    def _spared(self) -> int:
        """Return how many rows a low screen has for who may hold what, beside the coach; 0 for less than two."""
        if self.tableside.panel != "coach" or not self.has_class("-history") or self.has_class("-bidding"):
            return 0
        left = self._below_tricks() - _TRUMPS - min(self._wanted(), _TOLD) - 1
        return min(_HOLDERS, left) if left > 1 else 0

    def _free(self) -> int:
        """Return how many rows all sections leave to the coach and to who may hold what, where all is shown at once."""
        side, width = self.query_one("#side").size, self.query_one(DecisionPanel).content_size.width
        shown = ["scores", *(name for name in ("look", "points") if self.has_class(f"-{name}"))]
        shown += ["cards"] * (not self.has_class("-over") and not self.has_class("-points"))
        lines = [self.query_one(f"#{name} Lines", Lines) for name in shown]
        tricks = len(history(self.table.law, self.seen, width, self.words.say))
        taken = [tricks, *(one.get_content_height(side, side, width) for one in lines)]
        return side.height - sum(taken) - 2 * len(taken) - 1  # each has a heading, and a row below it

    def draw_beliefs(self) -> None:
        """Draw what the coach's bid would bring, and who may hold which card, where that may be told and is open."""
        self._draw_points()
        table, say = self.table, self.words.say
        for section in self.query("#where").results(Section):
            self._holders = self._rows()
            held = table.holder_chances(self.seen) if self._holders else {}
            self.set_class(bool(held), "-where")
            section.styles.min_height = None if table.beside else self._holders + 1  # it stays while others move
            lines = self.query_one("#holders", Lines)
            if not table.beside:
                self._draw_holders(section, lines)
                continue
            whose = say("the coach's deals") if table.coach_beliefs else say("counted")
            legend = say("✓× proved") if not table.coach_beliefs or self.room.width >= ROOMY.width else ""
            section.set_heading(say("where the cards lie"), whose, legend, say("coach") if table.coach_beliefs else "")
            lines.draw(lambda width: table.holder_lines(self.seen, width, self._holders))
        if self.query(Felt) and not self.is_closing:
            self._divide()

    def _draw_holders(self, section: Section, lines: Lines) -> None:
        """Draw who may hold which card on a low screen: the names take the place of a legend in the heading."""
        table, say = self.table, self.words.say
        who = table.holder_heads(self.seen, lines.content_size.width)
        section.set_heading(say("who holds") if table.coach_beliefs else say("counted"), "", who)
        named, rows = bool(who), self._holders
        lines.draw(lambda width: table.holder_lines(self.seen, width, rows + named)[named:])

    def _draw_points(self) -> None:
        """Draw how many points the coach's bid would bring, if it tells that."""
        advice, say = self.tableside.advised, self.words.say
        told = points_of(advice)
        for section in self.query("#points").results(Section):
            self.set_class(told is not None, "-points")
            if advice and told:
                head = say("if you say {game}", game=self.table.label(advice.action))
                section.set_heading(head, "", f"{say('{count} deals', count=told.samples)} · {say('your points')}")
                self.query_one("#brought", Lines).draw(lambda width: bars(told, width, say))

    def _name_columns(self) -> None:
        """Write the names into the heading above the columns of the history."""
        for past in self.query(History):
            self.query_one("#history", Section).set_heading(*self.table.history_title(past.content_size.width))

    # --- typing ---------------------------------------------------------------------------------------

    def on_input_changed(self, event: Input.Changed) -> None:
        """Mark the typed choice. The rest is done by `TableScreen`, whose handler runs after this one."""
        self.table.choice = self.typed().action

    @classmethod
    def tutorial(cls, settings: Settings) -> str:
        return _german(german.TUTORIAL, settings) or cls.TUTORIAL

    def guide_here(self) -> str:
        return _german(german.HELP, self.card_app.settings) or super().guide_here()

    def disabled_reason(self, action: str) -> str:
        if action == "last":
            return "" if last_trick(self.seen) else self.words.say("no trick is over yet")
        return super().disabled_reason(action)


def _german(text: str, settings: Settings) -> str:
    """Return a German text as it is to be spelled, or "" if the language is another one."""
    return "" if settings.language != "de" else spelled(text) if settings.ascii else text
