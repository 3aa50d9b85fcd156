"""Reviews: verdicts, turning points with the better move and its reason, and trying again."""

import pytest

from jungle import Game
from jungle.engine import Engine, Limit, Why, engine_for
from jungle.engine.review import (
    MoveReview,
    Verdict,
    accuracy,
    decisive_moment,
    practice_for,
    review,
    try_again,
    turning_points,
)
from jungle.flip import FlipGame
from jungle.language import Translator, languages
from jungle.outcome import Outcome, Reason
from jungle.phrases import story_words
from jungle.pieces import Side
from tests.needs import needs_core

# Blue leaves the lion next to the elephant; Red does not capture it; then Blue does the same again and loses it.
START = "6t/7/7/3e3/3L3/7/7/1C5/T5D b"
MOVES = ["a1b1", "g9g8", "b1c1", "d6d5"]


@pytest.fixture(scope="module")
def reviews() -> list[MoveReview]:
    game = Game.from_moves(MOVES, fen=START)
    with Engine(hash_mb=4, contempt=0) as engine:
        return list(review(game, engine, Limit(depth=6)))


def test_turning_points_come_in_order_with_the_better_move(reviews: list[MoveReview]) -> None:
    points = turning_points(reviews, most=2)
    assert points
    assert all(point.is_slip() and point.best.move != point.move for point in points)
    assert [reviews.index(point) for point in points] == sorted(reviews.index(point) for point in points)
    assert min(point.loss for point in points) >= max(
        (judged.loss for judged in reviews if judged.is_slip() and judged not in points), default=0
    )


@needs_core
def test_a_turning_point_says_why(reviews: list[MoveReview]) -> None:
    first = reviews[0]
    assert first.verdict is Verdict.BLUNDER
    assert first.reason is not None
    assert first.reason.why is Why.SAVES
    assert first.fault is not None
    assert first.fault.why is Why.HANGS


def test_good_moves_need_no_reason(reviews: list[MoveReview]) -> None:
    assert all(judged.reason is judged.fault is None for judged in reviews if not judged.is_slip())


def test_mistakes_lower_the_accuracy(reviews: list[MoveReview]) -> None:
    blue = accuracy(reviews, Side.BLUE)
    assert blue is not None
    assert blue < 80


def test_trying_again_starts_before_the_move() -> None:
    game = Game.from_moves(MOVES, fen=START)
    game.resign(Side.BLUE)
    again = try_again(game, 2)
    assert [move.uci() for move in again.moves] == MOVES[:2]
    assert again.outcome() is None
    assert len(game) == 4
    again.play("d5d4")


def test_trying_again_in_the_face_down_game() -> None:
    game = FlipGame(seed=1)
    for _ in range(4):
        game.play(game.legal_moves()[0])
    # The face-down pieces have been seen since, so they are dealt again.
    tries = [try_again(game, 1) for _ in range(5)]
    assert all(again.faces() == game.faces(1) for again in tries)
    assert len({str(again.deal) for again in tries}) > 1


@pytest.mark.parametrize(("piece", "side"), [("T", Side.BLUE), ("t", Side.RED)])
def test_the_first_flip_belongs_to_the_side_it_decides(piece: str, side: Side) -> None:
    game = FlipGame.from_moves([f"a1={piece}", "d4=c"], "flip:first_flip_decides=yes")
    with engine_for("flip", hash_mb=1) as engine:
        judged = list(review(game, engine, Limit(depth=1)))
    assert [one.side for one in judged] == [side, side.opponent]


def test_the_moment_that_decided_a_game_is_the_losers_last_large_mistake(reviews: list[MoveReview]) -> None:
    for winner in Side:
        moment = decisive_moment(reviews, winner)
        assert moment is None or (moment.side is not winner and moment.is_slip())
        assert f"practice.{practice_for(moment)}" in Translator("en")
    assert decisive_moment(reviews, None) is None


def test_a_review_ends_with_one_thing_to_practise(reviews: list[MoveReview]) -> None:
    slip = next(judged for judged in reviews if judged.is_slip())
    won = Outcome(slip.side.opponent, Reason.DEN)
    for language in languages():
        say = Translator(language)
        story = story_words(say, won, slip, number=3, side="Blue", move="7-a2", better="8-a4")
        assert "{" not in story
        assert say(f"practice.{practice_for(slip)}") in story
        assert say("practice.plan") in story_words(say, won, None)
