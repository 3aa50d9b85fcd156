"""The lessons of each game can be completed, and only according to the rules."""

import pytest

from jungle.board_game import BoardGame
from jungle.errors import IllegalMoveError, IllegalMoveReason
from jungle.games import GAMES
from jungle.language import Translator, languages
from jungle.lessons import LESSONS, STRATEGY, Lesson, StrategyLesson
from jungle.pieces import Side
from jungle.position import Position
from jungle.tablebase import JungleTablebase

EVERY = [lesson for lessons in LESSONS.values() for lesson in lessons]
BEFORE = {("jungle", "den"): "d7d8", ("flip", "face_down"): "b3", ("flip", "winning"): "b2b3"}
"""The moves before the goal, if it takes more than one."""


def practice(key: str, kind: str = "jungle") -> BoardGame:
    return next(lesson for lesson in LESSONS[kind] if lesson.key == key).practice()


def test_every_game_has_lessons() -> None:
    assert set(LESSONS) == set(GAMES)
    for lessons in LESSONS.values():
        assert len({lesson.key for lesson in lessons}) == len(lessons) >= 9


@pytest.mark.parametrize("lesson", EVERY, ids=lambda lesson: f"{lesson.kind}-{lesson.key}")
def test_every_lesson_has_texts_and_legal_moves(lesson: Lesson) -> None:
    for language in languages():
        keys = {f"lesson.{lesson.kind}.{lesson.key}.{part}" for part in ("title", "text")}
        assert all(key in Translator(language) for key in keys)
    assert lesson.practice().side in (Side.BLUE, None)
    assert lesson.practice().legal_moves()


@pytest.mark.parametrize("lesson", EVERY, ids=lambda lesson: f"{lesson.kind}-{lesson.key}")
def test_the_moves_that_demonstrate_a_rule_are_legal(lesson: Lesson) -> None:
    for goal in sorted(lesson.goals):
        game = lesson.practice()
        if before := BEFORE.get((lesson.kind, lesson.key)):
            game.play(before)
        if goal == "c2c3":  # The long way round to the last wolf.
            game = lesson.practice()
            game.play("b2c2")
        assert not lesson.is_done(game)
        game.play(goal)
        assert lesson.is_done(game), goal
        game.undo()
        assert not lesson.is_done(game)


@pytest.mark.parametrize(
    ("kind", "key", "move", "reason"),
    [
        ("jungle", "ranks", "d3e3", IllegalMoveReason.STRONGER),
        ("jungle", "rat", "b2c2", IllegalMoveReason.STRONGER),
        ("jungle", "river", "c3c4", IllegalMoveReason.RIVER),
        ("jungle", "shore", "b4b3", IllegalMoveReason.STRONGER),
        ("jungle", "blocked", "b3b7", IllegalMoveReason.BLOCKED),
        ("jungle", "own_den", "d2d1", IllegalMoveReason.OWN_DEN),
        ("flip", "steps", "b2b3", IllegalMoveReason.FACE_DOWN),
        ("flip", "ranks", "b2c2", IllegalMoveReason.STRONGER),
        ("flip", "rat", "d3d4", IllegalMoveReason.STRONGER),
        ("flip", "face_down", "b2b3", IllegalMoveReason.FACE_DOWN),
    ],
)
def test_moves_a_lesson_calls_forbidden_are_illegal(kind: str, key: str, move: str, reason: IllegalMoveReason) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        practice(key, kind).play(move)
    assert refused.value.reason is reason


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


def test_boxing_in_the_opponent_wins() -> None:
    game = practice("no_moves")
    game.play("a7a8")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is Side.BLUE


def test_attempts_are_unlimited() -> None:
    game = practice("steps")
    for _ in range(120):
        game.play("b2b3")
        game.play("b3b2")
    assert game.outcome() is None


def test_face_down_pieces_are_flipped_one_by_one() -> None:
    game = practice("turn_up", "flip")
    assert [str(game.play(square)) for square in ("b2", "b3")] == ["b2=L", "b3=t"]
    assert game.side is Side.BLUE


def test_the_first_player_to_flip_plays_that_colour() -> None:
    game = practice("colours", "flip")
    flip = game.play("b2")
    assert flip.revealed is not None
    assert game.side is flip.revealed.side


def test_equals_leave_the_board_together() -> None:
    game = practice("equals", "flip")
    game.play("b2b3")
    assert sorted(piece.letter for piece in game.position.piece_map().values()) == ["L", "p"]
    assert game.outcome() is None


@pytest.mark.parametrize("moves", [["b2b3", "b3c3"], ["b2c2", "c2c3"]])
def test_the_last_animal_captured_wins(moves: list[str]) -> None:
    game = practice("winning", "flip")
    for move in moves:
        game.play(move)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is Side.BLUE


@pytest.mark.parametrize("lesson", STRATEGY, ids=lambda lesson: lesson.key)
def test_strategy_exercises_have_one_solution_by_the_tables(lesson: StrategyLesson) -> None:
    tables = JungleTablebase.shipped()
    assert 2 <= len(lesson.exercises) <= 3
    for exercise in lesson.exercises:
        position = Position.from_fen(exercise.fen)
        assert position.side is Side.BLUE, "the learner is always Blue"
        least = 1 if exercise.goal == "win" else 0
        for number, text in enumerate(exercise.moves):
            entries = tables.moves(position)
            assert len(entries) == position.count_moves() > 1
            move = position.parse_move(text)
            if number % 2 == 0:
                assert [each for each, entry in entries.items() if entry.wdl >= least] == [move], exercise
            else:
                assert entries[move].plies == next(iter(entries.values())).plies, "the other side holds out longest"
            position = position.after(move)
        assert len(exercise.moves) % 2 == 1


def test_strategy_lessons_have_texts() -> None:
    for language in languages():
        say = Translator(language)
        for lesson in STRATEGY:
            numbers = range(1, len(lesson.exercises) + 1)
            assert all(f"strategy.{lesson.key}.{name}" in say for name in ("title", "text", *map(str, numbers)))
