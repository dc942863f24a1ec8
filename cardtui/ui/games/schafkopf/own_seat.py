"""The viewer's own seat at Schafkopf's table: the texts of its plate, and which cards of its hand are trumps."""

from __future__ import annotations

from collections.abc import Sequence

from ....core import Action, Card, Decision, Observation
from ....games.schafkopf.cards import CONTRACTS, TRUMP, Contract, kind, spoken, suit_name
from ....games.schafkopf.parsing import points
from ....games.schafkopf.words import bid_of, roles, sorting
from ....text.language import Language
from ...look.canvas import Canvas, Run
from ...look.cards import Size
from ...look.hand import columns
from ...look.pieces import with_bold
from ...table.game import View


def won(seen: Observation, seat: int) -> tuple[int, int] | None:
    """Return a seat's tricks and points, once there is a contract."""
    taken = seen.zone(f"won {seat}").cards
    return (len(taken) // 4, points(taken)) if seen.facts["contract"] else None


def plate(view: View, width: int, say: Language) -> tuple[list[Run], str]:
    """Return the left and the right text of the viewer's plate: role, tricks and points; what can be played."""
    seen, seat = view.seen, view.seen.seat
    if view.covered:
        return [say("hand covered")], ""
    signs = [{"Kontra": "×2", "Re": "×4"}.get(role, role) for role in roles(seen, seat, say)]
    signs = [*bid_of(seen, seat), *signs]
    fewer = [role for role in signs if role not in (say("dealer"), say("forehand"))]
    long = brief = made = ""
    if taken := won(seen, seat):
        made = say("{count} pts", count=taken[1])
        long = f"{say.counted(taken[0], '{count} trick', '{count} tricks')}  {made}"
        brief = f"{say('{count} tr', count=taken[0])} {made}"
    wide = (
        [" · ".join(signs), long],
        [" · ".join(signs), brief],
        [" · ".join(fewer), long],
        [" · ".join(fewer), brief],
    )
    margin = 2 if width > 60 else 0
    room = width - 3 * margin - (margin > 0) - len(view.names[seat][:16]) - 6  # as `paint_mine` counts it
    tries = [("  ".join(filter(None, facts)), right) for right in allowed(view, say) for facts in wide]
    facts, right = next((pair for pair in tries if sum(map(len, pair)) <= room), tries[-1])
    return with_bold(facts, made), right


def allowed(view: View, say: Language) -> list[str]:
    """Return in words what can be played, from the longest wording to the shortest."""
    seen = view.seen
    plays = [action.cards[0] for action in seen.legal if action.cards]
    if not plays:
        return [""]  # the choices are numbered on the table
    trick = seen.zone("trick").cards
    if len(plays) == len(view.order):
        return [say("any card") if trick else say("you lead")]
    places = [str(place) for place, card in enumerate(view.order, 1) if card in plays]
    told = places[0]
    if len(places) > 1:
        told = say("{places} or {last}", places=", ".join(places[:-1]), last=places[-1])
    if not trick:
        return [say("you lead: play {places}", places=told), say("lead {places}", places=told)]
    suit = suit_name(CONTRACTS[seen.facts["contract"]].suit[trick[0]], say).capitalize()
    return [
        say("{suit} was led: play {places}", suit=suit, places=told),
        say("{suit} led: {places}", suit=suit, places=told),
        say("play {places}", places=told),
    ]


def sorting_contract(seen: Observation, choice: Action | None, advice: Decision | None) -> Contract:
    """Return the contract by which a hand is sorted: the one that is played, typed, or advised; else a Sauspiel."""
    wanted = (action for action in (choice, advice and advice.action) if action in seen.legal)
    bids = (CONTRACTS[action.to] for action in wanted if action and action.verb == "bid")
    return next(bids, sorting(seen))


def first_plain(view: View, contract: Contract) -> list[int]:
    """Return the place of the first plain card of a hand with its trumps first, if it has both."""
    first = next((place for place, card in enumerate(view.order) if contract.suit[card] != TRUMP), 0)
    return [first] * (first > 0)


def paint_brackets(
    canvas: Canvas, y: int, hand: Sequence[Card], size: Size, margin: int, contract: Contract, say: Language
) -> None:
    """Paint below a hand with its trumps first, in the row `y`, which of its cards are trumps in a contract."""
    trumps = sum(contract.suit[card] == TRUMP for card in hand)
    gaps = frozenset({trumps} if 0 < trumps < len(hand) else ())
    starts = [margin + x for x in columns(len(hand), canvas.width - 2 * margin, size.width, gaps)]
    game = kind(contract) if contract.called is not None else spoken(contract.name)
    told = say.counted(trumps, "{count} trump", "{count} trumps")
    _bracket(canvas, y, starts[:trumps], size, [f"{game}: {told}", told])
    plain = len(hand) - trumps
    _bracket(canvas, y, starts[trumps:], size, [say.counted(plain, "{count} plain card", "{count} plain cards")])


def _bracket(canvas: Canvas, y: int, starts: Sequence[int], size: Size, told: Sequence[str]) -> None:
    """Paint a bracket below some cards, with the first of these texts that fits."""
    if not starts:
        return
    colour, left, width = canvas.palette.feltmute, starts[0], starts[-1] + size.width - starts[0]
    text = next((f" {text} " for text in told if len(text) + 4 <= width), "")
    line = text.center(width - 2, "─")
    canvas.put(left, y, f"├{line}┤" if text else f"├{'─' * (width - 2)}┤", colour)
