"""Base class of the screens of saved matches: they read the index, in the background if that takes long."""

from __future__ import annotations

from pathlib import Path

from textual import work
from textual.worker import get_current_worker

from ..record.index import RecordIndex
from .base import AppScreen

AT_ONCE = 0.05
"""Maximum seconds for which a screen waits for the saved matches; the rest is read in the background."""
STEP = 0.3
"""Seconds of reading in the background from one redraw to the next."""


class IndexedScreen(AppScreen):
    """A screen that shows saved matches."""

    def __init__(self, index: RecordIndex | None = None) -> None:
        super().__init__()
        self.index = index or RecordIndex()
        self.whole = self.index.update(AT_ONCE)
        """Whether all saved matches are known."""

    def show_index(self) -> None:
        """Redraw with the saved matches that are known now."""
        raise NotImplementedError

    def on_screen_resume(self) -> None:
        """Show what has changed while another screen was on top."""
        if self.whole and self.is_mounted:
            self.update_index()

    def record_of(self, name: str) -> Path | None:
        """Return the file of a match; if it has been deleted since it was listed, say so and return None."""
        path = self.index.folder / name
        if path.exists():
            return path
        self.say("the file of this match has been deleted", True)
        self.update_index()
        return None

    def update_index(self) -> None:
        """Show what has changed in the folder of saved matches."""
        self.whole = self.index.update(AT_ONCE)
        self.show_index()
        self.read_rest()

    def read_rest(self) -> None:
        """Read in the background what is not known yet."""
        if not self.whole:
            self._read()

    @work(thread=True, group="index", exclusive=True)
    def _read(self) -> None:
        """Read the saved matches until all are known or the screen is left."""
        reader = get_current_worker()
        while not self.index.update(STEP):
            if reader.is_cancelled:
                return
            self.app.call_from_thread(self.show_index)
        self.whole = True
        self.app.call_from_thread(self.show_index)
