"""A match in progress: seats, turns, undo, scores and the record. Independent of any user interface."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from . import dice, record, registry
from .core import Action, Decision, Game, Observation, Refusal, Standing
from .entries import HUMAN, GameEntry
from .record import Frame, Header, Move, Writer
from .registry import plugins
from .text.formatting import counted


def seats_of(entry: GameEntry, people: int, bots: Sequence[str], seats: int | None, named: bool) -> tuple[str, ...]:
    """Return the spec of each seat: people first, then the bots in turn until all seats are taken.

    If `named`, the bots were asked for explicitly and all of them must be seated; otherwise two or more people play
    without bots. Raises Refusal for too many or too few seats.
    """
    low, high = entry.seats
    count = seats or min(high, max(low, people + (len(bots) if named or people < 2 else 0)))
    wanted = len(bots) if named else 0
    if people + wanted > min(count, high):
        who = f"{people} {'person' if people == 1 else 'people'} and {counted(wanted, 'bot')}"
        raise Refusal(f"{who} do not fit on {counted(min(count, high), 'seat')}")
    if count < low:
        raise Refusal(f"{entry.name} needs at least {counted(low, 'seat')}, not {count}")
    return (HUMAN,) * people + tuple(islice(cycle(bots), count - people))


class _Past(NamedTuple):
    """A finished deal, stored compressed. Only undo and `Match.frames` unpack it, and there may be thousands."""

    packed: bytes
    """The frames of the deal, pickled and compressed."""
    steps: int
    """Number of frames."""
    after: Standing
    back: tuple[int, ...]
    """For each seat, the number of steps from the end of the deal back to before its last move; 0 if it made none."""


class Match:
    """A match of people and bots. The caller asks the bots for decisions and plays them.

    Each change is saved before it is made: where it cannot be, OSError is raised and the match is as it was.
    """

    afar: ClassVar[bool] = False
    """Whether a referee plays it, who tells this table what its seat may know: then it is a `remote.Seat`."""

    def __init__(self, game: Game[Any], header: Header, frames: Sequence[Frame], writer: Writer | None) -> None:
        self.game = game
        self.header = header
        self.ticket = 0
        """Changes with every change of the match, so that a late answer of a bot can be recognised and dropped."""
        self._past = list[_Past]()
        self._frames = list[Frame]()
        """The frames of the current deal."""
        self._writer = writer
        self._place: Path | None = None
        """Where the record of a new match will be made."""
        self._early = False
        """Whether the record was made by `keep`, and no move that counts has been made since."""
        self.opening = frames[0].standing if frames else game.opening()
        """The standing before the first deal there is."""
        self._waiting = list[dict[str, Any]]()
        """The lines of a new match that has no record yet; the first move that counts brings them along."""
        for frame in frames:
            self._add(frame)

    @classmethod
    def new(
        cls, name: str, rules: str, seats: tuple[str, ...], seed: int, path: Path | None = None, ranked: bool = False
    ) -> Match:
        """Start a new match, saved to `path` from the first move of a person on (of a bot, where only bots play).

        Until then there is no file, so that nothing is left behind however the program ends. Raises Refusal for invalid
        rules or seats and if the code of somebody else's game fails, OSError if the folder of `path` cannot be made.
        """
        game = registry.game(name, rules, len(seats))
        header = Header(name, game.spec, seats, seed, ranked, tuple(_weights(game, seat) for seat in seats))
        if path and path.exists():
            raise Refusal(f"{path} is there already")
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
        match = cls(game, header, [], None)
        match._place = path
        match._write(record.header_line(header))
        match._deal(game.opening())
        return match

    @classmethod
    def resume(cls, path: Path) -> Match:
        """Continue a saved match where its record ends. Raises Refusal if it cannot be replayed."""
        record.read(path)
        writer = Writer(path)  # locked before it is loaded, so that no other process can append
        try:
            found = record.load(path)
            record.repair(path)
            match = cls(found.game, found.seated, found.frames, writer)
            if not match._frames:
                match._deal(found.game.opening())
        except BaseException:
            writer.close()
            raise
        return match

    # --- where it stands --------------------------------------------------------------------

    @property
    def frames(self) -> list[Frame]:
        """All frames of the match. Slow: the frames of earlier deals are unpacked for each call."""
        return [frame for past in self._past for frame in _unpack(past)] + self._frames

    @property
    def deal(self) -> int:
        """Number of the current deal, from 1."""
        return self._frames[-1].standing.deals + 1

    @property
    def state(self) -> Any:
        """The current state."""
        return self._frames[-1].state

    @property
    def turn(self) -> int | None:
        """The seat to act; None between deals."""
        return self.game.turn(self.state)

    @property
    def standing(self) -> Standing:
        """The scores and the number of deals so far, including a deal just finished."""
        before = self._frames[-1].standing
        return self.game.carry(before, self.state) if self.turn is None else before

    @property
    def over(self) -> bool:
        """Whether the match has been won."""
        return bool(self.standing.winners)

    @property
    def path(self) -> Path | None:
        """Path of the record, which need not exist yet; None if the match is not saved."""
        return self._writer.path if self._writer else self._place

    @property
    def kept(self) -> bool:
        """Whether there is a record. A new match in which no person has moved has none."""
        return self._writer is not None

    def turns(self) -> list[Frame]:
        """Return the frames after each move of this deal."""
        return self._frames[1:]

    def before(self) -> list[Frame]:
        """Return the frames before each move of this deal."""
        return self._frames[:-1]

    def moves(self) -> list[Move]:
        """Return the moves of this deal."""
        return [frame.move for frame in self.turns() if frame.move]

    def results(self) -> list[Standing]:
        """Return the standing after each finished deal."""
        return [past.after for past in self._past] + [self.standing] * (self.turn is None)

    def totals(self) -> list[tuple[float, ...]]:
        """Return the scores of all seats before the first deal and after each finished one."""
        return [self.opening.scores, *(after.scores for after in self.results())]

    @property
    def fewest_win(self) -> bool:
        """Whether lower scores are better, as those who have won show. Raises Refusal before the match is over."""
        if not self.over:
            raise Refusal("only the end of a match tells which scores are better")
        scores = self.standing.scores
        return scores[self.standing.winners[0]] < max(scores)

    def observe(self, seat: int) -> Observation:
        """Return the observation of a seat."""
        return self.game.observe(self.state, seat)

    @property
    def secret(self) -> bool:
        """Whether some seat knows a card that another seat does not. If not, hands need not be covered."""
        views = [self.observe(seat).zones for seat in range(len(self.header.seats))]
        known = [{card for zone in zones for card in zone.cards} for zones in views]
        return any(cards != known[0] for cards in known)

    @property
    def touched(self) -> bool:
        """Whether a person has acted (any seat, if only bots play)."""
        return self._undo_count() > 0

    def is_human(self, seat: int | None) -> bool:
        """Return whether a person sits on the seat."""
        return seat is not None and self.header.seats[seat] == HUMAN

    def rng_seed(self, seat: int) -> str:
        """Return the seed of a bot's generator for this decision.

        It is the same in every run of the same match, and does not reveal the deal.
        """
        return dice.seed(self.header.seed, self.standing.deals, len(self.moves()), seat)

    # --- what can be done --------------------------------------------------------------------

    def play(self, action: Action, decision: Decision | None = None) -> None:
        """Play and save an action of the seat to act. Raises Refusal, naming the rule, if it is illegal."""
        seat = self.turn
        if seat is None:
            raise Refusal("the deal is over")
        state = self.game.apply(self.state, action)
        move = Move(seat, action, decision)
        lines = [record.move_line(self.game, move)]
        if self.game.turn(state) is None:  # saved with the move, so that a full disk keeps both or neither
            after = self.game.carry(self.standing, state)
            lines.append({"result": list(self.game.returns(state)), "scores": list(after.scores)})
        self._write(*lines, counts=self.is_human(seat) or HUMAN not in self.header.seats)
        self._add(self._frames[-1]._replace(header=self.header, state=state, move=move))
        self.ticket += 1

    def undo_reason(self) -> str:
        """Return why nothing can be undone now, or "" if undo is possible."""
        if self.header.ranked:
            return "a ranked match keeps every move"
        if not self.touched:
            return "there is no move of yours to take back"
        return ""

    def undo(self) -> None:
        """Undo up to the last move of a person, or of any seat if only bots play. Raises Refusal if there is none."""
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
        """Start the next deal. Raises Refusal if a deal is in progress or the match has been won."""
        if self.turn is not None:
            raise Refusal("this deal is not over")
        if self.over:
            raise Refusal("the match is over")
        self._deal(self.standing)

    def replace(self, seat: int, spec: str) -> None:
        """Put another bot (or "human") on a seat from now on. Raises Refusal if there is no such seat or bot."""
        seats = self.header.seats
        if not 0 <= seat < len(seats):
            raise Refusal(f"there is no seat {seat}; seats are 0 … {len(seats) - 1}")
        weights = _weights(self.game, spec)
        self._write({"replace": seat, "by": spec, "weights": weights})
        self.header = self.header.seated(seat, spec, weights)
        self.ticket += 1

    def keep(self) -> None:
        """Make the record of a new match now, before a person moves. Raises OSError if it cannot be made."""
        if self._place and not self._writer:
            self._create(self._place)
            self._early = True

    def close(self, note: str = "") -> None:
        """Close the record. With a note ("finished", "left") the match is not offered for resuming again.

        A match in which no person has acted is not offered either, since nothing is lost, unless people elsewhere hold
        keys to it; if its record was made before anybody acted, it is deleted. A note that cannot be saved, because the
        disk is full for example, is left out: then the match is offered again.
        """
        if self._writer:
            wanted = self.touched or record.door_of(self._writer.path).exists()
            if self._early and not wanted:
                self._writer.discard()
            elif note := note or ("" if wanted else "left"):
                with suppress(OSError):
                    self._write({"quit": note})
            self._writer.close()
        self._writer = self._place = None

    # --- inside -------------------------------------------------------------------------------

    def _deal(self, standing: Standing) -> None:
        """Deal and save. Raises Refusal if the code of somebody else's game fails."""
        try:
            deal = self.game.deal(dice.deal_rng(self.header.seed, standing.deals), standing)
            state = self.game.start(deal)
        except (Exception, SystemExit) as error:
            if said := plugins.blamed(self.game, error):
                raise Refusal(said) from error
            raise
        self._write({"deal": deal})
        self._add(Frame(self.header, standing, deal, state))
        self.ticket += 1

    def _add(self, frame: Frame) -> None:
        if frame.move is None and self._frames:  # a new deal
            packed, after = zlib.compress(pickle.dumps(self._frames)), frame.standing
            self._past.append(_Past(packed, len(self._frames), after, self._back()))
            self._frames = []
        self._frames.append(frame)

    def _back(self) -> tuple[int, ...]:
        """For each seat, return the number of steps back to before its last move in this deal; 0 if it made none."""
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

    def _write(self, *lines: dict[str, Any], counts: bool = False) -> None:
        """Save lines. The first that count make the record of a new match."""
        if self._writer:
            self._writer.append(*lines)
            self._early = self._early and not counts
        elif self._place and counts:
            self._create(self._place, *lines)
        elif self._place:
            self._waiting += lines

    def _create(self, place: Path, *lines: dict[str, Any]) -> None:
        """Make the record, with what has waited for it and these lines."""
        writer = Writer.create(place)
        try:
            writer.append(*self._waiting, *lines)
        except OSError:
            writer.discard()
            raise
        self._writer, self._waiting = writer, []


def _unpack(past: _Past) -> list[Frame]:
    frames: list[Frame] = pickle.loads(zlib.decompress(past.packed))
    return frames


def _weights(game: Game[Any], spec: str) -> str:
    if spec == HUMAN:
        return ""
    registry.check(game.name, spec, game.spec)
    return registry.version(game.name, spec)
