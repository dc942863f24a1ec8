"""Matches killed with SIGKILL at random moments: nothing that was acknowledged may be lost.

The process does a step for every line that it is sent: a move at random, a next deal, an undo, another bot on a seat.
It says so on its standard output after each is saved. It is killed while it works, or while it waits for the next line:
then all that it has not handed to the disk is lost with it. What it does at a step depends on the match's seed and the
step's number alone, so that the match can be played again in memory. The games take turns.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from cardtui import record
from cardtui.core import Decision, Option
from cardtui.match import Match

from . import samples

STEPS = ("deal", "action", "undo", "replace")
"""What tells the lines of a record that are steps."""
MOST = 40
"""Steps that one life of the process is asked for, at most."""
CHILD = "import sys; from tests.kill import main; main(*sys.argv[1:])"
HERE = Path(__file__).parents[1]


def new(name: str, seed: int, path: Path | None = None) -> Match:
    """Start a short match of a game among quick bots."""
    sample = samples.of(name)
    return Match.new(name, sample.rules, sample.seats, seed, path)


def step(match: Match, number: int) -> bool:
    """Do step `number` of a match; False when it is over."""
    rng = Random(f"{match.header.seed}/{number}")
    seat = match.turn
    if match.over:
        return False
    if rng.random() < 0.1:
        seats = samples.of(match.game.name).seats
        match.replace(rng.randrange(len(seats)), rng.choice((*seats, "random")))
    elif seat is None:
        match.next_deal()
    elif rng.random() < 0.1 and not match.undo_reason():
        match.undo()
    else:
        legal = match.observe(seat).legal
        action = rng.choice(legal)
        options = tuple(Option(other, 1 / len(legal), rng.random(), None, 7, "why not") for other in legal)
        match.play(action, Decision(action, options, "wins", "at random"))
    return True


def steps_in(lines: list[dict[str, Any]]) -> int:
    """How many steps a record holds, its first deal not counted."""
    return sum(not line.keys().isdisjoint(STEPS) for line in lines) - 1


def main(name: str, file: str, seed: str) -> None:
    """Start or resume the match in that file; then a step for each line of standard input, until the match is over."""
    path = Path(file)
    if path.exists():
        match = Match.resume(path)
        number = steps_in(record.read(path)[1])
    else:
        match, number = new(name, int(seed), path), 0
    print(number, flush=True)
    while sys.stdin.readline() and step(match, number):
        number += 1
        print(number, flush=True)
    match.close("finished")
    print("finished", flush=True)


def state_of(match: Match) -> list[Any]:
    """All that a match is made of, in values that can be compared."""
    return [(frame.header.seats, frame.standing, frame.deal, frame.move, frame.state) for frame in match.frames]


def check(name: str, path: Path, seed: int, acknowledged: int) -> bool:
    """Resume the match and play its steps again in memory; AssertionError if anything is lost. False: no match yet."""
    if not path.exists() or b"\n" not in path.read_bytes():
        again = new(name, seed)
        for number in range(acknowledged):
            step(again, number)
        assert not again.touched, "an acknowledged match is gone"  # there is no record before the first move
        return False
    match = Match.resume(path)
    match.close()
    assert path.read_bytes().endswith(b"\n"), "a torn line is still there"
    done = steps_in(record.read(path)[1])
    assert done >= acknowledged, f"of {acknowledged} acknowledged steps {done} are there"
    assert done <= acknowledged + 1 or acknowledged < 0, f"{done} steps, of which {acknowledged} were acknowledged"
    again = new(name, seed)
    for number in range(done):
        assert step(again, number), "the match was over earlier"
    assert state_of(match) == state_of(again), "another state was saved"
    assert match.header.seats == again.header.seats, "others sit there than did"
    return True


def tear(path: Path, rng: Random) -> None:
    """What a power cut leaves: the beginning of a line that was being written."""
    line = b'{"seat":0,"action":"pass"}'
    with path.open("ab") as file:
        file.write(line[: rng.randint(1, len(line))])


def run(kills: int, folder: Path, seed: int = 0) -> Counter[str]:
    """Kill a playing process so often, each time at a random moment. How many steps each game acknowledged."""
    rng = Random(seed)
    seeds: dict[str, int] = {}
    acknowledged: Counter[str] = Counter()
    done = 0
    for name in cycle(samples.all()):
        if done == kills:
            break
        path, match_seed = folder / f"{name}.jsonl", seeds.setdefault(name, rng.getrandbits(32))
        numbers, finished, killed = _once(name, path, match_seed, rng)
        acknowledged[name] += len(numbers)
        done += killed
        if path.exists() and rng.random() < 0.3:
            tear(path, rng)
        if not check(name, path, match_seed, numbers[-1] if numbers else -1) or finished:
            path.unlink(missing_ok=True)
        if finished:
            del seeds[name]
    return acknowledged


def _once(name: str, path: Path, seed: int, rng: Random) -> tuple[list[int], bool, bool]:
    """One life of the process: the steps it acknowledged, and whether it finished, and whether it was killed."""
    command = [sys.executable, "-c", CHILD, name, str(path), str(seed)]
    asked = rng.randint(1, MOST)
    heard = asked if rng.random() < 0.5 else rng.randrange(asked)  # all of them: it is idle when it is killed
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=HERE) as run:
        assert run.stdin and run.stdout
        said = b""
        if rng.random() < 0.1:
            time.sleep(rng.random() * 0.3)  # perhaps before it has begun
        else:
            run.stdin.write(b"\n" * asked)
            run.stdin.flush()
            said = b"".join(run.stdout.readline() for _ in range(1 + heard))
        run.kill()
        lines = (said + run.stdout.read()).split(b"\n")[:-1]  # a torn last line was not said
    finished = lines[-1:] == [b"finished"]
    numbers = [int(line) for line in lines if line != b"finished"]
    assert run.returncode in (0, -9), lines
    return numbers, finished, run.returncode == -9
