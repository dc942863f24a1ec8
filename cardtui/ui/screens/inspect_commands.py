"""The commands that are typed in inspect: another position, other bots, and studies that run in a child process."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ... import registry, words
from ...core import Refusal, quoted
from ...review import beliefs, habits, outcomes, positions, regret
from ..dialogs import Reading
from ..position import PAGES

if TYPE_CHECKING:
    from .inspect import InspectScreen

LARGEST = 10**18 - 1
"""The largest number that can be typed."""


class TypedCommands:
    """Runs typed commands on a screen of inspect."""

    def __init__(self, screen: InspectScreen) -> None:
        self.screen = screen

    def run(self, text: str) -> None:
        """Run a typed command. Raises Refusal or OSError if that fails."""
        screen = self.screen
        verb, *rest = text.split()
        verb = verb.lower()
        short = positions.short_form(screen.position)
        if verb == "swap" and len(rest) == 2:
            screen.show(positions.swap(screen.position, rest[0], rest[1], screen.hand), compare=True)
        elif verb in short:
            changed = positions.typed(short, text, screen.position.game.seats)
            screen.show(positions.from_json(screen.name_of_game, changed))
        elif verb == "random" and len(rest) <= 1:
            screen.show(screen.random_position(screen.position.game, whole("a seed", rest, screen.seed + 1)))
        elif verb == "worst" and len(rest) <= 1:
            count = whole("a number of decisions", rest, regret.COUNT, 1)
            screen.run_worker(self._worst(count), group="worst", exclusive=True)
        elif verb == "outcomes" and len(rest) <= 1:
            count = whole("a number of moves", rest, outcomes.COUNT, 1)
            screen.run_worker(self._outcomes(count), group="outcomes", exclusive=True)
        elif verb == "claims" and len(rest) <= 1:
            count = whole("a number of deals", rest, habits.DEALS, 1)
            screen.run_worker(self._claims(count), group="claims", exclusive=True)
        elif verb == "beliefs" and len(rest) <= 1:
            count = whole("a number of deals", rest, beliefs.COUNT, 1)
            screen.run_worker(self._beliefs(count), group="beliefs", exclusive=True)
        elif verb == "agents" and rest:
            for bot in rest:
                registry.check(screen.name_of_game, bot, screen.position.game.spec)
            screen.answers.replace(rest)
            screen.bot = screen.bot if screen.bot in rest else rest[0]
            if not screen.answers.tables:
                screen.page = PAGES[0]
            screen.ask()
        elif verb == "record" and rest:
            screen.turns = positions.all_turns(screen.name_of_game, Path(" ".join(rest)).expanduser())
            screen.show(screen.turns[0])
        elif verb == "goto" and len(rest) == 1:
            screen.show(screen.turns[positions.turn_at(screen.turns, rest[0], screen.turn or 0)])
        elif verb == "back" and not rest:
            if not screen.past:
                raise Refusal(screen.reason("back"))
            screen.action_back()
        else:
            raise Refusal(f"{quoted(text)} is no command, or not a whole one; F1 lists them")
        if verb != "agents" and screen.page != "table":
            screen.page = PAGES[0]
        screen.redraw()

    async def _worst(self, count: int) -> None:
        """Find the decisions in which the first bot loses most: in the record, or in its own games."""
        screen = self.screen
        bot, moment = screen.answers.bots[0], screen.position.moment
        screen.say(f"{bot} is judged: {'the whole record' if moment else f'{count} decisions of its own games'} …")
        try:
            game = screen.position.game
            does = partial(words.of(game.name).does, game)
            told, found = await regret.ask(
                game, bot, count, max(0, screen.seed), str(moment[0]) if moment else "", does
            )
        except Refusal as error:
            screen.say(str(error), True)
            return
        if not found:
            screen.say(told)
            return
        screen.turns = found
        screen.show(found[0])
        screen.notify(told, markup=False)  # the line below describes the position

    async def _outcomes(self, count: int) -> None:
        """Compare the first bot's values with the actual outcomes."""
        screen = self.screen
        bot = screen.answers.bots[0]
        screen.say(f"{bot} plays {count} deals …")
        try:
            told = await outcomes.ask(screen.position.game, bot, count, max(0, screen.seed))
        except Refusal as error:
            screen.say(str(error), True)
            return
        screen.say(f"{bot} has played {count} deals")
        screen.app.push_screen(Reading(f"{bot}: promised and come", told))

    async def _claims(self, count: int) -> None:
        """Count the game's claims in the first bot's own play."""
        screen = self.screen
        bot = screen.answers.bots[0]
        screen.say(f"{bot} plays {count} deals …")
        try:
            told = await habits.ask(screen.position.game, bot, count, max(0, screen.seed))
        except Refusal as error:
            screen.say(str(error), True)
            return
        screen.say(f"{bot} has played {count} deals")
        screen.app.push_screen(Reading(f"{bot}: what it has learned", "\n".join(told)))

    async def _beliefs(self, deals: int) -> None:
        """Tell how well the first bot guesses hidden cards: in the record, or in its own games."""
        screen = self.screen
        bot, moment = screen.answers.bots[0], screen.position.moment
        screen.say(f"{bot} guesses cards: {'the whole record' if moment else f'{deals} deals of its own games'} …")
        record = str(moment[0]) if moment else ""
        try:
            told = await beliefs.ask(screen.position.game, bot, deals, max(0, screen.seed), record)
        except Refusal as error:
            screen.say(str(error), True)
            return
        screen.say("the beliefs are held against the truth")
        screen.app.push_screen(Reading(f"{bot}: beliefs and the truth", told))


def whole(what: str, typed: list[str], usual: int, low: int = 0) -> int:
    """Return the number typed, or the default. Raises Refusal if it is invalid, below `low` or above `LARGEST`."""
    if not typed:
        return usual
    text = typed[0]
    if text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST)) and int(text) >= low:
        return int(text)
    raise Refusal(f"{what} is a whole number from {low} to {LARGEST}, not {quoted(text)}")
