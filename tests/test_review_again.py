"""Every figure of a review's JSON, made again from the record and the seeds that stand in it, by another way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from math import fsum, sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardtui import dice, record, settings
from cardtui.core import Action
from cardtui.entries.judging import JudgeEntry
from cardtui.intervals import Estimate
from cardtui.json_forms import observation_json
from cardtui.match import Match
from cardtui.review import cache, judges, luck, match_review, proof, verdicts
from cardtui.review.judges import Panel
from cardtui.review.partial_results import PartialResults
from cardtui.review.proof import Difference
from cardtui.review.verdicts import Choice, Screening

from .test_review_report import TRICKS, AnyValues, judged_by, last

__all__ = ["judged_by"]

Row = dict[str, Any]


class Quick(AnyValues):
    """A judge for whom some actions are better than others."""

    def values(
        self, states: Sequence[Any], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[list[float]]]:
        likes = [Random(str(action)).random() for action in actions]
        return [[[like + Random(seed).gauss() / 3] * self.seats for like in likes] for seed in seeds]


QUICK = JudgeEntry("quick", Quick, "nobody", 8, 60)


@pytest.fixture
def yaniv() -> Path:
    """A deal with draws, in which Yaniv is called as soon as it can be, and the beginning of a second one."""
    path = settings.new_record("yaniv")
    match = Match.new("yaniv", "paper", ("greedy", "greedy"), 6, path)
    while match.turn is not None:
        match.play(match.game.legal(match.state)[0])
    match.next_deal()
    match.play(match.game.legal(match.state)[-1])
    match.close()
    return path


def test_every_figure_comes_again_from_the_seed(judged_by: Any, yaniv: Path) -> None:
    judged_by(QUICK)
    report = last(yaniv, seat=1, seed=3)
    seated = judges.panel_of(report["game"], report["rules"], len(report["players"]))
    again = _Again(seated, yaniv, report["seat"], report["seed"])
    deals = [again.deal(deal["n"], deal["result"]) for deal in report["deals"]]
    _mark(seated, [row for deal in deals for row in deal["decisions"]])
    assert any(deal.get("draws") for deal in deals) and deals[0]["decisions"] and "cards" not in deals[-1]
    assert {row["mark"] for deal in deals for row in deal["decisions"]} >= {"??", "fine"}
    assert deals == report["deals"]
    assert _summary(deals, sum("better" in row and "proof" not in row for row in again.rows)) == report["summary"]


class _Again:
    """Makes the rows of a review again, decision by decision."""

    def __init__(self, seated: Panel, path: Path, me: int, seed: int) -> None:
        self.seated, self.me, self.seed = seated, me, seed
        _, _, _, frames = record.load(path)
        self.starts = [frame.state for frame in frames if frame.move is None]
        self.moves = list(match_review.moves(frames))
        self.rows: list[Row] = []

    def key(self, *words: int) -> str:
        return dice.seed(self.seed, "review", *words)

    def deal(self, number: int, result: float | None) -> Row:
        """A row of `deals`, with the marks that its decisions have before they are compared with all others."""
        seated, me, game = self.seated, self.me, self.seated.game
        rows, draws = list[Row](), list[Row]()
        effects: dict[int, list[tuple[float, float]]] = {seat: [] for seat in range(game.seats)}
        for deal, move, state, played in self.moves:
            if deal != number:
                continue
            choice = Choice(game.observe(state, played.seat), played.action, self.key(deal, move))
            if len(set(seated.choices(choice.seen).values())) > 1:
                found = verdicts.screen(seated, choice, seated.judges)
                first = found[seated.judges[0].entry.name]
                effects[played.seat].append((first.effects[me], first.effect_se))
                if played.seat == me:
                    rows.append({"deal": deal, "move": move, **_decision(seated, choice, found)})
            drawn = luck.of_draw(seated, state, played.action, choice.seed, "draw")
            if drawn:
                cards = [game.face(card) for card in drawn.cards] if played.seat == me else []
                told = {"luck": drawn.luck[me].mean, "se": drawn.luck[me].se}
                draws.append({"move": move, "seat": played.seat, "cards": cards, **told})
        self.rows += rows
        row: Row = {"n": number, "result": result, "decisions": rows}
        if result is None:
            return row
        values = [row[me] for row in match_review.work(self.start(number))]
        mean = fsum(values) / len(values)
        error = sqrt(fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
        fair, mine = seated.fair(game, me), fsum(effect for effect, _ in effects[me])
        others = {str(seat): fsum(effect for effect, _ in effects[seat]) for seat in effects if seat != me}
        lay = result - mean - mine - fsum(others.values())
        return row | {
            "fair": fair,
            "cards": pytest.approx(mean - fair),
            "cards_se": pytest.approx(error),
            "lay": pytest.approx(lay),
            "mine": mine,
            "mine_se": pytest.approx(_root(error for _, error in effects[me])),
            "others": others,
            "draws": draws,
        }

    def start(self, number: int) -> match_review.Task:
        game = self.seated.game
        table = (game.name, game.spec, game.seats, (), ())
        return match_review.StartTask(table, self.starts[number - 1], self.key(number))


def _decision(seated: Panel, choice: Choice, found: Mapping[str, Screening]) -> Row:
    game, text, same = seated.game, seated.text, seated.choices(choice.seen)
    row: Row = {
        "kind": seated.kind(game, choice.seen),
        "phase": seated.phase(game, choice.seen),
        "stake": seated.stake(game, choice.seen),
        "played": text(choice.played),
        "alike": [text(action) for action in same if same[action] == same[choice.played]],
        "seed": choice.seed,
        "judges": {
            name: {
                "values": {text(action): value for action, value in one.values.items()},
                "gains": {text(action): [*gain] for action, gain in one.gains.items()},
                **_difference(one.loss),
                "ends": _ends(seated, choice, one),
            }
            for name, one in found.items()
        },
        "mark": "fine",
    }
    better: Action | None = verdicts.suspect(seated, choice, found)
    if better is None:
        return row
    proved = verdicts.prove(seated, choice, better, seated.judges)
    means = [one.mean for one in proved.values()]
    return row | {
        "better": text(better),
        "mark": "",
        "bound": min(one.low for one in proved.values()),
        "guess": [min(means), max(means)],
        "p": max(one.p for one in proved.values()),
        "proof": {name: _difference(one) for name, one in proved.items()},
        "observation": observation_json(game, choice.seen),
    }


def _ends(seated: Panel, choice: Choice, found: Screening) -> Row:
    """How the deals end by the quick judge, whose results are asked again, in the bins that the report chose."""
    text, ends = seated.text, found.ends
    assert (
        ends is not None
        and set(ends.shares) <= set(found.values)
        and seated.choices(choice.seen)[choice.played] in ends.shares
    )
    rng, worlds = dice.rng(choice.seed, "screen"), QUICK.screens
    seeds = [rng.getrandbits(63) for _ in range(worlds)]
    returns = Quick(seated.game).values([None] * worlds, [*ends.shares], seeds)
    shares = {}
    for place, action in enumerate(ends.shares):
        results = [row[place][choice.seen.seat] for row in returns]
        lows = [ends.first + ends.step * bin for bin in range(len(ends.shares[action]))]
        inside = [sum(low <= result < low + ends.step for result in results) for low in lows]
        assert sum(inside) == worlds
        shares[text(action)] = [number / worlds for number in inside]
    won = dict.fromkeys(shares, 0.0)  # both seats end alike
    return {"first": ends.first, "step": ends.step, "shares": shares, "won": won}


def _difference(found: Difference) -> Row:
    mean, se, low, high, worlds, effective, *_ = found
    return {"loss": mean, "se": se, "low": low, "high": high, "worlds": worlds, "n_eff": effective}


def _mark(seated: Panel, rows: Sequence[Row]) -> None:
    """Mark what was proved, among all decisions."""
    kept = proof.false_discoveries([row.get("p", 1.0) for row in rows])
    for row, real in zip(rows, kept, strict=True):
        if "proof" in row:
            least = [mark * row["stake"] for mark in seated.judging.marks]
            highest = max(one["high"] for one in row["proof"].values())
            reached = [mark for mark, loss in zip(verdicts.MARKS, least, strict=True) if row["bound"] >= loss]
            row["mark"] = (
                (reached[-1] if real else "unclear") if reached else "unclear" if highest >= least[0] else "fine"
            )


def _summary(deals: Sequence[Row], to_prove: int) -> Row:
    rows, split = [row for deal in deals for row in deal["decisions"]], [deal for deal in deals if "cards" in deal]
    names = (*verdicts.MARKS, "unclear")
    parts = {part: [_plain(deal[part]) for deal in split] for part in ("fair", "cards", "lay", "mine")}
    errors = {part: [_plain(deal[part]) for deal in split] for part in ("cards_se", "mine_se")}
    return {
        "decisions": len(rows),
        "marks": {mark: sum(row["mark"] == mark for row in rows) for mark in names},
        "to_prove": to_prove,
        "expected_false": sum("proof" in row for row in rows)
        * max((row["p"] for row in rows if row["mark"] in verdicts.MARKS), default=0.0),
        "by_kind": _groups(rows, "kind"),
        "by_phase": _groups(rows, "phase"),
        "result": fsum(deal["result"] for deal in deals if deal["result"] is not None),
        **{part: pytest.approx(fsum(values)) for part, values in parts.items()},
        **{part: pytest.approx(_root(values)) for part, values in errors.items()},
        "others": {seat: fsum(deal["others"][seat] for deal in split) for seat in split[0]["others"]},
        "split_deals": len(split),
    }


def _groups(rows: Sequence[Row], part: str) -> list[Row]:
    found = []
    for name in dict.fromkeys(row[part] for row in rows):
        inside = [row["judges"]["quick"] for row in rows if row[part] == name]
        loss, error = fsum(one["loss"] for one in inside), _root(one["se"] for one in inside)
        found.append({part: name, "n": len(inside), "loss": loss, "se": pytest.approx(error)})
    return sorted(found, key=lambda row: -row["loss"])


def _plain(value: Any) -> float:
    """The figure in an approximate one."""
    return float(getattr(value, "expected", value))


def _root(errors: Any) -> float:
    return sqrt(fsum(error * error for error in errors))


def test_a_review_that_was_stopped_goes_on(judged_by: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same report as one that was not; a line that cannot be read is answered again."""
    judged_by(QUICK)
    whole, asked, done = last(TRICKS, seat=1, seed=3), cache.Request(str(TRICKS), 1, (), 3), list[match_review.Task]()
    work = match_review.work
    monkeypatch.setattr(match_review, "work", lambda piece: done.append(piece) or work(piece))
    with closing(cache.review(asked)) as stopped:
        next(report for report in stopped if report["stage"] == "screened")
    (part,) = settings.reviews_dir().glob("*.part")
    first, *lines = part.read_text().splitlines()
    part.write_text("\n".join([first[:-9], '["screening", 5, {"judges": 7}]', *lines, ""]))
    assert len(done) == len(lines) + 1
    screened, done[:] = list(done), []
    *_, report = cache.review(asked)
    assert report == whole and [piece for piece in done if piece in screened] == screened[:1]
    done.clear()
    assert [*cache.review(asked)] == [whole] and not done
    assert not list(settings.reviews_dir().glob("*.part"))


def test_the_luck_of_draws_is_kept_as_it_was(tmp_path: Path) -> None:
    draws = [luck.Draw((3, 17), (Estimate(0.1, 0.02), Estimate(-0.1, None))), None]
    file = tmp_path / "some.part"
    assert [*PartialResults(file).each("split", draws, enumerate)] == [*enumerate(draws)]
    assert PartialResults(file).known == {"split": dict(enumerate(draws))}
