"""Saved matches as training data: the actions of people in every deal whose contract the networks know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from cardtui import record
from cardtui.core import Refusal
from cardtui.games.schafkopf.features import GAMES
from cardtui.games.schafkopf.kernel import pack
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.record import Frame

from ...schafkopf.deals import CODES
from ..progress import TrainProgress
from .lessons import Played, empty_records, joined, unfold

OTHER_GAME, OTHER_RULES = "records of another game", "deals with a short deck or Klopfen"
UNKNOWN, NO_CHOICE = "deals whose game it does not know", "deals in which no person had a choice"
"""The reasons why deals are left out."""


def read(folder: Path, progress: Callable[[TrainProgress], None]) -> tuple[Played, str]:
    """Return the games of all records (`*.jsonl`) in a folder, ordered by file name, and a sentence with their number.

    Only people's actions are learned; an action with a `decision` is a bot's. Raises Refusal for a folder without a
    game to learn from, and for a broken record, with its file and line.
    """
    files = sorted(folder.glob("*.jsonl"))
    games, left_out = [], Counter[str]()
    for number, path in enumerate(files, 1):
        for game in _of_file(path):
            if isinstance(game, Played):
                games.append(game)
            else:
                left_out[game] += 1
        progress(TrainProgress(number, len(files), {"games": len(games), "left out": left_out.total()}))
    summary = f"{len(games):,} games out of {len(files):,} records in {folder}"
    if left_out:
        summary += "; left out: " + ", ".join(f"{count:,} {what}" for what, count in left_out.items())
    if not games:
        raise Refusal(f"nothing to learn from: {summary}")
    return joined(games), summary


def _of_file(path: Path) -> Iterator[Played | str]:
    """Yield each deal of a record, as a game or as the reason why it is left out."""
    header, lines = record.read(path)
    if header.game != Schafkopf.name:
        yield OTHER_GAME
        return
    try:
        game = Schafkopf(header.rules)
    except Refusal as refusal:
        raise Refusal(f"{path}, line 1: {refusal}") from refusal
    deal: list[Frame] = []
    for frame in record.replay(game, header, lines, str(path)):
        if frame.move is None and deal:
            yield _of_deal(game, deal)
            deal = []
        deal.append(frame)
    if deal:
        yield _of_deal(game, deal)


def _of_deal(game: Schafkopf, frames: list[Frame]) -> Played | str:
    """Return a game, finished or not, or the reason why it is left out."""
    moves = [frame.move for frame in frames if frame.move]
    if game.knocking or game.options["deck"] != "long":
        return OTHER_RULES
    if any(move.action.verb == "bid" and move.action.to not in GAMES for move in moves):
        return UNKNOWN
    if frames[-1].state.contract not in ("", *GAMES):  # a Ramsch
        return UNKNOWN
    played = empty_records(1)
    played.starts[0] = pack(game, frames[0].state)
    for place, move in enumerate(moves):
        played.codes[0, place] = CODES[move.action]
        played.taught[0, place] = move.decision is None and not move.dropped
    return played if len(unfold(played).masks) else NO_CHOICE
