"""Players for the tests: scripted ones with known results, and ones that fail in every possible way."""

import ctypes
import fcntl
import os
import signal
import stat
import sys
import time
from pathlib import Path
from typing import Any

from jungle.game import Game
from jungle.geometry import BOARD, DENS
from jungle.moves import BoardMove
from jungle.pieces import Side


class Walker:
    """Walks to the enemy's den if `wins` names its colour; otherwise moves back and forth on its back rank."""

    def __init__(self, wins: str = "both") -> None:
        self._wins = wins

    def choose(self, game: Game) -> BoardMove:
        side = game.position.side
        moves = game.legal_moves()
        if self._wins not in ("both", str(side).lower()):
            return min(moves, key=lambda move: (move.captured is not None, _progress(side, move.target), move.uci()))
        den = DENS[side.opponent]
        return min(moves, key=lambda move: (_distance(move.target, den), -_distance(move.origin, den), move.uci()))

    def close(self) -> None:
        pass


def _distance(origin: int, target: int) -> int:
    return abs(BOARD.file_of(origin) - BOARD.file_of(target)) + abs(BOARD.rank_of(origin) - BOARD.rank_of(target))


def _progress(side: Side, square: int) -> int:
    return BOARD.rank_of(square) if side is Side.BLUE else 8 - BOARD.rank_of(square)


class First:
    """The first legal move."""

    def choose(self, game: Game) -> Any:
        return game.legal_moves()[0]


class Text(First):
    def choose(self, game: Game) -> str:
        return game.legal_moves()[0].uci()


class Raises(First):
    def choose(self, game: Game) -> Any:
        if len(game) >= 6:
            raise ZeroDivisionError("no idea")
        return super().choose(game)


class Exits(First):
    def choose(self, game: Game) -> Any:
        sys.exit(3)


class Dies(First):
    """Kills its own process."""

    def choose(self, game: Game) -> Any:
        if len(game) >= 6:
            os._exit(7)
        return super().choose(game)


class Segfaults(First):
    def choose(self, game: Game) -> Any:
        if len(game) >= 6:
            ctypes.string_at(0)
        return super().choose(game)


class Loops(First):
    """Never returns; if given a file, writes to it when that starts."""

    def __init__(self, path: str = "") -> None:
        self._path = path

    def choose(self, game: Game) -> Any:
        if len(game) >= 6 and self._path:
            Path(self._path).touch()
        while len(game) >= 6:
            pass
        return super().choose(game)


class Sleeps(First):
    """Answers eventually, but too late."""

    def choose(self, game: Game) -> Any:
        time.sleep(0.3)
        return super().choose(game)


class Cheats(First):
    def choose(self, game: Game) -> Any:
        return "a1a9"


class Silent(First):
    def choose(self, game: Game) -> Any:
        return None


class Spoils(First):
    """Plays moves on the game it was given, which must not matter."""

    def choose(self, game: Game) -> Any:
        move = game.legal_moves()[0]
        game.play(move)
        while game.outcome() is None:
            game.play(game.legal_moves()[-1])
        return move


class Prints(First):
    """Writes to the pipe for its answers, and reads from the pipe for its orders."""

    def choose(self, game: Game) -> Any:
        print("{}", flush=True)
        os.write(1, b"{}\n")
        sys.stdin.read()
        return super().choose(game)


class Mutters(First):
    """Fails with an unprintable message of two lines."""

    def choose(self, game: Game) -> Any:
        raise RuntimeError("first\nthen \ud800")


class Withholds(First):
    def choose(self, game: Game) -> Any:
        return Withheld()


class Withheld:
    @property
    def move(self) -> BoardMove:
        raise PermissionError("not yours")


class Vague(First):
    """Reports figures that are not numbers."""

    def choose(self, game: Game) -> Any:
        return type("Answer", (), {"move": super().choose(game), "score": float("nan"), "nodes": -5})()


class Abandons(First):
    """Leaves a process behind, in its own session, that keeps all files open."""

    def choose(self, game: Game) -> Any:
        if os.fork() == 0:
            os.setsid()
            time.sleep(20)
        os._exit(1)


class NeverStarts:
    def __init__(self) -> None:
        raise RuntimeError("no licence")


class HangsAtStart:
    def __init__(self) -> None:
        while True:
            time.sleep(1)


class Counts(First):
    """Logs every game it starts to a file, to check that none is played twice."""

    def __init__(self, path: str = "") -> None:
        self._path = Path(path)

    def new_game(self, seed: str) -> None:
        with self._path.open("a") as file:
            file.write(seed + "\n")

    def choose(self, game: Game) -> Any:
        time.sleep(0.002)
        return game.legal_moves()[-1]


class Confident(First):
    """Reports that its colour is winning, or losing, by a wide margin."""

    def __init__(self, score: int = 2000) -> None:
        self._score = score

    def choose(self, game: Game) -> Any:
        move = super().choose(game)
        favourite = Side.BLUE if self._score > 0 else Side.RED
        score = abs(self._score) if game.position.side is favourite else -abs(self._score)
        return type("Answer", (), {"move": move, "score": score, "nodes": 5})()


class Peeks:
    """Looks for the face-down pieces, and fails if it finds any."""

    def choose(self, game: Any) -> Any:
        assert game.deal is None
        return game.legal_moves()[-1]


class ClosesFiles(First):
    """Closes all its file descriptors, and plays on."""

    def choose(self, game: Game) -> Any:
        os.closerange(0, 256)
        return super().choose(game)


class Floods(First):
    """Writes endlessly wherever it can."""

    def choose(self, game: Game) -> Any:
        while True:
            for file in _pipes():
                os.write(file, b"flood" * 10_000)


class Rubbish(First):
    """Writes something that is not an answer."""

    def __init__(self, text: str = "rubbish") -> None:
        self._text = text

    def choose(self, game: Game) -> Any:
        for file in _pipes():
            os.write(file, self._text.encode() + b"\n")
        return super().choose(game)


class AnswersTwice(First):
    """Sends its answer in advance, and then again."""

    def choose(self, game: Game) -> Any:
        move = super().choose(game)
        for file in _pipes():
            for _ in range(100):
                os.write(file, f"bestmove {move}\n".encode())
        return move


class Forks(First):
    """Forks, and both processes answer."""

    def choose(self, game: Game) -> Any:
        os.fork()
        return super().choose(game)


class Stops(First):
    """Stops its own process."""

    def choose(self, game: Game) -> Any:
        os.kill(os.getpid(), signal.SIGSTOP)
        return super().choose(game)


class Exaggerates(First):
    """Reports figures too large for the arena."""

    def choose(self, game: Game) -> Any:
        return type("Answer", (), {"move": super().choose(game), "score": 1e300, "nodes": 10**400})()


def _pipes() -> list[int]:
    """The pipes to the arena, whatever their file descriptors are."""
    found = []
    for file in range(3, 64):
        try:
            if stat.S_ISFIFO(os.fstat(file).st_mode) and fcntl.fcntl(file, fcntl.F_GETFL) & os.O_ACCMODE == os.O_WRONLY:
                found.append(file)
        except OSError:
            pass
    return found
