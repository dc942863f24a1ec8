"""What all numba kernels share: the compiler with its cache in the right place, random numbers, bit tricks.

Import this before numba, and numba through this. numba's cache does not notice that a function in another file changed,
so the cache folder is named by a hash of all sources that kernels are made of.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import platformdirs


def _cache_folder() -> Path:
    """A folder of the user's cache for exactly these sources and this kind of compilation; a new one where none can be.

    The sources are this file, the games and the bots: kernels also freeze the tables that they find there.
    """
    games = Path(__file__).parent / "games"
    (agents,) = (Path(place) for place in getattr(find_spec("cardtui.agents"), "submodule_search_locations", ()))
    state = hashlib.sha256(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    for path in (Path(__file__), *sorted(games.rglob("*.py")), *sorted(agents.rglob("*.py"))):
        state.update(path.name.encode() + b"\0" + path.read_bytes())
    folder = Path(platformdirs.user_cache_dir("cardtui"), "kernels", state.hexdigest()[:16])
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        pass
    else:
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="cardtui-"))


os.environ["NUMBA_CACHE_DIR"] = str(_cache_folder())

import numba  # noqa: E402
import numpy as np  # noqa: E402
from llvmlite import ir  # noqa: E402


def njit(function: Callable[..., Any]) -> Any:
    """Compile on first call, cached on disk, without the interpreter's lock."""
    return numba.njit(nogil=True, cache=True, _nrt=True)(function)  # type: ignore[call-overload]  # its types lack _nrt


def borrow(function: Callable[..., Any]) -> Any:
    """`njit` for functions that make no arrays: they count no references to the arrays that they are lent.

    numba's counting is atomic; in a function with a loop it takes longer than a turn of a game. `_nrt` is numba's own
    switch for it, undocumented; a function that makes an array does not compile under it.
    """
    return numba.njit(nogil=True, cache=True, _nrt=False)(function)  # type: ignore[call-overload]  # its types lack _nrt


def shared(function: Callable[..., Any]) -> Any:
    """Let kernels call a plain function, compiled into them; for everyone else it stays as it is."""
    return numba.extending.register_jitable(function)


def _intrinsic(function: Callable[..., Any]) -> Any:
    """A function given as machine code."""
    return numba.extending.intrinsic(function)


@_intrinsic
def lowest(_context: Any, _word: Any) -> Any:
    """Place of the lowest set bit of a positive int64."""

    def code(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return numba.int64(numba.int64), code


@_intrinsic
def highest(_context: Any, _word: Any) -> Any:
    """Place of the highest set bit of an int64; -1 of 0."""

    def code(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        last = ir.Constant(ir.IntType(64), 63)
        return builder.sub(last, builder.ctlz(values[0], ir.Constant(ir.IntType(1), 0)))

    return numba.int64(numba.int64), code


@_intrinsic
def count(_context: Any, _word: Any) -> Any:
    """Number of set bits of an int64."""

    def code(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return numba.int64(numba.int64), code


GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@borrow
def mix(word: Any) -> Any:
    """The finalizer of splitmix64 (Steele, Lea and Flood, 2014)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


def random_state(seed: int, stream: int = 0) -> Any:
    """A generator for kernels: uint64 (1,), splitmix64. Streams of one seed are independent."""
    words = np.random.SeedSequence([seed, stream]).generate_state(1, np.uint64)
    return words.copy()


@borrow
def draw(rng: Any) -> Any:
    """The next 64 random bits."""
    rng[0] += GOLDEN
    return mix(rng[0])


@borrow
def below(rng: Any, bound: int) -> Any:
    """Uniform over 0 … bound - 1, for bounds far below 2³²."""
    return np.int64(((draw(rng) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@borrow
def unit(rng: Any) -> Any:
    """Uniform in [0, 1)."""
    return np.float64(draw(rng) >> np.uint64(11)) * 2.0**-53
