"""Every rule of play, each with a drawn position and named after the rule."""

import pytest

from jungle import (
    GAMERZ,
    LEIDEN,
    RULES,
    STANDARD,
    Animal,
    InvalidPositionError,
    Piece,
    Position,
    Repetition,
    Side,
)
from jungle.geometry import BOARD
from tests.drawing import drawn, targets
from tests.shores import JUMPS, RAT_BELOW, TRAP, shore

ANIMALS = "RCDWPTLE"
ALL_RULES = pytest.mark.parametrize("rules", RULES)


# The start


@pytest.mark.parametrize(
    ("rules", "fen"),
    [
        ("standard", "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b 0 1"),
        ("gamerz", "l5t/1w3c1/r1p1d1e/7/7/7/E1D1P1R/1C3W1/T5L b 0 1"),
        ("leiden", "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b 0 1"),
    ],
)
def test_the_initial_position_of_each_rule_set(rules: str, fen: str) -> None:
    assert Position.initial(rules=rules).fen() == fen


def test_gamerz_swaps_dog_and_wolf_at_the_start() -> None:
    standard, gamerz = Position.initial(), Position.initial(rules=GAMERZ)
    for square, animal in (("c3", Animal.WOLF), ("f2", Animal.DOG)):
        other = Animal.DOG if animal is Animal.WOLF else Animal.WOLF
        assert standard.piece_at(BOARD.parse_square(square)) == Piece(Side.BLUE, animal)
        assert gamerz.piece_at(BOARD.parse_square(square)) == Piece(Side.BLUE, other)
    assert standard.piece_at(BOARD.parse_square("e7")) == Piece(Side.RED, Animal.WOLF)
    assert gamerz.piece_at(BOARD.parse_square("e7")) == Piece(Side.RED, Animal.DOG)


@ALL_RULES
def test_each_side_has_one_of_each_animal(rules: str) -> None:
    position = Position.initial(rules=rules)
    for side in Side:
        pieces = {position.piece_at(square) for square in position.squares(side)}
        assert pieces == {Piece(side, animal) for animal in Animal}


@ALL_RULES
def test_blue_moves_first(rules: str) -> None:
    assert Position.initial(rules=rules).side is Side.BLUE


def test_the_first_side_may_be_chosen_in_standard_only() -> None:
    assert Position.initial(first=Side.RED).side is Side.RED
    for rules in (GAMERZ, LEIDEN):
        with pytest.raises(InvalidPositionError, match="Blue moves first, not Red"):
            Position.initial(rules=rules, first=Side.RED)


# 1. One step, never diagonal


@ALL_RULES
def test_a_piece_moves_one_step_up_down_left_or_right(rules: str) -> None:
    position = drawn(
        """
        9  . . # * # . .
        8  . . . # . . .
        7  . . . . . . .
        6  . ~ ~ . ~ ~ .
        5  . ~ ~ . ~ ~ .
        4  . ~ ~ . ~ ~ .
        3  . . . . . . .
        2  . W . # . . .
        1  . . # * # . c
        """,
        rules=rules,
    )
    assert targets(position, "b2") == {"b3", "b1", "a2", "c2"}


@ALL_RULES
def test_the_board_has_edges(rules: str) -> None:
    assert targets(Position.from_fen("7/7/7/7/7/7/7/7/W5c b", rules=rules), "a1") == {"a2", "b1"}
    assert targets(Position.from_fen("c5W/7/7/7/7/7/7/7/7 b", rules=rules), "g9") == {"g8", "f9"}


# 2. Dens


@ALL_RULES
def test_no_piece_enters_its_own_den(rules: str) -> None:
    for animal in ANIMALS:
        blue = Position.from_fen(f"7/7/7/7/7/7/7/3{animal}3/6c b", rules=rules)
        assert targets(blue, "d2") == {"d3", "c2", "e2"}, animal
        assert "d9" not in targets(blue.swapped(), "d8"), animal


@ALL_RULES
def test_any_piece_enters_the_enemy_den_and_the_game_is_over(rules: str) -> None:
    for animal in ANIMALS:
        position = Position.from_fen(f"7/3{animal}3/7/7/7/7/7/7/6c b", rules=rules)
        assert "d9" in targets(position, "d8"), animal
        after = position.play("d8d9")
        assert (after.is_decided(), after.legal_moves(), after.den_winner()) == (True, [], Side.BLUE), animal


# 3. Water and jumps


@ALL_RULES
def test_only_rats_enter_water(rules: str) -> None:
    for animal in ANIMALS:
        position = Position.from_fen(f"c6/7/7/7/7/7/1{animal}5/7/7 b", rules=rules)
        assert ("b4" in targets(position, "b3")) is (animal == "R")


@ALL_RULES
def test_a_rat_swims_and_lands(rules: str) -> None:
    position = Position.from_fen("7/7/7/7/1R5/7/7/7/6c b", rules=rules)
    assert targets(position, "b5") == {"b6", "b4", "c5", "a5"}


@ALL_RULES
def test_lions_and_tigers_jump_over_water_on_both_axes(rules: str) -> None:
    for animal in "TL":
        assert targets(drawn(JUMPS.format(animal, "."), rules=rules), "d5") == {"a5", "g5", "d6", "d4"}, animal
        assert targets(drawn(JUMPS.format(".", animal), rules=rules), "b3") == {"b7", "b2", "a3", "c3"}, animal


@ALL_RULES
def test_other_animals_cannot_jump(rules: str) -> None:
    for animal in "RCDWPE":
        assert not {"a5", "g5"} & targets(drawn(JUMPS.format(animal, "."), rules=rules), "d5"), animal
        assert "b7" not in targets(drawn(JUMPS.format(".", animal), rules=rules), "b3"), animal


@ALL_RULES
def test_a_rat_of_either_colour_on_any_square_crossed_blocks_the_jump(rules: str) -> None:
    for cells in ("R~~~", "~R~~", "~~R~", "r~~~", "~r~~", "~~r~"):
        assert "b7" not in targets(drawn(RAT_BELOW.format(*cells), rules=rules), "b3"), cells


@ALL_RULES
def test_a_rat_elsewhere_in_the_river_does_not_block(rules: str) -> None:
    for cells in ("~~~R", "~~~r"):
        assert "b7" in targets(drawn(RAT_BELOW.format(*cells), rules=rules), "b3"), cells


@ALL_RULES
def test_the_landing_square_follows_the_ordinary_capture_rules(rules: str) -> None:
    for prey, captured in (("t", True), ("l", True), ("e", False), ("T", False), ("r", True)):
        position = Position.from_fen(f"7/7/1{prey}5/7/7/7/1L5/7/6c b", rules=rules)
        jumps = [move.captured for move in position.legal_moves() if move.is_jump()]
        assert jumps == ([Piece.from_letter(prey).animal] if captured else []), prey


# 4. Captures


@ALL_RULES
def test_a_piece_captures_equal_or_lower_rank_and_the_rat_the_elephant(rules: str) -> None:
    allowed = {(hunter, prey) for hunter in Animal for prey in Animal if hunter >= prey}
    allowed |= {(Animal.RAT, Animal.ELEPHANT)}
    if rules != "leiden":
        allowed -= {(Animal.ELEPHANT, Animal.RAT)}
    found = set()
    for hunter in Animal:
        for prey in Animal:
            third = "c" if prey is not Animal.CAT else "d"
            board = f"7/7/7/7/7/7/{hunter.letter}{prey.letter.lower()}5/7/6{third}"
            if "b3" in targets(Position.from_fen(f"{board} b", rules=rules), "a3"):
                found.add((hunter, prey))
    assert found == allowed


@ALL_RULES
def test_own_pieces_are_never_captured(rules: str) -> None:
    assert targets(Position.from_fen("7/7/7/7/7/7/7/C6/ER4c b", rules=rules), "a1") == set()


# 5. Traps


@ALL_RULES
def test_an_enemy_in_my_trap_may_be_captured_by_any_of_my_pieces(rules: str) -> None:
    pairs = [(hunter, prey) for hunter in ANIMALS for prey in ANIMALS.lower()]
    assert not [pair for pair in pairs if "d2" not in targets(drawn(TRAP.format(*pair, "."), rules=rules), "d3")]


@ALL_RULES
def test_my_elephant_takes_a_rat_in_my_trap(rules: str) -> None:
    assert "d2" in targets(drawn(TRAP.format("E", "r", "."), rules=rules), "d3")


@ALL_RULES
def test_a_piece_in_an_enemy_trap_still_captures_by_its_full_rank(rules: str) -> None:
    position = drawn(TRAP.format(".", "l", "T"), "r", rules=rules)
    assert "e2" in targets(position, "d2")
    weaker = drawn(TRAP.format(".", "c", "T"), "r", rules=rules)
    assert "e2" not in targets(weaker, "d2")


@ALL_RULES
def test_my_own_traps_do_nothing_to_my_own_pieces(rules: str) -> None:
    position = drawn(TRAP.format("t", "L", "."), "r", rules=rules)
    assert "d2" not in targets(position, "d3")
    assert "d3" in targets(drawn(TRAP.format("t", "L", "."), rules=rules), "d2")


# 6. Endings on the board (repetition and limits: test_game)


@ALL_RULES
def test_a_side_without_moves_has_none(rules: str) -> None:
    position = drawn(
        """
        9  . . # * # . .
        8  . . . # . . .
        7  . . . . . . .
        6  . ~ ~ . ~ ~ .
        5  . ~ ~ . ~ ~ .
        4  . ~ ~ . ~ ~ .
        3  . . . . . . .
        2  P . . # . . .
        1  r L # * # . .
        """,
        "r",
        rules=rules,
    )
    assert position.legal_moves() == []
    assert not position.is_decided()


# What differs between rule sets


@pytest.mark.parametrize(("rules", "allowed"), [("standard", False), ("gamerz", False), ("leiden", True)])
def test_elephant_takes_rat_outside_traps(rules: str, allowed: bool) -> None:
    position = Position.from_fen("7/7/7/7/7/7/Er5/7/6c b", rules=rules)
    assert ("b3" in targets(position, "a3")) is allowed


@ALL_RULES
def test_no_elephant_follows_a_rat_into_the_water(rules: str) -> None:
    assert "b5" not in shore("E", "r", "b", rules)


@ALL_RULES
def test_rat_in_water_does_not_take_elephant_on_land(rules: str) -> None:
    assert "a5" not in shore("e", "R", "b", rules)


@pytest.mark.parametrize(("rules", "allowed"), [("standard", False), ("gamerz", True), ("leiden", True)])
def test_rat_in_water_takes_rat_on_land(rules: str, allowed: bool) -> None:
    assert ("a5" in shore("r", "R", "b", rules)) is allowed


@pytest.mark.parametrize(("rules", "allowed"), [("standard", False), ("gamerz", True), ("leiden", True)])
def test_rat_on_land_takes_rat_in_water(rules: str, allowed: bool) -> None:
    assert ("b5" in shore("R", "r", "b", rules)) is allowed


@ALL_RULES
def test_rats_capture_each_other_in_the_water(rules: str) -> None:
    assert "b5" in targets(Position.from_fen("7/7/7/7/1rR4/7/7/7/C5c b", rules=rules), "c5")


@ALL_RULES
def test_a_rat_in_the_water_is_out_of_reach_of_land_animals(rules: str) -> None:
    for animal in "CDWPTLE":
        assert "b5" not in shore(animal, "r", "b", rules)


def test_rule_sets_differ_as_the_table_says() -> None:
    assert (STANDARD.repetition, STANDARD.quiet_limit) == (Repetition.DRAWS, 200)
    assert (GAMERZ.repetition, GAMERZ.quiet_limit) == (Repetition.CHASE, None)
    assert (LEIDEN.repetition, LEIDEN.quiet_limit) == (Repetition.DRAWS, 200)
    assert dict(RULES) == {"standard": STANDARD, "gamerz": GAMERZ, "leiden": LEIDEN}
