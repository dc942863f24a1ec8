"""Card counts beside the Schafkopf table: trumps and suits still out, known voids, who may hold which card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from textual.content import Content

from ....core import Card, Observation
from ....games.schafkopf.cards import ACES, COLOUR, NAMES, RANK, TRUMP, Contract
from ....games.schafkopf.french import french
from ....games.schafkopf.rules import Schafkopf
from ....games.schafkopf.words import lacks, sorting, voids
from ....games.schafkopf.worlds import holders, knowledge
from ....text.language import Language
from ....words.beliefs import chance
from ...names import above_columns, column_width, short
from ...widgets.cards import CARD, coloured, suit_colour
from ...widgets.deck_map import cards_seen

_ACROSS = 40
"""The least width at which cards stand beside each other, not one below the other."""
_TITLE = 10
"""The least width of the column of cards below a title."""


def title(law: Schafkopf, seen: Observation, say: Language) -> str:
    """Return how many trumps are gone and how many the others hold."""
    trumps = _trumps(law, sorting(seen))
    known, mine = cards_seen(seen), seen.zone("hand").cards
    own = sum(card in mine for card in trumps)
    gone = sum(card in known for card in trumps) - own
    return say("{gone}/{all} gone, {out} out", gone=gone, all=len(trumps), out=len(trumps) - gone - own)


def trumps(law: Schafkopf, seen: Observation) -> list[Content]:
    """Return lines with all trumps."""
    known, mine = cards_seen(seen), seen.zone("hand").cards
    found = _trumps(law, sorting(seen))
    return [
        Content(" ").join(_told(NAMES[card], card, known, mine) for card in found[start : start + 8])
        for start in range(0, len(found), 8)
    ]


def suits(law: Schafkopf, seen: Observation, width: int, in_french: bool) -> list[Content]:
    """Return lines with the other suits, translated here since the screen's filter cannot do it."""
    contract, known, mine = sorting(seen), cards_seen(seen), seen.zone("hand").cards
    found = []
    for suit, letter in ((2, "E"), (1, "G"), (3, "H"), (0, "S")):
        plain = [card for card in law.deck if contract.suit[card] != TRUMP and COLOUR[card] == suit]
        if plain:
            ranked = sorted(plain, key=lambda card: -RANK[card])
            names = [french(f"{letter}:{NAMES[card][1:]}")[2:] if in_french else NAMES[card][1:] for card in ranked]
            parts = [_told(name, card, known, mine) for name, card in zip(names, ranked, strict=True)]
            found.append(Content.assemble((f"{letter}:", "$text-muted"), *parts))
    across = max(1, (width + 2) // (max(part.cell_length for part in found) + 2))
    return [Content("  ").join(found[start : start + across]) for start in range(0, len(found), across)]


def lacks_in_letters(lacking: Sequence[str], in_french: bool, say: Language) -> str:
    """Describe the suits that a seat does not hold in few letters: `no trump, GH`."""
    trump = say("trump")
    letters = "".join(f"{suit[0]}:" for suit in lacking if suit != trump)
    suits = (french(letters) if in_french else letters).replace(":", "")
    return lacks([", ".join(filter(None, (trump if trump in lacking else "", suits)))], say)


def void_lines(seen: Observation, names: Sequence[str], width: int, in_french: bool, say: Language) -> list[Content]:
    """Return who is known to be out of which suits, in as few lines as possible."""
    lines = [""]
    for seat, lacking in voids(seen, say).items():
        if lacking and seat != seen.seat:
            both = lacks_in_letters(lacking, in_french, say)
            told = f"{short(names[seat], width - len(both) - 1)} {both}"
            joined = f"{lines[-1]} · {told}" if lines[-1] else told
            lines = [*lines[:-1], joined] if len(joined) <= width else [*lines, told]
    return [Content(line) for line in lines if line]


def proved(law: Schafkopf, seen: Observation) -> Mapping[Card, Sequence[float]]:
    """Return for each unseen card the share of all deals that fit in which each seat holds it; 0 and 1 are proved."""
    return holders(knowledge(law, seen))


def holder_lines(
    law: Schafkopf,
    seen: Observation,
    names: Sequence[str],
    width: int,
    held: Mapping[Card, Sequence[float]],
    samples: int,
    rows: int,
    say: Language,
) -> list[Content]:
    """Return a heat map of who may hold the unseen cards: the called ace, trumps, aces, then the others.

    `held` are exact if `samples` is 0, else the shares of so many deals. What is proved has a sign in place of its
    number: "✓" or "×". Where every card may lie with all others alike, one line says so.
    """
    if nothing_known(held, seen.seat, samples):
        told = Content.styled(say("Nothing known yet: all are equally likely."), "$text-muted")
        return told.wrap(max(1, width))[:rows]
    contract, sure = sorting(seen), proved(law, seen)
    first = () if contract.called is None else (contract.called,)
    wanted = [card for card in (*first, *contract.trumps, *ACES, *law.deck) if card in held]
    others = [(names[(seen.seat + step) % 4], (seen.seat + step) % 4) for step in (1, 2, 3)]
    wanted = list(dict.fromkeys(wanted))

    def cell(card: Card, seat: int, size: int) -> Content:
        return _heat(held[card][seat], samples, size, sure[card][seat], say)

    if width >= _ACROSS:
        return _rows(wanted, others, cell, width)[: rows - rows % 4]
    size = _column(names, width)
    heads = column_heads([name for name, _ in others], width)
    lines = [Content.styled(heads.rjust(width), "$text-muted")]
    for card in wanted[: rows - 1]:
        line = coloured(f"{NAMES[card]:<{max(4, width - 3 * size)}}", four=True)
        lines.append(Content("").join([line, *(cell(card, seat, size) for _, seat in others)]))
    return lines


def nothing_known(held: Mapping[Card, Sequence[float]], own: int, samples: int) -> bool:
    """Return whether nothing is known: each card may lie with all others alike."""
    return not samples and all(max(of_others) - min(of_others) < 1e-9 for of_others in _of_others(held, own))


def column_heads(others: Sequence[str], width: int) -> str:
    """Return the names of the other seats above their columns, as they end at the right edge."""
    size = _column(others, width)
    return "".join(name.rjust(size) for name in above_columns(others, size - 1)).lstrip()


def _column(names: Sequence[str], width: int) -> int:
    """Return the width of a seat's column, where cards stand one below the other."""
    return max(5, min(column_width(names, 9, width) + 1, (width - _TITLE) // 3))


def _of_others(held: Mapping[Card, Sequence[float]], own: int) -> list[list[float]]:
    """Return for each unseen card the chances of the other seats."""
    return [[chance for seat, chance in enumerate(row) if seat != own] for row in held.values()]


def _rows(
    wanted: Sequence[Card],
    seats: Sequence[tuple[str, int]],
    cell: Callable[[Card, int, int], Content],
    width: int,
) -> list[Content]:
    """Return a heat map with a row for each seat, in blocks of as many cards as there is room for."""
    left = max(6, min(max(len(name) for name, _ in seats) + 1, width - 5 * len(wanted)))
    across, lines = (width - left) // 5, []
    for start in range(0, len(wanted), across):
        part = wanted[start : start + across]
        heads = coloured("".join(f"{NAMES[card]:^5}" for card in part), four=True)
        lines.append(Content(" " * left) + heads)
        for name, seat in seats:
            row = [
                Content.styled(f"{short(name, left - 1):<{left}}", "$text-muted"),
                *(cell(card, seat, 5) for card in part),
            ]
            lines.append(Content("").join(row))
    return lines


def _heat(probability: float, samples: int, size: int, proof: float, say: Language) -> Content:
    """Return a cell of a heat map, a column apart from the cell before it: the likelier, the brighter its blue."""
    if proof == 0:
        return Content.styled(f"{'×':>{size - 2}}  ", "$text-muted")
    if proof == 1:
        return Content(" " * (size - 4)) + Content.styled(" ✓  ", "bold on $heat 80%")
    style = f"{'bold ' * (probability > 0.5)}on $heat {round(80 * probability)}%"
    return Content(" " * (size - 5)) + Content.styled(f"{chance(probability, samples, say):>4} ", style)


def _trumps(law: Schafkopf, contract: Contract) -> list[Card]:
    return [card for card in contract.trumps if card in law.deck]


def _told(text: str, card: Card, known: set[Card], mine: Sequence[Card]) -> Content:
    """Return a card of the count: own cards light, cards that are out in their colours, played ones as dots."""
    if card in mine:
        return Content.styled(text, f"bold {CARD}")
    if card in known:
        return Content.styled("·" * len(text), "$text-muted")
    return Content.styled(text, suit_colour(NAMES[card], four=True))
