"""The parser of the command line: every command with what it takes. Imports no command."""

from __future__ import annotations

import argparse
import re
from typing import Any, NoReturn

from rich_argparse import RichHelpFormatter

from .. import options, registry
from ..entries import LEVELS, GameEntry
from ..registry import catalogue
from ..text.printable import printable
from . import arguments
from .arguments import MANY, path, whole

LOOPBACK = "127.0.0.1"
"""Where tables are opened to people elsewhere unless another address is named: to this machine alone."""
PEOPLE = 4
"""The most people at a table that is opened to people elsewhere."""
_LONG = re.compile(r"""(?<=unrecognized arguments: ).{60,}|'[^']{60,}'|"[^"]{60,}"|\S{60,}""", re.DOTALL)
"""Long user input in the messages of argparse, which is shortened there."""
_CHOICE = re.compile(r"(invalid choice: '([\w-]+)') (?=\(choose from (.+)\))")
"""What argparse says of a word that is none of its choices."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs | {"formatter_class": RichHelpFormatter, "allow_abbrev": False})

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse arguments; those that a command does not know are its own error, and so its help is named."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        """Print an error in one line and exit with code 2."""
        if found := _CHOICE.search(message):
            known = dict.fromkeys(re.findall(r"[\w-]+", found[3]))
            message = message.replace(found[1], found[1] + options.nearest(found[2], known))
        message = _LONG.sub(lambda found: f"{found[0][:30]}...{found[0][-30:]}", message)
        self.exit(2, f"{self.prog}: {printable(message)} (`{self.prog} --help` shows how)\n")


def parser(every: bool = True) -> Parser:
    """Return the parser of the whole command line. The parsed attribute `run` is the command's "module:function".

    every: whether installed games have commands too; looking for them takes as long as all the rest.
    """
    top = Parser(prog="cardtui", description="Card games in the terminal: play against bots, and take them apart.")
    top.add_argument(
        "--version", action="store_const", dest="run", const="lists:version", help="show the version of the program"
    )
    top.add_argument("--game", metavar="FILE.py", help="add a game from a file; works with every command")
    top.set_defaults(run="play:menu")
    arguments.settings(top)
    # without `prog`, the usage would be formatted here, which imports rich
    commands = top.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser, prog="cardtui")

    def command(name: str, run: str, text: str) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text[0].upper() + text[1:])
        made.set_defaults(run=run)
        return made

    arguments.settings(command("menu", "play:menu", "the menu (also without a command)"))
    for entry in (registry.games() if every else catalogue.shipped()).values():
        _play(command(entry.name, "play:game", f"play {entry.title}: {entry.summary}"), entry)
    _join(command("join", "play:join", "sit down at a table that somebody opened elsewhere with --host"))
    _serve(command("serve", "serve:serve", "serve the tables as a web page, for you or for colleagues"))
    _resume(command("resume", "play:resume", "go on with a saved match"))
    _replay(command("replay", "inspect:replay", "step through a saved match"))
    _review(command("review", "review:review", "find the mistakes of a saved match, and what was luck"))
    _drill(command("drill", "drill:drill", "answer your proved mistakes again, the ones you know well less often"))
    _inspect(command("inspect", "inspect:inspect", "take a position apart and compare what bots make of it"))
    _history(command("history", "lists:history", "saved matches, newest first"))
    _check(command("check", "checks:check", "check a bot or a game against the laws that the program's own obey"))
    _arena(command("arena", "arena:arena", "let bots play each other: every deal in every seating"))
    _compare(
        command("compare", "compare:compare", "find where two bots disagree, what that is worth, and who is right")
    )
    _train(command("train", "train:train", "train a bot"))
    _reproduce(
        command(
            "reproduce",
            "reproduce:reproduce",
            "reproduce a source document's tables and graphs beside the published ones",
        )
    )
    _bench(command("bench", "reproduce:bench", "measure this program: its speed, and what its bots do"))
    _warm(
        command("warm", "warm:warm", "compile what the usual bots need, so that the first table opens without waiting")
    )
    games = command("games", "lists:games", "the games, their rule sets and options")
    games.add_argument("game", nargs="?", metavar="GAME", help="only this game (default: all)")
    bots = command("bots", "lists:bots", "the bots and their options")
    bots.add_argument("game", nargs="?", metavar="GAME", help="only the bots of this game (default: all)")
    bots.add_argument(
        "bot",
        nargs="?",
        type=arguments.bot,
        metavar="BOT",
        help="only this bot, with its whole card: a name, FILE.py:CLASS, or the folder of one trained elsewhere",
    )
    config = command(
        "config",
        "lists:config",
        "the settings: their values and sources (show), whether the file is valid (validate), its path (locate)",
    )
    shown = ("show", "validate", "locate")
    config.add_argument("what", choices=shown, metavar="|".join(shown), nargs="?", default="show")
    for one in (games, bots, config):
        arguments.json(one)
    completion = command("completion", "completion:completion", "a completion script for a shell")
    text = 'bash: eval "$(cardtui completion bash)"; zsh: eval "$(cardtui completion zsh)"'
    completion.epilog = f"{text}; fish: cardtui completion fish | source"
    completion.add_argument("shell", choices=("bash", "zsh", "fish"))
    return top


def _play(one: argparse.ArgumentParser, entry: GameEntry) -> None:
    one.set_defaults(game=entry.name)
    low, high = entry.seats
    levels = f", or their levels ({', '.join(LEVELS)})" if entry.levels else ""
    bots = (
        f"who plays against you, seat by seat: bots{levels}" if high > 1 else f"who plays in your place: a bot{levels}"
    )
    one.add_argument("--bots", nargs="+", type=arguments.bot, metavar="BOT", help=bots)
    seats = f"{low} to {high}; the bots fill them in turn" if low < high else f"always {low}"
    one.add_argument("--seats", type=whole(low, high), metavar="N", help=f"seats at the table: {seats}")
    people = "1: you play (default); 0: watch a bot"
    if high > 1:
        hosted = f"2 to {min(high, PEOPLE)} (default: 2)" if high > 2 else "2"
        people = f"people at this terminal (default: 1; 0: watch); with --host: all people, you included: {hosted}"
    one.add_argument("--people", type=whole(0, high), metavar="N", help=people)
    text = "determines the deals and the bots' random numbers (default: a new seed)"
    one.add_argument("--seed", type=whole(0), metavar="N", help=text)
    arguments.rules(one, options.rules_example(*registry.rule_sets(entry.name)))
    one.set_defaults(first=False)
    if entry.first_deal:
        text = "a guided first deal that explains each turn, for those new to the game"
        one.add_argument("--first", action="store_true", help=text)
    one.set_defaults(host=None)
    if high > 1:
        text = "play with people at other terminals: wait for them at this address"
        text += f" (default: {LOOPBACK}, this machine only)"
        one.add_argument("--host", nargs="?", const=LOOPBACK, metavar="ADDRESS[:PORT]", help=text)
    text = "no undo; hints, coach and the bots' thoughts only after the end of a deal"
    one.add_argument("--ranked", action="store_true", help=text)
    arguments.plain(one)
    arguments.settings(one)


def _join(one: argparse.ArgumentParser) -> None:
    one.add_argument("address", metavar="ADDRESS:PORT", help="the address that the host's terminal shows")
    text = "the code that the host's terminal shows (default: the program asks for it)"
    one.add_argument("code", nargs="?", default="", metavar="CODE", help=text)
    arguments.settings(one)


def _serve(one: argparse.ArgumentParser) -> None:
    text = "the port to listen on (default: 8000)"
    one.add_argument("--port", type=whole(1, 65535), default=8000, metavar="N", help=text)
    text = f"the address to listen on (default: {LOOPBACK}, this machine only; others need --token)"
    one.add_argument("--address", default=LOOPBACK, help=text)
    text = "let in only people who have this token (without TEXT: the program makes one)"
    one.add_argument("--token", nargs="?", const="", metavar="TEXT", help=text)
    text = "the most visitors at a time (default: 8)"
    one.add_argument("--visitors", type=whole(1), default=8, metavar="N", help=text)
    text = "the most processes per visitor (default: 32)"
    one.add_argument("--processes", type=whole(4), default=32, metavar="N", help=text)
    text = "the most memory per visitor in MiB, all processes together (default: 2048)"
    one.add_argument("--memory", type=whole(256), default=2048, metavar="MIB", help=text)
    one.add_argument(
        "--minutes", type=whole(1), default=120, metavar="N", help="the longest visit in minutes (default: 120)"
    )
    text = "the most that all visitors' folders may hold in MiB, those of earlier visitors included (default: 2048)"
    one.add_argument("--disk", type=whole(1), default=2048, metavar="MIB", help=text)


def _resume(one: argparse.ArgumentParser) -> None:
    text = "a saved match, by its file or name, or last for the newest (default: the newest unfinished one)"
    one.add_argument("file", nargs="?", type=path, metavar="FILE", help=text)
    arguments.plain(one)
    arguments.settings(one)


def _replay(one: argparse.ArgumentParser) -> None:
    text = "a saved match, by its file or name (default: last, the newest)"
    one.add_argument("file", nargs="?", type=path, metavar="FILE", help=text)
    text = "without a screen: say whether the rules allow every action, and what each deal paid"
    one.add_argument("--check", action="store_true", help=text)
    arguments.json(one)
    arguments.settings(one)


def _inspect(one: argparse.ArgumentParser) -> None:
    arguments.game(one)
    text = "whose opinions to compare (default: the game's bots); with --force or --lock: who plays on, seat by seat"
    one.add_argument("--agents", nargs="+", type=arguments.bot, metavar="BOT", help=text)
    arguments.rules(one)
    text = "take the positions from a saved match: its file or name, or last for the game's newest"
    one.add_argument("--record", type=path, metavar="FILE", help=text)
    text = "with --record: only this move, as a review names it, such as 3:12"
    one.add_argument("--at", default="", metavar="DEAL:MOVE", help=text)
    one.add_argument("--observation", metavar="JSON", help="the position as an observation in JSON (-: from stdin)")
    text = "with --json: replace a card, or a place (from 1) in the JSON's hand, by another card"
    one.add_argument("--swap", nargs=2, metavar=("CARD", "CARD"), help=text)
    text = "with --json: what each bot gives away by the game's judges, in N decisions of its own games or of --record"
    one.add_argument("--worst", type=whole(1, MANY), default=0, metavar="N", help=text)
    text = "with --json: what each bot's values promise for N moves, and how those deals then end"
    one.add_argument("--outcomes", type=whole(1), default=0, metavar="N", help=text)
    one.add_argument("--force", metavar="ACTION", help="what changes if this action is taken now and bots play on")
    arguments.lock(one, "what changes if another bot decides on a seat, always or in one KIND of decisions")
    text = "with --force or --lock: play N worlds (default: 100)"
    one.add_argument("--worlds", type=whole(2, MANY), default=100, metavar="N", help=text)
    text = "what each bot has learned: test the game's claims on N deals of its own play (default: 200)"
    one.add_argument("--claims", type=whole(1), nargs="?", const=200, default=0, metavar="N", help=text)
    text = "what a bot would have done in fixed positions at several times of its training, and when that changed"
    one.add_argument("--checkpoints", action="store_true", help=text)
    text = "how well each bot guesses hidden cards, in N deals of its own games or in --record, as text or JSON"
    one.add_argument("--beliefs", type=whole(1), default=0, metavar="N", help=text)
    text = "chooses the random position and the bots' random numbers (default: 0)"
    one.add_argument("--seed", type=whole(0), default=0, metavar="N", help=text)
    arguments.jobs(one, "processes for --force and --lock")
    arguments.executor(one)
    arguments.json(one)
    arguments.settings(one)


def _review(one: argparse.ArgumentParser) -> None:
    text = (
        "saved matches of one game, by their files or names, or last for the newest, without --seat the newest in which"
        " a person has moved (default: last)"
    )
    one.add_argument("files", nargs="*", type=path, metavar="FILE", help=text)
    text = (
        "all saved matches of a game (default: the newest match's) in which a person has moved, with the seats and unit"
        " of the newest"
    )
    one.add_argument("--all", nargs="?", const="", metavar="GAME", help=text)
    text = "what these bots would have lost in the same decisions"
    one.add_argument("--against", nargs="+", type=arguments.bot, metavar="BOT", help=text)
    text = "the seat under review, from 1 (default: the first person's, or 1 if there is none)"
    one.add_argument("--seat", type=whole(1), metavar="N", help=text)
    text = "the judges to ask (default: all that know the match's rules)"
    one.add_argument("--judge", nargs="+", default=(), metavar="JUDGE", help=text)
    text = "the smallest losses marked ?!, ? and ??, in the game's unit at a stake of one (default: the game's own)"
    one.add_argument("--marks", nargs=3, type=arguments.above_zero(), default=(), metavar="LOSS", help=text)
    text = "stop proving suspected mistakes after N seconds per match"
    one.add_argument("--seconds", type=whole(1), metavar="N", help=text)
    text = "also write the review to this file, as HTML"
    one.add_argument("--html", type=path, metavar="FILE", help=text)
    one.add_argument("--md", type=path, metavar="FILE", help="also write the review to this file, as Markdown")
    arguments.seed_jobs(one)
    arguments.plain(one)


def _drill(one: argparse.ArgumentParser) -> None:
    one.add_argument("game", nargs="?", metavar="GAME", help="only this game (default: all)")
    text = "mistakes of these bots in their own games, instead of yours"
    one.add_argument("--bot", nargs="+", type=arguments.bot, metavar="BOT", help=text)
    arguments.rules(one)
    arguments.jobs(one)
    arguments.plain(one)
    arguments.settings(one)


def _history(one: argparse.ArgumentParser) -> None:
    one.add_argument("--limit", type=whole(1), default=20, metavar="N", help="list at most N matches (default: 20)")
    arguments.json(one)


def _arena(one: argparse.ArgumentParser) -> None:
    arguments.game(one)
    text = "two or more bots, of which each pair plays; with --pool: one bot"
    one.add_argument("bots", nargs="+", type=arguments.bot, metavar="BOT", help=text)
    text = "play against the game's pool: players that no bot was trained against"
    one.add_argument("--pool", action="store_true", help=text)
    one.add_argument("--deals", type=whole(1, MANY), metavar="N", help="deals per pairing (default: 1000)")
    text = "play whole matches instead of deals; the result is the share of matches won"
    one.add_argument("--matches", type=whole(1, MANY), metavar="N", help=text)
    text = "seats at the table, half of them for each bot of a pairing (default: the fewest)"
    one.add_argument("--seats", type=whole(2), metavar="N", help=text)
    text = "seat all bots at one table, one seat each; implied if --seats equals the number of bots, three or more"
    one.add_argument("--table", action="store_true", help=text)
    one.add_argument("--steps", type=whole(1, MANY), metavar="N", help="steps a searching bot may take (default: 1000)")
    arguments.lock(
        one,
        "play all deals at one table with and without a change: another bot decides on a seat, always or in one KIND of"
        " decisions",
    )
    text = "also print the means with the luck of the draw taken off, which vary less"
    one.add_argument("--adjust", action="store_true", help=text)
    arguments.rules(one)
    arguments.seed_jobs(one)
    arguments.plain(one)
    arguments.settings(one)


def _check(one: argparse.ArgumentParser) -> None:
    text = "a game; or, with --game, a bot by its name or as FILE.py:CLASS"
    one.add_argument("what", type=arguments.bot, metavar="BOT|GAME", help=text)
    one.add_argument("--game", metavar="GAME", help="the bot's game, by its name or file")
    one.add_argument("--deals", type=whole(1), default=100, metavar="N", help="deals to play (default: 100)")
    one.add_argument(
        "--seats", type=whole(1), metavar="N", help="seats at the table (default: each possible number in turn)"
    )
    arguments.rules(one)
    one.add_argument("--seed", type=whole(0), default=0, metavar="N", help="seed of all random numbers (default: 0)")
    arguments.json(one)


def _warm(one: argparse.ArgumentParser) -> None:
    one.add_argument("games", nargs="*", metavar="GAME", help="only these games (default: all)")
    arguments.jobs(one)
    arguments.json(one)


def _train(one: argparse.ArgumentParser) -> None:
    one.add_argument("game", nargs="?", metavar="GAME", help="`cardtui games` lists them")
    one.add_argument("bot", nargs="?", metavar="BOT", help="`cardtui bots GAME` lists them")
    one.add_argument(
        "--preset",
        choices=("paper", "best", "strong", "copy", "reply"),
        help="paper: as in the source document; best: the strongest; strong (hp-pimc): learns from a stronger player's"
        " games; copy (exploiter): first learns to play like the bot, from 51,200 more deals; reply (yaniv-net,"
        " ppo-rules, ppo-large, dmc): learns against one bot alone (default: the preset of the shipped weights)",
    )
    one.add_argument("--seed", type=whole(0), default=0, metavar="N", help="seed of all random numbers (default: 0)")
    text = "where the weights go (default: a folder in your user data)"
    one.add_argument("--out", type=path, metavar="DIR", help=text)
    text = "learn from N games instead of the preset's number, if the bot's trainer allows it"
    one.add_argument("--steps", type=whole(1), metavar="N", help=text)
    text = "learn from the saved matches in this folder, if the bot's trainer allows it"
    one.add_argument("--records", type=path, metavar="DIR", help=text)
    text = "the bot to learn a reply to; `exploiter` learns one in any game for two or more, others with --preset reply"
    one.add_argument("--against", type=arguments.bot, metavar="BOT", help=text)
    one.add_argument("--rules", metavar="RULES", help="the rules of a reply (default: the usual ones)")
    text = "train the network on the CPU (default) or on an NVIDIA GPU, if the bot's trainer allows it"
    one.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help=text)
    one.add_argument(
        "--jobs",
        type=whole(1),
        default=1,
        metavar="N",
        help="let N processes, at most 4 per core, play the games to learn from, if the bot's trainer allows it"
        " (default: 1)",
    )
    arguments.executor(one)
    one.add_argument("--resume", action="store_true", help="go on with the interrupted run in the folder of --out")
    text = "show the training in DIR, or all that are running; a training goes on when you leave its screen"
    one.add_argument("--attach", nargs="?", type=path, const=True, metavar="DIR", help=text)
    arguments.plain(one)
    arguments.json(one)
    arguments.settings(one)


def _compare(one: argparse.ArgumentParser) -> None:
    arguments.game(one)
    one.add_argument("a", type=arguments.bot, metavar="A", help="the bot on one seat, whose decisions are counted")
    one.add_argument(
        "b",
        type=arguments.bot,
        metavar="B",
        help="the bot on all other seats, which is also asked in each of A's positions",
    )
    arguments.rules(one)
    one.add_argument("--seats", type=whole(1), metavar="N", help="seats at the table (default: the game's)")
    text = "deals, each with A on one seat and B on the others (default: 100)"
    one.add_argument("--deals", type=whole(2, MANY), metavar="N", help=text)
    text = "compare the decisions of the saved matches in this folder instead"
    one.add_argument("--records", type=path, metavar="DIR", help=text)
    one.add_argument("--judge", nargs="+", metavar="JUDGE", help="ask only these of the game's judges")
    arguments.seed_jobs(one)


def _reproduce(one: argparse.ArgumentParser) -> None:
    one.add_argument(
        "game", metavar="GAME", help="a game (`cardtui games` lists them), or `review` for the checks of its judges"
    )
    one.add_argument("--table", metavar="NAME", help="only this table")
    one.add_argument("--svg", type=path, metavar="DIR", help="write the graphs to this folder as SVG")
    text = "cores to use (default: 1); the studies of zsy and 98 always use one"
    one.add_argument("--jobs", type=whole(1), default=1, metavar="N", help=text)
    text = "play only this share of the games, for a quick look"
    one.add_argument("--scale", type=arguments.above_zero(1), default=1.0, metavar="S", help=text)
    arguments.executor(one)
    arguments.json(one)


def _bench(one: argparse.ArgumentParser) -> None:
    text = "only these figures (default: all), such as kernel, solver, contra or decisions; a wrong name lists them"
    one.add_argument("figures", nargs="*", metavar="FIGURE", help=text)
    arguments.json(one)
