"""Games that outlive the window."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jungle.desktop.brains import LevelBrain
from jungle.desktop.contests import JungleContest
from jungle.desktop.flip_contest import FlipContest, StrategyBrain
from jungle.desktop.folders import Folders
from jungle.desktop.saves import Autosave, BrokenSaveError, Library, keep_text, parse_keep
from jungle.desktop.seats import Seating
from jungle.desktop.table import Table
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.language import Language, Speaker
from jungle.record import load

SAY = Speaker(Language.ENGLISH)


def jungle_table(*moves: str, rules: str = "standard", **seats: str) -> Table:
    return Table(JungleContest(Game.from_moves(moves, rules)), Seating(**seats), SAY, brain=LevelBrain)


def flip_table(*moves: str) -> Table:
    game = FlipGame(seed=2)
    for move in moves:
        game.play(move)
    return Table(FlipContest(game), Seating(blue="rat-first"), SAY, brain=StrategyBrain)


def test_a_game_is_read_back_as_it_was() -> None:
    table = jungle_table("a3a4", "g7g6", "a4a5", rules="gamerz", red="hard", pace="fast")
    table.turned = True
    keep = parse_keep(keep_text(table))
    assert isinstance(keep.contest, JungleContest)
    assert keep.contest.game.moves == table.contest.game.moves  # type: ignore[attr-defined]
    assert keep.contest.game.rules.name == "gamerz"
    assert (keep.seating, keep.turned) == (table.seating, True)


def test_a_face_down_game_keeps_what_lies_hidden() -> None:
    table = flip_table("b2", "c3", "a1")
    keep = parse_keep(keep_text(table))
    assert isinstance(keep.contest, FlipContest)
    assert isinstance(table.contest, FlipContest)
    assert keep.contest.game.deal == table.contest.game.deal
    assert keep.contest.faces(3) == table.contest.faces(3)


def test_autosave_keeps_the_latest_and_forgets_what_is_over(folders: Folders) -> None:
    autosave = Autosave(folders.state)
    assert autosave.load() is None
    table = jungle_table()
    for move in ("a3a4", "g7g6", "a4a5"):
        table.contest.game.play(move)  # type: ignore[attr-defined]
        autosave.keep(table)
    keep = Autosave(folders.state).load() if autosave.flush() is None else None
    assert keep is not None
    assert len(keep.contest) == 3
    table.resign()
    autosave.keep(table)
    autosave.close()
    assert not autosave.exists()


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", "[" * 100_000, '{"version": 9}',
     '{"version": 1, "blue": "human", "red": "god", "pace": "fast", "turned": false, "record": "*"}',
     '{"version": 1, "blue": "human", "red": "human", "pace": "fast", "turned": false, "record": "1. 9-z9 *"}',
     '{"version": 1, "blue": "human", "red": "human", "pace": "warp", "turned": false, "record": "*"}'],
)  # fmt: skip
def test_a_broken_autosave_is_set_aside(folders: Folders, content: str) -> None:
    autosave = Autosave(folders.state)
    folders.state.mkdir()
    autosave.path.write_text(content)
    with pytest.raises(BrokenSaveError):
        autosave.load()
    assert autosave.load() is None
    assert [path.read_text() for path in folders.state.iterdir()] == [content]


def test_a_full_disk_is_told_and_the_game_goes_on(folders: Folders) -> None:
    folders.state.write_text("a file where the folder should be")
    autosave = Autosave(folders.state)
    autosave.keep(jungle_table("a3a4"))
    autosave.flush()
    assert autosave.trouble
    autosave.close()


def test_saved_games_are_records_that_others_read(folders: Folders) -> None:
    library = Library(folders.games)
    assert library.list() == ([], [])
    first = library.save(jungle_table("a3a4", red="medium"))
    second = library.save(jungle_table("a3a4", "g7g6"))
    assert first != second
    [record] = load(first)
    assert record.tags["Red"] == "medium"
    games, faults = library.list()
    assert sorted(len(game.record.game) for game in games) == [1, 2]
    assert faults == []


def test_a_broken_record_is_named_and_the_others_listed(folders: Folders) -> None:
    library = Library(folders.games)
    library.save(jungle_table("a3a4"))
    (folders.games / "broken.jgn").write_text('[Event "x"]\n\n1. 9-z9 *\n')
    (folders.games / "binary.jgn").write_bytes(b"\xff\x00\xfe")
    games, faults = library.list()
    assert len(games) == 1
    assert len(faults) == 2
    assert any("broken.jgn" in fault for fault in faults)


def test_a_link_that_leads_nowhere_hides_no_games(folders: Folders) -> None:
    library = Library(folders.games)
    library.save(jungle_table("a3a4"))
    (folders.games / "gone.jgn").symlink_to(folders.games / "nowhere")
    games, faults = library.list()
    assert len(games) == 1
    assert "gone.jgn" in faults[0]


KILLED = """
import os, sys, time
from pathlib import Path
from jungle.desktop.saves import Autosave
from jungle.desktop.contests import JungleContest
from jungle.desktop.seats import Seating
from jungle.desktop.table import Table
from jungle.desktop.brains import LevelBrain
from jungle.game import Game
from jungle.language import Language, Speaker
game = Game()
table = Table(JungleContest(game), Seating(), Speaker(Language.ENGLISH), brain=LevelBrain)
autosave = Autosave(Path(sys.argv[1]))
while True:
    for move in ("a3a4", "g7g6", "a4a3", "g6g7"):
        game.play(move)
        autosave.keep(table)
        time.sleep(0.002)
    for _ in range(4):
        game.undo()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_at_any_moment_the_autosave_is_whole(folders: Folders) -> None:
    for wait in (0.02, 0.05, 0.11):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(folders.state)], env=os.environ | {"PYTHONPATH": ""}
        )
        path = folders.state / "desktop-game.json"
        end = time.monotonic() + 30
        while not path.exists() and time.monotonic() < end:
            time.sleep(0.005)
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.wait()
        keep = Autosave(folders.state).load()
        assert keep is not None
        assert len(keep.contest) <= 4


def test_no_half_written_files_are_left_in_the_way(folders: Folders, tmp_path: Path) -> None:
    autosave = Autosave(folders.state)
    autosave.keep(jungle_table("a3a4"))
    autosave.close()
    assert [path.name for path in folders.state.iterdir()] == ["desktop-game.json"]
