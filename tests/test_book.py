"""The opening book: its contents, how a move is chosen, and who uses it."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tools import make_book

from jungle import Game, Position
from jungle.arena.errors import ArenaError
from jungle.arena.games import Conditions
from jungle.arena.plan import Openings
from jungle.engine import EngineError
from jungle.engine.book import Book, book_key
from jungle.players import level
from jungle.rules import RULES
from tests.needs import needs_core

START = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b"
SMALL = Book.parse(f"{START} a3a4:20 g1g2:10 c3c2:-70\n")


def test_every_book_line_is_legal_from_the_start() -> None:
    book = Book.open()
    waiting, reached = [Position.initial()], set[str]()
    while waiting:
        position = waiting.pop()
        moves = book.moves(position)
        if not moves or book_key(position) in reached:
            continue
        reached.add(book_key(position))
        assert {each.move for each in moves} <= set(position.legal_moves())
        scores = [each.centi_cats for each in moves]
        assert scores == sorted(scores, reverse=True)
        assert scores[0] - scores[-1] <= make_book.KEPT_WINDOW
        waiting += [position.after(each.move) for each in moves]
    assert len(reached) == len(book) > 800
    assert {book_key(position) for position in book} == reached


def test_the_book_offers_variety() -> None:
    random = Random(1)
    best, near, far = (each.move for each in SMALL.moves(Position.initial()))
    assert {SMALL.choose(Position.initial(), random, variety=0) for _ in range(9)} == {
        SMALL.moves(Position.initial())[0]
    }
    drawn = Counter(found.move for _ in range(2000) if (found := SMALL.choose(Position.initial(), random, variety=10)))
    assert drawn[best] / drawn[near] == pytest.approx(2.718, rel=0.2)
    assert drawn[far] < 10
    only = SMALL.choose(Position.initial(), random, of=[near])
    assert only
    assert only.move == near
    assert SMALL.choose(Position.initial(), random, of=[]) is None


def test_the_book_ends_and_is_for_the_standard_rules() -> None:
    assert SMALL.moves(Position.from_fen("7/3C3/7/7/7/7/7/7/6e b")) == ()
    assert SMALL.moves(Position.initial(rules=RULES["leiden"])) == ()


def test_text_round_trips(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(SMALL.text())
    assert Book.open(path).moves(Position.initial()) == SMALL.moves(Position.initial())


@pytest.mark.parametrize("line", ["nonsense", START, f"{START} a3a4", f"{START} a3a4:x", ""])
def test_bad_files_name_the_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "book.txt"
    path.write_text(f"{START} a3a4:20\n{line}\n")
    with pytest.raises(EngineError, match=r"book\.txt: .*line 2"):
        Book.open(path)


def test_missing_files_and_illegal_moves_are_reported(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="cannot read the book"):
        Book.open(tmp_path / "none.txt")
    with pytest.raises(EngineError, match="bad move"):
        Book.parse(f"{START} a3a9:20\n").moves(Position.initial())


def test_strong_levels_use_the_book_and_weak_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Book.parse(f"{START} g1g2:1\n")
    monkeypatch.setattr(Book, "open", lambda: book)
    for name in ("8", "9", "10"):
        with level(name, seed=1) as player:
            choice = player.choose(Game())
        assert (str(choice.move), choice.nodes) == ("g1g2", 0)
    with level("3", seed=1) as player:
        assert player.choose(Game()).nodes != 0


def test_the_arena_can_use_the_book() -> None:
    openings = Openings.parse("book:4", Conditions(), seed=1)
    lines = {openings.opening(pair).moves for pair in range(40)}
    assert len(lines) > 20
    assert {len(line) for line in lines} == {4}
    book = Book.open()
    for line in lines:
        game = Game()
        for move in line:
            assert move in [str(each.move) for each in book.moves(game.position)]
            game.play(move)
    assert len(Openings.parse("book:100", Conditions(), seed=1).opening(0).moves) < 100
    with pytest.raises(ArenaError, match="book:N with N from 0 to 100"):
        Openings.parse("book:x", Conditions(), seed=1)
    with pytest.raises(ArenaError, match="the standard rules"):
        Openings.parse("book:4", Conditions(rules="leiden"), seed=1)


@needs_core
def test_a_stopped_run_resumes(tmp_path: Path) -> None:
    work, into = tmp_path / "work.jsonl", tmp_path / "book.txt"
    arguments = ["--work", str(work), "--into", str(into), "--positions", "8", "--nodes", "400"]
    assert make_book.main(arguments) == 0
    first, searches = into.read_text(), work.read_text()
    assert len(Book.open(into)) > 1
    work.write_text(searches[: len(searches) // 2])  # in the middle of a line
    assert make_book.main(arguments) == 0
    assert len(work.read_text().splitlines()) == len(searches.splitlines())
    assert Book.open(into).moves(Position.initial())
    into.unlink()
    work.write_text(searches)
    assert make_book.main(arguments) == 0
    assert into.read_text() == first
