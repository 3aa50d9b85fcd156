"""Games that outlive the window, in the same files as those of the terminal."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from jungle import storage
from jungle.boardgame import BoardGame
from jungle.desktop.live_game import LiveGame
from jungle.desktop.saves import Autosave, Library
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.language import Language, Speaker
from jungle.record import load

SAY = Speaker(Language.ENGLISH)


def live_game(game: BoardGame, *players: str | None, **options: str) -> LiveGame:
    blue, red = players or (None, None)
    return LiveGame(game, (blue, red), SAY, judging=False, **options)  # type: ignore[arg-type]


@pytest.fixture
def autosave(tmp_path: Path) -> Iterator[Autosave]:
    autosave = Autosave(tmp_path / "games")
    yield autosave
    autosave.close()


def kept(autosave: Autosave) -> storage.SavedGame:
    """The game as another program would find it after a crash."""
    autosave.flush()
    copy = autosave.folder.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(autosave.folder, copy)
    [saved] = storage.unfinished(copy)
    return saved


def test_a_game_is_read_back_as_it_was(autosave: Autosave) -> None:
    live = live_game(Game.from_moves(["a3a4", "g7g6", "a4a5"], "gamerz"), None, "hard", pace="fast")
    live.turned = True
    autosave.keep(live)
    saved = kept(autosave)
    assert saved.game == live.game
    assert saved.game.rules.name == "gamerz"
    assert saved.players == (None, "hard")
    assert saved.setting == {"pace": "fast", "turned": True}


def test_a_face_down_game_keeps_what_lies_hidden(autosave: Autosave) -> None:
    live = live_game(FlipGame.from_moves(["b2", "c3", "a1"], seed=2), "rat-first", None)
    autosave.keep(live)
    saved = kept(autosave)
    assert saved.game.faces() == live.game.faces()
    assert [saved.game.play("d4"), saved.game.play("d1")] == [live.game.play("d4"), live.game.play("d1")]


@pytest.mark.parametrize("seed", range(4))
def test_players_keep_their_colours_where_the_first_flip_decided_them(autosave: Autosave, seed: int) -> None:
    live = live_game(FlipGame(seed=seed, first_flip_decides=True), "random", None)
    live.hand.press(0)
    live.hand.release(0)
    autosave.keep(live)
    saved = kept(autosave)
    assert saved.players == live.players
    assert live_game(saved.game, *saved.players).places == ("random", None)


def test_moves_undo_and_redo_are_followed_and_what_is_over_is_no_longer_offered(autosave: Autosave) -> None:
    assert autosave.newest() is None
    live = live_game(Game())
    for change in (
        lambda: live.game.play("a3a4"),
        lambda: live.game.play("g7g6"),
        live.game.undo,
        lambda: live.game.play("a7a6"),
        live.game.undo,
        live.game.redo,
        lambda: live.game.play("a4a5"),
    ):
        change()
        autosave.keep(live)
    assert [move.uci() for move in kept(autosave).game.moves] == ["a3a4", "a7a6", "a4a5"]
    live.resign()
    autosave.keep(live)
    autosave.release()
    assert autosave.newest() is None
    # Taking the resignation back resumes the game.
    live.undo()
    autosave.keep(live)
    autosave.release()
    saved = autosave.newest()
    assert saved is not None
    assert saved.game == live.game


def test_nothing_is_written_before_there_is_a_move(autosave: Autosave) -> None:
    autosave.keep(live_game(Game()))
    autosave.flush()
    assert not autosave.folder.exists()


def test_a_game_left_in_the_terminal_is_resumed_here_and_the_other_way_round(autosave: Autosave) -> None:
    terminal = storage.GameJournal.create(autosave.folder, Game(), (None, "easy"))
    game = Game()
    terminal.moved(game.play("a3a4"))
    assert autosave.newest() is None  # It is open there.
    terminal.close()
    newest = autosave.newest()
    assert newest is not None
    saved = autosave.resume(newest.path)
    live = live_game(saved.game, *saved.players)
    live.game.play("g7g6")
    autosave.keep(live)
    autosave.release()
    autosave.flush()
    journal, again = storage.resume(autosave.folder)
    journal.close()
    assert [move.uci() for move in again.game.moves] == ["a3a4", "g7g6"]
    assert again.players == (None, "easy")


def test_a_full_disk_is_told_and_the_game_goes_on(autosave: Autosave) -> None:
    autosave.folder.write_text("a file where the folder should be")
    live = live_game(Game.from_moves(["a3a4"]))
    autosave.keep(live)
    autosave.flush()
    assert autosave.trouble
    autosave.folder.unlink()
    live.game.play("g7g6")
    autosave.keep(live)
    assert len(kept(autosave).game) == 2
    assert autosave.trouble is None


def test_saved_games_are_records_that_others_read(tmp_path: Path) -> None:
    library = Library(tmp_path / "games")
    assert library.games() == ([], [])
    games: list[BoardGame] = [
        Game.from_moves(["a3a4"]),
        Game.from_moves(["a3a4", "g7g6"]),
        FlipGame.from_moves(["b2", "c3", "a1"], seed=2),
    ]
    paths = [library.save(live_game(game, None, "medium")) for game in games]
    assert len(set(paths)) == len(games)
    for path, game in zip(paths, games, strict=True):
        [record] = load(path)
        assert record.game == game
        assert record.game.faces() == game.faces()
        assert record.tags["Red"] == "medium"
        assert record.tags["Date"] == time.strftime("%Y.%m.%d")
    listed, faults = library.games()
    assert sorted(game.plies for game in listed) == [1, 2, 3]
    assert faults == []


def test_a_record_with_variations_is_listed_with_the_game_that_was_played(tmp_path: Path) -> None:
    (tmp_path / "notes.jgn").write_text("1. 8-a4 (1. 8-b3 {why} 8-g6 (1... 8-f7)) 1... 8-g6 *\n")
    [game], faults = Library(tmp_path).games()
    assert (game.plies, faults) == (2, [])


def test_a_broken_record_is_named_and_the_others_listed(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.save(live_game(Game.from_moves(["a3a4"])))
    (tmp_path / "broken.jgn").write_text('[Event "x"]\n\n1. 9-z9 *\n')
    (tmp_path / "binary.jgn").write_bytes(b"\xff\x00\xfe")
    (tmp_path / "gone.jgn").symlink_to(tmp_path / "nowhere")
    games, faults = library.games()
    assert len(games) == 1
    assert len(faults) == 3
    assert all(any(name in fault for fault in faults) for name in ("broken.jgn", "binary.jgn", "gone.jgn"))


KILLED = """
import sys
from pathlib import Path
from jungle.desktop.live_game import LiveGame
from jungle.desktop.saves import Autosave
from jungle.game import Game
from jungle.language import Language, Speaker
live = LiveGame(Game(), (None, None), Speaker(Language.ENGLISH))
autosave = Autosave(Path(sys.argv[1]))
while True:
    for move in ("a3a4", "g7g6", "a4a3", "g6g7"):
        live.game.play(move)
        autosave.keep(live)
        autosave.flush()
        print(move, flush=True)
    for _ in range(3):
        live.game.undo()
    autosave.keep(live)
    live.game.undo()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_at_any_moment_the_game_is_there(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)], env=os.environ | {"PYTHONPATH": ""}, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    for _ in range(7):
        process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    saved = Autosave(tmp_path).newest()
    assert saved is not None
    assert 1 <= len(saved.game) <= 4
    [path] = tmp_path.iterdir()
    assert all(json.loads(line) for line in path.read_text().splitlines()[:-1])
