"""What a review tells, in sections of plain text and tables: printed by the command, and written by `export`.

Everything is taken from the reports of `match_review.review`. Several reports are of the same game, in time order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, sqrt

from .. import registry
from ..core import Observation
from ..entries import HUMAN
from ..intervals import Z95
from ..json_forms import observation_from_json
from ..options import bot_label
from ..text.formatting import counted, signs, unit_name
from .report_parts import Bars, Json, Lines, Match, Named, Section, Table, as_played, match, stake, won
from .verdicts import MARKS, UNCLEAR

STAGES = {
    "compiling": "compiling the judges, only once",
    "screening": "comparing all actions",
    "screened": "all actions compared",
    "proving": "proving",
    "splitting": "judging others and cards",
}
"""What a review does in each stage but the last one."""
EXTREMES = 4
"""How many of the luckiest draws are listed, and of the unluckiest."""
SHOWN = 12
"""Maximum number of unclear decisions listed where space is short."""


def sections(reports: Sequence[Json], named: Named, whole: bool = False) -> list[Section]:
    """Return what the reports tell; `whole` adds the position of each mistake and lists everything unclear."""
    told = [_addressed(report, named) for report in reports]
    found = [_headline(told), _result(told), mistakes(told)]
    if whole:
        found += [_position(one, row) for one, row in worst(told)]
    found += [_unclear(told, whole), _groups(told, "kind"), _groups(told, "phase")]
    found += [_draws(told)]
    found += [_trend(told)] if len(told) > 1 else [_deals(told[0])]
    return [section for section in [*found, _judged(told)] if section.lines or section.table]


def _addressed(report: Json, named: Named) -> Match:
    """Return `match` of a report. If a bot is reviewed, no other seat is called "You": the text addresses the bot."""
    one = match(report, named)
    if report["players"][report["seat"]] == HUMAN:
        return one
    return one._replace(names=tuple("Player 1" if name == "You" else name for name in one.names))


def worst(told: Sequence[Match]) -> list[tuple[Match, Json]]:
    """Return the proved mistakes, the costliest first."""
    found = [(one, row) for one in told for row in one.decisions if row["mark"] in MARKS]
    return sorted(found, key=lambda item: -item[1]["bound"])


def _sum(told: Sequence[Match], part: str) -> float:
    return fsum([float(one.report["summary"][part] or 0.0) for one in told])


def _margin(told: Sequence[Match], part: str) -> float:
    return Z95 * sqrt(fsum([float(one.report["summary"][part] or 0.0) ** 2 for one in told]))


def _headline(told: Sequence[Match]) -> Section:
    first, deals = told[0], sum(len(one.finished) for one in told)
    title = registry.titled(first.report["game"], ", ".join(dict.fromkeys(one.report["rules"] for one in told)))
    names = " and ".join(dict.fromkeys(one.me for one in told))
    result = f"{first.figure(_sum(told, 'result'))} {unit_name(first.report['unit'])}"
    matches = f" in {len(told)} matches" if len(told) > 1 else ""
    about = []
    for number, one in enumerate(told, 1):
        players = zip(one.names, one.report["players"], strict=True)
        seated = ", ".join(name if spec == HUMAN else f"{name} ({bot_label(spec)})" for name, spec in players)
        which = f"match {number}, " if len(told) > 1 else ""
        about.append(f"{which}{one.report['file']}: {seated}; under review: {one.me}, seat {one.report['seat'] + 1}.")
    return Section(f"{title}: {names}, {counted(deals, 'deal')}{matches}, {result}", tuple(about))


def _result(told: Sequence[Match]) -> Section:
    """Fair + cards + hidden cards + play + the others' = result."""
    first = told[0]
    split = sum(one.report["summary"]["split_deals"] for one in told)
    if not split:
        done = all(one.report["stage"] == "whole" for one in told)
        why = "No deal is over, so there is no result to split." if done else "The results are not split yet."
        return Section("Where the result came from", (why,))
    parts: list[tuple[str, float, float | None]] = [
        ("before the deal", _sum(told, "fair"), None),
        ("cards", _sum(told, "cards"), _margin(told, "cards_se")),
        ("hidden cards", _sum(told, "lay"), None),
        ("play", _sum(told, "mine"), _margin(told, "mine_se")),
    ]
    if len(told) == 1:
        others = first.report["summary"]["others"]
        parts += [(f"{first.names[int(seat)]}'s play", value, None) for seat, value in others.items()]
    else:
        others = fsum([value for one in told for value in one.report["summary"]["others"].values()])
        parts.append(("the others' play", others, None))
    if parts[0][1]:
        before = "Before the deal: what these deals are worth to this seat on average, before the cards are dealt. "
        less = ", less the part before the deal"
    else:
        before = less = ""
        del parts[0]
    parts.append(("result", fsum([deal["result"] for one in told for deal in one.finished if "cards" in deal]), None))
    unit = unit_name(first.report["unit"])
    by = " and ".join(
        f"{judge['name']}{_in_matches(told, some)} ({judge['summary']})"
        for judge, some in _by_name(told, lambda one: one.report["judges"][:1])
    )
    notes = (
        f"{before}Cards: what the same deals bring when played from the start by {by}{less}. "
        "Hidden cards: the rest, due to cards that no player could know. Play: the actions taken, compared with "
        "those of that judge by what the player could know; above 0, they were better.",
    )
    rows = tuple((name, first.figure(value), first.margin(margin)) for name, value, margin in parts)
    bars = Bars(tuple(parts), unit)
    left = sum(len(one.report["deals"]) for one in told) - split
    lines = (f"{counted(left, 'unfinished deal')} not counted here.",) if left else ()
    return Section("Where the result came from", lines, Table(("", unit, "95%"), rows), bars, notes)


def mistakes(told: Sequence[Match]) -> Section:
    """Return the proved mistakes, the costliest first, and how many there are."""
    found = worst(told)
    choices, unproved = int(_sum(told, "decisions")), int(_sum(told, "to_prove"))
    marks = {mark: sum(one.report["summary"]["marks"][mark] for one in told) for mark in (*reversed(MARKS), UNCLEAR)}
    unclear = marks.pop(UNCLEAR)
    sizes = ", ".join(f"{count} {mark}" for mark, count in marks.items() if count)
    marked = counted(len(found), "mistake") + f" ({sizes})" * bool(sizes)
    lines = [
        f"{marked} in {counted(choices, 'decision')} with a choice; {unclear} unclear. "
        f"Expected number of false marks: at most {_sum(told, 'expected_false'):.2f}."
    ]
    if unproved:
        lines.append(f"{counted(unproved, 'suspicion')} left to prove.")
    factor, at = stake(told)
    least = ", ".join(f"{mark} {told[0].size(factor * loss)}" for mark, loss in told[0].report["marks"].items())
    rows = tuple(
        (
            row["mark"],
            *_where(told, one, row),
            one.kind(row["kind"]),
            one.label(row["played"]),
            one.label(row["better"]),
            one.at_least(row["bound"]),
            one.between(*row["guess"]),
        )
        for one, row in found
    )
    head = ("", *_places(told), "kind", "played", "better", "at least", "best guess")
    unit = unit_name(told[0].report["unit"])
    more = "; with a higher stake they grow in proportion" * bool(at)
    notes = (f"Marks, by the least loss that every judge proves, in {unit}{at}: {least}{more}.",)
    return Section("Mistakes, worst first", tuple(lines), Table(head, rows) if rows else None, None, notes)


def _places(told: Sequence[Match]) -> tuple[str, ...]:
    return ("match", "deal", "move") if len(told) > 1 else ("deal", "move")


def _where(told: Sequence[Match], one: Match, row: Json) -> tuple[str, ...]:
    place = (str(row["deal"]), str(row["move"]))
    return (str(told.index(one) + 1), *place) if len(told) > 1 else place


def _unclear(told: Sequence[Match], whole: bool) -> Section:
    """The decisions in which judges disagree, or an interval touches a mark."""
    found = [(one, row) for one in told for row in one.decisions if row["mark"] == UNCLEAR]
    found.sort(key=lambda item: -sum(item[1]["guess"]))
    rows = tuple(
        (
            *_where(told, one, row),
            one.kind(row["kind"]),
            one.label(row["played"]),
            one.label(row["better"]),
            one.between(*row["guess"]),
            one.between(
                min(by["low"] for by in row["proof"].values()), max(by["high"] for by in row["proof"].values())
            ),
        )
        for one, row in found[: None if whole else SHOWN]
    )
    more = (f"and {len(found) - len(rows)} more",) if len(found) > len(rows) else ()
    head = (*_places(told), "kind", "played", "perhaps better", "best guess", "95%")
    lines = (
        "Not proved: the judges disagree, an interval contains the smallest loss that is marked, or it may be chance "
        "among so many decisions.",
    )
    return Section("Unclear", lines if rows else (), Table(head, rows) if rows else None, None, more)


def _groups(told: Sequence[Match], part: str) -> Section:
    """What was lost, by kind or phase."""
    first, sums = told[0], dict[str, tuple[int, float, float]]()
    for one in told:
        for row in one.report["summary"][f"by_{part}"]:
            n, loss, square = sums.get(row[part], (0, 0.0, 0.0))
            sums[row[part]] = n + row["n"], loss + row["loss"], square + row["se"] ** 2
    rows = tuple(
        (
            first.kind(name) if part == "kind" else name,
            str(n),
            first.size(loss),
            first.margin(Z95 * sqrt(square)),
            first.size(loss / n),
        )
        for name, (n, loss, square) in sorted(sums.items(), key=lambda item: -item[1][1])
    )
    unit = unit_name(first.report["unit"])
    title = {"kind": "By kind of decision", "phase": "By phase"}[part]
    halves = (
        "From the first judge's screening of all decisions, proved or not. The best action is chosen in one half of "
        "its worlds and measured in the other half. So few worlds do not always show which action is best, so losses "
        "come out too low rather than too high; below 0, the action played was the better of the two."
    )
    exact = "The first judge compares each decision with the best action. Nothing is hidden, so there is one world."
    lines = (exact if first.report["judges"][0]["screens"] == 1 else halves,)
    table = Table((part, "n", f"lost ({unit})", "95%", "per decision"), rows) if rows else None
    return Section(title, lines if rows and part == "kind" else (), table)


def _draws(told: Sequence[Match]) -> Section:
    """The luck of all draws, and the player's draws that brought and cost the most."""
    first = told[0]
    rows = [(one, deal, draw) for one in told for deal in one.finished for draw in deal.get("draws", ())]
    if not rows:
        return Section("The luck of the draw")
    mine = [draw["seat"] == one.report["seat"] for one, _, draw in rows]
    lines = []
    for whose, own in (("Own draws", True), ("The others' draws", False)):
        some = [draw for (_, _, draw), inside in zip(rows, mine, strict=True) if inside is own]
        if some:
            luck, se = fsum([draw["luck"] for draw in some]), sqrt(fsum([draw["se"] ** 2 for draw in some]))
            told_luck = f"{first.figure(luck)} {first.margin(Z95 * se)}".strip()
            lines.append(f"{whose}: {len(some)}, together {told_luck} {unit_name(first.report['unit'])}.")
    own_draws = sorted((row for row, inside in zip(rows, mine, strict=True) if inside), key=lambda row: row[2]["luck"])
    shown = own_draws if len(own_draws) <= 2 * EXTREMES else [*own_draws[:EXTREMES], *own_draws[-EXTREMES:]]
    body = tuple(
        (
            *_where(told, one, {"deal": deal["n"], "move": draw["move"]}),
            " ".join(map(signs, draw["cards"])),
            first.figure(draw["luck"]),
            first.margin(Z95 * draw["se"]),
        )
        for one, deal, draw in reversed(shown)
    )
    head = (*_places(told), "drawn", unit_name(first.report["unit"]), "95%")
    notes = (
        "How much more the drawn card is worth than the mean of those that might have come, by "
        f"{first.report['judges'][0]['name']}. This luck is part of what hidden cards brought. The luckiest draws come "
        "first, the unluckiest last.",
    )
    return Section("The luck of the draw", tuple(lines), Table(head, body) if body else None, None, notes)


def _deals(one: Match) -> Section:
    """The deals of one match, with what they were worth and what came of them."""
    rows, worth, came = list[tuple[str, ...]](), [0.0], [0.0]
    parts = {"before the deal": "fair", "cards": "cards", "hidden cards": "lay", "play": "mine", "others": "others"}
    if not one.report["summary"]["fair"]:
        del parts["before the deal"]
    if len(one.names) == 1:
        del parts["others"]
    for deal in one.report["deals"]:
        result = "" if deal["result"] is None else one.figure(deal["result"])
        cells = [""] * len(parts)
        if "cards" in deal:
            values = {**deal, "others": fsum(deal["others"].values())}
            cells = [one.figure(values[part]) for part in parts.values()]
            worth.append(worth[-1] + deal["fair"] + deal["cards"])
            came.append(came[-1] + deal["result"])
        marks = " ".join(row["mark"] for row in deal["decisions"] if row["mark"] in MARKS)
        rows.append((str(deal["n"]), *cells, result, marks))
    graph = Lines({"result": tuple(came), "what the cards were worth": tuple(worth)}, unit_name(one.report["unit"]))
    table = Table(("deal", *parts, "result", "marks"), tuple(rows))
    return Section("Deal by deal", (), table, graph if len(came) > 1 else None)


def _trend(told: Sequence[Match]) -> Section:
    """The matches one after the other."""
    rows = []
    for number, one in enumerate(told, 1):
        about = one.report["summary"]
        groups = about["by_kind"]
        judged = sum(row["n"] for row in groups)
        lost, se = fsum([row["loss"] for row in groups]), sqrt(fsum([row["se"] ** 2 for row in groups]))
        each = (one.size(lost / judged), one.margin(Z95 * se / judged)) if judged else ("", "")
        marks = [str(about["marks"][mark]) for mark in (*reversed(MARKS), UNCLEAR)]
        split = [one.figure(about[part]) for part in ("result", "cards", "mine")]
        rows.append((str(number), str(len(one.finished)), *split, *each, *marks))
    head = ("match", "deals", "result", "cards", "play", "mean loss", "95%")
    return Section("Match by match", (), Table((*head, *reversed(MARKS), UNCLEAR), tuple(rows)))


def _position(one: Match, row: Json) -> Section:
    """The position of a mistake: what its player saw, and what the judges say of each action."""
    seen = observation_from_json(one.game, row["observation"])
    judges = list(row["judges"])
    gains = [row["judges"][name].get("gains", {}) for name in judges]
    values = [row["judges"][name]["values"] for name in judges]
    played_out = ((name, by) for name, by in row["judges"].items() if by["ends"] and by["worlds"] > 1)
    wins = next(((name, by["ends"]["won"]) for name, by in played_out), None)
    body = []
    for action in sorted(values[0], key=lambda action: -values[0][action]):
        role = "better" if action == row["better"] else "played" if action in row["alike"] else ""
        cells = [
            cell
            for value, gain in zip(values, gains, strict=True)
            for cell in (
                one.size(value[action]),
                one.between(*gain[action]) if action in gain and role != "played" else "",
            )
        ]
        share = [won(wins[1][action]) if action in wins[1] else ""] if wins else []
        body.append((role, one.label(as_played(row, action)), *cells, *share))
    unit = unit_name(one.report["unit"])
    heads = [cell for name in judges for cell in (f"{name}, {unit}", f"{name}, against played, 95%")]
    heads += [f"deals won, by {wins[0]}"] if wins else []
    does = [
        f"{role} {one.label(action)}: {reason}."
        for role, action in (("Played", row["played"]), ("Better", row["better"]))
        if (reason := one.reason(seen, action))
    ]
    proof = [
        f"{name}: {one.label(row['better'])} brings {one.figure(by['loss'])} {unit} more, {_measured(one, by)}."
        for name, by in row["proof"].items()
    ]
    if max(values[0].values()) > values[0][row["better"]]:
        proof.append("Better is the action that all judges together rate best; another may be just as good.")
    if wins and len(wins[1]) < len(body):
        proof.append(
            "An action without a share of deals won was clearly behind early and was compared in fewer worlds."
        )
    title = (
        f"{row['mark']} Deal {row['deal']}, move {row['move']}: {one.label(row['played'])}, "
        f"better {one.label(row['better'])}"
    )
    table = Table(("", "action", *heads), tuple(body))
    return Section(title, (*_seen(one, seen), *does), table, None, tuple(proof), True)


def _measured(one: Match, by: Json) -> str:
    """Return how well a difference is known."""
    if by["low"] == by["high"]:
        return "exactly: " + ("only one world fits" if by["worlds"] == 1 else f"in all {by['worlds']} worlds that fit")
    drawn, worth = int(by["worlds"]), round(float(by["n_eff"]))
    told = f"95% {one.between(by['low'], by['high'])}, in {counted(drawn, 'fresh world')}"
    return told + f", worth {worth} equally likely ones" * (worth < drawn)


def _seen(one: Match, seen: Observation) -> list[str]:
    """Return the position as its player saw it."""
    lines = one.words.table(one.game, seen, one.words.order(one.game, seen, ""), one.names)
    phase = one.words.phase(one.game, seen, one.names)
    told = [phase, *lines] if phase and not any(line.startswith(phase) for line in lines) else lines
    return told if one.report["players"][seen.seat] == HUMAN else [f"As {one.me} sees it:", *told]


def _judged(told: Sequence[Match]) -> Section:
    """Who judged, by which worlds, and what that cannot tell."""
    first, lines = told[0], list[str]()
    for judge, _ in _by_name(told, lambda one: one.report["judges"]):
        kinds = f"; only {', '.join(map(first.kind, judge['kinds']))}" if judge["kinds"] else ""
        sees = " It sees all hands, which no player does, so it never proves a mistake alone." * judge["sees_all_hands"]
        if any(one.own(judge) for one in told):
            sees += " It plays like the player under review and is likely to agree with it."
        weights = f"; weights {judge['weights'][:8]}" if judge["weights"] else ""
        lines.append(
            f"{judge['name']}: {judge['summary']}; {counted(judge['screens'], 'world')} to compare all actions, up to "
            f"{judge['proves']} fresh ones for a proof{kinds}{weights}.{sees}"
        )
    for judge, some in _by_name(told, lambda one: one.report["not_asked"]):
        why = "" if judge["knows_rules"] else ": it does not know these rules"
        lines.append(f"{judge['name']} was not asked{_in_matches(told, some)}{why}.")
    if len(_by_name(told, lambda one: one.report["judges"])) == 1:
        lines.append("There is only one judge, and it cannot judge what it cannot play.")
    left = sum(row["mark"] == "not judged" for one in told for row in one.decisions)
    if left:
        lines.append(f"{counted(left, 'decision')} not judged, since no judge could.")
    seeds = ", ".join(dict.fromkeys(str(one.report["seed"]) for one in told))
    version = first.report["version"]
    lines.append(f"Worlds: {first.report['worlds']}. Seed {seeds}, cardtui {version}; `--seed` reproduces this.")
    lines.append(
        "± and ranges are 95% intervals. Unless stated otherwise they cover the chance in dice and worlds, and never "
        "whether the judge is right."
    )
    return Section("How this was judged", tuple(lines))


def _by_name(told: Sequence[Match], judges: Callable[[Match], Sequence[Json]]) -> list[tuple[Json, list[int]]]:
    """Return each of the reports' judges once, with the numbers of the matches that it belongs to."""
    found = dict[str, tuple[Json, list[int]]]()
    for number, one in enumerate(told, 1):
        for judge in judges(one):
            found.setdefault(judge["name"], (judge, []))[1].append(number)
    return list(found.values())


def _in_matches(told: Sequence[Match], numbers: Sequence[int]) -> str:
    """Return in which matches, as it stands in a sentence; "" for all."""
    if len(numbers) == len(told):
        return ""
    return f" in match{'es' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"
