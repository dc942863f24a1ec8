"""One match in progress: seats, turn, undo, scores, record. Knows no screen."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

from . import dice, record, registry
from .core import Action, Decision, Game, Observation, Refusal, Standing
from .entries import HUMAN, GameEntry
from .record import Frame, Header, Move, Writer


def seats_of(entry: GameEntry, people: int, bots: Sequence[str], seats: int | None, named: bool) -> tuple[str, ...]:
    """Who sits where: people first, then the bots in turn until all seats are taken. Refusal for too many or too few.

    `named`: these bots were asked for, and all of them must sit; else two people or more play without any.
    """
    low, high = entry.seats
    count = seats or min(high, max(low, people + (len(bots) if named or people < 2 else 0)))
    wanted = len(bots) if named else 0
    if people + wanted > min(count, high):
        who = f"{people} {'person' if people == 1 else 'people'} and {wanted} bot{'s' * (wanted != 1)}"
        raise Refusal(f"{who} do not fit on {min(count, high)} seat{'s' * (min(count, high) != 1)}")
    if count < low:
        raise Refusal(f"{entry.name} needs at least {low} seats, not {count}")
    return (HUMAN,) * people + tuple(islice(cycle(bots), count - people))


class _Past(NamedTuple):
    """A finished deal, put away: thousands may be watched, and only undo comes back to one."""

    packed: bytes
    """Its frames."""
    steps: int
    """How many they are."""
    after: Standing
    back: tuple[int, ...]
    """For each seat, how many steps back from the deal's end its last move is; 0 where it made none."""


class Match:
    """A match of people and bots. Bots are moved by the caller: it asks them, and plays what they decide."""

    def __init__(self, game: Game[Any], header: Header, frames: Sequence[Frame], writer: Writer | None) -> None:
        self.game = game
        self.header = header
        self.ticket = 0
        """Changes with every change of the match, so that a late answer can be told and dropped."""
        self._past = list[_Past]()
        self._frames = list[Frame]()
        """The moments of this deal."""
        self._writer = writer
        self._fresh = False
        """Whether the record was begun here and no action has been written to it."""
        for frame in frames:
            self._add(frame)

    @classmethod
    def new(
        cls, name: str, rules: str, seats: tuple[str, ...], seed: int, path: Path | None = None, ranked: bool = False
    ) -> Match:
        """A new match, saved to `path` from the first deal on. Refusal for bad rules or seats."""
        game = registry.game(name, rules, len(seats))
        header = Header(name, game.spec, seats, seed, ranked, tuple(_weights(game, seat) for seat in seats))
        if path and path.exists():
            raise Refusal(f"{path} is there already")
        writer = Writer(path) if path else None
        match = cls(game, header, [], writer)
        match._fresh = True
        match._write(record.header_line(header))
        match._deal(game.opening())
        return match

    @classmethod
    def resume(cls, path: Path) -> Match:
        """The match at the exact moment at which its record ends. Refusal when it cannot be replayed."""
        record.read(path)
        writer = Writer(path)  # locked before it is read to go on, so that nobody else is writing
        try:
            found = record.load(path)
            record.mend(path)
        except (Refusal, OSError):
            writer.close()
            raise
        match = cls(found.game, found.seated, found.frames, writer)
        if not match._frames:
            match._deal(found.game.opening())
        return match

    # --- where it stands --------------------------------------------------------------------

    @property
    def frames(self) -> list[Frame]:
        """Every moment of the match; those of earlier deals are unpacked for this, which takes its time."""
        return [frame for past in self._past for frame in _unpack(past)] + self._frames

    @property
    def deal(self) -> int:
        """Which deal this is, from 1."""
        return self._frames[-1].standing.deals + 1

    @property
    def state(self) -> Any:
        """The state now."""
        return self._frames[-1].state

    @property
    def turn(self) -> int | None:
        """The seat to act; None between deals."""
        return self.game.turn(self.state)

    @property
    def standing(self) -> Standing:
        """Scores and deals so far, the deal just finished included."""
        before = self._frames[-1].standing
        return self.game.carry(before, self.state) if self.turn is None else before

    @property
    def over(self) -> bool:
        """Whether somebody has won the match."""
        return bool(self.standing.winners)

    @property
    def path(self) -> Path | None:
        """Where it is saved."""
        return self._writer.path if self._writer else None

    @property
    def kept(self) -> bool:
        """Whether the record stays when it is closed: not that of a new match in which nothing was played."""
        return self._writer is not None and not self._fresh

    def turns(self) -> list[Frame]:
        """The moments after each move of this deal."""
        return self._frames[1:]

    def moves(self) -> list[Move]:
        """The moves of this deal."""
        return [frame.move for frame in self.turns() if frame.move]

    def results(self) -> list[Standing]:
        """The standing after each finished deal."""
        return [past.after for past in self._past] + [self.standing] * (self.turn is None)

    def observe(self, seat: int) -> Observation:
        """All that a seat may know."""
        return self.game.observe(self.state, seat)

    @property
    def secret(self) -> bool:
        """Whether a seat knows of a card that another does not. Where none does, no hand need be covered."""
        views = [self.observe(seat).zones for seat in range(len(self.header.seats))]
        known = [{card for zone in zones for card in zone.cards} for zones in views]
        return any(cards != known[0] for cards in known)

    @property
    def touched(self) -> bool:
        """Whether a person has acted (anyone, when only bots play)."""
        return self._undo_count() > 0

    def is_human(self, seat: int | None) -> bool:
        """Whether a person sits there."""
        return seat is not None and self.header.seats[seat] == HUMAN

    def rng_seed(self, seat: int) -> str:
        """The seed of a bot's dice at this moment: the same in every run of the same match, and it leads to no deal."""
        return dice.key(self.header.seed, self.standing.deals, len(self.moves()), seat)

    # --- what can be done --------------------------------------------------------------------

    def play(self, action: Action, decision: Decision | None = None) -> None:
        """Play the turn of the seat to act; it is saved when this returns. Refusal, naming the rule, if illegal."""
        seat = self.turn
        if seat is None:
            raise Refusal("the deal is over")
        state = self.game.apply(self.state, action)
        move = Move(seat, action, decision)
        self._write(record.move_line(self.game, move))
        self._fresh = False
        self._add(self._frames[-1]._replace(header=self.header, state=state, move=move))
        self.ticket += 1
        if self.turn is None:
            self._write({"result": list(self.game.returns(state)), "scores": list(self.standing.scores)})

    def undo_reason(self) -> str:
        """Why nothing can be undone now; "" when something can."""
        if self.header.ranked:
            return "a ranked match keeps every move"
        if not self.touched:
            return "there is no move of yours to take back"
        return ""

    def undo(self) -> None:
        """Back to before the last move of a person (of anyone, when only bots play). Refusal when it cannot be."""
        reason = self.undo_reason()
        if reason:
            raise Refusal(reason)
        count = self._undo_count()
        self._write({"undo": count})
        while count >= len(self._frames):
            count -= len(self._frames)
            self._frames = _unpack(self._past.pop())
        del self._frames[len(self._frames) - count :]
        self.ticket += 1

    def next_deal(self) -> None:
        """Deal again. Refusal while a deal is on or after the match has been won."""
        if self.turn is not None:
            raise Refusal("this deal is not over")
        if self.over:
            raise Refusal("the match is over")
        self._deal(self.standing)

    def replace(self, seat: int, spec: str) -> None:
        """Put another bot (or "human") on a seat from now on. Refusal when there is no such seat or bot."""
        seats = self.header.seats
        if not 0 <= seat < len(seats):
            raise Refusal(f"there is no seat {seat}; seats are 0 … {len(seats) - 1}")
        weights = _weights(self.game, spec)
        self._write({"replace": seat, "by": spec, "weights": weights})
        self.header = self.header.seated(seat, spec, weights)
        self.ticket += 1

    def close(self, note: str = "") -> None:
        """Close the record; with a note ("finished", "left") it is not offered for resuming again.

        Nor is a match in which no person has acted: there is nothing to lose. Where nothing was played at all, the
        record goes.
        """
        if self._writer and not self.kept:
            self._writer.discard()
        elif self._writer:
            if note := note or ("" if self.touched else "left"):
                self._write({"quit": note})
            self._writer.close()
        self._writer = None

    # --- inside -------------------------------------------------------------------------------

    def _deal(self, standing: Standing) -> None:
        deal = self.game.deal(dice.deal(self.header.seed, standing.deals), standing)
        self._write({"deal": deal})
        self._add(Frame(self.header, standing, deal, self.game.start(deal)))
        self.ticket += 1

    def _add(self, frame: Frame) -> None:
        if frame.move is None and self._frames:  # a new deal
            packed, after = zlib.compress(pickle.dumps(self._frames)), frame.standing
            self._past.append(_Past(packed, len(self._frames), after, self._back()))
            self._frames = []
        self._frames.append(frame)

    def _back(self) -> tuple[int, ...]:
        """For each seat, how many steps back its last move in this deal is; 0 where it made none."""
        back = [0] * len(self.header.seats)
        for steps, frame in enumerate(reversed(self._frames), 1):
            if frame.move and not back[frame.move.seat]:
                back[frame.move.seat] = steps
        return tuple(back)

    def _undo_count(self) -> int:
        people = [seat for seat, spec in enumerate(self.header.seats) if spec == HUMAN]
        steps, back, before = len(self._frames), self._back(), iter(reversed(self._past))
        passed = 0
        while not (found := [back[seat] for seat in people or range(len(back)) if back[seat]]):
            passed += steps
            if (past := next(before, None)) is None:
                return 0
            steps, back = past.steps, past.back
        return passed + min(found)

    def _write(self, line: dict[str, Any]) -> None:
        if self._writer:
            self._writer.append(line)


def _unpack(past: _Past) -> list[Frame]:
    frames: list[Frame] = pickle.loads(zlib.decompress(past.packed))
    return frames


def _weights(game: Game[Any], spec: str) -> str:
    if spec == HUMAN:
        return ""
    registry.check(game.name, spec, game.spec)
    return registry.version(game.name, spec)
