"""Weights on disk: a folder with `card.toml` and one file of arrays (`.npz` without pickle, or `.safetensors`).

`arrays` checks them; `nets` computes the layers of the shipped networks.

The card records what the arrays are for and how they were made; arrays that do not match it are not loaded. numpy is
imported only when arrays are read or written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core import Refusal, quoted
from ..system.files import read_regular, read_toml, within
from . import arrays
from .arrays import Array

if TYPE_CHECKING:
    from numpy.typing import NDArray

CARD = "card.toml"
NEEDED: Mapping[str, type] = {
    **dict.fromkeys(("game", "bot", "method", "rules", "rules_hash", "features", "command", "file", "sha256"), str),
    "seed": int,
    "games": int,
    "seconds": float,
}
"""Fields of every card. Tables such as [settings] and [[scores]] (docs/training.md) may follow."""
_SHARED = ("arena/__init__", "arena/figures", "calibration", "core", "dice", "intervals", "kernels", "models/nets")
_KINDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", list: "a list"}


@cache
def code(folder: str) -> str:
    """Return a hash of the sources that determine how the bots of a game play, as a key for cached results.

    It covers the modules of `_SHARED`, those that agents of several games share, and the modules directly in the game
    and agent folders of that name.
    """
    package, agents = (Path(str(files(package))) for package in ("cardtui", "cardtui.agents"))
    sources = [package / f"{name}.py" for name in _SHARED]
    for place in (agents, package / "games" / folder, agents / folder):
        sources += sorted(place.glob("*.py"))
    return digest("\0".join(path.read_text(encoding="utf-8") for path in sources))


def digest(text: str) -> str:
    """Return a short hash of a text that names rules or features: 16 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def load_card(folder: Path, more: Mapping[str, type] | None = None, game: str = "") -> dict[str, Any]:
    """Load the card of a weights folder.

    `more` names fields that this bot requires besides `NEEDED`. Raises Refusal if the card is missing or is not of
    `game`, or a field is missing or of the wrong type.
    """
    card = read_toml(folder, CARD)
    if game and isinstance(found := card.get("game"), str) and found != game:  # first: its other fields are others
        raise Refusal(f"{folder / CARD} is of {quoted(found)}, not of {quoted(game)}")
    needed = {**NEEDED, **(more or {})}
    if missing := [key for key in needed if key not in card]:
        raise Refusal(f"{folder / CARD} does not say {', '.join(missing)}")
    check_fields(card, needed, folder)
    return card


def check_fields(card: Mapping[str, Any], needed: Mapping[str, type], folder: Path) -> None:
    """Raise Refusal, naming the card of `folder` and the field, if one of the fields `needed` is of the wrong type.

    A number may be a whole one, and is finite.
    """
    for key, kind in needed.items():
        value = card[key]
        whole = kind is float and type(value) is int
        if (type(value) is not kind and not whole) or (type(value) is float and not isfinite(value)):
            raise Refusal(f"{folder / CARD}: {key} is {_KINDS[kind]}, not {quoted(value)}")


def load_arrays(
    folder: Path,
    game: str,
    features: str,
    rules_hash: str,
    needs: Mapping[str, Array],
    says: Mapping[str, type] | None = None,
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Load and check a bot's arrays. Returns (arrays, card).

    `needs` specifies the arrays, `says` the additional fields of the card. Raises Refusal, naming file and field, if
    the card is for another game, features or rules or lacks a field; if the file lies elsewhere or does not match the
    card's sha256; or if an array is missing or not as specified.
    """
    card = load_card(folder, says, game)
    wanted = {"features": features, "rules_hash": rules_hash}
    for key, value in wanted.items():
        if card[key] != value:
            raise Refusal(
                f"{folder / CARD}: {key} is {quoted(card[key])}, but this bot at this table needs {quoted(value)}"
            )
    path = within(folder, card["file"])
    try:
        data = read_regular(path, arrays.MOST)
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {error.strerror}") from error
    if hashlib.sha256(data).hexdigest() != card["sha256"]:
        raise Refusal(f"{path} is not the file that its card was written for (sha256 differs)")
    return arrays.checked(arrays.read(path, data), needs, path), card


def _write(path: Path, named: Mapping[str, NDArray[Any]], kind: str) -> None:
    """Write the arrays to `path` in the format of this file name suffix."""
    if kind == ".safetensors":
        from safetensors.numpy import save

        path.write_bytes(save(dict(named)))  # safetensors' own save_file makes the file readable by its owner only
        return
    import numpy as np

    arguments: Mapping[str, Any] = named
    with path.open("wb") as file:
        np.savez_compressed(file, **arguments)


def save_arrays(
    folder: Path, card: Mapping[str, Any], named: Mapping[str, NDArray[Any]], name: str = "table.npz"
) -> None:
    """Write the arrays to the file `name`, then the card with its `file` and `sha256`.

    Networks are named `model.safetensors`. In this order a card never refers to a partly written file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    fresh = path.with_suffix(".new")
    _write(fresh, named, path.suffix)
    checked = {**card, "file": path.name, "sha256": hashlib.sha256(fresh.read_bytes()).hexdigest()}
    fresh.replace(path)
    write_card(folder, checked)


def write_card(folder: Path, card: Mapping[str, Any]) -> None:
    """Write `card.toml`: plain values first, then a table for each mapping and for each entry of a list of mappings."""
    fresh = folder / f"{CARD}.new"
    fresh.write_text(_toml(card), encoding="utf-8")
    fresh.replace(folder / CARD)


def _toml(values: Mapping[str, Any], within: str = "") -> str:
    """Return a table of TOML: plain values, then the tables in it. within: the dotted name of the table, with a dot."""
    plain, tables = [], []
    for key, value in values.items():
        name = within + key
        if isinstance(value, Mapping):
            tables.append(f"\n[{name}]\n{_toml(value, f'{name}.')}")
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            tables += [f"\n[[{name}]]\n{_toml(row, f'{name}.')}" for row in value]
        else:
            plain.append(f"{key} = {json.dumps(value, ensure_ascii=False)}\n".replace("\x7f", "\\u007f"))
    return "".join(plain + tables)
