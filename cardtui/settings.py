"""User settings and folders. Flags take precedence over environment variables (`CARDTUI_PACE`) and the TOML file.

Changes made by the program are written back with tomlkit, which keeps comments and layout.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple

from .core import Refusal, quoted
from .options import Setting, bot_spec, nearest
from .system.files import TEXT, locked, read_regular, write_atomically

PANELS = ("hidden", "deal", "move", "coach", "open")
"""The modes of the bots' panel, ordered by how much they reveal."""
TELLING = ("move", "coach", "open")
"""Those that tell something before the deal is over."""
PACE = 0.8
"""Seconds between the moves of bots, unless set otherwise."""
SECONDS = 10.0
"""The longest that a bot may think about one move, in seconds, unless set otherwise."""
NAMES = ("Ada", "Rex", "Mo", "Kathi", "Sepp", "Vroni")
"""The names of opponents, unless set otherwise; enough for the largest table."""
NAME_WIDTH = 12
"""The longest name, in characters."""
SORTS = ("number", "suit", "dealt")
LANGUAGES = ("en", "de")
THEMES = (
    "felt", "felt-light", "felt-contrast",
    "textual-dark", "textual-light", "nord", "gruvbox", "catppuccin-mocha", "dracula", "tokyo-night", "monokai",
    "flexoki", "catppuccin-latte", "catppuccin-frappe", "catppuccin-macchiato", "solarized-light", "solarized-dark",
    "rose-pine", "rose-pine-moon", "rose-pine-dawn", "atom-one-dark", "atom-one-light", "ansi-dark", "ansi-light",
)  # fmt: skip
"""Our own themes and those of Textual. Importing Textual for them would slow every command by a fifth of a second; a
test keeps this list up to date."""


class Settings(NamedTuple):
    """The user settings; `SETTINGS` describes each of them."""

    pace: float = PACE
    trick_pause: float = PACE
    motion: bool = True
    seconds: float = SECONDS
    panel: str = "deal"
    coach: str = ""
    theme: str = "felt"
    ascii: bool = False
    four_colour: bool = False
    cards: str = "full"
    french: bool = False
    sort: str = "number"
    language: str = "en"
    name: str = ""
    opponents: str = ", ".join(NAMES)
    panels: Mapping[str, str] = {}
    """The last mode of the bots' panel for each game. Not a setting, but remembered by the program."""
    panel_asked: bool = False
    """Whether `panel` was given for this run: it overrides what is remembered, and also holds where nobody plays."""

    @property
    def spoken(self) -> str:
        """The key of `GameEntry.languages` for these settings: `de`, or `de-ascii` to be spelled in ASCII."""
        return f"{self.language}-ascii" if self.ascii else self.language


_ABOUT: dict[str, tuple[Any, ...]] = {
    "pace": ("seconds between the moves of bots", (), 0, 60),
    "trick_pause": ("seconds that a full trick lies before it is swept to its winner (0: none)", (), 0, 60),
    "motion": ("whether cards move to their places (never with a pace of 0)",),
    "seconds": ("the longest a bot may think about one move, in seconds", (), 0.1, 600),
    "panel": ("when the bots' panel opens, unless F2 or F7 has changed it", PANELS),
    "coach": ("the bot whose opinion the coach and the hint give (empty: the game's first)",),
    "theme": ("colours of the screen", THEMES),
    "ascii": ("draw with plain ASCII only",),
    "four_colour": ("a colour for each suit (Schafkopf always has it)",),
    "cards": ("cards in pixels, or plain: by their names, for fonts without block characters", ("full", "plain")),
    "french": ("French suits in place of the German letters: Q♣ for EO",),
    "sort": ("order of the cards in hand", SORTS),
    "language": ("language at the table, where the game has it (Schafkopf has German); reviews are English", LANGUAGES),
    "name": ("your name; several people's names, separated by commas (empty: You)",),
    "opponents": ("names of the bots at the table, separated by commas",),
}
SETTINGS = {key: Setting(Settings._field_defaults[key], *about) for key, about in _ABOUT.items()}
"""Description and valid values of each setting."""
_NAMED = ("name", "opponents")
"""The settings that are lists of names; in the file they may be lists of texts, too."""
_WORDS = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("", "0", "false", "no", "off"), False),
}


class Sourced(NamedTuple):
    """A value and its source: "default", a file and line, a variable or a flag."""

    value: Any
    source: str


# --- folders ------------------------------------------------------------------------------------


def config_file() -> Path:
    """Return the path of the settings file, which need not exist."""
    from platformdirs import user_config_path

    return user_config_path("cardtui", False) / "config.toml"


def records_dir() -> Path:
    """Return the folder of saved matches."""
    return _data("records")


def new_record(game: str) -> Path:
    """Return an unused path for the record of a new match, named by time and game."""
    name = f"{datetime.now():%Y%m%d-%H%M%S}-{game}"
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(path for path in (records_dir() / f"{name}.jsonl" for name in names) if not path.exists())


def reviews_dir() -> Path:
    """Return the folder of reviews that were made, beside that of saved matches; they can be made again at any time."""
    return _data("reviews")


def drills_file() -> Path:
    """Return the file that tells how well each position of the drills is known. It need not exist."""
    from platformdirs import user_data_path

    return user_data_path("cardtui", False) / "drills.json"


def seats_dir() -> Path:
    """Return the folder of keys to seats at tables elsewhere."""
    return _data("seats")


def runs_dir() -> Path:
    """Return the folder of training runs."""
    return _data("runs")


def trainings_dir() -> Path:
    """Return the folder in which trainings that run in the background are registered. It need not exist."""
    from platformdirs import user_state_path

    return user_state_path("cardtui", False) / "trainings"


def visitors_dir() -> Path:
    """Return the folder with a folder for each visitor of `cardtui serve`."""
    return _data("visitors")


def cache_dir() -> Path:
    """Return the folder for files that can be recreated at any time."""
    from platformdirs import user_cache_path

    return user_cache_path("cardtui", False)


def _data(name: str) -> Path:
    from platformdirs import user_data_path

    path = user_data_path("cardtui", False) / name
    with suppress(OSError):  # a disk that is full or read-only can still be read; a later write reports the error
        path.mkdir(parents=True, exist_ok=True)
    return path


# --- reading ------------------------------------------------------------------------------------


def load(flags: Mapping[str, Any] | None = None) -> Settings:
    """Return the settings, ignoring flags that are None. Raises Refusal for an unknown key or invalid value."""
    found = resolve(flags)
    asked = found["panel"].source in ("--panel", "CARDTUI_PANEL")
    panels = {} if asked else _panels()
    return Settings(**{key: value.value for key, value in found.items()}, panels=panels, panel_asked=asked)


def resolve(flags: Mapping[str, Any] | None = None) -> dict[str, Sourced]:
    """Return each setting with its source. Raises Refusal, naming that source, for an unknown key or invalid value."""
    found, faults = examine(flags)
    if faults:
        raise faults[0]
    return found


def examine(flags: Mapping[str, Any] | None = None) -> tuple[dict[str, Sourced], list[Refusal]]:
    """Return each setting with its source, and all faults: unknown keys and invalid values, which set nothing."""
    found = {key: Sourced(setting.default, "default") for key, setting in SETTINGS.items()}
    faults = list[Refusal]()

    def take(key: str, source: str, read: Callable[[], Any]) -> None:
        try:
            found[key] = Sourced(read(), source)
        except Refusal as refusal:
            faults.append(refusal)

    path, text, in_file = config_file(), "", dict[str, Any]()
    try:
        if text := _text(path):
            in_file = _parse(text, path)
    except Refusal as refusal:
        faults.append(refusal)
    for key, value in in_file.items():
        where = f"{path}, line {_line(text, key)}"
        take(key, where, partial(_from_file, key, value, where))
    for key, setting in SETTINGS.items():
        variable = f"CARDTUI_{key.upper()}"
        if variable in os.environ:
            take(key, variable, partial(_read, setting, os.environ[variable], f"the variable {variable}"))
        if flags and flags.get(key) is not None:
            flag = f"--{key.replace('_', '-')}"
            take(key, flag, partial(_read, setting, flags[key], flag))
    checks = {"coach": bot_spec, **dict.fromkeys(_NAMED, names_in)}  # the registry knows which bots exist
    for key, check in checks.items():
        try:
            check(found[key].value)
        except Refusal as refusal:
            source = found[key].source
            faults.append(Refusal(f"{source if source == f'--{key}' else f'{source}: {key}'}: {refusal}"))
    return found, faults


def written(value: Any) -> str:
    """Return a value as it stands in the file."""
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else f"{value:g}"


def names_in(text: str) -> tuple[str, ...]:
    """Return the names in a setting. Raises Refusal for a name that cannot stand at a table.

    >>> names_in("Ada, Mary Ann")
    ('Ada', 'Mary Ann')
    """
    names = tuple(" ".join(name.split()) for name in text.split(",")) if text.strip() else ()
    for at, name in enumerate(names):
        if not 0 < len(name) <= NAME_WIDTH:
            raise Refusal(f"a name has 1 to {NAME_WIDTH} characters; {quoted(name)} does not")
        if not all(map(_plain, name)):
            raise Refusal(f"{quoted(name)} has a character that is not a plain letter, digit or sign of one column")
        if name.casefold() == "you":
            raise Refusal(f"{quoted(name)} is what a person without a name is called; choose another")
        if name.casefold() in (other.casefold() for other in names[:at]):
            raise Refusal(f"{quoted(name)} appears twice")
    return names


def own_name(settings: Settings) -> str:
    """Return what the person at this terminal is called where they sit alone; "" for nothing special."""
    return next(iter(names_in(settings.name)), "")


def _plain(sign: str) -> bool:
    """Return whether a character is printable, one column wide and no bracket, which Textual reads as markup."""
    return (
        sign.isprintable()
        and sign not in "[]"
        and not unicodedata.combining(sign)
        and unicodedata.east_asian_width(sign) not in "WF"
    )


def _from_file(key: str, value: Any, where: str) -> Any:
    """Return a setting's value as the file has it. Raises Refusal for an unknown key or invalid value."""
    if key not in SETTINGS:
        raise Refusal(f"{where}: no setting {quoted(key)}{nearest(key, SETTINGS)}; there are {', '.join(SETTINGS)}")
    setting = SETTINGS[key]
    if key in _NAMED and isinstance(value, list) and all(isinstance(name, str) for name in value):
        value = ", ".join(value)
    if isinstance(value, str) != isinstance(setting.default, str):
        raise Refusal(f"{where}: {key} takes {_values(setting)}, not {quoted(value)}")
    return _read(setting, value, f"{where}: {key}")


def _text(path: Path) -> str:
    """Return the text of the settings file, "" if there is none. Raises Refusal if it cannot be read."""
    try:
        return read_regular(path, TEXT).decode()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise Refusal(f"{path} cannot be read: {getattr(error, 'strerror', error)}") from error


def _parse(text: str, path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:  # ValueError: a date out of range
        raise Refusal(f"{path} is no TOML: {error}") from error


def _line(text: str, key: str) -> int:
    """Return the number of the line that sets `key`, from 1."""
    pattern = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
    return next((number for number, line in enumerate(text.splitlines(), 1) if pattern.match(line)), 1)


def _values(setting: Setting) -> str:
    return "true or false" if isinstance(setting.default, bool) else setting.values()


def _read(setting: Setting, value: Any, where: str) -> Any:
    if isinstance(setting.default, bool):
        word = _WORDS.get(str(value).strip().lower())
        if word is None:
            raise Refusal(f"{where} takes {_values(setting)}, not {quoted(value)}")
        return word
    if isinstance(value, bool | list | dict):
        raise Refusal(f"{where} takes {_values(setting)}, not {str(value).lower()}")
    return setting.read(str(value), where)


# --- writing ------------------------------------------------------------------------------------


def save_value(key: str, value: Any) -> None:
    """Set one key in the settings file, leaving the rest unchanged. Raises Refusal if that is impossible."""
    import tomlkit

    if key not in SETTINGS:
        raise Refusal(f"no setting {quoted(key)}{nearest(key, SETTINGS)}")
    value = _read(SETTINGS[key], value, key)
    path = config_file()
    try:
        with locked(path.parent):
            text = _text(path)
            _parse(text, path)
            document = tomlkit.parse(text)
            document[key] = value
            write_atomically(path, tomlkit.dumps(document))
    except OSError as error:
        raise Refusal(f"{path} cannot be written: {error.strerror or error}") from error


def keep_panel(game: str, mode: str) -> None:
    """Remember the mode of the bots' panel for a game. Raises OSError if writing fails."""
    file = _panels_file()
    with locked(file.parent):
        write_atomically(file, json.dumps(_panels() | {game: mode}))


def _panels() -> dict[str, str]:
    """Return the remembered modes by game; an unreadable or malformed file counts as empty."""
    try:
        found = json.loads(read_regular(_panels_file(), TEXT))
    except (OSError, ValueError, RecursionError):
        return {}
    return {game: mode for game, mode in found.items() if mode in PANELS} if isinstance(found, dict) else {}


def _panels_file() -> Path:
    from platformdirs import user_data_path

    return user_data_path("cardtui", False) / "panels.json"
