"""Files that are written whole or not at all."""

import os
from pathlib import Path

import pytest

from jungle.whole_files import whole_file, write_whole


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "games.jgn"
    write_whole(path, "old")

    def fail() -> None:
        with whole_file(path) as stream:
            stream.write("new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_one_and_a_mode_is_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "games.jgn", tmp_path / "link"
    write_whole(path, "old")
    path.chmod(0o600)
    link.symlink_to(path)
    write_whole(link, "new")
    assert link.is_symlink()
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o600)


def test_only_ordinary_files_are_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, what in ((tmp_path, "a folder"), (pipe, "no ordinary file")):
        with pytest.raises(OSError, match=f"it is {what}"):
            write_whole(path, "new")
    assert pipe.is_fifo()


def test_line_ends_are_what_they_are(tmp_path: Path) -> None:
    write_whole(tmp_path / "games.csv", "one\r\ntwo\n")
    assert (tmp_path / "games.csv").read_bytes() == b"one\r\ntwo\n"
