"""The engine with endgame tables, and everything else that uses them."""

import io
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from jungle import STANDARD, Game, Piece, Position, Side
from jungle.cli import main
from jungle.engine import Engine, Limit, hint
from jungle.geometry import BOARD
from jungle.language import Translator
from jungle.moves import BoardMove
from jungle.phrases import hint_words
from jungle.players import InvalidPlayerError, player
from jungle.tablebase import Tablebase
from jungle.tablebase.builder import Builder
from jungle.tablebase.files import SHIPPED
from jungle.uci.session import UciSession
from tests.needs import needs_core

TABLES = Tablebase.open(folder=SHIPPED)
LONG_WIN = "6e/7/7/7/7/7/7/7/t5C r"  # of the class with the longest wins of three pieces, 67 plies
LONG_LOSS = "7/7/7/3L3/7/7/3e3/2r4/7 b"


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=1, contempt=0, tables=TABLES) as engine:
        yield engine


def decided_positions(tables: Tablebase, letters: str, count: int) -> list[Position]:
    """Won or lost positions with these pieces, from a fixed seed."""
    random.seed(12)
    found: list[Position] = []
    while len(found) < count:
        squares = random.sample(range(63), len(letters))
        pieces = {square: Piece.from_letter(letter) for square, letter in zip(squares, letters, strict=True)}
        try:
            position = Position.of(pieces, random.choice(list(Side)))
        except ValueError:
            continue
        if (entry := tables.probe(position)) and entry.plies:
            found.append(position)
    return found


def test_a_solved_position_is_answered_immediately(engine: Engine) -> None:
    position = Position.from_fen(LONG_LOSS)
    result = engine.search(Game(position=position), Limit(depth=30))
    assert result.solved
    entry = TABLES.probe(position)
    assert entry is not None
    assert entry.plies is not None
    assert result.score.win_in == -entry.plies
    assert result.move in TABLES.best_moves(position)
    assert result.table_hits > 0
    # The line leads to the end.
    assert Game.from_moves(result.pv, position=position).outcome() is not None
    assert engine.search(Game(), Limit(depth=2)).solved is False


def plies_to_win(engine: Engine, position: Position, winner: Side, defend: Callable[[Game], BoardMove]) -> int:
    """How long the engine takes to win, against some defence."""
    game = Game(position=position)
    while (outcome := game.outcome()) is None:
        is_ours = game.position.side is winner
        game.play(engine.search(game, Limit(nodes=2000)).move if is_ours else defend(game))
    assert outcome.winner is winner
    return len(game)


def check_that_wins_are_won(engine: Engine, tables: Tablebase, letters: str, count: int) -> None:
    for position in decided_positions(tables, letters, count):
        entry = tables.probe(position)
        assert entry is not None
        assert entry.plies is not None
        winner = position.side if entry.wdl > 0 else position.side.opponent
        best = plies_to_win(engine, position, winner, lambda game: tables.best_moves(game.position)[0])
        assert best == entry.plies, position.fen()
        worse = plies_to_win(engine, position, winner, lambda game: random.choice(game.legal_moves()))
        assert worse <= entry.plies, position.fen()


@pytest.mark.parametrize("letters", ["ECt", "Rte", "LTr"])
def test_a_won_ending_is_won_in_the_proved_number_of_plies(engine: Engine, letters: str) -> None:
    check_that_wins_are_won(engine, TABLES, letters, 5)


def check_four_pieces(folder: Path, names: list[str], count: int) -> None:
    builder = Builder(STANDARD, folder, pieces=4, classes=names)
    builder.run()
    tables = Tablebase.open(folder=folder)
    with Engine(hash_mb=1, contempt=0, tables=tables) as engine:
        for name in (of.name for of in builder.todo if of.pieces == 4):
            blue, red = name.split("-")
            check_that_wins_are_won(engine, tables, blue + red.lower(), count)


@needs_core
def test_four_piece_endings_are_won_too(tmp_path: Path) -> None:
    check_four_pieces(tmp_path, ["EC-TD", "DC-DC", "TCR-L"], 5)  # among them the longest wins of four pieces


@needs_core
@pytest.mark.slow
def test_all_four_piece_endings(tmp_path: Path) -> None:
    check_four_pieces(tmp_path, [], 20)


def test_all_lines_of_a_solved_position_are_exact(engine: Engine) -> None:
    position = Position.from_fen(LONG_WIN)
    lines = engine.start(Game(position=position), Limit(depth=4), multipv=10).result().lines
    entries = TABLES.moves(position)
    assert {line.move: line.score.win_in or 0 for line in lines} == {
        move: entry.wdl * (entry.plies or 0) for move, entry in entries.items()
    }


def test_threefold_repetition_is_not_a_win(engine: Engine) -> None:
    start = Position.from_fen(LONG_WIN)
    best = engine.search(Game(position=start), Limit(depth=1)).move
    after = start.after(best)
    reply = next(move for move in after.legal_moves() if not after.after(move).is_decided())
    there, back = (f"{BOARD.square_name(move.target)}{BOARD.square_name(move.origin)}" for move in (best, reply))
    # After the best move both move back and forth twice, so that it would occur a third time.
    game = Game.from_moves([reply.uci(), there, back, best.uci(), reply.uci(), there, back], position=after)
    assert game.outcome() is None
    assert game.position.board == start.board
    result = engine.search(game, Limit(nodes=3000))
    assert result.move != best
    assert (result.score.win_in or 0) >= 0


@pytest.mark.parametrize("quiet", [150, 199])
def test_near_the_quiet_limit_the_search_continues_without_tables(engine: Engine, quiet: int) -> None:
    position = Position.from_fen(f"{LONG_WIN} {quiet}")
    result = engine.search(Game(position=position), Limit(nodes=3000))
    if TABLES.probe(position) is None:
        assert not result.solved
    assert result.move in Game(position=position).legal_moves()


def test_rules_without_tables_are_searched_normally(engine: Engine) -> None:
    game = Game(position=Position.from_fen(LONG_LOSS, rules="gamerz"))
    result = engine.search(game, Limit(nodes=2000))
    assert not result.solved
    assert result.table_hits == 0


def test_hints_use_the_tables() -> None:
    found = hint(Game(position=Position.from_fen(LONG_LOSS)))
    assert found.solved
    assert hint_words(Translator("en"), found).endswith("table: loss in 2 moves")
    assert hint_words(Translator("zh"), found).endswith("残局库：2步后负")


def test_analysis_uses_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", LONG_LOSS, "--depth", "5"]) == 0
    out = capsys.readouterr().out
    assert "table: loss in 2 moves" in out
    assert " loses in 2 " in out


def test_options_of_the_protocol(tmp_path: Path) -> None:
    for table in SHIPPED.glob("*.jtb"):
        shutil.copy(table, tmp_path)
    broken = next(tmp_path.glob("ER-T-*"))
    broken.write_bytes(b"nothing")
    for use, hits in (("true", True), ("false", False)):
        output = io.StringIO()
        session = UciSession(output)
        session.handle(f"setoption name TablePath value {tmp_path}".split())
        session.handle(f"setoption name TableUse value {use}".split())
        for fen in ("7/7/7/7/7/7/7/3t3/L5C b", LONG_LOSS):
            session.handle(f"position fen {fen}".split())
            session.handle(["go", "nodes", "3000"])
            session.wait()
        session.close()
        said = output.getvalue()
        assert (re.search(r"tbhits [1-9]", said) is not None) is hits
        # The lion's ending is the same as the tiger's, whose file is broken.
        assert (f"info string skipped {broken}: it is no endgame table\n" in said) is hits


def test_players_with_tables() -> None:
    with player("engine:nodes=500,tables=yes") as with_tables:
        choice = with_tables.choose(Game(position=Position.from_fen(LONG_LOSS)))
    assert choice.solved
    assert choice.score is not None
    assert choice.score.win_in == -4
    with pytest.raises(InvalidPlayerError, match="yes or no"):
        player("engine:nodes=500,tables=perhaps")
    with player("impossible", seed=1) as impossible:
        assert impossible.choose(Game(position=Position.from_fen(LONG_LOSS))).solved


def test_the_command_probes_and_plays_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tablebase", "probe", LONG_LOSS, "--folder", str(SHIPPED)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Blue: loss in 4\n")
    assert len(out.splitlines()) == 5
    assert main(["tablebase", "line", LONG_LOSS, "--folder", str(SHIPPED)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 5


@pytest.mark.parametrize(
    ("fen", "rules", "message"),
    [
        (Position.initial().fen(), "standard", "no table has"),
        (LONG_LOSS, "gamerz", "threefold repetition"),
        (f"{LONG_LOSS} 198", "standard", "after 198 quiet plies the table cannot tell"),
        ("t6/7/7/C6/7/7/7/7/6E b", "standard:quiet_limit=10", "win in 67, but 10 quiet plies are a draw"),
        ("3L3/7/7/7/7/7/7/7/6c r", "standard", "the game is over"),
    ],
)
def test_a_position_in_no_table_is_reported_in_one_line(
    fen: str, rules: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tablebase", "probe", fen, "--rules", rules, "--folder", str(SHIPPED)]) == 1
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@needs_core
def test_the_command_builds_verifies_and_lists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ["--folder", str(tmp_path)]
    report, listed = tmp_path / "report.csv", tmp_path / "list.csv"
    assert main(["tablebase", "build", "--pieces", "2", "--jobs", "1", "--report", str(report), *folder]) == 0
    assert "10 classes (10 built now), 30,860 positions" in capsys.readouterr().out
    assert len(report.read_text().splitlines()) == 11
    assert main(["tablebase", "verify", "--pieces", "2", *folder]) == 0
    assert "53,184 positions checked, 0 wrong" in capsys.readouterr().out
    assert main(["tablebase", "stats", "--classes", "L-T", "--csv", str(listed), *folder]) == 0
    sides, heading, row = capsys.readouterr().out.splitlines()
    assert sides.split() == ["with", "Blue", "to", "move", "with", "Red", "to", "move"]
    assert heading.split()[:8] == ["class", *["wins", "draws", "losses"] * 2, "longest"]
    assert row.split()[:8] == ["L-T", "1,676", "134", "542", "905", "155", "1,292", "26"]
    assert listed.read_text().splitlines()[1].startswith("L-T,2,2,1676,134,542,905,155,1292,26,")
