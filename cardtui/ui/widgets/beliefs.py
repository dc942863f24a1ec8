"""Draws beliefs: those about cards as heat maps, with what is proved and the truth marked, others as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from textual.content import Content

from ... import words
from ...core import Belief, Decision, Game, Observation
from ...study import beliefs as guessed
from ...text.formatting import signs
from ...text.language import ENGLISH, Language
from ...validation import HOLDS
from ...words import beliefs
from ...words.beliefs import Cell
from ..names import short
from .cards import coloured

Truth = Mapping[int, frozenset[str]]
"""The faces of the cards that seats really hold, where that may be told."""
_HEAT = 5
"""The least width of a cell of a heat map."""
_MAPPED = 4
"""The least number of cards for a heat map."""


def belief_lines(
    game: Game[Any],
    told: Sequence[Belief],
    width: int,
    names: Sequence[str],
    truth: Truth,
    say: Language = ENGLISH,
    seen: Observation | None = None,
) -> list[Content]:
    """Return beliefs by subject: those about cards as a heat map with a row for each seat, others as text.

    `truth` is marked, and what follows from `seen`, the bot's observation, has a sign in place of a number.
    """
    proof = beliefs.proof(game, seen, told) if seen else {}
    believed = partial(words.of(game.name).believed, game)
    lines: list[Content] = []
    for about in dict.fromkeys(belief.about for belief in told):
        some = [belief for belief in told if belief.about == about]
        who = [names[belief.seat] if names else f"seat {belief.seat + 1}" for belief in some]
        rows = [beliefs.cells(belief, proof.get(belief.seat, {}), believed, say) for belief in some if about == HOLDS]
        if rows and len(dict.fromkeys(key for row in rows for key in row)) >= _MAPPED:
            held = [believed(Belief(b.seat, about, dict.fromkeys(truth.get(b.seat, ()), 1.0))) for b in some]
            lines += _heat_map(say(about), who, rows, held, width, say)
            continue
        for name, belief in zip(who, some, strict=True):
            if guess := words.of(game.name).guessed(game, belief):
                lines += dim_lines(f"{name}: {guess}", width, "  ")
                continue
            values = beliefs.told(game, belief, proof, words.of(game.name).believed, say)
            verb = say(about).removesuffix("s" * (name == "You" and about == HOLDS))
            text = f"{name} {verb}: {_listed(values, say)}"
            lines += dim_lines(text, width, "  ")
    return lines


def _heat_map(
    about: str,
    who: Sequence[str],
    rows: Sequence[Mapping[str, Cell]],
    truth: Sequence[Mapping[str, float]],
    width: int,
    say: Language,
) -> list[Content]:
    """Return a heat map with a row of cells for each seat; `truth` has the number of such cards that a seat holds."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    size = min(max(map(len, [about, *who])), max(5, width // 4)) + 1
    cell = max(_HEAT, max(map(len, keys)) + 1)
    across = max(1, (width - size) // cell)
    nothing = beliefs.Cell("·", 0.0, 0.0)
    groups = any(number > 1 for held in truth for number in held.values())
    lines = []
    for start in range(0, len(keys), across):
        some = keys[start : start + across]
        head = Content.styled(f"{about if start == 0 else '':<{size}.{size}}", "$text-muted")
        lines.append(
            head + Content("").join(coloured(signs(key).rjust(cell - 1), four=False) + Content(" ") for key in some)
        )
        for name, row, held in zip(who, rows, truth, strict=True):
            cells = (_heat(row.get(key, nothing), cell, not groups and held.get(key, 0.0) > 0) for key in some)
            lines.append(Content.styled(f"{short(name, size - 1):<{size}}", "$text-muted") + Content("").join(cells))
            if groups:
                counts = "".join(f"{held.get(key, 0.0):.0f}".rjust(cell - 1) + " " for key in some)
                lines.append(Content.styled(f"{'◆':<{size}}{counts}", "bold $text-warning"))
    shown = [cell for row in rows for cell in row.values() if cell.proved]
    legend = [("◆", "bold $text-warning", say("really holds so many" if groups else "really holds it"))] * any(
        any(held.values()) for held in truth
    )
    legend += [("✓", "bold", say("proved"))] * any(cell.share for cell in shown)
    legend += [("×", "$text-muted", say("impossible"))] * any(not cell.share for cell in shown)
    if legend:
        lines.append(
            Content("  ").join(
                Content.assemble(" ", (sign, style), (f" {text}", "$text-muted")) for sign, style, text in legend
            )
        )
    return lines


def _heat(cell: Cell, width: int, true: bool) -> Content:
    """Return a cell of a heat map: on a background that is the stronger the surer it is; none for what cannot be.

    `true` tells that the seat really holds the card.
    """
    style = f"on $heat {round(80 * cell.share)}%" if cell.share else "$text-muted"
    figure = Content.styled(cell.text.rjust(width - 1), f"{style}{' bold' * (cell.share > 0.5)}")
    return figure + Content.styled("◆" if true else " ", f"bold $text-warning {style if cell.share else ''}".strip())


def _listed(values: Mapping[str, str], say: Language) -> str:
    """List figures by name, joining neighbours whose figures are the same: `A .25  K Q .50`."""
    groups = groupby(values.items(), key=lambda item: item[1])
    return "  ".join(f"{' '.join(say(key) for key, _ in items)} {value}" for value, items in groups)


def dim_lines(text: str, width: int, indent: str) -> list[Content]:
    """Return the text in dim lines of `width` cells; no lines for an empty text."""
    if not text:
        return []
    return [
        Content.styled(indent + line.plain, "$text-muted") for line in Content(text).wrap(max(10, width - len(indent)))
    ]


def against_truth(
    game: Game[Any],
    seen: Observation,
    state: object,
    decision: Decision | None,
    width: int,
    names: Sequence[str],
    truth: Truth,
) -> list[Content]:
    """Return beliefs about the other hands with the truth marked: a bot's, then equal chances of all deals that fit.

    `state` is the true one, or None if it is unknown; then nothing is measured.
    """
    told = decision.beliefs if decision else ()
    lines = belief_lines(game, told, width, names, truth, seen=seen)
    even = guessed.even_belief(game, seen, ("here", seen.turn))
    rows = [
        Belief(seat, HOLDS, {game.face(card): chance for card, chance in sorted(held.items())}, round(even.samples))
        for seat, held in even.chances.items()
    ]
    if any(0 < chance < 1 for row in rows for chance in row.values.values()):
        lines += [Content(""), Content.styled("if all deals that fit are equally likely", "bold $text-primary")]
        lines += belief_lines(game, rows, width, names, truth, seen=seen)
    if state is not None and (measured := guessed.here(game, seen, state, decision)):
        lines += dim_lines(measured, width, "")
    return lines
