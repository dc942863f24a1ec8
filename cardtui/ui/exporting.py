"""Writes what a screen shows to a file of the person's choice, or sends it to the browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import StringIO
from pathlib import Path

from ..core import Refusal
from ..system.files import expanded
from .base import AppScreen
from .dialogs import InputWindow

Forms = Mapping[str, Callable[[], str]]
"""By ending, such as ".md": what returns the text."""


def ask_file(screen: AppScreen, forms: Forms, example: str, value: str = "") -> None:
    """Ask for a file and write to it in the form of its ending; ask again where that is impossible."""

    def typed(text: str | None) -> None:
        if not text:
            return
        try:
            _export(screen, forms, expanded(text))
        except (Refusal, OSError) as error:
            told = f"{text} cannot be written: {error.strerror}" if isinstance(error, OSError) else str(error)
            screen.say(told, True)
            ask_file(screen, forms, example, text)

    screen.app.push_screen(InputWindow("export to", value, f"such as {example}; an existing file is replaced"), typed)


def _export(screen: AppScreen, forms: Forms, file: Path) -> None:
    form = forms.get(file.suffix.lower())
    if form is None:
        raise Refusal(f"{file} must end with {' or '.join(forms)}")
    text = form()
    if screen.app.is_web:
        screen.app.deliver_text(StringIO(text), save_filename=file.name)
        screen.say(f"sent to the browser as {file.name}")
        return
    file.write_text(text, encoding="utf-8")
    screen.say(f"written to {file.resolve()}")
