"""A cache of results, so that a match is reviewed once, and a bot's own games are judged once.

`python -m cardtui.review.cache REQUEST` prints a review as JSON lines, for screens: REQUEST is a `Request` as JSON.

A cached result is a file in the folder `reviews` beside that of the records, named by a hash of all that it depends on.
It may be deleted at any time, and what is missing, malformed or made by another state of the program is made again.
Beside it lie the partial results of reviews that were stopped.
"""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from .. import __version__, loading, record, registry, settings
from ..core import Game
from ..registry import catalogue
from ..system import files, module_runner
from . import match_review, regret
from .judges import able_judges
from .partial_results import PartialResults
from .report import FORMAT

MOST = 200
"""How many results are kept: the newest."""
FEW = 20
"""How many reviews are kept that were stopped: the newest."""


class Request(NamedTuple):
    """What `match_review.review` is asked, as plain values."""

    path: str
    seat: int | None = None
    """From 0; None for the first person, or seat 0 if there is none."""
    judges: tuple[str, ...] = ()
    """The names of the judges; () for all that can judge under the match's rules."""
    seed: int = 0
    jobs: int = 1
    seconds: float | None = None
    """After this time no further mistake is proved."""
    marks: tuple[float, ...] = ()
    """The least losses that are marked, at a stake of one; () for the game's own."""


def review(asked: Request) -> Generator[dict[str, Any], None, None]:
    """Yield the report as `match_review.review` does, or at once the whole one that was kept. Raises what it raises."""
    path, judges = Path(asked.path), tuple(asked.judges)
    file = _file(path, asked)
    kept = read(file) if file else None
    if kept and whole(kept):
        yield kept | {"file": path.name}
        return
    report: dict[str, Any] = {}
    partial = PartialResults(_begun(file) if file else None)
    found = match_review.review(
        path,
        seat=asked.seat,
        judges=judges,
        seed=asked.seed,
        jobs=asked.jobs,
        seconds=asked.seconds,
        marks=asked.marks,
        partial=partial,
    )
    for report in found:
        yield report
    if file and not report["summary"]["to_prove"]:
        _keep(file, report)
        partial.forget()


def _begun(file: Path) -> Path | None:
    """Return the file for the partial results of a review that is not whole yet; None if none can be kept."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        _forget(file.parent)
        return file.with_suffix(".part")
    return None


def regret_of(
    name: str,
    rules: str,
    bot: str,
    *,
    jobs: int = 1,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> dict[str, Any]:
    """Return `regret.report` on a bot's own games at the usual table, or the one that was kept.

    Raises what that raises.
    """
    game, file = registry.game(name, rules), None
    if (state := _state(name)) and bot in registry.own_bots(name):
        key = ["regret", __version__, *state, name, game.spec, bot, *_weights(game)]
        file = _named([*key, registry.version(name, bot)])
    found = read(file) if file else None
    if not found or "positions" not in found:
        found = regret.report(name, game.spec, game.seats, bot, jobs=jobs, progress=progress)
        if file:
            _keep(file, found)
    return found


def _keep(file: Path, found: Mapping[str, Any]) -> None:
    """Keep a result; if it cannot be written, it is made again the next time."""
    with suppress(OSError):
        files.write_atomically(file, json.dumps(found, separators=(",", ":")))
        _forget(file.parent)


def watch(asked: Request) -> AsyncGenerator[dict[str, Any], None]:
    """Yield the reports of `review`, made in a child process that ends with the iteration.

    Raises Refusal if there is nothing to review.
    """
    return module_runner.lines(__name__, json.dumps(asked._asdict()))


def _file(path: Path, asked: Request) -> Path | None:
    """Return the file for the result of a request; None if it cannot be known what it would rest on."""
    header, _ = record.read(path)
    if not (state := _state(header.game)):
        return None
    weights = _weights(registry.game(header.game, header.rules, len(header.seats)))
    match = sha256(files.read_regular(path, record.MOST)).hexdigest()
    rests = [FORMAT, __version__, *state, match, asked.seat, list(asked.judges), list(asked.marks), asked.seed, weights]
    return _named(rests)


def _weights(game: Game[Any]) -> list[str]:
    """Return the versions of the bots that judge."""
    return [registry.version(game.name, one.bot) for one in able_judges(game) if one.bot]


def _named(rests: Sequence[Any]) -> Path:
    """Return the file of a result that rests on all this."""
    return settings.reviews_dir() / f"{sha256(json.dumps(rests).encode()).hexdigest()[:40]}.json"


def _state(game: str) -> list[str]:
    """Return what changes whenever the program of a game does; [] if that cannot be known: of a game from a file."""
    if game in catalogue.shipped():
        return [_program()]
    return [] if catalogue.file_of(game) else [_program(), _package(game)]


@cache
def _program() -> str:
    """Return what changes whenever a source of this program does: a hash of their names, sizes and times."""
    roots = [Path(__file__).parents[1], Path(loading.load("cardtui.agents:__file__")).parent]
    return _hash([file for root in roots for file in root.rglob("*.py")])


@cache
def _package(game: str) -> str:
    """Return what changes with an installed game: a hash of the files of its packages, and of all installed versions.

    Its packages are those of its rules, its judges and its bots.
    """
    from importlib.metadata import distributions

    entry, judges = registry.game_entry(game), registry.judging(game).judges
    targets = (entry.law, entry.judging, *(one.target for one in judges), *(bot.target for bot in entry.bots))
    modules = {target.rpartition(":")[0] if isinstance(target, str) else target.__module__ for target in targets}
    found = {file for module in modules for file in _files_of(module)}
    return _hash(found, *sorted(f"{one.name} {one.version}" for one in distributions()))


def _files_of(module: str) -> list[Path]:
    """Return the files of the package that a module is in, but none of this program; `module` may be a file itself."""
    from importlib.util import find_spec

    package = module.partition(".")[0]
    if module.endswith(".py"):
        return [Path(module)]
    if package == "cardtui" or not (spec := find_spec(package)):
        return []
    if folders := spec.submodule_search_locations:
        files = (file for folder in folders for file in Path(folder).rglob("*") if file.is_file())
        return [file for file in files if "__pycache__" not in file.parts]
    return [Path(spec.origin)] if spec.origin else []


def _hash(sources: Iterable[Path], *more: str) -> str:
    """Return a hash of the names, sizes and times of files, and of texts."""
    found = [(str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in sources]
    return sha256(json.dumps([sorted(found), more]).encode()).hexdigest()


def read(file: Path) -> dict[str, Any] | None:
    """Return a kept result; None if it is missing or malformed."""
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(files.read_regular(file, record.MOST))
        return found if isinstance(found, dict) else None
    return None


def whole(found: Mapping[str, Any]) -> bool:
    """Return whether a kept result is a whole report of `match_review.review`."""
    return found.get("review") == FORMAT and found.get("stage") == "whole"


def _forget(there: Path) -> None:
    """Delete the oldest results if there are too many."""
    for ending, most in (("json", MOST), ("part", FEW)):
        for file in files.newest(there, f"*.{ending}")[most:]:
            file.unlink(missing_ok=True)


def main(request: str) -> None:
    """Print the reports of a request as JSON lines. Exits with a sentence if there is nothing to review."""
    with module_runner.errors_in_one_line():
        for report in review(Request(**json.loads(request))):
            print(json.dumps(report), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
