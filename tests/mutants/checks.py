"""Defects in the tests themselves: a law or a check that lets everything pass."""
# ruff: noqa: E501 - a row a line

from __future__ import annotations

from .planting import defects

# fmt: off
CHECKS = (
    *defects(
        "cardtui/testing/laws.py",
        "tests/contract/test_laws.py tests/contract/test_games.py -k caught",
        ("refusal_law: illegal actions may be played", '            raise AssertionError(f"{action} is illegal and was played")', "            pass"),
        ("refusal_law: nothing is tried", "        action = _spoilt(rng.choice(known), deck,", "        continue\n        action = _spoilt(rng.choice(known), deck,"),
        ("refusal_law: any sentence will do", "assert len(str(refusal)) > 10,", "assert True,"),
        ("refusal_law: the state may change", '== before, "a refused action changed the state"', '!= (), "a refused action changed the state"'),
        ("whole_game: cards may be lost", "assert checks.cards is None or cards_of(game, state) == deck,", "assert True,"),
        ("whole_game: returns need not sum up", "    if game.total is not None:\n", "    if game.total is None:\n"),
        ("whole_game: a deal may last for ever", "assert len(actions) <= game.max_turns,", "assert True,"),
        ("redeal_law: a world may be told apart", "assert game.observe(world, seat) == seen,", "assert True,"),
        ("redeal_law: a world may lose cards", "assert not counted or cards_of(game, world) == deck,", "assert True,"),
        ("hidden_cards_law: deals may be told apart", "same = game.observe(other, seat) == game.observe(state, seat)", "same = True"),
        ("hidden_cards_law: nothing changes places", "there = dict(zip(chosen, chosen[1:] + chosen[:1], strict=True))", "there = dict(zip(chosen, chosen, strict=True))"),
        ("hidden_cards_law: no other deal is found", "        return state\n    return None\n", "        return None\n    return None\n"),
        ("whole_game: returns may be of any type", 'assert floats, f"returns', 'assert True, f"returns'),
        ("whole_game: a deal that fails is no sentence", "    except Exception as error:\n        raise Broken(", "    except Refusal as error:\n        raise Broken("),
        ("said: not where an error was raised", "(broken or failure(error))", "(broken or str(error))"),
        ("facts_law: facts may be missing", "assert name in facts,", "if name not in facts:\n                return\n            assert True,"),
        ("facts_law: facts may be wrong", "assert facts[name] == true,", "assert True,"),
        ("dice_law: any deal", 'assert one == other, "the same dice', 'assert True, "the same dice'),
        ("dice_law: any world", 'assert one == other, "with the same dice', 'assert True, "with the same dice'),
        ("worlds_law: one world will do", "assert any(world != first for world in worlds),", "assert True,"),
        ("value_law: legal actions may be shown to all", "assert seen.legal == (legal if seat == turn else ()),", "assert True,"),
        ("value_law: a state may change", "assert game.observe(state, seat) == before[seat],", "assert True,"),
        ("text_law: text need not be read back", "assert parse_action(game, text) == action,", "assert True,"),
        ("json_law: JSON may change what is seen", "assert again == seen, f\"seat {seat}: the", "assert True, f\"seat {seat}: the"),
    ),
    *defects(
        "cardtui/testing/vectors.py",
        "tests/test_vec.py -k check",
        ("vectors: another seat may be to act", "assert seat == now.seats[place],", "assert True,"),
        ("vectors: more may be legal", "assert number in legal,", "assert True,"),
        ("vectors: less may be legal", "assert now.masks[place][number],", "assert True,"),
        ("vectors: a deal may end earlier", "assert ended == over,", "assert True,"),
        ("vectors: any rewards", "assert np.allclose(rewards, paid, rtol=1e-6, atol=1e-6),", "assert True,"),
        ("vectors: any features", "assert same, f", "assert True, f"),
    ),
    *defects(
        "cardtui/testing/bot_laws.py",
        "tests/contract/test_laws.py tests/contract/test_games.py -k caught",
        ("blind_law: a bot may peek", "assert decide(agent, again, Random(seed), STEPS) == decision,", "assert True,"),
        ("stateless_law: a bot may remember", "assert decide(used, seen, Random(seed), STEPS) == decide(fresh, seen, Random(seed), STEPS),", "assert True,"),
        ("decision_law: any decision is valid", "check_decision(game, seen.legal, decide(agent, seen, Random(seed), STEPS))", "decide(agent, seen, Random(seed), STEPS)"),
        ("decision_law: any dice", "assert decide(agent, seen, Random(seed), STEPS) == decision, (", "assert True, ("),
    ),
    *defects(
        "cardtui/testing/examine.py",
        "tests/contract/test_laws.py",
        ("examine: a bot with other dice is accused of more", "if failed and finding.law in (BLIND, FRESH)", "if failed and not finding.law"),
        ("examine: one deal with one world is a failure", "return found if found.held > 0 else _failed(", "return _failed("),
        ("examine: words may be no text", "    assert isinstance(given, str), ", "    assert True, "),
        ("examine: a class is a bot", "if isinstance(bot, type) or not (", "if not ("),
    ),
    *defects(
        "tests/kill.py",
        "tests/test_kill.py -k check",
        ("kill.check: acknowledged steps may be lost", "assert done >= acknowledged,", "assert True,"),
        ("kill.check: steps nobody acknowledged", "assert done <= acknowledged + 1 or acknowledged < 0,", "assert True,"),
        ("kill.check: another state may be saved", "assert state_of(match) == state_of(again),", "assert True,"),
        ("kill.check: a match may be gone", 'assert not again.touched, "an', 'assert True, "an'),
        ("kill.check: a torn line may stay", 'assert path.read_bytes().endswith(b"\\n"),', "assert True,"),
        ("kill.check: others may sit there", "assert match.header.seats == again.header.seats,", "assert True,"),
    ),
)
