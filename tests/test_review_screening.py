"""The screening of a decision: what is proved worse than the best is not played on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from cardtui import registry
from cardtui.core import Action, Game, Observation
from cardtui.entries.judging import JudgeEntry, Worlds
from cardtui.review import judges, verdicts
from cardtui.review.judges import LoadedJudge
from cardtui.review.verdicts import Choice


class Clear:
    """A judge for whom the last action is the worst by far, and the others differ by dice of the world."""

    def __init__(self, game: Game[Any]) -> None:
        self.asked: list[tuple[int, int]] = []
        self.worst: Action | None = None

    def values(
        self, states: Sequence[Any], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[list[float]]]:
        self.asked.append((len(states), len(actions)))
        self.worst = self.worst or max(action for action in actions if action)
        return [
            [[0.5 + Random(f"{seed} {action}").gauss() / 999 - 0.45 * (action == self.worst)] * 2 for action in actions]
            for seed in seeds
        ]


def test_an_action_that_is_proved_worse_is_left_early() -> None:
    panel, game = judges.panel_of("yaniv", "paper", 2), registry.game("yaniv", "paper", 2)
    seen = game.observe(game.start(game.deal(Random(1))), 0)
    judge, entry = Clear(game), JudgeEntry("clear", Clear, "nobody", screens=80)
    actions = sorted(set(panel.choices(seen).values()))
    found = verdicts.screen(panel, Choice(seen, actions[0], "seed"), [LoadedJudge(entry, judge, "")])["clear"]
    assert set(found.values) == set(actions) and found.loss.worlds == 80
    assert judge.asked == [(10, len(actions)), (10, len(actions) - 1), (20, len(actions) - 1), (40, len(actions) - 1)]
    last, played = actions[-1], actions[0]
    assert -0.46 < found.values[last] - found.values[played] < -0.44
    low, high = found.gains[last]
    assert low < found.values[last] - found.values[played] < high
    assert found.gains[played] == (0.0, 0.0)  # nothing is known better than that it brings as much as itself
    judge.asked.clear()
    verdicts.screen(panel, Choice(seen, last, "seed"), [LoadedJudge(entry, judge, "")])
    assert {number for _, number in judge.asked} == {len(actions)}  # what was played is compared in all worlds


class Unlucky:
    """A judge for whom the last action always loses, and the others always win in the first worlds, then half."""

    def __init__(self) -> None:
        self.worst: Action | None = None

    def values(
        self, states: Sequence[Any], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[list[float]]]:
        first, self.worst = self.worst is None, self.worst or max(action for action in actions if action)
        won = [1.0 if first else float(number % 2) for number in range(len(states))]
        return [[[float(action != self.worst) * one] * 2 for action in actions] for one in won]


def test_what_an_action_is_worth_that_was_left_early_lies_among_the_results() -> None:
    """It lost all ten worlds in which the played one won all: less by 1 than what that wins in 80."""
    panel, game = judges.panel_of("yaniv", "paper", 2), registry.game("yaniv", "paper", 2)
    seen = game.observe(game.start(game.deal(Random(1))), 0)
    actions, entry = sorted(set(panel.choices(seen).values())), JudgeEntry("unlucky", Clear, "nobody", screens=80)
    one = LoadedJudge(entry, Unlucky(), "")
    found = verdicts.screen(panel, Choice(seen, actions[0], "seed"), [one])["unlucky"]
    assert found.values[actions[0]] == (10 + 35) / 80 and found.values[actions[-1]] == 0.0
    assert found.gains[actions[-1]][0] == -1.0, "no action brings less by more than a deal"


def test_so_few_worlds_that_they_prove_nothing_are_not_looked_at() -> None:
    """A difference that three worlds have may be another one in the fourth, however large it is."""
    panel, game = judges.panel_of("yaniv", "paper", 2), registry.game("yaniv", "paper", 2)
    seen = game.observe(game.start(game.deal(Random(1))), 0)
    judge, actions = Clear(game), sorted(set(panel.choices(seen).values()))
    for screens, looks in ((24, [6, 6, 12]), (16, [4, 4, 8]), (3, [3]), (1, [1])):
        entry = JudgeEntry("clear", Clear, "nobody", screens=screens)
        verdicts.screen(panel, Choice(seen, actions[0], "seed"), [LoadedJudge(entry, judge, "")])
        assert [worlds for worlds, _ in judge.asked] == looks
        judge.asked.clear()


class Noisy:
    """A judge for whom only dice decide. It keeps the worlds that it was asked about."""

    def __init__(self) -> None:
        self.worlds: list[Any] = []

    def values(
        self, states: Sequence[Any], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[list[float]]]:
        self.worlds += states
        return [[[float(Random(f"{seed} {action}").random() < 0.5)] * 2 for action in actions] for seed in seeds]


def test_every_world_that_is_drawn_for_a_proof_is_valued() -> None:
    """Also where a draw gives fewer than were asked for, since it holds some many times over."""
    panel, game = judges.panel_of("yaniv", "paper", 2), registry.game("yaniv", "paper", 2)
    seen, drawn = game.observe(game.start(game.deal(Random(1))), 0), list[int]()

    def half(game: Game[Any], seen: Observation, number: int, rng: Random) -> Worlds:
        fresh = tuple(range(len(drawn), len(drawn) + (number + 1) // 2))
        drawn.extend(fresh)
        return Worlds(fresh, (2.0,) * len(fresh))

    judge, entry = Noisy(), JudgeEntry("noisy", Clear, "nobody", proves=80)
    actions = sorted(set(panel.choices(seen).values()))
    able = [LoadedJudge(entry, judge, "")]
    verdicts.prove(panel._replace(worlds=half), Choice(seen, actions[0], "seed"), actions[1], able)
    assert len(drawn) > 40 and judge.worlds == drawn


def test_an_estimate_hides_no_rare_result_so_that_few_worlds_prove_it_worse() -> None:
    """It is a mean over what may still come: three worlds that agree are enough, which they are not for results."""
    panel, game = judges.panel_of("yaniv", "paper", 2), registry.game("yaniv", "paper", 2)
    seen = game.observe(game.start(game.deal(Random(1))), 0)
    judge, actions = Clear(game), sorted(set(panel.choices(seen).values()))
    entry = JudgeEntry("clear", Clear, "nobody", screens=24, estimates=True)
    verdicts.screen(panel, Choice(seen, actions[0], "seed"), [LoadedJudge(entry, judge, "")])
    assert judge.asked == [(3, len(actions)), *((number, len(actions) - 1) for number in (3, 6, 12))]


def test_worlds_that_are_drawn_again_and_again_stand_once() -> None:
    """Where few deals are likely, a draw of many gives few states, and a proof that grows may find no new ones."""
    panel, game = judges.panel_of("yaniv", "paper", 2), registry.game("yaniv", "paper", 2)
    state = game.start(game.deal(Random(1)))
    seen = game.observe(state, 0)
    few = panel._replace(worlds=lambda game, seen, number, rng: Worlds((state,), (float(number),)))
    judge, entry = Clear(game), JudgeEntry("clear", Clear, "nobody", screens=80, proves=80)
    actions, able = sorted(set(panel.choices(seen).values())), [LoadedJudge(entry, judge, "")]
    choice = Choice(seen, actions[0], "seed")
    assert verdicts.screen(few, choice, able)["clear"].loss.worlds == 1
    assert 1 <= verdicts.prove(few, choice, actions[1], able)["clear"].worlds < 80
