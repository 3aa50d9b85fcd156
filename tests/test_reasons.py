"""Reasons for hints: a code with squares, found by comparing lines, and its text."""

from random import Random

import pytest

from jungle import Animal, Game, Position
from jungle.engine import (
    Engine,
    FlipEngine,
    FlipScore,
    Judgement,
    Limit,
    Line,
    MoveReason,
    Score,
    Why,
    explain,
    hint,
)
from jungle.engine.hints import find_fault
from jungle.flip import FlipGame, FlipPosition
from jungle.geometry import BOARD
from jungle.language import Translator, languages
from jungle.phrases import hint_words, reason_words
from tests.needs import needs_core

pytestmark = needs_core


def line(position: Position, moves: str, score: Score) -> Line:
    played = []
    for text in moves.split():
        played.append(position.parse_move(text))
        position = position.after(played[-1])
    return Line(score, tuple(played), 1, 1)


def found(fen: str, *lines: tuple[str, Score]) -> MoveReason | None:
    position = Position.from_fen(fen)
    return explain(position, [line(position, moves, score) for moves, score in lines])


@pytest.mark.parametrize(
    ("fen", "lines", "why", "own", "enemy", "english"),
    [
        (
            "7/3E3/7/7/7/7/7/r6/7 b",
            [("d8d9", Score.win(1))],
            Why.ENTERS_DEN,
            "d8",
            None,
            "the elephant enters the den and wins",
        ),
        (
            "7/7/3C3/7/7/7/7/7/l5t b",
            [("d7d8 a1a2 d8d9", Score.win(3))],
            Why.OPENS_DEN,
            "d7",
            None,
            "this opens the way to the den and wins in 2 moves",
        ),
        (
            "6t/7/7/3e3/3L3/7/7/1C5/T5D b",
            [("d5d4", Score(0)), ("a1b1 d6d5", Score(-600))],
            Why.SAVES,
            "d5",
            "d6",
            "otherwise the lion can be taken by the elephant next move",
        ),
        (
            "l6/7/7/7/7/7/3w3/T6/6L b",
            [("a2b2", Score(0)), ("g1g2 d3d2 a2b2 d2d1", Score.loss(4))],
            Why.STOPS_DEN,
            "a2",
            "d3",
            "anything else lets the wolf into the den",
        ),
        (
            "7/7/2l4/2R4/7/7/6E/7/T6 b",
            [("g3g4", Score(100)), ("c6d6 c7c3", Score(0))],
            Why.KEEPS_BLOCK,
            "c6",
            "c7",
            "this keeps the rat between the lion and the bank",
        ),
        (
            "7/7/2l4/7/1R5/7/7/6E/T6 b",
            [("b5b6", Score(0))],
            Why.NEARER_PAST,
            "b5",
            "c7",
            "the rat heads for the den, 6 moves away, and only the lion can stop it",
        ),
        (
            "7/7/2l4/3R3/7/7/7/6E/T6 b",
            [("d6c6", Score(0))],
            Why.BLOCKS_JUMP,
            "d6",
            "c7",
            "the rat keeps the lion from jumping",
        ),
        ("l6/7/7/7/7/7/E5t/6L/7 b", [("g2g3", Score(500))], Why.TAKES, "g2", "g3", "the tiger can be taken"),
        (
            "l6/7/7/7/7/7/7/2Ce3/6L b",
            [("c2d2", Score(500))],
            Why.TAKES_TRAPPED,
            "c2",
            "d2",
            "the elephant is helpless in the trap",
        ),
        (
            "l6/7/7/7/7/7/3D3/7/7 b",
            [("d3d4", Score(0))],
            Why.NEARER_PAST,
            "d3",
            "a9",
            "the dog heads for the den, 6 moves away, and only the lion can stop it",
        ),
        (
            "7/7/7/7/7/7/l6/6E/7 r",
            [("a3a4", Score(0))],
            Why.NEARER_PAST,
            "a3",
            "g2",
            "the lion heads for the den, 5 moves away, and only the elephant can stop it",
        ),
        (
            "e6/7/7/7/7/7/2T3w/7/7 b",
            [("c3d3 a9a8 d3e3 a8a7 e3f3 a7a6 f3g3", Score(400))],
            Why.WINS_PIECE,
            "c3",
            "g3",
            "the tiger wins the wolf in 4 moves",
        ),
        (
            "7/7/7/7/3w3/7/6P/7/7 b",
            [("g3g2", Score(0))],
            Why.GUARDS,
            "g3",
            "d5",
            "the leopard comes back to guard the den against the wolf",
        ),
        (
            "l6/7/7/7/6D/7/7/7/7 b",
            [("g5g4", Score(0))],
            Why.WAITS,
            "g5",
            None,
            "a waiting move: it gives nothing up, and now the opponent has to move",
        ),
    ],
)
def test_moves_are_explained(
    fen: str, lines: list[tuple[str, Score]], why: Why, own: str | None, enemy: str | None, english: str
) -> None:
    reason = found(fen, *lines)
    assert reason is not None
    assert reason.why is why
    squares = [None if name is None else BOARD.parse_square(name) for name in (own, enemy)]
    assert [reason.own, reason.enemy] == squares
    assert reason_words(Translator("en"), reason) == english
    assert "{" not in reason_words(Translator("zh"), reason)


@pytest.mark.parametrize(
    ("fen", "played", "better", "why"),
    [
        ("6t/7/7/3e3/3L3/7/7/1C5/T5D b", ("a1b1 d6d5", Score(-600)), ("d5d4", Score(0)), Why.HANGS),
        (
            "l6/7/7/7/7/7/3w3/T6/6L b",
            ("g1g2 d3d2 a2b2 d2d1", Score.loss(4)),
            ("a2b2", Score(0)),
            Why.ALLOWS_DEN,
        ),
        ("7/7/3C3/7/7/7/7/7/l5t b", ("d7c7", Score(0)), ("d7d8 a1a2 d8d9", Score.win(3)), Why.MISSES_WIN),
        ("l6/7/7/7/7/7/E5t/6L/7 b", ("a3a4", Score(0)), ("g2g3", Score(500)), Why.MISSES_PREY),
        (
            "l6/7/7/7/7/7/C6/7/6E b",
            ("a3b3 a9b9 g1g2", Score.loss(6)),
            ("a3a4", Score(0)),
            Why.LOSES,
        ),
        (
            "7/7/7/7/t6/7/7/W6/6E b",
            ("g1f1 a5a4 f1e1 a4a3 e1e2 a3a2", Score(-400)),
            ("a2b2 a5a4", Score(0)),
            Why.LOSES_PIECE,
        ),
        (
            "e6/7/7/7/7/7/2T3w/7/7 b",
            ("c3c2 g3g2", Score(0)),
            ("c3d3 a9a8 d3e3 a8a7 e3f3 a7a6 f3g3", Score(400)),
            Why.MISSES_PIECE,
        ),
        (
            "7/7/7/3w3/7/7/7/6D/E6 b",
            ("a1a2 d6d5 a2a3 d5d4", Score(-200)),
            ("g2f2 d6d7", Score(0)),
            Why.LETS_CLOSER,
        ),
        ("l6/7/7/7/3D3/7/7/7/7 b", ("d5d4 a9a8", Score(-200)), ("d5d6 a9a8", Score(0)), Why.MISSES_RUN),
    ],
)
def test_faults_are_explained(fen: str, played: tuple[str, Score], better: tuple[str, Score], why: Why) -> None:
    position = Position.from_fen(fen)
    fault = find_fault(position, line(position, *played), line(position, *better))
    assert fault is not None
    assert fault.why is why
    for language in languages():
        assert "{" not in reason_words(Translator(language), fault)


def test_every_hint_and_every_slip_has_a_reason() -> None:
    """Every position of random games, whatever the engine's lines are."""
    random = Random(28)
    with Engine(hash_mb=1) as engine:
        for _ in range(3):
            game = Game()
            while game.outcome() is None and len(game) < 60:
                lines = engine.search(game, Limit(depth=4), multipv=3).lines
                assert explain(game.position, lines) is not None, game.fen()
                if len(lines) > 1:
                    assert find_fault(game.position, lines[-1], lines[0]) is not None, game.fen()
                game.push(random.choice(game.legal_moves()))


def test_every_reason_has_a_text() -> None:
    for language in languages():
        say = Translator(language)
        assert all(f"reason.{why.value}" in say for why in Why)


def test_a_hint_has_its_reason() -> None:
    """The lion next to the elephant has to move, and the engine's own lines say so."""
    found = hint(Game(fen="6t/7/7/3e3/3L3/7/7/1C5/T5D b"), limit=Limit(depth=6))
    assert found.reason is not None
    assert found.reason.why is Why.SAVES
    assert "can be taken by the elephant next move" in hint_words(Translator("en"), found)


def animal_at(position: Position, square: int | None) -> Animal:
    assert square is not None
    piece = position.piece_at(square)
    assert piece is not None
    return piece.animal


def test_a_mirrored_position_has_a_mirrored_reason() -> None:
    position = Position.from_fen("6t/7/7/3e3/3L3/7/7/1C5/T5D b")
    with Engine(hash_mb=1) as engine:
        for view in (position, position.mirrored(), position.swapped()):
            engine.new_game()
            reason = explain(view, engine.search(view, Limit(depth=5), multipv=3).lines)
            assert reason is not None
            assert (reason.why, reason.animal, reason.other) == (
                Why.SAVES,
                animal_at(view, reason.own),
                animal_at(view, reason.enemy),
            )


def test_even_means_the_same_in_words_and_on_the_bar() -> None:
    """A position is called even exactly if the bar is within three points of the middle."""
    for centi_cats in range(-1500, 1501):
        score = Score(centi_cats)
        is_even = abs(score.win_probability() - 0.5) < 0.03
        assert (score.judgement() is Judgement.EVEN) is is_even, centi_cats


@pytest.mark.parametrize(
    ("fen", "moves", "why", "english"),
    [
        ("4/1L2/1w2/4 b 0 -", ["b3b2"], Why.TAKES_SAFELY, "the wolf can be taken, and nothing can take back"),
        (
            "?3/C3/4/?2t b 0 Ee",
            ["a4"],
            Why.FLIP_RISKS,
            "1 of the 2 animals still hidden could take your cat, but every other move risks more",
        ),
        ("?3/4/4/?2l b 0 Ee", ["a4"], Why.FLIP_SAFE, "nothing that turns up here can take or be taken"),
        ("4/1Cd1/4/L3 b 0 -", ["b3a3"], Why.SAVES, "otherwise the cat can be taken by the dog next move"),
        ("4/c3/4/L3 b 0 -", ["a1a2"], Why.ATTACKS, "the lion attacks the cat"),
    ],
)
def test_moves_of_the_face_down_game_are_explained(fen: str, moves: list[str], why: Why, english: str) -> None:
    position = FlipPosition.from_fen(fen)
    move = position.parse_move(moves[0])
    reason = explain(position, [Line(FlipScore.of(0.2), (move,), 1, 1)])
    assert reason is not None
    assert reason.why is why
    assert reason_words(Translator("en"), reason) == english


@pytest.mark.parametrize(
    ("fen", "best", "other", "why"),
    [
        ("2d1/3T/4/4 b 15 -", ("d3d2", 0.0), ("d3c3", 0.0), Why.DEAD_DRAW),
        ("2d1/3T/4/4 r 15 -", ("c4b4", 0.0), ("c4c3", -1.0), Why.HOLDS_DRAW),
        ("4/E3/4/1de1 r 12 -", ("c1c2", 1.0), ("b1b2", 0.0), Why.ONLY_WIN),
        ("4/3T/2l1/4 b 2 -", ("d3d4", -1.0), ("d3c3", -1.0), Why.HOLDS_ON),
        ("3t/C3/4/l3 b 0 -", ("a3b3", 0.2), ("a3a2", 0.1), Why.KEEPS_AWAY),
    ],
)
def test_solved_positions_of_the_face_down_game_are_explained(
    fen: str, best: tuple[str, float], other: tuple[str, float], why: Why
) -> None:
    position = FlipPosition.from_fen(fen)
    lines = [Line(FlipScore.of(score), (position.parse_move(move),), 1, 1) for move, score in (best, other)]
    reason = explain(position, lines)
    assert reason is not None
    assert reason.why is why


@pytest.mark.parametrize(
    ("fen", "played", "better", "why"),
    [
        ("4/E3/4/1de1 r 12 -", ("b1b2", 0.0), ("c1c2", 1.0), Why.GIVES_WIN_AWAY),
        ("4/1L1w/1c1E/4 b 0 -", ("d2d3", 0.1), ("b3b2", 0.4), Why.WRONG_PREY),
        ("4/Lc1E/1T2/4 b 0 -", ("b2b3", 0.1), ("a3b3", 0.4), Why.WRONG_TAKER),
    ],
)
def test_faults_of_the_face_down_game_are_explained(
    fen: str, played: tuple[str, float], better: tuple[str, float], why: Why
) -> None:
    position = FlipPosition.from_fen(fen)
    lines = [Line(FlipScore.of(score), (position.parse_move(move),), 1, 1) for move, score in (played, better)]
    fault = find_fault(position, *lines)
    assert fault is not None
    assert fault.why is why


def test_every_hint_of_the_face_down_game_has_a_reason_and_does_not_repeat_while_ahead() -> None:
    game, last = FlipGame(seed=7), None
    random = Random(7)
    with FlipEngine(hash_mb=1) as engine:
        while game.outcome() is None and len(game) < 60:
            if len(game) % 2:
                game.push(random.choice(game.legal_moves()))
                continue
            last = hint(game, engine=engine, limit=Limit(nodes=2_000), previous=last)
            assert last.reason is not None, game.position.fen()
            assert "{" not in hint_words(Translator("en"), last)
            game.play(last.move)
