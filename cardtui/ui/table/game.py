"""How the table of a game is painted and described: the base class, and what all games share of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import hypot
from typing import Any, ClassVar, NamedTuple

from textual.content import Content

from ... import registry, words
from ...core import Action, Card, Decision, Observation
from ...entries.wording import Words
from ...intervals import Z95
from ...match import Match
from ...settings import Settings
from ...tableside import Tableside
from ...text.formatting import figure, is_scale, listed, signs, unit_after, unit_name
from ...text.language import Language
from ..look.canvas import Canvas, Run
from ..look.cards import Face, Size, face_of
from ..look.curve import Course, Line
from ..look.hand import HandView, hand, rows, size_for
from ..look.palette import Palette, four_coloured
from ..look.pieces import fit, plain, rail, runs_width
from ..names import short_bot
from ..widgets.decisions import share
from ..widgets.line import toggled, with_word
from ..widgets.scores import score_lines
from .match_end import paint_match


class View(NamedTuple):
    """The data from which a table is drawn."""

    seen: Observation
    names: tuple[str, ...]
    hands: Mapping[int, tuple[Card, ...]]
    """Hands that are shown openly, by seat."""
    order: tuple[Card, ...]
    """The viewer's hand as it is shown."""
    picked: tuple[Card, ...]
    """The cards that are typed."""
    cursor: int | None
    four: bool
    covered: bool
    bots: tuple[str, ...] = ()
    """The bot of each seat in short form, "" for a person; () if nobody wants to know."""
    typed: Action | None = None
    """The move that is typed, once it is whole."""

    def bot(self, seat: int) -> str:
        """Return the bot of a seat in short form; "" for none."""
        return self.bots[seat] if self.bots else ""


class GameTable(ABC):
    """How the table of a game looks: what is painted on the felt, and what is said beside it.

    `settings` gives the user's settings. A subclass for a game implements `paint`, `history_lines` and `result`.
    """

    looking_back = False
    """In a game with tricks, whether the last trick is shown instead of the current one."""
    keys = True
    """Whether the keys of the table's screen work, and may be named; they do not in inspect and replay."""
    typed = True
    """Whether cards can be typed by the numbers below them, or by the letters on the table; in replay they cannot."""
    FOUR = False
    """Whether each suit has its own colour even without the setting `four_colour`."""
    WHOLE_BAR = 0
    """The least width of a terminal at which the bar at the top names the program; else wherever that fits."""
    HIGHEST = 0
    """The highest card, if cards are painted as numbers."""
    WORDS: ClassVar[frozenset[str]] = frozenset()
    """The words of which a typed move has one at most, such as the names of piles."""

    def __init__(self, match: Match, tableside: Tableside, settings: Callable[[], Settings]) -> None:
        self.match = match
        self.game = match.game
        self.tableside = tableside
        self.settings = settings

    @property
    def words(self) -> Words[Any]:
        """The words of the game in the chosen language."""
        return words.of(self.match.header.game, self.settings().spoken)

    # --- what a game adds ------------------------------------------------------------------------

    @abstractmethod
    def paint(self, canvas: Canvas, view: View) -> None:
        """Paint the table, and make places clickable by adding to `canvas.spots`."""

    @abstractmethod
    def history_lines(self, view: View, width: int) -> Sequence[Content]:
        """Return the events of this deal; lines that are too wide are wrapped."""

    def clicked(self, text: str, word: str) -> str:
        """Return the typed text after a click on a place on the table, which stands for a word."""
        return with_word(text, word, self.WORDS)

    def picked(self, view: View, text: str, number: int) -> str:
        """Return the typed text after a click on a card of the viewer's hand, numbered from 1."""
        return toggled(text, number)

    def shows_beliefs(self, felt: Size) -> bool:
        """Return whether the game shows the coach's beliefs itself, on a felt of this size or beside it."""
        return False

    def panel_decision(self, decision: Decision, seen: Observation, felt: Size) -> Decision:
        """Return the coach's decision without what a felt of this size shows already."""
        return decision._replace(beliefs=()) if self.shows_beliefs(felt) else decision

    def prompt(self, seen: Observation, pending: str) -> str:
        """Return what can be typed now, for the frame of the input line."""
        return self.words.prompt(self.match.game, seen, pending)

    def cost(self, action: Action) -> str:
        """Return what an action would cost in the coach's eyes; "" without its opinion."""
        decision = self.tableside.advised
        return cost(decision, action, self.label, self.words.say) if decision else ""

    def to_move_lines(self, view: View, head: str) -> list[Content]:
        """Return the last lines of the history while the viewer is to move; `head` stands before the name."""
        seat = view.seen.seat
        return [Content.styled(f"{head}{view.names[seat]} to move", "$text-warning")] * (self.match.turn == seat)

    @abstractmethod
    def result(self, seen: Observation) -> str:
        """Return the result of a finished deal in one sentence."""

    def with_match_result(self, result: str) -> str:
        """Return the result of a deal, followed by who won the match once that is over."""
        winners, names = self.match.standing.winners, self.tableside.names
        if not self.match.over:
            return result
        told = f"match to {listed([names[seat] for seat in winners])}"
        if len(winners) == len(names):
            told = "the match is a draw" if len(names) > 1 else "the match is over"
        return f"{result} · {told}"

    def paint_match(self, canvas: Canvas, view: View) -> None:
        """Paint the end of the match."""
        say = self.words.say
        self.paint_edge(canvas, say("The match is over"), say("rules {name}", name=self.match.header.rules))
        paint_match(canvas, self.match, view.names, self.course(view), view.seen.seat, say)

    def history_title(self, width: int) -> tuple[str, str]:
        """Return the heading of the history outside of a match: a title, and the heads of its columns."""
        return "the deal so far", ""

    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        """Return lines about the cards seen so far."""
        return []

    def score_lines(self, seen: Observation, width: int, rows: int) -> list[Content]:
        """Return the scores after the last `rows` deals."""
        side = self.tableside
        return score_lines(side.names, side.results(), side.standing, width, rows, side.played_by, self.words.say)

    def trick_taker(self, seen: Observation) -> int | None:
        """Return the seat that took the last full trick; None in games without tricks."""
        return None

    def label(self, action: Action) -> str:
        """Return a short label of an action."""
        return self.words.label(self.game, action)

    def course(self, view: View) -> Course:
        """Return the scores after each deal, the viewer's first; none of a single deal."""
        totals, seat = self.match.totals(), view.seen.seat
        seats = [seat, *(other for other in range(len(view.names)) if other != seat)]
        lines = [Line(view.names[at], [scores[at] for scores in totals]) for at in seats] if len(totals) > 2 else []
        say = self.words.say
        return Course(lines, say(self.game.unit), title=say("after each deal"))

    @property
    def deal_number(self) -> str:
        """The number of the deal, and of how many if the rules end the match after so many: `2/10`."""
        last = registry.rule_options(self.game.name, self.match.header.rules).get("deals")
        return f"{self.match.deal}/{last}" if last else str(self.match.deal)

    def progress_text(self, seen: Observation) -> str:
        """Return the deal and the turn in words, for the bar at the top."""
        turn = seen.turn + (self.match.turn is not None)  # as the history counts
        return self.words.say("deal {deal} · turn {turn}", deal=self.deal_number, turn=turn)

    # --- for painting ------------------------------------------------------------------------------

    def face(self, card: Card) -> Face:
        """Return a card's face, in French suits if that is wanted."""
        text = signs(self.game.face(card))
        return face_of(self.words.french(text) if self.settings().french else text)

    def zone_name(self, name: str) -> str:
        """Return what a zone that belongs to no seat is called where zones stand in place of the table."""
        return name

    def faces(self, cards: Iterable[Card]) -> list[Face]:
        """Return the faces of several cards."""
        return [self.face(card) for card in cards]

    def felt(self, width: int, height: int, palette: Palette) -> Canvas:
        """Return an empty canvas for the felt; with four suit colours if the game needs them (`FOUR`)."""
        palette = four_coloured(palette) if self.FOUR and not palette.four else palette
        return Canvas(width, height, palette, palette.felt)

    def paint_edge(self, canvas: Canvas, left: str, right: str) -> None:
        """Paint the felt and its wooden edge."""
        canvas.fill(0, 0, canvas.width, canvas.height, canvas.palette.felt)
        rail(canvas, left, right)
        if canvas.height > 24:
            canvas.put(0, canvas.height - 1, "▄" * canvas.width, canvas.palette.rail)

    def paint_mine(
        self, canvas: Canvas, view: View, facts: str | Sequence[Run], right: str, gaps: Iterable[int] = (), *,
        size: Size | None = None, below: int = 0, sinks: bool = False,
    ) -> int:  # fmt: skip
        """Paint the viewer's plate and hand at the lower edge; return the row of the plate.

        `size` is that of the cards, by default the one for as many as there are now; `below` is the number of rows to
        leave free below the hand; `sinks`: large cards that cannot be played lie a row lower.
        """
        size = size or size_for(canvas, len(view.order), bool(self.HIGHEST))
        top = canvas.height - rows(size, sinks) - (canvas.height > 24) - below
        margin = self.paint_plate(canvas, view, top - 1, facts, right)
        hand(canvas, top, self.hand_view(view, frozenset(gaps)), size, margin + 1, sinks)
        return top - 1

    def paint_plate(self, canvas: Canvas, view: View, plate: int, facts: str | Sequence[Run], right: str) -> int:
        """Paint the viewer's plate in the row `plate`; return its distance from the edge."""
        seat, palette = view.seen.seat, canvas.palette
        turn = self.match.turn == seat
        margin = 2 if canvas.width > 60 else 0
        canvas.seat_places[seat] = (canvas.width // 2, plate)
        canvas.fill(margin, plate, canvas.width - 2 * margin, 1, palette.plate)
        canvas.put(margin, plate, "▌", palette.gold if turn else palette.rail)
        who = view.names[seat]
        who = who.upper() if who == self.words.say("You") else who
        end = canvas.put(
            margin + 1 + bool(margin), plate, fit(who, 16), palette.gold if turn else palette.fg, bold=True
        )
        told: list[Run] = [facts] if isinstance(facts, str) else list(facts)
        parts = [part for part in (*told, right) if part]
        bot = short_bot(view.bot(seat), canvas.width - 2 * margin - end - 8 - runs_width(parts))
        end = canvas.put(end + 1, plate, bot, palette.feltmute) if bot else end
        room = canvas.width - 2 * margin - end - 1
        if runs_width(parts) + 4 > room:
            right = fit(right, max(0, room - runs_width(told) - 4))
        canvas.run(end + 2, plate, *(told if runs_width(told) <= room else [fit(plain(told), room)]))
        if right:
            canvas.right(canvas.width - margin - 1, plate, (right, palette.feltmute))
        return margin

    def room_beside(self, canvas: Canvas, view: View, facts: str) -> int:
        """Return how many cells `facts` leave free on the viewer's plate, if no bot is named there."""
        return canvas.width - len(facts) - min(16, len(view.names[view.seen.seat])) - (13 if canvas.width > 60 else 6)

    def hand_view(self, view: View, gaps: frozenset[int] = frozenset()) -> HandView:
        """Return the viewer's hand for `look.hand.hand`; `gaps` are the places before which there is a gap."""
        useful = {card for action in view.seen.legal for card in action.cards}
        badges, best = self.badges(view)
        place = {card: at for at, card in enumerate(view.order)}
        return HandView(
            faces=self.faces(view.order) if not view.covered else [Face("", "")] * len(view.order),
            picked=frozenset(place[card] for card in view.picked if card in place),
            barred=frozenset(at for card, at in place.items() if useful and card not in useful),
            badges={place[card]: text for card, text in badges.items() if card in place},
            best=frozenset(place[card] for card in best if card in place),
            drawn=frozenset(place[card] for card in self._drawn(view) if card in place),
            cursor=view.cursor,
            covered=view.covered,
            gaps=gaps,
            highest=self.HIGHEST,
            typed=self.typed and bool(useful),
        )

    def _drawn(self, view: View) -> tuple[Card, ...]:
        """Return the cards that the viewer drew or took with its last move of this deal."""
        own = (event for event in reversed(view.seen.history) if event.seat == view.seen.seat)
        return next((event.gain for event in own), ())

    def badges(self, view: View) -> tuple[dict[Card, str], frozenset[Card]]:
        """Return the text above each card, the coach's value of its best action, and the cards it would play."""
        decision = self.tableside.advised
        if decision is None or view.covered or self.match.turn != view.seen.seat:
            return {}, frozenset()
        return {card: self.words.say.figure(_value(decision, card)) for card in view.order}, frozenset(
            decision.action.cards
        )

    def badge_unit(self, view: View) -> str:
        """Return the unit of the badges, or "probability"; "" if there are none."""
        decision = self.tableside.advised
        if decision is None or not self.badges(view)[0]:
            return ""
        valued = any(option.value is not None for option in decision.options)
        return (unit_name(decision.unit) or "value") if valued else "probability"


def star(decision: Decision) -> str:
    """Return the mark of the choice: "★", or "" if the value of another option is the same within the 95% error.

    The errors are taken for independent. On common deals the error of a difference is mostly smaller; then the mark is
    withheld more often than it need be.
    """
    chosen = next((option for option in decision.options if option.action == decision.action), None)
    if chosen is None or chosen.value is None:
        return "★"
    close = any(
        chosen.value - other.value <= Z95 * hypot(chosen.stderr or 0.0, other.stderr or 0.0)
        for other in words.comparable(decision)
        if other is not chosen and other.value is not None
    )
    return "" if close else "★"


def cost(decision: Decision, action: Action, label: Callable[[Action], str], say: Language) -> str:
    """Return how much less an action is worth than the best one that compares with it, and whether that is sure.

    "" where their values are unknown or do not compare.
    """
    found = words.behind(decision, action)
    if found is None:
        return ""
    best, less, reach, told, _ = found
    if not told.strip("0.%"):
        return say("nothing is worth more") if not less else say("worth as much as {best}", best=label(best.action))
    name = "" if is_scale(decision.unit) else unit_after(told, decision.unit.removesuffix(" to come"))
    amount = say.figure(told) if told.endswith("%") or not name else f"{say.figure(told)} {say(name)}"
    known = {"less": amount, "best": label(best.action)}
    if reach and less <= reach:
        return say("{less} worse than {best}, within the margin of error", **known)
    return say("{less} worse than {best}", **known)


def _value(decision: Decision, card: Card) -> str:
    """Return what the coach says of a card: the value, or else the probability, of the best option with it; "" if none.

    Of a card of its choice that is the choice's own value. Values that do not compare with it are told only of cards
    without others.
    """
    options = [option for option in decision.options if card in option.action.cards]
    valued = [option for option in options if option.value is not None]
    if not valued:
        return share(sum(option.probability for option in options)) if options else ""
    like = words.comparable(decision)
    own = [option for option in valued if option.action == decision.action]
    values = [option.value for option in own or [one for one in valued if one in like] or valued]
    told = figure(
        max(value for value in values if value is not None), decision.unit, words.extra_digits(decision, like)
    )
    return told + star(decision) * bool(own)
