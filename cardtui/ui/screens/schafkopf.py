"""The table of Schafkopf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import ClassVar, NamedTuple, cast

from textual.binding import Binding, BindingType
from textual.content import Content

from ...core import Card, Event, Observation
from ...games.schafkopf.cards import CONTRACTS
from ...games.schafkopf.parsing import name, points, title, wins
from ...games.schafkopf.rules import CONTRA, Schafkopf
from ...games.schafkopf.words import (
    dealt,
    explained,
    last_trick,
    points_known,
    roles,
    side_of,
    tariff,
    trumps_first,
)
from ...settings import PANELS
from ..guide import KEYS
from ..table import TableScreen
from ..tableview import View
from ..widgets.board import Board
from ..widgets.cards import Hand, Picture, Spot, box, face, faces
from ..widgets.line import InputLine
from ..widgets.records import room_for, score_lines, short
from ..widgets.titles import retitle
from . import schafkopf_count as count
from .schafkopf_guide import HELP, TUTORIAL

_ROUND = ("south", "west", "north", "east")
_LAYOUT_ROWS = 9
_SPOKEN = {"pass": "–", "knock": "knock", "contra": "×2", "retour": "×4"}


class Played(NamedTuple):
    """A trick on the table: its leader, and the cards in the order played."""

    leader: int
    cards: tuple[Card, ...]
    over: bool


class SchafkopfScreen(TableScreen):
    """One match of Schafkopf."""

    GUIDE = ("Schafkopf", HELP + KEYS.replace("F9 tutorial", "l  last trick\n         F9 tutorial"))
    TUTORIAL = TUTORIAL
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "last", "last trick", tooltip="last trick: look at it again"),
        *TableScreen.BINDINGS,
    ]
    SHORTCUTS = TableScreen.SHORTCUTS | {"l"}
    SORTED: ClassVar[dict[str, str]] = {
        "number": "trumps first, the strongest first",
        "suit": "by colour, Ober and Unter in their colours",
        "dealt": "the weakest first",
    }
    CSS = """
    SchafkopfScreen #left { width: 48; }
    SchafkopfScreen.-roomy #left { width: 62; }
    SchafkopfScreen.-roomy #seen { width: 32; }
    """

    looking_back = False
    """Whether the last trick is shown instead of the current one."""

    @property
    def law(self) -> Schafkopf:
        """The game, with its own type."""
        return cast(Schafkopf, self.game)

    # --- typing ---------------------------------------------------------------------------------------

    def changed(self, saved: bool = False) -> None:
        self.looking_back = False
        for line in self.query(InputLine):  # no line while the screen is being removed
            line.shortcuts = self.SHORTCUTS if self.match.over else self.SHORTCUTS - {"r"}  # "r" begins `ruf-gras`
        super().changed(saved)

    def on_hand_picked(self, event: Hand.Picked) -> None:
        """Type the number of the clicked card; during the bidding, numbers are bids."""
        event.prevent_default()  # only one card at a time, unlike at other tables
        if self.seen.facts["phase"] == "play":
            self.type_alone(str(event.number))

    def on_picture_chosen(self, event: Picture.Chosen) -> None:
        """Type the number of the clicked choice."""
        event.prevent_default()
        self.type_alone(event.word)

    def reason(self, action: str) -> str:
        if action == "last":
            return "" if last_trick(self.seen) else "no trick is over yet"
        return super().reason(action)

    def action_last(self) -> None:
        """Show the last trick, or the current one again."""
        self.looking_back = not self.looking_back
        self.redraw()

    # --- the table ------------------------------------------------------------------------------------

    def redraw(self) -> None:
        super().redraw()
        if self.query(Picture) and not self.going:
            seen = self.query_one("#seen")
            self.query_one("#left").border_title = Content(self._headline(self.seen))
            self._name_columns()
            self.call_after_refresh(self._name_columns)  # a page that was hidden gets its width only then
            retitle(seen, count.title(self.law, self.seen), self._points(self.seen))

    def _name_columns(self) -> None:
        """Write the names into the frame above the columns of the history."""
        for past in self.query("#history"):
            past.border_title = Content(self._columns(past.content_size.width))

    def _headline(self, seen: Observation) -> str:
        """Return the contract, the declarer, and how often the deal is doubled."""
        facts, names = seen.facts, self.tableside.names
        doublings = len(facts["knocks"]) + facts["doubled"]
        stock = f"Stock {facts['pot']:g}" if facts["pot"] else ""
        times = f"×{2**doublings} {('', 'contra', 'retour')[facts['doubled']]}".strip() if doublings else ""
        if not facts["contract"]:
            what = {"knock": "Klopfen", "bid": "bidding"}.get(facts["phase"], "all passed")
            return " · ".join(filter(None, (what, times, stock)))
        who = names[facts["declarer"]] if facts["declarer"] is not None else ""
        return " · ".join(filter(None, (title(facts["contract"]), who, times, stock)))

    def status(self, seen: Observation) -> str:
        plays = [action.cards[0] for action in seen.legal if action.cards]
        if not plays:
            return f"{len(seen.legal)} choices" if len(seen.legal) > 1 else ""
        if len(plays) == len(self.order):
            return "any card" if seen.zone("trick").cards else "you lead"
        return "allowed: " + " ".join(str(place) for place, card in enumerate(self.order, 1) if card in plays)

    def me(self, view: View) -> Content:
        if view.covered:
            return Content("")
        seen, seat = view.seen, view.seen.seat
        who = "YOU" if view.names[seat] == "You" else view.names[seat]
        if hand := self._laid_open(view).get(seat):
            mark, cards = self._mark(seen, seat).strip(), faces(self.game, hand, view.four)
            told = f"{mark}  {self._pts(seen, seat)}  ".lstrip()
            who = short(who, view.width - len(told) - cards.cell_length - 2)
            return Content.assemble((f" {who} ", "bold"), told, cards)
        mark = " ●" if self.match.turn == seat else ""
        head = f" {who}{mark}  "
        told = fitting(roles(seen, seat), self._won(seen, seat), view.width - len(head))
        return Content.assemble((head, "bold"), told)

    def picture(self, view: View) -> tuple[Sequence[Content], Sequence[Spot]]:
        view = view._replace(hands=self._laid_open(view))
        seen, middle = view.seen, view.width // 2
        gap = max(0, min(3, (view.height - _LAYOUT_ROWS) // 4))
        board = Board(view.height)
        _, west, north, east = ((seen.seat + step) % 4 for step in range(4))
        line = self._across(view, north)
        board.put(max(0, middle - line.cell_length // 2), 0, line)
        room = max(12, middle - 4)
        board.put(1, 1 + gap, *self._seat(view, west, room))
        for row, piece in enumerate(self._seat(view, east, room), 1 + gap):
            board.put(view.width - 1 - piece.cell_length, row, piece)
        asked = bool(seen.legal) and seen.facts["phase"] != "play" and not view.covered
        lies = bool(seen.zone("trick").cards)
        spots: list[Spot] = []
        if (trick := self._trick(seen)) and (lies or not asked):
            self._lay(view, board, trick, gap, asked)
        if asked:  # if a card has been led already, the choices are below it
            spots = self._choices(view, board, *((8 + 3 * gap, 1) if lies else (4 + gap, view.height)))
            return board.lines(), spots
        if CONTRA in seen.legal:
            x = view.width - 12
            board.put(x, 8 + 3 * gap, Content.styled("[c contra]", "reverse"))
            spots.append(Spot(x, 8 + 3 * gap, 10, 1, "c"))
        return board.lines(), spots

    def _head(self, view: View, seat: int) -> Content:
        """Return a seat's name with its mark, and its points when the deal is over."""
        mark, over = self._mark(view.seen, seat), self.match.turn is None
        head = Content.styled(f"{mark}{short(view.names[seat], 8 if over else 14)}", "bold" if mark != " " else "")
        return head + (f" {self._pts(view.seen, seat)}".rstrip() if over and view.hands.get(seat) else "")

    def _across(self, view: View, seat: int) -> Content:
        """Return a seat of the table as one line."""
        head = self._head(view, seat)
        if hand := view.hands.get(seat):
            return head + "  " + faces(self.game, hand, view.four)
        return head + "  " + fitting(roles(view.seen, seat), self._won(view.seen, seat), view.width - len(head) - 2)

    def _seat(self, view: View, seat: int, room: int) -> list[Content]:
        """Return a seat as at most three lines of `room` cells: name, role, tricks; or its open hand."""
        head = self._head(view, seat)
        if hand := view.hands.get(seat):
            half = -(-len(hand) // 2)
            return [head, *(faces(self.game, row, view.four) for row in (hand[:half], hand[half:]) if row)]
        parts, won = roles(view.seen, seat), self._won(view.seen, seat)
        lines = [fitting(parts, "", room, " "), won]
        if not won and len(" ".join(parts)) > room:  # put a long bid on its own line
            lines = [" ".join(parts[:-1]), parts[-1]]
        return [head, *(Content(text[:room]) for text in lines if text)]

    def _laid_open(self, view: View) -> Mapping[int, tuple[Card, ...]]:
        """Return the open hands; when the deal is over, all hands as they were dealt."""
        over = self.match.turn is None
        hands = dict(enumerate(dealt(self.law, view.seen))) if over else view.hands
        return {seat: trumps_first(view.seen, hand) for seat, hand in hands.items()}

    def _mark(self, seen: Observation, seat: int) -> str:
        """Return ● for the seat to move, ★ for the declarer's side as far as it is known."""
        return "●" if seat == self.match.turn else "★" if side_of(seen, seat) == "declarer" else " "

    def _won(self, seen: Observation, seat: int) -> str:
        tricks = len(seen.zone(f"won {seat}").cards) // 4
        return f"{tricks} trick{'s' * (tricks != 1)} {self._pts(seen, seat)}" if seen.facts["contract"] else ""

    def _pts(self, seen: Observation, seat: int) -> str:
        return f"{points(seen.zone(f'won {seat}').cards)} pts" if seen.facts["contract"] else ""

    def _trick(self, seen: Observation) -> Played | None:
        """Return the trick to show: the current one, or the last one if none lies there or it is asked for."""
        lying = seen.zone("trick").cards
        if lying and not self.looking_back:
            return Played(seen.facts["leader"], lying, False)
        last = last_trick(seen)
        if last is None:
            return None
        taker, cards = int(last.action.to), last.action.cards
        contract = CONTRACTS[seen.facts["contract"]]
        return Played((taker - cards.index(wins(contract, cards))) % 4, cards, True)

    def _lay(self, view: View, board: Board, trick: Played, gap: int, asked: bool) -> None:
        """Draw a trick's cards before their seats, the best with a double frame, and a caption."""
        middle, best = view.width // 2, wins(CONTRACTS[view.seen.facts["contract"]], trick.cards)
        places = {
            "south": (middle - 2, 5 + 2 * gap),
            "west": (middle - 13, 4 + gap),
            "north": (middle - 2, 1),
            "east": (middle + 9, 4 + gap),
        }
        for step, card in enumerate(trick.cards):
            seat = (trick.leader + step) % 4
            x, y = places[_ROUND[(seat - view.seen.seat) % 4]]
            dim = "dim" if trick.over else ""
            board.put(x, y, *box(face(self.game, card, view.four, dim), "", card == best, dim))
            if step == 0:
                board.put(x - 2, y + 1, Content.styled("▸", dim))
        number = sum(event.action.verb == "trick" for event in view.seen.history) + (not trick.over)
        taker = view.names[(trick.leader + trick.cards.index(best)) % 4]
        verb = "took" if trick.over else "hold" if taker == "You" else "holds"
        which = "last trick" if self.looking_back else f"trick {number}"
        text = f"{which} · {points(trick.cards)} pts" + f" · {taker} {verb} it" * (not asked)
        board.put(1, 8 + 3 * gap, Content.styled(text, "dim" if trick.over else ""))

    def _choices(self, view: View, board: Board, top: int, rows: int) -> list[Spot]:
        """Draw the numbered choices in as few columns as possible. A single row is aligned to the right."""
        names = [name(action) for action in view.seen.legal]
        columns = in_columns(names, view.width, max(1, min(rows, view.height - top)))
        spare = max(0, view.width - sum(len(column[0]) for column in columns))
        left = spare - 1 if rows == 1 else (spare + 1) // 2
        spots: list[Spot] = []
        for column in columns:
            for row, text in enumerate(column, top):
                number = str(len(spots) + 1)
                place = text.index(number) + len(number)
                board.put(left, row, Content.assemble((text[:place], "bold"), text[place:].rstrip()))
                spots.append(Spot(left, row, len(text), 1, number))
            left += len(column[0])
        return spots

    # --- beside the table -------------------------------------------------------------------------------

    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        names, french = self.tableside.names, self.house.settings.french
        lines = [*count.cards(self.law, seen, width, french), *count.without(seen, names, width, french)]
        return [*lines, *self._where(seen, width)[:13]] if self.has_class("-roomy") else lines

    def _where(self, seen: Observation, width: int) -> list[Content]:
        """In modes that help: who may hold the important cards."""
        if self.tableside.panel not in PANELS[2:] or self.tableside.covered or self.match.turn is None:
            return []
        return count.shares(self.law, seen, self.tableside.names, width)

    def _points(self, seen: Observation) -> str:
        """Return the points of both sides, as far as they are known."""
        if seen.facts["declarer"] is None:
            return ""
        declarers, others, unknown = points_known(self._all_known(seen))
        return f"declarer {declarers} others {others}{f' ?{unknown}' if unknown else ''}"

    def _all_known(self, seen: Observation) -> Observation:
        """In modes that help, return the observation with the partner revealed."""
        if self.tableside.panel not in ("coach", "open") or self.tableside.covered:
            return seen
        return seen._replace(facts={**seen.facts, "partner": self.match.state.partner})

    def history_lines(self, view: View, width: int) -> list[Content]:
        size, lines = _column(view.names, width), []
        spoken: dict[int, Content] = {}
        played: dict[int, Content] = {}
        number = 0
        for event in view.seen.history:
            verb, seat = event.action.verb, event.seat
            if spoken and (verb == "trick" or seat in spoken or (verb == "play" and not played)):
                lines.append(self._row(spoken, size, " "))
                spoken = {}
            if verb == "trick":
                number += 1
                lines.append(self._row(played, size, f"{number}", event))
                played = {}
            else:
                (played if verb == "play" else spoken)[seat] = self._cell(view, event, not played)
        return lines + [self._row(cells, size, " ") for cells in (spoken, played) if cells]

    def _columns(self, width: int) -> str:
        """Return the names above the columns of the history, starting at the third cell of the frame."""
        size = _column(self.tableside.names, width)
        return "".join(f" {short(who, size - 1):<{size - 1}}" for who in self.tableside.names)

    def _cell(self, view: View, event: Event, lead: bool) -> Content:
        action = event.action
        if action.verb == "play":
            return Content("▸" if lead else " ") + face(self.game, action.cards[0], view.four)
        if action.verb == "bid":
            return Content(f" {abridged(action.to, 5)}")
        return Content(f" {_SPOKEN[action.verb]}")

    def _row(self, cells: dict[int, Content], size: int, head: str, over: Event | None = None) -> Content:
        line = Content.styled(f"{head:<1} ", "dim")
        for seat in range(4):
            cell = cells.get(seat, Content(""))
            if over and seat == int(over.action.to):
                cell = cell.stylize("bold") + Content("*")
            line += cell.truncate(size, pad=True)
        return line + Content(f"{points(over.action.cards):>4}") if over else line

    def score_lines(self, width: int, rows: int) -> list[Content]:
        seen, names, over = self.seen, self.tableside.names, self.match.turn is None
        told = explained(self.law, seen, names) if over else [tariff(self.law, seen)]
        paid = self.law.returns(self.match.state) if over and len(told) > 1 else ()
        told = [*told[:2], *told[3:]]  # the payments are shown with the scores
        lines = [line for text in told for line in Content(text).wrap(max(20, width))] + [Content("")]
        where = [] if self.has_class("-roomy") else self._where(seen, width)
        rows = 3 if where else max(0 if over else 3, rows - len(lines))
        scores = score_lines(names, self.match.results(), self.match.standing, width, rows, paid)
        return [*lines, *scores, *([Content("")] if where else []), *where]

    def result(self) -> str:
        told = explained(self.law, self.seen, self.tableside.names)
        champions = " and ".join(self.tableside.names[seat] for seat in self.match.standing.winners)
        return " ".join([*[f"Match to {champions}."] * self.match.over, *told[2:3], told[0]])


def fitting(parts: Sequence[str], won: str, room: int, gap: str = "  ") -> str:
    """Return a seat's role and tricks in at most `room` cells; "dealer" and "forehand" are dropped first."""
    signs = [{"contra": "×2", "retour": "×4"}.get(part, part) for part in parts]
    fewer = [part for part in signs if part not in ("dealer", "forehand")]
    tries = [between.join(filter(None, [*some, won])) for some in (parts, signs, fewer) for between in (gap, " ")]
    return next((text for text in tries if len(text) <= room), tries[-1][:room])


def _column(names: Sequence[str], width: int) -> int:
    """Return the width of each seat's column in a history of this width."""
    return max(6, min(room_for(names, 9, width) + 1, (width - 6) // 4))


def in_columns(names: Sequence[str], width: int, rows: int) -> list[list[str]]:
    """Return numbered choices in as few columns as `rows` allow, abridged and moved together as far as necessary."""
    rows = -(-len(names) // -(-len(names) // rows))
    for room, gap in product(range(20, 4, -1), (2, 1)):
        columns = []
        for start in range(0, len(names), rows):
            part = names[start : start + rows]
            digits = len(str(start + len(part)))
            column = [f"{n:>{digits}} {abridged(text, room)}" for n, text in enumerate(part, start + 1)]
            size = max(map(len, column)) + gap * (start + rows < len(names))
            columns.append([text.ljust(size) for text in column])
        if sum(len(column[0]) for column in columns) <= width:
            break
    return columns


def abridged(choice: str, room: int) -> str:
    """Abridge a choice so that it can still be typed: `solo-eichel-tout` → `solo-e-tout`, `s-e-t`; `sol-e`."""
    if len(choice) <= room:
        return choice
    first, *rest = choice.split("-")
    middle = "-".join([first, *(part[0] for part in rest[:1]), *rest[1:]])
    tail = "".join(f"-{part[0]}" for part in rest)
    return middle if len(middle) <= room else first[: room - len(tail)] + tail
