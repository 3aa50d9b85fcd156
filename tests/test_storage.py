"""Folders, whole files, locks and append-only journals."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from jungle.storage import Journal, LockedError, atomic_open, folder, lock, quarantine, write_atomically

HOME = Path.home()


@pytest.mark.parametrize(
    ("kind", "environment", "platform", "expected"),
    [
        ("games", {"JUNGLE_HOME": "/here", "XDG_STATE_HOME": "/state"}, "linux", "/here/games"),
        ("settings", {"JUNGLE_HOME": "/here", "XDG_CONFIG_HOME": "/config"}, "linux", "/here"),
        ("games", {"XDG_STATE_HOME": "/state", "LOCALAPPDATA": "/local"}, "linux", "/state/jungle/games"),
        ("settings", {"XDG_STATE_HOME": "/state", "XDG_CONFIG_HOME": "/config"}, "linux", "/config/jungle"),
        ("arena", {"LOCALAPPDATA": "/local"}, "win32", "/local/jungle/arena"),
        ("settings", {"LOCALAPPDATA": "/local"}, "win32", "/local/jungle"),
        ("games", {"XDG_STATE_HOME": "", "JUNGLE_HOME": ""}, "linux", f"{HOME}/.local/state/jungle/games"),
        ("settings", {}, "linux", f"{HOME}/.config/jungle"),
        ("games", {}, "darwin", f"{HOME}/Library/Application Support/jungle/games"),
    ],
)
def test_each_system_has_its_own_folders(kind: str, environment: dict[str, str], platform: str, expected: str) -> None:
    assert folder(kind, environment, platform) == Path(expected)


def test_a_failed_write_leaves_only_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jgn"
    write_atomically(path, "old")

    def fail() -> None:
        with atomic_open(path) as stream:
            stream.write("new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_links_and_file_modes_are_preserved(tmp_path: Path) -> None:
    path, link = tmp_path / "games.jgn", tmp_path / "link"
    write_atomically(path, "old")
    path.chmod(0o600)
    link.symlink_to(path)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o600)


def test_only_ordinary_files_are_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, what in ((tmp_path, "a folder"), (pipe, "not a regular file")):
        with pytest.raises(OSError, match=f"it is {what}"):
            write_atomically(path, "new")
    assert pipe.is_fifo()


def test_line_endings_are_preserved(tmp_path: Path) -> None:
    write_atomically(tmp_path / "games.csv", "one\r\ntwo\n")
    assert (tmp_path / "games.csv").read_bytes() == b"one\r\ntwo\n"


def test_broken_files_are_renamed_and_none_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    for number in (1, 2):
        path.write_text(f"broken {number}")
        assert quarantine(path) == tmp_path / f"settings.broken-{number}.json"
    assert sorted(file.read_text() for file in tmp_path.iterdir()) == ["broken 1", "broken 2"]


def test_a_lock_has_one_holder_until_it_is_closed(tmp_path: Path) -> None:
    with lock(tmp_path / "lock"), pytest.raises(LockedError, match="in use"):
        lock(tmp_path / "lock")
    lock(tmp_path / "lock").close()


def test_a_lock_is_released_when_its_process_ends(tmp_path: Path) -> None:
    holder = f"from pathlib import Path; from jungle.storage import lock; h = lock(Path({str(tmp_path / 'lock')!r}))"
    waiting = subprocess.Popen(
        [sys.executable, "-c", f"{holder}; print('held', flush=True); input()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with waiting:
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == b"held\n"
        with pytest.raises(LockedError):
            lock(tmp_path / "lock")
        waiting.kill()
    lock(tmp_path / "lock").close()


def test_a_journal_is_read_back(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal", new=True) as journal:
        journal.add({"first": 1}, {"second": "二"})
        journal.add({"third": None})
    with Journal(tmp_path / "journal") as journal:
        assert b"".join(journal.lines) == (tmp_path / "journal").read_bytes()
        assert [line.startswith(b'{"') for line in journal.lines] == [True] * 3


def test_creating_a_journal_replaces_nothing_and_opening_needs_a_file(tmp_path: Path) -> None:
    Journal(tmp_path / "journal", new=True).close()
    with pytest.raises(FileExistsError):
        Journal(tmp_path / "journal", new=True)
    with pytest.raises(FileNotFoundError):
        Journal(tmp_path / "other")


def test_a_second_process_cannot_open_a_journal(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal", new=True), pytest.raises(LockedError, match="open elsewhere"):
        Journal(tmp_path / "journal")


def test_a_truncated_line_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(b"1\n2\n[3, 4")
    with Journal(path) as journal:
        assert journal.lines == [b"1\n", b"2\n"]
        journal.add(3)
    assert path.read_bytes() == b"1\n2\n3\n"


def test_garbled_lines_are_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(b"1\nnonsense\n2\n")
    with Journal(path) as journal:
        journal.keep(1)
        assert path.read_bytes() == b"1\nnonsense\n2\n"
        journal.add(3)
    assert path.read_bytes() == b"1\n3\n"


def test_a_full_disk_leaves_a_valid_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real_write, calls = os.write, []

    def half_a_write(handle: int, content: bytes) -> int:
        calls.append(len(content))
        if len(calls) % 2:
            return real_write(handle, bytes(content)[:3])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with Journal(tmp_path / "journal", new=True) as journal:
        journal.add("before")
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", half_a_write)
            with pytest.raises(OSError, match="No space left"):
                journal.add("lost")
        journal.add("after")
    assert (tmp_path / "journal").read_bytes() == b'"before"\n"after"\n'


def test_a_deleted_journal_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal"
    path.write_bytes(b"1\n")

    def lock_late(handle: int) -> bool:
        path.unlink()
        return True

    monkeypatch.setattr("jungle.storage.journal.lock_handle", lock_late)
    with pytest.raises(LockedError):
        Journal(path)
