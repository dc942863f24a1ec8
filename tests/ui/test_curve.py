"""Curves of scores: told apart without colours, labels that never overlap, legible in all palettes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardtui.ui.look.canvas import Canvas
from cardtui.ui.look.curve import Course, Line, colours, curves
from cardtui.ui.look.palette import CONTRAST, DARK, FEW, LEAST, LIGHT, MONO, contrast

SEATS = Course(
    [
        Line("You", [0, 10, 20, 38]),
        Line("Ada", [0, 30, 40, 38]),
        Line("Mo", [0, 0, 50, 38]),
        Line("Rex", [0, 5, 5, 81]),
    ],
    "points",
)


def drawn(course: Course, palette: object = DARK, width: int = 60, height: int = 9) -> list[str]:
    canvas = Canvas(width, height, palette, "#000000")  # type: ignore[arg-type]
    curves(canvas, 0, 0, width, height, course)
    return canvas.text().splitlines()


def test_each_curve_has_its_name_and_last_value_at_its_end() -> None:
    """Equal values stand below each other; the highest is at the top."""
    rows = drawn(SEATS)
    ends = [" ".join(row[44:].split()[-2:]) for row in rows]
    assert rows[0] == "AFTER EACH DEAL   points" and ends[1] == "Rex 81"
    assert [end for end in ends if end.endswith(" 38")] == ["You 38", "Ada 38", "Mo 38"]
    level = drawn(Course([Line(name, [0, 9]) for name in ("You", "Ada", "Mo")], "points"))
    assert all(any(row.endswith(f"{name:<4}9") for row in level) for name in ("You", "Ada", "Mo"))
    assert rows[-1].split() == ["0", "1", "2", "3"] and rows[1].startswith("81")


def test_without_colours_each_curve_has_its_sign() -> None:
    """Plain ASCII but for the dots between the values."""
    rows = drawn(SEATS, replace(MONO, lines=True))
    assert all(char.isascii() or char == "·" for row in rows for char in row)
    for sign, name in zip("ox+*", ("You", "Ada", "Mo", "Rex"), strict=True):
        assert any(f"{sign} {name}" in row for row in rows) and sum(row.count(sign) for row in rows) > 1


@pytest.mark.parametrize("size", [(8, 3), (14, 5), (20, 6), (200, 30)])
def test_no_room_is_no_error(size: tuple[int, int]) -> None:
    for course in (SEATS, Course([Line("laid", [3.0, 3.0])], "cards", 1), Course([Line("all", [0.0] * 400)], "wins")):
        rows = drawn(course, DARK, *size)
        assert len(rows) <= size[1] and max(map(len, rows)) <= size[0]


@pytest.mark.parametrize("palette", [DARK, LIGHT, CONTRAST, FEW])
def test_names_beside_curves_are_legible_on_the_felt(palette: object) -> None:
    assert all(contrast(colour, palette.felt) >= LEAST for colour in colours(palette))  # type: ignore[arg-type, attr-defined]


def test_a_curve_does_not_hide_the_one_below_it() -> None:
    """Where both go through a cell, the dots of both are there."""
    canvas = Canvas(30, 3, DARK, DARK.felt)
    canvas.braille(0, 0, [(column, 0) for column in range(20)], DARK.fg)
    canvas.braille(0, 0, [(column, 3) for column in range(10)], DARK.gold)
    assert canvas.text().splitlines()[0].rstrip() == "⣉" * 5 + "⠉" * 5
