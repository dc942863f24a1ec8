"""Matches with a bot that misbehaves, as a screen plays them: ask, and put somebody else on the seat after a fault."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cardtui import registry
from cardtui.hosting.host import BotFault, Host
from cardtui.match import Match
from cardtui.registry import catalogue

from . import samples

FOLDER = str(Path(__file__).parent / "bad_agents")
FAULTS = {
    "raises": "raised",
    "hangs": "hung",
    "floods": "flooded",
    "cheats": "illegal",
    "misplaces": "illegal",
    "scribbles": "illegal",
    "concludes": "illegal",
    "exits": "raised",
    "hoards": "memory",
    "dies": "died",
}


@contextmanager
def installed() -> Iterator[None]:
    """The bots of `bad_agents` as plug-ins, here and in every child."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", FOLDER, prepend=os.pathsep)
        patch.syspath_prepend(FOLDER)
        catalogue.forget()
        try:
            yield
        finally:
            sys.modules.pop("bad_agents", None)
            importlib.invalidate_caches()
            catalogue.forget()


async def survive(host: Host, name: str, bad: str, seed: int, path: Path | None = None) -> list[BotFault]:
    """Play a match of three deals with `bad` on the second or only seat; after a fault with a good bot there."""
    seats, rules = samples.of(name).seats, next(iter(registry.rule_sets(name)[1]))
    match = Match.new(name, f"{rules}:deals=3", (*seats[:1], bad, *seats[2:])[-len(seats) :], seed, path)
    faults = []
    while True:
        seat = match.turn
        if seat is not None:
            spec, ticket = match.header.seats[seat], match.ticket
            seconds = 0.5 if spec.startswith("hangs") else 60.0  # others are never slow, a busy machine is
            try:
                decision = await host.decide(
                    match.game, spec, match.observe(seat), match.rng_seed(seat), seconds=seconds
                )
            except BotFault as fault:
                faults.append(fault)
                match.replace(seat, seats[0])
                continue
            assert match.ticket == ticket
            match.play(decision.action, decision)
        elif match.over:
            break
        else:
            match.next_deal()
    assert match.standing.deals == 3 and len(match.standing.winners) >= 1
    match.close("finished")
    return faults
