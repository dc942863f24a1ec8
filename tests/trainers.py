"""What the tests of all trainers share: interrupted trainings, and weights taken by somebody to play against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cardtui.agents.training.runs import Request

from cardtui import registry
from cardtui.core import Refusal, decide


def plays(game: str, bot: str, report: Any, folder: Path) -> None:
    """Take the weights that come with a trainer's report, and let the bot decide with them.

    The tests that call this compare what is trained afterwards with a training that nobody took anything from.
    """
    if report.write is None:  # a report within a chunk
        return
    report.write(folder)
    decides(game, bot, folder)


def decides(game: str, bot: str, folder: Path) -> None:
    """Let a bot decide with the weights in a folder."""
    table = registry.game(game, next(iter(registry.rule_sets(game)[1])))
    state = table.start(table.deal(Random(1)))
    seat = table.turn(state)
    assert seat is not None
    seen = table.observe(state, seat)
    assert decide(registry.agent(table, f"{bot}@{folder}"), seen, Random(0)).action in seen.legal


def resumes_to_the_bit(
    train: Callable[[Request], None],
    request: Request,
    at: int,
    refusal: str = "another run: seed 3, not 4",
    **other: Any,
) -> list[Any]:
    """Train to the folder `whole`, and to `broken` with an interruption after `at`: the same weights and curve.

    With the fields `other`, by default another seed, the interrupted training is not resumed. Returns the reports
    of the whole one. `request.out` is the folder of both.
    """
    whole, broken = request.out / "whole", request.out / "broken"
    reports = list[Any]()
    train(replace(request, out=whole, progress=reports.append))
    decides(request.game, request.bot, whole)

    def interrupt(report: Any) -> None:
        if report.done == at:
            plays(request.game, request.bot, report, request.out / "taken")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(replace(request, out=broken, progress=interrupt))
    again = replace(request, out=broken, resume=True)
    with pytest.raises(Refusal, match=refusal):
        train(replace(again, **(other or {"seed": 4})))
    train(again)
    assert (whole / "curve.csv").read_bytes() == (broken / "curve.csv").read_bytes()
    (weights,) = (name for name in ("model.safetensors", "table.npz") if (whole / name).exists())
    assert (whole / weights).read_bytes() == (broken / weights).read_bytes()
    return reports
