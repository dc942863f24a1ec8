"""Defects in the laws, observations and settlements of the five games."""
# ruff: noqa: E501 - a row a line

from __future__ import annotations

from .planting import defects

LAWS = "tests/contract/test_games.py::test_whole_games_and_all_laws_at_one_turn_of_each -k "
HIDDEN = "tests/contract/test_games.py::test_cards_never_seen_are_not_told_where_a_bot_plays -k "
UNIFORM = "tests/zsy/test_rules.py::test_7_worlds_are_uniform_and_the_suits_laid_tell_nothing"
ZSY = f"tests/zsy/test_rules.py --deselect={UNIFORM}"

# fmt: off

LANES = "tests/ninetyeight/test_training.py -k threads or mean_gradient"

NINETYEIGHT = (
    *defects(
        "cardtui/games/ninetyeight/rules.py",
        "tests/ninetyeight/test_rules.py",
        (
            "98 takes a card 20 back",
            "return card > top or card == top - JUMP if up",
            "return card > top or card in (top - JUMP, top - 2 * JUMP) if up",
        ),
        ("98 takes a card 20 forth", "else card < top or card == top + JUMP", "else card < top or card == top + 2 * JUMP"),
        ("98 takes any card up to ten back", "card > top or card == top - JUMP if", "card >= top - JUMP if"),
        ("98 mixes up two stacks", "if card in on3:", "if card in on4:"),
        (
            "98 shows the next card when five are left",
            'Zone("draw", len(state.draw))',
            'Zone("draw", len(state.draw), state.draw[:1] if len(state.draw) == 5 else ())',
            HIDDEN + "98",
        ),
        ("98 shows the next card to come", 'Zone("draw", len(state.draw))', 'Zone("draw", len(state.draw), state.draw[:1])', LAWS + "98"),
        ("98 draws two after one card", 'self.refill == "two" and since == TURN', 'self.refill == "two" and since >= TURN - 1'),
        ("98 forgets that cards were drawn", "if count or not draw:", "if not draw:"),
        ("98 lets nobody draw after two cards", "state.since >= TURN", "state.since > TURN"),
        ("98 draws from the bottom", "draw[:count], draw[count:]", "draw[len(draw) - count :], draw[: len(draw) - count]"),
        ("98 counts turns, not cards", "(float(sum(map(len, state.stacks))),)", "(float(len(state.history)),)"),
        ("98 plays a deal too many", "if last and deals >= last", "if last and deals > last"),
        ("98 forgets earlier results", "(standing.scores[0] + self.returns(state)[0],)", "(self.returns(state)[0],)"),
        ("98 knows the order of the draw pile", "        rng.shuffle(draw)\n", ""),
        ("98 minds the highest card of a stack", "cards[-1] if cards else start", "max(cards) if cards else start"),
        ("98 goes on when no card fits", "return after if self.legal(after) else", "return after if hand else"),
    ),
    *defects(
        "agents/training/ninetyeight/search.py",
        LANES,
        ("98: all lanes play the same games", "random_state(seed, LANES * chunk + lane)", "random_state(seed, LANES * chunk)"),
    ),
    *defects(
        "agents/training/ninetyeight/search_learn.py",
        LANES,
        ("98: only the first lane teaches", "            total[place] += gradients[lane, place]\n", ""),
    ),
)

TRICKS = defects(
    "cardtui/games/tricks/rules.py",
    "tests/tricks/test_rules.py",
    ("tricks: any higher card takes the trick", "card > led and card // COLOUR == led // COLOUR", "card % COLOUR > led % COLOUR"),
    ("tricks: an equal card takes the trick", "return card > led and", "return card >= led and", "tests/tricks/test_rules.py"),
    ("tricks: revoking is never allowed", "if led is None or self.revoke:", "if led is None:"),
    ("tricks: the same seat leads the second half", "mover = 1 - first\n", "mover = first\n"),
    ("tricks: the hands are not exchanged", "seated(first_and_second(history), mover)", "seated(first_and_second(history), first)"),
    ("tricks: cards played before the exchange stay", "(*taken, (0, 0)), ()", "(*taken, (0, 0)), played"),
    ("tricks: the loser of a trick leads", "mover: int | None = winner", "mover: int | None = 1 - winner"),
    ("tricks: the trick goes to the other seat", "if winner == 0 else (now[0], now[1] + 1)", "if winner == seat else (now[0], now[1] + 1)"),
    ("tricks: the halves are compared seat by seat", "state.taken[-1][1 - first]", "state.taken[-1][first]"),
    ("tricks: a draw is a win", "float((lead > 0) - (lead < 0))", "float((lead >= 0) - (lead < 0))"),
    ("tricks: the result is told to the wrong seat", "(won, 0.0 - won) if first == 0", "(won, 0.0 - won) if first == 1"),
    ("tricks: the same seat is first again", "Standing(totals, deals, 1 - state.first, winners)", "Standing(totals, deals, state.first, winners)"),
    ("tricks: a tied match goes to the first seat", "tuple(seat for seat in (0, 1) if totals[seat] == best)", "(totals.index(best),)"),
    ("tricks: a deal's scores begin anew", "before + won for before, won", "won for before, won"),
    ("tricks: legal cards are shown to both", "self.legal(state) if state.seat == seat else ()", "self.legal(state)", LAWS + "tricks"),
    ("tricks: the highest card is left out of an odd deck", "for value in range(self.n)][odd:]", "for value in range(self.n)][: self.n * self.colours - odd]"),
    ("tricks: the dealer's hand is sorted", "one, two = (tuple(map(self.card, hand))", "one, two = (tuple(sorted(map(self.card, hand)))"),
    ("tricks: another history is believed", "if self.observe(state, observation.seat)._replace(legal=()) != observation._replace(legal=()):", "if self.observe(state, observation.seat).turn != observation.turn:"),
)

ZHENG = (
    *defects(
        "cardtui/games/zsy/rules.py",
        ZSY,
        ("zsy: a tied match goes to the first seat", "tuple(s for s in (0, 1) if totals[s] == max(totals))", "(totals.index(max(totals)),)"),
        ("zsy: a match ends a deal late", "over = last and deals >= last", "over = last and deals > last"),
        ("zsy: earlier wins are forgotten", "before + won for before, won", "won for before, won"),
        ("zsy: the undealt cards are told to who acts", "state.rest if over else ()", "state.rest if over or state.seat == seat else ()", LAWS + "zsy"),
        ("zsy: the last card of a hand is shown", "hand if over else ()) for hand in state.hands", "hand if over or len(hand) == 1 else ()) for hand in state.hands", HIDDEN + "zsy"),
        ("zsy: legal plays are shown to both", "self.legal(state) if state.seat == seat else ()", "self.legal(state)", LAWS + "zsy"),
        ("zsy: what was laid lies before the wrong seat", "played[other] += state.table", "played[seat] += state.table"),
        ("zsy: the other seat wins", "            seat if over else None,\n        )", "            other if over else None,\n        )"),
        ("zsy: the winner of a deal leads the next", '"first": rng.randrange(2)', '"first": standing.first'),
        ("zsy: who led is asked again", "None if over else other,", "None if over else seat,"),
        ("zsy: who leads may pass", "    if over is None:\n        return tuple([", "    if over is None:\n        return (PASS,) + tuple(["),
        ("zsy: a world forgets what lies on the table", "laid = played[1 - me].cards + (table.cards if mover == me else ())", "laid = played[1 - me].cards", UNIFORM),
        ("zsy: both hands may be set up with too many cards", "1 <= len(hand) <= HAND for hand in hands", "1 <= len(hand) for hand in hands"),
    ),
    *defects(
        "cardtui/games/zsy/cards.py",
        ZSY,
        ("zsy: the same pattern follows itself", "range(table.low + 1,", "range(table.low,"),
        ("zsy: a lower bomb goes over a bomb", "if sizes != BOMB:", "if sizes:"),
        ("zsy: three of a rank are a bomb", "if most == 4:", "if most >= 3:"),
        ("zsy: singles make a chain", "links == 1 or min(sizes) >= 2", "links == 1 or min(sizes) >= 1"),
        ("zsy: a chain of fours is not found", "range(2, min(held[top], most) + 1) if", "range(2, min(held[top], most)) if"),
        ("zsy: the card dealt last is laid first", "laid += piles[rank][:size]", "laid += piles[rank][-size:]"),
        ("zsy: a chain follows a link too far down", "for low in range(table.low + 1, len(held) - len(sizes) + 1)", "for low in range(table.low + 1, len(held) - len(sizes))"),
        ("zsy: a shorter chain follows", "held[low + link] >= size for link, size in enumerate(sizes)", "held[low + link] >= min(sizes) for link, size in enumerate(sizes)"),
    ),
    *defects(
        "cardtui/games/zsy/worlds.py",
        UNIFORM,
        ("zsy: what was laid weighs nothing in worlds", "factorial(held) // factorial(laid + held)", "1 // 1"),
        ("zsy: worlds give the highest ranks away", "for weights, after in zip(ways, reversed(totals[:-1]), strict=True)", "for weights, after in zip(ways, totals[:-1], strict=True)"),
        ("zsy: worlds keep the order of the deck", "    rng.shuffle(left)\n", "", ZSY),
    ),
    *defects(
        "cardtui/games/zsy/known.py",
        "tests/zsy/test_known.py",
        ("zsy: two turns that can be beaten are sure to win", "for turn in rest) <= 1", "for turn in rest) <= 2"),
        ("zsy: a play that can be beaten is sure to win", "not rest or (not self.over(made) and ", "not rest or ("),
    ),
    *defects(
        "cardtui/games/zsy/passing.py",
        "tests/zsy/test_passing.py",
        ("zsy: the highest play passed over counts", "RANK[lying[0]] < RANK[old.cards[0]]", "RANK[lying[0]] > RANK[old.cards[0]]"),
        ("zsy: what was laid before a pass was held back", "for event in seen.history[at:] if", "for event in seen.history if"),
        ("zsy: bombs do not count over a pass", "bomb = sizes != BOMB and held == BOMB[0]", "bomb = False"),
        ("zsy: the same play would beat a pass", "(rank > table.low)", "(rank >= table.low)"),
        ("zsy: links of a chain need not be neighbours", "0 if beaten else links, beaten", "0 if beaten else begun | links, beaten"),
        ("zsy: what a bot expects changes nothing", "range(_ROUNDS if expected else 0)", "range(0)"),
    ),
)

YANIV = (
    *defects(
        "agents/yaniv/net_inputs.py",
        "tests/yaniv/test_net.py::test_inputs_hold_nothing_hidden_and_are_those_of_training",
        ("yaniv-net: it sees the others' hands", "count(state[HANDS + seat]), state[KNOWN + seat]\n    turns", "count(state[HANDS + seat]), state[HANDS + seat]\n    turns"),
    ),
    *defects(
        "agents/yaniv/standing.py",
        "tests/yaniv/test_net.py::test_a_match_stands_as_by_the_law",
        ("yaniv-net: who adds nothing is halved", "gained[seat] != 0 and (total == limit", "(total == limit"),
        ("yaniv-net: at the limit the match is over", "limit > 0 and most > limit", "limit > 0 and most >= limit"),
        ("yaniv-net: the caller opens", "while gained[opener] != best:", "while opener < 0:"),
    ),
    *defects(
        "agents/training/net_learn.py",
        "tests/yaniv/test_net.py::test_gradients_are_those_of_the_formula",
        ("yaniv-net: silent units learn", "                else:\n                    back1[unit] = zero\n", ""),
    ),
    *defects(
        "cardtui/games/yaniv/rules.py",
        "tests/yaniv/test_rules.py",
        ("yaniv: the limit is no call", "self.score(hand) <= self.call", "self.score(hand) < self.call"),
        ("yaniv: a tied caller is not caught", "(scores[caller] == low and scores.count(low) == 1)", "scores[caller] == low"),
        ("yaniv: a tie of two goes to the caller", "lowest = [1 - caller]", "lowest = [caller]"),
        ("yaniv: who catches a caller is compared with the caller", "for seat, score in enumerate(scores) if seat != caller)\n            penalty", "for seat, score in enumerate(scores))\n            penalty"),
        ("yaniv: the penalty is paid twice", "float(-score - penalty)", "float(-score - 2 * penalty)"),
        ("yaniv: the penalty goes to all who are not lowest", "float(-score - penalty) if seat == caller else 0.0 if score == rest", "0.0 if score == rest else float(-score - penalty) if seat != caller"),
        ("yaniv: half the limit is not halved", "total in (limit / 2, limit)", "total == limit"),
        ("yaniv: at the limit the match is over", "max(totals) > limit and", "max(totals) >= limit and"),
        ("yaniv: most points win", "best = min(totals) if self.points else max(totals)", "best = max(totals)"),
        ("yaniv: shares that differ in the last bit are no tie", "abs(total - best) < 1e-9", "total == best"),
        ("yaniv: not the caller but the opener comes first", "after = state.caller if state.caller is not None else state.first", "after = state.first"),
        ("yaniv: the same seat opens again", "first = (state.first + 1) % self.seats", "first = state.first"),
        ("yaniv: the other end is taken", 'top[0] if to == "a" and self.ends', 'top[0] if to == "b" and self.ends'),
        ("yaniv: a card laid is still known", "tuple([other for other in known[seat] if other not in laid])", "known[seat]", LAWS + "yaniv"),
        ("yaniv: a card from the stack is shown to all", '(new(Event, (seat, action, ())),) if to == "stack" else full', "full", LAWS + "yaniv"),
        ("yaniv: a card from the stack is known to all", "seen if to == \"stack\" else (*seen, card)", "(*seen, card)", LAWS + "yaniv"),
        ("yaniv: all reshuffles are alike", "            reshuffles += 1\n", ""),
        ("yaniv: nobody hears of a reshuffle", "views = tuple([(*view, RESHUFFLE) for view in views])\n        mover", "views = tuple(views)\n        mover"),
        ("yaniv: legal actions are shown to all", "if mover == seat else ()\n        return new(Observation", "if mover is not None else ()\n        return new(Observation", LAWS + "yaniv"),
        ("yaniv: a deal lasts a turn longer", "if turn < MAX_TURNS else None", "if turn <= MAX_TURNS else None"),
        ("yaniv: the turn goes the other way", "mover = (seat + 1) % self.seats", "mover = (seat - 1) % self.seats"),
        ("yaniv: all worlds reshuffle alike", "            rng.getrandbits(64),\n            facts", "            0,\n            facts", "tests/contract/test_worlds.py::test_worlds_reshuffle_differently"),
        ("yaniv: the caller is forgotten", "views, key, first, scores, seat)\n        if to", "views, key, first, scores, None)\n        if to"),
    ),
    *defects(
        "cardtui/games/yaniv/cards.py",
        "tests/yaniv/test_rules.py",
        ("yaniv: the n-th reshuffle is as the first", "STACK * nth + card + 1", "card + 1"),
        ("yaniv: no run ends with the king", "for low in range(1, 12):", "for low in range(1, 11):"),
        ("yaniv: runs may go round the ace", "min(low + len(hand), 14)", "min(low + len(hand), 15)"),
        ("yaniv: faces count eleven", "min(number, 10)", "min(number, 11)"),
        ("yaniv: a run of jokers alone", "range(max(1, len(numbers) - len(jokers))", "range(max(0, len(numbers) - len(jokers))"),
        ("yaniv: runs of two colours", "card % 4 == suit}", "card % 4 in (suit, suit - 1)}"),
        ("yaniv: a set is offered by its first card", "if card != last), last) for last in chosen", "if card != last), last) for last in chosen[:1]"),
    ),
    *defects(
        "cardtui/games/yaniv/worlds.py",
        "tests/contract/test_worlds.py",
        ("yaniv: a card laid comes from the newest epoch", "groups.get((seat, epoch_of[card]), -1)", "groups.get((seat, epoch), -1)"),
        ("yaniv: worlds keep the order of the deck", "        rng.shuffle(stack)\n", "        pass\n"),
        ("yaniv: worlds believe the first slot", "unfilled[group].pop(rng.randrange(len(unfilled[group])))", "unfilled[group].pop(0)"),
        ("yaniv: buried cards are never unseen again", "            hidden |= set(pile)\n", ""),
    ),
)

KERNELS = (
    *defects(
        "cardtui/games/yaniv/kernel.py",
        "tests/test_agreement.py -k yaniv",
        ("yaniv kernel: deal forgets an option", "    for option in range(len(rules)):\n", "    for option in range(len(rules) - 1):\n"),
        ("yaniv kernel: deal counts the cards by another table", "score += SCORE[state[TEN], state[DECK + at]]", "score += SCORE[0, state[DECK + at]]"),
    ),
    *defects(
        "cardtui/games/tricks/kernel.py",
        "tests/test_agreement.py -k tricks",
        ("tricks kernel: deal forgets an option", "= rules[1], rules[2], first, 0, 0\n", "= rules[1], 0, first, 0, 0\n"),
    ),
    *defects(
        "cardtui/games/schafkopf/kernel.py",
        "tests/test_agreement.py -k schafkopf",
        ("schafkopf kernel: deal forgets the first packets", "half(state[DEALT + seat], rng) if state[KLOPFEN] else state[DEALT + seat]", "state[DEALT + seat]"),
    ),
    *defects(
        "cardtui/games/ninetyeight/kernel.py",
        "tests/test_agreement.py -k 98",
        ("98 kernel: deal forgets the option", "    state[REFILL] = refill\n", ""),
    ),
)
