"""The pulse of a process that plays games: who is thinking, since when, and the moves so far.

It lies in a small file that both the playing process and its supervisor have mapped into memory. Writing costs a
microsecond, and whatever happens to the player, be it an endless loop or a crash, the supervisor still reads it.
"""

import mmap
import struct
import time
from dataclasses import dataclass
from pathlib import Path

from jungle.arena.games import PLIES_LIMIT
from jungle.pieces import Side

_HEAD = struct.Struct("<iiid")  # the game's number in its batch, side (-1 for none), plies, since when
_MOVE_BYTES = 4
SIZE = _HEAD.size + _MOVE_BYTES * (PLIES_LIMIT + 1)
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

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), SIZE)
        self.idle()

    def thinking(self, game: int, side: int, plies: int) -> None:
        """A side begins to think, after so many plies of the game."""
        _HEAD.pack_into(self._map, 0, game, side, plies, time.monotonic())

    def starting(self, game: int, side: int, plies: int) -> None:
        """A side's player gets ready."""
        self.thinking(game, side + STARTING, plies)

    def moved(self, ply: int, move: str) -> None:
        """The ply-th move was this; the count of plies follows with `thinking`."""
        start = _HEAD.size + _MOVE_BYTES * ply
        self._map[start : start + _MOVE_BYTES] = move.encode().ljust(_MOVE_BYTES)

    def idle(self) -> None:
        """Nobody is thinking."""
        _HEAD.pack_into(self._map, 0, -1, NOBODY, 0, 0.0)

    def beat(self) -> Beat:
        game, side, plies, since = _HEAD.unpack_from(self._map)
        text = self._map[_HEAD.size : _HEAD.size + _MOVE_BYTES * max(plies, 0)].decode("ascii", "replace")
        moves = tuple(text[at : at + _MOVE_BYTES].rstrip() for at in range(0, len(text), _MOVE_BYTES))
        return Beat(game, None if side == NOBODY else Side(side % STARTING), since, moves, side >= STARTING)

    def close(self) -> None:
        self._map.close()
