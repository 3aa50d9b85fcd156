"""Endgame tables for any game: who wins with best play from a position with few pieces, and how soon."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, ClassVar, Self

from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.errors import InvalidPositionError
from jungle.games import DEFAULT_GAME, GAMES
from jungle.geometry import BOARD, SQUARES
from jungle.moves import BoardMove
from jungle.native import core, native_available, native_cache
from jungle.pieces import Side
from jungle.rules import BaseRules
from jungle.tablebase.classes import parse_material
from jungle.tablebase.errors import InvalidMaterialError, TablebaseError
from jungle.tablebase.files import SHIPPED, data_folder, find_files

_RESULTS = ("wins", "draws", "losses")
_WORDS = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True, slots=True)
class Entry:
    """The result of best play for the side to move.

    >>> str(Entry(1, 23)), str(Entry(0)), str(Entry(-1, 8)), str(Entry(0.25))
    ('win in 23', 'draw', 'loss in 8', '+0.250 on average')
    """

    wdl: float
    """1 for a win, 0 for a draw, -1 for a loss; in between, the average if chance is involved."""
    plies: int | None = None
    """Plies to the end of the game, or `to_capture`, with best play by both. None without a certain winner."""
    to_capture: bool = field(default=False, repr=False)
    """Whether the plies lead to the next capture or flip rather than to the end."""

    def is_certain(self) -> bool:
        """Whether the result does not depend on chance."""
        return self.wdl in _WORDS

    def __str__(self) -> str:
        if not self.is_certain():
            return f"{self.wdl:+.3f} on average"
        word = _WORDS[int(self.wdl)]
        if self.plies is None:
            return word
        if self.to_capture:
            return f"{word}, {'1 ply' if self.plies == 1 else f'{self.plies} plies'} to the next capture"
        return f"{word} in {self.plies}"

    @property
    def rank(self) -> float:
        """Sort key; higher is better for the side to move."""
        return self.wdl * (100_000 - (self.plies or 0))

    def before(self) -> "Entry":
        """The entry one ply earlier, for the other side, if this move is played."""
        return Entry(-self.wdl, None if self.plies is None else self.plies + 1, self.to_capture)


@dataclass(frozen=True, slots=True)
class TableClass:
    """Endings that share a table."""

    name: str
    pieces: int
    positions: int
    fingerprints: tuple[int, ...]
    """The fingerprints its file may have; the first one found is used."""
    memory: int = 0
    """The memory needed to solve it in bytes, if significant."""
    materials: int = 1
    """How many materials belong to it, if counted."""


class Solver(ABC):
    """The classes of a game under given rules, up to this many pieces, and how each is solved. Needs the core.

    `solve` may be called from several threads, once all successors were loaded or solved.
    """

    @property
    @abstractmethod
    def classes(self) -> list[TableClass]:
        """All classes, the smaller ones first."""

    def chosen(self, names: Iterable[str]) -> list[TableClass]:
        """The classes of these materials, such as ``DC-L``, or all of them. Raises InvalidMaterialError."""
        wanted = {self.class_of(name) for name in names}
        return [of for of in self.classes if not wanted or of.name in wanted]

    def class_of(self, text: str) -> str:
        """The class of a material. Raises InvalidMaterialError."""
        material = parse_material(text)
        name = None if material is None else self._class_of(material)
        if name is None:
            raise InvalidMaterialError(f"expected pieces such as 'DC-L', got {text!r}")
        return name

    @abstractmethod
    def _class_of(self, material: int) -> str | None: ...

    @abstractmethod
    def successors(self, name: str) -> list[str]:
        """The classes that captures lead to."""

    @abstractmethod
    def take(self, of: TableClass, path: Path) -> bool:
        """Load the file of a class. Returns False if it is damaged or not valid under these rules."""

    @abstractmethod
    def solve(self, of: TableClass, files: Mapping[str, Path]) -> tuple[int, bytes] | None:
        """The fingerprint and the bytes of a class's file, given those of its successors; None once stopped."""

    def stop(self) -> None:  # noqa: B027 - what is quick need not stop
        """Stop all work. May be called from any thread."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of checking a class."""

    positions: int
    wrong: int
    first_wrong: str


@dataclass(frozen=True, slots=True)
class ClassStatistics:
    """The results of all positions of the material that names a class."""

    name: str
    pieces: int
    materials: int
    results: tuple[tuple[int, int, int], ...]
    """Wins, draws and losses, with Blue and with Red to move, or once if both are the same."""
    longest: int
    """The plies of the longest win or loss."""
    position: str
    """A position with the longest win or loss."""
    size: int
    """The size of the file in bytes."""

    def row(self) -> dict[str, str | int]:
        """The values by the names of their columns."""
        row: dict[str, str | int] = {"class": self.name, "pieces": self.pieces, "materials": self.materials}
        for prefix, counts in zip(("blue_", "red_") if len(self.results) > 1 else ("",), self.results, strict=True):
            row |= {prefix + name: count for name, count in zip(_RESULTS, counts, strict=True)}
        return row | {"longest_plies": self.longest, "longest_position": self.position, "bytes": self.size}


class Tablebase(ABC):
    """The tables of a game in one or more folders. Damaged files are skipped and listed in `faults`.

    >>> from jungle.position import Position
    >>> Tablebase.open().probe(Position.from_fen("7/3C3/7/7/7/7/7/7/6e b"))
    Entry(wdl=1, plies=1)
    """

    folder: ClassVar[str] = ""
    """Where the game's files are, below the folder of tables and below that of the shipped ones."""
    position_type: ClassVar[type[BoardPosition]]
    rules_type: ClassVar[type[BaseRules]]
    most_pieces: ClassVar[int]
    checked_whole: ClassVar[int]
    """By default, classes with more pieces are checked by sampling."""
    pieces_in_reach: ClassVar[int]
    """With up to this many pieces, including hidden ones, a search may soon reach the tables."""

    def __init__(self, files: dict[int, Path]) -> None:
        self._files = files

    @staticmethod
    def types() -> dict[str, type["Tablebase"]]:
        """The table class of each game in `GAMES` that has tables."""
        return {kind: resolve_name(game.features.tables) for kind, game in GAMES.items() if game.features.tables}

    @staticmethod
    def of_game(game: str) -> type["Tablebase"]:
        """The table class for a game, by name. Raises TablebaseError."""
        types = Tablebase.types()
        if game not in types:
            raise TablebaseError(f"there are no tables of the game {game!r}, only of {' and '.join(types)}")
        return types[game]

    @staticmethod
    def open(game: str = DEFAULT_GAME, *, folder: str | Path | None = None) -> "Tablebase":
        """Open the tables of a game: those in a folder, or built on this machine, plus the shipped ones.

        Raises TablebaseError for a game without tables.
        """
        return Tablebase.of_game(game).from_folder(folder)

    @classmethod
    def from_folder(cls, folder: str | Path | None = None) -> Self:
        """Open the tables in a folder, or those built on this machine; the shipped ones are always included."""
        return cls(find_files([cls.built_folder() if folder is None else Path(folder), cls.shipped_folder()]))

    @classmethod
    @native_cache(None)
    def shipped(cls) -> Self:
        """Open only the tables that come with the package: the same on every machine."""
        return cls(find_files([cls.shipped_folder()]))

    @classmethod
    def built_folder(cls) -> Path:
        """The default folder in which tables are built."""
        return data_folder() / cls.folder

    @classmethod
    def shipped_folder(cls) -> Path:
        return SHIPPED / cls.folder

    @classmethod
    @abstractmethod
    def solver(cls, rules: BaseRules, pieces: int) -> Solver:
        """A solver for the classes up to this many pieces. Raises TablebaseError."""

    @classmethod
    def checked_solver(cls, rules: BaseRules, pieces: int, names: Iterable[str] = ()) -> Solver:
        """The same, with enough pieces for the named classes, if any. Raises TablebaseError."""
        if not native_available():
            raise TablebaseError("this needs the native core, which is not built here")
        if not 2 <= pieces <= cls.most_pieces:
            raise InvalidMaterialError(f"expected 2 to {cls.most_pieces} pieces, got {pieces}")
        counts = [(parse_material(name) or 0).bit_count() for name in names]
        for name, count in zip(names, counts, strict=True):
            if not 2 <= count <= cls.most_pieces:
                raise InvalidMaterialError(f"expected up to {cls.most_pieces} pieces such as 'DC-L', got {name!r}")
        return cls.solver(rules, max(counts, default=pieces))

    @classmethod
    def check_rules(cls, rules: BaseRules) -> None:
        """Raise TablebaseError for rules under which nothing can be solved."""
        if not isinstance(rules, cls.rules_type):
            raise TablebaseError(f"expected {cls.rules_type.__name__}, got {rules!r:.80}")

    @property
    @abstractmethod
    def faults(self) -> list[str]:
        """What is wrong with the files that were skipped, one line each."""

    def probe(self, position: BoardGame | BoardPosition) -> Entry | None:
        """The result with best play from a position or a game, taking its quiet plies into account.

        None if no table has it or the game is over. Raises InvalidPositionError for a position of another game.
        """
        if isinstance(position, BoardGame):
            position = position.position
        if not isinstance(position, self.position_type):
            raise InvalidPositionError(f"expected a {self.position_type.__name__}, got {position!r:.80}")
        return None if position.is_decided() else self._probe(position)

    @abstractmethod
    def _probe(self, position: Any) -> Entry | None: ...

    def moves(self, position: BoardPosition) -> dict[BoardMove, Entry]:
        """The result of each move for the side that makes it, best first.

        Moves to positions that are in no table are left out.
        """
        known: dict[BoardMove, Entry] = {}
        for move in position.legal_moves():
            entries = [self._entry_before(move, after) for after in position.branches(move)]
            if len(entries) == 1 and entries[0]:
                known[move] = entries[0]
            elif all(entries):
                known[move] = Entry(exact(sum(entry.wdl for entry in entries if entry) / len(entries)))
        return dict(sorted(known.items(), key=lambda item: -item[1].rank))

    def _entry_before(self, move: BoardMove, after: BoardPosition) -> Entry | None:
        """The result of a move that leads to this position."""
        if after.is_decided():
            return Entry(1, 1)
        entry = self.probe(after)
        return entry and entry.before()

    def best_moves(self, position: BoardPosition) -> list[BoardMove]:
        """The moves that keep the result: the quickest wins, all draws, the slowest losses; none if unknown."""
        own, moves = self.probe(position), self.moves(position)
        best = next(iter(moves.values()), None)
        if own is None or best is None or own.wdl != best.wdl:
            return []
        return [move for move, entry in moves.items() if entry.rank == best.rank]

    def line(self, position: BoardPosition) -> Iterator[BoardMove]:
        """Best play from a position to the end of the game, a draw, or a flip."""
        while (entry := self.probe(position)) and entry.plies and (moves := self.best_moves(position)):
            yield moves[0]
            if moves[0].is_flip():
                return
            position = position.after(moves[0])

    @abstractmethod
    def core_tables(self, rules: BaseRules) -> Any:
        """The tables in the form the core searches with; None if there are none for the rules, or no core."""

    def file_of(self, of: TableClass) -> Path | None:
        """The file of a class, if there is one."""
        return next((self._files[mark] for mark in of.fingerprints if mark in self._files), None)

    def verify(
        self, rules: BaseRules, *, pieces: int, classes: Iterable[str] = (), sample: int | None = None
    ) -> Iterator[tuple[str, Checked]]:
        """Check the classes that have files; in large classes only `sample` positions, or all if None.

        A value must follow from those of the positions one move further. The moves are the core's ordinary ones, and
        positions are set up piece by piece, without using the solver. A table in which every value follows is correct:
        wins and losses by induction over their plies, draws because neither side can leave them.
        """
        names = list(classes)
        for of in self.checked_solver(rules, pieces, names).chosen(names):
            if self.file_of(of):
                is_whole = of.pieces <= self.checked_whole
                if checked := self._verify(rules, of, None if is_whole else sample):
                    yield of.name, checked

    @abstractmethod
    def _verify(self, rules: Any, of: TableClass, sample: int | None) -> Checked | None: ...

    def statistics(self, rules: BaseRules, *, pieces: int, classes: Iterable[str] = ()) -> list[ClassStatistics]:
        """Statistics from the files of classes: wins, draws, losses and the longest win; smaller classes first."""
        names = list(classes)
        listed = []
        for of in self.checked_solver(rules, pieces, names).chosen(names):
            if not (path := self.file_of(of)):
                continue
            told = json.loads(core.TablebaseFile(str(path)).description)
            counts = [told[name] if isinstance(told[name], list) else [told[name]] for name in _RESULTS]
            results = tuple(zip(*counts, strict=True))
            position = told["position"] if "position" in told else _longest(told)
            size = path.stat().st_size
            listed.append(ClassStatistics(of.name, of.pieces, of.materials, results, told["longest"], position, size))
        return listed


def exact(wdl: float) -> float:
    """A certain result as an integer."""
    return int(wdl) if wdl in _WORDS else wdl


def _longest(told: dict[str, Any]) -> str:
    board = bytearray(SQUARES)
    for piece, square in told["longest_pieces"]:
        board[square] = piece + 1
    return f"{BOARD.board_text(bytes(board))} {Side(told['longest_side']).letter}"
