"""What a bot was thinking: its options as bars with value, probability, visits, unit and reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from textual.content import Content

from ...core import Action, Belief, Decision, Game, Option
from ...typed import signs
from .lines import Lines

Label = Callable[[Action], str]
_EIGHTHS = " ▏▎▍▌▋▊▉"
_BAR = 8
"""Cells of a bar with a reason beside it."""


class Entry(NamedTuple):
    """A decision to show: `title` says whose and when; `rows` limits the options shown (0: all)."""

    title: str
    decision: Decision | None
    rows: int = 0


def action_label(game: Game[Any], action: Action) -> str:
    """An action in a few cells: `10♣ 10♦ ▸ stack`; the verb alone when it has no cards."""
    if not action.cards:
        return f"{action.verb} ▸ {action.to}" if action.to else action.verb
    cards = " ".join(signs(game.face(card)) for card in action.cards)
    return f"{cards} ▸ {action.to}" if action.to else f"{action.verb} {cards}"


def bar(share: float, width: int) -> str:
    """A bar of `width` cells for a share of 0 … 1."""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    full, part = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[part] if part else "")).ljust(width)[:width]


def number(value: float) -> str:
    """A value in at most six cells: +1.23, -12.3, +1234."""
    return f"{value:+.2f}" if abs(value) < 10 else f"{value:+.1f}" if abs(value) < 100 else f"{value:+.0f}"


def count(visits: int) -> str:
    """A count in at most four cells: 812, 12k, 3M."""
    return f"{visits}" if visits < 10_000 else f"{visits // 1000}k" if visits < 10_000_000 else f"{visits // 10**6}M"


def share(probability: float) -> str:
    """A probability in four cells: .61, 1.0."""
    return "1.0" if probability >= 0.995 else f".{round(probability * 100):02d}"


def ranked(decision: Decision) -> list[Option]:
    """Its options, the chosen one first, then by probability and value."""
    return sorted(decision.options, key=lambda o: (o.action != decision.action, -o.probability, -(o.value or 0.0)))


def decision_lines(
    game: Game[Any], decision: Decision, width: int, rows: int = 0, label: Label | None = None
) -> list[Content]:
    """The decision as lines of at most `width` cells; `rows` limits the options (0: all)."""
    name = label or (lambda action: action_label(game, action))
    options = ranked(decision)
    shown = options[:rows] if rows else options
    values = any(option.value is not None for option in shown)
    errors = any(option.stderr is not None for option in shown)
    visits = any(option.visits is not None for option in shown) and width >= 40
    labels = [name(option.action) for option in shown]
    size = min(max(map(len, labels), default=0), max(12, width // 2))
    used = 1 + size + 5 + 7 * values + 6 * errors + 6 * visits + 1
    whys = max((len(option.why) for option in shown), default=0)
    beside = 0 < whys < width - used - _BAR
    length = min(_BAR if beside else 3 * _BAR, width - used)
    head = " · ".join(["P", *["value"] * values, *["±"] * errors, *["visits"] * visits])
    lines = [Content.styled(head, "dim")]
    for option, text in zip(shown, labels, strict=True):
        chosen = option.action == decision.action
        row = ("▶" if chosen else " ") + text[:size].ljust(size) + share(option.probability).rjust(5)
        if values:
            row += (number(option.value) if option.value is not None else "–").rjust(7)
        if errors:
            row += (f"±{option.stderr:.2f}"[:5] if option.stderr is not None else "").rjust(6)
        if visits:
            row += (count(option.visits) if option.visits is not None else "–").rjust(6)
        drawn = (bar(option.probability, max(0, length)), "$text-accent")
        why = (f" {option.why}" if beside else "", "dim")
        lines.append(Content.assemble((row, "bold" if chosen else ""), " ", drawn, why))
        if chosen and not beside:
            seen = f"n {count(option.visits)}" if option.visits is not None and not visits else ""
            lines += _folded(" · ".join(filter(None, (seen, option.why))), width, "  ")
    if len(shown) < len(options):
        lines.append(Content.styled(f"  … {len(options) - len(shown)} more", "dim"))
    if values and decision.unit:
        lines += _folded(f"value: {decision.unit}", width, "  ")
    if decision.note:
        lines += _folded(decision.note, width, "  ")
    for about in dict.fromkeys(belief.about for belief in decision.beliefs):
        lines += _belief_lines([belief for belief in decision.beliefs if belief.about == about], width)
    return lines


def _belief_lines(beliefs: Sequence[Belief], width: int) -> list[Content]:
    """What is thought of the same thing at several seats, as a matrix with a column for each seat if it is much."""
    keys = list(dict.fromkeys(key for belief in beliefs for key in belief.values))
    if len(beliefs) == 1 or len(keys) < 4:
        return [
            line
            for belief in beliefs
            for line in _folded(
                f"seat {belief.seat + 1} {belief.about}: "
                + "  ".join(f"{key} {value:.2f}" for key, value in belief.values.items()),
                width,
                "  ",
            )
        ]
    size = max(map(len, [beliefs[0].about, *keys])) + 1
    block = "".join(f"seat {belief.seat + 1}".rjust(7) for belief in beliefs)
    across = max(1, width // (size + len(block) + 3))
    down = -(-len(keys) // across)
    cells = [
        f"{key:<{size}}" + "".join(share(belief.values.get(key, 0.0)).rjust(7) for belief in beliefs) for key in keys
    ]
    head = f"{beliefs[0].about:<{size}.{size}}{block}"
    rows = ["   ".join(cells[row::down]) for row in range(down)]
    return [Content.styled("   ".join([head] * min(across, -(-len(keys) // down))), "dim"), *map(Content, rows)]


def _folded(text: str, width: int, indent: str) -> list[Content]:
    """The text in lines of `width`, dim; none for no text."""
    if not text:
        return []
    return [Content.styled(indent + line.plain, "dim") for line in Content(text).wrap(max(10, width - len(indent)))]


class DecisionPanel(Lines):
    """Decisions one below the other; as high as they are, so put it into something that scrolls."""

    DEFAULT_CSS = "DecisionPanel { min-height: 100%; }"

    def __init__(self, game: Game[Any], label: Label | None = None, id: str | None = None) -> None:
        super().__init__(id=id)
        self.game = game
        self.label = label
        self._shown: tuple[list[Entry], str] = ([], "")

    def show(self, entries: Sequence[Entry], empty: str = "") -> None:
        """Show these; with none, the sentence `empty`."""
        if (list(entries), empty) != self._shown:
            self._shown = list(entries), empty
            self.draw(self._entry_lines)

    def _entry_lines(self, width: int) -> list[Content]:
        entries, empty = self._shown
        lines: list[Content] = []
        for title, decision, rows in entries:
            head = Content.styled(title[:width], "bold $text-primary")
            if decision is None:
                lines.append(head)
                continue
            columns, *rest = decision_lines(self.game, decision, width, rows, self.label)
            room = width - head.cell_length - columns.cell_length
            lines += [head.pad_right(room) + columns] if room > 0 else [head, columns]
            lines += rest
        return lines or _folded(empty, max(1, width), "")
