"""Weights on disk: a folder with `card.toml` and one file of arrays (`.npz` without pickle, or `.safetensors`).

The card says what the arrays are for and how they came to be; nothing is loaded that does not match it. numpy is
imported only when arrays are read or written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from . import arrays
from .arrays import Array
from .core import Refusal, quoted
from .files import read_regular, read_toml, within

CARD = "card.toml"
NEEDED: Mapping[str, type] = {
    **dict.fromkeys(("game", "bot", "method", "rules", "rules_hash", "features", "command", "file", "sha256"), str),
    "seed": int,
    "games": int,
    "seconds": float,
}
"""Every card has these; tables such as [settings] and [[scores]] (against, n, win, low, high) may follow."""
_KINDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


@cache
def code(folder: str) -> str:
    """What tells the code that plays a game from other code, for what is kept of its play: a hash of sources.

    Of the arena and what it stands on, and of the law and the bots in the folders of that name.
    """
    house, agents = (Path(str(files(package))) for package in ("cardtui", "cardtui.agents"))
    sources = [*(house / f"{name}.py" for name in ("arena", "core", "dice", "kernels", "nets")), agents / "uniform.py"]
    for place in (house / "games" / folder, agents / folder):
        sources += sorted(place.glob("*.py"))
    return digest("\0".join(path.read_text(encoding="utf-8") for path in sources))


def digest(text: str) -> str:
    """A short hash of a text that names rules or features."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def load_card(folder: Path, more: Mapping[str, type] | None = None) -> dict[str, Any]:
    """The card of a weights folder. Refusal when there is none, or something is missing or of another kind.

    more: what the bot needs to be said there beside `NEEDED`.
    """
    card = read_toml(folder, CARD)
    needed = {**NEEDED, **(more or {})}
    if missing := [key for key in needed if key not in card]:
        raise Refusal(f"{folder / CARD} does not say {', '.join(missing)}")
    for key, kind in needed.items():
        value = card[key]
        if type(value) is not kind and not (kind is float and type(value) is int):
            raise Refusal(f"{folder / CARD}: {key} is {_KINDS[kind]}, not {quoted(value)}")
    return card


def load_arrays(
    folder: Path,
    game: str,
    features: str,
    rules_hash: str,
    needs: Mapping[str, Array],
    says: Mapping[str, type] | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """(the arrays that the bot `needs`, the card). Refusal, naming file and field, when anything is not as needed.

    That is when the card is for something else than asked, or does not say what it `says`; when the file is not the
    card's, or lies elsewhere; when an array is missing or is not what the bot was written for.
    """
    card = load_card(folder, says)
    wanted = {"game": game, "features": features, "rules_hash": rules_hash}
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


def _write(path: Path, named: Mapping[str, Any], kind: str) -> None:
    if kind == ".safetensors":
        from safetensors.numpy import save

        path.write_bytes(save(dict(named)))  # its own save_file lets nobody else read the file
        return
    import numpy as np

    with path.open("wb") as file:
        np.savez_compressed(file, **named)


def save_arrays(folder: Path, card: Mapping[str, Any], named: Mapping[str, Any], name: str = "table.npz") -> None:
    """Write the arrays, a network's as `model.safetensors`, then the card with its `file` and `sha256`.

    In this order a card never names half a file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    fresh = path.with_suffix(".new")
    _write(fresh, named, path.suffix)
    checked = {**card, "file": path.name, "sha256": hashlib.sha256(fresh.read_bytes()).hexdigest()}
    fresh.replace(path)
    write_card(folder, checked)


def write_card(folder: Path, card: Mapping[str, Any]) -> None:
    """Write `card.toml`: plain values, then a table for each mapping and each entry of a list of mappings."""
    fresh = folder / f"{CARD}.new"
    fresh.write_text(_toml(card), encoding="utf-8")
    fresh.replace(folder / CARD)


def _toml(values: Mapping[str, Any]) -> str:
    plain, tables = [], []
    for key, value in values.items():
        if isinstance(value, Mapping):
            tables.append(f"\n[{key}]\n{_toml(value)}")
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            tables += [f"\n[[{key}]]\n{_toml(row)}" for row in value]
        else:
            plain.append(f"{key} = {json.dumps(value, ensure_ascii=False)}\n")
    return "".join(plain + tables)
