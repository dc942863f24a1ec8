"""The report of a match under review, from what is known so far: plain JSON, described in `docs/review.md`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import fsum, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from .. import __version__, record
from ..core import Action
from ..intervals import estimate
from ..json_forms import observation_json
from ..record import Frame
from ..system import files
from . import luck, verdicts
from .ends import Ends
from .judges import Panel
from .proof import Difference
from .verdicts import FINE, MARKS, UNCLEAR, Choice, Screening, Verdict

FORMAT = 1


class Moment(NamedTuple):
    """A decision of the record, of any seat."""

    deal: int
    """The number of the deal, from 1."""
    move: int
    """The number of the move in the deal, from 1."""
    seat: int
    choice: Choice


class Report:
    """What is known so far of a match under review."""

    def __init__(
        self, panel: Panel, path: Path, frames: Sequence[Frame], me: int, seed: int, own: Sequence[Moment]
    ) -> None:
        self.panel, self.path, self.frames, self.me, self.seed, self.own = panel, path, frames, me, seed, own
        self.screened: dict[int, dict[str, Screening]] = {}
        self.better: dict[int, Action] = {}
        self.proved: dict[int, dict[str, Difference]] = {}
        self.rows: dict[int, tuple[Action | None, Verdict | None, dict[str, Any]]] = {}
        """The decisions as last told, and what they rest on: most are the same in the next report."""
        self.effects: list[tuple[Moment, dict[str, Screening]]] = []
        self.starts: dict[int, list[Sequence[float]]] = {}
        self.draws: list[tuple[int, int, int, luck.Draw]] = []
        """Deal, move and seat of each draw, and its luck."""
        self.sha = sha256(files.read_regular(path, record.MOST)).hexdigest()

    def suspicions(self) -> list[int]:
        """Return the numbers of the own decisions in which a mistake is to be proved, the costliest first."""
        for number in sorted(self.screened):
            found = self.screened[number]
            better = verdicts.suspect(self.panel, self.own[number].choice, found) if found else None
            if better is not None:
                self.better[number] = better
        return sorted(self.better, key=lambda number: -max(one.loss.mean for one in self.screened[number].values()))

    def verdicts(self) -> dict[int, Verdict]:
        """Return the verdict on each proved decision, after those are left out that may be chance among so many."""
        found = {
            number: verdicts.verdict(self.panel, self.own[number].choice, proved)
            for number, proved in self.proved.items()
        }
        return verdicts.without_false_discoveries(found, len(self.own))

    def told(self, stage: str, progress: tuple[int, int] = (0, 0)) -> dict[str, Any]:
        """Return the report as plain JSON.

        `stage` is "compiling", "screening", "screened", "proving", "splitting" or "whole".
        `progress` tells how many pieces of work of this stage are done, and of how many.
        """
        game, last = self.panel.game, self.frames[-1].header
        judged = self.verdicts()
        decisions = {number: self._decision(number, judged.get(number)) for number in sorted(self.screened)}
        deals = self._deals(decisions, stage == "whole")
        return {
            "review": FORMAT,
            "version": __version__,
            "stage": stage,
            "progress": list(progress),
            "game": game.name,
            "rules": game.spec,
            "unit": game.unit,
            "file": self.path.name,
            "sha256": self.sha,
            "seat": self.me,
            "players": list(last.seats),
            "seed": self.seed,
            "worlds": self.panel.judging.how_worlds,
            "judges": [
                {
                    "name": one.entry.name,
                    "summary": one.entry.summary,
                    "bot": one.entry.bot,
                    "weights": one.weights,
                    "screens": one.entry.screens,
                    "proves": one.entry.proves,
                    "sees_all_hands": one.entry.sees_all_hands,
                    "kinds": list(one.entry.kinds),
                }
                for one in self.panel.judges
            ],
            "not_asked": [
                {"name": one.name, "knows_rules": one.rules(game)}
                for one in self.panel.judging.judges
                if one.name not in [asked.entry.name for asked in self.panel.judges]
            ],
            "marks": dict(zip(MARKS, self.panel.judging.marks, strict=True)),
            "deals": deals,
            "summary": self._summary(decisions, judged, deals),
        }

    def _decision(self, number: int, judged: Verdict | None) -> dict[str, Any]:
        better = self.better.get(number)
        before = self.rows.get(number)
        if before and before[:2] == (better, judged):
            return before[2]
        moment = self.own[number]
        told = decision(self.panel, moment.choice, self.screened[number], better, judged, self.proved.get(number, {}))
        row = {"deal": moment.deal, "move": moment.move, **told}
        self.rows[number] = better, judged, row
        return row

    def _deals(self, decisions: dict[int, dict[str, Any]], whole: bool) -> list[dict[str, Any]]:
        """Return a row for each deal; its result is split once all seats are screened."""
        game, me, rows = self.panel.game, self.me, list[dict[str, Any]]()
        ends = [
            frame
            for frame, after in zip(self.frames, [*self.frames[1:], None], strict=True)
            if after is None or after.move is None
        ]
        for deal, end in enumerate(ends, 1):
            own = [number for number, moment in enumerate(self.own) if moment.deal == deal and number in decisions]
            row: dict[str, Any] = {"n": deal, "result": None, "decisions": [decisions[number] for number in own]}
            if game.turn(end.state) is None:
                row["result"] = game.returns(end.state)[me]
                if whole:
                    row |= self._split(deal, row["result"], own)
            rows.append(row)
        return rows

    def _split(self, deal: int, result: float, own: Sequence[int]) -> dict[str, Any]:
        """Split a result: fair + cards + lay + mine + the others' = result."""
        reference, me = self.panel.judges[0].entry.name, self.me
        mine = fsum([self.screened[n][reference].effects[me] for n in own if reference in self.screened[n]])
        others = {
            seat: fsum(
                [
                    found[reference].effects[me]
                    for moment, found in self.effects
                    if moment.deal == deal and moment.seat == seat and reference in found
                ]
            )
            for seat in range(self.panel.game.seats)
            if seat != me
        }
        start = estimate([values[me] for values in self.starts[deal]])
        game = self.panel.game
        fair = self.panel.fair(game, me)
        cards = start.mean - fair
        lay = result - fair - cards - mine - fsum(others.values())
        return {
            "fair": fair,
            "cards": cards,
            "cards_se": start.se,
            "lay": lay,
            "mine": mine,
            "mine_se": _together([self.screened[n][reference].effect_se for n in own if reference in self.screened[n]]),
            "others": {str(seat): value for seat, value in others.items()},
            "draws": [
                {
                    "move": move,
                    "seat": seat,
                    "cards": [game.face(card) for card in draw.cards] if seat == me else [],
                    "luck": draw.luck[me].mean,
                    "se": draw.luck[me].se,
                }
                for there, move, seat, draw in sorted(self.draws, key=lambda found: found[:2])
                if there == deal
            ],
        }

    def _summary(
        self, decisions: dict[int, dict[str, Any]], judged: dict[int, Verdict], deals: list[dict[str, Any]]
    ) -> dict[str, Any]:
        split = [row for row in deals if "cards" in row]
        return {
            "decisions": len(self.own),
            "marks": {mark: sum(one["mark"] == mark for one in decisions.values()) for mark in (*MARKS, UNCLEAR)},
            "to_prove": len(self.better) - len(self.proved),
            "expected_false": verdicts.expected_false(judged),
            "by_kind": self._groups(decisions, "kind"),
            "by_phase": self._groups(decisions, "phase"),
            "result": fsum([row["result"] for row in deals if row["result"] is not None]),
            **{part: fsum([row[part] for row in split]) for part in ("fair", "cards", "lay", "mine")},
            **{f"{part}_se": _together([row[f"{part}_se"] or 0.0 for row in split]) for part in ("cards", "mine")},
            "others": {
                seat: fsum([row["others"][seat] for row in split]) for seat in (split[0]["others"] if split else ())
            },
            "split_deals": len(split),
        }

    def _groups(self, decisions: dict[int, dict[str, Any]], part: str) -> list[dict[str, Any]]:
        """Return the loss by kind or phase, as the reference judge sees it, the costliest first."""
        reference, rows = self.panel.judges[0].entry.name, list[dict[str, Any]]()
        for name in dict.fromkeys(row[part] for row in decisions.values()):
            inside = [
                self.screened[number][reference].loss
                for number, row in decisions.items()
                if row[part] == name and reference in self.screened[number]
            ]
            if inside:
                rows.append(
                    {
                        part: name,
                        "n": len(inside),
                        "loss": fsum([one.mean for one in inside]),
                        "se": _together([one.se for one in inside]),
                    }
                )
        return sorted(rows, key=lambda row: -row["loss"])


def decision(
    panel: Panel,
    choice: Choice,
    found: Mapping[str, Screening],
    better: Action | None,
    judged: Verdict | None,
    proved: Mapping[str, Difference],
) -> dict[str, Any]:
    """Return what is known of a decision as plain JSON, as `docs/review.md` describes it.

    `better` is None without a suspicion, `judged` before the proof.
    """
    seen, text, same = choice.seen, panel.text, panel.choices(choice.seen)
    row: dict[str, Any] = {
        "kind": panel.kind(panel.game, seen),
        "phase": panel.phase(panel.game, seen),
        "stake": panel.stake(panel.game, seen),
        "played": text(choice.played),
        "alike": [text(action) for action, first in same.items() if first == same[choice.played]],
        "seed": choice.seed,
        "judges": {name: _screening(panel, one) for name, one in found.items()},
        "mark": FINE if found else "not judged",
    }
    if better is not None:
        row |= {"better": text(better), "mark": judged.mark if judged else "not proved"}
    if judged:
        row |= {"bound": judged.bound, "guess": [judged.low, judged.high], "p": judged.p}
        row["proof"] = {name: _difference(one) for name, one in proved.items()}
        row["observation"] = observation_json(panel.game, seen)
    return row


def _screening(panel: Panel, found: Screening) -> dict[str, Any]:
    return {
        "values": {panel.text(action): value for action, value in found.values.items()},
        "gains": {panel.text(action): list(gain) for action, gain in found.gains.items()},
        **_difference(found.loss),
        "ends": found.ends and _ends(panel, found.ends),
    }


def _ends(panel: Panel, found: Ends[Action]) -> dict[str, Any]:
    return {
        "first": found.first,
        "step": found.step,
        "shares": {panel.text(action): list(shares) for action, shares in found.shares.items()},
        "won": {panel.text(action): share for action, share in found.won.items()},
    }


def _difference(found: Difference) -> dict[str, Any]:
    return {
        "loss": found.mean,
        "se": found.se,
        "low": found.low,
        "high": found.high,
        "worlds": found.worlds,
        "n_eff": found.effective,
    }


def _together(errors: Sequence[float]) -> float:
    """Return the standard error of a sum of independent figures."""
    return sqrt(fsum([error * error for error in errors]))
