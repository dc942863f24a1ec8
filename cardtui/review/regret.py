"""What a bot gives away: its decisions in its own games, or in a record, judged like a person's, the worst first.

`python -m cardtui.review.regret REQUEST` prints `report`, for screens that must not load a bot themselves; REQUEST is a
JSON object with its arguments.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from .. import dice, registry
from ..core import Action, Game, action_text, parse_action
from ..executors import pool
from ..json_forms import observation_json
from ..system import module_runner
from ..text.formatting import counted, unit_name, with_interval
from . import positions, proof, verdicts
from .corpus import Reached, in_record, match_of, own_games
from .judges import Panel, panel_of
from .match_review import ProofTask, ScreeningTask, work
from .positions import Position
from .proof import Difference
from .report import decision
from .report_parts import plays_as
from .verdicts import Choice, Screening

COUNT = 200
"""Default number of decisions."""
PROVED = 20
"""Maximum number of mistakes that are proved."""
SAME_UNIT = {"win probability": "wins"}
"""Units of bots' values that count the same as a game's unit under another name."""


def report(
    name: str,
    rules: str,
    seats: int,
    bot: str,
    count: int = COUNT,
    seed: int = 0,
    record: str = "",
    jobs: int = 1,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> dict[str, Any]:
    """Return {"agent", "judges", "unit", "n", "losses", "expected_false", "positions"}.

    The decisions are the first `count` with a choice in deals in which the bot plays on all seats, `count` deals at
    most, or all of a record.
    "losses" has for each judge {"judge", "own", "n", "mean", "se", "ci95"}: whether it plays as the bot does, and of
    the decisions that it judged what `proof.mean_loss` tells.
    "positions" has the proved and the possible mistakes, the largest first: {"deal", "move", "lost", "low", "high",
    "mark", "plays", "best", "own", "observation", "decision"}, where deal and move count from 1 as in a review, `low`
    and `high` are the lowest and highest end of the judges' 95% intervals of the difference, "own" is how much the bot
    loses by its own values (`_own`), and "decision" is that of a review (`report.decision`). As in a review, marks that
    may be chance among so many decisions are taken back; of the others "expected_false" at most are false on average.
    `progress` is told the number of decisions and proofs done, and of how many. Raises Refusal if no judge can judge
    the game.
    """
    game = match_of(Path(record), name) if record else registry.game(name, rules, seats)
    table = (name, game.spec, game.seats, (), ())
    panel = panel_of(*table)
    source = in_record(Path(record), bot, seed) if record else own_games(game, bot, seed, count)
    chosen = (one for one in source if len(set(panel.choices(one.seen).values())) > 1)
    reached: list[Reached] = list(chosen if record else islice(chosen, count))
    choices = [Choice(one.seen, one.action, dice.seed(seed, "regret", one.deal, one.turn)) for one in reached]
    screened, proved = dict[int, dict[str, Screening]](), dict[int, dict[str, Difference]]()
    with pool(work, jobs) as workers:
        for number, found in workers.each([ScreeningTask(table, choice) for choice in choices]):
            screened[number] = found
            progress(len(screened), len(choices) + PROVED)
        suspects = {
            number: better
            for number, found in screened.items()
            if found and (better := verdicts.suspect(panel, choices[number], found)) is not None
        }
        lost = {number: max(one.loss.mean for one in screened[number].values()) for number in suspects}
        worst = sorted(suspects, key=lambda number: (-lost[number], number))[:PROVED]
        for place, found in workers.each([ProofTask(table, choices[number], suspects[number]) for number in worst]):
            proved[worst[place]] = found
            progress(len(choices) + len(proved), len(choices) + len(worst))
    judged = {number: verdicts.verdict(panel, choices[number], proved[number]) for number in worst}
    judged = verdicts.without_false_discoveries(judged, len(choices))
    rows = [
        {
            "deal": reached[number].deal + 1,
            "move": reached[number].turn + 1,
            "lost": (verdict.low + verdict.high) / 2,
            "low": verdict.bound,
            "high": max(one.high for one in proved[number].values()),
            "mark": verdict.mark,
            "plays": action_text(game, choices[number].played),
            "best": action_text(game, suspects[number]),
            "own": _own(panel, reached[number], suspects[number]),
            "observation": observation_json(game, choices[number].seen),
            "decision": decision(panel, choices[number], screened[number], suspects[number], verdict, proved[number]),
        }
        for number, verdict in judged.items()
    ]
    return {
        "agent": bot,
        "judges": [one.entry.summary for one in panel.judges],
        "unit": game.unit,
        "n": len(reached),
        "losses": [
            {
                "judge": one.entry.name,
                "own": plays_as(name, {"bot": one.entry.bot, "weights": one.weights}, bot),
                **proof.mean_loss(
                    [
                        (reached[number].deal, found[one.entry.name].loss.mean)
                        for number, found in sorted(screened.items())
                        if one.entry.name in found
                    ]
                ),
            }
            for one in panel.judges
        ],
        "expected_false": verdicts.expected_false(judged),
        "positions": sorted(rows, key=lambda row: -row["low"]),
    }


def _own(panel: Panel, one: Reached, better: Action) -> float | None:
    """Return what a bot's action brings less than the better one by the bot's own values, in the game's unit.

    None if it gives one of them no value, values them in different ways, or counts something else.
    """
    unit = unit_name(one.decision.unit)
    if SAME_UNIT.get(unit, unit) != unit_name(panel.game.unit):
        return None
    same = panel.choices(one.seen)
    options = {same[option.action]: option for option in one.decision.options if option.value is not None}
    plays, best = options.get(same[one.action]), options.get(same[better])
    if plays is None or best is None or (plays.visits is None) != (best.visits is None):
        return None
    assert plays.value is not None and best.value is not None
    return best.value - plays.value


def _told(loss: Mapping[str, Any]) -> str:
    """Return a mean with its 95% interval, where there is one."""
    mean, ends = loss["mean"], loss["ci95"]
    return f"{mean:.3f} ± {ends[1] - mean:.3f}" if ends else f"{mean:.3f}"


async def ask(
    game: Game[Any], bot: str, count: int, seed: int, record: str = "", tell: Callable[[Action], str] = str
) -> tuple[str, list[Position]]:
    """Return a sentence about the `report`, and its positions, computed in a child process.

    Those of a record know all that its turns do, but not their place, since they are in another order. `tell` puts an
    action into words, as they follow "would". Raises Refusal if the child process fails.
    """
    asked = {"name": game.name, "rules": game.spec, "seats": game.seats, "bot": bot, "count": count, "seed": seed}
    found = await module_runner.ask(__name__, json.dumps(asked | {"record": record}))
    unit = unit_name(found["unit"])
    lost = "; ".join(f"{_told(one)} by {one['judge']}{', its own play' * one['own']}" for one in found["losses"])
    whose = "the record" if record else "its own games"
    few = ", too few deals for an interval" * any(one["n"] and one["se"] is None for one in found["losses"])
    marked = sum(row["mark"] in verdicts.MARKS for row in found["positions"])
    told = (
        f"{bot} gives away, in {unit} a decision: {lost} ({found['n']} decisions of {whose}{few}); "
        f"{counted(marked, 'mistake')} proved, at most {found['expected_false']:.2f} of them false on average"
    )

    turns = {turn.place: turn for turn in positions.all_turns(game.name, Path(record))} if record else {}

    def told_of(text: str) -> str:
        return tell(parse_action(game, text))

    def position(row: Mapping[str, Any]) -> Position:
        at = turns.get((row["deal"], row["move"])) or positions.from_json(game.name, row["observation"])
        where = f"deal {row['deal']}, move {row['move']}, " * bool(record)
        lost, ends = with_interval(row["lost"], (row["low"], row["high"]))
        sure = f" (95%: {ends})" * (row["low"] < row["high"])
        does, better, own = told_of(row["plays"]), told_of(row["best"]), row["own"]
        if own is not None and not row["low"] <= own <= row["high"]:
            sure += f", but {with_interval(own, (row['low'], row['high']))[0]} by its own values, outside this interval"
        origin = f"{row['mark']}: {where}{bot} would {does}, which loses {lost} {unit}{sure}; better: {better}"
        return at._replace(origin=origin, place=None)

    return told, list(map(position, found["positions"]))


if __name__ == "__main__":
    with module_runner.errors_in_one_line():
        print(json.dumps(report(**json.loads(sys.argv[1]))))
