"""The Python searcher, which plays every game."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tools.tactics import load

from jungle import Game, Position
from jungle.board_game import BoardGame
from jungle.engine import Hint, Limit, Line, Score, SearchResult, engine_for, hint
from jungle.engine.python_search import PythonSearcher, evaluate
from jungle.engine.review import review
from jungle.engine.search import SearchControl
from jungle.flip import FlipGame, FlipPosition
from jungle.players import level, player
from tests.third_game import TinyGame, TinyPosition

SUITE = load((Path(__file__).parent / "tactics" / "suite.json").read_text(encoding="utf-8"))


def make_score(centi_cats: int, win_in: int | None) -> Score:
    return Score(0 if win_in else centi_cats, win_in)


def search(
    game: BoardGame,
    searcher: PythonSearcher | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    multipv: int = 1,
    contempt: int = 0,
) -> SearchResult:
    return (searcher or PythonSearcher(4)).search(
        game, SearchControl(), make_score, depth=depth, nodes=nodes, multipv=multipv, contempt=contempt
    )


def test_it_finds_short_tactics() -> None:
    missed = []
    for tactic in SUITE:
        if tactic.plies > 5:
            continue
        found = search(Game(position=Position.from_fen(tactic.fen)), depth=tactic.plies + 1)
        if found.move.uci() != tactic.best or (tactic.goal == "win" and found.score.win_in != tactic.plies):
            missed.append((tactic, found.move.uci(), found.score))
    assert not missed


@pytest.mark.parametrize(
    ("game", "best"),
    [
        (Game(fen="7/3E3/7/7/7/7/7/r6/7 b"), "d8d9"),  # enters the den
        (Game(fen="7/7/7/7/3d3/3L3/7/r6/7 b"), "d4d5"),  # takes the dog
        (Game(fen="7/7/t6/7/7/7/4c2/4E2/l6 b"), "e2e3"),  # takes the cat, which would enter the den
        (FlipGame(position=FlipPosition.from_fen("4/1L2/1w2/4 b 0 -")), "b3b2"),  # takes the last piece
        (FlipGame(position=FlipPosition.from_fen("3c/4/1E2/1r2 r 0 -")), "b1b2"),  # the rat takes the elephant
        (TinyGame(position=TinyPosition.from_fen("3/1E1/2c/3 b 0")), "b3b4"),  # enters the den
    ],
)
@pytest.mark.parametrize("depth", [2, 3])
def test_it_finds_the_obvious_move_of_every_game(game: BoardGame, best: str, depth: int) -> None:
    assert search(game, depth=depth).move.uci() == best


def test_it_avoids_a_loss_in_one() -> None:
    game = Game(fen="7/7/7/7/7/7/2c4/1E5/l6 b")
    for line in search(game, depth=2, multipv=9).lines:
        game.push(line.move)
        loses = any(game.grid.dens[0] == reply.target for reply in game.legal_moves())
        game.undo()
        assert loses == (line.score == Score.loss(2))


def test_a_flip_is_worth_the_mean_of_its_outcomes() -> None:
    # The lion is next to the hidden piece: an elephant would capture it, a cat would be prey.
    worth = [
        search(FlipGame(position=FlipPosition.from_fen(f"1L2/1?2/4/3c b 0 {hidden}")), depth=3, multipv=9)
        for hidden in ("e", "d")
    ]
    flips = [next(line.score for line in result.lines if line.move.is_flip()) for result in worth]
    assert flips[0] < flips[1]


def test_every_search_returns_a_line() -> None:
    assert len(search(Game(), nodes=1, multipv=5).lines) == 5


def test_searches_are_reproducible() -> None:
    first, again = (search(Game(), depth=3) for _ in range(2))
    assert (first.pv, first.nodes) == (again.pv, again.nodes)


@pytest.mark.parametrize("evaluation", ["material", "position", "full"])
def test_the_evaluation_is_fair(evaluation: str) -> None:
    position = Position.from_fen("l5t/5c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b")
    worth = evaluate(position, evaluation)
    assert worth > 0
    assert worth == evaluate(position.mirrored(), evaluation) == evaluate(position.swapped(), evaluation)


def test_lines_are_different_and_in_order() -> None:
    lines = search(Game(), nodes=3000, multipv=4).lines
    assert len({line.move for line in lines}) == 4
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)


def test_the_chase_rule_holds_in_the_tree() -> None:
    game = Game("gamerz")
    searcher = PythonSearcher(4)
    for _ in range(10):
        found = search(game, searcher, depth=2)
        twin = game.copy()
        for move in found.pv:
            twin.play(move)
        game.play(found.move)


def stop(control: SearchControl) -> None:
    control.stop()


def hurry(control: SearchControl) -> None:
    control.set_deadline(1, 1)


@pytest.mark.parametrize("end", [stop, hurry])
def test_a_control_reaches_a_search_before_it_begins(end: Callable[[SearchControl], None]) -> None:
    control = SearchControl()
    end(control)
    assert PythonSearcher(4).search(Game(), control, make_score).lines


@pytest.mark.parametrize("end", [stop, hurry])
def test_a_control_reaches_a_running_search(end: Callable[[SearchControl], None]) -> None:
    control, begun, results = SearchControl(), threading.Event(), list[SearchResult]()
    search = PythonSearcher(4).search
    work = threading.Thread(
        target=lambda: results.append(search(Game(), control, make_score, report=lambda _: begun.set()))
    )
    work.start()
    assert begun.wait(60)
    end(control)
    work.join(60)
    assert results


def test_results_under_other_settings_are_forgotten() -> None:
    def look(rules: str, quiet: int) -> Line:
        position = Position.from_fen(f"7/7/7/7/3e3/7/3R3/7/7 b {quiet} 1", rules=rules)
        return search(Game(position=position), searcher, depth=5).lines[0]

    for other in (("leiden", 0), ("standard", 198)):
        searcher = PythonSearcher(4)
        first = look("standard", 0)
        searcher = PythonSearcher(4)
        look(*other)
        assert look("standard", 0) == first


def test_contempt_makes_a_draw_worth_less() -> None:
    game = Game.from_moves(["a9b9", "g1g2", "b9a9", "g2g1"], fen="l6/7/7/7/7/7/7/7/6T r")
    scores = [search(game, depth=1, multipv=9, contempt=contempt).lines for contempt in (0, 300)]
    drawn = [next(line.score for line in lines if line.move.uci() == "a9b9") for lines in scores]
    assert drawn == [Score(0), Score(-300)]


def test_the_third_game_has_an_engine_hints_levels_and_reviews(third_game: type[TinyGame]) -> None:
    game = third_game()
    with engine_for(third_game.kind) as engine:
        found = engine.search(game, Limit(depth=4))
        assert found.move in game.legal_moves()
        played = third_game.from_moves([move.uci() for move in found.pv])
        assert [judged.move for judged in review(played, engine, Limit(depth=3))] == list(found.pv)
    assert isinstance(hint(game, limit=Limit(depth=3)), Hint)
    with player("3", game=third_game.kind, seed=1) as opened:
        assert opened.choose(game).move in game.legal_moves()


def play(game: BoardGame, names: tuple[str, str], seed: int) -> int | None:
    """The seat of the winner; None for a draw."""
    with level(names[0], game=game.kind, seed=seed) as first, level(names[1], game=game.kind, seed=seed) as second:
        while not game.is_over() and len(game) < 200:
            game.push((first, second)[game.seat].choose(game).move)
    outcome = game.outcome()
    return None if outcome is None or outcome.winner is None else game.seat_of(outcome.winner)


def test_a_strong_level_of_the_third_game_beats_a_weak_one(third_game: type[TinyGame]) -> None:
    # The first player has a short win, if it is seen.
    results = [play(third_game("long"), ("1", "8") if seed % 2 else ("8", "1"), seed) for seed in range(12)]
    wins = sum(result == seed % 2 for seed, result in enumerate(results))
    losses = sum(result == 1 - seed % 2 for seed, result in enumerate(results))
    assert wins > losses + 2
