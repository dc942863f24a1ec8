"""The commands that are typed in inspect: another position, other bots, and studies that run in a child process."""

from __future__ import annotations

from collections.abc import Awaitable
from functools import partial
from typing import TYPE_CHECKING

from ... import registry, settings, visitors, words
from ...core import Refusal, quoted
from ...record import archive
from ...review import positions, regret
from ...study import beliefs, habits, outcomes
from ...system.files import expanded
from ..dialogs import TextWindow

if TYPE_CHECKING:
    from .inspect import InspectScreen

LARGEST = 10**18 - 1
"""The largest number that can be typed."""
STUDIES = {
    "outcomes": ("a number of moves", outcomes.COUNT),
    "claims": ("a number of deals", habits.DEALS),
    "beliefs": ("a number of deals", beliefs.COUNT),
}
"""The studies of the first bot: what can be typed after each, and what it takes if nothing is."""


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
        elif verb in STUDIES and len(rest) <= 1:
            what, usual = STUDIES[verb]
            self._study(verb, whole(what, rest, usual, 1))
        elif verb == "agents" and rest:
            for bot in rest:
                registry.check(screen.name_of_game, bot, screen.position.game.spec)
            screen.answers.replace(rest)
            screen.bot = screen.bot if screen.bot in rest else rest[0]
            if not screen.answers.tables:
                screen.page = "options"
            screen.ask()
        elif verb == "record" and rest:
            visitors.refuse_path("a saved match by its file")
            given = expanded(" ".join(rest))
            found = archive.named(settings.records_dir(), given, screen.name_of_game)
            screen.turns = positions.all_turns(screen.name_of_game, found)
            screen.show(screen.turns[0])
        elif verb == "goto" and len(rest) == 1:
            screen.show(screen.turns[positions.turn_at(screen.turns, rest[0], screen.turn or 0)])
        elif verb == "back" and not rest:
            if not screen.past:
                raise Refusal(screen.disabled_reason("back"))
            screen.action_back()
        else:
            raise Refusal(f"{quoted(text)} is no command, or not a whole one; F1 lists them")
        if verb != "agents" and screen.page != "table":
            screen.page = "options"
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

    def _study(self, verb: str, count: int) -> None:
        """Study the first bot in a process of its own, and open what came of it."""
        screen = self.screen
        game, bot, seed = screen.position.game, screen.answers.bots[0], max(0, screen.seed)
        moment, rests_on = screen.position.moment, f"{count} deals of its own games"
        if verb == "outcomes":
            asked, title = outcomes.ask(game, bot, count, seed), "promised and come"
            rests_on = f"{count} moves of its own games"
        elif verb == "claims":
            asked, title = habits.ask(game, bot, count, seed), "what it has learned"
        else:
            asked = beliefs.ask(game, bot, count, seed, str(moment[0]) if moment else "")
            rests_on, title = "the whole record" if moment else rests_on, "beliefs and the truth"
        screen.say(f"{bot} is studied: {rests_on} …")
        screen.run_worker(self._read(asked, f"{bot}: {title}"), group=verb, exclusive=True)

    async def _read(self, asked: Awaitable[str], title: str) -> None:
        """Open a text when it has come."""
        try:
            told = await asked
        except Refusal as error:
            self.screen.say(str(error), True)
            return
        self.screen.say(title)
        self.screen.app.push_screen(TextWindow(title, told))


def whole(what: str, typed: list[str], usual: int, low: int = 0) -> int:
    """Return the number typed, or the default. Raises Refusal if it is invalid, below `low` or above `LARGEST`."""
    if not typed:
        return usual
    text = typed[0]
    if text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST)) and int(text) >= low:
        return int(text)
    raise Refusal(f"{what} is a whole number from {low} to {LARGEST}, not {quoted(text)}")
