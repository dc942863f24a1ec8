"""Windows over a screen: questions, lists, long texts, line input, and the notice for small terminals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import Input, OptionList, Static

from .sizes import MINIMUM
from .terminal.textual_faults import TopScreen
from .widgets.lines import Draw, Lines
from .widgets.rows import LISTS, RowList
from .widgets.titles import retitle


class Choice(NamedTuple):
    """A possible answer: its key, the text shown, and the value returned."""

    key: str
    label: str
    answer: str


class Window(ModalScreen[ScreenResultType], TopScreen[ScreenResultType]):
    """Base class of windows over a screen; each is dismissed with its result."""

    async def on_click(self, event: events.Click) -> None:
        """A click beside the window, or on the edge that names Escape, leaves it as Escape does."""
        clicked, region = self.get_widget_at(event.screen_x, event.screen_y)
        if clicked is self or (clicked.has_class("window") and event.screen_y == region.bottom - 1):
            await self.app.run_action("leave", self)


class ListChoice(Window[str]):
    """A choice among rows (name, title, text), of which one is highlighted. Returns its name, or "" if cancelled."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    def __init__(self, title: str, rows: Sequence[tuple[str, str, str]], now: str = "") -> None:
        super().__init__()
        self.title, self.rows, self.now = title, rows, now

    def compose(self) -> ComposeResult:
        with Vertical(classes="window list") as window:
            retitle(window, self.title or "")
            window.border_subtitle = "[@click=screen.choose]Enter[/] · Esc back"
            yield RowList(most=LISTS)

    def on_mount(self) -> None:
        """Highlight the row that is chosen now."""
        choices, names = self.query_one(RowList), [name for name, _, _ in self.rows]
        choices.fill(self.rows, names.index(self.now) if self.now in names else 0)
        choices.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose this row."""
        self.dismiss(event.option.id or "")

    def action_choose(self) -> None:
        """Choose the row that is highlighted."""
        row = self.query_one(RowList).highlighted_option
        self.dismiss(row.id or "" if row else "")

    def action_leave(self) -> None:
        """Cancel."""
        self.dismiss("")


class Question(Window[str]):
    """A question answered with one key. Returns the answer of the chosen `Choice`; Escape chooses the last one.

    So does the key that `opened` the question.
    """

    def __init__(self, title: str, text: str, choices: tuple[Choice, ...], opened: str = "") -> None:
        super().__init__()
        self.title = title
        self.text = text
        self.choices = choices
        self.opened = opened

    def compose(self) -> ComposeResult:
        with Vertical(classes="window") as window:
            retitle(window, self.title or "")
            yield Static(self.text, markup=False)
            yield Static()
            for number, choice in enumerate(self.choices):
                name = {"enter": "Enter", "escape": "Esc"}.get(choice.key, choice.key)
                yield Static(Content.assemble((f" {name} ", "reverse"), f" {choice.label}"), id=f"choice-{number}")

    def on_key(self, event: events.Key) -> None:
        """Answer with the choice of that key."""
        event.stop()
        for choice in self.choices:
            if event.key == choice.key or event.character == choice.key:
                self.dismiss(choice.answer)
                return
        if event.key in ("escape", self.opened):
            self.action_leave()

    def action_leave(self) -> None:
        """Answer with the last choice."""
        self.dismiss(self.choices[-1].answer)

    async def on_click(self, event: events.Click) -> None:
        """Answer with the clicked choice."""
        if event.widget and event.widget.id and event.widget.id.startswith("choice-"):
            self.dismiss(self.choices[int(event.widget.id.removeprefix("choice-"))].answer)


def confirm(
    app: App[Any], title: str, text: str, yes: str, no: str, then: Callable[[], object], opened: str = ""
) -> Question:
    """Ask a question of yes (`y`) or no (Escape), and call `then` if the answer is yes.

    Returns the question that is shown; `opened` is that of `Question`.
    """
    question = Question(title, text, (Choice("y", yes, "yes"), Choice("escape", no, "no")), opened)

    def answered(answer: str | None) -> None:
        if answer == "yes":
            then()

    app.push_screen(question, answered)
    return question


class TextWindow(Window[None]):
    """A scrollable long text, or lines drawn for the available width.

    Closed by Escape, Enter and q, and by the keys that open one: F1, F5 and F9.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,f1,f5,f9", "leave", "Back"),
        Binding("down,j", "scroll(1)", "Down", show=False),
        Binding("up,k", "scroll(-1)", "Up", show=False),
        Binding("pagedown,space", "scroll(15)", "Page down", show=False),
        Binding("pageup", "scroll(-15)", "Page up", show=False),
    ]

    def __init__(self, title: str, text: str | Content | Draw) -> None:
        super().__init__()
        self.title = title
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="window reading", can_focus=False) as window:
            retitle(window, self.title or "", self.card_app.translate("Esc back · ↑ ↓ scroll"))
            if callable(self.text):
                lines = Lines()
                lines.draw(self.text)
                yield lines
            else:
                yield Static(self.text, markup=False)

    def action_scroll(self, lines: int) -> None:
        """Scroll by some lines."""
        self.query_one(".reading").scroll_relative(y=lines, animate=False)

    def action_leave(self) -> None:
        """Close the window."""
        self.dismiss()


class InputWindow(Window[str]):
    """An input of one line. Returns what was typed, without spaces around it; "" if cancelled."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Cancel")]

    def __init__(self, title: str, value: str, note: str) -> None:
        super().__init__()
        self.title = title
        self.value = value
        self.note = note

    def compose(self) -> ComposeResult:
        with Vertical(classes="window") as window:
            retitle(window, self.title or "")
            yield Input(self.value, compact=True)
            yield Static()
            yield Static(self.note, markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return what was typed."""
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        """Cancel."""
        self.dismiss("")


class TooSmall(Window[None]):
    """Covers everything while the terminal is smaller than the minimum; the screens below are unchanged."""

    SMALLEST = Size(1, 1)

    def compose(self) -> ComposeResult:
        yield Static(id="small")

    def on_mount(self) -> None:
        """Show the size at once."""
        self.show(self.app.size)

    def on_screen_resume(self) -> None:
        """Close as soon as the terminal is large enough."""
        self.show(self.app.size)

    def show(self, size: Size) -> None:
        """Show the required size, or close if the terminal is large enough."""
        if size.width >= MINIMUM.width and size.height >= MINIMUM.height:
            self.dismiss()
            return
        need = f"needs {MINIMUM.width}×{MINIMUM.height}, has {size.width}×{size.height}"
        self.query_one("#small", Static).update(self.card_app.translate(need))
