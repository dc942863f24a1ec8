"""What a trainer keeps so that Ctrl+C loses at most a chunk, and what it leaves when it is done.

A checkpoint is arrays and a line of JSON in one npz, without pickle.
"""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from cardtui.core import Refusal
from cardtui.models import digest, save_arrays

NAME = "checkpoint.npz"


def save(folder: Path, run: Mapping[str, Any], state: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write a checkpoint, all or nothing. `run` says of which run it is (preset, seed …), `state` how far that is.

    Both are plain JSON values; their keys differ from each other's.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAME
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        np.savez(file, state=np.array(json.dumps({"run": dict(run), "state": dict(state)})), **arrays)
    fresh.replace(path)


def restore(folder: Path, run: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """(state, arrays) of the checkpoint in `folder`. Refusal when there is none, or it is another run's, or broken."""
    path = folder / NAME
    if not path.is_file():
        raise Refusal(f"{folder} has no interrupted training; leave out --resume")
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept_arrays:
            arrays = dict(kept_arrays)
        kept = json.loads(str(arrays.pop("state")))
        found, state = kept["run"], dict(kept["state"])
    except (OSError, EOFError, zipfile.BadZipFile, KeyError, TypeError, ValueError) as error:
        raise Refusal(f"{path} is no checkpoint: {error}") from error
    if other := [key for key in {**found, **run} if found.get(key) != run.get(key)]:
        told = "; ".join(f"{key} {found.get(key)}, not {run.get(key)}" for key in other)
        raise Refusal(f"{path} is of another run: {told}")
    return state, arrays


def discard(folder: Path) -> None:
    """The run is over."""
    (folder / NAME).unlink(missing_ok=True)


def finish(
    folder: Path,
    columns: Iterable[str],
    curve: Iterable[Iterable[Any]],
    card: Mapping[str, Any],
    arrays: Mapping[str, Any],
    file: str = "model.safetensors",
) -> None:
    """Leave curve.csv, the arrays and card.toml, and no checkpoint.

    The card gives its `rules` and `features` as texts; the file has hashes of both, and of the features no text.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "curve.csv").open("w", newline="") as text:
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(columns)
        rows.writerows(curve)
    hashes = {"rules_hash": digest(card["rules"]), "features": digest(card["features"])}
    save_arrays(folder, {**card, **hashes}, arrays, file)
    discard(folder)
