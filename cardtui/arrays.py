"""The arrays of learned bots: read without pickle, and checked before anything plays with them.

Kernels check no bounds: what they are given must be what they were written for.
"""

from __future__ import annotations

import io
import re
import sys
import zipfile
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, NamedTuple

from .core import Refusal, quoted

MOST = 1 << 30
"""Bytes of the largest file of arrays, packed and unpacked."""
_SIZE = re.compile(r"(\d*)([a-z])(\+\d+)?")

Size = int | str
"""How long an array is along one axis. A letter stands for a size of the file's own, the same at each place: "h",
"4h", "h+1"."""


class Array(NamedTuple):
    """An array as a bot needs it: its form, the kind of its numbers, and the least and the greatest of them."""

    shape: tuple[Size, ...]
    dtype: str = "float32"
    low: float = -sys.float_info.max
    high: float = sys.float_info.max


def read(path: PurePath, data: bytes) -> dict[str, Any]:
    """The arrays in the bytes of a `.npz` or `.safetensors`. Refusal, naming the file, when they are none."""
    try:
        if path.suffix == ".safetensors":
            from safetensors.numpy import load

            return dict(load(data))
        import numpy as np

        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > MOST:
                raise Refusal(f"{path} holds no arrays: it unpacks to more than {MOST >> 20} MiB")
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return dict(arrays)
    except Refusal:
        raise
    except Exception as error:  # there is no end of what these readers raise of a damaged file
        said = " ".join(str(error).split())[:200] or type(error).__name__
        raise Refusal(f"{path} holds no arrays: {said}") from error


def checked(found: Mapping[str, Any], needs: Mapping[str, Array], path: PurePath) -> dict[str, Any]:
    """The arrays that are needed, in the order in which kernels read.

    Refusal, naming file and array, at the first that is missing, has another form or kind, or a number out of bounds.
    """
    import numpy as np

    sizes: dict[str, int] = {}
    fit = {}
    for name, need in needs.items():
        if name not in found:
            raise Refusal(f"{path}: the array {name} is missing; there are {quoted(', '.join(found))}")
        array = found[name]
        kind = np.dtype(need.dtype)
        if array.dtype != kind:
            raise Refusal(f"{path}: the numbers of {name} are {array.dtype.str}, but must be {kind.str}")
        if len(array.shape) != len(need.shape) or not all(map(_fits, array.shape, need.shape, [sizes] * array.ndim)):
            shape = " x ".join(_told(size, sizes) for size in need.shape) or "one number"
            raise Refusal(f"{path}: {name} is {' x '.join(map(str, array.shape)) or 'one number'}, but must be {shape}")
        least, most = (float(array.min()), float(array.max())) if array.size else (need.low, need.high)
        if not need.low <= least <= most <= need.high:  # which NaN is not either
            bounds = f"from {need.low:g} to {need.high:g}" if need.high < sys.float_info.max else "finite"
            raise Refusal(f"{path}: {name} holds {least:g} to {most:g}, but its numbers must be {bounds}")
        fit[name] = np.asarray(array, order="C")
    return fit


def _fits(size: int, need: Size, sizes: dict[str, int]) -> bool:
    """Whether an axis is as long as needed; settles the size of its letter where that is new."""
    if isinstance(need, int):
        return size == need
    times, letter, more = _parts(need)
    if letter not in sizes and size > more and (size - more) % times == 0:
        sizes[letter] = (size - more) // times
    return letter in sizes and size == times * sizes[letter] + more


def _told(need: Size, sizes: Mapping[str, int]) -> str:
    if isinstance(need, int):
        return str(need)
    times, letter, more = _parts(need)
    return str(times * sizes[letter] + more) if letter in sizes else need


def _parts(need: str) -> tuple[int, str, int]:
    found = _SIZE.fullmatch(need)
    assert found, need
    return int(found[1] or 1), found[2], int(found[3] or 0)
