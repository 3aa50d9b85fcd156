"""Endgame tables of the face-down game, checked against a plain solver, and their files."""

import random
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest

from jungle.cli import main
from jungle.engine import FlipEngine, Limit
from jungle.flip import FLIP, FlipGame, FlipPosition, FlipRules
from jungle.flip.native import from_native
from jungle.native import core
from jungle.pieces import EMPTY, FACE_DOWN, PIECES, Side
from jungle.tablebase import FlipTablebase, Tablebase, TablebaseError
from jungle.tablebase.builder import Builder
from tests.needs import needs_core
from tests.unpacked import unpacked

pytestmark = needs_core

SHIPPED = FlipTablebase.shipped_folder()


def native(tables: FlipTablebase, rules: FlipRules = FLIP) -> "core.FlipTablebase":
    found = tables.core_tables(rules)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def tables() -> FlipTablebase:
    return FlipTablebase.solved(FLIP, 4)


def worth(position: FlipPosition, known: dict[object, Fraction]) -> Fraction:
    """The expected result with best play, found by trying everything up to the quiet limit."""
    key = position.board, position.side, position.quiet, position.hidden
    if key not in known:
        known[key] = _worth(position, known)
    return known[key]


def _worth(position: FlipPosition, known: dict[object, Fraction]) -> Fraction:
    assert position.side is not None
    if position.is_decided():
        return Fraction(position.has_pieces(position.side) - position.has_pieces(position.side.opponent))
    moves = position.legal_moves()
    if not moves:
        return Fraction(-1)
    if position.rules.quiet_limit is not None and position.quiet >= position.rules.quiet_limit:
        return Fraction(0)
    best = Fraction(-1)
    for move in moves:
        replies = [worth(after, known) for after in position.branches(move)]
        best = max(best, -sum(replies, Fraction()) / len(replies))
    return best


def placements(letters: str, hidden: int, rules: FlipRules) -> list[FlipPosition]:
    """All positions with these pieces, this many of them face down, in at least one of eight orientations."""
    pieces = [piece for piece in PIECES.values() if piece.letter in letters]
    found = []
    for up in combinations(pieces, len(pieces) - hidden):
        rest = frozenset(pieces) - frozenset(up)
        for squares in product(range(16), repeat=len(pieces)):
            if len(set(squares)) < len(squares) or list(squares[len(up) :]) != sorted(squares[len(up) :]):
                continue
            if squares[0] not in (0, 1, 5):
                continue
            board = bytearray([EMPTY] * 16)
            for piece, square in zip(up, squares, strict=False):
                board[square] = piece.code
            for square in squares[len(up) :]:
                board[square] = FACE_DOWN
            found += [FlipPosition(rules, bytes(board), side, 0, rest) for side in Side]
    return found


@pytest.mark.parametrize(("letters", "limit"), [("Ll", 12), ("Er", 12), ("Lt", 12), ("LEt", 5), ("TRe", 5)])
def test_face_up_tables_agree_with_a_plain_solver_under_any_limit(letters: str, limit: int) -> None:
    rules = FlipRules(quiet_limit=limit)
    solved = FlipTablebase.solved(rules, len(letters))
    known: dict[object, Fraction] = {}
    for position in random.Random(1).sample(placements(letters, 0, rules), 150 if len(letters) > 2 else 80):
        for quiet in (0, limit // 2, limit - 1):
            now = FlipPosition(rules, position.board, position.side, quiet, position.hidden)
            entry = solved.probe(now)
            assert entry is not None
            assert entry.wdl == worth(now, known), now.fen()


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("letters", ["LTlt", "ERer", "DCw", "LRte", "EPTr"])
def test_four_pieces_agree_with_a_plain_solver(letters: str) -> None:
    rules = FlipRules(quiet_limit=4)
    solved = FlipTablebase.solved(rules, 4)
    known: dict[object, Fraction] = {}
    for hidden in range(len(letters) + 1):
        everything = placements(letters, hidden, rules)
        for position in random.Random(2).sample(everything, min(len(everything), 150)):
            entry = solved.probe(position)
            assert entry is not None
            assert Fraction(entry.wdl).limit_denominator(24) == worth(position, known), position.fen()


@pytest.mark.parametrize(
    ("letters", "hidden"), [("Ll", 1), ("Ll", 2), ("Er", 1), ("Lt", 2), ("LEt", 1), ("TRe", 2), ("TCd", 3)]
)
def test_hidden_tables_agree_with_a_plain_solver(letters: str, hidden: int) -> None:
    rules = FlipRules(quiet_limit=6 if len(letters) == 2 else 2)
    solved = FlipTablebase.solved(rules, len(letters))
    known: dict[object, Fraction] = {}
    everything = placements(letters, hidden, rules)
    for position in random.Random(3).sample(everything, min(len(everything), 40)):
        entry = solved.probe(position)
        assert entry is not None
        assert Fraction(entry.wdl).limit_denominator(24) == worth(position, known), position.fen()


def test_the_classes_are_counted(tables: FlipTablebase) -> None:
    counts = [sum(of.pieces == pieces for of in native(tables).classes) for pieces in (2, 3, 4)]
    positions = [sum(of.positions for of in native(tables).classes if of.pieces == pieces) for pieces in (2, 3, 4)]
    assert counts == [2, 5, 16]
    assert positions == [99, 3432, 110_576]
    assert native(tables).hidden_positions == 997_392


def test_every_value_follows_from_its_successors(tables: FlipTablebase) -> None:
    for of in native(tables).classes:
        assert native(tables).find_error(of.number) is None, of.name


def test_a_wrong_value_is_found(tables: FlipTablebase) -> None:
    of = native(tables).classes[4]
    values = bytearray(native(tables).solve(of.number).values)
    values[100] ^= 1
    native(tables).put(of.number, bytes(values))
    try:
        assert native(tables).find_error(of.number) is not None
    finally:
        native(tables).put(of.number, native(tables).solve(of.number).values)


def test_mirrored_turned_and_swapped_positions_agree(tables: FlipTablebase) -> None:
    rng = random.Random(4)
    for position in rng.sample(placements("LRte", 0, FLIP), 100) + rng.sample(placements("TCd", 1, FLIP), 100):
        rows = [position.board[rank * 4 : rank * 4 + 4] for rank in range(4)]
        mirrored = b"".join(row[::-1] for row in rows)
        turned = bytes(rows[file][rank] for rank in range(4) for file in range(4))
        colours = bytes(code if code in (EMPTY, FACE_DOWN) else (code + 7) % 16 + 1 for code in position.board)
        hidden = frozenset(PIECES[(piece.code + 7) % 16 + 1] for piece in position.hidden)
        assert position.side is not None
        images = [
            FlipPosition(FLIP, mirrored, position.side, 0, position.hidden),
            FlipPosition(FLIP, turned, position.side, 0, position.hidden),
            FlipPosition(FLIP, colours, position.side.opponent, 0, hidden),
        ]
        assert {tables.probe(image) for image in images} == {tables.probe(position)}


def test_perfect_play_converts_within_the_reported_plies(tables: FlipTablebase) -> None:
    """Both sides follow the tables: each capture comes when predicted, and the result is as predicted."""
    rng = random.Random(5)
    for position in rng.sample(placements("LRte", 0, FLIP), 60):
        game = FlipGame(position=position)
        entry = tables.probe(position)
        assert entry is not None
        due = entry.plies or 0
        expected, side = entry.wdl, position.side
        while (outcome := game.outcome()) is None:
            moves = tables.moves(game.position)
            move = rng.choice(tables.best_moves(game.position))
            assert moves[move].wdl == max(value.wdl for value in moves.values())
            game.play(move)
            due -= 1
            assert due >= 0 or expected == 0
            now = tables.probe(game.position)
            if now is not None and move.captured:
                due = now.plies or 0
        winner = 0 if outcome.winner is None else 1 if outcome.winner is side else -1
        assert winner == expected


def test_shipped_tables_are_intact_and_used() -> None:
    shipped = FlipTablebase.shipped()
    assert not shipped.faults
    assert len(list(SHIPPED.glob("*.jtb"))) == 70
    small = [of for of in native(shipped).classes if of.pieces <= 5]
    assert all(native(shipped).has(of.number) for of in small)
    with FlipEngine(tables=shipped) as engine:
        result = engine.search(FlipPosition.from_fen("1e2/4/C1L1/2R1 b 0 -"), Limit(depth=1))
    assert abs(result.score.win_probability() - 0.5) in (0, 0.5)


def test_shipped_tables_can_be_rebuilt(tmp_path: Path) -> None:
    built = Builder(FLIP, tmp_path, pieces=4).run()
    assert [one.pieces for one in built].count(4) == 17
    for path in tmp_path.glob("*.jtb"):
        assert unpacked(path) == unpacked(SHIPPED / path.name)
    assert all(one.seconds == 0 for one in Builder(FLIP, tmp_path, pieces=3).run())


def test_damaged_and_foreign_files_are_skipped(tmp_path: Path) -> None:
    Builder(FLIP, tmp_path, pieces=3).run()
    paths = sorted(tmp_path.glob("*.jtb"))
    paths[0].write_bytes(paths[0].read_bytes()[:-3])
    paths[1].write_bytes(b"nothing")
    paths[2].write_bytes(paths[3].read_bytes())
    opened = Tablebase.open("flip", folder=tmp_path)
    solved = FlipTablebase.solved(FLIP, 3)
    for of in native(solved).classes:
        for slot in range(0, of.slots, 37):
            position = from_native(native(solved).position(of.number, slot), FLIP)
            assert opened.probe(position) in (None, solved.probe(position))


def test_values_bound_to_a_limit_are_not_used_under_another() -> None:
    """Five classes of five pieces have wins that the default limit cuts off."""
    tables = FlipTablebase.shipped()
    usual, long, short = (native(tables, FlipRules(quiet_limit=limit)) for limit in (40, 60, 5))
    assert len([of.name for of in usual.classes if usual.has(of.number) and not long.has(of.number)]) >= 5
    assert sum(short.has(of.number) for of in short.classes) < 3


@pytest.mark.parametrize("pieces", [1, 9])
def test_impossible_numbers_of_pieces_are_refused(tmp_path: Path, pieces: int) -> None:
    with pytest.raises(TablebaseError, match="expected 2 to 7 pieces"):
        Builder(FLIP, tmp_path, pieces=pieces)


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        (
            "4/1t2/1T2/c3 r 0 -",
            ["Red: win, 1 ply to the next capture", "  b3b2   move tiger down        win, 1 ply to the next capture"],
        ),
        ("4/1T2/4/c3 r 0 -", ["Red: draw", "  a1b1   move cat right         draw"]),
    ],
)
def test_a_probe_is_printed_in_words(fen: str, expected: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tablebase", "probe", "--game", "flip", fen]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == expected


def test_a_list_of_classes_has_a_heading(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tablebase", "stats", "--game", "flip", "--pieces", "2"]) == 0
    heading, row, *_ = capsys.readouterr().out.splitlines()
    assert heading.split()[:5] == ["class", "wins", "draws", "losses", "longest"]
    assert row.split()[:5] == ["R-R", "0", "33", "0", "0"]
