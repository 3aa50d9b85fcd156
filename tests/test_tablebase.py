"""Endgame tables: published counts, symmetries, best play, and positions they do not cover."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from jungle import GAMES, RULES, STANDARD, EqualRanks, FlipGame, Game, Position, Repetition, Side
from jungle.cli import main
from jungle.errors import InvalidPositionError
from jungle.geometry import BOARD
from jungle.native import native_available
from jungle.rules import Rules
from jungle.tablebase import Entry, JungleTablebase, Tablebase, TablebaseError
from jungle.tablebase import jungle as jungle_tables
from jungle.tablebase.classes import ending, material_of, parse_material
from jungle.tablebase.files import SHIPPED, find_files
from tests.needs import needs_core

# Wins, draws and losses of the side to move, whose den is d1, over all positions with no piece in a den.
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

TABLES = JungleTablebase.from_folder(SHIPPED)


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
def test_results_match_published_counts(rules: str, pair: str, counts: tuple[int, int, int]) -> None:
    material = parse_material(pair)
    assert material is not None
    tables = jungle_tables._open(RULES[rules], find_files([SHIPPED]))
    assert tables is not None
    codes = [tables.probe(board, Side.BLUE) for board in boards(material, RULES[rules])]
    assert None not in codes
    results = [jungle_tables._entry(code).wdl for code in codes if code is not None]
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


def test_animals_of_equal_power_are_interchangeable() -> None:
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


def test_a_mistake_never_prolongs_a_lost_game() -> None:
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


def test_a_win_beyond_the_quiet_limit_is_not_reported() -> None:
    two, three = "7/7/1t5/7/7/7/7/7/L6", "7/7/1t5/7/7/7/7/7/L5C"
    assert STANDARD.quiet_limit is not None
    for board, expected in ((two, Entry(0)), (three, None)):
        entry = probed(Position.from_fen(f"{board} r"))
        assert entry.plies
        left = STANDARD.quiet_limit - entry.plies
        assert TABLES.probe(Position.from_fen(f"{board} r {left}")) == entry
        # With two pieces the only capture is the last one: surely a draw.
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
def test_positions_beyond_the_tables_have_no_entry(position: Position) -> None:
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
    python, native = jungle_tables._PythonCodes(house, files), jungle_tables._open(house, files)
    assert native is not None
    for position in positions:
        assert python.probe(position.board, position.side) == native.probe(position.board, position.side)
    for of in jungle_tables.material_classes(house, 4).classes[::7]:
        found = ending(house, of.material)
        assert found is not None
        assert found.fingerprint == of.fingerprint


@needs_core
@pytest.mark.parametrize("rules", ["standard", "leiden"])
def test_the_number_of_classes_matches_an_independent_count(rules: str) -> None:
    classes = jungle_tables.material_classes(RULES[rules], 5).classes
    assert [sum(of.pieces == pieces for of in classes) for pieces in (2, 3, 4, 5)] == [10, 42, 134, 340]


def test_material_is_read_in_any_order() -> None:
    assert parse_material("re-tl") == parse_material("ER-LT") is not None
    assert material_of(Position.from_fen("7/7/7/3L3/7/7/7/2r4/7 b").board) == parse_material("L-R")
    assert parse_material("RR-E") is parse_material("R") is parse_material("R-") is parse_material("X-R") is None


@needs_core
@pytest.mark.parametrize(
    ("game", "fen", "told"),
    [
        ("jungle", "7/7/7/3L3/7/7/3e3/2r4/7 b", "loss in 4"),
        ("flip", "4/1t2/1T2/c3 r 0 -", "win, 1 ply to the next capture"),
        ("flip", "?3/1?2/2T1/4 b 0 Ll", "+0.500 on average"),
    ],
)
def test_tables_of_every_game_have_the_same_interface(game: str, fen: str, told: str) -> None:
    tables = Tablebase.open(game)
    position = GAMES[game].position_type.from_fen(fen)
    entry = tables.probe(position)
    assert str(entry) == told
    moves = tables.moves(position)
    assert len(moves) == len(position.legal_moves())
    assert next(iter(moves.values())).wdl == (entry and entry.wdl)
    assert set(tables.best_moves(position)) <= set(moves)
    assert all(move in position.legal_moves() for move in [*tables.line(position)][:1])
    with pytest.raises(InvalidPositionError, match=f"expected a {type(position).__name__}"):
        tables.probe("fen")  # type: ignore[arg-type]


def test_errors_name_a_game_without_tables() -> None:
    with pytest.raises(TablebaseError, match="there are no tables of the game 'tiny', only of jungle and flip"):
        Tablebase.open("tiny")


@needs_core
def test_best_play_of_the_face_down_game_leads_to_the_end() -> None:
    tables = Tablebase.open("flip")
    game = FlipGame(fen="L3/4/4/2t1 b 0 -")
    entry = tables.probe(game.position)
    assert entry is not None
    for move in tables.line(game.position):
        game.play(move)
    assert game.is_over() == bool(entry.plies)


@needs_core
@pytest.mark.parametrize("game", ["jungle", "flip"])
def test_every_action_of_the_command_works_for_every_game(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    of_game = ["--game", game, "--folder", str(tmp_path)]
    assert main(["tablebase", "build", *of_game, "--classes", "CD-L", "--report", str(tmp_path / "built.csv")]) == 0
    built = [row.split(",") for row in (tmp_path / "built.csv").read_text().splitlines()]
    assert built[0] == ["class", "pieces", "positions", "bytes", "seconds", "positions_per_second"]
    assert [row[1] for row in built[1:]] == ["2", "3"]
    assert main(["tablebase", "verify", *of_game, "--pieces", "2"]) == 0
    assert main(["tablebase", "stats", *of_game, "--classes", "CD-L", "--csv", str(tmp_path / "stats.csv")]) == 0
    heading, row = (tmp_path / "stats.csv").read_text().splitlines()
    assert heading.startswith("class,pieces,materials,")
    assert row.split(",")[:2] == [built[-1][0], "3"]
    output = capsys.readouterr().out
    assert "0 wrong" in output
    assert "position with the longest win" in output
    fen = "7/7/7/3L3/7/7/3e3/2r4/7 b" if game == "jungle" else "L3/4/2c1/2t1 b 0 -"
    assert main(["tablebase", "line", *of_game, fen]) == 0
    assert capsys.readouterr().out.startswith("Blue: ")
    assert main(["tablebase", "build", *of_game, "--classes", "Q-R"]) == 2
    assert "'Q-R'" in capsys.readouterr().err
