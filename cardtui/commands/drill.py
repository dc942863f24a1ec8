"""`cardtui drill`: proved mistakes asked again, on a screen or on plain lines."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable

from .. import plain, registry, words
from ..core import Refusal, quoted
from ..plain.table import Leave
from ..registry import lineup
from ..review import cache, drills
from ..review.drills import Deck, Mistake
from ..review.positions import Position
from ..settings import Settings
from ..system import memory
from ..text.ascii import readable, shows_signs
from ..text.printable import printable
from .common import game_of, on_screen, progress, settings_of, show

COMMANDS = {
    "help": "this list",
    "table": "the position, again",
    "history": "what happened in this deal before",
    "drop": "never ask this position again",
    "quit": "leave, as do Ctrl+D and Ctrl+C; what you have answered is kept",
}


def drill(args: Namespace) -> int:
    """Run `cardtui drill [GAME] [--bot BOT …]`."""
    chosen = settings_of(args)
    mistakes = _of_bots(args) if args.bot else _own(args)
    deck = Deck(mistakes)
    if not deck.due:
        show(deck.nothing())
        return 0
    if not on_screen(args):
        return Drill(deck, chosen).run()
    from ..ui.app import run
    from ..ui.start import Drill as Start

    return run(chosen, Start(deck))


def _own(args: Namespace) -> list[Mistake]:
    if args.rules:
        raise Refusal("--rules goes with --bot; your own mistakes come from your matches under any rules")
    if args.game:
        registry.game_entry(args.game)
    found = drills.own(args.game or "")
    if not found:
        raise Refusal(f"{drills.none_kept(args.game or '')}; `cardtui review last` reviews the newest match")
    return found


def _of_bots(args: Namespace) -> list[Mistake]:
    """Return the mistakes of the bots in their own games, which are judged first if that is not kept."""
    if not args.game:
        raise Refusal("--bot needs a game: cardtui drill GAME --bot BOT")
    rules, found = game_of(args).spec, list[Mistake]()
    bots = [lineup.seated(args.game, rules, bot) for bot in args.bot]
    memory.limit(2)  # with one job bots and judges play in this process
    for bot in dict.fromkeys(bots):
        with progress(f"judging {bot}") as step:
            report = cache.regret_of(args.game, rules, bot, jobs=args.jobs, progress=step)
        found += drills.of_bot(args.game, bot, report)
    if not found:
        raise Refusal(f"the judges prove no mistake of {' or '.join(bots)}")
    return found


class Drill:
    """The drill on plain lines: questions and answers."""

    def __init__(
        self,
        deck: Deck,
        settings: Settings,
        ask: Callable[[str], str] = plain.ask,
        say: Callable[[str], object] = print,
    ) -> None:
        self.deck = deck
        self.settings = settings if shows_signs(sys.stdout) else settings._replace(ascii=True)
        self._ask = ask
        self._say = say

    def say(self, *lines: str) -> None:
        """Print lines."""
        for text in map(printable, lines):
            text = words.french(text) if self.settings.french else text
            self._say(readable(text) if self.settings.ascii else text)

    def run(self) -> int:
        """Ask what is due; return the exit code: 0, or 130 after Ctrl+C."""
        self.say(self.deck.begun(), "Type help for what else can be typed; quit, Ctrl+D and Ctrl+C leave.")
        code = 0
        try:
            while (found := self.deck.next()) is not None:
                self._position(*found)
        except (Leave, EOFError):
            pass
        except KeyboardInterrupt:
            code = 130
        self.say("", self.deck.ended())
        return code

    def _position(self, mistake: Mistake, position: Position) -> None:
        """Ask one position until it is answered or dropped."""
        game, seen, spoken = position.game, position.seen, words.of(mistake.game, self.settings.spoken)
        order = spoken.order(game, seen, self.settings.sort)
        names = words.names(mistake.players, self.settings)
        title = registry.titled(mistake.game, game.spec)
        asked = f"{self.deck.number} of {len(self.deck.due)}: {title}, {mistake.origin}. What do you play?"
        table = spoken.table(game, seen, order, names)
        self.say("", asked, *table)
        pending = ""
        while True:
            self.say(spoken.prompt(game, seen, pending))
            text = self._ask("> ").strip()
            match text.lower():
                case "help":
                    self.say(*(f"{name}: {does}" for name, does in COMMANDS.items()))
                    continue
                case "table":
                    self.say(*table)
                    continue
                case "history":
                    self.say(*(spoken.event(game, happened, names) for happened in seen.history))
                    continue
                case "drop":
                    self.deck.drop(mistake)
                    self.say(self.deck.fault or "This position is not asked again.")
                    return
                case "quit":
                    raise Leave
            typed = spoken.read(game, seen, order, text, pending)
            pending = typed.pending
            if typed.action:
                answer = drills.graded(mistake, position, typed.action)
                known = self.deck.answer(mistake, answer.right)
                self.say(*drills.told(mistake, position, typed.action, answer, known, spoken))
                self.say(*drills.reasons(mistake, position, spoken))
                if self.deck.fault:
                    self.say(self.deck.fault)
                return
            self.say(typed.refusal or typed.preview or f"{quoted(text)} means nothing here.")
