"""The journal: nothing lost, nothing twice, and no two runs in one folder."""

import errno
import json
import re
from pathlib import Path
from unittest.mock import patch

import pytest

from jungle.arena.errors import ArenaError
from jungle.arena.games import GameJob, GameResult, Opening
from jungle.arena.journal import JOURNAL_FILE, RunJournal, state_folder
from jungle.outcome import Reason
from jungle.pieces import Side

RUN = {"seed": 1, "players": ["random", "greedy"]}


def result(pair: int, leg: int = 0) -> GameResult:
    job = GameJob(0, pair, leg, (leg, 1 - leg), Opening(), f"1 0 {pair} {leg}")
    return GameResult(job=job, line="a3a4 g7g6", winner=0, first=Side.BLUE, ending=Reason.DEN)


def test_added_games_are_read_back(tmp_path: Path) -> None:
    with RunJournal(tmp_path, RUN) as journal:
        journal.add_results([result(0), result(0, 1)])
        journal.add_results([result(1)])
    with RunJournal(tmp_path, RUN) as journal:
        assert list(journal.results.values()) == [result(0), result(0, 1), result(1)]


def test_no_game_counts_twice(tmp_path: Path) -> None:
    with RunJournal(tmp_path, RUN) as journal:
        journal.add_results([result(0)])
        journal.add_results([result(0), result(1)])
    lines = (tmp_path / JOURNAL_FILE).read_text().splitlines()
    assert len(lines) == 3
    (tmp_path / JOURNAL_FILE).write_text("\n".join([*lines, lines[1], ""]))
    with RunJournal(tmp_path, RUN) as journal:
        assert len(journal.results) == 2


def test_a_journal_truncated_anywhere_can_be_continued(tmp_path: Path) -> None:
    with RunJournal(tmp_path, RUN) as journal:
        journal.add_results([result(0), result(1)])
    path = tmp_path / JOURNAL_FILE
    whole = path.read_bytes()
    head, second, _ = (match.end() for match in re.finditer(b"\n", whole))
    for length in (head, head + 1, second - 1, second, second + 1, len(whole) - 1, len(whole)):
        path.write_bytes(whole[:length])
        with RunJournal(tmp_path, RUN) as journal:
            assert len(journal.results) == whole[head:length].count(b"\n")
            journal.add_results([result(0), result(1)])
        assert path.read_bytes() == whole


def test_another_run_is_refused_by_name(tmp_path: Path) -> None:
    with RunJournal(tmp_path, RUN) as journal:
        journal.add_results([result(0)])
    with pytest.raises(ArenaError, match="seed is 1 there and 2 here"):
        RunJournal(tmp_path, RUN | {"seed": 2})
    with RunJournal(tmp_path, RUN | {"seed": 2}, restart=True) as journal:
        assert not journal.results


def test_a_run_without_games_does_not_block_another(tmp_path: Path) -> None:
    RunJournal(tmp_path, RUN).close()
    with RunJournal(tmp_path, RUN | {"seed": 2}) as journal:
        journal.add_results([result(0)])
    with RunJournal(tmp_path, RUN | {"seed": 2}) as journal:
        assert len(journal.results) == 1


def test_a_full_disk_is_reported(tmp_path: Path) -> None:
    with RunJournal(tmp_path, RUN) as journal:
        full = patch("jungle.storage.journal.os.write", side_effect=OSError(errno.ENOSPC, "No space left"))
        with full, pytest.raises(ArenaError, match="No space left"):
            journal.add_results([result(0)])
        assert not journal.results
        journal.add_results([result(1)])
    with RunJournal(tmp_path, RUN) as journal:
        assert list(journal.results.values()) == [result(1)]


def test_restart_forgets_earlier_results(tmp_path: Path) -> None:
    with RunJournal(tmp_path, RUN) as journal:
        journal.add_results([result(0)])
    with RunJournal(tmp_path, RUN, restart=True) as journal:
        assert not journal.results


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    with RunJournal(tmp_path, RUN), pytest.raises(ArenaError, match="another run is using"):
        RunJournal(tmp_path, RUN)
    RunJournal(tmp_path, RUN).close()


@pytest.mark.parametrize("damage", ["not a journal\n", "", '{"jungle-arena": 99, "run": {}}\n', "[1]\n"])
def test_a_file_that_is_not_a_journal_is_left_alone(tmp_path: Path, damage: str) -> None:
    path = tmp_path / JOURNAL_FILE
    path.write_text(damage)
    with pytest.raises(ArenaError, match="is not an arena journal"):
        RunJournal(tmp_path, RUN)
    assert path.read_text() == damage


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    with RunJournal(tmp_path, RUN) as journal:
        journal.add_results([result(0), result(1)])
    path = tmp_path / JOURNAL_FILE
    lines = path.read_text().splitlines()
    lines[1] = json.dumps({"pairing": 0})
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(ArenaError, match="damaged in line 2"):
        RunJournal(tmp_path, RUN)


def test_a_file_in_place_of_the_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match="cannot keep a journal"):
        RunJournal(tmp_path / "file", RUN)


def test_a_run_without_a_folder_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUNGLE_HOME", str(tmp_path))
    folder = state_folder("abc")
    assert folder == tmp_path / "arena" / "abc"
    RunJournal(folder, RUN).remove()
    assert not folder.exists()
