"""Options in text form, `name:key=value,key=value`, as used for rule sets and bots."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from math import inf, isfinite
from typing import Any, NamedTuple

from .core import Refusal, quoted

Value = int | float | str


_WORD = re.compile(r"\w[\w-]*")
_CLASS = re.compile(r"([^:@=,]*[./][^:@=,]*:\w+|\w+:[A-Z]\w*)(?=[:@]|$)")
"""Matches a bot given by its class in a module or file instead of by its name."""


class Setting(NamedTuple):
    """One option: its default (which also determines its type), its description, and its choices or inclusive range."""

    default: Value
    help: str
    choices: tuple[str, ...] = ()
    low: float = -inf
    high: float = inf

    def values(self) -> str:
        """Describe the valid values."""
        if self.choices:
            return ", ".join(self.choices)
        if self.high < inf:
            return f"{self.low:g} … {self.high:g}"
        return {int: "a whole number", float: "a number", str: "text"}[type(self.default)]

    def read(self, text: str, where: str) -> Value:
        """Parse a value. Raises Refusal, naming `where` and the valid values, if the text is invalid."""
        value: Value
        try:
            value = type(self.default)(text.strip())
        except ValueError:
            raise Refusal(f"{where} takes {self.values()}, not {quoted(text)}") from None
        if self.choices and value not in self.choices:
            raise Refusal(f"{where} takes {self.values()}, not {quoted(text)}")
        if not isinstance(value, str) and not self.low <= value <= self.high:  # `not ... <=` also catches nan
            raise Refusal(f"{where} takes {self.values()}, not {quoted(text)}")
        return value


def option_fault(key: Any, setting: Any) -> str:
    """Return what is wrong with an option of another package, as the end of a sentence; "" if it is valid."""
    if not isinstance(key, str) or not _WORD.fullmatch(key):
        return "whose name is not one word"
    if not isinstance(setting, Setting):
        return f"that is of type {type(setting).__name__}, not an options.Setting"
    default, text, choices, low, high = setting
    if not is_plain(text):
        return f"whose help is not plain text: {quoted(text)}"
    if not isinstance(choices, tuple) or not all(map(is_plain, choices)):
        return f"whose choices are not a tuple of texts: {quoted(choices)}"
    if isinstance(default, str):
        fits = is_plain(default) and (not choices or default in choices)
    else:
        numbers = type(default) in (int, float) and type(low) in (int, float) and type(high) in (int, float)
        fits = numbers and not choices and isfinite(default) and low <= default <= high
    return "" if fits else f"whose default {quoted(default)} is not one of its own values"


def is_plain(value: Any) -> bool:
    """Return whether a value is text that can be shown as it is."""
    return isinstance(value, str) and value.isprintable()


def split(spec: str) -> tuple[str, dict[str, str]]:
    """Parse `club:limit=200` into ("club", {"limit": "200"}). Raises Refusal if the text is malformed."""
    name, colon, rest = spec.partition(":")
    pairs: dict[str, str] = {}
    for part in rest.split(",") if rest.strip() else ():
        key, equals, value = part.partition("=")
        if not equals or not key.strip():
            raise Refusal(f"{quoted(spec)}: {quoted(part.strip())} should read key=value")
        if key.strip() in pairs:
            raise Refusal(f"{quoted(spec)}: {quoted(key.strip())} is set twice")
        pairs[key.strip()] = value.strip()
    if colon and not pairs:
        raise Refusal(f"{quoted(spec)}: key=value must follow the colon")
    return name.strip(), pairs


class BotSpec(NamedTuple):
    """The parts of a bot spec: `name:key=value@folder` or `bots.py:MyBot:key=value@folder`."""

    name: str
    """The bot's name, or its class with the module or file that defines it, or the path of its folder."""
    pairs: Mapping[str, str]
    folder: str
    """The folder of its weights; "" for the default folder."""

    @property
    def is_class(self) -> bool:
        """Whether this names a class rather than a registered bot."""
        return ":" in self.name

    @property
    def is_folder(self) -> bool:
        """Whether this is the path of a bot that was trained elsewhere: `./runs/mine`."""
        return "/" in self.name and not self.is_class

    @property
    def path(self) -> str:
        """The file of its class, or its own folder, with which the spec begins; "" if it names neither."""
        if self.is_folder:
            return self.name
        return self.name.rpartition(":")[0] if ".py:" in self.name else ""


def bot_spec(spec: str) -> BotSpec:
    """Parse a bot spec. Raises Refusal if it is malformed."""
    chosen, _, folder = spec.partition("@")
    found = _CLASS.match(chosen)
    if not found:
        place, colon, _ = chosen.partition(":")
        if colon and (place.endswith(".py") or ("." in place and "/" not in place)):
            like = f"{place}:MyBot or {place}:MyBot:key=value"
            raise Refusal(f"{quoted(spec)}: the bot's class must follow the file or module, as in {like}")
        return BotSpec(*split(chosen), folder)
    return BotSpec(found[0], split(chosen[found[0].rindex(":") + 1 :])[1], folder)


def bot_label(spec: str) -> str:
    """Return a short form of a bot spec for tables: a class without module or file, folders without their parents."""
    if found := _CLASS.match(spec):
        return spec[found[0].rindex(":") + 1 :]
    wanted, (chosen, at, folder) = bot_spec(spec), spec.partition("@")
    own = _last(wanted.name) + chosen[len(wanted.name) :] if wanted.is_folder else chosen
    return own + at + _last(folder)


def _last(folder: str) -> str:
    return folder.rstrip("/").rpartition("/")[2]


def read(settings: Mapping[str, Setting], pairs: Mapping[str, str], where: str) -> dict[str, Value]:
    """Return the values of all options: those given in `pairs`, the others by default.

    Raises Refusal for an unknown key or an invalid value.
    """
    values = {key: setting.default for key, setting in settings.items()}
    for key, text in pairs.items():
        if key not in settings:
            there = f"its options: {', '.join(settings)}" if settings else "it has no options"
            raise Refusal(f"{where} has no option {quoted(key)}{nearest(key, settings)}; {there}")
        values[key] = settings[key].read(text, f"{where}: {key}")
    return values


def rule_set(
    game: str, settings: Mapping[str, Setting], sets: Mapping[str, Mapping[str, Value]], typed: str
) -> tuple[dict[str, Value], str]:
    """Return all option values of a game's rules and their shortest spec.

    `sets` are the named rule sets, each as changes to the defaults. Raises Refusal for an unknown rule set, option or
    value.
    """
    name, changed = split(typed)
    if name not in sets:
        after = f"; options follow a rule set, as in {next(iter(sets))}:key=value" if "=" in name else ""
        known = f"; its rule sets: {', '.join(sets)}{after}"
        raise Refusal(f"{game} has no rule set {quoted(name)}{nearest(name, sets)}{known}")
    named = {key: setting._replace(default=sets[name].get(key, setting.default)) for key, setting in settings.items()}
    values = read(named, changed, f"rules {name}")
    return values, write(name, {key: value for key, value in values.items() if value != named[key].default})


def example(name: str, settings: Mapping[str, Setting], values: Mapping[str, Value] | None = None) -> str:
    """Return an example spec, `name:key=value`.

    It changes the first option that allows another value than in `values`, or else than its default.
    """
    for key, setting in settings.items():
        now = (values or {}).get(key, setting.default)
        others: list[Value] = list(setting.choices)
        if not isinstance(now, str):
            others = [value for value in (now * 2, type(now)(now / 2), now + 1) if setting.low <= value <= setting.high]
        for value in others:
            if value != now:
                return write(name, {key: value})
    return name


def rules_example(settings: Mapping[str, Setting], sets: Mapping[str, Mapping[str, Value]]) -> str:
    """Return an example of a rule spec: a change to the game's last rule set."""
    name = list(sets)[-1]
    return example(name, settings, sets[name])


def nearest(word: str, known: Mapping[str, object]) -> str:
    """Return ` (nearest: …)` if a similar word is known, else ""."""
    close = get_close_matches(word, known, 1)
    return f" (nearest: {close[0]})" if close else ""


def write(name: str, pairs: Mapping[str, Value]) -> str:
    """Write a spec; `split` and `read` are the inverse."""
    return f"{name}:{','.join(f'{key}={value}' for key, value in pairs.items())}" if pairs else name
