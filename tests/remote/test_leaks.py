"""Nothing of what a seat may not know is in any byte that it is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest

from cardtui.core import Refusal
from cardtui.hosting.host import Host
from cardtui.json_forms import observation_json
from cardtui.match import Match
from cardtui.registry import catalogue
from cardtui.remote import Referee, messages

from ..ui.common import Bots
from .common import LAID, SETTINGS, Person, new, opened, until_turn

SECRET = 5_000_000_000_000_017
"""A seed that no other number contains by chance."""


def test_every_game_for_two_or_more_is_here() -> None:
    assert LAID.keys() == {name for name, entry in catalogue.shipped().items() if entry.seats[1] > 1}


def texts(value: Any) -> Iterator[str]:
    """All words in the texts of a JSON value, its keys too."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from key.split()
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)
    elif isinstance(value, str):
        yield from value.split()


def faces(game: Any, data: Any) -> set[int]:
    """The cards that are named anywhere in a JSON value."""
    found = set()
    for word in texts(data):
        try:
            found.add(game.card(word))
        except Refusal:
            continue
    return found


def check(match: Match, person: Person) -> None:
    """The last table of a person is what the seat may see, and no card is named beyond."""
    seat, game = person.table["seat"], match.game
    seen = match.observe(seat)
    told = {card for zone in seen.zones for card in zone.cards} | {
        c for e in seen.history for c in (*e.gain, *e.action.cards)
    }
    allowed = told | {card for action in seen.legal for card in action.cards} | faces(game, dict(seen.facts))
    assert person.seen == json.loads(json.dumps(observation_json(game, seen)))
    rest = {key: value for key, value in person.table.items() if key not in ("rules", "game", "names", "seats")}
    assert faces(game, rest) <= allowed
    hidden = {card for other in range(game.seats) if other != seat for card in match.observe(other).zone("hand").cards}
    assert not faces(game, rest) & (hidden - allowed)


@pytest.mark.parametrize("game", LAID)
async def test_a_whole_deal_tells_each_seat_its_own_observation_alone(game: str) -> None:
    async with opened(game, seed=SECRET) as one:
        host, guest = await one.host(), await one.guest()
        rng, moves, ticket = Random(3), 0, -1
        while turn := await until_turn(host, guest, ticket=ticket):
            for person in (host, guest):
                check(one.match, person)
            ticket = one.match.ticket
            turn.move(rng.choice(turn.seen["legal"]))
            moves += 1
        for person in (host, guest):
            check(one.match, person)
        assert moves >= 3 and one.match.turn is None
        for person in (host, guest):
            assert str(SECRET).encode() not in person.heard
            assert b"decision" not in person.heard and b"probability" not in person.heard
            tables = [json.loads(line)["table"] for line in person.heard.splitlines() if b'"table"' in line]
            assert len(tables) > moves and all(set(table) == {*messages.Table._fields, "rules"} for table in tables)
            assert {table["seat"] for table in tables} == {person.table["seat"]}


@pytest.mark.parametrize("game", LAID)
def test_worlds_that_a_seat_cannot_tell_apart_are_told_in_the_same_bytes(game: str) -> None:
    match, door = new(game)
    referee = Referee(match, door, cast(Host, Bots()), lambda: SETTINGS)
    law, rng = match.game, Random(5)
    other, secret = 0, match.secret
    for _ in range(12):
        if match.turn is None:
            break
        for seat in door.tokens:
            frame = match._frames[-1]
            told = messages.line(messages.table_json(referee.table(seat)))
            match._frames[-1] = frame._replace(state=law.determinize(match.observe(seat), rng))
            other += match.state != frame.state
            assert messages.line(messages.table_json(referee.table(seat))) == told
            match._frames[-1] = frame
        match.play(rng.choice(law.legal(match.state)))
    assert other >= 6 if secret else not other  # there really were other worlds, but where all cards are known
    door.close()
