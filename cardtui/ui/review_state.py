"""A match under review, without its screen: the report so far, and the place in the match that is shown."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from pathlib import Path
from typing import NamedTuple

from .. import words
from ..core import Action, Decision, Observation, Option, Refusal, action_text
from ..intervals import Z95
from ..review import report_text
from ..review.report_parts import Json, Match, Named, as_played, match
from ..review.verdicts import MARKS, UNCLEAR
from ..text.formatting import counted
from .shown_match import ShownMatch

NOTHING = Action("", ())
"""What is chosen where no action is proved to be the best."""
SHARPER = (2.0, 4.0)
"""Thresholds above the greatest mark, as multiples of it."""


class Part(NamedTuple):
    """A part of a result, with half the width of its 95% interval if it has one."""

    name: str
    value: float
    margin: float | None = None


class Value(NamedTuple):
    """What the judges say of one action; `judges` holds each one's value by name."""

    action: str
    label: str
    role: str
    """"better", "played" or ""."""
    judges: dict[str, float]
    gain: tuple[float, float] | None
    """The 95% interval of what it brings more than the played one, by the first judge; None for the played one."""
    ends: Histogram | None = None
    """How the deal ends after it; None if that is not known, or in one world alone."""


class Histogram(NamedTuple):
    """How deals end after an action: the share of each bin of results, and of those won."""

    judge: str
    first: float
    """The lower end of the first bin."""
    step: float
    shares: Sequence[float]
    won: float


class ReviewState(ShownMatch):
    """A review that grows with each report, of the player whose view is shown.

    Raises Refusal or OSError if the record cannot be reviewed.
    """

    def __init__(self, path: Path, named: Named, seat: int | None = None) -> None:
        super().__init__(path, named, seat)
        self.words = words.of(self.game.name)
        if len(self.starts) == len(self.frames):
            raise Refusal(f"{path} holds no move to review")
        self.match: Match | None = None
        """The report and what is needed to tell of it; None until the first report."""
        self.fault = ""
        """Why there is no review; "" if there is one, or will be."""
        self.level = 0
        """The threshold: the index of a mark, or beyond."""
        self.unclear = False
        """Whether what is unclear is listed instead of the mistakes."""
        self._rows: dict[int, Json] = {}
        self._chapters: dict[int, list[tuple[int, str]]] = {}

    def update(self, report: Json) -> None:
        """Replace the report by the next one, which holds all that is known so far."""
        self.match = match(report, self.named)
        self.seat = report["seat"]
        self._rows = {self.place_of(row): row for row in self.match.decisions}

    # --- where it is -----------------------------------------------------------------------------

    @property
    def row(self) -> Json | None:
        """The judged decision here; None if there is none, or none yet."""
        return self._rows.get(self.place)

    @property
    def seen(self) -> Observation:
        """What the player under review sees here."""
        return self.game.observe(self.frame.state, self.seat)

    def place_of(self, row: Json) -> int:
        """Return the place of a decision."""
        deal, move = int(row["deal"]), int(row["move"])
        return self.starts[deal - 1] + move - 1

    # --- the list ----------------------------------------------------------------------------------

    @property
    def threshold(self) -> float:
        """The least cost of a listed mistake, at a stake of one."""
        assert self.match
        marks = list(self.match.report["marks"].values())
        return float([*marks, *(marks[-1] * more for more in SHARPER)][self.level])

    def change_threshold(self, step: int) -> None:
        """Raise (1) or lower (-1) the threshold, within its limits."""
        self.level = max(0, min(len(MARKS) + len(SHARPER) - 1, self.level + step))

    @property
    def listed(self) -> list[Json]:
        """The mistakes, or what is unclear, the costliest first."""
        if self.match is None:
            return []
        if self.unclear:
            found = [row for row in self.match.decisions if row["mark"] == UNCLEAR]
            return sorted(found, key=lambda row: -fsum(row["guess"]))
        return [
            row for _, row in report_text.worst([self.match]) if row["bound"] / row["stake"] >= self.threshold - 1e-9
        ]

    @property
    def listed_here(self) -> int | None:
        """The index in `listed` of the decision here; None if it is not listed."""
        places = [self.place_of(row) for row in self.listed]
        return places.index(self.place) if self.place in places else None

    def next_listed(self, step: int) -> int | None:
        """Return the place of the next (1) or previous (-1) of the listed decisions in the match; None if none is."""
        return self._next([self.place_of(row) for row in self.listed], step)

    def next_choice(self, step: int) -> int | None:
        """Return the place of the next or previous decision with a choice; None if there is none."""
        return self._next(list(self._rows), step)

    def _next(self, places: Sequence[int], step: int) -> int | None:
        if step > 0:
            return min((place for place in places if place > self.place), default=None)
        return max((place for place in places if place < self.place), default=None)

    # --- what is told ------------------------------------------------------------------------------

    @property
    def stage(self) -> str:
        """What the judges are doing, in a few words; "" once the review is complete."""
        if self.match is None:
            return "the judges begin"
        done, of = self.match.report["progress"]
        told = report_text.STAGES.get(self.match.report["stage"], "")
        return f"{told} {done} of {of}" if told and of else told

    @property
    def comparing(self) -> bool:
        """Whether there are decisions in which not all actions are compared yet."""
        return self.match is None or self.match.report["stage"] in ("compiling", "screening")

    @property
    def counted(self) -> str:
        """How many mistakes there are in how many decisions, in words; before any is marked, how many are compared."""
        assert self.match
        about = self.match.report["summary"]
        if self.comparing:
            return f"{len(self._rows)} of {counted(about['decisions'], 'choice')} compared"
        mistakes = sum(about["marks"][mark] for mark in MARKS)
        told = f"{counted(mistakes, 'mistake')} in {counted(about['decisions'], 'choice')}"
        return f"{told} · {about['marks'][UNCLEAR]} unclear"

    @property
    def expected_false(self) -> str:
        """How many of the marks are expected to be false at most, in words; "" before any is marked.

        What is left to prove is told before that, once nothing more is proved; until then the stage tells it.
        """
        assert self.match
        if self.comparing:
            return ""
        about = self.match.report["summary"]
        left = f"{about['to_prove']} to prove · " * bool(about["to_prove"] and not self.stage)
        return f"{left}at most {about['expected_false']:.2f} false marks expected"

    def parts(self) -> list[Part]:
        """Return what the result of all finished deals came from, the result last; [] before that is known."""
        if self.match is None or not self.match.report["summary"]["split_deals"]:
            return []
        about = self.match.report["summary"]
        others = [Part(self.match.names[int(seat)], value) for seat, value in about["others"].items()]
        found = [
            Part("before the deal", about["fair"]),
            Part("cards", about["cards"], Z95 * about["cards_se"]),
            Part("hidden cards", about["lay"]),
            Part("play", about["mine"], Z95 * about["mine_se"]),
            *others,
        ]
        return [*(part for part in found[:1] if part.value), *found[1:], Part("result", fsum(p.value for p in found))]

    def values(self) -> list[Value]:
        """Return what the judges say of the actions here, the played one and the better one first."""
        row, match = self.row, self.match
        if row is None or match is None or not row["judges"]:
            return []
        judges = row["judges"]
        first = next(iter(judges.values()))
        roles = {row.get("better"): "better"} | dict.fromkeys(row["alike"], "played")
        found = []
        for action in first["values"]:
            role = roles.get(action, "")
            label = match.label(as_played(row, action))
            by = {name: screening["values"][action] for name, screening in judges.items()}
            gain = first["gains"].get(action) if role != "played" else None
            ends = self._ends(judges, action)
            found.append(Value(action, label, role, by, (gain[0], gain[1]) if gain else None, ends))
        order = {"better": 0, "played": 1, "": 2}
        return sorted(found, key=lambda value: (order[value.role], -next(iter(value.judges.values()))))

    @staticmethod
    def _ends(judges: Json, action: str) -> Histogram | None:
        """Return how the deal ends after an action, by the first judge that plays it out in several worlds."""
        found = ((name, one["ends"]) for name, one in judges.items() if one["ends"] and one["worlds"] > 1)
        name, ends = next(found, ("", None))
        if ends is None or action not in ends["shares"]:
            return None
        return Histogram(name, ends["first"], ends["step"], ends["shares"][action], ends["won"][action])

    def advice(self) -> tuple[str, Decision] | None:
        """Return the first judge's name and its values as a bot's decision, to stand on the cards; None without.

        Its choice is the better action if that is proved, otherwise nothing.
        """
        row = self.row
        if row is None or not row["judges"]:
            return None
        name, found = next(iter(row["judges"].items()))
        acts = {text: self.action_of(as_played(row, text)) for text in found["values"]}
        options = [Option(action, 0.0, found["values"][text]) for text, action in acts.items() if action is not None]
        best = acts.get(row["better"]) if row["mark"] in MARKS else None
        return name, Decision(best or NOTHING, tuple(options), self.game.unit)

    def expected(self) -> list[tuple[float, float]]:
        """Return what the player could expect after each own choice of this deal: (number of the move, value).

        By the first judge, from what the player knew then; the last point of a finished deal is its result.
        """
        if self.match is None:
            return []
        name = self.match.report["judges"][0]["name"]
        deal = self.match.report["deals"][self.deal]
        found = [
            (float(row["move"]), float(row["judges"][name]["values"][self._first(row, name)]))
            for row in deal["decisions"]
            if name in row["judges"]
        ]
        if "cards" in deal:
            found.insert(0, (0.0, deal["fair"] + deal["cards"]))
        if deal["result"] is not None and found:
            found.append((float(self.moves), float(deal["result"])))
        return found

    def chapters(self) -> list[tuple[int, str]]:
        """Return where the chapters of this deal begin: (number of moves before, name); [] if the game names none."""
        if self.deal not in self._chapters:
            begin, found = self.start, list[tuple[int, str]]()
            for move in range(self.moves):
                name = self.words.chapter(self.game, self.game.observe(self.frames[begin + move].state, self.seat))
                if name and (not found or name != found[-1][1]):
                    found.append((move, name))
            self._chapters[self.deal] = found
        return self._chapters[self.deal]

    @staticmethod
    def _first(row: Json, name: str) -> str:
        """Return the action that stands for the played one."""
        values = row["judges"][name]["values"]
        return str(next(action for action in row["alike"] if action in values))

    def action_of(self, text: str) -> Action | None:
        """Return the legal action here with this text; None if there is none."""
        return next((action for action in self.seen.legal if action_text(self.game, action) == text), None)
