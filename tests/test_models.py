"""Weights on disk: nothing is loaded that is not the card's, and nothing that could run."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardtui import models
from cardtui.core import Refusal
from cardtui.models import nets

CARD = {key: kind() for key, kind in models.NEEDED.items()} | {"game": "g", "features": "f", "rules_hash": "r"}
NEEDS = nets.dense_arrays("0", 2, 2)
KINDS = ("table.npz", "model.safetensors")


def written(folder: Path, name: str) -> Path:
    """A folder of weights; the file of its arrays."""
    models.save_arrays(folder, CARD, {"0.weight": np.eye(2, dtype=np.float32), "0.bias": np.zeros(2, np.float32)}, name)
    return folder / name


@pytest.mark.parametrize("name", KINDS)
def test_what_was_saved_is_loaded(name: str, tmp_path: Path) -> None:
    written(tmp_path, name)
    arrays, card = models.load_arrays(tmp_path, "g", "f", "r", NEEDS)
    assert {key: array.tolist() for key, array in arrays.items()} == {"0.weight": [[1, 0], [0, 1]], "0.bias": [0, 0]}
    assert card["file"] == name and len(card["sha256"]) == 64


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("change", [lambda data: data[:20], lambda data: data + b"x", lambda data: data[::-1]])
def test_a_file_that_is_not_the_cards_is_refused(change: Any, name: str, tmp_path: Path) -> None:
    path = written(tmp_path, name)
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(Refusal, match="sha256 differs"):
        models.load_arrays(tmp_path, "g", "f", "r", NEEDS)


@pytest.mark.parametrize("wrong", [("g", "h", "r"), ("g", "f", "h")])
def test_weights_for_something_else_are_refused(wrong: tuple[str, str, str], tmp_path: Path) -> None:
    written(tmp_path, KINDS[0])
    with pytest.raises(Refusal, match="but this bot at this table needs 'h'"):
        models.load_arrays(tmp_path, *wrong, NEEDS)


def test_weights_of_another_game_are_told_before_their_fields(tmp_path: Path) -> None:
    written(tmp_path, KINDS[0])
    with pytest.raises(Refusal, match="is of 'g', not of 'h'"):
        models.load_arrays(tmp_path, "h", "f", "r", NEEDS, {"unit": str})
    with pytest.raises(Refusal, match="does not say unit"):
        models.load_arrays(tmp_path, "g", "f", "r", NEEDS, {"unit": str})


class Runs:
    """Makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    """A card vouches for its file, whoever wrote both."""
    models.save_arrays(tmp_path, CARD, {"q": np.array([Runs(tmp_path / "ran")], dtype=object)})
    with pytest.raises(Refusal, match=r"table\.npz holds no arrays: .*pickle"):
        models.load_arrays(tmp_path, "g", "f", "r", NEEDS)
    assert not (tmp_path / "ran").exists()


def test_a_card_is_read_as_it_was_written_however_deep_its_tables(tmp_path: Path) -> None:
    """And whatever signs its texts have: json leaves the last of ASCII's controls as it is, which TOML refuses."""
    stages = [{"deals": 3}, {"deals": 4, "rates": {"first": 0.5}}]
    card = {"game": "".join(map(chr, range(0x180))), "settings": {"size": 2, "stages": stages}, "scores": [{"n": 1}]}
    models.write_card(tmp_path, card)
    assert tomllib.loads((tmp_path / models.CARD).read_text()) == card


def test_the_code_of_a_game_is_a_hash_of_files_that_exist() -> None:
    assert models.code("yaniv") != models.code("zsy")
