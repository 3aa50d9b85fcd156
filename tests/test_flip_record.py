"""Saved flip games: gone on with as if never left, and refused with line and column when wrong."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jungle import Outcome, RecordError
from jungle.flip import FlipGame, FlipPosition, dumps, loads
from test_flip_game import GAMES


@settings(max_examples=100)
@given(GAMES, st.booleans(), st.booleans())
def test_a_game_comes_back_as_it_was(game: FlipGame, told: bool, declared: bool) -> None:
    if told:
        game = FlipGame.from_moves(game.moves, position=game.start)
    if declared and game.outcome() is None and game.position.side is not None:
        game.resign()
    again = loads(dumps(game))
    assert again.positions == game.positions
    assert again.moves == game.moves
    assert again.deal == game.deal
    assert again.quiet_limit == game.quiet_limit
    assert again.outcome() == game.outcome()
    assert dumps(again) == dumps(game)
    assert max(map(len, dumps(game).splitlines())) <= 80


def test_a_saved_game_goes_on_with_the_same_deal() -> None:
    game = FlipGame(seed=8, quiet_limit=None)
    game.play("b2")
    again = loads(dumps(game))
    rng = random.Random(1)
    while moves := game.legal_moves():
        move = rng.choice(moves)
        assert again.play(move.uci()) == game.play(move)
        if len(game) > 200:
            break
    assert again.outcome() == game.outcome()


def test_a_game_from_a_position_keeps_its_start() -> None:
    game = FlipGame(seed=1, position=FlipPosition.from_fen("?T2/4/4/e2? b 7 Rw"), quiet_limit=9)
    text = dumps(game)
    assert '[Start "?T2/4/4/e2? b 7 Rw"]' in text
    assert '[QuietLimit "9"]' in text
    assert loads(text).deal == game.deal


def test_windows_line_ends_and_a_byte_order_mark() -> None:
    text = dumps(FlipGame.from_moves(["b2=T", "c3=e"]))
    assert loads("\ufeff" + text.replace("\n", "\r\n")).moves == loads(text).moves


def test_a_result_without_a_termination_is_an_adjudication() -> None:
    outcome = loads('[Game "flip"]\n\nb2=T 1-0\n').outcome()
    assert isinstance(outcome, Outcome)
    assert outcome.reason.value == "adjudication"


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, 'expected the tag [Game "flip"]'),
        ("b2=T *", 1, 1, 'expected the tag [Game "flip"]'),
        ('[Game "chess"]\n\n*', 1, 8, "expected 'flip', got 'chess'"),
        ("[Game flip]\n\n*", 1, 1, 'expected a tag like [Game "flip"]'),
        ('[Game "flip"]\n[Seed "3"]\n\n*', 2, 2, "expected a tag of Game, Start, Deal"),
        ('[Game "flip"]\n[Game "flip"]\n\n*', 2, 2, "the tag Game is given twice"),
        ('[Game "flip"]\n[Start "4/4 r 0 -"]\n\n*', 2, 9, "expected 4 ranks"),
        ('[Game "flip"]\n[Deal "tEpD/TPer/wRCl/WcL1"]\n\n*', 2, 8, "expected a deal for the face-down squares"),
        ('[Game "flip"]\n[Deal "tEpD/TPer/wRCl/WcL?"]\n\n*', 2, 8, "a deal says what lies face down"),
        ('[Game "flip"]\n[Deal "tEpD/TPer/wRCl/WcLL"]\n\n*', 2, 8, "Blue has two lions"),
        ('[Game "flip"]\n[QuietLimit "0"]\n\n*', 2, 14, "expected a number from 1 or none, got '0'"),
        ('[Game "flip"]\n\nb2=T b2b4 *', 3, 6, "Blue tiger to b4: it is not next to b2"),
        ('[Game "flip"]\n\nb2 *', 3, 1, "the deal is not known"),
        ('[Game "flip"]\n[Deal "tEpD/TPer/wRCl/WcLd"]\n\nb2=T *', 4, 1, "the Blue tiger does not lie there"),
        ('[Game "flip"]\n\nb2=T hop *', 3, 6, "expected a move like b2, b2=T or b2b3"),
        ('[Game "flip"]\n\nb2=T', 3, 5, "expected a result"),
        ('[Game "flip"]', 1, 14, "expected a result"),
        ('[Game "flip"]\n\nb2=T *\nmore', 4, 1, "expected nothing after the result, got 'more'"),
        ('[Game "flip"]\n[Result "1-0"]\n\nb2=T *', 4, 6, "the result is *, but the Result tag says '1-0'"),
        ('[Game "flip"]\n[Termination "capture"]\n\nb2=T 1-0', 2, 15, "the moves do not end by capture"),
        ('[Game "flip"]\n[Start "4/1Tp1/4/4 b 0 -"]\n\nb3c3 *', 4, 6, "the game ended 1-0 by capture"),
        (
            '[Game "flip"]\n[Start "????/????/????/???? ? 0 RCDWPTLErcdwptle"]\n\n1-0',
            4,
            1,
            "nobody has a colour",
        ),
    ],
)
def test_what_is_wrong_is_named_with_line_and_column(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text)
    assert (caught.value.line, caught.value.column) == (line, column), caught.value
    assert message in str(caught.value)
