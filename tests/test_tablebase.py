"""Endgame tables: the published counts, symmetries, best play, and where they have nothing to say."""

import random
from dataclasses import replace

import pytest

from jungle import RULES, STANDARD, EqualRanks, Game, Position, Repetition, Side
from jungle.geometry import BOARD
from jungle.native import native_available
from jungle.rules import Rules
from jungle.tablebase import Entry, Tablebase, tablebase
from jungle.tablebase.classes import ending, material_name, material_of, parse_material
from jungle.tablebase.files import SHIPPED, find_files
from tests.needs import needs_core

# Wins, draws and losses of the side to move, whose den is d1, over all positions with nobody in a den.
LEIDEN = {
    "R-R": (2055, 0, 1605),
    "R-P": (915, 698, 1327),
    "R-L": (849, 203, 1888),
    "R-E": (1565, 407, 968),
    "P-R": (1700, 640, 600),
    "P-L": (749, 71, 1532),
    "P-E": (779, 97, 1476),
    "T-L": (905, 155, 1292),
    "L-R": (2229, 177, 534),
    "L-P": (1774, 74, 504),
    "L-T": (1676, 134, 542),
    "L-L": (1403, 0, 949),
    "L-E": (993, 584, 775),
    "E-R": (1352, 365, 1223),
    "E-P": (1716, 98, 538),
    "E-L": (1086, 632, 634),
    "E-E": (1317, 0, 1035),
}
STANDARD_ONLY = {"R-R": (1712, 742, 1206), "R-E": (2082, 104, 754), "E-R": (1043, 101, 1796)}
CASES = [("leiden", pair, counts) for pair, counts in LEIDEN.items()]
CASES += [("standard", pair, counts) for pair, counts in (LEIDEN | STANDARD_ONLY).items()]

TABLES = Tablebase.open(SHIPPED)


def probed(position: Position) -> Entry:
    entry = TABLES.probe(position)
    assert entry is not None
    return entry


def boards(material: int, rules: Rules) -> list[bytes]:
    """All boards of a material with two pieces."""
    first, second = (piece for piece in range(16) if material >> piece & 1)
    found = ending(rules, material)
    assert found is not None
    homes = {slot: group.ranks for group in found.groups for slot in found.slots[group.first : group.first + 1]}
    made = []
    for one in homes[first]:
        for two in homes[second]:
            if one != two:
                board = bytearray(63)
                board[one], board[two] = first + 1, second + 1
                made.append(bytes(board))
    return made


@pytest.mark.parametrize(("rules", "pair", "counts"), CASES)
def test_published_counts(rules: str, pair: str, counts: tuple[int, int, int]) -> None:
    material = parse_material(pair)
    assert material is not None
    tables = tablebase._open(RULES[rules], find_files([SHIPPED]))
    assert tables is not None
    codes = [tables.probe(board, Side.BLUE) for board in boards(material, RULES[rules])]
    assert None not in codes
    results = [tablebase._entry(code).wdl for code in codes if code is not None]
    assert tuple(results.count(wdl) for wdl in (1, 0, -1)) == counts


def random_positions(count: int, rules: Rules = STANDARD) -> list[Position]:
    """Positions with three pieces, by a fixed seed."""
    random.seed(20)
    found: list[Position] = []
    while len(found) < count:
        board = bytearray(63)
        for code in random.sample(range(1, 17), 3):
            board[random.randrange(63)] = code
        try:
            position = Position.from_fen(f"{BOARD.board_text(bytes(board))} {random.choice('br')}", rules=rules)
        except ValueError:
            continue
        if not position.is_decided() and sum(map(bool, position.board)) == 3:
            found.append(position)
    return found


@pytest.mark.parametrize("rules", ["standard", "leiden"])
def test_mirrored_and_swapped_positions_have_the_same_result(rules: str) -> None:
    for position in random_positions(300 if native_available() else 30, RULES[rules]):
        entry = probed(position)
        assert TABLES.probe(position.mirrored()) == entry
        assert TABLES.probe(position.swapped()) == entry


def test_alike_animals_may_change_places() -> None:
    assert TABLES.probe(Position.from_fen("7/7/7/3l3/7/7/D6/7/5W1 b")) == TABLES.probe(
        Position.from_fen("7/7/7/3l3/7/7/W6/7/5D1 b")
    )


@pytest.mark.parametrize("seed", range(12))
def test_best_play_ends_when_the_table_says(seed: int) -> None:
    random.seed(seed)
    decided = [position for position in random_positions(80) if probed(position).plies]
    game = Game(position=random.choice(decided))
    entry = probed(game.position)
    assert entry.plies is not None
    winner = game.position.side if entry.wdl > 0 else game.position.side.opponent
    for _ in range(entry.plies):
        assert game.outcome() is None
        game.play(random.choice(TABLES.best_moves(game.position)))
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is winner


def test_a_loser_who_errs_loses_no_later() -> None:
    random.seed(5)
    for position in random_positions(60):
        entry = probed(position)
        for after in TABLES.moves(position).values():
            assert after.rank <= entry.rank


def test_the_line_leads_to_the_end() -> None:
    position = Position.from_fen("7/7/7/3L3/7/7/3e3/2r4/7 b")
    game = Game.from_moves(TABLES.line(position), position=position)
    assert len(game.moves) == probed(position).plies == 4
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is Side.RED


def test_a_win_that_comes_after_the_quiet_limit_is_not_told() -> None:
    two, three = "7/7/1t5/7/7/7/7/7/L6", "7/7/1t5/7/7/7/7/7/L5C"
    assert STANDARD.quiet_limit is not None
    for board, expected in ((two, Entry(0)), (three, None)):
        entry = probed(Position.from_fen(f"{board} r"))
        assert entry.plies
        left = STANDARD.quiet_limit - entry.plies
        assert TABLES.probe(Position.from_fen(f"{board} r {left}")) == entry
        # With two pieces there is no capture but the last one: surely a draw.
        assert TABLES.probe(Position.from_fen(f"{board} r {left + 1}")) == expected


@pytest.mark.parametrize(
    "position",
    [
        Position.initial(),
        Position.from_fen("3L3/7/7/7/7/7/7/7/6c r"),
        Position.from_fen("7/7/7/3L3/7/7/7/2r4/7 b", rules="gamerz"),
        Position.from_fen("7/7/7/3L3/7/7/7/2r4/7 b", rules=replace(STANDARD, repetition=Repetition.ALLOWED)),
        Position.from_fen("7/7/7/3L3/7/7/7/2r4/7 b", rules=replace(STANDARD, equal_ranks=EqualRanks.BOTH_VANISH)),
        Position.from_fen("7/7/7/3L3/7/7/7/2r4/7 b 200"),
    ],
    ids=["too many pieces", "over", "chase rule", "repetition allowed", "equals vanish", "drawn"],
)
def test_where_the_tables_do_not_reach(position: Position) -> None:
    assert TABLES.probe(position) is None
    assert TABLES.best_moves(position) == []


def test_stuck_means_lost() -> None:
    position = Position.from_fen("7/7/7/7/7/7/e6/t6/R6 b")
    assert not position.legal_moves() or probed(position).wdl == -1


@needs_core
@pytest.mark.parametrize("rules", ["standard", "leiden", "standard:jumps_sideways=L,blockers=enemy"])
def test_python_and_the_core_agree(rules: str) -> None:
    positions = random_positions(25, STANDARD)
    house = Position.from_fen("7/7/7/3L3/7/7/7/2r4/7 b", rules=rules).rules
    files = find_files([SHIPPED])
    python, native = tablebase._PythonCodes(house, files), tablebase._open(house, files)
    assert native is not None
    for position in positions:
        assert python.probe(position.board, position.side) == native.probe(position.board, position.side)
    for of in tablebase.material_classes(house, 4).classes[::7]:
        found = ending(house, of.material)
        assert found is not None
        assert found.fingerprint == of.fingerprint


@needs_core
@pytest.mark.parametrize("rules", ["standard", "leiden"])
def test_there_are_as_many_classes_as_counted_elsewhere(rules: str) -> None:
    classes = tablebase.material_classes(RULES[rules], 5).classes
    assert [sum(of.pieces == pieces for of in classes) for pieces in (2, 3, 4, 5)] == [10, 42, 134, 340]


def test_names_of_materials() -> None:
    material = parse_material("re-tl")
    assert material is not None
    assert material_name(material) == "ER-LT"
    assert material_of(Position.from_fen("7/7/7/3L3/7/7/7/2r4/7 b").board) == parse_material("L-R")
    assert parse_material("RR-E") is parse_material("R") is parse_material("R-") is parse_material("X-R") is None
