"""The partial results of a review, written as they come, so that a review that was stopped goes on from there.

A line of JSON for each piece of work: stage, number, answer. What cannot be read is computed again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from .. import record
from ..core import Action
from ..executors.workers import Compiling
from ..intervals import Estimate
from ..system import files
from .ends import Ends
from .luck import Draw
from .proof import Difference
from .verdicts import Screening

Task = TypeVar("Task")


class PartialResults:
    """The partial results in a file; without one nothing is kept."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.known: dict[str, dict[int, Any]] = {}
        for line in self._lines():
            with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
                stage, number, answer = json.loads(line)
                self.known.setdefault(stage, {})[number] = _read(answer)

    def _lines(self) -> list[str]:
        with suppress(OSError, ValueError):
            return files.read_regular(self.file, record.MOST).decode().splitlines() if self.file else []
        return []

    def each(self, stage: str, tasks: Sequence[Task], ask: Callable[[Sequence[Task]], Iterator[Any]]) -> Iterator[Any]:
        """Yield (index of the task, answer), those that are known first, and what else `ask` yields for the others."""
        known = {number: answer for number, answer in self.known.get(stage, {}).items() if number in range(len(tasks))}
        yield from known.items()
        todo = [number for number in range(len(tasks)) if number not in known]
        for found in ask([tasks[number] for number in todo]) if todo else ():
            if isinstance(found, Compiling):
                yield found
                continue
            number, answer = todo[found[0]], found[1]
            self._keep(json.dumps([stage, number, _plain(answer)], separators=(",", ":")))
            yield number, answer

    def _keep(self, line: str) -> None:
        """Add a line; if it cannot be written, the piece is answered again the next time."""
        if self.file:
            with suppress(OSError), self.file.open("a", encoding="utf-8") as stream:
                stream.write(f"{line}\n")

    def forget(self) -> None:
        """Delete the file."""
        if self.file:
            with suppress(OSError):
                self.file.unlink(missing_ok=True)


def _plain(answer: Any) -> Any:
    """Return an answer of `match_review.work` as plain JSON: of judges by name, values of a deal's start, or a draw."""
    if isinstance(answer, dict):
        return {"judges": {name: _plain(one) for name, one in answer.items()}}
    if isinstance(answer, Screening):
        values = [[action, value, answer.gains.get(action)] for action, value in answer.values.items()]
        ends = answer.ends and [*answer.ends[:2], *([*part.items()] for part in answer.ends[2:])]
        return {"screening": [values, answer.loss, answer.effects, answer.effect_se, ends]}
    if isinstance(answer, Difference):
        return {"difference": answer}
    if isinstance(answer, Draw):
        return {"draw": answer}
    return answer and [[float(value) for value in row] for row in answer]


def _read(plain: Any) -> Any:
    """Return the answer again. Raises ValueError, TypeError, KeyError or AttributeError if it is none."""
    if not isinstance(plain, dict):
        return plain
    ((kind, told),) = plain.items()
    if kind == "judges":
        return {name: _read(one) for name, one in told.items()}
    if kind == "difference":
        return Difference(*told)
    if kind == "draw":
        return Draw(tuple(told[0]), tuple(Estimate(*one) for one in told[1]))
    values, loss, effects, effect_se, ends = told
    actions = [_action(one) for one, _, _ in values]
    gains = {action: (gain[0], gain[1]) for action, (_, _, gain) in zip(actions, values, strict=True) if gain}
    found = {action: value for action, (_, value, _) in zip(actions, values, strict=True)}
    return Screening(found, Difference(*loss), tuple(effects), effect_se, gains, ends and _ends(*ends))


def _action(plain: Any) -> Action:
    verb, cards, to = plain
    return Action(verb, tuple(cards), to)


def _ends(first: float, step: float, shares: Any, won: Any) -> Ends[Action]:
    return Ends(first, step, {_action(one): tuple(share) for one, share in shares}, {_action(one): x for one, x in won})
