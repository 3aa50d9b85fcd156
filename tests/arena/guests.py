"""Players for the tests: scripted ones with known results, and all the ways to fail."""

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
from jungle.geometry import DENS, file_of, rank_of
from jungle.moves import BoardMove
from jungle.pieces import Side


class Walker:
    """Walks to the enemy's den if `wins` says its colour, else shuffles to and fro at its back rank."""

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
    return abs(file_of(origin) - file_of(target)) + abs(rank_of(origin) - rank_of(target))


def _progress(side: Side, square: int) -> int:
    return rank_of(square) if side is Side.BLUE else 8 - rank_of(square)


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
    """Takes its process along."""

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
    """Never returns, and notes when that begins if it is given a file."""

    def __init__(self, path: str = "") -> None:
        self._path = path

    def choose(self, game: Game) -> Any:
        if len(game) >= 6 and self._path:
            Path(self._path).touch()
        while len(game) >= 6:
            pass
        return super().choose(game)


class Sleeps(First):
    """Answers in the end, but too late."""

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
    """Plays on the game that it was shown; that must not matter."""

    def choose(self, game: Game) -> Any:
        move = game.legal_moves()[0]
        game.play(move)
        while game.outcome() is None:
            game.play(game.legal_moves()[-1])
        return move


class Prints(First):
    """Talks where the answers of its process go, and reads where its orders come from."""

    def choose(self, game: Game) -> Any:
        print("{}", flush=True)
        os.write(1, b"{}\n")
        sys.stdin.read()
        return super().choose(game)


class Mutters(First):
    """Fails with words that cannot be printed, in two lines."""

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
    """Gives figures that are none."""

    def choose(self, game: Game) -> Any:
        return type("Answer", (), {"move": super().choose(game), "score": float("nan"), "nodes": -5})()


class Abandons(First):
    """Leaves a process behind that keeps all files open, out of reach in a session of its own."""

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
    """Notes every game that it begins in a file, to see that none is played twice."""

    def __init__(self, path: str = "") -> None:
        self._path = Path(path)

    def new_game(self, seed: str) -> None:
        with self._path.open("a") as file:
            file.write(seed + "\n")

    def choose(self, game: Game) -> Any:
        time.sleep(0.002)
        return game.legal_moves()[-1]


class Confident(First):
    """Believes that its colour wins, or loses, by much."""

    def __init__(self, score: int = 2000) -> None:
        self._score = score

    def choose(self, game: Game) -> Any:
        move = super().choose(game)
        favourite = Side.BLUE if self._score > 0 else Side.RED
        score = abs(self._score) if game.position.side is favourite else -abs(self._score)
        return type("Answer", (), {"move": move, "score": score, "nodes": 5})()


class Peeks:
    """Looks for what lies face down, and fails if it finds it."""

    def choose(self, game: Any) -> Any:
        assert game.deal is None
        return game.legal_moves()[-1]


class ClosesFiles(First):
    """Closes everything that its process has open, and plays on."""

    def choose(self, game: Game) -> Any:
        os.closerange(0, 256)
        return super().choose(game)


class Floods(First):
    """Writes without end wherever it can."""

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
    """Gives its answer away in advance, and then again."""

    def choose(self, game: Game) -> Any:
        move = super().choose(game)
        for file in _pipes():
            for _ in range(100):
                os.write(file, f"bestmove {move}\n".encode())
        return move


class Forks(First):
    """Becomes two, and both answer."""

    def choose(self, game: Game) -> Any:
        os.fork()
        return super().choose(game)


class Stops(First):
    """Puts its own process to sleep."""

    def choose(self, game: Game) -> Any:
        os.kill(os.getpid(), signal.SIGSTOP)
        return super().choose(game)


class Exaggerates(First):
    """Gives figures that no number of the arena can hold."""

    def choose(self, game: Game) -> Any:
        return type("Answer", (), {"move": super().choose(game), "score": 1e300, "nodes": 10**400})()


def _pipes() -> list[int]:
    """The pipes to the arena, by whatever number they have."""
    found = []
    for file in range(3, 64):
        try:
            if stat.S_ISFIFO(os.fstat(file).st_mode) and fcntl.fcntl(file, fcntl.F_GETFL) & os.O_ACCMODE == os.O_WRONLY:
                found.append(file)
        except OSError:
            pass
    return found
