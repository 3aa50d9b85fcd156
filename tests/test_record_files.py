"""Records in streams and files."""

import io
import os
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from jungle import Game
from jungle.board_game import BoardGame
from jungle.errors import InvalidRecordError, RecordError, RecordFileError
from jungle.record import Record, dumps, load, read, save, write
from tests.random_games import random_game
from tests.random_records import SETTINGS


@pytest.fixture(autouse=True)
def _third_game(third_game: type[BoardGame]) -> None:
    """Records of a game the library does not know are written and read too."""


def big_stream(games: int) -> Iterator[str]:
    record = Record(random_game("jungle", None, 1, 12), {"Event": "big"})
    record.mainline()[2].comment = "c" * 200
    lines = dumps([record]).splitlines(keepends=True)
    for _ in range(games):
        yield from lines


def peak_of_reading(games: int) -> int:
    tracemalloc.start()
    try:
        assert sum(1 for _ in read(big_stream(games))) == games
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


class Sink(io.StringIO):
    """A stream that counts and discards."""

    size = 0

    def write(self, text: str, /) -> int:
        self.size += len(text)
        return len(text)


def test_reading_and_writing_hold_one_game_in_memory() -> None:
    one = peak_of_reading(5)
    # A hundred games take more than a megabyte; other parts of the process may allocate a little.
    assert peak_of_reading(100) < one + 500_000
    sink = Sink()
    tracemalloc.start()
    try:
        write(read(big_stream(100)), sink)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert sink.size == sum(map(len, big_stream(100)))
    assert peak < one + 500_000


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_hundred_thousand_games_do_not_stay_in_memory() -> None:
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
    batch = [Record(random_game(kind, rules, 5, 30), {"Event": "斗兽棋"}) for kind, rules in SETTINGS]
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
    with pytest.raises(RecordFileError, match=r"cannot write .*pipe: it is not a regular file"):
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
