"""What the people in front of one view of a match may see and do."""

from __future__ import annotations

from collections.abc import Callable

from .. import registry, words
from ..core import Card, Decision, Event, Observation, Standing
from ..entries import HUMAN
from ..match import Match
from ..record import Frame
from ..settings import PANELS, TELLING, Settings
from .coach import Coach
from .guide import Guide
from .opinions import Advised, Thought
from .trick import FullTrick

_TEXTS = (
    "hidden",
    "after the deal",
    "after each move (training: it tells of their cards)",
    "the coach's opinion of your cards before you move",
    "open, their cards too (training)",
)
MODES = dict(zip(PANELS, _TEXTS, strict=True))
"""When bots' thoughts are shown: the modes, with the texts of the menu."""
_MATCH_OVER = "the match is over: r plays another"
ROWS = 6
"""Maximum number of options shown for a decision while the deal goes on."""


class Tableside:
    """One view of a match: whose hand is shown or covered, which bots' thoughts are shown, what can be done.

    `settings` gives the coach and its time limit; `changed` is called when the coach has something new; `doing`
    describes what the coach is doing while it has no answer.
    """

    def __init__(
        self,
        match: Match,
        settings: Callable[[], Settings],
        changed: Callable[[], None] = lambda: None,
        doing: Callable[[], str] = lambda: "thinking …",
    ) -> None:
        self.match = match
        self.people = tuple(seat for seat, spec in enumerate(match.header.seats) if spec == HUMAN)
        self.viewer = self.people[0] if self.people else 0
        self.covered = False
        self.cover()
        self.panel = self._before = "deal"
        """The mode in which bots' thoughts are shown."""
        self.live: tuple[int, Decision] | None = None
        """The seat that is thinking and its best decision so far."""
        self.settings = settings
        self.coach = Coach(match, settings, changed)
        self.guide: Guide | None = None
        """The words of a guided first deal."""
        self._doing = doing
        over = words.of(match.header.game).trick_over
        self.trick = FullTrick(match, settings, lambda: over(match.observe(self.viewer)))
        """The full trick that lies on the table before play goes on."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        called = words.names(self.match.header.seats, self.settings())
        say = words.of(self.match.header.game, self.settings().spoken).say
        return tuple(say(name) if name in words.UNNAMED else name for name in called)

    @property
    def bots(self) -> tuple[str, ...]:
        """The specs of the bots."""
        return tuple(spec for spec in self.match.header.seats if spec != HUMAN)

    @property
    def played_by(self) -> tuple[str, ...]:
        """The bot of each seat in short form; "" for a person. () in a guided deal, where they would only puzzle."""
        return () if self.guide else words.bots(self.match.header.seats)

    @property
    def over(self) -> bool:
        """Whether the deal is over, and its last trick does not lie on the table any more."""
        return self.match.turn is None and not self.trick.lies

    def results(self) -> list[Standing]:
        """Return the standing after each deal that is over, and not after one whose last trick lies there still."""
        results = self.match.results()
        return results[:-1] if self.match.turn is None and not self.over else results

    def totals(self) -> list[tuple[float, ...]]:
        """Return the scores of all seats before the first deal and after each of `results`."""
        return [self.match.opening.scores, *(after.scores for after in self.results())]

    @property
    def standing(self) -> Standing:
        """The last of `results`, or the standing before the first deal."""
        return (self.results() or [self.match.opening])[-1]

    # --- the first deal --------------------------------------------------------------------------

    def start_guide(self) -> None:
        """Guide the person through this deal. Raises Refusal if the game has no guided first deal."""
        first = registry.first_deal(self.match.header.game)
        self.guide, self.coach.instead = Guide(self.match.game, first), first.coach

    def end_guide(self) -> None:
        """End the guide; the match goes on as any other."""
        self.guide, self.coach.instead = None, ""
        self.coach.forget()

    # --- what is seen ----------------------------------------------------------------------------

    def look(self) -> None:
        """Update whose hand is shown and whether it is covered, after the match has changed."""
        turn = self.match.turn
        if not self.people:
            self.covered = self.panel != "open" and turn is not None and self.match.secret
        elif turn is None:
            self.covered = False
        elif turn in self.people and turn != self.viewer:
            self.viewer, self.covered = turn, self.match.secret

    def cover(self) -> None:
        """Cover the hand if several people share the screen."""
        self.covered = len(self.people) > 1 and self.match.secret

    def uncover(self) -> None:
        """Show the hand to the person whose turn it is."""
        self.covered = False

    def observe(self) -> Observation:
        """Return what the viewer may see now; while the hand is covered, only what all seats may see."""
        seen = self.match.observe(self.viewer)
        if not self.covered:
            return seen
        zones = tuple(zone._replace(cards=()) if zone.name == "hand" else zone for zone in seen.zones)
        views = [self.match.observe(seat) for seat in range(len(self.match.header.seats))]
        facts = {
            key: value if all(view.facts[key] == value for view in views) else None for key, value in seen.facts.items()
        }
        return seen._replace(zones=zones, facts=facts, history=self.public_history(), legal=())

    def public_history(self) -> tuple[Event, ...]:
        """Return the events of this deal as far as all seats saw them."""
        views = [self.match.observe(seat).history for seat in range(self.match.game.seats)]
        return tuple(
            event if all(other == event for other in others) else event._replace(gain=())
            for event, *others in zip(*views, strict=True)
        )

    def open_hands(self) -> dict[int, tuple[Card, ...]]:
        """Return the bots' hands that are shown openly."""
        if self.panel != "open" or self.covered:
            return {}
        seats = [seat for seat, spec in enumerate(self.match.header.seats) if spec != HUMAN and seat != self.viewer]
        return {seat: self.match.observe(seat).zone("hand").cards for seat in seats}

    # --- what bots think ---------------------------------------------------------------------------

    def modes(self) -> tuple[str, ...]:
        """Return the available modes. Ranked matches have only those that reveal nothing during the deal.

        Without bots only the coach's mode remains, and without people that is missing.
        """
        barred = set(TELLING) if self.match.header.ranked else set()
        barred |= set() if self.bots else {"deal", "move", "open"}
        barred |= set() if self.people else {"coach"}
        return tuple(mode for mode in MODES if mode not in barred)

    def set_panel(self, wanted: str) -> None:
        """Change the mode. If the match does not have it, a more reserved mode is chosen."""
        if self.panel != "coach":
            self._before = self.panel
        modes = self.modes()
        self.panel = next(mode for mode in (wanted, "deal", "hidden") if mode in modes)

    @property
    def toggled(self) -> str:
        """The mode that the coach key switches to: the coach's, or back from it to the previous one."""
        return "coach" if self.panel != "coach" else self._before

    @property
    def tells_moves(self) -> bool:
        """Whether what bots thought before their moves may be told now."""
        return self.panel in ("move", "open") or (self.panel != "hidden" and self.match.turn is None)

    def thoughts(self, full: bool = False) -> tuple[list[Thought], str]:
        """Return the bots' thoughts to show now, and the text to show if there are none.

        With `full`, all options of each decision are shown.
        """
        over, rows = self.match.turn is None, 0 if full else ROWS
        if self.panel == "hidden":
            return [], "F2 opens them"
        if self.panel == "coach" and not over:
            return self._coached()
        pairs = enumerate(zip(self.match.before(), self.match.turns(), strict=True), 1)
        told = [
            (turn, old.state, frame, frame.move) for turn, (old, frame) in pairs if frame.move and frame.move.decision
        ]
        if over:
            return [
                Thought(self._whose(turn, frame), move.decision, 0 if full else 3) for turn, _, frame, move in told
            ], "none"
        if self.panel == "deal":
            return [], "shown after the deal; F2 changes that"
        shown = []
        if self.live and self.panel == "open":
            seat, decision = self.live
            shown.append(Thought(f"{self.names[seat]} is thinking", decision, rows, seen=self.match.observe(seat)))
        latest: dict[int, Thought] = {}
        for turn, state, frame, move in reversed(told):
            if move.seat not in latest:
                seen = self.match.game.observe(state, move.seat)
                latest[move.seat] = Thought(self._whose(turn, frame), move.decision, rows, seen=seen)
        return [*shown, *latest.values()], "after each move"

    def _coached(self) -> tuple[list[Thought], str]:
        """Return the coach's opinion, or why there is none."""
        coach = self.coach
        if coach.opinion and (seat := self.match.turn) is not None:
            game = self.match.game
            seen = self.match.observe(seat)
            opinion = words.of(game.name).explained(game, seen, coach.opinion)
            title = f"coach {coach.spec}{' …' * coach.thinking}"
            return [Thought(title, opinion, second=coach.second_opinion, seen=seen)], ""
        asked = self.match.is_human(self.match.turn) and not self.covered
        return [], coach.fault or (self._doing() if asked else "the coach speaks before your move")

    def _whose(self, turn: int, frame: Frame) -> str:
        """Return the title of a bot's decision: its turn, and its name."""
        assert frame.move
        seat, header = frame.move.seat, frame.header
        who = words.names(header.seats, self.settings())[seat]
        return f"turn {turn} · {who} {words.bots(header.seats)[seat]}".rstrip()

    @property
    def advised(self) -> Decision | None:
        """The coach's opinion on the current position, in coach mode."""
        return self.coach.opinion if self.panel == "coach" else None

    @property
    def heard(self) -> list[Advised]:
        """The viewer's moves of a deal that is over, with what the coach had said before them; in coach mode."""
        return self.coach.heard(self.viewer) if self.panel == "coach" and self.over else []

    @property
    def wants_advice(self) -> bool:
        """Whether the coach should be asked now: in coach mode or for a guide, on a person's turn."""
        return (
            (self.panel == "coach" or self.guide is not None)
            and self.match.is_human(self.match.turn)
            and not self.covered
        )

    # --- what cannot be done -------------------------------------------------------------------------

    def reason(self, action: str) -> str:
        """Return why `action` is impossible now; "" if it is possible."""
        match, turn = self.match, self.match.turn
        mine = match.is_human(turn)
        ranked = match.header.ranked and turn is not None
        if action in ("hint", "inspect") and ranked:
            return "a ranked match gives no help"
        if action == "coach":
            given = "coach" in self.modes()
            return "" if given else "a ranked match gives no help" if match.header.ranked else "nobody plays here"
        if action == "hint":
            return "" if mine and not self.covered else "a hint is for your own turn"
        if action == "first_deal":
            return "" if registry.game_entry(match.header.game).first_deal else "this game has no guided first deal"
        if action == "inspect":
            over = "the deal is over: nobody is to move, and ^o reviews it"
            return "the hand is covered" if self.covered else over if turn is None else ""
        if action == "undo":
            return match.undo_reason()
        if action == "next_deal":
            return "this deal is not over" if turn is not None else _MATCH_OVER if match.over else ""
        if action == "replace_away":
            return "nobody plays elsewhere"
        if action == "review":
            return "" if turn is None else "this deal is not over"
        if action in ("rematch", "replay"):
            return "" if match.over else "the match is not over"
        if action in ("skip", "step"):
            own = turn == self.viewer and not self.covered
            waits = (
                "it is your turn: there is no bot to wait for"
                if own
                else "it is a person's turn: there is no bot to wait for"
            )
            over = _MATCH_OVER if match.over else "the deal is over: Enter alone goes on"
            return over if turn is None else waits if mine else ""
        if action == "thoughts":
            shown, empty = self.thoughts()
            return "" if shown else f"no thoughts to show: {empty}"
        return ""
