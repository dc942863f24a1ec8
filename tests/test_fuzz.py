"""Whatever is typed, given or found on disk: a value or a sentence."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from cardtui import record, registry
from cardtui.core import Belief, Refusal, action_text, decide
from cardtui.json_forms import decision_from_json, decision_json, observation_from_json, observation_json

from . import fuzz, samples

TARGETS = (
    "action", "typed", "face", "spec", "observation", "short", "swap", "decision", "deal", "lines", "torn", "config",
    "weights",
)  # fmt: skip


@pytest.mark.parametrize("name", registry.games())
@pytest.mark.parametrize("target", TARGETS)
def test_a_value_or_a_refusal(target: str, name: str, tmp_path: Path) -> None:
    counts = fuzz.run(name, 400, tmp_path, seed=1, only=target)
    assert counts[target] and (counts[f"{target} refused"] or target == "typed")


@pytest.mark.parametrize("name", registry.games())
def test_an_odd_value_anywhere(name: str) -> None:
    """Not by chance: each odd value in the place of each value, in everything that is read from JSON."""
    game, rng = registry.game(name), Random(1)
    deal = game.deal(rng, game.opening())
    state = game.start(deal)
    while game.turn(state) is not None and len(game.observe(state, 0).history) < 6:
        agent = registry.agent(game, samples.of(name).players[0])
        seen = game.observe(state, game.turn(state) or 0)
        decision = decide(agent, seen, rng)
        state = game.apply(state, decision.action)
    decision = decision._replace(beliefs=(Belief(0, "score", {"mean": 1.0}),))
    header = record.Header(name, game.spec, ("random",) * game.seats, 1)
    first = game.legal(game.start(deal))[0]
    move = {"seat": game.turn(game.start(deal)), "action": action_text(game, first)}
    readers = (
        (game.start, deal),
        (partial(observation_from_json, game), observation_json(game, seen)),
        (partial(decision_from_json, game), decision_json(game, decision)),
        (lambda lines: record.replay(game, header, lines), [{"deal": deal}]),
        (lambda line: record.replay(game, header, [{"deal": deal}, line]), move),
        (lambda line: record.replay(game, header, [{"deal": deal}, move, line]), {"undo": 1}),
        (
            lambda line: record.replay(game, header, [{"deal": deal}, line]),
            {"replace": 0, "by": "random", "weights": ""},
        ),
    )
    for read, base in readers:
        read(base)
        for odd in fuzz.odd_everywhere(json.loads(json.dumps(base))):
            with suppress(Refusal):
                read(odd)


@pytest.mark.parametrize("name", registry.games())
def test_all_targets_have_a_test(name: str, tmp_path: Path) -> None:
    assert set(fuzz.Bench(name, tmp_path).targets()) == set(TARGETS)
