"""What came out: wins, draws, losses and the longest win of every class, as its file tells."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from jungle.geometry import BOARD, SQUARES
from jungle.native import core
from jungle.pieces import Side
from jungle.rules import Rules
from jungle.tablebase.tablebase import Tablebase
from jungle.tablebase.verify import chosen_classes

COLUMNS = (
    "class",
    "pieces",
    "materials",
    "blue_wins",
    "blue_draws",
    "blue_losses",
    "red_wins",
    "red_draws",
    "red_losses",
    "longest_plies",
    "longest_position",
    "bytes",
)


@dataclass(frozen=True, slots=True)
class ClassStatistics:
    """The results of all positions of the material that names a class, first with Blue to move, then with Red."""

    name: str
    pieces: int
    materials: int
    """How many materials share the table."""
    wins: tuple[int, int]
    draws: tuple[int, int]
    losses: tuple[int, int]
    longest: int
    """Plies of the longest win, or loss."""
    position: str
    """One where it takes so long."""
    size: int
    """Bytes of the file."""

    def row(self) -> list[str | int]:
        """The values of COLUMNS."""
        results = [count for side in Side for count in (self.wins[side], self.draws[side], self.losses[side])]
        return [self.name, self.pieces, self.materials, *results, self.longest, self.position, self.size]


def statistics(tables: Tablebase, rules: Rules, *, pieces: int, classes: Iterable[str] = ()) -> list[ClassStatistics]:
    """The statistics of the classes whose files are there, smaller ones first."""
    listed = []
    for of in chosen_classes(rules, pieces, classes):
        if not (path := tables.file_of(of.fingerprint)):
            continue
        told = json.loads(core.TablebaseFile(str(path)).description)
        board = bytearray(SQUARES)
        for piece, square in told["longest_pieces"]:
            board[square] = piece + 1
        listed.append(
            ClassStatistics(
                name=of.name,
                pieces=of.pieces,
                materials=of.materials,
                wins=tuple(told["wins"]),
                draws=tuple(told["draws"]),
                losses=tuple(told["losses"]),
                longest=told["longest"],
                position=f"{BOARD.board_text(bytes(board))} {Side(told['longest_side']).letter}",
                size=path.stat().st_size,
            )
        )
    return listed
