"""The rules of a game in full, from the RULES.md beside its module: what refusals name by § stands there."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

from ..core import Game
from ..system.files import TEXT, read_regular
from ..text.printable import printable

_LINK = re.compile(r"\[([^\]]+)\]\((?:[^()]|\([^()]*\))*\)")
_LEFT_OUT = re.compile(r"^#+ |`|\*")
"""Marks of Markdown."""
_BEGINS = re.compile(r"#|\||\s*(?:-|\d+\.) ")
"""How a line begins that does not go on with the paragraph above it."""


def rulebook(game: Game[Any]) -> str:
    """Return the rules without Markdown's marks, each paragraph on a line of its own; "" if a game brings none."""
    try:
        found = read_regular(Path(inspect.getfile(type(game))).with_name("RULES.md"), TEXT).decode()
    except (OSError, TypeError, UnicodeDecodeError):  # TypeError: a class that was made in no file
        return ""
    lines: list[str] = []
    for line in found.splitlines()[1:]:  # without the title
        if lines and lines[-1] and line and not _BEGINS.match(line) and not lines[-1].startswith(("|", "#")):
            lines[-1] += f" {line.strip()}"
        elif not line.startswith("|--"):
            lines.append(line)
    return "\n".join(printable(_LEFT_OUT.sub("", _LINK.sub(r"\1", line))) for line in lines).strip()
