"""Checkpoints of a training run, written so that Ctrl+C loses at most one chunk.

A checkpoint is one npz file with arrays and a line of JSON, without pickle.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Refusal
from cardtui.models import arrays
from cardtui.models.arrays import Array
from cardtui.system.files import read_regular

NAME = "checkpoint.npz"


def save(folder: Path, run: Mapping[str, Any], state: Mapping[str, Any], named: Mapping[str, NDArray[Any]]) -> None:
    """Write a checkpoint atomically.

    `run` identifies the run (preset, seed …), `state` is its progress, and `named` are its arrays. The first two are
    plain JSON values.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAME
    fresh = path.with_suffix(".new")
    text = json.dumps({"run": dict(run), "state": dict(state)})
    contents: dict[str, Any] = {"state": np.array(text), **named}
    with fresh.open("wb") as file:
        np.savez(file, **contents)
    fresh.replace(path)


def restore(
    folder: Path, run: Mapping[str, Any], fresh: Mapping[str, NDArray[Any]]
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return (state, arrays) of the checkpoint in `folder`.

    `fresh` are the arrays of a run that has just begun. The restored arrays include each of them, with the same shape
    and dtype and without NaN, since kernels train on them without checks. A trainer may store additional arrays. Raises
    Refusal if there is no checkpoint, or it is invalid or belongs to another run.
    """
    path = folder / NAME
    if not path.is_file():
        raise Refusal(f"{folder} has no interrupted training; leave out --resume")
    try:
        named = arrays.read(path, read_regular(path, arrays.MOST))
        text = json.loads(str(named.pop("state")))
        theirs, state = dict(text["run"]), dict(text["state"])
    except (OSError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise Refusal(f"{path} is no checkpoint: {error}") from error
    if other := [key for key in {**theirs, **run} if theirs.get(key) != run.get(key)]:
        raise Refusal(f"{path} is of another run: " + "; ".join(_differs(key, theirs, run) for key in other))
    return state, named | alike(named, fresh, path)


def _differs(key: str, theirs: Mapping[str, Any], run: Mapping[str, Any]) -> str:
    """Say how two runs differ in one part of their identity; tables are not printed."""
    if any(isinstance(one.get(key), (dict, list)) for one in (theirs, run)):
        return f"other {key}"
    return f"{key} {theirs.get(key)}, not {run.get(key)}"


def alike(named: Mapping[str, NDArray[Any]], fresh: Mapping[str, NDArray[Any]], path: Path) -> dict[str, NDArray[Any]]:
    """Return the arrays named in `fresh`. Raises Refusal if one is missing or differs in shape or dtype."""
    needs = {name: Array(array.shape, array.dtype.str, low=-inf) for name, array in fresh.items()}
    return arrays.checked(named, needs, path)


def discard(folder: Path) -> None:
    """Delete the checkpoint of a finished run."""
    (folder / NAME).unlink(missing_ok=True)
