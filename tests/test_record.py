"""Records: what is written is read back equal, and what is wrong is named with its place."""

import io
import os
import random
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jungle import GAMERZ, RULES, STANDARD, Game, Position, Reason, Side
from jungle.errors import InvalidRecordError, RecordError, RecordFileError
from jungle.record import Record, dumps, load, loads, read, save, write

DEN_NEXT = "7/3R3/7/7/7/7/7/7/4e2 b"
"""Blue enters the den with 1-d9."""


def random_game(rules: str, seed: int, plies: int, *, first: Side | None = None) -> Game:
    game, rng = Game(rules, first=first), random.Random(seed)
    for _ in range(plies):
        moves = game.legal_moves()
        if not moves:
            break
        captures = [move for move in moves if move.captured is not None]
        game.play(rng.choice(captures or moves))
    return game


def end_game(game: Game, ending: str) -> Game:
    if game.outcome() is None:
        match ending:
            case "resignation":
                game.resign()
            case "enemy resignation":
                game.resign(game.position.side.opponent)
            case "agreement":
                game.agree_draw()
            case "timeout":
                game.time_out()
            case "adjudication":
                game.adjudicate(Side.RED)
            case "adjudicated draw":
                game.adjudicate(None)
    return game


ENDINGS = ("none", "resignation", "enemy resignation", "agreement", "timeout", "adjudication", "adjudicated draw")
TAG_NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: name not in ("Rules", "FEN", "Result", "Termination")
)
NASTY = st.text() | st.text(alphabet='\\"}{\n\r\t []()%nr*\u2028\x85\x0b\ufeff1-0.;', max_size=20)


@st.composite
def records(draw: st.DrawFn) -> Record:
    rules = draw(st.sampled_from(sorted(RULES)))
    first = draw(st.sampled_from([None, Side.RED])) if rules == "standard" else None
    game = random_game(rules, draw(st.integers(0, 999)), draw(st.integers(0, 60)), first=first)
    end_game(game, draw(st.sampled_from(ENDINGS)))
    plies = st.integers(0, len(game))
    return Record(game, draw(st.dictionaries(TAG_NAMES, NASTY, max_size=4)), draw(st.dictionaries(plies, NASTY)))


@settings(max_examples=150)
@given(st.lists(records(), max_size=3))
def test_what_is_written_is_read_back_equal(batch: list[Record]) -> None:
    text = dumps(batch)
    again = loads(text)
    assert again == batch
    assert [list(record.tags) for record in again] == [list(record.tags) for record in batch]
    assert [record.game.rules for record in again] == [record.game.rules for record in batch]
    assert dumps(again) == text


@settings(max_examples=40)
@given(records())
def test_the_writer_keeps_to_lines_of_80_columns_except_for_comments(record: Record) -> None:
    record.comments.clear()
    record.tags.clear()
    _, _, moves = dumps([record]).partition("\n\n")
    lines = moves.rstrip("\n").split("\n")
    assert max(map(len, lines)) <= 80
    for line, following in pairwise(lines):
        word, *rest = following.split()
        token = f"{word} {rest[0]}" if word.endswith(".") else word
        assert len(line) + 1 + len(token) > 80


@pytest.mark.parametrize("rules", sorted(RULES))
def test_a_record_of_a_finished_game_says_how_it_ended(rules: str) -> None:
    game = Game.from_moves(["1-d9"], position=Position.from_fen(DEN_NEXT, rules=rules))
    assert dumps([Record(game, {"Event": 'the "cup"'}, {0: "a {small} one\n", 1: "den"})]) == (
        '[Event "the \\"cup\\""]\n'
        f'[Rules "{rules}"]\n'
        '[FEN "7/3R3/7/7/7/7/7/7/4e2 b 0 1"]\n'
        '[Result "1-0"]\n'
        '[Termination "den"]\n'
        "\n"
        "{a {small\\} one\\n} 1. 1-d9 {den} 1-0\n"
        "\n"
    )


def test_a_game_that_red_begins() -> None:
    record = Record(Game.from_moves(["1-a6", "8-a4", "1-a5"], first=Side.RED))
    text = dumps([record])
    assert "1... 1-a6 2. 8-a4 1-a5 *" in text
    assert '[FEN "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1"]' in text
    assert loads(text) == [record]


def test_house_rules_are_kept() -> None:
    record = Record(Game(replace(STANDARD, quiet_limit=7, jumps_sideways=frozenset())))
    text = dumps([record])
    assert '[Rules "standard:jumps_sideways=-,quiet_limit=7"]' in text
    assert loads(text)[0].game.rules == record.game.rules


def test_the_move_number_of_the_start_is_kept() -> None:
    position = Position.from_fen("7/7/7/e6/7/7/7/7/4E2 r 3 17")
    record = Record(Game.from_moves(["8-a7", "8-e2"], position=position))
    text = dumps([record])
    assert "17... 8-a7 18. 8-e2 *" in text
    assert loads(text) == [record]


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record.game.play("a3a4"),
        lambda record: record.game.resign(),
        lambda record: record.tags.update(Event="other"),
        lambda record: record.comments.update({0: ""}),
    ],
)
def test_records_differ_in_moves_outcome_tags_and_comments(change) -> None:
    record, other = Record(Game(), {"Event": "one"}), Record(Game(), {"Event": "one"})
    assert record == other
    change(other)
    assert record != other


def test_records_differ_in_rules_and_start() -> None:
    assert Record(Game()) != Record(Game(GAMERZ)) != Record(Game(first=Side.RED))
    assert Record(Game()) != "a record"


def test_what_was_undone_is_no_part_of_a_record() -> None:
    game = Game.from_moves(["a3a4"])
    game.undo()
    assert Record(game) == Record(Game())


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (Record(Game(), {"White Player": "x"}), "expected a tag's name of letters, digits and '_', got 'White Player'"),
        (Record(Game(), {"": "x"}), "tag's name"),
        (Record(Game(), {"Result": "1-0"}), "the tag Result comes from the game"),
        (Record(Game(), {"Event": "\udc80"}), "the tag Event holds half a character"),
        (Record(Game(), {}, {1: "too far"}), "a comment after ply 1 in a game of 0 plies"),
        (Record(Game(), {}, {-1: "before"}), "a comment after ply -1"),
        (Record(Game(), {}, {0: "\ud800"}), "the comment after ply 0 holds half a character"),
    ],
)
def test_records_that_no_file_can_hold_are_refused(record: Record, message: str) -> None:
    stream = io.StringIO()
    with pytest.raises(InvalidRecordError) as caught:
        write([Record(Game()), record], stream)
    assert message in str(caught.value)
    assert loads(stream.getvalue()) == [Record(Game())]


@pytest.mark.parametrize(
    ("text", "reason", "winner"),
    [
        ("1. 8-a4 1-0", Reason.ADJUDICATION, Side.BLUE),
        ("1. 8-a4 1/2-1/2", Reason.ADJUDICATION, None),
        ('[Termination "adjudication"]\n\n0-1', Reason.ADJUDICATION, Side.RED),
        ('[Termination "resignation"]\n\n1. 8-a4 1-0', Reason.RESIGNATION, Side.BLUE),
        ('[Termination "resignation"]\n\n1. 8-a4 0-1', Reason.RESIGNATION, Side.RED),
        ('[Termination "timeout"]\n\n0-1', Reason.TIMEOUT, Side.RED),
        ('[Termination "agreement"]\n\n1/2-1/2', Reason.AGREEMENT, None),
        (f'[FEN "{DEN_NEXT}"]\n\n1. 1-d9 1-0', Reason.DEN, Side.BLUE),
    ],
)
def test_endings(text: str, reason: Reason, winner: Side | None) -> None:
    outcome = loads(text)[0].game.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == (reason, winner)


@pytest.mark.parametrize(
    "text",
    [
        '[Event "x"]\r\n[Rules "standard"]\r\n\r\n1. 8-a4 {so\r\nso} 8-g6\r\n2. 8-a5 *\r\n',
        '\ufeff[Event "x"]\n\n1. 8-a4 {so\nso} 8-g6 2. 8-a5 *',
        '\ufeff% made by hand\n[Event "x"]\n\n1. 8-a4 {so\nso} 8-g6 2. 8-a5 *',
        '\n\n  [ Event   "x" ]  \n\t\n\n  1. 8-a4   {so\nso}\n\n8-g6\t2.  8-a5  * \n \n',
        '[Event "x"]\n1.8-a4{so\nso}1...8-G6 2.8-a5 *',
        '[Event "x"]\n% ignored\n\n%ignored {\n8-a4 {so\nso} g7g6 8-a5\n% ignored\n*',
    ],
    ids=["windows line ends", "byte order mark", "mark and %", "blanks", "no spaces, red's number", "no numbers"],
)
def test_files_that_people_and_other_systems_make(text: str) -> None:
    expected = Record(Game.from_moves(["a3a4", "g7g6", "a4a5"]), {"Event": "x"}, {1: "so\nso"})
    assert loads(text) == [expected]
    assert list(read(text.splitlines(keepends=True))) == [expected]


def test_two_comments_in_one_place_become_one() -> None:
    assert loads("{one} {two} 1. {three} 8-a4 {} {} *")[0].comments == {0: "one two three", 1: " "}


def test_inside_a_comment_a_percent_sign_is_text() -> None:
    assert loads("{one\n% two} *")[0].comments == {0: "one\n% two"}


def test_games_need_no_tags_and_no_blank_line_before_tags() -> None:
    text = '1. 8-a4 *\n\n1. 8-b3 *\n[Event "x"]\n\n*'
    assert [[move.uci() for move in record.game.moves] for record in loads(text)] == [["a3a4"], ["a3b3"], []]


@pytest.mark.parametrize("text", ["", "\n \n", "% nothing\n", "\ufeff"])
def test_a_file_without_games(text: str) -> None:
    assert loads(text) == []


ERRORS = [
    ("[Event]\n\n*", 1, 7, "expected \"value\" of the tag Event, got ']'"),
    ('["x"]\n\n*', 1, 2, "expected a tag's name after '['"),
    ('[Event "x]\n\n*', 1, 11, "expected a closing quote of the tag Event, got 'the end of the line'"),
    ('[Event "x"\n\n*', 1, 11, "expected ']' after the tag Event"),
    ('[Event "x"] 1. 8-a4 *', 1, 13, "expected one tag a line, got '1. 8-a4 *'"),
    ('[Event "a\\qb"]\n\n*', 1, 10, "after a backslash, got 'q'"),
    ('[Event "x"]\n[Event "y"]\n\n*', 2, 2, "the tag Event is given twice"),
    ('[Result "*"]\n[Result "*"]\n\n*', 2, 2, "the tag Result is given twice"),
    ('[Event "x"]\n[Rules "chess"]\n\n*', 2, 9, "expected a rule set (standard, gamerz, leiden), got 'chess'"),
    ('[FEN "7/7 b"]\n\n*', 1, 7, "expected 9 ranks separated by '/', got 2"),
    ("1. 8-a5 *", 1, 4, "move 1, Blue: Blue elephant to a5: it does not get there from a3"),
    ("1. 8-a4\n8xg6 *", 2, 1, "move 1, Red: the elephant's move captures nothing: write 8-g6"),
    ("1. 8-a4 8-g6 2. hello *", 1, 17, "move 2, Blue: expected a move like"),
    ("1. 8-a4 2. 8-g6 *", 1, 9, "expected the move number 1..., got 2."),
    ("1. 8-a4 8-g6 3. 8-a5 *", 1, 14, "expected the move number 2., got 3."),
    ("1... 8-a4 *", 1, 1, "expected the move number 1., got 1..."),
    ("1. 1. 8-a4 *", 1, 4, "expected a move after '1.', got '1.'"),
    ("1. *", 1, 4, "expected a move after '1.', got the result *"),
    ("1. 8-a4 * 8-g6", 1, 11, "expected nothing after the result, got '8-g6'"),
    ("1. 8-a4 * {over}", 1, 11, "expected nothing after the result, got '{over}'"),
    ("1. 8-a4 *\n  and on", 2, 3, "expected a blank line after the result on line 1, got 'and on'"),
    ("1. 8-a4 (1. 8-b3) *", 1, 9, "variations are not kept: expected the moves played, got '('"),
    ("1. 8-a4 ) *", 1, 9, "variations are not kept"),
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
    ('[Termination "den"]\n\n1-0', 1, 15, "the moves do not end by den"),
    ('[Termination "boredom"]\n\n1-0', 1, 15, "expected a termination of den, capture, no moves"),
    ('[Termination "timeout"]\n\n*', 1, 15, "an ending by timeout, but the result is *"),
    ('[Termination "agreement"]\n\n1-0', 1, 15, "1-0 cannot come by agreement"),
    ('[Termination "resignation"]\n\n1/2-1/2', 1, 15, "1/2-1/2 cannot come by resignation"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), ERRORS)
def test_what_is_wrong_is_named_with_line_and_column(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text)
    assert (caught.value.line, caught.value.column) == (line, column), caught.value
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("text", "line", "column", "message"), ERRORS)
def test_after_an_error_the_next_game_is_read(text: str, line: int, column: int, message: str) -> None:
    good = Record(Game.from_moves(["a3a4"]), {"Event": "good"}, {1: "fine"})
    errors: list[RecordError] = []
    assert loads(dumps([good]) + text + "\n\n" + dumps([good, good]), on_error=errors.append)[-2:] == [good, good]
    assert errors[0].line > len(dumps([good]).splitlines())
    assert len(errors) == 1


@settings(max_examples=300)
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


def test_an_unclosed_comment_ends_at_the_next_tags_after_a_blank_line() -> None:
    text = '1. 8-a4 {no end\n[not a tag yet]\n\nstill inside\n\n[Event "next"]\n\n1. 8-b3 *\n'
    errors: list[RecordError] = []
    assert [record.tags for record in loads(text, on_error=errors.append)] == [{"Event": "next"}]
    assert [(error.line, error.column) for error in errors] == [(1, 9)]


def test_inside_a_comment_a_bracket_without_a_blank_line_before_it_is_text() -> None:
    assert loads('{one\n[Event "two"]\n\nthree} *')[0].comments == {0: 'one\n[Event "two"]\n\nthree'}


def test_tags_right_after_moves_without_a_result_begin_the_next_game() -> None:
    errors: list[RecordError] = []
    text = '1. 8-a4\n[Event "next"]\n\n1. 8-b3 *\n'
    assert [record.tags for record in loads(text, on_error=errors.append)] == [{"Event": "next"}]
    assert [(error.line, error.column) for error in errors] == [(2, 1)]


def test_the_rest_of_a_broken_game_is_not_taken_for_a_game() -> None:
    errors: list[RecordError] = []
    text = 'Event "x"]\n[Site "y"]\n[Round "1"]\n\n1. 8-a4 *\n\n' + dumps([Record(Game())])
    assert loads(text, on_error=errors.append) == [Record(Game())]
    assert len(errors) == 1


def big_stream(games: int) -> Iterator[str]:
    lines = dumps([Record(random_game("standard", 1, 12), {"Event": "big"}, {3: "c" * 200})]).splitlines(keepends=True)
    for _ in range(games):
        yield from lines


def peak_of_reading(games: int) -> int:
    tracemalloc.start()
    try:
        assert sum(1 for _ in read(big_stream(games))) == games
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


class Sink(io.TextIOBase):
    """A stream that counts and forgets."""

    size = 0

    def write(self, text: str) -> int:
        self.size += len(text)
        return len(text)


def test_reading_and_writing_hold_one_game_in_memory() -> None:
    one = peak_of_reading(20)
    # Six hundred games take some megabytes; what else runs in the process may take a little meanwhile.
    assert peak_of_reading(600) < one + 500_000
    sink = Sink()
    tracemalloc.start()
    try:
        write(read(big_stream(600)), sink)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert sink.size == sum(map(len, big_stream(600)))
    assert peak < one + 500_000


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_hundred_thousand_games_do_not_live_in_memory() -> None:
    line = "1. 8-a4 8-g6 *\n\n"
    tracemalloc.start()
    try:
        stream = ('[Event "big"]\n\n' if half else line for _ in range(100_000) for half in (True, False))
        assert sum(1 for _ in read(stream)) == 100_000
        assert tracemalloc.get_traced_memory()[1] < 3_000_000
    finally:
        tracemalloc.stop()


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "games.jgn"
    batch = [Record(random_game(rules, 5, 30), {"Event": "斗兽棋"}) for rules in RULES]
    save(path, iter(batch))
    assert list(load(path)) == batch
    assert b"\r" not in path.read_bytes()
    save(path, (record for record in load(path)))
    assert list(load(str(path))) == batch
    assert list(tmp_path.iterdir()) == [path]


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jgn"
    save(path, [Record(Game())])
    before = path.read_bytes()
    with pytest.raises(InvalidRecordError):
        save(path, [Record(Game()), Record(Game(), {"a b": ""})])
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_save_keeps_links_and_permissions(tmp_path: Path) -> None:
    path, link = tmp_path / "games.jgn", tmp_path / "link.jgn"
    save(path, [])
    path.chmod(0o640)
    link.symlink_to(path)
    save(link, [Record(Game())])
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(load(path)) == [Record(Game())]


@pytest.mark.skipif(os.name == "nt", reason="POSIX files")
def test_save_replaces_nothing_but_ordinary_files(tmp_path: Path) -> None:
    pipe, loop = tmp_path / "pipe", tmp_path / "loop"
    os.mkfifo(pipe)
    with pytest.raises(RecordFileError, match=r"cannot write .*pipe: it is no ordinary file"):
        save(pipe, [])
    assert pipe.is_fifo()
    with pytest.raises(RecordFileError, match=r"cannot write .*: it is a folder"):
        save(tmp_path, [])
    loop.symlink_to(loop)
    save(loop, [Record(Game())])
    assert list(load(loop)) == [Record(Game())]


def test_files_that_cannot_be_opened_are_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing" / "games.jgn"
    with pytest.raises(RecordFileError, match=r"cannot read .*games\.jgn: No such file") as caught:
        list(load(missing))
    assert "\n" not in str(caught.value)
    with pytest.raises(RecordFileError, match=r"cannot write .*games\.jgn: No such file"):
        save(missing, [])
    with pytest.raises(RecordFileError, match="cannot write"):
        save(tmp_path, [])
    with pytest.raises(RecordFileError, match=r"cannot read .*missing"):
        save(tmp_path / "copy.jgn", load(missing))
    assert list(tmp_path.iterdir()) == []


def test_bytes_that_are_not_utf_8_are_named_and_the_next_game_is_read(tmp_path: Path) -> None:
    path = tmp_path / "latin.jgn"
    good = dumps([Record(Game(), {"Event": "ü"})]).encode()
    path.write_bytes(b'[Event "x"]\n[Site "M\xfcnchen"]\n\n*\n\n' + good + b"1. 8-a4 {caf\xe9} *\n\n" + good)
    with pytest.raises(RecordError, match=r"latin\.jgn: line 2, column 9: expected UTF-8, got the byte 0xfc"):
        list(load(path))
    errors: list[RecordError] = []
    assert [record.tags for record in load(path, on_error=errors.append)] == [{"Event": "ü"}] * 2
    assert [(error.line, error.column, error.source) for error in errors] == [(2, 9, str(path)), (12, 13, str(path))]
