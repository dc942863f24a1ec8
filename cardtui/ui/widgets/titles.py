"""Titles in the frame of a widget."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget


def retitle(widget: Widget, title: str, subtitle: str = "") -> None:
    """Set title and subtitle as literal text; repaints the widget only if they have changed."""
    above, below = Content(title), Content(subtitle)
    if widget.border_title != above.markup:
        widget.border_title = above
    if (widget.border_subtitle or "") != below.markup:
        widget.border_subtitle = below
