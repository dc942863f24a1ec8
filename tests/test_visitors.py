"""For the visitors of a server no path can be named, in whatever way, and the answer tells nothing of the disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardtui import registry, trainings, visitors
from cardtui.core import Refusal
from cardtui.registry import lineup
from cardtui.study import checkpoints
from cardtui.trainings.plans import Plan

HERE = Path(__file__)
NAMED: list[Callable[[str], object]] = [
    lambda path: registry.check("yaniv", f"{path}:Bot", "paper"),
    lambda path: registry.check("yaniv", "os.path:Bot", "paper"),
    lambda path: registry.check("yaniv", f"harel@{path}", "paper"),
    lambda path: registry.check("yaniv", f"{Path(path).parent}/", "paper"),
    lambda path: lineup.seated("yaniv", "paper", f"./{Path(path).name}"),
    lambda path: registry.version("yaniv", f"harel@{path}"),
    lambda path: registry.agent(registry.game("yaniv"), f"{path}:Bot"),
]


@pytest.mark.parametrize("named", range(len(NAMED)))
@pytest.mark.parametrize("path", [str(HERE), "/nothing/here.py", "~root/bot.py"])
def test_paths_are_refused_alike(monkeypatch: pytest.MonkeyPatch, named: int, path: str) -> None:
    monkeypatch.setenv(visitors.VISITOR, "1")
    with pytest.raises(Refusal, match="cannot be named in the browser: the server's files are out of reach there"):
        NAMED[named](path)


def test_what_the_program_itself_kept_of_a_training_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(visitors.VISITOR, "1")
    assert checkpoints.report("yaniv", "harel")["times"]
    with pytest.raises(Refusal, match="cannot be named in the browser"):
        checkpoints.report("yaniv", "harel@weights")


def test_nothing_is_trained(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(visitors.VISITOR, "1")
    with pytest.raises(Refusal, match="nothing is trained from a browser"):
        trainings.begin(tmp_path / "run", Plan("yaniv", "harel", "paper", 0), False)
    assert not (tmp_path / "run").exists()
