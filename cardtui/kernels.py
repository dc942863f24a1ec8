"""Shared by all numba kernels: the compiler with its on-disk kernel cache, random numbers, bit operations.

Import this module before numba, and reach numba only through it. numba's own cache neither notices changes in other
source files nor damaged cache files. Therefore each module's cache folder is named by a hash of all sources it depends
on, and each cached kernel is stored with a hash of its content.
"""

from __future__ import annotations

import ast
import hashlib
import os
import pickle
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import Any, TypeAlias, TypeVar
from uuid import uuid4

import platformdirs


@cache
def _root() -> Path:
    """The user's folder for compiled kernels, or a temporary folder if that is not writable."""
    folder = Path(platformdirs.user_cache_dir("cardtui"), "kernels")
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    return _temporary()


def _temporary() -> Path:
    """Return a folder among the temporary files: the same in each process, if nobody else can write kernels into it."""
    if hasattr(os, "getuid"):
        folder = Path(tempfile.gettempdir(), f"cardtui-{os.getuid()}")
        with suppress(OSError):
            folder.mkdir(mode=0o700, exist_ok=True)
            about = folder.lstat()
            if stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid() and not about.st_mode & 0o022:
                return folder
    return Path(tempfile.mkdtemp(prefix="cardtui-"))


os.environ.setdefault("NUMBA_CACHE_DIR", str(_root()))  # for functions not compiled by `_cached`

import numba  # noqa: E402
import numpy as np  # noqa: E402
from llvmlite import ir  # noqa: E402
from numba.core import event  # noqa: E402
from numba.core.serialize import dumps  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from . import compilation, system  # noqa: E402


class _Compilations(event.Listener):
    """Forwards numba's compilation events to `compilation`."""

    def on_start(self, happened: event.Event) -> None:
        compilation.begin()

    def on_end(self, happened: event.Event) -> None:
        compilation.end()


event.register("numba:compile", _Compilations())  # type: ignore[no-untyped-call]  # numba is untyped here


@cache
def _imports(module: str) -> tuple[Path, tuple[str, ...]] | None:
    """Return a module's source file and the names it imports, or None if it has no Python source."""
    try:
        spec = None if module == "__main__" else find_spec(module)
    except ModuleNotFoundError:  # in `from .cards import RANKS`, RANKS is not a module
        return None
    origin = spec.origin if spec else getattr(sys.modules.get(module), "__file__", None)
    if not origin or not origin.endswith(".py"):
        return None
    package = module if spec and spec.submodule_search_locations else module.rpartition(".")[0]
    path = Path(origin)
    return path, tuple(_named(ast.parse(path.read_bytes()), package, module.partition(".")[0]))


def _named(tree: ast.Module, package: str, top: str) -> Iterator[str]:
    """Yield the names below the top-level package `top` (or cardtui) that a module imports: modules or objects."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.partition(".")[0] in (top, "cardtui"))
        elif isinstance(node, ast.ImportFrom):
            source = resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module or ""
            if source.partition(".")[0] in (top, "cardtui"):
                yield source
                yield from (f"{source}.{alias.name}" for alias in node.names)


def sources(module: str) -> tuple[Path, ...]:
    """Return the source files a module depends on: its own, and those of all modules it imports from its package.

    A kernel contains the functions and tables of those modules as they were when it was compiled.
    """
    found: dict[str, Path] = {}
    todo = [module, __name__]
    while todo:
        name = todo.pop()
        if name not in found and (known := _imports(name)):
            found[name] = known[0]
            todo += known[1]
    return tuple(found[name] for name in sorted(found))


@cache
def _folder(module: str) -> str:
    """The cache folder for a module's kernels, specific to the contents of its sources and to the compilation mode."""
    state = hashlib.sha256(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    for path in sources(module):
        state.update(path.name.encode() + b"\0" + path.read_bytes())
    return str(_root() / f"{module}-{state.hexdigest()[:16]}")


_MARK = hashlib.sha256().digest_size
PATIENCE = 100.0
"""Seconds to wait for another process that is compiling the same function, before compiling it here as well."""


class _Kept:
    """The compiled variants of one function on disk, one file each, preceded by a hash. Replaces numba's own cache.

    numba trusts its cache: a truncated file fails at every start, and a flipped bit is executed. Besides, its index can
    point to the wrong variant after two processes have compiled at the same time.
    """

    def __init__(self, cache: Any) -> None:
        """Take over the location and the name from `cache`, numba's own cache of the function."""
        self._folder = Path(cache.cache_path)
        self._name: str = cache._impl.filename_base
        self._of = numba.__version__, cache._impl.locator.get_source_stamp()
        self._held: list[tuple[Path, int]] = []

    def load(self, key: tuple[object, ...]) -> object:
        """Return the variant compiled for these types on this machine, or None if it is missing or damaged.

        If it is missing, it is locked until `compiling` is done, because the caller compiles it now. A variant that
        another process is compiling is waited for.
        """
        path = self._path(key)
        if not path.exists():
            self._lock(path.with_suffix(".lock"))
        try:
            whole = path.read_bytes()
        except OSError:
            return None
        mark, data = whole[:_MARK], whole[_MARK:]
        if hashlib.sha256(data).digest() != mark:
            _tell_of_damage()
            return None
        theirs, form = pickle.loads(data)
        return form if theirs == key else None

    def save(self, key: tuple[object, ...], form: object) -> None:
        """Save a compiled variant atomically. If the folder is not writable, it is compiled again in each process."""
        path = self._path(key)
        fresh = path.with_suffix(f".{uuid4().hex}")
        data = dumps((key, form))  # type: ignore[no-untyped-call]  # numba is untyped here
        try:
            fresh.write_bytes(hashlib.sha256(data).digest() + data)
            fresh.replace(path)
        except OSError:
            fresh.unlink(missing_ok=True)

    def _lock(self, path: Path) -> None:
        """Lock a file, or give up after `PATIENCE` seconds, or if that is not possible here."""
        try:
            file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError:
            return
        self._held.append((path, file))
        with suppress(OSError):  # such as a network disk without locks
            if not system.lock(file):
                compilation.begin()  # here, too, time passes with compiling
                until = time.monotonic() + PATIENCE
                try:
                    while time.monotonic() < until and not system.lock(file):
                        time.sleep(0.02)
                finally:
                    compilation.end()

    def compiling(self, compile: Callable[[object], object]) -> Callable[[object], object]:
        """Return the dispatcher's method `compile`, which then also releases what `load` has locked for it."""

        def compiled(signature: object) -> object:
            before = len(self._held)
            try:
                return compile(
                    tuple(map(numba.types.unliteral, signature)) if isinstance(signature, tuple) else signature
                )
            finally:
                while len(self._held) > before:
                    path, file = self._held.pop()
                    path.unlink(missing_ok=True)
                    os.close(file)

        return compiled

    def _path(self, key: tuple[object, ...]) -> Path:
        types, *machine = key
        name = hashlib.sha256(repr((str(types), machine, self._of)).encode()).hexdigest()
        return self._folder / f"{self._name}-{name[:16]}.kernel"


@cache
def _tell_of_damage() -> None:
    """Print a warning, once per process."""
    print(f"cardtui: compiled kernels in {_root()} are damaged; they are compiled again", file=sys.stderr)


Function = TypeVar("Function", bound=Callable[..., object])
"""A kernel keeps the signature of its function, for the type checker; numba ignores annotations."""


def _cached(function: Function, *, nrt: bool) -> Function:
    numba.config.CACHE_DIR = _folder(function.__module__)  # type: ignore[attr-defined]  # numba sets it at run time
    made = numba.njit(nogil=True, cache=True, _nrt=nrt)(function)  # type: ignore[call-overload]  # its types lack _nrt
    kept = _Kept(made._cache)
    made._cache._cache_file, made.compile = kept, kept.compiling(made.compile)
    kernel: Function = made
    return kernel


def njit(function: Function) -> Function:
    """Compile a function on its first call. The result is cached on disk, and runs without the GIL."""
    return _cached(function, nrt=True)


def borrow(function: Function) -> Function:
    """Compile a function like `njit`, but without counting references to arrays: faster, if it creates no arrays.

    It borrows the arrays that are passed to it from its caller. numba counts references atomically, which in a function
    with a loop takes longer than a turn of a game. `_nrt` is numba's undocumented switch; a function that creates an
    array does not compile without reference counts.
    """
    return _cached(function, nrt=False)


def shared(function: Function) -> Function:
    """Make a plain Python function callable from kernels; calls from Python are unaffected."""
    known: Function = numba.extending.register_jitable(function)
    return known


def _intrinsic(function: Callable[[object, object], object]) -> Callable[[int], int]:
    """Define a kernel of one int64 by its LLVM code."""
    return numba.extending.intrinsic(function)  # type: ignore[return-value]  # numba's types say it cannot be called


@_intrinsic
def lowest(_context: object, _word: object) -> object:
    """Return the index of the lowest set bit of a positive int64."""

    def code(_context: object, builder: ir.IRBuilder, _signature: object, values: list[ir.Value]) -> ir.Value:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return numba.int64(numba.int64), code


@_intrinsic
def highest(_context: object, _word: object) -> object:
    """Return the index of the highest set bit of an int64, or -1 for 0."""

    def code(_context: object, builder: ir.IRBuilder, _signature: object, values: list[ir.Value]) -> ir.Value:
        last = ir.Constant(ir.IntType(64), 63)
        return builder.sub(last, builder.ctlz(values[0], ir.Constant(ir.IntType(1), 0)))

    return numba.int64(numba.int64), code


@_intrinsic
def count(_context: object, _word: object) -> object:
    """Return the number of set bits of an int64."""

    def code(_context: object, builder: ir.IRBuilder, _signature: object, values: list[ir.Value]) -> ir.Value:
        return builder.ctpop(values[0])

    return numba.int64(numba.int64), code


GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@borrow
def mix(word: np.uint64) -> np.uint64:
    """Scramble a 64-bit word: the finalizer of splitmix64 (Steele, Lea and Flood, 2014)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


RandomState: TypeAlias = NDArray[np.uint64]
"""The state of a random generator of kernels, splitmix64: uint64 (1,). Drawing advances it in place."""


def random_state(seed: int, stream: int = 0) -> RandomState:
    """Return a random generator state for kernels. Streams of one seed are independent."""
    words = np.random.SeedSequence([seed, stream]).generate_state(1, np.uint64)
    return words.astype(np.uint64)  # a copy, which the caller owns


@borrow
def draw(rng: RandomState) -> np.uint64:
    """Return the next 64 random bits."""
    rng[0] += GOLDEN
    return mix(rng[0])


@borrow
def below(rng: RandomState, bound: int) -> int:
    """Return a random integer, uniform over 0 … bound - 1, for bounds far below 2³²."""
    return int(np.int64(((draw(rng) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32)))


@borrow
def unit(rng: RandomState) -> float:
    """Return a random float, uniform in [0, 1)."""
    return np.float64(draw(rng) >> np.uint64(11)) * 2.0**-53
