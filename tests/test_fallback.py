"""The Python searcher, for those without the core."""

import threading
from pathlib import Path
from typing import Any

import pytest
from tools.tactics import load

from jungle import Game, Position
from jungle.engine import fallback

SUITE = load((Path(__file__).parent / "tactics" / "suite.json").read_text(encoding="utf-8"))


def search(position: Position, **limits: Any) -> list[fallback.PythonInfo]:
    searcher = fallback.PythonSearcher(hash_mb=4)
    return searcher.search(position.rules, position.board, position.side, position.quiet, [], **limits)


def test_it_finds_short_tactics() -> None:
    missed = []
    for tactic in SUITE:
        if tactic.plies > 5:
            continue
        position = Position.from_fen(tactic.fen)
        best, *_ = search(position, depth=tactic.plies + 1)
        move = position.find_move(best.pv[0] & 63, best.pv[0] >> 6)
        if move.uci() != tactic.best or (tactic.goal == "win" and best.win_in != tactic.plies):
            missed.append((tactic, move.uci(), best.win_in))
    assert not missed


def test_there_are_always_lines() -> None:
    assert len(search(Position.initial(), nodes=1, multipv=5)) == 5


def test_it_repeats() -> None:
    first, again = (search(Position.initial(), depth=3)[0] for _ in range(2))
    assert (first.pv, first.nodes) == (again.pv, again.nodes)


@pytest.mark.parametrize("evaluation", range(3))
def test_the_evaluation_is_fair(evaluation: int) -> None:
    position = Position.from_fen("l5t/5c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b")
    worth = fallback.evaluate(position, evaluation)
    assert worth > 0
    assert (
        worth == fallback.evaluate(position.mirrored(), evaluation) == fallback.evaluate(position.swapped(), evaluation)
    )


def test_lines_are_different_and_in_order() -> None:
    lines = search(Position.initial(), nodes=3000, multipv=4)
    assert [line.line for line in lines] == [1, 2, 3, 4]
    assert len({line.pv[0] for line in lines}) == 4
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)


def test_the_chase_rule_holds_in_the_tree() -> None:
    """Whoever searches plays only what the game allows: every line can be played."""
    game = Game("gamerz")
    searcher = fallback.PythonSearcher(hash_mb=4)
    for _ in range(10):
        moves = [move.origin | move.target << 6 for move in game.moves]
        start = game.start
        lines = searcher.search(game.rules, start.board, start.side, start.quiet, moves, depth=2)
        twin = game.copy()
        for move in lines[0].pv:
            twin.play(twin.position.find_move(move & 63, move >> 6))
        game.play(game.position.find_move(lines[0].pv[0] & 63, lines[0].pv[0] >> 6))


def test_stop_and_deadline_reach_a_running_search() -> None:
    searcher = fallback.PythonSearcher(hash_mb=4)
    position = Position.initial()
    begun = threading.Event()
    lines: list[fallback.PythonInfo] = []

    def work() -> None:
        lines.extend(
            searcher.search(position.rules, position.board, position.side, 0, [], on_info=lambda info: begun.set())
        )

    for end in (searcher.stop, lambda: searcher.set_deadline(1, 1)):
        lines.clear()
        begun.clear()
        thread = threading.Thread(target=work)
        thread.start()
        begun.wait()
        end()
        thread.join(60)
        assert lines


def test_what_was_found_under_other_terms_is_forgotten() -> None:
    def look(rules: str, quiet: int) -> tuple[list[int], int]:
        position = Position.from_fen(f"7/7/7/7/3e3/7/3R3/7/7 b {quiet} 1", rules=rules)
        line = searcher.search(position.rules, position.board, position.side, position.quiet, [], depth=5)[0]
        return line.pv, line.score

    for other in (("leiden", 0), ("standard", 198)):
        searcher = fallback.PythonSearcher(hash_mb=4)
        first = look("standard", 0)
        searcher = fallback.PythonSearcher(hash_mb=4)
        look(*other)
        assert look("standard", 0) == first
