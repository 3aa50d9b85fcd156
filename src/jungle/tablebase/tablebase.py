"""Endgame tables: who wins with best play from a position with few pieces, and in how many plies."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Protocol, Self

from jungle.boardposition import BoardPosition
from jungle.errors import InvalidPositionError
from jungle.moves import BoardMove
from jungle.native import core, native_available
from jungle.pieces import Side
from jungle.position import Position
from jungle.rules import RULES_KEPT, Rules
from jungle.tablebase import packed
from jungle.tablebase.classes import (
    InvalidMaterialError,
    TablebaseError,
    check_rules,
    ending,
    material_of,
    parse_material,
)
from jungle.tablebase.files import SHIPPED, data_folder, find_files, pieces_of
from jungle.tables import table

DRAW = 0
"""The stored byte of a draw; all others are the plies plus one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What best play comes to for the side to move.

    >>> str(Entry(1, 23)), str(Entry(0)), str(Entry(-1, 8))
    ('win in 23', 'draw', 'loss in 8')
    """

    wdl: int
    """1 for a win, 0 for a draw, -1 for a loss."""
    plies: int | None = None
    """To the end of the game: the winner hurries, the loser delays. None for a draw."""

    def __str__(self) -> str:
        return "draw" if self.plies is None else f"{'win' if self.wdl > 0 else 'loss'} in {self.plies}"

    @property
    def rank(self) -> int:
        """Higher is better for the side to move."""
        return 0 if self.plies is None else self.wdl * (1_000 - self.plies)

    def before(self) -> "Entry":
        """The same one ply earlier, for the other side, if this move is played."""
        return Entry(-self.wdl, None if self.plies is None else self.plies + 1)


class _Codes(Protocol):
    """What a table has for a board: the core's own reader, or the one in Python."""

    def probe(self, board: bytes, side: int) -> int | None: ...

    @property
    def faults(self) -> list[str]: ...


class Tablebase:
    """The tables in some folders. Files are opened when they are first needed; a damaged one is left aside.

    >>> tables = Tablebase.open()
    >>> tables.probe(Position.from_fen("7/3C3/7/7/7/7/7/7/6e b"))
    Entry(wdl=1, plies=1)
    """

    def __init__(self, files: dict[int, Path]) -> None:
        self._files = files
        self._codes: dict[Rules, _Codes | None] = {}

    @classmethod
    def open(cls, folder: str | Path | None = None) -> Self:
        """The tables of a folder, or those that were built on this machine; the ones shipped are always there."""
        return cls(find_files([data_folder() if folder is None else Path(folder), SHIPPED]))

    @classmethod
    @cache
    def shipped(cls) -> Self:
        """The tables that come with the package, and no others: the same on every machine."""
        return cls(find_files([SHIPPED]))

    @property
    def faults(self) -> list[str]:
        """What is wrong with files that had to be left aside, one line each."""
        return [fault for codes in self._codes.values() if codes for fault in codes.faults]

    def probe(self, position: BoardPosition) -> Entry | None:
        """The result of a position with best play; None where no table has it.

        A win or loss that the limit of quiet plies might come before is not told either, unless no capture but the last
        one can come between: then it is a draw. Nor is anything told of a game that is over. Raises
        InvalidPositionError for what is not a Position.
        """
        if not isinstance(position, Position):
            raise InvalidPositionError(f"expected a Position, got {position!r:.80}")
        if position.is_decided():
            return None
        return self.probe_board(position.board, position.side, position.rules, quiet=position.quiet)

    def probe_board(self, board: bytes, side: Side, rules: Rules, *, quiet: int = 0) -> Entry | None:
        """The same for a board that is not decided, without making a position of it."""
        limit = rules.quiet_limit
        if limit is not None and quiet >= limit:
            return None
        codes = self._of_rules(rules)
        code = codes.probe(board, side) if codes else None
        if code is None:
            return None
        entry = _entry(code)
        if limit is None or entry.plies is None or quiet + entry.plies <= limit:
            return entry
        return Entry(0) if sum(map(bool, board)) == 2 else None

    def moves(self, position: Position) -> dict[BoardMove, Entry]:
        """What every move of a position comes to for the side that makes it, best first.

        Moves to positions that no table has are not there.
        """
        entries: dict[BoardMove, Entry] = {}
        for move in position.legal_moves():
            after = position.after(move)
            if after.is_decided():
                entries[move] = Entry(1, 1)
            elif entry := self.probe(after):
                entries[move] = entry.before()
        return dict(sorted(entries.items(), key=lambda item: -item[1].rank))

    def best_moves(self, position: Position) -> list[BoardMove]:
        """The moves that keep the result: the quickest wins, all draws, the slowest losses; none where unsure."""
        own = self.probe(position)
        return [move for move, entry in self.moves(position).items() if entry == own] if own else []

    def line(self, position: Position) -> Iterator[BoardMove]:
        """Best play from a position to the end of the game, or to a draw."""
        while (entry := self.probe(position)) and entry.plies and (moves := self.best_moves(position)):
            yield moves[0]
            position = position.after(moves[0])

    def file_of(self, fingerprint: int) -> Path | None:
        """The file of a class, if there is one."""
        return self._files.get(fingerprint)

    def core_tables(self, rules: Rules) -> Any:
        """The tables as the core searches with them; None where there are none for the rules, or no core."""
        codes = self._of_rules(rules)
        return codes if native_available() else None

    def _of_rules(self, rules: Rules) -> _Codes | None:
        if rules not in self._codes:
            if len(self._codes) >= RULES_KEPT:
                del self._codes[next(iter(self._codes))]
            self._codes[rules] = _open(rules, self._files)
        return self._codes[rules]


def _entry(code: int) -> Entry:
    return Entry(0) if code == DRAW else Entry(-1 if code % 2 else 1, code - 1)


@lru_cache(RULES_KEPT)
def material_classes(rules: Rules, pieces: int) -> "core.MaterialClasses":
    """All classes of up to so many pieces under some rules. Only where the core is built. Raises TablebaseError."""
    check_rules(rules)
    return core.MaterialClasses(table(rules), pieces)


def class_name(classes: "core.MaterialClasses", material: str) -> str:
    """The class of some material, such as ``RL-E``. Raises TablebaseError."""
    name = classes.class_of(parse_material(material) or 0)
    if name is None:
        raise InvalidMaterialError(f"expected pieces such as 'DC-L', got {material!r}")
    return name


def _open(rules: Rules, files: dict[int, Path]) -> _Codes | None:
    try:
        check_rules(rules)
    except TablebaseError:
        return None
    if not native_available():
        return _PythonCodes(rules, files)
    classes = material_classes(rules, max((pieces_of(path) for path in files.values()), default=2))
    paths = [(of.name, str(files[of.fingerprint])) for of in classes.classes if of.fingerprint in files]
    return core.Tablebase(classes, paths)


class _PythonCodes:
    """The files read in Python."""

    def __init__(self, rules: Rules, files: dict[int, Path]) -> None:
        self._rules = rules
        self._files = files
        self._open: dict[int, packed.PackedTable | None] = {}
        self.faults: list[str] = []

    def probe(self, board: bytes, side: int) -> int | None:
        found = ending(self._rules, material_of(board))
        if found is None or (place := found.index(board, side)) is None:
            return None
        try:
            table = self._table(found.fingerprint)
            return None if table is None else table.value(*place)
        except (OSError, ValueError) as error:
            self._open[found.fingerprint] = None
            self.faults.append(f"{self._files[found.fingerprint]}: {error}")
            return None

    def _table(self, fingerprint: int) -> packed.PackedTable | None:
        if fingerprint not in self._open:
            path = self._files.get(fingerprint)
            opened = packed.PackedTable(path) if path else None
            if opened and opened.fingerprint != fingerprint:
                raise ValueError("it is a table of other rules or pieces")
            self._open[fingerprint] = opened
        return self._open[fingerprint]
