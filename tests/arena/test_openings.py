"""Openings by name and from files."""

from pathlib import Path

import pytest

from jungle import Game, Position
from jungle.arena.errors import ArenaError
from jungle.arena.games import Conditions, Opening
from jungle.arena.plan import Openings
from jungle.flip import FlipGame
from jungle.record import Record, save

STANDARD = Conditions()


def test_random_openings_are_legal_and_repeat() -> None:
    openings, again = (Openings.parse("random:6", STANDARD, seed=3) for _ in range(2))
    seen = {openings.opening(pair) for pair in range(50)}
    assert len(seen) > 45
    for pair in (0, 17, 49):
        assert openings.opening(pair) == again.opening(pair)
        assert len(STANDARD.new_game(openings.opening(pair))) == 6
    assert Openings.parse("random:6", STANDARD, seed=4).opening(0) != openings.opening(0)


def test_random_plies_that_end_every_game_are_refused() -> None:
    openings = Openings.parse("random:60", Conditions(rules="standard:quiet_limit=5"), seed=1)
    with pytest.raises(ArenaError, match="60 random plies"):
        openings.opening(0)


def test_each_pair_of_face_down_games_gets_its_own_deal() -> None:
    flip = Conditions(game=FlipGame, rules="flip")
    for text, plies in (("start", 0), ("random:3", 3)):
        openings = [Openings.parse(text, flip, seed=1).opening(pair) for pair in (0, 0, 1)]
        assert openings[0] == openings[1] != openings[2]
        assert openings[0].seed != openings[2].seed
        assert len(openings[0].moves) == len(flip.new_game(openings[0])) == plies


def test_start_is_an_empty_opening() -> None:
    assert Openings.parse("start", STANDARD, seed=1).opening(5) == Opening()


def test_a_file_of_lines(tmp_path: Path) -> None:
    fen = "l5t/1d3c1/r1p1w1e/7/7/E6/2W1P1R/1C3D1/T5L r 1 1"
    path = tmp_path / "openings.txt"
    path.write_text(f"# two openings\n8-a4 8-g6\n\n{fen}  # a position\n")
    openings = Openings.parse(str(path), STANDARD, seed=1)
    assert openings.opening(0) == Opening(moves=("a3a4", "g7g6"))
    assert openings.opening(1) == Opening(fen=fen)
    assert openings.opening(2) == openings.opening(0)
    path.write_text("a3a4\n", encoding="utf-8-sig")
    assert Openings.parse(str(path), STANDARD, seed=1).opening(0) == Opening(moves=("a3a4",))


def test_a_file_of_records(tmp_path: Path) -> None:
    path = tmp_path / "book.jgn"
    save(path, [Record(Game.from_moves(["a3a4"])), Record(Game.from_moves(["g3g4", "g7g6"]))])
    openings = Openings.parse(str(path), STANDARD, seed=1)
    assert openings.opening(1) == Opening(Position.initial().fen(), ("g3g4", "g7g6"))
    with pytest.raises(ArenaError, match="other rules"):
        Openings.parse(str(path), Conditions(rules="gamerz"), seed=1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("random:x", "random:N"),
        ("random:999", "0 to 100"),
        ("nowhere.txt", "'nowhere.txt', which is not a file"),
        ("a" * 300, "which is not a file"),
    ],
)
def test_bad_openings_are_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        Openings.parse(text, STANDARD, seed=1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a3a4\na3a5\n", "line 2"),
        ("# nothing\n", "contains no openings"),
        ("7/7/7/7/7/7/7/7/3e3 b\n", "line 1"),
        ("nonsense\n", "line 1.*'nonsense'"),
    ],
)
def test_bad_files_name_the_line(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(content)
    with pytest.raises(ArenaError, match=message):
        Openings.parse(str(path), STANDARD, seed=1)
