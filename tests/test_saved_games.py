"""Games are on disk while they are played, and can be resumed after any exit."""

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jungle import GAMES, STANDARD, FlipGame, Game, Outcome, Reason, Side
from jungle.storage import GameJournal, NothingToResumeError, SavedGame, by_seat, resume, unfinished

PEOPLE = (None, None)
START = f"{STANDARD.start} b 0 1"
HEAD: dict[str, object] = {
    "game": "jungle",
    "rules": "standard",
    "fen": START,
    "deal": None,
    "players": [None, None],
    "setting": {},
}


def started(folder: Path, *moves: str, game: Any = None, players: Any = PEOPLE, **setting: Any) -> GameJournal:
    game = game or Game()
    journal = GameJournal.create(folder, game, by_seat(game.start, players), setting)
    for move in moves:
        assert journal.moved(game.play(move)) is None
    return journal


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl"))


def resumed(folder: Path, **options: Any) -> SavedGame:
    journal, saved = resume(folder, **options)
    journal.close()
    return saved


def moves(saved: SavedGame) -> list[str]:
    return [str(move) for move in saved.game.moves]


def test_nothing_is_written_before_the_first_move(tmp_path: Path) -> None:
    journal = started(tmp_path)
    assert journal.remember(pace="fast") is None
    assert (files(tmp_path), journal.is_kept()) == ([], False)
    journal.moved("a3a4")
    assert (len(files(tmp_path)), journal.is_kept()) == (1, True)
    journal.close()
    assert resumed(tmp_path).setting == {"pace": "fast"}


def test_each_move_is_on_disk_immediately(tmp_path: Path) -> None:
    journal = started(tmp_path, "a3a4", "g7g6")
    lines = files(tmp_path)[0].read_text().splitlines()
    assert [json.loads(line).get("move") for line in lines] == [None, "a3a4", "g7g6"]
    journal.close()
    assert moves(resumed(tmp_path)) == ["a3a4", "g7g6"]


@pytest.mark.parametrize("kind", GAMES)
def test_games_of_every_kind_are_resumed(kind: str, tmp_path: Path) -> None:
    random, game = Random(kind), GAMES[kind].new()
    journal = GameJournal.create(tmp_path, game, ("easy", None), {"turned": True})
    for _ in range(20):
        journal.moved(game.play(random.choice(game.legal_moves())))
    journal.close()
    saved = resumed(tmp_path)
    assert saved.game == game
    assert (saved.seats, saved.setting) == (("easy", None), {"turned": True})
    # The face-down pieces are the same too.
    for move in game.legal_moves():
        assert saved.game.copy().play(move.uci()) == game.copy().play(move.uci())


def test_house_rules_and_starts_are_kept(tmp_path: Path) -> None:
    game = Game("leiden:quiet_limit=30", fen="7/3C3/7/7/7/7/r6/7/7 r 0 9")
    started(tmp_path, "a3a2", game=game).close()
    assert resumed(tmp_path).game == game


def test_a_face_down_game_with_nothing_hidden_is_saved(tmp_path: Path) -> None:
    game = FlipGame(fen="4/1t2/1T2/c3 r 0 -")
    started(tmp_path, "b3b2", game=game).close()
    assert resumed(tmp_path).game == game


@pytest.mark.parametrize("side", Side)
def test_players_keep_their_seats_when_the_first_flip_decides_the_colours(side: Side, tmp_path: Path) -> None:
    game = FlipGame(seed=29, first_flip_decides=True)
    assert game.deal is not None
    square = next(square for square, piece in game.deal.items() if piece.side is side)
    # In a journal, the player who flips the first piece sits in Red's seat.
    started(tmp_path, game.grid.square_name(square), game=game, players=("random", None)).close()
    saved = resumed(tmp_path)
    assert saved.seats == (None, "random")
    assert saved.game.side_of(0) is side
    GameJournal.create(tmp_path, saved.game, saved.seats).close()
    assert [again.seats for again in unfinished(tmp_path)] == [saved.seats, saved.seats]


def test_undo_takes_moves_back(tmp_path: Path) -> None:
    journal = started(tmp_path, "a3a4", "g7g6", "g3g4")
    journal.undone(2)
    journal.moved("a7a6")
    journal.close()
    assert moves(resumed(tmp_path)) == ["a3a4", "a7a6"]


def test_a_resumed_game_continues_its_file(tmp_path: Path) -> None:
    started(tmp_path, "a3a4", pace="slow", turned=False).close()
    journal, _ = resume(tmp_path)
    journal.moved("g7g6")
    journal.remember(turned=True)
    journal.close()
    saved = resumed(tmp_path)
    assert (moves(saved), saved.setting) == (["a3a4", "g7g6"], {"pace": "slow", "turned": True})
    assert len(files(tmp_path)) == 1


def test_the_game_played_last_comes_first(tmp_path: Path) -> None:
    for move in ("a3a4", "g3g4"):
        started(tmp_path, move).close()
    first, second = files(tmp_path)
    played = {path: json.loads(path.read_text().splitlines()[1])["move"] for path in (first, second)}
    os.utime(first, ns=(1, 10**18))
    os.utime(second, ns=(1, 2 * 10**18))
    assert [moves(saved) for saved in unfinished(tmp_path)] == [[played[second]], [played[first]]]
    assert moves(resumed(tmp_path)) == [played[second]]
    os.utime(first, ns=(1, 3 * 10**18))
    assert moves(resumed(tmp_path)) == [played[first]]
    assert moves(resumed(tmp_path, path=second)) == [played[second]]
    assert len(unfinished(tmp_path, most=1)) == 1


def test_ended_games_are_not_resumed(tmp_path: Path) -> None:
    journal = started(tmp_path, "a3a4")
    journal.ended(Outcome(Side.BLUE, Reason.RESIGNATION))
    journal.close()
    assert unfinished(tmp_path) == []
    with pytest.raises(NothingToResumeError, match="no unfinished game"):
        resume(tmp_path)


def test_a_game_that_ends_without_a_move_leaves_nothing_behind(tmp_path: Path) -> None:
    assert started(tmp_path).ended(Outcome(Side.RED, Reason.RESIGNATION)) is None
    assert not files(tmp_path)


def test_a_game_open_elsewhere_is_not_resumed(tmp_path: Path) -> None:
    other = started(tmp_path, "a3a4")
    assert unfinished(tmp_path) == []
    with pytest.raises(NothingToResumeError, match="open elsewhere"):
        resume(tmp_path)
    other.close()
    assert moves(resumed(tmp_path)) == ["a3a4"]


def test_a_game_refused_by_the_check_is_skipped(tmp_path: Path) -> None:
    started(tmp_path, "a3a4").close()
    started(tmp_path, "g3g4", players=(None, "a stranger")).close()
    newer = next(path for path in files(tmp_path) if "stranger" in path.read_text())
    os.utime(newer, ns=(1, 10**19))

    def check(saved: SavedGame) -> None:
        if saved.seats != PEOPLE:
            raise NothingToResumeError("who is that?")

    assert moves(resumed(tmp_path, check=check)) == ["a3a4"]
    with pytest.raises(NothingToResumeError, match=r"cannot resume .*: who is that\?"):
        resume(tmp_path, newer, check=check)


DAMAGES = [
    b'{"move":"g7',
    b'{"move":"g7g6"}',
    b"\xff\xfe\n",
    b"[]\n",
    b'"move"\n',
    b"{}\n",
    b"null\n",
    b'{"undo":"x"}\n',
    b'{"undo":1e999}\n',
    b'{"setting":3}\n',
    b'{"move":"a4a9"}\n',
    b"[" * 99999 + b"\n",
]


def test_truncated_and_damaged_lines_are_dropped(tmp_path: Path) -> None:
    for number, damage in enumerate(DAMAGES):
        folder = tmp_path / str(number)
        started(folder, "a3a4").close()
        path = files(folder)[0]
        path.write_bytes(path.read_bytes() + damage)
        journal, saved = resume(folder)
        assert moves(saved) == ["a3a4"], damage
        journal.moved("a7a6")
        journal.close()
        assert moves(resumed(folder)) == ["a3a4", "a7a6"], damage


BAD_HEADS: list[dict[str, object]] = [
    {"game": "chess"},
    {"game": None},
    {"rules": "chess"},
    {"rules": 3},
    {"fen": "nowhere"},
    {"fen": None, "deal": {"a1": "T"}},
    {"deal": {"z9": "?"}},
    {"deal": 7},
    {"players": []},
    {"players": [[], {}]},
    {"players": None},
    {"moves": 7},
    {"moves": ["z9"]},
    {"setting": 3},
]
NO_JOURNALS = [
    b"",
    b"\n",
    b"no journal\n",
    b'{"move":"a3a4"}\n',
    b'{"setting":3,"moves":[]}\n',
    b'{"setting":{},"moves":["a3a4"]}\n',
    *(json.dumps(HEAD | {"moves": ["a3a4"]} | change).encode() + b"\n" for change in BAD_HEADS),
]


def test_a_file_that_is_not_a_journal_is_skipped(tmp_path: Path) -> None:
    started(tmp_path, "a3a4").close()
    odd = tmp_path / "odd.jsonl"
    for content in NO_JOURNALS:
        odd.write_bytes(content)
        os.utime(odd, ns=(1, 10**19))
        assert moves(resumed(tmp_path)) == ["a3a4"], content
        assert len(unfinished(tmp_path)) == 1, content


def test_without_a_folder_there_is_nothing_to_resume(tmp_path: Path) -> None:
    assert unfinished(tmp_path / "nowhere") == []
    with pytest.raises(NothingToResumeError, match=r"no unfinished game in .*nowhere"):
        resume(tmp_path / "nowhere")


def test_a_full_disk_is_reported_and_later_caught_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = started(tmp_path, "a3a4")
    path = files(tmp_path)[0]
    whole = path.read_bytes()

    def no_write(handle: int, content: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", no_write)
        assert journal.moved("g7g6") == "No space left on device"
        assert (journal.undone(1), journal.is_kept()) == ("No space left on device", False)
    assert (journal.moved("a7a6"), journal.is_kept()) == (None, True)
    journal.close()
    assert path.read_bytes() == whole + b'{"move":"g7g6"}\n{"undo":1}\n{"move":"a7a6"}\n'


def test_a_file_in_the_place_of_the_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("in the way")
    journal = GameJournal.create(tmp_path / "games", Game(), PEOPLE)
    assert journal.moved("a3a4") == "File exists"
    begun = GameJournal.create(tmp_path / "games", Game.from_moves(["a3a4"]), PEOPLE)
    assert begun.trouble == "File exists"


def test_any_number_of_games_is_kept(tmp_path: Path) -> None:
    for _ in range(60):
        started(tmp_path, "a3a4").close()
    assert len(unfinished(tmp_path)) == 60


def test_a_new_file_locked_by_another_process_is_left_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locks = iter([False])
    monkeypatch.setattr("jungle.storage.journal.lock_handle", lambda handle: next(locks, True))
    started(tmp_path, "a3a4").close()
    assert sorted(path.stat().st_size > 0 for path in files(tmp_path)) == [False, True]
    assert moves(resumed(tmp_path)) == ["a3a4"]


KILLED = """
import os, signal, sys
from pathlib import Path
from jungle import Game
from jungle.storage import GameJournal
game = Game()
journal = GameJournal.create(Path(sys.argv[1]), game, (None, None))
for move in ("a3a4", "g7g6"):
    journal.moved(game.play(move))
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_process_leaves_all_its_moves(tmp_path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], timeout=60, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert moves(resumed(tmp_path)) == ["a3a4", "g7g6"]


@pytest.mark.parametrize(
    "content", [b"no journal", b"no journal\n", json.dumps(HEAD | {"moves": ["z9"]}).encode() + b"\n"]
)
def test_a_damaged_game_is_named_if_there_is_no_other(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "odd.jsonl").write_bytes(content)
    with pytest.raises(NothingToResumeError, match=r"cannot resume .*odd.jsonl: the file is damaged"):
        resume(tmp_path)
