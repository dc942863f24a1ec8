"""The guided first deal of Zheng Shang You. Standard library only."""

from __future__ import annotations

from ...core import Action, Observation
from ...entries.first_deal import FirstDeal
from ...text.formatting import counted
from .cards import RANK, RANKS, counts, pattern
from .parsing import alike, listed, name, spelled, title
from .rules import PASS, ZhengShangYou


def aim(game: ZhengShangYou, seen: Observation) -> str:
    """The first turn."""
    return (
        "Who gets rid of all cards first wins. From low to high: 3 to 10, J Q K A, then 2, then the jokers BJ and RJ."
        " Suits do not count."
    )


def chain(game: ZhengShangYou, seen: Observation) -> str:
    """A chain can be led."""
    chains = [action for action in seen.legal if _links(action) > 1]
    if PASS in seen.legal or not chains:
        return ""
    longest = max(chains, key=lambda action: len(action.cards))
    return (
        f"{name(longest)} is a chain: ranks in a row, two or more cards of each. All {len(longest.cards)} cards go in"
        " one move."
    )


def passed(game: ZhengShangYou, seen: Observation) -> str:
    """The other passed."""
    if not seen.history or seen.history[-1].action != PASS or seen.history[-1].seat == seen.seat:
        return ""
    return "The other passed, so you lead: one card, or several of one rank. The other must follow with the same kind."


def stuck(game: ZhengShangYou, seen: Observation) -> str:
    """Nothing can follow."""
    if seen.legal != (PASS,):
        return ""
    return f"None of your cards beats the {title(seen.zone('table').cards)}. So you pass, and the other leads again."


def follow(game: ZhengShangYou, seen: Observation) -> str:
    """Something can follow."""
    if PASS not in seen.legal or len(seen.legal) == 1:
        return ""
    return (
        f"The other laid the {title(seen.zone('table').cards)}. Over it goes the same kind with a higher rank. You"
        " may also pass, even if you could follow."
    )


def bomb(game: ZhengShangYou, seen: Observation) -> str:
    """The hand has four of a rank."""
    four = [rank for rank, count in enumerate(counts(seen.zone("hand").cards)) if count == 4]
    if not four:
        return ""
    return f"{alike(four[0], 4)}: four of one rank are a bomb. It goes over everything but a higher bomb."


def split(game: ZhengShangYou, seen: Observation) -> str:
    """Following would break a pair."""
    held = counts(seen.zone("hand").cards)
    broken = [
        RANK[action.cards[0]] for action in seen.legal if len(action.cards) == 1 and held[RANK[action.cards[0]]] > 1
    ]
    if PASS not in seen.legal or not broken:
        return ""
    return (
        f"A single {RANKS[broken[0]]} would split your {alike(broken[0], held[broken[0]])}: they then need two moves."
    )


def close(game: ZhengShangYou, seen: Observation) -> str:
    """The other has few cards."""
    count = seen.zone(f"hand {1 - seen.seat}").count
    if count > 4:
        return ""
    return f"The other has only {counted(count, 'card')} left. If they go in one move, the deal is lost."


def allowed(game: ZhengShangYou, seen: Observation) -> str:
    """Return what may be led, or what goes over the play on the table."""
    if PASS not in seen.legal:
        kinds = ["one card"]
        kinds += ["several of one rank"] * any(_links(action) == 1 < len(action.cards) for action in seen.legal)
        kinds += ["a chain"] * any(_links(action) > 1 for action in seen.legal)
        return f"lead {listed(kinds)}. Type ranks, such as {name(seen.legal[0])}."
    over = [name(action) for action in seen.legal if action != PASS]
    beaten = title(seen.zone("table").cards)
    return f"pass (p), or lay {listed(over)} over the {beaten}." if over else f"only pass: nothing beats the {beaten}."


def ended(game: ZhengShangYou, seen: Observation) -> str:
    """Return who laid the last card."""
    winner = seen.facts["winner"]
    left = seen.hands[1 - winner].cards
    who, other = ("You", "the other holds") if winner == seen.seat else ("The other", "you hold")
    return (
        f"{who} laid the last card and won the deal; {other} {spelled(left)} still."
        " Enter deals again, now without the guide."
    )


def _links(action: Action) -> int:
    """Return the number of ranks of a play; 0 for a pass."""
    made = pattern(action.cards)
    return len(made.sizes) if made else 0


FIRST: FirstDeal[ZhengShangYou] = FirstDeal(
    seed=41,
    bots=("greedy",),
    coach="td-linear",
    lessons=(aim, stuck, passed, chain, follow, bomb, split, close),
    allowed=allowed,
    ended=ended,
    rules="paper",
)
