"""Lines: what is drawn again when they change, and when the screen is laid out anew."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen

from cardtui.ui.widgets.lines import Lines, folded
from cardtui.ui.widgets.section import Heading

from .common import text


class Both(App[None]):
    """Lines as high as they are, and lines with room to spare."""

    CSS = "#roomy { min-height: 5; }"

    def compose(self) -> ComposeResult:
        yield Lines("exact")
        yield Lines("roomy")


async def test_a_layout_only_when_the_height_changes_and_no_line_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    layouts = []
    refresh = Screen._refresh_layout
    monkeypatch.setattr(Screen, "_refresh_layout", lambda *words, **more: (layouts.append(1), refresh(*words, **more)))
    app = Both()
    async with app.run_test(size=(20, 12)) as pilot:
        shown: dict[str, list[str]] = {"exact": ["a"], "roomy": ["b"]}

        async def draw(name: str) -> None:
            app.query_one(f"#{name}", Lines).draw(lambda width: list(map(Content, shown[name])))
            await pilot.pause(0.05)

        for name in shown:
            await draw(name)
        for name, lines, laid_out in (
            ("exact", ["a", "c"], True),
            ("roomy", ["d", "e", "f"], False),
            ("exact", ["a", "g"], False),
            ("roomy", ["d"], False),
            ("exact", ["h"], True),
            ("roomy", list("123456"), True),
            ("roomy", ["7"], True),
        ):
            layouts.clear()
            shown[name] = lines
            await draw(name)
            assert bool(layouts) is laid_out, (name, lines)
            rows = [*shown["exact"], *shown["roomy"], *[""] * (5 - len(shown["roomy"]))]
            assert text(pilot).splitlines()[: len(rows)] == rows


def test_a_sentence_is_cut_after_a_word() -> None:
    """Without a sign of punctuation before the mark."""
    assert folded(Content("throws 6 points, takes 7"), 20, 1).plain == "throws 6 points …"
    assert folded(Content("8♣ ▸ stack · leaves 26"), 14, 1).plain == "8♣ ▸ stack …"
    assert folded(Content("one two three four five"), 11, 2).plain == "one two\n   three …"


@pytest.mark.parametrize(
    ("width", "told"),
    [(28, " TRAINER  calibrated-solver "), (27, " TRAINER calibrated-solver "), (26, " TRAINER  calibrated-sol… ")],
)
def test_a_note_in_a_heading_is_not_cut_for_want_of_one_cell(
    width: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In German the coach's name was cut at 80 columns: the title is two letters longer there."""
    monkeypatch.setattr(Heading, "size", Size(width, 1))
    heading = Heading("Trainer")
    heading.show("Trainer", "calibrated-solver")
    assert heading.render().plain.ljust(width) == told
