"""Sentences for people in one language, found by the English ones. Standard library only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

_LARGE = re.compile(r"\d{1,3}(,\d{3})+")
_FIGURE = re.compile(r"[+-]?\d*\.?\d+%?( ±\d*\.?\d+%?)?")


class Language:
    """A language. Called with an English sentence, it returns its own; an unknown sentence stays English.

    Parts in braces are filled in: `say("{name} wins", name="Kathi")`. `sentences` has the English texts as keys, and
    so has `phrases`, for texts that come with their parts already filled in, such as what bots say (see `told`).
    `thousands` separates the groups of digits of large numbers in such parts; `point` stands before the decimals of
    a figure (see `figure`).
    """

    def __init__(
        self,
        sentences: Mapping[str, str],
        phrases: Mapping[str, str] | None = None,
        thousands: str = ",",
        point: str = ".",
    ) -> None:
        self.sentences = sentences
        self.phrases = phrases or {}
        self.thousands = thousands
        self.point = point

    def __call__(self, sentence: str, **parts: object) -> str:
        """Return the sentence with its parts filled in.

        >>> Language({"{count} points": "{count} Augen"})("{count} points", count=21)
        '21 Augen'
        """
        found = self.sentences.get(sentence, sentence)
        return found.format(**parts) if parts else found

    def counted(self, count: int, one: str, many: str) -> str:
        """Return the form for a number, filled in: `counted(1, "{count} trick", "{count} tricks")`."""
        return self(one if count == 1 else many, count=count)

    def figure(self, text: str) -> str:
        """Return a figure as it is written in this language; the only points in `text` are those before decimals.

        >>> Language({}, point=",").figure("±1.23")
        '±1,23'
        """
        return text.replace(".", self.point)

    def chance(self, value: float, digits: int) -> str:
        """Return a chance with so many digits after the point, without the zero before it.

        That reads as a number in English alone: elsewhere it is told in per cent.

        >>> [say.chance(0.35, 2) for say in (ENGLISH, Language({}, point=","))]
        ['.35', '35%']
        """
        return f"{value:.{digits}f}".removeprefix("0") if self.point == "." else f"{value:.0%}"

    def told(self, text: str) -> str:
        """Return an English text whose parts are filled in: a phrase, or several joined by ` · `; else the text.

        >>> say = Language({"Sepp": "Sepperl"}, {"{name} takes {count}": "{name} nimmt {count}"})
        >>> say.told("who knows · Sepp takes 14")
        'who knows · Sepperl nimmt 14'
        """
        if found := self.sentences.get(text):
            return found
        if _LARGE.fullmatch(text):
            return text.replace(",", self.thousands)
        if _FIGURE.fullmatch(text):
            return self.figure(text)
        for pattern, template in self._patterns:
            if match := pattern.fullmatch(text):
                return template.format(**{name: self.told(part) for name, part in match.groupdict().items()})
        pieces = text.split(" · ")
        return " · ".join(map(self.told, pieces)) if len(pieces) > 1 else text

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], str]]:
        """The phrases as patterns, those with the most fixed text first; a part of one is never several phrases."""
        ranked = sorted(self.phrases.items(), key=lambda pair: -len(re.sub(r"{\w+}", "", pair[0])))
        part = r"(?P<\1>(?:(?! · ).)+?)"
        return [(re.compile(re.sub(r"\\{(\w+)\\}", part, re.escape(one))), other) for one, other in ranked]


ENGLISH = Language({})
