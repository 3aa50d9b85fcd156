"""House rules: what each difference changes on the board, and what is refused."""

import re
from dataclasses import replace
from typing import Any

from jungle import GAMERZ, STANDARD, Animal, Blockers, EqualRanks, InvalidRulesError, Position, Side, Stalemate, Traps
from jungle.geometry import BOARD
from tests.drawing import drawn, targets
from tests.shores import JUMPS, RAT_BELOW, TRAP, shore


def test_tiger_jumps_one_axis_only() -> None:
    rules = replace(STANDARD, jumps_sideways=frozenset({Animal.LION}))
    assert targets(drawn(JUMPS.format("T", "."), rules=rules), "d5") == {"d6", "d4"}
    assert "b7" in targets(drawn(JUMPS.format(".", "T"), rules=rules), "b3")
    assert "a5" in targets(drawn(JUMPS.format("L", "."), rules=rules), "d5")


def test_leopard_crosses_sideways() -> None:
    rules = replace(STANDARD, jumps_sideways=STANDARD.jumps_sideways | {Animal.LEOPARD})
    assert {"a5", "g5"} <= targets(drawn(JUMPS.format("P", "."), rules=rules), "d5")
    assert "b7" not in targets(drawn(JUMPS.format(".", "P"), rules=rules), "b3")


def test_jump_over_own_rat() -> None:
    rules = replace(STANDARD, blockers=Blockers.ENEMY)
    assert "b7" in targets(drawn(RAT_BELOW.format("~", "R", "~", "~"), rules=rules), "b3")
    assert "b7" not in targets(drawn(RAT_BELOW.format("~", "r", "~", "~"), rules=rules), "b3")


def test_jump_over_any_rat() -> None:
    rules = replace(STANDARD, blockers=Blockers.NONE)
    assert "b7" in targets(drawn(RAT_BELOW.format("R", "r", "~", "~"), rules=rules), "b3")


def test_any_trap_weakens() -> None:
    rules = replace(STANDARD, traps=Traps.ANY)
    assert "d2" in targets(drawn(TRAP.format("c", "L", "."), "r", rules=rules), "d3")


def test_no_trap_weakens() -> None:
    rules = replace(STANDARD, traps=Traps.NONE)
    assert "d2" not in targets(drawn(TRAP.format("C", "l", "."), rules=rules), "d3")


def test_a_trapped_piece_does_not_capture() -> None:
    rules = replace(STANDARD, trapped_captures=False)
    assert "e2" not in targets(drawn(TRAP.format(".", "l", "C"), "r", rules=rules), "d2")
    assert "e2" in targets(drawn(TRAP.format(".", "L", "c"), rules=rules), "d2")


def test_equals_vanish_together() -> None:
    rules = replace(STANDARD, equal_ranks=EqualRanks.BOTH_VANISH)
    position = Position.from_fen("7/7/7/7/7/7/Tt5/7/C5c b", rules=rules)
    move = position.parse_move("6xb3")
    assert move.trade
    assert position.play(move).fen() == "7/7/7/7/7/7/7/7/C5c r 0 1"


def test_equals_do_not_vanish_in_a_trap() -> None:
    rules = replace(STANDARD, equal_ranks=EqualRanks.BOTH_VANISH)
    move = drawn(TRAP.format("T", "t", "."), rules=rules).parse_move("d3d2")
    assert move.captured is Animal.TIGER
    assert not move.trade


def test_other_ranks_change_who_captures_whom() -> None:
    rules = replace(STANDARD, ranks=(1, 2, 4, 3, 5, 6, 7, 8))
    assert "b3" in targets(Position.from_fen("7/7/7/7/7/7/Dw5/7/6c b", rules=rules), "a3")
    assert "b3" not in targets(Position.from_fen("7/7/7/7/7/7/Wd5/7/6c b", rules=rules), "a3")


def test_a_swimming_dog() -> None:
    rules = replace(STANDARD, swimmers=frozenset({Animal.RAT, Animal.DOG}))
    assert "b4" in targets(Position.from_fen("7/7/7/7/7/7/1D5/7/6c b", rules=rules), "b3")
    assert "b5" in targets(Position.from_fen("7/7/7/7/1rD4/7/7/7/6c b", rules=rules), "c5")
    assert "a5" not in shore("c", "D", "b", rules)


def test_a_rat_takes_the_elephant_from_the_water() -> None:
    rules = replace(STANDARD, water_rat_takes_elephant=True)
    assert "a5" in shore("e", "R", "b", rules)


# Contradictions


CONTRADICTIONS: list[tuple[dict[str, Any], str]] = [
    ({"ranks": (1, 2, 3)}, "ranks is .*eight numbers"),
    ({"ranks": (1, 2, 3, 4, 5, 6, 7, 0)}, "eight numbers from 1 to 9"),
    ({"ranks": [1, 2, 3, 4, 5, 6, 7, 8]}, "ranks is .*expected tuple"),
    ({"jumps_forward": frozenset({Animal.RAT})}, "the rat both swims and jumps"),
    ({"water_rat_takes_elephant": True, "rat_takes_elephant": False}, "from the water but not on land"),
    ({"swimmers": frozenset(), "land_rat_takes_water_rat": True}, "the rat does not swim"),
    ({"traps": Traps.NONE, "trapped_captures": False}, "there are no traps"),
    ({"quiet_limit": 0}, "expected 1 to 999999999 plies, or None"),
    ({"quiet_limit": 1_000_000_000}, "quiet_limit is 1000000000"),
    ({"quiet_limit": True}, "quiet_limit is True"),
    ({"quiet_limit": "200"}, "quiet_limit is '200'"),
    ({"name": ""}, "name is ''"),
    ({"name": "my rules"}, "one word"),
    ({"start": "7/7"}, "start: expected 9 ranks"),
    ({"start": "7/7/7/7/7/7/7/7/6R"}, "Red has no pieces"),
    ({"start": "3L3/7/7/7/7/7/7/7/6r"}, "Red's den is taken"),
    ({"start": "7/7/7/1L5/7/7/7/7/6r"}, "start: Blue lion on b6: the lion cannot swim"),
    ({"first": "blue"}, "first is 'blue'"),
    ({"stalemate": "loses"}, "stalemate is 'loses'"),
    ({"swimmers": frozenset({"rat"})}, "not an Animal"),
]


def test_contradictory_rules_are_refused() -> None:
    wrong: list[tuple[dict[str, Any], object]] = []
    for changes, complaint in CONTRADICTIONS:
        try:
            wrong.append((changes, replace(STANDARD, **changes)))
        except InvalidRulesError as error:
            if not re.search(complaint, str(error)):
                wrong.append((changes, error))
    assert not wrong


def test_rules_are_values() -> None:
    assert replace(STANDARD, stalemate=Stalemate.DRAWS) == replace(STANDARD, stalemate=Stalemate.DRAWS)
    assert len({STANDARD, replace(STANDARD), GAMERZ}) == 2
    assert STANDARD.compile() is replace(STANDARD).compile()


def test_the_table_is_empty_for_unreachable_squares() -> None:
    table = STANDARD.compile()
    assert table.steps[Side.BLUE][Animal.LION - 1][BOARD.parse_square("b5")] == ()
    assert table.steps[Side.BLUE][Animal.LION - 1][BOARD.parse_square("d1")] == ()
