"""The pulse of a process that plays games: who is thinking, since when, and the moves so far.

It lies in a small file that both the playing process and its supervisor have mapped into memory. Writing costs a
microsecond, and whatever happens to the player, be it an endless loop or a crash, the supervisor still reads it.
"""

import mmap
import time
from dataclasses import dataclass
from pathlib import Path

from jungle.arena.games import PLIES_LIMIT
from jungle.pieces import Side

_TIME_BYTES, _WHAT_BYTES, _MOVE_BYTES = 8, 16, 4
_MOVES_AT = _TIME_BYTES + _WHAT_BYTES
SIZE = _MOVES_AT + _MOVE_BYTES * (PLIES_LIMIT + 1)
NOBODY = -1
STARTING = 2
"""Added to the side while its player is only getting ready."""


@dataclass(frozen=True, slots=True)
class Beat:
    """What the pulse says at a moment."""

    game: int
    thinker: Side | None
    since: float
    """On the clock of `time.monotonic`, which all processes of a machine share."""
    moves: tuple[str, ...]
    is_starting: bool = False

    @property
    def seconds(self) -> float:
        """How long the thinker has been at it."""
        return time.monotonic() - self.since


class Pulse:
    """One end of it.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     Pulse.create(Path(file.name))
    ...     written, read = Pulse(Path(file.name)), Pulse(Path(file.name))
    ...     written.thinking(3, Side.RED, 0)
    ...     written.moved(0, "a3a4")
    ...     written.thinking(3, Side.BLUE, 1)
    ...     beat = read.beat()
    >>> beat.game, str(beat.thinker), beat.moves
    (3, 'Blue', ('a3a4',))
    """

    @staticmethod
    def create(path: Path) -> None:
        path.write_bytes(bytes(SIZE))
        pulse = Pulse(path)
        pulse.idle()
        pulse.close()

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), SIZE)
        view = memoryview(self._map)
        # Views write a number in one go, as `struct` does not. The numbers of `what`: game, plies, side.
        self._since = view[:_TIME_BYTES].cast("d")
        self._what = view[_TIME_BYTES:_MOVES_AT].cast("i")

    def thinking(self, game: int, side: int, plies: int) -> None:
        """A side begins to think, after so many plies of the game."""
        # The time first: whoever looks in between must never see a thinker with the time of long ago.
        what = self._what
        self._since[0] = time.monotonic()
        what[0] = game
        what[1] = plies
        what[2] = side

    def starting(self, game: int, side: int, plies: int) -> None:
        """A side's player gets ready."""
        self.thinking(game, side + STARTING, plies)

    def moved(self, ply: int, move: str) -> None:
        """The ply-th move was this; the count of plies follows with `thinking`."""
        start = _MOVES_AT + _MOVE_BYTES * ply
        self._map[start : start + _MOVE_BYTES] = move.encode().ljust(_MOVE_BYTES)

    def idle(self) -> None:
        """Nobody is thinking."""
        self._what[2] = NOBODY

    def beat(self) -> Beat:
        game, plies, side, _ = self._what
        since = self._since[0]
        text = self._map[_MOVES_AT : _MOVES_AT + _MOVE_BYTES * max(plies, 0)].decode("ascii", "replace")
        moves = tuple(text[at : at + _MOVE_BYTES].rstrip() for at in range(0, len(text), _MOVE_BYTES))
        return Beat(game, None if side == NOBODY else Side(side % STARTING), since, moves, side >= STARTING)

    def close(self) -> None:
        for view in (self._since, self._what):
            view.release()
        self._map.close()
