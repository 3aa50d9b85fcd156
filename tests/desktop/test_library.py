"""The library: records that other programs read and games from the terminal, in one folder."""

import time
from pathlib import Path

from jungle import storage
from jungle.board_game import BoardGame
from jungle.desktop.library import Library, as_live
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.pieces import Side
from jungle.play import LiveGame
from jungle.record import load


def test_saved_games_are_records_that_others_read(tmp_path: Path) -> None:
    library = Library(tmp_path / "games")
    assert library.games() == ([], [])
    games: list[BoardGame] = [
        Game.from_moves(["a3a4"]),
        Game.from_moves(["a3a4", "g7g6"]),
        FlipGame.from_moves(["b2", "c3", "a1"], seed=2),
    ]
    paths = [library.save(LiveGame(game, (None, "medium"))) for game in games]
    assert len(set(paths)) == len(games)
    for path, game in zip(paths, games, strict=True):
        [record] = load(path)
        assert record.game == game
        assert record.game.faces() == game.faces()
        assert record.tags["Red" if game.first is Side.BLUE else "Blue"] == "medium"
        assert record.tags["Date"] == time.strftime("%Y.%m.%d")
    listed, faults = library.games()
    assert sorted(game.plies for game in listed) == [1, 2, 3]
    assert faults == []


def test_a_broken_record_is_named_and_the_others_listed(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.save(LiveGame(Game.from_moves(["a3a4"])))
    (tmp_path / "broken.jgn").write_text('[Event "x"]\n\n1. 9-z9 *\n')
    (tmp_path / "binary.jgn").write_bytes(b"\xff\x00\xfe")
    (tmp_path / "gone.jgn").symlink_to(tmp_path / "nowhere")
    games, faults = library.games()
    assert len(games) == 1
    assert len(faults) == 3
    assert all(any(name in fault for fault in faults) for name in ("broken.jgn", "binary.jgn", "gone.jgn"))


def test_a_record_with_variations_is_listed_with_the_game_that_was_played(tmp_path: Path) -> None:
    (tmp_path / "notes.jgn").write_text("1. 8-a4 (1. 8-b3 {why} 8-g6 (1... 8-f7)) 1... 8-g6 *\n")
    [game], faults = Library(tmp_path).games()
    assert (game.plies, faults) == (2, [])


def test_games_can_be_resumed_across_terminal_and_window(tmp_path: Path) -> None:
    terminal = LiveGame(Game(), (None, "easy"), folder=tmp_path)
    terminal.play("a3a4")
    terminal.flush()
    library = Library(tmp_path)
    assert library.newest() is None  # It is open there.
    terminal.close()
    newest = library.newest()
    assert newest is not None
    assert [move.uci() for move in newest.game.moves] == ["a3a4"]
    assert storage.archive(tmp_path)[0].players == (None, "easy")


def test_a_listed_game_has_its_players_and_names_in_their_seats(tmp_path: Path) -> None:
    for seed in range(6):
        folder = tmp_path / str(seed)
        live = LiveGame(
            FlipGame(seed=seed, first_flip_decides=True), (None, "random"), folder=folder, names=("Ann", "")
        )
        live.play("a1")
        live.close()
        [listed], _ = Library(folder).games()
        first = live.game.first
        assert first is not None
        assert (listed.players[first], listed.names[first]) == (None, "Ann")
        again = as_live(listed)
        assert (again.seats, again.names) == (live.seats, live.names)
        again.close()


def test_looking_at_a_record_leaves_no_game_behind(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.save(LiveGame(Game.from_moves(["a3a4"]), (None, "medium"), names=("Ann", "")))
    [listed], _ = library.games()
    live = as_live(listed, tmp_path)
    assert live.names == ("Ann", "")
    assert live.player(Side.RED) == "medium"
    assert live.paused  # It is the computer's turn.
    live.close()
    assert library.newest() is None
