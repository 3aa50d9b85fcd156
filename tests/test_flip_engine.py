"""The engine of the face-down game."""

import random

import pytest

from jungle.engine import EngineError, FlipEngine, FlipScore, Limit, engine_for, hint
from jungle.engine.engine import past_boards
from jungle.errors import GameError
from jungle.flip import FlipGame, FlipMove, FlipPosition, FlipRules
from jungle.flip.native import native_position, native_rules
from jungle.native import core, native_available
from jungle.pieces import Side
from jungle.players import level
from tests.flip_reference import LATE_MOVE, best_score, evaluate
from tests.needs import needs_core


def late_positions(count: int, seed: int, most_hidden: int) -> list[FlipPosition]:
    """Positions of random games with few pieces left to flip."""
    rng = random.Random(seed)
    found: list[FlipPosition] = []
    while len(found) < count:
        game = FlipGame(seed=rng.randrange(10**6))
        for _ in range(120):
            if game.outcome():
                break
            moves = game.legal_moves()
            sorts = [[move for move in moves if move.captured], [move for move in moves if move.is_flip()], moves]
            chosen = rng.choice([sort for sort in sorts if sort])
            game.play(rng.choice(chosen))
            if not game.outcome() and len(game.position.hidden) <= most_hidden and rng.random() < 0.1:
                found.append(game.position)
    return found[:count]


def pruned_score(searcher: "core.FlipSearcher", position: FlipPosition, depth: int) -> int:
    searcher.clear()
    rules = native_rules(position.rules)
    score: int = searcher.search(rules, native_position(position), [], depth=depth)[0].score
    return score


@needs_core
@pytest.mark.parametrize(
    ("count", "depth", "most_hidden"),
    [(40, 1, 6), (12, 2, 3), (8, 3, 2), pytest.param(3000, 2, 3, marks=[pytest.mark.slow, pytest.mark.timeout(900)])],
)
def test_pruning_changes_no_score(count: int, depth: int, most_hidden: int) -> None:
    searcher = core.FlipSearcher(hash_mb=1, threads=1)
    for position in late_positions(count, 11 * depth, most_hidden):
        # Means are rounded once more if fewer branches are searched.
        assert abs(pruned_score(searcher, position, depth) - best_score(position, depth)) <= depth, position.fen()


@needs_core
def test_both_evaluations_agree() -> None:
    for position in late_positions(300, 5, 12):
        assert native_position(position).evaluate(native_rules(position.rules)) == evaluate(position), position.fen()


@needs_core
def test_the_reference_knows_all_weights() -> None:
    assert len(core.flip_weights()) == LATE_MOVE + 1


@needs_core
def test_the_evaluation_of_swapped_colours_is_the_same() -> None:
    for position in late_positions(30, 6, 8):
        assert evaluate(swapped(position)) == evaluate(position)


def swapped(position: FlipPosition) -> FlipPosition:
    board, side, quiet, hidden = position.fen().split()
    return FlipPosition.from_fen(f"{board.swapcase()} {'b' if side == 'r' else 'r'} {quiet} {hidden.swapcase()}")


def test_scores_compare_and_convert_to_chances() -> None:
    good, bad = FlipScore.of(0.5), FlipScore.of(-0.25)
    assert bad < FlipScore.of(0) < good < FlipScore.win(3)
    assert FlipScore.loss(2) < FlipScore.loss(8) < bad
    for score in (good, bad, FlipScore.win(3), FlipScore.of(1.0)):
        chances = score.chances()
        assert sum(chances) == pytest.approx(1)
        assert chances.win - chances.loss == pytest.approx(score.expected)
        assert min(chances) >= 0
        assert (-score).expected == -score.expected
    assert FlipScore.of(0).centi_cats == 0


def test_a_win_in_one_is_found() -> None:
    with FlipEngine() as engine:
        result = engine.search(FlipPosition.from_fen("4/1L2/1w2/4 b 0 -"), Limit(depth=2))
    assert result.move.uci() == "b3b2"
    assert result.score == FlipScore.win(1)


def test_lines_end_with_their_first_flip_and_can_be_played() -> None:
    for position in late_positions(10, 9, 8):
        with FlipEngine() as engine:
            result = engine.search(position, Limit(nodes=3000), multipv=5)
        assert [line.score for line in result.lines] == sorted((line.score for line in result.lines), reverse=True)
        for line in result.lines:
            assert not any(move.is_flip() for move in line.pv[:-1])
            after = position
            for move in line.pv:
                after.check(move)
                after = after if move.is_flip() else after.after(move)


def test_the_same_nodes_give_the_same_answer() -> None:
    game = FlipGame(seed=3)
    for text in ("a1", "b2", "c3", "d4"):
        game.play(text)
    answers = []
    for _ in range(2):
        with FlipEngine() as engine:
            result = engine.search(game, Limit(nodes=4000 if native_available() else 400))
            answers.append((result.move, result.score, result.nodes))
    assert answers[0] == answers[1]


@needs_core
def test_the_deal_does_not_reach_the_search() -> None:
    """Two games that look the same but are dealt differently get the same answer."""
    moves = ["a1=T", "b2=e", "d4=C"]
    answers = set()
    for seed in range(5):
        game = FlipGame.from_moves(moves)
        hidden = FlipGame(position=game.position, seed=seed)
        with FlipEngine() as engine:
            result = engine.search(hidden, Limit(nodes=20_000), multipv=16)
        answers.add(tuple((line.move, line.score) for line in result.lines))
    assert len(answers) == 1


@needs_core
def test_a_stop_ends_a_search_without_limit() -> None:
    with FlipEngine() as engine:
        for threads in (1, 2):
            engine.set_threads(threads)
            search = engine.start(FlipGame(seed=1), Limit())
            next(iter(search))
            search.stop()
            assert search.result().move is not None


def test_an_early_stop_counts() -> None:
    with FlipEngine() as engine:
        search = engine.prepare(FlipGame(seed=1), Limit())
        search.stop()
        assert search.start().result().depth == 1


def test_only_the_moves_asked_for_are_searched() -> None:
    game = FlipGame(seed=1)
    with FlipEngine() as engine:
        result = engine.search(game, Limit(depth=1), searchmoves=["d4"], multipv=3)
        assert [line.move.uci() for line in result.lines] == ["d4"]
        with pytest.raises(EngineError, match="not legal"):
            engine.search(game, Limit(depth=1), searchmoves=[FlipMove(5, 9)])


def test_an_open_first_flip_can_be_searched() -> None:
    game = FlipGame(seed=1, rules=FlipRules(first_flip_decides=True))
    with FlipEngine() as engine:
        assert engine.search(game, Limit(depth=1)).move.is_flip()


def test_threefold_repetition_is_seen_as_a_draw() -> None:
    """The loser moves back and forth; the search knows the positions since the last capture."""
    game = FlipGame.from_moves(["a1a2", "d4d3", "a2a1", "d3d4"] * 1, position=FlipPosition.from_fen("3l/4/4/E3 b 0 -"))
    assert len(past_boards(game)) == 4
    assert past_boards(game)[0] == game.position.board


def test_a_game_that_is_over_is_refused() -> None:
    with FlipEngine() as engine, pytest.raises(GameError, match="over"):
        engine.search(FlipPosition.from_fen("4/1L2/4/4 b 0 -"), Limit(depth=1))


def test_every_game_has_an_engine() -> None:
    with engine_for("flip") as engine:
        assert isinstance(engine, FlipEngine)
    with pytest.raises(GameError, match="unknown game 'tiny'; expected one of: jungle, flip"):
        engine_for("tiny")


@pytest.mark.parametrize("name", ["easy", "medium", "hard", "impossible"])
def test_levels_choose_legal_moves_and_repeat_with_a_seed(name: str) -> None:
    game = FlipGame(seed=8)
    for text in ("a1", "a2", "b1", "b2", "c3", "d4"):
        game.play(text)
    if name in ("hard", "impossible"):
        with level(name, game="flip", seed=4, time=0.02) as player:
            assert player.choose(game).move in game.legal_moves()
        return
    moves = {level(name, game="flip", seed=4).choose(game).move for _ in range(2)}
    assert len(moves) == 1
    assert moves <= set(game.legal_moves())


def test_hints_compare_the_best_flip_with_the_best_move() -> None:
    game = FlipGame(position=FlipPosition.from_fen("1?2/2T1/1c2/?2R r 0 Ed"))
    found = hint(game, limit=Limit(depth=2))
    assert found.other is not None
    assert found.other.move.is_flip() is not found.move.is_flip()
    assert found.score is not None
    assert found.score >= found.other.score


@needs_core
def test_a_node_limit_applies_to_all_threads_together() -> None:
    with FlipEngine(threads=2) as engine:
        assert engine.search(FlipGame(seed=1), Limit(nodes=20_000)).nodes < 22_000


def test_a_score_is_read_from_either_side_once_the_colours_are_known() -> None:
    with FlipEngine() as engine:
        known = engine.search(FlipGame(seed=1), Limit(depth=2)).score
        open_colours = engine.search(FlipGame(seed=1, first_flip_decides=True), Limit(depth=1)).score
    assert known.for_side(Side.BLUE) == -known.for_side(Side.RED)
    with pytest.raises(EngineError, match="belongs to neither"):
        open_colours.for_side(Side.RED)
