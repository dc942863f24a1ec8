"""The tournament: what is fitted to it, what is kept of it, and what it claims."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np
import pytest
from cardtui.agents.training.schafkopf import study
from cardtui.agents.training.schafkopf.study import Meeting

from cardtui import registry
from cardtui.core import Refusal


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Three quick players, few deals, a cache of its own."""
    monkeypatch.setattr(study, "PLAYERS", ("rule-based", "random-coward", "random"))
    monkeypatch.setattr(study, "DEALS", 30)
    monkeypatch.setattr(study.platformdirs, "user_cache_dir", lambda name: str(tmp_path))
    monkeypatch.setattr(study, "claims", lambda *told: iter(()))
    return tmp_path


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The pairs that are played from now on."""
    pairs: list[tuple[str, ...]] = []
    run = study.arena.run

    def counted(game: str, rules: str, series: list[study.arena.Series], **rest: Any) -> Any:
        assert rules == next(iter(registry.rule_sets("schafkopf")[1])), "what `cardtui reproduce` stamps"
        pairs.append(series[0].bots)
        return run(game, rules, series, **rest)

    monkeypatch.setattr(study.arena, "run", counted)
    return pairs


def test_each_pair_is_a_row_over_a_column_beside_what_was_published(small: Path) -> None:
    done: list[int] = []
    found = study.reproduce(1, lambda now: done.append(now[0]))
    table, ratings = found["tables"]
    ours = table["ours"]
    for a, b in combinations(range(3), 2):
        assert ours[a][b] == -ours[b][a]
        assert ours[a][a] is None
    assert ours[0][2] > 50, "rule-based beats random by far"
    assert done[-1] == 3 * 30 * 2
    assert done == sorted(done)
    assert [row[0] for row in ratings["ours"]] == sorted((row[0] for row in ratings["ours"]), reverse=True)
    with pytest.raises(Refusal, match="tournament, rating"):
        study.reproduce(1, lambda now: None, "x")


def test_a_quick_pass_plays_a_share_of_the_deals(small: Path) -> None:
    done: list[int] = []
    found = study.reproduce(1, lambda now: done.append(now[1]), None, 0.1)
    assert done[-1] == 3 * 3 * 2
    assert [table["n"] for table in found["tables"]] == [3 * 2, 3 * 2 * 2], "what was played, by pair and by player"


def test_what_was_played_is_kept_until_other_code_plays(
    small: Path, played: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever becomes of what was printed; a part of it takes nothing from the whole."""
    part = study.reproduce(1, lambda now: None, "rating", 0.1)
    assert len(played) == 3
    whole = study.reproduce(1, lambda now: None, None, 0.1)
    assert len(played) == 3
    assert whole == study.reproduce(1, lambda now: None, None, 0.1)
    assert part["tables"] == whole["tables"][1:]
    changes = (
        (study, "code", lambda folder: "other"),
        (study.registry, "version", lambda *bot: "other"),
        (study, "_options", lambda bot: {"deals": 1}),
    )
    for where, what, other in (*changes, (study, "SEED", 1)):
        monkeypatch.setattr(where, what, other)
        played.clear()
        study.reproduce(1, lambda now: None, None, 0.1)
        assert len(played) == 3, what


def test_an_interrupted_tournament_goes_on(
    small: Path, played: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = study.reproduce(1, lambda now: None)
    rmtree(small / "study")
    meet = study.meet

    def stopped(a: str, b: str, *rest: object) -> Meeting:
        if (a, b) == ("random-coward", "random"):
            raise KeyboardInterrupt
        return meet(a, b, *rest)

    monkeypatch.setattr(study, "meet", stopped)
    with pytest.raises(KeyboardInterrupt):
        study.reproduce(1, lambda now: None)
    kept = sorted(small.rglob("*.json"))
    assert len(kept) == 2
    monkeypatch.setattr(study, "meet", meet)
    study.reproduce(1, lambda now: None, None, 0.1)
    assert set(kept) < set(small.rglob("*.json")), "a quick pass leaves it alone"
    kept[0].write_text("torn")
    played.clear()
    assert study.reproduce(1, lambda now: None) == whole
    assert len(played) == 2, "the pair that was kept is not played again, the torn one is"


def test_the_rating_finds_what_the_pairs_were_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    true = dict(zip("abcd", (9.0, 2.0, -1.0, -10.0), strict=True))
    monkeypatch.setattr(study, "PLAYERS", tuple(true))
    pairs = list(combinations(true, 2))
    exact = study.rating({(a, b): Meeting(true[a] - true[b], 0.5) for a, b in pairs}, 2)
    np.testing.assert_allclose([row[0] for row in exact["ours"]], list(true.values()), atol=1e-2)
    rng, inside = np.random.default_rng(1), 0
    for _ in range(500):
        noisy = {(a, b): Meeting(true[a] - true[b] + rng.normal(0, 0.5), 0.5) for a, b in pairs}
        mean, half = study.rating(noisy, 2)["ours"][0]
        inside += abs(mean - 9.0) <= half
    assert 0.91 < inside / 500 < 0.98


def test_claims_hold_only_with_their_whole_interval() -> None:
    pairs = list(combinations(study.PLAYERS, 2))
    clear = {claim["text"]: claim["holds"] for claim in study.claims(dict.fromkeys(pairs, Meeting(18.0, 1.0)), 1000)}
    assert all(clear.values())
    dim = [claim["holds"] for claim in study.claims(dict.fromkeys(pairs, Meeting(1.0, 1.0)), 1000)]
    assert not any(dim)


def test_what_was_published_stands_both_ways() -> None:
    table = study.tournament(dict.fromkeys(combinations(study.PLAYERS, 2), Meeting(1.0, 1.0)), 2)
    cells = dict(zip(table["rows"], table["source"], strict=True))
    pimc = next(row for row in table["rows"] if row.startswith("pimc:"))
    rule_based = table["columns"].index("rule-based")
    assert cells[pimc][rule_based] == 18.055
    assert cells["rule-based"][table["columns"].index("pimc")] == -18.055
    assert cells["rule-based"][rule_based] is None
