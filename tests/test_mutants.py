"""Planted defects: the table fits the sources, and the mechanism tells what is caught from what is not.

All of them are planted by `make deep DEEP=mutants`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from .mutants import planting
from .mutants.planting import ROOT, Defect
from .mutants.table import DEFECTS, EQUIVALENT


def test_every_defect_can_still_be_planted() -> None:
    """Its text is in its file once; one that is not must be written anew, or is no longer possible."""
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in {defect.file for defect in DEFECTS}}
    wrong = [f"{defect.name}: {texts[defect.file].count(defect.old)} times" for defect in DEFECTS if not fits(defect)]
    assert not wrong, "\n".join(wrong)
    for defect in DEFECTS:
        compile(texts[defect.file].replace(defect.old, defect.new), defect.file, "exec")


def fits(defect: Defect) -> bool:
    """Whether a defect's text is there once, and becomes another."""
    return (ROOT / defect.file).read_text(encoding="utf-8").count(defect.old) == 1 and defect.old != defect.new


def test_every_defect_has_a_name_of_its_own_and_tests_that_are_there() -> None:
    names = Counter(defect.name for defect in DEFECTS)
    assert set(names.values()) == {1} and EQUIVALENT.keys() <= names.keys()
    for defect in DEFECTS:
        for test in (part.removeprefix("--deselect=") for part in defect.tests if "tests/" in part):
            file, _, name = test.partition("::")
            assert (ROOT / file).exists(), f"{defect.name}: {file}"
            assert f"def {name.partition('[')[0]}" in (ROOT / file).read_text(encoding="utf-8"), (
                f"{defect.name}: {name}"
            )


@pytest.mark.parametrize("name", ["json: NaN is a number", "models: sha256 unchecked"])
def test_a_planted_defect_is_caught(name: str) -> None:
    (defect,) = (defect for defect in DEFECTS if defect.name == name)
    assert planting.caught(defect)


def test_what_changes_nothing_is_not_caught_and_nothing_is_left_behind() -> None:
    (defect,) = (defect for defect in DEFECTS if defect.name == "tricks: an equal card takes the trick")
    before = (ROOT / defect.file).read_bytes()
    assert not planting.caught(defect)
    assert (ROOT / defect.file).read_bytes() == before


def test_a_row_that_went_stale_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one = 1\ntwo = 2\none = 1\n")
    for old, times in (("three", 0), ("one = 1", 2)):
        with pytest.raises(AssertionError, match=f"stale: its text is {times} times in a.py"):
            planting.plant(Defect("stale", "a.py", old, "", ()), tmp_path)
    planting.plant(Defect("fresh", "a.py", "two = 2", "two = 3", ()), tmp_path)
    assert (tmp_path / "a.py").read_text() == "one = 1\ntwo = 3\none = 1\n"


def test_tests_that_cannot_be_run_catch_nothing() -> None:
    """Neither one that is not there, nor a tree that cannot be imported."""
    gone = Defect("gone", "cardtui/core.py", "class Zone", "class Zone", ("tests/test_core.py::test_gone",))
    with pytest.raises(AssertionError, match="without any defect these fail"):
        planting.caught(gone)
    broken = gone._replace(new="class !", tests=("tests/test_core.py::test_zones_by_name",))
    with pytest.raises(AssertionError, match="cannot be run"):
        planting.caught(broken)
