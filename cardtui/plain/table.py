"""The table on plain lines: what is said and asked at each turn, and the commands that can be typed there."""

from __future__ import annotations

import shlex
import shutil
import sys
import time
from collections.abc import Callable, Sequence

from .. import registry, words
from ..core import Card, Decision, Event, Observation, Refusal, quoted
from ..entries import HUMAN
from ..entries.wording import says_what_to_type
from ..hosting.host import BotFault
from ..match import Match
from ..registry import catalogue, lineup
from ..settings import Settings
from ..tableside import Tableside, standings
from ..text.ascii import readable
from ..text.formatting import signs, trimmed
from ..text.printable import printable
from ..words.rulebook import rulebook

COMMANDS = {
    "help": "this list",
    "table": "what lies on the table, again",
    "hint": "what a bot would do, and what to type; a question mark does the same",
    "undo": "take your last move back; u does the same",
    "history": "what happened in this deal",
    "scores": "the scores of this match",
    "bots": "what the bots were thinking in this deal",
    "rules": "the rules in full; a refusal names a paragraph of them",
    "alone": "play on without the words of the guided first deal",
    "quit": "leave; the match is kept once you have moved",
}


class Leave(Exception):  # noqa: N818 - a user's request, not an error
    """Somebody leaves the match; it stays saved."""


class Table:
    """The text dialogue of one match."""

    def __init__(
        self,
        match: Match,
        settings: Settings,
        ask: Callable[[str], str],
        say: Callable[[str], object],
        decide: Callable[[str, Observation, str], Decision],
    ) -> None:
        self.match = match
        self.game = match.game
        self.settings = settings
        self.decide = decide
        self.words = words.of(match.header.game, settings.spoken)
        self.tableside = Tableside(match, lambda: settings)
        self.tableside.set_panel(settings.panel)
        self._ask = ask
        self._say = say
        self._told = -1
        """Number of this deal's events already told; -1 before the deal has been announced."""

    def say(self, line: str) -> None:
        """Print one line."""
        self._say(self._fit(self.words.say.told(line)))

    def ask(self, question: str = "> ") -> str:
        """Ask a question and return the stripped answer."""
        return self._ask(self._fit(question)).strip()

    def _tells(self, sentence: str, **parts: object) -> str:
        """Return a sentence in the language of the table."""
        return self.words.say(sentence, **parts)

    def _fit(self, text: str) -> str:
        text = printable(text)
        text = self.words.french(text) if self.settings.french else text
        return readable(text) if self.settings.ascii else text

    @property
    def names(self) -> tuple[str, ...]:
        """The current names of the seats."""
        return self.tableside.names

    # --- the match ----------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end. Raises Leave, EOFError or KeyboardInterrupt if somebody leaves before."""
        header = self.match.header
        title = registry.game_entry(header.game).title
        introduced = words.with_bots(self.names, header.seats)
        seats = self._tells("Seats: {names}.", names=", ".join(introduced))
        rules = self._tells("{game}, rules {rules}, seed {seed}.", game=title, rules=header.rules, seed=header.seed)
        self.say(f"{rules} {seats}")
        if self.tableside.people:
            self.say(self._tells("Type help for what else can be typed."))
        else:
            self.say(
                self._tells("Bots play alone, to the end of the match where the rules have one; Ctrl+C stops them.")
            )
        if self.match.moves():
            self._told = len(self.match.observe(0).history)
            moves = len(self.match.moves())
            one = "The match goes on after {count} move of this deal."
            self.say(
                self._tells(one if moves == 1 else "The match goes on after {count} moves of this deal.", count=moves)
            )
        while True:
            seat = self.match.turn
            if seat is None:
                self._outcome()
                if not self._goes_on():
                    return
            elif self._told < 0:
                self.say("")
                self.say(self._tells("Deal {number}.", number=self.match.standing.deals + 1))
                self._told = 0
                self._tell()
            elif self.match.is_human(seat):
                self._person(seat)
            else:
                self._bot(seat)

    def farewell(self) -> None:
        """Tell how to resume a match that is not over."""
        if self.match.over:
            return
        path = self.match.path
        self.say("")
        if path and self.match.kept and path.exists():
            command = shlex.join([*catalogue.command_prefix(self.game.name), "resume", str(path), "--plain"])
            self.say(self._tells("The match is saved; {command} goes on with it.", command=f"`{command}`"))
        elif path and self.match.kept:
            self.say(self._tells("The match is not kept: its file was deleted meanwhile."))
        elif path:
            self.say(self._tells("No person has moved, so no match is kept."))
        else:
            self.say(self._tells("The match was not being saved."))

    def _tell(self, viewer: int | None = None) -> None:
        """Tell the new events as `viewer` saw them; by default as the only person saw them, or else as all did."""
        people = self.tableside.people
        if viewer is None and len(people) == 1:
            viewer = people[0]
        history = self.tableside.public_history() if viewer is None else self.match.observe(viewer).history
        for happened in history[self._told :]:
            self.say(self.words.event(self.game, happened, self.names))
        self._told = len(history)

    def _outcome(self) -> None:
        for line in self.words.outcome(self.game, self.match.observe(0), self.names):
            self.say(line)
        if self.tableside.guide:
            self._guide(self.match.observe(self.tableside.viewer))
            self.tableside.end_guide()
        gained = self.game.returns(self.match.state)
        told = "This deal, in {unit}: {numbers}."
        self.say(self._tells(told, unit=self._tells(self.game.unit), numbers=self._numbers(gained)))
        self._scores()

    def _goes_on(self) -> bool:
        """After a deal, start the next one or accept an undo. Return False if the match is over."""
        over = self.match.over
        if over:
            winners = [self.names[seat] for seat in self.match.standing.winners]
            one, many = "The match is over. Winner: {names}.", "The match is over. Winners: {names}."
            draw = len(winners) == len(self.names) > 1
            told = "The match is a draw." if draw else one if len(winners) == 1 else many
            self.say(self._tells(told, names=", ".join(winners)))
            for line in standings(self.match, self.names, self.words.say):
                self.say(line)
        while self.tableside.people:
            end = "Enter ends the match; help tells what else there is."
            self.say(self._tells(end if over else "Enter deals the next one; help tells what else there is."))
            try:
                text = self.ask()
            except EOFError:
                if over:
                    break
                raise
            if not text:
                break
            self._command_or_say(text)
            if self.match.turn is not None:
                return True
        if not over:
            self.match.next_deal()
            self._told = -1
        return not over

    # --- a person's turn ----------------------------------------------------------------------

    def _person(self, seat: int) -> None:
        self.tableside.look()
        if self.tableside.covered and not self._cover(seat):
            return
        seen = self.match.observe(seat)
        hand = self.words.order(self.game, seen, self.settings.sort)
        self._table(seen, hand)
        self._guide(seen)
        if self.tableside.wants_advice:
            self._hint(seat)
        ticket, pending, begun = self.match.ticket, "", ""
        while self.match.ticket == ticket:
            prompt = self.words.prompt(self.game, seen, pending)
            self.say(f"{pending.upper()}: {prompt}" if pending else prompt)
            text = self.ask()
            if self._command(text, seat):
                continue
            typed = self.words.read(self.game, seen, hand, text, pending)
            if begun and text and not typed.action:  # may complete the last input: `5`, then `s`
                whole = self.words.read(self.game, seen, hand, f"{begun} {text}", pending)
                typed = whole if whole.action else typed
            begun = text if typed.legal and typed.refusal else ""
            asked, pending = pending, typed.pending
            if typed.action:
                self.match.play(typed.action)
                self._tell(seat)
            elif typed.refusal or (typed.preview and pending == asked):  # the next prompt tells of the next step
                self.say(typed.refusal or typed.preview)

    def _guide(self, seen: Observation) -> None:
        """Tell what is new in a guided deal, and what may be done."""
        if self.tableside.guide:
            told = self.tableside.guide.told(seen)
            if told.lesson:
                self.say(told.lesson)
            if told.allowed:
                self.say(self._tells("You may {allowed}", allowed=self.words.say.told(told.allowed)))

    def _cover(self, seat: int) -> bool:
        """Scroll away the previous hand and wait for the next person. Return whether it is still that person's turn."""
        for _ in range(shutil.get_terminal_size().lines):
            self.say("")
        self.say("=" * 40)
        self.say(self._tells("{name}: press Enter when only you can see this.", name=self.names[seat]))
        ticket = self.match.ticket
        while text := self.ask():
            self._command_or_say(text)
            if self.match.ticket != ticket:
                self.tableside.cover()
                return False
        self.tableside.uncover()
        return True

    def _table(self, seen: Observation, hand: tuple[Card, ...]) -> None:
        self.say("")
        if len(self.tableside.people) > 1:
            self.say(self._tells("{name} to move.", name=self.names[seen.seat]))
        for line in self.words.table(self.game, seen, hand, self.names):
            self.say(line)

    # --- a bot's turn -------------------------------------------------------------------------

    def _bot(self, seat: int) -> None:
        if seat in self.tableside.open_hands():
            hand = self.words.order(self.game, self.match.observe(seat), self.settings.sort)
            self.say(f"{self.names[seat]} holds {' '.join(signs(self.game.face(card)) for card in hand)}.")
        seen = self.match.observe(seat)
        try:
            decision = self.decide(self.match.header.seats[seat], seen, self.match.rng_seed(seat))
        except BotFault as fault:
            self.say(f"{self.names[seat]}: {fault}.")
            self._replace(seat)
            return
        tells = self.tableside.tells_moves
        self.match.play(decision.action, decision)
        self._tell()
        if tells:
            for line in words.thoughts(self.game, decision, self.names, self.settings.spoken, seen):
                self.say(line)
        if not self.tableside.people and sys.stdout.isatty():
            time.sleep(self.settings.pace)

    def _replace(self, seat: int) -> None:
        """Ask who plays in place of a bot that failed."""
        valid = ", ".join([*registry.game_entry(self.game.name).levels, *registry.bot_names(self.game.name)])
        while True:
            self.say(f"Type retry, or replace and a name ({valid}, {HUMAN}), or quit.")
            text = self.ask()
            word, _, spec = map(str.strip, text.partition(" "))
            if word == "retry":
                return
            if word == "replace":
                try:
                    header = self.match.header
                    by = spec if spec == HUMAN else lineup.seated(header.game, header.rules, spec)
                    self.match.replace(seat, by)
                except Refusal as refusal:
                    self.say(f"{refusal}.")
                else:
                    return
            elif text:
                self._command_or_say(text)

    # --- commands -----------------------------------------------------------------------------

    def _command_or_say(self, text: str) -> None:
        """Execute a command while no person is to move, or say that the text is none."""
        if not self._command(text, None):
            self.say(self._tells("{typed} means nothing here.", typed=quoted(text)))

    def _command(self, text: str, seat: int | None) -> bool:
        """Execute a command; return False if the text is none. `seat` is the person to move, if any."""
        word = {"?": "hint", "u": "undo"}.get(text, text.lower())
        if word not in COMMANDS:
            return False
        match word:
            case "help":
                for name, does in COMMANDS.items():
                    if name != "alone" or self.tableside.guide:
                        self._say(self._fit(f"{name}: {self.words.say.told(does)}"))
            case "table" if seat is not None:
                seen = self.match.observe(seat)
                self._table(seen, self.words.order(self.game, seen, self.settings.sort))
            case "hint" if seat is not None:
                self._hint(seat)
            case "undo":
                self._undo()
            case "history":
                self._history(seat)
            case "scores":
                self._scores()
            case "bots":
                self._bots()
            case "rules":
                for line in (rulebook(self.game) or self._tells("This game comes without written rules.")).splitlines():
                    self._say(self._fit(line))
            case "alone" if self.tableside.guide:
                self.tableside.end_guide()
                self.say(self._tells("The guide is off; the match goes on."))
            case "alone":
                self.say(self._tells("There is no guide now; `--first` starts one."))
            case "quit":
                self.say(self._tells("Type yes to leave, anything else to stay."))
                if self.ask().lower() in ("yes", self._tells("yes")):
                    raise Leave
            case _:
                self.say(self._tells("{word} is for a person's turn.", word=word))
        return True

    def _hint(self, seat: int) -> None:
        if reason := self.tableside.reason("hint"):
            self.say(f"{reason[0].upper()}{reason[1:]}.")
            return
        try:
            spec = self.tableside.coach.spec
            seen = self.match.observe(seat)
            decision = self.decide(spec, seen, f"{self.match.rng_seed(seat)}/hint")
        except (BotFault, Refusal) as error:
            self.say(f"{error}.")
            return
        typed = self.words.to_type(self.game, self.words.order(self.game, seen, self.settings.sort), decision.action)
        would = self.words.does(self.game, decision.action)
        told = "{bot} would {does}." if says_what_to_type(would, typed) else "{bot} would {does} (type {typed})."
        self.say(self._tells(told, bot=spec, does=would, typed=typed))
        if reason := self.words.reason(self.game, seen, decision.action):
            self.say(f"{reason[0].upper()}{reason[1:]}.")
        for line in (
            () if self.tableside.guide else words.thoughts(self.game, decision, self.names, self.settings.spoken, seen)
        ):
            self.say(line)

    def _undo(self) -> None:
        try:
            self.match.undo()
        except Refusal as refusal:
            self.say(self._tells("Nothing is undone: {reason}.", reason=self.words.say.told(str(refusal))))
        else:
            self._told = len(self.match.observe(0).history)
            self.say(self._tells("Taken back."))

    def _history(self, seat: int | None) -> None:
        told, self._told = self._told, 0
        self._tell(seat)
        self._told = told

    def _scores(self) -> None:
        standing = self.match.standing
        told = (
            "Scores after {count} deal: {numbers}." if standing.deals == 1 else "Scores after {count} deals: {numbers}."
        )
        self.say(self._tells(told, count=standing.deals, numbers=self._numbers(standing.scores)))

    def _bots(self) -> None:
        panel = self.tableside.panel
        if not self.tableside.tells_moves:
            never = "The setting panel={panel} never shows this."
            later = "The setting panel={panel} shows this only after the deal."
            self.say(self._tells(never if panel == "hidden" else later, panel=panel))
            return
        for before, (header, *_, move) in zip(self.match.before(), self.match.turns(), strict=True):
            if move and move.decision:
                seen = self.game.observe(before.state, move.seat)
                told = self.words.event(
                    self.game, Event(move.seat, move.action), words.names(header.seats, self.settings)
                )
                self.say(f"{told.removesuffix('.')}:")
                for line in words.thoughts(self.game, move.decision, self.names, self.settings.spoken, seen):
                    self.say(line)

    def _numbers(self, values: Sequence[float]) -> str:
        return ", ".join(f"{name} {trimmed(value)}" for name, value in zip(self.names, values, strict=True))
