"""Policy grids and claims, counted on tables whose answers are known."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardtui import registry
from cardtui.core import Refusal
from cardtui.games.yaniv import claims, policy
from cardtui.games.yaniv.q_table import FEATURES, SLOTS, STATES, state_index
from cardtui.models import digest, save_arrays
from cardtui.review import positions
from cardtui.study import inspect, opinions

STACK, PILE = 0, 1


def table(*states: tuple[list[int], int, int, int]) -> policy.Table:
    """A table that was in these states only: (numbers ascending, pile, visits, best slot)."""
    q, visits = np.zeros((STATES, SLOTS), np.float32), np.zeros((STATES, SLOTS), np.uint32)
    for numbers, pile, seen, slot in states:
        place = state_index(numbers, pile)
        q[place, slot], visits[place, slot] = 1.0, seen
    return policy.make(q, visits)


def lay(place: int, take: int) -> int:
    """The slot that lays the place-th lowest number."""
    return 1 + 2 * place + take


def claim(*states: tuple[list[int], int, int, int]) -> dict[str, dict[str, Any]]:
    return {found["text"].split()[0]: found for found in claims.claims(table(*states))}


def test_hands_are_indexed_as_the_bot_indexes_them() -> None:
    made = table()
    rng = np.random.default_rng(1)
    for _ in range(300):
        numbers = sorted(rng.integers(1, 14, rng.integers(1, 6)).tolist())
        row = state_index(numbers, 1) // 13
        assert [n for n in made.hands[row].tolist() if n] == numbers
        assert [n for n in made.different[row].tolist() if n] == sorted(set(numbers))
        assert made.held[row, 1:].tolist() == [numbers.count(n) for n in range(1, 14)]


def test_the_policy_is_the_one_that_is_played(tmp_path: Path) -> None:
    """Random values, ties among them: the grid's best slot is what the bot plays."""
    rng = np.random.default_rng(2)
    q = rng.integers(0, 3, (STATES, SLOTS)).astype(np.float32)
    visits = rng.integers(0, 50, (STATES, SLOTS)).astype(np.uint32)
    spec = "harel@" + str(shipped(tmp_path, q, visits))
    made = policy.load(tmp_path)
    game, calls = registry.game("yaniv", "paper", 2), 0
    for seed in range(400):
        seen = positions.at_random(game, seed, turns=50).seen
        numbers = [card // 4 + 1 for card in seen.zone("hand").cards]
        here = divmod(state_index(numbers, seen.zone("pile").cards[-1] // 4 + 1), 13)
        action = opinions.opinion(game, spec, seen, "0").action
        slot = int(made.best[here])
        if slot == 0:
            assert action.verb == "yaniv"
            calls += 1
        else:
            assert action.to == ("a" if slot % 2 == 0 else "stack")
            assert {card // 4 + 1 for card in action.cards} == {int(made.laid[here])}
    assert calls


def shipped(folder: Path, q: Any, visits: Any) -> Path:
    """A folder of weights with these arrays."""
    rules = "yaniv jokers=0 faces=rank take=last call=7"
    card = {"game": "yaniv", "bot": "harel", "method": "none", "rules": "paper", "rules_hash": digest(rules)}
    more = {"features": digest(FEATURES), "command": "test", "seed": 1, "games": 1, "seconds": 0.1, "unit": "Q"}
    save_arrays(folder, card | more, {"q": q, "visits": visits})
    return folder


def test_grid_counts_visits_and_shares() -> None:
    made = table(
        ([3, 3, 9], 10, 60, lay(1, STACK)),
        ([3, 3, 12], 10, 20, lay(1, PILE)),
        ([2, 9], 10, 20, lay(1, STACK)),
        ([1, 2], 5, 50, 0),
    )
    by_pair, by_score = policy.grids(made)
    cell_ = by_pair["cells"][by_pair["rows"].index("3 3")][9]
    assert (cell_["n"], cell_["states"], cell_["prefers"]) == (80, 2, "stack")
    assert cell_["share"] == {"yaniv": 0.0, "pile": 0.25, "stack": 0.75}
    assert [state["hand"] for state in cell_["often"]] == ["3 3 9", "3 3 Q"]
    assert cell_["often"][0]["plays"] == "lay 9, take stack"
    assert {option["action"]: option["visits"] for option in cell_["often"][0]["options"]} == {
        "lay 3, take stack": 0,
        "lay 3, take pile": 0,
        "lay 9, take stack": 60,
        "lay 9, take pile": 0,
    }
    assert by_score["cells"][0][4]["prefers"] == "yaniv" and by_score["cells"][0][4]["n"] == 50
    for grid in (by_pair, by_score):
        assert sum(c["n"] for row in grid["cells"] for c in row) == 150
        assert {len(row) for row in grid["cells"]} == {13} and len(grid["cells"]) == len(grid["rows"])


def test_a_value_rests_on_its_last_visits(tmp_path: Path) -> None:
    """By the trainer's own steps: constant with an exponent of 0, else one over a power of the visits."""
    visits = np.array([0, 1, 7, 19, 39_930], np.uint32)
    for settings, known in (
        ({"learning_rate": 0.1, "visit_exponent": 0}, [0, 1, 7, 19, 19]),
        ({"learning_rate": 0.0001, "visit_exponent": 0.8}, [0, 1, 7, 19, 9595]),
        ({"rate": 0.1, "fall": 0}, [0, 1, 7, 19, 19]),
        (None, visits.tolist()),
    ):
        card = {"settings": settings} if settings else {}
        assert policy.rests_on(visits, tmp_path, card).tolist() == known
    for wrong in ({"rate": "x", "fall": 0}, {"learning_rate": 0, "visit_exponent": 0}, {}, 3):
        with pytest.raises(Refusal, match=r"card\.toml: the settings name no learning_rate and visit_exponent"):
            policy.rests_on(visits, tmp_path, {"settings": wrong})
    folder = registry.weights(registry.bot_entry("yaniv", "harel"))
    made = policy.load(folder)
    assert made.rests.max() == 19 and made.visits.max() > 10**5
    cells = [cell for grid in policy.grids(made) for row in grid["cells"] for cell in row]
    assert all(cell["rests_on"] <= 19 * cell["states"] for cell in cells)
    seen = positions.at_random(registry.game("yaniv", "paper", 2), 1).seen
    said = opinions.opinion(registry.game("yaniv", "paper", 2), "harel", seen, "0")
    assert all((option.visits or 0) <= 19 for option in said.options)
    assert said.note.startswith("this Q rests on its last ") and " visits of " in said.note


def test_claims_are_the_weighted_shares_that_they_say() -> None:
    found = claim(
        ([2, 5, 9], 6, 300, lay(2, STACK)),  # no multiple: the highest goes
        ([2, 5, 10], 6, 100, lay(0, STACK)),  # no multiple: the lowest goes
        ([3, 3, 9], 6, 200, lay(1, STACK)),  # a small pair is kept
        ([2, 2, 9], 6, 50, lay(0, STACK)),  # a small pair is laid
        ([8, 8, 9], 6, 100, lay(0, STACK)),  # a large pair is laid
        ([8, 8, 12], 6, 29, lay(1, PILE)),  # too thin to count
    )
    assert found["gets"]["figure"] == 0.75 and found["gets"]["against"] == pytest.approx(1 / 3, abs=1e-4)
    assert (found["gets"]["visits"], found["gets"]["states"]) == (400, 2)
    assert found["drops"]["figure"] == pytest.approx(150 / 350, abs=1e-4) and found["drops"]["against"] == 0.5
    assert found["keeps"]["figure"] == 0.8 and found["keeps"]["against"] == 0.0
    assert found["keeps"]["by_number"]["3"] == [1.0, 200] and found["keeps"]["by_number"]["8"] == [0.0, 100]
    assert found["plays"]["figure"] == 1.0 and found["plays"]["visits"] == 750
    assert all(low <= row["figure"] <= high for row in found.values() for low, high in [row["interval"]])


def test_claims_about_the_pile() -> None:
    found = claim(
        ([2, 5, 11], 12, 300, lay(2, STACK)),  # a high card is left
        ([2, 5, 12], 12, 100, lay(1, PILE)),  # its like in hand: taken and kept
        ([2, 5, 12], 13, 100, lay(2, STACK)),
        ([3, 9, 13], 13, 60, lay(2, PILE)),  # its like in hand, taken, but that one is laid
        ([2, 5, 11], 2, 400, lay(2, PILE)),  # a low one is taken
        ([2, 5, 11], 3, 100, lay(2, STACK)),
    )
    assert found["avoids"]["figure"] == pytest.approx(160 / 560, abs=1e-4) and found["avoids"]["against"] == 0.8
    assert found["now"]["figure"] == pytest.approx(100 / 160, abs=1e-4) and found["now"]["against"] == 0.0
    assert found["avoids"]["by_number"]["Q"] == [0.25, 400]


def test_claims_that_nothing_speaks_for_do_not_hold() -> None:
    assert not any(found["holds"] for found in claim().values())
    many = {tuple(sorted([a, b, c])) for a in range(1, 5) for b in range(5, 9) for c in range(9, 14)}
    always = claim(*((list(hand), top, 500, lay(2, STACK)) for hand in many for top in range(1, 14)))
    assert always["gets"]["holds"] and always["gets"]["interval"][0] > 0.9
    assert "of one half" in always["gets"]["counted"]  # more often than at random is not enough, and that is told
    never = claim(*((list(hand), top, 500, lay(0, STACK)) for hand in many for top in range(1, 14)))
    assert not never["gets"]["holds"] and never["gets"]["figure"] == 0


def test_policies_come_from_a_process_of_their_own(tmp_path: Path) -> None:
    shipped(tmp_path, np.zeros((STATES, SLOTS), np.float32), np.full((STATES, SLOTS), 40, np.uint32))
    command = [sys.executable, "-m", "cardtui.study.inspect", "yaniv", f"harel@{tmp_path}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(json.dumps(inspect.policies("yaniv", f"harel@{tmp_path}")))
    bad = subprocess.run([*command[:-1], "greedy"], capture_output=True, text=True)
    assert bad.returncode == 1 and bad.stderr.strip() == "bot greedy has no table to show as a whole"


def test_only_a_table_has_a_policy_to_show(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="no table"):
        inspect.policies("yaniv", "greedy")
    with pytest.raises(Refusal, match="no weights"):
        inspect.policies("yaniv", f"harel@{tmp_path}")
    game, found = inspect.report("yaniv", ["greedy"], seed=1)
    assert game.seats == 2 and found["grids"] == found["claims"] == []
