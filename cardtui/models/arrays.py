"""Loading and checking the arrays of learned bots, without pickle.

Kernels do no bounds checks, so shapes, dtypes and ranges of values are verified here.
"""

from __future__ import annotations

import io
import re
import sys
import zipfile
from collections.abc import Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core import Refusal, quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST = 1 << 30
"""Maximum size in bytes of a file of arrays, both compressed and uncompressed."""
_SIZE = re.compile(r"(\d*)([a-z])(\+\d+)?")

Size = int | str
"""Length of one axis. A letter is a size that the file chooses, the same wherever it appears: "h", "4h", "h+1"."""


class Array(NamedTuple):
    """The shape, dtype and range of values that a bot requires of an array."""

    shape: tuple[Size, ...]
    dtype: str = "float32"
    low: float = -sys.float_info.max
    high: float = sys.float_info.max


def read(path: PurePath, data: bytes) -> dict[str, NDArray[Any]]:
    """Read the arrays from the bytes of a `.npz` or `.safetensors` file.

    Raises Refusal, naming the file, if the data is not such a file.
    """
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
    except Exception as error:  # the readers raise all kinds of errors for damaged files
        said = " ".join(str(error).split())[:200] or type(error).__name__
        raise Refusal(f"{path} holds no arrays: {said}") from error


def checked(found: Mapping[str, NDArray[Any]], needs: Mapping[str, Array], path: PurePath) -> dict[str, NDArray[Any]]:
    """Return the required arrays in the order of `needs`, C-contiguous.

    Raises Refusal, naming the file and the array, if one is missing or has a wrong shape, dtype or value.
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
        if not need.low <= least <= most <= need.high:  # also false for NaN
            bounds = f"from {need.low:g} to {need.high:g}" if need.high < sys.float_info.max else "finite"
            raise Refusal(f"{path}: {name} holds {least:g} to {most:g}, but its numbers must be {bounds}")
        fit[name] = np.asarray(array, order="C")
    return fit


def _fits(size: int, need: Size, sizes: dict[str, int]) -> bool:
    """Return whether an axis has the required length, binding a letter to its size at its first use.

    >>> sizes = {}
    >>> _fits(9, "2h+1", sizes), sizes
    (True, {'h': 4})
    >>> _fits(5, "h", sizes)
    False
    """
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
