"""What every trainer reports while it runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class TrainProgress(NamedTuple):
    """`done` of `total` games (or steps), and the latest figures by name."""

    done: int
    total: int
    figures: Mapping[str, float]
