"""What pyproject.toml cannot say: for a package index, links of the README lead to where the files can be read.

    CARDTUI_FILES_URL=https://host.example/cardtui/raw/v0.1.0 python -m build

Without it links stay as they are, for the checkout.
"""

import os
import re
from pathlib import Path

ELSEWHERE = re.compile(r"\]\((?![a-z]+:|#)")
"""Where the relative target of a link or picture begins."""


def long_description(files: str) -> str:
    """Return the README with its relative links below the address `files`; as it is if that is empty."""
    text = Path(__file__).with_name("README.md").read_text(encoding="utf-8")
    return ELSEWHERE.sub(f"]({files.rstrip('/')}/", text) if files else text


if __name__ == "__main__":
    from setuptools import setup  # only a build has it

    setup(
        long_description=long_description(os.environ.get("CARDTUI_FILES_URL", "")),
        long_description_content_type="text/markdown",
    )
