"""Cannot be imported; the error would clear the screen."""

raise ImportError("no such thing as \x1b[2J\x1b]0;a title\x07")
