"""The explanations of a guided first deal, beside the table."""

from __future__ import annotations

from textual.content import Content

from ...tableside import Told
from ...text.language import Language
from .lines import Lines
from .section import Section


class FirstDealBox(Section):
    """What is new at this turn, what the person may do and why, and what the coach would do and why."""

    def __init__(self, say: Language) -> None:
        self._say = say
        self._lines = Lines("lesson")
        super().__init__(say("first deal"), self._lines, id="first")

    def on_mount(self) -> None:
        """Show in the heading how to leave."""
        self.set_heading(self._say("first deal"), "", self._say("Esc leaves"))

    def show(self, told: Told, coach: str) -> None:
        """Show the words for one position; `coach` is what the coach would do and why, "" if nobody is to move."""
        say = self._say
        parts = [
            ("", say.told(told.lesson)), (say("You may "), say.told(told.allowed)), (f"{say('Coach')}: ", coach)
        ]  # fmt: skip
        paragraphs = [Content.assemble((head, "bold $text-primary"), text) for head, text in parts if text]
        paragraphs = paragraphs or [Content.styled(say("It goes on when it is your turn."), "$text-muted")]
        self._lines.draw(lambda width: _laid_out(paragraphs, width))


def _laid_out(paragraphs: list[Content], width: int) -> list[Content]:
    """Return the lines of paragraphs with an empty line between them."""
    lines: list[Content] = []
    for paragraph in paragraphs:
        lines += [*([Content("")] if lines else []), *paragraph.wrap(max(10, width))]
    return lines
