"""Sentences for people in one language, found by the English ones. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping


class Language:
    """A language. Called with an English sentence, it returns its own; an unknown sentence stays English.

    Parts in braces are filled in: `say("{name} wins", name="Kathi")`. `sentences` has the English texts as keys.
    """

    def __init__(self, sentences: Mapping[str, str]) -> None:
        self.sentences = sentences

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


ENGLISH = Language({})
