"""The archive of played games: listed with results, replayed, counted and deleted."""

import os
from pathlib import Path
from typing import Any

import pytest

from jungle import FlipGame, Game, Outcome, Reason, Side
from jungle.board_game import BoardGame
from jungle.errors import InvalidPositionError
from jungle.storage import GameJournal, LockedError, archive, by_seat, delete, scores

MOVES = ("a3a4", "g7g6", "g3g4")


def played(folder: Path, game: BoardGame, players: Any = (None, "easy"), **setting: Any) -> None:
    """A game as a front end leaves it behind."""
    journal = GameJournal.create(folder, game, by_seat(game.start, players), setting)
    if outcome := game.outcome():
        journal.ended(outcome)
    journal.close()


def won_by_den() -> Game:
    game = Game(fen="7/3W3/7/7/7/7/7/4r2/7 b")
    game.play("d8d9")
    return game


def resigned() -> Game:
    game = Game.from_moves(MOVES)
    game.resign(Side.BLUE)
    return game


def agreed() -> Game:
    game = Game.from_moves(MOVES)
    game.agree_draw()
    return game


def out_of_time() -> FlipGame:
    game = FlipGame.from_moves(["b2", "c3"], seed=3)
    game.time_out(Side.RED)
    return game


def adjudicated() -> Game:
    game = Game.from_moves(MOVES)
    game.adjudicate(Side.RED)
    return game


@pytest.mark.parametrize("make", [won_by_den, resigned, agreed, out_of_time, adjudicated])
def test_a_finished_game_is_loaded_with_its_ending(make: Any, tmp_path: Path) -> None:
    game = make()
    played(tmp_path, game, (None, "hard"), names=["Ann", ""])
    [found] = archive(tmp_path)
    assert found.is_finished()
    assert found.game() == game
    assert found.game().outcome() == game.outcome()
    assert (found.kind, found.plies, found.players) == (game.kind, len(game), (None, "hard"))
    assert found.setting == {"names": ["Ann", ""]}


def test_finished_and_unfinished_games_are_listed_together_latest_first(tmp_path: Path) -> None:
    for game in (resigned(), Game.from_moves(MOVES), FlipGame.from_moves(["b2"], seed=1)):
        played(tmp_path, game)
    paths = sorted(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    for age, path in enumerate(paths):
        os.utime(path, (age, age))
    found = archive(tmp_path)
    assert [(game.kind, game.result, game.played) for game in found] == [
        ("flip", "", 2.0),
        ("jungle", "", 1.0),
        ("jungle", "0-1", 0.0),
    ]
    assert len(archive(tmp_path, most=2)) == 2


def test_broken_files_are_reported_and_the_others_listed(tmp_path: Path) -> None:
    played(tmp_path, resigned())
    [good] = tmp_path.iterdir()
    whole = good.read_bytes()
    broken = {
        "binary": b"\xff\x00\xfe\n",
        "number": b"17\n",
        "other": b'{"a":1}\n',
        "deep": b"[" * 100_000 + b"\n",
        "players": whole.replace(b'[null,"easy"]', b"[1,2,3]"),
        "kind": whole.replace(b'"game":"jungle"', b'"game":"chess"'),
    }
    for name, content in broken.items():
        (tmp_path / f"{name}.jsonl").write_bytes(content)
    (tmp_path / "empty.jsonl").touch()  # A crash at the very beginning: nothing is lost.
    (tmp_path / "folder.jsonl").mkdir()
    faults: list[str] = []
    found = archive(tmp_path, on_error=faults.append)
    assert [game.path for game in found] == [good]
    assert sorted(fault.partition(".jsonl")[0] for fault in faults) == sorted([*broken, "folder"])


def test_an_invalid_start_is_reported_on_replay(tmp_path: Path) -> None:
    played(tmp_path, resigned())
    [path] = tmp_path.iterdir()
    path.write_text(path.read_text().replace("l5t", "l9t"))
    [found] = archive(tmp_path)
    with pytest.raises(InvalidPositionError):
        found.game()


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    journal = GameJournal.create(tmp_path, Game.from_moves(MOVES), (None, None))
    assert [game.plies for game in archive(tmp_path)] == [3]
    journal.moved("a7a6")
    assert [game.plies for game in archive(tmp_path)] == [4]
    journal.close()


def test_a_truncated_journal_is_listed_up_to_the_cut(tmp_path: Path) -> None:
    played(tmp_path, resigned())
    [path] = tmp_path.iterdir()
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        for game in archive(tmp_path):
            assert len(game.game()) <= len(MOVES)


def test_a_move_that_cannot_be_played_ends_the_replay(tmp_path: Path) -> None:
    played(tmp_path, Game.from_moves(MOVES))
    [path] = tmp_path.iterdir()
    path.write_text(path.read_text().replace("g7g6", "g7g9"))
    [found] = archive(tmp_path)
    assert len(found.game()) == 1


def test_a_game_open_elsewhere_is_listed_but_not_deleted(tmp_path: Path) -> None:
    journal = GameJournal.create(tmp_path, Game.from_moves(MOVES), (None, None))
    [found] = archive(tmp_path)
    with pytest.raises(LockedError):
        delete(found.path)
    journal.close()
    delete(found.path)
    assert archive(tmp_path) == []
    with pytest.raises(FileNotFoundError):
        delete(found.path)


@pytest.mark.parametrize("seed", range(6))
def test_players_and_names_follow_the_colours_the_first_flip_decides(seed: int, tmp_path: Path) -> None:
    game = FlipGame(seed=seed, first_flip_decides=True)
    game.play("a1")
    first = game.first
    assert first is not None
    # In a journal, the player who flips the first piece sits in Red's seat.
    played(tmp_path, game, ("easy", None), names=["", "Ann"])
    [found] = archive(tmp_path)
    assert (found.players[first], found.names[first]) == (None, "Ann")
    assert (found.players[first.opponent], found.names[first.opponent]) == ("easy", "")


def test_a_persons_scores_are_counted_by_opponent(tmp_path: Path) -> None:
    for game, players in (
        (won_by_den(), (None, "easy")),
        (won_by_den(), (None, "easy")),
        (resigned(), (None, "easy")),
        (agreed(), (None, "easy")),
        (resigned(), ("hard", None)),
        (out_of_time(), ("3", None)),
        (Game.from_moves(MOVES), (None, "easy")),
        (resigned(), ("easy", "hard")),
        (resigned(), (None, None)),
    ):
        played(tmp_path, game, players)
    games = archive(tmp_path)
    assert scores(games, "jungle") == {"easy": (2, 1, 1), "hard": (1, 0, 0)}
    assert scores(games, "jungle", lambda name: "any") == {"any": (3, 1, 1)}
    assert scores(games, "flip") == {"3": (0, 0, 1)}


def test_a_missing_folder_holds_no_games(tmp_path: Path) -> None:
    assert archive(tmp_path / "nowhere") == []


def test_an_unknown_reason_is_an_adjudication(tmp_path: Path) -> None:
    played(tmp_path, resigned())
    [path] = tmp_path.iterdir()
    path.write_text(path.read_text().replace('"reason":"resignation"', '"reason":"magic"'))
    [found] = archive(tmp_path)
    assert found.game().outcome() == Outcome(Side.RED, Reason.ADJUDICATION)
