"""The terminal of a visitor's program: a page that may be closed and opened again while the program goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO, TextIO

from textual import events
from textual.drivers.web_driver import WebDriver

AGAIN = "again"
"""The message that says: there is a new page, which has seen nothing so far."""
FILE = "file"
"""The message with a file that the visitor is to keep: its name and its text."""


class PageDriver(WebDriver):
    """Textual's driver for browsers, which can also draw everything again for a page that was opened again.

    A page has the focus at once; the window around it may say otherwise, which matters to no table.
    """

    def start_application_mode(self) -> None:
        """Begin to draw."""
        super().start_application_mode()
        self._app.call_later(self._app.post_message, events.AppFocus())  # Textual begins without the focus

    def on_meta(self, packet_type: str, payload: dict[str, Any]) -> None:
        """Handle a message of the server."""
        if packet_type != AGAIN:
            super().on_meta(packet_type, payload)
            return
        self.write("\x1b[?1049h\x1b[?25l")  # as at the start: the other screen, no cursor
        self._enable_mouse_support()
        self._enable_bracketed_paste()
        self._app.call_later(self._app.app_resume_signal.publish, self._app)

    def deliver_binary(self, binary: BinaryIO | TextIO, *, save_path: Path, **_: Any) -> None:
        """Send a file to the page; of `save_path` the name alone counts."""
        content = binary.read()
        binary.close()
        text = content if isinstance(content, str) else content.decode("utf-8", "replace")
        self.write_meta({"type": FILE, "name": save_path.name, "text": text})
