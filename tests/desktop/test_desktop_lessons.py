"""The lessons of the rules screen: each can be done, and only as the rules say."""

import pytest

from jungle.desktop.contests import Option
from jungle.desktop.lessons import LESSONS, Lesson, Practice
from jungle.errors import IllegalMoveError, Obstacle
from jungle.geometry import parse_square
from jungle.language import Language, Speaker
from jungle.pieces import Side


def option(text: str) -> Option:
    return Option(parse_square(text[:2]), parse_square(text[2:]))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_a_lesson_has_texts_and_a_board(lesson: Lesson) -> None:
    for language in Language:
        say = Speaker(language)
        assert say(f"desktop.rules.{lesson.key}.title")
        assert say(f"desktop.rules.{lesson.key}.text")
    assert lesson.start().side is Side.BLUE
    assert lesson.start().legal_moves()


@pytest.mark.parametrize(
    ("lesson", "goal"), [(lesson, goal) for lesson in LESSONS[1:] for goal in sorted(lesson.goals)], ids=str
)
def test_the_moves_that_show_the_rule_can_be_played(lesson: Lesson, goal: str) -> None:
    practice = Practice(lesson)
    assert not practice.is_shown
    practice.do(option(goal))
    assert practice.is_shown


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
    practice = Practice(next(lesson for lesson in LESSONS if lesson.key == key))
    with pytest.raises(IllegalMoveError):
        practice.do(option(move))
    assert practice.refusal(option(move).origin, option(move).target) is obstacle


def test_blue_moves_again_until_it_has_won() -> None:
    practice = Practice(LESSONS[0])
    practice.do(option("d7d8"))
    assert practice.side is Side.BLUE
    assert practice.outcome() is None
    practice.do(option("d8d9"))
    outcome = practice.outcome()
    assert outcome is not None
    assert outcome.winner is Side.BLUE
    assert practice.options() == []
    practice.undo()
    assert practice.outcome() is None


def test_shutting_in_wins() -> None:
    practice = Practice(next(lesson for lesson in LESSONS if lesson.key == "no_moves"))
    practice.do(option("a7a8"))
    outcome = practice.outcome()
    assert outcome is not None
    assert outcome.winner is Side.BLUE
