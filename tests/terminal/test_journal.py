import errno
import json
import os
from pathlib import Path

import pytest

from jungle.terminal.journal import KEPT, Journal, NothingToResumeError, state_folder

SETTING = {"kind": "jungle", "levels": [None, None]}


def started(folder: Path, *moves: str) -> Journal:
    journal = Journal(folder)
    assert journal.start(SETTING, []) is None
    for move in moves:
        assert journal.move(move) is None
    return journal


def files(folder: Path) -> list[Path]:
    return sorted((folder / "games").glob("*.jsonl"))


def resumed(folder: Path) -> list[str]:
    journal, saved = Journal.last(folder)
    journal.close()
    return saved.moves


@pytest.mark.parametrize(
    ("environment", "platform", "folder"),
    [
        ({"JUNGLE_HOME": "/games", "XDG_STATE_HOME": "/state"}, "linux", "/games"),
        ({"XDG_STATE_HOME": "/state", "LOCALAPPDATA": "/local"}, "linux", "/state/jungle"),
        ({"LOCALAPPDATA": "/local"}, "win32", "/local/jungle"),
        ({"XDG_STATE_HOME": ""}, "linux", str(Path.home() / ".local/state/jungle")),
    ],
)
def test_state_folder(environment: dict[str, str], platform: str, folder: str) -> None:
    assert state_folder(environment, platform) == Path(folder)


def test_nothing_is_written_before_the_first_move(tmp_path: Path) -> None:
    journal = started(tmp_path)
    assert not files(tmp_path)
    assert not journal.is_kept
    journal.move("a3a4")
    assert len(files(tmp_path)) == 1
    assert journal.is_kept


def test_each_move_is_on_disk_at_once(tmp_path: Path) -> None:
    journal = started(tmp_path, "a3a4", "g7g6")
    lines = files(tmp_path)[0].read_text().splitlines()
    assert [json.loads(line).get("move") for line in lines] == [None, "a3a4", "g7g6"]
    journal.close()
    assert resumed(tmp_path) == ["a3a4", "g7g6"]


def test_undo_takes_moves_back(tmp_path: Path) -> None:
    journal = started(tmp_path, "a3a4", "g7g6", "g3g4")
    journal.undo(2)
    journal.move("a7a6")
    journal.close()
    assert resumed(tmp_path) == ["a3a4", "a7a6"]


def test_a_resumed_game_is_written_on(tmp_path: Path) -> None:
    started(tmp_path, "a3a4").close()
    journal, _ = Journal.last(tmp_path)
    journal.move("g7g6")
    journal.close()
    assert resumed(tmp_path) == ["a3a4", "g7g6"]
    assert len(files(tmp_path)) == 1


def test_the_game_played_last_comes_first(tmp_path: Path) -> None:
    older, newer = started(tmp_path, "a3a4"), started(tmp_path, "g3g4")
    older.close()
    newer.close()
    first, second = files(tmp_path)
    played = {path: json.loads(path.read_text().splitlines()[1])["move"] for path in (first, second)}
    os.utime(first, ns=(1, 10**18))
    os.utime(second, ns=(1, 2 * 10**18))
    assert resumed(tmp_path) == [played[second]]
    os.utime(first, ns=(1, 3 * 10**18))
    assert resumed(tmp_path) == [played[first]]


def test_ended_games_are_not_resumed(tmp_path: Path) -> None:
    journal = started(tmp_path, "a3a4")
    journal.end("Blue")
    journal.close()
    with pytest.raises(NothingToResumeError, match="no unfinished game"):
        Journal.last(tmp_path)


def test_a_game_that_ends_without_a_move_leaves_nothing_behind(tmp_path: Path) -> None:
    journal = started(tmp_path)
    assert journal.end("Red") is None
    assert not files(tmp_path)


def test_a_game_open_elsewhere_is_not_resumed(tmp_path: Path) -> None:
    other = started(tmp_path, "a3a4")
    with pytest.raises(NothingToResumeError, match="open in another terminal"):
        Journal.last(tmp_path)
    other.close()
    assert resumed(tmp_path) == ["a3a4"]


def test_another_game_may_be_open(tmp_path: Path) -> None:
    started(tmp_path, "a3a4").close()
    other = started(tmp_path, "g3g4")
    assert resumed(tmp_path) == ["a3a4"]
    other.close()


@pytest.mark.parametrize(
    "damage",
    [
        b'{"move":"g7',
        b'{"move":"g7g6"}',
        b"\xff\xfe\n",
        b"[]\n",
        b'"move"\n',
        b"{}\n",
        b"null\n",
        b'{"undo":"x"}\n',
        b'{"undo":1e999}\n',
        b"[" * 99999 + b"\n",
    ],
)
def test_what_was_cut_off_or_damaged_is_dropped(damage: bytes, tmp_path: Path) -> None:
    started(tmp_path, "a3a4").close()
    path = files(tmp_path)[0]
    whole = path.read_bytes()
    path.write_bytes(whole + damage)
    journal, saved = Journal.last(tmp_path)
    assert saved.moves == ["a3a4"]
    journal.move("a7a6")
    journal.close()
    assert path.read_bytes() == whole + b'{"move":"a7a6"}\n'


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"no journal\n",
        b'{"move":"a3a4"}\n',
        b'{"setting":3,"moves":[]}\n',
        b'{"setting":{},"moves":["a3a4"]}\n',
        b'{"setting":{"kind":"jungle","levels":[]},"moves":["a3a4"]}\n',
        b'{"setting":{"kind":"jungle","levels":[[],{}]},"moves":["a3a4"]}\n',
    ],
)
def test_a_file_that_is_no_journal_is_passed_over(content: bytes, tmp_path: Path) -> None:
    started(tmp_path, "a3a4").close()
    odd = tmp_path / "games" / "odd.jsonl"
    odd.write_bytes(content)
    os.utime(odd, ns=(1, 10**19))
    assert resumed(tmp_path) == ["a3a4"]


def test_without_a_folder_there_is_nothing_to_resume(tmp_path: Path) -> None:
    with pytest.raises(NothingToResumeError, match="no unfinished game"):
        Journal.last(tmp_path / "nowhere")


def test_a_full_disk_is_reported_and_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = started(tmp_path, "a3a4")
    path = files(tmp_path)[0]
    whole = path.read_bytes()
    real_write, calls = os.write, []

    def half_a_write(handle: int, content: bytes) -> int:
        calls.append(len(content))
        if len(calls) % 2:
            return real_write(handle, bytes(content)[:5])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", half_a_write)
        assert journal.move("g7g6") == "No space left on device"
        assert journal.undo(1) == "No space left on device"
        assert not journal.is_kept
    assert journal.move("a7a6") is None
    assert journal.is_kept
    journal.close()
    assert path.read_bytes() == whole + b'{"move":"g7g6"}\n{"undo":1}\n{"move":"a7a6"}\n'


def test_a_file_in_the_place_of_the_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("in the way")
    journal = Journal(tmp_path)
    journal.start(SETTING, [])
    assert journal.move("a3a4") == "File exists"
    journal.close()


def test_old_journals_are_removed_but_not_open_ones(tmp_path: Path) -> None:
    held = started(tmp_path, "a3a4")
    first = files(tmp_path)[0]
    os.utime(first, ns=(1, 1))
    for number in range(KEPT + 5):
        old = tmp_path / "games" / f"old-{number}.jsonl"
        old.write_text("")
        os.utime(old, ns=(2, 2))
    started(tmp_path, "g3g4").close()
    left = files(tmp_path)
    assert len(left) == KEPT + 1
    assert first in left
    held.close()


def test_another_leaves_the_first_to_be_resumed(tmp_path: Path) -> None:
    journal = started(tmp_path, "a3a4")
    second = journal.another()
    second.start(SETTING, ["g3g4"])
    assert resumed(tmp_path) == ["a3a4"]
    second.close()
    assert len(files(tmp_path)) == 2


def test_a_new_file_that_another_game_looks_into_is_left_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locks = iter([False])
    monkeypatch.setattr("jungle.terminal.journal._lock", lambda handle: next(locks, True))
    started(tmp_path, "a3a4").close()
    assert sorted(path.stat().st_size > 0 for path in files(tmp_path)) == [False, True]
    assert resumed(tmp_path) == ["a3a4"]
