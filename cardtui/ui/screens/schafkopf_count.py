"""Card counts beside the Schafkopf table: trumps and suits still out, known voids, who may hold which card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.content import Content

from ...core import Card, Observation
from ...games.schafkopf.cards import ACES, COLOUR, CONTRACTS, NAMES, RANK, TRUMP, Contract
from ...games.schafkopf.french import french
from ...games.schafkopf.rules import Schafkopf
from ...games.schafkopf.words import lacks, voids
from ...games.schafkopf.worlds import holders, knowledge
from ...language import Language
from ..widgets.decisions import share
from ..widgets.records import cards_seen, room_for, short

_BLUE = "#2a6cae"
"""The colour of a certainty in a heat map."""
_ACROSS = 40
"""The least width at which cards stand beside each other, not one below the other."""


def title(law: Schafkopf, seen: Observation, say: Language) -> str:
    """Return how many trumps are gone and how many the others hold."""
    trumps = _trumps(law, _contract(seen))
    known, mine = cards_seen(seen), seen.zone("hand").cards
    own = sum(card in mine for card in trumps)
    gone = sum(card in known for card in trumps) - own
    return say("{gone}/{all} gone, {out} out", gone=gone, all=len(trumps), out=len(trumps) - gone - own)


def cards(law: Schafkopf, seen: Observation, width: int, in_french: bool) -> list[Content]:
    """Return lines with all trumps, then the other suits, translated here since the screen's filter cannot do it."""
    contract, known, mine = _contract(seen), cards_seen(seen), seen.zone("hand").cards
    trumps = _trumps(law, contract)
    lines = [
        Content(" ").join(_told(NAMES[card], card, known, mine) for card in trumps[start : start + 8])
        for start in range(0, len(trumps), 8)
    ]
    suits = []
    for suit, letter in ((2, "E"), (1, "G"), (3, "H"), (0, "S")):
        plain = [card for card in law.deck if contract.suit[card] != TRUMP and COLOUR[card] == suit]
        if plain:
            ranked = sorted(plain, key=lambda card: -RANK[card])
            names = [french(f"{letter}:{NAMES[card][1:]}")[2:] if in_french else NAMES[card][1:] for card in ranked]
            parts = [_told(name, card, known, mine) for name, card in zip(names, ranked, strict=True)]
            suits.append(Content.assemble((f"{letter}:", "dim"), *parts))
    across = max(1, (width + 2) // (max(part.cell_length for part in suits) + 2))
    return lines + [Content("  ").join(suits[start : start + across]) for start in range(0, len(suits), across)]


def without(seen: Observation, names: Sequence[str], width: int, in_french: bool, say: Language) -> list[Content]:
    """Return who is known to be out of which suits, in as few lines as possible."""
    lines = [""]
    for seat, lacking in voids(seen, say).items():
        if lacking and seat != seen.seat:
            trump = say("trump")
            letters = "".join(f"{suit[0]}:" for suit in lacking if suit != trump)
            suits = (french(letters) if in_french else letters).replace(":", "")
            both = lacks([suits] if trump not in lacking else [", ".join(filter(None, (trump, suits)))], say)
            told = f"{short(names[seat], width - len(both) - 1)} {both}"
            joined = f"{lines[-1]} · {told}" if lines[-1] else told
            lines = [*lines[:-1], joined] if len(joined) <= width else [*lines, told]
    return [Content(line) for line in lines if line]


def shares(law: Schafkopf, seen: Observation, names: Sequence[str], width: int) -> list[Content]:
    """Return who may hold the important cards, as probabilities over all consistent deals."""
    held = holders(knowledge(law, seen))
    contract = _contract(seen)
    wanted = [card for card in (contract.called, *contract.trumps, *ACES) if card in held]
    others = [(seen.seat + step) % 4 for step in (1, 2, 3)]
    if width >= _ACROSS:
        return _rows(list(dict.fromkeys(wanted)), [(names[seat], seat) for seat in others], held, width)
    size = max(5, min(room_for(names, 9, width) + 1, (width - 4) // 3))
    head = "".join(short(names[seat], size - 1).rjust(size) for seat in others)
    lines = [Content.styled(f"    {head}", "dim")]
    for card in dict.fromkeys(wanted):
        parts = [cell for seat in others for cell in _heat(held[card][seat], size)]
        lines.append(Content.assemble(f"{NAMES[card]:<4}", *parts))
    return lines


def _rows(
    wanted: Sequence[Card], seats: Sequence[tuple[str, int]], held: Mapping[Card, Sequence[float]], width: int
) -> list[Content]:
    """Return a heat map with a row for each seat, in blocks of as many cards as there is room for."""
    left = max(8, min(max(len(name) for name, _ in seats) + 1, width - 5 * len(wanted)))
    across, lines = (width - left) // 5, []
    for start in range(0, len(wanted), across):
        part = wanted[start : start + across]
        heads = "".join(f"{NAMES[card]:^5}" for card in part)
        lines.append(Content.styled(f"{'':{left}}{heads}", "bold"))
        for name, seat in seats:
            cells = [cell for card in part for cell in _heat(held[card][seat], 5)]
            lines.append(Content.assemble((f"{short(name, left - 1):<{left}}", "dim"), *cells))
    return lines


def partner(law: Schafkopf, seen: Observation) -> Mapping[int, float]:
    """Return the probability of each other seat to hold the called ace; nothing for the seat that holds it."""
    called = _contract(seen).called
    held = {} if called in seen.zone("hand").cards else holders(knowledge(law, seen))
    return {seat: held[called][seat] for seat in range(4) if seat != seen.seat} if called in held else {}


def _heat(probability: float, size: int) -> tuple[str | tuple[str, str], ...]:
    """Return a cell of a heat map, a column apart from the cell before it: the likelier, the brighter its blue."""
    if not probability:
        return ("–".rjust(size - 1) + " ",)
    style = f"{'bold ' * (probability > 0.5)}on {_BLUE} {round(65 * probability)}%"
    return (" " * (size - 4), (f"{share(probability)} ", style))


def _contract(seen: Observation) -> Contract:
    """Return the contract; before the bidding is over, that of a Sauspiel, for its trumps."""
    return CONTRACTS[seen.facts["contract"] or "ruf-eichel"]


def _trumps(law: Schafkopf, contract: Contract) -> list[Card]:
    return [card for card in contract.trumps if card in law.deck]


def _told(text: str, card: Card, known: set[Card], mine: Sequence[Card]) -> Content:
    """Return a card of the count: own cards reversed, cards that are out plain, played ones as dots."""
    if card in mine:
        return Content.styled(text, "reverse")
    return Content.styled("·" * len(text), "dim") if card in known else Content(text)
