"""The lessons of the rules screen: each can be done, and only as the rules say."""

import pytest

from jungle.desktop.lessons import LESSONS, Practice
from jungle.errors import IllegalMoveError, Obstacle
from jungle.language import Language, Speaker
from jungle.pieces import Side


def practice(key: str) -> Practice:
    return Practice(next(lesson for lesson in LESSONS if lesson.key == key))


def test_every_lesson_has_texts_and_a_board_on_which_blue_can_move() -> None:
    for lesson in LESSONS:
        for language in Language:
            keys = {f"desktop.rules.{lesson.key}.{part}" for part in ("title", "text")}
            assert all(key in Speaker(language) for key in keys), lesson.key
        assert Practice(lesson).side is Side.BLUE
        assert Practice(lesson).legal_moves(), lesson.key


def test_the_moves_that_show_a_rule_can_be_played() -> None:
    for lesson in LESSONS[1:]:
        for goal in sorted(lesson.goals):
            game = Practice(lesson)
            assert not game.is_shown
            game.play(goal)
            assert game.is_shown, (lesson.key, goal)


@pytest.mark.parametrize(
    ("key", "move", "obstacle"),
    [
        ("ranks", "d3e3", Obstacle.STRONGER),
        ("rat", "b2c2", Obstacle.STRONGER),
        ("river", "c3c4", Obstacle.RIVER),
        ("shore", "b4b3", Obstacle.STRONGER),
        ("blocked", "b3b7", Obstacle.BLOCKED),
        ("own_den", "d2d1", Obstacle.OWN_DEN),
    ],
)
def test_what_a_lesson_says_is_forbidden_is_forbidden(key: str, move: str, obstacle: Obstacle) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        practice(key).play(move)
    assert refused.value.obstacle is obstacle


def test_blue_moves_again_until_it_has_won() -> None:
    game = practice("den")
    game.play("d7d8")
    assert game.side is Side.BLUE
    assert game.outcome() is None
    game.play("d8d9")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is Side.BLUE
    assert game.legal_moves() == []
    game.undo()
    assert game.outcome() is None


def test_shutting_in_wins() -> None:
    game = practice("no_moves")
    game.play("a7a8")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is Side.BLUE


def test_one_may_try_for_as_long_as_one_likes() -> None:
    game = practice("steps")
    for _ in range(120):
        game.play("b2b3")
        game.play("b3b2")
    assert game.outcome() is None
