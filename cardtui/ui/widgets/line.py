"""The input line, and the line of keys below it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.keys import key_to_character
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from ..base import AppScreen


def toggled(text: str, number: int) -> str:
    """Return the text with a card number added after the other numbers, or removed if present."""
    tokens = re.findall(r"[0-9]|[^\s0-9]+", text)
    name = str(number)
    if name in tokens:
        tokens.remove(name)
    else:
        place = max((i + 1 for i, token in enumerate(tokens) if token.isdigit()), default=0)
        tokens.insert(place, name)
    return " ".join(tokens)


def with_word(text: str, word: str, words: frozenset[str]) -> str:
    """Return the text with `word` at the end, replacing any other word of `words`."""
    tokens = [token for token in re.findall(r"[0-9]+|[^\s0-9]+", text) if token not in words]
    return " ".join([*tokens, word])


def alone(text: str, word: str) -> str:
    """Return `word` in place of a text, or no text if it is that word already."""
    return "" if text == word else word


class InputLine(Input):
    """An input line whose single-character shortcuts act as keys of the screen while it is empty; some always do."""

    ALWAYS = frozenset({"?"})

    class CursorMoved(Message):
        """An arrow key or space that moves the card cursor: -1, +1, or 0 for picking the card."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, shortcuts: frozenset[str] = frozenset()) -> None:
        super().__init__(compact=True, select_on_focus=False)
        self.shortcuts = shortcuts
        self.walking = False
        """Whether the arrow keys move the cursor over the cards of the hand."""
        self.cursor: int | None = None
        """The place of the card that the arrow keys came to last."""
        self.clicked = False
        """Whether the text was last changed by a click, not by typing."""

    def put(self, text: str) -> None:
        """Set the whole text, with the text cursor behind it."""
        self.value = text
        self.action_end()
        self.focus()

    async def click(self, text: str, double: bool, whole: Callable[[], bool]) -> None:
        """Set the text after a click. The second click of a double click submits the text, if `whole()`.

        If the first one removed what was typed before, the second one puts it back.
        """
        if not double or len(text) > len(self.value):
            self.put(text)
            self.clicked = True
        if double and whole():
            await self.action_submit()

    def walk(self, step: int, cards: int) -> int | None:
        """Move the cursor over a hand of so many cards; return the place of the card that a step of 0 picks."""
        if step == 0:
            return self.cursor if self.cursor is not None and self.cursor < cards else None
        if cards:
            start = -1 if step > 0 else 0
            self.cursor = ((start if self.cursor is None else self.cursor) + step) % cards
        return None

    @property
    def walked(self) -> int | None:
        """The place of the card under the cursor; None if the arrow keys are not used."""
        return self.cursor if self.walking else None

    def stand(self) -> None:
        """End the walk over the cards."""
        self.walking, self.cursor = False, None

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Let shortcuts pass through to the screen."""
        if character is not None and self._is_shortcut(character):
            return False
        return super().check_consume_key(key, character)

    def _is_shortcut(self, character: str) -> bool:
        if character == " " and self.walking:
            return False
        return character in self.ALWAYS or (not self.value and character in self.shortcuts)

    def on_key(self, event: events.Key) -> None:
        """Pass shortcuts on to the screen, and walk over the cards. What is left, Textual's line handles."""
        if event.character is not None and self._is_shortcut(event.character):
            event.prevent_default()  # handled by the bindings of the screen
            return
        self.clicked = False
        if event.key in ("left", "right", "up", "down"):
            self.walking = True
            self.post_message(self.CursorMoved(1 if event.key in ("right", "up") else -1))
            event.stop()
            event.prevent_default()
        elif event.key == "space" and self.walking:
            self.post_message(self.CursorMoved(0))
            event.stop()
            event.prevent_default()
        elif event.is_printable:
            self.walking = False

    def on_paste(self, event: events.Paste) -> None:
        """Let all lines of a paste be typed as one: Textual, which acts after this, drops all but the first unsaid."""
        event.text = " ".join(event.text.split())


FIRST = frozenset({"f1", "f10", "escape", "q"})
"""Keys that are always shown: F1 lists the others, and the way out must be visible."""
LAST = frozenset({"panel", "sort", "grid"})
"""Actions whose keys give way to the others: settings that are rarely changed, and which grid is shown."""


class KeyLine(Widget):
    """The keys that work now, as many as fit with their words. Click to press one."""

    DEFAULT_CSS = "KeyLine { height: 1; dock: bottom; background: $footer-background; color: $footer-foreground; }"

    def __init__(self) -> None:
        super().__init__()
        self._places: list[tuple[int, str]] = []
        self._shown: list[Binding] = []

    def on_mount(self) -> None:
        """Follow changes of the screen's bindings."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self._follow())
        self._follow()

    def _follow(self) -> None:
        if (keys := self._keys()) != self._shown:
            self._shown = keys
            self.refresh()

    def _keys(self) -> list[Binding]:
        """Return the visible bindings of screen and app that work now.

        Textual's `active_bindings` gives the same, but is several times slower.
        """
        screen, found = self.screen, dict[str, Binding]()
        for owner in (screen, self.app):
            for kind in type(owner).__mro__:
                for binding in Binding.make_bindings(kind.__dict__.get("BINDINGS", ())):
                    focused = screen.focused
                    taken = focused and focused.check_consume_key(binding.key, key_to_character(binding.key))
                    if binding.show and binding.description and not taken:
                        name = binding.action.partition("(")[0]
                        if "." in name or owner.check_action(name, ()):
                            found.setdefault(binding.action, replace(binding, description=self._word(binding)))
        return list(found.values())

    def render(self) -> Content:
        keys = [Content.assemble(self._key(binding), f" {binding.description}") for binding in self._shown]
        room, shown = self.size.width, list[int]()
        if sum(part.cell_length + 1 for part in keys) <= room:
            keys = [part + " " for part in keys]
        by_rank = sorted(range(len(keys)), key=lambda place: _rank(self._shown[place]))
        for place in by_rank:
            if keys[place].cell_length <= room:
                shown.append(place)
                room -= keys[place].cell_length
        shown.sort()
        self._places = [(keys[place].cell_length, self._shown[place].key) for place in shown]
        return Content("").join(keys[place] for place in shown)

    def _key(self, binding: Binding) -> Content:
        return Content.assemble(" ", (self.app.get_key_display(binding), "bold $footer-key-foreground"))

    def _word(self, binding: Binding) -> str:
        screen = self.screen
        return screen.key_word(binding) if isinstance(screen, AppScreen) else binding.description

    async def on_click(self, event: events.Click) -> None:
        """Press the clicked key."""
        x = event.x
        for width, key in self._places:
            if x < width:
                self.app.simulate_key(key)
                return
            x -= width


def _rank(binding: Binding) -> int:
    return 0 if binding.key in FIRST else 2 if binding.action in LAST else 1
