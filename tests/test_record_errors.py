"""Invalid records: each error has its line and column, and the next game is still read."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jungle import Game
from jungle.board_game import BoardGame
from jungle.errors import InvalidRecordError, RecordError
from jungle.record import Record, dumps, loads
from tests.random_records import DEN_NEXT, FIXTURES, NASTY, records


@pytest.fixture(autouse=True)
def _third_game(third_game: type[BoardGame]) -> None:
    """Records of a game the library does not know are written and read too."""


ERRORS = [
    ("[Event]\n\n*", 1, 7, "expected \"value\" of the tag Event, got ']'"),
    ('["x"]\n\n*', 1, 2, "expected a tag's name after '['"),
    ('[Event "x]\n\n*', 1, 11, "expected a closing quote of the tag Event, got 'the end of the line'"),
    ('[Event "x"\n\n*', 1, 11, "expected ']' after the tag Event"),
    ('[Event "x"] 1. 8-a4 *', 1, 13, "expected one tag per line, got '1. 8-a4 *'"),
    ('[Event "a\\qb"]\n\n*', 1, 10, "after a backslash, got 'q'"),
    ('[Event "x"]\n[Event "y"]\n\n*', 2, 2, "the tag Event is given twice"),
    ('[Result "*"]\n[Result "*"]\n\n*', 2, 2, "the tag Result is given twice"),
    ('[Event "x"]\n[Rules "chess"]\n\n*', 2, 9, "expected a rule set (standard, gamerz, leiden), got 'chess'"),
    ('[FEN "7/7 b"]\n\n*', 1, 7, "expected 9 ranks separated by '/', got 2"),
    ("1. 8-a5 *", 1, 4, "move 1, Blue: Blue elephant to a5: it cannot reach that square from a3"),
    ("1. 8-a4\n8xg6 *", 2, 1, "move 1, Red: the elephant's move captures nothing: write 8-g6"),
    ("1. 8-a4 8-g6 2. hello *", 1, 17, "move 2, Blue: expected a move like"),
    ("1. 8-a4 2. 8-g6 *", 1, 9, "expected the move number 1..., got 2."),
    ("1. ! 8-a4 *", 1, 4, "expected a move after '1.', got !"),
    ("! 1. 8-a4 *", 1, 1, "expected a move before '!'"),
    ("1. 8-a4 ($1 1. 8-b3) *", 1, 10, "expected a move before '$1'"),
    ("1. 8-a4!!! *", 1, 8, "expected !, ?, !!, ??, !?, ?! or $0 to $255, got '!!!'"),
    ("1. 8-a4 $999999 *", 1, 9, "or $0 to $255, got '$999999'"),
    ("1. 8-a4 $256 *", 1, 9, "or $0 to $255, got '$256'"),
    ("1. 8-a4 $ *", 1, 9, "or $0 to $255, got '$'"),
    ("1. 8-a4 $-1 *", 1, 9, "or $0 to $255, got '$-1'"),
    ("1. 8-a4 $\u0661 *", 1, 9, "or $0 to $255, got '$\u0661'"),
    ("1. 8-a4 ; *", 1, 12, "the game ends without a result"),
    ("1. 8-a4 * ; so", 1, 11, "expected nothing after the result, got '; so'"),
    ("1. 8-a4 8-g6 3. 8-a5 *", 1, 14, "expected the move number 2., got 3."),
    ("1... 8-a4 *", 1, 1, "expected the move number 1., got 1..."),
    ("1. 1. 8-a4 *", 1, 4, "expected a move after '1.', got '1.'"),
    ("1. *", 1, 4, "expected a move after '1.', got the result *"),
    ("1. 8-a4 * 8-g6", 1, 11, "expected nothing after the result, got '8-g6'"),
    ("1. 8-a4 * {over}", 1, 11, "expected nothing after the result, got '{over}'"),
    ("1. 8-a4 *\n  and on", 2, 3, "expected a blank line after the result on line 1, got 'and on'"),
    ("(1. 8-b3) 1. 8-a4 *", 1, 1, "expected a move before the variation that replaces it, got '('"),
    ("1. 8-a4 ((1. 8-b3)) *", 1, 10, "expected a move before the variation that replaces it"),
    ("1. 8-a4 () *", 1, 10, "expected a move in the variation, got ')'"),
    ("1. 8-a4 ({why} 1.) *", 1, 18, "expected a move after '1.', got )"),
    ("1. 8-a4 8-g6 2. (1... 8-f7) *", 1, 17, "expected a move after '2.', got ("),
    ("1. 8-a4 ) *", 1, 9, "')' closes no variation"),
    ("1. 8-a4 (1. 8-b3)) *", 1, 18, "')' closes no variation"),
    ("1. 8-a4\n(1. 8-b3 *", 2, 1, "the variation is not closed: expected ')'"),
    ("1. 8-a4 (1. 8-b3 8-g6 (1... 8-f7", 1, 23, "the variation is not closed: expected ')'"),
    ('1. 8-a4 (1. 8-b3\n\n[Event "next"]\n\n*', 1, 9, "the variation is not closed: expected ')'"),
    ("1. 8-a4 (1. 8-a5) *", 1, 13, "move 1, Blue: Blue elephant to a5: it cannot reach that square from a3"),
    ("1. 8-a4 8-g6 (2. 8-a5) *", 1, 15, "expected the move number 1..., got 2."),
    ("1. 8-a4 (1. 8-b3) 2. 8-a5 *", 1, 19, "expected the move number 1..., got 2."),
    ("1. 8-a4 } *", 1, 9, "'}' closes no comment"),
    ("1. 8-a4 {and so\non *", 1, 9, "the comment is not closed: expected '}'"),
    ("1. 8-a4 {a\\b} *", 1, 11, "after a backslash, got 'b'"),
    ("1. 8-a4 {a\\\n} *", 1, 11, "after a backslash, got 'the end of the line'"),
    ('[Event "x"]', 1, 12, "the game ends without a result: expected 1-0, 0-1, 1/2-1/2, *"),
    ("1. 8-a4 8-g6\n\n", 2, 1, "the game ends without a result"),
    ('[Event "x"]\n\n[Event "y"]\n\n*', 3, 1, "before the next game's tags"),
    ('[Result "1-0"]\n\n1. 8-a4 *', 3, 9, "the result is *, but the Result tag says '1-0'"),
    ('[Result "2-0"]\n\n1. 8-a4 1-0', 3, 9, "the result is 1-0, but the Result tag says '2-0'"),
    (f'[FEN "{DEN_NEXT}"]\n\n1. 1-d9 0-1', 3, 9, "the result is 0-1, but the game ended 1-0 by den"),
    (f'[FEN "{DEN_NEXT}"]\n\n1. 1-d9 *', 3, 9, "the result is *, but the game ended 1-0 by den"),
    (f'[FEN "{DEN_NEXT}"]\n\n1. 1-d9 8-e2 1-0', 3, 9, "move 1, Red: the game is over"),
    (f'[FEN "{DEN_NEXT}"]\n[Termination "timeout"]\n\n1. 1-d9 1-0', 2, 15, "ended by den, not by timeout"),
    ('[Termination "den"]\n\n1-0', 1, 15, "the game did not end by den on the board"),
    ('[Termination "boredom"]\n\n1-0', 1, 15, "unknown termination 'boredom'; expected one of: den, capture, no moves"),
    ('[Termination "timeout"]\n\n*', 1, 15, "an ending by timeout, but the result is *"),
    ('[Termination "agreement"]\n\n1-0', 1, 15, "a game cannot end 1-0 by agreement"),
    ('[Termination "resignation"]\n\n1/2-1/2', 1, 15, "a game cannot end 1/2-1/2 by resignation"),
    ('[Game "chess"]\n\n*', 1, 8, "unknown game 'chess'; expected one of: jungle, flip, tiny"),
    ('[Game "flip"]\n[Rules "standard"]\n\n*', 2, 9, "expected a rule set (flip), got 'standard'"),
    ('[Rules "standard"]\n[Deal "4/4/4/4"]\n\n*', 2, 8, "expected 9 ranks"),
    ('[Deal "R6/7/7/7/7/7/7/7/7"]\n\n*', 1, 8, "expected no seed or deal"),
    ('[Game "flip"]\n[FEN "4/4 r 0 -"]\n\n*', 2, 7, "expected 4 ranks"),
    ('[Game "flip"]\n[Deal "tEpD/TPer/wRCl/WcL1"]\n\n*', 2, 8, "expected a deal for the face-down squares"),
    ('[Game "flip"]\n[Deal "tEpD/TPer/wRCl/WcL?"]\n\n*', 2, 8, "expected no face-down pieces"),
    ('[Game "flip"]\n[Deal "tEpD/TPer/wRCl/WcLL"]\n\n*', 2, 8, "Blue has two lions"),
    ('[Game "flip"]\n\n1. b2=T b2b4 *', 3, 9, "move 1, Blue: Blue tiger to b4: it is not next to b2"),
    ('[Game "flip"]\n\n1. b2=T 1. c3=e *', 3, 9, "expected the move number 1..., got 1."),
    ('[Game "flip"]\n\nb2 *', 3, 1, "the deal is unknown"),
    ('[Game "flip"]\n[Deal "tEpD/TPer/wRCl/WcLd"]\n\nb2=T *', 4, 1, "the Blue tiger is not there"),
    ('[Game "flip"]\n\nb2=T hop *', 3, 6, "expected a move like b2, b2=T, b2b3 or 'move cat up'"),
    ('[Game "flip"]\n[Rules "flip:first_flip_decides=yes"]\n\nhop *', 4, 1, "move 1: expected a move like"),
    ('[Game "flip"]\n[Rules "flip:first_flip_decides=yes"]\n\n1-0', 4, 1, "has not decided the colours"),
    ('[Game "tiny"]\n\n1. a1a2 a4a2 *', 3, 9, "move 1, Red: Red elephant to a2: it cannot go there"),
]


def test_errors_have_a_line_and_column() -> None:
    wrong = []
    for text, line, column, message in ERRORS:
        try:
            loads(text)
            wrong.append((text, "was read"))
        except RecordError as error:
            told = str(error)
            if not told.startswith(f"line {line}, column {column}: ") or message not in told or "\n" in told:
                wrong.append((text, told))
    assert not wrong


def test_error_messages_shorten_long_input() -> None:
    word = "x" * 1_000_000
    for text in (
        f"1. {word} *",
        f'[FEN "{word}"]\n\n*',
        f"[{word}\n\n*",
        f"1. 8-a4 * {word}",
        f"1. {'9' * 1_000_000}. *",
    ):
        with pytest.raises(RecordError) as caught:
            loads(text)
        assert len(str(caught.value)) < 500, text[:20]


def test_after_an_error_the_next_game_is_read() -> None:
    good = Record(Game.from_moves(["a3a4"]), {"Event": "good"})
    good.mainline()[0].comment = "fine"
    wrong = []
    for text, *_ in ERRORS:
        errors: list[RecordError] = []
        found = loads(dumps([good]) + text + "\n\n" + dumps([good, good]), on_error=errors.append)
        if found[-2:] != [good, good] or len(errors) != 1 or errors[0].line <= len(dumps([good]).splitlines()):
            wrong.append((text, errors))
    assert not wrong


@settings(max_examples=80, suppress_health_check=FIXTURES)
@given(st.data())
def test_damaged_files_are_reported_and_the_last_game_is_read(data: st.DataObject) -> None:
    good = Record(Game.from_moves(["a3a4"]), {"Event": "last"})
    text = dumps(data.draw(st.lists(records(), min_size=1, max_size=2)))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 10, len(text))))
    damaged = text[:start] + data.draw(NASTY) + text[end:]
    errors: list[RecordError] = []
    found = loads(damaged + "\n\n" + dumps([good]), on_error=errors.append)
    assert found[-1] == good
    lines = damaged.count("\n") + damaged.count("\r") + 3
    assert all(1 <= error.line <= lines and error.column >= 1 for error in errors)


def test_a_file_that_is_not_a_record_is_reported() -> None:
    attempts: list[Callable[[], object]] = [
        lambda: loads(None),  # type: ignore[arg-type]
        lambda: loads(b"*"),  # type: ignore[arg-type]
        lambda: dumps(3),  # type: ignore[arg-type]
        lambda: dumps([None]),  # type: ignore[list-item]
    ]
    for attempt in attempts:
        with pytest.raises(InvalidRecordError, match="expected"):
            attempt()


def test_an_unclosed_comment_ends_at_the_next_tags_after_a_blank_line() -> None:
    text = '1. 8-a4 {no end\n[not a tag yet]\n\nstill inside\n\n[Event "next"]\n\n1. 8-b3 *\n'
    errors: list[RecordError] = []
    assert [record.tags for record in loads(text, on_error=errors.append)] == [{"Event": "next"}]
    assert [(error.line, error.column) for error in errors] == [(1, 9)]


def test_inside_a_comment_a_bracket_without_a_blank_line_before_it_is_text() -> None:
    assert loads('{one\n[Event "two"]\n\nthree} *')[0].root.comment == 'one\n[Event "two"]\n\nthree'


def test_tags_right_after_moves_without_a_result_begin_the_next_game() -> None:
    errors: list[RecordError] = []
    text = '1. 8-a4\n[Event "next"]\n\n1. 8-b3 *\n'
    assert [record.tags for record in loads(text, on_error=errors.append)] == [{"Event": "next"}]
    assert [(error.line, error.column) for error in errors] == [(2, 1)]


def test_the_rest_of_a_broken_game_is_not_read_as_a_game() -> None:
    errors: list[RecordError] = []
    text = 'Event "x"]\n[Site "y"]\n[Round "1"]\n\n1. 8-a4 *\n\n' + dumps([Record(Game())])
    assert loads(text, on_error=errors.append) == [Record(Game())]
    assert len(errors) == 1


@pytest.mark.parametrize("comment", ["{a}", ";a\n", "{a} (1. 8-b3)"])
def test_many_comments_in_one_place_are_read_in_linear_time(comment: str) -> None:
    # If each comment were joined to the ones before it, this would copy tens of gigabytes.
    count = 200_000 if len(comment) < 5 else 20_000
    [record] = loads(f"1. 8-a4 {f'{comment} ' * count}*")
    assert record.mainline()[0].comment == " ".join("a" * count)
