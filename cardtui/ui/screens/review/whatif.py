"""What another action, or another bot, would change at a decision of a review; a world; and playing on from there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from .... import registry, words
from ....core import Action, Refusal, parse_action
from ....entries import HUMAN
from ....match import Match
from ....review import example_world
from ....review.report_parts import Json, signed
from ....study import lock
from ....text.formatting import unit_name
from ...dialogs import InputWindow, TextWindow

if TYPE_CHECKING:
    from .screen import ReviewScreen

GROUP = "what if"
"""The group of the workers that play worlds out."""


class WhatIf:
    """Asks for an action to force or a bot to lock on a seat, plays it out, and tells what it changes."""

    def __init__(self, screen: ReviewScreen) -> None:
        self.screen = screen
        self.status = ""
        """How far it is; "" while nothing is played out."""

    def ask_force(self, typed: str = "") -> None:
        """Ask for an action, and tell what it changes."""
        review = self.screen.review
        prompt = words.of(review.game.name).prompt(review.game, review.seen, "")
        title = "force an action in place of what was played"

        def asked(text: str) -> None:
            self._play_out(
                lock.Request(str(review.path), review.place, force=text, jobs=self._jobs), self.ask_force, text
            )

        self._ask(InputWindow(title, typed, f"as at the table: {prompt}"), asked)

    def ask_lock(self, typed: str = "") -> None:
        """Ask for a bot on a seat, and tell what it changes."""
        review = self.screen.review
        kinds = ", ".join(dict.fromkeys(row["kind"] for row in review.match.decisions)) if review.match else ""
        seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(review.names, 1))
        bots = ", ".join(registry.bot_names(review.game.name))
        where = f" A kind ends it: 1=BOT where KIND ({kinds})." * bool(kinds)

        def asked(text: str) -> None:
            locks = (tuple(text.split()),)
            self._play_out(
                lock.Request(str(review.path), review.place, locks=locks, jobs=self._jobs), self.ask_lock, text
            )

        note = f"SEAT=BOT, seats: {seats}; bots: {bots}.{where}"
        self._ask(InputWindow("lock a bot on a seat from here on", typed, note), asked)

    @property
    def _jobs(self) -> int:
        return self.screen.asked.jobs

    def _ask(self, line: InputWindow, then: Callable[[str], None]) -> None:
        self.screen.app.push_screen(line, lambda text: then(text) if text else None)

    def _play_out(self, asked: lock.Request, again: Callable[[str], None], text: str) -> None:
        """Play out what was typed as `text`; ask for it `again` if it is refused."""
        self.status = "playing it out · Esc stops"
        self.screen.run_worker(self._play(asked, again, text), group=GROUP, exclusive=True)
        self.screen.redraw()

    def show_world(self) -> None:
        """Look for a world in which the better action wins, and show how it is played out."""
        review = self.screen.review
        if review.row:
            self.status = "looking for a world · Esc stops"
            self.screen.run_worker(self._world(review.place, review.row, review.names), group=GROUP, exclusive=True)
            self.screen.redraw()

    async def _world(self, place: int, row: Json, names: tuple[str, ...]) -> None:
        screen = self.screen
        try:
            found = await example_world.ask(screen.review.path, place, row["better"])
        except Refusal as refusal:
            screen.say(str(refusal), True)
            return
        finally:
            self.status = ""
            screen.redraw()
        if screen.review.place == place and screen.is_active and (match := screen.review.match):
            title = f"a world: {match.label(row['played'])} or {match.label(row['better'])}"
            screen.app.push_screen(
                TextWindow(title, "\n".join(example_world.told(match, found, names, screen.review.seat)))
            )

    def stop(self) -> None:
        """Stop what is played out."""
        self.screen.workers.cancel_group(self.screen, GROUP)
        self.screen.say("stopped: what was played out is dropped")

    async def _play(self, asked: lock.Request, again: Callable[[str], None], text: str) -> None:
        """Play worlds out with and without the change, and tell what came of it."""
        found = dict[str, Any]()
        try:
            async with aclosing(lock.watch(asked)) as parts:
                async for found in parts:
                    done, total = found.get("progress", (0, 0))
                    self.status = f"played out {done} of {total} worlds · Esc stops" if total else ""
                    self.screen.redraw()
        except Refusal as refusal:
            self.screen.say(str(refusal), True)
            if self.screen.review.place == asked.place and self.screen.is_active:
                again(text)
            return
        finally:
            self.status = ""
            self.screen.redraw()
        if self.screen.review.place == asked.place and self.screen.is_active:
            self.screen.app.push_screen(TextWindow("what it changes", "\n".join(self._change_lines(found))))

    def _change_lines(self, found: dict[str, Any]) -> list[str]:
        review = self.screen.review
        game, label, names = review.game, words.of(review.game.name).does, review.names
        lines = []
        if found["force"]:
            forced, instead = label(game, parse_action(game, found["force"])), "the move of its bot"
            if found["instead_of"]:
                instead = label(game, parse_action(game, found["instead_of"]))
            lines.append(f"{names[found['seat']]}: {forced}, in place of: {instead}")
        for one in found["locks"]:
            kind = f" in decisions of kind {one['kind']}" if one["kind"] else ""
            times = f"{found['locked']:.1f} times a world" if found["worlds"] > 1 else f"{found['locked']:.0f} times"
            lines.append(f"{one['bot']} decides for {names[one['seat']]}{kind}, {times}")
        lines += [
            f"{lock.where(found)},",
            "played on with and without the change by",
            f"  {', '.join(f'{name}: {bot}' for name, bot in zip(names, words.bots(found['players']), strict=True))}",
            lock.otherwise(found),
            "",
        ]
        size = max(map(len, names)) + 2
        lines.append(f"{unit_name(found['unit']):<{size}}{'without':>9}{'with':>9}{'change':>9}   95%")
        for row in found["results"]:
            without, changed, more, low, high = (
                signed(row[part], found["unit"]) for part in ("without", "with", "change", "low", "high")
            )
            between = f"{low} … {high}" if found["worlds"] > 1 else "exact"
            lines.append(f"{names[row['seat']]:<{size}}{without:>9}{changed:>9}{more:>9}   {between}")
        return lines


def practice_match(screen: ReviewScreen, answer: Action | None) -> Match:
    """Return a match that is not saved, from the position on, as the cards lay: the player against the table's bots.

    `answer` is played first, if it is given. Raises Refusal if a bot cannot play.
    """
    review = screen.review
    header = review.frame.header._replace(ranked=False)
    for seat, bot in enumerate(example_world.players(review.game, header.seats)):
        header = header.seated(seat, HUMAN if seat == review.seat else bot, "")
    match = Match(review.game, header, review.frames[: review.place + 1], None)
    if answer is not None:
        match.play(answer)
    return match
